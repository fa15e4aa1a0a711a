//! Makes the terms of collections: a set is given by a condition of membership, a list by its
//! length and the element at an index. Makes formulas of membership and equality.

use super::term::{GivenUp, Made, Node, Op, Sort, Store, TermId};
use crate::ir::{Builtin, Type, Value};
use crate::laws::elements::{Divisors, Elements, elements};
use crate::number::Int;

/// Membership in a constant collection, or in a list of constant length, with at most this many
/// elements is written as equality with one of them.
const FEW: usize = 8;

impl Store {
    /// Returns the formula that an element belongs to a collection.
    pub fn member(&mut self, element: TermId, collection: TermId) -> Made<TermId> {
        self.lift(&[element, collection], &mut |store, parts| store.leaf_member(parts[0], parts[1]))
    }

    fn leaf_member(&mut self, element: TermId, collection: TermId) -> Made<TermId> {
        match self.node(collection).clone() {
            Node::SetOf(variable, formula) => self.instantiate(formula, variable, element),
            Node::Apply(Op::Range, ends) => {
                let (low, below) = (self.at_least(element, ends[0])?, self.at_least(element, ends[1])?);
                let above = self.not(below)?;
                self.and(low, above)
            }
            Node::ListOf(length, ..) if self.as_int(length).is_some_and(|it| it <= Int::from(FEW)) => {
                let elements = self.as_int(length).and_then(|it| it.to_usize()).unwrap_or_default();
                let mut any = self.truth(false);
                for at in 0..elements {
                    let at = self.int(Int::from(at));
                    let member = self.index(collection, at, &Type::Never)?;
                    let same = self.same(element, member)?;
                    any = self.or(any, same)?;
                }
                Ok(any)
            }
            Node::Apply(Op::Builtin(Builtin::Subsets), parts) if parts.len() == 2 => {
                let any_size = self.apply(Op::Builtin(Builtin::Subsets), &parts[..1])?;
                let size = self.length(element)?;
                let (subset, fits) = (self.in_atom(element, any_size)?, self.member(size, parts[1])?);
                self.and(subset, fits)
            }
            Node::Apply(Op::Builtin(builtin), of) => match elements(builtin) {
                Some(Elements::From { least, exactly: Some(divisors), .. }) => {
                    self.divisor(element, least, of[0], divisors)
                }
                _ => self.in_atom(element, collection),
            },
            Node::Value(Value::Set(members) | Value::List(members)) if members.len() <= FEW => {
                let mut any = self.truth(false);
                for member in members.iter() {
                    let member = self.constant(member);
                    let same = self.same(element, member)?;
                    any = self.or(any, same)?;
                }
                Ok(any)
            }
            Node::Value(constant) => match (self.as_value(element), constant) {
                (Some(value), Value::Set(members)) => Ok(self.truth(members.binary_search(&value).is_ok())),
                (Some(value), Value::List(members)) => Ok(self.truth(members.contains(&value))),
                _ => self.in_atom(element, collection),
            },
            _ => self.in_atom(element, collection),
        }
    }

    /// Returns the formula that an integer divides `of`, is at least `least`, and is prime if only
    /// prime divisors count.
    fn divisor(&mut self, element: TermId, least: u8, of: TermId, divisors: Divisors) -> Made<TermId> {
        let (zero, least) = (self.int(Int::ZERO), self.int(Int::from(i64::from(least))));
        let rest = self.modulo(of, element)?;
        let (proper, divides) = (self.at_least(element, least)?, self.equal(rest, zero)?);
        let divisor = self.and(proper, divides)?;
        match divisors {
            Divisors::All => Ok(divisor),
            Divisors::Prime => {
                let prime = self.builtin(Builtin::IsPrime, &[element], &Type::Bool)?;
                self.and(divisor, prime)
            }
        }
    }

    fn in_atom(&mut self, element: TermId, collection: TermId) -> Made<TermId> {
        let atom = self.term(Node::In(element, collection));
        Ok(self.atom(atom))
    }

