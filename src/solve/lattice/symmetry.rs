//! Finds coordinates that may be exchanged, and which values and sets of a sweep are therefore
//! copied instead of computed.
//!
//! If exchanging two coordinates changes neither the moves nor the walls nor the box, positions
//! that differ by such exchanges have equal values. Such coordinates form classes, within which all
//! orders are equivalent. Among positions that are equal up to exchanges, the first in the sweep is
//! the one whose coordinates rise within each class, in the order of the sweep: call it *sorted*.
//! So a row splits into parts: in the parts of unsorted positions every value is copied from an
//! earlier position, and only in the part of sorted positions the values are computed. Moreover, a
//! value has to be put into the set of a line only if a sorted position follows on that line.
//!
//! In most cases no value of an unsorted position has to be put into a set. Let a line of a ray r
//! lead from positions that are not sorted to a sorted one, p. If no vector changes coordinates of
//! a class by amounts that differ by more than 1, some of the coordinates of a class are equal in
//! p. Exchanges of equal coordinates keep p, and turn r into a ray whose line leads to p from
//! sorted positions: the exchange that puts the components of r at the equal coordinates into
//! descending order. The values on both lines before p are equal, so one set is a copy of the
//! other, and positions that are not sorted need no sets: such rules are called *mirrored*.

use super::cells::Numbering;
use super::sweep::{Row, Sweep};
use super::{BoxRules, Move, Wall};
use std::ops::Range;

/// The classes of coordinates that may be exchanged, for one game and one order of the sweep.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    /// Each class, its coordinates in the order of the sweep.
    classes: Vec<Vec<usize>>,
    /// The pairs of neighbouring coordinates in a class, except the pair with the coordinate that
    /// varies along rows.
    neighbours: Vec<(usize, usize)>,
    /// The coordinate before the one that varies along rows, if both are in one class.
    before_fastest: Option<usize>,
    /// Whether the rules are mirrored: sets of lines are copied where coordinates are equal, and
    /// unsorted positions need no sets.
    pub mirrored: bool,
    /// For each set of pairs of neighbours whose coordinates were equal at some position, as bits
    /// over the pairs, the sets that are copied there.
    mirrors: Vec<(u64, Vec<Mirror>)>,
}

/// Where certain neighbours have equal coordinates, the set of one ray's line is a copy of that of
/// another ray's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mirror {
    /// The index of the ray whose line comes from positions that are not sorted.
    pub ray: usize,
    /// The index of the ray whose line comes from sorted positions.
    pub source: usize,
}

/// A part of a row: positions whose values are all copied or all computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// The positions, as indices in the row.
    pub positions: Range<i64>,
    /// The source of the values; `None` if they are computed.
    pub source: Option<Source>,
}

/// Where values are copied from: that of position k of the row has the number `number + k·stride`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Source {
    pub number: i64,
    pub stride: i64,
}

impl Classes {
    /// The classes of a game if the values of all earlier positions are stored and the order is by
    /// coordinates; otherwise each coordinate is a class.
    pub fn new(rules: &BoxRules, rays: &[Move], numbering: &Numbering) -> Classes {
        let mut classes: Vec<Vec<usize>> = Vec::new();
        let usable = numbering.is_complete() && !rules.sweep.by_levels();
        for &coordinate in &rules.sweep.coordinates {
            let place = classes.iter().position(|class| usable && is_symmetric(rules, class[0], coordinate));
            match place {
                Some(place) => classes[place].push(coordinate),
                None => classes.push(vec![coordinate]),
            }
        }
        let fastest = rules.sweep.fastest();
        let pairs = classes.iter().flat_map(|class| class.iter().copied().zip(class[1..].iter().copied()));
        let (last, neighbours): (Vec<_>, Vec<_>) = pairs.partition(|&(_, after)| after == fastest);
        let before_fastest = last.first().map(|&(before, _)| before);
        let mut made = Classes { classes, neighbours, before_fastest, mirrored: false, mirrors: Vec::new() };
        made.mirrored = made.pairs(fastest).count() > 0
            && made.pairs(fastest).count() <= 64
            && rays.iter().all(|ray| made.is_mirrored(ray, rays, fastest));
        made
    }

