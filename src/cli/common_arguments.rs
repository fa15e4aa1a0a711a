//! The options that all commands share ([`Appearance`]), and those that all commands about
//! positions share ([`Common`]).

use clap::{Args, ValueEnum};

/// The heading of options about output in the help.
pub const OUTPUT: &str = "Output";
/// The heading of options about engines and limits in the help.
const LIMITS: &str = "Engines and limits";

/// The style of every command's output.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct Appearance {
    /// When to use colours; `auto`: never if `NO_COLOR` is set, always if `CLICOLOR_FORCE` is set, else on a terminal
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto, help_heading = OUTPUT)]
    pub color: Colour,
    /// Print no notes and no progress; `check` prints only what is not proved, and the summary
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = OUTPUT)]
    pub quiet: bool,
    /// Print the time; `check` also prints each game's `is:` line, every claim, and what was examined for each
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
    /// Use N threads (more than 256 count as 256); by default (0) one per core; the reference engine uses one
    #[arg(long, value_name = "N", value_parser = threads, help_heading = LIMITS)]
    pub threads: Option<usize>,
    /// Which engine answers
    #[arg(long, value_enum, default_value_t = Engine::Auto, help_heading = LIMITS)]
    pub engine: Engine,
}

/// Reads a number of threads; 0 means one per core.
fn threads(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "write a number of threads such as 4".to_string())
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The fastest that fits
    #[default]
    Auto,
    /// Only the definitions
    Reference,
    /// Search of any game, with compiled moves
    Graph,
    /// Tables for one heap: take amounts
    Heap,
    /// Tables for one heap that moves reduce and split
    Split,
    /// Tables for vectors, reduced by fixed vectors or multiples
    Lattice,
    /// Tables of all components of a box, for fields in small ranges
    Dense,
    /// Boards: parts that no move connects are searched separately, and equal parts once
    Cells,
    /// Only sets of lost positions that are proved for every size from the rules: docs/proofs.md
    Proof,
}

/// How long a game may take.
#[derive(Debug, Args)]
pub struct Proving {
    /// Time to spend on a proof of which positions are lost, where one is needed; 0s skips it
    #[arg(long, value_name = "TIME", default_value = "5s")]
    pub prove_time: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolveFormat {
    /// For people
    Text,
    /// One JSON object per answer
    Json,
}
