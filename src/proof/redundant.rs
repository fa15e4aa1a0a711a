//! Moves that can be dropped or added without changing who wins, each proved.

use crate::Proof;
use crate::canonical::{Form, Formula, Move, Name, Rules};
use crate::decide::{Verdict, decide};
use crate::ir::Convention;
use crate::number::Int;
use crate::relations::{Relations, formula};
use crate::theory::automaton::{Room, TooLarge};
use crate::theory::numeration::System;

/// What can be changed about the rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Redundant {
    /// The names of moves without any one of which the same positions are lost.
    pub can_drop: Vec<String>,
    /// Whether that was decided of all moves.
    pub all_dropped: bool,
    /// What may be taken from the fields besides without changing which positions are lost: any one of them, and where no options may be
    /// forbidden, several.
    pub can_add: Vec<Vec<u64>>,
    /// Whether that was decided of all amounts up to a bound.
    pub all_added: bool,
}

/// So much is taken from a field at most by an added move, for one, two and three fields.
const MOST_TAKEN: [u64; 3] = [10, 10, 3];

/// Which moves can be dropped, and whether that was decided of all.
pub fn can_drop(proof: &Proof, convention: Convention, room: &Room<'_>) -> (Vec<String>, bool) {
    let rules = &proof.rules;
    let mut names: Vec<&String> = rules.moves.iter().map(|rule| &rule.name).collect();
    names.dedup();
    let drops = |name: &String| {
        let moves = rules.moves.iter().filter(|rule| rule.name != *name).cloned().collect();
        let without = Relations::new(&Rules { moves, ..rules.clone() }, room)?;
        Ok(decide(&without, &proof.set, convention, room)? == Verdict::Right)
    };
    as_far_as_decided(names.into_iter().cloned(), drops)
}

/// Which amounts can be taken besides, where play still ends by a measure, and whether that was decided of all.
pub fn can_add(
    proof: &Proof,
    convention: Convention,
    measure: &[Form],
    room: &Room<'_>,
    arithmetic: &Room<'_>,
) -> (Vec<Vec<u64>>, bool) {
    let fields = proof.rules.fields.len();
    let most = MOST_TAKEN[fields - 1];
    let amounts = (1..(most + 1).pow(fields as u32)).map(|mut index| {
        let mut taken = vec![0; fields];
        for place in taken.iter_mut().rev() {
            *place = index % (most + 1);
            index /= most + 1;
        }
        taken
    });
    let adds = |taken: &Vec<u64>| {
        let falls = measure.iter().any(|part| part.terms.keys().any(|name| taken[name.0 as usize] > 0));
        Ok(falls
            && !is_refuted(proof, taken)
            && is_new(&proof.rules, taken, arithmetic)?
            && keeps(proof, convention, taken, room)?)
    };
    as_far_as_decided(amounts, adds)
}

/// What is so, up to the first that is too large to be decided; and whether none was.
fn as_far_as_decided<T>(
    all: impl Iterator<Item = T>,
    is_so: impl Fn(&T) -> Result<bool, TooLarge>,
) -> (Vec<T>, bool) {
    let mut found = Vec::new();
    for it in all {
        match is_so(&it) {
            Ok(true) => found.push(it),
            Ok(false) => {}
            Err(TooLarge) => return (found, false),
        }
    }
    (found, true)
}

/// Small lost positions that the amounts would lead to one another show at once that they cannot be added.
fn is_refuted(proof: &Proof, taken: &[u64]) -> bool {
    const NEAR: u64 = 40;
    let rules = &proof.rules;
    if rules.lost.as_constant() != Some(false) || taken.len() != 2 || rules.blocked > 0 {
        return false;
    }
    let holds = |a: u64, b: u64| {
        let read: Vec<u64> = proof.set.tracks().iter().map(|track| [a, b][track.0 as usize]).collect();
        proof.set.holds(&read)
    };
    (0..NEAR * NEAR).any(|at| {
        let (a, b) = (at / NEAR, at % NEAR);
        holds(a, b) && holds(a + taken[0], b + taken[1])
    })
}

fn taking(taken: &[u64]) -> Move {
    let after = |(at, by): (usize, &u64)| Form::name(Name(at as u32)).sub(&Form::constant(Int::from(*by)));
    let to: Vec<Form> = taken.iter().enumerate().map(after).collect();
    let guard = Formula::all(to.iter().cloned().map(Formula::at_least_zero));
    Move { name: String::new(), binders: Vec::new(), guard, to }
}

/// Whether no move takes these amounts wherever they are there.
fn is_new(rules: &Rules, taken: &[u64], room: &Room<'_>) -> Result<bool, TooLarge> {
    let added = taking(taken);
    let mut open = formula(&added.guard, room)?;
    for rule in &rules.moves {
        let same = rule.to.iter().zip(&added.to).map(|(to, wanted)| Formula::zero(to.sub(wanted)));
        let mut there = formula(&Formula::all(same.chain([rule.guard.clone()])), room)?;
        for (binder, _) in &rule.binders {
            there = there.exists(crate::relations::track(*binder), room)?;
        }
        open = open.and(&there.not(), room)?;
    }
    Ok(!open.is_nothing())
}

/// Whether the same positions are lost with one more move.
fn keeps(proof: &Proof, convention: Convention, taken: &[u64], room: &Room<'_>) -> Result<bool, TooLarge> {
    let mut rules = proof.rules.clone();
    let added = taking(taken);
    if convention == Convention::Misere || rules.blocked > 0 {
        // Where there was no move the player to move had won, and lost positions may have lost options.
        rules.moves.push(added);
        return Ok(decide(&Relations::new(&rules, room)?, &proof.set, convention, room)? == Verdict::Right);
    }
    // Positions that are not lost have a winning move already.
    rules.moves = vec![added];
    let relations = Relations::new(&rules, room)?;
    crate::decide::is_stable(&relations, &proof.set, room)
}

/// Room for arithmetic that does not depend on the digits, in which it is cheapest.
pub fn binary<'a>(steps: u64, stop: &'a dyn Fn() -> bool) -> Room<'a> {
    Room::in_system(&System::base(2), steps, stop)
}
