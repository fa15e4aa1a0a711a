//! The shapes of a picture, independent of the file format.

use super::colours::{Colour, Role};

/// A picture: its size, and its shapes from the back to the front.
#[derive(Debug)]
pub struct Picture {
    /// The width, in SVG units; a letter of an axis label is about seven units wide.
    pub width: f64,
    /// The height, in SVG units.
    pub height: f64,
    /// A description for people who cannot see the picture.
    pub title: String,
    /// The shapes, the last on top.
    pub shapes: Vec<Shape>,
}

/// A point or a size: across and down, in SVG units.
pub type Pair = (f64, f64);

/// A shape of a picture.
#[derive(Debug)]
pub enum Shape {
    /// A line of text; `at` is on its baseline, as the font's anchor says.
    Text { at: Pair, text: String, font: Font },
    /// A thin line.
    Line { from: Pair, to: Pair },
    /// A rectangle.
    Rectangle(Rectangle),
    /// The mark of a lost position in a chart, a disc.
    Mark { at: Pair, radius: f64, colour: Colour },
    /// Rectangles of one colour, each given by its upper left corner and its size.
    Bars { colour: Colour, bars: Vec<(Pair, Pair)> },
    /// The cells of a map without space between them.
    Cells(Cells),
    /// A path that is filled, or drawn as a line with a colour and a width.
    Path { path: Vec<Segment>, fill: Option<Colour>, stroke: Option<(Colour, f64)> },
}

/// A segment of a path.
#[derive(Debug, Clone, Copy)]
pub enum Segment {
    /// Moves to a point without drawing.
    Move(Pair),
    /// A straight line to a point.
    Line(Pair),
    /// A cubic Bézier curve: the two control points, and the end.
    Curve(Pair, Pair, Pair),
    /// A line back to the start of the path.
    Close,
}

/// A rectangle.
#[derive(Debug)]
pub struct Rectangle {
    /// The upper left corner.
    pub at: Pair,
    /// The width and the height.
    pub size: Pair,
    /// The radius of the rounded corners, 0 for sharp ones.
    pub round: f64,
    /// The role of the rectangle in the picture.
    pub role: Role,
    /// The fill.
    pub fill: Fill,
    /// The colour and the width of the border, if there is one.
    pub border: Option<(Colour, f64)>,
}

impl Rectangle {
    /// A rectangle that is filled with one colour and has no border.
    pub fn filled(at: Pair, size: Pair, round: f64, colour: Colour) -> Rectangle {
        Rectangle { at, size, round, role: Role::Plain, fill: Fill::Plain(colour), border: None }
    }
}

/// The fill of a rectangle.
#[derive(Debug)]
pub enum Fill {
    /// Not filled.
    Nothing,
    /// One colour.
    Plain(Colour),
    /// A gradient from bottom to top: colours, each with the fraction of the height where it
    /// stands.
    Scale(Vec<(f64, Colour)>),
}

/// A run of cells of one colour in a row: the row, the first column, and the number of columns.
pub type Run = (usize, usize, usize);

/// Cells without space between them.
#[derive(Debug)]
pub struct Cells {
    /// The upper left corner of the first cell.
    pub at: Pair,
    /// The width and the height of each cell.
    pub cell: Pair,
    /// The background, if there is one: the colour of the cells that no run covers, and how many
    /// columns and rows there are.
    pub ground: Option<(Colour, Pair)>,
    /// The cells of other colours, as runs of adjacent cells of one colour.
    pub runs: Vec<(Colour, Vec<Run>)>,
}

/// How a text is aligned to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The text is to the right of the point.
    Start,
    /// The text is centred on the point.
    Middle,
    /// The text is to the left of the point.
    End,
}

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub struct Font {
    /// The size of the font, in SVG units.
    pub size: f64,
    /// How the text is aligned to its point.
    pub anchor: Anchor,
    /// Whether the text is bold.
    pub bold: bool,
    /// The colour of the text.
    pub ink: Ink,
}

/// The colour of a text.
#[derive(Debug, Clone, Copy)]
pub enum Ink {
    /// The strongest colour: nearly black on a light background.
    Strong,
    /// Grey, between the strongest colour and the background.
    Soft,
    /// A specific colour.
    Plain(Colour),
}

impl Font {
    /// The font of labels and notes.
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

    /// The picture with the shapes that were added; its size is rounded up.
    pub fn finish(self, width: f64, height: f64, title: String) -> Picture {
        Picture { width: width.ceil(), height: height.ceil(), title, shapes: self.shapes }
    }
}
