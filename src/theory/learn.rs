//! Learns an automaton from a table, which says for all tuples of numbers below a bound whether a
//! set contains them. The automaton reads the digits of the numbers.
//!
//! States are sets of words read so far. Two words belong to one state if no suffix within the
//! table separates them. The result is a guess: it agrees with the whole table, and proves nothing
//! beyond it.

use super::automaton::{Automaton, Room, TooLarge, Track};
use super::numeration::System;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// The words of the numbers below a bound: number `n` is `parent[n]` with one more digit at the end.
///
/// Invariant: the parents of 0, 1, 2, … do not fall; 0 is its own parent, with digit 0; the parent of any other number
/// is smaller than the number.
#[derive(Debug, Clone)]
pub struct Numerals {
    /// The numbers without their last digits.
    parent: Vec<u32>,
    /// The last digits.
    digit: Vec<u8>,
    /// How many digits the numeration system has.
    digits: usize,
    /// The numbers that extend number `n` by one digit are those from `first[n]` to `first[n + 1]`.
    first: Vec<u32>,
}

/// A table of known truth values, one for each tuple of numbers below `side`, with the last number
/// varying fastest.
#[derive(Debug, Clone)]
pub struct Table {
    /// How many numbers a tuple has, at most three.
    pub tracks: usize,
    /// The bound of each number.
    pub side: usize,
    /// Whether the set contains the tuple.
    pub holds: Vec<bool>,
}

/// The result: a deterministic automaton that need not be defined on words that do not represent numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    /// The next state of each state for each letter; `None` where no valid words continue so. Digit
    /// `i` of a letter, counted from the lowest, belongs to number `i`.
    pub next: Vec<Vec<Option<u32>>>,
    /// Whether the words of a state are in the set.
    pub accepting: Vec<bool>,
}

/// The best guess, if none agrees with a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near {
    /// How many states the guess has.
    pub states: usize,
    /// The first tuple, in the order of the table, that the guess classifies wrongly.
    pub cell: Vec<usize>,
}

/// A tuple of numbers. Entries beyond the tracks of its table are 0.
type Cell = [usize; MOST_TRACKS];

/// The most numbers of a tuple.
pub const MOST_TRACKS: usize = 3;

/// A machine has at most as many arrows as there are cells in the table, divided by this number;
/// machines with more arrows are not built.
const CELLS_AN_ARROW: usize = 2;

/// The number of cells of a level after which `stop` is asked again.
const CELLS_BETWEEN_LOOKS: usize = 1 << 16;

/// The number of states between two reports.
const STATES_BETWEEN_REPORTS: usize = 16;

impl Numerals {
    /// The numbers below a bound in a system; `None` if dropping the last digit of a valid word
    /// need not give a valid word.
    pub fn new(system: &System, bound: usize) -> Option<Numerals> {
        let mut places: Vec<usize> = Vec::new();
        for place in system.places() {
            let place = u64::try_from(&place).ok().and_then(|it| usize::try_from(it).ok());
            match place.filter(|place| *place <= bound) {
                Some(place) => places.push(place),
                None => break,
            }
        }
        let (mut parent, mut digit) = (Vec::with_capacity(bound), Vec::with_capacity(bound));
        for n in 0..bound {
            let (mut rest, mut shorter, mut last) = (n, 0, 0);
            for at in (0..places.len()).rev() {
                last = rest / places[at];
                rest %= places[at];
                shorter += if at > 0 { last * places[at - 1] } else { 0 };
            }
            if parent.last().is_some_and(|before| shorter < *before as usize) {
                return None;
            }
            parent.push(u32::try_from(shorter).ok()?);
            digit.push(u8::try_from(last).ok()?);
        }
        let first = first_children(&parent);
        Some(Numerals { parent, digit, digits: system.digit_count(), first })
    }

    fn children(&self, number: usize) -> std::ops::Range<usize> {
        self.first[number] as usize..self.first[number + 1] as usize
    }

    fn letter(&self, cell: &[usize]) -> usize {
        cell.iter().rev().fold(0, |letter, n| letter * self.digits + self.digit[*n] as usize)
    }
}

