//! The constant lists in the memory of machines, and the size limit for a value there.

/// The most words of a value, where a shared part counts once for each of its occurrences. A larger
/// value is left to the reference semantics.
pub const MOST_WORDS_OF_A_VALUE: usize = 1 << 24;

/// The constant lists of all compiled rules, one after the other.
#[derive(Debug, Default)]
pub struct Constants {
    /// The words of the lists, with which the memory of every machine begins.
    pub words: Vec<i64>,
}
