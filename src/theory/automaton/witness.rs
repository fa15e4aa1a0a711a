//! Searches for members of a relation in which some numbers of any size are given.
//!
//! The digits of the given numbers are followed directly, so numbers of thousands of digits need no automaton
//! of their own.

use super::{Automaton, Room, TooLarge, Track};
use num_bigint::BigUint;

/// An automaton, with the digits that are given on some of its tracks.
struct Reading<'a> {
    relation: &'a Automaton,
    /// For each track, its digits, the highest first, all of equal length; `None` if the digits are
    /// sought.
    words: Vec<Option<Vec<u32>>>,
    /// The number of digits of each word.
    length: usize,
}

impl Automaton {
    /// The numbers on the tracks `wanted` for which the relation holds together with the given
    /// numbers. The longest of all these numbers has as few digits as possible; under this condition,
    /// the first number is the least possible, the next the least given the first. Numbers that do not
    /// matter are 0. `None` if no numbers fit. Every track of the relation must be given or wanted.
    pub fn witness(
        &self,
        given: &[(Track, BigUint)],
        wanted: &[Track],
        room: &Room<'_>,
    ) -> Result<Option<Vec<BigUint>>, TooLarge> {
        let relation = self.positive(room)?;
        let mut reading = Reading::new(&relation, given);
        let Some(more) = reading.more_digits(room)? else { return Ok(None) };
        reading.length += more;
        reading = reading.padded();
        let mut found = Vec::new();
        for track in wanted {
            let Some(place) = relation.tracks.iter().position(|it| it == track) else {
                found.push(BigUint::default());
                continue;
            };
            let word = reading.least(place, room)?;
            found.push(relation.system.value(&word));
            reading.words[place] = Some(word);
        }
        Ok(Some(found))
    }

    /// The states through which the digits of the numbers lead; the numbers are given for the
    /// tracks in order. The first state is number 0.
    pub fn run(&self, numbers: &[BigUint]) -> Vec<usize> {
        let words = numbers.iter().map(|number| Some(self.system.digits(number))).collect();
        let reading = Reading { relation: self, words, length: 0 }.padded();
        let mut states = vec![0u32];
        for at in 0..reading.length {
            let state = *states.last().unwrap_or(&0);
            reading.follow(&[state], at, None, &mut |to| states.push(to));
        }
        states.into_iter().map(|state| state as usize).collect()
    }
}

impl<'a> Reading<'a> {
    fn new(relation: &'a Automaton, given: &[(Track, BigUint)]) -> Reading<'a> {
        let word = |track: &Track| {
            let number = given.iter().find(|it| it.0 == *track)?;
            Some(relation.system.digits(&number.1))
        };
        let words = relation.tracks.iter().map(word).collect();
        Reading { relation, words, length: 0 }.padded()
    }

    /// Pads all words with leading zeros to `length`, after raising `length` to that of the
    /// longest.
    fn padded(mut self) -> Reading<'a> {
        let longest = self.words.iter().flatten().map(Vec::len).max().unwrap_or(0);
        self.length = self.length.max(longest);
        for word in self.words.iter_mut().flatten() {
            let zeros = self.length - word.len();
            word.splice(0..0, std::iter::repeat_n(0, zeros));
        }
        self
    }

    /// Visits the states that follow `states` by digit number `at` of the given words. Other tracks
    /// may have any digit; with `chosen`, a track and a digit, that track has that digit.
    fn follow(&self, states: &[u32], at: usize, chosen: Option<(usize, u32)>, visit: &mut dyn FnMut(u32)) {
        let digits = self.relation.system.digit_count();
        let (mut letters, mut weight) = (vec![0usize], 1usize);
        for (place, word) in self.words.iter().enumerate() {
            let digit = match (word, chosen) {
                (Some(word), _) => Some(word[at] as usize),
                (None, Some((track, digit))) if track == place => Some(digit as usize),
                _ => None,
            };
            let range = digit.map_or(0..digits, |digit| digit..digit + 1);
            letters = range.flat_map(|digit| letters.iter().map(move |it| it + digit * weight)).collect();
            weight *= digits;
        }
        for state in states {
            letters.iter().for_each(|it| visit(self.relation.step(*state, self.relation.letters.class(*it))));
        }
    }

    /// For each number of digits read and each state, whether some digits on the sought tracks lead
    /// from there to an accepting state.
    fn open(&self, room: &Room<'_>) -> Result<Vec<Vec<bool>>, TooLarge> {
        let states = self.relation.states();
        let unknown = self.words.iter().filter(|word| word.is_none()).count() as u32;
        let cost = states * self.relation.system.digit_count().pow(unknown);
        let mut open = vec![self.relation.accepting.clone()];
        for at in (0..self.length).rev() {
            room.take(cost)?;
            let later = &open[open.len() - 1];
            let may = |state: u32| {
                let mut any = false;
                self.follow(&[state], at, None, &mut |to| any |= later[to as usize]);
                any
            };
            let now = (0..states as u32).map(may).collect();
            open.push(now);
        }
        open.reverse();
        Ok(open)
    }

