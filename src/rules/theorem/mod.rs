//! Known theorems: closed forms for games whose rules have exactly the shape that a theorem covers.
//!
//! Mostly one file per theorem. Most theorems state the rules that they cover in the language itself; a
//! game is covered if its moves are provably equal to these, whatever its names and formulation
//! (see [`canon`] and [`shape::same`](crate::shape::same)). If this is not certain, no theorem
//! applies.

mod agreement;
mod as_declared;
mod boards;
pub mod canon;
mod catalogue;
mod clues;
mod coins;
mod contradicted;
mod covered;
mod covering;
mod graphs;
mod heap;
mod heaps;
mod in_bounds;
pub mod likeness;
mod limited;
mod lists;
mod mapped;
mod of_cells;
mod of_constants;
mod of_coordinates;
mod of_flags;
mod of_groups;
mod of_heaps;
mod of_lists;
mod of_nothing;
mod of_pairs;
mod of_play;
mod of_runs;
mod of_tuples;
pub mod says;
mod state;
mod sums;
mod written;

pub use agreement::Agreement;
pub use canon::{Kind, Parameters};
pub use catalogue::{THEOREMS, catalogue, find};
pub use clues::{Clues, Guess};
pub use contradicted::is_contradicted;
pub use covered::Covered;
pub use covering::covering;

use crate::ir::{Convention, GameId, Value};
use crate::number::Int;
use crate::position::Budget;
use crate::shape::Shapes;
use crate::shape::one_heap::OneHeap;
use crate::shape::presburger::Question;
use crate::shape::vectors::Vectors;
use num_bigint::{BigInt, BigUint};

/// A theorem of the catalogue.
#[derive(Debug)]
pub struct Theorem {
    /// The short name, as in `gspec explain theorem:wythoff`.
    pub id: &'static str,
    /// The number in the catalogue, such as `T34`. Theorems about one subject may share it.
    pub entry: &'static str,
    /// What the theorem covers, in words.
    pub title: &'static str,
    /// Who found the theorem, and when.
    pub cite: &'static str,
    /// The result, in words for a report.
    pub gives: &'static str,
    /// The page about the theorem, in Markdown.
    pub page: &'static str,
    /// What the theorem covers, exactly.
    pub hypotheses: Hypotheses,
}

