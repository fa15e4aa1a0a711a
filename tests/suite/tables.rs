//! `table` and `query`: every form, what newcomers get wrong, streams. Expected values come from
//! theory (the nim-sum, the Wythoff pairs) or were worked out by hand.

use super::docs::{blocks, shell_words};
use super::support::{Folder, Run, finish, gspec, program, root, wait};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

const WYTHOFF: &str = "specs/wythoff.game";
const NIM: &str = "specs/heaps/nim.game";

/// Runs `table` on a spec of the corpus.
fn table(spec: &str, pattern: &str, more: &[&str]) -> Run {
    gspec(&[&["table", spec, pattern], more].concat())
}

/// Runs `query` on a spec of the corpus.
fn query(spec: &str, pattern: &str, more: &[&str], input: impl AsRef<[u8]>) -> Run {
    finish(program(&root(), &[&["query", spec, pattern], more].concat()), input.as_ref())
}

/// The losing pairs of Wythoff's game whose smaller number is below a bound, in both orders: (floor(k phi), floor(k phi^2)).
fn wythoff_pairs(bound: u64) -> Vec<(u64, u64)> {
    let mut pairs = Vec::new();
    // The k-th pair is the least number not used before, and that number plus k.
    let mut used = std::collections::BTreeSet::new();
    for k in 0.. {
        let least = (0..).find(|n| !used.contains(n)).unwrap();
        used.extend([least, least + k]);
        if least >= bound {
            return pairs;
        }
        pairs.extend([(least, least + k), (least + k, least)]);
    }
    pairs
}

#[test]
fn positions_that_do_not_exist_have_no_answer_by_any_engine() {
    let text = "game g(a: 0..=90, b: 0..=90) {
           move m(k in 1..=a) when (b + k) mod 3 != 1 -> g(a - k, b)
           move o(k in 1..=b) when k * k <= a + 3 -> g(a, b - k)
         }\n";
    let folder = Folder::new().and("odd.game", text);
    let path = folder.path("odd.game");
    let spec = path.to_str().unwrap();
    for engine in ["auto", "dense", "graph", "reference"] {
        let by = ["--engine", engine];
        let run = gspec(
            &[&["table", spec, "g(a, b)", "a=89..=91", "b=88..=89", "--format", "csv"], &by[..]].concat(),
        );
        assert!(run.err.contains("G305") && run.err.contains("a = 91, b = 88"), "{engine}: {}", run.err);
        assert_eq!(run.status, 2, "{engine}");
        let run =
            finish(program(&root(), &[&["query", spec, "g(a, b)"], &by[..]].concat()), b"90 0\n91 0\n-1 3\n");
        assert_eq!(run.out, "N\nerror\nerror\n", "{engine}: {}", run.err);
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn rows_of_small_fields_are_the_same_by_every_engine() {
    // Moves of the second game increase two of its fields; the third breaks its rules where `a` is 7 and `b` at least 5.
    let rules = [
        "move m(k in 1..=a) when (b + k) mod 3 != 1 -> g(a - k, b, c) move o(k in 1..=min(b, c)) -> g(a, b - k, c - k)",
        "move m(j in a + 1..=19) when even(j + b) -> g(j, b, c) move o(k in 1..=min(b, 4)) -> g(a, b - k, min(c + 1, 19)) move p(j in c + 1..=19) when a > 3 -> g(a, b, j)",
        "move m(k in 1..=b) -> g(a, b - k, if a == 7 and b >= 5 then 20 else c) move o when c > 0 -> g(a, b, c div 2)",
    ];
    for rules in rules {
        let text = format!("game g(a: 0..=19, b: 0..=19, c: 0..=19) {{ {rules} }}\n");
        let folder = Folder::new().and("g.game", text);
        let path = folder.path("g.game");
        for (pattern, ranges) in [
            ("g(a, b, c)", ["a=0..=19", "b=0..=19", "c=0..=19"].as_slice()),
            ("g(a, b, c)", &["a=3..=18", "b=0..=3", "c=2..=19"]),
            ("g(b, c, a)", &["a=0..=19", "b=9..=18", "c=1..=17"]),
            ("g(a, b, a)", &["a=2..=19", "b=0..=19"]),
            ("g(7, b, 3)", &["b=0..=19"]),
            ("g(a, 3, min(a, b))", &["a=2..=19", "b=0..=4"]),
            ("g(a, b, 5) + g(b, 1, a)", &["a=0..=19", "b=0..=4"]),
        ] {
            let table = |engine: &str| {
                let more = ["--format", "csv", "--engine", engine];
                gspec(&[&["table", path.to_str().unwrap(), pattern], ranges, &more].concat())
            };
            let expected = table("reference");
            assert!(expected.out.lines().count() > 15 || expected.status != 0, "{}", expected.err);
            for engine in ["auto", "dense", "graph"] {
                let found = table(engine);
                let place = format!("{pattern} {ranges:?} of {rules} by {engine}");
                assert_eq!(
                    (found.status, &found.out),
                    (expected.status, &expected.out),
                    "{place}: {}",
                    found.err
                );
            }
        }
    }
}

// The forms of a table.

#[test]
fn text_is_an_aligned_grid_with_losing_positions_marked() {
    let run = table(NIM, "nim(a) + nim(b)", &["a=7..=10", "b=8..=11"]).status(0).quiet();
    let expected = "sg of nim(a) + nim(b)

 a \\ b │   8   9  10  11
───────┼────────────────
     7 │  15  14  13  12
     8 │  •0   1   2   3
     9 │   1  •0   3   2
    10 │   2   3  •0   1

•  the player to move loses
";
    assert_eq!(run.out, expected);
}

#[test]
fn text_of_outcomes_shows_where_play_is_lost() {
    let run =
        table(WYTHOFF, "wythoff(a, b)", &["a=0..12", "b=0..20", "--value", "outcome"]).status(0).quiet();
    let rows: Vec<Vec<&str>> =
        run.out.lines().skip(4).take(12).map(|row| row.split_whitespace().collect()).collect();
    let pairs = wythoff_pairs(20);
    for (a, row) in (0..).zip(&rows) {
        for b in 0..20 {
            let wanted = if pairs.contains(&(a, b)) { "P" } else { "·" };
            assert_eq!(row[2 + b as usize], wanted, "({a}, {b})\n{}", run.out);
        }
    }
    run.out("P  the player to move loses").out("·  the player to move wins (N)");
}

#[test]
fn text_of_one_variable_has_ten_to_a_row() {
    let run = table(NIM, "nim(n)", &["n=5..=27"]).status(0).quiet();
    let rows: Vec<Vec<&str>> = run.out.lines().skip(2).map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows[0], "n │ +0 +1 +2 +3 +4 +5 +6 +7 +8 +9".split(' ').collect::<Vec<_>>());
    assert_eq!(rows[2], "5 │ 5 6 7 8 9 10 11 12 13 14".split(' ').collect::<Vec<_>>());
    assert_eq!(rows[4], ["25", "│", "25", "26", "27"]);
    // A few values stand under their variables.
    let run = table(NIM, "nim(n)", &["n={2, 40, 7}"]).status(0).quiet();
    let rows: Vec<Vec<&str>> = run.out.lines().skip(2).map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(
        (&rows[0][..], &rows[2][..]),
        (&["n", "│", "2", "7", "40"][..], &["sg", "│", "2", "7", "40"][..])
    );
}

