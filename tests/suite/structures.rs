//! The engines for games of one structure against the reference: the corpus, golden data, and random games of each kind,
//! whole regions at once and component by component. Where an engine does not take a game it has to say so.

use super::corpus::specs;
use gspec::ir::value::{Component, Position, Sum};
use gspec::ir::{Convention, GameId, Value};
use gspec::model::Model;
use gspec::pipeline::{self, Answer, Asker, Opened, Question, RangeText, Variables};
use gspec::position::{Budget, Instance, Limit, ProblemKind, Range};
use gspec::solve::{Choice, Outcome, Solver};
use gspec::source::{Loader, NoFiles, Sources};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

const ENGINES: [Choice; 3] = [Choice::Heap, Choice::Split, Choice::Lattice];

fn open(spec: &str, name: &str, loader: &dyn Loader) -> Opened {
    let never = || None;
    let mut sources = Sources::default();
    let root = sources.add(name, spec);
    pipeline::open(sources, root, &[], loader, &Budget::new(&never, 100_000))
}

struct Disk;

impl Loader for Disk {
    fn resolve(&self, from: &str, path: &str) -> String {
        Path::new(from).with_file_name(path).to_str().unwrap().to_string()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(name).map_err(|error| error.to_string())
    }
}

/// The components of a game whose fields are all below some number, as far as their types admit them.
fn components(instance: &Instance, game: GameId) -> Vec<Component> {
    let fields = &instance.fields[game.index()];
    let side = match fields.len() {
        0 => return Vec::new(),
        1 => 40,
        2 => 9,
        3 => 4,
        _ => 3,
    };
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for range in fields {
        let numbers: Vec<i64> = match range {
            Range::Nat => (0..side).collect(),
            Range::Between(..) => (-2..side).filter(|it| range.contains(&Value::int(*it))).collect(),
            _ => return Vec::new(),
        };
        all =
            all.iter().flat_map(|it| numbers.iter().map(move |n| [it.clone(), vec![*n]].concat())).collect();
    }
    let component = |state: Vec<i64>| Component { game, state: state.into_iter().map(Value::int).collect() };
    all.into_iter().map(component).collect()
}

/// Returns whether an engine supports the game; demands that it then agrees with the reference.
fn agrees(instance: &Instance, game: GameId, choice: Choice) -> bool {
    let rounds = AtomicU64::new(0);
    let stop = || (rounds.fetch_add(1, Ordering::Relaxed) > 2000).then_some(Limit::Time);
    let budget = Budget::new(&stop, 200_000);
    let model = Model::of(instance);
    let (mut reference, mut engine) =
        (Solver::new(&model, &budget, Choice::Reference), Solver::new(&model, &budget, choice));
    let name = &instance.program.game(game).name;
    let mut before: Option<Component> = None;
    for component in components(instance, game) {
        let place = format!("{} of {name}{:?}", choice.name(), component.state);
        let one = |component: &Component, convention| {
            let sum = Sum::one(component.clone());
            Position { convention, ..Position::normal(sum) }
        };
        let position = one(&component, Convention::Normal);
        let outcome = match engine.outcome(&position) {
            Ok(outcome) => outcome,
            Err(problem) if matches!(problem.kind, ProblemKind::Unfit { .. }) => return false,
            Err(problem) => panic!("{place}: {problem:?}"),
        };
        let Ok(value) = reference.sg(&position) else { continue };
        assert_eq!(Ok(outcome), reference.outcome(&position), "{place}");
        assert_eq!(engine.sg(&position), Ok(value.clone()), "{place}");
        assert_eq!(value.is_zero(), outcome == Outcome::Previous, "{place}");
        if let Some(before) = before.replace(component.clone()) {
            let sum = Sum::new(vec![(before, 3), (component.clone(), 1)]).unwrap();
            let pair = Position::normal(sum);
            assert_eq!(engine.sg(&pair), reference.sg(&pair), "{place} beside the one before");
        }
        // Under misère play the graph engine answers, even if another engine was chosen. That takes long for
        // large sums.
        let size: i64 = component
            .state
            .iter()
            .map(|it| if let Value::Int(it) = it { it.to_i64().unwrap() } else { 0 })
            .sum();
        if size <= 7 {
            let misere = one(&component, Convention::Misere);
            assert_eq!(engine.outcome(&misere), reference.outcome(&misere), "{place} under misère");
        }
    }
    true
}

