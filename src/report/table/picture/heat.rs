//! Heat maps of tables: the first variable down, the second across, and a colour for each value. A
//! table with one variable has one row.

use super::colours::{self, BLACK, Colour, Role};
use super::shapes::{Anchor, Canvas, Cells, Fill, Font, Ink, Picture, Rectangle, Run, Shape};
use super::{Dot, greatest, legend, number, ticks};
use crate::pipeline::{Axis, Question};
use crate::report::table::Heading;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The measures of a heat map. Lengths are in SVG units.
struct Plan<'a> {
    heading: &'a Heading,
    dots: &'a [Dot],
    /// The greatest value, or 1 if no value is greater than 1.
    greatest: f64,
    /// How many columns there are; at least 1.
    columns: usize,
    rows: usize,
    /// The width and the height of a cell.
    cell: (f64, f64),
    /// The upper left corner of the map.
    left: f64,
    top: f64,
}

/// The greatest length of the longer side of the map, unless that side has more cells than this: a
/// cell takes at least 1.
const SIZE: f64 = 720.0;
/// Cells of at least this width and height are drawn one by one, with their values.
const ROOMY: f64 = 18.0;

/// Draws a heat map with its legend; `notes` are written below it.
pub fn draw(heading: &Heading, dots: &[Dot], notes: &[String]) -> Picture {
    let plan = Plan::new(heading, dots);
    let mut canvas = Canvas::default();
    plan.title(&mut canvas);
    if plan.cell.1 >= ROOMY && plan.cell.0 >= ROOMY {
        plan.tiles(&mut canvas);
    } else {
        plan.paths(&mut canvas);
    }
    plan.axes(&mut canvas);
    let (right, bottom) = (plan.left + plan.width() + 28.0, plan.top + plan.height());
    let legend_end = legend::heat(&mut canvas, right, plan.top, heading.question, dots);
    let mut y = (bottom + 14.0).max(legend_end + 6.0);
    for note in notes {
        y += 16.0;
        canvas.text(plan.left, y, note, Font::label(Anchor::Start));
    }
    let title = heading.title();
    let wide = plan.left + 8.4 * heading.subject().chars().count() as f64 + 24.0;
    canvas.finish((right + legend::WIDTH).max(wide), y + 18.0, title)
}

