//! The grammars for editors have the words of the language, as `grammar/game.pest` and the tables of functions give them, and no
//! others; the instructions for editors work.

use super::case::repository;
use gspec::ir::{Aggregate, Builtin, Term};
use std::collections::BTreeSet;

type Words = BTreeSet<String>;

fn read(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap()
}

/// Reserved and contextual words: the texts in the grammar that are words of two or more letters.
fn words_of_the_grammar() -> Words {
    let grammar = read("grammar/game.pest");
    let mut found = Words::new();
    for line in grammar.lines().filter(|line| !line.trim_start().starts_with("//")) {
        found.extend(quoted(line));
    }
    found
}

/// The texts between double quotes that are words.
fn quoted(text: &str) -> Vec<String> {
    text.split('"').skip(1).step_by(2).filter(|it| is_word(it)).map(str::to_string).collect()
}

fn is_word(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}

/// The names of functions, as they are written before a parenthesis.
fn builtins() -> Words {
    let builtins = Builtin::ALL.iter().map(|it| it.spelling());
    let aggregates = Aggregate::ALL.iter().map(|it| it.spelling());
    let terms = Term::ALL.iter().map(|it| it.spelling());
    let all = builtins.chain(aggregates).chain(terms);
    all.flat_map(str::split_whitespace).map(str::to_string).collect()
}

/// Names that are neither in the grammar nor among the functions: types, a number, a compound.
fn other_names() -> Words {
    let names = ["nat", "int", "bool", "text", "vertex", "graph", "position", "phi", "some"];
    names.iter().map(|name| name.to_string()).collect()
}

fn words_of_the_language() -> Words {
    let mut all = words_of_the_grammar();
    all.extend(builtins());
    all.extend(other_names());
    all
}

#[track_caller]
fn assert_same(found: &Words, expected: &Words, file: &str) {
    let missing: Vec<_> = expected.difference(found).collect();
    let unknown: Vec<_> = found.difference(expected).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "{file}: missing {missing:?}, unknown {unknown:?}");
}

/// The regular expressions of a TextMate grammar.
fn patterns(value: &serde_json::Value, found: &mut Vec<String>) {
    if let Some(object) = value.as_object() {
        for (key, inner) in object {
            match inner.as_str() {
                Some(pattern) if key == "match" || key == "begin" || key == "end" => {
                    found.push(pattern.to_string())
                }
                _ => patterns(inner, found),
            }
        }
    }
    for inner in value.as_array().into_iter().flatten() {
        patterns(inner, found);
    }
}

/// The words in a regular expression: a letter after `\` is no part of one.
fn words_in_pattern(pattern: &str) -> Words {
    let mut found = Words::new();
    let mut word = String::new();
    let mut is_escaped = false;
    for c in pattern.chars().chain([' ']) {
        if !is_escaped && (c.is_ascii_lowercase() || c == '_') {
            word.push(c);
        } else {
            found.insert(std::mem::take(&mut word));
        }
        is_escaped = !is_escaped && c == '\\';
    }
    found.retain(|it| is_word(it));
    found
}

#[test]
fn the_textmate_grammar_has_the_words_of_the_language() {
    let file = "editors/vscode/syntaxes/game.tmLanguage.json";
    let grammar: serde_json::Value = serde_json::from_str(&read(file)).unwrap();
    let mut all = Vec::new();
    patterns(&grammar, &mut all);
    let mut found = Words::new();
    for pattern in &all {
        found.extend(words_in_pattern(pattern));
    }
    assert_same(&found, &words_of_the_language(), file);
}

#[test]
fn the_colours_of_vim_have_the_words_of_the_language() {
    let file = "editors/vim/syntax/game.vim";
    let text = read(file);
    let mut found = Words::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("syntax ")) {
        // Regions are texts and comments, which contain no words of the language.
        if line.starts_with("region") {
            continue;
        }
        // `contains` is a word of Vim, too, so that it stands in a pattern.
        match line.strip_prefix("keyword ") {
            Some(words) => found.extend(words.split(' ').skip(1).map(str::to_string)),
            None => found.extend(words_in_pattern(line.split('"').nth(1).unwrap_or(""))),
        }
    }
    assert_same(&found, &words_of_the_language(), file);
}

