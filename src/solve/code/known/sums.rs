//! Expressions as sums of registers, and sums that bound other expressions from above or below.

use super::{Known, RegisterSum};
use crate::code::{Op, Seq, Unary, WordExpr};

impl Known {
    /// The word of an expression as a sum of registers; `None` if the expression is not linear, or
    /// if a coefficient becomes too large.
    pub fn linear(&self, code: &WordExpr<'_>) -> Option<RegisterSum> {
        match code {
            WordExpr::Const(word) => Some(RegisterSum::constant(i128::from(*word))),
            WordExpr::Reg(register) => {
                let meaning = self.meaning.get(*register as usize).cloned().flatten();
                Some(meaning.unwrap_or_else(|| RegisterSum::register(*register)))
            }
            WordExpr::Len(list) => match **list {
                Seq::Reg(register) => Some(RegisterSum::register(register + 1)),
                Seq::Const(_, length) => Some(RegisterSum::constant(length as i128)),
                _ => None,
            },
            WordExpr::One(Unary::Negate, inner) => RegisterSum::constant(0).plus(&self.linear(inner)?, -1),
            WordExpr::Two(Op::Add, both) => self.linear(&both.0)?.plus(&self.linear(&both.1)?, 1),
            WordExpr::Two(Op::Subtract, both) => self.linear(&both.0)?.plus(&self.linear(&both.1)?, -1),
            WordExpr::Two(Op::Multiply, both) => {
                let (a, b) = (self.linear(&both.0)?, self.linear(&both.1)?);
                let (number, other) = if a.terms.is_empty() { (a, b) } else { (b, a) };
                if !number.terms.is_empty() {
                    return None;
                }
                RegisterSum::constant(0).plus(&other, number.constant)
            }
            _ => None,
        }
    }

    /// Sums that are all at least the word of an expression; empty if none is known.
    pub fn above(&self, code: &WordExpr<'_>) -> Vec<RegisterSum> {
        self.beyond(code, Op::Min)
    }

    /// Sums that are all at most the word of an expression; empty if none is known.
    pub fn below(&self, code: &WordExpr<'_>) -> Vec<RegisterSum> {
        self.beyond(code, Op::Max)
    }

    /// Sums that bound a word: from above if `of` is `Min`, from below if it is `Max`.
    fn beyond(&self, code: &WordExpr<'_>, of: Op) -> Vec<RegisterSum> {
        if let Some(linear) = self.linear(code) {
            return vec![linear];
        }
        match code {
            WordExpr::Two(op, both) if *op == of => {
                let mut all = self.beyond(&both.0, of);
                all.extend(self.beyond(&both.1, of));
                all
            }
            WordExpr::Two(Op::Add, both) => self.moved(&both.0, &both.1, 1, of),
            WordExpr::Two(Op::Subtract, both) => self.moved(&both.0, &both.1, -1, of),
            // A word that is at least 1 decreases when it is divided by 2 or more.
            WordExpr::Two(Op::Div, both)
                if of == Op::Min
                    && self.range(&both.0).is_some_and(|(low, _)| low >= 1)
                    && self.range(&both.1).is_some_and(|(low, _)| low >= 2) =>
            {
                self.beyond(&both.0, of).iter().map(|it| it.shifted(-1)).collect()
            }
            // The quotient and the remainder of a natural number are at most that number.
            WordExpr::Two(Op::Div | Op::Mod, both) if of == Op::Min && self.falls(&both.0, &both.1) => {
                self.beyond(&both.0, of)
            }
            _ => Vec::new(),
        }
    }

    /// Whether `number` is known to be natural and `by` to be positive. Then the quotient and the
    /// remainder are at most `number`.
    fn falls(&self, number: &WordExpr<'_>, by: &WordExpr<'_>) -> bool {
        let natural = self.range(number).is_some_and(|(low, _)| low >= 0);
        natural && self.range(by).is_some_and(|(low, _)| low >= 1)
    }

    /// Sums that bound `code + times · by` as [`Self::beyond`] does; empty if `by` is not linear.
    fn moved(&self, code: &WordExpr<'_>, by: &WordExpr<'_>, times: i128, of: Op) -> Vec<RegisterSum> {
        let Some(by) = self.linear(by) else { return Vec::new() };
        self.beyond(code, of).iter().filter_map(|it| it.plus(&by, times)).collect()
    }
}
