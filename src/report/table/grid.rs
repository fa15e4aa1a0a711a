//! Draws grids in text: a head, then rows with labels and aligned entries.

use crate::number::Int;

/// An entry of a grid.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    /// The text of the entry.
    pub text: String,
    /// How the entry is shown.
    pub look: Look,
}

/// How an entry is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Look {
    /// Plain.
    #[default]
    Plain,
    /// Highlighted: in colour if the grid uses colours, and with a mark before it if it has marks.
    Strong,
    /// Dimmed, if colours are used.
    Faint,
}

/// A grid that is being filled. Its rows are drawn in batches, so that long grids need little
/// memory. If a batch needs wider columns, the head is repeated.
#[derive(Debug)]
pub struct Grid {
    /// The text above the labels of the rows.
    pub corner: String,
    /// The texts above the columns.
    pub columns: Vec<String>,
    /// The rows that are not drawn yet: labels and entries.
    rows: Vec<(String, Vec<Entry>)>,
    /// How many entries these rows have.
    held: usize,
    colour: bool,
    /// Whether a character before each entry is reserved for a mark.
    marked: bool,
    /// The width into which the grid has to fit, in characters; `None` if it is unlimited.
    fit: Option<usize>,
    /// What happens to columns that do not fit.
    wide: Wide,
    /// The width of the labels and of each column in the head that was drawn last. `None` before
    /// the first.
    drawn: Option<(usize, usize)>,
}

/// What happens to columns that do not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wide {
    /// The columns are omitted.
    Hide,
    /// The columns are drawn below the others, in separate grids.
    Below,
    /// Rows are split into shorter ones. The labels and the columns must be numbers whose sum is
    /// the index of an entry.
    Shorter,
}

/// If at least this many entries are held, they are drawn before the next row.
const MOST_HELD: usize = 50_000;
/// The mark before a strong entry, for users who see no colour.
const MARK: char = '•';

fn width(text: &str) -> usize {
    text.chars().count()
}

impl Grid {
    /// An empty grid that hides columns that do not fit.
    pub fn new(corner: String, columns: Vec<String>, marked: bool, colour: bool, fit: Option<usize>) -> Grid {
        let wide = Wide::Hide;
        Grid { corner, columns, rows: Vec::new(), held: 0, colour, marked, fit, wide, drawn: None }
    }

    /// The grid with another treatment of columns that do not fit.
    pub fn with_wide(self, wide: Wide) -> Grid {
        Grid { wide, ..self }
    }

    /// How many columns do not fit, and how many there are; `None` if all fit.
    pub fn hidden(&self) -> Option<(usize, usize)> {
        let (label, column) = self.drawn?;
        let all = self.columns.len();
        Some((all - self.shown(label, column), all)).filter(|(hidden, _)| *hidden > 0)
    }

    /// How many columns of this width fit beside labels of this width.
    fn shown(&self, label: usize, column: usize) -> usize {
        let (all, each) = (self.columns.len(), 1 + usize::from(self.marked) + column);
        let fitting = |width: usize| (width.saturating_sub(label + 3) / each).clamp(1, all.max(1));
        self.fit.map_or(all, |width| fitting(width).min(all))
    }

    /// Begins a row. Draws the held rows before if they have many entries.
    pub fn row(&mut self, label: String, out: &mut String) {
        if self.held >= MOST_HELD {
            self.draw(out);
        }
        self.rows.push((label, Vec::with_capacity(self.columns.len())));
    }

    /// Adds an entry to the last row.
    pub fn entry(&mut self, entry: Entry) {
        self.held += 1;
        if let Some((_, entries)) = self.rows.last_mut() {
            entries.push(entry);
        }
    }

