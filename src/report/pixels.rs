//! Converts the SVG pictures of graphs and automata to PNG. Understands only the elements,
//! attributes and classes that this program writes, and uses the colours for light surroundings.

use super::table::raster::{
    Anchor, Colour, Fill, Font, Ink, Pair, Picture, Rectangle, Role, Segment, Shape, png,
};

const WHITE: Colour = Colour([0xff, 0xff, 0xff]);
const BLACK: Colour = Colour([0x1b, 0x24, 0x30]);
const SOFT: Colour = Colour([0x66, 0x70, 0x7d]);
const BORDER: Colour = Colour([0x8a, 0x93, 0xa0]);
const EDGE: Colour = Colour([0xb4, 0xbc, 0xc6]);
const LOST: Colour = Colour([0x0f, 0x76, 0x6e]);
const DRAWN: (Colour, Colour) = (Colour([0xed, 0xe9, 0xfe]), Colour([0x7c, 0x3a, 0xed]));

/// Converts an SVG picture of a graph or an automaton, as this program writes it, to the bytes of a
/// PNG file.
pub fn pixels(svg: &str) -> Result<Vec<u8>, String> {
    let mut reader = Reader { rest: svg, groups: Vec::new(), shapes: Vec::new(), size: (0.0, 0.0) };
    while reader.element() {}
    let (width, height) = reader.size;
    png(&Picture { width, height, title: String::new(), shapes: reader.shapes })
}

/// Reads the elements of an SVG picture in order, and turns them into shapes.
struct Reader<'a> {
    /// The text that remains to be read.
    rest: &'a str,
    /// The enclosing groups, the outermost first: their classes and their offsets.
    groups: Vec<(&'a str, Pair)>,
    shapes: Vec<Shape>,
    size: Pair,
}

impl<'a> Reader<'a> {
    /// Reads the next element. Returns false at the end.
    fn element(&mut self) -> bool {
        let Some((_, rest)) = self.rest.split_once('<') else { return false };
        let Some((tag, rest)) = rest.split_once('>') else { return false };
        self.rest = rest;
        match tag.split([' ', '/']).next().unwrap_or_default() {
            "" if tag == "/g" => {
                self.groups.pop();
            }
            "svg" => self.size = (number(tag, "width"), number(tag, "height")),
            "title" => self.skip("</title>"),
            "style" => self.skip("</style>"),
            "g" => self.groups.push((attribute(tag, "class").unwrap_or_default(), moved(tag))),
            "rect" => self.rectangle(tag),
            "path" => self.path(tag),
            "text" => self.text(tag),
            _ => {}
        }
        true
    }

    /// Skips the text up to and including `end`.
    fn skip(&mut self, end: &str) {
        self.rest = self.rest.split_once(end).map_or("", |(_, rest)| rest);
    }

    /// Whether the element or a group around it has a class.
    fn has(&self, tag: &str, class: &str) -> bool {
        let own = attribute(tag, "class").unwrap_or_default();
        let classes = self.groups.iter().map(|(classes, _)| *classes).chain([own]);
        classes.flat_map(str::split_whitespace).any(|it| it == class)
    }

    /// A point of the current group in the coordinates of the whole picture.
    fn place(&self, (x, y): Pair) -> Pair {
        self.groups.iter().fold((x, y), |(x, y), (_, (across, down))| (x + across, y + down))
    }

    fn rectangle(&mut self, tag: &str) {
        if self.has(tag, "back") {
            return;
        }
        let (fill, border) = match () {
            () if self.has(tag, "plate") => (Fill::Plain(WHITE), None),
            () if self.has(tag, "ring") => (Fill::Nothing, Some((BLACK, 1.6))),
            () if self.has(tag, "inner") => (Fill::Nothing, Some((WHITE, 1.3))),
            () if self.has(tag, "P") => (Fill::Plain(LOST), Some((LOST, 1.3))),
            () if self.has(tag, "D") => (Fill::Plain(DRAWN.0), Some((DRAWN.1, 1.3))),
            () => (Fill::Plain(WHITE), Some((BORDER, 1.3))),
        };
        let at = self.place((number(tag, "x"), number(tag, "y")));
        let (size, round) = ((number(tag, "width"), number(tag, "height")), number(tag, "rx"));
        self.shapes.push(Shape::Rectangle(Rectangle { at, size, round, role: Role::Plain, fill, border }));
    }

