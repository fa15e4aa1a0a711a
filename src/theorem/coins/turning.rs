//! Coin turning (T71).

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, naturals, state};
use crate::theory::coins::Rule;
use num_bigint::BigUint;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "coin-turning",
    entry: "T71",
    title: "Turn coins, the rightmost of them from heads to tails: Turtles, Twins, Triplets, Ruler",
    cite: "Lenstra 1977",
    gives: "Lenstra 1977 (theorem:coin-turning), the value is the xor of the values of single heads",
    page: include_str!("../pages/coins.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// A position is a sum of single heads. Twins are then Nim, or Nim with a bound, and not written here.
const SINGLE: [&str; 5] = [
    "move one when n > 0 -> 0 move two(i in 1..n) -> coins(i)",
    "move one -> 0 move two(i in 0..n) -> coins(i)
     move three(i in 0..n, j in i + 1..n) -> coins(i) + coins(j)",
    "move three(i in 0..n, j in i + 1..n) -> coins(i) + coins(j)",
    "move turn(k in 1..=n) -> sum(coins(i) for i in n - k + 1..n)",
    "move turn(k in 1..=min(L, n)) -> sum(coins(i) for i in n - k + 1..n)",
];

/// A position is the set of heads.
const SETS: [&str; 7] = [
    "move one(n in heads) -> coins(heads - {n}) move two(n in heads, i in FIRST..n) -> coins(turned(heads, {i, n}))",
    "move one(n in heads) -> coins(heads - {n}) move two(n in heads, i in FIRST..n) -> coins(turned(heads, {i, n}))
     move three(n in heads, i in FIRST..n, j in i + 1..n) -> coins(turned(heads, {i, j, n}))",
    "move three(n in heads, i in FIRST..n, j in i + 1..n) -> coins(turned(heads, {i, j, n}))",
    "move turn(n in heads, k in FIRST..=n) -> coins(turned(heads, {i for i in k..=n}))",
    "move turn(n in heads, k in FIRST..=n) when n - k < L -> coins(turned(heads, {i for i in k..=n}))",
    "move two(n in heads, i in FIRST..n) -> coins(turned(heads, {i, n}))",
    "move two(n in heads, i in FIRST..n) when n - i <= L -> coins(turned(heads, {i, n}))",
];

/// A position is the list of all coins, heads being true.
const LISTS: [&str; 7] = [
    "move one(n in indices(up)) when up[n] -> coins(up with [n] = false)
     move two(n in indices(up), i in 0..n) when up[n] -> coins(up with [n] = false with [i] = (not up[i]))",
    "move one(n in indices(up)) when up[n] -> coins(up with [n] = false)
     move two(n in indices(up), i in 0..n) when up[n] -> coins(up with [n] = false with [i] = (not up[i]))
     move three(n in indices(up), i in 0..n, j in i + 1..n) when up[n]
         -> coins(up with [n] = false with [i] = (not up[i]) with [j] = (not up[j]))",
    "move three(n in indices(up), i in 0..n, j in i + 1..n) when up[n]
         -> coins(up with [n] = false with [i] = (not up[i]) with [j] = (not up[j]))",
    "move turn(n in indices(up), k in 0..=n) when up[n]
         -> coins([if k <= i <= n then not up[i] else up[i] for i in indices(up)])",
    "move turn(n in indices(up), k in 0..=n) when up[n] and n - k < L
         -> coins([if k <= i <= n then not up[i] else up[i] for i in indices(up)])",
    "move two(n in indices(up), i in 0..n) when up[n] -> coins(up with [n] = false with [i] = (not up[i]))",
    "move two(n in indices(up), i in 0..n) when up[n] and n - i <= L
         -> coins(up with [n] = false with [i] = (not up[i]))",
];

fn written(kinds: &[Kind]) -> Vec<String> {
    let text = |rules: &str, field: &str, before: &str| {
        let first = if rules.contains("FIRST") { "param FIRST: nat = 0\n" } else { "" };
        let most = if rules.contains('L') { "param L: nat = 1\n" } else { "" };
        format!("{first}{most}{before}game coins({field}) {{ {rules} }}")
    };
    const TURNED: &str = "fn turned(heads: {nat}, some: {nat}): {nat} = (heads - some) | (some - heads)\n";
    match kinds {
        [Kind::Nat] => SINGLE.iter().map(|rules| text(rules, "n: nat", "")).collect(),
        [Kind::NatSet] => SETS.iter().map(|rules| text(rules, "heads: {nat}", TURNED)).collect(),
        [Kind::Other] => LISTS.iter().map(|rules| text(rules, "up: [bool]", "")).collect(),
        _ => Vec::new(),
    }
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let most = || parameters.small("L").filter(|most| *most >= 1).map(BigUint::from);
    let rule = match parameters.which {
        0 => Rule::TurningTurtles,
        1 => Rule::MockTurtles,
        2 => Rule::Triplets,
        3 => Rule::Ruler,
        4 => Rule::RulerUpTo(most()?),
        5 => Rule::Twins,
        6 => Rule::TwinsUpTo(most()?),
        _ => return None,
    };
    Some(Box::new(Coins { rule, first: parameters.small("FIRST").map(BigUint::from) }))
}

#[derive(Debug)]
struct Coins {
    rule: Rule,
    /// The number of the first square, where heads are a set.
    first: Option<BigUint>,
}

impl Coins {
    /// The places of the heads as the rule counts them; nothing where one is before the first square.
    fn heads(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        let [state] = state else { return None };
        let begin = BigUint::from(self.rule.first_square());
        match state {
            Value::Int(_) => naturals(std::slice::from_ref(state)),
            Value::List(coins) => {
                let heads = coins.iter().enumerate().filter(|(_, coin)| **coin == Value::Bool(true));
                Some(heads.map(|(place, _)| &begin + place).collect())
            }
            _ => {
                let first = self.first.as_ref()?;
                let squares = naturals(state::members(state)?)?;
                let counted = |square: BigUint| (square >= *first).then(|| square - first + &begin);
                squares.into_iter().map(counted).collect()
            }
        }
    }
}

impl ClosedForm for Coins {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let heads = self.heads(state)?;
        // A single head before the first square cannot be turned.
        let worth =
            |head: &BigUint| self.rule.value(head).or((*head == BigUint::ZERO).then_some(BigUint::ZERO));
        let worths: Option<Vec<BigUint>> = heads.iter().map(worth).collect();
        Some(int_of(worths?.into_iter().fold(BigUint::ZERO, |all, worth| all ^ worth)))
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        // Any coins up to the last head may come to lie heads up.
        let last = self.heads(state)?.into_iter().max()?;
        let single = matches!(state, [Value::Int(_)]);
        let squares = usize::try_from(&last).unwrap_or(usize::MAX).saturating_add(1);
        Some(if single { squares as u64 } else { state::subsets(squares) })
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let heads = self.heads(state)?;
        let worth = |head: &BigUint| Some(format!("{head} is worth {}", self.rule.value(head)?));
        let shown: Vec<String> = heads.iter().take(8).filter_map(worth).collect();
        if shown.is_empty() {
            return Some("No coin can be turned.".to_string());
        }
        let more = if heads.len() > 8 { ", …" } else { "" };
        let first = self.rule.first_square();
        Some(format!(
            "Heads count one by one: with squares from {first} on, a head on {}{more}. The xor is {value}.",
            shown.join(", on ")
        ))
    }
}
