//! Recognises ordinal sums of two heaps: any move in the lower heap leaves no move in the upper
//! heap.

use super::Vectors;
use crate::shape::one_heap::MOST_AMOUNTS;
use crate::shape::presburger::{Defined, Linear, Sign};
use crate::theory::automaton::{Automaton, Room, Track};

/// Two heaps, one on top of the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colon {
    /// The coordinate of the lower heap, 0 or 1; the other coordinate is the upper heap.
    pub below: usize,
    /// The amounts that may be taken from the lower heap, independently of the upper heap.
    /// Afterwards no move is left in the upper heap.
    pub base: Layer,
    /// The amounts that may be taken from the upper heap, independently of the lower heap, which
    /// stays.
    pub top: Layer,
}

/// The amounts that may be taken from one heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layer {
    /// Any positive number.
    Any,
    /// One of these amounts, ascending.
    Only(Vec<u64>),
}

/// A track for an amount, which nothing else uses.
const AMOUNT: Track = Track(u32::MAX - 3);

impl Vectors {
    /// Returns the two heaps, if the vectors have two coordinates and one is a heap on top of the
    /// other.
    pub fn colon(&self) -> Option<Colon> {
        let room = Room::new(Room::STEPS, &|| false);
        let fields = self.from.len();
        (0..fields).filter(|_| fields == 2).find_map(|below| self.standing_on(below, &room).ok().flatten())
    }

    fn standing_on(&self, below: usize, room: &Room<'_>) -> Defined<Option<Colon>> {
        let above = 1 - below;
        let (base, top) = ((self.from[below], self.to[below]), (self.from[above], self.to[above]));
        let stays = Linear::unknown(base.0).sub(&Linear::unknown(base.1)).is_zero(room)?;
        let over = self.moves.and(&stays, room)?;
        let under = self.moves.and(&stays.not(), room)?;
        if over.is_nothing() || under.is_nothing() {
            return Ok(None);
        }
        // A move in the upper heap does not depend on the lower heap, which stays.
        let upper = over.exists(base.1, room)?.exists(base.0, room)?;
        if !upper.and(&stays, room)?.same(&over, room)? {
            return Ok(None);
        }
        // A move in the lower heap does not depend on the upper heap, and leaves no move in it.
        let lower = under.exists(top.1, room)?.exists(top.0, room)?;
        let always = under.exists(top.1, room)?;
        let going_on = upper.exists(top.1, room)?.renamed(|track| if track == top.0 { top.1 } else { track });
        let is_lost = under.and(&going_on, room)?.is_nothing();
        if !is_lost || !lower.and(&always.not(), room)?.is_nothing() {
            return Ok(None);
        }
        let (Some(base), Some(top)) = (layer(&lower, base, room)?, layer(&upper, top, room)?) else {
            return Ok(None);
        };
        Ok(Some(Colon { below, base, top }))
    }
}

/// Returns the amounts that can be taken from a heap; `None` if they depend on the size of the
/// heap, or are neither at most `MOST_AMOUNTS` numbers nor all positive numbers.
fn layer(moves: &Automaton, (from, to): (Track, Track), room: &Room<'_>) -> Defined<Option<Layer>> {
    let taken =
        Linear::unknown(from).sub(&Linear::unknown(to)).sub(&Linear::unknown(AMOUNT)).is_zero(room)?;
    let amounts = moves.and(&taken, room)?.exists(from, room)?.exists(to, room)?;
    // Moves that add to the heap have no amount, so that this comparison fails.
    if !amounts.and(&taken, room)?.exists(AMOUNT, room)?.same(moves, room)? {
        return Ok(None);
    }
    Ok(match amounts.listed(MOST_AMOUNTS) {
        Some(amounts) => (!amounts.contains(&0)).then_some(Layer::Only(amounts)),
        None => (amounts.not().listed(MOST_AMOUNTS).as_deref() == Some(&[0])).then_some(Layer::Any),
    })
}
