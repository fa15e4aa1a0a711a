//! Prints games: the head, and the body or the code. On request, a code is expanded into moves.

use super::Options;
use super::body::{Clause, write_clauses, write_comments, write_trailing};
use super::comments::Due;
use super::document::WIDTH;
use super::printer::Printer;
use crate::syntax::ast::{self, Code, Rule, StatedRules};
use crate::syntax::sugar;

/// Returns the text of a game, and leaves the printer after the game.
pub fn game<'a>(
    printer: &mut Printer<'a>,
    item: &'a ast::Item,
    game: &'a ast::Game,
    options: &Options,
) -> String {
    printer.item(item);
    match &game.rules {
        StatedRules::Body(rules) => with_body(printer, rules),
        StatedRules::Code(code) => {
            let expanded = if options.expand { sugar::expand(game).ok() } else { None };
            match expanded {
                Some(rules) => expanded_code(printer, code, &rules),
                None => with_code(printer, code),
            }
        }
    }
}

fn with_code<'a>(printer: &mut Printer<'a>, code: &'a Code) -> String {
    printer.token("=");
    printer.space();
    printer.code(code);
    printer.take().render(0)
}

/// Returns the text of a game by code with the moves that the code means, below a comment that
/// states the code. The printer has printed the head of the game.
fn expanded_code<'a>(printer: &mut Printer<'a>, code: &'a Code, rules: &[Rule]) -> String {
    let mut text = printer.take();
    printer.token("=");
    printer.space();
    printer.code(code);
    let inner = printer.take();
    text.text("{");
    let comment = |text| Due { text, trailing: false, blank: false };
    let origin = format!("// {}", super::code(code));
    let mut body = String::new();
    write_comments(&mut body, &[comment(&origin)]);
    write_comments(&mut body, &inner.comments().map(comment).collect::<Vec<_>>());
    let clauses: Vec<Clause<'_>> =
        rules.iter().map(|rule| Printer::without_source().whole_clause(rule)).collect();
    write_clauses(&mut body, &clauses);
    format!("{}\n{body}}}", text.render(0))
}

fn with_body<'a>(printer: &mut Printer<'a>, rules: &'a [Rule]) -> String {
    printer.token("{");
    let mut text = printer.take().render(0);
    let opening = printer.trivia.due_on_this_line();
    let may_be_one_line = rules.len() <= 1 && opening.is_none() && !printer.trivia.line_breaks_here();
    let clauses: Vec<Clause<'a>> = rules.iter().map(|rule| printer.whole_clause(rule)).collect();
    let closing = printer.trivia.due();
    printer.trivia.pass("}");
    if may_be_one_line
        && closing.is_empty()
        && let Some(line) = on_one_line(&text, &clauses)
    {
        return line;
    }
    write_trailing(&mut text, opening);
    let mut body = String::new();
    write_clauses(&mut body, &clauses);
    write_comments(&mut body, &closing);
    if body.is_empty() && opening.is_none() {
        return text + "}";
    }
    text + "\n" + &body + "}"
}

/// Returns the text of a game on one line; `None` if it does not have exactly one clause, has
/// comments, or does not fit.
fn on_one_line(head: &str, clauses: &[Clause<'_>]) -> Option<String> {
    let [clause] = clauses else { return None };
    if !clause.leading.is_empty() || clause.trailing.is_some() {
        return None;
    }
    let line = format!("{head} {} }}", clause.document.one_line()?);
    let fits = !head.contains('\n') && line.chars().count() <= WIDTH;
    fits.then_some(line)
}
