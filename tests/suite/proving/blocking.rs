//! Games in which the opponent may forbid options, compared with brute force and with published theorems.

use super::{Clock, instance, prove};
use crate::suite::case::gspec_in;
use crate::suite::share;
use crate::suite::support::{Chance, Folder};
use gspec::ir::{Convention, Value};
use gspec::model::Model;
use gspec::model::lost::LostSet;
use gspec::number::Int;
use gspec::position::{Budget, Limit};
use gspec::proof::Target;
use gspec::proof::attempt::attempt;
use gspec::proof::prover::Prover;
use gspec::proof::search::{self, Found};
use gspec::proof::{canonical, pushes};
use gspec::solve::{Choice, Outcome, Solver};
use gspec::sound;
use gspec::verify;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Multiples of a vector, up to a greatest factor or without bound.
#[derive(Debug, Clone, Copy)]
struct Line {
    by: [u64; 2],
    most: Option<u64>,
}

/// A game of two heaps from which multiples of vectors are taken, possibly with an end at small
/// heaps.
#[derive(Debug, Clone)]
struct Game {
    lines: Vec<Line>,
    blocked: u64,
    misere: bool,
    /// Play is over where the sum of the heaps is at most this, and whether that is a win.
    end: Option<(u64, bool)>,
}

impl Game {
    fn random(chance: &mut Chance) -> Game {
        let mut lines = Vec::new();
        for _ in 0..2 + chance.below(2) {
            let by = [[1, 0], [0, 1], [1, 1], [2, 0], [1, 2], [2, 1]][chance.below(6) as usize];
            let most = Some(1 + chance.below(3)).filter(|_| chance.below(3) > 0);
            lines.push(Line { by, most });
        }
        // A second move that leads to some of the options of the first.
        if chance.below(2) == 0 {
            lines.push(Line { by: lines[0].by, most: Some(1) });
        }
        let end = (chance.below(4) == 0).then(|| (chance.below(3), chance.below(2) == 0));
        Game { lines, blocked: 1 + chance.below(3), misere: chance.below(3) == 0, end }
    }

    fn spec(&self) -> String {
        let mut text = format!("game g(a: nat, b: nat) blocking {} {{\n  measure a + b\n", self.blocked);
        if let Some((sum, win)) = self.end {
            let _ = writeln!(text, "  end when a + b <= {sum}: {}", if win { "win" } else { "lose" });
        }
        for (at, Line { by: [x, y], most }) in self.lines.iter().enumerate() {
            let bounds = [(*x, "a"), (*y, "b")].into_iter().filter(|it| it.0 > 0);
            let mut bounds: Vec<String> = bounds.map(|(by, field)| format!("{field} div {by}")).collect();
            bounds.extend(most.map(|most| most.to_string()));
            let upper =
                if bounds.len() == 1 { bounds[0].clone() } else { format!("min({})", bounds.join(", ")) };
            let _ = writeln!(text, "  move m{at}(k in 1..={upper}) -> g(a - {x} * k, b - {y} * k)");
        }
        text + "}\n"
    }

    fn options(&self, [a, b]: [u64; 2]) -> BTreeSet<[u64; 2]> {
        let mut found = BTreeSet::new();
        for Line { by: [x, y], most } in &self.lines {
            let steps = 1..=most.unwrap_or(u64::MAX);
            let steps = steps.take_while(|k| x * k <= a && y * k <= b && *k <= a + b);
            found.extend(steps.map(|k| [a - x * k, b - y * k]));
        }
        found
    }

    /// By definition: the opponent forbids lost options while there are some and the limit allows it; under
    /// misère play one option has to remain.
    fn lost(&self, side: u64) -> Vec<bool> {
        let mut lost = vec![false; (side * side) as usize];
        for sum in 0..2 * side {
            for a in 0..side.min(sum + 1) {
                let (Some(b), place) = (Some(sum - a).filter(|b| *b < side), (a * side) as usize) else {
                    continue;
                };
                let is_lost = |[a, b]: [u64; 2]| lost[(a * side + b) as usize];
                let options = self.options([a, b]);
                let bad = options.iter().filter(|it| is_lost(**it)).count() as u64;
                lost[place + b as usize] = match self.end {
                    Some((most, win)) if sum <= most => !win,
                    _ if options.is_empty() => !self.misere,
                    _ if self.misere => bad <= self.blocked.min(options.len() as u64 - 1),
                    _ => bad <= self.blocked,
                };
            }
        }
        lost
    }

    fn convention(&self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }
}

