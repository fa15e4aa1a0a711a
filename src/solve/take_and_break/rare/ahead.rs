//! Verifies candidates on other threads while the first thread finds further candidates.
//!
//! The thread that finds candidates sends them in portions to the other threads, some portions
//! ahead of the returned ones. Candidates that the likely splits do not verify come back and are
//! searched for among all moves, in order. A rare heap makes all later candidates void, and the run
//! ends; the caller begins another one. The first thread tries likely splits for some portions as
//! well: for more of them, the more it has to wait for other threads.

use super::candidates::Trouble;
use super::front::{DEPTH, Front};
use super::kinds::Kinds;
use super::verifier::{Tried, Verifier};
use super::witnesses::Witness;
use crate::pace::{self, Pace};
use crate::take_and_break::cell::Cell;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Of this many successive portions, the first thread tries [`Ahead::own_share`], which is 0 to all
/// of them.
const SHARES: usize = 32;

/// A task for a helping thread.
enum Task<C> {
    /// The next candidates, from heap `start` on, with codes below `codes`. The helper adds them to
    /// its planes, and with `to_try` tries likely splits for them.
    Candidates { start: usize, cells: Vec<C>, codes: usize, to_try: bool },
    /// A split to be added to the list of this code.
    Remember(u32, Witness),
}

/// The first thread's view of a helping thread; `waiting` counts the portions whose results are
/// still to come.
struct Helper<C> {
    tasks: Sender<Task<C>>,
    results: Receiver<Tried>,
    waiting: usize,
}

/// The candidates from the end of the previous portion to before heap `end`, which were sent to a helper
/// or tried by the first thread.
struct Portion {
    end: usize,
    result: Source,
}

/// Where the result for a portion comes from.
enum Source {
    /// From the helper with this index.
    Helper(usize),
    /// The first thread has tried the portion itself.
    Here(Tried),
}

/// Performs tasks until the channel closes.
fn help<C: Cell>(kinds: &Kinds, verifier: &mut Verifier, tasks: Receiver<Task<C>>, results: Sender<Tried>) {
    for task in tasks {
        match task {
            Task::Candidates { start, cells, codes, to_try: true } => {
                let tried = verifier.try_candidates(kinds, &cells, start, codes, 1);
                if results.send(tried).is_err() {
                    return;
                }
            }
            Task::Candidates { start, cells, codes, to_try: false } => {
                verifier.follow(kinds, &cells, start, codes);
            }
            Task::Remember(code, witness) => verifier.remember(code, witness),
        }
    }
}

impl Front<'_> {
    /// Finds values in portions of `heaps` heaps, until there are `to` or one heap is rare.
    /// This thread uses the first verifier, and each helping thread one of the others.
    pub fn many_blocks_ahead<C: Cell>(
        &mut self,
        verifiers: &mut [Verifier],
        cells: &mut Vec<C>,
        heaps: usize,
        to: usize,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        let codes = self.candidates.codes();
        verifiers.iter_mut().for_each(|verifier| verifier.follow(self.kinds, cells, 0, codes));
        let kinds = self.kinds;
        let Some((own, others)) = verifiers.split_first_mut() else { return Ok(()) };
        let outcome = thread::scope(|scope| {
            let start_helper = |verifier| {
                let (tasks, received) = channel();
                let (sender, results) = channel();
                scope.spawn(move || help(kinds, verifier, received, sender));
                Helper { tasks, results, waiting: 0 }
            };
            let helpers = others.iter_mut().map(start_helper).collect();
            let mut course = Ahead {
                front: self,
                own: &mut *own,
                helpers,
                portions: VecDeque::new(),
                own_share: 0,
                claim: 0,
            };
            course.run(cells, heaps, to, pace)
        });
        verifiers.iter_mut().for_each(|verifier| verifier.drop_from(cells.len().saturating_sub(1)));
        outcome
    }
}

