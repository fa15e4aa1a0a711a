//! Known theorems: closed forms for games whose rules have exactly the shape that a theorem speaks of.
//!
//! One file a theorem. Most write the rules that they speak of in the language itself; a game is
//! covered when it surely has the same moves, whatever its names and however it is written (see
//! [`canon`] and [`shape::same`](crate::shape::same)). Where that is not certain, no theorem applies.

mod agreement;
mod amounts_with_property;
mod arc_kayles;
mod candies;
pub mod canon;
mod chomp;
mod circular_list;
mod coins;
mod cram;
mod divisors;
mod end_nim;
mod euclid;
mod exact_list;
mod geography;
mod greedy_list;
mod grossman;
mod hackenbush;
mod moore_list;
mod nim_list;
mod nimble;
mod node_kayles;
mod notakto;
mod paths_and_cycles;
mod silver_dollar;
mod staircase_list;
mod staircase_walk;
mod state;
mod string_intervals;
mod sums;
mod tree_path;
mod turning_corners;
mod welter;
mod wythoff;

pub use agreement::Agreement;
pub use canon::{Kind, Parameters};

use crate::ir::{Convention, GameId, Value};
use crate::number::Int;
use crate::position::{Budget, Instance};
use crate::shape::Rules;
use crate::shape::one_heap::{self, OneHeap};
use num_bigint::{BigInt, BigUint};

/// A theorem of the catalogue.
#[derive(Debug)]
pub struct Theorem {
    /// Its short name, as in `gspec explain theorem:wythoff`.
    pub id: &'static str,
    /// Its number in the catalogue.
    pub entry: &'static str,
    /// What it speaks of.
    pub title: &'static str,
    /// Who found it, and when.
    pub cite: &'static str,
    /// What it gives, in words for a report.
    pub gives: &'static str,
    /// Its page.
    pub page: &'static str,
    /// What it speaks of, exactly.
    pub hypotheses: Hypotheses,
}

/// Of which games a theorem speaks.
#[derive(Debug)]
pub enum Hypotheses {
    /// Those with the moves of rules that are written in the language, with parameters.
    Rules {
        /// The rules for a game whose fields are of these kinds, in ascending order; nothing where the
        /// theorem does not speak of such games. Several texts are several ways of saying the same.
        written: fn(&[Kind]) -> Vec<String>,
        /// What it says, with these parameters; nothing where it says nothing of them.
        form: fn(&Parameters) -> Option<Box<dyn ClosedForm>>,
    },
    /// Those of one heap from which some is taken.
    OneHeap(fn(&OneHeap) -> Option<Box<dyn ClosedForm>>),
    /// Sums of any components: the engines check what it asks of them.
    Components,
}

/// What a theorem says of the components of one game. The fields of a state stand in the order of the
/// theorem's own rules, and are of the types that these declare.
pub trait ClosedForm: std::fmt::Debug {
    /// The value under normal play; nothing where the theorem does not say.
    fn value(&self, _state: &[Value]) -> Option<Int> {
        None
    }
    /// Whether the player to move loses a component; nothing where the theorem does not say.
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        Some(value.is_zero())
    }
    /// The same where all fields are naturals that fit words, for millions of questions.
    fn losing_words(&self, _fields: &[u64], _convention: Convention) -> Option<bool> {
        None
    }
    /// All states that are lost for the opponent and one move away, each of a single component;
    /// nothing where the theorem does not give them. Where moves can be listed, it need not.
    fn winning(&self, _state: &[Value], _convention: Convention) -> Option<Vec<Vec<Value>>> {
        None
    }
    /// The argument for one component, in a sentence or two with the numbers put in.
    fn why(&self, _state: &[Value], _convention: Convention) -> Option<String> {
        None
    }
    /// How many components can be reached at most, where the sizes of the fields do not show it.
    fn reach(&self, _state: &[Value]) -> Option<u64> {
        None
    }
    /// How the losing set is written in claims, if it is by the golden ratio.
    fn golden(&self) -> Option<Golden> {
        None
    }
}

/// A losing set of two naturals that the golden ratio gives: those with `min = floor(phi · difference)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Golden;

/// A theorem whose hypotheses were checked on a game.
#[derive(Debug)]
pub struct Covered {
    /// The theorem.
    pub theorem: &'static Theorem,
    form: Box<dyn ClosedForm>,
    /// For each place of the theorem's rules, the game's field that stands there.
    order: Vec<usize>,
}

