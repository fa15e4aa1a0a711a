//! Evaluates the builtins that make graphs, such as `grid(4, 5)`, and those that ask about a graph:
//! its vertices and edges, its paths, its connected components, its trees.

use super::arithmetic::natural;
use super::builtin::int;
use super::evaluator::{Evaluator, MAX_ELEMENTS, problem};
use super::{Evaluated, Problem, ProblemKind};
use crate::ir::graph::Graph;
use crate::ir::{Builtin, Value};
use crate::number::Int;
use crate::source::Span;
use std::sync::Arc;

impl Evaluator<'_, '_> {
    /// The graph of a builtin that names a family: `grid(4, 5)`, `petersen()`. An error if a size
    /// is negative or too large, or below 3 for a cycle.
    pub(super) fn family(&self, builtin: Builtin, arguments: &[Value], span: Span) -> Evaluated<Value> {
        use Builtin as B;
        let size = |at: usize| {
            let size = arguments.get(at).map_or(Int::ZERO, int);
            natural(&size, "the size of a graph", span)?;
            let small = size.to_usize().filter(|size| *size <= MAX_ELEMENTS);
            small.ok_or_else(|| problem(span, ProblemKind::TooLarge("a graph")))
        };
        let (a, b) = (size(0)?, size(1)?);
        let edges = match builtin {
            B::Grid | B::KingGrid => a.saturating_mul(b).saturating_mul(4),
            B::Complete => a.saturating_mul(a),
            B::CompleteBipartite => a.saturating_mul(b),
            B::Hypercube if a < 32 => a << a,
            B::Hypercube => usize::MAX,
            B::Cycle if a < 3 => return Err(problem(span, ProblemKind::ShortCycle)),
            _ => a,
        };
        let count = edges.saturating_add(a).saturating_add(b);
        if count > MAX_ELEMENTS {
            return Err(problem(span, ProblemKind::TooLarge("a graph")));
        }
        self.room::<[u64; 8]>(count, span)?;
        let (a, b) = (a as u32, b as u32);
        Ok(Value::Graph(Arc::new(match builtin {
            B::Grid => Graph::board(a, b, false),
            B::KingGrid => Graph::board(a, b, true),
            B::PathGraph => Graph::row(a),
            B::Cycle => Graph::cycle(a),
            B::Complete => Graph::complete(a),
            B::CompleteBipartite => Graph::complete_bipartite(a, b),
            B::Hypercube => Graph::hypercube(a),
            _ => Graph::petersen(),
        })))
    }

    /// The graph with a set of pairs as edges.
    pub(super) fn graph_of(&self, edges: &Value, undirected: bool, span: Span) -> Evaluated<Value> {
        let Value::Set(edges) = edges else { return Ok(edges.clone()) };
        self.room::<[u64; 8]>(edges.len(), span)?;
        let pair = |edge: &Value| match edge {
            Value::Tuple(ends) => Some((ends[0].as_vertex()?, ends[1].as_vertex()?)),
            _ => None,
        };
        let edges: Vec<_> = edges.iter().filter_map(pair).collect();
        Ok(Value::Graph(Arc::new(Graph::new(Vec::new(), &edges, undirected))))
    }

    /// The number of a vertex in a graph; an error if the graph lacks it.
    fn vertex_number(&self, graph: &Graph, vertex: &Value, span: Span) -> Evaluated<usize> {
        let found = vertex.as_vertex().and_then(|vertex| graph.find(&vertex));
        found.ok_or_else(|| {
            let vertex = crate::ir::print::value(&self.instance.program, vertex);
            problem(span, ProblemKind::ForeignVertex { vertex })
        })
    }

    /// The connected components of a set of values that name vertices. Each component is a set of
    /// these values.
    fn parts(&self, graph: &Graph, members: &[Value], span: Span) -> Evaluated<Value> {
        let number = |member: &Value| Ok((self.vertex_number(graph, member, span)? as u32, member.clone()));
        let mut named: Vec<(u32, Value)> = members.iter().map(number).collect::<Evaluated<_>>()?;
        named.sort_by_key(|it| it.0);
        let within: Vec<u32> = named.iter().map(|it| it.0).collect();
        self.tick(graph.len() + within.len(), span)?;
        let member = |vertex: &u32| within.binary_search(vertex).ok().map(|at| named[at].1.clone());
        let part = |part: &Vec<u32>| self.set(part.iter().filter_map(member).collect(), span);
        let parts = graph.components(&within).iter().map(part).collect::<Evaluated<Vec<_>>>()?;
        self.set(parts, span)
    }

