//! Computes the coordinates of the items. Each item is placed as near to the mean x coordinate of
//! its neighbours in the rows above and below as the other items of its row allow.

use super::{LABEL_HEIGHT, Rows, Size};

/// The least space between two adjacent nodes.
const NODE_GAP: f64 = 26.0;
/// The least space between the bend of an edge and the item beside it.
const BEND_GAP: f64 = 9.0;
/// How many passes straighten long edges.
const PLUMBS: usize = 4;
/// How many passes move items towards their neighbours in the rows above and below.
const PASSES: usize = 40;

/// The x coordinate of the middle of each item; the leftmost edge of an item is at 0.
pub fn horizontally(rows: &Rows) -> Vec<f64> {
    let mut x = packed(rows);
    for pass in 0..PASSES {
        let count = rows.rows.len();
        for step in 0..count {
            let row = if pass % 2 == 0 { step } else { count - 1 - step };
            // The last passes consider both sides.
            let (above, below) = (pass % 2 == 0 || pass + 6 > PASSES, pass % 2 == 1 || pass + 6 > PASSES);
            straighten(rows, row, above, below, &mut x);
        }
    }
    for _ in 0..PLUMBS {
        plumb(rows, &mut x);
        settle(rows, &mut x);
    }
    plumb(rows, &mut x);
    let left = |item: usize| x[item] - rows.items[item].width / 2.0;
    let least = (0..rows.items.len()).map(left).fold(f64::INFINITY, f64::min);
    x.iter().map(|it| it - least).collect()
}

/// The least distance between the middles of two adjacent items.
fn apart(rows: &Rows, a: usize, b: usize) -> f64 {
    let (a, b) = (&rows.items[a], &rows.items[b]);
    let gap = if a.node.is_some() && b.node.is_some() { NODE_GAP } else { BEND_GAP };
    (a.width + b.width) / 2.0 + gap
}

/// The x coordinates if every row is packed as tightly as possible, with its middle at 0.
fn packed(rows: &Rows) -> Vec<f64> {
    let mut x = vec![0.0; rows.items.len()];
    for row in &rows.rows {
        let mut at = 0.0;
        for (place, item) in row.iter().enumerate() {
            if place > 0 {
                at += apart(rows, row[place - 1], *item);
            }
            x[*item] = at;
        }
        row.iter().for_each(|item| x[*item] -= at / 2.0);
    }
    x
}

/// Places the items of a row by least squares: as near to their wishes as the least distances
/// allow. `above` and `below` say which rows the wishes consider.
fn straighten(rows: &Rows, row: usize, above: bool, below: bool, x: &mut [f64]) {
    let items = &rows.rows[row];
    // After subtracting the space that the items to the left need, the coordinates only have to
    // ascend.
    let mut offsets = Vec::with_capacity(items.len());
    let mut offset = 0.0;
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            offset += apart(rows, items[place - 1], *item);
        }
        offsets.push(offset);
    }
    let wished = items.iter().zip(&offsets).map(|(item, offset)| {
        let (wish, weight) = wish(rows, *item, above, below, x);
        (wish - offset, weight)
    });
    for ((item, place), offset) in items.iter().zip(ascending(wished)).zip(&offsets) {
        x[*item] = place + offset;
    }
}

/// The wish of an item: the weighted mean of the coordinates of the items that it is joined with,
/// and the total weight. Two joined bends have a high weight, so that long edges become straight.
fn wish(rows: &Rows, item: usize, above: bool, below: bool, x: &[f64]) -> (f64, f64) {
    let is_bend = |it: usize| rows.items[it].node.is_none();
    let (mut total, mut weight) = (0.0, 0.0);
    for (asked, near) in [(above, &rows.above[item]), (below, &rows.below[item])] {
        for other in near.iter().filter(|_| asked) {
            let matters = if is_bend(item) && is_bend(*other) { 6.0 } else { 1.0 };
            total += matters * x[*other];
            weight += matters;
        }
    }
    if weight == 0.0 { (x[item], 0.05) } else { (total / weight, weight) }
}

