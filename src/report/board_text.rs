//! Boards in text: letters below the columns, numbers beside the rows.

use crate::play::column_name;
use crate::position::picture::{Cell, Picture};
use std::ops::Range;

/// By how many characters a picture is indented below the position that it shows.
const INDENT: usize = 2;

/// The lines of a picture, indented below its position. Marked cells are preceded by `>`. A board
/// wider than `fit` characters is printed in several strips, from left to right.
pub fn indented(picture: &Picture, marked: &[Cell], fit: Option<usize>) -> String {
    let (columns, rows) = picture.size;
    let margin = if rows > 1 { rows.to_string().len() + 1 } else { 0 };
    let board = Board { picture, marked, margin, wide: if columns > 26 { 3 } else { 2 } };
    let room = fit.map_or(usize::MAX, |fit| fit.saturating_sub(INDENT + margin));
    let most = (room / board.wide).clamp(1, columns.max(1));
    let strips = (0..columns.max(1)).step_by(most);
    let strips: Vec<String> = strips.map(|first| board.strip(first..(first + most).min(columns))).collect();
    strips.join("\n")
}

/// A picture with the measures for printing it.
struct Board<'a> {
    picture: &'a Picture,
    marked: &'a [Cell],
    /// The width of the numbers beside the rows, with a blank; 0 if there is only one row.
    margin: usize,
    /// The width of a cell in characters.
    wide: usize,
}

impl Board<'_> {
    /// The lines of some of the columns, with their letters below.
    fn strip(&self, columns: Range<usize>) -> String {
        let Board { picture, margin, wide, .. } = *self;
        let rows = picture.size.1;
        let mut lines = Vec::new();
        for line in 0..rows {
            let row = if picture.upward { rows - 1 - line } else { line };
            let mut text = match margin {
                0 => String::new(),
                _ => format!("{:>1$} ", row + 1, margin - 1),
            };
            for column in columns.clone() {
                let mark = if self.marked.contains(&(column, row)) { '>' } else { ' ' };
                text.push_str(&format!("{mark:>0$}{1}", wide - 1, picture.at((column, row))));
            }
            lines.push(text.trim_end().to_string());
        }
        let names: String = columns.map(|column| format!("{:>wide$}", column_name(column))).collect();
        lines.push(format!("{}{names}", " ".repeat(margin)));
        lines.iter().map(|line| format!("{}{line}\n", " ".repeat(INDENT))).collect()
    }
}
