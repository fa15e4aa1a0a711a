//! Records the greatest distance of the moves with which values were shown to be reachable.

/// The number of heaps in a stretch; for each stretch only the greatest distance is kept.
const STRETCH: usize = 1 << 12;

/// Marks a stretch whose greatest distance is not known.
const ANY: u32 = u32::MAX;

/// For every stretch of heaps, a distance within which a move to each needed value was found.
#[derive(Clone, Debug, Default)]
pub struct Reach(Vec<u32>);

impl Reach {
    /// Notes the distance for the heaps from `from` to before `to`; `None` if it is not known.
    pub fn note(&mut self, from: usize, to: usize, distance: Option<u32>) {
        if from >= to {
            return;
        }
        while self.0.len() * STRETCH < to {
            // If the first heaps of a stretch are not noted, its distance is not known.
            self.0.push(if self.0.len() * STRETCH >= from { 0 } else { ANY });
        }
        for stretch in &mut self.0[from / STRETCH..to.div_ceil(STRETCH)] {
            *stretch = (*stretch).max(distance.unwrap_or(ANY));
        }
    }

    /// Raises all noted distances to at least `distance`; with `None`, forgets them.
    pub fn raise(&mut self, distance: Option<u32>) {
        let least = distance.unwrap_or(ANY);
        self.0.iter_mut().for_each(|stretch| *stretch = (*stretch).max(least));
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.0.capacity() * size_of::<u32>()) as u64
    }

    /// A distance that suffices for all heaps from `from` to before `to`; `None` if none is known.
    pub fn over(&self, from: usize, to: usize) -> Option<usize> {
        let stretches = self.0.get(from / STRETCH..to.div_ceil(STRETCH))?;
        let most = stretches.iter().copied().max().unwrap_or(0);
        (most != ANY).then_some(most as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_noted_is_not_known() {
        let mut reach = Reach::default();
        reach.note(3 * STRETCH + 5, 5 * STRETCH, Some(7));
        reach.note(5 * STRETCH, 5 * STRETCH + 9, Some(3));
        assert_eq!(reach.over(4 * STRETCH, 5 * STRETCH), Some(7));
        assert_eq!(reach.over(5 * STRETCH, 5 * STRETCH + 9), Some(3));
        assert_eq!(reach.over(4 * STRETCH + 1, 5 * STRETCH + 2), Some(7));
        assert_eq!(reach.over(3 * STRETCH + 6, 5 * STRETCH), None);
        assert_eq!(reach.over(5 * STRETCH, 6 * STRETCH + 1), None);
        reach.note(4 * STRETCH + 1, 4 * STRETCH + 2, None);
        assert_eq!(reach.over(4 * STRETCH, 4 * STRETCH + 1), None);
    }
}
