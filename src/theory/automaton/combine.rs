//! Combines relations by *and*, *or*, *not* and *if and only if*, compares two relations, and
//! renames tracks.

use super::letters::{Letters, weighed};
use super::{Automaton, Plan, Room, TooLarge, Track};

/// Classes of letters over the combined tracks, and for each class the class of the corresponding
/// letters of each automaton.
struct Joint {
    letters: Letters,
    mine: Vec<usize>,
    theirs: Vec<usize>,
}

impl Automaton {
    /// The negation.
    pub fn not(&self) -> Automaton {
        if !self.tracks.is_empty() && !self.system.is_base_system() {
            return Automaton { negated: !self.negated, ..self.clone() };
        }
        Automaton { accepting: self.accepting.iter().map(|it| !it).collect(), ..self.clone() }
    }

    /// The conjunction.
    pub fn and(&self, other: &Automaton, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        if self.is_nothing() || other.is_everything() {
            return Ok(self.clone());
        }
        if other.is_nothing() || self.is_everything() {
            return Ok(other.clone());
        }
        self.product(other, room, |a, b| a && b)
    }

    /// The disjunction.
    pub fn or(&self, other: &Automaton, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        Ok(self.not().and(&other.not(), room)?.not())
    }

    /// The equivalence.
    pub fn iff(&self, other: &Automaton, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        self.product(other, room, |a, b| a == b)
    }

    /// Whether two relations are equal.
    pub fn same(&self, other: &Automaton, room: &Room<'_>) -> Result<bool, TooLarge> {
        Ok(self.iff(other, room)?.is_everything())
    }

    fn product(
        &self,
        other: &Automaton,
        room: &Room<'_>,
        holds: impl Fn(bool, bool) -> bool,
    ) -> Result<Automaton, TooLarge> {
        let (not_mine, not_theirs) = (self.negated, other.negated);
        // If the result holds where neither automaton accepts, it is stored as a complement,
        // because invalid words must not be accepted.
        let negated = !room.system().is_base_system() && holds(not_mine, not_theirs);
        let both = |a: bool, b: bool| holds(a != not_mine, b != not_theirs) != negated;
        // Words that only one side accepts must be valid on the tracks of the other side.
        let mine = if both(true, false) { self.valid_on(other, room)? } else { None };
        let theirs = if both(false, true) { other.valid_on(self, room)? } else { None };
        let accepted = accepted(mine.as_ref().unwrap_or(self), theirs.as_ref().unwrap_or(other), room, both)?;
        let mut found = accepted.minimised(room)?;
        found.negated = negated && !found.tracks.is_empty();
        if negated && found.tracks.is_empty() {
            found = found.not();
        }
        Ok(found)
    }

    /// The accepted words of this automaton that are valid on the tracks of `other`; `None` if all
    /// accepted words are valid there.
    fn valid_on(&self, other: &Automaton, room: &Room<'_>) -> Result<Option<Automaton>, TooLarge> {
        let more = other.tracks.iter().filter(|track| !self.tracks.contains(track));
        let more: Vec<Track> = more.copied().collect();
        if more.is_empty() || room.system().is_base_system() {
            return Ok(None);
        }
        accepted(self, &Automaton::valid(more, room)?, room, |a, b| a && b).map(Some)
    }

    /// The automaton of the words on `tracks` that are valid and for which this relation holds. The
    /// result is not complemented; `tracks` must include all tracks of the relation.
    pub(super) fn on_tracks(&self, tracks: &[Track], room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let mut tracks = tracks.to_vec();
        tracks.sort_unstable();
        let valid = Automaton::valid(tracks, room)?;
        accepted(&self.positive(room)?, &valid, room, |a, b| a && b)
    }

    /// This relation as an automaton that is not complemented: it accepts exactly the valid words
    /// for which the relation holds.
    pub fn positive(&self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        if !self.negated {
            return Ok(self.clone());
        }
        accepted(self, &Automaton::valid(self.tracks.clone(), room)?, room, |a, b| !a && b)?.merged(room)
    }

    /// For each state, whether all transitions from the state lead back to it.
    pub(super) fn traps(&self) -> Vec<bool> {
        let stays = |state: u32| (0..self.width()).all(|class| self.step(state, class) == state);
        (0..self.accepting.len() as u32).map(stays).collect()
    }

