//! Brings statements about all members of a collection, and counts of members, to normal form.
//! Where possible, the variable is eliminated, which leaves a formula without a quantifier.

use super::read::{Reader, Scope};
use super::term::{Made, Node, Op, Sort, Store, TermId};
use crate::ir::{Aggregate, Binary, Builtin, Clause, Comparison, Expr, ExprKind, Pattern, Type, Value};
use crate::laws::{Defined, law};
use crate::number::Int;
use std::sync::Arc;

/// The most values of variables that are tried to decide a statement about all values.
pub(super) const MOST_POINTS: usize = 6;

/// The names of a clause `for … in D`, bound to variables.
pub struct Run {
    /// The domain; the range of its indices if it is a list that is not a range.
    pub domain: TermId,
    /// The variables that stand for the names: only the index, for a list that is not a range.
    pub variables: Vec<TermId>,
    /// The condition that the variables belong to the domain.
    pub belongs: TermId,
}

impl Reader<'_, '_> {
    /// Binds names to the members of a domain. For a list that is not a range, the variable is the
    /// index of the member.
    pub fn run_through(
        &mut self,
        pattern: &Pattern,
        domain: TermId,
        ty: &Type,
        scope: &mut Scope,
    ) -> Made<Run> {
        let element = ty.element().ok_or(super::term::GivenUp)?;
        if !matches!(ty, Type::List(_)) || matches!(self.store.node(domain), Node::Apply(Op::Range, _)) {
            let (whole, variables) = if self.begins_with_a_natural(domain) || self.is_of_divisors(domain) {
                let variable = self.store.variable(Sort::Natural);
                self.bind(pattern, variable, scope)?;
                (variable, vec![variable])
            } else {
                self.fresh(pattern, &element, scope)?
            };
            let belongs = self.store.member(whole, domain)?;
            return Ok(Run { domain, variables, belongs });
        }
        let (zero, length) = (self.store.int(Int::ZERO), self.store.length(domain)?);
        let indices = self.store.apply(Op::Range, &[zero, length])?;
        let at = self.store.variable(Sort::Natural);
        let belongs = self.store.member(at, indices)?;
        let member = self.store.index(domain, at, &element)?;
        self.bind(pattern, member, scope)?;
        Ok(Run { domain: indices, variables: vec![at], belongs })
    }

    /// Whether a list consists of the divisors or the prime factors of a number.
    fn is_of_divisors(&self, list: TermId) -> bool {
        matches!(
            self.store.node(list),
            Node::Apply(Op::Builtin(Builtin::Divisors | Builtin::PrimeFactors), _)
        )
    }

    /// Whether a collection is a range that begins with a constant natural.
    fn begins_with_a_natural(&self, collection: TermId) -> bool {
        let Node::Apply(Op::Range, ends) = self.store.node(collection) else { return false };
        self.store.as_int(ends[0]).is_some_and(|low| !low.is_negative())
    }

    /// Returns the formula that `element` is true, or, if `negated`, false, for all choices of
    /// names that meet the clauses.
    pub fn for_all(
        &mut self,
        clauses: &[Clause],
        element: &Expr,
        negated: bool,
        scope: &mut Scope,
    ) -> Made<TermId> {
        match clauses.split_first() {
            None => {
                let element = self.read(element, scope)?;
                if negated { self.store.not(element) } else { Ok(element) }
            }
            Some((Clause::If(condition), rest)) => {
                let condition = self.read(condition, scope)?;
                let rest = self.assuming(condition, |this| this.for_all(rest, element, negated, scope))?;
                let elsewhere = self.store.not(condition)?;
                self.store.or(elsewhere, rest)
            }
            Some((Clause::For(pattern, domain), rest)) => {
                let domain_term = self.read(domain, scope)?;
                let mut inner = scope.clone();
                // Multiplicity and order do not matter here, so a list of divisors is read as a
                // set.
                let as_set = Type::Set(Arc::new(Type::Int));
                let ty = if self.is_of_divisors(domain_term) { &as_set } else { &domain.ty };
                let run = self.run_through(pattern, domain_term, ty, &mut inner)?;
                let rest = self.under_all(&run.variables, run.belongs, |this| {
                    this.for_all(rest, element, negated, &mut inner)
                })?;
                let elsewhere = self.store.not(run.belongs)?;
                let formula = self.store.or(elsewhere, rest)?;
                self.store.for_all(&run.variables, formula)
            }
        }
    }