/// For each number, the first of the numbers that are one digit longer. Only those below the bound
/// count.
fn first_children(parent: &[u32]) -> Vec<u32> {
    let mut first = vec![parent.len() as u32; parent.len() + 1];
    for (n, parent) in parent.iter().enumerate().rev() {
        first[*parent as usize] = n as u32;
    }
    // A number without children gets an empty range, which begins where that of the next number
    // begins.
    for at in (0..parent.len()).rev() {
        first[at] = first[at].min(first[at + 1]);
    }
    first
}

/// Learns a machine that agrees with a table, if the table is large enough to determine one with at
/// most `most` states. Otherwise describes the machine that agrees with the table the longest;
/// `None` if no machine could be built.
pub fn learn(table: &Table, numerals: &Numerals, most: usize) -> Result<Machine, Option<Near>> {
    learn_until(table, numerals, most, &|| false, &|_| {})
}

/// Like [`learn`], but ends early if `stop` returns true, and reports the growing number of states to
/// `tell`. `stop` is asked before each machine, and within a level every `CELLS_BETWEEN_LOOKS`
/// cells; a machine that is being built is finished first.
pub fn learn_until(
    table: &Table,
    numerals: &Numerals,
    most: usize,
    stop: &dyn Fn() -> bool,
    tell: &dyn Fn(usize),
) -> Result<Machine, Option<Near>> {
    let classes = Classes::new(table, numerals, stop);
    let mut best: Option<Near> = None;
    for shared in 1..classes.levels.len() {
        if stop() {
            break;
        }
        let Some(machine) = classes.machine(shared, most, tell) else { continue };
        let Some(cell) = machine.first_wrong(table, numerals) else { return Ok(machine) };
        if best.as_ref().is_none_or(|best| best.cell < cell) {
            best = Some(Near { states: machine.accepting.len(), cell });
        }
    }
    Err(best)
}

impl Table {
    /// The first tuples in the set, ordered by their greatest numbers and then lexicographically.
    pub fn first(&self, most: usize) -> Vec<Vec<usize>> {
        let (mut found, mut cells, mut at) = (Vec::new(), Cells::new(self.tracks, self.side), 0);
        while let Some(cell) = cells.next() {
            if self.holds[at] {
                found.push((cell.iter().copied().max(), cell.to_vec()));
            }
            at += 1;
        }
        found.sort();
        found.into_iter().map(|(_, cell)| cell).take(most).collect()
    }
}

/// For each suffix length, classes of cells that no suffix up to this length separates.
struct Classes<'a> {
    table: &'a Table,
    numerals: &'a Numerals,
    levels: Vec<Level>,
}

/// The classes for suffixes up to one length.
struct Level {
    /// For numbers below this, the table contains all suffixes of the level's length.
    side: usize,
    /// The class of each cell of numbers below `side`, with the last number varying fastest.
    class: Vec<u32>,
}

