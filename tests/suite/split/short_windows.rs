//! Windows shorter than the theorems require suggest wrong periods; the certificates refuse these.

use super::definition::{digits, mex, values};
use gspec::theory::period::{
    Period, all_but, candidate_ending, guy_smith, guy_smith_window_end, subtraction,
};
use gspec::theory::take_and_break::{Parts, Rule, Rules, Take};

fn subtraction_values(heaps: usize, allowed: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..heaps {
        values.push(mex((0..heap).filter(|&rest| allowed(heap - rest)).map(|rest| values[rest])));
    }
    values
}

fn holds(values: &[u32], period: Period, heaps: std::ops::Range<usize>) -> bool {
    heaps.into_iter().all(|n| values[n + period.period] == values[n] + period.saltus)
}

#[test]
fn fourteen_equal_values_prove_nothing_where_fifteen_are_needed() {
    let set = [4, 6, 8, 9, 10, 15];
    let values = subtraction_values(400, |amount| set.contains(&amount));
    let deceiving = Period { preperiod: 37, period: 19, saltus: 0 };
    assert!(holds(&values, deceiving, 37..37 + 14));
    assert!(!holds(&values, deceiving, 37..37 + 15));
    assert_eq!(subtraction(&values, 15, deceiving), None);
    // With a window one value shorter, a wrong period is accepted.
    assert!(subtraction(&values, 14, deceiving).is_some());
}

#[test]
fn finite_sets_found_by_window_hold_on() {
    for set in 1u32..256 {
        let amounts: Vec<usize> = (1..=8).filter(|amount| set >> (amount - 1) & 1 == 1).collect();
        let values = subtraction_values(700, |amount| amounts.contains(&amount));
        let largest = amounts.last().copied().unwrap();
        let proved = gspec::theory::period::Candidates::new(&values[..300])
            .find_map(|candidate| subtraction(&values[..300], largest, candidate))
            .unwrap();
        assert!(holds(&values, proved, proved.preperiod..700 - proved.period), "{amounts:?}");
        assert!(proved.preperiod == 0 || !holds(&values, proved, proved.preperiod - 1..proved.preperiod));
        assert!((1..proved.period).all(|shorter| {
            let shorter = Period { period: shorter, ..proved };
            !holds(&values, shorter, proved.preperiod..400)
        }));
    }
    let values = subtraction_values(60, |amount| [2, 4, 7].contains(&amount));
    let candidate = Period { preperiod: 8, period: 9, saltus: 0 };
    assert_eq!(subtraction(&values, 7, candidate), Some(Period { preperiod: 8, period: 3, saltus: 0 }));
}

#[test]
fn half_the_window_deceives_in_all_but_games() {
    let excluded = [3, 7, 8, 9, 10];
    let values = subtraction_values(4000, |amount| !excluded.contains(&amount));
    let mut deceived = 0;
    for (known, period) in (30..400usize).flat_map(|known| (1..known - 22).map(move |period| (known, period)))
    {
        let values_known = &values[..known];
        let Some(candidate) = candidate_ending(values_known, period) else { continue };
        if let Some(proved) = all_but(values_known, 10, candidate) {
            assert!(holds(&values, proved, proved.preperiod..4000 - proved.period), "{candidate:?}");
        } else if let Some(wrong) = all_but(values_known, 5, candidate) {
            deceived += usize::from(!holds(&values, wrong, wrong.preperiod..4000 - wrong.period));
        }
    }
    assert!(deceived > 0);
}

#[test]
fn all_but_games_with_long_ways_in() {
    let known: [(&[usize], Period); 3] = [
        (&[1, 4, 7, 8], Period { preperiod: 11, period: 12, saltus: 4 }),
        (&[2, 3, 5, 7], Period { preperiod: 2, period: 10, saltus: 3 }),
        (&[5], Period { preperiod: 0, period: 10, saltus: 5 }),
    ];
    for (excluded, expected) in known {
        let values = subtraction_values(300, |amount| !excluded.contains(&amount));
        let largest = excluded.iter().copied().max().unwrap();
        let proved = gspec::theory::period::Candidates::new(&values)
            .find_map(|candidate| all_but(&values, largest, candidate));
        assert_eq!(proved, Some(expected));
    }
}

#[test]
fn officers_look_periodic_for_a_while() {
    let rules = Rules::from_digits(&digits("0.6"), false).unwrap();
    let values = values(&rules, 300);
    let deceiving = Period { preperiod: 61, period: 3, saltus: 0 };
    assert!(holds(&values, deceiving, 61..69), "{:?}", &values[55..80]);
    assert_eq!(guy_smith(&values, &rules, deceiving), None);
    assert_eq!(guy_smith_window_end(&rules, deceiving), Some(2 * 61 + 3 + 1));
}

/// Every code of up to two digits with every candidate: what the full window accepts holds on; what a window of
/// two periods would accept does not always.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn guy_smith_accepts_nothing_wrong() {
    let (mut proved, mut deceived) = (0, 0);
    let mut games: Vec<Rules> = (1..64u8)
        .flat_map(|code| [0u8, 4].map(|zero| Rules::from_digits(&[zero, code / 8, code % 8], false).unwrap()))
        .collect();
    games.extend((1..5).map(|take| {
        let take = Take::Exactly(take);
        Rules::new(vec![Rule { take, parts: Parts::TwoUnequal, least_heap: 9 }]).unwrap()
    }));
    for rules in games {
        let values = values(&rules, 420);
        for period in (1..60).map(|period| Period { preperiod: 0, period, saltus: 0 }) {
            let mut start = 1;
            for heap in 1..180 {
                if values[heap + period.period] != values[heap] {
                    start = heap + 1;
                    continue;
                }
                let candidate = Period { preperiod: start, ..period };
                let end = guy_smith_window_end(&rules, candidate).unwrap();
                if heap >= end {
                    assert!(guy_smith(&values, &rules, candidate).is_some());
                    assert!(holds(&values, candidate, start..420 - period.period), "{rules:?} {candidate:?}");
                    proved += 1;
                    break;
                }
                if heap >= start + 2 * period.period + rules.last_take() {
                    deceived += usize::from(!holds(&values, candidate, start..420 - period.period));
                }
            }
        }
    }
    assert!(proved > 200 && deceived > 50, "{proved} {deceived}");
}
