//! The closed form that Node Kayles and Arc Kayles share: divides a set of vertices into its
//! connected components, and adds the values of these paths and cycles by nim-sum.

use crate::ir::graph::Graph;
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::{ClosedForm, state};
use std::sync::Arc;

/// A connected component of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A path with this number of vertices.
    Path(usize),
    /// A cycle with this number of vertices, at least 3.
    Cycle(usize),
}

/// The connected components of a set of vertices, ignoring the direction of edges; `None` if one is
/// neither a path nor a cycle, if the graph lacks a vertex of the set, or if a vertex is joined to
/// itself.
fn parts(graph: &Graph, live: &Value) -> Option<Vec<Part>> {
    let live = state::places(graph, live)?;
    let mut left = vec![false; graph.len()];
    live.iter().for_each(|vertex| left[*vertex] = true);
    let around = neighbours(graph, &live, &left)?;
    let mut parts = Vec::new();
    for start in &live {
        let mut pending = vec![*start];
        let (mut count, mut ends) = (0, 0);
        while let Some(vertex) = pending.pop() {
            if std::mem::replace(&mut left[vertex], false) {
                count += 1;
                ends += usize::from(around[vertex].len() < 2);
                pending.extend(&around[vertex]);
            }
        }
        // Each vertex has at most two neighbours, so a component without ends is a cycle.
        if count > 0 {
            parts.push(if ends > 0 { Part::Path(count) } else { Part::Cycle(count) });
        }
    }
    Some(parts)
}

/// For each vertex of a set, its neighbours within the set; `None` if some vertex has more than
/// two, or is its own neighbour.
fn neighbours(graph: &Graph, live: &[usize], within: &[bool]) -> Option<Vec<Vec<usize>>> {
    let mut around = vec![Vec::new(); graph.len()];
    for vertex in live {
        let all = graph.neighbours(*vertex);
        around[*vertex] = all.into_iter().map(|it| it as usize).filter(|it| within[*it]).collect();
        if around[*vertex].len() > 2 || around[*vertex].contains(vertex) {
            return None;
        }
    }
    Some(around)
}

/// The paths and cycles with their lengths, in words; the first 12 of them.
fn words(parts: &[Part]) -> String {
    const SHOWN: usize = 12;
    let word = |part: &Part| match part {
        Part::Path(count) => format!("a path of {count}"),
        Part::Cycle(count) => format!("a cycle of {count}"),
    };
    let mut all: Vec<String> = parts.iter().take(SHOWN).map(word).collect();
    if parts.len() > SHOWN {
        all.push(format!("{} more", parts.len() - SHOWN));
    }
    if all.is_empty() { "nothing".to_string() } else { all.join(", ") }
}

/// The closed form for games whose moves take vertices of a graph, so that its connected components
/// are played independently.
#[derive(Debug)]
pub(super) struct PathsAndCycles {
    /// The graph whose vertices are taken.
    pub graph: Arc<Graph>,
    /// The value of a component, if it is known.
    pub worth: fn(&Part) -> Option<u64>,
    /// The octal code in which a heap of n has the value of a path of n vertices.
    pub code: &'static str,
    /// How many vertices a move on a cycle takes, which leaves one path.
    pub fewer: u32,
}

impl ClosedForm for PathsAndCycles {
    fn is_total(&self, vertices: Option<usize>) -> bool {
        Some(self.graph.len()) == vertices
    }

    fn ends(&self) -> Option<&'static str> {
        Some("every move takes a vertex")
    }

    fn value(&self, state: &[Value]) -> Option<Int> {
        let [live] = state else { return None };
        let worths: Option<Vec<u64>> = parts(&self.graph, live)?.iter().map(self.worth).collect();
        Some(Int::from(worths?.into_iter().fold(0, |all, worth| all ^ worth)))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let [live] = state else { return None };
        Some(format!(
            "What is left is {}. A path is a heap of the code {}, and on a cycle of n every move leaves a path of \
             n - {}; the xor of their values is {value}.",
            words(&parts(&self.graph, live)?),
            self.code,
            self.fewer
        ))
    }
}