    /// Returns the set of the values of a variable for which a formula holds.
    pub fn set_of(&mut self, variable: TermId, formula: TermId) -> Made<TermId> {
        // `{x for x in s}` is `s`.
        if let Node::Choice(atom, yes, no) = self.node(formula).clone()
            && (self.node(yes), self.node(no)) == (&Node::Truth(true), &Node::Truth(false))
            && let Node::In(element, set) = self.node(atom).clone()
            && element == variable
            && !self.mentions(set, variable)
            && self.is_set(set)
        {
            return Ok(set);
        }
        let (bound, formula) = self.closed_over(variable, formula)?;
        Ok(self.term(Node::SetOf(bound, formula)))
    }

    /// Whether a term is provably a set rather than a list.
    fn is_set(&self, term: TermId) -> bool {
        match self.node(term) {
            Node::SetOf(..) | Node::Value(Value::Set(_)) | Node::Apply(Op::SetFor, _) => true,
            Node::Var(_, sort) | Node::Bound(_, sort) => {
                matches!(sort, Sort::Set | Sort::NaturalSet | Sort::NaturalTuples)
            }
            Node::Apply(Op::Builtin(builtin), _) => matches!(
                builtin,
                Builtin::Vertices
                    | Builtin::Out
                    | Builtin::Neighbours
                    | Builtin::Reachable
                    | Builtin::Children
                    | Builtin::Subtree
            ),
            _ => false,
        }
    }

    /// Returns the list of length `length` whose element at index `variable` is `entry`.
    pub fn list_of(&mut self, length: TermId, variable: TermId, entry: TermId) -> Made<TermId> {
        // `[l[i] for i in 0..len(l)]` is `l`.
        if let Node::Apply(Op::Index(_), parts) = self.node(entry).clone()
            && parts[1] == variable
            && !self.mentions(parts[0], variable)
            && self.length(parts[0])? == length
        {
            return Ok(parts[0]);
        }
        let (bound, entry) = self.closed_over(variable, entry)?;
        Ok(self.term(Node::ListOf(length, bound, entry)))
    }

    /// Returns an element of a list, a range or a text.
    pub fn index(&mut self, list: TermId, index: TermId, element: &Type) -> Made<TermId> {
        self.lift(&[list, index], &mut |store, parts| {
            let (list, index) = (parts[0], parts[1]);
            match store.node(list).clone() {
                Node::ListOf(_, variable, entry) => store.instantiate(entry, variable, index),
                Node::Apply(Op::Range, ends) => store.add(ends[0], index),
                Node::Apply(op, parts) if *element != Type::Text => {
                    store.index_of_part(list, &op, &parts, index, element)
                }
                Node::Value(Value::List(elements)) => {
                    let at = store.as_int(index).and_then(|index| index.to_usize());
                    match at.and_then(|at| elements.get(at)) {
                        Some(element) => Ok(store.constant(element)),
                        None => store.element(list, index, element),
                    }
                }
                _ => store.element(list, index, element),
            }
        })
    }

    /// Returns an element of a list that is the result of an operation, as an element of an
    /// operand.
    fn index_of_part(
        &mut self,
        list: TermId,
        op: &Op,
        parts: &[TermId],
        index: TermId,
        element: &Type,
    ) -> Made<TermId> {
        match (op, parts) {
            (Op::Slice, [whole, range]) => match self.node(*range).clone() {
                Node::Apply(Op::Range, ends) => {
                    let place = self.add(ends[0], index)?;
                    self.index(*whole, place, element)
                }
                _ => self.element(list, index, element),
            },
            (Op::Builtin(Builtin::Reverse), [whole]) => {
                let (length, one) = (self.length(*whole)?, self.int(Int::ONE));
                let last = self.subtract(length, one)?;
                let place = self.subtract(last, index)?;
                self.index(*whole, place, element)
            }
            (Op::Builtin(Builtin::Sorted), [pair])
                if *element == Type::Int && self.is_length(*pair, 2)? && self.as_int(index).is_some() =>
            {
                let (zero, one) = (self.int(Int::ZERO), self.int(Int::ONE));
                let (a, b) = (self.index(*pair, zero, element)?, self.index(*pair, one, element)?);
                let less = self.at_least(b, a)?;
                match index {
                    _ if index == zero => self.choose(less, a, b),
                    _ if index == one => self.choose(less, b, a),
                    _ => self.element(list, index, element),
                }
            }
            (Op::Concat, [first, second]) => {
                let length = self.length(*first)?;
                let (place, zero) = (self.subtract(index, length)?, self.int(Int::ZERO));
                // A list of one element has one index, so an equation decides instead of an
                // inequality.
                if self.is_length(*second, 1)? {
                    let (last, earlier) =
                        (self.index(*second, zero, element)?, self.index(*first, index, element)?);
                    let here = self.equal(index, length)?;
                    return self.choose(here, last, earlier);
                }
                let later = self.index(*second, place, element)?;
                if self.is_length(*first, 1)? {
                    let (only, here) = (self.index(*first, zero, element)?, self.equal(index, zero)?);
                    return self.choose(here, only, later);
                }
                let (beyond, earlier) = (self.at_least(index, length)?, self.index(*first, index, element)?);
                self.choose(beyond, later, earlier)
            }
            _ => self.element(list, index, element),
        }
    }

