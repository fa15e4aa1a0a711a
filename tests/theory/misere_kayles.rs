//! A proof of Sibert and Conway's theorem: for every sum of rows of pins, of any size, the rule
//! gives the outcome that the definition of misère play gives.
//!
//! The rule divides sums into classes that form a finite commutative monoid under addition. The
//! rule is right if the empty sum is won, and every other sum is lost exactly if none of its
//! options is. Whether that holds for a sum depends on its class and on the set of the classes of
//! its options. Both are known for one row, and for a sum of two parts they follow from those of
//! the parts. So all such pairs that occur are found by adding rows until no new pair appears.

use gspec::theory::{misere_kayles, named_octals};
use std::collections::{BTreeMap, BTreeSet};

/// The rows that the rule distinguishes by more than their value.
const SPECIAL: [u64; 8] = [1, 4, 5, 9, 12, 17, 20, 25];
/// One other row for each value from 1 to 8.
const OTHERS: [u64; 8] = [8, 2, 3, 21, 28, 11, 15, 27];
/// The longest row that is examined.
const LONGEST: u64 = 300;

fn value(row: u64) -> u64 {
    named_octals::kayles(&row.into())
}

fn lost(rows: &[u64]) -> bool {
    misere_kayles::losing(&rows.iter().map(|row| (*row).into()).collect::<Vec<_>>())
}

/// The row that represents all rows that the rule does not distinguish from this one.
fn letter(row: u64) -> u64 {
    if SPECIAL.contains(&row) { row } else { OTHERS[value(row) as usize - 1] }
}

/// A sum that the rule does not distinguish from this one: of special rows, parities count, and whether there
/// is exactly one of 12 or 25; with another row among them, only the value counts.
fn short(rows: &[u64]) -> Vec<u64> {
    let mut short = Vec::new();
    if rows.iter().all(|row| SPECIAL.contains(row)) {
        for special in SPECIAL {
            let count = rows.iter().filter(|row| **row == special).count();
            let most = if [12, 25].contains(&special) { 3 } else { 2 };
            let kept = if count <= most { count } else { most - (count - most) % 2 };
            short.extend(std::iter::repeat_n(special, kept));
        }
        return short;
    }
    let sum = rows.iter().fold(0, |sum, row| sum ^ value(*row));
    let bits = [1, 2, 4, 8].into_iter().filter(|bit| sum & bit != 0);
    [2, 2].into_iter().chain(bits.map(|bit| OTHERS[bit as usize - 1])).collect()
}

/// The classes of sums, numbered from that of the empty sum on; a letter is a row of `letters`.
struct Classes {
    letters: Vec<u64>,
    /// By class and index of a letter, the class after one such row is added.
    next: Vec<Vec<usize>>,
    /// By class, whether the rule says that its sums are lost.
    lost: Vec<bool>,
    /// By two classes, the class of the sum of both.
    product: Vec<Vec<usize>>,
}

impl Classes {
    /// The classes of all short sums: two sums are in one class if no further rows distinguish
    /// them.
    fn new() -> Classes {
        let letters: Vec<u64> = SPECIAL.iter().chain(&OTHERS).copied().collect();
        let mut sums = vec![Vec::new()];
        let mut number = BTreeMap::from([(Vec::new(), 0)]);
        let mut next: Vec<Vec<usize>> = Vec::new();
        while let Some(sum) = sums.get(next.len()).cloned() {
            let added = |letter: &u64| short(&[&sum[..], &[*letter]].concat());
            let reached: Vec<Vec<u64>> = letters.iter().map(added).collect();
            next.push(
                reached
                    .into_iter()
                    .map(|sum| {
                        *number.entry(sum.clone()).or_insert_with(|| {
                            sums.push(sum);
                            sums.len() - 1
                        })
                    })
                    .collect(),
            );
        }
        let mut class: Vec<usize> = sums.iter().map(|sum| usize::from(lost(sum))).collect();
        loop {
            let mut found = BTreeMap::new();
            let finer: Vec<usize> = (0..sums.len())
                .map(|at| {
                    let told = (class[at], next[at].iter().map(|to| class[*to]).collect::<Vec<_>>());
                    let fresh = found.len();
                    *found.entry(told).or_insert(fresh)
                })
                .collect();
            let before = class.iter().collect::<BTreeSet<_>>().len();
            class = finer;
            if found.len() == before {
                break;
            }
        }
        let first = |it: usize| class.iter().position(|at| *at == it).unwrap();
        let count = class.iter().max().unwrap() + 1;
        let firsts: Vec<usize> = (0..count).map(first).collect();
        let step = |at: usize, letter: u64| {
            let place = letters.iter().position(|it| *it == letter).unwrap();
            class[next[at][place]]
        };
        let follow = |from: usize, sum: &[u64]| sum.iter().fold(from, |at, row| step(firsts[at], *row));
        let product = (0..count).map(|a| firsts.iter().map(|b| follow(a, &sums[*b])).collect()).collect();
        let steps = firsts.iter().map(|at| letters.iter().map(|it| step(*at, *it)).collect()).collect();
        let lost = firsts.iter().map(|at| lost(&sums[*at])).collect();
        assert_eq!(class[0], 0, "the empty sum comes first");
        Classes { letters, next: steps, lost, product }
    }

