//! The theorem about Wythoff's game: the rules that it covers, and queries, moves and claims by it. Expected pairs come from
//! their definition.

use crate::suite::case::{gspec_in, repository};
use crate::suite::support::{Folder, check, finish, program};
use gspec::claim::Evidence;

/// The theorem that covers the first game of a spec, if one does; it has to agree with the reference.
fn theorem_of(spec: &str) -> Option<&'static str> {
    let checked = check(spec);
    let agreement = checked.theorems.first().unwrap_or_else(|| panic!("{spec}: not examined")).as_ref()?;
    assert!(agreement.differs.is_none(), "{spec}: {agreement:?}");
    assert!(agreement.components > 100, "{spec}: {agreement:?}");
    Some(agreement.theorem.id)
}

#[test]
fn wythoff_is_recognised_however_it_is_written() {
    for rules in [
        "game w(a: nat, b: nat) { move l(k in 1..=a) -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k) move d(k in 1..=min(a, b)) -> w(a - k, b - k) }",
        "game w(x: nat, y: nat) { move d(k in 0..min(x, y)) -> w(x - 1 - k, y - 1 - k) move b(k in 0..y) -> w(x, k) move a(k in 0..x) -> w(k, y) }",
        "game w(a: nat, b: nat) { move m(i in 0..=a, j in 0..=b) when (i == 0 or j == 0 or i == j) and i + j > 0 -> w(a - i, b - j) }",
        "game w(a: nat, b: nat) { move m(k in 1..=max(a, b), s in 0..3) when (s == 1 or k <= a) and (s == 0 or k <= b) -> w(if s == 1 then a else a - k, if s == 0 then b else b - k) }",
        "game w(a: nat, b: nat) { move l(c in {j for j in 0..=a if j < a}) -> w(c, b) move r(c in 0..b) -> w(a, c) move d(c in 0..a, e in 0..b) when a - c == b - e -> w(c, e) }",
        "game w(a: nat, b: nat) { move l(k in 1..=a) -> w(a - k, b) move l2(k in 2..=a) -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k) move d(k in 1..=a) when k <= b -> w(a - k, b - k) }",
        "game w(a: nat, b: nat) { move odd(k in 1..=a) when odd(k) -> w(a - k, b) move even(k in 1..=a) when even(k) -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k) move d(k in 1..=min(a, b)) -> w(a - k, b - k) }",
        "fn less(n: nat, k: nat): int = n - k\ngame w(a: nat, b: nat) { move l(k in 1..=a) -> w(less(a, k), b) move r(k in 1..=b) -> w(a, less(b, k)) move d(k in 1..=min(a, b)) -> w(less(a, k), less(b, k)) }",
        "param ONE: nat = 1\ngame w(a: nat, b: nat) { move l(k in ONE..=a) -> w(a - k, b) move r(k in ONE..=b) -> w(a, b - k) move d(k in ONE..=min(a, b)) -> w(a - k, b - k) }",
        "game w(a: nat, b: nat) { move l(k in 1..=2 * a) when 2 * k <= 2 * a -> w(a - k, b) move r(k in (1..=b) & (1..=b + a)) -> w(a, b - k) move d(k in (1..=a) & (1..=b)) -> w(a - k, b - k) }",
    ] {
        assert_eq!(theorem_of(rules), Some("wythoff"), "{rules}");
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn what_is_nearly_wythoff_is_not() {
    let w = |left: &str, right: &str, both: &str| {
        format!(
            "game w(a: nat, b: nat) {{ move l(k in {left}) -> w(a - k, b) move r(k in {right}) -> w(a, b - k) move d(k in {both}) -> w(a - k, b - k) }}"
        )
    };
    let whole = ("1..=a", "1..=b", "1..=min(a, b)");
    assert_eq!(theorem_of(&w(whole.0, whole.1, whole.2)), Some("wythoff"));
    // Misère play by its end.
    let misere = w(whole.0, whole.1, whole.2).replace("{ ", "{ end when a == 0 and b == 0: win ");
    assert_eq!(theorem_of(&misere), Some("wythoff"));
    // A field that changes nothing.
    let third = w(whole.0, whole.1, whole.2).replace("b: nat)", "b: nat, c: nat)");
    let third = third.replace("b) move", "b, c) move").replace("b - k)", "b - k, c)");
    assert_eq!(theorem_of(&third), Some("wythoff"));
    for rules in [
        w(whole.0, whole.1, "2..=min(a, b)"),
        w(whole.0, whole.1, "1..min(a, b)"),
        w("1..a", whole.1, whole.2),
        w(whole.0, "1..=min(b, 400)", whole.2),
        w("2..=a", whole.1, whole.2),
        w(whole.0, whole.1, "1..=min(min(a, b), 1000000)"),
        "game w(a: nat, b: nat) { move l(k in 1..=a) -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k) }".to_string(),
        "game w(a: nat, b: nat) { move l(k in 1..=a) -> w(a - k, b) move d(k in 1..=min(a, b)) -> w(a - k, b - k) }".to_string(),
        "game w(a: nat, b: nat) { move l(k in 1..=a) -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k) move d(k in 1..=min(a, b)) -> w(a - k, b - k) move x when a >= 2 and b >= 1 -> w(a - 2, b - 1) }".to_string(),
        "game w(a: nat, b: nat) { end when a == 0: win move l(k in 1..=a) -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k) move d(k in 1..=min(a, b)) -> w(a - k, b - k) }".to_string(),
        "game w(a: nat, b: nat) { end when a == 5: lose move l(k in 1..=a) -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k) move d(k in 1..=min(a, b)) -> w(a - k, b - k) }".to_string(),
        "game w(a: nat, b: 0..=60) { move l(k in 1..=a) when b < 60 -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k) move d(k in 1..=min(a, b)) -> w(a - k, b - k) }".to_string(),
        "game w(a: nat, b: nat) { move l(k in 1..=a) -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k) move d(k in 1..=min(a, b)) when a != 777 -> w(a - k, b - k) }".to_string(),
    ] {
        assert_ne!(theorem_of(&rules), Some("wythoff"), "{rules}");
    }
}

/// The lost pairs by their definition: the least natural not used yet, and it plus the difference.
fn pairs(count: u64) -> Vec<(u64, u64)> {
    let mut used = std::collections::BTreeSet::new();
    let mut next = 0;
    (0..count)
        .map(|difference| {
            while used.contains(&next) {
                next += 1;
            }
            used.extend([next, next + difference]);
            (next, next + difference)
        })
        .collect()
}

#[test]
fn queries_are_answered_by_the_theorem_at_any_size() {
    let lost = pairs(3000);
    let mut input = String::new();
    let mut wanted = String::new();
    for (at, (a, b)) in lost.iter().enumerate() {
        let (x, y) = if at % 2 == 0 { (a, b) } else { (b, a) };
        input.push_str(&format!("{x} {y}\n{} {y}\n{x} {}\n", x + 1, y + 1));
        wanted.push_str("P\n");
        for (x, y) in [(x + 1, *y), (*x, y + 1)] {
            let pair = (x.min(y), x.max(y));
            wanted.push_str(if lost.binary_search(&pair).is_ok() { "P\n" } else { "N\n" });
        }
    }
    // Doubles get both of these wrong.
    input.push_str("165580140 267914295\n165580141 267914296\n");
    wanted.push_str("P\nN\n");
    let folder = Folder::with(&std::fs::read_to_string(repository().join("specs/wythoff.game")).unwrap());
    let command = program(&folder.path(""), &["query", "game.game", "wythoff(a, b)"]);
    let run = finish(command, input.as_bytes()).status(0);
    assert!(run.out == wanted, "answers differ");
}

#[test]
fn winning_moves_are_named_at_any_size() {
    let solve =
        |position: &str| gspec_in(&repository(), &["solve", "specs/wythoff.game", position, "--why"]).out;
    let lost = solve("wythoff(165580140, 267914295)");
    assert!(lost.contains("outcome     P") && lost.contains("no winning move"), "{lost}");
    let won = solve("wythoff(165580141, 267914296)");
    assert!(won.contains("both(k = 1)           -> wythoff(165580140, 267914295)"), "{won}");
    assert!(won.contains("right(k = 165580141)  -> wythoff(165580141, 102334155)"), "{won}");
    assert!(won.contains("floor(phi * 102334155) = 165580140"), "{won}");
    let large = solve("wythoff(10^10, 10^10 + 12)");
    assert!(large.contains("outcome     N") && large.contains("-> wythoff(19, 31)"), "{large}");
}

#[test]
fn claims_follow_from_the_theorem_only_if_they_do() {
    let w = "game w(a: nat, b: nat) { move l(k in 1..=a) -> w(a - k, b) move r(k in 1..=b) -> w(a, b - k) move d(k in 1..=min(a, b)) -> w(a - k, b - k) }\n";
    for (claim, proved) in [
        ("forall a, b: losing(w(a, b)) <=> min(a, b) == floor(phi * abs(a - b))", true),
        ("forall b, a: winning(w(a, b)) <=> floor(abs(a - b) * phi) != min(b, a)", true),
        (
            "forall a, b: losing(w(b, a)) <=> floor((1 + sqrt(5)) / 2 * (max(a, b) - min(a, b))) == min(a, b)",
            true,
        ),
        ("forall a, b: losing(w(a, b)) => a + b == 2 * floor(phi * abs(a - b)) + abs(a - b)", true),
        ("forall a, b: losing(misere w(a, b)) <=> min(a, b) == floor(phi * abs(a - b))", false),
        ("forall a, b: losing(w(a, b)) <=> min(a, b) == floor(phi * abs(a - b)) and a < 10000", false),
        ("forall a, b: losing(w(a, b)) <=> min(a, b) == floor(phi * max(a - b, b - a - 5000))", false),
        ("forall a, b: losing(w(a, b)) <=> min(a, b) == floor(phi * (a - b))", false),
    ] {
        let checked = check(&format!("{w}claim \"c\": {claim}"));
        let is_proved = matches!(checked.verdicts[0].evidence, Evidence::Proved { .. });
        assert_eq!(is_proved, proved, "{claim}: {:?}", checked.verdicts[0].evidence);
    }
}
