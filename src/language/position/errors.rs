//! The wording of errors in evaluation, and the help that says how to avoid each of them.

use super::guards::{FromEnd, binder, from_the_end, guard, has_failed, in_other_order, is_in_elements};
use super::{Instance, Limit, Problem, ProblemKind, Refusal};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Binary, Clause, Expr, ExprKind, Global, Move, Program, Slot, Value, print, walk};
use crate::source::Span;

/// The message about a limit that was reached, and how to continue.
pub fn limit(limit: Limit) -> (&'static str, &'static str) {
    match limit {
        Limit::Time => ("the time limit was reached", "raise it with `--limit-time 60s`"),
        Limit::Memory => ("the memory limit was reached", "raise it with `--limit-memory 8GiB`"),
        Limit::Positions => ("the position limit was reached", "raise it with `--limit-positions N`"),
        Limit::Interrupt => ("it was interrupted", "run it again to let it finish"),
    }
}

/// A problem in one sentence, without its place.
// Long: a sentence for each kind of problem.
pub fn sentence(instance: &Instance, problem: &Problem) -> String {
    let program = &instance.program;
    match &problem.kind {
        ProblemKind::DivisionByZero => "division by zero".into(),
        ProblemKind::Index { index, length } => {
            format!("index {index} is out of range for length {length}")
        }
        ProblemKind::SliceOutside { low, high, length } => {
            format!("the slice {low}..{high} is out of range for length {length}")
        }
        ProblemKind::NegativeExponent => "an exponent is negative".into(),
        ProblemKind::NegativeRoot => "the root of a negative number".into(),
        ProblemKind::NotNatural { what, value } | ProblemKind::NotPositive { what, value } => {
            format!("{what} is {value}")
        }
        ProblemKind::ValuationOfZero => "the first argument of `valuation` is 0".into(),
        ProblemKind::TooLarge(what) => format!("{what} is too large"),
        ProblemKind::EmptyExtreme(name) => format!("`{name}` of an empty collection"),
        ProblemKind::NotOneField => "a sum or product of different square roots has no exact form".into(),
        ProblemKind::IrrationalRoot => "the root of an irrational number".into(),
        ProblemKind::PrimeUnknown => "the primality of this large number is undecided".into(),
        ProblemKind::ForeignVertex { vertex } => format!("`{vertex}` is not in this graph"),
        ProblemKind::NegativeVertex { value } => format!("{value} cannot be a vertex"),
        ProblemKind::NoPath { from, to } => format!("there is no path from `{from}` to `{to}`"),
        ProblemKind::NotATree => {
            "the graph is not made of rooted trees with edges away from their roots".into()
        }
        ProblemKind::NoParent { vertex } => format!("`{vertex}` is a root and has no parent"),
        ProblemKind::NotOneCharacter => "one index of a text takes one character".into(),
        ProblemKind::WithLengths { places, values } => {
            let values = if *values == 1 { "1 value".to_string() } else { format!("{values} values") };
            let places = if *places == 1 { "1 place".to_string() } else { format!("{places} places") };
            format!("`with` has {places} but {values}")
        }
        ProblemKind::ShortCycle => "a cycle has at least three vertices".into(),
        ProblemKind::BadBase => "the base is below 2".into(),
        ProblemKind::Outside { game, field, value, .. } => {
            let game = program.game(*game);
            let field = &game.fields[*field];
            let (value, domain) = (print::value(program, value), print::domain(program, &field.domain));
            format!("`{}` of `{}` would be {value}, which is not `{domain}`", field.name, game.name)
        }
        ProblemKind::OutsideDeclared { name, value } => {
            format!("{value} lies outside the declared type of `{name}`")
        }
        ProblemKind::EndsDisagree { .. } => "two ends of the game disagree".into(),
        ProblemKind::NotASum => {
            "`misere` and `anti` stand once, around the whole sum, and compounds stand alone".into()
        }
        ProblemKind::Refused(refusal) => refused(*refusal).0.into(),
        ProblemKind::InMove { component, game, rule, problem } => format!(
            "in move `{}` of `{}`: {}",
            program.game(*game).moves[*rule].name,
            print::component_in_part(program, component),
            sentence(instance, problem)
        ),
        ProblemKind::Cycle { component } => {
            format!("play can return to `{}`", print::component_in_part(program, component))
        }
        ProblemKind::Unfit { engine, game, why } => {
            format!("the {engine} engine does not support `{}`: {why}", program.game(*game).name)
        }
        ProblemKind::Open(open) if open.forall => {
            format!("a `forall` without a domain was examined only up to {}", open.bound)
        }
        ProblemKind::Open(open) => {
            format!("an `exists` without a domain was examined only up to {}", open.bound)
        }
        ProblemKind::Limit(which) => limit(*which).0.into(),
    }
}

