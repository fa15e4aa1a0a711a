//! Products of two coin games (T72): a move chooses squares that one game could turn along the rows
//! and squares that the other could turn along the columns, and turns all coins where they meet.
//!
//! If a head on the square x has the value g(x) in the first game, and a head on y the value h(y)
//! in the second, a head on the point (x, y) is worth the nim-product of g(x) and h(y). The value
//! of a position is the nim-sum over its heads. The theorem says nothing about misère play.

use super::turning_corners;
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of};
use crate::theory::coins::Rule;
use crate::theory::nim_product;
use num_bigint::BigUint;

/// The catalogue entry for products of coin games.
pub const THEOREM: Theorem = Theorem {
    id: "coin-products",
    entry: "T72",
    title: "Products of coin games: turn the coins where chosen rows and columns meet",
    cite: "Conway 1976",
    gives: "Conway 1976 (theorem:coin-products), a head is worth the nim-product of its values in both games",
    page: include_str!("../pages/coin_products.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

/// A coin game on the squares of one axis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    Turtles,
    Twins,
    NearTwins,
    MockTurtles,
    Triplets,
    Ruler,
    ShortRuler,
}

/// The coin games of which products are formed. A product is written out in one order only: that of
/// its games in this list.
const AXES: [Axis; 7] = [
    Axis::Twins,
    Axis::Turtles,
    Axis::MockTurtles,
    Axis::Triplets,
    Axis::Ruler,
    Axis::NearTwins,
    Axis::ShortRuler,
];

/// A way to choose squares up to `N` that includes `N`: binders, a guard, and the squares; an empty
/// list of squares stands for all from `iN` to `N`. `N` stands for the coordinate of the axis,
/// `FIRST` for the number of the first square on the axis, and `MOST` for the bound of the game.
struct Choice {
    binders: &'static str,
    guard: &'static str,
    squares: &'static [&'static str],
}

const ONE: Choice = Choice { binders: "", guard: "N >= FIRST", squares: &["N"] };
const TWO: Choice = Choice { binders: "iN in FIRST..N", guard: "", squares: &["N", "iN"] };
const NEAR: Choice = Choice { binders: "iN in FIRST..N", guard: "N - iN <= MOST", squares: &["N", "iN"] };
const THREE: Choice =
    Choice { binders: "iN in FIRST..N, jN in iN + 1..N", guard: "", squares: &["N", "iN", "jN"] };
const RUN: Choice = Choice { binders: "iN in FIRST..=N", guard: "", squares: &[] };
const SHORT: Choice = Choice { binders: "iN in FIRST..=N", guard: "N - iN < MOST", squares: &[] };

impl Axis {
    fn choices(self) -> &'static [Choice] {
        match self {
            Axis::Turtles => &[ONE, TWO],
            Axis::Twins => &[TWO],
            Axis::NearTwins => &[NEAR],
            Axis::MockTurtles => &[ONE, TWO, THREE],
            Axis::Triplets => &[THREE],
            Axis::Ruler => &[RUN],
            Axis::ShortRuler => &[SHORT],
        }
    }

    pub(super) fn has_most(self) -> bool {
        matches!(self, Axis::NearTwins | Axis::ShortRuler)
    }

    /// The coin game on one axis, with the bound `most`; `None` if the game needs a bound and
    /// `most` is missing or 0.
    pub(super) fn rule(self, most: Option<u64>) -> Option<Rule> {
        let most = || most.filter(|most| *most >= 1).map(BigUint::from);
        Some(match self {
            Axis::Turtles => Rule::TurningTurtles,
            Axis::Twins => Rule::Twins,
            Axis::NearTwins => Rule::TwinsUpTo(most()?),
            Axis::MockTurtles => Rule::MockTurtles,
            Axis::Triplets => Rule::Triplets,
            Axis::Ruler => Rule::Ruler,
            Axis::ShortRuler => Rule::RulerUpTo(most()?),
        })
    }
}

/// The encodings of positions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heads {
    /// Positions are sums of single heads.
    Single,
    /// Like `Single`; the rules write the sum over a rectangle as three sums, over two sides and
    /// the rest.
    SingleInParts,
    /// Positions are sets of heads.
    Set,
}

/// The products whose rules are written out: all but Twins with themselves, which are Turning
/// Corners.
fn products() -> impl Iterator<Item = (Axis, Axis)> {
    let pairs = AXES.iter().enumerate().flat_map(|(at, a)| AXES[at..].iter().map(move |b| (*a, *b)));
    pairs.filter(|pair| *pair != (Axis::Twins, Axis::Twins))
}

