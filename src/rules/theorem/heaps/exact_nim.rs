//! Exact Nim (T33): a move lowers exactly k of n heaps, each by any positive amount; n is at most
//! 2k, and k is at least 2.
//!
//! Let T(x) be the greatest number of rounds in which one object is taken from each of the k
//! largest heaps. For n < 2k the value is T(x). For n = 2k, [`exact_nim::value`] corrects T(x) by
//! the smallest heap. The theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::written::{lowering_game, naturals_only};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, naturals, says};
use crate::theory::exact_nim;

/// The catalogue entry for Exact Nim.
pub const THEOREM: Theorem = Theorem {
    id: "exact-nim",
    entry: "T33",
    title: "Exact Nim: take from exactly k of at most 2k heaps",
    cite: "Boros, Gurvich, Ho, Makino, Mursic 2018",
    gives: "Boros et al. 2018 (theorem:exact-nim), values by counting rounds",
    page: include_str!("../pages/exact_nim.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// The least k ≥ 2 for which values are known with this number of heaps: half of it, rounded up.
fn least_k(fields: usize) -> usize {
    fields.div_ceil(2).max(2)
}

fn written(kinds: &[Kind]) -> Vec<String> {
    let Some(fields) = naturals_only(kinds) else { return Vec::new() };
    let rules = |k| lowering_game(fields, |lowered| lowered.len() == k);
    (least_k(fields)..=fields).map(rules).collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    Some(Box::new(Exactly { above_least: parameters.which }))
}

/// The closed form for games in which a move lowers exactly k fields.
#[derive(Debug)]
struct Exactly {
    /// The difference between k and `least_k` for the number of fields.
    above_least: usize,
}

impl Exactly {
    fn k(&self, fields: usize) -> usize {
        least_k(fields) + self.above_least
    }
}

impl ClosedForm for Exactly {
    fn value(&self, state: &[Value]) -> Option<Int> {
        exact_nim::value(self.k(state.len()), &naturals(state)?).map(int_of)
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        text(self.k(fields), &says::names(fields), question)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let k = self.k(state.len());
        let rounds = exact_nim::tetris(k, &naturals(state)?)?;
        let value = self.value(state)?;
        (convention == Convention::Normal).then(|| {
            format!(
                "A move lowers exactly {k} heaps. One from each of the {k} largest heaps can be taken {rounds} \
                 times in a row; from that follows the value {value}."
            )
        })
    }
}

/// The most heaps in a statement; with more heaps the statement would list too many sets of them.
const MOST_WRITTEN: usize = 4;

/// The statement, in the language, about heaps with these names, of which a move lowers exactly k;
/// `None` for questions that it does not answer, for more than `MOST_WRITTEN` heaps, and if there
/// are fewer than k heaps.
pub fn text(k: usize, names: &[String], question: Question) -> Option<String> {
    let n = names.len();
    if n > MOST_WRITTEN || k > n {
        return None;
    }
    match question {
        Question::Value if k == 1 => Some(names.join(" xor ")),
        Question::Value if 2 * k > n => Some(format!("min([{}])", rounds(k, names).join(", "))),
        // The value is 0 exactly if fewer than k heaps exceed the smallest heap.
        Question::Lost(Convention::Normal) if k > 1 && 2 * k == n => Some(few_exceed(k, names)),
        _ => None,
    }
}

/// Expressions whose minimum is the number of rounds: for each set of j < k heaps, the sum of the other
/// heaps, divided by k − j.
fn rounds(k: usize, names: &[String]) -> Vec<String> {
    let sets = (0..1u32 << names.len()).filter(|left_out| (left_out.count_ones() as usize) < k);
    let quotient = |left_out: u32| {
        let (_, rest) = divided(names, left_out);
        format!("({}) div {}", rest.join(" + "), k - left_out.count_ones() as usize)
    };
    sets.map(quotient).collect()
}

/// The condition that k + 1 of 2k heaps are equal, and none of the others is smaller.
fn few_exceed(k: usize, names: &[String]) -> String {
    let sets = (0..1u32 << names.len()).filter(|least| least.count_ones() as usize == k + 1);
    let condition = |least: u32| {
        let (least, rest) = divided(names, least);
        let at_least = rest.iter().map(|heap| format!(" and {} <= {heap}", least[0]));
        format!("({}{})", least.join(" == "), at_least.collect::<String>())
    };
    sets.map(condition).collect::<Vec<_>>().join(" or ")
}

/// The names in a set, given by bits, and the other names.
fn divided(names: &[String], set: u32) -> (Vec<&str>, Vec<&str>) {
    let member = |(at, _): &(usize, &str)| set >> at & 1 == 1;
    let (inside, outside): (Vec<_>, Vec<_>) = names.iter().map(String::as_str).enumerate().partition(member);
    (inside.into_iter().map(|it| it.1).collect(), outside.into_iter().map(|it| it.1).collect())
}
