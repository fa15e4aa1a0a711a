//! The grammar takes whatever the language takes, and says where something else begins.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test that cannot go on has failed, and tests may touch files"
)]

mod colours;
mod generated;
mod textmate;

use gspec_language::source::{FileId, Source};
use gspec_language::syntax;
use std::path::{Path, PathBuf};
use tree_sitter::{Node, Parser, Tree};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap()
}

fn parse(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_game::LANGUAGE.into()).unwrap();
    parser.parse(text, None).unwrap()
}

/// All files below a folder whose names end in this way.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|it| it == ending) {
            found.push(path);
        }
    }
}

/// Texts in folders of the repository, with their places.
fn texts(folders: &[&str], ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in folders {
        files(&repository().join(folder), ending, &mut found);
    }
    // Some tests are about files that are not UTF-8.
    let readable = |path: PathBuf| Some((path.display().to_string(), std::fs::read_to_string(path).ok()?));
    found.into_iter().filter_map(readable).collect()
}

/// Blocks marked `game` in the pages, with their places.
fn examples() -> Vec<(String, String)> {
    let mut pages = texts(&["docs", "src/language/diagnostic/pages", "src/rules/theorem/pages"], "md");
    pages.push(("README.md".to_string(), read("README.md")));
    let mut found = Vec::new();
    for (page, text) in pages {
        for (at, block) in text.split("\n```").enumerate().filter(|(at, _)| at % 2 == 1) {
            let (tag, block) = block.split_once('\n').unwrap_or((block, ""));
            if tag.split_whitespace().next() == Some("game") {
                found.push((format!("{page}, fence {at}"), block.to_string()));
            }
        }
    }
    found
}

fn is_in_the_language(text: &str) -> bool {
    syntax::parse(FileId(0), &Source::new("it.game", text)).0.is_some()
}

/// The places that do not follow the grammar.
fn errors(tree: &Tree) -> Vec<String> {
    fn collect(node: Node<'_>, found: &mut Vec<String>) {
        if node.is_error() || node.is_missing() {
            found.push(format!("{}:{}", node.start_position().row + 1, node.start_position().column + 1));
        }
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            collect(child, found);
        }
    }
    let mut found = Vec::new();
    collect(tree.root_node(), &mut found);
    found
}

/// How many texts are in the language; each has to have a tree without errors.
#[track_caller]
fn all_parse(texts: Vec<(String, String)>) -> usize {
    let spoken: Vec<_> = texts.into_iter().filter(|(_, text)| is_in_the_language(text)).collect();
    let wrong: Vec<String> = spoken
        .iter()
        .map(|(place, text)| (place, errors(&parse(text))))
        .filter(|(_, errors)| !errors.is_empty())
        .map(|(place, errors)| format!("{place}: {}", errors.join(" ")))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), spoken.len(), wrong.join("\n"));
    spoken.len()
}

#[test]
fn every_spec_parses() {
    assert!(all_parse(texts(&["specs"], "game")) > 100);
}

#[test]
fn every_example_of_the_pages_parses() {
    assert!(all_parse(examples()) > 100);
}

/// Specs that were written to be odd: ways of writing, claims, benchmarks.
#[test]
fn every_spec_of_the_tests_parses() {
    assert!(all_parse(texts(&["tests", "benches"], "game")) > 150);
}

