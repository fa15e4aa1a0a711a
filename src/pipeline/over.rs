//! Opens a spec for many values of some parameters. The files of the spec are read and parsed once;
//! names, types and constants are checked again for each combination of values.

use super::pattern_texts::parse_named;
use super::{Opened, RangeText, Setting, errors, instantiate, read_settings};
use crate::check::{self, Override};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::graph::{Graph, Vertex};
use crate::ir::{Type, Value};
use crate::number::Int;
use crate::position::Budget;
use crate::source::{FileId, Loader, Span};
use crate::syntax::ast;

/// A spec with lists of values for some of its parameters.
pub struct Over {
    /// The spec with the values that it gives to its parameters itself.
    pub opened: Opened,
    /// The values that `--set` gives to other parameters.
    settings: Vec<Override>,
    /// The parameters in the order in which they were named. The values of the last parameter
    /// change fastest.
    pub parameters: Vec<Parameter>,
}

/// A parameter with the list of its values.
#[derive(Debug)]
pub struct Parameter {
    /// The name of the parameter, located in the text that lists the values.
    name: ast::Name,
    /// The place of the expression that lists the values.
    place: Span,
    /// The values in order.
    pub values: Vec<Value>,
}

impl Parameter {
    /// The name of the parameter.
    pub fn name(&self) -> &str {
        &self.name.text
    }
}

impl Over {
    /// Evaluates the lists of values for the parameters in `ranges`, in the scope of a spec without
    /// errors. `option` is the name of the command-line option that gave `ranges`; errors show it.
    pub fn new(
        mut opened: Opened,
        settings: &[Setting],
        (option, ranges): (&str, &[RangeText]),
        loader: &dyn Loader,
        budget: &Budget<'_>,
    ) -> Result<Over, Box<(Opened, Vec<Diagnostic>)>> {
        let (mut parameters, mut problems) = (Vec::new(), Vec::new());
        let settings = read_settings(&mut opened.sources, settings, &mut problems);
        for range in ranges {
            let file = opened.sources.add(format!("{option} {}", range.name), range.text());
            match parameter(&opened, &settings, range, file, loader, budget) {
                Ok(parameter) => parameters.push(parameter),
                Err(more) => problems.extend(more),
            }
        }
        if problems.is_empty() {
            Ok(Over { opened, settings, parameters })
        } else {
            Err(Box::new((opened, problems)))
        }
    }

    /// How many combinations of values there are; `None` when they are too many to count.
    pub fn count(&self) -> Option<u64> {
        self.parameters.iter().try_fold(1u64, |count, it| count.checked_mul(it.values.len() as u64))
    }

    /// The values of combination number `at`, one for each parameter.
    pub fn values(&self, mut at: u64) -> Vec<&Value> {
        let mut values: Vec<&Value> = Vec::new();
        for parameter in self.parameters.iter().rev() {
            let count = parameter.values.len() as u64;
            values.push(&parameter.values[(at % count) as usize]);
            at /= count;
        }
        values.reverse();
        values
    }

    /// Opens the spec for combination number `at`. The places of its diagnostics are in the spec or
    /// in the texts that list the values.
    pub fn open(&self, at: u64, loader: &dyn Loader, budget: &Budget<'_>) -> Opened {
        let mut overrides = self.settings.clone();
        for (parameter, value) in self.parameters.iter().zip(self.values(at)) {
            let value = literal(value, parameter.place);
            overrides.push(Override { name: parameter.name.clone(), value });
        }
        let Opened { sources, modules, .. } = &self.opened;
        let (instance, diagnostics) = match modules {
            Some(modules) => instantiate(modules, sources, &overrides, loader, budget),
            None => (None, Vec::new()),
        };
        Opened { sources: sources.clone(), modules: modules.clone(), instance, partial: None, diagnostics }
    }
}

/// The parameter and the values in the text `NAME=VALUES` of an option.
fn parameter(
    opened: &Opened,
    settings: &[Override],
    range: &RangeText,
    file: FileId,
    loader: &dyn Loader,
    budget: &Budget<'_>,
) -> Result<Parameter, Vec<Diagnostic>> {
    let span = Span::new(file, 0, range.name.len());
    let name = ast::Name { text: range.name.clone(), span };
    let (expr, mut diagnostics) = parse_named("values", file, &range.name, &range.range);
    let is_behind_set = |it: &Diagnostic| {
        let at = it.place().map_or(0, |place| place.start as usize).saturating_sub(range.name.len() + 1);
        let before = range.range.get(..at).unwrap_or("").trim();
        let is_closed = before.matches('{').count() == before.matches('}').count();
        it.message == "unexpected `,`" && before.starts_with('{') && before.ends_with('}') && is_closed
    };
    if expr.is_none() && diagnostics.iter().any(is_behind_set) {
        let list = format!("several sets are a list: write `'{}=[{}]'`", range.name, range.range.trim());
        diagnostics = diagnostics.into_iter().map(|it| it.help(list.clone())).collect();
    }
    let (Some(expr), Some(modules), Some(instance)) = (expr, &opened.modules, &opened.instance) else {
        return Err(diagnostics);
    };
    let place = expr.span;
    let global = instance.program.globals.iter().find(|it| it.name == range.name);
    let Some(domain) = global.and_then(|it| it.domain.as_ref()) else {
        // The name is not a parameter: the checker reports that as for `--set`.
        let mut overrides = settings.to_vec();
        overrides.push(Override { name, value: expr });
        return Err(check::check(modules, &opened.sources, loader, &overrides).1);
    };
    if settings.iter().any(|it| it.name.text == range.name) {
        return Err(vec![errors::set_and_swept(&name)]);
    }
    let ty = domain.ty();
    if ty == Type::Position {
        return Err(vec![errors::swept_positions(&name)]);
    }
    let all = each_of(expr);
    let program = &instance.program;
    let (body, diagnostics) =
        check::check_value(program, modules, &opened.sources, loader, &all, &Type::list(ty.clone()));
    // The user did not write the list, so an error about its type would be confusing.
    let is_list = |it: &Diagnostic| it.code == Code::G301 && it.place() == Some(place);
    let of_type = |it: &Diagnostic| match is_list(it) {
        true => errors::no_values(range, place, &ty),
        false => it.clone(),
    };
    let body = body.ok_or_else(|| diagnostics.iter().map(of_type).collect::<Vec<_>>())?;
    let value = instance.evaluate(&body, budget);
    let value =
        value.map_err(|problem| vec![errors::range_without_value(instance, range, &body, &problem)])?;
    let values = match value {
        Value::List(values) => values.to_vec(),
        _ => Vec::new(),
    };
    Ok(Parameter { name, place, values })
}

