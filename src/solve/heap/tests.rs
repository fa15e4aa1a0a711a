//! Tests the values and periods of [`Heap`]. Every expected value comes from the definition (options and
//! mex), written out here once, from the golden data (with its number in the catalogue of theorems), or from the baseline programs.

use super::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

const GO_ON: Pace = &|_| ControlFlow::Continue(());

/// The values of the heaps below `to` by the definition.
fn by_definition(to: u64, floor: u64, takes: impl Fn(u64) -> bool) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..to {
        let taken = (1..=heap).filter(|&amount| heap - amount >= floor && takes(amount));
        let mut options: Vec<u64> = taken.map(|amount| values[(heap - amount) as usize]).collect();
        options.sort_unstable();
        options.dedup();
        let value = options.iter().enumerate().take_while(|&(index, &option)| index as u64 == option).count();
        values.push(value as u64);
    }
    values
}

/// Pseudo-random numbers below a bound (the generator of Marsaglia, shifts 13, 7, 17).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn amounts(&mut self, count: u64, largest: u64) -> Vec<u64> {
        (0..count).map(|_| 1 + self.below(largest)).collect()
    }
}

fn values(heap: &mut Heap, to: u64) -> Vec<u64> {
    heap.extend(to, 1, GO_ON).unwrap();
    (0..to).map(|n| heap.value(n).unwrap()).collect()
}

fn is_semiprime_or_prime(n: u64) -> bool {
    let (mut left, mut factors) = (n, 0);
    for divisor in 2..=n {
        if divisor * divisor > left {
            break;
        }
        while left % divisor == 0 {
            left /= divisor;
            factors += 1;
        }
    }
    let factors = factors + u32::from(left > 1);
    factors == 1 || factors == 2
}

/// The checksum of the baseline programs: Σ value(n)·(n mod 1000003 + 1).
fn checksum(values: &[u64]) -> u64 {
    values.iter().enumerate().fold(0, |sum, (n, value)| sum.wrapping_add(value * (n as u64 % 1_000_003 + 1)))
}

#[test]
fn finite_sets_agree_with_the_definition() {
    let mut dice = Dice(5);
    for round in 0..400 {
        let (count, largest) = match round % 5 {
            0 => (1 + dice.below(7), 30),
            1 => (8 + dice.below(8), 60),
            2 => (1 + dice.below(70), 200),
            3 => (60 + dice.below(60), 300),
            _ => (1 + dice.below(4), 1 + dice.below(20)),
        };
        let factor = 1 + dice.below(8) / 6 * dice.below(5);
        let shift = dice.below(4) / 3 * dice.below(90);
        let floor = dice.below(3) / 2 * dice.below(50);
        let amounts: Vec<u64> = dice.amounts(count, largest).iter().map(|a| factor * (a + shift)).collect();
        let expected = by_definition(700, floor, |amount| amounts.contains(&amount));
        let heap = Heap::new(Amounts::Finite(amounts.clone())).with_floor(floor);
        assert_eq!(values(&mut heap.clone().without_period(), 700), expected, "{amounts:?} from {floor}");
        assert_eq!(values(&mut heap.clone(), 700), expected, "{amounts:?} from {floor}, by the period");
    }
}

/// A table with the engine that keeps a set of heaps for each value, for any amounts, without a
/// period.
fn by_classes(amounts: Vec<u64>) -> Heap {
    let engine = Engine::Many(Box::new(Many::new(amounts::sorted(amounts))));
    Heap { engine, ..Heap::new(Amounts::Finite(vec![1])).without_period() }
}

/// The values of the heaps below `to` by marking the values of all options, which is fast enough
/// for many amounts.
fn by_marks(to: usize, amounts: &[u64]) -> Vec<u64> {
    let mut values = vec![0; to];
    let mut marked_for = vec![usize::MAX; amounts.len() + 2];
    for heap in 0..to {
        for &amount in amounts.iter().filter(|&&amount| amount <= heap as u64) {
            marked_for[values[heap - amount as usize] as usize] = heap;
        }
        values[heap] = marked_for.iter().take_while(|&&mark| mark == heap).count() as u64;
    }
    values
}

#[test]
fn many_amounts_agree_with_the_definition_over_several_tiles() {
    let mut dice = Dice(77);
    for (count, largest) in [(80, 9_000), (300, 35_000), (700, 100_000), (3, 70_000_000), (70, 300)] {
        let mut amounts = dice.amounts(count, largest);
        amounts.push(1 + dice.below(40));
        let expected = by_marks(40_000, &amounts);
        let heap = by_classes(amounts);
        assert_eq!(values(&mut heap.clone(), 40_000), expected, "{count} to {largest}");
        // The table does not depend on the sizes of the pieces or the number of threads.
        let mut pieces = heap;
        for to in (0..40_000).step_by(3_237).chain([40_000]) {
            pieces.extend(to, 2, GO_ON).unwrap();
        }
        assert_eq!(values(&mut pieces, 40_000), expected, "{count} to {largest} in pieces");
    }
}

