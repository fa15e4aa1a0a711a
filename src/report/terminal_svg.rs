//! Terminal text with colours as an SVG picture.

use anstyle_svg::{Palette, Term, WIN10_CONSOLE};

/// The indices of dark and of light magenta in the palette.
const MAGENTA: (usize, usize) = (5, 13);

/// An SVG picture of a text, which may contain ANSI colour codes.
pub fn terminal_svg(text: &str) -> String {
    let mut colours = WIN10_CONSOLE.0;
    // Dark magenta is hard to read on black.
    colours[MAGENTA.0] = colours[MAGENTA.1];
    Term::new().palette(Palette(colours)).min_width_px(0).render_svg(text.trim_end())
}
