//! Prints expressions. An expression that does not fit on one line breaks at its loosest operator
//! first, and inside the operands of that operator only if necessary.

use super::printer::Printer;
use crate::source::Span;
use crate::syntax::ast::{self, Binary, Expr, ExprKind, Unary};

/// Calls a function, on a larger stack if needed, because trees may have a thousand levels.
pub fn deep<R>(run: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 << 10, 4 << 20, run)
}

/// The precedence of an operator; 0 binds loosest. Consecutive operators of one level are printed
/// as one chain, which breaks before each of its operators.
fn level(op: Binary) -> u8 {
    match op {
        Binary::Iff => 0,
        Binary::Implies => 1,
        Binary::Or => 2,
        Binary::And => 3,
        Binary::Range | Binary::RangeInclusive => 4,
        Binary::Xor => 5,
        Binary::Union => 6,
        Binary::Intersection => 7,
        Binary::Plus | Binary::Minus | Binary::Concat => 8,
        Binary::Times | Binary::Divide | Binary::Div | Binary::Mod => 9,
        Binary::Power => 10,
    }
}

/// Whether a product is a multiple of a component that the author wrote without blanks: `2*nim(3)`.
fn is_multiple(op: Binary, op_span: Span, left: &Expr, right: &Expr) -> bool {
    let tight = left.span.end == op_span.start && op_span.end == right.span.start;
    op == Binary::Times
        && tight
        && matches!(left.kind, ExprKind::Number(_) | ExprKind::Name(_))
        && matches!(right.kind, ExprKind::Call { .. })
}

impl<'a> Printer<'a> {
    /// Prints an expression.
    pub fn expression(&mut self, expression: &'a Expr) {
        deep(|| self.expression_kind(expression));
    }

    fn expression_kind(&mut self, expression: &'a Expr) {
        // Long: an arm for each kind of expression.
        let span = expression.span;
        match &expression.kind {
            ExprKind::Number(value) => self.leaf(span, value.to_string()),
            ExprKind::Text(value) => self.leaf(span, quoted(value)),
            ExprKind::Truth(value) => self.leaf(span, if *value { "true" } else { "false" }),
            ExprKind::Name(name) => self.leaf(span, name.as_str()),
            ExprKind::Graph(graph) => self.graph(graph),
            ExprKind::GraphFor { undirected, edges } => self.graph_for(*undirected, edges),
            ExprKind::Load { undirected, path } => self.load(*undirected, path),
            ExprKind::List(elements) => self.elements("[", "]", elements),
            ExprKind::Set(elements) => self.elements("{", "}", elements),
            ExprKind::Tuple(parts) => {
                self.bracket("(", ")", |it| it.separated(parts, |it, part| it.expression(part)));
            }
            ExprKind::Parens(inner) => self.bracket("(", ")", |it| it.expression(inner)),
            ExprKind::Call { name, arguments } => {
                self.leaf(name.span, name.text.as_str());
                self.arguments(arguments);
            }
            ExprKind::Compound { short, arguments } => {
                self.token(if *short { "short" } else { "long" });
                self.space();
                self.token("all");
                self.arguments(arguments);
            }
            ExprKind::Index(base, index) => {
                self.expression(base);
                self.bracket("[", "]", |it| it.expression(index));
            }
            ExprKind::OpenSlice { .. } => self.open_slice(expression),
            ExprKind::With { .. } => self.updates(expression),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary { op, left, right, .. } => match op {
                Binary::Range | Binary::RangeInclusive => {
                    self.expression(left);
                    self.token(op.spelling());
                    self.expression(right);
                }
                Binary::Implies | Binary::Power => self.right_chain(*op, expression),
                _ => self.left_chain(*op, expression),
            },
            ExprKind::Compare { first, rest } => self.group(|it| {
                it.expression(first);
                it.indented(|it| {
                    rest.iter().for_each(|(op, at, right)| it.operator(*at, op.spelling(), right))
                });
            }),
            ExprKind::If(branches) => self.conditional(branches),
            ExprKind::Let { .. } => self.local_names(expression),
            ExprKind::Quantifier { forall, variables, body } => {
                self.quantifier(*forall, variables, body, false);
            }
        }
    }

    /// Prints `xs[i..]`, `xs[..j]` or `xs[..]`.
    fn open_slice(&mut self, expression: &'a Expr) {
        let ExprKind::OpenSlice { base, low, high, inclusive } = &expression.kind else { return };
        self.expression(base);
        self.bracket("[", "]", |it| {
            low.iter().for_each(|low| it.expression(low));
            it.token(if *inclusive { "..=" } else { ".." });
            high.iter().for_each(|high| it.expression(high));
        });
    }

    /// Prints a text literal.
    pub fn text(&mut self, text: &'a ast::Text) {
        self.leaf(text.span, quoted(&text.value));
    }

