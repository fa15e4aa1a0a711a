//! Decides single components, depth first, where the opponent may forbid some options each turn.

use super::options::Failure;
use super::play::{Play, View};
use crate::code::Stop;

/// The outcomes of positions with their numbers of moves. If a position is decided, so are all
/// positions that play can reach from it.
#[derive(Default)]
pub struct Turns {
    known: Vec<Option<Decided>>,
}

/// Whether the player to move wins, and in how many moves.
type Decided = (bool, u32);

/// A position whose options are being examined.
struct Frame {
    position: u32,
    view: View,
    options: Vec<u32>,
    next: usize,
}

impl Turns {
    /// The outcome of a position and the number of moves, if they are known.
    pub fn known(&self, position: u32) -> Option<Decided> {
        self.known.get(position as usize).copied().flatten()
    }

    /// Decides who wins a position from which play ends. For a position and its number of options,
    /// `turn` gives how many options the opponent can forbid, and how many moves it takes to leave
    /// the position.
    pub fn settle<P: Play>(
        &mut self,
        play: &mut P,
        root: u32,
        turn: &dyn Fn(&P, u32, usize) -> (u64, u32),
    ) -> Result<(), Failure> {
        let mut path: Vec<Frame> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(position) = next.take()
                && self.known(position).is_none()
            {
                let mut options = Vec::new();
                let view = play.view(position, &mut options)?;
                if path.len() > play.len() {
                    // The path is longer than the number of positions, so some position repeats.
                    return Err(Stop::Bail.into());
                }
                path.push(Frame { position, view, options, next: 0 });
            }
            let Some(frame) = path.last_mut() else { return Ok(()) };
            if let (View::Open, Some(option)) = (frame.view, frame.options.get(frame.next)) {
                frame.next += 1;
                next = Some(*option);
                continue;
            }
            let decided = match frame.view {
                View::Over { won } => (won, 0),
                View::Open => {
                    self.by_options(&frame.options, turn(play, frame.position, frame.options.len()))
                }
            };
            let at = frame.position as usize;
            path.pop();
            self.known.resize(self.known.len().max(at + 1), None);
            self.known[at] = Some(decided);
        }
    }

    /// The outcome of a position by those of its options. The player to move wins if more options
    /// are lost for the opponent than the opponent can forbid. A losing opponent forbids the lost
    /// options that end soonest. A winning opponent forbids all lost options, and of the others
    /// those that last longest.
    fn by_options(&self, options: &[u32], (spare, pace): (u64, u32)) -> Decided {
        let known = || options.iter().filter_map(|option| self.known(*option));
        let lasting = |wins: bool| {
            let mut moves: Vec<u32> = known().filter(|it| it.0 == wins).map(|it| it.1).collect();
            moves.sort_unstable();
            moves
        };
        let lost = lasting(false);
        let spare = usize::try_from(spare).unwrap_or(usize::MAX);
        if let Some(moves) = lost.get(spare) {
            return (true, moves + pace);
        }
        let left = lasting(true).into_iter().rev().nth(spare - lost.len());
        (false, left.map_or(0, |moves| moves + pace))
    }
}
