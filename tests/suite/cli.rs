//! The command line: commands, options, exit statuses, the forms of reports, and streams.

use super::support::{Folder, files, finish, gspec, program, root, wait};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Read;
use std::process::{Command, Stdio};

/// Nim: the value of a heap is its size.
const NIM: &str = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n";
/// Tokens are taken one at a time: the parity of the heap decides, and its size is play's length.
const ONE: &str = "game one(n: nat) { move take when n > 0 -> one(n - 1) }\n";
/// Amounts from a set.
const TAKE: &str =
    "param S: {nat} = {1, 3, 4}\ngame take(n: nat) { move take(k in S) when k <= n -> take(n - k) }\n";

fn nim(more: &str) -> Folder {
    Folder::with(&format!("{NIM}{more}"))
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap_or_else(|| panic!("not an object: {value}")).keys().map(String::as_str).collect()
}

fn set<'a>(names: &[&'a str]) -> BTreeSet<&'a str> {
    names.iter().copied().collect()
}

#[track_caller]
fn has_keys(value: &Value, names: &[&str]) {
    let missing: Vec<_> = names.iter().filter(|name| !keys(value).contains(*name)).collect();
    assert!(missing.is_empty(), "{missing:?} missing in {value}");
}

// Usage.

#[test]
fn help_and_version_are_results() {
    let help = gspec(&["--help"]).status(0).quiet();
    for command in ["check", "solve", "fmt", "explain"] {
        assert!(help.out.contains(command), "{}", help.out);
        gspec(&[command, "--help"]).status(0).quiet().out("Usage");
    }
    gspec(&["--version"]).status(0).quiet().out(concat!("gspec ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_option_of_the_help_is_taken() {
    let help = gspec(&["check", "--help"]).status(0);
    for option in ["--set", "--limit-time", "--limit-memory", "--limit-positions", "--threads", "--engine"] {
        assert!(help.out.contains(option), "{option}");
    }
    let folder = Folder::with(&format!("{TAKE}claim: sg(take(2)) == 2\n"));
    let common = [
        "--set",
        "S={1,2}",
        "--limit-time",
        "60s",
        "--limit-memory",
        "2GiB",
        "--limit-positions",
        "1000000",
        "--threads",
        "2",
        "--engine",
        "reference",
    ];
    let check: Vec<_> = ["check", "game.game", "--bound", "9", "--strict", "--format", "text"]
        .iter()
        .chain(&common)
        .copied()
        .collect();
    folder.run(&check).status(0).quiet();
    let solve: Vec<_> = ["solve", "game.game", "take(2)", "--moves", "all", "--format", "text"]
        .iter()
        .chain(&common)
        .copied()
        .collect();
    folder.run(&solve).status(0).quiet();
    folder.run(&["check", "game.game", "--set", "S={1,2}", "--engine", "auto"]).status(0).quiet();
}

#[test]
fn wrong_usage_is_2() {
    let folder = nim("");
    for arguments in [
        &[][..],
        &["check"],
        &["solve", "game.game"],
        &["fmt"],
        &["conquer", "game.game"],
        &["check", "game.game", "--frobnicate"],
        &["solve", "game.game", "nim(1)", "--strict"],
        &["check", "game.game", "--format", "pdf"],
        &["solve", "game.game", "nim(1)", "--format", "sarif"],
        &["solve", "game.game", "nim(1)", "--moves", "some"],
        &["check", "game.game", "--engine", "warp"],
        &["check", "game.game", "--threads", "many"],
        &["check", "game.game", "--bound", "-1"],
        &["check", "game.game", "--bound", "far"],
        &["check", "game.game", "--limit-positions", "few"],
        &["check", "game.game", "--limit-positions", "-3"],
        &["check", "game.game", "--limit-time", "soon"],
        &["check", "game.game", "--limit-time", "10parsecs"],
        &["check", "game.game", "--limit-time", ""],
        &["check", "game.game", "--limit-memory", "lots"],
        &["check", "game.game", "--limit-memory", "4"],
        &["check", "game.game", "--limit-memory", "99999999999999999999"],
        &["check", "game.game", "--set", "S"],
        &["check", "game.game", "--set", "=3"],
        &["fmt", "game.game", "--check", "--expand"],
        &["explain", "G401", "G402"],
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}{}", run.out, run.err);
        assert_eq!(run.out, "", "{arguments:?}");
        assert!(!run.err.is_empty() && run.err.len() < 2000, "{arguments:?}: {}", run.err);
    }
}

#[test]
fn an_unknown_option_is_named() {
    gspec(&["check", "x.game", "--frobnicate"]).status(2).err("--frobnicate");
    gspec(&["check", "x.game", "--limit-time", "soon"]).status(2);
    nim("").run(&["check", "game.game", "--limit-time", "soon"]).status(2).err("soon").err("10s");
}

// check.

#[test]
fn a_good_spec_is_0() {
    let run = nim("claim \"size\": forall n in 0..=20: sg(nim(n)) == n\n").run(&["check", "game.game"]);
    run.status(0).quiet().out("game.game").out("size").out("proved").out("ok");
}

#[test]
fn a_refuted_claim_is_1() {
    let folder = nim("claim \"capped\": forall n in 0..=9: sg(nim(n)) == min(n, 3)\n");
    let run = folder.run(&["check", "game.game"]).status(1).err("G601").err("n = 4").out("refuted");
    assert!(!run.out.contains("G601"), "diagnostics belong to stderr: {}", run.out);
    let [line] = &folder.run(&["check", "game.game", "--format", "json"]).status(1).quiet().json()[..] else {
        panic!("one line a file");
    };
    assert_eq!(line["ok"], json!(false));
    let claim = &line["claims"][0];
    assert_eq!((&claim["status"], &claim["counterexample"]), (&json!("refuted"), &json!({"n": 4})));
}

#[test]
fn the_smallest_counterexample_is_least_by_the_greatest_variable() {
    // Heaps above 0 whose nim-sum is 1: (2, 3), (3, 2), (4, 5), …
    let folder = nim("claim forall a in 1..=9, b in 1..=9: sg(nim(a) + nim(b)) != 1\n");
    let run = folder.run(&["check", "game.game", "--format", "json"]).status(1);
    assert_eq!(run.json()[0]["claims"][0]["counterexample"], json!({"a": 2, "b": 3}));
    folder.run(&["check", "game.game"]).status(1).err("a = 2, b = 3");
    // Both are at most 5, the greatest is 5 in either: the first variable decides.
    let folder = nim("claim forall a in 0..=9, b in 0..=9: max(a, b) < 5\n");
    let run = folder.run(&["check", "game.game", "--format", "json"]).status(1);
    assert_eq!(run.json()[0]["claims"][0]["counterexample"], json!({"a": 0, "b": 5}));
}

#[test]
fn a_wrong_spec_is_1() {
    for (text, code) in [
        ("game nim(n: nat) { move take(k in 1..=n) -> nim(n - m) }", "G201"),
        ("game nim(n: nat) { move take(k in 1..=n) -> nimm(n - k) }", "G203"),
        ("let x = 1 + \"a\"", "G303"),
        ("let x = (1", "G102"),
        ("let let", "G101"),
        ("game nim(n: nat) { move take -> nim(n - 1) }", "G401"),
        ("game nim(n: 0..=3) { move take -> nim(n) }", "G402"),
    ] {
        let run = Folder::with(text).run(&["check", "game.game"]);
        assert!(run.status == 1 && run.err.contains(code), "{text}: {} {}", run.status, run.err);
        assert!(!run.out.contains(code), "{}", run.out);
    }
}

#[test]
fn an_unreadable_file_is_2() {
    let folder = nim("").and("sub/deep/readme.txt", "no spec").and("latin.game", b"// caf\xe9\n");
    for (command, argument) in [
        (&["check"][..], "missing.game"),
        (&["check"], "sub"),
        (&["check"], "latin.game"),
        (&["fmt"], "missing.game"),
        (&["fmt"], "sub"),
        (&["fmt"], "latin.game"),
        (&["fmt", "--check"], "missing.game"),
    ] {
        let arguments: Vec<_> = command.iter().chain([&argument]).copied().collect();
        let run = folder.run(&arguments).status(2).err("G104").err(argument);
        assert_eq!(run.out, "", "{arguments:?}");
    }
    for argument in ["missing.game", "sub", "latin.game"] {
        folder.run(&["solve", argument, "nim(1)"]).status(2).err("G104").err(argument);
    }
    // An unreadable file decides the exit status before a wrong spec does, and the other files are still checked.
    let folder = folder.and("wrong.game", "let x = y");
    folder.run(&["check", "wrong.game", "missing.game", "game.game"]).status(2).out("game.game").err("G201");
    let run = folder.run(&["check", "missing.game", "--format", "json"]).status(2).quiet();
    assert_eq!(run.json()[0]["diagnostics"][0]["code"], json!("G104"));
    assert_eq!(run.json()[0]["ok"], json!(false));
}

#[test]
fn a_limit_is_3() {
    let folder = Folder::with(
        "game wythoff(a: nat, b: nat) {
           move left(k in 1..=a) -> wythoff(a - k, b)
           move right(k in 1..=b) -> wythoff(a, b - k)
           move both(k in 1..=min(a, b)) -> wythoff(a - k, b - k)
         }
         claim \"large\": forall a in 0..=3000, b in 0..=3000: losing(wythoff(a, b)) <=> min(a, b) == floor(phi * abs(a - b))\n",
    );
    for limit in [["--limit-positions", "50"], ["--limit-time", "300ms"], ["--limit-memory", "1MiB"]] {
        let arguments = [&["check", "game.game"][..], &limit].concat();
        folder.run(&arguments).status(3).err("G501").err(limit[0]).out("undecided");
        let run = folder.run(&[&arguments[..], &["--format", "json"]].concat()).status(3);
        assert_eq!(run.json()[0]["claims"][0]["status"], json!("undecided"), "{limit:?}");
        assert_eq!(run.json()[0]["ok"], json!(false));
        let arguments =
            [&["solve", "game.game", "wythoff(2000, 3000)", "--engine", "graph"][..], &limit].concat();
        folder.run(&arguments).status(3).err("G501").err(limit[0]);
    }
    // The results so far are printed, and a refuted claim decides the exit status before a limit does.
    let folder = nim("claim \"easy\": sg(nim(3)) == 3\nclaim \"hard\": sg(nim(900)) == 900\n");
    folder
        .run(&["check", "game.game", "--limit-positions", "100"])
        .status(3)
        .out("easy")
        .out("proved")
        .out("undecided");
    let folder =
        folder.and("game.game", format!("{NIM}claim: sg(nim(3)) == 2\nclaim: sg(nim(900)) == 900\n"));
    folder.run(&["check", "game.game", "--limit-positions", "100"]).status(1).out("refuted").out("undecided");
}

