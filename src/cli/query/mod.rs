//! `gspec query`: reads lines from standard input, and writes an answer for each.

mod lines;
mod numbers;

use super::arguments::{Query, QueryAs};
use super::files::{self, Disk};
use super::limits::{self, Limits};
use super::origin;
use super::output::Output;
use super::proving;
use super::session;
use super::words;
use super::{LIMIT, OK, USAGE, WRONG};
use crate::diagnostic::Code;
use crate::ir::Type;
use crate::model::Model;
use crate::number::Int;
use crate::pipeline::{Answer, Asker, Pattern, Question, Reading, Trouble, Variables};
use crate::position::{Budget, errors};
use crate::solve::Outcome;
use lines::{Line, Lines};
use std::fmt::Write;
use std::io::Read;

pub fn run(command: &Query, output: &mut Output) -> u8 {
    let answer = answer(command, output);
    output.status(answer)
}

fn answer(command: &Query, output: &mut Output) -> Result<u8, String> {
    origin::not_input("query", &command.file)?;
    let limits = Limits::new(&command.common)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let mut opened = match session::open(&command.file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let read = match words::pattern(&command.pattern) {
        Some(text) => opened.pattern(&text, Variables::OfAnyType, &Disk),
        None => Ok(Pattern::whole()),
    };
    let pattern = match read {
        Ok(pattern) => pattern,
        Err(diagnostics) => {
            output.diagnostics(&diagnostics, &opened.sources);
            return Ok(USAGE);
        }
    };
    takes_numbers(&pattern)?;
    let Some(reading) = Reading::new(&opened, &Disk) else { return Ok(WRONG) };
    let instance = reading.instance;
    let question = match command.answer {
        QueryAs::Outcome | QueryAs::Win | QueryAs::Move => Question::Outcome,
        QueryAs::Sg => Question::Sg,
    };
    session::takes(&command.common, instance, &pattern.body.expr)?;
    let prover = proving::prover(&command.proving, &command.common, instance)?;
    if let Err((told, status)) =
        proving::first(&command.common, &prover, instance, &pattern.body.expr, &budget)
    {
        output.diagnostics(&[*told], reading.sources);
        return Ok(status);
    }
    if command.answer == QueryAs::Sg {
        let instead = (&budget, "leave out `--as sg`");
        proving::values(&command.common, &prover, instance, &pattern.body.expr, instead)?;
    }
    let model = Model::of(instance).proving(&prover);
    let asker = Asker::new(&pattern, question, &model, &budget, session::engine(&command.common));
    let mut session = Session {
        form: command.answer,
        limits: &limits,
        budget: &budget,
        pattern: &pattern,
        types: pattern.types(),
        is_of_integers: pattern.is_of_integers(),
        reading: &reading,
        asker,
        numbers: Vec::new(),
        out: String::new(),
        bad: 0,
        malformed: false,
        output,
    };
    session.all(std::io::stdin().lock())
}

/// Refuses a pattern that has no variable for the numbers of a line.
fn takes_numbers(pattern: &Pattern) -> Result<(), String> {
    if pattern.variables.is_empty() && pattern.line.is_none() {
        return Err("the pattern has no variable, nor `line`, for the numbers of a line; \
                    `gspec solve` answers a single position"
            .into());
    }
    Ok(())
}

/// Answers are written as soon as they have at least this many bytes.
const CHUNK: usize = 1 << 16;
/// How many lines without an answer are reported one by one; further ones are counted.
const MOST_TOLD: u64 = 20;

/// A stream of queries that is being answered.
struct Session<'a, 'b> {
    form: QueryAs,
    limits: &'a Limits,
    budget: &'a Budget<'b>,
    pattern: &'a Pattern,
    /// The types of the pattern's variables.
    types: Vec<Type>,
    /// Whether all of them are integers.
    is_of_integers: bool,
    reading: &'a Reading<'a>,
    asker: Asker<'a, 'b>,
    /// The numbers of the current line.
    numbers: Vec<Int>,
    /// Answers that are not yet written.
    out: String,
    /// How many lines could not be answered.
    bad: u64,
    /// Whether a line could not be read.
    malformed: bool,
    output: &'a mut Output,
}

impl Session<'_, '_> {
    fn all(&mut self, input: impl Read) -> Result<u8, String> {
        let mut lines = Lines::new(input);
        let mut number = 0u64;
        loop {
            if lines.must_wait() {
                // A program that asks line by line is waiting for the answers.
                self.hand_on();
                limits::waiting(true);
            }
            let line = lines.next();
            limits::waiting(false);
            let line = match line {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    self.hand_on();
                    return Err(format!(
                        "{}: cannot read standard input: {}",
                        Code::G104,
                        files::reason(&error)
                    ));
                }
            };
            number += 1;
            if let Err(trouble) = self.line(number, &line) {
                self.hand_on();
                return Ok(self.stopped(number, &trouble));
            }
            if self.out.len() >= CHUNK {
                self.write();
            }
            if self.output.closed() {
                return Ok(OK);
            }
        }
        self.hand_on();
        if self.output.closed() {
            return Ok(OK);
        }
        if self.malformed && self.is_of_integers {
            let names: Vec<&str> = self.pattern.variables.iter().map(|(name, _)| name.as_str()).collect();
            let one = "a line holds the integers of one position, separated by blanks or commas";
            self.output.message(&format!("  help: {one}: `{}`\n", names.join(" ")));
        }
        if self.bad > MOST_TOLD {
            self.output.coded(Code::G513, &format!("{} lines have no answer", self.bad));
        } else if self.bad > 0 {
            self.output.message(&format!("  more: `gspec explain {}`\n", Code::G513));
        }
        Ok(if self.bad > 0 { WRONG } else { OK })
    }

    fn write(&mut self) {
        self.output.result(&self.out);
        self.out.clear();
    }

    fn hand_on(&mut self) {
        self.write();
        self.output.flush();
    }

    /// Answers one line. If the line is wrong or has no answer, writes `error` for it; the result
    /// is an error only if a limit was reached, which ends the command.
    fn line(&mut self, number: u64, line: &Line<'_>) -> Result<(), Trouble> {
        self.limits.restart();
        let bytes = match line {
            Line::Whole(bytes) => Ok(*bytes),
            Line::TooLong => Err(format!("it is longer than {} MiB", lines::MOST_BYTES >> 20)),
        };
        let answer = match bytes.and_then(|bytes| self.answer(bytes)) {
            Ok(answer) => answer,
            Err(reason) => {
                self.malformed = true;
                self.error(number, &reason);
                return Ok(());
            }
        };
        match answer {
            Ok((Answer::Refused(refusal), _)) => self.error(number, errors::refused(refusal).0),
            Ok((_, Some(winning))) => {
                self.out.push_str(&winning);
                self.out.push('\n');
            }
            Ok((answer, None)) => self.push(&answer),
            Err(trouble) if trouble.limit().is_some() => return Err(trouble),
            Err(trouble) => {
                let sentence = errors::sentence(self.reading.instance, trouble.problem());
                self.error(number, &sentence);
            }
        }
        Ok(())
    }

    /// Reads a line and answers it, with a winning move if requested. The outer error describes a
    /// mistake in the line, the inner one the problem with its position.
    fn answer(&mut self, bytes: &[u8]) -> Result<Result<(Answer, Option<String>), Trouble>, String> {
        let alone = |answer: Result<Answer, Trouble>| answer.map(|answer| (answer, None));
        if self.is_of_integers {
            numbers::read(bytes, &mut self.numbers)?;
            self.counted()?;
            return Ok(match self.form {
                QueryAs::Move => self.asker.win(&self.numbers),
                _ => alone(self.asker.answer(&self.numbers)),
            });
        }
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_string())?;
        let values = self.reading.values(text.trim_start_matches('\u{feff}'), &self.types, self.budget)?;
        Ok(match self.form {
            QueryAs::Move => self.asker.win_at(values),
            _ => alone(self.asker.answer_at(values)),
        })
    }

    /// Refuses a line that has more or fewer integers than the pattern takes.
    fn counted(&self) -> Result<(), String> {
        let (wanted, found) = (self.pattern.variables.len(), self.numbers.len());
        if self.pattern.takes(found) {
            return Ok(());
        }
        let least = if self.pattern.line.is_some() { "at least " } else { "" };
        let names: Vec<&str> = self.pattern.variables.iter().map(|(name, _)| name.as_str()).collect();
        let numbers = if wanted == 1 { "number" } else { "numbers" };
        Err(format!("the pattern takes {least}{wanted} {numbers} ({}), found {found}", names.join(", ")))
    }

    fn push(&mut self, answer: &Answer) {
        match (answer, self.form) {
            (Answer::Outcome(Outcome::Next), QueryAs::Win) => self.out.push('1'),
            (Answer::Outcome(_), QueryAs::Win) => self.out.push('0'),
            (Answer::Outcome(outcome), _) => self.out.push_str(outcome.letter()),
            (Answer::Number(number), _) => {
                // Writing to a text cannot fail.
                let _ = write!(self.out, "{number}");
            }
            (Answer::Refused(_), _) => self.out.push_str("error"),
        }
        self.out.push('\n');
    }

    fn error(&mut self, number: u64, reason: &str) {
        self.out.push_str("error\n");
        self.bad += 1;
        if self.bad <= MOST_TOLD {
            self.hand_on();
            self.output.coded_line(Code::G513, &format!("line {number}: {reason}"));
        } else if self.bad == MOST_TOLD + 1 {
            self.hand_on();
            self.output.note("further errors are only counted");
        }
    }

    fn stopped(&mut self, number: u64, trouble: &Trouble) -> u8 {
        let diagnostic = session::told(self.reading.instance, trouble.problem(), self.pattern.body.expr.span);
        let diagnostic =
            diagnostic.note(format!("reached at line {number}; the lines before it are answered"));
        self.output.diagnostics(&[diagnostic], self.reading.sources);
        LIMIT
    }
}
