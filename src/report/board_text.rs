//! Boards in text: letters below the columns, numbers beside the rows.

use crate::play::column_name;
use crate::position::picture::{Cell, Picture};

/// The lines of a picture. Cells that are marked have `>` before them.
pub fn board_text(picture: &Picture, marked: &[Cell]) -> String {
    let (columns, rows) = picture.size;
    let digits = rows.to_string().len();
    let wide = if columns > 26 { 3 } else { 2 };
    let mut out = String::new();
    for line in 0..rows {
        let row = if picture.upward { rows - 1 - line } else { line };
        let mut text = if rows > 1 { format!("{:>digits$} ", row + 1) } else { String::new() };
        for column in 0..columns {
            let mark = if marked.contains(&(column, row)) { '>' } else { ' ' };
            text.push_str(&format!("{mark:>0$}{1}", wide - 1, picture.at((column, row))));
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    let names: String = (0..columns).map(|column| format!("{:>wide$}", column_name(column))).collect();
    let margin = if rows > 1 { digits + 1 } else { 0 };
    out.push_str(&format!("{}{names}\n", " ".repeat(margin)));
    out
}

/// The lines of a picture for a position that is printed beside it, each line moved in.
pub fn indented(picture: &Picture, marked: &[Cell], by: usize) -> String {
    board_text(picture, marked).lines().map(|line| format!("{}{line}\n", " ".repeat(by))).collect()
}