/// Which games a theorem covers.
#[derive(Debug)]
pub enum Hypotheses {
    /// Games whose moves are those of rules that the theorem writes in the language, for some
    /// values of the parameters of these rules.
    Rules {
        /// Returns the rules as texts, for a game whose fields have these kinds, which are sorted;
        /// none if the theorem does not cover such games. Each text is one formulation of a game
        /// that the theorem covers.
        written: fn(&[Kind]) -> Vec<String>,
        /// Returns the closed form for these parameters; `None` if the theorem does not cover them.
        form: fn(&Parameters) -> Option<Box<dyn ClosedForm>>,
    },
    /// Games with two to four fields, which are the elements of the list in the theorem's rules. For
    /// example, `row(a, b)` has the moves of `row([a, b])`.
    Elements {
        /// Returns the rules on a list as texts, given the kinds of their fields, as in
        /// [`Hypotheses::Rules`].
        written: fn(&[Kind]) -> Vec<String>,
        /// Returns the closed form for these parameters, as in [`Hypotheses::Rules`].
        form: fn(&Parameters) -> Option<Box<dyn ClosedForm>>,
    },
    /// Loopy games whose moves are those of the theorem's rules, as in [`Hypotheses::Rules`]. All
    /// other hypotheses cover only games whose play terminates; but in a theorem with this
    /// hypothesis, [`Hypotheses::Boards`] covers loopy games.
    Loopy {
        /// Returns the rules as texts, as in [`Hypotheses::Rules`].
        written: fn(&[Kind]) -> Vec<String>,
        /// Returns the closed form for these parameters, as in [`Hypotheses::Rules`].
        form: fn(&Parameters) -> Option<Box<dyn ClosedForm>>,
    },
    /// Games of one heap. The function returns the closed form for the amounts that may be taken,
    /// if the theorem covers them.
    OneHeap(fn(&OneHeap) -> Option<Box<dyn ClosedForm>>),
    /// Games of one heap whose moves leave heaps of another game of one heap, such as coins in a
    /// circle, where the first move leaves a row. The function gets the amounts of the opening
    /// move, and the other game.
    Opening(fn(&OneHeap, &OneHeap) -> Option<Box<dyn ClosedForm>>),
    /// Sums of any components. No game is compared with the theorem; the engines check its
    /// conditions.
    Components,
    /// Games that the function examines itself; it returns the closed form if the theorem covers
    /// the game.
    Whole(fn(&Shapes<'_>, GameId, &Budget<'_>) -> Option<Box<dyn ClosedForm>>),
    /// Games on vectors of one to four naturals. The function gets the moves as a relation, and
    /// returns the closed form if the theorem covers them.
    Vectors(fn(&Vectors) -> Option<Box<dyn ClosedForm>>),
    /// Games with a start from which play is the same game as from a board, which is a position of
    /// the theorem's rules. The theorem guesses boards from clues in the program.
    Boards {
        /// The least number of different positions in the play from all starts of the game. With
        /// fewer, too many other games have equal play by chance.
        least: usize,
        /// Returns candidate boards, in the order in which they are tried.
        guess: fn(&Clues<'_>) -> Vec<Guess>,
        /// Returns the closed form for these parameters, as in [`Hypotheses::Rules`].
        form: fn(&Parameters) -> Option<Box<dyn ClosedForm>>,
    },
    /// Games that satisfy one of these hypotheses.
    Any(&'static [Hypotheses]),
}

/// The results of a theorem for the components of one game. A state lists the fields of a component
/// in the order of the theorem's own rules, with the types that these rules declare.
pub trait ClosedForm: std::fmt::Debug + Send + Sync {
    /// The value under normal play; `None` if the theorem does not give it.
    fn value(&self, _state: &[Value]) -> Option<Int> {
        None
    }
    /// Whether the player to move loses a component; `None` if the theorem does not decide it.
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        Some(value.is_zero())
    }
    /// Whether the player to move loses a misère sum of components of this game, each with its multiplicity;
    /// `None` if the theorem does not decide it.
    fn losing_misere_sum(&self, _parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        None
    }
    /// The Nim heaps that are equivalent to the component in every misère sum; `None` if the theorem gives
    /// none.
    fn misere_heaps(&self, _state: &[Value]) -> Option<Vec<BigUint>> {
        None
    }
    /// [`Self::losing`] for fields that are naturals and fit into words, fast enough for millions
    /// of calls; `None` also if the theorem has no such function.
    fn losing_words(&self, _fields: &[u64], _convention: Convention) -> Option<bool> {
        None
    }
    /// The targets of all winning moves: states of one component that the opponent loses; `None` if
    /// the theorem does not give them. It need not give them if the moves of the game can be
    /// listed.
    fn winning(&self, _state: &[Value], _convention: Convention) -> Option<Vec<Vec<Value>>> {
        None
    }
    /// The argument for one component, in one or two sentences with its numbers; `None` if the
    /// theorem gives none.
    fn why(&self, _state: &[Value], _convention: Convention) -> Option<String> {
        None
    }
    /// An upper bound for the number of components that play from a state can reach; `None` if the
    /// theorem gives none, for example because the product of the sizes of the fields is good
    /// enough.
    fn reach(&self, _state: &[Value]) -> Option<u64> {
        None
    }
    /// The components that the theorem covers, in words; `None` if it covers the whole game.
    fn only(&self) -> Option<String> {
        None
    }
    /// Whether the theorem is only about the positions that the starts of a program reach. In other
    /// positions the game's rules may differ from the theorem's.
    fn is_about_starts(&self) -> bool {
        false
    }
    /// The theorem's statement about every component, as an expression of the language over the
    /// fields of the theorem's rules, which are named as in [`says::names`]; `None` if the language
    /// cannot express it. For a game on a list, this method is called for each length, and the
    /// fields are the elements.
    fn says(&self, _question: Question, _fields: usize) -> Option<String> {
        None
    }
    /// The condition on the fields under which [`Self::says`] holds; `None` if it always holds.
    fn says_where(&self, _fields: usize) -> Option<String> {
        None
    }
    /// Whether it is proved that the theorem's rules have a value and stay in their types in all
    /// states, in a program with this many vertices; `None` if positions may hold vertices that are
    /// in no graph.
    fn is_total(&self, _vertices: Option<usize>) -> bool {
        false
    }
    /// Why play by the theorem's rules ends from all states, if the rules have a value in all of
    /// them; `None` if the theorem gives no reason.
    fn ends(&self) -> Option<&'static str> {
        None
    }
}

/// A number of times in words: `once`, `twice`, `3 times`.
fn times(count: u64) -> String {
    match count {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        count => format!("{count} times"),
    }
}

/// The fields of a state as naturals; `None` if one is not a natural number.
fn naturals(state: &[Value]) -> Option<Vec<BigUint>> {
    let natural = |value: &Value| match value {
        Value::Int(int) => BigUint::try_from(int.to_big()).ok(),
        _ => None,
    };
    state.iter().map(natural).collect()
}

fn value_of(number: BigUint) -> Value {
    Value::Int(int_of(number))
}

fn int_of(number: BigUint) -> Int {
    Int::from(BigInt::from(number))
}

/// The convention as a type of the crate `theory`; `None` if that crate does not have it.
fn known(convention: Convention) -> Option<crate::theory::convention::Convention> {
    match convention {
        Convention::Normal => Some(crate::theory::convention::Convention::Normal),
        Convention::Misere => Some(crate::theory::convention::Convention::Misere),
        Convention::Anti => None,
    }
}
