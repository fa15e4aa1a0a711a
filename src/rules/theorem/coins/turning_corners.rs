//! Turning Corners (T72): a move turns the coins on the four corners of a rectangle on a board, the
//! corner with the greatest coordinates from heads to tails.
//!
//! A head on the point (x, y) is worth the nim-product of x and y. The value of a position is the
//! nim-sum over its heads. The theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, int_of, naturals, state};
use crate::theory::nim_product;
use num_bigint::BigUint;

/// The catalogue entry for Turning Corners.
pub const THEOREM: Theorem = Theorem {
    id: "turning-corners",
    entry: "T72",
    title: "Turning Corners: turn the corners of a rectangle, the far one from heads to tails",
    cite: "Conway 1976",
    gives: "Conway 1976 (theorem:turning-corners), a head is worth the nim-product of its coordinates",
    page: include_str!("../pages/turning_corners.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Corners)) },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const SINGLE: &str = "game corners(x: nat, y: nat) {
        move turn(a in 0..x, b in 0..y) -> corners(a, b) + corners(a, y) + corners(x, b)
    }";
    const SETS: &str = "game corners(heads: {(nat, nat)}) {
        move turn((x, y) in heads, a in 0..x, b in 0..y)
            -> corners((heads - {(a, b), (a, y), (x, b), (x, y)}) | ({(a, b), (a, y), (x, b), (x, y)} - heads))
    }";
    match kinds {
        [Kind::Nat, Kind::Nat] => vec![SINGLE.to_string()],
        [Kind::Other] => vec![SETS.to_string()],
        _ => Vec::new(),
    }
}

#[derive(Debug)]
struct Corners;

/// A coordinate with more binary digits has no result, because its nim-products would take too
/// long.
pub(super) const MOST_BITS: u64 = 4096;

/// The theorem gives no results for states with more heads.
const MOST_HEADS: usize = 10_000;

/// The nim-product of two coordinates; `None` if one has more than `MOST_BITS` binary digits.
fn worth(coordinates: &[BigUint]) -> Option<BigUint> {
    let [x, y] = coordinates else { return None };
    (x.bits().max(y.bits()) <= MOST_BITS).then(|| nim_product::product_big(x, y))
}

/// The coordinates of each head: of the only head, if the state is a point, or of the members of a
/// set. `None` if there are more than `MOST_HEADS`, or if a coordinate is not a natural.
pub(super) fn heads(state: &[Value]) -> Option<Vec<Vec<BigUint>>> {
    let [heads] = state else { return Some(vec![naturals(state)?]) };
    let heads = state::members(heads).filter(|heads| heads.len() <= MOST_HEADS)?;
    heads.iter().map(|head| naturals(coordinates(head)?)).collect()
}

/// An upper bound for the number of reachable states, if no move turns coins beyond the greatest
/// coordinates of the heads; `None` if there are no heads, or if [`heads`] gives none.
pub(super) fn reach(state: &[Value]) -> Option<u64> {
    let heads = heads(state)?;
    let side = |axis: usize| Some(heads.iter().filter_map(|head| head.get(axis)).max()? + 1u32);
    let cells = usize::try_from(side(0)? * side(1)?).unwrap_or(usize::MAX);
    Some(if state.len() == 2 { cells as u64 } else { state::subsets(cells) })
}

/// The parts of a tuple; `None` for other values.
fn coordinates(head: &Value) -> Option<&[Value]> {
    if let Value::Tuple(pair) = head { Some(pair) } else { None }
}

impl ClosedForm for Corners {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let worths: Option<Vec<BigUint>> = heads(state)?.iter().map(|head| worth(head)).collect();
        Some(int_of(worths?.into_iter().fold(BigUint::ZERO, |all, worth| all ^ worth)))
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        reach(state)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        Some(match &heads(state)?[..] {
            [head] if head.len() == 2 => {
                format!("The nim-product of {} and {} is {value}.", head[0], head[1])
            }
            several => format!(
                "Each of the {} heads is worth the nim-product of its coordinates; the xor is {value}.",
                several.len()
            ),
        })
    }
}