#[test]
fn settings_are_expressions() {
    // Amounts 1 and 2: values repeat 0, 1, 2. Amounts that are odd: 0, 1, 0, 1.
    let claims = "param T: [int] = []\nclaim: [sg(take(n)) for n in 0..6] == T\n";
    let folder = Folder::with(&format!("{TAKE}{claims}"));
    for (s, t) in [
        ("S={1, 2}", "T=[0, 1, 2, 0, 1, 2]"),
        ("S={k for k in 1..=9 if odd(k)}", "T=[n mod 2 for n in 0..6]"),
        ("S={1,3}|{5}", "T=[0,1]++[0,1]++[0,1]"),
        ("S = 1..=3 ", "T = [0, 1, 2, 3, 0, 1]"),
        ("S={}", "T=[0 for n in 0..6]"),
    ] {
        folder.run(&["check", "game.game", "--set", s, "--set", t]).status(0);
    }
    folder.run(&["check", "game.game"]).status(1).err("G601");
    let run =
        folder.run(&["solve", "game.game", "take(5)", "--set", "S={1,2}", "--format", "json"]).status(0);
    assert_eq!(run.json()[0]["sg"], json!(2));
}

#[test]
fn settings_can_be_wrong() {
    let folder = Folder::with(TAKE);
    for (setting, code) in [
        ("S={1,", "G102"),
        ("S={1,}", "G101"),
        ("S=1 2", "G101"),
        ("S=\"one\"", "G301"),
        ("S={-1}", "G305"),
        ("S={m}", "G201"),
        ("S={1 div 0}", "G304"),
        ("R={1}", "G208"),
        ("take={1}", "G208"),
    ] {
        for command in [&["check", "game.game"][..], &["solve", "game.game", "take(3)"]] {
            let run = folder.run(&[command, &["--set", setting]].concat());
            assert!(matches!(run.status, 1 | 2) && run.err.contains(code), "{setting}: {run:?}");
            assert!(
                run.err.contains("--set") || code == "G208",
                "the place is shown: {setting}: {}",
                run.err
            );
        }
    }
}

