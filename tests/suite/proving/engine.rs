//! `--engine proof`: answers from the proved set, or from proved values, alone; compared with the reference and with a theorem.

use super::named::NAMED;
use super::variants::named;
use super::{Clock, instance};
use crate::suite::case::gspec_in;
use crate::suite::share;
use crate::suite::support::{Folder, Run, finish, program};
use gspec::ir::value::{Component, Form, Position, Sum};
use gspec::ir::{Convention, Value};
use gspec::model::Model;
use gspec::number::Int;
use gspec::position::Budget;
use gspec::proof::prover::Prover;
use gspec::solve::{Choice, Solver};

/// Compares all positions of a box, and all their moves: name, target and outcome.
#[test]
fn all_answers_agree_with_the_reference() {
    for (at, (name, ..)) in NAMED.iter().enumerate() {
        // In a short run, every fourth variant is compared below 25, and the others below 10.
        let side: usize = if share::is_all() {
            60
        } else if at % 4 == 1 {
            25
        } else {
            10
        };
        let variant = named(name);
        let instance = instance(&variant.spec());
        let never = || None;
        let budget = Budget::new(&never, 20_000_000).observed(&Clock);
        let prover = Prover::new(&instance, 1);
        let model = Model::of(&instance).proving(&prover);
        let mut proof = Solver::new(&model, &budget, Choice::Proof);
        let mut reference = Solver::new(&model, &budget, Choice::Reference);
        let game = instance.program.find_game("g").unwrap();
        let convention = if variant.misere { Convention::Misere } else { Convention::Normal };
        for at in 0..side * side {
            let state = [at / side, at % side].map(|it| Value::Int(Int::from(it)));
            let component = Component { game, state: state.to_vec().into() };
            let position = Position { convention, form: Form::Sum(Sum::one(component)) };
            let expected = reference.outcome(&position).unwrap();
            assert_eq!(proof.outcome(&position).unwrap(), expected, "{name} at {at} of {side}");
            let moves = proof.moves(&position).unwrap();
            assert_eq!(moves, reference.moves(&position).unwrap(), "{name} at {at} of {side}");
        }
    }
}

const ROOK: &str =
    "game g(a: nat, b: nat) { move left(k in 1..=a) -> g(a - k, b) move right(k in 1..=b) -> g(a, b - k)
    move both(k in 1..=3) when k <= min(a, b) -> g(a - k, b - k) }";
const WYTHOFF: &str =
    "game g(a: nat, b: nat) { move left(k in 1..=a) -> g(a - k, b) move right(k in 1..=b) -> g(a, b - k)
    move both(k in 1..=min(a, b)) -> g(a - k, b - k) }";
const QUEEN_AND_KNIGHT: &str =
    "game g(a: nat, b: nat) { move left(k in 1..=a) -> g(a - k, b) move right(k in 1..=b) -> g(a, b - k)
    move both(k in 1..=min(a, b)) -> g(a - k, b - k)
    move jump((x, y) in {(1, 2), (2, 1)}) when x <= a and y <= b -> g(a - x, b - y) }";

fn run(spec: &str, command: &str, more: &[&str]) -> Run {
    let folder = Folder::new().and("main.game", spec);
    gspec_in(&folder.path(""), &[&[command, "main.game"], more].concat())
}

fn solved(spec: &str, position: &str, more: &[&str]) -> serde_json::Value {
    let run = run(spec, "solve", &[&[position, "--format", "json"], more].concat());
    serde_json::from_str(run.out.trim()).unwrap_or_else(|_| panic!("{}", run.err))
}

/// At 10^1000, where Wythoff's theorem gives the moves: the automaton picks one of them.
#[test]
fn moves_of_huge_positions_are_those_of_a_theorem() {
    for position in ["g(10^1000, 10^1000 + 7)", "g(5, 10^1000)", "g(10^1000 + 1, 3 * 10^999)"] {
        let proof = solved(WYTHOFF, position, &["--engine", "proof"]);
        let theorem = solved(WYTHOFF, position, &[]);
        assert_eq!((&proof["engine"], &theorem["engine"]), (&"proof".into(), &"theorem".into()));
        assert_eq!(proof["outcome"], theorem["outcome"]);
        let (found, all) = (proof["moves"].as_array().unwrap(), theorem["moves"].as_array().unwrap());
        assert!(!found.is_empty(), "{position}");
        for it in found {
            let same = all.iter().any(|other| other["to"] == it["to"] && other["move"] == it["move"]);
            assert!(same, "{position}: {it}");
        }
    }
}