    /// Returns how many choices of names meet the clauses and, if `element` is given, make it true.
    pub fn counted(&mut self, clauses: &[Clause], element: Option<&Expr>, scope: &mut Scope) -> Made<TermId> {
        let mut clauses = clauses.to_vec();
        clauses.extend(element.map(|element| Clause::If(element.clone())));
        let (kind, span) = (ExprKind::Literal(Value::Bool(true)), crate::source::Span::default());
        let one = Expr { kind, ty: Type::Bool, span };
        self.nested(Op::AggregateFor(Aggregate::Count), &clauses, &one, scope)
    }

    /// Compares a set that is written out with a union, an intersection or a difference, as a
    /// statement about all members; `None` for other comparisons.
    pub fn compared_as_a_whole(
        &mut self,
        first: &Expr,
        comparison: Comparison,
        second: &Expr,
        scope: &mut Scope,
    ) -> Made<Option<TermId>> {
        let equal = match comparison {
            Comparison::Eq => true,
            Comparison::Ne => false,
            _ => return Ok(None),
        };
        let written = |expr: &Expr| matches!(expr.kind, ExprKind::Set(_) | ExprKind::Literal(_));
        let joined = |expr: &Expr| {
            matches!(
                expr.kind,
                ExprKind::Binary(Binary::Union | Binary::Intersection | Binary::Difference, ..)
            )
        };
        let Type::Set(element) = &first.ty else { return Ok(None) };
        if !((written(first) && joined(second)) || (written(second) && joined(first))) {
            return Ok(None);
        }
        let (a, b) = (self.read(first, scope)?, self.read(second, scope)?);
        let mut variables = Vec::new();
        let any = self.any_of(element, &mut variables)?;
        let (in_a, in_b) = (self.store.member(any, a)?, self.store.member(any, b)?);
        let same = self.store.iff(in_a, in_b)?;
        let all = self.store.for_all(&variables, same)?;
        Ok(Some(if equal { all } else { self.store.not(all)? }))
    }

    /// The normal form of a builtin that is applied to arguments.
    pub fn builtin(
        &mut self,
        builtin: Builtin,
        parts: &[Expr],
        ty: &Type,
        scope: &mut Scope,
    ) -> Made<TermId> {
        if let (Builtin::Floor, [part]) = (builtin, parts)
            && let ExprKind::Binary(Binary::Quotient, a, b) = &part.kind
            && let (Some(a), Some(b)) = (integer(a), integer(b))
        {
            return self.binary(Binary::Div, a, b, scope);
        }
        let in_list = builtin == Builtin::Contains && matches!(parts[0].ty, Type::List(_) | Type::Set(_));
        let parts = self.all(parts, scope)?;
        if in_list {
            return self.store.member(parts[1], parts[0]);
        }
        let made = self.store.builtin(builtin, &parts, ty)?;
        match law(builtin).defined {
            Defined::Everywhere | Defined::WithRoom => {}
            Defined::From(least) => {
                self.must_be_at_least(parts[0], least)?;
                for base in &parts[1..] {
                    self.must_be_at_least(*base, 2)?;
                }
            }
            Defined::Partly => self.must_have_value(made)?,
        }
        Ok(made)
    }
}

/// Returns the integer that an expression converts to a real number.
fn integer(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Convert(crate::ir::Conversion::IntToReal, inner) => Some(inner),
        _ => None,
    }
}

impl Store {
    /// Returns the formula that `formula` holds for all values of variables.
    pub fn for_all(&mut self, variables: &[TermId], formula: TermId) -> Made<TermId> {
        if !variables.iter().any(|variable| self.mentions(formula, *variable)) {
            return Ok(formula);
        }
        if self.is_reading_definitions() {
            return self.for_all_opaque(variables, formula);
        }
        if let Some(made) = self.at_points(variables, formula)? {
            return Ok(made);
        }
        if let Some(made) = self.outside(variables, formula)? {
            return Ok(made);
        }
        if let Some(made) = self.at_ends(variables, formula)? {
            return Ok(made);
        }
        if let [variable] = *variables {
            let some = self.not(formula)?;
            let made = match self.some_by_definition(variable, some)? {
                None => self.some_by_division(variable, some)?,
                made => made,
            };
            if let Some(made) = made {
                return self.not(made);
            }
        }
        self.for_all_opaque(variables, formula)
    }

