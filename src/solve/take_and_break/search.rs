//! Searches for a period: computes values, and tests for a period often enough to stop soon after
//! one can be proved.

use super::cell::Cell;
use super::rare::Rare;
use super::values::Cells;
use super::{Halted, Method, Resources, Split};
use crate::pace::Pace;
use crate::theory::period::{
    self, Candidates, Period, guy_smith, guy_smith_window_end, hexadecimal, hexadecimal_applies,
    longest_repeat, window,
};
use crate::theory::take_and_break::{Rules, Subtraction};
use std::ops::ControlFlow;

/// The reason why a period is permanent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The values repeat over a window as long as the greatest amount that may be taken (T16).
    Subtraction {
        /// The number of values that the proof examined.
        heaps: usize,
    },
    /// The values and their running maximum rise by the saltus over a window twice as long as the
    /// greatest amount that may not be taken (T19).
    AllBut {
        /// The number of values that the proof examined.
        heaps: usize,
    },
    /// The values repeat over a window as long as the theorem of Guy and Smith needs.
    GuySmith {
        /// The number of values that the proof examined.
        heaps: usize,
    },
    /// The values pass the test for arithmetic periods of rules that may leave three heaps (T64).
    Hexadecimal {
        /// The number of values that the proof examined.
        heaps: usize,
    },
    /// Two windows of values after the last rare heap are equal.
    Window {
        /// The number of values that the proof examined.
        heaps: usize,
        /// The length of the windows.
        window: usize,
        /// How many heaps are rare.
        rare: usize,
    },
}

