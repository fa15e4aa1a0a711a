//! Green Hackenbush on graphs (T81): a move cuts an edge of a picture and removes everything that
//! is no longer connected to the ground.
//!
//! Nodes that no single edge separates may be fused into one, and the edges between them become
//! loops of value 1. An edge that separates has the value 1 + s, where s is the nim-sum of the
//! values of what stands on it. The value of a position is the nim-sum of the values of what stands
//! on the ground. The theorem says nothing about misère play.

use crate::ir::graph::{Graph, Vertex};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, state};
use crate::theory::hackenbush::Picture;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The catalogue entry for Green Hackenbush on graphs.
pub const THEOREM: Theorem = Theorem {
    id: "hackenbush-on-graphs",
    entry: "T81",
    title: "Green Hackenbush on graphs: cut an edge, and what is disconnected from the ground falls",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "Berlekamp, Conway, Guy 1982 (theorem:hackenbush-on-graphs), values by the fusion principle",
    page: include_str!("../pages/hackenbush_on_graphs.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

/// The moves of rules whose states contain the nodes of the picture together with its edges.
const WITH_NODES: [&str; 2] = [
    "move cut(e in EDGES & standing)
        -> bush({v for c in components(P, standing - {e}) if HANGS for v in c})",
    "move cut(e in standing - NODES)
        -> bush({v for c in components(P, standing - {e}) if HANGS for v in c})",
];

/// The moves of rules whose states are sets of edges alone.
const EDGES_ALONE: [&str; 2] = [
    "move cut(e in standing)
        -> bush({f for c in components(P, (standing - {e}) | NODES) if HANGS for f in c - NODES})",
    "move cut(e in standing)
        -> bush({f for c in components(P, (standing - {e}) | (vertices(P) - EDGES)) if HANGS for f in c & EDGES})",
];

/// The declaration of the ground, one vertex or several, and the condition that a connected
/// component `c` contains some of it.
const GROUNDS: [(&str, &str); 2] = [
    ("param ground: vertex = 0", "ground in c"),
    ("param ground: {vertex} = {0}", "any(g in c for g in ground)"),
];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds != [Kind::Vertices] {
        return Vec::new();
    }
    let text = |rules: &str, ground: &str, hangs: &str| {
        let (name, rest) = if rules.contains("EDGES") { ("edge", "EDGES") } else { ("node", "NODES") };
        let rules = rules.replace(rest, name).replace("HANGS", hangs);
        format!(
            "param P: graph = graph {{ 0 }}\nparam {name}: {{vertex}} = {{0}}\n{ground}\n\
             game bush(standing: {{vertex}}) {{ {rules} }}"
        )
    };
    let all = WITH_NODES.iter().chain(&EDGES_ALONE);
    all.flat_map(|rules| GROUNDS.map(|(ground, hangs)| text(rules, ground, hangs))).collect()
}

/// The index of the rules in which a state is the set of the edges alone, and the ground one
/// vertex.
const BY_EDGES: usize = WITH_NODES.len() * GROUNDS.len();

/// Guesses with pictures of the edges that the program lists by their ends, and with pictures whose
/// edges are vertices of a graph of the program. Each picture is tried with each of its nodes as
/// the ground.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let listed = clues.edges().into_iter().filter(|edges| edges.len() == clues.options());
    let mut found: Vec<Guess> = listed.flat_map(|edges| on_each_ground(&edges)).collect();
    let sets = clues.vertex_sets();
    for graph in &clues.graphs {
        for named in &sets {
            let Some(named) = state::places(graph, named) else { continue };
            let others = (0..graph.len()).filter(|vertex| !named.contains(vertex)).collect();
            for edges in [named, others] {
                let grounds = (0..graph.len()).filter(|ground| !edges.contains(ground));
                let board = |ground| picture(clues, graph, &edges, ground);
                found.extend(grounds.filter_map(board));
            }
        }
    }
    found
}

/// Guesses with the picture of these edges, once for each end as the ground. The vertices of the
/// graph are the nodes and the edges; each edge is joined to its two ends.
fn on_each_ground(edges: &[(Vertex, Vertex)]) -> Vec<Guess> {
    let ends = Graph::new(Vec::new(), edges, true);
    let nodes = ends.len() as u32;
    let number = |end: &Vertex| ends.find(end).unwrap_or_default() as u32;
    let beside = edges.iter().zip(nodes..).flat_map(|((u, v), edge)| [(number(u), edge), (number(v), edge)]);
    let graph = Graph::of_numbers(&[], beside.collect(), true);
    let nodes = ends.len();
    let all: Vec<usize> = (nodes..graph.len()).collect();
    (0..nodes).filter_map(|ground| of_edges(&Arc::new(graph.clone()), &all, &all, ground)).collect()
}