/// The values of a pattern over ranges, asked one by one and, if the engine sweeps, compared with those of one sweep; `None`
/// if the engine does not take the game.
fn swept(opened: &mut Opened, text: &str, ranges: &[(&str, &str)], choice: Choice) -> Option<Vec<u64>> {
    let never = || None;
    let budget = Budget::new(&never, 3_000_000);
    let mut pattern = opened.pattern(text, Variables::Integers, &NoFiles).unwrap();
    let ranges: Vec<RangeText> =
        ranges.iter().map(|it| RangeText { name: it.0.to_string(), range: it.1.to_string() }).collect();
    let axes = opened.axes(&mut pattern, &ranges, &NoFiles, &budget).unwrap();
    let instance = opened.instance.as_ref().unwrap();
    let model = Model::of(instance);
    let mut asker = Asker::new(&pattern, Question::Sg, &model, &budget, choice);
    let mut values = Vec::new();
    let result = asker.sweep(&axes, &mut |shown| {
        values.extend(shown.iter().map(|it| u64::from(*it)));
        true
    });
    match result {
        Err(trouble) if matches!(trouble.problem().kind, ProblemKind::Unfit { .. }) => return None,
        result => result.unwrap(),
    }
    let bulk = values.len();
    let mut singly = Vec::new();
    let mut walk = gspec::report::table::Walk::new(&axes);
    while walk.advance() {
        match asker.answer(&walk.numbers).unwrap() {
            Answer::Number(value) => singly.push(value.to_i64().unwrap() as u64),
            other => panic!("{other:?}"),
        }
    }
    assert!(bulk == 0 || values == singly, "{text}: at once and one by one");
    Some(singly)
}

#[test]
fn the_corpus_is_answered_alike() {
    let mut taken = [0; 3];
    for path in specs() {
        let text = std::fs::read_to_string(&path).unwrap();
        let opened = open(&text, path.to_str().unwrap(), &Disk);
        let instance = opened.instance.as_ref().unwrap();
        for game in instance.program.game_ids() {
            for (choice, count) in ENGINES.into_iter().zip(&mut taken) {
                *count += usize::from(agrees(instance, game, choice));
            }
        }
    }
    assert!(taken[0] >= 8 && taken[1] >= 20 && taken[2] >= 15, "{taken:?}");
}

/// Pseudo-random numbers (the generator of Marsaglia, shifts 13, 7, 17).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// Demands that the given engines take the game of a spec, and that each engine that takes it answers like the reference.
fn all_agree(spec: &str, engines: &[Choice]) {
    let opened = open(spec, "main.game", &NoFiles);
    let instance = opened.instance.as_ref().unwrap_or_else(|| panic!("{spec}"));
    for choice in ENGINES {
        let takes = agrees(instance, GameId(0), choice);
        assert!(takes || !engines.contains(&choice), "{} does not take {spec}", choice.name());
    }
    assert!(agrees(instance, GameId(0), Choice::Auto));
}

#[test]
fn random_subtraction_sets() {
    let mut dice = Dice(0x5eed);
    for round in 0..60 {
        let count = 1 + dice.below(6);
        let mut amounts: Vec<u64> = (0..count).map(|_| 1 + dice.below(14)).collect();
        amounts.sort_unstable();
        amounts.dedup();
        let set: Vec<String> = amounts.iter().map(u64::to_string).collect();
        let (set, all_but) = (set.join(", "), round % 3 == 2);
        let guard = if all_but { "k not in" } else { "k in" };
        let spec = format!("game g(n: nat) {{ move take(k in 1..=n) when {guard} {{{set}}} -> g(n - k) }}");
        all_agree(&spec, if all_but { &[Choice::Heap, Choice::Split] } else { &ENGINES });
    }
}

#[test]
fn conditions_on_the_amount() {
    for condition in ["is_prime(k)", "is_square(k)", "bigomega(k) <= 2", "k mod 3 == 1 or is_prime(k)"] {
        all_agree(
            &format!("game g(n: nat) {{ move take(k in 2..=n) when {condition} -> g(n - k) }}"),
            &[Choice::Heap],
        );
    }
}

