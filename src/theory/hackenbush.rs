//! Green Hackenbush (T80, T81): a move removes an edge, and with it all that is no longer joined to the
//! ground.
//!
//! * Trees: an edge with all that stands on it has the value 1 + the nim-sum of the values of the
//!   edges above (the colon principle; AtCoder AGC 017 D). "Delete a vertex with its subtree" is
//!   the same game, every vertex standing for the edge below it.
//! * Graphs: the vertices of a part that no single edge disconnects may be fused to one (the fusion
//!   principle); its k edges become loops, of value 1 each, so k mod 2 counts (Winning Ways, ch. 7).
//!
//! Traps: deleting vertices of graphs, or edges of several colours, is another game.

use super::pace::{Pace, Stopped};

/// Trees that stand on the ground, every vertex with the edge below it.
#[derive(Clone, Debug)]
pub struct Trees {
    /// For each vertex the one below it; `None` on the ground.
    parents: Vec<Option<usize>>,
    /// The vertices, each after its parent.
    order: Vec<usize>,
    /// The nim-sum of the values of the edges that stand on each vertex.
    above: Vec<u64>,
    /// The value of all trees together.
    value: u64,
}

impl Trees {
    /// The trees with these parents; `None` when a parent is not a vertex or there is a cycle.
    pub fn new(parents: Vec<Option<usize>>) -> Option<Trees> {
        let order = from_the_ground(&parents)?;
        let mut above = vec![0; parents.len()];
        let mut value = 0;
        for vertex in order.iter().rev() {
            match parents[*vertex] {
                Some(parent) => above[parent] ^= above[*vertex] + 1,
                None => value ^= above[*vertex] + 1,
            }
        }
        Some(Trees { parents, order, above, value })
    }

    /// The value of all trees together.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// The value of the edge below a vertex with all that stands on it; `None` if there is no such
    /// vertex.
    pub fn value_of(&self, vertex: usize) -> Option<u64> {
        self.above.get(vertex).map(|above| above + 1)
    }

    /// The vertices for which removing the edge below wins, ascending.
    pub fn winning_cuts(&self) -> Vec<usize> {
        let edges: Vec<u64> = self.above.iter().map(|above| above + 1).collect();
        let mut cuts = cuts_to_zero(&self.parents, &self.order, &edges, self.value);
        cuts.sort_unstable();
        cuts
    }
}

/// The vertices in an order in which each follows its parent; `None` for a cycle or a parent out of
/// range.
fn from_the_ground(parents: &[Option<usize>]) -> Option<Vec<usize>> {
    let mut starts = vec![0usize; parents.len() + 1];
    for parent in parents.iter().flatten() {
        *starts.get_mut(*parent).filter(|_| *parent < parents.len())? += 1;
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += std::mem::replace(start, sum);
    }
    let mut children = vec![0; parents.len()];
    let mut filled = starts.clone();
    let mut order = Vec::with_capacity(parents.len());
    for (vertex, parent) in parents.iter().enumerate() {
        match parent {
            Some(parent) => {
                children[filled[*parent]] = vertex;
                filled[*parent] += 1;
            }
            None => order.push(vertex),
        }
    }
    let mut next = 0;
    while let Some(vertex) = order.get(next).copied() {
        order.extend_from_slice(&children[starts[vertex]..starts[vertex + 1]]);
        next += 1;
    }
    (order.len() == parents.len()).then_some(order)
}

/// The vertices for which removing the edge below makes the whole value 0.
///
/// From the ground up: if the edge below a vertex has the value e, and the whole would be 0 with
/// the value w instead, then the edges above, whose nim-sum is e − 1, must get the nim-sum w − 1.
/// Removing an edge makes its value 0, so this wins if w = 0. `None` stands for a negative number,
/// which no change above can reach.
fn cuts_to_zero(parents: &[Option<usize>], order: &[usize], edges: &[u64], total: u64) -> Vec<usize> {
    let mut wanted_above: Vec<Option<u64>> = vec![None; parents.len()];
    let mut cuts = Vec::new();
    for vertex in order.iter().copied() {
        let edge = edges[vertex];
        let wanted = match parents[vertex] {
            None => Some(total ^ edge),
            Some(parent) => wanted_above[parent].map(|wanted| wanted ^ (edges[parent] - 1) ^ edge),
        };
        if wanted == Some(0) {
            cuts.push(vertex);
        }
        wanted_above[vertex] = wanted.and_then(|wanted| wanted.checked_sub(1));
    }
    cuts
}

/// A graph with one vertex as the ground. Parts that are not joined to the ground do not count.
#[derive(Clone, Debug)]
pub struct Picture {
    vertices: usize,
    edges: Vec<(usize, usize)>,
    ground: usize,
}

impl Picture {
    /// The graph with these edges, loops and parallel ones allowed; `None` when an end or the ground is
    /// no vertex.
    pub fn new(vertices: usize, edges: Vec<(usize, usize)>, ground: usize) -> Option<Picture> {
        let within = |(a, b): &(usize, usize)| *a < vertices && *b < vertices;
        (ground < vertices && edges.iter().all(within)).then_some(Picture { vertices, edges, ground })
    }

