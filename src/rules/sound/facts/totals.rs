//! Sums of lists of integers.

use super::ranges::inside;
use super::{Facts, Source};
use crate::ir::{Binary, Builtin, Clause, Expr, ExprKind, Pattern, SlotId, Type, walk};
use crate::number::linear::Linear;
use crate::position::Range;

impl Facts<'_> {
    /// The sum of a list of integers.
    pub(super) fn total(&mut self, list: &Expr) -> Linear {
        match &list.kind {
            ExprKind::List(parts) => {
                return parts.iter().fold(Linear::default(), |total, part| total.add(&self.linear(part)));
            }
            ExprKind::Binary(Binary::ConcatLists, left, right) => {
                return self.total(left).add(&self.total(right));
            }
            ExprKind::Builtin(Builtin::Sorted | Builtin::Reverse, arguments) => {
                return self.total(&arguments[0]);
            }
            ExprKind::Convert(_, inner) => return self.total(inner),
            ExprKind::With { base, path, many: false, value } if path.len() == 1 => {
                // One element is exchanged for another.
                let kind = ExprKind::Index(Box::new([(**base).clone(), path[0].clone()]));
                let before = Expr { kind, ty: Type::Int, span: list.span };
                let (total, before, after) = (self.total(base), self.linear(&before), self.linear(value));
                return total.sub(&before).add(&after);
            }
            _ => {}
        }
        let key = format!("total({})", walk::fingerprint(list));
        let (total, new) = self.unknown(key);
        if new {
            self.total_facts(&total, list);
        }
        total
    }

    pub(super) fn total_facts(&mut self, total: &Linear, list: &Expr) {
        if inside(&self.element_range(list), &Range::Nat) {
            self.facts.push(total.clone());
        }
        match &list.kind {
            ExprKind::With { base, path, many: true, value } if path.len() == 1 => {
                // Several elements are exchanged for lesser ones.
                let falls = self.choices_below(base, &path[0], value);
                let (before, places) = (self.total(base), self.length(&path[0]));
                if falls {
                    self.facts.push(before.sub(total).sub(&places));
                }
            }
            ExprKind::ListFor(clauses, element) => self.mapped_total(total, clauses, element),
            ExprKind::Slice(parts) if inside(&self.element_range(&parts[0]), &Range::Nat) => {
                let whole = self.total(&parts[0]);
                self.facts.push(whole.sub(total));
            }
            _ => {}
        }
    }

    /// Whether `values` is a choice from `[D(i) for i in places]` with every D(i) below `base[i]`.
    pub(super) fn choices_below(&mut self, base: &Expr, places: &Expr, values: &Expr) -> bool {
        let ExprKind::Local(slot) = values.kind else { return false };
        let Some(Source::ChoiceFrom(lists)) = self.sources.get(&slot).cloned() else { return false };
        let ExprKind::ListFor(clauses, domain) = &lists.kind else { return false };
        let [Clause::For(Pattern::Slot(index), over)] = clauses.as_slice() else { return false };
        if walk::fingerprint(over) != walk::fingerprint(places) {
            return false;
        }
        let mut inner = self.clone();
        if !matches!(places.ty, Type::Set(_)) || !inner.enter(clauses) {
            return false;
        }
        let chosen = Linear::atom(inner.atom(format!("chosen{}", inner.atoms.len())));
        inner.element_facts(&chosen, domain);
        let at = Expr { kind: ExprKind::Local(*index), ty: Type::Int, span: base.span };
        let kind = ExprKind::Index(Box::new([base.clone(), at]));
        let before = inner.linear(&Expr { kind, ty: Type::Int, span: base.span });
        inner.proves(&before.sub(&chosen).shifted(-1))
    }

    /// `[e(i) for i in indices(xs) if …]` has at most the total of `xs` when no e(i) exceeds `xs[i]`
    /// (and nothing left out is negative), and less when some known e(i) is below.
    pub(super) fn mapped_total(&mut self, total: &Linear, clauses: &[Clause], element: &Expr) {
        let [Clause::For(Pattern::Slot(index), domain), conditions @ ..] = clauses else { return };
        let ExprKind::Builtin(Builtin::Indices, arguments) = &domain.kind else { return };
        let base = &arguments[0];
        if conditions.iter().any(|clause| matches!(clause, Clause::For(..)))
            || (!conditions.is_empty() && !inside(&self.element_range(base), &Range::Nat))
        {
            return;
        }
        let at = |slot: SlotId| {
            let place = Expr { kind: ExprKind::Local(slot), ty: Type::Int, span: base.span };
            Expr { kind: ExprKind::Index(Box::new([base.clone(), place])), ty: Type::Int, span: base.span }
        };
        let mut inner = self.clone();
        if !inner.enter(clauses) || !inner.at_most(element, &at(*index)) {
            return;
        }
        let whole = self.total(base);
        let strict = conditions.is_empty() && self.some_element_below(*index, domain, element, base);
        self.facts.push(whole.sub(total).shifted(-i64::from(strict)));
    }

    pub(super) fn some_element_below(
        &mut self,
        index: SlotId,
        domain: &Expr,
        element: &Expr,
        base: &Expr,
    ) -> bool {
        let candidates: Vec<SlotId> = self.sources.keys().copied().collect();
        candidates.into_iter().any(|candidate| {
            if !self.is_member_slot(candidate, domain) {
                return false;
            }
            let place = Expr { kind: ExprKind::Local(candidate), ty: Type::Int, span: base.span };
            let element = replace_slot(element, index, &place);
            let kind = ExprKind::Index(Box::new([base.clone(), place]));
            let before = Expr { kind, ty: Type::Int, span: base.span };
            self.clone().below(&element, &before)
        })
    }
}

/// An expression with one slot replaced.
pub(super) fn replace_slot(expr: &Expr, slot: SlotId, by: &Expr) -> Expr {
    let mut result = expr.clone();
    fn change(expr: &mut Expr, slot: SlotId, by: &Expr) {
        if matches!(expr.kind, ExprKind::Local(local) if local == slot) {
            *expr = by.clone();
            return;
        }
        walk::children_mut(expr, &mut |child| change(child, slot, by));
    }
    change(&mut result, slot, by);
    result
}
