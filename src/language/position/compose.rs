//! Builds positions: components, whose fields must lie in their declared types, sums, copies,
//! positions under another convention, and compounds.

use super::evaluator::{Evaluator, Frame, MAX_ELEMENTS, problem};
use super::{Evaluated, ProblemKind};
use crate::ir::value::shared::{parts, weight};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Binary, Compound, Convention, Expr, ExprKind, GameId, Value};
use crate::number::Int;
use crate::source::Span;
use std::sync::Arc;

impl<'a, 'b> Evaluator<'a, 'b> {
    /// The sum of components with their counts; an error if a count exceeds a machine word.
    pub(super) fn new_sum(&self, parts: Vec<(Component, u64)>, span: Span) -> Evaluated<Value> {
        self.tick(parts.len(), span)?;
        let sum =
            Sum::new(parts).ok_or_else(|| problem(span, ProblemKind::TooLarge("a count of components")))?;
        Ok(Value::position(sum))
    }

    /// The sum of `count` copies of a position; an error if `count` is negative, or if a count of
    /// components exceeds a machine word.
    pub(super) fn copies(&self, count: &Int, position: &Sum, span: Span) -> Evaluated<Value> {
        let too_large = || problem(span, ProblemKind::TooLarge("a count of components"));
        if count.is_negative() {
            let kind = ProblemKind::NotNatural { what: "a number of copies", value: count.to_string() };
            return Err(problem(span, kind));
        }
        let count = count.to_i64().map(i64::unsigned_abs).ok_or_else(too_large)?;
        let parts = position.parts.iter().map(|(part, n)| Some((part.clone(), n.checked_mul(count)?)));
        let parts = parts.collect::<Option<Vec<_>>>().ok_or_else(too_large)?;
        self.new_sum(parts, span)
    }

    /// The value of an expression; an error if it is not a sum under normal play.
    pub fn sum(&mut self, expr: &Expr, frame: &mut Frame) -> Evaluated<Sum> {
        match self.value(expr, frame)? {
            Value::Position(position) => match &position.form {
                Form::Sum(sum) if position.convention == Convention::Normal => Ok(sum.clone()),
                _ => Err(problem(expr.span, ProblemKind::NotASum)),
            },
            _ => Ok(Sum::default()),
        }
    }

    /// Appends to `parts` the components of an expression that must be a sum under normal play.
    pub fn components(
        &mut self,
        expr: &Expr,
        frame: &mut Frame,
        parts: &mut Vec<(Component, u64)>,
    ) -> Evaluated<()> {
        match &expr.kind {
            ExprKind::Nothing => {}
            ExprKind::Component(game, arguments) => {
                let state = self.values(arguments, frame)?;
                parts.push((self.component(*game, state, arguments, expr.span)?, 1));
            }
            ExprKind::Binary(Binary::AddPositions, left, right) => {
                stacker::maybe_grow(64 << 10, 4 << 20, || {
                    self.components(left, frame, parts)?;
                    self.components(right, frame, parts)
                })?;
            }
            _ => parts.extend(self.sum(expr, frame)?.parts.iter().cloned()),
        }
        Ok(())
    }

    /// The component of `game` whose fields have the values `state`; an error if a value is outside
    /// the type of its field or has more than `MAX_ELEMENTS` parts. An error points at the
    /// expression of the field in `arguments`, or at `span` if there is none.
    pub(super) fn component(
        &self,
        game: GameId,
        state: Vec<Value>,
        arguments: &[Expr],
        span: Span,
    ) -> Evaluated<Component> {
        let Some(ranges) = self.instance.fields.get(game.index()) else {
            return Err(problem(span, ProblemKind::NotASum));
        };
        for (field, (range, value)) in ranges.iter().zip(&state).enumerate() {
            // Engines expand fields in full, including shared parts.
            if parts(value).is_some() && weight(value) > MAX_ELEMENTS {
                let at = arguments.get(field).map_or(span, |argument| argument.span);
                return Err(problem(at, ProblemKind::TooLarge("a field")));
            }
            if !range.contains(value) {
                let at = arguments.get(field).map_or(span, |argument| argument.span);
                let after = ranges.iter().zip(&state).enumerate().skip(field + 1);
                let outside = after.filter(|(_, (range, value))| !range.contains(value));
                let more = outside.map(|(field, (_, value))| (field, value.clone())).collect();
                return Err(problem(at, ProblemKind::Outside { game, field, value: value.clone(), more }));
            }
        }
        Ok(Component { game, state: state.into() })
    }

    /// The position `inner` under another convention. An error if `inner` is not under normal play,
    /// and for `anti` of a compound or of more than 2^20 components.
    pub(super) fn convention(
        &mut self,
        convention: Convention,
        inner: &Expr,
        frame: &mut Frame,
        span: Span,
    ) -> Evaluated<Value> {
        let Value::Position(position) = self.value(inner, frame)? else {
            return Err(problem(span, ProblemKind::NotASum));
        };
        if position.convention != Convention::Normal {
            return Err(problem(span, ProblemKind::NotASum));
        }
        let form = match (&position.form, convention) {
            (Form::Sum(sum), Convention::Anti) => {
                // Each component is a separate operand during the whole play.
                let total: u64 = sum.parts.iter().map(|part| part.1).fold(0, u64::saturating_add);
                self.tick(usize::try_from(total).unwrap_or(usize::MAX), span)?;
                if total > 1 << 20 {
                    return Err(problem(span, ProblemKind::TooLarge("a count of operands")));
                }
                let operands = sum.parts.iter();
                let operands = operands.flat_map(|(part, n)| (0..*n).map(|_| Sum::one(part.clone())));
                Form::Operands(operands.collect())
            }
            (Form::Compound(..), Convention::Anti) => return Err(problem(span, ProblemKind::NotASum)),
            (form, _) => form.clone(),
        };
        Ok(Value::Position(Arc::new(Position { convention, form })))
    }

    /// The compound of a list of sums under normal play; an error if an operand is another
    /// position.
    pub(super) fn compound(
        &mut self,
        compound: Compound,
        operands: &Expr,
        frame: &mut Frame,
        span: Span,
    ) -> Evaluated<Value> {
        let Value::List(values) = self.value(operands, frame)? else {
            return Err(problem(span, ProblemKind::NotASum));
        };
        let mut operands = Vec::with_capacity(values.len());
        for value in values.iter() {
            match as_position(value).as_deref() {
                Some(Position { convention: Convention::Normal, form: Form::Sum(sum) }) => {
                    operands.push(sum.clone())
                }
                _ => return Err(problem(span, ProblemKind::NotASum)),
            }
        }
        operands.sort();
        let form = Form::Compound(compound, operands.into());
        Ok(Value::Position(Arc::new(Position { convention: Convention::Normal, form })))
    }
}

pub(super) fn as_position(value: &Value) -> Option<Arc<Position>> {
    match value {
        Value::Position(position) => Some(position.clone()),
        _ => None,
    }
}
