//! Output of all commands: its destination, format, colours, width and amount.

use crate::suite::support::{Folder, finish, gspec, program};

const WYTHOFF: &str = "specs/wythoff.game";
const PNG: &[u8] = b"\x89PNG";

/// Runs the program with variables of the environment.
pub(super) fn with(variables: &[(&str, &str)], arguments: &[&str]) -> crate::suite::support::Run {
    let mut command = program(&crate::suite::support::root(), arguments);
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
    finish(command, b"")
}

#[test]
fn the_ending_of_the_output_file_chooses_the_form() {
    let folder = Folder::with(&std::fs::read_to_string(WYTHOFF).unwrap());
    let bytes = |name: &str| std::fs::read(folder.path(name)).unwrap();
    let table = |more: &[&str]| folder.run(&[&["table", "game.game", "a=0..4", "b=0..4"], more].concat());
    for (file, begins) in [
        ("t.svg", &b"<svg"[..]),
        ("t.png", PNG),
        ("t.csv", b"a,b,sg\n0,0,0\n"),
        ("t.json", b"{\"pattern\""),
        ("t.txt", b"sg of wythoff(a, b)"),
    ] {
        let run = table(&["-o", file]).status(0).quiet();
        assert_eq!(run.out, "");
        assert!(bytes(file).starts_with(begins), "{file}");
    }
    table(&["-o", "s.json", "--format", "summary"]).status(0).quiet();
    assert!(bytes("s.json").starts_with(b"{\"count\":16"));
    let graph = |more: &[&str]| folder.run(&[&["graph", "game.game", "1, 2"], more].concat());
    for (file, begins) in [
        ("g.svg", &b"<svg"[..]),
        ("g.png", PNG),
        ("g.dot", b"digraph"),
        ("g.mmd", b"flowchart"),
        ("g.json", b"{"),
    ] {
        graph(&["-o", file]).status(0).quiet();
        assert!(bytes(file).starts_with(begins), "{file}");
    }
    table(&["-o", ".png"]).status(0).quiet();
    assert!(bytes(".png").starts_with(PNG));
    graph(&["-o", "g.txt", "--format", "dot"]).status(0).quiet();
    assert!(bytes("g.txt").starts_with(b"digraph"));
    graph(&["-o", "g.data", "--format", "mermaid"]).status(0).quiet();
    assert!(bytes("g.data").starts_with(b"flowchart"));
}

#[test]
fn a_form_that_contradicts_the_ending_is_refused() {
    let folder = Folder::with(&std::fs::read_to_string(WYTHOFF).unwrap());
    for (arguments, words) in [
        (&["table", "game.game", "-o", "x.png", "--format", "csv"][..], "contradict"),
        (&["table", "game.game", "-o", "x.csv", "--format", "png"], "contradict"),
        (&["table", "game.game", "-o", "x.pdf"], ".pdf"),
        (&["table", "game.game", "-o", "x.foo"], "one of .csv .json .png .svg .txt"),
        (&["table", "game.game", "-o", ".png", "--format", "text"], "contradict"),
        (&["check", "game.game", "-o", "x.foo"], "one of .json .sarif .svg .txt"),
        (&["graph", "game.game", "1,2", "-o", "x.txt"], "one of .dot .json .mmd .png .svg"),
        (&["table", "game.game", "-o", "x.pdf", "--format", "svg"], "contradict"),
        (&["graph", "game.game", "1,2", "-o", "x.svg", "--format", "dot"], "contradict"),
        (&["graph", "game.game", "1,2", "-o", "x.csv"], ".csv"),
        (&["prove", "game.game", "--svg", "x.png"], ".svg"),
    ] {
        folder.run(arguments).status(2).err(words).err("help: ");
        assert_eq!(folder.names(), ["game.game"], "{arguments:?}");
    }
}

