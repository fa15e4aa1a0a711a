//! Wythoff's game (T34).

use super::{ClosedForm, Golden, Theorem};
use crate::ir::Convention;
use crate::number::Int;
use crate::shape::vectors::Vectors;
use crate::theory::convention;
use crate::theory::wythoff::classic as wythoff;
use num_bigint::BigUint;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "wythoff",
    entry: "T34",
    title: "Wythoff's game: take from one heap, or the same number from both",
    cite: "Wythoff 1907",
    gives: "Wythoff 1907 (theorem:wythoff), losing pairs by the golden ratio",
    page: include_str!("pages/wythoff.md"),
    recognise,
};

#[derive(Debug)]
struct Pairs;

fn recognise(vectors: &Vectors) -> Option<Box<dyn ClosedForm>> {
    let is_wythoff = vectors.from.len() == 2 && vectors.are_rays(&[&[1, 0], &[0, 1], &[1, 1]]);
    is_wythoff.then(|| Box::new(Pairs) as Box<dyn ClosedForm>)
}

/// The convention as the theory knows it.
fn known(convention: Convention) -> Option<convention::Convention> {
    match convention {
        Convention::Normal => Some(convention::Convention::Normal),
        Convention::Misere => Some(convention::Convention::Misere),
        Convention::Anti => None,
    }
}

impl ClosedForm for Pairs {
    fn losing(&self, fields: &[Int], convention: Convention) -> Option<bool> {
        let [a, b] = fields else { return None };
        let (a, b) = (BigUint::try_from(a.to_big()).ok()?, BigUint::try_from(b.to_big()).ok()?);
        Some(wythoff::losing_big(&a, &b, known(convention)?))
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let [a, b] = fields else { return None };
        Some(wythoff::losing(*a, *b, known(convention)?))
    }

    fn winning(&self, fields: &[Int], convention: Convention) -> Option<Vec<Vec<Int>>> {
        let [a, b] = fields else { return None };
        let (a, b) = (BigUint::try_from(a.to_big()).ok()?, BigUint::try_from(b.to_big()).ok()?);
        let int = |number: BigUint| Int::from(num_bigint::BigInt::from(number));
        let moves = wythoff::winning_moves(&a, &b, known(convention)?);
        Some(moves.into_iter().map(|(a, b)| vec![int(a), int(b)]).collect())
    }

    fn why(&self, fields: &[Int], convention: Convention) -> Option<String> {
        let [a, b] = fields else { return None };
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        let difference = large - small;
        if convention != Convention::Normal && difference <= Int::ONE {
            return Some(
                "Under misère play the pairs of difference 0 and 1 that lose are (2, 2) and (0, 1).".into(),
            );
        }
        let lower = Int::from(num_bigint::BigInt::from(wythoff::lower_big(
            &BigUint::try_from(difference.to_big()).ok()?,
        )));
        let loses = if lower == *small { "and so it is: the player to move loses" } else { "but it is not" };
        Some(format!(
            "The heaps differ by {difference}. A pair of that difference loses when its smaller heap is \
             floor(phi * {difference}) = {lower}; {loses}. The smaller heap is {small}."
        ))
    }

    fn golden(&self) -> Option<Golden> {
        Some(Golden)
    }
}
