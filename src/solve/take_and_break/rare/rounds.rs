//! Lets several threads work together in short rounds.
//!
//! A round may take less time than waking a thread, so a waiting thread polls for a while before it sleeps.
//! Between rounds only the leading thread works.

use std::hint;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Scope, Thread};

/// How many times a waiting thread polls before it sleeps.
const QUESTIONS: usize = 1 << 12;

/// The state that the leading thread and its helpers share.
pub struct Rounds {
    leader: Thread,
    helpers: usize,
    /// The number of rounds begun.
    begun: AtomicUsize,
    /// How many helpers have finished their part of the current round.
    done: AtomicUsize,
    /// Whether the helpers are to end.
    over: AtomicBool,
}

impl Rounds {
    /// Rounds led by the calling thread, with `helpers` helping threads.
    pub fn new(helpers: usize) -> Self {
        Rounds {
            leader: thread::current(),
            helpers,
            begun: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// Starts a helper that calls `part` once in each round. The helper ends when the [`Lead`] is
    /// dropped.
    pub fn start_helper<'s>(&'s self, scope: &'s Scope<'s, '_>, part: impl Fn() + Send + 's) -> Thread {
        let helper = scope.spawn(move || {
            let mut round = 0;
            loop {
                wait_until(|| {
                    self.begun.load(Ordering::Acquire) != round || self.over.load(Ordering::Acquire)
                });
                if self.over.load(Ordering::Acquire) {
                    return;
                }
                round += 1;
                let _done = Done(self);
                part();
            }
        });
        helper.thread().clone()
    }
}

/// Signals that a helper has finished, even after a panic; then the scope ends with a panic too.
struct Done<'r>(&'r Rounds);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.done.fetch_add(1, Ordering::AcqRel);
        self.0.leader.unpark();
    }
}

/// The lead of the rounds; helpers end when it is dropped.
pub struct Lead<'r> {
    rounds: &'r Rounds,
    helpers: Vec<Thread>,
}

impl<'r> Lead<'r> {
    /// Leads these helpers, all that `rounds` expects.
    pub fn new(rounds: &'r Rounds, helpers: Vec<Thread>) -> Self {
        Lead { rounds, helpers }
    }

    /// Runs one round: this thread calls `part` while the helpers do theirs. Returns when all have
    /// finished.
    pub fn round(&self, part: impl FnOnce()) {
        let Rounds { helpers, begun, done, .. } = self.rounds;
        done.store(0, Ordering::Release);
        begun.fetch_add(1, Ordering::AcqRel);
        self.helpers.iter().for_each(Thread::unpark);
        part();
        wait_until(|| done.load(Ordering::Acquire) == *helpers);
    }
}

impl Drop for Lead<'_> {
    fn drop(&mut self) {
        self.rounds.over.store(true, Ordering::Release);
        self.helpers.iter().for_each(Thread::unpark);
    }
}

fn wait_until(come: impl Fn() -> bool) {
    for _ in 0..QUESTIONS {
        if come() {
            return;
        }
        hint::spin_loop();
    }
    while !come() {
        thread::park();
    }
}
