//! Tests the values and outcomes of [`Lattice`]. Every expected value comes from the definition (options and
//! mex), written out here once, from the golden data (with its number in the catalogue of theorems), or from the baseline programs.

use super::*;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

const GO_ON: Pace = &|_| ControlFlow::Continue(());

/// The values of a game by the definition, computed and stored on request.
struct Definition<'a> {
    moves: &'a [Move],
    walls: &'a [Wall],
    size: &'a [u32],
    known: HashMap<Vec<u32>, u32>,
}

impl Definition<'_> {
    fn options(&self, position: &[u32]) -> Vec<Vec<u32>> {
        let mut options = Vec::new();
        if self.walls.iter().any(|wall| position[wall.coordinate] < wall.below) {
            return options;
        }
        for one in self.moves {
            for times in 1..=one.most.unwrap_or(400).min(400) as i64 {
                let target = position.iter().zip(&one.by).map(|(&x, by)| i64::from(x) - times * by);
                let target: Vec<i64> = target.collect();
                if target.iter().zip(self.size).all(|(&x, &size)| (0..i64::from(size)).contains(&x)) {
                    options.push(target.iter().map(|&x| x as u32).collect());
                }
            }
        }
        options
    }

    fn value(&mut self, position: &[u32]) -> u32 {
        if let Some(&value) = self.known.get(position) {
            return value;
        }
        let mut values: Vec<u32> = self.options(position).iter().map(|option| self.value(option)).collect();
        values.sort_unstable();
        values.dedup();
        let value = values.iter().zip(0..).take_while(|(value, place)| *value == place).count() as u32;
        self.known.insert(position.to_vec(), value);
        value
    }
}

/// Pseudo-random numbers below a bound (the generator of Marsaglia, shifts 13, 7, 17).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    /// A move whose vector has small components, some of them negative if `raising`.
    fn one_move(&mut self, dimension: usize, raising: bool) -> Move {
        let component = |dice: &mut Dice| match dice.below(6) {
            0..=2 => 0,
            3..=4 => 1 + dice.below(2) as i64,
            _ if raising => -1 - dice.below(2) as i64,
            _ => 1 + dice.below(4) as i64,
        };
        let by = (0..dimension).map(|_| component(self)).collect();
        let most = match self.below(5) {
            0..=1 => None,
            2 => Some(1),
            3 => Some(self.below(4)),
            _ => Some(4 + self.below(4)),
        };
        Move { by, most }
    }

    fn walls(&mut self, dimension: usize) -> Vec<Wall> {
        let count = self.below(4) / 2 * (1 + self.below(2));
        let wall = |dice: &mut Dice| Wall {
            coordinate: dice.below(dimension as u64) as usize,
            below: dice.below(4) as u32,
        };
        (0..count).map(|_| wall(self)).collect()
    }

    fn size(&mut self, dimension: usize) -> Vec<u32> {
        let most = [0, 150, 22, 10, 6][dimension];
        (0..dimension).map(|_| 1 + self.below(most) as u32).collect()
    }
}

fn positions(size: &[u32]) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for &size in size {
        all = all.iter().flat_map(|start| (0..size).map(move |x| [&start[..], &[x]].concat())).collect();
    }
    all
}

fn rays(vectors: &[&[i64]]) -> Vec<Move> {
    vectors.iter().map(|by| Move { by: by.to_vec(), most: None }).collect()
}

fn once(vectors: &[&[i64]]) -> Vec<Move> {
    vectors.iter().map(|by| Move { by: by.to_vec(), most: Some(1) }).collect()
}

fn run(moves: Vec<Move>, size: &[u32], what: What) -> Lattice {
    let mut lattice = Lattice::new(moves, vec![], size).unwrap();
    lattice.run(what, 1, GO_ON).unwrap();
    lattice
}

