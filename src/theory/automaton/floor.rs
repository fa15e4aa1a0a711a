//! Builds the automaton of `y = floor(θ·x)` for the root θ of θ² = m·θ + 1, in the numeration
//! system of θ.
//!
//! With U(0) = 1 and θ' = -1/θ the other root, θ·U(i) - U(i+1) = δ·θ'^i for δ = θ - U(1). So if x has the
//! digits d(i) and S(x) is the number whose digits are those of x with a zero at the end, then θ·x = S(x) +
//! δ·E with E = Σ d(i)·θ'^i, and floor(θ·x) = S(x) + j, where j = floor(δ·E) is one of few integers: E lies
//! strictly between -1 and θ.
//!
//! Reading one more digit d turns E into d + θ'·E. The new number exceeds a bound τ if and only if
//! the old E is less than (τ - d)/θ' = -θ·(τ - d), which is a bound on E again. Bounds outside of
//! -1 … θ are decided, and finitely many lie inside: they are (p + q·θ)/n for one n, and their
//! conjugates shrink. A state of the automaton says for each of these bounds on which side of it E
//! lies.

use super::linear::{Weighed, weighed_sum};
use super::{Automaton, Plan, Relation, Room, TooLarge, Track};
use indexmap::IndexSet;
use std::cmp::Ordering;

/// A question about E: whether it is at least (or at most) `(p + q·θ)/n`, for the `n` of the
/// system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Bound {
    p: i128,
    q: i128,
    at_least: bool,
}

/// What a question about E means before the last digit was read: its answer, or the index of the
/// equivalent question.
#[derive(Debug, Clone, Copy)]
enum Before {
    Known(bool),
    Asked(usize),
}

/// Questions about E, with all questions that they lead to when digits are undone.
struct Questions {
    /// The `m` of θ² = m·θ + 1.
    mean: i128,
    /// The `n` in the bounds (p + q·θ)/n.
    denominator: i128,
    bounds: IndexSet<Bound>,
    /// By bound and digit: what the bound's question means before that digit is read.
    before: Vec<Vec<Before>>,
}

impl Automaton {
    /// `y = floor(θ·x)`, where θ = (m + √(m² + 4))/2 and the place values obey U(n+2) = m·U(n+1) +
    /// U(n), with U(0) = 1 and U(1) = m or m + 1. `None` in other systems.
    pub fn floor_of_multiple(x: Track, y: Track, room: &Room<'_>) -> Result<Option<Automaton>, TooLarge> {
        let (Some(mean), [_, second]) = (room.system().mean(), room.system().start()) else {
            return Ok(None);
        };
        let (mean, second) = (i128::from(mean), i128::from(*second));
        if second != mean && second != mean + 1 {
            return Ok(None);
        }
        // δ·E is j at E = j/δ. 1/δ is the conjugate of δ divided by the product of both, which is `norm`:
        // (m - U(1) - θ)/(U(1)² - m·U(1) - 1).
        let norm = second * second - mean * second - 1;
        let asks = |j: i128| Bound {
            p: j * (mean - second) * norm.signum(),
            q: -j * norm.signum(),
            // `δ·E >= j` is `E >= j/δ` if δ > 0, that is, if U(1) < θ, and then `norm < 0`.
            at_least: norm < 0,
        };
        // δ is 1/θ or 1/θ - 1, so that δ·E is more than -θ and less than 1.
        let integers = -mean - 1..=0;
        let asked: Vec<Bound> = (-mean - 1..=1).map(asks).collect();
        let questions = Questions::new(mean, norm.abs(), &asked, room)?;
        let mut all = Automaton::constant(false);
        for (at, j) in integers.enumerate() {
            let (this, next) = (asked[at], asked[at + 1]);
            let is_floor = |answers: &[bool]| {
                let answer = |bound: &Bound| questions.answer(bound, answers);
                answer(&this) && !answer(&next)
            };
            let here = questions.automaton(x, is_floor, room)?;
            let mut terms =
                [Weighed { track: y, own: 1, shifted: 0 }, Weighed { track: x, own: 0, shifted: -1 }];
            terms.sort_unstable();
            let moved = weighed_sum(&terms, -(j as i64), Relation::Zero, room)?;
            all = all.or(&here.and(&moved, room)?, room)?;
        }
        Ok(Some(all))
    }
}

