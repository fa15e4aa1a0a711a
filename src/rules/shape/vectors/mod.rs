//! Games on vectors of naturals: the moves as one relation between the vectors before and after a
//! move, and questions that automata decide about this relation.

mod colon;
mod hidden_nim;

pub use colon::{Colon, Layer};
pub use hidden_nim::Disguise;

use super::presburger::{Defined, Definer, Linear, MoveRelation, Sign, Stuck};
use crate::ir::GameId;
use crate::position::{Instance, Range};
use crate::theory::automaton::{Automaton, Track};

/// The moves of a game as a relation of two vectors of naturals.
#[derive(Debug, Clone)]
pub struct Vectors {
    /// The track of each coordinate before a move.
    pub from: Vec<Track>,
    /// The track of each coordinate after a move.
    pub to: Vec<Track>,
    /// The relation of these tracks: there is a move from one vector to the other.
    pub moves: Automaton,
}

/// Whether a game has fields, and all of them are naturals.
pub(super) fn are_vectors(instance: &Instance, game: GameId) -> bool {
    let fields = &instance.fields[game.index()];
    !fields.is_empty() && fields.iter().all(|range| *range == Range::Nat)
}

/// Returns the moves of a game on vectors; fails if the game has ends, or unless every move leads
/// to one component of the game itself.
pub(super) fn recognise(
    definer: &Definer<'_>,
    move_relation: &MoveRelation,
    game: GameId,
) -> Defined<Vectors> {
    if !move_relation.won.is_nothing() || !move_relation.lost.is_nothing() {
        return Err(Stuck::Undefinable);
    }
    let to: Vec<Track> = move_relation.fields.iter().map(|_| definer.fresh()).collect();
    let moves = joined(definer, move_relation, game, &to)?;
    Ok(Vectors { from: move_relation.fields.clone(), to, moves })
}

/// Returns the relation between the fields before a move and those after it, which are on the
/// tracks `to`. Fails unless every move leads to one component of the game itself.
pub(super) fn joined(
    definer: &Definer<'_>,
    move_relation: &MoveRelation,
    game: GameId,
    to: &[Track],
) -> Defined<Automaton> {
    let mut moves = Automaton::constant(false);
    for parts in &move_relation.moves {
        let [(target, fields)] = &*parts.parts else { return Err(Stuck::Undefinable) };
        if *target != game {
            return Err(Stuck::Undefinable);
        }
        let mut here = parts.when.clone();
        for (track, field) in to.iter().zip(fields) {
            here = here.and(&Linear::unknown(*track).sub(field).is_zero(definer.room)?, definer.room)?;
        }
        moves = moves.or(&definer.hide(here, &parts.fresh)?, definer.room)?;
    }
    Ok(moves)
}
