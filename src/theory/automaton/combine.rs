//! *And*, *or*, *not*.

use super::{Automaton, Room, TooLarge, Track, explore};

impl Automaton {
    /// What holds exactly where this does not.
    pub fn not(&self) -> Automaton {
        Automaton { accepting: self.accepting.iter().map(|it| !it).collect(), ..self.clone() }
    }

    /// Where both hold.
    pub fn and(&self, other: &Automaton, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        if self.is_nothing() || other.is_everything() {
            return Ok(self.clone());
        }
        if other.is_nothing() || self.is_everything() {
            return Ok(other.clone());
        }
        self.product(other, room, |a, b| a && b)
    }

    /// Where one of them holds.
    pub fn or(&self, other: &Automaton, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        Ok(self.not().and(&other.not(), room)?.not())
    }

    /// Where both or none of them hold.
    pub fn iff(&self, other: &Automaton, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        self.product(other, room, |a, b| a == b)
    }

    /// Whether two relations are the same.
    pub fn same(&self, other: &Automaton, room: &Room<'_>) -> Result<bool, TooLarge> {
        Ok(self.iff(other, room)?.is_everything())
    }

    fn product(
        &self,
        other: &Automaton,
        room: &Room<'_>,
        both: impl Fn(bool, bool) -> bool,
    ) -> Result<Automaton, TooLarge> {
        let mut tracks: Vec<Track> = self.tracks.iter().chain(&other.tracks).copied().collect();
        tracks.sort_unstable();
        tracks.dedup();
        if tracks.len() > super::MOST_TRACKS {
            return Err(TooLarge);
        }
        let (mine, theirs) = (self.letters_among(&tracks), other.letters_among(&tracks));
        let dead = (self.traps(), other.traps());
        let accepting = |&(a, b): &(u32, u32)| both(self.accepting[a as usize], other.accepting[b as usize]);
        explore(tracks, (0, 0), room, accepting, |&(a, b), letter| {
            let to = (self.step(a, mine[letter]), other.step(b, theirs[letter]));
            // Where one side will not change any more and decides alone, the other does not matter.
            let (trap_a, trap_b) = (dead.0[to.0 as usize], dead.1[to.1 as usize]);
            let (holds_a, holds_b) = (self.accepting[to.0 as usize], other.accepting[to.1 as usize]);
            if trap_a && both(holds_a, false) == both(holds_a, true) {
                (to.0, 0)
            } else if trap_b && both(false, holds_b) == both(true, holds_b) {
                (0, to.1)
            } else {
                to
            }
        })
    }

    /// Which states never leave themselves.
    fn traps(&self) -> Vec<bool> {
        let stays = |state: u32| (0..self.letters()).all(|letter| self.step(state, letter) == state);
        (0..self.accepting.len() as u32).map(stays).collect()
    }

    /// For each letter over more tracks, the letter over those that are read here.
    fn letters_among(&self, tracks: &[Track]) -> Vec<usize> {
        let places: Vec<usize> = self
            .tracks
            .iter()
            .map(|track| tracks.iter().position(|it| it == track).unwrap_or_default())
            .collect();
        (0..1usize << tracks.len())
            .map(|letter| places.iter().enumerate().map(|(at, place)| (letter >> place & 1) << at).sum())
            .collect()
    }

    /// The same relation of other numbers: `names` says what each track is called now.
    pub fn renamed(&self, names: impl Fn(Track) -> Track) -> Automaton {
        let renamed: Vec<Track> = self.tracks.iter().map(|track| names(*track)).collect();
        let mut tracks = renamed.clone();
        tracks.sort_unstable();
        let places: Vec<usize> =
            renamed.iter().map(|name| tracks.iter().position(|it| it == name).unwrap_or_default()).collect();
        let letters = self.letters();
        let mut next = vec![0; self.next.len()];
        for state in 0..self.accepting.len() {
            for letter in 0..letters {
                let moved: usize =
                    places.iter().enumerate().map(|(at, place)| (letter >> at & 1) << place).sum();
                next[state * letters + moved] = self.next[state * letters + letter];
            }
        }
        Automaton { tracks, next, accepting: self.accepting.clone() }
    }
}
