//! Computes outcome and remoteness of positions by retrograde analysis of the graph of all play
//! from a position.

use super::successors::View;
use super::{Reference, limit};
use crate::Outcome;
use crate::ir::value::{Form, Position};
use crate::position::{Evaluated, Limit, Problem, ProblemKind};
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The outcome of a position, and the number of moves until it ends; `None` for a draw.
type Decided = (Outcome, Option<u64>);

/// All positions that play can reach from a root, with their moves. All lists are indexed by
/// position number.
struct Layout {
    positions: Vec<Position>,
    /// For each position, the numbers of the positions with a move to it.
    before: Vec<Vec<u32>>,
    /// For each position how many options are not yet known to be won by the opponent.
    open: Vec<u64>,
    /// For each position, how many of its options the opponent can forbid.
    spare: Vec<u64>,
    /// For each position how many options are known to be lost for the opponent.
    lost: Vec<u64>,
    /// For each position how many moves it takes to leave it.
    pace: Vec<u64>,
    decided: Vec<Option<Decided>>,
    /// Decided positions by remoteness, the nearest to an end first.
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Reference<'_, '_> {
    /// Outcome and remoteness of a position, by searching all of play from it.
    pub fn search(&mut self, root: &Position) -> Evaluated<Decided> {
        self.search_up_to(root, self.position_limit())
    }

    /// Outcome and remoteness of a position, by searching all of play from it; an error if play
    /// reaches more than `most` positions.
    pub fn search_up_to(&mut self, root: &Position, most: u64) -> Evaluated<Decided> {
        if let Some(known) = self.searched.get(root) {
            return Ok(*known);
        }
        let mut layout = self.lay_out(root, most)?;
        layout.count_back();
        self.refuse_cycles(&layout)?;
        // An undecided position is a draw: the player to move can prevent play from ending.
        let decided = layout.decided.into_iter().map(|it| it.unwrap_or((Outcome::Draw, None)));
        let first = self.searched.len();
        self.searched.extend(layout.positions.into_iter().zip(decided));
        debug_assert!(self.searched.len() > first);
        Ok(self.searched[root])
    }

    /// Returns an error if there are undecided positions, and no `loopy` game can be reached from any
    /// of them: then the rules have a cycle that they do not declare.
    fn refuse_cycles(&self, layout: &Layout) -> Evaluated<()> {
        let undecided = layout.positions.iter().zip(&layout.decided).filter(|(_, decided)| decided.is_none());
        let mut circling = None;
        for (position, _) in undecided {
            let sums: &[_] = match &position.form {
                Form::Sum(sum) => std::slice::from_ref(sum),
                Form::Compound(_, sums) | Form::Operands(sums) => sums,
            };
            for (part, _) in sums.iter().flat_map(|sum| sum.parts.iter()) {
                if self.loopy(part.game) {
                    return Ok(());
                }
                circling.get_or_insert(part);
            }
        }
        match circling.cloned() {
            Some(component) => Err(Problem { span: Span::default(), kind: ProblemKind::Cycle { component } }),
            None => Ok(()),
        }
    }

    /// Lists all positions that play can reach from `root`, breadth first. Decides the positions
    /// where play is over, where the opponent can forbid all options, or whose results are known
    /// from an earlier search; play from the latter is not followed.
    fn lay_out(&mut self, root: &Position, most: u64) -> Evaluated<Layout> {
        let mut layout = Layout {
            positions: vec![root.clone()],
            before: vec![Vec::new()],
            open: Vec::new(),
            spare: Vec::new(),
            lost: Vec::new(),
            pace: Vec::new(),
            decided: vec![None],
            queue: BinaryHeap::new(),
        };
        let mut numbers: FxHashMap<Position, u32> = FxHashMap::default();
        numbers.insert(root.clone(), 0);
        let mut at = 0;
        while let Some(position) = layout.positions.get(at).cloned() {
            if let Some(known) = self.searched.get(&position) {
                layout.push(0, 0, 1);
                layout.decide(at, *known);
                at += 1;
                continue;
            }
            match self.view(&position)? {
                View::Over { won } => {
                    layout.push(0, 0, 1);
                    layout.decide(at, (if won { Outcome::Next } else { Outcome::Previous }, Some(0)));
                }
                View::Open(options) => {
                    self.tick(options.len())?;
                    let (count, spare) =
                        (options.len() as u64, self.instance.spare(&position, options.len()));
                    layout.push(count, spare, self.instance.pace_at(&position));
                    if count <= spare {
                        // The opponent can forbid all options.
                        layout.decide(at, (Outcome::Previous, Some(0)));
                    }
                    for option in options {
                        let fresh = layout.positions.len() as u32;
                        let number = *numbers.entry(option.clone()).or_insert(fresh);
                        if number == fresh {
                            if u64::from(fresh) >= most {
                                return Err(limit(Limit::Positions));
                            }
                            layout.positions.push(option);
                            layout.before.push(Vec::new());
                            layout.decided.push(None);
                        }
                        layout.before[number as usize].push(at as u32);
                    }
                }
            }
            at += 1;
        }
        Ok(layout)
    }
}

impl Layout {
    /// Adds the initial state of the next position.
    fn push(&mut self, open: u64, spare: u64, pace: u64) {
        self.open.push(open);
        self.spare.push(spare);
        self.lost.push(0);
        self.pace.push(pace);
    }

    /// Records a result, and queues the position unless it is a draw.
    fn decide(&mut self, at: usize, decided: Decided) {
        self.decided[at] = Some(decided);
        if let Some(remoteness) = decided.1 {
            self.queue.push(Reverse((remoteness, at as u32)));
        }
    }

    /// Decides positions from the ends backwards: a position with a lost option is won, and a
    /// position all of whose options are won is lost. If the opponent can forbid n options, a
    /// position is won once more than n options are lost, and lost once at most n are not won.
    fn count_back(&mut self) {
        while let Some(Reverse((remoteness, at))) = self.queue.pop() {
            let Some((outcome, Some(known))) = self.decided[at as usize] else { continue };
            if known != remoteness {
                continue;
            }
            for before in std::mem::take(&mut self.before[at as usize]) {
                let before = before as usize;
                if self.decided[before].is_some() {
                    continue;
                }
                let moves = remoteness + self.pace[before];
                if outcome == Outcome::Previous {
                    self.lost[before] += 1;
                    if self.lost[before] > self.spare[before] {
                        self.decide(before, (Outcome::Next, Some(moves)));
                    }
                } else {
                    self.open[before] -= 1;
                    if self.open[before] <= self.spare[before] {
                        self.decide(before, (Outcome::Previous, Some(moves)));
                    }
                }
            }
        }
    }
}
