//! Makes terms for operations, and simplifies them by laws about quotients, powers, greatest common
//! divisors and a few other builtins.

use super::term::{GivenUp, Made, Node, Op, Polynomial, Sort, Store, TermId};
use crate::ir::{Aggregate, Builtin, Type, Value};
use crate::laws::law;
use crate::number::Int;

impl Store {
    /// Returns the result of an operation on terms.
    pub fn apply(&mut self, op: Op, parts: &[TermId]) -> Made<TermId> {
        match (&op, parts) {
            (Op::Index(sort), [list, index]) => {
                let ty = if matches!(sort, Sort::Natural | Sort::Integer) { Type::Int } else { Type::Never };
                return self.index(*list, *index, &ty);
            }
            (Op::Part(at, sort), [tuple]) => return self.part_of_sort(*tuple, *at, *sort),
            (Op::Builtin(Builtin::Len), [list]) => return self.length(*list),
            (Op::Div, [number, divisor]) => return self.div(*number, *divisor),
            (Op::Power, [base, exponent]) => return self.power(*base, *exponent),
            (Op::Integer(Builtin::Gcd), [a, b]) => return self.gcd(*a, *b, &Type::Int),
            (Op::Builtin(Builtin::Contains), [whole, part]) => {
                let opaque = self.plain(Op::Builtin(Builtin::Contains), &[*whole, *part])?;
                return self.holds(opaque);
            }
            _ => {}
        }
        self.plain(op, parts)
    }

    /// Returns the term of an operation without simplifying it; only the arguments of a symmetric
    /// builtin are sorted.
    fn plain(&mut self, op: Op, parts: &[TermId]) -> Made<TermId> {
        // Choices among the parts are lifted; choices inside the body of a function stay there.
        self.lift(parts, &mut |store, parts| {
            let mut parts = parts.to_vec();
            if matches!(&op, Op::Integer(builtin) if law(*builtin).symmetric) {
                parts.sort_unstable();
            }
            Ok(store.term(Node::Apply(op.clone(), parts)))
        })
    }

    /// Returns the value, of type `ty`, of a builtin; fails if it is a real number.
    pub fn builtin(&mut self, builtin: Builtin, parts: &[TermId], ty: &Type) -> Made<TermId> {
        let zero = self.int(Int::ZERO);
        match (builtin, parts) {
            (Builtin::Abs, [number]) => {
                let (up, negative) = (self.at_least(*number, zero)?, self.subtract(zero, *number)?);
                self.choose(up, *number, negative)
            }
            (Builtin::Gcd, [a, b]) => self.gcd(*a, *b, ty),
            (Builtin::Even | Builtin::Odd, [number]) => {
                let two = self.int(Int::from(2i64));
                let rest = self.modulo(*number, two)?;
                let even = self.equal(rest, zero)?;
                if builtin == Builtin::Even { Ok(even) } else { self.not(even) }
            }
            (Builtin::Len, [list]) => self.length(*list),
            (Builtin::Indices, [list]) => {
                let length = self.length(*list)?;
                self.plain(Op::Range, &[zero, length])
            }
            (Builtin::Out, [graph, vertex]) => {
                // In an undirected graph the out-neighbours are the neighbours.
                let undirected =
                    matches!(self.node(*graph), Node::Value(Value::Graph(graph)) if graph.is_undirected());
                let builtin = if undirected { Builtin::Neighbours } else { Builtin::Out };
                self.plain(Op::Builtin(builtin), &[*graph, *vertex])
            }
            (Builtin::Reachable, [graph, _]) if self.is_forest(*graph) => {
                self.plain(Op::Builtin(Builtin::Subtree), parts)
            }
            (Builtin::Children, [graph, vertex]) if self.is_forest(*graph) => {
                self.builtin(Builtin::Out, &[*graph, *vertex], ty)
            }
            _ if *ty == Type::Bool => {
                let opaque = self.plain(Op::Builtin(builtin), parts)?;
                self.holds(opaque)
            }
            _ if *ty == Type::Int => self.plain(Op::Integer(builtin), parts),
            _ if *ty == Type::Real => Err(GivenUp),
            _ => self.plain(Op::Builtin(builtin), parts),
        }
    }

    /// Returns a greatest common divisor. The arguments are simplified, because gcd(a, b) =
    /// gcd(a - b, b), and their signs and order do not matter.
    fn gcd(&mut self, a: TermId, b: TermId, ty: &Type) -> Made<TermId> {
        self.lift(&[a, b], &mut |store, parts| {
            let mut parts = [parts[0], parts[1]];
            for own in [0, 1] {
                for sign in [-1i64, 1] {
                    let changed = store.plus(parts[own], &Int::from(sign), parts[1 - own]);
                    if store.polynomial(changed).len() < store.polynomial(parts[own]).len() {
                        parts[own] = changed;
                    }
                }
            }
            for part in &mut parts {
                if store.polynomial(*part).first().is_some_and(|(_, factor)| factor.is_negative()) {
                    let zero = store.int(Int::ZERO);
                    *part = store.plus(zero, &Int::from(-1i64), *part);
                }
            }
            parts.sort_unstable();
            let [a, b] = parts;
            if a == b || store.as_int(a) == Some(Int::ZERO) {
                return store.builtin(Builtin::Abs, &[b], ty);
            }
            if store.as_int(b) == Some(Int::ZERO) {
                return store.builtin(Builtin::Abs, &[a], ty);
            }
            store.plain(Op::Integer(Builtin::Gcd), &parts)
        })
    }