#[test]
fn settings_reach_imported_files() {
    let folder = Folder::with("use \"lib/take.game\"\nclaim: sg(take(5)) == 2\n").and("lib/take.game", TAKE);
    folder.run(&["check", "game.game", "--set", "S={1,2}"]).status(0);
    folder.run(&["check", "game.game"]).status(1).err("G601");
    // Paths are relative to the file, wherever the program runs.
    let away = Folder::new();
    let path = folder.path("game.game");
    away.run(&["check", path.to_str().unwrap(), "--set", "S={1,2}"]).status(0);
}

#[test]
fn files_that_a_spec_names_and_that_are_not_there() {
    for text in ["use \"lost.game\"", "param G: graph = load \"lost.edges\"", "let x = load \"lost.json\""] {
        let run = Folder::with(text).run(&["check", "game.game"]);
        assert!(matches!(run.status, 1 | 2), "{run:?}");
        assert!(run.err.contains("G104") && run.err.contains("lost."), "{}", run.err);
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn directories_are_checked_in_the_order_of_names() {
    let folder = Folder::new()
        .and("all/b.game", format!("{NIM}claim: sg(nim(2)) == 2\n"))
        .and("all/a/z.game", format!("{NIM}claim: sg(nim(2)) == 3\n"))
        .and("all/c.game", NIM)
        .and("all/notes.txt", "let x = y");
    let run = folder.run(&["check", "all"]).status(1).err("G601");
    let at = |name: &str| run.out.find(name).unwrap_or_else(|| panic!("{name} in {}", run.out));
    assert!(at("all/a/z.game") < at("all/b.game") && at("all/b.game") < at("all/c.game"), "{}", run.out);
    let lines = folder.run(&["check", "all", "--format", "json"]).status(1).json();
    let names: Vec<_> = lines.iter().map(|line| line["file"].as_str().unwrap()).collect();
    assert_eq!(names, ["all/a/z.game", "all/b.game", "all/c.game"]);
    let oks: Vec<_> = lines.iter().map(|line| line["ok"].as_bool().unwrap()).collect();
    assert_eq!(oks, [false, true, true]);
    folder.run(&["check", "all/b.game", "all/c.game"]).status(0);
}

#[test]
fn strict_fails_on_what_is_only_checked() {
    // gspec has no proof of Fermat's theorem for cubes.
    let folder = Folder::with("claim \"Fermat\": forall a, b, c: a == 0 or b == 0 or a^3 + b^3 != c^3\n");
    folder.run(&["check", "game.game", "--bound", "7"]).status(0).out("checked").out("7");
    let run = folder.run(&["check", "game.game", "--bound", "7", "--format", "json"]).status(0);
    let claim = &run.json()[0]["claims"][0];
    assert_eq!(claim["status"], json!("checked"));
    assert!(claim["bound"].to_string().contains('7'), "{claim}");
    folder.run(&["check", "game.game", "--bound", "7", "--strict"]).status(1).err("G604");
    // Rules that were only watched: at 300 they have no value.
    let rules = "game g(n: nat) { move m when n > 0 and 12 div (n - 15 * 20) != 1 -> g(n - 1) }\n";
    let folder = Folder::with(rules);
    folder.run(&["check", "game.game"]).status(0).out("rules: checked");
    folder.run(&["check", "game.game", "--strict"]).status(1).err("G604").err("not proved to have a value");
    // A bound that is too small misses the counterexample; a greater one finds it.
    let folder = Folder::with("claim forall n: n^2 != 144\n");
    folder.run(&["check", "game.game", "--bound", "11"]).status(0);
    let run = folder.run(&["check", "game.game", "--bound", "12", "--format", "json"]).status(1);
    assert_eq!(run.json()[0]["claims"][0]["counterexample"], json!({"n": 12}));
}

#[test]
fn the_json_of_check_has_the_names_of_the_design() {
    let folder = Folder::with(&format!(
        "{NIM}param unused: nat = 3\ngame dawson(n: nat) = octal \"0.07\"\n\
         claim \"true\": sg(nim(3)) == 3\nclaim \"false\": forall n in 0..=3: sg(nim(n)) < 2\n\
         claim \"far\": forall n: sg(nim(n)) == n\nclaim: sg(dawson(2)) == 1\n"
    ));
    let run = folder.run(&["check", "game.game", "--format", "json", "--bound", "10"]).status(1).quiet();
    let [line] = &run.json()[..] else { panic!("one line: {}", run.out) };
    assert_eq!(keys(line), set(&["file", "ok", "diagnostics", "games", "claims"]));
    assert_eq!((&line["file"], &line["ok"]), (&json!("game.game"), &json!(false)));
    let diagnostics = line["diagnostics"].as_array().unwrap();
    assert!(diagnostics.iter().any(|it| it["severity"] == "warning" && it["code"] == "G406"), "{line}");
    for diagnostic in diagnostics {
        has_keys(diagnostic, &["code", "severity", "message", "help", "labels"]);
        for label in diagnostic["labels"].as_array().unwrap() {
            has_keys(label, &["line", "column", "end_line", "end_column", "text", "primary"]);
        }
        let primary = |label: &&Value| label["primary"] == json!(true);
        assert_eq!(
            diagnostic["labels"].as_array().unwrap().iter().filter(primary).count(),
            1,
            "{diagnostic}"
        );
    }
    let games = line["games"].as_array().unwrap();
    assert_eq!(games.iter().map(|it| it["name"].as_str().unwrap()).collect::<Vec<_>>(), ["nim", "dawson"]);
    for game in games {
        has_keys(game, &["name", "terminates", "theorem", "engine", "shape"]);
        has_keys(&game["terminates"], &["status", "by"]);
        assert_eq!(game["terminates"]["status"], json!("proved"), "{game}");
        if !game["theorem"].is_null() {
            has_keys(&game["theorem"], &["id", "entry", "cite", "status", "bound"]);
        }
        assert!(game["engine"].is_string(), "{game}");
    }
    let claims = line["claims"].as_array().unwrap();
    for claim in claims {
        let names =
            ["name", "line", "status", "by", "bound", "counterexample", "cases", "examined", "seconds"];
        assert_eq!(keys(claim), set(&names));
        let status = claim["status"].as_str().unwrap();
        assert!(["proved", "checked", "refuted", "undecided"].contains(&status), "{claim}");
        assert_eq!(claim["counterexample"].is_object(), status == "refuted", "{claim}");
    }
    let names: Vec<_> = claims.iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, [json!("true"), json!("false"), json!("far"), Value::Null]);
    let lines: Vec<_> = claims.iter().map(|it| it["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [4, 5, 6, 7]);
    assert_eq!(claims[0]["status"], json!("proved"));
    assert_eq!(claims[1]["counterexample"], json!({"n": 2}));
}

#[test]
fn labels_count_lines_and_characters_from_1() {
    // `ä` is two bytes, and one column.
    let folder = Folder::with("// ä\nlet ä = 1\nlet x = [ä, yy]\n");
    let run = folder.run(&["check", "game.game", "--format", "json"]).status(1);
    let line = &run.json()[0];
    let unknown = line["diagnostics"].as_array().unwrap().iter().find(|it| it["code"] == "G201").unwrap();
    let label = &unknown["labels"][0];
    let place = ["line", "column", "end_line", "end_column"].map(|key| label[key].as_u64().unwrap());
    assert_eq!(place, [3, 13, 3, 15], "{label}");
}

#[test]
fn integers_past_2_to_the_53_are_strings() {
    for (number, wanted) in [
        ("2^53 - 1", json!(9007199254740991i64)),
        ("2^53 + 1", json!("9007199254740993")),
        ("-(2^53) - 1", json!("-9007199254740993")),
        ("2^64", json!("18446744073709551616")),
        ("-7", json!(-7)),
    ] {
        let folder = Folder::with(&format!("claim forall n in {{{number}}}: false\n"));
        let run = folder.run(&["check", "game.game", "--format", "json"]).status(1);
        assert_eq!(run.json()[0]["claims"][0]["counterexample"], json!({"n": wanted}), "{number}");
    }
    // Text output quotes nothing.
    Folder::with("claim forall n in {2^64}: false\n")
        .run(&["check", "game.game"])
        .status(1)
        .out("n = 18446744073709551616")
        .err("n = 18446744073709551616");
}

#[test]
fn counterexamples_of_other_types_are_data() {
    for (domain, wanted) in [
        ("{true}", json!(true)),
        ("{\"a\\\"b\"}", json!("a\"b")),
        ("{{1, 2}}", json!([1, 2])),
        ("{[3, 1]}", json!([3, 1])),
    ] {
        let folder = Folder::with(&format!("claim forall x in {domain}: false\n"));
        let run = folder.run(&["check", "game.game", "--format", "json"]).status(1);
        assert_eq!(run.json()[0]["claims"][0]["counterexample"], json!({"x": wanted}), "{domain}");
    }
    let run = Folder::with("claim forall (a, b) in {(1, 2)}: a > b\n")
        .run(&["check", "game.game", "--format", "json"])
        .status(1);
    assert_eq!(run.json()[0]["claims"][0]["counterexample"], json!({"a": 1, "b": 2}));
}

#[test]
fn github_annotations_are_one_line_each() {
    let folder = Folder::with("let x = y\nlet z = (1 +\nlet w = 3\n").and("a,b:c.game", "claim: y == 1\n");
    let run = folder.run(&["check", "game.game", "--format", "github"]).status(1).quiet();
    assert!(!run.out.is_empty());
    for line in run.out.lines() {
        let rest = line.strip_prefix("::error ").or(line.strip_prefix("::warning ")).expect(line);
        let (properties, message) = rest.split_once("::").expect(line);
        assert!(!message.is_empty());
        let properties: Vec<_> = properties.split(',').map(|it| it.split_once('=').expect(line)).collect();
        let names: Vec<_> = properties.iter().map(|it| it.0).collect();
        assert_eq!(names, ["file", "line", "col", "endLine", "endColumn", "title"], "{line}");
        assert_eq!(properties[0].1, "game.game");
        assert!(properties[1..5].iter().all(|it| it.1.parse::<u32>().is_ok_and(|n| n > 0)), "{line}");
        assert!(properties[5].1.starts_with('G'), "{line}");
    }
    let run = folder.run(&["check", "a,b:c.game", "--format", "github"]).status(1);
    assert!(run.out.starts_with("::error file=a%2Cb%3Ac.game,line=1,"), "{}", run.out);
    let run = folder.run(&["check", "gone.game", "--format", "github"]).status(2);
    assert!(run.out.starts_with("::error file=gone.game,title=G104::"), "{}", run.out);
    assert_eq!(nim("").run(&["check", "game.game", "--format", "github"]).status(0).out, "");
}

#[test]
fn sarif_is_one_document() {
    let folder = Folder::with("claim: y == 1\n").and("good.game", NIM).and("two.game", "let x = (1\n");
    let run = folder.run(&["check", "game.game", "good.game", "two.game", "gone.game", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&run.status(2).quiet().out).unwrap();
    assert_eq!(log["version"], json!("2.1.0"));
    let [one] = &log["runs"].as_array().unwrap()[..] else { panic!("one run") };
    let driver = &one["tool"]["driver"];
    assert_eq!(driver["name"], json!("gspec"));
    let rules: Vec<_> = driver["rules"].as_array().unwrap().iter().map(|rule| rule["id"].clone()).collect();
    let results = one["results"].as_array().unwrap();
    assert!(results.iter().all(|it| rules.contains(&it["ruleId"])));
    assert!(results.iter().all(|it| it["message"]["text"].is_string() && it["level"].is_string()));
    let uri = |it: &Value| {
        it["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap().to_string()
    };
    let found: BTreeSet<_> = results.iter().map(uri).collect();
    assert_eq!(found, ["game.game", "gone.game", "two.game"].map(String::from).into());
    let region = &results[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&json!(1), &json!(8)), "{region}");
    let run = folder.run(&["check", "good.game", "--format", "sarif"]).status(0);
    let log: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(log["runs"][0]["results"], json!([]));
}

// solve.

fn solved(folder: &Folder, arguments: &[&str]) -> Vec<Value> {
    folder.run(&[&["solve", "game.game", "--format", "json"], arguments].concat()).status(0).quiet().json()
}

#[test]
fn three_heaps_with_rules_of_their_own() {
    // Ferguson, Game Theory, I.4.4: 9 mod 4 = 1, 10 mod 6 = 4, 14 mod 8 = 6, and 1 xor 4 xor 6 = 3. The winning
    // moves make the nim-sum 0: 6 becomes 5 (take 1 of 14), or 1 becomes 2 (take 3 of 9: 6 mod 4 = 2).
    let spec = "specs/heaps/three_rules.game";
    for position in ["three(9) + five(10) + seven(14)", "ferguson"] {
        let run = gspec(&["solve", spec, position, "--format", "json"]).status(0).quiet();
        let [answer] = &run.json()[..] else { panic!("one line") };
        assert_eq!((&answer["outcome"], &answer["sg"]), (&json!("N"), &json!(3)));
        let moves: BTreeSet<_> =
            answer["moves"].as_array().unwrap().iter().map(|it| it["move"].as_str().unwrap()).collect();
        assert_eq!(moves, set(&["three(9): take(k = 3)", "seven(14): take(k = 1)"]));
        for it in answer["moves"].as_array().unwrap() {
            assert_eq!((&it["outcome"], &it["sg"]), (&json!("P"), &json!(0)), "{it}");
        }
    }
    let run = gspec(&["solve", spec, "three(9) + five(10) + seven(14)"]).status(0).quiet();
    run.out("N").out("value       3").out("seven(14): take(k = 1)");
}

#[test]
fn the_name_of_the_only_game_may_be_left_out() {
    let pairs = "game pairs(a: nat, b: nat) { move one when a > 0 -> pairs(a - 1, b) }\n";
    let folder = Folder::with(pairs);
    let named = folder.run(&["solve", "game.game", "pairs(4, 7)"]).status(0).quiet();
    let bare = folder.run(&["solve", "game.game", "(4, 7)"]).status(0).quiet();
    assert_eq!(bare.out, named.out);
    folder.run(&["solve", "game.game", "(4, 7, 1)"]).status(2).err("`pairs` takes 2 arguments");
    // `(4)` and `[4]` are not: `0` is a position by itself already.
    folder.run(&["solve", "game.game", "[4, 7]"]).status(2).err("the name of its game");
    let table =
        folder.run(&["table", "game.game", "(a, b)", "a=0..5", "b=0..2", "--format", "csv"]).status(0);
    assert!(table.out.contains("4,1,0"), "{}", table.out);
    // With two games the help names the one that has as many fields; `4` could be either of two.
    let folder = Folder::with(&format!("{pairs}{NIM}"));
    folder.run(&["solve", "game.game", "(4, 7)"]).status(2).err("write the name of the game: `pairs(4, 7)`");
    let folder = Folder::with(&format!("{NIM}{}", NIM.replace("nim", "other")));
    folder.run(&["solve", "game.game", "4"]).status(2).err("name the game: `nim(n)` or `other(n)`");
}

#[test]
fn the_json_of_solve_has_the_names_of_the_design() {
    let [answer] = &solved(&nim(""), &["nim(3)", "--moves", "all"])[..] else { panic!("one line") };
    let wanted = ["position", "convention", "outcome", "sg", "remoteness", "evidence", "engine", "moves"];
    assert_eq!(keys(answer), set(&wanted));
    assert_eq!(keys(&answer["evidence"]), set(&["status", "by", "bound"]));
    assert_eq!(answer["evidence"]["status"], json!("proved"));
    let expected = json!([
        {"move": "take(k = 1)", "to": "nim(2)", "outcome": "N", "sg": 2},
        {"move": "take(k = 2)", "to": "nim(1)", "outcome": "N", "sg": 1},
        {"move": "take(k = 3)", "to": "nim(0)", "outcome": "P", "sg": 0},
    ]);
    assert_eq!(answer["moves"], expected);
    // The mover takes all at once.
    assert_eq!((&answer["position"], &answer["remoteness"]), (&json!("nim(3)"), &json!(1)));
    assert_eq!(
        (&answer["convention"], &answer["outcome"], &answer["sg"]),
        (&json!("normal"), &json!("N"), &json!(3))
    );
}

#[test]
fn several_positions_are_answered_in_order() {
    let answers =
        solved(&nim(""), &["nim(2)", "nim(1) + nim(1)", "0", "3*nim(5)", "nim(1) + nim(2) + nim(3)"]);
    let values: Vec<_> = answers.iter().map(|it| it["sg"].as_u64().unwrap()).collect();
    assert_eq!(values, [2, 0, 0, 5, 0]);
    let outcomes: Vec<_> = answers.iter().map(|it| it["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["N", "P", "P", "N", "P"]);
    assert_eq!((&answers[2]["remoteness"], &answers[2]["moves"]), (&json!(0), &json!([])));
    // Play from 1 + 1 lasts two moves; from a P position no move wins.
    assert_eq!((&answers[1]["remoteness"], &answers[1]["moves"]), (&json!(2), &json!([])));
}

#[test]
fn positions_may_be_computed() {
    let folder = nim("param K: nat = 4\nstart two = nim(K) + nim(K + 1)\n");
    let answers =
        solved(&folder, &["sum(nim(i) for i in 1..=K)", "two", "if K > 3 then nim(7) else 0", "K*nim(1)"]);
    let values: Vec<_> = answers.iter().map(|it| it["sg"].as_u64().unwrap()).collect();
    // 1 xor 2 xor 3 xor 4 = 4; 4 xor 5 = 1; 7; 1 xor 1 xor 1 xor 1 = 0.
    assert_eq!(values, [4, 1, 7, 0]);
    let answers = solved(&folder, &["two", "--set", "K=6"]);
    assert_eq!(answers[0]["sg"], json!(1));
}

#[test]
fn misere_nim() {
    // Bouton: as in normal play while a heap has two or more; with ones only, an odd number of them loses.
    let positions = [
        ("misere nim(1)", "P"),
        ("misere nim(2)", "N"),
        ("misere nim(1) + nim(1)", "N"),
        ("misere nim(2) + nim(2)", "P"),
        ("misere 3*nim(1)", "P"),
        ("misere nim(1) + nim(2) + nim(3)", "P"),
        ("misere nim(1) + nim(2)", "N"),
        ("misere 0", "N"),
    ];
    for (position, outcome) in positions {
        let [answer] = &solved(&nim(""), &[position])[..] else { panic!("one line") };
        let got = (&answer["outcome"], &answer["sg"], &answer["convention"]);
        assert_eq!(got, (&json!(outcome), &Value::Null, &json!("misere")), "{position}");
    }
}

#[test]
fn anti_play_ends_when_all_values_are_0() {
    // On Nim heaps this is misère play: only empty heaps have value 0. A heap of `one` has value 0 if it is even; when
    // all heaps are even, the player to move has won.
    for (position, outcome) in
        [("anti nim(1)", "P"), ("anti nim(2)", "N"), ("anti nim(2) + nim(2)", "P"), ("anti nim(0)", "N")]
    {
        let [answer] = &solved(&nim(""), &[position])[..] else { panic!("one line") };
        let got = (&answer["outcome"], &answer["sg"], &answer["convention"]);
        assert_eq!(got, (&json!(outcome), &Value::Null, &json!("anti")), "{position}");
    }
    let folder = Folder::with(ONE);
    for (position, outcome, remoteness) in [
        ("anti one(4)", "N", 0),
        ("anti one(3)", "P", 1),
        ("anti one(2) + one(6)", "N", 0),
        ("anti one(3) + one(1)", "N", 2),
    ] {
        let [answer] = &solved(&folder, &[position])[..] else { panic!("one line") };
        assert_eq!(
            (&answer["outcome"], &answer["remoteness"]),
            (&json!(outcome), &json!(remoteness)),
            "{position}"
        );
    }
}

#[test]
fn compounds_of_heaps_of_one_length() {
    // Every move takes one from each heap that moves: `short all` lasts as long as the least heap, `long all` as
    // the greatest; `some` loses when every heap is even (the mover evens out the odd ones).
    for (position, outcome, remoteness) in [
        ("short all(one(2), one(3))", "P", Some(2)),
        ("short all(one(5), one(3))", "N", Some(3)),
        ("long all(one(2), one(3))", "N", Some(3)),
        ("long all(one(4), one(3))", "P", Some(4)),
        ("all(one(4), one(3))", "P", Some(4)),
        ("short all(one(0), one(3))", "P", Some(0)),
        ("all(one(0), one(3))", "N", Some(3)),
        ("some(one(2), one(3))", "N", None),
        ("some(one(2), one(4))", "P", None),
        ("some(one(1), one(1))", "N", Some(1)),
    ] {
        let [answer] = &solved(&Folder::with(ONE), &[position])[..] else { panic!("one line") };
        assert_eq!(answer["outcome"], json!(outcome), "{position}");
        if let Some(remoteness) = remoteness {
            assert_eq!(answer["remoteness"], json!(remoteness), "{position}");
        }
    }
}

#[test]
fn draws_of_loopy_games() {
    let folder = Folder::with(
        "let G = graph { a -> b -> a; b -> c -> d; e -> d; f }\n\
         loopy game walk(v: vertex) { move step(w in out(G, v)) -> walk(w) }\n",
    );
    // From c the mover goes to d, where there is no move, and wins. A move from b to c would lose, so a and b are drawn.
    for (vertex, outcome, remoteness) in [
        ("a", "D", None),
        ("b", "D", None),
        ("c", "N", Some(1)),
        ("d", "P", Some(0)),
        ("e", "N", Some(1)),
        ("f", "P", Some(0)),
    ] {
        let [answer] = &solved(&folder, &[&format!("walk({vertex})")])[..] else { panic!("one line") };
        let remoteness = remoteness.map_or(Value::Null, Value::from);
        assert_eq!((&answer["outcome"], &answer["remoteness"]), (&json!(outcome), &remoteness), "{vertex}");
    }
    let [answer] = &solved(&folder, &["walk(a)"])[..] else { panic!("one line") };
    assert_eq!(answer["sg"], Value::Null, "an infinite value");
    folder.run(&["solve", "game.game", "walk(a)"]).status(0).quiet().out("draw");
}

#[test]
fn win_ends_have_outcomes_but_no_sums() {
    let folder = Folder::with(
        "game race(n: nat) {\n  end when n == 0: win\n  move take(k in 1..=2) when k <= n -> race(n - k)\n}\n",
    );
    // 0 is won, 1 is lost (its one move gives 0), 2 may go to 1, 3 may go to 1, 4 goes to 3 or 2.
    for (n, outcome) in [(0, "N"), (1, "P"), (2, "N"), (3, "N"), (4, "P"), (5, "N")] {
        let [answer] = &solved(&folder, &[&format!("race({n})")])[..] else { panic!("one line") };
        assert_eq!((&answer["outcome"], &answer["sg"]), (&json!(outcome), &Value::Null), "race({n})");
    }
    for position in ["race(1) + race(2)", "2*race(3)", "misere race(2) + race(1)", "anti race(2)"] {
        folder.run(&["solve", "game.game", position]).status(1).err("G413");
    }
    let text = folder.text("game.game");
    for claim in ["sg(race(2)) == 1", "losing(race(1) + race(2))"] {
        let folder = Folder::with(&format!("{text}claim: {claim}\n"));
        let run = folder.run(&["check", "game.game", "--format", "json"]).status(1);
        let line = &run.json()[0];
        assert_eq!(line["claims"][0]["status"], json!("undecided"), "{claim}");
        assert!(line["diagnostics"].as_array().unwrap().iter().any(|it| it["code"] == "G413"), "{line}");
    }
}

#[test]
fn moves_all_or_winning() {
    let folder = nim("");
    let all = solved(&folder, &["nim(2) + nim(3)", "--moves", "all"]);
    assert_eq!(all[0]["moves"].as_array().unwrap().len(), 5);
    let winning = solved(&folder, &["nim(2) + nim(3)", "--moves", "winning"]);
    assert_eq!(winning, solved(&folder, &["nim(2) + nim(3)"]));
    // 2 xor 3: only 3 to 2 leaves 0.
    let expected = json!([{"move": "nim(3): take(k = 1)", "to": "2*nim(2)", "outcome": "P", "sg": 0}]);
    assert_eq!(winning[0]["moves"], expected);
}

#[test]
fn positions_can_be_wrong() {
    let folder = nim("let t = 3\n");
    for (position, code) in [
        ("nim(", "G102"),
        ("nim(1) +", "G101"),
        ("", "G101"),
        ("nimm(3)", "G203"),
        ("nim(m)", "G201"),
        ("nim(1, 2)", "G302"),
        ("nim(true)", "G301"),
        ("t", "G301"),
        ("1 + 1", "G301"),
        ("nim(-1)", "G305"),
        ("nim(1 div 0)", "G304"),
        ("nim(1) + misere nim(2)", ""),
    ] {
        let run = folder.run(&["solve", "game.game", position]);
        assert!(matches!(run.status, 1 | 2), "{position}: {run:?}");
        assert_eq!(run.out, "", "{position}");
        assert!(run.err.contains(code) && run.err.contains('G'), "{position}: {}", run.err);
    }
    // The errors of a wrong spec come before any position.
    Folder::with("let x = y").run(&["solve", "game.game", "nim(1)"]).status(1).err("G201");
}

// fmt.

/// Not in canonical layout, by any taste.
const UGLY: &str = "game   nim( n:nat ){move take( k in 1..=n )->nim( n-k )}// c\n\n\n\nlet x=1+2";

#[test]
fn fmt_changes_a_file_in_place_and_once() {
    let folder = Folder::with(UGLY);
    let run = folder.run(&["fmt", "game.game"]).status(0).quiet();
    assert_eq!(run.out, "");
    let once = folder.text("game.game");
    assert_ne!(once, UGLY);
    assert!(once.contains("// c") && once.contains("let x = 1 + 2"), "{once}");
    folder.run(&["fmt", "game.game"]).status(0).quiet();
    assert_eq!(folder.text("game.game"), once);
    assert_eq!(folder.names(), ["game.game"], "nothing is left behind");
}

#[test]
fn fmt_check_changes_nothing() {
    let folder = Folder::with(UGLY);
    let run = folder.run(&["fmt", "--check", "game.game"]).status(1).err("error[G113]: game.game");
    assert_eq!((run.out.as_str(), folder.text("game.game").as_str()), ("", UGLY));
    folder.run(&["fmt", "game.game"]).status(0);
    folder.run(&["fmt", "--check", "game.game"]).status(0).quiet();
}

#[test]
fn fmt_expand_prints_and_changes_nothing() {
    let folder = Folder::with("game dawson(n: nat) = octal \"0.07\"\n");
    let run =
        folder.run(&["fmt", "--expand", "game.game"]).status(0).quiet().out("move").out("dawson(n - 2 - ");
    assert!(!run.out.contains("octal \"0.07\"\n") || run.out.contains("//"), "{}", run.out);
    assert_eq!(folder.text("game.game"), "game dawson(n: nat) = octal \"0.07\"\n");
    Folder::with("game bad(n: nat) = octal \"0.9\"\n")
        .run(&["fmt", "--expand", "game.game"])
        .status(1)
        .err("G107");
}

#[test]
fn fmt_reads_standard_input() {
    let folder = Folder::new();
    let run = folder.feed(&["fmt", "-"], "let   x=1").status(0).quiet();
    assert_eq!(run.out, "let x = 1\n");
    let run = folder.feed(&["fmt", "--check", "-"], "let   x=1").status(1);
    assert_eq!(run.out, "");
    folder.feed(&["fmt", "--check", "-"], "let x = 1\n").status(0).quiet();
    folder.feed(&["fmt", "--expand", "-"], "game g(n: nat) = take {1, 2}").status(0).out("move");
    let run = folder.feed(&["fmt", "-"], "let x = (").status(1).err("G102");
    assert_eq!(run.out, "");
    folder.feed(&["fmt", "-"], b"let x = \xff").status(2).err("G104");
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn fmt_keeps_a_file_that_does_not_parse() {
    let folder = Folder::with("let   x = (1").and("b.game", "let   y=2");
    folder.run(&["fmt", "game.game", "b.game"]).status(1).err("G102");
    assert_eq!(folder.text("game.game"), "let   x = (1");
    assert_eq!(folder.text("b.game"), "let y = 2\n", "the others are done");
    folder.run(&["fmt", "b.game", "gone.game", "game.game"]).status(2);
}

#[test]
fn fmt_does_directories() {
    let folder = Folder::new()
        .and("all/a.game", "let  x=1")
        .and("all/b/c.game", "let  y=1")
        .and("all/d.txt", "let  z=1");
    folder.run(&["fmt", "--check", "all"]).status(1).err("all/a.game").err("all/b/c.game");
    folder.run(&["fmt", "all"]).status(0);
    let texts = ["all/a.game", "all/b/c.game", "all/d.txt"].map(|name| folder.text(name));
    assert_eq!(texts, ["let x = 1\n", "let y = 1\n", "let  z=1"]);
}

#[cfg(unix)]
#[test]
fn fmt_keeps_rights_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with("let  x=1");
    let rights = |mode| std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(folder.path("game.game"), rights(0o640)).unwrap();
    symlink("game.game", folder.path("link.game")).unwrap();
    folder.run(&["fmt", "link.game"]).status(0).quiet();
    assert_eq!(folder.text("game.game"), "let x = 1\n");
    assert!(folder.path("link.game").symlink_metadata().unwrap().is_symlink());
    assert_eq!(folder.path("game.game").metadata().unwrap().permissions().mode() & 0o777, 0o640);
}

/// A limit of the shell on the size of files has the effect of a full disk.
#[cfg(unix)]
#[test]
fn fmt_loses_nothing_on_a_full_disk() {
    let folder = Folder::with(UGLY);
    let mut command = Command::new("sh");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" fmt game.game";
    command.args(["-c", script, env!("CARGO_BIN_EXE_gspec")]).current_dir(folder.path(""));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(command, b"").status(2).err("game.game");
    assert_eq!(folder.text("game.game"), UGLY);
    assert_eq!(folder.names(), ["game.game"]);
}

#[cfg(unix)]
#[test]
fn fmt_keeps_a_file_in_a_folder_that_takes_no_writing() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new().and("locked/game.game", UGLY);
    let rights = |mode| {
        std::fs::set_permissions(folder.path("locked"), std::fs::Permissions::from_mode(mode)).unwrap()
    };
    rights(0o555);
    // The superuser may write anywhere.
    let allowed = std::fs::File::create(folder.path("locked/probe")).is_ok();
    if !allowed {
        folder.run(&["fmt", "locked/game.game"]).status(2).err("cannot write");
        assert_eq!(folder.text("locked/game.game"), UGLY);
    }
    rights(0o755);
}

// explain.

#[test]
fn explain_shows_pages() {
    let page = gspec(&["explain", "G401"]).status(0).quiet().out("G401").out("```");
    assert_eq!(gspec(&["explain", "g401"]).status(0).quiet().out, page.out);
    let run = gspec(&["explain", "G999"]).status(2).err("G999");
    assert_eq!(run.out, "");
    gspec(&["explain", "builtins"]).status(0).quiet().out("`gcd(12, 18) == 6`").out("`zeckendorf`");
    gspec(&["explain", "operators"]).status(0).quiet().out("`|`").out("union of sets").out("`xs[i..j]`");
    // Of the attributes of an example in the documentation, only the expected error is shown.
    let operators =
        gspec(&["explain", "operators"]).status(0).quiet().out("This is an error (G109):\n\n```game\n");
    assert!(!operators.out.contains("error="), "{}", operators.out);
    let builtins = gspec(&["explain", "builtins"]).status(0).quiet();
    assert!(!builtins.out.contains("<details>") && !builtins.out.contains("</"), "{}", builtins.out);
    gspec(&["explain", "load"]).status(0).quiet().out(".edges");
    // Pages of their own, not only the name of the reference.
    gspec(&["explain", "blocking"]).status(0).quiet().out("forbid up to `b`").out("```game\n");
    gspec(&["explain", "pass"]).status(0).quiet().out("`pass k each`").out("passes: nat");
    let again = gspec(&["explain", "again"]).status(0).quiet().out("`-> again g(…)`").out("**loony**");
    for word in ["complimenting", "entailing", "loony"] {
        assert_eq!(gspec(&["explain", word]).status(0).quiet().out, again.out);
    }
    for (word, topic) in
        [("xor", "operators"), ("<=>", "operators"), ("move", "moves"), ("forall", "quantifiers")]
    {
        let page = gspec(&["explain", topic]).status(0).quiet().out;
        assert_eq!(gspec(&["explain", word]).status(0).quiet().out, page, "{word}");
    }
    gspec(&["explain", ""]).status(2);
    gspec(&["explain", "no such thing at all"]).status(2);
}

#[test]
fn explain_lists_all_codes_and_each_has_a_page() {
    let list = gspec(&["explain"]).status(0).quiet();
    let names = list.out.lines().filter_map(|line| line.split("  ").next());
    let codes: Vec<_> = names.flat_map(|names| names.split(", ")).collect();
    let known: Vec<_> = gspec::diagnostic::codes().iter().map(|code| code.name()).collect();
    let topics = codes.strip_prefix(&known[..]).unwrap_or_else(|| panic!("{codes:?}"));
    assert!(["operators", "builtins", "theorems"].iter().all(|topic| topics.contains(topic)), "{topics:?}");
    for code in codes {
        let run = gspec(&["explain", code]).status(0).quiet();
        assert!(run.out.len() > 200, "{code}: {}", run.out);
    }
}

// Streams.

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::with(&format!("let xs = [{}]\n", "1234567, ".repeat(50_000) + "1"));
    for arguments in [&["fmt", "--expand", "game.game"][..], &["explain"], &["check", "game.game"]] {
        let mut child = program(folder.path("").as_path(), arguments).spawn().unwrap();
        drop(child.stdout.take());
        let mut errors = child.stderr.take().unwrap();
        assert!(wait(&mut child) >= 0, "{arguments:?}: a signal, or a hang");
        let mut told = String::new();
        errors.read_to_string(&mut told).unwrap();
        assert!(!told.contains("panicked") && !told.contains("cannot write"), "{arguments:?}: {told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = nim("claim: sg(nim(3)) == 3\n");
    for arguments in [
        &["check", "game.game"][..],
        &["check", "game.game", "--format", "json"],
        &["check", "game.game", "--format", "sarif"],
        &["solve", "game.game", "nim(3)"],
        &["fmt", "--expand", "game.game"],
        &["explain"],
        &["explain", "G401"],
    ] {
        let mut command = program(folder.path("").as_path(), arguments);
        command.stdout(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        finish(command, b"").status(2).err("cannot write");
    }
}

#[test]
fn no_colour_where_there_is_no_terminal() {
    let folder = nim("claim: sg(nim(3)) == 2\nlet x = y\n");
    for arguments in [&["check", "game.game"][..], &["explain", "G401"], &["--help"], &["check", "--frob"]] {
        let run = folder.run(arguments);
        assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'), "{run:?}");
    }
}

/// Runs `script`, which pretends to be a terminal; `None` if it is not installed.
#[cfg(target_os = "linux")]
fn on_a_terminal(folder: &Folder, environment: &[(&str, &str)], arguments: &str) -> Option<String> {
    let mut command = Command::new("script");
    command.args(["-qec", &format!("{} {arguments}", env!("CARGO_BIN_EXE_gspec")), "/dev/null"]);
    command.current_dir(folder.path("")).env_remove("NO_COLOR").env("TERM", "xterm");
    command.envs(environment.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    match Command::new("script").arg("--version").output() {
        Ok(_) => Some(finish(command, b"").out),
        Err(_) => None,
    }
}

#[cfg(target_os = "linux")]
#[test]
fn colours_on_a_terminal_unless_no_color() {
    let folder = nim("claim: sg(nim(3)) == 2\n");
    let Some(plain) = on_a_terminal(&folder, &[("NO_COLOR", "1")], "check game.game") else { return };
    assert!(plain.contains("G601") && !plain.contains('\u{1b}'), "{plain:?}");
    let coloured = on_a_terminal(&folder, &[], "check game.game").unwrap();
    assert!(coloured.contains("\u{1b}[") && coloured.contains("G601"), "{coloured:?}");
    // no-color.org: only when present and not empty.
    let empty = on_a_terminal(&folder, &[("NO_COLOR", "")], "check game.game").unwrap();
    assert!(empty.contains("\u{1b}["), "{empty:?}");
    let json = on_a_terminal(&folder, &[], "check game.game --format json").unwrap();
    assert!(!json.contains('\u{1b}'), "{json:?}");
}

#[test]
fn strange_widths_do_no_harm() {
    let folder = nim("claim: sg(nim(3)) == 2\n");
    for columns in ["0", "1", "40", "99999999999999999999", "wide", "-5"] {
        let mut command = program(folder.path("").as_path(), &["check", "game.game"]);
        command.env("COLUMNS", columns);
        finish(command, b"").status(1).err("G601");
    }
}

#[test]
fn many_diagnostics_are_cut_in_text_and_all_there_in_json() {
    let text: String = (0..500).map(|n| format!("claim: b{n} == 1\n")).collect();
    let folder = Folder::with(&text);
    let run = folder.run(&["check", "game.game"]).status(1).err("more");
    assert!(run.err.len() < 60_000, "{} bytes", run.err.len());
    let run = folder.run(&["check", "game.game", "--format", "json"]).status(1);
    assert_eq!(run.json()[0]["diagnostics"].as_array().unwrap().len(), 500);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn every_spec_of_the_corpus_is_reported_as_json() {
    // Every ninth spec only, because the corpus has a test of its own.
    for spec in files("specs", "game").iter().step_by(9) {
        let name = spec.strip_prefix(root()).unwrap().to_str().unwrap();
        let run = gspec(&["check", name, "--format", "json"]).status(0).quiet();
        assert_eq!(run.json()[0]["file"], json!(name));
    }
}
