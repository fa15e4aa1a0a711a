//! The value of an expression, straight from its definition.

use super::arithmetic::real_value;
use super::collections::{element_at, length, slice, update, update_many};
use super::compose::as_position;
use super::comprehension::bind;
use super::evaluator::{Evaluator, Frame, problem};
use super::open::negated;
use super::{Evaluated, Problem, ProblemKind, Range};
use crate::ir::value::{Position, Sum};
use crate::ir::{Aggregate, Binary, Body, Comparison, Expr, ExprKind, Type, Unary, Value};
use crate::number::{Int, Real};
use crate::source::Span;
use std::sync::Arc;

impl Evaluator<'_, '_> {
    /// The value of a body without fields or parameters.
    pub fn body(&mut self, body: &Body) -> Evaluated<Value> {
        let mut frame = vec![Value::Bool(false); body.slots.len()];
        self.value(&body.expr, &mut frame)
    }

    /// The value of an expression.
    pub fn value(&mut self, expr: &Expr, frame: &mut Frame) -> Evaluated<Value> {
        match &expr.kind {
            ExprKind::Literal(value) => Ok(value.clone()),
            ExprKind::Local(slot) => Ok(frame[slot.index()].clone()),
            ExprKind::Global(id) => Ok(self.instance.globals[id.index()].clone()),
            _ => match expr.ty {
                Type::Int => self.int(expr, frame).map(Value::Int),
                Type::Bool => self.truth(expr, frame).map(Value::Bool),
                _ => stacker::maybe_grow(64 << 10, 4 << 20, || self.other(expr, frame)),
            },
        }
    }

    /// The value of an expression of type `int`.
    pub fn int(&mut self, expr: &Expr, frame: &mut Frame) -> Evaluated<Int> {
        match &expr.kind {
            ExprKind::Literal(Value::Int(int)) => Ok(int.clone()),
            ExprKind::Local(slot) => match &frame[slot.index()] {
                Value::Int(int) => Ok(int.clone()),
                _ => Ok(Int::ZERO),
            },
            ExprKind::Binary(op, left, right) => stacker::maybe_grow(64 << 10, 4 << 20, || {
                let (a, b) = (self.int(left, frame)?, self.int(right, frame)?);
                self.integers(*op, &a, &b, expr.span)
            }),
            ExprKind::Unary(_, operand) => Ok(-self.int(operand, frame)?),
            _ => match stacker::maybe_grow(64 << 10, 4 << 20, || self.other(expr, frame))? {
                Value::Int(int) => Ok(int),
                _ => Ok(Int::ZERO),
            },
        }
    }

    /// The value of an expression of type `bool`.
    pub fn truth(&mut self, expr: &Expr, frame: &mut Frame) -> Evaluated<bool> {
        match &expr.kind {
            ExprKind::Literal(value) => Ok(*value == Value::Bool(true)),
            ExprKind::Local(slot) => Ok(frame[slot.index()] == Value::Bool(true)),
            ExprKind::Unary(_, operand) => negated(self.truth(operand, frame)),
            ExprKind::Binary(op, left, right) => {
                stacker::maybe_grow(64 << 10, 4 << 20, || self.connective(*op, left, right, frame))
            }
            ExprKind::Compare(first, rest) => self.compare(first, rest, frame).map_err(Problem::of_operand),
            _ => Ok(stacker::maybe_grow(64 << 10, 4 << 20, || self.other(expr, frame))? == Value::Bool(true)),
        }
    }

    fn compare(&mut self, first: &Expr, rest: &[(Comparison, Expr)], frame: &mut Frame) -> Evaluated<bool> {
        if let ([(op, right)], Type::Int, Type::Int) = (rest, &first.ty, &rest[0].1.ty) {
            let (a, b) = (self.int(first, frame)?, self.int(right, frame)?);
            return Ok(ordered(*op, a.cmp(&b)));
        }
        let mut left = self.value(first, frame)?;
        for (op, right) in rest {
            // `x in a..b` does not build the range.
            let right = self.value(right, frame)?;
            let holds = match op {
                Comparison::In => self.contains(&right, &left, first.span)?,
                Comparison::NotIn => !self.contains(&right, &left, first.span)?,
                _ => ordered(*op, self.order(&left, &right, first.span)?),
            };
            if !holds {
                return Ok(false);
            }
            left = right;
        }
        Ok(true)
    }

    /// Evaluates an expression of a kind for which `value`, `int` and `truth` have no arm of their
    /// own.
    fn other(&mut self, expr: &Expr, frame: &mut Frame) -> Evaluated<Value> {
        let value = self.by_kind(expr, frame);
        match &expr.kind {
            // These expressions evaluate their other parts even if one part is an open truth value.
            // All other expressions do not, which `of_operand` records.
            ExprKind::If(_)
            | ExprKind::Let(..)
            | ExprKind::Quantifier { .. }
            | ExprKind::AggregateFor(Aggregate::All | Aggregate::Any, ..)
            | ExprKind::Unary(Unary::Not, _)
            | ExprKind::Binary(Binary::And | Binary::Or | Binary::Implies | Binary::Iff, ..)
            | ExprKind::Call(..) => value,
            _ => value.map_err(Problem::of_operand),
        }
    }

