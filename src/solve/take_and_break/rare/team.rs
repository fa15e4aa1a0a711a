//! Lets several threads mark a block and verify heaps together.
//!
//! In a round each thread takes tasks until none is left: to verify one heap with the moves to
//! heaps before its block, or to mark the next block with a share of the far offsets. All threads
//! read the same cells and offsets, which the first thread writes between rounds.

use super::block::LANES;
use super::candidates::{Already, Marked, Trouble};
use super::front::Front;
use super::offsets::Shifted;
use super::rounds::{Lead, Rounds};
use crate::pace::Pace;
use crate::take_and_break::cell::Cell;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockWriteGuard};
use std::thread;

/// The number of shares into which the far offsets are divided.
const SHARES: usize = 32;

/// From the block to be marked, offsets of at least this distance reach only heaps before the
/// previous block.
const FAR: usize = 2 * LANES;

/// The data that all threads read in a round, and the first thread writes between rounds.
pub struct Desk<'d, 'f, C> {
    pub front: &'d mut Front<'f>,
    pub cells: &'d mut Vec<C>,
    /// The heaps to be verified in this round.
    heaps: Range<usize>,
    /// The start of the block to be marked in this round, if any.
    next: Option<usize>,
}

/// The results of one thread in a round.
#[derive(Default)]
struct Part {
    marked: Option<Marked>,
    unreached: Vec<(usize, Option<u32>)>,
}

/// The results of all threads in a round.
pub struct Found {
    /// By heap, the least code that the moves to heaps before the block leave unreached:
    /// `Some(None)` if these moves reach all codes, `None` if no thread has examined the heap.
    pub unreached: Vec<Option<Option<u32>>>,
    next: Option<Next>,
}

/// A block that was marked in a round.
struct Next {
    marked: Marked,
    /// The number of rare heaps that were known at the start of the round.
    rares: usize,
}

/// The first thread's access to the shared data and to the helping threads.
pub struct Team<'t, 'd, 'f, C> {
    desk: &'t RwLock<Desk<'d, 'f, C>>,
    tasks: &'t AtomicUsize,
    parts: &'t Mutex<Vec<Part>>,
    lead: Lead<'t>,
}

impl<C: Cell> Desk<'_, '_, C> {
    /// Performs tasks until none is left, and returns the results.
    fn part(&self, tasks: &AtomicUsize, marks: &mut Vec<u8>) -> Part {
        let mut part = Part::default();
        loop {
            let task = tasks.fetch_add(1, Ordering::Relaxed);
            match (self.heaps.len().checked_sub(task + 1), self.next) {
                (Some(left), _) => {
                    let heap = self.heaps.start + left;
                    part.unreached
                        .push((heap, self.front.unreached(self.cells, heap, self.heaps.start, marks)));
                }
                (None, Some(next)) if task - self.heaps.len() < SHARES => {
                    let marked = part.marked.get_or_insert_with(|| self.front.unmarked(next));
                    self.mark(marked, task - self.heaps.len());
                }
                _ => return part,
            }
        }
    }

    /// Marks the next block with a share of the far offsets.
    fn mark(&self, marked: &mut Marked, share: usize) {
        let offsets = &self.front.candidates.offsets;
        let go_on = |_| ControlFlow::Continue(());
        for far in offsets.rares_within(0..offsets.rare_count(), FAR..marked.start) {
            let place = |share: usize| far.offsets.len() * share / SHARES;
            let far = Shifted { offsets: &far.offsets[place(share)..place(share + 1)], ..far };
            // This pace never requests a stop.
            let _ = marked.add(self.front.arch, self.cells, far, &go_on);
        }
    }

    /// The block that was marked in a round, with the missing marks added; `None` if no block was
    /// marked.
    pub fn marked(&mut self, found: &mut Found, pace: Pace<'_>) -> Result<Option<Marked>, Trouble> {
        let Some(Next { mut marked, rares }) = found.next.take() else { return Ok(None) };
        self.front.candidates.complete(self.cells, &mut marked, Already { from: FAR, rares }, pace)?;
        Ok(Some(marked))
    }
}

impl<'t, 'd, 'f, C: Cell> Team<'t, 'd, 'f, C> {
    /// Runs `work` with a team of `threads` threads, including this one.
    pub fn with<T>(
        front: &'d mut Front<'f>,
        cells: &'d mut Vec<C>,
        threads: usize,
        work: impl FnOnce(&Team<'_, 'd, 'f, C>) -> T,
    ) -> T {
        let desk = RwLock::new(Desk { front, cells, heaps: 0..0, next: None });
        let (tasks, parts) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let rounds = Rounds::new(threads - 1);
        thread::scope(|scope| {
            let helper = |_| {
                let marks = Mutex::new(Vec::new());
                let (desk, tasks, parts) = (&desk, &tasks, &parts);
                let part = move || {
                    let mut marks = marks.lock().unwrap_or_else(PoisonError::into_inner);
                    do_part(desk, tasks, parts, &mut marks);
                };
                rounds.start_helper(scope, part)
            };
            let helpers = (1..threads).map(helper).collect();
            work(&Team { desk: &desk, tasks: &tasks, parts: &parts, lead: Lead::new(&rounds, helpers) })
        })
    }

    /// The shared data, between two rounds.
    pub fn desk(&self) -> RwLockWriteGuard<'t, Desk<'d, 'f, C>> {
        self.desk.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs one round: these heaps, which have candidates, are verified with the moves to heaps
    /// before them, and the block that begins at `next` is marked.
    pub fn round(&self, heaps: Range<usize>, next: Option<usize>, marks: &mut Vec<u8>) -> Found {
        let mut desk = self.desk();
        (desk.heaps, desk.next) = (heaps.clone(), next);
        let rares = desk.front.candidates.offsets.rare_count();
        let mut marked = next.map(|next| desk.front.unmarked(next));
        drop(desk);
        self.tasks.store(0, Ordering::Relaxed);
        self.lead.round(|| do_part(self.desk, self.tasks, self.parts, marks));
        let parts = std::mem::take(&mut *self.parts.lock().unwrap_or_else(PoisonError::into_inner));
        let mut unreached = vec![None; heaps.len()];
        for part in parts {
            for (heap, code) in part.unreached {
                unreached[heap - heaps.start] = Some(code);
            }
            if let (Some(marked), Some(theirs)) = (&mut marked, &part.marked) {
                marked.join(theirs);
            }
        }
        Found { unreached, next: marked.map(|marked| Next { marked, rares }) }
    }
}

fn do_part<C: Cell>(
    desk: &RwLock<Desk<'_, '_, C>>,
    tasks: &AtomicUsize,
    parts: &Mutex<Vec<Part>>,
    marks: &mut Vec<u8>,
) {
    let part = desk.read().unwrap_or_else(PoisonError::into_inner).part(tasks, marks);
    parts.lock().unwrap_or_else(PoisonError::into_inner).push(part);
}