    /// All pairs of neighbours in classes; a pair with the coordinate that varies along rows comes
    /// last.
    fn pairs(&self, fastest: usize) -> impl Iterator<Item = (usize, usize)> {
        self.neighbours.iter().copied().chain(self.before_fastest.map(|before| (before, fastest)))
    }

    /// Whether a ray has no bound, its amounts within each class differ by at most 1, and every
    /// exchange of neighbours turns the ray into a ray of the game.
    fn is_mirrored(&self, ray: &Move, rays: &[Move], fastest: usize) -> bool {
        let even = self.classes.iter().all(|class| {
            let by = || class.iter().map(|&coordinate| ray.by[coordinate]);
            by().max().zip(by().min()).is_none_or(|(most, least)| most - least <= 1)
        });
        let closed = self.pairs(fastest).all(|(a, b)| {
            let mut by = ray.by.clone();
            by.swap(a, b);
            rays.iter().any(|other| other.by == by)
        });
        even && closed && ray.most.is_none()
    }

    /// The sets that are copied at sorted positions of a row: if `at_first`, at the first sorted
    /// position, where the coordinate that varies equals its neighbour; otherwise at the sorted
    /// positions behind it.
    pub fn mirrors(&mut self, sweep: &Sweep, row: &Row, rays: &[Move], at_first: bool) -> &[Mirror] {
        let is_equal = |&(a, b): &(usize, usize)| row.start[a] == row.start[b];
        let fixed = self.neighbours.iter().enumerate().filter(|(_, pair)| is_equal(pair));
        let mut equal = fixed.fold(0, |equal, (at, _)| equal | 1 << at);
        if at_first && self.before_fastest.is_some() {
            equal |= 1 << self.neighbours.len();
        }
        let known = self.mirrors.iter().position(|(bits, _)| *bits == equal);
        let known = known.unwrap_or_else(|| {
            let found = self.find_mirrors(equal, sweep.fastest(), rays);
            self.mirrors.push((equal, found));
            self.mirrors.len() - 1
        });
        &self.mirrors[known].1
    }

    /// Finds the copied sets for equal neighbours, by sorting the amounts of each ray in descending
    /// order among equal coordinates.
    fn find_mirrors(&self, equal: u64, fastest: usize, rays: &[Move]) -> Vec<Mirror> {
        let pairs: Vec<(usize, usize)> = self
            .pairs(fastest)
            .enumerate()
            .filter(|(at, _)| equal >> at & 1 == 1)
            .map(|(_, it)| it)
            .collect();
        let mirror = |(ray, one): (usize, &Move)| {
            let mut by = one.by.clone();
            while let Some(&(a, b)) = pairs.iter().find(|&&(a, b)| by[a] < by[b]) {
                by.swap(a, b);
            }
            let source = rays.iter().position(|other| other.by == by)?;
            (by != one.by).then_some(Mirror { ray, source })
        };
        rays.iter().enumerate().filter_map(mirror).collect()
    }

    /// Divides a row into its parts, in ascending order.
    pub fn parts(&self, sweep: &Sweep, numbering: &Numbering, row: &Row, parts: &mut Vec<Part>) {
        parts.clear();
        if let Some(number) = self.sorted_row(sweep, numbering, row) {
            let source = Some(Source { number, stride: numbering.strides[sweep.fastest()] });
            parts.push(Part { positions: 0..row.count, source });
            return;
        }
        // While the coordinate that varies is less than its neighbour, exchanging the two leads to
        // an earlier row.
        let mut sorted_from = 0;
        if let Some(before) = self.before_fastest {
            sorted_from = row.start[before];
            let number = numbering.number(row.start.iter().copied())
                + sorted_from * (numbering.strides[sweep.fastest()] - numbering.strides[before]);
            let source = Some(Source { number, stride: numbering.strides[before] });
            parts.push(Part { positions: 0..sorted_from, source });
        }
        parts.push(Part { positions: sorted_from..row.count, source: None });
    }

