//! Turns the flat lists of operands and operators that the parser returns into expression trees, by
//! precedence, and reports what the grammar cannot detect, such as trees with too many levels.

use super::MAX_DEPTH;
use super::ast::{self, Expr, ExprKind};
use super::errors;
use super::grammar::Rule;
use super::pairs::parts;
use crate::diagnostic::Diagnostic;
use crate::number::Int;
use crate::source::{FileId, Span};
use pest::iterators::Pair;

/// The state of lowering: the text that was parsed, and the diagnostics found so far.
pub struct Lowering<'d> {
    /// The file in which the spans lie.
    pub file: FileId,
    /// The text to whose offsets the spans refer.
    pub text: &'d str,
    /// The diagnostics about problems that the grammar cannot detect.
    pub diagnostics: &'d mut Vec<Diagnostic>,
    /// Whether an excessive depth was already reported.
    pub too_deep: bool,
}

/// How tightly an operator binds, from loose to tight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Lowest,
    Iff,
    Implies,
    Or,
    And,
    Not,
    Compare,
    With,
    Range,
    Xor,
    Union,
    Intersection,
    Convention,
    Sum,
    Product,
    Negate,
    Power,
    Highest,
}

impl Level {
    /// Returns the next tighter level. The operators in the right operand of a left-grouping
    /// operator must have at least this level.
    fn tighter(self) -> Level {
        use Level::*;
        match self {
            Lowest => Iff,
            Iff => Implies,
            Implies => Or,
            Or => And,
            And => Not,
            Not => Compare,
            Compare => With,
            With => Range,
            Range => Xor,
            Xor => Union,
            Union => Intersection,
            Intersection => Convention,
            Convention => Sum,
            Sum => Product,
            Product => Negate,
            Negate => Power,
            Power | Highest => Highest,
        }
    }
}

/// An operator between two operands.
#[derive(Clone, Copy)]
enum Infix {
    Binary(ast::Binary),
    Compare(ast::Comparison),
}

/// Returns the operator between two operands that a pair spells, and its level; `None` for other
/// pairs.
fn infix(pair: &Pair<'_, Rule>) -> Option<(Infix, Level)> {
    use ast::{Binary as B, Comparison as C};
    if pair.as_rule() == Rule::membership {
        let op = if pair.as_str().starts_with(['n', '∉']) { C::NotIn } else { C::In };
        return Some((Infix::Compare(op), Level::Compare));
    }
    let operator = [Rule::symbol, Rule::word, Rule::value_symbol, Rule::value_word];
    if !operator.contains(&pair.as_rule()) {
        return None;
    }
    let binary = |op, level| Some((Infix::Binary(op), level));
    let compare = |op| Some((Infix::Compare(op), Level::Compare));
    match pair.as_str() {
        "<=>" => binary(B::Iff, Level::Iff),
        "=>" => binary(B::Implies, Level::Implies),
        "or" => binary(B::Or, Level::Or),
        "and" => binary(B::And, Level::And),
        ".." => binary(B::Range, Level::Range),
        "..=" => binary(B::RangeInclusive, Level::Range),
        "xor" => binary(B::Xor, Level::Xor),
        "|" => binary(B::Union, Level::Union),
        "&" => binary(B::Intersection, Level::Intersection),
        "++" => binary(B::Concat, Level::Sum),
        "+" => binary(B::Plus, Level::Sum),
        "-" => binary(B::Minus, Level::Sum),
        "*" => binary(B::Times, Level::Product),
        "/" => binary(B::Divide, Level::Product),
        "div" => binary(B::Div, Level::Product),
        "mod" => binary(B::Mod, Level::Product),
        "^" => binary(B::Power, Level::Power),
        "==" => compare(C::Eq),
        "!=" | "≠" => compare(C::Ne),
        "<" => compare(C::Lt),
        "<=" | "≤" => compare(C::Le),
        ">" => compare(C::Gt),
        ">=" | "≥" => compare(C::Ge),
        _ => None,
    }
}

fn prefix(pair: &Pair<'_, Rule>) -> Option<(ast::Unary, Level)> {
    if pair.as_rule() != Rule::prefix {
        return None;
    }
    match pair.as_str() {
        "not" => Some((ast::Unary::Not, Level::Not)),
        "misere" => Some((ast::Unary::Misere, Level::Convention)),
        "anti" => Some((ast::Unary::Anti, Level::Convention)),
        _ => Some((ast::Unary::Negate, Level::Negate)),
    }
}

