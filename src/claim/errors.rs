//! The wording of messages about claims.

use super::Case;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Binary, Claim, Comparison, Expr, ExprKind, Program, Term, Type, print, walk};
use crate::position::{Instance, Open, Problem, ProblemKind};

/// The name of a claim in messages.
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

/// A false claim with its smallest counterexample.
pub fn refuted(instance: &Instance, claim: &Claim, counterexample: &Case, facts: &[String]) -> Diagnostic {
    let place = match counterexample.is_empty() {
        true => String::new(),
        false => format!(" at {}", case_words(&instance.program, counterexample)),
    };
    let mut diagnostic = Diagnostic::new(Code::G601, format!("{} is false{place}", title(claim)))
        .at(claim.span, "claimed here")
        .help(help_for_refuted(&instance.program, claim));
    for fact in facts {
        diagnostic = diagnostic.note(fact.clone());
    }
    diagnostic
}

/// What may be wrong with a claim that is false.
fn help_for_refuted(program: &Program, claim: &Claim) -> String {
    let (mut is_power, mut has_power, mut asks_value, mut compared) = (false, false, false, None);
    let mut quotient = None;
    walk::everything(claim.expr(), &mut |part| match &part.kind {
        ExprKind::Term(Term::Sg, _) => asks_value = true,
        ExprKind::Binary(Binary::Quotient, above, below) => quotient = Some((above, below)),
        ExprKind::Binary(Binary::Power, base, exponent) => {
            let is_written = |side: &Expr| matches!(side.kind, ExprKind::Literal(_));
            is_power |= !is_written(base) && !is_written(exponent);
            has_power = true;
        }
        ExprKind::Compare(first, rest) if first.ty == Type::Position => {
            compared = compared.or(rest.first().map(|(op, second)| (&**first, *op, second)));
        }
        _ => {}
    });
    if let Some((first, op @ (Comparison::Eq | Comparison::Ne), second)) = compared {
        return help_for_positions(program, claim, [first, second], op);
    }
    if let Some((above, below)) = quotient.filter(|_| asks_value) {
        let [above, below] = [above, below].map(|side| print::expr(program, &claim.slots, side));
        return format!(
            "`/` is exact: for the quotient rounded down, write `{above} div {below}`; or correct the claim or the rules"
        );
    }
    match is_power || has_power && asks_value {
        true => "`^` is power: the nim-sum is `xor`; or correct the claim or the rules".into(),
        false => "correct the claim or the rules".into(),
    }
}

/// Positions are compared by their components, and values may have been meant.
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

/// Longer positions are not repeated in a help.
const MOST_LETTERS_OF_SIDES: usize = 100;

/// A claim whose evaluation met a problem or a limit.
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

/// The note that the counterexample may not be the smallest.
pub fn smaller_is_open(instance: &Instance, claim: &Claim, case: &Case, open: &Open) -> String {
    let case_words = case_words(&instance.program, case);
    format!("a smaller one may be {case_words}, which is open: {}", open_words(instance, claim, case, open))
}

/// A claim that the search could not settle.
pub fn cannot_decide(claim: &Claim, why: &str) -> Diagnostic {
    Diagnostic::new(Code::G602, format!("{} is undecided: {why}", title(claim)))
        .at(claim.span, "this claim")
        .help("raise `--bound N`, or give the variables finite domains")
}

/// A `repeats` claim whose period lies beyond the examined values.
pub fn beyond_bound(claim: &Claim, why: &str, needed: u64) -> Diagnostic {
    Diagnostic::new(Code::G602, format!("{} is undecided: {why}", title(claim)))
        .at(claim.span, "this claim")
        .help(format!("use `--bound {needed}` or more"))
}

/// A claim whose conditions no case satisfies, up to the bound if there is one.
pub fn vacuous(claim: &Claim, bound: Option<u64>) -> Diagnostic {
    let title = title(claim);
    let (message, label) = match bound {
        None => (format!("{title} is vacuous: no case satisfies the conditions"), "no case here"),
        Some(bound) => (
            format!("{title} is vacuous up to {bound}: no case there satisfies the conditions"),
            "no case here yet",
        ),
    };
    let help = "check the domains and conditions";
    let help = if bound.is_some() { format!("{help}, or raise `--bound N`") } else { help.to_string() };
    Diagnostic::new(Code::G603, message).at(claim.span, label).help(help)
}

/// The assumption of a claim if play of some games is only assumed to end.
pub fn assumption(games: &[String]) -> String {
    format!("assuming that play of {} ends", games.join(", "))
}

/// A claim that `--strict` does not accept.
pub fn not_proved(claim: &Claim) -> Diagnostic {
    Diagnostic::new(Code::G604, format!("{} is not proved", title(claim)))
        .at(claim.span, "checked, not proved")
        .help("leave out `--strict`, or give the variables finite domains")
}