    /// Prints a name.
    pub fn name(&mut self, name: &'a ast::Name) {
        self.leaf(name.span, name.text.as_str());
    }

    fn load(&mut self, undirected: bool, path: &'a ast::Text) {
        self.token("load");
        self.space();
        if undirected {
            self.token("undirected");
            self.space();
        }
        self.text(path);
    }

    fn unary(&mut self, op: Unary, operand: &'a Expr) {
        let (word, blank) = match op {
            Unary::Not => ("not", true),
            Unary::Negate => ("-", false),
            Unary::Misere => ("misere", true),
            Unary::Anti => ("anti", true),
        };
        self.token(word);
        if blank {
            self.space();
        }
        self.expression(operand);
    }

    /// Prints an operator and its right operand. The line may break before the operator.
    fn operator(&mut self, span: Span, spelling: &'static str, right: &'a Expr) {
        self.line();
        self.leaf(span, spelling);
        self.space();
        self.expression(right);
    }

    /// Prints `a + b - c`, which groups to the left, as one chain.
    fn left_chain(&mut self, op: Binary, expression: &'a Expr) {
        let (mut first, mut rest) = (expression, Vec::new());
        while let ExprKind::Binary { op: next, op_span, left, right } = &first.kind
            && level(*next) == level(op)
        {
            rest.push((*next, *op_span, is_multiple(*next, *op_span, left, right), right));
            first = left;
        }
        self.group(|it| {
            it.operand(op, first);
            it.indented(|it| {
                for (op, span, tight, right) in rest.into_iter().rev() {
                    if !tight {
                        it.line();
                    }
                    it.leaf(span, op.spelling());
                    if !tight {
                        it.space();
                    }
                    it.operand(op, right);
                }
            });
        });
    }

    /// Prints an operand of `op`. An operand `a and b` of `or` gets parentheses if the lines of the
    /// chain break, because `and` beside `or` on several lines is an error.
    fn operand(&mut self, op: Binary, operand: &'a Expr) {
        if op == Binary::Or && matches!(operand.kind, ExprKind::Binary { op: Binary::And, .. }) {
            self.parentheses_if_broken(|it| it.expression(operand));
        } else {
            self.expression(operand);
        }
    }

    /// Prints `a => b => c`, which groups to the right, as one chain.
    fn right_chain(&mut self, op: Binary, expression: &'a Expr) {
        self.group(|it| {
            let (mut last, mut indented) = (expression, false);
            while let ExprKind::Binary { op: next, op_span, left, right } = &last.kind
                && *next == op
            {
                it.expression(left);
                if !std::mem::replace(&mut indented, true) {
                    it.document.indent();
                }
                it.line();
                it.leaf(*op_span, op.spelling());
                it.space();
                last = right;
            }
            it.expression(last);
            it.document.dedent();
        });
    }

    /// Prints `xs with [i] = v with [j] = w`.
    fn updates(&mut self, expression: &'a Expr) {
        let (mut first, mut rest) = (expression, Vec::new());
        while let ExprKind::With { base, path, value } = &first.kind {
            rest.push((path, value));
            first = base;
        }
        self.group(|it| {
            it.expression(first);
            it.indented(|it| {
                rest.into_iter().rev().for_each(|(path, value)| it.update(path, value));
            });
        });
    }

    fn update(&mut self, path: &'a [Expr], value: &'a Expr) {
        self.line();
        self.token("with");
        self.space();
        path.iter().for_each(|index| self.bracket("[", "]", |it| it.expression(index)));
        self.space();
        self.token("=");
        self.space();
        self.expression(value);
    }

    /// Prints `if … then … else …`. An `else if` is not indented further.
    fn conditional(&mut self, branches: &'a [Expr; 3]) {
        self.group(|it| {
            it.hanging(|it| {
                let [condition, value, mut otherwise] = branches.each_ref();
                it.branch(condition, value);
                while let ExprKind::If(next) = &otherwise.kind {
                    it.otherwise();
                    it.branch(&next[0], &next[1]);
                    otherwise = &next[2];
                }
                it.otherwise();
                it.expression(otherwise);
            });
        });
    }

    fn otherwise(&mut self) {
        self.line();
        self.token("else");
        self.space();
    }

    fn branch(&mut self, condition: &'a Expr, value: &'a Expr) {
        self.group(|it| {
            it.token("if");
            it.space();
            it.expression(condition);
            it.indented(|it| {
                it.line();
                it.token("then");
                it.space();
                it.expression(value);
            });
        });
    }
}

/// A text as a literal: quoted and escaped.
pub fn quoted(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for c in text.chars() {
        match c {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\t' => literal.push_str("\\t"),
            _ => literal.push(c),
        }
    }
    literal.push('"');
    literal
}
