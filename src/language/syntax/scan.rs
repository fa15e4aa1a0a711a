//! Scans the text before it is parsed: finds the comments, reports brackets that do not match and
//! characters that the grammar does not accept, and divides the text into approximate items. The
//! parser recurses over brackets, so their depth is limited here.

use super::ast::Comment;
use super::errors;
use super::slashes;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// The most brackets and open-ended words (`if`, `let`, `forall`) that may be nested in one
/// another. More are an error.
const MAX_NESTING: usize = 256;

/// The results of the scan.
pub struct Scan {
    /// All comments, in the order of the text.
    pub comments: Vec<Comment>,
    /// Problems with brackets, texts, characters and depth.
    pub diagnostics: Vec<Diagnostic>,
    /// The approximate items, in the order of the text; they cover it without gaps.
    pub chunks: Vec<Chunk>,
}

/// The range of one item in the text, in bytes.
pub struct Chunk {
    /// The first byte of the item.
    pub start: usize,
    /// The byte after the last of the item.
    pub end: usize,
    /// Whether the scan has reported nothing about the item, so that the item can be parsed by
    /// itself.
    pub sound: bool,
}

impl Chunk {
    /// Whether the primary place of a diagnostic begins in this item or directly behind it.
    pub fn holds(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.place().is_some_and(|place| (self.start..=self.end).contains(&(place.start as usize)))
    }
}

struct Scanner<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    /// The open brackets, outermost first: the character, its byte offset, and the value of `tails`
    /// when the bracket was opened.
    open: Vec<(u8, usize, usize)>,
    /// The number of open-ended words (`if`, `let`, `not`, …) since the innermost open bracket, or
    /// since the last `,`, `;` or beginning of an item or of a `move`, `end`, `measure` or `assume`
    /// behind it. Each of these words nests the following text one level deeper.
    tails: usize,
    /// The sum of the open-ended words that `open` stores.
    outer_tails: usize,
    scan: Scan,
    too_deep: bool,
    /// Set when an item begins while the `{` of a game is open: the index of the error about that
    /// `{` in the diagnostics, the place of the `{`, and the place of the item's first word.
    in_game: Option<(usize, Span, Span)>,
}

/// Scans the text of a file. Problems are among the diagnostics of the result.
pub fn scan(file: FileId, text: &str) -> Scan {
    let scan = Scan { comments: Vec::new(), diagnostics: Vec::new(), chunks: Vec::new() };
    let mut scanner = Scanner {
        file,
        text,
        at: 0,
        open: Vec::new(),
        tails: 0,
        outer_tails: 0,
        scan,
        too_deep: false,
        in_game: None,
    };
    scanner.new_chunk(0);
    scanner.run();
    scanner.close_all(text.len());
    if let Some(chunk) = scanner.scan.chunks.last_mut() {
        chunk.end = text.len();
    }
    scanner.scan
}

