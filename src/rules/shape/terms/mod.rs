//! Proves that two games have equal ends and moves. The rules of both are brought to a normal form,
//! which depends neither on names and the order of names and conditions, nor on how sets, lists,
//! ranges and guards are written.
//!
//! Integers become polynomials, and conditions decision diagrams over inequalities and memberships.
//! Sets become conditions of membership, lists functions of the index ([`term`], [`formula`],
//! [`collections`]). A name `k` that a move binds may correspond to `k + c` or `c - k` in the other
//! game ([`compare`]). If single moves do not match, all moves are compared together
//! ([`case_cover`]). Conditions must be equal for all values of the variables, and targets wherever
//! the move can be played; both equalities are proved ([`valid`]). If there is no proof, the games
//! count as different.

mod apply;
mod binding;
mod bounds;
mod case_cover;
mod collections;
mod compare;
mod definedness;
mod definitions;
mod duty;
mod facts;
mod formula;
mod inverse;
mod list_update;
mod moves;
mod parts;
mod playable;
mod quantified;
mod read;
mod relation;
pub(super) mod term;
mod unroll;
mod valid;
mod words;

use super::GameRules;
use crate::position::Budget;
use compare::Comparison;
pub use playable::moves_unless_over;
use std::cell::Cell;
use term::{GivenUp, Made, Store, TermId, WORK};
pub use words::{type_words, words};

/// The number of steps that have to be reported to a budget at once to make it check the clock.
const LOOK: usize = 4096;

/// Whether both games have equal ends and moves; false also if no proof is found. `order[i]` is the
/// field of the first game that corresponds to field `i` of the second.
pub fn same(
    ours: GameRules<'_>,
    theirs: GameRules<'_>,
    order: &[usize],
    patience: &Patience,
    budget: &Budget<'_>,
) -> bool {
    let decided = |spread| decided(ours, theirs, order, spread, patience, budget) == Ok(true);
    // The second attempt makes a move of its own from each value of a name that has few values.
    [false, true].into_iter().any(|spread| budget.tick(LOOK).is_ok() && decided(spread))
}

/// The number of steps that all comparisons of one game with others may still take together.
#[derive(Debug)]
pub struct Patience(Cell<u64>);

impl Default for Patience {
    fn default() -> Patience {
        Patience(Cell::new(2 * WORK))
    }
}

impl Patience {
    /// The number of steps that a comparison may take even if fewer are left for all together.
    const LEAST: u64 = WORK / 8;

    /// Returns how many steps the next comparison may take.
    fn for_one(&self) -> u64 {
        self.0.get().clamp(Self::LEAST, WORK)
    }

    /// Subtracts the steps that a comparison took.
    fn less(&self, taken: u64) {
        self.0.set(self.0.get().saturating_sub(taken));
    }
}

/// Compares the games in a new store, and counts the steps. `spread` is as in `moves::normal`.
fn decided(
    ours: GameRules<'_>,
    theirs: GameRules<'_>,
    order: &[usize],
    spread: bool,
    patience: &Patience,
    budget: &Budget<'_>,
) -> Made<bool> {
    let mut store = Store::with_work(patience.for_one());
    let same = with_store(ours, theirs, order, spread, budget, &mut store);
    patience.less(store.taken());
    // The steps of the store count against the time limit too.
    budget.tick(usize::try_from(store.taken()).unwrap_or(LOOK)).map_err(|_| GivenUp)?;
    same
}

fn with_store(
    ours: GameRules<'_>,
    theirs: GameRules<'_>,
    order: &[usize],
    spread: bool,
    budget: &Budget<'_>,
    store: &mut Store,
) -> Made<bool> {
    let types = ours.types();
    let fields: Vec<TermId> =
        types.iter().map(|(ty, range)| store.variable(moves::sort_of(ty, range))).collect();
    let placed: Vec<TermId> = order.iter().map(|place| fields[*place]).collect();
    // Components are compared field by field, so the fields of ours are put in the order of theirs.
    let mut our_rules = moves::normal(ours, &fields, spread, store, budget)?;
    for it in &mut our_rules.moves {
        for part in it.target.iter_mut().filter(|part| part.game == ours.game) {
            part.fields = order.iter().map(|place| part.fields[*place]).collect();
        }
    }
    let their_rules = moves::normal(theirs, &placed, spread, store, budget)?;
    let types = order.iter().map(|place| types[*place].0.clone()).collect();
    let games = (ours.game, theirs.game);
    Comparison { store, games, types, fields: placed }.same(&our_rules, &their_rules)
}
