//! Lets long computations report their progress, and lets the caller stop them.

use std::ops::ControlFlow;

/// Called with the number of values finished since the last call; `Break` means stop at once.
pub type Pace<'p> = &'p (dyn Fn(u64) -> ControlFlow<()> + Sync);

/// The computation ended early because the pace requested a stop. Values that it has already added
/// to a list are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Reports progress to the pace, and turns a request to stop into an error that `?` passes on.
pub fn report(pace: Pace<'_>, finished: u64) -> Result<(), Stopped> {
    match pace(finished) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stopped),
    }
}

/// Reports to the pace at the `done`-th value of a loop, once for every `stride` values.
pub fn every(pace: Pace<'_>, done: u64, stride: u64) -> Result<(), Stopped> {
    if done.is_multiple_of(stride) { report(pace, stride) } else { Ok(()) }
}
