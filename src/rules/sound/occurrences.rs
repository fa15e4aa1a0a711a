//! Lists the components in the targets of moves, each with the facts that hold where it is
//! evaluated.

use super::facts::{Facts, Fork};
use crate::ir::{
    Aggregate, Binary, Clause, Expr, ExprKind, Field, GameId, Move, Pattern, SlotId, Type, walk,
};
use crate::position::Instance;

/// A component in the target of a move.
pub struct Occurrence<'p> {
    /// The component's game.
    pub game: GameId,
    /// The expressions for the fields of the component; `None` if the target cannot be analysed.
    pub arguments: Option<Vec<Expr>>,
    /// The facts that hold where the component is evaluated.
    pub facts: Facts<'p>,
}

impl Occurrence<'_> {
    /// Whether the fields of the component are provably in their types.
    pub fn fields_stay(&self, instance: &Instance) -> bool {
        let Some(arguments) = &self.arguments else { return false };
        let ranges = &instance.fields[self.game.index()];
        arguments.iter().zip(ranges).all(|(argument, range)| self.facts.clone().stays(argument, range))
    }
}

/// The facts about the fields of a game's components that follow from the types.
pub fn facts_of_fields(instance: &Instance, game: GameId) -> Facts<'_> {
    let types = instance.program.game(game).fields.iter().map(|field| field.domain.ty());
    Facts::of_fields(instance, &instance.fields[game.index()], types)
}

/// The facts about the fields of those components of a game at which no end applies.
pub fn facts_of_game(instance: &Instance, game: GameId) -> Facts<'_> {
    let rules = instance.program.game(game);
    let mut facts = facts_of_fields(instance, game);
    let fields = own_fields(instance, game);
    for end in &rules.ends {
        // Moves are played only where no end applies. The names that an end binds get fresh slots,
        // because moves use the same slots for other names.
        let condition = facts.apart(&end.condition, &fields);
        facts.learn(&condition, false);
    }
    facts
}

/// The fields of a game as expressions in its own bodies.
pub fn own_fields(instance: &Instance, game: GameId) -> Vec<Expr> {
    let fields = instance.program.game(game).fields.iter().enumerate();
    let local = |(at, field): (usize, &Field)| Expr {
        kind: ExprKind::Local(SlotId(at as u32)),
        ty: field.domain.ty(),
        span: field.span,
    };
    fields.map(local).collect()
}

/// The facts that hold if all clauses of a move hold; `base` are the facts about the fields.
pub fn facts_of_move<'p>(base: &Facts<'p>, it: &Move) -> Facts<'p> {
    let mut facts = base.clone();
    it.clauses.iter().for_each(|clause| facts.learn_clause(clause));
    facts
}

/// All components in the targets of a game's moves, except moves that are provably never legal. A
/// target that cannot be analysed gives an occurrence without arguments for each game that its move
/// mentions, so that nothing can be proved there.
pub fn of_game(instance: &Instance, game: GameId) -> Vec<Occurrence<'_>> {
    let base = facts_of_game(instance, game);
    let mut found = Vec::new();
    for it in &instance.program.game(game).moves {
        let facts = facts_of_move(&base, it);
        if facts.impossible() {
            continue;
        }
        Collector { instance, rule: it, found: &mut found }.target(&it.target, facts);
    }
    found
}

/// The greatest number of conditions in one component for which both outcomes are examined.
const MOST_FORKS: u32 = 5;

/// Adds the occurrences in the target of the move `rule` to `found`.
struct Collector<'p, 'o> {
    instance: &'p Instance,
    rule: &'p Move,
    found: &'o mut Vec<Occurrence<'p>>,
}

