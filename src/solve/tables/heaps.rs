//! The table of a game of one heap in which a move takes an amount of a set that does not depend on
//! the heap.

use super::{Asked, Means, Table, Trouble};
use crate::heap::{Amounts, Heap, Values};
use crate::ir::GameId;
use crate::position::{Budget, Limit, Problem, ProblemKind};
use crate::shape::Shapes;
use crate::shape::amount_predicate::{self, Listed};
use crate::shape::one_heap::{Amounts as Shape, OneHeap};

/// Which games the engine supports, as a refusal says it.
pub const KIND: &str = "it is for one heap, where the possible amounts do not depend on the heap";

/// Amounts are enumerated up to this much above the requested heap.
const LITTLE_MORE: u64 = 64;

/// How many values are passed to `show` at a time.
const SHOWN: usize = 4096;

/// The table of one game.
pub struct HeapTable<'a> {
    heap: Heap,
    /// The condition by which infinitely many amounts are enumerated; `None` if `amounts` lists
    /// them.
    listed: Option<Listed<'a>>,
    /// Up to this number, `heap` knows which amounts may be taken; `u64::MAX` if they are not
    /// enumerated.
    known_to: u64,
    /// The amounts, if all of them or all exceptions are listed; `None` if they are enumerated.
    amounts: Option<Amounts>,
    /// Whether the engine was chosen explicitly, so that `heap` computes every value without a
    /// period.
    forced: bool,
    /// If `forced`, the game with its period, for heaps beyond the greatest size of the table.
    beyond: Option<Heap>,
}

impl<'a> HeapTable<'a> {
    /// The table of a game; `None` if the engine does not support it. If the engine was chosen
    /// explicitly, no period is used within the table's greatest size.
    pub fn find(
        shapes: &Shapes<'a>,
        game: GameId,
        budget: &Budget<'_>,
        forced: bool,
    ) -> Option<HeapTable<'a>> {
        let shape = shapes.one_heap(game, budget).and_then(OneHeap::subtraction);
        if let Some(shape) = shape {
            let amounts = match shape {
                Shape::Only(amounts) => Amounts::Finite(amounts),
                Shape::AllBut(amounts) => Amounts::AllBut(amounts),
            };
            let heap = Heap::new(amounts.clone());
            let heap = if forced { heap.without_period() } else { heap };
            let known_to = u64::MAX;
            return Some(HeapTable {
                heap,
                listed: None,
                known_to,
                forced,
                beyond: None,
                amounts: Some(amounts),
            });
        }
        let listed = Some(amount_predicate::recognise(shapes.instance, game)?);
        let heap = Heap::new(Amounts::Initial { amounts: Vec::new(), known_to: 0 });
        Some(HeapTable { heap, listed, known_to: 0, forced, beyond: None, amounts: None })
    }

    /// Boxes the table for use as a [`Table`].
    pub fn boxed(self) -> Box<dyn Table<'a> + 'a> {
        Box::new(self)
    }

    /// Enumerates the amounts up to `to` or beyond, unless this was done before, and begins a new
    /// table with these amounts.
    fn learn(&mut self, to: u64, means: &Means<'_, 'a, '_>) -> Result<(), Trouble> {
        let Some(listed) = &self.listed else { return Ok(()) };
        if to <= self.known_to {
            return Ok(());
        }
        // The bound is at least doubled, because heaps may be requested one after another.
        let known_to = to.max(self.known_to.saturating_mul(2).min(means.budget.places));
        let amounts =
            listed.amounts(means.instance, means.budget, 1, known_to).map_err(|problem| match problem {
                Problem { kind: ProblemKind::Limit(limit), .. } => Trouble::Limit(limit),
                _ => Trouble::Unfit("a condition on the amount has no value"),
            })?;
        self.known_to = known_to;
        self.heap = Heap::new(Amounts::Initial { amounts, known_to });
        Ok(())
    }

    /// Computes the values of the heaps up to `high` in a game whose amounts are enumerated.
    fn extend_listed(&mut self, high: u64, means: &Means<'_, 'a, '_>) -> Result<(), Trouble> {
        means.admits(high)?;
        // If all amounts have a common divisor, heaps are computed in groups of that size, and an incomplete last group is
        // omitted. The divisor is at most the least amount.
        for known_to in [high, high.saturating_mul(2)] {
            self.learn(known_to.saturating_add(LITTLE_MORE), means)?;
            let heap = &mut self.heap;
            means.work(|pace| heap.extend(high + 1, means.budget.threads, pace))?;
            if self.value(&[high]).is_some() {
                break;
            }
        }
        Ok(())
    }
}

