//! Makes choices between terms. A formula is a choice between true and false: a decision diagram in
//! a fixed order of atoms, so that equal formulas are one term.

use super::term::{Arithmetic, Made, Node, Store, TermId};
use crate::number::Int;
use std::cmp::Ordering;

/// An operation on parts that are not choices.
pub type Leaf<'f> = dyn FnMut(&mut Store, &[TermId]) -> Made<TermId> + 'f;

impl Store {
    /// Returns the atom and the two branches of a choice.
    fn choice(&self, term: TermId) -> Option<(TermId, TermId, TermId)> {
        if let Node::Choice(atom, yes, no) = self.node(term) { Some((*atom, *yes, *no)) } else { None }
    }

    /// Compares two atoms in the order of the diagrams. Inequalities of one integer are adjacent,
    /// the one with the smaller bound first.
    fn compare_atoms(&self, a: TermId, b: TermId) -> Ordering {
        match (self.node(a), self.node(b)) {
            (Node::AtLeast(x, c), Node::AtLeast(y, d)) => x.cmp(y).then_with(|| c.cmp(d)),
            (Node::AtLeast(..), _) => Ordering::Less,
            (_, Node::AtLeast(..)) => Ordering::Greater,
            _ => a.cmp(&b),
        }
    }

    /// Returns a choice; the atoms in its branches must come after its own.
    fn node_of(&mut self, atom: TermId, yes: TermId, mut no: TermId) -> TermId {
        // A number that is not at least 3 is not at least 4, so `no` need not ask about 4.
        while let Some((inner, _, rest)) = self.choice(no).filter(|it| self.one_integer(it.0, atom)) {
            debug_assert!(inner != atom);
            no = rest;
        }
        if yes == no { yes } else { self.term(Node::Choice(atom, yes, no)) }
    }

    /// Whether both atoms are inequalities of one integer.
    fn one_integer(&self, a: TermId, b: TermId) -> bool {
        matches!((self.node(a), self.node(b)), (Node::AtLeast(x, _), Node::AtLeast(y, _)) if x == y)
    }

    /// Returns a term under the assumption that an atom is true or false. No atom in the term may
    /// come before it.
    fn given(&self, term: TermId, atom: TermId, holds: bool) -> TermId {
        let mut term = term;
        while let Some((own, yes, no)) = self.choice(term) {
            if own == atom {
                term = if holds { yes } else { no };
            } else if !holds && self.one_integer(own, atom) {
                term = no;
            } else {
                break;
            }
        }
        term
    }

    /// Applies an operation to parts that may be choices: separately to each combination of their
    /// branches. The result is a choice between the results.
    pub fn lift(&mut self, parts: &[TermId], leaf: &mut Leaf<'_>) -> Made<TermId> {
        self.step()?;
        let mut first: Option<TermId> = None;
        for part in parts {
            if let Some((atom, _, _)) = self.choice(*part)
                && first.is_none_or(|first| self.compare_atoms(atom, first) == Ordering::Less)
            {
                first = Some(atom);
            }
        }
        let Some(atom) = first else { return leaf(self, parts) };
        let cases = [true, false]
            .map(|holds| parts.iter().map(|part| self.given(*part, atom, holds)).collect::<Vec<TermId>>());
        let yes = self.lift(&cases[0], leaf)?;
        let no = self.lift(&cases[1], leaf)?;
        self.join(atom, yes, no)
    }

    /// Returns a choice; its branches may have atoms that come before its own.
    fn join(&mut self, atom: TermId, yes: TermId, no: TermId) -> Made<TermId> {
        let comes_first = |branch: TermId| {
            self.choice(branch).is_none_or(|(inner, _, _)| self.compare_atoms(atom, inner) == Ordering::Less)
        };
        if comes_first(yes) && comes_first(no) {
            return Ok(self.node_of(atom, yes, no));
        }
        let condition = self.atom(atom);
        self.choose(condition, yes, no)
    }

    /// Returns the formula that an atom holds.
    pub fn atom(&mut self, atom: TermId) -> TermId {
        let (yes, no) = (self.truth(true), self.truth(false));
        self.node_of(atom, yes, no)
    }

    /// Returns `yes` where a formula holds, otherwise `no`.
    pub fn choose(&mut self, condition: TermId, yes: TermId, no: TermId) -> Made<TermId> {
        if yes == no {
            return Ok(yes);
        }
        match self.node(condition) {
            Node::Truth(true) => return Ok(yes),
            Node::Truth(false) => return Ok(no),
            _ => {}
        }
        self.lift_choice(condition, yes, no)
    }

