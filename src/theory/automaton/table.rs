//! Converts automata from and to tables of states and arrows.

use super::letters::{Letters, digits_of};
use super::{Automaton, Plan, Room, TooLarge, Track};

impl Automaton {
    /// The relation that a table describes: `next[state][letter]` is a state, where the number of a letter is
    /// Σ digit(i)·D^i over the tracks i in their order, with D digits in the system; the first state is number 0.
    ///
    /// The relation holds if the table accepts the word of the numbers with as few leading zeros as
    /// possible. Invalid words do not matter. `None` if the table is malformed: it has no states, a
    /// track occurs twice, `accepting` or a row has a wrong length, or an arrow leads to a state that
    /// does not exist.
    pub fn from_table(
        tracks: &[Track],
        next: &[Vec<u32>],
        accepting: &[bool],
        room: &Room<'_>,
    ) -> Result<Option<Automaton>, TooLarge> {
        let letters = Letters::each(room.system().digit_count(), tracks.len())?;
        let states = next.len();
        let is_row =
            |row: &Vec<u32>| row.len() == letters.count() && row.iter().all(|to| (*to as usize) < states);
        let mut sorted = tracks.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if states == 0
            || accepting.len() != states
            || sorted.len() != tracks.len()
            || !next.iter().all(is_row)
        {
            return Ok(None);
        }
        if tracks.is_empty() {
            return Ok(Some(Automaton::constant(accepting[0])));
        }
        // The automaton is built on tracks 0, 1, … in the order of the table, and renamed at the
        // end.
        let places: Vec<Track> = (0u32..).take(tracks.len()).map(Track).collect();
        let is_accepted = |state: &Option<u32>| accepting[state.unwrap_or(0) as usize];
        // The state is `None` as long as only zeros have been read.
        let read =
            Plan { tracks: places.clone(), letters }.explored(None, room, is_accepted, |state, letter| {
                if state.is_none() && letter == 0 {
                    None
                } else {
                    Some(next[state.unwrap_or(0) as usize][letter])
                }
            })?;
        let read = read.on_tracks(&places, room)?.minimised(room)?;
        Ok(Some(read.renamed(|place| tracks[place.0 as usize])))
    }

    /// How many letters the automaton reads: one for each combination of digits on its tracks.
    pub fn letters(&self) -> usize {
        self.letters.count()
    }

    /// The digits of a letter, for the tracks in order.
    pub fn letter(&self, letter: usize) -> Vec<u32> {
        digits_of(self.system.digit_count(), self.tracks.len(), letter).map(|digit| digit as u32).collect()
    }

    /// Whether the relation holds for numbers whose digits lead to this state. The first state is
    /// number 0. For invalid words the result is meaningless; see [`Automaton::positive`].
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state] != self.negated
    }

    /// The next states of a state, in the order of the letters' numbers.
    pub fn arrows(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.letters.count())
            .map(move |letter| self.step(state as u32, self.letters.class(letter)) as usize)
    }
}