/// Compares with the definition: the values, the outcomes, and both from a table that keeps only a
/// region. Returns false if the rules are refused.
fn check(moves: &[Move], walls: &[Wall], size: &[u32], dice: &mut Dice) -> bool {
    let Ok(mut lattice) = Lattice::new(moves.to_vec(), walls.to_vec(), size) else { return false };
    lattice.run(What::Values, 1, GO_ON).unwrap();
    let mut outcomes = Lattice::new(moves.to_vec(), walls.to_vec(), size).unwrap();
    outcomes.run(What::Outcomes, 1, GO_ON).unwrap();
    let low: Vec<u32> = size.iter().map(|&size| dice.below(size.into()) as u32).collect();
    let high: Vec<u32> = low.iter().map(|&low| low + dice.below(6) as u32).collect();
    let mut region = Lattice::with_region(moves.to_vec(), walls.to_vec(), size, &low, &high).unwrap();
    let mut region_outcomes = region.clone();
    region.run(What::Values, 1, GO_ON).unwrap();
    region_outcomes.run(What::Outcomes, 1, GO_ON).unwrap();
    let mut definition = Definition { moves, walls, size, known: HashMap::new() };
    for position in positions(size) {
        let value = definition.value(&position);
        let case = || format!("{moves:?} {walls:?} {size:?} at {position:?}");
        assert_eq!(lattice.value(&position), Some(value), "{}", case());
        assert_eq!(outcomes.is_lost(&position), Some(value == 0), "{}", case());
        let inside = position.iter().zip(low.iter().zip(&high)).all(|(x, (low, high))| low <= x && x <= high);
        assert_eq!(region.value(&position), inside.then_some(value), "{}", case());
        assert_eq!(region_outcomes.is_lost(&position), inside.then_some(value == 0), "{}", case());
    }
    true
}

#[test]
fn random_moves_agree_with_the_definition() {
    let mut dice = Dice(31);
    let mut checked = [0; 5];
    for round in 0..1_200 {
        let dimension = 1 + round % 4;
        let raising = dice.below(2) == 1;
        let count = 1 + dice.below(5);
        let moves: Vec<Move> = (0..count).map(|_| dice.one_move(dimension, raising)).collect();
        let (walls, size) = (dice.walls(dimension), dice.size(dimension));
        checked[dimension] += usize::from(check(&moves, &walls, &size, &mut dice));
    }
    assert!(checked[1..].iter().all(|&count| count > 35), "{checked:?}");
}

#[test]
fn wide_rows_agree_with_the_definition() {
    let mut dice = Dice(2);
    for _ in 0..60 {
        let (count, raising) = (1 + dice.below(4), dice.below(2) == 1);
        let moves: Vec<Move> = (0..count).map(|_| dice.one_move(2, raising)).collect();
        let size = [1 + dice.below(7) as u32, 60 + dice.below(240) as u32];
        check(&moves, &dice.walls(2), &size, &mut dice);
    }
}

#[test]
fn exchangeable_coordinates_agree_with_the_definition() {
    let mut dice = Dice(12);
    for round in 0..300 {
        let dimension = 2 + round % 3;
        let (count, raising) = (1 + dice.below(3), dice.below(3) == 0);
        let mut moves: Vec<Move> = (0..count).map(|_| dice.one_move(dimension, raising)).collect();
        let mut walls = dice.walls(dimension);
        let mut size = dice.size(dimension);
        // Make some pairs of coordinates exchangeable by adding the images of all rules.
        for _ in 0..1 + dice.below(2) {
            let (a, b) = (dice.below(dimension as u64) as usize, dice.below(dimension as u64) as usize);
            let exchanged = |one: &Move| {
                let mut image = one.clone();
                image.by.swap(a, b);
                image
            };
            let images: Vec<Move> =
                moves.iter().map(exchanged).filter(|image| !moves.contains(image)).collect();
            moves.extend(images);
            let swap = |coordinate| {
                if coordinate == a {
                    b
                } else if coordinate == b {
                    a
                } else {
                    coordinate
                }
            };
            walls
                .extend(walls.clone().iter().map(|wall| Wall { coordinate: swap(wall.coordinate), ..*wall }));
            size[a] = size[b];
        }
        check(&moves, &walls, &size, &mut dice);
    }
}

