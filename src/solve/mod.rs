//! Answers about positions. For now there is one engine, the reference; every faster one will have
//! to agree with it.

mod graph;
mod named;
mod reference;
mod smith;
mod successors;

pub use named::NamedMove;
pub use reference::Reference;
pub use smith::Smith;

use crate::number::Int;

/// Who wins with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next player, who is to move.
    Next,
    /// The previous player: the one to move loses.
    Previous,
    /// Nobody: play goes on for ever.
    Draw,
}

impl Outcome {
    /// The letter used in reports.
    pub fn letter(self) -> &'static str {
        match self {
            Outcome::Next => "N",
            Outcome::Previous => "P",
            Outcome::Draw => "D",
        }
    }
}

/// What is known of one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Who wins.
    pub outcome: Outcome,
    /// Its value, where it has one.
    pub sg: Option<Int>,
    /// In how many moves it ends, when the winner hurries and the loser delays; nothing for draws,
    /// and where the whole sum is too large to be searched.
    pub remoteness: Option<u64>,
    /// Whether the remoteness was given up for its size.
    pub remoteness_limited: bool,
}
