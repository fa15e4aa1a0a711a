//! Coins in a circle (T85): the first move takes 1 to k adjacent coins and leaves a row; later
//! moves take 1 to k adjacent coins of a row and leave one row or two.
//!
//! For k = 1 the player to move loses exactly if the number of coins is even. For k ≥ 2 the player
//! to move loses exactly with 0 coins or more than k. The theorem is about the circle, not about
//! rows; it gives no values and says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::shape::one_heap::OneHeap;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Parameters, Theorem, clues, naturals};
use crate::theory::circle;
use num_bigint::BigUint;

/// The catalogue entry for coins in a circle.
pub const THEOREM: Theorem = Theorem {
    id: "circle",
    entry: "T85",
    title: "Coins in a circle: take up to k adjacent coins; the rest is a row",
    cite: "folklore (HDU 3951)",
    gives: "coins in a circle (theorem:circle), who loses by cutting the row into two equal ones",
    page: include_str!("../pages/circle.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Opening(opening),
        Hypotheses::Boards { least: clues::MANY_POSITIONS, guess, form },
    ]),
};

/// The closed form for a circle, given the moves of the circle and of the row that a first move
/// leaves; `None` unless both take 1 to k, for one k, and neither has an `end` rule.
fn opening(first: &OneHeap, rows: &OneHeap) -> Option<Box<dyn ClosedForm>> {
    // The amounts must be 1 to k, whatever number of heaps remains.
    let most = first.subtraction()?.finite()?.last().copied()?;
    let up_to_most: Vec<u64> = (1..=most).collect();
    let all = [&first.all, &first.one, &rows.all, &rows.one, &rows.two_equal, &rows.two_unequal];
    let is_row = all.iter().all(|amounts| amounts.finite() == Some(&up_to_most))
        && rows.more.iter().all(|amounts| amounts.is_empty())
        && !first.ends_by_rule
        && !rows.ends_by_rule;
    is_row.then(|| Box::new(Circle { most: BigUint::from(most) }) as Box<dyn ClosedForm>)
}

const RULES: &str = "param K: nat = 2
    game circle(n: nat) { move first(k in 1..=K) when k <= n -> row(n - k) }
    game row(n: nat) {
        move take(k in 1..=K, left in 0..=n) when left + k <= n -> row(left) + row(n - left - k)
    }";

/// Circles with moves of up to 2, 3 or 4 coins, and from 4 to 30 coins: as many as a number that
/// the program mentions, or as the elements of a list or letters of a text.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let mut sizes = clues.numbers();
    sizes.extend(clues.lists().iter().map(|row| row.len() as u32));
    sizes.extend(clues.lengths());
    let boards = sizes.into_iter().filter(|coins| (4..=30).contains(coins)).flat_map(|coins| {
        (2..=4).map(move |most| Guess::of(RULES, 0, vec![Value::int(coins.into())]).with("K", most))
    });
    boards.collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    Some(Box::new(Circle { most: parameters.small("K")?.into() }))
}

/// The closed form for a circle from which up to `most` adjacent coins may be taken.
#[derive(Debug)]
struct Circle {
    most: BigUint,
}

impl ClosedForm for Circle {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [n] = &naturals(state)?[..] else { return None };
        (convention == Convention::Normal).then(|| circle::losing(n, &self.most))
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let lost = question == Question::Lost(Convention::Normal);
        lost.then(|| match self.most.to_string().as_str() {
            "1" => "even(n)".to_string(),
            most => format!("n == 0 or n > {most}"),
        })
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let (most, losing) = (&self.most, self.losing(state, convention)?);
        Some(if *n <= *most {
            if losing {
                "No coin is left.".to_string()
            } else {
                format!("All {n} coins can be taken at once.")
            }
        } else if *most == BigUint::from(1u32) {
            format!("Coins are taken one by one, and {n} is {}.", if losing { "even" } else { "odd" })
        } else {
            let cut = "the answer is to take one or two from the middle of the row that is left, so that two equal rows";
            format!("Of {n} coins at most {most} can be taken; {cut} remain: the player to move loses.")
        })
    }
}
