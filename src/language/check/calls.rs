//! Checks calls of functions, games, builtins and aggregates, compounds of positions, and graphs
//! made by comprehensions. Questions about play are in `questions`.

use super::arguments::Given;
use super::expression::{broken, has_broken_part, is_broken};
use super::operators::is_plain_literal;
use super::types::{convert, join};
use super::{Checker, Meaning, errors, names};
use crate::diagnostic::Code;
use crate::ir::{Aggregate, Binary, Builtin, Compound, Conversion, Expr, ExprKind, Term, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Elements, Name};

impl Checker<'_> {
    pub(super) fn call(
        &mut self,
        name: &Name,
        arguments: &Elements,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        if let Some(slot) = self.scope.peek(&name.text) {
            let bound = self.scope.slot(slot).span;
            self.scope.find(&name.text);
            self.visit(arguments);
            let game = self.declarations.get(&name.text).filter(|it| matches!(it.meaning, Meaning::Game(..)));
            self.report(match game.map(|it| it.span) {
                Some(game) => errors::game_hidden(name, bound, game),
                None => errors::value_called(name, bound, "bound here", false),
            });
            return broken(span);
        }
        if let Some(declared) = self.declarations.get(&name.text) {
            let (place, meaning) = (declared.span, declared.meaning);
            self.used.insert(name.text.clone());
            return match meaning {
                Meaning::Function(_) => self.call_function(name, arguments, place, span),
                Meaning::Game(..) => self.call_game(name, arguments, place, span),
                _ => {
                    self.visit(arguments);
                    // What is wrong with the value was reported where it is declared.
                    if self.globals.get(&name.text).is_none_or(|it| it.ty != Type::Never) {
                        let is_start = matches!(meaning, Meaning::Start(_));
                        self.report(errors::value_called(name, place, "declared here", is_start));
                    }
                    broken(span)
                }
            };
        }
        if name.text == "some" {
            return self.compound(Compound::Some, arguments, span);
        }
        if let Some(aggregate) = Aggregate::find(&name.text) {
            return self.aggregate(aggregate, name, arguments, hint, span);
        }
        if let Some(term) = Term::find(&name.text) {
            return self.term(term, name, arguments, span);
        }
        if let Some(builtin) = names::builtin(&name.text) {
            return self.builtin(builtin, name, arguments, span);
        }
        self.unknown_call(name, arguments, hint, span)
    }

    /// Checks the arguments of a call that is wrong anyway, so that the names in them count as
    /// used. Returns the types of arguments given one by one; empty for a comprehension.
    pub(super) fn visit(&mut self, arguments: &Elements) -> Vec<Type> {
        match arguments {
            Elements::Each(each) => each.iter().map(|argument| self.infer(argument, None).ty).collect(),
            Elements::For { element, clauses } => {
                self.comprehension(clauses, element, None);
                Vec::new()
            }
        }
    }

    /// The arguments of a call that must be given one by one; `None` after reporting a
    /// comprehension.
    pub(super) fn each<'e>(&mut self, name: &Name, arguments: &'e Elements) -> Option<&'e [ast::Expr]> {
        match arguments {
            Elements::Each(each) => Some(each),
            Elements::For { element, .. } => {
                self.report(errors::no_comprehension(name, element.span));
                None
            }
        }
    }

    /// The arguments of a call, converted to the types of its parameters. `None` after reporting an
    /// error about the call as a whole. `place` is where the called name is declared, if it is.
    pub(super) fn fitted(
        &mut self,
        name: &Name,
        arguments: &Elements,
        types: &[Type],
        place: Option<Span>,
        span: Span,
    ) -> Option<Vec<Expr>> {
        let each = self.each(name, arguments)?;
        if each.len() != types.len() {
            self.other_number(name, each, types, place, span);
            return None;
        }
        let written = self.written_types(&name.text);
        let mut is_position = false;
        let before = self.diagnostics.len();
        let mut found = Vec::new();
        let arguments: Vec<Expr> = each
            .iter()
            .zip(types)
            .enumerate()
            .map(|(at, (argument, ty))| {
                let known = self.diagnostics.len();
                let inferred = self.infer(argument, Some(ty));
                found.push(inferred.ty.clone());
                let checked = match inferred.ty {
                    Type::Position if *ty != Type::Position && self.games.contains_key(&name.text) => {
                        is_position = true;
                        let written = self.sources.text(argument.span);
                        self.report(errors::position_of_position(name, argument.span, span, written));
                        broken(argument.span)
                    }
                    _ => self.fit(inferred, ty),
                };
                if let Some(written) = written.get(at) {
                    self.expect_declared(known, argument.span, ty, *written);
                }
                checked
            })
            .collect();
        let texts: Vec<&str> = each.iter().map(|it| self.sources.text(it.span)).collect();
        let given = Given { name: &name.text, wanted: types, parameters: &[], found: &found, texts: &texts };
        if let Some(meant) = given.swapped() {
            let mut at = 0;
            self.diagnostics.retain(|it| {
                at += 1;
                let is_about_whole = |argument: &ast::Expr| it.place() == Some(argument.span);
                at <= before || it.code != Code::G301 || !each.iter().any(is_about_whole)
            });
            let is_whole = !self.sources.text(span).contains("//");
            self.report(errors::arguments_swapped(name, span, meant, is_whole));
            return None;
        }
        // One error about a position in a position is enough.
        (!is_position).then_some(arguments)
    }

    fn call_function(&mut self, name: &Name, arguments: &Elements, place: Span, span: Span) -> Expr {
        let Some(info) = self.functions.get(&name.text).cloned() else { return broken(span) };
        self.note_impure(info.impure, name.span, &name.text);
        let Some(arguments) = self.fitted(name, arguments, &info.parameters, Some(place), span) else {
            return broken(span);
        };
        Expr { kind: ExprKind::Call(info.id, arguments), ty: info.result, span }
    }

    fn call_game(&mut self, name: &Name, arguments: &Elements, place: Span, span: Span) -> Expr {
        let Some((id, fields)) = self.game_fields(&name.text) else { return broken(span) };
        let declared = self.game_called(&name.text).map_or(fields.len(), |game| game.fields.len());
        let says_passes = matches!(arguments, Elements::Each(each) if each.len() == fields.len());
        let wanted = if says_passes { &fields[..] } else { &fields[..declared] };
        let Some(mut arguments) = self.fitted(name, arguments, wanted, Some(place), span) else {
            return broken(span);
        };
        if !says_passes {
            arguments.extend(self.passes_left(name, span));
        }
        Expr { kind: ExprKind::Component(id, arguments), ty: Type::Position, span }
    }

    pub(super) fn compound_word(&mut self, short: bool, arguments: &Elements, span: Span) -> Expr {
        self.compound(if short { Compound::ShortAll } else { Compound::LongAll }, arguments, span)
    }

    fn compound(&mut self, compound: Compound, arguments: &Elements, span: Span) -> Expr {
        self.note_impure(true, span, compound.spelling());
        let ty = Type::list(Type::Position);
        let kind = match arguments {
            Elements::Each(each) => {
                ExprKind::List(each.iter().map(|it| self.check(it, &Type::Position)).collect())
            }
            Elements::For { element, clauses } => {
                let (clauses, element) = self.comprehension(clauses, element, Some(&Type::Position));
                let element = self.fit(element, &Type::Position);
                ExprKind::ListFor(clauses, Box::new(element))
            }
        };
        let operands = Expr { kind, ty, span };
        Expr { kind: ExprKind::Compound(compound, Box::new(operands)), ty: Type::Position, span }
    }

    fn aggregate(
        &mut self,
        aggregate: Aggregate,
        name: &Name,
        arguments: &Elements,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let position_hint = hint.filter(|it| **it == Type::Position);
        match arguments {
            Elements::For { element, clauses } => {
                let (clauses, element) = self.comprehension(clauses, element, position_hint);
                if aggregate == Aggregate::All && element.ty == Type::Position {
                    self.note_impure(true, span, "all");
                    let ty = Type::list(Type::Position);
                    let operands = Expr { kind: ExprKind::ListFor(clauses, Box::new(element)), ty, span };
                    let kind = ExprKind::Compound(Compound::LongAll, Box::new(operands));
                    return Expr { kind, ty: Type::Position, span };
                }
                if element.ty == Type::Real && is_extreme(aggregate) {
                    let kind = ExprKind::ListFor(clauses, Box::new(element));
                    let numbers = Expr { kind, ty: Type::list(Type::Real), span };
                    return self.extreme_among_reals(aggregate, numbers, span);
                }
                let Some((aggregate, wanted, ty)) =
                    self.aggregate_type(aggregate, name, &element.ty, element.span)
                else {
                    return broken(span);
                };
                self.warn_of_count(aggregate, &element, span);
                let element = convert(element, &wanted).unwrap_or_else(|it| it);
                Expr { kind: ExprKind::AggregateFor(aggregate, clauses, Box::new(element)), ty, span }
            }
            Elements::Each(each) => self.aggregate_each(aggregate, name, each, position_hint, span),
        }
    }

    fn aggregate_each(
        &mut self,
        aggregate: Aggregate,
        name: &Name,
        each: &[ast::Expr],
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        if self.is_builder_with_bar(each, [&format!("{}(", name.text), ")"]) {
            return broken(span);
        }
        let (parts, common) = self.alike(each, hint);
        if parts.iter().any(is_broken) || parts.len() != each.len() {
            return broken(span);
        }
        if aggregate == Aggregate::All && common == Type::Position && !parts.is_empty() {
            self.note_impure(true, span, "all");
            let operands = Expr { kind: ExprKind::List(parts), ty: Type::list(Type::Position), span };
            let kind = ExprKind::Compound(Compound::LongAll, Box::new(operands));
            return Expr { kind, ty: Type::Position, span };
        }
        // A text is one value for the other aggregates; `count` counts its letters.
        let is_collection = common != Type::Text || aggregate == Aggregate::Count;
        if let ([only], Some(element)) = (parts.as_slice(), common.element().filter(|_| is_collection)) {
            if element == Type::Real && is_extreme(aggregate) {
                return self.extreme_among_reals(aggregate, only.clone(), span);
            }
            let Some((aggregate, _, ty)) = self.aggregate_type(aggregate, name, &element, only.span) else {
                return broken(span);
            };
            return Expr { kind: ExprKind::Aggregate(aggregate, Box::new(only.clone())), ty, span };
        }
        if common == Type::Real && is_extreme(aggregate) {
            return self.extreme_of_reals(aggregate == Aggregate::Max, parts, span);
        }
        let whole = parts.first().map_or(span, |first| first.span);
        let Some((aggregate, wanted, ty)) = self.aggregate_type(aggregate, name, &common, whole) else {
            return broken(span);
        };
        // `any` and `all` of several arguments become `or` and `and`, which stop early.
        let logic = match aggregate {
            Aggregate::All => Some(Binary::And),
            Aggregate::Any => Some(Binary::Or),
            _ => None,
        };
        if let Some(op) = logic {
            let joined = parts.into_iter().reduce(|a, b| Self::node(op, a, b, Type::Bool, span));
            return joined.unwrap_or_else(|| Self::truth(aggregate == Aggregate::All, span));
        }
        let list = Expr { kind: ExprKind::List(parts), ty: Type::list(wanted), span };
        Expr { kind: ExprKind::Aggregate(aggregate, Box::new(list)), ty, span }
    }

    /// The aggregate to use for elements of the type `element` (`sum` of positions is another one),
    /// the type to which elements are converted, and the type of the result. `None` after reporting
    /// that the aggregate does not take such elements.
    fn aggregate_type(
        &mut self,
        aggregate: Aggregate,
        name: &Name,
        element: &Type,
        span: Span,
    ) -> Option<(Aggregate, Type, Type)> {
        let wanted = match aggregate {
            Aggregate::Count => return Some((aggregate, element.clone(), Type::Int)),
            Aggregate::Sum if *element == Type::Position => {
                return Some((Aggregate::SumPositions, Type::Position, Type::Position));
            }
            Aggregate::All | Aggregate::Any => Type::Bool,
            _ => Type::Int,
        };
        if join(element, &wanted).as_ref() != Some(&wanted) {
            self.report(errors::aggregate_type(name, element, &wanted, span));
            return None;
        }
        Some((aggregate, wanted.clone(), wanted))
    }

    fn builtin(&mut self, builtin: Builtin, name: &Name, arguments: &Elements, span: Span) -> Expr {
        use Builtin as B;
        let int_list = || Type::list(Type::Int);
        let vertices = || Type::set(Type::Vertex);
        let (parameters, result) = match builtin {
            B::Abs => return self.abs(name, arguments, span),
            B::Gcd | B::Lcm => return self.gcd(builtin, name, arguments, span),
            B::Isqrt | B::Omega | B::Bigomega | B::Popcount => (vec![Type::Int], Type::Int),
            B::Sqrt => (vec![Type::Real], Type::Real),
            B::Floor | B::Ceil => (vec![Type::Real], Type::Int),
            B::Even | B::Odd | B::IsPrime | B::IsFib | B::IsSquare => (vec![Type::Int], Type::Bool),
            B::Divisors | B::PrimeFactors | B::Zeckendorf => (vec![Type::Int], int_list()),
            B::Digits => return self.digits(name, arguments, span),
            B::Valuation => (vec![Type::Int, Type::Int], Type::Int),
            B::Len | B::Indices | B::Sorted | B::Reverse => {
                return self.collection(builtin, name, arguments, span);
            }
            B::Subsets => return self.subsets(name, arguments, span),
            B::Product => return self.product(name, arguments, span),
            B::Contains => return self.contains(name, arguments, span),
            B::Vertices => (vec![Type::Graph], vertices()),
            B::Edges => (vec![Type::Graph], Type::set(Type::Tuple([Type::Vertex, Type::Vertex].into()))),
            B::Out | B::Neighbours | B::Reachable | B::Children | B::Subtree => {
                (vec![Type::Graph, Type::Vertex], vertices())
            }
            B::Degree => (vec![Type::Graph, Type::Vertex], Type::Int),
            B::Parent => (vec![Type::Graph, Type::Vertex], Type::Vertex),
            B::Components => return self.components(name, arguments, span),
            B::Path if is_alone(arguments) => return self.builtin(B::PathGraph, name, arguments, span),
            B::Path => (vec![Type::Graph, Type::Vertex, Type::Vertex], Type::list(Type::Vertex)),
            B::Distance => (vec![Type::Graph, Type::Vertex, Type::Vertex], Type::Int),
            B::Subgraph => (vec![Type::Graph, vertices()], Type::Graph),
            B::Grid | B::KingGrid | B::CompleteBipartite => (vec![Type::Int, Type::Int], Type::Graph),
            B::PathGraph | B::Cycle | B::Complete | B::Hypercube => (vec![Type::Int], Type::Graph),
            B::Petersen => (vec![], Type::Graph),
            B::GraphOf | B::UndirectedGraphOf => return broken(span),
        };
        match self.fitted(name, arguments, &parameters, None, span) {
            Some(arguments) => match (builtin, arguments.as_slice()) {
                // An integer rounded is that integer.
                (
                    B::Floor | B::Ceil,
                    [Expr { kind: ExprKind::Convert(Conversion::IntToReal, whole), .. }],
                ) => Expr { span, ..(**whole).clone() },
                _ => Expr { kind: ExprKind::Builtin(builtin, arguments), ty: result, span },
            },
            None => broken(span),
        }
    }

    /// Checks `components(G, S)`. The members of S are vertices, or values that name vertices, such
    /// as the cells `(x, y)` of a board; the components are sets of such members.
    fn components(&mut self, name: &Name, arguments: &Elements, span: Span) -> Expr {
        let Some(each) = self.each(name, arguments) else { return broken(span) };
        let [graph, within] = each else {
            self.visit(arguments);
            self.report(errors::arity(name, (2, each.len()), span, None));
            return broken(span);
        };
        let graph = self.check(graph, &Type::Graph);
        let vertices = Type::set(Type::Vertex);
        let hint = is_plain_literal(within).then_some(&vertices);
        let mut within = self.infer(within, hint);
        if !matches!(&within.ty, Type::Set(member) if member.names_vertex()) {
            within = self.fit(within, &vertices);
        }
        let ty = Type::set(within.ty.clone());
        Expr { kind: ExprKind::Builtin(Builtin::Components, vec![graph, within]), ty, span }
    }

    /// Reports elements in brackets that are meant as a comprehension or as a graph. Returns whether
    /// it reported any.
    pub(super) fn is_no_collection(
        &mut self,
        each: &[ast::Expr],
        brackets: [&str; 2],
        hint: Option<&Type>,
        span: Span,
    ) -> bool {
        let is_graph = hint == Some(&Type::Graph) && self.is_graph_of_pairs(each, span);
        is_graph || self.is_builder_with_bar(each, brackets)
    }

    /// Reports a graph that is written as a set or list of pairs, `{(a, b), (b, c)}`, and declares its
    /// names, so that they raise no further errors. Returns whether it reported one.
    fn is_graph_of_pairs(&mut self, each: &[ast::Expr], span: Span) -> bool {
        let pair = |it: &ast::Expr| match &it.kind {
            ast::ExprKind::Tuple(ends) => match ends.as_slice() {
                [from, to] => Some([from, to].map(|end| self.sources.text(end.span).trim().to_string())),
                _ => None,
            },
            _ => None,
        };
        let Some(pairs) = each.iter().map(pair).collect::<Option<Vec<_>>>() else { return false };
        if pairs.is_empty() {
            return false;
        }
        let edges = |sign: &str| {
            let edges: Vec<String> = pairs.iter().map(|[from, to]| format!("{from} {sign} {to}")).collect();
            edges.join("; ")
        };
        let [directed, undirected] = [edges("->"), edges("-")];
        self.names_beyond_numbers = true;
        let is_name = |end: &&String| end.starts_with(char::is_alphabetic);
        self.vertices.extend(pairs.iter().flatten().filter(is_name).map(|end| end.as_str().into()));
        self.report(errors::graph_of_pairs(span, &directed, &undirected));
        true
    }

    /// Checks `graph {E for …}`, whose element must be a pair of vertices.
    pub(super) fn graph_for(&mut self, undirected: bool, edges: &Elements, span: Span) -> Expr {
        let Elements::For { element, clauses } = edges else { return broken(span) };
        let pair = Type::Tuple([Type::Vertex, Type::Vertex].into());
        let (clauses, element) = self.comprehension(clauses, element, Some(&pair));
        if element.ty != pair {
            if !has_broken_part(&element.ty) {
                self.report(errors::no_edge(&element));
            }
            return broken(span);
        }
        let edges = Expr { kind: ExprKind::SetFor(clauses, Box::new(element)), ty: Type::set(pair), span };
        let builtin = if undirected { Builtin::UndirectedGraphOf } else { Builtin::GraphOf };
        Expr { kind: ExprKind::Builtin(builtin, vec![edges]), ty: Type::Graph, span }
    }

    fn gcd(&mut self, builtin: Builtin, name: &Name, arguments: &Elements, span: Span) -> Expr {
        let Some(each) = self.each(name, arguments) else { return broken(span) };
        if each.len() < 2 {
            self.report(errors::arity(name, (2, each.len()), span, None));
            return broken(span);
        }
        let parts = each.iter().map(|it| self.check(it, &Type::Int)).collect();
        Expr { kind: ExprKind::Builtin(builtin, parts), ty: Type::Int, span }
    }

    fn digits(&mut self, name: &Name, arguments: &Elements, span: Span) -> Expr {
        let count = match arguments {
            Elements::Each(each) if each.len() == 1 => 1,
            _ => 2,
        };
        match self.fitted(name, arguments, &vec![Type::Int; count], None, span) {
            Some(arguments) => {
                Expr { kind: ExprKind::Builtin(Builtin::Digits, arguments), ty: Type::list(Type::Int), span }
            }
            None => broken(span),
        }
    }
}

/// Whether a call has exactly one argument, which is not a comprehension.
fn is_alone(arguments: &Elements) -> bool {
    matches!(arguments, Elements::Each(each) if each.len() == 1)
}

/// Whether an aggregate also takes real numbers.
fn is_extreme(aggregate: Aggregate) -> bool {
    matches!(aggregate, Aggregate::Min | Aggregate::Max)
}