/// The state of a run, which ends at the latest at the next rare heap.
struct Ahead<'a, 'f, C> {
    front: &'a mut Front<'f>,
    own: &'a mut Verifier,
    helpers: Vec<Helper<C>>,
    /// The portions not yet concluded, in order.
    portions: VecDeque<Portion>,
    /// Of `SHARES` portions, the first thread tries this many.
    own_share: usize,
    /// Grows by `own_share` with each portion; at `SHARES` the first thread tries the portion
    /// itself.
    claim: usize,
}

impl<C: Cell> Ahead<'_, '_, C> {
    /// Finds values until there are `to`, a heap is rare, or the work is stopped or fails. On
    /// return all cells are verified.
    fn run(&mut self, cells: &mut Vec<C>, heaps: usize, to: usize, pace: Pace<'_>) -> Result<(), Trouble> {
        let mut verified = cells.len();
        let mut outcome = Ok(());
        loop {
            let more = cells.len() < to && outcome.is_ok();
            if more && self.portions.len() <= DEPTH * self.helpers.len() {
                outcome = self.next_portion(cells, to.min(cells.len() + heaps), pace);
                continue;
            }
            let Some(portion) = self.portions.pop_front() else { return outcome };
            let rare = self.conclude(cells, &portion);
            let known = if rare { cells.len() } else { portion.end };
            let wish = pace::report(pace, (known - verified) as u64);
            verified = known;
            if rare || wish.is_err() {
                cells.truncate(verified);
                return Ok(wish?);
            }
        }
    }

    /// Finds the candidates of the next portion, and has the helper with the least to do, or this
    /// thread, try them.
    fn next_portion(&mut self, cells: &mut Vec<C>, end: usize, pace: Pace<'_>) -> Result<(), Trouble> {
        let start = cells.len();
        let outcome = self.front.append(cells, end, 1, pace);
        let codes = self.front.candidates.codes();
        let chosen = (0..self.helpers.len()).min_by_key(|&helper| self.helpers[helper].waiting);
        self.claim += self.own_share;
        let chosen = chosen.filter(|_| self.claim < SHARES);
        for (at, helper) in self.helpers.iter_mut().enumerate() {
            let to_try = chosen == Some(at);
            helper.waiting += usize::from(to_try);
            let task = Task::Candidates { start, cells: cells[start..].to_vec(), codes, to_try };
            // A missing helper has panicked, which ends the scope with a panic too.
            let _ = helper.tasks.send(task);
        }
        let result = match chosen {
            Some(helper) => Source::Helper(helper),
            None => {
                self.claim -= SHARES;
                self.own.follow(self.front.kinds, &cells[..start], 0, codes);
                Source::Here(self.own.try_candidates(self.front.kinds, &cells[start..], start, codes, 1))
            }
        };
        self.portions.push_back(Portion { end: cells.len(), result });
        outcome
    }

    /// Completes the verification of a portion. Returns whether one of its heaps is rare; the cells
    /// then end with the first rare heap.
    fn conclude(&mut self, cells: &mut Vec<C>, portion: &Portion) -> bool {
        let received;
        let tried = match &portion.result {
            Source::Here(tried) => tried,
            Source::Helper(helper) => {
                let helper = &mut self.helpers[*helper];
                helper.waiting -= 1;
                received = match helper.results.try_recv() {
                    Ok(tried) => {
                        self.own_share = self.own_share.saturating_sub(1);
                        tried
                    }
                    Err(_) => {
                        self.own_share = (self.own_share + 1).min(SHARES);
                        // No result means that the helper has panicked: so will this thread, at the end of the scope.
                        helper.results.recv().unwrap_or_default()
                    }
                };
                &received
            }
        };
        let looked = self.front.look_among_all(cells, tried, portion.end, 1);
        for (code, witness) in looked.witnesses {
            self.own.remember(code, witness);
            for helper in &self.helpers {
                let _ = helper.tasks.send(Task::Remember(code, witness));
            }
        }
        if let Some(found) = looked.found {
            cells.truncate(found.heap + 1);
            self.front.enter(cells, found);
        }
        looked.found.is_some()
    }
}