#[test]
fn text_of_three_variables_has_a_grid_for_each_value_of_the_first() {
    let run = table(NIM, "nim(a) + nim(b) + nim(c)", &["b=1..=2", "a=0..=1", "c=0..=3"]).status(0).quiet();
    assert_eq!(run.out.matches(" a \\ c │").count(), 2, "{}", run.out);
    let second = &run.out[run.out.find("b = 2").unwrap()..];
    // 2 xor 1 xor c for c = 0, 1, 2, 3.
    let row: Vec<&str> = second.lines().nth(5).unwrap().split_whitespace().collect();
    assert_eq!(row, ["1", "│", "3", "2", "1", "•0"], "{}", run.out);
}

#[test]
fn text_that_is_written_in_parts_repeats_its_head_when_columns_widen() {
    let run = table(NIM, "nim(n)", &["n=99995..160010", "--limit-positions", "1", "--engine", "graph"]);
    // The graph engine needs more than one position for any heap but the empty one.
    run.status(3).err("position limit");
    let folder = Folder::with("game still(n: nat) { move never when false -> still(0) }\n");
    let run = folder.run(&["table", "game.game", "still(n - n)", "n=0..120000"]).status(0).quiet();
    assert_eq!(
        run.out.lines().filter(|line| line.contains('│')).count(),
        12_000 + 2,
        "two heads, and the rows"
    );
}

#[test]
fn csv_is_tidy_and_row_major() {
    let run = table(NIM, "nim(a) + nim(b)", &["b=0..=2", "a=5..=6", "--format", "csv"]).status(0).quiet();
    assert_eq!(run.out, "b,a,sg\n0,5,5\n0,6,6\n1,5,4\n1,6,7\n2,5,7\n2,6,4\n");
    let run = table(NIM, "misere nim(a)", &["a=0..=2", "--format", "csv", "--value", "outcome"]).status(0);
    assert_eq!(run.out, "a,outcome\n0,N\n1,P\n2,N\n");
}

#[test]
fn json_nests_its_rows() {
    let run = table(NIM, "nim(a) + nim(b)", &["a=0..=1", "b=2..=4", "--format", "json"]).status(0).quiet();
    let wanted = json!({
        "pattern": "nim(a) + nim(b)", "variables": ["a", "b"], "value": "sg",
        "ranges": {"a": [0, 1], "b": [2, 3, 4]}, "rows": [[2, 3, 4], [3, 2, 5]],
    });
    assert_eq!(run.json(), [wanted]);
    let rows = |pattern: &str, more: &[&str]| {
        let run = table(NIM, pattern, &[more, &["--format", "json"]].concat()).status(0);
        run.json()[0]["rows"].clone()
    };
    assert_eq!(rows("nim(n)", &["n=0..3"]), json!([0, 1, 2]));
    assert_eq!(rows("nim(n)", &["n=0..0"]), json!([]));
    let three = rows("nim(a) + nim(b) + nim(c)", &["a=0..=1", "b=0..=1", "c=0..=1"]);
    assert_eq!(three, json!([[[0, 1], [1, 0]], [[1, 0], [0, 1]]]));
    assert_eq!(rows("nim(n)", &["n=0..3", "--value", "outcome"]), json!(["P", "N", "N"]));
}

#[test]
fn integers_past_2_to_the_53_are_texts_in_json() {
    let folder = Folder::with("game still(n: nat) { move never when n < 0 -> still(0) }\n");
    let run =
        folder.run(&["table", "game.game", "still(n)", "n=2^53..=2^53+1", "--format", "json"]).status(0);
    assert_eq!(run.json()[0]["ranges"]["n"], json!([9007199254740992u64, "9007199254740993"]));
}

#[test]
fn a_bfile_has_an_index_and_a_value_a_line() {
    let run = table("specs/splitting/kayles.game", "kayles(n)", &["n=0..=8", "--format", "bfile"])
        .status(0)
        .quiet();
    // A002186.
    assert_eq!(run.out, "0 0\n1 1\n2 2\n3 3\n4 1\n5 4\n6 3\n7 2\n8 1\n");
    table(NIM, "nim(a) + nim(b)", &["a=0..2", "b=0..2", "--format", "bfile"]).status(2).err("one variable");
    let run = table(NIM, "misere nim(n)", &["n=0..=8", "--format", "bfile"]).status(0);
    assert_eq!((&run.out[..], run.err.contains("9 positions have no value")), ("", true));
}