    /// The number of the first position of the row with these fixed coordinates sorted within the
    /// classes; `None` if they are sorted.
    fn sorted_row(&self, sweep: &Sweep, numbering: &Numbering, row: &Row) -> Option<i64> {
        if self.neighbours.iter().all(|&(a, b)| row.start[a] <= row.start[b]) {
            return None;
        }
        let mut image = row.start.clone();
        for class in &self.classes {
            let fixed = class.iter().filter(|&&coordinate| coordinate != sweep.fastest());
            let mut values: Vec<i64> = fixed.map(|&coordinate| row.start[coordinate]).collect();
            values.sort_unstable();
            class.iter().zip(values).for_each(|(&coordinate, value)| image[coordinate] = value);
        }
        Some(numbering.number(image.into_iter()))
    }
}

impl Classes {
    /// The index of the first position of a row whose value has to be put into the set of a ray's
    /// line although the value is a copy, because the line goes on to a sorted position;
    /// [`i64::MAX`] if there is none. The values of all earlier positions, and perhaps of some
    /// later ones, need not be put there.
    ///
    /// `times` steps lead to a sorted position if x_a + times·by_a ≤ x_b + times·by_b for
    /// neighbours a, b of each class. This bounds `times`, and the best value of `times` gives the
    /// bound for the coordinate that varies.
    pub fn first_wanted(&self, sweep: &Sweep, row: &Row, by: &[i64]) -> i64 {
        if self.mirrored {
            return i64::MAX;
        }
        let (mut least, mut most) = (1, times_inside(sweep, row, by));
        for &(a, b) in &self.neighbours {
            let (gain, gap) = (by[a] - by[b], row.start[b] - row.start[a]);
            match gain {
                1.. => most = most.min(divide(gap, gain)),
                0 if gap < 0 => return i64::MAX,
                0 => {}
                _ => least = least.max(-divide(gap, -gain)),
            }
        }
        if least > most {
            return i64::MAX;
        }
        let Some(before) = self.before_fastest else { return 0 };
        let gain = by[before] - by[sweep.fastest()];
        row.start[before] + gain * if gain > 0 { least } else { most }
    }
}

/// Division that rounds down.
fn divide(a: i64, b: i64) -> i64 {
    // The divisor is usually 1, and a division is slow.
    if b == 1 { a } else { a.div_euclid(b) }
}

/// An upper bound for how many times a vector can be added inside the box, for all positions of a
/// row.
fn times_inside(sweep: &Sweep, row: &Row, by: &[i64]) -> i64 {
    let room = |coordinate: usize| {
        let (by, last) = (by[coordinate], sweep.sizes[coordinate] - 1);
        match by.signum() {
            0 => i64::MAX,
            _ if sweep.steps[coordinate] != 0 => divide(last, by.abs()),
            1 => divide(last - row.start[coordinate], by),
            _ => divide(row.start[coordinate], -by),
        }
    };
    (0..by.len()).map(room).min().unwrap_or(0)
}

/// Whether exchanging two coordinates changes neither the box nor the moves nor the walls.
fn is_symmetric(rules: &BoxRules, one: usize, other: usize) -> bool {
    let exchanged = |coordinate: usize| match coordinate {
        _ if coordinate == one => other,
        _ if coordinate == other => one,
        _ => coordinate,
    };
    let move_images = rules.moves.iter().map(|one_move| {
        let by = (0..one_move.by.len()).map(|coordinate| one_move.by[exchanged(coordinate)]).collect();
        Move { by, most: one_move.most }
    });
    let wall_images = rules.walls.iter().map(|wall| Wall { coordinate: exchanged(wall.coordinate), ..*wall });
    rules.sweep.sizes[one] == rules.sweep.sizes[other]
        && sorted_moves(move_images) == sorted_moves(rules.moves.iter().cloned())
        && sorted_walls(wall_images) == sorted_walls(rules.walls.iter().copied())
}

fn sorted_moves(moves: impl Iterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.collect();
    moves.sort_unstable_by(|a, b| (&a.by, a.most).cmp(&(&b.by, b.most)));
    moves
}

fn sorted_walls(walls: impl Iterator<Item = Wall>) -> Vec<Wall> {
    let mut walls: Vec<Wall> = walls.collect();
    walls.sort_unstable_by_key(|wall| (wall.coordinate, wall.below));
    walls
}
