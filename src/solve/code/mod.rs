//! Compiles the rules of a game once from the program into code that lists the moves of a
//! component.
//!
//! Values are stored in machine words. Integers, truth values and vertices take one word. Lists,
//! texts and sets are stored in a memory and represented by place and length; sets of few vertices
//! are bits. A text that certainly has one letter is a word, so `s[i] == "x"` compares two words.
//! Local names are registers, constants are folded, guards keep their places among the binders, and
//! domains are iterated over without being built.
//!
//! Code is partial: a value that does not fit (an integer beyond 64 bits, an index outside, a
//! division by zero, a field outside its type) stops it, and the reference semantics decides what
//! that means. So code never reports a problem; where it stops, the answer only takes longer.

mod constants;
mod fallback;
#[cfg_attr(not(feature = "jit"), allow(dead_code))]
pub mod known;
mod lower;
mod lower_sets;
pub mod machine;
mod run;
mod run_sets;
mod shape;

pub use constants::Constants;
pub use fallback::{to_value, to_words};
pub use lower::{game, pattern};
pub use machine::{Machine, Run, Stop};
pub use shape::Shape;

use crate::ir::{Aggregate, Expr, GameId, SlotId};
use crate::position::GraphId;

/// The number of a register.
pub type Register = u32;

/// The rules of one game.
#[derive(Debug)]
pub struct CompiledRules<'a> {
    /// The layout of the fields in words. The words of all fields occupy the first registers.
    pub fields: Vec<Shape>,
    /// The conditions under which play is over, and whether the player to move has won then.
    pub ends: Vec<(WordExpr<'a>, bool)>,
    /// The moves, in the order of the program.
    pub moves: Vec<(Vec<Step<'a>>, Target<'a>)>,
    /// How many registers the rules need.
    pub registers: Register,
    /// Whether the forms of all targets show that every move leads to at most one component.
    pub single: bool,
}

