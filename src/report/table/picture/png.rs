//! Converts pictures to pixels. The fonts are built in, so that a picture looks the same
//! everywhere.

use super::colours::Colour;
use super::shapes::{Anchor, Cells, Fill, Font, Ink, Pair, Picture, Rectangle, Segment, Shape};
use tiny_skia::{
    Color, FillRule, GradientStop, LinearGradient, Paint, Path, PathBuilder, Pixmap, Point, Rect, Shader,
    SpreadMode, Stroke, Transform,
};
use ttf_parser::{Face, OutlineBuilder};

/// The fonts of pictures: plain and bold.
const FONTS: [&[u8]; 2] =
    [include_bytes!("fonts/DejaVuSans.ttf"), include_bytes!("fonts/DejaVuSans-Bold.ttf")];

/// How many pixels wide a unit of the picture is, unless the picture is too large.
const SCALE: f64 = 2.0;

/// The most pixels of a picture. A larger picture is drawn at a smaller scale; a scale below 1 is
/// an error.
const MOST_PIXELS: f64 = 64e6;

/// The bytes of a PNG file, or why the picture cannot be drawn.
pub fn png(picture: &Picture) -> Result<Vec<u8>, String> {
    let scale = SCALE.min((MOST_PIXELS / (picture.width * picture.height)).sqrt());
    let too_large = || "the picture is too large for pixels; use `--format svg`".to_string();
    if scale < 1.0 {
        return Err(too_large());
    }
    let pixels = |length: f64| (length * scale).ceil() as u32;
    let pixmap = Pixmap::new(pixels(picture.width), pixels(picture.height)).ok_or_else(too_large)?;
    let fonts = FONTS.map(|font| Face::parse(font, 0).ok());
    let mut painter = Painter { pixmap, fonts, scale: scale as f32 };
    painter.pixmap.fill(Color::WHITE);
    picture.shapes.iter().for_each(|shape| painter.shape(shape));
    painter.pixmap.encode_png().map_err(|error| format!("the picture cannot be written: {error}"))
}

/// Draws shapes on pixels.
struct Painter {
    pixmap: Pixmap,
    fonts: [Option<Face<'static>>; 2],
    scale: f32,
}

fn color(colour: Colour) -> Color {
    let [red, green, blue] = colour.0;
    Color::from_rgba8(red, green, blue, 255)
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(color(colour));
    paint
}

fn point(at: Pair) -> Point {
    Point::from_xy(at.0 as f32, at.1 as f32)
}

fn rect(at: Pair, size: Pair) -> Option<Rect> {
    Rect::from_xywh(at.0 as f32, at.1 as f32, size.0 as f32, size.1 as f32)
}

impl Painter {
    fn transform(&self) -> Transform {
        Transform::from_scale(self.scale, self.scale)
    }

    fn fill(&mut self, path: &Path, paint: &Paint<'_>) {
        self.pixmap.fill_path(path, paint, FillRule::Winding, self.transform(), None);
    }

    fn stroke(&mut self, path: &Path, colour: Colour, width: f64) {
        let stroke = Stroke { width: width as f32, ..Stroke::default() };
        self.pixmap.stroke_path(path, &paint(colour), &stroke, self.transform(), None);
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Text { at, text, font } => self.text(*at, text, *font),
            Shape::Line { from, to } => {
                let mut path = PathBuilder::new();
                let (from, to) = (point(*from), point(*to));
                path.move_to(from.x, from.y);
                path.line_to(to.x, to.y);
                if let Some(path) = path.finish() {
                    self.stroke(&path, Colour([0xc9, 0xcc, 0xd3]), 1.0);
                }
            }
            Shape::Rectangle(rectangle) => self.rectangle(rectangle),
            Shape::Mark { at, radius, colour } => {
                if let Some(path) = PathBuilder::from_circle(at.0 as f32, at.1 as f32, *radius as f32) {
                    self.fill(&path, &paint(*colour));
                }
            }
            Shape::Bars { colour, bars } => {
                let mut path = PathBuilder::new();
                bars.iter().filter_map(|(at, size)| rect(*at, *size)).for_each(|bar| path.push_rect(bar));
                if let Some(path) = path.finish() {
                    self.fill(&path, &paint(*colour));
                }
            }
            Shape::Cells(cells) => self.cells(cells),
            Shape::Path { path, fill, stroke } => {
                let Some(path) = outline(path) else { return };
                if let Some(colour) = fill {
                    self.fill(&path, &paint(*colour));
                }
                if let Some((colour, width)) = stroke {
                    self.stroke(&path, *colour, *width);
                }
            }
        }
    }