    /// Draws the rows that are held back.
    pub fn draw(&mut self, out: &mut String) {
        let mut rows = std::mem::take(&mut self.rows);
        self.held = 0;
        let (mut label, mut column) = self.drawn.unwrap_or_else(|| self.head_widths());
        for (name, entries) in &rows {
            label = label.max(width(name));
            column = entries.iter().map(|entry| width(&entry.text)).fold(column, usize::max);
        }
        match (self.wide, self.shown(label, column)) {
            (Wide::Below, shown) if shown < self.columns.len() => {
                return self.draw_below(&rows, shown, label, column, out);
            }
            (Wide::Shorter, shown) => rows = self.shortened(rows, shown),
            _ => {}
        }
        if self.drawn != Some((label, column)) {
            if self.drawn.is_some() {
                out.push('\n');
            }
            self.head(0, label, column, out);
            self.drawn = Some((label, column));
        }
        let shown = self.shown(label, column);
        for (name, entries) in &rows {
            self.draw_row(name, entries, shown, label, column, out);
        }
    }

    fn draw_row(
        &self,
        name: &str,
        entries: &[Entry],
        shown: usize,
        label: usize,
        column: usize,
        out: &mut String,
    ) {
        push_right(name, label + 1, out);
        out.push_str(" │");
        entries.iter().take(shown).for_each(|entry| self.draw_entry(entry, column, out));
        out.push('\n');
    }

    /// Draws as many columns as fit, then the next ones below them, and so on.
    fn draw_below(
        &self,
        rows: &[(String, Vec<Entry>)],
        shown: usize,
        label: usize,
        column: usize,
        out: &mut String,
    ) {
        for first in (0..self.columns.len()).step_by(shown) {
            if first > 0 {
                out.push('\n');
            }
            self.head(first, label, column, out);
            for (name, entries) in rows {
                let entries = entries.get(first..).unwrap_or(&[]);
                self.draw_row(name, entries, shown, label, column, out);
            }
        }
    }

    /// Splits the rows so that they fit: into rows of 5, 2 or 1 entries, or not at all.
    fn shortened(&mut self, rows: Vec<(String, Vec<Entry>)>, shown: usize) -> Vec<(String, Vec<Entry>)> {
        let held = match shown {
            10.. => self.columns.len(),
            5.. => 5,
            2.. => 2,
            _ => 1,
        };
        self.columns.truncate(held);
        let parts = rows.iter().flat_map(|(label, entries)| {
            let first: Int = Int::parse(label).unwrap_or(Int::ZERO);
            let parts = entries.chunks(self.columns.len().max(1)).enumerate();
            parts.map(move |(at, part)| ((&first + &Int::from(at * held)).to_string(), part.to_vec()))
        });
        parts.collect()
    }

    /// The width of the labels and of each column that the head needs.
    fn head_widths(&self) -> (usize, usize) {
        let column = self.columns.iter().map(|column| width(column)).max().unwrap_or(1);
        (width(&self.corner), column)
    }

    /// Draws the head of as many columns as fit, beginning with column `first`.
    fn head(&self, first: usize, label: usize, column: usize, out: &mut String) {
        let before = 1 + usize::from(self.marked);
        push_right(&self.corner, label + 1, out);
        out.push_str(" │");
        let shown = self.shown(label, column).min(self.columns.len() - first);
        for name in &self.columns[first..first + shown] {
            push_right(name, before + column, out);
        }
        out.push('\n');
        out.extend(std::iter::repeat_n('─', label + 2));
        out.push('┼');
        out.extend(std::iter::repeat_n('─', shown * (before + column)));
        out.push('\n');
    }

    fn draw_entry(&self, entry: &Entry, column: usize, out: &mut String) {
        let marked = self.marked && entry.look == Look::Strong;
        let wide = width(&entry.text) + usize::from(marked);
        let before = 1 + usize::from(self.marked) + column;
        out.extend(std::iter::repeat_n(' ', before.saturating_sub(wide)));
        let paint = match entry.look {
            Look::Strong if self.colour => "\u{1b}[1;32m",
            Look::Faint if self.colour => "\u{1b}[2m",
            _ => "",
        };
        out.push_str(paint);
        if marked {
            out.push(MARK);
        }
        out.push_str(&entry.text);
        if !paint.is_empty() {
            out.push_str("\u{1b}[0m");
        }
    }
}

/// Writes a text, with blanks before it up to a width.
fn push_right(text: &str, wide: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', wide.saturating_sub(width(text))));
    out.push_str(text);
}
