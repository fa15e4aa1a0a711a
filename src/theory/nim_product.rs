//! Computes nim products and inverses, by which products of coin-turning games have their values
//! (T72).
//!
//! A move in the product game of two coin-turning games A and B consists of a move of A and a move of B.
//! It turns the coins on all squares (x, y) for which the move of A turns coin x and the move of B turns
//! coin y. A head at (x, y) has the value G_A(x) ⊗ G_B(y) (the Tartan theorem; Lenstra 1977). In Turning
//! Corners, the product of Twins and Twins, this is x ⊗ y.
//!
//! ⊗ makes the naturals a field with nim addition; numbers below 2^(2ᵏ) form a subfield. For a Fermat
//! power F = 2^(2ᵏ): F ⊗ x = F·x for x < F, and F ⊗ F = F ⊕ F/2. So with a = a₁F + a₀ and b = b₁F + b₀ a
//! ⊗ b = (a₁b₁ ⊕ a₁b₀ ⊕ a₀b₁)F ⊕ a₀b₀ ⊕ a₁b₁(F/2), and three products of halves and one by F/2 suffice.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The products of numbers below 16.
const SMALL: [[u8; 16]; 16] = small_products();

const fn small_products() -> [[u8; 16]; 16] {
    let mut table = [[0; 16]; 16];
    let mut a = 0;
    while a < 16 {
        let mut b = 0;
        while b < 16 {
            table[a][b] = by_halves(a as u8, b as u8, 2);
            b += 1;
        }
        a += 1;
    }
    table
}

/// The product of two numbers below 2^(2^`level`), `level` ≤ 2, by halves down to single bits.
const fn by_halves(a: u8, b: u8, level: u32) -> u8 {
    if level == 0 {
        return a & b;
    }
    let half = 1 << (level - 1);
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let high = by_halves(a1, b1, level - 1);
    let low = by_halves(a0, b0, level - 1);
    let all = by_halves(a0 ^ a1, b0 ^ b1, level - 1);
    ((all ^ low) << half) | (low ^ by_halves(high, 1 << (half - 1), level - 1))
}

/// a ⊗ b.
pub fn product(a: u64, b: u64) -> u64 {
    product_below(a, b, 32)
}

/// The product of two numbers of `2 * half` bits, `half` ≥ 2 a power of 2.
fn product_below(a: u64, b: u64, half: u32) -> u64 {
    if half == 2 {
        return u64::from(SMALL[a as usize][b as usize]);
    }
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let low = product_below(a0, b0, half / 2);
    if a1 == 0 && b1 == 0 {
        return low;
    }
    let high = product_below(a1, b1, half / 2);
    let all = product_below(a0 ^ a1, b0 ^ b1, half / 2);
    ((all ^ low) << half) | (low ^ product_below(high, 1 << (half - 1), half / 2))
}

/// The number that gives 1 when multiplied by `a`; `None` for 0. The numbers below 2⁶⁴ other than 0 are a
/// group of 2⁶⁴ − 1 elements.
pub fn inverse(a: u64) -> Option<u64> {
    if a == 0 {
        return None;
    }
    let (mut result, mut square) = (1, a);
    // 2⁶⁴ − 2 has ones at all places but the lowest.
    for _ in 1..64 {
        square = product(square, square);
        result = product(result, square);
    }
    Some(result)
}

/// a ⊗ b for numbers of any size. The time grows with the square of the number of digits.
pub fn product_big(a: &BigUint, b: &BigUint) -> BigUint {
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        return BigUint::from(product(a, b));
    }
    let half = a.bits().max(b.bits()).next_power_of_two() / 2;
    let mask = (BigUint::one() << half) - 1u32;
    let (a1, a0, b1, b0) = (a >> half, a & &mask, b >> half, b & &mask);
    let low = product_big(&a0, &b0);
    let high = if a1.is_zero() || b1.is_zero() { BigUint::zero() } else { product_big(&a1, &b1) };
    let all = product_big(&(a0 ^ a1), &(b0 ^ b1));
    let upper = (all ^ &low) << half;
    if high.is_zero() {
        return upper | low;
    }
    upper | (low ^ product_big(&high, &(BigUint::one() << (half - 1))))
}
