//! [`Once`]: a result that is computed at most once and shared between threads.

use crate::position::Budget;
use std::sync::OnceLock;

/// A result that the first caller computes and all others share; the result may be that there is
/// none.
#[derive(Debug)]
pub struct Once<T>(OnceLock<Option<T>>);

impl<T> Default for Once<T> {
    fn default() -> Once<T> {
        Once(OnceLock::new())
    }
}

impl<T> Once<T> {
    /// Returns the result; the first call computes it by `find`. `None` if there is none. If `find`
    /// found none and a limit of the budget is reached, nothing is stored, and a later call tries
    /// again.
    pub fn get(&self, budget: &Budget<'_>, find: impl FnOnce() -> Option<T>) -> Option<&T> {
        if let Some(known) = self.0.get() {
            return known.as_ref();
        }
        let found = find();
        if found.is_none() && (budget.stopper())().is_some() {
            return None;
        }
        self.0.get_or_init(|| found).as_ref()
    }
}
