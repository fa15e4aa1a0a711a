//! Theorems are asked before anything is searched, and their answers agree with the reference.

use super::share::{cases, share};
use super::support::{Folder, check};
use gspec::claim::Evidence;
use gspec::ir::value::{Component, Form, Position, Sum};
use gspec::ir::{Convention, GameId, Value};
use gspec::model::Model;
use gspec::pipeline;
use gspec::position::{Budget, Instance};
use gspec::solve::{Choice, How, Solver};
use gspec::source::{NoFiles, Sources};
use std::time::Duration;

fn instance(text: &str) -> Instance {
    let mut sources = Sources::default();
    let root = sources.add("t.game", text);
    let never = || None;
    pipeline::open(sources, root, &[], &NoFiles, &Budget::new(&never, 1_000_000)).instance.unwrap()
}

/// A linear congruential generator of pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

/// `all`, or a 25th of them in a sample.
fn sample(all: usize) -> usize {
    cases(all as u32, all as u32 / 25) as usize
}

/// Compares theorems with the reference on random sums of heaps; returns how many sums theorems
/// answered.
fn compared(text: &str, conventions: &[Convention], total: u64, sums: usize) -> usize {
    let instance = instance(text);
    let never = || None;
    let budget = Budget::new(&never, 50_000_000);
    let model = Model::of(&instance);
    let mut auto = Solver::new(&model, &budget, Choice::Auto);
    let mut reference = Solver::new(&model, &budget, Choice::Reference);
    let mut dice = Dice(5);
    let games: Vec<GameId> = instance.program.game_ids().collect();
    let mut by_theorem = 0;
    for _ in 0..sample(sums) {
        let (mut left, mut parts) = (total, Vec::new());
        while left > 0 {
            let size = dice.below(left) + 1;
            left -= size;
            let game = games[dice.below(games.len() as u64) as usize];
            let state = vec![Value::int(size as i64)].into();
            parts.push((Component { game, state }, 1));
        }
        for convention in conventions {
            let form = Form::Sum(Sum::new(parts.clone()).unwrap());
            let position = Position { convention: *convention, form };
            let said = auto.outcome(&position).unwrap();
            by_theorem += usize::from(matches!(auto.how(), How::Theorem(_) | How::NimUnderMisere));
            assert_eq!(said, reference.outcome(&position).unwrap(), "{position:?}");
        }
    }
    by_theorem
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn misere_sums_by_theorem_have_the_outcome_that_the_reference_finds() {
    let misere = &[Convention::Misere];
    // For sums of this many pins a theorem is faster than a search, unless all rows have one or two.
    let kayles = compared("game k(n: nat) = octal \"0.77\"", misere, 28, 3_000);
    assert!(kayles > sample(1_000), "{kayles}");
    let code = compared("game c(n: nat) = octal \"0.123\"", misere, 30, 3_000);
    assert!(code > sample(1_000), "{code}");
    let nim = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }";
    let taking = compared(&format!("{nim} game t(n: nat) = take {{1, 3, 4}}"), misere, 34, 2_000);
    assert!(taking > sample(100), "{taking}");
    // A sum with a game that is not a taking game is searched; under misère play, sums of a game with an `end` are refused.
    let mixed = compared(
        &format!("{nim} game k(n: nat) = octal \"0.7\" game d(n: nat) = octal \"0.07\""),
        misere,
        22,
        600,
    );
    assert!(mixed < 300, "{mixed}");
    let ends = "game t(n: nat) { end when n == 2: lose move take(k in {1, 2}) when k <= n -> t(n - k) }";
    let instance = instance(ends);
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let model = Model::of(&instance);
    let mut solver = Solver::new(&model, &budget, Choice::Auto);
    let component = Component { game: GameId(0), state: vec![Value::int(3_000)].into() };
    let form = Form::Sum(Sum::new(vec![(component, 2)]).unwrap());
    assert!(
        solver.outcome(&Position { convention: Convention::Misere, form }).is_err(),
        "its sums are refused"
    );
}

/// A limit that distinguishes an immediate answer from a search, with room for a busy machine.
const AT_ONCE: Duration = Duration::from_secs(60);

