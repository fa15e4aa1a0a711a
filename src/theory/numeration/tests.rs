//! Compares numeration systems with the greedy choice itself, computed with plain integers.

use super::*;
use num_traits::One;

pub(crate) fn systems() -> Vec<System> {
    let mut systems: Vec<System> = [2, 3, 7, 10].into_iter().map(System::base).collect();
    systems.extend([1, 2, 3, 4].map(System::metallic));
    systems.extend([2, 3].map(System::metallic_denominators));
    systems.push(System::tribonacci());
    let recurrences: [&[i64]; 6] = [&[2, 2], &[3, 2], &[5, 3], &[2, 1, 1], &[3, 3, 2], &[1, 1, 1, 1]];
    systems.extend(recurrences.map(|it| System::recurrence(it).unwrap()));
    systems.extend(others());
    systems
}

/// Systems with negative coefficients or other starts: the units of √3, √21 and √5, 2 + √2, Lucas numbers, the square
/// of the plastic number, and coefficients that grow.
fn others() -> Vec<System> {
    let others: [(&[i64], &[u64]); 8] = [
        (&[4, -1], &[1, 4]),
        (&[5, -1], &[1, 5]),
        (&[3, -1], &[1, 3]),
        (&[3, -1], &[1, 2]),
        (&[4, -2], &[1, 3]),
        (&[1, 1], &[1, 3]),
        (&[2, -1, 1], &[1, 2, 4]),
        (&[1, 2, 1], &[1, 2, 4]),
    ];
    let system = |(coefficients, start)| {
        System::with_start(coefficients, start).unwrap_or_else(|| panic!("{coefficients:?} {start:?}"))
    };
    others.map(system).into()
}

/// Place values by the recurrence alone.
fn places(system: &System, count: usize) -> Vec<u64> {
    let mut places = system.start().to_vec();
    while places.len() < count {
        let next = places.iter().rev().zip(system.coefficients()).map(|(a, b)| *a as i64 * b).sum::<i64>();
        places.push(next as u64);
    }
    places
}

fn greedy(mut number: u64, places: &[u64]) -> Vec<u32> {
    let mut digits = Vec::new();
    for place in places.iter().rev() {
        digits.push((number / place) as u32);
        number %= place;
    }
    digits
}

#[test]
fn numbers_are_written_greedily() {
    for system in systems() {
        let places = places(&system, 14);
        for number in 0..10_000u64 {
            let digits = system.digits(&BigUint::from(number));
            let first = greedy(number, &places).iter().copied().skip_while(|it| *it == 0).collect::<Vec<_>>();
            if number < places[13] {
                assert_eq!(digits, first, "{number} in {system}");
            }
            assert!(system.is_valid(&digits), "{number} in {system}: {digits:?}");
            assert!(digits.iter().all(|digit| (*digit as usize) < system.digit_count()));
            assert_eq!(system.value(&digits), BigUint::from(number), "{number} in {system}");
            let read =
                digits.iter().fold(system.nothing_read(), |prefix, digit| system.read(&prefix, *digit));
            assert_eq!(system.ended(&read), BigUint::from(number), "{number} in {system}");
        }
    }
}

/// The valid words of a length are exactly those that the greedy choice writes.
#[test]
fn valid_words_are_the_greedy_ones() {
    for system in systems() {
        let digits = system.digit_count();
        let length = (1..).find(|length| digits.pow(*length) > 3000).unwrap() as usize;
        let places = places(&system, length + 1);
        for word in 0..digits.pow(length as u32) {
            let letters: Vec<u32> =
                (0..length).rev().map(|at| (word / digits.pow(at as u32) % digits) as u32).collect();
            let value: u64 =
                letters.iter().zip(places[..length].iter().rev()).map(|(a, b)| u64::from(*a) * b).sum();
            let is_greedy = value < places[length] && greedy(value, &places[..length]) == letters;
            assert_eq!(system.is_valid(&letters), is_greedy, "{letters:?} in {system}");
        }
    }
}

#[test]
fn numbers_of_any_size_come_back() {
    let number = (BigUint::one() << 3000u32) + 12345u32;
    for system in systems() {
        assert_eq!(system.value(&system.digits(&number)), number, "{system}");
    }
}

#[test]
fn what_is_no_system_is_refused() {
    let refused: [&[i64]; 7] = [&[], &[1], &[1, 2], &[2, 0], &[65], &[65, 1], &[1, 1, 1, 1, 1]];
    for coefficients in refused {
        assert_eq!(System::recurrence(coefficients), None, "{coefficients:?}");
    }
    let wrong: [(&[i64], &[u64]); 8] = [
        (&[1, 1], &[1, 1]),
        (&[1, 1], &[1]),
        (&[1, 1], &[2, 3]),
        (&[2, -1], &[1, 2]),
        (&[1, -1, 3], &[1, 2, 4]),
        (&[65, -1], &[1, 65]),
        (&[1, 0, 0, 0, 1], &[1, 2, 3, 4, 5]),
        // No Pisot number: the root of x³ = x² + 3 has conjugates outside of the unit circle.
        (&[1, 0, 3], &[1, 2, 3]),
    ];
    for (coefficients, start) in wrong {
        assert_eq!(System::with_start(coefficients, start), None, "{coefficients:?} {start:?}");
    }
    assert_eq!(System::with_start(&[7], &[1]), Some(System::base(7)));
    assert_eq!(System::recurrence(&[1, 1]), Some(System::zeckendorf()));
    let names = systems().iter().map(System::to_string).collect::<Vec<_>>();
    assert_eq!(
        System::with_start(&[4, -1], &[1, 4]).unwrap().to_string(),
        "U(n+2) = 4·U(n+1) - U(n) from 1, 4"
    );
    assert_eq!(names[0], "base 2");
    assert_eq!(names[4], "Zeckendorf");
    assert_eq!(names[11], "U(n+2) = 2·U(n+1) + 2·U(n) from 1, 3");
}

/// Parry's condition and the definition give the same automata.
#[test]
fn valid_words_by_two_ways_are_the_same() {
    let mut falling: Vec<System> = [1, 2, 3, 4, 7].map(System::metallic).into();
    falling.extend([2, 3, 5].map(System::metallic_denominators));
    let recurrences: [&[i64]; 7] =
        [&[1, 1, 1], &[2, 2], &[3, 2], &[5, 3], &[2, 1, 1], &[3, 3, 2], &[1, 1, 1, 1]];
    falling.extend(recurrences.map(|it| System::recurrence(it).unwrap()));
    for system in falling {
        assert_eq!(
            System::with_start(system.coefficients(), system.start()),
            Some(system.clone()),
            "{system}"
        );
    }
}
