//! Finds the declarations that an expression mentions, and checks parameters, constants and
//! functions in an order in which each follows those that it mentions. Also collects the graphs
//! that the files contain or load.

use super::{Checker, GlobalInfo, Meaning, Override, Place, errors};
use crate::ir;
use crate::syntax::ast::{self, Clause, Elements, Expr, ExprKind, Pattern};
use crate::syntax::modules::Modules;
use rustc_hash::FxHashMap;

/// The references of an expression: free names, and data written or loaded in it.
#[derive(Default)]
pub struct Mentions<'e> {
    /// Names that the expression does not bind, each with a place.
    pub names: Vec<(&'e str, crate::source::Span)>,
    /// The places of names that are called, as in `take(n)`, even if the expression binds the names.
    pub called: Vec<crate::source::Span>,
    /// Names that are whole arguments: for each, the called name, the index of the argument, and
    /// the name itself.
    pub arguments: Vec<(&'e str, usize, &'e str)>,
    /// Graph literals.
    pub graphs: Vec<&'e ast::GraphLiteral>,
    /// Loaded files: for each, whether it is `undirected`, and its path.
    pub loads: Vec<(bool, &'e ast::Text)>,
    /// The names that are bound around the current part, the innermost last.
    bound: Vec<&'e str>,
}

impl<'e> Mentions<'e> {
    /// The references of an expression, with the given names bound around it.
    pub fn of(expr: &'e Expr, bound: impl IntoIterator<Item = &'e str>) -> Mentions<'e> {
        let mut mentions = Mentions { bound: bound.into_iter().collect(), ..Mentions::default() };
        mentions.expr(expr);
        mentions
    }

    /// Adds a name, unless it is bound.
    fn name(&mut self, name: &'e str, span: crate::source::Span) {
        if !self.bound.contains(&name) {
            self.names.push((name, span));
        }
    }

    /// Binds the names of a pattern.
    fn pattern(&mut self, pattern: &'e Pattern) {
        match pattern {
            Pattern::Name(name) => self.bound.push(&name.text),
            Pattern::Tuple(parts, _) => parts.iter().for_each(|part| self.pattern(part)),
        }
    }

    /// Runs `inside`, and then forgets the names that it bound.
    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        let mark = self.bound.len();
        inside(self);
        self.bound.truncate(mark);
    }

    /// Adds the references of a further expression.
    pub fn expr(&mut self, expr: &'e Expr) {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.kind(expr));
    }

    fn kind(&mut self, expr: &'e Expr) {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Truth(_) => {}
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Graph(graph) => self.graphs.push(graph),
            ExprKind::GraphFor { edges, .. } => self.elements(edges),
            ExprKind::Load { undirected, path } => self.loads.push((*undirected, path)),
            ExprKind::List(elements)
            | ExprKind::Set(elements)
            | ExprKind::Compound { arguments: elements, .. } => {
                self.elements(elements);
            }
            ExprKind::Call { name, arguments } => self.call(name, arguments),
            ExprKind::Tuple(parts) => parts.iter().for_each(|part| self.expr(part)),
            ExprKind::Parens(inner) | ExprKind::Unary(_, inner) => self.expr(inner),
            ExprKind::Index(base, index) => {
                self.expr(base);
                self.expr(index);
            }
            ExprKind::OpenSlice { base, low, high, .. } => {
                self.expr(base);
                [low, high].into_iter().flatten().for_each(|end| self.expr(end));
            }
            ExprKind::With { base, path, value } => {
                self.expr(base);
                path.iter().for_each(|index| self.expr(index));
                self.expr(value);
            }
            ExprKind::Binary { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Compare { first, rest } => {
                self.expr(first);
                rest.iter().for_each(|(_, _, operand)| self.expr(operand));
            }
            ExprKind::If(parts) => parts.iter().for_each(|part| self.expr(part)),
            ExprKind::Let { pattern, value, body } => {
                self.expr(value);
                self.scoped(|this| {
                    this.pattern(pattern);
                    this.expr(body);
                });
            }
            ExprKind::Quantifier { variables, body, .. } => self.scoped(|this| {
                for variable in variables {
                    variable.domain.iter().for_each(|domain| this.expr(domain));
                    this.pattern(&variable.pattern);
                    variable.filters.iter().for_each(|filter| this.expr(filter));
                }
                this.expr(body);
            }),
        }
    }

    fn call(&mut self, name: &'e ast::Name, arguments: &'e Elements) {
        self.name(&name.text, name.span);
        self.called.push(name.span);
        if let Elements::Each(each) = arguments {
            for (at, argument) in each.iter().enumerate() {
                if let ExprKind::Name(alone) = &argument.kind {
                    self.arguments.push((&name.text, at, alone));
                }
            }
        }
        self.elements(arguments);
    }

    fn elements(&mut self, elements: &'e Elements) {
        match elements {
            Elements::Each(each) => each.iter().for_each(|it| self.expr(it)),
            Elements::For { element, clauses } => self.scoped(|this| {
                for clause in clauses {
                    match clause {
                        Clause::For(binder) => {
                            this.expr(&binder.domain);
                            this.pattern(&binder.pattern);
                        }
                        Clause::If(condition) => this.expr(condition),
                    }
                }
                this.expr(element);
            }),
        }
    }
}