#[test]
fn misere_kayles_is_answered_at_once_at_any_size() {
    let folder = Folder::with("game kayles(n: nat) = octal \"0.77\"\n");
    let rows = vec![
        ("misere kayles(20)", "P"),
        ("misere kayles(50)", "N"),
        ("misere kayles(60)", "N"),
        ("misere kayles(1000)", "N"),
        ("misere kayles(100000)", "N"),
        ("misere 12*kayles(5) + 3*kayles(9) + kayles(40)", "N"),
        ("misere 2*kayles(10^20) + kayles(25) + kayles(9) + kayles(4)", "N"),
        ("misere kayles(25) + kayles(9) + kayles(4)", "P"),
        ("misere 10^9*kayles(17) + 10^9*kayles(12)", "N"),
    ];
    for (position, outcome) in share(rows, 3) {
        let run = folder.run(&["solve", "game.game", position, "--limit-time", "60s"]).status(0);
        assert!(run.took < AT_ONCE, "{position} took {:?}", run.took);
        run.out(&format!("outcome     {outcome}")).out("Sibert, Conway 1992 (theorem:kayles)");
    }
}

#[test]
fn small_misere_rows_are_searched_and_tell_their_remoteness() {
    let folder = Folder::with("game kayles(n: nat) = octal \"0.77\"\n");
    folder
        .run(&["solve", "game.game", "misere kayles(12)"])
        .status(0)
        .out("remoteness  9")
        .out("complete search");
}

#[test]
fn claims_about_misere_kayles_ask_the_theorem() {
    let claim = |words: &str| format!("game kayles(n: nat) = octal \"0.77\" claim {words}");
    let held = check(&claim("forall n in 0..=2000: losing(misere kayles(n)) <=> n in {1, 4, 9, 12, 20}"));
    assert!(matches!(held.verdicts[0].evidence, Evidence::Proved { .. }));
    let wrong = check(&claim("forall n: losing(misere kayles(n)) <=> n in {1, 4, 9, 12}"));
    let Evidence::Refuted { counterexample } = &wrong.verdicts[0].evidence else { panic!() };
    assert_eq!(counterexample, &[("n".to_string(), Value::int(20))]);
}

#[test]
fn positions_of_some_size_are_answered_by_their_theorem_and_still_tell_their_remoteness() {
    let folder =
        Folder::with("game coprime(n: nat) { move take(k in 1..=n) when gcd(k, n) == 1 -> coprime(n - k) }");
    let run = folder.run(&["solve", "game.game", "coprime(2500)"]).status(0);
    run.out("(theorem:divisors)").out("outcome     P").out("remoteness  ");
}

#[test]
fn the_first_winning_moves_are_listed_where_there_are_too_many() {
    let folder = Folder::with(
        "game coprime(n: nat) { move take(k in 1..=n) when gcd(k, n) == 1 -> coprime(n - k) }
         game kayles(n: nat) = octal \"0.77\"",
    );
    let run = |arguments: &[&str]| folder.run(&[&["solve", "game.game"], arguments].concat()).status(0);
    let text = run(&["coprime(20001)"]);
    assert!(text.out.contains("some winning moves"), "{}", text.out);
    assert!(text.out.contains("take(k = 1)") && text.out.contains("-> coprime(20000)"), "{}", text.out);
    assert!(!text.out.contains("too many to list\n"), "{}", text.out);
    let json = run(&["coprime(20001)", "--format", "json"]).json().remove(0);
    assert_eq!(json["more_moves"], true);
    assert_eq!(json["moves"][0]["to"], "coprime(20000)");
    // All listed moves lead to lost positions, in a sum as well.
    let sum = run(&["kayles(10^18) + kayles(3)", "--format", "json"]).json().remove(0);
    assert_eq!(sum["moves"].as_array().unwrap().len(), 10);
    assert!(sum["moves"].as_array().unwrap().iter().all(|it| it["outcome"] == "P"), "{sum}");
    // A lost position has none.
    run(&["coprime(10^30)"]).out("no winning move");
}