fn state(a: u64, b: u64) -> [Value; 2] {
    [a, b].map(|it| Value::Int(Int::from(it)))
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn random_games_are_proved_as_brute_force_says() {
    let (rounds, side) = (share::cases(200, 5), 50);
    let (mut chance, mut proved) = (Chance(0x51ed_2701), 0);
    for _ in 0..rounds {
        let game = Game::random(&mut chance);
        let instance = instance(&game.spec());
        // Work is limited by counting questions, not by time.
        let asked = AtomicU64::new(0);
        let stop = || (asked.fetch_add(1, Ordering::Relaxed) > 400).then_some(Limit::Time);
        let budget = Budget::new(&stop, 2_000_000).observed(&Clock);
        let target = Target { game: instance.program.find_game("g").unwrap(), convention: game.convention() };
        let rules = canonical::rules(&instance, target.game, &budget).unwrap();
        let measure = search::ends(&rules, &budget).unwrap();
        let expected = game.lost(side);
        // The table from which guesses are learned.
        let table = pushes::outcomes(&rules, &measure, target, side as usize, &|| false).unwrap().unwrap();
        assert_eq!(table.holds, expected, "{game:?}");
        let (soundness, _) = sound::prove(&instance);
        let found = attempt(&instance, &soundness.games[target.game.index()], target, &budget).unwrap().found;
        let Found::Proved(proof) = found else { continue };
        proved += 1;
        for (at, lost) in expected.iter().enumerate() {
            let fields = [at as u64 / side, at as u64 % side];
            let read: Vec<u64> = proof.set.tracks().iter().map(|track| fields[track.0 as usize]).collect();
            assert_eq!(proof.set.holds(&read), *lost, "{fields:?} of {game:?}");
        }
        let budget = Budget::new(&|| None, 2_000_000).observed(&Clock);
        let text = proof.certificate("g", game.convention(), &measure, &budget).unwrap();
        let accepted = verify::verify(&text).unwrap_or_else(|why| panic!("{why}: {game:?}"));
        assert_eq!(accepted.certificate.blocking as u64, game.blocked);
    }
    assert!(proved * 3 > rounds, "{proved} of {rounds}");
}

const WYTHOFF: &str = "game one(x: nat, y: nat) blocking 1 {
  move left(k in 1..=x) -> one(x - k, y)
  move right(k in 1..=y) -> one(x, y - k)
  move both(k in 1..=min(x, y)) -> one(x - k, y - k)
}
game two(x: nat, y: nat) blocking 2 {
  move left(k in 1..=x) -> two(x - k, y)
  move right(k in 1..=y) -> two(x, y - k)
  move both(k in 1..=min(x, y)) -> two(x - k, y - k)
}
";

fn check(text: &str, more: &[&str]) -> crate::suite::support::Run {
    let folder = Folder::new().and("main.game", text);
    gspec_in(&folder.path(""), &[&["check", "main.game", "--prove-time", "60s"], more].concat())
}

/// Larsson 2011, "Blocking Wythoff Nim": with one option forbidden the lost positions are (0, 0), (n, 2n + 1) and (2a + 2, 2b + 2) for the
/// pairs (a, b) of Wythoff's game; with two they are (0, 0), (n, 2n + 1) and (n, 2n + 2).
#[test]
#[ignore = "long: runs with --include-ignored"]
fn the_theorems_on_blocking_wythoff_are_proved() {
    let run = check(
        &format!(
            "{WYTHOFF}
             claim \"two\": forall x, y: losing(two(x, y)) <=> (x == 0 and y == 0)
               or max(x, y) == 2 * min(x, y) + 1 or max(x, y) == 2 * min(x, y) + 2
             claim \"every row\": forall x: exists y: losing(two(x, y)) and y > 0
             claim \"some odd number\": forall x, y: losing(one(x, y)) and (odd(x) or odd(y)) =>
               max(x, y) == 2 * min(x, y) + 1"
        ),
        &[],
    );
    run.status(0).out("3 proved");
}

/// The theorem with one option forbidden: the proved set agrees with it below 500.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn one_forbidden_option_gives_doubled_pairs() {
    let instance = instance(WYTHOFF);
    let never = || None;
    let budget = Budget::new(&never, 20_000_000).observed(&Clock);
    let prover = Prover::new(&instance, 1);
    let game = instance.program.find_game("one").unwrap();
    let found = prover.find(Target { game, convention: Convention::Normal }, &budget).unwrap();
    assert_eq!(found.proof.system.to_string(), "Zeckendorf");
    let floor_phi = |d: u64| (d + (5 * d * d).isqrt()) / 2;
    let is_pair = |a: u64, b: u64| a == floor_phi(b - a);
    for (x, y) in (0..500).flat_map(|x| (x..500).map(move |y| (x, y))) {
        let doubled = x > 0 && x % 2 == 0 && y % 2 == 0 && is_pair(x / 2 - 1, y / 2 - 1);
        let expected = (x, y) == (0, 0) || y == 2 * x + 1 || doubled;
        assert_eq!(found.is_lost(&state(x, y)), Some(expected), "({x}, {y})");
        assert_eq!(found.is_lost(&state(y, x)), Some(expected), "({y}, {x})");
    }
}

