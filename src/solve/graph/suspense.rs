//! Computes the suspense of positions: for how many moves the winner can prolong loop-free play
//! (T06).

use super::options::Failure;
use super::play::{Play, View};
use crate::code::Stop;

/// The suspense of positions. If a position has an entry, so do all positions that play can reach
/// from it.
#[derive(Default)]
pub struct Suspense {
    known: Vec<Option<u32>>,
}

/// A position whose options are being examined.
struct Frame {
    position: u32,
    options: Vec<u32>,
    next: usize,
}

impl Suspense {
    fn known(&self, position: u32) -> Option<u32> {
        self.known.get(position as usize).copied().flatten()
    }

    /// The suspense of a position from which play ends. It is 0 if there is no move. If some option
    /// has even suspense, it is 1 more than the greatest even suspense of an option; otherwise it
    /// is 1 more than the least suspense of an option.
    pub fn of<P: Play>(&mut self, play: &mut P, root: u32) -> Result<u32, Failure> {
        let mut path: Vec<Frame> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(position) = next.take()
                && self.known(position).is_none()
            {
                let mut options = Vec::new();
                if let View::Over { .. } = play.view(position, &mut options)? {
                    options.clear();
                }
                if path.len() > play.len() {
                    // The path is longer than the number of positions, so some position repeats.
                    return Err(Stop::Bail.into());
                }
                path.push(Frame { position, options, next: 0 });
            }
            let Some(frame) = path.last_mut() else { return self.known(root).ok_or(Stop::Bail.into()) };
            if let Some(option) = frame.options.get(frame.next) {
                frame.next += 1;
                next = Some(*option);
                continue;
            }
            let (position, options) = (frame.position, std::mem::take(&mut frame.options));
            path.pop();
            let value = self.by_options(&options);
            let at = position as usize;
            self.known.resize(self.known.len().max(at + 1), None);
            self.known[at] = Some(value);
        }
    }

    /// The suspense of a position by that of its options, which are all known.
    fn by_options(&self, options: &[u32]) -> u32 {
        let of = || options.iter().filter_map(|option| self.known(*option));
        let even = of().filter(|value| value % 2 == 0).max();
        even.or(of().min()).map_or(0, |value| value + 1)
    }
}
