//! Fast recognition of parts that differ only by a motion of a line or a grid: a part is identified
//! by the least of its images in the corner of the board.

use super::field::Field;
use super::motions::{Grid, Motion};
use super::words::Words;
use crate::locality::Place;
use rustc_hash::FxHashMap;

/// A table for the images of sets of literals under one motion.
#[derive(Debug, Clone)]
struct Images<const N: usize> {
    /// The turn of the motion, as in [`Motion`].
    turns: bool,
    /// The flips of the motion, as in [`Motion`].
    flips: [bool; 2],
    /// For each group of four consecutive literals, the images of its 16 subsets.
    nibbles: Vec<[Words<N>; 16]>,
}

/// Computes the normalised image of a part: the least of its images under all motions, each shifted
/// into the corner of the board.
#[derive(Debug, Clone)]
pub struct Frames<const N: usize> {
    /// The literals of each column and of each row.
    columns: Vec<Words<N>>,
    rows: Vec<Words<N>>,
    /// The number of bits for a row of an image. If parts may be turned, a row is as wide as the
    /// shorter side of the board, because images are upright.
    stride: usize,
    /// How many kinds of literals a cell may have, as in [`Place`].
    kinds: usize,
    /// Whether parts may be turned, so that every image is at least as high as wide.
    turns: bool,
    images: Vec<Images<N>>,
    /// The motions that are their own inverses, without the motion that only shifts.
    mirrors: Vec<Motion>,
    /// The place of each literal.
    places: Vec<Place>,
    /// The literal at each place.
    literals: FxHashMap<Place, u32>,
}

impl<const N: usize> Frames<N> {
    /// Finds the motions that the rules respect. `None` if there are no places, if two literals have
    /// the same place, if the rules do not respect shifts, or if the board is too large.
    pub fn new(field: &Field<N>, places: &[Place]) -> Option<Frames<N>> {
        let grid = Grid::new(field, places)?;
        let motions = grid.motions();
        let stays = Motion::stays(grid.kinds);
        let size = grid.size.map(|it| it as usize);
        let turns = motions.iter().any(|it| it.turns);
        let columns = if turns { size[0].min(size[1]) } else { size[0] };
        let lines = |axis: usize| {
            let mut lines = vec![Words::NONE; size[axis]];
            for (literal, place) in (0..).zip(&grid.places) {
                let line = &mut lines[place.at[axis] as usize];
                *line = line.or(Words::of(&[literal]));
            }
            lines
        };
        let mut frames = Frames {
            columns: lines(0),
            rows: lines(1),
            stride: columns * grid.kinds,
            kinds: grid.kinds,
            turns,
            images: Vec::new(),
            mirrors: motions.iter().filter(|it| it.after(it) == stays && **it != stays).cloned().collect(),
            literals: grid.places.iter().copied().zip(0..).collect(),
            places: grid.places.clone(),
        };
        for motion in motions {
            frames.images.push(frames.images_of(&motion, &grid)?);
        }
        (!frames.images.is_empty()).then_some(frames)
    }

    /// Makes the table of a motion; `None` if the images do not fit into `N` words.
    fn images_of(&self, motion: &Motion, grid: &Grid<'_, N>) -> Option<Images<N>> {
        let size = if motion.turns { [grid.size[1], grid.size[0]] } else { grid.size };
        let bit = |place: &Place| {
            let Place { at, kind } = motion.place(*place);
            let [x, y] =
                [0, 1].map(|axis| (at[axis] + if motion.flips[axis] { size[axis] - 1 } else { 0 }) as usize);
            y * self.stride + x * self.kinds + kind
        };
        let bits: Vec<usize> = grid.places.iter().map(bit).collect();
        if bits.iter().any(|bit| *bit >= 64 * N) {
            return None;
        }
        let nibble = |literals: &[usize]| {
            std::array::from_fn(|set| {
                let chosen = literals.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                chosen.fold(Words::NONE, |all, (_, bit)| all.or(Words::of(&[*bit as u32])))
            })
        };
        let nibbles = bits.chunks(4).map(nibble).collect();
        Some(Images { turns: motion.turns, flips: motion.flips, nibbles })
    }

