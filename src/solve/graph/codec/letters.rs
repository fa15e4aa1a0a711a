//! Alphabets, which number the letters of texts in the order in which they first occur.

/// The most letters of an alphabet; with more, texts are written by character codes.
const MOST_LETTERS: usize = 64;
/// Represents a letter without a code.
const NONE: u8 = u8::MAX;

/// The letters seen so far in the texts of one class; the code of a letter is its index.
#[derive(Debug, Clone)]
pub(super) struct Alphabet {
    letters: Vec<i64>,
    /// The codes of the ASCII characters; [`NONE`] if a character has none.
    ascii: [u8; 128],
}

impl Default for Alphabet {
    fn default() -> Alphabet {
        Alphabet { letters: Vec::new(), ascii: [NONE; 128] }
    }
}

impl Alphabet {
    /// The letters in the order of their codes.
    pub(super) fn letters(&self) -> &[i64] {
        &self.letters
    }

    /// The code of a letter; `None` if the alphabet lacks it.
    #[inline]
    pub(super) fn code(&self, letter: i64) -> Option<u64> {
        match usize::try_from(letter).ok().and_then(|at| self.ascii.get(at)) {
            Some(&NONE) => None,
            Some(&code) => Some(u64::from(code)),
            None => self.letters.iter().position(|it| *it == letter).map(|code| code as u64),
        }
    }

    /// The letter with a code.
    #[inline]
    pub(super) fn letter(&self, code: u64) -> i64 {
        self.letters.get(code as usize).copied().unwrap_or_default()
    }

    /// Adds a new letter. Returns false if the alphabet is full.
    pub(super) fn add(&mut self, letter: i64) -> bool {
        if self.letters.len() >= MOST_LETTERS {
            return false;
        }
        if let Some(code) = usize::try_from(letter).ok().and_then(|at| self.ascii.get_mut(at)) {
            *code = self.letters.len() as u8;
        }
        self.letters.push(letter);
        true
    }
}
