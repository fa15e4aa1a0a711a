//! Diagnostics: cases with the expected codes and places written in them, and a full rendering of
//! one case for each code.

use super::case::{Case, gspec_in, repository};
use super::share::share;
use super::support::{Folder, check, codes, finish, program, proved};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A case of a file in `tests/diagnostics`.
struct Written {
    name: String,
    case: Case,
    expected: BTreeSet<Place>,
    /// Texts that the help of some diagnostic has to contain, from lines like `//help: write …`.
    helps: Vec<String>,
}

/// A code with the line and column of its primary label; both are 0 if no primary label is in the spec.
type Place = (String, usize, usize);

/// All cases, or a sample of them, with the result of `check` as data, which several tests use.
fn checked_cases() -> &'static [(Written, serde_json::Value)] {
    static CHECKED: OnceLock<Vec<(Written, serde_json::Value)>> = OnceLock::new();
    CHECKED.get_or_init(|| {
        let checked = |written: Written| {
            let view = written.case.check();
            (written, view)
        };
        share(read_cases(), 5).into_iter().map(checked).collect()
    })
}

fn read_cases() -> Vec<Written> {
    let mut entries: Vec<_> = std::fs::read_dir(repository().join("tests/diagnostics"))
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    entries.sort();
    let mut found: Vec<Written> = Vec::new();
    for path in entries.iter().filter(|path| path.extension().is_some_and(|it| it == "game")) {
        let text = std::fs::read_to_string(path).unwrap();
        let file = path.file_name().unwrap().to_string_lossy().to_string();
        let mut further: Option<String> = None;
        for line in text.split_inclusive('\n') {
            if let Some(head) = line.strip_prefix("//// ") {
                let head = head.trim();
                match head.strip_prefix("file: ") {
                    Some(name) => {
                        further = Some(name.to_string());
                        let case = &mut found.last_mut().unwrap().case;
                        case.files.insert(name.to_string(), String::new());
                    }
                    None => {
                        further = None;
                        found.push(start(&file, head));
                    }
                }
                continue;
            }
            let Some(written) = found.last_mut() else { continue };
            match &further {
                Some(name) => written.case.files.get_mut(name).unwrap().push_str(line),
                None => {
                    let number = written.case.spec.matches('\n').count() + 1;
                    written.expected.extend(annotations(line, number));
                    written.helps.extend(line.strip_prefix("//help: ").map(|it| it.trim().to_string()));
                    written.case.spec.push_str(line);
                }
            }
        }
    }
    found
}

fn start(file: &str, head: &str) -> Written {
    let (name, arguments) = match head.split_once(" [args: ") {
        Some((name, args)) => (name, args.trim_end_matches(']')),
        None => (head, ""),
    };
    let arguments = arguments.split_whitespace().map(str::to_string).collect();
    let case = Case { spec: String::new(), files: BTreeMap::new(), arguments };
    Written { name: format!("{file}: {name}"), case, expected: BTreeSet::new(), helps: Vec::new() }
}