    fn is_length(&mut self, list: TermId, wanted: i64) -> Made<bool> {
        let length = self.length(list)?;
        Ok(self.as_int(length) == Some(Int::from(wanted)))
    }

    /// Returns an element of a list as an operation that is not simplified.
    fn element(&mut self, list: TermId, index: TermId, element: &Type) -> Made<TermId> {
        let sort = self.element_sort(list, element);
        let found = self.term(Node::Apply(Op::Index(sort), vec![list, index]));
        if *element == Type::Bool { self.holds(found) } else { Ok(found) }
    }

    /// Returns how many elements a collection has.
    pub fn length(&mut self, list: TermId) -> Made<TermId> {
        self.lift(&[list], &mut |store, parts| match store.node(parts[0]).clone() {
            Node::ListOf(length, ..) => Ok(length),
            Node::Value(Value::List(elements) | Value::Set(elements)) => {
                Ok(store.int(Int::from(elements.len())))
            }
            Node::Value(Value::Text(letters)) => Ok(store.int(Int::from(letters.len()))),
            Node::Apply(Op::Range, ends) => {
                let (size, none) = (store.subtract(ends[1], ends[0])?, store.int(Int::ZERO));
                let some = store.not_negative(size)?;
                store.choose(some, size, none)
            }
            Node::Apply(Op::Slice, parts) => store.length(parts[1]),
            Node::Apply(Op::Builtin(Builtin::Reverse | Builtin::Sorted), parts) => store.length(parts[0]),
            // The comprehension has no condition, so its length is the length of its domain.
            Node::Apply(Op::ListFor, of)
                if matches!(store.node(of[1]), Node::Lambda(_, body)
                    if matches!(store.node(*body), Node::Tuple(given) if given.len() == 1)) =>
            {
                store.length(of[0])
            }
            Node::Apply(Op::Concat, both) => {
                let (first, second) = (store.length(both[0])?, store.length(both[1])?);
                store.add(first, second)
            }
            _ => match store.length_by_definition(parts[0])? {
                Some(length) => Ok(length),
                None => Ok(store.term(Node::Apply(Op::Builtin(Builtin::Len), vec![parts[0]]))),
            },
        })
    }

    /// Returns the formula that two terms of one type are equal. The equality of two collections is
    /// an atom; it is not reduced to their elements.
    pub fn same(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        self.lift(&[a, b], &mut |store, parts| store.leaf_same(parts[0], parts[1]))
    }

    fn leaf_same(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        if a == b {
            return Ok(self.truth(true));
        }
        if let (Some(x), Some(y)) = (self.as_value(a), self.as_value(b)) {
            return Ok(self.truth(x == y));
        }
        match (self.node(a).clone(), self.node(b).clone()) {
            (Node::Truth(holds), _) => {
                if holds {
                    Ok(b)
                } else {
                    self.not(b)
                }
            }
            (_, Node::Truth(holds)) => {
                if holds {
                    Ok(a)
                } else {
                    self.not(a)
                }
            }
            (Node::Sum(_), _) | (_, Node::Sum(_)) => self.equal(a, b),
            (Node::Tuple(x), Node::Tuple(y)) if x.len() == y.len() => self.all_same(&x, &y),
            (Node::Tuple(x), Node::Value(Value::Tuple(y)))
            | (Node::Value(Value::Tuple(y)), Node::Tuple(x))
                if x.len() == y.len() =>
            {
                let y: Vec<TermId> = y.iter().map(|part| self.constant(part)).collect();
                self.all_same(&x, &y)
            }
            (Node::Value(Value::List(members)), _) if members.is_empty() => self.is_empty(b),
            (_, Node::Value(Value::List(members))) if members.is_empty() => self.is_empty(a),
            _ if self.is_integer(a) || self.is_integer(b) => self.equal(a, b),
            _ => {
                let (first, second) = if a < b { (a, b) } else { (b, a) };
                let atom = self.term(Node::Same(first, second));
                Ok(self.atom(atom))
            }
        }
    }

