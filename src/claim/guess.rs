//! Guesses periodic values of games, and proves the guesses by induction over the rules.
//!
//! The games have one natural field, and their moves lead to smaller numbers. A period is guessed
//! from the first [`VALUES`] values. The guess is right if and only if the guessed value of each
//! component is the mex of the guessed values that its moves reach, which automata decide.

use super::Judge;
use super::induction::no_mex;
use super::known::{Knowledge, Proven};
use crate::ir::value::{Component, Position, Sum};
use crate::ir::{Expr, GameId, Value, walk};
use crate::position::Range;
use crate::shape::presburger::{Defined, Definer, Known, Linear, MoveRelation, Sign, Stuck, Values};
use crate::solve::period_words;
use crate::theory::automaton::{Automaton, Repeating, Room};
use crate::theory::period::{Candidates, Period, least};
use std::sync::Arc;

/// How many values of each game, from index 0 on, are computed for a guess.
const VALUES: usize = 240;
/// The longest preperiod and the longest period that are guessed.
const LONGEST: usize = 80;

/// For each game that an expression mentions, unless its values are known or a guess was tried
/// before: guesses the values of all components, and adds them to `judge.proven` if the guess is
/// proved. Also adds the statements of theorems about these games.
pub fn learn(judge: &mut Judge<'_, '_, '_>, expr: &Expr) {
    let games = walk::games_in(&judge.instance.program, expr);
    judge.proven.ask_theorems(judge.instance, &games, judge.solver);
    for game in games {
        if judge.guessed.contains(&game) {
            continue;
        }
        let group = walk::reachable_games(&judge.instance.program, game);
        judge.guessed.extend(&group);
        let heaps = judge.solver.heaps();
        let budget = judge.solver.budget();
        let known = |game: &GameId| {
            let heap = heaps.heap(*game, budget);
            let by_claim = judge.proven.values.iter().any(|it| it.0 == *game);
            by_claim || heap.is_some_and(|heap| heap.forever(heap.affordable(), budget).is_some())
        };
        if known(&game) {
            continue;
        }
        let unknown: Vec<GameId> = group.iter().copied().filter(|game| !known(game)).collect();
        if let Some(found) = guess(judge, &unknown) {
            judge.proven.values.extend(found);
        }
    }
}

/// The facts about the games of a program if the guesses are right: the guessed values, and the
/// facts that are proved already.
struct Supposed<'a> {
    guesses: &'a [(GameId, Arc<Values>)],
    else_known: &'a dyn Known,
}

impl Known for Supposed<'_> {
    fn values(&self, game: GameId) -> Option<Arc<Values>> {
        let guess = self.guesses.iter().find(|it| it.0 == game);
        guess.map(|it| Arc::clone(&it.1)).or_else(|| self.else_known.values(game))
    }
}

/// Guesses the values of a group of games, which refer to each other, and proves all guesses
/// together. Returns for each game its values and the argument in words; `None` if one guess is not
/// proved.
fn guess(judge: &mut Judge<'_, '_, '_>, group: &[GameId]) -> Option<Vec<(GameId, Arc<Values>, String)>> {
    let instance = judge.instance;
    if group.iter().any(|game| !matches!(&*instance.fields[game.index()], [Range::Nat])) {
        return None;
    }
    let mut guesses = Vec::new();
    let mut words = Vec::new();
    for game in group {
        let period = first_values(judge, *game)?;
        let name = &instance.program.game(*game).name;
        words.push(format!("{name} has {}, by induction over its moves", period_words(&period.0)));
        guesses.push((*game, Arc::new(Values::Repeating(period.1))));
    }
    let budget = judge.solver.budget().fork();
    let stop = || (budget.stopper())().is_some();
    let room = Room::new(Room::STEPS, &stop);
    let proven = Proven::default();
    let knowledge = Knowledge::new(instance, &budget, judge.solver.heaps(), &proven);
    let supposed = Supposed { guesses: &guesses, else_known: &knowledge };
    let shapes = &judge.solver.model().shapes;
    let moves = group.iter().map(|game| Some((*game, shapes.move_relation(*game, &budget)?)));
    let moves: Vec<(GameId, &MoveRelation)> = moves.collect::<Option<_>>()?;
    let definer = Definer::new(instance, &budget, &room).knowing(&supposed, judge.solver);
    let definer = moves.iter().fold(definer, |definer, (_, moves)| definer.after(moves));
    let right = moves.iter().all(|(game, moves)| is_right(&definer, &room, *game, moves) == Ok(true));
    right.then(|| {
        guesses.into_iter().zip(words).map(|((game, values), words)| (game, values, words)).collect()
    })
}

/// Finds a period of the first values of a game, with a preperiod and a period of at most
/// [`LONGEST`]. Returns the period, and the values continued with this period; `None` if no such
/// period is seen, or if a value cannot be computed.
fn first_values(judge: &mut Judge<'_, '_, '_>, game: GameId) -> Option<(Period, Repeating)> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..VALUES {
        let component = Component { game, state: Arc::from([Value::int(n as i64)]) };
        let value = judge.solver.sg(&Position::normal(Sum::one(component))).ok()?;
        values.push(u32::try_from(value.to_i64()?).ok()?);
    }
    let short = |period: &Period| period.preperiod <= LONGEST && period.period <= LONGEST;
    let candidate = Candidates::new(&values).find(short)?;
    let period = least(&values, candidate);
    let upto = period.preperiod + period.period;
    let first = values.into_iter().take(upto).map(u64::from).collect();
    Some((period, Repeating { preperiod: period.preperiod, values: first, saltus: period.saltus.into() }))
}

/// Whether the value of each component is the mex of the values that its moves reach, and each move
/// leads to smaller numbers.
fn is_right(
    definer: &Definer<'_>,
    room: &Room<'_>,
    game: GameId,
    move_relation: &MoveRelation,
) -> Defined<bool> {
    if !move_relation.won.is_nothing() {
        return Err(Stuck::Undefinable);
    }
    let heap = Linear::unknown(move_relation.fields[0]);
    for parts in &move_relation.moves {
        for (_, fields) in &parts.parts {
            let same_or_larger = fields[0].sub(&heap).is_natural(room)?;
            if !parts.when.and(&same_or_larger, room)?.is_nothing() {
                return Ok(false);
            }
        }
    }
    let value = definer.fresh();
    let number = definer.component_value(game, &[heap])?;
    if !number.undefined.is_nothing() {
        return Err(Stuck::Undefinable);
    }
    let mut relation = Automaton::constant(false);
    for piece in &number.pieces {
        let same = Linear::unknown(value).sub(&piece.value).is_zero(room)?;
        let here = definer.hide(piece.when.and(&same, room)?, &piece.fresh)?;
        relation = relation.or(&here, room)?;
    }
    let value_of = |game, fields: &[Linear]| definer.component_value(game, fields);
    Ok(no_mex(definer, room, move_relation, &relation, value, &value_of)?.is_nothing())
}
