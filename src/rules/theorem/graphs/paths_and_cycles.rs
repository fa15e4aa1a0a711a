//! Parts of graphs that are paths and cycles.

use crate::ir::Value;
use crate::ir::graph::Graph;
use crate::theorem::state;

/// A part of a graph that hangs together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A path with this number of vertices.
    Path(usize),
    /// A cycle with this number of vertices, at least 3.
    Cycle(usize),
}

/// The components of a set of vertices, ignoring direction; `None` if one is neither a path nor a cycle, if
/// the graph lacks a vertex, or if a vertex is joined to itself.
pub(super) fn parts(graph: &Graph, live: &Value) -> Option<Vec<Part>> {
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
        // With at most two neighbours each, only a cycle has no ends.
        if count > 0 {
            parts.push(if ends > 0 { Part::Path(count) } else { Part::Cycle(count) });
        }
    }
    Some(parts)
}

/// The neighbours of each vertex of a set within it; `None` if one has more than two, or itself.
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

/// How many paths and cycles there are and how long, in words.
pub(super) fn words(parts: &[Part]) -> String {
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
