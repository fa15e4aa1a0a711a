//! `gspec solve`

use super::arguments::{Moves, Solve, SolveFormat};
use super::check::{json_line, read};
use super::files::{self, Disk};
use super::limits::Limits;
use super::output::Output;
use super::{LIMIT, OK, USAGE, WRONG};
use crate::diagnostic::{Code, Diagnostic, any_error};
use crate::ir::Value;
use crate::ir::value::Position;
use crate::pipeline::{self, Opened};
use crate::position::{Budget, Instance, Problem, ProblemKind, errors};
use crate::report::{SolveView, solve_text};
use crate::solve::Solver;
use crate::source::{Sources, Span};

pub fn run(command: &Solve, output: &mut Output) -> u8 {
    match answer(command, output) {
        Ok(status) => status,
        Err(message) => {
            output.message(&format!("gspec: {message}\n"));
            USAGE
        }
    }
}

fn answer(command: &Solve, output: &mut Output) -> Result<u8, String> {
    let limits = Limits::new(&command.common)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = Budget::new(&stop, limits.positions);
    let mut sources = Sources::default();
    let root = match read(&mut sources, &command.file) {
        Ok(root) => root,
        Err(diagnostic) => {
            output.diagnostics(&[*diagnostic], &sources);
            return Ok(USAGE);
        }
    };
    let mut opened = pipeline::open(sources, root, &settings, &Disk, &budget);
    if opened.instance.is_none() || any_error(&opened.diagnostics) {
        output.diagnostics(&opened.diagnostics, &opened.sources);
        let misused = opened.diagnostics.iter().any(|it| matches!(it.code, Code::G104 | Code::G208));
        return Ok(if misused { USAGE } else { WRONG });
    }
    let mut bodies = Vec::new();
    for text in &command.positions {
        match opened.position(text, &Disk) {
            Ok(body) => bodies.push(body),
            Err(diagnostics) => {
                output.diagnostics(&diagnostics, &opened.sources);
                return Ok(USAGE);
            }
        }
    }
    let Opened { sources, instance: Some(instance), .. } = opened else { return Ok(WRONG) };
    let mut solver = Solver::reference(&instance, &budget);
    let mut status = OK;
    for body in &bodies {
        let position = match instance.evaluate(body, &budget) {
            Ok(Value::Position(position)) => position,
            Ok(_) => continue,
            Err(problem) => {
                // What was asked for is no position of the game.
                let limit = matches!(problem.kind, ProblemKind::Limit(_));
                output.diagnostics(&[told(&instance, &problem, body.expr.span)], &sources);
                return Ok(if limit { LIMIT } else { USAGE });
            }
        };
        match one(command, &instance, &mut solver, &position, output) {
            Ok(()) => {}
            Err(problem) => {
                let limit = matches!(problem.kind, ProblemKind::Limit(_));
                output.diagnostics(&[told(&instance, &problem, body.expr.span)], &sources);
                status = if limit && status == OK {
                    LIMIT
                } else if limit {
                    status
                } else {
                    WRONG
                };
            }
        }
    }
    Ok(status)
}

fn one(
    command: &Solve,
    instance: &Instance,
    solver: &mut Solver<'_, '_>,
    position: &Position,
    output: &mut Output,
) -> Result<(), Problem> {
    let mut moves = Vec::new();
    for it in solver.moves(position)? {
        let sg = solver.value(&it.to)?;
        moves.push((it, sg));
    }
    // Last, because the remoteness of a large sum may use up what is left of the limits.
    let solution = solver.solution(position)?;
    let winning = command.moves == Moves::Winning;
    let view = SolveView::new(&instance.program, position, &solution, &moves, winning);
    output.result(&match command.format {
        SolveFormat::Text => solve_text(&view),
        SolveFormat::Json => json_line(&view),
    });
    Ok(())
}

/// A problem with one position.
fn told(instance: &Instance, problem: &Problem, position: Span) -> Diagnostic {
    let code = match problem.kind {
        ProblemKind::Limit(_) => Code::G501,
        ProblemKind::TooLarge(_) => Code::G502,
        ProblemKind::Circle { .. } => Code::G402,
        ProblemKind::EndsDisagree { .. } => Code::G410,
        ProblemKind::Outside { .. } => Code::G305,
        ProblemKind::InMove { ref problem, .. } => match problem.kind {
            ProblemKind::Outside { .. } => Code::G401,
            _ => Code::G411,
        },
        ProblemKind::Refused(_) => Code::G413,
        _ => Code::G304,
    };
    let span = if problem.span == Span::default() { position } else { problem.span };
    Diagnostic::new(code, errors::sentence(instance, problem)).at(span, "here").help(errors::help(problem))
}
