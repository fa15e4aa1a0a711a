//! A b-file of the OEIS: one index and value per line.

use super::{Cell, Form, quantity};
use crate::pipeline::Answer;
use std::fmt::Write;

/// Writes a line `n value` for each value of a table with one variable.
#[derive(Debug, Default)]
pub struct Bfile;

impl Form for Bfile {
    /// Omits the line if there is no value, because a b-file cannot express that.
    fn cell(&mut self, cell: &Cell<'_>, out: &mut String) {
        for (number, value) in cell.numbers.iter().zip(quantity(cell.answer)) {
            // Writing to a `String` cannot fail.
            let _ = writeln!(out, "{number} {value}");
        }
    }

    fn end(&mut self, _stopped: Option<&str>, _out: &mut String) {}
}

impl Bfile {
    /// Whether an answer gets no line, because it is not a number.
    pub fn leaves_out(answer: &Answer) -> bool {
        quantity(answer).is_none()
    }
}
