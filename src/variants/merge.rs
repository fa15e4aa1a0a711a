//! Two programs as one, so that what holds between their games can be claimed.

use super::positions::Positions;
use crate::ir::{Body, Domain, Expr, ExprKind, Game, GameId, Program, SlotId, walk};
use crate::position::{Budget, Instance};
use std::rc::Rc;

/// Two games of one program, and how components of the first correspond to components of the second.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The program.
    pub instance: Instance,
    /// The first game.
    pub left: GameId,
    /// The second game.
    pub right: GameId,
    /// Which component of the second game a component of the first is compared with.
    pub matching: Matching,
    /// How many games come before the copies of the same games, if the second program is a variant of the first.
    pub twins: Option<u32>,
    /// The components that are compared one by one where there is no claim about all; small ones when left out.
    pub positions: Option<Rc<Positions>>,
    /// Whether these are all that is compared.
    pub only_positions: bool,
}

/// The fields of the second game, in terms of the fields of the first.
#[derive(Debug, Clone)]
pub struct Matching {
    /// The body's first slots are the fields of the first game; others may follow.
    pub slots: Vec<crate::ir::Slot>,
    /// A value for each field of the second game.
    pub arguments: Vec<Expr>,
}

impl Matching {
    /// Field by field, in the order in which they are declared.
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

    /// For each field of the second game, the field of the first that stands there, if each is one and none is left out.
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
    /// Two games, each of a program of its own. The matching is written in terms of the second program.
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
            // The second game of a name gets a prime.
            while program.find_game(&program.games[at].name).is_some_and(|first| first.index() < at) {
                program.games[at].name.push('′');
            }
        }
        Pair::of(program, left.1, GameId(right.1.0 + shift.games), matching, budget)
    }

    /// Both programs have values for all their constants, so that the joint one has them too, as far as the budget lets it.
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

    /// A game and a variant of it: the second program has the same games with the same fields.
    pub fn twins(program: &Program, game: GameId, variant: &Program, budget: &Budget<'_>) -> Option<Pair> {
        let matching = Matching::in_order(program.game(game));
        let before = Shift::behind(program).games;
        let joint = merged(program, variant);
        let pair = Pair::of(joint, game, GameId(game.0 + before), matching, budget)?;
        Some(Pair { twins: Some(before), ..pair })
    }

    /// The game that is compared with one of the first program, if any is.
    pub fn partner(&self, game: GameId) -> Option<GameId> {
        match self.twins {
            _ if game == self.left => Some(self.right),
            Some(before) if game.0 < before => Some(GameId(game.0 + before)),
            _ if self.is_again(game) => self.again(self.right),
            _ => None,
        }
    }

    /// Whether a game is the one in which the opponent lets the mover move again in the first game.
    pub fn is_again(&self, game: GameId) -> bool {
        self.instance.program.game(game).again == Some(self.left)
    }

    /// The game in which the opponent lets the mover move again in a game.
    fn again(&self, of: GameId) -> Option<GameId> {
        let program = &self.instance.program;
        program.game_ids().find(|game| program.game(*game).again == Some(of))
    }

    /// The components that are compared one by one.
    pub fn positions(&self) -> Rc<Positions> {
        let small = || Rc::new(Positions::small(&self.instance, self.left));
        self.positions.clone().unwrap_or_else(small)
    }
}

/// The offsets of a program's numbers when they follow those of another.
#[derive(Debug, Clone, Copy)]
struct Shift {
    globals: u32,
    functions: u32,
    games: u32,
}

/// All things of two programs but starts and claims.
fn merged(left: &Program, right: &Program) -> Program {
    let shift = Shift::behind(left);
    let (mut program, mut other) = (left.clone(), right.clone());
    for program in [&mut program, &mut other] {
        program.starts.clear();
        program.claims.clear();
    }
    shift.program(&mut other);
    program.globals.append(&mut other.globals);
    program.functions.append(&mut other.functions);
    program.games.append(&mut other.games);
    let graphs = other.graphs.into_iter().filter(|graph| !left.graphs.contains(graph));
    program.graphs.extend(graphs);
    program
}

impl Shift {
    fn behind(program: &Program) -> Shift {
        let count = |length: usize| length as u32;
        Shift {
            globals: count(program.globals.len()),
            functions: count(program.functions.len()),
            games: count(program.games.len()),
        }
    }

    fn program(self, program: &mut Program) {
        walk::rules_mut(program, &mut |expr| self.expr(expr));
        for global in &mut program.globals {
            self.body(&mut global.value);
            global.domain.iter_mut().for_each(|domain| self.domain(domain));
        }
        for function in &mut program.functions {
            self.domain(&mut function.result);
            function.parameters.iter_mut().for_each(|field| self.domain(&mut field.domain));
        }
        for game in &mut program.games {
            game.fields.iter_mut().for_each(|field| self.domain(&mut field.domain));
            game.again.iter_mut().for_each(|id| id.0 += self.games);
        }
    }

    fn body(self, body: &mut Body) {
        self.expr(&mut body.expr);
    }

    fn domain(self, domain: &mut Domain) {
        match domain {
            Domain::Between(low, high) => {
                self.expr(low);
                self.expr(high);
            }
            Domain::List(inner) | Domain::Set(inner) => self.domain(inner),
            Domain::Tuple(parts) => parts.iter_mut().for_each(|part| self.domain(part)),
            _ => {}
        }
    }

    fn expr(self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Global(id) => id.0 += self.globals,
            ExprKind::Call(id, _) => id.0 += self.functions,
            ExprKind::Component(id, _) => id.0 += self.games,
            _ => {}
        }
        stacker::maybe_grow(64 << 10, 4 << 20, || {
            walk::children_mut(expr, &mut |child| self.expr(child));
        });
    }
}
