//! Collects duties: conditions under which expressions have values. Games count as equal only if
//! each duty is proved, or the other game has it too.

use super::duty::Duty;
use super::read::{Reader, Scope};
use super::term::{GivenUp, Made, Node, Op, Sort, Store, TermId};
use crate::ir::{Aggregate, Builtin, Domain, Expr, Type};
use crate::laws::aggregates::{DefinedOf, aggregate as law_of_aggregate};
use crate::number::Int;

impl Reader<'_, '_> {
    /// Records that a condition has to hold where the current expression is evaluated.
    pub fn must(&mut self, duty: TermId) {
        if *self.store.node(duty) != Node::Truth(true) {
            self.duties.push(Duty { assumed: self.assumed, wanted: duty, enough: None });
        }
    }

    /// Reads the body of a binder, whose variable belongs to its domain if `belongs` holds.
    pub fn under<T>(
        &mut self,
        variable: TermId,
        belongs: TermId,
        read: impl FnOnce(&mut Self) -> Made<T>,
    ) -> Made<T> {
        self.under_all(&[variable], belongs, read)
    }

    /// Reads the body of a binder that binds several variables, and assumes `belongs` there: that
    /// their values are in the domain.
    pub fn under_all<T>(
        &mut self,
        variables: &[TermId],
        belongs: TermId,
        read: impl FnOnce(&mut Self) -> Made<T>,
    ) -> Made<T> {
        let (outer, assumed, since) = (self.outer, self.assumed, self.duties.len());
        self.outer = self.store.and(outer, assumed)?;
        self.assumed = belongs;
        let made = read(self);
        (self.outer, self.assumed) = (outer, assumed);
        for variable in variables {
            self.duties_for_all(since, *variable)?;
        }
        made
    }

    /// Turns the duties from index `since` on into duties for all values of a variable, and drops
    /// those that always hold.
    pub fn duties_for_all(&mut self, since: usize, variable: TermId) -> Made<()> {
        for it in self.duties.split_off(since) {
            let free = |term| !self.store.mentions(term, variable);
            if free(it.assumed) && free(it.wanted) {
                self.duties.push(it);
                continue;
            }
            let enough = it.enough.unwrap_or(it.wanted);
            let enough = free(enough).then_some(enough);
            let elsewhere = self.store.not(it.assumed)?;
            let follows = self.store.or(elsewhere, it.wanted)?;
            let around = self.store.and(self.outer, self.assumed)?;
            let beyond = self.store.not(around)?;
            let always = self.store.or(beyond, follows)?;
            if self.store.is_valid(always)? {
                continue;
            }
            let function = self.store.lambda(variable, follows)?;
            let all = self.store.apply(Op::Aggregate(Aggregate::All), &[function])?;
            let wanted = self.store.holds(all)?;
            self.duties.push(Duty { assumed: self.assumed, wanted, enough });
        }
        Ok(())
    }

    /// Records that a term must have a value. No law says when it has one, so the other game must
    /// have the same duty.
    pub fn must_have_value(&mut self, term: TermId) -> Made<()> {
        let asked = self.store.apply(Op::HasValue, &[term])?;
        let has = self.store.holds(asked)?;
        self.must(has);
        Ok(())
    }

    /// Records that an integer must not be negative.
    pub fn must_be_natural(&mut self, term: TermId) -> Made<()> {
        // A nim-sum is natural wherever it has a value.
        if matches!(self.store.node(term), Node::Apply(Op::Xor, _)) {
            return Ok(());
        }
        let zero = self.store.int(Int::ZERO);
        let natural = self.store.at_least(term, zero)?;
        self.must(natural);
        Ok(())
    }

    /// Records that an integer has to be at least `least`.
    pub fn must_be_at_least(&mut self, term: TermId, least: u8) -> Made<()> {
        let least = self.store.int(Int::from(i64::from(least)));
        let enough = self.store.at_least(term, least)?;
        self.must(enough);
        Ok(())
    }

