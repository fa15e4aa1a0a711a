//! What a file says, as written: plain data, with a place for everything.

use crate::number::Int;
use crate::source::{FileId, Span};

/// A parsed file.
#[derive(Debug, Clone)]
pub struct File {
    /// Which file it is.
    pub file: FileId,
    /// Its items in order.
    pub items: Vec<Item>,
    /// All its comments in order, doc comments included.
    pub comments: Vec<Comment>,
}

/// A comment, with its slashes, without the line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands.
    pub span: Span,
    /// Its text, trailing blanks removed.
    pub text: String,
}

impl Comment {
    /// What a `///` comment says; `None` for other comments.
    pub fn doc(&self) -> Option<&str> {
        let text = self.text.strip_prefix("///")?;
        if text.starts_with('/') { None } else { Some(text.strip_prefix(' ').unwrap_or(text)) }
    }
}

/// A name and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A text literal, its escapes resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The text meant.
    pub value: String,
    /// The place of the literal, quotes included.
    pub span: Span,
}

/// One item of a file.
#[derive(Debug, Clone)]
pub struct Item {
    /// From its first word to its last.
    pub span: Span,
    /// The doc comment above it, if any.
    pub doc: Option<String>,
    /// What it is.
    pub kind: ItemKind,
}

/// The kinds of items.
#[derive(Debug, Clone)]
pub enum ItemKind {
    /// `use "other.game"`
    Import(Text),
    /// `param NAME: TYPE = EXPR`
    Parameter(Parameter),
    /// `let NAME = EXPR`
    Constant(Constant),
    /// `fn NAME(x: TYPE): TYPE = EXPR`
    Function(Function),
    /// `game NAME(field: TYPE) { … }`
    Game(Game),
    /// `start NAME = POSITION`
    Start(Start),
    /// `claim "text": PROPOSITION`
    Claim(Box<Claim>),
}

/// `param NAME: TYPE = EXPR`
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its declared type.
    pub ty: Type,
    /// Its value unless `--set` gives another.
    pub value: Expr,
}

/// `let NAME = EXPR`
#[derive(Debug, Clone)]
pub struct Constant {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Expr,
}

/// `fn NAME(x: TYPE): TYPE = EXPR`
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Field>,
    /// The type of its result.
    pub result: Type,
    /// What it computes.
    pub body: Expr,
}

/// A name with a type: a field of a game or a parameter of a function.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// A game.
#[derive(Debug, Clone)]
pub struct Game {
    /// Whether it is marked `loopy`.
    pub loopy: bool,
    /// Its name.
    pub name: Name,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Its rules.
    pub rules: Rules,
}

/// The two ways to state rules.
#[derive(Debug, Clone)]
pub enum Rules {
    /// `{ … }`
    Body(Vec<Rule>),
    /// `= octal "0.77"` and its relatives.
    Code(Code),
}

/// Rules stated by a code.
#[derive(Debug, Clone)]
pub struct Code {
    /// From the word to the end of its argument.
    pub span: Span,
    /// Which notation, and its argument.
    pub kind: CodeKind,
}

/// The notations for rules of one heap.
#[derive(Debug, Clone)]
pub enum CodeKind {
    /// `octal "0.77"`
    Octal(Text),
    /// `hex "0.3F"`
    Hex(Text),
    /// `code "4.333..."`
    Plain(Text),
    /// `take {1, 3, 4}`
    Take(Expr),
    /// `take all but {2}`
    TakeAllBut(Expr),
}

/// One clause of a game's body.
#[derive(Debug, Clone)]
pub enum Rule {
    /// `move …`
    Move(Move),
    /// `end when COND: win`
    End(End),
    /// `measure EXPR, …`
    Measure(Measure),
    /// `assume ends`
    Assumption(Assumption),
    /// `show EXPR`
    Show(Show),
}

impl Rule {
    /// The place of the whole clause.
    pub fn span(&self) -> Span {
        match self {
            Rule::Move(it) => it.span,
            Rule::End(it) => it.span,
            Rule::Measure(it) => it.span,
            Rule::Assumption(it) => it.span,
            Rule::Show(it) => it.span,
        }
    }
}

/// `move NAME(binders) when GUARD -> POSITION`
#[derive(Debug, Clone)]
pub struct Move {
    /// The whole clause.
    pub span: Span,
    /// Its name.
    pub name: Name,
    /// Its binders.
    pub binders: Vec<Binder>,
    /// When it is legal, beyond what its binders say.
    pub guard: Option<Expr>,
    /// Where it leads.
    pub target: Expr,
}

/// `end when COND: win`
#[derive(Debug, Clone)]
pub struct End {
    /// The whole clause.
    pub span: Span,
    /// When play ends.
    pub condition: Expr,
    /// Whether the player to move has won.
    pub win: bool,
}

/// `measure EXPR, …`
#[derive(Debug, Clone)]
pub struct Measure {
    /// The whole clause.
    pub span: Span,
    /// The parts, the weightiest first; never empty.
    pub parts: Vec<Expr>,
}

/// `assume ends`: that play ends is taken for granted.
#[derive(Debug, Clone)]
pub struct Assumption {
    /// The whole clause.
    pub span: Span,
}

/// `show EXPR`: how people see a position.
#[derive(Debug, Clone)]
pub struct Show {
    /// The whole clause.
    pub span: Span,
    /// A text, or a list of texts.
    pub value: Expr,
}

/// `start NAME = POSITION`
#[derive(Debug, Clone)]
pub struct Start {
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// The position.
    pub position: Expr,
}

/// `claim "text": PROPOSITION`
#[derive(Debug, Clone)]
pub struct Claim {
    /// What its author calls it.
    pub text: Option<Text>,
    /// What is claimed.
    pub proposition: Expr,
    /// `repeats every …`, if the claim has that form.
    pub repeats: Option<Repeats>,
}

/// `repeats every P adding S from N`
#[derive(Debug, Clone)]
pub struct Repeats {
    /// From `repeats` to the end.
    pub span: Span,
    /// The period.
    pub period: Expr,
    /// What a period adds.
    pub adding: Option<Expr>,
    /// From where on it holds.
    pub from: Option<Expr>,
}

/// A binder `PATTERN in DOMAIN`.
#[derive(Debug, Clone)]
pub struct Binder {
    /// What is bound.
    pub pattern: Pattern,
    /// What it runs over.
    pub domain: Expr,
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
        /// Where it begins; at the first element when left out.
        low: Option<Box<Expr>>,
        /// Where it ends; behind the last element when left out.
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
        /// What is bound.
        pattern: Pattern,
        /// To what.
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
        /// What is said of them.
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
    /// What is bound.
    pub pattern: Pattern,
    /// What it runs over; all naturals where it is left out.
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