/// Collects in `found` the strings of the tree-sitter grammar, here in JSON, that are words.
fn texts(value: &serde_json::Value, found: &mut Words) {
    if value["type"] == "STRING" {
        found.extend(value["value"].as_str().filter(|it| is_word(it)).map(str::to_string));
    }
    let members = value.as_object().into_iter().flat_map(|it| it.values());
    for inner in members.chain(value.as_array().into_iter().flatten()) {
        texts(inner, found);
    }
}

/// The words of the language are in the grammar of tree-sitter; names of functions and types are
/// only in its queries for colours.
#[test]
fn the_tree_sitter_grammar_has_the_words_of_the_language() {
    let file = "editors/tree-sitter/queries/highlights.scm";
    let grammar: serde_json::Value =
        serde_json::from_str(&read("editors/tree-sitter/src/grammar.json")).unwrap();
    let mut words = Words::new();
    texts(&grammar["rules"], &mut words);
    assert_same(&words, &words_of_the_grammar(), "editors/tree-sitter/grammar.js");
    let queries = read(file);
    let lines = queries.lines().filter(|line| !line.starts_with(';'));
    words.extend(lines.flat_map(quoted));
    assert_same(&words, &words_of_the_language(), file);
}

#[test]
fn words_are_found_in_a_pattern() {
    let found = words_in_pattern(r"\b(?:if|is_fib)\s+(\p{L}_x)\\when");
    let expected: Words = ["if", "is_fib", "_x", "when"].iter().map(|it| it.to_string()).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_manifest_of_the_extension_names_files_that_exist() {
    let manifest: serde_json::Value = serde_json::from_str(&read("editors/vscode/package.json")).unwrap();
    assert_eq!(manifest["license"], "MIT OR Apache-2.0");
    let contributes = &manifest["contributes"];
    let named = [
        &manifest["main"],
        &contributes["languages"][0]["configuration"],
        &contributes["grammars"][0]["path"],
    ];
    for file in named {
        let path = repository().join("editors/vscode").join(file.as_str().unwrap());
        assert!(path.is_file(), "{}", path.display());
    }
    let configuration = read("editors/vscode/language-configuration.json");
    assert!(serde_json::from_str::<serde_json::Value>(&configuration).is_ok());
}

/// The commands between "```sh" and "```".
#[cfg(unix)]
fn shell_blocks(page: &str) -> Vec<&str> {
    let blocks = page.split("```sh\n").skip(1);
    blocks.map(|rest| rest.split_once("```").unwrap().0).collect()
}

/// The commands of editors/README.md put files where the editors look for them, for a user who has no folder of any editor yet.
/// A stub stands in for `tree-sitter` and writes the file that `-o` names.
#[cfg(unix)]
#[test]
fn the_instructions_work_for_a_user_without_any_configuration() {
    use super::support::Folder;
    use std::os::unix::fs::PermissionsExt;
    let home = Folder::new()
        .and("bin/tree-sitter", "#!/bin/sh\n[ \"$1 $2\" = \"build -o\" ] && echo built > \"$3\"\n");
    let stub = home.path("bin/tree-sitter");
    std::fs::set_permissions(&stub, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", home.path("bin").display(), std::env::var("PATH").unwrap());
    let page = read("editors/README.md");
    let blocks = shell_blocks(&page);
    assert_eq!(blocks.len(), page.matches("\n```sh\n").count());
    for block in blocks {
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-e", "-c", block])
            .current_dir(repository())
            .env("HOME", home.path(""))
            .env("PATH", &path);
        let run = shell.output().unwrap();
        assert!(run.status.success(), "{block}\n{}", String::from_utf8_lossy(&run.stderr));
    }
    for file in [
        ".vscode/extensions/gspec-game/package.json",
        ".vim/ftdetect/game.vim",
        ".vim/syntax/game.vim",
        ".config/nvim/ftdetect/game.vim",
        ".config/nvim/parser/game.so",
        ".config/nvim/plugin/game.vim",
        ".config/nvim/queries/game/highlights.scm",
        ".config/helix/runtime/grammars/game.so",
        ".config/helix/runtime/queries/game/highlights.scm",
        ".emacs.d/tree-sitter/libtree-sitter-game.so",
        "zed-game/languages/game/highlights.scm",
    ] {
        assert!(home.path(file).is_file(), "{file}");
    }
    // All commands of the page stand in `sh` blocks.
    let outside: String =
        page.split("```sh\n").map(|it| it.split_once("```\n").map_or(it, |it| it.1)).collect();
    for word in ["cp ", "mkdir ", "echo ", "tree-sitter build"] {
        assert!(!outside.lines().any(|line| line.starts_with(word)), "{word}");
    }
}
