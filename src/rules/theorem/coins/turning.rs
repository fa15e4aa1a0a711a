//! Coin turning (T71): a move turns some coins of a row, the rightmost of them from heads to tails;
//! which sets of coins may be turned depends on the game, such as Turtles, Twins or Ruler.
//!
//! The value of a position is the nim-sum of the values of its heads. [`Rule`] gives the value of a
//! head on a square in each game. The theorem says nothing about misère play.

use super::coin_products::Axis;
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::{
    ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, int_of, naturals, state,
};
use crate::theory::coins::Rule;
use num_bigint::BigUint;

/// The catalogue entry for coin turning.
pub const THEOREM: Theorem = Theorem {
    id: "coin-turning",
    entry: "T71",
    title: "Turn coins, the rightmost of them from heads to tails: Turtles, Twins, Triplets, Ruler",
    cite: "Lenstra 1977",
    gives: "Lenstra 1977 (theorem:coin-turning), the value is the nim-sum of the values of single heads",
    page: include_str!("../pages/coins.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::MANY_POSITIONS, guess, form },
    ]),
};

/// Rules in which a position is a sum of single heads. Twins are then Nim, or Nim with a bound, and
/// are not written here.
const SINGLE: &[Way] = &[
    (Axis::Turtles, "move one when n > 0 -> 0 move two(i in 1..n) -> coins(i)"),
    (
        Axis::MockTurtles,
        "move one -> 0 move two(i in 0..n) -> coins(i)
         move three(i in 0..n, j in i + 1..n) -> coins(i) + coins(j)",
    ),
    (Axis::Triplets, "move three(i in 0..n, j in i + 1..n) -> coins(i) + coins(j)"),
    (Axis::Ruler, "move turn(k in 1..=n) -> sum(coins(i) for i in n - k + 1..n)"),
    (Axis::ShortRuler, "move turn(k in 1..=min(L, n)) -> sum(coins(i) for i in n - k + 1..n)"),
];

/// Rules in which a position is the set of heads.
const SETS: &[Way] = &[
    (
        Axis::Turtles,
        "move one(n in heads) -> coins(heads - {n})
         move two(n in heads, i in FIRST..n) -> coins(turned(heads, {i, n}))",
    ),
    (Axis::Turtles, "move turn(n in heads, i in FIRST..=n) -> coins(turned(heads, {i, n}))"),
    (
        Axis::MockTurtles,
        "move one(n in heads) -> coins(heads - {n})
         move two(n in heads, i in FIRST..n) -> coins(turned(heads, {i, n}))
         move three(n in heads, i in FIRST..n, j in i + 1..n) -> coins(turned(heads, {i, j, n}))",
    ),
    (
        Axis::Triplets,
        "move three(n in heads, i in FIRST..n, j in i + 1..n) -> coins(turned(heads, {i, j, n}))",
    ),
    (Axis::Ruler, "move turn(n in heads, k in FIRST..=n) -> coins(turned(heads, {i for i in k..=n}))"),
    (
        Axis::ShortRuler,
        "move turn(n in heads, k in FIRST..=n) when n - k < L -> coins(turned(heads, {i for i in k..=n}))",
    ),
    (Axis::Twins, "move two(n in heads, i in FIRST..n) -> coins(turned(heads, {i, n}))"),
    (Axis::NearTwins, "move two(n in heads, i in FIRST..n) when n - i <= L -> coins(turned(heads, {i, n}))"),
];

/// Rules in which a position is the list of all coins: `UP(n)` says that coin `n` lies heads up,
/// `NOT(n)` is that coin turned.
const LISTS: &[Way] = &[
    (
        Axis::Turtles,
        "move one(n in indices(up)) when UP(n) -> coins(up with [n] = NOT(n))
         move two(n in indices(up), i in 0..n) when UP(n) -> coins(up with [n] = NOT(n) with [i] = NOT(i))",
    ),
    (
        Axis::MockTurtles,
        "move one(n in indices(up)) when UP(n) -> coins(up with [n] = NOT(n))
         move two(n in indices(up), i in 0..n) when UP(n) -> coins(up with [n] = NOT(n) with [i] = NOT(i))
         move three(n in indices(up), i in 0..n, j in i + 1..n) when UP(n)
             -> coins(up with [n] = NOT(n) with [i] = NOT(i) with [j] = NOT(j))",
    ),
    (
        Axis::Triplets,
        "move three(n in indices(up), i in 0..n, j in i + 1..n) when UP(n)
             -> coins(up with [n] = NOT(n) with [i] = NOT(i) with [j] = NOT(j))",
    ),
    (
        Axis::Ruler,
        "move turn(n in indices(up), k in 0..=n) when UP(n)
             -> coins([if k <= i <= n then NOT(i) else up[i] for i in indices(up)])",
    ),
    (
        Axis::ShortRuler,
        "move turn(n in indices(up), k in 0..=n) when UP(n) and n - k < L
             -> coins([if k <= i <= n then NOT(i) else up[i] for i in indices(up)])",
    ),
    (
        Axis::Twins,
        "move two(n in indices(up), i in 0..n) when UP(n) -> coins(up with [n] = NOT(n) with [i] = NOT(i))",
    ),
    (
        Axis::NearTwins,
        "move two(n in indices(up), i in 0..n) when UP(n) and n - i <= L
             -> coins(up with [n] = NOT(n) with [i] = NOT(i))",
    ),
];

