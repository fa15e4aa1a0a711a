//! Arithmetic by automata, compared with evaluation number by number.

use super::share::{cases, repeatable};
use super::support::{PLENTY, check, check_with};
use gspec::claim::Evidence;
use gspec::source::NoFiles;
use gspec::theory::automaton::{Automaton, Relation, Repeating, Room, Track};
use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;

const A: Track = Track(1);
const B: Track = Track(2);
const C: Track = Track(3);

fn with_room<T>(act: impl FnOnce(&Room<'_>) -> T) -> T {
    act(&Room::new(50_000_000, &|| false))
}

/// Whether an automaton holds, with zeros for numbers that do not matter to it.
fn holds(automaton: &Automaton, numbers: &[(Track, u64)]) -> bool {
    let value = |track: &Track| numbers.iter().find(|it| it.0 == *track).unwrap().1;
    automaton.holds(&automaton.tracks().iter().map(value).collect::<Vec<_>>())
}

fn linear(a: i64, b: i64, k: i64, relation: Relation, room: &Room<'_>) -> Automaton {
    let terms = [(A, BigInt::from(a)), (B, BigInt::from(b))];
    Automaton::linear(&terms, &BigInt::from(k), relation, room).unwrap()
}

proptest! {
    #![proptest_config(repeatable(60))]

    #[test]
    fn linear_relations_are_what_they_say(a in -9i64..9, b in -9i64..9, k in -700i64..700, x in 0u64..120, y in 0u64..120) {
        with_room(|room| {
            let sum = a * x as i64 + b * y as i64 + k;
            let zero = linear(a, b, k, Relation::Zero, room);
            prop_assert_eq!(holds(&zero, &[(A, x), (B, y)]), sum == 0);
            let low = linear(a, b, k, Relation::AtMostZero, room);
            prop_assert_eq!(holds(&low, &[(A, x), (B, y)]), sum <= 0);
            // If the relation has members, its smallest member is the smallest one by search.
            let brute = (0..200u64).find_map(|most| {
                (0..=most).flat_map(|x| (0..=most).map(move |y| (x, y)))
                    .filter(|(x, y)| x.max(y) == &most)
                    .find(|(x, y)| a * *x as i64 + b * *y as i64 + k == 0)
            });
            let found = zero.smallest(&[A, B], room).unwrap();
            if let Some((x, y)) = brute {
                prop_assert_eq!(found, Some(vec![BigUint::from(x), BigUint::from(y)]));
            }
            Ok(())
        })?;
    }

    #[test]
    fn some_and_all_are_what_they_say(a in 1i64..7, b in -7i64..7, k in -40i64..40, x in 0u64..60) {
        with_room(|room| {
            // Some y with a x + b y + k <= 0: for b < 0 always, else y = 0 decides.
            let low = linear(a, b, k, Relation::AtMostZero, room);
            let some = low.exists(B, room).unwrap();
            let at_zero = a * x as i64 + k <= 0;
            prop_assert_eq!(holds(&some, &[(A, x)]), b < 0 || at_zero);
            let all = low.for_all(B, room).unwrap();
            prop_assert_eq!(holds(&all, &[(A, x)]), b <= 0 && at_zero);
            Ok(())
        })?;
    }

    #[test]
    fn sequences_go_on_as_they_repeat(
        head in proptest::collection::vec(0u64..6, 0..9),
        period in proptest::collection::vec(0u64..6, 1..9),
        saltus in 0u64..4,
        n in 0u64..300,
        v in 0u64..40,
    ) {
        with_room(|room| {
            let preperiod = head.len();
            let values: Vec<u64> = head.iter().chain(&period).copied().collect();
            let sequence = Repeating { preperiod, values: values.clone(), saltus };
            let (at, times) = match (n as usize).checked_sub(preperiod) {
                None => (n as usize, 0),
                Some(past) => (preperiod + past % period.len(), (past / period.len()) as u64),
            };
            let value = values[at] + times * saltus;
            let related = Automaton::value_at(&sequence, A, B, room).unwrap();
            prop_assert!(holds(&related, &[(A, n), (B, value)]));
            prop_assert_eq!(holds(&related, &[(A, n), (B, v)]), v == value);
            if saltus == 0 {
                let places = Automaton::places(&sequence, A, room, |it| it == v).unwrap();
                prop_assert_eq!(holds(&places, &[(A, n)]), v == value);
            }
            Ok(())
        })?;
    }

    #[test]
    fn sets_have_their_members(members in proptest::collection::btree_set(0u64..500, 0..20), n in 0u64..520) {
        with_room(|room| {
            let members: Vec<u64> = members.into_iter().collect();
            let set = Automaton::one_of(A, &members, room).unwrap();
            prop_assert_eq!(holds(&set, &[(A, n)]), members.contains(&n));
            prop_assert_eq!(set.listed(100), Some(members.clone()));
            prop_assert!(set.is_finite());
            prop_assert!(!set.not().is_finite());
            let least = set.smallest(&[A], room).unwrap();
            prop_assert_eq!(least, members.first().map(|it| vec![BigUint::from(*it)]));
            Ok(())
        })?;
    }
}

#[test]
fn nim_sums_are_nim_sums() {
    with_room(|room| {
        let sum = Automaton::nim_sum(A, B, C, room).unwrap();
        for (a, b, c) in [(0, 0, 0), (5, 3, 6), (5, 3, 7), (1 << 40, 1, (1 << 40) + 1), (9, 9, 0)] {
            assert_eq!(holds(&sum, &[(A, a), (B, b), (C, c)]), a ^ b == c);
        }
    });
}

/// Random expressions over `n` and `m` that arithmetic supports.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("n".to_string()),
        Just("m".to_string()),
        (0u32..12).prop_map(|it| it.to_string()),
        Just("sg(g(n))".to_string()),
        Just("sg(g(m) + g(n + 1))".to_string()),
        Just("sg(h(2 * n))".to_string()),
        Just("[3, 1, 4, 1, 5][m mod 5]".to_string()),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} - {b})")),
            (inner.clone(), 1u32..5).prop_map(|(a, k)| format!("({k} * {a})")),
            (inner.clone(), 1u32..7).prop_map(|(a, k)| format!("({a} mod {k})")),
            (inner.clone(), 1u32..7).prop_map(|(a, k)| format!("({a} div {k})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("min({a}, {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("max({a}, {b})")),
            inner.clone().prop_map(|a| format!("abs({a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(if {a} < {b} then {a} else {b} + 1)")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("(abs({a}) xor abs({b}))")),
        ]
    })
}

