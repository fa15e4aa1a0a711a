//! Describes what a move changes: whole fields, single entries of lists, or single members of sets.

use super::Teller;
use super::cubes::{self, Cube, Interval, Literal, times};
use super::terms::Wording;
use crate::ir::Builtin;
use crate::number::Int;
use crate::shape::terms::term::{Node, Op, Polynomial, Store, TermId, added};

/// The value that an alternative gives to a bound variable.
enum Is {
    Number(Polynomial),
    Other(TermId),
}

/// The values that alternatives give to a bound variable, with their texts, and the other
/// alternatives.
type Told = (Vec<(Is, String)>, Vec<Cube>);

impl Teller<'_> {
    /// Describes the new values of the fields that change; `None` if one has no description.
    pub fn changes(&self, fields: &[TermId]) -> Option<String> {
        let mut all = Vec::new();
        for at in self.order {
            if self.fields[*at] != fields[*at] {
                all.push(self.change(self.fields[*at], fields[*at])?);
            }
        }
        Some(if all.is_empty() { "nothing changes".to_string() } else { all.join(", ") })
    }

    /// Describes the new value of a field that changes.
    fn change(&self, old: TermId, new: TermId) -> Option<String> {
        let told = match *self.wording.store.node(new) {
            Node::ListOf(length, bound, entry) => self.entries(old, length, bound, entry),
            Node::SetOf(bound, formula) => self.members(old, bound, formula),
            _ => None,
        };
        if told.is_some() {
            return told;
        }
        Some(format!("{} becomes {}", self.wording.term(old)?, self.wording.term(new)?))
    }

    /// Describes the entries of a list that change; `None` if its length may change.
    fn entries(&self, list: TermId, length: TermId, bound: TermId, entry: TermId) -> Option<String> {
        let store = self.wording.store;
        let is_length =
            matches!(store.node(length), Node::Apply(Op::Builtin(Builtin::Len), of) if of[..] == [list]);
        if !is_length {
            return None;
        }
        let list_name = self.wording.term(list)?;
        self.wording.under(bound, |inner, name| {
            let mut all = Vec::new();
            for (leaf, when) in cubes::cases(store, entry)? {
                if matches!(store.node(leaf), Node::Apply(Op::Index(_), parts) if parts[..] == [list, bound])
                {
                    continue;
                }
                let (places, others) = self.told_apart(inner, bound, when)?;
                for (_, place) in &places {
                    all.push(format!(
                        "{list_name}[{place}] becomes {}",
                        inner.with(bound, place).term(leaf)?
                    ));
                }
                if !others.is_empty() {
                    let (leaf, when) = (inner.term(leaf)?, inner.alternatives(&others)?);
                    let where_ =
                        if when.is_empty() { format!("for all {name}") } else { format!("wherever {when}") };
                    all.push(format!("{list_name}[{name}] becomes {leaf} {where_}"));
                }
            }
            Some(all.join(", "))
        })
    }

    /// Describes which members a set loses and gains.
    fn members(&self, set: TermId, bound: TermId, formula: TermId) -> Option<String> {
        let store = self.wording.store;
        let is_member =
            |atom: TermId| matches!(*store.node(atom), Node::In(it, of) if it == bound && of == set);
        let set_name = self.wording.term(set)?;
        self.wording.under(bound, |inner, name| {
            let mut all = Vec::new();
            let come = (cubes::cubes(store, formula)?, "gains", false);
            for (cubes, word, before) in [(cubes::complement(store, formula)?, "loses", true), come] {
                // Only former members can be lost, and only other elements gained.
                let cubes = cubes.into_iter().filter_map(|mut cube| {
                    let own =
                        cube.iter().position(|it| matches!(it, Literal::Atom(atom, _) if is_member(*atom)));
                    match own.map(|at| cube.remove(at)) {
                        Some(Literal::Atom(_, holds)) => (holds == before).then_some(cube),
                        _ => Some(cube),
                    }
                });
                let (single, others) = self.told_apart(inner, bound, cubes.collect())?;
                let mut told = Vec::new();
                for (is, text) in single {
                    match self.belongs(&is, set) {
                        Some(known) if known == before => told.push(text),
                        Some(_) => {}
                        None => told.push(format!(
                            "{text} if it is {}in {set_name}",
                            if before { "" } else { "not " }
                        )),
                    }
                }
                if !others.is_empty() {
                    told.push(format!("all {name} with {}", inner.alternatives(&others)?));
                }
                if !told.is_empty() {
                    all.push(format!("{set_name} {word} {}", told.join(" and ")));
                }
            }
            Some(all.join(", "))
        })
    }

    /// Splits alternatives into those that only give a value to a bound variable, and the others.
    fn told_apart(&self, wording: &Wording<'_>, bound: TermId, cubes: Vec<Cube>) -> Option<Told> {
        let (mut single, mut others) = (Vec::new(), Vec::new());
        for cube in cubes {
            match self.is(bound, &cube) {
                Some(Is::Number(number)) => {
                    let text = wording.sum(&number)?;
                    single.push((Is::Number(number), text));
                }
                Some(Is::Other(other)) => single.push((Is::Other(other), wording.term(other)?)),
                None => others.push(cube),
            }
        }
        single.sort_by(|a, b| a.1.cmp(&b.1));
        Some((single, others))
    }

    /// Returns the value that an alternative gives to a bound variable; `None` if the alternative
    /// states anything else that does not follow from this value and the known conditions.
    fn is(&self, bound: TermId, cube: &Cube) -> Option<Is> {
        let (at, is) = cube.iter().enumerate().find_map(|(at, it)| Some((at, self.equal_to(bound, it)?)))?;
        let mut others = cube.iter().enumerate().filter(|it| it.0 != at).map(|it| it.1);
        others.all(|it| self.follows(bound, &is, it)).then_some(is)
    }

    /// Returns the value that a literal gives to a bound variable; `None` if it leaves several.
    fn equal_to(&self, bound: TermId, literal: &Literal) -> Option<Is> {
        let store = self.wording.store;
        match literal {
            Literal::Integer(integer, intervals) => {
                let [(low, Some(high))] = &intervals[..] else { return None };
                // A natural that is at most 0 is 0.
                let natural = *integer == bound && store.surely_natural(bound) && high.is_zero();
                if low.as_ref() != Some(high) && !natural {
                    return None;
                }
                let mut rest = store.polynomial(*integer);
                let own = rest.iter().position(|it| it.0 == [bound] && it.1.abs() == Int::ONE)?;
                let (_, sign) = rest.remove(own);
                // Solves sign * bound + rest = high for the variable.
                for part in &mut rest {
                    part.1 = -(&part.1 * &sign);
                }
                rest.insert(0, (Vec::new(), high * &sign));
                rest.retain(|it| !it.1.is_zero());
                let own = rest.iter().flat_map(|it| &it.0).any(|it| store.mentions(*it, bound));
                (!own).then_some(Is::Number(rest))
            }
            Literal::Atom(atom, true) => match *store.node(*atom) {
                Node::Same(a, b) if a == bound && !store.mentions(b, bound) => Some(Is::Other(b)),
                Node::Same(a, b) if b == bound && !store.mentions(a, bound) => Some(Is::Other(a)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a literal follows from the value `is` of a bound variable and the known conditions.
    fn follows(&self, bound: TermId, is: &Is, literal: &Literal) -> bool {
        let store = self.wording.store;
        match (is, literal) {
            (Is::Number(number), Literal::Integer(integer, intervals)) => {
                let mut sum = store.polynomial(*integer);
                let Some(own) = sum.iter().position(|it| it.0 == [bound]) else { return false };
                let (_, factor) = sum.remove(own);
                sum.extend(number.iter().map(|(product, part)| (product.clone(), part * &factor)));
                self.is_known(added(sum), intervals)
            }
            (Is::Other(is), Literal::Atom(atom, false)) => match *store.node(*atom) {
                Node::Same(a, b) if a == bound => differ(store, *is, b),
                Node::Same(a, b) if b == bound => differ(store, *is, a),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the known conditions imply that a number lies in one of some intervals.
    fn is_known(&self, mut sum: Polynomial, intervals: &[Interval]) -> bool {
        let constant = sum.iter().position(|it| it.0.is_empty()).map_or(Int::ZERO, |at| sum.remove(at).1);
        let shifted = |bound: &Option<Int>, sign: i64| {
            bound.as_ref().map(|bound| &(bound * &Int::from(sign)) + &constant)
        };
        let inside = |(low, high): Interval| {
            intervals.iter().any(|(least, most)| {
                least.as_ref().is_none_or(|least| low.as_ref().is_some_and(|low| low >= least))
                    && most.as_ref().is_none_or(|most| high.as_ref().is_some_and(|high| high <= most))
            })
        };
        if sum.is_empty() {
            return inside((Some(constant.clone()), Some(constant)));
        }
        let says = |literal: &Literal| {
            let Literal::Integer(integer, own) = literal else { return false };
            let known = added(self.wording.store.polynomial(*integer));
            let negated = times(known.clone(), &-Int::ONE);
            if known == sum {
                own.iter().all(|(low, high)| inside((shifted(low, 1), shifted(high, 1))))
            } else {
                negated == sum && own.iter().all(|(low, high)| inside((shifted(high, -1), shifted(low, -1))))
            }
        };
        !self.known.is_empty() && self.known.iter().all(|cube| cube.iter().any(says))
    }

    /// Whether a value belongs to a set; `None` if the known conditions do not say.
    fn belongs(&self, is: &Is, set: TermId) -> Option<bool> {
        let store = self.wording.store;
        let says = |literal: &Literal| {
            let Literal::Atom(atom, holds) = literal else { return None };
            let Node::In(element, of) = *store.node(*atom) else { return None };
            let same = match is {
                Is::Number(number) => added(store.polynomial(element)) == added(number.clone()),
                Is::Other(other) => *other == element,
            };
            (of == set && same).then_some(*holds)
        };
        let mut all = self.known.iter().map(|cube| cube.iter().find_map(says));
        let first = all.next()??;
        all.all(|it| it == Some(first)).then_some(first)
    }
}

/// Whether two tuples provably differ: some part differs by a constant other than 0.
fn differ(store: &Store, a: TermId, b: TermId) -> bool {
    let (Node::Tuple(a), Node::Tuple(b)) = (store.node(a), store.node(b)) else { return false };
    a.iter().zip(b).any(|(a, b)| {
        let mut difference = store.polynomial(*a);
        difference.extend(times(store.polynomial(*b), &-Int::ONE));
        matches!(&added(difference)[..], [(product, _)] if product.is_empty())
    })
}
