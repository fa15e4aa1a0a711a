//! Chooses which values and indices of an axis get labels.

use crate::pipeline::{Axis, Values};

/// The least number in the sequence 1, 2, 5, 10, 20, … that is at least `least`.
pub fn step(least: f64) -> f64 {
    let mut power = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if factor * power >= least {
                return factor * power;
            }
        }
        power *= 10.0;
    }
}

/// The values from 0 to the greatest that get labels: at most `about` of them besides 0.
pub fn of_values(greatest: f64, about: f64) -> Vec<f64> {
    let step = step((greatest / about).max(1.0));
    let mut ticks = Vec::new();
    let mut tick = 0.0;
    while tick <= greatest {
        ticks.push(tick);
        tick += step;
    }
    ticks
}

/// The indices of an axis that get labels, with the labels. They are at least `apart` indices
/// apart.
pub fn of_axis(axis: &Axis, apart: f64) -> Vec<(u64, String)> {
    let step = step(apart.max(1.0)) as u64;
    let offset = match &axis.values {
        // Multiples of the step get labels, wherever the axis begins.
        Values::Consecutive(first, _) => {
            let modulus = crate::number::Int::from(step);
            let rest = first.mod_floor(&modulus).and_then(|rest| rest.to_i64()).unwrap_or(0) as u64;
            (step - rest) % step
        }
        Values::Listed(_) => 0,
    };
    let places = (offset..axis.len()).step_by(step as usize);
    places.map(|place| (place, axis.at(place).to_string())).collect()
}
