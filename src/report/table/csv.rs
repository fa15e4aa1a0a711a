//! A table as comma-separated values: a header, then one line for each position.

use super::{Cell, Form, Heading, write_plain};
use std::fmt::Write;

/// Writes the header, such as `a,b,sg`, and a line for each position.
#[derive(Debug)]
pub struct Csv {
    header: String,
}

impl Csv {
    /// The writer for a table with this heading.
    pub fn new(heading: &Heading) -> Csv {
        let variables: Vec<&str> = heading.axes.iter().map(|axis| axis.name.as_str()).collect();
        Csv { header: format!("{},{}\n", variables.join(","), heading.question.name()) }
    }
}

impl Form for Csv {
    fn begin(&mut self, out: &mut String) {
        out.push_str(&self.header);
    }

    fn cell(&mut self, cell: &Cell<'_>, out: &mut String) {
        for number in cell.numbers {
            // Writing to a `String` cannot fail.
            let _ = write!(out, "{number},");
        }
        write_plain(cell.answer, out);
        out.push('\n');
    }

    fn end(&mut self, _stopped: Option<&str>, _out: &mut String) {}
}
