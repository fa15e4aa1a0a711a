//! Boards that split, through the program: values that theorems give, and rules that are refused. Random
//! boards are compared with the reference next to the engine (`src/solve/cells/tests.rs`).

use super::case::{Case, repository};
use super::share::share;
use super::support::{Folder, finish, program};

/// Cram on a set of cells, and on a grid of texts with the same moves.
const BOARDS: &str = r#"
game cram(free: {(nat, nat)}) {
  move lying((x, y) in free)   when (x + 1, y) in free -> cram(free - {(x, y), (x + 1, y)})
  move upright((x, y) in free) when (x, y + 1) in free -> cram(free - {(x, y), (x, y + 1)})
}
game grid(b: [text]) {
  measure sum(count(b[y][x] == "." for x in indices(b[y])) for y in indices(b))
  move lying(y in indices(b), x in indices(b[y])) when x + 1 < len(b[y]) and b[y][x..x + 2] == ".."
    -> grid(b with [y][{x, x + 1}] = "XX")
  move upright(y in indices(b), x in indices(b[y])) when y + 1 < len(b) and b[y][x] == "." and b[y + 1][x] == "."
    -> grid(b with [y][x] = "X" with [y + 1][x] = "X")
}
fn board(width: nat, height: nat): {(nat, nat)} = {(x, y) for x in 0..width for y in 0..height}
"#;

