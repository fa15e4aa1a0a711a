//! A table as a picture: a chart for one variable with values, otherwise a heat map.
//!
//! Exact integers are converted to floating-point numbers here, only for drawing.

mod chart;
mod colours;
mod heat;
mod legend;
mod png;
mod shapes;
mod svg;
mod ticks;

/// The items with which other pictures are converted to pixels.
pub mod raster {
    pub use super::colours::{Colour, Role};
    pub use super::png::png;
    pub use super::shapes::{Anchor, Fill, Font, Ink, Pair, Picture, Rectangle, Segment, Shape};
}

use super::{Cell, Form, Heading, Refusals, quantity};
use crate::number::Int;
use crate::pipeline::Question;
use shapes::Picture;

/// The most cells of a picture. All are stored, and more could not be distinguished.
pub const MOST_CELLS: u64 = 1_000_000;

/// Stores the cells of a table and draws them at the end.
#[derive(Debug)]
pub struct Drawn<'a> {
    heading: &'a Heading,
    format: Format,
    dots: Vec<Dot>,
    refusals: Refusals,
}

/// The file format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// SVG, which is text.
    Svg,
    /// PNG, which has pixels.
    Png,
}

/// What is drawn of one position.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Dot {
    /// The value; for outcomes P = 0, N = 1, D = 2. `None` if there is no answer.
    value: Option<f64>,
    /// Whether the player to move loses.
    lost: bool,
}

impl<'a> Drawn<'a> {
    /// The writer for a table of one or two variables and at most [`MOST_CELLS`] cells.
    pub fn new(heading: &'a Heading, format: Format) -> Drawn<'a> {
        Drawn { heading, format, dots: Vec::new(), refusals: Refusals::default() }
    }

    fn picture(&self, stopped: Option<&str>) -> Picture {
        let mut notes: Vec<String> =
            self.refusals.sentences().map(|sentence| format!("no value: {sentence}")).collect();
        notes.extend(stopped.map(|reason| format!("the rest is missing: {reason}")));
        let one = self.heading.axes.len() == 1;
        match (one, self.heading.question) {
            (true, Question::Sg | Question::Remoteness) => chart::draw(self.heading, &self.dots, &notes),
            _ => heat::draw(self.heading, &self.dots, &notes),
        }
    }
}

impl Form for Drawn<'_> {
    fn cell(&mut self, cell: &Cell<'_>, _out: &mut String) {
        self.refusals.note(cell.answer);
        self.dots.push(Dot { value: quantity(cell.answer).as_ref().map(drawn), lost: cell.lost });
    }

    fn end(&mut self, stopped: Option<&str>, out: &mut String) {
        out.push_str(&svg::svg(&self.picture(stopped)));
    }

    fn bytes(&mut self, stopped: Option<&str>) -> Option<Result<Vec<u8>, String>> {
        (self.format == Format::Png).then(|| png::png(&self.picture(stopped)))
    }
}

/// The nearest floating-point number, for drawing.
fn drawn(number: &Int) -> f64 {
    match number.to_i64() {
        Some(small) => small as f64,
        None => number.to_string().parse().unwrap_or(f64::MAX),
    }
}

/// The greatest value, at least 1.
fn greatest(dots: &[Dot]) -> f64 {
    dots.iter().filter_map(|dot| dot.value).fold(1.0, f64::max)
}

/// A value as text; large ones in scientific notation.
fn number(value: f64) -> String {
    if value < 1e15 { format!("{value}") } else { format!("{value:.2e}") }
}
