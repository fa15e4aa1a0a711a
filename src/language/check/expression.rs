//! Checks expressions: determines their types and resolves their names. This file has names,
//! literals, collections, binders, quantifiers, prefix operators, `if` and `let`; calls, other
//! operators and comparisons have files of their own.

use super::domains::Conditions;
use super::types::{conversion, convert, join};
use super::{Checker, Meaning, Place, errors};
use crate::diagnostic::any_error;
use crate::ir::graph::{Graph, Vertex};
use crate::ir::{Binary, Clause, Expr, ExprKind, Pattern, Slot, Type, Unary, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Elements};
use std::sync::Arc;

/// A placeholder for an expression with an error, or for one that uses an element of an empty
/// literal, such as `[][0] + 1`. Its type, `Never`, converts to every type. It is the expression
/// `[][0]`, so it has no value.
pub fn broken(span: Span) -> Expr {
    let none = literal(Value::List([].into()), Type::list(Type::Never), span);
    let first = literal(Value::int(0), Type::Int, span);
    Expr { kind: ExprKind::Index(Box::new([none, first])), ty: Type::Never, span }
}

/// A literal expression. The caller chooses `ty`: the type of `value`.
pub fn literal(value: Value, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Literal(value), ty, span }
}

/// Whether the type of an expression is `Never`: after an error, so that a further error about the
/// expression would only repeat the first one, and for an element of an empty literal.
pub fn is_broken(expr: &Expr) -> bool {
    expr.ty == Type::Never
}

/// Whether a type, or a part of a tuple type, is `Never`: see [`is_broken`].
pub fn has_broken_part(ty: &Type) -> bool {
    match ty {
        Type::Never => true,
        Type::Tuple(parts) => parts.iter().any(has_broken_part),
        _ => false,
    }
}

impl<'a> Checker<'a> {
    /// Checks an expression of an expected type, and converts it to that type. Any other type is
    /// reported.
    pub fn check(&mut self, expr: &ast::Expr, expected: &Type) -> Expr {
        let inferred = self.infer(expr, Some(expected));
        self.fit(inferred, expected)
    }

    /// Converts an expression to an expected type, or reports an error and returns a broken
    /// expression.
    pub fn fit(&mut self, expr: Expr, expected: &Type) -> Expr {
        match convert(expr, expected) {
            Ok(expr) => expr,
            // An error was already reported about a part.
            Err(expr) if self.is_echo(&expr) => broken(expr.span),
            Err(expr) => {
                let error = self.as_declared(errors::mismatch(&expr, expected), &[&expr]);
                let error = self.with_replaced_element(error, &expr, expected);
                let error = self.with_named_game(self.with_text(error, &expr), &expr, expected);
                self.report(error);
                broken(expr.span)
            }
        }
    }

    /// Whether an error about the type of an expression would repeat an error about its parts.
    pub(super) fn is_echo(&self, expr: &Expr) -> bool {
        let elements_are_broken = matches!(&expr.ty, Type::Set(of) | Type::List(of) if matches!(**of, Type::Tuple(_)) && has_broken_part(of));
        (has_broken_part(&expr.ty) || elements_are_broken) && any_error(&self.diagnostics)
    }

