//! The wording of errors and warnings about the rules of games.

use super::GameSoundness;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::value::Component;
use crate::ir::{
    Binary, Clause, Expr, ExprKind, Field, Game, GameId, Measure, Move, Pattern, Program, Start, Unary,
    Value, print, walk,
};
use crate::number::Int;
use crate::position::errors::{self, help, sentence};
use crate::position::{Instance, Limit, Problem, ProblemKind, Range, Step};
use crate::source::Span;

/// Adds the path from a root of the exploration to a component: one line for each of the first 12
/// moves, then the number of the others.
fn with_path(mut diagnostic: Diagnostic, instance: &Instance, path: &[(Component, Step)]) -> Diagnostic {
    let program = &instance.program;
    let shown = 12;
    for (from, step) in path.iter().take(shown) {
        diagnostic = diagnostic.note(format!(
            "from {} by {} to {}",
            print::component_in_part(program, from),
            print::step(program, from.game, step.rule, &step.bound),
            print::sum(program, &step.target)
        ));
    }
    if path.len() > shown {
        diagnostic = diagnostic.note(format!("… and {} more moves", path.len() - shown));
    }
    diagnostic
}

/// The error for a move that leaves the type of a field, worded as by the check of the rules;
/// `None` for other problems.
pub fn leaves_type(instance: &Instance, problem: &Problem) -> Option<Diagnostic> {
    let ProblemKind::InMove { component, problem: inner, .. } = &problem.kind else { return None };
    matches!(inner.kind, ProblemKind::Outside { .. }).then(|| breach(instance, component, problem, &[]))
}

/// The error for a problem that occurred while the rules were evaluated at a component.
pub fn breach(
    instance: &Instance,
    component: &Component,
    problem: &Problem,
    path: &[(Component, Step)],
) -> Diagnostic {
    let program = &instance.program;
    let at = print::component_in_part(program, component);
    let span = place(instance, component, problem);
    let diagnostic = match &problem.kind {
        ProblemKind::EndsDisagree { first } => {
            Diagnostic::new(Code::G410, format!("two ends disagree on `{at}`"))
                .at(problem.span, "this end applies")
                .also(*first, "and so does this one, with the other result")
                .help("let the conditions exclude each other")
        }
        ProblemKind::InMove { game, rule, problem: inner, .. } => {
            let it = &program.game(*game).moves[*rule];
            match &inner.kind {
                ProblemKind::Outside { .. } => outside(instance, component, it, inner, span),
                _ => Diagnostic::new(
                    Code::G411,
                    format!(
                        "move `{}` of `{at}` cannot be evaluated: {}",
                        it.name,
                        sentence(instance, inner)
                    ),
                )
                .at(span, "here")
                .also(it.span, "in this move")
                .help(errors::help_in_move(program, it, inner)),
            }
        }
        _ => Diagnostic::new(
            Code::G411,
            format!("`{at}` cannot be evaluated: {}", sentence(instance, problem)),
        )
        .at(span, "here")
        .help(help(problem)),
    };
    with_path(diagnostic, instance, path)
}

/// The error for a field that leaves its type, with a guard for the move that would prevent it.
fn outside(
    instance: &Instance,
    component: &Component,
    it: &Move,
    problem: &Problem,
    span: Span,
) -> Diagnostic {
    let program = &instance.program;
    let ProblemKind::Outside { game, field, value, more } = &problem.kind else {
        return Diagnostic::new(Code::G401, "a field leaves its type").at(span, "here");
    };
    let owner = program.game(*game);
    let declared = &owner.fields[*field];
    let (shown, domain) = (print::value(program, value), print::domain(program, &declared.domain));
    let message = format!(
        "`{}` of `{}` becomes {shown}, which is not `{domain}`, by move `{}` of `{}`",
        declared.name,
        owner.name,
        it.name,
        print::component_in_part(program, component)
    );
    let diagnostic = Diagnostic::new(Code::G401, message)
        .at(span, format!("this is {shown}"))
        .also(declared.span, format!("declared `{domain}`"));
    let arguments = arguments_at(it, *game, *field, span);
    if let Some(argument) = arguments.map(|it| &it[*field]).filter(|it| is_written(it)) {
        let text = print::expr(program, &it.slots, argument);
        return diagnostic
            .help(format!("`{text}` is never `{domain}`: write another value, or widen the field's type"));
    }
    // The message is about the first field; without a guard for it, others would not help.
    let guard_of =
        |(field, value): (usize, &Value)| guard(instance, it, &arguments?[field], (*game, field), value);
    let Some(first) = guard_of((*field, value)) else {
        let negated = arguments.and_then(|arguments| negated(it, program, &arguments[*field]));
        return diagnostic.help(
            negated.unwrap_or_else(|| "add a guard to the move, or widen the field's type".to_string()),
        );
    };
    let mut guards = vec![first];
    for guard in more.iter().filter_map(|(field, value)| guard_of((*field, value))) {
        if !guards.contains(&guard) {
            guards.push(guard);
        }
    }
    let guards = guards.join(" and ");
    let condition = it.clauses.iter().rev().find_map(|clause| match clause {
        Clause::If(condition) => Some(condition),
        _ => None,
    });
    diagnostic.help(match condition {
        None => format!("add `when {guards}` to the move"),
        Some(condition) if condition.binds_looser_than_and() => {
            format!("put the condition of the move in parentheses, and add `and {guards}` after them")
        }
        Some(_) => format!("add `and {guards}` to the move"),
    })
}

