//! Computes the values of take-and-break games of one heap, heap after heap, and searches for a
//! period with a proof.

mod cell;
mod checksum;
mod direct;
mod encoding;
mod pair_sets;
mod plain;
mod rare;
mod search;
mod snapshot;
mod values;

pub use search::{Certificate, Search, SearchLimits};
pub use snapshot::Corrupt;
pub use values::Values;

use crate::pace::{self, Pace, Stopped};
use crate::theory::period::Period;
use crate::theory::take_and_break::Rules;
use direct::Direct;
use pair_sets::PairSets;
use plain::Plain;
use rare::{Moves, Rare, Trouble};
use values::Cells;

/// The limits of threads and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Threads that work at the same time; 1 means that none are started.
    pub threads: usize,
    /// Bytes of memory for values and their auxiliary data; a few megabytes more may be used for lists and
    /// buffers before the limit is noticed.
    pub bytes: u64,
}

/// Why the work stopped early. The results so far are kept, and the work can continue from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halted {
    /// The pace requested a stop.
    Stopped,
    /// More memory is needed than allowed, or more than about 2^32 heaps.
    OutOfMemory,
    /// A value does not fit 16 bits.
    ValueTooWide,
}

impl From<Stopped> for Halted {
    fn from(_: Stopped) -> Self {
        Halted::Stopped
    }
}

/// A game, the values known so far, and the period if one is proved.
#[derive(Clone, Debug)]
pub struct Split {
    rules: Rules,
    values: Values,
    method: Method,
    proved: Option<(Period, Certificate)>,
}

/// The method that finds the next value, with the data it keeps from value to value.
#[derive(Clone, Debug)]
enum Method {
    /// All moves leave at most one heap and take fixed amounts. The definition gives the values
    /// until all amounts are possible, or all values if there are too many amounts for [`Plain`]
    /// (`None`).
    Plain(Direct, Option<Plain>),
    /// All moves leave at most two heaps and take fixed amounts. The definition gives the first
    /// values, [`Rare`] the others.
    Rare(Direct, Box<Rare>),
    /// All other rules.
    PairSets(PairSets),
}

/// Values between two reports to the pace, at most; fewer where one value takes long.
const MOST_BETWEEN_REPORTS: usize = 4096;

/// Values between two reports to the pace, at most, if each value takes next to no time.
const PLAIN_BETWEEN_REPORTS: usize = 1 << 16;

/// The greatest number of values found between two checks of memory.
const HEAPS_A_STEP: usize = 1 << 22;

/// The greatest number of heaps: heap numbers are stored in 32 bits.
const MOST_HEAPS: usize = (u32::MAX - (1 << 20)) as usize;

/// The most threads that are used, even if the resources allow more.
const MOST_THREADS: usize = 64;

/// Pairs of heaps examined between two reports to the pace.
const PAIRS_BETWEEN_REPORTS: usize = 1 << 22;

