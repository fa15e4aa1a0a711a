//! Legends of pictures: the meaning of the colours and marks.

use super::colours::{self, BLACK, Colour};
use super::shapes::{Anchor, Canvas, Fill, Font, Rectangle};
use super::{Dot, greatest, number, ticks};
use crate::pipeline::Question;

/// The width of a legend.
pub const WIDTH: f64 = 118.0;
/// The height of one line of a legend.
const LINE: f64 = 21.0;
/// If the greatest value is at most this, each value has its own line; otherwise there is a bar.
const FEW: f64 = 9.0;

/// Draws the legend of a heat map. Returns its lower end.
pub fn heat(canvas: &mut Canvas, x: f64, y: f64, question: Question, dots: &[Dot]) -> f64 {
    let mut y = y;
    if question == Question::Outcome {
        y = outcomes(canvas, x, y, dots);
    } else {
        if dots.iter().any(|dot| dot.lost) {
            mark(canvas, x, y);
            y = line(canvas, x, y, "losing");
        }
        if dots.iter().any(|dot| dot.value.is_some() && !dot.lost) {
            y = values(canvas, x, y + 4.0, question, dots);
        }
    }
    if dots.iter().any(|dot| dot.value.is_none()) {
        swatch(canvas, x, y, colours::NOTHING);
        y = line(canvas, x, y, "no value");
    }
    y
}

/// Draws the legend of outcomes. Returns its lower end.
fn outcomes(canvas: &mut Canvas, x: f64, mut y: f64, dots: &[Dot]) -> f64 {
    if dots.iter().any(|dot| dot.lost) {
        mark(canvas, x, y);
        y = line(canvas, x, y, "P: losing");
    }
    let kinds = [(1.0, colours::WON, "N: winning"), (2.0, colours::DRAWN, "D: draw")];
    for (value, colour, words) in kinds {
        if dots.iter().any(|dot| dot.value == Some(value)) {
            swatch(canvas, x, y, colour);
            y = line(canvas, x, y, words);
        }
    }
    y
}

/// Writes the words of a line. Returns the top of the next line.
fn line(canvas: &mut Canvas, x: f64, y: f64, words: &str) -> f64 {
    canvas.text(x + 22.0, y + 11.5, words, Font { size: 12.0, ..Font::label(Anchor::Start) });
    y + LINE
}

/// Draws a square of a colour.
fn swatch(canvas: &mut Canvas, x: f64, y: f64, colour: Colour) {
    canvas.rectangle(Rectangle::filled((x, y), (15.0, 15.0), 2.0, colour));
}

/// Draws the square of lost positions.
fn mark(canvas: &mut Canvas, x: f64, y: f64) {
    let square = Rectangle::filled((x + 0.5, y + 0.5), (14.0, 14.0), 2.0, colours::LOST);
    canvas.rectangle(Rectangle { border: Some((BLACK, 1.0)), ..square });
}

/// Draws the scale of values: a line for each of a few values, or a bar for many. Returns its lower
/// end.
fn values(canvas: &mut Canvas, x: f64, y: f64, question: Question, dots: &[Dot]) -> f64 {
    let greatest = greatest(dots);
    canvas.text(x, y + 10.0, question.name(), Font { bold: true, ..Font::label(Anchor::Start) });
    let y = y + 18.0;
    if greatest > FEW {
        return bar(canvas, x, y, greatest);
    }
    let mut y = y;
    for value in 0..=greatest as u32 {
        let value = f64::from(value);
        if dots.iter().any(|dot| !dot.lost && dot.value == Some(value)) {
            swatch(canvas, x, y, colours::of_value(value, greatest));
            y = line(canvas, x, y, &value.to_string());
        }
    }
    y
}

/// Draws a bar with the colour scale and labels. Returns its lower end.
fn bar(canvas: &mut Canvas, x: f64, y: f64, greatest: f64) -> f64 {
    const HEIGHT: f64 = 180.0;
    const SLICES: u32 = 20;
    let part = |slice: u32| f64::from(slice) / f64::from(SLICES);
    let stops = (0..=SLICES).map(|slice| (part(slice), colours::scale(part(slice)))).collect();
    let plain = Rectangle::filled((x, y), (15.0, HEIGHT), 2.0, colours::NOTHING);
    canvas.rectangle(Rectangle { fill: Fill::Scale(stops), ..plain });
    for value in ticks::of_values(greatest, 6.0) {
        let at = y + HEIGHT * (1.0 - value / greatest);
        canvas.line((x + 15.0, at), (x + 19.0, at));
        canvas.text(x + 23.0, at + 4.0, &number(value), Font::label(Anchor::Start));
    }
    y + HEIGHT + 14.0
}
