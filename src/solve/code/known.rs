//! Collects facts about the words in registers at a point of the code: bounds, and linear
//! inequalities that ranges and guards state. From these facts it proves which checks cannot fail,
//! so that they can be omitted.
//!
//! Facts concern words that were computed, so they do not depend on what happens if a word does not fit.
//! Expressions of forms that are not matched here give no facts.

mod conditions;
mod ranges;
mod register_sum;
mod sums;

pub use register_sum::RegisterSum;

use super::{Constants, LoopDomain, Low, Register, Seq, WordExpr};
use ranges::among;

/// The bounds of a word, both included.
pub type Bounds = (i64, i64);

/// The bounds of an arbitrary word.
pub const ANY: Bounds = (i64::MIN, i64::MAX);

/// The most facts that are combined to prove another.
const DEPTH: usize = 3;
/// If more facts are recorded than this, only `DEPTH - 1` of them are combined.
const MANY: usize = 10;

/// The facts at one point of the code.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// The bounds of registers; a register without an entry is arbitrary.
    bounds: Vec<Bounds>,
    /// For each register, its word as a sum of other registers, if it was written with such a sum.
    meaning: Vec<Option<RegisterSum>>,
    /// The linear inequalities: each of these sums is at least 0.
    facts: Vec<RegisterSum>,
}

impl Known {
    /// The bounds of a register.
    pub fn bounds(&self, register: Register) -> Bounds {
        self.bounds.get(register as usize).copied().unwrap_or(ANY)
    }

    /// Notes that a register was just written with a word between bounds, and forgets the facts
    /// about its former word.
    pub fn set(&mut self, register: Register, bounds: Bounds) {
        let at = register as usize;
        if self.bounds.len() <= at {
            self.bounds.resize(at + 1, ANY);
            self.meaning.resize(at + 1, None);
        }
        self.bounds[at] = bounds;
        self.meaning[at] = None;
        // Drops the facts about the former word.
        let mentions = |it: &RegisterSum| it.terms.iter().any(|term| term.0 == register);
        self.facts.retain(|fact| !mentions(fact));
        self.meaning.iter_mut().for_each(|it| *it = it.take().filter(|it| !mentions(it)));
    }

    /// Notes that a register was just written with the word of an expression.
    pub fn define(&mut self, register: Register, code: &WordExpr<'_>) {
        let (bounds, meaning) = (self.range(code).unwrap_or(ANY), self.linear(code));
        self.set(register, bounds);
        self.meaning[register as usize] = meaning;
    }

    /// Notes that the word in a register is `word`. Keeps the earlier facts about the register,
    /// with `word` put in for it.
    pub fn pin(&mut self, register: Register, word: i64) {
        let facts = std::mem::take(&mut self.facts);
        self.set(register, (word, word));
        let number = RegisterSum::constant(i128::from(word));
        self.meaning[register as usize] = Some(number.clone());
        for fact in facts {
            let count = fact.terms.iter().find(|term| term.0 == register).map_or(0, |term| term.1);
            let rest = fact.plus(&RegisterSum::register(register), -count);
            self.learn(rest.and_then(|rest| rest.plus(&number, count)));
        }
    }

    /// Notes that the registers from `register` on were just written with the words of a value.
    pub fn define_value(&mut self, register: Register, value: &Low<'_>) {
        match value {
            Low::Int(code) => self.define(register, code),
            Low::Range(low, high) => {
                self.define(register, low);
                self.define(register + 1, high);
            }
            Low::Seq(_) => {
                self.set(register, ANY);
                self.set(register + 1, (0, i64::MAX));
            }
            Low::Tuple(parts) => {
                let mut at = register;
                for part in parts {
                    self.define_value(at, part);
                    at += width(part).unwrap_or(1) as Register;
                }
            }
            Low::Regs(_, count) => self.forget(register, *count),
            Low::Slow(slow) => self.forget(register, slow.shape.width()),
        }
    }

    /// Notes that `count` registers from `register` on were just written with arbitrary words.
    fn forget(&mut self, register: Register, count: usize) {
        (register..register + count as Register).for_each(|it| self.set(it, ANY));
    }

