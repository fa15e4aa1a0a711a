//! Games of one heap whose options come from its divisors, its half, or the last move: closed forms against the definition.

use super::definition::*;
use super::golden::{joined, letter, numbers, parameter, range};
use gspec::theory::take_away::{self, TakeAway};
use gspec::theory::{divisors, mark, multiplication, primes, proportional, zeckendorf};
use num_bigint::BigUint;
use num_integer::Integer;

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    if let Some(bound) = game.strip_prefix("dynamic-nim[f=") {
        return dynamic(bound.strip_suffix(']')?, quantity);
    }
    if game.starts_with("mark") {
        let t = parameter(game, "mark-").unwrap_or(2);
        let n = quantity.strip_prefix("outcome:")?.parse::<u64>().ok()?;
        return Some(letter(mark::losing(&big(n), &big(t))?));
    }
    if game == "multiply2..9" {
        let n = quantity.strip_prefix("outcome:")?.parse::<u64>().ok()?;
        return Some(letter(multiplication::losing(&big(1u32), &big(n))));
    }
    if let (true, Some((kind, n))) = (game == "fibonacci-nim", quantity.split_once(':')) {
        let n = big(n.parse::<u64>().ok()?);
        return match kind {
            "outcome" => Some(letter(take_away::fibonacci_losing(&n, &(&n - 1u32)))),
            _ => Some(joined(zeckendorf::parts(&n), ",")),
        };
    }
    let value: fn(u64) -> Option<BigUint> = match game {
        "subtract-coprime(terminal1)" => |n| divisors::take_coprime(n, &unhurried).unwrap().map(big),
        "subtract-coprime(CF2004E)" => |n| Some(big(divisors::take_coprime_to_zero(n, &unhurried).unwrap())),
        "take-at-least-half" => |n| Some(big(proportional::at_least_half(&big(n)))),
        "floor-divide" => |n| Some(big(proportional::floor_divide(&big(n)))),
        "remainder" => |n| Some(big(proportional::remainder(&big(n)))),
        "subtract-proper-divisor" => |n| divisors::take_proper_divisor(&big(n)).map(big),
        "replace-by-proper-divisor" => |n| divisors::go_to_proper_divisor(n).map(big),
        "take-at-most-half" => |n| Some(proportional::at_most_half(&big(n))),
        _ => return None,
    };
    if let Some(n) = quantity.strip_prefix("sg:") {
        return Some(value(n.parse().ok()?)?.to_string());
    }
    Some(joined(range(quantity, "seq:")?.map(|n| value(n).unwrap()), ","))
}

fn dynamic(bound: &str, quantity: &str) -> Option<String> {
    let bound: fn(&BigUint) -> BigUint = match bound {
        "2t" => |t| t * 2u32,
        "t" => |t| t.clone(),
        "3t" => |t| t * 3u32,
        "4t" => |t| t * 4u32,
        "t+1" => |t| t + 1u32,
        "2t-1" => |t| t * 2u32 - 1u32,
        "ceil(3t/2)" => |t| (t * 3u32 + 1u32) / 2u32,
        _ => return None,
    };
    let game = TakeAway::new(&bound, big(1000u32), 1000)?;
    if let Some(bounds) = range(quantity, "Plist(first move<n):") {
        return Some(joined(bounds.filter(|n| game.losing(&big(*n), &big(n - 1)).unwrap()), ","));
    }
    let bounds = range(quantity, "leastwin:")?;
    Some(joined(bounds.map(|n| game.winning_amounts(&big(n), &big(n)).unwrap()[0].clone()), ","))
}

/// Values by the definition for n from 0 to `bound`; each option of n has to be below n.
fn values(bound: u64, options: impl Fn(u64) -> Vec<u64>) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=bound {
        let reached = options(n).into_iter().map(|option| values[option as usize]).collect::<Vec<_>>();
        values.push(mex(reached));
    }
    values
}

fn check(found: Option<BigUint>, expected: u64, n: u64) {
    assert_eq!(found, Some(big(expected)), "{n}");
}

fn divides(d: u64, n: u64) -> bool {
    n.is_multiple_of(d)
}

