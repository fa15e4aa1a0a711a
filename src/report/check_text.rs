//! Writes the results of a check as text: the games, the claims with their verdicts, a summary.

use super::view::{CheckView, ClaimView, GameView, NOT_JUDGED, TerminationView};
use crate::diagnostic::render::with_short_numbers;

/// The style in which a check is printed.
#[derive(Debug, Clone, Copy)]
pub struct CheckStyle {
    /// Whether to use colours.
    pub colour: bool,
    /// The width of a line in characters.
    pub width: usize,
    /// How much is printed.
    pub detail: Detail,
}

/// How much of a check is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The name of the file, the claims that are not proved, and the summary.
    Quiet,
    /// Each claim, unless there are very many.
    Normal,
    /// Each claim with the number of examined cases and positions, and its time.
    Verbose,
}

/// With [`Detail::Normal`], if there are more claims than this, only those that are not proved are
/// listed, followed by the number of proved claims.
const MANY: usize = 30;
/// The longest description of moves, in characters, that is shown without `--verbose`: it fits one
/// line.
const LONGEST_SHAPE: usize = 90;
/// From this time on, in seconds, the time of a claim is printed even without `--verbose`.
const LONG_SECONDS: f64 = 1.0;
/// The verdicts on claims are aligned in a column, except behind names with more characters.
const WIDEST_NAME: usize = 48;

impl CheckStyle {
    /// The text in the colour of an ANSI code, if colours are used.
    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_string() }
    }

    /// The text `beginning`, which takes `width` columns, followed by words that are wrapped.
    /// Continuation lines are aligned with the first word.
    fn hanging(&self, beginning: &str, width: usize, words: &str) -> String {
        // If a name leaves no room, the following text begins on a separate line.
        let (mut out, indent) = match width + 24 <= self.width {
            true => (beginning.to_string(), width),
            false => (format!("{}\n      ", beginning.trim_end()), 6),
        };
        let room = self.width.saturating_sub(indent).max(16);
        let mut column = 0;
        for word in words.split(' ') {
            let length = visible(word);
            if column > 0 && column + 1 + length > room {
                out.push_str(&format!("\n{}", " ".repeat(indent)));
                column = 0;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
        }
        out.push('\n');
        out
    }
}

/// The number of characters of a word that a terminal shows: those outside of ANSI codes for colours.
fn visible(word: &str) -> usize {
    let mut parts = word.split('\u{1b}');
    let first = parts.next().map_or(0, |it| it.chars().count());
    first + parts.map(|it| it.split_once('m').map_or(0, |(_, shown)| shown.chars().count())).sum::<usize>()
}

/// The results of a check as lines: the games, the claims, a summary.
pub fn check_text(view: &CheckView, style: CheckStyle) -> String {
    let mut out = format!("{}\n", style.paint("1", &view.file));
    if style.detail != Detail::Quiet {
        for game in &view.games {
            out.push_str(&game_lines(game, style));
        }
    }
    let many = view.claims.len() > MANY && style.detail == Detail::Normal;
    let open = |claim: &&ClaimView| claim.status != "proved";
    let shown: Vec<&ClaimView> = match style.detail {
        Detail::Quiet => view.claims.iter().filter(open).collect(),
        Detail::Normal if many => view.claims.iter().filter(open).collect(),
        _ => view.claims.iter().collect(),
    };
    let names: Vec<String> = shown.iter().map(|claim| claim_name(claim)).collect();
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(WIDEST_NAME);
    for (claim, name) in shown.iter().zip(&names) {
        out.push_str(&claim_lines(claim, name, widest, style));
    }
    if many {
        let proved = view.claims.len() - shown.len();
        let mark = style.paint("32", "✓");
        out.push_str(&format!("  {mark} {proved} more proved; `--verbose` lists them\n"));
    }
    out.push_str(&summary(view, style));
    if many {
        // Failed claims are repeated at the end of a long list, where users see them.
        for claim in view.claims.iter().filter(|claim| matches!(claim.status, "refuted" | "undecided")) {
            let name = claim_name(claim);
            out.push_str(&claim_lines(claim, &name, name.chars().count().min(WIDEST_NAME), style));
        }
    }
    out
}

