//! Compares every operation in every numeration system with exact integers.

use super::*;
use crate::numeration::tests::systems;
use num_bigint::BigInt;

/// Random numbers that are equal in every run (a linear congruential generator).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

/// A statement about three numbers, which are named by their indices.
#[derive(Debug)]
enum Formula {
    Linear([i64; 3], i64, Relation),
    Not(Box<Formula>),
    And(Box<(Formula, Formula)>),
    Or(Box<(Formula, Formula)>),
    Iff(Box<(Formula, Formula)>),
    /// `Some(x, bound, formula)`: the formula holds for some value of number `x` that is at most
    /// number `bound`.
    Some(usize, usize, Box<Formula>),
    /// `All(x, bound, formula)`: the formula holds for every value of number `x` that is at most
    /// number `bound`.
    All(usize, usize, Box<Formula>),
}

const TRACKS: [Track; 3] = [Track(4), Track(9), Track(2)];

fn random_formula(random: &mut Random, depth: u64) -> Formula {
    let inner = |random: &mut Random| Box::new(random_formula(random, depth - 1));
    match if depth == 0 { 0 } else { random.below(8) } {
        1 => Formula::Not(inner(random)),
        2 => Formula::And(Box::new((*inner(random), *inner(random)))),
        3 => Formula::Or(Box::new((*inner(random), *inner(random)))),
        4 => Formula::Iff(Box::new((*inner(random), *inner(random)))),
        choice @ 5..=7 => {
            let chosen = random.below(3) as usize;
            let bound = (chosen + 1 + random.below(2) as usize) % 3;
            let inner = inner(random);
            if choice == 5 { Formula::All(chosen, bound, inner) } else { Formula::Some(chosen, bound, inner) }
        }
        _ => {
            let relation = if random.below(2) == 0 { Relation::Zero } else { Relation::AtMostZero };
            let constant =
                if random.below(8) == 0 { random.between(-400, 400) } else { random.between(-9, 9) };
            let factors = [0, 1, 2].map(|_| if random.below(3) == 0 { 0 } else { random.between(-3, 3) });
            Formula::Linear(factors, constant, relation)
        }
    }
}

impl Formula {
    fn holds(&self, numbers: [i64; 3]) -> bool {
        let with = |chosen: usize, number: i64| {
            let mut numbers = numbers;
            numbers[chosen] = number;
            numbers
        };
        match self {
            Formula::Linear(factors, constant, relation) => {
                let sum: i64 = factors.iter().zip(numbers).map(|(a, b)| a * b).sum::<i64>() + constant;
                if *relation == Relation::Zero { sum == 0 } else { sum <= 0 }
            }
            Formula::Not(inner) => !inner.holds(numbers),
            Formula::And(parts) => parts.0.holds(numbers) && parts.1.holds(numbers),
            Formula::Or(parts) => parts.0.holds(numbers) || parts.1.holds(numbers),
            Formula::Iff(parts) => parts.0.holds(numbers) == parts.1.holds(numbers),
            Formula::Some(chosen, bound, inner) => {
                (0..=numbers[*bound]).any(|number| inner.holds(with(*chosen, number)))
            }
            Formula::All(chosen, bound, inner) => {
                (0..=numbers[*bound]).all(|number| inner.holds(with(*chosen, number)))
            }
        }
    }

    fn automaton(&self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let linear = |factors: &[i64; 3], constant: i64, relation| {
            let terms: Vec<(Track, BigInt)> =
                TRACKS.iter().zip(factors).map(|(track, factor)| (*track, BigInt::from(*factor))).collect();
            Automaton::linear(&terms, &BigInt::from(constant), relation, room)
        };
        let at_most = |chosen: usize, bound: usize| {
            let mut factors = [0; 3];
            (factors[chosen], factors[bound]) = (1, -1);
            linear(&factors, 0, Relation::AtMostZero)
        };
        match self {
            Formula::Linear(factors, constant, relation) => linear(factors, *constant, *relation),
            Formula::Not(inner) => Ok(inner.automaton(room)?.not()),
            Formula::And(parts) => parts.0.automaton(room)?.and(&parts.1.automaton(room)?, room),
            Formula::Or(parts) => parts.0.automaton(room)?.or(&parts.1.automaton(room)?, room),
            Formula::Iff(parts) => parts.0.automaton(room)?.iff(&parts.1.automaton(room)?, room),
            Formula::Some(chosen, bound, inner) => {
                inner.automaton(room)?.and(&at_most(*chosen, *bound)?, room)?.exists(TRACKS[*chosen], room)
            }
            Formula::All(chosen, bound, inner) => {
                let beyond = at_most(*chosen, *bound)?.not();
                beyond.or(&inner.automaton(room)?, room)?.for_all(TRACKS[*chosen], room)
            }
        }
    }
}

