//! Counts the options of a position that lie in a set, for games in which the opponent may forbid
//! some options.
//!
//! Options are positions: two moves to one position are one option. Options are grouped by the
//! fields that change; within a group they are ordered. An option in the set is at least number
//! `i + 1` in the order if a smaller option is at least number `i`.

use crate::canonical::{Form, Formula, Move, Name};
use crate::relations::{Relations, formula, linear_zero, together};
use crate::theory::automaton::{Automaton, Relation, Room, TooLarge, Track};
use num_bigint::BigInt;

/// Field `i` of another option of the same position is on track `OTHER + i`.
const OTHER: u32 = 1 << 23;

/// The options of all positions in which the same fields change.
#[derive(Debug, Clone)]
pub struct Kind {
    /// For each field, whether the options of this kind change the field.
    changes: Vec<bool>,
    /// A track for each field of the option. An unchanged field keeps its track.
    to: Vec<Track>,
    /// The relation between a position and its options of this kind.
    relation: Automaton,
    /// The indices of changed fields that determine all other changed fields of an option.
    telling: Vec<usize>,
}

/// A set of options: for each kind, a relation between the fields and the determining fields of the
/// option.
pub type Ranked = Vec<(Kind, Automaton)>;

/// The condition that the numbers on two tracks are different.
fn unequal(a: Track, b: Track, room: &Room<'_>) -> Result<Automaton, TooLarge> {
    Ok(compared(a, b, Relation::Zero, room)?.not())
}

/// The condition that the difference `a - b` of the numbers on two tracks has a relation to 0.
fn compared(a: Track, b: Track, relation: Relation, room: &Room<'_>) -> Result<Automaton, TooLarge> {
    Automaton::linear(&[(a, 1.into()), (b, (-1).into())], &BigInt::ZERO, relation, room)
}

/// The options of a game by kind. Kinds without options are omitted.
fn kinds(relations: &Relations, room: &Room<'_>) -> Result<Vec<Kind>, TooLarge> {
    let count = relations.fields.len();
    let mut kinds = Vec::new();
    // No move leaves all fields unchanged, because play ends.
    for number in 1..1usize << count {
        let changes: Vec<bool> = (0..count).map(|at| number >> at & 1 == 1).collect();
        let (mut to, mut relation) = (relations.fields.clone(), Automaton::constant(false));
        for step in &relations.steps {
            let is_changed = |at: usize| step.to[at] != relations.fields[at];
            if (0..count).any(|at| changes[at] && !is_changed(at)) {
                continue;
            }
            let mut here = step.relation.clone();
            for at in (0..count).filter(|at| is_changed(*at)) {
                let (before, after) = (relations.fields[at], step.to[at]);
                if changes[at] {
                    to[at] = after;
                    here = here.and(&unequal(before, after, room)?, room)?;
                } else {
                    here = here.and(&compared(before, after, Relation::Zero, room)?, room)?;
                    here = here.exists(after, room)?;
                }
            }
            relation = relation.or(&here, room)?;
        }
        if !relation.is_nothing() {
            let telling = telling(&relation, &changes, &to, room)?;
            kinds.push(Kind { changes, to, relation, telling });
        }
    }
    Ok(kinds)
}

/// Chooses, from the changed fields, some that determine the others: drops each field, from the
/// last to the first, whose value the remaining ones determine.
fn telling(
    relation: &Automaton,
    changes: &[bool],
    to: &[Track],
    room: &Room<'_>,
) -> Result<Vec<usize>, TooLarge> {
    let mut telling: Vec<usize> = (0..to.len()).filter(|at| changes[*at]).collect();
    let mut relation = relation.clone();
    for at in telling.clone().into_iter().rev() {
        let other = Track(OTHER + at as u32);
        let twice = relation.and(&relation.renamed(|it| if it == to[at] { other } else { it }), room)?;
        if twice.and(&unequal(to[at], other, room)?, room)?.is_nothing() {
            relation = relation.exists(to[at], room)?;
            telling.retain(|it| *it != at);
        }
    }
    Ok(telling)
}

impl Kind {
    /// For each i from 1 to `most`, the options of this kind that lie in the set and are at least
    /// the i-th such option: a relation between the fields and the determining fields of the
    /// option. Only positions in `from` are considered.
    fn chain(
        &self,
        (from, set): (&Automaton, &Automaton),
        most: u64,
        room: &Room<'_>,
    ) -> Result<Vec<Automaton>, TooLarge> {
        let moved = set.renamed(|field| self.to[field.0 as usize]);
        let mut hits = self.relation.and(from, room)?.and(&moved, room)?;
        for at in (0..self.to.len()).filter(|at| self.changes[*at] && !self.telling.contains(at)) {
            hits = hits.exists(self.to[at], room)?;
        }
        let smaller = self.smaller(room)?;
        let mut chain = vec![hits];
        for at in 1..most as usize {
            let before = chain[at - 1].renamed(|it| self.other(it)).and(&smaller, room)?;
            let before = self
                .telling
                .iter()
                .try_fold(before, |before, it| before.exists(self.other(self.to[*it]), room))?;
            chain.push(chain[at - 1].and(&before, room)?);
        }
        Ok(chain)
    }

    /// The track of a determining field in another option. Other tracks are returned unchanged.
    fn other(&self, of: Track) -> Track {
        let place = self.telling.iter().find(|at| self.to[**at] == of);
        place.map_or(of, |at| Track(OTHER + *at as u32))
    }

