//! Builds relations between the indices and the values of a periodic sequence.

use super::{Automaton, Plan, Relation, Room, TooLarge, Track};
use num_bigint::{BigInt, BigUint};

/// A sequence that is known for all indices: from `values.len()` on, each value is the value one
/// period before plus the saltus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeating {
    /// The index at which the first period begins.
    pub preperiod: usize,
    /// The values up to the end of the first period.
    pub values: Vec<u64>,
    /// The amount that each period adds to the values.
    pub saltus: u64,
}

impl Repeating {
    /// The length of the period, at least 1.
    pub fn period(&self) -> usize {
        (self.values.len() - self.preperiod).max(1)
    }

    /// The index in `values` that corresponds to an index of the sequence.
    fn reduced(&self, n: usize) -> usize {
        if n < self.values.len() { n } else { self.preperiod + (n - self.preperiod) % self.period() }
    }
}

impl Automaton {
    /// The indices at which the values of a sequence with saltus 0 satisfy a condition.
    pub fn places(
        sequence: &Repeating,
        track: Track,
        room: &Room<'_>,
        wanted: impl Fn(u64) -> bool,
    ) -> Result<Automaton, TooLarge> {
        if !room.system().is_base_system() {
            let places = (0..sequence.values.len()).filter(|at| wanted(sequence.values[*at]));
            return any(places.map(|at| Automaton::alike(sequence, at, track, room)), room);
        }
        let holds = |at: &usize| wanted(sequence.values[*at]);
        let digits = room.system().digit_count();
        let plan = Plan::each(vec![track], room)?;
        plan.explore(0, room, holds, |at, digit| sequence.reduced(digits * at + digit))
    }

    /// The relation that `value` is the value of the sequence at `place`.
    pub fn value_at(
        sequence: &Repeating,
        place: Track,
        value: Track,
        room: &Room<'_>,
    ) -> Result<Automaton, TooLarge> {
        // With p the period and s the saltus, p·value - s·place depends only on the index in
        // `values` that corresponds to `place`. A state is that index and the difference, for the
        // digits read so far.
        let (period, saltus) =
            (sequence.period() as i64, i64::try_from(sequence.saltus).map_err(|_| TooLarge)?);
        let goal = |at: usize| {
            let value = i64::try_from(sequence.values[at]).map_err(|_| TooLarge)?;
            value.checked_mul(period).ok_or(TooLarge)?.checked_sub(saltus * at as i64).ok_or(TooLarge)
        };
        let goals: Vec<i64> = (0..sequence.values.len()).map(goal).collect::<Result<_, _>>()?;
        if !room.system().is_base_system() {
            let terms = [(value, BigInt::from(period)), (place, BigInt::from(-saltus))];
            let at = |at: usize| {
                let goal = BigInt::from(-goals[at]);
                let valued = Automaton::linear(&terms, &goal, Relation::Zero, room)?;
                Automaton::alike(sequence, at, place, room)?.and(&valued, room)
            };
            return any((0..sequence.values.len()).map(at), room);
        }
        // A difference whose absolute value is at least `most` only grows, so it never becomes a
        // goal.
        let most = goals.iter().map(|goal| goal.saturating_abs()).max().unwrap_or(0).max(period + saltus) + 1;
        let place_first = place < value;
        let mut tracks = vec![place, value];
        tracks.sort_unstable();
        let digits = room.system().digit_count();
        let plan = Plan::each(tracks, room)?;
        let related = |(at, difference): &(usize, i64)| *difference == goals[*at];
        plan.explore((0usize, 0i64), room, related, |(at, difference), letter| {
            let (low, high) = (letter % digits, letter / digits);
            let (place_digit, value_digit) = if place_first { (low, high) } else { (high, low) };
            let to = sequence.reduced(digits * at + place_digit);
            if difference.saturating_abs() >= most {
                return (to, *difference);
            }
            let read = digits as i64 * difference + period * value_digit as i64 - saltus * place_digit as i64;
            (to, read.clamp(-most, most))
        })
    }

    /// The indices of the sequence that correspond to the index `at` in `values`.
    fn alike(sequence: &Repeating, at: usize, track: Track, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        if at < sequence.preperiod || at >= sequence.values.len() {
            return Automaton::exactly(track, &BigUint::from(at), room);
        }
        let periods = Track(u32::MAX - 2);
        let terms = [(track, BigInt::from(1)), (periods, -BigInt::from(sequence.period()))];
        Automaton::linear(&terms, &-BigInt::from(at), Relation::Zero, room)?.exists(periods, room)
    }
}

/// The disjunction of some relations.
fn any(
    relations: impl Iterator<Item = Result<Automaton, TooLarge>>,
    room: &Room<'_>,
) -> Result<Automaton, TooLarge> {
    let mut all = Automaton::constant(false);
    for relation in relations {
        all = all.or(&relation?, room)?;
    }
    Ok(all)
}
