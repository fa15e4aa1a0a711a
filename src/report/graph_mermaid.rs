//! A graph of successors as a Mermaid flowchart, which many code hosts draw.

use super::graph_view::{GraphView, NodeView, joined, shortened};
use std::fmt::Write;

/// The longest text of a position, or of the moves on an edge, in characters.
const MOST_CHARACTERS: usize = 120;

/// The graph as a Mermaid flowchart. `…` below a node stands for moves that are not shown.
pub fn graph_mermaid(view: &GraphView) -> String {
    let mut out = String::from("flowchart TD\n");
    for node in &view.nodes {
        let position = escaped(&shortened(&node.position, MOST_CHARACTERS));
        let _ = writeln!(out, "  n{}([\"{position}<br>{}\"])", node.id, escaped(&node.caption()));
    }
    for edge in &view.edges {
        let label = escaped(&shortened(&joined(&edge.moves), MOST_CHARACTERS));
        let arrow = if edge.wins { "==>" } else { "-->" };
        let _ = writeln!(out, "  n{} {arrow}|\"{label}\"| n{}", edge.from, edge.to);
    }
    for node in view.nodes.iter().filter(|node| node.open) {
        let _ = writeln!(out, "  n{0} -.- more{0}[\"…\"]", node.id);
    }
    out.push_str("  classDef kernel fill:#0f766e,stroke:#0b4f4a,color:#ffffff\n");
    out.push_str("  classDef draw fill:#ede9fe,stroke:#7c3aed,color:#2e1065,stroke-dasharray:5 3\n");
    out.push_str("  classDef unknown stroke-dasharray:2 3\n");
    class(&mut out, view, "kernel", |node| node.outcome == Some("P"));
    class(&mut out, view, "draw", |node| node.outcome == Some("D"));
    class(&mut out, view, "unknown", |node| node.outcome.is_none());
    let _ = writeln!(out, "  style n{} stroke-width:4px", view.root);
    out
}

/// Gives the nodes with a property a class, which has a style.
fn class(out: &mut String, view: &GraphView, name: &str, belongs: impl Fn(&NodeView) -> bool) {
    let members: Vec<String> =
        view.nodes.iter().filter(|node| belongs(node)).map(|node| format!("n{}", node.id)).collect();
    if !members.is_empty() {
        let _ = writeln!(out, "  class {} {name}", members.join(","));
    }
}

/// A text as it is written between quotes. Special characters are written as `#`, their code, and
/// `;`.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '#' | '<' | '>' | '&' | ';' | '`' | '\\' | '|' => {
                let _ = write!(out, "#{};", u32::from(c));
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
