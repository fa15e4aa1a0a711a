//! The command line: all commands with their arguments and options. The comments on their fields
//! and variants are texts of the help.

pub use super::common_arguments::{Appearance, Common, Engine, OUTPUT, Proving, SolveFormat};
use super::completions::{Completions, Manual};
use super::guess_arguments::Guess;
use super::new::New;
use super::sweep_arguments::Sweep;
use super::variants_arguments::{Ablate, Diff};
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Write the rules of an impartial game; check them, solve positions, prove claims.
#[derive(Debug, Parser)]
#[command(name = "gspec", version, about, max_term_width = 100)]
pub struct Arguments {
    #[command(flatten)]
    pub appearance: Appearance,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check specs: names, types, the rules of play, and every claim
    Check(Check),
    /// Print who wins a position, the winning moves and the value
    Solve(Solve),
    /// Tabulate a pattern over ranges of its variables
    ///
    /// Undeclared names of the pattern are its variables; their ranges are optional.
    Table(Table),
    /// Answer a query per line: numbers on standard input, answers on standard output
    ///
    /// Undeclared names of the pattern are its variables. The numbers of a line bind to them
    /// in the order in which the pattern mentions them; `line` is the list of all numbers of the line.
    Query(Query),
    /// Find the period of the values of a pattern with one variable, and prove it
    ///
    /// Prints the least period and preperiod, the exceptions and the proof; without a proof,
    /// the bound reached.
    Period(Period),
    /// Prove which positions are lost, for every size, from the rules alone
    ///
    /// Guesses an automaton from a table and decides whether it accepts exactly the lost positions. Games have one to three
    /// fields of type `nat`, and rules of linear arithmetic.
    Prove(Prove),
    /// Examine a spec for many values of its parameters
    ///
    /// Finds the period of the values, or checks the claims, for each value of one or more parameters, on all cores.
    Sweep(Sweep),
    /// Remove each part of the rules in turn, and report which parts matter
    ///
    /// Parts are the moves, the conditions of a move, and the members of parameters that are sets or lists.
    Ablate(Ablate),
    /// Compare two games: their moves, outcomes and values
    ///
    /// A game is `FILE` or `FILE:GAME`. Reports what is equal, by proof or up to a bound, and the smallest position where the
    /// games differ.
    Diff(Diff),
    /// Propose claims that small positions suggest, each checked far beyond them
    Guess(Guess),
    /// Draw the graph of the game from a position, lost positions marked
    Graph(Graph),
    /// Play against the computer
    Play(Play),
    /// Format specs canonically, keeping comments
    Fmt(Fmt),
    /// Check a certificate: a proof that a set of positions is exactly the lost ones, for all sizes
    ///
    /// With a spec, the certificate must also state the rules of that spec.
    Verify(Verify),
    /// Write a commented spec as a starting point
    New(New),
    /// Print the completions for a shell
    Completions(Completions),
    /// Write the pages of the manual
    Man(Manual),
    /// Show the page of a diagnostic code, a theorem or a topic; without a name, list them
    Explain(Explain),
}

const CHECK_HELP: &str = "Examples:
  gspec check specs/wythoff.game
  gspec check specs --quiet
  gspec check --watch my.game
  gspec check my.game --set 'S={1, 2, 5}' --format json";

#[derive(Debug, Args)]
#[command(after_help = CHECK_HELP)]
pub struct Check {
    /// Specs, or directories of specs; `-` for standard input, or a game by code, such as 'octal "0.77"'
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    /// Check again whenever a spec, or a file that it reads, is saved
    #[arg(long)]
    pub watch: bool,
    /// Examine claims over all naturals up to N
    #[arg(long, value_name = "N")]
    pub bound: Option<u64>,
    /// Fail on anything that is not proved
    #[arg(long)]
    pub strict: bool,
    #[command(flatten)]
    pub proving: Proving,
    /// The report format; by default from the extension of the output file, else text
    #[arg(long, value_enum, help_heading = OUTPUT)]
    pub format: Option<CheckFormat>,
    /// Write to this file instead of standard output: .txt, .json, .sarif, .svg; an existing file is replaced only
    /// when the check is complete
    #[arg(short, long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new(), help_heading = OUTPUT)]
    pub output: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object per file
    Json,
    /// One line per problem: FILE:LINE:COLUMN: message
    Short,
    /// Annotations for GitHub's logs
    Github,
    /// For code hosts
    Sarif,
    /// A picture of the text, as on a terminal
    Svg,
}

