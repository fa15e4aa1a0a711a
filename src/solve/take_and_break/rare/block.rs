//! Computes the candidates of the heaps of one block.
//!
//! Every heap has a set of the common codes that its value cannot have because a move reaches them;
//! the candidate is the least common code that is not in the set. The codes that an offset reaches
//! are marked for all heaps of the block at once if its distance is at least a block's length, for
//! eight heaps at once if it is at least eight, otherwise heap by heap.

use super::offsets::{Offset, Shifted};
use crate::take_and_break::cell::Cell;
use pulp::{Arch, NullaryFnOnce};

/// How many heaps a block has.
pub const LANES: usize = 32;

/// How many heaps are marked at once with an offset whose distance is at least this, but shorter
/// than a block.
const GROUP: usize = 8;

/// One word of the sets, for every heap of the block.
pub type Lanes = [u32; LANES];

/// How many codes one word of a set holds.
pub const CODES: usize = 32;

/// Masks whose xor removes the class bit from codes of the common kind: for even lanes of the
/// block, and for odd ones.
pub type Flips = [u32; 2];

/// The candidate at this lane exceeds all codes of the sets; the candidates before it are written.
#[derive(Clone, Copy, Debug)]
pub struct Overflow {
    pub lane: usize,
}

#[inline(always)]
fn bit(code: u32) -> u32 {
    if code < 32 { 1 << code } else { 0 }
}

/// Marks the codes that the far offsets reach, for all heaps of the block from `start` on, in the sets' words
/// from `first_word` on.
pub fn mark_far<C: Cell>(
    arch: Arch,
    cells: &[C],
    start: usize,
    far: Shifted<'_>,
    flips: &Flips,
    first_word: usize,
    sets: &mut [Lanes],
) {
    for (at, pair) in sets[first_word..].chunks_mut(2).enumerate() {
        let first = ((first_word + at * 2) * CODES) as u32;
        let rows =
            Rows { cells, start: start - far.amount as usize, offsets: far.offsets, flips: *flips, first };
        if let Ok(pair) = <&mut [Lanes; 2]>::try_from(&mut *pair) {
            arch.dispatch(MarkFar { rows, sets: pair });
        } else if let Ok(one) = <&mut [Lanes; 1]>::try_from(pair) {
            arch.dispatch(MarkFar { rows, sets: one });
        }
    }
}

/// The input of `mark_rows`, apart from the sets that it marks.
#[derive(Clone, Copy)]
struct Rows<'r, C> {
    cells: &'r [C],
    /// The heap of lane 0, minus the amount that has to be added to the distances of all `offsets`.
    start: usize,
    offsets: &'r [Offset],
    flips: Flips,
    /// The code of bit 0 of the first word; a multiple of `CODES`.
    first: u32,
}

struct MarkFar<'r, C, const WORDS: usize> {
    rows: Rows<'r, C>,
    sets: &'r mut [Lanes; WORDS],
}

impl<C: Cell, const WORDS: usize> NullaryFnOnce for MarkFar<'_, C, WORDS> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        if self.rows.flips[0] == self.rows.flips[1] {
            mark_rows::<C, WORDS, LANES, false>(self.rows, self.sets);
        } else {
            mark_rows::<C, WORDS, LANES, true>(self.rows, self.sets);
        }
    }
}

#[inline(always)]
fn mark_rows<C: Cell, const WORDS: usize, const WIDTH: usize, const TYPED: bool>(
    rows: Rows<'_, C>,
    sets: &mut [[u32; WIDTH]; WORDS],
) {
    let mut words = *sets;
    // What distinguishes the flip of odd lanes from that of even lanes.
    let turn = rows.flips[0] ^ rows.flips[1];
    let turned: [u32; WIDTH] = std::array::from_fn(|lane| if lane % 2 == 1 { turn } else { 0 });
    for offset in rows.offsets {
        let from = rows.cells.get(rows.start - offset.distance as usize..);
        let Some(row) = from.and_then(|row| row.first_chunk::<WIDTH>()) else { continue };
        // The xor with a word's key is the index of the code's bit in this word; 32 or more if it
        // is in another word.
        let keys: [u32; WORDS] =
            std::array::from_fn(|word| rows.flips[0] ^ offset.code ^ (rows.first + (word * CODES) as u32));
        for lane in 0..WIDTH {
            let code: u32 = row[lane].into();
            let code = if TYPED { code ^ turned[lane] } else { code };
            for (sets, key) in words.iter_mut().zip(&keys) {
                sets[lane] |= bit(code ^ key);
            }
        }
    }
    *sets = words;
}

