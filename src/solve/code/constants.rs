//! Constant lists in the memory of machines, and how long one value may be there.

/// The most words of a value. As words, a shared part is written once for each of its occurrences.
pub const MOST_WORDS_OF_A_VALUE: usize = 1 << 24;

/// Constant lists, one behind the other.
#[derive(Debug, Default)]
pub struct Constants {
    /// Their words: the beginning of every machine's memory.
    pub words: Vec<i64>,
}
