//! A graph of successors as a standalone SVG picture.

use super::graph_layout::{LABEL_HEIGHT, Link, Picture, Point, Size, lay_out};
use super::graph_view::{EdgeView, GraphView, NodeView, joined, shortened};
use std::fmt::Write;

/// The width of a character in common monospaced fonts, relative to the size of the text.
const ADVANCE: f64 = 0.602;
/// The size of the text in nodes. Lengths are in SVG units.
const NODE_TEXT: f64 = 12.0;
/// The size of the text of labels.
pub(super) const LABEL_TEXT: f64 = 10.0;
/// The distance between the lines of a node.
const LINE: f64 = 15.0;
/// Text in nodes is wrapped after about this many characters.
const LINE_CHARACTERS: usize = 30;
/// The most lines of a position that is written as text; more are cut. A board keeps all its rows.
const MOST_LINES: usize = 4;
/// The most characters of a label; longer ones are cut.
const LABEL_CHARACTERS: usize = 30;
/// Graphs of at most this many edges have labels; more labels would hide the picture.
const MOST_LABELS: usize = 48;
/// The space around the graph.
pub(super) const MARGIN: f64 = 28.0;
/// The height of the heading above the graph, without notes.
const HEADING: f64 = 100.0;
/// The space below a node for the sign that it has moves that are not shown.
const STUB: f64 = 24.0;
/// The distance between the border of the root and the ring around it.
const RING: f64 = 4.5;
/// The least width of the picture: the legend needs it.
const LEAST_WIDTH: f64 = 560.0;

