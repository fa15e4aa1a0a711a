//! A table as one JSON object, which is written cell by cell.

use super::{Cell, Form, Heading};
use crate::number::Int;
use crate::pipeline::Answer;
use crate::report::view::json_int;
use std::fmt::Write;

/// Writes an object with the keys `pattern`, `variables`, `value`, `ranges` and `rows`, and with
/// `stopped` if cells are missing. Rows are nested, one level for each variable.
#[derive(Debug)]
pub struct Json<'a> {
    heading: &'a Heading,
    /// How many brackets of `rows` are open.
    open: usize,
}

impl<'a> Json<'a> {
    /// The writer for a table with this heading.
    pub fn new(heading: &'a Heading) -> Json<'a> {
        Json { heading, open: 0 }
    }

    /// Writes the values of each variable, which are not repeated in the rows.
    fn ranges(&self, out: &mut String) {
        for (at, axis) in self.heading.axes.iter().enumerate() {
            out.push_str(if at == 0 { ",\"ranges\":{" } else { "," });
            // Writing to a `String` cannot fail.
            let _ = write!(out, "\"{}\":[", axis.name);
            for place in 0..axis.len() {
                out.push_str(if place == 0 { "" } else { "," });
                write_int(&axis.at(place), out);
            }
            out.push(']');
        }
        out.push('}');
    }

    /// Closes brackets until `down_to` are open.
    fn close(&mut self, down_to: usize, out: &mut String) {
        while self.open > down_to {
            out.push(']');
            self.open -= 1;
        }
    }
}

impl Form for Json<'_> {
    fn begin(&mut self, out: &mut String) {
        let heading = self.heading;
        let variables: Vec<&str> = heading.axes.iter().map(|axis| axis.name.as_str()).collect();
        let head = serde_json::json!({
            "pattern": heading.pattern,
            "variables": variables,
            "value": heading.question.name(),
        });
        let head = head.to_string();
        // The object stays open for the rows.
        out.push_str(head.strip_suffix('}').unwrap_or(&head));
        self.ranges(out);
        out.push_str(",\"rows\":[");
        self.open = 1;
    }

    fn cell(&mut self, cell: &Cell<'_>, out: &mut String) {
        let depth = self.heading.axes.len();
        // Each trailing index that is back at 0 begins a new row at its level.
        let fresh = cell.place.iter().rev().take_while(|place| **place == 0).count().min(depth - 1);
        let first = cell.place.iter().all(|place| *place == 0);
        if !first {
            self.close(depth - fresh, out);
            out.push(',');
        }
        while self.open < depth {
            out.push('[');
            self.open += 1;
        }
        write_value(cell.answer, out);
    }

    fn end(&mut self, stopped: Option<&str>, out: &mut String) {
        self.close(0, out);
        if let Some(reason) = stopped {
            let reason = serde_json::Value::from(reason);
            // Writing to a `String` cannot fail.
            let _ = write!(out, ",\"stopped\":{reason}");
        }
        out.push_str("}\n");
    }
}

/// Writes an answer; `null` if there is none.
fn write_value(answer: &Answer, out: &mut String) {
    match answer {
        Answer::Number(number) => write_int(number, out),
        Answer::Outcome(outcome) => out.extend(["\"", outcome.letter(), "\""]),
        Answer::Refused(_) => out.push_str("null"),
    }
}

/// Writes an integer. Beyond 2^53 it is a string, because many readers support only doubles.
fn write_int(number: &Int, out: &mut String) {
    // Writing to a `String` cannot fail.
    let _ = match json_int(number).is_number() {
        true => write!(out, "{number}"),
        false => write!(out, "\"{number}\""),
    };
}
