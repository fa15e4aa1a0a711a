//! Nimble (T45): a move takes one coin from a square of a strip to any square on its left; a state
//! lists how many coins the squares 0, 1, 2, … hold.
//!
//! The value is the nim-sum of the numbers of the squares that hold an odd number of coins. The
//! theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, naturals, says, state};
use num_bigint::BigUint;

/// The catalogue entry for Nimble.
pub const THEOREM: Theorem = Theorem {
    id: "nimble",
    entry: "T45",
    title: "Nimble: a coin moves to the left, any number of coins to a square",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "Berlekamp, Conway, Guy 1982 (theorem:nimble), the value is the nim-sum of the squares with an odd number of coins",
    page: include_str!("../pages/nimble.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(Squares)) },
        Hypotheses::Elements { written, form: |_| Some(Box::new(Squares)) },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: &str = "game nimble(squares: [nat]) {
        measure sum(i * squares[i] for i in indices(squares))
        move slide(i in indices(squares), to in 0..i) when squares[i] > 0
            -> nimble(squares with [i] = squares[i] - 1 with [to] = squares[to] + 1)
    }";
    if kinds == [Kind::Nats] { vec![RULES.to_string()] } else { Vec::new() }
}

/// The closed form for states that list how many coins each square holds, from square 0 on.
#[derive(Debug)]
struct Squares;

impl ClosedForm for Squares {
    fn is_total(&self, _vertices: Option<usize>) -> bool {
        true
    }

    fn ends(&self) -> Option<&'static str> {
        Some("every move brings a coin nearer")
    }

    fn value(&self, state: &[Value]) -> Option<Int> {
        let [squares] = state else { return None };
        let counts = naturals(state::members(squares)?)?;
        let odd = counts.iter().enumerate().filter(|(_, count)| count.bit(0));
        Some(Int::from(odd.fold(0u64, |all, (square, _)| all ^ square as u64)))
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        let [squares] = state else { return None };
        let counts = naturals(state::members(squares)?)?;
        let coins = usize::try_from(counts.iter().sum::<BigUint>()).unwrap_or(usize::MAX);
        Some(state::choices(coins, &counts.len().into()))
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let names = says::names(fields);
        let odd = |(square, count): (usize, &String)| format!("(if odd({count}) then {square} else 0)");
        (question == Question::Value)
            .then(|| names.iter().enumerate().map(odd).collect::<Vec<_>>().join(" xor "))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        Some(format!(
            "A coin on square i is a heap of i, and two on one square cancel: the xor of the squares that \
             hold an odd number of coins is {value}."
        ))
    }
}
