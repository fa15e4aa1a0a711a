//! What can be typed after `gspec diff` and `gspec ablate`.

use super::common_arguments::{Common, OUTPUT, SolveFormat};
use clap::Args;

/// Compare two games.
#[derive(Debug, Args)]
#[command(after_help = DIFF_HELP)]
pub struct Diff {
    /// The first game: a spec with one game, or FILE:GAME
    #[arg(value_name = "FILE[:GAME]")]
    pub left: String,
    /// The second game
    #[arg(value_name = "FILE[:GAME]")]
    pub right: String,
    #[command(flatten)]
    pub common: Common,
    /// Give a parameter another value in the first game only
    #[arg(long, value_name = "NAME=EXPR")]
    pub set_left: Vec<String>,
    /// Give a parameter another value in the second game only
    #[arg(long, value_name = "NAME=EXPR")]
    pub set_right: Vec<String>,
    /// Which positions to compare, such as 'w(a, b) = queen(b, a)'; without it, those with equal fields
    #[arg(long, value_name = "LEFT = RIGHT")]
    pub map: Option<String>,
    #[command(flatten)]
    pub reach: Reach,
    /// The output format
    #[arg(long, value_enum, default_value_t = SolveFormat::Text, help_heading = OUTPUT)]
    pub format: SolveFormat,
}

const DIFF_HELP: &str = "Without --bound, gspec searches for about 10 s; the report gives the bound.

Examples:
  gspec diff wythoff.game my-variant.game
  gspec diff specs/splitting/octals.game:officers specs/splitting/kayles.game:kayles
  gspec diff take.game take.game --set-right 'S={1, 2, 5}'";

/// The questions about two games, and the bound of the comparison.
#[derive(Debug, Args)]
pub struct Reach {
    /// Compare misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Without a proof, the greatest value of a field to examine
    #[arg(long, value_name = "N")]
    pub bound: Option<u64>,
    /// How long to search for a proof from the rules
    #[arg(long, value_name = "TIME", default_value = "5s")]
    pub prove_time: String,
}

/// Leave out each part of the rules in turn.
#[derive(Debug, Args)]
#[command(after_help = ABLATE_HELP)]
pub struct Ablate {
    /// The spec
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Games by name; without one, every game of the file
    #[arg(value_name = "GAME")]
    pub games: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    #[command(flatten)]
    pub reach: Reach,
    /// For a move that binds one number, also remove each value from 1 to N in turn
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1000))]
    pub amounts: u64,
    /// The output format
    #[arg(long, value_enum, default_value_t = SolveFormat::Text, help_heading = OUTPUT)]
    pub format: SolveFormat,
}

const ABLATE_HELP: &str = "Each part is compared as by `gspec diff`, for about 3 s.

Examples:
  gspec ablate specs/wythoff.game
  gspec ablate specs/wythoff.game --amounts 3
  gspec ablate specs/heaps/take.game --set 'S={1, 3, 4, 8}'";
