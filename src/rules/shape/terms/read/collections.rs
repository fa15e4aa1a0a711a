//! Brings lists, sets, comprehensions and aggregates to normal form.

use super::{FEW, Reader, Scope};
use crate::ir::{Aggregate, Clause, Expr, ExprKind, Pattern, Type, walk};
use crate::number::Int;
use crate::shape::terms::term::{GivenUp, Made, Op, Sort, TermId};

impl Reader<'_, '_> {
    /// Returns the list of these elements; fails if there are none, or more than `FEW`.
    pub(super) fn list(&mut self, parts: &[TermId]) -> Made<TermId> {
        let (Some(last), true) = (parts.last(), parts.len() <= FEW) else { return Err(GivenUp) };
        let any = self.store.variable(Sort::Natural);
        let mut entry = *last;
        for (at, part) in parts.iter().enumerate().rev().skip(1) {
            let at = self.store.int(Int::from(at));
            let here = self.store.equal(any, at)?;
            entry = self.store.choose(here, *part, entry)?;
        }
        let length = self.store.int(Int::from(parts.len()));
        self.store.list_of(length, any, entry)
    }

    /// The normal form of a list comprehension: with one list as domain and no condition, its
    /// length and the element at each index.
    pub(super) fn list_for(&mut self, clauses: &[Clause], element: &Expr, scope: &mut Scope) -> Made<TermId> {
        let [Clause::For(pattern, domain)] = clauses else {
            return self.nested(Op::ListFor, clauses, element, scope);
        };
        let is_list = matches!(domain.ty, Type::List(_) | Type::Range);
        if !is_list {
            return self.nested(Op::ListFor, clauses, element, scope);
        }
        let list = self.read(domain, scope)?;
        let any = self.store.variable(Sort::Natural);
        let length = self.store.length(list)?;
        let part = self.store.index(list, any, &domain.ty.element().ok_or(GivenUp)?)?;
        let mut inner = scope.clone();
        self.bind(pattern, part, &mut inner)?;
        let beyond = self.store.at_least(any, length)?;
        let inside = self.store.not(beyond)?;
        let entry = self.under(any, inside, |this| this.read(element, &mut inner))?;
        self.store.list_of(length, any, entry)
    }

    /// The normal form of a set comprehension: if the element determines the names, a condition of
    /// membership.
    pub(super) fn set_for(&mut self, clauses: &[Clause], element: &Expr, scope: &mut Scope) -> Made<TermId> {
        // {x for x in D if C} consists of the elements of D that satisfy C.
        if let Some((Clause::For(Pattern::Slot(slot), domain), rest)) = clauses.split_first()
            && matches!(element.kind, ExprKind::Local(local) if local == *slot)
            && rest.iter().all(|clause| matches!(clause, Clause::If(_)))
        {
            let domain_term = self.read(domain, scope)?;
            let any = self.store.variable(Sort::of(&element.ty));
            let belongs = self.store.member(any, domain_term)?;
            let mut inner = scope.clone();
            inner.insert(*slot, any);
            let formula = self.under(any, belongs, |this| {
                let mut formula = belongs;
                for clause in rest {
                    let read = |this: &mut Self| this.read(walk::clause_expr(clause), &mut inner);
                    let condition = this.assuming(formula, read)?;
                    formula = this.store.and(formula, condition)?;
                }
                Ok(formula)
            })?;
            return self.store.set_of(any, formula);
        }
        if let Some(tuples) = self.tuples_of_names(clauses, element, scope)? {
            return Ok(tuples);
        }
        self.nested(Op::SetFor, clauses, element, scope)
    }

