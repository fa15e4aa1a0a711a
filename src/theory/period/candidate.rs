//! Finds the periods that the known values suggest. They are not proved.
//!
//! A period with a saltus is a period of the differences of neighbouring values. Read backwards, the differences
//! begin with their own copy shifted by `p` for exactly as long as period `p` reaches back from the end; the
//! Z-function gives these lengths for all `p` in linear time.

use super::Period;

/// All periods with which the values end, shortest first, each extended backwards as far as it
/// holds. Periods under which values decrease are omitted.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// The Z-function of the differences of neighbouring values, read backwards: by shift, how many
    /// differences from the last one back agree with those `shift` before them.
    agreement: Vec<u32>,
    /// The values, the last one first.
    backwards: Vec<u32>,
    /// The next period to try.
    next: usize,
}

impl Candidates {
    /// Starts with the values of heaps 0, 1, ….
    pub fn new<V: Copy + Into<u32>>(values: &[V]) -> Self {
        let backwards: Vec<u32> = values.iter().rev().map(|&value| value.into()).collect();
        let differences: Vec<u32> = backwards.windows(2).map(|pair| pair[0].wrapping_sub(pair[1])).collect();
        Candidates { agreement: z_function(&differences), backwards, next: 1 }
    }
}

impl Iterator for Candidates {
    type Item = Period;

    fn next(&mut self) -> Option<Period> {
        while self.next < self.backwards.len() {
            let period = self.next;
            self.next += 1;
            let Some(saltus) = self.backwards[0].checked_sub(self.backwards[period]) else { continue };
            // If differences agree at `length` places, values agree at one place more.
            let length = self.agreement.get(period).map_or(0, |&length| length as usize);
            let preperiod = self.backwards.len() - period - 1 - length;
            return Some(Period { preperiod, period, saltus });
        }
        None
    }
}

/// The candidate of length `period` with the saltus that the last value suggests, extended
/// backwards as far as it holds. `None` if there are too few values, the saltus is negative, or `period` is 0.
pub fn candidate_ending<V: Copy + Into<u32>>(values: &[V], period: usize) -> Option<Period> {
    let last = values.len().checked_sub(1)?;
    let before = last.checked_sub(period)?;
    let saltus = values[last].into().checked_sub(values[before].into())?;
    let mut candidate = Period { preperiod: before, period: (period > 0).then_some(period)?, saltus };
    while candidate.preperiod > 0 && candidate.holds_at(values, candidate.preperiod - 1) {
        candidate.preperiod -= 1;
    }
    Some(candidate)
}

/// For each index from 1 on, how long the sequence from that index agrees with the beginning of the sequence; 0 for
/// index 0.
fn z_function(sequence: &[u32]) -> Vec<u32> {
    let mut lengths = vec![0u32; sequence.len()];
    let (mut start, mut end) = (0, 0);
    for place in 1..sequence.len() {
        let mut length = if place < end { (end - place).min(lengths[place - start] as usize) } else { 0 };
        while place + length < sequence.len() && sequence[length] == sequence[place + length] {
            length += 1;
        }
        if place + length > end {
            (start, end) = (place, place + length);
        }
        lengths[place] = length as u32;
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_candidate_agrees_with_walking_back() {
        let mut state = 12345u32;
        for round in 0..300usize {
            let values: Vec<u32> = (0..round % 37)
                .map(|n| {
                    state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                    if n < 9 { state >> 30 } else { (n as u32 / 4) * (round as u32 % 3) + n as u32 % 4 / 2 }
                })
                .collect();
            let walked: Vec<Period> =
                (1..values.len()).filter_map(|period| candidate_ending(&values, period)).collect();
            assert_eq!(Candidates::new(&values).collect::<Vec<_>>(), walked, "{values:?}");
        }
    }

    #[test]
    fn the_tail_decides() {
        let values = [5u8, 5, 0, 1, 2, 0, 1, 2, 0, 1];
        let first = Candidates::new(&values).find(|candidate| candidate.saltus == 0);
        assert_eq!(first, Some(Period { preperiod: 2, period: 3, saltus: 0 }));
    }
}
