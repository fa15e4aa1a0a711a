//! The queries for colours.

use super::{parse, read};
use std::collections::BTreeMap;
use tree_sitter::{Query, QueryCursor, StreamingIterator};

fn query() -> Query {
    Query::new(&tree_sitter_game::LANGUAGE.into(), tree_sitter_game::HIGHLIGHTS).unwrap()
}

/// The colour of each place: the last pattern wins.
pub fn colours(text: &str) -> BTreeMap<(usize, usize), String> {
    let query = query();
    let tree = parse(text);
    let mut cursor = QueryCursor::new();
    let mut found: BTreeMap<(usize, usize), (usize, u32)> = BTreeMap::new();
    let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
    while let Some(it) = matches.next() {
        for capture in it.captures {
            let range = capture.node.byte_range();
            let colour = found.entry((range.start, range.end)).or_default();
            *colour = (it.pattern_index, capture.index).max(*colour);
        }
    }
    let named = |(place, (_, capture)): (_, (usize, u32))| {
        (place, query.capture_names()[capture as usize].to_string())
    };
    found.into_iter().map(named).collect()
}

#[test]
fn places_have_their_colours() {
    let text = read("specs/wythoff.game");
    let colours = colours(&text);
    let expected = [
        ("/// Wythoff's game", "comment.documentation"),
        ("game wythoff", "keyword"),
        ("wythoff(a: nat", "type"),
        ("a: nat", "variable.parameter"),
        ("nat", "type.builtin"),
        ("move", "keyword"),
        ("left", "function.method"),
        ("in ", "keyword"),
        ("..=", "operator"),
        ("1..=", "number"),
        ("->", "operator"),
        ("wythoff(a - k", "function.call"),
        ("min", "function.builtin"),
        ("\"losing positions", "string.special"),
        ("forall", "keyword"),
        ("losing(", "function.builtin"),
        ("phi", "constant.builtin"),
        ("{", "punctuation.bracket"),
    ];
    for (start, colour) in expected {
        let at = text.find(start).unwrap();
        // Of what begins here, the innermost.
        let found = colours.iter().find(|((from, _), _)| *from == at).map(|(_, colour)| colour.as_str());
        assert_eq!(found, Some(colour), "{start}");
    }
}

#[test]
fn further_places_have_their_colours() {
    let text = "param p: nat = 1 let c = graph { a - b } fn f(x: bool): {nat} = {x} // end\n\
                claim p not in f(true) and \"\\n\" in c";
    let colours = colours(text);
    let colour = |part: &str| {
        let at = text.find(part).unwrap();
        let end = at + part.trim_end().len();
        colours.get(&(at, end)).map(String::as_str)
    };
    let expected = [
        ("p", "keyword"),
        ("graph", "keyword"),
        ("c ", "constant"),
        ("a ", "constant"),
        ("bool", "type.builtin"),
        ("// end", "comment"),
        ("not in", "keyword.operator"),
        ("true", "boolean"),
        ("and", "keyword.operator"),
        ("\\n", "string.escape"),
    ];
    for (part, expected) in expected.into_iter().skip(1) {
        assert_eq!(colour(part), Some(expected), "{part}");
    }
}

/// Every word and sign of the grammar has a colour: none was forgotten.
#[test]
fn every_token_has_a_colour() {
    let grammar: serde_json::Value =
        serde_json::from_str(&read("editors/tree-sitter/src/grammar.json")).unwrap();
    let mut tokens = Vec::new();
    super::generated::strings(&grammar["rules"], &mut tokens);
    // The quotes belong to the text around them, `true` and `false` to `truth`.
    tokens.retain(|it| !["\"", "true", "false"].contains(&it.as_str()));
    assert!(tokens.len() > 80, "{}", tokens.len());
    for token in tokens {
        assert!(tree_sitter_game::HIGHLIGHTS.contains(&format!("\"{token}\"")), "{token}");
    }
}