/// The expression `[value for value in EXPR]`. Checked as a list of the parameter's type, it
/// accepts any collection, and converts each element to that type.
fn each_of(expr: ast::Expr) -> ast::Expr {
    let (span, depth) = (expr.span, expr.depth);
    // Names in specs contain no spaces, so this one cannot clash.
    let text = "a value".to_string();
    let name = ast::Name { text: text.clone(), span };
    let element = Box::new(ast::Expr { span, depth: 1, kind: ast::ExprKind::Name(text) });
    let clauses = vec![ast::Clause::For(ast::Binder {
        pattern: ast::Pattern::Name(name),
        domain: expr,
        filters: Vec::new(),
    })];
    let kind = ast::ExprKind::List(ast::Elements::For { element, clauses });
    ast::Expr { span, depth: depth.saturating_add(1), kind }
}

/// An expression that evaluates to a value, with `span` as the place of all its parts.
fn literal(value: &Value, span: Span) -> ast::Expr {
    use ast::ExprKind::{Binary, Graph, List, Number, Set, Text, Truth, Tuple, Unary};
    let node = |kind, depth| ast::Expr { span, depth, kind };
    let number = |int: &Int| match int.is_negative() {
        true => node(Unary(ast::Unary::Negate, Box::new(node(Number(-int.clone()), 1))), 2),
        false => node(Number(int.clone()), 1),
    };
    let all = |values: &[Value]| {
        let parts: Vec<ast::Expr> = values.iter().map(|it| literal(it, span)).collect();
        let depth = parts.iter().map(|it| it.depth).max().unwrap_or(0);
        (parts, depth + 1)
    };
    match value {
        Value::Int(int) => number(int),
        Value::Bool(truth) => node(Truth(*truth), 1),
        Value::Text(letters) => node(Text(letters.iter().collect()), 1),
        Value::Vertex(it) => vertex(it, span),
        Value::List(values) => {
            let (parts, depth) = all(values);
            node(List(ast::Elements::Each(parts)), depth)
        }
        Value::Set(values) => {
            let (parts, depth) = all(values);
            node(Set(ast::Elements::Each(parts)), depth)
        }
        Value::Tuple(values) => {
            let (parts, depth) = all(values);
            node(Tuple(parts), depth)
        }
        Value::Range(bounds) => {
            let (left, right) = (Box::new(number(&bounds.0)), Box::new(number(&bounds.1)));
            node(Binary { op: ast::Binary::Range, op_span: span, left, right }, 3)
        }
        Value::Graph(it) => node(Graph(graph(it, span)), 1),
        // Parameters are neither: positions are refused, and no declared type has real numbers.
        Value::Real(_) | Value::Position(_) => node(Truth(false), 1),
    }
}

/// A vertex as an expression. A name becomes a text, which always denotes the vertex with that
/// name.
fn vertex(it: &Vertex, span: Span) -> ast::Expr {
    let node = |kind, depth| ast::Expr { span, depth, kind };
    match it {
        Vertex::Number(number) => node(ast::ExprKind::Number(number.clone()), 1),
        Vertex::Name(name) => node(ast::ExprKind::Text(name.to_string()), 1),
        Vertex::Tuple(parts) => {
            let parts: Vec<ast::Expr> = parts.iter().map(|part| vertex(part, span)).collect();
            let depth = parts.iter().map(|it| it.depth).max().unwrap_or(0) + 1;
            node(ast::ExprKind::Tuple(parts), depth)
        }
    }
}

/// A graph as a literal that lists each vertex, then each edge.
fn graph(graph: &Graph, span: Span) -> ast::GraphLiteral {
    let undirected = graph.is_undirected();
    let vertex = |number: u32| vec![label(&graph.vertex(number as usize), span)];
    let lone = (0..graph.len() as u32).map(|it| ast::Chain { groups: vec![vertex(it)], edges: Vec::new() });
    let edges = graph
        .edges()
        .into_iter()
        .map(|(u, v)| ast::Chain { groups: vec![vertex(u), vertex(v)], edges: vec![(!undirected, span)] });
    ast::GraphLiteral { undirected, chains: lone.chain(edges).collect() }
}

/// A vertex of a graph literal.
fn label(vertex: &Vertex, span: Span) -> ast::Vertex {
    let label = match vertex {
        Vertex::Number(number) => ast::VertexLabel::Number(number.clone()),
        Vertex::Name(name) => ast::VertexLabel::Name(name.to_string()),
        Vertex::Tuple(parts) => ast::VertexLabel::Tuple(parts.iter().map(|it| label(it, span)).collect()),
    };
    ast::Vertex { span, label }
}
