//! Removes a track from a relation by *exists* or *for all*: some natural, or every natural, on
//! that track.

use super::letters::{Letters, weighed};
use super::{Automaton, Plan, Room, TooLarge, Track};

impl Automaton {
    /// The projection: holds if the relation holds for some natural on a track.
    ///
    /// The digits of that number are guessed: a state of the new automaton is the set of all states
    /// that some guess leads to.
    pub fn exists(&self, track: Track, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let Some(at) = self.tracks.iter().position(|it| *it == track) else { return Ok(self.clone()) };
        self.belongs(room)?;
        if self.negated {
            return self.positive(room)?.exists(track, room);
        }
        let mut tracks = self.tracks.clone();
        tracks.remove(at);
        let (letters, guesses) = self.guesses(at, tracks.len(), room)?;
        // From a trap that accepts nothing, no guess succeeds.
        let is_dead = |state: u32, trap: bool| trap && !self.accepting[state as usize];
        let dead: Vec<bool> = (0u32..).zip(self.traps()).map(|(state, trap)| is_dead(state, trap)).collect();
        let follow = |states: &[u32], class: usize| {
            let mut to = Vec::with_capacity(states.len() * guesses[class].len());
            for state in states {
                to.extend(guesses[class].iter().map(|guess| self.step(*state, *guess)));
            }
            to.retain(|state| !dead[*state as usize]);
            to.sort_unstable();
            to.dedup();
            to
        };
        // The guessed number may be longer than all others, so zeros may precede them.
        let mut first = vec![0];
        loop {
            let mut more = [follow(&first, letters.class(0)), first.clone()].concat();
            more.sort_unstable();
            more.dedup();
            if more == first {
                break;
            }
            first = more;
        }
        let too_large = std::cell::Cell::new(false);
        let accepting = |states: &Vec<u32>| states.iter().any(|state| self.accepting[*state as usize]);
        let found = Plan { tracks, letters }.explore(first, room, accepting, |states, class| {
            too_large.set(too_large.get() || room.take(states.len()).is_err());
            if too_large.get() { Vec::new() } else { follow(states, class) }
        })?;
        if too_large.get() { Err(TooLarge) } else { Ok(found) }
    }

    /// The letters without the track at index `at`; and for each of their classes, the classes of
    /// this automaton's letters that have any digit on that track.
    fn guesses(
        &self,
        at: usize,
        tracks: usize,
        room: &Room<'_>,
    ) -> Result<(Letters, Vec<Vec<usize>>), TooLarge> {
        let digits = self.system.digit_count();
        let weight = |place: usize| digits.pow(if place < at { place } else { place + 1 } as u32);
        let widened = weighed(digits, &(0..tracks).map(weight).collect::<Vec<_>>());
        let guessed = digits.pow(at as u32);
        let classes = |letter: usize| -> Vec<usize> {
            let guess = |digit| self.letters.class(widened[letter] + digit * guessed);
            let mut classes: Vec<usize> = (0..digits).map(guess).collect();
            classes.sort_unstable();
            classes.dedup();
            classes
        };
        room.take(self.letters.count() / 16)?;
        let letters = Letters::each(digits, tracks)?.grouped(classes);
        let guesses = (0..letters.width()).map(|class| classes(letters.first(class))).collect();
        Ok((letters, guesses))
    }

    /// The relation that holds if this relation holds for every natural on a track.
    pub fn for_all(&self, track: Track, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        Ok(self.not().exists(track, room)?.not())
    }
}
