//! Compiles the rules of a game from register code to machine code.
//!
//! A compiled function lists the options of one component, or computes the results of a row of
//! cells. Loops over binders stay inside the function, and the caller is called back only with many
//! options at once, or to check the budget. Where the interpreter would stop, and in rare cases, the
//! function ends without a result (it *bails out*), and the interpreter evaluates that component:
//! so machine code decides nothing by itself.
//!
//! * `emit`, `clauses`, `lists`, `same`, `scratch`: the code of words, binders and lists
//! * `options`, `keys`, `patches`: functions that list options as keys, for the graph engine
//! * `sweep`: functions that compute the results of a row of cells, for the dense engine
//! * `call`: finishes functions and calls them; the only unsafe code
//!
//! Without the feature `jit`, and on machines that cranelift does not support, no code is made.

#![cfg_attr(not(feature = "jit"), allow(dead_code))]

#[cfg(feature = "jit")]
#[allow(unsafe_code)]
mod call;
#[cfg(feature = "jit")]
mod clauses;
#[cfg(feature = "jit")]
mod emit;
#[cfg(feature = "jit")]
mod keys;
#[cfg(feature = "jit")]
mod lists;
#[cfg(feature = "jit")]
mod options;
#[cfg(feature = "jit")]
mod patches;
#[cfg(feature = "jit")]
mod same;
#[cfg(feature = "jit")]
mod scratch;
#[cfg(feature = "jit")]
mod sweep;

#[cfg(feature = "jit")]
pub use call::Native;
#[cfg(feature = "jit")]
pub use options::compile as compile_options;
#[cfg(feature = "jit")]
pub use sweep::compile as compile_sweep;

use crate::code::{Run, Stop};
use crate::position::Limit;

/// The error that some code is not supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unsupported;

type Made<T> = Result<T, Unsupported>;

/// How an integer of a state is stored in a key.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    /// The index of the word's lowest bit in the key, if the word is at a fixed place.
    pub shift: u32,
    /// How many bits of the key the word takes.
    pub bits: u32,
    /// The least word, which is subtracted before a word is written, and the greatest word; `None`
    /// if all bits are written unchanged.
    pub counted: Option<(i64, i64)>,
}

/// How a field is stored in a key.
#[derive(Debug, Clone)]
pub enum Field {
    /// Words at fixed places in the key.
    Fixed(Vec<Word>),
    /// A word right after the words of the preceding fields.
    Word(Word),
    /// A list of words, or of lists of words.
    List(List),
}

/// How a list is stored in a key.
#[derive(Debug, Clone)]
pub struct List {
    /// How the length of the list is written.
    pub length: Word,
    /// How the length of each element is stored, if the elements are lists; otherwise `None`.
    pub rows: Option<Word>,
    /// How each word is written.
    pub word: Word,
    /// If the words are letters, the letter for each number that is written; otherwise empty.
    pub letters: Vec<i64>,
}

/// How the states of a game are stored in keys.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The bits of a key that identify the game.
    pub tag: u64,
    /// How many bits of a key hold the fields.
    pub room: u32,
    /// The fields in their order.
    pub fields: Vec<Field>,
}

/// Which result a sweep computes for its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sought {
    /// The Grundy value.
    Values,
    /// 1 where the player to move wins, 0 where not; whoever cannot move loses.
    Normal,
    /// 1 where the player to move wins, 0 where not; whoever cannot move wins.
    Misere,
}

/// The layout of the cells of a sweep, and the result that the sweep computes.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The least and the greatest word of each field.
    pub bounds: Vec<(i64, i64)>,
    /// For each field, the distance in cells between neighbouring words.
    pub strides: Vec<i64>,
    /// The fastest field and the next slower one, if there is one. A row consists of all cells in
    /// which only these fields differ.
    pub last: (usize, Option<usize>),
    /// How many cells there are.
    pub cells: usize,
    /// How many bytes a cell takes: 1 or 2.
    pub width: usize,
    /// Which result is computed.
    pub sought: Sought,
    /// Whether some cells may be unknown: cells at which the rules break, cells from which a move
    /// leaves the box, and cells from which a move leads to an unknown cell.
    pub careful: bool,
}

impl Plan {
    /// How many cells a row has.
    pub fn row(&self) -> usize {
        self.span(self.last.0) * self.last.1.map_or(1, |field| self.span(field))
    }