#[test]
fn a_summary_is_what_it_says() {
    let run = table(NIM, "nim(a) + nim(b)", &["a=0..40", "b=0..50", "--format", "summary"]).status(0).quiet();
    let (mut checksum, mut losing, mut max) = (0u64, 0u64, 0u64);
    for index in 0..40 * 50 {
        let value = (index / 50) ^ (index % 50);
        checksum = checksum.wrapping_add(value * (index % 1_000_003 + 1));
        losing += u64::from(value == 0);
        max = max.max(value);
    }
    let wanted = json!({"count": 2000, "losing": losing, "max": max, "checksum": checksum});
    assert_eq!(run.json(), [wanted]);
    let run = table(NIM, "nim(a)", &["a=0..=4", "--format", "summary", "--value", "outcome"]).status(0);
    // One lost position, then four won ones: 2 + 3 + 4 + 5.
    assert_eq!(run.json(), [json!({"count": 5, "losing": 1, "max": 1, "checksum": 14})]);
    let run = table(NIM, "nim(a)", &["a=3..3", "--format", "summary"]).status(0).err("empty");
    assert_eq!(run.json(), [json!({"count": 0, "losing": 0, "max": null, "checksum": 0})]);
}

#[test]
fn the_weights_of_a_checksum_begin_again_after_1000003() {
    let folder = Folder::with("game one(n: 0..=1) { move take when n > 0 -> one(n - 1) }\n");
    let arguments =
        ["table", "game.game", "one(if n == 1000003 then 1 else 0)", "n=0..1000010", "--format", "summary"];
    let run = folder.run(&arguments).status(0).quiet();
    assert_eq!(run.json(), [json!({"count": 1000010, "losing": 1000009, "max": 1, "checksum": 1})]);
}

#[test]
fn remoteness_marks_what_is_lost() {
    // Nim with one heap: the empty one is lost at once, every other is won in one move.
    let run = table(NIM, "nim(n)", &["n=0..=3", "--value", "remoteness"]).status(0).quiet();
    let row: Vec<&str> = run.out.lines().nth(4).unwrap().split_whitespace().collect();
    assert_eq!(row, ["remoteness", "│", "•0", "1", "1", "1"]);
    // Under misère play the empty heap is won in no move, and 1 is lost in one.
    let run = table(NIM, "misere nim(n)", &["n=0..=3", "--value", "remoteness"]).status(0).quiet();
    let row: Vec<&str> = run.out.lines().nth(4).unwrap().split_whitespace().collect();
    assert_eq!(row, ["remoteness", "│", "0", "•1", "2", "2"]);
}

#[test]
fn positions_without_a_value_are_told_apart() {
    let pattern = "misere nim(a) + nim(b)";
    let run = table(NIM, pattern, &["a=0..=1", "b=0..=1"]).status(0).quiet();
    run.out("     0 │  - •-")
        .out("     1 │ •-  -")
        .out("-  no answer: Grundy values exist only under normal play")
        .out("--value outcome");
    let run = table(NIM, pattern, &["a=0..=1", "b=0..=1", "--format", "csv"]).status(0);
    assert_eq!(run.out, "a,b,sg\n0,0,\n0,1,\n1,0,\n1,1,\n");
    let run = table(NIM, pattern, &["a=0..=1", "b=0..=1", "--format", "json"]).status(0);
    assert_eq!(run.json()[0]["rows"], json!([[null, null], [null, null]]));
    let run = table(NIM, pattern, &["a=0..=1", "b=0..=1", "--format", "summary"]).status(0);
    assert_eq!(run.json(), [json!({"count": 4, "losing": 2, "max": null, "checksum": 0})]);
    // A ring that nobody leaves: its vertices 1 and 2 are draws, 0 has no moves.
    let ring = "param G: graph = graph { 1 -> 2 -> 1; 0 }\n\
                loopy game ring(v: vertex) { move step(w in out(G, v)) -> ring(w) }\n";
    let folder = Folder::with(ring);
    let run =
        folder.run(&["table", "game.game", "ring(v)", "v=0..=2", "--value", "outcome", "--format", "csv"]);
    assert_eq!(run.status(0).out, "v,outcome\n0,P\n1,D\n2,D\n");
    folder.run(&["table", "game.game", "ring(v)", "v=0..=2"]).status(0).out("infinite value");
    folder
        .run(&["table", "game.game", "ring(v)", "v=0..=2", "--value", "remoteness"])
        .status(0)
        .out("a drawn position");
}

#[test]
fn ranges_are_expressions_of_the_language() {
    let spec = "param most: nat = 3\nfn twice(n: int): int = 2 * n\nlet sizes = [4, 1]\n\
                game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n";
    let folder = Folder::with(spec);
    let values = |range: &str, more: &[&str]| {
        let run = folder
            .run(&[&["table", "game.game", "nim(n)", range, "--format", "csv"], more].concat())
            .status(0);
        run.out
            .lines()
            .skip(1)
            .map(|row| row.split(',').nth(1).unwrap().parse().unwrap())
            .collect::<Vec<u64>>()
    };
    assert_eq!(values("n=0..=most", &[]), [0, 1, 2, 3]);
    assert_eq!(values("n=0..=most", &["--set", "most=1"]), [0, 1]);
    assert_eq!(values("n = twice(2)..twice(3)", &[]), [4, 5]);
    assert_eq!(values("n=sizes", &[]), [4, 1]);
    assert_eq!(values("n={2^k for k in 0..4}", &[]), [1, 2, 4, 8]);
    assert_eq!(values("n=reverse(sorted({5, 2}))", &[]), [5, 2]);
}

