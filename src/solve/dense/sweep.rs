//! Fills a table with the results of all cells of a region, in the order of the cells, by machine
//! code or by the interpreter.

use super::region::Region;
use super::target::{each_component, going};
use crate::code::{CompiledRules, Constants, Machine, Run, Stop, Target};
use crate::ir::GameId;
use crate::native::{self, Cells, MARKS, Native, Plan, Receiver, Sought, Swept};
use crate::position::{Budget, Limit};

/// The most cells of a row that are evaluated in one call.
const CHUNK: usize = 1 << 13;

/// The results for the cells of a region.
pub struct Table {
    /// The layout of the cells.
    pub region: Region,
    /// The results in the order of the cells, each of `width` bytes, little endian; all bits set if
    /// unknown.
    cells: Vec<u8>,
    /// The number of bytes of a result: 1 or 2.
    width: usize,
    /// Whether some cells are unknown.
    careful: bool,
}

impl Table {
    /// The result for the component with these words. `None` if the component is not in the box, or if
    /// play from it leaves the box or reaches a position where the rules break.
    #[inline]
    pub fn get(&self, words: &[i64]) -> Option<u32> {
        let place = self.region.place(words)?;
        self.at(place)
    }

    /// The result for the cell at a place; `None` if it is unknown.
    #[inline]
    pub fn at(&self, place: usize) -> Option<u32> {
        let value = match self.width {
            1 => u32::from(self.cells[place]),
            _ => u32::from(u16::from_le_bytes([self.cells[2 * place], self.cells[2 * place + 1]])),
        };
        (value != self.unknown()).then_some(value)
    }

    /// The number that stands for an unknown result.
    fn unknown(&self) -> u32 {
        if self.width == 1 { 0xFF } else { 0xFFFF }
    }

    fn put(&mut self, place: usize, value: u32) {
        match self.width {
            1 => self.cells[place] = value as u8,
            _ => self.cells[2 * place..2 * place + 2].copy_from_slice(&(value as u16).to_le_bytes()),
        }
    }

    /// Gives each cell two bytes. The first `known` cells keep their results; the others have none yet.
    fn widen(&mut self, known: usize) {
        let before = std::mem::take(&mut self.cells);
        let mut cells = vec![0; 2 * before.len()];
        for (place, value) in before[..known].iter().enumerate() {
            let value = if *value == 0xFF { 0xFFFF } else { u16::from(*value) };
            cells[2 * place..2 * place + 2].copy_from_slice(&value.to_le_bytes());
        }
        (self.cells, self.width) = (cells, 2);
    }
}

/// The rules of a game, and which result to compute.
pub struct Sweep<'r, 'a> {
    /// The game.
    pub game: GameId,
    /// The rules of the game.
    pub rules: &'r CompiledRules<'a>,
    /// The lists that the rules mention.
    pub constants: &'r Constants,
    /// Which result is computed.
    pub sought: Sought,
    /// Whether machine code may be made.
    pub compiles: bool,
}

/// Lets machine code count steps, and so stop when the budget reaches a limit.
struct Ticking<'t, 'b>(&'t Budget<'b>);

impl Receiver for Ticking<'_, '_> {
    fn receive(&mut self, _: &[u64]) -> Run<()> {
        Ok(())
    }

    fn tick(&mut self, steps: usize) -> Result<(), Limit> {
        self.0.tick(steps)
    }
}

/// A row of a sweep: the words of one of its cells, and the place of its first cell.
struct Row<'w> {
    words: &'w mut [i64],
    first: usize,
}