    fn is_empty(&mut self, list: TermId) -> Made<TermId> {
        let (length, zero) = (self.length(list)?, self.int(Int::ZERO));
        self.equal(length, zero)
    }

    fn all_same(&mut self, a: &[TermId], b: &[TermId]) -> Made<TermId> {
        let mut all = self.truth(true);
        for (x, y) in a.iter().zip(b) {
            let same = self.same(*x, *y)?;
            all = self.and(all, same)?;
        }
        Ok(all)
    }

    /// Returns a formula that, if it holds for all values of its variables, shows that two terms of
    /// a type are equal. Collections are compared at one index or member, a fresh variable; so the
    /// formula must be proved, and never assumed.
    pub fn surely_same(&mut self, a: TermId, b: TermId, ty: &Type) -> Made<TermId> {
        if a == b {
            return Ok(self.truth(true));
        }
        match ty {
            Type::Set(element) => {
                let any = self.any_of(element)?;
                let (in_a, in_b) = (self.member(any, a)?, self.member(any, b)?);
                self.iff(in_a, in_b)
            }
            Type::List(element) => {
                let (len_a, len_b) = (self.length(a)?, self.length(b)?);
                let equally_long = self.equal(len_a, len_b)?;
                let any = self.variable(Sort::Natural);
                let (of_a, of_b) = (self.index(a, any, element)?, self.index(b, any, element)?);
                let same = self.surely_same(of_a, of_b, element)?;
                let beyond = self.at_least(any, len_a)?;
                let entry = self.or(beyond, same)?;
                self.and(equally_long, entry)
            }
            Type::Tuple(parts) => {
                let mut all = self.truth(true);
                for (at, ty) in parts.iter().enumerate() {
                    let (x, y) = (self.part(a, at)?, self.part(b, at)?);
                    let same = self.surely_same(x, y, ty)?;
                    all = self.and(all, same)?;
                }
                Ok(all)
            }
            Type::Int => self.equal(a, b),
            Type::Bool => self.iff(a, b),
            _ => self.same(a, b),
        }
    }

    /// Returns a fresh variable of a type, or a tuple of one for each part.
    fn any_of(&mut self, ty: &Type) -> Made<TermId> {
        let Type::Tuple(types) = ty else { return Ok(self.variable(Sort::of(ty))) };
        let parts = types.iter().map(|ty| self.any_of(ty)).collect::<Made<Vec<TermId>>>()?;
        self.tuple(&parts)
    }

    /// Returns a part of a tuple, which may be a variable.
    pub fn part_of(&mut self, tuple: TermId, at: usize, ty: &Type) -> Made<TermId> {
        let part = self.part_of_sort(tuple, at, Sort::of(ty))?;
        if *ty == Type::Bool { self.holds(part) } else { Ok(part) }
    }

    /// Returns a part of a tuple, which may be a variable, as a term of a sort.
    pub(super) fn part_of_sort(&mut self, tuple: TermId, at: usize, sort: Sort) -> Made<TermId> {
        self.lift(&[tuple], &mut |store, parts| match store.node(parts[0]) {
            Node::Tuple(_) | Node::Value(Value::Tuple(_)) => store.part(parts[0], at),
            _ => Ok(store.term(Node::Apply(Op::Part(at, sort), parts.to_vec()))),
        })
    }

    /// Returns a part of a tuple; fails if the tuple is neither written out nor constant.
    pub fn part(&mut self, tuple: TermId, at: usize) -> Made<TermId> {
        self.lift(&[tuple], &mut |store, parts| match store.node(parts[0]).clone() {
            Node::Tuple(parts) => parts.get(at).copied().ok_or(GivenUp),
            Node::Value(Value::Tuple(parts)) => {
                let part = parts.get(at).ok_or(GivenUp)?;
                Ok(store.constant(part))
            }
            _ => Err(GivenUp),
        })
    }
}
