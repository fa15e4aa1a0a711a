//! A graph of successors in the language of Graphviz.

use super::graph_view::{GraphView, NodeView, joined, shortened};
use std::fmt::Write;

/// The longest text of a position, or of the moves on an edge, in characters.
const MOST_CHARACTERS: usize = 200;

/// The graph in the language of Graphviz. `…` below a node stands for moves that are not shown.
pub fn graph_dot(view: &GraphView) -> String {
    let mut out = String::from("digraph successors {\n");
    let title = format!("{} ({})", view.subject(MOST_CHARACTERS), view.convention_words());
    let _ = writeln!(out, "  label={}; labelloc=t; fontname=\"sans-serif\";", quoted(&title));
    out.push_str("  node [shape=box, style=\"rounded,filled\", fillcolor=\"#ffffff\", color=\"#8a93a0\", ");
    out.push_str("fontname=\"monospace\", fontsize=11];\n");
    out.push_str("  edge [color=\"#8a93a0\", fontname=\"monospace\", fontsize=9, arrowsize=0.7];\n");
    for node in &view.nodes {
        let _ = writeln!(out, "  n{} [label={}{}];", node.id, node_label(node), look(view, node));
    }
    for edge in &view.edges {
        let label = quoted(&shortened(&joined(&edge.moves), MOST_CHARACTERS));
        let wins = if edge.wins { ", color=\"#0f766e\", penwidth=1.6" } else { "" };
        let _ = writeln!(out, "  n{} -> n{} [label={label}{wins}];", edge.from, edge.to);
    }
    for node in view.nodes.iter().filter(|node| node.open) {
        let id = node.id;
        let _ = writeln!(out, "  more{id} [label=\"…\", shape=plaintext, style=\"\"];");
        let _ = writeln!(out, "  n{id} -> more{id} [style=dashed, arrowhead=none];");
    }
    out.push_str("}\n");
    out
}

/// The label of a node: the position or its board, and the caption.
fn node_label(node: &NodeView) -> String {
    let position = match node.rows.as_slice() {
        [] => escaped(&shortened(&node.position, MOST_CHARACTERS)),
        rows => rows.iter().map(|row| escaped(row)).collect::<Vec<_>>().join("\\n"),
    };
    format!("\"{position}\\n{}\"", escaped(&node.caption()))
}

/// The style of a node: lost positions are filled, draws are dashed, unknown outcomes are dotted,
/// the root has a double border.
fn look(view: &GraphView, node: &NodeView) -> String {
    let mut look = match node.outcome {
        Some("P") => ", fillcolor=\"#0f766e\", color=\"#0b4f4a\", fontcolor=\"#ffffff\"".to_string(),
        Some("D") => {
            ", style=\"rounded,filled,dashed\", fillcolor=\"#ede9fe\", color=\"#7c3aed\"".to_string()
        }
        Some(_) => String::new(),
        None => ", style=\"rounded,filled,dotted\", fillcolor=\"#f1f3f5\"".to_string(),
    };
    if node.id == view.root {
        look.push_str(", peripheries=2");
    }
    look
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// A text as it is written between quotes. Control characters become blanks.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            // Graphviz decodes HTML entities in labels.
            '&' => out.push_str("&amp;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
