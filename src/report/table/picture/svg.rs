//! Writes pictures as SVG, with styles for light and dark viewers.

use super::colours::{Colour, Role};
use super::shapes::{Anchor, Cells, Fill, Font, Ink, Pair, Picture, Rectangle, Run, Segment, Shape};
use crate::report::graph_svg::escaped;
use std::fmt::Write;

/// The font, and the colours of everything except data for dark viewers. The attributes of the
/// elements have the colours for light viewers and for viewers without support of styles.
const STYLE: &str = "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}\
    @media(prefers-color-scheme:dark){.page{fill:#16181d}.ink{fill:#e8e8ec}.soft{fill:#a4a8b3}\
    .line{stroke:#4a4f5c}.frame{stroke:#6b7080}}";

/// A picture as SVG.
pub fn svg(picture: &Picture) -> String {
    let (wide, high) = (short(picture.width), short(picture.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" \
         height=\"{high}\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{wide}\" height=\"{high}\" fill=\"#ffffff\"/>\n",
        escaped(&picture.title)
    );
    for shape in &picture.shapes {
        element(&mut out, shape);
    }
    out.push_str("</svg>\n");
    out
}

/// A number with at most two decimals, without trailing zeros.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Writes a shape. Errors are ignored, because writing to a `String` cannot fail.
fn element(out: &mut String, shape: &Shape) {
    match shape {
        Shape::Text { at, text, font } => text_element(out, *at, text, *font),
        Shape::Line { from, to } => {
            let [x, y, u, v] = [from.0, from.1, to.0, to.1].map(short);
            let _ = writeln!(
                out,
                "<path class=\"line\" d=\"M{x} {y}L{u} {v}\" stroke=\"#c9ccd3\" fill=\"none\"/>"
            );
        }
        Shape::Rectangle(rectangle) => rectangle_element(out, rectangle),
        Shape::Mark { at, radius, colour } => {
            let [x, y, radius] = [at.0, at.1, *radius].map(short);
            let fill = colour.hex();
            let _ = writeln!(
                out,
                "<circle class=\"lost\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>"
            );
        }
        Shape::Bars { colour, bars } => {
            let mut path = String::new();
            for ((x, y), (wide, high)) in bars {
                let [x, y, wide, high] = [*x, *y, *wide, *high].map(short);
                let _ = write!(path, "M{x} {y}h{wide}v{high}h-{wide}z");
            }
            let _ = writeln!(out, "<path fill=\"{}\" d=\"{path}\"/>", colour.hex());
        }
        Shape::Cells(cells) => cells_element(out, cells),
        Shape::Path { path, fill, stroke } => {
            let colour = |colour: Option<Colour>| colour.map_or("none".to_string(), Colour::hex);
            let (fill, width) = (colour(*fill), short(stroke.map_or(0.0, |(_, width)| width)));
            let stroke = colour(stroke.map(|(colour, _)| colour));
            let d: String = path.iter().map(segment).collect();
            let _ = writeln!(
                out,
                "<path fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\" d=\"{d}\"/>"
            );
        }
    }
}

fn segment(segment: &Segment) -> String {
    let pair = |(x, y): Pair| format!("{} {}", short(x), short(y));
    match *segment {
        Segment::Move(to) => format!("M{}", pair(to)),
        Segment::Line(to) => format!("L{}", pair(to)),
        Segment::Curve(a, b, to) => format!("C{} {} {}", pair(a), pair(b), pair(to)),
        Segment::Close => "Z".to_string(),
    }
}

fn text_element(out: &mut String, at: Pair, text: &str, font: Font) {
    let anchor = match font.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let paint = match font.ink {
        Ink::Strong => "class=\"ink\" fill=\"#1d1f24\"".to_string(),
        Ink::Soft => "class=\"soft\" fill=\"#5b606c\"".to_string(),
        Ink::Plain(colour) => format!("fill=\"{}\"", colour.hex()),
    };
    let bold = if font.bold { " font-weight=\"600\"" } else { "" };
    let [x, y, size] = [at.0, at.1, font.size].map(short);
    let text = escaped(text);
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{bold} {paint}>{text}</text>"
    );
}

fn rectangle_element(out: &mut String, rectangle: &Rectangle) {
    let Rectangle { at, size, round, role, fill, border } = rectangle;
    let mut more = String::new();
    match role {
        Role::Plain => {}
        Role::Lost => more.push_str(" class=\"lost\""),
        Role::Frame => more.push_str(" class=\"frame\""),
    }
    if *round > 0.0 {
        let _ = write!(more, " rx=\"{}\"", short(*round));
    }
    let _ = match fill {
        Fill::Nothing => write!(more, " fill=\"none\""),
        Fill::Plain(colour) => write!(more, " fill=\"{}\"", colour.hex()),
        Fill::Scale(stops) => {
            out.push_str("<linearGradient id=\"scale\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">");
            for (part, colour) in stops {
                let percent = (part * 100.0).round();
                let _ = write!(out, "<stop offset=\"{percent}%\" stop-color=\"{}\"/>", colour.hex());
            }
            out.push_str("</linearGradient>\n");
            write!(more, " fill=\"url(#scale)\"")
        }
    };
    if let Some((colour, width)) = border {
        let _ = write!(more, " stroke=\"{}\"", colour.hex());
        if *width != 1.0 {
            let _ = write!(more, " stroke-width=\"{}\"", short(*width));
        }
    }
    let [x, y, wide, high] = [at.0, at.1, size.0, size.1].map(short);
    let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"{more}/>");
}

/// Writes cells: the background as a rectangle, then one path for each colour, which strokes all
/// runs of that colour. Coordinates are columns and rows.
fn cells_element(out: &mut String, cells: &Cells) {
    let [x, y, wide, high] = [cells.at.0, cells.at.1, cells.cell.0, cells.cell.1].map(short);
    let _ = writeln!(
        out,
        "<g transform=\"translate({x} {y}) scale({wide} {high})\" shape-rendering=\"crispEdges\">"
    );
    if let Some((colour, size)) = cells.ground {
        let ground = Rectangle::filled((0.0, 0.0), size, 0.0, colour);
        rectangle_element(out, &Rectangle { role: colour.role(), ..ground });
    }
    for (colour, runs) in &cells.runs {
        let class = if colour.role() == Role::Lost { "class=\"lost\" " } else { "" };
        let _ = writeln!(out, "<path {class}stroke=\"{}\" d=\"{}\"/>", colour.hex(), stroke(runs));
    }
    out.push_str("</g>\n");
}

/// The runs of one colour as a path that moves from the end of one run to the start of the next.
fn stroke(runs: &[Run]) -> String {
    let mut path = String::new();
    let mut end = (0, 0);
    for (row, column, length) in runs.iter().copied() {
        let _ = match path.is_empty() {
            // A stroke extends to both sides of its path, so the path runs through the middle of
            // the row.
            true => write!(path, "M{column} {row}.5h{length}"),
            false => write!(path, "m{} {}h{length}", column as i64 - end.1 as i64, row - end.0),
        };
        end = (row, column + length);
    }
    path
}
