//! Cram on rectangles (T86).

use crate::ir::{Convention, Value};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, naturals, state};
use crate::theory::cram;
use num_bigint::BigUint;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "cram",
    entry: "T86",
    title: "Cram: dominoes on a board, upright or lying, for both players",
    cite: "Gardner 1974",
    gives: "Gardner 1974 (theorem:cram), rectangles by symmetry about the centre",
    page: include_str!("../pages/cram.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Board)) },
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

#[derive(Debug)]
struct Board;

/// The sides of the rectangle that the free squares form, if they do.
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
    // Members of sets differ, so as many of them as the rectangle has fill it.
    (&width * &height == BigUint::from(cells.len())).then_some((width, height))
}

impl ClosedForm for Board {
    fn is_total(&self, _vertices: usize) -> bool {
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
