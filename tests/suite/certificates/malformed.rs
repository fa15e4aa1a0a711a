//! Malformed certificates and excessive sizes are refused with a reason, without a panic, and
//! quickly.

use super::super::case::repository;
use gspec::verify::verify;
use serde_json::{Value, json};

fn wythoff() -> Value {
    let text = std::fs::read_to_string(repository().join("tests/certificates/wythoff.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[track_caller]
fn refused(text: &str, reason: &str) {
    let found = verify(text).expect_err("accepted").to_string();
    assert!(found.contains(reason), "{found}");
}

/// Asserts that the certificate of Wythoff's game is refused with another value at a place.
#[track_caller]
fn with(place: &str, value: Value, reason: &str) {
    let mut certificate = wythoff();
    *certificate.pointer_mut(place).unwrap() = value;
    refused(&certificate.to_string(), reason);
}

#[test]
fn other_texts_are_no_certificates() {
    for text in ["", "{}", "[]", "null", "7", "{\"gspec certificate\": 1}", "\u{0}", "game nim(n: nat)"] {
        refused(text, "not a certificate");
    }
    refused(&"[".repeat(1_000_000), "not a certificate");
    let deep = "{\"not\":".repeat(100_000);
    refused(&wythoff().to_string().replace("\"won\":{", &format!("\"won\":{deep}{{")), "not a certificate");
}

#[test]
fn keys_are_known_and_occur_once() {
    let text = wythoff().to_string();
    refused(&text.replace("\"measure\":", "\"more\":1,\"measure\":"), "unknown field");
    refused(&text.replace("\"game\":", "\"game\":\"nim\",\"game\":"), "duplicate field");
    refused(&text.replace("{\"a\":1,\"k\":-1}", "{\"a\":1,\"k\":-1,\"k\":-1}"), "a name twice");
    refused(&text.replace("\"won\":{\"or\":[]}", "\"won\":{\"or\":[],\"and\":[]}"), "not a certificate");
}

#[test]
fn forms_are_checked() {
    with("/gspec certificate", json!(2), "another version");
    with("/game", json!("wy\u{1b}[31mthoff"), "not printable");
    with("/fields", json!([]), "one to three fields");
    with("/fields", json!(["a", "c"]), "tracks of the set");
    with("/moves/0/to/0", json!({"c": 1}), "unknown name");
    with("/moves/0/to", json!([{"a": 1}]), "one target for each field");
    with("/moves/0/binders", json!(["a"]), "a name is repeated");
    with("/moves/0/binders", json!(["m"]), "must be the fields and the binders");
    with("/moves/0/guard", json!({"divides": [1, {"k": 1}]}), "a divisor is below 2");
    with("/moves/0/guard", json!({"ge": {"k": 1.5}}), "not a certificate");
    with("/moves/0/guard", json!({"ge": {"k": 99_999_999_999_i64}}), "above 2^30");
    with("/answers", json!([]), "one automaton of answers for each move");
    with("/set/next/0", json!([0, 1]), "too few or too many arrows");
    with("/set/next/0", json!([0, 1, 2, 99]), "a state that does not exist");
    with("/set/next/0", json!([1, 1, 1, 1]), "an arrow to itself on zeros");
    with("/set/next/0", json!([[[0, 0], 0]]), "no arrow for some letter");
    with("/set/next", json!([]), "a state that does not exist");
    with("/set/start", json!(77), "a state that does not exist");
    with("/set/accepting", json!([77]), "a state that does not exist");
    with("/convention", json!("scoring"), "not a certificate");
    with("/system/start", json!([1, 1]), "the numeration system");
    with("/system/digits", json!(0), "the numeration system");
    with("/system/digits", json!(-1), "not a certificate");
    with("/system/words/tracks", json!(["n", "m"]), "must have one track");
    with("/system/words/next/0", json!([0, 0]), "a number has two words");
}

#[test]
fn each_sentence_is_checked() {
    with("/moves/0/to/0", json!({"a": 1, "k": -2}), "leads below zero");
    with("/measure/0", json!({"a": 1}), "does not lower the measure");
    with("/measure/0", json!({"a": -1}), "does not lower the measure");
    with("/measure/0", json!({"a": 2, "b": -1}), "does not lower the measure");
    with("/moves/0/guard", json!({"and": [{"ge": {"a": 1, "k": -1}}]}), "does not lower the measure");
    with("/won", json!({"eq": {"a": 1}}), "stated to be won: a = 0, b = 0");
    with("/lost", json!({"eq": {"a": 1}}), "stated to be lost: a = 0, b = 1");
    with("/convention", json!("misere"), "no move, which wins: a = 0, b = 0");
    with("/set/accepting", json!([]), "an answer leads outside the set");
    with("/answers/2/accepting", json!([]), "a position outside the set has no answer: a = 1, b = 1");
    // A position of the set with a move into the set: all positions are in the set.
    let all = json!({"tracks": ["a", "b"], "start": 0, "accepting": [0], "next": [[[[null, null], 0]]]});
    with("/set", all, "a move leads from the set into the set: a = 1, b = 0, k = 1");
}

/// A list of the values in the order of the keys has the information of an object, but is refused.
#[test]
fn objects_are_objects() {
    let values = |it: &Value| Value::Array(it.as_object().unwrap().values().cloned().collect());
    let ordered = [
        "gspec certificate",
        "game",
        "convention",
        "fields",
        "blocking",
        "moves",
        "won",
        "lost",
        "measure",
        "system",
        "set",
        "answers",
    ];
    let certificate = wythoff();
    let list = ordered.map(|key| certificate.get(key).cloned().unwrap_or(json!(0)));
    refused(&json!(list).to_string(), "it is not a JSON object");
    for (place, keys) in [
        ("/system", &["recurrence", "start", "digits", "words"][..]),
        ("/set", &["tracks", "start", "accepting", "next"]),
        ("/system/words", &["tracks", "start", "accepting", "next"]),
        ("/moves/1", &["name", "binders", "guard", "to"]),
        ("/answers/0", &["tracks", "start", "accepting", "next"]),
    ] {
        let it = certificate.pointer(place).unwrap();
        let list: Vec<Value> = keys.iter().map(|key| it[key].clone()).collect();
        assert_eq!(list.len(), values(it).as_array().unwrap().len(), "{place}");
        with(place, json!(list), "a list is not an object");
    }
}

/// A counter goes down, or up for ever. With every second number lost, all sentences hold for both,
/// except the one about the measure.
#[test]
fn a_measure_may_not_fall_without_end() {
    let binary = |track: &str, accepting: &[u32], next: Value| json!({"tracks": [track], "start": 0, "accepting": accepting, "next": next});
    let counter = |by: i64, guard: Value, measure: Value| {
        json!({
            "gspec certificate": 1, "game": "counter", "convention": "normal", "fields": ["n"],
            "moves": [{"name": "step", "binders": [], "guard": guard, "to": [{"n": 1, "": by}]}],
            "won": {"or": []}, "lost": {"or": []}, "measure": measure,
            "system": {"recurrence": [2], "start": [1], "digits": 2, "words": binary("m", &[0], json!([[0, 0]]))},
            "set": binary("n", &[0], json!([[0, 1], [0, 1]])),
            "answers": [binary("n", &[1], json!([[0, 1], [0, 1]]))],
        })
        .to_string()
    };
    let some = json!({"ge": {"n": 1, "": -1}});
    for measure in [json!([{"n": 1}]), json!([{"n": 3}, {"n": -1}])] {
        verify(&counter(-1, some.clone(), measure)).unwrap();
    }
    for measure in
        [json!([{"n": -1}]), json!([{"n": -1, "": 1000}]), json!([{"n": -2}, {"n": -1}]), json!([{"n": 1}])]
    {
        refused(&counter(1, json!({"and": []}), measure), "does not lower the measure");
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn too_much_work_is_given_up() {
    // A constant for which the form has too many states.
    with("/lost", json!({"ge": {"a": 1, "b": -1, "": -1_000_000_000}}), "exceeds the limits");
    // A system with a million letters, and one for which the vectors do not stay small.
    let all = json!({"tracks": ["n"], "start": 0, "accepting": [0], "next": [[[[null], 0]]]});
    let system = |recurrence: Value, start: Value, digits: usize| json!({"recurrence": recurrence, "start": start, "digits": digits, "words": all});
    with("/system", system(json!([1000]), json!([1]), 1000), "too few or too many arrows");
    with("/system", system(json!([1, 0, 0, 0, 0, 1]), json!([1, 2, 3, 4, 5, 6]), 2), "");
}
