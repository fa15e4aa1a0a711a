//! Geography on the vertices of an undirected graph (T82): a token moves along edges to vertices where it
//! has not been.
//!
//! The player to move wins ⇔ every *maximum* matching covers the token's vertex (Fraenkel,
//! Scheinerman and Ullman 1993): the winner follows a matching, and if some maximum matching misses
//! the vertex, the other player wins by following that matching.
//!
//! Traps: it is not enough that one *maximal* matching covers the vertex; directed graphs, and
//! forbidding edges instead of vertices, are other games; the outcomes say nothing about sums.

use super::matching::{Graph, Matching};
use super::pace::{Pace, Stopped};

/// A graph, with a maximum matching that decides every start of the token.
#[derive(Clone, Debug)]
pub struct Geography {
    graph: Graph,
    matching: Matching,
}

impl Geography {
    /// Decides all starts. `graph` has the vertices not yet visited and the token's own.
    pub fn new(graph: Graph, pace: Pace<'_>) -> Result<Geography, Stopped> {
        let matching = Matching::maximum(&graph, pace)?;
        Ok(Geography { graph, matching })
    }

    /// Whether the player to move loses with the token on `start`; `None` when there is no such vertex.
    pub fn losing(&self, start: usize) -> Option<bool> {
        (start < self.graph.vertices()).then(|| self.matching.can_be_left_out(start))
    }

    /// The vertex to which the matching leads from `start`: a winning move. `None` when there is
    /// none.
    pub fn winning_move(&self, start: usize) -> Option<usize> {
        if self.losing(start)? { None } else { self.matching.mate(start) }
    }

    /// The matching by which the outcomes are explained.
    pub fn matching(&self) -> &Matching {
        &self.matching
    }

    /// Every winning move from `start`, ascending: the neighbours that some maximum matching of the graph
    /// without `start` leaves out.
    pub fn winning_moves(&self, start: usize, pace: Pace<'_>) -> Result<Vec<usize>, Stopped> {
        if self.losing(start) != Some(false) {
            return Ok(Vec::new());
        }
        let rest = self.matching.without(&self.graph, start, pace)?;
        let neighbours = self.graph.neighbours(start).iter().map(|vertex| *vertex as usize);
        let mut moves: Vec<usize> = neighbours.filter(|vertex| rest.can_be_left_out(*vertex)).collect();
        moves.sort_unstable();
        moves.dedup();
        Ok(moves)
    }
}