    /// For each letter over more tracks, the class of its restriction to this automaton's tracks.
    fn classes_among(&self, tracks: &[Track], digits: usize) -> Vec<usize> {
        let weight = |track: &Track| match self.tracks.iter().position(|it| it == track) {
            Some(place) => digits.pow(place as u32),
            None => 0,
        };
        let mut classes = weighed(digits, &tracks.iter().map(weight).collect::<Vec<_>>());
        classes.iter_mut().for_each(|letter| *letter = self.letters.class(*letter));
        classes
    }

    /// This relation on other tracks: `names` maps each track to its new track. No two tracks may
    /// get the same new track.
    pub fn renamed(&self, names: impl Fn(Track) -> Track) -> Automaton {
        let renamed: Vec<Track> = self.tracks.iter().map(|track| names(*track)).collect();
        let mut tracks = renamed.clone();
        tracks.sort_unstable();
        if tracks == renamed {
            return Automaton { tracks, ..self.clone() };
        }
        let digits = self.system.digit_count();
        let place = |name: &Track| renamed.iter().position(|it| it == name).unwrap_or_default();
        let weights: Vec<usize> = tracks.iter().map(|name| digits.pow(place(name) as u32)).collect();
        let before = weighed(digits, &weights);
        let letters = Letters::all(before.len());
        let letters = letters.grouped(|letter| self.letters.class(before[letter]));
        let width = letters.width();
        let class_before: Vec<usize> =
            (0..width).map(|class| self.letters.class(before[letters.first(class)])).collect();
        let mut next = Vec::with_capacity(self.next.len());
        for state in 0..self.accepting.len() as u32 {
            next.extend(class_before.iter().map(|class| self.step(state, *class)));
        }
        Automaton { tracks, letters, next, ..self.clone() }
    }
}

/// The automaton of the words for which `both(accepted by a, accepted by b)` is true. The result
/// may have equivalent states and tracks that do not matter.
fn accepted(
    a: &Automaton,
    b: &Automaton,
    room: &Room<'_>,
    both: impl Fn(bool, bool) -> bool,
) -> Result<Automaton, TooLarge> {
    a.belongs(room)?;
    b.belongs(room)?;
    let mut tracks: Vec<Track> = a.tracks.iter().chain(&b.tracks).copied().collect();
    tracks.sort_unstable();
    tracks.dedup();
    let Joint { letters, mine, theirs } = joint(a, b, &tracks, room)?;
    let dead = (a.traps(), b.traps());
    let accepting = |&(p, q): &(u32, u32)| both(a.accepting[p as usize], b.accepting[q as usize]);
    Plan { tracks, letters }.explored((0, 0), room, accepting, |&(p, q), class| {
        let to = (a.step(p, mine[class]), b.step(q, theirs[class]));
        // If one side can no longer change and decides the result, the other side does not matter.
        let (trap_a, trap_b) = (dead.0[to.0 as usize], dead.1[to.1 as usize]);
        let (holds_a, holds_b) = (a.accepting[to.0 as usize], b.accepting[to.1 as usize]);
        if trap_a && both(holds_a, false) == both(holds_a, true) {
            (to.0, 0)
        } else if trap_b && both(false, holds_b) == both(true, holds_b) {
            (0, to.1)
        } else {
            to
        }
    })
}

fn joint(a: &Automaton, b: &Automaton, tracks: &[Track], room: &Room<'_>) -> Result<Joint, TooLarge> {
    let digits = room.system().digit_count();
    let letters = Letters::each(digits, tracks.len())?;
    room.take(letters.count() / 16)?;
    let (mine, theirs) = (a.classes_among(tracks, digits), b.classes_among(tracks, digits));
    let letters = letters.grouped(|letter| (mine[letter], theirs[letter]));
    if !letters.are_many() {
        return Ok(Joint { letters, mine, theirs });
    }
    let of_first =
        |classes: &[usize]| (0..letters.width()).map(|class| classes[letters.first(class)]).collect();
    Ok(Joint { mine: of_first(&mine), theirs: of_first(&theirs), letters })
}
