//! What can be typed after `gspec guess`.

use super::common_arguments::{Common, OUTPUT, Proving};
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Guess {
    /// The spec
    #[arg(value_name = "FILE")]
    pub file: String,
    /// A position with one to four variables, such as 'wythoff(a, b)', by default that of the only game
    #[arg(value_name = "PATTERN")]
    pub pattern: Vec<String>,
    /// Look only at who wins, not at Sprague–Grundy values
    #[arg(long)]
    pub outcomes: bool,
    /// Add the claims to the file
    #[arg(long)]
    pub write: bool,
    #[command(flatten)]
    pub common: Common,
    #[command(flatten)]
    pub proving: Proving,
    /// The output format
    #[arg(long, value_enum, default_value_t = GuessFormat::Text, value_name = "FORMAT", help_heading = OUTPUT)]
    pub format: GuessFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GuessFormat {
    /// For people, to paste
    Text,
    /// One JSON object per claim
    Json,
}

const HELP: &str = "Every claim is checked far beyond the positions that suggested it; the comment above it says how far, or by what \
it is proved. If no claim fits, it prints `nothing fits`.

Examples:
  gspec guess specs/wythoff.game
  gspec guess specs/heaps/nim.game 'misere nim(a) + nim(b)'";
