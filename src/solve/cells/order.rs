//! The order of the steps of a board: those at its edge first, those in its middle last.
//!
//! The search examines steps from the last to the first. A step in the middle divides a part into
//! pieces of similar size, which are small and often known already; on most grids the search then
//! visits half of the parts or fewer. Values do not depend on the order, only how long a search
//! takes, and so which values a limit leaves out.

use super::words::Words;
use crate::locality::Step;
use std::cmp::Reverse;

/// The steps sorted by how remote the literals are that they need, on average, the most remote first.
pub fn remote_first<const N: usize>(steps: &[Step]) -> Vec<&Step> {
    let remoteness = remoteness::<N>(steps);
    // The factor keeps some digits of the average.
    let of_step = |step: &Step| {
        let sum: usize = step.needs.iter().map(|literal| remoteness[*literal as usize]).sum();
        1024 * sum / step.needs.len().max(1)
    };
    let mut sorted: Vec<&Step> = steps.iter().collect();
    sorted.sort_by_cached_key(|step| Reverse(of_step(step)));
    sorted
}

/// For each literal, the sum of its distances to all literals that a chain of neighbours joins to it.
/// Literals are neighbours if some step touches both.
fn remoteness<const N: usize>(steps: &[Step]) -> Vec<usize> {
    let mut near = vec![Words::<N>::NONE; 64 * N];
    for step in steps {
        let touched = Words::of(&step.needs).or(Words::of(&step.sets)).or(Words::of(&step.clears));
        touched.each(|literal| near[literal] = near[literal].or(touched));
    }
    let from = |literal: usize| {
        let mut seen = Words::of(&[literal as u32]);
        let mut border = seen;
        let (mut distance, mut sum) = (0, 0);
        while !border.is_empty() {
            sum += distance * border.len();
            distance += 1;
            let mut next = Words::NONE;
            border.each(|literal| next = next.or(near[literal]));
            border = next.without(seen);
            seen = seen.or(border);
        }
        sum
    };
    (0..64 * N).map(from).collect()
}
