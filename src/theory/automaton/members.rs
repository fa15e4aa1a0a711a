//! Finds the least members of a relation, and decides whether it has finitely many members.

use super::letters::digits_of;
use super::{Automaton, Room, TooLarge, Track};
use crate::numeration::Prefix;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;

/// The limit of steps for a complement where the caller gives no room.
const COMPLEMENT: u64 = 1_000_000;

/// A state, and the digits of the numbers that lead to it.
type Begun = (u32, Vec<Prefix>);

impl Automaton {
    /// For each state, the least number of digits of a word to an accepting state; `usize::MAX` if
    /// no word leads to one.
    fn distances(&self) -> Vec<usize> {
        let width = self.width();
        let mut back = vec![Vec::new(); self.accepting.len()];
        for (edge, to) in self.next.iter().enumerate() {
            back[*to as usize].push(edge / width);
        }
        let mut distances = vec![usize::MAX; self.accepting.len()];
        let mut queue: std::collections::VecDeque<usize> =
            (0..self.accepting.len()).filter(|state| self.accepting[*state]).collect();
        queue.iter().for_each(|state| distances[*state] = 0);
        while let Some(state) = queue.pop_front() {
            for before in &back[state] {
                if distances[*before] == usize::MAX {
                    distances[*before] = distances[state] + 1;
                    queue.push_back(*before);
                }
            }
        }
        distances
    }

    /// Which states can reach an accepting state.
    pub(super) fn useful(&self) -> Vec<bool> {
        self.distances().iter().map(|it| *it != usize::MAX).collect()
    }

    /// The least member of a relation of one number that is not complemented; `None` if there is
    /// none.
    fn least(&self) -> Option<BigUint> {
        if self.tracks.is_empty() || self.accepting[0] {
            return self.accepting[0].then(BigUint::default);
        }
        // The least of the shortest words that do not begin with a zero.
        let distances = self.distances();
        let after = |state: u32, digit: usize| self.step(state, self.letters.class(digit));
        let digits = self.system.digit_count();
        let mut left = (1..digits).map(|digit| distances[after(0, digit) as usize]).min()?.checked_add(1)?;
        let (mut state, mut word) = (0, Vec::new());
        while left > 0 {
            left -= 1;
            let first = usize::from(word.is_empty());
            let digit = (first..digits).find(|digit| distances[after(state, *digit) as usize] == left)?;
            state = after(state, digit);
            word.push(digit as u32);
        }
        Some(self.system.value(&word))
    }

    /// The member whose greatest number is least; among several, the lexicographically least in the
    /// order of `tracks`. `None` if there is no member. All tracks of the relation must be in
    /// `tracks`.
    pub fn smallest(&self, tracks: &[Track], room: &Room<'_>) -> Result<Option<Vec<BigUint>>, TooLarge> {
        let bound = Track(u32::MAX - 1);
        let mut within = self.clone();
        for track in tracks {
            let terms = [(*track, BigInt::from(1)), (bound, BigInt::from(-1))];
            let at_most = Automaton::linear(&terms, &BigInt::default(), super::Relation::AtMostZero, room)?;
            within = within.and(&at_most, room)?;
        }
        let Some(greatest) = within.only(bound, tracks, room)?.least() else { return Ok(None) };
        let mut left = within.and(&Automaton::exactly(bound, &greatest, room)?, room)?.exists(bound, room)?;
        let mut member = Vec::new();
        for track in tracks {
            let Some(least) = left.only(*track, tracks, room)?.least() else { return Ok(None) };
            left = left.and(&Automaton::exactly(*track, &least, room)?, room)?;
            member.push(least);
        }
        Ok(Some(member))
    }

    /// The relation of one number that holds for the values that `track` has in members of this
    /// one.
    fn only(&self, track: Track, others: &[Track], room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let mut left = self.clone();
        for other in others.iter().filter(|other| **other != track) {
            left = left.exists(*other, room)?;
        }
        left.positive(room)
    }

    /// The first members, at most `count`, ordered by their greatest number and then in the order
    /// of `tracks`. All tracks of the relation must be in `tracks`.
    pub fn first_members(
        &self,
        tracks: &[Track],
        count: usize,
        room: &Room<'_>,
    ) -> Result<Vec<Vec<BigUint>>, TooLarge> {
        let (members, is_done) = self.members_so_far(tracks, count, room);
        if is_done { Ok(members) } else { Err(TooLarge) }
    }

    /// Finds the members that [`Automaton::first_members`] returns. If the limit is reached, returns
    /// the members found before that, and false; otherwise all of them, and true.
    pub fn members_so_far(
        &self,
        tracks: &[Track],
        count: usize,
        room: &Room<'_>,
    ) -> (Vec<Vec<BigUint>>, bool) {
        let Ok(all) = self.on_tracks(tracks, room) else { return (Vec::new(), false) };
        let useful = all.useful();
        let zeros = vec![all.system.nothing_read(); all.tracks.len()];
        let mut found = Vec::new();
        if all.accepting[0] {
            found.push(vec![BigUint::default(); tracks.len()]);
        }
        let mut begun: Vec<Begun> = vec![(0, zeros)];
        let mut first = 1;
        // Longer words are greater numbers, because leading zeros are excluded.
        while !begun.is_empty() && found.len() < count {
            let Ok(longer) = all.longer(&begun, first, &useful, room) else { return (found, false) };
            begun = longer;
            let members = begun.iter().filter(|(state, _)| all.accepting[*state as usize]);
            let mut members: Vec<Vec<BigUint>> = members.map(|(_, read)| all.ended(read, tracks)).collect();
            members.sort_by_cached_key(|member| (member.iter().max().cloned(), member.clone()));
            found.extend(members);
            first = 0;
        }
        found.truncate(count);
        (found, true)
    }