    /// Records that an aggregate must have a value, unless it has one for all collections: `min`
    /// and `max` of an empty collection have none, nor has `mex` or a nim-sum of negative numbers.
    pub fn aggregated(&mut self, aggregate: Aggregate, made: TermId) -> Made<()> {
        match law_of_aggregate(aggregate).defined {
            DefinedOf::Everything => Ok(()),
            DefinedOf::NonEmpty | DefinedOf::Naturals => self.must_have_value(made),
        }
    }

    /// Records that an index must lie in a list.
    pub fn must_be_inside(&mut self, list: TermId, index: TermId) -> Made<()> {
        let (zero, length) = (self.store.int(Int::ZERO), self.store.length(list)?);
        let low = self.store.at_least(index, zero)?;
        let beyond = self.store.at_least(index, length)?;
        let below = self.store.not(beyond)?;
        let inside = self.store.and(low, below)?;
        self.must(inside);
        Ok(())
    }

    /// Records that a range must lie in a list; fails unless the ends of the range are known terms.
    pub fn must_be_slice(&mut self, list: TermId, range: TermId) -> Made<()> {
        let Node::Apply(Op::Range, ends) = self.store.node(range).clone() else { return Err(GivenUp) };
        let (zero, length) = (self.store.int(Int::ZERO), self.store.length(list)?);
        let from = self.store.at_least(ends[0], zero)?;
        let to = self.store.at_least(length, ends[1])?;
        let inside = self.store.and(from, to)?;
        // Even an empty slice must not end before the beginning of the list.
        let end = self.store.at_least(ends[1], zero)?;
        let inside = self.store.and(inside, end)?;
        // An empty slice may begin at the end of the list, but not after it.
        let start = self.store.at_least(length, ends[0])?;
        let inside = self.store.and(inside, start)?;
        self.must(inside);
        Ok(())
    }

