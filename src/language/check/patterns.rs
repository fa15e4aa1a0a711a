//! Checks expressions from the command line: positions in which undeclared names are variables,
//! such as `nim(a, b)`, and the ranges of these variables.

use super::dependencies::Mentions;
use super::scope::Scope;
use super::{Checker, Place, errors, names};
use crate::diagnostic::{Diagnostic, any_error, finish_fixes, settle};
use crate::ir::{self, SlotId, Type};
use crate::source::{Loader, Sources, Span};
use crate::syntax::ast;
use crate::syntax::habits::{Use, habit};
use crate::syntax::modules::Modules;

/// The name that stands for the list of all numbers of a line of `gspec query`.
const LINE: &str = "line";

/// The types that undeclared names may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variables {
    /// Undeclared names are integers.
    Integers,
    /// A name that is a whole argument has the type of the field or parameter that it is given to;
    /// elsewhere, names are integers.
    OfAnyType,
}

/// A position in which undeclared names stand for values.
#[derive(Debug, Clone)]
pub struct OpenBody {
    /// The position.
    pub body: ir::Body,
    /// The variables in the order in which the text first mentions them.
    pub variables: Vec<SlotId>,
    /// The slot of the list of all numbers, if the position mentions `line`.
    pub line: Option<SlotId>,
}

/// Checks a position in which undeclared names are variables. Returns its body exactly when there
/// is no error.
pub fn check_pattern<'a>(
    program: &ir::Program,
    modules: &'a Modules,
    sources: &'a Sources,
    loader: &'a dyn Loader,
    expr: &'a ast::Expr,
    kinds: Variables,
) -> (Option<OpenBody>, Vec<Diagnostic>) {
    let mut checker = Checker::outside(program, modules, sources, loader);
    checker.scope = Scope::default();
    if let Some(term) = checker.asks(expr) {
        checker.report(errors::question_as_position(term));
        return (None, checker.diagnostics);
    }
    let (mut variables, mut line) = (Vec::new(), None);
    let free = checker.free_names(expr);
    let types = checker.types_of_arguments(expr, kinds);
    for (name, span) in free {
        match name {
            LINE => line = Some(checker.scope.bind(name, span, Type::list(Type::Int))),
            _ => {
                let ty = types.iter().find(|it| it.0 == name).map_or(Type::Int, |it| it.1.clone());
                variables.push(checker.scope.bind(name, span, ty));
            }
        }
    }
    let expr = checker.check(expr, &Type::Position);
    checker.diagnostics =
        checker.diagnostics.into_iter().map(|it| explain_line(it, line, &checker.scope)).collect();
    let body = ir::Body { slots: std::mem::take(&mut checker.scope).finish(), expr };
    finish(checker, OpenBody { body, variables, line })
}

/// Checks an expression that lists the integers of a variable: a range, a list, a set, or one
/// integer. Returns its body exactly when there is no error.
pub fn check_integers<'a>(
    program: &ir::Program,
    modules: &'a Modules,
    sources: &'a Sources,
    loader: &'a dyn Loader,
    expr: &'a ast::Expr,
) -> (Option<ir::Body>, Vec<Diagnostic>) {
    let mut checker = Checker::outside(program, modules, sources, loader);
    checker.scope = Scope::default();
    let expr = checker.infer(expr, None);
    if expr.ty != Type::Int && !matches!(expr.ty.element(), Some(Type::Int | Type::Never)) {
        checker.report(errors::no_integers(&expr));
    }
    let body = ir::Body { slots: std::mem::take(&mut checker.scope).finish(), expr };
    finish(checker, body)
}

/// Adds an explanation of `line` to a diagnostic that points at the first mention of `line`.
fn explain_line(diagnostic: Diagnostic, line: Option<SlotId>, scope: &Scope) -> Diagnostic {
    match line.filter(|slot| diagnostic.place() == Some(scope.slot(*slot).span)) {
        Some(_) => diagnostic.note("`line` is the list of all numbers of a line of `gspec query`"),
        None => diagnostic,
    }
}

/// Returns the checked result, unless there was an error, and the sorted diagnostics.
fn finish<T>(checker: Checker<'_>, checked: T) -> (Option<T>, Vec<Diagnostic>) {
    let (mut diagnostics, sources) = (checker.diagnostics, checker.sources);
    finish_fixes(&mut diagnostics, |file| &sources.get(file).text);
    settle(&mut diagnostics);
    (if any_error(&diagnostics) { None } else { Some(checked) }, diagnostics)
}

impl<'a> Checker<'a> {
    /// A checker for a text outside the files that have already been checked.
    pub(super) fn outside(
        program: &ir::Program,
        modules: &'a Modules,
        sources: &'a Sources,
        loader: &'a dyn Loader,
    ) -> Checker<'a> {
        let mut checker = Checker::new(sources, loader);
        checker.declare(modules);
        checker.adopt(program);
        checker.place = Place::Start;
        checker
    }

    /// The names that are whole arguments of a type other than `int`, each with the type of the
    /// field or parameter. If all vertices of the program are naturals up to `u32::MAX`, vertices
    /// count as integers.
    fn types_of_arguments<'e>(&self, expr: &'e ast::Expr, kinds: Variables) -> Vec<(&'e str, Type)> {
        if kinds == Variables::Integers {
            return Vec::new();
        }
        let type_of = |called: &str, at: usize| match self.games.get(called) {
            Some((_, fields)) => fields.get(at).cloned(),
            None => self.functions.get(called).and_then(|it| it.parameters.get(at).cloned()),
        };
        let is_number = |ty: &Type| *ty == Type::Vertex && !self.names_beyond_numbers;
        let of = |(called, at, name): (&'e str, usize, &'e str)| Some((name, type_of(called, at)?));
        let types = Mentions::of(expr, []).arguments.into_iter().filter_map(of);
        types.filter(|(_, ty)| *ty != Type::Int && !is_number(ty)).collect()
    }

    /// The name of the question, if an expression asks about play, as in `losing(P)`.
    fn asks<'e>(&self, expr: &'e ast::Expr) -> Option<&'e ast::Name> {
        match &expr.kind {
            ast::ExprKind::Parens(inner) => self.asks(inner),
            ast::ExprKind::Call { name, .. } => {
                let own = self.declarations.contains_key(&name.text);
                let asks = ir::Term::find(&name.text).is_some()
                    || habit(&name.text, Use::Called).is_some_and(|it| it.asks_about_play());
                Some(name).filter(|_| !own && asks)
            }
            _ => None,
        }
    }

    /// The undeclared names of an expression, each with its first place in the text. A called name
    /// is meant as a game or a function, and is not included.
    pub(super) fn free_names<'e>(&mut self, expr: &'e ast::Expr) -> Vec<(&'e str, Span)> {
        let mentions = Mentions::of(expr, []);
        let mut free: Vec<(&str, Span)> = Vec::new();
        for (name, span) in mentions.names {
            let known = self.declarations.contains_key(name)
                || names::is_builtin(name)
                || self.vertices.contains(name);
            if known {
                self.used.insert(name.to_string());
            } else if !mentions.called.contains(&span) {
                free.push((name, span));
            }
        }
        // A comprehension visits its domain before its element, but the element comes first in the
        // text.
        free.sort_by_key(|(_, span)| span.start);
        let mut seen = rustc_hash::FxHashSet::default();
        free.retain(|(name, _)| seen.insert(*name));
        free
    }
}