impl Certificate {
    /// The theorem that makes the period permanent.
    pub fn cite(&self) -> &'static str {
        match self {
            Certificate::Subtraction { .. } => "Golomb 1966: finite subtraction sets repeat",
            Certificate::AllBut { .. } => "Siegel 2005: all-but games are arithmetic periodic",
            Certificate::GuySmith { .. } => "Guy, Smith 1956",
            Certificate::Window { .. } => "Flammenkamp 2002: two equal windows after the last rare heap",
            Certificate::Hexadecimal { .. } => "arithmetic period with witnesses (T64)",
        }
    }

    /// How many values the proof examined.
    pub fn heaps(&self) -> usize {
        match *self {
            Certificate::Subtraction { heaps }
            | Certificate::AllBut { heaps }
            | Certificate::GuySmith { heaps }
            | Certificate::Window { heaps, .. }
            | Certificate::Hexadecimal { heaps } => heaps,
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The least period and preperiod, proved for all heaps.
    Proved {
        /// The period.
        period: Period,
        /// The proof.
        certificate: Certificate,
    },
    /// No period is proved.
    Seen {
        /// A period that the last half of the known values repeats at least twice; `None` if none
        /// is found.
        candidate: Option<Period>,
        /// How many values are known.
        heaps: usize,
        /// Why the search ended before the limit; `None` if it reached the limit.
        halted: Option<Halted>,
    },
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// Values of at most this many heaps are found.
    pub heaps: usize,
    /// The limits of threads and memory.
    pub resources: Resources,
}

/// The number of values at the first test for a period.
const FIRST_LOOK: usize = 48;

/// Up to this many values, all candidates for a period are examined. Beyond, with [`Method::Rare`],
/// only the candidate whose repetition reaches back furthest is examined.
const ALL_CANDIDATES: usize = 1 << 13;

/// Beyond [`ALL_CANDIDATES`] values, repetitions of fewer values than this are ignored.
const LEAST_REPEAT: usize = 256;

/// The result of one test for a period.
enum Look {
    Proved(Period, Certificate),
    /// Once this many values are known, a candidate can be proved if it continues until then.
    Promising(usize),
    Nothing,
}

impl Split {
    /// Finds values until a period is proved or a limit is reached.
    pub fn search_period(&mut self, limits: SearchLimits, pace: Pace<'_>) -> Search {
        self.search_period_resting(limits, pace, &mut |_| ControlFlow::Break(()))
    }

    /// Like [`Self::search_period`]; if the pace stops the search, `rest` decides whether the stop is only a
    /// pause, such as for saving the values.
    pub fn search_period_resting(
        &mut self,
        limits: SearchLimits,
        pace: Pace<'_>,
        rest: &mut dyn FnMut(&Split) -> ControlFlow<()>,
    ) -> Search {
        let mut halted = None;
        let mut next = self.len().max(FIRST_LOOK);
        while self.proved.is_none() && halted.is_none() {
            halted = self.extend(next.min(limits.heaps), limits.resources, pace).err();
            if halted == Some(Halted::Stopped) && rest(self).is_continue() {
                halted = None;
                continue;
            }
            let promising = match self.look() {
                Look::Proved(period, certificate) => {
                    self.proved = Some((period, certificate));
                    break;
                }
                Look::Promising(heaps) => heaps,
                Look::Nothing => usize::MAX,
            };
            if self.len() >= limits.heaps {
                break;
            }
            // A test takes time proportional to the number of values, so tests grow rarer in
            // proportion.
            let share = if self.len() < ALL_CANDIDATES { 4 } else { 16 };
            next = promising.clamp(self.len() + 1, self.len() + self.len() / share + 1);
        }
        match self.proved {
            Some((period, certificate)) => Search::Proved { period, certificate },
            None => Search::Seen { candidate: self.seen(), heaps: self.len(), halted },
        }
    }

    /// Tests the known values for a period: all candidates, or only the longest repetition (see [`ALL_CANDIDATES`]).
    fn look(&self) -> Look {
        let rare = match &self.method {
            Method::Rare(_, rare) => Some(&**rare),
            Method::Plain(..) | Method::PairSets(_) => None,
        };
        match (self.values.cells(), self.len() <= ALL_CANDIDATES || rare.is_none()) {
            (Cells::Bytes(values), true) => look_at_all(&self.rules, values),
            (Cells::Words(values), true) => look_at_all(&self.rules, values),
            (Cells::Bytes(values), false) => look_at_longest(&self.rules, values, rare),
            (Cells::Words(values), false) => look_at_longest(&self.rules, values, rare),
        }
    }

    /// A period that the last half of the values repeats at least twice; `None` if none is found.
    /// Beyond [`ALL_CANDIDATES`] values, only the longest repetition is considered. None if the
    /// greatest amount was never taken: it will change the values.
    fn seen(&self) -> Option<Period> {
        let greatest = match self.rules.subtraction() {
            Some(Subtraction::Only { greatest } | Subtraction::AllBut { greatest }) => greatest,
            None => 0,
        };
        if greatest >= self.len() {
            return None;
        }
        let seen =
            |candidate: &Period| candidate.preperiod <= self.len() / 2 && candidate.period <= self.len() / 4;
        match (self.values.cells(), self.len() <= ALL_CANDIDATES) {
            (Cells::Bytes(values), true) => Candidates::new(values).find(seen),
            (Cells::Words(values), true) => Candidates::new(values).find(seen),
            (Cells::Bytes(values), false) => longest_repeat(values, LEAST_REPEAT).filter(seen),
            (Cells::Words(values), false) => longest_repeat(values, LEAST_REPEAT).filter(seen),
        }
    }
}

fn look_at_all<C: Cell>(rules: &Rules, values: &[C]) -> Look {
    if let Some(subtraction) = rules.subtraction() {
        return look_at_subtraction(subtraction, values);
    }
    let heaps = values.len();
    let mut next = None;
    for candidate in Candidates::new(values) {
        if let Some(end) = guy_smith_window_end(rules, candidate) {
            if let Some(period) = guy_smith(values, rules, candidate) {
                return Look::Proved(period, Certificate::GuySmith { heaps });
            }
            // A candidate is worth waiting for once the values contain its period twice.
            let needed = end + candidate.period + 1;
            if candidate.preperiod + 2 * candidate.period <= heaps {
                next = Some(next.map_or(needed, |next: usize| next.min(needed)));
            }
        }
        if candidate.saltus > 0 && candidate.preperiod <= heaps / 3 && candidate.period <= heaps / 6 {
            if !hexadecimal_applies(rules) {
                continue;
            }
            if let Some(period) = hexadecimal(values, rules, candidate) {
                return Look::Proved(period, Certificate::Hexadecimal { heaps });
            }
            // Multiples of this period would prove nothing more.
            break;
        }
    }
    next.map_or(Look::Nothing, Look::Promising)
}

/// Tries the two theorems for games that never split a heap; these theorems need fewer values than
/// the others.
fn look_at_subtraction<C: Cell>(subtraction: Subtraction, values: &[C]) -> Look {
    let heaps = values.len();
    let proved = |candidate| match subtraction {
        Subtraction::Only { greatest } => period::subtraction(values, greatest, candidate)
            .map(|period| Look::Proved(period, Certificate::Subtraction { heaps })),
        Subtraction::AllBut { greatest } => period::all_but(values, greatest, candidate)
            .map(|period| Look::Proved(period, Certificate::AllBut { heaps })),
    };
    Candidates::new(values).find_map(proved).unwrap_or(Look::Nothing)
}

fn look_at_longest<C: Cell>(rules: &Rules, values: &[C], rare: Option<&Rare>) -> Look {
    let heaps = values.len();
    let Some(candidate) = longest_repeat(values, LEAST_REPEAT) else { return Look::Nothing };
    let repeated = heaps - candidate.period;
    let mut next = usize::MAX;
    if let Some(determined) = rare.and_then(|rare| rare.determined(repeated, heaps)) {
        if let Some(period) = window(values, determined, candidate) {
            let rare = rare.map_or(0, Rare::count);
            return Look::Proved(period, Certificate::Window { heaps, window: determined.window, rare });
        }
        next = heaps + determined.window.saturating_sub(repeated - candidate.preperiod);
    }
    if let Some(period) = guy_smith(values, rules, candidate) {
        return Look::Proved(period, Certificate::GuySmith { heaps });
    }
    if let Some(end) = guy_smith_window_end(rules, candidate) {
        next = next.min(end + candidate.period + 1);
    }
    if next == usize::MAX { Look::Nothing } else { Look::Promising(next) }
}
