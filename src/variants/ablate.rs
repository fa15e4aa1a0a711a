//! Leaves out the parts of a game's rules one by one, to find which of them matter and the smallest
//! position where they do.

use super::Pair;
use super::compare::{Asking, Comparison, Difference, compare, holds_everywhere};
use super::finding::{Finding, Incomparable};
use super::positions::{Positions, named};
use crate::check::renew_pass;
use crate::claim::Evidence;
use crate::diagnostic::Diagnostic;
use crate::ir::{
    Clause, Comparison as Compared, Expr, ExprKind, GameId, GlobalId, Pattern, Program, SlotId, Type, Value,
    print, walk,
};
use crate::position::{Budget, Instance, Limit};
use crate::source::{Sources, Span};
use std::rc::Rc;

/// A part of the rules that can be left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A whole move.
    Move {
        /// The name of the move.
        name: String,
    },
    /// A condition of a move.
    Condition {
        /// The name of the move.
        name: String,
        /// The condition.
        text: String,
    },
    /// A member of a parameter that is a set or a list.
    Member {
        /// The name of the parameter.
        parameter: String,
        /// The member.
        member: String,
    },
    /// A value of the only name that a move binds; in the variant, the name never has this value.
    Amount {
        /// The name of the move.
        name: String,
        /// The name that the move binds.
        binder: String,
        /// The value of that name.
        value: u64,
    },
}

/// The result of comparing a game with the game without a part of its rules.
#[derive(Debug)]
pub struct Ablation {
    /// The game.
    pub game: GameId,
    /// The part that is left out.
    pub part: Part,
    /// What leaving out the part changes.
    pub effect: Effect,
    /// The limit that was reached, if one was.
    pub limit: Option<Limit>,
}

/// The effect of leaving out a part of the rules.
#[derive(Debug)]
pub enum Effect {
    /// Neither who wins nor a value changes.
    Nothing(Evidence),
    /// Who wins does not change. The text says why values are not compared.
    NotWhoWins(Evidence, String),
    /// Values change, but who wins does not.
    Values(Change),
    /// Who wins changes.
    WhoWins(Box<Difference>),
    /// The rules are wrong without the part; holds the diagnostics.
    Breaks(Vec<Diagnostic>),
    /// The effect is not known; holds the reason.
    Open(String),
}

/// A change of values that does not change who wins.
#[derive(Debug)]
pub struct Change {
    /// The first position with another value.
    pub first: Box<Difference>,
    /// The evidence that the same positions are lost.
    pub lost: Evidence,
}

/// A game without a part of its rules.
struct Variant {
    game: GameId,
    part: Part,
    program: Program,
}

/// The options of ablations.
#[derive(Debug, Clone, Copy)]
pub struct Ablating {
    /// How games are compared.
    pub asking: Asking,
    /// For each move that binds one number, the values of that number from 1 up to this are left
    /// out as well, one by one.
    pub amounts: u64,
}

/// Leaves out the parts of the rules of some games one by one. Calls `tell` for each part, with the
/// pair of the unchanged game and the game without the part; `tell` returns whether to continue.
/// Returns the number of parts of the games up to the last one that was begun; `None` if the program
/// is too large for the budget. It is an error if the rules of the unchanged games are wrong.
pub fn ablate(
    (instance, sources): (&Instance, &Sources),
    games: &[GameId],
    ablating: Ablating,
    budget: &Budget<'_>,
    tell: &mut dyn FnMut(&Pair, Ablation) -> bool,
) -> Result<Option<usize>, Incomparable> {
    // Errors in the unchanged rules are reported as such, not as effects of leaving out a part.
    let named = named((instance, games), sources, budget)?;
    let mut count = 0;
    for game in games {
        let positions = Rc::new(Positions::sound(instance, *game, &named, budget));
        // Whether the unchanged rules hold for all values of the fields' types. If not, games are
        // compared only at positions where the unchanged rules hold.
        let mut holds = None;
        let variants = variants(instance, *game, ablating.amounts);
        count += variants.len();
        for Variant { game, part, program } in variants {
            let made = |program: &Program| {
                let pair = Pair::twins(&instance.program, game, program, budget)?;
                Some(Pair { positions: Some(Rc::clone(&positions)), ..pair })
            };
            let Some(mut pair) = made(&program) else { return Ok(None) };
            let mut found = compare(&pair, sources, ablating.asking, budget);
            if matches!(found, Err(Incomparable(_))) {
                let itself = made(&instance.program);
                let is_sound = |it: Pair| holds_everywhere(&it, sources, ablating.asking, budget);
                if !*holds.get_or_insert_with(|| itself.is_none_or(is_sound)) {
                    pair.only_positions = true;
                    found = compare(&pair, sources, ablating.asking, budget);
                }
            }
            let (effect, limit) = match found {
                Ok(comparison) => effect(comparison),
                Err(Incomparable(diagnostics)) => (Effect::Breaks(diagnostics), None),
            };
            if !tell(&pair, Ablation { game, part, effect, limit }) {
                return Ok(Some(count));
            }
        }
    }
    Ok(Some(count))
}

