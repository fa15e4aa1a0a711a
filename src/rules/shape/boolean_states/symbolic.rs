//! Expressions evaluated for all states at once.
//!
//! A set is known by the condition under which each of its possible members belongs to it, a list by its elements,
//! anything else by the cases in which it is this or that value: a decision diagram over the open questions about the
//! state, with values at its ends. An operation is done by the evaluator for each case by itself. What would go wrong in
//! a case that can occur is given up.

use crate::ir::graph::Graph;
use crate::ir::{
    Aggregate, Binary, Builtin, Clause, Comparison, Expr, ExprKind, Pattern, Unary, Value, walk,
};
use crate::number::Int;
use crate::position::{Budget, Evaluator, Instance};
use crate::shape::terms::term::{GivenUp, Made, Node, Store, TermId};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Functions that call each other deeper than this are not followed.
const DEEPEST: usize = 64;

/// So many operations between two looks at the clock.
const BETWEEN_LOOKS: usize = 64;

/// What an expression is in all states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// Values by cases.
    Cases(TermId),
    /// When something is a member.
    Set(BTreeMap<Value, TermId>),
    /// The elements.
    List(Vec<Symbol>),
    /// Members of a set, and when each is there: different ones, if they are there together.
    Parts(Vec<(Symbol, TermId)>),
}

/// An evaluation.
pub struct Symbolic<'a, 'b, 's> {
    pub store: &'s mut Store,
    instance: &'a Instance,
    evaluator: Evaluator<'a, 'b>,
    /// What holds wherever the expression at hand is looked at.
    pub path: TermId,
    depth: usize,
    operations: usize,
}

type Frame = Vec<Symbol>;

