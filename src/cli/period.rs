//! `gspec period`: finds the period of the values of a pattern with one variable, and proves it if
//! it can.

use super::arguments::{Period, SolveFormat};
use super::check::json_line;
use super::files::{self, Disk};
use super::limits::Limits;
use super::origin;
use super::output::Output;
use super::ranges;
use super::saved_search::SavedSearch;
use super::session;
use super::words;
use super::{LIMIT, OK, USAGE, WRONG};
use crate::claim::{self, Evidence, Periodicity};
use crate::diagnostic::Diagnostic;
use crate::ir::{Body, SlotId, walk};
use crate::model::Model;
use crate::pipeline::{Opened, Pattern, Variables};
use crate::position::ProblemKind;
use crate::report::{PeriodView, period_text};
use crate::solve::Solver;
use crate::solve::take_and_break::Split;
use crate::sound;
use std::cell::RefCell;
use std::rc::Rc;

pub fn run(command: &Period, output: &mut Output) -> u8 {
    let answer = answer(command, output);
    output.status(answer)
}

/// The error for a pattern that has not exactly one variable.
fn other_number(pattern: &Pattern) -> String {
    let (text, names) = (&pattern.text, &pattern.variables);
    match names.as_slice() {
        [] => format!("the pattern `{text}` has no variable; write a name for one number, as in `nim(n)`"),
        [(first, _), others @ ..] => {
            let example = words::with_value(text, first, "3");
            let as_in = if others.len() == 1 { format!(", as in '{example}'") } else { String::new() };
            format!("the pattern `{text}` has {} variables; give all but one a value{as_in}", names.len())
        }
    }
}

fn answer(command: &Period, output: &mut Output) -> Result<u8, String> {
    let instead = "it examines the values from 0 on: `--bound N` says how many";
    ranges::refuse("period", &command.pattern, instead)?;
    let limits = Limits::new(&command.common)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let mut opened = match session::open(&command.file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let typed = words::pattern(&command.pattern);
    let pattern = match opened.pattern_or_game(typed.as_deref(), Variables::Integers, &Disk) {
        Ok(pattern) => pattern,
        Err(diagnostics) => {
            output.diagnostics(&diagnostics, &opened.sources);
            return Ok(USAGE);
        }
    };
    let [(name, variable)] = &*pattern.variables else { return Err(other_number(&pattern)) };
    let Opened { sources, instance: Some(instance), .. } = opened else { return Ok(WRONG) };
    let soundness = sound::prove_of(&instance, &walk::games_in(&instance.program, &pattern.body.expr));
    let model = Model::of(&instance);
    let mut solver = Solver::new(&model, &budget, session::engine(&command.common));
    let trouble = match &command.resume {
        None => Rc::default(),
        Some(path) => match resume(path, &pattern.body, *variable, &solver)? {
            Ok(trouble) => trouble,
            Err(diagnostic) => {
                output.diagnostics(&[*diagnostic], &sources);
                return Ok(USAGE);
            }
        },
    };
    let judging = claim::Options { bound: command.bound, ..claim::Options::default() };
    let mut judge = claim::Judge::new(&instance, &soundness, judging, &mut solver);
    let answered = judge.period(&pattern.body, *variable);
    let unsaved = trouble.borrow_mut().take();
    let status = match answered {
        Ok(found) => told(command, (&pattern.text, name), &found, output),
        Err(problem) => {
            output.diagnostics(&[session::told(&instance, &problem, pattern.body.expr.span)], &sources);
            match problem.kind {
                ProblemKind::Limit(_) => LIMIT,
                ProblemKind::Unfit { .. } | ProblemKind::Outside { .. } => USAGE,
                _ => WRONG,
            }
        }
    };
    match unsaved {
        None => Ok(status),
        Some(why) => Err(why),
    }
}

/// Shows the result, and returns the exit status.
fn told(command: &Period, (pattern, variable): (&str, &str), found: &Periodicity, output: &mut Output) -> u8 {
    let mut view = PeriodView::new(pattern, variable, found);
    view.code = origin::code(&command.file).map(str::to_string);
    output.result(&match command.format {
        SolveFormat::Text => output.fitted(period_text(&view)),
        SolveFormat::Json => json_line(&view),
    });
    if matches!(found.evidence, Evidence::Proved { .. }) { OK } else { LIMIT }
}

/// Why the search could not be saved, if it could not.
type Unsaved = Rc<RefCell<Option<String>>>;

/// Prepares the search to continue from a file and to save its values there. The result is filled
/// during the search if saving fails. The inner error says why the file cannot be used, the outer
/// one that the pattern is no game of one heap.
fn resume(
    path: &str,
    pattern: &Body,
    variable: SlotId,
    solver: &Solver<'_, '_>,
) -> Result<Result<Unsaved, Box<Diagnostic>>, String> {
    let heaps = solver.heaps();
    let game = claim::game_of_pattern(pattern, variable);
    let heap = game.and_then(|game| heaps.heap(game, solver.budget()));
    let heap = heap.ok_or("`--resume` needs a game of one heap, such as `kayles(n)`")?;
    let (known, mut file) = match SavedSearch::open(path, heap) {
        Ok(opened) => opened,
        Err(diagnostic) => return Ok(Err(diagnostic)),
    };
    let unsaved = Unsaved::default();
    let (told, path) = (Rc::clone(&unsaved), path.to_string());
    let keeper = move |split: &Split| {
        if told.borrow().is_none()
            && let Err(why) = file.save(split)
        {
            told.replace(Some(format!("the search cannot be saved in `{path}`: {why}")));
        }
    };
    heap.keep(known, Box::new(keeper));
    Ok(Ok(unsaved))
}