/// Whether an argument is a literal number.
fn is_written(argument: &Expr) -> bool {
    match &argument.kind {
        ExprKind::Unary(Unary::Negate, inner) => is_written(inner),
        kind => matches!(kind, ExprKind::Literal(_)),
    }
}

/// The help for an argument `-n`; `None` for another argument.
fn negated(it: &Move, program: &Program, argument: &Expr) -> Option<String> {
    matches!(argument.kind, ExprKind::Unary(Unary::Negate, _)).then(|| {
        let text = print::expr(program, &it.slots, argument);
        format!("`{text}` is negative for a positive number: write a difference such as `m - n`")
    })
}

/// The arguments of the component of `game` in a move's target whose argument for `field` has the
/// span `span`.
fn arguments_at(it: &Move, game: GameId, field: usize, span: Span) -> Option<&[Expr]> {
    let mut found = None;
    walk::everything(&it.target, &mut |inner| {
        if let ExprKind::Component(id, arguments) = &inner.kind
            && *id == game
            && arguments[field].span == span
        {
            found = Some(arguments.as_slice());
        }
    });
    found
}

/// The condition that would keep a field in its type; `None` if no guard can state it.
fn guard(
    instance: &Instance,
    it: &Move,
    argument: &Expr,
    (game, field): (GameId, usize),
    value: &Value,
) -> Option<String> {
    // The guard cannot mention names that a comprehension in the target binds.
    let known: Vec<_> = it
        .clauses
        .iter()
        .filter_map(|clause| if let Clause::For(pattern, _) = clause { Some(pattern.slots()) } else { None })
        .flatten()
        .collect();
    let fields = instance.program.game_ids().find_map(|id| {
        let owner = instance.program.game(id);
        owner.moves.iter().any(|other| other.clause_span == it.clause_span).then_some(owner.fields.len())
    })?;
    let mut free = true;
    walk::everything(argument, &mut |inner| {
        if let ExprKind::Local(slot) = &inner.kind {
            free &= slot.index() < fields || known.contains(slot);
        }
    });
    if !free || matches!(argument.kind, ExprKind::Unary(Unary::Negate, _)) {
        return None;
    }
    let program = &instance.program;
    let text = |expr: &Expr| match expr.kind {
        ExprKind::If(..) | ExprKind::Let(..) => format!("({})", print::expr(program, &it.slots, expr)),
        _ => print::expr(program, &it.slots, expr),
    };
    let Value::Int(value) = value else { return None };
    let (low, high) = match &instance.fields[game.index()][field] {
        Range::Nat => (Int::ZERO, None),
        Range::Between(low, high) => (low.clone(), Some(high.clone())),
        _ => return None,
    };
    if *value < low {
        return Some(match &argument.kind {
            ExprKind::Binary(Binary::Subtract, left, right) if low.is_zero() => {
                format!("{} <= {}", text(right), text(left))
            }
            _ => format!("{} >= {low}", text(argument)),
        });
    }
    Some(format!("{} <= {}", text(argument), high?))
}

/// The error that play can return to an earlier position. A move leads from each component of
/// `cycle` to the next, and from the last to the first; `by` is the move from the first.
pub fn cycle(
    instance: &Instance,
    cycle: &[Component],
    by: Option<&Step>,
    path: &[(Component, Step)],
) -> Diagnostic {
    let program = &instance.program;
    let shown = 8;
    let mut names: Vec<String> =
        cycle.iter().take(shown).map(|it| print::component_in_part(program, it)).collect();
    if cycle.len() > shown {
        names.push(format!("… ({} more components)", cycle.len() - shown));
    }
    names.push(print::component_in_part(program, &cycle[0]));
    let note = format!("a shortest cycle: {}", names.join(" -> "));
    let mut error = repetition(program, &cycle[0], note);
    if let Some(step) = by {
        let game = program.game(cycle[0].game);
        let at = print::component_in_part(program, &cycle[0]);
        let label = match cycle {
            [_] if matches!(&*game.moves[step.rule].name, "pass" | "skip" | "wait") => {
                let name = &game.name;
                error = error.help(match game.passes {
                    Some(_) => "the game has passes: remove this move".to_string(),
                    None => format!(
                        "passes are no moves: write `game {name}(…) pass 1 shared {{ … }}`, or `pass 1 each`, and remove this one"
                    ),
                });
                format!("`{}` leads from `{at}` to itself", game.moves[step.rule].name)
            }
            [_] => {
                error = error.help(match choice_of_nothing(program, &game.moves[step.rule], step) {
                    Some(choice) => format!("begin the choices at 1: `{choice}`; 0 leads to the same position"),
                    None => "add a guard that excludes a move to the same position, or write `loopy game` if positions may \
                     repeat"
                        .to_string(),
                });
                format!(
                    "`{}` leads from `{at}` to itself",
                    print::step(program, cycle[0].game, step.rule, &step.bound)
                )
            }
            _ => format!("it leads from `{at}` to a position from which play can return"),
        };
        error = error.also(game.moves[step.rule].span, label);
    }
    with_path(error, instance, path)
}

