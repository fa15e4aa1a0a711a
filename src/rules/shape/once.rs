//! Results that are computed once.

use crate::position::Budget;
use std::sync::OnceLock;

/// A value that is computed at most once, by the first caller; `None` if it does not exist.
#[derive(Debug)]
pub struct Once<T>(OnceLock<Option<T>>);

impl<T> Default for Once<T> {
    fn default() -> Once<T> {
        Once(OnceLock::new())
    }
}

impl<T> Once<T> {
    /// The result. If a limit of the budget is reached before there is one, a later call tries again.
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
