//! The wording of messages about claims.

use super::Case;
use super::meant_nim_sum::{holds_value, is_written, meant_nim_sum};
use crate::diagnostic::{Code, Diagnostic, Topic};
use crate::ir::{
    Aggregate, Binary, Builtin, Claim, Clause, Comparison, Conversion, Expr, ExprKind, Program, Term, Type,
    Value, print, walk,
};
use crate::position::{Instance, Open, Problem, ProblemKind};
use crate::source::Span;

/// Returns the name of a claim in messages: `the claim "sums"`, or `the claim` without a name.
pub fn title(claim: &Claim) -> String {
    match &claim.name {
        Some(name) => format!("the claim {}", print::text(name)),
        None => "the claim".to_string(),
    }
}

/// The variables of a case with their values: `a = 3, b = 5`.
pub fn case_words(program: &Program, case: &Case) -> String {
    let parts: Vec<String> =
        case.iter().map(|(name, value)| format!("{name} = {}", print::value(program, value))).collect();
    parts.join(", ")
}

/// The diagnostic for a false claim, with its smallest counterexample and the notes `facts`. An
/// empty counterexample is left out.
pub fn refuted(instance: &Instance, claim: &Claim, counterexample: &Case, facts: &[String]) -> Diagnostic {
    let place = match counterexample.is_empty() {
        true => String::new(),
        false => format!(" at {}", case_words(&instance.program, counterexample)),
    };
    let diagnostic = Diagnostic::new(Code::G601, format!("{} is false{place}", title(claim)))
        .at(claim.span, "claimed here");
    let mut diagnostic = with_help(diagnostic, &instance.program, claim);
    for fact in facts {
        diagnostic = diagnostic.note(fact.clone());
    }
    diagnostic
}

/// Adds help to the diagnostic for a false claim: a frequent mistake that the claim contains, such as
/// `^` for `xor` or `/` for `div`, or otherwise general advice.
// Long: one walk collects the signs of all slips.
fn with_help(diagnostic: Diagnostic, program: &Program, claim: &Claim) -> Diagnostic {
    let (mut asks_value, mut compared) = (false, None);
    let (mut is_summed, mut added) = (false, None);
    let mut quotients = Vec::new();
    let mut rounded = Vec::new();
    walk::everything(claim.expr(), &mut |part| match &part.kind {
        ExprKind::Term(Term::Sg, _) => asks_value = true,
        ExprKind::Binary(Binary::Quotient, above, below) => quotients.push((part.span, &**above, &**below)),
        ExprKind::Builtin(Builtin::Floor | Builtin::Ceil, parts) => {
            rounded.extend(parts.iter().map(|it| it.span))
        }
        ExprKind::Compare(first, rest) if first.ty == Type::Position => {
            compared = compared.or(rest.first().map(|(op, second)| (&**first, *op, second)));
        }
        ExprKind::Compare(first, rest) => {
            let sides: Vec<&Expr> = std::iter::once(&**first).chain(rest.iter().map(|(_, it)| it)).collect();
            let has = |test: fn(&Expr) -> bool| sides.iter().any(|it| test(it));
            let of_sum = sides.iter().find_map(|it| value_of_sum(it));
            if has(|it| matches!(it.kind, ExprKind::Binary(Binary::Add, ..))) {
                added = added.or(of_sum);
            }
            is_summed |= has(holds_value) && has(is_aggregate_sum);
        }
        _ => {}
    });
    if let Some((first, op @ (Comparison::Eq | Comparison::Ne), second)) = compared {
        return diagnostic.help(help_for_positions(program, claim, [first, second], op));
    }
    let is_rounded = |at: Span| rounded.iter().any(|it| it.start <= at.start && at.end <= it.end);
    let of_integers = |it: &&(Span, &Expr, &Expr)| !is_rounded(it.0) && is_whole(it.1) && is_whole(it.2);
    if let Some((_, above, below)) = quotients.iter().rfind(of_integers) {
        let [above, below] = [above, below].map(|side| print::expr(program, &claim.slots, side));
        return diagnostic.help(format!(
            "`/` is exact: for the quotient rounded down, write `{above} div {below}`; or correct the claim or the rules"
        ));
    }
    if let Some(nim_sum) = meant_nim_sum(program, &claim.slots, claim.expr()) {
        let here = if nim_sum.chars().count() <= 60 { format!(", here `{nim_sum}`") } else { String::new() };
        let help = format!("`^` is power: the nim-sum is `xor`{here}; or correct the claim or the rules");
        return diagnostic.help(help).about(Topic::PowerForNimSum);
    }
    if let Some([left, right]) = added {
        let [left, right] = [left, right].map(|side| print::expr(program, &claim.slots, side));
        return diagnostic.help(format!(
            "the value of a sum is the nim-sum of the values, `sg({left}) xor sg({right})`; or correct the claim or the rules"
        ));
    }
    if is_summed {
        return diagnostic
            .help("`sum` adds: the nim-sum of all elements is `xor`; or correct the claim or the rules");
    }
    let named = asks_value.then(|| power_named(program, claim.expr())).flatten();
    match named.or_else(|| power_behind(program, claim.expr())) {
        Some(owner) => diagnostic.about(Topic::PowerForNimSum).help(format!(
            "`^` is power, also in `{owner}`: the nim-sum is `xor`; or correct the claim or the rules"
        )),
        None => {
            let help = meant_by_rules(program, claim);
            diagnostic.help(help.unwrap_or_else(|| "correct the claim or the rules".into()))
        }
    }
}

