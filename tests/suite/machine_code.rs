//! Machine code against the interpreter and the reference: random expressions over numbers at the
//! edges of words.

use crate::suite::share::cases;
use gspec::ir::value::{Component, Position, Sum};
use gspec::ir::{GameId, Value};
use gspec::pipeline;
use gspec::position::Budget;
use gspec::solve::{Engine, Graph, Reference};
use gspec::source::{NoFiles, Sources};

/// A xorshift generator of pseudo-random choices.
pub struct Choices(pub u64);

impl Choices {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    /// One of several texts.
    pub fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }
}

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "63",
    "64",
    "(-1)",
    "(-3)",
    "2^31",
    "(2^31 - 1)",
    "2^32",
    "2^58",
    "2^62",
    "(2^63 - 1)",
    "(-2^63)",
    "(1 - 2^63)",
];

/// A random expression for an integer.
fn integer(choices: &mut Choices, depth: usize) -> String {
    if depth == 0 {
        return match choices.below(5) {
            0 => choices.one(NUMBERS).to_string(),
            1 => "n".to_string(),
            2 => "k".to_string(),
            _ => "a".to_string(),
        };
    }
    let mut inner = || integer(choices, depth - 1);
    let (a, b) = (inner(), inner());
    match choices.below(20) {
        0..=2 => format!("({a} + {b})"),
        3..=5 => format!("({a} - {b})"),
        6..=7 => format!("({a} * {b})"),
        8 => format!("({a} div {b})"),
        9 => format!("({a} mod {b})"),
        10 => format!("({a} div {})", choices.one(NUMBERS)),
        11 => format!("({a} mod {})", choices.one(NUMBERS)),
        12 => format!("min({a}, {b})"),
        13 => format!("max({a}, {b})"),
        14 => format!("abs({a})"),
        15 => format!("(-({a}))"),
        16 => format!("({a} xor {b})"),
        17 => format!("(if {} then {a} else {b})", truth(choices, depth - 1)),
        18 => format!("sum({a} + i for i in 0..=2 if i != k)"),
        _ => format!("max({a} * i for i in k..=2)"),
    }
}

fn truth(choices: &mut Choices, depth: usize) -> String {
    let (a, b) = (integer(choices, depth), integer(choices, depth));
    let comparison = format!("{a} {} {b}", choices.one(&["==", "!=", "<", "<=", ">", ">="]));
    match choices.below(7) {
        0 => format!("({comparison} and {})", truth(choices, depth.saturating_sub(1))),
        1 => format!("({comparison} or {})", truth(choices, depth.saturating_sub(1))),
        2 => format!("(not {comparison})"),
        3 => format!("even({a})"),
        4 => format!("({a} <= k <= {b})"),
        5 => format!("all({a} + i < {b} for i in 0..k)"),
        _ => format!("({comparison})"),
    }
}

/// A spec whose last field runs through wide numbers.
fn spec(choices: &mut Choices) -> String {
    let mut spec = "game g(n: 0..=3, a: -2^58..=2^58) {\n".to_string();
    for name in ["m", "o"] {
        let guard = truth(choices, 2);
        let to = integer(choices, 3);
        let to = match choices.below(4) {
            0 => to,
            1 => format!("({to}) mod 2^58"),
            _ => format!("({to}) mod {}", choices.one(&["5", "16", "1000"])),
        };
        spec += &format!("  move {name}(k in 0..=n) when n > 0 and {guard} -> g(n - 1, {to})\n");
    }
    spec + "}\n"
}

/// Compares the values of components of a spec's only game, by machine code and by the interpreter, with the reference's.
/// Returns the components that have a value, and whether machine code was used.
pub fn answered(spec: &str, states: impl IntoIterator<Item = Vec<Value>>) -> (Vec<Component>, bool) {
    let never = || None;
    let mut sources = Sources::default();
    let root = sources.add("random.game", spec);
    let opened = pipeline::open(sources, root, &[], &NoFiles, &Budget::new(&never, 100_000));
    // Some expressions are refused by the checker.
    let Some(instance) = &opened.instance else { return (Vec::new(), false) };
    let budget = Budget::new(&never, 100_000);
    let mut reference = Reference::new(instance, &budget);
    let mut compiled = Graph::new(instance, &budget).compiling_after(0);
    let mut interpreted = Graph::new(instance, &budget).compiling_after(u32::MAX);
    let mut answered = Vec::new();
    for state in states {
        let component = Component { game: GameId(0), state: state.into_iter().collect() };
        let position = Position::normal(Sum::one(component.clone()));
        let expected = reference.sg(&position).ok();
        for engine in [&mut compiled, &mut interpreted] {
            assert_eq!(engine.sg(&position).ok(), expected, "{:?} of\n{spec}", component.state);
        }
        answered.extend(expected.map(|_| component));
    }
    (answered, compiled.plan().contains("machine code"))
}

/// Compares the values of components with numbers near the edges of words; returns how many components have a value, and
/// whether machine code was used.
fn agree(spec: &str) -> (usize, bool) {
    const EDGES: [i64; 13] =
        [0, 1, -1, 2, 3, 10, -7, 64, 1 << 31, -(1 << 33), 1 << 58, -(1 << 58), (1 << 58) - 1];
    let states = (0..=3).flat_map(|n| EDGES.map(|a| vec![Value::int(n), Value::int(a)]));
    let (answered, compiled) = answered(spec, states);
    (answered.len(), compiled)
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn random_expressions() {
    let mut choices = Choices(0x9E37_79B9_7F4A_7C15);
    let found: Vec<(usize, bool)> = (0..cases(400, 80)).map(|_| agree(&spec(&mut choices))).collect();
    let answers: usize = found.iter().map(|it| it.0).sum();
    let compiled = found.iter().filter(|it| it.1).count();
    assert!(answers > cases(5_000, 1_000) as usize, "{answers}");
    assert_eq!(compiled > cases(200, 40) as usize, cfg!(feature = "jit"), "{compiled}");
}

#[test]
fn words_that_do_not_fit() {
    for to in [
        "a + 2^62 + 2^62 - 2^62 - 2^62",
        "a * 64 div 64",
        "(a - 2^63) + 2^63",
        "-(-2^63 + a) - 2^63 + 1",
        "abs(a - 2^63 + 1) mod 7",
        "(a + 2^63 - 1) div 2^40",
        "a div (n - 2)",
        "a mod (n - 2)",
        "a div (-1)",
        "a xor 3",
        "sum(a * 2^5 for i in 0..=4) mod 5",
        "(if n > 1 then a else a * 2^10) mod 3",
        "min(i * a for i in 0..k)",
    ] {
        agree(&format!(
            "game g(n: 0..=3, a: -2^58..=2^58) {{ move m(k in 0..=n) when n > 0 -> g(n - 1, {to}) }}"
        ));
    }
}
