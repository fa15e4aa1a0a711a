//! The checked, typed program: every name is resolved, sugar is expanded, and the guards of moves
//! are split into conditions, each placed as early as its names allow.
//!
//! Recognisers match on the program, engines compile it, and claims are evaluated over it. Names
//! survive only for printing.

mod builtin;
mod expr;
pub mod graph;
pub mod print;
mod types;
pub mod value;
pub mod walk;

pub use builtin::{Aggregate, Builtin, Term};
pub use expr::{
    Binary, Clause, Comparison, Compound, Convention, Conversion, Expr, ExprKind, Pattern, Unary, slots_of,
};
pub use types::{Domain, Type};
pub use value::Value;

use crate::source::Span;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The index in the list that the id refers to.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

ids! {
    /// A parameter, constant or named start, in `Program::globals`.
    GlobalId;
    /// A function, in `Program::functions`.
    FunctionId;
    /// A game, in `Program::games`.
    GameId;
    /// A local name, in the `slots` of the body it belongs to.
    SlotId;
}

/// A program: what the checker makes of the files of one spec.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// Parameters, constants and named starts; the value of each uses only earlier ones, and functions.
    pub globals: Vec<Global>,
    /// Functions; the body of each may use globals, and only earlier functions.
    pub functions: Vec<Function>,
    /// Games; the moves of each may lead to components of any game.
    pub games: Vec<Game>,
    /// The starts of the root file, and the named starts of imported ones.
    pub starts: Vec<Start>,
    /// The claims of the root file.
    pub claims: Vec<Claim>,
    /// The graphs that the text contains or loads, without repetitions; an instance adds those that
    /// its constants and rules build.
    pub graphs: Vec<std::sync::Arc<graph::Graph>>,
}

/// A local name of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// The name. Several slots of a body may have equal names.
    pub name: String,
    /// Where the name is bound.
    pub span: Span,
    /// The type of its value.
    pub ty: Type,
}

/// An expression with the local names that it uses.
#[derive(Debug, Clone)]
pub struct Body {
    /// All local names of the expression. The parameters of a function or the fields of a game come
    /// first.
    pub slots: Vec<Slot>,
    /// The expression.
    pub expr: Expr,
}

/// A parameter, a constant or a named start.
#[derive(Debug, Clone)]
pub struct Global {
    /// The name of the parameter, constant or start.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// The declared type of a parameter; constants and starts have none.
    pub domain: Option<Domain>,
    /// The type of its value.
    pub ty: Type,
    /// The expression of the value.
    pub value: Body,
}

/// A function that the spec declares with `fn`.
#[derive(Debug, Clone)]
pub struct Function {
    /// The name of the function.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// The parameters, which are the first slots of the body.
    pub parameters: Vec<Field>,
    /// The declared type of its result.
    pub result: Domain,
    /// The expression that computes the result.
    pub body: Body,
}

/// A field of a game, or a parameter of a function.
#[derive(Debug, Clone)]
pub struct Field {
    /// The name of the field or parameter.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// The declared type.
    pub domain: Domain,
}

/// A game, or a companion game `again g`, which the checker adds for moves `-> again g(…)`.
#[derive(Debug, Clone)]
pub struct Game {
    /// The name of the game.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// The doc comment above the game, if any.
    pub doc: Option<String>,
    /// Whether positions may repeat.
    pub loopy: bool,
    /// The fields, which are the first slots of each body of the game.
    pub fields: Vec<Field>,
    /// How many options the opponent may forbid each turn, if any: a constant.
    pub blocking: Option<Body>,
    /// The passes of the players, if they have some. The last field, or the last two if each player
    /// has passes, holds how many are left.
    pub passes: Option<Passes>,
    /// For a game that only lets the opponent move again: the game in which the opponent moves.
    /// Both have equal fields. `None` for all other games.
    pub again: Option<GameId>,
    /// The `end` rules: the conditions under which play is over at once.
    pub ends: Vec<End>,
    /// The moves, in the order of the text; the pass of a game with passes is the last.
    pub moves: Vec<Move>,
    /// The measure that the author states, if any.
    pub measure: Option<Measure>,
    /// The place of `assume ends`, if the spec has it.
    pub assumed_to_end: Option<Span>,
    /// The expression of `show`, if any, which draws a position: a text or a list of rows.
    pub show: Option<Body>,
    /// The code from which the moves were expanded, if any: `octal "0.77"`.
    pub origin: Option<Origin>,
    /// Whether the game belongs to the root file rather than to an imported one.
    pub in_root: bool,
}

