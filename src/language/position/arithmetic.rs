//! Evaluates operators on integers and real numbers, and aggregates such as `sum`, `max` and `mex`.
//! Results are exact; products and powers that may be too large are refused before they are
//! computed.

use super::collections::length;
use super::evaluator::{Evaluator, Flow, problem};
use super::{Evaluated, Problem, ProblemKind};
use crate::ir::value::{Form, Sum};
use crate::ir::{Aggregate, Binary, Value};
use crate::number::{Int, NotOneField, Real};
use crate::source::Span;
use std::collections::BTreeSet;

/// The most bits that a product or power of integers, or any result of an operator on real numbers,
/// may have, estimated from the operands. Beyond, the evaluation ends with `ProblemKind::TooLarge`.
const MAX_BITS: u64 = 1 << 25;

impl Evaluator<'_, '_> {
    /// The value of an arithmetic operator on two integers. An error for a division by zero, a
    /// negative exponent, a negative operand of `xor`, and a product or power that may be too
    /// large.
    pub(super) fn integers(&self, op: Binary, a: &Int, b: &Int, span: Span) -> Evaluated<Int> {
        let zero = || problem(span, ProblemKind::DivisionByZero);
        match op {
            Binary::Add => Ok(a + b),
            Binary::Subtract => Ok(a - b),
            Binary::Multiply => {
                self.afford(a.bits().saturating_add(b.bits()), span)?;
                Ok(a * b)
            }
            Binary::Div => a.div_floor(b).ok_or_else(zero),
            Binary::Mod => a.mod_floor(b).ok_or_else(zero),
            Binary::Xor => {
                for side in [a, b] {
                    if side.is_negative() {
                        let kind =
                            ProblemKind::NotNatural { what: "an operand of `xor`", value: side.to_string() };
                        return Err(problem(span, kind));
                    }
                }
                Ok(a.xor(b))
            }
            _ => self.power(a, b, span),
        }
    }

    /// Fails if a number has more than `MAX_BITS` bits. For a number of more than 4096 bits, counts
    /// one step for each 64 bits.
    fn afford(&self, bits: u64, span: Span) -> Evaluated<()> {
        if bits > MAX_BITS {
            return Err(problem(span, ProblemKind::TooLarge("an integer")));
        }
        if bits > 4096 { self.tick((bits / 64) as usize, span) } else { Ok(()) }
    }

    fn power(&self, base: &Int, exponent: &Int, span: Span) -> Evaluated<Int> {
        if exponent.is_negative() {
            return Err(problem(span, ProblemKind::NegativeExponent));
        }
        if base.bits() <= 1 {
            // 0, 1 and -1 stay small for every exponent.
            let small = if exponent.is_zero() { 0 } else { 2 - u32::from(!exponent.is_even()) };
            return Ok(base.pow(small));
        }
        let exponent = exponent.to_i64().and_then(|it| u32::try_from(it).ok());
        let exponent = exponent.ok_or_else(|| problem(span, ProblemKind::TooLarge("an integer")))?;
        self.afford(base.bits().saturating_mul(u64::from(exponent)), span)?;
        Ok(base.pow(exponent))
    }

    /// The value of an arithmetic operator on two real numbers. An error for a division by zero,
    /// for numbers that are not in one quadratic field, and for a result that may be too large.
    pub(super) fn reals(&self, op: Binary, a: &Real, b: &Real, span: Span) -> Evaluated<Value> {
        self.afford(a.bits().saturating_add(b.bits()), span)?;
        let field = |_: NotOneField| problem(span, ProblemKind::NotOneField);
        let result = match op {
            Binary::AddReal => a.add(b).map_err(field)?,
            Binary::SubtractReal => a.sub(b).map_err(field)?,
            Binary::MultiplyReal => a.mul(b).map_err(field)?,
            _ => {
                let quotient = a.div(b).map_err(field)?;
                quotient.ok_or_else(|| problem(span, ProblemKind::DivisionByZero))?
            }
        };
        Ok(real_value(result))
    }

    /// A power of a real number, by squaring. An error for a negative exponent, and for a result
    /// that may be too large.
    pub(super) fn power_real(&self, base: &Real, exponent: &Int, span: Span) -> Evaluated<Value> {
        if exponent.is_negative() {
            return Err(problem(span, ProblemKind::NegativeExponent));
        }
        if let (whole, _, root, denominator) = base.parts()
            && root.is_zero()
            && *denominator == Int::ONE
        {
            return Ok(real_value(Real::from(self.power(whole, exponent, span)?)));
        }
        let exponent = exponent.to_i64().and_then(|it| u64::try_from(it).ok());
        let mut left = exponent.ok_or_else(|| problem(span, ProblemKind::TooLarge("a real number")))?;
        self.afford(base.bits().saturating_mul(left), span)?;
        let field = |_: NotOneField| problem(span, ProblemKind::NotOneField);
        let (mut square, mut power) = (base.clone(), Real::from(Int::ONE));
        while left > 0 {
            if left % 2 == 1 {
                power = power.mul(&square).map_err(field)?;
            }
            left /= 2;
            if left > 0 {
                square = square.mul(&square).map_err(field)?;
            }
        }
        Ok(real_value(power))
    }
}

