//! The sequences of `sweep` as a heat map: a row for each combination of values of the parameters.

use super::SweepRow;
use crate::number::Int;
use crate::pipeline::{Answer, Axis, Question, Values};
use crate::report::table::{Cell, Drawn, Form, Heading, MOST_CELLS_OF_A_PICTURE, PictureFormat};
use crate::variants::sweep::Show;
use serde_json::Value as Json;

/// A picture of the first values of each row, as many as the shortest row has; the error says why
/// there is no picture. Rows without values are omitted.
pub fn picture(
    title: &str,
    parameters: &[String],
    rows: &[SweepRow],
    format: PictureFormat,
) -> Result<Vec<u8>, String> {
    let with_values: Vec<(&SweepRow, &Vec<Json>)> =
        rows.iter().filter_map(|row| Some((row, row.find(Show::Values)?.value.as_array()?))).collect();
    let width = with_values.iter().map(|(_, values)| values.len()).min().unwrap_or(0) as u64;
    if width == 0 {
        return Err(
            "there are no values to draw: a picture needs rows of `--show values`, those that are merged too"
                .to_string(),
        );
    }
    if width.saturating_mul(with_values.len() as u64) > MOST_CELLS_OF_A_PICTURE {
        return Err(format!(
            "a picture shows at most {MOST_CELLS_OF_A_PICTURE} positions; make `--bound` smaller"
        ));
    }
    let across = Axis { name: "n".to_string(), values: Values::Consecutive(Int::ZERO, width) };
    let heading = Heading::new(title, vec![down(parameters, &with_values), across], Question::Sg);
    let mut drawn = Drawn::new(&heading, format);
    let mut out = String::new();
    for (at, (_, values)) in with_values.iter().enumerate() {
        for (n, value) in values.iter().take(width as usize).enumerate() {
            // Without a value, the cell stays empty.
            let Some(value) = value.as_u64() else { continue };
            let place = [at as u64, n as u64];
            let numbers = [Int::from(at), Int::from(n)];
            let answer = Answer::Number(Int::from(value));
            let cell = Cell { place: &place, numbers: &numbers, answer: &answer, lost: value == 0 };
            drawn.cell(&cell, &mut out);
        }
    }
    match drawn.bytes(None) {
        Some(bytes) => bytes,
        None => {
            drawn.end(None, &mut out);
            Ok(out.into_bytes())
        }
    }
}

/// The axis of the parameters: the values of the only parameter if they are integers, otherwise the
/// numbers of the rows.
fn down(parameters: &[String], rows: &[(&SweepRow, &Vec<Json>)]) -> Axis {
    let number = |row: &SweepRow| match &*row.texts {
        [only] => Int::parse(only),
        _ => None,
    };
    let numbers: Option<Vec<Int>> = rows.iter().map(|(row, _)| number(row)).collect();
    match numbers {
        Some(numbers) => Axis { name: parameters.join(", "), values: Values::Listed(numbers) },
        None => Axis {
            name: format!("{} by number", parameters.join(", ")),
            values: Values::Consecutive(Int::ONE, rows.len() as u64),
        },
    }
}
