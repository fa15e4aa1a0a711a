//! A text with possible line breaks, and the layout that decides which of them become line breaks.
//!
//! A document is a flat list of events in the order of the text. A group stands on one line if it
//! fits; otherwise each of its own possible line breaks is one. Whether a group fits is computed
//! from running sums of widths, so that the layout takes linear time.

use std::borrow::Cow;

/// The preferred maximum width of a line, in columns.
pub const WIDTH: usize = 100;

/// How much deeper an indented line begins than the line to which it belongs, in columns.
pub const INDENT: usize = 2;

#[derive(Debug, Clone)]
enum Event<'a> {
    Text(Cow<'a, str>),
    /// Text that appears only if the group is broken.
    IfBroken(&'static str),
    /// A comment; `trailing` if it stays at the end of a line. Whoever appends it must append a
    /// line break behind it.
    Comment {
        text: &'a str,
        trailing: bool,
    },
    /// A blank, or a line break if the group is broken.
    Line,
    /// Nothing, or a line break if the group is broken.
    Soft,
    /// A blank, or a line break if the following text does not fit.
    Fill,
    /// A line break.
    Hard,
    /// A line break in the middle of a phrase: the following text is indented once more.
    Continue,
    Open,
    Close,
    Indent,
    /// An indentation; but if the following text begins its line, further lines are aligned with
    /// it.
    Hang,
    Dedent,
    /// A position at which consecutive moves of a game may be aligned.
    Column,
}

impl Event<'_> {
    /// How many columns the event takes if its group is not broken.
    fn width(&self) -> usize {
        match self {
            Event::Text(text) => text.chars().count(),
            Event::Line | Event::Fill => 1,
            _ => 0,
        }
    }

    /// Whether a line may end at this event.
    fn may_break(&self) -> bool {
        matches!(self, Event::Line | Event::Soft | Event::Fill) || self.must_break()
    }

    /// Whether a line always ends at this event.
    fn must_break(&self) -> bool {
        matches!(self, Event::Comment { .. } | Event::Hard | Event::Continue)
    }
}

/// Text with possible line breaks. Invariant: groups and indentations are balanced.
#[derive(Debug, Clone, Default)]
pub struct Document<'a> {
    events: Vec<Event<'a>>,
}

impl<'a> Document<'a> {
    /// Appends text without line breaks.
    pub fn text(&mut self, text: impl Into<Cow<'a, str>>) {
        self.events.push(Event::Text(text.into()));
    }

    /// Appends text that appears only if the group is broken.
    pub fn if_broken(&mut self, text: &'static str) {
        self.events.push(Event::IfBroken(text));
    }

    /// Appends a comment; `trailing` if it stays at the end of a line. The caller has to append a
    /// line break behind it.
    pub fn comment(&mut self, text: &'a str, trailing: bool) {
        self.events.push(Event::Comment { text, trailing });
    }

    /// Appends a blank, or a line break if the group is broken.
    pub fn line(&mut self) {
        self.events.push(Event::Line);
    }

    /// Appends nothing, or a line break if the group is broken.
    pub fn soft(&mut self) {
        self.events.push(Event::Soft);
    }

    /// Appends a blank, or a line break if the following text does not fit.
    pub fn fill(&mut self) {
        self.events.push(Event::Fill);
    }

    /// Appends a line break, which breaks all groups around it.
    pub fn hard(&mut self) {
        self.events.push(Event::Hard);
    }

    /// Appends a line break in the middle of a phrase: the following text is indented once more.
    pub fn continuation(&mut self) {
        self.events.push(Event::Continue);
    }

    /// Begins a group.
    pub fn open(&mut self) {
        self.events.push(Event::Open);
    }

    /// Ends a group.
    pub fn close(&mut self) {
        self.events.push(Event::Close);
    }

    /// Indents the lines that begin from here on, until the matching `dedent`.
    pub fn indent(&mut self) {
        self.events.push(Event::Indent);
    }

    /// Indents the lines that begin from here on, until the matching `dedent`. If the next text
    /// begins a line, those lines are aligned with that text instead.
    pub fn hang(&mut self) {
        self.events.push(Event::Hang);
    }

    /// Ends an indentation.
    pub fn dedent(&mut self) {
        self.events.push(Event::Dedent);
    }

    /// Marks a position at which consecutive moves of a game may be aligned.
    pub fn column(&mut self) {
        self.events.push(Event::Column);
    }

