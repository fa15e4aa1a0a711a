//! What is known of the words in registers at a place in code: bounds, and linear facts that ranges
//! and guards state. It serves to leave out checks that cannot fail.
//!
//! Facts speak of words that were computed, so nothing here depends on what happens when a word does
//! not fit. What is not understood is left out, never guessed.

use super::{Constants, LoopDomain, Low, Op, Register, Seq, Unary, WordExpr};

/// The bounds of a word, both included.
pub type Bounds = (i64, i64);

/// Bounds that say nothing.
pub const ANY: Bounds = (i64::MIN, i64::MAX);

/// Coefficients past this are not followed.
const MOST_COEFFICIENT: i128 = 1 << 66;
/// How many facts are put together at most to prove another.
const DEPTH: usize = 3;
/// With more facts than this, fewer are put together.
const MANY: usize = 10;

/// A sum of registers times numbers, and a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterSum {
    /// Ascending by register, no number 0.
    pub terms: Vec<(Register, i128)>,
    /// The number.
    pub constant: i128,
}

impl RegisterSum {
    /// A number.
    pub fn constant(constant: i128) -> RegisterSum {
        RegisterSum { terms: Vec::new(), constant }
    }

    /// A register.
    pub fn register(register: Register) -> RegisterSum {
        RegisterSum { terms: vec![(register, 1)], constant: 0 }
    }

    /// This and so many times another.
    pub fn plus(&self, other: &RegisterSum, times: i128) -> Option<RegisterSum> {
        let small = |number: i128| (number.abs() <= MOST_COEFFICIENT).then_some(number);
        let constant = small(self.constant + small(other.constant.checked_mul(times)?)?)?;
        let mut terms = self.terms.clone();
        for (register, count) in &other.terms {
            let count = small(count.checked_mul(times)?)?;
            match terms.binary_search_by_key(register, |term| term.0) {
                Ok(at) => terms[at].1 = small(terms[at].1 + count)?,
                Err(at) => terms.insert(at, (*register, count)),
            }
        }
        terms.retain(|term| term.1 != 0);
        Some(RegisterSum { terms, constant })
    }

    /// This and a number.
    fn shifted(&self, by: i128) -> RegisterSum {
        RegisterSum { terms: self.terms.clone(), constant: self.constant + by }
    }
}

/// Where a word goes, or stays, when another grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Still,
    Up,
    Down,
}

impl Way {
    fn turned(self) -> Way {
        match self {
            Way::Still => Way::Still,
            Way::Up => Way::Down,
            Way::Down => Way::Up,
        }
    }

    /// Where something goes that goes with both.
    fn with(self, other: Way) -> Option<Way> {
        match (self, other) {
            (way, Way::Still) | (Way::Still, way) => Some(way),
            _ => (self == other).then_some(self),
        }
    }
}

/// What is known at one place.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// The bounds of registers; what is not there may be anything.
    bounds: Vec<Bounds>,
    /// What registers stand for, in terms of others.
    meaning: Vec<Option<RegisterSum>>,
    /// Each of these is at least 0.
    facts: Vec<RegisterSum>,
}

impl Known {
    /// The bounds of a register.
    pub fn bounds(&self, register: Register) -> Bounds {
        self.bounds.get(register as usize).copied().unwrap_or(ANY)
    }

    /// Notes the bounds of a register that was just written.
    pub fn set(&mut self, register: Register, bounds: Bounds) {
        let at = register as usize;
        if self.bounds.len() <= at {
            self.bounds.resize(at + 1, ANY);
            self.meaning.resize(at + 1, None);
        }
        self.bounds[at] = bounds;
        self.meaning[at] = None;
        // What was known of its former word speaks of that no more.
        let mentions = |it: &RegisterSum| it.terms.iter().any(|term| term.0 == register);
        self.facts.retain(|fact| !mentions(fact));
        self.meaning.iter_mut().for_each(|it| *it = it.take().filter(|it| !mentions(it)));
    }

