//! Compares the laws of builtins with the reference evaluator.

use super::support::check;
use gspec::claim::Evidence;
use gspec::ir::{Aggregate, Builtin};
use gspec::rules::laws::aggregates::{DefinedOf, ValueOf, aggregate};
use gspec::rules::laws::core::DEFINITIONS;
use gspec::rules::laws::elements::{Divisors, Elements, Most, elements};
use gspec::rules::laws::{Defined, law};
use std::fmt::Write;

/// The builtins of integers, with a second argument where they take one.
const OF_INTEGERS: [(Builtin, Option<i64>); 18] = [
    (Builtin::Abs, None),
    (Builtin::Gcd, Some(6)),
    (Builtin::Gcd, Some(-4)),
    (Builtin::Lcm, Some(6)),
    (Builtin::Isqrt, None),
    (Builtin::Even, None),
    (Builtin::Odd, None),
    (Builtin::IsPrime, None),
    (Builtin::Divisors, None),
    (Builtin::PrimeFactors, None),
    (Builtin::Omega, None),
    (Builtin::Bigomega, None),
    (Builtin::IsFib, None),
    (Builtin::IsSquare, None),
    (Builtin::Popcount, None),
    (Builtin::Digits, Some(2)),
    (Builtin::Zeckendorf, None),
    (Builtin::Valuation, Some(3)),
];

/// The arguments that are tried.
const ARGUMENTS: std::ops::RangeInclusive<i64> = -20..=130;

#[test]
fn the_evaluator_keeps_the_laws() {
    for (builtin, second) in OF_INTEGERS {
        let law = law(builtin);
        let least = match law.defined {
            Defined::Everywhere | Defined::WithRoom => *ARGUMENTS.start(),
            Defined::From(least) => i64::from(least),
            Defined::Partly => panic!("{builtin:?} takes integers"),
        };
        let mut spec = String::new();
        for n in least..=*ARGUMENTS.end() {
            let second = second.map_or(String::new(), |second| format!(", {second}"));
            let value = format!("{}({n}{second})", builtin.spelling());
            let _ = writeln!(spec, "claim: {value} == {value}");
            if law.natural {
                let _ = writeln!(spec, "claim: {value} >= 0");
            }
            if let Some(below) = law.below_argument {
                let _ = writeln!(spec, "claim: {value} <= {n} - {below}");
            }
            if let Some(other) = second.strip_prefix(", ").filter(|_| law.symmetric) {
                let _ = writeln!(spec, "claim: {value} == {}({other}, {n})", builtin.spelling());
            }
            if let Some(least) = law.true_from {
                let _ = writeln!(spec, "claim: {value} => {n} >= {least}");
            }
        }
        let checked = check(&spec);
        assert!(checked.verdicts.len() >= (ARGUMENTS.end() - least) as usize, "{spec}");
        for (claim, verdict) in spec.lines().zip(&checked.verdicts) {
            assert!(matches!(verdict.evidence, Evidence::Proved { .. }), "{claim}: {:?}", verdict.evidence);
        }
    }
}

/// Below the bound of a law, the evaluator has no value, if the law says so.
#[test]
fn below_the_bound_there_is_no_value() {
    for (builtin, second) in OF_INTEGERS {
        let (Defined::From(least), true) = (law(builtin).defined, law(builtin).only_there) else { continue };
        let second = second.map_or(String::new(), |second| format!(", {second}"));
        for n in *ARGUMENTS.start()..i64::from(least) {
            let value = format!("{}({n}{second})", builtin.spelling());
            let checked = check(&format!("claim: {value} == {value}"));
            let [verdict] = &checked.verdicts[..] else { panic!("{value}") };
            assert!(
                matches!(verdict.evidence, Evidence::Undecided { .. }),
                "{value}: {:?}",
                verdict.evidence
            );
        }
    }
}

