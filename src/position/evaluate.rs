//! The value of an expression, straight from its definition.

use super::{Budget, Evaluated, Instance, Limit, Problem, ProblemKind, Range};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{
    Aggregate, Binary, Body, Builtin, Clause, Comparison, Compound, Convention, Conversion, Expr, ExprKind,
    GameId, Pattern, Term, Type, Unary, Value,
};
use crate::number::{Int, Real};
use crate::source::Span;
use std::sync::Arc;

/// The values of the local names.
pub type Frame = [Value];

/// Whether a visitor wants to see more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    More,
    /// That was enough.
    Stop,
}

/// Answers questions about play, for claims.
pub trait Terms {
    /// The answer to one question.
    fn term(&mut self, term: Term, positions: &[Arc<Position>], span: Span) -> Evaluated<Value>;
}

/// Evaluates expressions of one program.
pub struct Evaluator<'a, 'b> {
    /// The program and its constants.
    pub instance: &'a Instance,
    /// What may be used.
    pub budget: &'a Budget<'b>,
    /// Who answers questions about play; nobody in rules.
    pub terms: Option<&'a mut dyn Terms>,
    /// How far a quantifier over all naturals looks.
    pub bound: u64,
    /// Whether an answer rests on a quantifier that looked only so far.
    pub bounded: bool,
}

/// What visits the values that clauses bind.
type Visit<'v, 'a, 'b> = dyn FnMut(&mut Evaluator<'a, 'b>, &mut Frame) -> Evaluated<Flow> + 'v;
/// What visits the elements of a collection.
type VisitElement<'v, 'a, 'b> = dyn FnMut(&mut Evaluator<'a, 'b>, &mut Frame, Value) -> Evaluated<Flow> + 'v;

/// The problem at a place.
pub fn problem(span: Span, kind: ProblemKind) -> Problem {
    Problem { span, kind }
}

impl<'a, 'b> Evaluator<'a, 'b> {
    /// An evaluator without answers about play.
    pub fn new(instance: &'a Instance, budget: &'a Budget<'b>) -> Evaluator<'a, 'b> {
        Evaluator { instance, budget, terms: None, bound: 0, bounded: false }
    }

    /// The value of an expression that stands alone.
    pub fn body(&mut self, body: &Body) -> Evaluated<Value> {
        let mut frame = vec![Value::Bool(false); body.slots.len()];
        self.value(&body.expr, &mut frame)
    }