/// Why a question has no answer, and what to ask instead.
pub fn refused(refusal: Refusal) -> (&'static str, &'static str) {
    match refusal {
        Refusal::ValueOfWinEnds => (
            "a game with `win` ends has outcomes, but no values",
            "ask `losing(…)` or `winning(…)` of single components",
        ),
        Refusal::SumWithEnds => (
            "a game with `win` ends, or with any ends under misère play, has no sums",
            "ask about single components, or replace the `end` by a guard on the moves",
        ),
        Refusal::ValueOfTwist => (
            "this position has no values that a theory knows: options may be forbidden, each player has passes, positions may repeat, or the \
             opponent only lets the mover move again",
            "ask `losing(…)` or `winning(…)` of single components",
        ),
        Refusal::SumWithTwist => (
            "this game has no such sums: with `blocking`, `pass … each` or `loopy … again` none, with `again` only sums under normal play",
            "ask `losing(…)` or `winning(…)` of single components",
        ),
        Refusal::ValueOfConvention => {
            ("Grundy values exist only under normal play", "ask `losing(…)`, `winning(…)` or `remoteness(…)`")
        }
        Refusal::InfiniteValue => {
            ("this loopy position has an infinite value", "ask `losing(…)`, `winning(…)` or `drawn(…)`")
        }
        Refusal::LoonyValue => (
            "this position is loony: the player to move wins every sum with it, so no number is its value",
            "ask `losing(…)` or `winning(…)`",
        ),
        Refusal::AntiWithEnds => {
            ("`anti` takes games without ends", "use `misere`, or replace the `end` by a guard on the moves")
        }
        Refusal::AntiLoopy => ("`anti` takes games whose play always ends", "use `misere`"),
        Refusal::RemotenessOfDraw => ("a drawn position has no remoteness", "ask `drawn(…)` first"),
        Refusal::EqualityUndecided => (
            "no known theory decides whether these are equal in every sum",
            "compare outcomes: `losing(P) <=> losing(Q)`",
        ),
        Refusal::OnlyOutcomes => (
            "a proved set of lost positions says who wins, not remoteness, and values only where they are proved",
            "ask who wins, or leave `--engine proof` out",
        ),
    }
}

/// What to do about a problem in one of the expressions of a move. If a guard can exclude the
/// problem, the help states the guard and where to write it.
pub fn help_in_move(program: &Program, it: &Move, problem: &Problem) -> String {
    let clauses = it.clauses.iter().map(walk::clause_expr);
    let among: Vec<&Expr> = clauses.chain([&it.target]).collect();
    if let Some(help) = meant(program, &it.slots, &it.clauses, &among, problem) {
        return help;
    }
    if let Some(guard) = named_guard(program, &it.slots, among.iter().copied(), problem) {
        let conditions = it.clauses.iter().filter(|clause| matches!(clause, Clause::If(_)));
        return match () {
            () if !it.clause_span.holds(problem.span) && problem.span.file == it.clause_span.file => {
                format!("the guard of the move that uses it begins with `{guard} and`")
            }
            () if is_in_elements(among, problem) => behind_values(&guard),
            () if has_failed(conditions.clone().map(walk::clause_expr), problem) => {
                let statement = conditions.map(walk::clause_expr).find_map(|it| statement(it, problem.span));
                before(program, &it.slots, &guard, statement, problem.span)
            }
            () if conditions.clone().map(walk::clause_expr).any(Expr::binds_looser_than_and) => {
                format!("put the condition of the move in parentheses, and add `and {guard}` after them")
            }
            () if conditions.clone().next().is_some() => format!("add `and {guard}` to the move"),
            () => format!("add the condition `when {guard}`"),
        };
    }
    if let Some(help) = help_in_function(program, problem) {
        return help;
    }
    let guard = match &problem.kind {
        ProblemKind::Index { .. } => "when i < len(xs)",
        ProblemKind::SliceOutside { high, .. } if !high.starts_with('-') => "when j <= len(xs)",
        ProblemKind::NoPath { .. } => "when v in reachable(G, u)",
        ProblemKind::NoParent { .. } => "when v != root",
        _ => return help(problem).to_string(),
    };
    format!("{}; guard it, for example `{guard}`", help(problem))
}