#[test]
fn moves_that_need_levels_agree_with_the_definition() {
    let mut dice = Dice(8);
    let sets: [&[&[i64]]; 5] = [
        &[&[2, 1], &[1, 2], &[-1, 2], &[2, -1]],
        &[&[1, 0], &[0, 1], &[1, 1], &[-1, 2], &[2, -1]],
        &[&[3, -2], &[-4, 3], &[1, 0]],
        &[&[-1, 2, 0], &[2, -1, 1], &[0, -1, 2], &[0, 0, 1]],
        &[&[-1, 1, 1, 0], &[1, -1, 0, 1], &[0, 0, 0, 1], &[1, 1, 0, -1]],
    ];
    let mut by_levels = 0;
    for round in 0..120 {
        let vectors = sets[round % sets.len()];
        let moves: Vec<Move> =
            vectors.iter().map(|by| Move { by: by.to_vec(), most: dice.one_move(1, false).most }).collect();
        let (walls, size) = (dice.walls(vectors[0].len()), dice.size(vectors[0].len()));
        let lattice = Lattice::new(moves.clone(), walls.clone(), &size).unwrap();
        by_levels += u32::from(lattice.rules.sweep.by_levels());
        assert!(check(&moves, &walls, &size, &mut dice));
    }
    assert!(by_levels > 40, "{by_levels}");
}

#[test]
fn many_rays_and_many_fixed_vectors_agree_with_the_definition() {
    let mut dice = Dice(4);
    // All non-empty subsets of four heaps, equal amounts from each: 15 rays.
    let subsets: Vec<Vec<i64>> = (1..16).map(|set| (0..4).map(|heap| set >> heap & 1).collect()).collect();
    let moves: Vec<Move> = subsets.into_iter().map(|by| Move { by, most: None }).collect();
    assert!(check(&moves, &[], &[6, 5, 4, 6], &mut dice));
    // Cyclic nimhoff (T38): rays on the axes and all vectors of sum below h.
    let mut moves = rays(&[&[1, 0, 0], &[0, 1, 0], &[0, 0, 1]]);
    for position in positions(&[4, 4, 4]) {
        if (1..5).contains(&position.iter().sum::<u32>()) {
            moves.push(Move { by: position.iter().map(|&x| x.into()).collect(), most: Some(1) });
        }
    }
    let lattice = run(moves, &[17, 16, 15], What::Values);
    for position in positions(&[17, 16, 15]) {
        let (high, low) = position.iter().fold((0, 0), |(high, low), x| (high ^ (x / 5), low + x));
        assert_eq!(lattice.value(&position), Some(5 * high + low % 5), "{position:?}");
    }
}

#[test]
fn wythoff_values_give_the_sum_of_the_baseline_program() {
    let lattice = run(rays(&[&[1, 0], &[0, 1], &[1, 1]]), &[300, 300], What::Values);
    let (mut sum, mut place) = (0, 0);
    for row in 0..300 {
        let mut values = [0; 300];
        assert_eq!(lattice.read(&[row, 0], &mut values), 300);
        for value in values {
            place += 1;
            sum += u64::from(value) * place;
        }
    }
    // `baselines wythoff-table 300`
    assert_eq!(sum, 850_429_406_013);
}

#[test]
fn reading_gives_what_asking_gives() {
    let moves = rays(&[&[1, 0, 0], &[0, 2, 1], &[0, 0, 1]]);
    let mut lattice = Lattice::new(moves.clone(), vec![], &[7, 30, 8]).unwrap();
    let mut region = Lattice::with_region(moves, vec![], &[7, 30, 8], &[1, 1, 1], &[6, 20, 5]).unwrap();
    let stop: Pace = &|_| ControlFlow::Break(());
    for (what, pace) in [(What::Values, stop), (What::Values, GO_ON)] {
        let _ = (lattice.run(what, 1, pace), region.run(what, 1, pace));
        for table in [&lattice, &region] {
            for (x, y) in (1..9).flat_map(|x| (0..5).map(move |y| (x, y))) {
                for length in 0..9 {
                    let expected: Vec<u32> = (2..2 + length).map_while(|z| table.value(&[x, y, z])).collect();
                    let mut found = vec![0; length as usize];
                    let count = table.read(&[x, y, 2], &mut found);
                    assert_eq!(found[..count], expected, "{x} {y}");
                }
            }
        }
    }
}

