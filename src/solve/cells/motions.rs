//! Motions of a line or a grid that the rules respect.
//!
//! A *motion* shifts, turns and mirrors a board, and may exchange the kinds of literals (black for
//! white). It maps only the literals whose images are on the board; let A be these literals, and B
//! their images. The rules *respect* a motion if each step whose needs lie in A sets only literals
//! in A, and some step is its image: that step needs the images of the needs, sets the images of
//! the literals that are set, and clears, within B, the images of the literals that are cleared.
//! Literals outside A are never true while a part in A is played, so the play of the part is the
//! play of its image. A motion is used only if the rules respect it under every shift, and only if
//! all motions used form a group. So parts that have an image in common play alike.

use super::field::{Field, Masks};
use super::words::Words;
use crate::locality::Place;
use rustc_hash::FxHashMap;

/// The most literals that may be read while motions are checked. It limits how many candidates are
/// checked; the others are ignored.
const MOST_WORK: usize = 20_000_000;

/// The most kinds of literals of a cell for which exchanges are tried.
const MOST_EXCHANGED: usize = 4;

/// A motion without its shift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Motion {
    /// Whether columns and rows are exchanged, before they are flipped.
    pub turns: bool,
    /// Whether columns, and whether rows, are counted from the other end.
    pub flips: [bool; 2],
    /// For each kind of literal, the kind of its image.
    pub kinds: Vec<usize>,
}

impl Motion {
    /// The motion that only shifts.
    pub fn stays(kinds: usize) -> Motion {
        Motion { turns: false, flips: [false; 2], kinds: (0..kinds).collect() }
    }

    /// The image of a place, before the shift.
    pub fn place(&self, place: Place) -> Place {
        let [x, y] = if self.turns { [place.at[1], place.at[0]] } else { place.at };
        let turned = |at: i64, flips: bool| if flips { -at } else { at };
        Place { at: [turned(x, self.flips[0]), turned(y, self.flips[1])], kind: self.kinds[place.kind] }
    }

    /// The motion that applies `first` and then this one.
    pub fn after(&self, first: &Motion) -> Motion {
        let [x, y] = first.flips;
        let [x, y] = if self.turns { [y, x] } else { [x, y] };
        Motion {
            turns: self.turns != first.turns,
            flips: [x != self.flips[0], y != self.flips[1]],
            kinds: first.kinds.iter().map(|kind| self.kinds[*kind]).collect(),
        }
    }
}

/// The cells of a board, as a grid, and the literals at each cell.
pub struct Grid<'g, const N: usize> {
    field: &'g Field<N>,
    /// The places of the literals; the least column and the least row are 0.
    pub places: Vec<Place>,
    /// The numbers of columns and rows.
    pub size: [i64; 2],
    /// How many kinds of literals a cell may have.
    pub kinds: usize,
    /// The literal at each place, row by row, then by kind.
    literals: Vec<Option<u32>>,
    /// The numbers of the steps, by the literals that they need.
    by_needs: FxHashMap<Words<N>, Vec<usize>>,
}