/// The help to write a guard before the statement in which the problem is. `statement` is `None` if
/// that statement was not found.
fn before(program: &Program, slots: &[Slot], guard: &str, statement: Option<&Expr>, problem: Span) -> String {
    match statement.filter(|it| it.span.start != problem.start) {
        None => format!("put `{guard} and` before it"),
        Some(statement) => {
            let text = print::expr(program, slots, statement);
            match text.chars().count() {
                0..=60 => format!("put `{guard} and` before `{text}`"),
                _ => format!("put `{guard} and` before the statement that it is in"),
            }
        }
    }
}

/// The smallest statement of a condition that includes a place. Statements are what `and`, `or` and
/// `=>` join. `None` if the place is in no statement.
fn statement(condition: &Expr, place: Span) -> Option<&Expr> {
    let mut found = Some(condition).filter(|it| it.span.holds(place))?;
    while let ExprKind::Binary(Binary::And | Binary::Or | Binary::Implies, left, right) = &found.kind {
        found = [left, right].into_iter().find(|it| it.span.holds(place))?;
    }
    Some(found)
}

/// What to do about a problem in a claim. If a condition after a domain can exclude the problem,
/// the help states the condition and where to write it.
pub fn help_in_claim(program: &Program, slots: &[Slot], claim: &Expr, problem: &Problem) -> String {
    if let Some(help) = meant(program, slots, &[], &[claim], problem) {
        return help;
    }
    match named_guard(program, slots, [claim], problem) {
        Some(guard) if is_in_elements([claim], problem) => behind_values(&guard),
        Some(guard) if is_in_inner_quantifier(claim, problem) => behind_values(&guard),
        Some(_) if !matches!(claim.kind, ExprKind::Quantifier { .. }) => help(problem).to_string(),
        Some(guard) => match failing_filter(claim, problem.span) {
            Some(filter) => before(program, slots, &guard, statement(filter, problem.span), problem.span),
            None => format!("add the condition `if {guard}`, as in `forall … if {guard}: …`"),
        },
        None => help_in_function(program, problem).unwrap_or_else(|| help(problem).to_string()),
    }
}

/// The condition, among those on the outermost variables of a claim, whose text includes a place;
/// `None` if there is none.
fn failing_filter(claim: &Expr, place: Span) -> Option<&Expr> {
    let ExprKind::Quantifier { clauses, .. } = &claim.kind else { return None };
    clauses.iter().find_map(|clause| match clause {
        Clause::If(condition) => Some(condition).filter(|it| it.span.holds(place)),
        Clause::For(..) => None,
    })
}

/// Whether a problem is in the body of a quantifier that is not the outermost, or is an `exists`.
fn is_in_inner_quantifier(claim: &Expr, problem: &Problem) -> bool {
    let mut found = false;
    walk::everything(claim, &mut |part| {
        if let ExprKind::Quantifier { forall, body, .. } = &part.kind {
            let is_inner = !forall || part.span != claim.span;
            found |= is_inner && body.span.holds(problem.span);
        }
    });
    found
}

/// What to do about a problem in the body of a function, if a condition on the parameters of the
/// function can exclude the problem; otherwise `None`.
fn help_in_function(program: &Program, problem: &Problem) -> Option<String> {
    let function = program.functions.iter().find(|it| it.body.expr.span.holds(problem.span))?;
    let guard = named_guard(program, &function.body.slots, [&function.body.expr], problem)?;
    Some(format!("in `{}`, write `if {guard} then … else …` around it", function.name))
}

