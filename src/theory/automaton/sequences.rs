//! Sequences that repeat, as relations.

use super::{Automaton, Room, TooLarge, Track, explore};

/// A sequence that is known for ever: from the place `preperiod` on, each value is the one a period
/// before plus the saltus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeating {
    /// From where on it repeats.
    pub preperiod: usize,
    /// The values up to the end of the first period.
    pub values: Vec<u64>,
    /// What each period adds.
    pub saltus: u64,
}

impl Repeating {
    /// The length of the period, at least 1.
    pub fn period(&self) -> usize {
        (self.values.len() - self.preperiod).max(1)
    }

    /// The place in `values` that stands for a place of the sequence.
    fn reduced(&self, n: usize) -> usize {
        if n < self.values.len() { n } else { self.preperiod + (n - self.preperiod) % self.period() }
    }
}

impl Automaton {
    /// The places of a sequence, none of them growing, whose value is wanted.
    pub fn places(
        sequence: &Repeating,
        track: Track,
        room: &Room<'_>,
        wanted: impl Fn(u64) -> bool,
    ) -> Result<Automaton, TooLarge> {
        let holds = |at: &usize| wanted(sequence.values[*at]);
        explore(vec![track], 0, room, holds, |at, digit| sequence.reduced(2 * at + digit))
    }

    /// `value` is the value of the sequence at `place`.
    pub fn value_at(
        sequence: &Repeating,
        place: Track,
        value: Track,
        room: &Room<'_>,
    ) -> Result<Automaton, TooLarge> {
        // With p the period and s the saltus, p·value - s·place is one number for each residue; the
        // state is the residue of what was read and that difference for it.
        let (period, saltus) =
            (sequence.period() as i64, i64::try_from(sequence.saltus).map_err(|_| TooLarge)?);
        let goal = |at: usize| {
            let value = i64::try_from(sequence.values[at]).map_err(|_| TooLarge)?;
            value.checked_mul(period).ok_or(TooLarge)?.checked_sub(saltus * at as i64).ok_or(TooLarge)
        };
        let goals: Vec<i64> = (0..sequence.values.len()).map(goal).collect::<Result<_, _>>()?;
        let most = goals.iter().map(|goal| goal.saturating_abs()).max().unwrap_or(0).max(period + saltus) + 1;
        let place_first = place < value;
        let mut tracks = vec![place, value];
        tracks.sort_unstable();
        explore(
            tracks,
            (0usize, 0i64),
            room,
            |(at, difference)| *difference == goals[*at],
            |(at, difference), letter| {
                let (low, high) = (letter & 1, letter >> 1);
                let (place_digit, value_digit) = if place_first { (low, high) } else { (high, low) };
                let to = sequence.reduced(2 * at + place_digit);
                if difference.saturating_abs() >= most {
                    return (to, *difference);
                }
                let read = 2 * difference + period * value_digit as i64 - saltus * place_digit as i64;
                (to, read.clamp(-most, most))
            },
        )
    }
}
