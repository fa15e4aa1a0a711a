//! Adds facts about operations to the conditions of a path: bounds of quotients, products, counts
//! and elements, and equal results of operations on equal terms.

use super::term::{Made, Node, Op, Polynomial, Sort, Store, TermId};
use super::valid::{Path, Unknowns, impossible, linear, numbered};
use crate::ir::{Aggregate, Builtin, Value};
use crate::laws::{Defined, law};
use crate::number::Int;
use crate::number::contradiction::Linear;

/// The most unknowns of a path with which products and equalities are searched for; on a path with
/// more, neither is.
const MOST_UNKNOWNS: usize = 40;

impl Store {
    /// Adds facts about quotients by divisors that are not constant but provably positive:
    /// `0 <= n - d * (n div d) <= d - 1`.
    pub fn quotients(&mut self, path: &Path, system: &mut Vec<Linear>, unknowns: &mut Unknowns) -> Made<()> {
        let mut asked: Vec<TermId> = Vec::new();
        for (product, _) in numbered(unknowns) {
            asked.extend(product);
        }
        let naturals = path.naturals.iter().flatten().flat_map(|part| part.0.iter().copied());
        asked.extend(naturals);
        asked.sort_unstable();
        asked.dedup();
        for term in asked {
            let Node::Apply(Op::Div, parts) = self.node(term).clone() else { continue };
            let [number, divisor] = parts[..] else { continue };
            let chosen = [number, divisor].iter().any(|it| matches!(self.node(*it), Node::Choice(..)));
            if chosen || self.as_int(divisor).is_some() {
                continue;
            }
            let at_most_zero = linear(&self.polynomial(divisor), unknowns).times(&Int::from(-1i64));
            let mut opposite = system.clone();
            opposite.push(at_most_zero.clone());
            if !impossible(&opposite) {
                continue;
            }
            let taken = self.times(divisor, term)?;
            self.small_quotient((number, divisor), term, taken, system, unknowns);
            let rest = self.plus(number, &Int::from(-1i64), taken);
            let rest = linear(&self.polynomial(rest), unknowns);
            system.push(rest.clone());
            // d - 1 - rest is not negative.
            system.push(at_most_zero.add(&rest).times(&Int::from(-1i64)).shifted(-1));
        }
        Ok(())
    }

    /// Adds bounds of a quotient by a positive divisor, if the number is provably natural, below the
    /// divisor, at least the divisor, or a positive multiple of the divisor.
    fn small_quotient(
        &mut self,
        (number, divisor): (TermId, TermId),
        quotient: TermId,
        taken: TermId,
        system: &mut Vec<Linear>,
        unknowns: &mut Unknowns,
    ) {
        let opposite = |linear: &Linear| linear.times(&Int::from(-1i64));
        let [number, divisor, quotient, taken] =
            [number, divisor, quotient, taken].map(|term| linear(&self.polynomial(term), unknowns));
        // `c >= 0` is sure if `c <= -1` is impossible.
        let surely = |linear: &Linear| {
            let mut more = system.clone();
            more.push(opposite(linear).shifted(-1));
            impossible(&more)
        };
        let (natural, gap, rest) = (surely(&number), number.sub(&divisor), number.sub(&taken));
        let (below, beyond) = (surely(&opposite(&gap).shifted(-1)), surely(&gap));
        let mut known = Vec::new();
        if natural {
            known.extend([quotient.clone(), number.sub(&quotient)]);
        }
        if below {
            known.push(opposite(&quotient));
        }
        if natural && below {
            known.extend([opposite(&taken), taken.clone()]);
        }
        if beyond {
            known.extend([quotient.shifted(-1), taken.sub(&divisor)]);
        }
        // A positive multiple of the divisor is at least the divisor; if it is greater, it is at
        // least twice the divisor.
        if surely(&number.shifted(-1)) && surely(&rest) && surely(&opposite(&rest)) {
            let least = if surely(&gap.shifted(-1)) { 2i64 } else { 1 };
            known.push(quotient.shifted(-least));
            known.push(taken.sub(&divisor.times(&Int::from(least))));
        }
        system.extend(known);
    }

