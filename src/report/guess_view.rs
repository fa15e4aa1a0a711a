//! Guessed claims, as data and as text.

use crate::claim::Evidence;
use crate::theorem::Theorem;
use crate::variants::guess::Guess;
use serde::Serialize;

/// A guessed claim with its evidence.
#[derive(Debug, Serialize)]
pub struct GuessView {
    /// The text of the claim, ready to be pasted into the spec.
    pub claim: String,
    /// The declaration of a game that the claim mentions and that the spec lacks, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What the claim is about: `values`, `period` or `outcomes` of all positions; `game`, that all
    /// positions have the values of a game by code; or `part`, only some of the positions.
    pub about: &'static str,
    /// `proved` or `checked`.
    pub status: &'static str,
    /// The proof in words, if there is one.
    pub by: Option<String>,
    /// The bound up to which the claim was checked, or compared with the reference.
    pub bound: Option<String>,
    /// The identifier of the theorem that covers the game, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<&'static str>,
}

impl GuessView {
    /// The view of a guess. `theorem` is the one that covers the game.
    pub fn new(guess: &Guess, theorem: Option<&Theorem>) -> GuessView {
        let (by, bound) = match &guess.evidence {
            Evidence::Proved { by, agrees } => (Some(by.clone()), agrees.clone()),
            other => (None, other.bound()),
        };
        GuessView {
            claim: guess.claim.clone(),
            game: guess.game.clone(),
            about: guess.kind.name(),
            status: guess.evidence.status(),
            by,
            bound,
            theorem: theorem.map(|it| it.id),
        }
    }

    /// The lines to add to the spec: a comment with the evidence, then the game that the claim
    /// mentions, and the claim.
    pub fn lines(&self) -> String {
        let bound = self.bound.as_ref().map_or(String::new(), |bound| format!(" for {bound}"));
        let known = match &self.by {
            Some(by) => format!("proved by {by}"),
            None => format!("checked{bound}, not proved"),
        };
        let game = self.game.as_ref().map_or(String::new(), |game| format!("{game}\n"));
        format!("// {known}\n{game}{}\n", self.claim)
    }
}

/// The claims as text, each below a comment with its evidence. If a theorem covers the game and no
/// proof cites the theorem, a comment about the theorem comes first.
pub fn guess_text(views: &[GuessView], theorem: Option<&Theorem>) -> String {
    let cites = |it: &Theorem| {
        let name = format!("(theorem:{})", it.id);
        views.iter().any(|view| view.by.as_ref().is_some_and(|by| by.contains(&name)))
    };
    let known = theorem
        .filter(|it| !cites(it))
        .map_or(String::new(), |it| format!("// the rules are those of a known game: {}\n", it.gives));
    if views.is_empty() {
        return format!("{known}nothing fits\n");
    }
    known + &views.iter().map(GuessView::lines).collect::<String>()
}
