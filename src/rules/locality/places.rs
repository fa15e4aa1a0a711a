//! The coordinates of the literals' cells, and what the literals state about them.

use super::board::{Board, Layout};
use super::case::Values;
use super::symbol::CellId;
use crate::ir::Value;
use crate::ir::graph::Vertex;
use std::collections::BTreeMap;

/// The place of a literal. No two literals of a net share a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Column and row of its cell; the row is 0 in a line.
    pub at: [i64; 2],
    /// What the literal states: equal for literals that state one thing about cells of one field.
    pub kind: usize,
}

/// The places of literals; `None` if some cell has no coordinates, or more than two.
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

/// At most two coordinates.
#[derive(Debug, Clone, Copy, Default)]
struct Coordinates {
    at: [i64; 2],
    count: usize,
}

impl Coordinates {
    /// These coordinates with one more.
    fn and(mut self, next: i64) -> Option<Coordinates> {
        *self.at.get_mut(self.count)? = next;
        self.count += 1;
        Some(self)
    }

    /// The coordinates, if there are `count` of them, and at least one.
    fn of(self, count: usize) -> Option<[i64; 2]> {
        (count > 0 && self.count == count).then_some(self.at)
    }

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

/// Records the places of the cells of a layout.
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
        // The parts of a tuple say different things.
        Layout::Tuple(_) => {}
    }
}
