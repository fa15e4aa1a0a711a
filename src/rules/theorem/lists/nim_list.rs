//! Nim on a list of heaps (T30, T31): a move takes any positive number from one heap; empty heaps
//! stay in the list or leave it.
//!
//! The value is the nim-sum of the heaps. Under misère play the player to move loses exactly if the
//! nim-sum is 0 and some heap exceeds 1, or if the nim-sum is 1 and no heap exceeds 1.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{
    ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, heaps, int_of, known, says, state,
};
use crate::theory::nim;
use num_bigint::BigUint;

/// The catalogue entry for Nim on a list.
pub const THEOREM: Theorem = Theorem {
    id: "nim-list",
    entry: "T30",
    title: "Nim on a list of heaps",
    cite: "Bouton 1901",
    gives: "Bouton 1901 (theorem:nim-list), the value is the nim-sum of the heaps",
    page: include_str!("../pages/nim_list.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::MANY_POSITIONS, guess, form },
    ]),
};

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    Some(Box::new(Heaps { empty: EMPTY[parameters.which.min(EMPTY.len() - 1)] }))
}

/// The ascending lists of the program.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    clues.on_lists(&written(&[Kind::Nats])[0], 0, |heaps| heaps.is_sorted())
}

/// What happens to the heaps that are empty after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Empty {
    /// All of them stay in the list.
    Stay,
    /// All of them leave the list.
    Leave,
    /// The heap that the move emptied leaves the list, and heaps that were empty before stay.
    LastLeaves,
}

/// What happens to empty heaps in each formulation of the rules.
const EMPTY: [Empty; 4] = [Empty::Stay, Empty::Leave, Empty::Leave, Empty::LastLeaves];

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: [&str; EMPTY.len()] = [
        "game nim(heaps: [nat]) {
            move take(i in indices(heaps), left in 0..heaps[i]) -> nim(heaps with [i] = left)
        }",
        "game nim(heaps: [nat]) {
            move take(i in indices(heaps), left in 0..heaps[i])
                -> nim([h for h in (heaps with [i] = left) if h > 0])
        }",
        "game nim(heaps: [nat]) {
            move take(i in indices(heaps), left in 0..heaps[i])
                -> nim([h for h in (heaps with [i] = left) if h != 0])
        }",
        "game nim(heaps: [nat]) {
            move all_(i in indices(heaps)) when heaps[i] > 0 -> nim(heaps[0..i] ++ heaps[i + 1..len(heaps)])
            move some(i in indices(heaps), left in 1..heaps[i]) -> nim(heaps with [i] = left)
        }",
    ];
    if kinds == [Kind::Nats] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

#[derive(Debug)]
struct Heaps {
    empty: Empty,
}

impl ClosedForm for Heaps {
    fn is_total(&self, _vertices: Option<usize>) -> bool {
        true
    }

    fn ends(&self) -> Option<&'static str> {
        Some("the sum of the heaps decreases with every move")
    }

    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(int_of(nim::value_big(&state::heaps(state)?)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        Some(nim::losing_big(&state::heaps(state)?, known(convention)?))
    }

    fn misere_heaps(&self, list: &[Value]) -> Option<Vec<BigUint>> {
        state::heaps(list)
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let heaps = state::heaps(state)?;
        let moves = nim::winning_moves(&heaps, known(convention)?);
        let target = |(place, left): (usize, BigUint)| {
            let mut heaps = heaps.clone();
            if left == BigUint::ZERO && self.empty == Empty::LastLeaves {
                heaps.remove(place);
            } else {
                heaps[place] = left;
            }
            heaps.retain(|heap| self.empty != Empty::Leave || *heap > BigUint::ZERO);
            state::list(heaps)
        };
        // With a long list and many winning moves, the targets would be too long to be written
        // down.
        (moves.len() * heaps.len() <= 1_000_000).then(|| moves.into_iter().map(target).collect())
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        heaps::nim::text(&says::names(fields), question)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let heaps = state::heaps(state)?;
        let (value, single) = (nim::value_big(&heaps), heaps.iter().all(|heap| *heap <= 1u32.into()));
        if convention == Convention::Misere && single {
            let ones = heaps.iter().filter(|heap| **heap > BigUint::ZERO).count();
            return Some(format!(
                "No heap has more than one object, and {ones} have one. Under misère play an odd number of \
                 them loses."
            ));
        }
        let loses = if value == BigUint::ZERO { "loses" } else { "wins" };
        Some(format!(
            "The xor of the {} heaps, binary digit by binary digit, is {value}: the player to move {loses}.",
            heaps.len()
        ))
    }
}
