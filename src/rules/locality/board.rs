//! The cells of a board: where they are in the fields, and the values of each cell that were found
//! so far.

use super::errors::{Reason, Stop, not_local};
use super::symbol::{CellId, Member, Symbol};
use super::{MOST_CELLS, MOST_VALUES};
use crate::ir::Value;
use crate::position::Range;
use crate::source::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a value is divided into cells.
#[derive(Debug, Clone)]
pub enum Layout {
    /// The value is a single cell, which must not change if it is a whole field.
    One(CellId),
    /// A text: one cell for each letter.
    Text(Vec<CellId>),
    /// A list: one layout for each element.
    List(Vec<Layout>),
    /// A tuple: one layout for each part.
    Tuple(Vec<Layout>),
    /// A set: for each value that may be a member, a cell whose value is a truth value.
    Set(BTreeMap<Value, CellId>),
}

/// One cell, with the values found so far.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The different values that the cell may take, in the order in which they were found; never
    /// empty.
    pub values: Vec<Value>,
    /// How many of the `values`, from the first on, the current round tries; the others were found
    /// during the round.
    pub tried: usize,
    /// Whether the cell is a whole field, which must not change.
    pub whole: bool,
}

/// The cells, and where they are in the fields.
#[derive(Debug, Clone, Default)]
pub struct Board {
    /// The layout of each field.
    pub fields: Vec<Layout>,
    /// All cells, by their numbers.
    pub cells: Vec<Cell>,
}

/// A cell, and the number of the value that a step gives it: an index into [`Cell::values`].
pub type Write = (CellId, usize);

impl Board {
    /// Makes the board of a component: each cell has one value, that of the component.
    pub fn new(state: &[Value]) -> Board {
        let mut board = Board::default();
        for value in state {
            let whole = !matches!(value, Value::Text(_) | Value::List(_) | Value::Tuple(_) | Value::Set(_));
            let layout = board.layout(value, whole);
            board.fields.push(layout);
        }
        board
    }

    fn add(&mut self, value: Value, whole: bool) -> CellId {
        self.cells.push(Cell { values: vec![value], tried: 1, whole });
        CellId(self.cells.len() - 1)
    }

    fn layout(&mut self, value: &Value, whole: bool) -> Layout {
        match value {
            Value::Text(letters) => {
                let letters = letters.iter().map(|letter| Value::Text(Arc::new([*letter])));
                Layout::Text(letters.map(|letter| self.add(letter, false)).collect())
            }
            Value::List(parts) => Layout::List(parts.iter().map(|it| self.layout(it, false)).collect()),
            Value::Tuple(parts) => Layout::Tuple(parts.iter().map(|it| self.layout(it, false)).collect()),
            Value::Set(members) => {
                let cell = |member: &Value| (member.clone(), self.add(Value::Bool(true), false));
                Layout::Set(members.iter().map(cell).collect())
            }
            value => Layout::One(self.add(value.clone(), whole)),
        }
    }

    /// Whether there are more cells than [`MOST_CELLS`], too many to be analysed.
    pub fn is_large(&self) -> bool {
        self.cells.len() > MOST_CELLS
    }

    /// Lets the next round try all values found so far; returns whether any of them are new.
    pub fn grow(&mut self) -> bool {
        let mut grown = false;
        for cell in &mut self.cells {
            grown |= cell.tried < cell.values.len();
            cell.tried = cell.values.len();
        }
        grown
    }

    /// The values of the fields, all cells unknown.
    pub fn symbols(&self) -> Vec<Symbol> {
        self.fields.iter().map(|field| self.symbol(field)).collect()
    }

    fn symbol(&self, layout: &Layout) -> Symbol {
        match layout {
            Layout::One(cell) => Symbol::Cell(*cell),
            Layout::Text(cells) => Symbol::text(cells.iter().map(|cell| Symbol::Cell(*cell)).collect()),
            Layout::List(parts) => Symbol::list(parts.iter().map(|part| self.symbol(part)).collect()),
            Layout::Tuple(parts) => Symbol::tuple(parts.iter().map(|part| self.symbol(part)).collect()),
            Layout::Set(cells) => {
                Symbol::set(cells.iter().map(|(value, cell)| (value.clone(), Member::If(*cell))).collect())
            }
        }
    }

    /// Returns the index of a value in [`Cell::values`]; a value that is not there yet is appended.
    fn number(&mut self, cell: CellId, value: Value, span: Span) -> Result<usize, Stop> {
        let it = &mut self.cells[cell.0];
        if let Some(at) = it.values.iter().position(|known| *known == value) {
            return Ok(at);
        }
        if it.whole {
            return Err(not_local(span, Reason::Field));
        }
        if it.values.len() == MOST_VALUES {
            return Err(not_local(span, Reason::Many));
        }
        it.values.push(value);
        Ok(it.values.len() - 1)
    }

    /// Returns the values that a target gives to cells, except where it copies a cell to itself;
    /// some may be equal to the value that the cell has already. `targets` are the fields of the
    /// target; `value` returns the value of a cell that the target copies into another cell.
    pub fn writes(
        &mut self,
        targets: &[Symbol],
        ranges: &[Range],
        span: Span,
        value: &dyn Fn(&Board, CellId) -> Result<Value, Stop>,
    ) -> Result<Vec<Write>, Stop> {
        let mut writer = Writer { board: self, span, value, writes: Vec::new() };
        for (field, target) in targets.iter().enumerate() {
            let mut layout = std::mem::replace(&mut writer.board.fields[field], Layout::Tuple(Vec::new()));
            let written = writer.write(&mut layout, target, ranges.get(field).unwrap_or(&Range::Any));
            writer.board.fields[field] = layout;
            written?;
        }
        Ok(writer.writes)
    }