/// A frequent mistake in the rules of the games that a claim is about: a range that stops before its
/// end, such as `1..3`, or `lose` at the end of play for the player who has moved there.
fn meant_by_rules(program: &Program, claim: &Claim) -> Option<String> {
    let games = walk::games_in(program, claim.expr());
    for game in games.into_iter().map(|game| program.game(game)) {
        for domain in game.moves.iter().flat_map(|it| &it.clauses).filter_map(|clause| match clause {
            Clause::For(_, domain) => Some(domain),
            _ => None,
        }) {
            let ExprKind::Range { bounds, inclusive: false } = &domain.kind else { continue };
            let number = |expr: &Expr| match &expr.kind {
                ExprKind::Literal(Value::Int(int)) => int.to_i64(),
                _ => None,
            };
            if let (Some(low @ 1..), Some(high)) = (number(&bounds[0]), number(&bounds[1])) {
                return Some(format!(
                    "`{low}..{high}` in the rules stops before {high}, `{low}..={high}` has it; or correct the claim"
                ));
            }
        }
        if game.ends.iter().any(|end| end.win) {
            let help = "`win` in an `end` is about the player to move: if that player has lost, write `lose`; or correct the claim or the rules";
            return Some(help.to_string());
        }
        if game.ends.iter().any(|end| !end.win) {
            let help = "`lose` in an `end` is about the player to move: if that player has won, write `win`; or correct the claim or the rules";
            return Some(help.to_string());
        }
    }
    None
}

/// Returns the name of a constant that is a power, if the claim compares it with something, or of a
/// start that contains a power, if the claim asks about it.
fn power_named<'p>(program: &'p Program, claim: &Expr) -> Option<&'p str> {
    let mut found = None;
    walk::everything(claim, &mut |part| {
        let (sides, is_start): (Vec<&Expr>, bool) = match &part.kind {
            ExprKind::Compare(first, rest) => {
                (std::iter::once(&**first).chain(rest.iter().map(|(_, side)| side)).collect(), false)
            }
            _ => (vec![part], true),
        };
        for side in sides {
            let ExprKind::Global(id) = side.kind else { continue };
            let global = &program.globals[id.index()];
            let value = &global.value.expr;
            if is_power(value) && !is_start || holds_power(value) && value.ty == Type::Position {
                found = found.or(Some(&*global.name));
            }
        }
    });
    found
}

fn is_power(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Binary(Binary::Power, ..))
}

/// Whether a part of an expression is a power.
fn holds_power(expr: &Expr) -> bool {
    let mut found = false;
    walk::everything(expr, &mut |part| found |= is_power(part));
    found
}

/// Returns the operands `P` and `Q` of an expression `sg(P + Q)`; `None` for other expressions.
fn value_of_sum(expr: &Expr) -> Option<[&Expr; 2]> {
    let ExprKind::Term(Term::Sg, arguments) = &expr.kind else { return None };
    arguments.iter().find_map(|it| match &it.kind {
        ExprKind::Binary(Binary::AddPositions, left, right) => Some([&**left, &**right]),
        _ => None,
    })
}

