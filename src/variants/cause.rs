//! Why two components part: an option of one that the other lacks.

use super::Pair;
use super::smallest::matched;
use crate::ir::value::{Component, Position, Sum};
use crate::ir::{Convention, GameId, print};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Step};
use crate::solve::{Outcome, Solver};

/// What is known of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Who wins.
    pub outcome: Outcome,
    /// Its value, where that was asked.
    pub value: Option<Int>,
}

/// An option of one of two components that makes the difference: the other one has none like it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// Whether it is an option of the first game's component.
    pub of_left: bool,
    /// The move, with the values of its binders.
    pub name: String,
    /// Where it leads.
    pub to: Position,
    /// What is known of that.
    pub known: Known,
}

/// What is known of a component under a convention.
pub fn known(
    solver: &mut Solver<'_, '_>,
    component: &Component,
    convention: Convention,
    values: bool,
) -> Evaluated<Known> {
    of(solver, &alone(component, convention), values)
}

fn of(solver: &mut Solver<'_, '_>, position: &Position, values: bool) -> Evaluated<Known> {
    let value = if values { solver.value(position)? } else { None };
    Ok(Known { outcome: solver.outcome(position)?, value })
}

fn alone(component: &Component, convention: Convention) -> Position {
    Position { convention, ..Position::normal(Sum::one(component.clone())) }
}

/// The option that makes the difference between two components: of the one that wins, the option by which it does; of the one with
/// the greater value, the option that has the value of the other.
pub fn cause(
    pair: &Pair,
    solver: &mut Solver<'_, '_>,
    parted: [(&Component, &Known); 2],
    convention: Convention,
    budget: &Budget<'_>,
) -> Evaluated<Option<Cause>> {
    let values = parted.iter().all(|(_, known)| known.value.is_some());
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
    // Where moves may be blocked, no single option decides.
    let is_blocked = [pair.left, pair.right].iter().any(|game| pair.instance.is_twisted(*game));
    if is_blocked || Evaluator::new(&pair.instance, budget).ending(more.0)?.is_some() {
        return Ok(None);
    }
    for step in Evaluator::new(&pair.instance, budget).steps(more.0)? {
        let to = Position { convention, ..Position::normal(step.target.clone()) };
        let known = of(solver, &to, values)?;
        if wanted(&known) {
            let name = name(pair, more.0.game, &step);
            return Ok(Some(Cause { of_left, name, to, known }));
        }
    }
    Ok(None)
}

fn name(pair: &Pair, game: GameId, step: &Step) -> String {
    print::step(&pair.instance.program, game, step.rule, &step.bound)
}

/// Whether an option is of the first game's component, the move, and where it leads.
pub type Lone = (bool, String, Sum);

/// Where the moves of two components that are compared differ: an option that only one of them has.
pub fn only_one_has(pair: &Pair, left: &Component, budget: &Budget<'_>) -> Evaluated<Option<Lone>> {
    let right = matched(pair, left, budget)?;
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

/// A sum of components of the first program as the sum of those they are compared with; nothing where one is compared with none.
fn translation(pair: &Pair, sum: &Sum, budget: &Budget<'_>) -> Evaluated<Option<Sum>> {
    let mut translated = Vec::new();
    for (part, count) in sum.parts.iter() {
        let Some(game) = pair.partner(part.game) else { return Ok(None) };
        let there = if part.game == pair.left {
            matched(pair, part, budget)?
        } else {
            Component { game, state: part.state.clone() }
        };
        translated.push((there, *count));
    }
    Ok(Sum::new(translated))
}

fn steps(pair: &Pair, component: &Component, budget: &Budget<'_>) -> Evaluated<Vec<Step>> {
    let mut evaluator = Evaluator::new(&pair.instance, budget);
    match evaluator.ending(component)? {
        Some(_) => Ok(Vec::new()),
        None => evaluator.steps(component),
    }
}
