//! Finds the longest repetition at the end of a long sequence, in little memory.

use super::Period;

/// How many shifts are filtered at once.
const CHUNK: usize = 64;

/// Offsets, counted back from the last value, that are compared first.
const PROBES: [usize; 4] = [0, 7, 18, 31];

/// The length of the repetition is stored for shifts below this.
const SHORT: usize = 1 << 12;

/// Of the periods without a saltus in which the values end, the one that reaches back furthest; of
/// several, the shortest. `None` if fewer than `least` values repeat, or fewer than the 32 to which
/// the probes reach back.
///
/// This function computes the Z-function of the values read backwards, but stores it for small
/// shifts only, which are the ones that stretches of short period look up. Greater shifts are
/// filtered by comparing a few values at many places at once.
pub fn longest_repeat<V: Copy + Eq>(values: &[V], least: usize) -> Option<Period> {
    let mut repeats = Repeats { values, short: vec![values.len()], shift: 0, end: 0 };
    let mut best = None;
    let mut needed = least.max(PROBES[3] + 1);
    let mut look = |shift: usize, repeats: &mut Repeats<'_, V>| {
        let length = repeats.length(shift);
        if length >= needed {
            needed = length + 1;
            best = Some(Period { preperiod: values.len() - shift - length, period: shift, saltus: 0 });
        }
        (length, needed)
    };
    for shift in 1..SHORT.min(values.len()) {
        let (length, _) = look(shift, &mut repeats);
        repeats.short.push(length);
    }
    let (mut shift, mut wanted) = (SHORT, least.max(PROBES[3] + 1));
    while shift + wanted <= values.len() {
        let end = (shift + CHUNK).min(values.len() + 1 - wanted);
        if any_shift(values, shift, end) {
            for shift in shift..end {
                (_, wanted) = look(shift, &mut repeats);
            }
        }
        shift = end;
    }
    best
}

/// The Z-function, computed on demand for growing shifts.
struct Repeats<'v, V> {
    values: &'v [V],
    /// By shift from 0 on, the length of its repetition, for shifts below `SHORT`.
    short: Vec<usize>,
    /// The shift whose repetition extends furthest back so far: from offset `shift` to before
    /// `end`, counted back from the last value.
    shift: usize,
    end: usize,
}

impl<V: Copy + Eq> Repeats<'_, V> {
    /// How many values, from the last one back, agree with those `shift` before them.
    fn length(&mut self, shift: usize) -> usize {
        let mut length = 0;
        if shift < self.end
            && let Some(&known) = self.short.get(shift - self.shift)
        {
            if known < self.end - shift {
                return known;
            }
            length = self.end - shift;
        }
        let last = self.values.len() - 1;
        while shift + length <= last && self.values[last - length] == self.values[last - shift - length] {
            length += 1;
        }
        if shift + length >= self.end {
            (self.shift, self.end) = (shift, shift + length);
        }
        length
    }
}

/// Whether one of the shifts from `from` to before `end` agrees at the probes.
fn any_shift<V: Copy + Eq>(values: &[V], from: usize, end: usize) -> bool {
    let last = values.len() - 1;
    let wanted = PROBES.map(|probe| values[last - probe]);
    let rows = PROBES.map(|probe| &values[last + 1 - end - probe..last + 1 - from - probe]);
    let mut any = 0u8;
    for (((&a, &b), &c), &d) in rows[0].iter().zip(rows[1]).zip(rows[2]).zip(rows[3]) {
        any |= u8::from((a == wanted[0]) & (b == wanted[1]) & (c == wanted[2]) & (d == wanted[3]));
    }
    any != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::Candidates;

    #[test]
    fn agrees_with_the_z_function() {
        let mut state = 1u32;
        for round in 0..400u32 {
            let length = 40 + round as usize * if round % 40 == 39 { 50 } else { 1 };
            let period = 3 + (round as usize * 7) % (length / 3);
            let mut values: Vec<u8> = Vec::new();
            for n in 0..length {
                state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                let fresh = (state >> 31) as u8;
                values.push(if n < period || n == length / 3 { fresh } else { values[n - period] });
            }
            let reaching = Candidates::new(&values)
                .filter(|candidate| candidate.saltus == 0)
                .map(|candidate| (values.len() - candidate.period - candidate.preperiod, candidate))
                .filter(|&(length, _)| length >= 40);
            let furthest =
                reaching.max_by_key(|&(length, candidate)| (length, std::cmp::Reverse(candidate.period)));
            assert_eq!(longest_repeat(&values, 40), furthest.map(|(_, candidate)| candidate));
        }
    }

    #[test]
    fn long_stretches_of_short_period_take_linear_time() {
        let mut values: Vec<u8> = (0..2_000_000).map(|n| (n % 4) as u8).collect();
        for exception in (900_000..1_900_000).step_by(100_003) {
            values[exception] = 9;
        }
        let found = longest_repeat(&values, 256).map(|found| (found.period, found.preperiod));
        // All of the last stretch repeats in the long stretch without exceptions; with its own
        // period of 4, its first four values would not count.
        assert_eq!(found, Some((1_100_000, 700_028)));
    }
}
