//! Reads the fields of states: lists, sets and vertices; and bounds how many states there are.

use super::{naturals, value_of};
use crate::ir::Value;
use crate::ir::graph::Graph;
use num_bigint::BigUint;
use std::sync::Arc;

/// The most members of a collection, and the most vertices of a graph, with which a theorem gives
/// results. A graph may have twice as many edges; an undirected edge counts once for each end.
const MOST_MEMBERS: usize = 2_000_000;

/// The members of a list or a set; `None` for other values, or if there are more than
/// `MOST_MEMBERS`.
pub(super) fn members(value: &Value) -> Option<&[Value]> {
    match value {
        Value::List(members) | Value::Set(members) if members.len() <= MOST_MEMBERS => Some(members),
        _ => None,
    }
}

/// The naturals in a state that is one list or one set of naturals; `None` for other states, or if
/// there are more than `MOST_MEMBERS`.
pub(super) fn heaps(state: &[Value]) -> Option<Vec<BigUint>> {
    if let [heaps] = state { naturals(members(heaps)?) } else { None }
}

/// A state that is one list of naturals.
pub(super) fn list(heaps: Vec<BigUint>) -> Vec<Value> {
    vec![Value::List(heaps.into_iter().map(value_of).collect())]
}

/// Naturals as machine words; `None` if one does not fit.
pub(super) fn words(numbers: &[BigUint]) -> Option<Vec<u64>> {
    numbers.iter().map(|number| u64::try_from(number).ok()).collect()
}

/// The number of a vertex in the graph; `None` if the value is no vertex of the graph.
pub(super) fn place(graph: &Graph, value: &Value) -> Option<usize> {
    if let Value::Vertex(vertex) = value { graph.find(vertex) } else { None }
}

/// The numbers of the members of a set in the graph; `None` if one is no vertex of the graph, if
/// there are more than `MOST_MEMBERS`, or if the value is no collection.
pub(super) fn places(graph: &Graph, value: &Value) -> Option<Vec<usize>> {
    members(value)?.iter().map(|member| place(graph, member)).collect()
}

/// The set of the vertices with these numbers.
pub(super) fn vertices(graph: &Graph, places: impl Iterator<Item = usize>) -> Value {
    Value::set(places.map(|place| Value::Vertex(graph.vertex(place))).collect())
}

/// The graph; `None` if it has too many vertices or edges.
pub(super) fn moderate(graph: &Arc<Graph>) -> Option<Arc<Graph>> {
    let edges: usize = (0..graph.len().min(MOST_MEMBERS)).map(|vertex| graph.out(vertex).len()).sum();
    (graph.len() <= MOST_MEMBERS && edges <= 2 * MOST_MEMBERS).then(|| graph.clone())
}

/// The number of subsets of a set of `count` elements, or `u64::MAX` if it is larger.
pub(super) fn subsets(count: usize) -> u64 {
    u32::try_from(count).ok().and_then(|count| 1u64.checked_shl(count)).unwrap_or(u64::MAX)
}

/// The number of lists of `count` naturals from 0 to `most`, or `u64::MAX` if it is larger.
pub(super) fn choices(count: usize, most: &BigUint) -> u64 {
    let each = u64::try_from(most).ok().and_then(|most| most.checked_add(1));
    let power = each.and_then(|each| each.checked_pow(u32::try_from(count).ok()?));
    power.unwrap_or(u64::MAX)
}

/// The number of ways to place the coins of a state on squares up to that of the farthest coin, or
/// `u64::MAX` if it is larger; `None` if there are no coins, or if the state is not one list or set
/// of naturals.
pub(super) fn choices_of(state: &[Value]) -> Option<u64> {
    let coins = heaps(state)?;
    Some(choices(coins.len(), coins.iter().max()?))
}

/// Whether some vertex of the graph has an edge to itself.
pub(super) fn has_loops(graph: &Graph) -> bool {
    (0..graph.len()).any(|vertex| graph.out(vertex).contains(&(vertex as u32)))
}
