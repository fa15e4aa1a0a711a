//! Reads the values, elements and members of symbols, and combines symbols by conditions.

use super::{Symbol, Symbolic};
use crate::ir::Value;
use crate::shape::terms::term::{GivenUp, Made, Node, TermId};
use crate::source::Span;
use std::collections::BTreeMap;

impl Symbolic<'_, '_, '_> {
    /// Returns the value of a symbol whose form shows one value for all states; `None` otherwise,
    /// and for [`Symbol::Parts`].
    pub(super) fn known(&self, symbol: &Symbol) -> Option<Value> {
        match symbol {
            Symbol::Cases(term) => self.store.as_value(*term),
            Symbol::Set(members) => {
                let always = members.values().all(|when| *self.store.node(*when) == Node::Truth(true));
                always.then(|| Value::set(members.keys().cloned().collect()))
            }
            Symbol::List(elements) => {
                let elements: Option<Vec<Value>> = elements.iter().map(|it| self.known(it)).collect();
                elements.map(|elements| Value::List(elements.into()))
            }
            Symbol::Text(letters) => {
                let mut text = Vec::new();
                for letter in letters {
                    let Some(Value::Text(letter)) = self.known(letter) else { return None };
                    text.extend(letter.iter());
                }
                Some(Value::Text(text.into()))
            }
            Symbol::Parts(_) => None,
        }
    }

    /// Returns a symbol as a decision diagram; fails for sets, lists and texts that are not
    /// constant.
    pub(super) fn cases(&mut self, symbol: &Symbol) -> Made<TermId> {
        match symbol {
            Symbol::Cases(term) => Ok(*term),
            other => {
                let value = self.known(other).ok_or(GivenUp)?;
                Ok(self.end(value))
            }
        }
    }

    /// Returns the values that can occur on the path, each with its condition.
    pub(super) fn ends(&mut self, term: TermId) -> Made<Vec<(Value, TermId)>> {
        let mut values = Vec::new();
        let path = self.path;
        self.store.lift(&[path, term], &mut |store, parts| {
            if *store.node(parts[0]) == Node::Truth(true) {
                let value = store.as_value(parts[1]).ok_or(GivenUp)?;
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            Ok(store.truth(true))
        })?;
        let mut ends = Vec::new();
        for value in values {
            let end = self.end(value.clone());
            let when = self.store.lift(&[term], &mut |store, parts| Ok(store.truth(parts[0] == end)))?;
            ends.push((value, when));
        }
        Ok(ends)
    }

    /// Returns the elements of a collection, each with the condition under which it belongs to the
    /// collection. Fails for a collection by cases that is not constant.
    pub(super) fn elements(&mut self, collection: &Symbol, span: Span) -> Made<Vec<(Symbol, TermId)>> {
        let always = self.store.truth(true);
        match collection {
            Symbol::Set(members) => {
                let members: Vec<_> = members.iter().map(|(value, when)| (value.clone(), *when)).collect();
                Ok(members.into_iter().map(|(value, when)| (self.constant(value), when)).collect())
            }
            Symbol::List(elements) | Symbol::Text(elements) => {
                Ok(elements.iter().map(|it| (it.clone(), always)).collect())
            }
            Symbol::Parts(parts) => Ok(parts.clone()),
            Symbol::Cases(term) => {
                let value = self.store.as_value(*term).ok_or(GivenUp)?;
                let elements = self.evaluator.elements(&value, span).map_err(|_| GivenUp)?;
                Ok(elements.into_iter().map(|value| (self.constant(value), always)).collect())
            }
        }
    }

    /// Returns the possible members of a set, each with the condition under which it belongs to the
    /// set.
    pub(super) fn set(&mut self, symbol: &Symbol, span: Span) -> Made<BTreeMap<Value, TermId>> {
        if let Symbol::Set(members) = symbol {
            return Ok(members.clone());
        }
        let elements = self.elements(symbol, span)?;
        let mut members = BTreeMap::new();
        for (element, when) in elements {
            self.insert(&mut members, &element, when)?;
        }
        Ok(members)
    }

    /// Adds an element to a set under a condition, whichever value the element has.
    pub(super) fn insert(
        &mut self,
        members: &mut BTreeMap<Value, TermId>,
        element: &Symbol,
        when: TermId,
    ) -> Made<()> {
        let cases = self.cases(element)?;
        for (value, is) in self.on_path(when, |this| this.ends(cases))? {
            let when = self.and(when, is)?;
            let before = members.get(&value).copied().unwrap_or(self.store.truth(false));
            let when = self.or(before, when)?;
            members.insert(value, when);
        }
        Ok(())
    }

    /// Returns `yes` where a condition holds, otherwise `no`. Fails for lists or texts of different
    /// lengths that are not constant.
    pub fn choose(&mut self, when: TermId, yes: Symbol, no: Symbol) -> Made<Symbol> {
        match (yes, no) {
            (Symbol::List(yes), Symbol::List(no)) if yes.len() == no.len() => {
                let pairs = yes.into_iter().zip(no);
                let elements = pairs.map(|(yes, no)| self.choose(when, yes, no)).collect::<Made<_>>()?;
                Ok(Symbol::List(elements))
            }
            (Symbol::Text(yes), Symbol::Text(no)) if yes.len() == no.len() => {
                let pairs = yes.into_iter().zip(no);
                let letters = pairs.map(|(yes, no)| self.choose(when, yes, no)).collect::<Made<_>>()?;
                Ok(Symbol::Text(letters))
            }
            (Symbol::Set(yes), Symbol::Set(no)) => {
                self.merged(&yes, &no, |this, a, b| this.store.choose(when, a, b))
            }
            (yes, no) => {
                let (yes, no) = (self.cases(&yes)?, self.cases(&no)?);
                Ok(Symbol::Cases(self.store.choose(when, yes, no)?))
            }
        }
    }

    /// Returns the set whose conditions of membership are those of two sets, combined by `merge`.
    pub(super) fn merged(
        &mut self,
        a: &BTreeMap<Value, TermId>,
        b: &BTreeMap<Value, TermId>,
        mut merge: impl FnMut(&mut Self, TermId, TermId) -> Made<TermId>,
    ) -> Made<Symbol> {
        let never = self.store.truth(false);
        let mut members = BTreeMap::new();
        for value in a.keys().chain(b.keys().filter(|value| !a.contains_key(value))) {
            let when = |members: &BTreeMap<Value, TermId>| members.get(value).copied().unwrap_or(never);
            let when = merge(self, when(a), when(b))?;
            if when != never {
                members.insert(value.clone(), when);
            }
        }
        Ok(Symbol::Set(members))
    }
}
