//! Draws an automaton as a standalone SVG picture: states in layers, arrows with labels, a heading.

use super::graph_layout::{Link, Size, lay_out};
use super::graph_svg::{LABEL_TEXT, MARGIN, STYLE, escaped, rectangle, text_width, tip, write_labels};
use crate::proof::picture::Picture;
use std::fmt::Write;

/// The most states that are drawn; an automaton with more gets no picture.
pub const MOST_STATES: usize = 150;

/// The diameter of a state. Lengths are in SVG units.
const STATE: f64 = 40.0;
/// The distance between the two borders of an accepting state.
const RING: f64 = 4.0;
/// The height of the space for the heading.
const HEADING: f64 = 90.0;
/// The least width of a picture, so that the notes below the title fit.
const LEAST_WIDTH: f64 = 420.0;
/// The width of a character of the title, with some room to spare.
const TITLE_ADVANCE: f64 = 10.4;

/// The automaton as SVG; `None` if it has more than [`MOST_STATES`] states. Accepting states have a
/// double border.
pub fn automaton_svg(drawn: &Picture) -> Option<String> {
    if drawn.states.len() > MOST_STATES {
        return None;
    }
    let size = Size { width: STATE, height: STATE, below: 0.0 };
    let labels: Vec<String> = drawn.arrows.iter().map(|arrow| arrow.label.clone()).collect();
    let link = |(at, label): (usize, &String)| {
        let (from, to) = (drawn.arrows[at].from, drawn.arrows[at].to);
        Link { from, to, label: Some(text_width(label, LABEL_TEXT) + 6.0) }
    };
    let links: Vec<Link> = labels.iter().enumerate().map(link).collect();
    let picture = lay_out(&vec![size; drawn.states.len()], &links);
    let words = drawn.title().chars().count() as f64 * TITLE_ADVANCE;
    let width = (picture.width.max(words) + 2.0 * MARGIN).max(LEAST_WIDTH);
    let height = picture.height + HEADING + MARGIN;
    let mut out = head(drawn, width, height);
    // Writing to a `String` cannot fail.
    let left = (width - picture.width) / 2.0;
    let _ = writeln!(out, "<g transform=\"translate({left:.1} {HEADING:.1})\">");
    for (arrow, route) in drawn.arrows.iter().zip(&picture.routes) {
        let _ = write!(
            out,
            "<g class=\"edge\"><title>{}</title><path d=\"{}\"/>",
            escaped(&arrow.label),
            route.path
        );
        let _ = writeln!(out, "{}</g>", tip(route.tip, route.heading));
    }
    write_labels(&mut out, &labels, &picture);
    for (state, middle) in drawn.states.iter().zip(&picture.nodes) {
        let (x, y) = (middle.0 - STATE / 2.0, middle.1 - STATE / 2.0);
        let _ = write!(out, "<g class=\"node {}\">", if state.accepts { "P" } else { "N" });
        rectangle(&mut out, "", (x, y), (STATE, STATE), STATE / 2.0);
        if state.accepts {
            let inner = STATE - 2.0 * RING;
            rectangle(&mut out, " class=\"inner\"", (x + RING, y + RING), (inner, inner), inner / 2.0);
        }
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
            middle.0,
            middle.1 + 4.0,
            state.number
        );
    }
    out.push_str("</g>\n</svg>\n");
    Some(out)
}

/// The beginning of the SVG: size, style, title and notes.
fn head(drawn: &Picture, width: f64, height: f64) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n"
    );
    let title = escaped(&drawn.title());
    let _ = writeln!(
        out,
        "<title>{title}</title>\n<style>{STYLE}.node .inner{{fill:none;stroke:#fff;stroke:var(--kt)}}</style>"
    );
    out.push_str("<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n");
    let _ = writeln!(out, "<text class=\"word head\" x=\"{MARGIN:.0}\" y=\"30\">{title}</text>");
    let notes = [
        escaped(&drawn.reads()),
        "starts in 0, reads the highest digits first; filled states accept".to_string(),
    ];
    for (note, y) in notes.iter().zip([50, 68]) {
        let _ = writeln!(out, "<text class=\"word note\" x=\"{MARGIN:.0}\" y=\"{y}\">{note}</text>");
    }
    out
}
