//! Theorems about sums and compounds of any components. They recognise no rules: the engines check
//! their hypotheses on all reachable components, and report when they use them.

use super::{Hypotheses, Theorem};

/// The catalogue entry for values of loop-free games (T02).
pub const SPRAGUE_GRUNDY: Theorem = Theorem {
    id: "sprague-grundy",
    entry: "T02",
    title: "Values of loop-free games, and of their sums",
    cite: "Sprague 1935, Grundy 1939",
    gives: "values of sums by nim-addition",
    page: include_str!("pages/sprague-grundy.md"),
    hypotheses: Hypotheses::Components,
};

/// The catalogue entry for misère play that values decide (T03).
pub const MISERE_VALUES: Theorem = Theorem {
    id: "misere-values",
    entry: "T03",
    title: "When values decide misère play",
    cite: "Ferguson 1974, Jia 2009",
    gives: "who wins misère sums, by values",
    page: include_str!("pages/misere-values.md"),
    hypotheses: Hypotheses::Components,
};

/// The catalogue entry for misère sums of tame games (T04).
pub const TAME_GAMES: Theorem = Theorem {
    id: "tame-games",
    entry: "T04",
    title: "Misère sums of tame games",
    cite: "Grundy, Smith 1956, Conway 1976",
    gives: "who wins misère sums, by pairs of values",
    page: include_str!("pages/tame-games.md"),
    hypotheses: Hypotheses::Components,
};

/// The catalogue entry for Smith's compounds (T06).
pub const COMPOUNDS: Theorem = Theorem {
    id: "compounds",
    entry: "T06",
    title: "Moving in several components at once",
    cite: "Smith 1966",
    gives: "who wins compounds, by remoteness and suspense",
    page: include_str!("pages/compounds.md"),
    hypotheses: Hypotheses::Components,
};

/// The catalogue entry for values of loopy games (T09).
pub const LOOPY_VALUES: Theorem = Theorem {
    id: "loopy-values",
    entry: "T09",
    title: "Values where positions may repeat",
    cite: "Smith 1966, Fraenkel, Perl 1975",
    gives: "who wins loopy sums, by Smith's values",
    page: include_str!("pages/loopy-values.md"),
    hypotheses: Hypotheses::Components,
};
