//! Values of take-and-break games, heap after heap, and their periods with proof.

mod direct;
mod pair_sets;
mod search;
mod values;

pub use search::{Certificate, Search, SearchLimits};
pub use values::Values;

use crate::solve::pace::{self, Pace, Stopped};
use crate::theory::period::Period;
use crate::theory::take_and_break::Rules;
use direct::Direct;
use pair_sets::PairSets;

/// What the work may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Threads that work at the same time; 1 means that none are started.
    pub threads: usize,
    /// Bytes of memory that values and what is kept beside them may take.
    pub bytes: u64,
}

/// Why the work ended before its end. What is known by then is kept, and the work can go on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halted {
    /// The pace said stop.
    Stopped,
    /// More memory is needed than allowed.
    OutOfMemory,
    /// A value does not fit 16 bits.
    ValueTooWide,
}

impl From<Stopped> for Halted {
    fn from(_: Stopped) -> Self {
        Halted::Stopped
    }
}

/// A game with the values known so far.
#[derive(Clone, Debug)]
pub struct Split {
    rules: Rules,
    values: Values,
    method: Method,
    proved: Option<(Period, Certificate)>,
}

/// How the next value is found, with what is remembered for it.
#[derive(Clone, Debug)]
enum Method {
    /// All moves leave at most two heaps and take fixed amounts.
    Direct(Direct),
    /// Anything.
    PairSets(PairSets),
}

/// Values between two reports to the pace, at most; fewer where one value takes long.
const MOST_BETWEEN_REPORTS: usize = 4096;

/// Pairs of heaps looked at between two reports to the pace.
const PAIRS_BETWEEN_REPORTS: usize = 1 << 22;

impl Split {
    /// No value known yet.
    pub fn new(rules: Rules) -> Self {
        let simple = rules.is_finite() && rules.most_parts() <= 2;
        let method =
            if simple { Method::Direct(Direct::new()) } else { Method::PairSets(PairSets::new(&rules)) };
        Split { rules, values: Values::new(), method, proved: None }
    }

    /// The rules.
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

    /// The values known.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The value of a heap: one of the known ones, or by a proved period.
    pub fn value(&self, heap: u64) -> Option<u64> {
        let known = usize::try_from(heap).ok().and_then(|heap| self.values.get(heap)).map(u64::from);
        known.or_else(|| match (&self.values, self.proved?.0) {
            (Values::Bytes(values), period) => period.value(values, heap),
            (Values::Words(values), period) => period.value(values, heap),
        })
    }

    /// The period that was proved, if one was.
    pub fn proved(&self) -> Option<(Period, Certificate)> {
        self.proved
    }

    /// Bytes of memory for knowing the values of all heaps below `to`, if values stay as wide as they are;
    /// moves that leave three heaps or more, or take any amount, need up to as many bytes a heap as there are values.
    pub fn bytes_needed(&self, to: usize) -> u64 {
        let further = to.saturating_sub(self.len()) as u64;
        let beside = match &self.method {
            Method::Direct(_) => 0,
            Method::PairSets(sets) => {
                sets.bytes().saturating_add(further.saturating_mul(sets.bytes_a_heap()))
            }
        };
        (to.max(self.len()) as u64).saturating_mul(self.values.width() as u64).saturating_add(beside)
    }

    /// Finds values until those of all heaps below `to` are known.
    pub fn extend(&mut self, to: usize, resources: Resources, pace: Pace<'_>) -> Result<(), Halted> {
        let mut reported = self.len();
        let mut pairs = 0;
        while self.len() < to {
            if self.bytes_needed(self.len() + 1) > resources.bytes {
                return Err(Halted::OutOfMemory);
            }
            let value = self.next_value()?;
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
    fn next_value(&mut self) -> Result<u32, Halted> {
        if let Some((period, _)) = self.proved {
            let value = self.values.get(self.len() - period.period).unwrap_or(0);
            return value.checked_add(period.saltus).ok_or(Halted::ValueTooWide);
        }
        match (&mut self.method, &self.values) {
            (Method::Direct(direct), Values::Bytes(values)) => Ok(direct.next(&self.rules, values)),
            (Method::Direct(direct), Values::Words(values)) => Ok(direct.next(&self.rules, values)),
            (Method::PairSets(sets), Values::Bytes(values)) => Ok(sets.next(&self.rules, values)),
            (Method::PairSets(sets), Values::Words(values)) => Ok(sets.next(&self.rules, values)),
        }
    }
}
