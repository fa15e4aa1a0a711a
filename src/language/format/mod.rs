//! Formats a spec: prints its syntax tree and its comments in canonical layout.
//!
//! The formatter never changes the meaning of a spec. It changes blanks and line breaks, and adds
//! parentheses around `and` beside `or` if the line is too long. It chooses one spelling where the
//! language allows several (`where` becomes `if`), and drops tokens without meaning, such as the
//! last `;` of a graph. The author decides about blank lines between items and clauses (at most
//! one), whether a game with one clause is on one line, and a line break after the colon of a claim
//! or of its leading quantifier.

mod binding;
mod body;
mod collection;
mod comments;
mod document;
mod expression;
mod game;
mod items;
mod printer;

use self::body::write_trailing;
use self::comments::{Due, Trivia};
use self::printer::Printer;
use crate::syntax::ast::{self, ItemKind};

/// Options of the layout.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether games by code are expanded to the moves that they mean.
    pub expand: bool,
}

/// Returns the text of a file in canonical layout. `file` must be the tree of `source`.
pub fn format(source: &str, file: &ast::File, options: &Options) -> String {
    let mut printer = Printer::new(Trivia::new(source, &file.comments));
    let mut page = Page { out: String::new(), after_game: false };
    for item in &file.items {
        let start = item.span.start as usize;
        let leading = printer.trivia.due_before(start);
        let blank = printer.trivia.is_blank_above(start);
        let text = match &item.kind {
            ItemKind::Game(game) => game::game(&mut printer, item, game, options),
            _ => {
                printer.item(item);
                printer.take().render(0)
            }
        };
        let is_tall = matches!(item.kind, ItemKind::Game(_)) && text.contains('\n');
        page.item(&leading, blank, &text, is_tall);
        write_trailing(&mut page.out, printer.trivia.due_on_this_line());
        page.out.push('\n');
    }
    let rest = printer.trivia.due_before(usize::MAX);
    rest.iter().for_each(|comment| page.line(comment.text, comment.blank));
    page.out
}

/// Returns the text of an expression on one line.
pub fn expression(expression: &ast::Expr) -> String {
    let mut printer = Printer::without_source();
    printer.expression(expression);
    printer.take().flat()
}

/// Returns the text of a clause of a game on one line.
pub fn rule(rule: &ast::Rule) -> String {
    let mut printer = Printer::without_source();
    printer.rule(rule);
    printer.take().flat()
}

/// Returns the text of a code on one line, such as `octal "0.77"`.
pub fn code(code: &ast::Code) -> String {
    let mut printer = Printer::without_source();
    printer.code(code);
    printer.take().flat()
}

/// The formatted text of a file so far.
struct Page {
    out: String,
    /// Whether the last item was a game over several lines, which is followed by a blank line.
    after_game: bool,
}

impl Page {
    /// Writes a line, after a blank line if `blank`.
    fn line(&mut self, text: &str, blank: bool) {
        self.begin(text, blank);
        self.out.push('\n');
    }

    /// Writes a text at the beginning of a line, after a blank line if `blank` or if a game over
    /// several lines comes before.
    fn begin(&mut self, text: &str, blank: bool) {
        if (blank || self.after_game) && !self.out.is_empty() {
            self.out.push('\n');
        }
        self.after_game = false;
        self.out.push_str(text);
    }

    /// Writes the comments `leading` and below them an item, after a blank line if `blank`. If
    /// `is_tall`, the item is a game over several lines: a blank line comes before it and the
    /// comments that touch it.
    fn item(&mut self, leading: &[Due<'_>], blank: bool, text: &str, is_tall: bool) {
        let touching = leading.iter().rev().scan(!blank, |touches, comment| {
            let here = *touches;
            *touches = here && !comment.blank;
            here.then_some(())
        });
        let top = leading.len() - touching.count();
        for (at, comment) in leading.iter().enumerate() {
            self.line(comment.text, comment.blank || (is_tall && at == top));
        }
        self.begin(text, blank || (is_tall && top == leading.len()));
        self.after_game = is_tall;
    }
}
