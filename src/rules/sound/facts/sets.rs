//! Decides which values are provably equal, and which are in a set that is built from others or
//! not; adds bounds of the totals of such sets.

use super::Facts;
use super::weights::{Weight, unconverted};
use crate::ir::{Binary, Builtin, Comparison, Expr, ExprKind, Type, walk};
use crate::number::Int;
use crate::number::contradiction::Linear;

impl Facts<'_> {
    /// Whether two numbers are provably equal.
    pub(super) fn are_equal(&self, a: &Linear, b: &Linear) -> bool {
        let difference = a.sub(b);
        match difference.as_constant() {
            Some(constant) => constant.is_zero(),
            None => self.proves(&difference) && self.proves(&difference.times(&Int::from(-1i64))),
        }
    }

    /// Whether two values are provably equal.
    pub(super) fn are_same(&mut self, a: &Expr, b: &Expr) -> bool {
        if walk::fingerprint(a) == walk::fingerprint(b) {
            return true;
        }
        match (&a.kind, &b.kind) {
            (ExprKind::Tuple(a), ExprKind::Tuple(b)) if a.len() == b.len() => {
                a.iter().zip(b).all(|(a, b)| self.are_same(a, b))
            }
            _ if a.ty == Type::Int && b.ty == Type::Int => {
                let (a, b) = (self.linear(a), self.linear(b));
                self.are_equal(&a, &b)
            }
            _ => false,
        }
    }

    /// Whether two values are provably different.
    pub(super) fn differ(&mut self, a: &Expr, b: &Expr) -> bool {
        match (&a.kind, &b.kind) {
            (ExprKind::Tuple(a), ExprKind::Tuple(b)) if a.len() == b.len() => {
                a.iter().zip(b).any(|(a, b)| self.differ(a, b))
            }
            _ if a.ty == Type::Int && b.ty == Type::Int => {
                let (a, b) = (self.linear(a), self.linear(b));
                let difference = a.sub(&b);
                if let Some(constant) = difference.as_constant() {
                    return !constant.is_zero();
                }
                self.refutes_both(&difference, &difference.times(&Int::from(-1i64)))
            }
            _ => false,
        }
    }

    /// Whether these values are provably all different.
    pub(super) fn all_differ(&mut self, values: &[Expr]) -> bool {
        (1..values.len()).all(|at| (0..at).all(|other| self.differ(&values[at], &values[other])))
    }

    /// Whether all elements of a set are provably in another set.
    pub(super) fn lies_in(&mut self, part: &Expr, whole: &Expr) -> bool {
        match &part.kind {
            ExprKind::Set(parts) => parts.iter().all(|it| self.is_present(it, whole)),
            _ => self.is_part_of(part, whole),
        }
    }

    /// Whether a value is provably in a set or a list.
    pub fn is_present(&mut self, value: &Expr, collection: &Expr) -> bool {
        match &unconverted(collection).kind {
            ExprKind::Binary(Binary::Difference, left, right) => {
                self.is_present(value, left) && self.is_absent(value, right)
            }
            ExprKind::Binary(Binary::Union, left, right) => {
                self.is_present(value, left) || self.is_present(value, right)
            }
            ExprKind::Binary(Binary::Intersection, left, right) => {
                self.is_present(value, left) && self.is_present(value, right)
            }
            ExprKind::Set(parts) | ExprKind::List(parts) => parts.iter().any(|it| self.are_same(it, value)),
            ExprKind::Range { bounds, inclusive } => {
                let (low, high) = (self.linear(&bounds[0]), self.linear(&bounds[1]));
                let value = self.linear(value);
                self.proves(&value.sub(&low))
                    && self.proves(&high.sub(&value).shifted(if *inclusive { 0 } else { -1 }))
            }
            ExprKind::Builtin(Builtin::Indices, arguments) if value.ty == Type::Int => {
                let (length, value) = (self.length(&arguments[0]), self.linear(value));
                self.proves(&value) && self.proves(&length.sub(&value).shifted(-1))
            }
            _ => self.is_surely_member(value, collection),
        }
    }

    /// Whether a value is provably not in a set.
    pub(super) fn is_absent(&mut self, value: &Expr, set: &Expr) -> bool {
        match &unconverted(set).kind {
            ExprKind::Binary(Binary::Difference, left, right) => {
                self.is_absent(value, left) || self.is_present(value, right)
            }
            ExprKind::Binary(Binary::Union, left, right) => {
                self.is_absent(value, left) && self.is_absent(value, right)
            }
            ExprKind::Binary(Binary::Intersection, left, right) => {
                self.is_absent(value, left) || self.is_absent(value, right)
            }
            ExprKind::Set(parts) => parts.iter().all(|it| self.differ(it, value)),
            ExprKind::Range { bounds, inclusive } => {
                let (low, high) = (self.linear(&bounds[0]), self.linear(&bounds[1]));
                let value = self.linear(value);
                self.proves(&low.sub(&value).shifted(-1))
                    || self.proves(&value.sub(&high).shifted(if *inclusive { -1 } else { 0 }))
            }
            ExprKind::Local(_) | ExprKind::SetFor(..) => {
                self.is_left_out(value, set) || self.is_no_element(value, set)
            }
            _ => self.is_left_out(value, set),
        }
    }

    /// Whether a number provably violates a condition that holds for all elements of a set.
    fn is_no_element(&mut self, value: &Expr, set: &Expr) -> bool {
        value.ty == Type::Int && {
            let mut inner = self.clone();
            let (_, element) = inner.some_element(set);
            inner.differ(&element, value)
        }
    }

    /// Whether a condition states that a value is not in a set, or not in a superset of the set.
    fn is_left_out(&self, value: &Expr, set: &Expr) -> bool {
        let key = walk::fingerprint(value);
        self.strangers.iter().any(|(stranger, whole)| *stranger == key && self.is_part_of(set, whole))
    }

    /// Adds bounds for the total of a set that is built from other sets, the leaves. Does nothing
    /// unless all elements of the leaves have natural weights. Lower bounds: the total of each
    /// operand of a union. Upper bounds: the sum of the totals of the operands of a union, the
    /// total of each operand of an intersection, and the totals of the leaves minus the weights of
    /// the elements that are certainly in a leaf and certainly not in the set.
    pub(super) fn set_bounds(&mut self, total: &Linear, weight: &Weight, set: &Expr) {
        let mut leaves: Vec<Expr> = Vec::new();
        leaves_of(set, &mut leaves);
        if !leaves.iter().all(|leaf| self.is_natural(weight, leaf)) {
            return;
        }
        if let ExprKind::Binary(op, left, right) = &set.kind {
            if *op == Binary::Union {
                let both = self.total(weight, left).add(&self.total(weight, right));
                self.facts.push(both.sub(total));
            }
            for side in [left, right] {
                match op {
                    Binary::Union => {
                        let part = self.total(weight, side);
                        self.facts.push(total.sub(&part));
                    }
                    Binary::Intersection if self.is_natural(weight, side) => {
                        let whole = self.total(weight, side);
                        self.facts.push(whole.sub(total));
                    }
                    _ => {}
                }
            }
        }
        let gone = self.gone(&leaves, set);
        let parts: Vec<Linear> = leaves.iter().map(|leaf| self.without(weight, leaf, &gone)).collect();
        let all = parts.iter().fold(Linear::default(), |all, part| all.add(part));
        self.facts.push(all.sub(total));
        if !weight.outweighs_all_below() {
            return;
        }
        for element in &gone {
            // All naturals below `element`, each once, together have less weight than `element`.
            let mut bound = self.linear(&weight.of(element)).shifted(-1);
            let mut some = false;
            for (leaf, part) in leaves.iter().zip(&parts) {
                match self.others_are_below(leaf, element) {
                    true => some = true,
                    false => bound = bound.add(part),
                }
            }
            if some {
                self.facts.push(bound.sub(total));
            }
        }
    }

    /// Different elements, each provably a member of one of the sets `leaves` and provably not a member of `set`.
    fn gone(&mut self, leaves: &[Expr], set: &Expr) -> Vec<Expr> {
        let mut gone: Vec<Expr> = Vec::new();
        for leaf in leaves.iter().filter(|leaf| !matches!(leaf.kind, ExprKind::Set(_))) {
            for member in self.known_members(leaf) {
                if self.is_absent(&member, set) && gone.iter().all(|other| self.differ(other, &member)) {
                    gone.push(member);
                }
            }
        }
        gone
    }

    /// An upper bound for the total of a set without the elements `gone`, which differ from each other.
    fn without(&mut self, weight: &Weight, set: &Expr, gone: &[Expr]) -> Linear {
        if let ExprKind::Set(parts) = &set.kind {
            return parts
                .iter()
                .fold(Linear::default(), |all, part| all.add(&self.unless_gone(weight, part, gone)));
        }
        let mut rest = self.total(weight, set);
        for element in gone {
            if self.is_member(element, set) {
                rest = rest.sub(&self.linear(&weight.of(element)));
            }
        }
        rest
    }

    /// An upper bound for the weight of an element, which is 0 if the element is one of `gone`. If a
    /// number is not proved to be or not to be in `gone`, a new unknown with a case for each.
    fn unless_gone(&mut self, weight: &Weight, element: &Expr, gone: &[Expr]) -> Linear {
        let worth = self.linear(&weight.of(element));
        let mut open = None;
        for other in gone {
            if self.are_same(other, element) {
                return Linear::default();
            }
            if !self.differ(other, element) {
                open = Some(other);
            }
        }
        let Some(other) = open.filter(|other| other.ty == Type::Int) else { return worth };
        let gap = self.linear(element).sub(&self.linear(other));
        let part = Linear::unknown(self.atom(format!("part{}", self.atoms.len())));
        let (minus, exact) = (Int::from(-1i64), part.sub(&worth));
        let counts = |gap: Linear| vec![gap.shifted(-1), exact.clone(), exact.times(&minus)];
        let is_gone = vec![gap.clone(), gap.times(&minus), part.clone(), part.times(&minus)];
        let cases = vec![is_gone, counts(gap.clone()), counts(gap.times(&minus))];
        self.alternatives.push(cases);
        part
    }

    /// Whether an element is provably greater than all other elements of a set, and these are
    /// naturals.
    fn others_are_below(&mut self, set: &Expr, element: &Expr) -> bool {
        if element.ty != Type::Int || !self.elements_stay(set, &crate::position::Range::Nat) {
            return false;
        }
        let mut inner = self.clone();
        let (_, other) = inner.some_element(set);
        inner.assume_link(&other, Comparison::Ne, element);
        inner.below(&other, element)
    }
}

/// Collects the leaves of a set, each once: the sets from which unions, differences and
/// intersections build it, without the right operands of differences and intersections.
fn leaves_of(set: &Expr, leaves: &mut Vec<Expr>) {
    match &set.kind {
        ExprKind::Binary(Binary::Union, left, right) => {
            leaves_of(left, leaves);
            leaves_of(right, leaves);
        }
        ExprKind::Binary(Binary::Difference | Binary::Intersection, left, _) => leaves_of(left, leaves),
        _ => {
            let key = walk::fingerprint(set);
            if leaves.iter().all(|leaf| walk::fingerprint(leaf) != key) {
                leaves.push(set.clone());
            }
        }
    }
}
