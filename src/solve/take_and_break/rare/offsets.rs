//! Offsets: which earlier heaps exclude codes from a candidate, and what their codes are combined
//! with.

use std::ops::Range;

/// The xor of `code` with the code of heap `n - distance` is a code that heap `n > distance` cannot
/// have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offset {
    pub distance: u32,
    pub code: u32,
}

/// The offsets of plain moves, and of splits into a rare heap and another heap.
///
/// The rare heaps are stored once rather than once for every splitting amount, because many rare
/// heaps take much memory.
#[derive(Clone, Debug, Default)]
pub struct Offsets {
    /// The amounts of plain moves, as offsets without a code.
    plain: Vec<Offset>,
    /// The amounts of splits.
    splits: Vec<u32>,
    /// The rare heaps in ascending order, as offsets whose distance lacks the splitting amount.
    rares: Vec<Offset>,
    /// All offsets below `near_bound`, by distance.
    near: Vec<Offset>,
    near_bound: u32,
}

/// Offsets whose distances are all to be increased by `amount`.
#[derive(Clone, Copy, Debug)]
pub struct Shifted<'o> {
    pub offsets: &'o [Offset],
    pub amount: u32,
}

impl Offsets {
    /// The offsets without rare heaps; those of distances below `near_bound` are near.
    pub fn new(plain: &[usize], splits: impl Iterator<Item = usize>, near_bound: usize) -> Self {
        let plain: Vec<Offset> =
            plain.iter().map(|&take| Offset { distance: take as u32, code: 0 }).collect();
        let near_bound = near_bound as u32;
        let near = plain.iter().copied().filter(|offset| offset.distance < near_bound).collect();
        let mut splits: Vec<u32> = splits.map(|take| take as u32).collect();
        splits.sort_unstable();
        splits.dedup();
        Offsets { plain, splits, rares: Vec::new(), near, near_bound }
    }

    /// Discards the rare heaps.
    pub fn clear(&mut self) {
        *self = Offsets::new(
            &self.plain.iter().map(|offset| offset.distance as usize).collect::<Vec<_>>(),
            self.splits.iter().map(|&take| take as usize),
            self.near_bound as usize,
        );
    }

    /// Adds a rare heap beyond all others.
    pub fn add_rare(&mut self, heap: usize, code: u32) {
        let rare = Offset { distance: heap as u32, code };
        self.rares.push(rare);
        if rare.distance < self.near_bound {
            let near = self.splits.iter().map(|&take| Offset { distance: rare.distance + take, code });
            self.near.extend(near.filter(|offset| offset.distance < self.near_bound));
            self.near.sort_by_key(|offset| offset.distance);
        }
    }

    /// How many heaps are rare.
    pub fn rare_count(&self) -> usize {
        self.rares.len()
    }

    /// The greatest rare heap; 0 if there is none.
    pub fn last_rare(&self) -> usize {
        self.rares.last().map_or(0, |rare| rare.distance as usize)
    }

    /// The greatest distance of an offset; 0 if there is none.
    pub fn farthest(&self) -> usize {
        let plain = self.plain.iter().map(|offset| offset.distance).max().unwrap_or(0);
        let rare = self.rares.last().map(|rare| rare.distance + self.splits.last().copied().unwrap_or(0));
        plain.max(rare.unwrap_or(0)) as usize
    }

    /// The near offsets, by distance: shorter than a block, they may reach heaps of the same block.
    pub fn near(&self) -> &[Offset] {
        &self.near
    }

    /// The offsets, except the near ones, that reach an earlier heap from every heap of a block
    /// that begins at `start`.
    pub fn far(&self, start: usize) -> impl Iterator<Item = Shifted<'_>> {
        let distances = self.near_bound as usize..start;
        self.plain_within(distances.clone()).chain(self.rares_within(0..self.rares.len(), distances))
    }

    /// The offsets of plain moves at these distances.
    pub fn plain_within(&self, distances: Range<usize>) -> impl Iterator<Item = Shifted<'_>> {
        let within = move |offset: &&Offset| distances.contains(&(offset.distance as usize));
        let plain = self.plain.iter().filter(within);
        plain.map(|offset| Shifted { offsets: std::slice::from_ref(offset), amount: 0 })
    }

    /// The offsets at these distances that belong to some of the rare heaps, given by their
    /// indices.
    pub fn rares_within(
        &self,
        rares: Range<usize>,
        distances: Range<usize>,
    ) -> impl Iterator<Item = Shifted<'_>> {
        self.splits.iter().map(move |&amount| {
            let below = |distance: usize| self.first_rare(distance.saturating_sub(amount as usize));
            let to = below(distances.end).min(rares.end);
            let from = below(distances.start).max(rares.start).min(to);
            Shifted { offsets: &self.rares[from..to], amount }
        })
    }

    /// The offsets of rare heaps at distances of at least `start`. In a block that begins at `start`,
    /// such an offset applies only to the heaps above its distance.
    pub fn fresh(&self, start: usize) -> impl Iterator<Item = Offset> + '_ {
        self.splits.iter().flat_map(move |&amount| {
            let from = self.first_rare(start.saturating_sub(amount as usize));
            self.rares[from..]
                .iter()
                .map(move |rare| Offset { distance: rare.distance + amount, code: rare.code })
        })
    }

    /// The number of rare heaps below a heap.
    fn first_rare(&self, heap: usize) -> usize {
        self.rares.partition_point(|rare| (rare.distance as usize) < heap)
    }

    /// The memory of the rare heaps, in bytes; the other lists are short.
    pub fn bytes(&self) -> u64 {
        (self.rares.capacity() * size_of::<Offset>()) as u64
    }
}
