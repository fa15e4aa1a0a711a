//! Sweeps: evaluates a spec for many values of its parameters. A [`Plan`] holds the questions,
//! [`examine`](fn@examine) answers them for one combination of values.

mod examine;
mod found;
mod key;
mod plan;
mod sequence;

pub use examine::examine;
pub use found::{Found, Quantity, Shown, Status, Trouble};
pub use key::{Key, fingerprint};
pub use plan::{Misfit, Plan, Wish};

/// A column of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// The least period of the values.
    Period,
    /// The least index from which the period holds.
    Preperiod,
    /// The greatest Grundy value: of the whole sequence if a proved period determines it, otherwise
    /// of the examined positions.
    Max,
    /// How many positions are lost.
    Losing,
    /// The sequence of values itself.
    Values,
    /// The verdicts on the claims.
    Claims,
    /// The theorem that covers the game.
    Theorem,
    /// Whether the set of lost positions is proved, and how large it is.
    Proof,
}

impl Show {
    /// All columns, in the order of the documentation.
    pub const ALL: [Show; 8] = [
        Show::Period,
        Show::Preperiod,
        Show::Max,
        Show::Losing,
        Show::Values,
        Show::Claims,
        Show::Theorem,
        Show::Proof,
    ];

    /// The name of the column on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Show::Period => "period",
            Show::Preperiod => "preperiod",
            Show::Max => "max",
            Show::Losing => "losing",
            Show::Values => "values",
            Show::Claims => "claims",
            Show::Theorem => "theorem",
            Show::Proof => "proof",
        }
    }

    /// The column with this name; `None` if there is none.
    pub fn find(name: &str) -> Option<Show> {
        Show::ALL.into_iter().find(|show| show.name() == name)
    }

    /// Whether the column is about Grundy values.
    pub fn needs_values(self) -> bool {
        matches!(self, Show::Period | Show::Preperiod | Show::Max | Show::Values)
    }

    /// Whether the column is about the positions of a pattern.
    pub fn needs_pattern(self) -> bool {
        self.needs_values() || self == Show::Losing
    }

    /// Whether the column is about a period.
    pub fn is_periodic(self) -> bool {
        matches!(self, Show::Period | Show::Preperiod)
    }
}