impl<'g, const N: usize> Grid<'g, N> {
    /// Makes the grid of a board; `None` if there are no places, if the smallest rectangle around them
    /// has too many places for `N` words, or if two literals have one place.
    pub fn new(field: &'g Field<N>, places: &[Place]) -> Option<Grid<'g, N>> {
        let least: [i64; 2] = [0, 1].map(|axis| places.iter().map(|it| it.at[axis]).min().unwrap_or(0));
        let most: [i64; 2] = [0, 1].map(|axis| places.iter().map(|it| it.at[axis]).max().unwrap_or(0));
        let kinds = places.iter().map(|it| it.kind + 1).max()?;
        let length = |axis: usize| most[axis].checked_sub(least[axis])?.checked_add(1);
        let size = [length(0)?, length(1)?];
        let room = (64 * N) as i64;
        let cells = size[0].checked_mul(size[1])?.checked_mul(kinds as i64)?;
        if cells > room {
            return None;
        }
        let moved = |it: &Place| Place { at: [it.at[0] - least[0], it.at[1] - least[1]], kind: it.kind };
        let places: Vec<Place> = places.iter().map(moved).collect();
        let mut grid = Grid {
            field,
            places,
            size,
            kinds,
            literals: vec![None; cells as usize],
            by_needs: FxHashMap::default(),
        };
        for literal in 0..grid.places.len() {
            let at = grid.index(grid.places[literal])?;
            if grid.literals[at].replace(literal as u32).is_some() {
                return None;
            }
        }
        for (number, step) in field.steps.iter().enumerate() {
            grid.by_needs.entry(step.needs).or_default().push(number);
        }
        Some(grid)
    }

    /// The index of a place in `literals`; `None` outside of the board.
    fn index(&self, place: Place) -> Option<usize> {
        let [x, y] = place.at;
        let inside = (0..self.size[0]).contains(&x) && (0..self.size[1]).contains(&y);
        inside.then(|| (y * self.size[0] + x) as usize * self.kinds + place.kind)
    }

    /// Whether the rules respect a motion under every shift.
    fn respects(&self, motion: &Motion) -> bool {
        let shifts = |axis: usize| {
            let own = if motion.turns { self.size[1 - axis] } else { self.size[axis] };
            let from = if motion.flips[axis] { 0 } else { 1 - own };
            from..from + own + self.size[axis] - 1
        };
        shifts(0).all(|x| shifts(1).all(|y| self.respects_shifted(motion, [x, y])))
    }

    /// Whether the rules respect a motion with one shift.
    fn respects_shifted(&self, motion: &Motion, shift: [i64; 2]) -> bool {
        let image = |place: &Place| {
            let Place { at: [x, y], kind } = motion.place(*place);
            self.index(Place { at: [x + shift[0], y + shift[1]], kind }).and_then(|at| self.literals[at])
        };
        let images: Vec<Option<u32>> = self.places.iter().map(image).collect();
        let (mut taken, mut reached) = (Words::NONE, Words::NONE);
        for (literal, image) in (0..).zip(&images) {
            if let Some(image) = image {
                taken = taken.or(Words::of(&[literal]));
                reached = reached.or(Words::of(&[*image]));
            }
        }
        let moved = |set: Words<N>| {
            let mut all = Words::NONE;
            set.each(|literal| {
                if let Some(image) = images[literal] {
                    all = all.or(Words::of(&[image]));
                }
            });
            all
        };
        self.field.steps.iter().filter(|step| step.needs.lies_in(taken)).all(|step| {
            let (sets, clears) = (moved(step.sets), moved(step.clears));
            let same = |number: &usize| {
                let other = &self.field.steps[*number];
                other.sets == sets && other.clears.and(reached) == clears
            };
            step.sets.lies_in(taken)
                && self.by_needs.get(&moved(step.needs)).is_some_and(|steps| steps.iter().any(same))
        })
    }

    /// The candidates that the rules respect, if these form a group; otherwise only the motion that
    /// shifts. Empty if the rules do not respect shifts, or if one candidate takes more than `MOST_WORK`.
    pub fn motions(&self) -> Vec<Motion> {
        let stays = Motion::stays(self.kinds);
        let reach = 2 * (self.size[0] + self.size[1]) as usize;
        let step = |it: &Masks<N>| 2 + it.needs.len() + it.sets.len() + it.clears.len();
        let each = self.places.len() + self.field.steps.iter().map(step).sum::<usize>();
        let one = each.saturating_mul(reach * reach / 4);
        let mut candidates = candidates(self.kinds, self.size[1] > 1);
        candidates.truncate(MOST_WORK / one.max(1));
        let mut respected: Vec<Motion> = candidates.into_iter().filter(|it| self.respects(it)).collect();
        if !respected.contains(&stays) {
            return Vec::new();
        }
        let is_closed = respected
            .iter()
            .all(|second| respected.iter().all(|first| respected.contains(&second.after(first))));
        if !is_closed {
            respected = vec![stays];
        }
        respected
    }
}

/// The candidates for motions. The motion that only shifts comes first.
fn candidates(kinds: usize, has_rows: bool) -> Vec<Motion> {
    let exchanges = if kinds <= MOST_EXCHANGED { orders(kinds) } else { vec![(0..kinds).collect()] };
    let mut all = Vec::new();
    for kinds in exchanges {
        for turns in [false, true] {
            for y in [false, true] {
                for x in [false, true] {
                    if has_rows || !turns && !y {
                        all.push(Motion { turns, flips: [x, y], kinds: kinds.clone() });
                    }
                }
            }
        }
    }
    all
}

/// All permutations of the numbers below `count`, the identity first.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for at in (0..count).rev() {
        for mut order in orders(last) {
            order.insert(at, last);
            all.push(order);
        }
    }
    all
}
