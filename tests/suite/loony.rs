//! Values where a player may move again. Expected values come from playing out sums of one or two heaps and a heap of Nim
//! here, by the rules alone, and for Nimstring from *Winning Ways*.

use super::support::{Chance, Folder};
use gspec::ir::value::{Component, Form, Position, Sum};
use gspec::ir::{Convention, Value};
use gspec::model::Model;
use gspec::number::Int;
use gspec::position::{Budget, Instance, Problem, ProblemKind, Refusal};
use gspec::solve::{Choice, Outcome, Solver};
use gspec::source::{NoFiles, Sources};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// For each heap its options: the heaps that are left, and whether the mover moves again. Heap 0 has none.
type Rules = Vec<Vec<(Vec<usize>, bool)>>;

/// Rules in which an ordinary move may leave two heaps.
fn random(chance: &mut Chance, heaps: usize) -> Rules {
    let option = |chance: &mut Chance, heap: usize| {
        let again = chance.below(3) == 0;
        let mut left = vec![chance.below(heap as u64) as usize];
        if !again && chance.below(4) == 0 {
            left.push(chance.below(heap as u64) as usize);
        }
        (left, again)
    };
    (0..heaps)
        .map(|heap| match heap {
            0 => Vec::new(),
            _ => (0..chance.below(4)).map(|_| option(chance, heap)).collect(),
        })
        .collect()
}

fn spec(rules: &Rules) -> String {
    let mut text = "game g(n: nat) {\n".to_string();
    for (heap, options) in rules.iter().enumerate() {
        for (at, (left, again)) in options.iter().enumerate() {
            let left: Vec<String> = left.iter().map(|heap| format!("g({heap})")).collect();
            let again = if *again { "again " } else { "" };
            let _ = writeln!(text, "  move m{heap}_{at} when n == {heap} -> {again}{}", left.join(" + "));
        }
    }
    text + "}\ngame nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n"
}

/// Plays out all sums of heaps and a heap of Nim.
struct Play<'r> {
    rules: &'r Rules,
    lost: HashMap<(BTreeMap<usize, usize>, u64), bool>,
}

impl Play<'_> {
    /// Whether the player to move loses: who moves again does so in any component, and loses if there is no move.
    fn lost(&mut self, heaps: &BTreeMap<usize, usize>, nim: u64) -> bool {
        if let Some(known) = self.lost.get(&(heaps.clone(), nim)) {
            return *known;
        }
        let mut wins = (0..nim).any(|smaller| self.lost(heaps, smaller));
        for heap in heaps.keys() {
            for (left, again) in &self.rules[*heap] {
                let mut after = heaps.clone();
                match after.get_mut(heap) {
                    Some(count) if *count > 1 => *count -= 1,
                    _ => drop(after.remove(heap)),
                }
                left.iter().for_each(|heap| *after.entry(*heap).or_insert(0) += 1);
                wins |= self.lost(&after, nim) != *again;
            }
        }
        self.lost.insert((heaps.clone(), nim), !wins);
        !wins
    }

    /// The heap of Nim beside which the player to move loses; `None` for loony.
    fn value(&mut self, heaps: &BTreeMap<usize, usize>) -> Option<u64> {
        let found: Vec<u64> = (0..16).filter(|nim| self.lost(heaps, *nim)).collect();
        assert!(found.len() < 2, "{heaps:?}");
        found.first().copied()
    }
}

fn instance(spec: &str) -> Instance {
    let mut sources = Sources::default();
    let root = sources.add("main.game", spec);
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let opened = gspec::pipeline::open(sources, root, &[], &NoFiles, &budget);
    opened.instance.unwrap_or_else(|| panic!("{spec}"))
}

fn position(instance: &Instance, heaps: &BTreeMap<usize, usize>, nim: u64) -> Position {
    let of = |name: &str, number: u64, count: u64| {
        let game = instance.program.find_game(name).unwrap();
        (Component { game, state: vec![Value::Int(Int::from(number))].into() }, count)
    };
    let mut parts: Vec<_> = heaps.iter().map(|(heap, count)| of("g", *heap as u64, *count as u64)).collect();
    if nim > 0 {
        parts.push(of("nim", nim, 1));
    }
    Position { convention: Convention::Normal, form: Form::Sum(Sum::new(parts).unwrap()) }
}

