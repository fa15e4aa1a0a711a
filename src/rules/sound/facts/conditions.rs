//! Adds the facts that follow if a condition holds or does not hold, and decides which conditions
//! provably hold.

use super::{Case, Facts};
use crate::ir::{Aggregate, Binary, Clause, Comparison, Expr, ExprKind, Type, Unary, Value, walk};
use crate::number::Int;
use crate::number::contradiction::Linear;
use std::rc::Rc;

impl Facts<'_> {
    /// Learns that a condition, which is evaluated, holds, or that it does not.
    pub fn learn(&mut self, condition: &Expr, holds: bool) {
        self.certainly(|facts| facts.assume(condition, holds));
    }

    /// Assumes that a condition holds, or that it does not. The condition may be one that is never
    /// evaluated, unless [`Facts::learn`] calls this.
    pub fn assume(&mut self, condition: &Expr, holds: bool) {
        if matches!(condition.kind, ExprKind::Local(_) | ExprKind::Index(_) | ExprKind::Builtin(..)) {
            self.truths.push((walk::fingerprint(condition), holds));
        }
        if !matches!(condition.kind, ExprKind::Unary(Unary::Not, _)) {
            self.evaluated(condition);
        }
        match &condition.kind {
            ExprKind::Literal(Value::Bool(truth)) if *truth != holds => {
                self.facts.push(Linear::constant(Int::from(-1i64)));
            }
            ExprKind::Local(slot) => {
                // A truth value is the number 1 or 0.
                let truth = Linear::constant(Int::from(i64::from(holds)));
                let slot = self.slot(*slot);
                self.facts.push(slot.sub(&truth));
                self.facts.push(truth.sub(&slot));
            }
            ExprKind::Unary(Unary::Not, inner) => self.assume(inner, !holds),
            ExprKind::Binary(Binary::And, left, right) if holds => {
                self.assume(left, true);
                self.assume(right, true);
            }
            ExprKind::Binary(Binary::Or, left, right) if !holds => {
                self.assume(left, false);
                self.assume(right, false);
            }
            ExprKind::Binary(Binary::Implies, left, right) if !holds => {
                self.assume(left, true);
                self.assume(right, false);
            }
            ExprKind::Binary(Binary::And, left, right) => self.either(&[(left, false), (right, false)]),
            ExprKind::Binary(Binary::Or, left, right) => self.either(&[(left, true), (right, true)]),
            ExprKind::Binary(Binary::Implies, left, right) => self.either(&[(left, false), (right, true)]),
            ExprKind::Compare(first, rest) => self.assume_chain(first, rest, holds),
            ExprKind::AggregateFor(Aggregate::All, clauses, element) if holds => {
                for part in self.at_ends(clauses, element) {
                    self.assume(&part, true);
                }
            }
            // If some element satisfies a condition, the names of the comprehension denote such an
            // element from here on.
            ExprKind::AggregateFor(Aggregate::Any, clauses, element) if holds => {
                self.some_meets(clauses, element, true);
            }
            ExprKind::AggregateFor(Aggregate::All, clauses, element) if !holds => {
                self.some_meets(clauses, element, false);
            }
            ExprKind::Call(id, arguments) => {
                if let Some(body) = self.opened(id.index(), arguments) {
                    self.assume(&body, holds);
                }
            }
            _ => {}
        }
    }

    /// Adds the fact that at least one of several conditions has the truth value paired with it.
    /// Each condition gives one case.
    pub(super) fn either(&mut self, conditions: &[(&Expr, bool)]) {
        let cases = conditions.iter().map(|(condition, holds)| self.case_of(condition, *holds)).collect();
        self.alternatives.push(cases);
    }

    /// The facts that a condition would add, as a separate case.
    pub(super) fn case_of(&mut self, condition: &Expr, holds: bool) -> Case {
        self.aside(|facts| facts.assume(condition, holds))
    }

    /// Returns the inequalities that `learn` adds as a separate case, and removes its other facts.
    /// Outside of the case, the unknowns and the ranges of names stay, but no inequalities about
    /// them, because they may have no value if the case does not hold.
    pub(super) fn aside(&mut self, learn: impl FnOnce(&mut Self)) -> Case {
        let (facts, groups, members) = (self.facts.len(), self.alternatives.len(), self.members.len());
        let (described, strangers, truths) = (self.described.len(), self.strangers.len(), self.truths.len());
        let (compared, prefixes, texts) = (self.compared.len(), self.prefixes.len(), self.texts.len());
        let sources = self.sources.clone();
        learn(self);
        self.described.truncate(described);
        // Alternatives inside a case are dropped: knowing less is safe.
        self.alternatives.truncate(groups);
        self.members.truncate(members);
        self.strangers.truncate(strangers);
        self.truths.truncate(truths);
        self.texts.truncate(texts);
        self.compared.truncate(compared);
        self.prefixes.truncate(prefixes);
        self.sources = sources;
        self.facts.split_off(facts)
    }

    /// Assumes that a chain of comparisons holds, or that it does not. The negation of several
    /// comparisons adds no fact.
    pub(super) fn assume_chain(&mut self, first: &Expr, rest: &[(Comparison, Expr)], holds: bool) {
        if !holds && rest.len() > 1 {
            return;
        }
        // The operands of the first comparison are always evaluated, so `assume` has added their
        // facts already.
        rest.iter().skip(1).for_each(|(_, right)| self.evaluated(right));
        let mut left = first;
        for (op, right) in rest {
            self.assume_link(left, if holds { *op } else { op.negated() }, right);
            left = right;
        }
    }

    /// Binds the names of a comprehension to an element for which a condition holds, or, if `holds`
    /// is false, does not hold.
    fn some_meets(&mut self, clauses: &[Clause], condition: &Expr, holds: bool) {
        if self.enter(clauses) {
            self.assume(condition, holds);
        }
    }

    /// The truth value of a condition, if it is proved; otherwise `None`.
    pub fn known(&mut self, condition: &Expr) -> Option<bool> {
        match &condition.kind {
            ExprKind::Literal(Value::Bool(truth)) => return Some(*truth),
            ExprKind::Unary(Unary::Not, inner) => return self.known(inner).map(|truth| !truth),
            ExprKind::Compare(first, rest) => {
                if let [(op, second)] = rest.as_slice()
                    && let Some(truth) = self.known_link(first, *op, second)
                {
                    return Some(truth);
                }
            }
            _ => {}
        }
        let key = walk::fingerprint(condition);
        self.truths.iter().find(|(other, _)| *other == key).map(|(_, truth)| *truth)
    }

    /// The truth value of a single comparison, if it is proved; otherwise `None`.
    fn known_link(&mut self, left: &Expr, op: Comparison, right: &Expr) -> Option<bool> {
        let is_int = left.ty == Type::Int && right.ty == Type::Int;
        match op {
            Comparison::Eq | Comparison::Ne => {
                let equal = match (&left.kind, &right.kind) {
                    (ExprKind::Literal(left), ExprKind::Literal(right)) => Some(left == right),
                    _ if !is_int => {
                        let key = self.equation(left, right);
                        let assumed = self.truths.iter().find(|(other, _)| *other == key);
                        let assumed = assumed.map(|(_, truth)| *truth);
                        assumed.or_else(|| self.known_texts(left, right))
                    }
                    _ if self.are_same(left, right) => Some(true),
                    _ => self.differ(left, right).then_some(false),
                };
                equal.map(|equal| equal == (op == Comparison::Eq))
            }
            Comparison::In | Comparison::NotIn => {
                let present = if self.is_present(left, right) {
                    Some(true)
                } else {
                    self.is_absent(left, right).then_some(false)
                };
                present.map(|present| present == (op == Comparison::In))
            }
            _ if is_int => {
                let (a, b) = (self.linear(left), self.linear(right));
                let (not_below, above) = match op {
                    Comparison::Lt => (b.sub(&a).shifted(-1), a.sub(&b)),
                    Comparison::Le => (b.sub(&a), a.sub(&b).shifted(-1)),
                    Comparison::Gt => (a.sub(&b).shifted(-1), b.sub(&a)),
                    _ => (a.sub(&b), b.sub(&a).shifted(-1)),
                };
                if self.proves(&not_below) { Some(true) } else { self.proves(&above).then_some(false) }
            }
            _ => None,
        }
    }

    /// Adds the facts of an equation of values other than numbers, or of its negation.
    fn assume_equal(&mut self, left: &Expr, right: &Expr, holds: bool) {
        let key = self.equation(left, right);
        self.truths.push((key, holds));
        if holds {
            self.choose_texts(left, right);
        }
        if !holds && walk::fingerprint(left) == walk::fingerprint(right) {
            self.facts.push(Linear::constant(Int::from(-1i64)));
            return;
        }
        let is_collection = |it: &Expr| matches!(it.ty, Type::List(_) | Type::Set(_) | Type::Text);
        let is_empty = |it: &Expr| match &it.kind {
            ExprKind::List(parts) | ExprKind::Set(parts) => parts.is_empty(),
            ExprKind::Literal(Value::List(parts) | Value::Set(parts)) => parts.is_empty(),
            ExprKind::Literal(Value::Text(text)) => text.is_empty(),
            _ => false,
        };
        match (&left.kind, &right.kind) {
            (ExprKind::List(a), ExprKind::List(b)) | (ExprKind::Tuple(a), ExprKind::Tuple(b))
                if a.len() == b.len() =>
            {
                let op = if holds { Comparison::Eq } else { Comparison::Ne };
                let parts: Vec<Expr> = a
                    .iter()
                    .zip(b)
                    .map(|(a, b)| {
                        let kind = ExprKind::Compare(Box::new(a.clone()), vec![(op, b.clone())]);
                        Expr { kind, ty: Type::Bool, span: a.span }
                    })
                    .collect();
                if holds {
                    parts.iter().for_each(|part| self.assume(part, true));
                } else {
                    self.either(&parts.iter().map(|part| (part, true)).collect::<Vec<_>>());
                }
            }
            _ if is_collection(left) && is_collection(right) => {
                if holds {
                    let (a, b) = (self.length(left), self.length(right));
                    self.facts.push(a.sub(&b));
                    self.facts.push(b.sub(&a));
                    for part in self.equal_elements(left, right) {
                        self.assume(&part, true);
                    }
                } else if is_empty(left) || is_empty(right) {
                    let length = self.length(if is_empty(left) { right } else { left });
                    self.facts.push(length.shifted(-1));
                }
            }
            _ => {}
        }
    }

    /// Assumes that a single comparison holds.
    pub(super) fn assume_link(&mut self, left: &Expr, op: Comparison, right: &Expr) {
        match op {
            Comparison::Eq | Comparison::Ne if left.ty != Type::Int || right.ty != Type::Int => {
                self.assume_equal(left, right, op == Comparison::Eq);
            }
            Comparison::In => {
                // A part of a text is no element of it unless it is one character.
                if right.ty != Type::Text {
                    self.members.push((Rc::new(left.clone()), Rc::new(right.clone())));
                }
                self.choose_text(left, right);
                if left.ty == Type::Int {
                    let linear = self.linear(left);
                    self.element_facts(&linear, right);
                }
            }
            Comparison::NotIn => self.strangers.push((walk::fingerprint(left), Rc::new(right.clone()))),
            _ if left.ty == Type::Int && right.ty == Type::Int => {
                let (a, b) = (self.linear(left), self.linear(right));
                let difference = b.sub(&a);
                match op {
                    Comparison::Le => self.facts.push(difference),
                    Comparison::Lt => self.facts.push(difference.shifted(-1)),
                    Comparison::Ge => self.facts.push(a.sub(&b)),
                    Comparison::Gt => self.facts.push(a.sub(&b).shifted(-1)),
                    Comparison::Eq => {
                        self.facts.push(a.sub(&b));
                        self.facts.push(difference);
                    }
                    // If two numbers differ and one is provably not smaller, that one is greater.
                    _ if self.proves(&a.sub(&b)) => self.facts.push(a.sub(&b).shifted(-1)),
                    _ if self.proves(&difference) => self.facts.push(difference.shifted(-1)),
                    _ => self
                        .alternatives
                        .push(vec![vec![difference.shifted(-1)], vec![a.sub(&b).shifted(-1)]]),
                }
                for side in [left, right] {
                    self.counted(side);
                }
            }
            _ => {}
        }
    }

    /// If a count is at least 1, binds the names of its comprehension to a counted element.
    fn counted(&mut self, count: &Expr) {
        let ExprKind::AggregateFor(Aggregate::Count, clauses, element) = &count.kind else { return };
        if element.ty != Type::Bool {
            return;
        }
        let number = self.linear(count);
        if self.proves(&number.shifted(-1)) {
            self.some_meets(clauses, element, true);
        }
    }
}
