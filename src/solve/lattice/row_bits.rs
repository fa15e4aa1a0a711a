//! Shifts, ors and fills rows of bits, which have one bit for each value of the fastest coordinate.

/// Ors `from`, moved up by `shift` places (down if negative), into `into`; drops the bits that leave
/// `into`. Unless `shift` is from 0 to 63, both must have the same length.
#[inline(always)]
pub(super) fn or_shifted(into: &mut [u64], from: &[u64], shift: i64) {
    let (words, bits) = ((shift.unsigned_abs() / 64) as usize, (shift.unsigned_abs() % 64) as u32);
    if words >= from.len() {
        return;
    }
    if shift >= 0 {
        let into = &mut into[words..];
        into[0] |= from[0] << bits;
        for (word, pair) in into[1..].iter_mut().zip(from.windows(2)) {
            // Shifting by 1 and then by 63 − bits is shifting by 64 − bits, for 0 too.
            *word |= pair[1] << bits | pair[0] >> 1 >> (63 - bits);
        }
    } else {
        let from = &from[words..];
        for (word, pair) in into.iter_mut().zip(from.windows(2)) {
            *word |= pair[0] >> bits | pair[1] << 1 << (63 - bits);
        }
        into[from.len() - 1] |= from[from.len() - 1] >> bits;
    }
}

/// Sets `count` bits: `first`, `first + step`, `first + 2·step` and so on.
pub(super) fn set_run(row: &mut [u64], first: i64, step: i64, count: i64) {
    if step != 1 {
        for k in 0..count {
            let place = (first + k * step) as usize;
            row[place / 64] |= 1 << (place % 64);
        }
        return;
    }
    let (first, end) = (first as usize, (first + count) as usize);
    for (index, word) in row.iter_mut().enumerate() {
        *word |= low_bits(end.saturating_sub(64 * index)) & !low_bits(first.saturating_sub(64 * index));
    }
}

/// A word whose lowest `count` bits are set; all bits if `count` is 64 or more.
fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_moves_every_bit() {
        let places = [0i64, 1, 63, 64, 100, 127, 128, 190, 191];
        let mut from = [0; 3];
        places.iter().for_each(|&place| set_run(&mut from, place, 1, 1));
        for shift in -200..200 {
            let mut into = [0; 3];
            or_shifted(&mut into, &from, shift);
            let found: Vec<i64> =
                (0..192).filter(|&place| into[place as usize / 64] >> (place % 64) & 1 == 1).collect();
            let moved = places.iter().map(|place| place + shift);
            let expected: Vec<i64> = moved.filter(|place| (0..192).contains(place)).collect();
            assert_eq!(found, expected, "{shift}");
        }
    }

    #[test]
    fn runs_with_and_without_gaps() {
        let mut row = [0; 3];
        set_run(&mut row, 60, 1, 70);
        assert_eq!(row, [0xf << 60, u64::MAX, 3]);
        let mut row = [0; 3];
        set_run(&mut row, 1, 63, 3);
        assert_eq!(row, [2, 1 << 63 | 1, 0]);
    }
}
