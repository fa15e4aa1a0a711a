//! Games whose turns are not ordinary (`blocking`, `pass`, `again`), against play written out here, in which the opponent tries
//! every set of options to forbid, and against published results.

use super::support::{Folder, check, codes, proved};
use gspec::ir::value::{Component, Form, Position, Sum};
use gspec::ir::{Convention, GameId, Value};
use gspec::model::Model;
use gspec::number::Int;
use gspec::pipeline::{self, Opened};
use gspec::position::Budget;
use gspec::solve::{Choice, Outcome, Solver};
use gspec::source::{NoFiles, Sources};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

fn open(spec: &str) -> Opened {
    let never = || None;
    let mut sources = Sources::default();
    let root = sources.add("twist.game", spec);
    let opened = pipeline::open(sources, root, &[], &NoFiles, &Budget::new(&never, 100_000));
    assert!(opened.instance.is_some(), "{spec}\n{:?}", opened.diagnostics);
    opened
}

/// A linear congruential generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % count
    }
}

/// A game of two heaps: which vectors may be taken, and how many options may be forbidden.
struct Vectors {
    vectors: Vec<(u64, u64)>,
    blocked: usize,
}

type State = (u64, u64);

impl Vectors {
    fn random(random: &mut Random) -> Vectors {
        let count = 1 + random.below(6);
        let mut vectors = BTreeSet::new();
        while (vectors.len() as u64) < count {
            vectors.insert((random.below(4), random.below(4)));
            vectors.remove(&(0, 0));
        }
        Vectors { vectors: vectors.into_iter().collect(), blocked: random.below(4) as usize }
    }

    /// The spec. Some moves are written twice, which makes no more options of them.
    fn spec(&self, random: &mut Random) -> String {
        let mut text = format!("game g(a: nat, b: nat) blocking {} {{\n", self.blocked);
        for (at, (a, b)) in self.vectors.iter().enumerate() {
            for copy in 0..1 + random.below(2) {
                let _ =
                    writeln!(text, "  move m{at}c{copy} when a >= {a} and b >= {b} -> g(a - {a}, b - {b})");
            }
        }
        text + "}\n"
    }

    fn options(&self, (a, b): State) -> Vec<State> {
        let fits = self.vectors.iter().filter(|by| by.0 <= a && by.1 <= b);
        fits.map(|by| (a - by.0, b - by.1)).collect()
    }

    /// Whether the player to move wins, and in how many moves: the opponent tries each set of options to forbid.
    fn won(
        &self,
        state: State,
        misere: bool,
        known: &mut HashMap<(State, bool), (bool, u64)>,
    ) -> (bool, u64) {
        if let Some(known) = known.get(&(state, misere)) {
            return *known;
        }
        let options: Vec<(bool, u64)> =
            self.options(state).into_iter().map(|to| self.won(to, misere, known)).collect();
        let mut best: Option<(bool, u64)> = None;
        for forbidden in 0u32..1 << options.len() {
            if forbidden.count_ones() as usize > self.blocked {
                continue;
            }
            let left = options.iter().enumerate().filter(|(at, _)| forbidden >> at & 1 == 0);
            let left: Vec<(bool, u64)> = left.map(|(_, it)| *it).collect();
            let quickest = left.iter().filter(|it| !it.0).map(|it| it.1 + 1).min();
            let answer = match quickest {
                _ if left.is_empty() => (misere, 0),
                Some(moves) => (true, moves),
                None => (false, left.iter().map(|it| it.1 + 1).max().unwrap()),
            };
            // The opponent wins where that is possible, and then soon; else loses late.
            let better = |before: (bool, u64)| match (before.0, answer.0) {
                (true, false) => true,
                (false, true) => false,
                (false, false) => answer.1 < before.1,
                (true, true) => answer.1 > before.1,
            };
            if best.is_none_or(better) {
                best = Some(answer);
            }
        }
        let answer = best.unwrap();
        known.insert((state, misere), answer);
        answer
    }
}

fn position(state: State, convention: Convention) -> Position {
    let fields = [state.0, state.1].map(|field| Value::Int(Int::from(field)));
    let sum = Sum::one(Component { game: GameId(0), state: fields.into_iter().collect() });
    Position { convention, form: Form::Sum(sum) }
}

