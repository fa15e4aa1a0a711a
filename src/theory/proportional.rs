//! One heap of n, in which the moves depend on n: the value G(n) (T21; Levine 2006).
//!
//! | move | value |
//! |---|---|
//! | take 1 to ⌊n/2⌋ | G(2k) = k, G(2k + 1) = G(k): strip the trailing ones, halve |
//! | take ⌈n/2⌉ to n (n ≥ 1) | the bit length of n |
//! | go to ⌊n/k⌋, 2 ≤ k ≤ n | the bit length of n, less 1; 0 at 0 |
//! | go to n mod d, 1 ≤ d ≤ n | ⌊log₂(n + 1)⌋ |
//! | take 1 to f(n), f(0) = 0, steps of f 0 or 1 | f(n) if f(n) > f(n − 1), else G(n − f(n) − 1) |

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Take 1 to ⌊n/2⌋: the value.
pub fn at_most_half(n: &BigUint) -> BigUint {
    n >> (n.trailing_ones() + 1)
}

/// The heap of value `target` that can be left of `n` when 1 to ⌊n/2⌋ may be taken; `None` if there
/// is none.
///
/// The heaps of value t are (2t + 1)·2ʲ − 1; if t is less than the value of n, one of them lies
/// between ⌈n/2⌉ and n − 1.
pub fn leave_at_least_half(n: &BigUint, target: &BigUint) -> Option<BigUint> {
    let base = target * 2u32 + 1u32;
    // The greatest j with (2t + 1)·2ʲ ≤ n.
    let mut shift = n.bits().checked_sub(base.bits())?;
    if &base << shift > *n {
        shift = shift.checked_sub(1)?;
    }
    let left = (base << shift) - 1u32;
    (&left * 2u32 >= *n).then_some(left)
}

/// Take ⌈n/2⌉ to n: the value.
pub fn at_least_half(n: &BigUint) -> u64 {
    n.bits()
}

/// The heap of value `target` to leave of `n` when ⌈n/2⌉ to n must be taken; `None` if there is
/// none.
pub fn leave_at_most_half(n: &BigUint, target: u64) -> Option<BigUint> {
    (target < n.bits()).then(|| least_of_bits(target))
}

/// The least number of `bits` bits.
fn least_of_bits(bits: u64) -> BigUint {
    bits.checked_sub(1).map_or_else(BigUint::zero, |shift| BigUint::one() << shift)
}

/// Go to ⌊n/k⌋ with 2 ≤ k ≤ n: the value.
pub fn floor_divide(n: &BigUint) -> u64 {
    n.bits().saturating_sub(1)
}

/// The divisor that leads to a quotient of value `target` in [`floor_divide`]; `None` unless `target`
/// is less than the value of n.
///
/// With k = ⌊n/2ᵗ⌋ ≥ 2 the quotient is at least 2ᵗ and less than 2ᵗ(k + 1)/k, hence of t + 1 bits.
pub fn divisor_to(n: &BigUint, target: u64) -> Option<BigUint> {
    (target < floor_divide(n)).then(|| n >> target)
}

/// Go to n mod d with 1 ≤ d ≤ n: the value.
pub fn remainder(n: &BigUint) -> u64 {
    (n + 1u32).bits() - 1
}

/// The modulus that leads to a remainder of value `target` in [`remainder`]: the remainder is 2ᵗ −
/// 1, where t = `target`. `None` unless `target` is less than the value of n.
pub fn modulus_to(n: &BigUint, target: u64) -> Option<BigUint> {
    (target < remainder(n)).then(|| n + 1u32 - (BigUint::one() << target))
}

/// Take 1 to f(n), where f(0) = 0 and f grows by 0 or 1 at each step: the value. `None` when
/// `most_steps` or more steps n → n − f(n) − 1 are needed.
///
/// The hypotheses on `f` are the caller's to prove.
pub fn bounded_by(n: &BigUint, f: &dyn Fn(&BigUint) -> BigUint, most_steps: u64) -> Option<BigUint> {
    let mut heap = n.clone();
    for _ in 0..most_steps {
        let most = f(&heap);
        if heap.is_zero() || most > f(&(&heap - 1u32)) {
            return Some(most);
        }
        // If f does not grow it is below n, since f(n) ≤ n − 1 follows from f(n − 1) ≤ n − 1.
        heap = (most < heap).then(|| &heap - most - 1u32)?;
    }
    None
}