    /// The value of an expression that is neither a literal nor a name, by its kind.
    // Long: an arm for each kind of expression.
    fn by_kind(&mut self, expr: &Expr, frame: &mut Frame) -> Evaluated<Value> {
        let span = expr.span;
        self.tick(1, span)?;
        match &expr.kind {
            ExprKind::Literal(value) => Ok(value.clone()),
            ExprKind::Local(slot) => Ok(frame[slot.index()].clone()),
            ExprKind::Global(id) => Ok(self.instance.globals[id.index()].clone()),
            // Only quantifiers range over all naturals, and they do not evaluate the domain.
            ExprKind::Naturals => Err(problem(span, ProblemKind::TooLarge("the set of all naturals"))),
            ExprKind::Call(id, arguments) => {
                let arguments = self.values(arguments, frame).map_err(Problem::of_operand)?;
                self.call(id.index(), arguments, span)
            }
            ExprKind::Builtin(builtin, arguments) => {
                let arguments = self.values(arguments, frame)?;
                self.builtin(*builtin, &arguments, span)
            }
            ExprKind::Unary(Unary::NegateReal, operand) => Ok(real_value(-&self.real(operand, frame)?)),
            ExprKind::Unary(Unary::Not, _) | ExprKind::Compare(..) => {
                self.truth(expr, frame).map(Value::Bool)
            }
            ExprKind::Unary(Unary::Negate, _) => self.int(expr, frame).map(Value::Int),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, frame, span),
            ExprKind::If(parts) => match self.truth(&parts[0], frame) {
                Ok(chosen) => self.value(if chosen { &parts[1] } else { &parts[2] }, frame),
                Err(open) if open.open().is_some() => self.if_open(open, [&parts[1], &parts[2]], frame),
                Err(problem) => Err(problem),
            },
            ExprKind::Let(pattern, parts) => match self.value(&parts[0], frame) {
                Ok(value) => {
                    bind(pattern, value, frame);
                    self.value(&parts[1], frame)
                }
                Err(open) if open.open().is_some() && parts[0].ty == Type::Bool => {
                    self.let_open(open, pattern, &parts[1], frame)
                }
                // The body is not evaluated, so it may have no value.
                Err(problem) => Err(problem.of_operand()),
            },
            ExprKind::List(parts) => Ok(Value::List(self.values(parts, frame)?.into())),
            ExprKind::Set(parts) => {
                let members = self.values(parts, frame)?;
                self.set(members, span)
            }
            ExprKind::Tuple(parts) => Ok(Value::Tuple(self.values(parts, frame)?.into())),
            ExprKind::Range { bounds, inclusive } => {
                let (low, high) = (self.int(&bounds[0], frame)?, self.int(&bounds[1], frame)?);
                Ok(Value::range(low, if *inclusive { high.succ() } else { high }))
            }
            ExprKind::ListFor(clauses, element) => {
                Ok(Value::List(self.gather(clauses, element, frame)?.into()))
            }
            ExprKind::SetFor(clauses, element) => {
                let members = self.gather(clauses, element, frame)?;
                self.set(members, span)
            }
            ExprKind::AggregateFor(Aggregate::All, clauses, element) => {
                self.quantifier(true, clauses, element, frame, span).map(Value::Bool)
            }
            ExprKind::AggregateFor(Aggregate::Any, clauses, element) => {
                self.quantifier(false, clauses, element, frame, span).map(Value::Bool)
            }
            ExprKind::AggregateFor(aggregate, clauses, element) => {
                self.aggregate_for(*aggregate, clauses, element, frame, span)
            }
            ExprKind::Aggregate(aggregate, collection) => {
                self.aggregate_of(*aggregate, collection, frame, span)
            }
            ExprKind::Index(parts) => {
                let (base, index) = (self.value(&parts[0], frame)?, self.int(&parts[1], frame)?);
                element_at(&base, &index, parts[1].span)
            }
            ExprKind::Slice(parts) => {
                let (base, range) = (self.value(&parts[0], frame)?, self.value(&parts[1], frame)?);
                let bounds = self.slice_bounds(&parts[1], &range, frame)?;
                slice(&base, bounds, parts[1].span)
            }
            ExprKind::Part(base, at) => match self.value(base, frame)? {
                Value::Tuple(parts) => Ok(parts[*at].clone()),
                other => Ok(other),
            },
            ExprKind::With { base, path, many, value } => {
                let base = self.value(base, frame)?;
                let path = self.values(path, frame)?;
                let value = self.value(value, frame)?;
                self.room::<Value>(length(&base), span)?;
                if *many {
                    update_many(&base, &path, &value, span)
                } else {
                    update(&base, &path, value, span)
                }
            }
            ExprKind::Convert(conversion, inner) => {
                let value = self.value(inner, frame)?;
                self.convert(conversion, value, span)
            }
            ExprKind::Nothing => Ok(Value::position(Sum::default())),
            ExprKind::Component(game, arguments) => {
                let state = self.values(arguments, frame)?;
                Ok(Value::position(Sum::one(self.component(*game, state, arguments, span)?)))
            }
            ExprKind::Convention(convention, inner) => self.convention(*convention, inner, frame, span),
            ExprKind::Compound(compound, operands) => self.compound(*compound, operands, frame, span),
            ExprKind::Term(term, arguments) => {
                let positions = self.values(arguments, frame)?;
                let positions: Vec<Arc<Position>> = positions.iter().filter_map(as_position).collect();
                match &mut self.terms {
                    Some(terms) => terms.term(*term, &positions, span),
                    None => Err(problem(span, ProblemKind::NotASum)),
                }
            }
            ExprKind::Quantifier { forall, clauses, body } => {
                self.quantifier(*forall, clauses, body, frame, span).map(Value::Bool)
            }
        }
    }

    pub(super) fn values(&mut self, exprs: &[Expr], frame: &mut Frame) -> Evaluated<Vec<Value>> {
        exprs.iter().map(|expr| self.value(expr, frame)).collect()
    }

    fn real(&mut self, expr: &Expr, frame: &mut Frame) -> Evaluated<Real> {
        Ok(match self.value(expr, frame)? {
            Value::Real(real) => real.0.clone(),
            Value::Int(int) => Real::from(int),
            _ => Real::from(Int::ZERO),
        })
    }

    /// The result of a function; checks that arguments and result are in their declared types.
    fn call(&mut self, id: usize, arguments: Vec<Value>, span: Span) -> Evaluated<Value> {
        let function = &self.instance.program.functions[id];
        let outside = |value: &Value| {
            let name = function.name.clone();
            let value = crate::ir::print::value(&self.instance.program, value);
            problem(span, ProblemKind::OutsideDeclared { name, value })
        };
        for (parameter, value) in function.parameters.iter().zip(&arguments) {
            if !Range::of(&parameter.domain, &mut Evaluator::new(self.instance, self.budget))?.contains(value)
            {
                return Err(outside(value));
            }
        }
        let mut frame = arguments;
        frame.resize(function.body.slots.len(), Value::Bool(false));
        let value = self.value(&function.body.expr, &mut frame)?;
        let inside =
            Range::of(&function.result, &mut Evaluator::new(self.instance, self.budget))?.contains(&value);
        if inside { Ok(value) } else { Err(outside(&value)) }
    }

    fn binary(
        &mut self,
        op: Binary,
        left: &Expr,
        right: &Expr,
        frame: &mut Frame,
        span: Span,
    ) -> Evaluated<Value> {
        match op {
            Binary::And | Binary::Or | Binary::Implies | Binary::Iff => {
                self.connective(op, left, right, frame).map(Value::Bool)
            }
            Binary::PowerReal => {
                let (base, exponent) = (self.real(left, frame)?, self.int(right, frame)?);
                self.power_real(&base, &exponent, span)
            }
            Binary::AddReal | Binary::SubtractReal | Binary::MultiplyReal | Binary::Quotient => {
                let (a, b) = (self.real(left, frame)?, self.real(right, frame)?);
                self.reals(op, &a, &b, span)
            }
            Binary::ConcatLists
            | Binary::ConcatTexts
            | Binary::Union
            | Binary::Intersection
            | Binary::Difference => {
                let (a, b) = (self.value(left, frame)?, self.value(right, frame)?);
                self.collections(op, &a, &b, span)
            }
            Binary::AddPositions => {
                let (a, b) = (self.sum(left, frame)?, self.sum(right, frame)?);
                let mut parts = a.parts.to_vec();
                parts.extend(b.parts.iter().cloned());
                self.new_sum(parts, span)
            }
            Binary::Copies => {
                let count = self.int(left, frame)?;
                // With zero copies, the position is not evaluated.
                let position = if count.is_zero() { Sum::default() } else { self.sum(right, frame)? };
                self.copies(&count, &position, span)
            }
            _ => {
                let (a, b) = (self.int(left, frame)?, self.int(right, frame)?);
                self.integers(op, &a, &b, span).map(Value::Int)
            }
        }
    }
}

/// Whether a comparison holds between two values that compare as `order`.
fn ordered(op: Comparison, order: std::cmp::Ordering) -> bool {
    match op {
        Comparison::Eq => order.is_eq(),
        Comparison::Ne => order.is_ne(),
        Comparison::Lt => order.is_lt(),
        Comparison::Le => order.is_le(),
        Comparison::Gt => order.is_gt(),
        Comparison::Ge | Comparison::In | Comparison::NotIn => order.is_ge(),
    }
}