#[test]
fn colours_are_chosen_by_option_then_environment() {
    let check = ["check", WYTHOFF];
    let coloured = |variables: &[(&str, &str)], more: &[&str]| {
        with(variables, &[&check, more].concat()).status(0).out.contains("\u{1b}[")
    };
    assert!(!coloured(&[], &[]), "no terminal");
    assert!(coloured(&[], &["--color", "always"]));
    assert!(coloured(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "0")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]));
    assert!(coloured(&[("NO_COLOR", "1")], &["--color=always"]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]));
    assert!(
        with(&[], &["solve", "nope.game", "1", "--color", "always"])
            .status(2)
            .err
            .contains("\u{1b}[31merror")
    );
    assert!(with(&[], &["--color", "always", "--help"]).status(0).out.contains("\u{1b}["));
    assert!(!with(&[], &["--help"]).status(0).out.contains("\u{1b}["));
}

#[test]
fn quiet_and_verbose_are_taken_by_every_command() {
    gspec(&["table", WYTHOFF]).status(0).err("note: no range for `a` and `b`: using");
    gspec(&["table", WYTHOFF, "-q"]).status(0).quiet();
    for arguments in [
        &["solve", WYTHOFF, "1,2"][..],
        &["period", "take {1, 2}"],
        &["check", WYTHOFF],
        &["graph", WYTHOFF, "1,2"],
        &["prove", "take {1, 2}"],
        &["fmt", "--check", WYTHOFF],
        &["explain", "G401"],
    ] {
        gspec(&[arguments, &["--quiet"]].concat()).status(0).quiet();
        gspec(&[arguments, &["--verbose"]].concat()).status(0).err("note: took ");
        gspec(&[&["-v"], arguments].concat()).status(0).err("note: took ");
    }
    gspec(&["check", WYTHOFF, "-q", "-v"]).status(2).err("--quiet").err("--verbose");
}

#[test]
fn verbose_leaves_out_what_was_not_examined() {
    let nim = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n";
    let claims =
        "claim \"all\": forall n: sg(nim(n)) == n\nclaim \"two\": forall n in 0..2: sg(nim(n)) == n\n";
    let run = Folder::with(&format!("{nim}{claims}"))
        .run(&["check", "-v", "game.game"])
        .status(0)
        .out("evaluation of 2 cases (");
    assert!(!run.out.contains("(0 ") && !run.out.contains(", 0 "), "{}", run.out);
}