/// For a move that leads to the same position because it takes nothing: its binder with a range that
/// begins at 1 instead of 0. `None` for other moves.
fn choice_of_nothing(program: &Program, it: &Move, step: &Step) -> Option<String> {
    let zero = Value::int(0);
    it.clauses.iter().find_map(|clause| {
        let Clause::For(Pattern::Slot(slot), domain) = clause else { return None };
        let ExprKind::Range { bounds, .. } = &domain.kind else { return None };
        let name = &it.slots[slot.0 as usize].name;
        let is_nothing = step.bound.iter().any(|(bound, value)| bound == &**name && *value == zero);
        let begins_at_zero = matches!(&bounds[0].kind, ExprKind::Literal(low) if *low == zero);
        let text = print::expr(program, &it.slots, domain);
        let rest = text.strip_prefix('0').filter(|_| is_nothing && begins_at_zero)?;
        Some(format!("{name} in 1{rest}"))
    })
}

/// The error that play can return to a component; `note` says how.
fn repetition(program: &Program, component: &Component, note: String) -> Diagnostic {
    let game = program.game(component.game);
    Diagnostic::new(Code::G402, format!("play of `{}` need not terminate", game.name))
        .at(game.span, "positions of this game can repeat")
        .note(note)
        .help("make sure that a number decreases with every move, or write `loopy game` if positions may repeat")
}

/// The error that play can be infinite without repeating a position; `words` describe a set of
/// components, each with a move to another one.
pub fn endless(
    instance: &Instance,
    component: &Component,
    words: &str,
    path: &[(Component, Step)],
) -> Diagnostic {
    let (program, game) = (&instance.program, instance.program.game(component.game));
    let at = print::component_in_part(program, component);
    let diagnostic = Diagnostic::new(Code::G402, format!("play of `{}` need not terminate", game.name))
        .at(game.span, format!("from `{at}` there is always another move"))
        .note(format!("{words} has a move to another such position, and `{at}` is one of them"))
        .help("add a guard or a bound that ends play, or write `loopy game` if this is intended");
    with_path(diagnostic, instance, path)
}

/// The error for a measure that is negative, or does not decrease along a move.
pub fn measure_rises(
    instance: &Instance,
    span: Span,
    from: &Component,
    to: &Component,
    before: &[Int],
    after: &[Int],
) -> Diagnostic {
    let program = &instance.program;
    let list = |values: &[Int]| values.iter().map(Int::to_string).collect::<Vec<_>>().join(", ");
    let (from, to) = (print::component_in_part(program, from), print::component(program, to));
    let message = if before.iter().any(Int::is_negative) {
        format!("the measure of `{from}` is {}, which is not natural", list(before))
    } else {
        format!("the measure does not decrease from `{from}` to `{to}`")
    };
    Diagnostic::new(Code::G403, message)
        .at(span, "this measure")
        .note(format!("it is {} at {from}, and {} at {to}", list(before), list(after)))
        .help(
            "state a natural number that every move decreases; only a move after which play cannot return may increase it",
        )
}

/// The error for a measure without a value.
pub fn measure_fails(instance: &Instance, span: Span, at: &Component, problem: &Problem) -> Diagnostic {
    let at = print::component_in_part(&instance.program, at);
    Diagnostic::new(
        Code::G403,
        format!("the measure of `{at}` has no value: {}", sentence(instance, problem)),
    )
    .at(span, "this measure")
    .help(help(problem))
}

/// The error for games that call each other but have measures of different lengths, or none.
pub fn measures_differ(game: &Game, first: &Measure) -> Diagnostic {
    Diagnostic::new(Code::G403, format!("`{}` has no measure of the same length", game.name))
        .at(game.span, "this game can return to the other")
        .also(first.span, "a game that it calls and that calls it states this measure")
        .help("state equally long measures in all games that call each other")
}

