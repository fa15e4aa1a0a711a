//! `gspec solve`: shows who wins each position, the winning moves, the value, and the reasons.

use super::arguments::{Moves, Solve, SolveFormat};
use super::check::json_line;
use super::files::{self, Disk};
use super::limits::Limits;
use super::output::Output;
use super::proving;
use super::session;
use super::words::positions;
use super::{LIMIT, OK, USAGE, WRONG};
use crate::ir::value::Position;
use crate::ir::{GameId, Value, walk};
use crate::model::Model;
use crate::number::Int;
use crate::pipeline::{Opened, Watch};
use crate::play;
use crate::position::picture::picture;
use crate::position::{Instance, Problem, ProblemKind};
use crate::report::{SolveView, UnsolvedView, WhyView, solve_text, why_text};
use crate::solve::{Listed, NamedMove, Outcome, Solver};
use crate::source::Span;
use indexmap::IndexSet;

pub fn run(command: &Solve, output: &mut Output) -> u8 {
    let answer = answer(command, output);
    output.status(answer)
}

fn answer(command: &Solve, output: &mut Output) -> Result<u8, String> {
    let limits = Limits::new(&command.common)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let mut opened = match session::open(&command.file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let mut bodies = Vec::new();
    for text in &positions(&command.positions, &opened)? {
        match opened.position(text, &Disk) {
            Ok(body) => bodies.push(body),
            Err(diagnostics) => {
                output.diagnostics(&diagnostics, &opened.sources);
                return Ok(USAGE);
            }
        }
    }
    let Opened { sources, instance: Some(instance), .. } = opened else { return Ok(WRONG) };
    let prover = proving::prover(&command.proving, &command.common, &instance)?;
    let model = Model::of(&instance).proving(&prover);
    let mut solver = Solver::new(&model, &budget, session::engine(&command.common));
    let games: Vec<GameId> =
        bodies.iter().flat_map(|body| walk::games_in(&instance.program, &body.expr)).collect();
    let mut watch = Watch::new(&instance, &games, false);
    let mut status = OK;
    for body in &bodies {
        session::takes(&command.common, &instance, &body.expr)?;
        if let Err((told, status)) = proving::first(&command.common, &prover, &instance, &body.expr, &budget)
        {
            output.diagnostics(&[*told], &sources);
            return Ok(status);
        }
        // The time limit holds for each position by itself.
        limits.restart();
        let position = match instance.evaluate(body, &budget) {
            Ok(Value::Position(position)) => position,
            Ok(_) => continue,
            Err(problem) => {
                // The expression is no position, for example because a field is outside its type.
                output.diagnostics(&[session::told(&instance, &problem, body.expr.span)], &sources);
                return Ok(if is_limit(&problem) { LIMIT } else { USAGE });
            }
        };
        let Some(problem) = looked_at(command, &mut watch, &mut solver, &position, output) else { continue };
        if is_limit(&problem) {
            // Results stored in this solver would count against the limits of the next position.
            solver = Solver::new(&model, &budget, session::engine(&command.common));
        }
        output.diagnostics(&[session::told(&instance, &problem, body.expr.span)], &sources);
        status = match status {
            _ if matches!(problem.kind, ProblemKind::Unfit { .. }) => return Ok(USAGE),
            OK if is_limit(&problem) => LIMIT,
            before if is_limit(&problem) => before,
            _ => WRONG,
        };
    }
    Ok(status)
}

fn is_limit(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::Limit(_))
}

/// Shows the answer for a position. Returns the problem that prevented the answer or a part of it;
/// in JSON, a problem that prevented the whole answer is also shown as an object.
fn looked_at(
    command: &Solve,
    watch: &mut Watch,
    solver: &mut Solver<'_, '_>,
    position: &Position,
    output: &mut Output,
) -> Option<Problem> {
    let instance = solver.model().instance;
    let looked = watch.look(solver, instance, position);
    let told = looked.and_then(|()| one(command, instance, solver, position, output));
    if let (Err(problem), SolveFormat::Json) = (&told, command.format) {
        let view = UnsolvedView::new(instance, position, problem, solver.engine());
        output.result(&json_line(&view));
    }
    told.unwrap_or_else(Some)
}

/// Shows the outcome, the value and the moves of a position. Returns the limit that left a part of
/// the solution open, if one did. After an error, nothing was shown.
fn one(
    command: &Solve,
    instance: &Instance,
    solver: &mut Solver<'_, '_>,
    position: &Position,
    output: &mut Output,
) -> Result<Option<Problem>, Problem> {
    let winning = command.moves == Moves::Winning;
    if solver.is_board(position) {
        // The value comes first: the search for it also decides most outcomes after the moves.
        solver.value(position)?;
    }
    let (listed, whole, more) = match solver.listed_moves(position)? {
        Listed::All(moves) => (Some(moves), true, false),
        Listed::Winning(moves) => (Some(moves), winning, false),
        Listed::First(moves) => (Some(moves), winning, true),
        Listed::TooMany => (None, true, true),
    };
    let listed_moves: Vec<&NamedMove> = listed.iter().flatten().collect();
    let is_shown = |it: &&NamedMove| !winning || it.outcome == Outcome::Previous;
    let shown: Vec<&NamedMove> = listed_moves.iter().copied().filter(is_shown).collect();
    let (values, values_left) = solver.values_after(&shown, command.remoteness)?;
    let shown: Vec<(&NamedMove, Option<Int>)> = shown.into_iter().zip(values).collect();
    // The solution comes last: the remoteness of a large sum may use up the remaining limits.
    let solution = solver.searched_solution(position, command.remoteness)?;
    let mut view = SolveView::new(&instance.program, position, &solution, &shown, solver.engine());
    if listed.is_none() {
        view.moves = None;
    }
    view.all_moves = view.all_moves.max(listed_moves.len());
    (view.values_left, view.too_large) = (values_left, solver.exceeds_limits(position));
    view.loony = solver.is_loony(position)?;
    view.picture = picture(instance, solver.budget(), position);
    view.winning_only = winning || !whole;
    view.more_moves = more;
    view.blocking = instance.blocked_at(position);
    if command.why {
        let shapes = solver.why_shapes(position);
        let why = match solver.why_beyond(position)? {
            Some(argument) => once_each(&argument),
            None => {
                let explanation = play::explain(instance, solver, position)?;
                let theorem = solver.why_by_theorem(position, &solution);
                let mut facts = WhyView::new(instance, &explanation);
                facts.argued = theorem.is_some();
                let argument = why_text(&facts);
                let theorem = theorem.map(|it| once_each(&it)).unwrap_or_default();
                format!("{theorem}{argument}found by {}\n", solver.plan())
            }
        };
        view.why = Some(format!("{why}{shapes}"));
    }
    output.result(&match command.format {
        SolveFormat::Text => output.fitted(solve_text(&view, output.fit)),
        SolveFormat::Json => json_line(&view),
    });
    // The known results have been shown; the message about the limit names the missing ones.
    let problem = |limit| Problem { span: Span::default(), kind: ProblemKind::Limit(limit) };
    Ok(solution.limit.map(problem))
}

/// The lines of a text, each of them once.
fn once_each(text: &str) -> String {
    let lines: IndexSet<&str> = text.lines().collect();
    lines.iter().map(|line| format!("{line}\n")).collect()
}