impl Scanner<'_> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        let mut line_start = true;
        while self.at < bytes.len() {
            let byte = bytes[self.at];
            match byte {
                b'\n' => {
                    line_start = true;
                    self.at += 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b'/' if bytes.get(self.at + 1) == Some(&b'/') => {
                    self.comment();
                    continue;
                }
                b'"' => self.text_literal(),
                b'(' | b'[' | b'{' => self.open_bracket(byte),
                b')' | b']' | b'}' => self.close_bracket(byte),
                b',' | b';' => {
                    self.tails = 0;
                    self.at += 1;
                }
                _ if byte.is_ascii_alphabetic() || byte == b'_' => self.word(line_start),
                _ if byte < b' ' => self.control_character(),
                _ => {
                    self.unusual_character();
                    self.at += self.character_length();
                }
            }
            line_start = false;
        }
    }

    fn character_length(&self) -> usize {
        self.text[self.at..].chars().next().map_or(1, char::len_utf8)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.scan.diagnostics.push(diagnostic);
        if let Some(chunk) = self.scan.chunks.last_mut() {
            chunk.sound = false;
        }
    }

    fn control_character(&mut self) {
        let span = self.span(self.at, self.at + 1);
        let code = self.text.as_bytes()[self.at];
        let already = self.scan.chunks.last().is_some_and(|chunk| !chunk.sound);
        if !already {
            self.report(errors::control_character(span, code));
        }
        self.at += 1;
    }

    /// Reports an invisible character, a blank that the grammar does not accept, or a full-width
    /// symbol, with the intended character. Reports nothing if the item already has an error.
    fn unusual_character(&mut self) {
        let Some(letter) = self.text[self.at..].chars().next().filter(|letter| !letter.is_ascii()) else {
            return;
        };
        let meant = match letter {
            // The byte order mark that some editors put at the start of a file.
            '\u{feff}' if self.at == 0 => return,
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => "",
            _ if letter.is_whitespace() => " ",
            '\u{ff01}'..='\u{ff5e}' => {
                let at = letter as usize - 0xff01;
                match ASCII.get(at..=at).filter(|it| it.starts_with(|c: char| c.is_ascii_punctuation())) {
                    Some(sign) => sign,
                    None => return,
                }
            }
            _ => return,
        };
        let span = self.span(self.at, self.at + letter.len_utf8());
        if self.scan.chunks.last().is_some_and(|chunk| chunk.sound) {
            self.report(errors::unusual_character(span, letter, meant));
        }
    }

    fn comment(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.find('\n').unwrap_or(rest.len());
        let text = rest[..length].trim_end();
        let span = self.span(self.at, self.at + text.len());
        self.scan.comments.push(Comment { span, text: text.to_string() });
        self.at += length;
    }

    fn text_literal(&mut self) {
        let start = self.at;
        let bytes = self.text.as_bytes();
        self.at += 1;
        loop {
            match bytes.get(self.at) {
                None | Some(b'\n') => {
                    let error = errors::unclosed_text(self.span(start, start + 1));
                    let Some(end) = self.end_on_later_line() else {
                        self.report(self.with_end_of_name(error, start));
                        return self.forget_brackets_of_line(start);
                    };
                    self.report(errors::text_of_lines(error));
                    self.at = end;
                    return self.forget_brackets_of_line(start);
                }
                Some(b'"') => {
                    self.at += 1;
                    return;
                }
                Some(b'\\') if bytes.get(self.at + 1).is_some_and(|next| *next != b'\n') => {
                    self.at += 1;
                    self.at += self.character_length();
                }
                Some(byte) if *byte < b' ' && *byte != b'\t' => self.control_character(),
                Some(_) => self.at += self.character_length(),
            }
        }
    }

    /// The end of a text that begins on this line, if the next line with quotes has one quote, at
    /// most 60 lines below, and no item begins between.
    fn end_on_later_line(&self) -> Option<usize> {
        let rest = self.text.get(self.at..)?.strip_prefix('\n')?;
        let mut at = self.at + 1;
        for line in rest.split('\n').take(60) {
            let begins_item = ["game ", "let ", "claim ", "param ", "fn ", "start ", "move "]
                .iter()
                .any(|word| line.trim_start().starts_with(word));
            match line.matches('"').count() {
                _ if begins_item => return None,
                0 => at += line.len() + 1,
                1 => return Some(at + line.find('"')? + 1),
                _ => return None,
            }
        }
        None
    }

    /// `claim "sums: losing(g(0))`: completes the error with the name up to its colon.
    fn with_end_of_name(&self, error: Diagnostic, start: usize) -> Diagnostic {
        let before = self.text[..start].rsplit('\n').next().unwrap_or("").trim();
        let line = self.text[start + 1..].split('\n').next().unwrap_or("");
        match line.split_once(':') {
            Some((name, _)) if before == "claim" && !name.trim().is_empty() => {
                let end = start + 1 + name.len();
                error
                    .help(format!("end the name with `\"`: `claim \"{name}\": …`"))
                    .fix(self.span(end, end), "\"")
            }
            _ => error,
        }
    }

    /// Forgets the brackets that were opened on the same line before the byte `before`, where a
    /// text begins that is not closed: their closing brackets probably follow that text.
    fn forget_brackets_of_line(&mut self, before: usize) {
        let line = self.text[..before].rfind('\n').map_or(0, |at| at + 1);
        while let Some((_, _, tails)) = self.open.pop_if(|(_, start, _)| *start >= line) {
            self.outer_tails -= tails;
            self.tails = tails;
        }
    }

    fn open_bracket(&mut self, byte: u8) {
        self.open.push((byte, self.at, self.tails));
        self.outer_tails += self.tails;
        self.tails = 0;
        self.at += 1;
        self.check_depth();
    }

    fn check_depth(&mut self) {
        let depth = self.open.len() + self.outer_tails + self.tails;
        if depth > MAX_NESTING && !self.too_deep {
            self.too_deep = true;
            self.report(errors::too_deep(self.span(self.at - 1, self.at), MAX_NESTING as u32));
        }
    }

    fn close_bracket(&mut self, byte: u8) {
        let span = self.span(self.at, self.at + 1);
        self.at += 1;
        if self.scan.diagnostics.len() >= MOST_ERRORS {
            let tails = self.open.pop().map_or(0, |it| it.2);
            self.outer_tails -= tails;
            self.tails = tails;
            return;
        }
        let wanted = closing;
        if let [.., (outer, ..), (inner, ..)] = self.open[..]
            && wanted(inner) != byte
            && wanted(outer) == byte
            && self.text.as_bytes().get(self.at) == Some(&wanted(inner))
        {
            let both = self.span(self.at - 1, self.at + 1);
            self.report(errors::swapped_brackets(both, [wanted(inner) as char, byte as char]));
            // Both brackets count as closed.
            for _ in 0..2 {
                let tails = self.open.pop().map_or(0, |it| it.2);
                self.outer_tails -= tails;
                self.tails = tails;
            }
            self.at += 1;
            return;
        }
        if self.is_stray(byte) {
            return self.report(errors::stray_bracket(span, byte as char));
        }
        match self.open.pop() {
            Some((open, _, tails)) if wanted(open) == byte => {
                self.tails = tails;
                self.outer_tails -= tails;
            }
            Some((open, start, tails)) => {
                self.outer_tails -= tails;
                let opened = self.span(start, start + 1);
                let error = match self.hidden_in_comment(open, start) {
                    Some(comment) => errors::bracket_in_comment(opened, open as char, comment),
                    None => {
                        let is_later = self.text[start..span.start as usize].contains('\n');
                        match self.arrow(start).filter(|_| is_later && open == b'(') {
                            Some(before) => errors::unclosed_before(opened, (span, byte as char), before),
                            None => errors::wrong_bracket(span, byte as char, opened, wanted(open) as char),
                        }
                    }
                };
                self.report(error);
                // The bracket may close an outer one; if there is no such bracket, it is dropped.
                if let Some(outer) = self.open.iter().rposition(|(open, ..)| wanted(*open) == byte) {
                    self.outer_tails -= self.open[outer..].iter().map(|open| open.2).sum::<usize>();
                    self.open.truncate(outer);
                }
            }
            None => match self.in_game.take().filter(|_| byte == b'}') {
                Some((error, opened, item)) => self.item_was_in_game(error, opened, item),
                None => self.report(errors::stray_bracket(span, byte as char)),
            },
        }
    }

    /// Finds the first `->` or `when` behind an open bracket on its line. Returns the empty span
    /// before it, behind the last token, and which of the two it is; `None` if the line has
    /// neither.
    fn arrow(&self, start: usize) -> Option<(Span, &'static str)> {
        let line = self.text[start..].lines().next().unwrap_or_default();
        // Comments and texts may contain anything.
        let line = line.split(['"']).next().and_then(|it| it.split("//").next()).unwrap_or_default();
        let found = [" when ", "->"].iter().filter_map(|word| Some((line.find(word)?, word.trim()))).min()?;
        let at = start + line[..found.0].trim_end().len();
        Some((self.span(at, at), found.1))
    }

    /// Whether the closing bracket that was just read is superfluous: the bracket that is expected
    /// follows it, or only the `{` of a game is open and the body of the game goes on.
    fn is_stray(&self, byte: u8) -> bool {
        let Some((open, start, _)) = self.open.last() else { return false };
        if closing(*open) == byte || self.hidden_in_comment(*open, *start).is_some() {
            return false;
        }
        let rest = self.text[self.at..].trim_start();
        let ends = rest.is_empty() || ITEMS.iter().any(|word| rest.starts_with(word));
        rest.starts_with(closing(*open) as char) || self.open_game().is_some() && !ends
    }

    /// Replaces the error about an unclosed `{` of a game by one that says that an item stands in
    /// the body of the game: the `}` of the game was found behind the item.
    fn item_was_in_game(&mut self, error: usize, opened: Span, item: Span) {
        let word = &self.text[item.start as usize..item.end as usize];
        self.scan.diagnostics[error] = errors::item_in_game(item, word, opened, self.text);
        if let Some(chunk) = self.scan.chunks.last_mut() {
            chunk.sound = false;
        }
    }

    fn close_all(&mut self, end: usize) {
        if let Some((open, start, _)) = self.open.first().copied() {
            let end = self.text[..end].trim_end().len();
            let (opened, here) = (self.span(start, start + 1), self.span(end, end));
            let error = match self.hidden_in_comment(open, start) {
                Some(comment) => errors::bracket_in_comment(opened, open as char, comment),
                None => errors::unclosed_bracket(opened, open as char, here),
            };
            self.report(error);
        }
        self.open.clear();
        self.outer_tails = 0;
        self.too_deep = false;
    }

    /// Returns the comment that contains the closing bracket of an open one on the same line, as in
    /// `g(n // 2)`. `None` if no comment does, or if no operand precedes it.
    fn hidden_in_comment(&self, open: u8, start: usize) -> Option<Span> {
        let line = start + self.text[start..].find('\n').unwrap_or(self.text.len() - start);
        let mut comments =
            self.scan.comments.iter().filter(|it| (start..line).contains(&(it.span.start as usize)));
        let comment = comments.next().filter(|it| it.text.contains(closing(open) as char))?;
        slashes::before(self.file, self.text, comment).map(|_| comment.span)
    }

    fn word(&mut self, line_start: bool) {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let word = &rest[..length];
        let start = self.at;
        self.at += length;
        match word {
            "if" | "let" | "forall" | "exists" | "not" | "misere" | "anti" | "else" => {
                // In braces, `let` may be a clause of a game.
                let in_braces = self.open.last().is_some_and(|open| open.0 == b'{');
                if word == "let" && line_start && self.is_unindented(start) && !in_braces {
                    self.item(start);
                } else {
                    self.tails += 1;
                    self.check_depth();
                }
            }
            "game" if self.text[..start].trim_end().ends_with("loopy") => {}
            "use" | "param" | "fn" | "game" | "loopy" | "start" | "claim"
                if line_start && (self.open.is_empty() || self.is_unindented(start)) =>
            {
                let of_game = self.open_game();
                let item = self.span(start, self.at);
                if self.open.is_empty() && matches!(word, "game" | "loopy") {
                    self.in_game = None;
                } else if let Some(open) = of_game {
                    self.in_game = Some((self.scan.diagnostics.len(), self.span(open, open + 1), item));
                }
                self.item(start);
            }
            "move" | "end" | "measure" | "assume" if line_start => self.tails = 0,
            _ => {}
        }
    }

    /// The place of the `{` of an open game, if no other bracket is open.
    fn open_game(&self) -> Option<usize> {
        let [(b'{', open, _)] = self.open[..] else { return None };
        let head = &self.text[self.scan.chunks.last()?.start..open];
        head.contains("game ").then_some(open)
    }

    fn is_unindented(&self, start: usize) -> bool {
        start == 0 || self.text.as_bytes()[start - 1] == b'\n'
    }

    /// Begins a new item at the byte `start`. Reports and drops the brackets that are still open:
    /// the author forgot to close them.
    fn item(&mut self, start: usize) {
        self.close_all(start);
        self.tails = 0;
        self.new_chunk(start);
    }

    fn new_chunk(&mut self, start: usize) {
        if let Some(last) = self.scan.chunks.last_mut() {
            last.end = start;
        }
        self.scan.chunks.push(Chunk { start, end: start, sound: true });
    }
}

/// The characters from `!` to `~`, in the order of the full-width characters U+FF01 to U+FF5E.
const ASCII: &str =
    "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/// The number of errors after which a closing bracket closes any open one without a check, because
/// the check may search the rest of a line each time.
const MOST_ERRORS: usize = 200;

/// Words with which items begin.
const ITEMS: [&str; 8] = ["use ", "param ", "let ", "fn ", "game ", "loopy ", "start ", "claim "];

/// The closing bracket for an opening one.
fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    }
}
