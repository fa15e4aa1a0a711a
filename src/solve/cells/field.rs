//! A net as masks, and how a board splits into parts.
//!
//! A step is *live* if each literal that it needs is true or may be set by a live step; a step that is not live can never be
//! played again. A literal that is true and that no live step clears stays true. The other literals that live steps read
//! are *active*. Steps that share an active literal belong to one part. Different parts share no active literal, so neither
//! reads what the other changes: they are played as a sum.

use super::order::remote_first;
use super::words::Words;
use crate::locality::Net;

/// A step as masks: the literals that it needs, makes true, and makes false.
#[derive(Debug, Clone, Copy)]
pub struct Masks<const N: usize> {
    pub needs: Words<N>,
    pub sets: Words<N>,
    pub clears: Words<N>,
}

/// All steps of a net, those in the middle of the board last. A step is referred to by its index
/// in `steps`, its number.
#[derive(Debug, Clone)]
pub struct Field<const N: usize> {
    pub steps: Vec<Masks<N>>,
    /// Whether some step sets a literal.
    sets: bool,
    /// Finds parts faster; `None` if the steps do not allow that.
    ties: Option<Ties<N>>,
}

/// The live steps and the active literals of a board.
#[derive(Debug, Clone)]
pub struct Live<const N: usize> {
    /// The live steps, by number.
    pub steps: Vec<u32>,
    /// The active literals.
    pub active: Words<N>,
}

impl<const N: usize> Field<N> {
    /// Makes the masks of all steps of a net.
    pub fn new(net: &Net) -> Field<N> {
        let masks = remote_first::<N>(net.steps()).into_iter().map(|step| Masks {
            needs: Words::of(&step.needs),
            sets: Words::of(&step.sets),
            clears: Words::of(&step.clears),
        });
        let steps: Vec<Masks<N>> = masks.collect();
        let ties = Ties::of(&steps);
        Field { steps, sets: net.steps().iter().any(|step| !step.sets.is_empty()), ties }
    }

    /// The numbers of all steps.
    pub fn all(&self) -> Vec<u32> {
        (0..self.steps.len() as u32).collect()
    }

    /// Finds which of the steps `among` are live if the literals in `state` are true, and which
    /// literals are active. Writes both into `live`.
    pub fn live(&self, state: Words<N>, among: &[u32], live: &mut Live<N>) {
        live.steps.clear();
        let possible = if self.sets {
            self.closure(state, among, &mut live.steps)
        } else {
            let is_live = |step: &&u32| self.steps[**step as usize].needs.lies_in(state);
            live.steps.extend(among.iter().filter(is_live));
            state
        };
        let (mut read, mut cleared) = (Words::NONE, Words::NONE);
        for step in &live.steps {
            let step = &self.steps[*step as usize];
            read = read.or(step.needs);
            cleared = cleared.or(step.clears);
        }
        live.active = read.and(possible).without(state.without(cleared));
    }

    /// The literals that are true in `state` or may become true. Appends the live steps to `live`.
    fn closure(&self, state: Words<N>, among: &[u32], live: &mut Vec<u32>) -> Words<N> {
        let mut possible = state;
        let mut waiting: Vec<u32> = among.to_vec();
        loop {
            let before = waiting.len();
            waiting.retain(|number| {
                let step = &self.steps[*number as usize];
                let is_live = step.needs.lies_in(possible);
                if is_live {
                    possible = possible.or(step.sets);
                    live.push(*number);
                }
                !is_live
            });
            if waiting.len() == before {
                return possible;
            }
        }
    }

    /// Appends the parts of a board, where only the steps `among` may be live. A part is the set of
    /// literals that are true and that its steps need. Returns whether some live step touches no
    /// active literal, so that it can be played for ever.
    pub fn parts(
        &self,
        state: Words<N>,
        among: &[u32],
        live: &mut Live<N>,
        parts: &mut Vec<Words<N>>,
    ) -> bool {
        match &self.ties {
            Some(ties) => {
                ties.parts(state, parts);
                false
            }
            None => {
                self.live(state, among, live);
                self.joined(state, live, parts)
            }
        }
    }

    /// Finds the parts by joining live steps that share an active literal.
    fn joined(&self, state: Words<N>, live: &Live<N>, parts: &mut Vec<Words<N>>) -> bool {
        let mut endless = false;
        // For each group of steps, their active literals, and all literals that they need.
        let mut groups: Vec<(Words<N>, Words<N>)> = Vec::new();
        for step in &live.steps {
            let step = &self.steps[*step as usize];
            let mut touched = step.needs.or(step.sets).or(step.clears).and(live.active);
            let mut needed = step.needs;
            if touched.is_empty() {
                endless = true;
                continue;
            }
            let mut at = 0;
            while at < groups.len() {
                if groups[at].0.meets(touched) {
                    let (active, others) = groups.swap_remove(at);
                    touched = touched.or(active);
                    needed = needed.or(others);
                } else {
                    at += 1;
                }
            }
            groups.push((touched, needed));
        }
        parts.extend(groups.into_iter().map(|(_, needed)| needed.and(state)));
        endless
    }
}

/// For steps that set nothing and clear all that they need. Either each step needs one or two
/// literals and clears only these (a domino that covers two cells), or each needs one literal and
/// may clear others (a stone that blocks its neighbours). The parts of a board are then connected
/// sets of true literals, found without going through the steps.
#[derive(Debug, Clone)]
struct Ties<const N: usize> {
    /// For each literal, the literals that share a step with it: one is needed, the other cleared.
    near: Vec<Words<N>>,
    /// The literals that are the only need of some step.
    alone: Words<N>,
}

impl<const N: usize> Ties<N> {
    /// Ties the literals of the steps; `None` if the steps are not as described for [`Ties`].
    fn of(steps: &[Masks<N>]) -> Option<Ties<N>> {
        let uses_up = |it: &Masks<N>| it.sets.is_empty() && it.needs.lies_in(it.clears);
        let takes_one = |it: &Masks<N>| uses_up(it) && it.needs.len() == 1;
        let takes_two =
            |it: &Masks<N>| uses_up(it) && (1..=2).contains(&it.needs.len()) && it.needs == it.clears;
        if !steps.iter().all(takes_one) && !steps.iter().all(takes_two) {
            return None;
        }
        let mut ties = Ties { near: vec![Words::NONE; 64 * N], alone: Words::NONE };
        for step in steps {
            if step.needs.len() == 1 {
                ties.alone = ties.alone.or(step.needs);
            }
            step.needs.each(|literal| ties.near[literal] = ties.near[literal].or(step.clears));
            step.clears.each(|literal| ties.near[literal] = ties.near[literal].or(step.needs));
        }
        Some(ties)
    }

    /// Appends the parts of a board: the connected sets of true literals in which a step can be
    /// played.
    fn parts(&self, state: Words<N>, parts: &mut Vec<Words<N>>) {
        let mut left = state;
        while let Some(first) = left.first() {
            let first = Words::of(&[first]);
            let (mut part, mut border) = (first, first);
            while let Some(literal) = border.first() {
                let near = self.near[literal as usize].and(left);
                border = border.or(near.without(part)).without(Words::of(&[literal]));
                part = part.or(near);
            }
            left = left.without(part);
            if part != first || first.meets(self.alone) {
                parts.push(part);
            }
        }
    }
}

impl<const N: usize> Default for Live<N> {
    fn default() -> Live<N> {
        Live { steps: Vec::new(), active: Words::NONE }
    }
}