#[test]
fn wide_tables_fit_where_a_person_reads() {
    let table = ["table", WYTHOFF, "a=0..=3", "b=0..=30"];
    let narrow = with(&[("COLUMNS", "50")], &table).status(0).out("10 of 31 columns shown");
    assert!(narrow.out.lines().all(|line| line.chars().count() <= 50), "{}", narrow.out);
    // A program gets everything.
    assert!(!with(&[], &table).status(0).out.contains("columns shown"));
    let csv = [&table[..], &["--format", "csv"]].concat();
    assert_eq!(with(&[("COLUMNS", "50")], &csv).out.lines().count(), 1 + 4 * 31);
    let row = with(&[("COLUMNS", "50")], &["table", "take {1, 2}", "n=0..20"]).status(0);
    assert!(!row.out.contains("columns shown"), "{}", row.out);
    // One variable: all 31 values are shown, in shorter rows. The last row is not full.
    for (width, columns) in [("60", "+8  +9"), ("40", "+3  +4\n")] {
        let strip = with(&[("COLUMNS", width)], &["table", WYTHOFF, "(a, 3)", "a=0..=30"]).status(0).out;
        assert!(strip.lines().all(|line| line.chars().count() <= width.parse().unwrap()), "{strip}");
        assert!(strip.contains(columns) && !strip.contains("columns shown"), "{width}: {strip}");
        let values =
            strip.lines().filter_map(|line| line.split_once('│')).filter(|(label, _)| label.trim() != "a");
        let shown: Vec<u64> = values
            .flat_map(|(_, values)| {
                values.split_whitespace().map(|it| it.trim_start_matches('•').parse().unwrap())
            })
            .collect();
        let csv = with(&[], &["table", WYTHOFF, "(a, 3)", "a=0..=30", "--format", "csv"]).status(0).out;
        let wanted: Vec<u64> =
            csv.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse().unwrap()).collect();
        assert_eq!(shown, wanted, "{strip}");
    }
    let listed =
        with(&[("COLUMNS", "40")], &["table", WYTHOFF, "(a, 3)", "a=[0, 2, 4, 6, 8, 10, 12, 14, 16]"])
            .status(0)
            .out;
    assert!(listed.lines().all(|line| line.chars().count() <= 40) && listed.contains(" 16"), "{listed}");
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn tables_of_sweeps_and_lists_of_moves_fit_where_a_person_reads() {
    let sweep =
        ["sweep", "specs/heaps/take.game", "--over", "S = [{1}, {1, 2}, {2, 5, 7}]", "--show", "values"];
    let narrow = with(&[("COLUMNS", "45")], &sweep).status(0).out("long cells are cut").out(" …");
    assert!(narrow.out.lines().all(|line| line.chars().count() <= 45), "{}", narrow.out);
    assert!(!with(&[], &sweep).status(0).out.contains("long cells are cut"));
    let rules = "game g(h: [nat]) { move from(i in indices(h), k in 1..=h[i]) -> g(h with [i] = h[i] - k) }";
    let folder = Folder::with(rules);
    let heaps = "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]";
    let solve = |width: Option<&str>| {
        let mut command = program(&folder.path(""), &["solve", "game.game", heaps, "--moves", "all"]);
        width.map(|width| command.env("COLUMNS", width));
        finish(command, b"").status(0).out
    };
    let (narrow, whole) = (solve(Some("60")), solve(None));
    assert!(
        narrow.contains("long positions are cut") && !whole.contains("long positions are cut"),
        "{narrow}"
    );
    let moves = |text: &str| text.lines().filter(|line| line.contains(" -> ")).count();
    assert_eq!((moves(&narrow), moves(&whole)), (20, 20), "{narrow}");
    let long: Vec<&str> = narrow.lines().filter(|line| line.chars().count() > 60).collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn titles_name_the_game() {
    gspec(&["table", "octal 0.77", "n=0..3"]).status(0).out("sg of heap(n), octal 0.77");
    gspec(&["period", "take {1, 2}"]).status(0).out("heap(n), take {1, 2}\n");
    gspec(&["table", WYTHOFF, "(a, b)", "a=0..3", "b=0..3"]).status(0).out("sg of wythoff(a, b)");
    gspec(&["graph", "octal 0.77", "3"]).status(0).out("label=\"heap(3), octal 0.77 (normal play");
    gspec(&["graph", "take {1, 2}", "3", "--format", "svg"])
        .status(0)
        .out("<title>Successors of heap(3), take {1, 2}</title>");
    gspec(&["graph", WYTHOFF, "(1, 2)"]).status(0).out("label=\"wythoff(1, 2) (normal play");
    for (spec, target, title) in [
        ("take {1, 2}", "heap", "lost positions of heap, take {1, 2}"),
        ("octal \"0.22\"", "heap", "lost positions of heap, octal \"0.22\""),
        ("specs/wythoff.game", "misere wythoff", "lost positions of misere wythoff"),
    ] {
        let folder = Folder::new();
        let (svg, dot) = (folder.path("a.svg"), folder.path("a.dot"));
        let files = ["--svg", svg.to_str().unwrap(), "--dot", dot.to_str().unwrap()];
        gspec(&[&["prove", spec, target][..], &files].concat()).status(0);
        let escaped = title.replace('"', "&quot;");
        let svg = folder.text("a.svg");
        assert!(svg.contains(&format!("<title>{escaped}</title>")) && svg.contains("digits of ("), "{svg}");
        let escaped = title.replace('"', "\\\"");
        assert!(folder.text("a.dot").contains(&format!("label=\"{escaped}: digits of (")), "{title}");
    }
}

#[test]
fn every_help_has_groups_and_exit_statuses() {
    let help = gspec(&["--help"]).status(0).quiet();
    for command in
        ["check", "solve", "table", "query", "period", "prove", "graph", "play", "fmt", "verify", "explain"]
    {
        assert!(help.out.contains(&format!("\n  {command} ")), "{command}: {}", help.out);
        let own = gspec(&[command, "--help"])
            .status(0)
            .quiet()
            .out("Exit status: 0 ")
            .out("Output:\n")
            .out("--color");
        assert!(own.out.lines().all(|line| line.chars().count() <= 100), "{}", own.out);
    }
    gspec(&["solve", "--help"]).status(0).out("Engines and limits:\n");
    // Without arguments, the program shows the first page, with examples that can be pasted.
    let first = gspec(&[]).status(2);
    for line in first.err.lines().filter(|line| line.starts_with("  gspec ")) {
        let example = line.trim().split("   ").next().unwrap();
        let words: Vec<String> = words(example);
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        gspec(&words).status(0);
    }
    assert_eq!(first.err.lines().filter(|line| line.starts_with("  gspec ")).count(), 5);
}

/// The words of a line for the shell, in which single quotes group.
pub fn words(line: &str) -> Vec<String> {
    let pieces = line.split('\'').enumerate();
    let grouped = pieces.flat_map(|(at, piece)| match at % 2 {
        0 => piece.split_whitespace().map(str::to_string).collect(),
        _ => vec![piece.to_string()],
    });
    grouped.collect()
}

/// Every page can be found from the list: codes by their pages in the sources, topics by `explain` itself.
#[test]
fn explain_alone_lists_every_page() {
    let list = gspec(&["explain"]).status(0).out;
    let listed: Vec<&str> =
        list.lines().filter_map(|line| line.split("  ").next()).flat_map(|names| names.split(", ")).collect();
    for name in &listed {
        assert!(gspec(&["explain", name]).status(0).out.len() > 100, "{name}");
    }
    let pages =
        std::fs::read_dir(crate::suite::support::root().join("src/language/diagnostic/pages")).unwrap();
    for page in pages {
        let page = page.unwrap().file_name().to_string_lossy().trim_end_matches(".md").to_string();
        assert!(listed.contains(&page.as_str()), "{page}");
    }
    for topic in
        ["operators", "builtins", "load", "misere", "blocking", "pass", "again", "twists", "theorems"]
    {
        assert!(listed.contains(&topic), "{topic}");
    }
    let twists = gspec(&["explain", "twists"]).status(0);
    twists.out("# Blocking").out("# Passes").out("# Moving again");
    // The suggestion for a misspelt name is a listed page, too.
    for wrong in ["mizere", "blockin", "twist", "lod"] {
        let told = gspec(&["explain", wrong]).status(2).err;
        let near = told.split("did you mean `").nth(1).and_then(|it| it.split('`').next()).unwrap();
        assert!(listed.contains(&near), "{wrong}: {near}");
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn people_see_the_ends_of_numbers_of_hundreds_of_digits() {
    let spec = "game g(n: nat, m: nat) { measure n\n move m when n > 0 -> g(n - 1, m - 10^250) }\nstart g(3, 10^200)\n";
    let folder = Folder::with(spec);
    let digits = "1".repeat(300);
    let has_long = |text: &str| text.split(|c: char| !c.is_ascii_digit()).any(|it| it.len() > 60);
    let pattern = format!("n={digits}..={digits}");
    let nim = "specs/heaps/nim.game";
    let runs = [
        folder.run(&["check", "game.game"]).status(1),
        folder.run(&["table", "game.game", "n=1..3", "m=1..3"]).status(1),
        gspec(&["table", nim, &pattern]).status(0).out("(300 digits)"),
        gspec(&["graph", nim, &digits, "--format", "dot", "--most", "1"]),
        gspec(&["graph", nim, &digits, "--most", "1"]),
    ];
    for run in &runs {
        // Lines that quote the typed text show it unchanged, so they are left out here.
        let told: Vec<&str> = run.err.lines().filter(|line| !line.contains(" │ ")).collect();
        let drawn = format!("{}{}", run.out, told.join("\n"));
        assert!(!has_long(&drawn), "{drawn}");
        assert!(drawn.contains("digits)"), "{drawn}");
    }
    // CSV has all digits.
    let csv = gspec(&["table", nim, &pattern, "--format", "csv"]).status(0);
    csv.out(&digits);
    // A table says what `check` says of the rules.
    for run in &runs[..2] {
        assert!(run.err.contains("10 ^ 250 <= m` to the move"), "{}", run.err);
    }
}

#[test]
fn the_title_of_a_fix_is_one_short_line() {
    let spec =
        "game g(n: nat) {\n  move m(k in 1..=n) -> g(n - k)\n  claim losing(g(0))\n}\nclaim 7 % 2 == 1\n";
    let folder = Folder::with(spec);
    let told = folder.run(&["check", "game.game", "--format", "json"]).status(1).out;
    let view: serde_json::Value = serde_json::from_str(&told).unwrap();
    let fixes: Vec<&serde_json::Value> =
        view["diagnostics"].as_array().unwrap().iter().map(|it| &it["fix"]).collect();
    let titles: Vec<&str> = fixes.iter().map(|it| it["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Move the claim below the `}` that closes the game", "Write `mod`"]);
    assert!(fixes[0]["replacement"].as_str().unwrap().contains('\n'));
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn long_lines_are_broken_on_a_narrow_terminal() {
    for arguments in [
        &["check", WYTHOFF][..],
        &["solve", WYTHOFF, "9,12", "--why"],
        &["prove", WYTHOFF],
        &["guess", "specs/heaps/nim.game"],
        &["diff", WYTHOFF, WYTHOFF],
        &["ablate", WYTHOFF],
        &["period", "octal \"0.77\""],
        &["explain", "G401"],
        &["explain"],
        &["--help"],
        &["check", "--help"],
    ] {
        let run = with(&[("COLUMNS", "60")], arguments);
        // Formulas, code and names of theorems cannot be broken.
        let is_long = |line: &&str| line.chars().count() > 60 && !line.contains("==") && !line.contains("->");
        let long: Vec<&str> = run.out.lines().filter(is_long).collect();
        assert!(long.is_empty(), "{arguments:?}: {long:#?}");
        // Programs read whole lines.
        assert!(with(&[], arguments).out.lines().count() <= run.out.lines().count());
    }
}

#[test]
fn check_writes_to_files_in_the_format_of_their_ending() {
    let spec = "game e(n: nat) { move m(k in 1..=5) -> e(n - k) }\n";
    let folder = Folder::with(spec);
    let check = |file: &str| folder.run(&["check", "game.game", "-o", file]).status(1).quiet().out;
    for file in ["report.svg", "report.txt", "report.json", "report.sarif"] {
        assert_eq!(check(file), "", "{file}");
    }
    let picture = folder.text("report.svg");
    assert!(picture.starts_with("<svg") && picture.contains("G401") && picture.contains("not ok"));
    let text = folder.text("report.txt");
    assert!(text.contains("error[G401]") && text.contains("not ok: 1 error") && !text.contains('\u{1b}'));
    let json: serde_json::Value = serde_json::from_str(&folder.text("report.json")).unwrap();
    assert_eq!(json["diagnostics"][0]["code"], "G401");
    let sarif: serde_json::Value = serde_json::from_str(&folder.text("report.sarif")).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let printed = folder.run(&["check", "game.game", "--format", "svg"]).status(1).quiet().out;
    assert_eq!(printed, picture);
    let unwritten = folder.run(&["check", "game.game", "-o", "missing/report.svg"]).status(2);
    assert!(unwritten.err.starts_with("error[G510]: cannot write"), "{}", unwritten.err);
    // A spec that cannot be read has no report: an error is shown, and no file is written.
    for file in ["none.svg", "none.txt"] {
        folder
            .run(&["check", "nope.game", "-o", file])
            .status(2)
            .err("error[G104]")
            .err("nope.game")
            .err(file);
        assert!(!folder.names().contains(&file.to_string()), "{file}");
    }
    folder.run(&["check", "game.game", "-o", "report.png"]).status(2).err("cannot write a .png file");
    folder.run(&["check", "game.game", "-o", "report.json", "--format", "svg"]).status(2).err("contradict");
    folder.run(&["check", "game.game", "--watch", "-o", "report.txt"]).status(2).err("`--watch`");
    let short = folder.run(&["check", "game.game", "--format", "short"]).status(1).quiet().out;
    assert!(short.starts_with("game.game:1:42: error[G401]: ") && short.lines().count() == 1, "{short}");
}

#[test]
fn numbers_of_thousands_of_digits_are_shown_by_their_ends() {
    let run = gspec(&["solve", "specs/heaps/nim.game", "10^5000"]).status(0).out("(5001 digits)");
    assert!(run.out.lines().all(|line| line.len() < 200), "{}", run.out);
    // Programs get all digits.
    let json = gspec(&["solve", "specs/heaps/nim.game", "10^5000", "--format", "json"]).status(0).out;
    assert!(json.contains(&format!("1{}", "0".repeat(5000))));
}

#[test]
fn manual_pages_say_what_exit_statuses_mean() {
    let folder = Folder::new();
    folder.run(&["man", "pages"]).status(0);
    for page in ["gspec.1", "gspec-check.1", "gspec-solve.1"] {
        let text = folder.text(&format!("pages/{page}"));
        assert!(text.contains(".SH \"EXIT STATUS\""), "{page}: {text}");
        assert!(!text.contains(".SH EXTRA"));
    }
    assert!(folder.text("pages/gspec-check.1").contains(".SH EXAMPLES"));
}

/// Two specs: one whose claims are proved, and one with a wrong claim.
#[test]
fn several_specs_end_with_a_total_and_quiet_leaves_out_those_that_are_proved() {
    let nim = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n";
    let folder = Folder::new()
        .and("good.game", format!("{nim}claim \"empty\": losing(nim(0))\nclaim \"one\": winning(nim(1))\n"))
        .and("wrong.game", format!("{nim}claim \"full\": losing(nim(1))\n"));
    let total = "1 of 2 files is not ok; 3 claims: 2 proved, 1 refuted\n";
    let whole = folder.run(&["check", "."]).status(1);
    assert!(whole.out.ends_with(&format!("\n{total}")), "{}", whole.out);
    assert!(whole.out.contains("good.game"), "{}", whole.out);
    let quiet = folder.run(&["check", ".", "-q"]).status(1);
    assert!(quiet.out.ends_with(&format!("\n{total}")), "{}", quiet.out);
    assert!(!quiet.out.contains("good.game") && quiet.out.contains("wrong.game"), "{}", quiet.out);
    folder.run(&["check", "good.game", "-q"]).status(0).out("good.game\n  ok: 2 claims: 2 proved\n");
    let quiet = folder.run(&["check", ".", "-q", "--format", "json"]).status(1).out;
    assert_eq!(quiet.lines().count(), 2);
    // JSON has one line for each file, and no total.
    assert_eq!(folder.run(&["check", ".", "--format", "json"]).status(1).out.lines().count(), 2);
}
