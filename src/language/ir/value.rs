//! The values of expressions, with their order and hash, and the components, sums and positions
//! among them.

pub mod shared;

use super::graph::{Graph, Vertex};
use super::{Compound, Convention, GameId};
use crate::number::{Int, Real};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A value. The order is total; within one type it is the natural order. Sets are stored in this
/// order.
///
/// Values share their parts: `[a, a]` holds `a` once. [`shared`] compares and hashes values without
/// visiting a shared part again for each occurrence.
#[derive(Debug, Clone)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer of any size.
    Int(Int),
    /// An exact real number.
    Real(Arc<RealKey>),
    /// A text, as its characters.
    Text(Arc<[char]>),
    /// A vertex.
    Vertex(Vertex),
    /// A list; its elements have one type.
    List(Arc<[Value]>),
    /// A set: ascending, without repetitions.
    Set(Arc<[Value]>),
    /// The integers from the first up to, but excluding, the second; (0, 0) if there are none.
    Range(Arc<(Int, Int)>),
    /// A tuple; its parts may have different types.
    Tuple(Arc<[Value]>),
    /// A graph.
    Graph(Arc<Graph>),
    /// A position with its convention.
    Position(Arc<Position>),
}

impl PartialEq for Value {
    #[inline]
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::List(a), Value::List(b))
            | (Value::Set(a), Value::Set(b))
            | (Value::Tuple(a), Value::Tuple(b)) => shared::equal(a, b),
            _ => self.cmp(other).is_eq(),
        }
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Real(a), Value::Real(b)) => a.cmp(b),
            (Value::Text(a), Value::Text(b)) if Arc::ptr_eq(a, b) => Ordering::Equal,
            (Value::Text(a), Value::Text(b)) => a.cmp(b),
            (Value::Vertex(a), Value::Vertex(b)) => a.cmp(b),
            (Value::List(a), Value::List(b))
            | (Value::Set(a), Value::Set(b))
            | (Value::Tuple(a), Value::Tuple(b)) => shared::order(a, b),
            (Value::Range(a), Value::Range(b)) => shared::order_of_ranges(a, b),
            (Value::Graph(a), Value::Graph(b)) if Arc::ptr_eq(a, b) => Ordering::Equal,
            (Value::Graph(a), Value::Graph(b)) => a.cmp(b),
            (Value::Position(a), Value::Position(b)) => a.cmp(b),
            _ => self.kind().cmp(&other.kind()),
        }
    }
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(self.kind());
        match self {
            Value::Bool(truth) => truth.hash(state),
            Value::Int(int) => int.hash(state),
            Value::Real(real) => real.hash(state),
            Value::Text(text) => text.hash(state),
            Value::Vertex(vertex) => vertex.hash(state),
            Value::List(parts) | Value::Set(parts) | Value::Tuple(parts) => {
                state.write_u64(shared::digest(parts));
            }
            Value::Range(bounds) => bounds.hash(state),
            Value::Graph(graph) => graph.hash(state),
            Value::Position(position) => position.hash(state),
        }
    }
}

/// A real number as part of a value. Equality and order are those of the numbers, however they are
/// written.
#[derive(Debug, Clone)]
pub struct RealKey(pub Real);

impl std::hash::Hash for RealKey {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Equal numbers may be written with different roots, but their floors are equal.
        self.0.floor().hash(state);
    }
}

impl PartialEq for RealKey {
    fn eq(&self, other: &RealKey) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for RealKey {}

impl PartialOrd for RealKey {
    fn partial_cmp(&self, other: &RealKey) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RealKey {
    fn cmp(&self, other: &RealKey) -> std::cmp::Ordering {
        self.0.compare(&other.0)
    }
}

/// A game with the values of its fields.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component {
    /// The game.
    pub game: GameId,
    /// The values of the fields, in their order.
    pub state: Arc<[Value]>,
}

/// A finite multiset of components, played as a disjunctive sum.
///
/// Invariant: ascending by component, without repetitions, every count at least 1.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sum {
    /// The components, each with the number of its copies.
    pub parts: Arc<[(Component, u64)]>,
}