/// By hand, (3, 5) is lost with diagonal moves of at most three steps, so that taking 10^1000 - 5 wins; without a theorem, `auto`
/// asks the proved set as well.
#[test]
fn large_components_without_a_theorem_are_told_by_a_proof() {
    let found = solved(ROOK, "g(3, 10^1000)", &[]);
    assert_eq!((&found["outcome"], &found["engine"]), (&"N".into(), &"proof".into()));
    let moves = found["moves"].as_array().unwrap();
    assert!(moves.iter().any(|it| it["to"] == "g(3, 5)"), "{found}");
    // Without time for a proof the search reaches its limits.
    run(ROOK, "solve", &["g(3, 10^1000)", "--prove-time", "0s", "--limit-time", "300ms"]).status(3);
    let misere = solved(ROOK, "misere g(10^20, 10^20)", &["--engine", "proof"]);
    assert_eq!(misere["outcome"], "N");
}

#[test]
fn why_tells_the_run_of_the_automaton_and_the_move() {
    let run = run(ROOK, "solve", &["g(10, 14)", "--engine", "proof", "--why"]).status(0);
    for line in [
        "a         1 0 1 0",
        "b         1 1 1 0",
        "the player to move wins",
        "right(k = 1): g(10, 13) is accepted",
    ] {
        assert!(run.out.contains(line), "{line}: {}", run.out);
    }
}

#[test]
fn tables_and_queries_are_answered_by_the_set() {
    let table = ["g(a, b)", "a=0..=40", "b=0..=40", "--value", "outcome", "--format", "csv"];
    let proof = run(ROOK, "table", &[&table[..], &["--engine", "proof"]].concat()).status(0);
    let reference = run(ROOK, "table", &[&table[..], &["--engine", "reference"]].concat()).status(0);
    assert_eq!(proof.out, reference.out);
    let folder = Folder::new().and("main.game", ROOK);
    for pattern in [&["g(a, b)"][..], &[]] {
        let arguments = [&["query", "main.game"], pattern, &["--engine", "proof"]].concat();
        let lines: &[u8] = match pattern {
            [] => b"g(10, 13)\ng(10, 14)\ng(10^30, 10^30 + 7)\n",
            _ => b"10 13\n10 14\n1000000000000000000000000000000 7\n",
        };
        let run = finish(program(&folder.path(""), &arguments), lines).status(0);
        assert_eq!(run.out, "P\nN\nN\n");
    }
}

/// A line is answered by a winning move where there is one, at any size: (10, 13) and (3, 5) are lost.
#[test]
fn queries_are_answered_by_winning_moves() {
    let folder = Folder::new().and("main.game", ROOK);
    let huge = format!("1{}", "0".repeat(1000));
    for engine in ["proof", "auto"] {
        let arguments = ["query", "main.game", "g(a, b)", "--as", "move", "--engine", engine];
        let lines = format!("10 13\n10 14\n3 {huge}\n");
        let run = finish(program(&folder.path(""), &arguments), lines.as_bytes()).status(0);
        let found: Vec<&str> = run.out.lines().collect();
        assert_eq!(found[..2], ["P", "right(k = 1)"], "{engine}");
        assert_eq!(found[2], format!("right(k = {}5)", "9".repeat(999)), "{engine}");
        let arguments = ["query", "main.game", "--as", "move", "--engine", engine];
        let run = finish(program(&folder.path(""), &arguments), b"g(10, 14)\n").status(0);
        assert_eq!(run.out, "right(k = 1)\n", "{engine}");
    }
}

const KING: &str = "game g(a: nat, b: nat) {
    move left when a > 0 -> g(a - 1, b)
    move right when b > 0 -> g(a, b - 1)
    move both when a > 0 and b > 0 -> g(a - 1, b - 1)
}";

