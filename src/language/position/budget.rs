//! The limits of a computation: time, memory, threads, array entries, and examined components and
//! positions. The evaluator and the engines count their steps here; every few thousand steps, the
//! caller's function `stop` is asked for a reached limit.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Which limit stopped a computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The time ran out.
    Time,
    /// The memory ran out.
    Memory,
    /// Too many components or positions were examined.
    Positions,
    /// The user interrupted the computation.
    Interrupt,
}

/// The limits of a computation. The command line provides functions that check the clock and the
/// memory.
pub struct Budget<'a> {
    /// Returns the limit that is reached, if any.
    stop: &'a (dyn Fn() -> Option<Limit> + Sync),
    /// The number of steps since `stop` was last called.
    ticks: Cell<u32>,
    /// How many components or positions one question may examine.
    pub positions: u64,
    /// How many entries an array may have, each of a few bytes.
    pub places: u64,
    /// How many threads may work at once.
    pub threads: usize,
    /// Receives the number of examined components and positions.
    examined: Option<&'a AtomicU64>,
    /// The number of components and positions examined since `examined` was last updated.
    fresh: Cell<u64>,
    /// Receives the number of steps; shared by all forks.
    spent: Option<&'a AtomicU64>,
    /// The clock, which also receives the progress and answers questions about memory.
    observer: Option<&'a dyn Observer>,
}

/// Counts the work of engines that do not use the evaluator, across all threads.
#[derive(Clone, Copy)]
pub struct Counters<'a> {
    stop: &'a (dyn Fn() -> Option<Limit> + Sync),
    examined: Option<&'a AtomicU64>,
    spent: Option<&'a AtomicU64>,
}

impl Counters<'_> {
    /// The number of steps so far, as [`Budget::spent`].
    pub fn spent(&self) -> u64 {
        self.spent.map_or(0, |spent| spent.load(Ordering::Relaxed))
    }

    /// Counts `components` examined components, each also as one step. Returns the limit that is
    /// reached, if any.
    pub fn count(&self, components: u64) -> Option<Limit> {
        for counter in [self.examined, self.spent].into_iter().flatten() {
            counter.fetch_add(components, Ordering::Relaxed);
        }
        (self.stop)()
    }
}

/// A clock that also receives the progress. The command line provides it.
pub trait Observer: Sync {
    /// How many microseconds have passed since a fixed moment.
    fn now(&self) -> u64;
    /// Reports that the phase `what` begins.
    fn begins(&self, what: &str);
    /// Whether `bytes` more bytes would stay within the memory limit.
    fn has_room(&self, _bytes: u64) -> bool {
        true
    }
    /// How many microseconds are left before the time limit, if there is one.
    fn left(&self) -> Option<u64> {
        None
    }
}

/// Allocations of at least this many bytes (1 MiB) need the permission of the observer. Smaller
/// ones do not: the next call of `stop` reports soon enough that the memory limit is reached.
const ASKED_FOR: usize = 1 << 20;

/// The number of steps between two calls of `stop`, which checks the clock and the memory.
const TICKS: u32 = 4096;

impl<'a> Budget<'a> {
    /// A budget for one thread, which ends when `stop` returns a limit. `positions` limits both the
    /// components or positions that one question may examine and the entries of an array.
    pub fn new(stop: &'a (dyn Fn() -> Option<Limit> + Sync), positions: u64) -> Budget<'a> {
        let (ticks, fresh) = (Cell::new(0), Cell::new(0));
        let places = positions;
        Budget {
            stop,
            ticks,
            positions,
            places,
            threads: 1,
            examined: None,
            fresh,
            spent: None,
            observer: None,
        }
    }

    /// This budget with another number of threads.
    pub fn with_threads(self, threads: usize) -> Budget<'a> {
        Budget { threads: threads.max(1), ..self }
    }

