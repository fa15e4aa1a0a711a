//! Arc Kayles on paths and cycles (T84): a move takes two adjacent vertices of a graph.
//!
//! A path of n vertices has the value of a heap of n in the octal game 0.07. From a cycle of n ≥ 3
//! every move leaves a path of n − 2, so the cycle has the value 1 if that path has the value 0,
//! and else 0. The value of a set of vertices is the nim-sum over its connected components; if one
//! of these is neither a path nor a cycle, the theorem gives no result. It says nothing about
//! misère play.

use super::paths_and_cycles::{Part, PathsAndCycles};
use crate::ir::graph::Graph;
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, state};
use crate::theory::kayles_paths;

/// The catalogue entry for Arc Kayles on paths and cycles.
pub const THEOREM: Theorem = Theorem {
    id: "arc-kayles",
    entry: "T84",
    title: "Arc Kayles on paths and cycles: take two neighbouring vertices",
    cite: "Guy, Smith 1956",
    gives: "Guy, Smith 1956 (theorem:arc-kayles), values of paths and cycles by the code 0.07",
    page: include_str!("../pages/arc_kayles.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    // The rules choose the two vertices as an edge or as a subset, and leave one set or the sum of
    // its connected components. These formulations have no common normal form, so each is written
    // out.
    const RULES: [&str; 4] = [
        "take((u, v) in edges(P)) when u in live and v in live -> arcs(live - {u, v})",
        "take((u, v) in edges(P)) when u in live and v in live
            -> sum(arcs(c) for c in components(P, live - {u, v}))",
        "take(S in subsets(live, 2..=2)) when any(v in neighbours(P, u) for u in S for v in S) -> arcs(live - S)",
        "take(S in subsets(live, 2..=2)) when any(v in neighbours(P, u) for u in S for v in S)
            -> sum(arcs(c) for c in components(P, live - S))",
    ];
    let text =
        |take: &str| format!("param P: graph = graph {{}}\ngame arcs(live: {{vertex}}) {{ move {take} }}");
    if kinds == [Kind::Vertices] { RULES.map(text).to_vec() } else { Vec::new() }
}

/// The cycle with as many vertices as the start has options, if a list or text of the start has
/// this length.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let rules = &written(&[Kind::Vertices])[0];
    let count = u32::try_from(clues.options()).ok().filter(|count| (3..=MOST_VERTICES).contains(count));
    let count = count.filter(|count| clues.lengths().contains(count));
    let on = |count: u32| {
        let cycle = Graph::cycle(count);
        let all = clues::all_vertices(&cycle);
        Guess::on_graph(rules, 0, "P", cycle, vec![all])
    };
    count.map(on).into_iter().collect()
}

/// The most vertices of a cycle that is guessed.
const MOST_VERTICES: u32 = 14;

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let graph = state::moderate(parameters.graph("P")?)?;
    Some(Box::new(PathsAndCycles { graph, worth, code: "0.07", fewer: 2 }))
}

/// The value of a path or a cycle; `None` if it is not known.
fn worth(part: &Part) -> Option<u64> {
    match part {
        Part::Path(count) => Some(kayles_paths::arcs_of_path(&(*count).into())),
        Part::Cycle(count) => kayles_paths::arcs_of_cycle(&(*count).into()),
    }
}