/// How a choice of squares is written along one axis.
struct Along {
    binders: String,
    guard: String,
    /// The squares individually, the greatest first; empty if they are a run.
    squares: Vec<String>,
    /// All squares as a collection.
    all: String,
}

impl Along {
    fn new(choice: &Choice, axis: &str, first: &str) -> Along {
        let put = |text: &str| {
            let most = format!("M{}", axis.to_uppercase());
            text.replace("FIRST", first).replace("MOST", &most).replace('N', axis)
        };
        let squares: Vec<String> = choice.squares.iter().map(|square| put(square)).collect();
        let all = if squares.is_empty() { put("iN..=N") } else { format!("{{{}}}", squares.join(", ")) };
        Along { binders: put(choice.binders), guard: put(choice.guard), squares, all }
    }
}

/// The text of a move that chooses squares along both axes; `before` are the binders that come
/// first.
fn turning(name: &str, x: &Along, y: &Along, before: &[&str], target: &str) -> String {
    let joined = |parts: [&str; 2], by: &str| {
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(by)
    };
    let binders = joined([&x.binders, &y.binders], ", ");
    let binders = before.iter().copied().chain([&*binders]).filter(|it| !it.is_empty()).collect::<Vec<_>>();
    let binders = if binders.is_empty() { String::new() } else { format!("({})", binders.join(", ")) };
    let guard = joined([&x.guard, &y.guard], " and ");
    let guard = if guard.is_empty() { guard } else { format!("when {guard}") };
    format!("move {name}{binders} {guard} -> {target}")
}

/// The target of a move on a single head: the sum of the other heads that the move leaves. With
/// `in_parts`, a sum over a rectangle is written as three sums.
fn left_of_one(x: &Along, y: &Along, in_parts: bool) -> String {
    let part = |a: &str, b: &str| format!("tartan({a}, {b})");
    let parts: Vec<String> = match (x.squares.is_empty(), y.squares.is_empty()) {
        (false, false) => {
            let pairs = x.squares.iter().flat_map(|a| y.squares.iter().map(move |b| part(a, b)));
            pairs.skip(1).collect()
        }
        (false, true) => {
            let run =
                |(at, a)| format!("sum({} for b in iy..{}y)", part(a, "b"), if at == 0 { "" } else { "=" });
            x.squares.iter().map(String::as_str).enumerate().map(run).collect()
        }
        (true, false) => {
            let run =
                |(at, b)| format!("sum({} for a in ix..{}x)", part("a", b), if at == 0 { "" } else { "=" });
            y.squares.iter().map(String::as_str).enumerate().map(run).collect()
        }
        (true, true) if in_parts => [("a", "y", "a in ix..x"), ("x", "b", "b in iy..y")]
            .into_iter()
            .chain([("a", "b", "a in ix..x for b in iy..y")])
            .map(|(a, b, run)| format!("sum({} for {run})", part(a, b)))
            .collect(),
        (true, true) => {
            vec![format!("sum({} for a in ix..=x for b in iy..=y if a != x or b != y)", part("a", "b"))]
        }
    };
    if parts.is_empty() { "0".to_string() } else { parts.join(" + ") }
}

/// The points that a move turns, as a set.
fn points(x: &Along, y: &Along) -> String {
    if x.squares.is_empty() || y.squares.is_empty() {
        return format!("{{(a, b) for a in {} for b in {}}}", x.all, y.all);
    }
    let pairs = x.squares.iter().flat_map(|a| y.squares.iter().map(move |b| format!("({a}, {b})")));
    format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
}

