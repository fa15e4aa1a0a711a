//! Lines of cells, aligned.

/// The lines with each column as wide as its widest cell.
pub fn aligned(table: &[Vec<String>]) -> String {
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = table.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for line in table {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}
