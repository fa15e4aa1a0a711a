//! Translates integer expressions to linear forms. A nonlinear expression becomes an unknown, with
//! facts about its value.

use super::weights::{Weight, element_of, unconverted, with_names};
use super::{Case, Facts, Source};
use crate::ir::{Aggregate, Binary, Builtin, Clause, Conversion, Expr, ExprKind, Type, Unary, Value, walk};
use crate::laws::aggregates::{ValueOf, aggregate as law_of_aggregate};
use crate::laws::law;
use crate::number::Int;
use crate::number::contradiction::Linear;

impl Facts<'_> {
    /// An integer expression as a linear form. A nonlinear expression becomes an unknown, with
    /// facts about its value.
    pub fn linear(&mut self, expr: &Expr) -> Linear {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.perhaps(|facts| facts.linear_of(expr)))
    }

    // Long: one arm for each kind of integer expression.
    pub(super) fn linear_of(&mut self, expr: &Expr) -> Linear {
        match &expr.kind {
            ExprKind::Literal(Value::Int(int)) => return Linear::constant(int.clone()),
            ExprKind::Global(id) => {
                if let Value::Int(int) = &self.instance.globals[id.index()] {
                    return Linear::constant(int.clone());
                }
            }
            ExprKind::Unary(Unary::Negate, inner) => return self.linear(inner).times(&Int::from(-1i64)),
            ExprKind::Binary(Binary::Add, left, right) => return self.linear(left).add(&self.linear(right)),
            ExprKind::Binary(Binary::Subtract, left, right) => {
                return self.linear(left).sub(&self.linear(right));
            }
            ExprKind::Binary(Binary::Multiply, left, right) => {
                let (a, b) = (self.linear(left), self.linear(right));
                if let Some(factor) = a.as_constant() {
                    return b.times(factor);
                }
                if let Some(factor) = b.as_constant() {
                    return a.times(factor);
                }
                if let Some(product) = self.product(&a, &b) {
                    return product;
                }
            }
            ExprKind::Binary(Binary::Power, base, exponent) => {
                let (base, exponent) = (self.linear(base), self.linear(exponent));
                let known = base.as_constant().filter(|base| **base >= Int::from(2i64));
                if let Some(power) = known.and_then(|base| self.power(base, &exponent)) {
                    return power;
                }
                if exponent.as_constant().is_some_and(|it| *it == Int::from(2i64))
                    && let Some(square) = self.product(&base, &base)
                {
                    return square;
                }
            }
            ExprKind::Binary(Binary::Div, left, right) => {
                let (dividend, divisor) = (self.linear(left), self.linear(right));
                return self.quotient(&dividend, &divisor);
            }
            ExprKind::Binary(Binary::Mod, left, right) => {
                let (dividend, divisor) = (self.linear(left), self.linear(right));
                return self.remainder(&dividend, &divisor);
            }
            ExprKind::Builtin(Builtin::Floor | Builtin::Ceil, arguments) => {
                let is_floor = matches!(expr.kind, ExprKind::Builtin(Builtin::Floor, _));
                if let Some(rounded) = self.rounded(is_floor, &arguments[0]) {
                    return rounded;
                }
            }
            ExprKind::Builtin(Builtin::Len, arguments) => return self.length(&arguments[0]),
            ExprKind::Aggregate(Aggregate::Sum, list) => {
                return self.total(&Weight::plain(expr.span), list);
            }
            ExprKind::AggregateFor(aggregate @ (Aggregate::Sum | Aggregate::Count), clauses, element) => {
                if let Some((weight, collection)) = self.weighed(*aggregate, clauses, element) {
                    return self.total(&weight, &collection);
                }
            }
            ExprKind::If(parts) => {
                if let Some(holds) = self.known(&parts[0]) {
                    return self.linear(&parts[if holds { 1 } else { 2 }]);
                }
            }
            ExprKind::Index(parts) => return self.element(&parts[0], &parts[1]),
            ExprKind::Let(pattern, parts) => {
                let body = self.enter_let(pattern, &parts[0], &parts[1]);
                return self.linear(&body);
            }
            ExprKind::Part(tuple, at) => {
                if let ExprKind::Tuple(parts) = &tuple.kind {
                    return self.linear(&parts[*at]);
                }
            }
            ExprKind::Call(id, arguments) => {
                if let Some(body) = self.opened(id.index(), arguments) {
                    return self.linear(&body);
                }
            }
            _ => {}
        }
        let key = walk::fingerprint(expr);
        let (value, new) = self.unknown(key);
        if new {
            self.unknown_facts(&value, expr);
        }
        value
    }

    /// Adds facts about the value of an expression that is not linear.
    pub(super) fn unknown_facts(&mut self, value: &Linear, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(Binary::Power, base, exponent) => {
                let (base, exponent) = (self.linear(base), self.linear(exponent));
                // For numbers `b >= 1` and `e >= 1`, `b ^ e >= b`.
                if self.proves(&base.shifted(-1)) && self.proves(&exponent.shifted(-1)) {
                    self.facts.push(value.sub(&base));
                } else if self.proves(&base.shifted(-1)) {
                    // For `b >= 1` and any exponent, `b ^ e >= 1`.
                    self.facts.push(value.shifted(-1));
                } else if self.proves(&base) {
                    self.facts.push(value.clone());
                }
            }
            ExprKind::Aggregate(op @ (Aggregate::Min | Aggregate::Max), list) => {
                self.extreme_facts(value, *op, list)
            }
            ExprKind::Builtin(Builtin::Abs, arguments) => {
                let inner = self.linear(&arguments[0]);
                let negative = inner.times(&Int::from(-1i64));
                self.alternatives.push(vec![
                    vec![inner.clone(), value.sub(&inner), inner.sub(value)],
                    vec![negative.clone(), value.sub(&negative), negative.sub(value)],
                ]);
                self.facts.push(value.clone());
            }
            ExprKind::Builtin(builtin, arguments) if law(*builtin).natural => {
                self.facts.push(value.clone());
                if let Some(below) = law(*builtin).below_argument {
                    let inner = self.linear(&arguments[0]);
                    if self.proves(&inner.shifted(-1)) {
                        self.facts.push(inner.sub(value).shifted(-i64::from(below)));
                    }
                }
            }
            ExprKind::Aggregate(aggregate, _) | ExprKind::AggregateFor(aggregate, ..)
                if law_of_aggregate(*aggregate).value == ValueOf::Natural =>
            {
                self.facts.push(value.clone());
            }
            ExprKind::If(parts) => {
                let then = self.branch(value, &parts[0], true, &parts[1]);
                let otherwise = self.branch(value, &parts[0], false, &parts[2]);
                self.alternatives.push(vec![then, otherwise]);
            }
            _ => {
                let range = self.range(expr);
                self.within(value, &range);
            }
        }
    }

    /// An element of a list of numbers, as a linear form. Indices with equal linear forms give the
    /// same unknown.
    fn element(&mut self, list: &Expr, index: &Expr) -> Linear {
        let plain = self.element_at(list, index);
        let ExprKind::Index(parts) = &plain.kind else { return self.linear(&plain) };
        let [list, index] = &**parts;
        let at = self.linear(index);
        let (value, new) = self.unknown(format!("index({},{at:?})", walk::fingerprint(list)));
        if new {
            let range = self.element_range(list);
            self.within(&value, &range);
            if self.constant_ints(list).is_some_and(|ints| !ints.is_empty()) {
                self.constant_elements(&value, list);
            }
            self.chosen_element(&value, list, index);
        }
        value
    }

    /// Adds facts about an element of a list that takes one element from each of several
    /// collections: the element at an index is in the collection at this index.
    fn chosen_element(&mut self, value: &Linear, list: &Expr, index: &Expr) {
        let ExprKind::Local(slot) = &list.kind else { return };
        let Some(Source::ChoiceFrom(lists)) = self.sources.get(slot).cloned() else { return };
        let (at, length) = (self.linear(index), self.length(list));
        if !self.proves(&at) || !self.proves(&length.sub(&at).shifted(-1)) {
            return;
        }
        match &lists.kind {
            ExprKind::List(_) => {
                let from = self.element_at(&lists, index);
                if !matches!(from.kind, ExprKind::Index(_)) {
                    self.element_facts(value, &from);
                }
            }
            ExprKind::ListFor(clauses, from) => {
                let [Clause::For(pattern, domain)] = clauses.as_slice() else { return };
                let named = match &unconverted(domain).kind {
                    ExprKind::Builtin(Builtin::Indices, _) => index.clone(),
                    _ if matches!(domain.ty, Type::List(_)) => self.element_at(domain, index),
                    _ => return,
                };
                self.element_facts(value, &with_names(from, pattern, &named));
            }
            _ => {}
        }
    }

    /// The case of an `if` in which a branch is taken: the facts of the condition, and that `value`
    /// is the branch.
    pub(super) fn branch(&mut self, value: &Linear, condition: &Expr, holds: bool, branch: &Expr) -> Case {
        let mut result = Linear::default();
        // Facts about the parts of a branch hold only if the branch is taken.
        let mut case = self.aside(|facts| {
            facts.assume(condition, holds);
            result = facts.linear(branch);
        });
        case.push(value.sub(&result));
        case.push(result.sub(value));
        case
    }

    /// A quotient, rounded down, as an unknown with facts.
    fn quotient(&mut self, dividend: &Linear, divisor: &Linear) -> Linear {
        let divisor = self.pinned(divisor);
        // (x + d) div d is 1 + x div d.
        let less = dividend.sub(&divisor);
        if divisor.as_constant().is_none() && less.terms().len() < dividend.terms().len() {
            return self.quotient(&less, &divisor).shifted(1);
        }
        let (value, new) = self.unknown(format!("div({dividend:?},{divisor:?})"));
        if new {
            self.quotient_facts(&value, dividend, &divisor);
        }
        value
    }

    /// Adds facts about the quotient `value`, if the divisor is provably positive.
    fn quotient_facts(&mut self, value: &Linear, dividend: &Linear, divisor: &Linear) {
        if let Some(divisor) = divisor.as_constant().filter(|it| **it > Int::ZERO) {
            // d·q <= x <= d·q + d - 1
            let multiple = value.times(divisor);
            self.facts.push(dividend.sub(&multiple));
            self.facts.push(multiple.add(&Linear::constant(divisor.pred())).sub(dividend));
            return;
        }
        if !self.proves(&divisor.shifted(-1)) {
            return;
        }
        if self.proves(dividend) {
            self.facts.push(value.clone());
            // q >= 1 if d <= x
            if self.proves(&dividend.sub(divisor)) {
                self.facts.push(value.shifted(-1));
            }
        }
        if let Some(multiple) = self.product(value, divisor) {
            self.facts.push(dividend.sub(&multiple));
            self.facts.push(multiple.add(divisor).sub(dividend).shifted(-1));
        }
    }

    /// A remainder, as an unknown with facts: if the divisor is provably positive, the remainder is
    /// natural and below the divisor.
    fn remainder(&mut self, dividend: &Linear, divisor: &Linear) -> Linear {
        let divisor = self.pinned(divisor);
        let (value, new) = self.unknown(format!("mod({dividend:?},{divisor:?})"));
        if !new {
            return value;
        }
        if let Some(divisor) = divisor.as_constant().filter(|it| **it > Int::ZERO) {
            let quotient = self.quotient(dividend, &Linear::constant(divisor.clone()));
            let rest = dividend.sub(&quotient.times(divisor));
            self.facts.push(value.sub(&rest));
            self.facts.push(rest.sub(&value));
            self.facts.push(value.clone());
            self.facts.push(Linear::constant(divisor.pred()).sub(&value));
        } else if self.proves(&divisor.shifted(-1)) {
            self.facts.push(value.clone());
            self.facts.push(divisor.sub(&value).shifted(-1));
            if self.proves(dividend) {
                self.facts.push(dividend.sub(&value));
            }
        }
        value
    }

    /// The number `floor(x / d)`, or `ceil(x / d)` unless `down`, which is 1 + (x - 1) div d.
    /// `None` unless `x` and `d` are integers and `d` is provably positive.
    fn rounded(&mut self, down: bool, value: &Expr) -> Option<Linear> {
        let ExprKind::Binary(Binary::Quotient, left, right) = &value.kind else { return None };
        let ExprKind::Convert(Conversion::IntToReal, left) = &left.kind else { return None };
        let ExprKind::Convert(Conversion::IntToReal, right) = &right.kind else { return None };
        let (dividend, divisor) = (self.linear(left), self.linear(right));
        if !self.proves(&divisor.shifted(-1)) {
            return None;
        }
        Some(match down {
            true => self.quotient(&dividend, &divisor),
            false => self.quotient(&dividend.shifted(-1), &divisor).shifted(1),
        })
    }

    /// Adds facts about `value`, the least or the greatest element of a collection.
    pub(super) fn extreme_facts(&mut self, value: &Linear, op: Aggregate, list: &Expr) {
        let ExprKind::List(parts) = &list.kind else {
            // `value` is in the range of all elements.
            let range = self.element_range(list);
            self.within(value, &range);
            let mut known = self.known_members(list);
            known.extend(self.known_indices(list).iter().map(|index| element_of(list, index)));
            for member in known.iter().filter(|member| member.ty == Type::Int) {
                let member = self.linear(member);
                let above = if op == Aggregate::Max { value.sub(&member) } else { member.sub(value) };
                self.facts.push(above);
            }
            return;
        };
        if parts.is_empty() {
            return;
        }
        let parts: Vec<Linear> = parts.iter().map(|part| self.linear(part)).collect();
        for part in &parts {
            self.facts.push(if op == Aggregate::Min { part.sub(value) } else { value.sub(part) });
        }
        // `value` equals one of the elements.
        if parts.len() <= 4 {
            let cases = parts.iter().map(|part| vec![part.sub(value), value.sub(part)]);
            self.alternatives.push(cases.collect());
        }
    }
}