/// The expressions of a file, without those in types, in codes of games and after `repeats`.
fn expressions(file: &ast::File) -> Vec<&Expr> {
    let mut all = Vec::new();
    for item in &file.items {
        match &item.kind {
            ast::ItemKind::Import(_) => {}
            ast::ItemKind::Parameter(it) => all.push(&it.value),
            ast::ItemKind::Constant(it) => all.push(&it.value),
            ast::ItemKind::Function(it) => all.push(&it.body),
            ast::ItemKind::Start(it) => all.push(&it.position),
            ast::ItemKind::Claim(it) => all.push(&it.proposition),
            ast::ItemKind::Game(it) => {
                all.extend(it.twists.iter().map(|twist| &twist.count));
                if let ast::StatedRules::Body(rules) = &it.rules {
                    rules.iter().for_each(|rule| of_rule(rule, &mut all));
                }
            }
        }
    }
    all
}

/// Appends the expressions of a clause of a game.
fn of_rule<'e>(rule: &'e ast::Rule, all: &mut Vec<&'e Expr>) {
    match rule {
        ast::Rule::Move(it) => {
            all.extend(it.binders.iter().map(|binder| &binder.domain));
            all.extend(it.binders.iter().flat_map(|binder| &binder.filters));
            all.extend(&it.guard);
            all.push(&it.target);
        }
        ast::Rule::End(it) => all.push(&it.condition),
        ast::Rule::Measure(it) => all.extend(&it.parts),
        ast::Rule::Show(it) => all.push(&it.value),
        ast::Rule::Local(it) => all.push(&it.value),
        ast::Rule::Assumption(_) => {}
    }
}

impl<'a> Checker<'a> {
    /// Collects the graphs that the files and `overrides` contain or load, so that every expression
    /// can use the names of their vertices.
    pub fn collect_graphs(&mut self, modules: &'a Modules, overrides: &'a [Override]) {
        let mut all: Vec<&'a Expr> = modules.files.iter().flat_map(expressions).collect();
        all.extend(overrides.iter().map(|it| &it.value));
        for expr in all {
            let mentions = Mentions::of(expr, []);
            for graph in mentions.graphs {
                let graph = self.graph_literal(graph);
                self.know_graph(graph);
            }
            for (undirected, path) in mentions.loads {
                if let Some((ir::Value::Graph(graph), _)) = self.load(undirected, path) {
                    self.know_graph(graph);
                }
            }
        }
    }

    /// Adds a graph to the program, unless the program has an equal graph, and declares the names
    /// of its vertices.
    fn know_graph(&mut self, graph: std::sync::Arc<ir::graph::Graph>) {
        self.know_names(&graph);
        if !self.program.graphs.contains(&graph) {
            self.program.graphs.push(graph);
        }
    }

    /// Declares the names of a graph's vertices.
    pub fn know_names(&mut self, graph: &ir::graph::Graph) {
        if !graph.has_names() {
            return;
        }
        self.names_beyond_numbers = true;
        for vertex in graph.vertices() {
            vertex.names(&mut |name| {
                self.vertices.insert(name.clone());
            });
        }
    }

