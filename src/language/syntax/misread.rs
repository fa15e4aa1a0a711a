//! Warnings of what is read in another way than it looks: the body of a quantifier that goes on behind `<=>`, `misere (P) + Q`,
//! pairs of vertices that are no edges. A chain of `<=>` is in [`super::mixed`].

use super::ast::{Binary, Expr, ExprKind, GraphLiteral, Unary, Variable, VertexLabel};
use super::errors;
use super::expression::Lowering;
use crate::source::Span;

impl Lowering<'_> {
    /// `exists k in D: a(k) <=> b`, whose body includes `<=> b`; `exists k in D: a(k) => b(k)`, which is true where `a(k)` is false.
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
            _ => return,
        };
        self.diagnostics.push(warning);
    }

    /// `misere (P) + Q`, which is misère play of the whole sum.
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

    /// Where the first summand ends.
    fn end_of_first(&self, sum: &Expr) -> u32 {
        let mut first = sum;
        while let ExprKind::Binary { op: Binary::Plus, left, .. } = &first.kind {
            first = left;
        }
        first.span.end
    }

    /// `graph { (1, 2), (2, 3) }`, which has two vertices and no edge.
    pub(super) fn warn_of_pairs(&mut self, graph: &GraphLiteral, span: Span) {
        let vertices = || graph.chains.iter().flat_map(|it| it.groups.iter().flatten());
        let has_edges = graph.chains.iter().any(|it| !it.edges.is_empty());
        let mut edges = Vec::new();
        for vertex in vertices() {
            let VertexLabel::Tuple(parts) = &vertex.label else { return };
            let [from, to] = parts.as_slice() else { return };
            edges.push([from, to].map(|it| self.brief(it.span, 40)));
        }
        let Some(first) = vertices().next().filter(|_| !has_edges) else { return };
        let sign = if graph.undirected { "-" } else { "->" };
        let edges: Vec<String> = edges.iter().map(|[from, to]| format!("{from} {sign} {to}")).collect();
        let word = if graph.undirected { "graph undirected" } else { "graph" };
        let written = format!("{word} {{ {} }}", edges.join("; "));
        self.diagnostics.push(errors::pairs_as_vertices(first.span, span, written));
    }

    /// The words and numbers of a text.
    fn words(&self, span: Span) -> impl Iterator<Item = &str> {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
    }
}
