//! `gspec sweep`: one spec for many values of its parameters. Expected values come from theorems, from the golden periods, or by
//! hand.

use super::case::{gspec_in, repository};
use super::share::share;
use super::support::{Folder, Run};
use serde_json::{Value, json};

/// Amounts from a set.
const TAKE: &str =
    "param S: {nat} = {1, 3, 4}\ngame take(n: nat) { move take(k in S) when k <= n -> take(n - k) }\n";

fn take() -> Folder {
    Folder::new().and("main.game", TAKE)
}

fn sweep(folder: &Folder, arguments: &[&str]) -> Run {
    gspec_in(&folder.path(""), &[&["sweep", "main.game"], arguments].concat())
}

fn shown(row: &Value, name: &str) -> (Value, String) {
    let it = &row["shown"][name];
    (it["value"].clone(), it["status"].as_str().unwrap_or_default().to_string())
}

fn proved(value: impl Into<Value>) -> (Value, String) {
    (value.into(), "proved".to_string())
}

/// Taking 1 to k: the value is n mod (k + 1).
#[test]
fn initial_segments_have_period_one_more() {
    let run =
        sweep(&take(), &["--over", "S = [1..=k for k in 1..=9]", "--bound", "1000", "--format", "json"]);
    let rows = run.status(0).quiet().json();
    assert_eq!(rows.len(), 9);
    for (row, k) in rows.iter().zip(1u64..) {
        assert_eq!(row["values"]["S"], json!((1..=k).collect::<Vec<_>>()));
        assert_eq!(shown(row, "period"), proved(k + 1));
        assert_eq!(shown(row, "preperiod"), proved(0));
        assert_eq!(shown(row, "max"), proved(k));
        assert_eq!(shown(row, "losing"), proved(1000u64.div_ceil(k + 1)));
        assert_eq!(
            row["shown"]["period"]["by"].as_str().map(|it| it.contains("repeat")),
            Some(true),
            "{row}"
        );
    }
}

/// {a, b} with a < b: period a + b, or 2a if b is an odd multiple of a (Berlekamp, Conway and Guy 1982).
#[test]
fn two_amounts_have_their_known_periods() {
    let run = sweep(&take(), &["--over", "S = subsets(1..=12, 2)", "--format", "json"]).status(0);
    let rows = run.json();
    assert_eq!(rows.len(), 66);
    for row in rows {
        let [a, b] = [0, 1].map(|at| row["values"]["S"][at].as_u64().unwrap());
        let expected = if (b / a) % 2 == 1 && b % a == 0 { 2 * a } else { a + b };
        assert_eq!(shown(&row, "period"), proved(expected), "{a}, {b}");
    }
}

#[test]
fn several_parameters_give_all_combinations() {
    let spec = "param a: nat = 1 param b: int = 0 param on: bool = true
        game g(n: nat) { move one(k in 1..=a + abs(b)) when on and k <= n -> g(n - k) }";
    let folder = Folder::new().and("main.game", spec);
    let arguments =
        ["--over", "a = 1..=2", "--over", "b in {-2, 0}", "--over", "on = [false, true]", "--format", "json"];
    let rows = sweep(&folder, &[&arguments[..], &["--show", "max"]].concat()).status(0).json();
    let found: Vec<Value> =
        rows.iter().map(|row| json!([row["values"], row["shown"]["max"]["value"]])).collect();
    let row = |a: i64, b: i64, on: bool, max: i64| json!([{ "a": a, "b": b, "on": on }, max]);
    let expected = [
        row(1, -2, false, 0),
        row(1, -2, true, 3),
        row(1, 0, false, 0),
        row(1, 0, true, 1),
        row(2, -2, false, 0),
        row(2, -2, true, 4),
        row(2, 0, false, 0),
        row(2, 0, true, 2),
    ];
    assert_eq!(found, expected);
}