    /// Checks parameters, constants and functions, each after those that it mentions. Overrides
    /// replace the values of parameters.
    pub fn constants_and_functions(&mut self, overrides: &'a [Override]) {
        for it in overrides {
            let known = self.declarations.get(&it.name.text);
            if !known.is_some_and(|declared| matches!(declared.meaning, Meaning::Parameter(_))) {
                let suggestion = self.parameter_names();
                self.report(errors::no_such_parameter(&it.name, &suggestion));
            }
        }
        let value_of: FxHashMap<&str, &'a Expr> =
            overrides.iter().map(|it| (it.name.text.as_str(), &it.value)).collect();
        self.settings.clone_from(&value_of);
        self.function_heads();
        for name in self.order(&value_of) {
            match self.declarations[&name].meaning {
                Meaning::Parameter(it) => {
                    let value = value_of.get(name.as_str()).copied().unwrap_or(&it.value);
                    self.parameter(it, value);
                }
                Meaning::Constant(it) => self.constant(it),
                Meaning::Function(it) => self.function(it),
                Meaning::Game(..) | Meaning::Start(_) => {}
            }
        }
    }

    fn parameter_names(&self) -> Vec<String> {
        let parameters = self.declarations.iter().filter(|it| matches!(it.1.meaning, Meaning::Parameter(_)));
        parameters.map(|(name, _)| name.clone()).collect()
    }

    /// Records the types of the parameters and the result of each function.
    fn function_heads(&mut self) {
        let functions: Vec<&'a ast::Function> = self
            .declarations
            .values()
            .filter_map(|it| match it.meaning {
                Meaning::Function(function) => Some(function),
                _ => None,
            })
            .collect();
        self.place = Place::Constant;
        for it in functions {
            let parameters = it.parameters.iter().map(|field| self.domain(&field.ty).ty()).collect();
            let result = self.domain(&it.result).ty();
            // `function` sets the id when it checks the body.
            let info =
                super::FunctionInfo { id: ir::FunctionId(u32::MAX), parameters, result, impure: false };
            self.functions.insert(it.name.text.clone(), info);
        }
        // Drops repeated errors. Those that `function` repeats about these types are dropped at the
        // end of the check.
        crate::diagnostic::settle(&mut self.diagnostics);
    }

    /// The names of all declarations, ordered so that each parameter, constant and function comes
    /// after those that it mentions. Cycles among them are reported; the names in a cycle come in
    /// any order.
    fn order(&mut self, value_of: &FxHashMap<&str, &'a Expr>) -> Vec<String> {
        let mut edges: Vec<Vec<usize>> = Vec::with_capacity(self.declarations.len());
        for (name, declaration) in &self.declarations {
            let (expr, bound): (_, Vec<&str>) = match declaration.meaning {
                Meaning::Parameter(it) => (value_of.get(name.as_str()).copied().unwrap_or(&it.value), vec![]),
                Meaning::Constant(it) => (&it.value, vec![]),
                Meaning::Function(it) => {
                    (&it.body, it.parameters.iter().map(|field| field.name.text.as_str()).collect())
                }
                Meaning::Game(..) | Meaning::Start(_) => {
                    edges.push(Vec::new());
                    continue;
                }
            };
            let mentions = Mentions::of(expr, bound);
            let mut mentioned: Vec<usize> = Vec::new();
            for (name, _) in &mentions.names {
                mentioned.extend(self.declarations.get_index_of(*name));
                // A component mentions the initial number of passes.
                let passes = self.game_called(name).and_then(ast::Game::passes);
                let counted = passes.map(|twist| Mentions::of(&twist.count, []).names).unwrap_or_default();
                mentioned
                    .extend(counted.iter().filter_map(|(name, _)| self.declarations.get_index_of(*name)));
            }
            edges.push(mentioned);
        }
        let (order, cycles) = depth_first(&edges);
        for cycle in cycles {
            let places: Vec<_> =
                cycle.iter().map(|at| (&self.declarations[*at], self.declarations.get_index(*at))).collect();
            let named: Vec<_> =
                places.iter().filter_map(|(it, entry)| Some((entry.as_ref()?.0.as_str(), it.span))).collect();
            let error = errors::cycle(&named);
            self.diagnostics.push(error);
        }
        order.into_iter().filter_map(|at| Some(self.declarations.get_index(at)?.0.clone())).collect()
    }

