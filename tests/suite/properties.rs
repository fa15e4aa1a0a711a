//! Laws that hold for all inputs. Expected results come from two sources: the crate `num-bigint`, on which long integers
//! of gspec are built too, with roots, divisors and floors computed by their definitions; and a short evaluator over
//! `i128` that shares no code with gspec.

use super::share::repeatable;
use super::support::{self, Folder, LITTLE, PLENTY, check, check_with, proved};
use gspec::format;
use gspec::ir::Value;
use gspec::number::{Int, Real};
use gspec::source::{FileId, NoFiles, Source};
use gspec::syntax;
use num_bigint::BigInt;
use proptest::prelude::*;
use std::cmp::Ordering;

fn int(big: &BigInt) -> Int {
    Int::from(big.clone())
}

/// Integers near the edges of machine words, small ones, and far beyond.
fn integer() -> impl Strategy<Value = BigInt> {
    let edge = prop_oneof![
        Just(31u32),
        Just(32),
        Just(52),
        Just(53),
        Just(62),
        Just(63),
        Just(64),
        Just(127),
        Just(128)
    ];
    let near = (edge, -3i64..=3, any::<bool>()).prop_map(|(bits, offset, negative)| {
        let value = (BigInt::from(1) << bits) + offset;
        if negative { -value } else { value }
    });
    let far = (any::<[u64; 5]>(), 0usize..=5, any::<bool>()).prop_map(|(words, take, negative)| {
        let value = words[..take].iter().fold(BigInt::from(0), |sum, word| (sum << 64u32) + *word);
        if negative { -value } else { value }
    });
    prop_oneof![(-20i64..=20).prop_map(BigInt::from), any::<i64>().prop_map(BigInt::from), near, far]
}

fn natural() -> impl Strategy<Value = BigInt> {
    integer().prop_map(|value| if value < BigInt::from(0) { -value } else { value })
}

/// Division that rounds down, from division that rounds to zero.
fn floored(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (quotient, rest) = (a / b, a % b);
    let zero = BigInt::from(0);
    if rest != zero && ((rest < zero) != (*b < zero)) { (quotient - 1, rest + b) } else { (quotient, rest) }
}

/// The greatest common divisor by Euclid's algorithm.
fn euclid(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != BigInt::from(0) {
        (a, b) = (b.clone(), a % b);
    }
    if a < BigInt::from(0) { -a } else { a }
}

/// The square root rounded down, by bisection.
fn root(n: &BigInt) -> BigInt {
    let (mut low, mut high) = (BigInt::from(0), n + 1);
    while &high - &low > BigInt::from(1) {
        let middle: BigInt = (&low + &high) >> 1u32;
        if &middle * &middle <= *n { low = middle } else { high = middle }
    }
    low
}

