//! Moore's Nim on a list (T32): a move takes from at least one and at most k heaps of a list, any
//! positive number from each.
//!
//! The player to move loses exactly if the number of ones in each binary column of the heaps is
//! divisible by k + 1. Under misère play this holds as well if some heap exceeds 1; otherwise the
//! player to move loses exactly if the number of ones is 1 modulo k + 1. Values are given only for
//! at most k non-empty heaps, for k + 1 heaps, and for k = 1, which is Nim.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{
    ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, heaps, int_of, known, says, state,
};
use crate::theory::moore;

/// The catalogue entry for Moore's Nim on a list.
pub const THEOREM: Theorem = Theorem {
    id: "moore-list",
    entry: "T32",
    title: "Moore's Nim on a list of heaps: take from at most k heaps at once",
    cite: "Moore 1910, Jenkyns and Mayberry 1980",
    gives: "Moore 1910 (theorem:moore-list), lost positions by binary columns; values for at most k + 1 heaps",
    page: include_str!("../pages/moore_list.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::MANY_POSITIONS, guess, form },
    ]),
};

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    // Formulations without the parameter `K` are for at most two heaps.
    let most = parameters.small_or("K", 2);
    let most = most.filter(|most| *most >= 1)?;
    Some(Box::new(Heaps { most }))
}

/// The rules in the language. A move chooses the list that is left, the amounts, or the places.
/// Whole lists and counts of their elements have no normal form, so each formulation of how many
/// heaps change is written out.
const RULES: [&str; 10] = [
    "param K: nat = 2
    game moore(heaps: [nat]) {
        move take(S in subsets(indices(heaps), 1..=K), left in product([0..heaps[i] for i in S]))
            -> moore(heaps with [S] = left)
    }",
    "param K: nat = 2
    game moore(heaps: [nat]) {
        move take(left in product([0..=h for h in heaps]))
            when 1 <= count(left[i] < heaps[i] for i in indices(heaps)) <= K
            -> moore(left)
    }",
    "param K: nat = 2
    game moore(heaps: [nat]) {
        move take(left in product([0..=h for h in heaps]))
            when left != heaps and count(left[i] < heaps[i] for i in indices(heaps)) <= K
            -> moore(left)
    }",
    "param K: nat = 2
    game moore(heaps: [nat]) {
        move take(left in product([0..=h for h in heaps]))
            when left != heaps and count(left[i] != heaps[i] for i in indices(heaps)) <= K
            -> moore(left)
    }",
    "param K: nat = 2
    game moore(heaps: [nat]) {
        move take(S in subsets({i for i in indices(heaps) if heaps[i] > 0}, 1..=K),
                  left in product([0..heaps[i] for i in S]))
            -> moore(heaps with [S] = left)
    }",
    "game moore(heaps: [nat]) {
        move one(i in indices(heaps), x in 0..heaps[i]) -> moore(heaps with [i] = x)
        move two(S in subsets(indices(heaps), 2..=2), left in product([0..heaps[i] for i in S]))
            -> moore(heaps with [S] = left)
    }",
    "game moore(heaps: [nat]) {
        move one(i in indices(heaps), x in 0..heaps[i]) -> moore(heaps with [i] = x)
        move two(i in indices(heaps), j in 0..i, x in 0..heaps[i], y in 0..heaps[j])
            -> moore(heaps with [i] = x with [j] = y)
    }",
    "param K: nat = 2
    game moore(heaps: [nat]) {
        move take(taken in product([0..=h for h in heaps]))
            when 1 <= count(taken[i] > 0 for i in indices(heaps)) <= K
            -> moore([heaps[i] - taken[i] for i in indices(heaps)])
    }",
    "param K: nat = 2
    game moore(heaps: [nat]) {
        move take(taken in product([0..=h for h in heaps]))
            when any(t > 0 for t in taken) and count(t > 0 for t in taken) <= K
            -> moore([heaps[i] - taken[i] for i in indices(heaps)])
    }",
    "param K: nat = 2
    game moore(heaps: [nat]) {
        move take(left in product([0..=h for h in heaps]))
            when len(heaps) - K <= count(left[i] == heaps[i] for i in indices(heaps)) < len(heaps)
            -> moore(left)
    }",
];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds == [Kind::Nats] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

/// The ascending lists of the program, with values of `K` from 2 to 4.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    clues.on_lists_with_k(RULES[0], 0, |heaps| heaps.is_sorted())
}

#[derive(Debug)]
struct Heaps {
    /// The greatest number of heaps from which a move may take; at least 1.
    most: u64,
}

impl ClosedForm for Heaps {
    fn is_total(&self, _vertices: Option<usize>) -> bool {
        true
    }

    fn ends(&self) -> Option<&'static str> {
        Some("the sum of the heaps decreases with every move")
    }

    fn value(&self, state: &[Value]) -> Option<Int> {
        moore::value(self.most, &state::heaps(state)?).map(int_of)
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        Some(moore::losing_big(self.most, &state::heaps(state)?, known(convention)?))
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        heaps::moore::text(self.most, &says::names(fields), question)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let heaps = state::heaps(state)?;
        let (count, divisor) = (heaps.len(), self.most + 1);
        if convention == Convention::Misere && heaps.iter().all(|heap| *heap <= 1u32.into()) {
            let ones = heaps.iter().filter(|heap| **heap == 1u32.into()).count();
            let rest = ones as u64 % divisor;
            return Some(format!(
                "No heap has more than one object, and {ones} have one, which is {rest} modulo {divisor}. \
                 Under misère play 1 modulo {divisor} loses."
            ));
        }
        let bits = heaps.iter().map(|heap| heap.bits()).max().unwrap_or(0);
        let ones = |bit: u64| heaps.iter().filter(|heap| heap.bit(bit)).count() as u64;
        // For many large heaps, reading all binary columns takes longer than an explanation may.
        let short = bits.checked_mul(count as u64).is_some_and(|work| work <= 10_000_000);
        let bad = (0..bits).rev().filter(|_| short).find(|bit| !ones(*bit).is_multiple_of(divisor));
        Some(match bad {
            Some(bit) => format!(
                "The player to move loses when every binary column of the {count} heaps holds a number of \
                 ones divisible by {divisor}. The column of 2^{bit} holds {}.",
                ones(bit)
            ),
            None if short => format!(
                "Every binary column of the {count} heaps holds a number of ones divisible by {divisor}, so \
                 the player to move loses."
            ),
            None => return None,
        })
    }
}