    /// This budget with another limit on the entries of arrays.
    pub fn with_places(self, places: u64) -> Budget<'a> {
        Budget { places, ..self }
    }

    /// This budget, which also adds examined components and positions to a counter.
    pub fn noted(self, examined: &'a AtomicU64) -> Budget<'a> {
        Budget { examined: Some(examined), ..self }
    }

    /// This budget, which also adds its steps to a counter.
    pub fn counted(self, spent: &'a AtomicU64) -> Budget<'a> {
        Budget { spent: Some(spent), ..self }
    }

    /// This budget, with a clock that also receives the progress.
    pub fn observed(self, observer: &'a dyn Observer) -> Budget<'a> {
        Budget { observer: Some(observer), ..self }
    }

    /// How many microseconds have passed since a fixed moment; `None` without an observer.
    pub fn now(&self) -> Option<u64> {
        self.observer.map(Observer::now)
    }

    /// When one of `shares` equal shares of the remaining time ends, in microseconds of
    /// [`Budget::now`]; `None` without a time limit.
    pub fn share(&self, shares: usize) -> Option<u64> {
        let observer = self.observer?;
        Some(observer.now().saturating_add(observer.left()? / shares.max(1) as u64))
    }

    /// Counters for engines that do not use the evaluator; they add to the counters of this budget.
    pub fn counters(&self) -> Counters<'a> {
        Counters { stop: self.stop, examined: self.examined, spent: self.spent }
    }

    /// The clock, which also receives the progress, if there is one.
    pub fn observer(&self) -> Option<&'a dyn Observer> {
        self.observer
    }

    /// Reports that another phase begins.
    pub fn begins(&self, what: &str) {
        if let Some(observer) = self.observer {
            observer.begins(what);
        }
    }

    /// Checks that there is memory for `count` values of a type before they are allocated. Without
    /// an observer, and below `ASKED_FOR` bytes, there always is.
    pub fn reserve<T>(&self, count: usize) -> Result<(), Limit> {
        let bytes = count.saturating_mul(size_of::<T>());
        let has_room = |observer: &dyn Observer| observer.has_room(bytes as u64);
        if bytes < ASKED_FOR || self.observer.is_none_or(has_room) { Ok(()) } else { Err(Limit::Memory) }
    }

    /// The number of steps of this budget and all its forks, updated every few thousand steps; 0
    /// without a counter from [`Budget::counted`].
    pub fn spent(&self) -> u64 {
        self.counters().spent()
    }

    /// Counts an examined component or position.
    pub fn examine(&self) {
        self.fresh.set(self.fresh.get() + 1);
    }

    /// Counts many examined components or positions.
    pub fn examine_all(&self, count: u64) {
        self.fresh.set(self.fresh.get() + count);
    }

    /// A budget with equal limits and shared counters, for another thread or part of the work.
    pub fn fork(&self) -> Budget<'a> {
        Budget { ticks: Cell::new(0), fresh: Cell::new(0), ..*self }
    }

    /// A fork of this budget that calls `stop`, instead of this budget's function, to learn whether
    /// a limit is reached.
    pub fn within<'b>(&self, stop: &'b (dyn Fn() -> Option<Limit> + Sync)) -> Budget<'b>
    where
        'a: 'b,
    {
        Budget { stop, ..self.fork() }
    }

    /// The function that returns the limit that is reached, if any.
    pub fn stopper(&self) -> &'a (dyn Fn() -> Option<Limit> + Sync) {
        self.stop
    }

    /// A function that returns the limit that this budget has reached, if any. Otherwise it returns
    /// the time limit if it was called more than `most` times before; `looks` counts the calls in
    /// which this budget had reached no limit.
    pub fn stop_after<'l>(
        &self,
        looks: &'l AtomicU64,
        most: u64,
    ) -> impl Fn() -> Option<Limit> + Sync + use<'l, 'a>
    where
        'a: 'l,
    {
        let outer = self.stop;
        move || outer().or((looks.fetch_add(1, Ordering::Relaxed) > most).then_some(Limit::Time))
    }

    /// Counts steps. Every few thousand steps, checks the limits and updates the shared counters.
    /// The error is a limit that is reached.
    pub fn tick(&self, steps: usize) -> Result<(), Limit> {
        let ticks = self.ticks.get().saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        self.ticks.set(ticks);
        if ticks < TICKS {
            return Ok(());
        }
        self.ticks.set(0);
        if let Some(spent) = self.spent {
            spent.fetch_add(u64::from(ticks), Ordering::Relaxed);
        }
        if let Some(examined) = self.examined {
            examined.fetch_add(self.fresh.take(), Ordering::Relaxed);
        }
        match (self.stop)() {
            Some(limit) => Err(limit),
            None => Ok(()),
        }
    }
}