/// Writes the candidates of the heaps from lane `from` on, whose sets have been marked with all far
/// offsets. The cells of the whole block exist already; those before lane `from` are final.
pub fn finish<C: Cell>(
    arch: Arch,
    cells: &mut [C],
    block: Block<'_>,
    sets: &[Lanes],
) -> Result<(), Overflow> {
    if let Ok(sets) = <&[Lanes; 1]>::try_from(sets) {
        arch.dispatch(Narrow { cells, block, sets })
    } else if let Ok(sets) = <&[Lanes; 2]>::try_from(sets) {
        arch.dispatch(Narrow { cells, block, sets })
    } else {
        finish_wide(cells, block, sets)
    }
}

/// A block whose sets have been marked with all far offsets.
#[derive(Clone, Copy)]
pub struct Block<'b> {
    pub start: usize,
    /// The first lane whose candidate is to be written; the heaps of earlier lanes are final.
    pub from: usize,
    /// Offsets shorter than a block, by distance: from some heaps they reach heaps of the block
    /// itself.
    pub near: &'b [Offset],
    /// Offsets that reach known heaps from some heaps of the block only.
    pub fresh: &'b [Offset],
    pub flips: &'b Flips,
}

struct Narrow<'b, C, const WORDS: usize> {
    cells: &'b mut [C],
    block: Block<'b>,
    sets: &'b [Lanes; WORDS],
}

impl<C: Cell, const WORDS: usize> NullaryFnOnce for Narrow<'_, C, WORDS> {
    type Output = Result<(), Overflow>;

    #[inline(always)]
    fn call(self) -> Result<(), Overflow> {
        finish_narrow(self.cells, self.block, self.sets)
    }
}

/// Writes the candidates, as [`finish`] describes, if each set has at most 64 codes.
#[inline(always)]
fn finish_narrow<C: Cell, const WORDS: usize>(
    cells: &mut [C],
    block: Block<'_>,
    sets: &[Lanes; WORDS],
) -> Result<(), Overflow> {
    let Block { start, from, near, fresh, flips } = block;
    let nearest_end = near.partition_point(|offset| (offset.distance as usize) < GROUP);
    let (nearest, middle) = near.split_at(nearest_end);
    for group in from / GROUP..LANES / GROUP {
        let group_start = start + group * GROUP;
        let mut words = [[0; GROUP]; WORDS];
        for (words, sets) in words.iter_mut().zip(sets) {
            words.copy_from_slice(&sets[group * GROUP..(group + 1) * GROUP]);
        }
        let rows = Rows { cells, start: group_start, offsets: middle, flips: *flips, first: 0 };
        mark_rows::<C, WORDS, GROUP, true>(rows, &mut words);
        for lane in from.saturating_sub(group * GROUP)..GROUP {
            let heap = group_start + lane;
            let flip = flips[lane % 2];
            let mut set = (0..WORDS).fold(0, |set, word| set | u64::from(words[word][lane]) << (32 * word));
            let usable = fresh.iter().filter(|offset| (offset.distance as usize) < heap);
            for offset in nearest.iter().chain(usable) {
                let code: u32 = cells[heap - offset.distance as usize].into();
                set |= wide_bit(code ^ offset.code ^ flip);
            }
            let code = set.trailing_ones();
            if code as usize >= WORDS * CODES {
                return Err(Overflow { lane: heap - start });
            }
            cells[heap] = C::of(code ^ flip);
        }
    }
    Ok(())
}

#[inline(always)]
fn wide_bit(code: u32) -> u64 {
    if code < 64 { 1 << code } else { 0 }
}

/// Writes the candidates, as [`finish`] describes, for sets of any size.
fn finish_wide<C: Cell>(cells: &mut [C], block: Block<'_>, sets: &[Lanes]) -> Result<(), Overflow> {
    let Block { start, from, near, fresh, flips } = block;
    let mut set = vec![0u32; sets.len()];
    for lane in from..LANES {
        let heap = start + lane;
        for (word, lanes) in set.iter_mut().zip(sets) {
            *word = lanes[lane];
        }
        let usable = fresh.iter().filter(|offset| (offset.distance as usize) < heap);
        for offset in near.iter().chain(usable) {
            let code: u32 = cells[heap - offset.distance as usize].into();
            let code = code ^ offset.code ^ flips[lane % 2];
            if let Some(word) = set.get_mut(code as usize / CODES) {
                *word |= 1 << (code % 32);
            }
        }
        let Some(word) = set.iter().position(|&word| word != u32::MAX) else {
            return Err(Overflow { lane });
        };
        let code = (word * CODES) as u32 + set[word].trailing_ones();
        cells[heap] = C::of(code ^ flips[lane % 2]);
    }
    Ok(())
}
