//! Computes results on several threads, and passes them on in order.

use super::progress;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// How long to wait for a result before the progress is updated without one.
const PATIENCE: Duration = Duration::from_secs(1);

/// Computes `count` results on several threads, and passes them to `tell` in order, until `tell`
/// returns false. Returns whether `tell` always returned true. `things` is the word for the results
/// in the progress, such as `specs`.
pub fn in_order<T: Send>(
    count: usize,
    threads: usize,
    things: &str,
    make: &(dyn Fn(usize) -> T + Sync),
    tell: &mut dyn FnMut(T) -> bool,
) -> bool {
    let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            let sender = sender.clone();
            let (next, enough) = (&next, &enough);
            scope.spawn(move || {
                while !enough.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    // Sending fails if the receiver is gone: then no result is needed any more.
                    if at >= count || sender.send((at, make(at))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let told = tell_in_order(count, things, &receiver, tell);
        enough.store(true, Ordering::Relaxed);
        told
    })
}

/// Passes on results in order as they arrive out of order.
fn tell_in_order<T>(
    count: usize,
    things: &str,
    receiver: &mpsc::Receiver<(usize, T)>,
    tell: &mut dyn FnMut(T) -> bool,
) -> bool {
    let mut waiting: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let (mut told, mut done) = (0, 0);
    let mut progress = progress::Done::new(count, things);
    while told < count {
        match receiver.recv_timeout(PATIENCE) {
            Ok((at, result)) => {
                waiting[at] = Some(result);
                done += 1;
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => return true,
        }
        progress.tell(done);
        while let Some(result) = waiting.get_mut(told).and_then(Option::take) {
            told += 1;
            if !tell(result) {
                return false;
            }
        }
    }
    true
}