/// A valuation is defined for negative numbers too, so a guard with it does not show `k > 0`: by -1
/// the game grows.
#[test]
fn a_valuation_of_a_negative_number_has_a_value() {
    let is_wrong = |guard: &str| {
        let checked = check(&format!(
            "game g(n: nat) {{ move t(k in -5..=5) when {guard} and k <= n -> g(n - k) }} start g(4)"
        ));
        checked.diagnostics.iter().any(|it| it.code.to_string() == "G402")
    };
    assert!(is_wrong("k != 0 and valuation(k, 2) >= 0"));
    assert!(is_wrong("k != 0 and valuation(k, 2) < 3"));
    assert!(!is_wrong("k >= 1 and valuation(k, 2) < 3"));
}

/// Whether the claim, alone in a spec, is proved; false if it is undecided, as a claim without a value is. Other
/// verdicts panic.
fn is_proved(claim: &str) -> bool {
    let checked = check(&format!("claim: {claim}"));
    let [verdict] = &checked.verdicts[..] else { panic!("{claim}") };
    match &verdict.evidence {
        Evidence::Proved { .. } => true,
        Evidence::Undecided { .. } => false,
        other => panic!("{claim}: {other:?}"),
    }
}

/// Aggregates of no number, of naturals, and of numbers with a negative one, by the evaluator.
#[test]
fn the_evaluator_keeps_the_laws_of_aggregates() {
    let aggregates = [
        (Aggregate::Sum, "sum"),
        (Aggregate::Min, "min"),
        (Aggregate::Max, "max"),
        (Aggregate::Mex, "mex"),
        (Aggregate::Xor, "xor"),
        (Aggregate::Count, "count"),
    ];
    for (which, name) in aggregates {
        let law = aggregate(which);
        for (from, is_empty, is_natural) in [(9, true, true), (0, false, true), (-4, false, false)] {
            let element = if which == Aggregate::Count { "x == x" } else { "x" };
            let value = format!("{name}({element} for x in [-4, 0, 1, 3] if x >= {from})");
            let is_defined = match law.defined {
                DefinedOf::Everything => true,
                DefinedOf::NonEmpty => !is_empty,
                DefinedOf::Naturals => is_natural,
            };
            assert_eq!(is_proved(&format!("{value} == {value}")), is_defined, "{value}");
            if is_defined && law.value == ValueOf::Natural {
                assert!(is_proved(&format!("{value} >= 0")), "{value}");
            }
        }
    }
}

/// The elements of builtins that return lists or sets of integers, by the evaluator.
#[test]
fn the_evaluator_keeps_the_laws_of_elements() {
    for (builtin, second) in [
        (Builtin::Divisors, ""),
        (Builtin::PrimeFactors, ""),
        (Builtin::Zeckendorf, ""),
        (Builtin::Digits, ", 2"),
        (Builtin::Digits, ", 10"),
    ] {
        let Some(Elements::From { least, most, exactly }) = elements(builtin) else { panic!("{builtin:?}") };
        let all = format!("{}(n{second})", builtin.spelling());
        let bound = if most == Most::Argument { "<= n" } else { ">= 0" };
        let claim = format!("forall n in 1..=130, d in {all}: d >= {least} and d {bound}");
        assert!(is_proved(&claim), "{claim}");
        let Some(divisors) = exactly else { continue };
        let prime = if divisors == Divisors::Prime { " and is_prime(d)" } else { "" };
        let claim =
            format!("forall n in 1..=60, d in -3..=70: d in {all} <=> d >= {least} and n mod d == 0{prime}");
        assert!(is_proved(&claim), "{claim}");
    }
    let is_below_length = matches!(
        elements(Builtin::Indices),
        Some(Elements::From { least: 0, most: Most::BelowLength, exactly: None })
    );
    assert!(is_below_length && is_proved("forall i in indices([7, 7, 7]): 0 <= i <= 3 - 1"));
    for builtin in [Builtin::Sorted, Builtin::Reverse] {
        assert_eq!(elements(builtin), Some(Elements::OfArgument));
        let claim =
            format!("forall x in -9..=9: x in {}([3, -2, 5]) <=> x in [3, -2, 5]", builtin.spelling());
        assert!(is_proved(&claim), "{claim}");
    }
}

