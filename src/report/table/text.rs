//! A table as text for people: aligned grids with axes, in which lost positions are marked.

use super::grid::{Entry, Grid, Look, Wide};
use super::{Cell, Form, Heading, Refusals};
use crate::diagnostic::render::with_short_numbers;
use crate::pipeline::{Answer, Axis, Question, Values};
use crate::solve::Outcome;

/// Writes a table as a grid, or as one grid for each combination of values of all variables but the
/// last two.
#[derive(Debug)]
pub struct Text<'a> {
    heading: &'a Heading,
    layout: Layout,
    colour: bool,
    /// The width into which the table has to fit, in characters; `None` if it is unlimited.
    fit: Option<usize>,
    /// How many columns are not shown and how many there are; `None` if all are shown.
    hidden: Option<(usize, usize)>,
    /// The grid that is being filled.
    grid: Option<Grid>,
    refusals: Refusals,
    seen: Seen,
}

/// How the cells are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// The last two variables down and across.
    Grid,
    /// One variable across, in grids with at most this many columns.
    Strips(u64),
    /// One variable, with ten values in each row, or fewer if ten do not fit.
    Tens,
}

/// The marks that occurred and need an explanation below the table.
#[derive(Debug, Default)]
struct Seen {
    lost: bool,
    next: bool,
    draw: bool,
}

/// A variable with at most this many values gets one row across, unless the output is narrow.
const STRIP: u64 = 20;
/// The number of columns if the values of one variable take several rows.
const TENS: u64 = 10;

impl<'a> Text<'a> {
    /// The writer for a table with this heading.
    pub fn new(heading: &'a Heading, colour: bool, fit: Option<usize>) -> Text<'a> {
        let narrow = fit.is_some_and(|width| width < 100);
        let layout = match heading.axes.as_slice() {
            [only] if only.len() <= if narrow { TENS } else { STRIP } => Layout::Strips(STRIP),
            [Axis { values: Values::Consecutive(..), .. }] => Layout::Tens,
            [_] => Layout::Strips(TENS),
            _ => Layout::Grid,
        };
        let (refusals, seen) = (Refusals::default(), Seen::default());
        Text { heading, layout, colour, fit, hidden: None, grid: None, refusals, seen }
    }

    fn grid(&self, corner: String, columns: Vec<String>) -> Grid {
        Grid::new(corner, columns, self.heading.question != Question::Outcome, self.colour, self.fit)
    }

    /// The column of a cell in its grid, from 0.
    fn column(&self, cell: &Cell<'_>) -> u64 {
        let place = cell.place.last().copied().unwrap_or(0);
        match self.layout {
            Layout::Grid => place,
            Layout::Strips(columns) => place % columns,
            Layout::Tens => place % TENS,
        }
    }

    /// Begins the row of a cell in the first column, and a new grid if the layout asks for one.
    fn begin_row(&mut self, cell: &Cell<'_>, out: &mut String) {
        let axes = &self.heading.axes;
        let (last, place) = (&axes[axes.len() - 1], cell.place[axes.len() - 1]);
        match self.layout {
            Layout::Grid => {
                let rows = axes.len() - 2;
                if cell.place[rows] == 0 {
                    self.finish_grid(out);
                    self.title_of_leading(cell, out);
                    let corner = format!("{} \\ {}", axes[rows].name, last.name);
                    self.grid = Some(self.grid(corner, names(last, 0, last.len())));
                }
                self.label(with_short_numbers(&cell.numbers[rows].to_string()), out);
            }
            Layout::Strips(columns) => {
                self.finish_grid(out);
                let columns = names(last, place, (place + columns).min(last.len()));
                self.grid = Some(self.grid(last.name.clone(), columns).with_wide(Wide::Below));
                self.label(self.heading.question.name().to_string(), out);
            }
            Layout::Tens => {
                if self.grid.is_none() {
                    let columns = (0..TENS).map(|column| format!("+{column}")).collect();
                    self.grid = Some(self.grid(last.name.clone(), columns).with_wide(Wide::Shorter));
                }
                self.label(with_short_numbers(&cell.numbers[0].to_string()), out);
            }
        }
    }

    fn label(&mut self, label: String, out: &mut String) {
        if let Some(grid) = &mut self.grid {
            grid.row(label, out);
        }
    }

    /// Writes the values of all variables but the last two, as the title of a grid.
    fn title_of_leading(&self, cell: &Cell<'_>, out: &mut String) {
        let axes = &self.heading.axes;
        let leading = axes[..axes.len() - 2].iter().zip(cell.numbers);
        let leading: Vec<String> =
            leading.map(|(axis, number)| with_short_numbers(&format!("{} = {number}", axis.name))).collect();
        if !leading.is_empty() {
            out.push_str(&format!("{}\n\n", leading.join(", ")));
        }
    }

    /// Draws the rest of the current grid, if there is one.
    fn finish_grid(&mut self, out: &mut String) {
        if let Some(mut grid) = self.grid.take() {
            grid.draw(out);
            self.hidden = self.hidden.or(grid.hidden());
            out.push('\n');
        }
    }

    /// The entry of a cell. Notes the marks and refusals for the legend.
    fn entry(&mut self, cell: &Cell<'_>) -> Entry {
        self.refusals.note(cell.answer);
        self.seen.lost |= cell.lost;
        let (text, plain) = match cell.answer {
            Answer::Number(number) => (with_short_numbers(&number.to_string()), Look::Plain),
            Answer::Outcome(Outcome::Next) => {
                self.seen.next = true;
                ("·".to_string(), Look::Faint)
            }
            Answer::Outcome(outcome) => {
                self.seen.draw |= *outcome == Outcome::Draw;
                (outcome.letter().to_string(), Look::Plain)
            }
            Answer::Refused(_) => ("-".to_string(), Look::Faint),
        };
        Entry { text, look: if cell.lost { Look::Strong } else { plain } }
    }

    /// The explanations of the marks that occurred.
    fn legend(&self) -> Vec<&'static str> {
        let outcomes = self.heading.question == Question::Outcome;
        let lost = if outcomes { "P  the player to move loses" } else { "•  the player to move loses" };
        let mut lines = Vec::new();
        lines.extend(self.seen.lost.then_some(lost));
        lines.extend(self.seen.next.then_some("·  the player to move wins (N)"));
        lines.extend(self.seen.draw.then_some("D  a draw: either player can go on for ever"));
        lines
    }
}

