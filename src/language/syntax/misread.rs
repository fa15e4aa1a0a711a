//! Warnings about text that gspec reads differently from how it looks: a quantifier whose body
//! extends over `<=>`, `misere (P) + Q`, pairs in a graph that are vertices and not edges, commas
//! between edges, `all(P + Q)`. Chains of `<=>` are in [`super::mixed`].

use super::ast::{
    Binary, Chain, Elements, Expr, ExprKind, GraphLiteral, Unary, Variable, Vertex, VertexLabel,
};
use super::errors;
use super::expression::Lowering;
use crate::diagnostic::Code;
use crate::source::Span;

impl Lowering<'_> {
    /// Withdraws the warning of `warn_of_body` about the body of an inner quantifier, if the right
    /// operand of that body uses a variable of the outer quantifier: in
    /// `forall b in E: forall a in D: p(a, b) <=> q(b)` both variables belong to one statement.
    /// `forall`, `variables` and `body` are those of the outer quantifier; the inner quantifiers
    /// must have the same word.
    pub(super) fn join_quantifiers(&mut self, forall: bool, variables: &[Variable], body: &Expr) {
        let mut inner = body;
        while let ExprKind::Quantifier { forall: other, body, .. } = &inner.kind
            && *other == forall
        {
            inner = body;
        }
        if std::ptr::eq(inner, body) {
            return;
        }
        let ExprKind::Binary { op_span, right, .. } = &inner.kind else { return };
        let is_bound =
            |word: &str| variables.iter().any(|it| self.words(it.pattern.span()).any(|name| name == word));
        if self.words(right.span).any(is_bound) {
            self.diagnostics.retain(|it| it.code != Code::G114 || it.place() != Some(*op_span));
        }
    }

    /// Warns of `forall k in D: a(k) <=> b`, `exists k in D: a(k) <=> b` and `exists k in D: a(k)
    /// => b`, whose bodies include `b`, of `exists k in D: a(k) => b(k)`, which is true as soon as
    /// `a(k)` is false for one `k`, and of `exists k in D: a(k) <=> b(k)`, which is true as soon as
    /// both are.
    pub(super) fn warn_of_body(&mut self, forall: bool, head: Span, variables: &[Variable], body: &Expr) {
        let ExprKind::Binary { op: op @ (Binary::Iff | Binary::Implies), op_span, left, right } = &body.kind
        else {
            return;
        };
        if forall && *op == Binary::Implies {
            return;
        }
        let is_bound =
            |word: &str| variables.iter().any(|it| self.words(it.pattern.span()).any(|name| name == word));
        let uses = |it: &Expr| self.words(it.span).any(is_bound);
        let word = if forall { "forall" } else { "exists" };
        let [head_text, first, second] = [head, left.span, right.span].map(|it| self.brief(it, 40));
        let statement = format!("{word} {head_text}: {first}");
        let (uses_left, uses_right) = (uses(left), uses(right));
        let warning = match op {
            _ if uses_left && !uses_right => {
                errors::body_to_the_end(*op_span, *op, word, [&statement, &second])
            }
            Binary::Implies if uses_left => errors::exists_with_implication(
                *op_span,
                &format!("{head_text} if {first}: {second}"),
                [&first, &second],
            ),
            Binary::Iff if (uses_left || uses_right) && !forall => {
                errors::exists_with_equivalence(*op_span, [&first, &second])
            }
            _ => return,
        };
        self.diagnostics.push(warning);
    }

    /// Warns of `misere (P) + Q` and `anti (P) + Q`: the word applies to the whole sum, not to `P`.
    pub(super) fn warn_of_convention(&mut self, op: Unary, start: Span, operand: &Expr) {
        if !matches!(op, Unary::Misere | Unary::Anti) {
            return;
        }
        let mut first = operand;
        while let ExprKind::Binary { op: Binary::Plus, left, .. } = &first.kind {
            first = left;
        }
        let ExprKind::Parens(inner) = &first.kind else { return };
        if std::ptr::eq(first, operand) {
            return;
        }
        let part = |from: u32, to: u32| self.text.get(from as usize..to as usize).unwrap_or("");
        let stands_alone = matches!(inner.kind, ExprKind::Call { .. } | ExprKind::Name(_));
        let first = if stands_alone { inner.span } else { first.span };
        let rest = match &operand.kind {
            ExprKind::Binary { .. } => part(self.end_of_first(operand), operand.span.end),
            _ => "",
        };
        let word = part(start.start, start.end).to_string();
        let written = format!("{word} ({}{rest})", part(first.start, first.end));
        self.diagnostics.push(errors::convention_of_sum(start, start.to(operand.span), &word, written));
    }

    /// Returns the byte offset at which the first summand of a sum ends.
    fn end_of_first(&self, sum: &Expr) -> u32 {
        let mut first = sum;
        while let ExprKind::Binary { op: Binary::Plus, left, .. } = &first.kind {
            first = left;
        }
        first.span.end
    }

    /// Warns of `graph { (1, 2), (2, 3) }`, which has two vertices and no edge.
    pub(super) fn warn_of_pairs(&mut self, graph: &GraphLiteral, span: Span) {
        let vertices = || graph.chains.iter().flat_map(|it| it.groups.iter().flatten());
        let has_edges = graph.chains.iter().any(|it| !it.edges.is_empty());
        let mut edges = Vec::new();
        for vertex in vertices() {
            let VertexLabel::Tuple(parts) = &vertex.label else { return };
            let [from, to] = parts.as_slice() else { return };
            let edge = [from, to].map(|it| self.brief(it.span, 40));
            // An edge from a vertex to itself is unlikely, so these pairs are probably meant as
            // vertices, such as the cells of a board.
            if edge[0] == edge[1] {
                return;
            }
            edges.push(edge);
        }
        let Some(first) = vertices().next().filter(|_| !has_edges) else { return };
        let sign = if graph.undirected { "-" } else { "->" };
        let edges: Vec<String> = edges.iter().map(|[from, to]| format!("{from} {sign} {to}")).collect();
        let word = if graph.undirected { "graph undirected" } else { "graph" };
        let written = format!("{word} {{ {} }}", edges.join("; "));
        self.diagnostics.push(errors::pairs_as_vertices(first.span, span, written));
    }

    /// Warns of `graph { a -> b, b -> c }`, where the comma makes one group of `b, b` instead of
    /// separating two edges.
    pub(super) fn warn_of_commas(&mut self, graph: &GraphLiteral) {
        for chain in graph.chains.iter().filter(|it| it.groups.len() > 2) {
            let [first, inner @ .., last] = chain.groups.as_slice() else { continue };
            let name = |vertex: &Vertex| self.brief(vertex.span, 20);
            let are_pairs = first.len() == 1 && last.len() == 1 && inner.iter().all(|group| group.len() == 2);
            if !are_pairs {
                self.warn_of_comma_in_chain(chain);
                continue;
            }
            let ends: Vec<&Vertex> = first.iter().chain(inner.iter().flatten()).chain(last).collect();
            let edges: Vec<[String; 2]> =
                ends.chunks(2).filter_map(|edge| Some([name(edge.first()?), name(edge.last()?)])).collect();
            // `a -> b, c -> d` may be meant as written: its only inner group, `b, c`, repeats no
            // vertex, and `c` is not the first vertex `a`.
            let is_twice = inner.iter().any(|group| name(&group[0]) == name(&group[1]));
            if inner.len() < 2 && !is_twice && name(&first[0]) != name(&inner[0][1]) {
                continue;
            }
            let sign = if graph.undirected { "-" } else { "->" };
            let edges: Vec<String> = edges.iter().map(|[from, to]| format!("{from} {sign} {to}")).collect();
            let Some(second) = inner[0].get(1) else { continue };
            let warning = errors::commas_between_edges(second.span, &edges);
            self.diagnostics.push(warning);
        }
    }

    /// Warns of `graph undirected { 1 - 2 - 3 - 1, 3 - 5 }`, where a new chain seems to begin behind
    /// the comma: at a vertex that the chain already has.
    fn warn_of_comma_in_chain(&mut self, chain: &Chain) {
        let name = |vertex: &Vertex| self.brief(vertex.span, 20);
        let [_, inner @ .., _] = chain.groups.as_slice() else { return };
        let is_elsewhere = |group: &[Vertex], known: &str| {
            let others = chain.groups.iter().filter(|it| !std::ptr::eq(it.as_slice(), group));
            others.flatten().any(|it| name(it) == known)
        };
        let begins_anew = |group: &&Vec<Vertex>| group.len() == 2 && is_elsewhere(group, &name(&group[1]));
        if let Some(group) = inner.iter().find(begins_anew) {
            self.diagnostics.push(errors::commas_between_edges(group[1].span, &[]));
        }
    }

    /// Warns of `all(P + Q)`, a compound of one operand: its value is the sum `P + Q` itself.
    pub(super) fn warn_of_compound(&mut self, call: &Expr) {
        let (word, arguments) = match &call.kind {
            ExprKind::Call { name, arguments } if matches!(name.text.as_str(), "all" | "some") => {
                (name.text.as_str(), arguments)
            }
            ExprKind::Compound { short: true, arguments } => ("short all", arguments),
            ExprKind::Compound { short: false, arguments } => ("long all", arguments),
            _ => return,
        };
        let Elements::Each(each) = arguments else { return };
        let [only] = each.as_slice() else { return };
        let (mut summands, mut first) = (Vec::new(), only);
        while let ExprKind::Binary { op: Binary::Plus, left, right, .. } = &first.kind {
            summands.push(&**right);
            first = left;
        }
        if summands.is_empty() {
            return;
        }
        summands.push(first);
        let texts: Vec<String> = summands.iter().rev().map(|it| self.brief(it.span, 40)).collect();
        let written = format!("{word}({})", texts.join(", "));
        self.diagnostics.push(errors::compound_of_sum(only.span, call.span, word, written));
    }

    /// Returns the words and numbers in the text of a span, in order.
    fn words(&self, span: Span) -> impl Iterator<Item = &str> {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
    }
}
