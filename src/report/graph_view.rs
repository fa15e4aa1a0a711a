//! A graph of successors as data. The field names are those of the JSON output.

use super::view::json_int;
use crate::diagnostic::render::with_short_numbers;
use crate::ir::print;
use crate::ir::value::Position;
use crate::play::{Edge, Extent, Graph, Node};
use crate::position::picture::picture;
use crate::position::{Budget, Instance};
use crate::solve::Outcome;
use serde::Serialize;

/// The positions that play reaches from one position, with the moves between them.
#[derive(Debug, Serialize)]
pub struct GraphView {
    /// The index of the node of the requested position.
    pub root: usize,
    /// The positions; the index of each is its number.
    pub nodes: Vec<NodeView>,
    /// The moves; all moves from one position to another are one edge.
    pub edges: Vec<EdgeView>,
    /// Whether every move of every position is shown.
    pub complete: bool,
    /// Why the graph is not complete, in a sentence; `None` if it is complete.
    #[serde(skip)]
    pub cut: Option<String>,
    /// `normal`, `misere` or `anti`.
    #[serde(skip)]
    pub convention: &'static str,
    /// The code of the game, such as `octal "0.77"`, if it was given on the command line.
    #[serde(skip)]
    pub code: Option<String>,
}

/// A position of the graph.
#[derive(Debug, Serialize)]
pub struct NodeView {
    /// The number of the node, by which edges refer to it.
    pub id: usize,
    /// The position as text.
    pub position: String,
    /// The outcome: `N`, `P` or `D`; `None` if a limit was reached.
    pub outcome: Option<&'static str>,
    /// The value, if the position has one and it is known.
    pub sg: Option<serde_json::Value>,
    /// The remoteness: after how many moves play ends if the winner is quick and the loser delays.
    /// `None` for a draw, or if it is not known.
    pub remoteness: Option<u64>,
    /// Whether there are moves from here that the graph does not show.
    pub open: bool,
    /// The rows of the board; empty if the position is not drawn as one.
    #[serde(skip)]
    pub rows: Vec<String>,
}

/// The moves from one position to another.
#[derive(Debug, Serialize)]
pub struct EdgeView {
    /// The node that the moves leave.
    pub from: usize,
    /// The node that the moves lead to.
    pub to: usize,
    /// The names of the moves.
    pub moves: Vec<String>,
    /// The names of the moves without the prefix that names a component.
    #[serde(skip)]
    pub bare: Vec<String>,
    /// Whether the moves win: they lead from a position that is not lost to a lost one.
    #[serde(skip)]
    pub wins: bool,
}

/// A board with more rows is not drawn in a node.
const MOST_ROWS: usize = 16;

/// The most moves to one target that are named in a picture.
const MOST_NAMED: usize = 3;

impl GraphView {
    /// The view of an explored graph. `extent` holds the limits of the exploration.
    pub fn new(instance: &Instance, budget: &Budget<'_>, graph: &Graph, extent: Extent) -> GraphView {
        let drawn = |position: &Position| picture(instance, budget, position);
        let first = graph.nodes.first().and_then(|root| drawn(&root.position));
        let rows = |it: &Node| {
            let (first, board) = (first.as_ref()?, drawn(&it.position)?);
            Some(board.as_large_as(first).rows())
        };
        let convention = graph.nodes.first().map_or("normal", |root| root.position.convention.name());
        GraphView {
            root: 0,
            nodes: graph.nodes.iter().enumerate().map(|(id, it)| node(instance, id, it, rows(it))).collect(),
            edges: graph.edges.iter().map(|it| edge(graph, it)).collect(),
            complete: graph.complete(),
            cut: cut(graph, extent),
            convention,
            code: None,
        }
    }

    /// The view with the code of its game.
    pub fn of(self, code: Option<&str>) -> GraphView {
        GraphView { code: code.map(str::to_string), ..self }
    }

    /// The root position and the code, in at most `most` characters unless the code is longer.
    pub fn subject(&self, most: usize) -> String {
        let code = self.code.as_ref().map(|code| format!(", {code}")).unwrap_or_default();
        let room = most.saturating_sub(code.chars().count());
        format!("{}{code}", shortened(&self.nodes[self.root].position, room))
    }

