//! Computes Smith's values of sums of loopy games by Smith's labelling, straight from its
//! definition.

use super::{Reference, limit, mex};
use crate::Smith;
use crate::ir::value::{Component, Sum};
use crate::position::{Evaluated, Limit, Refusal};
use crate::refuse;
use rustc_hash::FxHashMap;

impl Reference<'_, '_> {
    /// The value of a sum under normal play, infinite play being a draw.
    pub fn smith_of_sum(&mut self, sum: &Sum) -> Evaluated<Smith> {
        let mut total = Smith::Finite(0);
        for (part, count) in sum.parts.iter() {
            let value = self.smith_of_component(part)?;
            // Two infinite values add to infinity with no finite option, which more copies do not
            // change; two finite values cancel.
            for _ in 0..if *count <= 2 { *count } else { 2 + count % 2 } {
                total = total.plus(&value);
            }
        }
        Ok(total)
    }

    fn smith_of_component(&mut self, component: &Component) -> Evaluated<Smith> {
        if let Some(known) = self.smith.get(component) {
            return Ok(known.clone());
        }
        let (sums, options) = self.all_sums(component)?;
        let labels = label_all(&options);
        for (at, sum) in sums.iter().enumerate() {
            let Some(single) = sum.single() else { continue };
            let value = match labels[at] {
                Some(label) => Smith::Finite(label),
                None => Smith::Infinite(
                    options[at].iter().filter_map(|option| labels[*option as usize]).collect(),
                ),
            };
            self.smith.insert(single.clone(), value);
        }
        Ok(self.smith[component].clone())
    }

    /// All sums that play can reach from one component, with their options.
    fn all_sums(&mut self, component: &Component) -> Evaluated<(Vec<Sum>, Vec<Vec<u32>>)> {
        let mut sums = vec![Sum::one(component.clone())];
        let mut numbers: FxHashMap<Sum, u32> = FxHashMap::default();
        numbers.insert(sums[0].clone(), 0);
        let mut options: Vec<Vec<u32>> = Vec::new();
        while let Some(sum) = sums.get(options.len()).cloned() {
            for (part, _) in sum.parts.iter() {
                if self.instance.is_twisted(part.game) {
                    return Err(refuse(Refusal::ValueOfTwist));
                }
                if self.component(part)?.ending.is_some_and(|ending| ending.win) {
                    return Err(refuse(Refusal::ValueOfWinEnds));
                }
            }
            let mut list = Vec::new();
            for option in self.sum_options(&sum)? {
                self.tick(1)?;
                let fresh = sums.len() as u32;
                let number = *numbers.entry(option.clone()).or_insert(fresh);
                if number == fresh {
                    if u64::from(fresh) >= self.position_limit() {
                        return Err(limit(Limit::Positions));
                    }
                    sums.push(option);
                }
                list.push(number);
            }
            options.push(list);
        }
        Ok((sums, options))
    }
}

/// Smith's labelling: for m = 0, 1, …, a vertex gets m when that is the mex of its labelled
/// options and each of its unlabelled options has itself an option labelled m.
fn label_all(options: &[Vec<u32>]) -> Vec<Option<u64>> {
    let mut labels: Vec<Option<u64>> = vec![None; options.len()];
    for m in 0.. {
        let mut any = false;
        loop {
            let mut changed = false;
            for at in 0..options.len() {
                if labels[at].is_none() && deserves(at, m, options, &labels) {
                    labels[at] = Some(m);
                    changed = true;
                }
            }
            any |= changed;
            if !changed {
                break;
            }
        }
        // If no vertex has the label m, no larger label can be a mex.
        if !any {
            break;
        }
    }
    labels
}

/// Whether a vertex without a label gets the label m by the rule of [`label_all`].
fn deserves(at: usize, m: u64, options: &[Vec<u32>], labels: &[Option<u64>]) -> bool {
    let labelled: Vec<u64> = options[at].iter().filter_map(|option| labels[*option as usize]).collect();
    let mut unlabelled = options[at].iter().filter(|option| labels[**option as usize].is_none());
    mex(labelled) == m
        && unlabelled.all(|option| options[*option as usize].iter().any(|to| labels[*to as usize] == Some(m)))
}
