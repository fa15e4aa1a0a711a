//! The reasons why an expression has no value, and the type of the result of an evaluation. The
//! messages are in `errors`.

use super::Limit;
use crate::ir::value::Component;
use crate::ir::{GameId, SlotId, Value};
use crate::source::Span;

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where the problem is; the default span if it has no place in a file.
    pub span: Span,
    /// Which problem it is, with its details.
    pub kind: ProblemKind,
}

/// The problems of evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "described in errors.rs")]
pub enum ProblemKind {
    DivisionByZero,
    Index {
        index: String,
        length: usize,
    },
    SliceOutside {
        low: String,
        high: String,
        length: usize,
    },
    NegativeExponent,
    NegativeRoot,
    NotNatural {
        what: &'static str,
        value: String,
    },
    NotPositive {
        what: &'static str,
        value: String,
    },
    ValuationOfZero,
    TooLarge(&'static str),
    EmptyExtreme(&'static str),
    NotOneField,
    IrrationalRoot,
    PrimeUnknown,
    ForeignVertex {
        vertex: String,
    },
    NegativeVertex {
        value: String,
    },
    NoPath {
        from: String,
        to: String,
    },
    ShortCycle,
    NotATree,
    NoParent {
        vertex: String,
    },
    NotOneCharacter,
    WithLengths {
        places: usize,
        values: usize,
    },
    BadBase,
    /// A field of a component would leave its type.
    Outside {
        game: GameId,
        field: usize,
        value: Value,
        /// Further fields of the component that leave their types.
        more: Vec<(usize, Value)>,
    },
    /// A parameter of the spec, or an argument or a result of a function, is outside its declared
    /// type. `name` is the declared type of the parameter, or the name of the function.
    OutsideDeclared {
        name: String,
        value: String,
    },
    EndsDisagree {
        first: Span,
    },
    /// A position that must be a sum under normal play is not, such as an operand of a sum in
    /// `(misere P) + Q`.
    NotASum,
    /// A question that this kind of position does not allow.
    Refused(Refusal),
    /// A move of this component could not be evaluated.
    InMove {
        component: Component,
        game: GameId,
        rule: usize,
        problem: Box<Problem>,
    },
    /// Play returns to this component though its game is not loopy.
    Cycle {
        component: Component,
    },
    /// The engine of `--engine` does not support this game.
    Unfit {
        engine: &'static str,
        game: GameId,
        why: &'static str,
    },
    /// A quantifier over all naturals was examined only up to a bound that does not decide it.
    Open(Box<Open>),
    Limit(Limit),
}

impl ProblemKind {
    /// Whether a limit was reached or a value was too large, so that the rules need not be wrong.
    pub fn is_of_size(&self) -> bool {
        match self {
            ProblemKind::InMove { problem, .. } => problem.kind.is_of_size(),
            other => matches!(other, ProblemKind::Limit(_) | ProblemKind::TooLarge(_)),
        }
    }
}

/// Why a question is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "described in errors.rs")]
pub enum Refusal {
    /// A game with an `end … win` rule has no values.
    ValueOfWinEnds,
    /// A game with `win` ends, or with any ends under misère play, cannot be part of a sum.
    SumWithEnds,
    /// No theory gives a value to a position in which turns do not simply alternate.
    ValueOfTwist,
    /// A game in which turns do not simply alternate cannot be part of this sum.
    SumWithTwist,
    /// Values exist only under normal play.
    ValueOfConvention,
    /// The infinite value of a loopy position is not a number.
    InfiniteValue,
    // The value *loony* is not a number.
    LoonyValue,
    /// `anti` needs games without `end` rules.
    AntiWithEnds,
    // `anti` needs games whose play always ends.
    AntiLoopy,
    /// A drawn position has no remoteness.
    RemotenessOfDraw,
    /// No available theory decides equality of these positions.
    EqualityUndecided,
    /// A proved set of lost positions determines outcomes, but not remoteness, and values only
    /// where they are proved.
    OnlyOutcomes,
}

/// The result of evaluating: a value, or the reason why there is none.
pub type Evaluated<T> = Result<T, Problem>;

/// Why a truth value is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    /// The tentative truth value, which is right if no number above the bound changes it; `None` if
    /// it cannot be determined.
    pub leaning: Option<bool>,
    /// Whether the expression may have no value at all: a part of it has none, or was not evaluated,
    /// and it depends on the open truth value whether that part matters. Then no other part decides.
    pub may_fail: bool,
    /// Whether the quantifier that was evaluated only up to a bound is a `forall`.
    pub forall: bool,
    /// The names that this quantifier binds.
    pub slots: Vec<SlotId>,
    /// The greatest number for which all cases were evaluated.
    pub bound: u64,
}
