//! The benchmark variants of two heaps: each set is proved, and agrees with a brute force up to a bound.

use super::variants::{brute_force, named};
use super::{Clock, instance};
use crate::suite::share;
use gspec::ir::{Convention, Value};
use gspec::model::lost::LostSet;
use gspec::number::Int;
use gspec::position::Budget;
use gspec::proof::Target;
use gspec::proof::prover::Prover;
use gspec::proof::redundant;
use gspec::theory::automaton::Room;

/// Name, system and states of each that is proved, as in the table of benches/proofs.md.
pub const NAMED: [(&str, &str, usize); 13] = [
    ("Nim", "base 2", 2),
    ("Wythoff", "Zeckendorf", 8),
    ("misère Wythoff", "Zeckendorf", 14),
    ("Wythoff that ends at a + b <= 1", "Zeckendorf", 6),
    ("Wythoff that ends at a + b <= 2", "Zeckendorf", 29),
    ("rook with diagonals up to 3", "base 2", 18),
    ("king", "base 2", 2),
    ("knights", "base 3", 6),
    ("vectors (1, 0), (0, 2), (2, 1)", "base 2", 25),
    ("|k - l| < 2", "Pell (1, 3, 7, …)", 10),
    ("all amounts odd", "base 2", 2),
    ("rook with lines along (1, 2) and (2, 1)", "base 2", 2),
    ("rook up to 2 with free diagonals", "base 2", 12),
];

/// Without room to decide which amounts can be added, the list says that it may lack some.
#[test]
fn lists_that_are_cut_short_say_so() {
    let instance = instance(&named("Wythoff").spec());
    let never = || None;
    let budget = Budget::new(&never, 20_000_000).observed(&Clock);
    let prover = Prover::new(&instance, 1);
    let target = Target { game: instance.program.find_game("g").unwrap(), convention: Convention::Normal };
    let proof = &prover.find(target, &budget).unwrap().proof;
    let measure = gspec::proof::search::ends(&proof.rules, &budget).unwrap();
    let lists = |steps: u64| {
        let stop = || false;
        let room = || Room::in_system(&proof.system, steps, &stop);
        let binary = redundant::binary(steps, &stop);
        (
            redundant::can_add(proof, Convention::Normal, &measure, &room(), &binary),
            redundant::can_drop(proof, Convention::Normal, &room()),
        )
    };
    let (all, drop) = lists(100_000_000);
    assert!(all.1 && all.0.len() == 64 && drop == (Vec::new(), true), "{all:?} {drop:?}");
    let (some, drop) = lists(20_000);
    // Small amounts are decided first.
    let by_size = |list: &[Vec<u64>]| {
        let mut list = list.to_vec();
        list.sort_by_key(|taken| taken.iter().copied().max());
        list
    };
    let is_first_part = by_size(&all.0).starts_with(&by_size(&some.0));
    assert!(!some.1 && some.0.len() < 64 && is_first_part, "{some:?}");
    assert_eq!(lists(10), ((Vec::new(), false), (Vec::new(), false)));
    assert!(drop.0.is_empty());
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn named_variants_are_proved_and_right() {
    let side: usize = if share::is_all() { 1000 } else { 200 };
    for (name, system, states) in NAMED {
        let variant = named(name);
        let instance = instance(&variant.spec());
        let never = || None;
        let budget = Budget::new(&never, 20_000_000).observed(&Clock);
        let prover = Prover::new(&instance, 1);
        let game = instance.program.find_game("g").unwrap();
        let convention = if variant.misere { Convention::Misere } else { Convention::Normal };
        let found =
            prover.find(Target { game, convention }, &budget).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert_eq!(
            (found.proof.system.to_string(), found.proof.set.states()),
            (system.to_string(), states),
            "{name}"
        );
        let mut lost = Vec::new();
        for at in 0..side * side {
            let (a, b) = (at / side, at % side);
            if found.is_lost(&[a, b].map(|it| Value::Int(Int::from(it)))).unwrap() {
                lost.push((a, b));
            }
        }
        lost.sort_by_key(|(a, b)| (*a.max(b), *a, *b));
        assert_eq!(lost, brute_force(variant, side), "{name}");
    }
}
