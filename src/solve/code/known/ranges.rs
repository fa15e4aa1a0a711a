//! Bounds the words of expressions, if their computation certainly does not fail.

use super::{ANY, Bounds, Known, RegisterSum};
use crate::code::{Constants, Op, Seq, Unary, WordExpr};
use crate::ir::Builtin;
use crate::laws::{Defined, law};

impl Known {
    /// The bounds of a word whose computation cannot fail; `None` if it may, or if no rule is
    /// stated here for the form of the expression.
    pub fn range(&self, code: &WordExpr<'_>) -> Option<Bounds> {
        Some(match code {
            WordExpr::Const(word) => (*word, *word),
            WordExpr::Reg(register) => self.bounds(*register),
            WordExpr::Two(op, both) => self.range_of_two(*op, code, &both.0, &both.1)?,
            WordExpr::One(op, inner) => range_of_one(*op, self.range(inner)?)?,
            WordExpr::If(parts) => {
                self.range(&parts.0)?;
                let (yes, no) = (self.range(&parts.1)?, self.range(&parts.2)?);
                (yes.0.min(no.0), yes.1.max(no.1))
            }
            WordExpr::Len(list) if matches!(**list, Seq::Reg(_)) => (0, i64::MAX),
            WordExpr::Len(list) if matches!(**list, Seq::Const(..)) => (0, i64::MAX),
            _ => return None,
        })
    }

    /// The bounds of an operator's result, if its computation cannot fail; `code` is the whole
    /// expression. `None` if it may fail, or if the facts contradict one another.
    fn range_of_two(
        &self,
        op: Op,
        code: &WordExpr<'_>,
        left: &WordExpr<'_>,
        right: &WordExpr<'_>,
    ) -> Option<Bounds> {
        let ((a, b), (c, d)) = (self.range(left)?, self.range(right)?);
        if a > b || c > d {
            // Contradictory facts: this code is never reached.
            return None;
        }
        let wide = |ends: [i128; 4]| {
            let low = ends.into_iter().min().and_then(|end| i64::try_from(end).ok());
            low.zip(ends.into_iter().max().and_then(|end| i64::try_from(end).ok()))
        };
        let (a1, b1, c1, d1) = (i128::from(a), i128::from(b), i128::from(c), i128::from(d));
        match op {
            Op::Add => self.nearer(code, wide([a1 + c1, b1 + d1, a1 + c1, b1 + d1])?),
            Op::Subtract => self.nearer(code, wide([a1 - d1, b1 - c1, a1 - d1, b1 - c1])?),
            Op::Multiply => {
                let product = |a: i128, b: i128| a.checked_mul(b);
                wide([product(a1, c1)?, product(a1, d1)?, product(b1, c1)?, product(b1, d1)?])
            }
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => Some((0, 1)),
            Op::And | Op::Or | Op::Implies | Op::InMask => Some((0, 1)),
            Op::Min => Some((a.min(c), b.min(d))),
            Op::Max => Some((a.max(c), b.max(d))),
            Op::Div if c >= 1 && a >= 0 => Some((a / d, b / c)),
            Op::Mod if c >= 1 => Some((0, if a >= 0 { b.min(d - 1) } else { d - 1 })),
            Op::Xor if a >= 0 && c >= 0 => Some((0, filled(b | d))),
            Op::BitAnd if a >= 0 && c >= 0 => Some((0, b.min(d))),
            Op::BitAnd | Op::BitOr | Op::BitAndNot => Some(ANY),
            Op::Div | Op::Mod | Op::Xor | Op::Gcd | Op::Power => None,
        }
    }

    /// Raises a negative lower bound to 0 if known facts prove that the word is not negative.
    fn nearer(&self, code: &WordExpr<'_>, (low, high): Bounds) -> Option<Bounds> {
        let natural = low < 0 && self.linear(code).is_some_and(|it| self.proves(&it));
        Some((if natural { 0 } else { low }, high))
    }

    /// Whether the facts prove that a word lies between two bounds, both included, if its
    /// computation does not fail.
    pub fn lies_between(&self, code: &WordExpr<'_>, low: i64, high: i64) -> bool {
        if self.range(code).is_some_and(|(least, most)| low <= least && most <= high) {
            return true;
        }
        let Some(it) = self.linear(code) else { return false };
        let above = it.shifted(-i128::from(low));
        let below = RegisterSum::constant(i128::from(high)).plus(&it, -1);
        self.proves(&above) && below.is_some_and(|below| self.proves(&below))
    }

    /// Whether the facts prove that at most `most` integers lie from `low` up to, but excluding,
    /// `high`.
    pub fn spans_at_most(&self, low: &WordExpr<'_>, high: &WordExpr<'_>, most: i64) -> bool {
        if let (Some((least, _)), Some((_, greatest))) = (self.range(low), self.range(high))
            && greatest.checked_sub(least).is_some_and(|span| span <= most)
        {
            return true;
        }
        let (Some(low), Some(high)) = (self.linear(low), self.linear(high)) else { return false };
        low.shifted(i128::from(most)).plus(&high, -1).is_some_and(|left| self.proves(&left))
    }
}

/// The bounds of an operator's result, by those of its operand; `None` if its computation may fail.
fn range_of_one(op: Unary, (low, high): Bounds) -> Option<Bounds> {
    Some(match op {
        Unary::Negate => (high.checked_neg()?, low.checked_neg()?),
        Unary::Not | Unary::Even | Unary::Odd => (0, 1),
        Unary::Abs if low >= 0 => (low, high),
        Unary::Abs => (0, low.checked_neg()?.max(high)),
        Unary::Popcount => within(by_law(Builtin::Popcount, (low, high))?, WORD_BITS),
        Unary::Isqrt => by_law(Builtin::Isqrt, (low, high))?,
        Unary::Count => WORD_BITS,
        Unary::Bit if low >= 0 && high < 64 => ANY,
        Unary::Bit => return None,
    })
}

/// The bounds of the number of set bits in a word.
const WORD_BITS: Bounds = (0, 64);

/// The bounds of a builtin's value, by those of its argument; `None` if the builtin may have no
/// value for an argument within these bounds.
fn by_law(builtin: Builtin, (low, high): Bounds) -> Option<Bounds> {
    let law = law(builtin);
    let is_defined = match law.defined {
        Defined::Everywhere => true,
        Defined::From(least) => low >= i64::from(least),
        Defined::WithRoom | Defined::Partly => false,
    };
    let high = law.below_argument.map_or(i64::MAX, |below| high.saturating_sub(i64::from(below)));
    is_defined.then_some((if law.natural { 0 } else { i64::MIN }, high))
}

/// The intersection of two bounds.
fn within(a: Bounds, b: Bounds) -> Bounds {
    (a.0.max(b.0), a.1.min(b.1))
}

/// The least and the greatest word of the constant list at a place; [`ANY`] if it is empty.
pub fn among(constants: &Constants, place: usize, length: usize) -> Bounds {
    let words = constants.words.get(place..place.saturating_add(length)).unwrap_or_default();
    let least = words.iter().min().copied();
    least.zip(words.iter().max().copied()).unwrap_or(ANY)
}

/// The word whose bits are set up to the highest set bit of `word`; 0 if `word` is not positive.
fn filled(word: i64) -> i64 {
    if word <= 0 { 0 } else { (u64::MAX >> word.leading_zeros()) as i64 }
}
