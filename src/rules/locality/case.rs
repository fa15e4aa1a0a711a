//! The cells that one way to play a move reads and changes.

use super::board::Write;
use super::symbol::CellId;
use std::collections::BTreeMap;

/// Which values of a cell meet a condition: bit `n` stands for value number `n` of the cell.
pub type Values = u64;

/// One way to play a move: the cells that it reads, with the values that they must have, and the
/// values that it writes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Case {
    /// The cells that the case reads and the values that they must have; ascending, each cell once.
    pub reads: Vec<(CellId, Values)>,
    /// The values that the case writes; ascending, each cell at most once.
    pub writes: Vec<Write>,
}

impl Case {
    /// Adds the condition that `cell` has one of `values`. A condition that all `tried` values of
    /// the cell meet is left out.
    pub fn reading(mut self, cell: CellId, values: Values, tried: usize) -> Case {
        if values.count_ones() as usize == tried {
            return self;
        }
        match self.reads.binary_search_by_key(&cell, |(read, _)| *read) {
            Ok(at) => self.reads[at].1 &= values,
            Err(at) => self.reads.insert(at, (cell, values)),
        }
        self
    }
}

/// Joins cases that differ only in the values that they require of `cell`; the result is sorted.
pub fn merged(mut cases: Vec<Case>, cell: CellId, tried: usize) -> Vec<Case> {
    let key = |case: &Case| {
        let mut rest = case.clone();
        let at = rest.reads.iter().position(|(read, _)| *read == cell);
        let values = at.map_or(u64::MAX, |at| rest.reads.remove(at).1);
        (rest, values)
    };
    let mut joined: BTreeMap<Case, Values> = BTreeMap::new();
    for case in cases.drain(..) {
        let (rest, values) = key(&case);
        *joined.entry(rest).or_default() |= values;
    }
    let mut cases: Vec<Case> =
        joined.into_iter().map(|(rest, values)| rest.reading(cell, values & all(tried), tried)).collect();
    cases.sort();
    cases
}

/// The bits of the first `tried` values.
fn all(tried: usize) -> Values {
    if tried >= 64 { u64::MAX } else { (1 << tried) - 1 }
}
