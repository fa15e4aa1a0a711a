//! Rare and common values.
//!
//! A mask sorts positions into two classes so that a split into two of one class has values of the one kind, and into
//! two of different classes values of the other kind. Where nearly all positions are of the *common* class, the common
//! values that can be reached are found through the few *rare* positions: the least common value not so reached is the
//! candidate. That all rare values below it are reached as well is shown by a split into two common positions for each.
//! If one of them is not reached by any move, the least such is the value, and the position is rare.
//!
//! This is exact for every mask: a candidate is excluded by real moves only, and every smaller value is shown reached.
//!
//! If the best mask makes many heaps rare, no mask is chosen, and [`whole`] examines all pairs.

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

/// The condition that makes a position rare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Rare where the value has an even number of bits in common with this.
    pub mask: u32,
    /// The parity of all splitting amounts, where the parity of the heap counts too: rare if the number of bits plus the
    /// heap plus this is even.
    pub parity: Option<bool>,
}

impl Classes {
    /// Whether a heap with this value is rare.
    pub fn is_rare(&self, heap: usize, value: u32) -> bool {
        (value & self.mask).count_ones() % 2 == u32::from(self.rare_parity(heap))
    }

    /// The parity of the common bits with the mask of the values that are of the rare kind at this heap.
    pub fn rare_parity(&self, heap: usize) -> bool {
        self.parity.is_some_and(|odd| odd != (heap % 2 == 1))
    }
}

/// A move that leaves two heaps.
#[derive(Clone, Copy, Debug)]
pub struct SplitMove {
    pub take: usize,
    pub unequal: bool,
}

impl SplitMove {
    /// The greatest smaller part of a heap.
    pub fn most(&self, heap: usize) -> usize {
        heap.saturating_sub(self.take + usize::from(self.unequal)) / 2
    }
}

/// Moves as they are for all heaps above `complete_from`.
#[derive(Clone, Debug)]
pub struct Moves {
    pub plain: Vec<usize>,
    pub splits: Vec<SplitMove>,
    pub complete_from: usize,
}

impl Moves {
    /// For rules with fixed amounts and at most two heaps left; `None` for others.
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

    /// The parity of all splitting amounts, if they have one.
    fn parity(&self) -> Option<bool> {
        let odd = self.splits.first()?.take % 2 == 1;
        self.splits.iter().all(|split| (split.take % 2 == 1) == odd).then_some(odd)
    }
}
