//! Common steps of the commands that ask about positions of one spec.

use super::arguments::{self, Common};
use super::files::Disk;
use super::origin;
use super::output::Output;
use super::{LIMIT, USAGE, WRONG};
use crate::diagnostic::{Code, Diagnostic, any_error};
use crate::ir::value::Position;
use crate::ir::{Expr, Value, walk};
use crate::pipeline::{self, Opened, Setting};
use crate::position::{Budget, Instance, Problem, ProblemKind, Range, errors};
use crate::solve::{self, Choice};
use crate::sound::errors::leaves_type;
use crate::source::{Loader, Sources, Span};

/// Opens a spec, so that questions about its games can be asked. If the spec is wrong, prints its
/// errors and returns the exit status.
pub fn open(
    file: &str,
    settings: &[Setting],
    budget: &Budget<'_>,
    output: &mut Output,
) -> Result<Opened, u8> {
    open_by(Sources::default(), file, settings, &Disk, budget, output)
}

/// Reads a spec like [`open`], but with the sources of specs that were read before, so that errors
/// can show places in all of them, and with another loader.
pub fn open_by(
    mut sources: Sources,
    file: &str,
    settings: &[Setting],
    loader: &dyn Loader,
    budget: &Budget<'_>,
    output: &mut Output,
) -> Result<Opened, u8> {
    let root = match origin::read(&mut sources, file) {
        Ok(root) => root,
        Err(diagnostic) => {
            output.diagnostics(&[*diagnostic], &sources);
            return Err(USAGE);
        }
    };
    let opened = pipeline::open(sources, root, settings, loader, budget);
    if opened.instance.is_none() || any_error(&opened.diagnostics) {
        output.diagnostics(&opened.diagnostics, &opened.sources);
        let errors = || opened.diagnostics.iter().filter(|it| it.is_error());
        let misused = errors().any(|it| opened.is_misuse(it));
        let only_limits = errors().next().is_some() && errors().all(|it| it.code == Code::G501);
        return Err(if only_limits {
            LIMIT
        } else if misused {
            USAGE
        } else {
            WRONG
        });
    }
    Ok(opened)
}

/// Reads one position, and returns it with the place of its text. If the text is wrong, prints the
/// errors and returns the exit status.
pub fn one_position(
    opened: &mut Opened,
    text: &str,
    budget: &Budget<'_>,
    output: &mut Output,
) -> Result<(Position, Span), u8> {
    let body = match opened.position(text, &Disk) {
        Ok(body) => body,
        Err(diagnostics) => {
            output.diagnostics(&diagnostics, &opened.sources);
            return Err(USAGE);
        }
    };
    let (Some(instance), span) = (&opened.instance, body.expr.span) else { return Err(WRONG) };
    match instance.evaluate(&body, budget) {
        Ok(Value::Position(position)) => Ok(((*position).clone(), span)),
        Ok(_) => Err(USAGE),
        Err(problem) => {
            output.diagnostics(&[told(instance, &problem, span)], &opened.sources);
            Err(if matches!(problem.kind, ProblemKind::Limit(_)) { LIMIT } else { USAGE })
        }
    }
}

/// The engine that `--engine` requests, as `solve` names it.
pub fn engine(common: &Common) -> Choice {
    match common.engine {
        arguments::Engine::Auto => Choice::Auto,
        arguments::Engine::Reference => Choice::Reference,
        arguments::Engine::Graph => Choice::Graph,
        arguments::Engine::Heap => Choice::Heap,
        arguments::Engine::Split => Choice::Split,
        arguments::Engine::Lattice => Choice::Lattice,
        arguments::Engine::Dense => Choice::Dense,
        arguments::Engine::Cells => Choice::Cells,
        arguments::Engine::Proof => Choice::Proof,
    }
}

/// Refuses the engine `dense` if it does not support a game that an expression mentions.
pub fn takes(common: &Common, instance: &Instance, expr: &Expr) -> Result<(), String> {
    if common.engine != arguments::Engine::Dense {
        return Ok(());
    }
    let games = walk::games_in(&instance.program, expr);
    for game in games {
        if let Some(why) = solve::dense_refusal(instance, game) {
            let name = &instance.program.game(game).name;
            return Err(format!(
                "{}: the dense engine does not support `{name}`: {why}; leave out `--engine dense`",
                Code::G504
            ));
        }
    }
    Ok(())
}

/// Help for a field of a typed position whose value is outside its type.
fn typed_outside(range: &Range) -> String {
    match range {
        Range::Nat => "sizes of heaps, and all fields of type `nat`, cannot be negative: they are 0, 1, 2, …"
            .to_string(),
        Range::Between(low, high) => format!("write a number from {low} to {high}"),
        Range::List(element) | Range::Set(element) if matches!(**element, Range::Nat) => {
            "sizes of heaps, and all elements of type `nat`, cannot be negative: they are 0, 1, 2, …"
                .to_string()
        }
        _ => "give the field a value of its type".to_string(),
    }
}

/// Words a problem with one position as a diagnostic. The diagnostic points at `position`, the
/// place of the position, if the problem has no place.
pub fn told(instance: &Instance, problem: &Problem, position: Span) -> Diagnostic {
    if let Some(told) = leaves_type(instance, problem) {
        return told;
    }
    let code = match problem.kind {
        ProblemKind::Limit(_) => Code::G501,
        ProblemKind::TooLarge(_) => Code::G502,
        ProblemKind::Cycle { .. } => Code::G402,
        ProblemKind::EndsDisagree { .. } => Code::G410,
        ProblemKind::Outside { .. } => Code::G305,
        ProblemKind::InMove { ref problem, .. } => match problem.kind {
            ProblemKind::Outside { .. } => Code::G401,
            _ => Code::G411,
        },
        ProblemKind::Refused(_) => Code::G413,
        ProblemKind::Unfit { .. } => Code::G504,
        _ => Code::G304,
    };
    let span = if problem.span == Span::default() { position } else { problem.span };
    let help = match &problem.kind {
        // The position is on the command line, where no guard can be added.
        ProblemKind::Outside { game, field, .. } if span.file == position.file => {
            typed_outside(&instance.fields[game.index()][*field])
        }
        _ => errors::help(problem).to_string(),
    };
    Diagnostic::new(code, errors::sentence(instance, problem)).at(span, "here").help(help)
}
