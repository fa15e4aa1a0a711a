//! The layout of the values of each type in words.

use crate::ir::Type;

/// The layout of the values of a type in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// An integer, or a character of a text, in one word.
    Int,
    /// A truth value, in one word.
    Bool,
    /// A vertex by its number in the universe, in one word.
    Vertex,
    /// A set of vertices as bits, in one word.
    Mask,
    /// A range: its two ends, the second excluded.
    Range,
    /// A text: place and length of its characters.
    Text,
    /// A text of one character, in one word. No type has this shape; only names whose values are
    /// certainly such texts have it.
    Letter,
    /// A list: place and length of its elements.
    List(Box<Shape>),
    /// A set: place and length of its members, ascending.
    Set(Box<Shape>),
    /// A tuple: the words of its parts.
    Tuple(Vec<Shape>),
}

impl Shape {
    /// The shape of a type; `masks` says whether sets of vertices fit into the bits of a word. `None` for
    /// types that are never stored in words.
    pub fn of(ty: &Type, masks: bool) -> Option<Shape> {
        Some(match ty {
            // `Never` is the type of the elements of an empty literal. There are none, so any shape
            // fits.
            Type::Never | Type::Int => Shape::Int,
            Type::Bool => Shape::Bool,
            Type::Vertex => Shape::Vertex,
            Type::Range => Shape::Range,
            Type::Text => Shape::Text,
            Type::List(element) => Shape::List(Box::new(Shape::of(element, masks)?)),
            Type::Set(element) if masks && **element == Type::Vertex => Shape::Mask,
            Type::Set(element) => Shape::Set(Box::new(Shape::of(element, masks)?)),
            Type::Tuple(parts) => {
                Shape::Tuple(parts.iter().map(|part| Shape::of(part, masks)).collect::<Option<_>>()?)
            }
            Type::Real | Type::Graph | Type::Position => return None,
        })
    }

    /// How many words a value takes, without the elements of lists, texts and sets.
    pub fn width(&self) -> usize {
        match self {
            Shape::Int | Shape::Bool | Shape::Vertex | Shape::Mask | Shape::Letter => 1,
            Shape::Range | Shape::Text | Shape::List(_) | Shape::Set(_) => 2,
            Shape::Tuple(parts) => parts.iter().map(Shape::width).sum(),
        }
    }

    /// Whether a value is one word.
    pub fn is_word(&self) -> bool {
        matches!(self, Shape::Int | Shape::Bool | Shape::Vertex | Shape::Mask | Shape::Letter)
    }

    /// Whether equal values have equal words; for lists, texts and sets, elements with equal words.
    /// This fails for ranges, because empty ranges with different ends are equal.
    pub fn is_plain(&self) -> bool {
        match self {
            Shape::Range => false,
            Shape::List(element) | Shape::Set(element) => element.is_plain(),
            Shape::Tuple(parts) => parts.iter().all(Shape::is_plain),
            _ => true,
        }
    }

    /// The shape of the elements of a list, a text or a sorted set; `None` for other shapes.
    pub fn element(&self) -> Option<Shape> {
        match self {
            // A character in the memory is one word; in the language it is a text of one letter.
            Shape::Text => Some(Shape::Int),
            Shape::List(element) | Shape::Set(element) => Some((**element).clone()),
            _ => None,
        }
    }
}