/// Whether an operator groups to the right.
fn groups_right(pair: &Pair<'_, Rule>) -> bool {
    matches!(pair.as_str(), "=>" | "^") && infix(pair).is_some()
}

type Tokens<'p> = std::iter::Peekable<std::vec::IntoIter<Pair<'p, Rule>>>;

impl Lowering<'_> {
    /// Lowers an expression: a flat list of prefixes, operands, postfixes and operators between
    /// them.
    pub fn expression(&mut self, pair: Pair<'_, Rule>) -> Expr {
        stacker::maybe_grow(64 << 10, 4 << 20, || {
            let span = self.span(&pair);
            let tokens: Vec<_> = parts(pair).collect();
            let recursive =
                tokens.iter().filter(|token| token.as_rule() == Rule::prefix || groups_right(token));
            if recursive.count() > MAX_DEPTH as usize {
                self.diagnostics.push(errors::too_deep(span, MAX_DEPTH));
                return missing(span);
            }
            self.climb(&mut tokens.into_iter().peekable(), Level::Lowest, span)
        })
    }

    /// Lowers the longest beginning of `tokens` whose operators all bind at least as tightly as
    /// `least` (precedence climbing). `whole` is the span of the whole list, for errors.
    fn climb(&mut self, tokens: &mut Tokens<'_>, least: Level, whole: Span) -> Expr {
        let Some(first) = tokens.next() else { return missing(whole) };
        let mut left = match prefix(&first) {
            Some((op, level)) => {
                let start = self.span(&first);
                let operand = stacker::maybe_grow(64 << 10, 4 << 20, || self.climb(tokens, level, whole));
                self.unary(op, start, operand)
            }
            None => self.primary(first),
        };
        loop {
            let Some(next) = tokens.peek() else { return left };
            let rule = next.as_rule();
            if matches!(rule, Rule::index | Rule::arguments) {
                if let Some(token) = tokens.next() {
                    left = self.postfix(left, token);
                }
            } else if matches!(rule, Rule::with_ | Rule::with_no_in) && least <= Level::With {
                if let Some(token) = tokens.next() {
                    left = self.with(left, token);
                }
            } else if let Some((op, level)) = infix(next).filter(|(_, level)| *level >= least) {
                let op_span = self.span(next);
                let right_grouping = groups_right(next);
                tokens.next();
                let needed = if right_grouping { level } else { level.tighter() };
                let right = self.right_operand(tokens, needed, whole);
                left = self.infix(left, op, op_span, right);
            } else {
                return left;
            }
        }
    }

    fn right_operand(&mut self, tokens: &mut Tokens<'_>, needed: Level, whole: Span) -> Expr {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.climb(tokens, needed, whole))
    }

    /// Makes a node whose deepest child has the depth `below`. If the node would be too deep, makes
    /// a leaf instead; only the first such node is reported.
    pub(super) fn node(&mut self, span: Span, below: u32, kind: ExprKind) -> Expr {
        if below < MAX_DEPTH {
            return Expr { span, depth: below + 1, kind };
        }
        if !std::mem::replace(&mut self.too_deep, true) {
            self.diagnostics.push(errors::too_deep(span, MAX_DEPTH));
        }
        // The deep tree is dropped here.
        Expr { span, depth: 1, kind: ExprKind::Truth(false) }
    }

    fn unary(&mut self, op: ast::Unary, start: Span, operand: Expr) -> Expr {
        let span = start.to(operand.span);
        self.warn_of_convention(op, start, &operand);
        self.node(span, operand.depth, ExprKind::Unary(op, Box::new(operand)))
    }

    fn infix(&mut self, left: Expr, op: Infix, op_span: Span, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        let depth = left.depth.max(right.depth);
        match op {
            Infix::Binary(op) => {
                self.refuse_range_chain(op, op_span, &left);
                self.note_mixed(op, op_span, &left, &right);
                let (left, right) = (Box::new(left), Box::new(right));
                self.node(span, depth, ExprKind::Binary { op, op_span, left, right })
            }
            Infix::Compare(op) => match left.kind {
                ExprKind::Compare { first, mut rest } => {
                    rest.push((op, op_span, right));
                    self.node(span, depth.saturating_sub(1), ExprKind::Compare { first, rest })
                }
                _ => {
                    let rest = vec![(op, op_span, right)];
                    self.node(span, depth, ExprKind::Compare { first: Box::new(left), rest })
                }
            },
        }
    }

    fn refuse_range_chain(&mut self, op: ast::Binary, op_span: Span, left: &Expr) {
        let is_range = |op| matches!(op, ast::Binary::Range | ast::Binary::RangeInclusive);
        if let ExprKind::Binary { op: before, .. } = left.kind
            && is_range(op)
            && is_range(before)
        {
            self.diagnostics.push(errors::ranges_chain(op_span, left.span));
        }
    }

    fn postfix(&mut self, base: Expr, token: Pair<'_, Rule>) -> Expr {
        let span = base.span.to(self.span(&token));
        if token.as_rule() == Rule::index {
            return self.index(base, token, span);
        }
        let arguments_span = self.span(&token);
        let arguments = self.elements(token);
        match base.kind {
            ExprKind::Name(text) => {
                let name = ast::Name { text, span: base.span };
                let depth = elements_depth(&arguments);
                let call = self.node(span, depth, ExprKind::Call { name, arguments });
                self.warn_of_compound(&call);
                call
            }
            _ => {
                self.diagnostics.push(errors::not_callable(arguments_span));
                base
            }
        }
    }

    /// Lowers `base[…]`: an element, a slice, or a slice without one or both of its ends.
    fn index(&mut self, base: Expr, token: Pair<'_, Rule>, span: Span) -> Expr {
        let (mut dots, mut low, mut high) = (None, None, None);
        for part in parts(token) {
            match part.as_rule() {
                Rule::dots => dots = Some((self.span(&part), part.as_str() == "..=")),
                _ if dots.is_some() => high = Some(Box::new(self.expression(part))),
                _ => low = Some(Box::new(self.expression(part))),
            }
        }
        let depth = [&low, &high].into_iter().flatten().map(|it| it.depth).max().unwrap_or(0).max(base.depth);
        let base = Box::new(base);
        let Some((at, inclusive)) = dots else {
            let index = low.unwrap_or_else(|| Box::new(missing(span)));
            return self.node(span, depth, ExprKind::Index(base, index));
        };
        if inclusive && high.is_none() {
            self.diagnostics.push(errors::inclusive_without_end(at));
        }
        self.node(span, depth, ExprKind::OpenSlice { base, low, high, inclusive })
    }

    fn with(&mut self, base: Expr, token: Pair<'_, Rule>) -> Expr {
        let span = base.span.to(self.span(&token));
        let mut inner: Vec<Expr> = parts(token).map(|it| self.expression(it)).collect();
        let Some(value) = inner.pop() else { return base };
        let depth = inner.iter().map(|it| it.depth).max().unwrap_or(0).max(base.depth).max(value.depth);
        let kind = ExprKind::With { base: Box::new(base), path: inner, value: Box::new(value) };
        self.node(span, depth, kind)
    }

    fn primary(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let leaf = |kind| Expr { span, depth: 1, kind };
        match pair.as_rule() {
            Rule::number => leaf(ExprKind::Number(Int::parse(pair.as_str()).unwrap_or_default())),
            Rule::text => leaf(ExprKind::Text(self.text(pair).value)),
            Rule::truth => leaf(ExprKind::Truth(pair.as_str() == "true")),
            Rule::name | Rule::xor_name => leaf(ExprKind::Name(pair.as_str().to_string())),
            Rule::graph => self.graph(pair, span),
            Rule::load => {
                let mut inner = parts(pair).peekable();
                let undirected = inner.next_if(|it| it.as_rule() == Rule::undirected).is_some();
                match inner.next() {
                    Some(path) => leaf(ExprKind::Load { undirected, path: self.text(path) }),
                    None => missing(span),
                }
            }
            Rule::compound => {
                let mut short = false;
                let mut arguments = ast::Elements::Each(Vec::new());
                for inner in parts(pair) {
                    match inner.as_rule() {
                        Rule::short => short = true,
                        Rule::arguments => arguments = self.elements(inner),
                        _ => {}
                    }
                }
                let depth = elements_depth(&arguments);
                let compound = self.node(span, depth, ExprKind::Compound { short, arguments });
                self.warn_of_compound(&compound);
                compound
            }
            Rule::list => {
                let elements = self.elements(pair);
                let depth = elements_depth(&elements);
                self.node(span, depth, ExprKind::List(elements))
            }
            Rule::set => {
                let elements = self.elements(pair);
                let depth = elements_depth(&elements);
                self.node(span, depth, ExprKind::Set(elements))
            }
            Rule::parens => self.parens(pair, span),
            Rule::if_ | Rule::if_no_in => {
                let mut inner = parts(pair).map(|it| self.expression(it)).collect::<Vec<_>>().into_iter();
                let mut next = || inner.next().unwrap_or_else(|| missing(span));
                let branches = Box::new([next(), next(), next()]);
                let depth = branches.iter().map(|it| it.depth).max().unwrap_or(0);
                self.node(span, depth, ExprKind::If(branches))
            }
            Rule::let_ | Rule::let_no_in => self.let_in(pair, span),
            Rule::quantifier | Rule::quantifier_no_in => self.quantifier(pair, span),
            _ => missing(span),
        }
    }

    fn parens(&mut self, pair: Pair<'_, Rule>, span: Span) -> Expr {
        let mut inner: Vec<Expr> = parts(pair).map(|it| self.expression(it)).collect();
        let depth = inner.iter().map(|it| it.depth).max().unwrap_or(0);
        match (inner.len(), inner.pop()) {
            (1, Some(only)) => self.node(span, depth, ExprKind::Parens(Box::new(only))),
            (_, Some(last)) => {
                inner.push(last);
                self.node(span, depth, ExprKind::Tuple(inner))
            }
            _ => missing(span),
        }
    }

    fn let_in(&mut self, pair: Pair<'_, Rule>, span: Span) -> Expr {
        let mut inner = parts(pair);
        let (Some(pattern), Some(value), Some(body)) = (inner.next(), inner.next(), inner.next()) else {
            return missing(span);
        };
        let (pattern, value, body) = (self.pattern(pattern), self.expression(value), self.expression(body));
        let depth = value.depth.max(body.depth);
        let kind = ExprKind::Let { pattern, value: Box::new(value), body: Box::new(body) };
        self.node(span, depth, kind)
    }

    /// Lowers a binder `PATTERN in DOMAIN`, in moves with `if` conditions after the domain.
    pub fn binder(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Binder> {
        let mut inner = parts(pair);
        let (pattern, domain) = (self.pattern(inner.next()?), self.expression(inner.next()?));
        let filters = inner.filter_map(|it| parts(it).next()).map(|it| self.expression(it)).collect();
        Some(ast::Binder { pattern, domain, filters })
    }

    /// Lowers a pattern: a name or a tuple of patterns.
    pub fn pattern(&mut self, pair: Pair<'_, Rule>) -> ast::Pattern {
        let span = self.span(&pair);
        let mut inner: Vec<_> = parts(pair).collect();
        if inner.len() == 1 && inner[0].as_rule() == Rule::name {
            return ast::Pattern::Name(self.name(inner.remove(0)));
        }
        ast::Pattern::Tuple(inner.into_iter().map(|it| self.pattern(it)).collect(), span)
    }

    /// Lowers the contents of brackets: elements one by one, or a comprehension.
    pub(super) fn elements(&mut self, pair: Pair<'_, Rule>) -> ast::Elements {
        let mut each = Vec::new();
        let mut clauses = Vec::new();
        for inner in parts(pair) {
            if inner.as_rule() == Rule::comprehension {
                clauses = parts(inner).filter_map(|it| self.comprehension_clause(it)).collect();
            } else {
                each.push(self.expression(inner));
            }
        }
        match each.pop() {
            Some(element) if !clauses.is_empty() => {
                ast::Elements::For { element: Box::new(element), clauses }
            }
            last => {
                each.extend(last);
                ast::Elements::Each(each)
            }
        }
    }

    fn comprehension_clause(&mut self, pair: Pair<'_, Rule>) -> Option<ast::Clause> {
        let rule = pair.as_rule();
        let inner = parts(pair).next()?;
        Some(match rule {
            Rule::for_ => ast::Clause::For(self.binder(inner)?),
            _ => ast::Clause::If(self.expression(inner)),
        })
    }
}

/// Makes a leaf in place of an expression that is missing, or that was refused with an error.
pub(super) fn missing(span: Span) -> Expr {
    Expr { span, depth: 1, kind: ExprKind::Truth(false) }
}

pub(super) fn elements_depth(elements: &ast::Elements) -> u32 {
    match elements {
        ast::Elements::Each(each) => each.iter().map(|it| it.depth).max().unwrap_or(0),
        ast::Elements::For { element, clauses } => {
            let inside = clauses.iter().map(|clause| match clause {
                ast::Clause::For(binder) => binder.domain.depth,
                ast::Clause::If(condition) => condition.depth,
            });
            // Each clause contains the clauses after it, so it adds a level.
            inside.max().unwrap_or(0).max(element.depth).saturating_add(clauses.len() as u32)
        }
    }
}