    /// `{(x, y, e) for x in D for y in E if C}` consists of the tuples whose parts lie in D and E
    /// and satisfy C, with e as the third part; `None` if some name is not a part of the tuple.
    fn tuples_of_names(
        &mut self,
        clauses: &[Clause],
        element: &Expr,
        scope: &mut Scope,
    ) -> Made<Option<TermId>> {
        let (ExprKind::Tuple(parts), Type::Tuple(types)) = (&element.kind, &element.ty) else {
            return Ok(None);
        };
        let Some((Clause::For(_, first), _)) = clauses.split_first() else { return Ok(None) };
        let whole = self.store.variable(Sort::of(&element.ty));
        let mut inner = scope.clone();
        let mut named = vec![false; parts.len()];
        for clause in clauses {
            let Clause::For(pattern, _) = clause else { continue };
            let Pattern::Slot(slot) = pattern else { return Ok(None) };
            let is_slot = |part: &Expr| matches!(part.kind, ExprKind::Local(local) if local == *slot);
            let Some(at) = parts.iter().position(is_slot) else { return Ok(None) };
            named[at] = true;
            let part = self.store.part_of(whole, at, &types[at])?;
            inner.insert(*slot, part);
        }
        // The first domain mentions none of the names.
        let first = self.read(first, scope)?;
        let yes = self.store.truth(true);
        let formula = self.under(whole, yes, |this| {
            let mut formula = yes;
            for (at, clause) in clauses.iter().enumerate() {
                let more = match clause {
                    Clause::If(condition) => {
                        this.assuming(formula, |this| this.read(condition, &mut inner))?
                    }
                    Clause::For(Pattern::Slot(slot), domain) => {
                        let domain = match at {
                            0 => first,
                            _ => this.assuming(formula, |this| this.read(domain, &mut inner))?,
                        };
                        this.store.member(inner[slot], domain)?
                    }
                    Clause::For(..) => return Err(GivenUp),
                };
                formula = this.store.and(formula, more)?;
            }
            for (at, part) in parts.iter().enumerate().filter(|(at, _)| !named[*at]) {
                let value = this.assuming(formula, |this| this.read(part, &mut inner))?;
                let own = this.store.part_of(whole, at, &types[at])?;
                let same = match types[at] {
                    Type::Int => this.store.equal(own, value)?,
                    Type::Bool => this.store.iff(own, value)?,
                    _ => this.store.same(own, value)?,
                };
                formula = this.store.and(formula, same)?;
            }
            Ok(formula)
        })?;
        self.store.set_of(whole, formula).map(Some)
    }

    /// Returns a comprehension as the operation `op` on a domain and a function of its elements;
    /// more names give such operations within the function. The function returns a tuple of the
    /// element if the conditions hold, otherwise the empty tuple.
    pub(in crate::shape::terms) fn nested(
        &mut self,
        op: Op,
        clauses: &[Clause],
        element: &Expr,
        scope: &mut Scope,
    ) -> Made<TermId> {
        let yes = self.store.truth(true);
        self.nested_from(&op, clauses, element, yes, scope)
    }

    fn nested_from(
        &mut self,
        op: &Op,
        clauses: &[Clause],
        element: &Expr,
        condition: TermId,
        scope: &mut Scope,
    ) -> Made<TermId> {
        let none = self.store.tuple(&[])?;
        match clauses.split_first() {
            None => {
                let element = self.assuming(condition, |this| this.read(element, scope))?;
                let some = self.store.tuple(&[element])?;
                self.store.choose(condition, some, none)
            }
            Some((Clause::If(expr), rest)) => {
                let more = self.assuming(condition, |this| this.read(expr, scope))?;
                let condition = self.store.and(condition, more)?;
                self.nested_from(op, rest, element, condition, scope)
            }
            Some((Clause::For(pattern, domain), rest)) => {
                let domain_term = self.assuming(condition, |this| this.read(domain, scope))?;
                let mut inner = scope.clone();
                let run = self.run_through(pattern, domain_term, &domain.ty, &mut inner)?;
                let yes = self.store.truth(true);
                // The rest is evaluated only where the preceding conditions hold.
                let around = self.store.and(condition, run.belongs)?;
                let mut function = self.under_all(&run.variables, around, |this| {
                    this.nested_from(op, rest, element, yes, &mut inner)
                })?;
                for variable in run.variables.iter().rev() {
                    function = self.store.lambda(*variable, function)?;
                }
                let some = self.store.apply(op.clone(), &[run.domain, function])?;
                self.store.choose(condition, some, none)
            }
        }
    }

    /// The normal form of an aggregate of a collection.
    pub(super) fn aggregate(
        &mut self,
        aggregate: Aggregate,
        inner: &Expr,
        ty: &Type,
        scope: &mut Scope,
    ) -> Made<TermId> {
        if let ExprKind::List(parts) = &inner.kind {
            let parts = self.all(parts, scope)?;
            let plain = *ty == Type::Int || *ty == Type::Bool;
            if plain && let Some(made) = self.store.aggregate_few(aggregate, &parts)? {
                return Ok(made);
            }
        }
        let is_finite = matches!(inner.ty, Type::List(_) | Type::Set(_));
        let inner = self.read(inner, scope)?;
        let made = self.store.apply(Op::Aggregate(aggregate), &[inner])?;
        if is_finite && matches!(aggregate, Aggregate::Min | Aggregate::Max) {
            let (one, length) = (self.store.int(Int::ONE), self.store.length(inner)?);
            let some = self.store.at_least(length, one)?;
            self.must(some);
        } else {
            self.aggregated(aggregate, made)?;
        }
        if *ty == Type::Bool { self.store.holds(made) } else { Ok(made) }
    }
}
