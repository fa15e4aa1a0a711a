//! Proves that every sequence of steps between vectors of naturals is finite, by sums of their
//! entries that no step increases, or that no step decreases or raises above some bound.

use super::presburger::{Defined, Linear, Sign};
use crate::theory::automaton::{Automaton, Room, Track};

/// A step from a vector of numbers to another one, wherever a relation holds.
#[derive(Debug, Clone)]
pub struct Step {
    /// The numbers before.
    pub from: Vec<Linear>,
    /// The numbers after.
    pub to: Vec<Linear>,
    /// The condition of the step.
    pub when: Automaton,
}

/// Whether every sequence of steps is finite, proved by sums of some of the numbers. The first sum
/// must be one that no step increases, or one that no step decreases or raises above some bound.
/// The steps that preserve this sum need another such sum, and so on until no steps are left. All
/// numbers must be naturals.
pub fn falls(steps: &[Step], room: &Room<'_>) -> Defined<bool> {
    let fields = steps.iter().map(|step| step.from.len()).max().unwrap_or(0);
    let mut left: Vec<Step> = steps.iter().filter(|step| !step.when.is_nothing()).cloned().collect();
    // Sums of many numbers come first: the sum of all is mostly enough.
    let mut sums: Vec<u32> = (1..1 << fields).collect();
    sums.sort_by_key(|sum: &u32| std::cmp::Reverse(sum.count_ones()));
    while !left.is_empty() {
        let mut progress = false;
        for sum in &sums {
            let Some(kept) = kept(&left, *sum, room)? else { continue };
            progress = true;
            left = kept;
            if left.is_empty() {
                break;
            }
        }
        if !progress {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the steps that preserve a sum of some numbers; `sum` has a bit for each number. `None`
/// if all steps preserve the sum, if steps change the sum in both directions, or if the sum rises
/// without bound.
fn kept(steps: &[Step], sum: u32, room: &Room<'_>) -> Defined<Option<Vec<Step>>> {
    let of = |numbers: &[Linear]| {
        let chosen = numbers.iter().enumerate().filter(|(at, _)| sum >> at & 1 == 1);
        chosen.fold(Linear::default(), |sum, (_, number)| sum.add(number))
    };
    let (mut kept, mut falling, mut rising) = (Vec::new(), false, Vec::new());
    for step in steps {
        let change = of(&step.to).sub(&of(&step.from));
        let lower = step.when.and(&change.is_negative(room)?, room)?;
        let same = step.when.and(&change.is_zero(room)?, room)?;
        let higher = step.when.and(&lower.or(&same, room)?.not(), room)?;
        falling |= !lower.is_nothing();
        if !higher.is_nothing() {
            rising.push((higher, of(&step.to)));
        }
        if falling && !rising.is_empty() {
            return Ok(None);
        }
        if !same.is_nothing() {
            kept.push(Step { when: same, ..step.clone() });
        }
    }
    for (higher, to) in &rising {
        if !is_bounded(higher, to, room)? {
            return Ok(None);
        }
    }
    Ok((falling || !rising.is_empty()).then_some(kept))
}

/// Whether a number takes finitely many values within a relation.
fn is_bounded(within: &Automaton, number: &Linear, room: &Room<'_>) -> Defined<bool> {
    /// A track for the number, which nothing else uses.
    const VALUE: Track = Track(u32::MAX - 5);
    let is_value = number.sub(&Linear::unknown(VALUE)).is_zero(room)?;
    let mut values = within.and(&is_value, room)?;
    for track in values.tracks().to_vec() {
        if track != VALUE {
            values = values.exists(track, room)?;
        }
    }
    Ok(values.is_finite())
}
