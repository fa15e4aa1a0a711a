//! A proved period of the values, and how it leads from any heap to a heap of the table.

/// From `preperiod` on, a heap larger by `period` has a value larger by `saltus`. `period` and
/// `preperiod` are the least for which this holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The first heap from which the values repeat.
    pub preperiod: u64,
    /// After how many heaps the values repeat; at least 1.
    pub period: u64,
    /// The increase of the values with each period; 0 unless all amounts but a few are allowed.
    pub saltus: u64,
}

impl Period {
    /// Returns a heap below `preperiod + period`, and how many periods it lies below `heap`: the
    /// value of `heap` is the value of the returned heap plus `saltus` times this number.
    pub fn reduce(&self, heap: u128) -> (u64, u128) {
        let (preperiod, period) = (u128::from(self.preperiod), u128::from(self.period.max(1)));
        if heap < preperiod + period {
            return (heap as u64, 0);
        }
        let beyond = heap - preperiod;
        ((preperiod + beyond % period) as u64, beyond / period)
    }
}
