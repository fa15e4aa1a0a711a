//! Truth values that say the opposite: a flag that is up where another game's is down.
//!
//! Each state of the one game is the state of the other with the opposite flag, and has the same moves.

use crate::ir::{Domain, Expr, ExprKind, GameId, SlotId, Type, Unary, Value, walk};
use crate::position::{Budget, Instance};

/// The places of a game's flags, if the game leads to itself only.
pub fn flags(instance: &Instance, game: GameId) -> Vec<usize> {
    let rules = instance.program.game(game);
    if rules.loopy || instance.is_twisted(game) || walk::reachable_games(&instance.program, game) != [game] {
        return Vec::new();
    }
    let fields = rules.fields.iter().enumerate();
    fields.filter(|(_, field)| matches!(field.domain, Domain::Bool)).map(|(at, _)| at).collect()
}

/// The game with the opposite of one of its flags.
pub fn with_opposite(
    instance: &Instance,
    game: GameId,
    place: usize,
    budget: &Budget<'_>,
) -> Option<Instance> {
    let rules = instance.program.game(game);
    let fields = rules.fields.iter().enumerate();
    let first: Vec<Expr> = fields
        .map(|(at, field)| {
            let (ty, span) = (field.domain.ty(), field.span);
            let field = Expr { kind: ExprKind::Local(SlotId(at as u32)), ty, span };
            if at == place { opposite(field) } else { field }
        })
        .collect();
    let mut program = instance.program.clone();
    (program.starts, program.claims) = (Vec::new(), Vec::new());
    for other in &mut program.games {
        (other.ends, other.moves, other.measure, other.show) = (Vec::new(), Vec::new(), None, None);
    }
    let written = &mut program.games[game.index()];
    for end in &rules.ends {
        let mut end = end.clone();
        end.condition.expr = walk::instantiate(&end.condition.expr, &first, 0);
        written.ends.push(end);
    }
    for it in &rules.moves {
        let mut it = it.clone();
        it.clauses = it.clauses.iter().map(|it| walk::instantiate_clause(it, &first, 0)).collect();
        it.target = walk::instantiate(&it.target, &first, 0);
        turn(&mut it.target, place);
        written.moves.push(it);
    }
    Instance::new(program, budget).0
}

/// Puts the opposite flag where components are made.
fn turn(expr: &mut Expr, place: usize) {
    walk::children_mut(expr, &mut |part| stacker::maybe_grow(64 << 10, 4 << 20, || turn(part, place)));
    if let ExprKind::Component(_, arguments) = &mut expr.kind {
        let flag = arguments[place].clone();
        arguments[place] = opposite(flag);
    }
}

fn opposite(expr: Expr) -> Expr {
    let span = expr.span;
    let kind = match expr.kind {
        ExprKind::Literal(Value::Bool(holds)) => ExprKind::Literal(Value::Bool(!holds)),
        ExprKind::Unary(Unary::Not, inner) => return *inner,
        _ => ExprKind::Unary(Unary::Not, Box::new(expr)),
    };
    Expr { kind, ty: Type::Bool, span }
}
