//! Green Hackenbush on rooted trees (T80): a move cuts an edge and removes everything above it.
//! Each vertex stands for the edge below it.
//!
//! An edge with everything above it has the value 1 + s, where s is the nim-sum of the values of
//! the edges that stand directly on it. The value of a position is the nim-sum of the values of the
//! edges on the ground. The theorem says nothing about misère play.

use crate::ir::graph::Graph;
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::clues::{self, all_vertices, trees};
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, state};
use crate::theory::hackenbush::Trees;
use std::sync::Arc;

/// The catalogue entry for Green Hackenbush on rooted trees.
pub const THEOREM: Theorem = Theorem {
    id: "hackenbush",
    entry: "T80",
    title: "Green Hackenbush on trees: cut an edge, and what is cut off from the ground falls",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "Berlekamp, Conway, Guy 1982 (theorem:hackenbush), values by the colon principle",
    page: include_str!("../pages/hackenbush.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

/// The index of the formulation in which a move chooses an edge, so that roots always remain.
const BY_EDGES: usize = 3;

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: [&str; 4] = [
        "param T: graph = graph {}
        game bush(standing: {vertex}) { move cut(v in standing) -> bush(standing - subtree(T, v)) }",
        "param T: graph = graph { 0 }
        param ground: vertex = 0
        game bush(standing: {vertex}) {
            move cut(v in standing) when v != ground -> bush(standing - subtree(T, v))
        }",
        "param T: graph = graph { 0 }
        param ground: {vertex} = {0}
        game bush(standing: {vertex}) { move cut(v in standing - ground) -> bush(standing - subtree(T, v)) }",
        "param T: graph = graph {}
        game bush(standing: {vertex}) {
            move cut((below, v) in edges(T)) when v in standing -> bush(standing - subtree(T, v))
        }",
    ];
    if kinds == [Kind::Vertices] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

/// The trees with one edge for each option of a start: the edge of an option stands above the edges
/// of the options that remove it.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let trees = clues.taken().and_then(|taken| trees(&taken));
    let board = |trees: Graph| {
        let all = all_vertices(&trees);
        Some(Guess::on_graph(written(&[Kind::Vertices]).first()?, 0, "T", trees, vec![all]))
    };
    trees.and_then(board).into_iter().collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let graph = state::moderate(parameters.graph("T")?)?;
    let ground = match parameters.value("ground") {
        None if parameters.which == BY_EDGES => {
            let roots = (0..graph.len()).filter(|vertex| graph.incoming(*vertex).is_empty());
            roots.map(|root| Value::Vertex(graph.vertex(root))).collect()
        }
        None => Vec::new(),
        Some(Value::Set(members)) => members.to_vec(),
        Some(vertex) => vec![vertex.clone()],
    };
    graph.is_forest().then(|| Box::new(Bush { graph, ground }) as Box<dyn ClosedForm>)
}

/// Rooted trees. Each vertex represents the edge below it.
#[derive(Debug)]
struct Bush {
    graph: Arc<Graph>,
    /// The vertices that have no edge below them.
    ground: Vec<Value>,
}

impl Bush {
    /// The vertices that can be cut, and the trees that they form: the parent of each is the next
    /// vertex below it that can be cut. `None` if the state is no set of vertices of the graph.
    fn trees(&self, state: &[Value]) -> Option<(Vec<usize>, Trees)> {
        let [standing] = state else { return None };
        let mut standing = state::places(&self.graph, standing)?;
        let ground: Vec<usize> = self.ground.iter().filter_map(|it| state::place(&self.graph, it)).collect();
        standing.retain(|vertex| !ground.contains(vertex));
        let mut place = vec![None; self.graph.len()];
        standing.iter().enumerate().for_each(|(at, vertex)| place[*vertex] = Some(at));
        let mut parents = vec![None; standing.len()];
        let roots = (0..self.graph.len()).filter(|vertex| self.graph.incoming(*vertex).is_empty());
        let mut pending: Vec<(usize, Option<usize>)> = roots.map(|root| (root, None)).collect();
        while let Some((vertex, below)) = pending.pop() {
            if let Some(at) = place[vertex] {
                parents[at] = below;
            }
            let below = place[vertex].or(below);
            pending.extend(self.graph.out(vertex).iter().map(|above| (*above as usize, below)));
        }
        Some((standing, Trees::new(parents)?))
    }
}

impl ClosedForm for Bush {
    fn is_total(&self, vertices: Option<usize>) -> bool {
        Some(self.graph.len()) == vertices
    }

    fn ends(&self) -> Option<&'static str> {
        Some("every move fells what stood")
    }

    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(Int::from(self.trees(state)?.1.value()))
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let (vertices, trees) = (convention == Convention::Normal).then(|| self.trees(state)).flatten()?;
        let cuts = trees.winning_cuts();
        if cuts.len().saturating_mul(vertices.len()) > 5_000_000 {
            return None;
        }
        let whole = state::places(&self.graph, &state[0])?;
        let target = |cut: &usize| {
            let mut falls = vec![false; self.graph.len()];
            let fallen = self.graph.reach(vertices[*cut]);
            fallen.into_iter().for_each(|vertex| falls[vertex as usize] = true);
            vec![state::vertices(&self.graph, whole.iter().copied().filter(|vertex| !falls[*vertex]))]
        };
        Some(cuts.iter().map(target).collect())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (vertices, trees) = (convention == Convention::Normal).then(|| self.trees(state)).flatten()?;
        let (edges, value) = (vertices.len(), trees.value());
        let mut text = format!(
            "Each of the {edges} edges is worth 1 + the xor of the edges that stand on it, and the whole the \
             xor of those on the ground: {value}."
        );
        if let Some(cut) = trees.winning_cuts().first() {
            let vertex = self.graph.vertex(vertices[*cut]);
            text.push_str(&format!(" Cutting the edge below {vertex} makes it 0."));
        }
        Some(text)
    }
}
