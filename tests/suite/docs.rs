//! Runs the examples and commands that the documents show (language reference, pages of `explain`, tutorial, stories, and
//! the spec of the README), and compares codes, output and pictures with what the documents show.

use super::case::{Case, gspec_in, repository};
use super::support::Folder;
use std::collections::{BTreeMap, BTreeSet};

/// A fenced block: the line of its fence, the tag after the fence, its text, and the heading above
/// it.
pub struct Block {
    pub line: usize,
    pub tag: String,
    pub text: String,
    pub heading: String,
}

pub fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    let mut heading = String::new();
    for (at, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(tag)) => {
                let (tag, heading) = (tag.trim().to_string(), heading.clone());
                open = Some(Block { line: at + 1, tag, text: String::new(), heading });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {
                if let Some(title) = line.strip_prefix('#') {
                    heading = title.trim_start_matches('#').trim().to_string();
                }
            }
        }
    }
    assert!(open.is_none(), "a block is not closed");
    found
}

/// The value of `name=…` or `name="…"` in the tag of a fence.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let rest = &tag[tag.find(&format!("{name}="))? + name.len() + 1..];
    match rest.strip_prefix('"') {
        Some(quoted) => Some(quoted.split('"').next().unwrap().to_string()),
        None => Some(rest.split_whitespace().next().unwrap_or("").to_string()),
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn every_example_of_the_language_reference_runs() {
    assert!(examples_run("docs/language.md") > 30);
    assert!(examples_run("docs/claims.md") > 0);
    assert!(examples_run("docs/boards.md") > 5);
    assert!(examples_run("docs/stories.md") >= 4);
}

/// Runs the examples of a page; returns how many there are.
fn examples_run(page: &str) -> usize {
    let text = std::fs::read_to_string(repository().join(page)).unwrap();
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut failures = Vec::new();
    let mut run = 0;
    for block in blocks(&text) {
        if let Some(name) = attribute(&block.tag, "file") {
            files.insert(name, block.text.clone());
            continue;
        }
        if block.tag != "game" && !block.tag.starts_with("game ") {
            continue;
        }
        run += 1;
        let case = Case { spec: block.text.clone(), files: files.clone(), arguments: arguments(&block.tag) };
        let found = case.codes();
        let expected: Vec<String> = attribute(&block.tag, "error").into_iter().collect();
        if found != expected {
            failures.push(format!(
                "{page}:{}: expected {expected:?}, found {found:?}\n{}",
                block.line, block.text
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    run
}

fn arguments(tag: &str) -> Vec<String> {
    attribute(tag, "args").iter().flat_map(|args| args.split_whitespace().map(str::to_string)).collect()
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn every_page_has_an_example_that_raises_exactly_its_code_and_a_corrected_one() {
    let mut failures = Vec::new();
    for code in gspec::diagnostic::codes() {
        let page = code.page();
        assert!(page.starts_with(&format!("# {}: {}\n", code.name(), code.title())), "title of {code}");
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        let (mut wrong, mut right) = (0, 0);
        let mut heading = String::new();
        for block in blocks(page) {
            if block.heading != heading {
                heading = block.heading.clone();
                files.clear();
            }
            if let Some(name) = attribute(&block.tag, "file") {
                files.insert(name, block.text.clone());
                continue;
            }
            if block.tag != "game" && !block.tag.starts_with("game ") {
                continue;
            }
            let case =
                Case { spec: block.text.clone(), files: files.clone(), arguments: arguments(&block.tag) };
            let found = case.codes();
            let corrected = block.heading.starts_with("Corrected");
            let expected = if corrected { vec![] } else { vec![code.name().to_string()] };
            if corrected {
                right += 1
            } else {
                wrong += 1
            }
            if found != expected {
                failures.push(format!("{code}, line {}: expected {expected:?}, found {found:?}", block.line));
            }
        }
        // Errors in files other than specs are shown by commands, and tested with these commands.
        if (wrong == 0 || right == 0)
            && !["G503", "G505", "G506", "G507", "G508", "G509", "G510", "G511", "G113", "G512", "G513"]
                .contains(&code.name())
        {
            failures.push(format!("{code}: {wrong} wrong and {right} corrected examples"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn the_commands_of_the_readme_print_what_it_shows() {
    let text = std::fs::read_to_string(repository().join("README.md")).unwrap();
    // The claim of the README is proved, as it says.
    let shown = blocks(&text).into_iter().find(|block| block.tag == "game").unwrap().text;
    let proved = Folder::with(&shown).run(&["check", "game.game", "--strict"]).status(0);
    assert!(proved.out.ends_with("ok: 1 claim: 1 proved\n"), "{}", proved.out);
    assert!(shown_as_printed("docs/claims.md") >= 4);
    assert!(shown_as_printed("docs/boards.md") >= 1);
    assert!(shown_as_printed("docs/variants.md") >= 8);
    assert!(examples_run("docs/variants.md") >= 1);
    assert!(shown_as_printed("docs/tutorial.md") >= 7);
    assert!(shown_as_printed("docs/stories.md") >= 8);
    for command in ["cargo run --release -- check specs/wythoff.game", "cargo test"] {
        assert!(text.contains(command), "the README does not say `{command}`");
    }
}

/// The number of commands that a page shows; each has to print the shown output.
fn shown_as_printed(page: &str) -> usize {
    let text = std::fs::read_to_string(repository().join(page)).unwrap();
    let mut shown = 0;
    for block in blocks(&text).iter().filter(|block| block.tag == "console") {
        let mut lines = block.text.lines().peekable();
        while let Some(command) = lines.next() {
            let Some(command) = command.strip_prefix("$ gspec ") else { panic!("not a command: {command}") };
            let mut expected = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                expected.push_str(line);
                expected.push('\n');
            }
            let words = shell_words(command);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let run = gspec_in(&repository(), &words);
            assert_eq!(without_times(&run.out), without_times(&expected), "{page}: gspec {command}");
            shown += 1;
        }
    }
    shown
}

/// The text with times such as `0.12 s` replaced by `0.00 s`, and without alignment in the lines that have a time.
fn without_times(text: &str) -> String {
    let is_time = |word: &str| word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.');
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let timed = words.windows(2).any(|pair| is_time(pair[0]) && pair[1] == "s");
        let same = |word: &&str| if is_time(word) { "0.00".to_string() } else { word.to_string() };
        match timed {
            true => format!("{}\n", words.iter().map(same).collect::<Vec<_>>().join(" ")),
            false => format!("{line}\n"),
        }
    };
    text.lines().map(line).collect()
}

/// The pictures of the README are what gspec draws.
#[test]
fn the_readme_shows_what_gspec_draws() {
    let picture = std::fs::read_to_string(repository().join("docs/pictures/wythoff.svg")).unwrap();
    let table = ["table", "specs/wythoff.game", "a=0..=12", "b=0..=12", "--format", "svg"];
    assert_eq!(gspec_in(&repository(), &table).status(0).out, picture);
    // The spec of the README without the `min` of its last move.
    let text = std::fs::read_to_string(repository().join("README.md")).unwrap();
    let shown = blocks(&text).into_iter().find(|block| block.tag == "game").unwrap().text;
    let spec = shown.replace("min(a, b))", "a)");
    let folder = Folder::new().and("wythoff.game", spec);
    folder.run(&["check", "wythoff.game", "-o", "error.svg"]).status(1);
    let drawn = folder.text("error.svg");
    let picture = std::fs::read_to_string(repository().join("docs/pictures/error.svg")).unwrap();
    assert_eq!(drawn, picture);
}

/// The picture of the tutorial is what the command beside it draws.
#[test]
fn the_tutorial_shows_what_gspec_draws() {
    let picture = std::fs::read_to_string(repository().join("docs/pictures/pair.svg")).unwrap();
    let table = ["table", "specs/tutorial/pair.game", "a=0..=12", "b=0..=12", "--format", "svg"];
    assert_eq!(gspec_in(&repository(), &table).status(0).out, picture);
}

/// The mistakes that the tutorial shows raise the messages beside them, word for word.
#[test]
fn the_mistakes_of_the_tutorial_are_told_as_it_shows() {
    assert!(examples_run("docs/tutorial.md") >= 2);
    let text = std::fs::read_to_string(repository().join("docs/tutorial.md")).unwrap();
    let blocks = blocks(&text);
    let mut shown = 0;
    for (block, next) in blocks.iter().zip(&blocks[1..]) {
        if let (Some(name), "text stderr") = (attribute(&block.tag, "name"), &*next.tag) {
            let folder = Folder::new().and(&name, &block.text);
            let run = folder.run(&["check", &name]).status(1);
            assert_eq!(run.err.trim_end(), next.text.trim_end(), "docs/tutorial.md:{}", next.line);
            shown += 1;
        }
    }
    assert_eq!(shown, 2);
}

/// docs/stories.md shows every file of `specs/stories`, word for word.
#[test]
fn the_stories_show_files_as_they_are() {
    let text = std::fs::read_to_string(repository().join("docs/stories.md")).unwrap();
    let mut shown = BTreeSet::new();
    for block in blocks(&text) {
        if let Some(path) = attribute(&block.tag, "file-of") {
            let file = std::fs::read_to_string(repository().join(&path)).unwrap();
            assert_eq!(block.text, file, "{path}");
            shown.insert(repository().join(path));
        }
    }
    let folder = std::fs::read_dir(repository().join("specs/stories")).unwrap();
    assert_eq!(shown, folder.map(|entry| entry.unwrap().path()).collect());
}

/// The words of a command line; single quotes keep blanks.
pub fn shell_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = command.trim();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('\'') {
            Some(quoted) => quoted.split_once('\'').unwrap(),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.to_string());
        rest = after.trim_start();
    }
    words
}