    /// Notes the facts about the registers, from `register` on, to which a binder assigns the
    /// elements of its domain.
    pub fn bind(&mut self, register: Register, domain: &LoopDomain<'_>, constants: &Constants) {
        let (low, high) = match domain {
            LoopDomain::Range(low, high) => (low, high),
            LoopDomain::Mask(_) => return self.set(register, (0, 63)),
            LoopDomain::Seq(Seq::Const(place, length), 1) => {
                return self.set(register, among(constants, *place, *length));
            }
            LoopDomain::Seq(_, words) => return self.forget(register, *words),
            LoopDomain::Slow(slow) => return self.forget(register, slow.shape.width()),
            LoopDomain::Choices(_) => return self.forget(register, 2),
            LoopDomain::Out(..) | LoopDomain::Parts(..) => return self.forget(register, 1),
        };
        let (from, to) = (self.range(low).unwrap_or(ANY), self.range(high).unwrap_or(ANY));
        let (below, above) = (self.below(low), self.above(high));
        self.set(register, (from.0, to.1.saturating_sub(1)));
        let it = RegisterSum::register(register);
        for bound in below {
            self.learn(it.plus(&bound, -1));
        }
        for bound in above {
            self.learn(bound.plus(&it, -1).map(|fact| fact.shifted(-1)));
        }
    }

    /// Notes that a sum is at least 0, and narrows the bounds of the registers in it accordingly.
    fn learn(&mut self, fact: Option<RegisterSum>) {
        let Some(fact) = fact else { return };
        for (register, count) in &fact.terms {
            // The greatest contribution of all other terms bounds the contribution of this one.
            let rest = RegisterSum {
                terms: fact.terms.iter().filter(|term| term.0 != *register).copied().collect(),
                constant: fact.constant,
            };
            let Some((_, most)) = self.extent(&rest) else { continue };
            let (low, high) = self.bounds(*register);
            let at = *register as usize;
            if at >= self.bounds.len() {
                continue;
            }
            let word = |bound: i128| i64::try_from(bound).ok();
            if *count > 0 {
                let least = -most.div_euclid(*count);
                self.bounds[at].0 = word(least).map_or(low, |least| low.max(least));
            } else {
                let greatest = most.div_euclid(-*count);
                self.bounds[at].1 = word(greatest).map_or(high, |greatest| high.min(greatest));
            }
        }
        if !fact.terms.is_empty() && !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    /// The least and the greatest value of a sum that the bounds of its registers allow; `None` if
    /// a value overflows.
    fn extent(&self, linear: &RegisterSum) -> Option<(i128, i128)> {
        let (mut low, mut high) = (linear.constant, linear.constant);
        for (register, count) in &linear.terms {
            let (least, most) = self.bounds(*register);
            let ends = [i128::from(least).checked_mul(*count)?, i128::from(most).checked_mul(*count)?];
            low = low.checked_add(ends[0].min(ends[1]))?;
            high = high.checked_add(ends[0].max(ends[1]))?;
        }
        Some((low, high))
    }

    /// Whether the sum is certainly at least 0.
    pub fn proves(&self, linear: &RegisterSum) -> bool {
        let depth = if self.facts.len() > MANY { DEPTH - 1 } else { DEPTH };
        self.proves_by(linear, depth)
    }

    /// Whether the bounds, together with at most `depth` facts, prove that the sum is at least 0.
    fn proves_by(&self, linear: &RegisterSum, depth: usize) -> bool {
        if self.extent(linear).is_some_and(|(low, _)| low >= 0) {
            return true;
        }
        let related = |fact: &&RegisterSum| {
            fact.terms.iter().any(|(register, _)| linear.terms.iter().any(|term| term.0 == *register))
        };
        depth > 0
            && self
                .facts
                .iter()
                .filter(related)
                .any(|fact| linear.plus(fact, -1).is_some_and(|left| self.proves_by(&left, depth - 1)))
    }
}

/// How many words a value takes; never `None` at present.
pub fn width(value: &Low<'_>) -> Option<usize> {
    Some(match value {
        Low::Int(_) => 1,
        Low::Seq(_) | Low::Range(..) => 2,
        Low::Tuple(parts) => parts.iter().map(width).sum::<Option<usize>>()?,
        Low::Regs(_, count) => *count,
        Low::Slow(slow) => slow.shape.width(),
    })
}
