//! Brings expressions to normal form: makes their terms, and collects the conditions under which
//! they have values.

mod collections;

use super::duty::Duty;
use super::term::{GivenUp, Made, Node, Op, Sort, Store, TermId};
use crate::ir::{
    Aggregate, Binary, Clause, Comparison, Conversion, Domain, Expr, ExprKind, FunctionId, Pattern, SlotId,
    Type, Unary, Value, walk,
};
use crate::number::Int;
use crate::position::{Budget, Evaluator, Instance};
use rustc_hash::FxHashMap;

/// The terms of local names.
pub type Scope = FxHashMap<SlotId, TermId>;

/// The most elements of a list or a constant collection that is written out element by element.
const FEW: usize = 8;

/// Reads the expressions of one program: makes their terms.
pub struct Reader<'a, 's> {
    pub instance: &'a Instance,
    pub budget: &'a Budget<'a>,
    pub store: &'s mut Store,
    /// The conditions under which the innermost binder around the current expression is evaluated.
    pub outer: TermId,
    /// Further conditions under which the current expression is evaluated.
    pub assumed: TermId,
    /// Conditions under which the terms read so far have values.
    pub duties: Vec<Duty>,
    /// The fields with their declared types.
    pub declared: Vec<(TermId, &'a Domain)>,
}

impl Reader<'_, '_> {
    /// The normal form of an expression that is not a position.
    pub fn read(&mut self, expr: &Expr, scope: &mut Scope) -> Made<TermId> {
        self.store.step()?;
        stacker::maybe_grow(64 << 10, 4 << 20, || self.read_kind(expr, scope))
    }

    fn read_kind(&mut self, expr: &Expr, scope: &mut Scope) -> Made<TermId> {
        match &expr.kind {
            ExprKind::Literal(value) => return Ok(self.store.constant(value)),
            ExprKind::Local(slot) => {
                let found = scope.get(slot).copied().ok_or(GivenUp)?;
                return if expr.ty == Type::Bool { self.store.holds(found) } else { Ok(found) };
            }
            ExprKind::Global(id) => return Ok(self.store.constant(&self.instance.globals[id.index()])),
            _ => {}
        }
        if let Some(value) = self.closed(expr, scope) {
            return Ok(self.store.constant(&value));
        }
        if let Some(made) = self.spelled_out(expr, scope)? {
            return Ok(made);
        }
        self.composed(expr, scope)
    }

    /// The normal form of an expression that depends on variables, made of the terms of its parts.
    fn composed(&mut self, expr: &Expr, scope: &mut Scope) -> Made<TermId> {
        match &expr.kind {
            ExprKind::Call(function, arguments) => {
                let made = self.call(*function, arguments, scope, Reader::read)?;
                let result = &self.instance.program.functions[function.index()].result;
                self.must_be_of(made, result)?;
                Ok(made)
            }
            ExprKind::Builtin(builtin, parts) => self.builtin(*builtin, parts, &expr.ty, scope),
            ExprKind::Unary(op, inner) => {
                let inner = self.read(inner, scope)?;
                self.unary(*op, inner)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, scope),
            ExprKind::Compare(first, rest) => self.compare(first, rest, scope),
            ExprKind::If(parts) => self.choice(parts, scope),
            ExprKind::Let(pattern, parts) => {
                let value = self.read(&parts[0], scope)?;
                let mut inner = scope.clone();
                self.bind(pattern, value, &mut inner)?;
                self.read(&parts[1], &mut inner)
            }
            ExprKind::List(parts) => {
                let parts = self.all(parts, scope)?;
                self.list(&parts)
            }
            ExprKind::Set(parts) => {
                let parts = self.all(parts, scope)?;
                self.set(&parts, &expr.ty)
            }
            ExprKind::Tuple(parts) => {
                let parts = self.all(parts, scope)?;
                self.store.tuple(&parts)
            }
            ExprKind::Range { bounds, inclusive } => self.range(bounds, *inclusive, scope),
            ExprKind::ListFor(clauses, element) => self.list_for(clauses, element, scope),
            ExprKind::SetFor(clauses, element) => self.set_for(clauses, element, scope),
            ExprKind::AggregateFor(aggregate, clauses, element) => {
                self.aggregate_for(*aggregate, clauses, element, &expr.ty, scope)
            }
            ExprKind::Aggregate(aggregate, inner) => self.aggregate(*aggregate, inner, &expr.ty, scope),
            ExprKind::Index(parts) => {
                let (list, index) = (self.read(&parts[0], scope)?, self.read(&parts[1], scope)?);
                self.must_be_inside(list, index)?;
                self.store.index(list, index, &expr.ty)
            }
            ExprKind::Slice(parts) => self.slice(parts, scope),
            ExprKind::Part(tuple, at) => {
                let tuple = self.read(tuple, scope)?;
                self.store.part(tuple, *at)
            }
            ExprKind::With { base, path, many, value } => self.with(base, path, *many, value, scope),
            ExprKind::Convert(conversion, inner) if is_of_ranges(conversion) => self.read(inner, scope),
            _ => Err(GivenUp),
        }
    }

