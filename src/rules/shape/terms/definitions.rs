//! Rewrites conditions on builtins, such as `gcd(a, b) >= b`, in simpler terms, as the definitions
//! in `laws::core` state them.

use super::compare::Substitution;
use super::read::{Reader, Scope};
use super::term::{Asked, Definition, Definitions, GivenUp, Made, Node, Op, Sort, Store, TermId};
use crate::ir::{Aggregate, Builtin, Comparison, Expr, ExprKind, SlotId, Type};
use crate::laws::{core, law};
use crate::number::Int;
use crate::position::{Budget, Instance};
use std::rc::Rc;

/// The most numbers in a condition on their common divisors; with more, it is not rewritten.
const MOST_NUMBERS: usize = 3;

impl Store {
    /// Whether the definitions are being read, so that none may be applied.
    pub(super) fn is_reading_definitions(&self) -> bool {
        matches!(self.definitions, Definitions::BeingRead)
    }

    /// Returns the definitions of the table, which are read when they are first used. Returns none
    /// while the definitions themselves are being read.
    fn definitions(&mut self) -> Made<Rc<[Definition]>> {
        match &self.definitions {
            Definitions::Read(read) => return Ok(read.clone()),
            Definitions::BeingRead => return Ok(Rc::default()),
            Definitions::Unread => self.definitions = Definitions::BeingRead,
        }
        let instance = core::program().ok_or(GivenUp)?;
        let made = (0..core::DEFINITIONS.len()).map(|at| self.definition(&instance, at)).collect::<Made<_>>();
        self.definitions =
            made.as_ref().map_or(Definitions::Unread, |read| Definitions::Read(Rc::clone(read)));
        made
    }

    /// Reads the definition at an index of the table.
    fn definition(&mut self, instance: &Instance, at: usize) -> Made<Definition> {
        // The program has three functions for each definition.
        let [given, asked, core] = [0, 1, 2].map(|part| &instance.program.functions[3 * at + part]);
        let names: Vec<TermId> = given.parameters.iter().map(|_| self.variable(Sort::Integer)).collect();
        let mut scope: Scope =
            names.iter().enumerate().map(|(at, name)| (SlotId(at as u32), *name)).collect();
        let (never, yes) = (|| None, self.truth(true));
        let budget = Budget::new(&never, 0);
        let mut reader = Reader {
            instance,
            budget: &budget,
            store: self,
            outer: yes,
            assumed: yes,
            duties: Vec::new(),
            declared: Vec::new(),
        };
        let given = reader.read(&given.body.expr, &mut scope)?;
        let core = reader.read(&core.body.expr, &mut scope)?;
        let asked = asked_of(&mut reader, &asked.body.expr, &mut scope)?;
        Ok(Definition { names, given, asked, core })
    }

    /// Returns an equivalent formula: if its first atom compares an integer with a number, and a
    /// definition says when that holds, the result has the answer of the definition instead.
    pub(super) fn by_definition(&mut self, formula: TermId) -> Made<TermId> {
        let Node::Choice(atom, yes, no) = *self.node(formula) else { return Ok(formula) };
        let Node::AtLeast(integer, least) = self.node(atom).clone() else { return Ok(formula) };
        let operations: Vec<TermId> = self.operations(integer);
        if operations.is_empty() {
            return Ok(formula);
        }
        for definition in self.definitions()?.iter() {
            let Asked::NotNegative { integer: asked, operation } = definition.asked else { continue };
            for other in &operations {
                for by in self.matched(operation, *other, &definition.names) {
                    let asked = self.replace(asked, &by)?;
                    let least = self.int(least.clone());
                    let gap = self.plus(integer, &Int::from(-1i64), least);
                    // The negation of `integer >= c` is `c - 1 - integer >= 0`.
                    let (zero, minus) = (self.int(Int::ZERO), Int::from(-1i64));
                    let (one, beyond) = (self.int(Int::ONE), self.plus(zero, &minus, gap));
                    let opposite = self.plus(beyond, &minus, one);
                    if asked != gap && asked != opposite {
                        continue;
                    }
                    let opaque = self.atom(atom);
                    let opaque = if asked == gap { opaque } else { self.not(opaque)? };
                    let known = self.defined(definition, &by, opaque)?;
                    let known = if asked == gap { known } else { self.not(known)? };
                    return self.choose(known, yes, no);
                }
            }
        }
        Ok(formula)
    }

    /// Returns the answer of a definition where its condition holds, otherwise the original term
    /// `opaque`.
    fn defined(&mut self, it: &Definition, by: &Substitution, opaque: TermId) -> Made<TermId> {
        let (given, core) = (self.replace(it.given, by)?, self.replace(it.core, by)?);
        self.choose(given, core, opaque)
    }