/// Node Kayles: a path of n vertices is Dawson's Chess on n files, lost for n = 0, 4, 8, 14, …; a complete graph is never lost.
#[test]
fn values_may_be_of_any_type() {
    let spec = "param G: graph = path(2)
        game kayles(live: {vertex}) {
          move take(v in live) -> sum(kayles(c) for c in components(G, live - {v} - neighbours(G, v)))
        }
        claim \"lost\": losing(kayles(vertices(G)))";
    let folder = Folder::new().and("main.game", spec);
    let graphs = "G = [path(4), path(5), complete(3), path(8), graph undirected { a - b; 7 - 8 }]";
    let rows = sweep(&folder, &["--over", graphs, "--format", "json"]).status(1).json();
    let statuses: Vec<&Value> = rows.iter().map(|row| &row["shown"]["claims"]["status"]).collect();
    assert_eq!(statuses, ["proved", "refuted", "refuted", "proved", "proved"]);
    let spec = "param t: text = \"a\" param l: [nat] = [] param p: (nat, nat) = (0, 0) param v: vertex = x
        param H: graph = graph { x -> y }
        game g(n: nat) { move one when n > 0 -> g(n - 1) }
        claim \"text\": len(t) == len(l) claim \"pair\": p[0] < 5 and v in vertices(H)";
    let folder = Folder::new().and("main.game", spec.replace("p[0] < 5 and ", ""));
    let over =
        ["--over", "t = [\"\", \"a,b\"]", "--over", "l = [[], [1, 2, 3]]", "--over", "v = vertices(H)"];
    let more = ["--over", "p = [(1, 2)]", "--show", "claims", "--format", "csv"];
    let run = sweep(&folder, &[&over[..], &more].concat()).status(1);
    run.out("t,l,v,p,claims,claims_status,error\n")
        .out("\"\"\"a,b\"\"\",\"[1, 2, 3]\",y,\"(1, 2)\",2 proved,proved,\n");
}

/// If the rules break for a value, its row says why, and the other rows are complete.
#[test]
fn a_wrong_value_is_a_row() {
    let spec = "param c: nat = 0
        game g(n: nat) { move one(k in 1..=2) when k <= n + c -> g(n - k) }
        claim forall n in 0..=9: sg(g(n)) == n mod 3";
    let folder = Folder::new().and("main.game", spec);
    for show in ["period", "claims", "claims,period", "losing"] {
        let run = sweep(&folder, &["--over", "c = [0, 1, 0]", "--show", show, "--format", "json"]).status(1);
        let rows = run.json();
        assert!(rows[0].get("error").is_none() && rows[2].get("error").is_none(), "{rows:?}");
        assert!(rows[1]["error"].as_str().unwrap().contains("g(0)"), "{rows:?}");
    }
    let run = sweep(&folder, &["--over", "c = [0, 1]"]).status(1);
    run.out("\n1  ");
}

#[test]
fn what_is_only_seen_is_marked() {
    // Grundy's game has no known period.
    let spec = "param least: nat = 1
        game g(n: nat) { move split(i in least..=n - 1) when 2 * i < n -> g(i) + g(n - i) }";
    let folder = Folder::new().and("main.game", spec);
    let arguments = ["--over", "least = 1..=2", "--bound", "300"];
    let rows = sweep(&folder, &[&arguments[..], &["--format", "json"]].concat()).json();
    assert_eq!(shown(&rows[0], "period"), (Value::Null, "undecided".to_string()));
    assert_eq!(shown(&rows[0], "max").1, "checked");
    assert_eq!(rows[0]["shown"]["max"]["bound"], "n <= 299");
    sweep(&folder, &arguments)
        .out("* checked for n <= 299, not proved")
        .out("- no period that was seen often enough among the examined values");
}

