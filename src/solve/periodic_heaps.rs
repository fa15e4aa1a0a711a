//! Computes the values of one-heap games, and finds the values of all heaps once a period is
//! proved.

use super::pace::Pace;
use super::take_and_break::{Certificate, Resources, Search, SearchLimits, Split, Values};
use crate::ir::GameId;
use crate::number::Int;
use crate::position::Budget;
use crate::shape::Shapes;
use crate::shape::one_heap::{Amounts, OneHeap};
use crate::theory::automaton::Repeating;
use crate::theory::period::Period;
use crate::theory::take_and_break::{Parts, Rule, Rules, Take};
use num_bigint::BigInt;
use num_integer::Integer;
use std::cell::{Cell, OnceCell, Ref, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game of one heap, and how far its values are known.
pub struct Heap {
    /// The amounts that may be taken and the heaps that may remain.
    pub shape: OneHeap,
    /// The values found so far.
    split: RefCell<Split>,
    /// The values of all heaps, once a period is proved.
    eternal: OnceCell<Eternal>,
    /// Receives values as they are found; `None` if nobody wants to save them.
    keeper: RefCell<Option<Keeper>>,
    /// The number of heaps in the last complete search, which proved no period; 0 if the search was
    /// stopped.
    tried: Cell<usize>,
}

/// Receives the values found so far, several times during a search and at its end, so that they can
/// be saved.
pub type Keeper = Box<dyn FnMut(&Split)>;

/// Values that are known for all heaps.
#[derive(Debug, Clone)]
pub struct Eternal {
    /// The least period and preperiod.
    pub period: Period,
    /// The reason why the period is permanent.
    pub certificate: Certificate,
    /// The values up to the end of the first period, and the saltus that each further period adds.
    pub sequence: Arc<Repeating>,
}

/// What is known about the one-heap games of a program.
pub struct Heaps<'a> {
    shapes: &'a Shapes<'a>,
    games: Vec<OnceCell<Option<Heap>>>,
}

/// If a game allows all amounts but some, those amounts have to be below this; otherwise the game
/// is not supported.
const MOST_LISTED: usize = 10_000;
/// The limit of bytes for the values of one game.
const BYTES: u64 = 4 << 30;
/// At least this many microseconds pass between two calls of a keeper during a search.
const BETWEEN_KEEPS: u64 = 400_000;

impl<'a> Heaps<'a> {
    /// Starts without results.
    pub fn new(shapes: &'a Shapes<'a>) -> Heaps<'a> {
        Heaps { shapes, games: shapes.instance.program.game_ids().map(|_| OnceCell::new()).collect() }
    }

    /// What is known about a game; `None` if it is not a game of one heap, or if [`Split`] does not
    /// support it.
    pub fn heap(&self, game: GameId, budget: &Budget<'_>) -> Option<&Heap> {
        let shape = self.shapes.one_heap(game, budget)?;
        self.games[game.index()]
            .get_or_init(|| {
                let split = RefCell::new(Split::new(rules(shape)?));
                Some(Heap {
                    shape: shape.clone(),
                    split,
                    eternal: OnceCell::new(),
                    keeper: RefCell::new(None),
                    tried: Cell::new(0),
                })
            })
            .as_ref()
    }

    /// What an earlier call of [`Heaps::heap`] found about a game; `None` if there was no call, or
    /// it found nothing.
    pub fn found(&self, game: GameId) -> Option<&Heap> {
        self.games[game.index()].get()?.as_ref()
    }
}

impl Heap {
    /// The values of all heaps, if the values of at most `heaps` heaps prove a period; `None` also
    /// if a limit stops the search.
    pub fn forever(&self, heaps: usize, budget: &Budget<'_>) -> Option<&Eternal> {
        if let Some(eternal) = self.eternal.get() {
            return Some(eternal);
        }
        if heaps <= self.tried.get() {
            return None;
        }
        match self.search(heaps, budget) {
            Search::Proved { period, certificate } => {
                Some(self.eternal.get_or_init(|| self.eternal(period, certificate)))
            }
            Search::Seen { halted, .. } => {
                self.tried.set(if halted.is_none() { heaps } else { 0 });
                None
            }
        }
    }

    /// The number of heaps up to which a search for a period takes only a short time.
    pub fn affordable(&self) -> usize {
        let pairs = self.shape.more.iter().all(Amounts::is_empty);
        let fixed = self.shape.two_equal.finite().is_some() && self.shape.one.finite().is_some();
        if pairs && fixed { 20_000 } else { 1_500 }
    }

    /// Whether values were computed by the rules of this game.
    pub fn has_the_rules_of(&self, values: &Split) -> bool {
        self.split.borrow().rules() == values.rules()
    }

    /// Takes over the values that an earlier search found for these rules, if these are more than
    /// the values found so far, and reports all new values to a keeper.
    pub fn keep(&self, known: Option<Split>, keeper: Keeper) {
        if let Some(known) = known.filter(|known| known.len() > self.split.borrow().len()) {
            self.split.replace(known);
        }
        self.keeper.replace(Some(keeper));
    }