    /// Returns the formula that `formula` holds for all values of variables, as an atom that is not
    /// simplified.
    pub(super) fn for_all_opaque(&mut self, variables: &[TermId], formula: TermId) -> Made<TermId> {
        let mut all = formula;
        for variable in variables.iter().rev() {
            let function = self.lambda(*variable, all)?;
            let made = self.apply(Op::Aggregate(Aggregate::All), &[function])?;
            all = self.holds(made)?;
        }
        Ok(all)
    }

    /// Returns an equivalent formula: if its first atom is `count >= 1`, it becomes ¬∀¬, the
    /// statement that not every member fails to be counted.
    pub fn with_none_counted(&mut self, formula: TermId) -> Made<TermId> {
        let Node::Choice(atom, yes, no) = *self.node(formula) else { return Ok(formula) };
        let Node::AtLeast(count, least) = self.node(atom).clone() else { return Ok(formula) };
        let Node::Apply(Op::AggregateFor(Aggregate::Count), parts) = self.node(count).clone() else {
            return Ok(formula);
        };
        let Node::Lambda(bound, body) = *self.node(parts[1]) else { return Ok(formula) };
        if least != Int::ONE {
            return Ok(formula);
        }
        let any = self.variable(self.sort_of(bound));
        let body = self.instantiate(body, bound, any)?;
        let Some(counted) = self.is_some(body)? else { return Ok(formula) };
        let belongs = self.member(any, parts[0])?;
        let found = self.and(belongs, counted)?;
        let not = self.not(found)?;
        let none = self.for_all(&[any], not)?;
        self.choose(none, no, yes)
    }

    /// Returns the condition under which the function of a count returns a tuple of `true`, and so
    /// adds 1; `None` if the function may return anything but this and the empty tuple.
    fn is_some(&mut self, term: TermId) -> Made<Option<TermId>> {
        match self.node(term).clone() {
            Node::Tuple(parts) if parts.is_empty() => Ok(Some(self.truth(false))),
            Node::Tuple(parts) if matches!(self.node(parts[0]), Node::Truth(true)) => {
                Ok(Some(self.truth(true)))
            }
            Node::Choice(atom, yes, no) => {
                let (Some(yes), Some(no)) = (self.is_some(yes)?, self.is_some(no)?) else { return Ok(None) };
                let condition = self.atom(atom);
                Ok(Some(self.choose(condition, yes, no)?))
            }
            _ => Ok(None),
        }
    }

    /// If a formula provably holds for all values of the variables except perhaps at most
    /// [`MOST_POINTS`], the points, returns the condition that it holds at these points; otherwise
    /// `None`.
    fn at_points(&mut self, variables: &[TermId], formula: TermId) -> Made<Option<TermId>> {
        let mut points: Vec<Vec<TermId>> = vec![Vec::new()];
        for variable in variables {
            let values = self.values_asked_for(*variable, variables, formula)?;
            points = points
                .iter()
                .flat_map(|point| values.iter().map(move |value| [&point[..], &[*value]].concat()))
                .collect();
            if points.len() > MOST_POINTS {
                return Ok(None);
            }
        }
        let mut kept: Option<Vec<Vec<TermId>>> = None;
        for one in points.iter().map(|point| vec![point.clone()]).chain([points.clone()]) {
            if self.decide(variables, formula, &one)? {
                kept = Some(one);
                break;
            }
        }
        let Some(kept) = kept else { return Ok(None) };
        let mut all = self.truth(true);
        for point in kept {
            let by: Vec<(TermId, TermId)> = variables.iter().copied().zip(point).collect();
            let mut there = self.replace(formula, &by)?;
            for (variable, value) in by {
                let inside = self.can_be(variable, value)?;
                let outside = self.not(inside)?;
                there = self.or(outside, there)?;
            }
            all = self.and(all, there)?;
        }
        Ok(Some(all))
    }

