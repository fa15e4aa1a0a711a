//! Texts and rows of letters as packed words: random boards and rules, machine code and the
//! interpreter against the reference.

use super::machine_code::{Choices, answered};
use crate::suite::share::cases;
use gspec::ir::Value;

/// The encodings of a board.
#[derive(Clone, Copy, PartialEq)]
enum Board {
    /// A text.
    Row,
    /// Two texts.
    TwoRows,
    /// A list of texts.
    Rows,
}

/// A random expression for a text of one letter.
fn letter(choices: &mut Choices, board: Board, depth: usize) -> String {
    if depth > 0 && choices.below(3) == 0 {
        return match choices.below(4) {
            0 => format!("other({})", letter(choices, board, depth - 1)),
            1 => format!("(let p = {} in p)", letter(choices, board, depth - 1)),
            _ => format!(
                "(if {} then {} else {})",
                condition(choices, board, depth - 1),
                letter(choices, board, depth - 1),
                letter(choices, board, depth - 1)
            ),
        };
    }
    match choices.below(4) {
        0 => choices.one(&["\"x\"", "\"o\"", "\".\"", "\"é\"", "\"𝔸\""]).to_string(),
        1 => "c".to_string(),
        _ => cell(choices, board).to_string(),
    }
}

fn cell(choices: &mut Choices, board: Board) -> &'static str {
    let cells: &[&'static str] = match board {
        Board::Row => &["b[i]", "b[i]", "b[i..i + 1]", "b[len(b) - 1]", "b[i - 1]", "b[i + 1]"],
        Board::TwoRows => &["b[i]", "d[j]", "b[j]", "d[i]", "(b ++ d)[i]"],
        Board::Rows => &["b[y][x]", "b[y][x]", "b[0][x]", "b[y][x - 1]", "b[y + 1][x]"],
    };
    choices.one(cells)
}

fn condition(choices: &mut Choices, board: Board, depth: usize) -> String {
    let mut it = |depth| letter(choices, board, depth);
    let (a, b, c) = (it(depth), it(0), it(0));
    if depth > 0 && choices.below(3) == 0 {
        let (p, q) = (condition(choices, board, depth - 1), condition(choices, board, depth - 1));
        return format!("(({p}) {} ({q}))", choices.one(&["and", "or", "=>"]));
    }
    let of_board = match board {
        Board::Row => [
            "b[i..i + 2] == \"xo\"",
            "\"xo\" in b",
            "count(b[k] == c for k in indices(b)) > 1",
            "b[..i] != \"\"",
        ],
        Board::TwoRows => ["b == d", "b[i..] == d[j..]", "d[j] in b", "len(b) < len(d)"],
        Board::Rows => [
            "any(row[0] == c for row in b if row != \"\")",
            "b[y] == \"xo\"",
            "count(l != \".\" for row in b for l in row) > 1",
            "y > 0 and b[y - 1] == b[y]",
        ],
    };
    match choices.below(12) {
        0 => format!("{a} != {b}"),
        1 => format!("{a} in [\".\", {b}]"),
        2 => format!("{a} in \"xo\""),
        3 => format!("{{{a}, {b}}} == {{\"x\", \"o\"}}"),
        4 => format!("{{{a}, {b}}} != {{{c}, \".\"}}"),
        5 => format!("{a} == {b} == {c}"),
        6 => format!("{a} ++ {b} == \"xo\""),
        7 => format!("all(l != {b} or l == c for l in {a} ++ \"x\")"),
        8 | 9 => choices.one(&of_board).to_string(),
        10 => format!("{a} != {b}"),
        _ => format!("{a} == {b}"),
    }
}

/// A random expression for the board after a move.
fn changed(choices: &mut Choices, board: Board) -> String {
    let (a, b) = (letter(choices, board, 1), letter(choices, board, 0));
    let (row, at) = match board {
        Board::Row => ("b", "i"),
        Board::TwoRows => (choices.one(&["b", "d"]), choices.one(&["i", "j"])),
        Board::Rows => {
            return match choices.below(8) {
                0 => format!("b with [y][x] = {a} with [0][0] = {b}"),
                1 => "b with [y][{x, 0}] = \"o.\"".to_string(),
                2 => format!("b with [y] = b[y] ++ {a}"),
                3 => format!("b ++ [{a} ++ {b}]"),
                4 => "b[..y] ++ b[y + 1..]".to_string(),
                5 => format!("b with [y] = b[y] with [x] = {a}"),
                _ => format!("b with [y][x] = {a}"),
            };
        }
    };
    match choices.below(12) {
        0 => format!("{row} with [{at}] = {a} with [0] = {b}"),
        1 => format!("{row} with [{{{at}, 1}}] = {a} ++ {b}"),
        2 => format!("{row} with [{at}..{at} + 2] = \"ox\""),
        3 => format!("{row} with [[0, {at}]] = [{a}, {b}]"),
        4 => format!("{row}[..{at}] ++ {row}[{at} + 1..]"),
        5 => format!("{row}[..{at}] ++ {a} ++ {row}[{at}..]"),
        6 => format!("reverse({row})"),
        7 => format!("{row} with [{at}] = {row}[{at}..{at} + 1]"),
        8 => format!("(if {a} == {b} then {row} with [{at}] = \"o\" else {row})"),
        9 => format!("(let e = {row} with [{at}] = {a} in if \".\" in e then e else {row} ++ \"𝔸\")"),
        _ => format!("{row} with [{at}] = {a}"),
    }
}

