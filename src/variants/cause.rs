//! Finds why two components differ: an option of one that the other lacks.

use super::Pair;
use crate::ir::value::{Component, Position, Sum};
use crate::ir::{Convention, GameId, print};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Step};
use crate::solve::{Outcome, Solver};

/// The outcome of a position, and its value if that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Who wins.
    pub outcome: Outcome,
    /// The value, if it was asked for and the position has one.
    pub value: Option<Int>,
    /// Whether the value was asked for and the position is *loony*, so that it has none.
    pub loony: bool,
}

/// An option that makes two components differ: the other component has no such option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// Whether the option belongs to the component of the first game.
    pub of_left: bool,
    /// The move, with the values of its binders.
    pub name: String,
    /// The target of the move.
    pub to: Position,
    /// What is known about the target.
    pub known: Known,
}

/// Finds the outcome of a component under a convention, and with `values` its value.
pub fn known(
    solver: &mut Solver<'_, '_>,
    component: &Component,
    convention: Convention,
    values: bool,
) -> Evaluated<Known> {
    of(solver, &alone(component, convention), values)
}

/// Finds the outcome of a position, and with `values` its value.
fn of(solver: &mut Solver<'_, '_>, position: &Position, values: bool) -> Evaluated<Known> {
    let value = if values { solver.value(position)? } else { None };
    let loony = values && value.is_none() && solver.is_loony(position)?;
    Ok(Known { outcome: solver.outcome(position)?, value, loony })
}

/// The position that consists of one component.
fn alone(component: &Component, convention: Convention) -> Position {
    Position { convention, ..Position::normal(Sum::one(component.clone())) }
}

/// The option that makes two components differ; `None` if none is found. If both values are known,
/// it is the option of the component with the greater value that has the value of the other. If
/// only the outcomes are known, it is the option by which the better component wins or draws. If no
/// single option decides, it is an option that only one component has.
pub fn cause(
    pair: &Pair,
    solver: &mut Solver<'_, '_>,
    parted: [(&Component, &Known); 2],
    convention: Convention,
    budget: &Budget<'_>,
) -> Evaluated<Option<Cause>> {
    let values = parted.iter().all(|(_, known)| known.value.is_some());
    let asked = values || parted.iter().any(|(_, known)| known.loony);
    let rank = |known: &Known| match (&known.value, known.outcome) {
        (Some(value), _) if values => value.clone(),
        (_, Outcome::Previous) => Int::ZERO,
        (_, Outcome::Draw) => Int::from(1i64),
        (_, Outcome::Next) => Int::from(2i64),
    };
    let of_left = rank(parted[0].1) > rank(parted[1].1);
    let (more, less) = if of_left { (parted[0], parted[1]) } else { (parted[1], parted[0]) };
    let wanted = |known: &Known| match (values, &less.1.value, more.1.outcome) {
        (true, value, _) => known.value == *value,
        (false, _, Outcome::Next) => known.outcome == Outcome::Previous,
        (false, ..) => known.outcome == Outcome::Draw,
    };
    // If options may be forbidden, no single option decides the outcome, and none makes a position
    // loony.
    let decides = [pair.left, pair.right].iter().all(|game| pair.instance.blocked(*game) == 0);
    let decides = decides && (values || !asked);
    let steps = if decides { steps(pair, more.0, budget)? } else { Vec::new() };
    for step in steps {
        let to = Position { convention, ..Position::normal(step.target.clone()) };
        let known = told(solver, &to, values)?;
        if wanted(&known) {
            let name = name(pair, more.0.game, &step);
            return Ok(Some(Cause { of_left, name, to, known }));
        }
    }
    let Some((of_left, name, target)) = only_one_has(pair, parted[0].0, budget)? else { return Ok(None) };
    let to = Position { convention, ..Position::normal(target) };
    let known = told(solver, &to, asked)?;
    Ok(Some(Cause { of_left, name, to, known }))
}

/// Finds the outcome of an option, and with `values` its value. If the value cannot be found, for
/// instance because the same player moves again, finds only the outcome.
fn told(solver: &mut Solver<'_, '_>, position: &Position, values: bool) -> Evaluated<Known> {
    of(solver, position, values).or_else(|_| of(solver, position, false))
}

/// The name of a move with the values of its binders.
fn name(pair: &Pair, game: GameId, step: &Step) -> String {
    print::step(&pair.instance.program, game, step.rule, &step.bound)
}

/// An option that only one of two components has: whether it belongs to the component of the first
/// game, the name of the move, and the target.
pub type Lone = (bool, String, Sum);

/// The first option that only one of two compared components has; `left` is the component of the
/// first game. `None` if the options of both correspond.
pub fn only_one_has(pair: &Pair, left: &Component, budget: &Budget<'_>) -> Evaluated<Option<Lone>> {
    let right = pair.matched(left, budget)?;
    let (ours, theirs) = (steps(pair, left, budget)?, steps(pair, &right, budget)?);
    let mut translated = Vec::new();
    for step in &ours {
        translated.push(translation(pair, &step.target, budget)?);
    }
    for (step, there) in ours.iter().zip(&translated) {
        if !theirs.iter().any(|their| there.as_ref() == Some(&their.target)) {
            return Ok(Some((true, name(pair, left.game, step), step.target.clone())));
        }
    }
    let missing = theirs.iter().find(|their| !translated.iter().flatten().any(|it| *it == their.target));
    Ok(missing.map(|step| (false, name(pair, right.game, step), step.target.clone())))
}

/// Replaces each component in an option of the first game by its counterpart in the second; `None`
/// if a component has none.
fn translation(pair: &Pair, sum: &Sum, budget: &Budget<'_>) -> Evaluated<Option<Sum>> {
    let mut translated = Vec::new();
    for (part, count) in sum.parts.iter() {
        let Some(game) = pair.partner(part.game) else { return Ok(None) };
        let state = match part.game == pair.left || pair.is_again(part.game) {
            true => pair.matched(part, budget)?.state,
            false => part.state.clone(),
        };
        let there = Component { game, state };
        translated.push((there, *count));
    }
    Ok(Sum::new(translated))
}

/// The moves of a component; none if play is over.
fn steps(pair: &Pair, component: &Component, budget: &Budget<'_>) -> Evaluated<Vec<Step>> {
    let mut evaluator = Evaluator::new(&pair.instance, budget);
    match evaluator.ending(component)? {
        Some(_) => Ok(Vec::new()),
        None => evaluator.steps(component),
    }
}
