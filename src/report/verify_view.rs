//! The result of checking a certificate, as data and as text.

use crate::diagnostic::Code;
use crate::verify::certificate::{Convention, Formula, Linear, Move, System};
use crate::verify::{Accepted, Refusal};
use serde::Serialize;
use std::fmt::Write;

/// The result of checking a certificate.
#[derive(Debug, Serialize)]
pub struct VerifyView {
    /// The file with the certificate.
    pub file: String,
    /// Whether the certificate was accepted.
    pub accepted: bool,
    /// Why the certificate was rejected; `None` if it was accepted.
    pub reason: Option<String>,
    /// The diagnostic code of the reason; `None` if the certificate was accepted.
    pub code: Option<&'static str>,
    /// The spec and the game with whose rules the certificate was compared, if a spec was given.
    pub spec: Option<String>,
    /// The name of the game. This and the following fields exist only for accepted certificates.
    pub game: Option<String>,
    /// `normal` or `misere`.
    pub convention: Option<Convention>,
    /// The name of the numeration system.
    pub system: Option<String>,
    /// How many states the automaton of lost positions has.
    pub states: Option<usize>,
}

impl VerifyView {
    /// The view of the result for a file. `spec` is the spec and the game with whose rules the
    /// certificate was compared.
    pub fn new(file: &str, checked: &Result<Accepted, Refusal>, spec: Option<String>) -> VerifyView {
        let certificate = checked.as_ref().ok().map(|accepted| &accepted.certificate);
        VerifyView {
            file: file.to_string(),
            accepted: checked.is_ok(),
            reason: checked.as_ref().err().map(Refusal::to_string),
            code: checked.as_ref().err().map(|refusal| code(refusal).name()),
            spec,
            game: certificate.map(|it| it.game.clone()),
            convention: certificate.map(|it| it.convention),
            system: certificate.map(|it| system(&it.system)),
            states: certificate.map(|it| it.set.next.len()),
        }
    }
}

fn code(refusal: &Refusal) -> Code {
    if refusal.is_about_other_rules { Code::G507 } else { Code::G506 }
}

/// The result as text: the rules and what is proved about them, or that the certificate was
/// rejected.
pub fn verify_text(view: &VerifyView, accepted: Option<&Accepted>) -> String {
    let Some(Accepted { certificate }) = accepted else {
        return format!("{}: rejected\n", view.file);
    };
    let play = match certificate.convention {
        Convention::Normal => "normal play",
        Convention::Misere => "misère play",
    };
    let fields = certificate.fields.join(", ");
    let mut text = format!("{}: accepted\n  game  {}({fields}), {play}\n", view.file, certificate.game);
    for rule in &certificate.moves {
        let _ = writeln!(text, "  move  {}", told_move(rule));
    }
    for (end, condition) in [("won", &certificate.won), ("lost", &certificate.lost)] {
        if *condition != Formula::Or(Vec::new()) {
            let _ = writeln!(text, "  {end:<4}  where {}", told(condition));
        }
    }
    if let Some(spec) = &view.spec {
        let _ = writeln!(text, "  These are the rules of {spec}.");
    }
    let (states, system) = (certificate.set.next.len(), system(&certificate.system));
    let _ = writeln!(text, "  For all naturals, ({fields}) is lost if and only if the automaton accepts it.");
    let _ = writeln!(text, "  automaton: {states} states, {system}");
    text
}

/// A move as text, such as `left(k) -> (a - k, b) when k >= 1 and a >= k`.
fn told_move(rule: &Move) -> String {
    let targets: Vec<String> = rule.to.iter().map(sum).collect();
    let binders = match &rule.binders[..] {
        [] => String::new(),
        names => format!("({})", names.join(", ")),
    };
    format!("{}{binders} -> ({}) when {}", rule.name, targets.join(", "), told(&rule.guard))
}

/// The name of a numeration system: its base, or its first numbers.
pub fn system(system: &System) -> String {
    match (&system.recurrence[..], &system.start[..]) {
        ([base], _) => format!("base {base}"),
        ([1, 1], [1, 2]) => "Zeckendorf".to_string(),
        (recurrence, start) => {
            let mut units = start.to_vec();
            while units.len() < recurrence.len() + 4 {
                let latest = units.iter().rev();
                let terms = recurrence.iter().zip(latest).map(|(c, unit)| c.saturating_mul(*unit));
                units.push(terms.fold(0i64, i64::saturating_add));
            }
            let units: Vec<String> = units.iter().map(i64::to_string).collect();
            format!("places worth {}, …", units.join(", "))
        }
    }
}

/// A condition in words, such as `k >= 1 and (a >= k or b >= k)`.
fn told(formula: &Formula) -> String {
    let joined = |parts: &[Formula], word: &str| {
        let parts: Vec<String> = parts.iter().map(grouped).collect();
        parts.join(word)
    };
    match formula {
        Formula::And(parts) if parts.is_empty() => "true".to_string(),
        Formula::Or(parts) if parts.is_empty() => "false".to_string(),
        Formula::And(parts) => joined(parts, " and "),
        Formula::Or(parts) => joined(parts, " or "),
        Formula::Not(part) => format!("not {}", grouped(part)),
        Formula::Ge(form) => compared(form, ">="),
        Formula::Eq(form) => compared(form, "=="),
        Formula::Divides(modulus, form) => format!("{modulus} divides {}", sum(form)),
    }
}

/// A condition in words, with parentheses if it is a conjunction or disjunction of several parts.
fn grouped(formula: &Formula) -> String {
    match formula {
        Formula::And(parts) | Formula::Or(parts) if parts.len() > 1 => format!("({})", told(formula)),
        _ => told(formula),
    }
}

/// A comparison with 0 in words, with the negative terms moved to the other side.
fn compared(form: &Linear, sign: &str) -> String {
    let side = |positive: bool| {
        let terms = form.0.iter().filter(|(_, factor)| (**factor > 0) == positive);
        sum(&Linear(terms.map(|(name, factor)| (name.clone(), factor.abs())).collect()))
    };
    format!("{} {sign} {}", side(true), side(false))
}

/// A linear form as a sum, with the constant last.
pub fn sum(form: &Linear) -> String {
    let mut text = String::new();
    let named = form.0.iter().filter(|(name, _)| !name.is_empty());
    for (name, factor) in named.chain(form.0.get_key_value("")).filter(|(_, factor)| **factor != 0) {
        match (text.is_empty(), *factor < 0) {
            (true, false) => {}
            (true, true) => text.push('-'),
            (false, false) => text.push_str(" + "),
            (false, true) => text.push_str(" - "),
        }
        let _ = match (name.as_str(), factor.unsigned_abs()) {
            ("", amount) => write!(text, "{amount}"),
            (name, 1) => write!(text, "{name}"),
            (name, amount) => write!(text, "{amount}*{name}"),
        };
    }
    if text.is_empty() { "0".to_string() } else { text }
}
