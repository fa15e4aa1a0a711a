//! Greedy Nim on a list (T43): a move takes any positive number from a heap that no other heap
//! exceeds.
//!
//! The player to move loses exactly if the largest size occurs an even number of times, or if all
//! heaps are empty. The theorem gives no values and says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Theorem, clues, heaps, says, state, times};
use crate::theory::greedy;
use num_bigint::BigUint;

/// The catalogue entry for Greedy Nim on a list.
pub const THEOREM: Theorem = Theorem {
    id: "greedy-list",
    entry: "T43",
    title: "Greedy Nim on a list: take only from a largest heap",
    cite: "Albert, Nowakowski 2004",
    gives: "Albert, Nowakowski 2004 (theorem:greedy-list), lost when the largest size occurs an even number of times",
    page: include_str!("../pages/greedy_list.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(Heaps)) },
        Hypotheses::Boards { least: clues::MANY_POSITIONS, guess, form: |_| Some(Box::new(Heaps)) },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: [&str; 4] = [
        "game greedy(heaps: [nat]) {
            move take(i in indices(heaps), left in 0..heaps[i]) when heaps[i] == max(heaps)
                -> greedy(heaps with [i] = left)
        }",
        "game greedy(heaps: [nat]) {
            move take(i in indices(heaps), left in 0..heaps[i]) when all(h <= heaps[i] for h in heaps)
                -> greedy(heaps with [i] = left)
        }",
        "game greedy(heaps: [nat]) {
            move take(i in indices(heaps), left in 0..heaps[i]) when heaps[i] == max([0] ++ heaps)
                -> greedy(heaps with [i] = left)
        }",
        "game greedy(heaps: [nat]) {
            move take(i in indices(heaps), left in 0..heaps[i]) when heaps[i] == sorted(heaps)[len(heaps) - 1]
                -> greedy(heaps with [i] = left)
        }",
    ];
    if kinds == [Kind::Nats] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

/// The ascending lists of the program.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    clues.on_lists(&written(&[Kind::Nats])[2], 2, |heaps| heaps.is_sorted())
}

#[derive(Debug)]
struct Heaps;

impl ClosedForm for Heaps {
    fn is_total(&self, _vertices: Option<usize>) -> bool {
        true
    }

    fn ends(&self) -> Option<&'static str> {
        Some("the sum of the heaps decreases with every move")
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let heaps = (convention == Convention::Normal).then(|| state::heaps(state)).flatten()?;
        Some(greedy::losing(&heaps))
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        heaps::greedy::text(&says::names(fields), question)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let losing = self.losing(state, convention)?;
        let heaps = state::heaps(state)?;
        let largest = heaps.iter().max().filter(|largest| **largest > BigUint::ZERO);
        let Some(largest) = largest else { return Some("All heaps are empty.".to_string()) };
        let times = times(heaps.iter().filter(|heap| *heap == largest).count() as u64);
        let loses = if losing { "even: the player to move loses" } else { "odd: the player to move wins" };
        Some(format!("The largest heap, {largest}, occurs {times}, which is {loses}."))
    }
}
