//! Numeration systems of certificates: a system is accepted if each natural has exactly one word, otherwise refused. For
//! the accepted systems, counting the values of all short words confirms this.

use super::brute::reads;
use gspec::verify::Refusal;
use gspec::verify::certificate::{self, Automaton, Row};
use gspec::verify::sentences::one_word_each;
use gspec::verify::system::System;
use gspec::verify::table::Table;
use std::rc::Rc;

/// A system with an automaton of words: for each state whether it accepts, and where it leads.
fn system(recurrence: &[i64], start: &[i64], states: &[(bool, &[u32])]) -> certificate::System {
    let accepting = (0..).zip(states).filter(|(_, state)| state.0).map(|(at, _)| at).collect();
    let next = states.iter().map(|(_, row)| Row::Dense(row.to_vec())).collect();
    let words = Automaton { tracks: vec!["n".to_string()], start: 0, accepting, next };
    let digits = states.first().map_or(0, |state| state.1.len());
    certificate::System { recurrence: recurrence.to_vec(), start: start.to_vec(), digits, words }
}

/// All words over `digits` digits.
fn all_words(digits: usize) -> certificate::System {
    system(&[digits as i64], &[1], &[(true, &vec![0; digits])])
}

/// Words without two ones in a row; state 2 is for words with them.
const NO_TWO_ONES: [(bool, &[u32]); 3] = [(true, &[0, 1]), (true, &[0, 2]), (false, &[2, 2])];

/// Words in which a 0 lies between any two 2s: the greedy words for the places 1, 3, 8, 21, ….
const A_ZERO_BETWEEN: [(bool, &[u32]); 3] = [(true, &[0, 0, 1]), (true, &[0, 1, 2]), (false, &[2, 2, 2])];

/// Bases, Zeckendorf, Pell from 1, 3 and from 1, 2, places 1, 3, 8, …, and Tribonacci.
fn right() -> Vec<certificate::System> {
    let mut all: Vec<certificate::System> = [2, 3, 4, 5, 6, 7, 10, 60].map(all_words).into();
    all.push(system(&[1, 1], &[1, 2], &NO_TWO_ONES));
    // A 2 is followed by a 0, and with a second place of 2 it does not stand at the end.
    all.push(system(&[2, 1], &[1, 3], &[(true, &[0, 0, 1]), (true, &[0, 2, 2]), (false, &[2, 2, 2])]));
    all.push(system(&[2, 1], &[1, 2], &[(true, &[0, 0, 1]), (false, &[0, 2, 2]), (false, &[2, 2, 2])]));
    all.push(system(&[3, -1], &[1, 3], &A_ZERO_BETWEEN));
    let no_three_ones: [(bool, &[u32]); 4] =
        [(true, &[0, 1]), (true, &[0, 2]), (true, &[0, 3]), (false, &[3, 3])];
    all.push(system(&[1, 1, 1], &[1, 2, 4], &no_three_ones));
    all
}

fn checked(stated: &certificate::System) -> Result<(), Refusal> {
    let system = System::new(stated)?;
    one_word_each(&Rc::new(Table::stated(&stated.words, &system)?), &system)
}

/// How often each number below the place after the longest words is the value of an accepted word.
fn counted(system: &certificate::System) -> Vec<usize> {
    let length = (1..).take_while(|length| system.digits.pow(*length) <= 60_000).last().unwrap() as usize;
    let mut places = system.start.clone();
    while places.len() <= length {
        places.push(system.recurrence.iter().zip(places.iter().rev()).map(|(c, place)| c * place).sum());
    }
    let mut counts = vec![0; places[length] as usize];
    for number in 0..system.digits.pow(length as u32) {
        let word: Vec<usize> =
            (0..length).rev().map(|at| number / system.digits.pow(at as u32) % system.digits).collect();
        let value: i64 =
            word.iter().zip(places[..length].iter().rev()).map(|(digit, place)| *digit as i64 * place).sum();
        if reads(&system.words, system.digits, std::slice::from_ref(&word)) {
            counts[value as usize] += 1;
        }
    }
    counts
}

#[test]
fn words_that_stand_for_each_number_once_are_accepted() {
    for system in right() {
        assert!(counted(&system).iter().all(|count| *count == 1), "{system:?}");
        checked(&system).unwrap_or_else(|reason| panic!("{reason}: {system:?}"));
    }
}

#[track_caller]
fn refused(system: &certificate::System, reason: &str) {
    let found = checked(system).expect_err("accepted").to_string();
    assert!(found.contains(reason), "{found}");
}

#[test]
fn words_that_miss_a_number_or_repeat_one_are_refused() {
    let digits_of = |recurrence: &[i64], start: &[i64], digits: usize| {
        system(recurrence, start, &[(true, &vec![0; digits])])
    };
    refused(&digits_of(&[2], &[1], 3), "a number has two words");
    refused(&digits_of(&[1, 1], &[1, 2], 2), "a number has two words");
    refused(&digits_of(&[3], &[1], 2), "the next number has no word: n = 1");
    refused(&digits_of(&[2], &[1], 1), "the next number has no word: n = 0");
    let states = |states: &[(bool, &[u32])]| system(&[1, 1], &[1, 2], states);
    refused(&states(&[(false, &[0, 1]), NO_TWO_ONES[1], NO_TWO_ONES[2]]), "the number 0 has no word");
    refused(
        &states(&[NO_TWO_ONES[0], (false, &[0, 2]), NO_TWO_ONES[2]]),
        "the next number has no word: n = 0",
    );
    refused(&states(&[NO_TWO_ONES[0], (true, &[0, 1]), NO_TWO_ONES[2]]), "a number has two words");
    refused(&states(&[(true, &[1, 1]), NO_TWO_ONES[1], NO_TWO_ONES[2]]), "an arrow to itself on zeros");
    // Greedy words for 1, 3, 8, … are not those for 1, 2, 5, ….
    let other = certificate::System { start: vec![1, 2], ..system(&[3, -1], &[1, 3], &A_ZERO_BETWEEN) };
    refused(&other, "two words");
}

#[test]
fn systems_that_cannot_be_proved_right_are_refused() {
    let wrong: [(&[i64], &[i64]); 13] = [
        (&[], &[]),
        (&[1], &[1]),
        (&[0], &[1]),
        (&[-2], &[1]),
        (&[2], &[2]),
        (&[1, 1], &[1, 1]),
        (&[1, 1], &[2, 1]),
        (&[1, 1], &[1]),
        (&[0, 2], &[1, 2]),
        (&[2, -1], &[1, 2]),
        (&[1_000_000], &[1]),
        (&[i64::MAX, i64::MIN], &[1, i64::MAX]),
        (&[2; 7], &[1, 2, 3, 4, 5, 6, 7]),
    ];
    for (recurrence, start) in wrong {
        refused(&system(recurrence, start, &NO_TWO_ONES), "the numeration system");
    }
    refused(&system(&[2], &[1], &[]), "the numeration system must have 1 to 1000 digits");
}