    /// Notes what a register was set to.
    pub fn define(&mut self, register: Register, code: &WordExpr<'_>) {
        let (bounds, meaning) = (self.range(code).unwrap_or(ANY), self.linear(code));
        self.set(register, bounds);
        self.meaning[register as usize] = meaning;
    }

    /// Notes which word a register holds; what was known of it stays.
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

    /// Notes what registers were set to by a value.
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
            Low::Regs(..) | Low::Slow(_) => {}
        }
    }

    /// Notes what a binder says of the registers that it binds.
    pub fn bind(&mut self, register: Register, domain: &LoopDomain<'_>, constants: &Constants) {
        let LoopDomain::Range(low, high) = domain else {
            let bounds = match domain {
                LoopDomain::Mask(_) => (0, 63),
                LoopDomain::Seq(Seq::Const(place, length), 1) => among(constants, *place, *length),
                _ => ANY,
            };
            return self.set(register, bounds);
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

    /// Notes that a condition holds, or that it does not.
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

    /// Words that differ, where one of them cannot be beyond the other.
    fn differ(&mut self, a: &WordExpr<'_>, b: &WordExpr<'_>) {
        let (Some(left), Some(right)) = (self.linear(a), self.linear(b)) else { return };
        for (low, high) in [(&left, &right), (&right, &left)] {
            let between = high.plus(low, -1);
            if between.as_ref().is_some_and(|it| self.proves(it)) {
                self.learn(between.map(|fact| fact.shifted(-1)));
            }
        }
    }

    /// Notes that one word is at most another and a number.
    fn at_most(&mut self, a: &WordExpr<'_>, b: &WordExpr<'_>, and: i128) {
        for low in self.below(a) {
            for high in self.above(b) {
                self.learn(high.plus(&low, -1).map(|fact| fact.shifted(and)));
            }
        }
    }

    /// Notes a fact, and what it says of single registers.
    fn learn(&mut self, fact: Option<RegisterSum>) {
        let Some(fact) = fact else { return };
        for (register, count) in &fact.terms {
            // The most that everything else may add bounds what this one has to.
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

    /// The least and the greatest that bounds allow.
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

    /// Whether it is at least 0 for certain.
    pub fn proves(&self, linear: &RegisterSum) -> bool {
        let depth = if self.facts.len() > MANY { DEPTH - 1 } else { DEPTH };
        self.proves_by(linear, depth)
    }

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

    /// Whether a word that was computed surely lies between two bounds.
    pub fn lies_between(&self, code: &WordExpr<'_>, low: i64, high: i64) -> bool {
        if self.range(code).is_some_and(|(least, most)| low <= least && most <= high) {
            return true;
        }
        let Some(it) = self.linear(code) else { return false };
        let above = it.shifted(-i128::from(low));
        let below = RegisterSum::constant(i128::from(high)).plus(&it, -1);
        self.proves(&above) && below.is_some_and(|below| self.proves(&below))
    }

    /// Whether a condition surely holds, or surely does not, as far as bounds tell; its computation cannot
    /// fail then.
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

    /// Whether a condition, whose computation cannot fail, once false stays false when the word in a
    /// register grows.
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

    /// Where a word goes, which is surely computed, when the one in a register grows.
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

    /// Whether there surely are at most so many integers from one word up to, but without, another.
    pub fn spans_at_most(&self, low: &WordExpr<'_>, high: &WordExpr<'_>, most: i64) -> bool {
        if let (Some((least, _)), Some((_, greatest))) = (self.range(low), self.range(high))
            && greatest.checked_sub(least).is_some_and(|span| span <= most)
        {
            return true;
        }
        let (Some(low), Some(high)) = (self.linear(low), self.linear(high)) else { return false };
        low.shifted(i128::from(most)).plus(&high, -1).is_some_and(|left| self.proves(&left))
    }

    /// What a word is, as a sum of registers.
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

    /// Sums that a word is at most.
    pub fn above(&self, code: &WordExpr<'_>) -> Vec<RegisterSum> {
        self.beyond(code, Op::Min)
    }

    /// Sums that a word is at least.
    pub fn below(&self, code: &WordExpr<'_>) -> Vec<RegisterSum> {
        self.beyond(code, Op::Max)
    }

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
            // What is divided by 2 or more falls, where it is at least 1.
            WordExpr::Two(Op::Div, both)
                if of == Op::Min
                    && self.range(&both.0).is_some_and(|(low, _)| low >= 1)
                    && self.range(&both.1).is_some_and(|(low, _)| low >= 2) =>
            {
                self.beyond(&both.0, of).iter().map(|it| it.shifted(-1)).collect()
            }
            // A remainder is at most what it is the remainder of, where that is no less than 0.
            WordExpr::Two(Op::Div | Op::Mod, both) if of == Op::Min && self.falls(&both.0, &both.1) => {
                self.beyond(&both.0, of)
            }
            _ => Vec::new(),
        }
    }

    fn falls(&self, number: &WordExpr<'_>, by: &WordExpr<'_>) -> bool {
        let natural = self.range(number).is_some_and(|(low, _)| low >= 0);
        natural && self.range(by).is_some_and(|(low, _)| low >= 1)
    }

    fn moved(&self, code: &WordExpr<'_>, by: &WordExpr<'_>, times: i128, of: Op) -> Vec<RegisterSum> {
        let Some(by) = self.linear(by) else { return Vec::new() };
        self.beyond(code, of).iter().filter_map(|it| it.plus(&by, times)).collect()
    }

    /// The bounds of a word whose computation cannot fail; nothing where it may.
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

    fn range_of_two(
        &self,
        op: Op,
        code: &WordExpr<'_>,
        left: &WordExpr<'_>,
        right: &WordExpr<'_>,
    ) -> Option<Bounds> {
        let ((a, b), (c, d)) = (self.range(left)?, self.range(right)?);
        if a > b || c > d {
            // Facts that contradict each other: nothing ever comes here.
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

    /// Bounds that facts make narrower where they cross 0.
    fn nearer(&self, code: &WordExpr<'_>, (low, high): Bounds) -> Option<Bounds> {
        let natural = low < 0 && self.linear(code).is_some_and(|it| self.proves(&it));
        Some((if natural { 0 } else { low }, high))
    }
}

/// The bounds of the words of a constant list.
fn among(constants: &Constants, place: usize, length: usize) -> Bounds {
    let words = constants.words.get(place..place.saturating_add(length)).unwrap_or_default();
    let least = words.iter().min().copied();
    least.zip(words.iter().max().copied()).unwrap_or(ANY)
}

fn range_of_one(op: Unary, (low, high): Bounds) -> Option<Bounds> {
    Some(match op {
        Unary::Negate => (high.checked_neg()?, low.checked_neg()?),
        Unary::Not | Unary::Even | Unary::Odd => (0, 1),
        Unary::Abs if low >= 0 => (low, high),
        Unary::Abs => (0, low.checked_neg()?.max(high)),
        Unary::Popcount if low < 0 => return None,
        Unary::Popcount | Unary::Count => (0, 64),
        Unary::Bit if low >= 0 && high < 64 => ANY,
        Unary::Bit | Unary::Isqrt => return None,
    })
}

/// All bits up to the highest set.
fn filled(word: i64) -> i64 {
    if word <= 0 { 0 } else { (u64::MAX >> word.leading_zeros()) as i64 }
}

/// How many words a value takes; nothing where only running tells.
pub fn width(value: &Low<'_>) -> Option<usize> {
    Some(match value {
        Low::Int(_) => 1,
        Low::Seq(_) | Low::Range(..) => 2,
        Low::Tuple(parts) => parts.iter().map(width).sum::<Option<usize>>()?,
        Low::Regs(_, count) => *count,
        Low::Slow(slow) => slow.shape.width(),
    })
}