#[test]
fn patterns_are_positions_of_any_kind() {
    let first = |spec: &str, pattern: &str, more: &[&str]| {
        let run = table(spec, pattern, &[&["a=1..=3", "--format", "json"], more].concat()).status(0);
        run.json()[0]["rows"].clone()
    };
    assert_eq!(first(NIM, "nim(a) + bouton", &[]), json!([1 ^ 2, 0, 3 ^ 2]));
    assert_eq!(first(NIM, "a * nim(5)", &[]), json!([5, 0, 5]));
    assert_eq!(first(NIM, "sum(nim(k) for k in 1..=a)", &[]), json!([1, 3, 0]));
    assert_eq!(first(NIM, "misere a * nim(1)", &["--value", "outcome"]), json!(["P", "N", "P"]));
    assert_eq!(first(NIM, "if a <= 2 then nim(a) else 0", &[]), json!([1, 2, 0]));
    // All at once: one move empties both heaps. An operand that has ended ends the short compound.
    assert_eq!(first(NIM, "all(nim(a), nim(1))", &["--value", "outcome"]), json!(["N", "N", "N"]));
    assert_eq!(first(NIM, "short all(nim(a), nim(0))", &["--value", "outcome"]), json!(["P", "P", "P"]));
}

#[test]
fn a_file_is_replaced_only_by_a_whole_table() {
    let folder = Folder::with("game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n");
    let run = |more: &[&str]| folder.run(&[&["table", "game.game", "nim(n)"], more].concat());
    let done = run(&["n=0..3", "--format", "csv", "-o", "out.csv"]).status(0).quiet();
    assert_eq!((&done.out[..], &folder.text("out.csv")[..]), ("", "n,sg\n0,0\n1,1\n2,2\n"));
    run(&["n=0..2", "--format", "csv", "--output", "out.csv"]).status(0).quiet();
    assert_eq!(folder.text("out.csv"), "n,sg\n0,0\n1,1\n");
    run(&["n=0..2000", "--format", "csv", "-o", "out.csv", "--limit-positions", "5", "--engine", "graph"])
        .status(3)
        .err("is unchanged");
    assert_eq!(folder.text("out.csv"), "n,sg\n0,0\n1,1\n");
    run(&["n=0..2", "-o", "no/such/place.txt"]).status(2).err("no/such/place.txt");
    run(&["n=0..2", "-o", "."]).status(2).err("directory");
    assert_eq!(run(&["n=0..2", "--format", "csv", "-o", "-"]).status(0).out, "n,sg\n0,0\n1,1\n");
    assert_eq!(folder.names(), ["game.game", "out.csv"], "nothing is left behind");
}

#[cfg(unix)]
#[test]
fn a_device_is_written_and_not_replaced() {
    let folder = Folder::with("game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n");
    folder.run(&["table", "game.game", "nim(n)", "n=0..3", "-o", "/dev/null"]).status(0).quiet();
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn a_limit_leaves_what_is_known() {
    let run = |format: &str| {
        // Without the period of the values, which would give them all.
        let limit = ["n=0..2000", "--limit-positions", "50", "--engine", "graph", "--format", format];
        table(NIM, "nim(n)", &limit).status(3).err("position limit").err("--limit-positions")
    };
    let csv = run("csv");
    assert!(csv.out.starts_with("n,sg\n0,0\n1,1\n") && csv.out.ends_with('\n'), "{}", csv.out);
    assert!(run("text").out.contains("the rest is missing: the position limit"));
    let json: Value = serde_json::from_str(&run("json").out).unwrap();
    assert_eq!(json["rows"][3], json!(3));
    assert!(json["stopped"].as_str().unwrap().contains("limit"));
    assert_eq!(run("summary").out, "");
    tags(&run("svg").out("the rest is missing").out);
}

// Pictures.

/// Demands that a text is XML with matching tags and proper attributes, and counts its elements.
#[track_caller]
fn tags(picture: &str) -> std::collections::BTreeMap<String, usize> {
    let mut open: Vec<String> = Vec::new();
    let mut counts = std::collections::BTreeMap::new();
    let mut rest = picture;
    while let Some(at) = rest.find('<') {
        let text = &rest[..at];
        assert!(!text.contains('>'), "a stray bracket in {text}");
        for entity in text.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|it| entity.starts_with(it)), "{text}");
        }
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "tags nest");
            continue;
        }
        assert!(
            !tag.contains('<') && tag.matches('"').count().is_multiple_of(2),
            "attributes are quoted: {tag}"
        );
        let name: String = tag.chars().take_while(|c| c.is_ascii_alphabetic()).collect();
        *counts.entry(name.clone()).or_default() += 1;
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "everything is closed: {open:?} {rest:?}");
    counts
}

#[test]
fn a_small_heat_map_shows_values_and_marks_losing_positions() {
    let run = table(WYTHOFF, "wythoff(a, b)", &["a=0..=4", "b=0..=4", "--format", "svg"]).status(0).quiet();
    tags(&run.out);
    // (0, 0), (1, 2), (2, 1) are lost.
    assert_eq!(run.out.matches("class=\"lost\"").count(), 3, "{}", run.out);
    for part in [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=",
        ">wythoff(a, b)</text>",
        ">losing</text>",
        ">7</text>",
    ] {
        assert!(run.out.contains(part), "{part}\n{}", run.out);
    }
}