#[test]
fn sums_are_decided_by_their_values_as_by_all_of_play() {
    let (mut chance, mut loony) = (Chance(0x2545_f491), 0);
    for _ in 0..25 {
        let heaps = 6;
        let rules = random(&mut chance, heaps);
        let spec = spec(&rules);
        let instance = instance(&spec);
        let never = || None;
        let budget = Budget::new(&never, 1_000_000);
        let model = Model::of(&instance);
        let choices = [Choice::Reference, Choice::Graph, Choice::Auto];
        let mut solvers = choices.map(|choice| Solver::new(&model, &budget, choice));
        let mut play = Play { rules: &rules, lost: HashMap::new() };
        let mut sums: Vec<BTreeMap<usize, usize>> =
            (1..heaps).map(|heap| BTreeMap::from([(heap, 1)])).collect();
        for (a, b) in (1..heaps).flat_map(|a| (1..=a).map(move |b| (a, b))) {
            let mut sum = BTreeMap::from([(a, 1)]);
            *sum.entry(b).or_insert(0) += 1;
            sums.push(sum);
        }
        for sum in &sums {
            let value = play.value(sum);
            loony += usize::from(value.is_none());
            let asked = position(&instance, sum, 0);
            for solver in &mut solvers {
                let told = format!("{spec}{sum:?} by {}", solver.engine());
                match (solver.sg(&asked), value) {
                    (Ok(found), Some(value)) => assert_eq!(found, Int::from(value), "{told}"),
                    (Err(Problem { kind, .. }), None) => {
                        assert_eq!(kind, ProblemKind::Refused(Refusal::LoonyValue), "{told}");
                    }
                    (found, _) => panic!("{found:?} for {value:?}: {told}"),
                }
                assert_eq!(solver.is_loony(&asked).unwrap(), value.is_none(), "{told}");
            }
            for nim in 0..4 {
                let outcome = if play.lost(sum, nim) { Outcome::Previous } else { Outcome::Next };
                let asked = position(&instance, sum, nim);
                for solver in &mut solvers {
                    let told = format!("{spec}{sum:?} and {nim} by {}", solver.engine());
                    assert_eq!(solver.outcome(&asked), Ok(outcome), "{told}");
                }
                let [reference, graph, auto] = &mut solvers;
                let moves = reference.moves(&asked).unwrap();
                assert_eq!(graph.moves(&asked).unwrap(), moves, "{spec}{sum:?}");
                assert_eq!(auto.moves(&asked).unwrap(), moves, "{spec}{sum:?}");
                assert_eq!(graph.remoteness(&asked), reference.remoteness(&asked), "{spec}{sum:?}");
            }
        }
    }
    assert!(loony > 50, "{loony}");
}

/// Coins on strings: chains with both ends fastened, and loops.
const NIMSTRING: &str = "
let chains = [{10 * n + i, 10 * n + i + 1} for n in 1..=6 for i in 0..n]
let loops = [{100 * n + i, 100 * n + (i + 1) mod n} for n in 3..=6 for i in 0..n]
let held = chains ++ loops
game nimstring(strings: {nat}) {
  move cut(s in strings) when all(coin & strings != {s} for coin in held) -> nimstring(strings - {s})
  move free(s in strings) when any(coin & strings == {s} for coin in held) -> again nimstring(strings - {s})
}
game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }
fn chain(n: nat): {nat} = {s for s in 10 * n..=11 * n}
fn loop_of(n: nat): {nat} = {s for s in 100 * n..101 * n}
";

