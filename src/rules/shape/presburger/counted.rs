//! Defines, up to a bound, how many elements a collection has, if its elements are integers or
//! tuples of integers that satisfy conditions.
//!
//! Elements are ordered: an element is the (i + 1)-th or a later one if it comes after an element
//! that is the i-th or a later one.

use super::capped::Capped;
use super::{Bound, Defined, Definer, Linear, Number, Scope, Sign, Stuck, Truth};
use crate::ir::{Clause, Conversion, Expr, ExprKind, Pattern, SlotId, Type, Value};
use crate::theory::automaton::{Automaton, Track};

/// Tuples of integers on tracks.
struct Members {
    /// Whether the tuple on `tracks` is a member.
    truth: Truth,
    /// All tracks of a tuple.
    tracks: Vec<Track>,
    /// The integers of the tuple. Tuples are ordered lexicographically.
    integers: Vec<Linear>,
}

impl Definer<'_> {
    /// Returns how many elements a list or a set has, counted up to `far`.
    pub(super) fn length(&self, collection: &Expr, far: usize, scope: &Scope) -> Defined<Capped> {
        let members = match &collection.kind {
            ExprKind::ListFor(clauses, element) => self.members(clauses, Some(element), scope)?,
            ExprKind::SetFor(clauses, element) if tells_all(clauses, element) => {
                self.members(clauses, Some(element), scope)?
            }
            _ => self.integers_of(collection, scope)?,
        };
        self.counted(&members, far)
    }

    /// `count(… for …)`: how often a condition holds, or how many elements there are, up to `far`.
    pub(super) fn how_many(
        &self,
        clauses: &[Clause],
        element: &Expr,
        far: usize,
        scope: &Scope,
    ) -> Defined<Capped> {
        if element.ty != Type::Bool {
            return self.counted(&self.members(clauses, Some(element), scope)?, far);
        }
        let condition = Clause::If(element.clone());
        let clauses: Vec<Clause> = clauses.iter().cloned().chain([condition]).collect();
        self.counted(&self.members(&clauses, None, scope)?, far)
    }

    /// Whether a collection has no element.
    pub(super) fn is_empty(&self, collection: &Expr, scope: &Scope) -> Defined<Truth> {
        let members = match &collection.kind {
            ExprKind::ListFor(clauses, element) | ExprKind::SetFor(clauses, element) => {
                self.members(clauses, Some(element), scope)?
            }
            _ => self.integers_of(collection, scope)?,
        };
        let unknown = self.hide(members.truth.unknown, &members.tracks)?;
        let some = self.hide(members.truth.holds, &members.tracks)?.and(&unknown.not(), self.room)?;
        self.not(&Truth { holds: some, unknown })
    }

    /// Whether two collections of integers have equal sets of elements; their order and how often
    /// they occur do not matter.
    pub(super) fn same_integers(&self, left: &Expr, right: &Expr, scope: &Scope) -> Defined<Truth> {
        let is_of_integers = |expr: &Expr| expr.ty.element() == Some(Type::Int);
        if !is_of_integers(left) || !is_of_integers(right) {
            return Err(Stuck::Undefinable);
        }
        let (any, tracks) = self.any_integer();
        let same = self.iff(&self.element(left, &any, scope)?, &self.element(right, &any, scope)?)?;
        let unknown = self.hide(same.unknown.clone(), &tracks)?;
        let differ = self.hide(self.fails(&same)?, &tracks)?;
        Ok(Truth { holds: differ.or(&unknown, self.room)?.not(), unknown })
    }

    /// The integers of a set or a range.
    fn integers_of(&self, collection: &Expr, scope: &Scope) -> Defined<Members> {
        let is_set = matches!(collection.ty, Type::Set(_) | Type::Range);
        if !is_set || collection.ty.element() != Some(Type::Int) {
            return Err(Stuck::Undefinable);
        }
        let (any, tracks) = self.any_integer();
        let truth = self.element(collection, &any, scope)?;
        Ok(Members { truth, tracks, integers: values(&any)? })
    }

    /// Returns a number that stands for any integer, as a difference of two naturals, and their
    /// tracks.
    fn any_integer(&self) -> (Number, Vec<Track>) {
        let (above, below) = (self.fresh(), self.fresh());
        (Number::linear(Linear::unknown(above).sub(&Linear::unknown(below))), vec![above, below])
    }

    /// Returns the choices for the names of clauses that meet the clauses. `element` must have a
    /// value there.
    fn members(&self, clauses: &[Clause], element: Option<&Expr>, scope: &Scope) -> Defined<Members> {
        let Some((first, rest)) = clauses.split_first() else {
            let truth = Truth::constant(true);
            // An element without a value leaves the whole collection without one.
            let missing = element.map(|it| self.missing(&self.bound(it, scope)?)).transpose()?;
            let truth = match missing {
                Some(missing) => self.truth_except(truth, &missing)?,
                None => truth,
            };
            return Ok(Members { truth, tracks: Vec::new(), integers: Vec::new() });
        };
        let (pattern, domain) = match first {
            Clause::If(condition) => {
                let condition = self.truth(condition, scope)?;
                let members = self.members(rest, element, scope)?;
                return Ok(Members { truth: self.and(&condition, &members.truth)?, ..members });
            }
            Clause::For(pattern, domain) => (pattern, domain),
        };
        let (Pattern::Slot(_), Some(Type::Int)) = (pattern, domain.ty.element()) else {
            return Err(Stuck::Undefinable);
        };
        if !self.has_each_once(domain, scope)? {
            return Err(Stuck::Undefinable);
        }
        let (any, tracks) = self.any_number(domain, scope)?;
        let here = self.element(domain, &any, scope)?;
        let inner = self.members(rest, element, &self.bind(scope, pattern, Bound::Number(any.clone())))?;
        Ok(Members {
            truth: self.and(&here, &inner.truth)?,
            tracks: [tracks, inner.tracks].concat(),
            integers: [values(&any)?, inner.integers].concat(),
        })
    }

    /// Whether obviously no element occurs twice in a collection.
    fn has_each_once(&self, domain: &Expr, scope: &Scope) -> Defined<bool> {
        if matches!(domain.ty, Type::Set(_) | Type::Range) {
            return Ok(true);
        }
        if let ExprKind::Convert(Conversion::RangeToList, _) = domain.kind {
            return Ok(true);
        }
        Ok(match self.closed(domain, scope)? {
            Some(Some(Value::Range(_) | Value::Set(_))) => true,
            Some(Some(Value::List(elements))) => {
                let mut each = elements.to_vec();
                each.sort();
                each.windows(2).all(|pair| pair[0] != pair[1])
            }
            _ => false,
        })
    }

    /// Defines the number of tuples, counted up to `far`.
    fn counted(&self, members: &Members, far: usize) -> Defined<Capped> {
        let Members { truth, tracks, integers } = members;
        let unknown = self.hide(truth.unknown.clone(), tracks)?;
        let others: Vec<Track> = tracks.iter().map(|_| self.fresh()).collect();
        let other = |track: Track| tracks.iter().position(|it| *it == track).map_or(track, |at| others[at]);
        let renamed = |form: &Linear| {
            tracks
                .iter()
                .zip(&others)
                .fold(form.clone(), |form, (from, to)| form.replaced(*from, &Linear::unknown(*to)))
        };
        let mut before = Automaton::constant(false);
        for integer in integers.iter().rev() {
            let difference = renamed(integer).sub(integer);
            let (less, same) = (difference.is_negative(self.room)?, difference.is_zero(self.room)?);
            before = less.or(&same.and(&before, self.room)?, self.room)?;
        }
        let mut steps = vec![Automaton::constant(true)];
        // At the head of the loop: the condition that a tuple is a member and at least
        // `steps.len() - 1` members come before it.
        let mut reached = truth.holds.clone();
        while steps.len() <= far {
            let step = self.hide(reached.clone(), tracks)?;
            let is_last = step.is_nothing();
            steps.push(step);
            if is_last {
                break;
            }
            let earlier = reached.renamed(other).and(&before, self.room)?;
            reached = truth.holds.and(&self.hide(earlier, &others)?, self.room)?;
        }
        self.by_steps(steps, &unknown)
    }
}

/// Whether it is obvious that different choices for the names of clauses make different elements:
/// each name is a part of the element.
fn tells_all(clauses: &[Clause], element: &Expr) -> bool {
    let parts = match &element.kind {
        ExprKind::Tuple(parts) => &**parts,
        _ => std::slice::from_ref(element),
    };
    let tells =
        |slot: SlotId| parts.iter().any(|part| matches!(part.kind, ExprKind::Local(it) if it == slot));
    clauses.iter().all(|clause| match clause {
        Clause::For(pattern, _) => pattern.slots().into_iter().all(tells),
        Clause::If(_) => true,
    })
}

/// Returns the linear form of a number that has only one piece.
fn values(number: &Number) -> Defined<Vec<Linear>> {
    match &*number.pieces {
        [piece] => Ok(vec![piece.value.clone()]),
        _ => Err(Stuck::Undefinable),
    }
}