#[test]
fn wythoff_lost_positions_are_the_golden_ones() {
    // T34: ⌊dφ⌋ and ⌊dφ⌋ + d, with ⌊dφ⌋ = (d + isqrt(5d²)) / 2.
    let lattice = run(rays(&[&[1, 0], &[0, 1], &[1, 1]]), &[2_000, 2_000], What::Outcomes);
    for d in 0..2_000u32 {
        let golden = (d + (5 * d * d).isqrt()) / 2;
        for low in (0..2_000 - d).filter(|&low| low < 40 || low.abs_diff(golden) < 3) {
            assert_eq!(lattice.is_lost(&[low, low + d]), Some(low == golden), "{low} {d}");
            assert_eq!(lattice.is_lost(&[low + d, low]), Some(low == golden), "{low} {d}");
        }
    }
}

#[test]
fn corner_pieces_are_as_catalogued() {
    // T39.
    let knight = once(&[&[2, 1], &[1, 2], &[-1, 2], &[2, -1]]);
    let lattice = run(knight, &[15, 15], What::Outcomes);
    for position in positions(&[15, 15]) {
        assert_eq!(lattice.is_lost(&position), Some(position[0] % 4 <= 1 && position[1] % 4 <= 1));
    }
    let bishop = run(rays(&[&[1, 1]]), &[70, 9], What::Values);
    let king = run(once(&[&[1, 0], &[0, 1], &[1, 1]]), &[70, 9], What::Values);
    let rook = run(rays(&[&[1, 0], &[0, 1]]), &[70, 90], What::Values);
    for position in positions(&[70, 9]) {
        let (x, y) = (position[0], position[1]);
        assert_eq!(bishop.value(&position), Some(x.min(y)));
        assert_eq!(rook.value(&position), Some(x ^ y));
        let expected = match (x % 2, y % 2) {
            (0, 0) => 0,
            (1, 1) => 2,
            _ => 1 + x.min(y) % 2 * 2,
        };
        assert_eq!(king.value(&position), Some(expected));
    }
}

#[test]
fn the_box_needed_holds_all_that_matters() {
    // Values on the box that is needed equal those on a much larger one.
    let moves = once(&[&[2, 1], &[1, 2], &[-1, 2], &[2, -1]]);
    let large = run(moves.clone(), &[60, 60], What::Values);
    for position in positions(&[12, 12]) {
        let size: Vec<u32> = box_needed(&moves, &position).unwrap().iter().map(|&size| size as u32).collect();
        let small = run(moves.clone(), &size, What::Values);
        assert_eq!(small.value(&position), large.value(&position), "{position:?}");
    }
}

#[test]
fn wide_values_take_four_bytes() {
    // One long heap: nim, whose values are the sizes.
    let lattice = run(rays(&[&[1]]), &[70_000], What::Values);
    assert!((0..70_000).step_by(777).all(|x| lattice.value(&[x]) == Some(x)));
    // Only a region: bounded nim on a long board, n mod (m + 1).
    let moves = vec![Move { by: vec![1, 0], most: Some(12) }, Move { by: vec![0, 1], most: Some(2) }];
    let mut tall = Lattice::with_region(moves, vec![], &[100_000, 5], &[99_990, 0], &[99_999, 4]).unwrap();
    assert!(tall.bytes_needed(What::Values) < 10_000);
    tall.run(What::Values, 1, GO_ON).unwrap();
    for (x, y) in (99_990..100_000).flat_map(|x| (0..5).map(move |y| (x, y))) {
        assert_eq!(tall.value(&[x, y]), Some((x % 13) ^ (y % 3)));
    }
    assert_eq!(tall.value(&[5, 0]), None);
}

