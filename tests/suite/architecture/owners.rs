//! Checks that each derived fact about a game is computed in one place.

use super::sources::sources;

/// The functions that derive facts about a game, each with the file that has its only call.
const OWNED: [(&str, &str); 5] = [
    ("move_relation", "rules/shape/shapes.rs"),
    ("one_heap::recognise", "rules/shape/shapes.rs"),
    ("rays::recognise", "rules/shape/shapes.rs"),
    ("vectors::recognise", "rules/shape/shapes.rs"),
    ("covering", "rules/model.rs"),
];

#[test]
fn each_thing_is_found_out_in_one_place() {
    let sources = sources();
    for (function, owner) in OWNED {
        let callers: Vec<&str> = sources
            .iter()
            .flat_map(|source| (0..calls(&source.code(), function)).map(|_| source.path.as_str()))
            .collect();
        assert_eq!(callers, [owner], "{function}");
    }
}

/// How often the code calls a function; calls of a method with this name do not count.
fn calls(code: &str, function: &str) -> usize {
    let is_call = |at: usize| {
        let before = &code[..at];
        let is_longer = before.ends_with(|it: char| it.is_alphanumeric() || it == '_' || it == '.');
        !is_longer && !before.ends_with("fn ")
    };
    code.match_indices(&format!("{function}(")).filter(|(at, _)| is_call(*at)).count()
}