impl<'p> Collector<'p, '_> {
    fn target(&mut self, target: &Expr, facts: Facts<'p>) {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.target_kind(target, facts));
    }

    fn target_kind(&mut self, target: &Expr, mut facts: Facts<'p>) {
        match &target.kind {
            ExprKind::Nothing => {}
            ExprKind::Component(game, arguments) => {
                // A game that only lets the opponent move again stands for the game in which the
                // opponent moves.
                let game = self.instance.program.game(*game).again.unwrap_or(*game);
                self.component(game, arguments, facts, MOST_FORKS);
            }
            ExprKind::Binary(Binary::AddPositions, left, right) => {
                self.target(left, facts.clone());
                self.target(right, facts);
            }
            ExprKind::Binary(Binary::Copies, count, position) => {
                // With zero copies there is no component, so the count is at least 1 here.
                let count = facts.linear(count);
                facts.assume_positive(&count);
                self.target(position, facts);
            }
            ExprKind::AggregateFor(Aggregate::SumPositions, clauses, element) => {
                clauses.iter().for_each(|clause: &Clause| facts.learn_clause(clause));
                self.target(element, facts);
            }
            ExprKind::Aggregate(Aggregate::SumPositions, list) => match &list.kind {
                ExprKind::List(parts) => parts.iter().for_each(|part| self.target(part, facts.clone())),
                ExprKind::ListFor(clauses, element) => {
                    clauses.iter().for_each(|clause| facts.learn_clause(clause));
                    self.target(element, facts);
                }
                _ => self.anything(&facts),
            },
            ExprKind::If(parts) => {
                let mut otherwise = facts.clone();
                facts.learn(&parts[0], true);
                self.target(&parts[1], facts);
                otherwise.learn(&parts[0], false);
                self.target(&parts[2], otherwise);
            }
            // Facts cannot equate a name with a collection, so the collection is substituted for
            // it.
            ExprKind::Let(Pattern::Slot(slot), parts) if parts[0].ty != Type::Int => {
                let put = facts.put_in(*slot, &parts[0], &parts[1]);
                let named = facts.enter_let(&Pattern::Slot(*slot), &parts[0], &parts[1]);
                self.target(&put.unwrap_or(named), facts);
            }
            ExprKind::Let(pattern, parts) => {
                let body = facts.enter_let(pattern, &parts[0], &parts[1]);
                self.target(&body, facts);
            }
            ExprKind::Call(id, arguments) => match facts.opened(id.index(), arguments) {
                Some(body) => self.target(&body, facts),
                None => self.anything(&facts),
            },
            _ => self.anything(&facts),
        }
    }

    /// Adds an occurrence of a component. If the value of a collection in the component depends on
    /// a condition, adds one occurrence for each outcome; at most `forks` conditions are split.
    fn component(&mut self, game: GameId, arguments: &[Expr], mut facts: Facts<'p>, forks: u32) {
        let is_collection = |it: &Expr| matches!(it.ty, Type::List(_) | Type::Set(_) | Type::Text);
        let mut arguments = arguments.to_vec();
        for at in 0..arguments.len() {
            if !is_collection(&arguments[at]) {
                continue;
            }
            arguments[at] = facts.plain(&arguments[at]);
            let fork = if forks > 0 { facts.fork(&arguments[at]) } else { None };
            if let Some(Fork { condition, then, otherwise }) = fork {
                for (value, holds) in [(then, true), (otherwise, false)] {
                    let mut case = facts.clone();
                    // A rewritten collection may have conditions that the rules do not evaluate.
                    case.assume(&condition, holds);
                    arguments[at] = value;
                    self.component(game, &arguments, case, forks - 1);
                }
                return;
            }
        }
        for argument in arguments.iter().filter(|it| is_collection(it)) {
            facts.has_value(argument);
        }
        self.found.push(Occurrence { game, arguments: Some(arguments), facts });
    }

    /// Adds an occurrence with unknown fields for each game that the move mentions, because the
    /// target cannot be analysed.
    fn anything(&mut self, facts: &Facts<'p>) {
        let clauses = self.rule.clauses.iter().map(walk::clause_expr);
        let exprs = clauses.chain([&self.rule.target]);
        let mut games: Vec<GameId> =
            exprs.flat_map(|expr| walk::games_in(&self.instance.program, expr)).collect();
        games.sort_unstable();
        games.dedup();
        for game in games {
            let game = self.instance.program.game(game).again.unwrap_or(game);
            self.found.push(Occurrence { game, arguments: None, facts: facts.clone() });
        }
    }
}