/// A coin game, and the moves in one formulation of its rules.
type Way = (Axis, &'static str);

/// How a coin in a list is encoded: its type, the test for heads up, and the turned coin.
const COINS: [(&str, &str, &str); 2] =
    [("bool", "up[@]", "(not up[@])"), ("0..=1", "up[@] == 1", "(1 - up[@])")];

fn written(kinds: &[Kind]) -> Vec<String> {
    const TURNED: &str = "fn turned(heads: {nat}, some: {nat}): {nat} = (heads - some) | (some - heads)\n";
    let text = |rules: &str, field: &str, before: &str| {
        let first = if rules.contains("FIRST") { "param FIRST: nat = 0\n" } else { "" };
        let most = if rules.contains('L') { "param L: nat = 1\n" } else { "" };
        format!("{first}{most}{before}game coins({field}) {{ {rules} }}")
    };
    let coins = |rules: &str, (ty, is_up, turned): (&str, &str, &str)| {
        let written = ["n", "i", "j"].into_iter().fold(rules.to_string(), |rules, at| {
            let said = |coin: &str| coin.replace('@', at);
            rules.replace(&format!("UP({at})"), &said(is_up)).replace(&format!("NOT({at})"), &said(turned))
        });
        text(&written, &format!("up: [{ty}]"), "")
    };
    match kinds {
        [Kind::Nat] => SINGLE.iter().map(|way| text(way.1, "n: nat", "")).collect(),
        [Kind::NatSet] => SETS.iter().map(|way| text(way.1, "heads: {nat}", TURNED)).collect(),
        [Kind::Other] => COINS.iter().flat_map(|coin| LISTS.iter().map(|way| coins(way.1, *coin))).collect(),
        _ => Vec::new(),
    }
}

/// The sets of heads that the program suggests, in each coin game, with squares that begin at 0 or
/// 1; in a game with a bound, with each bound from 1 to 3.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let rules = written(&[Kind::NatSet]);
    // With a head beyond `FARTHEST` there would be too many moves.
    let is_near = |coin: &Value| int_of_value(coin).is_some_and(|place| place <= FARTHEST);
    let is_few = |heads: &Value| state::members(heads).is_some_and(|all| all.iter().all(is_near));
    let heads: Vec<Value> = clues.heads().into_iter().filter(is_few).collect();
    let ways = rules.iter().zip(SETS).enumerate();
    let boards = ways.flat_map(|(which, (rules, (axis, _)))| {
        let bounds = if axis.has_most() { 1..=3 } else { 0..=0 };
        bounds.flat_map(move |most| [0, 1].map(|first| (which, rules, (axis.has_most(), most), first)))
    });
    let board = |(which, rules, (has_most, most), first): (usize, &String, (bool, i64), i64)| {
        let of = move |heads: &Value| {
            let board = Guess::of(rules, which, vec![heads.clone()]).with("FIRST", first);
            if has_most { board.with("L", most) } else { board }
        };
        heads.iter().map(of).collect::<Vec<_>>()
    };
    boards.flat_map(board).collect()
}

/// The greatest number of a square on which a guess has a head.
const FARTHEST: i64 = 20;

fn int_of_value(value: &Value) -> Option<i64> {
    match value {
        Value::Int(int) => int.to_i64(),
        _ => None,
    }
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let (first, which) = (parameters.small("FIRST"), parameters.which);
    // Only rules on sets have the parameter `FIRST`. The games of `SINGLE` are the first ones of
    // `LISTS`, in its order.
    let axis = if first.is_some() { SETS.get(which)?.0 } else { LISTS[which % LISTS.len()].0 };
    let rule = axis.rule(parameters.small("L"))?;
    Some(Box::new(Coins { rule, first: first.map(BigUint::from) }))
}

#[derive(Debug)]
struct Coins {
    rule: Rule,
    /// The number of the first square, if heads are a set; `None` for lists and single heads.
    first: Option<BigUint>,
}

impl Coins {
    /// The numbers of the squares with heads as the coin game counts them; `None` if a head is
    /// before the first square.
    fn heads(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        let [state] = state else { return None };
        let begin = BigUint::from(self.rule.first_square());
        match state {
            Value::Int(_) => naturals(std::slice::from_ref(state)),
            Value::List(coins) => {
                let is_up = |coin: &Value| [Value::Bool(true), Value::int(1)].contains(coin);
                let heads = coins.iter().enumerate().filter(|(_, coin)| is_up(coin));
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
        // Any coins up to the last head may turn up heads.
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