/// A nearly true set is refuted by a position.
#[test]
fn near_misses_are_refuted() {
    for claim in [
        "forall x, y: losing(two(x, y)) <=> max(x, y) == 2 * min(x, y) + 1 or max(x, y) == 2 * min(x, y) + 2",
        "forall x, y: losing(two(x, y)) => x == 0 and y == 0 or max(x, y) == 2 * min(x, y) + 1",
        "forall x: losing(two(x, 2 * x + 3))",
        "forall x, y: losing(one(x, y)) => x == 0 and y == 0 or max(x, y) == 2 * min(x, y) + 1",
        "forall x, y: losing(two(x, y)) => x != 100 or y != 202",
    ] {
        check(&format!("{WYTHOFF}claim \"c\": {claim}"), &[]).status(1).out("refuted");
    }
}

/// A heap from which any number may be taken: lost while all options can be forbidden; under misère play, a heap with options
/// is lost while all but one can be forbidden.
#[test]
fn blocking_nim_of_one_heap_is_proved_in_words() {
    for most in 1..=8u64 {
        let spec = format!("game heap(n: nat) blocking {most} {{ move take(k in 1..=n) -> heap(n - k) }}");
        let lost = |target: &str| -> Vec<u64> {
            let found = prove(&spec, &[target, "--lost", "30"]);
            assert_eq!(found["status"], "proved", "{found}");
            assert_eq!(found["blocking"], most);
            found["lost"].as_array().unwrap().iter().map(|it| it[0].as_u64().unwrap()).collect()
        };
        assert_eq!(lost("heap"), (0..=most).collect::<Vec<_>>());
        assert_eq!(lost("misere heap(n)"), (1..=most + 1).collect::<Vec<_>>());
    }
    let spec = "game heap(n: nat) blocking 9 { move take(k in 1..=n) -> heap(n - k) }";
    let folder = Folder::new().and("main.game", spec);
    gspec_in(&folder.path(""), &["prove", "main.game"]).status(1).err("G505").err("more than 8 options");
}

/// Three fields: passes that both players share are options that may be forbidden as well.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn passes_and_a_third_field_may_be_forbidden() {
    let rules = "blocking 1 { move left(k in 1..=min(2, a)) -> g(a - k, b) move right(k in 1..=min(2, b)) -> g(a, b - k) }";
    let passing = rules.replace("blocking 1", "pass 1 shared blocking 1");
    let by_hand = "game g(a: nat, b: nat, p: nat) blocking 1 { measure a + b + p
        move left(k in 1..=min(2, a)) -> g(a - k, b, p) move right(k in 1..=min(2, b)) -> g(a, b - k, p)
        move pass when p > 0 and a + b > 0 -> g(a, b, p - 1) }";
    let passing = prove(&format!("game g(a: nat, b: nat) {passing}"), &["--lost", "40"]);
    assert_eq!(passing["status"], "proved", "{passing}");
    let by_hand = prove(by_hand, &["--lost", "40"]);
    assert_eq!((&passing["lost"], &passing["states"]), (&by_hand["lost"], &by_hand["states"]));
}

/// Compares all positions of a box, and all their moves: name, target and outcome.
#[test]
fn all_answers_agree_with_the_reference() {
    let instance = instance(WYTHOFF);
    let never = || None;
    let budget = Budget::new(&never, 20_000_000).observed(&Clock);
    let prover = Prover::new(&instance, 1);
    let model = Model::of(&instance).proving(&prover);
    let mut proof = Solver::new(&model, &budget, Choice::Proof);
    let mut reference = Solver::new(&model, &budget, Choice::Reference);
    let game = instance.program.find_game("two").unwrap();
    for convention in [Convention::Normal, Convention::Misere] {
        let set = prover.find(Target { game, convention }, &budget).unwrap();
        for (a, b) in (0..25).flat_map(|a| (0..25).map(move |b| (a, b))) {
            let component = gspec::ir::value::Component { game, state: state(a, b).to_vec().into() };
            let form = gspec::ir::value::Form::Sum(gspec::ir::value::Sum::one(component));
            let position = gspec::ir::value::Position { convention, form };
            let expected = reference.outcome(&position).unwrap();
            assert_eq!(proof.outcome(&position).unwrap(), expected, "({a}, {b}) {convention:?}");
            assert_eq!(set.is_lost(&state(a, b)), Some(expected == Outcome::Previous));
            assert_eq!(proof.moves(&position).unwrap(), reference.moves(&position).unwrap(), "({a}, {b})");
        }
    }
}

