//! Lists the moves of a position as far as possible, names them, and explains an outcome without a
//! search. If there are too many moves to list all, the winning moves come from a theorem, or only
//! the first winning moves are found.

use super::{How, NamedMove, Outcome, Solution, Solver};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Convention, GameId, Value, print};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Flow};
use crate::shape::lines::integers;
use crate::shape::presburger::{Defined, Linear, MoveRelation, Parts, Sign};
use crate::theorem::Covered;
use crate::theory::automaton::{Room, Track};
use indexmap::IndexSet;
use num_bigint::{BigInt, BigUint};
use std::sync::atomic::AtomicU64;

/// The moves from a position, as far as they can be listed.
pub enum Listed {
    /// All moves.
    All(Vec<NamedMove>),
    /// All winning moves; other moves are not listed.
    Winning(Vec<NamedMove>),
    /// Some winning moves, with small numbers: there are too many moves to examine all.
    First(Vec<NamedMove>),
    /// There are too many moves to examine all, and none of those examined wins.
    TooMany,
}

/// For a position that is too large to be searched, all moves are listed only if `count_moves`
/// counts at most this many.
const MOST_MOVES: u64 = 20_000;

/// For a position that is too large to be searched, all moves are listed only if the fields of all
/// targets have at most this many members and elements together.
const MOST_MEMBERS: usize = 2_000_000;

/// For a sum with more different components than this, `why_by_theorem` returns `None`, and
/// `why_shapes` describes only this many of its games.
const MOST_ARGUED: usize = 6;

/// The most checks of the budget, one every few thousand steps, while the moves are counted. If
/// counting needs more, it ends, and the position counts as one with too many moves.
const MOST_LOOKS: u64 = 200;

/// The field with index i after a move is on the track with the number `REACHED + i`.
const REACHED: u32 = 1 << 30;

impl Solver<'_, '_> {
    /// The winning moves of a component that is too large to be searched, by the theorem that
    /// covers it; `None` if the position is not a single component of this size, if no theorem
    /// gives the winning moves, or if a move cannot be named.
    pub fn winning_moves_by_theorem(&self, position: &Position) -> Option<Vec<NamedMove>> {
        let Form::Sum(sum) = &position.form else { return None };
        let part = sum.single()?;
        let fields: Vec<Int> = integers(&part.state)?;
        let targets = self.theorem_beyond(part)?.winning(&part.state, position.convention)?;
        let budget = self.budget.fork();
        let stop = || (budget.stopper())().is_some();
        let room = Room::new(8 * Room::STEPS, &stop);
        let move_relation = self.model.shapes.move_relation(part.game, &budget)?;
        let mut moves = Vec::new();
        for target in targets {
            let name = self.name(part, move_relation, &fields, &integers(&target)?, &room)?;
            let state = target.into();
            let form = Form::Sum(Sum::one(Component { game: part.game, state }));
            let to = Position { convention: position.convention, form };
            moves.push(NamedMove { name, to, outcome: Outcome::Previous });
        }
        Some(moves)
    }

    /// The moves from a position, as far as they can be listed. For a position that is too large to
    /// search: the winning moves if a theorem gives them, otherwise all moves, or the first winning
    /// moves if there are too many.
    pub fn listed_moves(&mut self, position: &Position) -> Evaluated<Listed> {
        if let Some(moves) = self.winning_moves_by_theorem(position) {
            return Ok(Listed::Winning(moves));
        }
        if let Form::Sum(sum) = &position.form
            && self.beyond(position)?.is_some()
            && self.has_too_many_moves(sum)?
        {
            let first = match self.wins_by_lost_set(position) {
                Some(wins) => wins,
                None => self.first_wins(sum, position.convention)?,
            };
            return Ok(if first.is_empty() { Listed::TooMany } else { Listed::First(first) });
        }
        Ok(Listed::All(self.moves(position)?))
    }

    /// Whether a position has more moves than can be listed, or finding its moves takes too long.
    fn has_too_many_moves(&self, sum: &Sum) -> Evaluated<bool> {
        let looks = AtomicU64::new(0);
        let stop = self.budget.stop_after(&looks, MOST_LOOKS);
        let budget = Budget::new(&stop, self.budget.positions);
        match self.count_moves(sum, &budget) {
            Ok(count) => Ok(count > MOST_MOVES),
            Err(problem) if problem.kind.is_of_size() => Ok(true),
            Err(problem) => Err(problem),
        }
    }