    fn subgraph(&self, graph: &Graph, members: &Value, span: Span) -> Evaluated<Value> {
        let Value::Set(members) = members else { return Ok(members.clone()) };
        let number = |member: &Value| self.vertex_number(graph, member, span).map(|it| it as u32);
        let within = members.iter().map(number).collect::<Evaluated<Vec<_>>>()?;
        self.tick(within.len(), span)?;
        Ok(Value::Graph(Arc::new(graph.subgraph(&within))))
    }

    fn path(&self, graph: &Graph, from: usize, to: usize, span: Span) -> Evaluated<Vec<u32>> {
        if !graph.is_forest() {
            self.tick(graph.len(), span)?;
        }
        let path = graph.path(from, to).ok_or_else(|| no_path(graph, from, to, span))?;
        self.tick(path.len(), span)?;
        Ok(path)
    }

    /// The value of a builtin that asks about a graph; `arguments` follow the graph.
    pub(super) fn graph(
        &mut self,
        builtin: Builtin,
        graph: &Arc<Graph>,
        arguments: &[Value],
        span: Span,
    ) -> Evaluated<Value> {
        use Builtin as B;
        self.tick(1, span)?;
        let at = |argument: &Value| self.vertex_number(graph, argument, span);
        let vertex = |number: &u32| Value::Vertex(graph.vertex(*number as usize));
        // Vertices are numbered in ascending order, so an ascending list of numbers is already a
        // set.
        let set = |numbers: &[u32]| Value::Set(numbers.iter().map(vertex).collect());
        let tree = || if graph.is_forest() { Ok(()) } else { Err(problem(span, ProblemKind::NotATree)) };
        Ok(match builtin {
            B::Vertices => Value::Set(graph.vertices().map(Value::Vertex).collect()),
            B::Edges => {
                let edges = graph.edges();
                self.tick(edges.len(), span)?;
                let pair = |(u, v): (u32, u32)| Value::Tuple([vertex(&u), vertex(&v)].into());
                Value::set(edges.into_iter().map(pair).collect())
            }
            B::Out => set(graph.out(at(&arguments[0])?)),
            B::Neighbours => set(&graph.neighbours(at(&arguments[0])?)),
            B::Degree => Value::Int(Int::from(graph.neighbours(at(&arguments[0])?).len())),
            B::Components => {
                let Value::Set(members) = &arguments[0] else { return Ok(arguments[0].clone()) };
                self.parts(graph, members, span)?
            }
            B::Reachable | B::Subtree => {
                if builtin == B::Subtree {
                    tree()?;
                }
                let mut reached = graph.reach(at(&arguments[0])?);
                self.tick(if graph.is_forest() { reached.len() } else { graph.len() }, span)?;
                reached.sort_unstable();
                set(&reached)
            }
            B::Path => {
                let path = self.path(graph, at(&arguments[0])?, at(&arguments[1])?, span)?;
                Value::List(path.iter().map(vertex).collect())
            }
            B::Distance => {
                let (from, to) = (at(&arguments[0])?, at(&arguments[1])?);
                self.tick(graph.len(), span)?;
                let distance = graph.distance(from, to).ok_or_else(|| no_path(graph, from, to, span))?;
                Value::Int(Int::from(distance))
            }
            B::Subgraph => self.subgraph(graph, &arguments[0], span)?,
            B::Children => {
                tree()?;
                set(graph.out(at(&arguments[0])?))
            }
            _ => {
                tree()?;
                vertex(&parent(graph, at(&arguments[0])?, span)?)
            }
        })
    }
}

fn no_path(graph: &Graph, from: usize, to: usize, span: Span) -> Problem {
    let (from, to) = (graph.vertex(from).to_string(), graph.vertex(to).to_string());
    problem(span, ProblemKind::NoPath { from, to })
}

fn parent(graph: &Graph, vertex: usize, span: Span) -> Evaluated<u32> {
    let parent = graph.incoming(vertex).first().copied();
    let vertex = || graph.vertex(vertex).to_string();
    parent.ok_or_else(|| problem(span, ProblemKind::NoParent { vertex: vertex() }))
}
