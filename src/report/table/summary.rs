//! Summarizes a table in a few numbers, by which large tables can be compared.

use super::{Cell, Form, quantity};
use crate::number::Int;
use crate::report::view::json_int;

/// Writes a JSON object with the keys `count` (cells), `losing` (lost positions), `max` (greatest
/// value) and `checksum`.
#[derive(Debug, Default)]
pub struct Summary {
    count: u64,
    losing: u64,
    max: Option<Int>,
    checksum: u64,
}

/// The checksum is the sum of all values times their weights, mod 2^64. The weights of the cells
/// are 1, 2, … up to this number, repeated.
const WEIGHTS: u64 = 1_000_003;

impl Form for Summary {
    fn cell(&mut self, cell: &Cell<'_>, _out: &mut String) {
        let weight = self.count % WEIGHTS + 1;
        self.count += 1;
        self.losing += u64::from(cell.lost);
        if let Some(value) = quantity(cell.answer) {
            self.checksum = self.checksum.wrapping_add(low_word(&value).wrapping_mul(weight));
            if self.max.as_ref().is_none_or(|max| *max < value) {
                self.max = Some(value);
            }
        }
    }

    fn values(&mut self, values: &[u32]) -> bool {
        let (mut rest, mut max) = (values, 0);
        while !rest.is_empty() {
            let weight = self.count % WEIGHTS + 1;
            // Splits at the point where the weights start again.
            let (now, later) = rest.split_at(rest.len().min((WEIGHTS - weight + 1) as usize));
            let (sum, zeros, greatest) = weighted(now, weight as u32);
            self.checksum = self.checksum.wrapping_add(sum);
            self.losing += zeros;
            self.count += now.len() as u64;
            max = max.max(greatest);
            rest = later;
        }
        let max = Int::from(u64::from(max));
        if !values.is_empty() && self.max.as_ref().is_none_or(|known| *known < max) {
            self.max = Some(max);
        }
        true
    }

    /// Writes nothing if cells are missing, because the summary could be mistaken for that of the
    /// whole table.
    fn end(&mut self, stopped: Option<&str>, out: &mut String) {
        if stopped.is_none() {
            let object = serde_json::json!({
                "count": json_int(&Int::from(self.count)),
                "losing": json_int(&Int::from(self.losing)),
                "max": self.max.as_ref().map(json_int),
                "checksum": json_int(&Int::from(self.checksum)),
            });
            out.push_str(&format!("{object}\n"));
        }
    }
}

/// The sum of the values times the weights `first`, `first` + 1, …, mod 2^64; how many values are
/// 0; and the greatest value. Plain loops, because compilers turn them into vector instructions.
fn weighted(values: &[u32], first: u32) -> (u64, u64, u32) {
    let (mut sum, mut weight) = (0_u64, first);
    for value in values {
        sum = sum.wrapping_add(u64::from(*value) * u64::from(weight));
        weight = weight.wrapping_add(1);
    }
    let (mut zeros, mut max) = (0_u32, 0_u32);
    for value in values {
        zeros += u32::from(*value == 0);
        max = max.max(*value);
    }
    (sum, u64::from(zeros), max)
}

/// A value mod 2^64.
fn low_word(value: &Int) -> u64 {
    match value.to_i64() {
        Some(small) => small as u64,
        None => value.to_big().iter_u64_digits().next().unwrap_or(0),
    }
}
