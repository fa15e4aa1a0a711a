//! Evaluates expressions for all states at once.
//!
//! A set is represented by the condition under which each possible member belongs to it, a list or
//! a text by its elements, and any other value by cases: a decision diagram over the open questions
//! about the state, with values at its leaves. The evaluator performs each operation separately in
//! each case. If an operation has no value in a case that can occur, the comparison fails.

mod collections;
mod comparisons;
mod lists;
mod symbols;

use crate::ir::{
    Binary, Builtin, Clause, Comparison, Domain, Expr, ExprKind, FunctionId, Pattern, SlotId, Type, Unary,
    Value, walk,
};
use crate::position::{Budget, Evaluator, Instance};
use crate::shape::terms::term::{GivenUp, Made, Node, Store, TermId};
use crate::source::Span;
use std::collections::BTreeMap;

/// The most function calls nested in each other; deeper calls make the evaluation give up.
const DEEPEST: usize = 64;

/// The number of operations that are reported to the budget together; the budget checks the clock
/// once every 4096 of them.
const BETWEEN_LOOKS: usize = 64;

/// The value of an expression in all states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// A value for each case: a decision diagram.
    Cases(TermId),
    /// A set: for each possible member, when it belongs to the set.
    Set(BTreeMap<Value, TermId>),
    /// The elements of a list, whose length is constant.
    List(Vec<Symbol>),
    /// The letters of a text.
    Text(Vec<Symbol>),
    /// Members of a set, each with the condition under which it belongs to the set. Two members are
    /// never equal in one state.
    Parts(Vec<(Symbol, TermId)>),
}

/// Evaluates expressions for all states at once.
pub struct Symbolic<'a, 'b, 's> {
    pub store: &'s mut Store,
    instance: &'a Instance,
    evaluator: Evaluator<'a, 'b>,
    /// The condition under which the current expression is evaluated.
    pub path: TermId,
    /// How many function calls are being evaluated, nested in each other.
    depth: usize,
    /// How many operations were counted; they are reported to the budget in groups of
    /// [`BETWEEN_LOOKS`].
    operations: usize,
}

type Frame = Vec<Symbol>;

