//! The engines that a user can request, and their names on the command line.

/// Which engine is to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// The fastest engine that supports the game.
    #[default]
    Auto,
    /// The reference engine, straight from the definitions.
    Reference,
    /// A search of the graph of components, with compiled moves.
    Graph,
    /// A table of heaps from which amounts are taken.
    Heap,
    /// A table of heaps from which amounts are taken, and whose rest a move may divide into several
    /// heaps.
    Split,
    /// A table of vectors from which moves subtract multiples of fixed vectors.
    Lattice,
    /// A table of all components in a box of numbers, swept in an order in which every move leads
    /// back.
    Dense,
    /// Boards whose rules are local, part by part.
    Cells,
    /// The set of lost positions that is proved for all sizes.
    Proof,
}

impl Choice {
    /// The name of the engine on the command line; for [`Choice::Auto`], that of the general
    /// engine.
    pub fn name(self) -> &'static str {
        match self {
            Choice::Reference => "reference",
            Choice::Auto | Choice::Graph => "graph",
            Choice::Heap => "heap",
            Choice::Split => "split",
            Choice::Lattice => "lattice",
            Choice::Dense => "dense",
            Choice::Cells => "cells",
            Choice::Proof => "proof",
        }
    }
}
