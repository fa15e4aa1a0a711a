//! One heap with a bound on the amounts that grows with the heap (T21), such as half of it or its
//! square root; or a heap that becomes a quotient or a remainder of itself.
//!
//! If a move takes 1 to f(n) from a heap of n, where f(0) = 0 and f grows by 0 or 1 from each heap
//! to the next, the value G(n) is f(n) if f(n) > f(n − 1), and G(n − f(n) − 1) otherwise. For the
//! other moves of `Rule` the value follows from the binary digits of n. The theorem says nothing
//! about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, naturals, value_of};
use crate::theory::proportional;
use num_bigint::BigUint;

/// The catalogue entry for bounds that grow with the heap.
pub const THEOREM: Theorem = Theorem {
    id: "proportional",
    entry: "T21",
    title: "One heap: bounds that grow with it",
    cite: "Levine 2006",
    gives: "Levine 2006 (theorem:proportional), values by repeated division",
    page: include_str!("../pages/proportional.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// The moves of each game, as the rules write them.
#[derive(Debug, Clone, Copy)]
enum Rule {
    /// Take up to half of the heap.
    AtMostHalf,
    /// Take half of the heap or more.
    AtLeastHalf,
    /// Replace the heap by a quotient of it, rounded down.
    Quotient,
    /// Replace the heap by a remainder of it.
    Rest,
    /// Take up to p/q of the heap, rounded down.
    Below,
    /// Take up to p/q of the heap, rounded up.
    Above,
    /// Take up to (p n − d) / q from a heap of n.
    Less,
    /// Take up to the square root of n − d from a heap of n. The number d is 0 if the rules do not
    /// mention it.
    Root,
}

/// The rules in the language. Quotients by a name and squares of a name are not linear arithmetic,
/// so the formulations of one game, three for the quotient and two for the root, have no common
/// form.
const RULES: [(Rule, &str); 11] = [
    (Rule::AtMostHalf, "game half(n: nat) { move take(k in 1..=n div 2) -> half(n - k) }"),
    (Rule::AtLeastHalf, "game most(n: nat) { move leave(m in 0..=n div 2) when m < n -> most(m) }"),
    (Rule::Quotient, "game quotient(n: nat) { move divide(k in 2..=n) -> quotient(n div k) }"),
    (Rule::Rest, "game rest(n: nat) { move divide(d in 1..=n) -> rest(n mod d) }"),
    (
        Rule::Below,
        "param p: nat = 1 param q: nat = 3
        game below(n: nat) { move take(k in 1..=p * n div q) -> below(n - k) }",
    ),
    (
        Rule::Above,
        "param p: nat = 1 param q: nat = 3
        game above(n: nat) { move take(k in 1..=(p * n + q - 1) div q) -> above(n - k) }",
    ),
    (
        Rule::Quotient,
        "game quotient(n: nat) { move to(q in 0..n) when any(n div d == q for d in 2..=n) -> quotient(q) }",
    ),
    (
        Rule::Quotient,
        "game quotient(n: nat) { move to(q in 0..n, k in 2..=n) when k * q <= n < k * q + k -> quotient(q) }",
    ),
    (
        Rule::Less,
        "param p: nat = 1 param q: nat = 2 param d: nat = 1
        game less(n: nat) { move take(k in 1..=n) when q * k + d <= p * n -> less(n - k) }",
    ),
    (
        Rule::Root,
        "param d: nat = 0
        game root(n: nat) { move take(k in 1..=n) when k * k + d <= n -> root(n - k) }",
    ),
    (Rule::Root, "game root(n: nat) { move take(k in 1..=isqrt(n)) -> root(n - k) }"),
];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds == [Kind::Nat] { RULES.map(|(_, text)| text.to_string()).to_vec() } else { Vec::new() }
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let fraction = |more: fn(u64) -> u64, less| {
        let (p, q) = (parameters.small("p")?, parameters.small("q")?);
        (0 < p && p < q && q <= MOST_PARTS).then(|| Bound::Fraction { p, q, more: more(q), less })
    };
    let bound = match RULES.get(parameters.which)?.0 {
        Rule::AtMostHalf => Bound::AtMostHalf,
        Rule::AtLeastHalf => Bound::AtLeastHalf,
        Rule::Quotient => Bound::Quotient,
        Rule::Rest => Bound::Rest,
        Rule::Below => fraction(|_| 0, 0)?,
        Rule::Above => fraction(|q| q - 1, 0)?,
        Rule::Less => fraction(|_| 0, parameters.small("d").filter(|less| (1..MOST_PARTS).contains(less))?)?,
        Rule::Root => Bound::Root { less: parameters.small_or("d", 0).filter(|less| *less < MOST_PARTS)? },
    };
    Some(Box::new(bound))
}

/// The largest denominator q of a fraction, because with larger ones the heap shrinks too slowly.
/// The number d must be less than this.
const MOST_PARTS: u64 = 1_000;
/// A heap has no result if the computation of its value needs this many steps from a heap n to
/// n − f(n) − 1, or more.
const STEPS: u64 = 20_000;

/// The closed form for each bound on the amounts.
#[derive(Debug)]
enum Bound {
    /// Take up to half of the heap.
    AtMostHalf,
    /// Take half of the heap or more.
    AtLeastHalf,
    /// Replace the heap by a quotient of it, rounded down.
    Quotient,
    /// Replace the heap by a remainder of it.
    Rest,
    /// Take up to (p n + more − less) / q, rounded down, from a heap of n; nothing if that is
    /// negative.
    Fraction { p: u64, q: u64, more: u64, less: u64 },
    /// Take up to the square root of n − less, rounded down, from a heap of n.
    Root { less: u64 },
}

impl Bound {
    fn of(&self, n: &BigUint) -> Option<BigUint> {
        Some(match self {
            Bound::AtMostHalf => proportional::at_most_half(n),
            Bound::AtLeastHalf => proportional::at_least_half(n).into(),
            Bound::Quotient => proportional::floor_divide(n).into(),
            Bound::Rest => proportional::remainder(n).into(),
            Bound::Fraction { p, q, more, less } => {
                let bound = |heap: &BigUint| {
                    let all: BigUint = heap * *p + *more;
                    if all < BigUint::from(*less) { BigUint::ZERO } else { (all - *less) / *q }
                };
                return proportional::bounded_by(n, &bound, STEPS);
            }
            Bound::Root { less } => {
                let bound = |heap: &BigUint| {
                    if *heap < BigUint::from(*less) { BigUint::ZERO } else { (heap - *less).sqrt() }
                };
                return proportional::bounded_by(n, &bound, STEPS);
            }
        })
    }
}

impl ClosedForm for Bound {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        self.of(n).map(int_of)
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let [n] = &naturals(state)?[..] else { return None };
        if convention != Convention::Normal {
            return None;
        }
        let zero = BigUint::ZERO;
        // Under `AtMostHalf` and `AtLeastHalf` at most one heap of value 0 is within reach, because
        // such heaps are rare.
        let left = match self {
            Bound::AtMostHalf if self.of(n)? == zero => None,
            Bound::AtMostHalf => proportional::leave_at_least_half(n, &zero),
            Bound::AtLeastHalf => proportional::leave_at_most_half(n, 0),
            _ => return None,
        };
        Some(left.into_iter().map(|left| vec![value_of(left)]).collect())
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let text = match self {
            Bound::AtMostHalf => "popcount(n + 1) == 1",
            Bound::AtLeastHalf | Bound::Rest => "n == 0",
            Bound::Quotient => "n <= 1",
            Bound::Fraction { .. } | Bound::Root { .. } => return None,
        };
        (question == Question::Lost(Convention::Normal)).then(|| text.to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let value = self.of(n)?;
        let reason = match self {
            Bound::AtMostHalf => "Without its last binary digits 1 and the 0 before them",
            Bound::AtLeastHalf => "By the number of its binary digits",
            Bound::Quotient => "By the number of its binary digits less one",
            Bound::Rest => "By the number of binary digits of the next number, less one",
            Bound::Fraction { .. } | Bound::Root { .. } => {
                "Where the bound grows it is the value; elsewhere what is left by one more than the bound has the same \
                 value. By that"
            }
        };
        (convention == Convention::Normal).then(|| format!("{reason}, {n} has the value {value}."))
    }
}