    /// The value of the graph.
    pub fn value(&self) -> u64 {
        self.value_without(usize::MAX)
    }

    /// The edges that win when removed, ascending. Tries each edge, which takes as long as
    /// computing that many values.
    pub fn winning_cuts(&self, pace: Pace<'_>) -> Result<Vec<usize>, Stopped> {
        let joined = Walk::new(self, usize::MAX);
        let mut cuts = Vec::new();
        if self.value() == 0 {
            return Ok(cuts);
        }
        for (edge, (end, _)) in self.edges.iter().enumerate() {
            if joined.number[*end] != UNSEEN && self.value_without(edge) == 0 {
                cuts.push(edge);
            }
            if pace(self.vertices as u64 + self.edges.len() as u64).is_break() {
                return Err(Stopped);
            }
        }
        Ok(cuts)
    }

    /// The value without the edge with index `removed`; of the whole graph if there is no such
    /// edge.
    fn value_without(&self, removed: usize) -> u64 {
        let walk = Walk::new(self, removed);
        let parts = walk.parts();
        let mut values = vec![0; self.vertices];
        for (edge, (a, b)) in self.edges.iter().enumerate() {
            if edge != removed && walk.number[*a] != UNSEEN && parts[*a] == parts[*b] {
                values[parts[*a]] ^= 1;
            }
        }
        // A part is named by its vertex nearest to the ground. Parts above it come later in the
        // walk.
        for vertex in walk.order.iter().rev().filter(|vertex| parts[**vertex] == **vertex) {
            if let Some(below) = walk.below[*vertex] {
                values[parts[below]] ^= values[*vertex] + 1;
            }
        }
        values[self.ground]
    }
}

/// Stands for the place in the walk of a vertex that is not joined to the ground.
const UNSEEN: usize = usize::MAX;

/// A depth-first walk from the ground.
struct Walk {
    /// The vertices in the order of discovery.
    order: Vec<usize>,
    /// The place of each vertex in that order; `UNSEEN` when not joined to the ground.
    number: Vec<usize>,
    /// The vertex from which each vertex was discovered; `None` for the ground and for vertices that
    /// are not joined to it.
    below: Vec<Option<usize>>,
    /// The least number that one edge off the walk reaches from a vertex or from a vertex above it
    /// in the walk.
    least: Vec<usize>,
}

impl Walk {
    fn new(picture: &Picture, removed: usize) -> Walk {
        let incident = Incident::new(picture);
        let count = picture.vertices;
        let mut walk = Walk {
            order: Vec::new(),
            number: vec![UNSEEN; count],
            below: vec![None; count],
            least: vec![UNSEEN; count],
        };
        walk.discover(picture.ground, None);
        // Each entry: a vertex, the edge by which it was reached, and how many of its edges were
        // followed.
        let mut stack = vec![(picture.ground, removed, 0)];
        while let Some((vertex, by, done)) = stack.last_mut() {
            let (vertex, by) = (*vertex, *by);
            let Some((edge, other)) = incident.of(vertex).get(*done).copied() else {
                stack.pop();
                if let Some(below) = walk.below[vertex] {
                    walk.least[below] = walk.least[below].min(walk.least[vertex]);
                }
                continue;
            };
            *done += 1;
            if edge == by || edge == removed {
                continue;
            }
            if walk.number[other] == UNSEEN {
                walk.discover(other, Some(vertex));
                stack.push((other, edge, 0));
            } else {
                walk.least[vertex] = walk.least[vertex].min(walk.number[other]);
            }
        }
        walk
    }

    fn discover(&mut self, vertex: usize, below: Option<usize>) {
        self.number[vertex] = self.order.len();
        self.least[vertex] = self.order.len();
        self.below[vertex] = below;
        self.order.push(vertex);
    }

    /// For each vertex the first discovered one of its part that no single edge disconnects. A part
    /// begins where nothing above leads further down than the vertex itself.
    fn parts(&self) -> Vec<usize> {
        let mut parts: Vec<usize> = (0..self.number.len()).collect();
        for vertex in &self.order {
            if let Some(below) = self.below[*vertex].filter(|_| self.least[*vertex] < self.number[*vertex]) {
                parts[*vertex] = parts[below];
            }
        }
        parts
    }
}

/// The edges at each vertex with their other ends; a loop is listed twice.
struct Incident {
    starts: Vec<usize>,
    edges: Vec<(usize, usize)>,
}

impl Incident {
    fn new(picture: &Picture) -> Incident {
        let mut starts = vec![0; picture.vertices + 1];
        for (a, b) in &picture.edges {
            starts[a + 1] += 1;
            starts[b + 1] += 1;
        }
        for vertex in 0..picture.vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let mut free = starts.clone();
        let mut edges = vec![(0, 0); picture.edges.len() * 2];
        for (edge, (a, b)) in picture.edges.iter().enumerate() {
            for (from, to) in [(*a, *b), (*b, *a)] {
                edges[free[from]] = (edge, to);
                free[from] += 1;
            }
        }
        Incident { starts, edges }
    }

    fn of(&self, vertex: usize) -> &[(usize, usize)] {
        &self.edges[self.starts[vertex]..self.starts[vertex + 1]]
    }
}
