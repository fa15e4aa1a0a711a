//! Compares every row of `tests/golden/theorems.tsv` that a closed form can answer with its answer.

use super::*;

/// Answers the quantity of a game, two columns of a row; `None` if it knows no such game or
/// quantity.
type Answer = fn(&str, &str) -> Option<String>;

/// The functions that answer rows, tried in order.
const FAMILIES: &[Answer] = &[
    boards::answer,
    coins::answer,
    diagonal::answer,
    geography::answer,
    many_heaps::answer,
    moore::answer,
    nim::answer,
    one_heap::answer,
    splitting::answer,
    subtraction::answer,
    trees::answer,
    two_numbers::answer,
    wythoff::answer,
];

#[test]
fn rows() {
    let text = include_str!("../golden/theorems.tsv");
    let mut answered = 0;
    let mut left: Vec<&str> = Vec::new();
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (game, quantity, expected) = (columns[0], columns[1], columns[2]);
        match FAMILIES.iter().find_map(|answer| answer(game, quantity)) {
            Some(answer) => {
                assert_eq!(answer, expected, "{game} {quantity}");
                answered += 1;
            }
            None => left.push(line),
        }
    }
    // The other cases belong to tables, periods, sums under misère play and graphs.
    for line in &left {
        assert!(LEFT.iter().any(|start| line.starts_with(start)), "no closed form answers {line}");
    }
    assert!(answered > 330, "{answered}");
}

/// The beginnings of the rows that no closed form here answers.
const LEFT: &[&str] = &[
    "subtraction",
    "HDU1848",
    "allbut",
    "subtract-nondivisor",
    "mark-3\tseq",
    "subtract-proper-divisor-misere",
    "moore-nim[k=2,cap=3]",
    "wythoff[a=1]\tsgrow",
    "wythoff-block-any[3]",
    "bishop-or-king-corner",
    "knight-corner",
    "sharing-nim",
    "grundy-game",
    "couples-are-forever",
    "octal",
    "hex",
    "node-kayles\t",
    "arc-kayles\t",
    "cram\toutcome:1x",
    "cram\toutcome:3x",
    "digraph",
    "dag",
];

/// Comma-separated numbers; none for an empty text.
pub fn numbers(text: &str) -> Vec<u64> {
    text.split(',').filter(|part| !part.is_empty()).map(|part| part.parse().unwrap()).collect()
}

/// The parameter behind `prefix`, such as the 3 of `wythoff[a=3]` behind `wythoff[a=`.
pub fn parameter(game: &str, prefix: &str) -> Option<u64> {
    let rest = game.strip_prefix(prefix)?;
    rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
}

/// The letter of an outcome: `P` if the player to move loses, else `N`.
pub fn letter(losing: bool) -> String {
    if losing { "P" } else { "N" }.to_string()
}

/// The values as text, with `separator` between them.
pub fn joined<T: ToString>(values: impl IntoIterator<Item = T>, separator: &str) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(separator)
}

/// The bounds of a quantity such as `seq:0..30`.
pub fn range(quantity: &str, prefix: &str) -> Option<std::ops::RangeInclusive<u64>> {
    let (from, to) = quantity.strip_prefix(prefix)?.split_once("..")?;
    Some(from.parse().ok()?..=to.parse().ok()?)
}