/// A guess whose standing edges are those in the start, which must be one set of vertices; `None`
/// if the start has another number of options than standing edges.
fn picture(clues: &Clues<'_>, graph: &Arc<Graph>, edges: &[usize], ground: usize) -> Option<Guess> {
    let [state] = clues.state else { return None };
    let mut standing = state::places(graph, state)?;
    standing.retain(|vertex| edges.contains(vertex));
    if standing.len() != clues.options() {
        return None;
    }
    of_edges(graph, edges, &standing, ground)
}

/// A guess whose picture has the vertices `edges` of a graph as edges, of which those in `standing`
/// stand, and one node as the ground.
fn of_edges(graph: &Arc<Graph>, edges: &[usize], standing: &[usize], ground: usize) -> Option<Guess> {
    let nodes = (0..graph.len()).filter(|vertex| !edges.contains(vertex));
    let values = vec![
        ("P", Value::Graph(graph.clone())),
        ("node", state::vertices(graph, nodes)),
        ("ground", Value::Vertex(graph.vertex(ground))),
    ];
    let rules = written(&[Kind::Vertices]).into_iter().nth(BY_EDGES)?;
    let start = vec![vec![state::vertices(graph, standing.iter().copied())]];
    Some(Guess { rules, which: BY_EDGES, values, graph: Some(graph.clone()), start })
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let graph = state::moderate(parameters.graph("P")?)?;
    let named = parameters.value("edge").or_else(|| parameters.value("node"))?;
    let named = state::places(&graph, named)?;
    let mut is_edge = vec![parameters.value("node").is_some(); graph.len()];
    named.into_iter().for_each(|vertex| is_edge[vertex] = !is_edge[vertex]);
    let ground = match parameters.value("ground")? {
        Value::Set(_) => state::places(&graph, parameters.value("ground")?)?,
        vertex => vec![state::place(&graph, vertex)?],
    };
    let ends =
        |vertex: usize| graph.neighbours(vertex).into_iter().filter(|it| *it as usize != vertex).count();
    let is_picture = (0..graph.len()).all(|vertex| !is_edge[vertex] || ends(vertex) <= 2);
    // The ground itself cannot be cut.
    let stays = !ground.is_empty() && ground.iter().all(|vertex| !is_edge[*vertex]);
    let fits = is_picture && stays && is_edge.contains(&true);
    let with_nodes = parameters.which < WITH_NODES.len() * GROUNDS.len();
    fits.then(|| Box::new(Bush { graph, is_edge, ground, with_nodes }) as Box<dyn ClosedForm>)
}

/// A picture: some vertices of a graph are its edges, each between the vertices adjacent to it.
#[derive(Debug)]
struct Bush {
    graph: Arc<Graph>,
    /// For each vertex of the graph, whether it is an edge of the picture; otherwise it is a node.
    is_edge: Vec<bool>,
    /// The vertices that are the ground; nodes, and never empty.
    ground: Vec<usize>,
    /// Whether states contain the nodes, too.
    with_nodes: bool,
}

/// The picture that stands in a state; its edges are the vertices in `cuts`, in that order.
struct Standing {
    cuts: Vec<usize>,
    picture: Picture,
}

/// The number of the ground in pictures.
const GROUND: usize = 0;

/// Stands in place of a number for a vertex that is no standing node.
const NONE: usize = usize::MAX;

/// Winning cuts are not computed if the number of standing edges, times the sum of that number and
/// the number of vertices of the graph, exceeds this.
const MOST_WORK: usize = 20_000_000;

impl Bush {
    /// Which vertices stand, nodes included; `None` if the state contains a vertex that is not in
    /// the graph, or a node although states are sets of edges.
    fn standing(&self, state: &[Value]) -> Option<Vec<bool>> {
        let [state] = state else { return None };
        let mut stands: Vec<bool> = if self.with_nodes {
            vec![false; self.graph.len()]
        } else {
            self.is_edge.iter().map(|it| !it).collect()
        };
        for vertex in state::places(&self.graph, state)? {
            if !self.with_nodes && !self.is_edge[vertex] {
                return None;
            }
            stands[vertex] = true;
        }
        Some(stands)
    }

    /// The standing vertices adjacent to `vertex`, without `vertex` itself.
    fn around(&self, vertex: usize, stands: &[bool]) -> Vec<usize> {
        let all = self.graph.neighbours(vertex).into_iter().map(|it| it as usize);
        all.filter(|it| *it != vertex && stands[*it]).collect()
    }

