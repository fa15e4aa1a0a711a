//! No input makes a function panic: numbers at the edges of machine words, zeros, empty and invalid
//! lists.

use super::definition::*;
use gspec::theory::convention::Convention::{Misere, Normal};
use gspec::theory::euclid::End;
use gspec::theory::wythoff::blocking::{self, BlockedDiagonal};
use gspec::theory::wythoff::holladay::{self, Holladay};
use gspec::theory::wythoff::numeration::Numeration;
use gspec::theory::*;
use num_bigint::BigUint;

/// A random number: small, at the edge of a machine word, or of any size.
fn number(random: &mut Random) -> BigUint {
    match random.below(8) {
        0 => big(0u32),
        1 => big(random.below(4)),
        2 => big(random.below(40)),
        3 => big(u64::MAX) - random.below(3),
        4 => big(u64::MAX) + random.below(3),
        5 => (big(1u32) << random.below(130)) - random.below(2),
        6 => big(random.next()),
        _ => random.of_bits(300),
    }
}

fn word(random: &mut Random) -> u64 {
    u64::try_from(number(random)).unwrap_or(u64::MAX)
}

fn numbers(random: &mut Random, most: u64) -> Vec<BigUint> {
    (0..random.below(most + 1)).map(|_| number(random)).collect()
}

#[test]
fn two_numbers() {
    let mut random = Random::new(1);
    for _ in 0..4000 {
        let (x, y) = (number(&mut random), number(&mut random));
        let (a, b, c) = (word(&mut random), word(&mut random), word(&mut random));
        let parameter = number(&mut random);
        for convention in [Normal, Misere] {
            wythoff::classic::losing(a, b, convention);
            let lost = wythoff::classic::losing_big(&x, &y, convention);
            let none = wythoff::classic::winning_moves(&x, &y, convention).is_empty();
            // Under misère play a position without moves is won.
            assert!(none == lost || x == y && x == big(0u32));
            if let Some(game) = Holladay::new(parameter.clone(), convention) {
                let none = game.winning_moves(&x, &y).is_empty();
                assert!(none == game.losing(&x, &y) || x == y && x == big(0u32));
            }
        }
        holladay::losing(a, b, c);
        if let Some(game) = Numeration::new(parameter.clone(), y.clone()) {
            game.winning_move(&x, &y);
        }
        blocking::losing_one_forbidden(&x, &y);
        blocking::losing_two_forbidden(&x, &y);
        for end in [End::Zero, End::Equal] {
            euclid::losing(a, b, end);
            euclid::value(&x, &y, end);
            euclid::winning_multiples(&x, &y, end);
        }
        euclid::misere_value(&x, &y);
        euclid::winning_multiples_misere(&x, &y);
        chess::king(&x, &y);
        chess::bishop(&x, &y);
        chess::knight_winning_moves(&x, &y, Some(&parameter));
        delete::value(&x, &y);
        delete::value_of_filled(&x, &y);
        delete::division_of_filled(&x, a);
        multiplication::winning_factors(&x, &y);
        circle::winning_amount(&x, &y);
        cram::losing(&x, &y);
        chocolate::value(&x, &y, &parameter, &x);
        nim_product::product(a, b);
        nim_product::product_big(&x, &y);
    }
    let mut blocked = BlockedDiagonal::new(u64::MAX, 1).unwrap();
    blocked.extend(1000, &unhurried).unwrap();
    assert_eq!(blocked.losing(u64::MAX, u64::MAX), None);
    assert!(BlockedDiagonal::new(0, 1).is_none());
}