    /// Records that a term must have a declared type. Fails if that is neither a simple condition
    /// nor, for lists and sets, provable at once.
    pub fn must_be_of(&mut self, term: TermId, domain: &Domain) -> Made<()> {
        let is_field =
            |(field, declared): &(TermId, &Domain)| *field == term && self.is_same(declared, domain);
        if self.declared.iter().any(is_field) {
            return Ok(());
        }
        match domain {
            Domain::Nat => self.must_be_natural(term),
            Domain::Between(..) => Err(GivenUp),
            Domain::List(inner) | Domain::Set(inner) => {
                if self.members_are_of(term, inner, matches!(domain, Domain::List(_)))? {
                    Ok(())
                } else {
                    Err(GivenUp)
                }
            }
            Domain::Tuple(_) => {
                let fits = self.is_of(term, domain)?.ok_or(GivenUp)?;
                self.must(fits);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether two declared types evidently have the same values.
    fn is_same(&self, a: &Domain, b: &Domain) -> bool {
        let bound = |expr: &Expr| self.closed(expr, &Scope::default());
        match (a, b) {
            (Domain::List(a), Domain::List(b)) | (Domain::Set(a), Domain::Set(b)) => self.is_same(a, b),
            (Domain::Between(a, b), Domain::Between(c, d)) => {
                let (ours, theirs) = ([bound(a), bound(b)], [bound(c), bound(d)]);
                ours == theirs && ours.iter().all(Option::is_some)
            }
            (Domain::Nat, Domain::Nat) => true,
            _ => false,
        }
    }

    /// Whether all members of a collection provably have a declared type.
    fn members_are_of(&mut self, collection: TermId, inner: &Domain, is_list: bool) -> Made<bool> {
        if matches!(inner, Domain::Int | Domain::Vertex | Domain::Bool | Domain::Text) {
            return Ok(true);
        }
        if matches!(inner, Domain::Nat) && self.store.element_sort(collection, &Type::Int) == Sort::Natural {
            return Ok(true);
        }
        if let Node::Apply(Op::ListFor, parts) = self.store.node(collection).clone()
            && let Node::Lambda(bound, body) = *self.store.node(parts[1])
        {
            let any = self.store.variable(self.store.sort_of(bound));
            let body = self.store.instantiate(body, bound, any)?;
            let Some(fits) = self.elements_are_of(body, inner)? else { return Ok(false) };
            let belongs = self.store.member(any, parts[0])?;
            return self.is_sure(belongs, fits);
        }
        if matches!(inner, Domain::Nat) && self.is_of_natural_ranges(collection)? {
            return Ok(true);
        }
        let mut variables = Vec::new();
        let (member, belongs) = if is_list {
            let (at, length) = (self.store.variable(Sort::Natural), self.store.length(collection)?);
            let beyond = self.store.at_least(at, length)?;
            (self.store.index(collection, at, &inner.ty())?, self.store.not(beyond)?)
        } else {
            let any = self.any_of(&inner.ty(), &mut variables)?;
            (any, self.store.member(any, collection)?)
        };
        let Some(fits) = self.is_of(member, inner)? else { return Ok(false) };
        self.is_sure(belongs, fits)
    }

    /// Whether a list is known to be a member of `product(ranges)` for ranges of naturals.
    fn is_of_natural_ranges(&mut self, list: TermId) -> Made<bool> {
        let known = self.store.and(self.outer, self.assumed)?;
        let natural = |store: &Store, low: TermId| store.as_int(low).is_some_and(|low| !low.is_negative());
        for atom in self.store.atoms(known) {
            if let Node::In(element, product) = *self.store.node(atom)
                && element == list
                && let Node::Apply(Op::Builtin(Builtin::Product), of) = self.store.node(product)
                && let Node::ListOf(_, _, entry) = *self.store.node(of[0])
                && let Node::Apply(Op::Range, ends) = self.store.node(entry)
                && natural(self.store, ends[0])
            {
                let (yes, chosen) = (self.store.truth(true), self.store.atom(atom));
                if self.is_sure(yes, chosen)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns the condition that the result of a comprehension's function, if it is not the empty
    /// tuple, has a declared type; `None` if there is no simple such condition.
    fn elements_are_of(&mut self, given: TermId, inner: &Domain) -> Made<Option<TermId>> {
        match self.store.node(given).clone() {
            Node::Tuple(parts) if parts.is_empty() => Ok(Some(self.store.truth(true))),
            Node::Tuple(parts) => self.is_of(parts[0], inner),
            Node::Choice(atom, yes, no) => {
                let yes = self.elements_are_of(yes, inner)?;
                let (Some(yes), Some(no)) = (yes, self.elements_are_of(no, inner)?) else { return Ok(None) };
                let condition = self.store.atom(atom);
                self.store.choose(condition, yes, no).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether `fits` provably follows from `belongs` where the current expression is evaluated.
    fn is_sure(&mut self, belongs: TermId, fits: TermId) -> Made<bool> {
        let around = self.store.and(self.outer, self.assumed)?;
        let known = self.store.and(around, belongs)?;
        let elsewhere = self.store.not(known)?;
        let follows = self.store.or(elsewhere, fits)?;
        self.store.is_valid(follows)
    }

    /// Returns the condition that a term has a declared type; `None` if there is no simple such
    /// condition.
    fn is_of(&mut self, term: TermId, domain: &Domain) -> Made<Option<TermId>> {
        match domain {
            Domain::Nat => {
                let zero = self.store.int(Int::ZERO);
                self.store.at_least(term, zero).map(Some)
            }
            Domain::Int | Domain::Vertex | Domain::Bool | Domain::Text => Ok(Some(self.store.truth(true))),
            Domain::Tuple(parts) => {
                let mut all = self.store.truth(true);
                for (at, domain) in parts.iter().enumerate() {
                    let part = self.store.part(term, at)?;
                    let Some(fits) = self.is_of(part, domain)? else { return Ok(None) };
                    all = self.store.and(all, fits)?;
                }
                Ok(Some(all))
            }
            _ => Ok(None),
        }
    }
}
