//! The relations that everything else is made of.

use super::{Automaton, Room, TooLarge, Track, explore};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

/// How a sum compares with 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// It is 0.
    Zero,
    /// It is at most 0.
    AtMostZero,
}

/// Constants above this are read as one more number, whose digits are known: else the automaton would
/// have as many states.
const SMALL: i64 = 256;
/// Coefficients above this are refused: the states are as many as they are large.
const GREATEST_COEFFICIENT: i64 = 1 << 20;

impl Automaton {
    /// `Σ c·x + k` compared with 0. No track may occur twice.
    pub fn linear(
        terms: &[(Track, BigInt)],
        constant: &BigInt,
        relation: Relation,
        room: &Room<'_>,
    ) -> Result<Automaton, TooLarge> {
        let mut terms: Vec<(Track, i64)> = terms
            .iter()
            .filter(|term| !term.1.is_zero())
            .map(|(track, factor)| {
                let factor = factor.to_i64().filter(|it| it.saturating_abs() <= GREATEST_COEFFICIENT);
                factor.map(|factor| (*track, factor)).ok_or(TooLarge)
            })
            .collect::<Result<_, _>>()?;
        terms.sort_unstable();
        match constant.to_i64().filter(|small| small.saturating_abs() <= SMALL) {
            Some(constant) => compare(&terms, constant, relation, room),
            None => {
                let known = Track(u32::MAX);
                terms.push((known, if constant.is_negative() { -1 } else { 1 }));
                let magnitude = Automaton::exactly(known, constant.magnitude(), room)?;
                compare(&terms, 0, relation, room)?.and(&magnitude, room)?.exists(known, room)
            }
        }
    }

    /// The one number, whatever its size.
    pub fn exactly(
        track: Track,
        number: &num_bigint::BigUint,
        room: &Room<'_>,
    ) -> Result<Automaton, TooLarge> {
        let digits = number.bits();
        // So many digits were read, all of them right; after the last, and where one is wrong, nothing fits.
        let wrong = digits + 1;
        explore(
            vec![track],
            0,
            room,
            |read| *read == digits,
            |read, letter| {
                let wanted = *read < digits && number.bit(digits - 1 - *read);
                match (*read, letter) {
                    (0, 0) => 0,
                    (read, letter) if read < digits && wanted == (letter == 1) => read + 1,
                    _ => wrong,
                }
            },
        )
    }

    /// One of some numbers.
    pub fn one_of(track: Track, numbers: &[u64], room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let members: rustc_hash::FxHashSet<u64> = numbers.iter().copied().collect();
        // What the digits of a member begin with.
        let mut beginnings = rustc_hash::FxHashSet::default();
        for number in &members {
            let mut beginning = *number;
            while beginnings.insert(beginning) {
                beginning >>= 1;
            }
        }
        beginnings.insert(0);
        let accepting = |read: &Option<u64>| read.is_some_and(|read| members.contains(&read));
        explore(vec![track], Some(0), room, accepting, |read, digit| {
            let longer = read.and_then(|read| (read >> 63 == 0).then_some(read << 1 | digit as u64));
            longer.filter(|longer| beginnings.contains(longer))
        })
    }

    /// `x xor y = z`
    pub fn nim_sum(x: Track, y: Track, z: Track, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        Automaton::even_columns(vec![x, y, z], room)
    }

    /// Every column of binary digits has an even number of ones: the nim-sum of all is 0.
    pub fn even_columns(mut tracks: Vec<Track>, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        tracks.sort_unstable();
        explore(
            tracks,
            true,
            room,
            |so_far| *so_far,
            |so_far, letter| *so_far && letter.count_ones() % 2 == 0,
        )
    }
}

/// States are the sums of what was read so far, as far as they are still open.
fn compare(
    terms: &[(Track, i64)],
    constant: i64,
    relation: Relation,
    room: &Room<'_>,
) -> Result<Automaton, TooLarge> {
    let tracks = terms.iter().map(|term| term.0).collect();
    let goal = -constant;
    let up: i64 = terms.iter().map(|term| term.1.max(0)).sum();
    let down: i64 = terms.iter().map(|term| term.1.max(0) - term.1).sum();
    // From above `down` on sums only grow, from below `-up` on they only fall.
    let (above, below) = (down.max(goal) + 1, -up.max(-goal) - 1);
    let decide = |sum: &i64| match relation {
        Relation::Zero => *sum == goal,
        Relation::AtMostZero => *sum <= goal,
    };
    explore(tracks, 0i64, room, decide, |sum, letter| {
        if *sum >= above || *sum <= below {
            return *sum;
        }
        let added: i64 =
            terms.iter().enumerate().filter(|(at, _)| letter >> at & 1 == 1).map(|(_, term)| term.1).sum();
        (2 * sum + added).clamp(below, above)
    })
}
