//! Finds maximum matchings of undirected graphs (Edmonds 1965), and the vertices that some maximum
//! matching leaves out.
//!
//! From all unmatched vertices at once alternating trees grow: an *even* vertex is reached by an
//! alternating path that ends with a matched edge. An edge between two even vertices of one tree
//! closes an odd cycle, a blossom, in which every vertex becomes even; the blossom is contracted (a
//! disjoint-set forest knows the base of every vertex). An edge between even vertices of two trees
//! is an augmenting path; both trees are then left alone for the rest of the phase. A phase without
//! any such edge proves the matching maximum, and its even vertices are exactly those that some
//! maximum matching leaves out (Gallai and Edmonds).
//!
//! A phase takes almost linear time. A first matching by Karp and Sipser's rule (a vertex with one
//! neighbour left is matched to that neighbour) leaves few vertices to augment.

mod first;
mod graph;
mod search;
mod way;

pub use graph::Graph;

use super::pace::{Pace, Stopped};
use search::Search;

/// Stands for "no vertex".
const NONE: u32 = u32::MAX;

/// A maximum matching.
#[derive(Clone, Debug)]
pub struct Matching {
    /// The vertex with which each vertex is matched, or `NONE`.
    mate: Vec<u32>,
    /// For each vertex, whether some maximum matching leaves it out.
    even: Vec<bool>,
}

impl Matching {
    /// A maximum matching of the graph.
    pub fn maximum(graph: &Graph, pace: Pace<'_>) -> Result<Matching, Stopped> {
        Search::new(graph, first::matching(graph), NONE).finish(pace)
    }

    /// A maximum matching of the graph without `vertex`, from one of the whole graph.
    pub fn without(&self, graph: &Graph, vertex: usize, pace: Pace<'_>) -> Result<Matching, Stopped> {
        let mut mate = self.mate.clone();
        let partner = std::mem::replace(&mut mate[vertex], NONE);
        if partner != NONE {
            mate[partner as usize] = NONE;
        }
        Search::new(graph, mate, vertex as u32).finish(pace)
    }

    /// The vertex matched with `vertex`; `None` if the matching leaves `vertex` out.
    pub fn mate(&self, vertex: usize) -> Option<usize> {
        Some(self.mate[vertex]).filter(|mate| *mate != NONE).map(|mate| mate as usize)
    }

    /// Whether some maximum matching leaves `vertex` out.
    pub fn can_be_left_out(&self, vertex: usize) -> bool {
        self.even[vertex]
    }

    /// How many edges the matching has.
    pub fn size(&self) -> usize {
        self.mate.iter().filter(|mate| **mate != NONE).count() / 2
    }
}
