//! Lists candidates for measures of a game: fields, lengths and totals of collections, and sums and
//! differences of these. Which of them decrease is not decided here.

use crate::ir::{Aggregate, Binary, Builtin, Clause, Expr, ExprKind, Game, Pattern, SlotId, Type, Value};
use crate::number::Int;
use crate::position::Range;
use crate::source::Span;

fn node(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::Int, span }
}

fn number(int: &Int, span: Span) -> Expr {
    node(ExprKind::Literal(Value::Int(int.clone())), span)
}

fn binary(op: Binary, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    node(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)
}

/// The measurable features of a game's fields, each a natural by the field's type.
pub fn features(game: &Game, ranges: &[Range]) -> Vec<Expr> {
    let mut features = Vec::new();
    for (at, (field, range)) in game.fields.iter().zip(ranges).enumerate() {
        let kind = ExprKind::Local(SlotId(at as u32));
        features_of(Expr { kind, ty: field.domain.ty(), span: field.span }, range, &mut features);
    }
    features
}

/// The measurable features of a field, or of a part of one.
fn features_of(value: Expr, range: &Range, features: &mut Vec<Expr>) {
    let span = value.span;
    match (value.ty.clone(), range) {
        (Type::Int, Range::Nat) => features.push(value),
        (Type::Int, Range::Between(low, high)) => {
            let from_low = binary(Binary::Subtract, value.clone(), number(low, span));
            features.push(if low.is_zero() { value.clone() } else { from_low });
            features.push(binary(Binary::Subtract, number(high, span), value));
        }
        (Type::Bool, _) => {
            let one = number(&Int::ONE, span);
            let zero = number(&Int::ZERO, span);
            features.push(node(ExprKind::If(Box::new([value, one, zero])), span));
        }
        (Type::List(_), _) => {
            if matches!(range, Range::List(element) if **element == Range::Nat || natural(element)) {
                features.push(node(ExprKind::Aggregate(Aggregate::Sum, Box::new(value.clone())), span));
            }
            features.push(length(value));
        }
        (Type::Set(_) | Type::Text, _) => features.push(length(value)),
        (Type::Tuple(types), Range::Tuple(ranges)) => {
            for (at, (ty, range)) in types.iter().zip(ranges).enumerate() {
                let kind = ExprKind::Part(Box::new(value.clone()), at);
                features_of(Expr { kind, ty: ty.clone(), span }, range, features);
            }
        }
        _ => {}
    }
}

/// Whether a range has bounds and contains no negative number.
fn natural(range: &Range) -> bool {
    matches!(range, Range::Between(low, _) if !low.is_negative())
}

/// The length of a collection or text, as an expression.
fn length(local: Expr) -> Expr {
    let span = local.span;
    node(ExprKind::Builtin(Builtin::Len, vec![local]), span)
}

/// Candidate measures of one game, the simplest first: single features, sums of several of the
/// first six features, differences of two of the first four integer fields, which are not natural
/// by type alone, and at the end candidates that are rarely needed. Also returns how many precede
/// the last group.
pub fn measures(game: &Game, ranges: &[Range]) -> (usize, Vec<Expr>) {
    let features = features(game, ranges);
    let mut measures = features.clone();
    let few = features.len().min(6);
    // All sets of at least two of the first six features, the smallest sets first.
    let mut sums: Vec<Vec<usize>> = (1u32..1 << few)
        .filter(|chosen| chosen.count_ones() >= 2)
        .map(|chosen| (0..few).filter(|at| chosen >> at & 1 == 1).collect())
        .collect();
    sums.sort_by_key(Vec::len);
    for chosen in sums {
        let sum = chosen.into_iter().map(|at| features[at].clone()).reduce(|a, b| binary(Binary::Add, a, b));
        measures.extend(sum);
    }
    let ints = game.fields.iter().enumerate().filter(|(_, field)| field.domain.ty() == Type::Int);
    let ints: Vec<Expr> =
        ints.map(|(at, field)| node(ExprKind::Local(SlotId(at as u32)), field.span)).take(4).collect();
    for (i, a) in ints.iter().enumerate() {
        for (j, b) in ints.iter().enumerate() {
            if i != j {
                measures.push(binary(Binary::Subtract, a.clone(), b.clone()));
            }
        }
    }
    let simple = measures.len();
    if ints.len() >= 2 {
        let list = Expr { kind: ExprKind::List(ints), ty: Type::list(Type::Int), span: game.span };
        measures.push(node(ExprKind::Aggregate(Aggregate::Max, Box::new(list)), game.span));
    }
    for (at, (field, range)) in game.fields.iter().zip(ranges).enumerate() {
        let kind = ExprKind::Local(SlotId(at as u32));
        let value = Expr { kind, ty: field.domain.ty(), span: field.span };
        weighed(&value, range, SlotId(game.fields.len() as u32), &mut measures);
    }
    (simple, measures)
}

/// Adds totals of a list or a set of naturals under several weights; for a set also the plain
/// total, which for a list is a feature. `name` is the slot of the name that the totals bind.
fn weighed(value: &Expr, range: &Range, name: SlotId, measures: &mut Vec<Expr>) {
    let span = value.span;
    let small = |int: i64| number(&Int::from(int), span);
    let local = || node(ExprKind::Local(name), span);
    let total = |domain: Expr, element: Expr| {
        let clauses = vec![Clause::For(Pattern::Slot(name), domain)];
        node(ExprKind::AggregateFor(Aggregate::Sum, clauses, Box::new(element)), span)
    };
    match range {
        Range::Set(element) if **element == Range::Nat || natural(element) => {
            let plain = node(ExprKind::Aggregate(Aggregate::Sum, Box::new(value.clone())), span);
            measures.push(plain);
            // For games of turning coins: the last coin outweighs all coins before it.
            measures.push(total(value.clone(), binary(Binary::Power, small(2), local())));
        }
        Range::List(element) if **element == Range::Nat || natural(element) => {
            let ty = Type::list(Type::Int);
            let indices = || Expr {
                kind: ExprKind::Builtin(Builtin::Indices, vec![value.clone()]),
                ty: ty.clone(),
                span,
            };
            let element = || node(ExprKind::Index(Box::new([value.clone(), local()])), span);
            let next = binary(Binary::Add, local(), small(1));
            measures.push(total(indices(), binary(Binary::Multiply, local(), element())));
            measures.push(total(indices(), binary(Binary::Multiply, next, element())));
            measures.push(total(
                indices(),
                binary(Binary::Multiply, binary(Binary::Power, small(2), local()), element()),
            ));
            // Sums up `max(x - 1, 0)`, which decreases by 1 when a heap is split into two non-empty
            // ones.
            let less = vec![binary(Binary::Subtract, local(), small(1)), small(0)];
            let less = Expr { kind: ExprKind::List(less), ty, span };
            measures
                .push(total(value.clone(), node(ExprKind::Aggregate(Aggregate::Max, Box::new(less)), span)));
        }
        _ => {}
    }
}
