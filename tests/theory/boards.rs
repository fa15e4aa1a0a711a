//! Games on boards: the theorems about Cram, Chomp and Notakto against the definition.

use super::definition::*;
use super::golden::{letter, numbers};
use gspec::theory::{chomp, cram, notakto};

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    let arguments = quantity.strip_prefix("outcome:")?;
    match game {
        "cram" => {
            let (rows, columns) = arguments.split_once('x')?;
            Some(letter(cram::losing(&rows.parse().ok()?, &columns.parse().ok()?)?))
        }
        "chomp" => Some(letter(chomp::losing(&bigs(&numbers(arguments)))?)),
        _ => None,
    }
}

#[test]
fn dominoes() {
    for (rows, columns) in [(1, 2), (1, 4), (2, 2), (2, 3), (3, 2), (2, 4), (3, 4), (4, 4), (2, 6), (5, 2)] {
        let cell = |row: usize, column: usize| 1u32 << (row * columns + column);
        let mut dominoes: Vec<u32> = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            dominoes.extend((column + 1 < columns).then(|| cell(row, column) | cell(row, column + 1)));
            dominoes.extend((row + 1 < rows).then(|| cell(row, column) | cell(row + 1, column)));
        }
        let free = |set: &u32| {
            dominoes.iter().filter(|domino| *domino & set == 0).map(|domino| set | domino).collect()
        };
        let mut definition = Definition::new(free);
        assert_eq!(cram::losing(&big(rows), &big(columns)), Some(definition.losing(&0)), "{rows} {columns}");
    }
    assert_eq!(cram::losing(&big(3u32), &big(5u32)), None);
    assert_eq!(cram::losing(&big(0u32), &big(5u32)), Some(true));
}

#[test]
fn chocolate_squares() {
    let bite = |rows: &Vec<u64>, row: usize, column: u64| {
        let bitten =
            |(place, length): (usize, &u64)| if place < row { *length } else { (*length).min(column) };
        rows.iter().enumerate().map(bitten).filter(|length| *length > 0).collect::<Vec<u64>>()
    };
    let mut definition = Definition::new(|rows: &Vec<u64>| {
        let bites = |row: usize| (u64::from(row == 0)..rows[row]).map(move |column| bite(rows, row, column));
        (0..rows.len()).flat_map(bites).collect()
    });
    let mut known = 0;
    for length in 1..5 {
        for mut rows in multisets(length, 1, 6) {
            rows.reverse();
            let Some(losing) = chomp::losing(&bigs(&rows)) else { continue };
            assert_eq!(losing, definition.losing(&rows), "{rows:?}");
            known += 1;
            match chomp::winning_bite(&bigs(&rows)) {
                Some((row, column)) => {
                    assert!(
                        small(&column) < rows[row] && definition.losing(&bite(&rows, row, small(&column))),
                        "{rows:?}"
                    );
                }
                None => assert!(losing || length > 2, "{rows:?}"),
            }
        }
    }
    assert!(known > 45);
    assert_eq!(chomp::losing(&bigs(&[2, 2, 1])), None);
    assert_eq!(chomp::losing(&bigs(&[1, 2])), None);
    assert_eq!(chomp::losing(&bigs(&[0])), None);
    assert_eq!(chomp::losing(&bigs(&[7, 6, 0])), Some(true));
    assert_eq!(chomp::winning_bite(&bigs(&[5, 5, 5, 5, 5])), Some((1, big(1u32))));
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

#[test]
fn notakto_sums() {
    let dead = |board: u16| LINES.iter().any(|line| board & line == *line);
    let live: Vec<u16> = (0..512).filter(|board| !dead(*board)).collect();
    assert!((0..512).all(|board| notakto::is_dead(board) == dead(board)));
    let mut definition = Definition::new(|boards: &Vec<u16>| {
        let mut options = Vec::new();
        for (place, board) in boards.iter().enumerate() {
            for cell in (0..9).filter(|cell| board >> cell & 1 == 0) {
                let mut after = boards.clone();
                after[place] |= 1 << cell;
                after.retain(|board| !dead(*board));
                after.sort_unstable();
                options.push(after);
            }
        }
        options
    });
    let mut random = Random::new(91);
    let mut pick = |stones: u32| loop {
        let board = live[random.below(live.len() as u64) as usize];
        if board.count_ones() >= stones {
            return board;
        }
    };
    let mut positions: Vec<Vec<u16>> = live.iter().map(|board| vec![*board]).collect();
    positions.extend([Vec::new(), vec![0, 0]]);
    positions.extend((0..400).map(|_| vec![pick(0), pick(0)]));
    positions.extend((0..200).map(|_| vec![pick(3), pick(3), pick(2)]));
    positions.extend((0..100).map(|_| vec![pick(4), pick(4), pick(4), pick(4)]));
    for mut boards in positions {
        boards.sort_unstable();
        let losing = definition.losing_misere(&boards);
        assert_eq!(notakto::losing(&boards), Some(losing), "{boards:?}");
        let mut expected = Vec::new();
        let cells: Vec<(usize, usize)> = (0..boards.len())
            .flat_map(|place| (0..9).map(move |cell| (place, cell)))
            .filter(|(place, cell)| boards[*place] >> cell & 1 == 0)
            .collect();
        for (option, cell) in definition.options(&boards).iter().zip(cells) {
            if definition.losing_misere(option) {
                expected.push(cell);
            }
        }
        assert_eq!(notakto::winning_moves(&boards), expected, "{boards:?}");
    }
    // One to four empty boards: N, P, N, P.
    assert_eq!(
        (1..5).map(|count| notakto::losing(&vec![0; count]).unwrap()).collect::<Vec<_>>(),
        [false, true, false, true]
    );
    assert_eq!(notakto::losing(&[512]), None);
    assert_eq!(notakto::losing(&[0o007]), Some(false));
}

#[test]
fn notakto_classes_are_a_monoid_of_eighteen() {
    let mut classes = vec![notakto::Class::ONE];
    let boards: Vec<notakto::Class> =
        (0..512).map(|board| notakto::Class::of_board(board).unwrap()).collect();
    let mut next = 0;
    while next < classes.len() {
        for board in &boards {
            let product = classes[next].times(*board);
            if !classes.contains(&product) {
                classes.push(product);
            }
        }
        next += 1;
    }
    assert_eq!(classes.len(), 18);
    for (x, y, z) in (0..18 * 18 * 18).map(|i| (classes[i / 324], classes[i / 18 % 18], classes[i % 18])) {
        assert_eq!(x.times(y).times(z), x.times(y.times(z)));
        assert_eq!(x.times(y), y.times(x));
    }
}
