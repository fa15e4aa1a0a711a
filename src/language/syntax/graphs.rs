//! Graphs as they are written.

use super::ast;
use super::errors;
use super::expression::Lowering;
use super::grammar::Rule;
use super::lower::parts;
use crate::number::Int;
use pest::iterators::Pair;

impl Lowering<'_> {
    /// `graph { a -> b, c }`: the chains as written.
    pub(super) fn graph(&mut self, pair: Pair<'_, Rule>) -> ast::GraphLiteral {
        let mut graph = ast::GraphLiteral { undirected: false, chains: Vec::new() };
        for inner in parts(pair) {
            match inner.as_rule() {
                Rule::undirected => graph.undirected = true,
                Rule::graph_chain => {
                    let chain = self.chain(inner, graph.undirected);
                    graph.chains.push(chain);
                }
                _ => {}
            }
        }
        graph
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
            _ => ast::VertexLabel::Name(inner.as_str().to_string()),
        };
        Some(ast::Vertex { span, label })
    }
}
