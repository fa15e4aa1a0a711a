//! `gspec play`: reads and writes lines, so it works in a terminal and with pipes.

use super::arguments::Play;
use super::files::{self, Disk};
use super::limits::Limits;
use super::origin;
use super::output::Output;
use super::session;
use super::words::only_position;
use super::{LIMIT, OK, WRONG};
use crate::ir::Value;
use crate::ir::value::Position;
use crate::model::Model;
use crate::pipeline::Opened;
use crate::play::{Command, Session, Side, read, within};
use crate::position::{Budget, Problem, ProblemKind};
use crate::report::{self, WhyView, why_text};
use crate::solve::Solver;
use std::io::{self, BufRead, IsTerminal, Read};
use std::time::Duration;

/// How long the computer thinks about one line by default.
const TIME: Duration = Duration::from_secs(10);
/// The longest line that is read, in bytes; the rest of a longer line is skipped.
const MOST_BYTES: u64 = 64 << 10;

pub fn run(command: &Play, output: &mut Output) -> u8 {
    let answer = open(command, output);
    output.status(answer)
}

fn open(command: &Play, output: &mut Output) -> Result<u8, String> {
    origin::not_input("play", &command.file)?;
    let settings = files::settings(&command.common)?;
    // Each line that is typed may take the whole time.
    let limits = Limits::with_time(&command.common, TIME)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let mut opened = match session::open(&command.file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let position = only_position(&command.position, &opened)?;
    let (start, span) = match session::one_position(&mut opened, &position, &budget, output) {
        Ok(start) => start,
        Err(status) => return Ok(status),
    };
    // Typed positions are checked against the spec while a copy of the instance is played.
    let Some(instance) = opened.instance.clone() else { return Ok(WRONG) };
    if instance.has_strange_turns(&start) {
        return Err(
            "`play` does not support `blocking` or `again` yet; use `gspec solve --why` for a position"
                .to_string(),
        );
    }
    let model = Model::of(&instance);
    let solver = Solver::new(&model, &budget, session::engine(&command.common));
    let first = if command.second { Side::Machine } else { Side::Person };
    let renew = || limits.restart();
    let played = Session::new(&instance, solver, start, first).and_then(|session| {
        Table { session, opened: &mut opened, budget: &budget, renew: &renew, output: &mut *output }.play()
    });
    Ok(match played {
        Ok(()) => OK,
        Err(problem) => {
            output.diagnostics(&[session::told(&instance, &problem, span)], &opened.sources);
            if matches!(problem.kind, ProblemKind::Limit(_)) { LIMIT } else { WRONG }
        }
    })
}

/// The effect of a typed line.
#[derive(PartialEq, Eq)]
enum Flow {
    /// The position has changed.
    Changed,
    /// The position is unchanged.
    Same,
    /// Play ends: the player has quit, or the computer has agreed to a draw.
    Left,
}

/// A game that a person plays against the computer on standard input and output.
struct Table<'t, 'a, 'b> {
    session: Session<'a, 'b>,
    opened: &'t mut Opened,
    budget: &'t Budget<'b>,
    renew: &'t dyn Fn(),
    output: &'t mut Output,
}

