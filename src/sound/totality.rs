//! Which expressions surely have a value, and which ends surely agree.

use super::occurrences::facts_of_fields;
use crate::ir::{Aggregate, Binary, Builtin, Clause, Expr, ExprKind, GameId, Type, Unary, Value, walk};
use crate::number::Int;
use crate::position::Instance;

/// Up to this exponent a power is no larger than what products can make.
const MODERATE: i64 = 1000;

/// Whether the rules of a game surely have a value at every component of its types.
pub fn evaluable(instance: &Instance, game: GameId) -> bool {
    let rules = instance.program.game(game);
    let moves = rules.moves.iter().all(|it| {
        let clauses = it.clauses.iter().all(|clause| match clause {
            Clause::For(_, expr) | Clause::If(expr) => is_total(expr),
        });
        clauses && is_total(&it.target)
    });
    moves && rules.ends.iter().all(|end| is_total(&end.condition.expr)) && ends_agree(instance, game)
}

/// Whether no component can be won and lost by its ends at once.
fn ends_agree(instance: &Instance, game: GameId) -> bool {
    let ends = &instance.program.game(game).ends;
    ends.iter().filter(|end| end.win).all(|won| {
        ends.iter().filter(|end| !end.win).all(|lost| {
            let mut facts = facts_of_fields(instance, game);
            facts.assume(&won.condition.expr, true);
            facts.assume(&lost.condition.expr, true);
            facts.impossible()
        })
    })
}

/// Whether an expression has a value whatever the values of its names.
pub fn is_total(expr: &Expr) -> bool {
    let mut total = true;
    walk::everything(expr, &mut |inner| {
        total &= match &inner.kind {
            ExprKind::Literal(_)
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Compare(..)
            | ExprKind::If(_)
            | ExprKind::List(_)
            | ExprKind::Set(_)
            | ExprKind::Range { .. }
            | ExprKind::ListFor(..)
            | ExprKind::SetFor(..)
            | ExprKind::Nothing
            | ExprKind::Tuple(_)
            | ExprKind::Part(..)
            | ExprKind::Component(..) => true,
            // A number below zero is no vertex.
            ExprKind::Convert(..) => inner.ty != Type::Vertex,
            ExprKind::Unary(op, _) => *op != Unary::NegateReal,
            ExprKind::Binary(op, _, right) => match op {
                Binary::Div | Binary::Mod => {
                    matches!(&right.kind, ExprKind::Literal(Value::Int(int)) if *int > Int::ZERO)
                }
                // With a moderate exponent a power is as good as a product.
                Binary::Power => matches!(&right.kind, ExprKind::Literal(Value::Int(int))
                    if int.to_i64().is_some_and(|exponent| (0..=MODERATE).contains(&exponent))),
                Binary::Xor | Binary::Copies => false,
                _ => inner.ty != Type::Real,
            },
            ExprKind::Aggregate(aggregate, list) => match aggregate {
                Aggregate::Min | Aggregate::Max => {
                    // Of nothing they have no value.
                    matches!(&list.kind, ExprKind::List(parts) if !parts.is_empty())
                        || matches!(&list.kind, ExprKind::Binary(Binary::ConcatLists, left, _)
                            if matches!(&left.kind, ExprKind::List(parts) if !parts.is_empty()))
                }
                Aggregate::Mex | Aggregate::Xor => false,
                _ => true,
            },
            ExprKind::AggregateFor(aggregate, ..) => {
                !matches!(aggregate, Aggregate::Min | Aggregate::Max | Aggregate::Mex | Aggregate::Xor)
            }
            ExprKind::Builtin(builtin, _) => matches!(
                builtin,
                Builtin::Len
                    | Builtin::Abs
                    | Builtin::Sorted
                    | Builtin::Reverse
                    | Builtin::Indices
                    | Builtin::Even
                    | Builtin::Odd
                    | Builtin::Contains
                    | Builtin::IsFib
                    | Builtin::IsSquare
                    | Builtin::Vertices
                    | Builtin::Edges
                    | Builtin::Gcd
                    | Builtin::Lcm
            ),
            _ => false,
        };
    });
    total
}
