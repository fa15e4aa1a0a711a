//! Prints the clauses in the body of a game. Consecutive moves on one line each are aligned as a
//! table.

use super::comments::Due;
use super::document::{Document, INDENT, WIDTH};
use super::printer::Printer;
use crate::syntax::ast::{self, Rule};

/// A clause of a game, ready to be laid out, with the comments around it.
#[derive(Debug)]
pub struct Clause<'a> {
    /// The comments above the clause.
    pub leading: Vec<Due<'a>>,
    /// Whether the author left a blank line above the clause.
    pub blank: bool,
    /// The clause with the comments inside it, without those in `leading` and `trailing`.
    pub document: Document<'a>,
    /// The comment behind the clause on its last line, if there is one.
    pub trailing: Option<Due<'a>>,
}

impl<'a> Printer<'a> {
    /// Prints a clause, and collects the comments above it and behind it on its last line.
    pub fn whole_clause(&mut self, rule: &'a Rule) -> Clause<'a> {
        let start = rule.span().start as usize;
        let leading = self.trivia.due_before(start);
        let blank = self.trivia.is_blank_above(start);
        self.rule(rule);
        let document = self.take();
        Clause { leading, blank, document, trailing: self.trivia.due_on_this_line() }
    }

    /// Prints a clause.
    pub fn rule(&mut self, rule: &'a Rule) {
        match rule {
            Rule::Move(it) => self.move_(it),
            Rule::End(it) => {
                self.token("end");
                self.space();
                self.token("when");
                self.space();
                self.expression(&it.condition);
                self.token(":");
                self.space();
                self.token(if it.win { "win" } else { "lose" });
            }
            Rule::Assumption(_) => {
                self.token("assume");
                self.space();
                self.token("ends");
            }
            Rule::Local(it) => {
                self.token("let");
                self.space();
                self.pattern(&it.pattern);
                self.value(&it.value);
            }
            Rule::Show(it) => self.group(|p| {
                p.token("show");
                p.space();
                p.indented(|p| p.expression(&it.value));
            }),
            Rule::Measure(it) => self.group(|p| {
                p.token("measure");
                p.space();
                p.indented(|p| p.separated(&it.parts, |p, part| p.expression(part)));
            }),
        }
    }

    fn move_(&mut self, it: &'a ast::Move) {
        self.group(|p| {
            p.group(|p| {
                p.token("move");
                p.space();
                p.name(&it.name);
                p.binders(&it.binders);
                if let Some(guard) = &it.guard {
                    p.indented(|p| {
                        p.line();
                        p.document.column();
                        p.token("when");
                        p.space();
                        p.expression(guard);
                    });
                }
            });
            p.indented(|p| {
                p.line();
                p.document.column();
                p.token("->");
                p.space();
                if it.again {
                    p.token("again");
                    p.space();
                }
                p.expression(&it.target);
            });
        });
    }

    fn binders(&mut self, binders: &'a [ast::Binder]) {
        if binders.is_empty() {
            // `move name()` means the same as `move name`.
            if self.trivia.pass("(") {
                self.trivia.pass(")");
            }
            return;
        }
        self.bracket("(", ")", |it| it.separated(binders, Self::binder));
    }
}

/// Writes the clauses of a body, each on its own line or lines.
pub fn write_clauses(out: &mut String, clauses: &[Clause<'_>]) {
    let mut texts = one_line_texts(clauses);
    for run in runs(clauses, &texts) {
        if let Some(aligned) = align(&clauses[run.clone()]) {
            for (text, line) in texts[run].iter_mut().zip(aligned) {
                *text = Some(line);
            }
        }
    }
    for (clause, text) in clauses.iter().zip(texts) {
        write_comments(out, &clause.leading);
        blank_line(out, clause.blank);
        match text {
            Some(text) => {
                out.extend(std::iter::repeat_n(' ', INDENT));
                out.push_str(&text);
            }
            None => out.push_str(&clause.document.render(INDENT)),
        }
        write_trailing(out, clause.trailing);
        out.push('\n');
    }
}

/// Writes comments on their own lines, with the blank lines of the author.
pub fn write_comments(out: &mut String, comments: &[Due<'_>]) {
    for comment in comments {
        blank_line(out, comment.blank);
        out.extend(std::iter::repeat_n(' ', INDENT));
        out.push_str(comment.text);
        out.push('\n');
    }
}

/// Writes a comment at the end of the line that was just written.
pub fn write_trailing(out: &mut String, comment: Option<Due<'_>>) {
    if let Some(comment) = comment {
        out.push_str("  ");
        out.push_str(comment.text);
    }
}

/// Writes a blank line if `wanted`, except at the beginning of a body.
fn blank_line(out: &mut String, wanted: bool) {
    if wanted && !out.is_empty() {
        out.push('\n');
    }
}

/// For each clause, its text on one line; `None` if it does not fit or has a comment inside.
fn one_line_texts(clauses: &[Clause<'_>]) -> Vec<Option<String>> {
    let fits = |text: &String| INDENT + text.chars().count() <= WIDTH;
    clauses.iter().map(|clause| clause.document.one_line().filter(fits)).collect()
}

/// Returns the index ranges of moves that may be aligned with one another: consecutive clauses,
/// each a move that fits on one line, without blank lines between them.
fn runs(clauses: &[Clause<'_>], texts: &[Option<String>]) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, (clause, text)) in clauses.iter().zip(texts).enumerate() {
        if text.is_none() || clause.document.columns().len() < 2 {
            continue;
        }
        let apart = clause.blank || clause.leading.iter().any(|comment| comment.blank);
        match runs.last_mut() {
            Some(run) if run.end == at && !apart => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

/// Returns the lines of a run of moves with aligned arrows, and also with aligned guards if every
/// move has a guard; `None` if a line would become too long.
fn align(run: &[Clause<'_>]) -> Option<Vec<String>> {
    let rows: Vec<Vec<String>> = run.iter().map(|clause| clause.document.columns()).collect();
    let all_guarded = rows.iter().all(|row| row.len() == 3);
    let heads: Vec<String> = if all_guarded {
        let names = pad(rows.iter().map(|row| row[0].trim_end().to_string()).collect());
        names.into_iter().zip(&rows).map(|(name, row)| format!("{name} {}", row[1].trim_end())).collect()
    } else {
        rows.iter().map(|row| row[..row.len() - 1].concat().trim_end().to_string()).collect()
    };
    let targets = rows.iter().filter_map(|row| row.last());
    let lines: Vec<String> =
        pad(heads).into_iter().zip(targets).map(|(head, target)| format!("{head} {target}")).collect();
    let fit = lines.iter().all(|line| INDENT + line.chars().count() <= WIDTH);
    fit.then_some(lines)
}

/// Appends blanks to texts, so that all have the width of the longest.
fn pad(texts: Vec<String>) -> Vec<String> {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    texts.into_iter().map(|text| format!("{text:<width$}")).collect()
}
