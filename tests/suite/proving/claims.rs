//! Claims that `check` decides because it proves from the rules who loses.

use crate::suite::case::gspec_in;
use crate::suite::support::Folder;
use serde_json::Value;

/// A rook whose diagonal moves have at most three steps: no theorem covers it.
pub(super) const ROOK: &str = "game rook(a: nat, b: nat) {
    move left(k in 1..=a) -> rook(a - k, b)
    move right(k in 1..=b) -> rook(a, b - k)
    move both(k in 1..=3) when k <= min(a, b) -> rook(a - k, b - k)
}";

pub(super) fn claims(spec: &str, more: &[&str]) -> Vec<Value> {
    let folder = Folder::new().and("main.game", spec);
    let time = if more.contains(&"--prove-time") { vec![] } else { vec!["--prove-time", "60s"] };
    let arguments = [&["check", "main.game", "--format", "json"], &*time, more].concat();
    let run = gspec_in(&folder.path(""), &arguments);
    let view: Value = serde_json::from_str(run.out.trim()).unwrap_or_else(|_| panic!("{}", run.err));
    view["claims"].as_array().unwrap().clone()
}

#[test]
fn claims_with_alternating_quantifiers_are_decided() {
    let spec = format!(
        "{ROOK}
        claim \"one in each row\": forall a: exists b: losing(rook(a, b))
        claim \"only one\": forall a, b, c: losing(rook(a, b)) and losing(rook(a, c)) => b == c
        claim \"near the diagonal\": forall a, b: losing(rook(a, b)) => abs(a - b) <= 3
        claim \"nearer\": forall a, b: losing(rook(a, b)) => abs(a - b) <= 2"
    );
    let found = claims(&spec, &[]);
    for claim in &found[..3] {
        assert_eq!(claim["status"], "proved", "{claim}");
    }
    assert_eq!(found[3]["status"], "refuted");
    assert_eq!(found[3]["counterexample"], serde_json::json!({"a": 10, "b": 13}));
}

#[test]
fn a_forced_engine_answers_by_itself() {
    let spec = format!("{ROOK} claim \"rows\": forall a: exists b: losing(rook(a, b))");
    assert_ne!(claims(&spec, &["--engine", "reference", "--bound", "6"])[0]["status"], "proved");
}

/// Wythoff's game in which the player to move loses where `a + b <= 1`: its lost positions are read in Zeckendorf's system.
#[test]
fn claims_are_decided_in_the_system_of_the_set() {
    let spec = "game w(a: nat, b: nat) {
        end when a + b <= 1: lose
        move left(k in 1..=a) -> w(a - k, b)
        move right(k in 1..=b) -> w(a, b - k)
        move both(k in 1..=min(a, b)) -> w(a - k, b - k)
    }
    claim \"rows\": forall a: exists b: losing(w(a, b))
    claim \"symmetric\": forall a, b: losing(w(a, b)) <=> losing(w(b, a))";
    for claim in claims(spec, &[]) {
        assert_eq!(claim["status"], "proved", "{claim}");
    }
}

const NIM: &str = "game v(a: nat, b: nat) {
    move left(k in 1..=a) -> v(a - k, b)
    move right(k in 1..=b) -> v(a, b - k)";

/// For each b only finitely many (a, b) are lost, since a move may take any number from a. A search through all cases takes minutes.
#[test]
fn claims_are_decided_before_all_cases_are_examined() {
    let far = "forall n: exists m: forall a: a > m => forall b: losing(v(a, b)) => b > n";
    let both = "move both(k in 1..=3) when k <= min(a, b) -> v(a - k, b - k)";
    let diagonal = "move both(k in 1..=min(a, b)) -> v(a - k, b - k)";
    let pairs = "forall n: exists m: forall a, b: a > m and losing(v(a, b)) => b > n";
    let misere = "forall n: exists m: forall a: a > m => forall b: losing(misere v(a, b)) => b > n";
    for (rules, claim) in [("", far), (diagonal, misere), (both, pairs)] {
        let spec = format!(
            "{NIM} {rules} }}
            claim \"far\": {claim}
            claim \"one in each row\": forall a: exists b: losing(v(a, b))
            claim \"small\": forall a: losing(v(a, a)) => a < 1"
        );
        let found = claims(&spec, &["--limit-time", "60s"]);
        assert_eq!(found[0]["status"], "proved", "{rules}: {}", found[0]);
        assert_eq!(found[1]["status"], "proved", "{rules}: {}", found[1]);
        // The smallest a > 0 with (a, a) lost: 1 for Nim, none for Wythoff's game, 4 for the rook.
        let least = found[2]["counterexample"]["a"].as_u64();
        assert_eq!(least, [("", 1), (both, 4)].into_iter().find(|it| it.0 == rules).map(|it| it.1));
    }
}

