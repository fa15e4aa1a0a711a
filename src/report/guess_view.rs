//! Claims that were guessed, as data and as text.

use crate::claim::Evidence;
use crate::variants::guess::Guess;
use serde::Serialize;

/// A claim with what is known of it.
#[derive(Debug, Serialize)]
pub struct GuessView {
    /// The claim, ready to be pasted.
    pub claim: String,
    /// What it is about: `values`, `period` or `outcomes` of all positions, or `part` of them.
    pub about: &'static str,
    /// `proved` or `checked`.
    pub status: &'static str,
    /// By what it is proved.
    pub by: Option<String>,
    /// How far it was checked.
    pub bound: Option<String>,
}

impl GuessView {
    /// The view of a guess.
    pub fn new(guess: &Guess) -> GuessView {
        let (by, bound) = match &guess.evidence {
            Evidence::Proved { by, agrees } => (Some(by.clone()), agrees.clone()),
            other => (None, other.bound()),
        };
        GuessView {
            claim: guess.claim.clone(),
            about: guess.kind.name(),
            status: guess.evidence.status(),
            by,
            bound,
        }
    }
}

/// Claims with a comment above each that says how surely it holds.
pub fn guess_text(views: &[GuessView]) -> String {
    if views.is_empty() {
        return "nothing fits\n".to_string();
    }
    let one = |view: &GuessView| {
        let bound = view.bound.as_ref().map_or(String::new(), |bound| format!(" for {bound}"));
        let known = match &view.by {
            Some(by) => format!("proved by {by}"),
            None => format!("checked{bound}, not proved"),
        };
        format!("// {known}\n{}\n", view.claim)
    };
    views.iter().map(one).collect()
}
