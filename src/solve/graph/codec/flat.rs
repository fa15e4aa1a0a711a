//! Makes the keys of games whose fields hold no lists: each word has a fixed place in a key.

use super::{Codec, Place};
use crate::code::Stop;

/// The layout of a game's words in a key.
#[derive(Clone, Copy)]
pub struct Flat<'c> {
    pub(super) codec: &'c Codec,
    pub(super) words: &'c [Place],
    pub(super) tag: u64,
}

impl Flat<'_> {
    /// The key of a state whose fields are all written as 0: only the game.
    pub fn tag(&self) -> u64 {
        self.tag
    }

    /// The bits of the word with index `at` of a state, shifted to their place in the key. An error
    /// if the word does not fit its bits, or is not within the bounds of its class.
    #[inline(always)]
    pub fn word(&self, at: usize, word: i64) -> Result<u64, Stop> {
        let place = &self.words[at];
        let left = word.wrapping_sub(place.least) as u64;
        if left <= place.limit && place.limit > 0 {
            return Ok(left << place.shift);
        }
        self.rarer(place, word)
    }

    /// The bits of a word that the fast path does not write.
    fn rarer(&self, place: &Place, word: i64) -> Result<u64, Stop> {
        let unsigned = self.codec.unsigned(place.class, word)?;
        if unsigned > place.mask {
            return Err(self.codec.want(place.class, unsigned));
        }
        Ok(unsigned << place.shift)
    }

    /// The bits of a key that belong to the word with index `at` of the state.
    #[inline(always)]
    pub fn mask(&self, at: usize) -> u64 {
        let place = &self.words[at];
        place.mask << place.shift
    }
}