#[test]
fn equal_sequences_stand_together() {
    // Odd amounts give n mod 2; amounts that are 1 or 2 mod 3, with 1 and 2 among them, give n mod 3.
    let arguments =
        ["--over", "S = [{1}, {1, 3}, {1, 2}, {1, 5, 9}, {1, 2, 4}]", "--group", "--format", "json"];
    let groups = sweep(&take(), &arguments).status(0).json();
    let found: Vec<Value> = groups.iter().map(|it| json!([it["count"], it["equal"]["status"]])).collect();
    assert_eq!(found, [json!([3, "proved"]), json!([2, "proved"])]);
    assert_eq!(groups[0]["values"], json!([{ "S": [1] }, { "S": [1, 3] }, { "S": [1, 5, 9] }]));
    // The first 50 values agree, the periods do not.
    let arguments = ["--over", "S = [{1, 60}, {1, 70}]", "--group", "--bound", "50", "--format", "json"];
    let groups = sweep(&take(), &arguments).json();
    assert!(groups.iter().all(|it| it["equal"]["status"] == "checked" || it["count"] == 1), "{groups:?}");
    let arguments = ["--over", "S = [{1, 60}, {1, 70}]", "--group", "--bound", "300", "--format", "json"];
    assert_eq!(sweep(&take(), &arguments).json().len(), 2);
}

#[test]
fn patterns_with_ranges_are_tabulated() {
    let spec = "param most: nat = 1
        game w(a: nat, b: nat) {
          move left(k in 1..=min(most, a)) -> w(a - k, b)
          move right(k in 1..=min(most, b)) -> w(a, b - k)
        }";
    let folder = Folder::new().and("main.game", spec);
    let arguments =
        ["a=0..=most", "b=0..=1", "--over", "most = 1..=2", "--show", "values", "--format", "json"];
    let rows = sweep(&folder, &arguments).status(0).json();
    // A heap of n has value n mod (most + 1).
    assert_eq!(shown(&rows[0], "values").0, json!([0, 1, 1, 0]));
    assert_eq!(shown(&rows[1], "values").0, json!([0, 1, 1, 0, 2, 3]));
    let arguments = ["misere w(a, 0)", "--over", "most = 1..=2", "--show", "losing", "--bound", "10"];
    let rows = sweep(&folder, &[&arguments[..], &["--format", "json"]].concat()).status(0).json();
    // Lost at 1 mod (most + 1): 1, 3, 5, 7, 9 and 1, 4, 7.
    assert_eq!((shown(&rows[0], "losing"), shown(&rows[1], "losing")), (proved(5), proved(3)));
}

#[test]
fn a_picture_has_a_row_for_each_value() {
    let folder = take();
    sweep(&folder, &["--over", "S = subsets(1..=5, 2)", "--bound", "30", "-o", "a.svg"]).status(0).quiet();
    let svg = folder.text("a.svg");
    assert!(svg.starts_with("<svg ") && svg.contains("S by number"), "{svg}");
    sweep(&folder, &["--over", "S = subsets(1..=5, 2)", "--bound", "30", "-o", "a.png"]).status(0).quiet();
    assert!(std::fs::read(folder.path("a.png")).unwrap().starts_with(b"\x89PNG"));
    sweep(&folder, &["--over", "S = [{1}]", "-o", "a.pdf"]).status(2).err(".png");
}

