//! Computes the values of the game in which a move takes an amount of a fixed set from one heap:
//! the values of all heaps up to some size, and of every heap once the values are proved to repeat.
//!
//! [`Heap`] chooses among three exact methods: `few` for few amounts (the values of several heaps
//! in one machine word), `many` for many amounts (a set of heaps for each value), `all_but` for all
//! amounts but a few.

mod all_but;
mod amounts;
mod few;
mod many;
mod period;
mod recurrence;
#[cfg(test)]
mod tests;
mod values;

pub use amounts::Amounts;
pub use period::Period;
pub use values::Values;

use super::pace::{Pace, Stopped};
use all_but::AllBut;
use few::Few;
use many::Many;
use recurrence::{Recurrence, Return};

/// A table never has more entries than this.
const MOST_ENTRIES: u64 = u32::MAX as u64;
/// A repetition is not searched for if the state that has to return has more codes than this.
const LONGEST_STATE: u64 = 1 << 31;

/// The values of the heaps of one game, computed as far as requested.
#[derive(Debug, Clone)]
pub struct Heap {
    /// Heaps below this size have no moves, and no move leads from this size or above to a heap
    /// below it.
    floor: u64,
    /// The common divisor of the amounts: entry i of the table is for the heaps floor + step·i + (0..step).
    step: u64,
    /// Entries from this index on cannot be computed, because not all amounts are known.
    entries_known: u64,
    engine: Engine,
    values: Values,
    /// Searches for a repetition; `None` once one is found, or if none is searched for.
    watch: Option<Recurrence>,
    /// The least period of the table's entries, once it is proved.
    entry_period: Option<Period>,
}

#[derive(Debug, Clone)]
enum Engine {
    Few(Few),
    Many(Box<Many>),
    AllBut(AllBut),
}

impl Heap {
    /// Begins the table of the game in which a move takes one of these amounts.
    pub fn new(amounts: Amounts) -> Heap {
        match amounts {
            Amounts::Finite(amounts) => Heap::finite(amounts, None),
            Amounts::Initial { amounts, known_to } => Heap::finite(amounts, Some(known_to)),
            Amounts::AllBut(forbidden) => {
                let engine = AllBut::new(amounts::sorted(forbidden));
                let watch = watch_for(engine.window());
                Heap::with_engine(Engine::AllBut(engine), 1, MOST_ENTRIES, watch)
            }
        }
    }

    fn finite(amounts: Vec<u64>, known_to: Option<u64>) -> Heap {
        let mut amounts = amounts::sorted(amounts);
        if let Some(known_to) = known_to {
            amounts.retain(|&amount| amount <= known_to);
        }
        let step = amounts::divide_by_common(&mut amounts);
        let largest = amounts.last().copied().unwrap_or(0);
        let engine = match Few::new(&amounts) {
            Some(few) => Engine::Few(few),
            None => Engine::Many(Box::new(Many::new(amounts))),
        };
        match known_to {
            // Heaps up to known_to; the last entry may cover heaps beyond that, so it is left out.
            Some(known_to) => Heap::with_engine(engine, step, known_to.saturating_add(1) / step, None),
            None => Heap::with_engine(engine, step, MOST_ENTRIES, watch_for(largest)),
        }
    }

    fn with_engine(engine: Engine, step: u64, entries_known: u64, watch: Option<Recurrence>) -> Heap {
        let values = Values::default();
        Heap { floor: 0, step, entries_known, engine, values, watch, entry_period: None }
    }

    /// Forbids moves that leave fewer than `floor`, so that heaps below `floor` have no moves.
    pub fn with_floor(self, floor: u64) -> Heap {
        Heap { floor, ..self }
    }

    /// Makes the table compute every value separately, without a search for a repetition.
    pub fn without_period(self) -> Heap {
        Heap { watch: None, ..self }
    }

    /// Computes the values of all heaps below `to`, with at most `threads` threads. If it is
    /// stopped, all finished values stay known. The values of heaps beyond the known amounts (see
    /// [`Amounts::Initial`]) stay unknown.
    pub fn extend(&mut self, to: u64, threads: usize, pace: Pace) -> Result<(), Stopped> {
        let target = self.entries_for(to) as usize;
        while self.values.len() < target && self.entry_period.is_none() {
            match &mut self.engine {
                Engine::Few(few) => few.advance(&mut self.values, target, pace)?,
                Engine::Many(many) => many.advance(&mut self.values, target, threads, pace)?,
                Engine::AllBut(all_but) => all_but.advance(&mut self.values, target, pace)?,
            }
            self.look_for_return();
        }
        Ok(())
    }

