//! What theorems say, as expressions over a game's fields.

use super::{Bound, Defined, Definer, Linear, Number, Scope, Truth};
use crate::ir::{Convention, Expr, SlotId};

/// What is asked of a theorem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Which components the player to move loses.
    Lost(Convention),
    /// What components are worth under normal play.
    Value,
}

/// An expression that says of every component what is asked. It mentions nothing of a program but the fields.
#[derive(Debug, Clone)]
pub struct Said {
    /// A truth value or a natural; its first slots are the fields, in this order.
    pub expr: Expr,
    /// For each slot, the game's field that stands there.
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
    /// Where the player to move loses a component, as it is said; nothing where that cannot be told everywhere.
    pub(super) fn said_lost(&self, said: &Said, fields: &[Linear]) -> Defined<Option<Truth>> {
        let Some(scope) = said.scope(fields) else { return Ok(None) };
        let truth = self.truth(&said.expr, &scope)?;
        Ok(truth.unknown.is_nothing().then_some(truth))
    }

    /// What a component is worth, as it is said; nothing where that cannot be told everywhere.
    pub(super) fn said_value(&self, said: &Said, fields: &[Linear]) -> Defined<Option<Number>> {
        let Some(scope) = said.scope(fields) else { return Ok(None) };
        match self.number(&said.expr, &scope) {
            Err(super::Stuck::Undefinable) => Ok(None),
            number => Ok(Some(number?).filter(|number| number.undefined.is_nothing())),
        }
    }
}
