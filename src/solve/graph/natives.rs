//! Compiles the rules of a game to machine code once enough of its components were expanded, and
//! passes the options that machine code finds to visitors.

use super::codec::Codec;
use super::options::{Library, Part, Visitor};
use crate::code::Run;
use crate::ir::GameId;
use crate::native::{self, Native, Receiver};
use crate::position::{Budget, Limit};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// After this many components of a game, its rules are compiled to machine code. Compiling takes as long as expanding some
/// thousands of components without machine code.
pub const WORTH: u32 = 3_000;

/// The machine code of each game. Machine code depends on the layout of keys, and is discarded when
/// the layout changes.
pub struct Natives {
    /// The machine code of each game: unset before it is made, `None` if it cannot be made.
    made: Vec<OnceLock<Option<Native>>>,
    /// How many components of each game were expanded without machine code.
    expanded: Vec<AtomicU32>,
    /// The number of components of a game after which its machine code is made.
    worth: u32,
}

impl Natives {
    /// Starts without machine code, for `games` games.
    pub fn new(games: usize, worth: u32) -> Natives {
        let made = (0..games).map(|_| OnceLock::new()).collect();
        Natives { made, expanded: (0..games).map(|_| AtomicU32::new(0)).collect(), worth }
    }

    /// Starts again without machine code, for keys with a new layout.
    pub fn anew(&self) -> Natives {
        Natives::new(self.made.len(), self.worth)
    }

    /// Whether any game has machine code.
    pub fn any(&self) -> bool {
        self.made.iter().any(|made| matches!(made.get(), Some(Some(_))))
    }

    /// The machine code of a game, if it exists; makes it once enough components were expanded.
    #[inline]
    pub fn at(&self, game: GameId, library: &Library<'_>, codec: &Codec) -> Option<&Native> {
        if let Some(made) = self.made[game.index()].get() {
            return made.as_ref();
        }
        if self.expanded[game.index()].fetch_add(1, Ordering::Relaxed) < self.worth {
            return None;
        }
        let make = || {
            let rules = library.rules[game.index()].as_ref()?;
            let layouts: Vec<_> = (0..self.made.len()).map(|at| codec.layout_of(GameId(at as u32))).collect();
            native::compile_options(rules, game, &layouts, &library.constants)
        };
        self.made[game.index()].get_or_init(make).as_ref()
    }
}

/// Passes options from machine code to a visitor.
pub struct Handing<'v, 'b> {
    /// Receives the options.
    pub visitor: &'v mut dyn Visitor,
    /// The limits.
    pub budget: &'v Budget<'b>,
    /// Whether every option is at most one component.
    pub single: bool,
    /// A buffer for the components of an option.
    pub parts: &'v mut Vec<Part>,
}

impl Receiver for Handing<'_, '_> {
    fn receive(&mut self, words: &[u64]) -> Run<()> {
        if self.single {
            return self.visitor.singles(words);
        }
        let mut words = words.iter();
        self.parts.clear();
        while let Some(key) = words.next() {
            if *key == 0 {
                self.visitor.option(self.parts)?;
                self.parts.clear();
            } else {
                self.parts.push((*key, words.next().map_or(0, |count| *count as u32)));
            }
        }
        Ok(())
    }

    fn tick(&mut self, steps: usize) -> Result<(), Limit> {
        self.budget.tick(steps)
    }
}
