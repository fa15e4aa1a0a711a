//! Decides positions by retrograde analysis: lays out all play from a position as a graph, and
//! decides the positions backwards from the ends. The positions decided in stage n end in n moves
//! with best play.

use super::options::Failure;
use super::play::{Play, View};
use super::table::NOTHING;
use crate::Outcome;
use crate::code::Stop;
use crate::position::Limit;

/// Marks in `place` a position that was found but has no place yet.
const MET: u32 = 0;

/// If at least this many new positions wait, they are sorted before they are expanded.
const WORTH_SORTING: usize = 1 << 16;

/// Outcomes of positions. Once a position is decided, all positions that play can reach from it are
/// decided too.
#[derive(Default)]
pub struct Kernel {
    decided: Vec<Decided>,
    /// The place of each position in the layout of the current question; [`NOTHING`] if it has
    /// none.
    place: Vec<u32>,
}

/// The outcome of one position, if known, with the number of moves until play ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Decided {
    #[default]
    Unknown,
    Lost(u32),
    Won(u32),
    Drawn,
}

/// The positions that were laid out for one question. Lists are indexed by place.
struct Layout {
    /// The number of each position.
    positions: Vec<u32>,
    /// For each position, how many of its options are not known to be won by the opponent.
    open: Vec<u32>,
    /// For each position, the latest stage of an option that is won by the opponent.
    latest: Vec<u32>,
    /// The places from which moves come, ordered by the place to which they lead.
    from: Vec<u32>,
    /// For each place, the end in `from` of the moves that lead to it.
    from_ends: Vec<u32>,
    stages: Stages,
}

/// What the options of a position imply for it.
struct Weighed {
    /// How many options are not known to be won by the opponent.
    open: u32,
    /// The latest stage of an option that is won by the opponent.
    latest: u32,
    /// The earliest known stage in which the position is won; [`NOTHING`] if none is known.
    soonest: u32,
}

/// For each stage, the places of positions that are to be decided in it.
#[derive(Default)]
struct Stages {
    won: Vec<Vec<u32>>,
    lost: Vec<Vec<u32>>,
}

impl Stages {
    /// Notes that a position is to be decided in a stage.
    fn add(&mut self, stage: u32, won: bool, place: u32) {
        let lists = if won { &mut self.won } else { &mut self.lost };
        if lists.len() <= stage as usize {
            lists.resize(stage as usize + 1, Vec::new());
        }
        lists[stage as usize].push(place);
    }
}

impl Kernel {
    /// Who wins a position and in how many moves, if that is known.
    pub fn known(&self, position: u32) -> Option<(Outcome, Option<u64>)> {
        match self.decided.get(position as usize)? {
            Decided::Unknown => None,
            Decided::Lost(moves) => Some((Outcome::Previous, Some(u64::from(*moves)))),
            Decided::Won(moves) => Some((Outcome::Next, Some(u64::from(*moves)))),
            Decided::Drawn => Some((Outcome::Draw, None)),
        }
    }

    /// Decides a position and all positions that play can reach from it. Positions that stay
    /// undecided are draws if play `may_go_on` for ever at all of them. Otherwise nothing is
    /// decided, and the first position at which play has to end is returned. `None` if all
    /// positions are decided.
    pub fn settle<P: Play>(
        &mut self,
        play: &mut P,
        root: u32,
        most: u64,
        may_go_on: &mut dyn FnMut(&P, u32) -> bool,
    ) -> Result<Option<u32>, Failure> {
        if self.known(root).is_some() {
            return Ok(None);
        }
        let mut seen = Vec::new();
        let laid_out = self.lay_out(play, root, most, &mut seen);
        let places = laid_out.as_ref().map_or(&seen, |layout| &layout.positions);
        places.iter().for_each(|position| self.place[*position as usize] = NOTHING);
        let mut layout = laid_out?;
        self.count_back(&mut layout);
        for position in &layout.positions {
            if self.decided[*position as usize] == Decided::Unknown && !may_go_on(play, *position) {
                // The rules have a cycle that they do not declare, so all results are discarded.
                layout.positions.iter().for_each(|it| self.decided[*it as usize] = Decided::Unknown);
                return Ok(Some(*position));
            }
        }
        for position in &layout.positions {
            let decided = &mut self.decided[*position as usize];
            if *decided == Decided::Unknown {
                *decided = Decided::Drawn;
            }
        }
        Ok(None)
    }