    /// The integers between two bounds; the normal form excludes the upper one.
    fn slice(&mut self, [list, range]: &[Expr; 2], scope: &mut Scope) -> Made<TermId> {
        let list = self.read(list, scope)?;
        // The value of an empty range does not tell where it begins, but the slice has to be inside
        // the list.
        let range = match &range.kind {
            ExprKind::Range { bounds, inclusive } => self.range(bounds, *inclusive, scope)?,
            _ => self.read(range, scope)?,
        };
        self.must_be_slice(list, range)?;
        self.store.apply(Op::Slice, &[list, range])
    }

    fn range(&mut self, bounds: &[Expr; 2], inclusive: bool, scope: &mut Scope) -> Made<TermId> {
        let (low, mut high) = (self.read(&bounds[0], scope)?, self.read(&bounds[1], scope)?);
        if inclusive {
            let one = self.store.int(Int::ONE);
            high = self.store.add(high, one)?;
        }
        self.store.apply(Op::Range, &[low, high])
    }

    fn unary(&mut self, op: Unary, inner: TermId) -> Made<TermId> {
        match op {
            Unary::Not => self.store.not(inner),
            Unary::Negate => {
                let zero = self.store.int(Int::ZERO);
                self.store.subtract(zero, inner)
            }
            Unary::NegateReal => Err(GivenUp),
        }
    }

    /// The normal form of a conditional expression.
    fn choice(&mut self, parts: &[Expr; 3], scope: &mut Scope) -> Made<TermId> {
        let condition = self.read(&parts[0], scope)?;
        let not = self.store.not(condition)?;
        let mut yes_scope = equated(&parts[0], scope);
        let yes = self.assuming(condition, |this| this.read(&parts[1], &mut yes_scope))?;
        let no = self.assuming(not, |this| this.read(&parts[2], scope))?;
        self.store.choose(condition, yes, no)
    }

    /// Returns the set of these members, which have the element type of `ty`.
    fn set(&mut self, members: &[TermId], ty: &Type) -> Made<TermId> {
        let element = ty.element().ok_or(GivenUp)?;
        let any = self.store.variable(Sort::of(&element));
        let mut formula = self.store.truth(false);
        for member in members {
            let same = self.store.same(any, *member)?;
            formula = self.store.or(formula, same)?;
        }
        self.store.set_of(any, formula)
    }

    /// The normal form of an aggregate of a comprehension.
    fn aggregate_for(
        &mut self,
        aggregate: Aggregate,
        clauses: &[Clause],
        element: &Expr,
        ty: &Type,
        scope: &mut Scope,
    ) -> Made<TermId> {
        match aggregate {
            Aggregate::All => self.for_all(clauses, element, false, scope),
            Aggregate::Any => {
                // Some element is true unless all are false.
                let all_not = self.for_all(clauses, element, true, scope)?;
                self.store.not(all_not)
            }
            Aggregate::Count => self.counted(clauses, Some(element), scope),
            Aggregate::Sum if element.is_one() => self.counted(clauses, None, scope),
            aggregate => {
                let made = self.nested(Op::AggregateFor(aggregate), clauses, element, scope)?;
                self.aggregated(aggregate, made)?;
                if *ty == Type::Bool { self.store.holds(made) } else { Ok(made) }
            }
        }
    }

    /// The normal forms of expressions, in order.
    pub(super) fn all(&mut self, parts: &[Expr], scope: &mut Scope) -> Made<Vec<TermId>> {
        parts.iter().map(|part| self.read(part, scope)).collect()
    }