const SOLVE_HELP: &str = "Examples:
  gspec solve specs/wythoff.game 'wythoff(9, 12)'
  gspec solve specs/wythoff.game '(9, 12)' 'misere (9, 12)' --moves all
  gspec solve specs/heaps/nim.game 'nim(3) + nim(5)' --why
  gspec solve 'octal \"0.07\"' 15";

#[derive(Debug, Args)]
#[command(after_help = SOLVE_HELP)]
pub struct Solve {
    /// The spec: a file, `-` for standard input, or a game by code, such as 'octal "0.77"'
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Positions, such as 'wythoff(4, 7)' or 'misere nim(3) + nim(5)'; if there is one game, '(4, 7)' too
    #[arg(required = true, value_name = "POSITION", allow_negative_numbers = true)]
    pub positions: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    #[command(flatten)]
    pub proving: Proving,
    /// Which moves to show
    #[arg(long, value_enum, default_value_t = Moves::Winning)]
    pub moves: Moves,
    /// Say why: the argument for the outcome, and how it was found
    #[arg(long)]
    pub why: bool,
    /// Search the whole sum for its remoteness, however large it is
    #[arg(long)]
    pub remoteness: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t = SolveFormat::Text, help_heading = OUTPUT)]
    pub format: SolveFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Moves {
    /// Those that win
    Winning,
    /// All, each with its outcome
    All,
}

#[derive(Debug, Args)]
#[command(after_help = TABLE_HELP)]
pub struct Table {
    /// The spec: a file, `-` for standard input, or a game by code, such as 'octal "0.77"'
    #[arg(value_name = "FILE")]
    pub file: String,
    /// A position with variables, such as 'wythoff(a, b)' or 'misere nim(a) + nim(b)'; default: the only game of
    /// the file with its fields as variables
    #[arg(value_name = "PATTERN")]
    pub pattern: Option<String>,
    /// The values of each variable, such as 'a=0..=20', 'a=[1, 2, 5]' or 'a=5'; the last changes fastest
    #[arg(value_name = "NAME=RANGE")]
    pub ranges: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    #[command(flatten)]
    pub proving: Proving,
    /// The answer for each position
    #[arg(long, value_enum, default_value_t = TableValue::Sg)]
    pub value: TableValue,
    /// The output format; by default from the extension of the output file, else text
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = OUTPUT)]
    pub format: Option<TableFormat>,
    /// Write to this file instead of standard output: .svg, .png, .csv, .json, .txt; an existing file is replaced
    /// only when the table is complete
    #[arg(short, long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new(), help_heading = OUTPUT)]
    pub output: Option<String>,
}

const TABLE_HELP: &str = "Examples:
  gspec table specs/wythoff.game 'wythoff(a, b)' a=0..=20 b=0..=20
  gspec table specs/wythoff.game 'wythoff(a, b)' a=0..300 b=0..300 --format svg -o wythoff.svg
  gspec table specs/splitting/kayles.game 'kayles(n)' n=0..=99 --format bfile
  gspec table 'take {1, 3, 4}' n=0..=20";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableValue {
    /// The Sprague–Grundy value
    Sg,
    /// Who wins: N, P or D
    Outcome,
    /// The number of moves with best play: the winner plays for the fastest win, the loser for the longest game
    Remoteness,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For people: an aligned grid, lost positions marked
    #[default]
    Text,
    /// A header and a row per position
    Csv,
    /// One object with nested rows
    Json,
    /// An OEIS b-file: an index and a value per line; one variable
    Bfile,
    /// A picture; one or two variables
    Svg,
    /// The SVG picture as pixels, for `--output`
    Png,
    /// Count, lost positions, maximum and checksum as one JSON object
    Summary,
}

