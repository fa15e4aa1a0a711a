//! Decides by automata whether two games on naturals have equal moves and ends.

use super::Sample;
use crate::ir::GameId;
use crate::position::Budget;
use crate::shape::Shapes;
use crate::shape::orders::orders;
use crate::shape::presburger::{Defined, Definer, Linear, Parts, Sign, Stuck};
use crate::theory::automaton::{Automaton, Room, Track};
use std::collections::BTreeMap;

/// The most components in the target of a move; games with more are not compared.
const MOST_PARTS: usize = 3;

/// The rules of a game as relations.
pub(super) struct Relations {
    /// A track for each field.
    pub from: Vec<Track>,
    /// The states that the types of the fields admit.
    pub states: Automaton,
    /// The conditions under which play is over: first lost, then won, for the player to move.
    pub ends: [Automaton; 2],
    /// For each number of components in a target: tracks for the fields of each component, and the
    /// relation between the fields before a move and these tracks.
    pub moves: BTreeMap<usize, (Vec<Vec<Track>>, Automaton)>,
}

/// Whether both games have equal ends and moves in the states of our game; `None` if a limit is
/// reached, some rules are not arithmetic, or a target has components of other games or more than
/// `MOST_PARTS` components.
pub fn same(
    ours: &Sample<'_>,
    theirs: (&Shapes<'_>, GameId),
    order: &[usize],
    budget: &Budget<'_>,
) -> Option<bool> {
    let budget = budget.fork();
    let stop = || budget.tick(4096).is_err();
    let room = Room::new(2 * Room::STEPS, &stop);
    decided(ours, theirs, order, &budget, &room).ok()
}

fn decided(
    ours: &Sample<'_>,
    (their_shapes, their_game): (&Shapes<'_>, GameId),
    order: &[usize],
    budget: &Budget<'_>,
    room: &Room<'_>,
) -> Defined<bool> {
    let ours = relations(ours.shapes, ours.rules.game, budget, room)?;
    let theirs = relations(their_shapes, their_game, budget, room)?;
    if ours.moves.keys().ne(theirs.moves.keys()) {
        return Ok(false);
    }
    let from: Vec<(Track, Track)> = paired(&theirs.from, &ours.from, order).collect();
    let states = &ours.states;
    for (our, their) in ours.ends.iter().zip(&theirs.ends) {
        if !our.and(states, room)?.same(&renamed(their, &from).and(states, room)?, room)? {
            return Ok(false);
        }
    }
    for ((our_to, our), (their_to, their)) in ours.moves.values().zip(theirs.moves.values()) {
        let mut names = from.clone();
        for (our_to, their_to) in our_to.iter().zip(their_to) {
            names.extend(paired(their_to, our_to, order));
        }
        if !our.same(&renamed(their, &names).and(states, room)?, room)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Pairs each of their tracks with our track for the corresponding field.
fn paired(theirs: &[Track], ours: &[Track], order: &[usize]) -> impl Iterator<Item = (Track, Track)> {
    theirs.iter().zip(order).map(|(their, place)| (*their, ours[*place]))
}

/// Renames tracks of an automaton: each pair has the former track and the new one.
pub(super) fn renamed(automaton: &Automaton, names: &[(Track, Track)]) -> Automaton {
    automaton.renamed(|track| names.iter().find(|name| name.0 == track).map_or(track, |name| name.1))
}

/// Returns the rules of a game as relations; fails unless each move leads to at most [`MOST_PARTS`]
/// components, all of the game itself.
pub(super) fn relations(
    shapes: &Shapes<'_>,
    game: GameId,
    budget: &Budget<'_>,
    room: &Room<'_>,
) -> Defined<Relations> {
    let move_relation = shapes.move_relation(game, budget).ok_or(Stuck::Undefinable)?;
    let definer = Definer::new(shapes.instance, budget, room).after(move_relation);
    let mut relations = Relations {
        from: move_relation.fields.clone(),
        states: move_relation.states.clone(),
        ends: [move_relation.lost.clone(), move_relation.won.clone()],
        moves: BTreeMap::new(),
    };
    for parts in &move_relation.moves {
        if parts.parts.len() > MOST_PARTS || parts.parts.iter().any(|part| part.0 != game) {
            return Err(Stuck::Undefinable);
        }
        let count = parts.parts.len();
        let fields = relations.from.len();
        let (to, known) = relations.moves.entry(count).or_insert_with(|| {
            let fresh = || (0..fields).map(|_| definer.fresh()).collect();
            ((0..count).map(|_| fresh()).collect(), Automaton::constant(false))
        });
        let more = leading(&definer, parts, to)?;
        *known = known.or(&more, room)?;
    }
    // A relation that never holds is not a move.
    relations.moves.retain(|_, (_, relation)| !relation.is_nothing());
    Ok(relations)
}

/// Returns the condition under which a move leads to components with the fields `to`, in any order.
fn leading(definer: &Definer<'_>, parts: &Parts, to: &[Vec<Track>]) -> Defined<Automaton> {
    let mut all = Automaton::constant(false);
    for order in orders(to.len()) {
        let mut equal = Vec::new();
        for ((_, fields), place) in parts.parts.iter().zip(&order) {
            equal.extend(to[*place].iter().copied().zip(fields));
        }
        // Tracks are projected away as soon as nothing else depends on them, because each track
        // multiplies the number of letters.
        let mut here = forget(definer, parts.when.clone(), &parts.fresh, &equal)?;
        while let Some((track, field)) = equal.pop() {
            let same = Linear::unknown(track).sub(field).is_zero(definer.room)?;
            here = forget(definer, here.and(&same, definer.room)?, &parts.fresh, &equal)?;
        }
        all = all.or(&here, definer.room)?;
    }
    Ok(all)
}

/// Hides the fresh tracks on which none of the remaining equations depends.
fn forget(
    definer: &Definer<'_>,
    relation: Automaton,
    fresh: &[Track],
    equal: &[(Track, &Linear)],
) -> Defined<Automaton> {
    let needed = |track: &Track| equal.iter().any(|(_, field)| field.coefficient(*track).is_some());
    let over: Vec<Track> = fresh.iter().copied().filter(|track| !needed(track)).collect();
    definer.hide(relation, &over)
}
