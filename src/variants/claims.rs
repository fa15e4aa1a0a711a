//! Translates the questions about a pair of games into claims.

use super::Pair;
use crate::ir::{
    Binary, Clause, Comparison, Convention, Expr, ExprKind, Pattern, Proposition, SlotId, Term, Type, Value,
};
use crate::ir::{Claim, GameId, walk};
use crate::number::Int;
use crate::position::Range;
use crate::source::Span;

/// What is compared for each pair of components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Whether both components are lost or neither is.
    Lost,
    /// Whether both components have the same value.
    Values,
}

/// The claim that the games agree on a question for all components; `None` if the types of the
/// fields cannot be written as domains of quantifiers.
pub fn claim(pair: &Pair, question: Question, convention: Convention) -> Option<Claim> {
    let game = pair.instance.program.game(pair.left);
    let ranges = &pair.instance.fields[pair.left.index()];
    let (domains, premises) = domains(ranges)?;
    let locals = game.fields.iter().enumerate().map(|(at, _)| local(at as u32));
    let left = component(pair.left, locals.collect());
    let right = component(pair.right, pair.matching.arguments.clone());
    // Play may begin in a game without draws and lead to a loopy one.
    let program = &pair.instance.program;
    let games = [pair.left, pair.right].map(|it| walk::reachable_games(program, it));
    let loopy = games.iter().flatten().any(|it| program.game(*it).loopy);
    let mut body = said(question, under(convention, left), under(convention, right), loopy);
    for premise in premises.into_iter().rev() {
        body = boolean(ExprKind::Binary(Binary::Implies, Box::new(premise), Box::new(body)));
    }
    for (at, domain) in domains.into_iter().enumerate().rev() {
        let clauses = vec![Clause::For(Pattern::Slot(SlotId(at as u32)), domain)];
        body = boolean(ExprKind::Quantifier { forall: true, clauses, body: Box::new(body) });
    }
    let (name, slots) = (None, pair.matching.slots.clone());
    Some(Claim { name, span: game.span, slots, proposition: Proposition::Holds(body) })
}

/// The statement that two positions agree on a question. If play may be endless, positions that
/// agree on being lost must also agree on being drawn.
fn said(question: Question, left: Expr, right: Expr, loopy: bool) -> Expr {
    let both = |term: Term, ty: Type, equal: &dyn Fn(Box<Expr>, Box<Expr>) -> ExprKind| {
        let asked =
            |position: &Expr| Box::new(expr(ExprKind::Term(term, vec![position.clone()]), ty.clone()));
        boolean(equal(asked(&left), asked(&right)))
    };
    let alike = |left, right| ExprKind::Binary(Binary::Iff, left, right);
    match question {
        Question::Values => {
            both(Term::Sg, Type::Int, &|left, right| ExprKind::Compare(left, vec![(Comparison::Eq, *right)]))
        }
        Question::Lost => {
            let lost = both(Term::Losing, Type::Bool, &alike);
            if !loopy {
                return lost;
            }
            let drawn = both(Term::Drawn, Type::Bool, &alike);
            boolean(ExprKind::Binary(Binary::And, Box::new(lost), Box::new(drawn)))
        }
    }
}

/// The domains of quantifiers over all fields, and premises that restrict fields to their ranges.
/// The domains are all finite or all the naturals, so that a counterexample gives each field a
/// value. `None` if a field is neither a natural nor a number in a range, or if one field is any
/// natural and another may be negative.
fn domains(ranges: &[Range]) -> Option<(Vec<Expr>, Vec<Expr>)> {
    let naturals = || expr(ExprKind::Naturals, Type::set(Type::Int));
    let values = |low: &Int, high: &Int| {
        expr(ExprKind::Literal(Value::range(low.clone(), high + &Int::from(1i64))), Type::Range)
    };
    let is_bounded = ranges.iter().all(|range| matches!(range, Range::Between(..)));
    let (mut domains, mut premises) = (Vec::new(), Vec::new());
    for (at, range) in ranges.iter().enumerate() {
        match range {
            Range::Nat => domains.push(naturals()),
            Range::Between(low, high) if is_bounded => domains.push(values(low, high)),
            Range::Between(low, high) if !low.is_negative() => {
                domains.push(naturals());
                let (at, values) = (local(at as u32), values(low, high));
                premises.push(boolean(ExprKind::Compare(Box::new(at), vec![(Comparison::In, values)])));
            }
            _ => return None,
        }
    }
    Some((domains, premises))
}

/// A position with its convention, which is omitted under normal play.
fn under(convention: Convention, position: Expr) -> Expr {
    match convention {
        Convention::Normal => position,
        _ => expr(ExprKind::Convention(convention, Box::new(position)), Type::Position),
    }
}

fn component(game: GameId, arguments: Vec<Expr>) -> Expr {
    expr(ExprKind::Component(game, arguments), Type::Position)
}

/// The expression for the field with index `at` of the first game.
fn local(at: u32) -> Expr {
    expr(ExprKind::Local(SlotId(at)), Type::Int)
}

fn boolean(kind: ExprKind) -> Expr {
    expr(kind, Type::Bool)
}

fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::default() }
}
