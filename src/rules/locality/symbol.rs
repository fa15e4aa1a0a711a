//! Values some parts of which are the values of cells.

use crate::ir::{GameId, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub usize);

/// A value that may depend on cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symbol {
    /// It does not depend on cells.
    Known(Value),
    /// The value of a cell.
    Cell(CellId),
    /// A text, letter by letter.
    Text(Arc<[Symbol]>),
    /// A list.
    List(Arc<[Symbol]>),
    /// A tuple.
    Tuple(Arc<[Symbol]>),
    /// A set: what may be in it, and when.
    Set(Arc<BTreeMap<Value, Member>>),
    /// A component.
    Component(GameId, Arc<[Symbol]>),
}

/// When something is in a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Member {
    /// Always.
    Always,
    /// When this cell, which holds a truth value, holds.
    If(CellId),
}

impl Symbol {
    /// A list of some elements.
    pub fn list(parts: Vec<Symbol>) -> Symbol {
        match known(&parts) {
            Some(values) => Symbol::Known(Value::List(values.into())),
            None => Symbol::List(parts.into()),
        }
    }

    /// A tuple of some parts.
    pub fn tuple(parts: Vec<Symbol>) -> Symbol {
        match known(&parts) {
            Some(values) => Symbol::Known(Value::Tuple(values.into())),
            None => Symbol::Tuple(parts.into()),
        }
    }

    /// A text of some letters.
    pub fn text(letters: Vec<Symbol>) -> Symbol {
        let values = known(&letters);
        match values.as_deref().and_then(text_of) {
            Some(text) => Symbol::Known(text),
            None => Symbol::Text(letters.into()),
        }
    }

    /// A set.
    pub fn set(members: BTreeMap<Value, Member>) -> Symbol {
        if members.values().all(|member| *member == Member::Always) {
            return Symbol::Known(Value::Set(members.into_keys().collect()));
        }
        Symbol::Set(Arc::new(members))
    }

    /// Its elements, if it is a list, a text or a tuple.
    pub fn parts(&self) -> Option<Vec<Symbol>> {
        match self {
            Symbol::Text(parts) | Symbol::List(parts) | Symbol::Tuple(parts) => Some(parts.to_vec()),
            Symbol::Known(Value::List(parts) | Value::Tuple(parts)) => {
                Some(parts.iter().cloned().map(Symbol::Known).collect())
            }
            Symbol::Known(Value::Text(letters)) => {
                Some(letters.iter().map(|letter| Symbol::Known(Value::Text(Arc::new([*letter])))).collect())
            }
            _ => None,
        }
    }

    /// Its members, if it is a set.
    pub fn members(&self) -> Option<BTreeMap<Value, Member>> {
        match self {
            Symbol::Set(members) => Some((**members).clone()),
            Symbol::Known(Value::Set(members)) => {
                Some(members.iter().map(|member| (member.clone(), Member::Always)).collect())
            }
            _ => None,
        }
    }

    /// Its number of elements, if that does not depend on cells.
    pub fn length(&self) -> Option<usize> {
        match self {
            Symbol::Text(parts) | Symbol::List(parts) => Some(parts.len()),
            _ => None,
        }
    }
}

fn known(parts: &[Symbol]) -> Option<Vec<Value>> {
    let value = |part: &Symbol| match part {
        Symbol::Known(value) => Some(value.clone()),
        _ => None,
    };
    parts.iter().map(value).collect()
}

/// The text of some letters.
pub fn text_of(letters: &[Value]) -> Option<Value> {
    let letter = |value: &Value| match value {
        Value::Text(text) => match **text {
            [letter] => Some(letter),
            _ => None,
        },
        _ => None,
    };
    letters.iter().map(letter).collect::<Option<Arc<[char]>>>().map(Value::Text)
}
