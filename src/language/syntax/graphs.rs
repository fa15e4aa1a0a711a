//! Lowers graph expressions, and reports edges of the wrong kind.

use super::ast::{self, Expr, ExprKind};
use super::errors;
use super::expression::{Lowering, elements_depth};
use super::grammar::Rule;
use super::pairs::parts;
use crate::number::Int;
use crate::source::Span;
use pest::iterators::Pair;

impl Lowering<'_> {
    /// Lowers `graph { a -> b, c }` to its chains, and `graph {(u, v) for …}` to a comprehension.
    pub(super) fn graph(&mut self, pair: Pair<'_, Rule>, span: Span) -> Expr {
        let mut graph = ast::GraphLiteral { undirected: false, chains: Vec::new() };
        let known = self.diagnostics.len();
        for inner in parts(pair) {
            match inner.as_rule() {
                Rule::undirected => graph.undirected = true,
                Rule::edges => {
                    let edges = self.elements(inner);
                    let (undirected, depth) = (graph.undirected, elements_depth(&edges));
                    return self.node(span, depth, ExprKind::GraphFor { undirected, edges });
                }
                Rule::graph_chain => {
                    let chain = self.chain(inner, graph.undirected);
                    graph.chains.push(chain);
                }
                _ => {}
            }
        }
        // Only the first edge of the wrong kind is reported: all edges of a graph are of one kind.
        self.diagnostics.truncate(known + 1);
        let edges = graph.chains.iter().flat_map(|chain| &chain.edges);
        if let Some(error) = self.diagnostics.get_mut(known)
            && edges.clone().all(|(directed, _)| *directed == graph.undirected)
        {
            errors::edges_of_the_other_kind(error, self.text, span, graph.undirected);
        }
        if self.diagnostics.len() == known {
            self.warn_of_pairs(&graph, span);
            self.warn_of_commas(&graph);
        }
        Expr { span, depth: 1, kind: ExprKind::Graph(graph) }
    }

    fn chain(&mut self, pair: Pair<'_, Rule>, undirected: bool) -> ast::Chain {
        let mut chain = ast::Chain { groups: Vec::new(), edges: Vec::new() };
        for inner in parts(pair) {
            if inner.as_rule() == Rule::edge {
                let (span, directed) = (self.span(&inner), inner.as_str() == "->");
                if directed == undirected {
                    self.diagnostics.push(errors::mixed_edges(span, undirected));
                }
                chain.edges.push((directed, span));
            } else {
                chain.groups.push(parts(inner).filter_map(|it| self.vertex(it)).collect());
            }
        }
        chain
    }

    fn vertex(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Vertex> {
        let span = self.span(&pair);
        let inner = parts(pair).next()?;
        let label = match inner.as_rule() {
            Rule::number => ast::VertexLabel::Number(Int::parse(inner.as_str()).unwrap_or_default()),
            Rule::text => ast::VertexLabel::Name(self.text(inner).value),
            Rule::vertex_tuple => {
                ast::VertexLabel::Tuple(parts(inner).filter_map(|it| self.vertex(it)).collect())
            }
            _ => ast::VertexLabel::Name(inner.as_str().to_string()),
        };
        Some(ast::Vertex { span, label })
    }
}