proptest! {
    #![proptest_config(repeatable(1500))]

    #[test]
    fn arithmetic_is_exact(a in integer(), b in integer()) {
        let (x, y) = (int(&a), int(&b));
        prop_assert_eq!((&x + &y).to_big(), &a + &b);
        prop_assert_eq!((&x - &y).to_big(), &a - &b);
        prop_assert_eq!((&x * &y).to_big(), &a * &b);
        prop_assert_eq!((-&x).to_big(), -&a);
        prop_assert_eq!(x.abs().to_big(), if a < BigInt::from(0) { -&a } else { a.clone() });
        prop_assert_eq!(x.succ().to_big(), &a + 1);
        prop_assert_eq!(x.pred().to_big(), &a - 1);
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x == y, a == b);
        prop_assert_eq!(x.gcd(&y).to_big(), euclid(&a, &b));
        let lcm = x.lcm(&y).to_big();
        prop_assert_eq!(lcm * euclid(&a, &b), if (a < BigInt::from(0)) == (b < BigInt::from(0)) { &a * &b } else { -(&a * &b) });
        if b == BigInt::from(0) {
            prop_assert_eq!((x.div_floor(&y), x.mod_floor(&y)), (None, None));
        } else {
            let (quotient, rest) = floored(&a, &b);
            prop_assert_eq!(x.div_floor(&y).unwrap().to_big(), quotient);
            prop_assert_eq!(x.mod_floor(&y).unwrap().to_big(), rest);
        }
    }

    #[test]
    fn one_number_has_one_form(a in integer(), b in integer()) {
        // Equal numbers compare equal and have equal hashes, however they were computed.
        use std::hash::{BuildHasher, RandomState};
        let hasher = RandomState::new();
        let direct = int(&a);
        let there_and_back = &(&direct + &int(&b)) - &int(&b);
        prop_assert_eq!(&there_and_back, &direct);
        prop_assert_eq!(hasher.hash_one(&there_and_back), hasher.hash_one(&direct));
        prop_assert_eq!(Int::parse(&a.to_string()), Some(direct.clone()));
        prop_assert_eq!(direct.to_string(), a.to_string());
        prop_assert_eq!(direct.to_i64(), i64::try_from(&a).ok());
        prop_assert_eq!(direct.to_usize(), usize::try_from(&a).ok().filter(|it| i64::try_from(*it).is_ok()));
        prop_assert_eq!(direct.bits(), a.bits());
        prop_assert_eq!(direct.is_zero(), a == BigInt::from(0));
        prop_assert_eq!(direct.is_negative(), a < BigInt::from(0));
        prop_assert_eq!(direct.signum(), match a.cmp(&BigInt::from(0)) { Ordering::Less => -1, Ordering::Equal => 0, Ordering::Greater => 1 });
        prop_assert_eq!(direct.is_even(), &a % 2 == BigInt::from(0));
    }

    #[test]
    fn roots_powers_and_nim_sums(a in natural(), b in natural(), small in -9i64..=9, exponent in 0u32..90) {
        let (x, y) = (int(&a), int(&b));
        prop_assert_eq!(x.isqrt().unwrap().to_big(), root(&a));
        prop_assert_eq!(x.is_square(), &root(&a) * &root(&a) == a);
        let square = &x * &x;
        prop_assert!(square.is_square());
        prop_assert_eq!(square.isqrt().unwrap(), x.clone());
        prop_assert_eq!((-x.succ()).isqrt(), None);
        let power = (0..exponent).fold(BigInt::from(1), |product, _| product * small);
        prop_assert_eq!(Int::from(small).pow(exponent).to_big(), power);
        // By binary digits, as text.
        let (p, q) = (format!("{:0>400}", a.to_str_radix(2)), format!("{:0>400}", b.to_str_radix(2)));
        let sum: String = p.chars().zip(q.chars()).map(|(p, q)| if p == q { '0' } else { '1' }).collect();
        prop_assert_eq!(x.xor(&y).to_big(), BigInt::parse_bytes(sum.as_bytes(), 2).unwrap());
        prop_assert_eq!(x.popcount(), a.to_str_radix(2).matches('1').count() as u64);
    }

    #[test]
    fn golden_floors(n in natural()) {
        // floor(φ·n) = floor((n + √(5n²)) / 2), and √(5n²) is irrational for n > 0.
        let n5: BigInt = &n * &n * 5;
        let expected: BigInt = (&n + root(&n5)) >> 1u32;
        let product = Real::phi().mul(&Real::from(int(&n))).unwrap();
        prop_assert_eq!(product.floor().to_big(), expected.clone());
        let ceil = if n == BigInt::from(0) { expected } else { expected + 1 };
        prop_assert_eq!(product.ceil().to_big(), ceil);
    }

    #[test]
    fn quadratic_floors(p in integer(), q in integer(), d in 0i64..200, r in integer().prop_filter("a divisor", |r| *r != BigInt::from(0))) {
        // k = floor((p + q√d) / r) exactly when k·r <= p + q√d < (k + 1)·r for r > 0.
        let root = Real::sqrt(&Int::from(d)).unwrap();
        let number = Real::from(int(&p)).add(&root.mul(&Real::from(int(&q))).unwrap()).unwrap();
        let number = number.div(&Real::from(int(&r))).unwrap().unwrap();
        let k = number.floor().to_big();
        // With a positive divisor.
        let flip = |x: &BigInt| if r < BigInt::from(0) { -x } else { x.clone() };
        let (p, q, r) = (flip(&p), flip(&q), flip(&r));
        let at_least = |k: &BigInt| {
            // q√d >= k·r - p, decided by signs and squares.
            let right: BigInt = k * &r - &p;
            let zero = BigInt::from(0);
            let left_negative = q < zero && d > 0;
            match (left_negative, right < zero) {
                (false, true) => true,
                (true, false) => false,
                (false, false) => &q * &q * d >= &right * &right,
                (true, true) => &q * &q * d <= &right * &right,
            }
        };
        prop_assert!(at_least(&k));
        prop_assert!(!at_least(&(&k + 1)));
        prop_assert_eq!(number.ceil().to_big(), if at_least(&k) && number.compare(&Real::from(int(&k))) == Ordering::Equal { k } else { k + 1 });
    }

    #[test]
    fn reals_form_a_field(a in parts(), b in parts(), c in parts()) {
        let (x, y, z) = (real(a), real(b), real(c));
        let same = |l: &Real, r: &Real| l.compare(r) == Ordering::Equal;
        let sum = x.add(&y).unwrap();
        prop_assert!(same(&sum, &y.add(&x).unwrap()));
        prop_assert!(same(&sum.sub(&y).unwrap(), &x));
        prop_assert!(same(&sum.mul(&z).unwrap(), &x.mul(&z).unwrap().add(&y.mul(&z).unwrap()).unwrap()));
        match y.div(&z).unwrap() {
            Some(quotient) => prop_assert!(same(&quotient.mul(&z).unwrap(), &y)),
            None => prop_assert!(same(&z, &Real::from(Int::ZERO))),
        }
        prop_assert_eq!(x.compare(&y), y.compare(&x).reverse());
        prop_assert_eq!(x.compare(&y), x.sub(&y).unwrap().signum().cmp(&0));
        prop_assert_eq!(x.add(&z).unwrap().compare(&y.add(&z).unwrap()), x.compare(&y));
    }

    #[test]
    fn roots_of_different_fields_compare(a in 0u64..1_000_000, b in 0u64..1_000_000, scale in 1u64..1_000_000) {
        // √a against √b, and scale·√a against √(scale²·b): the same order as a against b.
        let root = |n: u64| Real::sqrt(&Int::from(n)).unwrap();
        prop_assert_eq!(root(a).compare(&root(b)), a.cmp(&b));
        let scaled = root(a).mul(&Real::from(Int::from(scale))).unwrap();
        let other = Real::sqrt(&(&(&Int::from(scale) * &Int::from(scale)) * &Int::from(b))).unwrap();
        prop_assert_eq!(scaled.compare(&other), a.cmp(&b));
    }
}