    /// The convention in words: who wins or loses at the end.
    pub fn convention_words(&self) -> &'static str {
        match self.convention {
            "misere" => "misère play: whoever cannot move wins",
            "anti" => "anti: who meets only values of 0 wins",
            _ => "normal play: whoever cannot move loses",
        }
    }
}

fn node(instance: &Instance, id: usize, it: &Node, rows: Option<Vec<String>>) -> NodeView {
    NodeView {
        id,
        position: print::position(&instance.program, &it.position),
        outcome: it.standing.outcome.map(|outcome| outcome.letter()),
        sg: it.value.as_ref().map(json_int),
        remoteness: it.standing.remoteness,
        open: it.open,
        rows: rows.filter(|rows| rows.len() <= MOST_ROWS).unwrap_or_default(),
    }
}

fn edge(graph: &Graph, it: &Edge) -> EdgeView {
    let outcome = |node: usize| graph.nodes[node].standing.outcome;
    // If options may be forbidden, a lost position may have moves to lost positions, which do not
    // win.
    let wins = outcome(it.to) == Some(Outcome::Previous) && outcome(it.from) != Some(Outcome::Previous);
    EdgeView { from: it.from, to: it.to, moves: it.moves.clone(), bare: it.bare.clone(), wins }
}

/// Why the graph is not complete, in a sentence; `None` if it is complete.
fn cut(graph: &Graph, extent: Extent) -> Option<String> {
    if graph.complete() {
        return None;
    }
    let open = graph.nodes.iter().filter(|node| node.open).count();
    let (has, have) = if open == 1 { ("1 position has", "it") } else { ("", "them") };
    let has = if open == 1 { has.to_string() } else { format!("{open} positions have") };
    let full = graph.nodes.len() >= extent.most;
    let more = match extent.depth {
        _ if full => format!("the graph stops at {} positions; `--most N` shows more", extent.most),
        Some(depth) if graph.nodes.iter().any(|node| node.open && node.depth >= depth) => {
            format!("the graph stops at depth {depth}; `--depth N` shows more")
        }
        Some(_) => "a limit was reached".to_string(),
        None => "a limit was reached".to_string(),
    };
    Some(format!("{has} moves that are not shown, and “…” marks {have}: {more}"))
}

impl NodeView {
    /// The caption below the position: the value, otherwise the outcome.
    pub fn caption(&self) -> String {
        match (&self.sg, self.outcome) {
            (Some(sg), _) => {
                let value = sg.as_str().map_or_else(|| sg.to_string(), str::to_string);
                format!("value {}", with_short_numbers(&value))
            }
            (None, Some("P")) => "lost".to_string(),
            (None, Some("N")) => "won".to_string(),
            (None, Some(_)) => "draw".to_string(),
            (None, None) => "not known".to_string(),
        }
    }
}

/// The names of the moves to one target, without repetitions: the first few, and how many more.
pub fn joined(moves: &[String]) -> String {
    let mut shown: Vec<&str> = Vec::new();
    for name in moves {
        if !shown.contains(&name.as_str()) {
            shown.push(name);
        }
    }
    let more = shown.len().saturating_sub(MOST_NAMED);
    shown.truncate(MOST_NAMED);
    // A comma already joins simultaneous moves in several components.
    let named = shown.join(" or ");
    if more == 0 { named } else { format!("{named} or {more} more") }
}

/// The longest position that is shown in full, in characters.
const MOST_OF_A_POSITION: usize = 240;

/// A position, cut if it is too long to read, with its length in that case.
pub fn sized(position: &str) -> String {
    let length = position.chars().count();
    if length <= MOST_OF_A_POSITION {
        return position.to_string();
    }
    format!("{} ({length} characters in all)", shortened(position, MOST_OF_A_POSITION * 2 / 3))
}

/// A text cut to at most `most` characters; long numbers are shortened first.
pub fn shortened(text: &str, most: usize) -> String {
    let text = &with_short_numbers(text);
    if text.chars().count() <= most {
        return text.to_string();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{kept}…")
}
