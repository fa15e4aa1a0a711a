//! Reduces a proved period to the least one.
//!
//! Why this is exact. Let `G(n + p) = G(n) + s` hold for all `n >= n0`. The differences `q` for
//! which `G(n + q) - G(n)` is constant on that tail are closed under addition and subtraction (of a
//! smaller from a larger one, `n + q` lying on the tail as well), so they are the multiples of the
//! least of them, which therefore divides `p`. The least difference is found by taking prime
//! factors out of `p` as long as a single period of known values agrees: the rest of the tail
//! repeats that period. The least preperiod is found by walking back over known values as long as
//! they agree.

use super::Period;

/// The least period, with the least preperiod, of values for which `proved` holds for all indices.
/// Needs `proved.preperiod + proved.period` known values.
pub fn least<V: Copy + Into<u32>>(values: &[V], proved: Period) -> Period {
    let mut period = proved;
    for factor in prime_factors(proved.period) {
        while period.period.is_multiple_of(factor)
            && (period.saltus as usize).is_multiple_of(factor)
            && agrees_with(values, proved, period.period / factor, period.saltus / factor as u32)
        {
            period.period /= factor;
            period.saltus /= factor as u32;
        }
    }
    while period.preperiod > 0 && period.holds_at(values, period.preperiod - 1) {
        period.preperiod -= 1;
    }
    period
}

/// Whether the shorter `period` with `saltus` holds on the first period of `proved`. Values after
/// that first period are derived from it.
fn agrees_with<V: Copy + Into<u32>>(values: &[V], proved: Period, period: usize, saltus: u32) -> bool {
    let end = proved.preperiod + proved.period;
    let Some(one) = values.get(proved.preperiod..end) else { return false };
    let rises = |now: &V, later: &V, beyond: u32| {
        u64::from((*now).into()) + u64::from(saltus) == u64::from((*later).into()) + u64::from(beyond)
    };
    let (head, tail) = one.split_at(period);
    one.iter().zip(tail).all(|(now, later)| rises(now, later, 0))
        && one[proved.period - period..].iter().zip(head).all(|(now, later)| rises(now, later, proved.saltus))
}

/// The prime factors, each once, by trial division.
fn prime_factors(mut number: usize) -> Vec<usize> {
    let mut factors = Vec::new();
    let mut factor = 2;
    while factor <= number / factor {
        if number.is_multiple_of(factor) {
            factors.push(factor);
            while number.is_multiple_of(factor) {
                number /= factor;
            }
        }
        factor += 1;
    }
    if number > 1 {
        factors.push(number);
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_multiple_of_the_period_from_too_late_on() {
        let values = [9u8, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2];
        let proved = Period { preperiod: 4, period: 6, saltus: 0 };
        assert_eq!(least(&values, proved), Period { preperiod: 1, period: 2, saltus: 0 });
    }

    #[test]
    fn a_saltus_is_divided_with_the_period() {
        let values: Vec<u32> = (0..40).map(|n| if n == 0 { 7 } else { n / 2 }).collect();
        let proved = Period { preperiod: 5, period: 12, saltus: 6 };
        assert_eq!(least(&values, proved), Period { preperiod: 1, period: 2, saltus: 1 });
    }

    #[test]
    fn a_saltus_that_does_not_divide() {
        let values: Vec<u32> = (0..40).map(|n| 3 * (n / 4) + u32::from(n % 4 > 1)).collect();
        let proved = Period { preperiod: 0, period: 8, saltus: 6 };
        assert_eq!(least(&values, proved), Period { preperiod: 0, period: 4, saltus: 3 });
    }

    #[test]
    fn only_one_period_is_known() {
        let values = [0u8, 1, 0, 1, 0, 1];
        let proved = Period { preperiod: 2, period: 4, saltus: 0 };
        assert_eq!(least(&values, proved), Period { preperiod: 0, period: 2, saltus: 0 });
    }
}
