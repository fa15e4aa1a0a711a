//! Finds likely periods of sequences of values, and proves that they hold everywhere.
//!
//! A *certificate* is one file with one theorem: it takes the values known so far and a candidate, checks the
//! theorem's hypotheses on them, and returns the least period and preperiod, or `None`.

mod all_but;
mod candidate;
mod guy_smith;
mod hexadecimal;
mod least;
mod repeat;
mod subtraction;
mod window;

pub use all_but::all_but;
pub use candidate::{Candidates, candidate_ending};
pub use guy_smith::{guy_smith, guy_smith_window_end};
pub use hexadecimal::{hexadecimal, hexadecimal_applies};
pub use least::least;
pub use repeat::longest_repeat;
pub use subtraction::subtraction;
pub use window::{Determined, window};

/// `G(n + period) = G(n) + saltus` for all `n >= preperiod`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The first heap `n` from which on this equation holds.
    pub preperiod: usize,
    /// The length of the period; never 0.
    pub period: usize,
    /// The increase with every period; 0 if values repeat.
    pub saltus: u32,
}

impl Period {
    /// The corresponding heap among the first `preperiod + period` ones, and how many periods heap
    /// `n` is after that heap.
    pub fn reduce(&self, n: u64) -> (usize, u64) {
        let (start, length) = (self.preperiod as u64, self.period as u64);
        if n < start {
            return (n as usize, 0);
        }
        ((start + (n - start) % length) as usize, (n - start) / length)
    }

    /// The value of heap `n` from the values of the first `preperiod + period` heaps; `None` if the value of
    /// the corresponding heap among these is not known, or the value of `n` is beyond 64 bits.
    pub fn value<V: Copy + Into<u32>>(&self, values: &[V], n: u64) -> Option<u64> {
        let (heap, times) = self.reduce(n);
        let first: u32 = (*values.get(heap)?).into();
        times.checked_mul(u64::from(self.saltus))?.checked_add(u64::from(first))
    }

    /// Whether `G(n + period) = G(n) + saltus`; false if one of the values is unknown.
    fn holds_at<V: Copy + Into<u32>>(&self, values: &[V], n: usize) -> bool {
        let later = n.checked_add(self.period).and_then(|later| values.get(later));
        match (values.get(n), later) {
            (Some(&now), Some(&later)) => {
                u64::from(now.into()) + u64::from(self.saltus) == u64::from(later.into())
            }
            _ => false,
        }
    }

    /// Whether `G(n + period) = G(n) + saltus` for all `n` in `heaps`; false if one of the values
    /// is unknown.
    fn holds_on<V: Copy + Into<u32>>(&self, values: &[V], mut heaps: std::ops::Range<usize>) -> bool {
        let are_known = heaps.end.checked_add(self.period).is_some_and(|end| end <= values.len());
        heaps.is_empty() || are_known && heaps.all(|n| self.holds_at(values, n))
    }
}
