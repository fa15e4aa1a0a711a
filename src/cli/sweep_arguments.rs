//! What can be typed after `gspec sweep`.

use super::common_arguments::{Common, OUTPUT};
use crate::variants::sweep::Show;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Sweep {
    /// The spec
    #[arg(value_name = "FILE", required_unless_present = "merge", conflicts_with = "merge")]
    pub file: Option<String>,
    /// A position with variables, such as 'take(n)', by default that of the only game; then ranges for its variables
    #[arg(value_name = "PATTERN|NAME=RANGE")]
    pub rest: Vec<String>,
    /// A parameter with its values, such as 'S = subsets(1..=10, 3..=3)'; repeat the option for all combinations
    #[arg(long, value_name = "NAME=VALUES", required_unless_present = "merge", conflicts_with = "merge")]
    pub over: Vec<String>,
    /// What to show, separated by commas: period, preperiod, max, losing, values, claims, theorem, proof
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = show)]
    pub show: Vec<Show>,
    /// Examine N values of the pattern, by default 10000 for one heap, else 1001
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub bound: Option<u64>,
    /// Group values of the parameters with equal sequences
    #[arg(long)]
    pub group: bool,
    /// Save finished rows in a file, and resume from it
    #[arg(long, value_name = "FILE", conflicts_with = "merge")]
    pub resume: Option<String>,
    /// Compute part I of N of the values, so that several machines can share them
    #[arg(long, value_name = "I/N", conflicts_with = "merge")]
    pub shard: Option<String>,
    /// Merge files that `--resume` wrote
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub merge: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    /// How long to search for each proof
    #[arg(long, value_name = "TIME", default_value = "5s")]
    pub prove_time: String,
    /// The output format; by default from the extension of `--output`, else text
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = OUTPUT)]
    pub format: Option<SweepFormat>,
    /// Write to this file instead of standard output: .csv, .json, .svg, .png, .txt; an existing file is replaced only when the result is
    /// complete
    #[arg(short, long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new(), help_heading = OUTPUT)]
    pub output: Option<String>,
}

const HELP: &str =
    "`--limit-time` applies to each value. A value whose rules are wrong has a row that says why.

Examples:
  gspec sweep specs/heaps/take.game --over 'S = subsets(1..=10, 2..=3)'
  gspec sweep specs/heaps/take.game --over 'S = subsets(1..=6, 3)' --show period,values --group
  gspec sweep specs/heaps/take.game --over 'S = subsets(1..=60, 3)' --shard 1/4 --resume part1.saved
  gspec sweep --merge part1.saved part2.saved part3.saved part4.saved --format csv -o all.csv";

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum SweepFormat {
    /// For people
    #[default]
    Text,
    /// A header and a row per value
    Csv,
    /// One JSON object per value
    Json,
    /// A heat map: a row of Sprague–Grundy values for each value of the parameters
    Svg,
    /// The SVG picture as pixels
    Png,
}

fn show(text: &str) -> Result<Show, String> {
    let names: Vec<&str> = Show::ALL.into_iter().map(Show::name).collect();
    Show::find(text).ok_or_else(|| format!("choose from {}", names.join(", ")))
}