    /// The number of moves, each counted once more for every component of its target; counting
    /// stops above [`MOST_MOVES`]. `u64::MAX` if the targets have more than [`MOST_MEMBERS`]
    /// members.
    fn count_moves(&self, sum: &Sum, budget: &Budget<'_>) -> Evaluated<u64> {
        let mut evaluator = Evaluator::new(self.instance, budget);
        let (mut count, mut members) = (0u64, 0usize);
        for (part, _) in sum.parts.iter() {
            if evaluator.ending(part)?.is_some() {
                continue;
            }
            evaluator.each_target(part, &mut |_, _, parts| {
                count = count.saturating_add(1 + parts.len() as u64);
                members +=
                    parts.iter().flat_map(|(part, _)| part.state.iter()).map(members_of).sum::<usize>();
                if members > MOST_MEMBERS {
                    count = u64::MAX;
                }
                Ok(if count > MOST_MOVES { Flow::Stop } else { Flow::More })
            })?;
        }
        Ok(count)
    }

    /// The argument for a position that is too large to be searched: the result for each component,
    /// and the nim-sum; `None` if only a search gives the answer.
    pub fn why_beyond(&mut self, position: &Position) -> Evaluated<Option<String>> {
        let Form::Sum(sum) = &position.form else { return Ok(None) };
        let Some(beyond) = self.beyond(position)? else { return Ok(None) };
        if beyond.how == How::LostSet {
            return Ok(self.why_by_lost_set(position));
        }
        if position.convention == Convention::Misere && sum.single().is_none() {
            let verdict = if beyond.losing { "loses" } else { "wins" };
            return Ok(Some(format!("By {}: the player to move {verdict}.", beyond.how.words())));
        }
        let mut told = Vec::new();
        for (part, count) in sum.parts.iter() {
            let name = print::component(&self.instance.program, part);
            let alone = sum.single().is_some();
            let argument = self.argument(part, position.convention);
            let value = self.value(&Position::normal(Sum::one(part.clone())))?;
            let copies = if *count > 1 { format!("{count} times ") } else { String::new() };
            told.push(match (argument, value) {
                (Some(argument), _) if alone => argument,
                (Some(argument), Some(value)) => format!("{copies}{name} has value {value}. {argument}"),
                (None, Some(value)) => format!("{copies}{name} has value {value}."),
                (argument, None) => argument.unwrap_or_default(),
            });
        }
        if sum.single().is_none()
            && let Some(value) = beyond.value
        {
            told.push(format!("The nim-sum of these values is {value}."));
        }
        Ok(Some(told.join("\n")))
    }

    /// The argument by theorems for a position that was also searched. `None` if a component is not
    /// covered, if the theorems do not give the result or contradict the search, if there are more
    /// than `MOST_ARGUED` different components, or if an engine is forced.
    pub fn why_by_theorem(&self, position: &Position, found: &Solution) -> Option<String> {
        let Form::Sum(sum) = &position.form else { return None };
        if !self.free || sum.parts.len() > MOST_ARGUED {
            return None;
        }
        let by = |covered: &Covered| format!("{} (theorem:{})", covered.theorem.cite, covered.theorem.id);
        let convention = position.convention;
        if let Some(part) = sum.single() {
            let covered = self.theorem(part.game)?;
            let same_value = convention != Convention::Normal
                || covered.value(&part.state).is_none_or(|value| found.sg.as_ref() == Some(&value));
            let lost = found.outcome == Outcome::Previous;
            let agrees = same_value && covered.losing(&part.state, convention) == Some(lost);
            let argument = covered.why(&part.state, convention).filter(|_| agrees)?;
            return Some(format!("By {}. {argument}", by(covered)));
        }
        let (mut lines, mut values) = (Vec::new(), Vec::new());
        for (part, count) in sum.parts.iter() {
            let covered = self.theorem(part.game)?;
            let value = covered.value(&part.state)?;
            let times = if *count > 1 { format!("{count} times ") } else { String::new() };
            let name = print::component(&self.instance.program, part);
            lines.push(format!("{times}{name} has value {value} by {}.", by(covered)));
            // Two equal components cancel each other.
            values.extend((count % 2 == 1).then_some(value));
        }
        let total = values.iter().fold(Int::ZERO, |total, value| total.xor(value));
        lines.push(format!("The nim-sum of these values is {total}{}.", columns(&values, &total)));
        let agrees = convention == Convention::Normal && found.sg.as_ref() == Some(&total);
        agrees.then(|| lines.join("\n"))
    }

    /// Describes the moves of the games of a position, one line for each game that has a description.
    pub fn why_shapes(&self, position: &Position) -> String {
        let Form::Sum(sum) = &position.form else { return String::new() };
        let games: IndexSet<GameId> = sum.parts.iter().map(|(part, _)| part.game).collect();
        let lines = games.iter().take(MOST_ARGUED).filter_map(|game| {
            let name = &self.instance.program.game(*game).name;
            Some(format!("the moves of {name}: {}\n", self.model.described(*game, self.budget)?))
        });
        lines.collect()
    }