    /// Returns the summands of an integer that may be the operation of a definition: builtins with
    /// integer values, powers, and numbers of divisors.
    fn operations(&self, integer: TermId) -> Vec<TermId> {
        let is_operation = |term: TermId| match self.node(term) {
            Node::Apply(Op::Integer(_) | Op::Power, _) => true,
            Node::Apply(Op::Builtin(Builtin::Len), of) => {
                matches!(self.node(of[0]), Node::Apply(Op::Builtin(Builtin::Divisors), _))
            }
            _ => false,
        };
        let single = |product: &[TermId]| match product {
            [term] if is_operation(*term) => Some(*term),
            _ => None,
        };
        match self.node(integer) {
            Node::Sum(sum) => sum.iter().filter_map(|(product, _)| single(product)).collect(),
            _ => single(&[integer]).into_iter().collect(),
        }
    }

    /// Returns the substitutions of `names` that turn `operation` into `other`. The arguments of a
    /// symmetric operation may be exchanged.
    fn matched(&self, operation: TermId, other: TermId, names: &[TermId]) -> Vec<Substitution> {
        let (Node::Apply(op, parts), Node::Apply(its, others)) = (self.node(operation), self.node(other))
        else {
            return Vec::new();
        };
        if op != its || parts.len() != others.len() {
            return Vec::new();
        }
        let mut orders = vec![others.clone()];
        if matches!(op, Op::Integer(builtin) if law(*builtin).symmetric) {
            orders.push(others.iter().rev().copied().collect());
        }
        let all = |others: &Vec<TermId>| {
            let mut by = Substitution::new();
            let fits = parts.iter().zip(others).all(|(a, b)| self.match_term(*a, *b, names, &mut by));
            (fits && by.len() == names.len()).then_some(by)
        };
        orders.iter().filter_map(all).collect()
    }

    /// Whether a substitution of `names` that extends `by` turns a pattern into a term; adds the
    /// replacements that it needs to `by`.
    fn match_term(&self, pattern: TermId, term: TermId, names: &[TermId], by: &mut Substitution) -> bool {
        if names.contains(&pattern) {
            return match by.iter().find(|(name, _)| *name == pattern) {
                Some((_, known)) => *known == term,
                None => {
                    by.push((pattern, term));
                    true
                }
            };
        }
        match (self.node(pattern), self.node(term)) {
            (Node::Apply(op, parts), Node::Apply(its, others)) => {
                let mut both = parts.iter().zip(others);
                op == its
                    && parts.len() == others.len()
                    && both.all(|(a, b)| self.match_term(*a, *b, names, by))
            }
            _ => pattern == term,
        }
    }

