//! Expressions with every name resolved and every operator typed.

use super::{Aggregate, Builtin, FunctionId, GameId, GlobalId, SlotId, Term, Type, Value};
use crate::number::Int;
use crate::source::Span;

/// An expression, with its type and its place in a file.
#[derive(Debug, Clone)]
pub struct Expr {
    /// The form of the expression, with its parts.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Type,
    /// Where it was written.
    pub span: Span,
}

impl Expr {
    /// Whether an `and` written after the expression would join only its last part.
    pub fn binds_looser_than_and(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Binary(Binary::Or | Binary::Implies | Binary::Iff, ..)
                | ExprKind::If(..)
                | ExprKind::Let(..)
                | ExprKind::Quantifier { .. }
        )
    }

    /// Whether the expression is the literal 1.
    pub fn is_one(&self) -> bool {
        matches!(&self.kind, ExprKind::Literal(Value::Int(int)) if *int == Int::ONE)
    }
}

/// The forms of expressions. The list is closed: sugar is gone.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A value that is written out or was computed by the checker: `3`, `"xo"`, a loaded graph.
    Literal(Value),
    /// All naturals: only as the domain of a quantifier.
    Naturals,
    /// A local name: a field, a parameter of a function, or a name that a pattern binds.
    Local(SlotId),
    /// A parameter, a constant or a named start.
    Global(GlobalId),
    /// A function applied to its arguments.
    Call(FunctionId, Vec<Expr>),
    /// A builtin applied to its arguments.
    Builtin(Builtin, Vec<Expr>),
    /// A prefix operator with its operand: `not p`, `-n`.
    Unary(Unary, Box<Expr>),
    /// An operator between two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// A chain of comparisons, such as `a < b <= c`: true if each operand and the next one compare
    /// as the operator between them says. The list is not empty.
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    /// `if c then x else y`
    If(Box<[Expr; 3]>),
    /// `let x = e in f`
    Let(Pattern, Box<[Expr; 2]>),
    /// `[a, b, c]`
    List(Vec<Expr>),
    /// `{a, b, c}`: elements in any order, perhaps with repetitions.
    Set(Vec<Expr>),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// The integers from the first bound up to the second.
    Range {
        /// The first and the second bound.
        bounds: Box<[Expr; 2]>,
        /// Whether the second bound belongs to the range.
        inclusive: bool,
    },
    /// A comprehension that makes a list: its clauses and its element.
    ListFor(Vec<Clause>, Box<Expr>),
    /// A comprehension that makes a set: its clauses and its element.
    SetFor(Vec<Clause>, Box<Expr>),
    /// An aggregate of a comprehension: the aggregate, the clauses and the element.
    AggregateFor(Aggregate, Vec<Clause>, Box<Expr>),
    /// An aggregate of a collection.
    Aggregate(Aggregate, Box<Expr>),
    /// An element of a list, a range or a text: the collection and the index.
    Index(Box<[Expr; 2]>),
    /// A slice of a list or a text: the collection and the range of indices.
    Slice(Box<[Expr; 2]>),
    /// A part of a tuple: the tuple and the index of the part, from 0.
    Part(Box<Expr>, usize),
    /// A list or text with one element, or several when `many`, replaced at any depth.
    With {
        /// The list or text that is changed.
        base: Box<Expr>,
        /// The indices, outermost first; never empty.
        path: Vec<Expr>,
        /// Whether several elements are replaced. Then the last entry of `path` is the collection
        /// of their indices, and `value` is the list or text of the new elements.
        many: bool,
        /// The new element, or the new elements.
        value: Box<Expr>,
    },
    /// A change of representation that the expected type requires.
    Convert(Conversion, Box<Expr>),
    /// The empty position, written `0`.
    Nothing,
    /// A component: `nim(3)`.
    Component(GameId, Vec<Expr>),
    /// A position under another rule of who wins: `misere P`, `anti P`. Not in game bodies.
    Convention(Convention, Box<Expr>),
    /// A compound of a list of positions, which are played together. Not in game bodies.
    Compound(Compound, Box<Expr>),
    /// A question about positions. Not in game bodies.
    Term(Term, Vec<Expr>),
    /// `forall` or `exists`.
    Quantifier {
        /// True for `forall`, false for `exists`.
        forall: bool,
        /// The variables with their domains, and the conditions behind `if`.
        clauses: Vec<Clause>,
        /// The statement about the variables.
        body: Box<Expr>,
    },
}