#[test]
fn forbidden_options_are_played_as_they_are_defined() {
    let mut random = Random(7);
    for _ in 0..60 {
        let game = Vectors::random(&mut random);
        let spec = game.spec(&mut random);
        let opened = open(&spec);
        let instance = opened.instance.as_ref().unwrap();
        let never = || None;
        let budget = Budget::new(&never, 100_000);
        let model = Model::of(instance);
        let choices = [Choice::Reference, Choice::Graph, Choice::Auto];
        let mut solvers = choices.map(|choice| Solver::new(&model, &budget, choice));
        let mut known = HashMap::new();
        for (a, b, convention) in (0..9).flat_map(|a| {
            (0..9).flat_map(move |b| [Convention::Normal, Convention::Misere].map(|it| (a, b, it)))
        }) {
            let (won, moves) = game.won((a, b), convention == Convention::Misere, &mut known);
            let outcome = if won { Outcome::Next } else { Outcome::Previous };
            let asked = position((a, b), convention);
            for solver in &mut solvers {
                let told = format!("{spec}({a}, {b}) {convention:?} by {}", solver.engine());
                assert_eq!(solver.outcome(&asked), Ok(outcome), "{told}");
                assert_eq!(solver.remoteness(&asked), Ok(Some(moves)), "{told}");
                assert_eq!(solver.options(&asked).unwrap().len(), game.options((a, b)).len(), "{told}");
                if game.blocked > 0 {
                    assert_eq!(solver.value(&asked), Ok(None), "{told}");
                }
            }
        }
    }
}

/// One option forbidden: {(0, 0)}, {(n, 2n + 1)} and twice a pair of Wythoff plus 2. Two forbidden: (n, 2n + 1) and
/// (n, 2n + 2) (Larsson 2011).
#[test]
fn the_published_results_about_blocking_wythoff() {
    use gspec::theory::wythoff::blocking::{losing_one_forbidden, losing_two_forbidden};
    for (blocked, losing) in
        [(1, losing_one_forbidden as fn(&_, &_) -> bool), (2, losing_two_forbidden as fn(&_, &_) -> bool)]
    {
        let rules = format!(
            "game w(a: nat, b: nat) blocking {blocked} {{
               move left(k in 1..=a) -> w(a - k, b)
               move right(k in 1..=b) -> w(a, b - k)
               move both(k in 1..=min(a, b)) -> w(a - k, b - k)
             }}"
        );
        let opened = open(&rules);
        let never = || None;
        let budget = Budget::new(&never, 100_000);
        let model = Model::of(opened.instance.as_ref().unwrap());
        let mut solver = Solver::new(&model, &budget, Choice::Auto);
        for (a, b) in (0u64..70).flat_map(|a| (0u64..70).map(move |b| (a, b))) {
            let lost = solver.outcome(&position((a, b), Convention::Normal)) == Ok(Outcome::Previous);
            assert_eq!(lost, losing(&a.into(), &b.into()), "{blocked}: ({a}, {b})");
        }
    }
}

/// Worked out by hand: `c` has no moves; the only option of `b` can be forbidden; both options of `a` are lost. On the
/// three vertices of a circle in both directions nothing is ever decided. Under misère play `b` of `a` can be forbidden, and the
/// other option lets the opponent win.
#[test]
fn forbidden_options_where_play_may_go_on_for_ever() {
    proved(
        "let G = graph { a -> b, c; b -> a; c; x -> y, z; y -> x, z; z -> x, y }
         loopy game g(v: vertex) blocking 1 { move step(w in out(G, v)) -> g(w) }
         claim \"a\": winning(g(a)) and remoteness(g(a)) == 1
         claim \"b\": losing(g(b)) and remoteness(g(b)) == 0
         claim \"x\": drawn(g(x)) and drawn(g(y)) and drawn(g(z))
         claim \"misère\": winning(misere g(c)) and losing(misere g(a)) and winning(misere g(b))",
    );
}

