//! Visits the parts of expressions, finds the names and games in them, substitutes names, and
//! compares the structure of expressions.

use super::{Clause, Expr, ExprKind, SlotId};

/// Calls `$visit` on each direct part of an expression, in evaluation order. `$kind` is borrowed
/// either shared or mutably; `$iter` and `$clause` are the functions that borrow the parts in lists
/// and in clauses accordingly.
macro_rules! each_child {
    ($kind:expr, $visit:ident, $iter:ident, $clause:ident) => {
        match $kind {
            ExprKind::Literal(_)
            | ExprKind::Naturals
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Nothing => {}
            ExprKind::Call(_, parts)
            | ExprKind::Builtin(_, parts)
            | ExprKind::List(parts)
            | ExprKind::Set(parts)
            | ExprKind::Tuple(parts)
            | ExprKind::Component(_, parts)
            | ExprKind::Term(_, parts) => parts.$iter().for_each($visit),
            ExprKind::Unary(_, one)
            | ExprKind::Aggregate(_, one)
            | ExprKind::Part(one, _)
            | ExprKind::Convert(_, one)
            | ExprKind::Convention(_, one)
            | ExprKind::Compound(_, one) => $visit(one),
            ExprKind::Binary(_, left, right) => {
                $visit(left);
                $visit(right);
            }
            ExprKind::Compare(first, rest) => {
                $visit(first);
                rest.$iter().for_each(|(_, operand)| $visit(operand));
            }
            ExprKind::If(parts) => parts.$iter().for_each($visit),
            ExprKind::Let(_, parts) | ExprKind::Index(parts) | ExprKind::Slice(parts) => {
                parts.$iter().for_each($visit);
            }
            ExprKind::Range { bounds, .. } => bounds.$iter().for_each($visit),
            ExprKind::ListFor(clauses, element)
            | ExprKind::SetFor(clauses, element)
            | ExprKind::AggregateFor(_, clauses, element) => {
                clauses.$iter().for_each(|clause| $visit($clause(clause)));
                $visit(element);
            }
            ExprKind::With { base, path, value, .. } => {
                $visit(base);
                path.$iter().for_each(&mut *$visit);
                $visit(value);
            }
            ExprKind::Quantifier { clauses, body, .. } => {
                clauses.$iter().for_each(|clause| $visit($clause(clause)));
                $visit(body);
            }
        }
    };
}

/// Calls `visit` on each direct part of an expression, in the order of evaluation.
pub fn children<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    each_child!(&expr.kind, visit, iter, clause_expr)
}

/// The expression of a clause: its domain or its condition.
pub fn clause_expr(clause: &Clause) -> &Expr {
    match clause {
        Clause::For(_, expr) | Clause::If(expr) => expr,
    }
}

/// Calls `visit` on an expression and all its parts, outermost first.
pub fn everything<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    let mut stack = vec![expr];
    while let Some(expr) = stack.pop() {
        visit(expr);
        let first = stack.len();
        children(expr, &mut |child| stack.push(child));
        stack[first..].reverse();
    }
}

/// Whether the local name `slot` occurs in an expression.
pub fn mentions(expr: &Expr, slot: SlotId) -> bool {
    let mut found = false;
    everything(expr, &mut |inner| {
        found |= matches!(inner.kind, ExprKind::Local(local) if local == slot);
    });
    found
}

/// Whether one of the local names `slots` occurs in an expression.
pub fn mentions_any(expr: &Expr, slots: &[SlotId]) -> bool {
    let mut found = false;
    everything(expr, &mut |inner| {
        found |= matches!(&inner.kind, ExprKind::Local(local) if slots.contains(local));
    });
    found
}

/// The conjuncts of a condition, from left to right.
pub fn conjuncts(condition: &Expr) -> Vec<&Expr> {
    let mut result = Vec::new();
    let mut stack = vec![condition];
    while let Some(expr) = stack.pop() {
        match &expr.kind {
            ExprKind::Binary(super::Binary::And, left, right) => {
                stack.push(right);
                stack.push(left);
            }
            _ => result.push(expr),
        }
    }
    result
}

