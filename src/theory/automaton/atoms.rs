//! Builds the automata of constants, sets of constants, valid words and nim-sums.

use super::{Automaton, Plan, Room, TooLarge, Track};
use num_bigint::BigUint;

impl Automaton {
    /// The relation that holds for exactly one number, which may have any size.
    pub fn exactly(track: Track, number: &BigUint, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let digits = room.system().digits(number);
        room.take(digits.len())?;
        // A state counts the correct digits read. After the last digit, and after a wrong one,
        // nothing is accepted.
        let wrong = digits.len() + 1;
        let accepting = |read: &usize| *read == digits.len();
        Plan::each(vec![track], room)?.explore(0, room, accepting, |read, digit| {
            let wanted = digits.get(*read).map(|wanted| *wanted as usize);
            match (*read, digit) {
                (0, 0) => 0,
                (read, digit) if wanted == Some(digit) => read + 1,
                _ => wrong,
            }
        })
    }

    /// The relation that holds for the given numbers, in any order.
    pub fn one_of(track: Track, numbers: &[u64], room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let words = numbers.iter().map(|number| room.system().digits(&BigUint::from(*number)));
        let words: Vec<Vec<u32>> = words.collect();
        // The prefixes of the members' words, with whether each is a member.
        let mut beginnings: rustc_hash::FxHashMap<&[u32], bool> = rustc_hash::FxHashMap::default();
        beginnings.insert(&[], false);
        for word in &words {
            room.take(word.len())?;
            for length in 0..=word.len() {
                *beginnings.entry(&word[..length]).or_default() |= length == word.len();
            }
        }
        let accepting = |read: &Option<Vec<u32>>| {
            read.as_ref()
                .is_some_and(|read| beginnings.get(read.as_slice()).is_some_and(|is_member| *is_member))
        };
        Plan::each(vec![track], room)?.explore(Some(Vec::new()), room, accepting, |read, digit| {
            let mut longer = read.clone()?;
            if !longer.is_empty() || digit > 0 {
                longer.push(digit as u32);
            }
            beginnings.contains_key(longer.as_slice()).then_some(longer)
        })
    }

    /// The automaton of the words that are valid on all these tracks. It keeps the tracks although
    /// the relation holds for all numbers, so that no track matters.
    pub(super) fn valid(tracks: Vec<Track>, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let system = room.system();
        let count = tracks.len();
        let accepting = |words: &Option<Vec<usize>>| {
            words.as_ref().is_some_and(|words| words.iter().all(|state| system.may_end(*state)))
        };
        let digits = system.digit_count();
        Plan::each(tracks, room)?.explored(Some(vec![0; count]), room, accepting, |words, letter| {
            let read = super::letters::digits_of(digits, count, letter);
            words
                .as_ref()?
                .iter()
                .zip(read)
                .map(|(state, digit)| system.follow(*state, digit as u32))
                .collect()
        })
    }

    /// `x xor y = z`. Fails in systems other than base 2.
    pub fn nim_sum(x: Track, y: Track, z: Track, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        Automaton::even_columns(vec![x, y, z], room)
    }

    /// The nim-sum of all numbers is 0: every column of binary digits has an even number of ones.
    /// Fails in systems other than base 2.
    pub fn even_columns(mut tracks: Vec<Track>, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        if !room.system().is_base(2) {
            return Err(TooLarge);
        }
        tracks.sort_unstable();
        let plan = Plan::each(tracks, room)?;
        plan.explore(true, room, |so_far| *so_far, |so_far, letter| *so_far && letter.count_ones() % 2 == 0)
    }
}
