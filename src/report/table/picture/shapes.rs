//! The shapes of a picture, before it is written in any format.

use super::colours::{Colour, Role};

/// A picture: its size, and its shapes from the back to the front.
#[derive(Debug)]
pub struct Picture {
    /// Its width, in units; a letter is about ten units wide.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// A description for readers who do not see it.
    pub title: String,
    /// The shapes, the last on top.
    pub shapes: Vec<Shape>,
}

/// A place, or a size: across and down.
pub type Pair = (f64, f64);

/// Something that is drawn.
#[derive(Debug)]
pub enum Shape {
    /// A line of text.
    Text { at: Pair, text: String, font: Font },
    /// A thin line.
    Line { from: Pair, to: Pair },
    /// A rectangle.
    Rectangle(Rectangle),
    /// The mark of a losing position in a chart.
    Mark { at: Pair, radius: f64, colour: Colour },
    /// Upright rectangles of one colour, each by its upper left corner and its size.
    Bars { colour: Colour, bars: Vec<(Pair, Pair)> },
    /// The cells of a map without space between them.
    Cells(Cells),
    /// A path that is filled, or drawn as a line of a colour and a width.
    Path { path: Vec<Segment>, fill: Option<Colour>, stroke: Option<(Colour, f64)> },
}

/// A part of a path.
#[derive(Debug, Clone, Copy)]
pub enum Segment {
    /// Goes to a place without a line.
    Move(Pair),
    /// A straight line.
    Line(Pair),
    /// A curve with two handles.
    Curve(Pair, Pair, Pair),
    /// Back to where the path began.
    Close,
}

/// A rectangle.
#[derive(Debug)]
pub struct Rectangle {
    /// Its upper left corner.
    pub at: Pair,
    /// Its size.
    pub size: Pair,
    /// The radius of its corners.
    pub round: f64,
    /// Its role.
    pub role: Role,
    /// Its fill.
    pub fill: Fill,
    /// The colour and the width of its border.
    pub border: Option<(Colour, f64)>,
}

impl Rectangle {
    /// A rectangle of one colour.
    pub fn filled(at: Pair, size: Pair, round: f64, colour: Colour) -> Rectangle {
        Rectangle { at, size, round, role: Role::Plain, fill: Fill::Plain(colour), border: None }
    }
}

/// The fill of a rectangle.
#[derive(Debug)]
pub enum Fill {
    /// Nothing.
    Nothing,
    /// One colour.
    Plain(Colour),
    /// Colours from the bottom up, each at its part of the height.
    Scale(Vec<(f64, Colour)>),
}

/// Stretches of one colour in a row: the row, the first column, how many columns.
pub type Run = (usize, usize, usize);

/// Cells without space between them.
#[derive(Debug)]
pub struct Cells {
    /// The upper left corner of the first one.
    pub at: Pair,
    /// The size of each.
    pub cell: Pair,
    /// The colour of those that no run names, and how many columns and rows they have.
    pub ground: Option<(Colour, Pair)>,
    /// The others, by colour.
    pub runs: Vec<(Colour, Vec<Run>)>,
}

/// How text stands at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// To its right.
    Start,
    /// Around it.
    Middle,
    /// To its left.
    End,
}

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub struct Font {
    /// The height of its letters.
    pub size: f64,
    /// How it stands at its point.
    pub anchor: Anchor,
    /// Whether it is bold.
    pub bold: bool,
    /// Its colour.
    pub ink: Ink,
}

/// The colour of a text.
#[derive(Debug, Clone, Copy)]
pub enum Ink {
    /// As dark as the viewer's own text.
    Strong,
    /// A little lighter.
    Soft,
    /// A colour of its own.
    Plain(Colour),
}

impl Font {
    /// Small text of axes.
    pub fn label(anchor: Anchor) -> Font {
        Font { size: 11.0, anchor, bold: false, ink: Ink::Soft }
    }
}

/// A picture that is being drawn.
#[derive(Debug, Default)]
pub struct Canvas {
    shapes: Vec<Shape>,
}

impl Canvas {
    /// Adds a shape.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Adds a text.
    pub fn text(&mut self, x: f64, y: f64, text: &str, font: Font) {
        self.add(Shape::Text { at: (x, y), text: text.to_string(), font });
    }

    /// Adds a thin line.
    pub fn line(&mut self, from: Pair, to: Pair) {
        self.add(Shape::Line { from, to });
    }

    /// Adds a rectangle.
    pub fn rectangle(&mut self, rectangle: Rectangle) {
        self.add(Shape::Rectangle(rectangle));
    }

    /// The whole picture.
    pub fn finish(self, width: f64, height: f64, title: String) -> Picture {
        Picture { width: width.ceil(), height: height.ceil(), title, shapes: self.shapes }
    }
}