    fn parameter(&mut self, it: &'a ast::Parameter, value: &'a Expr) {
        self.place = Place::Constant;
        let before = self.diagnostics.len();
        let domain = self.domain(&it.ty);
        let known = self.diagnostics.len();
        let value = self.body_of_hinted(value, &domain.ty());
        if known > before {
            // If the type itself is wrong, errors about the value are dropped.
            self.diagnostics.truncate(known);
        }
        self.expect_declared(known, value.expr.span, &domain.ty(), it.ty.span);
        self.add_global(&it.name, Some(domain), value);
    }

    fn constant(&mut self, it: &'a ast::Constant) {
        self.place = Place::Constant;
        self.impure = false;
        self.scope = super::scope::Scope::default();
        let expr = match self.function_as_value(it) {
            true => super::expression::broken(it.value.span),
            false => self.infer(&it.value, None),
        };
        let value = ir::Body { slots: std::mem::take(&mut self.scope).finish(), expr };
        self.add_global(&it.name, None, value);
    }

    /// Checks the value of a parameter. Notes whether the value asks about play.
    fn body_of_hinted(&mut self, value: &Expr, ty: &ir::Type) -> ir::Body {
        self.impure = false;
        self.body_of(value, ty)
    }

    /// Adds a checked parameter, constant or named start to the program.
    pub fn add_global(&mut self, name: &ast::Name, domain: Option<ir::Domain>, value: ir::Body) {
        let id = ir::GlobalId(self.program.globals.len() as u32);
        let ty = domain.as_ref().map_or_else(|| value.expr.ty.clone(), ir::Domain::ty);
        let info = GlobalInfo { id, ty: ty.clone(), impure: self.impure };
        self.globals.insert(name.text.clone(), info);
        self.program.globals.push(ir::Global { name: name.text.clone(), span: name.span, domain, ty, value });
    }

    fn function(&mut self, it: &'a ast::Function) {
        self.place = Place::Function;
        self.impure = false;
        self.scope = super::scope::Scope::default();
        let mut parameters = Vec::new();
        for field in &it.parameters {
            let domain = self.domain(&field.ty);
            if self.scope.peek(&field.name.text).is_some() {
                self.report(errors::field_twice(&field.name));
            } else {
                self.lint_hiding(&field.name);
            }
            self.scope.bind(&field.name.text, field.name.span, domain.ty());
            parameters.push(ir::Field { name: field.name.text.clone(), span: field.name.span, domain });
        }
        let result = self.domain(&it.result);
        let expr = self.check(&it.body, &result.ty());
        for slot in self.scope.hide(0) {
            self.lint_unused_local(&slot, "parameter");
        }
        let id = ir::FunctionId(self.program.functions.len() as u32);
        if let Some(info) = self.functions.get_mut(&it.name.text) {
            info.id = id;
            info.impure = self.impure;
        }
        let body = ir::Body { slots: std::mem::take(&mut self.scope).finish(), expr };
        let name = it.name.text.clone();
        self.program.functions.push(ir::Function { name, span: it.name.span, parameters, result, body });
    }
}

/// A depth-first search with an explicit stack. Returns all nodes, and the cycles that it finds,
/// each as a list of nodes: at least one if there are any. A node comes after those that its edges
/// lead to, unless they are in a cycle with it. `edges[n]` are the targets of `n`.
fn depth_first(edges: &[Vec<usize>]) -> (Vec<usize>, Vec<Vec<usize>>) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = vec![State::New; edges.len()];
    let mut order = Vec::with_capacity(edges.len());
    let mut cycles = Vec::new();
    for root in 0..edges.len() {
        if state[root] != State::New {
            continue;
        }
        let mut stack = vec![(root, 0)];
        state[root] = State::Open;
        while let Some((node, next)) = stack.last_mut() {
            let Some(to) = edges[*node].get(*next).copied() else {
                state[*node] = State::Done;
                order.push(*node);
                stack.pop();
                continue;
            };
            *next += 1;
            match state[to] {
                State::New => {
                    state[to] = State::Open;
                    stack.push((to, 0));
                }
                State::Open => {
                    let start = stack.iter().position(|entry| entry.0 == to).unwrap_or(0);
                    cycles.push(stack[start..].iter().map(|entry| entry.0).collect());
                }
                State::Done => {}
            }
        }
    }
    (order, cycles)
}
