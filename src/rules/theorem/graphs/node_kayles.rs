//! Node Kayles on paths and cycles (T84).

use super::paths_and_cycles::{Part, parts, words};
use crate::ir::graph::Graph;
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, state};
use crate::theory::kayles_paths;
use std::sync::Arc;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "node-kayles",
    entry: "T84",
    title: "Node Kayles on paths and cycles: take a vertex with its neighbours",
    cite: "Guy, Smith 1956",
    gives: "Guy, Smith 1956 (theorem:node-kayles), values of paths and cycles by the code 0.137",
    page: include_str!("../pages/node_kayles.md"),
    hypotheses: Hypotheses::Rules { written, form },
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

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    Some(Box::new(Nodes(state::moderate(parameters.graph("P")?)?)))
}

/// Which graph is played on.
#[derive(Debug)]
struct Nodes(Arc<Graph>);

/// The value of a part: on a cycle of n every move leaves a path of n - 3.
fn worth(part: &Part) -> Option<u64> {
    match part {
        Part::Path(count) => Some(kayles_paths::nodes_of_path(&(*count).into())),
        Part::Cycle(count) => kayles_paths::nodes_of_cycle(&(*count).into()),
    }
}

impl ClosedForm for Nodes {
    fn is_total(&self, vertices: usize) -> bool {
        self.0.len() == vertices
    }

    fn ends(&self) -> Option<&'static str> {
        Some("every move takes a vertex")
    }

    fn value(&self, state: &[Value]) -> Option<Int> {
        let [live] = state else { return None };
        let worths: Option<Vec<u64>> = parts(&self.0, live)?.iter().map(worth).collect();
        Some(Int::from(worths?.into_iter().fold(0, |all, worth| all ^ worth)))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let [live] = state else { return None };
        let parts = words(&parts(&self.0, live)?);
        Some(format!(
            "What is left is {parts}. A path is a heap of the code 0.137, and on a cycle of n every move \
             leaves a path of n - 3; the xor of their values is {value}."
        ))
    }
}
