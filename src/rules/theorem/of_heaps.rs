//! Applies theorems about one heap to games with several heaps that are played independently: the
//! value of a state is the nim-sum of the values of its heaps.

use super::{ClosedForm, says};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theory::nim;
use num_bigint::BigUint;

/// The closed forms for the heaps of a game in which each component is the sum of its heaps.
#[derive(Debug)]
pub struct OfHeaps {
    /// The closed form for each field, or one for all elements of a list.
    pub heaps: Vec<Box<dyn ClosedForm>>,
    /// Whether the heaps are the elements of a list.
    pub list: bool,
}

impl OfHeaps {
    /// The heaps of a state, each with its closed form; `None` if the state is not one list, or has
    /// another number of fields than the game.
    fn of<'a>(&'a self, state: &'a [Value]) -> Option<Vec<(&'a dyn ClosedForm, &'a Value)>> {
        let of_each = |heaps: &'a [Value]| {
            heaps
                .iter()
                .enumerate()
                .map(|(at, heap)| (&*self.heaps[if self.list { 0 } else { at }], heap))
                .collect()
        };
        match state {
            [Value::List(elements)] if self.list => Some(of_each(elements)),
            fields if !self.list && fields.len() == self.heaps.len() => Some(of_each(fields)),
            _ => None,
        }
    }

    /// The values of the heaps; `None` if one is not known.
    fn values(&self, state: &[Value]) -> Option<Vec<Int>> {
        self.of(state)?.into_iter().map(|(form, heap)| form.value(std::slice::from_ref(heap))).collect()
    }

    /// Whether the player to move loses, if only the outcomes of the heaps are known: a sum of lost
    /// heaps is lost, and a sum with one won heap is won. `None` if two or more heaps are won, or
    /// if the outcome of some heap is not known.
    fn losing_by_outcomes(&self, state: &[Value]) -> Option<bool> {
        let mut won = 0;
        for (form, heap) in self.of(state)? {
            won += usize::from(!form.losing(std::slice::from_ref(heap), Convention::Normal)?);
        }
        (won < 2).then_some(won == 0)
    }
}

impl ClosedForm for OfHeaps {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(self.values(state)?.iter().fold(Int::ZERO, |all, value| all.xor(value)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        match convention {
            Convention::Normal => match self.value(state) {
                Some(value) => Some(value.is_zero()),
                None => self.losing_by_outcomes(state),
            },
            Convention::Misere => self.losing_misere_sum(&[(state.to_vec(), 1)]),
            Convention::Anti => None,
        }
    }

    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        if self.list {
            let mut heaps = Vec::new();
            for (state, count) in parts {
                heaps.extend(self.of(state)?.into_iter().map(|(_, heap)| (vec![heap.clone()], *count)));
            }
            if let Some(losing) = self.heaps[0].losing_misere_sum(&heaps) {
                return Some(losing);
            }
        }
        let mut heaps = Vec::new();
        for (state, count) in parts {
            // Pairs of equal Nim heaps cancel and are dropped, except the last pair: a sum without
            // any heap could have another misère outcome.
            let copies = if *count > 2 { 2 + count % 2 } else { *count };
            let of_state = self.misere_heaps(state)?;
            heaps.extend((0..copies).flat_map(|_| of_state.iter().cloned()));
        }
        Some(nim::losing_big(&heaps, crate::theory::convention::Convention::Misere))
    }

    fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        let of_each =
            self.of(state)?.into_iter().map(|(form, heap)| form.misere_heaps(std::slice::from_ref(heap)));
        Some(of_each.collect::<Option<Vec<_>>>()?.concat())
    }

    fn only(&self) -> Option<String> {
        self.heaps.iter().find_map(|form| form.only())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        if convention != Convention::Normal {
            return None;
        }
        let values = self.values(state)?;
        let listed: Vec<String> = values.iter().map(Int::to_string).collect();
        let sum = values.iter().fold(Int::ZERO, |all, value| all.xor(value));
        let loses = if sum.is_zero() { "loses" } else { "wins" };
        Some(format!(
            "Each move changes one heap, by a rule about that heap alone. The heaps have the values {}, and their nim-sum \
             is {sum}: the player to move {loses}.",
            listed.join(", ")
        ))
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let names = says::names(fields);
        let form = |at: usize| self.heaps.get(if self.list { 0 } else { at });
        let value = |(at, name): (usize, &String)| {
            Some(format!("({})", renamed(&form(at)?.says(Question::Value, 1)?, name)?))
        };
        let values = names.iter().enumerate().map(value).collect::<Option<Vec<String>>>()?;
        let sum = values.join(" xor ");
        match question {
            Question::Value => (!values.is_empty()).then_some(sum),
            Question::Lost(Convention::Normal) => (!values.is_empty()).then(|| format!("({sum}) == 0")),
            Question::Lost(_) => None,
        }
    }

    fn says_where(&self, fields: usize) -> Option<String> {
        let names = says::names(fields);
        let condition = |(at, name): (usize, &String)| {
            let text = self.heaps.get(if self.list { 0 } else { at })?.says_where(1)?;
            // If `n` cannot be renamed in the condition, `false` takes its place, so that the
            // statement claims nothing.
            Some(renamed(&text, name).map_or("false".to_string(), |text| format!("({text})")))
        };
        let conditions: Vec<String> = names.iter().enumerate().filter_map(condition).collect();
        (!conditions.is_empty()).then(|| conditions.join(" and "))
    }
}

/// The text with `name` instead of `n`; `None` if the text contains `for`, `let`, `forall` or
/// `exists`, because these bind names.
fn renamed(text: &str, name: &str) -> Option<String> {
    let mut renamed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_alphabetic() || letter == '_') {
        renamed.push_str(&rest[..start]);
        let word = &rest[start..];
        let end = word.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(word.len());
        match &word[..end] {
            "n" => renamed.push_str(name),
            "for" | "let" | "forall" | "exists" => return None,
            other => renamed.push_str(other),
        }
        rest = &word[end..];
    }
    renamed.push_str(rest);
    Some(renamed)
}
