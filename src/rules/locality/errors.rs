//! Why rules are not local ([`Reason`], with a wording for each), and why an evaluation stops
//! ([`Stop`]).

use super::symbol::CellId;
use crate::position::Problem;
use crate::source::Span;

/// Why the rules of a component are not local, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotLocal {
    /// The expression that is not local.
    pub span: Span,
    /// Why this expression is not local.
    pub reason: Reason,
}

/// Why an expression is not local; [`Reason::words`] describes each reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "described below")]
pub enum Reason {
    ReadsMany,
    Field,
    Length,
    Target,
    End,
    Loopy,
    Breaks,
    Many,
    Stays,
}

impl Reason {
    /// Describes the reason; `this` in the text is the expression.
    pub fn words(self) -> &'static str {
        match self {
            Reason::ReadsMany => "this reads many cells at once",
            Reason::Field => "this field belongs to the board as a whole and changes",
            Reason::Length => "this changes how many cells there are",
            Reason::Target => "this does not lead to one board of the same game",
            Reason::End => "this ends play on the whole board",
            Reason::Loopy => "positions may repeat",
            Reason::Breaks => "this has no value, or leads outside a type, for some values of the cells",
            Reason::Stays => "no cell is ever used up, so the board never splits",
            Reason::Many => "there are too many cells, values or ways to move",
        }
    }
}

/// Why an evaluation under assumed values stopped.
#[derive(Debug)]
pub enum Stop {
    /// The expression at the span needs the value of the cell, and no value of the cell is assumed.
    Needs(CellId, Span),
    /// The rules are not local.
    NotLocal(NotLocal),
    /// A limit of the budget was reached.
    Limit(Problem),
}

impl Stop {
    /// Replaces the span of a needed cell, so that an error in a loop points at the whole loop.
    pub fn seen_at(self, span: Span) -> Stop {
        if let Stop::Needs(cell, _) = self { Stop::Needs(cell, span) } else { self }
    }
}

/// Stops because the expression at `span` is not local.
pub fn not_local(span: Span, reason: Reason) -> Stop {
    Stop::NotLocal(NotLocal { span, reason })
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Stop {
        if problem.is_limit() { Stop::Limit(problem) } else { not_local(problem.span, Reason::Breaks) }
    }
}
