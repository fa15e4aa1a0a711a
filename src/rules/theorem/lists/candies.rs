//! Candy piles (T89): a move eats the whole largest pile of candies, or one candy from every pile;
//! whoever eats the last candy loses.
//!
//! In the Young diagram of the piles, follow the diagonal from the corner to its last cell. The
//! player to move wins exactly if the number of cells above that cell or the number of cells to its
//! right is odd. The theorem gives no values and no results for empty piles; normal play is covered
//! only if an `end` rule states who has won.

use crate::ir::{Convention, Value};
use crate::theorem::{
    ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, naturals, state, value_of,
};
use crate::theory::candies;
use num_bigint::BigUint;

/// The catalogue entry for candy piles.
pub const THEOREM: Theorem = Theorem {
    id: "candies",
    entry: "T89",
    title: "Candy piles: eat the largest pile, or one candy from each; the last candy is poison",
    cite: "AtCoder AGC 002 E 2016",
    gives: "AtCoder AGC 002 E 2016 (theorem:candies), outcomes along the diagonal of a Young diagram",
    page: include_str!("../pages/candies.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules {
            written: |kinds| {
                if kinds == [Kind::Nats] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
            },
            form,
        },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

const RULES: [&str; 4] = [
    "game candies(piles: [nat]) {
        end when len(piles) == 0: win
        move largest -> candies(sorted(piles)[0..len(piles) - 1])
        move one_each -> candies([p - 1 for p in piles if p > 1])
    }",
    "game candies(piles: [nat]) {
        move largest when len(piles) > 0 -> candies(sorted(piles)[0..len(piles) - 1])
        move one_each when len(piles) > 0 -> candies([p - 1 for p in piles if p > 1])
    }",
    "game candies(piles: [nat]) {
        end when len(piles) == 0: win
        move largest -> candies(reverse(sorted(piles))[1..len(piles)])
        move one_each -> candies([p - 1 for p in piles if p > 1])
    }",
    "game candies(piles: [nat]) {
        end when len(piles) == 0: win
        move largest -> candies(reverse(sorted(piles))[1..len(piles)])
        move one_each -> candies([p - 1 for p in reverse(sorted(piles)) if p > 1])
    }",
];

/// The ascending lists of the program without empty piles, by the first two formulations: with an
/// end, and without.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let on = |which: usize| {
        clues.on_lists(RULES[which], which, |piles: &[u64]| piles.is_sorted() && !piles.contains(&0))
    };
    [0, 1].into_iter().flat_map(on).collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let (ends, largest_first, all_descend) = match parameters.which {
        0 => (true, false, false),
        1 => (false, false, false),
        2 => (true, true, false),
        _ => (true, true, true),
    };
    Some(Box::new(Piles { ends, largest_first, all_descend }))
}

/// The closed form for piles in a list. A player who finds no candies has won, by an end or by
/// misère play.
#[derive(Debug)]
struct Piles {
    /// Whether an end states that a player who finds no candies has won; otherwise only misère play
    /// is covered.
    ends: bool,
    /// Whether the move that eats the largest pile leaves the others in descending order, instead
    /// of ascending.
    largest_first: bool,
    /// Whether the move that eats one candy of each pile leaves the piles in descending order,
    /// instead of in their places.
    all_descend: bool,
}

impl Piles {
    /// The piles; `None` if one is empty, if one does not fit into a machine word, or if the
    /// theorem does not cover the convention.
    fn piles(&self, state: &[Value], convention: Convention) -> Option<Vec<u64>> {
        let asked = if self.ends { Convention::Anti != convention } else { Convention::Misere == convention };
        let [piles] = state else { return None };
        let piles = state::words(&naturals(state::members(piles).filter(|_| asked)?)?)?;
        (!piles.contains(&0)).then_some(piles)
    }
}

impl ClosedForm for Piles {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        Some(candies::losing(&self.piles(state, convention)?))
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let mut piles = self.piles(state, convention)?;
        let (largest, one_each) = candies::winning_moves(&piles);
        let listed = |piles: &[u64]| {
            vec![Value::List(piles.iter().map(|pile| value_of(BigUint::from(*pile))).collect())]
        };
        let mut targets = Vec::new();
        if one_each {
            let mut rest: Vec<u64> = piles.iter().filter(|pile| **pile > 1).map(|pile| pile - 1).collect();
            if self.all_descend {
                rest.sort_unstable_by(|a, b| b.cmp(a));
            }
            targets.push(listed(&rest));
        }
        if largest {
            piles.sort_unstable();
            piles.pop();
            if self.largest_first {
                piles.reverse();
            }
            targets.push(listed(&piles));
        }
        Some(targets)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let mut piles = self.piles(state, convention)?;
        if piles.is_empty() {
            return Some("No candy is left: the opponent has eaten the poisoned one.".to_string());
        }
        piles.sort_unstable_by(|a, b| b.cmp(a));
        let last = piles.iter().enumerate().take_while(|(at, pile)| **pile > *at as u64).count() - 1;
        let above = piles[last] - last as u64 - 1;
        let right = piles[last + 1..].iter().take_while(|pile| **pile > last as u64).count();
        let wins = if candies::losing(&piles) {
            "both are even: the player to move loses"
        } else {
            "one is odd: the player to move wins"
        };
        Some(format!(
            "In the Young diagram of the piles the diagonal ends at cell ({last}, {last}). {above} cells are \
             above it and {right} right of it; {wins}."
        ))
    }
}
