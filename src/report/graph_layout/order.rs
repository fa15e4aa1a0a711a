//! Orders the items of each row so that few edges cross. Sweeps sort the items of a row by the mean
//! place of their neighbours in the row before; then adjacent items are exchanged as long as that
//! reduces the number of crossings.

use super::Rows;

/// How many sweeps sort the rows, alternately from top to bottom and from bottom to top.
const SWEEPS: usize = 24;
/// The most passes that try to exchange adjacent items.
const EXCHANGES: usize = 12;

/// Orders every row so that few edges cross.
pub fn order(rows: &mut Rows) {
    let mut best = (crossings(rows), rows.rows.clone());
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        let count = rows.rows.len();
        for step in 1..count {
            let row = if down { step } else { count - 1 - step };
            sort_row(rows, row, down);
        }
        let crossing = crossings(rows);
        if crossing < best.0 {
            best = (crossing, rows.rows.clone());
        }
    }
    rows.rows = best.1;
    for _ in 0..EXCHANGES {
        if !exchange(rows) {
            break;
        }
    }
}

/// The index of each item in its row.
pub fn places(rows: &Rows) -> Vec<usize> {
    let mut places = vec![0; rows.items.len()];
    for row in &rows.rows {
        for (place, item) in row.iter().enumerate() {
            places[*item] = place;
        }
    }
    places
}

/// Sorts the items of a row by the mean place of their neighbours in the row above (`down`) or
/// below. An item without neighbours there is sorted by its own place.
fn sort_row(rows: &mut Rows, row: usize, down: bool) {
    let places = places(rows);
    let near = if down { &rows.above } else { &rows.below };
    let mean = |item: usize| {
        let near = &near[item];
        if near.is_empty() {
            return places[item] as f64;
        }
        near.iter().map(|other| places[*other] as f64).sum::<f64>() / near.len() as f64
    };
    let mut keyed: Vec<(f64, usize)> = rows.rows[row].iter().map(|item| (mean(*item), *item)).collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.rows[row] = keyed.into_iter().map(|(_, item)| item).collect();
}

/// How many pairs of edges cross.
fn crossings(rows: &Rows) -> usize {
    let places = places(rows);
    rows.rows.iter().map(|row| row_crossings(rows, row, &places)).sum()
}

/// The crossings between a row and the next, found by counting inversions with a Fenwick tree.
fn row_crossings(rows: &Rows, row: &[usize], places: &[usize]) -> usize {
    let mut ends: Vec<usize> = Vec::new();
    for item in row {
        let mut below: Vec<usize> = rows.below[*item].iter().map(|other| places[*other]).collect();
        below.sort_unstable();
        ends.extend(below);
    }
    let width = ends.iter().max().map_or(0, |last| last + 1);
    let mut tree = vec![0usize; width + 1];
    let mut total = 0;
    for (before, end) in ends.iter().enumerate() {
        let mut at = end + 1;
        let mut not_right = 0;
        while at > 0 {
            not_right += tree[at];
            at -= at & at.wrapping_neg();
        }
        total += before - not_right;
        let mut at = end + 1;
        while at <= width {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    total
}

/// Exchanges adjacent items wherever that reduces crossings. Returns whether it did so anywhere.
fn exchange(rows: &mut Rows) -> bool {
    let mut places = places(rows);
    let mut changed = false;
    for row in 0..rows.rows.len() {
        for at in 1..rows.rows[row].len() {
            let (a, b) = (rows.rows[row][at - 1], rows.rows[row][at]);
            let now = pair(&rows.above, a, b, &places) + pair(&rows.below, a, b, &places);
            let then = pair(&rows.above, b, a, &places) + pair(&rows.below, b, a, &places);
            if then < now {
                rows.rows[row].swap(at - 1, at);
                (places[a], places[b]) = (at, at - 1);
                changed = true;
            }
        }
    }
    changed
}

/// The number of crossings between the edges of two items to one neighbouring row, if `left` stands
/// to the left of `right`.
fn pair(near: &[Vec<usize>], left: usize, right: usize, places: &[usize]) -> usize {
    let crossed = |a: &usize| near[right].iter().filter(|b| places[**b] < places[*a]).count();
    near[left].iter().map(crossed).sum()
}
