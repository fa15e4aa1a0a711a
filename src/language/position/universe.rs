//! Numbers the vertices of all graphs of a program from 0 in ascending order, and stores for each
//! graph these numbers, and, if there are at most 64 vertices, its edges as bits.

use crate::ir::graph::{Graph, Vertex};
use crate::ir::{Program, Value};
use crate::number::Int;
use std::sync::Arc;

/// The index of a graph in a [`Universe`].
pub type GraphId = u32;

/// All vertices of a program, numbered from 0 in ascending order, and its graphs.
#[derive(Debug, Clone, Default)]
pub struct Universe {
    names: Names,
    /// The distinct graphs, in the order of their ids.
    graphs: Vec<Numbered>,
}

#[derive(Debug, Clone, Default)]
enum Names {
    /// The vertices of the only graph.
    One(Arc<Graph>),
    /// The vertices of several graphs, ascending.
    Several(Vec<Vertex>),
    #[default]
    None,
}

/// A graph whose vertices have numbers in the universe.
#[derive(Debug, Clone)]
pub struct Numbered {
    /// The graph.
    pub graph: Arc<Graph>,
    /// For each vertex of the graph, its number in the universe, ascending; `None` if every vertex
    /// has the same number in the graph as in the universe.
    to_universe: Option<Vec<u32>>,
    /// The edges as bits, if the universe has at most 64 vertices.
    bits: Option<Bits>,
}

/// Sets of vertices as bits: bit `n` is the vertex with number `n` in the universe.
#[derive(Debug, Clone)]
struct Bits {
    /// The vertices of the graph.
    all: u64,
    /// For each vertex of the universe, the targets of its edges.
    out: Vec<u64>,
    /// For each vertex of the universe, its neighbours in either direction.
    around: Vec<u64>,
}

impl Universe {
    /// Numbers the vertices of all graphs of a program and of those that are values of its globals.
    pub fn new(program: &Program, globals: &[Value]) -> Universe {
        let of_globals = globals.iter().filter_map(|value| match value {
            Value::Graph(graph) => Some(graph),
            _ => None,
        });
        let mut distinct: Vec<&Arc<Graph>> = Vec::new();
        for graph in program.graphs.iter().chain(of_globals) {
            if !distinct.iter().any(|known| same(known, graph)) {
                distinct.push(graph);
            }
        }
        let names = match distinct.as_slice() {
            [] => Names::None,
            [only] => Names::One(Arc::clone(only)),
            several => {
                let mut names: Vec<Vertex> =
                    several.iter().flat_map(|graph| graph.vertices().collect::<Vec<_>>()).collect();
                names.sort();
                names.dedup();
                Names::Several(names)
            }
        };
        let mut universe = Universe { names, graphs: Vec::new() };
        universe.graphs = distinct.into_iter().map(|graph| universe.number(graph)).collect();
        universe
    }

    fn number(&self, graph: &Arc<Graph>) -> Numbered {
        let to_universe = match &self.names {
            Names::One(_) | Names::None => None,
            Names::Several(names) => {
                let find = |vertex: Vertex| names.binary_search(&vertex).unwrap_or_default() as u32;
                Some(graph.vertices().map(find).collect())
            }
        };
        let mut numbered = Numbered { graph: Arc::clone(graph), to_universe, bits: None };
        if self.masks() {
            numbered.bits = Some(numbered.as_bits(self.len()));
        }
        numbered
    }

    /// The id of a graph; `None` if the program does not have the graph.
    pub fn graph(&self, graph: &Arc<Graph>) -> Option<GraphId> {
        self.graphs.iter().position(|it| same(&it.graph, graph)).map(|at| at as GraphId)
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        match &self.names {
            Names::One(graph) => graph.len(),
            Names::Several(names) => names.len(),
            Names::None => 0,
        }
    }

    /// Whether there are vertices, and sets of them fit into the 64 bits of a word.
    pub fn masks(&self) -> bool {
        (1..=64).contains(&self.len())
    }

    /// The number of a vertex; `None` if no graph has it.
    pub fn find(&self, vertex: &Vertex) -> Option<usize> {
        match &self.names {
            Names::One(graph) => graph.find(vertex),
            Names::Several(names) => names.binary_search(vertex).ok(),
            Names::None => None,
        }
    }

    /// The number of the vertex whose name is the natural `name`; `None` if no graph has it.
    pub fn find_number(&self, name: i64) -> Option<usize> {
        self.find(&Vertex::Number(Int::from(name)))
    }

    /// The vertex with a number; `None` if the number is too large.
    pub fn vertex(&self, number: usize) -> Option<Vertex> {
        match &self.names {
            Names::One(graph) => (number < graph.len()).then(|| graph.vertex(number)),
            Names::Several(names) => names.get(number).cloned(),
            Names::None => None,
        }
    }

    /// The graph with an id that [`Universe::graph`] returned.
    pub fn numbered(&self, graph: GraphId) -> &Numbered {
        &self.graphs[graph as usize]
    }
}

fn same(a: &Arc<Graph>, b: &Arc<Graph>) -> bool {
    Arc::ptr_eq(a, b) || **a == **b
}

impl Numbered {
    fn as_bits(&self, universe: usize) -> Bits {
        let mut bits = Bits { all: 0, out: vec![0; universe], around: vec![0; universe] };
        for vertex in 0..self.graph.len() {
            let at = self.universe(vertex as u32) as usize;
            bits.all |= 1 << at;
            for to in self.graph.out(vertex) {
                bits.out[at] |= 1 << self.universe(*to);
            }
            for to in self.graph.neighbours(vertex) {
                bits.around[at] |= 1 << self.universe(to);
            }
        }
        bits
    }

    /// The number in the universe of a vertex of the graph.
    pub fn universe(&self, vertex: u32) -> u32 {
        self.to_universe.as_ref().map_or(vertex, |map| map[vertex as usize])
    }

    /// The vertex of the graph that has a number in the universe; `None` if the graph lacks it.
    pub fn local(&self, number: i64) -> Option<u32> {
        let number = u32::try_from(number).ok()?;
        match &self.to_universe {
            None => ((number as usize) < self.graph.len()).then_some(number),
            Some(map) => map.binary_search(&number).ok().map(|at| at as u32),
        }
    }

    /// The targets of the vertex with a number in the universe, or with `around` its neighbours in
    /// either direction, as bits. `None` if there are no bits or the graph lacks the vertex.
    pub fn mask(&self, number: i64, around: bool) -> Option<u64> {
        let bits = self.bits.as_ref()?;
        let number = usize::try_from(number).ok().filter(|at| *at < 64 && bits.all >> at & 1 == 1)?;
        Some(if around { bits.around[number] } else { bits.out[number] })
    }

    /// The connected component of the least vertex of a set, within that set; both are bits. `None`
    /// if there are no bits or the graph lacks a vertex of the set.
    pub fn first_part(&self, set: u64) -> Option<u64> {
        let bits = self.bits.as_ref()?;
        if set & !bits.all != 0 {
            return None;
        }
        let mut part = set & set.wrapping_neg();
        let mut front = part;
        while front != 0 {
            let mut next = 0;
            while front != 0 {
                next |= bits.around[front.trailing_zeros() as usize];
                front &= front - 1;
            }
            front = next & set & !part;
            part |= front;
        }
        Some(part)
    }
}