/// p, q and r of (p + q√5) / r.
fn parts() -> impl Strategy<Value = (i64, i64, i64)> {
    (-1000i64..1000, -1000i64..1000, 1i64..50)
}

fn real((p, q, r): (i64, i64, i64)) -> Real {
    let root = Real::sqrt(&Int::from(5i64)).unwrap();
    let sum = Real::from(Int::from(p)).add(&root.mul(&Real::from(Int::from(q))).unwrap()).unwrap();
    sum.div(&Real::from(Int::from(r))).unwrap().unwrap()
}

#[test]
fn two_hundred_digits_of_phi() {
    // (1 + √5) / 2 to 200 places, from a root of an integer of 401 digits.
    let scale = num_bigint::BigInt::from(10).pow(200);
    let square: BigInt = &scale * &scale * 5;
    let digits: BigInt = (&scale + root(&square)) >> 1u32;
    assert!(
        digits
            .to_string()
            .starts_with("16180339887498948482045868343656381177203091798057628621354486227052604628189")
    );
    proved(&format!("claim: floor(phi * 10^200) == {digits}\n"));
    proved("claim: floor(phi * 10^50) == 161803398874989484820458683436563811772030917980576\n");
}

#[test]
fn identities_of_the_golden_ratio() {
    proved(
        "claim: phi^2 == phi + 1
         claim: 1 / phi == phi - 1
         claim: phi == (1 + sqrt(5)) / 2
         claim: sqrt(20) == 2 * sqrt(5) and sqrt(9) == 3 and sqrt(1 / 4) == 1 / 2
         claim: 1 / 3 + 1 / 6 == 1 / 2 and 1 / 3 < 1 / 2 and 7 / 7 == 1
         claim: floor(-1 / 2) == -1 and ceil(-1 / 2) == 0 and floor(-sqrt(2)) == -2 and ceil(-sqrt(2)) == -1
         claim: phi > 161803398874989 / 10^14 and phi < 161803398874990 / 10^14
         claim: sqrt(2) < sqrt(3) and sqrt(2) != sqrt(3) and not sqrt(2) == sqrt(3)
         claim: forall n in 0..=300: floor(phi * n) + n == floor(phi * phi * n)
         claim: forall n in 1..=300: {floor(phi * k) for k in 1..=n} & {floor(phi^2 * k) for k in 1..=n} == {}\n",
    );
}

// Expressions.

