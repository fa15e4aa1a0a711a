//! Claims with multiples of quadratic irrationals that no theorem covers: decided in the numeration system of the
//! irrational. That the claims about games are true, or where they fail first, is computed here by a table from the rules.

use super::support::{check, proved};
use gspec::claim::{Case, Evidence};
use gspec::ir::Value;

/// Wythoff's game with one more move, or none. A jump by (1, 3) joins no two losing pairs; no theorem knows it.
fn wythoff(more: &str, claims: &str) -> String {
    format!(
        "game v(a: nat, b: nat) {{
           move left(k in 1..=a) -> v(a - k, b)
           move right(k in 1..=b) -> v(a, b - k)
           move both(k in 1..=min(a, b)) -> v(a - k, b - k)
           {more}
         }}
         {claims}"
    )
}

const JUMP: &str = "move jump() when a >= 1 and b >= 3 -> v(a - 1, b - 3)";

/// Computes from the rules alone which pairs of heaps up to `most` are lost, indexed by both heaps. Each of
/// the `jumps` is a further pair of numbers that a move may take from the two heaps.
fn losing(most: usize, jumps: &[(usize, usize)], misere: bool) -> Vec<Vec<bool>> {
    let mut losing = vec![vec![false; most + 1]; most + 1];
    for a in 0..=most {
        for b in 0..=most {
            let reached = (1..=a).any(|k| losing[a - k][b])
                || (1..=b).any(|k| losing[a][b - k])
                || (1..=a.min(b)).any(|k| losing[a - k][b - k])
                || jumps.iter().any(|(x, y)| a >= *x && b >= *y && losing[a - x][b - y]);
            losing[a][b] = !(reached || misere && (a, b) == (0, 0));
        }
    }
    losing
}

fn is_pair(a: usize, b: usize) -> bool {
    let n = a.abs_diff(b);
    a.min(b) == (n + (5 * n * n).isqrt()) / 2
}

/// The numbers of a case.
fn numbers(case: &Case) -> Vec<i64> {
    let number = |value: &Value| match value {
        Value::Int(int) => int.to_i64().unwrap(),
        other => panic!("no number: {other:?}"),
    };
    case.iter().map(|(_, value)| number(value)).collect()
}

#[test]
fn the_expected_answers_are_those_of_the_rules() {
    let (jump, misere) = (losing(200, &[(1, 3)], false), losing(200, &[], true));
    for a in 0..=200 {
        for b in 0..=200 {
            assert_eq!(jump[a][b], is_pair(a, b), "{a}, {b}");
            let exceptions = [(0, 1), (1, 0), (2, 2)].contains(&(a, b));
            let expected = if a.max(b) <= 2 { exceptions } else { is_pair(a, b) };
            assert_eq!(misere[a][b], expected, "misère {a}, {b}");
        }
    }
    // A jump by (2, 3) joins the pairs (3, 5) and (1, 2).
    let other = losing(6, &[(2, 3)], false);
    let differ = |a: &usize, b: &usize| other[*a][*b] != is_pair(*a, *b);
    let first = (0..=6).flat_map(|most| (0..=most).flat_map(move |a| (0..=most).map(move |b| (a, b))));
    assert_eq!(first.filter(|(a, b)| differ(a, b)).min_by_key(|(a, b)| (*a.max(b), *a, *b)), Some((3, 5)));
}

#[test]
fn pairs_are_proved_from_the_rules() {
    let checked = check(&wythoff(
        JUMP,
        "claim \"pairs\": forall a, b: losing(v(a, b)) <=> min(a, b) == floor(phi * abs(a - b))",
    ));
    let Evidence::Proved { by, .. } = &checked.verdicts[0].evidence else { panic!("not proved") };
    assert!(by.starts_with("induction over the moves of v"), "{by}");
    assert!(by.contains("Zeckendorf"), "{by}");
    // The proved set also decides another formula, and claims with alternating quantifiers that mention no irrational number.
    proved(&wythoff(
        JUMP,
        "claim \"square\": forall a, b:
           losing(v(a, b)) <=> min(a, b) == floor(phi ^ 2 * abs(a - b)) - abs(a - b)
         claim \"one in each row\": forall a: exists b: losing(v(a, b))
         claim \"no two\": forall a, b, c: losing(v(a, b)) and losing(v(a, c)) => b == c
         claim \"and one on each diagonal\": forall d: exists a: losing(v(a, a + d))",
    ));
}

#[test]
fn misere_pairs_are_proved_from_the_rules() {
    proved(&wythoff(
        "",
        "claim \"misere\": forall a, b: losing(misere v(a, b)) <=>
           (if max(a, b) <= 2 then (a, b) in {(0, 1), (1, 0), (2, 2)}
            else min(a, b) == floor(phi * abs(a - b)))",
    ));
}

#[test]
fn near_misses_are_refuted_where_they_fail_first() {
    let refuted = |more: &str, claim: &str| {
        let checked = check(&wythoff(more, &format!("claim \"it\": {claim}")));
        let Evidence::Refuted { counterexample } = &checked.verdicts[0].evidence else {
            panic!("{claim} is not refuted")
        };
        numbers(counterexample)
    };
    let pairs = "forall a, b: losing(v(a, b)) <=> min(a, b) == floor(phi * abs(a - b))";
    assert_eq!(refuted("move jump() when a >= 2 and b >= 3 -> v(a - 2, b - 3)", pairs), [3, 5]);
    let ceil = "forall a, b: losing(v(a, b)) <=> min(a, b) == ceil(phi * abs(a - b))";
    assert_eq!(refuted(JUMP, ceil), [1, 2]);
}

/// Claims about irrational numbers that do not ask about the game: true ones are proved, a false one is refuted.
#[test]
fn arithmetic_with_irrational_numbers_is_decided() {
    proved(
        "game g(n: nat) { move m(k in 1..=n) -> g(n - k) }
         claim \"twice\": forall n: n >= 1 =>
           floor(phi * floor(phi * n)) == floor(phi * n) + n - 1
         claim \"Beatty\": forall m: m >= 1 =>
           ((exists n: m == floor(phi * n)) <=> not (exists n: m == floor(phi ^ 2 * n)))
         claim \"ceil\": forall n: n >= 1 => ceil(sqrt(2) * n) == floor(sqrt(2) * n) + 1
         claim \"below\": forall n: floor(-(sqrt(2) * n) / 2) <= 0 and floor((1 - sqrt(2)) * n) <= 0
         claim \"order\": forall n, m: n <= sqrt(2) * m <=> n <= floor(sqrt(2) * m)",
    );
    let checked = check(
        "game g(n: nat) { move m(k in 1..=n) -> g(n - k) }
         claim \"grows by one or two\": forall n: floor(sqrt(2) * (n + 5)) <= floor(sqrt(2) * n) + 7",
    );
    // floor(√2·5) is 7; the floors differ by 8 as soon as the fractional part of √2·n is at least 8 - 5·√2.
    let first = (0u64..).find(|n| (2 * (n + 5).pow(2)).isqrt() > (2 * n * n).isqrt() + 7).unwrap();
    let Evidence::Refuted { counterexample } = &checked.verdicts[0].evidence else { panic!("not refuted") };
    assert_eq!(numbers(counterexample), [first as i64]);
}
