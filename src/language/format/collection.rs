//! Prints brackets with their contents: lists, sets, arguments, comprehensions, graphs.

use super::expression::deep;
use super::printer::Printer;
use crate::syntax::ast::{self, Clause, Elements, Expr, ExprKind, Unary, VertexLabel};

/// Whether an element is small enough to share a line with others when a collection is broken.
fn is_small(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Number(_) | ExprKind::Truth(_) | ExprKind::Name(_) => true,
        ExprKind::Text(text) => text.len() < 10,
        ExprKind::Unary(Unary::Negate, operand) => matches!(operand.kind, ExprKind::Number(_)),
        _ => false,
    }
}

impl<'a> Printer<'a> {
    /// Prints a list, a set or arguments, with their brackets.
    pub fn elements(&mut self, open: &'static str, close: &'static str, elements: &'a Elements) {
        match elements {
            Elements::Each(each) if each.is_empty() => {
                self.token(open);
                self.token(close);
            }
            Elements::Each(each) if each.iter().all(is_small) && !self.has_comments(each) => {
                self.bracket(open, close, |it| it.filled(each));
            }
            Elements::Each(each) => {
                self.bracket(open, close, |it| it.separated(each, |it, element| it.expression(element)));
            }
            Elements::For { element, clauses } => self.bracket(open, close, |it| {
                it.expression(element);
                for clause in clauses {
                    it.line();
                    it.clause(clause);
                }
            }),
        }
    }

    /// Prints arguments in parentheses. If the only argument is a list or a set, its brackets stay
    /// on the lines of the parentheses: `g([` … `])`.
    pub fn arguments(&mut self, arguments: &'a Elements) {
        if let Elements::Each(each) = arguments
            && let [only] = each.as_slice()
            && matches!(only.kind, ExprKind::List(_) | ExprKind::Set(_))
        {
            let mut ahead = self.trivia;
            ahead.pass("(");
            if !ahead.comment_follows() {
                self.token("(");
                self.expression(only);
                self.token(")");
                return;
            }
        }
        self.elements("(", ")", arguments);
    }

    /// Whether a comment stands before or between the elements, or before the token behind the last
    /// element. If so, each element gets its own line.
    fn has_comments(&self, each: &[Expr]) -> bool {
        each.last().is_some_and(|last| self.trivia.comment_until_after(last.span))
    }

    /// Prints elements, as many on a line as fit.
    fn filled(&mut self, each: &'a [Expr]) {
        for (at, element) in each.iter().enumerate() {
            if at > 0 {
                self.token(",");
                self.fill();
            }
            self.expression(element);
        }
    }

    fn clause(&mut self, clause: &'a Clause) {
        match clause {
            Clause::For(binder) => {
                self.token("for");
                self.space();
                self.binder(binder);
            }
            Clause::If(condition) => {
                self.filter_word();
                self.space();
                self.expression(condition);
            }
        }
    }

    /// Prints `graph { a -> b, c; d }`.
    pub fn graph(&mut self, graph: &'a ast::GraphLiteral) {
        self.token("graph");
        self.space();
        if graph.undirected {
            self.token("undirected");
            self.space();
        }
        if graph.chains.is_empty() {
            self.token("{");
            self.token("}");
            return;
        }
        self.braces(|it| {
            for (at, chain) in graph.chains.iter().enumerate() {
                if at > 0 {
                    it.token(";");
                    it.line();
                }
                it.chain(chain);
            }
            // A trailing semicolon is optional and is removed.
            it.trivia.pass(";");
        });
    }

    /// Prints `graph {(u, v) for …}`.
    pub fn graph_for(&mut self, undirected: bool, edges: &'a Elements) {
        self.token("graph");
        self.space();
        if undirected {
            self.token("undirected");
            self.space();
        }
        self.elements("{", "}", edges);
    }

    fn chain(&mut self, chain: &'a ast::Chain) {
        self.group(|it| {
            for (at, group) in chain.groups.iter().enumerate() {
                if at == 1 {
                    it.document.indent();
                }
                if let Some((directed, span)) = at.checked_sub(1).and_then(|before| chain.edges.get(before)) {
                    it.fill();
                    it.leaf(*span, if *directed { "->" } else { "-" });
                    it.space();
                }
                it.vertices(group);
            }
            if chain.groups.len() > 1 {
                it.document.dedent();
            }
        });
    }

    fn vertices(&mut self, group: &'a [ast::Vertex]) {
        for (at, vertex) in group.iter().enumerate() {
            if at > 0 {
                self.token(",");
                self.fill();
            }
            self.vertex(vertex);
        }
    }

    fn vertex(&mut self, vertex: &'a ast::Vertex) {
        match &vertex.label {
            VertexLabel::Number(number) => self.leaf(vertex.span, number.to_string()),
            // The span of an unquoted name is as long as the name. Other names keep their quotes.
            VertexLabel::Name(name) if (vertex.span.end - vertex.span.start) as usize == name.len() => {
                self.leaf(vertex.span, name.as_str());
            }
            VertexLabel::Name(name) => self.leaf(vertex.span, super::expression::quoted(name)),
            VertexLabel::Tuple(parts) => {
                self.token("(");
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        self.token(",");
                        self.space();
                    }
                    deep(|| self.vertex(part));
                }
                self.token(")");
            }
        }
    }
}
