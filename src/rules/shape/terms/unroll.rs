//! Writes out `all`, `any`, counts and sums over few elements: as an expression of these elements
//! and of the conditions under which they count.

use super::read::{Reader, Scope, few};
use super::term::{Made, Store, TermId};
use crate::ir::{Aggregate, Builtin, Clause, Expr, ExprKind, Pattern, Type, Value};
use crate::number::Int;
use crate::source::Span;

/// The most elements of a domain that is written out.
const FEW: usize = 8;

/// The most cases of a count or a sum; if there are more, it is not written out.
const MOST_CASES: usize = 24;

/// An element that clauses may produce.
struct Case {
    /// The condition under which the clauses produce the element.
    when: TermId,
    element: TermId,
}

impl Reader<'_, '_> {
    /// Writes out `all`, `any`, a count or a sum over few elements, or the length of a filtered list
    /// or set such as `len([x for x in a if x > 0])`. A length over many elements becomes a count;
    /// `None` for other aggregates over many elements, and for other expressions.
    pub(super) fn spelled_out(&mut self, expr: &Expr, scope: &mut Scope) -> Made<Option<TermId>> {
        let yes = Expr { kind: ExprKind::Literal(Value::Bool(true)), ty: Type::Bool, span: Span::default() };
        let (aggregate, clauses, element) = match &expr.kind {
            ExprKind::AggregateFor(aggregate, clauses, element) => (*aggregate, clauses, &**element),
            ExprKind::Builtin(Builtin::Len, parts) => match parts.first().map(|part| &part.kind) {
                Some(ExprKind::ListFor(clauses, element))
                    if matches!(element.kind, ExprKind::Local(_)) && has_conditions(clauses) =>
                {
                    (Aggregate::Count, clauses, &yes)
                }
                Some(ExprKind::SetFor(clauses, element)) if goes_through_a_set(clauses, element) => {
                    (Aggregate::Count, clauses, &yes)
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        // In `all` and `any` multiplicity does not matter; otherwise each element must count once.
        let once = !matches!(aggregate, Aggregate::All | Aggregate::Any);
        if !matches!(aggregate, Aggregate::All | Aggregate::Any | Aggregate::Count | Aggregate::Sum)
            || (once && !matches!(expr.ty, Type::Int))
        {
            return Ok(None);
        }
        let (mut cases, when) = (Vec::new(), self.store.truth(true));
        if !self.cases(clauses, element, once, when, scope, &mut cases)? || (once && cases.len() > MOST_CASES)
        {
            // The length of a filtered list is a count.
            let is_length = matches!(expr.kind, ExprKind::Builtin(..));
            return if is_length { self.counted(clauses, None, scope).map(Some) } else { Ok(None) };
        }
        let store = &mut *self.store;
        let start = match aggregate {
            Aggregate::All | Aggregate::Any => store.truth(aggregate == Aggregate::All),
            _ => store.int(Int::ZERO),
        };
        cases.iter().try_fold(start, |made, case| store.with_case(aggregate, made, case)).map(Some)
    }

    /// Adds to `cases` the elements that clauses may produce, in order; returns false if a domain
    /// does not have few elements. `once` is as in `few_things`.
    fn cases(
        &mut self,
        clauses: &[Clause],
        element: &Expr,
        once: bool,
        when: TermId,
        scope: &mut Scope,
        cases: &mut Vec<Case>,
    ) -> Made<bool> {
        match clauses.split_first() {
            None => {
                let element = self.assuming(when, |this| this.read(element, scope))?;
                cases.push(Case { when, element });
                Ok(true)
            }
            Some((Clause::If(condition), rest)) => {
                let more = self.assuming(when, |this| this.read(condition, scope))?;
                let when = self.store.and(when, more)?;
                self.cases(rest, element, once, when, scope, cases)
            }
            Some((Clause::For(pattern, domain), rest)) => {
                let Some(things) = self.assuming(when, |this| this.few_things(domain, once, scope))? else {
                    return Ok(false);
                };
                for thing in things {
                    let mut inner = scope.clone();
                    self.bind(pattern, thing, &mut inner)?;
                    if !self.cases(rest, element, once, when, &mut inner, cases)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// Returns the elements of a collection, if they are few and the collection is constant or
    /// written out. If `once`, sets that are written out are refused, because their elements may
    /// coincide.
    fn few_things(&mut self, domain: &Expr, once: bool, scope: &mut Scope) -> Made<Option<Vec<TermId>>> {
        if let Some(value) = self.closed(domain, scope) {
            let domain = self.store.constant(&value);
            let values = few(self.store, domain);
            return Ok(values.map(|values| values.iter().map(|value| self.store.constant(value)).collect()));
        }
        match (&domain.kind, &domain.ty) {
            (ExprKind::Set(parts), _) if !once && parts.len() <= FEW => self.all(parts, scope).map(Some),
            (_, Type::List(element)) => {
                let list = self.read(domain, scope)?;
                let length = self.store.length(list)?;
                let length = self.store.as_int(length).and_then(|length| length.to_usize());
                let Some(length) = length.filter(|length| *length <= FEW) else { return Ok(None) };
                let places = (0..length).map(|at| {
                    let at = self.store.int(Int::from(at));
                    self.store.index(list, at, element)
                });
                places.collect::<Made<Vec<TermId>>>().map(Some)
            }
            _ => Ok(None),
        }
    }
}

fn has_conditions(clauses: &[Clause]) -> bool {
    clauses.iter().any(|clause| matches!(clause, Clause::If(_)))
}

/// Whether different choices of names give different members: `{x for x in S if C}`, where S is a
/// set or a range.
fn goes_through_a_set(clauses: &[Clause], element: &Expr) -> bool {
    let Some((Clause::For(Pattern::Slot(slot), domain), rest)) = clauses.split_first() else { return false };
    let is_slot = matches!(element.kind, ExprKind::Local(local) if local == *slot);
    let only_conditions = rest.iter().all(|clause| matches!(clause, Clause::If(_)));
    is_slot && only_conditions && matches!(domain.ty, Type::Set(_) | Type::Range)
}

impl Store {
    /// Returns the aggregate of the elements so far, `made`, and of the element of one more case.
    fn with_case(&mut self, aggregate: Aggregate, made: TermId, case: &Case) -> Made<TermId> {
        let zero = self.int(Int::ZERO);
        match aggregate {
            Aggregate::All => {
                let elsewhere = self.not(case.when)?;
                let holds = self.or(elsewhere, case.element)?;
                self.and(made, holds)
            }
            Aggregate::Any => {
                let holds = self.and(case.when, case.element)?;
                self.or(made, holds)
            }
            Aggregate::Count => {
                let (counts, one) = (self.and(case.when, case.element)?, self.int(Int::ONE));
                let more = self.choose(counts, one, zero)?;
                self.add(made, more)
            }
            _ => {
                let more = self.choose(case.when, case.element, zero)?;
                self.add(made, more)
            }
        }
    }
}
