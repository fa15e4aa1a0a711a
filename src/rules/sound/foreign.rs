//! Finds vertices that are in no graph of the program, but may become part of a position.

use super::totality::makes_vertices;
use crate::ir::value::{Form, Position, Sum};
use crate::ir::{Builtin, Conversion, Expr, ExprKind, Type, Value, walk};
use crate::position::{Instance, Universe};

/// Whether every vertex that play from `starts` can bring into a position is in a graph of the
/// program: those in the starts and in the constants of the moves, and those that the moves make of
/// numbers, texts and tuples. A move that makes a graph, such as `path(n)`, can bring any vertex.
pub fn no_foreign_vertices<'v>(instance: &Instance, mut starts: impl Iterator<Item = &'v Value>) -> bool {
    let program = &instance.program;
    let mut left = MOST_PARTS;
    if !starts.all(|value| knows(instance.universe(), value, &mut left)) {
        return false;
    }
    let moves = program.games.iter().flat_map(|game| &game.moves);
    let rules = moves.flat_map(|it| it.clauses.iter().map(walk::clause_expr).chain([&it.target]));
    let mut pending: Vec<&Expr> = rules.collect();
    let mut functions = vec![false; program.functions.len()];
    while let Some(expr) = pending.pop() {
        if !makes_known(instance, expr, &mut left) {
            return false;
        }
        walk::everything(expr, &mut |inner| {
            if let ExprKind::Call(id, _) = &inner.kind
                && !std::mem::replace(&mut functions[id.index()], true)
            {
                pending.push(&program.functions[id.index()].body.expr);
            }
        });
    }
    true
}
/// At most this many parts of values are examined; parts that a value shares count each time.
const MOST_PARTS: usize = 1_000_000;

/// Whether all vertices in a value are in a graph of the program, and all graphs in it are graphs of
/// the program; false once `left` further parts have been examined.
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
        Value::Graph(graph) => universe.graph(graph).is_some(),
        Value::Position(position) => {
            let mut components = sums(position).iter().flat_map(|sum| sum.parts.iter());
            components.all(|(component, _)| component.state.iter().all(|part| knows(universe, part, left)))
        }
        _ => true,
    }
}

/// The sums that are played together in a position.
fn sums(position: &Position) -> &[Sum] {
    match &position.form {
        Form::Sum(sum) => std::slice::from_ref(sum),
        Form::Compound(_, operands) | Form::Operands(operands) => operands,
    }
}

/// Whether values of a type can hold vertices, in a graph or a component if need be.
fn holds_vertices(ty: &Type) -> bool {
    match ty {
        Type::Vertex | Type::Graph | Type::Position => true,
        Type::List(element) | Type::Set(element) => holds_vertices(element),
        Type::Tuple(parts) => parts.iter().any(holds_vertices),
        _ => false,
    }
}

/// Whether all vertices that an expression states or makes are in a graph of the program.
fn makes_known(instance: &Instance, expr: &Expr, left: &mut usize) -> bool {
    let universe = instance.universe();
    let mut all = true;
    walk::everything(expr, &mut |inner| {
        all &= match &inner.kind {
            ExprKind::Literal(value) => !holds_vertices(&inner.ty) || knows(universe, value, left),
            ExprKind::Global(id) => {
                !holds_vertices(&inner.ty) || knows(universe, &instance.globals[id.index()], left)
            }
            ExprKind::Convert(conversion, named) if makes_vertices(conversion) => {
                constant(instance, named).is_some_and(|named| names_known(universe, conversion, &named))
            }
            ExprKind::Builtin(builtin, _) => inner.ty != Type::Graph || *builtin == Builtin::Subgraph,
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