    /// The beginnings with one more letter, from letter `first` on, that lead to useful states.
    fn longer(
        &self,
        begun: &[Begun],
        first: usize,
        useful: &[bool],
        room: &Room<'_>,
    ) -> Result<Vec<Begun>, TooLarge> {
        let mut longer = Vec::new();
        for (state, read) in begun {
            room.take(self.letters.count())?;
            for letter in first..self.letters.count() {
                let to = self.step(*state, self.letters.class(letter));
                if useful[to as usize] {
                    let digits = digits_of(self.system.digit_count(), read.len(), letter);
                    let read =
                        read.iter().zip(digits).map(|(read, digit)| self.system.read(read, digit as u32));
                    longer.push((to, read.collect()));
                }
            }
        }
        Ok(longer)
    }

    /// The numbers whose digits were read, in the order of `tracks`.
    fn ended(&self, read: &[Prefix], tracks: &[Track]) -> Vec<BigUint> {
        let place = |track: &Track| self.tracks.binary_search(track).unwrap_or_default();
        tracks.iter().map(|track| self.system.ended(&read[place(track)])).collect()
    }

    /// All numbers of a relation of one number, ascending; `None` if there are more than `most`,
    /// one does not fit into 64 bits, or a complement is too expensive.
    pub fn listed(&self, most: usize) -> Option<Vec<u64>> {
        if !self.is_finite() {
            return None;
        }
        if self.tracks.is_empty() {
            return Some(Vec::new());
        }
        if self.negated {
            let room = Room::in_system(&self.system, COMPLEMENT, &|| false);
            return self.positive(&room).ok()?.listed(most);
        }
        let useful = self.useful();
        let mut found: Vec<u64> = if self.accepting[0] { vec![0] } else { Vec::new() };
        if found.len() > most {
            return None;
        }
        let mut beginnings = vec![(0, self.system.nothing_read())];
        let mut first = 1;
        // Shorter words come first, because they are smaller numbers.
        while !beginnings.is_empty() {
            let mut longer = Vec::new();
            for (state, read) in &beginnings {
                for digit in first..self.system.digit_count() {
                    let to = self.step(*state, self.letters.class(digit));
                    if !useful[to as usize] {
                        continue;
                    }
                    let read = self.system.read(read, digit as u32);
                    if self.accepting[to as usize] {
                        found.push(self.system.ended(&read).to_u64()?);
                    }
                    if found.len() > most || longer.len() > 4 * most + 4 {
                        return None;
                    }
                    longer.push((to, read));
                }
            }
            (beginnings, first) = (longer, 0);
        }
        Some(found)
    }

    /// Whether the relation holds for only finitely many numbers. In systems other than bases, also
    /// false if deciding is too expensive.
    pub fn is_finite(&self) -> bool {
        if self.tracks.is_empty() {
            // A track that does not matter can have any value.
            return self.is_nothing();
        }
        if self.negated {
            let room = Room::in_system(&self.system, COMPLEMENT, &|| false);
            return self.positive(&room).is_ok_and(|positive| positive.is_finite());
        }
        let useful = self.useful();
        // A cycle from which a member is reached gives infinitely many members, unless it reads only leading
        // zeros. A state is removed once all states to which its arrows lead are removed or not relevant: all
        // relevant states are removed if and only if there is no such cycle.
        let width = self.width();
        let mut reached = vec![false; self.accepting.len()];
        let zero = self.letters.class(0);
        let is_more = |class: &usize| *class != zero || self.letters.shares(zero);
        let mut stack: Vec<u32> = (0..width).filter(is_more).map(|class| self.step(0, class)).collect();
        while let Some(state) = stack.pop() {
            if !std::mem::replace(&mut reached[state as usize], true) {
                stack.extend((0..width).map(|class| self.step(state, class)));
            }
        }
        let relevant = |state: usize| reached[state] && useful[state];
        let mut out: Vec<usize> = (0..reached.len())
            .map(|state| {
                let to = &self.next[state * width..(state + 1) * width];
                to.iter().filter(|to| relevant(**to as usize)).count()
            })
            .collect();
        let mut back = vec![Vec::new(); reached.len()];
        for (edge, to) in self.next.iter().enumerate() {
            back[*to as usize].push(edge / width);
        }
        let mut done: Vec<usize> = (0..reached.len()).filter(|it| relevant(*it) && out[*it] == 0).collect();
        let mut removed = 0;
        while let Some(state) = done.pop() {
            removed += 1;
            for before in &back[state] {
                if relevant(*before) {
                    out[*before] -= 1;
                    if out[*before] == 0 {
                        done.push(*before);
                    }
                }
            }
        }
        removed == (0..reached.len()).filter(|state| relevant(*state)).count()
    }
}
