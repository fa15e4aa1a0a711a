//! Finds values if no mask makes few heaps rare: guesses values from some moves, and verifies the
//! guesses with all other moves.
//!
//! A guess is the mex of the values that some moves reach, so all values below it are reached. Then
//! all pairs of parts are examined for a batch of heaps together, a stretch of parts at a time, so
//! that both parts of all these pairs stay in the nearest cache. If a pair reaches the guess of
//! some heap, the first such heap gets its value by the definition, and the guesses after it are
//! discarded.

use super::{Moves, SplitMove};
use crate::pace::{self, Pace, Stopped};
use pulp::{Arch, NullaryFnOnce};
use std::ops::Range;

/// The number of heaps guessed before they are verified.
const BATCH: usize = 128;

/// The number of smaller parts in a stretch.
const STRETCH: usize = 8192;

/// How many heaps are compared at once: a smaller part is read once for all of them.
const TOGETHER: usize = 4;

/// Pairs are compared in multiples of this number where possible. It is a multiple of 32 and of 64,
/// the numbers of pairs that are compared at once.
const CHUNK: usize = 64;

/// Guesses use all splits whose smaller part is at most this.
const SMALL: usize = 32;

/// Guesses use all splits whose smaller part is at most this much below the largest possible one.
const MIDDLE: usize = 16;

/// The most splits that are remembered because they reached a wrong guess.
const MOST_REMEMBERED: usize = 64;

/// Guessing is given up when more than one batch in this many had a wrong guess.
const SELDOM: usize = 4;

/// The first wrong guesses, up to this many, do not count: the splits remembered from them improve
/// later guesses.
const FIRST_WRONG: usize = 64;

/// Guesses are below this: the set of reached values is one word.
const CODES: u32 = u64::BITS;

/// Data that is kept from batch to batch.
#[derive(Clone, Debug, Default)]
pub struct Whole {
    /// Splits that reached a wrong guess: amount taken and smaller part. Later guesses use them.
    remembered: Vec<(usize, usize)>,
    /// How many batches were guessed.
    batches: usize,
    /// How many batches had a wrong guess.
    wrong: usize,
}

/// The cells in reverse order: while the smaller part rises, the larger one falls, and both are
/// read forwards.
#[derive(Debug, Default)]
struct Mirror {
    /// The last entry is cell 0, the entry before it cell 1, and so on. The front is unused space
    /// for further cells.
    reversed: Vec<u8>,
}

impl Mirror {
    /// Copies the cells from `from` on; those before it must not have changed since the last call.
    fn follow(&mut self, cells: &[u8], from: usize) {
        let room = self.reversed.len();
        if cells.len() > room {
            let mut larger = vec![0; cells.len().next_power_of_two()];
            let end = larger.len();
            larger[end - room..].copy_from_slice(&self.reversed);
            self.reversed = larger;
        }
        let end = self.reversed.len();
        for (to, cell) in self.reversed[end - cells.len()..end - from].iter_mut().rev().zip(&cells[from..]) {
            *to = *cell;
        }
    }

    /// The cells `cell`, `cell - 1`, …; `count` in all.
    #[inline(always)]
    fn down_from(&self, cell: usize, count: usize) -> &[u8] {
        let at = self.reversed.len() - 1 - cell;
        &self.reversed[at..at + count]
    }
}

/// Why guessing ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The pace requested a stop.
    Stopped,
    /// Too many guesses are wrong, or a value is too large.
    GivenUp,
}

impl From<Stopped> for Trouble {
    fn from(_: Stopped) -> Self {
        Trouble::Stopped
    }
}

impl Whole {
    /// Finds values until there are `to`. Cells hold values without encoding, and all heaps below
    /// `moves.complete_from + 1` must be known.
    pub fn extend(
        &mut self,
        arch: Arch,
        moves: &Moves,
        cells: &mut Vec<u8>,
        to: usize,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        let mut mirror = Mirror::default();
        mirror.follow(cells, 0);
        while cells.len() < to {
            if self.wrong > FIRST_WRONG + self.batches / SELDOM {
                return Err(Trouble::GivenUp);
            }
            let start = cells.len();
            let outcome = self.guess(arch, moves, cells, to.min(start + BATCH));
            let end = cells.len();
            mirror.follow(cells, start);
            let reached = Check { arch, moves, cells: &*cells, mirror: &mirror, start, end }.first_reached();
            self.batches += 1;
            if let Some((heap, way)) = reached {
                cells.truncate(heap);
                let value = by_definition(moves, cells).ok_or(Trouble::GivenUp)?;
                cells.push(value);
                mirror.follow(cells, heap);
                self.wrong += 1;
                if self.remembered.len() < MOST_REMEMBERED && !self.remembered.contains(&way) {
                    self.remembered.push(way);
                }
            }
            pace::report(pace, (cells.len() - start) as u64)?;
            if reached.is_none() {
                outcome?;
            }
        }
        Ok(())
    }

