//! Wraps long lines for narrow terminals.

use textwrap::{Options, WordSeparator, WordSplitter, core};

/// A label is shorter than this, in bytes, with the blanks before it.
const WIDEST_LABEL: usize = 32;

/// The text wrapped to lines of at most `width` characters where words allow it. Continuation lines
/// are aligned with the text after the label of the first line.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let blanks = " ".repeat(hanging(line).min(width / 2));
        // Continuation lines of a comment of a spec must be comments too.
        let indent = if line.starts_with("// ") { "// " } else { &blanks };
        broken(line, indent, width, &mut out);
    }
    out
}

/// Writes a line, wrapped into several lines if necessary. `indent` begins each continuation line.
pub(super) fn broken(line: &str, indent: &str, width: usize, out: &mut String) {
    if core::display_width(line) <= width {
        out.push_str(line);
    } else {
        out.push_str(&textwrap::wrap(line, between_words(width).subsequent_indent(indent)).join("\n"));
    }
    out.push('\n');
}

/// A text wrapped to lines of at most `width` characters where words allow it.
pub fn lines_of(text: &str, width: usize) -> Vec<String> {
    textwrap::wrap(text, between_words(width)).into_iter().map(String::from).collect()
}

/// The options of wrapping: lines are broken at blanks only.
fn between_words<'a>(width: usize) -> Options<'a> {
    Options::new(width)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
}

/// The column of continuation lines: where the text after the label begins, or, without a label,
/// two columns to the right of the first word. Two blanks end a label.
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
    use super::wrapped;

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
    fn colours_take_no_room() {
        let red = "\u{1b}[31mred\u{1b}[0m is red\n";
        assert_eq!(wrapped(red, 10), red);
    }
}
