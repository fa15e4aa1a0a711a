//! Circular Nim CN(n, k) (T41): n heaps in a circle; a move takes at least one object in all from k
//! neighbouring heaps (Dufour and Heubach 2013).
//!
//! Lost, for heaps x₁ … xₙ:
//! * CN(n, 1), which is Nim: nim-sum 0; CN(n, n): all empty; CN(n, n − 1): all equal;
//! * CN(4, 2): x₁ = x₃ and x₂ = x₄;
//! * CN(5, 2): in some rotation x₁ is greatest, x₂ = x₅ and x₁ + x₂ = x₃ + x₄;
//! * CN(5, 3): in some rotation x₁ = 0 and x₂ = x₅ = x₃ + x₄;
//! * CN(6, 3): x₁ + x₂ = x₄ + x₅ and x₂ + x₃ = x₅ + x₆;
//! * CN(6, 4): both equations of CN(6, 3), and in some rotation x₁ is least and x₁ ⊕ x₃ ⊕ x₅ = 0.
//!
//! For other n and k nothing is known.

use super::nim;
use num_bigint::BigUint;
use num_traits::Zero;

/// Whether the player to move loses when `k` neighbouring heaps may be lowered; `None` where it is not
/// known.
pub fn losing(k: usize, heaps: &[BigUint]) -> Option<bool> {
    let n = heaps.len();
    match (n, k) {
        (_, 0) => None,
        (_, 1) => Some(nim::value_big(heaps).is_zero()),
        (n, k) if k >= n => Some(heaps.iter().all(BigUint::is_zero)),
        (n, k) if k == n - 1 => Some(heaps.windows(2).all(|pair| pair[0] == pair[1])),
        (4, 2) => Some(heaps[0] == heaps[2] && heaps[1] == heaps[3]),
        (5, 2) => {
            let greatest = heaps.iter().max()?;
            Some(some_rotation(heaps, |x| x[0] == greatest && x[1] == x[4] && x[0] + x[1] == x[2] + x[3]))
        }
        (5, 3) => Some(some_rotation(heaps, |x| x[0].is_zero() && x[1] == x[4] && *x[1] == x[2] + x[3])),
        (6, 3) => Some(opposite_sums(heaps)),
        (6, 4) => {
            let least = heaps.iter().min()?;
            let balanced = |x: &[&BigUint]| x[0] == least && (x[0] ^ x[2]) == *x[4];
            Some(opposite_sums(heaps) && some_rotation(heaps, balanced))
        }
        _ => None,
    }
}

fn opposite_sums(x: &[BigUint]) -> bool {
    &x[0] + &x[1] == &x[3] + &x[4] && &x[1] + &x[2] == &x[4] + &x[5]
}

/// Whether a condition on the heaps, x₁ first, holds for some rotation.
fn some_rotation(heaps: &[BigUint], condition: impl Fn(&[&BigUint]) -> bool) -> bool {
    (0..heaps.len()).any(|start| {
        let rotated: Vec<&BigUint> = heaps[start..].iter().chain(&heaps[..start]).collect();
        condition(&rotated)
    })
}
