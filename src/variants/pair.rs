//! Pairs two games of one merged program, and their components, for a comparison.

use super::merge::{Shift, merged};
use super::positions::Positions;
use crate::ir::value::Component;
use crate::ir::{Expr, ExprKind, Game, GameId, Program, SlotId, Value};
use crate::position::{Budget, Evaluated, Evaluator, Instance};
use std::rc::Rc;

/// Two games of one program, and how components of the first correspond to components of the second.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The merged program.
    pub instance: Instance,
    /// The first game.
    pub left: GameId,
    /// The second game.
    pub right: GameId,
    /// Maps a component of the first game to the component of the second game with which it is
    /// compared.
    pub matching: Matching,
    /// If the second program is a variant of the first, the number of games of the first: game `i`
    /// and game `twins + i` correspond. `None` otherwise.
    pub twins: Option<u32>,
    /// The components of the first game that are compared one by one if no claim about all
    /// components can be written. `None` means small components.
    pub positions: Option<Rc<Positions>>,
    /// Whether only `positions` are compared, and no claims are judged.
    pub only_positions: bool,
}

/// The fields of the second game, in terms of the fields of the first.
#[derive(Debug, Clone)]
pub struct Matching {
    /// The slots that `arguments` use: first the fields of the first game, in order, then the names
    /// that arguments bind.
    pub slots: Vec<crate::ir::Slot>,
    /// For each field of the second game, its value as an expression.
    pub arguments: Vec<Expr>,
}

impl Matching {
    /// Maps field to field, in the order of declaration.
    pub fn in_order(game: &Game) -> Matching {
        let local = |(at, field): (usize, &crate::ir::Field)| Expr {
            kind: ExprKind::Local(SlotId(at as u32)),
            ty: field.domain.ty(),
            span: field.span,
        };
        let slot = |field: &crate::ir::Field| crate::ir::Slot {
            name: field.name.clone(),
            span: field.span,
            ty: field.domain.ty(),
        };
        Matching {
            slots: game.fields.iter().map(slot).collect(),
            arguments: game.fields.iter().enumerate().map(local).collect(),
        }
    }

    /// For each field of the second game, the index of the corresponding field of the first; `None`
    /// unless the matching is a permutation of fields.
    pub fn order(&self, fields: usize) -> Option<Vec<usize>> {
        let place = |argument: &Expr| match &argument.kind {
            ExprKind::Local(slot) if slot.index() < fields => Some(slot.index()),
            _ => None,
        };
        let order: Vec<usize> = self.arguments.iter().map(place).collect::<Option<_>>()?;
        let mut sorted = order.clone();
        sorted.sort_unstable();
        (sorted == (0..fields).collect::<Vec<_>>()).then_some(order)
    }
}

impl Pair {
    /// Merges the programs of two games. The expressions of `matching` refer to globals, functions
    /// and games by their numbers in the second program. `None` if the budget runs out.
    pub fn new(
        left: (&Program, GameId),
        right: (&Program, GameId),
        matching: Matching,
        budget: &Budget<'_>,
    ) -> Option<Pair> {
        let shift = Shift::behind(left.0);
        let mut matching = matching;
        matching.arguments.iter_mut().for_each(|argument| shift.expr(argument));
        let mut program = merged(left.0, right.0);
        for at in left.0.games.len()..program.games.len() {
            // If both programs have a game of this name, the second gets a prime.
            while program.find_game(&program.games[at].name).is_some_and(|first| first.index() < at) {
                program.games[at].name.push('′');
            }
        }
        Pair::of(program, left.1, GameId(right.1.0 + shift.games), matching, budget)
    }

    /// A pair of games of a merged program. `None` if a constant or a field's range has no value, or
    /// if the budget runs out.
    fn of(
        program: Program,
        left: GameId,
        right: GameId,
        matching: Matching,
        budget: &Budget<'_>,
    ) -> Option<Pair> {
        let instance = Instance::new(program, budget).0?;
        Some(Pair { instance, left, right, matching, twins: None, positions: None, only_positions: false })
    }

    /// Pairs a game with the game that has the same number in a variant of the program. The variant
    /// must have the same games with the same fields. `None` if the budget runs out.
    pub fn twins(program: &Program, game: GameId, variant: &Program, budget: &Budget<'_>) -> Option<Pair> {
        let matching = Matching::in_order(program.game(game));
        let before = Shift::behind(program).games;
        let joint = merged(program, variant);
        let pair = Pair::of(joint, game, GameId(game.0 + before), matching, budget)?;
        Some(Pair { twins: Some(before), ..pair })
    }

    /// The game that is compared with a game of the first program, if there is one.
    pub fn partner(&self, game: GameId) -> Option<GameId> {
        match self.twins {
            _ if game == self.left => Some(self.right),
            Some(before) if game.0 < before => Some(GameId(game.0 + before)),
            _ if self.is_again(game) => self.again(self.right),
            _ => None,
        }
    }

    /// Whether a game is the companion game of the first game: the game to which a move `-> again`
    /// leads, in which the opponent can only let the mover move again.
    pub fn is_again(&self, game: GameId) -> bool {
        self.instance.program.game(game).again == Some(self.left)
    }

    /// The companion game of a game, in which the opponent can only let the mover move again; `None`
    /// if there is none.
    fn again(&self, of: GameId) -> Option<GameId> {
        let program = &self.instance.program;
        program.game_ids().find(|game| program.game(*game).again == Some(of))
    }

    /// The components of the first game that are compared one by one.
    pub fn positions(&self) -> Rc<Positions> {
        let small = || Rc::new(Positions::small(&self.instance, self.left));
        self.positions.clone().unwrap_or_else(small)
    }

    /// The component of the second game that is compared with a component of the first.
    pub fn matched(&self, left: &Component, budget: &Budget<'_>) -> Evaluated<Component> {
        let mut frame = vec![Value::Bool(false); self.matching.slots.len()];
        frame[..left.state.len()].clone_from_slice(&left.state);
        let mut evaluator = Evaluator::new(&self.instance, budget);
        let state = self.matching.arguments.iter().map(|argument| evaluator.value(argument, &mut frame));
        Ok(Component { game: self.right, state: state.collect::<Evaluated<Vec<Value>>>()?.into() })
    }
}
