//! The multiplication game (T24): a move multiplies a product p by 2 to 9; whoever first reaches a
//! goal N or more wins.
//!
//! The player to move at p = 1 wins exactly if 18^k < N ≤ 9·18^k for some k ≥ 0. The game at p is
//! the game from 1 with the goal ⌈N / p⌉. The theorem gives no values and says nothing about misère
//! play.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, naturals};
use crate::theory::multiplication;
use num_bigint::BigUint;

/// The catalogue entry for the multiplication game.
pub const THEOREM: Theorem = Theorem {
    id: "multiplication",
    entry: "T24",
    title: "Multiply by 2 to 9; who first reaches the goal wins",
    cite: "folklore (UVa 847)",
    gives: "the multiplication game (theorem:multiplication), who loses by powers of 18",
    page: include_str!("../pages/multiplication.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    let by_guard = |field: &str, guard: &str| {
        format!(
            "param goal: nat = 100
             game multiply(p: {field}) {{ move times(k in 2..=9) when {guard} -> multiply(p * k) }}"
        )
    };
    let by_end = |field: &str, guard: &str| {
        format!(
            "param goal: nat = 100
             game multiply(p: {field}) {{
                end when p >= goal: lose
                move times(k in 2..=9) {guard} -> multiply(p * k)
             }}"
        )
    };
    match kinds {
        [Kind::Nat] => {
            vec![
                by_guard("nat", "p < goal"),
                by_guard("nat", "0 < p < goal"),
                by_end("nat", ""),
                by_end("nat", "when p > 0"),
                "param goal: nat = 100
                 game multiply(p: nat) {
                    move times(q in 2 * p..=9 * p) when 0 < p < goal and q mod p == 0 -> multiply(q)
                 }"
                .to_string(),
                MISSING.to_string(),
            ]
        }
        [Kind::Other] => vec![by_guard("1..=9 * goal", "p < goal"), by_end("1..=9 * goal", "")],
        _ => Vec::new(),
    }
}

/// The rules in which a state is the factor by which the product must still grow.
const MISSING: &str = "game lack(n: nat) { move divide(k in 2..=9) when n > 1 -> lack((n + k - 1) div k) }";
/// The index of [`MISSING`] among the rules for one natural.
const WHICH_IS_MISSING: usize = 5;

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    if parameters.which == WHICH_IS_MISSING {
        return Some(Box::new(Missing));
    }
    // With a goal below 2 there is no move from a positive product.
    let goal = BigUint::try_from(parameters.int("goal")?.to_big()).ok().filter(|goal| goal.bits() >= 2)?;
    Some(Box::new(Product { goal }))
}

/// The most powers of 18 that a statement lists; for a goal beyond them, there is no statement.
const MOST_POWERS: usize = 40;

/// The closed form for states that are the product; the player who first reaches `goal` wins.
#[derive(Debug)]
struct Product {
    goal: BigUint,
}

impl ClosedForm for Product {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [p] = &naturals(state)?[..] else { return None };
        // From 0 the goal is never reached.
        (convention == Convention::Normal && p.bits() > 0).then(|| multiplication::losing(p, &self.goal))
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let (goal, mut power) = (&self.goal, BigUint::from(1u32));
        let mut winning = Vec::new();
        while power < *goal && winning.len() < MOST_POWERS {
            winning.push(format!("{power} * n < {goal} <= {} * n", &power * 9u32));
            power *= 18u32;
        }
        let lost = question == Question::Lost(Convention::Normal) && power >= *goal;
        lost.then(|| format!("not ({})", winning.join(" or ")))
    }

    fn says_where(&self, _fields: usize) -> Option<String> {
        Some("n > 0".to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [p] = &naturals(state)?[..] else { return None };
        let verdict = if self.losing(state, convention)? { "loses" } else { "wins" };
        if *p >= self.goal {
            return Some(format!("The goal is reached: the player to move {verdict}."));
        }
        let factor = (&self.goal + p - 1u32) / p;
        let mut power = BigUint::from(1u32);
        while &power * 18u32 < factor {
            power *= 18u32;
        }
        Some(format!(
            "The product must grow by {factor}, rounded up. That wins when it lies above a power of 18 and not above \
             9 times it. The power of 18 below it is {power}: the player to move {verdict}."
        ))
    }
}

/// The closed form for states that are the factor by which the product must grow. Play from such a
/// state is that from the product 1, with this factor as the goal.
#[derive(Debug)]
struct Missing;

impl ClosedForm for Missing {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [n] = &naturals(state)?[..] else { return None };
        (convention == Convention::Normal).then(|| multiplication::losing(&BigUint::from(1u32), n))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = naturals(state)?.try_into().ok()?;
        Product { goal: n }.why(&[Value::int(1)], convention)
    }
}
