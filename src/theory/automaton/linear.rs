//! Builds automata for linear equations and inequalities directly.
//!
//! The *remainder*, the weighted sum of the digits read so far, is written in the lowest places to
//! come: with `m` digits to come, the vector r represents Σ r(j)·U(m + j). One more column of
//! digits multiplies r by the companion matrix of the recurrence and adds the weighted digits at
//! r(0). Greedy words of `m` digits are less than U(m), so the remainder is *settled* as soon as no
//! digits to come can bring the sum back to its goal. The other roots of the recurrence lie inside
//! the unit circle, so only finitely many vectors are not settled.

use super::letters::{Letters, digits_of};
use super::{Automaton, Plan, Room, TooLarge, Track};
use crate::numeration::System;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

/// How a sum compares with 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The sum is 0.
    Zero,
    /// The sum is at most 0.
    AtMostZero,
}

/// A constant with a greater absolute value is read as one more number with known digits. Otherwise
/// the number of states would grow with the constant.
const SMALL: i64 = 256;
/// The limit in place of [`SMALL`] in systems other than bases, whose states hold vectors of two or
/// more components.
const SMALL_VECTORS: i64 = 24;
/// Coefficients with a greater absolute value are rejected, because the number of states grows with
/// them.
const GREATEST_COEFFICIENT: i64 = 1 << 20;

/// A track with a factor for its number, and a factor for its number shifted by one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Weighed {
    pub(super) track: Track,
    pub(super) own: i64,
    pub(super) shifted: i64,
}

impl Automaton {
    /// `Σ c·x + k` compared with 0. No track may occur twice.
    pub fn linear(
        terms: &[(Track, BigInt)],
        constant: &BigInt,
        relation: Relation,
        room: &Room<'_>,
    ) -> Result<Automaton, TooLarge> {
        let mut terms: Vec<Weighed> = terms
            .iter()
            .filter(|term| !term.1.is_zero())
            .map(|(track, factor)| {
                let factor = factor.to_i64().filter(|it| it.saturating_abs() <= GREATEST_COEFFICIENT);
                factor.map(|own| Weighed { track: *track, own, shifted: 0 }).ok_or(TooLarge)
            })
            .collect::<Result<_, _>>()?;
        terms.sort_unstable();
        let small = if room.system().is_base_system() { SMALL } else { SMALL_VECTORS };
        match constant.to_i64().filter(|it| it.saturating_abs() <= small) {
            Some(constant) => weighed_sum(&terms, constant, relation, room),
            None => {
                let known = Track(u32::MAX);
                let own = if constant.is_negative() { -1 } else { 1 };
                terms.push(Weighed { track: known, own, shifted: 0 });
                let magnitude = Automaton::exactly(known, constant.magnitude(), room)?;
                weighed_sum(&terms, 0, relation, room)?.and(&magnitude, room)?.exists(known, room)
            }
        }
    }
}

impl Automaton {
    /// `y` has the digits of `x` with a zero at the end.
    pub fn shifted(x: Track, y: Track, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let (own, shifted) = match room.system().is_base_system() {
            true => (-room.system().coefficients()[0], 0),
            false => (0, -1),
        };
        let mut terms = [Weighed { track: y, own: 1, shifted: 0 }, Weighed { track: x, own, shifted }];
        terms.sort_unstable();
        weighed_sum(&terms, 0, Relation::Zero, room)
    }
}

/// A sum of weighted numbers and a constant, compared with 0. Tracks are ascending.
pub(super) fn weighed_sum(
    terms: &[Weighed],
    constant: i64,
    relation: Relation,
    room: &Room<'_>,
) -> Result<Automaton, TooLarge> {
    // The bounds for the remaining digits require that shifted words are valid.
    if terms.iter().any(|term| term.shifted != 0) && !room.system().takes_zeros() {
        return Err(TooLarge);
    }
    match room.system().order() {
        1 => Sum::<1>::new(terms, constant, relation, room)?.automaton(room),
        2 => Sum::<2>::new(terms, constant, relation, room)?.automaton(room),
        3 => Sum::<3>::new(terms, constant, relation, room)?.automaton(room),
        4 => Sum::<4>::new(terms, constant, relation, room)?.automaton(room),
        _ => Err(TooLarge),
    }
}

/// The remainder; or `NEVER` or `ALWAYS` in the first component if it is settled.
type Owed<const ORDER: usize> = [i64; ORDER];

