//! Expressions, and the types and patterns of the names in them.

use super::{Name, Text};
use crate::number::Int;
use crate::source::Span;

/// A binder `PATTERN in DOMAIN`.
#[derive(Debug, Clone)]
pub struct Binder {
    /// The names that are bound.
    pub pattern: Pattern,
    /// Its domain.
    pub domain: Expr,
    /// The conditions after it, which only binders of moves have.
    pub filters: Vec<Expr>,
}

/// A name or a tuple of patterns.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// A single name.
    Name(Name),
    /// `(x, y)`
    Tuple(Vec<Pattern>, Span),
}

impl Pattern {
    /// The place of the pattern.
    pub fn span(&self) -> Span {
        match self {
            Pattern::Name(name) => name.span,
            Pattern::Tuple(_, span) => *span,
        }
    }
}

/// A type as written.
#[derive(Debug, Clone)]
pub struct Type {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: TypeKind,
}

/// The forms of types.
#[derive(Debug, Clone)]
pub enum TypeKind {
    /// `[T]`
    List(Box<Type>),
    /// `{T}`
    Set(Box<Type>),
    /// `(T, U)`
    Tuple(Vec<Type>),
    /// A type's name.
    Name(String),
    /// `a..=b` or `a..b`
    Range(Box<Expr>),
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// Its place.
    pub span: Span,
    /// How many levels it has; bounded by `syntax::MAX_DEPTH`.
    pub depth: u32,
    /// What it is.
    pub kind: ExprKind,
}

/// The forms of expressions.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number.
    Number(Int),
    /// A text.
    Text(String),
    /// `true` or `false`.
    Truth(bool),
    /// A name.
    Name(String),
    /// `graph { a -> b }`
    Graph(GraphLiteral),
    /// `graph {(u, v) for …}`
    GraphFor {
        /// Whether the edges have no direction.
        undirected: bool,
        /// The edges, a comprehension.
        edges: Elements,
    },
    /// `load "file"`
    Load {
        /// Whether the edges have no direction.
        undirected: bool,
        /// The file.
        path: Text,
    },
    /// `[…]`
    List(Elements),
    /// `{…}`
    Set(Elements),
    /// `(x, y)`
    Tuple(Vec<Expr>),
    /// `(x)`, kept for the formatter
    Parens(Box<Expr>),
    /// `f(…)`
    Call {
        /// What is called.
        name: Name,
        /// With what.
        arguments: Elements,
    },
    /// `short all(…)` or `long all(…)`
    Compound {
        /// `short` rather than `long`.
        short: bool,
        /// The operands.
        arguments: Elements,
    },
    /// `xs[i]`, and `xs[i..j]`, where the index is a range
    Index(Box<Expr>, Box<Expr>),
    /// A slice that leaves out an end: `xs[i..]`, `xs[..j]`, `xs[..]`
    OpenSlice {
        /// What is sliced.
        base: Box<Expr>,
        /// The first index; if omitted, the first element.
        low: Option<Box<Expr>>,
        /// The end; if omitted, after the last element.
        high: Option<Box<Expr>>,
        /// `..=` rather than `..`, with an upper end.
        inclusive: bool,
    },
    /// `xs with [i][j] = v`
    With {
        /// What is changed.
        base: Box<Expr>,
        /// The indices, outermost first; never empty.
        path: Vec<Expr>,
        /// The new value.
        value: Box<Expr>,
    },
    /// A prefix operator.
    Unary(Unary, Box<Expr>),
    /// An operator between two operands.
    Binary {
        /// Which.
        op: Binary,
        /// Where the operator stands.
        op_span: Span,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
    /// `a <= b < c`
    Compare {
        /// The first operand.
        first: Box<Expr>,
        /// The operators with their right operands; never empty.
        rest: Vec<(Comparison, Span, Expr)>,
    },
    /// `if c then x else y`
    If(Box<[Expr; 3]>),
    /// `let x = e in f`
    Let {
        /// The names that are bound.
        pattern: Pattern,
        /// The value to which they are bound.
        value: Box<Expr>,
        /// Where it is known.
        body: Box<Expr>,
    },
    /// `forall x in D: P`
    Quantifier {
        /// `forall` rather than `exists`.
        forall: bool,
        /// The variables and conditions; never empty.
        variables: Vec<Variable>,
        /// The statement about them.
        body: Box<Expr>,
    },
}

/// Either elements one by one, or a comprehension.
#[derive(Debug, Clone)]
pub enum Elements {
    /// `a, b, c`
    Each(Vec<Expr>),
    /// `e for x in D if C`
    For {
        /// The element.
        element: Box<Expr>,
        /// The clauses, beginning with a `for`.
        clauses: Vec<Clause>,
    },
}

/// A clause of a comprehension.
#[derive(Debug, Clone)]
pub enum Clause {
    /// `for x in D`
    For(Binder),
    /// `if C`
    If(Expr),
}

/// A variable of a quantifier.
#[derive(Debug, Clone)]
pub struct Variable {
    /// The names that are bound.
    pub pattern: Pattern,
    /// Its domain; if omitted, all naturals.
    pub domain: Option<Expr>,
    /// Conditions that follow it.
    pub filters: Vec<Expr>,
}

/// A graph literal.
#[derive(Debug, Clone)]
pub struct GraphLiteral {
    /// Whether the edges have no direction.
    pub undirected: bool,
    /// The chains as written.
    pub chains: Vec<Chain>,
}

/// `a -> b, c -> d`
#[derive(Debug, Clone)]
pub struct Chain {
    /// The groups of vertices.
    pub groups: Vec<Vec<Vertex>>,
    /// The edges between the groups: one fewer than groups; true for `->`.
    pub edges: Vec<(bool, Span)>,
}

/// A vertex in a graph literal.
#[derive(Debug, Clone)]
pub struct Vertex {
    /// Its place.
    pub span: Span,
    /// Its name, or its number.
    pub label: VertexLabel,
}

/// What a vertex is called.
#[derive(Debug, Clone)]
pub enum VertexLabel {
    /// A number.
    Number(Int),
    /// A name, quoted or not.
    Name(String),
    /// Several in a row: `(0, 1)`.
    Tuple(Vec<Vertex>),
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `not`
    Not,
    /// `-`
    Negate,
    /// `misere`
    Misere,
    /// `anti`
    Anti,
}

/// Operators between two operands, comparisons aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the operators")]
pub enum Binary {
    Iff,
    Implies,
    Or,
    And,
    Range,
    RangeInclusive,
    Xor,
    Union,
    Intersection,
    Concat,
    Plus,
    Minus,
    Times,
    Divide,
    Div,
    Mod,
    Power,
}

/// Comparisons, which chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

impl Binary {
    /// Its spelling.
    pub fn spelling(self) -> &'static str {
        match self {
            Binary::Iff => "<=>",
            Binary::Implies => "=>",
            Binary::Or => "or",
            Binary::And => "and",
            Binary::Range => "..",
            Binary::RangeInclusive => "..=",
            Binary::Xor => "xor",
            Binary::Union => "|",
            Binary::Intersection => "&",
            Binary::Concat => "++",
            Binary::Plus => "+",
            Binary::Minus => "-",
            Binary::Times => "*",
            Binary::Divide => "/",
            Binary::Div => "div",
            Binary::Mod => "mod",
            Binary::Power => "^",
        }
    }
}

impl Comparison {
    /// Its spelling.
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
}