    /// Whether a formula provably holds wherever the variables are at none of these points.
    fn decide(&mut self, variables: &[TermId], formula: TermId, points: &[Vec<TermId>]) -> Made<bool> {
        let mut either = formula;
        for point in points {
            let mut here = self.truth(true);
            for (variable, value) in variables.iter().zip(point) {
                let same = self.same(*variable, *value)?;
                here = self.and(here, same)?;
            }
            either = self.or(either, here)?;
        }
        self.is_valid(either)
    }

    /// Returns the values of `variable` at which atoms of a formula change. Values in which one of
    /// `variables` occurs are left out.
    fn values_asked_for(
        &mut self,
        variable: TermId,
        variables: &[TermId],
        formula: TermId,
    ) -> Made<Vec<TermId>> {
        let mut values = Vec::new();
        for atom in self.atoms(formula) {
            let value = match self.node(atom).clone() {
                Node::Same(a, b) if a == variable => Some(b),
                Node::Same(a, b) if b == variable => Some(a),
                Node::AtLeast(integer, least) => self.boundary(integer, &least, variable)?,
                _ => None,
            };
            let free = |store: &mut Store, value| !variables.iter().any(|it| store.mentions(value, *it));
            if let Some(value) = value
                && !values.contains(&value)
                && free(self, value)
            {
                values.push(value);
            }
        }
        Ok(values)
    }

    /// Returns the value of a variable for which an integer equals `least`; `None` unless the
    /// integer is plus or minus the variable plus a rest.
    pub(super) fn boundary(
        &mut self,
        integer: TermId,
        least: &Int,
        variable: TermId,
    ) -> Made<Option<TermId>> {
        let sum = self.polynomial(integer);
        let Some(sign) = sum.iter().find(|part| part.0 == [variable]).map(|part| part.1.clone()) else {
            return Ok(None);
        };
        if sign.abs() != Int::ONE {
            return Ok(None);
        }
        // sign * x + rest = least
        let rest = self.plus(integer, &-&sign, variable);
        let least = self.int(least.clone());
        let gap = self.subtract(least, rest)?;
        let sign = self.int(sign);
        Ok(Some(self.multiply(sign, gap)?))
    }

    /// If a formula says that `list[at] != value` wherever the variable `at` is an index of the list,
    /// returns the condition that `value` does not belong to the list; otherwise `None`.
    fn outside(&mut self, variables: &[TermId], formula: TermId) -> Made<Option<TermId>> {
        let [at] = *variables else { return Ok(None) };
        let mut asked: Vec<(TermId, TermId)> = Vec::new();
        for atom in self.atoms(formula) {
            match self.node(atom).clone() {
                Node::Same(a, b) => asked.extend([(a, b), (b, a)]),
                Node::AtLeast(integer, least) => {
                    for (product, _) in self.polynomial(integer) {
                        if let [element] = product[..]
                            && let Some(value) = self.boundary(integer, &least, element)?
                        {
                            asked.push((element, value));
                        }
                    }
                }
                _ => {}
            }
        }
        asked.retain(|it| matches!(self.node(it.0), Node::Apply(Op::Index(_), parts) if parts[1] == at));
        for (element, value) in asked.into_iter().take(MOST_POINTS) {
            let Node::Apply(Op::Index(_), parts) = self.node(element).clone() else { continue };
            if parts[1] != at || self.mentions(parts[0], at) || self.mentions(value, at) {
                continue;
            }
            let (zero, length) = (self.int(Int::ZERO), self.length(parts[0])?);
            let (low, beyond) = (self.at_least(at, zero)?, self.at_least(at, length)?);
            let below = self.not(beyond)?;
            let inside = self.and(low, below)?;
            let same = self.same(element, value)?;
            let found = self.and(inside, same)?;
            let both = self.iff(formula, found)?;
            let opposite = self.not(both)?;
            if self.is_valid(opposite)? {
                let member = self.member(value, parts[0])?;
                return Ok(Some(self.not(member)?));
            }
        }
        Ok(None)
    }

    /// Returns the atoms of a formula, sorted, each once.
    pub fn atoms(&self, formula: TermId) -> Vec<TermId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let (mut pending, mut atoms) = (vec![formula], Vec::new());
        while let Some(term) = pending.pop() {
            if let Node::Choice(atom, yes, no) = self.node(term)
                && seen.insert(term)
            {
                atoms.push(*atom);
                pending.extend([*yes, *no]);
            }
        }
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }
}
