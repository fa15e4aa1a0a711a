//! Numeration systems: the automaton for greedy words, against the definition.

use super::brute::digits;
use gspec::verify::Refusal;
use gspec::verify::certificate;
use gspec::verify::greedy::greedy_words;
use gspec::verify::reader::Reader;
use gspec::verify::system::System;
use gspec::verify::table::Table;
use std::rc::Rc;

fn system(recurrence: &[i64], start: &[i64]) -> certificate::System {
    certificate::System { recurrence: recurrence.to_vec(), start: start.to_vec() }
}

/// Base k, Zeckendorf, Pell and wider Ostrowski systems with both starts, other quadratic ones, Tribonacci.
fn right() -> Vec<certificate::System> {
    let mut all: Vec<certificate::System> =
        [2, 3, 4, 5, 6, 7, 10, 60].iter().map(|base| system(&[*base], &[1])).collect();
    for wide in 1..=6 {
        all.push(system(&[wide, 1], &[1, wide + 1]));
        all.extend((wide > 1).then(|| system(&[wide, 1], &[1, wide])));
    }
    for (b, c) in [(3, -1), (4, -1), (4, -2), (5, -3), (3, 2), (2, 2), (5, 4)] {
        all.push(system(&[b, c], &[1, b + c.min(0) + 1]));
        all.push(system(&[b, c], &[1, b]));
    }
    all.push(system(&[1, 1, 1], &[1, 2, 4]));
    all.push(system(&[2, 1, 1], &[1, 3, 8]));
    all
}

/// A system with its greedy words.
fn proved(stated: &certificate::System) -> Result<(System, Rc<Table>), Refusal> {
    let system = System::new(stated)?;
    let words = greedy_words(&system)?;
    Ok((system, Rc::new(words)))
}

#[test]
fn greedy_words_are_recognised() {
    let mut found = 0;
    for system in right() {
        let Ok((places, table)) = proved(&system) else {
            println!("not proved: {system:?}");
            continue;
        };
        found += 1;
        let accepts = |word: &[usize]| {
            let mut reader = Reader::Table(table.clone(), vec![0]);
            let start = reader.start(&places).unwrap();
            let step = |state, digit: &usize| reader.step(state, &[*digit as u32], &places).unwrap();
            let last = word.iter().fold(start, step);
            reader.accepts(last, &places)
        };
        let words: Vec<Vec<usize>> = (0..3000).map(|number| digits(&system, &[number]).remove(0)).collect();
        for word in &words {
            assert!(accepts(word), "{system:?} {word:?}");
        }
        // Any other word of four digits is refused.
        let short = |word: &Vec<usize>| {
            let zeros = word.len().saturating_sub(4);
            word[..zeros]
                .iter()
                .all(|digit| *digit == 0)
                .then(|| [&[0; 4][..], &word[zeros..]].concat()[word.len() - zeros..].to_vec())
        };
        let greedy: Vec<Vec<usize>> = words.iter().filter_map(short).collect();
        let d = places.digits.min(8);
        for number in 0..d.pow(4) {
            let word: Vec<usize> = (0..4).rev().map(|place| number / d.pow(place) % d).collect();
            assert!(!accepts(&word) || greedy.contains(&word) || greedy.len() > 2000, "{system:?} {word:?}");
        }
    }
    assert!(found >= 25, "{found}");
}

#[test]
fn systems_that_cannot_be_proved_right_are_refused() {
    let wrong = [
        system(&[], &[]),
        system(&[1], &[1]),
        system(&[0], &[1]),
        system(&[-2], &[1]),
        system(&[2], &[2]),
        system(&[1, 1], &[1, 1]),
        system(&[1, 1], &[2, 1]),
        system(&[1, 1], &[1]),
        system(&[0, 2], &[1, 2]),
        system(&[2, -1], &[1, 2]),
        system(&[1_000_000], &[1]),
        system(&[i64::MAX, i64::MIN], &[1, i64::MAX]),
        system(&[2; 7], &[1, 2, 3, 4, 5, 6, 7]),
    ];
    for system in wrong {
        assert!(proved(&system).is_err(), "{system:?}");
    }
}
