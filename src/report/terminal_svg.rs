//! Draws coloured terminal text as a picture.

use anstyle_svg::{Palette, Term, WIN10_CONSOLE};

/// Magenta among the eight dark colours, and among the eight light ones.
const MAGENTA: (usize, usize) = (5, 13);

/// A picture of text that may have colours.
pub fn terminal_svg(text: &str) -> String {
    let mut colours = WIN10_CONSOLE.0;
    // The dark one is hard to read on black.
    colours[MAGENTA.0] = colours[MAGENTA.1];
    Term::new().palette(Palette(colours)).min_width_px(0).render_svg(text.trim_end())
}
