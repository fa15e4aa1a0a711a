//! The outcome of a check: success, an error, or misuse of the command.

use super::Checked;
use super::known_games::disagrees;
use crate::claim::{Evidence, Verdict};
use crate::diagnostic::{Code, Diagnostic, any_error};

impl Checked {
    /// Whether there are no errors, no theorem contradicts the reference, and every claim is proved
    /// or checked up to a bound.
    pub fn ok(&self) -> bool {
        !any_error(&self.diagnostics)
            && !self.theorems.iter().any(disagrees)
            && self
                .verdicts
                .iter()
                .all(|verdict| matches!(verdict.evidence, Evidence::Proved { .. } | Evidence::Checked { .. }))
    }

    /// Whether the command is wrong, not the spec: a file could not be read, a parameter of `--set`
    /// does not exist or its value is wrong, or the engine does not support the game.
    pub fn misused(&self) -> bool {
        self.diagnostics.iter().any(|it| it.code == Code::G504 || self.opened.is_misuse(it))
    }

    /// Whether there is an error, as opposed to something that a limit left open.
    pub fn wrong(&self) -> bool {
        let limit = |diagnostic: &Diagnostic| diagnostic.code == Code::G501;
        let undecided = |verdict: &Verdict| match &verdict.evidence {
            Evidence::Refuted { .. } => true,
            Evidence::Undecided { limit, .. } => limit.is_none(),
            _ => false,
        };
        self.diagnostics.iter().any(|it| it.is_error() && !limit(it))
            || self.verdicts.iter().any(undecided)
            || self.theorems.iter().any(disagrees)
    }
}
