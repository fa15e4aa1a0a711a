//! Long lines for narrow terminals.

use textwrap::{Options, WordSeparator, WordSplitter, core};

/// A label in front of a text is at most so wide, blanks included.
const WIDEST_LABEL: usize = 32;

/// The text with lines of at most `width` columns where words allow it. Continuation lines stand below the
/// text of their line.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let blanks = " ".repeat(hanging(line).min(width / 2));
        // A comment of a spec stays one.
        let indent = if line.starts_with("// ") { "// " } else { &blanks };
        broken(line, indent, width, &mut out);
    }
    out
}

/// A page in Markdown with its paragraphs filled anew. Code, tables and headings keep their lines.
pub fn page(text: &str, width: usize) -> String {
    let (mut out, mut paragraph, mut in_code) = (String::with_capacity(text.len()), String::new(), false);
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        let begins_item = line.trim_start().starts_with("- ");
        let stays = in_code || is_fence || line.is_empty() || line.starts_with(['#', '|']);
        if stays || begins_item {
            filled(&mut paragraph, width, &mut out);
        }
        in_code ^= is_fence;
        if stays {
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
    out
}

/// Writes a paragraph and empties it.
fn filled(paragraph: &mut String, width: usize, out: &mut String) {
    if !paragraph.is_empty() {
        let indent = if paragraph.trim_start().starts_with("- ") { "  " } else { "" };
        broken(paragraph, indent, width, out);
        paragraph.clear();
    }
}

/// Writes a line as several lines if necessary.
fn broken(line: &str, indent: &str, width: usize, out: &mut String) {
    if core::display_width(line) <= width {
        out.push_str(line);
    } else {
        let options = Options::new(width)
            .subsequent_indent(indent)
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        out.push_str(&textwrap::wrap(line, options).join("\n"));
    }
    out.push('\n');
}

/// The column at which the text of a line begins: after its label, otherwise two columns to the right of the
/// line.
fn hanging(line: &str) -> usize {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let label = line[indent..].find("  ").filter(|at| indent + at < WIDEST_LABEL);
    match label {
        Some(at) => {
            let behind = &line[indent + at..];
            let blanks = behind.len() - behind.trim_start_matches(' ').len();
            core::display_width(&line[..indent + at]) + blanks
        }
        None => indent + 2,
    }
}

#[cfg(test)]
mod tests {
    use super::{page, wrapped};

    #[test]
    fn what_follows_stands_below_the_text() {
        let text = "short\n  label   one two three four\n  one two three four five six\n";
        let narrow = "short\n  label   one two\n          three four\n  one two three four\n    five six\n";
        assert_eq!(wrapped(text, 20), narrow);
        assert_eq!(wrapped(text, 80), text);
        assert_eq!(wrapped("a_word_without_any_blank\n", 10), "a_word_without_any_blank\n");
    }

    #[test]
    fn comments_stay_comments() {
        assert_eq!(
            wrapped("// proved by a theorem\nclaim true\n", 14),
            "// proved by a\n// theorem\nclaim true\n"
        );
    }

    #[test]
    fn paragraphs_are_filled_and_code_is_kept() {
        let text = "# A long heading\n\none two\nthree\n- four five\n  six\n- seven\n```game\nmove a_long_one -> g(0)\n```\n";
        let filled = "# A long heading\n\none two\nthree\n- four five\n  six\n- seven\n```game\nmove a_long_one -> g(0)\n```\n";
        assert_eq!(page(text, 12), filled);
        let wide = "# A long heading\n\none two three\n- four five six\n- seven\n```game\nmove a_long_one -> g(0)\n```\n";
        assert_eq!(page(text, 40), wide);
    }

    #[test]
    fn colours_take_no_room() {
        let red = "\u{1b}[31mred\u{1b}[0m is red\n";
        assert_eq!(wrapped(red, 10), red);
    }
}