fn proposition() -> impl Strategy<Value = String> {
    let compare = (expression(), prop_oneof!["==", "<=", "<", "!="], expression())
        .prop_map(|(a, op, b)| format!("{a} {op} {b}"));
    let member =
        (expression(), 0u32..6, 6u32..12).prop_map(|(a, low, high)| format!("{a} in {low}..={high}"));
    let lost = Just("losing(g(n) + g(m))".to_string());
    let some = (0u32..9).prop_map(|k| format!("(exists k in 0..=n: 3 * k + {k} == m)"));
    prop_oneof![4 => compare, 1 => member, 1 => lost, 1 => some].prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(({a}) => {b})")),
            inner.prop_map(|a| format!("(not ({a}))")),
        ]
    })
}

const GAMES: &str = "game g(n: nat) = take {1, 3, 4}\ngame h(n: nat) = octal \"0.07\"\n";

proptest! {
    #![proptest_config(repeatable(cases(150, 30)))]

    /// A statement about all naturals holds for each natural that is examined, and a counterexample is the
    /// one that the evaluator finds: a claim over a finite box, which is evaluated, has to agree.
    #[test]
    #[ignore = "long: runs with --include-ignored"]
    fn claims_over_all_naturals_agree_with_evaluation(claim in proposition()) {
        let all = check(&format!("{GAMES}claim \"c\": forall n, m: {claim}"));
        let boxed = check_with(
            &format!("{GAMES}claim \"c\": forall n in 0..=60, m in 0..=60: {claim}"), &[], &NoFiles, PLENTY,
        );
        let (all, boxed) = (&all.verdicts[0].evidence, &boxed.verdicts[0].evidence);
        match (all, boxed) {
            (Evidence::Refuted { counterexample: a }, Evidence::Refuted { counterexample: b }) => prop_assert_eq!(a, b),
            (Evidence::Proved { .. } | Evidence::Checked { .. }, Evidence::Refuted { .. }) => {
                prop_assert!(false, "{}: {:?} though {:?}", claim, all, boxed);
            }
            (Evidence::Refuted { counterexample }, Evidence::Proved { .. }) => {
                // The counterexample has to lie outside the box, and to make the claim false.
                let values: Vec<String> = counterexample.iter().map(|(name, value)| format!("{name} in {{{}}}", match value {
                    gspec::ir::Value::Int(int) => int.to_string(),
                    other => format!("{other:?}"),
                })).collect();
                let there = check(&format!("{GAMES}claim \"c\": forall {}: {claim}", values.join(", ")));
                let refuted = matches!(there.verdicts[0].evidence, Evidence::Refuted { .. });
                prop_assert!(refuted, "{}: {:?} is none", claim, counterexample);
            }
            _ => {}
        }
    }
}

#[test]
fn the_least_machine_word_is_a_number_like_others() {
    super::support::proved(
        "claim forall n: n != -9223372036854775808\nclaim forall n: n - 9223372036854775808 != n",
    );
}