/// The help to write a guard as a condition of the variable of a comprehension or quantifier.
fn behind_values(guard: &str) -> String {
    format!("add the condition `if {guard}` after the values of its variable")
}

/// The help to write other indices, which the author probably meant: a guard would omit moves
/// instead. `None` if no others are known.
fn meant(
    program: &Program,
    slots: &[Slot],
    clauses: &[Clause],
    among: &[&Expr],
    problem: &Problem,
) -> Option<String> {
    if let Some(binder) = binder(program, slots, clauses, among, problem) {
        return Some(format!("indices run from 0 to length − 1: write `{binder}`"));
    }
    if let Some(indices) = in_other_order(program, slots, clauses, among, problem) {
        return Some(format!("the indices are in the other order than their domains: write `{indices}`"));
    }
    Some(match from_the_end(program, slots, among, problem)? {
        FromEnd::Element(element) => format!("indices count from the beginning: write `{element}`"),
        FromEnd::Slice(slice) => format!("a range with `..=` contains its end: write `{slice}`"),
    })
}

/// The guard that excludes a problem. `None` if there is none or it is useless as advice: it
/// mentions no name, so it is always true or always false, or [`is_absurd`] holds for it.
fn named_guard<'e>(
    program: &Program,
    slots: &[Slot],
    among: impl IntoIterator<Item = &'e Expr>,
    problem: &Problem,
) -> Option<String> {
    // A slice `xs[..i - 1]` was probably meant to end before `xs[i]`: a guard would only hide that.
    let ends_too_early = |guard: &String| {
        matches!(&problem.kind, ProblemKind::SliceOutside { high, .. } if high == "-1")
            && guard.starts_with("0 <= ")
            && guard.ends_with(" - 1")
    };
    guard(program, slots, among, problem)
        .filter(|it| it.contains(char::is_alphabetic) && !is_absurd(it) && !ends_too_early(it))
}

/// Whether a guard, compared as text, is useless as advice: `n < n` and `len(s) + 1 <= len(s)`
/// never hold, and `0 <= -n` holds only if n is not positive.
fn is_absurd(guard: &str) -> bool {
    let is_negative = guard.starts_with("0 <= -") || guard.starts_with('-') && guard.ends_with(" >= 0");
    if is_negative || guard.split_once(" < ").is_some_and(|(left, right)| left == right) {
        return true;
    }
    let above = guard.split_once(" <= ").or_else(|| guard.split_once(" < "));
    let more = above.and_then(|(left, right)| left.strip_prefix(right)?.strip_prefix(" + "));
    more.is_some_and(|more| more.bytes().all(|it| it.is_ascii_digit()))
}

