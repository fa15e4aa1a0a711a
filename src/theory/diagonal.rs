//! Decides who wins when a token makes unit steps on two axes until it leaves a staircase (T90).
//!
//! A token on cell (i, j) moves to (i + 1, j) or (i, j + 1) and stops at a cell outside a region
//! whose rows do not grow: row i holds the cells with j less than its length. Cells outside are won
//! or lost for the player to move, as given, in any pattern. Then (i, j) has the outcome of its
//! inner neighbour (i + 1, j + 1) whenever (i + 2, j + 1) and (i + 1, j + 2), the successors of
//! that neighbour, are inside.
//!
//! So the outcome is constant on each diagonal down to the *rim*: the cells (i, j) inside for which
//! (i + 2, j + 1) or (i + 1, j + 2) is outside. A token on the rim stays on the rim until it leaves
//! the region. The number of cells on the rim is at most the length of the region's border, times a
//! constant; their outcomes are found row by row from the last.
//!
//! Traps: the theorem fails on the rim itself, with holes in the region, with longer steps and with three
//! axes.

/// A region with the outcomes on its rim.
#[derive(Clone, Debug)]
pub struct Staircase {
    /// How many cells each row has; not growing.
    rows: Vec<usize>,
    /// For each row, where in `rim` its cells on the rim begin; one more entry than rows.
    starts: Vec<usize>,
    /// Whether the player to move wins, for the cells on the rim row by row, each row from its last cell
    /// back.
    rim: Vec<bool>,
}

impl Staircase {
    /// The region with these rows; `wins_outside(i, j)` says whether the player to move wins where
    /// the token stops. `None` when a row is longer than the one before, or the rim has more than
    /// `most_cells` cells or does not fit into memory.
    pub fn new(
        rows: Vec<usize>,
        wins_outside: &dyn Fn(usize, usize) -> bool,
        most_cells: usize,
    ) -> Option<Staircase> {
        if rows.windows(2).any(|pair| pair[0] < pair[1]) {
            return None;
        }
        let mut starts = Vec::with_capacity(rows.len() + 1);
        let mut cells = 0usize;
        for row in 0..rows.len() {
            starts.push(cells);
            cells =
                cells.checked_add(rows[row] - rim_of_row(&rows, row)).filter(|cells| *cells <= most_cells)?;
        }
        starts.push(cells);
        let mut rim = Vec::new();
        rim.try_reserve_exact(cells).ok()?;
        rim.resize(cells, false);
        let mut staircase = Staircase { rows, starts, rim };
        staircase.settle(wins_outside);
        Some(staircase)
    }

    /// Finds all outcomes on the rim.
    fn settle(&mut self, wins_outside: &dyn Fn(usize, usize) -> bool) {
        for i in (0..self.rows.len()).rev() {
            for j in (rim_of_row(&self.rows, i)..self.rows[i]).rev() {
                let outcome = |i: usize, j: usize| self.on_rim(i, j).unwrap_or_else(|| wins_outside(i, j));
                let wins = !(outcome(i + 1, j) && outcome(i, j + 1));
                let place = self.place(i, j);
                self.rim[place] = wins;
            }
        }
    }

    fn place(&self, i: usize, j: usize) -> usize {
        self.starts[i] + (self.rows[i] - 1 - j)
    }

    /// The outcome of a cell on the rim; `None` outside.
    fn on_rim(&self, i: usize, j: usize) -> Option<bool> {
        let row = *self.rows.get(i)?;
        (j < row).then(|| self.rim[self.place(i, j)])
    }

    /// Whether a cell is inside.
    pub fn contains(&self, i: usize, j: usize) -> bool {
        self.rows.get(i).is_some_and(|row| j < *row)
    }

    /// Whether the player to move wins from a cell inside; `None` outside.
    pub fn wins(&self, i: usize, j: usize) -> Option<bool> {
        let (i, j) = self.rim_cell(i, j)?;
        self.on_rim(i, j)
    }

    /// The first cell on the rim down the diagonal, by which the outcome is explained; `None` outside.
    pub fn rim_cell(&self, i: usize, j: usize) -> Option<(usize, usize)> {
        if !self.contains(i, j) {
            return None;
        }
        // After its first cell on the rim, the diagonal has only cells on the rim or outside, so
        // binary search finds that cell.
        let inner = |t: usize| self.contains(i + t, j + t) && j + t < rim_of_row(&self.rows, i + t);
        let (mut before, mut after) = (0, self.rows.len() - i);
        while before < after {
            let middle = before + (after - before) / 2;
            if inner(middle) { before = middle + 1 } else { after = middle }
        }
        Some((i + before, j + before))
    }
}

/// The first cell (i, j) of row `i` that is on the rim: from this cell on, (i + 2, j + 1) or
/// (i + 1, j + 2) is outside.
fn rim_of_row(rows: &[usize], i: usize) -> usize {
    let length = |row: usize| rows.get(row).copied().unwrap_or(0);
    let by_two_rows = length(i + 2).saturating_sub(1);
    let by_one_row = length(i + 1).saturating_sub(2);
    by_two_rows.min(by_one_row).min(length(i))
}
