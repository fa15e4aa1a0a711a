//! Values with unknown parts, which are the values of cells.

use crate::ir::{GameId, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of a cell: its index in the list of all cells of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub usize);

/// A value that may depend on cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symbol {
    /// A value that does not depend on cells.
    Known(Value),
    /// The value of a cell.
    Cell(CellId),
    /// A text, letter by letter.
    Text(Arc<[Symbol]>),
    /// A list, element by element.
    List(Arc<[Symbol]>),
    /// A tuple, part by part.
    Tuple(Arc<[Symbol]>),
    /// A set: each value that may be a member, and when it is one.
    Set(Arc<BTreeMap<Value, Member>>),
    /// A component: its game and the values of its fields.
    Component(GameId, Arc<[Symbol]>),
}

/// When a value is a member of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Member {
    /// Always.
    Always,
    /// If this cell has the value `true`; its values are truth values.
    If(CellId),
}

impl Symbol {
    /// Returns the list of these elements; it is `Known` if all of them are.
    pub fn list(parts: Vec<Symbol>) -> Symbol {
        match known(&parts) {
            Some(values) => Symbol::Known(Value::List(values.into())),
            None => Symbol::List(parts.into()),
        }
    }

    /// Returns the tuple of these parts; it is `Known` if all of them are.
    pub fn tuple(parts: Vec<Symbol>) -> Symbol {
        match known(&parts) {
            Some(values) => Symbol::Known(Value::Tuple(values.into())),
            None => Symbol::Tuple(parts.into()),
        }
    }

    /// Returns the text of these letters; it is `Known` if all of them are known letters.
    pub fn text(letters: Vec<Symbol>) -> Symbol {
        let values = known(&letters);
        match values.as_deref().and_then(text_of) {
            Some(text) => Symbol::Known(text),
            None => Symbol::Text(letters.into()),
        }
    }

    /// Returns the set with these members; it is `Known` if they are always members.
    pub fn set(members: BTreeMap<Value, Member>) -> Symbol {
        if members.values().all(|member| *member == Member::Always) {
            return Symbol::Known(Value::Set(members.into_keys().collect()));
        }
        Symbol::Set(Arc::new(members))
    }

    /// Returns the elements of a list, the letters of a text or the parts of a tuple; `None` for
    /// other symbols, and for lists that are stored as a range.
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

    /// Returns the members of a set; `None` for other symbols.
    pub fn members(&self) -> Option<BTreeMap<Value, Member>> {
        match self {
            Symbol::Set(members) => Some((**members).clone()),
            Symbol::Known(Value::Set(members)) => {
                Some(members.iter().map(|member| (member.clone(), Member::Always)).collect())
            }
            _ => None,
        }
    }

    /// Returns the length of a text or a list with unknown elements; `None` for other symbols,
    /// `Known` ones too.
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

/// Returns the text of these letters; `None` if a value is not a text of one letter.
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
