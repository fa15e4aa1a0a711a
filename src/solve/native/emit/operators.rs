//! Emits code for operators on words. Where the interpreter would stop, for example because a sum
//! overflows, the code bails out.

use super::{Emit, SMALL, order};
use crate::code::{Op, Unary, WordExpr};
use crate::native::{Made, Unsupported};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};

impl Emit<'_, '_> {
    pub(super) fn two(
        &mut self,
        op: Op,
        code: &WordExpr<'_>,
        left: &WordExpr<'_>,
        right: &WordExpr<'_>,
    ) -> Made<Value> {
        if order(op).is_some() {
            let truth = self.truth(code)?;
            return Ok(self.widened(truth));
        }
        if matches!(op, Op::And | Op::Or | Op::Implies) {
            return self.connective(op, left, right);
        }
        let safe = self.known.range(code).is_some();
        let bounds = (self.known.range(left), self.known.range(right));
        let (a, b) = (self.int(left)?, self.int(right)?);
        let natural = |bounds: Option<(i64, i64)>| bounds.is_some_and(|it| it.0 >= 0);
        Ok(match op {
            Op::Add if safe => self.builder.ins().iadd(a, b),
            Op::Subtract if safe => self.builder.ins().isub(a, b),
            Op::Multiply if safe => self.builder.ins().imul(a, b),
            Op::Add => {
                let sum = self.builder.ins().iadd(a, b);
                self.bail_on_signs((a, sum), (b, sum));
                sum
            }
            Op::Subtract => {
                let difference = self.builder.ins().isub(a, b);
                self.bail_on_signs((a, b), (a, difference));
                difference
            }
            Op::Multiply => self.product(a, b),
            Op::Div | Op::Mod => self.divide(op, (a, bounds.0), (b, right, bounds.1)),
            Op::Xor => {
                if !(natural(bounds.0) && natural(bounds.1)) {
                    let either = self.builder.ins().bor(a, b);
                    let negative = self.builder.ins().icmp_imm(IntCC::SignedLessThan, either, 0);
                    self.bail_if(negative);
                }
                self.builder.ins().bxor(a, b)
            }
            Op::Min => self.builder.ins().smin(a, b),
            Op::Max => self.builder.ins().smax(a, b),
            Op::BitAnd => self.builder.ins().band(a, b),
            Op::BitOr => self.builder.ins().bor(a, b),
            Op::BitAndNot => self.builder.ins().band_not(a, b),
            Op::InMask => {
                let shifted = self.builder.ins().ushr(b, a);
                let bit = self.builder.ins().band_imm(shifted, 1);
                let inside = self.builder.ins().icmp_imm(IntCC::UnsignedLessThan, a, 64);
                let zero = self.constant(0);
                self.builder.ins().select(inside, bit, zero)
            }
            _ => return Err(Unsupported),
        })
    }

    /// A connective whose right side is evaluated only if the left side does not decide it.
    fn connective(&mut self, op: Op, left: &WordExpr<'_>, right: &WordExpr<'_>) -> Made<Value> {
        let join = self.builder.create_block();
        let result = self.builder.append_block_param(join, I64);
        let more = self.builder.create_block();
        let decided = i64::from(op != Op::And);
        let word = self.truth(left)?;
        let decided = self.constant(decided);
        match op {
            Op::Or => self.builder.ins().brif(word, join, &[decided.into()], more, &[]),
            _ => self.builder.ins().brif(word, more, &[], join, &[decided.into()]),
        };
        self.go_on(more);
        let before = self.known.clone();
        self.known.assume(left, op != Op::Or);
        let word = self.int(right)?;
        self.known = before;
        self.builder.ins().jump(join, &[word.into()]);
        self.go_on(join);
        Ok(result)
    }

    /// Bails out if the signs differ in both pairs, which shows that a sum or a difference has
    /// overflowed.
    fn bail_on_signs(&mut self, one: (Value, Value), other: (Value, Value)) {
        let one = self.builder.ins().bxor(one.0, one.1);
        let other = self.builder.ins().bxor(other.0, other.1);
        let both = self.builder.ins().band(one, other);
        let over = self.builder.ins().icmp_imm(IntCC::SignedLessThan, both, 0);
        self.bail_if(over);
    }

    /// A product; bails out if it overflows.
    fn product(&mut self, a: Value, b: Value) -> Value {
        let (low, high) = (self.builder.ins().imul(a, b), self.builder.ins().smulhi(a, b));
        let sign = self.builder.ins().sshr_imm(low, 63);
        let over = self.compare(IntCC::NotEqual, high, sign);
        self.bail_if(over);
        low
    }

