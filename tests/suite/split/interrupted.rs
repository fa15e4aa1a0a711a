//! Work that is stopped, limited, saved, or shared between threads gives equal results.

use super::definition::digits;
use super::random_codes::Random;
use gspec::solve::take_and_break::{Corrupt, Halted, Resources, Search, SearchLimits, Split};
use gspec::theory::take_and_break::Rules;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

const ONE: Resources = Resources { threads: 1, bytes: 1 << 30 };

fn game(code: &str) -> Split {
    match code {
        "grundy" => Split::new(Rules::grundy()),
        "couples" => Split::new(Rules::couples_are_forever()),
        _ => Split::new(Rules::from_digits(&digits(code), false).unwrap()),
    }
}

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn values(split: &Split) -> Vec<u32> {
    split.values().iter().collect()
}

#[test]
fn more_threads_find_the_same() {
    for (code, heaps) in
        [("0.106", 60_000), ("0.6", 5_000), ("grundy", 5_000), ("0.04", 3_000), ("0.16", 60_000)]
    {
        let mut alone = game(code);
        alone.extend(heaps, ONE, &go_on).unwrap();
        for threads in [0, 2, 4] {
            let mut together = game(code);
            together.extend(heaps, Resources { threads, ..ONE }, &go_on).unwrap();
            assert!(values(&alone) == values(&together), "{code} {threads}");
        }
    }
}

#[test]
fn stopped_work_goes_on_where_it_was() {
    for code in ["0.106", "0.6", "grundy", "0.8f", "0.137"] {
        let heaps = if code == "0.8f" { 150 } else { 9_000 };
        let mut whole = game(code);
        whole.extend(heaps, ONE, &go_on).unwrap();
        let mut pieces = game(code);
        for threads in (1..3).cycle() {
            let (counted, start) = (AtomicU64::new(0), pieces.len());
            let stop = |finished| {
                counted.fetch_add(finished, Ordering::Relaxed);
                if counted.load(Ordering::Relaxed) > 700 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let outcome = pieces.extend(heaps, Resources { threads, ..ONE }, &stop);
            assert_eq!(counted.load(Ordering::Relaxed), (pieces.len() - start) as u64, "{code}");
            match outcome {
                Ok(()) => break,
                Err(halted) => assert_eq!(halted, Halted::Stopped),
            }
        }
        assert!(values(&whole) == values(&pieces), "{code}");
    }
}

#[test]
fn memory_is_kept_to() {
    let mut split = game("0.104");
    let few = Resources { threads: 1, bytes: 1 << 20 };
    assert_eq!(split.extend(10_000_000, few, &go_on), Err(Halted::OutOfMemory));
    assert!(split.len() > 1000 && split.bytes_needed(split.len()) < 2 << 20, "{}", split.len());
    let mut sets = Split::new(Rules::from_digits(&[0, 8], false).unwrap());
    assert_eq!(
        sets.extend(100_000, Resources { threads: 1, bytes: 1 << 14 }, &go_on),
        Err(Halted::OutOfMemory)
    );
    assert!(sets.len() > 50 && sets.len() < 1000);
}

#[test]
fn values_wider_than_sixteen_bits_are_refused() {
    let mut split = game("0.08");
    let limits = SearchLimits { heaps: 2000, resources: ONE };
    let Search::Proved { period, .. } = split.search_period(limits, &go_on) else { panic!() };
    assert_eq!((period.period, period.saltus), (4, 1));
    assert_eq!(split.extend(400_000, ONE, &go_on), Err(Halted::ValueTooWide));
    // Heap n of this game has value (n - 1) / 4; single values are found all the same.
    assert_eq!(split.len(), 4 * 65536 + 1);
    assert_eq!(split.value(1_000_000_000_000_000_001), Some(250_000_000_000_000_000));
}

#[test]
fn a_search_can_be_saved_at_any_time() {
    for code in ["0.106", "0.6", "grundy", "couples", "0.16", "0.3333", "0.08", "4.7"] {
        let heaps = if code == "0.08" { 120 } else { 4000 };
        let mut whole = game(code);
        whole.extend(heaps, ONE, &go_on).unwrap();
        let mut file = game(code).head();
        let mut known = 0;
        for to in [0, 1, 40, 41, 3 * heaps / 4, heaps] {
            let mut split = Split::restore(&file).unwrap();
            assert_eq!(split.len(), known);
            split.extend(to, ONE, &go_on).unwrap();
            file.extend(split.segment(known));
            known = split.len();
            assert_eq!(Split::restore(&split.snapshot()).map(|split| values(&split)), Ok(values(&split)));
        }
        assert!(values(&Split::restore(&file).unwrap()) == values(&whole), "{code}");
    }
}

#[test]
fn a_restored_search_proves_the_same() {
    let mut split = game("0.156");
    split.extend(6000, ONE, &go_on).unwrap();
    let mut restored = Split::restore(&split.snapshot()).unwrap();
    let limits = SearchLimits { heaps: 60_000, resources: ONE };
    let searches = [&mut split, &mut restored].map(|split| split.search_period(limits, &go_on));
    for search in searches {
        let Search::Proved { period, .. } = search else { panic!("{search:?}") };
        assert_eq!((period.preperiod, period.period), (3479, 349));
    }
}

#[test]
fn damage_is_noticed() {
    let mut split = game("0.106");
    split.extend(700, ONE, &go_on).unwrap();
    let mut file = split.snapshot();
    split.extend(900, ONE, &go_on).unwrap();
    let first = file.len();
    file.extend(split.segment(700));
    assert!(Split::restore(&file).is_ok());
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(Split::restore(&damaged).is_err(), "byte {at}");
        assert!(
            Split::restore(&file[..at]).is_err() || at == first || at == split.head().len(),
            "cut at {at}"
        );
        if at >= first {
            let (whole, used, trouble) = Split::restore_whole_segments(&damaged).unwrap();
            assert_eq!((whole.len(), used, trouble.is_some()), (700, first, true));
        }
    }
    assert_eq!(Split::restore(b"").err(), Some(Corrupt::NotASnapshot));
    assert_eq!(
        Split::restore(&[b"gspec take-break".as_slice(), &[9, 0, 0, 0]].concat()).err(),
        Some(Corrupt::Version(9))
    );
}