#[test]
fn random_codes() {
    let mut dice = Dice(0xc0de);
    let mut taken = 0;
    for round in 0..60 {
        let digits = 1 + dice.below(4);
        let most = if round % 3 == 2 { 16 } else { 8 };
        let code: String = (0..digits)
            .map(|_| char::from_digit(dice.below(most) as u32, 16).unwrap().to_ascii_uppercase())
            .collect();
        let kind = if most == 16 { "hex" } else { "octal" };
        let first = if dice.below(4) == 0 { "4" } else { "0" };
        let spec = format!("game g(n: nat) = {kind} \"{first}.{code}\"");
        let opened = open(&spec, "main.game", &NoFiles);
        let instance = opened.instance.as_ref().unwrap_or_else(|| panic!("{spec}"));
        taken += usize::from(agrees(instance, GameId(0), Choice::Split));
        agrees(instance, GameId(0), Choice::Heap);
        agrees(instance, GameId(0), Choice::Auto);
    }
    // Recognising codes with several three-heap digits may exceed the limits.
    assert!(taken >= 50, "{taken} codes of 60");
}

/// A random game of vectors, with moves by bounded and unbounded multiples of vectors, and by fixed vectors.
fn lattice_game(dice: &mut Dice, dimensions: usize) -> String {
    let names = &["a", "b", "c", "d"][..dimensions];
    let fields: Vec<String> = names.iter().map(|name| format!("{name}: nat")).collect();
    let mut moves = String::new();
    for number in 0..1 + dice.below(4) {
        let mut by: Vec<i64> = names.iter().map(|_| dice.below(3) as i64).collect();
        if dimensions > 1 && dice.below(4) == 0 {
            // Some vectors increase a coordinate; all lower the sum weighted by 5, 4, 4, 4.
            by[0] = 2 + dice.below(2) as i64;
            by[1] = -1;
        }
        if by.iter().all(|it| *it == 0) {
            by[dice.below(dimensions as u64) as usize] = 1;
        }
        let kind = dice.below(3);
        let k = if kind == 0 { "1".to_string() } else { "k".to_string() };
        let fits: Vec<String> = names
            .iter()
            .zip(&by)
            .filter(|(_, by)| **by > 0)
            .map(|(name, by)| format!("{by} * {k} <= {name}"))
            .collect();
        let to: Vec<String> =
            names.iter().zip(&by).map(|(name, by)| format!("{name} - {by} * {k}")).collect();
        let choice = match kind {
            0 => String::new(),
            1 => "(k in 1..=40)".to_string(),
            _ => format!("(k in 1..={})", 1 + dice.below(4)),
        };
        // A bound of 40 would suffice for the components that are examined, but rays have no bound beyond the fields.
        let choice =
            if kind == 1 { choice.replace("40", &format!("({})", names.join(" + "))) } else { choice };
        let to = to.join(", ").replace("- -1", "+ 1").replace("- 0 * k", "- 0").replace("- 0 * 1", "- 0");
        moves.push_str(&format!("  move m{number}{choice} when {} -> g({to})\n", fits.join(" and ")));
    }
    format!("game g({}) {{\n{moves}}}", fields.join(", "))
}

#[test]
fn random_rays_and_vectors() {
    let mut dice = Dice(0x1a77);
    let mut taken = 0;
    for round in 0..80 {
        let spec = lattice_game(&mut dice, 1 + round % 4);
        let opened = open(&spec, "main.game", &NoFiles);
        let instance = opened.instance.as_ref().unwrap_or_else(|| panic!("{spec}"));
        taken += usize::from(agrees(instance, GameId(0), Choice::Lattice));
        agrees(instance, GameId(0), Choice::Auto);
    }
    assert!(taken >= 60, "{taken} games of 80");
}

