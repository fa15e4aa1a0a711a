//! Certificates: their automata are run by code that is independent of gspec.

use crate::suite::case::gspec_in;
use crate::suite::support::Folder;
use serde_json::Value;

/// The digits of a number in a system whose places obey a recurrence, the highest first.
fn digits(mut number: u64, places: &[u64]) -> Vec<usize> {
    let digit = |place: &u64| {
        let digit = number / place;
        number %= place;
        digit as usize
    };
    places.iter().rev().map(digit).collect()
}

fn accepts(automaton: &Value, words: &[Vec<usize>], digits: usize) -> bool {
    let mut state = automaton["start"].as_u64().unwrap();
    for at in 0..words[0].len() {
        let letter = words.iter().rev().fold(0, |letter, word| letter * digits + word[at]);
        state = automaton["next"][state as usize][letter].as_u64().unwrap();
    }
    automaton["accepting"].as_array().unwrap().contains(&state.into())
}

#[test]
fn the_automata_of_a_certificate_say_who_loses_and_how_to_win() {
    let spec = "game w(a: nat, b: nat) {
        move left(k in 1..=a) -> w(a - k, b)
        move right(k in 1..=b) -> w(a, b - k)
        move both(k in 1..=min(a, b)) -> w(a - k, b - k)
    }";
    let folder = Folder::new().and("main.game", spec);
    gspec_in(&folder.path(""), &["prove", "main.game", "--certificate", "c.json"]).status(0);
    let text = std::fs::read_to_string(folder.path("c.json")).unwrap();
    let certificate: Value = serde_json::from_str(&text).unwrap();
    let words = serde_json::json!({"tracks": ["n"], "start": 0, "accepting": [0, 1], "next": [[0, 1], [0, 2], [2, 2]]});
    let system = serde_json::json!({"recurrence": [1, 1], "start": [1, 2], "digits": 2, "words": words});
    assert_eq!(certificate["system"], system);
    let floor_phi = |d: u64| (d + (5 * d * d).isqrt()) / 2;
    let lost = |a: u64, b: u64| a.min(b) == floor_phi(a.abs_diff(b));
    let places = [1, 2, 3, 5, 8, 13, 21, 34, 55];
    for (a, b) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b))) {
        let word = |number: u64| digits(number, &places);
        let set = accepts(&certificate["set"], &[word(a), word(b)], 2);
        assert_eq!(set, lost(a, b), "({a}, {b})");
        for (at, target) in [|a, b, k| (a - k, b), |a, b, k| (a, b - k), |a: u64, b: u64, k| (a - k, b - k)]
            .into_iter()
            .enumerate()
        {
            for k in 1..=a.min(b) {
                let answer = accepts(&certificate["answers"][at], &[word(a), word(b), word(k)], 2);
                let (c, d) = target(a, b, k);
                assert_eq!(answer, lost(c, d), "move {at} by {k} from ({a}, {b})");
            }
        }
    }
}

#[test]
fn nothing_is_written_where_nothing_is_proved() {
    let folder = Folder::new().and("main.game", "game f(n: nat) { move m when n * n > 0 -> f(n - 1) }");
    gspec_in(&folder.path(""), &["prove", "main.game", "--certificate", "c.json"]).status(1).err("G505");
    assert!(!std::path::Path::new(&folder.path("c.json")).exists());
}

/// Every move decreases `a`, or keeps `a` and decreases `a - c`. `verify` accepts that measure, and the
/// theorem is shown even if the certificate cannot be written.
#[test]
fn a_measure_may_have_a_negative_coefficient() {
    let spec = "game g(a: nat, c: nat) {
        move down(k in 1..=a) -> g(a - k, c)
        move up(k in 1..=a - c) -> g(a, c + k)
    }";
    let folder = Folder::new().and("main.game", spec);
    let path = folder.path("");
    gspec_in(&path, &["prove", "main.game", "--certificate", "c.json"]).status(0).out("`a`, `a - c`");
    gspec_in(&path, &["verify", "c.json", "main.game"]).status(0).out("accepted");
    // If the certificate cannot be written, the proof is still shown: here a folder has the file's
    // name.
    std::fs::create_dir(path.join("taken.json")).unwrap();
    gspec_in(&path, &["prove", "main.game", "--certificate", "taken.json"])
        .status(2)
        .out("for all naturals")
        .err("G510");
}
