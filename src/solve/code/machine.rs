//! The registers and the memory of lists that code works on, for one thread.

use super::{CompiledRules, Constants, Register};
use crate::position::{Budget, Instance, Limit, Universe};

/// Why code stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Code cannot compute this: a value does not fit, or the rules may break here. The reference
    /// semantics decides.
    Bail,
    /// The result is found, so a loop needs no further elements.
    Enough,
    /// Keys have to be laid out anew, because a value does not fit into its bits.
    Widen,
    /// A limit was reached.
    Limit(Limit),
}

/// The result of running code.
pub type Run<T> = Result<T, Stop>;

/// The most words in the memory of lists after a list was copied, sorted, changed or written there;
/// code that needs more stops. Lists of the integers of a range are limited separately.
pub const MOST_WORDS: usize = 1 << 26;

/// Registers and memory for one thread.
pub struct Machine<'a, 'b> {
    /// The program.
    pub instance: &'a Instance,
    /// The vertices of its graphs.
    pub universe: &'a Universe,
    /// The limits.
    pub budget: Budget<'b>,
    /// The registers.
    pub registers: Vec<i64>,
    /// Lists: first the constants, then those that the current expansion has made.
    pub memory: Vec<i64>,
    /// How many words of constants the memory begins with.
    constants: usize,
    /// Why the machine stopped; `None` if it did not. Results after a stop are ignored; the first
    /// stop stays.
    pub stop: Option<Stop>,
    /// Allocated lists that are not in use.
    pub spare: Vec<Vec<i64>>,
    /// The number of lists under construction whose elements may be lists in memory. Unless it is
    /// 0, loops do not discard the lists that they made.
    pub keep: u32,
}

impl<'a, 'b> Machine<'a, 'b> {
    /// A machine whose memory contains only constants.
    pub fn new(instance: &'a Instance, constants: &Constants, budget: Budget<'b>) -> Machine<'a, 'b> {
        let memory = constants.words.clone();
        Machine {
            instance,
            universe: instance.universe(),
            budget,
            registers: Vec::new(),
            constants: memory.len(),
            memory,
            stop: None,
            spare: Vec::new(),
            keep: 0,
        }
    }

    /// Prepares the machine for the code of some rules.
    pub fn begin(&mut self, rules: &CompiledRules<'_>, constants: &Constants) {
        self.start(rules.registers, constants);
    }

    /// Prepares the machine for code with `registers` registers: discards the stop and all lists
    /// except the constants.
    pub fn start(&mut self, registers: Register, constants: &Constants) {
        if constants.words.len() != self.constants {
            // More rules were compiled since the last use.
            self.constants = constants.words.len();
            self.memory.clear();
            self.memory.extend_from_slice(&constants.words);
        }
        self.reserve(registers);
        self.keep = 0;
        self.stop = None;
        self.memory.truncate(self.constants);
    }

    /// Makes sure that there are at least `registers` registers.
    pub fn reserve(&mut self, registers: Register) {
        if self.registers.len() < registers as usize {
            self.registers.resize(registers as usize, 0);
        }
    }

    /// Discards all lists except the constants.
    pub fn forget(&mut self) {
        self.memory.truncate(self.constants);
    }

    /// Stops the machine, unless it is stopped already.
    #[cold]
    pub fn fail(&mut self, stop: Stop) {
        self.stop.get_or_insert(stop);
    }

    /// Stops the machine, so that the reference semantics decides; returns 0 as a result that will
    /// be ignored.
    #[cold]
    pub fn bail(&mut self) -> i64 {
        self.fail(Stop::Bail);
        0
    }

    /// Returns the word; on an error, records the stop and returns 0.
    #[inline]
    pub fn settle(&mut self, word: Run<i64>) -> i64 {
        match word {
            Ok(word) => word,
            Err(stop) => {
                self.fail(stop);
                0
            }
        }
    }

    /// Returns the stop, if there was one, as an error, and clears it.
    #[inline]
    pub fn take_stop(&mut self) -> Run<()> {
        match self.stop.take() {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// An empty list, reusing the allocation of an unused one.
    #[inline]
    pub fn spare_list(&mut self) -> Vec<i64> {
        let mut words = self.spare.pop().unwrap_or_default();
        words.clear();
        words
    }

    /// Counts steps, and stops the machine if a limit is reached.
    #[inline]
    pub fn tick(&mut self, steps: usize) {
        if let Err(limit) = self.budget.tick(steps) {
            self.fail(Stop::Limit(limit));
        }
    }

    /// A word of the memory; stops the machine if there is none at this place.
    #[inline]
    pub fn memory_at(&mut self, place: usize) -> i64 {
        match self.memory.get(place) {
            Some(word) => *word,
            None => self.bail(),
        }
    }

    /// The word in a register.
    #[inline(always)]
    pub fn register(&self, register: Register) -> i64 {
        self.registers[register as usize]
    }

    /// Puts a word into a register.
    #[inline(always)]
    pub fn set(&mut self, register: Register, word: i64) {
        self.registers[register as usize] = word;
    }

    /// The words of a list whose elements have `width` words; an error if they do not lie in the
    /// memory.
    #[inline]
    pub fn words(&self, (place, length): (usize, usize), width: usize) -> Run<&[i64]> {
        let count = length.checked_mul(width).ok_or(Stop::Bail)?;
        self.memory.get(place..place.saturating_add(count)).ok_or(Stop::Bail)
    }

    /// Copies `count` words of the memory to its end, and returns their new place. Stops the
    /// machine and returns 0 if there is no room, or if the words do not lie in the memory.
    pub fn copy(&mut self, place: usize, count: usize) -> usize {
        let to = self.memory.len();
        if to + count > MOST_WORDS || place.saturating_add(count) > to {
            self.fail(Stop::Bail);
            return 0;
        }
        self.memory.extend_from_within(place..place + count);
        to
    }

    /// Writes words to the end of the memory, and returns their place. Stops the machine and
    /// returns 0 if there is no room.
    pub fn write(&mut self, words: &[i64]) -> usize {
        let place = self.memory.len();
        if place + words.len() > MOST_WORDS {
            self.fail(Stop::Bail);
            return 0;
        }
        self.memory.extend_from_slice(words);
        place
    }
}