    /// Searches for a period among the values of at most `heaps` heaps, and passes new values to
    /// the keeper.
    pub fn search(&self, heaps: usize, budget: &Budget<'_>) -> Search {
        let limits = SearchLimits { heaps, resources: Resources { threads: budget.threads, bytes: BYTES } };
        let stop = budget.stopper();
        let mut keeper = self.keeper.borrow_mut();
        let clock = budget.observer().filter(|_| keeper.is_some());
        let now = || clock.map_or(0, |clock| clock.now());
        let due = AtomicU64::new(now() + BETWEEN_KEEPS);
        let pace: Pace<'_> = &|_| {
            let rests = clock.is_some() && now() >= due.load(Ordering::Relaxed);
            if rests || stop().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut rest = |split: &Split| match &mut *keeper {
            Some(keeper) if stop().is_none() => {
                keeper(split);
                due.store(now() + BETWEEN_KEEPS, Ordering::Relaxed);
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Break(()),
        };
        let mut split = self.split.borrow_mut();
        let found = split.search_period_resting(limits, pace, &mut rest);
        if let Some(keeper) = &mut *keeper {
            keeper(&split);
        }
        found
    }

    /// How many values are known.
    pub fn len(&self) -> usize {
        self.split.borrow().len()
    }

    /// Whether no value is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values that are known.
    pub fn known(&self) -> Ref<'_, Values> {
        Ref::map(self.split.borrow(), Split::values)
    }

    /// The values of all heaps: those computed so far, continued by a proved period.
    fn eternal(&self, period: Period, certificate: Certificate) -> Eternal {
        let upto = period.preperiod + period.period;
        let values = self.known().iter().take(upto).map(u64::from).collect();
        let saltus = u64::from(period.saltus);
        let sequence = Arc::new(Repeating { preperiod: period.preperiod, values, saltus });
        Eternal { period, certificate, sequence }
    }

    /// Whether every move takes some of the heap and leaves the rest as one heap.
    pub fn is_subtraction(&self) -> bool {
        self.shape.subtraction().is_some()
    }
}

impl Eternal {
    /// The period with the reason why it is permanent.
    pub fn words(&self) -> String {
        format!("{} ({})", period_words(&self.period), self.certificate.cite())
    }

    /// The citation of the certificate, followed by the least period and preperiod.
    pub fn least_words(&self) -> String {
        format!("{}, least {}", self.certificate.cite(), period_words(&self.period))
    }

    /// How many values the proof examined.
    pub fn heaps(&self) -> usize {
        self.certificate.heaps()
    }

    /// The value of a heap of any size; `None` if the size is negative.
    pub fn value(&self, heap: &Int) -> Option<BigInt> {
        let heap = heap.to_big();
        let start = BigInt::from(self.period.preperiod);
        let values = &self.sequence.values;
        if heap < start {
            return usize::try_from(&heap).ok().and_then(|at| values.get(at)).map(|it| BigInt::from(*it));
        }
        let (times, rest) = (&heap - &start).div_mod_floor(&BigInt::from(self.period.period));
        let at = self.period.preperiod + usize::try_from(&rest).ok()?;
        Some(BigInt::from(*values.get(at)?) + times * self.sequence.saltus)
    }
}

/// The rules of a one-heap game in the form that [`Split`] takes; `None` if [`Split`] does not
/// support them.
pub(super) fn rules(shape: &OneHeap) -> Option<Rules> {
    let mut rules = Vec::new();
    let two = if shape.two_equal == shape.two_unequal { Parts::Two } else { Parts::TwoUnequal };
    if two == Parts::TwoUnequal && !shape.two_equal.is_empty() {
        return None;
    }
    let places = [
        (&shape.all, Parts::Nothing),
        (&shape.one, Parts::One),
        (&shape.two_unequal, two),
        (&shape.more[0], Parts::Three),
        (&shape.more[1], Parts::Four),
    ];
    for (amounts, parts) in places {
        let mut rule = |take| rules.push(Rule { take, parts, least_heap: 0 });
        match amounts {
            Amounts::Only(amounts) => {
                for amount in amounts {
                    rule(Take::Exactly(usize::try_from(*amount).ok()?));
                }
            }
            Amounts::AllBut(amounts) => {
                // The least amount is 1 if at most one heap is left: an empty heap has no move, and
                // taking 0 would leave the heap as it is.
                let least = usize::from(matches!(parts, Parts::Nothing | Parts::One));
                let tail = amounts.last().map_or(Some(0), |last| usize::try_from(*last).ok())? + 1;
                let tail = if amounts.is_empty() { least } else { tail };
                if tail > MOST_LISTED {
                    return None;
                }
                for amount in least..tail {
                    if amounts.binary_search(&(amount as u64)).is_err() {
                        rule(Take::Exactly(amount));
                    }
                }
                rule(Take::AtLeast(tail));
            }
        }
    }
    Rules::new(rules).ok()
}

/// A period in words: `period 7`, `period 34 from 53 on`, `period 4 adding 2`.
pub fn period_words(period: &Period) -> String {
    let mut words = format!("period {}", period.period);
    if period.preperiod > 0 {
        words.push_str(&format!(" from {} on", period.preperiod));
    }
    if period.saltus > 0 {
        words.push_str(&format!(" adding {}", period.saltus));
    }
    words
}