impl<'a> Classes<'a> {
    fn new(table: &'a Table, numerals: &'a Numerals, stop: &dyn Fn() -> bool) -> Classes<'a> {
        let class = table.holds.iter().map(|holds| u32::from(*holds)).collect();
        let mut classes = Classes { table, numerals, levels: vec![Level { side: table.side, class }] };
        while let Some(level) = classes.next_level(stop) {
            classes.levels.push(level);
        }
        classes
    }

    fn next_level(&self, stop: &dyn Fn() -> bool) -> Option<Level> {
        let last = self.levels.last()?;
        // All children of a number below the parent of `last.side` are below `last.side`.
        let parent = &self.numerals.parent;
        let side = *parent.get(last.side).or(parent.last())? as usize;
        if side < 2 || side >= last.side {
            return None;
        }
        // Classes are distinguished by hashes: a collision makes a wrong guess, and no guess is accepted
        // without proof.
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut class = Vec::with_capacity(side.pow(self.table.tracks as u32));
        let mut cells = Cells::new(self.table.tracks, side);
        while let Some(cell) = cells.next() {
            let mut hasher = FxHasher::default();
            hasher.write_u32(last.class[index(cell, last.side)]);
            self.children(cell, &mut |letter, child| {
                hasher.write_usize(letter);
                hasher.write_u32(last.class[index(child, last.side)]);
            });
            if class.len() % CELLS_BETWEEN_LOOKS == 0 && stop() {
                return None;
            }
            let count = numbers.len() as u32;
            class.push(*numbers.entry(hasher.finish()).or_insert(count));
        }
        Some(Level { side, class })
    }

    /// Visits all cells that are one digit longer than this one, with the letters that lead to
    /// them.
    fn children(&self, cell: &[usize], visit: &mut dyn FnMut(usize, &[usize])) {
        let mut child = Cell::default();
        for (place, n) in child.iter_mut().zip(cell) {
            let range = self.numerals.children(*n);
            if range.is_empty() {
                return;
            }
            *place = range.start;
        }
        let child = &mut child[..cell.len()];
        loop {
            visit(self.numerals.letter(child), child);
            let ends = |at: &usize| child[*at] + 1 < self.numerals.children(cell[*at]).end;
            let Some(at) = (0..cell.len()).rev().find(ends) else { return };
            child[at] += 1;
            for later in at + 1..cell.len() {
                child[later] = self.numerals.children(cell[later]).start;
            }
        }
    }

    /// How many suffix lengths, from 0 on, have all continuations of a cell in the table.
    fn depth(&self, cell: &[usize]) -> usize {
        let greatest = cell.iter().copied().max().unwrap_or(0);
        self.levels.partition_point(|level| greatest < level.side)
    }

    fn class(&self, level: usize, cell: &[usize]) -> u32 {
        let level = &self.levels[level];
        level.class[index(cell, level.side)]
    }

    /// The machine whose states are the classes of words that suffixes do not separate. For each
    /// comparison, the table must contain suffixes of at least length `shared` for both words.
    /// `None` if the table is too small for that, or there are more than `most` states.
    fn machine(&self, shared: usize, most: usize, tell: &dyn Fn(usize)) -> Option<Machine> {
        let letters = self.numerals.digits.pow(self.table.tracks as u32);
        let most = most.min(self.table.holds.len() / CELLS_AN_ARROW / letters);
        let mut states: Vec<Cell> = vec![Cell::default()];
        let mut machine = Machine { next: Vec::new(), accepting: Vec::new() };
        while let Some(cell) = states.get(machine.next.len()).copied() {
            let cell = &cell[..self.table.tracks];
            // The table has to contain the continuations of this state.
            if self.depth(cell) < shared + 2 || states.len() > most {
                return None;
            }
            if machine.next.len().is_multiple_of(STATES_BETWEEN_REPORTS) {
                tell(states.len());
            }
            machine.accepting.push(self.class(0, cell) == 1);
            let mut next = vec![None; letters];
            self.children(cell, &mut |letter, child| {
                next[letter] = Some(self.state(child, shared, &mut states))
            });
            machine.next.push(next);
        }
        Some(machine)
    }

    /// The state of a cell: the state that agrees with the cell on the longest suffixes, or a new
    /// state.
    fn state(&self, cell: &[usize], shared: usize, states: &mut Vec<Cell>) -> u32 {
        let depth = self.depth(cell);
        let mut best: Option<(usize, usize)> = None;
        for (number, other) in states.iter().enumerate() {
            let other = &other[..cell.len()];
            let both = depth.min(self.depth(other));
            if both > shared
                && best.is_none_or(|best| both > best.0)
                && self.class(both - 1, cell) == self.class(both - 1, other)
            {
                best = Some((both, number));
            }
        }
        let number = best.map_or(states.len(), |best| best.1);
        if best.is_none() {
            let mut state = Cell::default();
            state[..cell.len()].copy_from_slice(cell);
            states.push(state);
        }
        number as u32
    }
}

impl Machine {
    /// The relation of the numbers that the machine accepts, on some tracks; `None` if the machine
    /// is malformed.
    pub fn automaton(&self, tracks: &[Track], room: &Room<'_>) -> Result<Option<Automaton>, TooLarge> {
        // Words that are not valid do not matter.
        let row = |row: &Vec<Option<u32>>| row.iter().map(|to| to.unwrap_or(0)).collect();
        let next: Vec<Vec<u32>> = self.next.iter().map(row).collect();
        Automaton::from_table(tracks, &next, &self.accepting, room)
    }

