//! Spreads independent tasks over threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `each` for every number below `tasks`, on at most `threads` threads; returns the results
/// in order.
pub fn spread<T: Send>(threads: usize, tasks: usize, each: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if threads.min(tasks) < 2 {
        return (0..tasks).map(each).collect();
    }
    let taken = AtomicUsize::new(0);
    let part = || {
        let next = || Some(taken.fetch_add(1, Ordering::Relaxed)).filter(|&task| task < tasks);
        std::iter::from_fn(next).map(|task| (task, each(task))).collect::<Vec<_>>()
    };
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.min(tasks)).map(|_| scope.spawn(part)).collect();
        let own = part();
        let join = |helper: thread::ScopedJoinHandle<'_, _>| {
            helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        own.into_iter().chain(helpers.into_iter().flat_map(join)).collect()
    });
    results.sort_unstable_by_key(|&(task, _)| task);
    results.into_iter().map(|(_, result)| result).collect()
}