/// Whether an expression is `sum(xs)` or `sum(e for x in D)`, of numbers.
fn is_aggregate_sum(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Aggregate(Aggregate::Sum, _) | ExprKind::AggregateFor(Aggregate::Sum, ..))
}

/// Returns the name of a function or a game that a claim uses, directly or not, and that contains a
/// power of which neither base nor exponent is a literal.
fn power_behind<'p>(program: &'p Program, claim: &'p Expr) -> Option<&'p str> {
    let games = walk::games_in(program, claim);
    let mut pending = vec![("", claim)];
    for game in games.iter().map(|it| program.game(*it)) {
        for it in &game.moves {
            let parts = it.clauses.iter().map(walk::clause_expr).chain([&it.target]);
            pending.extend(parts.map(|part| (game.name.as_str(), part)));
        }
        pending.extend(game.ends.iter().map(|it| (game.name.as_str(), &it.condition.expr)));
    }
    let mut called = Vec::new();
    while let Some((owner, expr)) = pending.pop() {
        let mut has_power = false;
        walk::everything(expr, &mut |part| match &part.kind {
            ExprKind::Binary(Binary::Power, base, exponent) => {
                has_power |= !is_written(base) && !is_written(exponent);
            }
            ExprKind::Call(id, _) if !called.contains(id) => {
                called.push(*id);
                let function = &program.functions[id.index()];
                pending.push((&function.name, &function.body.expr));
            }
            _ => {}
        });
        if has_power {
            return Some(owner);
        }
    }
    None
}

/// Whether an operand is an integer, perhaps converted to a real number for `/`.
fn is_whole(side: &Expr) -> bool {
    side.ty == Type::Int || matches!(side.kind, ExprKind::Convert(Conversion::IntToReal, _))
}

/// Help for a comparison of positions with `==` or `!=`, which compares their components. The
/// author may have meant their values or outcomes.
fn help_for_positions(program: &Program, claim: &Claim, sides: [&Expr; 2], op: Comparison) -> String {
    let is_sum = |side: &&Expr| {
        let mut is_sum = true;
        walk::everything(side, &mut |part| is_sum &= !matches!(part.kind, ExprKind::Convention(..)));
        is_sum
    };
    let sign = if op == Comparison::Eq { "==" } else { "!=" };
    let [left, right] = sides.map(|side| print::expr(program, &claim.slots, side));
    let is_short = left.chars().count() + right.chars().count() <= MOST_LETTERS_OF_SIDES;
    let [left, right] = if is_short { [left, right] } else { ["P".to_string(), "Q".to_string()] };
    let meant = match (sides.iter().all(is_sum), op) {
        (true, _) => format!("sg({left}) {sign} sg({right})"),
        (false, Comparison::Eq) => format!("losing({left}) <=> losing({right})"),
        (false, _) => format!("not (losing({left}) <=> losing({right}))"),
    };
    let what = if sides.iter().all(is_sum) { "values" } else { "outcomes" };
    format!("`{sign}` compares the components of positions; to compare their {what}, write `{meant}`")
}

/// If the texts of two compared positions together have more characters than this, the help writes
/// `P` and `Q` for them.
const MOST_LETTERS_OF_SIDES: usize = 100;

/// The diagnostic for a claim whose evaluation a problem or a limit ended.
pub fn not_evaluated(program: &Program, claim: &Claim, problem: &Problem, why: &str) -> Diagnostic {
    let code = match problem.kind {
        ProblemKind::Limit(_) => Code::G501,
        ProblemKind::TooLarge(_) => Code::G502,
        ProblemKind::Refused(_) => Code::G413,
        ProblemKind::Unfit { .. } => Code::G504,
        _ => Code::G602,
    };
    let verb = if code == Code::G501 { "is undecided" } else { "cannot be evaluated" };
    let diagnostic = Diagnostic::new(code, format!("{} {verb}: {why}", title(claim)));
    let help = crate::position::errors::help_in_claim(program, &claim.slots, claim.expr(), problem);
    if problem.span == crate::source::Span::default() {
        diagnostic.at(claim.span, "this claim").help(help)
    } else {
        diagnostic.at(problem.span, "here").help(help)
    }
}