/// The effect that a comparison shows, and the limit that was reached.
fn effect(comparison: Comparison) -> (Effect, Option<Limit>) {
    let Comparison { lost, values, limit, .. } = comparison;
    let effect = match (lost, values) {
        (Finding::Differs(first), _) => Effect::WhoWins(Box::new(first)),
        (Finding::Same(lost), Finding::Differs(first)) => {
            Effect::Values(Change { first: Box::new(first), lost })
        }
        (Finding::Same(_), Finding::Same(evidence)) => Effect::Nothing(evidence),
        (Finding::Same(evidence), Finding::Open(why)) => Effect::NotWhoWins(evidence, why),
        (Finding::Open(why), _) => Effect::Open(why),
    };
    (effect, limit)
}

/// The variants of a game, each without one part of its rules.
fn variants(instance: &Instance, game: GameId, amounts: u64) -> Vec<Variant> {
    let program = &instance.program;
    let mut variants = Vec::new();
    let rules = program.game(game);
    for (at, it) in rules.moves.iter().enumerate() {
        let is_pass = rules.passes.is_some() && at + 1 == rules.moves.len();
        let mut add = |part: Part, change: &dyn Fn(&mut Vec<crate::ir::Move>)| {
            let mut program = program.clone();
            let changed = &mut program.games[game.index()];
            change(&mut changed.moves);
            if !is_pass {
                // The condition of a pass depends on the other moves, so it is computed again.
                renew_pass(changed);
            }
            variants.push(Variant { game, part, program });
        };
        let name = it.name.clone();
        add(Part::Move { name: name.clone() }, &|moves| drop(moves.remove(at)));
        if is_pass {
            continue;
        }
        for (clause, condition) in it.clauses.iter().enumerate() {
            if let Clause::If(condition) = condition {
                let text = print::expr(program, &it.slots, condition);
                let part = Part::Condition { name: name.clone(), text };
                add(part, &|moves| drop(moves[at].clauses.remove(clause)));
            }
        }
        if let Some((slot, binder)) = only_number(it) {
            for value in 1..=amounts {
                let part = Part::Amount { name: name.clone(), binder: binder.clone(), value };
                add(part, &|moves| moves[at].clauses.push(differs(slot, value)));
            }
        }
    }
    variants.extend(members(instance, game));
    variants
}

/// The only name that a move binds, if there is exactly one and it is an integer.
fn only_number(it: &crate::ir::Move) -> Option<(SlotId, String)> {
    let mut bound = it.clauses.iter().filter_map(|clause| match clause {
        Clause::For(pattern, _) => Some(pattern),
        Clause::If(_) => None,
    });
    let (Some(Pattern::Slot(slot)), None) = (bound.next(), bound.next()) else { return None };
    let named = &it.slots[slot.index()];
    (named.ty == Type::Int).then(|| (*slot, named.name.clone()))
}

/// The condition that the name in a slot is unequal to a value.
fn differs(slot: SlotId, value: u64) -> Clause {
    let expr = |kind, ty| Expr { kind, ty, span: Span::default() };
    let value = expr(ExprKind::Literal(Value::Int(value.into())), Type::Int);
    let named = Box::new(expr(ExprKind::Local(slot), Type::Int));
    let kind = ExprKind::Compare(named, vec![(Compared::Ne, value)]);
    Clause::If(expr(kind, Type::Bool))
}

/// The variants of a game in which one set or list parameter that the rules use lacks one member.
/// Parameters with fewer than two members are left as they are.
fn members(instance: &Instance, game: GameId) -> Vec<Variant> {
    let program = &instance.program;
    let used = used_globals(program, game);
    let mut variants = Vec::new();
    for (at, global) in program.globals.iter().enumerate() {
        if global.domain.is_none() || !used.contains(&GlobalId(at as u32)) {
            continue;
        }
        let (Value::Set(values) | Value::List(values)) = &instance.globals[at] else { continue };
        if values.len() < 2 {
            continue;
        }
        // Removing either of two equal adjacent members of a list gives equal lists.
        let is_other = |at: &usize| *at == 0 || values[*at] != values[at - 1];
        for left_out in (0..values.len()).filter(is_other) {
            let mut program = program.clone();
            let fewer = values.iter().enumerate().filter(|(place, _)| *place != left_out);
            let fewer: Vec<Value> = fewer.map(|(_, value)| value.clone()).collect();
            let value = match &instance.globals[at] {
                Value::List(_) => Value::List(fewer.into()),
                _ => Value::set(fewer),
            };
            program.globals[at].value.expr.kind = ExprKind::Literal(value);
            let member = print::value(&program, &values[left_out]);
            let part = Part::Member { parameter: global.name.clone(), member };
            variants.push(Variant { game, part, program });
        }
    }
    variants
}

/// The parameters and constants that the rules of a game, and of the games that it leads to, use.
fn used_globals(program: &Program, game: GameId) -> Vec<GlobalId> {
    let mut pending: Vec<&Expr> = Vec::new();
    for reached in walk::reachable_games(program, game) {
        let rules = program.game(reached);
        pending.extend(rules.ends.iter().map(|end| &end.condition.expr));
        for it in &rules.moves {
            pending.extend(it.clauses.iter().map(walk::clause_expr));
            pending.push(&it.target);
        }
    }
    let (mut used, mut called) = (Vec::new(), Vec::new());
    while let Some(expr) = pending.pop() {
        walk::everything(expr, &mut |inner| match &inner.kind {
            ExprKind::Global(id) if !used.contains(id) => {
                used.push(*id);
                pending.push(&program.globals[id.index()].value.expr);
            }
            ExprKind::Call(id, _) if !called.contains(id) => {
                called.push(*id);
                pending.push(&program.functions[id.index()].body.expr);
            }
            _ => {}
        });
    }
    used
}
