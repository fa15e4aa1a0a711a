//! Computes values if a move may take all amounts but a few: the values rise for ever, and repeat
//! with a constant added.
//!
//! A heap of n has every smaller heap as an option except n − x for the forbidden amounts x. So no
//! option of n has the value v exactly if all heaps below n of value v are among those few. The
//! value of n is the least v that has occurred and that no option has; if there is none, the first
//! value that has not occurred (every value up to the largest so far has: a heap of the largest
//! value has options of all smaller ones).
//!
//! The period is proved by a returning state. Let m be the largest forbidden amount. All heaps of
//! one value lie within m of each other, for otherwise the last could move to the first. So the
//! last 2m values, taken relative to the largest value so far, say for each of the last m heaps
//! whether an older heap has its value too, and that is all that the future depends on.
//! [`AllBut::code`] writes this state as a sequence of codes of which the last 2m have to return
//! (see [`super::recurrence`]). The last m codes are not enough.

use super::values::Values;
use crate::pace::{Pace, Stopped, report};

/// The most heaps whose values are computed between two reports.
const CHUNK: usize = 1 << 10;

/// The engine, with its state: how many heaps have each value so far, and the codes in which a
/// recurrence is sought.
#[derive(Debug, Clone)]
pub(super) struct AllBut {
    /// The forbidden amounts, sorted.
    forbidden: Vec<u64>,
    /// How many heaps have the value that is the index. None of the counts is 0.
    count: Vec<u32>,
    /// Scratch: how many forbidden amounts lead to the value from the current heap. All 0 between heaps.
    forbidden_count: Vec<u32>,
    /// For each heap, twice the distance of its value below the greatest so far, plus 1 if it is
    /// the first heap with this value.
    code: Vec<u32>,
}

impl AllBut {
    /// The engine for all amounts but these, which are sorted.
    pub fn new(forbidden: Vec<u64>) -> AllBut {
        AllBut { forbidden, count: Vec::new(), forbidden_count: Vec::new(), code: Vec::new() }
    }

    /// The sequence whose last [`AllBut::window`] codes are the state.
    pub fn code(&self) -> &[u32] {
        &self.code
    }

    /// How many codes the state consists of.
    pub fn window(&self) -> u64 {
        self.forbidden.last().copied().unwrap_or(0).saturating_mul(2).max(1)
    }

    /// Computes the values of the next heaps, all below `to`.
    pub fn advance(&mut self, values: &mut Values, to: usize, pace: Pace) -> Result<(), Stopped> {
        // A heap needs more look-ups if more amounts are forbidden. A chunk then has fewer heaps, so
        // that the time between two reports stays about constant.
        let count = (CHUNK * 32 / (32 + self.forbidden.len())).max(1).min(to - values.len());
        for _ in 0..count {
            let value = self.next_value(values);
            values.append(std::iter::once(value), value);
        }
        report(pace, count as u64)
    }

    fn next_value(&mut self, values: &Values) -> u32 {
        let heap = values.len();
        let unused = self.count.len() as u32;
        let before = || {
            let reachable = self.forbidden.iter().take_while(|&&amount| amount <= heap as u64);
            reachable.filter_map(|&amount| values.get(heap - amount as usize))
        };
        before().for_each(|value| self.forbidden_count[value as usize] += 1);
        let free = |&value: &u32| self.forbidden_count[value as usize] == self.count[value as usize];
        let value = before().filter(free).min().unwrap_or(unused);
        before().for_each(|value| self.forbidden_count[value as usize] = 0);
        self.note(value, unused);
        value
    }

    fn note(&mut self, value: u32, unused: u32) {
        if value == unused {
            self.count.push(1);
            self.forbidden_count.push(0);
            self.code.push(1);
        } else {
            self.count[value as usize] += 1;
            self.code.push((unused - 1 - value) << 1);
        }
    }
}
