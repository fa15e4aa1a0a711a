//! A check as text.

use super::view::{CheckView, ClaimView, GameView};

/// Colours as terminals know them, or nothing.
struct Paint(bool);

impl Paint {
    fn with(&self, code: &str, text: &str) -> String {
        if self.0 { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_string() }
    }
}

/// A check in a few lines: the games, the claims, a summary.
pub fn check_text(view: &CheckView, colour: bool) -> String {
    let paint = Paint(colour);
    let mut out = format!("{}\n", paint.with("1", &view.file));
    for game in &view.games {
        out.push_str(&game_line(game, &paint));
    }
    let names: Vec<String> = view.claims.iter().map(claim_name).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(48);
    for (claim, name) in view.claims.iter().zip(&names) {
        out.push_str(&claim_line(claim, name, width, &paint));
    }
    out.push_str(&summary(view, &paint));
    out
}

fn game_line(game: &GameView, paint: &Paint) -> String {
    let origin = game.origin.as_ref().map(|origin| format!(" = {origin}")).unwrap_or_default();
    let head = format!("game {}({}){origin}", game.name, game.fields.join(", "));
    let by = game.terminates.by.clone().unwrap_or_default();
    let end = match game.terminates.status {
        "proved" => format!("ends: proved, {by}"),
        "checked" => format!("ends: {}, {by}", paint.with("33", "checked")),
        _ => by,
    };
    // Said only where it is less than a proof.
    let rules = match (game.rules.status, &game.rules.by) {
        ("checked", Some(by)) => format!("      rules: {}, {by}\n", paint.with("33", "checked")),
        _ => String::new(),
    };
    format!("  {head}\n      {end}\n{rules}")
}

fn claim_name(claim: &ClaimView) -> String {
    claim.name.clone().unwrap_or_else(|| format!("claim at line {}", claim.line))
}

fn claim_line(claim: &ClaimView, name: &str, width: usize, paint: &Paint) -> String {
    let (mark, words) = match claim.status {
        "proved" => {
            (paint.with("32", "✓"), format!("proved by {}", claim.by.as_deref().unwrap_or("evaluation")))
        }
        "checked" => {
            (paint.with("33", "~"), format!("checked for {}", claim.bound.as_deref().unwrap_or("some cases")))
        }
        "refuted" => (paint.with("31", "✗"), format!("refuted{}", counterexample(claim))),
        _ => {
            (paint.with("33", "?"), format!("undecided: {}", claim.by.as_deref().unwrap_or("not evaluated")))
        }
    };
    format!("  {mark} {name:<width$}  {words}\n")
}

fn counterexample(claim: &ClaimView) -> String {
    match claim.counterexample_words.as_str() {
        "" => String::new(),
        words => format!(" at {words}"),
    }
}

fn summary(view: &CheckView, paint: &Paint) -> String {
    let count = |status: &str| view.claims.iter().filter(|claim| claim.status == status).count();
    let mut parts = Vec::new();
    for status in ["proved", "checked", "refuted", "undecided"] {
        let n = count(status);
        if n > 0 {
            parts.push(format!("{n} {status}"));
        }
    }
    let claims = match view.claims.len() {
        0 => "no claims".to_string(),
        1 => format!("1 claim: {}", parts.join(", ")),
        n => format!("{n} claims: {}", parts.join(", ")),
    };
    let errors = view.diagnostics.iter().filter(|it| it.severity == "error").count();
    let warnings = view.diagnostics.len() - errors;
    let mut troubles = Vec::new();
    let plural = |n: usize, word: &str| if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") };
    if errors > 0 {
        troubles.push(plural(errors, "error"));
    }
    if warnings > 0 {
        troubles.push(plural(warnings, "warning"));
    }
    let tail = if troubles.is_empty() { String::new() } else { format!("; {}", troubles.join(", ")) };
    let (mark, word) = if view.ok { ("32", "ok") } else { ("31", "not ok") };
    format!("  {}: {claims}{tail}\n", paint.with(mark, word))
}