    /// The least number of digits that the searched numbers have beyond the given ones; `None` if
    /// no numbers fit.
    fn more_digits(&self, room: &Room<'_>) -> Result<Option<usize>, TooLarge> {
        let open = self.open(room)?;
        let zeros = Reading {
            relation: self.relation,
            words: self.words.iter().map(|word| word.as_ref().map(|_| vec![0])).collect(),
            length: 1,
        };
        let (mut met, mut last, mut more) = (vec![false; self.relation.states()], vec![0u32], 0);
        met[0] = true;
        while !last.iter().any(|state| open[0][*state as usize]) {
            let mut next = Vec::new();
            zeros.follow(&last, 0, None, &mut |to| {
                if !std::mem::replace(&mut met[to as usize], true) {
                    next.push(to);
                }
            });
            if next.is_empty() {
                return Ok(None);
            }
            room.take(next.len())?;
            (last, more) = (next, more + 1);
        }
        Ok(Some(more))
    }

    /// The least word of a wanted track, given that one exists. Greedy words of equal length are
    /// ordered like their numbers.
    fn least(&self, place: usize, room: &Room<'_>) -> Result<Vec<u32>, TooLarge> {
        let open = self.open(room)?;
        let (mut states, mut word) = (vec![0u32], Vec::with_capacity(self.length));
        for at in 0..self.length {
            for digit in 0..self.relation.system.digit_count() as u32 {
                let mut next = Vec::new();
                self.follow(&states, at, Some((place, digit)), &mut |to| {
                    if open[at + 1][to as usize] {
                        next.push(to);
                    }
                });
                next.sort_unstable();
                next.dedup();
                room.take(states.len())?;
                if !next.is_empty() {
                    states = next;
                    word.push(digit);
                    break;
                }
            }
        }
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Relation;
    use super::*;
    use crate::numeration::tests::systems;
    use num_bigint::BigInt;

    const X: Track = Track(3);
    const Y: Track = Track(1);
    const Z: Track = Track(7);

    /// y + 2·z = x and z ≥ 3, by hand: y is least where z is greatest, and z is least at 3.
    #[test]
    fn wanted_numbers_are_the_least_in_their_order() {
        for system in systems().into_iter().filter(|system| system.order() <= 2) {
            let room = Room::in_system(&system, 50_000_000, &|| false);
            let term = |track, factor: i64| (track, BigInt::from(factor));
            let sum = Automaton::linear(
                &[term(Y, 1), term(Z, 2), term(X, -1)],
                &BigInt::from(0),
                Relation::Zero,
                &room,
            );
            let large = Automaton::linear(&[term(Z, -1)], &BigInt::from(3), Relation::AtMostZero, &room);
            let both = sum.unwrap().and(&large.unwrap(), &room).unwrap();
            for x in 0..40u64 {
                let given = [(X, BigUint::from(x))];
                let found = |wanted: &[Track]| both.witness(&given, wanted, &room).unwrap();
                let numbers = |y: u64, z: u64| (x >= 6).then(|| vec![BigUint::from(y), BigUint::from(z)]);
                assert_eq!(found(&[Y, Z]), numbers(x % 2, x / 2), "{system}: {x}");
                assert_eq!(found(&[Z, Y]), numbers(3, x.saturating_sub(6)), "{system}: {x}");
            }
        }
    }

    /// A wanted number may be longer than the given one, and the digits of large numbers are followed one by one.
    #[test]
    fn numbers_may_be_long() {
        for system in systems().into_iter().filter(|system| system.order() <= 2) {
            let room = Room::in_system(&system, 50_000_000, &|| false);
            let terms = [(X, BigInt::from(5)), (Y, BigInt::from(-1))];
            let multiple = Automaton::linear(&terms, &BigInt::from(1), Relation::Zero, &room).unwrap();
            for number in [BigUint::from(1u8), BigUint::from(10u8).pow(300)] {
                let found = multiple.witness(&[(X, number.clone())], &[Y], &room).unwrap();
                assert_eq!(found, Some(vec![number * 5u8 + 1u8]), "{system}");
            }
        }
    }

    /// The states of a run end where `holds_for` ends.
    #[test]
    fn runs_end_where_numbers_are_accepted() {
        for system in systems().into_iter().filter(|system| system.order() <= 2) {
            let room = Room::in_system(&system, 50_000_000, &|| false);
            let terms = [(X, BigInt::from(2)), (Y, BigInt::from(-3))];
            let relation = Automaton::linear(&terms, &BigInt::from(1), Relation::Zero, &room).unwrap();
            for at in 0..400u64 {
                let numbers = [BigUint::from(at % 20), BigUint::from(at / 20)];
                let last = *relation.run(&numbers).last().unwrap();
                assert_eq!(relation.is_accepting(last), relation.holds_for(&numbers), "{system}: {at}");
            }
        }
    }
}
