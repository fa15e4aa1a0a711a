//! Node and arc Kayles on paths and cycles (T84; Bodlaender and Kratsch 2002). Node Kayles removes a
//! vertex with its neighbours, arc Kayles an edge with both ends and all edges there.
//!
//! For node Kayles, the value of a path of n vertices is that of heap n in the octal game 0.137,
//! which is that of heap n + 1 in 0.07; for arc Kayles it is that of heap n in 0.07. On a cycle of
//! n ≥ 3 vertices, every first move leaves a path of n − 3 vertices (nodes) or n − 2 vertices
//! (arcs), so the value is 1 if that path is lost, else 0.

use super::named_octals::dawson;
use num_bigint::BigUint;

/// Node Kayles on a path of `n` vertices: the value.
pub fn nodes_of_path(n: &BigUint) -> u64 {
    // 0.137 of nothing is 0, as is 0.07 of 1.
    dawson(&(n + 1u32))
}

/// Arc Kayles on a path of `n` vertices: the value.
pub fn arcs_of_path(n: &BigUint) -> u64 {
    dawson(n)
}

/// Node Kayles on a cycle of `n` ≥ 3 vertices: the value; `None` for fewer vertices.
pub fn nodes_of_cycle(n: &BigUint) -> Option<u64> {
    (*n >= BigUint::from(3u32)).then(|| u64::from(nodes_of_path(&(n - 3u32)) == 0))
}

/// Arc Kayles on a cycle of `n` ≥ 3 vertices: the value; `None` for fewer vertices.
pub fn arcs_of_cycle(n: &BigUint) -> Option<u64> {
    (*n >= BigUint::from(3u32)).then(|| u64::from(arcs_of_path(&(n - 2u32)) == 0))
}