    /// Counts work, and stops when a limit is reached.
    pub fn tick(&self, steps: usize, span: Span) -> Evaluated<()> {
        self.budget.tick(steps).map_err(|limit: Limit| problem(span, ProblemKind::Limit(limit)))
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
            ExprKind::Unary(_, operand) => Ok(!self.truth(operand, frame)?),
            ExprKind::Binary(op, left, right) => stacker::maybe_grow(64 << 10, 4 << 20, || {
                let left = self.truth(left, frame)?;
                match op {
                    Binary::And => Ok(left && self.truth(right, frame)?),
                    Binary::Or => Ok(left || self.truth(right, frame)?),
                    Binary::Implies => Ok(!left || self.truth(right, frame)?),
                    _ => Ok(left == self.truth(right, frame)?),
                }
            }),
            ExprKind::Compare(first, rest) => self.compare(first, rest, frame),
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
            // `x in a..b` needs no value for the range.
            let right = self.value(right, frame)?;
            let holds = match op {
                Comparison::In => contains(&right, &left),
                Comparison::NotIn => !contains(&right, &left),
                _ => ordered(*op, left.cmp(&right)),
            };
            if !holds {
                return Ok(false);
            }
            left = right;
        }
        Ok(true)
    }

    /// Everything that has no shorter path above.
    fn other(&mut self, expr: &Expr, frame: &mut Frame) -> Evaluated<Value> {
        let span = expr.span;
        self.tick(1, span)?;
        match &expr.kind {
            ExprKind::Literal(value) => Ok(value.clone()),
            ExprKind::Local(slot) => Ok(frame[slot.index()].clone()),
            ExprKind::Global(id) => Ok(self.instance.globals[id.index()].clone()),
            ExprKind::Naturals => Ok(Value::range(Int::ZERO, Int::from(self.bound).succ())),
            ExprKind::Call(id, arguments) => {
                let arguments = self.values(arguments, frame)?;
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
            ExprKind::If(parts) => {
                let chosen = if self.truth(&parts[0], frame)? { &parts[1] } else { &parts[2] };
                self.value(chosen, frame)
            }
            ExprKind::Let(pattern, parts) => {
                let value = self.value(&parts[0], frame)?;
                bind(pattern, value, frame);
                self.value(&parts[1], frame)
            }
            ExprKind::List(parts) => Ok(Value::List(self.values(parts, frame)?.into())),
            ExprKind::Set(parts) => Ok(Value::set(self.values(parts, frame)?)),
            ExprKind::Tuple(parts) => Ok(Value::Tuple(self.values(parts, frame)?.into())),
            ExprKind::Range { bounds, inclusive } => {
                let (low, high) = (self.int(&bounds[0], frame)?, self.int(&bounds[1], frame)?);
                Ok(Value::range(low, if *inclusive { high.succ() } else { high }))
            }
            ExprKind::ListFor(clauses, element) => {
                Ok(Value::List(self.gather(clauses, element, frame)?.into()))
            }
            ExprKind::SetFor(clauses, element) => Ok(Value::set(self.gather(clauses, element, frame)?)),
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
                self.tick(length(&base), span)?;
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
                self.quantifier(*forall, clauses, body, frame).map(Value::Bool)
            }
        }
    }

    fn values(&mut self, exprs: &[Expr], frame: &mut Frame) -> Evaluated<Vec<Value>> {
        exprs.iter().map(|expr| self.value(expr, frame)).collect()
    }

    fn real(&mut self, expr: &Expr, frame: &mut Frame) -> Evaluated<Real> {
        Ok(match self.value(expr, frame)? {
            Value::Real(real) => real.0.clone(),
            Value::Int(int) => Real::from(int),
            _ => Real::from(Int::ZERO),
        })
    }

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
                let left = self.truth(left, frame)?;
                let decided = match op {
                    Binary::And => !left,
                    Binary::Or => left,
                    Binary::Implies if !left => return Ok(Value::Bool(true)),
                    _ => false,
                };
                if decided {
                    return Ok(Value::Bool(left));
                }
                let right = self.truth(right, frame)?;
                Ok(Value::Bool(if op == Binary::Iff { left == right } else { right }))
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
                self.tick(length(&a) + length(&b), span)?;
                Ok(super::arithmetic::collections(op, &a, &b))
            }
            Binary::AddPositions => {
                let (a, b) = (self.sum(left, frame)?, self.sum(right, frame)?);
                let mut parts = a.parts.to_vec();
                parts.extend(b.parts.iter().cloned());
                self.new_sum(parts, span)
            }
            Binary::Copies => {
                let count = self.int(left, frame)?;
                // No copies need no position.
                let position = if count.is_zero() { Sum::default() } else { self.sum(right, frame)? };
                self.copies(&count, &position, span)
            }
            _ => {
                let (a, b) = (self.int(left, frame)?, self.int(right, frame)?);
                self.integers(op, &a, &b, span).map(Value::Int)
            }
        }
    }

    fn new_sum(&self, parts: Vec<(Component, u64)>, span: Span) -> Evaluated<Value> {
        self.tick(parts.len(), span)?;
        let sum =
            Sum::new(parts).ok_or_else(|| problem(span, ProblemKind::TooLarge("a count of components")))?;
        Ok(Value::position(sum))
    }

    fn copies(&self, count: &Int, position: &Sum, span: Span) -> Evaluated<Value> {
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

    /// The value of an expression that must be a plain sum.
    pub fn sum(&mut self, expr: &Expr, frame: &mut Frame) -> Evaluated<Sum> {
        match self.value(expr, frame)? {
            Value::Position(position) => match &position.form {
                Form::Sum(sum) if position.convention == Convention::Normal => Ok(sum.clone()),
                _ => Err(problem(expr.span, ProblemKind::NotASum)),
            },
            _ => Ok(Sum::default()),
        }
    }

    /// The components of an expression that must be a plain sum, added to a list as they come.
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

    /// A component, if its fields lie in their types.
    fn component(
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
            if !range.contains(value) {
                let at = arguments.get(field).map_or(span, |argument| argument.span);
                return Err(problem(at, ProblemKind::Outside { game, field, value: value.clone() }));
            }
        }
        Ok(Component { game, state: state.into() })
    }

    fn convention(
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
                // Each component is an operand of its own for the whole play.
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

    fn compound(
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

    fn convert(&mut self, conversion: &Conversion, value: Value, span: Span) -> Evaluated<Value> {
        Ok(match (conversion, value) {
            (Conversion::IntToReal, Value::Int(int)) => real_value(Real::from(int)),
            (Conversion::IntToVertex, Value::Int(int)) => {
                if int.is_negative() {
                    let value = int.to_string();
                    return Err(problem(span, ProblemKind::NegativeVertex { value }));
                }
                Value::Vertex(crate::ir::graph::Vertex::Number(int))
            }
            (Conversion::RangeToList, value) => Value::List(self.elements(&value, span)?.into()),
            (Conversion::RangeToSet, value) => Value::Set(self.elements(&value, span)?.into()),
            (Conversion::Elements(inner), Value::List(values)) => Value::List(
                values
                    .iter()
                    .map(|it| self.convert(inner, it.clone(), span))
                    .collect::<Evaluated<Vec<_>>>()?
                    .into(),
            ),
            (Conversion::Members(inner), Value::Set(values)) => Value::set(
                values
                    .iter()
                    .map(|it| self.convert(inner, it.clone(), span))
                    .collect::<Evaluated<Vec<_>>>()?,
            ),
            (Conversion::Parts(parts), Value::Tuple(values)) => {
                let mut converted = Vec::with_capacity(values.len());
                for (part, value) in parts.iter().zip(values.iter()) {
                    converted.push(match part {
                        Some(inner) => self.convert(inner, value.clone(), span)?,
                        None => value.clone(),
                    });
                }
                Value::Tuple(converted.into())
            }
            (Conversion::Then(both), value) => {
                let value = self.convert(&both.0, value, span)?;
                self.convert(&both.1, value, span)?
            }
            (_, value) => value,
        })
    }

    /// All elements of a collection, in order.
    pub fn elements(&mut self, collection: &Value, span: Span) -> Evaluated<Vec<Value>> {
        match collection {
            Value::List(values) | Value::Set(values) => Ok(values.to_vec()),
            Value::Text(text) => Ok(text.iter().map(|c| Value::Text(Arc::new([*c]))).collect()),
            Value::Range(bounds) => {
                let count = (&bounds.1 - &bounds.0).to_usize().filter(|count| *count <= MAX_ELEMENTS);
                let count =
                    count.ok_or_else(|| problem(span, ProblemKind::TooLarge("a range made into a list")))?;
                let mut values = Vec::new();
                let mut next = bounds.0.clone();
                for _ in 0..count {
                    self.tick(1, span)?;
                    values.push(Value::Int(next.clone()));
                    next = next.succ();
                }
                Ok(values)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Visits the elements of a domain in order, without making the collection where that helps.
    fn each(
        &mut self,
        domain: &Expr,
        frame: &mut Frame,
        visit: &mut VisitElement<'_, 'a, 'b>,
    ) -> Evaluated<Flow> {
        if let ExprKind::Builtin(Builtin::Product, arguments) = &domain.kind {
            let lists = self.value(&arguments[0], frame)?;
            return self.each_choice(&lists, domain.span, frame, visit);
        }
        match self.value(domain, frame)? {
            Value::Range(bounds) => {
                let mut next = bounds.0.clone();
                while next < bounds.1 {
                    self.tick(1, domain.span)?;
                    if visit(self, frame, Value::Int(next.clone()))? == Flow::Stop {
                        return Ok(Flow::Stop);
                    }
                    next = next.succ();
                }
            }
            Value::List(values) | Value::Set(values) => {
                for value in values.iter() {
                    self.tick(1, domain.span)?;
                    if visit(self, frame, value.clone())? == Flow::Stop {
                        return Ok(Flow::Stop);
                    }
                }
            }
            other => {
                for value in self.elements(&other, domain.span)? {
                    if visit(self, frame, value)? == Flow::Stop {
                        return Ok(Flow::Stop);
                    }
                }
            }
        }
        Ok(Flow::More)
    }

    /// Visits the lists that take one element from each of several collections.
    fn each_choice(
        &mut self,
        lists: &Value,
        span: Span,
        frame: &mut Frame,
        visit: &mut VisitElement<'_, 'a, 'b>,
    ) -> Evaluated<Flow> {
        let lists = self.elements(lists, span)?;
        let lists = lists.iter().map(|list| self.elements(list, span)).collect::<Evaluated<Vec<_>>>()?;
        if lists.iter().any(Vec::is_empty) {
            return Ok(Flow::More);
        }
        let mut at = vec![0; lists.len()];
        loop {
            self.tick(1 + at.len(), span)?;
            let choice: Vec<Value> = at.iter().zip(&lists).map(|(at, list)| list[*at].clone()).collect();
            if visit(self, frame, Value::List(choice.into()))? == Flow::Stop {
                return Ok(Flow::Stop);
            }
            // The last place runs fastest.
            let Some(place) = (0..at.len()).rev().find(|place| at[*place] + 1 < lists[*place].len()) else {
                return Ok(Flow::More);
            };
            at[place] += 1;
            at[place + 1..].fill(0);
        }
    }

    /// Runs through clauses from left to right, and visits wherever all conditions hold.
    pub fn clauses(
        &mut self,
        clauses: &[Clause],
        frame: &mut Frame,
        visit: &mut Visit<'_, 'a, 'b>,
    ) -> Evaluated<Flow> {
        let Some((first, rest)) = clauses.split_first() else { return visit(self, frame) };
        stacker::maybe_grow(64 << 10, 4 << 20, || self.clause(first, rest, frame, visit))
    }

    fn clause(
        &mut self,
        first: &Clause,
        rest: &[Clause],
        frame: &mut Frame,
        visit: &mut Visit<'_, 'a, 'b>,
    ) -> Evaluated<Flow> {
        match first {
            Clause::If(condition) => {
                if self.truth(condition, frame)? {
                    self.clauses(rest, frame, visit)
                } else {
                    Ok(Flow::More)
                }
            }
            Clause::For(pattern, domain) => self.each(domain, frame, &mut |this, frame, value| {
                bind(pattern, value, frame);
                this.clauses(rest, frame, visit)
            }),
        }
    }

    fn gather(&mut self, clauses: &[Clause], element: &Expr, frame: &mut Frame) -> Evaluated<Vec<Value>> {
        let mut values = Vec::new();
        self.clauses(clauses, frame, &mut |this, frame| {
            if values.len() >= MAX_ELEMENTS {
                return Err(problem(element.span, ProblemKind::TooLarge("a collection")));
            }
            values.push(this.value(element, frame)?);
            Ok(Flow::More)
        })?;
        Ok(values)
    }

    fn aggregate_for(
        &mut self,
        aggregate: Aggregate,
        clauses: &[Clause],
        element: &Expr,
        frame: &mut Frame,
        span: Span,
    ) -> Evaluated<Value> {
        let mut gathered = super::arithmetic::Gathered::new(aggregate);
        self.clauses(clauses, frame, &mut |this, frame| {
            let value = this.value(element, frame)?;
            gathered.add(value, element.span)
        })?;
        gathered.finish(span)
    }

    fn aggregate_of(
        &mut self,
        aggregate: Aggregate,
        collection: &Expr,
        frame: &mut Frame,
        span: Span,
    ) -> Evaluated<Value> {
        let mut gathered = super::arithmetic::Gathered::new(aggregate);
        self.each(collection, frame, &mut |_, _, value| gathered.add(value, collection.span))?;
        gathered.finish(span)
    }

    fn quantifier(
        &mut self,
        forall: bool,
        clauses: &[Clause],
        body: &Expr,
        frame: &mut Frame,
    ) -> Evaluated<bool> {
        let naturals = |clause: &Clause| matches!(clause, Clause::For(_, domain) if matches!(domain.kind, ExprKind::Naturals));
        let mut found = false;
        self.clauses(clauses, frame, &mut |this, frame| {
            if this.truth(body, frame)? == forall {
                return Ok(Flow::More);
            }
            found = true;
            Ok(Flow::Stop)
        })?;
        // A counterexample or a witness settles it, however far was looked; but what it rests on
        // may itself have been looked at only so far, and that stays noted.
        self.bounded |= !found && clauses.iter().any(naturals);
        Ok(found != forall)
    }

    /// The bounds of a slice as they were written: an empty one keeps its place.
    fn slice_bounds(&mut self, range: &Expr, value: &Value, frame: &mut Frame) -> Evaluated<(Int, Int)> {
        if let ExprKind::Range { bounds, inclusive } = &range.kind {
            let (low, high) = (self.int(&bounds[0], frame)?, self.int(&bounds[1], frame)?);
            return Ok((low, if *inclusive { high.succ() } else { high }));
        }
        match value {
            Value::Range(bounds) => Ok((**bounds).clone()),
            _ => Ok((Int::ZERO, Int::ZERO)),
        }
    }
}

/// The most elements that one collection may have.
pub const MAX_ELEMENTS: usize = 1 << 24;

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

/// Whether a collection has an element, or a text a part.
pub fn contains(collection: &Value, element: &Value) -> bool {
    match (collection, element) {
        (Value::Range(bounds), Value::Int(int)) => bounds.0 <= *int && *int < bounds.1,
        (Value::Set(members), _) => members.binary_search(element).is_ok(),
        (Value::List(values), _) => values.contains(element),
        (Value::Text(text), Value::Text(part)) => {
            part.is_empty() || text.windows(part.len()).any(|window| *window == **part)
        }
        _ => false,
    }
}

/// Gives the names of a pattern their values.
pub fn bind(pattern: &Pattern, value: Value, frame: &mut Frame) {
    match (pattern, value) {
        (Pattern::Slot(slot), value) => frame[slot.index()] = value,
        (Pattern::Tuple(parts), Value::Tuple(values)) => {
            parts.iter().zip(values.iter()).for_each(|(part, value)| bind(part, value.clone(), frame));
        }
        _ => {}
    }
}

/// How many elements a collection has; 1 for everything else.
pub fn length(value: &Value) -> usize {
    match value {
        Value::List(values) | Value::Set(values) => values.len(),
        Value::Text(text) => text.len(),
        Value::Range(bounds) => (&bounds.1 - &bounds.0).to_usize().unwrap_or(usize::MAX),
        _ => 1,
    }
}

/// A real number as a value.
pub fn real_value(real: Real) -> Value {
    Value::Real(Arc::new(crate::ir::value::RealKey(real)))
}

fn as_position(value: &Value) -> Option<Arc<Position>> {
    match value {
        Value::Position(position) => Some(position.clone()),
        _ => None,
    }
}

fn outside(index: &Int, length: usize, span: Span) -> Problem {
    problem(span, ProblemKind::Index { index: index.to_string(), length })
}

fn element_at(base: &Value, index: &Int, span: Span) -> Evaluated<Value> {
    let at =
        index.to_usize().filter(|at| *at < length(base)).ok_or_else(|| outside(index, length(base), span))?;
    Ok(match base {
        Value::List(values) => values[at].clone(),
        Value::Text(text) => Value::Text(Arc::new([text[at]])),
        Value::Range(bounds) => Value::Int(&bounds.0 + index),
        other => other.clone(),
    })
}

fn slice(base: &Value, bounds: (Int, Int), span: Span) -> Evaluated<Value> {
    let (low, high) = bounds;
    let length = length(base);
    let inside = |int: &Int| int.to_usize().filter(|at| *at <= length);
    let (Some(from), Some(to)) = (inside(&low), inside(&high)) else {
        let (low, high) = (low.to_string(), high.to_string());
        return Err(problem(span, ProblemKind::SliceOutside { low, high, length }));
    };
    let to = to.max(from);
    Ok(match base {
        Value::List(values) => Value::List(values[from..to].into()),
        Value::Text(text) => Value::Text(text[from..to].into()),
        other => other.clone(),
    })
}

fn update(base: &Value, path: &[Value], value: Value, span: Span) -> Evaluated<Value> {
    let Some((Value::Int(index), rest)) = path.split_first().map(|(first, rest)| (first.clone(), rest))
    else {
        return Ok(value);
    };
    let at = index
        .to_usize()
        .filter(|at| *at < length(base))
        .ok_or_else(|| outside(&index, length(base), span))?;
    match base {
        Value::List(values) => {
            let mut values = values.to_vec();
            values[at] = update(&values[at], rest, value, span)?;
            Ok(Value::List(values.into()))
        }
        Value::Text(text) => {
            let mut text = text.to_vec();
            text[at] = one_character(&value, span)?;
            Ok(Value::Text(text.into()))
        }
        other => Ok(other.clone()),
    }
}

fn one_character(value: &Value, span: Span) -> Evaluated<char> {
    match value {
        Value::Text(text) if text.len() == 1 => Ok(text[0]),
        _ => Err(problem(span, ProblemKind::NotOneCharacter)),
    }
}

/// Changes several places: the last index of the path is the collection of them.
fn update_many(base: &Value, path: &[Value], value: &Value, span: Span) -> Evaluated<Value> {
    let Some((places, outer)) = path.split_last() else { return Ok(base.clone()) };
    if let Some((Value::Int(index), rest)) = outer.split_first() {
        let inner = element_at(base, index, span)?;
        let mut path = rest.to_vec();
        path.push(places.clone());
        let inner = update_many(&inner, &path, value, span)?;
        return update(base, &[Value::Int(index.clone())], inner, span);
    }
    let (Value::Set(places) | Value::List(places)) = places else { return Ok(base.clone()) };
    let Value::List(values) = value else { return Ok(base.clone()) };
    if places.len() != values.len() {
        let (places, values) = (places.len(), values.len());
        return Err(problem(span, ProblemKind::WithLengths { places, values }));
    }
    let mut changed = base.clone();
    if let Value::List(before) = base {
        // One copy for all places.
        let mut after = before.to_vec();
        for (place, value) in places.iter().zip(values.iter()) {
            let Value::Int(index) = place else { continue };
            let at = index.to_usize().filter(|at| *at < after.len());
            after[at.ok_or_else(|| outside(index, before.len(), span))?] = value.clone();
        }
        return Ok(Value::List(after.into()));
    }
    for (place, value) in places.iter().zip(values.iter()) {
        changed = update(&changed, std::slice::from_ref(place), value.clone(), span)?;
    }
    Ok(changed)
}
