//! Expands games by code (`octal "0.77"`, `take {1, 3}`) into the moves that they mean.

mod build;
mod digits;
mod errors;

use self::build::Build;
use self::digits::Places;
use super::ast::{self, Binary, CodeKind, Comparison, Expr, ExprKind, StatedRules};
use crate::diagnostic::Diagnostic;

/// Returns the rules of a game. A code is expanded into moves, whose nodes have the span of the
/// code. An error if a game by code does not have exactly one field, or if its code is wrong.
///
/// One move stands for all amounts that leave the same number of heaps, so that a code of any
/// length has at most five moves.
#[expect(clippy::result_large_err, reason = "a diagnostic is made once a game at most")]
pub fn expand(game: &ast::Game) -> Result<Vec<ast::Rule>, Diagnostic> {
    let code = match &game.rules {
        StatedRules::Body(rules) => return Ok(rules.clone()),
        StatedRules::Code(code) => code,
    };
    let [heap] = game.fields.as_slice() else {
        return Err(errors::not_one_field(code.span, game));
    };
    let it = Expansion { build: Build { span: code.span }, game: &game.name.text, heap: &heap.name.text };
    if let CodeKind::Take(amounts) | CodeKind::TakeAllBut(amounts) = &code.kind
        && let Some(range) = lone_range(amounts)
    {
        return Err(errors::range_in_braces(amounts.span, range.span));
    }
    match &code.kind {
        CodeKind::Octal(digits) => it.by_digits(digits, 8).map_err(|error| *error),
        CodeKind::Hex(digits) => it.by_digits(digits, 16).map_err(|error| *error),
        CodeKind::Plain(digits) => it.by_digits(digits, 32).map_err(|error| *error),
        CodeKind::Take(amounts) => Ok(vec![it.take_some(amounts)]),
        CodeKind::TakeAllBut(amounts) => Ok(vec![it.take_all_but(amounts)]),
    }
}

/// Returns the range in `{1..3}` or `[1..=3]`, a collection whose only element is a range; `None`
/// for other amounts.
fn lone_range(amounts: &Expr) -> Option<&Expr> {
    let (ast::ExprKind::Set(ast::Elements::Each(each)) | ast::ExprKind::List(ast::Elements::Each(each))) =
        &amounts.kind
    else {
        return None;
    };
    let [range] = each.as_slice() else { return None };
    let is_range =
        matches!(range.kind, ast::ExprKind::Binary { op: Binary::Range | Binary::RangeInclusive, .. });
    is_range.then_some(range)
}

/// The names of the moves, by the number of heaps that they leave.
const NAMES: [&str; 5] = ["finish", "take", "split", "split3", "split4"];

struct Expansion<'a> {
    build: Build,
    game: &'a str,
    heap: &'a str,
}

/// The amount that a move takes: a fixed number, or the value of a binder.
struct Taken {
    binder: Option<ast::Binder>,
    amount: Expr,
    /// Whether the amount is the number 0.
    is_zero: bool,
}

