//! Claims that hold for a long time and then fail, and claims that hold for ever.
//!
//! The head of each spec of `tests/claims` states the facts about its claims. They come from the programs of
//! `tests/claims/verify`, which share nothing with gspec.

use super::case::{gspec_in, repository};
use super::share::{is_all, share};
use serde_json::Value;
use std::collections::BTreeMap;

/// The statements of a head: for each claim's name, the fact.
fn heads(file: &str, kind: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(repository().join(file)).unwrap();
    let prefix = format!("// {kind}: ");
    let heads = text.lines().filter_map(|line| line.strip_prefix(&prefix)?.split_once(": "));
    heads.map(|(name, fact)| (name.to_string(), fact.to_string())).collect()
}

/// The claims of a folder about which the head of their file has a line of this kind: file, fact and the claim with
/// its verdict.
fn judged(folder: &str, kind: &str) -> Vec<(String, String, Value)> {
    let mut files: Vec<String> = std::fs::read_dir(repository().join(folder))
        .unwrap()
        .map(|entry| format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap()))
        .filter(|file| file.ends_with(".game"))
        .collect();
    files.sort();
    let files = share(files, 30);
    let mut judged = Vec::new();
    for file in files {
        let run = gspec_in(&repository(), &["check", &file, "--format", "json"]);
        let view: Value = serde_json::from_str(&run.out).unwrap();
        let heads = heads(&file, kind);
        let claims = view["claims"].as_array().unwrap();
        assert!(!claims.is_empty() && !heads.is_empty(), "{file}: {}", view["diagnostics"]);
        for claim in claims {
            if let Some(fact) = claim["name"].as_str().and_then(|name| heads.get(name)) {
                judged.push((file.clone(), fact.clone(), claim.clone()));
            }
        }
    }
    judged
}

/// The smallest counterexample in a headline: `first fails at n = 3, m = 5 (…)`.
fn told_counterexample(fact: &str) -> Option<BTreeMap<String, String>> {
    let place = fact.strip_prefix("first fails at ")?.split(" (").next()?;
    let parts = place.split(", ").map(|part| part.split_once(" = "));
    parts.map(|part| part.map(|(name, value)| (name.to_string(), value.to_string()))).collect()
}

#[test]
fn no_false_claim_is_proved_and_counterexamples_are_the_smallest() {
    let judged = judged("tests/claims/false", "false");
    assert!(judged.len() > if is_all() { 200 } else { 5 }, "{} claims", judged.len());
    let mut refuted = 0;
    for (file, fact, claim) in judged {
        assert_ne!(claim["status"], "proved", "{file}: {claim}\n{fact}");
        if claim["status"] != "refuted" {
            continue;
        }
        refuted += 1;
        let found = claim["counterexample"].as_object().unwrap();
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let found: BTreeMap<String, String> =
            found.iter().map(|(name, value)| (name.clone(), plain(value))).collect();
        // A claim that something exists has no counterexample.
        let told = told_counterexample(&fact).unwrap_or_default();
        assert_eq!(found, told, "{file}: {claim}\n{fact}");
    }
    assert!(refuted > if is_all() { 150 } else { 3 }, "only {refuted} false claims were refuted");
}

/// True claims that gspec need not prove yet: the file and the claim.
const OPEN: &[(&str, &str)] = &[
    ("arithmetic_values", "in a window"),
    ("fibonacci", "Fibonacci Nim"),
    ("fibonacci", "one more"),
    ("options_and_moves", "three amounts"),
    ("options_and_moves", "row"),
    ("options_and_moves", "remoteness"),
    ("period_take_far", "values"),
    ("residues_infinite_sets", "powers of two"),
    ("sum_of_five_games", "all lose"),
    ("sum_of_five_games", "again"),
    ("theorems_one_heap", "half"),
    ("theorems_one_heap", "mark"),
    ("theorems_one_heap", "divisors"),
    ("theorems_two_heaps", "Wythoff"),
    ("theorems_two_heaps", "Euclid"),
];

#[test]
fn true_claims_about_all_naturals_are_proved() {
    let judged = judged("tests/claims/true", "true");
    assert!(judged.len() > if is_all() { 95 } else { 2 }, "{} claims", judged.len());
    for (file, fact, claim) in judged {
        let name = claim["name"].as_str().unwrap();
        let open = OPEN.iter().any(|(stem, open)| file.ends_with(&format!("{stem}.game")) && *open == name);
        let wanted: &[&str] = if open { &["checked", "undecided", "proved"] } else { &["proved"] };
        assert!(wanted.contains(&claim["status"].as_str().unwrap()), "{file}: {claim}\n{fact}");
    }
}