/// The action for each choice of names, under the condition that the choice exists.
pub type Visit<'v, 'a, 'b, 's> = dyn FnMut(&mut Symbolic<'a, 'b, 's>, &mut Frame, TermId) -> Made<()> + 'v;

impl<'a, 'b, 's> Symbolic<'a, 'b, 's> {
    /// An evaluator for the rules of this instance.
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

    /// A constant: one value in all states.
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
    pub fn is_off_path(&mut self, condition: TermId) -> Made<bool> {
        let both = self.and(self.path, condition)?;
        Ok(both == self.store.truth(false))
    }

    /// Runs `work` with one more condition on the path.
    pub fn on_path<T>(&mut self, condition: TermId, work: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        let path = self.and(self.path, condition)?;
        let outer = std::mem::replace(&mut self.path, path);
        let outcome = work(self);
        self.path = outer;
        outcome
    }

    /// Returns the condition on the state under which an expression is true.
    pub fn truth(&mut self, expr: &Expr, frame: &mut Frame) -> Made<TermId> {
        let symbol = self.value(expr, frame)?;
        self.cases(&symbol)
    }

    /// Evaluates an expression in all states on the path; fails if it may have no value in one of
    /// them.
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
            ExprKind::Call(function, arguments) => self.called(*function, arguments, frame),
            ExprKind::Unary(Unary::Not, operand) => {
                let truth = self.truth(operand, frame)?;
                Ok(Symbol::Cases(self.not(truth)?))
            }
            ExprKind::Binary(op @ (Binary::And | Binary::Or | Binary::Implies), a, b) => {
                self.connected(*op, a, b, frame)
            }
            ExprKind::Binary(Binary::Iff, a, b) => {
                let (a, b) = (self.truth(a, frame)?, self.truth(b, frame)?);
                Ok(Symbol::Cases(self.same_truth(a, b)?))
            }
            ExprKind::Binary(op @ (Binary::Union | Binary::Intersection | Binary::Difference), a, b) => {
                let (a, b) = (self.value(a, frame)?, self.value(b, frame)?);
                let (a, b) = (self.set(&a, expr.span)?, self.set(&b, expr.span)?);
                self.combined(*op, &a, &b)
            }
            ExprKind::Compare(first, rest) => self.compared(expr, first, rest, frame),
            ExprKind::If(parts) => self.chosen(parts, frame),
            ExprKind::Let(pattern, parts) => {
                let value = self.value(&parts[0], frame)?;
                self.bind(pattern, value, frame)?;
                self.value(&parts[1], frame)
            }
            ExprKind::List(..)
            | ExprKind::Set(..)
            | ExprKind::SetFor(..)
            | ExprKind::ListFor(..)
            | ExprKind::AggregateFor(..)
            | ExprKind::Quantifier { .. }
            | ExprKind::Aggregate(..) => self.collected(expr, frame),
            ExprKind::Builtin(Builtin::Len | Builtin::Components | Builtin::Indices, arguments) => {
                self.of_collections(expr, arguments, frame)
            }
            ExprKind::Index(_)
            | ExprKind::With { .. }
            | ExprKind::Slice(_)
            | ExprKind::Binary(Binary::ConcatLists | Binary::ConcatTexts, ..) => self.listed(expr, frame),
            ExprKind::Binary(..)
            | ExprKind::Unary(..)
            | ExprKind::Builtin(..)
            | ExprKind::Tuple(..)
            | ExprKind::Range { .. }
            | ExprKind::Part(..)
            | ExprKind::Convert(..) => self.by_parts(expr, frame),
            _ => Err(GivenUp),
        }
    }

    /// The value of a function at some arguments.
    fn called(&mut self, function: FunctionId, arguments: &[Expr], frame: &mut Frame) -> Made<Symbol> {
        let function = &self.instance.program.functions[function.index()];
        let mut inner = arguments.iter().map(|it| self.value(it, frame)).collect::<Made<Frame>>()?;
        for (symbol, parameter) in inner.iter().zip(&function.parameters) {
            if !self.is_in(symbol, &parameter.domain, parameter.span)? {
                return Err(GivenUp);
            }
        }
        let nothing = self.constant(Value::Bool(false));
        inner.resize(function.body.slots.len(), nothing);
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(GivenUp);
        }
        let value = self.value(&function.body.expr, &mut inner)?;
        self.depth -= 1;
        if self.is_in(&value, &function.result, function.span)? { Ok(value) } else { Err(GivenUp) }
    }

    /// Whether a value lies in a declared type, in all states on the path. False if that is not known.
    fn is_in(&mut self, symbol: &Symbol, domain: &Domain, span: Span) -> Made<bool> {
        match (domain, symbol) {
            (Domain::Nat | Domain::Between(..), Symbol::Cases(_)) => {
                let of = |kind| Expr { kind, ty: Type::Int, span };
                let zero = of(ExprKind::Literal(Value::int(0)));
                let mut links = vec![(Comparison::Ge, zero)];
                if let Domain::Between(low, high) = domain {
                    links = vec![(Comparison::Ge, (**low).clone()), (Comparison::Le, (**high).clone())];
                }
                for link in links {
                    let value = Box::new(of(ExprKind::Local(SlotId(0))));
                    let inside = Expr { kind: ExprKind::Compare(value, vec![link]), ty: Type::Bool, span };
                    let inside = self.truth(&inside, &mut vec![symbol.clone()])?;
                    let outside = self.not(inside)?;
                    if !self.is_off_path(outside)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Domain::List(inner), Symbol::List(elements)) => {
                for element in elements {
                    if !self.is_in(element, inner, span)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Domain::Set(inner), Symbol::Set(members)) => {
                for member in members.keys() {
                    let member = self.constant(member.clone());
                    if !self.is_in(&member, inner, span)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(has_no_bounds(domain)),
        }
    }

    /// Evaluates a connective of two truth values. The second operand is evaluated only where the
    /// first does not decide the result.
    fn connected(&mut self, op: Binary, a: &Expr, b: &Expr, frame: &mut Frame) -> Made<Symbol> {
        let first = self.truth(a, frame)?;
        let open = if op == Binary::Or { self.not(first)? } else { first };
        let settled = self.store.truth(op != Binary::And);
        if self.is_off_path(open)? {
            return Ok(Symbol::Cases(settled));
        }
        let second = self.on_path(open, |this| this.truth(b, frame))?;
        Ok(Symbol::Cases(self.store.choose(open, second, settled)?))
    }

    /// Returns when all comparisons of a chain hold.
    fn compared(
        &mut self,
        expr: &Expr,
        first: &Expr,
        rest: &[(Comparison, Expr)],
        frame: &mut Frame,
    ) -> Made<Symbol> {
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

    /// Evaluates a conditional expression. A branch that is never reached is not evaluated.
    fn chosen(&mut self, parts: &[Expr; 3], frame: &mut Frame) -> Made<Symbol> {
        let [condition, yes, no] = parts;
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

    /// Evaluates the operands of an operation in order, and then the operation separately for each
    /// case.
    fn by_parts(&mut self, expr: &Expr, frame: &mut Frame) -> Made<Symbol> {
        let (mut parts, mut outcome) = (Vec::new(), Ok(()));
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

    /// Performs an operation separately for each case of its operands.
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
                // The operation is not evaluated in this case.
                return Ok(store.truth(false));
            }
            let values = terms[1..].iter().map(|term| store.as_value(*term).ok_or(GivenUp));
            let value = done(evaluator, expr, values.collect::<Made<_>>()?)?;
            Ok(constant(store, value))
        })?;
        // If all cases that can occur have equal values, the result is a constant.
        match &self.ends(cases)?[..] {
            [(only, _)] => Ok(self.constant(only.clone())),
            _ => Ok(Symbol::Cases(cases)),
        }
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

    /// Visits each choice of the names that clauses bind, unless it exists nowhere on the path.
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

/// Returns the leaf of a decision diagram for a value.
fn constant(store: &mut Store, value: Value) -> TermId {
    match value {
        Value::Range(_) => store.term(Node::Value(value)),
        value => store.constant(&value),
    }
}

/// Evaluates an operation with these values in place of its operands; fails if it has no value.
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

/// Whether a declared type has all values of its type.
fn has_no_bounds(domain: &Domain) -> bool {
    match domain {
        Domain::Nat | Domain::Between(..) => false,
        Domain::List(inner) | Domain::Set(inner) => has_no_bounds(inner),
        Domain::Tuple(parts) => parts.iter().all(has_no_bounds),
        _ => true,
    }
}