    /// The texts of the comments in the document, in order.
    pub fn comments(&self) -> impl Iterator<Item = &'a str> {
        self.events.iter().filter_map(|event| match event {
            Event::Comment { text, .. } => Some(*text),
            _ => None,
        })
    }

    /// The text of the document on one line; `None` if it contains a comment or a line break that
    /// cannot be avoided.
    pub fn one_line(&self) -> Option<String> {
        if self.events.iter().any(Event::must_break) { None } else { Some(self.flat()) }
    }

    /// The text of the document on one line, without comments.
    pub fn flat(&self) -> String {
        self.columns().concat()
    }

    /// The text of the document on one line, without comments, cut into pieces at the positions
    /// that [`Document::column`] marked; at least one piece.
    pub fn columns(&self) -> Vec<String> {
        let mut columns = vec![String::new()];
        for event in &self.events {
            let piece = match event {
                Event::Text(text) => text,
                Event::Line | Event::Fill | Event::Hard | Event::Continue => " ",
                Event::Column => {
                    columns.push(String::new());
                    continue;
                }
                _ => continue,
            };
            if let Some(last) = columns.last_mut() {
                last.push_str(piece);
            }
        }
        columns
    }

    /// Returns the text of the document with its line breaks. Each line, including the first, is
    /// indented by at least `base` columns.
    pub fn render(&self, base: usize) -> String {
        let measures = Measures::of(&self.events);
        let mut page = Page { out: String::new(), column: base, indent: vec![base], pending: Some(base) };
        let mut flat = vec![false];
        for (at, event) in self.events.iter().enumerate() {
            let is_flat = flat.last().copied().unwrap_or(false);
            match event {
                Event::Text(text) => page.text(text),
                Event::IfBroken(_) if is_flat => {}
                Event::IfBroken(text) => page.text(text),
                Event::Comment { text, trailing } => page.comment(text, *trailing),
                Event::Line | Event::Fill if is_flat => page.text(" "),
                Event::Soft if is_flat => {}
                Event::Fill if page.column + 1 + measures.to_next_break(at + 1) <= WIDTH => page.text(" "),
                Event::Line | Event::Soft | Event::Fill | Event::Hard => page.new_line(page.indent()),
                Event::Continue => page.new_line(page.indent() + INDENT),
                Event::Open => flat.push(is_flat || measures.fits(at, page.column)),
                Event::Close => drop(flat.pop()),
                Event::Indent => page.indent.push(page.indent() + INDENT),
                Event::Hang => page.indent.push(page.pending.unwrap_or(page.indent() + INDENT)),
                Event::Dedent => drop(page.indent.pop()),
                Event::Column => {}
            }
        }
        page.out
    }
}

/// Widths and positions that the layout needs, computed once for all events of a document. An
/// event is identified by its index.
struct Measures {
    /// For each event, the sum of the widths of all events before it; the last entry is the sum of
    /// all widths.
    before: Vec<usize>,
    /// For each event, the index of the first event at or after it where a line may end.
    next_break: Vec<usize>,
    /// For each event, the number of unavoidable line breaks before it.
    forced: Vec<usize>,
    /// For each event that opens a group, the index of the event that closes it.
    end: Vec<usize>,
    /// For each event, its width if it is an `IfBroken`, otherwise 0.
    if_broken: Vec<usize>,
}

impl Measures {
    fn of(events: &[Event<'_>]) -> Measures {
        let count = events.len();
        let (mut before, mut forced) = (vec![0; count + 1], vec![0; count + 1]);
        let (mut next_break, mut end) = (vec![count; count + 1], vec![count; count]);
        let mut open = Vec::new();
        for (at, event) in events.iter().enumerate() {
            before[at + 1] = before[at] + event.width();
            forced[at + 1] = forced[at] + usize::from(event.must_break());
            match event {
                Event::Open => open.push(at),
                Event::Close => {
                    if let Some(start) = open.pop() {
                        end[start] = at;
                    }
                }
                _ => {}
            }
        }
        for (at, event) in events.iter().enumerate().rev() {
            next_break[at] = if event.may_break() { at } else { next_break[at + 1] };
        }
        let if_broken = events.iter().map(|event| match event {
            Event::IfBroken(text) => text.len(),
            _ => 0,
        });
        Measures { before, next_break, forced, end, if_broken: if_broken.collect() }
    }

    /// The width of the text from an event to the next event where a line may end.
    fn to_next_break(&self, at: usize) -> usize {
        self.before[self.next_break[at]] - self.before[at]
    }

    /// Whether the group that opens at event `open` fits on one line from `column` on, together
    /// with the text that follows the group up to the next event where a line may end.
    fn fits(&self, open: usize, column: usize) -> bool {
        let end = self.end[open];
        let closing = self.if_broken.get(end + 1).copied().unwrap_or(0);
        let width = self.before[end] - self.before[open] + self.to_next_break(end) + closing;
        self.forced[open] == self.forced[end] && column + width <= WIDTH
    }
}

/// The text laid out so far.
struct Page {
    out: String,
    /// The width of the current line so far.
    column: usize,
    /// The indentations that are open, in columns from the left, the innermost last.
    indent: Vec<usize>,
    /// The indentation of the current line if the line is still empty; `None` once it has text.
    pending: Option<usize>,
}

impl Page {
    fn indent(&self) -> usize {
        self.indent.last().copied().unwrap_or(0)
    }

    fn text(&mut self, text: &str) {
        if let Some(indent) = self.pending {
            if text == " " {
                return;
            }
            self.out.extend(std::iter::repeat_n(' ', indent));
            self.pending = None;
        }
        self.out.push_str(text);
        self.column += text.chars().count();
    }

    fn comment(&mut self, text: &str, trailing: bool) {
        if !trailing {
            self.new_line(self.pending.unwrap_or(self.indent()));
        } else if self.pending.is_none() {
            self.trim();
            self.out.push_str("  ");
        }
        self.text(text);
    }

    fn trim(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
    }

    /// Begins a line. Two consecutive line breaks count as one, because blank lines occur only
    /// between items and clauses.
    fn new_line(&mut self, indent: usize) {
        if self.pending.is_none() {
            self.trim();
            self.out.push('\n');
        }
        self.pending = Some(indent);
        self.column = indent;
    }
}
