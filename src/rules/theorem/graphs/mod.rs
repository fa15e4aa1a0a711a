//! Theorems about games on graphs and on trees.

pub(super) mod annihilation;
pub(super) mod arc_kayles;
pub(super) mod geography;
pub(super) mod hackenbush;
pub(super) mod hackenbush_on_graphs;
pub(super) mod node_kayles;
mod paths_and_cycles;
pub(super) mod tree_path;
