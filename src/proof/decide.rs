//! Decides by automata whether a set of positions is the set of lost positions; if not, finds a
//! position where it fails.

use crate::counts::with_fewer;
use crate::ir::Convention;
use crate::relations::{Relations, Step};
use crate::theory::automaton::{Automaton, Room, TooLarge, Track};
use num_bigint::BigUint;

/// Whether a guessed set is the set of lost positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The set is the set of lost positions.
    Right,
    /// The set is wrong about the position with these fields or about one of its options: it
    /// contains a position that is not lost, or lacks a lost position. Or the `end` rules declare
    /// the position both won and lost.
    Wrong(Vec<BigUint>),
}

/// Decides whether a set, an automaton over the tracks of the fields, contains exactly the
/// positions that the player to move loses. The caller must have proved that play terminates.
pub fn decide(
    relations: &Relations,
    set: &Automaton,
    convention: Convention,
    room: &Room<'_>,
) -> Result<Verdict, TooLarge> {
    // A position that the `end` rules declare both won and lost has no outcome, so no set is right.
    let contradiction = relations.won.and(&relations.lost, room)?;
    if !contradiction.is_nothing() {
        return wrong(&contradiction, relations, room);
    }
    if relations.blocked > 0 {
        return counted(relations, set, convention, room);
    }
    // This test refutes most wrong guesses quickly.
    if let Some(breach) = breach(relations, set, room)? {
        return wrong(&breach, relations, room);
    }
    let moves = if convention == Convention::Misere {
        with_moves(relations, room)?
    } else {
        Automaton::constant(true)
    };
    // A position in the set must not be declared won by an `end`. Under misère play such a position
    // must also have a move, unless an `end` declares it lost.
    let inside = set.and(&relations.lost.not(), room)?;
    let misplaced = inside.and(&relations.won.or(&moves.not(), room)?, room)?;
    if !misplaced.is_nothing() {
        return wrong(&misplaced, relations, room);
    }
    // A position outside the set must be declared won, or have a move into the set; it must not be
    // declared lost. Under misère play, a position without a move may be outside too.
    let outside = set.or(&relations.won, room)?.not();
    let misplaced = outside.and(&relations.lost, room)?;
    if !misplaced.is_nothing() {
        return wrong(&misplaced, relations, room);
    }
    let stuck = without_answer(relations, set, outside.and(&moves, room)?, room)?;
    if stuck.is_nothing() { Ok(Verdict::Right) } else { wrong(&stuck, relations, room) }
}

/// Decides whether a set is right if `b` options may be forbidden: where no `end` applies, a
/// position in the set must have at most `b` options in the set, a position outside more than `b`.
/// Under misère play the opponent has to leave an option if there is one. So a position all of whose
/// options are in the set, or that has none, must be outside, however few options it has.
fn counted(
    relations: &Relations,
    set: &Automaton,
    convention: Convention,
    room: &Room<'_>,
) -> Result<Verdict, TooLarge> {
    let least = relations.blocked + 1;
    let inside = set.and(&relations.lost.not(), room)?;
    let fewer = with_fewer(relations, set, inside.clone(), least, room)?;
    let mut misplaced = inside.and(&fewer.not().or(&relations.won, room)?, room)?;
    if !misplaced.is_nothing() {
        return wrong(&misplaced, relations, room);
    }
    let outside = set.or(&relations.won, room)?.not();
    misplaced = outside.and(&relations.lost, room)?;
    if !misplaced.is_nothing() {
        return wrong(&misplaced, relations, room);
    }
    let mut open = with_fewer(relations, set, outside, least, room)?;
    if convention == Convention::Misere {
        // `wins`: no option lies outside the set, so whichever option is left is lost for the
        // opponent. A player without options wins too.
        let wins = without_answer(relations, &set.not(), inside.or(&open, room)?, room)?;
        misplaced = inside.and(&wins, room)?;
        if !misplaced.is_nothing() {
            return wrong(&misplaced, relations, room);
        }
        open = open.and(&wins.not(), room)?;
    }
    if open.is_nothing() { Ok(Verdict::Right) } else { wrong(&open, relations, room) }
}

/// The positions in `open` from which no move leads into the set.
pub fn without_answer(
    relations: &Relations,
    set: &Automaton,
    mut open: Automaton,
    room: &Room<'_>,
) -> Result<Automaton, TooLarge> {
    // Moves that change few fields are decided quickly, and leave few positions for the others.
    let mut steps: Vec<&Step> = relations.steps.iter().collect();
    steps.sort_by_key(|step| (changed(relations, step), step.relation.states()));
    for step in steps {
        if open.is_nothing() {
            break;
        }
        let from = step.relation.and(&open, room)?;
        let answered = hidden(from.and(&after(set, relations, step), room)?, relations, step, room)?;
        open = open.and(&answered.not(), room)?;
    }
    Ok(open)
}

/// How many fields a step changes.
fn changed(relations: &Relations, step: &Step) -> usize {
    step.to.iter().zip(&relations.fields).filter(|(to, field)| to != field).count()
}

/// The positions that have a move.
fn with_moves(relations: &Relations, room: &Room<'_>) -> Result<Automaton, TooLarge> {
    let mut moves = Automaton::constant(false);
    for step in &relations.steps {
        moves = moves.or(&hidden(step.relation.clone(), relations, step, room)?, room)?;
    }
    Ok(moves)
}

/// Whether no move leads from the set into the set, except where play is over.
pub fn is_stable(relations: &Relations, set: &Automaton, room: &Room<'_>) -> Result<bool, TooLarge> {
    Ok(breach(relations, set, room)?.is_none())
}

/// The moves of one step that lead from the set into the set, except where play is over; `None` if
/// no step has such moves.
fn breach(relations: &Relations, set: &Automaton, room: &Room<'_>) -> Result<Option<Automaton>, TooLarge> {
    let over = relations.won.or(&relations.lost, room)?;
    let inside = set.and(&over.not(), room)?;
    for step in &relations.steps {
        let from = step.relation.and(&inside, room)?;
        let breach = from.and(&after(set, relations, step), room)?;
        if !breach.is_nothing() {
            return Ok(Some(breach));
        }
    }
    Ok(None)
}

/// The condition that the target of a step lies in the set: the set, read on the tracks of the
/// fields after the move.
pub fn after(set: &Automaton, relations: &Relations, step: &Step) -> Automaton {
    let place = |track: Track| relations.fields.iter().position(|field| *field == track);
    set.renamed(|track| place(track).map_or(track, |at| step.to[at]))
}

/// The positions that are related to some target: projects away the fields after the move.
fn hidden(
    mut relation: Automaton,
    relations: &Relations,
    step: &Step,
    room: &Room<'_>,
) -> Result<Automaton, TooLarge> {
    for track in step.to.iter().filter(|track| !relations.fields.contains(track)) {
        relation = relation.exists(*track, room)?;
    }
    Ok(relation)
}

/// The verdict for a relation `failing` that is not empty: wrong at the smallest position in the
/// relation.
fn wrong(failing: &Automaton, relations: &Relations, room: &Room<'_>) -> Result<Verdict, TooLarge> {
    let mut places = failing.clone();
    for track in failing.tracks().iter().filter(|track| !relations.fields.contains(track)) {
        places = places.exists(*track, room)?;
    }
    Ok(Verdict::Wrong(places.smallest(&relations.fields, room)?.unwrap_or_default()))
}
