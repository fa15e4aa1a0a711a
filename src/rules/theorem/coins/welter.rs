//! Welter's game (T49): a move takes a coin of a strip to any free square on its left, also over
//! other coins.
//!
//! The value is Welter's function: the nim-sum of the numbers of the occupied squares and of
//! `2^(v + 1) - 1` for each pair of coins, `2^v` being the greatest power of 2 that divides their
//! distance. The theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Theorem, clues, int_of, state, value_of};
use crate::theory::welter::Welter;

/// The catalogue entry for Welter's game.
pub const THEOREM: Theorem = Theorem {
    id: "welter",
    entry: "T49",
    title: "Welter's game: coins move left to free squares, jumping allowed",
    cite: "Sprague 1948, Welter 1954",
    gives: "Sprague 1948, Welter 1954 (theorem:welter), values by Welter's function",
    page: include_str!("../pages/welter.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(Coins)) },
        Hypotheses::Elements { written, form: |_| Some(Box::new(Coins)) },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form: |_| Some(Box::new(Coins)) },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const SET: &str = "game welter(coins: {nat}) {
        measure sum(coins)
        move jump(c in coins, to in (0..c) - coins) -> welter(coins - {c} | {to})
    }";
    const MAPPED: &str = "game welter(coins: {nat}) {
        measure sum(coins)
        move jump(c in coins, to in (0..c) - coins) -> welter({if other == c then to else other for other in coins})
    }";
    const LIST: &str = "game welter(coins: [nat]) {
        move jump(i in indices(coins), to in 0..coins[i]) when to not in coins -> welter(coins with [i] = to)
    }";
    match kinds {
        [Kind::NatSet] => vec![SET.to_string(), MAPPED.to_string()],
        [Kind::Nats] => vec![LIST.to_string()],
        _ => Vec::new(),
    }
}

/// The sets of coins that the program suggests.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let rules = &written(&[Kind::NatSet])[0];
    clues.heads().into_iter().map(|coins| Guess::of(rules, 0, vec![coins])).collect()
}

#[derive(Debug)]
struct Coins;

/// The theorem gives no results for a position whose computation may need more bytes.
const MOST_BYTES: u128 = 200_000_000;

fn coins(state: &[Value]) -> Option<Welter> {
    let squares = state::heaps(state)?;
    if Welter::bytes_needed(&squares) > MOST_BYTES {
        return None;
    }
    Welter::new(squares)
}

impl ClosedForm for Coins {
    fn is_total(&self, _vertices: Option<usize>) -> bool {
        true
    }

    fn ends(&self) -> Option<&'static str> {
        Some("the sum of the squares decreases with every move")
    }

    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(int_of(coins(state)?.value().clone()))
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let moves = (convention == Convention::Normal).then(|| coins(state)).flatten()?.winning_moves();
        let members = state::members(&state[0])?;
        if moves.len().saturating_mul(members.len()) > 1_000_000 {
            return None;
        }
        let target = |(place, square)| {
            let mut members = members.to_vec();
            *members.get_mut(place)? = value_of(square);
            Some(vec![match state[0] {
                Value::Set(_) => Value::set(members),
                _ => Value::List(members.into()),
            }])
        };
        moves.into_iter().map(target).collect()
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        state::choices_of(state)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        Some(format!(
            "Welter's function is the xor of the {} squares and of 2^(v + 1) - 1 for every pair of coins, \
             2^v being the greatest power of 2 that divides their distance: {value}.",
            state::members(&state[0])?.len()
        ))
    }
}