#[test]
fn divisor_games() {
    let proper = values(400, |n| (1..n).filter(|d| divides(*d, n)).map(|d| n - d).collect());
    let all = values(400, |n| (1..=n).filter(|d| divides(*d, n)).map(|d| n - d).collect());
    let to = values(400, |n| (1..n).filter(|d| divides(*d, n)).collect());
    let coprime = values(400, |n| (1..n).filter(|d| n.gcd(d) == 1).map(|d| n - d).collect());
    let to_zero = values(400, |n| (1..=n).filter(|d| n.gcd(d) == 1).map(|d| n - d).collect());
    let nondivisor = values(400, |n| (1..n).filter(|d| !divides(*d, n)).map(|d| n - d).collect());
    for n in 1..=400u64 {
        let place = n as usize;
        check(divisors::take_proper_divisor(&big(n)).map(big), proper[place], n);
        check(Some(big(divisors::take_divisor(&big(n)))), all[place], n);
        check(divisors::go_to_proper_divisor(n).map(big), to[place], n);
        check(divisors::take_coprime(n, &unhurried).unwrap().map(big), coprime[place], n);
        check(Some(big(divisors::take_coprime_to_zero(n, &unhurried).unwrap())), to_zero[place], n);
        assert_eq!(divisors::losing_coprime(&big(n)), Some(coprime[place] == 0));
        assert_eq!(divisors::losing_coprime_to_zero(&big(n)), to_zero[place] == 0);
        if n % 2 == 1 {
            check(divisors::take_nondivisor(&big(n)), nondivisor[place], n);
        }
        for target in 0..proper[place] {
            let divisor = small(&divisors::divisor_to(&big(n), target).unwrap());
            assert!(divides(divisor, n) && proper[(n - divisor) as usize] == target);
        }
        for target in 0..to[place] {
            let divisor = divisors::divisor_of_value(n, target).unwrap();
            assert!(divisor < n && divides(divisor, n) && to[divisor as usize] == target);
        }
        assert_eq!(divisors::divisor_of_value(n, to[place]), None);
    }
    assert_eq!(divisors::take_divisor(&big(0u32)), 0);
    assert_eq!(divisors::take_coprime_to_zero(0, &unhurried), Ok(0));
    assert_eq!(divisors::take_nondivisor(&big(8u32)), None);
}

#[test]
fn equal_heaps() {
    let mut values = vec![0u64, 0];
    for n in 2..500u64 {
        let splits = (2..=n).filter(|parts| divides(*parts, n));
        values.push(mex(splits.map(|parts| if parts % 2 == 0 { 0 } else { values[(n / parts) as usize] })));
    }
    for n in 1..500 {
        assert_eq!(divisors::equal_heaps(n), Some(values[n as usize]), "{n}");
    }
    assert_eq!(divisors::equal_heaps(0), None);
}

#[test]
fn factorisation() {
    let product = |n: u64| primes::factors(n).iter().map(|(p, e)| p.pow(*e)).product::<u64>();
    for n in 1..20_000 {
        assert_eq!(product(n), n);
        assert_eq!(primes::is_prime(n), n > 1 && (2..=n.isqrt()).all(|d| !divides(d, n)), "{n}");
    }
    let mut random = Random::new(22);
    for n in (0..200).map(|_| random.next() | 1).chain([
        u64::MAX,
        4_294_967_291 * 4_294_967_279,
        4_294_967_291u64.pow(2),
    ]) {
        assert_eq!(product(n), n);
        assert!(primes::factors(n).iter().all(|(p, _)| primes::is_prime(*p)));
    }
    assert_eq!(primes::factors(227u64.pow(8)), [(227, 8)]);
    assert_eq!(primes::factors(1_000_003u64.pow(3)), [(1_000_003, 3)]);
    assert_eq!(primes::factors(0), []);
    // Strong pseudoprimes to several small bases, and the greatest 64-bit prime.
    for composite in [3_215_031_751, 3_825_123_056_546_413_051, 341_550_071_728_321] {
        assert!(!primes::is_prime(composite));
    }
    assert!(primes::is_prime(18_446_744_073_709_551_557));
}

