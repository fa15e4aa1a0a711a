//! Compares all moves of two games together, if single moves do not match: one game may have
//! several moves, or cases, for one move of the other.

use super::compare::{Comparison, MOST_NAMES, Substitution};
use super::duty::Duty;
use super::moves::{NormalMove, NormalRules};
use super::parts::{Binder, Part};
use super::term::{Made, Node, TermId};
use crate::ir::Type;
use crate::number::Int;

/// The most choices for the names of another move that are tried; others are dropped.
const MOST_WITNESSES: usize = 150;

/// The most moves of a game that are compared together; a game with more is not.
const MOST_MOVES: usize = 12;

/// Where a move provably equals some move of the other game.
struct Cover {
    /// The condition under which the moves are equal.
    holds: TermId,
    /// The duties of the matching moves of the other game, with their names replaced by those chosen.
    asked: Vec<Duty>,
}

/// A move of one game seen as a move of the other, for one choice of the other's names.
struct Seen {
    /// The condition under which both moves can be played and have equal targets.
    here: TermId,
    /// The names of the other move in terms of the names of the first.
    witness: Substitution,
}

impl Comparison<'_> {
    /// Whether each move of either game is provably covered: for every choice of its names, some
    /// move of the other game has an equal target. `false` too if there are too many moves or
    /// names.
    pub(super) fn together(&mut self, ours: &NormalRules, theirs: &NormalRules) -> Made<bool> {
        let fits = |rules: &NormalRules| {
            rules.moves.len() <= MOST_MOVES && rules.moves.iter().all(|it| it.binders.len() <= MOST_NAMES)
        };
        if !fits(ours) || !fits(theirs) {
            return Ok(false);
        }
        let nowhere = self.store.truth(false);
        let covers = |rules: &NormalRules| -> Vec<Cover> {
            rules.moves.iter().map(|_| Cover { holds: nowhere, asked: Vec::new() }).collect()
        };
        let (mut our_covers, mut their_covers) = (covers(ours), covers(theirs));
        for (our, our_cover) in ours.moves.iter().zip(&mut our_covers) {
            for (their, their_cover) in theirs.moves.iter().zip(&mut their_covers) {
                for seen in self.seen_as(our, their, true)? {
                    self.note((our, our_cover), (their, their_cover), &seen)?;
                }
                for seen in self.seen_as(their, our, false)? {
                    self.note((their, their_cover), (our, our_cover), &seen)?;
                }
            }
            if !self.is_covered(our.condition, our_cover.holds)? {
                return Ok(false);
            }
        }
        for (its, covers, of_theorem) in [(ours, our_covers, false), (theirs, their_covers, true)] {
            for (it, cover) in its.moves.iter().zip(covers) {
                let mut duties = it.duties.clone();
                if of_theorem {
                    self.without_values(&mut duties);
                }
                if !self.is_covered(it.condition, cover.holds)? || !self.follow(&duties, &cover.asked)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether `covered` provably holds wherever `condition` does.
    fn is_covered(&mut self, condition: TermId, covered: TermId) -> Made<bool> {
        let elsewhere = self.store.not(condition)?;
        let follows = self.store.or(elsewhere, covered)?;
        self.store.is_valid(follows)
    }

    /// Records where one move is covered by another. If the names of the first can be expressed by
    /// those of the other, also records where the other is covered by the first.
    fn note(
        &mut self,
        (one, one_cover): (&NormalMove, &mut Cover),
        (other, other_cover): (&NormalMove, &mut Cover),
        seen: &Seen,
    ) -> Made<()> {
        one_cover.holds = self.store.or(one_cover.holds, seen.here)?;
        one_cover.asked.extend(self.asked(&other.duties, &seen.witness)?);
        let Some(back) = self.solved(one, &seen.witness)? else { return Ok(()) };
        let mut here = self.store.replace(seen.here, &back)?;
        for (name, term) in &seen.witness {
            let term = self.store.replace(*term, &back)?;
            let same = self.store.same(*name, term)?;
            here = self.store.and(here, same)?;
        }
        other_cover.holds = self.store.or(other_cover.holds, here)?;
        other_cover.asked.extend(self.asked(&one.duties, &back)?);
        Ok(())
    }

    /// Inverts a witness, which expresses the names of another move by the names of `one`: returns
    /// the names of `one` in terms of the other's. `None` if the witness does not determine them.
    fn solved(&mut self, one: &NormalMove, witness: &Substitution) -> Made<Option<Substitution>> {
        let mut back = Substitution::new();
        for binder in &one.binders {
            let mut found = None;
            for (name, term) in witness {
                if *term == binder.variable {
                    found = Some(*name);
                    break;
                }
                let Some(sign) = self.sign(*term, binder.variable).filter(|_| binder.ty == Type::Int) else {
                    continue;
                };
                let own = self.store.plus(*term, &-&sign, binder.variable);
                let rest = self.store.replace(own, &back)?;
                let unsolved = one
                    .binders
                    .iter()
                    .filter(|it| !back.iter().any(|(solved, _)| *solved == it.variable))
                    .any(|it| self.store.mentions(rest, it.variable));
                if !unsolved {
                    let (gap, factor) = (self.store.subtract(*name, rest)?, self.store.int(sign));
                    found = Some(self.store.multiply(factor, gap)?);
                    break;
                }
            }
            let Some(found) = found else { return Ok(None) };
            back.push((binder.variable, found));
        }
        Ok(Some(back))
    }

    /// Finds choices of the other's names, and conditions, for which one move has the target of
    /// another. `ours` says whether `one` is a move of the first game.
    fn seen_as(&mut self, one: &NormalMove, other: &NormalMove, ours: bool) -> Made<Vec<Seen>> {
        let mut found: Vec<Seen> = Vec::new();
        for witness in self.witnesses(one, other)? {
            let condition = self.store.replace(other.condition, &witness)?;
            let both = self.store.and(one.condition, condition)?;
            let targets =
                other.target.iter().map(|part| self.replaced(part, &witness)).collect::<Made<Vec<Part>>>()?;
            let here = self.where_fields_agree(both, &one.target, &targets)?;
            let never = self.store.not(here)?;
            if self.store.is_valid(never)? {
                continue;
            }
            let (mine, its) = (self.present(here, &one.target)?, self.present(here, &targets)?);
            let (our_parts, their_parts) = if ours { (&mine, &its) } else { (&its, &mine) };
            if self.same_parts(here, our_parts, their_parts)? {
                let all = self.is_covered(one.condition, here)?;
                found.push(Seen { here, witness });
                if all {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Adds to a condition that the integers in two targets are equal, if both are a single
    /// component.
    fn where_fields_agree(&mut self, mut here: TermId, ours: &[Part], theirs: &[Part]) -> Made<TermId> {
        let ([our], [their]) = (ours, theirs) else { return Ok(here) };
        if !our.binders.is_empty() || !their.binders.is_empty() {
            return Ok(here);
        }
        for ((our, their), ty) in our.fields.iter().zip(&their.fields).zip(self.types.clone()) {
            if ty == Type::Int {
                let same = self.store.same(*our, *their)?;
                here = self.store.and(here, same)?;
            }
        }
        Ok(here)
    }

    /// Returns the parts of a target that may exist under a condition.
    fn present(&mut self, condition: TermId, parts: &[Part]) -> Made<Vec<Part>> {
        let mut present = Vec::new();
        for part in parts {
            let both = self.store.and(condition, part.condition)?;
            let absent = self.store.not(both)?;
            if !self.store.is_valid(absent)? {
                present.push(part.clone());
            }
        }
        Ok(present)
    }

    /// Returns choices for the names of another move in terms of the names of the first.
    fn witnesses(&mut self, one: &NormalMove, other: &NormalMove) -> Made<Vec<Substitution>> {
        let mut ways: Vec<Substitution> = vec![Vec::new()];
        for (at, binder) in other.binders.iter().enumerate() {
            let later: Vec<TermId> = other.binders[at + 1..].iter().map(|it| it.variable).collect();
            let mut longer = Vec::new();
            for known in &ways {
                for term in self.choices(one, other, binder, known, &later)? {
                    let mut more = known.clone();
                    more.push((binder.variable, term));
                    longer.push(more);
                }
            }
            longer.truncate(MOST_WITNESSES);
            ways = longer;
        }
        Ok(ways)
    }

    /// Returns values that a name of another move may have, in terms of the names of the first. The
    /// names in `known` are chosen already, those in `later` are not.
    fn choices(
        &mut self,
        one: &NormalMove,
        other: &NormalMove,
        binder: &Binder,
        known: &Substitution,
        later: &[TermId],
    ) -> Made<Vec<TermId>> {
        let alike = one.binders.iter().filter(|it| it.ty == binder.ty).map(|it| it.variable);
        let mut choices: Vec<TermId> = alike.collect();
        if binder.ty != Type::Int {
            return Ok(choices);
        }
        let (places, leaves) = (self.leaves(one, false), self.leaves(other, false));
        for leaf in leaves {
            let Some(sign) = self.sign(leaf, binder.variable) else { continue };
            // Solves sign * name + rest = place for the name.
            let own = self.store.plus(leaf, &-&sign, binder.variable);
            let rest = self.store.replace(own, known)?;
            for place in &places {
                if matches!(self.store.node(*place), Node::Choice(..)) {
                    continue;
                }
                let gap = self.store.subtract(*place, rest)?;
                let factor = self.store.int(sign.clone());
                let solved = self.store.multiply(factor, gap)?;
                if !choices.contains(&solved) && !self.is_bound(solved, one, binder, later) {
                    choices.push(solved);
                }
            }
        }
        for constant in [Int::ZERO, Int::ONE] {
            let constant = self.store.int(constant);
            if !choices.contains(&constant) {
                choices.push(constant);
            }
        }
        Ok(choices)
    }

    /// Whether a term mentions names that are not chosen yet, or names that are bound inside the
    /// target.
    fn is_bound(&mut self, term: TermId, one: &NormalMove, binder: &Binder, later: &[TermId]) -> bool {
        let within = one.target.iter().flat_map(|part| &part.binders).map(|it| it.variable);
        let mut names = within.chain(later.iter().copied()).chain([binder.variable]);
        self.store.is_open(term) || names.any(|variable| self.store.mentions(term, variable))
    }
}