/// The bounds within which an item may move without coming too near to the items beside it.
fn freedom(rows: &Rows, places: &[usize], item: usize, x: &[f64]) -> (f64, f64) {
    let row = &rows.rows[rows.items[item].row];
    let at = places[item];
    let low = at.checked_sub(1).map(|left| x[row[left]] + apart(rows, row[left], item));
    let high = row.get(at + 1).map(|right| x[*right] - apart(rows, item, *right));
    let (low, high) = (low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY));
    // Rounding may invert the bounds of a narrow gap.
    if low <= high { (low, high) } else { (x[item], x[item]) }
}

/// Makes edges that pass several rows vertical, as far as the items beside them allow.
fn plumb(rows: &Rows, x: &mut [f64]) {
    let places = super::order::places(rows);
    for chain in rows.chains.iter().filter(|chain| chain.len() > 3) {
        let bends = &chain[1..chain.len() - 1];
        let mut begin = 0;
        while begin < bends.len() {
            let (mut low, mut high) = freedom(rows, &places, bends[begin], x);
            let mut end = begin + 1;
            while let Some(bend) = bends.get(end) {
                let (left, right) = freedom(rows, &places, *bend, x);
                if left.max(low) > right.min(high) {
                    break;
                }
                (low, high) = (left.max(low), right.min(high));
                end += 1;
            }
            let run = &bends[begin..end];
            let mean = run.iter().map(|bend| x[*bend]).sum::<f64>() / run.len() as f64;
            run.iter().for_each(|bend| x[*bend] = mean.clamp(low, high));
            begin = end;
        }
    }
}

/// Moves nodes, and bends that are not joined with another bend, towards their wishes as far as
/// there is space.
fn settle(rows: &Rows, x: &mut [f64]) {
    let places = super::order::places(rows);
    let lone = |item: usize| {
        let bend = |other: &usize| rows.items[*other].node.is_none();
        rows.items[item].node.is_some() || !rows.above[item].iter().chain(&rows.below[item]).any(bend)
    };
    for item in rows.rows.iter().flatten().copied().filter(|item| lone(*item)) {
        let (low, high) = freedom(rows, &places, item, x);
        let (wish, _) = wish(rows, item, true, true, x);
        x[item] = wish.clamp(low, high);
    }
}

/// The ascending numbers nearest to the given pairs of wish and weight by weighted least squares:
/// blocks of numbers that would not ascend are joined at their mean.
fn ascending(wished: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (wish, weight) in wished {
        let mut block = (wish, weight, 1);
        while let Some(last) = blocks.last().copied().filter(|last| last.0 > block.0) {
            blocks.pop();
            let weight = last.1 + block.1;
            block = ((last.0 * last.1 + block.0 * block.1) / weight, weight, last.2 + block.2);
        }
        blocks.push(block);
    }
    blocks.into_iter().flat_map(|(place, _, count)| std::iter::repeat_n(place, count)).collect()
}

/// The y coordinates of the upper and the lower edge of each row.
pub fn vertically(rows: &Rows, sizes: &[Size], labelled: bool) -> Vec<(f64, f64)> {
    let mut at = 0.0;
    let mut edges = Vec::with_capacity(rows.rows.len());
    for (number, row) in rows.rows.iter().enumerate() {
        let node_height = |item: &usize| rows.items[*item].node.map_or(0.0, |node| sizes[node].height);
        let height = row
            .iter()
            .map(node_height)
            .fold(if number % 2 == 1 && labelled { LABEL_HEIGHT } else { 0.0 }, f64::max);
        edges.push((at, at + height));
        let pieces: usize = row.iter().map(|item| rows.below[*item].len()).sum();
        // Many edges get more space to fan out.
        let gap =
            if labelled { 18.0 + (pieces as f64).min(16.0) } else { 44.0 + (pieces as f64 * 1.2).min(90.0) };
        let free = |item: &usize| rows.items[*item].node.map_or(0.0, |node| sizes[node].below);
        at += height + gap + row.iter().map(free).fold(0.0, f64::max);
    }
    edges
}
