//! Checks `let` in the body of a game, which defines names for the clauses after it.
//!
//! Each name is replaced by its value, so that later phases see rules without such names.

use super::expression::broken;
use super::{Checker, errors};
use crate::ir::{Expr, Type};
use crate::number::Int;
use crate::source::Span;
use crate::syntax::ast;

/// How many times names may be replaced by their values in one clause. More is an error, because
/// values that contain other values twice grow exponentially.
const REPLACED: usize = 2000;

/// The names that `let` has defined in the body of a game so far.
#[derive(Debug, Default)]
pub struct Locals {
    names: Vec<Local>,
    /// How many of the names, from the first on, are visible to the current expression.
    visible: usize,
    /// How many fields the game has.
    fields: usize,
    /// Names that a clause uses before their `let`. Each such use is an error, but the name is not
    /// reported as unused as well.
    early: Vec<String>,
    /// How many times names were replaced in this clause.
    replaced: usize,
}

#[derive(Debug)]
struct Local {
    name: ast::Name,
    value: ast::Expr,
    used: bool,
}

impl Locals {
    /// No names yet, for a game with `fields` fields.
    pub fn of(fields: usize) -> Locals {
        Locals { fields, ..Locals::default() }
    }

    /// Whether a name is defined by a `let` before the current expression.
    pub fn knows(&self, name: &str) -> bool {
        self.names[..self.visible].iter().any(|it| it.name.text == name)
    }

    /// Records that a clause uses a name before its `let`.
    pub fn use_early(&mut self, name: &str) {
        self.early.push(name.to_string());
    }

    /// Begins a new clause, in which replaced names are counted from 0.
    pub fn next_clause(&mut self) {
        self.replaced = 0;
    }
}

impl Checker<'_> {
    /// Checks a `let` of the body of a game, and adds its names. The fields must be in scope.
    pub(super) fn local(&mut self, it: &ast::Local) {
        let value = self.infer(&it.value, None);
        let ty = value.ty.clone();
        self.pattern(&it.pattern, &ty);
        self.name_parts(&it.pattern, &it.value, &ty);
        self.locals.visible = self.locals.names.len();
    }

    /// Adds the names of a pattern. In a tuple of names, each name stands for an indexed value.
    fn name_parts(&mut self, pattern: &ast::Pattern, value: &ast::Expr, ty: &Type) {
        match (pattern, ty) {
            (ast::Pattern::Name(name), _) => {
                let local = Local { name: name.clone(), value: value.clone(), used: false };
                self.locals.names.push(local);
            }
            (ast::Pattern::Tuple(parts, _), Type::Tuple(types)) => {
                for (at, (part, ty)) in parts.iter().zip(types.iter()).enumerate() {
                    let index = ast::Expr { kind: ast::ExprKind::Number(Int::from(at)), ..value.clone() };
                    let kind = ast::ExprKind::Index(Box::new(value.clone()), Box::new(index));
                    self.name_parts(part, &ast::Expr { kind, ..value.clone() }, ty);
                }
            }
            // A pattern that does not fit has already been reported.
            (ast::Pattern::Tuple(..), _) => {}
        }
    }

    /// The checked value of a name that a `let` of the body defines; `None` if there is no such
    /// name or a binder hides it.
    pub(super) fn value_of_local(&mut self, name: &str, span: Span) -> Option<Expr> {
        let bound = self.scope.peek(name);
        if bound.is_some_and(|slot| slot.index() >= self.locals.fields) {
            return None;
        }
        let known = &mut self.locals.names[..self.locals.visible];
        let at = known.iter().rposition(|it| it.name.text == name)?;
        known[at].used = true;
        let value = known[at].value.clone();
        self.locals.replaced += 1;
        if self.locals.replaced > REPLACED {
            self.report(errors::too_often(span, name));
            return Some(broken(span));
        }
        let visible = self.scope.only_first(self.locals.fields);
        let known = std::mem::replace(&mut self.locals.visible, at);
        let value = self.infer(&value, None);
        self.scope.show_again(visible);
        self.locals.visible = known;
        Some(Expr { span, ..value })
    }

    /// Warns of unused names that `let` defines in the body, except those that begin with `_` or are
    /// used before their `let`; then forgets all names.
    pub(super) fn close_locals(&mut self) {
        let Locals { names, early, .. } = std::mem::take(&mut self.locals);
        for local in names {
            if !local.used && !early.contains(&local.name.text) && !local.name.text.starts_with('_') {
                self.report(errors::unused_local(local.name.span, "name", &local.name.text));
            }
        }
    }
}
