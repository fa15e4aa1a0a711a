//! Undirected graphs as lists of neighbours.

/// An undirected graph without loops; parallel edges do no harm.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The start of the neighbours of each vertex; one more entry than there are vertices.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// The graph on vertices 0 to `vertices` − 1; loops are dropped. `None` when an end of an edge is no
    /// vertex, or there are 2³¹ or more edges or vertices.
    pub fn new(vertices: usize, edges: &[(usize, usize)]) -> Option<Graph> {
        let within = |(a, b): &(usize, usize)| *a < vertices && *b < vertices;
        if vertices >= 1 << 31 || edges.len() >= 1 << 31 || !edges.iter().all(within) {
            return None;
        }
        let mut starts = vec![0u32; vertices + 1];
        for (a, b) in edges.iter().filter(|(a, b)| a != b) {
            starts[*a + 1] += 1;
            starts[*b + 1] += 1;
        }
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let mut free = starts.clone();
        let mut neighbours = vec![0; starts[vertices] as usize];
        for (a, b) in edges.iter().filter(|(a, b)| a != b) {
            for (from, to) in [(*a, *b), (*b, *a)] {
                neighbours[free[from] as usize] = to as u32;
                free[from] += 1;
            }
        }
        Some(Graph { starts, neighbours })
    }

    /// How many bytes a graph of this size needs together with its [`Matching`](super::Matching).
    pub fn bytes_needed(vertices: usize, edges: usize) -> u128 {
        vertices as u128 * 56 + edges as u128 * 8
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    /// The neighbours of a vertex.
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }
}