#[test]
fn large_positions_are_told_with_what_may_be_forbidden() {
    let folder = Folder::new().and("main.game", WYTHOFF);
    let run = |more: &[&str]| gspec_in(&folder.path(""), &[&["solve", "main.game"], more].concat());
    // (n, 2n + 1) is lost, with moves to lost positions.
    run(&["two(10^30, 2 * 10^30 + 1)", "--why"])
        .status(0)
        .out("outcome     P")
        .out("blocking    the opponent may forbid 2 options")
        .out("some moves to lost positions (too many moves to list all)")
        .out("of which the opponent may forbid 2")
        .out("The first move to a lost position is");
    run(&["two(10^30, 2 * 10^30)", "--engine", "proof"])
        .status(0)
        .out("outcome     N")
        .out("some moves to lost positions");
    let told = run(&["two(10^30, 2 * 10^30)", "--engine", "proof", "--why"]).status(0);
    assert!(!told.out.contains("winning"), "{}", told.out);
    run(&["two(3, 5)", "--engine", "proof", "--remoteness"]).status(1).err("G413");
    for sum in ["two(3, 5) + two(1, 1)", "2 * two(1, 1)", "two(0, 0) + two(0, 0)"] {
        run(&[sum, "--engine", "proof"]).status(1).err("G413");
    }
    // Two equal components do not cancel if an `end` of their game wins.
    let won = Folder::new().and(
        "main.game",
        "game g(n: nat) { end when n == 1: win move take(k in 1..=2) when k <= n -> g(n - k) }",
    );
    for engine in ["proof", "reference", "auto"] {
        let run = gspec_in(&won.path(""), &["solve", "main.game", "2 * g(3)", "--engine", engine]);
        assert!(run.status != 0 && run.err.contains("error[G"), "{engine}: {}{}", run.out, run.err);
    }
    gspec_in(&folder.path(""), &["prove", "main.game", "two", "--values"]).out("there are no values");
    gspec_in(&folder.path(""), &["prove", "main.game", "two", "--walnut", "w"]).status(2).err("`blocking`");
}

/// Which moves can be dropped and which vectors can be added, by brute force below 60.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn what_can_be_dropped_and_added_is_right() {
    let base = Game {
        lines: vec![
            Line { by: [1, 0], most: None },
            Line { by: [0, 1], most: None },
            Line { by: [1, 1], most: None },
            Line { by: [2, 1], most: Some(1) },
            Line { by: [3, 0], most: Some(1) },
        ],
        blocked: 2,
        misere: false,
        end: None,
    };
    for misere in [false, true] {
        let game = Game { misere, ..base.clone() };
        let found = prove(&game.spec(), &[if misere { "misere g(a, b)" } else { "g" }]);
        let lost = game.lost(60);
        // Listed moves are right below 60; others may be undecided.
        for name in found["can_drop"].as_array().unwrap() {
            let mut without = game.clone();
            without.lines.remove(name.as_str().unwrap()[1..].parse().unwrap());
            assert_eq!(without.lost(60), lost, "{name} {misere}");
        }
        assert_eq!(found["can_drop"], serde_json::json!(["m4"]), "{misere}");
        for taken in found["can_add"].as_array().unwrap() {
            let mut with = game.clone();
            let by = [0, 1].map(|at| taken[at].as_u64().unwrap());
            with.lines.push(Line { by, most: Some(1) });
            assert_eq!(with.lost(60), lost, "{taken} {misere}");
        }
    }
}

/// A case in which every amount is decided: adding one that is not listed changes who loses below 60.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn nothing_that_can_be_added_is_left_out() {
    let lines = [[1, 0], [0, 1], [1, 1]].map(|by| Line { by, most: None }).to_vec();
    for misere in [false, true] {
        let game = Game { lines: lines.clone(), blocked: 2, misere, end: None };
        let found = prove(&game.spec(), &[if misere { "misere g(a, b)" } else { "g" }]);
        let lost = game.lost(60);
        assert_eq!(found["can_drop"], serde_json::json!([]));
        for (x, y) in (1..=10).flat_map(|x| (1..=10).map(move |y| (x, y))).filter(|(x, y)| x != y) {
            let mut with = game.clone();
            with.lines.push(Line { by: [x, y], most: Some(1) });
            let added = found["can_add"].as_array().unwrap().contains(&serde_json::json!([x, y]));
            assert_eq!(added, with.lost(60) == lost, "({x}, {y}) {misere}: {found}");
        }
    }
}
