//! Checks moves `-> again g(n)`, after which the same player moves again, from `g(n)`.
//!
//! Such a move leads to a component of a separate game, `again g`, in which the opponent has one
//! move, to `g(n)`. So outcomes follow the rules of ordinary games: the opponent loses `again g(n)`
//! exactly if `g(n)` is won for the player who is to move there, and that is the player who moves
//! again. An instance refuses the sums for which this equivalence does not hold
//! (`refuse_twisted_sums`).

use super::expression::broken;
use super::{Checker, errors};
use crate::ir::{self, Expr, ExprKind, GameId, SlotId, Type};

impl Checker<'_> {
    /// The target in which each component is replaced by the component of its companion game, in
    /// which the opponent only lets the mover move again. Reports a target that is neither a
    /// component nor an `if` or `let` whose values are components.
    pub(super) fn again(&mut self, target: Expr) -> Expr {
        let Expr { kind, ty, span } = target;
        let kind = match kind {
            ExprKind::Component(game, arguments) => {
                let fresh = GameId((self.games.len() + self.again.len()) as u32);
                let companion = *self.again.entry(game).or_insert(fresh);
                ExprKind::Component(companion, arguments)
            }
            ExprKind::If(parts) => {
                let [condition, yes, no] = *parts;
                ExprKind::If(Box::new([condition, self.again(yes), self.again(no)]))
            }
            ExprKind::Let(pattern, parts) => {
                let [value, body] = *parts;
                ExprKind::Let(pattern, Box::new([value, self.again(body)]))
            }
            // The check of the target has already reported the error.
            _ if ty != Type::Position => return broken(span),
            _ => {
                self.report(errors::again_where(span));
                return broken(span);
            }
        };
        Expr { kind, ty, span }
    }

    /// Adds the companion games, in which the opponent only lets the mover move again, to the
    /// program. Their ids follow those of all declared games.
    pub(super) fn games_of_again(&mut self) {
        for game in self.again.keys() {
            let Some(of) = self.program.games.get(game.index()) else { continue };
            let slot = |field: &ir::Field| ir::Slot {
                name: field.name.clone(),
                span: field.span,
                ty: field.domain.ty(),
            };
            let slots: Vec<ir::Slot> = of.fields.iter().map(slot).collect();
            let local = |(at, slot): (usize, &ir::Slot)| Expr {
                kind: ExprKind::Local(SlotId(at as u32)),
                ty: slot.ty.clone(),
                span: of.span,
            };
            let kind = ExprKind::Component(*game, slots.iter().enumerate().map(local).collect());
            let only = ir::Move {
                name: "again".to_string(),
                span: of.span,
                clause_span: of.span,
                slots,
                clauses: Vec::new(),
                target: Expr { kind, ty: Type::Position, span: of.span },
            };
            let companion = ir::Game {
                name: format!("again {}", of.name),
                doc: None,
                blocking: None,
                again: Some(*game),
                ends: Vec::new(),
                moves: vec![only],
                measure: None,
                origin: None,
                in_root: false,
                ..of.clone()
            };
            self.program.games.push(companion);
        }
    }
}