/// The colours, for light and for dark surroundings. The picture has its own background, so that it
/// is legible everywhere.
pub(super) const STYLE: &str = "\
svg{--b:#fff;--t:#1b2430;--m:#66707d;--n:#fff;--s:#8a93a0;--e:#b4bcc6;--k:#0f766e;--kt:#fff;--d:#ede9fe;--ds:#7c3aed}
@media(prefers-color-scheme:dark){svg{--b:#11161d;--t:#e8edf3;--m:#98a3b0;--n:#1d2530;--s:#6d7a89;--e:#4a5563;--k:#2dd4bf;--kt:#06231f;--d:#2c2450;--ds:#a78bfa}}
.back{fill:#fff;fill:var(--b)}
text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1b2430;fill:var(--t)}
.word{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}
.head{font-size:17px;font-weight:600}
.note{font-size:12px;fill:#66707d;fill:var(--m)}
.node rect{fill:#fff;fill:var(--n);stroke:#8a93a0;stroke:var(--s);stroke-width:1.3}
.node text{font-size:12px;text-anchor:middle}
.node .sub{font-size:10px;fill:#66707d;fill:var(--m)}
.P rect{fill:#0f766e;fill:var(--k);stroke:#0f766e;stroke:var(--k)}
.P text,.P .sub{fill:#fff;fill:var(--kt)}
.D rect{fill:#ede9fe;fill:var(--d);stroke:#7c3aed;stroke:var(--ds);stroke-dasharray:5 3}
.U rect{stroke-dasharray:2 3}
.node .ring{fill:none;stroke:#1b2430;stroke:var(--t);stroke-width:1.6;stroke-dasharray:none}
.edge path{fill:none;stroke:#b4bcc6;stroke:var(--e);stroke-width:1.2}
.edge .tip{fill:#b4bcc6;fill:var(--e);stroke:none}
.win path{stroke:#0f766e;stroke:var(--k);stroke-width:1.9}
.win .tip{fill:#0f766e;fill:var(--k)}
.many{opacity:.7}
.edge:hover{opacity:1}
.edge:hover path{stroke-width:3}
.cut{font-size:12px;text-anchor:middle}
.label{font-size:10px;text-anchor:middle}
.plate{fill:#fff;fill:var(--b)}
.stub{stroke:#66707d;stroke:var(--m);stroke-width:1.2;stroke-dasharray:3 3}
";

/// The graph as SVG.
pub fn graph_svg(view: &GraphView) -> String {
    let texts: Vec<Vec<String>> = view.nodes.iter().map(lines).collect();
    let sized = |(node, lines): (&NodeView, &Vec<String>)| size(node, lines, node.id == view.root);
    let sizes: Vec<Size> = view.nodes.iter().zip(&texts).map(sized).collect();
    let labels = labels(view);
    let link = |(at, edge): (usize, &EdgeView)| {
        let label = labels.as_ref().map(|labels| text_width(&labels[at], LABEL_TEXT) + 6.0);
        Link { from: edge.from, to: edge.to, label }
    };
    let links: Vec<Link> = view.edges.iter().enumerate().map(link).collect();
    let picture = lay_out(&sizes, &links);
    let width = (picture.width + 2.0 * MARGIN).max(LEAST_WIDTH);
    let notes = notes(view, labels.is_some());
    let top = HEADING + 16.0 * notes.len() as f64;
    let height = picture.height + top + MARGIN;
    let mut out = head(view, width, height, &notes);
    let _ = writeln!(out, "<g transform=\"translate({:.1} {top:.1})\">", (width - picture.width) / 2.0);
    edges(&mut out, view, &picture);
    if let Some(labels) = &labels {
        write_labels(&mut out, labels, &picture);
    }
    for (at, node) in view.nodes.iter().enumerate() {
        write_node(&mut out, node, at == view.root, &texts[at], sizes[at], picture.nodes[at]);
    }
    out.push_str("</g>\n</svg>\n");
    out
}

/// The labels of the edges, unless there are too many.
fn labels(view: &GraphView) -> Option<Vec<String>> {
    let label = |edge: &EdgeView| shortened(&joined(&edge.bare), LABEL_CHARACTERS);
    (view.edges.len() <= MOST_LABELS).then(|| view.edges.iter().map(label).collect())
}

/// The estimated width of a monospaced text of a size.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * ADVANCE
}

/// The lines of text in a node: the board, or the position wrapped at blanks and commas.
fn lines(node: &NodeView) -> Vec<String> {
    if !node.rows.is_empty() {
        return node.rows.clone();
    }
    let mut lines = vec![String::new()];
    for piece in node.position.split_inclusive(&[' ', ','][..]) {
        let last = lines.len() - 1;
        let long = lines[last].chars().count() + piece.trim_end().chars().count() > LINE_CHARACTERS;
        if long && !lines[last].is_empty() {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(piece);
        }
    }
    let cut = lines.len() > MOST_LINES;
    lines.truncate(MOST_LINES);
    let mut lines: Vec<String> =
        lines.iter().map(|line| shortened(line.trim_end(), LINE_CHARACTERS + 6)).collect();
    if let Some(last) = lines.last_mut().filter(|_| cut) {
        last.push_str(" …");
    }
    lines
}

/// The size of a node with these lines, its caption and, for the root, its ring.
fn size(node: &NodeView, lines: &[String], root: bool) -> Size {
    let width = lines.iter().map(|line| text_width(line, NODE_TEXT)).fold(0.0, f64::max);
    let (width, height) = ((width + 22.0).max(64.0), LINE * (lines.len() + 1) as f64 + 11.0);
    let ring = if root { 2.0 * RING } else { 0.0 };
    Size { width: width + ring, height: height + ring, below: if node.open { STUB } else { 0.0 } }
}

/// The notes below the heading: where the names of moves are, and what `…` means.
fn notes(view: &GraphView, labelled: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if !labelled {
        notes.push("Moves are named where the pointer rests on an edge.".to_string());
    }
    if !view.complete {
        notes.push("“…” marks positions with moves that are not shown.".to_string());
    }
    notes
}

/// The beginning of the SVG: size, style, heading, notes and legend.
fn head(view: &GraphView, width: f64, height: f64, notes: &[String]) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n"
    );
    let _ = writeln!(out, "<title>Successors of {}</title>", escaped(&view.subject(LINE_CHARACTERS * 4)));
    let _ = writeln!(out, "<style>{STYLE}</style>");
    out.push_str("<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n");
    let most = ((width - 2.0 * MARGIN) / 10.4) as usize;
    let _ = writeln!(
        out,
        "<text class=\"head\" x=\"{MARGIN:.0}\" y=\"34\">{}</text>",
        escaped(&view.subject(most))
    );
    let count =
        |number: usize, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
    let positions = count(view.nodes.len(), "position", "positions");
    let places = count(view.edges.len(), "edge", "edges");
    let mut written = vec![format!("{} · {positions}, {places}", view.convention_words())];
    written.extend(notes.iter().cloned());
    for (at, note) in written.iter().enumerate() {
        let y = 53 + 16 * at;
        let _ =
            writeln!(out, "<text class=\"word note\" x=\"{MARGIN:.0}\" y=\"{y}\">{}</text>", escaped(note));
    }
    legend(&mut out, view, 66.0 + 16.0 * notes.len() as f64 - 4.0);
    out
}

/// Writes the legend: the meaning of the colours that occur.
fn legend(out: &mut String, view: &GraphView, y: f64) {
    let mut x = MARGIN;
    let has = |outcome: Option<&str>| view.nodes.iter().any(|node| node.outcome == outcome);
    for (class, words, shown) in [
        ("P", "lost for the player to move", has(Some("P"))),
        ("N", "won", has(Some("N"))),
        ("D", "draw", has(Some("D"))),
        ("U", "not known", has(None)),
    ] {
        if shown {
            let _ = write!(
                out,
                "<g class=\"node {class}\"><rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"16\" height=\"12\" rx=\"5\"/></g>"
            );
            x = word(out, x + 22.0, y, words);
        }
    }
    if view.edges.iter().any(|edge| edge.wins) {
        let middle = y + 6.0;
        let _ = write!(out, "<g class=\"edge win\"><path d=\"M{x:.0} {middle:.0}H{:.0}\"/>", x + 16.0);
        let _ = write!(out, "{}</g>", tip((x + 22.0, middle), (1.0, 0.0)));
        word(out, x + 28.0, y, "winning move");
    }
}

/// Writes a text of the legend that begins at `x`; returns where the next sign begins.
fn word(out: &mut String, x: f64, y: f64, words: &str) -> f64 {
    let _ = writeln!(out, "<text class=\"word note\" x=\"{x:.0}\" y=\"{:.0}\">{words}</text>", y + 10.0);
    x + words.chars().count() as f64 * 6.1 + 18.0
}

/// Draws the edges, with winning moves on top.
fn edges(out: &mut String, view: &GraphView, picture: &Picture) {
    for wins in [false, true] {
        for (edge, route) in view.edges.iter().zip(&picture.routes).filter(|(edge, _)| edge.wins == wins) {
            let many = view.edges.len() > 4 * MOST_LABELS && !wins;
            let class = format!("edge{}{}", if wins { " win" } else { "" }, if many { " many" } else { "" });
            let names = escaped(&shortened(&edge.moves.join(", "), 400));
            let _ = write!(out, "<g class=\"{class}\"><title>{names}</title><path d=\"{}\"/>", route.path);
            let _ = writeln!(out, "{}</g>", tip(route.tip, route.heading));
        }
    }
}

/// Draws the head of an arrow. The first pair is the point of the arrow, the second its direction:
/// -1, 0 or 1 along each axis.
pub(super) fn tip((x, y): Point, (across, down): Point) -> String {
    let (back_x, back_y) = (x - across * 8.0, y - down * 8.0);
    let (side_x, side_y) = (down * 3.6, across * 3.6);
    format!(
        "<path class=\"tip\" d=\"M{x:.1} {y:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/>",
        back_x - side_x,
        back_y - side_y,
        back_x + side_x,
        back_y + side_y
    )
}

/// Writes the labels of the edges, each on a plate that hides what is behind it.
pub(super) fn write_labels(out: &mut String, labels: &[String], picture: &Picture) {
    for (label, route) in labels.iter().zip(&picture.routes) {
        let Some((x, y)) = route.label else { continue };
        let width = text_width(label, LABEL_TEXT) + 4.0;
        let (left, top) = (x - width / 2.0, y - LABEL_HEIGHT / 2.0);
        let _ = write!(
            out,
            "<rect class=\"plate\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{LABEL_HEIGHT}\"/>"
        );
        let _ = writeln!(
            out,
            "<text class=\"label\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
            y + 3.5,
            escaped(label)
        );
    }
}

/// Writes a node: border, lines of text, caption, and the sign for moves that are not shown.
fn write_node(out: &mut String, node: &NodeView, root: bool, lines: &[String], size: Size, middle: Point) {
    let inset = if root { RING } else { 0.0 };
    let (x, y) = (middle.0 - size.width / 2.0, middle.1 - size.height / 2.0);
    let below = y + size.height;
    if node.open {
        let _ = write!(out, "<path class=\"stub\" d=\"M{:.1} {below:.1}v12\"/>", middle.0);
        let _ = writeln!(out, "<text class=\"cut\" x=\"{:.1}\" y=\"{:.1}\">…</text>", middle.0, below + 20.0);
    }
    let class = node.outcome.unwrap_or("U");
    let _ = write!(out, "<g class=\"node {class}\"><title>{}</title>", escaped(&told(node)));
    if root {
        rectangle(out, " class=\"ring\"", (x, y), (size.width, size.height), 13.0);
    }
    let (width, height) = (size.width - 2.0 * inset, size.height - 2.0 * inset);
    rectangle(out, "", (x + inset, y + inset), (width, height), 9.0);
    for (at, line) in lines.iter().enumerate() {
        let y = y + inset + 18.0 + LINE * at as f64;
        let _ = write!(out, "<text x=\"{:.1}\" y=\"{y:.1}\">{}</text>", middle.0, escaped(line));
    }
    let (caption, y) = (escaped(&node.caption()), below - inset - 8.0);
    let _ = writeln!(out, "<text class=\"sub\" x=\"{:.1}\" y=\"{y:.1}\">{caption}</text></g>", middle.0);
}

/// Writes a rectangle with rounded corners. `class` is an attribute with a blank before it, or
/// empty.
pub(super) fn rectangle(out: &mut String, class: &str, (x, y): Point, (width, height): Point, round: f64) {
    let _ = write!(
        out,
        "<rect{class} x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{round}\"/>"
    );
}

/// The tooltip of a node: position, value or outcome, and remoteness.
fn told(node: &NodeView) -> String {
    let remoteness = node.remoteness.map(|it| format!(", ends in {it}")).unwrap_or_default();
    format!("{}: {}{remoteness}", shortened(&node.position, 400), node.caption())
}

/// A text escaped for an element or an attribute. Characters that XML forbids become blanks.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
