//! Lines of cells, aligned.

/// The narrowest column of which cells are cut.
const NARROWEST: usize = 8;

/// The blanks between two columns.
const GAP: usize = 2;

/// The lines with each column as wide as its widest cell.
pub fn aligned(table: &[Vec<String>]) -> String {
    laid_out(table, &widths(table))
}

/// The lines with their widest columns cut so that they fit, and whether anything was cut.
pub fn fitted(table: &[Vec<String>], width: usize) -> (String, bool) {
    let natural = widths(table);
    let mut widths = natural.clone();
    loop {
        let taken = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        let widest = widths.iter().copied().max().unwrap_or(0);
        if taken <= width || widest <= NARROWEST {
            break;
        }
        // The widest column shrinks to the second widest, and then both shrink.
        let others = widths.iter().copied().filter(|it| *it < widest).max().unwrap_or(0);
        let column = widths.iter().position(|it| *it == widest).unwrap_or(0);
        widths[column] = widest.saturating_sub(taken - width).max(others).max(NARROWEST).min(widest - 1);
    }
    let cut = |line: &[String]| -> Vec<String> {
        line.iter().zip(&widths).map(|(cell, width)| shortened(cell, *width)).collect()
    };
    let table: Vec<Vec<String>> = table.iter().map(|line| cut(line)).collect();
    (laid_out(&table, &widths), widths != natural)
}

/// A cell that takes at most `width` columns; a sequence ends behind one of its numbers. A mark at its end stays.
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

fn widths(table: &[Vec<String>]) -> Vec<usize> {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = table.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    (0..columns).map(width).collect()
}

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
    use super::{aligned, fitted};

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
}
