//! Restricts a closed form to some states or to one convention.

use super::ClosedForm;
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::boolean_states::StateSpace;
use crate::shape::presburger::Question;
use num_bigint::BigUint;

/// A closed form that gives results only for some states, or only for one convention.
#[derive(Debug)]
pub struct Limited {
    form: Box<dyn ClosedForm>,
    to: To,
}

/// What a closed form is limited to.
#[derive(Debug)]
enum To {
    /// Normal play.
    NormalPlay,
    /// The result for misère play, which holds under normal and misère play, because the ends of
    /// the game state that a player without a move has won.
    MisereByEnds,
    /// These states.
    States(StateSpace),
    /// All states of the game. The game's types have bounds that the theorem's rules do not have,
    /// so the theorem's statements are not used.
    Bounds,
}

impl Limited {
    /// The form restricted to normal play.
    pub fn to_normal_play(form: Box<dyn ClosedForm>) -> Limited {
        Limited { form, to: To::NormalPlay }
    }

    /// The form under misère play, for a game whose ends state that a player without a move has
    /// won.
    pub fn to_misere_by_ends(form: Box<dyn ClosedForm>) -> Limited {
        Limited { form, to: To::MisereByEnds }
    }

    /// The form restricted to these states.
    pub fn to_states(form: Box<dyn ClosedForm>, domain: StateSpace) -> Limited {
        Limited { form, to: To::States(domain) }
    }

    /// The form for a game whose types have bounds that the theorem's rules do not have.
    pub fn to_bounds(form: Box<dyn ClosedForm>) -> Limited {
        Limited { form, to: To::Bounds }
    }

    /// The closed form, and the convention under which it answers for the game's convention; `None`
    /// if this object does not cover the state or the convention.
    fn of(&self, state: &[Value], convention: Convention) -> Option<(&dyn ClosedForm, Convention)> {
        let (said, asked) = match &self.to {
            To::NormalPlay => (convention == Convention::Normal, convention),
            To::MisereByEnds => (convention != Convention::Anti, Convention::Misere),
            To::States(domain) => (domain.contains(state), convention),
            To::Bounds => (true, convention),
        };
        said.then_some((&*self.form, asked))
    }

    /// Whether values and sums are covered. If the ends are won, only outcomes of single components
    /// are covered.
    fn has_values(&self) -> bool {
        !matches!(self.to, To::MisereByEnds)
    }
}

impl ClosedForm for Limited {
    fn value(&self, state: &[Value]) -> Option<Int> {
        self.of(state, Convention::Normal).filter(|_| self.has_values())?.0.value(state)
    }
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let (form, asked) = self.of(state, convention)?;
        form.losing(state, asked)
    }
    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        let said =
            self.has_values() && parts.iter().all(|(state, _)| self.of(state, Convention::Misere).is_some());
        said.then(|| self.form.losing_misere_sum(parts)).flatten()
    }
    fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        self.of(state, Convention::Misere).filter(|_| self.has_values())?.0.misere_heaps(state)
    }
    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        if matches!(self.to, To::States(_)) {
            return None;
        }
        let (form, asked) = self.of(&[], convention)?;
        form.losing_words(fields, asked)
    }
    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let (form, asked) = self.of(state, convention)?;
        form.winning(state, asked)
    }
    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (form, asked) = self.of(state, convention)?;
        form.why(state, asked)
    }
    fn reach(&self, state: &[Value]) -> Option<u64> {
        self.of(state, Convention::Normal)?.0.reach(state)
    }
    fn only(&self) -> Option<String> {
        let by_misere = "here only who wins, as in its misère play".to_string();
        let here = matches!(self.to, To::MisereByEnds).then_some(by_misere);
        let only: Vec<String> = here.into_iter().chain(self.form.only()).collect();
        (!only.is_empty()).then(|| only.join(", "))
    }
    fn is_about_starts(&self) -> bool {
        self.form.is_about_starts()
    }
    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let misere = Question::Lost(Convention::Misere);
        match (&self.to, question) {
            (To::NormalPlay, question) if question != misere => self.form.says(question, fields),
            (To::MisereByEnds, Question::Lost(Convention::Normal | Convention::Misere)) => {
                self.form.says(misere, fields)
            }
            _ => None,
        }
    }
    fn says_where(&self, fields: usize) -> Option<String> {
        self.form.says_where(fields)
    }
}