/// Calls `change` on each direct part of an expression, in the order of evaluation.
pub fn children_mut(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    each_child!(&mut expr.kind, change, iter_mut, clause_expr_mut)
}

/// The expression of a clause, mutably: its domain or its condition.
pub fn clause_expr_mut(clause: &mut Clause) -> &mut Expr {
    match clause {
        Clause::For(_, expr) | Clause::If(expr) => expr,
    }
}

/// Calls `change` on every outermost expression of a program's functions, starts, claims and games,
/// but not on those of its parameters, constants and types. Of a `repeats` claim, only the repeated
/// value is changed.
pub fn rules_mut(program: &mut super::Program, change: &mut dyn FnMut(&mut Expr)) {
    program.functions.iter_mut().for_each(|it| change(&mut it.body.expr));
    program.starts.iter_mut().for_each(|it| change(&mut it.position.expr));
    for claim in &mut program.claims {
        change(claim.expr_mut());
    }
    for game in &mut program.games {
        game.ends.iter_mut().for_each(|it| change(&mut it.condition.expr));
        game.blocking.iter_mut().for_each(|it| change(&mut it.expr));
        game.passes.iter_mut().for_each(|it| change(&mut it.count.expr));
        game.show.iter_mut().for_each(|it| change(&mut it.expr));
        game.measure.iter_mut().flat_map(|it| &mut it.parts).for_each(&mut *change);
        for it in &mut game.moves {
            it.clauses.iter_mut().for_each(|clause| change(clause_expr_mut(clause)));
            change(&mut it.target);
        }
    }
}