    fn of_row(&self, row: u64) -> usize {
        if row == 0 {
            return 0;
        }
        self.next[0][self.letters.iter().position(|it| *it == letter(row)).unwrap()]
    }

    /// The set of the classes that one move makes of a row, as bits.
    fn options(&self, row: u64) -> u64 {
        let takes = (1..=2u64).filter(|take| *take <= row);
        let splits = takes.flat_map(|take| (0..=(row - take) / 2).map(move |a| (a, row - take - a)));
        splits.fold(0, |all, (a, b)| all | 1 << self.product[self.of_row(a)][self.of_row(b)])
    }

    /// The set of the classes that result if a sum of class `by` is added to each class of a set.
    fn moved(&self, set: u64, by: usize) -> u64 {
        (0..self.lost.len())
            .filter(|at| set >> at & 1 == 1)
            .fold(0, |all, at| all | 1 << self.product[at][by])
    }
}

#[test]
fn the_rule_is_right_for_every_sum() {
    let classes = Classes::new();
    assert_eq!(classes.lost.len(), 40);
    let rows: Vec<(usize, u64)> =
        (1..=LONGEST).map(|row| (classes.of_row(row), classes.options(row))).collect();
    // Values repeat every 12 from 71 on, and of two parts of a row above 143 one is above 71: what repeats up to here
    // does so for ever.
    for at in 88..=LONGEST as usize - 12 {
        assert_eq!(rows[at - 1], rows[at + 11], "{at}");
    }
    let kinds: BTreeSet<(usize, u64)> = rows.into_iter().collect();
    let mut seen = BTreeSet::from([(0, 0)]);
    let mut next = vec![(0, 0)];
    while let Some((class, options)) = next.pop() {
        for (row, from_row) in &kinds {
            let sum = classes.product[class][*row];
            let options = classes.moved(options, *row) | classes.moved(*from_row, class);
            if seen.insert((sum, options)) {
                let to_lost = (0..classes.lost.len()).any(|at| classes.lost[at] && options >> at & 1 == 1);
                assert_eq!(classes.lost[sum], !to_lost, "class {sum} with options {options:b}");
                next.push((sum, options));
            }
        }
    }
    assert!(!classes.lost[0], "whoever cannot move wins");
    assert_eq!(seen.len(), 1417);
}

#[test]
fn short_sums_are_not_told_apart_from_long_ones() {
    let mut seed = 7u64;
    for _ in 0..20_000 {
        let mut row = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let at = seed >> 33;
            if at.is_multiple_of(8) { at % 90 + 1 } else { SPECIAL[(at / 8 % 8) as usize] }
        };
        let length = row() % 14;
        let rows: Vec<u64> = (0..length).map(|_| row()).collect();
        assert_eq!(lost(&rows), lost(&short(&rows)), "{rows:?}");
        let letters: Vec<u64> = rows.iter().map(|row| letter(*row)).collect();
        assert_eq!(lost(&rows), lost(&letters), "{rows:?}");
        // Counted rows are equivalent to listed rows, for every multiplicity.
        let mut counted: BTreeMap<u64, u64> = BTreeMap::new();
        rows.iter().for_each(|row| *counted.entry(*row).or_default() += 1);
        for more in [0, 2, 10, 1_000_000] {
            let parts: Vec<_> = counted
                .iter()
                .map(|(row, count)| ((*row).into(), if *count > 1 { count + more } else { *count }))
                .collect();
            assert_eq!(lost(&rows), misere_kayles::losing_sum(&parts), "{counted:?} and {more}");
        }
    }
}
