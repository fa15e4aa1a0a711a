//! Marking blocks from afar on other threads, where rare heaps are many.
//!
//! There the far offsets take most of the time, and of a block nearly all of them reach heaps that are known before the
//! block before it is done. So while that one is done here, other threads mark the next with all offsets that reach back
//! two blocks or more. They keep the cells and the rare heaps themselves, and are told of new ones block by block.
//! How large a share is left to the first thread follows from who has to wait for whom.

use super::block::LANES;
use super::candidates::{Already, Marked, Trouble};
use super::front::Front;
use super::kinds::Kinds;
use super::offsets::{Offset, Offsets, Shifted};
use crate::solve::pace::Pace;
use crate::solve::split::cell::Cell;
use pulp::Arch;
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

/// Shares in which offsets are dealt out.
const SHARES: usize = 64;

/// Offsets that reach back so far reach heaps known before the last block.
const FAR: usize = 2 * LANES;

/// What a marking thread is told.
enum Task<C> {
    /// A block is done: its cells, and its rare heaps as offsets.
    Done(Vec<C>, Vec<Offset>),
    /// Mark the block after the next with these shares of the offsets, for so many words.
    Mark { start: usize, words: usize, shares: Range<usize> },
}

/// What a marking thread knows.
struct Marker<C> {
    arch: Arch,
    cells: Vec<C>,
    offsets: Offsets,
}

impl<C: Cell> Marker<C> {
    fn serve(mut self, kinds: &Kinds, tasks: Receiver<Task<C>>, results: Sender<Marked>) {
        for task in tasks {
            match task {
                Task::Done(cells, rares) => {
                    self.cells.extend(cells);
                    rares.iter().for_each(|rare| self.offsets.add_rare(rare.distance as usize, rare.code));
                }
                Task::Mark { start, words, shares } => {
                    let mut marked = Marked::new(kinds, start, words);
                    let rares = self.offsets.rare_count();
                    let go_on = |_| ControlFlow::Continue(());
                    for far in self.offsets.rares_within(0..rares, FAR..start) {
                        // This pace never says stop.
                        let _ = marked.add(self.arch, &self.cells, share(far, &shares), &go_on);
                    }
                    if results.send(marked).is_err() {
                        return;
                    }
                }
            }
        }
    }
}

/// Some of the offsets.
fn share<'o>(far: Shifted<'o>, shares: &Range<usize>) -> Shifted<'o> {
    let place = |share: usize| far.offsets.len() * share / SHARES;
    Shifted { offsets: &far.offsets[place(shares.start)..place(shares.end)], ..far }
}

/// A thread that marks.
struct Helper<C> {
    tasks: Sender<Task<C>>,
    results: Receiver<Marked>,
}

/// A block that others are marking.
#[derive(Clone, Copy)]
struct Asked {
    start: usize,
    words: usize,
    /// Rare heaps that were known then.
    rares: usize,
    /// The shares of the first thread.
    own: usize,
}

impl Front<'_> {
    /// Block by block, each heap verified before the next, until there are `to` heaps, or more than so many rare ones, or
    /// they have become seldom.
    pub fn blocks_marked_ahead<C: Cell>(
        &mut self,
        cells: &mut Vec<C>,
        to: usize,
        most_rares: usize,
        threads: usize,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        let (arch, kinds) = (self.arch, self.kinds);
        thread::scope(|scope| {
            let helpers: Vec<Helper<C>> = (1..threads)
                .map(|_| {
                    let (tasks, received) = channel();
                    let (sender, results) = channel();
                    let offsets = self.candidates.offsets.clone();
                    let marker = Marker { arch, cells: cells.clone(), offsets };
                    scope.spawn(move || marker.serve(kinds, received, sender));
                    Helper { tasks, results }
                })
                .collect();
            let mut asked: Option<Asked> = None;
            let mut own = 0;
            while cells.len() < to
                && self.candidates.offsets.rare_count() <= most_rares
                && self.at_once(cells.len(), 1) == 0
            {
                let marked = match asked {
                    Some(asked) => self.gather(cells, asked, &helpers, &mut own, pace)?,
                    None => self.candidates.mark(kinds, cells, pace)?,
                };
                asked = Some(self.ask(cells.len() + LANES, own, &helpers));
                let (start, rares) = (cells.len(), self.candidates.offsets.rare_count());
                self.marked_block(cells, to, marked, pace)?;
                for helper in &helpers {
                    let new = self.candidates.offsets.rares_from(rares).to_vec();
                    // A helper that is gone has panicked, which ends the scope with a panic too.
                    let _ = helper.tasks.send(Task::Done(cells[start..].to_vec(), new));
                }
            }
            Ok(())
        })
    }

    /// Has a block marked, but for so many shares.
    fn ask<C: Cell>(&self, start: usize, own: usize, helpers: &[Helper<C>]) -> Asked {
        let words = self.candidates.words();
        let place = |helper: usize| own + (SHARES - own) * helper / helpers.len();
        for (at, helper) in helpers.iter().enumerate() {
            let shares = place(at)..place(at + 1);
            let _ = helper.tasks.send(Task::Mark { start, words, shares });
        }
        Asked { start, words, rares: self.candidates.offsets.rare_count(), own }
    }

    /// Does the own share of a block and what has become known since it was asked for, and adds what others have marked.
    fn gather<C: Cell>(
        &mut self,
        cells: &[C],
        asked: Asked,
        helpers: &[Helper<C>],
        own: &mut usize,
        pace: Pace<'_>,
    ) -> Result<Marked, Trouble> {
        let Asked { start, words, rares, .. } = asked;
        let mut marked = Marked::new(self.kinds, start, words);
        for far in self.candidates.offsets.rares_within(0..rares, FAR..start) {
            marked.add(self.arch, cells, share(far, &(0..asked.own)), pace)?;
        }
        for helper in helpers {
            let theirs = match helper.results.try_recv() {
                Ok(theirs) => {
                    *own = own.saturating_sub(1);
                    Some(theirs)
                }
                Err(TryRecvError::Empty) => {
                    *own = (*own + 1).min(SHARES - helpers.len());
                    helper.results.recv().ok()
                }
                Err(TryRecvError::Disconnected) => None,
            };
            // No result means that the helper has panicked: so will this thread, at the end of the scope.
            theirs.iter().for_each(|theirs| marked.join(theirs));
        }
        self.candidates.complete(cells, &mut marked, Already { from: FAR, rares }, pace)?;
        Ok(marked)
    }
}
