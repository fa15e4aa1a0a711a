//! Kayles, 0.77, and Dawson's Kayles, 0.07, as games of one heap given by an octal code (T63, T69):
//! a move takes one pin or two adjacent pins from a row, or exactly two adjacent pins, and may
//! leave two rows.
//!
//! The values of Kayles repeat every 12 from 71 on, those of Dawson's Kayles every 34 from 53 on;
//! the codes 0.137 and 0.4 have the values of Dawson's Kayles, shifted by one. Under misère play
//! Kayles is decided by the theorem of Sibert and Conway, for one row and for sums; for the other
//! codes the theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::one_heap::OneHeap;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Theorem, naturals};
use crate::theory::{misere_kayles, named_octals};
use num_bigint::BigUint;

/// The catalogue entry for Kayles.
pub const KAYLES: Theorem = Theorem {
    id: "kayles",
    entry: "T63",
    title: "Kayles: take one or two adjacent pins from a row",
    cite: "Guy, Smith 1956; misère: Sibert, Conway 1992",
    gives: "Guy, Smith 1956; misère sums: Sibert, Conway 1992 (theorem:kayles), values of period 12",
    page: include_str!("../pages/kayles.md"),
    hypotheses: Hypotheses::OneHeap(|heap| by_code(heap, &[0, 7, 7], Row::Kayles)),
};

/// The catalogue entry for Dawson's Kayles, and for codes whose values are shifted by one.
pub const DAWSON: Theorem = Theorem {
    id: "dawson-kayles",
    entry: "T63",
    title: "Dawson's Kayles: take two adjacent pins from a row",
    cite: "Dawson 1935, Guy, Smith 1956",
    gives: "Guy, Smith 1956 (theorem:dawson-kayles), values of period 34",
    page: include_str!("../pages/dawson.md"),
    hypotheses: Hypotheses::OneHeap(|heap| {
        by_code(heap, &[0, 0, 7], Row::Dawson)
            .or_else(|| by_code(heap, &[0, 1, 3, 7], Row::OneLess))
            .or_else(|| by_code(heap, &[0, 4], Row::OneMore))
    }),
};

/// The closed form for a row; `None` if the digits of the game's code differ from `code`.
fn by_code(heap: &OneHeap, code: &[u8], row: Row) -> Option<Box<dyn ClosedForm>> {
    let digits = heap.digits()?;
    let form: Box<dyn ClosedForm> = Box::new(row);
    (digits == code).then_some(form)
}

/// The octal code by which a row of pins is played.
#[derive(Debug, Clone, Copy)]
enum Row {
    /// 0.77
    Kayles,
    /// 0.07
    Dawson,
    /// 0.137: a row of n has the value of a row of n + 1 in 0.07.
    OneLess,
    /// 0.4: a row of n ≥ 1 has the value of a row of n − 1 in 0.07.
    OneMore,
}

impl Row {
    fn of(self, n: &BigUint) -> u64 {
        match self {
            Row::Kayles => named_octals::kayles(n),
            Row::Dawson => named_octals::dawson(n),
            Row::OneLess => named_octals::dawson(&(n + 1u32)),
            Row::OneMore if n.bits() == 0 => 0,
            Row::OneMore => named_octals::dawson(&(n - 1u32)),
        }
    }
}

impl ClosedForm for Row {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        Some(Int::from(self.of(n)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let heaps = naturals(state)?;
        match (self, convention) {
            (_, Convention::Normal) => Some(self.of(heaps.first()?) == 0),
            (Row::Kayles, Convention::Misere) => Some(misere_kayles::losing(&heaps)),
            _ => None,
        }
    }

    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        let heap = |(state, count): &(Vec<Value>, u64)| Some((naturals(state)?.first()?.clone(), *count));
        let heaps = parts.iter().map(heap).collect::<Option<Vec<_>>>()?;
        matches!(self, Row::Kayles).then(|| misere_kayles::losing_sum(&heaps))
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let misere = matches!(self, Row::Kayles) && question == Question::Lost(Convention::Misere);
        misere.then(|| "n in {1, 4, 9, 12, 20}".to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let value = self.of(n);
        if convention == Convention::Misere {
            let verdict = if self.losing(state, convention)? { "loses" } else { "wins" };
            return Some(format!(
                "Under misère play a single row is lost when it is one of 1, 4, 9, 12 and 20 pins (Sibert and Conway): with \
                 {n} the player to move {verdict}."
            ));
        }
        let period = if matches!(self, Row::Kayles) { 12u32 } else { 34 };
        (convention == Convention::Normal).then(|| {
            format!(
                "From some place on the values repeat every {period}. {n} = {} modulo {period} has the value {value}.",
                n % period
            )
        })
    }
}
