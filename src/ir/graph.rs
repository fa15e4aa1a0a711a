//! Finite graphs as data.

use crate::number::Int;
use std::collections::VecDeque;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A vertex: what it is called. Numbers come before names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vertex {
    /// A natural number.
    Number(Int),
    /// A name.
    Name(Arc<str>),
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Vertex::Number(number) => number.fmt(f),
            Vertex::Name(name) if is_plain(name) => f.write_str(name),
            Vertex::Name(name) => write!(f, "{name:?}"),
        }
    }
}

fn is_plain(name: &str) -> bool {
    let starts_well = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    starts_well && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A finite graph.
///
/// Vertices are kept in ascending order and numbered by it; adjacency lists ascend and have no
/// repetitions. In an undirected graph each edge stands in both directions.
#[derive(Debug, Clone)]
pub struct Graph {
    vertices: Vec<Vertex>,
    out: Vec<Vec<u32>>,
    into: Vec<Vec<u32>>,
    undirected: bool,
    /// Whether every vertex has at most one parent and no walk returns.
    forest: bool,
}

impl Graph {
    /// The graph with these vertices, those of the edges included.
    pub fn new(mut vertices: Vec<Vertex>, edges: &[(Vertex, Vertex)], undirected: bool) -> Graph {
        vertices.extend(edges.iter().flat_map(|(u, v)| [u.clone(), v.clone()]));
        vertices.sort();
        vertices.dedup();
        let mut graph = Graph {
            out: vec![Vec::new(); vertices.len()],
            into: vec![Vec::new(); vertices.len()],
            vertices,
            undirected,
            forest: false,
        };
        for (u, v) in edges {
            if let (Some(u), Some(v)) = (graph.find(u), graph.find(v)) {
                graph.out[u].push(v as u32);
                graph.into[v].push(u as u32);
                if undirected {
                    graph.out[v].push(u as u32);
                    graph.into[u].push(v as u32);
                }
            }
        }
        for list in graph.out.iter_mut().chain(&mut graph.into) {
            list.sort_unstable();
            list.dedup();
        }
        graph.forest = graph.is_rooted_forest();
        graph
    }

    fn is_rooted_forest(&self) -> bool {
        if self.undirected || self.into.iter().any(|parents| parents.len() > 1) {
            return false;
        }
        let roots = (0..self.vertices.len()).filter(|v| self.into[*v].is_empty());
        // With one parent each, what the roots do not reach lies on a circle.
        let reached: usize = roots.map(|root| self.reach(root).len()).sum();
        reached == self.vertices.len()
    }

    /// The number of a vertex.
    pub fn find(&self, vertex: &Vertex) -> Option<usize> {
        self.vertices.binary_search(vertex).ok()
    }

    /// All vertices, ascending.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The vertex with a number.
    pub fn vertex(&self, number: usize) -> &Vertex {
        &self.vertices[number]
    }

    /// Whether the edges have no direction.
    pub fn is_undirected(&self) -> bool {
        self.undirected
    }

    /// Whether it is made of rooted trees with edges away from the roots.
    pub fn is_forest(&self) -> bool {
        self.forest
    }

    /// Where the edges from a vertex lead.
    pub fn out(&self, vertex: usize) -> &[u32] {
        &self.out[vertex]
    }

    /// Where the edges into a vertex come from.
    pub fn incoming(&self, vertex: usize) -> &[u32] {
        &self.into[vertex]
    }

    /// All vertices joined to one, in whichever direction, ascending.
    pub fn neighbours(&self, vertex: usize) -> Vec<u32> {
        let mut all: Vec<u32> = self.out[vertex].iter().chain(&self.into[vertex]).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// All edges, ascending; an undirected one once, its lesser end first.
    pub fn edges(&self) -> Vec<(u32, u32)> {
        let all = self.out.iter().enumerate();
        let all = all.flat_map(|(u, list)| list.iter().map(move |v| (u as u32, *v)));
        all.filter(|(u, v)| !self.undirected || u <= v).collect()
    }

    /// What can be reached from a vertex, itself included, in the order of a search by breadth.
    pub fn reach(&self, from: usize) -> Vec<u32> {
        let mut seen = vec![false; self.vertices.len()];
        let mut order = vec![from as u32];
        seen[from] = true;
        let mut next = 0;
        while let Some(vertex) = order.get(next).copied() {
            next += 1;
            for to in &self.out[vertex as usize] {
                if !std::mem::replace(&mut seen[*to as usize], true) {
                    order.push(*to);
                }
            }
        }
        order
    }

    /// The parts into which a set of vertices falls, direction ignored; each ascends, and they are
    /// in the order of their least vertices.
    pub fn components(&self, within: &[u32]) -> Vec<Vec<u32>> {
        let mut left = vec![false; self.vertices.len()];
        within.iter().for_each(|vertex| left[*vertex as usize] = true);
        let mut components = Vec::new();
        for start in within {
            if !std::mem::replace(&mut left[*start as usize], false) {
                continue;
            }
            let mut component = vec![*start];
            let mut next = 0;
            while let Some(vertex) = component.get(next).copied() {
                next += 1;
                let around = self.out[vertex as usize].iter().chain(&self.into[vertex as usize]);
                for to in around {
                    if std::mem::replace(&mut left[*to as usize], false) {
                        component.push(*to);
                    }
                }
            }
            component.sort_unstable();
            components.push(component);
        }
        components.sort();
        components
    }

    /// The least of the shortest paths, both ends included.
    pub fn path(&self, from: usize, to: usize) -> Option<Vec<u32>> {
        // Distances to the end, then always the least vertex that is one step nearer.
        let mut distance = vec![u32::MAX; self.vertices.len()];
        let mut queue = VecDeque::from([to as u32]);
        distance[to] = 0;
        while let Some(vertex) = queue.pop_front() {
            for before in &self.into[vertex as usize] {
                if distance[*before as usize] == u32::MAX {
                    distance[*before as usize] = distance[vertex as usize] + 1;
                    queue.push_back(*before);
                }
            }
        }
        if distance[from] == u32::MAX {
            return None;
        }
        let mut path = vec![from as u32];
        let mut here = from;
        while here != to {
            let nearer = distance[here] - 1;
            let next = self.out[here].iter().find(|next| distance[**next as usize] == nearer)?;
            path.push(*next);
            here = *next as usize;
        }
        Some(path)
    }
}

impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Graph {}

impl PartialOrd for Graph {
    fn partial_cmp(&self, other: &Graph) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Graph {
    fn cmp(&self, other: &Graph) -> std::cmp::Ordering {
        let key = |graph: &Graph| graph.undirected;
        (key(self), &self.vertices, &self.out).cmp(&(key(other), &other.vertices, &other.out))
    }
}

impl Hash for Graph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.undirected, &self.vertices, &self.out).hash(state);
    }
}
