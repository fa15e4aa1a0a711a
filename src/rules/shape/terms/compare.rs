//! Compares the ends and the moves of two games in normal form.

use super::duty::Duty;
use super::moves::{NormalMove, NormalRules};
use super::parts::{Binder, Part};
use super::term::{Made, Node, Sort, Store, TermId};
use crate::ir::{GameId, Type};
use crate::number::Int;
use crate::shape::orders::orders;
use rustc_hash::FxHashSet;

/// The most substitutions for the names of two moves, or of two parts of targets, that are tried in
/// one attempt; others are dropped.
const MOST_WAYS: usize = 300;

/// The most names of a move, or of a part of a target; a move or part with more is not compared.
pub const MOST_NAMES: usize = 4;

/// Variables, each with the term that replaces it.
pub type Substitution = Vec<(TermId, TermId)>;

/// An integer in which a name occurs once: `sign * name + rest`, where `sign` is 1 or -1.
struct Solvable {
    sign: Int,
    rest: TermId,
}

/// Compares two games whose fields are the same terms.
pub struct Comparison<'s> {
    /// The store of all terms.
    pub store: &'s mut Store,
    /// The two games. In targets, a component of one is equal to a component of the other if their
    /// fields are equal.
    pub games: (GameId, GameId),
    /// The types of the fields.
    pub types: Vec<Type>,
    /// The terms of the fields, in the order of the second game.
    pub fields: Vec<TermId>,
}

