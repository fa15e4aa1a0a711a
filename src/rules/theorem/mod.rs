//! Known theorems: closed forms for games whose rules have exactly the shape that a theorem covers.
//!
//! One file per theorem. Most state the rules that they cover in the language itself; a game is covered if
//! its moves are provably equal to these, whatever its names and formulation (see [`canon`] and
//! [`shape::same`](crate::shape::same)). If this is not certain, no theorem applies.

mod agreement;
mod as_declared;
mod boards;
pub mod canon;
mod catalogue;
mod clues;
mod coins;
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
    /// Who found it, and when.
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
    /// Games with the moves of rules that are written in the language, with parameters.
    Rules {
        /// The rules for a game whose fields are of these kinds, in ascending order; empty if the theorem
        /// does not cover such games. Several texts are several formulations of one game.
        written: fn(&[Kind]) -> Vec<String>,
        /// The closed form for these parameters; `None` if the theorem does not cover them.
        form: fn(&Parameters) -> Option<Box<dyn ClosedForm>>,
    },
    /// Like [`Hypotheses::Rules`], for rules that are written on a list while the fields of the game are its
    /// elements.
    Elements {
        /// The rules on the list for these kinds of fields, as in [`Hypotheses::Rules`].
        written: fn(&[Kind]) -> Vec<String>,
        /// The closed form for these parameters, as in [`Hypotheses::Rules`].
        form: fn(&Parameters) -> Option<Box<dyn ClosedForm>>,
    },
    /// Like [`Hypotheses::Rules`], for loopy games. All other hypotheses cover only games whose
    /// play terminates.
    Loopy {
        /// The rules for these kinds of fields, as in [`Hypotheses::Rules`].
        written: fn(&[Kind]) -> Vec<String>,
        /// The closed form for these parameters, as in [`Hypotheses::Rules`].
        form: fn(&Parameters) -> Option<Box<dyn ClosedForm>>,
    },
    /// Games of one heap. The function returns the closed form for the amounts that may be taken,
    /// if the theorem covers them.
    OneHeap(fn(&OneHeap) -> Option<Box<dyn ClosedForm>>),
    /// Games of one heap whose first move leaves heaps of another game. The function gets the
    /// amounts of that move, and the other game.
    Opening(fn(&OneHeap, &OneHeap) -> Option<Box<dyn ClosedForm>>),
    /// Sums of any components. The engines check the conditions.
    Components,
    /// Games that have to be examined as a whole.
    Whole(fn(&Shapes<'_>, GameId, &Budget<'_>) -> Option<Box<dyn ClosedForm>>),
    /// Games on vectors of naturals whose moves, as a relation, pass a test.
    Vectors(fn(&Vectors) -> Option<Box<dyn ClosedForm>>),
    /// Games whose starts are played like positions of the theorem's rules: candidate boards
    /// suggested by the program, and the closed form for their parameters.
    Boards {
        /// With fewer different positions, too many other games have the same play by chance.
        least: usize,
        /// The boards, the likeliest first.
        guess: fn(&Clues<'_>) -> Vec<Guess>,
        /// The closed form for these parameters, as in [`Hypotheses::Rules`].
        form: fn(&Parameters) -> Option<Box<dyn ClosedForm>>,
    },
    /// Games that satisfy one of these hypotheses.
    Any(&'static [Hypotheses]),
}

/// The results of a theorem for the components of one game. The fields of a state are in the order
/// of the theorem's own rules, with the types that these declare.
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
    /// `None` if the theorem does not cover sums.
    fn losing_misere_sum(&self, _parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        None
    }
    /// The Nim heaps that are equivalent to the component in every misère sum; `None` if the theorem gives
    /// none.
    fn misere_heaps(&self, _state: &[Value]) -> Option<Vec<BigUint>> {
        None
    }
    /// Like [`Self::losing`], if all fields are naturals that fit into words; fast enough for millions of
    /// calls.
    fn losing_words(&self, _fields: &[u64], _convention: Convention) -> Option<bool> {
        None
    }
    /// All states that are lost for the opponent and one move away, each of a single component; `None` if the
    /// theorem does not give them. If moves can be listed, it need not give them.
    fn winning(&self, _state: &[Value], _convention: Convention) -> Option<Vec<Vec<Value>>> {
        None
    }
    /// The argument for one component, in one or two sentences with its numbers.
    fn why(&self, _state: &[Value], _convention: Convention) -> Option<String> {
        None
    }
    /// An upper bound for the reachable components, if the sizes of the fields do not give one.
    fn reach(&self, _state: &[Value]) -> Option<u64> {
        None
    }
    /// The covered components in words, if the theorem does not cover the whole game.
    fn only(&self) -> Option<String> {
        None
    }
    /// Whether the theorem is only about positions that the starts of a program reach. Elsewhere
    /// the game's rules may differ from the theorem's.
    fn is_about_starts(&self) -> bool {
        false
    }
    /// The theorem's statement about every component, as an expression of the language over the
    /// fields of its rules, named as in [`says::names`]; `None` if the language cannot express it.
    /// For a game on a list, this is called for each length, and the fields are the elements.
    fn says(&self, _question: Question, _fields: usize) -> Option<String> {
        None
    }
    /// The condition on the fields under which [`Self::says`] holds; `None` if it always holds.
    fn says_where(&self, _fields: usize) -> Option<String> {
        None
    }
    /// Whether the theorem's rules have a value and stay in their types in all states, in a program with this
    /// many vertices.
    fn is_total(&self, _vertices: usize) -> bool {
        false
    }
    /// Why play by the theorem's rules ends from all states, if they have a value in all of them.
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

/// A natural as a value.
fn value_of(number: BigUint) -> Value {
    Value::Int(int_of(number))
}

/// A natural as an integer.
fn int_of(number: BigUint) -> Int {
    Int::from(BigInt::from(number))
}

/// The same convention as a type of the crate `theory`; `None` if that crate does not have it.
fn known(convention: Convention) -> Option<crate::theory::convention::Convention> {
    match convention {
        Convention::Normal => Some(crate::theory::convention::Convention::Normal),
        Convention::Misere => Some(crate::theory::convention::Convention::Misere),
        Convention::Anti => None,
    }
}
