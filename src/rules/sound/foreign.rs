//! Finds vertices that are in no graph of the program, but may become part of a position.

use super::totality::makes_vertices;
use crate::ir::{Conversion, Expr, ExprKind, Value, walk};
use crate::position::{Instance, Universe};

/// Whether every vertex that play from `starts` can bring into a position is in a graph of the
/// program: those in the starts, in values of constants and in rules, and those that rules make of
/// numbers, texts and tuples.
pub fn no_foreign_vertices<'v>(instance: &Instance, mut starts: impl Iterator<Item = &'v Value>) -> bool {
    let mut left = MOST_PARTS;
    let mut is_known = |value: &Value| knows(instance.universe(), value, &mut left);
    let games = instance.program.games.iter().flat_map(|game| &game.moves);
    let mut rules = games.flat_map(|it| it.clauses.iter().map(walk::clause_expr).chain([&it.target]));
    starts.all(&mut is_known)
        && instance.globals.iter().all(is_known)
        && rules.all(|expr| makes_known(instance, expr))
        && instance.program.functions.iter().all(|function| makes_known(instance, &function.body.expr))
}

/// At most this many parts of values are examined; parts that a value shares count each time.
const MOST_PARTS: usize = 1_000_000;

/// Whether all vertices in a value are in a graph of the program; false once `left` further parts
/// have been examined.
fn knows(universe: &Universe, value: &Value, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    match value {
        Value::Vertex(vertex) => universe.find(vertex).is_some(),
        Value::List(parts) | Value::Set(parts) | Value::Tuple(parts) => {
            parts.iter().all(|part| knows(universe, part, left))
        }
        _ => true,
    }
}

/// Whether all vertices that an expression states or makes are in a graph of the program.
fn makes_known(instance: &Instance, expr: &Expr) -> bool {
    let universe = instance.universe();
    let mut all = true;
    walk::everything(expr, &mut |inner| {
        all &= match &inner.kind {
            ExprKind::Literal(value) => knows(universe, value, &mut MOST_PARTS.clone()),
            ExprKind::Convert(conversion, named) if makes_vertices(conversion) => {
                constant(instance, named).is_some_and(|named| names_known(universe, conversion, &named))
            }
            _ => true,
        };
    });
    all
}

/// Whether the vertices that a conversion makes of a value are in a graph of the program; false for
/// conversions of several kinds at once.
fn names_known(universe: &Universe, conversion: &Conversion, value: &Value) -> bool {
    match (conversion, value) {
        (Conversion::IntToVertex | Conversion::ToVertex, _) => {
            value.as_vertex().is_some_and(|vertex| universe.find(&vertex).is_some())
        }
        (Conversion::Elements(each) | Conversion::Members(each), Value::List(parts) | Value::Set(parts)) => {
            parts.iter().all(|part| names_known(universe, each, part))
        }
        _ => false,
    }
}

/// The value of an expression that is written out; `None` for other expressions.
fn constant(instance: &Instance, expr: &Expr) -> Option<Value> {
    match &expr.kind {
        ExprKind::Literal(value) => Some(value.clone()),
        ExprKind::Global(id) => Some(instance.globals[id.index()].clone()),
        ExprKind::Tuple(parts) => {
            Some(Value::Tuple(parts.iter().map(|part| constant(instance, part)).collect::<Option<_>>()?))
        }
        ExprKind::List(parts) | ExprKind::Set(parts) => {
            Some(Value::List(parts.iter().map(|part| constant(instance, part)).collect::<Option<_>>()?))
        }
        _ => None,
    }
}