    /// Appends guesses until there are `to` cells. A guess is the least value that is not reached by
    /// the moves without a split, by the splits whose smaller part is near its least or greatest
    /// size, or by the remembered splits. Fails if that value is not below [`CODES`].
    fn guess(&self, arch: Arch, moves: &Moves, cells: &mut Vec<u8>, to: usize) -> Result<(), Trouble> {
        for heap in cells.len()..to {
            let mut set = moves.plain.iter().fold(0, |set, &take| set | bit(cells[heap - take]));
            for split in &moves.splits {
                let (total, most) = (heap - split.take, split.most(heap));
                let small = 1..most.min(SMALL) + 1;
                let middle = small.end.max(most.saturating_sub(MIDDLE))..most + 1;
                for parts in [small, middle] {
                    set |= arch.dispatch(Reached { cells, total, from: parts.start, to: parts.end });
                }
            }
            for &(take, part) in &self.remembered {
                let usable = moves.splits.iter().any(|split| split.take == take && part <= split.most(heap));
                if usable {
                    set |= bit(cells[part] ^ cells[heap - take - part]);
                }
            }
            let value = set.trailing_ones();
            if value >= CODES {
                return Err(Trouble::GivenUp);
            }
            cells.push(value as u8);
        }
        Ok(())
    }
}

#[inline(always)]
fn bit(code: u8) -> u64 {
    if u32::from(code) < CODES { 1 << code } else { 0 }
}

/// Computes the set of the values of pairs with the sum `total`, one part from `from` to before
/// `to`.
struct Reached<'c> {
    cells: &'c [u8],
    total: usize,
    from: usize,
    to: usize,
}

impl NullaryFnOnce for Reached<'_> {
    type Output = u64;

    #[inline(always)]
    fn call(self) -> u64 {
        let Reached { cells, total, from, to } = self;
        if from >= to {
            return 0;
        }
        let (front, back) = (&cells[from..to], &cells[total + 1 - to..total + 1 - from]);
        front.iter().zip(back.iter().rev()).fold(0, |set, (one, other)| set | bit(one ^ other))
    }
}

/// The value of the next heap by the definition; `None` if it does not fit a byte.
fn by_definition(moves: &Moves, cells: &[u8]) -> Option<u8> {
    let heap = cells.len();
    let mut reached = [false; 256];
    moves.plain.iter().for_each(|&take| reached[usize::from(cells[heap - take])] = true);
    for split in &moves.splits {
        let total = heap - split.take;
        for part in 1..=split.most(heap) {
            reached[usize::from(cells[part] ^ cells[total - part])] = true;
        }
    }
    let value = reached.iter().position(|reached| !reached)?;
    u8::try_from(value).ok()
}

/// A batch of guesses that is being checked.
struct Check<'c> {
    arch: Arch,
    moves: &'c Moves,
    cells: &'c [u8],
    mirror: &'c Mirror,
    /// The first heap of the batch.
    start: usize,
    /// The first heap after the batch.
    end: usize,
}

impl Check<'_> {
    /// The first heap whose guess some split reaches, with the amount taken and the smaller part of
    /// that split; `None` if no split reaches a guess.
    fn first_reached(&self) -> Option<(usize, (usize, usize))> {
        let mut found: Option<(usize, (usize, usize))> = None;
        for split in &self.moves.splits {
            let end = found.map_or(self.end, |found| found.0);
            let all = split.most(end.saturating_sub(1)) + 1;
            for from in (1..all).step_by(STRETCH) {
                let heaps = self.start..found.map_or(self.end, |found| found.0);
                let stretch = from..all.min(from + STRETCH);
                if let Some((heap, part)) = self.reached_within(split, heaps, stretch) {
                    found = Some((heap, (split.take, part)));
                }
            }
        }
        found
    }

    /// The first of `heaps` whose guess this split reaches with a smaller part in `parts`, and that
    /// smaller part; `None` if there is none.
    fn reached_within(
        &self,
        split: &SplitMove,
        heaps: Range<usize>,
        parts: Range<usize>,
    ) -> Option<(usize, usize)> {
        if heaps.is_empty() {
            return None;
        }
        // Beyond the middle the pairs recur with their parts exchanged. Unless parts must be
        // unequal, examining some pairs twice does no harm, and makes the length a multiple of the
        // number compared at once.
        let length = |heap: usize| {
            let pairs = (split.most(heap) + 1).saturating_sub(parts.start).min(parts.len());
            let rounded = pairs.next_multiple_of(CHUNK);
            if !split.unequal && parts.start + rounded + split.take <= heap { rounded } else { pairs }
        };
        let front = |count: usize| &self.cells[parts.start..parts.start + count];
        let back = |heap: usize, count: usize| self.mirror.down_from(heap - split.take - parts.start, count);
        let mut heap = heaps.start;
        while heap < heaps.end {
            let together = TOGETHER.min(heaps.end - heap);
            // Larger heaps have more pairs.
            let common = if together == TOGETHER { length(heap) / CHUNK * CHUNK } else { 0 };
            let hit = common > 0 && {
                let backs = std::array::from_fn(|at| back(heap + at, common));
                let targets = std::array::from_fn(|at| self.cells[heap + at]);
                let front = front(common);
                // As many lanes as a vector has bytes.
                if is_widest(self.arch) {
                    self.arch.dispatch(Four::<64> { front, backs, targets })
                } else {
                    self.arch.dispatch(Four::<32> { front, backs, targets })
                }
            };
            let all_done = !hit && length(heap + together - 1) == common;
            for heap in (heap..heap + together).filter(|_| !all_done) {
                let from = if hit { 0 } else { common };
                let (target, to) = (self.cells[heap], length(heap));
                if from >= to {
                    continue;
                }
                let (front, back) = (&front(to)[from..], &back(heap, to)[from..]);
                if is_made(front, back, target) {
                    let found = front.iter().zip(back).position(|(one, other)| one ^ other == target);
                    let part = found.map(|found| parts.start + from + found);
                    return part.map(|part| (heap, part.min(heap - split.take - part)));
                }
            }
            heap += together;
        }
        None
    }
}