#[test]
fn a_picture_of_pixels_shows_the_same() {
    let folder = Folder::new();
    let output = folder.path("map.png");
    let output = output.to_str().unwrap();
    let more = ["a=0..=4", "b=0..=4", "--format", "png", "--output", output];
    table(WYTHOFF, "wythoff(a, b)", &more).status(0).quiet();
    let drawn = tiny_skia::Pixmap::load_png(output).unwrap();
    let colour = |x: u32, y: u32| {
        let pixel = drawn.pixel(x, y).unwrap();
        (pixel.red(), pixel.green(), pixel.blue())
    };
    let svg = table(WYTHOFF, "wythoff(a, b)", &["a=0..=4", "b=0..=4", "--format", "svg"]).out;
    let size = svg.split("viewBox=\"0 0 ").nth(1).unwrap().split('"').next().unwrap();
    let size: Vec<u32> = size.split(' ').map(|number| number.parse().unwrap()).collect();
    // Two pixels a unit.
    assert_eq!((drawn.width(), drawn.height()), (2 * size[0], 2 * size[1]));
    // The tiles of 40 units begin below the title; the corners of tiles are free of digits. (1, 2) is lost, its
    // neighbours are not.
    let tiles: Vec<(u32, u32)> = svg
        .lines()
        .filter(|line| line.starts_with("<rect") && line.contains("rx=\"3\""))
        .map(|line| {
            let number = |name: &str| {
                let rest = line.split(&format!(" {name}=\"")).nth(1).unwrap();
                rest.split('"').next().unwrap().parse::<f64>().unwrap() as u32
            };
            (number("x"), number("y"))
        })
        .take(25)
        .collect();
    let corner = |a: usize, b: usize| colour(2 * tiles[5 * a + b].0 + 12, 2 * tiles[5 * a + b].1 + 12);
    assert_eq!(corner(1, 2), (255, 255, 255));
    assert_ne!(corner(1, 1), (255, 255, 255));
    assert_ne!(corner(1, 1), corner(4, 4));
    // The letters of the title are drawn, without any font of the system.
    let dark = (48..200).flat_map(|x| (40..70).map(move |y| (x, y))).filter(|(x, y)| colour(*x, *y).0 < 80);
    assert!(dark.count() > 100);
}

#[test]
fn a_large_heat_map_is_a_few_paths() {
    let more = ["a=0..120", "b=0..120", "--format", "svg", "--value", "outcome"];
    let run = table(WYTHOFF, "wythoff(a, b)", &more).status(0).quiet();
    let counts = tags(&run.out);
    assert!(counts["path"] < 60 && counts["rect"] < 10 && run.out.len() < 20_000, "{counts:?}");
    // Each losing position is a stroke of its own in one path.
    let lost = run.out.lines().find(|line| line.contains("<path class=\"lost\"")).unwrap();
    let inside = wythoff_pairs(120).into_iter().filter(|(a, b)| *a < 120 && *b < 120);
    let inside: std::collections::BTreeSet<_> = inside.collect();
    assert_eq!(lost.matches("h1").count(), inside.len());
}

#[test]
fn pictures_of_one_variable_are_charts_or_strips() {
    let spec = "specs/splitting/kayles.game";
    let chart = table(spec, "kayles(n)", &["n=0..50", "--format", "svg"]).status(0).quiet();
    tags(&chart.out);
    assert!(chart.out.contains("class=\"lost\"") && chart.out.contains(">kayles(n)</text>"));
    let points = table(spec, "kayles(n)", &["n=0..400", "--format", "svg"]).status(0).quiet();
    assert!(tags(&points.out)["path"] < 60);
    let strip =
        table(spec, "kayles(n)", &["n=0..12", "--format", "svg", "--value", "outcome"]).status(0).quiet();
    tags(&strip.out);
    assert_eq!(strip.out.matches(">N</text>").count(), 11);
    let empty = table(spec, "kayles(n)", &["n=0..0", "--format", "svg"]).status(0);
    tags(&empty.out);
    let empty = table(NIM, "nim(a) + nim(b)", &["a=0..0", "b=0..3", "--format", "svg"]).status(0);
    tags(&empty.out);
}

#[test]
fn pictures_escape_what_they_quote() {
    let run = table(NIM, "nim(if a < 2 and a > 0 then 1 else 0)", &["a=0..=3", "--format", "svg"]).status(0);
    tags(&run.out);
    assert!(run.out.contains("a &lt; 2 and a &gt; 0"), "{}", run.out);
    tags(&table(NIM, "misere nim(a) + nim(b)", &["a=0..=3", "b=0..=3", "--format", "svg"]).status(0).out);
}

#[test]
fn pictures_have_bounds() {
    let three = ["a=0..2", "b=0..2", "c=0..2", "--format", "svg"];
    table(NIM, "nim(a) + nim(b) + nim(c)", &three).status(2).err("one or two variables").err("3");
    let many = ["a=0..2000", "b=0..2000", "--format", "svg"];
    table(NIM, "nim(a) + nim(b)", &many).status(2).err("1000000").err("--format csv");
}

// Common mistakes.

#[test]
fn mistakes_in_tables_are_told() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("nim(a)", &["a=0..3", "b=0..3"], &["the pattern has no variable `b`", "its variable is `a`"]),
        ("nim(a)", &["a=0..3", "a=0..4"], &["two ranges"]),
        ("nim(a)", &["a=true"], &["expected several integers", "`0..=20`"]),
        ("nim(a)", &["a=0..b"], &["unknown name `b`"]),
        ("nim(a)", &["a=0..(1 div 0)"], &["the range of `a` has no value", "division by zero"]),
        ("nim(a)", &["a=0..2^80"], &["too long"]),
        ("nim(a) + nim(b)", &["a=0..2^40", "b=0..2^40"], &["too many cells"]),
        ("nim(a) + nim(b)", &["0..3"], &["1 range for 2 variables", "'nim(a) + nim(b)' a=0..3 b=0..3"]),
        ("nim(a)", &["a"], &["NAME=RANGE"]),
        ("nmi(a)", &["a=0..3"], &["unknown game `nmi`", "did you mean `nim`?"]),
        ("nim(3)", &[], &["no variable", "gspec solve"]),
        ("nim(a, b)", &["a=0..3", "b=0..3"], &["takes 1 argument"]),
        ("sg(nim(a))", &["a=0..3"], &["write the position alone", "--value sg"]),
        ("grundy(nim(a))", &["a=0..3"], &["write the position alone", "--value sg"]),
        ("outcome(nim(a))", &["a=0..3"], &["write the position alone"]),
        ("nim(a)", &["a=0..9//2"], &["`//` begins a comment", "write `9 div 2`"]),
        ("nim(line)", &["line=0..3"], &["`line`"]),
        ("nim(a - 2)", &["a=0..3"], &["would be -2", "a = 0"]),
        (
            "nim(a) + bouton",
            &["a=0..3", "bouton=0..3"],
            &["no variable `bouton`", "the spec gives this name a value"],
        ),
        ("nim(a", &["a=0..3"], &["G102"]),
        ("", &["a=0..3"], &["G101"]),
    ];
    for (pattern, more, wanted) in cases {
        let run = table(NIM, pattern, more).status(2);
        assert_eq!(run.out, "", "{pattern} {more:?}");
        for words in *wanted {
            assert!(run.err.contains(words), "{pattern} {more:?}: {words:?} is not in\n{}", run.err);
        }
    }
}

