//! Computes the coordinates of the literals' cells, and numbers what the literals state about these
//! cells.

use super::board::{Board, Layout};
use super::case::Values;
use super::symbol::CellId;
use crate::ir::Value;
use crate::ir::graph::Vertex;
use std::collections::BTreeMap;

/// The place of a literal. No two literals of a net share a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The coordinates of the literal's cell, in the order of the indices or of the parts of the
    /// set member; the second is 0 if there is only one.
    pub at: [i64; 2],
    /// Distinguishes literals with equal coordinates: two literals have equal kinds exactly if
    /// their cells are in one field and they admit equal sets of values.
    pub kind: usize,
}

/// Returns the places of the literals, in their order; `None` unless all their cells have equally
/// many coordinates, one or two.
pub(super) fn places(board: &Board, literals: &[(CellId, Values)]) -> Option<Vec<Place>> {
    let mut stands: Vec<Option<(usize, Coordinates)>> = vec![None; board.cells.len()];
    for (field, layout) in board.fields.iter().enumerate() {
        note(field, layout, Coordinates::default(), &mut stands);
    }
    let mut kinds: BTreeMap<(usize, Vec<&Value>), usize> = BTreeMap::new();
    let mut dimensions = None;
    let mut found = Vec::new();
    for (cell, values) in literals {
        let (field, coordinates) = stands[cell.0]?;
        let at = coordinates.of(*dimensions.get_or_insert(coordinates.count))?;
        let all = board.cells[cell.0].values.iter().enumerate();
        let mut told: Vec<&Value> = all.filter(|(at, _)| values >> at & 1 == 1).map(|(_, it)| it).collect();
        told.sort_unstable();
        let next = kinds.len();
        found.push(Place { at, kind: *kinds.entry((field, told)).or_insert(next) });
    }
    Some(found)
}

/// At most two coordinates: the first `count` elements of `at`; the others are 0.
#[derive(Debug, Clone, Copy, Default)]
struct Coordinates {
    at: [i64; 2],
    count: usize,
}

impl Coordinates {
    /// Appends a coordinate; `None` if there are two already.
    fn and(mut self, next: i64) -> Option<Coordinates> {
        *self.at.get_mut(self.count)? = next;
        self.count += 1;
        Some(self)
    }

    /// Returns the coordinates if their number is `count` and not 0.
    fn of(self, count: usize) -> Option<[i64; 2]> {
        (count > 0 && self.count == count).then_some(self.at)
    }

    /// Appends the numbers in a member of a set; `None` if there are more than two coordinates, or
    /// if some part is neither a number that fits an `i64` nor a tuple.
    fn and_member(self, member: &Value) -> Option<Coordinates> {
        match member {
            Value::Int(number) => self.and(number.to_i64()?),
            Value::Vertex(vertex) => self.and_vertex(vertex),
            Value::Tuple(parts) => parts.iter().try_fold(self, |all, part| all.and_member(part)),
            _ => None,
        }
    }

    fn and_vertex(self, vertex: &Vertex) -> Option<Coordinates> {
        match vertex {
            Vertex::Number(number) => self.and(number.to_i64()?),
            Vertex::Tuple(parts) => parts.iter().try_fold(self, |all, part| all.and_vertex(part)),
            Vertex::Name(_) => None,
        }
    }
}

/// Records field and coordinates of each cell of a layout in `stands`, which is indexed by cells.
/// `before` are the coordinates of the layout in its field.
fn note(field: usize, layout: &Layout, before: Coordinates, stands: &mut [Option<(usize, Coordinates)>]) {
    let mut list = |parts: &mut dyn Iterator<Item = &Layout>| {
        for (at, part) in (0..).zip(parts) {
            if let Some(next) = before.and(at) {
                note(field, part, next, stands);
            }
        }
    };
    match layout {
        Layout::List(parts) => list(&mut parts.iter()),
        Layout::Text(cells) => {
            for (at, cell) in (0..).zip(cells) {
                stands[cell.0] = before.and(at).map(|it| (field, it));
            }
        }
        Layout::Set(cells) => {
            for (member, cell) in cells {
                stands[cell.0] = before.and_member(member).map(|it| (field, it));
            }
        }
        Layout::One(cell) => stands[cell.0] = Some((field, before)),
        // The parts of a tuple have different meanings, so its cells get no coordinates.
        Layout::Tuple(_) => {}
    }
}
