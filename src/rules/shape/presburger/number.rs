//! Defines expressions of type `int` as numbers on tracks that are linear piece by piece.

use super::{Bound, Defined, Definer, Linear, Scope, Sign, Stuck};
use crate::ir::{
    Aggregate, Binary, Builtin, Clause, Comparison, Domain, Expr, ExprKind, Term, Type, Unary, Value,
};
use crate::number::Int;
use crate::theory::automaton::{Automaton, Track};

/// One case of an integer.
#[derive(Debug, Clone)]
pub struct Piece {
    /// The condition under which the number has this value. For each choice of the other tracks at
    /// most one choice of the `fresh` ones meets it.
    pub when: Automaton,
    /// The tracks whose numbers `when` determines from the numbers on the other tracks.
    pub fresh: Vec<Track>,
    /// The value of the number where `when` holds.
    pub value: Linear,
}

/// An integer that depends on tracks: linear piece by piece.
#[derive(Debug, Clone)]
pub struct Number {
    /// The pieces. Wherever the number is defined, the condition of exactly one of them holds.
    pub pieces: Vec<Piece>,
    /// The condition under which the number has no value, or an unknown one.
    pub undefined: Automaton,
}

/// The most pieces of a number, and the most choices for the names of a comprehension; more are
/// [`Stuck::TooLarge`].
const MOST_PIECES: usize = 600;

impl Number {
    /// Makes the number that is a constant everywhere.
    pub fn constant(value: Int) -> Number {
        Number::linear(Linear::constant(value))
    }

    /// Makes the number that is one linear form everywhere.
    pub fn linear(value: Linear) -> Number {
        let piece = Piece { when: Automaton::constant(true), fresh: Vec::new(), value };
        Number { pieces: vec![piece], undefined: Automaton::constant(false) }
    }

    fn undefined() -> Number {
        Number { pieces: Vec::new(), undefined: Automaton::constant(true) }
    }

    /// Returns the constant that is the only piece of the number and holds everywhere; `None` if
    /// the number has another form.
    pub fn as_constant(&self) -> Option<&Int> {
        match &*self.pieces {
            [piece] if self.undefined.is_nothing() && piece.when.is_everything() => piece.value.as_constant(),
            _ => None,
        }
    }
}

/// Pieces of two numbers together: their common condition, their fresh tracks, and both values.
type Pair = (Automaton, Vec<Track>, (Linear, Linear));

