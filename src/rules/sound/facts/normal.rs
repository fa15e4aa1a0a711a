//! Rewrites collections in a simple form: calls are replaced by bodies, names by their values, and
//! comprehensions that change single elements by `with`, `-` and `&`.

use super::Facts;
use super::weights::{int, replace_slot, unconverted};
use crate::ir::{Binary, Builtin, Clause, Comparison, Expr, ExprKind, Pattern, SlotId, Type, walk};
use crate::number::contradiction::Linear;

/// The most subexpressions of a value that replaces a name, and of the expression that contains the
/// name.
const MOST_PARTS: usize = 500;

/// The collections to which the outermost operator of a collection is applied.
fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(
            Binary::Union
            | Binary::Difference
            | Binary::Intersection
            | Binary::ConcatLists
            | Binary::ConcatTexts,
            left,
            right,
        ) => vec![left, right],
        ExprKind::Builtin(Builtin::Sorted | Builtin::Reverse, arguments) => vec![&arguments[0]],
        ExprKind::Slice(parts) => vec![&parts[0]],
        ExprKind::With { base, .. } => vec![base],
        _ => Vec::new(),
    }
}

/// The collections that [`operands`] returns, mutable.
fn operands_mut(expr: &mut Expr) -> Vec<&mut Expr> {
    match &mut expr.kind {
        ExprKind::Binary(
            Binary::Union
            | Binary::Difference
            | Binary::Intersection
            | Binary::ConcatLists
            | Binary::ConcatTexts,
            left,
            right,
        ) => vec![left, right],
        ExprKind::Builtin(Builtin::Sorted | Builtin::Reverse, arguments) => vec![&mut arguments[0]],
        ExprKind::Slice(parts) => vec![&mut parts[0]],
        ExprKind::With { base, .. } => vec![base],
        _ => Vec::new(),
    }
}

/// A value that depends on whether a condition holds.
pub struct Fork {
    /// The condition.
    pub condition: Expr,
    /// The value where it holds.
    pub then: Expr,
    /// The value where it does not.
    pub otherwise: Expr,
}