/// The intermediate state of an aggregate.
pub struct Gathered {
    aggregate: Aggregate,
    /// The count, sum, least, greatest or nim-sum of the elements so far, depending on the
    /// aggregate; `None` before the first element. Other aggregates do not use it.
    number: Option<Int>,
    /// The result so far of `all` or `any`.
    truth: bool,
    /// The elements so far of `mex`.
    seen: BTreeSet<Int>,
    /// The components so far of a sum of positions, each with its count.
    parts: Vec<(crate::ir::value::Component, u64)>,
}

impl Gathered {
    /// The state before any element.
    pub fn new(aggregate: Aggregate) -> Gathered {
        let truth = aggregate == Aggregate::All;
        Gathered { aggregate, number: None, truth, seen: BTreeSet::new(), parts: Vec::new() }
    }

    /// Adds an element; `count` does not count `false`. Returns `Stop` if further elements cannot
    /// change the result. An error for a negative element of `mex` or `xor`, and for a position
    /// that is not a sum under normal play.
    pub fn add(&mut self, value: Value, span: Span) -> Evaluated<Flow> {
        match (self.aggregate, value) {
            (Aggregate::Count, Value::Bool(false)) => {}
            (Aggregate::Count, _) => self.number = Some(self.number.take().unwrap_or_default().succ()),
            (Aggregate::All, value) => {
                self.truth = value == Value::Bool(true);
                return Ok(if self.truth { Flow::More } else { Flow::Stop });
            }
            (Aggregate::Any, value) => {
                self.truth = value == Value::Bool(true);
                return Ok(if self.truth { Flow::Stop } else { Flow::More });
            }
            (Aggregate::SumPositions, Value::Position(position)) => match &position.form {
                Form::Sum(sum) if position.convention == crate::ir::Convention::Normal => {
                    self.parts.extend(sum.parts.iter().cloned());
                }
                _ => return Err(problem(span, ProblemKind::NotASum)),
            },
            (_, Value::Int(int)) => self.add_int(int, span)?,
            _ => {}
        }
        Ok(Flow::More)
    }

    fn add_int(&mut self, int: Int, span: Span) -> Evaluated<()> {
        if matches!(self.aggregate, Aggregate::Mex | Aggregate::Xor) && int.is_negative() {
            let what =
                if self.aggregate == Aggregate::Mex { "an element of `mex`" } else { "an element of `xor`" };
            return Err(problem(span, ProblemKind::NotNatural { what, value: int.to_string() }));
        }
        let before = self.number.take();
        self.number = Some(match (self.aggregate, before) {
            (Aggregate::Mex, _) => {
                self.seen.insert(int);
                Int::ZERO
            }
            (_, None) => int,
            (Aggregate::Sum, Some(before)) => &before + &int,
            (Aggregate::Min, Some(before)) => before.min(int),
            (Aggregate::Max, Some(before)) => before.max(int),
            (_, Some(before)) => before.xor(&int),
        });
        Ok(())
    }

    /// The value of the aggregate; an error for `min` and `max` of no elements, and if a count of
    /// components exceeds a machine word.
    pub fn finish(self, span: Span) -> Evaluated<Value> {
        Ok(match self.aggregate {
            Aggregate::All | Aggregate::Any => Value::Bool(self.truth),
            Aggregate::Count | Aggregate::Sum | Aggregate::Xor => Value::Int(self.number.unwrap_or_default()),
            Aggregate::Min | Aggregate::Max => {
                let name = self.aggregate.spelling();
                Value::Int(self.number.ok_or_else(|| problem(span, ProblemKind::EmptyExtreme(name)))?)
            }
            Aggregate::Mex => {
                let mut least = Int::ZERO;
                while self.seen.contains(&least) {
                    least = least.succ();
                }
                Value::Int(least)
            }
            Aggregate::SumPositions => {
                let sum = Sum::new(self.parts);
                Value::position(
                    sum.ok_or_else(|| problem(span, ProblemKind::TooLarge("a count of components")))?,
                )
            }
        })
    }
}

/// The length of a collection as an integer, exact for ranges of any size.
pub fn length_of(value: &Value) -> Int {
    match value {
        Value::Range(bounds) => &bounds.1 - &bounds.0,
        other => Int::from(length(other)),
    }
}

/// Fails for a negative integer, which the message calls `what`.
pub fn natural(int: &Int, what: &'static str, span: Span) -> Result<(), Problem> {
    if int.is_negative() {
        return Err(problem(span, ProblemKind::NotNatural { what, value: int.to_string() }));
    }
    Ok(())
}

/// A real number as a value.
pub fn real_value(real: Real) -> Value {
    Value::Real(std::sync::Arc::new(crate::ir::value::RealKey(real)))
}
