//! Derives facts about registers from conditions that hold or fail, and decides conditions from
//! known bounds.

use super::Known;
use crate::code::{Op, Register, Unary, WordExpr};

/// How the word of an expression changes when the word in a register grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// It does not change.
    Still,
    /// It never decreases.
    Up,
    /// It never increases.
    Down,
}

impl Way {
    /// The direction of the negated word.
    fn turned(self) -> Way {
        match self {
            Way::Still => Way::Still,
            Way::Up => Way::Down,
            Way::Down => Way::Up,
        }
    }

    /// The direction of the sum of two words; `None` if they have opposite directions.
    fn with(self, other: Way) -> Option<Way> {
        match (self, other) {
            (way, Way::Still) | (Way::Still, way) => Some(way),
            _ => (self == other).then_some(self),
        }
    }
}

impl Known {
    /// Notes the facts that follow if a condition holds, or if it does not.
    pub fn assume(&mut self, condition: &WordExpr<'_>, holds: bool) {
        match condition {
            WordExpr::One(Unary::Not, inner) => self.assume(inner, !holds),
            WordExpr::Let(register, parts) => {
                self.define_value(*register, &parts.0);
                self.assume(&parts.1, holds);
            }
            WordExpr::Two(Op::And, both) if holds => {
                self.assume(&both.0, true);
                self.assume(&both.1, true);
            }
            WordExpr::Two(Op::Or, both) if !holds => {
                self.assume(&both.0, false);
                self.assume(&both.1, false);
            }
            WordExpr::Two(op, both) => self.compare(*op, &both.0, &both.1, holds),
            _ => {}
        }
    }

    /// Notes the facts that follow if a comparison of two words holds, or if it does not.
    fn compare(&mut self, op: Op, a: &WordExpr<'_>, b: &WordExpr<'_>, holds: bool) {
        match (op, holds) {
            (Op::Le, true) | (Op::Gt, false) => self.at_most(a, b, 0),
            (Op::Lt, true) | (Op::Ge, false) => self.at_most(a, b, -1),
            (Op::Ge, true) | (Op::Lt, false) => self.at_most(b, a, 0),
            (Op::Gt, true) | (Op::Le, false) => self.at_most(b, a, -1),
            (Op::Eq, true) | (Op::Ne, false) => {
                self.at_most(a, b, 0);
                self.at_most(b, a, 0);
            }
            (Op::Ne, true) | (Op::Eq, false) => self.differ(a, b),
            _ => {}
        }
    }

    /// Notes that two words differ. A fact follows only if one word is known not to exceed the
    /// other: from a ≤ b follows a + 1 ≤ b.
    fn differ(&mut self, a: &WordExpr<'_>, b: &WordExpr<'_>) {
        let (Some(left), Some(right)) = (self.linear(a), self.linear(b)) else { return };
        for (low, high) in [(&left, &right), (&right, &left)] {
            let between = high.plus(low, -1);
            if between.as_ref().is_some_and(|it| self.proves(it)) {
                self.learn(between.map(|fact| fact.shifted(-1)));
            }
        }
    }

    /// Notes that a ≤ b + `and`.
    fn at_most(&mut self, a: &WordExpr<'_>, b: &WordExpr<'_>, and: i128) {
        for low in self.below(a) {
            for high in self.above(b) {
                self.learn(high.plus(&low, -1).map(|fact| fact.shifted(and)));
            }
        }
    }

    /// The truth value of a condition if the bounds determine it; then its computation cannot fail.
    /// `None` otherwise.
    pub fn decides(&self, condition: &WordExpr<'_>) -> Option<bool> {
        match condition {
            WordExpr::One(Unary::Not, inner) => self.decides(inner).map(|holds| !holds),
            WordExpr::Two(Op::And, both) => Some(self.decides(&both.0)? && self.decides(&both.1)?),
            WordExpr::Two(Op::Or, both) => Some(self.decides(&both.0)? || self.decides(&both.1)?),
            WordExpr::Two(op, both) => {
                let ((a, b), (c, d)) = (self.range(&both.0)?, self.range(&both.1)?);
                let decided = |always: bool, never: bool| (always != never).then_some(always);
                match op {
                    Op::Le => decided(b <= c, a > d),
                    Op::Lt => decided(b < c, a >= d),
                    Op::Ge => decided(a >= d, b < c),
                    Op::Gt => decided(a > d, b <= c),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether it is proved that a condition remains false once it is false, while the word in a
    /// register grows, and that computing the condition cannot fail.
    pub fn ends_with(&self, condition: &WordExpr<'_>, register: Register) -> bool {
        let sides = |both: &(WordExpr<'_>, WordExpr<'_>), left: Way, right: Way| {
            self.way(&both.0, register).is_some_and(|way| way == Way::Still || way == left)
                && self.way(&both.1, register).is_some_and(|way| way == Way::Still || way == right)
        };
        match condition {
            WordExpr::Two(Op::And | Op::Or, both) => {
                self.ends_with(&both.0, register) && self.ends_with(&both.1, register)
            }
            WordExpr::Two(Op::Le | Op::Lt, both) => sides(both, Way::Up, Way::Down),
            WordExpr::Two(Op::Ge | Op::Gt, both) => sides(both, Way::Down, Way::Up),
            _ => false,
        }
    }

    /// How the word of `code` changes when the word in `register` grows; `None` if that is unclear,
    /// or if computing the word may fail.
    fn way(&self, code: &WordExpr<'_>, register: Register) -> Option<Way> {
        let (low, _) = self.range(code)?;
        Some(match code {
            WordExpr::Const(_) => Way::Still,
            WordExpr::Reg(it) if *it == register => Way::Up,
            WordExpr::Reg(_) => Way::Still,
            WordExpr::One(Unary::Negate, inner) => self.way(inner, register)?.turned(),
            WordExpr::Two(op, both) => {
                let (a, b) = (self.way(&both.0, register)?, self.way(&both.1, register)?);
                let natural = |code| self.range(code).is_some_and(|(low, _)| low >= 0);
                match op {
                    Op::Add | Op::Min | Op::Max => a.with(b)?,
                    Op::Subtract => a.with(b.turned())?,
                    Op::Multiply if natural(&both.0) && natural(&both.1) => a.with(b)?,
                    Op::Div if low >= 0 && b == Way::Still => a,
                    _ if a == Way::Still && b == Way::Still => Way::Still,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}
