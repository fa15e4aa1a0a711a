//! Defines expressions of type `bool` as relations: where they are true, and where their truth is
//! unknown.

use super::{Bound, Defined, Definer, Number, Scope, Sign, Stuck};
use crate::ir::{
    Aggregate, Binary, Builtin, Clause, Comparison, Expr, ExprKind, Pattern, Type, Unary, Value,
};
use crate::theory::automaton::{Automaton, Track};

/// A truth value that depends on tracks: when an expression is true, and when its truth is unknown.
#[derive(Debug, Clone)]
pub struct Truth {
    /// The condition under which the expression is true.
    pub holds: Automaton,
    /// The condition under which the expression has no value, or an unknown one. Disjoint from
    /// `holds`.
    pub unknown: Automaton,
}

impl Truth {
    /// True everywhere, or false everywhere.
    pub fn constant(holds: bool) -> Truth {
        Truth::known(Automaton::constant(holds))
    }

    /// A truth value that is unknown everywhere.
    pub fn unknown() -> Truth {
        Truth { holds: Automaton::constant(false), unknown: Automaton::constant(true) }
    }

    /// A truth value that is known everywhere.
    pub fn known(holds: Automaton) -> Truth {
        Truth { holds, unknown: Automaton::constant(false) }
    }
}

impl Definer<'_> {
    /// Returns the condition under which a truth value is false.
    pub fn fails(&self, truth: &Truth) -> Defined<Automaton> {
        Ok(truth.holds.or(&truth.unknown, self.room)?.not())
    }

    /// Makes the truth value that is true where `holds`, false where `fails`, and unknown
    /// elsewhere.
    pub fn from_both(&self, holds: Automaton, fails: &Automaton) -> Defined<Truth> {
        let unknown = holds.or(fails, self.room)?.not();
        Ok(Truth { holds, unknown })
    }

    /// Makes a truth value unknown also where `missing` holds.
    pub(super) fn truth_except(&self, truth: Truth, missing: &Automaton) -> Defined<Truth> {
        let holds = truth.holds.and(&missing.not(), self.room)?;
        Ok(Truth { holds, unknown: truth.unknown.or(missing, self.room)? })
    }

    pub(super) fn not(&self, truth: &Truth) -> Defined<Truth> {
        Ok(Truth { holds: self.fails(truth)?, unknown: truth.unknown.clone() })
    }

    /// `a and b`, where `b` is evaluated only where `a` holds.
    pub fn and(&self, a: &Truth, b: &Truth) -> Defined<Truth> {
        let holds = a.holds.and(&b.holds, self.room)?;
        let second = a.holds.and(&self.fails(b)?, self.room)?;
        self.from_both(holds, &self.fails(a)?.or(&second, self.room)?)
    }

    fn or(&self, a: &Truth, b: &Truth) -> Defined<Truth> {
        self.not(&self.and(&self.not(a)?, &self.not(b)?)?)
    }

    pub(super) fn iff(&self, a: &Truth, b: &Truth) -> Defined<Truth> {
        let unknown = a.unknown.or(&b.unknown, self.room)?;
        let holds = a.holds.iff(&b.holds, self.room)?.and(&unknown.not(), self.room)?;
        Ok(Truth { holds, unknown })
    }

    /// Defines the truth of an expression of type `bool`. If a definition fails, the truth is
    /// unknown everywhere.
    pub fn truth(&self, expr: &Expr, scope: &Scope) -> Defined<Truth> {
        match stacker::maybe_grow(64 << 10, 4 << 20, || self.truth_of(expr, scope)) {
            Err(Stuck::Undefinable) => Ok(Truth::unknown()),
            truth => truth,
        }
    }

    fn truth_of(&self, expr: &Expr, scope: &Scope) -> Defined<Truth> {
        match self.closed(expr, scope)? {
            Some(Some(value)) => return Ok(Truth::constant(value == Value::Bool(true))),
            Some(None) => return Ok(Truth::unknown()),
            None => {}
        }
        match &expr.kind {
            ExprKind::Local(slot) => match scope.get(slot) {
                Some(Bound::Truth(truth)) => Ok(truth.clone()),
                _ => Err(Stuck::Undefinable),
            },
            ExprKind::Unary(Unary::Not, inner) => self.not(&self.truth(inner, scope)?),
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.truth(left, scope)?, self.truth(right, scope)?);
                match op {
                    Binary::And => self.and(&a, &b),
                    Binary::Or => self.or(&a, &b),
                    Binary::Implies => self.or(&self.not(&a)?, &b),
                    Binary::Iff => self.iff(&a, &b),
                    _ => Err(Stuck::Undefinable),
                }
            }
            ExprKind::Compare(first, rest) => self.chain(first, rest, scope),
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let condition = self.truth(condition, scope)?;
                let (yes, no) = (self.truth(yes, scope)?, self.truth(no, scope)?);
                self.or(&self.and(&condition, &yes)?, &self.and(&self.not(&condition)?, &no)?)
            }
            ExprKind::Let(pattern, parts) => {
                let bound = self.bound(&parts[0], scope)?;
                if matches!(bound, Bound::Unknown) {
                    return Err(Stuck::Undefinable);
                }
                let missing = self.missing(&bound)?;
                self.truth_except(self.truth(&parts[1], &self.bind(scope, pattern, bound))?, &missing)
            }
            ExprKind::Call(id, arguments) => {
                let (inner, missing) = self.called(*id, arguments, scope)?;
                let body = &self.instance.program.functions[id.index()].body.expr;
                self.truth_except(self.truth(body, &inner)?, &missing)
            }
            ExprKind::Builtin(Builtin::Even, arguments) => self.divisible(&arguments[0], scope, 0),
            ExprKind::Builtin(builtin @ (Builtin::IsFib | Builtin::IsSquare), arguments) => {
                self.applied_truth(*builtin, arguments, scope)
            }
            ExprKind::Builtin(Builtin::Odd, arguments) => self.divisible(&arguments[0], scope, 1),
            ExprKind::Quantifier { forall, clauses, body } => self.quantified(*forall, clauses, body, scope),
            ExprKind::AggregateFor(Aggregate::All, clauses, body) => {
                self.quantified(true, clauses, body, scope)
            }
            ExprKind::AggregateFor(Aggregate::Any, clauses, body) => {
                self.quantified(false, clauses, body, scope)
            }
            ExprKind::Part(tuple, at) => self.part(tuple, *at, scope)?.into_truth().ok_or(Stuck::Undefinable),
            ExprKind::Term(term, positions) => self.term_truth(*term, positions, scope),
            _ => Err(Stuck::Undefinable),
        }
    }

    fn divisible(&self, expr: &Expr, scope: &Scope, rest: i64) -> Defined<Truth> {
        let number = self.number(expr, scope)?;
        let (_, remainder) = self.divided(&number, &crate::number::Int::from(2i64))?;
        self.compared(&remainder, Comparison::Eq, &Number::constant(crate::number::Int::from(rest)))
    }

    fn chain(&self, first: &Expr, rest: &[(Comparison, Expr)], scope: &Scope) -> Defined<Truth> {
        let mut all = Truth::constant(true);
        let mut left = first;
        for (op, right) in rest {
            let truth = match op {
                Comparison::In => self.member(right, left, scope),
                Comparison::NotIn => self.member(right, left, scope).and_then(|truth| self.not(&truth)),
                _ => self.compare(left, *op, right, scope),
            };
            let truth = match truth {
                Err(Stuck::Undefinable) => Truth::unknown(),
                truth => truth?,
            };
            all = self.and(&all, &truth)?;
            left = right;
        }
        Ok(all)
    }

    fn numbers(&self, left: &Expr, right: &Expr, scope: &Scope) -> Defined<(Number, Number)> {
        Ok((self.number(left, scope)?, self.number(right, scope)?))
    }

    fn compare(&self, left: &Expr, op: Comparison, right: &Expr, scope: &Scope) -> Defined<Truth> {
        match (&left.ty, &right.ty, op) {
            (Type::Int, Type::Int, _) => match self.capped_compared(left, op, right, scope) {
                Err(Stuck::Undefinable) => self.integers_compared(left, op, right, scope),
                compared => compared,
            },
            (Type::Real, Type::Real, _) => self.reals_compared(left, op, right, scope),
            (Type::Tuple(_) | Type::List(_) | Type::Set(_), _, Comparison::Eq) => {
                self.same(left, right, scope)
            }
            (Type::Tuple(_) | Type::List(_) | Type::Set(_), _, Comparison::Ne) => {
                self.not(&self.same(left, right, scope)?)
            }
            (Type::Bool, Type::Bool, Comparison::Eq) => {
                self.iff(&self.truth(left, scope)?, &self.truth(right, scope)?)
            }
            (Type::Bool, Type::Bool, Comparison::Ne) => {
                self.not(&self.iff(&self.truth(left, scope)?, &self.truth(right, scope)?)?)
            }
            _ => Err(Stuck::Undefinable),
        }
    }

    fn integers_compared(&self, left: &Expr, op: Comparison, right: &Expr, scope: &Scope) -> Defined<Truth> {
        match self.numbers(left, right, scope) {
            Ok((a, b)) => return self.compared(&a, op, &b),
            Err(Stuck::Undefinable) => {}
            Err(stuck) => return Err(stuck),
        }
        match self.product_compared(left, op, right, scope) {
            Err(Stuck::Undefinable) => match self.root_compared(left, op, right, scope) {
                Err(Stuck::Undefinable) => self.magnitudes_compared(left, op, right, scope),
                compared => compared,
            },
            compared => compared,
        }
    }

    /// Whether a comparison of two numbers holds; unknown where one of them is undefined.
    pub fn compared(&self, a: &Number, op: Comparison, b: &Number) -> Defined<Truth> {
        let unknown = a.undefined.or(&b.undefined, self.room)?;
        let mut holds = Automaton::constant(false);
        for (when, fresh, (left, right)) in self.pairs(a, b)? {
            let difference = left.sub(&right);
            let here = match op {
                Comparison::Eq => difference.is_zero(self.room)?,
                Comparison::Ne => difference.is_zero(self.room)?.not(),
                Comparison::Lt => difference.is_negative(self.room)?,
                Comparison::Ge => difference.is_natural(self.room)?,
                Comparison::Gt => right.sub(&left).is_negative(self.room)?,
                Comparison::Le => right.sub(&left).is_natural(self.room)?,
                Comparison::In | Comparison::NotIn => return Err(Stuck::Undefinable),
            };
            let here = self.hide(when.and(&here, self.room)?, &fresh)?;
            holds = holds.or(&here, self.room)?;
        }
        Ok(Truth { holds: holds.and(&unknown.not(), self.room)?, unknown })
    }

    /// `forall` or `exists` over clauses.
    fn quantified(&self, forall: bool, clauses: &[Clause], body: &Expr, scope: &Scope) -> Defined<Truth> {
        // The body holds for all choices unless it is false for some choice.
        let some = self.some(forall, clauses, body, scope)?;
        if forall { self.not(&some) } else { Ok(some) }
    }

    /// Whether some values that meet the clauses make the body true (false, when `negated`).
    fn some(&self, negated: bool, clauses: &[Clause], body: &Expr, scope: &Scope) -> Defined<Truth> {
        let Some((first, rest)) = clauses.split_first() else {
            let truth = self.truth(body, scope)?;
            return if negated { self.not(&truth) } else { Ok(truth) };
        };
        let (pattern, domain) = match first {
            Clause::If(condition) => {
                let condition = self.truth(condition, scope)?;
                return self.and(&condition, &self.some(negated, rest, body, scope)?);
            }
            Clause::For(pattern, domain) => (pattern, domain),
        };
        if let Some(elements) = self.few(domain, scope)? {
            let mut any = Truth::constant(false);
            for element in elements {
                let inner = self.bind(scope, pattern, Bound::Value(element));
                any = self.or(&any, &self.some(negated, rest, body, &inner)?)?;
            }
            return Ok(any);
        }
        let (Pattern::Slot(_), Some(Type::Int)) = (pattern, domain_element(domain)) else {
            return Err(Stuck::Undefinable);
        };
        let (number, tracks) = self.any_number(domain, scope)?;
        let member = match domain.kind {
            ExprKind::Naturals => Truth::constant(true),
            _ => self.element(domain, &number, scope)?,
        };
        let inner = self.bind(scope, pattern, Bound::Number(number));
        let truth = self.and(&member, &self.some(negated, rest, body, &inner)?)?;
        self.for_some(&truth, &tracks)
    }

    /// Whether some numbers on `tracks` make a truth value true; false if all are known to make it
    /// false.
    fn for_some(&self, truth: &Truth, tracks: &[Track]) -> Defined<Truth> {
        let unknown = self.hide(truth.unknown.clone(), tracks)?;
        let found = self.hide(truth.holds.clone(), tracks)?;
        // Elements are visited in order, and an earlier one might have no value.
        Ok(Truth { holds: found.and(&unknown.not(), self.room)?, unknown })
    }
}

fn domain_element(domain: &Expr) -> Option<Type> {
    match domain.kind {
        ExprKind::Naturals => Some(Type::Int),
        _ => domain.ty.element(),
    }
}