/// What is done for each choice of names, under the condition that it is there.
pub type Visit<'v, 'a, 'b, 's> = dyn FnMut(&mut Symbolic<'a, 'b, 's>, &mut Frame, TermId) -> Made<()> + 'v;

impl<'a, 'b, 's> Symbolic<'a, 'b, 's> {
    /// Of the rules of this instance.
    pub fn new(instance: &'a Instance, budget: &'a Budget<'b>, store: &'s mut Store) -> Self {
        let path = store.truth(true);
        let evaluator = Evaluator::new(instance, budget);
        Symbolic { store, instance, evaluator, path, depth: 0, operations: 0 }
    }

    fn tick(&mut self, span: Span) -> Made<()> {
        self.store.step()?;
        self.operations += 1;
        if self.operations.is_multiple_of(BETWEEN_LOOKS) {
            self.evaluator.tick(BETWEEN_LOOKS, span).map_err(|_| GivenUp)?;
        }
        Ok(())
    }

    /// A value that is the same in all states.
    pub fn constant(&mut self, value: Value) -> Symbol {
        Symbol::Cases(self.end(value))
    }

    fn end(&mut self, value: Value) -> TermId {
        constant(self.store, value)
    }

    pub fn not(&mut self, a: TermId) -> Made<TermId> {
        let (yes, no) = (self.store.truth(true), self.store.truth(false));
        self.store.choose(a, no, yes)
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        let no = self.store.truth(false);
        self.store.choose(a, b, no)
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        let yes = self.store.truth(true);
        self.store.choose(a, yes, b)
    }

    fn same_truth(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        let other = self.not(b)?;
        self.store.choose(a, b, other)
    }

    /// Whether a condition holds nowhere on the path.
    fn is_off_path(&mut self, condition: TermId) -> Made<bool> {
        let both = self.and(self.path, condition)?;
        Ok(both == self.store.truth(false))
    }

    /// Does something where a condition holds besides.
    fn on_path<T>(&mut self, condition: TermId, work: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        let path = self.and(self.path, condition)?;
        let outer = std::mem::replace(&mut self.path, path);
        let outcome = work(self);
        self.path = outer;
        outcome
    }

    /// The one value that a symbol has in all states, if it has.
    fn known(&self, symbol: &Symbol) -> Option<Value> {
        match symbol {
            Symbol::Cases(term) => self.store.as_value(*term),
            Symbol::Set(members) => {
                let always = members.values().all(|when| *self.store.node(*when) == Node::Truth(true));
                always.then(|| Value::set(members.keys().cloned().collect()))
            }
            Symbol::List(elements) => {
                let elements: Option<Vec<Value>> = elements.iter().map(|it| self.known(it)).collect();
                elements.map(|elements| Value::List(elements.into()))
            }
            Symbol::Parts(_) => None,
        }
    }

    /// The cases of a symbol that is no set and no list, or is known.
    fn cases(&mut self, symbol: &Symbol) -> Made<TermId> {
        match symbol {
            Symbol::Cases(term) => Ok(*term),
            other => {
                let value = self.known(other).ok_or(GivenUp)?;
                Ok(self.end(value))
            }
        }
    }

    /// The values that can occur, each with its condition.
    fn ends(&mut self, term: TermId) -> Made<Vec<(Value, TermId)>> {
        let mut values = Vec::new();
        let path = self.path;
        self.store.lift(&[path, term], &mut |store, parts| {
            if *store.node(parts[0]) == Node::Truth(true) {
                let value = store.as_value(parts[1]).ok_or(GivenUp)?;
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            Ok(store.truth(true))
        })?;
        let mut ends = Vec::new();
        for value in values {
            let end = self.end(value.clone());
            let when = self.store.lift(&[term], &mut |store, parts| Ok(store.truth(parts[0] == end)))?;
            ends.push((value, when));
        }
        Ok(ends)
    }

    /// The members or elements of a collection, each with the condition under which it is there.
    fn elements(&mut self, collection: &Symbol, span: Span) -> Made<Vec<(Symbol, TermId)>> {
        let always = self.store.truth(true);
        match collection {
            Symbol::Set(members) => {
                let members: Vec<_> = members.iter().map(|(value, when)| (value.clone(), *when)).collect();
                Ok(members.into_iter().map(|(value, when)| (self.constant(value), when)).collect())
            }
            Symbol::List(elements) => Ok(elements.iter().map(|it| (it.clone(), always)).collect()),
            Symbol::Parts(parts) => Ok(parts.clone()),
            Symbol::Cases(term) => {
                let value = self.store.as_value(*term).ok_or(GivenUp)?;
                let elements = self.evaluator.elements(&value, span).map_err(|_| GivenUp)?;
                Ok(elements.into_iter().map(|value| (self.constant(value), always)).collect())
            }
        }
    }

    /// A set by its members.
    fn set(&mut self, symbol: &Symbol, span: Span) -> Made<BTreeMap<Value, TermId>> {
        if let Symbol::Set(members) = symbol {
            return Ok(members.clone());
        }
        let elements = self.elements(symbol, span)?;
        let mut members = BTreeMap::new();
        for (element, when) in elements {
            self.insert(&mut members, &element, when)?;
        }
        Ok(members)
    }

    /// Adds an element, whichever it is, to a set where a condition holds.
    fn insert(&mut self, members: &mut BTreeMap<Value, TermId>, element: &Symbol, when: TermId) -> Made<()> {
        let cases = self.cases(element)?;
        for (value, is) in self.on_path(when, |this| this.ends(cases))? {
            let when = self.and(when, is)?;
            let before = members.get(&value).copied().unwrap_or(self.store.truth(false));
            let when = self.or(before, when)?;
            members.insert(value, when);
        }
        Ok(())
    }

    /// The one symbol where a condition holds, else the other.
    fn choose(&mut self, when: TermId, yes: Symbol, no: Symbol) -> Made<Symbol> {
        match (yes, no) {
            (Symbol::List(yes), Symbol::List(no)) if yes.len() == no.len() => {
                let pairs = yes.into_iter().zip(no);
                let elements = pairs.map(|(yes, no)| self.choose(when, yes, no)).collect::<Made<_>>()?;
                Ok(Symbol::List(elements))
            }
            (Symbol::Set(yes), Symbol::Set(no)) => {
                self.merged(&yes, &no, |this, a, b| this.store.choose(when, a, b))
            }
            (yes, no) => {
                let (yes, no) = (self.cases(&yes)?, self.cases(&no)?);
                Ok(Symbol::Cases(self.store.choose(when, yes, no)?))
            }
        }
    }

    fn merged(
        &mut self,
        a: &BTreeMap<Value, TermId>,
        b: &BTreeMap<Value, TermId>,
        mut merge: impl FnMut(&mut Self, TermId, TermId) -> Made<TermId>,
    ) -> Made<Symbol> {
        let never = self.store.truth(false);
        let mut members = BTreeMap::new();
        for value in a.keys().chain(b.keys().filter(|value| !a.contains_key(value))) {
            let when = |members: &BTreeMap<Value, TermId>| members.get(value).copied().unwrap_or(never);
            let when = merge(self, when(a), when(b))?;
            if when != never {
                members.insert(value.clone(), when);
            }
        }
        Ok(Symbol::Set(members))
    }

    /// When an expression is true.
    pub fn truth(&mut self, expr: &Expr, frame: &mut Frame) -> Made<TermId> {
        let symbol = self.value(expr, frame)?;
        self.cases(&symbol)
    }

    /// What an expression is.
    pub fn value(&mut self, expr: &Expr, frame: &mut Frame) -> Made<Symbol> {
        self.tick(expr.span)?;
        stacker::maybe_grow(64 << 10, 4 << 20, || self.value_of(expr, frame))
    }

    fn value_of(&mut self, expr: &Expr, frame: &mut Frame) -> Made<Symbol> {
        match &expr.kind {
            ExprKind::Literal(value) => Ok(self.constant(value.clone())),
            ExprKind::Local(slot) => frame.get(slot.index()).cloned().ok_or(GivenUp),
            ExprKind::Global(global) => {
                let value = self.instance.globals.get(global.index()).cloned().ok_or(GivenUp)?;
                Ok(self.constant(value))
            }
            ExprKind::Call(function, arguments) => {
                let function = &self.instance.program.functions[function.index()];
                let mut inner = arguments.iter().map(|it| self.value(it, frame)).collect::<Made<Frame>>()?;
                let nothing = self.constant(Value::Bool(false));
                inner.resize(function.body.slots.len(), nothing);
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(GivenUp);
                }
                let value = self.value(&function.body.expr, &mut inner);
                self.depth -= 1;
                value
            }
            ExprKind::Unary(Unary::Not, operand) => {
                let truth = self.truth(operand, frame)?;
                Ok(Symbol::Cases(self.not(truth)?))
            }
            ExprKind::Binary(op @ (Binary::And | Binary::Or | Binary::Implies), a, b) => {
                let first = self.truth(a, frame)?;
                // The second is looked at only where the first does not settle it.
                let open = if *op == Binary::Or { self.not(first)? } else { first };
                let settled = self.store.truth(*op != Binary::And);
                if self.is_off_path(open)? {
                    return Ok(Symbol::Cases(settled));
                }
                let second = self.on_path(open, |this| this.truth(b, frame))?;
                Ok(Symbol::Cases(self.store.choose(open, second, settled)?))
            }
            ExprKind::Binary(Binary::Iff, a, b) => {
                let (a, b) = (self.truth(a, frame)?, self.truth(b, frame)?);
                Ok(Symbol::Cases(self.same_truth(a, b)?))
            }
            ExprKind::Binary(op @ (Binary::Union | Binary::Intersection | Binary::Difference), a, b) => {
                let (a, b) = (self.value(a, frame)?, self.value(b, frame)?);
                let (a, b) = (self.set(&a, expr.span)?, self.set(&b, expr.span)?);
                self.merged(&a, &b, |this, a, b| match op {
                    Binary::Union => this.or(a, b),
                    Binary::Intersection => this.and(a, b),
                    _ => {
                        let not = this.not(b)?;
                        this.and(a, not)
                    }
                })
            }
            ExprKind::Compare(first, rest) => {
                let mut left = self.value(first, frame)?;
                let mut all = self.store.truth(true);
                for (comparison, right) in rest {
                    let right = self.value(right, frame)?;
                    let one = self.compare(*comparison, &left, &right, expr)?;
                    all = self.and(all, one)?;
                    left = right;
                }
                Ok(Symbol::Cases(all))
            }
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let when = self.truth(condition, frame)?;
                let other = self.not(when)?;
                if self.is_off_path(other)? {
                    return self.value(yes, frame);
                }
                if self.is_off_path(when)? {
                    return self.value(no, frame);
                }
                let yes = self.on_path(when, |this| this.value(yes, frame))?;
                let no = self.on_path(other, |this| this.value(no, frame))?;
                self.choose(when, yes, no)
            }
            ExprKind::Let(pattern, parts) => {
                let value = self.value(&parts[0], frame)?;
                self.bind(pattern, value, frame)?;
                self.value(&parts[1], frame)
            }
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
                    // How long the list is has to be the same in all states.
                    if when != always {
                        return Err(GivenUp);
                    }
                    elements.push(this.value(body, frame)?);
                    Ok(())
                })?;
                Ok(Symbol::List(elements))
            }
            ExprKind::AggregateFor(aggregate, clauses, body) => {
                let mut gathered = self.gather(*aggregate)?;
                self.each(clauses, frame, &mut |this, frame, when| {
                    let element = this.value(body, frame)?;
                    this.add(*aggregate, &mut gathered, &element, when)
                })?;
                Ok(Symbol::Cases(gathered))
            }
            ExprKind::Quantifier { forall, clauses, body } => {
                let aggregate = if *forall { Aggregate::All } else { Aggregate::Any };
                let mut gathered = self.gather(aggregate)?;
                self.each(clauses, frame, &mut |this, frame, when| {
                    let element = this.value(body, frame)?;
                    this.add(aggregate, &mut gathered, &element, when)
                })?;
                Ok(Symbol::Cases(gathered))
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
            ExprKind::Builtin(Builtin::Len, arguments) => {
                let collection = self.value(&arguments[0], frame)?;
                if matches!(collection, Symbol::Cases(_)) {
                    return self.concretely(expr, &[collection]);
                }
                let mut length = self.end(Value::int(0));
                let one = self.constant(Value::int(1));
                for (_, when) in self.elements(&collection, expr.span)? {
                    self.add(Aggregate::Sum, &mut length, &one, when)?;
                }
                Ok(Symbol::Cases(length))
            }
            ExprKind::Builtin(Builtin::Components, arguments) => {
                let (graph, within) = (self.value(&arguments[0], frame)?, self.value(&arguments[1], frame)?);
                if self.known(&within).is_some() {
                    return self.concretely(expr, &[graph, within]);
                }
                let Some(Value::Graph(graph)) = self.known(&graph) else { return Err(GivenUp) };
                let within = self.set(&within, expr.span)?;
                self.components(&graph, &within, expr.span)
            }
            ExprKind::Builtin(Builtin::Indices, arguments) => {
                let list = self.value(&arguments[0], frame)?;
                match list {
                    Symbol::List(elements) => {
                        Ok(self.constant(Value::range(Int::ZERO, Int::from(elements.len()))))
                    }
                    other => self.concretely(expr, &[other]),
                }
            }
            ExprKind::Index(parts) => {
                let (list, index) = (self.value(&parts[0], frame)?, self.value(&parts[1], frame)?);
                match list {
                    Symbol::List(elements) => self.element(&elements, &index),
                    other => self.concretely(expr, &[other, index]),
                }
            }
            ExprKind::With { base, path, many: false, value } => {
                let base = self.value(base, frame)?;
                let path = path.iter().map(|it| self.value(it, frame)).collect::<Made<Vec<_>>>()?;
                let value = self.value(value, frame)?;
                self.replaced(base, &path, value)
            }
            ExprKind::Binary(..)
            | ExprKind::Unary(..)
            | ExprKind::Builtin(..)
            | ExprKind::Tuple(..)
            | ExprKind::Range { .. }
            | ExprKind::Part(..)
            | ExprKind::Slice(..)
            | ExprKind::Convert(..) => {
                let mut parts = Vec::new();
                let mut outcome = Ok(());
                walk::children(expr, &mut |child| {
                    if outcome.is_ok() {
                        match self.value(child, frame) {
                            Ok(part) => parts.push(part),
                            Err(error) => outcome = Err(error),
                        }
                    }
                });
                outcome?;
                self.concretely(expr, &parts)
            }
            _ => Err(GivenUp),
        }
    }

    /// What hangs together in a set of vertices, by the least vertex that it may have.
    fn components(&mut self, graph: &Graph, within: &BTreeMap<Value, TermId>, span: Span) -> Made<Symbol> {
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

    /// An operation done for each case of its parts by itself.
    fn concretely(&mut self, expr: &Expr, parts: &[Symbol]) -> Made<Symbol> {
        let known: Option<Vec<Value>> = parts.iter().map(|part| self.known(part)).collect();
        if let Some(values) = known {
            let value = done(&mut self.evaluator, expr, values)?;
            return Ok(self.constant(value));
        }
        let mut terms = vec![self.path];
        for part in parts {
            terms.push(self.cases(part)?);
        }
        let evaluator = &mut self.evaluator;
        let cases = self.store.lift(&terms, &mut |store, terms| {
            if *store.node(terms[0]) == Node::Truth(false) {
                // Never looked at.
                return Ok(store.truth(false));
            }
            let values = terms[1..].iter().map(|term| store.as_value(*term).ok_or(GivenUp));
            let value = done(evaluator, expr, values.collect::<Made<_>>()?)?;
            Ok(constant(store, value))
        })?;
        // What is the same in all cases that can occur is so.
        match &self.ends(cases)?[..] {
            [(only, _)] => Ok(self.constant(only.clone())),
            _ => Ok(Symbol::Cases(cases)),
        }
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        left: &Symbol,
        right: &Symbol,
        expr: &Expr,
    ) -> Made<TermId> {
        use Comparison as C;
        match comparison {
            C::In | C::NotIn if matches!((left, right), (Symbol::Cases(_), Symbol::Set(_))) => {
                let (left, members) = (self.cases(left)?, self.set(right, expr.span)?);
                let mut within = self.store.truth(false);
                for (value, is) in self.ends(left)? {
                    if let Some(when) = members.get(&value) {
                        let here = self.and(is, *when)?;
                        within = self.or(within, here)?;
                    }
                }
                if comparison == C::In { Ok(within) } else { self.not(within) }
            }
            C::In | C::NotIn if !matches!(right, Symbol::Cases(_)) => {
                let mut within = self.store.truth(false);
                for (element, when) in self.elements(right, expr.span)? {
                    let same = self.compare(C::Eq, left, &element, expr)?;
                    let here = self.and(when, same)?;
                    within = self.or(within, here)?;
                }
                if comparison == C::In { Ok(within) } else { self.not(within) }
            }
            C::Eq | C::Ne if !matches!((left, right), (Symbol::Cases(_), Symbol::Cases(_))) => {
                let mut same = self.store.truth(true);
                if let (Symbol::List(left), Symbol::List(right)) = (left, right) {
                    if left.len() != right.len() {
                        return Ok(self.store.truth(comparison == C::Ne));
                    }
                    for (left, right) in left.iter().zip(right) {
                        let here = self.compare(C::Eq, left, right, expr)?;
                        same = self.and(same, here)?;
                    }
                } else if matches!((left, right), (Symbol::Set(_), _) | (_, Symbol::Set(_))) {
                    let (left, right) = (self.set(left, expr.span)?, self.set(right, expr.span)?);
                    let both = self.merged(&left, &right, |this, a, b| {
                        this.same_truth(a, b).and_then(|it| this.not(it))
                    })?;
                    let Symbol::Set(differing) = both else { return Err(GivenUp) };
                    for when in differing.into_values() {
                        let here = self.not(when)?;
                        same = self.and(same, here)?;
                    }
                } else {
                    return Err(GivenUp);
                }
                if comparison == C::Eq { Ok(same) } else { self.not(same) }
            }
            _ => {
                let operand = || Expr { kind: ExprKind::Nothing, ..expr.clone() };
                let single = Expr {
                    kind: ExprKind::Compare(Box::new(operand()), vec![(comparison, operand())]),
                    ..expr.clone()
                };
                let truth = self.concretely(&single, &[left.clone(), right.clone()])?;
                self.cases(&truth)
            }
        }
    }

    /// The aggregate of nothing.
    fn gather(&mut self, aggregate: Aggregate) -> Made<TermId> {
        Ok(match aggregate {
            Aggregate::All => self.store.truth(true),
            Aggregate::Any => self.store.truth(false),
            Aggregate::Count | Aggregate::Sum => self.end(Value::int(0)),
            _ => return Err(GivenUp),
        })
    }

    /// Takes one more element into an aggregate where a condition holds.
    fn add(
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

    /// The element of a list at an index.
    fn element(&mut self, elements: &[Symbol], index: &Symbol) -> Made<Symbol> {
        let index = self.cases(index)?;
        let mut found: Option<Symbol> = None;
        for (value, when) in self.ends(index)? {
            let Value::Int(at) = value else { return Err(GivenUp) };
            let element = at.to_usize().and_then(|at| elements.get(at)).ok_or(GivenUp)?.clone();
            found = Some(match found {
                None => element,
                Some(other) => self.choose(when, element, other)?,
            });
        }
        found.ok_or(GivenUp)
    }

    /// A list with one place, however deep, changed.
    fn replaced(&mut self, base: Symbol, path: &[Symbol], value: Symbol) -> Made<Symbol> {
        let Some((first, rest)) = path.split_first() else { return Ok(value) };
        let mut elements = match base {
            Symbol::List(elements) => elements,
            other => match self.known(&other).ok_or(GivenUp)? {
                Value::List(elements) => elements.iter().map(|it| self.constant(it.clone())).collect(),
                _ => return Err(GivenUp),
            },
        };
        let Some(Value::Int(at)) = self.known(first) else { return Err(GivenUp) };
        let at = at.to_usize().filter(|at| *at < elements.len()).ok_or(GivenUp)?;
        let inner = std::mem::replace(&mut elements[at], Symbol::List(Vec::new()));
        elements[at] = self.replaced(inner, rest, value)?;
        Ok(Symbol::List(elements))
    }

    fn bind(&mut self, pattern: &Pattern, value: Symbol, frame: &mut Frame) -> Made<()> {
        match pattern {
            Pattern::Slot(slot) => {
                *frame.get_mut(slot.index()).ok_or(GivenUp)? = value;
                Ok(())
            }
            Pattern::Tuple(parts) => {
                let Some(Value::Tuple(values)) = self.known(&value) else { return Err(GivenUp) };
                for (part, value) in parts.iter().zip(values.iter()) {
                    let value = self.constant(value.clone());
                    self.bind(part, value, frame)?;
                }
                Ok(())
            }
        }
    }

    /// Visits each choice of the names that clauses bind.
    pub fn each(
        &mut self,
        clauses: &[Clause],
        frame: &mut Frame,
        visit: &mut Visit<'_, 'a, 'b, 's>,
    ) -> Made<()> {
        let always = self.store.truth(true);
        self.each_where(clauses, frame, always, visit)
    }

    fn each_where(
        &mut self,
        clauses: &[Clause],
        frame: &mut Frame,
        when: TermId,
        visit: &mut Visit<'_, 'a, 'b, 's>,
    ) -> Made<()> {
        let Some((first, rest)) = clauses.split_first() else { return visit(self, frame, when) };
        let choices = match first {
            Clause::If(condition) => vec![(None, self.truth(condition, frame)?)],
            Clause::For(pattern, domain) => {
                let collection = self.value(domain, frame)?;
                let elements = self.elements(&collection, domain.span)?;
                elements.into_iter().map(|(element, there)| (Some((pattern, element)), there)).collect()
            }
        };
        for (bound, there) in choices {
            self.tick(walk::clause_expr(first).span)?;
            if self.is_off_path(there)? {
                continue;
            }
            if let Some((pattern, element)) = bound {
                self.bind(pattern, element, frame)?;
            }
            let when = self.and(when, there)?;
            self.on_path(there, |this| this.each_where(rest, frame, when, visit))?;
        }
        Ok(())
    }
}

/// A value at the end of a decision diagram.
fn constant(store: &mut Store, value: Value) -> TermId {
    match value {
        Value::Range(_) => store.term(Node::Value(value)),
        value => store.constant(&value),
    }
}

/// An operation on values.
fn done(evaluator: &mut Evaluator<'_, '_>, expr: &Expr, parts: Vec<Value>) -> Made<Value> {
    let mut parts = parts.into_iter();
    let mut concrete = expr.clone();
    walk::children_mut(&mut concrete, &mut |child| {
        if let Some(part) = parts.next() {
            child.kind = ExprKind::Literal(part);
        }
    });
    evaluator.value(&concrete, &mut Vec::new()).map_err(|_| GivenUp)
}
