//! Lays out Markdown pages for a terminal.

use super::columns::wrapped_cells;
use super::wrapped::broken;

/// A Markdown page with its paragraphs and tables wrapped to `width`. Code and headings keep their
/// lines.
pub fn page(text: &str, width: usize) -> String {
    let (mut out, mut paragraph, mut in_code) = (String::with_capacity(text.len()), String::new(), false);
    let mut table = Vec::new();
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        let begins_item = line.trim_start().starts_with("- ");
        let is_row = !in_code && line.starts_with('|');
        let stays = in_code || is_fence || is_row || line.is_empty() || line.starts_with('#');
        if stays || begins_item {
            filled(&mut paragraph, width, &mut out);
        }
        if !is_row {
            out.push_str(&wrapped_cells(&std::mem::take(&mut table), width));
        }
        in_code ^= is_fence;
        if is_row {
            table.extend(table_row(line));
        } else if stays {
            out.push_str(line);
            out.push('\n');
        } else if paragraph.is_empty() {
            paragraph.push_str(line);
        } else {
            paragraph.push(' ');
            paragraph.push_str(line.trim_start());
        }
    }
    filled(&mut paragraph, width, &mut out);
    out.push_str(&wrapped_cells(&table, width));
    out
}

/// The cells of a row of a Markdown table; `None` for the line of dashes below the head.
pub fn table_row(line: &str) -> Option<Vec<String>> {
    let cells = line
        .trim_matches('|')
        .split('|')
        .map(|cell| cell.trim().replace("<code>&#124;</code>", "`|`").replace("&#124;", "|"));
    let cells: Vec<String> = cells.collect();
    cells.iter().any(|cell| cell.chars().any(|c| c != '-')).then_some(cells)
}

/// Writes the paragraph, wrapped to `width`, and empties it.
fn filled(paragraph: &mut String, width: usize, out: &mut String) {
    if !paragraph.is_empty() {
        let indent = if paragraph.trim_start().starts_with("- ") { "  " } else { "" };
        broken(paragraph, indent, width, out);
        paragraph.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn paragraphs_are_filled_and_code_is_kept() {
        let text = "# A long heading\n\none two\nthree\n- four five\n  six\n- seven\n```game\nmove a_long_one -> g(0)\n```\n";
        let filled = "# A long heading\n\none two\nthree\n- four five\n  six\n- seven\n```game\nmove a_long_one -> g(0)\n```\n";
        assert_eq!(page(text, 12), filled);
        let wide = "# A long heading\n\none two three\n- four five six\n- seven\n```game\nmove a_long_one -> g(0)\n```\n";
        assert_eq!(page(text, 40), wide);
    }

    #[test]
    fn tables_are_laid_out() {
        let text = "one\n| a | b |\n|---|---|\n| `x` | two three |\n\nend\n```text\n| kept |\n```\n";
        let laid_out = "one\na    b\n`x`  two\n     three\n\nend\n```text\n| kept |\n```\n";
        assert_eq!(page(text, 11), laid_out);
        assert_eq!(page("| a | b |\n|---|---|\n", 40), "a  b\n");
    }
}