/// A position of a claim, a start or the command line: operands, how they are played together, and
/// the rule that decides who wins.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The rule that decides who wins.
    pub convention: Convention,
    /// How the operands are played together.
    pub form: Form,
}

/// How components are played together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// A turn is one move in one component.
    Sum(Sum),
    /// A turn is a move in several operands at once. Operands are in ascending order.
    Compound(Compound, Arc<[Sum]>),
    /// The operands of an `anti` position, which are played as one sum. They are in ascending
    /// order.
    Operands(Arc<[Sum]>),
}

impl Sum {
    /// The sum of components with their counts, in any order and with repetitions.
    ///
    /// `None` if a count exceeds a machine word.
    pub fn new(mut parts: Vec<(Component, u64)>) -> Option<Sum> {
        parts.retain(|part| part.1 > 0);
        parts.sort();
        let mut merged: Vec<(Component, u64)> = Vec::with_capacity(parts.len());
        for (component, count) in parts {
            match merged.last_mut().filter(|last| last.0 == component) {
                Some(last) => last.1 = last.1.checked_add(count)?,
                None => merged.push((component, count)),
            }
        }
        Some(Sum { parts: merged.into() })
    }

    /// The sum of one copy of a component.
    pub fn one(component: Component) -> Sum {
        Sum { parts: Arc::new([(component, 1)]) }
    }

    /// Whether there is no component.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// This sum with one copy of the component at `index` replaced by `target`; `None` if a count
    /// exceeds a machine word.
    pub fn replaced(&self, index: usize, target: &Sum) -> Option<Sum> {
        let mut parts: Vec<_> = self.parts.to_vec();
        parts[index].1 -= 1;
        parts.extend(target.parts.iter().cloned());
        Sum::new(parts)
    }

    /// The only component, if there is exactly one, with count 1.
    pub fn single(&self) -> Option<&Component> {
        match &*self.parts {
            [(component, 1)] => Some(component),
            _ => None,
        }
    }
}

impl Position {
    /// A sum under normal play.
    pub fn normal(sum: Sum) -> Position {
        Position { convention: Convention::Normal, form: Form::Sum(sum) }
    }
}

impl Value {
    /// An integer value that fits into an `i64`.
    pub fn int(value: i64) -> Value {
        Value::Int(Int::from(value))
    }

    /// A text value with the characters of a string.
    pub fn text(text: &str) -> Value {
        Value::Text(text.chars().collect())
    }

    /// The vertex that this value names: a vertex names itself, and a natural, a text or a tuple of
    /// such values names one; `None` for other values.
    pub fn as_vertex(&self) -> Option<Vertex> {
        match self {
            Value::Int(int) if !int.is_negative() => Some(Vertex::Number(int.clone())),
            Value::Text(text) => Some(Vertex::of_text(&text.iter().collect::<String>())),
            Value::Vertex(vertex) => Some(vertex.clone()),
            Value::Tuple(parts) => {
                Some(Vertex::Tuple(parts.iter().map(Value::as_vertex).collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    /// The rank of the value's type in the order of values of different types.
    fn kind(&self) -> u8 {
        match self {
            Value::Bool(_) => 0,
            Value::Int(_) => 1,
            Value::Real(_) => 2,
            Value::Text(_) => 3,
            Value::Vertex(_) => 4,
            Value::List(_) => 5,
            Value::Set(_) => 6,
            Value::Range(_) => 7,
            Value::Tuple(_) => 8,
            Value::Graph(_) => 9,
            Value::Position(_) => 10,
        }
    }

    /// The set of some values, given in any order and with repetitions.
    pub fn set(mut members: Vec<Value>) -> Value {
        members.sort();
        members.dedup();
        Value::Set(members.into())
    }

    /// The integers from `low` up to, but without, `high`.
    pub fn range(low: Int, high: Int) -> Value {
        let empty = low >= high;
        Value::Range(Arc::new(if empty { (Int::ZERO, Int::ZERO) } else { (low, high) }))
    }

    /// The position that is a sum under normal play, as a value.
    pub fn position(sum: Sum) -> Value {
        Value::Position(Arc::new(Position::normal(sum)))
    }
}
