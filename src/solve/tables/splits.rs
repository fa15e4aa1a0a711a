//! The table of a game of one heap in which a move takes an amount and leaves the rest in some
//! heaps.

use super::{Asked, Means, Table, Trouble};
use crate::ir::GameId;
use crate::periodic_heaps;
use crate::position::{Budget, Limit};
use crate::shape::Shapes;
use crate::take_and_break::{Halted, Resources, SearchLimits, Split};

/// Which games the engine supports, as a refusal says it.
pub const KIND: &str = "it is for one heap, where a move takes an amount and leaves the rest in some heaps";

/// How many values are passed to `show` at a time.
const SHOWN: usize = 4096;

/// The limit of bytes for the values of one game.
const BYTES: u64 = 16 << 30;

/// The table of one game.
pub struct SplitTable {
    split: Split,
    /// Whether the engine was chosen explicitly, so that every value is computed without a period.
    forced: bool,
}

impl SplitTable {
    /// The table of a game; `None` if the engine does not support it.
    pub fn find(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>, forced: bool) -> Option<SplitTable> {
        let shape = shapes.one_heap(game, budget)?;
        Some(SplitTable { split: Split::new(periodic_heaps::rules(shape)?), forced })
    }

    /// Boxes the table for use as a [`Table`].
    pub fn boxed<'a>(self) -> Box<dyn Table<'a> + 'a> {
        Box::new(self)
    }

    /// Computes the values of the heaps below `to`, or, unless the engine was chosen explicitly, a
    /// period.
    fn extend(&mut self, to: usize, means: &Means<'_, '_, '_>) -> Result<(), Trouble> {
        let resources = Resources { threads: means.budget.threads, bytes: BYTES };
        let (split, forced) = (&mut self.split, self.forced);
        means.work(|pace| match forced {
            true => split.extend(to, resources, pace),
            false => {
                split.search_period(SearchLimits { heaps: to, resources }, pace);
                if split.len() < to && split.proved().is_none() { Err(Halted::Stopped) } else { Ok(()) }
            }
        })
    }
}

impl<'a> Table<'a> for SplitTable {
    fn name(&self) -> &'static str {
        "split"
    }

    fn plan(&self) -> String {
        let period =
            self.split.proved().map(|(_, certificate)| format!(", by a period ({})", certificate.cite()));
        let period = period.unwrap_or_default();
        format!(
            "a heap is taken from and broken up, so values are made in order by the few rare ones{period}"
        )
    }

    fn prepare(
        &mut self,
        _: Asked,
        _: &[u64],
        high: &[u64],
        means: &Means<'_, 'a, '_>,
    ) -> Result<(), Trouble> {
        let &[high] = high else { return Err(Trouble::Unfit(KIND)) };
        if self.split.value(high).is_some() {
            return Ok(());
        }
        let most = means.budget.places;
        let wanted = high.saturating_add(1);
        // The table grows by at least a quarter, because heaps may be requested one after another.
        let to = if wanted > most { most } else { wanted.max(self.split.len() as u64 * 5 / 4).min(most) };
        self.extend(usize::try_from(to).unwrap_or(usize::MAX), means)?;
        match self.split.value(high) {
            Some(_) => Ok(()),
            None => Err(Trouble::Limit(Limit::Positions)),
        }
    }

    fn value(&self, fields: &[u64]) -> Option<u64> {
        let &[heap] = fields else { return None };
        self.split.value(heap)
    }

    fn visit(&self, low: &[u64], high: &[u64], show: &mut dyn FnMut(&[u32]) -> bool) {
        let (&[low], &[high]) = (low, high) else { return };
        let known = usize::try_from(high).map_or(usize::MAX, |high| high + 1).min(self.split.len());
        let mut next = low;
        let mut space = [0; SHOWN];
        while next <= high {
            let from = usize::try_from(next).unwrap_or(usize::MAX);
            let count = if from < known {
                self.split.values().read(from..known, &mut space)
            } else {
                let values = (next..=high).map_while(|heap| u32::try_from(self.split.value(heap)?).ok());
                space.iter_mut().zip(values).map(|(shown, value)| *shown = value).count()
            };
            if count == 0 || !show(&space[..count]) {
                return;
            }
            next += count as u64;
        }
    }

    fn len(&self) -> usize {
        self.split.len()
    }
}