/// The diagnostics that a line expects: `//~ G203@32 G406@5` gives codes and columns; each `^` after `~` moves the
/// line up by one; `//~? G208` has no place in the spec.
fn annotations(line: &str, number: usize) -> Vec<Place> {
    let Some((_, notes)) = line.split_once("//~") else { return Vec::new() };
    let up = notes.chars().take_while(|c| *c == '^').count();
    let placed = !notes.starts_with('?');
    let notes = notes.trim_start_matches(['^', '?']);
    notes
        .split_whitespace()
        .map(|note| match note.split_once('@') {
            Some((code, column)) if placed => (code.to_string(), number - up, column.parse().unwrap()),
            _ => (note.split('@').next().unwrap().to_string(), 0, 0),
        })
        .collect()
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn every_case_raises_exactly_what_it_says_where_it_says() {
    let mut failures = Vec::new();
    for (written, view) in checked_cases() {
        let found: BTreeSet<Place> = view["diagnostics"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| {
                let code = it["code"].as_str().unwrap().to_string();
                let labels = it["labels"].as_array().unwrap();
                let primary =
                    labels.iter().find(|label| label["primary"] == true && label["file"] == "main.game");
                let number = |label: &serde_json::Value, key: &str| label[key].as_u64().unwrap() as usize;
                primary.map_or((code.clone(), 0, 0), |label| {
                    (code.clone(), number(label, "line"), number(label, "column"))
                })
            })
            .collect();
        if found != written.expected {
            failures
                .push(format!("{}\n  expected {:?}\n  found    {found:?}", written.name, written.expected));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Codes that no check of a spec raises, since another file or the typed command is wrong. The tests of the commands cover them.
const OF_OTHER_FILES: &[&str] =
    &["G503", "G505", "G506", "G507", "G508", "G509", "G510", "G511", "G113", "G512", "G513"];

#[test]
fn every_case_is_told_the_help_that_it_says() {
    let mut failures = Vec::new();
    let cases = read_cases().into_iter().filter(|it| !it.helps.is_empty()).collect();
    for written in share(cases, 5) {
        let view = written.case.check();
        let told: Vec<&str> =
            view["diagnostics"].as_array().unwrap().iter().filter_map(|it| it["help"].as_str()).collect();
        for help in written.helps {
            if !told.iter().any(|it| it.contains(&help)) {
                failures.push(format!("{}: {help:?} is not in {told:?}", written.name));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// `tests/diagnostics/positions.txt` has positions as they are typed beside a spec: `//// NAME [solve: POSITION]`, what standard
/// error says as `//help: …`, and what the report says as `//says: …`.
#[test]
fn positions_beside_a_spec_are_read_or_told_what_to_type() {
    let text = std::fs::read_to_string(repository().join("tests/diagnostics/positions.txt")).unwrap();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (mut failures, mut count) = (Vec::new(), 0);
    for case in text.split("//// ").filter(|case| !case.trim().is_empty()) {
        let (head, spec) = case.split_once('\n').unwrap();
        let position = head.split_once("[solve: ").unwrap().1.strip_suffix(']').unwrap();
        let folder = Folder::new().and("main.game", spec);
        let run = gspec_in(&folder.path(""), &["solve", "main.game", "--", position]);
        let (out, err) = (words(&run.out), words(&run.err));
        for line in spec.lines() {
            let wanted = |mark: &str| line.strip_prefix(mark).map(words);
            let missing = wanted("//help: ").filter(|it| !err.contains(it));
            let missing = missing.or_else(|| wanted("//says: ").filter(|it| !out.contains(it)));
            count += usize::from(line.starts_with("//help: ") || line.starts_with("//says: "));
            failures.extend(missing.map(|it| format!("{head}: {it:?} is not in\n{}{}", run.out, run.err)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 20, "{count} lines say what is expected");
}

#[test]
fn every_code_has_a_case() {
    let covered: BTreeSet<String> =
        read_cases().into_iter().flat_map(|written| written.expected).map(|place| place.0).collect();
    let missing: Vec<_> = gspec::diagnostic::codes()
        .iter()
        .filter(|code| !covered.contains(code.name()) && !OF_OTHER_FILES.contains(&code.name()))
        .collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn every_code_has_one_full_rendering() {
    // The rendering of the first case in which a code stands alone.
    let mut shown: BTreeMap<String, String> = BTreeMap::new();
    for written in read_cases() {
        let codes: BTreeSet<&String> = written.expected.iter().map(|place| &place.0).collect();
        if let [code] = codes.into_iter().collect::<Vec<_>>().as_slice()
            && !shown.contains_key(*code)
        {
            shown.insert((*code).clone(), written.case.stderr());
        }
    }
    let all: Vec<String> = shown.iter().map(|(code, text)| format!("== {code}\n{text}")).collect();
    insta::assert_snapshot!("renderings", all.join("\n"));
    let missing: Vec<_> = gspec::diagnostic::codes()
        .iter()
        .filter(|code| !shown.contains_key(code.name()) && !OF_OTHER_FILES.contains(&code.name()))
        .collect();
    assert!(missing.is_empty(), "no rendering of {missing:?}");
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn every_message_is_one_fact_and_comes_with_help() {
    for (written, view) in checked_cases() {
        for diagnostic in view["diagnostics"].as_array().unwrap() {
            let message = diagnostic["message"].as_str().unwrap();
            assert!(!message.ends_with('.') && !message.contains('\n'), "{}: {message}", written.name);
            let help = diagnostic["help"].as_str().unwrap_or("");
            let syntax = diagnostic["code"] == "G101";
            assert!(syntax || !help.is_empty(), "{}: no help with {message}", written.name);
            let primaries =
                diagnostic["labels"].as_array().unwrap().iter().filter(|it| it["primary"] == true);
            assert!(primaries.count() <= 1, "{}: {message}", written.name);
        }
    }
}

#[test]
fn what_parts_the_edges_of_a_graph_is_told() {
    let folder = Folder::with("param G: graph = graph undirected {\n  a - b\n  b - c\n}\n");
    let run = finish(program(&folder.path(""), &["check", "game.game"]), b"");
    assert!(run.err.contains("expected an edge (`->` or `-`), `,`, `;` or `}`"), "{}", run.err);
}

#[test]
fn vertices_that_are_named_by_numbers_are_looked_for_among_numbers() {
    let rules = "param P: graph = graph { 1 -> 2; 2 -> 3; 3 -> 4 }
        game g(v: vertex) { move m(w in out(P, v)) when w not in {3} -> g(w) }
        game h(v: vertex) { move m(w in out(P, v)) when w in [2, 4] -> h(w) }";
    proved(&format!(
        "{rules}\nclaim: sg(g(1)) == 1 and sg(g(2)) == 0 and sg(g(3)) == 1\nclaim: sg(h(1)) == 1 and sg(h(2)) == 0"
    ));
    // A set of numbers has no vertex in it.
    let numbers = check(
        "param S: {nat} = {1, 2}\nparam P: graph = graph { 1 -> 2 }
        game g(v: vertex) { move m(w in out(P, v)) when w in S -> g(w) }",
    );
    assert!(codes(&numbers).contains(&"G303"), "{:?}", codes(&numbers));
}

/// With CRLF line ends, the margin gives the erroneous line the number of the header (`:3:12`), and line 2 appears at most once.
#[test]
fn lines_that_end_like_on_windows_are_numbered_once() {
    let case = Case { spec: "claim 1 == 1\r\n\r\nclaim 2 == = 2\r\n".to_string(), ..Case::default() };
    let told = case.stderr();
    let margins: Vec<&str> =
        told.lines().filter_map(|line| line.trim_start().split_once(" │ ").map(|it| it.0)).collect();
    assert!(told.contains(":3:12]") && margins.contains(&"3") && !told.contains('\r'), "{told}");
    let twice = margins.iter().filter(|it| **it == "2").count();
    assert!(twice <= 1, "{told}");
}
