//! Coloured terminal text as a picture.

use anstyle_svg::{Palette, Term, WIN10_CONSOLE};

/// The indices of magenta: among the eight dark colours and among the eight light ones.
const MAGENTA: (usize, usize) = (5, 13);

/// A picture of text with optional colours.
pub fn terminal_svg(text: &str) -> String {
    let mut colours = WIN10_CONSOLE.0;
    // Dark magenta is hard to read on black.
    colours[MAGENTA.0] = colours[MAGENTA.1];
    Term::new().palette(Palette(colours)).min_width_px(0).render_svg(text.trim_end())
}