/// No sum that is reached from here satisfies the relation.
const NEVER: i64 = i64::MIN;
/// All sums that are reached from here satisfy the relation.
const ALWAYS: i64 = i64::MAX;

/// `Sum::exceeds` compares the sum for this many numbers of digits to come, and then for `ORDER`
/// more. Looking further settles remainders earlier, which means fewer states.
const MORE: usize = 3;
/// The number in place of [`MORE`] if a coefficient of the recurrence is negative, because the
/// remainder then oscillates longer.
const MORE_WHERE_NEGATIVE: usize = 8;

/// A sum that is being read.
struct Sum<const ORDER: usize> {
    tracks: Vec<Track>,
    letters: Letters,
    /// For each class of letters, what a letter adds to the two lowest components of the remainder.
    added: Vec<(i64, i64)>,
    /// For each class of letters, its digits by track. Empty if all words are valid.
    digits: Vec<Vec<u32>>,
    /// How many states the automaton of valid words has.
    word_states: usize,
    system: System,
    /// The coefficients, the last one first.
    factors: [i64; ORDER],
    /// The place values U(0) … U(ORDER − 1).
    start: [i64; ORDER],
    /// Place values from U(0) on.
    places: Vec<i128>,
    /// Whether a coefficient of the recurrence is negative.
    swings: bool,
    /// The value with which the sum of the weighted numbers is compared: minus the constant.
    goal: i64,
    /// Bounds what the remaining digits can add to the sum: the sum of the positive factors of
    /// numbers, and of those of shifted numbers.
    most: (i128, i128),
    /// Bounds what the remaining digits can subtract: the sum of the absolute values of the
    /// negative factors of numbers, and of those of shifted numbers.
    least: (i128, i128),
    relation: Relation,
}

impl<const ORDER: usize> Sum<ORDER> {
    fn new(
        terms: &[Weighed],
        constant: i64,
        relation: Relation,
        room: &Room<'_>,
    ) -> Result<Sum<ORDER>, TooLarge> {
        let system = room.system().clone();
        let count = system.digit_count();
        let all = Letters::each(count, terms.len())?;
        room.take(all.count() / 16)?;
        let owned = sums(count, terms.iter().map(|term| term.own));
        let shifted = sums(count, terms.iter().map(|term| term.shifted));
        let is_base = system.is_base_system();
        let letters = if is_base { all.grouped(|letter| (owned[letter], shifted[letter])) } else { all };
        let firsts = (0..letters.width()).map(|class| letters.first(class));
        let added = firsts.clone().map(|letter| (owned[letter], shifted[letter])).collect();
        let digits = |letter| digits_of(count, terms.len(), letter).map(|it| it as u32).collect();
        let digits = if is_base { Vec::new() } else { firsts.map(digits).collect() };
        let swings = system.coefficients().iter().any(|factor| *factor < 0);
        let looked_at = match (ORDER, swings) {
            (1, _) => 1,
            (_, false) => ORDER + MORE,
            (_, true) => ORDER + MORE_WHERE_NEGATIVE,
        };
        if system
            .word_states()
            .checked_pow(terms.len() as u32)
            .is_none_or(|states| u32::try_from(states).is_err())
        {
            return Err(TooLarge);
        }
        let places = system.places().take(looked_at + ORDER);
        let places = places.map(|place| place.to_i128().ok_or(TooLarge)).collect::<Result<_, _>>()?;
        let part = |of: fn(&Weighed) -> i64, sign: i64| -> i128 {
            terms.iter().map(|term| i128::from((sign * of(term)).max(0))).sum()
        };
        Ok(Sum {
            tracks: terms.iter().map(|term| term.track).collect(),
            letters,
            added,
            digits,
            word_states: system.word_states(),
            factors: std::array::from_fn(|at| system.coefficients()[ORDER - 1 - at]),
            start: std::array::from_fn(|at| system.start()[at] as i64),
            system,
            places,
            swings,
            goal: -constant,
            most: (part(|it| it.own, 1), part(|it| it.shifted, 1)),
            least: (part(|it| it.own, -1), part(|it| it.shifted, -1)),
            relation,
        })
    }