    /// The condition that the other option is smaller than this one, in lexicographic order of the
    /// determining fields.
    fn smaller(&self, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let mut smaller = Automaton::constant(false);
        for at in self.telling.iter().rev() {
            let (here, other) = (self.to[*at], self.other(self.to[*at]));
            let same = compared(other, here, Relation::Zero, room)?;
            let less = compared(other, here, Relation::AtMostZero, room)?.and(&same.not(), room)?;
            smaller = same.and(&smaller, room)?.or(&less, room)?;
        }
        Ok(smaller)
    }

    /// The positions that have an option in a relation between fields and determining fields.
    fn positions(&self, relation: &Automaton, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        self.telling.iter().try_fold(relation.clone(), |open, at| open.exists(self.to[*at], room))
    }

    /// The condition on fields and binders that a move exists and leads to an option of this kind
    /// in a relation between the fields and the determining fields.
    pub fn choices(&self, rule: &Move, relation: &Automaton, room: &Room<'_>) -> Result<Automaton, TooLarge> {
        let change = |at: usize| Formula::zero(rule.to[at].sub(&Form::unknown(Name(at as u32))));
        let mut parts = vec![formula(&rule.guard, room)?, relation.clone()];
        for at in 0..rule.to.len() {
            let change = if self.changes[at] { change(at).negated() } else { change(at) };
            parts.push(formula(&change, room)?);
        }
        for at in &self.telling {
            parts.push(linear_zero(&rule.to[*at].sub(&Form::unknown(Name(self.to[*at].0))), room)?);
        }
        self.positions(&together(parts.into_iter().map(Ok), room)?, room)
    }
}

/// For each number from 0 to `most`, the positions with at least this many options, when no kind is
/// counted yet: all positions for 0, no position for greater numbers.
fn nothing_before(most: u64) -> Vec<Automaton> {
    (0..=most).map(|count| Automaton::constant(count == 0)).collect()
}

/// For each number, the positions with at least this many options, after one more kind is counted.
/// `before` has the positions for the kinds counted so far, `chain` the options of the new kind.
fn with(
    before: &[Automaton],
    kind: &Kind,
    chain: &[Automaton],
    room: &Room<'_>,
) -> Result<Vec<Automaton>, TooLarge> {
    let here: Vec<Automaton> = std::iter::once(Ok(Automaton::constant(true)))
        .chain(chain.iter().map(|options| kind.positions(options, room)))
        .collect::<Result<_, _>>()?;
    let mut all = Vec::new();
    for count in 0..before.len() {
        let mut either = Automaton::constant(false);
        for (some, rest) in (0..=count).map(|some| (some, count - some)) {
            either = either.or(&before[rest].and(&here[some], room)?, room)?;
        }
        all.push(either);
    }
    Ok(all)
}

/// The positions in `open` that have fewer than `least` options in a set.
pub fn with_fewer(
    relations: &Relations,
    set: &Automaton,
    mut open: Automaton,
    least: u64,
    room: &Room<'_>,
) -> Result<Automaton, TooLarge> {
    // Kinds that change few fields are counted quickly, and leave few positions for the others.
    let mut kinds = kinds(relations, room)?;
    kinds.sort_by_key(|kind| (kind.changes.iter().filter(|it| **it).count(), kind.relation.states()));
    let mut counted = nothing_before(least);
    for kind in kinds {
        if open.is_nothing() {
            break;
        }
        counted = with(&counted, &kind, &kind.chain((&open, set), least, room)?, room)?;
        open = open.and(&counted[least as usize].not(), room)?;
    }
    Ok(open)
}

/// For each n from 1 to `most`, the positions in `from` that have at least n options in a set.
pub fn at_least(
    relations: &Relations,
    set: &Automaton,
    from: &Automaton,
    most: u64,
    room: &Room<'_>,
) -> Result<Vec<Automaton>, TooLarge> {
    let mut counted = nothing_before(most);
    for kind in kinds(relations, room)? {
        counted = with(&counted, &kind, &kind.chain((from, set), most, room)?, room)?;
    }
    Ok(counted.split_off(1))
}

/// Orders the options in a set: returns, for each index below `most`, the options with this index,
/// counted from 0.
pub fn ranked(
    relations: &Relations,
    set: &Automaton,
    most: u64,
    room: &Room<'_>,
) -> Result<Vec<Ranked>, TooLarge> {
    let mut ranks: Vec<Ranked> = (0..most).map(|_| Vec::new()).collect();
    let mut before = nothing_before(most);
    for kind in kinds(relations, room)? {
        let chain = kind.chain((&Automaton::constant(true), set), most + 1, room)?;
        for (place, rank) in ranks.iter_mut().enumerate() {
            let mut either = Automaton::constant(false);
            for earlier in 0..=place {
                // The option has this index if `earlier` options belong to earlier kinds and the
                // rest, up to this option, to this kind.
                let exactly = before[earlier].and(&before[earlier + 1].not(), room)?;
                let here = &chain[place - earlier];
                let here = here.and(&chain[place - earlier + 1].not(), room)?;
                either = either.or(&exactly.and(&here, room)?, room)?;
            }
            rank.push((kind.clone(), either));
        }
        before = with(&before, &kind, &chain[..most as usize], room)?;
    }
    Ok(ranks)
}