    /// Adds inequalities multiplied by naturals, if this produces only products that occur already.
    pub fn products(&mut self, path: &Path, system: &mut Vec<Linear>, unknowns: &mut Unknowns) -> Made<()> {
        let known = numbered(unknowns);
        if known.len() > MOST_UNKNOWNS {
            return Ok(());
        }
        let mut factors: Vec<TermId> =
            known.iter().filter(|it| it.0.len() == 2).flat_map(|it| it.0.iter().copied()).collect();
        factors.sort_unstable();
        factors.dedup();
        factors.retain(|factor| self.surely_natural(*factor));
        for factor in factors {
            for sum in &path.naturals {
                let product = times(sum, factor);
                if product.iter().all(|part| part.0.len() < 2 || unknowns.contains_key(&part.0)) {
                    self.step()?;
                    system.push(linear(&product, unknowns));
                }
            }
        }
        Ok(())
    }

    /// Whether the conditions of a path provably contradict each other once facts about operations
    /// are added: bounds of their values, and that an operation on equal terms has equal results.
    /// `false` on a path with more than [`MOST_UNKNOWNS`] unknowns.
    pub fn is_incongruent(
        &mut self,
        path: &Path,
        mut system: Vec<Linear>,
        unknowns: &mut Unknowns,
    ) -> Made<bool> {
        if unknowns.len() > MOST_UNKNOWNS {
            return Ok(false);
        }
        let before = system.len();
        self.bounds_of_builtins(path, &mut system, unknowns);
        self.members(path, &mut system, unknowns);
        self.elements(&mut system, unknowns);
        self.counts(path, &mut system, unknowns)?;
        self.alike(path, &mut system, unknowns)?;
        if system.len() > before && impossible(&system) {
            return Ok(true);
        }
        for (at, (first, holds)) in path.atoms.iter().enumerate() {
            if let Node::Same(a, b) = self.node(*first).clone()
                && !holds
                && self.are_equal(a, b, path, &system, unknowns)?
            {
                return Ok(true);
            }
            for (second, other) in &path.atoms[at + 1..] {
                if holds != other && self.are_alike(*first, *second, path, &system, unknowns)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// If a formula says that an operation on a graph has a value, returns a consequence: the
    /// vertices in the operation belong to the graph. `None` for other formulas.
    pub fn granted(&mut self, wanted: TermId) -> Made<Option<TermId>> {
        let Node::Choice(atom, yes, no) = self.node(wanted) else { return Ok(None) };
        let Node::Holds(asked) = self.node(*atom) else { return Ok(None) };
        if (self.node(*yes), self.node(*no)) != (&Node::Truth(true), &Node::Truth(false)) {
            return Ok(None);
        }
        let Node::Apply(Op::HasValue, parts) = self.node(*asked) else { return Ok(None) };
        let Node::Apply(Op::Builtin(builtin), parts) = self.node(parts[0]).clone() else { return Ok(None) };
        let of_vertices =
            matches!(builtin, Builtin::Neighbours | Builtin::Out | Builtin::Subtree | Builtin::Path);
        let Node::Value(Value::Graph(graph)) = self.node(parts[0]).clone() else { return Ok(None) };
        if !of_vertices {
            return Ok(None);
        }
        let vertices = self.constant(&Value::Set(graph.vertices().map(Value::Vertex).collect()));
        let mut all = self.truth(true);
        for vertex in &parts[1..] {
            let belongs = self.member(*vertex, vertices)?;
            all = self.and(all, belongs)?;
        }
        Ok(Some(all))
    }

    /// Adds upper bounds of the values of builtins, and lower bounds of arguments for which
    /// builtins are true.
    fn bounds_of_builtins(&self, path: &Path, system: &mut Vec<Linear>, unknowns: &mut Unknowns) {
        for (atom, holds) in &path.atoms {
            if let Node::Holds(inner) = self.node(*atom)
                && let Node::Apply(Op::Builtin(builtin), of) = self.node(*inner)
                && let Some(least) = law(*builtin).true_from.filter(|_| *holds)
            {
                let argument = linear(&self.polynomial(of[0]), unknowns);
                system.push(argument.shifted(-i64::from(least)));
            }
        }
        for (product, value) in numbered(unknowns) {
            let [term] = product[..] else { continue };
            let Node::Apply(Op::Integer(builtin), of) = self.node(term) else { continue };
            let law = law(*builtin);
            let (Some(below), Defined::From(least)) = (law.below_argument, law.defined) else { continue };
            let argument = linear(&self.polynomial(of[0]), unknowns);
            // The bound holds only where the builtin has a value, so that must be proved first.
            let mut without = system.clone();
            without.push(argument.shifted(-i64::from(least)).times(&Int::from(-1i64)).shifted(-1));
            if impossible(&without) {
                system.push(argument.sub(&Linear::unknown(value)).shifted(-i64::from(below)));
            }
        }
    }

    /// Returns the naturals in a member of a collection of naturals, or of tuples of naturals; none
    /// for other collections.
    fn natural_parts(&self, element: TermId, collection: TermId) -> Vec<TermId> {
        let (Node::Var(_, sort) | Node::Bound(_, sort)) = self.node(collection) else { return Vec::new() };
        match (sort, self.node(element)) {
            (Sort::Naturals | Sort::NaturalSet, _) => vec![element],
            (Sort::NaturalTuples, Node::Tuple(parts)) => parts.clone(),
            _ => Vec::new(),
        }
    }

    /// Adds that a collection with a member is not empty, and bounds of the member.
    fn members(&mut self, path: &Path, system: &mut Vec<Linear>, unknowns: &mut Unknowns) {
        for (atom, holds) in &path.atoms {
            let Node::In(element, collection) = self.node(*atom).clone() else { continue };
            if !holds {
                continue;
            }
            for natural in self.natural_parts(element, collection) {
                system.push(linear(&self.polynomial(natural), unknowns));
            }
            let length = self.term(Node::Apply(Op::Builtin(Builtin::Len), vec![collection]));
            if let Some(number) = unknowns.get(&vec![length]) {
                system.push(Linear::unknown(*number).shifted(-1));
            }
            // No member is greater than the maximum, and no natural is greater than the sum of all.
            let member = self.polynomial(element);
            for aggregate in [Aggregate::Max, Aggregate::Sum] {
                let bound = self.term(Node::Apply(Op::Aggregate(aggregate), vec![collection]));
                let bounds = aggregate == Aggregate::Max || self.is_of_naturals(collection);
                if let Some(number) = unknowns.get(&vec![bound]).copied().filter(|_| bounds) {
                    let member = linear(&member, unknowns);
                    system.push(Linear::unknown(number).sub(&member));
                }
            }
            self.chosen(element, collection, system, unknowns);
        }
    }

    fn is_of_naturals(&self, collection: TermId) -> bool {
        matches!(
            self.node(collection),
            Node::Var(_, Sort::Naturals | Sort::NaturalSet)
                | Node::Bound(_, Sort::Naturals | Sort::NaturalSet)
        )
    }

    /// Adds that the maximum and the sum of a collection of naturals are not negative, and that no
    /// element that provably exists is greater.
    fn elements(&mut self, system: &mut Vec<Linear>, unknowns: &mut Unknowns) {
        let known = numbered(unknowns);
        for (product, bound) in &known {
            let [term] = product[..] else { continue };
            let Node::Apply(Op::Aggregate(Aggregate::Max | Aggregate::Sum), of) = self.node(term).clone()
            else {
                continue;
            };
            if !self.is_of_naturals(of[0]) {
                continue;
            }
            system.push(Linear::unknown(*bound));
            let length = self.term(Node::Apply(Op::Builtin(Builtin::Len), vec![of[0]]));
            let length = linear(&self.polynomial(length), unknowns);
            for (product, element) in &known {
                let [term] = product[..] else { continue };
                let Node::Apply(Op::Index(_), parts) = self.node(term).clone() else { continue };
                if parts[0] != of[0] {
                    continue;
                }
                let at = linear(&self.polynomial(parts[1]), unknowns);
                let before = at.times(&Int::from(-1i64)).shifted(-1);
                let beyond = at.sub(&length);
                let never = |outside: Linear| {
                    let mut more = system.clone();
                    more.push(outside);
                    impossible(&more)
                };
                if never(before) && never(beyond) {
                    system.push(Linear::unknown(*bound).sub(&Linear::unknown(*element)));
                }
            }
        }
    }

    /// Adds facts about a member of `product(lists)`: its length is the number of lists, and its
    /// element at an index lies in the list at this index, if that is a range.
    fn chosen(&mut self, list: TermId, product: TermId, system: &mut Vec<Linear>, unknowns: &mut Unknowns) {
        let Node::Apply(Op::Builtin(Builtin::Product), of) = self.node(product).clone() else { return };
        let Ok(length) = self.length(of[0]) else { return };
        let own = self.term(Node::Apply(Op::Builtin(Builtin::Len), vec![list]));
        if let Some(number) = unknowns.get(&vec![own]).copied() {
            let difference = Linear::unknown(number).sub(&linear(&self.polynomial(length), unknowns));
            system.push(difference.times(&Int::from(-1i64)));
            system.push(difference);
        }
        let (Node::ListOf(_, bound, entry), Some(count)) = (self.node(of[0]).clone(), self.as_int(length))
        else {
            return;
        };
        for (product, number) in numbered(unknowns) {
            let [part] = product[..] else { continue };
            let Node::Apply(Op::Index(_), parts) = self.node(part).clone() else { continue };
            // The bounds hold only for an element that exists.
            let inside = self.as_int(parts[1]).is_some_and(|at| !at.is_negative() && at < count);
            if parts[0] != list || !inside {
                continue;
            }
            let Ok(range) = self.instantiate(entry, bound, parts[1]) else { continue };
            let Node::Apply(Op::Range, ends) = self.node(range).clone() else { continue };
            let [low, end] = [ends[0], ends[1]].map(|it| linear(&self.polynomial(it), unknowns));
            system.push(Linear::unknown(number).sub(&low));
            system.push(end.sub(&Linear::unknown(number)).shifted(-1));
        }
    }

    /// Adds that a count is 0, or at least 1, if an atom of the path decides whether anything is
    /// counted.
    fn counts(&mut self, path: &Path, system: &mut Vec<Linear>, unknowns: &Unknowns) -> Made<()> {
        for (product, number) in numbered(unknowns) {
            let [count] = product[..] else { continue };
            if !matches!(self.node(count), Node::Apply(Op::AggregateFor(Aggregate::Count), _)) {
                continue;
            }
            let one = self.term(Node::AtLeast(count, Int::ONE));
            let some = self.atom(one);
            let some = self.with_none_counted(some)?;
            let Node::Choice(atom, yes, no) = *self.node(some) else { continue };
            for (known, holds) in &path.atoms {
                let says = self.node(if *holds { yes } else { no });
                match says {
                    Node::Truth(true) if *known == atom => system.push(Linear::unknown(number).shifted(-1)),
                    Node::Truth(false) if *known == atom => {
                        system.push(Linear::unknown(number).times(&Int::from(-1i64)));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Adds that operations on equal terms have equal results.
    fn alike(&mut self, path: &Path, system: &mut Vec<Linear>, unknowns: &mut Unknowns) -> Made<()> {
        let single = |(product, number): (Vec<TermId>, u32)| match product[..] {
            [term] => Some((term, number)),
            _ => None,
        };
        let singles: Vec<(TermId, u32)> = numbered(unknowns).into_iter().filter_map(single).collect();
        for (at, (first, number)) in singles.iter().enumerate() {
            for (second, other) in &singles[at + 1..] {
                if self.are_alike(*first, *second, path, system, unknowns)? {
                    let difference = Linear::unknown(*number).sub(&Linear::unknown(*other));
                    system.push(difference.times(&Int::from(-1i64)));
                    system.push(difference);
                }
            }
        }
        Ok(())
    }

    /// Whether two atoms or operations are provably equal: one operation on equal parts.
    fn are_alike(
        &mut self,
        a: TermId,
        b: TermId,
        path: &Path,
        system: &[Linear],
        unknowns: &mut Unknowns,
    ) -> Made<bool> {
        self.step()?;
        let pairs = match (self.node(a).clone(), self.node(b).clone()) {
            (Node::Holds(a), Node::Holds(b)) => return self.are_alike(a, b, path, system, unknowns),
            (Node::In(x, s), Node::In(y, t)) if s == t => vec![(x, y)],
            (Node::Same(u, v), Node::Same(x, y)) => vec![(u, x), (v, y)],
            (Node::Apply(op, x), Node::Apply(other, y)) if op == other && x.len() == y.len() => {
                x.into_iter().zip(y).collect()
            }
            _ => return Ok(false),
        };
        for (x, y) in pairs {
            if !self.are_equal(x, y, path, system, unknowns)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two terms without choices are provably equal.
    fn are_equal(
        &mut self,
        a: TermId,
        b: TermId,
        path: &Path,
        system: &[Linear],
        unknowns: &mut Unknowns,
    ) -> Made<bool> {
        self.step()?;
        if a == b {
            return Ok(true);
        }
        match (self.node(a).clone(), self.node(b).clone()) {
            (Node::Choice(..), _) | (_, Node::Choice(..)) => Ok(false),
            (Node::Tuple(x), Node::Tuple(y)) if x.len() == y.len() => {
                for (x, y) in x.into_iter().zip(y) {
                    if !self.are_equal(x, y, path, system, unknowns)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ if self.is_integer(a) && self.is_integer(b) => {
                let difference = self.plus(a, &Int::from(-1i64), b);
                Ok(self.is_zero(&self.polynomial(difference), system, unknowns))
            }
            _ => Ok(self.is_joined(a, b, path)),
        }
    }

    /// Whether a difference is provably 0.
    fn is_zero(&self, difference: &Polynomial, system: &[Linear], unknowns: &mut Unknowns) -> bool {
        // The system has no fact about a product that is not an unknown yet.
        if difference.iter().any(|part| !part.0.is_empty() && !unknowns.contains_key(&part.0)) {
            return false;
        }
        let difference = linear(difference, unknowns);
        [Int::ONE, Int::from(-1i64)].iter().all(|sign| {
            let mut more = system.to_vec();
            more.push(difference.times(sign).shifted(-1));
            impossible(&more)
        })
    }

    /// Whether the atoms imply that two terms are equal, perhaps by a chain of equal terms.
    fn is_joined(&self, a: TermId, b: TermId, path: &Path) -> bool {
        let mut reached = vec![a];
        let mut at = 0;
        while at < reached.len() {
            for (atom, holds) in &path.atoms {
                if let Node::Same(x, y) = self.node(*atom)
                    && *holds
                {
                    for (from, to) in [(x, y), (y, x)] {
                        if *from == reached[at] && !reached.contains(to) {
                            reached.push(*to);
                        }
                    }
                }
            }
            at += 1;
        }
        reached.contains(&b)
    }
}

/// Returns the product of a polynomial and a term.
fn times(sum: &Polynomial, factor: TermId) -> Polynomial {
    let mut product = sum.clone();
    for part in &mut product {
        part.0.push(factor);
        part.0.sort_unstable();
    }
    product
}