#[test]
fn any_bytes_are_read_without_panic() {
    let mut random = Random(2024);
    let mut split = game("0.37");
    split.extend(600, ONE, &go_on).unwrap();
    let sound = split.snapshot();
    for _ in 0..4000 {
        let mut bytes = if random.below(4) == 0 {
            let mut bytes = b"gspec take-break\x01\0\0\0".to_vec();
            bytes.extend((0..random.below(60)).map(|_| random.below(256) as u8));
            bytes
        } else {
            sound[..random.below(sound.len() as u64 + 1) as usize].to_vec()
        };
        for _ in 0..random.below(4) {
            let at = random.below(bytes.len() as u64 + 1) as usize;
            if let Some(byte) = bytes.get_mut(at) {
                *byte = random.below(256) as u8;
            }
        }
        if let Ok(mut split) = Split::restore(&bytes) {
            let _ = split.extend(split.len() + 50, ONE, &go_on);
        }
        let _ = Split::restore_whole_segments(&bytes);
    }
}

#[test]
fn a_proved_period_gives_the_values() {
    let mut proved = game("0.07");
    let limits = SearchLimits { heaps: 10_000, resources: ONE };
    assert!(matches!(proved.search_period(limits, &go_on), Search::Proved { .. }));
    assert!(proved.len() < 400);
    proved.extend(3000, ONE, &go_on).unwrap();
    let mut found = game("0.07");
    found.extend(3000, ONE, &go_on).unwrap();
    assert!(values(&proved) == values(&found));
    assert_eq!(proved.value(1_000_000_000_000_000_000), Some(3));
}