/// The lines about one game.
fn game_lines(game: &GameView, style: CheckStyle) -> String {
    let origin = game.origin.as_ref().map(|origin| format!(" = {origin}")).unwrap_or_default();
    let head = format!("game {}({}){origin}", game.name, game.fields.join(", "));
    let mut out = style.hanging("  ", 2, &head);
    let by = game.terminates.by.clone().unwrap_or_default();
    let end = match game.terminates.status {
        "proved" if is_by_search(&game.terminates) => match by[SEARCH.len()..].trim() {
            "0 components" => {
                "terminates: not proved and not examined, because there is no position to begin from"
                    .to_string()
            }
            components => format!("terminates: proved for {components}, all that play can reach"),
        },
        "proved" => format!("terminates: proved, {by}"),
        "checked" => format!("terminates: {}, {by}", style.paint("33", "checked")),
        _ => by,
    };
    if let Some(shape) = shown_shape(game, style) {
        out.push_str(&style.hanging("      ", 6, &format!("is: {shape}")));
    }
    out.push_str(&style.hanging("      ", 6, &end));
    if let Some(theorem) = &game.theorem {
        let only = theorem.only.as_ref().map(|only| format!(" ({only})")).unwrap_or_default();
        let words = match theorem.status {
            "proved" if !theorem.compared => format!("theorem: {}{only}", theorem.gives),
            "proved" => {
                let (gives, bound) = (theorem.gives, &theorem.bound);
                format!("theorem: {gives}{only}; cross-checked by search for {bound}")
            }
            _ => format!("theorem: {}, but {}: a mistake in gspec", theorem.gives, theorem.bound),
        };
        out.push_str(&style.hanging("      ", 6, &words));
    }
    if let Some(splits) = &game.splits {
        let verbose = style.detail == Detail::Verbose;
        let words = match &splits.by {
            None => {
                let words = "splits: cells that are no longer connected by a move play as a sum";
                let from = format!(", on all boards from {}", splits.from);
                Some(format!("{words}{}", if verbose { &from } else { "" }))
            }
            Some(why) if verbose && splits.status == "undecided" => {
                Some(format!("splits: undecided, from {}: {why}", splits.from))
            }
            Some(why) if verbose => Some(format!("does not split, from {}: {why}", splits.from)),
            Some(_) => None,
        };
        out.extend(words.map(|words| style.hanging("      ", 6, &words)));
    }
    if let Some(like) = &game.like {
        let checked = style.paint("33", "checked");
        let of = if like.of == "n" { String::new() } else { format!("{} have ", like.of) };
        let checked = format!("{checked} for {}, not proved", like.bound);
        let words = format!("like {}: {of}equal values, {checked}", like.game);
        out.push_str(&style.hanging("      ", 6, &words));
    }
    out.extend(rules_line(game, style).map(|words| style.hanging("      ", 6, &words)));
    out
}

/// The evidence that the rules have a value and keep fields in their types, if it is less than a
/// proof for all positions.
fn rules_line(game: &GameView, style: CheckStyle) -> Option<String> {
    match (game.rules.status, &game.rules.by) {
        ("checked", Some(by)) => Some(format!("rules: {}, {by}", style.paint("33", "checked"))),
        // Other positions may break the rules, so the reader has to know how many were examined.
        ("proved", Some(by)) if by.starts_with(SEARCH) && !is_by_search(&game.terminates) => {
            match by[SEARCH.len()..].trim() {
                "0 components" => None,
                components => Some(format!("rules: proved for {components}, all that play can reach")),
            }
        }
        _ => None,
    }
}

/// The beginning of the text of evidence that comes from examining all positions that play can
/// reach.
const SEARCH: &str = "complete search of";

/// Whether evidence comes from examining all positions that play can reach.
fn is_by_search(evidence: &TerminationView) -> bool {
    evidence.by.as_ref().is_some_and(|by| by.starts_with(SEARCH))
}

/// The description of the moves, if it is to be shown: it is short and plain, or `--verbose` asks
/// for it, and it does not repeat the code in the heading.
fn shown_shape(game: &GameView, style: CheckStyle) -> Option<&String> {
    // The normal form introduces its own names, which are not those of the spec.
    let is_plain = |shape: &str| !shape.starts_with('(') && shape.chars().count() <= LONGEST_SHAPE;
    let is_shown = |shape: &&String| is_plain(shape) || style.detail == Detail::Verbose;
    // The heading already shows a code such as `octal "0.77"`.
    let is_code = |shape: &&String| {
        game.origin.as_ref().is_some_and(|it| **shape == format!("one heap, {}", it.replace('"', "")))
    };
    game.shape.as_ref().filter(is_shown).filter(|it| !is_code(it))
}

fn claim_name(claim: &ClaimView) -> String {
    claim.name.clone().unwrap_or_else(|| format!("claim at line {}", claim.line))
}