    fn rectangle(&mut self, rectangle: &Rectangle) {
        let Some(path) = rounded(rectangle) else { return };
        match &rectangle.fill {
            Fill::Nothing => {}
            Fill::Plain(colour) => self.fill(&path, &paint(*colour)),
            Fill::Scale(stops) => {
                if let Some(shader) = upwards(rectangle, stops) {
                    self.fill(&path, &Paint { shader, ..Paint::default() });
                }
            }
        }
        if let Some((colour, width)) = rectangle.border {
            self.stroke(&path, colour, width);
        }
    }

    fn cells(&mut self, cells: &Cells) {
        let ground = cells.ground.map(|(colour, size)| (colour, (0.0, 0.0), size));
        let runs = cells.runs.iter().flat_map(|(colour, runs)| {
            runs.iter()
                .map(|(row, column, length)| (*colour, (*column as f64, *row as f64), (*length as f64, 1.0)))
        });
        let (wide, high) = cells.cell;
        for (colour, (column, row), (columns, rows)) in ground.into_iter().chain(runs) {
            let at = (cells.at.0 + column * wide, cells.at.1 + row * high);
            // Cells are drawn without smoothing, so that no seams are visible between them.
            let paint = Paint { anti_alias: false, ..paint(colour) };
            if let Some(place) = rect(at, (columns * wide, rows * high)) {
                self.pixmap.fill_rect(place, &paint, self.transform(), None);
            }
        }
    }

    fn text(&mut self, at: Pair, text: &str, font: Font) {
        let Some(face) = &self.fonts[usize::from(font.bold)] else { return };
        let scale = font.size as f32 / f32::from(face.units_per_em());
        let glyphs: Vec<_> = text.chars().map(|c| face.glyph_index(c).unwrap_or_default()).collect();
        let advance = |glyph: &_| scale * f32::from(face.glyph_hor_advance(*glyph).unwrap_or(0));
        let width: f32 = glyphs.iter().map(advance).sum();
        let before = match font.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let Point { x, y } = point(at);
        let mut outline = Outline { path: PathBuilder::new(), x: x - before, y, scale };
        for glyph in &glyphs {
            face.outline_glyph(*glyph, &mut outline);
            outline.x += advance(glyph);
        }
        let colour = match font.ink {
            Ink::Strong => Colour([0x1d, 0x1f, 0x24]),
            Ink::Soft => Colour([0x5b, 0x60, 0x6c]),
            Ink::Plain(colour) => colour,
        };
        if let Some(path) = outline.path.finish() {
            self.fill(&path, &paint(colour));
        }
    }
}

/// A path as the rasteriser takes it; `None` if it is empty or invalid.
fn outline(segments: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(to) => path.move_to(to.0 as f32, to.1 as f32),
            Segment::Line(to) => path.line_to(to.0 as f32, to.1 as f32),
            Segment::Curve(a, b, to) => {
                let [a, b, to] = [a, b, to].map(point);
                path.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y);
            }
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

/// The distance between an end of a cubic Bézier curve and its control point, if the curve
/// approximates a quarter of a circle with radius 1.
const QUARTER: f32 = 0.552_284_8;

/// The outline of a rectangle with rounded corners.
fn rounded(rectangle: &Rectangle) -> Option<Path> {
    let place = rect(rectangle.at, rectangle.size)?;
    let r = (rectangle.round as f32).min(place.width() / 2.0).min(place.height() / 2.0);
    if r <= 0.0 {
        return Some(PathBuilder::from_rect(place));
    }
    let (left, top, right, bottom) = (place.left(), place.top(), place.right(), place.bottom());
    let h = r - r * QUARTER;
    let mut path = PathBuilder::new();
    path.move_to(left + r, top);
    path.line_to(right - r, top);
    path.cubic_to(right - h, top, right, top + h, right, top + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - h, right - h, bottom, right - r, bottom);
    path.line_to(left + r, bottom);
    path.cubic_to(left + h, bottom, left, bottom - h, left, bottom - r);
    path.line_to(left, top + r);
    path.cubic_to(left, top + h, left + h, top, left + r, top);
    path.close();
    path.finish()
}

/// A gradient from the lower edge of a rectangle to its upper edge.
fn upwards(rectangle: &Rectangle, stops: &[(f64, Colour)]) -> Option<Shader<'static>> {
    let ((x, y), (_, high)) = (rectangle.at, rectangle.size);
    let stops = stops.iter().map(|(part, colour)| GradientStop::new(*part as f32, color(*colour)));
    let (from, to) = (point((x, y + high)), point((x, y)));
    LinearGradient::new(from, to, stops.collect(), SpreadMode::Pad, Transform::identity())
}

/// Collects the outlines of letters. `x` and `y` are where the next letter begins on the baseline,
/// and `scale` converts units of the font.
struct Outline {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Outline {
    /// A point of a letter in the picture. In a font, the y axis points up.
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
