//! Searches one board on several threads, which share the table of parts.

use super::search::{Means, Placed, Search, Trouble};
use super::table::Table;
use super::words::Words;
use crate::locality::Net;
use crate::position::{Budget, Limit};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many checks of the budget, one every few thousand steps, one thread works alone before the
/// others join. Short searches end earlier.
const ALONE: u64 = if cfg!(test) { 1 } else { 400 };

/// The search of the boards of one net, whatever its number of words.
pub trait Boards {
    /// The value of the board on which these literals are true.
    fn value(&mut self, table: &Table, state: &[u32], budget: &Budget<'_>) -> Result<u16, Trouble>;
    /// Whether the board on which these literals are true has this value.
    fn has(&mut self, table: &Table, state: &[u32], value: u16, budget: &Budget<'_>)
    -> Result<bool, Trouble>;
}

/// The searches of all threads. Each has its own parts and buffers; the table is shared.
#[derive(Debug)]
pub struct Team<const N: usize> {
    /// The search of the calling thread.
    first: Search<N>,
    /// The searches of further threads, made when several threads are first needed.
    others: Vec<Search<N>>,
}

/// A question about a board that any of the searches can answer.
type Question<'q, const N: usize, T> = &'q (dyn Fn(&mut Search<N>, &Budget<'_>) -> Result<T, Trouble> + Sync);

impl<const N: usize> Team<N> {
    /// Makes a team without results.
    pub fn new(net: &Net) -> Team<N> {
        Team { first: Search::new(net), others: Vec::new() }
    }

    /// Answers a question: for a short time on the calling thread only, then on all threads.
    fn ask<T: Send>(&mut self, question: Question<'_, N, T>, budget: &Budget<'_>) -> Result<T, Trouble> {
        if budget.threads < 2 {
            return question(&mut self.first, budget);
        }
        let looks = AtomicU64::new(0);
        let stop = budget.stop_after(&looks, ALONE);
        match question(&mut self.first, &budget.within(&stop)) {
            Err(Trouble::Limit(Limit::Time)) if (budget.stopper())().is_none() => {
                self.ask_all(question, budget)
            }
            answer => answer,
        }
    }

    /// Lets all threads answer a question, and returns the answer of the first thread that
    /// finishes; the others then stop.
    fn ask_all<T: Send>(&mut self, question: Question<'_, N, T>, budget: &Budget<'_>) -> Result<T, Trouble> {
        while self.others.len() + 1 < budget.threads {
            self.others.push(self.first.clone());
        }
        let is_done = AtomicBool::new(false);
        let outer = budget.stopper();
        let stop = || outer().or(is_done.load(Ordering::Relaxed).then_some(Limit::Time));
        let first = Mutex::new(None);
        let work = |search: &mut Search<N>, budget: Budget<'_>| {
            let answer = question(search, &budget);
            let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
            is_done.store(true, Ordering::Relaxed);
            first.get_or_insert(answer);
        };
        thread::scope(|scope| {
            for search in &mut self.others {
                let (work, budget) = (&work, budget.within(&stop));
                scope.spawn(move || work(search, budget));
            }
            work(&mut self.first, budget.within(&stop));
        });
        let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
        first.unwrap_or(Err(Trouble::Limit(Limit::Time)))
    }
}

impl<const N: usize> Boards for Team<N> {
    fn value(&mut self, table: &Table, state: &[u32], budget: &Budget<'_>) -> Result<u16, Trouble> {
        let question = |search: &mut Search<N>, budget: &Budget<'_>| {
            let means = Means { table, budget };
            let parts: Vec<Placed<N>> = search.parts(means, Words::of(state))?;
            parts.into_iter().try_fold(0, |value, part| Ok(value ^ search.value(means, part)?))
        };
        self.ask(&question, budget)
    }

    fn has(
        &mut self,
        table: &Table,
        state: &[u32],
        value: u16,
        budget: &Budget<'_>,
    ) -> Result<bool, Trouble> {
        let question = |search: &mut Search<N>, budget: &Budget<'_>| {
            let means = Means { table, budget };
            let parts = search.parts(means, Words::of(state))?;
            search.makes(means, &parts, value)
        };
        self.ask(&question, budget)
    }
}