fn statuses(spec: String) -> Vec<(String, String)> {
    let report = Case { spec, ..Case::default() }.check();
    let claims = report["claims"].as_array().unwrap_or_else(|| panic!("{report}"));
    let word = |it: &serde_json::Value| it.as_str().unwrap_or_default().to_string();
    claims.iter().map(|claim| (word(&claim["name"]), word(&claim["status"]))).collect()
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn boards_have_the_values_that_theorems_tell() {
    let spec = format!(
        "{BOARDS}
         game dawson(n: nat) = octal \"0.07\"
         claim \"strips\": forall n in 12..=60: sg(cram(board(n, 1))) == sg(dawson(n))
         claim \"upright strips\": forall n in 12..=30: sg(cram(board(1, n))) == sg(dawson(n))
         claim \"strips of text\":
           forall n in 12..=25: sg(grid([\"..............................\"[0..n]])) == sg(dawson(n))
         claim \"two strips\": losing(cram(board(14, 1) | {{(x, 7) for x in 0..14}}))
         claim \"even by even loses\": losing(grid([\"....\", \"....\", \"....\", \"....\"]))
         claim \"even by odd wins\": winning(grid([\".....\", \".....\", \".....\", \".....\"]))
         claim \"the same\": equal(grid([\".......\", \".......\"]), cram(board(2, 7)))"
    );
    for (name, status) in statuses(spec) {
        assert_eq!(status, "proved", "{name}");
    }
}

#[test]
fn graphs_and_lines_fall_apart() {
    // A path under node Kayles is Dawson's Chess, one under arc Kayles is Dawson's Kayles.
    let edges: Vec<String> = (1..24).map(|at| format!("{at} - {}", at + 1)).collect();
    let spec = format!(
        "param P: graph = graph undirected {{ {} }}
         game node(live: {{vertex}}) {{ move take(v in live) -> node(live - {{v}} - neighbours(P, v)) }}
         game arc(live: {{vertex}}) {{
           move take((u, v) in edges(P)) when u in live and v in live -> arc(live - {{u, v}}) }}
         game chess(n: nat) = octal \"0.137\"
         game kayles(n: nat) = octal \"0.07\"
         claim \"nodes\": forall n in 12..=24: sg(node({{v for v in 1..=n}})) == sg(chess(n))
         claim \"arcs\": forall n in 12..=24: sg(arc({{v for v in 1..=n}})) == sg(kayles(n))",
        edges.join("; ")
    );
    for (name, status) in statuses(spec) {
        assert_eq!(status, "proved", "{name}");
    }
}

#[test]
fn the_engine_is_named_and_says_how() {
    let folder = Folder::with(BOARDS);
    // No theorem takes boards of odd width and height.
    let arguments = ["solve", "game.game", "cram(board(3, 5))", "--format", "json"];
    let run = finish(program(&folder.path(""), &arguments), b"");
    let view: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
    assert_eq!((view["engine"].as_str(), view["sg"].as_i64()), (Some("cells"), Some(1)), "{view}");
    let by = view["evidence"]["by"].as_str().unwrap();
    assert!(by.contains("play as a sum"), "{by}");
    let query = ["query", "game.game", "cram(board(a, b))", "--as", "sg"];
    let run = finish(program(&folder.path(""), &query), b"13 1\n2 2\n20 1\n");
    // Dawson's Kayles: 0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3
    assert_eq!(run.out, "2\n0\n3\n");
}

#[test]
fn what_looks_at_the_whole_board_is_refused_with_the_place() {
    let spec = repository().join("specs/strings/treblecross.game");
    let arguments = ["solve", spec.to_str().unwrap(), "treblecross(\".............\")", "--engine", "cells"];
    let run = finish(program(&repository(), &arguments), b"");
    assert!(run.err.contains("G504") && run.err.contains("reads many cells at once"), "{}", run.err);
}

#[test]
fn play_that_comes_back_has_no_value_though_equal_parts_would_cancel() {
    let boards = [
        // Each `x` may become `y` and `x` again for ever.
        (
            r#"game g(s: text) {
              move a(i in 0..len(s)) when s[i] == "x" -> g(s with [i] = "y")
              move b(i in 0..len(s)) when s[i] == "y" -> g(s with [i] = "x")
              move c(i in 0..len(s)) when s[i] == "z" -> g(s with [i] = "-")
            }"#,
            "xx----------z",
        ),
        // A cell that was wiped out may be wiped out again: nothing is consumed though a cross never returns.
        (
            r#"game g(s: text) {
              move a(i in 0..len(s) - 1) when s[i] == "z" -> g(s with [i + 1] = "-")
              move b(i in 0..len(s)) when s[i] == "x" -> g(s with [i] = "-")
            }"#,
            "zxzx----------",
        ),
    ];
    for (spec, board) in boards {
        let folder = Folder::with(spec);
        let query = ["query", "game.game", "g(s)", "--as", "sg"];
        let run = finish(program(&folder.path(""), &query), format!("\"{board}\"\n").as_bytes());
        assert!(run.out == "error\n" && run.err.contains("can return"), "{}{}", run.out, run.err);
    }
}

#[test]
fn a_strip_of_clobber_falls_apart_by_itself() {
    let folder = Folder::with(
        r#"game strip(b: text) {
          measure count(b[i] != "." for i in indices(b))
          move right(i in 1..len(b)) when b[i] != "." and b[i - 1] != "." and b[i - 1] != b[i]
            -> strip(b with [i] = b[i - 1] with [i - 1] = ".")
          move left(i in 1..len(b)) when b[i] != "." and b[i - 1] != "." and b[i - 1] != b[i]
            -> strip(b with [i - 1] = b[i] with [i] = ".")
        }"#,
    );
    let arguments = ["solve", "game.game", &format!("strip(\"{}\")", "xo".repeat(18)), "--format", "json"];
    let run = finish(program(&folder.path(""), &arguments), b"");
    let view: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
    // The value is that of a program in Python that cuts at the gaps.
    assert_eq!((view["engine"].as_str(), view["sg"].as_i64()), (Some("cells"), Some(3)), "{view}");
}

/// This engine does not support misère play: it declines, and without `--engine` gspec takes another one and
/// names it.
#[test]
fn misere_play_is_declined() {
    let folder = Folder::with(BOARDS);
    let position = "misere cram({(x, y) for x in 0..4 for y in 0..3})";
    let solve = |engine: &str| {
        let arguments = ["solve", "game.game", position, "--format", "json", "--engine", engine];
        finish(program(&folder.path(""), &arguments), b"")
    };
    let view = |engine: &str| {
        let run = solve(engine);
        serde_json::from_str::<serde_json::Value>(run.out.trim()).unwrap_or_else(|_| panic!("{}", run.err))
    };
    let declined = solve("cells").status(2);
    assert!(declined.err.contains("G504") && declined.err.contains("decide normal"), "{}", declined.err);
    let (by_itself, reference) = (view("auto"), view("reference"));
    assert_ne!(by_itself["engine"], "cells", "{by_itself}");
    assert_eq!(by_itself["outcome"], reference["outcome"]);
}

#[test]
fn no_move_of_a_lost_board_is_searched() {
    let folder = Folder::with(BOARDS);
    // The board is lost. A search of the boards to which its forty moves lead would need many more parts.
    let arguments =
        ["solve", "game.game", "cram(board(5, 5))", "--limit-positions", "5000", "--format", "json"];
    let run = finish(program(&folder.path(""), &arguments), b"").status(0);
    let view: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
    assert_eq!((view["outcome"].as_str(), view["sg"].as_i64()), (Some("P"), Some(0)), "{view}");
    assert_eq!(view["moves"], serde_json::json!([]));
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn values_after_moves_are_told_as_long_as_that_is_short() {
    let folder = Folder::with(BOARDS);
    let solve = |position: &str, more: &[&str]| {
        let arguments = [&["solve", "game.game", position, "--moves", "all"], more].concat();
        finish(program(&folder.path(""), &arguments), b"").status(0).out
    };
    let view: serde_json::Value =
        serde_json::from_str(solve("cram(board(3, 5))", &["--format", "json"]).trim()).unwrap();
    let after: Vec<i64> =
        view["moves"].as_array().unwrap().iter().map(|it| it["sg"].as_i64().unwrap()).collect();
    let least_missing = (0..).find(|value| !after.contains(value));
    assert_eq!((after.len(), view["sg"].as_i64()), (22, least_missing), "{view}");
    for it in view["moves"].as_array().unwrap() {
        assert_eq!(it["outcome"] == "P", it["sg"] == 0, "{it}");
    }
    let text = solve("cram(board(5, 6))", &[]);
    assert!(text.contains("moves (some values not searched: use `--remoteness`)\n"), "{text}");
}

#[test]
fn answers_do_not_depend_on_the_threads() {
    let folder = Folder::with(BOARDS);
    for position in share(vec!["cram(board(5, 5))", "cram(board(5, 6))", "cram(board(4, 7) - {(1, 1)})"], 3) {
        let solve = |threads: &str| {
            let arguments = ["solve", "game.game", position, "--moves", "all", "--threads", threads];
            finish(program(&folder.path(""), &arguments), b"").status(0).out
        };
        assert_eq!(solve("1"), solve("2"), "{position}");
    }
}

#[test]
fn check_shows_which_boards_split_and_what_prevents_it() {
    let spec = format!(
        "{BOARDS}
         game counted(b: text) {{
           move strike(i in indices(b)) when b[i] == \"-\" and even(count(c == \"-\" for c in b))
             -> counted(b with [i] = \"#\") }}
         game heap(n: nat) {{ move take(k in 1..=n) -> heap(n - k) }}
         start cram(board(3, 3))
         start grid([\"...\", \"...\"])
         start counted(\"------------\")
         start heap(5)"
    );
    let report = Case { spec, ..Case::default() }.check();
    let of = |game: &str| {
        let games = report["games"].as_array().unwrap_or_else(|| panic!("{report}"));
        games.iter().find(|it| it["name"] == game).unwrap_or_else(|| panic!("{report}"))["splits"].clone()
    };
    assert_eq!((&of("cram")["status"], &of("cram")["by"]), (&"proved".into(), &serde_json::Value::Null));
    assert_eq!(of("grid")["status"], "proved");
    assert_eq!(of("grid")["from"], "grid([\"...\", \"...\"])");
    assert_eq!(of("counted")["status"], "refused");
    let by = of("counted")["by"].as_str().unwrap_or_default().to_string();
    assert!(by.contains("line 16, `count(c == "), "{by}");
    assert_eq!(of("heap"), serde_json::Value::Null);
}

/// Each move counts to a million, so that the limit of the analysis is reached, but not that of the check.
#[test]
fn a_search_for_parts_that_takes_long_is_undecided() {
    let folder = Folder::with(
        "game dots(free: {(nat, nat)}) {
  move take((x, y) in free) when count(i for i in 0..1000000 if i mod 7 == x + y) > 0 -> dots(free - {(x, y)})
}
start dots({(0, 0), (3, 0)})
",
    );
    let run = folder.run(&["check", "-v", "game.game"]).status(0);
    run.out("splits: undecided, from dots({(0, 0), (3, 0)}): the analysis was cut short by its limit");
    // With a cheap condition the analysis ends.
    let cheap = Folder::with(
        "game dots(free: {(nat, nat)}) { move take((x, y) in free) when x + y < 9 -> dots(free - {(x, y)}) }
start dots({(0, 0), (3, 0)})
",
    );
    let run = cheap.run(&["check", "-v", "game.game"]).status(0);
    assert!(run.out.contains("splits: cells") && !run.out.contains("cut short"), "{}", run.out);
}

/// A part with 20,000 steps, each of which leaves another part that takes milliseconds to read.
#[test]
fn a_board_on_which_any_two_cells_may_be_taken_heeds_the_limit() {
    let folder = Folder::with(
        "game far(b: text) {
           measure count(c == \".\" for c in b)
           move t(i in indices(b), j in indices(b)) when i < j and b[i] == \".\" and b[j] == \".\"
             -> far(b with [i] = \"#\" with [j] = \"#\")
         }
         start far(\"....\")",
    );
    let line = format!("far(\"{}\")\n", ".".repeat(200));
    folder.feed(&["query", "game.game", "--as", "sg", "--limit-time", "1s"], line).status(3);
}
