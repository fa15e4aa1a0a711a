//! What can be typed after every command, and after every command that asks about positions.

use clap::{Args, ValueEnum};

/// The headings of options in the help.
pub const OUTPUT: &str = "Output";
/// See [`OUTPUT`].
const LIMITS: &str = "Engines and limits";

/// How every command writes.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Appearance {
    /// When to use colours: `auto` asks the terminal, `NO_COLOR` and `CLICOLOR_FORCE`
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto, help_heading = OUTPUT)]
    pub color: Colour,
    /// Leave out notes and progress; `check` shows only what is not proved, and the summary
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = OUTPUT)]
    pub quiet: bool,
    /// Say how long it took; `check` shows each claim and what was examined for it
    #[arg(short, long, global = true, help_heading = OUTPUT)]
    pub verbose: bool,
}

/// When output has colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Default, Args)]
pub struct Common {
    /// Give a parameter another value: any expression of its type
    #[arg(long, value_name = "NAME=EXPR")]
    pub set: Vec<String>,
    /// Stop after this time, e.g. 500ms, 10s, 2m
    #[arg(long, value_name = "TIME", help_heading = LIMITS)]
    pub limit_time: Option<String>,
    /// Stop when this much memory is used, e.g. 512MiB, 4GiB
    #[arg(long, value_name = "SIZE", help_heading = LIMITS)]
    pub limit_memory: Option<String>,
    /// Stop after this many components and positions
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub limit_positions: Option<u64>,
    /// How many threads may work, at most 256, by default one a core; the reference engine uses one
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub threads: Option<usize>,
    /// Which engine answers
    #[arg(long, value_enum, default_value_t = Engine::Auto, help_heading = LIMITS)]
    pub engine: Engine,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The fastest that applies
    #[default]
    Auto,
    /// Straight from the definitions
    Reference,
    /// The graph of components, by compiled moves
    Graph,
    /// One heap, amounts are taken: a table
    Heap,
    /// One heap, taken from and broken up: a table, by rare values
    Split,
    /// Vectors of numbers, fixed vectors or multiples are taken: a table
    Lattice,
    /// Tables of all components of a box, for fields in small ranges
    Dense,
    /// Boards that fall apart: parts that no move connects, equal ones searched once
    Cells,
    /// Nothing but sets of lost positions that are proved for every size from the rules: docs/proofs.md
    Proof,
}

/// How long a game may take.
#[derive(Debug, Args)]
pub struct Proving {
    /// How long to search for a proof from the rules of which positions are lost, where it is needed; 0s for none
    #[arg(long, value_name = "TIME", default_value = "5s")]
    pub prove_time: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolveFormat {
    /// For people
    Text,
    /// One object a position and line
    Json,
}