#[derive(Debug, Args)]
#[command(after_help = QUERY_HELP)]
pub struct Query {
    /// The spec: a file, or a game by code, such as 'octal "0.77"'
    #[arg(value_name = "FILE")]
    pub file: String,
    /// A position with variables, such as 'wythoff(a, b)' or 'misere sum(nim(h) for h in line)'; left
    /// out, each line is a position
    #[arg(value_name = "PATTERN")]
    pub pattern: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    #[command(flatten)]
    pub proving: Proving,
    /// The answer
    #[arg(long = "as", value_name = "ANSWER", value_enum, default_value_t = QueryAs::Outcome)]
    pub answer: QueryAs,
}

const QUERY_HELP: &str = "A line that cannot be answered gets `error`, its reason goes to standard error, \
and the exit status is 1. --limit-time applies to each line. An answer does not check all the rules: run `gspec check`
first.

Examples:
  printf '1 2 3\\n1 2 4\\n' | gspec query specs/heaps/nim.game 'misere sum(nim(h) for h in line)'
  printf '\"xoxo\"\\n\"xox.ox\"\\n' | gspec query specs/strings/clobber.game 'clobber(b)' --as sg";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum QueryAs {
    /// N: the player to move wins; P: that player loses; D: a draw
    Outcome,
    /// 1 if the player to move wins, else 0
    Win,
    /// The Sprague–Grundy value
    Sg,
    /// A winning move, such as `left(k = 2)`; P or D if there is none; N if one exists but was not found
    Move,
}

#[derive(Debug, Args)]
#[command(after_help = PERIOD_HELP)]
pub struct Period {
    /// The spec: a file, `-` for standard input, or a game by code, such as 'octal "0.77"'
    #[arg(value_name = "FILE")]
    pub file: String,
    /// A position with one variable, such as 'kayles(n)' or 'wythoff(3, n)'; default: the only game of the file
    #[arg(value_name = "PATTERN")]
    pub pattern: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    /// Examine at most N values
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub bound: Option<u64>,
    /// Save the search in a file, and resume from it
    #[arg(long, value_name = "FILE")]
    pub resume: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t = SolveFormat::Text, help_heading = OUTPUT)]
    pub format: SolveFormat,
}

const PERIOD_HELP: &str =
    "Without --bound, a game of one heap is searched until its period is proved or a limit is \
reached (exit status 3). Where no proof is known, 1001 values are examined.

Examples:
  gspec period specs/splitting/kayles.game 'kayles(n)'
  gspec period specs/wythoff.game 'wythoff(1, n)'
  gspec period 'octal \"0.77\"'
  gspec period specs/splitting/octals.game 'officers(n)' --resume officers.saved";

#[derive(Debug, Args)]
#[command(after_help = PROVE_HELP)]
pub struct Prove {
    /// The spec: a file, `-` for standard input, or a game by code, such as 'octal "0.77"'
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Games, such as 'g' or 'misere g(a, b)'; by default every game of the file under normal play
    #[arg(value_name = "GAME")]
    pub targets: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    /// List at most N lost positions
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub lost: usize,
    /// Also prove the set of positions of each Grundy value, or one relation for all values (normal play)
    #[arg(long)]
    pub values: bool,
    /// Write a certificate, which other programs can check
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
    /// Write the automaton as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    pub dot: Option<String>,
    /// Write the automaton as a picture
    #[arg(long, value_name = "FILE")]
    pub svg: Option<String>,
    /// Write the automaton and the sentences of the proof for Walnut, in its folder or a new one
    #[arg(long, value_name = "DIR")]
    pub walnut: Option<String>,
    /// Prove the games for each value of a parameter, such as 'c in 1..=7', and show a table
    #[arg(long = "for", value_name = "NAME in VALUES", conflicts_with_all = ["certificate", "dot", "svg", "walnut"])]
    pub family: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t = SolveFormat::Text, help_heading = OUTPUT)]
    pub format: SolveFormat,
}

const PROVE_HELP: &str = "Each game is searched for 60 s, or for --limit-time.

