//! Notakto on boards of three by three (T91).

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, state};
use crate::theory::notakto;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "notakto",
    entry: "T91",
    title: "Notakto: both write crosses on a board of three by three, a line kills it; misère",
    cite: "Plambeck, Whitehead 2013",
    gives: "Plambeck, Whitehead 2013 (theorem:notakto), misère outcomes by a quotient of 18 elements",
    page: include_str!("../pages/notakto.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Board)) },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: &str =
        "fn dead(grid: [[0..=1]]): bool = any(all(grid[y][x] == 1 for (x, y) in line) for line in [
            [(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)],
            [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)],
            [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]
        ])
        game notakto(grid: [[0..=1]]) {
            move cross(x in 0..3, y in 0..3) when not dead(grid) and grid[y][x] == 0
                -> notakto(grid with [y][x] = 1)
        }";
    if kinds != [Kind::Other] {
        return Vec::new();
    }
    // The same with truth values for squares.
    let truths = [
        ("0..=1", "bool"),
        ("grid[y][x] == 1", "grid[y][x]"),
        ("grid[y][x] == 0", "not grid[y][x]"),
        ("= 1)", "= true)"),
    ];
    vec![
        RULES.to_string(),
        truths.iter().fold(RULES.to_string(), |text, (number, truth)| text.replace(number, truth)),
    ]
}

#[derive(Debug)]
struct Board;

/// The board as a set of bits; nothing where it has not three rows of three.
fn bits(state: &[Value]) -> Option<u16> {
    let [grid] = state else { return None };
    let rows = state::members(grid).filter(|rows| rows.len() == 3)?;
    let mut bits = 0;
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in state::members(row).filter(|cells| cells.len() == 3)?.iter().enumerate() {
            match cell {
                Value::Int(cell) if *cell == Int::ONE => bits |= 1 << (3 * y + x),
                Value::Bool(true) => bits |= 1 << (3 * y + x),
                Value::Int(cell) if cell.is_zero() => {}
                Value::Bool(false) => {}
                _ => return None,
            }
        }
    }
    Some(bits)
}

impl ClosedForm for Board {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let board = (convention == Convention::Misere).then(|| bits(state)).flatten()?;
        notakto::losing(&[board])
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let losing = self.losing(state, convention)?;
        let [a, b, c, d] = notakto::Class::of_board(bits(state)?)?.exponents();
        let loses = if losing { "loses" } else { "wins" };
        Some(format!(
            "In the misère quotient the board is a^{a} b^{b} c^{c} d^{d}. The lost elements are a, b^2, bc \
             and c^2: the player to move {loses}."
        ))
    }
}
