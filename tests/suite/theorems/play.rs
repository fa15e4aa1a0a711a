//! Theorems that cover a spec because play from its starts equals play that they know, in any
//! encoding of states.

use super::encodings::{covers, refuses};
use crate::suite::case::gspec_in;
use crate::suite::closed_forms::opened;
use crate::suite::support::Folder;
use gspec::ir::value::{Component, Position, Sum};
use gspec::ir::{Convention, GameId, Value};
use gspec::model::Model;
use gspec::position::{Budget, Evaluator, Flow};
use gspec::solve::{Choice, Outcome, Solver};
use std::collections::BTreeSet;

/// Demands that a theorem covers the spec by the play from this start, and that whatever it says of a component which play reaches
/// is what the reference finds. Returns how many outcomes it gives, counted for both conventions.
#[track_caller]
fn agrees(id: &str, spec: &str, start: &[Value]) -> usize {
    let instance = opened(spec, &[]);
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let model = Model::of(&instance);
    let covered = model.theorem(GameId(0), &budget).unwrap_or_else(|| panic!("{spec}"));
    assert_eq!(covered.theorem.id, id, "{spec}");
    assert!(covered.only().is_some_and(|only| only.contains("starts reach")), "{spec}: {:?}", covered.only());
    let mut solver = Solver::new(&model, &budget, Choice::Reference);
    let mut told = 0;
    let mut pending = vec![start.to_vec()];
    let mut seen: BTreeSet<Vec<Value>> = pending.iter().cloned().collect();
    while let Some(state) = pending.pop() {
        let component = Component { game: GameId(0), state: state[..].into() };
        for convention in [Convention::Normal, Convention::Misere] {
            if let Some(lost) = covered.losing(&state, convention) {
                let position = Position { convention, ..Position::normal(Sum::one(component.clone())) };
                let known = solver.outcome(&position).unwrap();
                let said = if lost { Outcome::Previous } else { Outcome::Next };
                assert_eq!(said, known, "{spec}: {state:?} under {convention:?}");
                told += 1;
            }
        }
        if let Some(value) = covered.value(&state) {
            let known = solver.sg(&Position::normal(Sum::one(component.clone()))).unwrap();
            assert_eq!(value, known, "{spec}: {state:?}");
        }
        let mut evaluator = Evaluator::new(&instance, &budget);
        if evaluator.ending(&component).unwrap().is_some() {
            continue;
        }
        let each = evaluator.each_target(&component, &mut |_, _, parts| {
            for (part, _) in parts {
                if seen.insert(part.state.to_vec()) {
                    pending.push(part.state.to_vec());
                }
            }
            Ok(Flow::More)
        });
        each.unwrap();
    }
    told
}

fn set(members: impl IntoIterator<Item = i64>) -> Value {
    Value::set(members.into_iter().map(Value::int).collect())
}

fn list(members: &[i64]) -> Value {
    Value::List(members.iter().copied().map(Value::int).collect())
}

/// A tree by the number of the vertex below each; vertex 0 is the root.
const FALLS: &str = "let below = [0, 0, 1, 1, 3, 0, 5]
    fn stands(v: nat, cut: nat): bool = v != cut and below[v] != cut and below[below[v]] != cut
    game tree(alive: {nat}) {
        measure len(alive)
        move cut(v in alive) when v > 0 -> tree({w for w in alive if stands(w, v)})
    }
    start tree(0..7)";

#[test]
fn trees_fall_whatever_names_their_edges() {
    // Every position that is reached has an outcome.
    assert!(agrees("hackenbush", FALLS, &[set(0..7)]) > 12);
    // Here only the cut vertex goes: what stands on it does not fall.
    refuses("hackenbush", &[&FALLS.replace("w in alive if stands(w, v)", "w in alive if w != v")]);
    // What stands on vertex 3 does not fall with vertex 1.
    refuses("hackenbush", &[&FALLS.replace(" and below[below[v]] != cut", "")]);
}

const PICTURE: &str = "let ends = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 3), (0, 4)]
    fn held(left: {nat}): {vertex} =
        reachable(graph undirected { (u, v) for (u, v) in [ends[i] for i in left] ++ [(0, 0)] }, 0)
    game picture(left: {nat}) {
        measure len(left)
        move cut(i in left) -> picture({j for j in left - {i} if ends[j][0] in held(left - {i})})
    }
    start picture(0..6)";

#[test]
fn pictures_by_the_numbers_of_their_edges() {
    assert!(agrees("hackenbush-on-graphs", PICTURE, &[set(0..6)]) > 20);
    // Edges that hang on nothing stay, and may be cut: every cut takes one edge.
    refuses(
        "hackenbush-on-graphs",
        &[&PICTURE.replace("left - {i} if ends[j][0] in held(left - {i})", "left - {i} if j >= 0")],
    );
}

const BITES: &str = "game divisors_left(d: {nat}) {
        measure len(d)
        move name(k in d) when k > 1 -> divisors_left({x for x in d if x mod k != 0})
    }
    start divisors_left({x for x in divisors(200)})";

