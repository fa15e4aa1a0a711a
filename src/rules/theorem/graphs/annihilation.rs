//! Annihilation on an acyclic graph (T10): a move takes a token along an edge; if the target vertex
//! already has a token, both vanish.
//!
//! The value is the nim-sum of the Grundy values of the vertices with tokens, where the Grundy
//! value of a vertex is the mex of those of its successors. The theorem says nothing about misère
//! play.

use crate::ir::graph::{Graph, Vertex};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, state};
use crate::theory::annihilation;
use std::sync::Arc;

/// The catalogue entry for annihilation on acyclic graphs.
pub const THEOREM: Theorem = Theorem {
    id: "annihilation",
    entry: "T10",
    title: "Tokens walk along the edges of an acyclic graph; two that meet vanish",
    cite: "Fraenkel, Yesha 1976, 1982",
    gives: "Fraenkel, Yesha 1982 (theorem:annihilation), values by the nim-sum of the vertices' values",
    page: include_str!("../pages/annihilation.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

/// Formulations of annihilation: a moved token vanishes together with the token that it meets. They differ
/// only if an edge leads from a vertex to itself.
const STEPS: [&str; 3] = [
    "move step(v in S, w in out(G, v)) -> walk(if w in S then S - {v, w} else S - {v} | {w})",
    "move step(v in S, w in out(G, v)) -> walk(S - {v} - {w} | ({w} - S))",
    "move step(v in S, w in out(G, v)) -> walk(if w in S - {v} then S - {v} - {w} else S - {v} | {w})",
];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds != [Kind::Vertices] {
        return Vec::new();
    }
    let text = |step: &str| format!("param G: graph = graph {{}}\ngame walk(S: {{vertex}}) {{ {step} }}");
    STEPS.iter().map(|step| text(step)).collect()
}

/// The graphs of the program, with tokens on the vertices that the start marks, if these tokens
/// have at least as many steps as the start has options.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let rules = &written(&[Kind::Vertices])[0];
    let graphs: Vec<Graph> = clues.edges().iter().map(|edges| Graph::new(Vec::new(), edges, false)).collect();
    let marked = clues.marked();
    let boards = graphs.iter().flat_map(|graph| marked.iter().map(move |tokens| (graph, tokens)));
    let on = |(graph, tokens): (&Graph, &Vec<Vertex>)| {
        let places: Vec<usize> = tokens.iter().map(|token| graph.find(token)).collect::<Option<_>>()?;
        let steps: usize = places.iter().map(|place| graph.out(*place).len()).sum();
        let state = vec![state::vertices(graph, places.into_iter())];
        (steps >= clues.options()).then(|| Guess::on_graph(rules, 0, "G", graph.clone(), state))
    };
    boards.filter_map(on).collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let graph = state::moderate(parameters.graph("G")?)?;
    let out: Vec<&[u32]> = (0..graph.len()).map(|vertex| graph.out(vertex)).collect();
    let values = annihilation::values(&out)?;
    Some(Box::new(Tokens { graph, values }))
}

#[derive(Debug)]
struct Tokens {
    graph: Arc<Graph>,
    /// The value of a token on each vertex.
    values: Vec<u64>,
}

impl Tokens {
    fn sum(&self, state: &[Value]) -> Option<u64> {
        let [tokens] = state else { return None };
        let places = state::places(&self.graph, tokens)?;
        Some(places.into_iter().fold(0, |sum, place| sum ^ self.values[place]))
    }
}

impl ClosedForm for Tokens {
    fn value(&self, state: &[Value]) -> Option<Int> {
        self.sum(state).map(Int::from)
    }

    fn reach(&self, _state: &[Value]) -> Option<u64> {
        Some(state::subsets(self.graph.len()))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        const SHOWN: usize = 12;
        let [tokens] = state else { return None };
        let places = state::places(&self.graph, tokens)?;
        let told = |place: &usize| format!("{} on {}", self.values[*place], self.graph.vertex(*place));
        let mut listed: Vec<String> = places.iter().take(SHOWN).map(told).collect();
        if places.len() > SHOWN {
            listed.push("…".to_string());
        }
        let sum = self.sum(state)?;
        let tokens = if listed.is_empty() { "none".to_string() } else { listed.join(", ") };
        (convention == Convention::Normal).then(|| {
            format!(
                "The graph has no cycle, so each token is worth what it is worth by itself: {tokens}. The nim-sum is \
                 {sum}: that two tokens vanish changes nothing, since equal ones sum up to 0."
            )
        })
    }
}
