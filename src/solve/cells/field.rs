//! A net as masks, and how a board falls into parts.
//!
//! A step is *live* when all literals that it needs may still become true together with those that live steps set; what
//! is not live can never be played again. A literal that is true and that no live step clears stays true. What is left,
//! read by a live step and able to change, is *active*; steps that share an active literal belong together. Parts that
//! share none never look at what the other changes: they play as a sum.

use super::words::Words;
use crate::locality::Net;

/// A step as masks.
#[derive(Debug, Clone, Copy)]
pub struct Masks<const N: usize> {
    pub needs: Words<N>,
    pub sets: Words<N>,
    pub clears: Words<N>,
}

/// All steps.
#[derive(Debug)]
pub struct Field<const N: usize> {
    pub steps: Vec<Masks<N>>,
    /// Whether some step sets a literal.
    sets: bool,
}

/// What can still happen on a board.
#[derive(Debug, Clone)]
pub struct Live<const N: usize> {
    /// The live steps, by number.
    pub steps: Vec<u32>,
    /// The active literals.
    pub active: Words<N>,
    /// Whether there is a step that nothing can prevent: play need not end.
    pub endless: bool,
}

impl<const N: usize> Field<N> {
    /// The steps of a net.
    pub fn new(net: &Net) -> Field<N> {
        let masks = net.steps().iter().map(|step| Masks {
            needs: Words::of(&step.needs),
            sets: Words::of(&step.sets),
            clears: Words::of(&step.clears),
        });
        Field { steps: masks.collect(), sets: net.steps().iter().any(|step| !step.sets.is_empty()) }
    }

    /// All steps by number.
    pub fn all(&self) -> Vec<u32> {
        (0..self.steps.len() as u32).collect()
    }

    /// What can still happen where these literals are true, among some steps.
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
        live.endless = false;
    }

    /// The literals that may become true, with the steps that are live.
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

    /// The parts of a board: for each the literals that are true and that its steps need.
    pub fn parts(&self, state: Words<N>, live: &mut Live<N>, parts: &mut Vec<Words<N>>) {
        // Active literals of each group, and all that its steps need.
        let mut groups: Vec<(Words<N>, Words<N>)> = Vec::new();
        for step in &live.steps {
            let step = &self.steps[*step as usize];
            let mut touched = step.needs.or(step.sets).or(step.clears).and(live.active);
            let mut needed = step.needs;
            if touched.is_empty() {
                live.endless = true;
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
    }
}

impl<const N: usize> Default for Live<N> {
    fn default() -> Live<N> {
        Live { steps: Vec::new(), active: Words::NONE, endless: false }
    }
}
