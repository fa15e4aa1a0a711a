//! Graphs as other languages write them: `graph [(1, 2)]`, `graph directed { … }`, `{1: [2, 3]}`.

use super::{Place, advise, last_word};
use crate::syntax::errors::Slip;
use crate::syntax::tokens::skip_blanks;

/// Advice on how a graph is written.
const GRAPH: &str = "the edges stand in braces: `graph { 1 -> 2, 3; 2 -> 3 }`, `graph undirected { 1 - 2 }`";

impl Place<'_> {
    /// Whether an edge or a vertex may stand at the token.
    pub(super) fn in_graph(&self) -> bool {
        self.expects("an edge") || self.expects("a vertex")
    }

    /// Graphs that are written with brackets, with a colon or with `directed`.
    pub(super) fn graph_elsewhere(&self) -> Option<Slip> {
        let open = self.open_bracket();
        let is_behind_graph = |at: usize| last_word(self.text[..at].trim_end()) == "graph";
        match (self.token, open) {
            (_, Some((at, '{'))) if is_behind_graph(at) || self.before[..at].ends_with("undirected ") => {
                self.edge_on_its_line().or_else(|| self.other_edges())
            }
            _ => self.other_edges(),
        }
    }

    /// Edges on lines of their own, without `;` before them.
    fn edge_on_its_line(&self) -> Option<Slip> {
        let begins = self.begins_line() && self.is_after_operand();
        let is_edge = begins && matches!(self.next_word(), "->" | "-");
        is_edge.then(|| {
            let end = self.before.len();
            self.replace_from(end, end, ";", "write `;` between edges, also at the end of a line")
        })?
    }

    fn other_edges(&self) -> Option<Slip> {
        let open = self.open_bracket();
        let is_behind_graph = |at: usize| last_word(self.text[..at].trim_end()) == "graph";
        match (self.token, open) {
            ("graph", _) if self.previous_word() == "undirected" => {
                let from = self.before.len() - "undirected".len();
                self.replace_from(from, self.end(), "graph undirected", "write `graph undirected { … }`")
            }
            ("undirected", _) if self.item == "param" && self.previous_word() == "graph" => advise(
                "the type is `graph` alone; `undirected` stands before the edges: `param G: graph = graph undirected { 1 - 2 }`",
            ),
            ("=>" | "⇒" | "⟶", _) if self.in_graph() => self.replace("->", "write `->` for an edge"),
            ("{", _) if matches!(self.previous_word(), "digraph" | "Graph" | "DiGraph" | "Digraph") => {
                let from = self.before.len() - self.previous_word().len();
                self.replace_from(from, self.before.len(), "graph", "write `graph { … }`, which is directed")
            }
            ("{", _) if self.in_graph() => {
                advise("edges have no braces: `graph undirected { 1 - 2; 2 - 3 }`, `graph { 1 -> 2, 3 }`")
            }
            (",", Some((at, '['))) if is_behind_graph(at) => advise(GRAPH),
            (":", Some((at, '{'))) if is_behind_graph(at) && self.next_word() == "[" => advise(GRAPH),
            (":", Some((at, '{'))) if self.edges_of_dictionary(at).is_some() => {
                let (end, written) = self.edges_of_dictionary(at)?;
                let help = format!("write the edges: `{written}`, or `graph undirected {{ 1 - 2 }}`");
                self.replace_from(at, end, &written, help)
            }
            (":", Some((at, '{')))
                if self.item == "param" && self.line_has("graph") && !is_behind_graph(at) =>
            {
                advise(GRAPH)
            }
            ("directed" | "Directed", _) if self.previous_word() == "graph" => {
                let help = format!("`graph {{ 1 -> 2 }}` is directed: remove `{}`", self.token);
                self.replace_from(self.at, skip_blanks(self.text, self.end()), "", help)
            }
            _ => None,
        }
    }

    /// `{1: [2, 3], 2: [1]}`, where the bracket stands at `at`: the offset behind the dictionary, and the
    /// graph that is meant.
    fn edges_of_dictionary(&self, at: usize) -> Option<(usize, String)> {
        let inside = &self.text[at + 1..];
        let close = inside.find('}').filter(|close| *close <= 400)?;
        let mut edges = Vec::new();
        for entry in inside[..close].split(']').map(|it| it.trim().trim_start_matches(',').trim()) {
            if entry.is_empty() {
                continue;
            }
            let (from, to) = entry.split_once(':')?;
            let bare = |it: &str| it.trim().trim_matches(['"', '\'']).to_string();
            let ends: Vec<String> = to.trim().strip_prefix('[')?.split(',').map(bare).collect();
            let is_vertex =
                |it: &String| !it.is_empty() && it.chars().all(|c| c.is_alphanumeric() || c == '_');
            let from = bare(from);
            match ends.as_slice() {
                [none] if none.is_empty() && is_vertex(&from) => edges.push(from),
                ends if is_vertex(&from) && ends.iter().all(is_vertex) => {
                    edges.push(format!("{from} -> {}", ends.join(", ")));
                }
                _ => return None,
            }
        }
        let is_list = matches!(self.item, "let" | "param" | "start") && edges.len() > 1;
        is_list.then(|| (at + 1 + close + 1, format!("graph {{ {} }}", edges.join("; "))))
    }
}
