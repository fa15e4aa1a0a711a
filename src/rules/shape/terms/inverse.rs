//! Expresses names of a move by what they are used for: an exponent by the power, a divisor by the
//! quotient, a factor by the product. So it does not matter which of these a move names.

use super::moves::{NormalMove, are_met};
use super::term::{Made, Node, Op, Sort, Store, TermId};
use crate::ir::{Builtin, Type};
use crate::number::Int;

/// The replacement of a name.
struct Inverse {
    /// The index of the name among the names of the move.
    at: usize,
    /// The new name; `None` if the name only disappears.
    new: Option<TermId>,
    /// Terms of the move, each with the term that replaces it.
    by: Vec<(TermId, TermId)>,
    /// The condition that is added to the condition of the move.
    holds: TermId,
}

impl Store {
    /// Replaces exponents, divisors and factors that a move names, as long as all its expressions
    /// provably have values.
    pub(super) fn with_inverses(&mut self, mut it: NormalMove) -> Made<NormalMove> {
        for _ in 0..it.binders.len() {
            let Some(inverse) = self.inverse(&it)? else { return Ok(it) };
            if !are_met(self, &it.duties)? {
                return Ok(it);
            }
            it.duties.clear();
            match inverse.new {
                Some(new) => it.binders[inverse.at].variable = new,
                None => drop(it.binders.remove(inverse.at)),
            }
            let condition = self.replace(it.condition, &inverse.by)?;
            it.condition = self.and(condition, inverse.holds)?;
            for part in &mut it.target {
                part.condition = self.replace(part.condition, &inverse.by)?;
                part.count = self.replace(part.count, &inverse.by)?;
                for field in &mut part.fields {
                    *field = self.replace(*field, &inverse.by)?;
                }
            }
        }
        Ok(it)
    }

    /// Finds a name that can be replaced; `None` if there is none.
    fn inverse(&mut self, it: &NormalMove) -> Made<Option<Inverse>> {
        let fields: Vec<TermId> = it.target.iter().flat_map(|part| part.fields.iter().copied()).collect();
        let operations = self.binary_operations(&fields);
        for (at, binder) in it.binders.iter().enumerate().filter(|(_, binder)| binder.ty == Type::Int) {
            for operation in &operations {
                if let Some(found) = self.by_power(it, (at, binder.variable), *operation)? {
                    return Ok(Some(found));
                }
                if let Some(found) = self.by_quotient(it, (at, binder.variable), &fields, *operation)? {
                    return Ok(Some(found));
                }
            }
            if it.binders.len() > 1
                && let Some((number, divisor)) = self.solved_by_division(binder.variable, it.condition)?
            {
                let zero = self.int(Int::ZERO);
                let none = self.equal(divisor, zero)?;
                let some = self.not(none)?;
                if self.follows(it.condition, some)? {
                    let (quotient, rest) = (self.div(number, divisor)?, self.modulo(number, divisor)?);
                    let by = vec![(binder.variable, quotient)];
                    let (divides, inside) =
                        (self.equal(rest, zero)?, self.can_be(binder.variable, quotient)?);
                    return Ok(Some(Inverse { at, new: None, by, holds: self.and(divides, inside)? }));
                }
            }
        }
        Ok(None)
    }

    /// Whether one formula provably follows from another.
    fn follows(&mut self, condition: TermId, wanted: TermId) -> Made<bool> {
        let elsewhere = self.not(condition)?;
        let follows = self.or(elsewhere, wanted)?;
        self.is_valid(follows)
    }

    /// Returns the powers and quotients in some terms.
    fn binary_operations(&self, terms: &[TermId]) -> Vec<TermId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let (mut pending, mut found) = (terms.to_vec(), Vec::new());
        while let Some(term) = pending.pop() {
            if seen.insert(term) {
                if matches!(self.node(term), Node::Apply(Op::Power | Op::Div, _)) {
                    found.push(term);
                }
                self.each_part(term, |part| pending.push(part));
            }
        }
        found
    }

    /// Replaces the exponent e in B ^ (e + c), where B is at least 2, by the power: e is the
    /// valuation of the power by B, minus c.
    fn by_power(
        &mut self,
        it: &NormalMove,
        (at, name): (usize, TermId),
        power: TermId,
    ) -> Made<Option<Inverse>> {
        let Node::Apply(Op::Power, parts) = self.node(power).clone() else { return Ok(None) };
        let (base, exponent) = (parts[0], parts[1]);
        let shift = self.plus(exponent, &Int::from(-1i64), name);
        if self.as_int(base).is_none_or(|base| base < Int::from(2i64)) || self.as_int(shift).is_none() {
            return Ok(None);
        }
        // The target may evaluate the power in some cases only, so the duties of the move need not
        // ensure that the exponent is a natural.
        let zero = self.int(Int::ZERO);
        let natural = self.at_least(exponent, zero)?;
        if !self.follows(it.condition, natural)? {
            return Ok(None);
        }
        let new = self.variable(Sort::Natural);
        let counted = self.builtin(Builtin::Valuation, &[new, base], &Type::Int)?;
        let back = self.subtract(counted, shift)?;
        let (one, again) = (self.int(Int::ONE), self.apply(Op::Power, &[base, counted])?);
        let (positive, is_power) = (self.at_least(new, one)?, self.equal(new, again)?);
        let holds = self.and(positive, is_power)?;
        Ok(Some(Inverse { at, new: Some(new), by: vec![(power, new), (name, back)], holds }))
    }

    /// Replaces a divisor by the quotient, if the target contains the divisor only in the quotient.
    /// The quotient is a divisor as well, and dividing by it gives the former divisor.
    fn by_quotient(
        &mut self,
        it: &NormalMove,
        (at, name): (usize, TermId),
        fields: &[TermId],
        quotient: TermId,
    ) -> Made<Option<Inverse>> {
        let Node::Apply(Op::Div, parts) = self.node(quotient).clone() else { return Ok(None) };
        let number = parts[0];
        if parts[1] != name || self.mentions(number, name) {
            return Ok(None);
        }
        let new = self.variable(Sort::Natural);
        for field in fields {
            let field = self.replace(*field, &[(quotient, new)])?;
            if self.mentions(field, name) {
                return Ok(None);
            }
        }
        let (zero, one) = (self.int(Int::ZERO), self.int(Int::ONE));
        let mut all = self.truth(true);
        let rest = self.modulo(number, name)?;
        for known in [self.at_least(name, one)?, self.at_least(number, one)?, self.equal(rest, zero)?] {
            all = self.and(all, known)?;
        }
        if !self.follows(it.condition, all)? {
            return Ok(None);
        }
        let (back, rest) = (self.div(number, new)?, self.modulo(number, new)?);
        let (positive, divides) = (self.at_least(new, one)?, self.equal(rest, zero)?);
        let holds = self.and(positive, divides)?;
        Ok(Some(Inverse { at, new: Some(new), by: vec![(quotient, new), (name, back)], holds }))
    }
}