    /// How many words a field has.
    pub fn span(&self, field: usize) -> usize {
        self.bounds.get(field).map_or(1, |(low, high)| (high - low) as usize + 1)
    }

    /// The content of an unknown cell: the greatest number that a cell can hold.
    pub fn unknown(&self) -> i64 {
        if self.width == 1 { 0xFF } else { 0xFFFF }
    }
}

/// A part of a row of cells.
pub struct Cells<'t> {
    /// The words of the first cell of the row.
    pub words: &'t [i64],
    /// The table; all cells have equally many bytes.
    pub table: &'t mut [u8],
    /// Scratch for the mex: [`MARKS`] marks, one for each value that an option may have.
    pub marks: &'t mut [u32],
    /// The place of the first cell of the row in the table, counted in cells.
    pub first: usize,
    /// The first cell of the row to compute.
    pub from: usize,
    /// The cell of the row before which to stop.
    pub to: usize,
}

/// How many marks a sweep needs: one for each value of two bytes, and one that is never set.
pub const MARKS: usize = (1 << 16) + 1;

/// How a row ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Swept {
    /// All cells are computed.
    Whole,
    /// All cells before this cell of the row are computed; the interpreter has to compute this
    /// cell.
    Bail(usize),
    /// All cells before this cell of the row are computed; the value of this cell needs more bytes.
    Wide(usize),
    /// The receiver has stopped the function.
    Stopped(Stop),
}

/// Receives the options of a component many at a time.
pub trait Receiver {
    /// Receives some options. If every option has at most one component, each is its key or 0.
    /// Otherwise each consists of its components' keys and multiplicities, followed by 0.
    fn receive(&mut self, words: &[u64]) -> Run<()>;
    /// Counts steps; an error if a limit is reached.
    fn tick(&mut self, steps: usize) -> Result<(), Limit>;
}

/// How a call of machine code ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The receiver got all options.
    Whole,
    /// The interpreter has to list the options again, from the first.
    Bail,
    /// The receiver has stopped the function.
    Stopped(Stop),
}

/// The offsets, in bytes, of those fields of `call::Context` that machine code reads or writes.
#[cfg(feature = "jit")]
mod context {
    pub const KEY: usize = 0;
    pub const REGISTERS: usize = 8;
    pub const MEMORY: usize = 16;
    pub const MEMORY_LENGTH: usize = 24;
    pub const OUT: usize = 32;
    pub const OUT_END: usize = 40;
    pub const FUEL: usize = 48;
    pub const FLUSH: usize = 56;
    pub const TICK: usize = 64;
    pub const TABLE: usize = 72;
    pub const MARKS: usize = 80;
    pub const ROW: usize = 88;
    pub const FROM: usize = 96;
    pub const TO: usize = 104;
    pub const SCRATCH: usize = 112;
}

/// Machine code: without the feature `jit` there is none, so the type has no values.
#[cfg(not(feature = "jit"))]
#[derive(Debug)]
pub enum Native {}

#[cfg(not(feature = "jit"))]
impl Native {
    /// Enumerates the options of a component.
    pub fn options(
        &self,
        _: u64,
        _: (&[i64], &mut Vec<i64>),
        _: &mut Vec<u64>,
        _: usize,
        _: &mut dyn Receiver,
    ) -> Ended {
        match *self {}
    }
}

#[cfg(not(feature = "jit"))]
impl Native {
    /// Computes cells of a row.
    pub fn sweep(&self, _: Cells<'_>, _: &[i64], _: &mut dyn Receiver) -> Swept {
        match *self {}
    }
}

/// Machine code that computes rows: there is none without the feature `jit`.
#[cfg(not(feature = "jit"))]
pub fn compile_sweep(
    _: &crate::code::CompiledRules<'_>,
    _: &crate::code::Constants,
    _: &Plan,
) -> Option<Native> {
    None
}

/// Machine code that gives all options of a component: there is none without the feature `jit`.
#[cfg(not(feature = "jit"))]
pub fn compile_options(
    _: &crate::code::CompiledRules<'_>,
    _: crate::ir::GameId,
    _: &[Option<Layout>],
    _: &crate::code::Constants,
) -> Option<Native> {
    None
}