    /// Returns the number of elements of a collection as a definition states it; `None` if none
    /// does.
    pub(super) fn length_by_definition(&mut self, list: TermId) -> Made<Option<TermId>> {
        let numbers = match self.node(list).clone() {
            Node::Apply(Op::Builtin(Builtin::PrimeFactors), of) => of,
            Node::SetOf(bound, formula) => self.divided(bound, formula),
            _ => return Ok(None),
        };
        if numbers.is_empty() {
            return Ok(None);
        }
        for definition in self.definitions()?.iter() {
            let (Asked::Length(asked), [name]) = (&definition.asked, &definition.names[..]) else { continue };
            for number in &numbers {
                let by = vec![(*name, *number)];
                if self.replace(*asked, &by)? == list {
                    let opaque = self.term(Node::Apply(Op::Builtin(Builtin::Len), vec![list]));
                    return self.defined(definition, &by, opaque).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Returns the formula that `formula` holds for some value of a variable, as a definition
    /// states it; `None` if none does.
    pub(super) fn some_by_definition(&mut self, variable: TermId, formula: TermId) -> Made<Option<TermId>> {
        let numbers = self.divided(variable, formula);
        if numbers.is_empty() || numbers.len() > MOST_NUMBERS {
            return Ok(None);
        }
        // The variable of such a definition is a natural, so the formula must not hold for a negative
        // value.
        let (zero, elsewhere) = (self.int(Int::ZERO), self.not(formula)?);
        let natural = self.at_least(variable, zero)?;
        let only_naturals = self.or(elsewhere, natural)?;
        if !self.is_valid(only_naturals)? {
            return Ok(None);
        }
        for definition in self.definitions()?.iter() {
            let Asked::Some { variable: own, formula: asked } = definition.asked else { continue };
            let mut ways: Vec<Substitution> = vec![vec![(own, variable)]];
            for name in &definition.names {
                let longer = |by: &Substitution| {
                    let by = by.clone();
                    numbers
                        .iter()
                        .map(move |number| [&by[..], &[(*name, *number)]].concat())
                        .collect::<Vec<_>>()
                };
                ways = ways.iter().flat_map(longer).collect();
            }
            for by in ways {
                let (asked, given) = (self.replace(asked, &by)?, self.replace(definition.given, &by)?);
                let (same, beyond) = (self.iff(formula, asked)?, self.not(given)?);
                let same = self.or(beyond, same)?;
                if self.is_valid(same)? {
                    let all = self.none(variable, formula)?;
                    let opaque = self.not(all)?;
                    return self.defined(definition, &by, opaque).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Returns the formula that `formula` holds for no value of a variable, as an atom.
    fn none(&mut self, variable: TermId, formula: TermId) -> Made<TermId> {
        let not = self.not(formula)?;
        self.for_all_opaque(&[variable], not)
    }

    /// Returns the dividends in a formula that do not contain a variable although their divisors
    /// do; sorted, each once.
    fn divided(&self, variable: TermId, formula: TermId) -> Vec<TermId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let (mut pending, mut numbers) = (vec![formula], Vec::new());
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Node::Apply(Op::Div, parts) = self.node(term)
                && self.mentions(parts[1], variable)
                && !self.mentions(parts[0], variable)
            {
                numbers.push(parts[0]);
            }
            self.each_part(term, |part| pending.push(part));
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Returns the formula that `formula` holds for some value of a variable, without a quantifier;
    /// `None` unless `formula` implies an equation that a division solves for the variable.
    pub(super) fn some_by_division(&mut self, variable: TermId, formula: TermId) -> Made<Option<TermId>> {
        let Some((number, divisor)) = self.solved_by_division(variable, formula)? else { return Ok(None) };
        let zero = self.int(Int::ZERO);
        let none = self.equal(divisor, zero)?;
        let rest = self.modulo(number, divisor)?;
        let (divides, quotient) = (self.equal(rest, zero)?, self.div(number, divisor)?);
        let there = self.replace(formula, &[(variable, quotient)])?;
        let inside = self.can_be(variable, quotient)?;
        let there = self.and(inside, there)?;
        let found = self.and(divides, there)?;
        let all = self.none(variable, formula)?;
        let opaque = self.not(all)?;
        self.choose(none, opaque, found).map(Some)
    }

    /// Returns a number and a divisor without the variable such that `divisor * variable == number`
    /// wherever a formula holds; `None` if no such equation is found.
    pub(super) fn solved_by_division(
        &mut self,
        variable: TermId,
        formula: TermId,
    ) -> Made<Option<(TermId, TermId)>> {
        for atom in self.atoms(formula) {
            let Node::AtLeast(integer, least) = self.node(atom).clone() else { continue };
            let sum = self.polynomial(integer);
            let (with, rest): (Vec<_>, Vec<_>) = sum
                .into_iter()
                .partition(|(product, _)| product.iter().any(|term| self.mentions(*term, variable)));
            let [(product, factor)] = &with[..] else { continue };
            let Some(at) = product.iter().position(|term| *term == variable) else { continue };
            let mut others = product.clone();
            others.remove(at);
            if others.is_empty() || others.iter().any(|term| self.mentions(*term, variable)) {
                continue;
            }
            // If the formula is an equation, `factor * others * variable + rest` is `least` or one
            // less.
            let divisor = self.sum(vec![(others, factor.abs())]);
            let (zero, one, minus) = (self.int(Int::ZERO), self.int(Int::ONE), Int::from(-1i64));
            let (least, rest) = (self.int(least), self.sum(rest));
            let gap = self.plus(least, &minus, rest);
            for number in [gap, self.plus(gap, &minus, one)] {
                let number = if factor.is_negative() { self.plus(zero, &minus, number) } else { number };
                let product = self.multiply(divisor, variable)?;
                let (same, elsewhere) = (self.equal(product, number)?, self.not(formula)?);
                let follows = self.or(elsewhere, same)?;
                if self.is_valid(follows)? {
                    return Ok(Some((number, divisor)));
                }
            }
        }
        Ok(None)
    }
}

/// Reads the question of a definition: a comparison `X >= Y`, a length, or an `any(…)`.
fn asked_of(reader: &mut Reader<'_, '_>, expr: &Expr, scope: &mut Scope) -> Made<Asked> {
    match &expr.kind {
        ExprKind::Compare(first, rest) => {
            let [(Comparison::Ge, second)] = &rest[..] else { return Err(GivenUp) };
            let (first, second) = (reader.read(first, scope)?, reader.read(second, scope)?);
            let integer = reader.store.subtract(first, second)?;
            let operation = reader.store.operations(integer).first().copied().ok_or(GivenUp)?;
            Ok(Asked::NotNegative { integer, operation })
        }
        _ if expr.ty == Type::Int => {
            let length = reader.read(expr, scope)?;
            match reader.store.node(length) {
                Node::Apply(Op::Builtin(Builtin::Len), of) => Ok(Asked::Length(of[0])),
                _ => Err(GivenUp),
            }
        }
        _ => {
            let read = reader.read(expr, scope)?;
            let store = &mut *reader.store;
            let Node::Choice(atom, _, _) = store.node(read) else { return Err(GivenUp) };
            let Node::Holds(all) = store.node(*atom) else { return Err(GivenUp) };
            let Node::Apply(Op::Aggregate(Aggregate::All), of) = store.node(*all) else {
                return Err(GivenUp);
            };
            let Node::Lambda(bound, body) = *store.node(of[0]) else { return Err(GivenUp) };
            let variable = store.variable(Sort::Natural);
            let body = store.instantiate(body, bound, variable)?;
            let formula = store.not(body)?;
            Ok(Asked::Some { variable, formula })
        }
    }
}