impl<'a> Sweep<'_, 'a> {
    /// Fills a table. An error if a limit is reached, or [`Stop::Bail`] if a value needs more than
    /// two bytes.
    pub fn sweep(&self, machine: &mut Machine<'a, '_>, region: Region) -> Run<Table> {
        // Pages of zeros are taken from the system only when they are written.
        let cells = vec![0u8; region.cells];
        let mut table = Table { region, cells, width: 1, careful: false };
        let mut marks = vec![0u32; MARKS];
        let mut native = self.compiled(&table);
        let mut words = table.region.first();
        let (row, mut first) = (table.region.row(), 0);
        loop {
            let mut at = 0;
            while at < row {
                let to = (at + CHUNK).min(row);
                let Some(code) = &native else {
                    self.by_code(machine, &mut table, Row { words: &mut words, first }, at..to)?;
                    at = to;
                    continue;
                };
                let cells =
                    Cells { words: &words, table: &mut table.cells, marks: &mut marks, first, from: at, to };
                // The memory of the machine may hold fewer constants, and other lists behind them.
                at = match code.sweep(cells, &self.constants.words, &mut Ticking(&machine.budget)) {
                    Swept::Whole => to,
                    Swept::Stopped(stop) => return Err(stop),
                    Swept::Wide(from) => {
                        if table.width > 1 {
                            return Err(Stop::Bail);
                        }
                        table.widen(first + from);
                        native = self.compiled(&table);
                        from
                    }
                    Swept::Bail(from) => {
                        // The interpreter decides whether the cell is unknown.
                        let before = (table.width, table.careful);
                        self.by_code(machine, &mut table, Row { words: &mut words, first }, from..from + 1)?;
                        if (table.width, table.careful) != before {
                            native = self.compiled(&table);
                        }
                        from + 1
                    }
                };
            }
            machine.budget.tick(row.min(CHUNK)).map_err(Stop::Limit)?;
            machine.budget.examine_all(row as u64);
            first += row;
            if !table.region.next_row(&mut words) {
                return Ok(table);
            }
        }
    }

    /// Makes the machine code for the present layout of the table; `None` if there is none.
    fn compiled(&self, table: &Table) -> Option<Native> {
        let region = &table.region;
        if !self.compiles {
            return None;
        }
        let (last, next) = region.last();
        let last = (last.field, next.map(|next| next.field));
        let (bounds, strides) = (region.bounds.clone(), region.strides.clone());
        let (width, sought, careful) = (table.width, self.sought, table.careful);
        let plan = Plan { bounds, strides, last, cells: region.cells, width, sought, careful };
        native::compile_sweep(self.rules, self.constants, &plan)
    }

    /// Computes cells of a row by the interpreter.
    fn by_code(
        &self,
        machine: &mut Machine<'a, '_>,
        table: &mut Table,
        row: Row<'_>,
        cells: std::ops::Range<usize>,
    ) -> Run<()> {
        for at in cells {
            table.region.along(row.words, at);
            let here = row.first + at;
            let value = match self.cell(machine, table, row.words, here) {
                Ok(value) => {
                    if value >= table.unknown() && table.width == 1 {
                        table.widen(here);
                    }
                    if value >= table.unknown() {
                        return Err(Stop::Bail);
                    }
                    value
                }
                Err(Stop::Bail) => {
                    table.careful = true;
                    table.unknown()
                }
                Err(stop) => return Err(stop),
            };
            table.put(here, value);
        }
        // The caller needs the words of the row's first cell.
        table.region.along(row.words, 0);
        Ok(())
    }

    /// The result for the cell with these words at the place `here`; [`Stop::Bail`] if it is
    /// unknown.
    fn cell(&self, machine: &mut Machine<'a, '_>, table: &Table, words: &[i64], here: usize) -> Run<u32> {
        machine.begin(self.rules, self.constants);
        machine.budget.tick(4).map_err(Stop::Limit)?;
        machine.registers[..words.len()].copy_from_slice(words);
        let mut over = [false; 2];
        for (condition, win) in &self.rules.ends {
            over[usize::from(*win)] |= machine.int(condition) != 0;
            machine.take_stop()?;
        }
        match over {
            [true, true] => return Err(Stop::Bail),
            [false, false] => {}
            [_, win] => return Ok(u32::from(win)),
        }
        let mut seen: Vec<u32> = Vec::new();
        for (steps, target) in &self.rules.moves {
            machine.steps(steps, &mut |machine| match self.option(machine, table, target, here) {
                Ok(value) => seen.push(value),
                Err(stop) => machine.fail(stop),
            });
            machine.take_stop()?;
        }
        if self.sought != Sought::Values {
            let moved = !seen.is_empty() || self.sought == Sought::Normal;
            return Ok(u32::from(seen.contains(&0) || !moved));
        }
        seen.sort_unstable();
        seen.dedup();
        let gap = seen.iter().zip(0..).find(|(value, at)| **value != *at);
        Ok(gap.map_or(seen.len() as u32, |(_, at)| at))
    }

    /// The result for an option; [`Stop::Bail`] if the table does not have the result of each of
    /// its components.
    fn option(
        &self,
        machine: &mut Machine<'a, '_>,
        table: &Table,
        target: &Target<'_>,
        here: usize,
    ) -> Run<u32> {
        let (mut total, mut parts) = (0, 0);
        each_component(machine, target, 1, &mut |_, game, words, copies| {
            let place = table.region.place(words).filter(|place| game == self.game && *place < here);
            let value = place.and_then(|place| table.at(place)).ok_or(Stop::Bail)?;
            parts += 1;
            total ^= if copies % 2 == 1 { value } else { 0 };
            Ok(())
        })?;
        going(machine)?;
        // An option without components has no moves: it is lost, or won under misère play.
        Ok(if parts == 0 && self.sought == Sought::Misere { 1 } else { total })
    }
}