/// A game whose play can reach a game with `blocking` is not ordinary; other games beside it are.
#[test]
fn ordinary_games_beside_others_stay_what_they_are() {
    proved(
        "game heap(n: nat) blocking 1 { move take(k in 1..=n) -> heap(n - k) }
         game door(n: nat) { move open -> heap(n) move wait when n > 0 -> door(n - 1) }
         game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }
         claim \"values\": forall n, m: losing(nim(n) + nim(m)) <=> n == m
         claim \"heap\": forall n in 0..=9: losing(heap(n)) <=> n <= 1
         claim \"door\": forall n in 0..=9: winning(door(n)) <=> n == 0 or odd(n)
         claim \"nothing forbidden\": losing(none(3) + none(3)) and sg(none(4)) == 4
         game none(n: nat) blocking 0 { move take(k in 1..=n) -> none(n - k) }",
    );
}

const HEAP: &str = "game heap(n: nat) blocking 1 { move take(k in 1..=n) -> heap(n - k) }
game door(n: nat) { move open -> heap(n) }
game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }
";

#[test]
#[ignore = "long: runs with --include-ignored"]
fn what_is_not_defined_is_refused() {
    for claim in [
        "sg(heap(3)) == 3",
        "sg(door(3)) == 3",
        "losing(heap(1) + heap(1))",
        "losing(2 * heap(1))",
        "losing(heap(1) + nim(1))",
        "losing(door(1) + nim(1))",
        "losing(misere heap(1) + heap(1))",
        "losing(all(heap(1), heap(1)))",
        "losing(short all(heap(1), heap(1)))",
        "losing(some(heap(1), nim(1)))",
        "losing(anti heap(1))",
        "equal(heap(1), heap(2))",
        "equal(heap(1), nim(0))",
        "forall n: sg(heap(n)) == n",
    ] {
        let checked = check(&format!("{HEAP}claim \"c\": {claim}"));
        assert!(!checked.ok() && codes(&checked).contains(&"G413"), "{claim}: {:?}", codes(&checked));
    }
    // `prove` supports games with `blocking`. A claim that was only examined is not called proved; a false
    // one is refuted.
    for (claim, text) in [
        ("forall n: losing(heap(n)) <=> n <= 1", "proved"),
        ("forall n: losing(heap(n)) <=> n == 0", "refuted"),
        ("forall n: winning(door(n)) <=> n <= 1", "checked"),
    ] {
        let folder = Folder::with(&format!("{HEAP}claim \"c\": {claim}"));
        let run = folder.run(&["check", "game.game", "--format", "json"]);
        assert_eq!(run.json()[0]["claims"][0]["status"], text, "{claim}\n{}", run.out);
    }
}

#[test]
fn commands_tell_how_a_position_with_forbidden_options_stands() {
    let folder = Folder::with(HEAP);
    let run = |arguments: &[&str]| folder.run(arguments);
    run(&["solve", "game.game", "heap(1)", "--why"])
        .status(0)
        .out("outcome     P")
        .out("blocking    the opponent may forbid 1 option")
        .out("1 of 1 move leads to a lost position, and the opponent may forbid up to 1:");
    run(&["solve", "game.game", "heap(3)"]).status(0).out("outcome     N").out("moves to lost positions");
    run(&["solve", "game.game", "heap(1) + heap(1)"]).status(1).err("has no such sums");
    run(&["solve", "game.game", "heap(1)", "--engine", "lattice"])
        .status(2)
        .err("its rules have `again`, `blocking` or");
    run(&["table", "game.game", "heap(n)", "n=0..=3", "--value", "outcome"]).status(0).out("P");
    run(&["prove", "game.game", "heap"]).status(0).out("at most 1 are lost, which the opponent forbids");
    run(&["prove", "game.game", "door"]).status(1).err("a move does not lead to exactly one component");
    run(&["period", "game.game", "heap(n)"]).err("no values that a theory knows");
    run(&["play", "game.game", "heap(3)"]).status(2).err("`play` does not support `blocking` or `again` yet");
    run(&["check", "game.game", "--verbose"]).status(0).out("each turn the opponent may forbid one option");
}

