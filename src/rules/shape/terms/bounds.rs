//! Eliminates a variable that a formula only compares with other integers, and rewrites conditions
//! on the maximum and the sum of a list as statements about its elements.

use super::quantified::MOST_POINTS;
use super::term::{Made, Node, Op, Sort, Store, TermId};
use crate::ir::{Aggregate, Type, Value};
use crate::number::Int;

impl Store {
    /// Eliminates a variable that a formula only compares with other integers; the result says that
    /// the formula holds for all values of the variable. The truth of the formula changes only at
    /// these integers, so the formula holds everywhere if it holds below all of them and at each of
    /// them. `None` if the variable occurs in another way, if there are no such integers or more
    /// than [`MOST_POINTS`], or if there are several variables.
    pub(super) fn at_ends(&mut self, variables: &[TermId], formula: TermId) -> Made<Option<TermId>> {
        let [variable] = *variables else { return Ok(None) };
        let mut points = Vec::new();
        for atom in self.atoms(formula) {
            if !self.mentions(atom, variable) {
                continue;
            }
            let Node::AtLeast(integer, least) = self.node(atom).clone() else { return Ok(None) };
            let Some(point) = self.boundary(integer, &least, variable)? else { return Ok(None) };
            // An inequality whose integer falls with the variable still holds at the boundary, and
            // changes at the next value.
            let rises = self.rises(integer, variable);
            let one = self.int(Int::ONE);
            let point = if rises { point } else { self.add(point, one)? };
            if self.mentions(point, variable) {
                return Ok(None);
            }
            points.push(point);
        }
        points.sort_unstable();
        points.dedup();
        if points.is_empty() || points.len() > MOST_POINTS {
            return Ok(None);
        }
        let mut all = match self.node(variable) {
            Node::Var(_, Sort::Natural) => {
                let zero = self.int(Int::ZERO);
                self.replace(formula, &[(variable, zero)])?
            }
            Node::Var(_, Sort::Integer) => self.far_below(formula, variable)?,
            _ => return Ok(None),
        };
        for point in points {
            let there = self.replace(formula, &[(variable, point)])?;
            let inside = self.can_be(variable, point)?;
            let outside = self.not(inside)?;
            let there = self.or(outside, there)?;
            all = self.and(all, there)?;
        }
        Ok(Some(all))
    }

    /// Whether an integer grows with a variable that occurs in it once.
    fn rises(&self, integer: TermId, variable: TermId) -> bool {
        let sum = self.polynomial(integer);
        sum.iter().any(|part| part.0 == [variable] && !part.1.is_negative())
    }

    /// Returns what a formula says for values of a variable below all integers with which the
    /// formula compares the variable.
    fn far_below(&mut self, formula: TermId, variable: TermId) -> Made<TermId> {
        let Node::Choice(atom, yes, no) = *self.node(formula) else { return Ok(formula) };
        match self.node(atom).clone() {
            Node::AtLeast(integer, _) if self.mentions(integer, variable) => {
                let branch = if self.rises(integer, variable) { no } else { yes };
                self.far_below(branch, variable)
            }
            _ => {
                let (yes, no) = (self.far_below(yes, variable)?, self.far_below(no, variable)?);
                let condition = self.atom(atom);
                self.choose(condition, yes, no)
            }
        }
    }

    /// Returns an equivalent formula: if its first atom says that the maximum of a list of naturals
    /// is at least a number, or that their sum is at least 1, the result says instead that not all
    /// elements are less than this number.
    pub fn with_some_element(&mut self, formula: TermId) -> Made<TermId> {
        let Node::Choice(atom, yes, no) = *self.node(formula) else { return Ok(formula) };
        let Node::AtLeast(integer, least) = self.node(atom).clone() else { return Ok(formula) };
        let Node::Apply(Op::Aggregate(aggregate), parts) = self.node(integer).clone() else {
            return Ok(formula);
        };
        let mut list = parts[0];
        // A zero before the list changes neither the maximum nor the sum.
        if let Node::Apply(Op::Concat, both) = self.node(list).clone()
            && matches!(self.node(both[0]), Node::Value(Value::List(it)) if **it == [Value::int(0)])
        {
            list = both[1];
        }
        let asks = match aggregate {
            Aggregate::Max => true,
            Aggregate::Sum => least <= Int::ONE,
            _ => false,
        };
        if !asks || self.element_sort(list, &Type::Int) != Sort::Natural {
            return Ok(formula);
        }
        if least <= Int::ZERO {
            return Ok(yes);
        }
        let (zero, length) = (self.int(Int::ZERO), self.length(list)?);
        let indices = self.apply(Op::Range, &[zero, length])?;
        let at = self.variable(Sort::Natural);
        let (belongs, element) = (self.member(at, indices)?, self.index(list, at, &Type::Int)?);
        let least = self.int(least);
        let large = self.at_least(element, least)?;
        let found = self.and(belongs, large)?;
        let not = self.not(found)?;
        let none = self.for_all(&[at], not)?;
        self.choose(none, no, yes)
    }
}