fn holds(automaton: &Automaton, numbers: [i64; 3]) -> bool {
    let at = |track: &Track| TRACKS.iter().position(|it| it == track).unwrap();
    let numbers: Vec<u64> = automaton.tracks().iter().map(|track| numbers[at(track)] as u64).collect();
    automaton.holds(&numbers)
}

fn linear(terms: &[(Track, i64)], constant: i64, relation: Relation, room: &Room<'_>) -> Automaton {
    let terms: Vec<(Track, BigInt)> =
        terms.iter().map(|(track, factor)| (*track, BigInt::from(*factor))).collect();
    Automaton::linear(&terms, &BigInt::from(constant), relation, room).unwrap()
}

const A: Track = Track(1);
const B: Track = Track(2);
const C: Track = Track(3);

#[test]
fn formulas_are_decided_as_integers_say() {
    check_formulas(12);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn many_formulas_are_decided_as_integers_say() {
    check_formulas(60);
}

/// Compares random formulas in each numeration system with their values at integers.
fn check_formulas(formulas: usize) {
    let mut random = Random(7);
    let (mut built, mut both) = (0, [0, 0]);
    for system in systems() {
        for _ in 0..formulas {
            let depth = random.below(4);
            let formula = random_formula(&mut random, depth);
            let room = Room::in_system(&system, 3_000_000, &|| false);
            let Ok(automaton) = formula.automaton(&room) else { continue };
            built += 1;
            for round in 0..40 {
                // Evaluating a quantifier takes time that grows with the numbers.
                let bound = if depth < 2 && round < 20 { 10_000 } else { 40 };
                let numbers = [0, 1, 2].map(|_| random.below(bound) as i64);
                let expected = formula.holds(numbers);
                assert_eq!(holds(&automaton, numbers), expected, "{system}: {formula:?} at {numbers:?}");
                both[usize::from(expected)] += 1;
            }
        }
    }
    assert!(built * 12 > systems().len() * formulas * 11, "{built}");
    assert!(both.iter().all(|seen| *seen > 83 * formulas), "{both:?}");
}

/// Compares an automaton of two numbers with a relation for all pairs below a bound, and checks that leading
/// zeros change nothing.
fn check_pairs(automaton: &Automaton, bound: u64, expected: impl Fn(u64, u64) -> bool) {
    let system = automaton.system();
    for a in 0..bound {
        for b in 0..bound {
            let numbers = [(A, a), (B, b)];
            let value = |track: &Track| numbers.iter().find(|it| it.0 == *track).unwrap().1;
            let numbers: Vec<u64> = automaton.tracks().iter().map(value).collect();
            assert_eq!(automaton.holds(&numbers), expected(a, b), "{system} at {a}, {b}");
        }
    }
    if automaton.tracks().len() == 2 {
        assert_eq!(automaton.step(0, automaton.letters.class(0)), 0, "{system}");
    }
}

#[test]
fn sums_equations_and_orders() {
    for system in systems() {
        let room = Room::in_system(&system, 10_000_000, &|| false);
        let adder = linear(&[(A, 1), (B, 1), (C, -1)], 0, Relation::Zero, &room);
        let some_sum = adder.exists(A, &room).unwrap().renamed(|track| if track == C { A } else { track });
        check_pairs(&some_sum, 60, |c, b| b <= c);
        assert!(adder.exists(C, &room).unwrap().is_everything(), "{system}");
        let big = |number: u64| BigUint::from(number) << 900u32;
        assert!(adder.holds_for(&[big(7), big(5), big(12)]), "{system}");
        assert!(!adder.holds_for(&[big(7), big(5), big(12) + 1u8]), "{system}");
        check_pairs(&linear(&[(A, 3), (B, -2)], 5, Relation::Zero, &room), 60, |a, b| 3 * a + 5 == 2 * b);
        check_pairs(&linear(&[(A, 2), (B, -5)], 3, Relation::AtMostZero, &room), 60, |a, b| {
            2 * a + 3 <= 5 * b
        });
        let residue = linear(&[(A, 1), (B, -7)], -3, Relation::Zero, &room).exists(B, &room).unwrap();
        check_pairs(&residue, 60, |a, _| a % 7 == 3);
        let complement = residue.not();
        check_pairs(&complement, 60, |a, _| a % 7 != 3);
        assert!(complement.or(&residue, &room).unwrap().is_everything(), "{system}");
        assert!(complement.and(&residue, &room).unwrap().is_nothing(), "{system}");
        assert!(complement.positive(&room).unwrap().same(&complement, &room).unwrap(), "{system}");
    }
}

#[test]
fn members_are_found_in_order() {
    for system in systems() {
        let room = Room::in_system(&system, 20_000_000, &|| false);
        let multiples = linear(&[(A, 1), (B, -3)], 0, Relation::Zero, &room);
        let expected: Vec<Vec<BigUint>> =
            (0..20u64).map(|b| vec![BigUint::from(3 * b), BigUint::from(b)]).collect();
        assert_eq!(multiples.first_members(&[A, B], 20, &room), Ok(expected.clone()), "{system}");
        let above = linear(&[(B, -1)], 1000, Relation::AtMostZero, &room).and(&multiples, &room).unwrap();
        let least = vec![BigUint::from(3000u32), BigUint::from(1000u32)];
        assert_eq!(above.smallest(&[A, B], &room), Ok(Some(least.clone())), "{system}");
        assert_eq!(above.first_members(&[A, B], 1, &room), Ok(vec![least]), "{system}");
        assert!(!multiples.is_finite(), "{system}");
        // A track that does not matter is enumerated as well.
        let free = linear(&[(A, 1)], -2, Relation::Zero, &room).first_members(&[B, A], 4, &room).unwrap();
        let two = |b: u32| vec![BigUint::from(b), BigUint::from(2u8)];
        assert_eq!(free, [0, 1, 2, 3].map(two), "{system}");
        let numbers = [0, 3, 4, 17, 100, 101];
        let set = Automaton::one_of(A, &numbers, &room).unwrap();
        assert_eq!(set.listed(6), Some(numbers.to_vec()), "{system}");
        assert_eq!(set.listed(5), None, "{system}");
        assert_eq!(set.not().listed(5), None, "{system}");
        let small = linear(&[(A, -1)], 5, Relation::AtMostZero, &room).not();
        assert!(small.is_finite(), "{system}");
        assert_eq!(small.listed(9), Some(vec![0, 1, 2, 3, 4]), "{system}");
        assert_eq!(Automaton::one_of(A, &[], &room).unwrap().smallest(&[A], &room), Ok(None), "{system}");
    }
}

#[test]
fn sequences_go_on_in_every_system() {
    let sequence = Repeating { preperiod: 2, values: vec![5, 0, 1, 3, 2], saltus: 2 };
    let value = |n: u64| match n {
        0 | 1 => sequence.values[n as usize],
        _ => sequence.values[2 + (n as usize - 2) % 3] + (n - 2) / 3 * 2,
    };
    let flat = Repeating { saltus: 0, ..sequence.clone() };
    for system in systems() {
        let room = Room::in_system(&system, 20_000_000, &|| false);
        let relation = Automaton::value_at(&sequence, A, B, &room).unwrap();
        check_pairs(&relation, 50, |a, b| value(a) == b);
        let places = Automaton::places(&flat, A, &room, |it| it % 2 == 1).unwrap();
        check_pairs(&places, 50, |a, _| a == 0 || (a >= 2 && (a - 2) % 3 != 2));
    }
}

#[test]
fn tables_come_back_as_they_were_written() {
    for system in systems() {
        let room = Room::in_system(&system, 20_000_000, &|| false);
        // The tracks are also given in reverse order, and the complement's table accepts invalid
        // words.
        let order = linear(&[(A, 2), (B, -3)], 1, Relation::AtMostZero, &room);
        for automaton in [order.clone(), order.not()] {
            let states = 0..automaton.states();
            let next: Vec<Vec<u32>> =
                states.clone().map(|state| automaton.arrows(state).map(|to| to as u32).collect()).collect();
            let accepting: Vec<bool> = states.map(|state| automaton.is_accepting(state)).collect();
            let again = Automaton::from_table(&[A, B], &next, &accepting, &room).unwrap().unwrap();
            assert!(again.same(&automaton, &room).unwrap(), "{system}");
            let turned = Automaton::from_table(&[B, A], &next, &accepting, &room).unwrap().unwrap();
            check_pairs(&turned, 20, |a, b| automaton.holds(&[b, a]));
        }
        // A table that rejects words with leading zeros holds for all numbers, as no number needs
        // such a zero.
        let row =
            |zero: u32| (0..system.digit_count() as u32).map(|it| if it == 0 { zero } else { 1 }).collect();
        let odd = Automaton::from_table(&[A], &[row(2), row(1), row(2)], &[true, true, false], &room);
        assert!(odd.unwrap().unwrap().is_everything(), "{system}");
        for (next, accepting) in [(vec![], vec![]), (vec![row(3)], vec![true]), (vec![row(0)], vec![])] {
            assert_eq!(Automaton::from_table(&[A], &next, &accepting, &room), Ok(None), "{system}");
        }
        assert_eq!(Automaton::from_table(&[A, A], &[vec![]], &[true], &room), Ok(None), "{system}");
    }
}

#[test]
fn systems_do_not_mix() {
    let stop = || false;
    let (binary, fibonacci) =
        (Room::new(100_000, &stop), Room::in_system(&System::zeckendorf(), 100_000, &stop));
    let [here, there] = [&binary, &fibonacci].map(|room| linear(&[(A, 1), (B, -1)], 0, Relation::Zero, room));
    for room in [&binary, &fibonacci] {
        assert_eq!(here.and(&there, room), Err(TooLarge));
        assert_eq!(there.or(&here, room), Err(TooLarge));
        assert_eq!(here.iff(&there, room), Err(TooLarge));
    }
    assert_eq!(here.exists(A, &fibonacci), Err(TooLarge));
    assert_eq!(there.not().exists(A, &binary), Err(TooLarge));
    assert_eq!(there.smallest(&[A, B], &binary), Err(TooLarge));
    assert_eq!(there.first_members(&[A, B], 3, &binary), Err(TooLarge));
    assert_eq!(Automaton::nim_sum(A, B, C, &fibonacci), Err(TooLarge));
    assert!(Automaton::constant(true).and(&there, &fibonacci).is_ok());
}

#[test]
fn without_room_nothing_is_said() {
    for system in systems() {
        for steps in [0, 1, 10, 40] {
            let room = Room::in_system(&system, steps, &|| false);
            let terms = [(A, BigInt::from(7)), (B, BigInt::from(-5)), (C, BigInt::from(3))];
            assert_eq!(Automaton::linear(&terms, &BigInt::from(100), Relation::Zero, &room), Err(TooLarge));
        }
        let room = Room::in_system(&system, u64::MAX, &|| true);
        let numbers: Vec<u64> = (0..3000).map(|it| it * it).collect();
        assert_eq!(Automaton::one_of(A, &numbers, &room), Err(TooLarge), "{system}");
    }
}

#[test]
fn shifted_numbers_have_one_more_zero() {
    for system in systems() {
        let room = Room::in_system(&system, 1_000_000, &|| false);
        let longer = |x: u64| [&system.digits(&BigUint::from(x))[..], &[0]].concat();
        let Ok(shift) = Automaton::shifted(A, B, &room) else {
            // If the place values begin with 1 and 3, the digit 2 is valid only at the last place.
            assert!((0..2000).any(|x| !system.is_valid(&longer(x))), "{system}");
            continue;
        };
        for x in 0..2000u64 {
            let digits = longer(x);
            let y = u64::try_from(&system.value(&digits)).unwrap();
            assert!(shift.holds(&[x, y]), "{x} -> {y} in {system}");
            assert!(!shift.holds(&[x, y + 1]) && (y == 0 || !shift.holds(&[x, y - 1])), "{x} in {system}");
        }
    }
}

/// Many tracks in a large base: an equation has few arrows for each state.
#[test]
fn letters_are_put_into_classes() {
    let room = Room::in_system(&System::base(7), 1_000_000, &|| false);
    let tracks: Vec<(Track, i64)> = (0..5).map(|it| (Track(it), if it < 3 { 1 } else { -1 })).collect();
    let sum = linear(&tracks, 0, Relation::Zero, &room);
    assert_eq!(sum.letters(), 7usize.pow(5));
    // At most one arrow for each sum of digits, -12 to 18.
    assert!(sum.width() <= 31, "{}", sum.width());
    assert!(sum.holds(&[1000, 2000, 3000, 5999, 1]));
    assert!(!sum.holds(&[1000, 2000, 3000, 5999, 2]));
    let order = linear(&[(Track(0), 1), (Track(4), -1)], 0, Relation::AtMostZero, &room);
    let both = sum.and(&order, &room).unwrap();
    assert!(both.holds(&[1, 5, 6, 2, 10]) && !both.holds(&[11, 0, 1, 2, 10]));
    let some = both.exists(Track(4), &room).unwrap();
    // With a, b, c, d on tracks 0 to 3: a + b + c - d is at least a if and only if b + c >= d.
    assert!(some.holds(&[2, 1, 3]) && !some.holds(&[2, 1, 4]));
}

/// `floor((m + √(m² + 4))/2 · x)`
fn multiple(m: u64, x: u64) -> u64 {
    let square = u128::from(m * m + 4) * u128::from(x) * u128::from(x);
    ((u128::from(m * x) + square.isqrt()) / 2) as u64
}

#[test]
fn multiples_of_the_root_are_rounded_down() {
    check_multiples_of_the_root(20_000);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn large_multiples_of_the_root_are_rounded_down() {
    check_multiples_of_the_root(1_000_000);
}

fn check_multiples_of_the_root(most: u64) {
    for m in 1..=6 {
        for system in [System::metallic(m), System::metallic_denominators(m.max(2))] {
            let room = Room::in_system(&system, 10_000_000, &|| false);
            let relation = Automaton::floor_of_multiple(A, B, &room).unwrap().unwrap();
            let m = u64::from(system.mean().unwrap());
            let bound = if m == 1 { most } else { most.min(100_000) };
            for x in 0..bound {
                let y = multiple(m, x);
                assert!(relation.holds(&[x, y]), "{system} at {x}");
                assert!(x % 50 > 0 || !relation.holds(&[x, y + 1]), "{system} at {x}");
                assert!(x % 50 > 0 || y == 0 || !relation.holds(&[x, y - 1]), "{system} at {x}");
            }
            // Every number has exactly one rounded multiple.
            assert!(relation.exists(B, &room).unwrap().is_everything(), "{system}");
            let other = relation.renamed(|track| if track == B { C } else { track });
            let differ = linear(&[(B, 1), (C, -1)], 0, Relation::Zero, &room).not();
            assert!(
                relation.and(&other, &room).unwrap().and(&differ, &room).unwrap().is_nothing(),
                "{system}"
            );
            // A number of 61 digits.
            let x = BigUint::from(10u8).pow(60);
            let y = relation
                .and(&Automaton::exactly(A, &x, &room).unwrap(), &room)
                .and_then(|relation| relation.smallest(&[A, B], &room));
            let square = BigUint::from(m * m + 4) * &x * &x;
            assert_eq!(y, Ok(Some(vec![x.clone(), (x * m + square.sqrt()) / 2u8])), "{system}");
        }
    }
    let room = Room::in_system(&System::recurrence(&[2, 2]).unwrap(), 1_000_000, &|| false);
    assert_eq!(Automaton::floor_of_multiple(A, B, &room), Ok(None));
    assert_eq!(Automaton::floor_of_multiple(A, B, &Room::new(1_000_000, &|| false)), Ok(None));
}

/// `floor(√2·n)` is `floor((1 + √2)·n) - n`, where 1 + √2 is the root of Pell's numbers.
#[test]
fn multiples_of_the_root_of_two() {
    let system = System::of_square_root(&BigUint::from(2u8)).unwrap();
    assert_eq!(system, System::metallic(2));
    let room = Room::in_system(&system, 10_000_000, &|| false);
    let whole = Automaton::floor_of_multiple(A, C, &room).unwrap().unwrap();
    let less = linear(&[(A, 1), (B, 1), (C, -1)], 0, Relation::Zero, &room);
    let root = whole.and(&less, &room).unwrap().exists(C, &room).unwrap();
    for x in 0..100_000u64 {
        assert!(root.holds(&[x, (2 * x * x).isqrt()]), "{x}");
        assert!(!root.holds(&[x, (2 * x * x).isqrt() + 1]), "{x}");
    }
    let fields =
        [(2u32, Some(2)), (3, None), (4, None), (5, Some(1)), (8, Some(2)), (13, Some(3)), (45, Some(1))];
    for (n, m) in fields {
        assert_eq!(System::of_square_root(&BigUint::from(n)), m.map(System::metallic), "{n}");
    }
}
