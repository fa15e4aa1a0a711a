//! Compares the moves of two games as relations between the fields and their new values: the names
//! that a move binds are expressed by the new values, if the target determines these names. So it
//! does not matter how options are divided into moves.

use super::compare::{Comparison, Substitution};
use super::moves::{NormalMove, NormalRules, are_met};
use super::term::{Made, Node, Sort, TermId};
use crate::ir::{GameId, Type};
use crate::number::Int;

impl Comparison<'_> {
    /// Whether each move of either game can be written as a relation between the fields and their
    /// new values, all integers, and the unions of the relations of both games are provably equal.
    pub(super) fn as_relations(&mut self, ours: &NormalRules, theirs: &NormalRules) -> Made<bool> {
        if self.types.iter().any(|ty| *ty != Type::Int) {
            return Ok(false);
        }
        let new: Vec<TermId> = self.types.iter().map(|_| self.store.variable(Sort::Integer)).collect();
        let (our_game, their_game) = self.games;
        let Some(our) = self.related(ours, our_game, &new)? else { return Ok(false) };
        let Some(their) = self.related(theirs, their_game, &new)? else { return Ok(false) };
        let same = self.store.iff(our, their)?;
        self.store.is_valid(same)
    }

    /// Returns the condition that some move leads from the fields to the values `new`; `None` if
    /// some move is not such a relation.
    fn related(&mut self, rules: &NormalRules, game: GameId, new: &[TermId]) -> Made<Option<TermId>> {
        let mut any = self.store.truth(false);
        for it in &rules.moves {
            let Some(one) = self.relation(it, game, new)? else { return Ok(None) };
            any = self.store.or(any, one)?;
        }
        Ok(Some(any))
    }

    /// Returns the relation of one move; `None` if its target is not a single component of the
    /// game, or does not determine the names.
    fn relation(&mut self, it: &NormalMove, game: GameId, new: &[TermId]) -> Made<Option<TermId>> {
        let [part] = &it.target[..] else { return Ok(None) };
        let single = part.game == game
            && part.binders.is_empty()
            && *self.store.node(part.condition) == Node::Truth(true)
            && self.store.as_int(part.count) == Some(Int::ONE);
        let plain =
            |name: &TermId| matches!(self.store.node(*name), Node::Var(_, Sort::Integer | Sort::Natural));
        let names: Vec<TermId> = it.binders.iter().map(|binder| binder.variable).collect();
        if !single || !names.iter().all(plain) || !are_met(self.store, &it.duties)? {
            return Ok(None);
        }
        let mut known = Substitution::new();
        while known.len() < names.len() {
            let Some(next) = self.told(&part.fields, new, &names, &known)? else { return Ok(None) };
            known.push(next);
        }
        let mut holds = self.store.replace(it.condition, &known)?;
        for (name, value) in &known {
            let inside = self.store.can_be(*name, *value)?;
            holds = self.store.and(holds, inside)?;
        }
        for (field, new) in part.fields.iter().zip(new) {
            let field = self.store.replace(*field, &known)?;
            let same = self.store.equal(field, *new)?;
            holds = self.store.and(holds, same)?;
        }
        Ok(Some(holds))
    }

    /// Finds a field with exactly one name that is not in `known`, and expresses this name by the
    /// field's new value.
    fn told(
        &mut self,
        fields: &[TermId],
        new: &[TermId],
        names: &[TermId],
        known: &Substitution,
    ) -> Made<Option<(TermId, TermId)>> {
        for (field, new) in fields.iter().zip(new) {
            let field = self.store.replace(*field, known)?;
            let open =
                |name: &&TermId| !known.iter().any(|it| it.0 == **name) && self.store.mentions(field, **name);
            let unknown: Vec<TermId> = names.iter().filter(open).copied().collect();
            let [name] = unknown[..] else { continue };
            let Some(sign) = self.sign(field, name) else { continue };
            // Solves sign * name + rest = new for the name.
            let rest = self.store.plus(field, &-&sign, name);
            let gap = self.store.subtract(*new, rest)?;
            let factor = self.store.int(sign);
            return Ok(Some((name, self.store.multiply(factor, gap)?)));
        }
        Ok(None)
    }
}