    /// Quotients and remainders, rounded down. Divisors below 1 are left to the interpreter.
    fn divide(
        &mut self,
        op: Op,
        (a, left): (Value, Option<(i64, i64)>),
        (b, divisor, right): (Value, &WordExpr<'_>, Option<(i64, i64)>),
    ) -> Value {
        let small = left.is_some_and(|(low, high)| low >= 0 && high < SMALL);
        if let (WordExpr::Const(by), true) = (divisor, small)
            && (1..SMALL).contains(by)
        {
            return self.divide_small(op, a, *by);
        }
        if right.is_none_or(|(low, _)| low < 1) {
            let low = self.builder.ins().icmp_imm(IntCC::SignedLessThan, b, 1);
            self.bail_if(low);
        }
        if small && right.is_some_and(|(_, high)| high < SMALL) {
            // Half the width takes less than half the time.
            let (a, b) = (self.builder.ins().ireduce(I32, a), self.builder.ins().ireduce(I32, b));
            let ins = self.builder.ins();
            let result = if op == Op::Div { ins.udiv(a, b) } else { ins.urem(a, b) };
            return self.builder.ins().uextend(I64, result);
        }
        let quotient = self.builder.ins().sdiv(a, b);
        let whole = self.builder.ins().imul(quotient, b);
        let rest = self.builder.ins().isub(a, whole);
        let negative = self.builder.ins().icmp_imm(IntCC::SignedLessThan, rest, 0);
        let (below, above) = (self.builder.ins().iadd_imm(quotient, -1), self.builder.ins().iadd(rest, b));
        match op {
            Op::Div => self.builder.ins().select(negative, below, quotient),
            _ => self.builder.ins().select(negative, above, rest),
        }
    }

    /// The quotient or remainder of a word a below 2^31 and a number d below 2^31: with m =
    /// ceil(2^64 / d), the high word of a·m is the exact quotient, since m exceeds 2^64 / d by less
    /// than 1, which adds less than a / 2^64 < 1 / d to a / d.
    fn divide_small(&mut self, op: Op, a: Value, by: i64) -> Value {
        if by & (by - 1) == 0 {
            let ins = self.builder.ins();
            return match op {
                Op::Div => ins.ushr_imm(a, i64::from(by.trailing_zeros())),
                _ => ins.band_imm(a, by - 1),
            };
        }
        let factor = self.constant((u64::MAX / by as u64 + 1) as i64);
        let quotient = self.builder.ins().umulhi(a, factor);
        if op == Op::Div {
            return quotient;
        }
        let whole = self.builder.ins().imul_imm(quotient, by);
        self.builder.ins().isub(a, whole)
    }

    pub(super) fn one(&mut self, op: Unary, inner: &WordExpr<'_>) -> Made<Value> {
        let (low, high) = self.known.range(inner).unwrap_or((i64::MIN, i64::MAX));
        if op == Unary::Not {
            let truth = self.truth(inner)?;
            let not = self.builder.ins().icmp_imm(IntCC::Equal, truth, 0);
            return Ok(self.widened(not));
        }
        let word = self.int(inner)?;
        match op {
            Unary::Negate | Unary::Abs if low == i64::MIN => {
                let least = self.builder.ins().icmp_imm(IntCC::Equal, word, i64::MIN);
                self.bail_if(least);
            }
            Unary::Popcount if low < 0 => {
                let negative = self.builder.ins().icmp_imm(IntCC::SignedLessThan, word, 0);
                self.bail_if(negative);
            }
            Unary::Bit if low < 0 || high > 63 => {
                let outside = self.builder.ins().icmp_imm(IntCC::UnsignedGreaterThan, word, 63);
                self.bail_if(outside);
            }
            _ => {}
        }
        Ok(match op {
            Unary::Negate => self.builder.ins().ineg(word),
            Unary::Abs => {
                let negative = self.builder.ins().ineg(word);
                self.builder.ins().smax(word, negative)
            }
            Unary::Odd => self.builder.ins().band_imm(word, 1),
            Unary::Even => {
                let odd = self.builder.ins().band_imm(word, 1);
                self.builder.ins().bxor_imm(odd, 1)
            }
            Unary::Popcount | Unary::Count => self.builder.ins().popcnt(word),
            Unary::Bit => {
                let one = self.constant(1);
                self.builder.ins().ishl(one, word)
            }
            Unary::Not | Unary::Isqrt => return Err(Unsupported),
        })
    }
}