/// Which quantifier over all naturals was left open, and at which case: `no b <= 4096 for a = 201`.
pub fn open_words(instance: &Instance, claim: &Claim, case: &Case, open: &Open) -> String {
    let names: Vec<&str> = open.slots.iter().map(|slot| claim.slots[slot.index()].name.as_str()).collect();
    let found = if open.forall { "no counterexample with" } else { "no" };
    let at = match case.is_empty() {
        true => String::new(),
        false => format!(" for {}", case_words(&instance.program, case)),
    };
    format!("{found} {} <= {}{at}", names.join(", "), open.bound)
}

/// The note that the counterexample may not be the smallest, because the smaller case `case` is
/// open.
pub fn smaller_is_open(instance: &Instance, claim: &Claim, case: &Case, open: &Open) -> String {
    let case_words = case_words(&instance.program, case);
    format!("a smaller one may be {case_words}, which is open: {}", open_words(instance, claim, case, open))
}

/// The diagnostic for a claim that neither its cases nor a proof decided.
pub fn cannot_decide(claim: &Claim, why: &str) -> Diagnostic {
    Diagnostic::new(Code::G602, format!("{} is undecided: {why}", title(claim)))
        .at(claim.span, "this claim")
        .help("raise `--bound N`, or give the variables finite domains")
}

/// The diagnostic for a `repeats` claim for which no two values one period apart were examined.
/// `needed` is the least bound that includes two.
pub fn beyond_bound(claim: &Claim, why: &str, needed: u64) -> Diagnostic {
    Diagnostic::new(Code::G602, format!("{} is undecided: {why}", title(claim)))
        .at(claim.span, "this claim")
        .help(format!("use `--bound {needed}` or more"))
}

/// The warning that no case satisfies the conditions of a claim. With a bound, only cases up to the
/// bound were examined.
pub fn vacuous(claim: &Claim, bound: Option<u64>) -> Diagnostic {
    let title = title(claim);
    let (message, label) = match bound {
        None => (format!("{title} is vacuous: no case satisfies the conditions"), "no case here"),
        Some(bound) => (
            format!("{title} is vacuous up to {bound}: no case there satisfies the conditions"),
            "no case here yet",
        ),
    };
    let help = match reversed_range(claim.expr()) {
        Some(range) => format!("its range is empty: write `{range}`"),
        None => "check the domains and conditions".to_string(),
    };
    let help = if bound.is_some() { format!("{help}, or raise `--bound N`") } else { help };
    Diagnostic::new(Code::G603, message).at(claim.span, label).help(help)
}

/// `0..=20` for the first range `20..=0` that a claim's variable runs over.
fn reversed_range(claim: &Expr) -> Option<String> {
    let ExprKind::Quantifier { clauses, .. } = &claim.kind else { return None };
    clauses.iter().find_map(|clause| {
        let Clause::For(_, Expr { kind: ExprKind::Range { bounds, inclusive }, .. }) = clause else {
            return None;
        };
        let [ExprKind::Literal(Value::Int(low)), ExprKind::Literal(Value::Int(high))] =
            [&bounds[0].kind, &bounds[1].kind]
        else {
            return None;
        };
        (low > high).then(|| format!("{high}..{}{low}", if *inclusive { "=" } else { "" }))
    })
}

/// The words for the unproved assumption that play of these games ends.
pub fn assumption(games: &[String]) -> String {
    format!("assuming that play of {} ends", games.join(", "))
}

/// The error for a claim that was only checked up to a bound, which `--strict` does not accept.
pub fn not_proved(claim: &Claim) -> Diagnostic {
    Diagnostic::new(Code::G604, format!("{} is not proved", title(claim)))
        .at(claim.span, "checked, not proved")
        .help("leave out `--strict`, or give the variables finite domains")
}

/// Why a claim with an error is not judged.
pub const HAS_AN_ERROR: &str = "not judged, because of an error in it or in a start that it names";

/// Why a claim is not judged if the rules of these games have an error.
pub fn not_judged(games: &[String]) -> String {
    let names: Vec<String> = games.iter().map(|name| format!("`{name}`")).collect();
    format!("not judged, because the rules of {} are wrong or not proved", names.join(" and "))
}