/// The statement of a theorem is read in its own numeration system. Where it leaves a claim open,
/// the set of lost positions is searched for.
#[test]
fn games_with_a_theorem_are_decided_too() {
    let wythoff = format!(
        "{NIM} move both(k in 1..=min(a, b)) -> v(a - k, b - k) }}
        claim \"one in each row\": forall a: exists b: losing(v(a, b))
        claim \"below 2\": forall a, b: losing(v(a, b)) => a <= 2 * b"
    );
    // The golden ratio is below 2.
    for claim in claims(&wythoff, &[]) {
        assert_eq!(claim["status"], "proved", "{claim}");
    }
    let wide = format!(
        "{NIM} move both(k in 1..=a, l in 1..=b) when abs(k - l) < 2 -> v(a - k, b - l) }}
        claim \"one in each row\": forall a: exists b: losing(v(a, b))
        claim \"each difference\": forall d: exists a: losing(v(a, a + d))"
    );
    // Holladay: the differences are the multiples of 2.
    let found = claims(&wide, &[]);
    assert_eq!(found[0]["status"], "proved", "{}", found[0]);
    assert_eq!(found[1]["counterexample"], serde_json::json!({"d": 1}), "{}", found[1]);
}

/// The first claim would take all the time: the second is refuted all the same. The first (a, a) > (4, 4) that is lost is (8, 8).
#[test]
#[ignore = "long: runs with --include-ignored"]
fn claims_share_the_time() {
    let spec = format!(
        "{ROOK}
        claim \"slow\": forall n: exists m: forall a, b: a > m and losing(rook(a, b)) => b > n
        claim \"fast\": forall a: losing(rook(a, a)) => a < 8"
    );
    let found = claims(&spec, &["--prove-time", "0s", "--limit-time", "6s"]);
    assert_eq!(found[0]["status"], "undecided", "{}", found[0]);
    assert_eq!(found[1]["counterexample"], serde_json::json!({"a": 8}), "{}", found[1]);
}

/// A pair with b = a + 3 is lost by these rules for no a, as b <= 2 in lost pairs; one question about a large m takes minutes by search.
#[test]
fn claims_with_alternating_quantifiers_do_not_wait_for_a_search() {
    let rules = "game g(a: nat, b: nat) {
        move both(k in 0..=a, j in 0..=b) when k + j > 0 and (k + j) mod 3 == 0 -> g(a - k, b - j)
        move one when a > 0 -> g(a - 1, b) }\n";
    for (claim, said) in [
        ("claim forall n: exists m: m > n and losing(g(m, m + 3))", "refuted at n = 0"),
        ("claim exists n: forall m: m > n => winning(g(m, m + 3))", "proved"),
    ] {
        let folder = Folder::with(&format!("{rules}{claim}"));
        folder.run(&["check", "game.game", "--limit-time", "60s"]).out(said);
    }
}

/// The heaps of a lost position of the rook differ by at most 3: for each a, (a, b) is lost for at most one b in a..=a + 3, and
/// for no larger b.
#[test]
fn counts_of_lost_positions_are_decided() {
    let spec = format!(
        "{ROOK}
        claim \"near\": forall a: count(losing(rook(a, a + d)) for d in 0..=3) <= 1
        claim \"far\": forall a: count(losing(rook(a, a + d)) for d in 4..=9) == 0
        claim \"never\": forall a: count(losing(rook(a, a + d)) for d in 0..=3) == 0"
    );
    let found = claims(&spec, &[]);
    assert_eq!(found[0]["status"], "proved", "{}", found[0]);
    assert_eq!(found[1]["status"], "proved", "{}", found[1]);
    assert_eq!(found[2]["status"], "refuted", "{}", found[2]);
    assert_eq!(found[2]["counterexample"], serde_json::json!({"a": 0}));
}