#[test]
fn counting_primes() {
    let mut count = 0;
    for n in 0..3000 {
        count += u64::from(primes::is_prime(n));
        assert_eq!(primes::count_up_to(n, &unhurried), Ok(count), "{n}");
    }
    assert_eq!(primes::count_up_to(100_000_000, &unhurried), Ok(5_761_455));
    assert!(primes::count_up_to(100_000_000, &|_| std::ops::ControlFlow::Break(())).is_err());
    // 1,000,003 is the 78,499th prime.
    assert_eq!(divisors::take_coprime(1_000_003 * 1_000_033, &unhurried), Ok(Some(78_499)));
}

#[test]
fn proportional_bounds() {
    let bound = 300;
    let half = values(bound, |n| (1..=n / 2).map(|amount| n - amount).collect());
    let least = values(bound, |n| (0..=n / 2).filter(|left| *left < n).collect());
    let floor = values(bound, |n| (2..=n).map(|k| n / k).collect());
    let modulo = values(bound, |n| (1..=n).map(|d| n % d).collect());
    for n in 0..=bound {
        let (place, wide) = (n as usize, big(n));
        check(Some(proportional::at_most_half(&wide)), half[place], n);
        check(Some(big(proportional::at_least_half(&wide))), least[place], n);
        check(Some(big(proportional::floor_divide(&wide))), floor[place], n);
        check(Some(big(proportional::remainder(&wide))), modulo[place], n);
        for target in 0..20 {
            let left = proportional::leave_at_least_half(&wide, &big(target)).map(|left| small(&left));
            assert!(target >= half[place] || left.is_some(), "{n} {target}");
            assert!(
                left.is_none_or(|left| left >= n.div_ceil(2) && left <= n && half[left as usize] == target),
                "{n}"
            );
            let left = proportional::leave_at_most_half(&wide, target).map(|left| small(&left));
            assert_eq!(left.is_some(), target < least[place]);
            assert!(left.is_none_or(|left| left <= n / 2 && least[left as usize] == target));
            let k = proportional::divisor_to(&wide, target).map(|k| small(&k));
            assert_eq!(k.is_some(), target < floor[place]);
            assert!(k.is_none_or(|k| (2..=n).contains(&k) && floor[(n / k) as usize] == target));
            let d = proportional::modulus_to(&wide, target).map(|d| small(&d));
            assert_eq!(d.is_some(), target < modulo[place]);
            assert!(d.is_none_or(|d| (1..=n).contains(&d) && modulo[(n % d) as usize] == target));
        }
    }
}

#[test]
fn bounds_with_unit_steps() {
    let mut random = Random::new(21);
    for _ in 0..60 {
        let mut f = vec![0];
        for _ in 0..150 {
            f.push(f[f.len() - 1] + random.below(2));
        }
        let values = values(150, |n| (1..=f[n as usize]).map(|amount| n - amount).collect());
        let bound = |n: &BigUint| big(f[small(n) as usize]);
        for n in 0..=150u64 {
            check(proportional::bounded_by(&big(n), &bound, 1000), values[n as usize], n);
        }
    }
    let constant = |n: &BigUint| n.min(&big(1u32)).clone();
    assert_eq!(proportional::bounded_by(&big(10u32).pow(30), &constant, 1000), None);
    let third = |n: &BigUint| n / 3u32;
    assert!(proportional::bounded_by(&big(10u32).pow(300), &third, 10_000).is_some());
}

#[test]
fn mark_games() {
    for t in 2..7u64 {
        let take_or_divide = |n: u64| {
            let mut options: Vec<u64> = (1..t.min(n + 1)).map(|amount| n - amount).collect();
            options.extend((n > 0).then_some(n / t));
            options
        };
        let values = values(800, take_or_divide);
        for n in 0..=800u64 {
            assert_eq!(mark::losing(&big(n), &big(t)), Some(values[n as usize] == 0), "{t} {n}");
            if t == 2 {
                assert_eq!(mark::value(&big(n)), values[n as usize], "{n}");
            }
            let mut expected: Vec<u64> =
                take_or_divide(n).into_iter().filter(|left| values[*left as usize] == 0).collect();
            let mut found: Vec<u64> = mark::winning_moves(&big(n), &big(t)).iter().map(small).collect();
            expected.sort_unstable();
            expected.dedup();
            found.sort_unstable();
            assert_eq!(found, expected, "{t} {n}");
        }
    }
    assert_eq!(mark::losing(&big(5u32), &big(1u32)), None);
    let huge = (big(10u32).pow(1000) + 1u32) << 12u32;
    assert_eq!(mark::losing(&huge, &big(2u32)), Some(false));
    assert!(mark::value(&huge) > 0 && mark::value(&(huge << 1u32)) == 0);
}

