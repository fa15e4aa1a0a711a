//! Checks every spec of `specs/`; the claims of a spec state the expected results.

use super::case::{gspec_in, repository};
use super::share::share;
use super::support::Run;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// All specs, by path.
pub fn specs() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
        entries.sort();
        for entry in entries {
            if entry.is_dir() {
                walk(&entry, found);
            } else if entry.extension().is_some_and(|it| it == "game") {
                found.push(entry);
            }
        }
    }
    let mut found = Vec::new();
    walk(&repository().join("specs"), &mut found);
    found
}

/// Each spec, or a sample of them, with the result of `check`, which several tests use.
fn checked() -> &'static [(PathBuf, Run)] {
    static CHECKED: OnceLock<Vec<(PathBuf, Run)>> = OnceLock::new();
    CHECKED.get_or_init(|| {
        let run =
            |spec: &Path| gspec_in(&repository(), &["check", spec.to_str().unwrap(), "--format", "json"]);
        share(specs(), 4).into_iter().map(|spec| (spec.clone(), run(&spec))).collect()
    })
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn every_claim_of_the_corpus_holds_and_nothing_is_warned_of() {
    let mut failures = Vec::new();
    for (spec, run) in checked() {
        let view: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
        let quiet = view["diagnostics"].as_array().unwrap().is_empty();
        if run.status != 0 || !quiet || view["ok"] != true {
            failures.push(format!("{}: status {}\n{}", spec.display(), run.status, run.out));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn there_are_at_least_forty_games_in_nine_families() {
    let specs = specs();
    assert!(specs.len() > 40, "{} specs", specs.len());
    for family in
        ["heaps", "splitting", "boards", "coins", "strings", "graphs", "misere", "loopy", "compounds"]
    {
        let folder = repository().join("specs").join(family);
        assert!(specs.iter().any(|spec| spec.starts_with(&folder)), "no spec in {family}");
    }
    assert!(specs.iter().any(|spec| spec.ends_with("specs/wythoff.game")));
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn no_spec_relies_on_an_unproved_ending() {
    for (spec, run) in checked() {
        let view: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
        for game in view["games"].as_array().unwrap() {
            let how = game["terminates"]["by"].as_str().unwrap();
            let status = game["terminates"]["status"].as_str().unwrap();
            assert!(status == "proved" || how.contains("loopy"), "{}: {game}", spec.display());
        }
    }
}

#[test]
fn every_spec_is_in_canonical_layout() {
    let run = gspec_in(&repository(), &["fmt", "--check", "specs"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}
