//! Builds syntax trees whose nodes all have the same span.

use crate::number::Int;
use crate::source::Span;
use crate::syntax::ast::{self, Binary, Binder, Comparison, Elements, Expr, ExprKind, Name, Pattern};

/// Builds syntax trees whose nodes all have the span `span`.
pub struct Build {
    /// The span of all nodes.
    pub span: Span,
}

impl Build {
    fn node(&self, below: u32, kind: ExprKind) -> Expr {
        Expr { span: self.span, depth: below + 1, kind }
    }

    fn word(&self, text: &str) -> Name {
        Name { text: text.to_string(), span: self.span }
    }

    /// Builds a number.
    pub fn number(&self, value: usize) -> Expr {
        self.node(0, ExprKind::Number(Int::from(value)))
    }

    /// Builds a name.
    pub fn name(&self, text: &str) -> Expr {
        self.node(0, ExprKind::Name(text.to_string()))
    }

    /// Builds an expression in parentheses.
    pub fn parens(&self, inner: Expr) -> Expr {
        self.node(inner.depth, ExprKind::Parens(Box::new(inner)))
    }

    /// Builds a set of elements.
    pub fn set(&self, elements: Vec<Expr>) -> Expr {
        let depth = elements.iter().map(|it| it.depth).max().unwrap_or(0);
        self.node(depth, ExprKind::Set(Elements::Each(elements)))
    }

    /// Builds a call with one argument.
    pub fn call(&self, name: &str, argument: Expr) -> Expr {
        let depth = argument.depth;
        let arguments = Elements::Each(vec![argument]);
        self.node(depth, ExprKind::Call { name: self.word(name), arguments })
    }

    /// Builds an operator between two operands.
    pub fn binary(&self, left: Expr, op: Binary, right: Expr) -> Expr {
        let depth = left.depth.max(right.depth);
        let (left, right) = (Box::new(left), Box::new(right));
        self.node(depth, ExprKind::Binary { op, op_span: self.span, left, right })
    }

    /// Builds a comparison.
    pub fn compare(&self, left: Expr, op: Comparison, right: Expr) -> Expr {
        let depth = left.depth.max(right.depth);
        let rest = vec![(op, self.span, right)];
        self.node(depth, ExprKind::Compare { first: Box::new(left), rest })
    }

    /// Builds `whole div number`, with parentheses around `whole` unless it is a name.
    pub fn share(&self, whole: Expr, number: usize) -> Expr {
        let is_atom = matches!(whole.kind, ExprKind::Name(_));
        let whole = if is_atom { whole } else { self.parens(whole) };
        self.binary(whole, Binary::Div, self.number(number))
    }

    /// `NAME in DOMAIN`
    pub fn binder(&self, name: &str, domain: Expr) -> Binder {
        Binder { pattern: Pattern::Name(self.word(name)), domain, filters: Vec::new() }
    }

    /// Builds a move without `again`.
    pub fn rule(&self, name: &str, binders: Vec<Binder>, guard: Option<Expr>, target: Expr) -> ast::Rule {
        ast::Rule::Move(ast::Move {
            span: self.span,
            name: self.word(name),
            binders,
            guard,
            again: false,
            target,
        })
    }
}

/// Returns the name that a binder binds; `None` for a tuple of patterns.
pub fn bound_name(binder: &Binder) -> Option<String> {
    match &binder.pattern {
        Pattern::Name(name) => Some(name.text.clone()),
        Pattern::Tuple(..) => None,
    }
}

/// Returns all names that occur in an expression as operands or called functions, free or bound.
pub fn names_in(expression: &Expr) -> Vec<String> {
    let mut names = Vec::new();
    collect(expression, &mut names);
    names
}

fn collect(expression: &Expr, names: &mut Vec<String>) {
    stacker::maybe_grow(64 << 10, 4 << 20, || collect_kind(&expression.kind, names));
}

fn collect_kind(kind: &ExprKind, names: &mut Vec<String>) {
    let mut all = |each: &[&Expr]| each.iter().for_each(|it| collect(it, names));
    match kind {
        ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Truth(_) => {}
        ExprKind::Graph(_) | ExprKind::Load { .. } => {}
        ExprKind::Name(name) => names.push(name.clone()),
        ExprKind::GraphFor { edges: it, .. }
        | ExprKind::List(it)
        | ExprKind::Set(it)
        | ExprKind::Compound { arguments: it, .. } => {
            collect_elements(it, names);
        }
        ExprKind::Call { name, arguments } => {
            names.push(name.text.clone());
            collect_elements(arguments, names);
        }
        ExprKind::Tuple(parts) => all(&parts.iter().collect::<Vec<_>>()),
        ExprKind::Parens(inner) | ExprKind::Unary(_, inner) => all(&[inner]),
        ExprKind::Index(base, index) => all(&[base, index]),
        ExprKind::OpenSlice { base, low, high, .. } => {
            all(&[base]);
            all(&[low, high].into_iter().flatten().map(|end| &**end).collect::<Vec<_>>());
        }
        ExprKind::With { base, path, value } => {
            all(&[base, value]);
            all(&path.iter().collect::<Vec<_>>());
        }
        ExprKind::Binary { left, right, .. } => all(&[left, right]),
        ExprKind::Compare { first, rest } => {
            all(&[first]);
            all(&rest.iter().map(|(_, _, right)| right).collect::<Vec<_>>());
        }
        ExprKind::If(branches) => all(&branches.each_ref()),
        ExprKind::Let { value, body, .. } => all(&[value, body]),
        ExprKind::Quantifier { variables, body, .. } => {
            all(&[body]);
            for variable in variables {
                all(&variable.domain.iter().chain(&variable.filters).collect::<Vec<_>>());
            }
        }
    }
}

fn collect_elements(elements: &Elements, names: &mut Vec<String>) {
    match elements {
        Elements::Each(each) => each.iter().for_each(|it| collect(it, names)),
        Elements::For { element, clauses } => {
            collect(element, names);
            for clause in clauses {
                match clause {
                    ast::Clause::For(binder) => collect(&binder.domain, names),
                    ast::Clause::If(condition) => collect(condition, names),
                }
            }
        }
    }
}