#[test]
fn slips_in_blocking_are_told() {
    for (text, code) in [
        ("game g(n: nat) blocking 0 - 1 { move m when n > 0 -> g(n - 1) }", "G304"),
        ("game g(n: nat) blocking n { move m when n > 0 -> g(n - 1) }", "G201"),
        ("game g(n: nat) blocking 1 == 1 { move m when n > 0 -> g(n - 1) }", "G301"),
        ("game g(n: nat) blocking 1 blocking 2 { move m when n > 0 -> g(n - 1) }", "G202"),
        ("game g(n: nat) blocking { move m when n > 0 -> g(n - 1) }", "G101"),
        ("game g(n: nat) blocking 1 div 0 { move m when n > 0 -> g(n - 1) }", "G304"),
        ("game g(n: nat) blocking sg(g(1)) { move m when n > 0 -> g(n - 1) }", "G210"),
    ] {
        let checked = check(text);
        assert!(codes(&checked).contains(&code), "{text}: {:?}", codes(&checked));
    }
}

/// The game `h`, with passes by hand: the last field counts the passes left, and a move `pass` takes one.
fn with_passes(game: &Vectors) -> String {
    let mut text = "game h(a: nat, b: nat, p: nat) {\n  measure a + b, p\n".to_string();
    let mut some = Vec::new();
    for (at, (a, b)) in game.vectors.iter().enumerate() {
        let _ = writeln!(text, "  move m{at} when a >= {a} and b >= {b} -> h(a - {a}, b - {b}, p)");
        some.push(format!("a >= {a} and b >= {b}"));
    }
    let _ = writeln!(text, "  move pass when p >= 1 and ({}) -> h(a, b, p - 1)\n}}", some.join(" or "));
    text
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn shared_passes_are_worth_what_they_are_by_hand() {
    let mut random = Random(11);
    for round in 0..12 {
        let game = Vectors { blocked: 0, ..Vectors::random(&mut random) };
        let passes = 1 + round % 3;
        let rules = game.spec(&mut random).replace("blocking 0", &format!("pass {passes} shared"));
        proved(&format!(
            "{rules}{}
             claim \"values\": forall a in 0..=7, b in 0..=7, p in 0..={passes}: sg(g(a, b, p)) == sg(h(a, b, p))
             claim \"all passes\": forall a in 0..=7, b in 0..=7: sg(g(a, b)) == sg(h(a, b, {passes}))
             claim \"misère\": forall a in 0..=5, b in 0..=5: losing(misere g(a, b)) <=> losing(misere h(a, b, {passes}))
             claim \"remoteness\": forall a in 0..=5, b in 0..=5: remoteness(g(a, b)) == remoteness(h(a, b, {passes}))
             claim \"sums\": forall a in 0..=3, b in 0..=3: losing(misere g(a, b) + g(b, a))
               <=> losing(misere h(a, b, {passes}) + h(b, a, {passes}))",
            with_passes(&game)
        ));
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn passes_of_each_change_places_with_every_move() {
    let mut random = Random(13);
    for round in 0..12 {
        let game = Vectors { blocked: 0, ..Vectors::random(&mut random) };
        let passes = 1 + round % 2;
        let rules = game.spec(&mut random).replace("blocking 0", &format!("pass {passes} each"));
        let by_hand = with_passes(&game)
            .replace("p: nat)", "p: nat, q: nat)")
            .replace("b, p\n", "b, p + q\n")
            .replace(", p)", ", q, p)")
            .replace("p - 1)", "q, p - 1)");
        proved(&format!(
            "{rules}{by_hand}
             claim \"outcomes\": forall a in 0..=6, b in 0..=6, p in 0..=2, q in 0..=2:
               losing(g(a, b, p, q)) <=> losing(h(a, b, p, q))
             claim \"misère\": forall a in 0..=6, b in 0..=6: losing(misere g(a, b))
               <=> losing(misere h(a, b, {passes}, {passes}))
             claim \"remoteness\": forall a in 0..=6, b in 0..=6: remoteness(g(a, b))
               == remoteness(h(a, b, {passes}, {passes}))"
        ));
    }
}

/// A player who moves again still has their own passes. By hand, the opponent waits for one move in between, and
/// the passes change places twice.
#[test]
fn passes_of_each_stay_with_a_player_who_moves_again() {
    proved(
        "game g(n: nat) pass 1 each {
           move one when n >= 1 -> g(n - 1)
           move two when n >= 2 -> again g(n - 2)
           move three when n >= 3 -> again if even(n) then g(n - 3) else g(n - 1, passes, opponent_passes)
         }
         game h(n: nat, p: nat, q: nat) {
           measure n, p + q, 0
           move one when n >= 1 -> h(n - 1, q, p)
           move two when n >= 2 -> waits(n - 2, q, p)
           move three when n >= 3 -> waits(if even(n) then n - 3 else n - 1, q, p)
           move pass when p > 0 and n > 0 -> h(n, q, p - 1)
         }
         game waits(n: nat, p: nat, q: nat) {
           measure n, p + q, 1
           move on -> h(n, q, p)
         }
         claim \"normal\": forall n in 0..=9, p in 0..=2, q in 0..=2: losing(g(n, p, q)) <=> losing(h(n, p, q))
         claim \"initial\": forall n in 0..=9: losing(g(n)) <=> losing(h(n, 1, 1))",
    );
    // By a search by hand.
    proved(
        "game g(n: nat) pass 1 each {
           move one when n >= 1 -> g(n - 1)
           move two when n >= 2 -> again g(n - 2)
         }
         claim \"from 4, without passes against one\": losing(g(4, 0, 1))",
    );
}

#[test]
fn passes_where_moves_have_guards_and_ends() {
    proved(
        "param most: nat = 1
         let lots = most + 1
         let first = halve(6, 4)
         game halve(b: nat, a: nat) pass lots shared {
           move half(k in 1..=b div a) when 0 < a <= b and odd(k) -> halve(b - k, a)
           move any_of(S in subsets({1, 2}, 1..=1), k in S) when k <= a -> halve(b, a - k)
         }
         game h(b: nat, a: nat, p: nat) {
           measure a + b, p
           move half(k in 1..=b div a) when 0 < a <= b and odd(k) -> h(b - k, a, p)
           move less(k in 1..=2) when k <= a -> h(b, a - k, p)
           move pass when p > 0 and a > 0 -> h(b, a, p - 1)
         }
         claim \"the same\": forall a in 0..=6, b in 0..=6: sg(halve(b, a)) == sg(h(b, a, 2))
         claim \"let\": sg(first) == sg(h(6, 4, 2))
         game race(n: 0..=12) pass 1 shared {
           end when n >= 10: win
           measure 12 - n
           move say(k in 1..=2) -> race(n + k)
         }
         game r(n: 0..=12, p: nat) {
           end when n >= 10: win
           measure 12 - n, p
           move say(k in 1..=2) -> r(n + k, p)
           move pass when p > 0 -> r(n, p - 1)
         }
         claim \"ends come first\": forall n in 0..=12: losing(race(n)) <=> losing(r(n, 1))
         game code(n: nat) pass 1 shared = take {1, 2}
         game c(n: nat, p: nat) {
           measure n, p
           move take(k in {1, 2}) when k <= n -> c(n - k, p)
           move pass when p > 0 and n > 0 -> c(n, p - 1)
         }
         claim \"by code\": forall n in 0..=30: sg(code(n)) == sg(c(n, 1))",
    );
}

/// The theorem on one heap of Nim with a pass covers it (T92), `prove` takes it, and claims about all naturals hold.
#[test]
fn a_game_with_shared_passes_is_an_ordinary_one() {
    let folder = Folder::with(
        "game heap(n: nat) pass 1 shared { move take(k in 1..=n) -> heap(n - k) }
         claim \"all\": forall n: sg(heap(n)) == if n == 0 then 0 else if odd(n) then n + 1 else n - 1",
    );
    folder.run(&["check", "game.game"]).status(0).out("theorem:pass").out("1 proved");
    folder.run(&["prove", "game.game"]).status(0).out("proved");
    folder
        .run(&["solve", "game.game", "heap(3)", "--moves", "all"])
        .status(0)
        .out("value       4")
        .out("pass ");
    folder.run(&["solve", "game.game", "heap(3)"]).out("heap(3, 1)");
    folder.run(&["fmt", "--check", "game.game"]).err("game.game");
}

#[test]
fn slips_in_passes_are_told() {
    let body = "{ move m when n > 0 -> g(n - 1) }";
    for (text, code) in [
        (format!("game g(n: nat) pass 0 - 1 shared {body}"), "G304"),
        (format!("game g(n: nat) pass n shared {body}"), "G201"),
        (format!("game g(n: nat) pass 1 {body}"), "G101"),
        (format!("game g(n: nat) pass shared {body}"), "G101"),
        (format!("game g(n: nat) pass 1 shared pass 1 each {body}"), "G202"),
        (
            "game g(n: nat, passes: nat) pass 1 shared { move m when n > 0 -> g(n - 1, passes) }".into(),
            "G202",
        ),
        ("game g(n: nat) pass 1 shared { move m(i in 1..n) -> g(i) + g(n - i) }".into(), "G302"),
        ("game g(n: nat) pass 1 shared { move m when n > 0 -> 2 * g(n - 1) }".into(), "G302"),
        ("game g(n: nat) pass 1 shared { move m when n > 0 -> sum(g(n - 1) for i in 1..=2) }".into(), "G302"),
        (format!("fn f(n: nat): position = g(n)\ngame g(n: nat) pass 1 shared {body}"), "G302"),
        (format!("game g(n: nat) pass 1 shared {body} claim \"c\": sg(g(1, 1, 1)) == 0"), "G302"),
        (format!("game g(n: nat) pass 1 each {body} claim \"c\": sg(g(1)) == 0"), "G413"),
        (format!("game g(n: nat) pass 1 each {body} claim \"c\": losing(g(1) + g(1))"), "G413"),
        (format!("game g(n: nat) pass (let x = 1 in x) shared {body} claim \"c\": sg(g(1)) == 0"), "G307"),
    ] {
        let checked = check(&text);
        assert!(codes(&checked).contains(&code), "{text}: {:?}", codes(&checked));
    }
}

/// A vector that may be taken, and whether the mover then moves again.
type Step = ((u64, u64), bool);

/// Whether the player to move wins, and in how many moves, where some moves let the mover move again.
fn moving_again(steps: &[Step], (a, b): State, misere: bool) -> (bool, u64) {
    let fits = steps.iter().filter(|(by, _)| by.0 <= a && by.1 <= b);
    let answers: Vec<(bool, u64)> = fits
        .map(|(by, again)| {
            let (won, moves) = moving_again(steps, (a - by.0, b - by.1), misere);
            (won == *again, moves + 1)
        })
        .collect();
    let soonest = answers.iter().filter(|it| it.0).map(|it| it.1).min();
    match soonest {
        Some(moves) => (true, moves),
        None => answers.iter().map(|it| (false, it.1)).max().unwrap_or((misere, 0)),
    }
}

#[test]
fn moves_after_which_the_mover_moves_again() {
    let mut random = Random(17);
    for _ in 0..40 {
        let game = Vectors::random(&mut random);
        let steps: Vec<Step> = game.vectors.iter().map(|by| (*by, random.below(2) == 0)).collect();
        let mut spec = "game g(a: nat, b: nat) {\n".to_string();
        for (at, ((a, b), again)) in steps.iter().enumerate() {
            let again = if *again { "again " } else { "" };
            let _ = writeln!(spec, "  move m{at} when a >= {a} and b >= {b} -> {again}g(a - {a}, b - {b})");
        }
        spec += "}\n";
        let opened = open(&spec);
        let never = || None;
        let budget = Budget::new(&never, 100_000);
        let model = Model::of(opened.instance.as_ref().unwrap());
        let choices = [Choice::Reference, Choice::Graph, Choice::Auto];
        let mut solvers = choices.map(|choice| Solver::new(&model, &budget, choice));
        for (a, b, convention) in (0..6).flat_map(|a| {
            (0..6).flat_map(move |b| [Convention::Normal, Convention::Misere].map(|it| (a, b, it)))
        }) {
            let (won, moves) = moving_again(&steps, (a, b), convention == Convention::Misere);
            let outcome = if won { Outcome::Next } else { Outcome::Previous };
            let asked = position((a, b), convention);
            for solver in &mut solvers {
                let told = format!("{spec}({a}, {b}) {convention:?} by {}", solver.engine());
                assert_eq!(solver.outcome(&asked), Ok(outcome), "{told}");
                assert_eq!(solver.remoteness(&asked), Ok(Some(moves)), "{told}");
            }
        }
    }
}

/// Worked out by hand: heaps that are 0 or 3 modulo 4 are lost.
const AGAIN: &str = "game take(n: nat) {
  move one when odd(n) -> take(n - 1)
  move bonus when n > 0 and even(n) -> again take(n - 1)
  move two when n >= 2 -> take(n - 2)
}
";