#[test]
fn far_amounts_forget_what_is_out_of_reach() {
    // Both forms of classes, over many times the largest amount.
    let mut few_and_far = by_classes(vec![3, 4, 40]);
    let expected = by_marks(60_000, &[3, 4, 40]);
    assert_eq!(values(&mut few_and_far, 60_000), expected);
    // T13: amounts l..=r give ⌊(n mod (l + r)) / l⌋.
    let mut range = Heap::new(Amounts::Finite((100..=400).collect())).without_period();
    assert!(values(&mut range, 60_000).iter().enumerate().all(|(n, &value)| value == (n as u64 % 500) / 100));
}

#[test]
fn several_threads_and_many_values_agree_with_the_closed_form() {
    // T12: amounts 1..=m give n mod (m + 1). More values than are prepared at once.
    let mut range = by_classes((1..=600).collect());
    range.extend(25_000, 3, GO_ON).unwrap();
    assert!((0..25_000).all(|n| range.value(n) == Some(n % 601)));
}

#[test]
fn primes_and_semiprimes_give_the_sum_of_the_baseline_program() {
    let amounts: Vec<u64> = (2..=20_000).filter(|&n| is_semiprime_or_prime(n)).collect();
    for threads in [1, 2] {
        let mut heap = Heap::new(Amounts::Initial { amounts: amounts.clone(), known_to: 20_000 });
        heap.extend(20_001, threads, GO_ON).unwrap();
        // `baselines primes 20000`
        assert_eq!(checksum(&values(&mut heap, 20_001)), PRIMES_20000);
        assert_eq!(heap.value(20_001), None);
        assert_eq!(heap.period(), None);
    }
}

const PRIMES_20000: u64 = 1919685817;

#[test]
fn lost_heaps_of_catalogued_sets() {
    // T20.
    let squares = Amounts::Initial { amounts: (1..=20).map(|k| k * k).collect(), known_to: 440 };
    let lost = |amounts: Amounts, count: usize| -> Vec<u64> {
        let values = values(&mut Heap::new(amounts), 100);
        (0..100).filter(|&n| values[n as usize] == 0).take(count).collect()
    };
    assert_eq!(
        lost(squares, 20),
        [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85]
    );
    let is_prime = |n: u64| n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
    let primes = Amounts::Initial { amounts: (2..100).filter(|&n| is_prime(n)).collect(), known_to: 100 };
    assert_eq!(lost(primes, 11), [0, 1, 9, 10, 25, 34, 35, 49, 55, 85, 91]);
}

/// The least preperiod and period by comparing the definition's values far out.
fn period_by_looking(values: &[u64], saltus_of: impl Fn(usize) -> u64) -> (usize, usize) {
    let half = values.len() / 2;
    let holds = |p: usize, n: usize| values[n + p] == values[n].wrapping_add(saltus_of(p));
    let period = (1..half / 2).find(|&p| (half..values.len() - p).all(|n| holds(p, n))).unwrap();
    let start = (0..half).rev().find(|&n| !holds(period, n)).map_or(0, |n| n + 1);
    (start, period)
}

#[test]
fn periods_of_finite_sets_are_least() {
    let mut dice = Dice(99);
    for _ in 0..150 {
        let count = 1 + dice.below(4);
        let largest = 1 + dice.below(14);
        let factor = 1 + dice.below(4) / 3 * dice.below(4);
        let floor = dice.below(3) / 2 * dice.below(30);
        let amounts: Vec<u64> = dice.amounts(count, largest).iter().map(|a| a * factor).collect();
        let expected = by_definition(2_400, floor, |amount| amounts.contains(&amount));
        let (preperiod, period) = period_by_looking(&expected, |_| 0);
        let mut heap = Heap::new(Amounts::Finite(amounts.clone())).with_floor(floor);
        heap.extend(2_400, 1, GO_ON).unwrap();
        let found = heap.period().unwrap();
        assert_eq!(
            (found.preperiod, found.period, found.saltus),
            (preperiod as u64, period as u64, 0),
            "{amounts:?} {floor}"
        );
    }
}

#[test]
fn catalogued_periods() {
    let period = |amounts: Amounts| {
        let mut heap = Heap::new(amounts);
        heap.extend(1_000_000, 1, GO_ON).unwrap();
        heap.period().map(|period| (period.preperiod, period.period, period.saltus))
    };
    // T16: not always purely periodic; the values of {4, 6, 8, 9, 10, 15} only seem to have period
    // 19 from 37 on, for 14 values.
    assert_eq!(period(Amounts::Finite(vec![2, 4, 7])), Some((8, 3, 0)));
    assert!(period(Amounts::Finite(vec![4, 6, 8, 9, 10, 15])).unwrap().0 > 37);
    // T19: all but {1..k}, all but {m}, and two sets with a preperiod.
    assert_eq!(period(Amounts::AllBut((1..=6).collect())), Some((0, 7, 1)));
    assert_eq!(period(Amounts::AllBut(vec![5])), Some((0, 10, 5)));
    assert_eq!(period(Amounts::AllBut(vec![1, 4, 7, 8])), Some((11, 12, 4)));
    assert_eq!(period(Amounts::AllBut(vec![2, 3, 5, 7])), Some((2, 10, 3)));
    // Nim, and no moves at all.
    assert_eq!(period(Amounts::AllBut(vec![])), Some((0, 1, 1)));
    assert_eq!(period(Amounts::Finite(vec![])), Some((0, 1, 0)));
    // T18 (checked for these): {a, b, a + b} with b = 2ha + r, r ≥ a has period 2b + 2a − r.
    assert_eq!(period(Amounts::Finite(vec![5, 17, 22])), Some((0, 2 * 17 + 10 - 7, 0)));
}