#[test]
#[ignore = "long: runs with --include-ignored"]
fn bars_of_chocolate_by_divisors() {
    // 200 = 2^3 5^2: a bar of 4 by 3.
    let divisors = [1, 2, 4, 5, 8, 10, 20, 25, 40, 50, 100, 200];
    assert!(agrees("chomp", BITES, &[set(divisors)]) > 5);
    refuses("chomp", &[&BITES.replace("x mod k != 0", "x mod k != 0 or x == 200 and k == 2")]);
}

#[test]
fn rows_and_stacks() {
    let ends = "game ends(a: [nat]) {
            measure sum(a)
            move take(i in indices(a), k in 1..=a[i]) when sum(a[..i]) == 0 or sum(a[i + 1..]) == 0 -> ends(a with [i] = a[i] - k)
        }
        start ends([2, 1, 3, 2])";
    assert!(agrees("end-nim", ends, &[list(&[2, 1, 3, 2])]) > 20);
    refuses("end-nim", &[&ends.replace("sum(a[i + 1..]) == 0", "sum(a[i + 1..]) < 2")]);
    let coins = "game strip(a: nat, b: nat, c: nat) {
            measure a + b + c
            move first(x in 0..a) -> strip(x, b, c)
            move second(x in a + 1..b) -> strip(a, x, c)
            move third(x in b + 1..c) -> strip(a, b, x)
        }
        start strip(1, 3, 7)";
    covers("silver-dollar", &[coins]);
    refuses("silver-dollar", &[&coins.replace("x in a + 1..b", "x in a..b")]);
}

#[test]
fn nothing_is_said_without_a_start_or_beyond_it() {
    let without = FALLS.replace("start tree(0..7)", "");
    refuses("hackenbush", &[&without]);
    let instance = opened(FALLS, &[]);
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let model = Model::of(&instance);
    let covered = model.theorem(GameId(0), &budget).unwrap();
    // No play from the start gets here.
    assert_eq!(covered.losing(&[set([2, 4])], Convention::Normal), None);
    assert_eq!(covered.value(&[set([2, 4])]), None);
    // Play through rules that have no value somewhere is not followed.
    refuses("hackenbush", &[&FALLS.replace("when v > 0", "when v > 0 and 10 div (len(alive) - 2) > 0")]);
}

#[test]
fn heaps_of_nim_are_not_called_trees() {
    // A tree without branches is Nim, and many other games have heaps of Nim too.
    let stalks = FALLS
        .replace("[0, 0, 1, 1, 3, 0, 5]", "[0, 0, 1, 2, 0, 4, 5]")
        .replace("below[below[v]]", "below[below[below[v]]]");
    refuses("hackenbush", &[&stalks]);
}

/// Wythoff's game below 7, with another move above.
const WYTHOFF_BELOW_7: &str = "game w(a: nat, b: nat) {
        end when a + b == 0: lose
        move left(k in 1..=a) -> w(a - k, b)
        move right(k in 1..=b) -> w(a, b - k)
        move both(k in 1..=min(a, b)) -> w(a - k, b - k)
        move odd when a > 6 -> w(1, 2)
    }
    start w(4, 6)
    claim \"not Wythoff everywhere\": forall a, b: losing(w(a, b)) <=> min(a, b) == floor(phi * abs(a - b))";

#[test]
#[ignore = "long: runs with --include-ignored"]
fn a_theorem_about_the_starts_is_not_guessed() {
    let guessed = gspec_in(&Folder::with(WYTHOFF_BELOW_7).path(""), &["guess", "game.game", "w(a, b)"]).out;
    assert!(!guessed.contains("known game"), "{guessed}");
}

#[test]
fn ends_do_not_hide_that_it_is_about_the_starts() {
    let told = gspec_in(&Folder::with(WYTHOFF_BELOW_7).path(""), &["check", "game.game"]).status(1).out;
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("the positions that the starts reach") && !told.contains("a, b <="), "{told}");
    // Few positions of few numbers are no Nim.
    refuses(
        "nim-list",
        &[
            "game g(w: [nat]) { measure sum(w) move t(i in indices(w), k in 1..=w[i]) when k < 3 or i > 5 -> g(w with [i] = w[i] - k) } start g([2, 1])",
        ],
    );
}

#[test]
fn ends_mean_what_the_rules_say() {
    // Piles of candies by eaten piles and eaten rows; who finds none has won.
    let piles = "let a = [6, 5, 5, 3, 1]
        game candies(x: nat, y: nat) {
            end when x == len(a) or y >= a[min(x, len(a) - 1)]: win
            measure 20 - x - y
            move pile -> candies(x + 1, y)
            move row -> candies(x, y + 1)
        }
        start candies(0, 0)";
    assert!(agrees("candies", piles, &[Value::int(0), Value::int(0)]) > 20);
    // The player who finds no candies has lost.
    refuses("candies", &[&piles.replace(": win", ": lose")]);
}
