//! Reads the moves of a game: the clauses that bind and restrict names, then the target. Each
//! combination of cases becomes one canonical move.

use super::number::Number;
use super::{Bound, Form, Formula, Move, Name, Read, Reader, Scope, Why, refused};
use crate::ir::{self, Clause, Expr, ExprKind, Pattern, Type};
use crate::number::Int;

/// The most canonical moves into which all rules together may be expanded; longer expansions are
/// refused.
const MOST_MOVES: usize = 256;

/// The binders and the conjunction of conditions of the clauses read so far.
#[derive(Clone)]
struct Path {
    guard: Formula,
    binders: Vec<(Name, String)>,
}

/// A step that remains to be read before the target.
#[derive(Clone, Copy)]
enum Step<'e> {
    Clause(&'e Clause),
    /// Binds a pattern to the element expression of a comprehension, after the clauses of the
    /// comprehension.
    Element(&'e Pattern, &'e Expr),
}

/// Adds to `found` the canonical moves that one rule describes, and to `negative` the cases in which
/// a quotient in its target would be negative.
pub fn moves(
    reader: &Reader<'_>,
    rule: &ir::Move,
    scope: &Scope,
    (found, negative): (&mut Vec<Move>, &mut Vec<Move>),
) -> Read<()> {
    let steps: Vec<Step<'_>> = rule.clauses.iter().map(Step::Clause).collect();
    let path = Path { guard: Formula::constant(true), binders: Vec::new() };
    Follower { reader, rule, found, negative }.steps(&steps, scope, path)
}

/// Reads one rule.
struct Follower<'f, 'a> {
    reader: &'f Reader<'a>,
    rule: &'f ir::Move,
    found: &'f mut Vec<Move>,
    negative: &'f mut Vec<Move>,
}

impl Follower<'_, '_> {
    /// Reads the steps, then the target, and adds the moves that result.
    fn steps(&mut self, steps: &[Step<'_>], scope: &Scope, path: Path) -> Read<()> {
        if path.guard.as_constant() == Some(false) {
            return Ok(());
        }
        let Some((first, rest)) = steps.split_first() else {
            return self.target(&self.rule.target, scope, path);
        };
        match first {
            Step::Clause(Clause::If(condition)) => {
                let guard = path.guard.and(&self.reader.truth(condition, scope)?);
                self.steps(rest, scope, Path { guard, ..path })
            }
            Step::Element(pattern, element) => {
                let bound = self.reader.bound(element, scope)?;
                self.steps(rest, &self.reader.bind(scope, pattern, bound), path)
            }
            Step::Clause(Clause::For(pattern, domain)) => self.binder(pattern, domain, rest, scope, path),
        }
    }

    /// Reads a binder and the rest of the steps. An integer binder becomes a natural name of the
    /// move; a comprehension becomes its own clauses; other domains are expanded element by
    /// element.
    fn binder(
        &mut self,
        pattern: &Pattern,
        domain: &Expr,
        rest: &[Step<'_>],
        scope: &Scope,
        path: Path,
    ) -> Read<()> {
        self.reader.count(domain)?;
        if let ExprKind::SetFor(inner, element) | ExprKind::ListFor(inner, element) = &domain.kind
            && self.reader.closed(domain, scope).is_none()
        {
            let inner = inner.iter().map(Step::Clause).chain([Step::Element(pattern, element)]);
            let steps: Vec<Step<'_>> = inner.chain(rest.iter().copied()).collect();
            return self.steps(&steps, scope, path);
        }
        if let (Pattern::Slot(slot), Some(Type::Int)) = (pattern, domain.ty.element()) {
            let fresh = self.reader.fresh();
            let label = self.rule.slots.get(slot.index()).map_or_else(String::new, |slot| slot.name.clone());
            // A binder that may be negative gives two moves: in the first the binder is a natural,
            // in the second the negation of a positive natural.
            let signs: &[i64] = if self.reader.is_of_naturals(domain, scope) { &[1] } else { &[1, -1] };
            for sign in signs {
                let value = Number::form(Form::unknown(fresh).times(&Int::from(*sign)));
                let member = self.reader.among(domain, &value, scope)?;
                let mut path = path.clone();
                path.guard = path.guard.and(&member);
                if *sign < 0 {
                    path.guard = path.guard.and(&Formula::at_least_zero(Form::unknown(fresh).shifted(-1)));
                }
                path.binders.push((fresh, label.clone()));
                let inner = self.reader.bind(scope, pattern, Bound::Number(value));
                self.steps(rest, &inner, path)?;
            }
            return Ok(());
        }
        for element in self.reader.elements(domain, scope)? {
            self.steps(rest, &self.reader.bind(scope, pattern, element), path.clone())?;
        }
        Ok(())
    }

    /// Reads the target, case by case, and adds the moves.
    fn target(&mut self, target: &Expr, scope: &Scope, path: Path) -> Read<()> {
        match &target.kind {
            ExprKind::Component(game, arguments) if *game == self.reader.game => {
                self.component(target, arguments, scope, path)
            }
            ExprKind::If(parts) => {
                let condition = self.reader.truth(&parts[0], scope)?;
                let (yes, no) = (path.guard.and(&condition), path.guard.and(&condition.negated()));
                self.target(&parts[1], scope, Path { guard: yes, ..path.clone() })?;
                self.target(&parts[2], scope, Path { guard: no, ..path })
            }
            ExprKind::Let(pattern, parts) => {
                let bound = self.reader.bound(&parts[0], scope)?;
                self.target(&parts[1], &self.reader.bind(scope, pattern, bound), path)
            }
            _ => Err(refused(target, Why::Target)),
        }
    }

    /// Adds a move for each combination of the cases of the arguments.
    fn component(&mut self, target: &Expr, arguments: &[Expr], scope: &Scope, path: Path) -> Read<()> {
        let mut ways = vec![(path, Vec::new())];
        for argument in arguments {
            let number = self.reader.number(argument, scope)?;
            let mut longer = Vec::new();
            for (path, to) in &ways {
                for case in &number.cases {
                    let mut path = Path { guard: path.guard.and(&case.when), ..path.clone() };
                    if path.guard.as_constant() == Some(false) {
                        continue;
                    }
                    let mut value = case.value.clone();
                    if case.over != Int::ONE {
                        // A quotient becomes a new natural. A negative one would not be found.
                        let below = value.times(&Int::from(-1i64)).shifted(-1);
                        let guard = path.guard.and(&Formula::at_least_zero(below));
                        if guard.as_constant() != Some(false) {
                            let (name, binders) = (self.rule.name.clone(), path.binders.clone());
                            self.negative.push(Move { name, binders, guard, to: vec![value.clone()] });
                        }
                        let quotient = self.reader.fresh();
                        let whole = Form::unknown(quotient).times(&case.over).sub(&value);
                        path.guard = path.guard.and(&Formula::zero(whole));
                        path.binders.push((quotient, String::new()));
                        value = Form::unknown(quotient);
                    }
                    longer.push((path, [&to[..], &[value]].concat()));
                }
            }
            ways = longer;
            if ways.len() + self.found.len() > MOST_MOVES || self.negative.len() > MOST_MOVES {
                return Err(refused(target, Why::TooLong));
            }
        }
        self.found.extend(ways.into_iter().map(|(path, to)| Move {
            name: self.rule.name.clone(),
            binders: path.binders,
            guard: path.guard,
            to,
        }));
        Ok(())
    }
}
