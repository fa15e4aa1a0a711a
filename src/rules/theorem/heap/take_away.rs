//! One heap, where the last move bounds the next one (T25, T26): after a move that takes k, the
//! next may take at most f(k), which is c k + d or c k − d.
//!
//! Let H be the sequence with H₁ = 1 and Hᵢ₊₁ = Hᵢ + Hⱼ for the smallest j such that f(Hⱼ) ≥ Hᵢ;
//! for f(k) = 2k these are the Fibonacci numbers. The player to move, who may take up to q, loses a
//! heap of n exactly if n = 0 or q is less than the smallest number in the greedy sum of n by H.
//! The theorem gives no values and says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, naturals, value_of};
use crate::theory::take_away::TakeAway;
use num_bigint::BigUint;

/// The catalogue entry for a bound set by the last move.
pub const THEOREM: Theorem = Theorem {
    id: "take-away",
    entry: "T26",
    title: "One heap: take at most f of what was taken last",
    cite: "Whinihan 1963, Schwenk 1970",
    gives: "Whinihan 1963, Schwenk 1970 (theorem:take-away), who loses by the smallest part of the heap",
    page: include_str!("../pages/take_away.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// The second field is the bound, or the last amount taken; f(k) is c k + d or c k − d.
const RULES: [&str; 4] = [
    "param c: nat = 2 param d: nat = 0
        game away(n: nat, q: nat) { move take(k in 1..=min(n, q)) -> away(n - k, c * k + d) }",
    "param c: nat = 2 param d: nat = 0
        game away(n: nat, last: nat) { move take(k in 1..=min(n, c * last + d)) -> away(n - k, k) }",
    "param c: nat = 2 param d: nat = 1
        game away(n: nat, q: nat) { move take(k in 1..=min(n, q)) -> away(n - k, c * k - d) }",
    "param c: nat = 2 param d: nat = 1
        game away(n: nat, last: nat) { move take(k in 1..=min(n, c * last - d)) -> away(n - k, k) }",
];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds == [Kind::Nat, Kind::Nat] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

/// The theorem does not cover greater c and d, with which the sequence H has too many numbers up to
/// the heap.
const MOST_FACTOR: u64 = 1_000;
/// A heap has no results if H has more numbers up to it.
const MOST_NUMBERS: usize = 20_000;
/// The theorem gives no results for heaps with more binary digits.
const MOST_BITS: u64 = 20_000;

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let small = |name| parameters.small(name).filter(|it| *it <= MOST_FACTOR);
    let (c, d, falls) = (small("c").filter(|c| *c > 0)?, small("d")?, parameters.which >= 2);
    // The bound must not be negative.
    let fits = !falls || (0 < d && d <= c);
    fits.then(|| {
        Box::new(Away { c, d, falls, remembers_last: parameters.which % 2 == 1 }) as Box<dyn ClosedForm>
    })
}

/// The closed form for games in which a move that takes k sets the bound `c` k + `d`, or `c` k −
/// `d`.
#[derive(Debug)]
struct Away {
    c: u64,
    d: u64,
    /// Whether `d` is subtracted.
    falls: bool,
    /// Whether the second field is the last amount taken; otherwise it is the bound.
    remembers_last: bool,
}

impl Away {
    /// The bound after a move that takes some amount.
    fn bound(&self, taken: &BigUint) -> BigUint {
        let (most, d) = (taken * self.c, BigUint::from(self.d));
        match self.falls {
            false => most + d,
            true if most >= d => most - d,
            true => BigUint::ZERO,
        }
    }

    /// The heap and the most that may be taken from it; `None` if the heap has more than
    /// `MOST_BITS` binary digits.
    fn heap(&self, state: &[Value]) -> Option<(BigUint, BigUint)> {
        let [n, second] = <[BigUint; 2]>::try_from(naturals(state)?).ok()?;
        let most = if self.remembers_last { self.bound(&second) } else { second };
        (n.bits() <= MOST_BITS).then_some((n, most))
    }
}

impl ClosedForm for Away {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let (n, most) = self.heap(state)?;
        if convention != Convention::Normal {
            return None;
        }
        TakeAway::new(&|taken| self.bound(taken), n.clone(), MOST_NUMBERS)?.losing(&n, &most)
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let (n, most) = self.heap(state)?;
        let bound = |taken: &BigUint| self.bound(taken);
        let game = TakeAway::new(&bound, n.clone(), MOST_NUMBERS)?;
        if convention != Convention::Normal || game.ends() {
            return None;
        }
        let target = |amount: BigUint| {
            let second = if self.remembers_last { amount.clone() } else { bound(&amount) };
            vec![value_of(&n - amount), value_of(second)]
        };
        Some(game.winning_amounts(&n, &most)?.into_iter().map(target).collect())
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let least = match (self.falls, self.c, self.d) {
            (false, 1, 0) => "2 ^ valuation(a, 2)",
            (false, 2, 0) => "min(zeckendorf(a))",
            _ => return None,
        };
        let most = if self.remembers_last { format!("{} * b", self.c) } else { "b".to_string() };
        (question == Question::Lost(Convention::Normal)).then(|| format!("a == 0 or {most} < {least}"))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (n, most) = self.heap(state)?;
        let losing = self.losing(state, convention)?;
        let game_bound = |taken: &BigUint| self.bound(taken);
        let parts = TakeAway::new(&game_bound, n.clone(), MOST_NUMBERS)?.parts(&n)?;
        let Some((least, _)) = parts.last() else {
            return Some("Nothing is left: the player to move loses.".to_string());
        };
        let shown: Vec<String> = parts.iter().take(12).map(|(part, _)| part.to_string()).collect();
        let more = if parts.len() > shown.len() { " + …" } else { "" };
        let numbers =
            if (self.c, self.d) == (2, 0) { "Fibonacci numbers" } else { "numbers of the sequence" };
        let verdict =
            if losing { "is not, and the player to move loses" } else { "is, and the player to move wins" };
        Some(format!(
            "As a sum of {numbers}, taken greedily, the parts of {n} are {}{more}. Taking the smallest, {least}, wins if \
             it is allowed. At most {most} may be taken, so it {verdict}.",
            shown.join(" + ")
        ))
    }
}