    /// Returns the value of an expression; `None` if it depends on variables, mentions all naturals or
    /// a position, or has no value.
    pub fn closed(&self, expr: &Expr, scope: &Scope) -> Option<Value> {
        let mut frame = Vec::new();
        let mut closed = true;
        walk::everything(expr, &mut |inner| match &inner.kind {
            ExprKind::Local(slot) => {
                if let Some(term) = scope.get(slot) {
                    match self.store.as_value(*term) {
                        Some(value) => frame.push((*slot, value)),
                        None => closed = false,
                    }
                }
            }
            ExprKind::Naturals | ExprKind::Term(..) | ExprKind::Component(..) | ExprKind::Nothing => {
                closed = false
            }
            _ => {}
        });
        if !closed || expr.ty == Type::Position {
            return None;
        }
        let mut values = vec![Value::Bool(false); walk::frame_size(expr)];
        for (slot, value) in frame {
            if let Some(place) = values.get_mut(slot.index()) {
                *place = value;
            }
        }
        Evaluator::new(self.instance, self.budget).value(expr, &mut values).ok()
    }

    /// Runs `read` under an additional assumption.
    pub fn assuming<T>(&mut self, more: TermId, read: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        let before = self.assumed;
        self.assumed = self.store.and(before, more)?;
        let made = read(self);
        self.assumed = before;
        made
    }

    /// Reads the body of a function with its parameters bound to the arguments.
    pub fn call<T>(
        &mut self,
        function: FunctionId,
        arguments: &[Expr],
        scope: &mut Scope,
        read: impl FnOnce(&mut Self, &Expr, &mut Scope) -> Made<T>,
    ) -> Made<T> {
        let instance = self.instance;
        let function = &instance.program.functions[function.index()];
        let mut inner = Scope::default();
        for (at, (argument, parameter)) in arguments.iter().zip(&function.parameters).enumerate() {
            let argument = self.read(argument, scope)?;
            self.must_be_of(argument, &parameter.domain)?;
            inner.insert(SlotId(at as u32), argument);
        }
        read(self, &function.body.expr, &mut inner)
    }