#[test]
fn multiplying() {
    for n in 1..2000u64 {
        let options = |p: &u64| if *p < n { (2..=9).map(|factor| p * factor).collect() } else { Vec::new() };
        let mut definition = Definition::new(options);
        for p in [1, 2, 3, 7, 20] {
            assert_eq!(multiplication::losing(&big(p), &big(n)), definition.losing(&p), "{p} {n}");
            let factors: Vec<u32> =
                (2..=9).filter(|factor| p < n && definition.losing(&(p * u64::from(*factor)))).collect();
            assert_eq!(multiplication::winning_factors(&big(p), &big(n)), factors);
        }
    }
    let power = big(18u32).pow(300);
    assert!(multiplication::losing(&big(1u32), &power));
    assert!(!multiplication::losing(&big(1u32), &(power + 1u32)));
}

type Bound = fn(&BigUint) -> BigUint;

#[test]
fn take_away_games() {
    let bounds: &[Bound] = &[
        |t| t * 2u32,
        |t| t.clone(),
        |t| t * 3u32,
        |t| t * 2u32 - 1u32,
        |t| t + 3u32,
        |t| t * t,
        |t| (t * 3u32 + 1u32) / 2u32,
        |_| big(3u32),
        |t| (t * 2u32).min(big(7u32)),
        |t| t.max(&big(4u32)).clone(),
        |_| big(0u32),
        |t| t / 2u32,
    ];
    for (index, bound) in bounds.iter().enumerate() {
        let after = |taken: u64| small(&bound(&big(taken)));
        let mut definition = Definition::new(|&(n, most): &(u64, u64)| {
            (1..=most.min(n)).map(|taken| (n - taken, after(taken))).collect::<Vec<_>>()
        });
        let game = TakeAway::new(bound, big(60u32), 1000).unwrap();
        for (n, most) in (0..=60).flat_map(|n| (0..=n).map(move |most| (n, most))) {
            let losing = game.losing(&big(n), &big(most)).unwrap();
            assert_eq!(losing, definition.losing(&(n, most)), "f{index} {n} {most}");
            let expected: Vec<u64> =
                (1..=most).filter(|taken| definition.losing(&(n - taken, after(*taken)))).collect();
            let found: Vec<u64> =
                game.winning_amounts(&big(n), &big(most)).unwrap().iter().map(small).collect();
            if game.ends() {
                assert!(found.iter().all(|amount| expected.contains(amount)), "f{index} {n} {most}");
                assert_eq!(found.first(), expected.first(), "f{index} {n} {most}");
            } else {
                assert_eq!(found, expected, "f{index} {n} {most}");
            }
            if index == 0 {
                assert_eq!(take_away::fibonacci_losing(&big(n), &big(most)), losing);
                let found = take_away::fibonacci_winning_amounts(&big(n), &big(most));
                assert_eq!(found.iter().map(small).collect::<Vec<_>>(), expected);
            }
        }
    }
}

#[test]
fn take_away_refuses_what_it_cannot_list() {
    let squares: Bound = |t| t * t;
    assert!(TakeAway::new(&squares, big(10u32).pow(18), 10_000).is_none());
    let double: Bound = |t| t * 2u32;
    let game = TakeAway::new(&double, big(10u32).pow(200), 10_000).unwrap();
    assert!(game.parts(&big(10u32).pow(201)).is_none());
    let n = game.numbers()[900].clone();
    assert_eq!(game.losing(&n, &(&n - 1u32)), Some(true));
    assert!(!take_away::fibonacci_losing(&big(numbers("100")[0]), &big(99u32)));
}