/// The evaluator confirms each definition of the core for small integers, including 0 and negative
/// ones.
#[test]
fn the_evaluator_keeps_the_definitions() {
    for it in DEFINITIONS {
        let binders =
            it.names.split(',').map(|name| format!("{name} in -9..=40")).collect::<Vec<_>>().join(",");
        let is_length = it.asked.starts_with("len") && !it.asked.contains(">=");
        let same = if is_length { "==" } else { "<=>" };
        let claim = format!("claim: forall {binders} if {}: ({}) {same} ({})", it.given, it.asked, it.core);
        let checked = check(&claim);
        let [verdict] = &checked.verdicts[..] else { panic!("{claim}") };
        assert!(matches!(verdict.evidence, Evidence::Proved { .. }), "{claim}: {:?}", verdict.evidence);
    }
}

/// Functions whose parameters and results have types that not every number lies in.
const FUNCTIONS: &str = "fn lowered(x: nat): nat = x - 5
    fn small(x: 0..=9): nat = x + 1
    fn firsts(xs: [nat]): nat = len(xs)";

/// Rules with builtins are proved to have values where guards, binders and types guarantee this, and only there.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn what_guards_see_to_is_proved() {
    let cases = [
        ("move m(k in 1..=n) when popcount(k) == 1 -> g(n - k)", true),
        ("move m when n > 0 and bigomega(n) > 1 -> g(n - 1)", true),
        ("move m when bigomega(n) > 1 and n > 0 -> g(n - 1)", false),
        ("move m when (n == 0 or omega(n) > 1) and n > 3 -> g(n div 4)", true),
        ("move m(k in 1..=n) when n mod k == 0 -> g(n - k)", true),
        ("move m(k in 0..=n) when n mod k == 0 and k > 0 -> g(n - k)", false),
        ("move m(k in 0..=n) when k > 0 and n mod k == 0 -> g(n - k)", true),
        ("move m(k in 1..=n) when k xor n > n -> g(n - k)", true),
        ("move m(k in 1..=n) when [1, 2, 4][k mod 3] < n -> g(n - k)", true),
        ("move m(k in 1..=n) when [1, 2, 4][k mod 4] < n -> g(n - k)", false),
        ("move m(k in 1..=n) when valuation(k, 2) == 0 -> g(n - k)", true),
        ("move m(k in 1..=n) when valuation(n - k, 2) == 0 -> g(n - k)", false),
        ("move m(k in 1..=n) when all(k mod (p * p) != 0 for p in 2..=k) -> g(n - k)", true),
        ("move m(k in 1..=n) when (if k > 1 then isqrt(k - 2) else 0) == 0 -> g(n - k)", true),
        ("move m(k in 1..=n) when (if k > 0 then isqrt(k - 2) else 0) == 0 -> g(n - k)", false),
        ("move m when n > 0 and lowered(n) < 100 -> g(n - 1)", false),
        ("move m when n > 4 and lowered(n) < 100 -> g(n - 1)", true),
        ("move m(k in 1..=n) when small(k) > 1 -> g(n - k)", false),
        ("move m(k in 1..=min(n, 9)) when small(k) > 1 -> g(n - k)", true),
        ("move m(k in 1..=n) when firsts([k, n - k]) > 1 -> g(n - k)", true),
        ("move m(k in 1..=n) when firsts([k, n - 2 * k]) > 1 -> g(n - k)", false),
    ];
    for (rule, proved) in cases {
        let checked = check(&format!("{FUNCTIONS}\ngame g(n: nat) {{ {rule} }}"));
        let soundness = checked.soundness.unwrap_or_else(|| panic!("{rule}"));
        assert_eq!(soundness.games[0].evaluable, proved, "{rule}");
    }
}