    /// Lays out all undecided positions that play can reach from `root`. After an error, `seen` lists
    /// the positions found before it.
    fn lay_out<P: Play>(
        &mut self,
        play: &mut P,
        root: u32,
        most: u64,
        seen: &mut Vec<u32>,
    ) -> Result<Layout, Failure> {
        let (mut open, mut latest) = (Vec::new(), Vec::new());
        let (mut stages, mut to, mut to_ends) = (Stages::default(), Vec::new(), Vec::new());
        self.meet(root, seen);
        let mut options = Vec::new();
        let mut sorted = 0;
        while let Some(position) = seen.get(open.len()).copied() {
            let place = open.len() as u32;
            options.clear();
            if sorted <= open.len() && seen.len() - open.len() >= WORTH_SORTING {
                // New positions are examined in the order of their numbers, which is also their
                // order in memory.
                seen[open.len()..].sort_unstable();
                sorted = seen.len();
                continue;
            }
            self.place[position as usize] = place;
            if seen.len() as u64 > most {
                return Err(Stop::Limit(Limit::Positions).into());
            }
            let view = play.view(position, &mut options)?;
            if let View::Over { won } = view {
                stages.add(0, won, place);
                options.clear();
            }
            let weighed = self.weigh(&options, seen, &mut to);
            if weighed.soonest != NOTHING {
                stages.add(weighed.soonest, true, place);
            } else if weighed.open == 0 && view == View::Open {
                stages.add(weighed.latest + 1, false, place);
            }
            open.push(weighed.open);
            latest.push(weighed.latest);
            to_ends.push(to.len());
        }
        to.iter_mut().for_each(|option| *option = self.place[*option as usize]);
        let (from, from_ends) = turned(&to, &to_ends);
        Ok(Layout { positions: std::mem::take(seen), open, latest, from, from_ends, stages })
    }

    /// Examines the options of a position. Adds undecided options to `seen`, and records the moves
    /// to them in `to`.
    #[inline]
    fn weigh(&mut self, options: &[u32], seen: &mut Vec<u32>, to: &mut Vec<u32>) -> Weighed {
        let mut weighed = Weighed { open: options.len() as u32, latest: 0, soonest: NOTHING };
        for option in options {
            // A position with a place belongs to this layout, so it is not decided yet.
            if self.place.get(*option as usize).is_some_and(|place| *place != NOTHING) {
                to.push(*option);
                continue;
            }
            match self.decided.get(*option as usize).copied().unwrap_or_default() {
                Decided::Unknown => {
                    self.meet(*option, seen);
                    to.push(*option);
                }
                Decided::Lost(stage) => weighed.soonest = weighed.soonest.min(stage + 1),
                Decided::Won(stage) => {
                    weighed.open -= 1;
                    weighed.latest = weighed.latest.max(stage);
                }
                Decided::Drawn => {}
            }
        }
        weighed
    }

    /// Adds a position to `seen`, unless it is there already.
    fn meet(&mut self, position: u32, seen: &mut Vec<u32>) {
        if self.place.len() <= position as usize {
            self.place.resize(position as usize + 1, NOTHING);
            self.decided.resize(position as usize + 1, Decided::Unknown);
        }
        if self.place[position as usize] == NOTHING {
            self.place[position as usize] = MET;
            seen.push(position);
        }
    }

    /// Decides positions stage by stage: a position with a lost option is won, and a position all
    /// of whose options are won is lost.
    fn count_back(&mut self, layout: &mut Layout) {
        let mut stage = 0;
        while (stage as usize) < layout.stages.won.len().max(layout.stages.lost.len()) {
            for won in [true, false] {
                let lists = if won { &mut layout.stages.won } else { &mut layout.stages.lost };
                let places = lists.get_mut(stage as usize).map(std::mem::take).unwrap_or_default();
                for place in places {
                    self.decide(layout, place, stage, won);
                }
            }
            stage += 1;
        }
    }

    /// Decides a position, and notes what follows for the positions with a move to it.
    fn decide(&mut self, layout: &mut Layout, place: u32, stage: u32, won: bool) {
        let decided = &mut self.decided[layout.positions[place as usize] as usize];
        if *decided != Decided::Unknown {
            return;
        }
        *decided = if won { Decided::Won(stage) } else { Decided::Lost(stage) };
        let start = if place == 0 { 0 } else { layout.from_ends[place as usize - 1] as usize };
        for at in start..layout.from_ends[place as usize] as usize {
            let before = layout.from[at];
            if !won {
                layout.stages.add(stage + 1, true, before);
                continue;
            }
            let before = before as usize;
            layout.open[before] -= 1;
            layout.latest[before] = layout.latest[before].max(stage);
            if layout.open[before] == 0 {
                layout.stages.add(layout.latest[before] + 1, false, before as u32);
            }
        }
    }
}

/// The moves in reverse: the places from which moves come, ordered by their targets, and for each
/// target the end of its part in that list.
fn turned(to: &[u32], to_ends: &[usize]) -> (Vec<u32>, Vec<u32>) {
    let mut ends = vec![0u32; to_ends.len() + 1];
    to.iter().for_each(|target| ends[*target as usize + 1] += 1);
    for at in 0..to_ends.len() {
        ends[at + 1] += ends[at];
    }
    let mut from = vec![0u32; to.len()];
    let mut start = 0;
    for (place, end) in to_ends.iter().enumerate() {
        for target in &to[start..*end] {
            let at = &mut ends[*target as usize];
            from[*at as usize] = place as u32;
            *at += 1;
        }
        start = *end;
    }
    ends.pop();
    (from, ends)
}