    /// Binds a pattern to a term, and the names of a tuple to the parts of the term.
    pub fn bind(&mut self, pattern: &Pattern, term: TermId, scope: &mut Scope) -> Made<()> {
        match pattern {
            Pattern::Slot(slot) => {
                scope.insert(*slot, term);
                Ok(())
            }
            Pattern::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let inner = self.store.part(term, at)?;
                    self.bind(part, inner, scope)?;
                }
                Ok(())
            }
        }
    }

    /// Binds a pattern to an arbitrary value of a type; returns the term of this value, and the
    /// fresh variables in it.
    pub fn fresh(&mut self, pattern: &Pattern, ty: &Type, scope: &mut Scope) -> Made<(TermId, Vec<TermId>)> {
        let mut variables = Vec::new();
        let whole = self.any_of(ty, &mut variables)?;
        self.bind(pattern, whole, scope)?;
        Ok((whole, variables))
    }

    /// Returns a term for an arbitrary value of a type, and adds its fresh variables to
    /// `variables`: one, or one for each part of a tuple.
    pub(super) fn any_of(&mut self, ty: &Type, variables: &mut Vec<TermId>) -> Made<TermId> {
        if let Type::Tuple(types) = ty {
            let parts = types.iter().map(|ty| self.any_of(ty, variables)).collect::<Made<Vec<TermId>>>()?;
            return self.store.tuple(&parts);
        }
        let variable = self.store.variable(Sort::of(ty));
        variables.push(variable);
        Ok(variable)
    }

    /// The normal form of a binary operation that does not make positions.
    pub(super) fn binary(&mut self, op: Binary, a: &Expr, b: &Expr, scope: &mut Scope) -> Made<TermId> {
        if matches!(op, Binary::And | Binary::Or | Binary::Implies) {
            let left = self.read(a, scope)?;
            let reached = if op == Binary::Or { self.store.not(left)? } else { left };
            let right = self.assuming(reached, |this| this.read(b, scope))?;
            return match op {
                Binary::And => self.store.and(left, right),
                Binary::Or => self.store.or(left, right),
                _ => {
                    let not = self.store.not(left)?;
                    self.store.or(not, right)
                }
            };
        }
        let (left, right) = (self.read(a, scope)?, self.read(b, scope)?);
        let store = &mut *self.store;
        match op {
            Binary::Iff => store.iff(left, right),
            Binary::Add => store.add(left, right),
            Binary::Subtract => store.subtract(left, right),
            Binary::Multiply => store.multiply(left, right),
            Binary::Div | Binary::Mod => {
                let zero = store.int(Int::ZERO);
                let none = store.equal(right, zero)?;
                let some = store.not(none)?;
                self.must(some);
                if op == Binary::Div { self.store.div(left, right) } else { self.store.modulo(left, right) }
            }
            Binary::Power => {
                self.must_be_natural(right)?;
                self.store.apply(Op::Power, &[left, right])
            }
            Binary::Xor => {
                self.must_be_natural(left)?;
                self.must_be_natural(right)?;
                self.store.apply(Op::Xor, &[left.min(right), left.max(right)])
            }
            Binary::ConcatLists => store.apply(Op::Concat, &[left, right]),
            Binary::ConcatTexts => store.apply(Op::ConcatTexts, &[left, right]),
            Binary::Union | Binary::Intersection | Binary::Difference => {
                let element = a.ty.element().ok_or(GivenUp)?;
                let join = match op {
                    Binary::Union => Store::or,
                    Binary::Intersection => Store::and,
                    _ => |store: &mut Store, a, b| {
                        let not = store.not(b)?;
                        store.and(a, not)
                    },
                };
                store.combined(left, right, &element, join)
            }
            _ => Err(GivenUp),
        }
    }

    /// The normal form of a chain of comparisons, such as `a <= b < c`.
    fn compare(&mut self, first: &Expr, rest: &[(Comparison, Expr)], scope: &mut Scope) -> Made<TermId> {
        if let [(comparison, second)] = rest
            && let Some(made) = self.compared_as_a_whole(first, *comparison, second, scope)?
        {
            return Ok(made);
        }
        let mut all = self.store.truth(true);
        let (mut left, mut left_type) = (self.read(first, scope)?, &first.ty);
        for (comparison, operand) in rest {
            let right = self.assuming(all, |this| this.read(operand, scope))?;
            let one = self.compared(*comparison, (left, left_type), (right, &operand.ty))?;
            all = self.store.and(all, one)?;
            (left, left_type) = (right, &operand.ty);
        }
        Ok(all)
    }

    /// The normal form of one comparison of two operands, each with its type.
    fn compared(&mut self, comparison: Comparison, a: (TermId, &Type), b: (TermId, &Type)) -> Made<TermId> {
        let store = &mut *self.store;
        let integers = *a.1 == Type::Int && *b.1 == Type::Int;
        let holds = match comparison {
            Comparison::In | Comparison::NotIn if *b.1 != Type::Text => store.member(a.0, b.0)?,
            Comparison::Eq | Comparison::Ne => store.same(a.0, b.0)?,
            Comparison::Ge | Comparison::Lt if integers => store.at_least(a.0, b.0)?,
            Comparison::Le | Comparison::Gt if integers => store.at_least(b.0, a.0)?,
            _ => return Err(GivenUp),
        };
        match comparison {
            Comparison::NotIn | Comparison::Ne | Comparison::Lt | Comparison::Gt => store.not(holds),
            _ => Ok(holds),
        }
    }
}

/// Whether a conversion turns ranges into lists or sets: a range and what it becomes have one
/// normal form.
fn is_of_ranges(conversion: &Conversion) -> bool {
    match conversion {
        Conversion::RangeToList | Conversion::RangeToSet => true,
        Conversion::Elements(inner) | Conversion::Members(inner) => is_of_ranges(inner),
        _ => false,
    }
}

/// Returns the scope where a condition holds: after `x == y`, both names have one term.
fn equated(condition: &Expr, scope: &Scope) -> Scope {
    let mut inner = scope.clone();
    if let ExprKind::Compare(first, rest) = &condition.kind
        && let [(Comparison::Eq, second)] = &rest[..]
        && let (ExprKind::Local(a), ExprKind::Local(b)) = (&first.kind, &second.kind)
        && let (Some(x), Some(y)) = (scope.get(a), scope.get(b))
    {
        // The term that was made first represents both names.
        let older = *x.min(y);
        inner.insert(*a, older);
        inner.insert(*b, older);
    }
    inner
}

/// Returns the elements of a collection, if it is constant and has at most [`FEW`].
pub fn few(store: &Store, collection: TermId) -> Option<Vec<Value>> {
    match store.node(collection) {
        Node::Value(Value::Set(elements) | Value::List(elements)) if elements.len() <= FEW => {
            Some(elements.to_vec())
        }
        Node::Apply(Op::Range, ends) => {
            let (low, high) = (store.as_int(ends[0])?.to_i64()?, store.as_int(ends[1])?.to_i64()?);
            let size = high.checked_sub(low)?;
            (size <= FEW as i64).then(|| (low..high).map(Value::int).collect())
        }
        _ => None,
    }
}
