//! Values by the definition, without any optimisation.

use gspec::theory::take_and_break::{Parts, Rules, Take};

/// The digits of a code as it is written, one character a digit, in base 32.
pub fn digits(code: &str) -> Vec<u8> {
    let digits =
        code.chars().filter(|&c| c != '.').map(|c| c.to_ascii_lowercase().to_digit(32).unwrap() as u8);
    digits.collect()
}

/// The mex of the values.
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let reached: std::collections::BTreeSet<u32> = values.into_iter().collect();
    (0..).find(|value| !reached.contains(value)).unwrap()
}

/// Adds to `out` the values of all ways to write `total` as a sum of `heaps` heaps of at least `least`, in order of size, each
/// combined with `xor`; with `strict`, of different heaps only.
fn partitions(
    values: &[u32],
    total: usize,
    heaps: usize,
    least: usize,
    strict: bool,
    out: &mut Vec<u32>,
    xor: u32,
) {
    if heaps == 0 {
        if total == 0 {
            out.push(xor);
        }
        return;
    }
    for first in least..=total / heaps {
        let next = first + usize::from(strict);
        if heaps == 1 && first != total {
            continue;
        }
        partitions(values, total - first, heaps - 1, next, strict, out, xor ^ values[first]);
    }
}

/// The values of heaps below `heaps`.
pub fn values(rules: &Rules, heaps: usize) -> Vec<u32> {
    let mut values = Vec::new();
    for heap in 0..heaps {
        let mut reached = Vec::new();
        for rule in rules.rules().iter().filter(|rule| heap >= rule.least_heap) {
            let takes = match rule.take {
                Take::Exactly(take) => take..=take,
                Take::AtLeast(take) => take..=heap,
            };
            for rest in takes.filter_map(|take| heap.checked_sub(take)) {
                let strict = rule.parts == Parts::TwoUnequal;
                partitions(&values, rest, rule.parts.heaps(), 1, strict, &mut reached, 0);
            }
        }
        values.push(mex(reached));
    }
    values
}