/// Whether some pair has the xor `target`.
fn is_made(front: &[u8], back: &[u8], target: u8) -> bool {
    // All pairs are compared, without an early exit, so that the compiler can vectorise the loop.
    front.iter().zip(back).fold(false, |made, (one, other)| made | (one ^ other == target))
}

/// Whether vectors have 64 bytes.
fn is_widest(arch: Arch) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        matches!(arch, Arch::V4(_))
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = arch;
        false
    }
}

/// Checks for several heaps together whether some pair has the heap's target as its xor. `front` is
/// common to all heaps; its length, and that of each of `backs`, is a multiple of `LANES`.
struct Four<'c, const LANES: usize> {
    front: &'c [u8],
    backs: [&'c [u8]; TOGETHER],
    targets: [u8; TOGETHER],
}

impl<const LANES: usize> NullaryFnOnce for Four<'_, LANES> {
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        // The least xor of a pair with the target: 0 if some pair reaches the target. Four separate
        // variables stay in registers.
        let [mut least_a, mut least_b, mut least_c, mut least_d] = [[u8::MAX; LANES]; TOGETHER];
        let [a, b, c, d] = self.backs.map(|back| back.as_chunks::<LANES>().0);
        for ((((front, a), b), c), d) in self.front.as_chunks::<LANES>().0.iter().zip(a).zip(b).zip(c).zip(d)
        {
            lower(&mut least_a, front, a, self.targets[0]);
            lower(&mut least_b, front, b, self.targets[1]);
            lower(&mut least_c, front, c, self.targets[2]);
            lower(&mut least_d, front, d, self.targets[3]);
        }
        [least_a, least_b, least_c, least_d].as_flattened().contains(&0)
    }
}

#[inline(always)]
fn lower<const LANES: usize>(least: &mut [u8; LANES], front: &[u8; LANES], back: &[u8; LANES], target: u8) {
    for lane in 0..LANES {
        least[lane] = least[lane].min(front[lane] ^ target ^ back[lane]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take_and_break::direct::Direct;
    use crate::theory::take_and_break::Rules;
    use std::ops::ControlFlow;

    /// Values as the definition gives them.
    fn defined(rules: &Rules, to: usize) -> Vec<u8> {
        let (mut direct, mut values) = (Direct::new(), Vec::new());
        while values.len() < to {
            let value = direct.next(rules, &values);
            values.push(value as u8);
        }
        values
    }

    #[test]
    fn guesses_that_are_shown_right_are_the_values() {
        // Regular games, sparse games whose guesses are often wrong, several splits, unequal parts.
        let codes: [&[u8]; 6] = [&[0, 0, 7], &[0, 7, 7], &[0, 6], &[0, 1, 0, 6], &[4, 4], &[0, 5, 5]];
        let octals = codes.iter().map(|digits| Rules::from_digits(digits, false).unwrap());
        for rules in octals.chain([Rules::grundy()]) {
            let expected = defined(&rules, 9_000);
            let moves = Moves::new(&rules).unwrap();
            let ways = [(Arch::new(), moves.complete_from + 1), (Arch::new(), 700), (Arch::Scalar, 700)];
            for (arch, first) in ways {
                let mut cells = expected[..first].to_vec();
                // `wrong` is reset again and again, so that guessing is never given up.
                let mut whole = Whole::default();
                while cells.len() < expected.len() {
                    whole.wrong = 0;
                    let to = expected.len().min(cells.len() + FIRST_WRONG);
                    whole.extend(arch, &moves, &mut cells, to, &|_| ControlFlow::Continue(())).unwrap();
                }
                assert_eq!(cells, expected, "{rules:?} from {first}");
            }
        }
    }

    #[test]
    fn guesses_that_are_often_wrong_are_given_up() {
        let rules = Rules::grundy();
        let moves = Moves::new(&rules).unwrap();
        let mut whole = Whole::default();
        let mut cells = defined(&rules, 600);
        let outcome = whole.extend(Arch::new(), &moves, &mut cells, 30_000, &|_| ControlFlow::Continue(()));
        assert_eq!(outcome, Err(Trouble::GivenUp));
        assert_eq!(cells, defined(&rules, cells.len()));
    }
}
