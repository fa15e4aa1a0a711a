//! Finds values under moves that split heaps, by a mask of bits that makes few heaps *rare* and all
//! others *common*.
//!
//! A mask sorts heaps into two classes by the parity of the bits that their values share with it. A
//! split into two heaps of one class has a value of one kind, a split into different classes a
//! value of the other kind. Nearly all heaps are of the *common* class. Then only plain moves and
//! splits with one of the few *rare* heaps reach values of the common kind: the least such value
//! that they do not reach is the candidate. Each value of the rare kind below the candidate needs a
//! move that reaches it; a split into two common heaps usually does. If some of these values are
//! reached by no move, the least of them is the value, and the heap is rare.
//!
//! This is exact for every mask: no move reaches the value found, and every smaller value is shown
//! to be reached.
//!
//! If the best mask makes many heaps rare, no mask is chosen, and [`guess_and_verify`] examines all
//! pairs, until too many of its guesses are wrong.

mod ahead;
mod block;
mod busy;
mod candidates;
mod exhaust;
mod front;
mod guess_and_verify;
mod kinds;
mod mask;
mod method;
mod offsets;
mod planes;
mod reach;
mod rounds;
mod singly;
mod spread;
mod team;
mod verifier;
mod verify;
mod witnesses;

pub use candidates::Trouble;
pub use method::Rare;

use crate::theory::take_and_break::{Parts, Rules, Take};

/// The condition that makes a heap rare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Without `parity`, a heap is rare if its value has an even number of bits in common with this
    /// mask.
    pub mask: u32,
    /// If the parity of the heap counts too: whether all splitting amounts are odd. A heap is then
    /// rare if the number of common bits, plus the heap, plus 1 for odd amounts, is even.
    pub parity: Option<bool>,
}

impl Classes {
    /// Whether a heap with this value is rare.
    pub fn is_rare(&self, heap: usize, value: u32) -> bool {
        (value & self.mask).count_ones() % 2 == u32::from(self.rare_parity(heap))
    }

    /// Whether values of the rare kind at this heap have an odd number of bits in common with the
    /// mask.
    pub fn rare_parity(&self, heap: usize) -> bool {
        self.parity.is_some_and(|odd| odd != (heap % 2 == 1))
    }
}

/// A rule that takes `take` and leaves two heaps, which must differ if `unequal`.
#[derive(Clone, Copy, Debug)]
pub struct SplitMove {
    pub take: usize,
    pub unequal: bool,
}

impl SplitMove {
    /// The largest size that the smaller of the two parts of `heap` can have; 0 if there is no such
    /// move.
    pub fn most(&self, heap: usize) -> usize {
        heap.saturating_sub(self.take + usize::from(self.unequal)) / 2
    }
}

/// The moves of all heaps above `complete_from`; smaller heaps may lack some of them. `plain` holds
/// the amounts that leave one heap.
#[derive(Clone, Debug)]
pub struct Moves {
    pub plain: Vec<usize>,
    pub splits: Vec<SplitMove>,
    pub complete_from: usize,
}

impl Moves {
    /// Returns `None` unless all rules take fixed amounts and leave at most two heaps.
    pub fn new(rules: &Rules) -> Option<Self> {
        let mut moves = Moves { plain: Vec::new(), splits: Vec::new(), complete_from: 0 };
        for rule in rules.rules() {
            let Take::Exactly(take) = rule.take else { return None };
            moves.complete_from = moves.complete_from.max(take).max(rule.least_heap);
            match rule.parts {
                Parts::Nothing => {}
                Parts::One => moves.plain.push(take),
                Parts::Two => moves.splits.push(SplitMove { take, unequal: false }),
                Parts::TwoUnequal => moves.splits.push(SplitMove { take, unequal: true }),
                Parts::Three | Parts::Four => return None,
            }
        }
        Some(moves)
    }

    /// `Some(true)` if all splitting amounts are odd, `Some(false)` if all are even, else `None`.
    fn parity(&self) -> Option<bool> {
        let odd = self.splits.first()?.take % 2 == 1;
        self.splits.iter().all(|split| (split.take % 2 == 1) == odd).then_some(odd)
    }
}