impl Questions {
    fn new(mean: i128, denominator: i128, asked: &[Bound], room: &Room<'_>) -> Result<Questions, TooLarge> {
        let mut questions = Questions { mean, denominator, bounds: IndexSet::new(), before: Vec::new() };
        for bound in asked {
            if questions.known(bound).is_none() {
                questions.bounds.insert(*bound);
            }
        }
        let mut at = 0;
        while let Some(bound) = questions.bounds.get_index(at).copied() {
            room.take(mean as usize + 1)?;
            let before = (0..=mean).map(|digit| questions.before(&bound, digit)).collect();
            questions.before.push(before);
            at += 1;
        }
        Ok(questions)
    }

    /// The condition on E before the digit `digit` was read that is equivalent to the condition
    /// `bound` on E after it.
    fn before(&mut self, bound: &Bound, digit: i128) -> Before {
        let p = bound.p - digit * self.denominator;
        // -θ·(p + q·θ) = -q - (p + m·q)·θ
        let asked = Bound { p: -bound.q, q: -(p + self.mean * bound.q), at_least: !bound.at_least };
        match self.known(&asked) {
            Some(known) => Before::Known(known),
            None => Before::Asked(self.bounds.insert_full(asked).0),
        }
    }

    /// The answer, if it does not depend on E: all E lie strictly between -1 and θ.
    fn known(&self, bound: &Bound) -> Option<bool> {
        if self.sign(bound.p, bound.q - self.denominator) != Ordering::Less {
            return Some(!bound.at_least);
        }
        (self.sign(bound.p + self.denominator, bound.q) != Ordering::Greater).then_some(bound.at_least)
    }

    /// The answer to one question, given the answers to all questions in `bounds`.
    fn answer(&self, bound: &Bound, answers: &[bool]) -> bool {
        let open = || self.bounds.get_index_of(bound).is_some_and(|at| answers[at]);
        self.known(bound).unwrap_or_else(open)
    }

    /// Whether `p + q·θ` is less than, equal to or greater than 0.
    fn sign(&self, p: i128, q: i128) -> Ordering {
        // Twice p + q·θ is (2p + m·q) + q·√(m² + 4).
        let (whole, square) = (2 * p + self.mean * q, self.mean * self.mean + 4);
        match (whole.signum(), q.signum()) {
            (a, b) if a == b || b == 0 => a.cmp(&0),
            (0, b) => b.cmp(&0),
            (a, _) if whole * whole > q * q * square => a.cmp(&0),
            (_, b) => b.cmp(&0),
        }
    }

    /// The automaton of the numbers whose answers satisfy `wanted`.
    fn automaton(
        &self,
        x: Track,
        wanted: impl Fn(&[bool]) -> bool,
        room: &Room<'_>,
    ) -> Result<Automaton, TooLarge> {
        // Before any digit E is 0.
        let at_zero = |bound: &Bound| match self.sign(bound.p, bound.q) {
            Ordering::Equal => true,
            Ordering::Less => bound.at_least,
            Ordering::Greater => !bound.at_least,
        };
        let first: Vec<bool> = self.bounds.iter().map(at_zero).collect();
        let plan = Plan::each(vec![x], room)?;
        let read = plan.explored(
            first,
            room,
            |answers| wanted(answers),
            |answers, digit| {
                let answer = |before: &Vec<Before>| match before[digit] {
                    Before::Known(known) => known,
                    Before::Asked(at) => answers[at],
                };
                self.before.iter().map(answer).collect()
            },
        )?;
        read.on_tracks(&[x], room)?.minimised(room)
    }
}
