//! Charts of tables with one variable: a bar for each value, or a point if bars would be too thin.

use super::colours::{self, Colour};
use super::shapes::{Anchor, Canvas, Font, Ink, Picture, Shape};
use super::{Dot, greatest, number, ticks};
use crate::pipeline::{Axis, Question};
use crate::report::table::Heading;

/// The height of the greatest bar. Lengths are in SVG units.
const HEIGHT: f64 = 300.0;
/// The space above the bars, for the title.
const TOP: f64 = 84.0;
/// If there is less space than this for a bar, points are drawn.
const THIN: f64 = 3.0;
/// The width and height of a point.
const POINT: f64 = 2.6;
/// The colour of the mark of a lost position.
const MARK: Colour = Colour([0xd1, 0x40, 0x2f]);

/// The measures of a chart.
struct Plan<'a> {
    axis: &'a Axis,
    dots: &'a [Dot],
    /// The greatest value, or 1 if no value is greater than 1.
    greatest: f64,
    /// The x coordinate of the axis of values.
    left: f64,
    /// The distance between neighbouring values on the axis.
    step: f64,
}

/// Draws a chart; `notes` are written below it.
pub fn draw(heading: &Heading, dots: &[Dot], notes: &[String]) -> Picture {
    let mut canvas = Canvas::default();
    let axis = &heading.axes[0];
    let count = axis.len().max(1) as f64;
    let greatest = greatest(dots);
    let left = 36.0 + 7.0 * number(greatest).len() as f64;
    let plan = Plan { axis, dots, greatest, left, step: (860.0 / count).min(30.0) };
    plan.title(&mut canvas, heading);
    plan.grid(&mut canvas);
    plan.values(&mut canvas);
    plan.losses(&mut canvas);
    plan.places(&mut canvas);
    let mut y = TOP + HEIGHT + 56.0;
    if dots.iter().any(|dot| dot.lost) {
        plan.mark(&mut canvas, left + 4.0, y - 4.0);
        canvas.text(left + 14.0, y, "the player to move loses", Font::label(Anchor::Start));
        y += 16.0;
    }
    for note in notes {
        canvas.text(left, y, note, Font::label(Anchor::Start));
        y += 16.0;
    }
    let title = heading.title();
    let wide = 48.0 + 8.4 * heading.subject().chars().count() as f64;
    canvas.finish((left + plan.width() + 32.0).max(320.0).max(wide), y + 8.0, title)
}

impl Plan<'_> {
    fn width(&self) -> f64 {
        self.step * self.axis.len().max(1) as f64
    }

    fn height_of(&self, value: f64) -> f64 {
        HEIGHT * value / self.greatest
    }

    fn title(&self, canvas: &mut Canvas, heading: &Heading) {
        let font = Font { size: 17.0, anchor: Anchor::Start, bold: true, ink: Ink::Strong };
        canvas.text(24.0, 34.0, &heading.subject(), font);
        let what = match heading.question {
            Question::Remoteness => "remoteness",
            _ => "Sprague–Grundy values",
        };
        canvas.text(24.0, 53.0, what, Font { size: 12.5, ..Font::label(Anchor::Start) });
    }

    fn grid(&self, canvas: &mut Canvas) {
        for value in ticks::of_values(self.greatest, 8.0) {
            let y = TOP + HEIGHT - self.height_of(value);
            canvas.line((self.left, y), (self.left + self.width(), y));
            canvas.text(self.left - 8.0, y + 4.0, &number(value), Font::label(Anchor::End));
        }
    }

    /// Draws all bars or points, as one shape because there may be very many.
    fn values(&self, canvas: &mut Canvas) {
        let mut bars = Vec::new();
        let roomy = self.step >= THIN;
        let wide = if roomy { self.step * 0.72 } else { POINT };
        for (at, value) in self.dots.iter().enumerate().filter_map(|(at, dot)| Some((at, dot.value?))) {
            let x = self.left + (at as f64 + 0.5) * self.step - wide / 2.0;
            let y = TOP + HEIGHT - self.height_of(value);
            let (y, high) = if roomy { (y, self.height_of(value)) } else { (y - POINT / 2.0, POINT) };
            if high > 0.0 {
                bars.push(((x, y), (wide, high)));
            }
        }
        canvas.add(Shape::Bars { colour: colours::scale(0.36), bars });
    }

    /// Marks the lost positions.
    fn losses(&self, canvas: &mut Canvas) {
        for (at, dot) in self.dots.iter().enumerate().filter(|(_, dot)| dot.lost) {
            let x = self.left + (at as f64 + 0.5) * self.step;
            let value = dot.value.unwrap_or(0.0);
            self.mark(canvas, x, TOP + HEIGHT - self.height_of(value));
        }
    }

    fn mark(&self, canvas: &mut Canvas, x: f64, y: f64) {
        let radius = (self.step * 0.3).clamp(1.8, 4.0);
        canvas.add(Shape::Mark { at: (x, y), radius, colour: MARK });
    }

    /// Draws the axis of the variable.
    fn places(&self, canvas: &mut Canvas) {
        let bottom = TOP + HEIGHT;
        let last = self.axis.len().saturating_sub(1);
        let longest = if self.axis.is_empty() { 1 } else { self.axis.at(last).to_string().len() };
        for (place, label) in ticks::of_axis(self.axis, (longest as f64 * 6.6 + 8.0) / self.step) {
            let x = self.left + (place as f64 + 0.5) * self.step;
            canvas.line((x, bottom + 5.0), (x, bottom + 9.0));
            canvas.text(x, bottom + 21.0, &label, Font::label(Anchor::Middle));
        }
        let font = Font { size: 13.0, anchor: Anchor::Middle, bold: true, ink: Ink::Strong };
        canvas.text(self.left + self.width() / 2.0, bottom + 38.0, &self.axis.name, font);
    }
}
