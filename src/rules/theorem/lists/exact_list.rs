//! Exact Nim on a list (T33): a move takes any positive numbers from exactly k heaps of a list.
//!
//! Let T(x) be the greatest number of rounds in which one object is taken from each of the k
//! largest heaps. For fewer than 2k heaps the value is T(x); for 2k heaps `exact_nim::value`
//! corrects T(x) by the smallest heap. With more heaps the theorem gives no value, except for k =
//! 1, which is Nim. The theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{
    ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, heaps, int_of, says, state,
};
use crate::theory::exact_nim;

/// The catalogue entry for Exact Nim on a list.
pub const THEOREM: Theorem = Theorem {
    id: "exact-list",
    entry: "T33",
    title: "Exact Nim on a list: take from exactly k heaps",
    cite: "Boros, Gurvich, Ho, Makino, Mursic 2018",
    gives: "Boros, Gurvich, Ho, Makino, Mursic 2018 (theorem:exact-list), values for at most 2k heaps",
    page: include_str!("../pages/exact_list.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::MANY_POSITIONS, guess, form },
    ]),
};

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    // Formulations without the parameter `K` are for two heaps.
    let exactly = parameters.small_or("K", 2);
    let exactly = usize::try_from(exactly?).ok().filter(|exactly| *exactly >= 1)?;
    Some(Box::new(Heaps { exactly }))
}

fn written(kinds: &[Kind]) -> Vec<String> {
    // Whole lists and counts of their elements have no normal form, so each formulation of which
    // heaps change is written out.
    const RULES: [&str; 7] = [
        // The places are chosen, and what is left there.
        "param K: nat = 2
        game exact(heaps: [nat]) {
            move take(S in subsets(indices(heaps), K..=K), left in product([0..heaps[i] for i in S]))
                -> exact(heaps with [S] = left)
        }",
        // The list that is left is chosen, and the heaps that are smaller are counted.
        "param K: nat = 2
        game exact(heaps: [nat]) {
            move take(left in product([0..=h for h in heaps]))
                when count(left[i] < heaps[i] for i in indices(heaps)) == K
                -> exact(left)
        }",
        // The list that is left is chosen, and the heaps that differ are counted.
        "param K: nat = 2
        game exact(heaps: [nat]) {
            move take(left in product([0..=h for h in heaps]))
                when count(left[i] != heaps[i] for i in indices(heaps)) == K
                -> exact(left)
        }",
        // Two places are chosen one by one, instead of as a set; the second is the smaller one.
        "game exact(heaps: [nat]) {
            move take(i in indices(heaps), j in 0..i, x in 0..heaps[i], y in 0..heaps[j])
                -> exact(heaps with [i] = x with [j] = y)
        }",
        // Two places in either order, so that two moves lead to each list.
        "game exact(heaps: [nat]) {
            move take(i in indices(heaps), j in indices(heaps), x in 0..heaps[i], y in 0..heaps[j]) when i != j
                -> exact(heaps with [i] = x with [j] = y)
        }",
        // The amounts are chosen, and places with an amount are counted.
        "param K: nat = 2
        game exact(heaps: [nat]) {
            move take(taken in product([0..=h for h in heaps]))
                when count(taken[i] > 0 for i in indices(heaps)) == K
                -> exact([heaps[i] - taken[i] for i in indices(heaps)])
        }",
        // The amounts are chosen, and counted as elements of a list, without places.
        "param K: nat = 2
        game exact(heaps: [nat]) {
            move take(taken in product([0..=h for h in heaps]))
                when count(t > 0 for t in taken) == K
                -> exact([heaps[i] - taken[i] for i in indices(heaps)])
        }",
    ];
    if kinds == [Kind::Nats] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

/// The ascending lists of the program, with values of `K` from 2 to 4.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    clues.on_lists_with_k(&written(&[Kind::Nats])[0], 0, |heaps| heaps.is_sorted())
}

#[derive(Debug)]
struct Heaps {
    /// The number of heaps from which a move takes; at least 1.
    exactly: usize,
}

impl ClosedForm for Heaps {
    fn value(&self, state: &[Value]) -> Option<Int> {
        exact_nim::value(self.exactly, &state::heaps(state)?).map(int_of)
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        heaps::exact_nim::text(self.exactly, &says::names(fields), question)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let heaps = state::heaps(state)?;
        let (count, exactly) = (heaps.len(), self.exactly);
        let rounds = exact_nim::tetris(exactly, &heaps)?;
        Some(format!(
            "One object can be taken from each of the {exactly} largest of the {count} heaps {rounds} times \
             in a row (the Tetris value). From it follows the value {value}."
        ))
    }
}
