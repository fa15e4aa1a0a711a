//! Proves that a player can move exactly where the rules do not end play.

use super::moves::{self, NormalMove, are_met};
use super::term::{Made, Sort, Store, TermId, WORK};
use crate::ir::Type;
use crate::number::Int;
use crate::position::Budget;
use crate::shape::GameRules;

/// Whether, provably, some move of `moves` can be played exactly where no end of `ends` holds.
/// `moves` must be the rules of `ends`, without their ends.
pub fn moves_unless_over(ends: GameRules<'_>, moves: GameRules<'_>, budget: &Budget<'_>) -> bool {
    let mut store = Store::with_work(WORK);
    let moved = |store: &mut Store| {
        let types = ends.types();
        let fields: Vec<TermId> =
            types.iter().map(|(ty, range)| store.variable(moves::sort_of(ty, range))).collect();
        let with_ends = moves::normal(ends, &fields, false, store, budget)?;
        if !are_met(store, &with_ends.duties)? {
            return Ok(false);
        }
        let over = with_ends.ends;
        let mut some = store.truth(false);
        for it in &moves::normal(moves, &fields, false, store, budget)?.moves {
            let can = can_be_played(it, store)?;
            some = store.or(some, can)?;
        }
        let (over, stuck) = (store.or(over[0], over[1])?, store.not(some)?);
        let same = store.iff(over, stuck)?;
        store.is_valid(same)
    };
    moved(&mut store) == Ok(true)
}

/// Returns the condition on the fields under which a move can be played for some choice of its
/// names.
fn can_be_played(it: &NormalMove, store: &mut Store) -> Made<TermId> {
    let mut never = store.not(it.condition)?;
    for binder in it.binders.iter().rev() {
        let mut variable = binder.variable;
        if binder.ty == Type::Int {
            // An integer that can only be a natural gets the sort of naturals.
            let zero = store.int(Int::ZERO);
            let natural = store.at_least(variable, zero)?;
            let always = store.or(never, natural)?;
            if store.is_valid(always)? {
                let other = store.variable(Sort::Natural);
                never = store.replace(never, &[(variable, other)])?;
                variable = other;
            }
        }
        never = store.for_all(&[variable], never)?;
    }
    store.not(never)
}