/// The lines about one claim. `widest` is the width of the column of names.
fn claim_lines(claim: &ClaimView, name: &str, widest: usize, style: CheckStyle) -> String {
    let agrees = claim
        .bound
        .as_ref()
        .map(|bound| format!("; cross-checked by search for {bound}"))
        .unwrap_or_default();
    let (mark, mut words) = match claim.status {
        "proved" => {
            let by = claim.by.as_deref().unwrap_or("evaluation");
            (style.paint("32", "✓"), format!("proved by {by}{agrees}"))
        }
        "checked" => {
            let bound = claim.bound.as_deref().unwrap_or("some cases");
            (style.paint("33", "~"), format!("checked for {bound}"))
        }
        "refuted" => (style.paint("31", "✗"), format!("refuted{}", counterexample(claim))),
        _ => {
            let why = claim.by.as_deref().unwrap_or("not evaluated");
            let undecided = if claim.is_judged() { "undecided: " } else { "" };
            (style.paint("33", "?"), format!("{undecided}{why}"))
        }
    };
    words.push_str(&effort(claim, style.detail));
    let padding = " ".repeat(widest.saturating_sub(name.chars().count()));
    let width = widest.max(name.chars().count()) + 6;
    style.hanging(&format!("  {mark} {name}{padding}  "), width, &words)
}

/// The counterexample of a refuted claim, with ` at ` before it.
fn counterexample(claim: &ClaimView) -> String {
    match claim.counterexample_words.as_str() {
        "" => String::new(),
        words => format!(" at {}", with_short_numbers(words)),
    }
}

/// With `--verbose`, the number of examined cases and positions of a claim, and its time; otherwise
/// only a time of at least `LONG_SECONDS`. Empty if there is nothing to say.
fn effort(claim: &ClaimView, detail: Detail) -> String {
    let seconds = claim.seconds.unwrap_or(0.0);
    match detail {
        Detail::Verbose => {
            // The argument may have said how many cases there are.
            let said = format!("evaluation of {} cases", claim.cases);
            let is_said = claim.by.as_ref().is_some_and(|by| by.contains(&said));
            let cases = if is_said { 0 } else { claim.cases };
            let counts = [(cases, "case"), (claim.examined, "position")];
            let counts =
                counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| plural(count, word));
            let time = claim.seconds.map(|seconds| format!("{:.1} ms", seconds * 1000.0));
            let parts: Vec<String> = counts.chain(time).collect();
            if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
        }
        _ if seconds >= LONG_SECONDS => format!(" ({seconds:.1} s)"),
        _ => String::new(),
    }
}

fn plural(count: u64, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// The summary line: how many claims have each status, and how many warnings and other errors there
/// are. Refuted and undecided claims are errors too, but are counted only as claims.
fn summary(view: &CheckView, style: CheckStyle) -> String {
    let count = |status: &str| view.claims.iter().filter(|claim| claim.said() == status).count();
    let mut parts = Vec::new();
    for status in ["proved", "checked", "refuted", "undecided", NOT_JUDGED] {
        let n = count(status);
        if n > 0 {
            parts.push(format!("{n} {status}"));
        }
    }
    let errors = view.diagnostics.iter().filter(|it| it.severity == "error").count();
    // The parts before already count the claims that are refuted or undecided.
    let is_verdict = |code: &str| matches!(code, "G601" | "G602");
    let others = view.diagnostics.iter().filter(|it| it.severity == "error" && !is_verdict(it.code)).count();
    let claims = match view.claims.len() {
        0 if view.claims_not_judged == 1 => "1 claim not judged".to_string(),
        0 if view.claims_not_judged > 1 => format!("{} claims not judged", view.claims_not_judged),
        0 if errors > 0 => String::new(),
        0 if view.games.is_empty() => "no games and no claims".to_string(),
        0 => "no claims".to_string(),
        n => format!("{}: {}", plural(n as u64, "claim"), parts.join(", ")),
    };
    let warnings = view.diagnostics.len() - errors;
    let mut troubles = Vec::new();
    if others > 0 {
        troubles.push(plural(others as u64, "error"));
    }
    if warnings > 0 {
        troubles.push(plural(warnings as u64, "warning"));
    }
    let said: Vec<String> = [claims, troubles.join(", ")].into_iter().filter(|it| !it.is_empty()).collect();
    let (mark, word) = if view.ok { ("32", "ok") } else { ("31", "not ok") };
    let head = format!("  {}: ", style.paint(mark, word));
    style.hanging(&head, word.chars().count() + 4, &said.join("; "))
}
