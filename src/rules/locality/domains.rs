//! Checks partly unknown values against declared types.

use super::errors::{Reason, Stop, not_local};
use super::partial::Partial;
use super::symbol::Symbol;
use crate::ir::{Domain, Value};
use crate::position::Range;
use crate::source::Span;

impl Partial<'_, '_> {
    /// Checks that a value belongs to a declared type, for all values of its cells that the current
    /// round tries. A cell with an assumed value has only the assumed value.
    pub(super) fn declared(&mut self, domain: &Domain, symbol: &Symbol, span: Span) -> Result<(), Stop> {
        let range = Range::of(domain, &mut self.evaluator)?;
        if self.lies_in(&range, symbol) { Ok(()) } else { Err(not_local(span, Reason::Breaks)) }
    }

    fn lies_in(&self, range: &Range, symbol: &Symbol) -> bool {
        match (range, symbol) {
            (Range::Any, _) => true,
            (_, Symbol::Known(value)) => range.contains(value),
            (_, Symbol::Cell(cell)) => match self.assumption(*cell) {
                Some(value) => range.contains(value),
                None => {
                    let cell = &self.board.cells[cell.0];
                    cell.values[..cell.tried].iter().all(|value| range.contains(value))
                }
            },
            (Range::List(inner), Symbol::List(parts)) => parts.iter().all(|part| self.lies_in(inner, part)),
            (Range::Tuple(inner), Symbol::Tuple(parts)) => {
                inner.len() == parts.len()
                    && inner.iter().zip(parts.iter()).all(|(it, part)| self.lies_in(it, part))
            }
            (Range::Set(inner), Symbol::Set(members)) => {
                members.keys().all(|member: &Value| inner.contains(member))
            }
            _ => false,
        }
    }
}