/// The patterns that an expression itself binds, but not those inside its parts.
fn patterns_mut(expr: &mut Expr) -> Vec<&mut super::Pattern> {
    match &mut expr.kind {
        ExprKind::Let(pattern, _) => vec![pattern],
        ExprKind::ListFor(clauses, _)
        | ExprKind::SetFor(clauses, _)
        | ExprKind::AggregateFor(_, clauses, _)
        | ExprKind::Quantifier { clauses, .. } => clauses
            .iter_mut()
            .filter_map(|clause| match clause {
                Clause::For(pattern, _) => Some(pattern),
                Clause::If(_) => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// A copy of an expression in which slot `i` is replaced by `first[i]` if there is one, and by slot
/// `i + shift` otherwise. The shift keeps the names that the expression binds apart from the slots
/// at the place of the copy.
pub fn instantiate(expr: &Expr, first: &[Expr], shift: u32) -> Expr {
    let mut result = expr.clone();
    change(&mut result, first, shift);
    result
}

/// Applies [`instantiate`] to the expression of a clause, and shifts the slots that it binds.
pub fn instantiate_clause(clause: &Clause, first: &[Expr], shift: u32) -> Clause {
    match clause {
        Clause::If(condition) => Clause::If(instantiate(condition, first, shift)),
        Clause::For(pattern, domain) => {
            let mut pattern = pattern.clone();
            shift_pattern(&mut pattern, shift);
            Clause::For(pattern, instantiate(domain, first, shift))
        }
    }
}

fn change(expr: &mut Expr, first: &[Expr], shift: u32) {
    if let ExprKind::Local(slot) = &mut expr.kind {
        match first.get(slot.index()) {
            Some(argument) => *expr = argument.clone(),
            None => slot.0 += shift,
        }
        return;
    }
    for pattern in patterns_mut(expr) {
        shift_pattern(pattern, shift);
    }
    stacker::maybe_grow(64 << 10, 4 << 20, || children_mut(expr, &mut |child| change(child, first, shift)));
}

fn shift_pattern(pattern: &mut super::Pattern, shift: u32) {
    match pattern {
        super::Pattern::Slot(slot) => slot.0 += shift,
        super::Pattern::Tuple(parts) => parts.iter_mut().for_each(|part| shift_pattern(part, shift)),
    }
}

/// A text that two expressions share only if they have equal structure, ignoring their places in
/// the file and the choice of the names that they bind. The text of a graph literal changes when
/// more about the graph is computed.
pub fn fingerprint(expr: &Expr) -> String {
    let mut out = String::new();
    print_structure(expr, &mut Vec::new(), &mut out);
    out
}

/// Prints the structure of an expression inside of expressions that bind `names`, outermost first.
fn print_structure(expr: &Expr, names: &mut Vec<SlotId>, out: &mut String) {
    use std::fmt::Write;
    let _ = match &expr.kind {
        ExprKind::Literal(value) => write!(out, "{value:?}"),
        ExprKind::Naturals => write!(out, "naturals"),
        ExprKind::Local(slot) => match names.iter().rposition(|name| name == slot) {
            Some(bound) => write!(out, "${bound}"),
            None => write!(out, "%{}", slot.0),
        },
        ExprKind::Global(id) => write!(out, "@{}", id.0),
        ExprKind::Call(id, _) => write!(out, "call{}", id.0),
        ExprKind::Builtin(builtin, _) => write!(out, "{}", builtin.spelling()),
        ExprKind::Unary(op, _) => write!(out, "{op:?}"),
        ExprKind::Binary(op, ..) => write!(out, "{op:?}"),
        ExprKind::Compare(_, rest) => write!(out, "{:?}", rest.iter().map(|(op, _)| *op).collect::<Vec<_>>()),
        ExprKind::If(_) => write!(out, "if"),
        ExprKind::Let(..) => write!(out, "let"),
        ExprKind::List(_) => write!(out, "list"),
        ExprKind::Set(_) => write!(out, "set"),
        ExprKind::Tuple(_) => write!(out, "tuple"),
        ExprKind::Range { inclusive, .. } => write!(out, "range{inclusive}"),
        ExprKind::ListFor(..) => write!(out, "listfor"),
        ExprKind::SetFor(..) => write!(out, "setfor"),
        ExprKind::AggregateFor(aggregate, ..) => write!(out, "{aggregate:?}for"),
        ExprKind::Aggregate(aggregate, _) => write!(out, "{aggregate:?}"),
        ExprKind::Index(_) => write!(out, "index"),
        ExprKind::Slice(_) => write!(out, "slice"),
        ExprKind::Part(_, at) => write!(out, "part{at}"),
        ExprKind::With { path, many, .. } => write!(out, "with{}{many}", path.len()),
        ExprKind::Convert(conversion, _) => write!(out, "{conversion:?}"),
        ExprKind::Nothing => write!(out, "nothing"),
        ExprKind::Component(game, _) => write!(out, "game{}", game.0),
        ExprKind::Convention(convention, _) => write!(out, "{convention:?}"),
        ExprKind::Compound(compound, _) => write!(out, "{compound:?}"),
        ExprKind::Term(term, _) => write!(out, "{term:?}"),
        ExprKind::Quantifier { forall, .. } => write!(out, "quantifier{forall}"),
    };
    out.push('(');
    let outer = names.len();
    let bound = bound_after(expr);
    let mut at = 0;
    children(expr, &mut |child| {
        stacker::maybe_grow(64 << 10, 4 << 20, || print_structure(child, names, out));
        match bound.get(at) {
            Some(Some(pattern)) => {
                print_pattern(pattern, out);
                names.extend(pattern.slots());
            }
            Some(None) => out.push('?'),
            None => {}
        }
        at += 1;
        out.push(',');
    });
    names.truncate(outer);
    out.push(')');
}

/// For the first parts of an expression, in order: the pattern whose names the parts after it may
/// use, `None` for a condition. Empty for expressions that bind no names.
fn bound_after<'e>(expr: &'e Expr) -> Vec<Option<&'e super::Pattern>> {
    match &expr.kind {
        ExprKind::Let(pattern, _) => vec![Some(pattern)],
        ExprKind::ListFor(clauses, _)
        | ExprKind::SetFor(clauses, _)
        | ExprKind::AggregateFor(_, clauses, _)
        | ExprKind::Quantifier { clauses, .. } => {
            let pattern = |clause: &'e Clause| match clause {
                Clause::For(pattern, _) => Some(pattern),
                Clause::If(_) => None,
            };
            clauses.iter().map(pattern).collect()
        }
        _ => Vec::new(),
    }
}

/// Prints how many names a pattern binds, and how they are grouped.
fn print_pattern(pattern: &super::Pattern, out: &mut String) {
    match pattern {
        super::Pattern::Slot(_) => out.push('_'),
        super::Pattern::Tuple(parts) => {
            out.push('<');
            parts.iter().for_each(|part| print_pattern(part, out));
            out.push('>');
        }
    }
}

/// The games that the moves of a game mention, directly or indirectly, and so all that play can
/// reach. The game itself comes first.
pub fn reachable_games(program: &super::Program, from: super::GameId) -> Vec<super::GameId> {
    reachable_from(program, &[from])
}

/// The games that play can reach from games, which come first; without repetitions.
pub fn reachable_from(program: &super::Program, games: &[super::GameId]) -> Vec<super::GameId> {
    let mut is_found = vec![false; program.games.len()];
    let mut found = games.to_vec();
    found.retain(|game| !std::mem::replace(&mut is_found[game.index()], true));
    let mut next = 0;
    while let Some(game) = found.get(next).copied() {
        next += 1;
        for other in mentioned_games(program, game) {
            if !std::mem::replace(&mut is_found[other.index()], true) {
                found.push(other);
            }
        }
    }
    found
}

/// The games that the moves of a game mention directly or through functions and constants; a game
/// may occur several times.
fn mentioned_games(program: &super::Program, game: super::GameId) -> impl Iterator<Item = super::GameId> {
    let moves = program.game(game).moves.iter();
    let parts = moves.flat_map(|it| it.clauses.iter().map(clause_expr).chain([&it.target]));
    parts.flat_map(|expr| games_in(program, expr))
}

/// For each game, whether it has a property or play from it can reach a game that has the property.
pub fn reaches(program: &super::Program, has: impl Fn(super::GameId) -> bool) -> Vec<bool> {
    let mut reaches: Vec<bool> = program.game_ids().map(&has).collect();
    let mut pending: Vec<super::GameId> = program.game_ids().filter(|game| reaches[game.index()]).collect();
    if pending.is_empty() {
        return reaches;
    }
    let mut mentioned_by = vec![Vec::new(); program.games.len()];
    for game in program.game_ids() {
        mentioned_games(program, game).for_each(|other| mentioned_by[other.index()].push(game));
    }
    while let Some(game) = pending.pop() {
        for other in &mentioned_by[game.index()] {
            if !std::mem::replace(&mut reaches[other.index()], true) {
                pending.push(*other);
            }
        }
    }
    reaches
}

/// Whether all moves of a game lead to components of the game itself.
pub fn leads_only_to_itself(program: &super::Program, game: super::GameId) -> bool {
    mentioned_games(program, game).all(|other| other == game)
}

/// The arguments of each component of `game` that belongs to the value of a target in every case:
/// those joined by `+` outside of `if`, `let` and comprehensions.
pub fn sure_components(target: &Expr, game: super::GameId) -> Vec<&[Expr]> {
    match &target.kind {
        ExprKind::Component(to, arguments) if *to == game => vec![arguments],
        ExprKind::Binary(super::Binary::AddPositions, left, right) => {
            [sure_components(left, game), sure_components(right, game)].concat()
        }
        _ => Vec::new(),
    }
}

/// Whether the moves of a game lead only to components of the game itself, each of which is written
/// in the target of its move, and the rules use positions for nothing else: none stands in a
/// condition, in a domain, or in the body of a function. Code that rewrites the components in
/// targets would miss the others, or change what they are compared with.
pub fn leads_openly_to_itself(program: &super::Program, game: super::GameId) -> bool {
    let rules = program.game(game);
    let is_open = |it: &super::Move| {
        it.clauses.iter().all(|clause| is_without_positions(program, clause_expr(clause)))
            && is_written_out(program, &it.target)
    };
    leads_only_to_itself(program, game)
        && rules.ends.iter().all(|end| is_without_positions(program, &end.condition.expr))
        && rules.moves.iter().all(is_open)
}

/// Whether an expression uses no positions, directly or through functions and constants.
fn is_without_positions(program: &super::Program, expr: &Expr) -> bool {
    let mut is_without = games_in(program, expr).is_empty();
    everything(expr, &mut |part| is_without &= !part.ty.has_positions());
    is_without
}

/// Whether a target is a sum of components that are written in it; conditions, counts and domains
/// in it may not use positions.
fn is_written_out(program: &super::Program, target: &Expr) -> bool {
    let plain = |expr: &Expr| is_without_positions(program, expr);
    stacker::maybe_grow(64 << 10, 4 << 20, || match &target.kind {
        ExprKind::Nothing => true,
        ExprKind::Component(_, fields) => fields.iter().all(plain),
        ExprKind::Binary(super::Binary::AddPositions, left, right) => {
            is_written_out(program, left) && is_written_out(program, right)
        }
        ExprKind::Binary(super::Binary::Copies, count, position) => {
            plain(count) && is_written_out(program, position)
        }
        ExprKind::If(parts) => {
            plain(&parts[0]) && parts[1..].iter().all(|part| is_written_out(program, part))
        }
        ExprKind::Let(_, parts) => plain(&parts[0]) && is_written_out(program, &parts[1]),
        ExprKind::Aggregate(super::Aggregate::SumPositions, list) => match &list.kind {
            ExprKind::List(parts) => parts.iter().all(|part| is_written_out(program, part)),
            _ => false,
        },
        ExprKind::AggregateFor(super::Aggregate::SumPositions, clauses, position) => {
            clauses.iter().all(|clause| plain(clause_expr(clause))) && is_written_out(program, position)
        }
        _ => false,
    })
}

/// The games that an expression mentions, directly or through functions and constants.
pub fn games_in(program: &super::Program, expr: &Expr) -> Vec<super::GameId> {
    let (mut seen, mut pending) = (Vec::new(), vec![expr]);
    let (mut functions, mut globals) = (Vec::new(), Vec::new());
    while let Some(expr) = pending.pop() {
        everything(expr, &mut |inner| match &inner.kind {
            ExprKind::Component(game, _) if !seen.contains(game) => seen.push(*game),
            ExprKind::Call(id, _) if !functions.contains(id) => {
                functions.push(*id);
                pending.push(&program.functions[id.index()].body.expr);
            }
            ExprKind::Global(id) if !globals.contains(id) => {
                globals.push(*id);
                pending.push(&program.globals[id.index()].value.expr);
            }
            _ => {}
        });
    }
    seen
}

/// The slots that an expression itself binds, but not those that its parts bind.
pub fn bound_by(expr: &Expr) -> Vec<SlotId> {
    match &expr.kind {
        ExprKind::Let(pattern, _) => pattern.slots(),
        ExprKind::ListFor(clauses, _)
        | ExprKind::SetFor(clauses, _)
        | ExprKind::AggregateFor(_, clauses, _)
        | ExprKind::Quantifier { clauses, .. } => super::slots_of(clauses),
        _ => Vec::new(),
    }
}

/// How many slots a frame needs to evaluate an expression: one more than the greatest slot in it; 0
/// if it has none.
pub fn frame_size(expr: &Expr) -> usize {
    let mut size = 0;
    everything(expr, &mut |inner| {
        if let ExprKind::Local(slot) = &inner.kind {
            size = size.max(slot.index() + 1);
        }
        for slot in bound_by(inner) {
            size = size.max(slot.index() + 1);
        }
    });
    size
}
