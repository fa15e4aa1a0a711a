//! Node Kayles on paths and cycles (T84): a move takes a vertex of a graph with all its neighbours.
//!
//! A path of n vertices has the value of a heap of n in the octal game 0.137. From a cycle of n ≥ 3
//! every move leaves a path of n − 3, so the cycle has the value 1 if that path has the value 0,
//! and else 0. The value of a set of vertices is the nim-sum over its connected components; if one
//! of these is neither a path nor a cycle, the theorem gives no result. It says nothing about
//! misère play.

use super::paths_and_cycles::{Part, PathsAndCycles};
use crate::ir::graph::Graph;
use crate::theorem::clues::{self, all_vertices};
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, state};
use crate::theory::kayles_paths;

/// The catalogue entry for Node Kayles on paths and cycles.
pub const THEOREM: Theorem = Theorem {
    id: "node-kayles",
    entry: "T84",
    title: "Node Kayles on paths and cycles: take a vertex with its neighbours",
    cite: "Guy, Smith 1956",
    gives: "Guy, Smith 1956 (theorem:node-kayles), values of paths and cycles by the code 0.137",
    page: include_str!("../pages/node_kayles.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: [&str; 2] = [
        "param P: graph = graph {}
        game kayles(live: {vertex}) {
            move take(v in live) -> sum(kayles(c) for c in components(P, live - {v} - neighbours(P, v)))
        }",
        "param P: graph = graph {}
        game kayles(live: {vertex}) { move take(v in live) -> kayles(live - {v} - neighbours(P, v)) }",
    ];
    if kinds == [Kind::Vertices] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

/// For starts with more than 3 options: the path and the cycle with as many vertices as options, and
/// the graph whose vertices are the options, with an edge between two options that exclude each
/// other. Graphs without a long part are left out.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let Some(apart) = clues.conflicts().filter(|apart| apart.len() > 3) else { return Vec::new() };
    let count = apart.len() as u32;
    let all: Vec<u32> = (0..count).collect();
    let pairs = all.iter().flat_map(|one| all[..*one as usize].iter().map(|other| (*one, *other)));
    let edges: Vec<(u32, u32)> = pairs.filter(|(one, other)| apart[*one as usize][*other as usize]).collect();
    let graphs = [Graph::row(count), Graph::cycle(count), Graph::of_numbers(&all, edges, true)];
    let rules = &written(&[Kind::Vertices])[1];
    let board = |graph: Graph| {
        let live = all_vertices(&graph);
        Guess::on_graph(rules, 1, "P", graph, vec![live])
    };
    graphs.into_iter().filter(has_long_part).map(board).collect()
}

/// Whether some vertex has two neighbours that are not adjacent. Without such a vertex, each move
/// takes a whole connected component.
fn has_long_part(graph: &Graph) -> bool {
    (0..graph.len()).any(|vertex| {
        let around = graph.neighbours(vertex);
        around.iter().any(|one| {
            around.iter().any(|other| one != other && !graph.neighbours(*one as usize).contains(other))
        })
    })
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let graph = state::moderate(parameters.graph("P")?)?;
    Some(Box::new(PathsAndCycles { graph, worth, code: "0.137", fewer: 3 }))
}

/// The value of a path or a cycle; `None` if it is not known.
fn worth(part: &Part) -> Option<u64> {
    match part {
        Part::Path(count) => Some(kayles_paths::nodes_of_path(&(*count).into())),
        Part::Cycle(count) => kayles_paths::nodes_of_cycle(&(*count).into()),
    }
}
