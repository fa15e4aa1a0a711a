//! `gspec new`: a commented spec as a starting point.

use super::output::Output;
use super::sink::cannot_write;
use super::{OK, USAGE};
use crate::diagnostic::{Code, any_error};
use crate::format::{self, Options};
use crate::pipeline;
use crate::position::Budget;
use crate::source::{NoFiles, Sources};
use crate::syntax;
use clap::{Args, ValueEnum};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The placeholder of the name of the game in the templates.
const PLACE: &str = "NAME";
/// The limit of positions when a template is opened; no constant of a template needs more.
const POSITIONS: u64 = 100_000;
/// The placeholder of the name of the file.
const FILE: &str = "FILE";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct New {
    /// The name of the game; the spec is written to NAME.game
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The kind of game
    #[arg(long, value_enum, default_value_t = Like::Heap)]
    pub like: Like,
}

const HELP: &str = "Examples:
  gspec new nim
  gspec new domino --like board && gspec check --watch domino.game";

/// The kinds of games that there are templates of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Like {
    /// Heaps from which players take
    #[default]
    Heap,
    /// Heaps or rows that split
    Split,
    /// A board of cells
    Board,
    /// Coins that are turned
    Coins,
    /// A token on a graph
    Graph,
    /// A word in which letters are struck out
    String,
}

impl Like {
    fn template(self) -> &'static str {
        match self {
            Like::Heap => include_str!("heap.game"),
            Like::Split => include_str!("split.game"),
            Like::Board => include_str!("board.game"),
            Like::Coins => include_str!("coins.game"),
            Like::Graph => include_str!("graph.game"),
            Like::String => include_str!("string.game"),
        }
    }
}

pub fn run(command: &New, output: &mut Output) -> u8 {
    match write(command) {
        Ok(file) => {
            let why = if command.name.contains(char::is_whitespace) { " (`_` for each blank)" } else { "" };
            output.note(&format!(
                "wrote {file}{why}; now try `gspec check {file}`, change the rules, check again"
            ));
            OK
        }
        Err(message) => {
            output.error(&message);
            USAGE
        }
    }
}

/// Writes the spec, and returns the name of its file.
fn write(command: &New) -> Result<String, String> {
    let path = path(&command.name)?;
    let shown = path.to_string_lossy().replace('\\', "/");
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let text = text(command.like, &stem, &shown);
    // An existing file is never overwritten, even if another program creates it now.
    let opened = OpenOptions::new().write(true).create_new(true).open(&path);
    let mut file = opened.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            format!("{}: `{shown}` exists already; choose another name, or move that file away", Code::G510)
        }
        std::io::ErrorKind::NotFound => {
            format!("{}: the folder of `{shown}` does not exist; create it", Code::G510)
        }
        _ => cannot_write(&shown, &error),
    })?;
    file.write_all(text.as_bytes()).map_err(|error| cannot_write(&shown, &error))?;
    Ok(shown)
}

/// The file for a name with or without the extension: `nim.game` for `nim`. Each blank in the file
/// name becomes `_`, so that shells need no quotes.
fn path(name: &str) -> Result<PathBuf, String> {
    let name = name.strip_suffix(".game").unwrap_or(name).trim();
    match Path::new(name).file_name() {
        Some(file) if !name.ends_with(['/', '\\']) => {
            let file = file.to_string_lossy().replace(char::is_whitespace, "_");
            Ok(Path::new(name).with_file_name(format!("{file}.game")))
        }
        _ => Err(format!("`{name}` is not a name for a game; choose one such as `nim`")),
    }
}

/// The template with the name of the game and of its file.
fn text(like: Like, name: &str, file: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let with = |game: &str| like.template().replace(PLACE, game).replace(FILE, file);
    // If the language or the template uses a name, the next one is tried.
    let names = [plain.clone(), format!("{plain}_game"), format!("game_{plain}"), "my_game".to_string()];
    let sound = names.iter().map(|name| with(name)).find(|text| is_sound(text));
    laid_out(sound.unwrap_or_else(|| with("my_game")))
}

/// A spec in its canonical layout, which depends on the length of its names.
fn laid_out(text: String) -> String {
    let mut sources = Sources::default();
    let root = sources.add("new.game", text.as_str());
    match syntax::parse(root, sources.get(root)) {
        (Some(tree), _) => format::format(&text, &tree, &Options { expand: false }),
        _ => text,
    }
}

/// Whether a spec has no errors in its syntax, names, types and constants.
fn is_sound(text: &str) -> bool {
    let mut sources = Sources::default();
    let root = sources.add("new.game", text);
    let opened = pipeline::open(sources, root, &[], &NoFiles, &Budget::new(&|| None, POSITIONS));
    opened.instance.is_some() && !any_error(&opened.diagnostics)
}