impl<'a> Table<'a> for HeapTable<'a> {
    fn name(&self) -> &'static str {
        "heap"
    }

    fn plan(&self) -> String {
        let period = match self.heap.period() {
            Some(_) => ", which repeat for ever by the return of a state",
            None => "",
        };
        format!("amounts are taken from one heap, so all values are made in order{period}")
    }

    fn prepare(
        &mut self,
        _: Asked,
        _: &[u64],
        high: &[u64],
        means: &Means<'_, 'a, '_>,
    ) -> Result<(), Trouble> {
        let &[high] = high else { return Err(Trouble::Unfit(KIND)) };
        if self.value(&[high]).is_some() {
            return Ok(());
        }
        let (most, threads) = (means.budget.places, means.budget.threads);
        if self.listed.is_some() {
            self.extend_listed(high, means)?;
        } else if self.forced
            && high > most
            && let Some(amounts) = &self.amounts
        {
            let beyond = self.beyond.get_or_insert_with(|| Heap::new(amounts.clone()));
            means.work(|pace| beyond.extend(most, threads, pace))?;
        } else {
            // The table grows by at least a quarter, because heaps may be requested one after
            // another.
            let to =
                high.saturating_add(1).max(self.heap.len().saturating_mul(5) / 4).min(most.saturating_add(1));
            let heap = &mut self.heap;
            means.work(|pace| heap.extend(to, threads, pace))?;
        }
        match self.value(&[high]) {
            Some(_) => Ok(()),
            None => Err(Trouble::Limit(Limit::Positions)),
        }
    }

    fn value(&self, fields: &[u64]) -> Option<u64> {
        let &[heap] = fields else { return None };
        self.heap.value(heap).or_else(|| self.beyond.as_ref()?.value(heap))
    }

    fn visit(&self, low: &[u64], high: &[u64], show: &mut dyn FnMut(&[u32]) -> bool) {
        let (&[low], &[high]) = (low, high) else { return };
        match self.heap.table() {
            (0, 1, values) => {
                let known = usize::try_from(high).map_or(usize::MAX, |high| high + 1).min(values.len());
                let from = usize::try_from(low).unwrap_or(usize::MAX).min(known);
                let go_on = match values {
                    Values::Bytes(values) => show_all(&values[from..known], show),
                    Values::Halves(values) => show_all(&values[from..known], show),
                    Values::Words(values) => show_all(&values[from..known], show),
                };
                if go_on {
                    self.visit_singly(known.max(low as usize) as u64, high, show);
                }
            }
            _ => self.visit_singly(low, high, show),
        }
    }

    fn len(&self) -> usize {
        self.heap.table().2.len()
    }
}

impl HeapTable<'_> {
    /// Shows the values of heaps from `low` to `high`, looked up one by one, up to the first that
    /// is not known.
    fn visit_singly(&self, low: u64, high: u64, show: &mut dyn FnMut(&[u32]) -> bool) {
        let mut chunk = Vec::with_capacity(SHOWN);
        let values = (low..=high).map_while(|heap| u32::try_from(self.value(&[heap])?).ok());
        for value in values {
            chunk.push(value);
            if chunk.len() == SHOWN {
                if !show(&chunk) {
                    return;
                }
                chunk.clear();
            }
        }
        if !chunk.is_empty() {
            show(&chunk);
        }
    }
}

/// Shows values a chunk at a time. Returns false as soon as `show` does.
fn show_all<V: Copy + Into<u32>>(values: &[V], show: &mut dyn FnMut(&[u32]) -> bool) -> bool {
    let mut space = [0; SHOWN];
    values.chunks(SHOWN).all(|chunk| {
        for (shown, value) in space.iter_mut().zip(chunk) {
            *shown = (*value).into();
        }
        show(&space[..chunk.len()])
    })
}
