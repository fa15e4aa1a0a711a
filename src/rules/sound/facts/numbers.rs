//! Integer expressions as linear forms; what is not linear becomes an unknown with what is known of it.

use super::{Case, Facts};
use crate::ir::{Aggregate, Binary, Builtin, Expr, ExprKind, Type, Unary, Value, walk};
use crate::laws::law;
use crate::number::Int;
use crate::number::linear::Linear;

impl Facts<'_> {
    /// An integer expression as a linear form; what is not linear becomes an unknown, with what is
    /// known of it.
    pub fn linear(&mut self, expr: &Expr) -> Linear {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.linear_of(expr))
    }

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
            }
            ExprKind::Builtin(Builtin::Len, arguments) => return self.length(&arguments[0]),
            ExprKind::Aggregate(Aggregate::Sum, list) => return self.total(list),
            ExprKind::Let(pattern, parts) => {
                self.bind_value(pattern, &parts[0]);
                return self.linear(&parts[1]);
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

    /// What is known of the value of an expression that is not linear.
    pub(super) fn unknown_facts(&mut self, value: &Linear, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(Binary::Div, left, right) => self.quotient_facts(value, left, right),
            ExprKind::Binary(Binary::Mod, left, right) => self.remainder_facts(value, left, right),
            ExprKind::Binary(Binary::Multiply, left, right) => {
                let (a, b) = (self.linear(left), self.linear(right));
                if self.proves(&a) && self.proves(&b) {
                    self.facts.push(value.clone());
                    self.facts.extend(self.least_factor(&a).map(|least| value.sub(&b.times(&least))));
                    self.facts.extend(self.least_factor(&b).map(|least| value.sub(&a.times(&least))));
                }
            }
            ExprKind::Binary(Binary::Power, base, exponent) => {
                let (base, exponent) = (self.linear(base), self.linear(exponent));
                // A power of a number of at least 1 is not below it.
                if self.proves(&base.shifted(-1)) && self.proves(&exponent.shifted(-1)) {
                    self.facts.push(value.sub(&base));
                } else if self.proves(&base.shifted(-1)) {
                    // Nor is it below 1, whatever the exponent.
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
                if law(*builtin).below_argument.is_some() {
                    let inner = self.linear(&arguments[0]);
                    self.facts.push(inner.sub(value));
                }
            }
            ExprKind::Aggregate(Aggregate::Count | Aggregate::Mex | Aggregate::Xor, _)
            | ExprKind::AggregateFor(Aggregate::Count | Aggregate::Mex | Aggregate::Xor, ..) => {
                self.facts.push(value.clone());
            }
            ExprKind::If(parts) => {
                let then = self.branch(value, &parts[0], true, &parts[1]);
                let otherwise = self.branch(value, &parts[0], false, &parts[2]);
                self.alternatives.push(vec![then, otherwise]);
            }
            ExprKind::Index(parts) if matches!(parts[0].kind, ExprKind::With { many: false, .. }) => {
                self.changed_element_facts(value, &parts[0], &parts[1]);
            }
            _ => {
                let range = self.range(expr);
                self.within(value, &range);
                if let ExprKind::Index(parts) = &expr.kind
                    && self.constant_ints(&parts[0]).is_some_and(|ints| !ints.is_empty())
                {
                    self.constant_elements(value, &parts[0]);
                }
            }
        }
    }

    /// An element of `base with [place] = new`: the new one at its place, elsewhere that of `base`.
    fn changed_element_facts(&mut self, value: &Linear, changed: &Expr, at: &Expr) {
        let ExprKind::With { base, path, value: new, .. } = &changed.kind else { return };
        let [place] = &path[..] else { return };
        let mut element = |at: &Expr| {
            let kind = ExprKind::Index(Box::new([(**base).clone(), at.clone()]));
            self.linear(&Expr { kind, ty: Type::Int, span: changed.span })
        };
        let (old, replaced) = (element(at), element(place));
        let (new, gap) = (self.linear(new), self.linear(at).sub(&self.linear(place)));
        let equal = |a: &Linear, b: &Linear| [a.sub(b), b.sub(a)];
        let here = [equal(value, &new), equal(&gap, &Linear::default()), equal(&old, &replaced)];
        self.alternatives.push(vec![here.concat(), equal(value, &old).to_vec()]);
    }

    pub(super) fn branch(&mut self, value: &Linear, condition: &Expr, holds: bool, branch: &Expr) -> Case {
        let mut result = Linear::default();
        // What is known of the parts of a branch is known only where the branch is taken.
        let mut case = self.aside(|facts| {
            facts.assume(condition, holds);
            result = facts.linear(branch);
        });
        case.push(value.sub(&result));
        case.push(result.sub(value));
        case
    }

    pub(super) fn quotient_facts(&mut self, value: &Linear, left: &Expr, right: &Expr) {
        let (dividend, divisor) = (self.linear(left), self.linear(right));
        match divisor.as_constant().filter(|it| **it > Int::ZERO) {
            Some(divisor) => {
                // d·q <= x <= d·q + d - 1
                let multiple = value.times(divisor);
                self.facts.push(dividend.sub(&multiple));
                self.facts.push(multiple.add(&Linear::constant(divisor.pred())).sub(&dividend));
            }
            None if self.proves(&dividend) => {
                let Some(least) = self.least_factor(&divisor) else { return };
                // c·q <= d·q <= x where c <= d, and q >= 1 where d <= x.
                self.facts.push(value.clone());
                self.facts.push(dividend.sub(&value.times(&least)));
                if self.proves(&dividend.sub(&divisor)) {
                    self.facts.push(value.shifted(-1));
                }
            }
            None => {}
        }
    }

    /// 2 for a number that is proved to be at least 2, 1 for one that is proved to be at least 1.
    fn least_factor(&self, number: &Linear) -> Option<Int> {
        [2i64, 1].into_iter().find(|least| self.proves(&number.shifted(-least))).map(Int::from)
    }

    pub(super) fn remainder_facts(&mut self, value: &Linear, left: &Expr, right: &Expr) {
        let (dividend, divisor) = (self.linear(left), self.linear(right));
        match divisor.as_constant().filter(|it| **it > Int::ZERO).cloned() {
            Some(divisor) => {
                let quotient = Linear::atom(self.atom(format!("quotient{}", self.atoms.len())));
                let rest = dividend.sub(&quotient.times(&divisor));
                self.facts.push(value.sub(&rest));
                self.facts.push(rest.sub(value));
                self.facts.push(value.clone());
                self.facts.push(Linear::constant(divisor.pred()).sub(value));
            }
            None if self.proves(&divisor.shifted(-1)) => {
                self.facts.push(value.clone());
                self.facts.push(divisor.sub(value).shifted(-1));
                if self.proves(&dividend) {
                    self.facts.push(dividend.sub(value));
                }
            }
            None => {}
        }
    }

    pub(super) fn extreme_facts(&mut self, value: &Linear, op: Aggregate, list: &Expr) {
        let ExprKind::List(parts) = &list.kind else {
            // The least and the greatest element share the range of all.
            let range = self.element_range(list);
            self.within(value, &range);
            return;
        };
        let parts: Vec<Linear> = parts.iter().map(|part| self.linear(part)).collect();
        for part in &parts {
            self.facts.push(if op == Aggregate::Min { part.sub(value) } else { value.sub(part) });
        }
        // It is one of them.
        if parts.len() <= 4 {
            let cases = parts.iter().map(|part| vec![part.sub(value), value.sub(part)]);
            self.alternatives.push(cases.collect());
        }
    }
}
