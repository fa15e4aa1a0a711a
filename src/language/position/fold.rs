//! Evaluates once the graphs that the rules build from constants.

use super::{Budget, Evaluator, Instance};
use crate::ir::{Expr, ExprKind, Type, Value, walk};
use rustc_hash::{FxHashMap, FxHashSet};

/// Replaces every outermost graph expression that uses no local names from outside by its value, so
/// that `neighbours(grid(8, 8), v)` does not build the board for every move. An expression without
/// a value stays unchanged, and its problem is reported when it is evaluated.
pub(super) fn fold(instance: &mut Instance, budget: &Budget<'_>) {
    let mut written: FxHashMap<String, Expr> = FxHashMap::default();
    in_program(instance, &mut |graph| {
        written.entry(walk::fingerprint(graph)).or_insert_with(|| graph.clone());
    });
    let made = written.into_iter().filter_map(|(key, expr)| {
        let mut frame = vec![Value::Bool(false); walk::frame_size(&expr)];
        Some((key, Evaluator::new(instance, budget).value(&expr, &mut frame).ok()?))
    });
    let made: FxHashMap<String, Value> = made.collect();
    if !made.is_empty() {
        in_program(instance, &mut |graph| {
            if let Some(value) = made.get(&walk::fingerprint(graph)) {
                graph.kind = ExprKind::Literal(value.clone());
            }
        });
    }
    let graphs = &mut instance.program.graphs;
    for value in made.values().chain(&instance.globals) {
        if let Value::Graph(graph) = value
            && !graphs.contains(graph)
        {
            graphs.push(graph.clone());
        }
    }
}

/// Calls `change` on every outermost expression of a program's rules that computes a graph and uses
/// no local names from outside.
fn in_program(instance: &mut Instance, change: &mut dyn FnMut(&mut Expr)) {
    let mut program = std::mem::take(&mut instance.program);
    walk::rules_mut(&mut program, &mut |expr| closed_graphs(expr, change));
    instance.program = program;
}

/// Calls `change` on each outermost part of an expression that computes a graph and uses no local
/// names from outside the part.
fn closed_graphs(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    let is_made = !matches!(expr.kind, ExprKind::Literal(_) | ExprKind::Global(_) | ExprKind::Local(_));
    if expr.ty == Type::Graph && is_made && is_closed(expr) {
        return change(expr);
    }
    stacker::maybe_grow(64 << 10, 4 << 20, || {
        walk::children_mut(expr, &mut |child| closed_graphs(child, change));
    });
}

/// Whether all local names of an expression are bound in it.
fn is_closed(expr: &Expr) -> bool {
    let (mut used, mut bound) = (FxHashSet::default(), FxHashSet::default());
    walk::everything(expr, &mut |inner| {
        if let ExprKind::Local(slot) = &inner.kind {
            used.insert(*slot);
        }
        bound.extend(walk::bound_by(inner));
    });
    used.is_subset(&bound)
}
