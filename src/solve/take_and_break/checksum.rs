//! A checksum of bytes, against accidental damage only.

/// An odd number, so that multiplying by it modulo 2^64 loses nothing; its bits are well mixed.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the checksum. Every step is injective in the earlier state and in the eight bytes it
/// reads, so a change within one group of eight bytes always changes it, and any other change
/// nearly always.
pub fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain(std::iter::once(&last)).map(|&word| u64::from_le_bytes(word));
    words.chain(std::iter::once(bytes.len() as u64)).fold(FACTOR, |sum, word| {
        let mixed = (sum ^ word).wrapping_mul(FACTOR);
        mixed ^ mixed >> 32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_and_every_length_shows() {
        let bytes: Vec<u8> = (0..67).map(|n| (n * 7) as u8).collect();
        let sum = checksum(&bytes);
        for at in 0..bytes.len() {
            for change in 1..=255 {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                assert_ne!(checksum(&changed), sum);
            }
            assert_ne!(checksum(&bytes[..at]), sum);
        }
        assert_ne!(checksum(&[0; 8]), checksum(&[0; 9]));
    }
}
