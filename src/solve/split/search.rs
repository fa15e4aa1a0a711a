//! Looking for a period while values are found, often enough to stop soon after it can be proved.

use super::{Halted, Resources, Split, Values};
use crate::solve::pace::Pace;
use crate::theory::period::{
    self, Candidates, Period, guy_smith, guy_smith_window_end, hexadecimal, hexadecimal_applies,
};
use crate::theory::take_and_break::Subtraction;

/// What makes a period permanent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// As many values repeat as the greatest amount that may be taken (T16).
    Subtraction {
        /// The number of values that the proof looked at.
        heaps: usize,
    },
    /// Twice as many values rise together with their maximum as the greatest amount that may not be taken (T19).
    AllBut {
        /// The number of values that the proof looked at.
        heaps: usize,
    },
    /// The theorem of Guy and Smith, with values known up to this many heaps.
    GuySmith {
        /// The number of values that the proof looked at.
        heaps: usize,
    },
    /// The test for arithmetic periods of codes with three-heap digits, with values known up to this many heaps.
    Hexadecimal {
        /// The number of values that the proof looked at.
        heaps: usize,
    },
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The least period and preperiod, for ever.
    Proved {
        /// The period.
        period: Period,
        /// By what it is proved.
        certificate: Certificate,
    },
    /// Nothing proved.
    Seen {
        /// The shortest period that the last half of the known values repeats at least twice, if there is one.
        candidate: Option<Period>,
        /// How many values are known.
        heaps: usize,
        /// Why the search ended before the limit.
        halted: Option<Halted>,
    },
}

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// Values of at most so many heaps are found.
    pub heaps: usize,
    /// What the work may use.
    pub resources: Resources,
}

/// The first look; later ones when there are a quarter more values, or when a candidate can be proved.
const FIRST_LOOK: usize = 48;

impl Split {
    /// Finds values until a period is proved or a limit is met.
    pub fn search_period(&mut self, limits: SearchLimits, pace: Pace<'_>) -> Search {
        let mut halted = None;
        let mut look = self.len().max(FIRST_LOOK);
        while self.proved.is_none() && halted.is_none() {
            let to = look.min(limits.heaps);
            halted = self.extend(to, limits.resources, pace).err();
            let next = self.look();
            if self.len() >= limits.heaps {
                break;
            }
            look = next.unwrap_or(usize::MAX).min(self.len() + self.len() / 4 + 1);
        }
        match self.proved {
            Some((period, certificate)) => Search::Proved { period, certificate },
            None => Search::Seen { candidate: self.seen(), heaps: self.len(), halted },
        }
    }

    /// Tries to prove a period; else says how many values a candidate would need, if there is one.
    fn look(&mut self) -> Option<usize> {
        let (proved, next) = match &self.values {
            Values::Bytes(values) => self.look_at(values),
            Values::Words(values) => self.look_at(values),
        };
        self.proved = self.proved.or(proved);
        next
    }

    fn look_at<V: Copy + Into<u32>>(&self, values: &[V]) -> (Option<(Period, Certificate)>, Option<usize>) {
        let heaps = values.len();
        let mut next = None;
        let subtraction = self.rules.subtraction();
        for candidate in Candidates::new(values) {
            match subtraction {
                Some(Subtraction::Only { greatest }) => {
                    if let Some(period) = period::subtraction(values, greatest, candidate) {
                        return (Some((period, Certificate::Subtraction { heaps })), None);
                    }
                    continue;
                }
                Some(Subtraction::AllBut { greatest }) => {
                    if let Some(period) = period::all_but(values, greatest, candidate) {
                        return (Some((period, Certificate::AllBut { heaps })), None);
                    }
                    continue;
                }
                None => {}
            }
            if let Some(end) = guy_smith_window_end(&self.rules, candidate) {
                if let Some(period) = guy_smith(values, &self.rules, candidate) {
                    return (Some((period, Certificate::GuySmith { heaps })), None);
                }
                // Worth waiting for if more than half of what it takes has been seen.
                let needed = end + candidate.period + 1;
                if candidate.preperiod + 2 * candidate.period <= heaps && needed > heaps {
                    next = Some(next.map_or(needed, |next: usize| next.min(needed)));
                }
            }
            if candidate.preperiod <= heaps / 3 && candidate.period <= heaps / 6 && candidate.saltus > 0 {
                if !hexadecimal_applies(&self.rules) {
                    continue;
                }
                if let Some(period) = hexadecimal(values, &self.rules, candidate) {
                    return (Some((period, Certificate::Hexadecimal { heaps })), None);
                }
                // Multiples of this period would show nothing more.
                break;
            }
        }
        (None, next)
    }

    /// The shortest period of the last half of the values, if that holds it twice.
    fn seen(&self) -> Option<Period> {
        let seen =
            |candidate: &Period| candidate.preperiod <= self.len() / 2 && candidate.period <= self.len() / 4;
        match &self.values {
            Values::Bytes(values) => Candidates::new(values).find(seen),
            Values::Words(values) => Candidates::new(values).find(seen),
        }
    }
}
