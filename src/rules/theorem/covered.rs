//! A theorem that covers a game: brings the fields of the game's states into the order of the
//! theorem's rules, and returns the theorem's results for them.

use super::{ClosedForm, Theorem, says};
use crate::ir::{Convention, GameId, Value};
use crate::number::Int;
use crate::position::Instance;
use crate::shape::GameRules;
use crate::shape::presburger::{Question, Said};
use num_bigint::BigUint;

/// A theorem whose hypotheses were checked on a game.
#[derive(Debug)]
pub struct Covered {
    /// The theorem that covers the game.
    pub theorem: &'static Theorem,
    pub(super) form: Box<dyn ClosedForm>,
    /// For each field of the theorem's rules, the corresponding field of the game.
    pub(super) order: Vec<usize>,
    /// The theorem's own rules, as the first game of this program; `None` if the theorem states
    /// none, or if the game has their moves in some states only.
    pub(super) rules: Option<Instance>,
}

impl Covered {
    /// Takes out the closed form, for a game whose fields are in the theorem's order, such as one
    /// heap.
    pub(super) fn into_form(self) -> Box<dyn ClosedForm> {
        self.form
    }

    /// A state of the game with its fields in the order of the theorem's rules.
    fn placed(&self, state: &[Value]) -> Option<Vec<Value>> {
        self.order.iter().map(|place| state.get(*place).cloned()).collect()
    }

    /// The value of a component under normal play; `None` if the theorem does not give it.
    pub fn value(&self, state: &[Value]) -> Option<Int> {
        self.form.value(&self.placed(state)?)
    }

    /// Whether the player to move loses a component; `None` if the theorem does not decide it.
    pub fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        self.form.losing(&self.placed(state)?, convention)
    }

    /// Whether the player to move loses a misère sum of components, each with its multiplicity; `None` if the
    /// theorem does not cover sums.
    pub fn losing_misere_sum(&self, parts: &[(&[Value], u64)]) -> Option<bool> {
        let placed = |(state, count): &(&[Value], u64)| Some((self.placed(state)?, *count));
        self.form.losing_misere_sum(&parts.iter().map(placed).collect::<Option<Vec<_>>>()?)
    }

    /// The Nim heaps that are equivalent to the component in every misère sum, if the theorem gives them.
    pub fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        self.form.misere_heaps(&self.placed(state)?)
    }

    /// [`Self::losing`] for fields that are naturals and fit into words; `None` also if the theorem
    /// has no fast function for these.
    pub fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        if self.order.iter().enumerate().all(|(at, place)| at == *place) {
            return self.form.losing_words(fields, convention);
        }
        let placed: Vec<u64> = self.order.iter().map(|place| fields[*place]).collect();
        self.form.losing_words(&placed, convention)
    }

    /// The targets of all winning moves: states of one component that the opponent loses; `None` if
    /// the theorem does not give them.
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

    /// The theorem's own rules, which have the moves of the game; `None` if the theorem states none,
    /// or if the game has their moves in some states only.
    pub fn rules(&self) -> Option<GameRules<'_>> {
        self.rules.as_ref().map(|instance| GameRules { instance, game: GameId(0) })
    }

    /// Whether it is proved that the game's rules have a value and stay in their types in all
    /// states: the theorem's rules have the same moves, and this is proved for them. `vertices` is
    /// the number of vertices of the program, `None` if positions may hold others.
    pub fn is_total(&self, vertices: Option<usize>) -> bool {
        self.rules.is_some() && self.form.is_total(vertices)
    }

    /// Why play ends from all states, if the game's rules have a value in all of them: the reason
    /// for the theorem's own rules, which have the same moves. `None` if the theorem gives no
    /// reason, or if its rules have the moves of the game in some states only.
    pub fn ends(&self) -> Option<&'static str> {
        self.form.ends().filter(|_| self.rules.is_some())
    }

    /// The argument for one component, in one or two sentences; `None` if the theorem gives none.
    pub fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        self.form.why(&self.placed(state)?, convention)
    }

    /// The components that the theorem covers, in words; `None` if it covers the whole game.
    pub fn only(&self) -> Option<String> {
        self.form.only()
    }

    /// The citation of the theorem, such as `Bouton 1901 (theorem:nim), values by the nim-sum`.
    /// What the theorem gives is left out if it covers only a part of the game, because it may then give less.
    pub fn citation(&self) -> &'static str {
        let whole = self.theorem.gives;
        match whole.split_once("), ") {
            Some((name, _)) if self.only().is_some() => &whole[..=name.len()],
            _ => whole,
        }
    }

    /// Whether the theorem is only about the positions that the starts of a program reach. In other
    /// positions the game's rules may differ from the theorem's.
    pub fn is_about_starts(&self) -> bool {
        self.form.is_about_starts()
    }

    /// An upper bound for the number of components that play from a state can reach; `None` if the
    /// theorem gives none, for example because the product of the sizes of the fields is good
    /// enough.
    pub fn reach(&self, state: &[Value]) -> Option<u64> {
        self.form.reach(&self.placed(state)?)
    }

    /// The statement of the theorem about the components of a game whose fields are all naturals,
    /// as an expression; `None` if the language cannot express it.
    pub fn says(&self, question: Question) -> Option<Said> {
        says::read(&*self.form, question, &self.order)
    }

    /// The statement of the theorem about a game whose only field is a list of naturals, as an
    /// expression for lists of one length; `None` if the language cannot express it.
    pub fn says_of_lists(&self, question: Question, length: usize) -> Option<Said> {
        says::read(&*self.form, question, &(0..length).collect::<Vec<_>>())
    }
}
