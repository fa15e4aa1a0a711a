//! *Exists* and *for all*.

use super::{Automaton, Room, TooLarge, Track, explore};

impl Automaton {
    /// Where some natural on a track makes it hold.
    ///
    /// The digits of that number are guessed: a state of the new automaton is the set of all states
    /// that some guess leads to.
    pub fn exists(&self, track: Track, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let Some(at) = self.tracks.iter().position(|it| *it == track) else { return Ok(self.clone()) };
        let mut tracks = self.tracks.clone();
        tracks.remove(at);
        let low = (1usize << at) - 1;
        let widened = |letter: usize| letter & low | (letter & !low) << 1;
        let follow = |states: &[u32], letter: usize| {
            let mut to: Vec<u32> = states
                .iter()
                .flat_map(|state| [0, 1 << at].map(|guess| self.step(*state, widened(letter) | guess)))
                .collect();
            to.sort_unstable();
            to.dedup();
            to
        };
        // The guessed number may be longer than all others: zeros may come before them.
        let mut first = vec![0];
        loop {
            let more = [follow(&first, 0), first.clone()].concat();
            let mut more: Vec<u32> = more;
            more.sort_unstable();
            more.dedup();
            if more == first {
                break;
            }
            first = more;
        }
        let too_large = std::cell::Cell::new(false);
        let found = explore(
            tracks,
            first,
            room,
            |states| states.iter().any(|state| self.accepting[*state as usize]),
            |states, letter| {
                too_large.set(too_large.get() || room.take(states.len()).is_err());
                if too_large.get() { Vec::new() } else { follow(states, letter) }
            },
        )?;
        if too_large.get() { Err(TooLarge) } else { Ok(found) }
    }

    /// Where every natural on a track makes it hold.
    pub fn for_all(&self, track: Track, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        Ok(self.not().exists(track, room)?.not())
    }
}
