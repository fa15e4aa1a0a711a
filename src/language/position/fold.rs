//! Graphs that rules make of constants, made once.

use super::{Budget, Evaluator, Instance};
use crate::ir::{Clause, Expr, ExprKind, Program, Type, Value, walk};
use rustc_hash::{FxHashMap, FxHashSet};

/// Puts the graph itself in the place of every expression that makes one without local names, so that
/// `neighbours(grid(8, 8), v)` does not make the board for every move. Where such an expression has no
/// value it stays, and its problem is told where it is met.
pub(super) fn fold(instance: &mut Instance, budget: &Budget<'_>) {
    let mut program = instance.program.clone();
    let mut folding = Folding { instance, budget, known: FxHashMap::default() };
    every_expression(&mut program, &mut |expr| folding.fold(expr));
    let made = folding.known.into_values().flatten();
    let held = instance.globals.iter().cloned();
    for value in made.chain(held) {
        if let Value::Graph(graph) = value
            && !program.graphs.contains(&graph)
        {
            program.graphs.push(graph);
        }
    }
    instance.program = program;
}

fn every_expression(program: &mut Program, change: &mut dyn FnMut(&mut Expr)) {
    program.functions.iter_mut().for_each(|it| change(&mut it.body.expr));
    program.starts.iter_mut().for_each(|it| change(&mut it.position.expr));
    for claim in &mut program.claims {
        change(claim.expr_mut());
    }
    for game in &mut program.games {
        game.ends.iter_mut().for_each(|it| change(&mut it.condition.expr));
        game.show.iter_mut().for_each(|it| change(&mut it.expr));
        game.measure.iter_mut().flat_map(|it| &mut it.parts).for_each(&mut *change);
        for it in &mut game.moves {
            for clause in &mut it.clauses {
                let (Clause::For(_, expr) | Clause::If(expr)) = clause;
                change(expr);
            }
            change(&mut it.target);
        }
    }
}

struct Folding<'a, 'b> {
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    /// What was evaluated, by its structure; nothing where it has no value.
    known: FxHashMap<String, Option<Value>>,
}

impl Folding<'_, '_> {
    fn fold(&mut self, expr: &mut Expr) {
        let made = !matches!(expr.kind, ExprKind::Literal(_) | ExprKind::Global(_) | ExprKind::Local(_));
        if expr.ty == Type::Graph
            && made
            && is_closed(expr)
            && let Some(graph) = self.value(expr)
        {
            expr.kind = ExprKind::Literal(graph);
            return;
        }
        stacker::maybe_grow(64 << 10, 4 << 20, || walk::children_mut(expr, &mut |child| self.fold(child)));
    }

    fn value(&mut self, expr: &Expr) -> Option<Value> {
        let key = walk::fingerprint(expr);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut frame = vec![Value::Bool(false); walk::frame_size(expr)];
        let value = Evaluator::new(self.instance, self.budget).value(expr, &mut frame).ok();
        self.known.insert(key, value.clone());
        value
    }
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