    /// The argument for one component: that of the theorem that covers its game, or else the period
    /// of its values under normal play. `None` if there is neither, or if the heap is smaller than
    /// the preperiod.
    fn argument(&self, part: &Component, convention: Convention) -> Option<String> {
        if let Some(covered) = self.theorem(part.game) {
            return covered.why(&part.state, convention);
        }
        let [Value::Int(size)] = &*part.state else { return None };
        let heap = self.heaps.heap(part.game, self.budget)?;
        let eternal = heap.forever(heap.affordable(), self.budget)?;
        let (period, before) = (Int::from(eternal.period.period), Int::from(eternal.period.preperiod));
        if *size < before {
            return None;
        }
        let rest = (size - &before).mod_floor(&period)?;
        let value = eternal.value(size)?;
        let name = &self.instance.program.game(part.game).name;
        Some(format!(
            "The values of {name} have {}. {size} has the same place in a period as {}; the value there is \
             {value}.",
            eternal.words(),
            &before + &rest
        ))
    }

    /// The name of a move from a component to a state, with the numbers of its binders; `None` if
    /// no move that leads there is found.
    pub(super) fn name_of_move(&self, part: &Component, to: &[Value]) -> Option<String> {
        let budget = self.budget.fork();
        let stop = || (budget.stopper())().is_some();
        let move_relation = self.model.shapes.move_relation(part.game, &budget)?;
        let room = Room::new(8 * Room::STEPS, &stop);
        self.name(part, move_relation, &integers(&part.state)?, &integers(to)?, &room)
    }

    /// The name of a move from the state `from` to the state `to`, with the numbers of its binders;
    /// `None` if no move that leads there is found.
    fn name(
        &self,
        part: &Component,
        move_relation: &MoveRelation,
        from: &[Int],
        to: &[Int],
        room: &Room<'_>,
    ) -> Option<String> {
        move_relation.moves.iter().find_map(|parts| {
            let fresh = chosen(move_relation, parts, from, to, room).ok()??;
            let played = parts.played.as_ref()?;
            let rules = &self.instance.program.game(part.game).moves[played.rule];
            let number_on = |track| fresh.iter().find(|it| it.0 == track).map(|it| it.1.clone());
            let bound: Option<Vec<(String, Value)>> = played
                .bound
                .iter()
                .map(|(slot, number)| {
                    let is_known = number.unknowns().all(|track| number_on(track).is_some());
                    let value = is_known.then(|| number.at(|track| number_on(track).unwrap_or_default()))?;
                    Some((rules.slots[slot.index()].name.clone(), Value::Int(value)))
                })
                .collect();
            Some(print::step(&self.instance.program, part.game, played.rule, &bound?))
        })
    }
}

/// Finds numbers for the binders of a move such that the move leads from the state `from` to the
/// state `to`. Returns the fields and these numbers, each with its track; `None` if no numbers do,
/// or if the move does not leave exactly one component.
fn chosen(
    move_relation: &MoveRelation,
    parts: &Parts,
    from: &[Int],
    to: &[Int],
    room: &Room<'_>,
) -> Defined<Option<Vec<(Track, Int)>>> {
    let [(_, targets)] = &*parts.parts else { return Ok(None) };
    let (mut here, mut given) = (parts.when.clone(), Vec::new());
    for (at, (target, number)) in targets.iter().zip(to).enumerate() {
        let reached = Track(REACHED + at as u32);
        here = here.and(&target.sub(&Linear::unknown(reached)).is_zero(room)?, room)?;
        given.push((reached, number));
    }
    given.extend(move_relation.fields.iter().copied().zip(from));
    let natural = |(track, number): (Track, &Int)| Some((track, BigUint::try_from(number.to_big()).ok()?));
    let Some(given) = given.into_iter().map(natural).collect::<Option<Vec<_>>>() else { return Ok(None) };
    let found = here.witness(&given, &parts.fresh, room)?;
    let known = move_relation.fields.iter().copied().zip(from.iter().cloned());
    Ok(found.map(|numbers| {
        let chosen = numbers.into_iter().map(|it| Int::from(BigInt::from(it)));
        known.chain(parts.fresh.iter().copied().zip(chosen)).collect()
    }))
}

/// The number of members or elements of a field; 1 for a field that is not a collection.
fn members_of(field: &Value) -> usize {
    match field {
        Value::List(members) | Value::Set(members) => members.len(),
        _ => 1,
    }
}

/// Values and their nim-sum in binary, as the end of a sentence; empty if there are fewer than two
/// values, or a value has more than `MOST_DIGITS` binary digits.
fn columns(values: &[Int], total: &Int) -> String {
    const MOST_DIGITS: usize = 32;
    let width = values.iter().map(|value| value.to_big().bits() as usize).max().unwrap_or(0);
    if values.len() < 2 || width > MOST_DIGITS {
        return String::new();
    }
    let digits = |value: &Int| format!("{:0>width$}", value.to_big().to_str_radix(2));
    let shown: Vec<String> = values.iter().map(digits).collect();
    format!("; in binary {} = {}", shown.join(" xor "), digits(total))
}