/// If the values are proved, tables, queries and sums use them; they agree with the reference.
#[test]
fn proved_values_answer() {
    let table = ["g(a, b)", "a=0..=25", "b=0..=25", "--value", "sg", "--format", "csv"];
    let proof = run(KING, "table", &[&table[..], &["--engine", "proof"]].concat()).status(0);
    let reference = run(KING, "table", &[&table[..], &["--engine", "reference"]].concat()).status(0);
    assert_eq!(proof.out, reference.out);
    // The value of a king's position depends on the parities, and on which field is larger.
    for (huge, small) in [
        ("g(10^30 + 1, 6)", "g(9, 6)"),
        ("g(3, 10^30 + 1)", "g(3, 9)"),
        ("g(10^30, 10^9) + g(7, 10^30 + 1)", "g(8, 6) + g(7, 9)"),
    ] {
        let found = solved(KING, huge, &["--engine", "proof"]);
        let expected = solved(KING, small, &["--engine", "reference"]);
        let told = |view: &serde_json::Value| (view["outcome"].clone(), view["sg"].clone());
        assert_eq!(told(&found), told(&expected), "{huge}: {found}");
    }
    for sum in ["g(3, 4) + g(6, 9)", "g(5, 5) + g(1, 2) + g(2, 1)", "2 * g(3, 3)", "g(1, 1) + g(2, 3)"] {
        let (proof, reference) =
            (solved(KING, sum, &["--engine", "proof"]), solved(KING, sum, &["--engine", "reference"]));
        assert_eq!((&proof["outcome"], &proof["sg"]), (&reference["outcome"], &reference["sg"]), "{sum}");
    }
    let checked =
        format!("{KING} claim forall a in 0..=9, b in 0..=9: sg(g(2 * a + 1, 2 * b)) == 1 <=> a >= b");
    run(&checked, "check", &["--engine", "proof"]).status(0);
}

#[test]
fn what_is_not_proved_is_not_answered() {
    let proof = ["--engine", "proof"];
    let asked = |spec: &str, more: &[&str]| run(spec, "solve", &[more, &proof[..]].concat());
    asked(QUEEN_AND_KNIGHT, &["g(5, 7)", "--prove-time", "50ms"]).status(3).err("G509");
    asked("game g(n: nat) { move take(k in 1..=n) when k * k <= n -> g(n - k) }", &["g(9)"])
        .status(1)
        .err("G505");
    asked(ROOK, &["g(1, 2) + g(3, 4)"]).status(2).err("G504");
    asked(ROOK, &["g(1, 2)", "--remoteness"]).status(1).err("G413");
    asked(ROOK, &["g(1, 2)", "--prove-time", "soon"]).status(2).err("--prove-time");
    run(ROOK, "table", &["g(a, 3)", "a=0..=3", "--engine", "proof"]).status(2).err("--value outcome");
    run(ROOK, "query", &["g(a, 3)", "--as", "sg", "--engine", "proof"]).status(2).err("--as sg");
    run(ROOK, "play", &["g(1, 2)", "--engine", "proof"])
        .status(1)
        .err("no set of its lost positions is proved");
    let checked =
        format!("{ROOK} claim forall a in 0..=9: exists b: losing(g(a, b)) claim: sg(g(1, 1)) == 3");
    run(&checked, "check", &proof).status(1).out("proved").err("G413");
}

/// Positions may be won without a move: by an `end`, or under misère play where there is none.
#[test]
fn the_reason_covers_positions_without_a_move() {
    let ends = "game w(a: nat, b: nat) { end when a == 0 or b == 0: win
        move left(k in 1..=a) -> w(a - k, b) move right(k in 1..=b) -> w(a, b - k) }";
    run(ends, "prove", &[]).out("has a move to a lost one, or is won by an `end`: decided");
    run(ends, "solve", &["w(0, 5)", "--engine", "proof", "--why"]).out("is won by an `end`");
    run(WYTHOFF, "prove", &["misere g(a, b)"]).out("or no move at all, which wins under misère play");
    run(WYTHOFF, "prove", &[]).out("every other position has a move to a lost one: decided");
    let why = run(WYTHOFF, "solve", &["misere g(0, 0)", "--engine", "proof", "--why"]);
    why.out("or no move at all, which wins under misère play").out("    a         0\n");
}