/// All theorems, in the order in which they are tried.
pub const THEOREMS: &[&Theorem] = &[
    &sums::SPRAGUE_GRUNDY,
    &sums::MISERE_VALUES,
    &sums::TAME_GAMES,
    &sums::COMPOUNDS,
    &sums::LOOPY_VALUES,
    &wythoff::THEOREM,
    &nim_list::THEOREM,
    &moore_list::THEOREM,
    &geography::THEOREM,
    &node_kayles::THEOREM,
    &arc_kayles::THEOREM,
    &hackenbush::THEOREM,
    &tree_path::THEOREM,
    &candies::THEOREM,
    &staircase_walk::THEOREM,
    &string_intervals::THEOREM,
    &euclid::THEOREM,
    &grossman::THEOREM,
    &divisors::THEOREM,
    &amounts_with_property::THEOREM,
    &silver_dollar::THEOREM,
    &welter::THEOREM,
    &nimble::THEOREM,
    &staircase_list::THEOREM,
    &coins::THEOREM,
    &turning_corners::THEOREM,
    &exact_list::THEOREM,
    &chomp::THEOREM,
    &end_nim::THEOREM,
    &greedy_list::THEOREM,
    &circular_list::THEOREM,
    &cram::THEOREM,
    &notakto::THEOREM,
];

/// The theorem with a short name.
pub fn find(id: &str) -> Option<&'static Theorem> {
    THEOREMS.iter().copied().find(|theorem| theorem.id == id)
}

/// All pages, as one document.
pub fn catalogue() -> String {
    let mut text = "# Theorems\n\nWhat gspec knows, in the order in which it tries them; `gspec explain theorem:…` shows one page. \
                    This document is made by\n`gspec explain theorems --pages`.\n"
        .to_string();
    for theorem in THEOREMS {
        text.push_str("\n#");
        text.push_str(theorem.page);
    }
    text
}

/// The first theorem that covers a game.
pub fn covering(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let ours = Rules { instance, game };
    if instance.program.game(game).loopy {
        return None;
    }
    let kinds = canon::kinds(ours);
    let heap = if kinds == [Kind::Nat] { one_heap::recognise(instance, game, budget) } else { None };
    THEOREMS.iter().find_map(|theorem| {
        let (form, order) = match theorem.hypotheses {
            Hypotheses::Rules { written, form } => {
                let found = canon::find(ours, &written(&kinds), budget)?;
                (form(&found.parameters)?, found.order)
            }
            Hypotheses::OneHeap(form) => (form(heap.as_ref()?)?, vec![0]),
            Hypotheses::Components => return None,
        };
        Some(Covered { theorem, form, order })
    })
}

impl Covered {
    /// A state of the game with its fields in the order of the theorem's rules.
    fn placed(&self, state: &[Value]) -> Option<Vec<Value>> {
        self.order.iter().map(|place| state.get(*place).cloned()).collect()
    }

    /// The value of a component under normal play; nothing where the theorem does not say.
    pub fn value(&self, state: &[Value]) -> Option<Int> {
        self.form.value(&self.placed(state)?)
    }

    /// Whether the player to move loses a component; nothing where the theorem does not say.
    pub fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        self.form.losing(&self.placed(state)?, convention)
    }

    /// The same where all fields are naturals that fit words.
    pub fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        if self.order.iter().enumerate().all(|(at, place)| at == *place) {
            return self.form.losing_words(fields, convention);
        }
        let placed: Vec<u64> = self.order.iter().map(|place| fields[*place]).collect();
        self.form.losing_words(&placed, convention)
    }

    /// All states that are lost for the opponent and one move away, if the theorem gives them.
    pub fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let targets = self.form.winning(&self.placed(state)?, convention)?;
        let back = |target: Vec<Value>| {
            let mut state = target.clone();
            for (value, place) in target.into_iter().zip(&self.order) {
                state[*place] = value;
            }
            state
        };
        Some(targets.into_iter().map(back).collect())
    }

    /// The argument for one component.
    pub fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        self.form.why(&self.placed(state)?, convention)
    }

    /// How many components can be reached at most, where the sizes of the fields do not show it.
    pub fn reach(&self, state: &[Value]) -> Option<u64> {
        self.form.reach(&self.placed(state)?)
    }

    /// How the losing set is written in claims, if it is by the golden ratio.
    pub fn golden(&self) -> Option<Golden> {
        self.form.golden()
    }
}

/// The naturals that are the fields of a state, if all are.
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

/// The convention as the theory knows it.
fn known(convention: Convention) -> Option<crate::theory::convention::Convention> {
    match convention {
        Convention::Normal => Some(crate::theory::convention::Convention::Normal),
        Convention::Misere => Some(crate::theory::convention::Convention::Misere),
        Convention::Anti => None,
    }
}
