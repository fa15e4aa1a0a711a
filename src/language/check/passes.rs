//! Adds to games with passes the fields that count the remaining passes, and the move that uses
//! one.

use super::{Checker, Meaning, Place, errors};
use crate::ir::{
    self, Aggregate, Binary, Clause, Comparison, Domain, Expr, ExprKind, GameId, SlotId, Type, Value, walk,
};
use crate::number::Int;
use crate::source::Span;
use crate::syntax::ast::{self, Name, TwistKind};

/// The names of the fields for the remaining passes: those of the player to move, or of both
/// players together, and those of the opponent.
const FIELDS: [&str; 2] = ["passes", "opponent_passes"];

/// How many fields are added to a game for its passes.
pub(super) fn fields_of(game: &ast::Game) -> usize {
    match game.passes().map(|twist| twist.kind) {
        None | Some(TwistKind::Blocking) => 0,
        Some(TwistKind::PassShared) => 1,
        Some(TwistKind::PassEach) => 2,
    }
}

fn number(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::Int, span }
}

fn truth(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::Bool, span }
}

fn local(slot: usize, span: Span) -> Expr {
    number(ExprKind::Local(SlotId(slot as u32)), span)
}

fn one(span: Span) -> Expr {
    number(ExprKind::Literal(Value::Int(Int::ONE)), span)
}

impl<'a> Checker<'a> {
    /// Adds the fields for passes, if the game has passes. Reports a declared field that has the
    /// name of such a field.
    pub(super) fn pass_fields(&mut self, game: &ast::Game, fields: &mut Vec<ir::Field>) {
        let Some(twist) = game.passes() else { return };
        for name in &FIELDS[..fields_of(game)] {
            if let Some(same) = game.fields.iter().find(|field| field.name.text == *name) {
                self.report(errors::field_of_passes(&same.name, twist.span));
            }
            fields.push(ir::Field { name: (*name).to_string(), span: twist.span, domain: Domain::Nat });
        }
    }

    /// The values of the fields for passes if a component omits them: the remaining passes in the
    /// rules of its own game, and the initial passes elsewhere. In a function, and in the rules of
    /// another game with passes, the omission is an error.
    pub(super) fn passes_left(&mut self, name: &Name, span: Span) -> Vec<Expr> {
        let Some(game) = self.game_called(&name.text) else { return Vec::new() };
        let Some(twist) = game.passes() else { return Vec::new() };
        let count = fields_of(game);
        let current = self.current;
        match (self.place, current) {
            (Place::Rules, Some(own)) if own.name.text == game.name.text => {
                self.left_out.push(span);
                let first = game.fields.len();
                let slots = first..first + count;
                // After a move, the players exchange their roles, unless the same player moves again.
                let slots: Vec<usize> =
                    if self.moves_again { slots.collect() } else { slots.rev().collect() };
                return slots.into_iter().map(|slot| local(slot, span)).collect();
            }
            (Place::Rules, Some(other)) if other.passes().is_some() => {
                self.report(errors::passes_unsaid(name, span, "of another game with passes"));
            }
            (Place::Function, _) => self.report(errors::passes_unsaid(name, span, "in a function")),
            _ => {}
        }
        (0..count).map(|_| self.pass_count(twist)).collect()
    }

    /// The checked expression of the initial number of passes. Reports an expression that binds
    /// names.
    fn pass_count(&mut self, twist: &ast::Twist) -> Expr {
        let outer = (std::mem::take(&mut self.scope), self.place, self.impure);
        self.place = Place::Constant;
        let count = self.check(&twist.count, &Type::Int);
        let slots = std::mem::take(&mut self.scope).finish();
        (self.scope, self.place, self.impure) = outer;
        if !slots.is_empty() {
            self.report(errors::pass_count_binds(twist.count.span));
        }
        count
    }