/// What is a name in one place and a word with a meaning in another, and where two readings part late.
#[test]
fn close_calls_parse() {
    let close = [
        "game again(short: nat) { move take(all in 1..=short) -> again (short - all) }",
        "game g(n: nat) { move pass(show in 1..=n) when show < n -> again g(n - show) show n assume ends }",
        "let take = 1 let octal = 2 let every = take + octal let long = 3 claim long == 3",
        "game g(n: nat) = take all but 3 game h(n: nat) = take {1, 2} game i(n: nat) = octal code",
        "param p: (0..=9, [nat], {{(nat, text)}}) = (2, [], {}) param q: (1)..=4 = 4 param r: (1 + 2)..=(4) = 3",
        "param g: graph = graph undirected { a, b - c; d - then } let h = graph { (x, y) -> (1, 2) }",
        "let g = graph { ((x, y), (y, x)) for x in 1..=3 for y in 1..=3 if x < y } let e = graph {}",
        "claim: \"a\" - 1 == 3 claim \"b\" (3 == 3) claim \"c\" not x claim: \"d\" not in xs claim \"e\": x claim: y",
        "claim: \"// no comment\" ++ \"\\\\\" == \"\" // a comment \" here",
        "claim let x = y in x in s claim let x = forall z in s: z == 1 in x claim let x = (a in s) in x",
        "claim xs[..] == xs[i + 1..] and xs[..=j][0] == xs[i..j] and xs with [0] = 1 with [1] = 2 == ys",
        "claim xor(1, 2) xor (3) == xor (x for x in xs) claim a -b == c claim a ∉ s and b ≠ c",
        "claim \"p\": sg(g(n)) repeats every p adding 1 from 3 claim losing(short all (g(1), g(2)))",
        "start go = misere g(1) + g(2) start anti g(3) start - 3",
        "claim exists n in 0..5 such that n > 3 claim exists a, b such that a == b and a > b or b == 1 start g(1)",
        "claim (exists n in xs if n > 1 such that n == 2) and true claim any(exists n in xs such that n == m for m in ys)",
        "claim exists n in xs, m in ys where m > n such that m in xs",
        "claim [exists n in xs such that n > 1, true] == [not exists m in xs such that m == 1 => m > 2, false]",
        "game g(n: nat) { move m(k in 1..=n) when exists d in 1..=k such that d > 1 and k mod d == 0 -> g(n - k) }",
        "let größe_2 = if a then b else if c then d else e + 1",
    ];
    for text in close {
        assert!(is_in_the_language(text), "{text}");
        assert_eq!(errors(&parse(text)), [""; 0], "{text}: {}", parse(text).root_node().to_sexp());
    }
}

/// The operators nest as the language reference says.
#[test]
fn operators_bind_as_in_the_language() {
    let nested = |text: &str| {
        fn brackets(node: Node<'_>, text: &str) -> String {
            let mut cursor = node.walk();
            let children: Vec<String> = node.children(&mut cursor).map(|it| brackets(it, text)).collect();
            match children.len() {
                0 => text[node.byte_range()].to_string(),
                1 => children.concat(),
                _ => format!("({})", children.join(" ")),
            }
        }
        let text = format!("claim: {text}");
        brackets(parse(&text).root_node().child(0).unwrap().child(2).unwrap(), &text)
    };
    assert_eq!(nested("a => b => c or d and not e == f"), "(a => (b => (c or (d and (not (e == f))))))");
    assert_eq!(nested("a..=b + c * d ^ e ^ f"), "(a ..= (b + (c * (d ^ (e ^ f)))))");
    assert_eq!(nested("-a ^ b * c - d - e"), "((((- (a ^ b)) * c) - d) - e)");
    assert_eq!(nested("x | y & z xor w"), "((x | (y & z)) xor w)");
    assert_eq!(nested("misere a + b"), "(misere (a + b))");
    assert_eq!(nested("if a then b else c + d"), "(if a then b else (c + d))");
    assert_eq!(nested("a + forall x: x == b"), "(a + (forall x : (x == b)))");
}

/// An editor colours what is still being written: the items around a mistake stay what they are.
#[test]
fn what_is_around_a_mistake_is_still_known() {
    let broken = [
        "game g(n: nat) { move take(k in 1..=n) g(n - k) }",
        "game g(n: nat) { move take(k in 1..=n) -> g(n - ) }",
        "let = 3",
        "claim \"one\\",
        "fn f(x: nat) nat = x",
        "let x = 1 +",
    ];
    for mistake in broken {
        assert!(around(mistake).root_node().has_error(), "{mistake}");
    }
    // A text that is not closed ends with its line.
    around("claim \"not closed: 1 == 1");
    assert!(!errors(&parse("let let = 1")).is_empty(), "reserved words are no names");
}

/// The tree of a mistake between two items, which have theirs.
fn around(mistake: &str) -> Tree {
    let text =
        format!("let before = 1\n{mistake}\ngame after(n: nat) {{ move one when n > 0 -> after(n - 1) }}\n");
    assert!(!is_in_the_language(&text), "{mistake}");
    let tree = parse(&text);
    let shown = tree.root_node().to_sexp();
    assert!(shown.contains("(constant name: (name) value: (number))"), "{mistake}: {shown}");
    assert!(shown.contains("(move name: (name) (guard (binary"), "{mistake}: {shown}");
    tree
}