#[test]
fn a_parameter_is_no_variable() {
    let folder = Folder::with("param n: nat = 4\ngame nim(h: nat) { move take(k in 1..=h) -> nim(h - k) }\n");
    let run = folder.run(&["table", "game.game", "nim(n)", "n=0..3"]).status(2);
    run.err("no variable `n`").err("the spec gives this name a value").err("--set n=");
    folder.run(&["table", "none.game", "nim(n)", "n=0..3"]).status(2).err("none.game");
    let broken = Folder::with("game nim(h: nat) { move take(k in 1..=x) -> nim(h - k) }\n");
    broken.run(&["table", "game.game", "nim(n)", "n=0..3"]).status(1).err("unknown name `x`");
}

#[test]
fn rules_that_break_end_a_table() {
    let folder = Folder::with("game bad(n: nat) { move take when n > 2 -> bad(n - 4) }\n");
    let run = folder.run(&["table", "game.game", "bad(n)", "n=0..9", "--format", "csv"]).status(1);
    run.err("G401").err("n = 3");
}

#[test]
fn the_help_names_everything() {
    let help = gspec(&["table", "--help"]).status(0).quiet();
    for word in [
        "--value",
        "--format",
        "--output",
        "-o",
        "sg",
        "outcome",
        "remoteness",
        "csv",
        "json",
        "bfile",
        "svg",
        "summary",
    ] {
        assert!(help.out.contains(word), "{word}");
    }
    let help = gspec(&["query", "--help"]).status(0).quiet();
    assert!(help.out.contains("`line` is the list of all numbers"), "{}", help.out);
    for word in ["--as", "sg", "outcome", "win", "line", "--limit-time"] {
        assert!(help.out.contains(word), "{word}");
    }
}

// Queries.

/// The answers of `query`, line by line.
#[track_caller]
fn answers(spec: &str, pattern: &str, more: &[&str], input: impl AsRef<[u8]>) -> Vec<String> {
    query(spec, pattern, more, input).status(0).quiet().out.lines().map(str::to_string).collect()
}

#[test]
fn queries_are_answered_line_by_line() {
    assert_eq!(answers(WYTHOFF, "wythoff(a, b)", &[], "1 2\n3 5\n4 4\n"), ["P", "P", "N"]);
    assert_eq!(answers(WYTHOFF, "wythoff(a, b)", &["--as", "win"], "1 2\n4 4\n"), ["0", "1"]);
    assert_eq!(answers(NIM, "nim(a) + nim(b)", &["--as", "sg"], "5 3\n7 7\n"), ["6", "0"]);
    assert_eq!(answers(NIM, "nim(a)", &[], ""), Vec::<String>::new());
}

#[test]
fn numbers_bind_in_the_order_of_the_text() {
    // b comes first, though a comprehension takes its domain before its element.
    let pattern = "sum(nim(b * k) for k in [1]) + 0 * nim(a)";
    assert_eq!(answers(NIM, pattern, &["--as", "sg"], "6 9\n"), ["6"]);
    assert_eq!(answers(NIM, "sum(nim(b + k) for k in a..=a)", &["--as", "sg"], "1 4\n"), ["5"]);
    assert_eq!(answers(NIM, "sum(nim(z) for k in [a])", &["--as", "sg"], "7 2\n"), ["7"]);
}

#[test]
fn line_is_the_list_of_all_numbers() {
    let pattern = "misere sum(nim(h) for h in line)";
    // Misère nim: the nim-sum decides unless all heaps are at most 1; then an odd number of ones is lost.
    let input = "1\n1 1\n1 1 1\n2 2\n1 2 3\n1,2,4\n0\n";
    assert_eq!(answers(NIM, pattern, &[], input), ["P", "N", "P", "P", "P", "N", "N"]);
    let run = query(NIM, "nim(a) + sum(nim(h) for h in line)", &["--as", "sg"], "5\n5 6\n").status(0);
    assert_eq!(run.out, "0\n6\n", "the first number is `a` and also in `line`");
    assert_eq!(answers(NIM, "nim(len(line))", &["--as", "sg"], "9 9 9\n"), ["3"]);
}

