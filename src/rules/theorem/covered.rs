//! A theorem that covers a game, asked about the game's components.

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
    /// The theorem's own rules, if it states any.
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

    /// Like [`Self::losing`], if all fields are naturals that fit into words.
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

    /// The theorem's own rules, which have the same moves, if it states any.
    pub fn rules(&self) -> Option<GameRules<'_>> {
        self.rules.as_ref().map(|instance| GameRules { instance, game: GameId(0) })
    }

    /// Whether the game's rules have a value and stay in their types in all states, because those of the theorem do.
    pub fn is_total(&self, vertices: usize) -> bool {
        self.rules.is_some() && self.form.is_total(vertices)
    }

    /// Why play ends from all states, if the game's rules have a value in all of them. The reason
    /// is that of the theorem's own rules, which have the same moves.
    pub fn ends(&self) -> Option<&'static str> {
        self.form.ends().filter(|_| self.rules.is_some())
    }

    /// The argument for one component.
    pub fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        self.form.why(&self.placed(state)?, convention)
    }

    /// The covered components in words, if the theorem does not cover the whole game.
    pub fn only(&self) -> Option<String> {
        self.form.only()
    }

    /// Whether the theorem is only about positions that the starts of a program reach. Elsewhere
    /// the rules may differ from the theorem's.
    pub fn is_about_starts(&self) -> bool {
        self.form.is_about_starts()
    }

    /// An upper bound for the reachable components, if the sizes of the fields do not give one.
    pub fn reach(&self, state: &[Value]) -> Option<u64> {
        self.form.reach(&self.placed(state)?)
    }

    /// The statement of the theorem about the components of a game whose fields are all naturals, as an
    /// expression.
    pub fn says(&self, question: Question) -> Option<Said> {
        says::read(&*self.form, question, &self.order)
    }

    /// The statement of the theorem about a game whose only field is a list of naturals, for lists
    /// of one length.
    pub fn says_of_lists(&self, question: Question, length: usize) -> Option<Said> {
        says::read(&*self.form, question, &(0..length).collect::<Vec<_>>())
    }
}
