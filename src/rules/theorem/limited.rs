//! What a theorem says of some positions only.

use super::ClosedForm;
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::boolean_states::StateSpace;
use crate::shape::presburger::Question;
use num_bigint::BigUint;

/// A closed form that is silent elsewhere.
#[derive(Debug)]
pub struct Limited {
    form: Box<dyn ClosedForm>,
    to: To,
}

#[derive(Debug)]
enum To {
    NormalPlay,
    States(StateSpace),
}

impl Limited {
    /// What is said of normal play.
    pub fn to_normal_play(form: Box<dyn ClosedForm>) -> Limited {
        Limited { form, to: To::NormalPlay }
    }

    /// What is said of these states.
    pub fn to_states(form: Box<dyn ClosedForm>, domain: StateSpace) -> Limited {
        Limited { form, to: To::States(domain) }
    }

    fn of(&self, state: &[Value], convention: Convention) -> Option<&dyn ClosedForm> {
        let said = match &self.to {
            To::NormalPlay => convention == Convention::Normal,
            To::States(domain) => domain.contains(state),
        };
        said.then_some(&*self.form)
    }
}

impl ClosedForm for Limited {
    fn value(&self, state: &[Value]) -> Option<Int> {
        self.of(state, Convention::Normal)?.value(state)
    }
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        self.of(state, convention)?.losing(state, convention)
    }
    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        let said = parts.iter().all(|(state, _)| self.of(state, Convention::Misere).is_some());
        said.then(|| self.form.losing_misere_sum(parts)).flatten()
    }
    fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        self.of(state, Convention::Misere)?.misere_heaps(state)
    }
    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        match self.to {
            To::NormalPlay if convention == Convention::Normal => self.form.losing_words(fields, convention),
            _ => None,
        }
    }
    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        self.of(state, convention)?.winning(state, convention)
    }
    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        self.of(state, convention)?.why(state, convention)
    }
    fn reach(&self, state: &[Value]) -> Option<u64> {
        self.of(state, Convention::Normal)?.reach(state)
    }
    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let said = matches!(self.to, To::NormalPlay) && question != Question::Lost(Convention::Misere);
        said.then(|| self.form.says(question, fields)).flatten()
    }
    fn says_where(&self, fields: usize) -> Option<String> {
        self.form.says_where(fields)
    }
}