/// A clause of a comprehension, a quantifier or a move.
#[derive(Debug, Clone)]
pub enum Clause {
    /// Each value of the domain in turn.
    For(Pattern, Expr),
    /// Only the cases in which the condition holds.
    If(Expr),
}

/// All slots that clauses bind, in order.
pub fn slots_of(clauses: &[Clause]) -> Vec<SlotId> {
    let bound = |clause: &Clause| match clause {
        Clause::For(pattern, _) => pattern.slots(),
        Clause::If(_) => Vec::new(),
    };
    clauses.iter().flat_map(bound).collect()
}

/// The names that a value is bound to: one slot, or patterns for the parts of a tuple.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// The whole value.
    Slot(SlotId),
    /// The parts of a tuple.
    Tuple(Vec<Pattern>),
}

impl Pattern {
    /// All slots that the pattern binds, from left to right.
    pub fn slots(&self) -> Vec<SlotId> {
        match self {
            Pattern::Slot(slot) => vec![*slot],
            Pattern::Tuple(parts) => parts.iter().flat_map(Pattern::slots).collect(),
        }
    }
}

/// Prefix operators; `misere` and `anti` are `ExprKind::Convention` instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// The negation of a truth value.
    Not,
    /// The negative of an integer.
    Negate,
    /// The negative of a real number.
    NegateReal,
}

/// Operators between two operands, by the types they work on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the operators")]
pub enum Binary {
    And,
    Or,
    Implies,
    Iff,
    Add,
    Subtract,
    Multiply,
    Div,
    Mod,
    Power,
    Xor,
    AddReal,
    SubtractReal,
    MultiplyReal,
    Quotient,
    PowerReal,
    ConcatLists,
    ConcatTexts,
    Union,
    Intersection,
    Difference,
    /// The sum of two positions.
    AddPositions,
    /// A number of copies of a position.
    Copies,
}

/// The operators of `ExprKind::Compare`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the operators")]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    NotIn,
}

/// Changes of representation, which the checker inserts where the expected type differs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// An integer as a real number.
    IntToReal,
    /// A natural as a vertex.
    IntToVertex,
    /// A text or a tuple as a vertex.
    ToVertex,
    /// A range as a list.
    RangeToList,
    /// A range as a set.
    RangeToSet,
    /// A list as a list with each element converted.
    Elements(Box<Conversion>),
    /// A set as the set of its converted elements.
    Members(Box<Conversion>),
    /// A tuple with each part converted; `None` for a part that stays as it is.
    Parts(Vec<Option<Conversion>>),
    /// The first conversion, then the second.
    Then(Box<(Conversion, Conversion)>),
}

/// The rule that decides who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Convention {
    /// A player who cannot move loses.
    Normal,
    /// A player who cannot move wins.
    Misere,
    /// Play stops when every operand has value 0, and the player to move wins.
    Anti,
}

impl Convention {
    /// The name of the convention in reports.
    pub fn name(self) -> &'static str {
        match self {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
            Convention::Anti => "anti",
        }
    }
}

/// How a player moves in several components at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Compound {
    /// In every component; play ends with the first to end.
    ShortAll,
    /// In every component that still has a move; play ends with the last.
    LongAll,
    /// In any non-empty set of components.
    Some,
}

impl Compound {
    /// The spelling of the compound before its arguments.
    pub fn spelling(self) -> &'static str {
        match self {
            Compound::ShortAll => "short all",
            Compound::LongAll => "all",
            Compound::Some => "some",
        }
    }
}

impl Comparison {
    /// The spelling of the comparison between its operands.
    pub fn spelling(self) -> &'static str {
        match self {
            Comparison::Eq => "==",
            Comparison::Ne => "!=",
            Comparison::Lt => "<",
            Comparison::Le => "<=",
            Comparison::Gt => ">",
            Comparison::Ge => ">=",
            Comparison::In => "in",
            Comparison::NotIn => "not in",
        }
    }

    /// The comparison that holds exactly when this one does not.
    pub fn negated(self) -> Comparison {
        match self {
            Comparison::Eq => Comparison::Ne,
            Comparison::Ne => Comparison::Eq,
            Comparison::Lt => Comparison::Ge,
            Comparison::Le => Comparison::Gt,
            Comparison::Gt => Comparison::Le,
            Comparison::Ge => Comparison::Lt,
            Comparison::In => Comparison::NotIn,
            Comparison::NotIn => Comparison::In,
        }
    }
}