#[test]
fn bad_lines_are_answered_with_error_and_told() {
    let input = b"1 2\n\n1\n1 2 3\none 2\n-1 2\n1.5 2\n1,,2\n \t \n\xff\xfe 2\n3 5\n";
    let run = query(WYTHOFF, "wythoff(a, b)", &[], input).status(1);
    let wanted = ["P", "error", "error", "error", "error", "error", "error", "error", "error", "error", "P"];
    assert_eq!(run.out.lines().collect::<Vec<_>>(), wanted);
    for words in [
        "line 2: blank",
        "line 3: the pattern takes 2 numbers (a, b), found 1",
        "line 4: the pattern takes 2 numbers (a, b), found 3",
        "line 5: `one` is not an integer",
        "line 6: `a` of `wythoff` would be -1, which is not `nat`",
        "line 7: `1.5` is not an integer",
        "line 8: a number is missing",
        "line 9: blank",
        "line 10: ",
    ] {
        assert!(run.err.contains(words), "{words:?} is not in\n{}", run.err);
    }
    query(NIM, "misere nim(a)", &["--as", "sg"], "3\n")
        .status(1)
        .out("error")
        .err("line 1: Grundy values exist only under normal");
}

#[test]
fn many_bad_lines_are_only_counted() {
    let run = query(NIM, "nim(a)", &[], "x\n".repeat(500)).status(1);
    assert_eq!(run.out, "error\n".repeat(500));
    assert!(run.err.lines().count() <= 24, "{}", run.err);
    run.err("error[G513]: line 20: ").err("error[G513]: 500 lines have no answer");
}

#[test]
fn lines_may_end_in_any_way() {
    assert_eq!(
        answers(WYTHOFF, "wythoff(a, b)", &[], "1 2\r\n 3\t5 \r\n4,7\r\n6 , 10"),
        ["P", "P", "P", "P"]
    );
    assert_eq!(answers(WYTHOFF, "wythoff(a, b)", &[], "\u{feff}1 2\n+3 +05\n"), ["P", "P"]);
}

#[test]
fn numbers_may_be_huge() {
    let spec = "game one(n: nat) { move take when n mod 2 == 1 -> one(n - n) }\n";
    let folder = Folder::with(spec);
    let input =
        "123456789012345678901234567890\n123456789012345678901234567891\n-123456789012345678901234567890\n";
    let run = folder.feed(&["query", "game.game", "one(n)"], input).status(1);
    assert_eq!(run.out, "P\nN\nerror\n");
    let long = format!("{}\n3\n", "7".repeat(200_000));
    let run = folder.feed(&["query", "game.game", "one(n)"], long).status(1).err("digits");
    assert_eq!(run.out, "error\nN\n");
}

#[test]
fn lines_may_be_long() {
    let line = format!("{}1\n2 3\n", "1 ".repeat(500_000));
    assert_eq!(answers(NIM, "nim(len(line) mod 2)", &[], line), ["N", "P"]);
}

#[test]
fn twenty_thousand_lines_stream() {
    let mut input = String::new();
    let mut wanted = String::new();
    for n in 0..20_000u32 {
        // Deterministic heaps below 32.
        let (a, b, c) = (n * 7 % 32, n / 3 % 32, n * n % 32);
        input.push_str(&format!("{a} {b},{c}\n"));
        wanted.push_str(&format!("{}\n", a ^ b ^ c));
    }
    let run = query(NIM, "nim(a) + nim(b) + nim(c)", &["--as", "sg"], input).status(0).quiet();
    assert_eq!(run.out, wanted);
}

#[test]
fn a_table_of_a_million_cells_streams() {
    let folder = Folder::with("game one(n: 0..=1) { move take when n > 0 -> one(n - 1) }\n");
    let arguments = ["table", "game.game", "one((a + b) mod 2)", "a=0..1000", "b=0..500", "--format", "csv"];
    let run = folder.run(&arguments).status(0).quiet();
    assert_eq!(run.out.lines().count(), 500_001);
    assert!(run.out.ends_with("999,498,1\n999,499,0\n"));
}

/// The engine would examine all smaller components: queries and tables are answered by theorems, as in
/// `solve`.
#[test]
fn what_is_too_large_to_be_searched_is_answered_by_theorems() {
    let folder = Folder::with(
        "game nim(a: nat, b: nat) { move x(k in 1..=a) -> nim(a - k, b) move y(k in 1..=b) -> nim(a, b - k) }
         game bishop(a: nat, b: nat) { move m(k in 1..=min(a, b)) -> bishop(a - k, b - k) }
         game bounded(n: nat) { move t(k in 3..=1000) when k <= n -> bounded(n - k) }",
    );
    let (a, b) = (1_000_000_007u64, 1_000_000_000_000u64);
    let line = format!("{a} {b}\n");
    let ask = |pattern: &str, more: &[&str]| {
        folder.feed(&[&["query", "game.game", pattern][..], more].concat(), &line).status(0).quiet().out
    };
    assert_eq!(ask("nim(a, b)", &["--as", "sg"]), format!("{}\n", a ^ b));
    assert_eq!(ask("nim(b, a)", &[]), "N\n");
    assert_eq!(ask("nim(a, b) + nim(b, 5)", &["--as", "sg"]), format!("{}\n", a ^ 5));
    assert_eq!(ask("misere nim(a, b)", &[]), "N\n");
    // The value is the smaller number.
    assert_eq!(ask("bishop(a, b)", &["--as", "sg"]), format!("{a}\n"));
    assert_eq!(ask("bishop(0 * a, b)", &[]), "P\n");
    // The remainder modulo 1003 by 3.
    assert_eq!(
        ask("bounded(a) + bounded(b)", &["--as", "sg"]),
        format!("{}\n", (a % 1003 / 3) ^ (b % 1003 / 3))
    );
    let rows = ["a=1000000007..=1000000008", "b=[1000000000000]", "--value", "sg", "--format", "csv"];
    let table = folder.run(&[&["table", "game.game", "nim(a, b)"][..], &rows].concat()).status(0).quiet();
    assert_eq!(table.out, format!("a,b,sg\n{a},{b},{}\n{},{b},{}\n", a ^ b, a + 1, (a + 1) ^ b));
}

