//! The net of a board with local rules: literals, and the steps that need, set and clear them.

use super::board::{Board, Write};
use super::case::{Case, Values};
use super::places::{Place, places};
use super::symbol::CellId;
use crate::ir::GameId;
use crate::ir::value::Component;
use rustc_hash::FxHashMap;

/// The most literals of a net; a board that needs more is refused.
const MOST_LITERALS: usize = 1024;
/// The most ways to play in a net; a board that has more is refused.
const MOST_STEPS: usize = 30_000;

/// One way to play. The three lists contain the numbers of literals in ascending order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The literals that must be true.
    pub needs: Vec<u32>,
    /// The literals that become true, whatever they were before; those in `needs` are left out.
    pub sets: Vec<u32>,
    /// The literals that become false.
    pub clears: Vec<u32>,
}

/// All boards of one game that have the same cells. If the same literals are true on two boards,
/// these boards have the same steps, and after the same step the same literals are true on both
/// boards again.
#[derive(Debug, Clone)]
pub struct Net {
    game: GameId,
    board: Board,
    /// For each literal its cell, and the values of the cell that make it true; ascending.
    literals: Vec<(CellId, Values)>,
    steps: Vec<Step>,
}

impl Net {
    /// Makes the net of all ways to play on a board; `None` if it would be too large.
    pub(super) fn new(game: GameId, board: Board, cases: Vec<Case>) -> Option<Net> {
        let mut literals: Vec<(CellId, Values)> =
            cases.iter().flat_map(|case| case.reads.iter().copied()).collect();
        literals.sort_unstable();
        literals.dedup();
        if literals.len() > MOST_LITERALS || cases.len() > MOST_STEPS {
            return None;
        }
        let numbers: FxHashMap<(CellId, Values), u32> = literals.iter().copied().zip(0..).collect();
        let mut of_cell: Vec<Vec<(Values, u32)>> = vec![Vec::new(); board.cells.len()];
        for ((cell, values), number) in literals.iter().zip(0..) {
            of_cell[cell.0].push((*values, number));
        }
        let mut steps: Vec<Step> = cases.iter().map(|case| step(case, &numbers, &of_cell)).collect();
        steps.sort_unstable();
        steps.dedup();
        Some(Net { game, board, literals, steps })
    }

    /// How many literals there are.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// Returns the places of the literals on a line or a grid, in the order of the literals. `None`
    /// if the cell of some literal has no coordinates, or if two cells have different numbers of
    /// coordinates.
    pub fn places(&self) -> Option<Vec<Place>> {
        places(&self.board, &self.literals)
    }

    /// Returns all steps, sorted, each once.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The literals that are true on a board, ascending; `None` if the board does not consist of these cells.
    pub fn state(&self, component: &Component) -> Option<Vec<u32>> {
        if component.game != self.game {
            return None;
        }
        let numbers = self.board.state(&component.state)?;
        let holds = |(cell, values): &(CellId, Values)| values >> numbers[cell.0] & 1 == 1;
        Some(
            (0..)
                .zip(&self.literals)
                .filter(|(_, literal)| holds(literal))
                .map(|(number, _)| number)
                .collect(),
        )
    }

    /// Whether every step uses up a literal or a cell for ever. If so, play ends; if not, play may
    /// still end.
    pub fn ends(&self) -> bool {
        let lasting = Lasting::of(self);
        self.steps.iter().all(|step| lasting.uses_up(step))
    }

    /// Whether some step uses up a literal or a cell for ever. If none does, play never separates
    /// the board into parts.
    pub fn falls_apart(&self) -> bool {
        let lasting = Lasting::of(self);
        self.steps.iter().any(|step| lasting.uses_up(step))
    }
}

/// What can be used up: literals that stay false once they are false, and cells all of whose
/// literals stay false once all of them are.
struct Lasting {
    /// For each literal, whether it stays false once it is false, because no step sets it.
    once_false: Vec<bool>,
    /// The literals of each cell that can be used up: every step that sets a literal of the cell
    /// also needs a literal of the cell, so once all of them are false, they stay false.
    cells: Vec<Vec<u32>>,
}

impl Lasting {
    fn of(net: &Net) -> Lasting {
        let mut once_false = vec![true; net.literals.len()];
        let mut revived = vec![false; net.board.cells.len()];
        let cell = |literal: &u32| net.literals[*literal as usize].0.0;
        for step in &net.steps {
            for literal in &step.sets {
                once_false[*literal as usize] = false;
                revived[cell(literal)] |= !step.needs.iter().any(|needed| cell(needed) == cell(literal));
            }
        }
        let mut cells: Vec<Vec<u32>> = vec![Vec::new(); net.board.cells.len()];
        (0..net.literals.len() as u32).for_each(|literal| cells[cell(&literal)].push(literal));
        let cells = cells.into_iter().zip(revived);
        Lasting {
            once_false,
            cells: cells.filter(|(cell, back)| !cell.is_empty() && !back).map(|(cell, _)| cell).collect(),
        }
    }

    /// Whether a step needs a literal that is false for ever after the step, or needs a literal of
    /// a cell all of whose literals are false for ever after the step.
    fn uses_up(&self, step: &Step) -> bool {
        let needs = |literal: &u32| step.needs.binary_search(literal).is_ok();
        let clears = |literal: &u32| step.clears.binary_search(literal).is_ok();
        step.clears.iter().any(|literal| self.once_false[*literal as usize] && needs(literal))
            || self.cells.iter().any(|cell| cell.iter().any(needs) && cell.iter().all(clears))
    }
}

/// Makes the step of a case. `numbers` are the numbers of all literals, `of_cell` the literals of
/// each cell with the values that make them true.
fn step(case: &Case, numbers: &FxHashMap<(CellId, Values), u32>, of_cell: &[Vec<(Values, u32)>]) -> Step {
    let needs: Vec<u32> = case.reads.iter().filter_map(|read| numbers.get(read).copied()).collect();
    let (mut sets, mut clears) = (Vec::new(), Vec::new());
    for (cell, number) in &case.writes {
        let write: &Write = &(*cell, *number);
        for (values, literal) in &of_cell[write.0.0] {
            if values >> write.1 & 1 == 0 {
                clears.push(*literal);
            } else if needs.binary_search(literal).is_err() {
                // A literal that is needed is true already, so setting it changes nothing.
                sets.push(*literal);
            }
        }
    }
    sets.sort_unstable();
    clears.sort_unstable();
    Step { needs, sets, clears }
}
