//! Gives names to numeration systems, and displays them.

use super::{Kind, System};
use std::fmt;

/// The name of a recurrence with its first place values, where it has one.
pub(super) fn name(coefficients: &[i64], start: &[u64]) -> Option<String> {
    Some(match (coefficients, start) {
        ([1, 1], [1, 2]) => "Zeckendorf".to_string(),
        ([2, 1], [1, 3]) => "Pell (1, 3, 7, …)".to_string(),
        ([2, 1], [1, 2]) => "Pell (1, 2, 5, …)".to_string(),
        ([m, 1], [1, second]) if [*m, *m + 1].contains(&(*second as i64)) => {
            let third = *m as u64 * second + 1;
            format!("Ostrowski [{m}; {m}, …] (1, {second}, {third}, …)")
        }
        ([1, 1, 1], [1, 2, 4]) => "Tribonacci".to_string(),
        _ => return None,
    })
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Base(k) => write!(f, "base {k}"),
            Kind::Recurrence(recurrence) => match &recurrence.name {
                Some(name) => f.write_str(name),
                None => written_out(&recurrence.coefficients, &recurrence.start, f),
            },
        }
    }
}

fn written_out(coefficients: &[i64], start: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let order = coefficients.len();
    write!(f, "U(n+{order}) = ")?;
    for (at, factor) in coefficients.iter().enumerate().filter(|(_, factor)| **factor != 0) {
        let sign = match (at, *factor < 0) {
            (0, _) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        };
        let place = order - 1 - at;
        let shift = if place > 0 { format!("+{place}") } else { String::new() };
        match factor.abs() {
            1 => write!(f, "{sign}U(n{shift})")?,
            factor => write!(f, "{sign}{factor}·U(n{shift})")?,
        }
    }
    let start: Vec<String> = start.iter().map(u64::to_string).collect();
    write!(f, " from {}", start.join(", "))
}