fn spec(choices: &mut Choices, board: Board) -> String {
    let (fields, binders) = match board {
        Board::Row => ("b: text", "i in indices(b)"),
        Board::TwoRows => ("b: text, d: text", "i in indices(b), j in indices(d)"),
        Board::Rows => ("b: [text]", "y in indices(b), x in indices(b[y])"),
    };
    let mut spec =
        "fn other(l: text): text = if l == \"x\" then \"o\" else if l == \"o\" then \"x\" else l\n"
            .to_string();
    spec += &format!("game g(n: 0..=3, {fields}) {{\n");
    for name in ["m", "p"] {
        let guard = condition(choices, board, 1);
        let letters = choices.one(&["[\"x\", \".\"]", "{\"o\", \"é\"}", "\"ox\"", "[\"o\"]"]);
        let first = changed(choices, board);
        let second: &[&str] = match board {
            Board::TwoRows => &[", d", ", b", ", d with [j] = c"],
            _ => &[""],
        };
        let second = choices.one(second);
        spec += &format!(
            "  move {name}({binders}, c in {letters}) when n > 0 and {guard} -> g(n - 1, {first}{second})\n"
        );
    }
    spec + "}\n"
}

/// The boards on which rules are tried.
fn boards(board: Board) -> Vec<Vec<Value>> {
    let rows = ["", "x", "xo", "x.o", "oxé.", "𝔸x", "xoxo.oxo", "abcdefgh"];
    match board {
        Board::Row => rows.map(|row| vec![Value::text(row)]).to_vec(),
        Board::TwoRows => {
            let pairs = [("", ""), ("x", "xo"), ("xo", "é"), ("o.x", "xo"), ("x.o", ""), ("ox.", "ox.")];
            pairs.map(|(a, b)| vec![Value::text(a), Value::text(b)]).to_vec()
        }
        Board::Rows => {
            let all: [&[&str]; 7] =
                [&[], &[""], &["xo"], &["x", "", "o."], &["xo", "ox"], &["éx", "."], &["x.o", "ox.", "..."]];
            all.map(|rows| vec![Value::List(rows.iter().map(|row| Value::text(row)).collect())]).to_vec()
        }
    }
}

/// How many answers about positions with `n > 0` agree, and whether machine code gave some answers. Long texts are
/// tried with `n <= 1` only.
fn agree(spec: &str, boards: &[Vec<Value>]) -> (usize, bool) {
    let states = boards.iter().flat_map(|board| {
        let is_long = board.iter().any(|it| matches!(it, Value::Text(text) if text.len() > 20));
        let state = |n| std::iter::once(Value::int(n)).chain(board.iter().cloned()).collect();
        (0..=if is_long { 1 } else { 2 }).map(state)
    });
    let (answered, compiled) = answered(spec, states);
    (answered.iter().filter(|it| it.state[0] != Value::int(0)).count(), compiled)
}

fn random(board: Board, count: usize, seed: u64) {
    let mut choices = Choices(seed);
    let mut found = Vec::new();
    for at in 0..count {
        let spec = spec(&mut choices, board);
        found.push(agree(&spec, &boards(board)));
        if board == Board::Row && at % 4 == 0 {
            // Too long for a word.
            agree(&spec, &[vec![Value::text(&"xo.".repeat(11))]]);
        }
    }
    let answers: usize = found.iter().map(|it| it.0).sum();
    let compiled = found.iter().filter(|it| it.1).count();
    assert!(answers > 4 * count, "{answers}");
    assert_eq!(compiled > count / 5, cfg!(feature = "jit"), "{compiled} of {count}");
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn random_rows() {
    random(Board::Row, cases(300, 60) as usize, 0x9E37_79B9_7F4A_7C15);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn random_pairs_of_rows() {
    random(Board::TwoRows, cases(200, 40) as usize, 0xD1B5_4A32_D192_ED03);
}

#[test]
fn random_boards_of_rows() {
    random(Board::Rows, cases(300, 60) as usize, 0xA24B_AED4_963E_E407);
}

/// A hundred different letters come into texts of one search: more than the 64 to which an alphabet gives numbers.
#[test]
fn many_letters() {
    let letters: String = (0..100u32).filter_map(|at| char::from_u32(0x3B1 + at)).collect();
    let spec = format!(
        "let pool = \"{letters}\"
         game g(n: 0..=3, b: text) {{
           move write(c in pool, i in indices(b)) when n > 0 and b[i] != c and c in pool[n * 20..] -> g(n - 1, b with [i] = c)
           move longer(k in 0..=99) when n > 1 and k mod 7 == 0 -> g(n - 2, b ++ pool[k])
         }}"
    );
    let boards: Vec<Vec<Value>> = ["", "a", "αω"].iter().map(|row| vec![Value::text(row)]).collect();
    assert!(agree(&spec, &boards).0 > 4);
}

/// Boards that only just fit into a word, and boards that do not, in one search.
#[test]
fn boards_about_as_long_as_a_word() {
    for letters in ["x.", "xo.", "xoé.#"] {
        let spec = format!(
            "let pool = \"{letters}\"
             game g(n: 0..=3, b: text) {{
               move write(c in pool, i in indices(b)) when n > 0 and i mod 5 == n and b[i] != c -> g(n - 1, b with [i] = c)
               move longer(c in pool) when n > 0 -> g(n - 1, b ++ c ++ c)
               move shorter when n > 0 and len(b) > 2 -> g(n - 1, b[1..] with [0] = \"𝔸\")
             }}"
        );
        let boards: Vec<Vec<Value>> = [10, 18, 24, 26, 27, 28, 29, 30, 54, 55, 56, 57]
            .map(|n| vec![Value::text(&"x.".repeat(n)[..n])])
            .to_vec();
        assert!(agree(&spec, &boards).0 > 11);
    }
}
