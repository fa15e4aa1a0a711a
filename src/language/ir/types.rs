//! Types of values, and the narrower types that fields and parameters declare.

use super::Expr;
use std::fmt;
use std::sync::Arc;

/// The type of a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// The type of the elements of an empty literal, and of an expression with an error. It
    /// converts to every type.
    Never,
    /// `true` and `false`.
    Bool,
    /// Integers of any size.
    Int,
    /// Exact real numbers.
    Real,
    /// Texts, whose elements are texts of one character.
    Text,
    /// Vertices of graphs. Naturals, texts and tuples of these convert to vertices.
    Vertex,
    /// Graphs, directed or undirected.
    Graph,
    /// Positions with their conventions.
    Position,
    /// Ranges of integers, which serve as lists and as sets.
    Range,
    /// Lists, by the type of their elements.
    List(Arc<Type>),
    /// Sets, by the type of their members.
    Set(Arc<Type>),
    /// Tuples of at least two parts.
    Tuple(Arc<[Type]>),
}

impl Type {
    /// The type of lists with elements of type `element`.
    pub fn list(element: Type) -> Type {
        Type::List(Arc::new(element))
    }

    /// The type of sets with members of type `element`.
    pub fn set(element: Type) -> Type {
        Type::Set(Arc::new(element))
    }

    /// Whether values of this type can name vertices.
    pub fn names_vertex(&self) -> bool {
        match self {
            Type::Int | Type::Text | Type::Vertex => true,
            Type::Tuple(parts) => parts.iter().all(Type::names_vertex),
            _ => false,
        }
    }

    /// The type of the elements of a collection; `None` for other types. The elements of a text are
    /// texts of one character.
    pub fn element(&self) -> Option<Type> {
        match self {
            Type::Never => Some(Type::Never),
            Type::Range => Some(Type::Int),
            Type::List(element) | Type::Set(element) => Some((**element).clone()),
            Type::Text => Some(Type::Text),
            _ => None,
        }
    }

    /// Whether values of this type are positions, or collections or tuples with positions.
    pub fn has_positions(&self) -> bool {
        match self {
            Type::Position => true,
            Type::List(element) | Type::Set(element) => element.has_positions(),
            Type::Tuple(parts) => parts.iter().any(Type::has_positions),
            _ => false,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Never => f.write_str("nothing"),
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Real => f.write_str("real"),
            Type::Text => f.write_str("text"),
            Type::Vertex => f.write_str("vertex"),
            Type::Graph => f.write_str("graph"),
            Type::Position => f.write_str("position"),
            Type::Range => f.write_str("range"),
            // The type of `[]` and `{}`, which have no element.
            Type::List(element) if **element == Type::Never => f.write_str("[]"),
            Type::Set(element) if **element == Type::Never => f.write_str("{}"),
            Type::List(element) => write!(f, "[{element}]"),
            Type::Set(element) => write!(f, "{{{element}}}"),
            Type::Tuple(parts) => {
                f.write_str("(")?;
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        f.write_str(", ")?;
                    }
                    part.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// A declared type: a type of values, possibly narrowed.
#[derive(Debug, Clone)]
pub enum Domain {
    /// An unknown type name, which has already been reported.
    Unknown,
    /// `nat`: 0, 1, 2, …
    Nat,
    /// `int`: all integers.
    Int,
    /// `1..=8`: the integers from the first to the last bound, both included. The bounds are constant.
    Between(Box<Expr>, Box<Expr>),
    /// `bool`
    Bool,
    /// `text`
    Text,
    /// `vertex`
    Vertex,
    /// `graph`
    Graph,
    /// `position`, which fields of games cannot have.
    Position,
    /// `[nat]`
    List(Box<Domain>),
    /// `{nat}`
    Set(Box<Domain>),
    /// `(nat, bool)`
    Tuple(Vec<Domain>),
}

impl Domain {
    /// Whether values of the type hold numbers that may be negative.
    pub fn may_be_negative(&self) -> bool {
        match self {
            Domain::Int => true,
            Domain::List(element) | Domain::Set(element) => element.may_be_negative(),
            Domain::Tuple(parts) => parts.iter().any(Domain::may_be_negative),
            _ => false,
        }
    }

    /// The type of the values of this declared type.
    pub fn ty(&self) -> Type {
        match self {
            Domain::Unknown => Type::Never,
            Domain::Nat | Domain::Int | Domain::Between(..) => Type::Int,
            Domain::Bool => Type::Bool,
            Domain::Text => Type::Text,
            Domain::Vertex => Type::Vertex,
            Domain::Graph => Type::Graph,
            Domain::Position => Type::Position,
            Domain::List(element) => Type::list(element.ty()),
            Domain::Set(element) => Type::set(element.ty()),
            Domain::Tuple(parts) => Type::Tuple(parts.iter().map(Domain::ty).collect()),
        }
    }
}
