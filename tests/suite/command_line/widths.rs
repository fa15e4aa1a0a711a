//! Pages, boards and lists of moves fit into narrow terminals.

use super::output::with;
use crate::suite::support::{Folder, finish, program};

/// The rows of a table between its head and the next empty line.
fn table_below<'t>(page: &'t str, head: &str) -> Vec<&'t str> {
    page.lines()
        .skip_while(|line| !line.trim_start().starts_with(head))
        .take_while(|line| !line.is_empty())
        .collect()
}

#[test]
fn tables_of_pages_wrap_inside_their_columns() {
    for (topic, head) in [("operators", "operators "), ("compounds", "form "), ("builtins", "type ")] {
        for width in ["80", "60"] {
            let page = with(&[("COLUMNS", width)], &["explain", topic]).status(0).out;
            let table = table_below(&page, head);
            assert!(table.len() > 4, "{page}");
            let width: usize = width.parse().unwrap();
            assert!(table.iter().all(|line| line.chars().count() <= width), "{topic}: {table:#?}");
            // The words of a cell begin at the column of its head, and blanks separate the columns.
            let starts: Vec<usize> = columns(table[0]);
            for line in &table {
                let letters: Vec<char> = line.chars().collect();
                for start in starts.iter().skip(1).filter(|start| **start < letters.len()) {
                    assert_eq!(&letters[start - 2..*start], [' ', ' '], "{topic}: {line}");
                }
            }
            // No word is lost.
            let wide = with(&[], &["explain", topic]).status(0).out;
            assert_eq!(words(&table), words(&table_below(&wide, head)), "{topic}");
        }
    }
    let narrow = with(&[("COLUMNS", "60")], &["explain", "compounds"]).status(0).out;
    assert!(narrow.contains("`long all(P, Q)`"), "code stays on one line: {narrow}");
    // Pages of theorems are Markdown; their tables are laid out for a person only.
    let page = with(&[("COLUMNS", "50")], &["explain", "theorem:circular-nim"]).status(0).out;
    assert!(!page.contains("|---"), "{page}");
    assert!(with(&[], &["explain", "theorem:circular-nim"]).status(0).out.contains("|---"));
}

/// Where the columns of a head begin.
fn columns(head: &str) -> Vec<usize> {
    let letters: Vec<char> = head.chars().collect();
    let begins = |at: &usize| {
        letters[*at] != ' ' && (*at == 0 || letters[at - 1] == ' ' && (*at < 2 || letters[at - 2] == ' '))
    };
    (0..letters.len()).filter(begins).collect()
}

fn words(table: &[&str]) -> Vec<String> {
    let mut words: Vec<String> =
        table.iter().flat_map(|line| line.split_whitespace()).map(String::from).collect();
    words.sort();
    words
}

/// Dominoes on a row of cells. A drawn cell takes three columns of the terminal.
const ROW: &str = "game b(free: {(nat, nat)}) {
  move cut((x, y) in free) when (x + 1, y) in free -> b(free - {(x, y), (x + 1, y)})
}
fn row(w: nat): position = b({(x, 0) for x in 0..w})
";

#[test]
fn boards_and_moves_fit_where_a_person_plays() {
    let folder = Folder::with(ROW);
    let run = |width: Option<&str>, arguments: &[&str], input: &str| {
        let mut command = program(&folder.path(""), arguments);
        width.map(|width| command.env("COLUMNS", width));
        finish(command, input.as_bytes()).status(0).out
    };
    let typed = "hint\nmoves\nposition\n1\nwhy\nhelp\nxyz\nquit\n";
    for arguments in [&["play", "game.game", "row(60)"][..], &["solve", "game.game", "row(60)"]] {
        let narrow = run(Some("80"), arguments, typed);
        let long: Vec<&str> = narrow.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty(), "{long:#?}");
        // Two columns of indentation leave room for 26 cells a strip: 60 = 26 + 26 + 8.
        let strips: Vec<usize> = narrow
            .lines()
            .filter(|line| line.starts_with("   ") && line.split_whitespace().all(|it| it == "o"))
            .map(|line| line.split_whitespace().count())
            .filter(|count| *count > 0)
            .collect();
        assert_eq!(strips[..3], [26, 26, 8], "{narrow}");
        assert!(
            narrow.contains(" az\n") && narrow.contains(" ba"),
            "the letters stand below their strips: {narrow}"
        );
        assert!(narrow.contains("cut(x = 0, y = 0)") || arguments[0] == "solve", "{narrow}");
    }
    // A program gets whole lines.
    let whole = run(None, &["play", "game.game", "row(60)"], "quit\n");
    assert!(
        whole.lines().any(|line| line.contains("  1  cut(x = 0, y = 0)") && line.chars().count() > 400),
        "{whole}"
    );
}
