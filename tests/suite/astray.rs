//! Specs that lead proofs astray: rules that have no value somewhere, names with several values, negative numbers
//! in the place of naturals, elements that do not exist. The head of each file says what is true, found by hand.

use super::case::{gspec_in, repository};
use super::share::share;
use super::support::Folder;

fn files() -> Vec<String> {
    let folder = repository().join("tests/astray");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names.into_iter().map(|name| format!("tests/astray/{name}")).collect()
}

/// `check` ends within its limits, and prints none of the false statements that the head of the file lists.
#[test]
fn nothing_false_is_said() {
    let single: Vec<String> = files().into_iter().filter(|it| !it.contains("/pair_")).collect();
    assert!(single.len() >= 20, "{}", single.len());
    for file in share(single, 4) {
        let text = std::fs::read_to_string(repository().join(&file)).unwrap();
        // The spec is checked without its head, because a message could quote the head.
        let (head, spec): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("// "));
        let folder = Folder::new().and("astray.game", spec.join("\n"));
        let run = folder.run(&["check", "astray.game", "--limit-time", "60s", "--limit-memory", "2GiB"]);
        for wrong in head.iter().filter_map(|line| line.strip_prefix("// must not say: ")) {
            assert!(!run.out.contains(wrong) && !run.err.contains(wrong), "{file}\n{}{}", run.out, run.err);
        }
        assert!(run.out.contains("ok: ") && !run.err.contains("G501"), "{file}\n{}{}", run.out, run.err);
    }
}

/// `diff` does not claim that rules are equal which differ far away, or only in having a value.
#[test]
fn no_rules_are_said_to_be_equal_that_differ() {
    let one = files().into_iter().filter(|it| it.ends_with(".one.game"));
    let mut pairs = 0;
    for one in one {
        let other = one.replace(".one.game", ".other.game");
        for (left, right) in [(&one, &other), (&other, &one)] {
            let run = gspec_in(&repository(), &["diff", left, right, "--limit-time", "60s"]);
            assert!(
                run.out.contains("moves") && !run.out.contains("(proved"),
                "{one}\n{}{}",
                run.out,
                run.err
            );
        }
        pairs += 1;
    }
    assert!(pairs >= 10, "{pairs}");
}