    /// Whether the second player can answer each move in a part by its mirror image, so that the
    /// part is lost if play ends. `steps` are the steps that may still be played in the part.
    pub fn is_mirrored(&self, field: &Field<N>, part: Words<N>, steps: &[u32]) -> bool {
        self.mirrors.iter().any(|motion| self.mirrors(motion, field, part, steps).is_some())
    }

    /// Checks one motion: `Some` if the part is its own image, and the image of each of its steps
    /// can still be played after that step.
    fn mirrors(&self, motion: &Motion, field: &Field<N>, part: Words<N>, steps: &[u32]) -> Option<()> {
        let bounds = [ends(&self.columns, part), ends(&self.rows, part)].map(|ends| ends.map(|it| it as i64));
        if motion.turns && bounds[0][1] - bounds[0][0] != bounds[1][1] - bounds[1][0] {
            return None;
        }
        let image = |literal: usize| {
            let Place { at, kind } = self.places[literal];
            let from = |axis: usize| at[axis] - bounds[axis][0];
            let [x, y] = if motion.turns { [from(1), from(0)] } else { [from(0), from(1)] };
            let to = |axis: usize, it: i64| {
                if motion.flips[axis] { bounds[axis][1] - it } else { bounds[axis][0] + it }
            };
            self.literals.get(&Place { at: [to(0, x), to(1, y)], kind: motion.kinds[kind] }).copied()
        };
        let all = |set: Words<N>| {
            let mut images = Some(Words::NONE);
            set.each(|literal| {
                images = images
                    .zip(image(literal))
                    .map(|(images, it): (Words<N>, u32)| images.or(Words::of(&[it])));
            });
            images
        };
        (all(part)? == part).then_some(())?;
        let mut active = part;
        steps.iter().for_each(|step| active = active.or(field.steps[*step as usize].sets));
        for step in steps {
            let step = &field.steps[*step as usize];
            let (needs, sets, clears) = (all(step.needs)?, all(step.sets)?, all(step.clears.and(active))?);
            if needs.meets(step.clears) || sets.meets(step.clears) || clears.meets(step.sets) {
                return None;
            }
        }
        Some(())
    }

    /// The normalised image of a part, and whether some motion that does more than shift maps the
    /// part to itself. Parts with equal images have equal values.
    pub fn of(&self, part: Words<N>) -> (Words<N>, bool) {
        let (columns, rows) = (ends(&self.columns, part), ends(&self.rows, part));
        let (width, height) = (columns[1] - columns[0], rows[1] - rows[0]);
        // The distances of the part from both ends of the board. The image is shifted by the
        // distance from the end that the motion maps to the corner.
        let columns = [columns[0], self.columns.len() - 1 - columns[1]];
        let rows = [rows[0], self.rows.len() - 1 - rows[1]];
        let (mut least, mut is_symmetric) = (Words([u64::MAX; N]), false);
        for images in &self.images {
            // Skips the motions whose image would be wider than high.
            if self.turns && (width > height && !images.turns || width < height && images.turns) {
                continue;
            }
            let (across, down) = if images.turns { (rows, columns) } else { (columns, rows) };
            let (x, y) = (across[usize::from(images.flips[0])], down[usize::from(images.flips[1])]);
            let image = images.of(part).shifted_down(y * self.stride + x * self.kinds);
            if image <= least {
                is_symmetric = image == least;
                least = image;
            }
        }
        (least, is_symmetric)
    }
}

/// The indices of the first and the last line with a literal of a part.
fn ends<const N: usize>(lines: &[Words<N>], part: Words<N>) -> [usize; 2] {
    let first = lines.iter().position(|line| line.meets(part)).unwrap_or(0);
    let last = lines.iter().rposition(|line| line.meets(part)).unwrap_or(0);
    [first, last]
}

impl<const N: usize> Images<N> {
    /// The image of a set of literals, before the shift.
    fn of(&self, part: Words<N>) -> Words<N> {
        let mut image = Words::NONE;
        for (at, word) in part.0.iter().enumerate() {
            let (mut left, mut nibble) = (*word, 16 * at);
            while left != 0 {
                image = image.or(self.nibbles[nibble][(left & 15) as usize]);
                left >>= 4;
                nibble += 1;
            }
        }
        image
    }
}