/// The integers of an axis from one index up to, but excluding, another, as texts.
fn names(axis: &Axis, from: u64, to: u64) -> Vec<String> {
    (from..to).map(|place| with_short_numbers(&axis.at(place).to_string())).collect()
}

impl Form for Text<'_> {
    fn begin(&mut self, out: &mut String) {
        let title = with_short_numbers(&self.heading.title());
        match self.colour {
            true => out.push_str(&format!("\u{1b}[1m{title}\u{1b}[0m\n\n")),
            false => out.push_str(&format!("{title}\n\n")),
        }
    }

    fn cell(&mut self, cell: &Cell<'_>, out: &mut String) {
        if self.column(cell) == 0 {
            self.begin_row(cell, out);
        }
        let entry = self.entry(cell);
        if let Some(grid) = &mut self.grid {
            grid.entry(entry);
        }
    }

    fn end(&mut self, stopped: Option<&str>, out: &mut String) {
        self.finish_grid(out);
        if self.heading.cells() == Some(0) {
            out.push_str("no positions: a range is empty\n");
        }
        self.legend().into_iter().for_each(|line| out.push_str(&format!("{line}\n")));
        for sentence in self.refusals.sentences() {
            out.push_str(&format!("-  no answer: {sentence}\n"));
        }
        if !self.refusals.is_empty() && self.heading.question != Question::Outcome {
            out.push_str("   `--value outcome` shows who wins\n");
        }
        if let Some((hidden, all)) = self.hidden {
            let shown = all - hidden;
            let words = format!("{shown} of {all} columns shown; `-o FILE.txt` writes all");
            let is_long = self.fit.is_some_and(|width| words.chars().count() > width);
            out.push_str(&if is_long { words.replacen("; ", "\n", 1) } else { words });
            out.push('\n');
        }
        if let Some(reason) = stopped {
            out.push_str(&format!("the rest is missing: {reason}\n"));
        }
    }
}
