//! Expressions whose form shows that they have a value.

use crate::ir::{Binary, Clause, Conversion, Expr, ExprKind, Value, walk};
use crate::laws::aggregates::{DefinedOf, aggregate as law_of_aggregate};

/// Whether the form of an expression shows that it has a value for all values of its names.
pub fn surely_has_a_value(expr: &Expr) -> bool {
    let mut sure = true;
    walk::everything(expr, &mut |part| {
        sure &= match &part.kind {
            ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Compare(..) | ExprKind::If(_) => true,
            ExprKind::List(_) | ExprKind::Tuple(_) | ExprKind::Unary(..) | ExprKind::Range { .. } => true,
            ExprKind::Convert(conversion, _) => {
                matches!(conversion, Conversion::RangeToList | Conversion::RangeToSet)
            }
            ExprKind::Binary(op, ..) => matches!(
                op,
                Binary::And
                    | Binary::Or
                    | Binary::Implies
                    | Binary::Add
                    | Binary::Subtract
                    | Binary::Multiply
            ),
            ExprKind::Aggregate(aggregate, list) => match &list.kind {
                ExprKind::List(elements) => match law_of_aggregate(*aggregate).defined {
                    DefinedOf::Everything => true,
                    DefinedOf::NonEmpty => !elements.is_empty(),
                    DefinedOf::Naturals => elements.iter().all(is_natural),
                },
                _ => false,
            },
            _ => false,
        };
    });
    sure
}

fn is_natural(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Literal(Value::Int(value)) if !value.is_negative())
}

/// Whether the forms of the conditions and domains of clauses show that they have values.
pub fn have_values(clauses: &[Clause]) -> bool {
    clauses.iter().map(walk::clause_expr).all(surely_has_a_value)
}