#[test]
fn stopping_keeps_what_is_made_and_going_on_gives_the_same() {
    let sets = [rays(&[&[1, 0], &[0, 1], &[1, 1]]), rays(&[&[2, -1], &[-1, 2], &[1, 1]])];
    for (moves, what) in sets.iter().flat_map(|moves| [(moves, What::Values), (moves, What::Outcomes)]) {
        let whole = run(moves.clone(), &[200, 300], what);
        let mut lattice = Lattice::new(moves.clone(), vec![], &[200, 300]).unwrap();
        let mut reported = 0;
        for tries in 0.. {
            let made = AtomicU64::new(0);
            let pace = |count: u64| {
                made.fetch_add(count, Ordering::Relaxed);
                ControlFlow::<()>::Break(())
            };
            let finished = lattice.run(what, 1, &pace).is_ok();
            reported += made.into_inner();
            for position in positions(&[200, 300]).iter().step_by(331) {
                assert!(lattice.value(position).is_none_or(|value| whole.value(position) == Some(value)));
                assert!(lattice.is_lost(position).is_none_or(|lost| whole.is_lost(position) == Some(lost)));
            }
            if finished {
                break;
            }
            assert!(tries < 100);
        }
        assert_eq!(reported, 60_000);
        assert!(positions(&[200, 300]).iter().all(|position| lattice.is_lost(position).is_some()));
    }
}

#[test]
fn odd_inputs_are_refused_or_harmless() {
    let refusal = |moves: Vec<Move>, walls: Vec<Wall>, size: &[u32]| Lattice::new(moves, walls, size).err();
    assert_eq!(refusal(vec![], vec![], &[]), Some(Refusal::Dimension));
    assert_eq!(refusal(rays(&[&[1]]), vec![], &[3, 3]), Some(Refusal::Dimension));
    assert_eq!(refusal(vec![], vec![Wall { coordinate: 2, below: 1 }], &[3, 3]), Some(Refusal::Dimension));
    assert_eq!(refusal(rays(&[&[0, 0]]), vec![], &[3, 3]), Some(Refusal::NoOrder));
    assert_eq!(refusal(rays(&[&[1, -1], &[-1, 1]]), vec![], &[3, 3]), Some(Refusal::NoOrder));
    assert_eq!(refusal(vec![], vec![], &[u32::MAX, u32::MAX]), Some(Refusal::TooLarge));
    let many: Vec<Vec<i64>> = (1..=MOST_RAYS as i64 + 1).map(|step| vec![step, 1]).collect();
    let many: Vec<Move> = many.into_iter().map(|by| Move { by, most: None }).collect();
    assert_eq!(refusal(many, vec![], &[99, 99]), Some(Refusal::TooManyRays));
    // Vectors longer than the box are not moves on it; an empty box has no positions.
    let long = vec![
        Move { by: vec![i64::MIN, i64::MAX], most: Some(u64::MAX) },
        Move { by: vec![3, 0], most: None },
    ];
    assert_eq!(run(long, &[3, 3], What::Values).value(&[2, 2]), Some(0));
    let empty = run(rays(&[&[1, 0]]), &[0, 5], What::Values);
    assert_eq!((empty.value(&[0, 0]), empty.is_lost(&[0, 0])), (None, None));
    let bounded =
        vec![Move { by: vec![1, 0], most: Some(u64::MAX) }, Move { by: vec![0, -1], most: Some(1 << 40) }];
    assert!(Lattice::new(bounded, vec![], &[9, 9]).is_err());
    let bounded =
        vec![Move { by: vec![1, -1], most: Some(u64::MAX) }, Move { by: vec![0, 1], most: Some(1 << 40) }];
    assert_eq!(run(bounded.clone(), &[9, 9], What::Values).value(&[0, 7]), Some(7));
    assert_eq!(run(bounded, &[9, 9], What::Outcomes).is_lost(&[0, 7]), Some(false));
}