/// The clause `pass 1 shared` of a game.
#[derive(Debug, Clone)]
pub struct Passes {
    /// The place of the clause `pass …`.
    pub span: Span,
    /// The initial number of passes: an expression without fields.
    pub count: Body,
    /// Whether each player has this many passes; otherwise they share them.
    pub each: bool,
}

impl Game {
    /// The fields that the author declared: all but the last ones, which count passes.
    pub fn declared_fields(&self) -> &[Field] {
        let added = self.passes.as_ref().map_or(0, |passes| 1 + usize::from(passes.each));
        &self.fields[..self.fields.len().saturating_sub(added)]
    }

    /// Whether a move of this game is the pass.
    pub fn is_pass(&self, it: &Move) -> bool {
        self.passes.as_ref().is_some_and(|passes| passes.span == it.clause_span)
    }
}

/// The code that a game's moves were expanded from.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The place of the code.
    pub span: Span,
    /// The canonical text of the code.
    pub text: String,
}

/// An `end` rule of a game, as in `end when COND: win`.
#[derive(Debug, Clone)]
pub struct End {
    /// The place of the clause.
    pub span: Span,
    /// The condition under which play ends.
    pub condition: Body,
    /// Whether the player to move has won.
    pub win: bool,
}

/// The clause `measure EXPR, …` of a game.
#[derive(Debug, Clone)]
pub struct Measure {
    /// The place of the clause.
    pub span: Span,
    /// All local names: the game's fields first, then the names that the expressions bind.
    pub slots: Vec<Slot>,
    /// The expressions of the measure, most significant first; never empty.
    pub parts: Vec<Expr>,
}

/// A move: a comprehension of positions.
#[derive(Debug, Clone)]
pub struct Move {
    /// The name of the move.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// The whole clause.
    pub clause_span: Span,
    /// All local names, the game's fields first.
    pub slots: Vec<Slot>,
    /// Binders and conditions in evaluation order. Each conjunct of the guard is placed as early as
    /// its names allow.
    pub clauses: Vec<Clause>,
    /// The position that the move leads to.
    pub target: Expr,
}

/// A start: a position from which play is explored, and which claims can name.
#[derive(Debug, Clone)]
pub struct Start {
    /// The name of the start, if it has one.
    pub name: Option<String>,
    /// The place of the position.
    pub span: Span,
    /// The position.
    pub position: Body,
    /// Whether the start belongs to the root file rather than to an imported one.
    pub in_root: bool,
}

/// A claim: a proposition that `gspec check` judges.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The text that names the claim, if it has one.
    pub name: Option<String>,
    /// The whole item.
    pub span: Span,
    /// All local names of the proposition.
    pub slots: Vec<Slot>,
    /// The claimed proposition.
    pub proposition: Proposition,
}

impl Claim {
    /// The expression that is claimed to hold, or whose values are claimed to repeat.
    pub fn expr(&self) -> &Expr {
        match &self.proposition {
            Proposition::Holds(expr) => expr,
            Proposition::Repeats(repeats) => &repeats.value,
        }
    }
}

impl Claim {
    /// The expression that is claimed to hold, or whose values are claimed to repeat, mutably.
    pub fn expr_mut(&mut self) -> &mut Expr {
        match &mut self.proposition {
            Proposition::Holds(expr) => expr,
            Proposition::Repeats(repeats) => &mut repeats.value,
        }
    }
}

/// The proposition of a claim.
#[derive(Debug, Clone)]
pub enum Proposition {
    /// The expression, of type `bool`, is true.
    Holds(Expr),
    /// `sg(G(n)) repeats every P adding S from N`
    Repeats(Box<Repeats>),
}

/// The parts of a `repeats` claim.
#[derive(Debug, Clone)]
pub struct Repeats {
    /// The slot of the variable, an integer.
    pub variable: SlotId,
    /// The value that repeats: an integer that depends on the variable.
    pub value: Expr,
    /// The claimed period, an integer.
    pub period: Expr,
    /// What each period adds to the value; 0 if omitted.
    pub adding: Option<Expr>,
    /// The index from which on values repeat; 0 if omitted.
    pub from: Option<Expr>,
}

impl Program {
    /// The game with an id.
    pub fn game(&self, id: GameId) -> &Game {
        &self.games[id.index()]
    }

    /// The game with a name; `None` if no game has it.
    pub fn find_game(&self, name: &str) -> Option<GameId> {
        let at = self.games.iter().position(|game| game.name == name)?;
        Some(GameId(at as u32))
    }

    /// The ids of all games, ascending.
    pub fn game_ids(&self) -> impl Iterator<Item = GameId> + use<> {
        (0..self.games.len() as u32).map(GameId)
    }
}