    /// Whether the machine agrees with a table.
    pub fn agrees(&self, table: &Table, numerals: &Numerals) -> bool {
        self.first_wrong(table, numerals).is_none()
    }

    /// The first tuple of a table that the machine classifies wrongly or not at all.
    fn first_wrong(&self, table: &Table, numerals: &Numerals) -> Option<Vec<usize>> {
        let mut state: Vec<u32> = Vec::with_capacity(table.holds.len());
        let mut cells = Cells::new(table.tracks, table.side);
        while let Some(cell) = cells.next() {
            let parent = cell.iter().fold(0, |at, n| at * table.side + numerals.parent[*n] as usize);
            let before = state.get(parent).copied().unwrap_or(0);
            let to = match self.next[before as usize][numerals.letter(cell)] {
                Some(to) if self.accepting[to as usize] == table.holds[state.len()] => to,
                _ => return Some(cell.to_vec()),
            };
            state.push(to);
        }
        None
    }
}

fn index(cell: &[usize], side: usize) -> usize {
    cell.iter().fold(0, |index, n| index * side + n)
}

/// All tuples of numbers below a bound, with the last number varying fastest.
struct Cells {
    tracks: usize,
    side: usize,
    cell: Cell,
    begun: bool,
}

impl Cells {
    fn new(tracks: usize, side: usize) -> Cells {
        Cells { tracks, side, cell: Cell::default(), begun: false }
    }

    fn next(&mut self) -> Option<&[usize]> {
        let cell = &mut self.cell[..self.tracks];
        if self.begun {
            let at = (0..self.tracks).rev().find(|at| cell[*at] + 1 < self.side)?;
            cell[at] += 1;
            cell[at + 1..].fill(0);
        }
        self.begun = true;
        Some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numerals(base: usize, bound: usize) -> Numerals {
        Numerals::new(&System::base(base as u32), bound).unwrap()
    }

    fn table(side: usize, holds: impl Fn(usize, usize) -> bool) -> Table {
        let holds = (0..side * side).map(|at| holds(at / side, at % side)).collect();
        Table { tracks: 2, side, holds }
    }

    /// Equal numbers need two states: the digits read so far are equal, or they differ.
    #[test]
    fn equal_numbers_have_two_states() {
        for (base, side) in [(2, 64), (3, 81), (10, 1000)] {
            let machine = learn(&table(side, |a, b| a == b), &numerals(base, side), 100).unwrap();
            assert_eq!(machine.accepting, [true, false], "base {base}");
        }
    }

    /// Residues by 3 of both numbers: nine states in base 2, of which the automaton of the sum needs only
    /// three.
    #[test]
    fn residues_are_found() {
        let machine = learn(&table(64, |a, b| (a + b) % 3 == 0), &numerals(2, 64), 100).unwrap();
        assert_eq!(machine.accepting.len(), 3);
    }

    /// Wythoff's pairs by exact integers: the smaller is floor(phi·d), where d is the difference.
    #[test]
    fn wythoff_pairs_are_found_in_zeckendorfs_system() {
        let floor_phi = |d: usize| (d + (5 * d * d).isqrt()) / 2;
        let table = table(233, |a, b| a.min(b) == floor_phi(a.abs_diff(b)));
        let zeckendorf = Numerals::new(&System::zeckendorf(), 233).unwrap();
        let machine = learn(&table, &zeckendorf, 100).unwrap();
        assert!(machine.accepting.len() < 20, "{}", machine.accepting.len());
        let near = learn(&table, &numerals(2, 233), 40).unwrap_err();
        // Binary digits do not describe these pairs: the guess is wrong about a pair in the table.
        assert!(near.is_none_or(|near| near.states <= 40 && near.cell.iter().all(|n| *n < 233)));
    }

    /// No small machine accepts the squares: none agrees with the table.
    #[test]
    fn squares_are_not_found() {
        let holds = (0..4096usize).map(|n| n.isqrt().pow(2) == n).collect();
        let table = Table { tracks: 1, side: 4096, holds };
        assert!(learn(&table, &numerals(2, 4096), 20).is_err());
        assert_eq!(table.first(4), [[0], [1], [4], [9]]);
    }
}