impl Comparison<'_> {
    /// Whether both games provably have equal ends, and every move of either is a move of the
    /// other.
    pub fn same(&mut self, ours: &NormalRules, theirs: &NormalRules) -> Made<bool> {
        for (our, their) in ours.ends.iter().zip(&theirs.ends) {
            let same = self.store.iff(*our, *their)?;
            if !self.store.is_valid(same)? {
                return Ok(false);
            }
        }
        if !self.both_follow(&ours.duties, theirs.duties.clone())? {
            return Ok(false);
        }
        Ok(self.paired(ours, theirs)? || self.as_relations(ours, theirs)? || self.together(ours, theirs)?)
    }

    /// Whether every move of either game provably equals a single move of the other.
    fn paired(&mut self, ours: &NormalRules, theirs: &NormalRules) -> Made<bool> {
        let mut found = vec![false; theirs.moves.len()];
        for our in &ours.moves {
            let mut matched = false;
            for at in self.likeliest_first(our, &theirs.moves) {
                if self.same_move(our, &theirs.moves[at])? {
                    (matched, found[at]) = (true, true);
                    break;
                }
            }
            if !matched {
                return Ok(false);
            }
        }
        // A move of theirs that was not matched must equal another move of theirs that was.
        for (at, their) in theirs.moves.iter().enumerate() {
            if !found[at] {
                let mut repeated = false;
                for (other, found) in theirs.moves.iter().zip(&found) {
                    if *found && self.same_move(their, other)? {
                        repeated = true;
                        break;
                    }
                }
                if !repeated {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Returns the indices of the other moves; those that leave the same fields unchanged come
    /// first.
    fn likeliest_first(&self, our: &NormalMove, others: &[NormalMove]) -> Vec<usize> {
        let kept = |it: &NormalMove| -> Vec<Vec<bool>> {
            let of = |part: &Part| part.fields.iter().zip(&self.fields).map(|(a, b)| a == b).collect();
            it.target.iter().map(of).collect()
        };
        let ours = kept(our);
        let (mut first, last): (Vec<usize>, Vec<usize>) =
            (0..others.len()).partition(|at| kept(&others[*at]) == ours);
        first.extend(last);
        first
    }

    /// Whether two moves are provably equal for some substitution that they suggest. `false` too if
    /// they have different numbers of names or parts, or more than [`MOST_NAMES`] names.
    fn same_move(&mut self, our: &NormalMove, their: &NormalMove) -> Made<bool> {
        let counts = |it: &NormalMove| (it.binders.len(), it.target.len());
        if counts(our) != counts(their) || our.binders.len() > MOST_NAMES {
            return Ok(false);
        }
        // Substitutions that the targets suggest are tried first, and are usually enough.
        for conditions_too in [false, true] {
            for substitution in self.substitutions(our, their, conditions_too)? {
                if self.same_under(our, their, &substitution)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns substitutions for their names, each by a term with one of our names. They are
    /// suggested by the targets, and, if `conditions_too`, by the conditions.
    fn substitutions(
        &mut self,
        our: &NormalMove,
        their: &NormalMove,
        conditions_too: bool,
    ) -> Made<Vec<Substitution>> {
        let leaves = (self.leaves(our, conditions_too), self.leaves(their, conditions_too));
        let mut all = self.suggested((&our.binders, &leaves.0), (&their.binders, &leaves.1))?;
        // A name that a sum in a target binds has no value outside of it.
        let parts = our.target.iter().chain(&their.target);
        let within: Vec<TermId> = parts.flat_map(|part| &part.binders).map(|it| it.variable).collect();
        let mentions = |term: TermId| within.iter().any(|variable| self.store.mentions(term, *variable));
        all.retain(|names| names.iter().all(|(_, term)| !mentions(*term)));
        Ok(all)
    }

    /// Returns substitutions for their names. Each name becomes one of ours, or a term with one of
    /// ours that makes some integer of theirs equal to some integer of ours.
    fn suggested(
        &mut self,
        (ours, our_leaves): (&[Binder], &[TermId]),
        (theirs, their_leaves): (&[Binder], &[TermId]),
    ) -> Made<Vec<Substitution>> {
        let our_places: Vec<Vec<TermId>> =
            ours.iter().map(|it| self.places(our_leaves, it.variable)).collect();
        let their_ways: Vec<Vec<Solvable>> =
            theirs.iter().map(|it| self.solvable(their_leaves, it.variable)).collect();
        let mut all = Vec::new();
        for order in orders(ours.len()) {
            let pairs: Vec<(&Binder, &Binder)> =
                theirs.iter().zip(order.iter().map(|place| &ours[*place])).collect();
            if pairs.iter().any(|(their, our)| their.ty != our.ty) {
                continue;
            }
            let mut partial: Vec<Substitution> = vec![Vec::new()];
            for (at, (their, our)) in pairs.iter().enumerate() {
                let later: Vec<TermId> =
                    pairs[at + 1..].iter().flat_map(|it| [it.0.variable, it.1.variable]).collect();
                let mut longer = Vec::new();
                for known in &partial {
                    let (solvable, places) = (&their_ways[at], &our_places[order[at]]);
                    for term in self.expressed(their, our, known, &later, (solvable, places))? {
                        let mut more = known.clone();
                        more.push((their.variable, term));
                        longer.push(more);
                    }
                }
                partial = longer;
                partial.truncate(MOST_WAYS);
            }
            all.extend(partial);
        }
        // Each order of names may have given as many as `MOST_WAYS`.
        all.truncate(MOST_WAYS);
        Ok(all)
    }

    /// Returns the integers among `leaves` that can be solved for a name.
    fn places(&self, leaves: &[TermId], variable: TermId) -> Vec<TermId> {
        leaves.iter().copied().filter(|leaf| self.sign(*leaf, variable).is_some()).collect()
    }

    /// Returns the integers among `leaves` that can be solved for a name, split into name and rest.
    fn solvable(&mut self, leaves: &[TermId], variable: TermId) -> Vec<Solvable> {
        let mut all = Vec::new();
        for leaf in leaves {
            if let Some(sign) = self.sign(*leaf, variable) {
                let rest = self.store.plus(*leaf, &-&sign, variable);
                all.push(Solvable { sign, rest });
            }
        }
        all
    }

    /// Returns choices for one of their names in terms of one of ours. The names in `known` are
    /// chosen already, those in `later` are not.
    fn expressed(
        &mut self,
        their: &Binder,
        our: &Binder,
        known: &Substitution,
        later: &[TermId],
        (solvable, places): (&[Solvable], &[TermId]),
    ) -> Made<Vec<TermId>> {
        let mut ways = vec![our.variable];
        if their.ty != Type::Int {
            return Ok(ways);
        }
        let mut seen = FxHashSet::default();
        for Solvable { sign, rest } in solvable {
            let rest = self.store.replace(*rest, known)?;
            if !seen.insert((sign.is_negative(), rest)) {
                continue;
            }
            for place in places {
                // Solves sign * name + rest = place for the name.
                let difference = self.store.subtract(*place, rest)?;
                let factor = self.store.int(sign.clone());
                let solved = self.store.multiply(factor, difference)?;
                let fits = !self.store.is_open(solved)
                    && self.sign(solved, our.variable).is_some()
                    && !later.iter().any(|variable| self.store.mentions(solved, *variable));
                if fits && !ways.contains(&solved) {
                    ways.push(solved);
                }
            }
        }
        Ok(ways)
    }

    /// The coefficient of a variable in an integer; `None` unless the coefficient is 1 or -1 and
    /// the variable occurs nowhere else in the integer.
    pub(super) fn sign(&self, integer: TermId, variable: TermId) -> Option<Int> {
        let Node::Sum(sum) = self.store.node(integer) else {
            return (integer == variable).then_some(Int::ONE);
        };
        let is_it = |product: &[TermId]| product == [variable];
        let (_, sign) = sum.iter().find(|part| is_it(&part.0))?;
        let mut others = sum.iter().filter(|part| !is_it(&part.0)).flat_map(|part| &part.0);
        let elsewhere = others.any(|term| self.store.mentions(*term, variable));
        (sign.abs() == Int::ONE && !elsewhere).then(|| sign.clone())
    }

    /// Returns all integers in the fields of the target, and, if `conditions_too`, those in
    /// conditions.
    pub(super) fn leaves(&mut self, it: &NormalMove, conditions_too: bool) -> Vec<TermId> {
        let fields = it.target.iter().flat_map(|part| part.fields.iter().copied());
        let conditions = it.target.iter().map(|part| part.condition);
        let conditions = [it.condition].into_iter().chain(conditions).filter(|_| conditions_too);
        self.integers(conditions.chain(fields).collect())
    }

    /// Returns all integers in some terms. An inequality counts as the difference of its sides.
    fn integers(&mut self, mut pending: Vec<TermId>) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut leaves = Vec::new();
        while let Some(term) = pending.pop() {
            if seen.insert(term) {
                if self.store.is_integer(term) {
                    leaves.push(term);
                }
                if let Node::AtLeast(integer, least) = self.store.node(term).clone() {
                    let least = self.store.int(least);
                    leaves.push(self.store.plus(integer, &Int::from(-1i64), least));
                }
                pending.extend(self.store.parts(term));
            }
        }
        leaves
    }

    /// Whether two moves are provably equal if their names are replaced by these terms.
    fn same_under(&mut self, our: &NormalMove, their: &NormalMove, by: &Substitution) -> Made<bool> {
        if !self.is_onto(our, their, by)? {
            return Ok(false);
        }
        let their_condition = self.store.replace(their.condition, by)?;
        let same_condition = self.store.iff(our.condition, their_condition)?;
        if !self.store.is_valid(same_condition)? && !self.same_in_graph(same_condition, their, by)? {
            return Ok(false);
        }
        if !self.duties_met(our, their, by)? {
            return Ok(false);
        }
        let mut targets = Vec::new();
        for part in &their.target {
            targets.push(self.replaced(part, by)?);
        }
        self.same_parts(our.condition, &our.target, &targets)
    }

    /// Whether every choice of their names that meets their condition is a value of the terms `by`,
    /// for some choice of ours, and the terms can be values of their names. Each term is plus or minus
    /// one of our names plus a rest, so this is a question only where a name is a natural.
    fn is_onto(&mut self, our: &NormalMove, their: &NormalMove, by: &Substitution) -> Made<bool> {
        for (name, term) in by {
            let inside = self.store.can_be(*name, *term)?;
            if *self.store.node(inside) == Node::Truth(true) {
                continue;
            }
            let elsewhere = self.store.not(our.condition)?;
            let follows = self.store.or(elsewhere, inside)?;
            if !self.store.is_valid(follows)? {
                return Ok(false);
            }
        }
        for binder in &our.binders {
            if self.store.sort_of(binder.variable) != Sort::Natural {
                continue;
            }
            // Only their names that are replaced by this name itself are examined.
            let Some((name, _)) = by.iter().find(|it| it.1 == binder.variable) else { return Ok(false) };
            let inside = self.store.can_be(binder.variable, *name)?;
            let elsewhere = self.store.not(their.condition)?;
            let follows = self.store.or(elsewhere, inside)?;
            if !self.store.is_valid(follows)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a formula provably holds where the rules of a theorem have values: where the
    /// vertices to which `their` applies operations on a graph belong to the graph.
    fn same_in_graph(&mut self, formula: TermId, their: &NormalMove, by: &Substitution) -> Made<bool> {
        let mut either = formula;
        for duty in self.asked(&their.duties, by)? {
            let Some(granted) = self.store.granted(duty.wanted)? else { continue };
            let elsewhere = self.store.not(granted)?;
            let beyond = self.store.and(duty.assumed, elsewhere)?;
            either = self.store.or(either, beyond)?;
        }
        Ok(either != formula && self.store.is_valid(either)?)
    }

    pub(super) fn replaced(&mut self, part: &Part, by: &Substitution) -> Made<Part> {
        let condition = self.store.replace(part.condition, by)?;
        let fields =
            part.fields.iter().map(|field| self.store.replace(*field, by)).collect::<Made<Vec<TermId>>>()?;
        let count = self.store.replace(part.count, by)?;
        Ok(Part { condition, fields, count, ..part.clone() })
    }

    /// Whether each duty of either move is provably met, or is a duty of the other move too; as in
    /// [`Comparison::both_follow`].
    fn duties_met(&mut self, our: &NormalMove, their: &NormalMove, by: &Substitution) -> Made<bool> {
        let asked = self.asked(&their.duties, by)?;
        self.both_follow(&our.duties, asked)
    }

    /// Replaces variables in duties.
    pub(super) fn asked(&mut self, duties: &[Duty], by: &Substitution) -> Made<Vec<Duty>> {
        let mut asked = Vec::new();
        for it in duties {
            let enough = it.enough.map(|enough| self.store.replace(enough, by)).transpose()?;
            let (assumed, wanted) = (self.store.replace(it.assumed, by)?, self.store.replace(it.wanted, by)?);
            asked.push(Duty { assumed, wanted, enough });
        }
        Ok(asked)
    }

    /// Whether each duty on either side is provably met, or is a duty of the other side too. Duties
    /// of theirs that ask whether an operation has a value are not examined
    /// ([`Comparison::without_values`]).
    fn both_follow(&mut self, ours: &[Duty], mut theirs: Vec<Duty>) -> Made<bool> {
        if !self.follow(ours, &theirs)? {
            return Ok(false);
        }
        self.without_values(&mut theirs);
        self.follow(&theirs, ours)
    }

    /// Drops the duties that ask whether an operation has a value. The rules of a theorem have
    /// values in all its states, and ours may use fewer operations.
    pub(super) fn without_values(&self, theirs: &mut Vec<Duty>) {
        theirs.retain(|it| !self.store.asks_for_a_value(it.wanted));
    }

    /// Whether each of `duties` is provably met, or is one of `others`.
    pub(super) fn follow(&mut self, duties: &[Duty], others: &[Duty]) -> Made<bool> {
        for it in duties {
            let mut met = false;
            for wanted in std::iter::once(it.wanted).chain(it.enough) {
                met = met || self.is_met(it.assumed, wanted, others)?;
            }
            if !met {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether `wanted` provably holds wherever `assumed` does, or some other duty wants it
    /// wherever `assumed` holds.
    fn is_met(&mut self, assumed: TermId, wanted: TermId, others: &[Duty]) -> Made<bool> {
        let not = self.store.not(assumed)?;
        for other in others.iter().filter(|other| other.wanted == wanted) {
            let wherever = self.store.or(not, other.assumed)?;
            if self.store.is_valid(wherever)? {
                return Ok(true);
            }
        }
        let follows = self.store.or(not, wanted)?;
        self.store.is_valid(follows)
    }

    /// Whether two positions are provably equal under a condition: their parts can be paired.
    pub(super) fn same_parts(&mut self, condition: TermId, ours: &[Part], theirs: &[Part]) -> Made<bool> {
        let Some((first, rest)) = ours.split_first() else { return Ok(theirs.is_empty()) };
        for (at, their) in theirs.iter().enumerate() {
            if self.same_part(condition, first, their)? {
                let mut others = theirs.to_vec();
                others.remove(at);
                if self.same_parts(condition, rest, &others)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether two parts are provably equal wherever a condition holds, for some substitution that
    /// their fields suggest. `false` too if they have more than [`MOST_NAMES`] names.
    fn same_part(&mut self, condition: TermId, our: &Part, their: &Part) -> Made<bool> {
        let games = (our.game, their.game) == self.games;
        if !games || our.binders.len() != their.binders.len() {
            return Ok(false);
        }
        if our.binders.len() > MOST_NAMES {
            return Ok(false);
        }
        let leaves = [our, their].map(|part| self.integers(part.fields.clone()));
        for by in self.suggested((&our.binders, &leaves[0]), (&their.binders, &leaves[1]))? {
            let their = self.replaced(their, &by)?;
            let same_condition = self.store.iff(our.condition, their.condition)?;
            let mut fields = self.store.equal(our.count, their.count)?;
            for ((our, their), ty) in our.fields.iter().zip(&their.fields).zip(self.types.clone()) {
                let same = self.store.surely_same(*our, *their, &ty)?;
                fields = self.store.and(fields, same)?;
            }
            // Where the part does not exist, its fields do not matter.
            let absent = self.store.not(our.condition)?;
            let fields = self.store.or(absent, fields)?;
            let both = self.store.and(same_condition, fields)?;
            let elsewhere = self.store.not(condition)?;
            let follows = self.store.or(elsewhere, both)?;
            if self.store.is_valid(follows)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
