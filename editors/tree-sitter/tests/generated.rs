//! The parser was generated from the grammar that stands here.

use super::read;
use serde_json::Value;
use tree_sitter::Language;

/// What the program `cksum` says of a text: a cyclic redundancy check of its bytes and its length.
fn cksum(text: &[u8]) -> u32 {
    let length =
        (0..8).map(|at| (text.len() >> (8 * at)) as u8).take(8 - (text.len().leading_zeros() / 8) as usize);
    let bytes = text.iter().copied().chain(length);
    !bytes.fold(0, |sum: u32, byte| {
        (0..8).fold(sum ^ (u32::from(byte) << 24), |sum, _| {
            if sum >> 31 == 1 { (sum << 1) ^ 0x04c1_1db7 } else { sum << 1 }
        })
    })
}

#[test]
fn checksums_are_those_of_the_standard() {
    // Values of GNU cksum.
    assert_eq!(cksum(b""), 4_294_967_295);
    assert_eq!(cksum(b"123456789"), 930_766_865);
}

#[test]
fn the_parser_was_generated_from_the_grammar() {
    let grammar = read("editors/tree-sitter/grammar.js").replace('\r', "");
    let noted = read("editors/tree-sitter/src/grammar.cksum");
    let found = format!("{} {}", cksum(grammar.as_bytes()), grammar.len());
    assert_eq!(noted.trim(), found, "run editors/tree-sitter/generate after a change of grammar.js");
}

/// The texts in a grammar as tree-sitter writes it.
pub fn strings(value: &Value, found: &mut Vec<String>) {
    if value["type"] == "STRING" {
        found.push(value["value"].as_str().unwrap().to_string());
    }
    for inner in value.as_object().into_iter().flat_map(|it| it.values()) {
        strings(inner, found);
    }
    for inner in value.as_array().into_iter().flatten() {
        strings(inner, found);
    }
}

/// `parser.c` and `grammar.json` are of one make: the parser knows all rules that can be seen, and all words.
#[test]
fn the_parser_knows_the_rules_and_words_of_the_grammar() {
    let language = Language::from(tree_sitter_game::LANGUAGE);
    let grammar: Value = serde_json::from_str(&read("editors/tree-sitter/src/grammar.json")).unwrap();
    let rules = grammar["rules"].as_object().unwrap();
    for rule in rules.keys().filter(|rule| !rule.starts_with('_')) {
        assert_ne!(language.id_for_node_kind(rule, true), 0, "{rule}");
    }
    let mut words = Vec::new();
    strings(&grammar["rules"], &mut words);
    for word in &words {
        assert_ne!(language.id_for_node_kind(word, false), 0, "{word}");
    }
    let text = read("editors/tree-sitter/grammar.js");
    for word in words.iter().filter(|word| *word != "\"") {
        assert!(text.contains(&format!("'{word}'")), "{word} is not in grammar.js");
    }
}

#[test]
fn the_manifests_tell_of_files_that_exist() {
    let manifest: Value = serde_json::from_str(&read("editors/tree-sitter/tree-sitter.json")).unwrap();
    let highlights = manifest["grammars"][0]["highlights"].as_str().unwrap();
    assert_eq!(read(format!("editors/tree-sitter/{highlights}")), tree_sitter_game::HIGHLIGHTS);
    let package: Value = serde_json::from_str(&read("editors/tree-sitter/package.json")).unwrap();
    for key in ["version", "license", "description"] {
        assert_eq!(manifest["metadata"][key], package[key], "{key}");
    }
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
}