    /// The game with a name; `None` if the name is unknown or does not belong to a game.
    pub(super) fn game_called(&self, name: &str) -> Option<&'a ast::Game> {
        match self.declarations.get(name)?.meaning {
            Meaning::Game(game, _) => Some(game),
            _ => None,
        }
    }

    /// Rejects a target in which several components may get the remaining passes. A target is also
    /// rejected if it is not a single component and the place of such a component is not found.
    pub(super) fn passes_of_one(&mut self, target: &Expr) {
        let spans = std::mem::take(&mut self.left_out);
        let mut seen = Vec::new();
        walk::everything(target, &mut |expr| {
            if matches!(expr.kind, ExprKind::Component(..)) && spans.contains(&expr.span) {
                seen.push(expr.span);
            }
        });
        // A component that is the value of a `let` in the body of the game has the place where the
        // name is used, so its own place is not found.
        let hidden = spans.iter().any(|span| !seen.contains(span));
        let alone = matches!(target.kind, ExprKind::Component(..));
        if hidden && !alone || !spans.is_empty() && together(target, &spans, &[]) > 1 {
            self.report(errors::passes_of_several(target.span));
        }
    }

    /// Adds the move that passes, if the game has passes. This move is possible if a pass remains
    /// and another move is possible. If the game states a measure, the number of remaining passes
    /// becomes its last part.
    pub(super) fn pass_move(&mut self, game: &ast::Game, checked: &mut ir::Game) {
        let (Some(twist), Some((id, _))) = (game.passes(), self.game_fields(&game.name.text)) else { return };
        let span = twist.span;
        let own = game.fields.len();
        let fields = fields_as_exprs(&checked.fields, span);
        let (slots, clauses) = when_to_pass(&checked.fields, &checked.moves, own, span);
        let mut arguments = fields[..own].to_vec();
        let used =
            number(ExprKind::Binary(Binary::Subtract, Box::new(local(own, span)), Box::new(one(span))), span);
        if twist.kind == TwistKind::PassEach {
            arguments.push(local(own + 1, span));
        }
        arguments.push(used);
        let kind = ExprKind::Component(id, arguments);
        checked.moves.push(ir::Move {
            name: "pass".to_string(),
            span,
            clause_span: span,
            slots,
            clauses,
            target: Expr { kind, ty: Type::Position, span },
        });
        if let Some(measure) = &mut checked.measure {
            measure.parts.extend(
                (own..fields.len())
                    .map(|at| local(at, span))
                    .reduce(|a, b| number(ExprKind::Binary(Binary::Add, Box::new(a), Box::new(b)), span)),
            );
        }
    }
}

fn fields_as_exprs(fields: &[ir::Field], span: Span) -> Vec<Expr> {
    let expr = |(at, field): (usize, &ir::Field)| Expr { ty: field.domain.ty(), ..local(at, span) };
    fields.iter().enumerate().map(expr).collect()
}

/// The local names and conditions of a pass: a pass must remain, and one of `moves` must be
/// possible. `own` is the slot of the player's remaining passes.
fn when_to_pass(
    fields: &[ir::Field],
    moves: &[ir::Move],
    own: usize,
    span: Span,
) -> (Vec<ir::Slot>, Vec<Clause>) {
    let exprs = fields_as_exprs(fields, span);
    let mut slots: Vec<ir::Slot> = fields.iter().map(slot_of).collect();
    let mut some_move = Vec::new();
    for it in moves {
        let shift = (slots.len() - fields.len()) as u32;
        slots.extend(it.slots.iter().skip(fields.len()).cloned());
        some_move.push(can_be_made(&it.clauses, &exprs, shift, span));
    }
    let left = Expr { kind: compare(local(own, span), Comparison::Ge, one(span)), ..truth_at(span) };
    (slots, [Some(left), any_of(some_move, span)].into_iter().flatten().map(Clause::If).collect())
}

/// Recomputes when the players may pass, after the other moves of a game were changed. In a game
/// with passes, the pass must be the last move.
pub fn renew_pass(game: &mut ir::Game) {
    let Some(passes) = &game.passes else { return };
    let own = game.fields.len() - if passes.each { 2 } else { 1 };
    let Some(pass) = game.moves.pop() else { return };
    let (slots, clauses) = when_to_pass(&game.fields, &game.moves, own, pass.span);
    game.moves.push(ir::Move { slots, clauses, ..pass });
}