    /// The value of a heap, if it is known.
    pub fn value(&self, heap: u64) -> Option<u64> {
        if heap < self.floor {
            return Some(0);
        }
        let entry = (heap - self.floor) / self.step;
        if let Some(value) = usize::try_from(entry).ok().and_then(|entry| self.values.get(entry)) {
            return Some(u64::from(value));
        }
        let period = self.entry_period?;
        let (entry, times) = period.reduce(u128::from(entry));
        let value = self.values.get(entry as usize)?;
        Some(u64::from(value) + period.saltus * times as u64)
    }

    /// The floor, the step and the entries of the table: entry i is the value of the `step` heaps
    /// from floor + step·i on.
    pub fn table(&self) -> (u64, u64, &Values) {
        (self.floor, self.step, &self.values)
    }

    /// The first heap whose value is not in the table (it may be known by the period).
    pub fn len(&self) -> u64 {
        self.floor.saturating_add(self.step.saturating_mul(self.values.len() as u64))
    }

    /// Whether the value of no heap is known. If heaps below a floor have no moves, their values
    /// are known from the beginning.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The least period and preperiod of the values, once they are proved by the return of a state.
    /// Also `None` if they do not fit 64 bits.
    pub fn period(&self) -> Option<Period> {
        let entry = self.entry_period?;
        let period = entry.period.checked_mul(self.step)?;
        let start = entry.preperiod.checked_mul(self.step)?.checked_add(self.floor)?;
        let preperiod =
            if entry.preperiod > 0 { start } else { self.continue_below_floor(period, entry.saltus) };
        Some(Period { preperiod, period, saltus: entry.saltus })
    }

    fn entries_for(&self, to: u64) -> u64 {
        to.saturating_sub(self.floor).div_ceil(self.step).min(self.entries_known).min(MOST_ENTRIES)
    }

    /// Passes the new values to the watch, and records the period if a state has returned.
    fn look_for_return(&mut self) {
        let Some(watch) = &mut self.watch else { return };
        let (back, state) = match (&self.engine, &self.values) {
            (Engine::AllBut(all_but), _) => (watch.read(all_but.code()), watch.window()),
            (_, Values::Bytes(values)) => (watch.read(values), watch.window()),
            (_, Values::Halves(values)) => (watch.read(values), watch.window()),
            (_, Values::Words(values)) => (watch.read(values), watch.window()),
        };
        if let Some(back) = back {
            self.watch = None;
            self.entry_period = Some(self.least(back, state));
        }
    }

    /// The period that a returned state proves. The distance is already minimal (see
    /// [`recurrence`]); the preperiod is minimised by going back while the values still repeat.
    fn least(&self, back: Return, state: usize) -> Period {
        let value = |entry: usize| self.values.get(entry).map_or(0, u64::from);
        let period = back.second_end - back.first_end;
        let saltus = value(back.second_end - 1) - value(back.first_end - 1);
        let mut start = back.first_end - state;
        while start > 0 && value(start - 1 + period) == value(start - 1) + saltus {
            start -= 1;
        }
        Period { preperiod: start as u64, period: period as u64, saltus }
    }

    /// The least preperiod when the table repeats from its start: heaps below the floor, of value
    /// 0, may happen to continue the repetition. If saltus is 0 and a whole period of them continues
    /// it, all values are 0, and so is the preperiod. Otherwise at most one period of them does.
    fn continue_below_floor(&self, period: u64, saltus: u64) -> u64 {
        let continues = |&heap: &u64| match (heap - 1).checked_add(period) {
            Some(later) if later >= self.floor => self.value(later) == Some(saltus),
            _ => saltus == 0,
        };
        let least = self.floor.saturating_sub(period);
        let start =
            (least + 1..=self.floor).rev().take_while(continues).last().map_or(self.floor, |heap| heap - 1);
        if start == least && saltus == 0 { 0 } else { start }
    }
}

/// A watch for a state of this many codes; `None` if the state is too long.
fn watch_for(state: u64) -> Option<Recurrence> {
    (state <= LONGEST_STATE).then(|| Recurrence::new(state as usize))
}
