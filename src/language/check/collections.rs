//! Checks calls of the builtins that take collections of several types: `len`, `indices`, `sorted`, `reverse`,
//! `subsets`, `product`, `contains`.

use super::expression::{broken, is_broken};
use super::types::join;
use super::{Checker, errors};
use crate::ir::{Builtin, Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::ast::{Elements, Name};

impl Checker<'_> {
    /// The checked argument of a builtin that takes one collection; `None` after an error.
    pub(super) fn one_collection(&mut self, name: &Name, arguments: &Elements, span: Span) -> Option<Expr> {
        let each = self.each(name, arguments)?;
        let [only] = each else {
            let error = errors::arity(name, (1, each.len()), span, None);
            let texts: Vec<&str> = each.iter().map(|it| self.sources.text(it.span)).collect();
            self.report(match name.text.as_str() {
                "product" if !texts.is_empty() => errors::elements_as_arguments(error, name, span, &texts),
                _ => error,
            });
            return None;
        };
        let only = self.infer(only, None);
        if is_broken(&only) {
            return None;
        }
        if only.ty.element().is_none() {
            self.report(errors::no_collection(&only));
            return None;
        }
        Some(only)
    }

    pub(super) fn collection(
        &mut self,
        builtin: Builtin,
        name: &Name,
        arguments: &Elements,
        span: Span,
    ) -> Expr {
        let Some(only) = self.one_collection(name, arguments, span) else { return broken(span) };
        let element = only.ty.element().unwrap_or(Type::Never);
        let ty = match builtin {
            Builtin::Len => Type::Int,
            Builtin::Indices => Type::Range,
            Builtin::Reverse if only.ty == Type::Text => Type::Text,
            _ => Type::list(element),
        };
        let refused = match builtin {
            Builtin::Indices | Builtin::Reverse => matches!(only.ty, Type::Set(_)),
            _ => false,
        };
        if refused {
            self.report(errors::set_has_no_order(&only, name));
            return broken(span);
        }
        Expr { kind: ExprKind::Builtin(builtin, vec![only]), ty, span }
    }

    pub(super) fn subsets(&mut self, name: &Name, arguments: &Elements, span: Span) -> Expr {
        let Some(each) = self.each(name, arguments) else { return broken(span) };
        let (collection, sizes) = match each {
            [collection] => (collection, None),
            [collection, sizes] => (collection, Some(sizes)),
            _ => {
                self.report(errors::arity(name, (2, each.len()), span, None));
                return broken(span);
            }
        };
        let collection = self.infer(collection, None);
        let ty = match &collection.ty {
            Type::Never => return broken(span),
            Type::Range => Type::list(Type::set(Type::Int)),
            Type::List(_) | Type::Set(_) => Type::list(collection.ty.clone()),
            _ => {
                self.report(errors::no_collection(&collection));
                return broken(span);
            }
        };
        let mut parts = vec![collection];
        if let Some(sizes) = sizes {
            let sizes = one_size(self.infer(sizes, None));
            let fits = join(&sizes.ty, &Type::set(Type::Int)).is_some()
                || join(&sizes.ty, &Type::list(Type::Int)).is_some();
            parts.push(if fits { sizes } else { self.fit(sizes, &Type::set(Type::Int)) });
        }
        Expr { kind: ExprKind::Builtin(Builtin::Subsets, parts), ty, span }
    }

    pub(super) fn product(&mut self, name: &Name, arguments: &Elements, span: Span) -> Expr {
        let Some(lists) = self.one_collection(name, arguments, span) else { return broken(span) };
        // `product([0..n])` is a product of one range, so the warning about a lone range is wrong.
        self.without_warning_at(lists.span);
        let element = lists.ty.element().and_then(|inner| inner.element());
        let Some(element) = element.filter(|_| lists.ty != Type::Text) else {
            self.report(errors::product_of(&lists));
            return broken(span);
        };
        let ty = Type::list(Type::list(element));
        Expr { kind: ExprKind::Builtin(Builtin::Product, vec![lists]), ty, span }
    }

    pub(super) fn contains(&mut self, name: &Name, arguments: &Elements, span: Span) -> Expr {
        let Some(each) = self.each(name, arguments) else { return broken(span) };
        let [whole, part] = each else {
            self.report(errors::arity(name, (2, each.len()), span, None));
            return broken(span);
        };
        let whole = self.infer(whole, None);
        let Some(element) = whole.ty.element() else {
            self.report(errors::no_collection(&whole));
            return broken(span);
        };
        let part = self.check(part, &element);
        Expr { kind: ExprKind::Builtin(Builtin::Contains, vec![whole, part]), ty: Type::Bool, span }
    }
}

/// The sizes of subsets as a collection: one size `k` becomes the range `k..=k`.
fn one_size(sizes: Expr) -> Expr {
    if sizes.ty != Type::Int {
        return sizes;
    }
    let span = sizes.span;
    let kind = ExprKind::Range { bounds: Box::new([sizes.clone(), sizes]), inclusive: true };
    Expr { kind, ty: Type::Range, span }
}
