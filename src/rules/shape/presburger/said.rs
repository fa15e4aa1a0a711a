//! The statements of theorems, as expressions over a game's fields.

use super::{Bound, Defined, Definer, Linear, Number, Scope, Truth};
use crate::ir::{Convention, Expr, SlotId};
use crate::theory::automaton::Automaton;

/// A question to a theorem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Which components the player to move loses.
    Lost(Convention),
    /// The value of a component under normal play.
    Value,
}

/// A theorem's statement: an expression that answers a question about components and mentions
/// nothing but their fields.
#[derive(Debug, Clone)]
pub struct Said {
    /// A truth value or a natural; its first slots are the fields that `order` states.
    pub expr: Expr,
    /// The components that the statement covers, as a condition over the slots of `expr`; `None`
    /// for all.
    pub region: Option<Expr>,
    /// For each slot, the field of the game that it represents.
    pub order: Vec<usize>,
}

impl Said {
    fn scope(&self, fields: &[Linear]) -> Option<Scope> {
        let slots = self.order.iter().enumerate().map(|(at, place)| {
            let field = Number::linear(fields.get(*place)?.clone());
            Some((SlotId(at as u32), Bound::Number(field)))
        });
        slots.collect()
    }
}

impl Definer<'_> {
    /// The condition under which the player to move loses a component, by a theorem; unknown
    /// outside the region of the statement. `None` if the statement is not arithmetic everywhere in
    /// its region, or if no component is known to be in the region.
    pub(super) fn said_lost(&self, said: &Said, fields: &[Linear]) -> Defined<Option<Truth>> {
        let Some(scope) = said.scope(fields) else { return Ok(None) };
        let outside = self.outside(said, &scope)?;
        let truth = self.truth(&said.expr, &scope)?;
        let told = self.is_told(&truth.unknown, &outside)?;
        told.then(|| self.truth_except(truth, &outside)).transpose()
    }

    /// The value of a component, as a theorem states it; undefined outside the region of the
    /// statement. `None` if the statement is not arithmetic everywhere in its region, or if no
    /// component is known to be in the region.
    pub(super) fn said_value(&self, said: &Said, fields: &[Linear]) -> Defined<Option<Number>> {
        let Some(scope) = said.scope(fields) else { return Ok(None) };
        let outside = self.outside(said, &scope)?;
        let number = match self.number(&said.expr, &scope) {
            Err(super::Stuck::Undefinable) => return Ok(None),
            number => number?,
        };
        let told = self.is_told(&number.undefined, &outside)?;
        told.then(|| self.number_except(number, &outside)).transpose()
    }

    /// Returns the condition under which a component is not known to be in the region of the
    /// statement.
    fn outside(&self, said: &Said, scope: &Scope) -> Defined<Automaton> {
        Ok(match &said.region {
            Some(region) => self.truth(region, scope)?.holds.not(),
            None => Automaton::constant(false),
        })
    }

    /// Whether some component is in the region of the statement, and the statement is defined for
    /// all of these.
    fn is_told(&self, open: &Automaton, outside: &Automaton) -> Defined<bool> {
        Ok(!outside.is_everything() && open.and(&outside.not(), self.room)?.is_nothing())
    }
}
