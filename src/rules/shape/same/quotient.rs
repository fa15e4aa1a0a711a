//! Decides by automata whether two games have equal moves after equivalent states are identified:
//! pairs of numbers in either order, or states that differ only in the value of one field.

use super::arithmetic::{Relations, relations, renamed};
use crate::ir::GameId;
use crate::position::Budget;
use crate::shape::Shapes;
use crate::shape::presburger::{Defined, Linear, Sign};
use crate::theory::automaton::{Automaton, Room, Track};

/// Whether `theirs` is provably our game without the field at `place`: our moves and ends are equal
/// for all values of this field, if its value after a move is ignored.
pub fn same_without(
    (ours, game): (&Shapes<'_>, GameId),
    theirs: &Shapes<'_>,
    place: usize,
    budget: &Budget<'_>,
) -> bool {
    let budget = budget.fork();
    let stop = || budget.tick(4096).is_err();
    let room = Room::new(2 * Room::STEPS, &stop);
    let decided = || -> Defined<bool> {
        let ours = relations(ours, game, &budget, &room)?;
        let theirs = relations(theirs, game, &budget, &room)?;
        without(&ours, &theirs, place, &room)
    };
    decided() == Ok(true)
}

fn without(ours: &Relations, theirs: &Relations, place: usize, room: &Room<'_>) -> Defined<bool> {
    if ours.moves.keys().ne(theirs.moves.keys()) {
        return Ok(false);
    }
    let paired = |theirs: &[Track], ours: &[Track]| -> Vec<(Track, Track)> {
        let kept = ours.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, track)| *track);
        theirs.iter().copied().zip(kept).collect()
    };
    let from = paired(&theirs.from, &ours.from);
    for (our, their) in ours.ends.iter().zip(&theirs.ends) {
        if !our.same(&renamed(their, &from), room)? {
            return Ok(false);
        }
    }
    for ((our_to, our), (their_to, their)) in ours.moves.values().zip(theirs.moves.values()) {
        let mut names = from.clone();
        let mut our = our.clone();
        for (our_to, their_to) in our_to.iter().zip(their_to) {
            names.extend(paired(their_to, our_to));
            our = our.exists(our_to[place], room)?;
        }
        if !our.same(&renamed(their, &names), room)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How the moves of a game treat the order of a pair of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The smaller number comes first: all moves from such pairs lead to such pairs.
    Ascending,
    /// The greater number comes first: all moves from such pairs lead to such pairs.
    Descending,
    /// Both orders: a pair and its reversal have the same moves, up to the order of the targets.
    Either,
}

/// The moves of a game on pairs between pairs in ascending order.
pub struct Pairs {
    from: [Track; 2],
    to: [Track; 2],
    moves: Automaton,
}

/// Returns the moves of a game between pairs of naturals in ascending order; `None` unless the game
/// provably keeps pairs in `order`, has no ends and leads only to itself.
pub fn kept_pairs(
    ours: (&Shapes<'_>, GameId),
    order: Order,
    budget: &Budget<'_>,
    room: &Room<'_>,
) -> Option<Pairs> {
    let decided = || -> Defined<Option<Pairs>> {
        let Some(all) = all_pairs(ours, budget, room)? else { return Ok(None) };
        let descending = order == Order::Descending;
        let pairs = all.sorted(descending, room)?;
        let kept = match order {
            Order::Either => pairs.moves.same(&all.sorted(true, room)?.moves, room)?,
            _ => all.leaves_order(descending, room)?.is_nothing(),
        };
        Ok(kept.then_some(pairs))
    };
    decided().ok()?
}

/// Whether, provably, `theirs` is a game on pairs in which the order does not matter, and its moves
/// between pairs in ascending order are `ours`.
pub fn has_pairs(ours: &Pairs, theirs: (&Shapes<'_>, GameId), budget: &Budget<'_>, room: &Room<'_>) -> bool {
    let decided = || -> Defined<bool> {
        let Some(theirs) = all_pairs(theirs, budget, room)? else { return Ok(false) };
        let (up, down) = (theirs.sorted(false, room)?, theirs.sorted(true, room)?);
        let names: Vec<(Track, Track)> =
            up.from.into_iter().chain(up.to).zip(ours.from.into_iter().chain(ours.to)).collect();
        Ok(up.moves.same(&down.moves, room)? && ours.moves.same(&renamed(&up.moves, &names), room)?)
    };
    decided() == Ok(true)
}

/// Returns all moves of a game on pairs of naturals; `None` if the game has ends, or moves that do
/// not lead to exactly one pair.
fn all_pairs(
    (shapes, game): (&Shapes<'_>, GameId),
    budget: &Budget<'_>,
    room: &Room<'_>,
) -> Defined<Option<Pairs>> {
    let relations = relations(shapes, game, budget, room)?;
    let ends = relations.ends.iter().any(|end| !end.is_nothing());
    let (&[a, b], Some((to, moves)), 1) =
        (&relations.from[..], relations.moves.get(&1), relations.moves.len())
    else {
        return Ok(None);
    };
    let &[c, d] = &to[0][..] else { return Ok(None) };
    Ok((!ends).then(|| Pairs { from: [a, b], to: [c, d], moves: moves.clone() }))
}

impl Pairs {
    /// Returns the moves between pairs in ascending order, where the order of the target is
    /// ignored. If `turned`, a pair has the moves of its reversal instead of its own.
    fn sorted(&self, turned: bool, room: &Room<'_>) -> Defined<Pairs> {
        let here = if turned { exchanged(&self.moves, self.from) } else { self.moves.clone() };
        let moves = here.or(&exchanged(&here, self.to), room)?;
        let moves = moves.and(&ascending(self.from, room)?, room)?.and(&ascending(self.to, room)?, room)?;
        Ok(Pairs { moves, ..*self })
    }

    /// Returns the moves from pairs in ascending (or descending) order to pairs that are not in
    /// this order.
    fn leaves_order(&self, descending: bool, room: &Room<'_>) -> Defined<Automaton> {
        let ordered = |[a, b]: [Track; 2]| ascending(if descending { [b, a] } else { [a, b] }, room);
        let leaves = ordered(self.from)?.and(&ordered(self.to)?.not(), room)?;
        Ok(self.moves.and(&leaves, room)?)
    }
}

fn ascending([a, b]: [Track; 2], room: &Room<'_>) -> Defined<Automaton> {
    Ok(Linear::unknown(b).sub(&Linear::unknown(a)).is_natural(room)?)
}

fn exchanged(automaton: &Automaton, [a, b]: [Track; 2]) -> Automaton {
    renamed(automaton, &[(a, b), (b, a)])
}