impl Facts<'_> {
    /// An expression with the value of a name substituted; `None` if the value or the expression is
    /// too long.
    pub fn put_in(&self, name: SlotId, value: &Expr, expr: &Expr) -> Option<Expr> {
        (is_short(value) && is_short(expr)).then(|| replace_slot(expr, name, value))
    }

    /// A collection in simple form: calls and `let` are inlined, comprehensions that change or omit
    /// single elements become `with`, `-` and `&`, and a `with` changes single elements of its list.
    pub fn plain(&mut self, collection: &Expr) -> Expr {
        stacker::maybe_grow(64 << 10, 4 << 20, || match &collection.kind {
            ExprKind::Call(id, arguments) => match self.opened(id.index(), arguments) {
                Some(body) => self.plain(&body),
                None => collection.clone(),
            },
            ExprKind::Let(Pattern::Slot(slot), parts) => match self.put_in(*slot, &parts[0], &parts[1]) {
                Some(put) => self.plain(&put),
                None => collection.clone(),
            },
            ExprKind::ListFor(clauses, element) => match self.changes(clauses, element) {
                Some(changed) => changed,
                None => collection.clone(),
            },
            ExprKind::SetFor(clauses, element) => match chosen_part(clauses, element) {
                Some(part) => self.plain(&part),
                None => collection.clone(),
            },
            _ => {
                let mut result = collection.clone();
                for operand in operands_mut(&mut result) {
                    *operand = self.plain(operand);
                }
                match self.one_by_one(&result) {
                    Some(single) => single,
                    None => result,
                }
            }
        })
    }

    /// The first condition on which a simple collection depends, with the collection in both cases:
    /// the condition of an `if`, or that two changed indices are equal. `None` if there is none.
    pub fn fork(&mut self, collection: &Expr) -> Option<Fork> {
        match &collection.kind {
            ExprKind::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                return Some(Fork {
                    condition: condition.clone(),
                    then: then.clone(),
                    otherwise: otherwise.clone(),
                });
            }
            ExprKind::With { base, path, many: false, value } if path.len() == 1 => {
                if let ExprKind::With { base: first, path: earlier, many: false, .. } = &base.kind
                    && earlier.len() == 1
                    && !self.differ(&path[0], &earlier[0])
                {
                    let only = ExprKind::With {
                        base: first.clone(),
                        path: path.clone(),
                        many: false,
                        value: value.clone(),
                    };
                    let only = Expr { kind: only, ..collection.clone() };
                    // If the indices are equal, only the later change counts.
                    let links = vec![(Comparison::Eq, earlier[0].clone())];
                    let same = ExprKind::Compare(Box::new(path[0].clone()), links);
                    let condition = Expr { kind: same, ty: Type::Bool, span: collection.span };
                    return Some(Fork { condition, then: only, otherwise: collection.clone() });
                }
            }
            _ => {}
        }
        let count = operands(collection).len();
        for at in 0..count {
            let operand = operands(collection)[at].clone();
            if let Some(fork) = self.fork(&operand) {
                let with = |part: Expr| {
                    let mut whole = collection.clone();
                    *operands_mut(&mut whole)[at] = part;
                    whole
                };
                let (then, otherwise) = (with(fork.then), with(fork.otherwise));
                return Some(Fork { condition: fork.condition, then, otherwise });
            }
        }
        None
    }

    /// Adds the fact that a simple collection has a value: slices and changed indices are inside
    /// their lists.
    pub fn has_value(&mut self, collection: &Expr) {
        for operand in operands(collection) {
            self.has_value(operand);
        }
        self.has_value_itself(collection);
    }

    /// `[if j == a then x else if j == b then y else xs[j] for j in indices(xs)]` is `xs with [b] = y with
    /// [a] = x`, where `a` and `b` are provably indices. `None` for other comprehensions.
    fn changes(&mut self, clauses: &[Clause], element: &Expr) -> Option<Expr> {
        let [Clause::For(Pattern::Slot(index), domain)] = clauses else { return None };
        let mut changes: Vec<(Vec<Expr>, &Expr)> = Vec::new();
        let mut rest = element;
        while let ExprKind::If(parts) = &rest.kind {
            let [condition, then, otherwise] = &**parts;
            let (places, there, elsewhere) = match places(condition, *index, true) {
                Some(places) => (places, then, otherwise),
                None => (places(condition, *index, false)?, otherwise, then),
            };
            changes.push((places, there));
            rest = elsewhere;
        }
        let list = self.list_of_indices(domain, *index, &[rest])?;
        let ExprKind::Index(parts) = &rest.kind else { return None };
        // Another list might not be evaluated: where all elements are changed, nothing reads it.
        let is_evaluated = matches!(unconverted(domain).kind, ExprKind::Builtin(..))
            || matches!(list.kind, ExprKind::Local(_) | ExprKind::Global(_));
        let is_unchanged = matches!(parts[1].kind, ExprKind::Local(slot) if slot == *index)
            && walk::fingerprint(&parts[0]) == walk::fingerprint(&list)
            && matches!(list.ty, Type::List(_));
        if changes.is_empty() || !is_evaluated || !is_unchanged || walk::mentions(&list, *index) {
            return None;
        }
        let (length, mut result) = (self.length(&list), list);
        // The first condition that holds decides, so its change is made last.
        for (places, value) in changes.into_iter().rev() {
            for place in places {
                let at: Linear = self.linear(&place);
                if !self.proves(&at) || !self.proves(&length.sub(&at).shifted(-1)) {
                    return None;
                }
                let value = Box::new(replace_slot(value, *index, &place));
                let (ty, span) = (result.ty.clone(), result.span);
                let kind = ExprKind::With { base: Box::new(result), path: vec![place], many: false, value };
                result = Expr { kind, ty, span };
            }
        }
        Some(result)
    }
}

