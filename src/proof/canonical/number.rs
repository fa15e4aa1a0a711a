//! Reads integer expressions as linear forms, case by case.

use super::{Bound, Form, Formula, Read, Reader, Scope, Why, refused};
use crate::ir::{Aggregate, Binary, Builtin, Comparison, Expr, ExprKind, Unary, Value};
use crate::number::Int;

/// One case of an integer: if `when` holds, the integer is `value / over`, and the division leaves
/// no remainder.
#[derive(Debug, Clone)]
pub struct Case {
    pub when: Formula,
    pub value: Form,
    /// At least 1.
    pub over: Int,
}

/// An integer by cases. The conditions exclude each other; exactly one holds where the integer is
/// defined.
#[derive(Debug, Clone)]
pub struct Number {
    pub cases: Vec<Case>,
}

/// The most cases that a number may have; the expression of a larger number is refused.
const MOST_CASES: usize = 256;
/// The largest divisor of `div` and `mod` that is expanded into cases, one for each remainder.
const LARGEST_DIVISOR: i64 = 64;

impl Number {
    /// The integer that is one linear form everywhere.
    pub fn form(value: Form) -> Number {
        Number { cases: vec![Case { when: Formula::constant(true), value, over: Int::ONE }] }
    }

    /// The constant integer.
    pub fn constant(value: Int) -> Number {
        Number::form(Form::constant(value))
    }

    /// Returns the value if there is only one case and its value is a constant.
    fn as_constant(&self) -> Option<&Int> {
        match &*self.cases {
            [case] if case.over == Int::ONE => case.value.as_constant(),
            _ => None,
        }
    }

    fn each(&self, change: impl Fn(&Form) -> Form) -> Number {
        let cases = self.cases.iter().map(|case| Case { value: change(&case.value), ..case.clone() });
        Number { cases: cases.collect() }
    }

    fn times(&self, factor: &Int) -> Number {
        self.each(|form| form.times(factor))
    }

    /// The cases, each restricted by a condition.
    fn within(&self, when: &Formula) -> impl Iterator<Item = Case> {
        self.cases.iter().map(move |case| Case { when: case.when.and(when), ..case.clone() })
    }

    /// The combined cases of two numbers: condition, both numerators, and the common denominator.
    fn pairs(&self, other: &Number) -> Vec<(Formula, Form, Form, Int)> {
        let mut pairs = Vec::new();
        for a in &self.cases {
            for b in &other.cases {
                let when = a.when.and(&b.when);
                if when.as_constant() != Some(false) {
                    let over = a.over.lcm(&b.over);
                    let scaled =
                        |case: &Case| case.value.times(&over.div_floor(&case.over).unwrap_or(Int::ONE));
                    pairs.push((when, scaled(a), scaled(b), over));
                }
            }
        }
        pairs
    }

    fn both(&self, other: &Number, combine: impl Fn(&Form, &Form) -> Form) -> Number {
        let cases = self.pairs(other).into_iter().map(|(when, a, b, over)| Case {
            when,
            value: combine(&a, &b),
            over,
        });
        Number { cases: cases.collect() }
    }

    /// The condition that a comparison of this number with another holds.
    pub fn compared(&self, comparison: Comparison, other: &Number) -> Formula {
        let relation = |a: &Form, b: &Form| match comparison {
            Comparison::Eq => Formula::zero(a.sub(b)),
            Comparison::Ne => Formula::zero(a.sub(b)).negated(),
            Comparison::Lt => Formula::at_least_zero(b.sub(a).shifted(-1)),
            Comparison::Le => Formula::at_least_zero(b.sub(a)),
            Comparison::Gt => Formula::at_least_zero(a.sub(b).shifted(-1)),
            _ => Formula::at_least_zero(a.sub(b)),
        };
        Formula::any(self.pairs(other).into_iter().map(|(when, a, b, _)| when.and(&relation(&a, &b))))
    }

    /// The condition that the number leaves this remainder when divided by a positive divisor.
    pub fn leaves(&self, rest: &Int, divisor: &Int) -> Formula {
        Formula::any(self.cases.iter().map(|case| {
            let rest = Form::constant(rest * &case.over);
            case.when.and(&Formula::divides(&(divisor * &case.over), case.value.sub(&rest)))
        }))
    }

    /// Quotient, rounded down, and remainder for a constant divisor; `None` unless the divisor lies
    /// in `1..=LARGEST_DIVISOR`.
    fn divided(&self, divisor: &Int) -> Option<(Number, Number)> {
        let (mut quotients, mut rests) = (Vec::new(), Vec::new());
        let most = divisor.to_i64().filter(|divisor| (1..=LARGEST_DIVISOR).contains(divisor))?;
        for case in &self.cases {
            let over = &case.over * divisor;
            for rest in 0..most {
                let value = case.value.sub(&Form::constant(&case.over * &Int::from(rest)));
                let when = case.when.and(&Formula::divides(&over, value.clone()));
                if when.as_constant() != Some(false) {
                    let constant = Form::constant(Int::from(rest));
                    rests.push(Case { when: when.clone(), value: constant, over: Int::ONE });
                    quotients.push(reduced(when, value, &over));
                }
            }
        }
        Some((Number { cases: quotients }, Number { cases: rests }))
    }
}