impl Definer<'_> {
    /// Returns all pairs of pieces of two numbers that can apply together.
    pub(super) fn pairs(&self, a: &Number, b: &Number) -> Defined<Vec<Pair>> {
        let mut pairs = Vec::new();
        for left in &a.pieces {
            for right in &b.pieces {
                let when = left.when.and(&right.when, self.room)?;
                if when.is_nothing() {
                    continue;
                }
                let fresh = joined(&left.fresh, &right.fresh);
                pairs.push((when, fresh, (left.value.clone(), right.value.clone())));
                if pairs.len() > MOST_PIECES {
                    return Err(Stuck::TooLarge);
                }
            }
        }
        Ok(pairs)
    }

    /// Combines the values of two numbers, for each pair of pieces.
    pub(super) fn both(
        &self,
        a: &Number,
        b: &Number,
        combine: impl Fn(&Linear, &Linear) -> Linear,
    ) -> Defined<Number> {
        let pieces = self.pairs(a, b)?.into_iter().map(|(when, fresh, (left, right))| Piece {
            when,
            fresh,
            value: combine(&left, &right),
        });
        Ok(Number { pieces: pieces.collect(), undefined: a.undefined.or(&b.undefined, self.room)? })
    }

    pub(super) fn multiple(&self, number: &Number, factor: &Int) -> Number {
        self.each(number, |value| value.times(factor))
    }

    pub(super) fn each(&self, number: &Number, change: impl Fn(&Linear) -> Linear) -> Number {
        let pieces = number.pieces.iter().map(|piece| Piece { value: change(&piece.value), ..piece.clone() });
        Number { pieces: pieces.collect(), undefined: number.undefined.clone() }
    }

    /// A number with a constant added.
    pub fn shifted(&self, number: &Number, by: &Int) -> Number {
        self.each(number, |value| value.add(&Linear::constant(by.clone())))
    }

    /// Defines the value of an expression of type `int`.
    pub fn number(&self, expr: &Expr, scope: &Scope) -> Defined<Number> {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.number_of(expr, scope))
    }

    fn number_of(&self, expr: &Expr, scope: &Scope) -> Defined<Number> {
        match self.closed(expr, scope)? {
            Some(Some(Value::Int(value))) => return Ok(Number::constant(value)),
            Some(Some(_)) => return Err(Stuck::Undefinable),
            Some(None) => return Ok(Number::undefined()),
            None => {}
        }
        match &expr.kind {
            ExprKind::Local(slot) => match scope.get(slot) {
                Some(Bound::Number(number)) => Ok(number.clone()),
                Some(Bound::Value(Value::Int(value))) => Ok(Number::constant(value.clone())),
                _ => Err(Stuck::Undefinable),
            },
            ExprKind::Unary(Unary::Negate, inner) => self.negated(&self.number(inner, scope)?),
            ExprKind::Binary(Binary::Power, base, exponent) => self.lowest_one(base, exponent, scope),
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.number(left, scope)?, self.number(right, scope)?);
                self.operation(*op, &a, &b)
            }
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let condition = self.truth(condition, scope)?;
                self.chosen(&condition, &self.number(yes, scope)?, &self.number(no, scope)?)
            }
            ExprKind::Let(pattern, parts) => match self.bound(&parts[0], scope)? {
                Bound::Unknown => Err(Stuck::Undefinable),
                bound => {
                    let missing = self.missing(&bound)?;
                    self.number_except(self.number(&parts[1], &self.bind(scope, pattern, bound))?, &missing)
                }
            },
            ExprKind::Call(id, arguments) => {
                let (inner, missing) = self.called(*id, arguments, scope)?;
                let function = &self.instance.program.functions[id.index()];
                let number = self.within(self.number(&function.body.expr, &inner)?, &function.result)?;
                self.number_except(number, &missing)
            }
            ExprKind::Builtin(Builtin::Abs, arguments) => self.magnitude(&self.number(&arguments[0], scope)?),
            ExprKind::Builtin(Builtin::Gcd, arguments) => self.common_divisor(arguments, scope),
            ExprKind::Builtin(builtin @ (Builtin::Floor | Builtin::Ceil), arguments) => {
                self.rounded(*builtin, &arguments[0], scope)
            }
            ExprKind::Builtin(
                builtin @ (Builtin::Valuation | Builtin::Popcount | Builtin::Isqrt),
                arguments,
            ) => self.applied(*builtin, arguments, scope),
            ExprKind::Aggregate(aggregate, list) => self.aggregate(*aggregate, list, scope),
            ExprKind::AggregateFor(aggregate, clauses, element) => {
                match self.gathered_over(*aggregate, clauses, element, scope) {
                    Err(Stuck::Undefinable) => self.counted_number(expr, scope),
                    gathered => gathered,
                }
            }
            ExprKind::Index(parts) => self.indexed(&parts[0], &parts[1], scope),
            ExprKind::Part(tuple, at) => self.number_part(tuple, *at, scope),
            ExprKind::Term(Term::Sg, positions) => self.value_of(&positions[0], scope),
            _ => self.counted_number(expr, scope),
        }
    }

    fn negated(&self, number: &Number) -> Defined<Number> {
        Ok(self.multiple(number, &Int::from(-1i64)))
    }

    /// Returns the absolute value of a number.
    fn magnitude(&self, number: &Number) -> Defined<Number> {
        let negated = self.negated(number)?;
        let natural = self.compared(number, Comparison::Ge, &Number::constant(Int::ZERO))?;
        self.chosen(&natural, number, &negated)
    }

    /// An aggregate of a list that is written out, or the least part of a Zeckendorf
    /// representation.
    fn aggregate(&self, aggregate: Aggregate, list: &Expr, scope: &Scope) -> Defined<Number> {
        match &list.kind {
            ExprKind::List(elements) if aggregate == Aggregate::Min => match self.capped(elements, scope)? {
                Some(numbers) => self.together(aggregate, numbers),
                None => self.gathered(aggregate, elements.iter(), scope),
            },
            ExprKind::List(elements) => self.gathered(aggregate, elements.iter(), scope),
            ExprKind::Builtin(Builtin::Zeckendorf, arguments) if aggregate == Aggregate::Min => {
                self.applied(Builtin::Zeckendorf, arguments, scope)
            }
            _ => Err(Stuck::Undefinable),
        }
    }

    pub(super) fn operation(&self, op: Binary, a: &Number, b: &Number) -> Defined<Number> {
        match op {
            Binary::Add => self.both(a, b, Linear::add),
            Binary::Subtract => self.both(a, b, Linear::sub),
            Binary::Multiply => match (a.as_constant(), b.as_constant()) {
                (Some(factor), _) => Ok(self.each(b, |value| value.times(factor))),
                (_, Some(factor)) => Ok(self.each(a, |value| value.times(factor))),
                _ => Err(Stuck::Undefinable),
            },
            Binary::Div | Binary::Mod => {
                let Some(divisor) = b.as_constant() else {
                    let constant = a.as_constant().ok_or(Stuck::Undefinable)?;
                    return self.constant_divided(op, constant, b);
                };
                if divisor.signum() <= 0 {
                    return Err(Stuck::Undefinable);
                }
                let (quotient, rest) = self.divided(a, divisor)?;
                Ok(if op == Binary::Div { quotient } else { rest })
            }
            Binary::Xor => self.nim_sum(a, b),
            _ => Err(Stuck::Undefinable),
        }
    }

    /// Makes a number undefined also where `missing` holds.
    pub(super) fn number_except(&self, mut number: Number, missing: &Automaton) -> Defined<Number> {
        for piece in &mut number.pieces {
            piece.when = piece.when.and(&missing.not(), self.room)?;
        }
        number.undefined = number.undefined.or(missing, self.room)?;
        Ok(number)
    }

    /// Returns `yes` where a condition holds, otherwise `no`.
    pub(super) fn chosen(&self, condition: &super::Truth, yes: &Number, no: &Number) -> Defined<Number> {
        let fails = self.fails(condition)?;
        let mut pieces = Vec::new();
        for (number, here) in [(yes, &condition.holds), (no, &fails)] {
            for piece in &number.pieces {
                let when = piece.when.and(here, self.room)?;
                if !when.is_nothing() {
                    pieces.push(Piece { when, ..piece.clone() });
                }
            }
        }
        let first = yes.undefined.and(&condition.holds, self.room)?;
        let second = no.undefined.and(&fails, self.room)?;
        let undefined = condition.unknown.or(&first, self.room)?.or(&second, self.room)?;
        Ok(Number { pieces, undefined })
    }

    /// Returns the quotient by a positive constant, rounded down, and the remainder.
    pub(super) fn divided(&self, number: &Number, divisor: &Int) -> Defined<(Number, Number)> {
        let (mut quotients, mut rests) = (Vec::new(), Vec::new());
        for piece in &number.pieces {
            let natural = piece.value.is_natural(self.room)?;
            for (here, sign) in [(natural.clone(), 1i64), (natural.not(), -1)] {
                let here = piece.when.and(&here, self.room)?;
                if here.is_nothing() {
                    continue;
                }
                // The quotient or its negation is a natural; the remainder is at least 0 and less
                // than the divisor.
                let magnitude = self.fresh();
                let quotient = Linear::unknown(magnitude).times(&Int::from(sign));
                let rest = piece.value.sub(&quotient.times(divisor));
                let below = rest.sub(&Linear::constant(divisor.clone())).is_negative(self.room)?;
                let fits = rest.is_natural(self.room)?.and(&below, self.room)?;
                let when = here.and(&fits, self.room)?;
                let fresh = joined(&piece.fresh, &[magnitude]);
                quotients.push(Piece { when: when.clone(), fresh: fresh.clone(), value: quotient });
                rests.push(Piece { when, fresh, value: rest });
            }
        }
        let undefined = &number.undefined;
        let make = |pieces| Number { pieces, undefined: undefined.clone() };
        Ok((make(quotients), make(rests)))
    }

    /// Defines the nim-sum of two numbers; undefined where one is negative. Fails unless the room's
    /// numeration system is base 2, or each pair of pieces has a 0 or two constants.
    pub fn nim_sum(&self, a: &Number, b: &Number) -> Defined<Number> {
        let mut pieces = Vec::new();
        let mut undefined = a.undefined.or(&b.undefined, self.room)?;
        for (when, fresh, (left, right)) in self.pairs(a, b)? {
            if let (Some(left), Some(right)) = (left.as_constant(), right.as_constant())
                && !left.is_negative()
                && !right.is_negative()
            {
                pieces.push(Piece { when, fresh, value: Linear::constant(left.xor(right)) });
                continue;
            }
            let naturals = left.is_natural(self.room)?.and(&right.is_natural(self.room)?, self.room)?;
            let missing = self.hide(when.and(&naturals.not(), self.room)?, &fresh)?;
            undefined = undefined.or(&missing, self.room)?;
            let when = when.and(&naturals, self.room)?;
            if left.as_constant().is_some_and(Int::is_zero) || right.as_constant().is_some_and(Int::is_zero) {
                pieces.push(Piece { when, fresh, value: left.add(&right) });
                continue;
            }
            if !self.room.system().is_base(2) {
                return Err(Stuck::Undefinable);
            }
            let (x, y, z) = (self.fresh(), self.fresh(), self.fresh());
            let is = |track, value: &Linear| Linear::unknown(track).sub(value).is_zero(self.room);
            let sum = Automaton::nim_sum(x, y, z, self.room)?;
            let all = sum.and(&is(x, &left)?, self.room)?.and(&is(y, &right)?, self.room)?;
            let all = self.hide(all, &[x, y])?;
            pieces.push(Piece {
                when: when.and(&all, self.room)?,
                fresh: joined(&fresh, &[z]),
                value: Linear::unknown(z),
            });
        }
        self.merged(Number { pieces, undefined })
    }

    /// Joins constant pieces with equal values.
    pub(super) fn merged(&self, number: Number) -> Defined<Number> {
        let mut pieces: Vec<Piece> = Vec::new();
        for piece in number.pieces {
            if piece.value.as_constant().is_none() {
                pieces.push(piece);
                continue;
            }
            // The tracks that chose the piece no longer matter.
            let when = self.hide(piece.when, &piece.fresh)?;
            match pieces.iter_mut().find(|it| it.fresh.is_empty() && it.value == piece.value) {
                Some(same) => same.when = same.when.or(&when, self.room)?,
                None => pieces.push(Piece { when, fresh: Vec::new(), value: piece.value }),
            }
        }
        Ok(Number { pieces, undefined: number.undefined })
    }

    fn gathered<'e>(
        &self,
        aggregate: Aggregate,
        elements: impl Iterator<Item = &'e Expr>,
        scope: &Scope,
    ) -> Defined<Number> {
        let numbers =
            elements.map(|element| self.number(element, scope)).collect::<Defined<Vec<Number>>>()?;
        self.together(aggregate, numbers)
    }

    fn together(&self, aggregate: Aggregate, numbers: Vec<Number>) -> Defined<Number> {
        // Other aggregates, such as `mex`, differ from the number even for a single element.
        if !matches!(aggregate, Aggregate::Sum | Aggregate::Xor | Aggregate::Min | Aggregate::Max) {
            return Err(Stuck::Undefinable);
        }
        // A sum and a nim-sum start at 0. So even a single number is an operand, and a negative one has
        // no nim-sum.
        let zero = matches!(aggregate, Aggregate::Sum | Aggregate::Xor).then(|| Number::constant(Int::ZERO));
        let mut numbers = zero.into_iter().chain(numbers);
        let first = numbers.next().ok_or(Stuck::Undefinable)?;
        numbers.try_fold(first, |a, b| match aggregate {
            Aggregate::Sum => self.both(&a, &b, Linear::add),
            Aggregate::Xor => self.nim_sum(&a, &b),
            Aggregate::Min => self.chosen(&self.compared(&a, Comparison::Le, &b)?, &a, &b),
            Aggregate::Max => self.chosen(&self.compared(&a, Comparison::Le, &b)?, &b, &a),
            _ => Err(Stuck::Undefinable),
        })
    }

    /// Defines an aggregate of a comprehension whose clauses range over few constants or a literal
    /// list.
    pub(super) fn gathered_over(
        &self,
        aggregate: Aggregate,
        clauses: &[Clause],
        element: &Expr,
        scope: &Scope,
    ) -> Defined<Number> {
        let counts = aggregate == Aggregate::Count && element.ty == Type::Bool;
        if element.ty != Type::Int && !counts {
            return Err(Stuck::Undefinable);
        }
        let (scopes, missing) = self.unrolled(clauses, scope)?;
        let [one, zero] = [Int::ONE, Int::ZERO].map(Number::constant);
        let number = |inner: &Scope| match counts {
            true => self.chosen(&self.truth(element, inner)?, &one, &zero),
            false => self.number(element, inner),
        };
        let numbers = scopes.iter().map(number).collect::<Defined<Vec<Number>>>()?;
        // The number of cases in which a condition holds is a sum of ones.
        let aggregate = if counts { Aggregate::Sum } else { aggregate };
        self.number_except(self.together(aggregate, numbers)?, &missing)
    }

    /// Returns a scope for each choice of names of clauses that range over few constants or a
    /// literal list, and the condition under which some element has no value.
    pub(super) fn unrolled(&self, clauses: &[Clause], scope: &Scope) -> Defined<(Vec<Scope>, Automaton)> {
        let mut scopes = vec![scope.clone()];
        let mut missing = Automaton::constant(false);
        for clause in clauses {
            let mut longer = Vec::new();
            for scope in &scopes {
                match clause {
                    Clause::If(condition) => match self.closed(condition, scope)? {
                        Some(Some(Value::Bool(true))) => longer.push(scope.clone()),
                        Some(Some(_)) => {}
                        _ => return Err(Stuck::Undefinable),
                    },
                    Clause::For(pattern, domain) => {
                        for element in self.elements(domain, scope, true)? {
                            missing = missing.or(&self.missing(&element)?, self.room)?;
                            longer.push(self.bind(scope, pattern, element));
                        }
                    }
                }
                if longer.len() > MOST_PIECES {
                    return Err(Stuck::TooLarge);
                }
            }
            scopes = longer;
        }
        Ok((scopes, missing))
    }

    /// An element, at an index that depends on tracks, of a list or range of integers that is small
    /// and constant, or written out. Undefined if the index is outside, or if any element is
    /// undefined.
    fn indexed(&self, base: &Expr, index: &Expr, scope: &Scope) -> Defined<Number> {
        if !matches!(base.ty, Type::List(_) | Type::Range) {
            return Err(Stuck::Undefinable);
        }
        let elements = self.elements(base, scope, true)?;
        let index = self.number(index, scope)?;
        let mut inside = Automaton::constant(false);
        let mut missing = Automaton::constant(false);
        let mut pieces: Vec<Piece> = Vec::new();
        for (at, element) in elements.into_iter().enumerate() {
            // All elements are evaluated, whichever is used.
            missing = missing.or(&self.missing(&element)?, self.room)?;
            let element = element.into_number().ok_or(Stuck::Undefinable)?;
            let here = self.compared(&index, Comparison::Eq, &Number::constant(Int::from(at)))?.holds;
            inside = inside.or(&here, self.room)?;
            for piece in element.pieces {
                pieces.push(Piece { when: piece.when.and(&here, self.room)?, ..piece });
            }
        }
        let number = self.merged(Number { pieces, undefined: inside.not() })?;
        self.number_except(number, &missing)
    }

    /// The number, if it is in a declared type; undefined elsewhere.
    pub(super) fn within(&self, number: Number, domain: &Domain) -> Defined<Number> {
        let range = self.instance.range(domain, self.budget).map_err(|_| Stuck::Undefinable)?;
        let inside = self.in_range(&number, &range)?;
        let mut pieces = Vec::new();
        for piece in number.pieces {
            let when = piece.when.and(&inside.holds, self.room)?;
            pieces.push(Piece { when, ..piece });
        }
        Ok(Number { pieces, undefined: inside.holds.not() })
    }

    /// Whether a number is in a range; unknown where the number is undefined.
    pub(super) fn in_range(&self, number: &Number, range: &crate::position::Range) -> Defined<super::Truth> {
        use crate::position::Range;
        let at_least = |low: &Int| self.compared(number, Comparison::Ge, &Number::constant(low.clone()));
        match range {
            Range::Nat => at_least(&Int::ZERO),
            Range::Between(low, high) => {
                let below = self.compared(number, Comparison::Le, &Number::constant(high.clone()))?;
                self.and(&at_least(low)?, &below)
            }
            _ => Ok(super::Truth { holds: number.undefined.not(), unknown: number.undefined.clone() }),
        }
    }
}

/// The tracks of two lists, sorted, without duplicates.
pub(super) fn joined(a: &[Track], b: &[Track]) -> Vec<Track> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}
