//! Chooses the mask that makes the fewest heaps rare.

use super::Classes;

/// A mask with the number of heaps that it makes rare.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub classes: Classes,
    pub rare: usize,
}

/// How often each value occurs at even and at odd heaps, excluding heap 0.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    even: Vec<i64>,
    odd: Vec<i64>,
    heaps: usize,
}

impl Histogram {
    /// Counts one more heap.
    pub fn add(&mut self, heap: usize, value: u32) {
        let counts = if heap.is_multiple_of(2) { &mut self.even } else { &mut self.odd };
        if value as usize >= counts.len() {
            counts.resize(value as usize + 1, 0);
        }
        counts[value as usize] += 1;
        self.heaps += 1;
    }

    /// The best mask for splits whose amounts all have the parity `parity`, if they have one.
    ///
    /// The Walsh–Hadamard transform of the counts, at `m`, is the number of heaps whose value has
    /// an even number of bits in common with `m`, minus the number of the others. If a split always
    /// changes the parity of the sum in one way, the parity of the heap may count as one more bit
    /// of the mask.
    pub fn best(&self, parity: Option<bool>) -> Choice {
        // A size of at least 2 makes sure that there is a mask other than zero.
        let size = self.even.len().max(self.odd.len()).max(2).next_power_of_two();
        let both = |sign: i64| {
            let at = |counts: &[i64], place: usize| counts.get(place).copied().unwrap_or(0);
            let mut sums: Vec<i64> =
                (0..size).map(|place| at(&self.even, place) + sign * at(&self.odd, place)).collect();
            transform(&mut sums);
            sums
        };
        let rare = |excess: i64| (self.heaps as i64 + excess) as usize / 2;
        let by_value = both(1).into_iter().enumerate().skip(1);
        let mut choices: Vec<Choice> = by_value
            .map(|(mask, excess)| Choice {
                classes: Classes { mask: mask as u32, parity: None },
                rare: rare(excess),
            })
            .collect();
        if let Some(odd) = parity {
            let sign = if odd { -1 } else { 1 };
            let by_place = both(-1).into_iter().enumerate().skip(1);
            choices.extend(by_place.map(|(mask, excess)| {
                let classes = Classes { mask: mask as u32, parity: Some(odd) };
                Choice { classes, rare: rare(sign * excess) }
            }));
        }
        let all_rare = Choice { classes: Classes { mask: 0, parity: None }, rare: self.heaps };
        choices.into_iter().min_by_key(|choice| choice.rare).unwrap_or(all_rare)
    }
}

/// The Walsh-Hadamard transform in place; the length is a power of two.
fn transform(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for pair in sums.chunks_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_finds_what_counting_finds() {
        let mut histogram = Histogram::default();
        let values: Vec<u32> = (1..400u32).map(|n| n.wrapping_mul(2654435761) >> 28).collect();
        for (at, &value) in values.iter().enumerate() {
            histogram.add(at + 1, value);
        }
        for parity in [None, Some(false), Some(true)] {
            let count = |mask: u32, parity: Option<bool>| {
                let classes = Classes { mask, parity };
                values.iter().enumerate().filter(|&(at, &value)| classes.is_rare(at + 1, value)).count()
            };
            let fewest = (1..16).flat_map(|mask| [None, parity].map(|parity| count(mask, parity))).min();
            let best = histogram.best(parity);
            assert_eq!(Some(best.rare), fewest);
            assert_eq!(count(best.classes.mask, best.classes.parity), best.rare);
        }
    }
}
