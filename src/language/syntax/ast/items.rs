//! Items: the top level of a file.

use super::{Binder, Expr, Name, Pattern, Text, Type};
use crate::source::Span;

/// One item of a file.
#[derive(Debug, Clone)]
pub struct Item {
    /// The place from the item's first word to its last.
    pub span: Span,
    /// The lines of the `///` comment above the item, if there are any.
    pub doc: Option<String>,
    /// The contents of the item.
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
    /// The name of the parameter.
    pub name: Name,
    /// The declared type of the parameter.
    pub ty: Type,
    /// The value that the parameter has unless `--set` gives another.
    pub value: Expr,
}

/// `let NAME = EXPR`
#[derive(Debug, Clone)]
pub struct Constant {
    /// The name of the constant.
    pub name: Name,
    /// The value of the constant.
    pub value: Expr,
}

/// `fn NAME(x: TYPE): TYPE = EXPR`
#[derive(Debug, Clone)]
pub struct Function {
    /// The name of the function.
    pub name: Name,
    /// The parameters, in order.
    pub parameters: Vec<Field>,
    /// The type of the function's result.
    pub result: Type,
    /// The expression whose value is the function's result.
    pub body: Expr,
}

/// A name with a type: a field of a game or a parameter of a function.
#[derive(Debug, Clone)]
pub struct Field {
    /// The name of the field or parameter.
    pub name: Name,
    /// The type of the field or parameter.
    pub ty: Type,
}

/// `game NAME(field: TYPE) { … }`, or a game by code: `game NAME(n: nat) = octal "0.77"`.
#[derive(Debug, Clone)]
pub struct Game {
    /// Whether the game is marked `loopy`.
    pub loopy: bool,
    /// The name of the game.
    pub name: Name,
    /// The fields, in order.
    pub fields: Vec<Field>,
    /// The twists before the rules: `blocking 1`, `pass 2 each`.
    pub twists: Vec<Twist>,
    /// The rules: clauses in braces, or a code.
    pub rules: StatedRules,
}

impl Game {
    /// Returns the twist that lets players pass, if the game has one.
    pub fn passes(&self) -> Option<&Twist> {
        self.twists.iter().find(|twist| twist.kind != TwistKind::Blocking)
    }

    /// Whether the rules are a code that names its digits, as in `octal NAME`, instead of stating
    /// them.
    pub fn has_named_code(&self) -> bool {
        matches!(&self.rules, StatedRules::Code(code) if matches!(code.kind.digits(), Some(Digits::Name(_))))
    }
}

/// `blocking 1`: a change in how turns are played.
#[derive(Debug, Clone)]
pub struct Twist {
    /// The place of the word and its arguments.
    pub span: Span,
    /// Which change the twist makes.
    pub kind: TwistKind,
    /// The number of passes, or of options that may be forbidden.
    pub count: Expr,
}

/// The ways in which a twist changes how turns are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TwistKind {
    /// Before each turn the opponent may forbid at most `count` options.
    Blocking,
    /// Each player may pass at most `count` times.
    PassEach,
    /// Both players together may pass at most `count` times.
    PassShared,
}

/// The two ways to state rules.
#[derive(Debug, Clone)]
pub enum StatedRules {
    /// `{ … }`
    Body(Vec<Rule>),
    /// `= octal "0.77"`, `= take {1, 3}` and the other codes.
    Code(Code),
}

/// Rules stated by a code.
#[derive(Debug, Clone)]
pub struct Code {
    /// The place from the word of the notation to the end of its argument.
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
    /// `octal NAME`: the name of a parameter or constant whose value is the text.
    Name(Name),
}

impl CodeKind {
    /// Returns the digits; `None` for `take`, which has no digits.
    pub fn digits(&self) -> Option<&Digits> {
        match self {
            CodeKind::Octal(digits) | CodeKind::Hex(digits) | CodeKind::Plain(digits) => Some(digits),
            CodeKind::Take(_) | CodeKind::TakeAllBut(_) => None,
        }
    }

    /// Returns this notation with other digits; `take` is returned unchanged.
    pub fn with_digits(&self, digits: Digits) -> CodeKind {
        match self {
            CodeKind::Octal(_) => CodeKind::Octal(digits),
            CodeKind::Hex(_) => CodeKind::Hex(digits),
            CodeKind::Plain(_) => CodeKind::Plain(digits),
            CodeKind::Take(_) | CodeKind::TakeAllBut(_) => self.clone(),
        }
    }
}

/// A clause in the body of a game: a move, an end, or a declaration (`measure`, `assume ends`,
/// `show`, `let`).
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
    /// Returns the place of the whole clause.
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
    /// The place of the whole clause.
    pub span: Span,
    /// The name of the move.
    pub name: Name,
    /// The binders in the parentheses after the name, in order.
    pub binders: Vec<Binder>,
    /// The condition after `when`, if there is one.
    pub guard: Option<Expr>,
    /// Whether the target is marked `again`: the same player moves again.
    pub again: bool,
    /// The expression after `->`: the position or positions that the move leads to.
    pub target: Expr,
}

/// `end when COND: win`
#[derive(Debug, Clone)]
pub struct End {
    /// The place of the whole clause.
    pub span: Span,
    /// The condition under which play ends.
    pub condition: Expr,
    /// Whether the player to move has won then; otherwise that player has lost.
    pub win: bool,
}

/// `measure EXPR, …`
#[derive(Debug, Clone)]
pub struct Measure {
    /// The place of the whole clause.
    pub span: Span,
    /// The parts of the measure, most significant first; never empty.
    pub parts: Vec<Expr>,
}

/// `assume ends`: assumes without proof that play ends.
#[derive(Debug, Clone)]
pub struct Assumption {
    /// The place of the whole clause.
    pub span: Span,
}

/// `show EXPR`: how positions are displayed.
#[derive(Debug, Clone)]
pub struct Show {
    /// The place of the whole clause.
    pub span: Span,
    /// The expression after `show`, whose value is a text, a list of rows, or a list of rows that
    /// are lists of letters.
    pub value: Expr,
}

/// `let PATTERN = EXPR`: names for the clauses after it.
#[derive(Debug, Clone)]
pub struct Local {
    /// The place of the whole clause.
    pub span: Span,
    /// The names that are bound.
    pub pattern: Pattern,
    /// The value to which they are bound.
    pub value: Expr,
}

/// `start NAME = POSITION`
#[derive(Debug, Clone)]
pub struct Start {
    /// The name of the start, if it has one.
    pub name: Option<Name>,
    /// The position.
    pub position: Expr,
}

/// `claim "text": PROPOSITION`
#[derive(Debug, Clone)]
pub struct Claim {
    /// The name of the claim, if it has one.
    pub text: Option<Text>,
    /// The claimed proposition.
    pub proposition: Expr,
    /// `repeats every …`, if the claim has that form.
    pub repeats: Option<Repeats>,
}

/// `repeats every P adding S from N`
#[derive(Debug, Clone)]
pub struct Repeats {
    /// The place from `repeats` to the end of the claim.
    pub span: Span,
    /// The period.
    pub period: Expr,
    /// The increase of the values with each period, after `adding`; `None` means 0.
    pub adding: Option<Expr>,
    /// The index after `from`, at which the period begins; `None` means 0.
    pub from: Option<Expr>,
}
