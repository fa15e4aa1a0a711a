//! Claims that `check` decides because it proves from the rules who loses.

use crate::suite::case::gspec_in;
use crate::suite::support::Folder;
use serde_json::Value;

/// A rook whose diagonal moves have at most three steps: no theorem covers it.
const ROOK: &str = "game rook(a: nat, b: nat) {
    move left(k in 1..=a) -> rook(a - k, b)
    move right(k in 1..=b) -> rook(a, b - k)
    move both(k in 1..=3) when k <= min(a, b) -> rook(a - k, b - k)
}";

fn claims(spec: &str, more: &[&str]) -> Vec<Value> {
    let folder = Folder::new().and("main.game", spec);
    let arguments = [&["check", "main.game", "--format", "json", "--prove-time", "60s"], more].concat();
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

/// Misère Wythoff is read in Zeckendorf's system.
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
