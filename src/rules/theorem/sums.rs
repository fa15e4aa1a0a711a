//! Theorems about sums and compounds of any components. No rules are compared with these theorems:
//! the engines check their hypotheses on all reachable components, and report which theorem they
//! use.

use super::{Hypotheses, Theorem};

/// Values of loop-free games under normal play (T02): the player to move loses exactly at the value
/// 0, and the value of a sum is the nim-sum of the values of its components.
pub const SPRAGUE_GRUNDY: Theorem = Theorem {
    id: "sprague-grundy",
    entry: "T02",
    title: "Values of loop-free games, and of their sums",
    cite: "Sprague 1935, Grundy 1939",
    gives: "values of sums by nim-addition",
    page: include_str!("pages/sprague-grundy.md"),
    hypotheses: Hypotheses::Components,
};

/// Misère play that values decide (T03): if every reachable component that has moves and the value
/// 0 has an option of value 1, misère sums have the outcomes of Nim with the values as heaps.
pub const MISERE_VALUES: Theorem = Theorem {
    id: "misere-values",
    entry: "T03",
    title: "When values decide misère play",
    cite: "Ferguson 1974, Jia 2009",
    gives: "who wins misère sums, by values",
    page: include_str!("pages/misere-values.md"),
    hypotheses: Hypotheses::Components,
};

/// Misère sums of tame games (T04): the outcome follows from the pair of values of each component,
/// under normal and under misère play.
pub const TAME_GAMES: Theorem = Theorem {
    id: "tame-games",
    entry: "T04",
    title: "Misère sums of tame games",
    cite: "Grundy, Smith 1956, Conway 1976",
    gives: "who wins misère sums, by pairs of values",
    page: include_str!("pages/tame-games.md"),
    hypotheses: Hypotheses::Components,
};

/// Compounds, in which a move plays in several components at once (T06): remoteness and suspense of
/// the components decide who wins.
pub const COMPOUNDS: Theorem = Theorem {
    id: "compounds",
    entry: "T06",
    title: "Moving in several components at once",
    cite: "Smith 1966",
    gives: "who wins compounds, by remoteness and suspense",
    page: include_str!("pages/compounds.md"),
    hypotheses: Hypotheses::Components,
};

/// Values of loopy games (T09): Smith's labels decide who wins a loopy sum, or that it is a draw.
pub const LOOPY_VALUES: Theorem = Theorem {
    id: "loopy-values",
    entry: "T09",
    title: "Values where positions may repeat",
    cite: "Smith 1966, Fraenkel, Perl 1975",
    gives: "who wins loopy sums, by Smith's values",
    page: include_str!("pages/loopy-values.md"),
    hypotheses: Hypotheses::Components,
};