impl Split {
    /// A game without known values.
    pub fn new(rules: Rules) -> Self {
        let method = match Moves::new(&rules) {
            Some(moves) if moves.splits.is_empty() => {
                Method::Plain(Direct::new(), Plain::new(&moves.plain, moves.complete_from))
            }
            Some(moves) => Method::Rare(Direct::new(), Box::new(Rare::new(moves))),
            None => Method::PairSets(PairSets::new(&rules)),
        };
        Split { rules, values: Values::new(), method, proved: None }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many values are known, those of heaps 0, 1, ….
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no value is known.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The known values.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The value of a heap, from the known values or by a proved period; `None` if neither gives
    /// the value.
    pub fn value(&self, heap: u64) -> Option<u64> {
        let known = |heap: u64| usize::try_from(heap).ok().and_then(|heap| self.values.get(heap));
        known(heap).map(u64::from).or_else(|| {
            let period = self.proved?.0;
            let (first, times) = period.reduce(heap);
            times.checked_mul(period.saltus.into())?.checked_add(known(first as u64)?.into())
        })
    }

    /// The period that was proved, if one was.
    pub fn proved(&self) -> Option<(Period, Certificate)> {
        self.proved
    }

    /// The memory in bytes for the values of all heaps below `to`, if values keep their width and
    /// no more heaps become rare. Moves that leave three heaps or more, or that take "some amount
    /// or more", need a set of values for each heap besides.
    pub fn bytes_needed(&self, to: usize) -> u64 {
        let further = to.saturating_sub(self.len()) as u64;
        let values = (to.max(self.len()) as u64).saturating_mul(self.values.width() as u64);
        let beside = match &self.method {
            Method::Plain(..) => 0,
            Method::Rare(_, rare) => rare.bytes(),
            Method::PairSets(sets) => {
                sets.bytes().saturating_add(further.saturating_mul(sets.bytes_a_heap()))
            }
        };
        values.saturating_add(beside)
    }

    /// Finds values until those of all heaps below `to` are known.
    pub fn extend(&mut self, to: usize, resources: Resources, pace: Pace<'_>) -> Result<(), Halted> {
        while self.len() < to {
            let step = self.step_end(to, resources)?;
            self.values.reserve(step - self.len());
            match &self.method {
                _ if self.proved.is_some() => self.repeat(step, pace)?,
                Method::Rare(_, rare) if self.len() >= rare.first_heap() => {
                    self.extend_rare(step, resources, pace)?
                }
                Method::Rare(_, rare) => self.extend_singly(step.min(rare.first_heap()), resources, pace)?,
                Method::Plain(_, Some(plain)) if self.len() >= plain.first_heap() => {
                    self.extend_plain(step, pace)?
                }
                Method::Plain(_, Some(plain)) => {
                    self.extend_singly(step.min(plain.first_heap()), resources, pace)?
                }
                Method::Plain(_, None) | Method::PairSets(_) => self.extend_singly(step, resources, pace)?,
            }
        }
        Ok(())
    }

    /// The number of values, at most `to`, up to which to go before memory is checked again.
    fn step_end(&self, to: usize, resources: Resources) -> Result<usize, Halted> {
        let left = resources.bytes.saturating_sub(self.bytes_needed(self.len()));
        // Each thread may hold a copy of the new values.
        let a_heap = self.values.width() as u64 * (resources.threads as u64).max(1);
        let allowed = usize::try_from(left / a_heap).unwrap_or(usize::MAX);
        let allowed = self.len().saturating_add(allowed.min(HEAPS_A_STEP)).min(MOST_HEAPS);
        if allowed <= self.len() { Err(Halted::OutOfMemory) } else { Ok(allowed.min(to)) }
    }

    /// Computes the values one by one, until there are `to`.
    fn extend_singly(&mut self, to: usize, resources: Resources, pace: Pace<'_>) -> Result<(), Halted> {
        let mut reported = self.len();
        let mut pairs = 0;
        while self.len() < to {
            if self.bytes_needed(self.len() + 1) > resources.bytes {
                return Err(Halted::OutOfMemory);
            }
            let value = self.next_value();
            self.values.push(value)?;
            pairs += self.len();
            if pairs >= PAIRS_BETWEEN_REPORTS || self.len() - reported >= MOST_BETWEEN_REPORTS {
                pace::report(pace, (self.len() - reported) as u64)?;
                (reported, pairs) = (self.len(), 0);
            }
        }
        Ok(pace::report(pace, (self.len() - reported) as u64)?)
    }

    /// The value of the first heap whose value is not known.
    fn next_value(&mut self) -> u32 {
        match (&mut self.method, self.values.cells()) {
            (Method::Plain(direct, _) | Method::Rare(direct, _), Cells::Bytes(values)) => {
                direct.next(&self.rules, values)
            }
            (Method::Plain(direct, _) | Method::Rare(direct, _), Cells::Words(values)) => {
                direct.next(&self.rules, values)
            }
            (Method::PairSets(sets), Cells::Bytes(values)) => sets.next(&self.rules, values),
            (Method::PairSets(sets), Cells::Words(values)) => sets.next(&self.rules, values),
        }
    }

    fn extend_rare(&mut self, to: usize, resources: Resources, pace: Pace<'_>) -> Result<(), Halted> {
        let Method::Rare(_, rare) = &mut self.method else { return Ok(()) };
        match rare.extend(&mut self.values, to, resources.threads.clamp(1, MOST_THREADS), pace) {
            Ok(()) => Ok(()),
            Err(Trouble::Stopped) => Err(Halted::Stopped),
            Err(Trouble::TooWide) if self.values.width() == 2 => Err(Halted::ValueTooWide),
            Err(Trouble::TooWide) => {
                // While values are copied, a cell of one byte and a cell of two bytes exist for
                // each value.
                let values = (self.values.len() as u64).saturating_mul(3);
                if values.saturating_add(rare.bytes()) > resources.bytes {
                    return Err(Halted::OutOfMemory);
                }
                self.values.widen();
                rare.adopt_wider(&self.values);
                Ok(())
            }
        }
    }

    fn extend_plain(&mut self, to: usize, pace: Pace<'_>) -> Result<(), Halted> {
        let Method::Plain(_, Some(plain)) = &self.method else { return Ok(()) };
        while self.values.len() < to {
            let before = self.values.len();
            let end = to.min(before + PLAIN_BETWEEN_REPORTS);
            match self.values.cells_mut() {
                Cells::Bytes(cells) => plain.extend(cells, end),
                Cells::Words(cells) => plain.extend(cells, end),
            }
            pace::report(pace, (end - before) as u64)?;
        }
        Ok(())
    }

    /// Appends values by the proved period until there are `to`.
    fn repeat(&mut self, to: usize, pace: Pace<'_>) -> Result<(), Halted> {
        let Some((period, _)) = self.proved else { return Ok(()) };
        while self.len() < to {
            let before = self.len();
            let count = (to - before).min(period.period).min(PLAIN_BETWEEN_REPORTS);
            if period.saltus == 0 {
                self.values.repeat(before - period.period, count);
            } else {
                for _ in 0..count {
                    let value = self.value(self.len() as u64).and_then(|value| u32::try_from(value).ok());
                    self.values.push(value.ok_or(Halted::ValueTooWide)?)?;
                }
            }
            pace::report(pace, (self.len() - before) as u64)?;
        }
        Ok(())
    }
}