#[test]
fn one_number() {
    let mut random = Random::new(2);
    for _ in 0..4000 {
        let (n, x, y) = (number(&mut random), number(&mut random), number(&mut random));
        let (a, b, c) = (word(&mut random), word(&mut random), word(&mut random));
        bounded::value(a, b, c);
        bounded::losing_when_all_must_go(&n, &x, &y);
        if let Some(range) = bounded::Range::new(x.clone(), y.clone()) {
            range.value(&n);
            range.losing_misere(&n);
            range.amounts_to(&n, &big(a % 5));
        }
        residue::modulus_of_finite(&[a, b, c, 1]);
        residue::modulus_of_classes(a, &[b, c, 1]);
        residue::amount_to(&n, &x, &y);
        residue::powers_to(&n, &x, a % 3);
        two_amounts::value(&n, &x, &y);
        two_amounts::conjectured_period(a, b);
        two_amounts::WithSum::bytes_needed(a, b);
        if let Some(game) = all_but::AllBut::recognise(std::slice::from_ref(&x)) {
            game.value(&n);
            game.leaving(&n, &y);
        }
        proportional::at_most_half(&n);
        proportional::leave_at_least_half(&n, &x);
        proportional::leave_at_most_half(&n, a);
        proportional::divisor_to(&n, a);
        proportional::modulus_to(&n, a);
        proportional::bounded_by(&n, &|_| x.clone(), 10);
        divisors::take_divisor(&n);
        divisors::divisor_to(&n, a);
        mark::winning_moves(&n, &x);
        mark::value(&n);
        take_away::fibonacci_winning_amounts(&n, &x);
        if let Some(game) = take_away::TakeAway::new(&|_| x.clone(), y.clone(), 50) {
            game.winning_amounts(&n, &x);
        }
        lasker::leaving(&n, &x);
        cut::Cut::recognise(std::slice::from_ref(&x)).map(|cut| cut.value(&n));
        kayles_paths::nodes_of_cycle(&n);
        coins::Rule::Triplets.value(&n);
        coins::Rule::RulerUpTo(x.clone()).value(&n);
        pass::value(&n);
    }
    for n in [0, 1, 2, u64::MAX, 1 << 63] {
        primes::factors(n);
        primes::bytes_to_count(n);
        divisors::bytes_for_coprime(n);
        divisors::equal_heaps(n);
    }
}

#[test]
fn many_numbers() {
    let mut random = Random::new(3);
    for _ in 0..3000 {
        let heaps = numbers(&mut random, 6);
        let words: Vec<u64> = heaps.iter().map(|heap| u64::try_from(heap).unwrap_or(u64::MAX)).collect();
        let k = word(&mut random);
        let few = k as usize % 8;
        for convention in [Normal, Misere] {
            nim::losing(&words, convention);
            nim::winning_moves(&heaps, convention);
            moore::losing(k, &words, convention);
            moore::winning_move(k, &heaps, convention);
            moore::winning_move(few as u64, &heaps, convention);
            lasker::losing(&heaps, convention);
        }
        moore::value(k, &heaps);
        moore::value(few as u64, &heaps);
        exact_nim::winning_move(few, &heaps);
        exact_nim::value(k as usize, &heaps);
        nimhoff::winning_move(&number(&mut random), &heaps);
        nimhoff::value_of_words(k, &words);
        circular::losing(few, &heaps);
        end_nim::solve(&heaps, &unhurried).unwrap();
        greedy::winning_sizes(&heaps);
        antonim::winning_moves(&heaps);
        staircase::winning_moves(&heaps);
        staircase::winning_moves_of_sorted(&heaps);
        let mut sorted = heaps.clone();
        sorted.sort();
        staircase::winning_moves_of_sorted(&sorted);
        silver_dollar::winning_moves(&sorted, &number(&mut random));
        if let Some(welter) = welter::Welter::new(heaps.clone()) {
            welter.moves_to(&number(&mut random));
        }
        misere_kayles::losing(&heaps);
        misere_0123::losing(&heaps);
        sorted.reverse();
        chomp::winning_bite(&sorted);
        chomp::winning_bite(&heaps);
        candies::winning_moves(&words);
        let boards: Vec<u16> = words.iter().map(|word| (word % 600) as u16).collect();
        notakto::winning_moves(&boards);
    }
}