Examples:
  gspec prove specs/wythoff.game
  gspec prove specs/heaps/nim.game 'misere nim(n)'
  gspec prove specs/heaps/take_up_to.game --for 'most in 1..=7'";

const GRAPH_HELP: &str = "Examples:
  gspec graph specs/heaps/nim.game 'nim(1) + nim(2)' -o nim.svg
  gspec graph specs/wythoff.game '(3, 5)' --depth 2 --format mermaid";

#[derive(Debug, Args)]
#[command(after_help = GRAPH_HELP)]
pub struct Graph {
    /// The spec: a file, `-` for standard input, or a game by code, such as 'octal "0.77"'
    #[arg(value_name = "FILE")]
    pub file: String,
    /// The first position, such as 'nim(1) + nim(2)'; if there is one game, a=3 b=5 too
    #[arg(required = true, value_name = "POSITION", allow_negative_numbers = true)]
    pub position: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    /// The output format; by default from the extension of the output file, else dot
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = OUTPUT)]
    pub format: Option<GraphFormat>,
    /// Write to this file instead of standard output: .svg, .png, .dot, .mmd, .json
    #[arg(short, long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new(), help_heading = OUTPUT)]
    pub output: Option<String>,
    /// Follow at most N moves; by default, all
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// Show at most N positions, in a picture at most 1000
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub most: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// For Graphviz
    #[default]
    Dot,
    /// A flowchart that many code hosts draw
    Mermaid,
    /// One object: nodes and edges
    Json,
    /// A picture
    Svg,
    /// The SVG picture as pixels
    Png,
}

const PLAY_HELP: &str = "Examples:
  gspec play specs/heaps/nim.game 'nim(3) + nim(5) + nim(7)'
  gspec play specs/wythoff.game '(5, 8)' --second";

#[derive(Debug, Args)]
#[command(after_help = PLAY_HELP)]
pub struct Play {
    /// The spec: a file, or a game by code, such as 'octal "0.77"'
    #[arg(value_name = "FILE")]
    pub file: String,
    /// The first position, such as 'misere nim(3) + nim(5)'; if there is one game, a=3 b=5 too
    #[arg(required = true, value_name = "POSITION", allow_negative_numbers = true)]
    pub position: Vec<String>,
    #[command(flatten)]
    pub common: Common,
    /// Let the computer begin
    #[arg(long)]
    pub second: bool,
}

const FMT_HELP: &str = "Examples:
  gspec fmt my.game
  gspec fmt --check specs
  gspec fmt --expand 'octal \"0.77\"'";

#[derive(Debug, Args)]
#[command(after_help = FMT_HELP)]
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

const VERIFY_HELP: &str = "Examples:
  gspec prove specs/wythoff.game --certificate wythoff.cert
  gspec verify wythoff.cert
  gspec verify wythoff.cert specs/wythoff.game";

#[derive(Debug, Args)]
#[command(after_help = VERIFY_HELP)]
pub struct Verify {
    /// The certificate
    #[arg(value_name = "CERTIFICATE")]
    pub certificate: String,
    /// A spec: the certificate must be about its rules
    #[arg(value_name = "SPEC")]
    pub spec: Option<String>,
    /// The game of the spec; by default the game named in the certificate, or the only one
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// Give a parameter of the spec another value: any expression of its type
    #[arg(long, value_name = "NAME=EXPR", requires = "spec")]
    pub set: Vec<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t = SolveFormat::Text, help_heading = OUTPUT)]
    pub format: SolveFormat,
}

const EXPLAIN_HELP: &str = "Examples:
  gspec explain                    list all codes and topics
  gspec explain G401
  gspec explain operators
  gspec explain theorem:wythoff";

#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_HELP)]
pub struct Explain {
    /// A code such as G401, a topic such as `misere`, `theorems` to list them, or a theorem such as `theorem:wythoff`
    #[arg(value_name = "CODE|TOPIC|THEOREM")]
    pub subject: Option<String>,
    /// With `theorems`: all pages, as one Markdown document
    #[arg(long)]
    pub pages: bool,
}
