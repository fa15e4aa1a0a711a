//! Items: the top level of a file.

use super::{Binder, Expr, Name, Pattern, Text, Type};
use crate::source::Span;

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
    /// Its changes to turns.
    pub twists: Vec<Twist>,
    /// Its rules.
    pub rules: Rules,
}

impl Game {
    /// The passes, if there are any.
    pub fn passes(&self) -> Option<&Twist> {
        self.twists.iter().find(|twist| twist.kind != TwistKind::Blocking)
    }

    /// Whether it is a game by code whose digits are the name of a text.
    pub fn has_named_code(&self) -> bool {
        matches!(&self.rules, Rules::Code(code) if matches!(code.kind.digits(), Some(Digits::Name(_))))
    }
}

/// `blocking 1`: a change in how turns are played.
#[derive(Debug, Clone)]
pub struct Twist {
    /// The whole of it.
    pub span: Span,
    /// What it changes.
    pub kind: TwistKind,
    /// How often, or how many.
    pub count: Expr,
}

/// The twists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TwistKind {
    /// Each turn the opponent may forbid options, up to the count.
    Blocking,
    /// Each player may pass, up to the count.
    PassEach,
    /// The players may pass, up to the count in all.
    PassShared,
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
    Octal(Digits),
    /// `hex "0.3F"`
    Hex(Digits),
    /// `code "4.333..."`
    Plain(Digits),
    /// `take {1, 3, 4}`
    Take(Expr),
    /// `take all but {2}`
    TakeAllBut(Expr),
}

/// The digits of a code.
#[derive(Debug, Clone)]
pub enum Digits {
    /// `octal "0.77"`
    Text(Text),
    /// `octal code`: the text that a parameter or a constant has.
    Name(Name),
}

impl CodeKind {
    /// The digits, where the code has some.
    pub fn digits(&self) -> Option<&Digits> {
        match self {
            CodeKind::Octal(digits) | CodeKind::Hex(digits) | CodeKind::Plain(digits) => Some(digits),
            CodeKind::Take(_) | CodeKind::TakeAllBut(_) => None,
        }
    }

    /// This notation with other digits.
    pub fn with_digits(&self, digits: Digits) -> CodeKind {
        match self {
            CodeKind::Octal(_) => CodeKind::Octal(digits),
            CodeKind::Hex(_) => CodeKind::Hex(digits),
            CodeKind::Plain(_) => CodeKind::Plain(digits),
            CodeKind::Take(_) | CodeKind::TakeAllBut(_) => self.clone(),
        }
    }
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
    /// `let PATTERN = EXPR`
    Local(Local),
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
            Rule::Local(it) => it.span,
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
    /// The condition under which it is legal, in addition to its binders.
    pub guard: Option<Expr>,
    /// Whether the same player moves again after it.
    pub again: bool,
    /// Its target.
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
    /// The parts, most significant first; never empty.
    pub parts: Vec<Expr>,
}

/// `assume ends`: assumes without proof that play ends.
#[derive(Debug, Clone)]
pub struct Assumption {
    /// The whole clause.
    pub span: Span,
}

/// `show EXPR`: how positions are displayed.
#[derive(Debug, Clone)]
pub struct Show {
    /// The whole clause.
    pub span: Span,
    /// A text, or a list of texts.
    pub value: Expr,
}

/// `let PATTERN = EXPR`: names for the clauses after it.
#[derive(Debug, Clone)]
pub struct Local {
    /// The whole clause.
    pub span: Span,
    /// The names that are bound.
    pub pattern: Pattern,
    /// The value to which they are bound.
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
    /// Its name, if it has one.
    pub text: Option<Text>,
    /// The claimed proposition.
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
    /// The increase with each period.
    pub adding: Option<Expr>,
    /// The index from which on it holds.
    pub from: Option<Expr>,
}