/// What to do about a problem, independent of its place.
// Long: a sentence for each kind of problem.
pub fn help(problem: &Problem) -> &'static str {
    match &problem.kind {
        ProblemKind::DivisionByZero => "the divisor must not be 0",
        ProblemKind::Index { .. } => {
            "indices run from 0 to length − 1: the last element is `xs[len(xs) - 1]`"
        }
        ProblemKind::SliceOutside { low, high, .. } if low.starts_with('-') || high.starts_with('-') => {
            "a slice stops before its second end: `xs[..i]` are the elements before `xs[i]`, and `xs[..len(xs) - 1]` are all but the last"
        }
        ProblemKind::SliceOutside { .. } => "the ends of a slice run from 0 to the length",
        ProblemKind::NegativeExponent => "the exponent must be at least 0",
        ProblemKind::NegativeRoot => "the argument must be at least 0",
        ProblemKind::NotNatural { .. } => "it must be at least 0",
        ProblemKind::NotPositive { .. } => "it must be at least 1",
        ProblemKind::ValuationOfZero => "it must not be 0",
        ProblemKind::BadBase => "the base must be at least 2",
        ProblemKind::NotOneField => "use square roots of one number only",
        ProblemKind::IrrationalRoot => "take roots of rational numbers only",
        ProblemKind::PrimeUnknown => "use a smaller number",
        ProblemKind::NegativeVertex { .. } => "a vertex is a name or a number of at least 0",
        ProblemKind::NotOneCharacter => "write one character, or several indices: `s with [{i, j}] = \"xy\"`",
        ProblemKind::WithLengths { .. } => "give as many values as places",
        ProblemKind::ShortCycle => "write `cycle(n)` with n of at least 3",
        ProblemKind::EndsDisagree { .. } => "let the conditions exclude each other",
        ProblemKind::Open(_) => "give the variable a domain",
        ProblemKind::EmptyExtreme(_) => "add an element that is always there, as in `max([0] ++ xs)`",
        ProblemKind::ForeignVertex { .. } => "use a vertex of this graph",
        ProblemKind::NoPath { .. } => "`path(G, u, v)` needs `v in reachable(G, u)`",
        ProblemKind::NoParent { .. } => "use a vertex that is not a root",
        ProblemKind::NotATree => "use `out`, `neighbours` and `reachable` for other graphs",
        ProblemKind::Limit(which) => limit(*which).1,
        ProblemKind::Refused(refusal) => refused(*refusal).1,
        ProblemKind::Outside { value: Value::Int(value), .. } if value.is_negative() => {
            "sizes of heaps, and all fields of type `nat`, cannot be negative"
        }
        ProblemKind::Outside { .. } => "give the field a value of its type",
        ProblemKind::OutsideDeclared { value, .. } if value.starts_with('-') => {
            "declare the type as `int`, or keep the value inside the declared type"
        }
        ProblemKind::OutsideDeclared { .. } => "give it a value of the declared type, or widen the type",
        ProblemKind::Unfit { .. } => "leave out `--engine`; then gspec chooses a suitable engine",
        ProblemKind::Cycle { .. } => {
            "write `loopy game` if positions may repeat; `gspec check` shows the cycle"
        }
        ProblemKind::NotASum => {
            "write `misere` or `anti` once and first, around the whole sum: `misere P + Q`; a compound such as `all(P, Q)` stands alone"
        }
        ProblemKind::InMove { problem, .. } => help(problem),
        ProblemKind::TooLarge(_) => "make it smaller",
    }
}

/// The diagnostic about a parameter or constant that has no value, or none in its declared type.
pub fn global(instance: &Instance, global: &Global, problem: &Problem) -> Diagnostic {
    let outside = matches!(problem.kind, ProblemKind::OutsideDeclared { .. }) && global.domain.is_some();
    let code = match problem.kind {
        ProblemKind::Limit(_) => Code::G501,
        ProblemKind::TooLarge(_) => Code::G502,
        _ if outside => Code::G305,
        _ => Code::G304,
    };
    let message = match (&problem.kind, outside) {
        (ProblemKind::OutsideDeclared { name, value }, true)
            if problem.span == crate::source::Span::default() =>
        {
            format!("`{}` is {value}, which is not `{name}`", global.name)
        }
        _ => format!("`{}` has no value: {}", global.name, sentence(instance, problem)),
    };
    let place =
        if problem.span == crate::source::Span::default() { global.value.expr.span } else { problem.span };
    let help = match &problem.kind {
        ProblemKind::OutsideDeclared { name, .. } if outside && name != "nat" => {
            format!("choose a value of `{name}`, or widen the type")
        }
        _ => help(problem).to_string(),
    };
    Diagnostic::new(code, message).at(place, "here").also(global.span, "declared here").help(help)
}

/// The diagnostic about a bound of a range type that has no value.
pub fn constant(instance: &Instance, problem: &Problem) -> Diagnostic {
    let code = if matches!(problem.kind, ProblemKind::Limit(_)) { Code::G501 } else { Code::G304 };
    Diagnostic::new(code, format!("a bound of a type has no value: {}", sentence(instance, problem)))
        .at(problem.span, "here")
        .help(help(problem))
}

/// The diagnostic about a count of `blocking` or `pass` that has no value, or a negative one.
pub fn twist(instance: &Instance, problem: &Problem) -> Diagnostic {
    let code = if matches!(problem.kind, ProblemKind::Limit(_)) { Code::G501 } else { Code::G304 };
    Diagnostic::new(code, format!("this has no value: {}", sentence(instance, problem)))
        .at(problem.span, "here")
        .help(help(problem))
}