/// A clause of a comprehension.
#[derive(Debug)]
pub enum Step<'a> {
    /// Continues for each element of a domain. The words of the element are put into registers,
    /// from this one on.
    For(Register, LoopDomain<'a>),
    /// Continues only if this word is not 0.
    If(WordExpr<'a>),
}

/// The domain of a binder.
#[derive(Debug)]
pub enum LoopDomain<'a> {
    /// The integers from the first up to, but excluding, the second.
    Range(WordExpr<'a>, WordExpr<'a>),
    /// The elements of a list or a sorted set, and the number of words of an element.
    Seq(Seq<'a>, usize),
    /// The vertices of a set kept as bits.
    Mask(WordExpr<'a>),
    /// The targets of the edges from a vertex.
    Out(GraphId, WordExpr<'a>),
    /// The connected parts, as bits, of a set of vertices kept as bits.
    Parts(GraphId, WordExpr<'a>),
    /// The lists that take one element from each range of a list of ranges.
    Choices(Seq<'a>),
    /// The elements of a collection that the reference semantics makes. The shape of the [`Slow`]
    /// is that of an element.
    Slow(Box<Slow<'a>>),
}

/// An expression with one word as its value.
#[derive(Debug)]
pub enum WordExpr<'a> {
    /// A constant.
    Const(i64),
    /// The word in a register.
    Reg(Register),
    /// An operator on two words.
    Two(Op, Box<(WordExpr<'a>, WordExpr<'a>)>),
    /// An operator on one word.
    One(Unary, Box<WordExpr<'a>>),
    /// `if`
    If(Box<(WordExpr<'a>, WordExpr<'a>, WordExpr<'a>)>),
    /// Puts a value into registers, then continues.
    Let(Register, Box<(Low<'a>, WordExpr<'a>)>),
    /// Checks conditions, then continues; stops if one does not hold.
    Checked(Box<(Vec<Check<'a>>, WordExpr<'a>)>),
    /// How many elements a list has.
    Len(Box<Seq<'a>>),
    /// A word of an element of a list: the list and the index, then how many words an element has,
    /// and which of these words is meant.
    At(Box<(Seq<'a>, WordExpr<'a>)>, usize, usize),
    /// Whether a list contains a word; the flag says whether the list is sorted.
    Has(Box<(Seq<'a>, WordExpr<'a>)>, bool),
    /// An aggregate of a comprehension.
    Fold(Aggregate, Box<(Vec<Step<'a>>, WordExpr<'a>)>),
    /// Whether two values of this shape are equal.
    Same(Box<(Low<'a>, Low<'a>)>, Shape),
    /// The vertices to which edges lead from a given vertex, as bits; if the flag is true, also the
    /// vertices from which edges lead to the given vertex.
    Around(GraphId, bool, Box<WordExpr<'a>>),
    /// A comprehension of vertices, as bits.
    MaskFor(Box<(Vec<Step<'a>>, WordExpr<'a>)>),
    /// The vertex that has this number as its name.
    Vertex(Box<WordExpr<'a>>),
    /// Any expression without code.
    Slow(Box<Slow<'a>>),
}

/// A condition of the reference semantics. If it does not hold, the code stops.
#[derive(Debug)]
pub enum Check<'a> {
    /// The word is between two bounds, both included.
    Between(WordExpr<'a>, i64, i64),
}

/// Operators on two words. Truth values are 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    Add,
    Subtract,
    Multiply,
    Div,
    Mod,
    Power,
    Xor,
    Min,
    Max,
    Gcd,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Implies,
    BitAnd,
    BitOr,
    BitAndNot,
    /// Whether a vertex, on the left, is in a set kept as bits.
    InMask,
}

/// Operators on one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    Negate,
    Not,
    Abs,
    Even,
    Odd,
    Popcount,
    Isqrt,
    /// The set of one vertex, as bits.
    Bit,
    /// How many bits are set.
    Count,
}

/// An expression whose value is a list, a text or a sorted set.
#[derive(Debug)]
pub enum Seq<'a> {
    /// A list whose place is in this register, and whose length is in the next.
    Reg(Register),
    /// A constant list, by place and length.
    Const(usize, usize),
    /// A list of these elements.
    List(Vec<Low<'a>>),
    /// The integers of a range.
    Range(Box<(WordExpr<'a>, WordExpr<'a>)>),
    /// A comprehension.
    For(Box<(Vec<Step<'a>>, Low<'a>)>),
    /// A list with elements of this shape, sorted; without repetitions if the flag is true.
    Sorted(Box<Seq<'a>>, Shape, bool),
    /// A list in reverse order. Here and below, `usize` is the number of words of an element.
    Reverse(Box<Seq<'a>>, usize),
    /// The concatenation of two lists.
    Concat(Box<(Seq<'a>, Seq<'a>)>, usize),
    /// The elements from one index up to, but excluding, another.
    Slice(Box<(Seq<'a>, WordExpr<'a>, WordExpr<'a>)>, usize),
    /// A list in which the element at an index is replaced.
    With(Box<(Seq<'a>, WordExpr<'a>, Low<'a>)>, usize),
    /// A list in which the elements at the indices in a second list are replaced by those of a
    /// third.
    WithMany(Box<(Seq<'a>, Seq<'a>, Seq<'a>)>, usize),
    /// A list of lists in which the list at an index is replaced. The old list is put into two
    /// registers first, so that the new one can refer to it.
    Inside(Register, Box<(Seq<'a>, WordExpr<'a>, Seq<'a>)>),
    /// An element of a list of lists, by index: how many words an element has, and which word is
    /// the inner list's place.
    At(Box<(Seq<'a>, WordExpr<'a>)>, usize, usize),
    /// The union, intersection or difference of two sorted sets with elements of this shape.
    Sets(SetOp, Box<(Seq<'a>, Seq<'a>)>, Shape),
    /// The targets of the edges from a vertex.
    Out(GraphId, Box<WordExpr<'a>>),
    /// `if`
    If(Box<(WordExpr<'a>, Seq<'a>, Seq<'a>)>),
    /// Puts a value into registers, then continues.
    Let(Register, Box<(Low<'a>, Seq<'a>)>),
    /// Any expression without code.
    Slow(Box<Slow<'a>>),
}

/// Operators on sorted sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOp {
    Union,
    Intersection,
    Difference,
}

/// An expression of any shape.
#[derive(Debug)]
pub enum Low<'a> {
    /// One word.
    Int(WordExpr<'a>),
    /// A list, a text or a sorted set: two words, its place and its length.
    Seq(Seq<'a>),
    /// A tuple: the words of its parts.
    Tuple(Vec<Low<'a>>),
    /// A range: its two ends, the second excluded.
    Range(WordExpr<'a>, WordExpr<'a>),
    /// Words that are already in registers: the first register, and how many words.
    Regs(Register, usize),
    /// Any expression without code.
    Slow(Box<Slow<'a>>),
}

/// An expression that is left to the reference semantics.
#[derive(Debug)]
pub struct Slow<'a> {
    /// The expression.
    pub expr: &'a Expr,
    /// The local names that it mentions but does not bind, each with its first register and its
    /// shape.
    pub locals: Vec<(SlotId, Register, Shape)>,
    /// How many slots its frame needs.
    pub slots: usize,
    /// The shape of its value; for a domain, that of the value's elements.
    pub shape: Shape,
}

/// The target of a move.
#[derive(Debug)]
pub enum Target<'a> {
    /// No component.
    Nothing,
    /// One component.
    Component(GameId, Vec<Argument<'a>>),
    /// The sum of two targets.
    Both(Box<(Target<'a>, Target<'a>)>),
    /// A number of copies of a target.
    Copies(Box<(WordExpr<'a>, Target<'a>)>),
    /// The sum of a target for each binding of the clauses.
    For(Box<(Vec<Step<'a>>, Target<'a>)>),
    /// `if`
    If(Box<(WordExpr<'a>, Target<'a>, Target<'a>)>),
    /// Puts a value into registers, then continues.
    Let(Register, Box<(Low<'a>, Target<'a>)>),
}

/// A field of a component that a move leads to.
#[derive(Debug)]
pub enum Argument<'a> {
    /// The field keeps its value: the component belongs to the game of the move.
    Same,
    /// The field gets this value.
    New(Low<'a>),
}

/// A sum with variables, compiled once for many questions that differ only in the numbers for the
/// variables.
#[derive(Debug)]
pub struct Pattern<'a> {
    /// The register of each variable.
    pub variables: Vec<Register>,
    /// The sum.
    pub target: Target<'a>,
    /// How many registers the sum needs.
    pub registers: Register,
}
