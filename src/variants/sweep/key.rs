//! Computes keys of sequences, by which equal sequences in different rows of a sweep are found.

use crate::theory::period::Period;
use std::fmt::Write;

/// Two fingerprints of a sequence. Equal data have equal fingerprints; different data have
/// different ones, except for collisions of 128 bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The fingerprint of the examined answers.
    pub seen: String,
    /// The fingerprint of the whole sequence, if a proved period gives it.
    pub forever: Option<String>,
}

impl Key {
    /// The key of a sequence: from its examined answers, and, if its period is proved, from the
    /// period and the first values.
    pub fn new(seen: &[u64], proved: Option<(Period, &[u32])>) -> Key {
        let forever = proved.map(|(period, first)| {
            let data = [period.preperiod as u64, period.period as u64, u64::from(period.saltus)];
            let first = first.iter().take(period.preperiod + period.period).copied().map(u64::from);
            digest(data.into_iter().chain(first))
        });
        Key { seen: digest(seen.iter().copied()), forever }
    }
}

/// A fingerprint of bytes.
pub fn fingerprint(bytes: &[u8]) -> String {
    let length = std::iter::once(bytes.len() as u64);
    digest(length.chain(bytes.iter().copied().map(u64::from)))
}

/// FNV-1a with 128 bits, applied to words of eight bytes, with one more mixing step for each word.
fn digest(words: impl Iterator<Item = u64>) -> String {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let (mut state, mut count) = (OFFSET, 0u128);
    let mut take = |word: u128| {
        state = (state ^ word).wrapping_mul(PRIME);
        // Moves high bits down, because multiplication moves bits only up.
        state ^= state >> 59;
    };
    for word in words {
        take(u128::from(word));
        count += 1;
    }
    take(count);
    take(count);
    let mut text = String::new();
    // Writing to a `String` cannot fail.
    let _ = write!(text, "{state:032x}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_has_other_keys() {
        let all: Vec<Vec<u64>> =
            (0..64).flat_map(|n| (0..64).map(move |m| vec![n, m])).chain([vec![], vec![0]]).collect();
        let mut keys: Vec<String> = all.iter().map(|it| digest(it.iter().copied())).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all.len());
        assert_ne!(fingerprint(b"a"), fingerprint(b"b"));
    }

    #[test]
    fn a_proved_period_decides_for_ever() {
        let period = |preperiod, period| Period { preperiod, period, saltus: 0 };
        let key = |it, first: &[u32]| Key::new(&[0, 1, 0, 1], Some((it, first)));
        assert_eq!(key(period(0, 2), &[0, 1, 0, 1]), key(period(0, 2), &[0, 1, 0]));
        assert_ne!(key(period(0, 2), &[0, 1, 0, 1, 0]), key(period(0, 5), &[0, 1, 0, 1, 2]));
    }
}