    fn automaton(mut self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let plan = Plan { tracks: std::mem::take(&mut self.tracks), letters: self.letters.clone() };
        let accepting = |(owed, words): &(Owed<ORDER>, u32)| self.is_related(owed) && self.may_end(*words);
        plan.explore(self.settled([0; ORDER], 0), room, accepting, |(owed, words), class| {
            let words =
                if self.digits.is_empty() { Some(0) } else { self.follow(*words, &self.digits[class]) };
            match words {
                None => ([NEVER; ORDER], 0),
                Some(words) if owed[0] == NEVER || owed[0] == ALWAYS => self.settled(*owed, words),
                Some(words) => self.settled(self.read(owed, self.added[class]), words),
            }
        })
    }

    /// The remainder after one more column of digits, which adds `added` to the two lowest
    /// components.
    fn read(&self, owed: &Owed<ORDER>, added: (i64, i64)) -> Owed<ORDER> {
        let mut to = [0; ORDER];
        for at in 0..ORDER {
            let moved = if at > 0 { owed[at - 1] } else { 0 };
            to[at] = owed[ORDER - 1] * self.factors[at] + moved;
        }
        to[0] += added.0;
        if ORDER > 1 {
            to[1] += added.1;
        }
        to
    }

    /// The key of the state with this remainder and these word states. Remainders that are settled
    /// with the same result get equal keys.
    fn settled(&self, owed: Owed<ORDER>, words: u32) -> (Owed<ORDER>, u32) {
        if owed[0] == NEVER || (owed[0] != ALWAYS && self.exceeds(&owed, 1, self.least)) {
            return ([NEVER; ORDER], 0);
        }
        if owed[0] == ALWAYS || self.exceeds(&owed, -1, self.most) {
            return match self.relation {
                Relation::Zero => ([NEVER; ORDER], 0),
                Relation::AtMostZero => ([ALWAYS; ORDER], words),
            };
        }
        (owed, words)
    }

    /// Whether the sum certainly stays above the goal, or with sign -1 below it, for all digits to
    /// come. False also if the values that are compared do not show it, which only costs states.
    ///
    /// With `m` digits to come the sum is at least h(m) + a + b, where h(m) = Σ r(j)·U(m + j) - a·U(m) - b·U(m + 1)
    /// obeys the recurrence. If no coefficient is negative and `ORDER` consecutive values of h are
    /// at least some bound that is not negative, all later values are. If a coefficient is
    /// negative, these values must also not decrease: see *growth* in [`crate::numeration`].
    fn exceeds(&self, owed: &Owed<ORDER>, sign: i128, (a, b): (i128, i128)) -> bool {
        let needed = sign * i128::from(self.goal) - a - b + 1;
        let looked_at = self.places.len() - ORDER;
        let mut before = needed.max(0);
        (0..looked_at).all(|m| {
            let place = |j: usize| self.places[m + j];
            let owed: i128 = owed.iter().enumerate().map(|(j, part)| i128::from(*part) * place(j)).sum();
            let h = sign * owed - a * place(0) - b * place(1);
            if m + ORDER < looked_at {
                return h >= needed;
            }
            let fits = h >= before;
            if self.swings {
                before = h;
            }
            fits
        })
    }

    fn is_related(&self, owed: &Owed<ORDER>) -> bool {
        if owed[0] == NEVER || owed[0] == ALWAYS {
            return owed[0] == ALWAYS;
        }
        let sum: i64 = owed.iter().zip(&self.start).map(|(part, place)| part * place).sum();
        match self.relation {
            Relation::Zero => sum == self.goal,
            Relation::AtMostZero => sum <= self.goal,
        }
    }

    /// The number that encodes the states of valid words on all tracks, after one more digit on
    /// each track.
    fn follow(&self, words: u32, digits: &[u32]) -> Option<u32> {
        let (mut rest, mut to, mut weight) = (words as usize, 0, 1);
        for digit in digits {
            to += weight * self.system.follow(rest % self.word_states, *digit)?;
            rest /= self.word_states;
            weight *= self.word_states;
        }
        // `Sum::new` has checked that the number fits into 32 bits.
        Some(to as u32)
    }

    fn may_end(&self, words: u32) -> bool {
        let mut rest = words as usize;
        while rest > 0 {
            if !self.system.may_end(rest % self.word_states) {
                return false;
            }
            rest /= self.word_states;
        }
        true
    }
}

/// By letter, the sum over its tracks of the digit times the track's weight, which may be negative.
fn sums(digits: usize, weights: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut sums = vec![0];
    for weight in weights {
        let known = sums.len();
        for digit in 1..digits as i64 {
            for at in 0..known {
                sums.push(sums[at] + digit * weight);
            }
        }
    }
    sums
}
