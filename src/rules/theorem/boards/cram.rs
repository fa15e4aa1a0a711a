//! Cram on rectangles (T86): a move covers two adjacent free squares of a board with a domino.
//!
//! Under normal play the player to move loses on a free rectangle if both sides are even, and wins
//! if exactly one side is even. The theorem gives no outcome if both sides are odd or if the free
//! squares form no rectangle, and it never gives values.

use crate::ir::{Convention, Value};
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Theorem, clues, naturals, state};
use crate::theory::cram;
use num_bigint::BigUint;

/// The catalogue entry for Cram on rectangles.
pub const THEOREM: Theorem = Theorem {
    id: "cram",
    entry: "T86",
    title: "Cram: dominoes on a board, upright or lying, for both players",
    cite: "Gardner 1974",
    gives: "Gardner 1974 (theorem:cram), rectangles by symmetry about the centre",
    page: include_str!("../pages/cram.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(Board)) },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form: |_| Some(Box::new(Board)) },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: [&str; 2] = [
        "game cram(free: {(nat, nat)}) {
            move lying((x, y) in free) when (x + 1, y) in free -> cram(free - {(x, y), (x + 1, y)})
            move upright((x, y) in free) when (x, y + 1) in free -> cram(free - {(x, y), (x, y + 1)})
        }",
        "game cram(free: {(nat, nat)}) {
            move domino((x, y) in free, (u, v) in free) when abs(x - u) + abs(y - v) == 1
                -> cram(free - {(x, y), (u, v)})
        }",
    ];
    if kinds == [Kind::Other] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

/// Rectangles of up to 8 by 16 squares on which a domino can be placed in as many ways as the start
/// has options.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let rules = &written(&[Kind::Other])[0];
    let sides = (1..=8i64).flat_map(|height| (height..=16).map(move |width| (height, width)));
    let ways = |(height, width): &(i64, i64)| height * (width - 1) + width * (height - 1);
    let fits = sides.filter(|sides| usize::try_from(ways(sides)) == Ok(clues.options()));
    let board = |(height, width): (i64, i64)| {
        let cells = (0..width).flat_map(|x| (0..height).map(move |y| [Value::int(x), Value::int(y)]));
        let free = Value::set(cells.map(|cell| Value::Tuple(cell.into())).collect());
        Guess::of(rules, 0, vec![free])
    };
    fits.map(board).collect()
}

#[derive(Debug)]
struct Board;

/// The width and the height of the rectangle that the free squares form, both 0 if no square is
/// free; `None` if the squares form no rectangle.
fn sides(state: &[Value]) -> Option<(BigUint, BigUint)> {
    let [free] = state else { return None };
    let squares = state::members(free)?;
    let cell = |square: &Value| match square {
        Value::Tuple(parts) => <[BigUint; 2]>::try_from(naturals(parts)?).ok(),
        _ => None,
    };
    let cells: Vec<[BigUint; 2]> = squares.iter().map(cell).collect::<Option<_>>()?;
    let side = |axis: usize| {
        let least = cells.iter().map(|cell| &cell[axis]).min()?;
        let most = cells.iter().map(|cell| &cell[axis]).max()?;
        Some(most - least + 1u32)
    };
    let (Some(width), Some(height)) = (side(0), side(1)) else { return Some(Default::default()) };
    // The squares are distinct members of a set, so they fill the rectangle around them if there
    // are as many squares as the rectangle has.
    (&width * &height == BigUint::from(cells.len())).then_some((width, height))
}

impl ClosedForm for Board {
    fn is_total(&self, _vertices: Option<usize>) -> bool {
        true
    }

    fn ends(&self) -> Option<&'static str> {
        Some("every move covers two squares")
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let (width, height) = (convention == Convention::Normal).then(|| sides(state)).flatten()?;
        cram::losing(&height, &width)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let losing = self.losing(state, convention)?;
        let (width, height) = sides(state)?;
        let how = if losing {
            "every domino is answered by its image through the centre, so the player to move loses"
        } else {
            "a domino on the centre, and then every answer through it, wins"
        };
        Some(format!("The free squares are a rectangle of {width} by {height}: {how}."))
    }
}