impl Table<'_, '_, '_> {
    fn play(&mut self) -> Result<(), Problem> {
        (self.renew)();
        // An error in the rules that this search finds is reported here, not in the middle of the
        // game.
        let standing = self.session.standing()?;
        self.say(&report::play_opening(&self.session, standing));
        (self.renew)();
        self.answer()?;
        self.show();
        let echo = !io::stdin().is_terminal();
        while let Some(line) = self.line() {
            if echo {
                // In a terminal, the person has already seen the line that was typed.
                self.output.result(&format!("{}\n", report::without_controls(line.trim_end())));
            }
            (self.renew)();
            match self.follow(&line)? {
                Flow::Left => return Ok(()),
                Flow::Changed => self.show(),
                Flow::Same => {}
            }
        }
        if self.session.end().is_none() {
            self.say("\nGame left.\n");
        } else {
            self.say("\n");
        }
        Ok(())
    }

    /// Writes lines, wrapped if a person reads them.
    fn say(&mut self, text: &str) {
        let text = self.output.fitted(text.to_string());
        self.output.result(&text);
    }

    /// The next line; `None` at the end of input, or if the output is closed.
    fn line(&mut self) -> Option<String> {
        self.output.result("> ");
        if !self.output.flush() {
            return None;
        }
        let mut bytes = Vec::new();
        let mut input = io::stdin().lock();
        if input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes).ok()? == 0 {
            return None;
        }
        if bytes.len() as u64 == MOST_BYTES && bytes.last() != Some(&b'\n') {
            input.skip_until(b'\n').ok()?;
        }
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Shows the position and the moves before the next line.
    fn show(&mut self) {
        if let Some(end) = report::play_end(&self.session) {
            return self.say(&end);
        }
        let repetitions = self.session.repetitions();
        if repetitions > 0 {
            self.say(&report::play_repetition(repetitions));
        }
        self.say(&report::play_board(&self.session, false, self.output.fit));
    }

    /// Makes the computer's move, if it is its turn.
    fn answer(&mut self) -> Result<(), Problem> {
        if self.session.to_move() == Side::Machine
            && let Some(advice) = self.session.advice()?
        {
            // Listing the moves that follow must not fail because thinking took all the time.
            (self.renew)();
            let answer = self.session.follow(advice)?;
            self.say(&report::play_answer(&self.session, &answer));
        }
        Ok(())
    }

    fn follow(&mut self, line: &str) -> Result<Flow, Problem> {
        match read(line) {
            Command::Nothing => {}
            Command::Help => self.say(&report::play_help(&self.session)),
            Command::Quit => return Ok(Flow::Left),
            Command::Position => {
                self.say(&format!("{}\n", report::play_position(&self.session, self.output.fit)))
            }
            Command::Moves if self.session.end().is_none() => {
                self.say(&report::play_board(&self.session, true, self.output.fit))
            }
            Command::Why => self.why()?,
            Command::Undo => return self.undo(),
            Command::Restart => {
                self.session.restart()?;
                self.answer()?;
                return Ok(Flow::Changed);
            }
            _ if self.session.end().is_some() => self.say("Play is over. `undo`, `restart` or `quit`?\n"),
            Command::Hint => self.hint()?,
            Command::Draw => return self.draw(),
            Command::Move(text) => return self.make(&text),
            Command::Moves => {}
        }
        Ok(Flow::Same)
    }

    fn why(&mut self) -> Result<(), Problem> {
        let text = match within(self.session.explanation())? {
            Ok(explanation) => why_text(&WhyView::new(self.session.instance(), &explanation)),
            Err(limit) => report::play_limit(limit),
        };
        self.say(&text);
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Problem> {
        let text = match within(self.session.advice())? {
            Ok(advice) => advice.map(|advice| report::play_hint(&self.session, &advice)).unwrap_or_default(),
            Err(limit) => report::play_limit(limit),
        };
        self.say(&text);
        Ok(())
    }

    fn undo(&mut self) -> Result<Flow, Problem> {
        if self.session.undo()? {
            return Ok(Flow::Changed);
        }
        self.say("There is no move to take back.\n");
        Ok(Flow::Same)
    }

    fn draw(&mut self) -> Result<Flow, Problem> {
        if within(self.session.takes_draw())? == Ok(true) {
            self.say("I agree: the game is drawn.\n");
            return Ok(Flow::Left);
        }
        self.say("Draw declined.\n");
        Ok(Flow::Same)
    }

    fn make(&mut self, text: &str) -> Result<Flow, Problem> {
        let (opened, budget) = (&mut *self.opened, self.budget);
        let found = self.session.find(text, &mut |text| place(opened, budget, text));
        let crate::play::Found::One(at) = found else {
            self.say(&report::play_unclear(&self.session, text, &found));
            return Ok(Flow::Same);
        };
        if let Err(limit) = within(self.session.play(at))? {
            self.say(&report::play_limit(limit));
            return Ok(Flow::Same);
        }
        self.answer()?;
        Ok(Flow::Changed)
    }
}

/// Reads a typed position; `None` if it cannot be read.
fn place(opened: &mut Opened, budget: &Budget<'_>, text: &str) -> Option<Position> {
    let body = opened.position(text, &Disk).ok()?;
    match opened.instance.as_ref()?.evaluate(&body, budget).ok()? {
        Value::Position(position) => Some((*position).clone()),
        _ => None,
    }
}
