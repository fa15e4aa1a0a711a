//! The silver dollar game without the dollar (T48): a move slides a coin to the left over free
//! squares of a strip; no two coins share a square.
//!
//! Coins are paired from the right, the leftmost with the wall if their number is odd. The value is
//! the nim-sum of the numbers of free squares inside the pairs. The theorem says nothing about
//! misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::{
    ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, int_of, naturals, state, value_of,
};
use crate::theory::silver_dollar;
use crate::theory::staircase::Shift;
use num_bigint::BigUint;

/// The catalogue entry for the silver dollar game without the dollar.
pub const THEOREM: Theorem = Theorem {
    id: "silver-dollar",
    entry: "T48",
    title: "Silver dollar: coins slide left on a strip, over free squares only",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "Berlekamp, Conway, Guy 1982 (theorem:silver-dollar), the value is the nim-sum of every other gap",
    page: include_str!("../pages/silver_dollar.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Elements { written, form },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const LISTS: [&str; 4] = [
        "param FIRST: nat = 0
        game strip(coins: [nat]) {
            move slide(i in indices(coins), to in (if i == 0 then FIRST else coins[i - 1] + 1)..coins[i])
                -> strip(coins with [i] = to)
        }",
        "param FIRST: nat = 0
        game strip(coins: [nat]) {
            move slide(i in indices(coins), to in FIRST..coins[i]) when i == 0 or coins[i - 1] < to
                -> strip(coins with [i] = to)
        }",
        "param FIRST: nat = 1
        game strip(coins: [nat]) {
            move slide(i in indices(coins), to in ([FIRST - 1] ++ coins)[i] + 1..coins[i])
                -> strip(coins with [i] = to)
        }",
        // If coins are out of order, there are no moves.
        "param FIRST: nat = 0
        game strip(coins: [nat]) {
            move slide(i in indices(coins), to in (if i == 0 then FIRST else coins[i - 1] + 1)..coins[i])
                when all(coins[j] < coins[j + 1] for j in 0..len(coins) - 1)
                -> strip(coins with [i] = to)
        }",
    ];
    const SETS: &str = "param FIRST: nat = 0
        game strip(coins: {nat}) {
            move slide(c in coins, to in FIRST..c) when all(d not in coins for d in to..c)
                -> strip(coins - {c} | {to})
        }";
    match kinds {
        [Kind::Nats] => LISTS.map(str::to_string).to_vec(),
        [Kind::NatSet] => vec![SETS.to_string()],
        _ => Vec::new(),
    }
}

/// The sets of coins that the program suggests, each on a strip whose first square is 0 and on one
/// whose first square is 1.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let rules = &written(&[Kind::NatSet])[0];
    let on = |first: i64, coins: &Value| Guess::of(rules, 0, vec![coins.clone()]).with("FIRST", first);
    clues.heads().iter().flat_map(|coins| [on(0, coins), on(1, coins)]).collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    Some(Box::new(Strip { first: parameters.small("FIRST")?.into() }))
}

/// The closed form for a strip whose first square has this number.
#[derive(Debug)]
struct Strip {
    first: BigUint,
}

impl ClosedForm for Strip {
    fn value(&self, state: &[Value]) -> Option<Int> {
        silver_dollar::value(&state::heaps(state)?, &self.first).map(int_of)
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let coins = (convention == Convention::Normal).then(|| state::heaps(state)).flatten()?;
        let shifts = silver_dollar::winning_moves(&coins, &self.first)?;
        if shifts.len().saturating_mul(coins.len()) > 1_000_000 {
            return None;
        }
        let target = |shift: &Shift| {
            let mut members = state::members(&state[0])?.to_vec();
            let left = coins.get(shift.place)? - &shift.amount;
            *members.get_mut(shift.place)? = value_of(left);
            // Coins keep their order, so that a set of them stays ascending.
            Some(vec![match state[0] {
                Value::Set(_) => Value::Set(members.into()),
                _ => Value::List(members.into()),
            }])
        };
        shifts.iter().map(target).collect()
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        state::choices_of(state)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let [coins] = state else { return None };
        let coins = naturals(state::members(coins)?)?;
        let gaps = silver_dollar::steps(&coins, &self.first)?;
        let shown: Vec<String> = gaps.iter().step_by(2).take(12).map(BigUint::to_string).collect();
        let more = if gaps.len() > 24 { ", …" } else { "" };
        Some(format!(
            "Coins pair up from the right; the free squares inside the pairs are {}{more}, with xor {value}. \
             What a coin gives to the gap behind its pair, the opponent takes back.",
            if shown.is_empty() { "none".to_string() } else { shown.join(", ") }
        ))
    }
}