/// Rewrites `{x for x in S if x != a and x not in T and x in U}` as `(S - {a} - T) & U`; `None` for
/// other comprehensions.
fn chosen_part(clauses: &[Clause], element: &Expr) -> Option<Expr> {
    let [Clause::For(Pattern::Slot(name), domain), rest @ ..] = clauses else { return None };
    let is_name = |expr: &Expr| matches!(expr.kind, ExprKind::Local(slot) if slot == *name);
    if !is_name(element) || !matches!(domain.ty, Type::Set(_)) {
        return None;
    }
    let mut result = domain.clone();
    for clause in rest {
        let Clause::If(condition) = clause else { return None };
        for conjunct in walk::conjuncts(condition) {
            let ExprKind::Compare(first, links) = &conjunct.kind else { return None };
            let [(op, second)] = links.as_slice() else { return None };
            let other = if is_name(first) { second } else { &**first };
            let is_about = is_name(first) || (*op == Comparison::Ne && is_name(second));
            if !is_about || walk::mentions(other, *name) {
                return None;
            }
            let (op, other) = match op {
                Comparison::Ne => {
                    let kind = ExprKind::Set(vec![other.clone()]);
                    (Binary::Difference, Expr { kind, ty: domain.ty.clone(), span: other.span })
                }
                Comparison::NotIn if other.ty == domain.ty => (Binary::Difference, other.clone()),
                Comparison::In if other.ty == domain.ty => (Binary::Intersection, other.clone()),
                _ => return None,
            };
            let (ty, span) = (result.ty.clone(), result.span);
            result = Expr { kind: ExprKind::Binary(op, Box::new(result), Box::new(other)), ty, span };
        }
    }
    Some(result)
}

/// Whether an expression has at most `MOST_PARTS` subexpressions.
pub(super) fn is_short(expr: &Expr) -> bool {
    let mut parts = 0;
    walk::everything(expr, &mut |_| parts += 1);
    parts <= MOST_PARTS
}

/// The only values of a name for which a condition holds, or, if `holds` is false, for which the
/// condition does not hold; `None` if the condition does not list them.
fn places(condition: &Expr, name: SlotId, holds: bool) -> Option<Vec<Expr>> {
    let found = match &condition.kind {
        ExprKind::Compare(first, rest) => {
            let [(op, second)] = rest.as_slice() else { return None };
            match (op, &second.kind) {
                (Comparison::Eq, _) if holds => vec![solved(first, second, name)?],
                (Comparison::Ne, _) if !holds => vec![solved(first, second, name)?],
                (Comparison::In, ExprKind::Set(parts) | ExprKind::List(parts)) if holds => {
                    matches!(first.kind, ExprKind::Local(slot) if slot == name).then(|| parts.clone())?
                }
                _ => return None,
            }
        }
        ExprKind::Binary(Binary::Or, left, right) if holds => {
            [places(left, name, holds)?, places(right, name, holds)?].concat()
        }
        ExprKind::Binary(Binary::And, left, right) if !holds => {
            [places(left, name, holds)?, places(right, name, holds)?].concat()
        }
        _ => return None,
    };
    found.iter().all(|place| !walk::mentions(place, name)).then_some(found)
}

/// The value of a name for which two integers are equal; `None` unless one of them is the name, a
/// sum with the name, or a difference with the name.
fn solved(left: &Expr, right: &Expr, name: SlotId) -> Option<Expr> {
    if left.ty != Type::Int || right.ty != Type::Int {
        return None;
    }
    let is_name = |expr: &Expr| matches!(expr.kind, ExprKind::Local(slot) if slot == name);
    let make = |op: Binary, a: &Expr, b: &Expr| {
        int(ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone())), a.span)
    };
    for (side, other) in [(left, right), (right, left)] {
        match &side.kind {
            _ if is_name(side) => return Some(other.clone()),
            ExprKind::Binary(Binary::Add, a, b) if is_name(a) => {
                return Some(make(Binary::Subtract, other, b));
            }
            ExprKind::Binary(Binary::Add, a, b) if is_name(b) => {
                return Some(make(Binary::Subtract, other, a));
            }
            ExprKind::Binary(Binary::Subtract, a, b) if is_name(a) => {
                return Some(make(Binary::Add, other, b));
            }
            ExprKind::Binary(Binary::Subtract, a, b) if is_name(b) => {
                return Some(make(Binary::Subtract, a, other));
            }
            _ => {}
        }
    }
    None
}
