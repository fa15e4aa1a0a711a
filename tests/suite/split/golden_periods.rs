//! The published periods that begin and repeat below heap 20,000, each proved anew, and arithmetic periods of hexadecimal codes.

use super::definition::digits;
use gspec::solve::take_and_break::{Certificate, Resources, Search, SearchLimits, Split};
use gspec::theory::period::Period;
use gspec::theory::take_and_break::Rules;
use std::ops::ControlFlow;

const PERIODS: &str = include_str!("../../golden/octal-periods.tsv");

/// Searches for a period with one thread, among at most `heaps` values.
pub fn search(rules: Rules, heaps: usize) -> (Split, Search) {
    let mut split = Split::new(rules);
    let limits = SearchLimits { heaps, resources: Resources { threads: 1, bytes: 1 << 30 } };
    let search = split.search_period(limits, &|_| ControlFlow::Continue(()));
    (split, search)
}

#[test]
fn all_that_begin_early_are_proved() {
    let mut proved = 0;
    for line in PERIODS.lines().filter(|line| !line.starts_with(['#', 'g'])) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |field: usize| fields[field].parse::<usize>().unwrap();
        let expected = Period { period: number(1), preperiod: number(2), saltus: 0 };
        if expected.period + expected.preperiod >= 20_000 {
            continue;
        }
        let (split, search) = search(Rules::from_digits(&digits(fields[0]), false).unwrap(), 60_000);
        let Search::Proved { period, .. } = search else { panic!("{line}: {search:?}") };
        assert_eq!(period, expected, "{line}");
        let greatest = (0..split.len()).filter_map(|heap| split.value(heap as u64)).max();
        assert_eq!(greatest, Some(number(3) as u64), "{line}");
        proved += 1;
    }
    assert!(proved > 550, "{proved}");
}

#[test]
fn arithmetic_ones_of_hexadecimal_codes() {
    let known = [("0.08", 1, 4, 1), ("0.0C", 1, 3, 1), ("0.28", 1, 53, 16), ("0.0B", 5, 2, 1)];
    for (code, preperiod, period, saltus) in known {
        let (_, search) = search(Rules::from_digits(&digits(&code.to_lowercase()), false).unwrap(), 2000);
        let Search::Proved { period: found, certificate } = search else { panic!("{code}: {search:?}") };
        // The least preperiod counts heap 0, at which the list does not look.
        let found = Period { preperiod: found.preperiod.max(1), ..found };
        assert_eq!(found, Period { preperiod, period, saltus }, "{code}");
        assert!(matches!(certificate, Certificate::Hexadecimal { .. }));
    }
}

#[test]
fn a_saltus_that_is_no_power_of_two_is_seen_only() {
    let (_, search) = search(Rules::from_digits(&digits("0.3f"), false).unwrap(), 400);
    let Search::Seen { candidate, heaps: 400, halted: None } = search else { panic!("{search:?}") };
    assert_eq!(candidate, Some(Period { preperiod: 0, period: 6, saltus: 3 }));
}
