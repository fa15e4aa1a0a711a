//! The progress that `prove` reports while it searches, and its output about games that stay
//! undecided.

use super::{instance, prove};
use crate::suite::case::gspec_in;
use crate::suite::support::Folder;
use gspec::position::{Budget, Observer};
use gspec::{ir::Convention, pipeline, proof::Target, sound};
use std::sync::Mutex;

/// Notes every phase; its clock stands still.
#[derive(Default)]
struct Listener(Mutex<Vec<String>>);

impl Observer for Listener {
    fn now(&self) -> u64 {
        0
    }
    fn begins(&self, what: &str) {
        self.0.lock().unwrap().push(what.to_string());
    }
    fn has_room(&self, _bytes: u64) -> bool {
        true
    }
}

const LINES: &str = "move l(k in 1..=a) -> g(a - k, b) move r(k in 1..=b) -> g(a, b - k)";

/// While a table grows the phase says its rows, and otherwise a system and a number of states.
#[test]
fn progress_says_system_and_states() {
    let spec = format!(
        "game g(a: nat, b: nat) {{ {LINES} move d(k in 1..=3) when k <= min(a, b) -> g(a - k, b - k) }}"
    );
    let (instance, heard, never) = (instance(&spec), Listener::default(), || None);
    let budget = Budget::new(&never, 10_000_000).observed(&heard);
    let (soundness, _) = sound::prove(&instance);
    let game = instance.program.game_ids().next().unwrap();
    let target = Target { game, convention: Convention::Normal };
    assert!(pipeline::prove(&instance, &soundness, target, &budget).is_ok());
    let heard = heard.0.into_inner().unwrap();
    assert!(heard.iter().any(|it| it == "decide: 18 states, base 2"), "{heard:?}");
    let of_guesses = |it: &&String| it.starts_with("guess: ") || it.starts_with("decide: ");
    let systems = ["base 2", "Zeckendorf", "Pell"];
    for system in systems {
        assert!(heard.iter().filter(of_guesses).any(|it| it.contains(system)), "{system}: {heard:?}");
    }
    assert!(heard.iter().filter(of_guesses).all(|it| it.contains(" states, ")), "{heard:?}");
    assert!(heard.iter().any(|it| it == "table of 40 rows"), "{heard:?}");
}

/// An undecided answer says how far the search went, the systems, the best guess and where it fails; as text and as data.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn undecided_says_all_that_was_seen() {
    for more in [
        "move d(k in 1..=min(a, b)) when k != 2 -> g(a - k, b - k)",
        "move d(k in 1..=min(a, b)) -> g(a - k, b - k) move s(k in 1..=min(a, b div 2)) -> g(a - k, b - 2 * k)",
        "move d(k in 1..=min(a, b)) when k mod 2 == 0 -> g(a - k, b - k)",
    ] {
        let spec = format!("game g(a: nat, b: nat) {{ {LINES} {more} }}");
        let answer = prove(&spec, &["--limit-time", "6s"]);
        assert_eq!(answer["status"], "undecided", "{more}");
        assert!(answer["searched_below"].as_u64().unwrap() >= 40, "{answer}");
        assert_eq!(answer["lost"][0], serde_json::json!([0, 0]), "{answer}");
        let tried = answer["tried"].as_array().unwrap();
        assert!(tried.iter().any(|it| it["system"] == "Zeckendorf"), "{answer}");
        let best = &answer["best"];
        assert!(best["states"].as_u64().unwrap() > 0 && best["system"].is_string(), "{answer}");
        assert_eq!(best["fails_at"].as_array().unwrap().len(), 2, "{answer}");
        let folder = Folder::with(&spec);
        folder
            .run(&["prove", "game.game", "--limit-time", "6s"])
            .status(3)
            .out("searched all positions with fields below ")
            .out("first lost (0, 0)")
            .out("best guess ")
            .out(" states, wrong at (")
            .out("Zeckendorf");
    }
}

#[test]
fn sets_of_all_positions_and_of_none_have_words() {
    for (end, words) in [("lose", "every position is lost"), ("win", "no position is lost")] {
        let spec = format!("game g(a: nat, b: nat) {{ end when a >= 0: {end} {LINES} }}");
        assert_eq!(prove(&spec, &[])["words"], words);
        let folder = Folder::with(&spec);
        folder.run(&["prove", "game.game"]).status(0).out(&format!("  for all naturals, {words}\n"));
    }
}

/// Of two equal moves either one can be dropped, but not both; a move that only loses can be
/// dropped.
#[test]
fn one_move_that_can_be_dropped_is_not_any_one() {
    let two = "game g(n: nat) { move a when n > 0 -> g(n - 1) move b when n > 0 -> g(n - 1) }";
    Folder::with(two).run(&["prove", "game.game"]).status(0).out("  can drop   a, b (any one)\n");
    // The even numbers are lost; b leads from 6 to a won position, and without a nothing else is left.
    let one = "game g(n: nat) { move a when n > 0 -> g(n - 1) move b when n == 6 -> g(3) }";
    Folder::with(one).run(&["prove", "game.game"]).status(0).out("  can drop   b\n");
}

/// `--walnut` makes its own folder, but the folder around it has to exist, as for other files.
#[test]
fn walnut_makes_no_folders_above_its_own() {
    let spec = format!("game g(a: nat, b: nat) {{ {LINES} }}");
    let folder = Folder::with(&spec);
    let run = folder.run(&["prove", "game.game", "--walnut", "no/such"]).status(2);
    assert!(run.err.contains("cannot write `no`: there is no such folder"), "{}", run.err);
    assert!(!folder.path("no").exists());
}

/// The value of two heaps of Nim is their nim-sum (Bouton 1901): here 10^30 and 10^30 + 1, which differ in the last bit; and a
/// sum of positions of equal value is lost.
#[test]
fn a_relation_of_values_answers_questions_about_values() {
    let spec = format!("game g(a: nat, b: nat) {{ {LINES} }}");
    let folder = Folder::new().and("main.game", &spec);
    let at =
        |position: &str| gspec_in(&folder.path(""), &["solve", "main.game", position, "--engine", "proof"]);
    at("g(10^30, 10^30 + 1)").status(0).out("value       1\n");
    at("g(5, 9) + g(3, 15)").status(0).out("outcome     P");
    gspec_in(&folder.path(""), &["table", "main.game", "g(a, b)", "a=0..3", "b=0..3", "--engine", "proof"])
        .status(0);
}
