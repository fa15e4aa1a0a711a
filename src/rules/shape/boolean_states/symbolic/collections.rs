//! Evaluates collections, aggregates, and components of graphs.

use super::{Frame, Symbol, Symbolic};
use crate::ir::graph::Graph;
use crate::ir::{Aggregate, Binary, Builtin, Clause, Expr, ExprKind, Value};
use crate::number::Int;
use crate::shape::terms::term::{GivenUp, Made, TermId};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

impl Symbolic<'_, '_, '_> {
    /// Evaluates a list or a set, or an aggregate of one.
    pub(super) fn collected(&mut self, expr: &Expr, frame: &mut Frame) -> Made<Symbol> {
        match &expr.kind {
            ExprKind::List(elements) => {
                let elements = elements.iter().map(|it| self.value(it, frame)).collect::<Made<_>>()?;
                Ok(Symbol::List(elements))
            }
            ExprKind::Set(elements) => {
                let always = self.store.truth(true);
                let mut members = BTreeMap::new();
                for element in elements {
                    let element = self.value(element, frame)?;
                    self.insert(&mut members, &element, always)?;
                }
                Ok(Symbol::Set(members))
            }
            ExprKind::SetFor(clauses, body) => {
                let mut members = BTreeMap::new();
                self.each(clauses, frame, &mut |this, frame, when| {
                    let element = this.value(body, frame)?;
                    this.insert(&mut members, &element, when)
                })?;
                Ok(Symbol::Set(members))
            }
            ExprKind::ListFor(clauses, body) => {
                let always = self.store.truth(true);
                let mut elements = Vec::new();
                self.each(clauses, frame, &mut |this, frame, when| {
                    // The length of the list must be constant.
                    if when != always {
                        return Err(GivenUp);
                    }
                    elements.push(this.value(body, frame)?);
                    Ok(())
                })?;
                Ok(Symbol::List(elements))
            }
            ExprKind::AggregateFor(aggregate, clauses, body) => {
                self.aggregated(*aggregate, clauses, body, frame)
            }
            ExprKind::Quantifier { forall, clauses, body } => {
                let aggregate = if *forall { Aggregate::All } else { Aggregate::Any };
                self.aggregated(aggregate, clauses, body, frame)
            }
            ExprKind::Aggregate(aggregate, collection) => {
                let collection = self.value(collection, frame)?;
                if self.known(&collection).is_some() {
                    return self.concretely(expr, &[collection]);
                }
                let mut gathered = self.gather(*aggregate)?;
                for (element, when) in self.elements(&collection, expr.span)? {
                    self.add(*aggregate, &mut gathered, &element, when)?;
                }
                Ok(Symbol::Cases(gathered))
            }
            _ => Err(GivenUp),
        }
    }

    /// Evaluates an aggregate of a comprehension.
    fn aggregated(
        &mut self,
        aggregate: Aggregate,
        clauses: &[Clause],
        body: &Expr,
        frame: &mut Frame,
    ) -> Made<Symbol> {
        let mut gathered = self.gather(aggregate)?;
        self.each(clauses, frame, &mut |this, frame, when| {
            let element = this.value(body, frame)?;
            this.add(aggregate, &mut gathered, &element, when)
        })?;
        Ok(Symbol::Cases(gathered))
    }

    /// Evaluates `len`, `indices` or `components`.
    pub(super) fn of_collections(
        &mut self,
        expr: &Expr,
        arguments: &[Expr],
        frame: &mut Frame,
    ) -> Made<Symbol> {
        let arguments = arguments.iter().map(|it| self.value(it, frame)).collect::<Made<Vec<_>>>()?;
        match (&expr.kind, &*arguments) {
            (ExprKind::Builtin(Builtin::Len, _), [collection]) if !matches!(collection, Symbol::Cases(_)) => {
                let mut length = self.end(Value::int(0));
                let one = self.constant(Value::int(1));
                for (_, when) in self.elements(collection, expr.span)? {
                    self.add(Aggregate::Sum, &mut length, &one, when)?;
                }
                Ok(Symbol::Cases(length))
            }
            (ExprKind::Builtin(Builtin::Indices, _), [Symbol::List(elements) | Symbol::Text(elements)]) => {
                Ok(self.constant(Value::range(Int::ZERO, Int::from(elements.len()))))
            }
            (ExprKind::Builtin(Builtin::Components, _), [graph, within]) if self.known(within).is_none() => {
                let Some(Value::Graph(graph)) = self.known(graph) else { return Err(GivenUp) };
                let within = self.set(within, expr.span)?;
                self.components(&graph, &within, expr.span)
            }
            _ => self.concretely(expr, &arguments),
        }
    }

    /// Returns a union, an intersection or a difference.
    pub(super) fn combined(
        &mut self,
        op: Binary,
        a: &BTreeMap<Value, TermId>,
        b: &BTreeMap<Value, TermId>,
    ) -> Made<Symbol> {
        self.merged(a, b, |this, a, b| match op {
            Binary::Union => this.or(a, b),
            Binary::Intersection => this.and(a, b),
            _ => {
                let not = this.not(b)?;
                this.and(a, not)
            }
        })
    }

    /// Returns the connected components of the set `within`: for each vertex, the component that
    /// has this vertex as its least one, with the condition under which there is such a component.
    pub(super) fn components(
        &mut self,
        graph: &Graph,
        within: &BTreeMap<Value, TermId>,
        span: Span,
    ) -> Made<Symbol> {
        let never = self.store.truth(false);
        let mut there = vec![never; graph.len()];
        for (value, when) in within {
            let Value::Vertex(vertex) = value else { return Err(GivenUp) };
            there[graph.find(vertex).ok_or(GivenUp)?] = *when;
        }
        let around: Vec<Vec<usize>> = (0..graph.len())
            .map(|vertex| graph.neighbours(vertex).into_iter().map(|it| it as usize).collect())
            .collect();
        let mut parts = Vec::new();
        for least in 0..graph.len() {
            if there[least] == never {
                continue;
            }
            let mut reached = vec![never; graph.len()];
            reached[least] = there[least];
            let mut pending = BTreeSet::from([least]);
            while let Some(from) = pending.pop_first() {
                for to in around[from].iter().copied().filter(|to| *to > least) {
                    self.tick(span)?;
                    let step = self.and(reached[from], there[to])?;
                    let now = self.or(reached[to], step)?;
                    if std::mem::replace(&mut reached[to], now) != now {
                        pending.insert(to);
                    }
                }
            }
            let mut is_least = there[least];
            for from in least..graph.len() {
                for below in around[from].iter().copied().filter(|below| *below < least) {
                    let joined = self.and(reached[from], there[below])?;
                    let apart = self.not(joined)?;
                    is_least = self.and(is_least, apart)?;
                }
            }
            if self.is_off_path(is_least)? {
                continue;
            }
            let mut members = BTreeMap::new();
            for (vertex, when) in reached.into_iter().enumerate() {
                let when = self.and(when, is_least)?;
                if when != never {
                    members.insert(Value::Vertex(graph.vertex(vertex)), when);
                }
            }
            parts.push((Symbol::Set(members), is_least));
        }
        Ok(Symbol::Parts(parts))
    }

    /// Returns the aggregate of an empty collection; fails unless it is `all`, `any`, `count` or
    /// `sum`.
    pub(super) fn gather(&mut self, aggregate: Aggregate) -> Made<TermId> {
        Ok(match aggregate {
            Aggregate::All => self.store.truth(true),
            Aggregate::Any => self.store.truth(false),
            Aggregate::Count | Aggregate::Sum => self.end(Value::int(0)),
            _ => return Err(GivenUp),
        })
    }

    /// Adds an element to an aggregate, under a condition.
    pub(super) fn add(
        &mut self,
        aggregate: Aggregate,
        gathered: &mut TermId,
        element: &Symbol,
        when: TermId,
    ) -> Made<()> {
        let element = self.cases(element)?;
        *gathered = match aggregate {
            Aggregate::All => {
                let not = self.not(when)?;
                let here = self.or(not, element)?;
                self.and(*gathered, here)?
            }
            Aggregate::Any => {
                let here = self.and(when, element)?;
                self.or(*gathered, here)?
            }
            Aggregate::Count | Aggregate::Sum => {
                let no = self.store.truth(false);
                let element = self.store.choose(when, element, no)?;
                self.store.lift(&[*gathered, element], &mut |store, parts| {
                    let before = store.as_int(parts[0]).ok_or(GivenUp)?;
                    match store.as_value(parts[1]).ok_or(GivenUp)? {
                        Value::Bool(false) => Ok(parts[0]),
                        Value::Int(more) if aggregate == Aggregate::Sum => Ok(store.int(&before + &more)),
                        _ if aggregate == Aggregate::Count => Ok(store.int(before.succ())),
                        _ => Err(GivenUp),
                    }
                })?
            }
            _ => return Err(GivenUp),
        };
        Ok(())
    }
}