/// Winning Ways, chapter 16: a chain of one or two coins has value 1, a long one and a loop of four or more
/// 0, since every move in them is loony; half of a chain of two is loony; coins that are free to be taken
/// have value 0.
#[test]
fn nimstring_is_as_in_the_literature() {
    for engine in ["auto", "graph", "reference"] {
        // The reference searches all of play.
        let (longest, loops) = if engine == "reference" { (4, "{4}") } else { (6, "{4, 5, 6}") };
        let claims = format!(
            "{NIMSTRING}
             claim \"short\": sg(nimstring(chain(1))) == 1 and sg(nimstring(chain(2))) == 1
             claim \"long\": forall n in 3..={longest}: sg(nimstring(chain(n))) == 0
             claim \"loops\": forall n in {loops}: sg(nimstring(loop_of(n))) == 0
             claim \"one coin to be taken\": sg(nimstring({{10}})) == 0
             claim \"a coin to be taken and one more\": forall n in 0..=9: winning(nimstring({{20, 21}}) + nim(n))
             claim \"a cut in a long chain\": forall n in 0..=3, s in chain(3): winning(nimstring(chain(3) - {{s}}) + nim(n))
             claim \"in the middle of two\": sg(nimstring({{20, 22}})) == 0
             claim \"sums\": losing(nimstring(chain(1)) + nimstring(chain(2))) and losing(nimstring(chain(1)) + nim(1))
             claim \"equal\": equal(nimstring(chain(1)), nim(1)) and not equal(nimstring({{20, 21}}), nim(1))
             claim \"loony ones are equal\": equal(nimstring({{20, 21}}), nimstring({{20, 21}}) + nim(1))
             claim \"moves\": winning_moves(nimstring(chain(1)) + nim(2)) == 1 and moves(nimstring({{20, 21}}) + nim(2)) == 4"
        );
        let folder = Folder::with(&claims);
        folder.run(&["check", "game.game", "--engine", engine]).status(0).out("11 proved");
    }
}

#[test]
fn loony_is_told_and_no_number() {
    let folder = Folder::with(NIMSTRING);
    let run = |arguments: &[&str]| folder.run(arguments);
    run(&["solve", "game.game", "nimstring({20, 21})"])
        .status(0)
        .out("value       loony  (the player to move wins every sum with it)");
    let told =
        run(&["solve", "game.game", "nimstring({20, 21}) + nim(3)", "--format", "json"]).status(0).json();
    assert_eq!((&told[0]["sg"], &told[0]["loony"]), (&serde_json::Value::Null, &true.into()));
    let told =
        run(&["solve", "game.game", "nimstring(chain(2)) + nim(3)", "--format", "json"]).status(0).json();
    assert_eq!((&told[0]["sg"], &told[0]["loony"]), (&2.into(), &serde_json::Value::Null));
    run(&["table", "game.game", "nimstring({20, 21 + n})", "n=0..=1"])
        .status(0)
        .out("this position is loony");
    run(&["table", "game.game", "nimstring({20, 21 + n})", "n=0..=1", "--format", "json"])
        .status(0)
        .out("\"rows\":[null,0]");
    run(&["graph", "game.game", "nimstring({10}) + nim(1)", "--format", "mermaid"])
        .status(0)
        .out("again nimstring");
}

#[test]
fn what_the_theory_does_not_cover_is_refused() {
    let take = "move one when n > 0 -> again g(n - 1) move two when n > 1 -> g(n - 2)";
    for (text, claim) in [
        (format!("game g(n: nat) {{ {take} }}"), "losing(misere g(1) + g(1))"),
        (format!("game g(n: nat) {{ {take} }}"), "sg(misere g(1)) == 0"),
        (format!("game g(n: nat) {{ {take} }}"), "losing(all(g(1), g(2)))"),
        (
            format!("game g(n: nat) {{ {take} }}"),
            "sg(g(2)) == 7 or sg(g(3)) == 7 or sg(g(4)) == 7 or sg(g(5)) == 7",
        ),
        (format!("game g(n: nat) {{ {take} }}"), "all(sg(p) == 0 for p in options(g(1)))"),
        (format!("game g(n: nat) blocking 1 {{ {take} }}"), "losing(g(2) + g(2))"),
        (format!("game g(n: nat) blocking 1 {{ {take} }}"), "sg(g(2)) == 0"),
        (format!("game g(n: nat) pass 1 each {{ {take} }}"), "sg(g(2)) == 0"),
        (format!("game g(n: nat) {{ end when n == 0: win {take} }}"), "sg(g(2)) == 0"),
        (format!("loopy game g(n: nat) {{ {take} }}"), "sg(g(2)) == 0"),
    ] {
        for engine in ["auto", "graph", "reference"] {
            let folder = Folder::with(&format!("{text} claim {claim}"));
            let run = folder.run(&["check", "game.game", "--engine", engine]);
            assert!(
                run.status == 1 && run.err.contains("G413"),
                "{text} {claim} {engine}\n{}{}",
                run.out,
                run.err
            );
        }
    }
}
