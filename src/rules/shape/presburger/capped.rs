//! Integers that are known exactly only below a bound: how many elements a collection has, or
//! values when only the lost positions, which have value 0, are known.

use super::same::mirrored;
use super::{Defined, Definer, Number, Scope, Stuck, Truth};
use crate::ir::{Aggregate, Builtin, Comparison, Convention, Expr, ExprKind, Term};
use crate::number::Int;
use crate::theory::automaton::Automaton;

/// An integer whose value is known where it is less than a bound; elsewhere only that it is at
/// least the bound.
pub(super) struct Capped {
    /// The integer; undefined where the integer is unknown or at least the bound.
    pub below: Number,
    /// Where the integer is at least the bound.
    pub beyond: Automaton,
    /// The bound; arbitrary if `beyond` holds nowhere.
    pub least: Int,
}

/// Up to which number elements are counted if their number is not compared with small constants.
const FAR: usize = 4;
/// The greatest number up to which elements are counted for a comparison with constants.
const MOST_COUNTED: usize = 12;

impl Definer<'_> {
    /// Whether a comparison of two integers holds, if one of them may be known only below a bound.
    pub(super) fn capped_compared(
        &self,
        left: &Expr,
        op: Comparison,
        right: &Expr,
        scope: &Scope,
    ) -> Defined<Truth> {
        if let (ExprKind::Term(Term::Sg, a), ExprKind::Term(Term::Sg, b)) = (&left.kind, &right.kind)
            && matches!(op, Comparison::Eq | Comparison::Ne)
        {
            let equal = self.equal_values(&a[0], &b[0], scope)?;
            return if op == Comparison::Eq { Ok(equal) } else { self.not(&equal) };
        }
        match (is_countable(left), is_countable(right)) {
            (true, true) => {
                let (a, b) = (self.known_below(left, FAR, scope)?, self.known_below(right, FAR, scope)?);
                self.both_capped(&a, op, &b)
            }
            (true, false) => self.compared_with(left, op, right, scope),
            (false, true) => self.compared_with(right, mirrored(op), left, scope),
            (false, false) => Err(Stuck::Undefinable),
        }
    }

    fn compared_with(&self, counted: &Expr, op: Comparison, number: &Expr, scope: &Scope) -> Defined<Truth> {
        let number = self.number(number, scope)?;
        // Counting up to one more than the greatest constant decides every comparison with the
        // constants.
        let constants = number.pieces.iter().map(|piece| piece.value.as_constant().and_then(Int::to_usize));
        let far = constants.collect::<Option<Vec<usize>>>().and_then(|all| all.into_iter().max());
        let far = far.filter(|it| *it < MOST_COUNTED).map_or(FAR, |it| it + 1);
        let number = Capped { below: number, beyond: Automaton::constant(false), least: Int::ZERO };
        self.both_capped(&self.known_below(counted, far, scope)?, op, &number)
    }

    /// Defines an integer: everywhere if possible, otherwise below a bound. Only Grundy values and
    /// counts have such a bound; elements are counted up to `far`.
    fn known_below(&self, expr: &Expr, far: usize, scope: &Scope) -> Defined<Capped> {
        let exact = match &expr.kind {
            ExprKind::Term(Term::Sg, positions) => self.value_of(&positions[0], scope),
            ExprKind::AggregateFor(aggregate, clauses, element) => {
                self.gathered_over(*aggregate, clauses, element, scope)
            }
            ExprKind::Builtin(Builtin::Len, arguments) => self.length_as_written(&arguments[0], scope),
            _ => Err(Stuck::Undefinable),
        };
        match exact {
            Ok(below) => return Ok(Capped { below, beyond: Automaton::constant(false), least: Int::ZERO }),
            Err(Stuck::Undefinable) => {}
            Err(stuck) => return Err(stuck),
        }
        match &expr.kind {
            ExprKind::Term(Term::Sg, positions) => self.value_or_not(&positions[0], scope),
            ExprKind::Term(Term::WinningMoves, positions) => self.winning_moves(&positions[0], far, scope),
            ExprKind::Builtin(Builtin::Len, arguments) => self.length(&arguments[0], far, scope),
            ExprKind::AggregateFor(Aggregate::Count, clauses, element) => {
                self.how_many(clauses, element, far, scope)
            }
            _ => Err(Stuck::Undefinable),
        }
    }

    /// Defines a Grundy value of which it is only known whether it is 0.
    fn value_or_not(&self, position: &Expr, scope: &Scope) -> Defined<Capped> {
        if matches!(position.kind, ExprKind::Convention(..)) {
            return Err(Stuck::Undefinable);
        }
        let lost = self.zero_value(position, scope)?;
        let beyond = self.fails(&lost)?;
        self.by_steps(vec![lost.holds.or(&beyond, self.room)?, beyond], &lost.unknown)
    }

    /// Defines the number of options in which the opponent, to move, loses; counted up to `far`.
    fn winning_moves(&self, position: &Expr, far: usize, scope: &Scope) -> Defined<Capped> {
        let (convention, inner) = match &position.kind {
            ExprKind::Convention(convention, inner) => (*convention, &**inner),
            _ => (Convention::Normal, position),
        };
        let positions = self.position(inner, scope)?;
        let mut steps = vec![Automaton::constant(false); far + 1];
        let mut unknown = positions.undefined;
        for way in &positions.ways {
            let Some(here) = self.winning_moves_of(&way.parts, convention, far)? else {
                // A position of value 0 has no winning move, and every other one has some.
                return if convention == Convention::Normal {
                    self.value_or_not(inner, scope)
                } else {
                    Err(Stuck::Undefinable)
                };
            };
            unknown = unknown.or(&self.hide(way.when.and(&here.1, self.room)?, &way.fresh)?, self.room)?;
            for (all, step) in steps.iter_mut().zip(&here.0) {
                *all = all.or(&self.hide(way.when.and(step, self.room)?, &way.fresh)?, self.room)?;
            }
        }
        self.by_steps(steps, &unknown)
    }

    /// The integer that is at least `i` where step `i` holds, from 0 up to the last step.
    pub(super) fn by_steps(&self, steps: Vec<Automaton>, unknown: &Automaton) -> Defined<Capped> {
        let known = unknown.not();
        let mut pieces = Vec::new();
        for (at, pair) in steps.windows(2).enumerate() {
            let here = pair[0].and(&pair[1].not(), self.room)?.and(&known, self.room)?;
            if !here.is_nothing() {
                let value = super::Linear::constant(Int::from(at));
                pieces.push(super::Piece { when: here, fresh: Vec::new(), value });
            }
        }
        let last = steps.last().ok_or(Stuck::Undefinable)?;
        let beyond = last.and(&known, self.room)?;
        let undefined = unknown.or(&beyond, self.room)?;
        Ok(Capped { below: Number { pieces, undefined }, beyond, least: Int::from(steps.len() - 1) })
    }

    /// Defines an integer everywhere if possible; otherwise it is undefined from a bound on.
    pub(super) fn counted_number(&self, expr: &Expr, scope: &Scope) -> Defined<Number> {
        Ok(self.known_below(expr, FAR, scope)?.below)
    }

    fn both_capped(&self, a: &Capped, op: Comparison, b: &Capped) -> Defined<Truth> {
        let exact = self.compared(&a.below, op, &b.below)?;
        let (mut holds, mut fails) = (exact.holds.clone(), self.fails(&exact)?);
        for (large, op, small) in [(a, op, b), (b, mirrored(op), a)] {
            if large.beyond.is_nothing() {
                continue;
            }
            let least = Number::constant(large.least.clone());
            let less = self.compared(&small.below, Comparison::Lt, &least)?.holds;
            let less = less.and(&large.beyond, self.room)?;
            let equal = self.compared(&small.below, Comparison::Eq, &least)?.holds;
            let equal = equal.and(&large.beyond, self.room)?;
            match op {
                Comparison::Gt | Comparison::Ne => holds = holds.or(&less, self.room)?,
                Comparison::Ge => holds = holds.or(&less, self.room)?.or(&equal, self.room)?,
                Comparison::Le | Comparison::Eq => fails = fails.or(&less, self.room)?,
                Comparison::Lt => fails = fails.or(&less, self.room)?.or(&equal, self.room)?,
                Comparison::In | Comparison::NotIn => return Err(Stuck::Undefinable),
            }
        }
        self.from_both(holds, &fails)
    }
}

/// Whether an expression is a Grundy value or a count: small results may be known although larger
/// ones are not.
fn is_countable(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Term(Term::Sg | Term::WinningMoves, _)
            | ExprKind::Builtin(Builtin::Len, _)
            | ExprKind::AggregateFor(Aggregate::Count, ..)
    )
}