impl Expansion<'_> {
    fn by_digits(&self, digits: &ast::Digits, base: u32) -> Result<Vec<ast::Rule>, Box<Diagnostic>> {
        let text = match digits {
            ast::Digits::Text(text) => text,
            ast::Digits::Name(name) => return Err(Box::new(errors::digits_by_name(name))),
        };
        let places = digits::read(text, base)?;
        let used = places.iter().enumerate().filter(|(_, places)| !places.is_empty());
        Ok(used
            .map(|(heaps, places)| match heaps {
                0 => self.finish(places),
                1 => self.take(places),
                _ => self.split(heaps, places),
            })
            .collect())
    }

    fn heap(&self) -> Expr {
        self.build.name(self.heap)
    }

    fn left_over(&self, amount: &Expr) -> Expr {
        self.build.binary(self.heap(), Binary::Minus, amount.clone())
    }

    /// Builds a position of this game: a heap of the given size.
    fn component(&self, size: Expr) -> Expr {
        self.build.call(self.game, size)
    }

    /// Returns `wanted`, or `wanted` with a number, as a name that differs from the heap, the game
    /// and all `others`.
    fn fresh(&self, wanted: &str, others: &[String]) -> String {
        let taken = |name: &str| name == self.heap || name == self.game || others.iter().any(|it| it == name);
        let numbered = (1..).map(|number| format!("{wanted}{number}"));
        let mut candidates = std::iter::once(wanted.to_string()).chain(numbered);
        candidates.find(|name| !taken(name)).unwrap_or_default()
    }

    /// `move take(k in S) when k <= n -> g(n - k)`
    fn take_some(&self, amounts: &Expr) -> ast::Rule {
        let k = self.fresh("k", &[]);
        let amount = self.build.name(&k);
        let guard = self.build.compare(amount.clone(), Comparison::Le, self.heap());
        let target = self.component(self.left_over(&amount));
        self.build.rule("take", vec![self.build.binder(&k, amounts.clone())], Some(guard), target)
    }

    /// `move take(k in 1..=n) when k not in X -> g(n - k)`
    fn take_all_but(&self, amounts: &Expr) -> ast::Rule {
        let k = self.fresh("k", &build::names_in(amounts));
        let amount = self.build.name(&k);
        let all = self.build.binary(self.build.number(1), Binary::RangeInclusive, self.heap());
        let excluded = if is_loose(amounts) { self.build.parens(amounts.clone()) } else { amounts.clone() };
        let guard = self.build.compare(amount.clone(), Comparison::NotIn, excluded);
        let target = self.component(self.left_over(&amount));
        self.build.rule("take", vec![self.build.binder(&k, all)], Some(guard), target)
    }

    /// The move that takes the whole heap: `move finish(t in T) when t == n -> 0`; without a binder
    /// if `T` is one number or has a tail.
    fn finish(&self, places: &Places) -> ast::Rule {
        let is = |op, right| self.build.compare(self.heap(), op, right);
        let (binders, guard) = match (places.only(), places.tail) {
            (Some(only), _) => (vec![], is(Comparison::Eq, self.build.number(only))),
            (None, Some(from)) => {
                let tail = is(Comparison::Ge, self.build.number(from));
                let head = places.listed(&self.build).map(|listed| is(Comparison::In, listed));
                (vec![], head.map_or(tail.clone(), |head| self.build.binary(head, Binary::Or, tail)))
            }
            (None, None) => {
                let t = self.fresh("t", &[]);
                let guard = self.build.compare(self.build.name(&t), Comparison::Eq, self.heap());
                (vec![self.build.binder(&t, self.domain(places, Binary::RangeInclusive))], guard)
            }
        };
        self.build.rule(NAMES[0], binders, Some(guard), self.build.number(0))
    }

    /// The move that leaves one heap: `move take(t in T) when t < n -> g(n - t)`.
    fn take(&self, places: &Places) -> ast::Rule {
        let taken = self.taken(places, Binary::Range);
        // The range of a tail ends below the heap; only other places need a guard.
        let is_guarded = places.tail.is_none() || !places.each.is_empty();
        let guard = is_guarded.then(|| self.build.compare(taken.amount.clone(), Comparison::Lt, self.heap()));
        let target = self.component(self.left_over(&taken.amount));
        self.build.rule(NAMES[1], taken.binder.into_iter().collect(), guard, target)
    }

    /// The move that leaves several heaps, in ascending order, so that no division of the heap
    /// occurs twice: `move split(t in T, a in 1..=(n - t) div 2) -> g(a) + g(n - t - a)`.
    fn split(&self, heaps: usize, places: &Places) -> ast::Rule {
        let taken = self.taken(places, Binary::RangeInclusive);
        let mut binders: Vec<ast::Binder> = taken.binder.into_iter().collect();
        let mut rest = if taken.is_zero { self.heap() } else { self.left_over(&taken.amount) };
        let (mut least, mut target) = (self.build.number(1), None);
        let mut names: Vec<String> = binders.iter().filter_map(build::bound_name).collect();
        for (at, wanted) in ["a", "b", "c"].into_iter().take(heaps - 1).enumerate() {
            let name = self.fresh(wanted, &names);
            let most = self.build.share(rest.clone(), heaps - at);
            binders.push(self.build.binder(&name, self.build.binary(least, Binary::RangeInclusive, most)));
            let size = self.build.name(&name);
            rest = self.build.binary(rest, Binary::Minus, size.clone());
            target = Some(self.sum(target, self.component(size.clone())));
            (least, names) = (size, [names, vec![name]].concat());
        }
        let target = self.sum(target, self.component(rest));
        self.build.rule(NAMES[heaps], binders, None, target)
    }

    fn sum(&self, before: Option<Expr>, component: Expr) -> Expr {
        match before {
            Some(before) => self.build.binary(before, Binary::Plus, component),
            None => component,
        }
    }

    fn taken(&self, places: &Places, tail_range: Binary) -> Taken {
        if let Some(only) = places.only() {
            return Taken { binder: None, amount: self.build.number(only), is_zero: only == 0 };
        }
        let t = self.fresh("t", &[]);
        let binder = self.build.binder(&t, self.domain(places, tail_range));
        Taken { binder: Some(binder), amount: self.build.name(&t), is_zero: false }
    }

    /// Builds the set of all places. The operator `tail_range` joins the ends of the tail's range,
    /// so that it includes or excludes the size of the heap.
    fn domain(&self, places: &Places, tail_range: Binary) -> Expr {
        let listed = places.listed(&self.build);
        let tail =
            places.tail.map(|from| self.build.binary(self.build.number(from), tail_range, self.heap()));
        match (listed, tail) {
            (Some(listed), Some(tail)) => {
                let listed = if is_range(&listed) { self.build.parens(listed) } else { listed };
                self.build.binary(listed, Binary::Union, self.build.parens(tail))
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => self.build.set(Vec::new()),
        }
    }
}

fn is_range(expression: &Expr) -> bool {
    matches!(expression.kind, ExprKind::Binary { op: Binary::Range | Binary::RangeInclusive, .. })
}

/// Whether an expression needs parentheses as the right side of a comparison.
fn is_loose(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Binary { op, .. } => {
            matches!(op, Binary::Iff | Binary::Implies | Binary::Or | Binary::And)
        }
        ExprKind::Unary(op, _) => *op == ast::Unary::Not,
        ExprKind::Compare { .. } | ExprKind::If(_) | ExprKind::Let { .. } | ExprKind::Quantifier { .. } => {
            true
        }
        _ => false,
    }
}
