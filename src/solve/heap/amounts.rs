//! The amounts that a move may take, and how they are brought into normal form: sorted, without 0,
//! divided by their greatest common divisor.

/// Which amounts a move may take from the heap. Order and repetitions do not matter; an amount of 0 is not a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amounts {
    /// Exactly these amounts.
    Finite(Vec<u64>),
    /// Every positive amount but these.
    AllBut(Vec<u64>),
    /// The amounts up to `known_to` of some larger set: heaps above `known_to` have no known value.
    Initial {
        /// All amounts of the set that are at most `known_to`.
        amounts: Vec<u64>,
        /// The list contains every amount of the set up to this one.
        known_to: u64,
    },
}

/// Returns the amounts sorted, without repetitions and without 0.
pub(super) fn sorted(mut amounts: Vec<u64>) -> Vec<u64> {
    amounts.sort_unstable();
    amounts.dedup();
    amounts.retain(|&amount| amount > 0);
    amounts
}

/// Divides all amounts by their greatest common divisor and returns it (1 for no amounts). The
/// value of a heap of n is that of ⌊n / divisor⌋ with the smaller amounts: play never changes n
/// modulo the divisor.
pub(super) fn divide_by_common(amounts: &mut [u64]) -> u64 {
    let divisor = amounts.iter().fold(0, |divisor, &amount| num_integer::gcd(divisor, amount)).max(1);
    for amount in amounts {
        *amount /= divisor;
    }
    divisor
}