    /// Makes the choice of [`Store::choose`] from the choices between the branches.
    fn lift_choice(&mut self, condition: TermId, yes: TermId, no: TermId) -> Made<TermId> {
        if yes == no {
            return Ok(yes);
        }
        if let Node::Truth(holds) = self.node(condition) {
            return Ok(if *holds { yes } else { no });
        }
        if let Some(chosen) = self.chosen.get(&(condition, yes, no)) {
            return Ok(*chosen);
        }
        self.step()?;
        let tops = [condition, yes, no].map(|part| self.choice(part).map(|it| it.0));
        let first = tops
            .into_iter()
            .flatten()
            .reduce(|a, b| if self.compare_atoms(b, a) == Ordering::Less { b } else { a });
        // A condition that is neither a truth value nor a choice is not a formula.
        let Some(atom) = first else { return Err(super::term::GivenUp) };
        let case = |store: &Store, holds| [condition, yes, no].map(|part| store.given(part, atom, holds));
        let [a, b] = [case(self, true), case(self, false)];
        let cases = (self.lift_choice(a[0], a[1], a[2])?, self.lift_choice(b[0], b[1], b[2])?);
        let chosen = self.node_of(atom, cases.0, cases.1);
        self.chosen.insert((condition, yes, no), chosen);
        Ok(chosen)
    }

    /// The formula `not a`.
    pub fn not(&mut self, a: TermId) -> Made<TermId> {
        let (yes, no) = (self.truth(true), self.truth(false));
        self.choose(a, no, yes)
    }

    /// The formula `a and b`.
    pub fn and(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        let no = self.truth(false);
        self.choose(a, b, no)
    }

    /// The formula `a or b`.
    pub fn or(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        let yes = self.truth(true);
        self.choose(a, yes, b)
    }

    /// The formula `a <=> b`.
    pub fn iff(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        let not = self.not(b)?;
        self.choose(a, b, not)
    }

    /// The formula that an integer is not negative.
    pub fn not_negative(&mut self, integer: TermId) -> Made<TermId> {
        self.lift(&[integer], &mut |store, parts| {
            let made = store.leaf_not_negative(parts[0]);
            let made = store.with_none_counted(made)?;
            let made = store.with_some_element(made)?;
            store.by_definition(made)
        })
    }

    /// Returns the formula that an integer without choices is not negative, by arithmetic alone.
    fn leaf_not_negative(&mut self, integer: TermId) -> TermId {
        let mut sum = self.polynomial(integer);
        let constant = match sum.first() {
            Some((product, _)) if product.is_empty() => sum.remove(0).1,
            _ => Int::ZERO,
        };
        let Some(first) = sum.first() else { return self.truth(!constant.is_negative()) };
        let negated = first.1.is_negative();
        let common = sum.iter().fold(Int::ZERO, |gcd, part| gcd.gcd(&part.1));
        let one = Int::ONE;
        for part in &mut sum {
            let factor = part.1.div_floor(&common).unwrap_or_default();
            part.1 = if negated { -factor } else { factor };
        }
        // common * r + constant >= 0 exactly if r >= ceil(-constant / common).
        let least = -constant.div_floor(&common).unwrap_or_default();
        let positive = sum.iter().all(|(product, factor)| {
            !factor.is_negative() && product.iter().all(|it| self.surely_natural(*it))
        });
        // If the first coefficient was negative, the sum is now -r, and r >= least is the negation
        // of -r >= 1 - least.
        let least = if negated { &one - &least } else { least };
        let holds = if positive && least <= Int::ZERO {
            self.truth(true)
        } else {
            let integer = self.sum(sum);
            let atom = self.term(Node::AtLeast(integer, least));
            self.atom(atom)
        };
        if !negated {
            return holds;
        }
        match self.node(holds) {
            Node::Truth(holds) => {
                let holds = !*holds;
                self.truth(holds)
            }
            Node::Choice(atom, ..) => {
                let atom = *atom;
                let (yes, no) = (self.truth(true), self.truth(false));
                self.node_of(atom, no, yes)
            }
            _ => holds,
        }
    }

    /// The formula `a >= b`.
    pub fn at_least(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        self.compute(Arithmetic::AtLeast, a, b)
    }

    /// The formula `a == b` of two integers.
    pub fn equal(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        let (up, down) = (self.at_least(a, b)?, self.at_least(b, a)?);
        self.and(up, down)
    }

    /// The sum of two integers.
    pub fn add(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        self.compute(Arithmetic::Add, a, b)
    }

    /// The difference of two integers.
    pub fn subtract(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        self.compute(Arithmetic::Subtract, a, b)
    }

    /// The product of two integers.
    pub fn multiply(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        self.compute(Arithmetic::Multiply, a, b)
    }

    /// Returns the value of a function of two integers, which may be choices.
    fn compute(&mut self, what: Arithmetic, a: TermId, b: TermId) -> Made<TermId> {
        if let Some(known) = self.computed.get(&(what, a, b)) {
            return Ok(*known);
        }
        let (plus, minus) = (Int::ONE, Int::from(-1i64));
        let made = match what {
            Arithmetic::Add => {
                self.lift(&[a, b], &mut |store, parts| Ok(store.plus(parts[0], &plus, parts[1])))
            }
            Arithmetic::Subtract => {
                self.lift(&[a, b], &mut |store, parts| Ok(store.plus(parts[0], &minus, parts[1])))
            }
            Arithmetic::Multiply => self.lift(&[a, b], &mut |store, parts| store.times(parts[0], parts[1])),
            Arithmetic::AtLeast => {
                let difference = self.subtract(a, b)?;
                self.not_negative(difference)
            }
        }?;
        self.computed.insert((what, a, b), made);
        Ok(made)
    }
}
