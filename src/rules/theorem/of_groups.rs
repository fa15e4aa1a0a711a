//! Applies theorems about groups of fields to games whose groups are played independently: the
//! value of a state is the nim-sum of the values of its groups.

use super::{ClosedForm, Covered};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theory::nim;
use num_bigint::BigUint;

/// The theorems about the groups of fields of a game in which each component is the sum of its
/// groups.
#[derive(Debug)]
pub struct OfGroups {
    /// The indices of the fields of each group.
    pub groups: Vec<Vec<usize>>,
    /// The covering theorem of each group.
    pub covered: Vec<Covered>,
}

impl OfGroups {
    /// The fields of each group of a state, with the group's covering theorem; `None` if the state
    /// lacks a field.
    fn of(&self, state: &[Value]) -> Option<Vec<(&Covered, Vec<Value>)>> {
        let group = |(covered, group)| {
            let of_group = |at: &usize| state.get(*at).cloned();
            let fields: &Vec<usize> = group;
            Some((covered, fields.iter().map(of_group).collect::<Option<Vec<Value>>>()?))
        };
        self.covered.iter().zip(&self.groups).map(group).collect()
    }

    fn values(&self, state: &[Value]) -> Option<Vec<Int>> {
        self.of(state)?.into_iter().map(|(covered, group)| covered.value(&group)).collect()
    }
}

impl ClosedForm for OfGroups {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(self.values(state)?.iter().fold(Int::ZERO, |all, value| all.xor(value)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        match convention {
            Convention::Normal => Some(self.value(state)?.is_zero()),
            Convention::Misere => {
                let heaps = self.misere_heaps(state)?;
                Some(nim::losing_big(&heaps, crate::theory::convention::Convention::Misere))
            }
            Convention::Anti => None,
        }
    }

    fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        let heaps = self.of(state)?.into_iter().map(|(covered, group)| covered.misere_heaps(&group));
        Some(heaps.collect::<Option<Vec<_>>>()?.concat())
    }

    fn only(&self) -> Option<String> {
        let only: Vec<String> = self.covered.iter().filter_map(Covered::only).collect();
        // Each condition may begin with `for`, which is written only once.
        let conditions = only.iter().map(|it| it.strip_prefix("for ").unwrap_or(it));
        (!only.is_empty()).then(|| format!("for {}", conditions.collect::<Vec<_>>().join(", ")))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        if convention != Convention::Normal {
            return None;
        }
        let values = self.values(state)?;
        let listed: Vec<String> = values.iter().map(Int::to_string).collect();
        let sum = values.iter().fold(Int::ZERO, |all, value| all.xor(value));
        let loses = if sum.is_zero() { "loses" } else { "wins" };
        Some(format!(
            "The fields fall into groups, and each move changes one group, by a rule about that group alone. The groups have the \
             values {}, and their nim-sum is {sum}: the player to move {loses}.",
            listed.join(", ")
        ))
    }
}