#[test]
fn walls_and_bounded_fields() {
    for spec in [
        "game g(a: nat, b: nat) { end when a < 2: lose move x(k in 1..=a) -> g(a - k, b) move y(k in 1..=b) -> g(a, b - k) }",
        "game g(a: 0..=6, b: 0..=5) { move x(k in 1..=a) -> g(a - k, b) move y when b > 0 and a < 6 -> g(a + 1, b - 1) }",
        "game g(a: nat, b: nat) { move x(k in 1..=a) -> g(a - k, b) move y when b > 0 -> g(a + 1, b - 1) }",
    ] {
        all_agree(spec, &[Choice::Lattice]);
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn regions_are_swept_as_they_are_told_one_by_one() {
    let spec = "game take(n: nat) = take {2, 5, 9}\ngame primes(n: nat) { move t(k in 2..=n) when is_prime(k) -> primes(n - k) }\n\
        game dawson(n: nat) = octal \"0.07\"\ngame sixteen(n: nat) = octal \"0.16\"\n\
        game queen(a: nat, b: nat) { move a(k in 1..=a) -> queen(a - k, b) move b(k in 1..=b) -> queen(a, b - k) \
        move c(k in 1..=min(a, b)) -> queen(a - k, b - k) }";
    type Case = (&'static str, &'static [(&'static str, &'static str)], Choice);
    let cases: [Case; 9] = [
        ("take(n)", &[("n", "0..5000")], Choice::Heap),
        ("take(n)", &[("n", "700..3000")], Choice::Split),
        ("primes(n)", &[("n", "100..3000")], Choice::Heap),
        ("dawson(n)", &[("n", "0..3000")], Choice::Split),
        ("sixteen(n)", &[("n", "0..3000")], Choice::Split),
        ("queen(x, y)", &[("x", "0..70"), ("y", "0..60")], Choice::Lattice),
        ("queen(x, y)", &[("x", "50..70"), ("y", "2..90")], Choice::Lattice),
        ("queen(80, y)", &[("y", "10..90")], Choice::Lattice),
        ("queen(y, x)", &[("x", "0..50"), ("y", "10..60")], Choice::Lattice),
    ];
    let mut opened = open(spec, "main.game", &NoFiles);
    for (pattern, ranges, choice) in cases {
        let graph = swept(&mut opened, pattern, ranges, Choice::Graph).unwrap();
        for choice in [choice, Choice::Auto] {
            assert!(
                swept(&mut opened, pattern, ranges, choice).unwrap() == graph,
                "{pattern} by {}",
                choice.name()
            );
        }
    }
    let sums = [("take(x) + dawson(y)", Choice::Split), ("queen(x, 3) + queen(y, y)", Choice::Lattice)];
    for (pattern, choice) in sums {
        let ranges = [("x", "0..50"), ("y", "0..50")];
        let graph = swept(&mut opened, pattern, &ranges, Choice::Graph).unwrap();
        assert!(swept(&mut opened, pattern, &ranges, choice).unwrap() == graph, "{pattern}");
    }
    assert_eq!(swept(&mut opened, "dawson(n)", &[("n", "0..30")], Choice::Heap), None);
    assert_eq!(swept(&mut opened, "take(x) + dawson(x)", &[("x", "0..30")], Choice::Heap), None);
}

#[test]
fn limits_end_a_table_with_what_is_known() {
    let mut opened = open("game g(n: nat) = octal \"0.6\"", "main.game", &NoFiles);
    let never = || None;
    let mut pattern = opened.pattern("g(n)", Variables::Integers, &NoFiles).unwrap();
    let range = RangeText { name: "n".to_string(), range: "0..5000".to_string() };
    let axes = opened.axes(&mut pattern, &[range], &NoFiles, &Budget::new(&never, 1000)).unwrap();
    let instance = opened.instance.as_ref().unwrap();
    let calls = AtomicU64::new(0);
    let few = || (calls.fetch_add(1, Ordering::Relaxed) > 40).then_some(Limit::Time);
    for (limit, budget) in
        [(Limit::Positions, Budget::new(&never, 3000)), (Limit::Time, Budget::new(&few, 1 << 20))]
    {
        let model = Model::of(instance);
        let mut asker = Asker::new(&pattern, Question::Sg, &model, &budget, Choice::Split);
        let mut values: Vec<u32> = Vec::new();
        let trouble = asker.sweep(&axes, &mut |shown| {
            values.extend(shown);
            true
        });
        assert_eq!(trouble.unwrap_err().limit(), Some(limit));
        assert!(values.len() < 5000, "{}", values.len());
        let expected = ["0", "0", "1", "2", "0", "1", "2", "3", "1", "2", "3", "4", "0"];
        let first: Vec<String> = values.iter().take(expected.len()).map(u32::to_string).collect();
        assert_eq!(first, expected);
    }
}

#[test]
fn golden_codes_by_the_split_engine() {
    let mut checked = 0;
    for line in include_str!("../golden/sequences.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let code = fields[0];
        if !code.starts_with("0.") || code.contains(['8', '9']) || code.contains(char::is_alphabetic) {
            continue;
        }
        let values: Vec<u64> = fields[2].split(',').map(|it| it.parse().unwrap()).collect();
        let mut opened = open(&format!("game g(n: nat) = octal \"{code}\""), "main.game", &NoFiles);
        let range = format!("0..{}", values.len());
        assert_eq!(swept(&mut opened, "g(n)", &[("n", &range)], Choice::Split), Some(values), "{code}");
        checked += 1;
    }
    assert!(checked > 30, "{checked}");
}