/// A small language of integers and truths, with an evaluator of its own.
#[derive(Debug, Clone)]
enum E {
    Number(i128),
    Name(usize),
    Unary(&'static str, Box<E>),
    Binary(&'static str, Box<E>, Box<E>),
    Call(&'static str, Vec<E>),
    If(Box<E>, Box<E>, Box<E>),
    Let(Box<E>, Box<E>),
    Chain(Box<E>, Vec<(&'static str, E)>),
    Fold(&'static str, Box<E>, Box<E>, Box<E>),
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum V {
    Int(i128),
    Truth(bool),
}

/// Beyond this the judge gives up; the values stay far inside `i128`.
const FAR: i128 = 1 << 100;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Stop {
    /// There is no value, and gspec has to say so.
    Undefined,
    /// The judge does not know.
    Unknown,
}

impl E {
    fn int(&self, names: &mut Vec<i128>) -> Result<i128, Stop> {
        match self.value(names)? {
            V::Int(value) if value.abs() < FAR => Ok(value),
            _ => Err(Stop::Unknown),
        }
    }

    fn truth(&self, names: &mut Vec<i128>) -> Result<bool, Stop> {
        match self.value(names)? {
            V::Truth(truth) => Ok(truth),
            V::Int(_) => Err(Stop::Unknown),
        }
    }

    fn value(&self, names: &mut Vec<i128>) -> Result<V, Stop> {
        Ok(match self {
            E::Number(value) => V::Int(*value),
            E::Name(at) => V::Int(names[*at % names.len()]),
            E::Unary("not", a) => V::Truth(!a.truth(names)?),
            E::Unary(_, a) => V::Int(-a.int(names)?),
            E::Binary(op @ ("and" | "or" | "=>" | "<=>"), a, b) => {
                let left = a.truth(names)?;
                V::Truth(match *op {
                    "and" => left && b.truth(names)?,
                    "or" => left || b.truth(names)?,
                    "=>" => !left || b.truth(names)?,
                    _ => left == b.truth(names)?,
                })
            }
            E::Binary(op, a, b) => {
                let (a, b) = (a.int(names)?, b.int(names)?);
                V::Int(arithmetic(op, a, b)?)
            }
            E::Call(name, arguments) => {
                let values: Vec<i128> = arguments.iter().map(|it| it.int(names)).collect::<Result<_, _>>()?;
                call(name, &values)?
            }
            E::If(c, a, b) => {
                if c.truth(names)? {
                    a.value(names)?
                } else {
                    b.value(names)?
                }
            }
            E::Let(a, b) => {
                let value = a.int(names)?;
                names.push(value);
                let result = b.value(names);
                names.pop();
                result?
            }
            E::Chain(first, rest) => {
                let mut left = first.int(names)?;
                for (op, right) in rest {
                    let right = right.int(names)?;
                    let holds = match *op {
                        "==" => left == right,
                        "!=" => left != right,
                        "<" => left < right,
                        "<=" => left <= right,
                        ">" => left > right,
                        _ => left >= right,
                    };
                    if !holds {
                        return Ok(V::Truth(false));
                    }
                    left = right;
                }
                V::Truth(true)
            }
            E::Fold(name, low, count, body) => {
                let low = low.int(names)?;
                // At most four rounds: the printed domain is low..low + count mod 5.
                let high = low + count.int(names)?.rem_euclid(5);
                let mut values = Vec::new();
                for value in low..high {
                    names.push(value);
                    let result = body.int(names);
                    names.pop();
                    values.push(result?);
                }
                match *name {
                    "sum" => V::Int(values.iter().sum()),
                    "max" => V::Int(*values.iter().max().ok_or(Stop::Undefined)?),
                    "min" => V::Int(*values.iter().min().ok_or(Stop::Undefined)?),
                    // The mex is of values of positions, which are naturals.
                    _ if values.iter().any(|it| *it < 0) => return Err(Stop::Undefined),
                    _ => {
                        V::Int(i128::from((0..).find(|n| !values.contains(&i128::from(*n))).unwrap_or(0i32)))
                    }
                }
            }
        })
    }

    /// The expression as text, where `scope` names are in scope: `a`, `b`, then `x2`, `x3`, … With `brackets`, operands
    /// that are not atoms get brackets even where they are redundant.
    fn print(&self, scope: usize, brackets: bool) -> String {
        let name = |at: usize| match at {
            0 => "a".to_string(),
            1 => "b".to_string(),
            _ => format!("x{at}"),
        };
        // An operand is bracketed where the table of the language asks for it, or always.
        let inner = |e: &E, least: u32| {
            let text = e.print(scope, brackets);
            let mixed = matches!((self, e), (E::Binary("<=>", ..), E::Binary("=>", ..)));
            if e.level() < least || mixed || (brackets && e.level() < ATOM) {
                format!("({text})")
            } else {
                text
            }
        };
        match self {
            E::Number(value) => value.to_string(),
            E::Name(at) => name(at % scope),
            E::Unary("not", a) => format!("not {}", inner(a, NOT)),
            E::Unary(_, a) => format!("-{}", inner(a, NEGATE)),
            E::Binary(op, a, b) => {
                let level = self.level();
                let (left, right) = match *op {
                    "=>" | "^" => (level + 1, level),
                    _ => (level, level + 1),
                };
                format!("{} {op} {}", inner(a, left), inner(b, right))
            }
            E::Call(name, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|it| it.print(scope, brackets)).collect();
                format!("{name}({})", arguments.join(", "))
            }
            E::If(c, a, b) => {
                let [c, a, b] = [c, a, b].map(|it| it.print(scope, brackets));
                format!("if {c} then {a} else {b}")
            }
            E::Let(a, b) => {
                let (a, b) = (a.print(scope, brackets), b.print(scope + 1, brackets));
                format!("let {} = {a} in {b}", name(scope))
            }
            E::Chain(first, rest) => {
                let rest: String =
                    rest.iter().map(|(op, right)| format!(" {op} {}", inner(right, COMPARE + 1))).collect();
                format!("{}{rest}", inner(first, COMPARE + 1))
            }
            E::Fold(fold, low, count, inside) => {
                let (low, count) = (inner(low, ATOM), inner(count, ATOM));
                let body = inside.print(scope + 1, brackets);
                // The element stands before its binder: it is bracketed when it would swallow the `for`.
                let element =
                    if matches!(**inside, E::If(..) | E::Let(..)) { format!("({body})") } else { body };
                format!("{fold}({element} for {} in {low}..{low} + {count} mod 5)", name(scope))
            }
        }
    }

    /// How tightly it binds, by the table in section 4 of the language.
    fn level(&self) -> u32 {
        match self {
            E::If(..) | E::Let(..) => 0,
            E::Binary(op, ..) => LEVELS.iter().position(|level| level.contains(op)).unwrap() as u32 + 1,
            E::Unary("not", _) => NOT,
            E::Unary(..) => NEGATE,
            E::Chain(..) => COMPARE,
            E::Number(value) if *value < 0 => NEGATE,
            _ => ATOM,
        }
    }
}

const LEVELS: &[&[&str]] = &[
    &["<=>"],
    &["=>"],
    &["or"],
    &["and"],
    &["not"],
    &["=="],
    &[".."],
    &["xor"],
    &["|"],
    &["&"],
    &["+", "-"],
    &["*", "div", "mod"],
    &["negate"],
    &["^"],
];
const NOT: u32 = 5;
const COMPARE: u32 = 6;
const NEGATE: u32 = 13;
const ATOM: u32 = 15;

fn arithmetic(op: &str, a: i128, b: i128) -> Result<i128, Stop> {
    let floor = |a: i128, b: i128| if a % b != 0 && (a % b < 0) != (b < 0) { a / b - 1 } else { a / b };
    match op {
        "+" => Ok(a + b),
        "-" => Ok(a - b),
        "*" => a.checked_mul(b).ok_or(Stop::Unknown),
        "div" | "mod" if b == 0 => Err(Stop::Undefined),
        "div" => Ok(floor(a, b)),
        "mod" => Ok(a - b * floor(a, b)),
        "xor" if a < 0 || b < 0 => Err(Stop::Undefined),
        "xor" => Ok(a ^ b),
        _ if b < 0 => Err(Stop::Undefined),
        _ => {
            let exponent = u32::try_from(b).ok().filter(|it| *it < 200).ok_or(Stop::Unknown)?;
            a.checked_pow(exponent).ok_or(Stop::Unknown)
        }
    }
}

fn call(name: &str, values: &[i128]) -> Result<V, Stop> {
    fn gcd(a: i128, b: i128) -> i128 {
        if b == 0 { a.abs() } else { gcd(b, a % b) }
    }
    let first = values[0];
    Ok(V::Int(match name {
        "abs" => first.abs(),
        "min" => *values.iter().min().unwrap(),
        "max" => *values.iter().max().unwrap(),
        "gcd" => values.iter().fold(0, |a, b| gcd(a, *b)),
        "isqrt" if first < 0 => return Err(Stop::Undefined),
        "isqrt" if first > 1 << 40 => return Err(Stop::Unknown),
        "isqrt" => {
            let mut root = (first as f64).sqrt() as i128 + 2;
            while root * root > first {
                root -= 1;
            }
            root
        }
        "even" => return Ok(V::Truth(first % 2 == 0)),
        "odd" => return Ok(V::Truth(first % 2 != 0)),
        "popcount" if first < 0 => return Err(Stop::Undefined),
        _ => i128::from(first.count_ones()),
    }))
}

fn number() -> impl Strategy<Value = E> {
    prop_oneof![
        4 => (0i128..10).prop_map(E::Number),
        2 => (0usize..6).prop_map(E::Name),
        1 => (i64::MAX as i128 - 2..i64::MAX as i128 + 3).prop_map(E::Number),
    ]
}

/// An expression of type int, and one of type bool.
fn expressions(depth: u32) -> (BoxedStrategy<E>, BoxedStrategy<E>) {
    if depth == 0 {
        let truth =
            (number(), comparison(), number()).prop_map(|(a, op, b)| E::Chain(Box::new(a), vec![(op, b)]));
        return (number().boxed(), truth.boxed());
    }
    let (ints, truths) = expressions(depth - 1);
    let (i, t) = (move || ints.clone(), move || truths.clone());
    let operator = prop::sample::select(&["+", "-", "*", "div", "mod", "xor", "^"][..]);
    let function = prop::sample::select(&["min", "max", "gcd"][..]);
    let single = prop::sample::select(&["abs", "isqrt", "popcount"][..]);
    let fold = prop::sample::select(&["sum", "max", "min", "mex", "sum"][..]);
    let boxed = Box::<E>::new;
    let int = prop_oneof![
        2 => number(),
        8 => (operator, i(), i()).prop_map(move |(op, a, b)| E::Binary(op, boxed(a), boxed(b))),
        1 => i().prop_map(move |a| E::Unary("-", boxed(a))),
        2 => (function, prop::collection::vec(i(), 2..4)).prop_map(|(name, it)| E::Call(name, it)),
        1 => (single, i()).prop_map(|(name, it)| E::Call(name, vec![it])),
        1 => (t(), i(), i()).prop_map(move |(c, a, b)| E::If(boxed(c), boxed(a), boxed(b))),
        1 => (i(), i()).prop_map(move |(a, b)| E::Let(boxed(a), boxed(b))),
        1 => (fold, i(), i(), i()).prop_map(move |(name, low, count, body)| E::Fold(name, boxed(low), boxed(count), boxed(body))),
    ];
    let logic = prop::sample::select(&["and", "or", "=>", "<=>"][..]);
    let truth = prop_oneof![
        3 => (i(), prop::collection::vec((comparison(), i()), 1..4)).prop_map(move |(a, rest)| E::Chain(boxed(a), rest)),
        4 => (logic, t(), t()).prop_map(move |(op, a, b)| E::Binary(op, boxed(a), boxed(b))),
        1 => t().prop_map(move |a| E::Unary("not", boxed(a))),
        1 => (prop::sample::select(&["even", "odd"][..]), i()).prop_map(|(name, it)| E::Call(name, vec![it])),
        1 => (t(), t(), t()).prop_map(move |(c, a, b)| E::If(boxed(c), boxed(a), boxed(b))),
    ];
    (int.boxed(), truth.boxed())
}

fn comparison() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["==", "!=", "<", "<=", ">", ">="][..])
}

/// The value that gspec gives for an expression with two parameters set.
fn evaluated(text: &str, a: i128, b: i128) -> Result<Value, String> {
    let spec = format!("param a: int = {a}\nparam b: int = {b}\nlet value = {text}\n");
    let checked = check_with(&spec, &[], &NoFiles, PLENTY);
    match &checked.opened.instance {
        Some(instance) => {
            let at = instance.program.globals.iter().position(|it| it.name == "value").unwrap();
            Ok(instance.globals[at].clone())
        }
        None => Err(support::rendered(&checked.diagnostics, &checked.opened.sources)),
    }
}

fn agrees(e: &E, a: i128, b: i128) -> Result<(), TestCaseError> {
    let expected = e.value(&mut vec![a, b]);
    for brackets in [false, true] {
        let text = e.print(2, brackets);
        let got = evaluated(&text, a, b);
        match (&expected, &got) {
            (Err(Stop::Unknown), _) => {}
            (Ok(V::Int(wanted)), Ok(Value::Int(got))) => {
                prop_assert_eq!(got.to_big(), BigInt::from(*wanted), "{}", text)
            }
            (Ok(V::Truth(wanted)), Ok(Value::Bool(got))) => prop_assert_eq!(got, wanted, "{}", text),
            (Err(Stop::Undefined), Err(told)) => prop_assert!(told.contains("G304"), "{}\n{}", text, told),
            _ => prop_assert!(false, "{} is {:?}, and gspec says {:?}", text, expected, got),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(repeatable(500))]

    #[test]
    fn expressions_are_worth_what_they_say(e in expressions(3).0, a in -20i128..20, b in -20i128..20) {
        agrees(&e, a, b)?;
    }

    #[test]
    fn truths_are_what_they_say(e in expressions(3).1, a in -20i128..20, b in -20i128..20) {
        agrees(&e, a, b)?;
    }

    #[test]
    fn an_expression_survives_printing(e in prop_oneof![expressions(3).0, expressions(3).1], brackets: bool) {
        let text = e.print(2, brackets);
        let printed = reprinted(&text);
        prop_assert_eq!(&printed, &reprinted(&printed), "printing is stable");
        // The printer adds no brackets and removes none, not even redundant ones.
        prop_assert_eq!(tokens(&printed), tokens(&text));
    }

    #[test]
    fn values_survive_printing(xs in prop::collection::vec(-50i64..50, 0..8), t in "[ -~äß∀\n\t]{0,12}", n in integer()) {
        // A value that is printed and read again is the same value.
        let escaped = t.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
        let list = format!("{xs:?}");
        let set = format!("{{{}}}", xs.iter().map(i64::to_string).collect::<Vec<_>>().join(", "));
        let source = format!("[({list}, {set}, \"{escaped}\", {n}, {})]", n > BigInt::from(0));
        let text = format!("let type_ = [([0], {{0}}, \"\", 0, true)]\nlet value = {source}\n");
        let Some(instance) = check_with(&text, &[], &NoFiles, LITTLE).opened.instance else {
            return Err(TestCaseError::fail(format!("not read: {text}")));
        };
        let printed = gspec::ir::print::value(&instance.program, &instance.globals[1]);
        let again = format!("let type_ = [([0], {{0}}, \"\", 0, true)]\nlet value = {printed}\n");
        let Some(second) = check_with(&again, &[], &NoFiles, LITTLE).opened.instance else {
            return Err(TestCaseError::fail(format!("not read again: {again}")));
        };
        prop_assert_eq!(&instance.globals[1], &second.globals[1], "{}", printed);
    }
}

/// The text of an expression after parsing and printing.
fn reprinted(text: &str) -> String {
    let (tree, diagnostics) = syntax::parse_expression(FileId(0), &Source::new("x", text));
    format::expression(&tree.unwrap_or_else(|| panic!("{text}: {diagnostics:?}")))
}

/// The text without blanks.
fn tokens(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn precedence_by_examples() {
    // Each line by hand from the table in section 4 and the fine print of section 6.
    proved(
        "claim: 2 + 3 * 4 == 14 and 2 * 3 + 4 == 10 and 10 - 3 - 2 == 5 and 100 div 7 div 2 == 7
         claim: -2 ^ 2 == -4 and (-2) ^ 2 == 4 and 2 ^ 3 ^ 2 == 512 and 2 ^ 0 == 1 and 0 ^ 0 == 1
         claim: 7 div 2 == 3 and -7 div 2 == -4 and 7 div -2 == -4 and -7 mod 2 == 1 and 7 mod -2 == -1
         claim: 5 xor 3 + 1 == 1 and (5 xor 3) + 1 == 7
         claim: 1..=3 == {1, 2, 3} and (0..3) | {7} == {0, 1, 2, 7} and len(1..=2 + 2) == 4
         claim: not 1 == 2 and not (true and false)
         claim: true or true and false
         claim: false => false => false and (false => false) => true
         claim: (false <=> false <=> true) and ((true => true) <=> true)
         claim: 1 < 2 <= 2 != 3 > 1 in {1} and not 1 < 2 < 2
         claim: 3 not in {1, 2} and not 3 in {1, 2}
         claim: [1, 2] ++ [3] == [1, 2, 3] and {1, 2} | {3} & {3, 4} == {1, 2, 3} and {1, 2, 3} - {2} | {9} == {1, 3, 9}
         claim: let x = 2 in let y = x + 1 in x * y == 6
         claim: (if 1 < 2 then 3 else 4 + 100) == 3
         claim: [1, 2, 3] with [0] = 5 with [2] = 7 == [5, 2, 7]
         claim: \"abcd\"[1..3] == \"bc\" and \"abc\"[2..1] == \"\" and \"abc\" with [1] = \"-\" == \"a-c\"\n",
    );
}

#[test]
fn builtins_by_hand() {
    proved(
        "claim: [isqrt(n) for n in [0, 1, 3, 4, 99, 100]] == [0, 1, 1, 2, 9, 10]
         claim: gcd(12, 18) == 6 and gcd(0, 0) == 0 and gcd(-4, 6) == 2 and lcm(4, 6) == 12 and lcm(0, 3) == 0
         claim: {n for n in 0..30 if is_prime(n)} == {2, 3, 5, 7, 11, 13, 17, 19, 23, 29}
         claim: is_prime(2^61 - 1) and not is_prime(2^67 - 1) and not is_prime(3215031751) and not is_prime(561)
         claim: divisors(12) == [1, 2, 3, 4, 6, 12] and divisors(1) == [1] and prime_factors(360) == [2, 2, 2, 3, 3, 5]
         claim: omega(360) == 3 and bigomega(360) == 6 and omega(1) == 0 and prime_factors(1) == []
         claim: {n for n in 0..60 if is_fib(n)} == {0, 1, 2, 3, 5, 8, 13, 21, 34, 55}
         claim: {n for n in 0..30 if is_square(n)} == {0, 1, 4, 9, 16, 25} and is_square(10^40) and not is_square(10^40 + 1)
         claim: popcount(255) == 8 and popcount(2^100 + 1) == 2 and popcount(0) == 0
         claim: digits(1203) == [1, 2, 0, 3] and digits(6, 2) == [1, 1, 0] and digits(0) == [0]
         claim: zeckendorf(100) == [89, 8, 3] and zeckendorf(1) == [1] and zeckendorf(0) == []
         claim: forall n in 0..=200: sum(zeckendorf(n)) == n and all(is_fib(f) for f in zeckendorf(n))
         claim: valuation(48, 2) == 4 and valuation(81, 3) == 4 and valuation(5, 2) == 0
         claim: sorted([3, 1, 2, 1]) == [1, 1, 2, 3] and reverse([1, 2]) == [2, 1] and reverse(\"ab\") == \"ba\"
         claim: len(subsets(0..4)) == 16 and len(subsets([7, 7, 7], 2..=2)) == 3 and subsets([1, 2], 1..=2) == [[1], [2], [1, 2]]
         claim: product([[1, 2], [3, 4]]) == [[1, 3], [1, 4], [2, 3], [2, 4]] and product([[1], []]) == []
         claim: contains(\"abracadabra\", \"cad\") and not contains(\"abc\", \"ac\") and contains(\"\", \"\")
         claim: mex([0, 1, 3]) == 2 and mex([]) == 0 and mex(n * n for n in 0..3) == 2
         claim: xor(n for n in 0..=4) == 4 and xor([5, 1]) == 4 and sum([]) == 0 and count(even(n) for n in 0..5) == 3
         claim: max(3, 1) == 3 and min([4, 2, 8]) == 2 and any(n > 3 for n in 0..5) and not any(false for n in 0..0) and all(false for n in 0..0)
         claim: floor(7 / 2) == 3 and ceil(7 / 2) == 4 and abs(-3) == 3 and even(0) and odd(-3)\n"
    );
}

#[test]
fn undefined_values_are_told() {
    for text in [
        "1 div 0",
        "1 mod 0",
        "isqrt(-1)",
        "2 ^ -1",
        "-1 xor 1",
        "[1, 2][2]",
        "[1, 2][-1]",
        "\"ab\"[1..3]",
        "max([0][1..1])",
        "digits(-1)",
        "digits(5, 1)",
        "divisors(0)",
        "valuation(0, 2)",
        "floor(1 / 0)",
        "sqrt(-1) == 0",
        "[1] with [1] = 2",
        "parent(graph { a -> b }, a)",
        "sqrt(2) + sqrt(3) == 0",
        "zeckendorf(-1)",
        "popcount(-1)",
    ] {
        let checked = check(&format!("let value = {text}\n"));
        assert!(support::codes(&checked).contains(&"G304"), "{text}: {:?}", support::codes(&checked));
    }
    // A guard protects.
    proved(
        "claim: forall a in 0..5: a == 0 or 10 div a >= 2\nclaim: not exists a in 0..5: a != 0 and 10 mod a == 7\n",
    );
}

/// A number as it is written, with its numerator and its positive denominator.
fn written_fraction() -> impl Strategy<Value = (String, i128, i128)> {
    (-4i128..9, 1i128..5, any::<bool>()).prop_map(|(over, under, divides)| match divides {
        true => (format!("{over} / {under}"), over, under),
        false => (over.to_string(), over, 1),
    })
}

proptest! {
    #![proptest_config(repeatable(300))]

    /// A chain is the conjunction of its comparisons, also where only some operands are integers. The judge
    /// multiplies fractions out.
    #[test]
    fn chains_of_comparisons_are_conjunctions(
        first in written_fraction(),
        rest in prop::collection::vec((prop::sample::select(vec!["<", "<=", ">", ">=", "==", "!="]), written_fraction()), 1..5),
    ) {
        let (mut chain, mut left, mut holds) = (first.0.clone(), &first, true);
        for (sign, right) in &rest {
            let order = (left.1 * right.2).cmp(&(right.1 * left.2));
            holds &= match *sign {
                "<" => order.is_lt(),
                "<=" => order.is_le(),
                ">" => order.is_gt(),
                ">=" => order.is_ge(),
                "==" => order.is_eq(),
                _ => order.is_ne(),
            };
            chain = format!("{chain} {sign} {}", right.0);
            left = right;
        }
        let claim = if holds { format!("claim: {chain}\n") } else { format!("claim: not ({chain})\n") };
        proved(&claim);
    }
}

/// Each of these was once proved: the first comparison was made between an integer and a real number.
#[test]
fn a_chain_with_a_real_number_at_its_end_compares_real_numbers() {
    for chain in ["5 < 3 < 7 / 2", "3 == 4 < 9 / 2", "exists n: 5 < n < 7 / 2", "1 < phi < 3 / 2"] {
        proved(&format!("claim: not ({chain})\n"));
    }
    let rules = "game g(n: nat) { move t when 5 < n < 15 / 2 -> g(0) }\n";
    proved(&format!("{rules}claim forall n: winning(g(n)) <=> n in {{6, 7}}\n"));
}

/// Claims with a quantifier over all naturals inside, which stays open. All of these are undecided: their
/// other parts have no value, or it is not known whether they matter.
#[test]
fn an_open_quantifier_inside_a_value_decides_nothing() {
    let all = "(forall n: n * n >= n)";
    let not_all = "(forall n: n * n != 10 ^ 12)";
    for claim in [
        format!("({all} == (1 div 0 == 1)) or true"),
        format!("{all} and 1 div 0 == 1 and false"),
        format!("any({not_all}, [true][1], true)"),
        format!("all({all}, [true][1], false)"),
        format!("[{all}][2] and false"),
        format!("(if {all} then 1 div 0 == 1 else true) or true"),
        format!("any(x div 0 == 1 for x in [1] if {all}) or true"),
        format!("({all} => [true][1]) => true"),
        format!("forall x in [0, 1]: {all} and 1 div x == 2"),
        format!("exists x in [0, 1]: {not_all} and 1 div x == 1 or x == 1"),
        format!("[{all}, true][3]"),
        format!("let p = [true] with [2] = {all} in true"),
        format!("{all} == false"),
        format!("(false, {all})[0]"),
        format!("count([{all}, true]) == 0"),
        format!("false in [{all}]"),
        format!("[x for x in [1, 2] if {all}] == [3]"),
        format!("let (p, q) = ({all}, 1) in q == 2"),
    ] {
        let checked = check(&format!("claim: {claim}\n"));
        let evidence = &checked.verdicts[0].evidence;
        assert!(matches!(evidence, gspec::claim::Evidence::Undecided { .. }), "{claim}: {evidence:?}");
    }
    // A part that has a value still decides.
    proved(&format!("claim: {all} or true\n"));
    proved(&format!("claim: not ({all} and false)\n"));
}

/// Equal collections have equal orders and numbers of elements, however they are written.
#[test]
fn ranges_are_ordered_like_lists() {
    for claim in [
        "sorted([-1..0, 5..3]) == sorted([[-1], []])",
        "[x for x in {-1..0, 5..3}] == [x for x in {[-1], []}]",
        "sorted([3..5, -2..0, 1..1, 3..4, -2..1]) == sorted([[3, 4], [-2, -1], [], [3], [-2, -1, 0]])",
        "count(\"aba\") == 3 and count(\"\") == 0 and count(\"a\", \"b\") == 2",
    ] {
        proved(&format!("claim: {claim}\n"));
    }
}

/// `n - n` is no distance between two fields: this once overflowed the stack.
#[test]
fn a_difference_of_a_field_with_itself_is_no_coordinate() {
    for guard in ["n - n > 0", "n - n == 1", "n < n - n", "n - n > n - n"] {
        let spec = format!("game g(n: nat) {{ move mv when {guard} -> g(0) }}\nclaim losing(g(1))\n");
        let checked = check(&spec);
        assert!(matches!(checked.verdicts[0].evidence, gspec::claim::Evidence::Proved { .. }), "{guard}");
    }
}

/// Integers of a data file become real numbers where they are compared with real numbers; a negative integer is no vertex.
#[test]
fn integers_of_data_files_are_converted_like_others() {
    let spec = "fn none(s: [vertex]): nat = 0 * len(s)
                claim \"one\": sqrt(4) == load \"two.json\"
                claim \"list\": [sqrt(16), 9] == load \"list.json\"
                claim \"set\": {sqrt(4)} == {load \"two.json\"}
                claim \"vertices\": none(load \"list.json\") == 0
                claim \"negative\": none(load \"negative.json\") == 0\n";
    let folder =
        Folder::with(spec).and("two.json", "2").and("list.json", "[4, 9]").and("negative.json", "[4, -9]");
    let run = folder.run(&["check", "game.game", "--format", "json"]).status(1);
    let claims = run.json()[0]["claims"].as_array().unwrap().clone();
    let statuses: Vec<&str> = claims.iter().map(|it| it["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["proved", "proved", "proved", "proved", "undecided"]);
    assert_eq!(claims[4]["by"], "-9 cannot be a vertex");
}
