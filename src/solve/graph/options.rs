//! What the listing of options needs: the visitor that receives them, the failures that may occur,
//! and the compiled rules of the games in use.

use crate::code::{CompiledRules, Constants, Run, Stop};
use crate::position::Problem;
use std::sync::Arc;

/// The key of a component of an option, and how often the component occurs in the option.
pub type Part = (u64, u32);

/// Receives the options of a component, singly or in batches.
pub trait Visitor {
    /// Receives one option; options may repeat.
    fn option(&mut self, parts: &[Part]) -> Run<()>;
    /// Receives several options that each have at most one component: the key of the component, or
    /// 0 if the option has none.
    fn singles(&mut self, keys: &[u64]) -> Run<()> {
        keys.iter().try_for_each(|key| if *key == 0 { self.option(&[]) } else { self.option(&[(*key, 1)]) })
    }
    /// How many options the visitor wants to receive at a time.
    fn at_a_time(&self) -> usize {
        256
    }
    /// Discards the options so far, because all options are sent again.
    fn restart(&mut self);
}

/// Why the options of a component could not be listed.
#[derive(Debug)]
pub enum Failure {
    /// The code was stopped.
    Stop(Stop),
    /// The rules break, play has a cycle, or the question is refused.
    Problem(Problem),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

/// The code of all games in use.
#[derive(Default)]
pub struct Library<'a> {
    /// For each game its rules as code; `None` if it has none.
    pub rules: Vec<Option<Arc<CompiledRules<'a>>>>,
    /// The lists that the rules mention.
    pub constants: Constants,
}