    /// Checks an expression, and determines its type. Literals take the type `hint` if they can;
    /// the type of the expression may still be another one.
    pub fn infer(&mut self, expr: &ast::Expr, hint: Option<&Type>) -> Expr {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.infer_kind(expr, hint))
    }

    fn infer_kind(&mut self, expr: &ast::Expr, hint: Option<&Type>) -> Expr {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Number(number) => match hint {
                Some(Type::Position) if number.is_zero() => {
                    Expr { kind: ExprKind::Nothing, ty: Type::Position, span }
                }
                Some(Type::Vertex) => {
                    literal(Value::Vertex(Vertex::Number(number.clone())), Type::Vertex, span)
                }
                _ => literal(Value::Int(number.clone()), Type::Int, span),
            },
            ast::ExprKind::Text(text) => match hint {
                Some(Type::Vertex) => literal(Value::Vertex(Vertex::of_text(text)), Type::Vertex, span),
                _ => literal(Value::text(text), Type::Text, span),
            },
            ast::ExprKind::Truth(truth) => literal(Value::Bool(*truth), Type::Bool, span),
            ast::ExprKind::Name(name) => self.name(name, hint, span),
            ast::ExprKind::Graph(graph) => {
                let graph = self.graph_literal(graph);
                literal(Value::Graph(graph), Type::Graph, span)
            }
            ast::ExprKind::GraphFor { undirected, edges } => self.graph_for(*undirected, edges, span),
            ast::ExprKind::Load { undirected, path } => match self.load(*undirected, path) {
                Some((value, ty)) => literal(value, ty, span),
                None => broken(span),
            },
            ast::ExprKind::List(elements) => self.list(elements, hint, span),
            ast::ExprKind::Set(elements) => self.set(elements, hint, span),
            ast::ExprKind::Tuple(parts) => self.tuple(parts, hint, span),
            ast::ExprKind::Parens(inner) => self.infer(inner, hint),
            ast::ExprKind::Call { name, arguments } => self.call(name, arguments, hint, span),
            ast::ExprKind::Compound { short, arguments } => self.compound_word(*short, arguments, span),
            ast::ExprKind::Index(base, index) => self.index(base, index, span),
            ast::ExprKind::OpenSlice { base, low, high, inclusive } => {
                self.open_slice(base, [low.as_deref(), high.as_deref()], *inclusive, span)
            }
            ast::ExprKind::With { base, path, value } => self.with(base, path, value, hint, span),
            ast::ExprKind::Unary(op, operand) => self.unary(*op, operand, span),
            ast::ExprKind::Binary { op, op_span, left, right } => {
                self.binary(*op, *op_span, left, right, hint, span)
            }
            ast::ExprKind::Compare { first, rest } => self.compare(first, rest, span),
            ast::ExprKind::If(parts) => self.if_(parts, hint, span),
            ast::ExprKind::Let { pattern, value, body } => self.let_(pattern, value, body, hint, span),
            ast::ExprKind::Quantifier { forall, variables, body } => {
                self.quantifier(*forall, variables, body, span)
            }
        }
    }

    fn name(&mut self, name: &str, wanted: Option<&Type>, span: Span) -> Expr {
        if let Some(value) = self.value_of_local(name, span) {
            return value;
        }
        if let Some((slot, ty)) = self.scope.find(name) {
            return Expr { kind: ExprKind::Local(slot), ty, span };
        }
        if let Some(meaning) = self.declarations.get(name).map(|it| it.meaning) {
            self.used.insert(name.to_string());
            return self.declared(name, meaning, span);
        }
        if name == "phi" {
            let phi = Value::Real(Arc::new(crate::ir::value::RealKey(crate::number::Real::phi())));
            return literal(phi, Type::Real, span);
        }
        if super::names::is_builtin(name) {
            self.report(errors::not_called(span, name, "a builtin"));
            return broken(span);
        }
        if let Some(vertex) = self.vertices.get(name) {
            return literal(Value::Vertex(Vertex::Name(vertex.clone())), Type::Vertex, span);
        }
        if let Some(below) = self.defined_below(name) {
            self.report(errors::defined_below(span, name, below));
            return broken(span);
        }
        self.unknown_name(name, wanted, span);
        broken(span)
    }

    /// The expression that a declared name stands for. Reports a function or a game without
    /// arguments, and a start where starts are not allowed.
    fn declared(&mut self, name: &str, meaning: Meaning<'_>, span: Span) -> Expr {
        match meaning {
            Meaning::Parameter(_) | Meaning::Constant(_) | Meaning::Start(_) => {
                let Some(info) = self.globals.get(name).cloned() else {
                    // The name is in a reported cycle, or is a start where starts are not allowed.
                    if let Meaning::Start(_) = meaning {
                        self.report(errors::start_out_of_place(span, name));
                    }
                    return broken(span);
                };
                self.note_impure(info.impure, span, name);
                Expr { kind: ExprKind::Global(info.id), ty: info.ty, span }
            }
            Meaning::Function(_) => {
                self.report(errors::not_called(span, name, "a function"));
                broken(span)
            }
            Meaning::Game(..) => {
                let text = self.text_behind(span);
                let error = errors::not_called(span, name, "a game");
                self.report(match text.strip_prefix('[').and_then(|it| it.split_once(']')) {
                    Some((values, _)) if !values.contains(['[', '\n']) => {
                        error.help(format!("its values stand in parentheses: `{name}({values})`"))
                    }
                    _ => error,
                });
                broken(span)
            }
        }
    }

    /// If `what` asks about play (`impure`), records that for the current declaration, and reports
    /// an error in the rules of a game and in constants.
    pub fn note_impure(&mut self, impure: bool, span: Span, what: &str) {
        if !impure {
            return;
        }
        self.impure = true;
        match self.place {
            Place::Rules => self.report(errors::impure(span, what, "the rules of a game")),
            Place::Constant => self.report(errors::impure(span, what, "a constant")),
            Place::Function | Place::Start | Place::Claim => {}
        }
    }

    /// The graph that a literal writes out.
    pub fn graph_literal(&mut self, graph: &ast::GraphLiteral) -> Arc<Graph> {
        let mut vertices = Vec::new();
        let mut edges = Vec::new();
        for chain in &graph.chains {
            let groups: Vec<Vec<Vertex>> =
                chain.groups.iter().map(|group| group.iter().map(vertex_called).collect()).collect();
            for pair in groups.windows(2) {
                for from in &pair[0] {
                    edges.extend(pair[1].iter().map(|to| (from.clone(), to.clone())));
                }
            }
            vertices.extend(groups.into_iter().flatten());
        }
        Arc::new(Graph::new(vertices, &edges, graph.undirected))
    }

    fn list(&mut self, elements: &Elements, hint: Option<&Type>, span: Span) -> Expr {
        let element_hint = hint.and_then(Type::element);
        match elements {
            Elements::Each(each) if self.is_no_collection(each, ["[", "]"], hint, span) => broken(span),
            Elements::Each(each) => {
                let (parts, element) = self.alike(each, element_hint.as_ref());
                self.warn_of_lone_range(&parts, span);
                Expr { kind: ExprKind::List(parts), ty: Type::list(element), span }
            }
            Elements::For { element, clauses } => {
                let (clauses, element) = self.comprehension(clauses, element, element_hint.as_ref());
                let ty = Type::list(element.ty.clone());
                Expr { kind: ExprKind::ListFor(clauses, Box::new(element)), ty, span }
            }
        }
    }

    fn set(&mut self, elements: &Elements, hint: Option<&Type>, span: Span) -> Expr {
        let element_hint = hint.and_then(Type::element);
        match elements {
            Elements::Each(each) if self.is_no_collection(each, ["{", "}"], hint, span) => broken(span),
            Elements::Each(each) => {
                let (parts, element) = self.alike(each, element_hint.as_ref());
                self.warn_of_lone_range(&parts, span);
                Expr { kind: ExprKind::Set(parts), ty: Type::set(element), span }
            }
            Elements::For { element, clauses } => {
                let (clauses, element) = self.comprehension(clauses, element, element_hint.as_ref());
                let ty = Type::set(element.ty.clone());
                Expr { kind: ExprKind::SetFor(clauses, Box::new(element)), ty, span }
            }
        }
    }

    fn tuple(&mut self, parts: &[ast::Expr], hint: Option<&Type>, span: Span) -> Expr {
        let hints = match hint {
            Some(Type::Tuple(hints)) if hints.len() == parts.len() => Some(hints.clone()),
            _ => None,
        };
        let parts: Vec<Expr> = parts
            .iter()
            .enumerate()
            .map(|(at, part)| self.infer(part, hints.as_ref().map(|hints| &hints[at])))
            .collect();
        let ty = Type::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
        Expr { kind: ExprKind::Tuple(parts), ty, span }
    }

    /// Checks expressions that must have a common type. Returns them, converted to that type, and
    /// the type. Reports and omits the expressions that do not fit.
    pub fn alike(&mut self, each: &[ast::Expr], hint: Option<&Type>) -> (Vec<Expr>, Type) {
        let mut parts: Vec<Expr> = Vec::with_capacity(each.len());
        let mut common = Type::Never;
        for part in each {
            // The literals in an element take the common type of the elements before it.
            let part = self.infer(part, hint.or(if common == Type::Never { None } else { Some(&common) }));
            match join(&common, &part.ty) {
                Some(joined) => {
                    common = joined;
                    parts.push(part);
                }
                None => {
                    let first = parts.first().map_or(part.span, |first| first.span);
                    self.report(errors::unlike(&part, &common, first));
                }
            }
        }
        if let Some(hint) = hint.filter(|hint| conversion(&common, hint).is_some()) {
            // The hint may be less precise than the elements: it may be the type of an empty list.
            common = join(&common, hint).unwrap_or_else(|| hint.clone());
        }
        let parts = parts.into_iter().map(|part| convert(part, &common).unwrap_or_else(|part| part));
        (parts.collect(), common)
    }

    /// Checks the clauses and the element of a comprehension. Converts the element to the type
    /// `hint`, if that is possible.
    pub fn comprehension(
        &mut self,
        clauses: &[ast::Clause],
        element: &ast::Expr,
        hint: Option<&Type>,
    ) -> (Vec<Clause>, Expr) {
        let (mark, known) = (self.scope.mark(), self.diagnostics.len());
        let checked = clauses.iter().map(|clause| match clause {
            ast::Clause::For(binder) => self.binder(binder),
            ast::Clause::If(condition) => Clause::If(self.check(condition, &Type::Bool)),
        });
        let checked = checked.collect();
        let mut element = self.infer(element, hint);
        if let Some(hint) = hint {
            element = convert(element, hint).unwrap_or_else(|element| element);
        }
        self.close_scope(mark);
        let binders = clauses.iter().filter_map(|clause| match clause {
            ast::Clause::For(binder) => Some((&binder.pattern, &binder.domain)),
            ast::Clause::If(_) => None,
        });
        self.explain_domains(binders, known, Conditions::OfElement);
        (checked, element)
    }

    /// Checks a binder, and makes its names visible.
    pub fn binder(&mut self, binder: &ast::Binder) -> Clause {
        self.bound(&binder.pattern, &binder.domain)
    }

    /// Checks a domain, which must be a collection, and binds a pattern to its elements.
    fn bound(&mut self, pattern: &ast::Pattern, domain: &ast::Expr) -> Clause {
        self.domain = Some(domain.span);
        let domain = self.infer(domain, None);
        let element = match domain.ty.element() {
            Some(element) => element,
            None => {
                let error = self.as_declared(errors::no_collection(&domain), &[&domain]);
                self.report(error);
                Type::Never
            }
        };
        self.warn_of_two_ends(&domain);
        let pattern = self.pattern(pattern, &element);
        Clause::For(pattern, domain)
    }

    /// Checks a pattern for values of a type, and makes its names visible.
    pub fn pattern(&mut self, pattern: &ast::Pattern, ty: &Type) -> Pattern {
        match pattern {
            ast::Pattern::Name(name) => {
                self.lint_hiding(name);
                Pattern::Slot(self.scope.bind(&name.text, name.span, ty.clone()))
            }
            ast::Pattern::Tuple(parts, span) => {
                let types: Vec<Type> = match ty {
                    Type::Tuple(types) if types.len() == parts.len() => types.to_vec(),
                    Type::Never => vec![Type::Never; parts.len()],
                    _ => {
                        self.report(errors::pattern_mismatch(*span, parts.len(), ty));
                        vec![Type::Never; parts.len()]
                    }
                };
                Pattern::Tuple(parts.iter().zip(&types).map(|(part, ty)| self.pattern(part, ty)).collect())
            }
        }
    }

    /// Hides the names bound since a mark, and warns of those that nothing used.
    pub fn close_scope(&mut self, mark: usize) {
        for slot in self.scope.hide(mark) {
            self.lint_unused_local(&slot, "binder");
        }
    }

    /// Warns of a local name that nothing used, unless it begins with `_`.
    pub fn lint_unused_local(&mut self, slot: &Slot, kind: &str) {
        if !self.quiet && !slot.name.starts_with('_') {
            self.report(errors::unused_local(slot.span, kind, &slot.name));
        }
    }

    fn unary(&mut self, op: ast::Unary, operand: &ast::Expr, span: Span) -> Expr {
        match op {
            ast::Unary::Not => {
                let operand = self.check(operand, &Type::Bool);
                Expr { kind: ExprKind::Unary(Unary::Not, Box::new(operand)), ty: Type::Bool, span }
            }
            ast::Unary::Negate => {
                let operand = self.infer(operand, None);
                match (&operand.kind, &operand.ty) {
                    (_, Type::Position) => {
                        self.report(errors::negative_position(span, self.sources.text(operand.span)));
                        broken(span)
                    }
                    (ExprKind::Literal(Value::Int(int)), _) => literal(Value::Int(-int), Type::Int, span),
                    (_, Type::Real) => Expr {
                        kind: ExprKind::Unary(Unary::NegateReal, Box::new(operand)),
                        ty: Type::Real,
                        span,
                    },
                    _ => {
                        let operand = self.fit(operand, &Type::Int);
                        Expr { kind: ExprKind::Unary(Unary::Negate, Box::new(operand)), ty: Type::Int, span }
                    }
                }
            }
            ast::Unary::Misere => self.convention(crate::ir::Convention::Misere, operand, span),
            ast::Unary::Anti => self.convention(crate::ir::Convention::Anti, operand, span),
        }
    }

    fn if_(&mut self, parts: &[ast::Expr; 3], hint: Option<&Type>, span: Span) -> Expr {
        let condition = self.check(&parts[0], &Type::Bool);
        let mut then = self.infer(&parts[1], hint);
        let mut otherwise = self.infer(&parts[2], hint.or(Some(&then.ty)));
        if then.ty == Type::Int && otherwise.ty == Type::Position {
            // `if c then 0 else P`: the 0 is the empty position.
            then = self.infer(&parts[1], Some(&Type::Position));
        }
        let Some(ty) = join(&then.ty, &otherwise.ty) else {
            self.report(errors::branches(&then, &otherwise));
            return broken(span);
        };
        then = convert(then, &ty).unwrap_or_else(|it| it);
        otherwise = convert(otherwise, &ty).unwrap_or_else(|it| it);
        Expr { kind: ExprKind::If(Box::new([condition, then, otherwise])), ty, span }
    }

    fn let_(
        &mut self,
        pattern: &ast::Pattern,
        value: &ast::Expr,
        body: &ast::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let value = self.infer(value, None);
        let mark = self.scope.mark();
        let ty = value.ty.clone();
        let pattern = self.pattern(pattern, &ty);
        let body = self.infer(body, hint);
        self.close_scope(mark);
        let ty = body.ty.clone();
        Expr { kind: ExprKind::Let(pattern, Box::new([value, body])), ty, span }
    }

    fn quantifier(
        &mut self,
        forall: bool,
        variables: &[ast::Variable],
        body: &ast::Expr,
        span: Span,
    ) -> Expr {
        let (mark, known) = (self.scope.mark(), self.diagnostics.len());
        let mut clauses = Vec::new();
        for variable in variables {
            clauses.push(match &variable.domain {
                Some(domain) => self.bound(&variable.pattern, domain),
                None => self.unbounded(&variable.pattern),
            });
            for filter in &variable.filters {
                clauses.push(Clause::If(self.check(filter, &Type::Bool)));
            }
        }
        let body = self.check(body, &Type::Bool);
        self.close_scope(mark);
        let domains = variables.iter().filter_map(|it| Some((&it.pattern, it.domain.as_ref()?)));
        self.explain_domains(domains, known, Conditions::BehindIf);
        let kind = ExprKind::Quantifier { forall, clauses, body: Box::new(body) };
        Expr { kind, ty: Type::Bool, span }
    }

    /// The expression of type `ty` with an operator between two operands.
    pub fn node(op: Binary, left: Expr, right: Expr, ty: Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
    }
}

/// The vertex that a graph literal names.
fn vertex_called(vertex: &ast::Vertex) -> Vertex {
    match &vertex.label {
        ast::VertexLabel::Number(number) => Vertex::Number(number.clone()),
        ast::VertexLabel::Name(name) => Vertex::of_text(name),
        ast::VertexLabel::Tuple(parts) => Vertex::Tuple(parts.iter().map(vertex_called).collect()),
    }
}