    /// Whether a term is a constant graph of rooted trees.
    fn is_forest(&self, graph: TermId) -> bool {
        matches!(self.node(graph), Node::Value(Value::Graph(graph)) if graph.is_forest())
    }

    /// Returns a power; it is a product if the exponent is a small constant.
    fn power(&mut self, base: TermId, exponent: TermId) -> Made<TermId> {
        // The largest exponents of constants and of other terms for which the power is a product.
        const MOST_ELEMENTS: usize = 200;
        const MOST_OF_NAMES: usize = 4;
        self.lift(&[base, exponent], &mut |store, parts| {
            let (base, exponent) = (parts[0], parts[1]);
            let most = if store.as_int(base).is_some() { MOST_ELEMENTS } else { MOST_OF_NAMES };
            let times = store.as_int(exponent).and_then(|it| it.to_usize()).filter(|times| *times <= most);
            let Some(times) = times else { return store.plain(Op::Power, parts) };
            let mut product = store.int(Int::ONE);
            for _ in 0..times {
                product = store.times(product, base)?;
            }
            Ok(product)
        })
    }

    /// Returns a quotient, rounded down. Where the divisor is 0, the quotient is an unknown number,
    /// the same for both games.
    pub fn div(&mut self, number: TermId, divisor: TermId) -> Made<TermId> {
        self.lift(&[number, divisor], &mut |store, parts| {
            let (number, divisor) = (parts[0], parts[1]);
            if let (Some(a), Some(b)) = (store.as_int(number), store.as_int(divisor))
                && let Some(quotient) = a.div_floor(&b)
            {
                return Ok(store.int(quotient));
            }
            if store.as_int(divisor) == Some(Int::ONE) {
                return Ok(number);
            }
            let (multiple, rest) = store.multiple(number, divisor);
            if store.as_int(rest).is_some_and(|rest| rest.is_zero()) {
                return Ok(multiple);
            }
            let quotient = store.term(Node::Apply(Op::Div, vec![rest, divisor]));
            Ok(store.plus(multiple, &Int::ONE, quotient))
        })
    }

    /// Writes a number as a multiple of a divisor plus a rest; returns the factor, which is 0 if
    /// the divisor is not a single term, and the rest.
    fn multiple(&mut self, number: TermId, divisor: TermId) -> (TermId, TermId) {
        let (mut multiple, mut rest) = (Polynomial::new(), Polynomial::new());
        let single = !matches!(self.node(divisor), Node::Sum(_));
        for (mut product, factor) in self.polynomial(number) {
            match product.iter().position(|term| *term == divisor).filter(|_| single) {
                Some(at) => {
                    product.remove(at);
                    multiple.push((product, factor));
                }
                None => rest.push((product, factor)),
            }
        }
        (self.sum(multiple), self.sum(rest))
    }

    /// Returns a remainder: the number minus the quotient times the divisor.
    pub fn modulo(&mut self, number: TermId, divisor: TermId) -> Made<TermId> {
        let quotient = self.div(number, divisor)?;
        let taken = self.multiply(quotient, divisor)?;
        self.subtract(number, taken)
    }

    /// Returns an aggregate of a few terms; `None` if there are none, or if it cannot be computed
    /// step by step.
    pub fn aggregate_few(&mut self, aggregate: Aggregate, parts: &[TermId]) -> Made<Option<TermId>> {
        // For a single element the result is that element, which is wrong for `mex` or `count`.
        let folds = matches!(
            aggregate,
            Aggregate::Min | Aggregate::Max | Aggregate::Sum | Aggregate::All | Aggregate::Any
        );
        let Some((first, rest)) = parts.split_first().filter(|_| folds) else { return Ok(None) };
        let mut all = *first;
        for part in rest {
            all = match aggregate {
                Aggregate::Min | Aggregate::Max => {
                    let less = self.at_least(*part, all)?;
                    let (yes, no) = if aggregate == Aggregate::Min { (all, *part) } else { (*part, all) };
                    self.choose(less, yes, no)?
                }
                Aggregate::Sum => self.add(all, *part)?,
                Aggregate::All => self.and(all, *part)?,
                Aggregate::Any => self.or(all, *part)?,
                _ => return Ok(None),
            };
        }
        Ok(Some(all))
    }

    /// Returns the set of the elements for which membership in two sets, combined by `join`, holds.
    pub fn combined(
        &mut self,
        a: TermId,
        b: TermId,
        element: &Type,
        join: fn(&mut Store, TermId, TermId) -> Made<TermId>,
    ) -> Made<TermId> {
        let any = self.variable(Sort::of(element));
        let (in_a, in_b) = (self.member(any, a)?, self.member(any, b)?);
        let formula = join(self, in_a, in_b)?;
        self.set_of(any, formula)
    }
}