impl<'a> Plan<'a> {
    fn new(heading: &'a Heading, dots: &'a [Dot]) -> Plan<'a> {
        let lengths: Vec<usize> = heading.axes.iter().map(|axis| axis.len() as usize).collect();
        let (rows, columns) = match lengths.as_slice() {
            [only] => (usize::from(*only > 0), *only),
            [rows, columns, ..] => (*rows, *columns),
            [] => (0, 0),
        };
        let columns = columns.max(1);
        let fit = |count: usize| (SIZE / count.max(1) as f64).floor().clamp(1.0, 40.0);
        let cell = match lengths.len() {
            1 => (fit(columns), 40.0),
            _ => (fit(columns.max(rows)), fit(columns.max(rows))),
        };
        let names = heading.axes.first().filter(|_| lengths.len() > 1).map_or(0, widest_label);
        let left = 44.0 + 6.6 * names as f64;
        Plan { heading, dots, greatest: greatest(dots), columns, rows, cell, left, top: 96.0 }
    }

    fn width(&self) -> f64 {
        self.cell.0 * self.columns as f64
    }

    fn height(&self) -> f64 {
        self.cell.1 * self.rows as f64
    }

    fn title(&self, canvas: &mut Canvas) {
        let heading = self.heading;
        let font = Font { size: 17.0, anchor: Anchor::Start, bold: true, ink: Ink::Strong };
        canvas.text(24.0, 34.0, &heading.subject(), font);
        let what = match heading.question {
            Question::Sg => "Sprague–Grundy values",
            Question::Outcome => "outcomes",
            Question::Remoteness => "remoteness",
        };
        canvas.text(24.0, 53.0, what, Font { size: 12.5, ..Font::label(Anchor::Start) });
    }

    /// The colour of a cell: white for a lost position, grey for a position without an answer.
    fn colour(&self, dot: Dot) -> Colour {
        match (dot.lost, dot.value, self.heading.question) {
            (true, ..) => colours::LOST,
            (_, None, _) => colours::NOTHING,
            (_, Some(2.0), Question::Outcome) => colours::DRAWN,
            (_, _, Question::Outcome) => colours::WON,
            (_, Some(value), _) => colours::of_value(value, self.greatest),
        }
    }

    /// The upper left corner of the cell with this index.
    fn corner(&self, at: usize) -> (f64, f64) {
        let (row, column) = (at / self.columns, at % self.columns);
        (self.left + column as f64 * self.cell.0, self.top + row as f64 * self.cell.1)
    }

    /// Draws each cell as a rounded tile, with its value if the text is not too small.
    fn tiles(&self, canvas: &mut Canvas) {
        let (wide, high) = self.cell;
        for (at, dot) in self.dots.iter().enumerate() {
            let ((x, y), colour) = (self.corner(at), self.colour(*dot));
            // The border of a lost position lies inside its cell.
            let edge = if dot.lost { 1.25 } else { 0.5 };
            let (at, size) = ((x + edge, y + edge), (wide - 2.0 * edge, high - 2.0 * edge));
            canvas.rectangle(Rectangle {
                role: if dot.lost { Role::Lost } else { Role::Plain },
                border: dot.lost.then_some((BLACK, 1.5)),
                ..Rectangle::filled(at, size, 3.0, colour)
            });
            let words = self.words(*dot);
            let size = (high * 0.42).min(wide * 1.5 / words.chars().count().max(1) as f64).min(14.0);
            if size >= 7.0 {
                let font =
                    Font { size, anchor: Anchor::Middle, bold: dot.lost, ink: Ink::Plain(colour.ink()) };
                canvas.text(x + wide / 2.0, y + high / 2.0 + size * 0.36, &words, font);
            }
        }
    }

    /// The text in a tile: the value, or `P`, `N` or `D`; empty for a position without an answer.
    fn words(&self, dot: Dot) -> String {
        match (dot.value, self.heading.question) {
            (None, _) => String::new(),
            (Some(_), Question::Outcome) if dot.lost => "P".to_string(),
            (Some(value), Question::Outcome) => if value == 1.0 { "N" } else { "D" }.to_string(),
            (Some(value), _) => number(value),
        }
    }

    /// Draws the cells as runs of one colour in each row. The most common colour is the background
    /// and is not drawn as runs.
    fn paths(&self, canvas: &mut Canvas) {
        let mut counts: FxHashMap<Colour, usize> = FxHashMap::default();
        self.dots.iter().for_each(|dot| *counts.entry(self.colour(*dot)).or_default() += 1);
        // Of equally common colours, takes the greatest: a hash map has no fixed order, and a
        // picture must not change from one execution to the next.
        let common = counts.iter().max_by_key(|(colour, count)| (**count, **colour)).map(|it| *it.0);
        // A map with an incomplete row has no background, which would cover the missing cells.
        let ground = common.filter(|_| self.dots.len().is_multiple_of(self.columns));
        let mut runs: BTreeMap<Colour, Vec<Run>> = BTreeMap::new();
        for (row, dots) in self.dots.chunks(self.columns).enumerate() {
            let mut at = 0;
            while at < dots.len() {
                let colour = self.colour(dots[at]);
                let run = dots[at..].iter().take_while(|dot| self.colour(**dot) == colour).count();
                if Some(colour) != ground {
                    runs.entry(colour).or_default().push((row, at, run));
                }
                at += run;
            }
        }
        let size = (self.columns as f64, (self.dots.len() / self.columns) as f64);
        canvas.add(Shape::Cells(Cells {
            at: (self.left, self.top),
            cell: self.cell,
            ground: ground.map(|colour| (colour, size)),
            runs: runs.into_iter().collect(),
        }));
        canvas.rectangle(Rectangle {
            at: (self.left - 0.5, self.top - 0.5),
            size: (self.width() + 1.0, self.height() + 1.0),
            round: 0.0,
            role: Role::Frame,
            fill: Fill::Nothing,
            border: Some((Colour([0x8b, 0x90, 0x9c]), 1.0)),
        });
    }

    fn axes(&self, canvas: &mut Canvas) {
        let name = Font { size: 13.0, anchor: Anchor::Middle, bold: true, ink: Ink::Strong };
        let axes = &self.heading.axes;
        let across = &axes[axes.len() - 1];
        canvas.text(self.left + self.width() / 2.0, self.top - 26.0, &across.name, name);
        let room = widest_label(across) as f64 * 6.6 + 8.0;
        for (place, label) in ticks::of_axis(across, room / self.cell.0) {
            let x = self.left + (place as f64 + 0.5) * self.cell.0;
            canvas.line((x, self.top - 6.0), (x, self.top - 2.0));
            canvas.text(x, self.top - 10.0, &label, Font::label(Anchor::Middle));
        }
        if let [down, _] = axes.as_slice() {
            canvas.text(20.0, self.top + self.height() / 2.0 + 4.0, &down.name, name);
            for (place, label) in ticks::of_axis(down, 24.0 / self.cell.1) {
                let y = self.top + (place as f64 + 0.5) * self.cell.1;
                canvas.line((self.left - 6.0, y), (self.left - 2.0, y));
                canvas.text(self.left - 10.0, y + 4.0, &label, Font::label(Anchor::End));
            }
        }
    }
}

/// The number of characters of the longer of the two labels at the ends of an axis.
fn widest_label(axis: &Axis) -> usize {
    let ends = [0, axis.len().saturating_sub(1)].into_iter().filter(|_| !axis.is_empty());
    ends.map(|place| axis.at(place).to_string().chars().count()).max().unwrap_or(1)
}
