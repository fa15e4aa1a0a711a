//! Draws positions that are boards as a grid of letters. A position that is no board, or one that
//! is too large, has no picture.

use super::{Budget, Evaluator, Instance};
use crate::ir::Value;
use crate::ir::graph::Vertex;
use crate::ir::value::{Component, Form, Position};
use std::collections::BTreeMap;

/// Boards with more columns are not drawn.
const MOST_COLUMNS: usize = 80;
/// Boards with more rows are not drawn.
const MOST_ROWS: usize = 40;
/// The character of a cell that belongs to a set of cells.
const PRESENT: char = 'o';
/// The character of an absent cell.
const ABSENT: char = '.';

/// A cell: its column and its row, counted from 0.
pub type Cell = (usize, usize);

/// A board as it is drawn: a grid of characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The number of columns, and the number of rows.
    pub size: (usize, usize),
    /// The characters of cells; other cells are absent.
    pub cells: BTreeMap<Cell, char>,
    /// Whether the first row is the lowest, as for coordinates `(x, y)`, rather than the highest.
    pub upward: bool,
}

impl Picture {
    /// The character of a cell.
    pub fn at(&self, cell: Cell) -> char {
        self.cells.get(&cell).copied().unwrap_or(ABSENT)
    }

    /// The rows from top to bottom, with a blank between cells.
    pub fn rows(&self) -> Vec<String> {
        let (columns, rows) = self.size;
        let row = |line: usize| {
            let row = if self.upward { rows - 1 - line } else { line };
            let cells: Vec<String> = (0..columns).map(|column| self.at((column, row)).to_string()).collect();
            cells.join(" ")
        };
        (0..rows).map(row).collect()
    }

    /// The cells in which two pictures differ, ascending.
    pub fn changed(&self, other: &Picture) -> Vec<Cell> {
        let mut all: Vec<Cell> = self.cells.keys().chain(other.cells.keys()).copied().collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|cell| self.at(*cell) != other.at(*cell));
        all
    }

    /// This picture, enlarged to at least the size of another picture if both are drawn upward.
    pub fn as_large_as(mut self, other: &Picture) -> Picture {
        if self.upward && other.upward {
            self.size = (self.size.0.max(other.size.0), self.size.1.max(other.size.1));
        }
        self
    }
}

/// The picture of a position, if it is a board: drawn by the `show` of its game, or from its only
/// field that is a set of pairs or a grid. If a board of pairs has split into several components,
/// they are drawn together, unless they overlap.
pub fn picture(instance: &Instance, budget: &Budget<'_>, position: &Position) -> Option<Picture> {
    let Form::Sum(sum) = &position.form else { return None };
    let mut whole: Option<Picture> = None;
    for (component, count) in sum.parts.iter() {
        let part = of_component(instance, budget, component)?;
        whole = Some(match whole {
            None if *count == 1 => part,
            Some(mut whole) if *count == 1 && whole.upward && part.upward => {
                let apart = part.cells.keys().all(|cell| !whole.cells.contains_key(cell));
                if !apart {
                    return None;
                }
                whole = whole.as_large_as(&part);
                whole.cells.extend(part.cells);
                whole
            }
            _ => return None,
        });
    }
    whole
}

fn of_component(instance: &Instance, budget: &Budget<'_>, component: &Component) -> Option<Picture> {
    if let Some(show) = &instance.program.game(component.game).show {
        let mut frame = component.state.to_vec();
        frame.resize(show.slots.len().max(frame.len()), Value::Bool(false));
        let shown = Evaluator::new(instance, budget).value(&show.expr, &mut frame).ok()?;
        return drawn_by_show(&shown);
    }
    let mut boards = component.state.iter().filter_map(|value| cells(value).or_else(|| grid(value)));
    boards.next().filter(|_| boards.next().is_none())
}

/// The picture of the value of `show`: a text of lines, or a list of rows. `None` if it is empty or
/// too large.
fn drawn_by_show(shown: &Value) -> Option<Picture> {
    let rows: Vec<Vec<char>> = match shown {
        Value::Text(text) => text.split(|letter| *letter == '\n').map(<[char]>::to_vec).collect(),
        Value::List(rows) => rows.iter().map(row).collect::<Option<_>>()?,
        _ => return None,
    };
    of_rows(&rows)
}

/// A row as a text, or as concatenated texts.
fn row(value: &Value) -> Option<Vec<char>> {
    match value {
        Value::List(parts) => Some(parts.iter().map(letters).collect::<Option<Vec<_>>>()?.concat()),
        other => letters(other),
    }
}

fn letters(value: &Value) -> Option<Vec<char>> {
    match value {
        Value::Text(text) => Some(text.to_vec()),
        _ => None,
    }
}

/// The picture of rows from top to bottom; `None` if it is empty or too large.
fn of_rows(rows: &[Vec<char>]) -> Option<Picture> {
    let size = (rows.iter().map(Vec::len).max()?, rows.len());
    if size.0 == 0 || size.0 > MOST_COLUMNS || size.1 > MOST_ROWS {
        return None;
    }
    let row =
        |(y, row): (usize, &Vec<char>)| row.iter().enumerate().map(move |(x, it)| ((x, y), *it)).collect();
    let rows: Vec<Vec<(Cell, char)>> = rows.iter().enumerate().map(row).collect();
    Some(Picture { size, cells: rows.into_iter().flatten().collect(), upward: false })
}

/// The picture of a set of pairs of small naturals; `None` for the empty set and other values.
fn cells(value: &Value) -> Option<Picture> {
    let Value::Set(members) = value else { return None };
    let cells = members.iter().map(|it| Some((pair(it)?, PRESENT))).collect::<Option<BTreeMap<_, _>>>()?;
    let most = |part: fn(&Cell) -> usize| cells.keys().map(part).max();
    let size = (most(|cell| cell.0)? + 1, most(|cell| cell.1)? + 1);
    (size.0 <= MOST_COLUMNS && size.1 <= MOST_ROWS).then_some(Picture { size, cells, upward: true })
}

fn pair(value: &Value) -> Option<Cell> {
    let Vertex::Tuple(parts) = value.as_vertex()? else { return None };
    let [Vertex::Number(x), Vertex::Number(y)] = &*parts else { return None };
    Some((x.to_usize().filter(|x| *x < MOST_COLUMNS)?, y.to_usize().filter(|y| *y < MOST_ROWS)?))
}

/// The picture of a grid: at least two equally long rows of at least two cells, each row a text, or
/// a list of digits, truth values or letters. `None` for other values, and if the grid is too
/// large.
fn grid(value: &Value) -> Option<Picture> {
    let Value::List(rows) = value else { return None };
    let digit = |it: &Value| match it {
        Value::Int(int) => char::from_digit(u32::try_from(int.to_i64()?).ok()?, 10),
        Value::Bool(truth) => Some(if *truth { '1' } else { '0' }),
        Value::Text(text) => text.first().copied().filter(|_| text.len() == 1),
        _ => None,
    };
    let digits = |it: &Value| match it {
        Value::List(cells) => cells.iter().map(digit).collect(),
        other => letters(other),
    };
    let rows: Vec<Vec<char>> = rows.iter().map(digits).collect::<Option<_>>()?;
    let even = rows.len() > 1 && rows.iter().all(|row| row.len() == rows[0].len() && row.len() > 1);
    if even { of_rows(&rows) } else { None }
}
