//! Proves, from the rules of a game alone and for every size, which positions the player to move
//! loses.
//!
//! If play terminates, then under normal play and without `end` rules a set of positions is the set
//! of lost positions if and only if no move leads from the set into the set and every position
//! outside has a move into the set. Similar conditions hold under misère play, with `end` rules,
//! and if options may be forbidden; then options are counted. So the set may be guessed:
//! [`search::prove`] learns an automaton from a table of outcomes ([`gspec_theory::learn`]), and
//! [`decide`](mod@decide) decides by automata whether the guess is right.
//!
//! ```text
//! instance ─ canonical ─▶ rules ─ relations ─▶ automata ─┐
//! instance ─ table ─▶ outcomes ─ learn ─▶ guess ─────────┴ decide ─▶ proved, or a position where the guess fails
//! ```

pub mod answers;
pub mod attempt;
pub mod canonical;
pub mod certificate;
pub mod counts;
pub mod decide;
pub mod errors;
pub mod measure;
pub mod picture;
pub mod prover;
pub mod pushes;
pub mod reason;
pub mod redundant;
pub mod relations;
pub mod search;
pub mod table;
pub mod value_relation;
pub mod values;
pub mod words;

use gspec_language::{diagnostic, ir, number, position, source};
use gspec_rules::{model, sound};
use gspec_solve as solve;
use gspec_theory as theory;

use crate::canonical::LinearRules;
use crate::ir::{Convention, GameId};
use crate::theory::automaton::Automaton;
use crate::theory::numeration::System;

/// The game and the convention of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The game.
    pub game: GameId,
    /// Normal or misère play.
    pub convention: Convention,
}

/// A proved set of lost positions, with the rules for which it was proved.
#[derive(Debug, Clone)]
pub struct Proof {
    /// The rules for which the set was proved.
    pub rules: LinearRules,
    /// The numeration system whose digits the automaton reads.
    pub system: System,
    /// Reads the fields, field `i` on track `i`; accepts exactly the lost positions.
    pub set: Automaton,
}

impl Proof {
    /// Whether the position with these fields is lost.
    pub fn is_lost(&self, fields: &[u64]) -> bool {
        let read: Vec<u64> = self.set.tracks().iter().map(|track| fields[track.0 as usize]).collect();
        self.set.holds(&read)
    }
}
