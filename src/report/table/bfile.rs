//! A b-file of the OEIS: one index and value per line.

use super::{Cell, Form, quantity};
use crate::pipeline::Answer;
use std::fmt::Write;

/// `n value`
#[derive(Debug, Default)]
pub struct Bfile;

impl Form for Bfile {
    /// A b-file cannot express a missing value, so such lines are omitted.
    fn cell(&mut self, cell: &Cell<'_>, out: &mut String) {
        for (number, value) in cell.numbers.iter().zip(quantity(cell.answer)) {
            // Writing to a `String` cannot fail.
            let _ = writeln!(out, "{number} {value}");
        }
    }

    fn end(&mut self, _stopped: Option<&str>, _out: &mut String) {}
}

impl Bfile {
    /// Whether an answer gets no line.
    pub fn leaves_out(answer: &Answer) -> bool {
        quantity(answer).is_none()
    }
}