/// The case with numerator and denominator divided by their greatest common divisor.
fn reduced(when: Formula, value: Form, over: &Int) -> Case {
    let shared = value.terms().iter().fold(over.gcd(value.added()), |shared, factor| shared.gcd(&factor.1));
    let divide = |it: &Int| it.div_floor(&shared).unwrap_or_else(|| it.clone());
    Case { when, value: value.each(divide), over: divide(over) }
}

impl Reader<'_> {
    /// Reads an expression of type `int` as an integer by cases.
    pub fn number(&self, expr: &Expr, scope: &Scope) -> Read<Number> {
        self.count(expr)?;
        let number = stacker::maybe_grow(64 << 10, 4 << 20, || self.number_of(expr, scope))?;
        let size: usize = number.cases.iter().map(|case| case.when.size()).sum();
        if number.cases.len() > MOST_CASES || size > MOST_CASES * 16 {
            return Err(refused(expr, Why::TooLong));
        }
        Ok(number)
    }

    fn number_of(&self, expr: &Expr, scope: &Scope) -> Read<Number> {
        if let Some(Value::Int(value)) = self.closed(expr, scope) {
            return Ok(Number::constant(value));
        }
        match &expr.kind {
            ExprKind::Local(slot) => match scope.get(slot) {
                Some(Bound::Number(number)) => Ok(number.clone()),
                _ => Err(refused(expr, Why::NotLinear)),
            },
            ExprKind::Unary(Unary::Negate, inner) => Ok(self.number(inner, scope)?.times(&Int::from(-1i64))),
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.number(left, scope)?, self.number(right, scope)?);
                self.operation(*op, &a, &b).ok_or_else(|| refused(expr, Why::NotLinear))
            }
            ExprKind::If(parts) => {
                let condition = self.truth(&parts[0], scope)?;
                let (yes, no) = (self.number(&parts[1], scope)?, self.number(&parts[2], scope)?);
                Ok(chosen(&condition, &yes, &no))
            }
            ExprKind::Let(pattern, parts) => {
                let bound = self.bound(&parts[0], scope)?;
                self.number(&parts[1], &self.bind(scope, pattern, bound))
            }
            ExprKind::Call(function, arguments) => {
                let (body, inner) = self.called(*function, arguments, scope)?;
                self.number(body, &inner)
            }
            ExprKind::Builtin(Builtin::Abs, arguments) => {
                let number = self.number(&arguments[0], scope)?;
                let natural = number.compared(Comparison::Ge, &Number::constant(Int::ZERO));
                Ok(chosen(&natural, &number, &number.times(&Int::from(-1i64))))
            }
            ExprKind::Aggregate(aggregate, list) => {
                let ExprKind::List(elements) = &list.kind else { return Err(refused(expr, Why::NotLinear)) };
                let numbers = elements.iter().map(|it| self.number(it, scope)).collect::<Read<Vec<_>>>()?;
                gathered(*aggregate, &numbers).ok_or_else(|| refused(expr, Why::NotLinear))
            }
            _ => Err(refused(expr, Why::NotLinear)),
        }
    }

    /// Applies an operator; `None` if the result is not linear.
    fn operation(&self, op: Binary, a: &Number, b: &Number) -> Option<Number> {
        match op {
            Binary::Add => Some(a.both(b, Form::add)),
            Binary::Subtract => Some(a.both(b, Form::sub)),
            Binary::Multiply => match (a.as_constant(), b.as_constant()) {
                (Some(factor), _) => Some(b.times(factor)),
                (_, Some(factor)) => Some(a.times(factor)),
                _ => None,
            },
            Binary::Div => a.divided(b.as_constant()?).map(|it| it.0),
            Binary::Mod => a.divided(b.as_constant()?).map(|it| it.1),
            _ => None,
        }
    }
}

/// The number `if condition then yes else no`.
fn chosen(condition: &Formula, yes: &Number, no: &Number) -> Number {
    let otherwise = condition.negated();
    let cases = yes.within(condition).chain(no.within(&otherwise));
    Number { cases: cases.filter(|case| case.when.as_constant() != Some(false)).collect() }
}

/// The sum, the minimum or the maximum of some numbers; `None` for another aggregate, or for no
/// numbers.
fn gathered(aggregate: Aggregate, numbers: &[Number]) -> Option<Number> {
    let combine = |a: &Number, b: &Number| match aggregate {
        Aggregate::Sum => Some(a.both(b, Form::add)),
        Aggregate::Min => Some(chosen(&a.compared(Comparison::Le, b), a, b)),
        Aggregate::Max => Some(chosen(&a.compared(Comparison::Ge, b), a, b)),
        _ => None,
    };
    if !matches!(aggregate, Aggregate::Sum | Aggregate::Min | Aggregate::Max) {
        return None;
    }
    let (first, rest) = numbers.split_first()?;
    rest.iter().try_fold(first.clone(), |all, number| combine(&all, number))
}