#[test]
fn moving_again_is_told_and_refused_where_it_has_no_meaning() {
    proved(&format!(
        "{AGAIN}claim \"lost\": forall n in 0..=40: losing(take(n)) <=> n mod 4 in {{0, 3}}
         claim \"misère\": winning(misere take(0)) and losing(misere take(1)) and losing(misere take(2))
         claim \"options\": moves(take(4)) == 2 and winning_moves(take(6)) == 2
         claim \"remoteness\": remoteness(take(1)) == 1 and remoteness(take(2)) == 1"
    ));
    // `end` where the mover moves again is won or lost for that player; a game may be called `again`.
    proved(
        "game won(n: nat) { end when n == 0: win move m when n > 0 -> again won(n - 1) }
         claim \"won\": winning(won(1))
         game lost(n: nat) { end when n == 0: lose move m when n > 0 -> again lost(n - 1) }
         claim \"lost\": losing(lost(1)) and losing(misere lost(1))
         game again(n: nat) { move m when n > 0 -> again(n - 1) }
         claim \"a name\": sg(again(3)) == 1
         game both(n: nat) pass 1 shared { move m(k in 1..=min(2, n)) -> again if odd(k) then both(n - k) else both(0, 0) }
         claim \"all moves are made by one player\": losing(both(0)) and losing(both(3, 0)) and winning(both(1))",
    );
    for claim in
        ["sg(misere take(3)) == 0", "losing(misere take(1) + take(1))", "losing(all(take(1), take(2)))"]
    {
        let checked = check(&format!("{AGAIN}claim \"c\": {claim}"));
        assert!(!checked.ok() && codes(&checked).contains(&"G413"), "{claim}: {:?}", codes(&checked));
    }
    for (text, code) in [
        ("game g(n: nat) { move m(i in 1..n) -> again g(i) + g(n - i) }", "G307"),
        ("game g(n: nat) { move m when n > 0 -> again n - 1 }", "G301"),
        ("game g(n: nat) { move m when n > 0 -> again h(n - 1) }", "G203"),
    ] {
        assert!(codes(&check(text)).contains(&code), "{text}: {:?}", codes(&check(text)));
    }
    let folder = Folder::with(AGAIN);
    folder.run(&["solve", "game.game", "take(6)", "--why"]).status(0).out("bonus  -> again take(5)").out("N");
    folder
        .run(&["play", "game.game", "take(6)"])
        .status(2)
        .err("`play` does not support `blocking` or `again` yet");
    folder.run(&["prove", "game.game"]).status(1).err("its rules have `again` or `pass … each`");
    folder.run(&["graph", "game.game", "take(4)"]).status(0).out("again take(3)");
    let told = folder.run(&["check", "game.game"]).status(0).out("terminates: proved");
    assert!(!told.out.contains("game again"), "{}", told.out);
    folder.run(&["fmt", "game.game"]).status(0);
    assert!(folder.text("game.game").contains("-> again take(n - 1)"));
}

/// The remaining passes go to one component, however the target is written.
#[test]
fn passes_are_not_doubled() {
    for rules in [
        "move m when n > 0 -> let p = g(n - 1) in p + p",
        "move m when n > 0 -> g(n - 1) + g(n - 1)",
        "move m when n > 1 -> sum(p for p in [g(n - 1), g(n - 2)])",
        "move m(p in [g(n - 1)]) when n > 0 -> p + p",
        "move m when n > 0 -> sum(g(n - 1) for i in 0..2)",
    ] {
        let checked = check(&format!("game g(n: nat) pass 1 shared {{ {rules} }}"));
        assert!(checked.diagnostics.iter().any(|it| it.code.name() == "G302"), "{rules}");
    }
    let one = "game g(n: nat) pass 1 shared { move m when n > 0 -> let p = g(n - 1) in p }";
    assert!(!check(one).diagnostics.iter().any(|it| it.code.name() == "G302"));
}