#[test]
fn answers_come_as_soon_as_they_are_asked_for() {
    let mut command = program(&root(), &["query", NIM, "nim(a)", "--as", "sg"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let (sender, answers) = std::sync::mpsc::channel();
    let out = BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || out.lines().for_each(|line| sender.send(line.unwrap()).unwrap()));
    for n in 0..20 {
        writeln!(input, "{n}").unwrap();
        let answer =
            answers.recv_timeout(std::time::Duration::from_secs(10)).expect("an answer while stdin is open");
        assert_eq!(answer, n.to_string());
    }
    drop(input);
    assert_eq!(wait(&mut child), 0);
}

#[test]
fn closed_pipes_end_quietly() {
    let endless = ["query", NIM, "nim(a)"];
    let long = ["table", NIM, "0 * nim(a)", "a=0..100000000", "--format", "csv"];
    for arguments in [&endless[..], &long[..]] {
        let mut command = program(&root(), arguments);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut first = [0u8; 1];
        let mut out = child.stdout.take().unwrap();
        let writer = std::thread::spawn(move || while input.write_all(b"1\nx\n2\n").is_ok() {});
        out.read_exact(&mut first).unwrap();
        drop(out);
        // Many bad lines: their messages have to go somewhere.
        let mut told = child.stderr.take().unwrap();
        let told = std::thread::spawn(move || {
            let mut text = String::new();
            told.read_to_string(&mut text).unwrap();
            text
        });
        assert_eq!(wait(&mut child), 0, "{arguments:?}");
        writer.join().unwrap();
        assert!(!told.join().unwrap().contains("cannot write"), "{arguments:?}");
    }
}

#[test]
fn a_limit_ends_a_stream() {
    let limited = &["--as", "sg", "--limit-positions", "30"];
    let run = query(NIM, "nim(a)", limited, "3\n4\n1000\n5\n").status(3);
    assert_eq!(run.out, "3\n4\n");
    run.err("position limit").err("line 3");
}

#[test]
fn a_table_that_is_too_large_is_not_searched_instead() {
    // All of the 2.25 million positions below are reached, so that a search would meet the same limit, hours later.
    let limited = &["--as", "sg", "--limit-positions", "2000000", "--limit-time", "60s"];
    let run = query(WYTHOFF, "wythoff(a, b)", limited, "1 2\n1500 1500\n").status(3);
    assert_eq!(run.out, "0\n");
    run.err("position limit").err("line 2");
}

#[test]
fn the_time_limit_holds_for_each_line_by_itself() {
    let limited = &["--as", "sg", "--limit-time", "300ms"];
    let run = query(WYTHOFF, "wythoff(a, b)", limited, "1 2\n12000 12001\n1 2\n").status(3);
    assert_eq!(run.out, "0\n");
    run.err("time limit").err("--limit-time").err("line 2");
    let mut command = program(&root(), &["query", NIM, "nim(a)", "--as", "sg", "--limit-time", "1s"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    for heap in ["140", "150"] {
        // A heap takes more steps than there are between two clock checks.
        writeln!(input, "{heap}").unwrap();
        out.read_line(&mut answer).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1100));
    }
    drop(input);
    assert_eq!((wait(&mut child), &answer[..]), (0, "140\n150\n"));
}

#[test]
fn what_earlier_lines_left_behind_does_not_count() {
    // Each line needs some 40 positions of its own; together they need far more than the limit.
    let folder = Folder::with("game step(a: nat, b: nat) { move down when b > 0 -> step(a, b - 1) }\n");
    let input: String = (0..100).map(|a| format!("{a} 40\n")).collect();
    let run = folder
        .feed(&["query", "game.game", "step(a, b)", "--limit-positions", "100"], input)
        .status(0)
        .quiet();
    assert_eq!(run.out, "P\n".repeat(100));
}

#[test]
fn mistakes_in_queries_are_told() {
    let cases: &[(&[&str], i32, &str)] = &[
        (&["query", NIM, "nim(3)"], 2, "no variable"),
        (&["query", NIM, "nmi(a)"], 2, "did you mean `nim`?"),
        (&["query", NIM, "nim(line)"], 2, "expected `nat`, found `[int]`"),
        (&["query", NIM, "losing(nim(a))"], 2, "write the position alone"),
        (&["query", "specs/boards/kings.game", "bog"], 2, "`bog` is neither a game nor a start"),
        (&["query", NIM, "nim(a)", "--as", "value"], 2, "--as"),
        (&["query"], 2, "<FILE>"),
        (&["query", "none.game", "nim(a)"], 2, "none.game"),
        (&["query", NIM, "nim(a)", "--set", "S=3"], 2, "no parameter `S`"),
    ];
    for (arguments, status, words) in cases {
        let run = finish(program(&root(), arguments), b"1\n").status(*status).err(words);
        assert_eq!(run.out, "", "{arguments:?}");
    }
}

// Documents.

#[test]
#[ignore = "long: runs with --include-ignored"]
fn the_commands_of_the_page_print_what_it_shows() {
    let page = std::fs::read_to_string(root().join("docs/commands.md")).unwrap();
    let mut shown = 0;
    for block in blocks(&page).iter().filter(|block| block.tag == "console") {
        let mut lines = block.text.lines().peekable();
        while let Some(command) = lines.next() {
            let command = command.strip_prefix("$ ").unwrap_or_else(|| panic!("not a command: {command}"));
            let mut wanted = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                wanted.push_str(&format!("{line}\n"));
            }
            let (input, command) = match command.strip_prefix("printf '") {
                Some(rest) => rest.split_once("' | ").unwrap(),
                None => ("", command),
            };
            let words = shell_words(command.strip_prefix("gspec ").unwrap());
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let run = finish(program(&root(), &words), input.replace("\\n", "\n").as_bytes());
            assert_eq!(run.out, wanted, "docs/commands.md:{}: gspec {command}\n{}", block.line, run.err);
            shown += 1;
        }
    }
    assert!(shown >= 10, "the page shows {shown} commands");
}