#[test]
fn all_but_sets_agree_with_the_definition() {
    let mut dice = Dice(1234);
    for _ in 0..80 {
        let (count, largest, floor) = (dice.below(7), 1 + dice.below(20), dice.below(3) / 2 * dice.below(30));
        let forbidden = dice.amounts(count, largest);
        let expected = by_definition(1_200, floor, |amount| !forbidden.contains(&amount));
        let mut heap = Heap::new(Amounts::AllBut(forbidden.clone())).with_floor(floor);
        assert_eq!(values(&mut heap.clone().without_period(), 1_200), expected, "{forbidden:?}");
        assert_eq!(values(&mut heap, 1_200), expected, "{forbidden:?} by the period");
        let period = heap.period().unwrap();
        let (preperiod, least) =
            period_by_looking(&expected, |p| expected[1_199].wrapping_sub(expected[1_199 - p]));
        assert_eq!(
            (period.preperiod, period.period),
            (preperiod as u64, least as u64),
            "{forbidden:?} {floor}"
        );
    }
}

#[test]
fn far_heaps_by_the_period() {
    // T13 and T19 at 10^18, where the closed forms are exact.
    let n = 1_000_000_000_000_000_003;
    let mut range = Heap::new(Amounts::Finite((7..=30).collect()));
    range.extend(n + 1, 1, GO_ON).unwrap();
    assert_eq!(range.value(n), Some((n % 37) / 7));
    let mut all_but = Heap::new(Amounts::AllBut(vec![9]));
    all_but.extend(n + 1, 1, GO_ON).unwrap();
    assert_eq!(all_but.value(n), Some(9 * (n / 18) + n % 9));
    let period = all_but.period().unwrap();
    let (entry, times) = period.reduce(10u128.pow(36));
    let value = u128::from(all_but.value(entry).unwrap()) + u128::from(period.saltus) * times;
    assert_eq!(value, 9 * (10u128.pow(36) / 18) + 10u128.pow(36) % 9);
    // Amounts with a common divisor, far beyond any table.
    let mut scaled = Heap::new(Amounts::Finite(vec![10_000_000_000, 20_000_000_000]));
    scaled.extend(n + 1, 1, GO_ON).unwrap();
    assert_eq!(scaled.value(n), Some((n / 10_000_000_000) % 3));
    assert_eq!(scaled.period(), Some(Period { preperiod: 0, period: 30_000_000_000, saltus: 0 }));
}

#[test]
fn stopping_keeps_what_is_known_and_going_on_gives_the_same() {
    let sets = [
        Amounts::Finite(vec![3, 7, 8]),
        Amounts::AllBut(vec![2, 3, 5, 7]),
        Amounts::Finite((2..3_000).filter(|&n| is_semiprime_or_prime(n)).collect()),
    ];
    for amounts in sets {
        let expected = values(&mut Heap::new(amounts.clone()).without_period(), 30_000);
        let mut heap = Heap::new(amounts).without_period();
        let mut stops = 0;
        loop {
            // Each try may report once more than the one before.
            stops += 1;
            let left = AtomicU64::new(stops);
            let pace = |_| match left.fetch_sub(1, Ordering::Relaxed) {
                0 | 1 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            };
            let done = heap.extend(30_000, 2, &pace).is_ok();
            assert!((0..heap.len()).step_by(97).all(|n| heap.value(n) == Some(expected[n as usize])));
            if done {
                break;
            }
            assert!(stops < 1_000);
        }
        assert_eq!(values(&mut heap, 30_000), expected);
    }
}

#[test]
fn extreme_amounts_do_no_harm() {
    for amounts in [vec![0], vec![u64::MAX], vec![1, u64::MAX], vec![u64::MAX - 1, u64::MAX]] {
        let mut heap = Heap::new(Amounts::Finite(amounts.clone())).with_floor(3);
        heap.extend(5_000, 2, GO_ON).unwrap();
        let expected = by_definition(5_000, 3, |amount| amount > 0 && amounts.contains(&amount));
        assert_eq!(values(&mut heap, 5_000), expected, "{amounts:?}");
        let _ = (heap.period(), heap.value(u64::MAX));
        let mut all_but = Heap::new(Amounts::AllBut(amounts.clone()));
        let expected = by_definition(3_000, 0, |amount| !amounts.contains(&amount));
        assert_eq!(values(&mut all_but, 3_000), expected, "all but {amounts:?}");
        let _ = all_but.value(u64::MAX);
    }
}
