//! What can be typed.

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Write the rules of an impartial game, learn what is true of it.
#[derive(Debug, Parser)]
#[command(name = "gspec", version, about, max_term_width = 100)]
#[command(after_help = "Exit status: 0 all well; 1 a spec is wrong or a claim refuted; 2 wrong usage or an \
                        unreadable file; 3 a limit was reached before an answer.")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check specs: names, types, the rules of play, and every claim
    Check(Check),
    /// Say who wins a position, what it is worth, and by which moves
    Solve(Solve),
    /// Draw the graph of successors of a position, the lost ones marked
    Graph(Graph),
    /// Play against the machine
    Play(Play),
    /// Bring specs into their canonical layout, comments kept
    Fmt(Fmt),
    /// Show the page of a diagnostic code; without one, the list
    Explain(Explain),
}

#[derive(Debug, Args)]
pub struct Common {
    /// Give a parameter another value: any expression of its type
    #[arg(long, value_name = "NAME=EXPR")]
    pub set: Vec<String>,
    /// Stop after this time, e.g. 500ms, 10s, 2m
    #[arg(long, value_name = "TIME")]
    pub limit_time: Option<String>,
    /// Stop when this much memory is used, e.g. 512MiB, 4GiB
    #[arg(long, value_name = "SIZE")]
    pub limit_memory: Option<String>,
    /// Stop after this many components and positions
    #[arg(long, value_name = "N")]
    pub limit_positions: Option<u64>,
    /// How many threads may work; the reference engine uses one
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Which engine answers
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The fastest that applies
    Auto,
    /// Straight from the definitions
    Reference,
}

#[derive(Debug, Args)]
pub struct Check {
    /// Specs, or directories of specs
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    /// How far claims over all naturals are looked at
    #[arg(long, value_name = "N")]
    pub bound: Option<u64>,
    /// Fail on anything that is not proved
    #[arg(long)]
    pub strict: bool,
    /// The form of the report
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people
    Text,
    /// One object a file and line
    Json,
    /// Annotations for GitHub's logs
    Github,
    /// For code hosts
    Sarif,
}

#[derive(Debug, Args)]
pub struct Solve {
    /// The spec
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Positions, such as 'wythoff(4, 7)' or 'misere nim(3) + nim(5)'
    #[arg(required = true, value_name = "POSITION")]
    pub positions: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    /// Which moves to show
    #[arg(long, value_enum, default_value_t = Moves::Winning)]
    pub moves: Moves,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t = SolveFormat::Text)]
    pub format: SolveFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Moves {
    /// Those that win
    Winning,
    /// All, each with what becomes of it
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolveFormat {
    /// For people
    Text,
    /// One object a position and line
    Json,
}

#[derive(Debug, Args)]
pub struct Graph {
    /// The spec
    #[arg(value_name = "FILE")]
    pub file: String,
    /// The position to begin with, such as 'nim(1) + nim(2)'
    #[arg(value_name = "POSITION")]
    pub position: String,
    #[command(flatten)]
    pub common: Common,
    /// The form of the graph
    #[arg(long, value_enum, default_value_t = GraphFormat::Dot)]
    pub format: GraphFormat,
    /// Follow at most so many moves; without it, all
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// Show at most so many positions; a picture takes 1000
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub most: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// For Graphviz
    Dot,
    /// A flowchart that many code hosts draw
    Mermaid,
    /// One object: nodes and edges
    Json,
    /// A picture
    Svg,
}

#[derive(Debug, Args)]
pub struct Play {
    /// The spec
    #[arg(value_name = "FILE")]
    pub file: String,
    /// The position to begin with, such as 'misere nim(3) + nim(5)'
    #[arg(value_name = "POSITION")]
    pub position: String,
    #[command(flatten)]
    pub common: Common,
    /// Let the machine begin
    #[arg(long)]
    pub second: bool,
}

#[derive(Debug, Args)]
pub struct Fmt {
    /// Specs, or directories of specs; `-` reads a spec from standard input and prints it
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<String>,
    /// Change nothing; fail when a file is not in canonical layout
    #[arg(long)]
    pub check: bool,
    /// Print the spec with games by code written out as moves; changes no file
    #[arg(long, conflicts_with = "check")]
    pub expand: bool,
}

#[derive(Debug, Args)]
pub struct Explain {
    /// A code such as G401
    #[arg(value_name = "CODE")]
    pub subject: Option<String>,
}
