//! Applies a theorem about one game to another game, whose states are another encoding of the
//! states of the first: [`StateMap`] converts the states.

use super::{ClosedForm, Covered};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use num_bigint::BigUint;
use std::fmt::Debug;

/// Converts the states of this game to states of the other game, the one that a theorem covers;
/// both have the same moves.
pub trait StateMap: Debug + Send + Sync {
    /// The state of the other game that represents `state`; `None` if the theorem does not cover
    /// it.
    fn over(&self, state: &[Value]) -> Option<Vec<Value>>;
    /// The state of this game that `state`, of the other game, represents; `None` if the map does
    /// not determine it.
    fn back(&self, state: Vec<Value>) -> Option<Vec<Value>>;
    /// What the fields of the other game are in terms of this game, in words; `None` if that is
    /// obvious.
    fn words(&self) -> Option<String> {
        None
    }
    /// The states that the map covers, in words; `None` if it covers all.
    fn only(&self) -> Option<String> {
        None
    }
    /// The number of fields of the other game, if these are the numbers in a state of this game, in
    /// their order, so that the theorem's statements can be used as they are written; `None`
    /// otherwise.
    fn says_of(&self) -> Option<usize> {
        None
    }
}

/// A theorem about the other game that answers for states of this game.
#[derive(Debug)]
pub struct Mapped<M> {
    /// The theorem that covers the other game.
    pub covered: Covered,
    /// The map from states of this game to states of the other one.
    pub map: M,
}

impl<M: StateMap + 'static> Mapped<M> {
    /// The theorem for a game with this many fields, given the theorem that covers the other game.
    pub fn of(covered: Covered, map: M, fields: usize) -> Covered {
        let theorem = covered.theorem;
        let form = Box::new(Mapped { covered, map });
        Covered { theorem, form, order: (0..fields).collect(), rules: None }
    }
}

impl<M: StateMap> Mapped<M> {
    /// Whether the theorem's statements hold for this game with this many fields, without renaming.
    fn says_as_written(&self, fields: usize) -> bool {
        self.map.says_of() == Some(fields) && self.covered.order.iter().copied().eq(0..fields)
    }
}

impl<M: StateMap> ClosedForm for Mapped<M> {
    fn value(&self, state: &[Value]) -> Option<Int> {
        self.covered.value(&self.map.over(state)?)
    }
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        self.covered.losing(&self.map.over(state)?, convention)
    }
    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        let over = |(state, count): &(Vec<Value>, u64)| Some((self.map.over(state)?, *count));
        let parts = parts.iter().map(over).collect::<Option<Vec<_>>>()?;
        self.covered
            .losing_misere_sum(&parts.iter().map(|(state, count)| (&state[..], *count)).collect::<Vec<_>>())
    }
    fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        self.covered.misere_heaps(&self.map.over(state)?)
    }
    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let targets = self.covered.winning(&self.map.over(state)?, convention)?;
        targets.into_iter().map(|target| self.map.back(target)).collect()
    }
    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let why = self.covered.why(&self.map.over(state)?, convention)?;
        Some(match self.map.words() {
            Some(words) => format!("For {words}: {why}"),
            None => why,
        })
    }
    fn only(&self) -> Option<String> {
        let only = [self.map.only(), self.covered.only()].into_iter().flatten().collect::<Vec<_>>();
        (!only.is_empty()).then(|| only.join(", "))
    }
    fn is_about_starts(&self) -> bool {
        self.covered.is_about_starts()
    }
    fn reach(&self, state: &[Value]) -> Option<u64> {
        self.covered.reach(&self.map.over(state)?)
    }
    fn says(&self, question: Question, fields: usize) -> Option<String> {
        self.says_as_written(fields).then(|| self.covered.form.says(question, fields)).flatten()
    }
    fn says_where(&self, fields: usize) -> Option<String> {
        self.says_as_written(fields).then(|| self.covered.form.says_where(fields)).flatten()
    }
}
