//! Selects the lines of a file that the rendering of a diagnostic shows: those around its labels.
//! Long lines are cut around the labels, so that they fit the width.

use crate::source::Source;
use std::ops::Range;

/// How many lines are shown before and after a labelled line.
const CONTEXT: usize = 1;
/// How many characters are shown before the first label of a line that does not fit: fewer if the
/// labels need the room, more near the end of the line.
const BEFORE: usize = 25;
/// The most characters that are shown before each label, if several labels share a line that is too
/// long to show everything between them.
const BEFORE_EACH: usize = 8;
/// The least width for the text of a line, in columns, even if the whole line is then too wide.
const LEAST_ROOM: usize = 30;
/// The columns of a drawn line that neither its number nor its text takes.
const GUTTER: usize = 4;
/// Stands for omitted characters.
const ELLIPSIS: char = '…';

/// The place of a label in the file.
#[derive(Debug, Clone)]
pub struct Mark {
    /// The marked bytes of the file, on character boundaries.
    pub bytes: Range<usize>,
    /// How many columns the text of the label takes.
    pub text: usize,
    /// Whether the headline refers to this place.
    pub primary: bool,
}

/// The lines that are shown, as a separate text that miette draws with the line numbers of the
/// file. The lines around the primary label come first.
pub struct Excerpt {
    /// The name of the file.
    pub name: String,
    /// The lines, each with a line break.
    pub text: String,
    /// The lines of `text`, in order.
    pub lines: Vec<Line>,
    /// For each mark, in the given order: its bytes in `text`, and its line and column in the file,
    /// both from 1.
    pub places: Vec<(Range<usize>, usize, usize)>,
}

/// A line of an excerpt.
pub struct Line {
    /// The index, from 0, of the part of the excerpt to which the line belongs. The lines of one
    /// part are consecutive lines of the file.
    pub part: usize,
    /// The number of the line in the file, from 1.
    pub number: usize,
    /// The bytes of the line in the text of the excerpt, without its line break.
    pub bytes: Range<usize>,
}

impl Excerpt {
    /// Makes an excerpt of the lines around the marks, for a drawing of `width` columns, line
    /// numbers included. Also returns the bytes of each mark in the text of the excerpt.
    pub fn new(source: &Source, marks: &[Mark], width: usize) -> (Excerpt, Vec<Range<usize>>) {
        let line_of = |mark: &Mark| source.line_column(mark.bytes.start as u32).0;
        let mut parts = parts(marks.iter().map(line_of).collect(), source.line_count());
        let primary = marks.iter().find(|mark| mark.primary).map(line_of);
        parts.sort_by_key(|part| primary.is_none_or(|line| !part.contains(&line)));
        let last = parts.iter().map(|part| part.end).max().unwrap_or(1);
        let room = width.saturating_sub(last.to_string().len() + GUTTER).max(LEAST_ROOM);
        let mut drawn = vec![0..0; marks.len()];
        let name = source.name.replace(char::is_control, "?");
        let mut excerpt = Excerpt { name, text: String::new(), lines: Vec::new(), places: Vec::new() };
        for (at, part) in parts.into_iter().enumerate() {
            for number in part {
                let here: Vec<usize> = (0..marks.len()).filter(|it| line_of(&marks[*it]) == number).collect();
                let shown = excerpt.add(
                    at,
                    number,
                    source,
                    &here.iter().map(|it| &marks[*it]).collect::<Vec<_>>(),
                    room,
                );
                here.into_iter().zip(shown).for_each(|(mark, bytes)| drawn[mark] = bytes);
            }
        }
        let place = |(mark, bytes): (&Mark, &Range<usize>)| {
            let (line, column) = source.line_column(mark.bytes.start as u32);
            (bytes.clone(), line, column)
        };
        excerpt.places = marks.iter().zip(&drawn).map(place).collect();
        (excerpt, drawn)
    }

    /// Adds line `number` of the file, cut to `room` columns. `marks` are the marks on this line;
    /// returns the bytes of each in the text of the excerpt.
    fn add(
        &mut self,
        part: usize,
        number: usize,
        source: &Source,
        marks: &[&Mark],
        room: usize,
    ) -> Vec<Range<usize>> {
        let (from, to) = source.line_bounds(number);
        let line = source.text[from..to].trim_end_matches(['\n', '\r']);
        let column = |byte: usize| line[..byte.clamp(from, from + line.len()) - from].chars().count();
        let columns: Vec<Range<usize>> =
            marks.iter().map(|mark| column(mark.bytes.start)..column(mark.bytes.end)).collect();
        let letters: Vec<char> = line.chars().map(harmless).collect();
        let texts: Vec<usize> = marks.iter().map(|mark| mark.text).collect();
        let kept = kept(letters.len(), &columns, &texts, room);
        let begin = self.text.len();
        // For each character, and for the end of the line, its offset in the excerpt if it is
        // shown.
        let mut offsets = vec![None; letters.len() + 1];
        let mut shown = 0;
        for range in &kept {
            if range.start > shown {
                self.text.push(ELLIPSIS);
            }
            for at in range.clone() {
                offsets[at] = Some(self.text.len());
                self.text.push(letters[at]);
            }
            offsets[range.end] = Some(self.text.len());
            shown = range.end;
        }
        if shown < letters.len() {
            self.text.push(ELLIPSIS);
        }
        self.lines.push(Line { part, number, bytes: begin..self.text.len() });
        self.text.push('\n');
        let drawn = |columns: &Range<usize>| {
            let start = offsets[columns.start].unwrap_or(begin);
            let end = (columns.start..=columns.end).map_while(|at| offsets[at]).last();
            start..end.unwrap_or(start)
        };
        columns.iter().map(drawn).collect()
    }
}

