//! The text of a picture: elements, escaping, and styles for light and dark viewers.

use std::fmt::Write;

/// A picture that is being drawn.
#[derive(Debug, Default)]
pub struct Canvas {
    body: String,
}

/// Colours of what is not data. Viewers that know no styles see the attributes, which are light.
const STYLE: &str = "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}\
    @media(prefers-color-scheme:dark){.page{fill:#16181d}.ink{fill:#e8e8ec}.soft{fill:#a4a8b3}\
    .line{stroke:#4a4f5c}.frame{stroke:#6b7080}}";

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
    /// `ink` or `soft`, which follow the viewer, or a colour.
    pub paint: &'static str,
}

impl Font {
    /// Small text of axes.
    pub fn label(anchor: Anchor) -> Font {
        Font { size: 11.0, anchor, bold: false, paint: "soft" }
    }
}

/// A coordinate without needless digits.
pub fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// A value as a few characters.
pub fn number(value: f64) -> String {
    if value < 1e15 { format!("{value}") } else { format!("{value:.2e}") }
}

/// A text as XML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no place for most of these, and none of these characters.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

impl Canvas {
    /// Adds an element as it is.
    pub fn raw(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    /// Adds a text.
    pub fn text(&mut self, x: f64, y: f64, text: &str, font: Font) {
        let anchor = match font.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let paint = match font.paint {
            "ink" => "class=\"ink\" fill=\"#1d1f24\"".to_string(),
            "soft" => "class=\"soft\" fill=\"#5b606c\"".to_string(),
            colour => format!("fill=\"{colour}\""),
        };
        let bold = if font.bold { " font-weight=\"600\"" } else { "" };
        // Writing to a text cannot fail.
        let _ = writeln!(
            self.body,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\"{bold} {paint}>{}</text>",
            short(x),
            short(y),
            short(font.size),
            escaped(text)
        );
    }

    /// Adds a thin line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let _ = writeln!(
            self.body,
            "<path class=\"line\" d=\"M{} {}L{} {}\" stroke=\"#c9ccd3\" fill=\"none\"/>",
            short(from.0),
            short(from.1),
            short(to.0),
            short(to.1)
        );
    }

    /// Adds a filled rectangle.
    pub fn rectangle(&mut self, at: (f64, f64), size: (f64, f64), more: &str) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {more}/>",
            short(at.0),
            short(at.1),
            short(size.0),
            short(size.1)
        );
    }

    /// The whole picture.
    pub fn finish(self, width: f64, height: f64, title: &str) -> String {
        let (wide, high) = (short(width.ceil()), short(height.ceil()));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" \
             height=\"{high}\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"page\" width=\"{wide}\" height=\"{high}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            escaped(title),
            self.body
        )
    }
}
