//! Explores the graph of successors: the positions that play can reach, with their outcomes and
//! values.

use super::{Choice, Standing, end, first_choices, within};
use crate::ir::value::Position;
use crate::number::Int;
use crate::position::{Evaluated, Instance, Limit};
use crate::solve::Solver;
use rustc_hash::FxHashMap;

/// The extent to which a graph is explored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// The most moves from the root; `None` for no limit.
    pub depth: Option<usize>,
    /// The most positions that the graph may have.
    pub most: usize,
}

/// A position of the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The position.
    pub position: Position,
    /// The fewest moves from the root to the position.
    pub depth: usize,
    /// Who wins the position, and in how many moves.
    pub standing: Standing,
    /// The value of the position; `None` if it has none, or if a limit prevented an answer.
    pub value: Option<Int>,
    /// Whether there are moves from the position that the graph does not show.
    pub open: bool,
}

/// All moves from one position to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The index of the node in which the moves are made.
    pub from: usize,
    /// The index of the node that the moves lead to.
    pub to: usize,
    /// The names of the moves; never empty.
    pub moves: Vec<String>,
    /// The names of the moves without the component's prefix.
    pub bare: Vec<String>,
}

/// The positions that play from a position can reach. The root is the first node. Nodes are in
/// order of discovery; edges are ordered by their source nodes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    /// The positions.
    pub nodes: Vec<Node>,
    /// The moves.
    pub edges: Vec<Edge>,
    /// The last limit that was reached; `None` if none was.
    pub limit: Option<Limit>,
}

impl Graph {
    /// Whether the graph contains every move of each of its positions.
    pub fn complete(&self) -> bool {
        self.nodes.iter().all(|node| !node.open)
    }
}

/// After this many nodes were too large to search for their remoteness, no further remoteness is
/// searched: each attempt may take a second.
const MOST_GIVEN_UP: usize = 2;

/// At most this many ways to play one move are listed, or as many as the graph may have positions
/// if that is more. Without a maximum, the ways of huge positions would not fit into memory.
const MOST_WAYS: usize = 1_000;

/// Explores the graph of successors of a position, breadth first.
pub fn successors(
    instance: &Instance,
    solver: &mut Solver<'_, '_>,
    root: &Position,
    extent: Extent,
) -> Evaluated<Graph> {
    let mut graph = Graph::default();
    let mut numbers: FxHashMap<Position, usize> = FxHashMap::default();
    numbers.insert(root.clone(), 0);
    graph.nodes.push(fresh(root.clone(), 0));
    let mut at = 0;
    while at < graph.nodes.len() {
        let most = extent.most.max(MOST_WAYS);
        match within(options(instance, solver, &graph.nodes[at].position, most))? {
            Ok((found, is_cut)) => {
                add_options(&mut graph, &mut numbers, at, found, extent);
                graph.nodes[at].open |= is_cut;
            }
            Err(limit) => {
                graph.nodes[at].open = true;
                graph.limit = Some(limit);
                if ends_all(limit) {
                    graph.nodes[at..].iter_mut().for_each(|node| node.open = true);
                    break;
                }
            }
        }
        at += 1;
    }
    decide(solver, &mut graph)?;
    Ok(graph)
}

/// Whether a limit that stopped one question would also stop every later one. Asking the remaining
/// nodes, perhaps thousands, would then only take time.
fn ends_all(limit: Limit) -> bool {
    limit != Limit::Positions
}

fn fresh(position: Position, depth: usize) -> Node {
    Node { position, depth, standing: Standing::default(), value: None, open: false }
}

/// The moves that can be made in a position, up to a maximum for each rule, and whether there are
/// more. There are none if play is over.
fn options(
    instance: &Instance,
    solver: &mut Solver<'_, '_>,
    position: &Position,
    most: usize,
) -> Evaluated<(Vec<Choice>, bool)> {
    let (found, is_cut) = first_choices(instance, solver.budget(), position, most)?;
    let is_over = end(instance, solver, position, &found)?.is_some();
    Ok(if is_over { (Vec::new(), false) } else { (found, is_cut) })
}

/// Adds the options of node `at` as nodes and edges, as far as the extent allows.
fn add_options(
    graph: &mut Graph,
    numbers: &mut FxHashMap<Position, usize>,
    at: usize,
    found: Vec<Choice>,
    extent: Extent,
) {
    let depth = graph.nodes[at].depth + 1;
    if extent.depth.is_some_and(|most| depth > most) {
        graph.nodes[at].open = !found.is_empty();
        return;
    }
    for choice in found {
        let to = match numbers.get(&choice.to) {
            Some(known) => *known,
            None if graph.nodes.len() >= extent.most => {
                graph.nodes[at].open = true;
                continue;
            }
            None => {
                numbers.insert(choice.to.clone(), graph.nodes.len());
                graph.nodes.push(fresh(choice.to, depth));
                graph.nodes.len() - 1
            }
        };
        graph.edges.push(Edge { from: at, to, moves: choice.names, bare: choice.bare });
    }
}

/// Determines the outcome, the value and the remoteness of each node, as far as limits allow.
fn decide(solver: &mut Solver<'_, '_>, graph: &mut Graph) -> Evaluated<()> {
    let mut given_up = 0;
    for node in &mut graph.nodes {
        match within(solver.outcome(&node.position))? {
            Ok(outcome) => node.standing.outcome = Some(outcome),
            Err(limit) => {
                node.standing.limit = Some(limit);
                graph.limit = Some(limit);
                if ends_all(limit) {
                    break;
                }
                continue;
            }
        }
        match within(solver.value(&node.position))? {
            Ok(value) => node.value = value,
            // The outcome may be known although the value is not.
            Err(limit) => graph.limit = Some(limit),
        }
        if given_up < MOST_GIVEN_UP {
            let solution = within(solver.solution(&node.position))?.ok();
            given_up += usize::from(solution.as_ref().is_none_or(|it| it.remoteness_limited));
            node.standing.remoteness = solution.and_then(|it| it.remoteness);
        }
    }
    Ok(())
}
