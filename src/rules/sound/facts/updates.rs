//! Writes a `with` as changes of single elements, and instances of `all` at the ends of its range.

use super::Facts;
use super::normal::is_short;
use super::weights::{element_of, replace_slot, unconverted};
use crate::ir::{Aggregate, Binary, Clause, Expr, ExprKind, Pattern, Type, walk};

impl Facts<'_> {
    /// A `with` as changes of single elements of its list: `rows with [y][x] = c` is
    /// `rows with [y] = (rows[y] with [x] = c)`, and `b with [i..i + 2] = "xo"` is
    /// `b with [i] = "x" with [i + 1] = "o"`. `None` for other expressions, and for a `with` that
    /// has this form, is too long, or whose changes are not written out.
    pub(super) fn one_by_one(&mut self, list: &Expr) -> Option<Expr> {
        if !matches!(list.kind, ExprKind::With { .. }) || !is_short(list) {
            return None;
        }
        let ExprKind::With { base, path, many, value } = &list.kind else { return None };
        let single = |base: Expr, place: &Expr, value: Expr| {
            let (path, value) = (vec![place.clone()], Box::new(value));
            let kind = ExprKind::With { base: Box::new(base), path, many: false, value };
            Expr { kind, ..list.clone() }
        };
        match path.as_slice() {
            [_] if !many => None,
            [places] => {
                let values = self.written_elements(value)?;
                let places = self.written_places(places, values.len())?;
                let changes = places.iter().zip(values);
                Some(changes.fold((**base).clone(), |base, (place, value)| single(base, place, value)))
            }
            [outer, inner @ ..] => {
                let before = element_of(base, outer);
                let (path, many, value) = (inner.to_vec(), *many, value.clone());
                let (ty, span) = (before.ty.clone(), list.span);
                let kind = ExprKind::With { base: Box::new(before), path, many, value };
                Some(single((**base).clone(), outer, Expr { kind, ty, span }))
            }
            [] => None,
        }
    }

    /// What `all` says of the first and the last number of its range, if the range provably is not
    /// empty. Empty if `all` has another domain, or if its condition binds names by something else
    /// than `all`: a name must not denote two elements.
    pub(super) fn at_ends(&mut self, clauses: &[Clause], element: &Expr) -> Vec<Expr> {
        let [Clause::For(Pattern::Slot(name), domain), rest @ ..] = clauses else { return Vec::new() };
        let ExprKind::Range { bounds, inclusive } = &unconverted(domain).kind else {
            return Vec::new();
        };
        if binds_names(element) || rest.iter().any(|clause| binds_names(walk::clause_expr(clause))) {
            return Vec::new();
        }
        let mut condition = element.clone();
        for clause in rest.iter().rev() {
            let Clause::If(filter) = clause else { return Vec::new() };
            let sides = (Box::new(filter.clone()), Box::new(condition));
            let (ty, span) = (Type::Bool, element.span);
            condition = Expr { kind: ExprKind::Binary(Binary::Implies, sides.0, sides.1), ty, span };
        }
        let last = match inclusive {
            true => bounds[1].clone(),
            false => super::texts::moved(&bounds[1], -1),
        };
        if !self.at_most(&bounds[0], &last) {
            return Vec::new();
        }
        [&bounds[0], &last].map(|end| replace_slot(&condition, *name, end)).to_vec()
    }
}

/// Whether an expression binds names, other than those of conditions that hold for `all` of several
/// elements and stand outermost.
fn binds_names(expr: &Expr) -> bool {
    let outermost = |clauses: &[Clause], element: &Expr| {
        clauses.iter().any(|clause| binds_names(walk::clause_expr(clause))) || binds_names(element)
    };
    if let ExprKind::AggregateFor(Aggregate::All, clauses, element) = &expr.kind {
        return outermost(clauses, element);
    }
    let mut binds = false;
    walk::everything(expr, &mut |part| {
        binds |= matches!(
            part.kind,
            ExprKind::AggregateFor(..) | ExprKind::ListFor(..) | ExprKind::SetFor(..) | ExprKind::Let(..)
        );
    });
    binds
}
