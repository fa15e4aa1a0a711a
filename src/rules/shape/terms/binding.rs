//! Finds and replaces variables in terms, and makes and opens the binders in them.

use super::term::{GivenUp, Inside, Made, Node, Sort, Store, TermId};
use crate::ir::{Pattern, Type};
use crate::number::Int;
use rustc_hash::FxHashMap;

impl Store {
    /// Whether a variable occurs in a term.
    pub fn mentions(&self, term: TermId, variable: TermId) -> bool {
        let bit = match self.node(variable) {
            Node::Var(..) | Node::Bound(..) => Inside::bit(variable),
            _ => 0,
        };
        let may = |term: TermId| self.inside(term).variables & bit == bit;
        let mut seen = rustc_hash::FxHashSet::default();
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            if term == variable {
                return true;
            }
            if may(term) && seen.insert(term) {
                self.each_part(term, |part| pending.push(part));
            }
        }
        false
    }

    /// Whether a term contains a variable of a binder that is not part of the term.
    pub fn is_open(&self, term: TermId) -> bool {
        let inside = self.inside(term);
        // A binder around the term is higher than those inside.
        inside.bound > inside.binder
    }

    /// Whether a term contains the question whether an operation has a value.
    pub fn asks_for_a_value(&self, term: TermId) -> bool {
        self.inside(term).asks_for_a_value
    }

    /// Returns the parts of a term. The variables of its binders are not among them.
    pub fn parts(&self, term: TermId) -> Vec<TermId> {
        let mut parts = Vec::new();
        self.each_part(term, |part| parts.push(part));
        parts
    }

    /// Calls `each` with each part of a term. The variables of its binders are not among them.
    pub fn each_part(&self, term: TermId, mut each: impl FnMut(TermId)) {
        match self.node(term) {
            Node::Var(..) | Node::Bound(..) | Node::Value(_) | Node::Truth(_) => {}
            Node::Sum(sum) => sum.iter().flat_map(|(product, _)| product).for_each(|it| each(*it)),
            Node::Choice(a, b, c) => [*a, *b, *c].into_iter().for_each(each),
            Node::AtLeast(a, _) | Node::Holds(a) | Node::SetOf(_, a) | Node::Lambda(_, a) => each(*a),
            Node::Same(a, b) | Node::In(a, b) | Node::ListOf(a, _, b) => [*a, *b].into_iter().for_each(each),
            Node::Apply(_, parts) | Node::Tuple(parts) => parts.iter().for_each(|it| each(*it)),
        }
    }

    /// Makes the variable of a new binder around a term, and replaces `variable` in the term by it.
    /// Returns the binder's variable and the new term.
    pub fn closed_over(&mut self, variable: TermId, term: TermId) -> Made<(TermId, TermId)> {
        let sort = self.sort_of(variable);
        let height = self.inside(term).binder + 1;
        let bound = self.term(Node::Bound(height, sort));
        let term = self.replace(term, &[(variable, bound)])?;
        Ok((bound, term))
    }

    pub(super) fn sort_of(&self, variable: TermId) -> Sort {
        match self.node(variable) {
            Node::Var(_, sort) | Node::Bound(_, sort) => *sort,
            _ => Sort::Other,
        }
    }

    /// Returns the condition under which a variable can have a value. Terms are simplified by the sort
    /// of a variable, so a value outside the sort must not replace it.
    pub(super) fn can_be(&mut self, variable: TermId, value: TermId) -> Made<TermId> {
        if self.sort_of(variable) != Sort::Natural {
            return Ok(self.truth(true));
        }
        let zero = self.int(Int::ZERO);
        self.at_least(value, zero)
    }

    /// Returns the body of a binder with `by` in the place of its variable.
    pub fn instantiate(&mut self, body: TermId, bound: TermId, by: TermId) -> Made<TermId> {
        self.replace(body, &[(bound, by)])
    }

    /// Replaces variables, or other terms, by the terms paired with them.
    pub fn replace(&mut self, term: TermId, by: &[(TermId, TermId)]) -> Made<TermId> {
        let mut known: FxHashMap<TermId, TermId> = by.iter().copied().collect();
        stacker::maybe_grow(64 << 10, 4 << 20, || self.replaced(term, &mut known))
    }

    fn replaced(&mut self, term: TermId, known: &mut FxHashMap<TermId, TermId>) -> Made<TermId> {
        if let Some(found) = known.get(&term) {
            return Ok(*found);
        }
        self.step()?;
        let found = stacker::maybe_grow(64 << 10, 4 << 20, || self.replaced_parts(term, known))?;
        known.insert(term, found);
        Ok(found)
    }

    fn replaced_parts(&mut self, term: TermId, known: &mut FxHashMap<TermId, TermId>) -> Made<TermId> {
        match self.node(term).clone() {
            Node::Var(..) | Node::Bound(..) | Node::Value(_) | Node::Truth(_) => Ok(term),
            Node::Sum(sum) => {
                let mut total = self.int(crate::number::Int::ZERO);
                for (product, factor) in sum {
                    let mut whole = self.int(factor);
                    for part in product {
                        let part = self.replaced(part, known)?;
                        whole = self.multiply(whole, part)?;
                    }
                    total = self.add(total, whole)?;
                }
                Ok(total)
            }
            Node::Choice(atom, yes, no) => {
                let condition = self.replaced_atom(atom, known)?;
                let (yes, no) = (self.replaced(yes, known)?, self.replaced(no, known)?);
                self.choose(condition, yes, no)
            }
            Node::AtLeast(..) | Node::Same(..) | Node::In(..) | Node::Holds(_) => Err(GivenUp),
            Node::Apply(op, parts) => {
                let parts =
                    parts.iter().map(|part| self.replaced(*part, known)).collect::<Made<Vec<TermId>>>()?;
                self.apply(op, &parts)
            }
            Node::Tuple(parts) => {
                let parts =
                    parts.iter().map(|part| self.replaced(*part, known)).collect::<Made<Vec<TermId>>>()?;
                self.tuple(&parts)
            }
            Node::SetOf(bound, formula) => {
                let (variable, formula) = self.opened(bound, formula, known)?;
                self.set_of(variable, formula)
            }
            Node::ListOf(length, bound, entry) => {
                let length = self.replaced(length, known)?;
                let (variable, entry) = self.opened(bound, entry, known)?;
                self.list_of(length, variable, entry)
            }
            Node::Lambda(bound, body) => {
                let (variable, body) = self.opened(bound, body, known)?;
                self.lambda(variable, body)
            }
        }
    }

    /// Replaces terms in the body of a binder; returns a fresh variable, which replaces the
    /// binder's own, and the new body.
    fn opened(
        &mut self,
        bound: TermId,
        body: TermId,
        known: &FxHashMap<TermId, TermId>,
    ) -> Made<(TermId, TermId)> {
        let variable = self.variable(self.sort_of(bound));
        // Results for terms other than variables do not hold in the body: a binder in it may have
        // the same height, and so the same variable, as a binder outside.
        let mut inner: FxHashMap<TermId, TermId> = known
            .iter()
            .filter(|(from, _)| matches!(self.node(**from), Node::Var(..) | Node::Bound(..)))
            .map(|(from, to)| (*from, *to))
            .collect();
        inner.insert(bound, variable);
        let body = self.replaced(body, &mut inner)?;
        Ok((variable, body))
    }

    fn replaced_atom(&mut self, atom: TermId, known: &mut FxHashMap<TermId, TermId>) -> Made<TermId> {
        match self.node(atom).clone() {
            Node::AtLeast(integer, least) => {
                let (integer, least) = (self.replaced(integer, known)?, self.int(least));
                self.at_least(integer, least)
            }
            Node::Same(a, b) => {
                let (a, b) = (self.replaced(a, known)?, self.replaced(b, known)?);
                self.same(a, b)
            }
            Node::In(element, set) => {
                let (element, set) = (self.replaced(element, known)?, self.replaced(set, known)?);
                self.member(element, set)
            }
            Node::Holds(inner) => {
                let inner = self.replaced(inner, known)?;
                self.holds(inner)
            }
            _ => Err(GivenUp),
        }
    }

    /// Returns the function of a variable with this body.
    pub fn lambda(&mut self, variable: TermId, body: TermId) -> Made<TermId> {
        let (bound, body) = self.closed_over(variable, body)?;
        Ok(self.term(Node::Lambda(bound, body)))
    }

    /// Returns the tuple of these parts.
    pub fn tuple(&mut self, parts: &[TermId]) -> Made<TermId> {
        self.lift(parts, &mut |store, parts| Ok(store.term(Node::Tuple(parts.to_vec()))))
    }

    /// Returns the formula that a term of type `bool` is true.
    pub fn holds(&mut self, term: TermId) -> Made<TermId> {
        self.lift(&[term], &mut |store, parts| {
            if matches!(store.node(parts[0]), Node::Truth(_)) {
                return Ok(parts[0]);
            }
            let atom = store.term(Node::Holds(parts[0]));
            Ok(store.atom(atom))
        })
    }
}

/// Returns the types of the variables for a pattern: one for each part of a tuple.
pub fn types_of(pattern: &Pattern, ty: &Type) -> Vec<Type> {
    match (pattern, ty) {
        (Pattern::Tuple(parts), Type::Tuple(types)) => {
            parts.iter().zip(types.iter()).flat_map(|(part, ty)| types_of(part, ty)).collect()
        }
        (Pattern::Slot(_), Type::Tuple(types)) => types.iter().flat_map(|ty| types_of(pattern, ty)).collect(),
        _ => vec![ty.clone()],
    }
}