    fn path(&mut self, tag: &str) {
        let line = match () {
            () if self.has(tag, "stub") => (SOFT, 1.2),
            () if self.has(tag, "win") => (LOST, 1.9),
            () => (EDGE, 1.2),
        };
        let is_tip = self.has(tag, "tip");
        let path = self.segments(attribute(tag, "d").unwrap_or_default());
        let (fill, stroke) = if is_tip { (Some(line.0), None) } else { (None, Some(line)) };
        self.shapes.push(Shape::Path { path, fill, stroke });
    }

    /// The segments of a path. Supports the commands `M`, `L`, `C`, `H`, `v` and `Z`.
    fn segments(&self, text: &str) -> Vec<Segment> {
        let mut segments = Vec::new();
        let mut here = (0.0, 0.0);
        let starts: Vec<usize> =
            text.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at).collect();
        for (at, start) in starts.iter().enumerate() {
            let end = starts.get(at + 1).copied().unwrap_or(text.len());
            let numbers: Vec<f64> =
                text[start + 1..end].split_whitespace().filter_map(|it| it.parse().ok()).collect();
            let point = |at: usize| Some((*numbers.get(2 * at)?, *numbers.get(2 * at + 1)?));
            let one = numbers.first().copied().unwrap_or_default();
            let (segment, to) = match (&text[*start..start + 1], point(0), point(1), point(2)) {
                ("M", Some(to), ..) => (Segment::Move(self.place(to)), to),
                ("L", Some(to), ..) => (Segment::Line(self.place(to)), to),
                ("C", Some(a), Some(b), Some(to)) => {
                    (Segment::Curve(self.place(a), self.place(b), self.place(to)), to)
                }
                ("H", ..) => (Segment::Line(self.place((one, here.1))), (one, here.1)),
                ("v", ..) => (Segment::Line(self.place((here.0, here.1 + one))), (here.0, here.1 + one)),
                _ => (Segment::Close, here),
            };
            segments.push(segment);
            here = to;
        }
        segments
    }

    fn text(&mut self, tag: &str) {
        let (content, rest) = self.rest.split_once("</text>").unwrap_or_default();
        self.rest = rest;
        let (in_node, sub) = (self.has(tag, "node"), self.has(tag, "sub"));
        let small = sub || self.has(tag, "label");
        let size = if self.has(tag, "head") {
            17.0
        } else if small {
            10.0
        } else {
            12.0
        };
        let middle = in_node || self.has(tag, "label") || self.has(tag, "cut");
        let anchor = if middle { Anchor::Middle } else { Anchor::Start };
        let ink = match () {
            () if self.has(tag, "P") => WHITE,
            () if sub || self.has(tag, "note") => SOFT,
            () => BLACK,
        };
        let font = Font { size, anchor, bold: self.has(tag, "head"), ink: Ink::Plain(ink) };
        let at = self.place((number(tag, "x"), number(tag, "y")));
        self.shapes.push(Shape::Text { at, text: plain(content), font });
    }
}

/// The value of an attribute of an element. `tag` is the text between `<` and `>`.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let begin = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[begin..].split('"').next()
}

/// The value of a numeric attribute, 0 if there is none.
fn number(tag: &str, name: &str) -> f64 {
    attribute(tag, name).and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// The offset of a group: the two numbers of its `translate`.
fn moved(tag: &str) -> Pair {
    let inner =
        attribute(tag, "transform").and_then(|text| text.strip_prefix("translate(")?.strip_suffix(')'));
    let mut numbers = inner.unwrap_or_default().split(' ').filter_map(|it| it.parse().ok());
    (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default())
}

/// A text with the XML entities decoded that this program writes.
fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}
