//! Finds the coordinates of a game on vectors that are heaps of Nim, even if there are other moves
//! too.

use super::Vectors;
use crate::shape::descent::{Step, falls};
use crate::shape::presburger::{Defined, Linear, Sign};
use crate::theory::automaton::{Automaton, Room, Track};

/// Heaps of Nim among the numbers of a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disguise {
    /// Which of the numbers are heaps, ascending.
    pub heaps: Vec<usize>,
    /// Whether all numbers are heaps, and each move lowers their sum.
    pub takes_only: bool,
}

impl Vectors {
    /// Returns the coordinates that are heaps of Nim: all moves of Nim exist on these heaps for all
    /// values of the other numbers, every move changes the nim-sum of the heaps, and play
    /// terminates. `None` if there are none.
    pub fn disguise(&self) -> Option<Disguise> {
        let room = Room::new(Room::STEPS, &|| false);
        self.disguised(&room).ok().flatten()
    }

    fn disguised(&self, room: &Room<'_>) -> Defined<Option<Disguise>> {
        let fields = self.from.len();
        // Sets with many heaps come first, so that few numbers are not heaps.
        let mut sets: Vec<u32> = (1..1 << fields).collect();
        sets.sort_by_key(|set: &u32| std::cmp::Reverse(set.count_ones()));
        for set in sets {
            let heaps: Vec<usize> = (0..fields).filter(|at| set >> at & 1 == 1).collect();
            if !self.changes_nim_sum(&heaps, room)? || !self.has_all_of_nim(&heaps, room)? {
                continue;
            }
            let all = |tracks: &[Track]| tracks.iter().map(|track| Linear::unknown(*track)).collect();
            let step = Step { from: all(&self.from), to: all(&self.to), when: self.moves.clone() };
            if !falls(&[step], room)? {
                continue;
            }
            let takes_only = heaps.len() == fields && self.total_falls(room)?;
            return Ok(Some(Disguise { heaps, takes_only }));
        }
        Ok(None)
    }

    fn changes_nim_sum(&self, heaps: &[usize], room: &Room<'_>) -> Defined<bool> {
        let tracks = heaps.iter().flat_map(|heap| [self.from[*heap], self.to[*heap]]).collect();
        let same = Automaton::even_columns(tracks, room)?;
        Ok(self.moves.and(&same, room)?.is_nothing())
    }

    /// Whether each heap can be lowered to every smaller size while the other heaps stay, whatever
    /// happens to the other numbers.
    fn has_all_of_nim(&self, heaps: &[usize], room: &Room<'_>) -> Defined<bool> {
        let mut some = self.moves.clone();
        for (at, to) in self.to.iter().enumerate() {
            if !heaps.contains(&at) {
                some = some.exists(*to, room)?;
            }
        }
        for lowered in heaps {
            let mut wanted = Automaton::constant(true);
            for heap in heaps {
                let change = Linear::unknown(self.to[*heap]).sub(&Linear::unknown(self.from[*heap]));
                let here = if heap == lowered { change.is_negative(room)? } else { change.is_zero(room)? };
                wanted = wanted.and(&here, room)?;
            }
            if !wanted.and(&some.not(), room)?.is_nothing() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn total_falls(&self, room: &Room<'_>) -> Defined<bool> {
        let total = |tracks: &[Track]| {
            tracks.iter().fold(Linear::default(), |sum, track| sum.add(&Linear::unknown(*track)))
        };
        let falls = total(&self.to).sub(&total(&self.from)).is_negative(room)?;
        Ok(self.moves.and(&falls.not(), room)?.is_nothing())
    }
}
