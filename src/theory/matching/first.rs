//! Finds a first matching, which leaves few vertices for the search to augment.

use super::{Graph, NONE};

/// A maximal matching (no edge can be added to it) by Karp and Sipser's rule: the mate of each
/// vertex, or `NONE`.
pub(super) fn matching(graph: &Graph) -> Vec<u32> {
    let vertices = graph.vertices();
    let mut mate = vec![NONE; vertices];
    let mut degree: Vec<u32> = (0..vertices).map(|vertex| graph.neighbours(vertex).len() as u32).collect();
    let mut leaves: Vec<u32> = (0..vertices as u32).filter(|vertex| degree[*vertex as usize] == 1).collect();
    for next in 0..vertices as u32 {
        leaves.push(next);
        while let Some(vertex) = leaves.pop() {
            if mate[vertex as usize] != NONE {
                continue;
            }
            let free = graph.neighbours(vertex as usize).iter().find(|other| mate[**other as usize] == NONE);
            let Some(partner) = free.copied() else { continue };
            mate[vertex as usize] = partner;
            mate[partner as usize] = vertex;
            for gone in [vertex, partner] {
                for other in graph.neighbours(gone as usize) {
                    let left = &mut degree[*other as usize];
                    *left = left.saturating_sub(1);
                    if *left == 1 {
                        leaves.push(*other);
                    }
                }
            }
        }
    }
    mate
}
