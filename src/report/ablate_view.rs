//! The effect of leaving out each part of the rules, as data and as text.

use super::diff_view::{cause_words, known_words};
use super::view::EvidenceView;
use crate::claim::Evidence;
use crate::diagnostic::render::with_short_numbers;
use crate::ir::print;
use crate::variants::{Ablation, Difference, Effect, Pair, Part};
use serde::Serialize;

/// The effect of leaving out a part of the rules of a game.
#[derive(Debug, Serialize)]
pub struct AblationView {
    /// The name of the game.
    pub game: String,
    /// The kind of the part that is left out: `move`, `condition`, `member` or `amount`.
    pub kind: &'static str,
    /// The part that is left out, in words.
    pub part: String,
    /// What changes: `nothing`, `not who wins`, `values`, `who wins`, `breaks the rules` or
    /// `unknown`.
    pub changes: &'static str,
    /// How certain the effect is.
    pub evidence: EvidenceView,
    /// A position that changes, usually the smallest; `None` if none was found.
    pub witness: Option<String>,
    /// The result in words.
    pub words: String,
}

impl AblationView {
    /// The view of an ablation. `pair` holds the game, and the game without the part.
    pub fn new(pair: &Pair, ablation: &Ablation) -> AblationView {
        let (kind, part) = part_words(&ablation.part);
        let program = &pair.instance.program;
        let proved = |evidence: &Evidence| match evidence {
            Evidence::Proved { by, .. } => {
                EvidenceView { status: "proved", by: Some(by.clone()), bound: None }
            }
            other => EvidenceView { status: other.status(), by: None, bound: other.bound() },
        };
        let found =
            EvidenceView { status: "proved", by: Some("the position shown".to_string()), bound: None };
        let unknown =
            |why: &str| EvidenceView { status: "undecided", by: Some(why.to_string()), bound: None };
        let at = |left| Some(print::component(program, left));
        let (changes, evidence, witness, words) = match &ablation.effect {
            Effect::Nothing(evidence) => {
                ("nothing", proved(evidence), None, format!("changes nothing ({})", surely(evidence)))
            }
            Effect::NotWhoWins(evidence, why) => {
                let words = format!("does not change who wins ({}); values are {why}", surely(evidence));
                ("not who wins", proved(evidence), None, words)
            }
            Effect::Values(change) => {
                let words = format!(
                    "changes values{}\noutcomes stay equal: {}",
                    difference_words(pair, &change.first, true),
                    surely(&change.lost)
                );
                ("values", proved(&change.lost), at(&change.first.left), words)
            }
            Effect::WhoWins(first) => {
                let words = format!("changes who wins{}", difference_words(pair, first, false));
                ("who wins", found, at(&first.left), words)
            }
            Effect::Breaks(diagnostics) => {
                let why = diagnostics.first().map_or("", |it| it.message.as_str());
                ("breaks the rules", unknown(why), None, format!("breaks the rules: {why}"))
            }
            Effect::Open(why) => ("unknown", unknown(why), None, format!("unknown: {why}")),
        };
        let game = program.game(ablation.game).name.clone();
        AblationView { game, kind, part, changes, evidence, witness, words }
    }
}

/// Describes a position that changes, usually the smallest, and the option that causes the change.
fn difference_words(pair: &Pair, it: &Difference, values: bool) -> String {
    let left = print::component(&pair.instance.program, &it.left);
    let [with, without] = [&it.of_left, &it.of_right].map(|it| known_words(it, values));
    let at = if it.is_smallest { ", first at" } else { " at" };
    let mut out = format!("{at} {left}: it {with} with this part, but {without} without it");
    if let Some(cause) = &it.cause {
        let change = if cause.of_left { "removed move" } else { "added move" };
        out.push_str(&format!("\n{change}: {}", cause_words(pair, cause, values)));
    }
    out
}

/// How certain a result is, in words.
fn surely(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Proved { by, .. } => format!("proved: {by}"),
        Evidence::Checked { bound } => format!("no difference for {bound} (checked, not proved)"),
        other => other.status().to_string(),
    }
}

/// The kind of a part, and the part in words.
fn part_words(part: &Part) -> (&'static str, String) {
    match part {
        Part::Move { name } => ("move", format!("move {name}")),
        Part::Condition { name, text } => ("condition", format!("condition {text} of move {name}")),
        Part::Member { parameter, member } => ("member", format!("member {member} of {parameter}")),
        Part::Amount { name, binder, value } => ("amount", format!("{binder} = {value} in move {name}")),
    }
}

/// The part that is left out and the effect, as text.
pub fn ablation_text(view: &AblationView) -> String {
    let mut out = format!("  without {}\n", with_short_numbers(&view.part));
    for line in view.words.lines() {
        out.push_str(&format!("      {}\n", with_short_numbers(line)));
    }
    out
}