fn slot_of(field: &ir::Field) -> ir::Slot {
    ir::Slot { name: field.name.clone(), span: field.span, ty: field.domain.ty() }
}

fn truth_at(span: Span) -> Expr {
    truth(ExprKind::Literal(Value::Bool(true)), span)
}

fn compare(left: Expr, op: Comparison, right: Expr) -> ExprKind {
    ExprKind::Compare(Box::new(left), vec![(op, right)])
}

/// The disjunction of several conditions; `None` if one of them always holds.
fn any_of(conditions: Vec<Option<Expr>>, span: Span) -> Option<Expr> {
    let all: Vec<Expr> = conditions.into_iter().collect::<Option<_>>()?;
    let or = |a, b| truth(ExprKind::Binary(Binary::Or, Box::new(a), Box::new(b)), span);
    let never = || truth(ExprKind::Literal(Value::Bool(false)), span);
    Some(all.into_iter().reduce(or).unwrap_or_else(never))
}

/// The condition that a move with these clauses is possible, with the local names after the fields
/// shifted by `shift`; `None` if the move is always possible.
fn can_be_made(clauses: &[Clause], fields: &[Expr], shift: u32, span: Span) -> Option<Expr> {
    let moved = |expr: &Expr| walk::instantiate(expr, fields, shift);
    let conditions = clauses.iter().take_while(|clause| matches!(clause, Clause::If(_))).count();
    let (first, rest) = clauses.split_at(conditions);
    let mut all: Vec<Expr> = first.iter().map(|clause| moved(walk::clause_expr(clause))).collect();
    match rest {
        [] => {}
        [Clause::For(ir::Pattern::Slot(_), Expr { kind: ExprKind::Range { bounds, inclusive }, .. })] => {
            let op = if *inclusive { Comparison::Le } else { Comparison::Lt };
            all.push(truth(compare(moved(&bounds[0]), op, moved(&bounds[1])), span));
        }
        _ => {
            // The aggregate is shifted as a whole, so that the names that it binds are shifted too.
            let element = Box::new(truth_at(span));
            let some = truth(ExprKind::AggregateFor(Aggregate::Any, rest.to_vec(), element), span);
            all.push(moved(&some));
        }
    }
    all.into_iter().reduce(|a, b| truth(ExprKind::Binary(Binary::And, Box::new(a), Box::new(b)), span))
}

/// How many components with one of these places may occur together in one value of a target.
/// `names` stand for such components. A component that may be repeated counts twice: the caller
/// only asks whether there is more than one.
fn together(target: &Expr, places: &[Span], names: &[SlotId]) -> usize {
    let inner = |expr: &Expr| together(expr, places, names);
    let repeated = |expr: &Expr| 2 * inner(expr);
    match &target.kind {
        ExprKind::Component(GameId(_), _) => usize::from(places.contains(&target.span)),
        ExprKind::Local(slot) => usize::from(names.contains(slot)),
        ExprKind::If(parts) => inner(&parts[1]).max(inner(&parts[2])),
        ExprKind::Let(pattern, parts) => {
            let of_value = inner(&parts[0]);
            let bound = if of_value > 0 { pattern.slots() } else { Vec::new() };
            of_value.max(1) * together(&parts[1], places, &[names, &bound].concat())
        }
        ExprKind::Binary(Binary::Copies, _, position) => repeated(position),
        ExprKind::AggregateFor(_, clauses, element)
        | ExprKind::ListFor(clauses, element)
        | ExprKind::SetFor(clauses, element) => {
            let domains: usize = clauses.iter().map(|clause| repeated(walk::clause_expr(clause))).sum();
            domains + repeated(element)
        }
        _ => {
            let mut all = 0;
            walk::children(target, &mut |child| all += inner(child));
            all
        }
    }
}
