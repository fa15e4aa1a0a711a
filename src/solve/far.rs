//! Moves of components that are too large to list them, where a theorem gives the winning ones.

use super::{NamedMove, Outcome, Solver};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Value, print};
use crate::number::Int;
use crate::shape::definable::{Defined, Definer, Linear, Parts, Way, ways};
use crate::theory::automaton::{Room, Track};
use num_bigint::BigInt;

/// How much may be built to find the names of moves.
const ROOM: u64 = 3_000_000;

impl Solver<'_, '_> {
    /// The winning moves of a component that is too large to be searched, by the theorem that covers it.
    pub(super) fn winning_moves_by_theorem(&self, position: &Position) -> Option<Vec<NamedMove>> {
        let Form::Sum(sum) = &position.form else { return None };
        let part = sum.single()?;
        let fields: Vec<Int> = numbers(&part.state)?;
        let targets = self.theorem_beyond(part)?.winning(&part.state, position.convention)?;
        let budget = self.budget.fork();
        let stop = || (budget.stopper())().is_some();
        let room = Room::new(ROOM, &stop);
        let definer = Definer::new(self.instance, &budget, &room);
        let way = ways(&definer, part.game).ok()?;
        let mut moves = Vec::new();
        for target in targets {
            let name = self.name(part, &way, &fields, &numbers(&target)?, &room)?;
            let state = target.into();
            let form = Form::Sum(Sum::one(Component { game: part.game, state }));
            let to = Position { convention: position.convention, form };
            moves.push(NamedMove { name, to, outcome: Outcome::Previous });
        }
        Some(moves)
    }

    /// The argument of the theorem that covers a component too large to be searched.
    pub fn why_by_theorem(&self, position: &Position) -> Option<String> {
        let Form::Sum(sum) = &position.form else { return None };
        let part = sum.single()?;
        self.theorem(part.game)?.why(&part.state, position.convention)
    }

    /// The name of a move from one state to another, with the numbers that its names stand for.
    fn name(&self, part: &Component, way: &Way, from: &[Int], to: &[Int], room: &Room<'_>) -> Option<String> {
        way.moves.iter().find_map(|parts| {
            let fresh = chosen(way, parts, from, to, room).ok()??;
            let played = parts.played.as_ref()?;
            let rules = &self.instance.program.game(part.game).moves[played.rule];
            let bound: Option<Vec<(String, Value)>> = played
                .bound
                .iter()
                .map(|(slot, number)| {
                    Some((rules.slots[slot.index()].name.clone(), Value::Int(number.at(&fresh)?)))
                })
                .collect();
            Some(print::step(&self.instance.program, part.game, played.rule, &bound?))
        })
    }
}

/// The choice of a move's own tracks by which it leads from one state to another.
fn chosen(
    way: &Way,
    parts: &Parts,
    from: &[Int],
    to: &[Int],
    room: &Room<'_>,
) -> Defined<Option<Vec<(Track, Int)>>> {
    let mut here = parts.when.clone();
    let [(_, targets)] = &*parts.parts else { return Ok(None) };
    for (field, number) in targets.iter().zip(to) {
        here = here.and(&same(field, number).is_zero(room)?, room)?;
    }
    for (field, number) in way.fields.iter().zip(from) {
        here = here.and(&same(&Linear::track(*field), number).is_zero(room)?, room)?.exists(*field, room)?;
    }
    let known = way.fields.iter().copied().zip(from.iter().cloned());
    let found = here.smallest(&parts.fresh, room)?;
    Ok(found.map(|numbers| {
        let chosen = numbers.into_iter().map(|it| Int::from(BigInt::from(it)));
        known.chain(parts.fresh.iter().copied().zip(chosen)).collect()
    }))
}

fn same(linear: &Linear, number: &Int) -> Linear {
    linear.sub(&Linear::constant(number.clone()))
}

/// The fields of a state as numbers.
fn numbers(state: &[Value]) -> Option<Vec<Int>> {
    let number = |value: &Value| if let Value::Int(int) = value { Some(int.clone()) } else { None };
    state.iter().map(number).collect()
}
