//! The test for arithmetic periods against what `verify/hexap.cpp` finds: of the codes of one or two hexadecimal digits
//! with three-heap moves, 71 look arithmetic periodic with a positive saltus, and 70 of them are certified.

use crate::suite::share::{is_all, share};
use gspec::solve::take_and_break::{Resources, Split};
use gspec::theory::period::{Candidates, Period, hexadecimal};
use gspec::theory::take_and_break::Rules;
use std::ops::ControlFlow;

/// The shortest period that the values show from their first third on at least four times.
fn seen(values: &[u32]) -> Option<Period> {
    let last = values.len() - 1;
    Candidates::new(values).find(|candidate| candidate.preperiod <= last / 3 && candidate.period <= last / 6)
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn as_many_are_certified_as_by_the_other_program() {
    let (mut arithmetic, mut certified, mut other) = (0, Vec::new(), Vec::new());
    for code in share((0..256u16).collect(), 5) {
        let digits = [0, (code >> 4) as u8, (code & 15) as u8];
        if (digits[1] | digits[2]) & 8 == 0 {
            continue;
        }
        let rules = Rules::from_digits(&digits, false).unwrap();
        let mut split = Split::new(rules.clone());
        let mut known = |heaps| -> Vec<u32> {
            let resources = Resources { threads: 1, bytes: 1 << 30 };
            split.extend(heaps, resources, &|_| ControlFlow::Continue(())).unwrap();
            split.values().iter().take(heaps).collect()
        };
        let values = known(361);
        let Some(candidate) = seen(&values).filter(|candidate| candidate.saltus > 0) else { continue };
        arithmetic += 1;
        let proved = hexadecimal(&values, &rules, candidate).or_else(|| {
            let values = known(1001);
            hexadecimal(&values, &rules, seen(&values)?)
        });
        match proved {
            Some(proved) => {
                let values = known(901);
                let holds = |n: usize| values[n + proved.period] == values[n] + proved.saltus;
                assert!((proved.preperiod..901 - proved.period).all(holds), "{digits:?} {proved:?}");
                certified.push(digits);
            }
            None => other.push((digits, candidate)),
        }
    }
    if is_all() {
        assert_eq!((arithmetic, certified.len()), (71, 70), "{other:?}");
    }
    assert!(certified.len() > 5 && certified.len() + 1 >= arithmetic, "{other:?}");
}