/// Returns the line numbers that are shown, given the numbers of the labelled lines in a file with
/// `count` lines: parts of consecutive lines, ascending, with omitted lines between two parts.
fn parts(mut lines: Vec<usize>, count: usize) -> Vec<Range<usize>> {
    lines.sort_unstable();
    let mut parts: Vec<Range<usize>> = Vec::new();
    for line in lines {
        let around = line.saturating_sub(CONTEXT).max(1)..(line + CONTEXT).min(count) + 1;
        match parts.last_mut() {
            Some(last) if around.start <= last.end => last.end = around.end.max(last.end),
            _ => parts.push(around),
        }
    }
    parts
}

/// Returns which of the `letters` characters of a line are shown: ascending ranges that fit into
/// `room` columns, `…` for omitted characters included. Each mark begins in one of the ranges.
/// `texts` holds the width of each mark's label text.
fn kept(letters: usize, marks: &[Range<usize>], texts: &[usize], room: usize) -> Vec<Range<usize>> {
    let (Some(first), Some(last)) =
        (marks.iter().map(|it| it.start).min(), marks.iter().map(|it| it.end).max())
    else {
        let shown = 0..if letters <= room { letters } else { room - 1 };
        return vec![shown];
    };
    if letters <= room {
        let whole = 0..letters;
        return vec![whole];
    }
    // The columns that remain if an ellipsis stands on each side.
    let inner = room - 2;
    // The text of a label is drawn to the right of the middle of its mark.
    let text_end = |(mark, text): (&Range<usize>, &usize)| mark.start + mark.len().min(inner) / 2 + 4 + text;
    let end = marks.iter().zip(texts).map(text_end).max().unwrap_or(last).max(last);
    if marks.len() == 1 || end - first <= inner {
        let most = inner.saturating_sub(end - first).max(BEFORE_EACH).min(inner.saturating_sub(last - first));
        let start = first.saturating_sub(most.min(BEFORE.max((first + inner).saturating_sub(letters))));
        let window = start..(start + inner).min(letters);
        return vec![window];
    }
    let each = ((room - 1) / marks.len()).saturating_sub(1);
    let mut sorted: Vec<&Range<usize>> = marks.iter().collect();
    sorted.sort_by_key(|mark| mark.start);
    let mut kept: Vec<Range<usize>> = Vec::new();
    for mark in sorted {
        let start = mark.start.saturating_sub(BEFORE_EACH.min(each / 3));
        let around = start..(start + each).min(letters);
        match kept.last_mut() {
            Some(last) if around.start <= last.end => last.end = around.end.max(last.end),
            _ => kept.push(around),
        }
    }
    kept
}

/// Replaces a control character other than a tab, because it could control the terminal.
fn harmless(letter: char) -> char {
    match letter {
        '\t' => letter,
        '\r' => ' ',
        _ if letter.is_control() => '?',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::{kept, parts};
    use std::ops::Range;

    #[test]
    fn neighbouring_lines_are_shown_together() {
        for (lines, wanted) in [
            (vec![8, 1], vec![(1, 3), (7, 10)]),
            (vec![1, 4], vec![(1, 6)]),
            (vec![1, 5], vec![(1, 3), (4, 7)]),
            (vec![3], vec![(2, 4)]),
        ] {
            let count = if lines == [3] { 3 } else { 20 };
            let found: Vec<(usize, usize)> =
                parts(lines, count).into_iter().map(|part| (part.start, part.end)).collect();
            assert_eq!(found, wanted);
        }
    }

    #[test]
    fn what_is_kept_of_a_line_fits_and_begins_every_mark() {
        for (letters, marks, room) in [
            (80, vec![(10, 12)], 80),
            (90, vec![(0, 3)], 73),
            (90, vec![(87, 90)], 73),
            (90, vec![(90, 90)], 73),
            (240, vec![(100, 103)], 73),
            (240, vec![(0, 240)], 73),
            (240, vec![(10, 13), (60, 63)], 73),
            (240, vec![(10, 13), (200, 220)], 73),
            (1000, vec![(999, 1000), (0, 500), (500, 501)], 40),
        ] {
            let marks: Vec<Range<usize>> = marks.into_iter().map(|(from, to)| from..to).collect();
            let texts = vec![10; marks.len()];
            let kept = kept(letters, &marks, &texts, room);
            let shown: usize = kept.iter().map(|it| it.len()).sum();
            let before = kept.iter().zip(std::iter::once(0).chain(kept.iter().map(|it| it.end)));
            let gaps = before.filter(|(range, end)| range.start > *end).count();
            let behind = usize::from(kept.last().unwrap().end < letters);
            assert!(shown + gaps + behind <= room, "{letters} {marks:?}: {kept:?}");
            for mark in &marks {
                assert!(kept.iter().any(|it| it.start <= mark.start && mark.start <= it.end), "{kept:?}");
            }
        }
    }
}
