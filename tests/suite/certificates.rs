//! Certificates of lost positions: right ones are accepted, mutants only if what they state is true.
//!
//! `tests/certificates` holds certificates that `make.py` there found by search and by learning, with code of its own. What an
//! accepted mutant states is compared with a search over its rules.

mod about;
mod brute;
mod malformed;
mod mutants;
mod systems;

use super::case::repository;
use super::support::gspec;
use gspec::verify::{Certificate, verify};

/// The name and text of every certificate.
fn corpus() -> Vec<(String, String)> {
    let folder = std::fs::read_dir(repository().join("tests/certificates")).unwrap();
    let paths = folder
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "json"));
    let mut all: Vec<(String, String)> = paths
        .map(|path| (path.to_string_lossy().to_string(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    all.sort();
    all
}

#[test]
fn every_certificate_is_accepted() {
    let corpus = corpus();
    assert!(corpus.len() >= 20, "{}", corpus.len());
    for (path, text) in corpus {
        let accepted = verify(&text).unwrap_or_else(|reason| panic!("{path}: {reason}"));
        let again = serde_json::to_string(&accepted.certificate).unwrap();
        assert_eq!(Certificate::read(&again).unwrap(), accepted.certificate, "{path}");
    }
}

#[test]
fn the_command_line_tells_what_was_proved() {
    let path = repository().join("tests/certificates/misere-wythoff.json").to_string_lossy().to_string();
    gspec(&["verify", &path])
        .status(0)
        .quiet()
        .out("accepted")
        .out("misere-wythoff(a, b), misère play")
        .out("both(k) -> (a - k, b - k) when k >= 1 and a >= k and b >= k")
        .out("(a, b) is lost if and only if the automaton accepts it");
    let run = gspec(&["verify", &path, "--format", "json"]).status(0).quiet();
    let view: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(view["accepted"], true);
    assert_eq!(view["convention"], "misere");
    assert_eq!(view["system"], "Zeckendorf");
    assert_eq!(view["states"], 14);
    assert_eq!(view["reason"], serde_json::Value::Null);
}

#[test]
fn the_command_line_tells_why_it_refuses() {
    let manifest = repository().join("Cargo.toml").to_string_lossy().to_string();
    gspec(&["verify", &manifest]).status(1).out("rejected").err("not a certificate: it is not a JSON object");
    let run = gspec(&["verify", &manifest, "--format", "json"]).status(1).quiet();
    let view: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(view["accepted"], false);
    assert!(view["reason"].as_str().unwrap().starts_with("not a certificate"), "{view}");
    gspec(&["verify", "nowhere.json"]).status(2).err("cannot read `nowhere.json`");
    let folder = repository().to_string_lossy().to_string();
    gspec(&["verify", &folder]).status(2).err("it is a directory");
}
