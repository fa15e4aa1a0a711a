//! A game rewritten with other fields. Each of its states corresponds to a state of the game with
//! the same moves.

use crate::ir::{Clause, Expr, ExprKind, Field, GameId, Slot, walk};
use crate::position::{Budget, Instance};

/// How a game is written with other fields.
pub struct Rewriting<'a> {
    /// The new fields.
    pub fields: Vec<Field>,
    /// All fields of the game, in the order in which their slots are kept: first those that
    /// correspond to new fields.
    pub order: Vec<usize>,
    /// For each field of the game, the expression in the new fields that replaces it in the rules.
    pub first: Vec<Expr>,
    /// Converts the arguments of a component to those for the new fields.
    pub arguments: &'a dyn Fn(Vec<Expr>) -> Vec<Expr>,
}

/// Returns a program in which the game keeps its number and has the new fields. The other games
/// have no rules there; starts and claims are removed. `None` if the program cannot be evaluated
/// within the budget.
pub fn rewritten(
    instance: &Instance,
    game: GameId,
    rewriting: Rewriting<'_>,
    budget: &Budget<'_>,
) -> Option<Instance> {
    let Rewriting { fields, order, first, arguments } = rewriting;
    let rules = instance.program.game(game);
    let slots = |slots: &[Slot]| -> Vec<Slot> {
        order.iter().map(|at| &slots[*at]).chain(&slots[order.len()..]).cloned().collect()
    };
    let mut program = instance.program.clone();
    (program.starts, program.claims) = (Vec::new(), Vec::new());
    for other in &mut program.games {
        (other.ends, other.moves, other.measure, other.show) = (Vec::new(), Vec::new(), None, None);
    }
    let written = &mut program.games[game.index()];
    written.fields = fields;
    for end in &rules.ends {
        let mut end = end.clone();
        end.condition.slots = slots(&end.condition.slots);
        end.condition.expr = walk::instantiate(&end.condition.expr, &first, 0);
        written.ends.push(end);
    }
    for it in &rules.moves {
        let mut it = it.clone();
        it.slots = slots(&it.slots);
        let clauses: Vec<Clause> =
            it.clauses.iter().map(|clause| walk::instantiate_clause(clause, &first, 0)).collect();
        it.clauses = clauses;
        it.target = walk::instantiate(&it.target, &first, 0);
        write_arguments(&mut it.target, arguments);
        written.moves.push(it);
    }
    Instance::new(program, budget).0
}

fn write_arguments(expr: &mut Expr, write: &dyn Fn(Vec<Expr>) -> Vec<Expr>) {
    walk::children_mut(expr, &mut |part| {
        stacker::maybe_grow(64 << 10, 4 << 20, || write_arguments(part, write));
    });
    if let ExprKind::Component(_, arguments) = &mut expr.kind {
        *arguments = write(std::mem::take(arguments));
    }
}
