//! Tables: the answers for ranges of a pattern's variables, in several output formats.
//!
//! Each format implements [`Form`]. A format receives cell after cell and writes into a text that
//! the caller may empty at any time, so a table may be larger than memory. Formats that need all
//! cells at once store them.

mod bfile;
mod csv;
mod grid;
mod json;
mod picture;
mod summary;
mod text;

pub use bfile::Bfile;
pub use csv::Csv;
pub use json::Json;
pub(super) use picture::raster;
pub use picture::{Drawn, Format as PictureFormat, MOST_CELLS as MOST_CELLS_OF_A_PICTURE};
pub use summary::Summary;
pub use text::Text;

use crate::diagnostic::render::with_short_numbers;
use crate::number::Int;
use crate::pipeline::{Answer, Axis, Question};
use crate::position::Refusal;
use crate::position::errors::refused;
use crate::report::graph_view::sized;

/// What a table is about.
#[derive(Debug, Clone)]
pub struct Heading {
    /// The pattern as text, on one line and without control characters.
    pub pattern: String,
    /// The code of the game, such as `octal "0.77"`, if it was given instead of a spec.
    pub code: Option<String>,
    /// The parameters that were set, such as `c = 3`.
    pub settings: Vec<String>,
    /// The variables with their ranges; never empty.
    pub axes: Vec<Axis>,
    /// The question about each position.
    pub question: Question,
}

impl Heading {
    /// The heading of a table.
    pub fn new(pattern: &str, axes: Vec<Axis>, question: Question) -> Heading {
        // Keeps the pattern on one line and removes control characters.
        let words: Vec<&str> = pattern.split(|c: char| c.is_whitespace() || c.is_control()).collect();
        let pattern = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        Heading { pattern, code: None, settings: Vec::new(), axes, question }
    }

    /// The heading with the code of the game.
    pub fn of(self, code: Option<&str>) -> Heading {
        Heading { code: code.map(str::to_string), ..self }
    }

    /// The heading with the parameters that were set: their names and values.
    pub fn with<'s>(self, settings: impl Iterator<Item = (&'s str, &'s str)>) -> Heading {
        Heading { settings: settings.map(|(name, value)| format!("{name} = {value}")).collect(), ..self }
    }

    /// The pattern, the code and the parameters that were set, shortened if they are long.
    pub fn subject(&self) -> String {
        let code = self.code.as_ref().map(|code| format!(", {code}")).unwrap_or_default();
        let settings: String = self.settings.iter().map(|it| format!(", {it}")).collect();
        format!("{}{}{}", sized(&with_short_numbers(&self.pattern)), sized(&code), sized(&settings))
    }

    /// The title of the table: the question and the subject.
    pub fn title(&self) -> String {
        format!("{} of {}", self.question.name(), self.subject())
    }

    /// How many cells the table has; `None` if there are too many to count.
    pub fn cells(&self) -> Option<u64> {
        self.axes.iter().try_fold(1u64, |cells, axis| cells.checked_mul(axis.len()))
    }
}

/// One cell of a table.
#[derive(Debug)]
pub struct Cell<'a> {
    /// The index of the cell on each axis.
    pub place: &'a [u64],
    /// The values of the variables.
    pub numbers: &'a [Int],
    /// The answer for the position.
    pub answer: &'a Answer,
    /// Whether the player to move loses the position.
    pub lost: bool,
}

/// An output format of a table.
pub trait Form {
    /// Writes the text before the first cell.
    fn begin(&mut self, _out: &mut String) {}
    /// Writes one cell. Cells come in row-major order.
    fn cell(&mut self, cell: &Cell<'_>, out: &mut String);
    /// Writes the values of the next cells, all of which have values. Returns false, without
    /// writing, if the format needs them cell by cell.
    fn values(&mut self, _values: &[u32]) -> bool {
        false
    }
    /// Writes the text after the last cell. If cells are missing, `stopped` says why.
    fn end(&mut self, stopped: Option<&str>, out: &mut String);
    /// The whole output of a format that is not text; [`Form::end`] is then not called. `None` for
    /// text formats, whose output [`Form::end`] completes.
    fn bytes(&mut self, _stopped: Option<&str>) -> Option<Result<Vec<u8>, String>> {
        None
    }
}

/// Visits the cells of a table in row-major order.
#[derive(Debug)]
pub struct Walk<'a> {
    axes: &'a [Axis],
    /// The index of the current cell on each axis.
    pub place: Vec<u64>,
    /// The values of the variables at the current cell.
    pub numbers: Vec<Int>,
    /// Whether the walk has reached the first cell.
    begun: bool,
}

impl<'a> Walk<'a> {
    /// A walk that starts before the first cell.
    pub fn new(axes: &'a [Axis]) -> Walk<'a> {
        Walk { axes, place: vec![0; axes.len()], numbers: Vec::new(), begun: false }
    }

    /// Moves to the next cell. Returns false if there is none.
    pub fn advance(&mut self) -> bool {
        if !self.begun {
            self.begun = true;
            let some = self.axes.iter().all(|axis| !axis.is_empty());
            self.numbers = self.axes.iter().filter(|_| some).map(|axis| axis.at(0)).collect();
            return some;
        }
        for at in (0..self.axes.len()).rev() {
            self.place[at] += 1;
            if self.place[at] < self.axes[at].len() {
                self.numbers[at] = self.axes[at].at(self.place[at]);
                return true;
            }
            self.place[at] = 0;
            self.numbers[at] = self.axes[at].at(0);
        }
        false
    }

    /// Moves past the first `cells` cells, so that the next step leads to the cell after them. Must
    /// be called before the first step.
    pub fn skip(&mut self, mut cells: u64) {
        let Some(last) = cells.checked_sub(1) else { return };
        cells = last;
        self.begun = true;
        for (place, axis) in self.place.iter_mut().zip(self.axes).rev() {
            *place = cells % axis.len().max(1);
            cells /= axis.len().max(1);
        }
        self.numbers = self.axes.iter().zip(&self.place).map(|(axis, place)| axis.at(*place)).collect();
    }
}

/// The reasons why positions have no answer, each once, for a footnote.
#[derive(Debug, Default)]
struct Refusals(Vec<Refusal>);

impl Refusals {
    fn note(&mut self, answer: &Answer) {
        if let Answer::Refused(refusal) = answer
            && !self.0.contains(refusal)
        {
            self.0.push(*refusal);
        }
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The reasons as sentences.
    fn sentences(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|refusal| refused(*refusal).0)
    }
}

/// An answer as a number; outcomes are P = 0, N = 1, D = 2. `None` if there is no answer.
fn quantity(answer: &Answer) -> Option<Int> {
    use crate::solve::Outcome;
    match answer {
        Answer::Number(number) => Some(number.clone()),
        Answer::Outcome(Outcome::Previous) => Some(Int::ZERO),
        Answer::Outcome(Outcome::Next) => Some(Int::ONE),
        Answer::Outcome(Outcome::Draw) => Some(Int::from(2i64)),
        Answer::Refused(_) => None,
    }
}

/// Writes an answer as plain text; nothing if there is no answer.
fn write_plain(answer: &Answer, out: &mut String) {
    use std::fmt::Write;
    // Writing to a `String` cannot fail.
    let _ = match answer {
        Answer::Number(number) => write!(out, "{number}"),
        Answer::Outcome(outcome) => write!(out, "{}", outcome.letter()),
        Answer::Refused(_) => Ok(()),
    };
}
