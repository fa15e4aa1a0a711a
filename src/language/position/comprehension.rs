//! Iterates over the values of binders, and evaluates the comprehensions and aggregates that have
//! binders. (Quantifiers are in `kleene`.)

use super::evaluator::{Evaluator, Flow, Frame, MAX_ELEMENTS, Visit, VisitElement, problem};
use super::{Evaluated, ProblemKind};
use crate::ir::{Aggregate, Builtin, Clause, Expr, ExprKind, Pattern, Value};
use crate::source::Span;

impl<'a, 'b> Evaluator<'a, 'b> {
    /// Visits the elements of a domain in order, without building the collection of a range or a
    /// product.
    pub(super) fn each(
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

    /// Visits the lists that take one element from each of several collections; the last element
    /// varies fastest.
    pub(super) fn each_choice(
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
            // The last index that can advance does, and all later ones start again.
            let Some(place) = (0..at.len()).rev().find(|place| at[*place] + 1 < lists[*place].len()) else {
                return Ok(Flow::More);
            };
            at[place] += 1;
            at[place + 1..].fill(0);
        }
    }

    /// Iterates over clauses from left to right, and visits each case in which all conditions hold.
    pub fn clauses(
        &mut self,
        clauses: &[Clause],
        frame: &mut Frame,
        visit: &mut Visit<'_, 'a, 'b>,
    ) -> Evaluated<Flow> {
        let Some((first, rest)) = clauses.split_first() else { return visit(self, frame) };
        stacker::maybe_grow(64 << 10, 4 << 20, || self.clause(first, rest, frame, visit))
    }

    pub(super) fn clause(
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

    /// The values of the expression `element` in all cases that the clauses admit, in order; an
    /// error if there are more than `MAX_ELEMENTS`.
    pub(super) fn gather(
        &mut self,
        clauses: &[Clause],
        element: &Expr,
        frame: &mut Frame,
    ) -> Evaluated<Vec<Value>> {
        let mut values = Vec::new();
        self.clauses(clauses, frame, &mut |this, frame| {
            if values.len() >= MAX_ELEMENTS {
                return Err(problem(element.span, ProblemKind::TooLarge("a collection")));
            }
            let value = this.value(element, frame)?;
            this.push(&mut values, value, element.span)?;
            Ok(Flow::More)
        })?;
        Ok(values)
    }

    /// The aggregate of the values of `element` in all cases that the clauses admit.
    pub(super) fn aggregate_for(
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

    /// The aggregate of the elements of a collection.
    pub(super) fn aggregate_of(
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
}

/// Writes a value, or the parts of a tuple, to the slots of a pattern.
pub fn bind(pattern: &Pattern, value: Value, frame: &mut Frame) {
    match (pattern, value) {
        (Pattern::Slot(slot), value) => frame[slot.index()] = value,
        (Pattern::Tuple(parts), Value::Tuple(values)) => {
            parts.iter().zip(values.iter()).for_each(|(part, value)| bind(part, value.clone(), frame));
        }
        _ => {}
    }
}