    /// Returns the number of the value that each cell has in a state; `None` if the state does not
    /// have these cells, or has a value that was never found.
    pub fn state(&self, state: &[Value]) -> Option<Vec<usize>> {
        let mut numbers = vec![usize::MAX; self.cells.len()];
        (state.len() == self.fields.len()).then_some(())?;
        for (layout, value) in self.fields.iter().zip(state) {
            self.read(layout, value, &mut numbers)?;
        }
        Some(numbers)
    }

    fn read(&self, layout: &Layout, value: &Value, numbers: &mut [usize]) -> Option<()> {
        let mut note = |cell: CellId, value: &Value| {
            let it = &self.cells[cell.0];
            numbers[cell.0] = it.values[..it.tried].iter().position(|known| known == value)?;
            Some(())
        };
        match (layout, value) {
            (Layout::One(cell), value) => note(*cell, value),
            (Layout::Text(cells), Value::Text(letters)) if cells.len() == letters.len() => {
                let mut pairs = cells.iter().zip(letters.iter());
                pairs.try_for_each(|(cell, letter)| note(*cell, &Value::Text(Arc::new([*letter]))))
            }
            (Layout::List(parts), Value::List(values)) | (Layout::Tuple(parts), Value::Tuple(values))
                if parts.len() == values.len() =>
            {
                let mut pairs = parts.iter().zip(values.iter());
                pairs.try_for_each(|(part, value)| self.read(part, value, numbers))
            }
            (Layout::Set(cells), Value::Set(members)) => {
                let inside = |member: &Value| cells.contains_key(member);
                members.iter().all(inside).then_some(())?;
                let mut cells = cells.iter();
                cells.try_for_each(|(member, cell)| {
                    note(*cell, &Value::Bool(members.binary_search(member).is_ok()))
                })
            }
            _ => None,
        }
    }
}

/// Collects the writes of one target.
struct Writer<'w> {
    board: &'w mut Board,
    span: Span,
    value: &'w dyn Fn(&Board, CellId) -> Result<Value, Stop>,
    writes: Vec<Write>,
}

impl Writer<'_> {
    fn write(&mut self, layout: &mut Layout, target: &Symbol, range: &Range) -> Result<(), Stop> {
        match layout {
            Layout::One(cell) => self.put(*cell, target, range),
            Layout::Text(cells) => {
                let letters = self.parts(target, cells.len())?;
                cells.iter().zip(&letters).try_for_each(|(cell, letter)| self.put(*cell, letter, &Range::Any))
            }
            Layout::List(parts) => {
                let inner = if let Range::List(inner) = range { inner } else { &Range::Any };
                let values = self.parts(target, parts.len())?;
                parts.iter_mut().zip(&values).try_for_each(|(part, value)| self.write(part, value, inner))
            }
            Layout::Tuple(parts) => {
                let values = self.parts(target, parts.len())?;
                let ranges = if let Range::Tuple(ranges) = range { &**ranges } else { &[] };
                let mut pairs = parts.iter_mut().zip(&values).enumerate();
                pairs.try_for_each(|(at, (part, value))| {
                    self.write(part, value, ranges.get(at).unwrap_or(&Range::Any))
                })
            }
            Layout::Set(cells) => self.write_set(cells, target, range),
        }
    }

    fn parts(&self, target: &Symbol, length: usize) -> Result<Vec<Symbol>, Stop> {
        let parts = target.parts().filter(|parts| parts.len() == length);
        parts.ok_or_else(|| not_local(self.span, Reason::Length))
    }

    fn put(&mut self, cell: CellId, target: &Symbol, range: &Range) -> Result<(), Stop> {
        let value = match target {
            Symbol::Cell(same) if *same == cell => return Ok(()),
            Symbol::Cell(other) => (self.value)(self.board, *other)?,
            Symbol::Known(value) => value.clone(),
            _ => return Err(not_local(self.span, Reason::Length)),
        };
        if !range.contains(&value) {
            return Err(not_local(self.span, Reason::Breaks));
        }
        let number = self.board.number(cell, value, self.span)?;
        self.writes.push((cell, number));
        Ok(())
    }

    /// Writes the cells of a set. A member that is new to the layout gets a new cell.
    fn write_set(
        &mut self,
        cells: &mut BTreeMap<Value, CellId>,
        target: &Symbol,
        range: &Range,
    ) -> Result<(), Stop> {
        let inner = if let Range::Set(inner) = range { inner } else { &Range::Any };
        let members = target.members().ok_or_else(|| not_local(self.span, Reason::Length))?;
        for (value, cell) in cells.iter() {
            match members.get(value) {
                Some(Member::If(same)) if same == cell => {}
                member => self.put_member(*cell, member.copied())?,
            }
        }
        for (value, member) in members {
            if cells.contains_key(&value) {
                continue;
            }
            if !inner.contains(&value) {
                return Err(not_local(self.span, Reason::Breaks));
            }
            if self.board.is_large() {
                return Err(not_local(self.span, Reason::Many));
            }
            let cell = self.board.add(Value::Bool(false), false);
            cells.insert(value, cell);
            self.put_member(cell, Some(member))?;
        }
        Ok(())
    }

    fn put_member(&mut self, cell: CellId, member: Option<Member>) -> Result<(), Stop> {
        let value = match member {
            None => Value::Bool(false),
            Some(Member::Always) => Value::Bool(true),
            Some(Member::If(other)) => (self.value)(self.board, other)?,
        };
        let number = self.board.number(cell, value, self.span)?;
        self.writes.push((cell, number));
        Ok(())
    }
}