    /// The picture that stands in a state; `None` if some part of it is not connected to the
    /// ground, or if no vertex of the ground stands.
    fn picture(&self, state: &[Value]) -> Option<Standing> {
        let stands = self.standing(state)?;
        if !self.all_hangs(&stands) {
            return None;
        }
        let (node, mut count) = self.nodes(&stands)?;
        let cuts: Vec<usize> = (0..self.graph.len()).filter(|it| stands[*it] && self.is_edge[*it]).collect();
        let mut edges = Vec::with_capacity(cuts.len());
        let mut between = FxHashMap::default();
        for cut in &cuts {
            let mut ends = Vec::new();
            for other in self.around(*cut, &stands) {
                // Two edges that are adjacent without a node between them meet in a node of their
                // own.
                ends.push(if self.is_edge[other] {
                    *between.entry((other.min(*cut), other.max(*cut))).or_insert_with(|| {
                        count += 1;
                        count - 1
                    })
                } else {
                    node[other]
                });
            }
            edges.push(match ends[..] {
                // An edge attached at only one end has the value of a loop.
                [end] => (end, end),
                [one, other] => (one, other),
                _ => return None,
            });
        }
        Some(Standing { cuts, picture: Picture::new(count, edges, GROUND)? })
    }

    /// For each standing node, its number in the picture, and how many numbers there are; `None` if
    /// no ground vertex stands. Adjacent nodes share a number, and so do all nodes of the ground.
    fn nodes(&self, stands: &[bool]) -> Option<(Vec<usize>, usize)> {
        let own = |vertex: &usize| stands[*vertex] && !self.is_edge[*vertex];
        let mut node = vec![NONE; self.graph.len()];
        let ground: Vec<usize> = self.ground.iter().copied().filter(own).collect();
        if ground.is_empty() {
            return None;
        }
        let mut count = GROUND;
        let others = (0..self.graph.len()).filter(own).map(|vertex| vec![vertex]);
        for mut pending in std::iter::once(ground).chain(others) {
            if node[pending[0]] != NONE {
                continue;
            }
            while let Some(vertex) = pending.pop() {
                if std::mem::replace(&mut node[vertex], count) == NONE {
                    pending.extend(
                        self.around(vertex, stands).into_iter().filter(|it| own(it) && node[*it] == NONE),
                    );
                }
            }
            count += 1;
        }
        Some((node, count))
    }

    /// Whether all standing edges are connected to the ground, and all standing nodes, if states
    /// contain the nodes.
    fn all_hangs(&self, stands: &[bool]) -> bool {
        let mut left = stands.to_vec();
        let mut pending: Vec<usize> = self.ground.iter().copied().filter(|vertex| stands[*vertex]).collect();
        pending.iter().for_each(|vertex| left[*vertex] = false);
        while let Some(vertex) = pending.pop() {
            for other in self.around(vertex, stands) {
                if std::mem::replace(&mut left[other], false) {
                    pending.push(other);
                }
            }
        }
        left.iter().zip(&self.is_edge).all(|(left, is_edge)| !left || (!self.with_nodes && !is_edge))
    }

    /// The state after a cut: what is still connected to the ground.
    fn without(&self, state: &[Value], cut: usize) -> Option<Value> {
        let mut stands = self.standing(state)?;
        stands[cut] = false;
        let mut hangs = vec![false; stands.len()];
        let mut pending: Vec<usize> = self.ground.iter().copied().filter(|vertex| stands[*vertex]).collect();
        while let Some(vertex) = pending.pop() {
            if !std::mem::replace(&mut hangs[vertex], true) {
                pending.extend(self.around(vertex, &stands));
            }
        }
        let held = |vertex: &usize| hangs[*vertex] && (self.with_nodes || self.is_edge[*vertex]);
        Some(state::vertices(&self.graph, (0..self.graph.len()).filter(held)))
    }

    /// The vertices that win when they are cut; `None` if that takes too long.
    fn winning_cuts(&self, standing: &Standing) -> Option<Vec<usize>> {
        let size = standing.cuts.len() + self.graph.len();
        if size.saturating_mul(standing.cuts.len()) > MOST_WORK {
            return None;
        }
        let cuts = standing.picture.winning_cuts(&|_| ControlFlow::Continue(())).ok()?;
        Some(cuts.into_iter().map(|cut| standing.cuts[cut]).collect())
    }
}

impl ClosedForm for Bush {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(Int::from(self.picture(state)?.picture.value()))
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let standing = (convention == Convention::Normal).then(|| self.picture(state)).flatten()?;
        let cuts = self.winning_cuts(&standing)?;
        cuts.into_iter().map(|cut| Some(vec![self.without(state, cut)?])).collect()
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        Some(state::subsets(self.picture(state)?.cuts.len()))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let standing = (convention == Convention::Normal).then(|| self.picture(state)).flatten()?;
        let (edges, value) = (standing.cuts.len(), standing.picture.value());
        let mut text = format!(
            "Nodes that no single one of the {edges} edges separates may be fused to one, and its edges become loops \
             of value 1; an edge that separates is worth 1 + the xor of what stands on it. At the ground that makes \
             {value}."
        );
        if let Some(cut) = self.winning_cuts(&standing).and_then(|cuts| cuts.first().copied()) {
            text.push_str(&format!(" Cutting {} makes it 0.", self.graph.vertex(cut)));
        }
        Some(text)
    }
}