#[test]
fn wrong_wishes_are_told() {
    let folder = take().and("two.game", "param c: nat = 1 game a(n: nat) {} game b(n: nat, m: nat) {}");
    let cases: [(&[&str], &str); 20] = [
        (&[], "--over"),
        (&["--over", "S"], "NAME=VALUES"),
        (&["--over", "S = 3"], "G3"),
        (&["--over", "S = {1, 2}"], "G301"),
        (&["--over", "S = [{-1}]"], "G305"),
        (&["--over", "S = subsets(1..=3, "], "G10"),
        (&["--over", "T = [1]"], "G208"),
        (&["--over", "take = [1]"], "G208"),
        (&["--over", "S = []"], "no value"),
        (&["--over", "S = [{1}]", "--over", "S = [{2}]"], "twice"),
        (&["--over", "S = [{1}]", "--set", "S={2}"], "G202"),
        (&["--over", "S = [{1}]", "--show", "colour"], "choose from"),
        (&["--over", "S = [{1}]", "--show", "claims"], "no claim"),
        (&["--over", "S = [{1}]", "take(n)", "take(m)"], "one pattern"),
        (&["--over", "S = [{1}]", "take(n) + take(m)"], "give each variable of the pattern a range"),
        (&["--over", "S = [{1}]", "take(3)"], "no variable"),
        (&["--over", "S = [{1}]", "take(n", "--show", "max"], "G10"),
        (&["--over", "S = [{1}]", "n=0..=9", "--show", "period"], "leave out the range"),
        (&["--over", "S = [{1}]", "--shard", "5/4"], "I/N"),
        (&["--over", "S = [{1}]", "--show", "theorem", "--group"], "--group"),
    ];
    for (arguments, words) in cases {
        let run = sweep(&folder, arguments);
        // The value {-1} is opened, and is wrong.
        let status = if words == "G305" { 1 } else { 2 };
        assert_eq!(run.status, status, "{arguments:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(words) || run.out.contains(words), "{arguments:?}: {}{}", run.out, run.err);
    }
    gspec_in(&folder.path(""), &["sweep", "two.game", "--over", "c = 1..=2"]).status(2).err("pattern");
    gspec_in(&folder.path(""), &["sweep", "none.game", "--over", "c = 1..=2"]).status(2).err("G104");
}

/// Codes as values: periods that a separate program verified.
#[test]
fn codes_have_their_golden_periods() {
    let golden = std::fs::read_to_string(repository().join("tests/golden/octal-periods.tsv")).unwrap();
    let rows = golden.lines().filter(|line| line.starts_with("0.")).map(|line| line.split('\t').collect());
    let short = |row: &Vec<&str>| row[1].parse::<u64>().unwrap() + row[2].parse::<u64>().unwrap() < 2000;
    let octal = |row: &Vec<&str>| row[0][2..].bytes().all(|digit| (b'0'..b'8').contains(&digit));
    let rows: Vec<Vec<&str>> = share(rows.filter(short).filter(octal).collect(), 12);
    let codes: Vec<String> = rows.iter().map(|row| format!("\"{}\"", row[0])).collect();
    let over = format!("code = [{}]", codes.join(", "));
    let spec = "param code: text = \"0.77\" game g(n: nat) = octal code";
    let folder = Folder::new().and("main.game", spec);
    let found = sweep(&folder, &["--over", &over, "--format", "json"]).status(0).json();
    assert_eq!(found.len(), rows.len());
    for (found, row) in found.iter().zip(&rows) {
        for (name, text) in ["period", "preperiod", "max"].into_iter().zip(&row[1..]) {
            assert_eq!(shown(found, name), proved(text.parse::<u64>().unwrap()), "{row:?}");
        }
    }
    assert!(found.len() >= 10);
}

// Rows in files.

const OVER: [&str; 4] = ["--over", "S = subsets(1..=9, 3)", "--bound", "500"];

fn saved(folder: &Folder, more: &[&str]) -> Run {
    sweep(folder, &[&OVER[..], &["--format", "json"], more].concat())
}

/// Resuming from a file that was cut off anywhere prints what an uninterrupted run prints, and completes the rows of the file.
#[test]
fn a_cut_off_file_is_gone_on_with() {
    let folder = take();
    let whole = saved(&folder, &[]).status(0).out;
    assert_eq!(whole.lines().count(), 84);
    assert_eq!(saved(&folder, &["--resume", "a.saved"]).status(0).out, whole);
    let complete = std::fs::read(folder.path("a.saved")).unwrap();
    let ends: Vec<usize> = (0..complete.len()).filter(|at| complete[*at] == b'\n').collect();
    assert_eq!(ends.len(), 85);
    for cut in [ends[0] + 1, ends[3] + 1, ends[7] + 20, complete.len() - 1, ends[40], 0] {
        let folder = take().and("a.saved", &complete[..cut]);
        assert_eq!(saved(&folder, &["--resume", "a.saved"]).status(0).out, whole, "cut at {cut}");
        let lines = |bytes: &[u8]| {
            let mut lines: Vec<Vec<u8>> = bytes.split(|it| *it == b'\n').map(<[u8]>::to_vec).collect();
            lines.sort();
            lines
        };
        assert_eq!(lines(&std::fs::read(folder.path("a.saved")).unwrap()), lines(&complete), "cut at {cut}");
    }
}

#[test]
fn files_of_other_sweeps_are_refused() {
    let folder = take();
    saved(&folder, &["--resume", "a.saved"]).status(0);
    let complete = std::fs::read(folder.path("a.saved")).unwrap();
    let resume = ["--resume", "a.saved"];
    let cases: [(&[&str], &str); 4] = [
        (&["--over", "S = subsets(1..=8, 3)", "--bound", "500"], "--over"),
        (&["--over", "S = subsets(1..=9, 3)", "--bound", "501"], "--bound"),
        (&["--over", "S = subsets(1..=9, 3)", "--bound", "500", "--show", "max"], "--show"),
        (&["--over", "S = subsets(1..=9, 3)", "--bound", "500", "--shard", "1/2"], "--shard"),
    ];
    for (arguments, words) in cases {
        sweep(&folder, &[arguments, &resume].concat()).status(2).err(words);
    }
    let other = Folder::new().and("main.game", format!("// another\n{TAKE}")).and("a.saved", &complete);
    saved(&other, &resume).status(2).err("the spec");
    // A changed byte in the middle is damage; text that no sweep wrote has its own message.
    let mut changed = complete.clone();
    changed[complete.len() / 2] ^= 1;
    let damaged = take().and("a.saved", &changed);
    saved(&damaged, &resume).status(2).err("damaged");
    assert_eq!(std::fs::read(damaged.path("a.saved")).unwrap(), changed);
    let foreign = take().and("a.saved", "S,period\n");
    saved(&foreign, &resume).status(2).err("was not written by");
    assert_eq!(foreign.text("a.saved"), "S,period\n");
}

#[test]
fn shards_are_put_together() {
    let folder = take();
    let whole = saved(&folder, &[]).status(0).out;
    for part in 1..=3 {
        saved(&folder, &["--shard", &format!("{part}/3"), "--resume", &format!("{part}.saved")]).status(0);
    }
    let merge = |arguments: &[&str]| gspec_in(&folder.path(""), &[&["sweep", "--merge"], arguments].concat());
    assert_eq!(merge(&["1.saved", "2.saved", "3.saved", "--format", "json"]).status(0).quiet().out, whole);
    let run = merge(&["1.saved", "3.saved", "--format", "json"]).status(3).err("28 of 84 values");
    assert_eq!(run.out.lines().count(), 56);
    let text = sweep(&folder, &[&OVER[..], &["--group"]].concat()).status(0).out;
    assert_eq!(merge(&["3.saved", "1.saved", "2.saved", "--group"]).status(0).out, text);
    sweep(&folder, &["--over", "S = [{1}]", "--resume", "4.saved"]).status(0);
    merge(&["1.saved", "4.saved"]).status(2).err("different sweeps");
    merge(&["1.saved", "main.game"]).status(2).err("was not written by");
}

/// Each row, in each format, states which positions it counts.
#[test]
fn each_row_tells_its_own_bound() {
    let folder = Folder::new().and(
        "take.game",
        "param S: {nat} = {1, 2}
         game take(n: nat) { move t(k in S) when k <= n -> take(n - k) }\n",
    );
    // An amount of 10^30 fits into no table, so the row states its smaller bound. With {1}, every second heap is lost.
    let run = folder.run(&["sweep", "take.game", "--over", "S = [{1}, {1, 10^30}]"]).status(0);
    let lines: Vec<&str> = run.out.lines().skip(1).collect();
    assert!(lines[1].contains(" 5000"), "{}", run.out);
    assert!(lines[2].contains("501 (n <= 1000)"), "{}", run.out);
    run.out("losing: number of lost positions, n <= 9999");
    let run =
        folder.run(&["sweep", "take.game", "--over", "S = [{1}, {1, 10^30}]", "--format", "csv"]).status(0);
    assert!(run.out.lines().next().unwrap().ends_with(",losing,bound,error"), "{}", run.out);
    let bounds: Vec<&str> = run.out.lines().skip(1).map(|line| line.rsplit(',').nth(1).unwrap()).collect();
    assert_eq!(bounds, ["n <= 9999", "n <= 1000"], "{}", run.out);
    // A limit is obeyed.
    let rules = "game g(n: nat) { move t(k in S) when k <= n and n mod 7 != k * k mod 5 -> g(n - k) }";
    let folder = Folder::new().and("odd.game", format!("param S: {{nat}} = {{1, 2}}\n{rules}\n"));
    folder.run(&["sweep", "odd.game", "--over", "S = [{1, 3}]", "--limit-positions", "10"]).status(3);
}

/// Without values, the default columns need none; a loony position has none, and does not affect the rest of
/// its row.
#[test]
fn rows_of_games_with_strange_turns_are_shown() {
    let folder = Folder::new().and(
        "bonus.game",
        "param d: nat = 2
         game h(n: nat) {
           move t(j in 1..=min(3, n)) when j != d -> h(n - j)
           move u when n >= d -> again h(n - d)
         }\n",
    );
    let run = folder.run(&["sweep", "bonus.game", "--over", "d in {1, 2, 3}"]).status(0).err("max,losing");
    assert_eq!(run.out.lines().count(), 7, "{}", run.out);
    assert!(run.out.lines().skip(2).take(3).all(|line| !line.contains("loony")), "{}", run.out);
    let rows = folder
        .run(&[
            "sweep",
            "bonus.game",
            "h(n)",
            "n=0..=5",
            "--over",
            "d in {2}",
            "--show",
            "values",
            "--format",
            "json",
        ])
        .status(0)
        .json();
    // By the rule of the language's page: h(1) takes one, 1; h(2) moves again from 0 and takes one to h(1): C = {0}, O = {1}, so 0;
    // h(3): C = {1} from h(1), O = {h(2), h(0)} = {0}: 1; h(4): C = {h(2)} = {0}, O = {h(3), h(1)} = {1}: 0.
    let values = rows[0]["shown"]["values"]["value"].as_array().unwrap().clone();
    assert_eq!(values[..5], [0, 1, 0, 1, 0], "{rows:?}");
    let folder = folder.and(
        "block.game",
        "param b: nat = 1
         game w(n: nat) blocking b { move t(k in 1..=n) -> w(n - k) }\n",
    );
    // Exactly the heaps up to b are lost.
    let run = folder.run(&["sweep", "block.game", "--over", "b in {1, 2, 5}"]).status(0).err("losing");
    let lost: Vec<&str> =
        run.out.lines().skip(2).take(3).map(|line| line.split_whitespace().last().unwrap()).collect();
    assert_eq!(lost, ["2", "3", "6"], "{}", run.out);
}

/// The default columns do not contradict what is typed.
#[test]
fn several_variables_need_ranges() {
    let folder =
        Folder::with("param c: nat = 1\ngame g(n: nat) { move t(k in 1..=c) when k <= n -> g(n - k) }\n");
    let sweep = |more: &[&str]| {
        folder.run(&[&["sweep", "game.game", "g(a) + g(b)", "--over", "c = 1..=2"], more].concat())
    };
    sweep(&[]).status(2).err("give each variable of the pattern a range, such as a=0..=20 b=0..=20");
    sweep(&["--show", "period"]).status(2).err("`period` is about one variable");
}
