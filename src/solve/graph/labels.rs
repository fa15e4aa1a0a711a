//! Computes Smith's labels of positions in loopy play (T09): label by label, each in time linear in
//! the number of moves. A position gets a finite label, or the set of the finite labels of its
//! options.

use super::code::Stop;
use super::options::Failure;
use super::play::{Play, View};
use super::table::NOTHING;
use crate::Smith;
use crate::position::{Budget, Limit};
use std::collections::BTreeSet;

/// The labels of positions. If a position has a label here, so do all positions that play can reach
/// from it.
#[derive(Default)]
pub struct Labels {
    labels: Vec<Option<Smith>>,
}

/// The positions that were laid out for one question. The place of a position is its index in
/// `positions`; the other lists are indexed by place.
struct Layout {
    positions: Vec<u32>,
    /// The places of the options of all positions, one position after the other.
    to: Vec<u32>,
    /// For each position, the end of its options in `to`.
    to_ends: Vec<usize>,
    /// For each position, the places of the positions that have it as an option.
    from: Vec<Vec<u32>>,
    /// The finite label of each position; [`NOTHING`] if it has none.
    labels: Vec<u32>,
}

impl Labels {
    /// The label of a position, if it is known.
    pub fn known(&self, position: u32) -> Option<&Smith> {
        self.labels.get(position as usize)?.as_ref()
    }

    /// Labels a position and all positions that play can reach from it. `refused` creates the error
    /// for a position at which play is over and won, which has no label.
    pub fn settle<P: Play>(
        &mut self,
        play: &mut P,
        root: u32,
        budget: &Budget<'_>,
        refused: &dyn Fn() -> Failure,
    ) -> Result<(), Failure> {
        if self.known(root).is_some() {
            return Ok(());
        }
        let mut layout = lay_out(play, root, refused)?;
        layout.label(budget).map_err(|limit| Failure::Stop(Stop::Limit(limit)))?;
        self.labels.resize(self.labels.len().max(play.len()), None);
        for (place, position) in layout.positions.iter().enumerate() {
            let label = match layout.labels[place] {
                NOTHING => {
                    let labels = layout.options(place).iter().map(|to| layout.labels[*to as usize]);
                    let finite: BTreeSet<u64> = labels.filter(|it| *it != NOTHING).map(u64::from).collect();
                    Smith::Infinite(finite)
                }
                label => Smith::Finite(u64::from(label)),
            };
            self.labels[*position as usize] = Some(label);
        }
        Ok(())
    }
}

/// Lists all positions that play can reach from `root`, with their moves in both directions.
fn lay_out<P: Play>(play: &mut P, root: u32, refused: &dyn Fn() -> Failure) -> Result<Layout, Failure> {
    let mut place: rustc_hash::FxHashMap<u32, u32> = rustc_hash::FxHashMap::default();
    let mut positions = vec![root];
    place.insert(root, 0);
    let (mut to, mut to_ends) = (Vec::new(), Vec::new());
    let mut options = Vec::new();
    while let Some(position) = positions.get(to_ends.len()).copied() {
        options.clear();
        match play.view(position, &mut options)? {
            View::Over { won: true } => return Err(refused()),
            View::Over { won: false } => options.clear(),
            View::Open => {}
        }
        for option in &options {
            let fresh = positions.len() as u32;
            let at = *place.entry(*option).or_insert(fresh);
            if at == fresh {
                positions.push(*option);
            }
            to.push(at);
        }
        to_ends.push(to.len());
    }
    let mut from = vec![Vec::new(); positions.len()];
    let mut start = 0;
    for (place, end) in to_ends.iter().enumerate() {
        to[start..*end].iter().for_each(|target| from[*target as usize].push(place as u32));
        start = *end;
    }
    let labels = vec![NOTHING; positions.len()];
    Ok(Layout { positions, to, to_ends, from, labels })
}

impl Layout {
    fn options(&self, place: usize) -> &[u32] {
        let start = if place == 0 { 0 } else { self.to_ends[place - 1] };
        &self.to[start..self.to_ends[place]]
    }

    /// For m = 0, 1, …: an unlabelled position gets the label m if every natural below m is the
    /// label of some option, m is the label of none, and each unlabelled option has an option
    /// labelled m.
    fn label(&mut self, budget: &Budget<'_>) -> Result<(), Limit> {
        // For each position, how many of the labels below m its options have.
        let mut below = vec![0u32; self.positions.len()];
        for m in 0.. {
            budget.tick(self.positions.len() + self.to.len())?;
            let given = self.one_label(m, &below);
            if given.is_empty() {
                // If no position has the label m, no larger label can be a mex.
                break;
            }
            let mut met = vec![false; self.positions.len()];
            for place in given {
                for before in &self.from[place as usize] {
                    if !std::mem::replace(&mut met[*before as usize], true) {
                        below[*before as usize] += 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Gives the label m to all positions that satisfy the conditions for it, and returns these
    /// positions. `below` counts, for each position, how many of the labels below m its options
    /// have.
    fn one_label(&mut self, m: u32, below: &[u32]) -> Vec<u32> {
        let free = |labels: &[u32], place: u32| labels[place as usize] == NOTHING;
        // For each position, how many unlabelled options have no option labelled m yet.
        let waiting = (0..self.positions.len()).map(|place| {
            self.options(place).iter().filter(|option| free(&self.labels, **option)).count() as u32
        });
        let mut waiting: Vec<u32> = waiting.collect();
        // Whether a position has an option labelled m.
        let mut answered = vec![false; self.positions.len()];
        let mut given = Vec::new();
        let ready = |place: u32, labels: &[u32], waiting: &[u32], answered: &[bool]| {
            let at = place as usize;
            free(labels, place) && below[at] == m && waiting[at] == 0 && !answered[at]
        };
        let mut next: Vec<u32> = (0..self.positions.len() as u32)
            .filter(|place| ready(*place, &self.labels, &waiting, &answered))
            .collect();
        while let Some(place) = next.pop() {
            if !ready(place, &self.labels, &waiting, &answered) {
                continue;
            }
            self.labels[place as usize] = m;
            given.push(place);
            for before in &self.from[place as usize] {
                if !free(&self.labels, *before) || std::mem::replace(&mut answered[*before as usize], true) {
                    continue;
                }
                for earlier in &self.from[*before as usize] {
                    waiting[*earlier as usize] -= 1;
                    if ready(*earlier, &self.labels, &waiting, &answered) {
                        next.push(*earlier);
                    }
                }
            }
        }
        given
    }
}
