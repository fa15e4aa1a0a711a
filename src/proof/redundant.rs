//! Finds moves that can be dropped or added without changing which positions are lost. Automata
//! decide this for each move.

use crate::Proof;
use crate::canonical::{Form, Formula, LinearRules, Move, Name};
use crate::decide::{Verdict, decide};
use crate::ir::Convention;
use crate::number::Int;
use crate::relations::{Relations, formula};
use crate::theory::automaton::{Room, TooLarge};
use crate::theory::numeration::System;

/// Changes of the rules that do not change the set of lost positions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Redundant {
    /// The names of the moves of which any one can be dropped. Whether several can be dropped
    /// together was not examined.
    pub can_drop: Vec<String>,
    /// Whether every move was decided; false if automata became too large or a limit was reached.
    pub all_dropped: bool,
    /// The amounts, one for each field, that an added move can take. Without `blocking`, several
    /// such moves can be added together.
    pub can_add: Vec<Vec<u64>>,
    /// Whether all amounts up to `MOST_TAKEN` were decided; false if automata became too large or a
    /// limit was reached.
    pub all_added: bool,
}

/// The greatest amount that an added move takes from a field.
const MOST_TAKEN: u64 = 10;

/// The moves of which any one can be dropped, and whether every move was decided.
pub fn can_drop(proof: &Proof, convention: Convention, room: &Room<'_>) -> (Vec<String>, bool) {
    let rules = &proof.rules;
    let mut names: Vec<&String> = rules.moves.iter().map(|rule| &rule.name).collect();
    names.dedup();
    let drops = |name: &String| {
        let moves = rules.moves.iter().filter(|rule| rule.name != *name).cloned().collect();
        let without = Relations::new(&LinearRules { moves, ..rules.clone() }, room)?;
        Ok(decide(&without, &proof.set, convention, room)? == Verdict::Right)
    };
    as_far_as_decided(names.into_iter().cloned(), drops)
}

/// The amounts that an added move can take while the measure still proves termination, and whether
/// all were decided. `arithmetic` is the limit for questions that do not depend on the numeration
/// system.
pub fn can_add(
    proof: &Proof,
    convention: Convention,
    measure: &[Form],
    room: &Room<'_>,
    arithmetic: &Room<'_>,
) -> (Vec<Vec<u64>>, bool) {
    let fields = proof.rules.fields.len();
    let tuple = |mut index: u64| {
        let mut taken = vec![0; fields];
        for place in taken.iter_mut().rev() {
            *place = index % (MOST_TAKEN + 1);
            index /= MOST_TAKEN + 1;
        }
        taken
    };
    let mut amounts: Vec<Vec<u64>> = (1..(MOST_TAKEN + 1).pow(fields as u32)).map(tuple).collect();
    // Small amounts first, so that they are reported even if time runs out.
    amounts.sort_by_key(|taken| taken.iter().copied().max());
    let near = near(proof);
    let adds = |taken: &Vec<u64>| {
        // The first form of the measure that changes decreases if none of its coefficients is
        // negative.
        let lost = |part: &Form| part.at(|name| Int::from(taken[name.0 as usize]));
        let first = measure.iter().find(|part| !lost(part).is_zero());
        let falls = first.is_some_and(|part| !part.has_negative());
        Ok(falls
            && !is_refuted(proof, &near, taken)
            && is_new(&proof.rules, taken, arithmetic)?
            && keeps(proof, convention, taken, room)?)
    };
    let (mut found, all) = as_far_as_decided(amounts.into_iter(), adds);
    found.sort();
    (found, all)
}

/// Returns the elements with a property, up to the first element for which automata become too
/// large, and whether all elements were decided.
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

/// The lost positions with small fields: below 200 for one field, 40 for two and 16 for three.
fn near(proof: &Proof) -> Vec<Vec<u64>> {
    let fields = proof.rules.fields.len();
    let side: u64 = [200, 40, 16][fields - 1];
    let tuple = |at: u64| (0..fields as u32).map(|field| at / side.pow(field) % side).collect::<Vec<u64>>();
    (0..side.pow(fields as u32)).map(tuple).filter(|place| proof.is_lost(place)).collect()
}

/// Whether a small lost position shows that an added move would change the lost positions: the move
/// would lead from a lost position to this small position.
fn is_refuted(proof: &Proof, near: &[Vec<u64>], taken: &[u64]) -> bool {
    let rules = &proof.rules;
    if rules.lost.as_constant() != Some(false) || rules.blocked > 0 {
        return false;
    }
    near.iter().any(|place| {
        let from: Vec<u64> = place.iter().zip(taken).map(|(field, by)| field + by).collect();
        proof.is_lost(&from)
    })
}

/// The move that takes these amounts from the fields.
fn taking(taken: &[u64]) -> Move {
    let after = |(at, by): (usize, &u64)| Form::unknown(Name(at as u32)).sub(&Form::constant(Int::from(*by)));
    let to: Vec<Form> = taken.iter().enumerate().map(after).collect();
    let guard = Formula::all(to.iter().cloned().map(Formula::at_least_zero));
    Move { name: String::new(), binders: Vec::new(), guard, to }
}

/// Whether these amounts can be taken at some position where no existing move takes them.
fn is_new(rules: &LinearRules, taken: &[u64], room: &Room<'_>) -> Result<bool, TooLarge> {
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

/// Whether the lost positions are unchanged if a move with these amounts is added.
fn keeps(proof: &Proof, convention: Convention, taken: &[u64], room: &Room<'_>) -> Result<bool, TooLarge> {
    let mut rules = proof.rules.clone();
    let added = taking(taken);
    if convention == Convention::Misere || rules.blocked > 0 {
        // Stability of the set is not enough here: under misère play a player without a move wins,
        // and if options may be forbidden, lost positions may have lost options. So the whole set
        // is decided again.
        rules.moves.push(added);
        return Ok(decide(&Relations::new(&rules, room)?, &proof.set, convention, room)? == Verdict::Right);
    }
    // Positions that are not lost keep their winning move, so only the new move is examined.
    rules.moves = vec![added];
    let relations = Relations::new(&rules, room)?;
    crate::decide::is_stable(&relations, &proof.set, room)
}

/// A limit for automata in base 2, the cheapest numeration system for questions whose answers do
/// not depend on the digits.
pub fn binary<'a>(steps: u64, stop: &'a dyn Fn() -> bool) -> Room<'a> {
    Room::in_system(&System::base(2), steps, stop)
}