/// The error for a start without a value.
pub fn start(instance: &Instance, start: &Start, problem: &Problem) -> Diagnostic {
    let code = match problem.kind {
        ProblemKind::Outside { .. } => Code::G305,
        ProblemKind::Limit(_) => Code::G501,
        _ => Code::G304,
    };
    let at = if problem.span == Span::default() { start.span } else { problem.span };
    Diagnostic::new(code, format!("invalid start: {}", sentence(instance, problem)))
        .at(at, "here")
        .help(help(problem))
}

/// The warning for a move that is legal at no component. `condition` is the place of the first clause that never holds together with those before it.
pub fn never_legal(it: &Move, condition: Option<Span>) -> Diagnostic {
    let warning = Diagnostic::new(Code::G404, format!("move `{}` is never legal", it.name))
        .at(it.span, "no position satisfies its conditions")
        .help("correct its binders and its guard, or remove it");
    match condition {
        Some(place) => warning.also(place, "this never holds, with what precedes it"),
        None => warning,
    }
}

/// The warning for a move all of whose options are options of another move.
pub fn covered(narrow: &Move, wide: &Move) -> Diagnostic {
    let message = match narrow.name == wide.name {
        true => format!("this move `{}` adds nothing to the other one", narrow.name),
        false => format!("move `{}` adds nothing to move `{}`", narrow.name, wide.name),
    };
    Diagnostic::new(Code::G405, message)
        .at(narrow.span, "all its options are options of the other")
        .also(wide.span, "the other move")
        .help("remove it, or correct one of the two")
}

/// The warning for a field that no move changes.
pub fn field_never_changes(field: &Field) -> Diagnostic {
    Diagnostic::new(Code::G407, format!("the field `{}` never changes", field.name))
        .at(field.span, "every move leaves it unchanged")
        .help(format!("make it a `param`, or call it `_{}` if the game should keep it", field.name))
}

/// The warning for a condition that excludes nothing.
pub fn always_true(span: Span) -> Diagnostic {
    Diagnostic::new(Code::G408, "this condition is always true")
        .at(span, "follows from the types and the domains")
        .help("remove it, or correct it")
}

/// The warning for an end whose condition holds at no component.
pub fn end_never(span: Span) -> Diagnostic {
    Diagnostic::new(Code::G409, "this end never occurs")
        .at(span, "no component of these types satisfies its condition")
        .help("correct its condition, or remove it")
}

/// The error for a problem of the rules that was found while a claim was evaluated.
pub fn unsound(instance: &Instance, problem: &Problem) -> Diagnostic {
    let program = &instance.program;
    match &problem.kind {
        ProblemKind::InMove { component, .. } => breach(instance, component, problem, &[]),
        ProblemKind::Cycle { component } => {
            let note = format!("play from {} can return to it", print::component_in_part(program, component));
            repetition(program, component, note)
        }
        _ => {
            let span = if problem.span == Span::default() {
                program.games.first().map_or(problem.span, |game| game.span)
            } else {
                problem.span
            };
            let code = if matches!(problem.kind, ProblemKind::EndsDisagree { .. }) {
                Code::G410
            } else {
                Code::G411
            };
            Diagnostic::new(code, sentence(instance, problem)).at(span, "here").help(help(problem))
        }
    }
}

/// The error that exploration was cut short. It is reported at the first start if `games` says that
/// not even one position was examined.
pub fn not_examined(instance: &Instance, limit: Limit, games: &[GameSoundness]) -> Diagnostic {
    let is_at_first = games.iter().any(|it| matches!(it.watched, Some((0, false))));
    let mut starts = instance.program.starts.iter().filter(|start| start.in_root);
    match starts.next().filter(|_| is_at_first) {
        Some(start) => {
            let (what, _) = errors::limit(limit);
            Diagnostic::new(Code::G501, format!("no position was examined: {what} at the first one"))
                .at(start.position.expr.span, "listing the moves from here takes too long")
                .help(
                    "begin from a smaller position, or remove the start: then gspec examines small positions",
                )
        }
        None => limit_reached(instance, limit),
    }
}

/// The error that exploration was cut short by a limit.
pub fn limit_reached(instance: &Instance, limit: Limit) -> Diagnostic {
    let (what, help) = errors::limit(limit);
    let diagnostic =
        Diagnostic::new(Code::G501, format!("the rules are not fully examined: {what}")).help(help);
    match instance.program.games.first() {
        Some(game) => diagnostic.at(game.span, "while exploring from here"),
        None => diagnostic,
    }
}

/// The span of a problem, or of the game if the problem has none.
fn place(instance: &Instance, component: &Component, problem: &Problem) -> Span {
    if problem.span == Span::default() { instance.program.game(component.game).span } else { problem.span }
}
