//! Formats tables of text as lines with aligned columns.

use super::wrapped::lines_of;

/// The smallest width, in characters, to which a column is cut.
const NARROWEST: usize = 8;

/// The number of blanks between two columns.
const GAP: usize = 2;

/// The lines of a table in which each column is as wide as its widest cell.
pub fn aligned(table: &[Vec<String>]) -> String {
    laid_out(table, &widths(table))
}

/// The lines of a table, the widest columns of which are cut to fit into `width` if possible, and
/// whether anything was cut.
pub fn fitted(table: &[Vec<String>], width: usize) -> (String, bool) {
    let natural = widths(table);
    let widths = narrowed(&natural, &vec![NARROWEST; natural.len()], width);
    let cut = |line: &[String]| -> Vec<String> {
        line.iter().zip(&widths).map(|(cell, width)| shortened(cell, *width)).collect()
    };
    let table: Vec<Vec<String>> = table.iter().map(|line| cut(line)).collect();
    (laid_out(&table, &widths), widths != natural)
}

/// The lines of a table in which each column is as wide as its widest cell. If the lines do not fit
/// into `width` characters, the cells of the widest columns are wrapped.
pub fn wrapped_cells(table: &[Vec<String>], width: usize) -> String {
    let natural = widths(table);
    // Code stays on one line, unless the table is too narrow for that.
    let whole: Vec<Vec<String>> =
        table.iter().map(|line| line.iter().map(|cell| glued(cell)).collect()).collect();
    let longest = longest_words(&whole);
    let is_room = taken(&longest) <= width;
    let table = if is_room { &whole } else { table };
    let widths = narrowed(&natural, &if is_room { longest } else { longest_words(table) }, width);
    let mut rows = Vec::new();
    for line in table {
        let cells: Vec<Vec<String>> =
            line.iter().zip(&widths).map(|(cell, width)| lines_of(cell, *width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let row = |at: usize| -> Vec<String> {
            cells.iter().map(|cell| cell.get(at).map_or(String::new(), |it| it.replace(GLUE, " "))).collect()
        };
        rows.extend((0..height).map(row));
    }
    laid_out(&rows, &widths)
}

/// Replaces a blank at which lines must not be broken, until the lines are laid out.
const GLUE: char = '\u{a0}';

/// A cell in which the blanks of code, between backticks, are replaced by `GLUE`.
fn glued(cell: &str) -> String {
    let parts = cell.split('`').enumerate();
    let parts = parts.map(|(at, part)| match at % 2 {
        0 => part.to_string(),
        _ => part.replace(' ', &GLUE.to_string()),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// The length of the longest word of each column.
fn longest_words(table: &[Vec<String>]) -> Vec<usize> {
    let words = |line: &Vec<String>| -> Vec<String> {
        let longest =
            |cell: &String| cell.split(' ').max_by_key(|word| word.chars().count()).map(String::from);
        line.iter().map(|cell| longest(cell).unwrap_or_default()).collect()
    };
    widths(&table.iter().map(words).collect::<Vec<_>>())
}

/// The total width of a line with columns of these widths.
fn taken(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}

/// Widths with which the columns fit into `width`, if possible: the widest columns shrink, but none
/// below its `least` width.
fn narrowed(natural: &[usize], least: &[usize], width: usize) -> Vec<usize> {
    let mut widths = natural.to_vec();
    loop {
        let all = taken(&widths);
        let can_shrink = |column: &usize| widths[*column] > least[*column];
        let widest = (0..widths.len()).filter(can_shrink).max_by_key(|at| (widths[*at], usize::MAX - at));
        let Some(column) = widest.filter(|_| all > width) else { return widths };
        // The widest column shrinks to the second widest, and then both shrink.
        let widest = widths[column];
        let others =
            (0..widths.len()).filter(can_shrink).map(|at| widths[at]).filter(|it| *it < widest).max();
        let wanted = widest.saturating_sub(all - width).max(others.unwrap_or(0)).max(least[column]);
        widths[column] = wanted.min(widest - 1);
    }
}

/// A cell cut to at most `width` characters, at its last blank that fits if there is one: a sequence
/// of numbers is cut after a complete number. A `*` at the end is kept.
fn shortened(cell: &str, width: usize) -> String {
    if cell.chars().count() <= width {
        return cell.to_string();
    }
    let mark = if cell.ends_with('*') { "*" } else { "" };
    let kept: String = cell.chars().take(width.saturating_sub(1 + mark.len())).collect();
    match kept.rfind(' ') {
        Some(blank) => format!("{} …{mark}", kept[..blank].trim_end()),
        None => format!("{kept}…{mark}"),
    }
}

/// The width of the widest cell of each column.
fn widths(table: &[Vec<String>]) -> Vec<usize> {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = table.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    (0..columns).map(width).collect()
}

/// The lines of a table whose cells are padded to the widths of their columns.
fn laid_out(table: &[Vec<String>], widths: &[usize]) -> String {
    let mut out = String::new();
    for line in table {
        let cells = line.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{aligned, fitted, wrapped_cells};

    #[test]
    fn the_widest_columns_are_cut() {
        let line = |cells: [&str; 2]| cells.map(str::to_string).to_vec();
        let table = [line(["k", "values"]), line(["1", "0 1 2 0 1 2 0 1 2"]), line(["2", "0 1 0 1*"])];
        assert_eq!(fitted(&table, 80), (aligned(&table), false));
        // 12 columns are left for the second: five numbers with their blanks and the mark take 11.
        let narrow = "k  values\n1  0 1 2 0 1 …\n2  0 1 0 1*\n";
        assert_eq!(fitted(&table, 15), (narrow.to_string(), true));
        let one = [line(["", "0 1 2 3 4 5 6 7 8 9*"])];
        assert_eq!(fitted(&one, 14).0, "  0 1 2 3 4 …*\n");
    }

    #[test]
    fn cells_are_wrapped_inside_their_columns() {
        let line = |cells: [&str; 3]| cells.map(str::to_string).to_vec();
        let table = [line(["`a b`", "one two three four", "x"]), line(["`c`", "five", "y z"])];
        assert_eq!(wrapped_cells(&table, 40), aligned(&table));
        let narrow = "`a b`  one two  x\n       three\n       four\n`c`    five     y z\n";
        assert_eq!(wrapped_cells(&table, 19), narrow);
        // Code is broken only where nothing else helps.
        let narrowest = "`a   one    x\nb`   two\n     three\n     four\n`c`  five   y\n            z\n";
        assert_eq!(wrapped_cells(&table, 13), narrowest);
    }
}
