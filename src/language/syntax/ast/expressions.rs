//! Expressions, and the types and patterns of the names in them.

use super::{Name, Text};
use crate::number::Int;
use crate::source::Span;

/// A binder `PATTERN in DOMAIN`.
#[derive(Debug, Clone)]
pub struct Binder {
    /// The names that are bound.
    pub pattern: Pattern,
    /// The collection from which the names take their values.
    pub domain: Expr,
    /// The `if` conditions after the domain; only binders of moves have them.
    pub filters: Vec<Expr>,
}

/// The left side of a binder or `let`: a name or a tuple of patterns.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// A single name.
    Name(Name),
    /// `(x, y)`
    Tuple(Vec<Pattern>, Span),
}

impl Pattern {
    /// Returns the place of the pattern.
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
    /// The place of the type.
    pub span: Span,
    /// The form of the type.
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

/// An expression as written: parentheses are nodes of their own.
#[derive(Debug, Clone)]
pub struct Expr {
    /// The place of the expression.
    pub span: Span,
    /// The number of levels of the tree, 1 for a leaf; at most `syntax::MAX_DEPTH`.
    pub depth: u32,
    /// The form of the expression.
    pub kind: ExprKind,
}

/// The forms of expressions.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// `42`
    Number(Int),
    /// `"ab"`, its escapes resolved.
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
        /// The path of the file.
        path: Text,
    },
    /// `[…]`
    List(Elements),
    /// `{…}`
    Set(Elements),
    /// `(x, y)`
    Tuple(Vec<Expr>),
    /// `(x)`; parentheses are kept for the formatter.
    Parens(Box<Expr>),
    /// `f(…)`
    Call {
        /// The name of the game or function that is called.
        name: Name,
        /// The arguments in the parentheses.
        arguments: Elements,
    },
    /// `short all(…)` or `long all(…)`
    Compound {
        /// Whether the compound is `short` rather than `long`.
        short: bool,
        /// The operands.
        arguments: Elements,
    },
    /// `xs[i]`, and `xs[i..j]`, where the index is a range
    Index(Box<Expr>, Box<Expr>),
    /// A slice that leaves out an end: `xs[i..]`, `xs[..j]`, `xs[..]`
    OpenSlice {
        /// The list or text that is sliced.
        base: Box<Expr>,
        /// The first index; `None` begins at the first element.
        low: Option<Box<Expr>>,
        /// The upper end; `None` ends after the last element.
        high: Option<Box<Expr>>,
        /// Whether the slice has `..=` rather than `..`, which needs an upper end.
        inclusive: bool,
    },
    /// `xs with [i][j] = v`
    With {
        /// The list or text of which an element is replaced.
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
        /// Which operator it is.
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
    /// `if c then x else y`, in this order.
    If(Box<[Expr; 3]>),
    /// `let x = e in f`
    Let {
        /// The names that are bound.
        pattern: Pattern,
        /// The value to which they are bound.
        value: Box<Expr>,
        /// The expression that may use the names.
        body: Box<Expr>,
    },
    /// `forall x in D: P`
    Quantifier {
        /// Whether the quantifier is `forall` rather than `exists`.
        forall: bool,
        /// The variables with their domains and conditions; never empty.
        variables: Vec<Variable>,
        /// The statement about the variables.
        body: Box<Expr>,
    },
}

/// The contents of brackets or of a call: elements one by one, or a comprehension.
#[derive(Debug, Clone)]
pub enum Elements {
    /// `a, b, c`
    Each(Vec<Expr>),
    /// `e for x in D if C`
    For {
        /// The expression before the first `for`.
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
    /// The domain of the names; `None` means all naturals.
    pub domain: Option<Expr>,
    /// The conditions (`if`, `where`) after the names and the domain.
    pub filters: Vec<Expr>,
}

/// `graph { a -> b; b -> c }`
#[derive(Debug, Clone)]
pub struct GraphLiteral {
    /// Whether the edges have no direction.
    pub undirected: bool,
    /// The chains of edges, in the order in which they are written.
    pub chains: Vec<Chain>,
}

/// `a -> b, c -> d`
#[derive(Debug, Clone)]
pub struct Chain {
    /// The groups of vertices: `a`, then `b, c`, then `d`.
    pub groups: Vec<Vec<Vertex>>,
    /// The edge signs between the groups, one fewer than groups; true for `->`.
    pub edges: Vec<(bool, Span)>,
}

/// A vertex in a graph literal.
#[derive(Debug, Clone)]
pub struct Vertex {
    /// The place of the vertex.
    pub span: Span,
    /// The name, the number or the tuple that identifies the vertex.
    pub label: VertexLabel,
}

/// What identifies a vertex in a graph literal.
#[derive(Debug, Clone)]
pub enum VertexLabel {
    /// A number.
    Number(Int),
    /// A name, quoted or not.
    Name(String),
    /// A tuple of labels: `(0, 1)`.
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
    /// Returns the operator as it is written in a spec.
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
    /// Returns the comparison as it is written in a spec, in ASCII.
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