/// The rules of a product of two coin games, as text.
fn rules((a, b): (Axis, Axis), heads: Heads) -> String {
    let single = heads != Heads::Set;
    let firsts = [a, b].map(|axis| axis.rule(Some(1)).map_or(0, |rule| rule.first_square()).to_string());
    let firsts = if single { firsts } else { ["FX", "FY"].map(str::to_string) };
    let mut moves = Vec::new();
    for (i, x) in a.choices().iter().enumerate() {
        for (j, y) in b.choices().iter().enumerate() {
            let (mut x, mut y) = (Along::new(x, "x", &firsts[0]), Along::new(y, "y", &firsts[1]));
            // A guard `>= 0` is dropped, because all naturals satisfy it.
            [&mut x, &mut y]
                .into_iter()
                .filter(|it| it.guard.ends_with(">= 0"))
                .for_each(|it| it.guard.clear());
            let (before, target): (&[&str], String) = if single {
                (&[], left_of_one(&x, &y, heads == Heads::SingleInParts))
            } else {
                (&["(x, y) in heads"], format!("tartan(turned(heads, {}))", points(&x, &y)))
            };
            moves.push(turning(&format!("m{i}{j}"), &x, &y, before, &target));
        }
    }
    let mut text = String::new();
    for (name, there) in [("FX", !single), ("FY", !single), ("MX", a.has_most()), ("MY", b.has_most())] {
        if there {
            text.push_str(&format!("param {name}: nat = 1\n"));
        }
    }
    let fields = if single { "x: nat, y: nat" } else { "heads: {(nat, nat)}" };
    if !single {
        text.push_str(
            "fn turned(heads: {(nat, nat)}, some: {(nat, nat)}): {(nat, nat)} = (heads - some) | (some - heads)\n",
        );
    }
    format!("{text}game tartan({fields}) {{ {} }}", moves.join("\n"))
}

/// The products in which rectangles are turned: those of two Ruler games, with or without a bound.
fn of_rectangles() -> impl Iterator<Item = (Axis, Axis)> {
    let is_run = |axis: Axis| matches!(axis, Axis::Ruler | Axis::ShortRuler);
    products().filter(move |(a, b)| is_run(*a) && is_run(*b))
}

fn written(kinds: &[Kind]) -> Vec<String> {
    match kinds {
        [Kind::Nat, Kind::Nat] => {
            let whole = products().map(|pair| rules(pair, Heads::Single));
            whole.chain(of_rectangles().map(|pair| rules(pair, Heads::SingleInParts))).collect()
        }
        [Kind::Other] => products().map(|pair| rules(pair, Heads::Set)).collect(),
        _ => Vec::new(),
    }
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let (a, b) = products().chain(of_rectangles()).nth(parameters.which)?;
    let axis = |axis: Axis, first: &str, most: &str| {
        let rule = axis.rule(parameters.small(most))?;
        let natural = u64::from(rule.first_square());
        // Rules of single heads have no parameter for the first square; they count from the first
        // square of the coin game.
        let first = parameters.small(first).unwrap_or(natural);
        Some(Squares { rule, first })
    };
    Some(Box::new(Product { x: axis(a, "FX", "MX")?, y: axis(b, "FY", "MY")? }))
}

/// The coin game on the squares of one axis.
#[derive(Debug)]
struct Squares {
    rule: Rule,
    /// The number of the first square.
    first: u64,
}

impl Squares {
    /// The value of a head on a square; `None` before the first square.
    fn value(&self, square: &BigUint) -> Option<BigUint> {
        let first = BigUint::from(self.first);
        let counted = (*square >= first).then(|| square - first + self.rule.first_square())?;
        self.rule.value(&counted)
    }
}

/// The closed form for a product of two coin games.
#[derive(Debug)]
struct Product {
    x: Squares,
    y: Squares,
}

impl Product {
    fn worth(&self, coordinates: &[BigUint]) -> Option<BigUint> {
        let [x, y] = coordinates else { return None };
        if x.bits().max(y.bits()) > turning_corners::MOST_BITS {
            return None;
        }
        Some(nim_product::product_big(&self.x.value(x)?, &self.y.value(y)?))
    }
}

impl ClosedForm for Product {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let heads = turning_corners::heads(state)?;
        if let [x, y] = state
            && (*x == Value::int(0) && self.x.first > 0 || *y == Value::int(0) && self.y.first > 0)
        {
            // A single head before the first square cannot be turned.
            return Some(Int::ZERO);
        }
        let worths: Option<Vec<BigUint>> = heads.iter().map(|head| self.worth(head)).collect();
        Some(int_of(worths?.into_iter().fold(BigUint::ZERO, |all, worth| all ^ worth)))
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        turning_corners::reach(state)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let heads = turning_corners::heads(state)?;
        let [head] = &heads[..] else {
            return Some(format!(
                "Each of the {} heads is worth the nim-product of its values in the two coin games; the xor is {value}.",
                heads.len()
            ));
        };
        let [x, y] = &head[..] else { return None };
        Some(match (self.x.value(x), self.y.value(y)) {
            (Some(a), Some(b)) => format!(
                "In the coin game of its row the head is worth {a}, in that of its column {b}; their nim-product is {value}."
            ),
            _ => "No coin can be turned.".to_string(),
        })
    }
}
