//! Translates the total of a collection under a weight to a linear form, with bounds if it is
//! unknown.

use super::images::Made;
use super::weights::{Kind, Weight, element_of, int, literal, unconverted};
use super::{Facts, Source};
use crate::ir::{Binary, Builtin, Clause, Expr, ExprKind, Pattern, Type, Value, walk};
use crate::number::contradiction::Linear;
use crate::position::Range;

/// The total of the first elements of a list.
#[derive(Clone)]
pub(super) struct Prefix {
    /// A key of the list and the weight.
    of: String,
    /// The index of the first element that is left out.
    bound: Expr,
    /// The same index as a linear form: the number of elements.
    count: Linear,
    total: Linear,
}

/// The key of the unknown for a total.
fn total_key(weight: &Weight, collection: &Expr) -> String {
    format!("total({},{})", weight.key(), walk::fingerprint(collection))
}

impl Facts<'_> {
    /// The total of a collection under a weight.
    pub(super) fn total(&mut self, weight: &Weight, collection: &Expr) -> Linear {
        self.perhaps(|facts| facts.total_of(weight, collection))
    }

    fn total_of(&mut self, weight: &Weight, collection: &Expr) -> Linear {
        if weight.kind() == Kind::One {
            return self.length(collection);
        }
        if let Some(total) = self.total_by_form(weight, collection) {
            return total;
        }
        let (total, new) = self.unknown(total_key(weight, collection));
        if new {
            if self.is_natural(weight, collection) {
                self.facts.push(total.clone());
            }
            self.total_bounds(&total, weight, collection);
        }
        total
    }

    /// The total of a composed collection, in terms of the totals of its parts; `None` for other
    /// collections.
    fn total_by_form(&mut self, weight: &Weight, collection: &Expr) -> Option<Linear> {
        let has_index = weight.has_index();
        if let Some(single) = self.one_by_one(collection) {
            return Some(self.total(weight, &single));
        }
        Some(match &collection.kind {
            ExprKind::List(parts) => {
                let each = parts.iter().enumerate().map(|(at, part)| (literal(at as i64, part.span), part));
                each.fold(Linear::default(), |total, (at, part)| {
                    total.add(&self.linear(&weight.at(&at, part)))
                })
            }
            ExprKind::Set(parts) if self.all_differ(parts) => {
                parts.iter().fold(Linear::default(), |total, part| total.add(&self.linear(&weight.of(part))))
            }
            ExprKind::Binary(Binary::ConcatLists, left, right) if !has_index => {
                self.total(weight, left).add(&self.total(weight, right))
            }
            // Sorting and reversing only change the order.
            ExprKind::Builtin(Builtin::Sorted | Builtin::Reverse, arguments) if !has_index => {
                self.total(weight, &arguments[0])
            }
            ExprKind::Convert(..) if !std::ptr::eq(unconverted(collection), collection) => {
                self.total(weight, unconverted(collection))
            }
            ExprKind::With { base, path, many: false, value } if path.len() == 1 => {
                // One element is replaced by another.
                let before = self.element_at(base, &path[0]);
                let (before, after) = (weight.at(&path[0], &before), weight.at(&path[0], value));
                let (total, before, after) =
                    (self.total(weight, base), self.linear(&before), self.linear(&after));
                total.sub(&before).add(&after)
            }
            ExprKind::Index(parts) => match self.element_at(&parts[0], &parts[1]) {
                Expr { kind: ExprKind::Index(_), .. } => return None,
                element => self.total(weight, &element),
            },
            ExprKind::If(parts) => {
                let (total, new) = self.unknown(total_key(weight, collection));
                if new {
                    let cases = [(true, &parts[1]), (false, &parts[2])].map(|(holds, part)| {
                        self.aside(|facts| {
                            facts.assume(&parts[0], holds);
                            let branch = facts.total(weight, part);
                            facts.facts.extend([total.sub(&branch), branch.sub(&total)]);
                        })
                    });
                    self.alternatives.push(cases.to_vec());
                }
                total
            }
            ExprKind::Slice(parts) if !has_index => {
                return self.total_of_slice(weight, &parts[0], &parts[1]);
            }
            _ => return None,
        })
    }

    /// Adds bounds of `total`, the total of a collection that is not the sum of totals of its
    /// parts.
    pub(super) fn total_bounds(&mut self, total: &Linear, weight: &Weight, collection: &Expr) {
        if let ExprKind::Binary(Binary::Difference, left, right) = &collection.kind
            && self.lies_in(right, left)
        {
            let rest = self.total(weight, left).sub(&self.total(weight, right));
            self.facts.push(total.sub(&rest));
            self.facts.push(rest.sub(total));
        }
        match &collection.kind {
            ExprKind::Set(_)
            | ExprKind::Binary(Binary::Difference | Binary::Union | Binary::Intersection, ..) => {
                self.set_bounds(total, weight, collection);
            }
            ExprKind::ListFor(clauses, it) => self.image_bounds(total, weight, clauses, Made::Listed(it)),
            ExprKind::SetFor(clauses, it) => self.image_bounds(total, weight, clauses, Made::Merged(it)),
            ExprKind::With { base, path, many: true, value }
                if path.len() == 1
                    && weight.kind() == Kind::Plain
                    // Several elements are replaced by smaller ones.
                    && self.choices_below(base, &path[0], value) =>
            {
                let (before, places) = (self.total(weight, base), self.length(&path[0]));
                self.facts.push(before.sub(total).sub(&places));
            }
            ExprKind::Slice(parts) if !weight.has_index() && self.is_natural(weight, &parts[0]) => {
                let whole = self.total(weight, &parts[0]);
                self.facts.push(whole.sub(total));
            }
            ExprKind::Local(slot) => {
                if let Some(Source::ChoiceFrom(lists)) = self.sources.get(slot).cloned()
                    && let ExprKind::ListFor(clauses, from) = &lists.kind
                {
                    let made = Made::Chosen { from, list: collection };
                    self.image_bounds(total, weight, clauses, made);
                }
            }
            _ => {}
        }
    }

    /// Whether a weight is provably a natural number for every element of a collection.
    pub(super) fn is_natural(&mut self, weight: &Weight, collection: &Expr) -> bool {
        match weight.kind() {
            Kind::One => true,
            Kind::Plain => self.elements_stay(collection, &Range::Nat),
            Kind::Other if matches!(collection.kind, ExprKind::Set(_)) => {
                let ExprKind::Set(parts) = &collection.kind else { return false };
                parts.iter().all(|part| self.is_natural_value(&weight.of(part)))
            }
            Kind::Other => {
                let mut inner = self.clone();
                let (index, element) = inner.some_element(collection);
                let value = weight.at(&index, &element);
                inner.is_natural_value(&value)
            }
        }
    }

    /// Whether a number is provably not negative.
    fn is_natural_value(&mut self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Literal(Value::Int(number)) => !number.is_negative(),
            ExprKind::If(parts) => self.is_natural_value(&parts[1]) && self.is_natural_value(&parts[2]),
            _ => {
                let value = self.linear(value);
                self.proves(&value)
            }
        }
    }

    /// The index and the value of an arbitrary element of a list, with a fresh name as index and
    /// facts about both. For a set, both are a fresh name for the element.
    pub(super) fn some_element(&mut self, collection: &Expr) -> (Expr, Expr) {
        let name = |facts: &mut Self, ty: Type| {
            let slot = crate::ir::SlotId(facts.next_shift);
            facts.next_shift += 1;
            (slot, Expr { kind: ExprKind::Local(slot), ty, span: collection.span })
        };
        if matches!(collection.ty, Type::List(_) | Type::Text) {
            let (slot, index) = name(self, Type::Int);
            let kind = ExprKind::Builtin(Builtin::Indices, vec![collection.clone()]);
            let ty = Type::list(Type::Int);
            self.bind(&Pattern::Slot(slot), &Expr { kind, ty, span: collection.span });
            let element = element_of(collection, &index);
            if element.ty == Type::Int {
                let value = self.linear(&element);
                self.element_facts(&value, collection);
                let range = self.element_range(collection);
                self.within(&value, &range);
                if self.elements_stay(collection, &Range::Nat) {
                    self.facts.push(value.clone());
                    // No element exceeds the total. This is added only if the facts already
                    // describe the total.
                    let key = total_key(&Weight::plain(collection.span), collection);
                    if let Some(total) = self.atoms.get(&key).filter(|it| self.described.contains(it)) {
                        let total = Linear::unknown(*total);
                        self.facts.push(total.sub(&value));
                    }
                }
            }
            return (index, element);
        }
        let (slot, element) = name(self, collection.ty.element().unwrap_or(Type::Int));
        self.bind(&Pattern::Slot(slot), collection);
        (element.clone(), element)
    }

    /// An element of a list that `with` has changed, in terms of the elements before the changes.
    pub(super) fn element_at(&mut self, list: &Expr, index: &Expr) -> Expr {
        if let Some(single) = self.one_by_one(list) {
            return self.element_at(&single, index);
        }
        match &list.kind {
            ExprKind::With { base, path, many: false, value } if path.len() == 1 => {
                if self.are_same(index, &path[0]) {
                    return (**value).clone();
                }
                let otherwise = self.element_at(base, index);
                if self.differ(index, &path[0]) {
                    return otherwise;
                }
                let links = vec![(crate::ir::Comparison::Eq, path[0].clone())];
                let here = ExprKind::Compare(Box::new(index.clone()), links);
                let here = Expr { kind: here, ty: Type::Bool, span: list.span };
                let (ty, span) = (otherwise.ty.clone(), list.span);
                Expr { kind: ExprKind::If(Box::new([here, (**value).clone(), otherwise])), ty, span }
            }
            ExprKind::List(parts) => {
                let at = self.linear(index).as_constant().and_then(crate::number::Int::to_usize);
                match at.and_then(|at| parts.get(at)) {
                    Some(part) => part.clone(),
                    None => element_of(list, index),
                }
            }
            _ => element_of(list, index),
        }
    }

    /// The total of a slice, as the difference of the totals of two prefixes of the list; `None`
    /// unless the slice provably does not end before it begins.
    fn total_of_slice(&mut self, weight: &Weight, list: &Expr, range: &Expr) -> Option<Linear> {
        let ExprKind::Range { bounds, inclusive } = &range.kind else { return None };
        let high = match inclusive {
            true => {
                let parts = (Box::new(bounds[1].clone()), Box::new(literal(1, range.span)));
                int(ExprKind::Binary(Binary::Add, parts.0, parts.1), range.span)
            }
            false => bounds[1].clone(),
        };
        let (from, to) = (self.linear(&bounds[0]), self.linear(&high));
        if !self.proves(&to.sub(&from)) {
            return None;
        }
        let (before, until) = (self.prefix(weight, list, &bounds[0]), self.prefix(weight, list, &high));
        Some(until.sub(&before))
    }

    /// The total of the elements of a list before the index `bound`, which is from 0 to the length
    /// of the list.
    fn prefix(&mut self, weight: &Weight, list: &Expr, bound: &Expr) -> Linear {
        let (count, length) = (self.linear(bound), self.length(list));
        if self.are_equal(&count, &Linear::default()) {
            return Linear::default();
        }
        let whole = self.total(weight, list);
        if self.are_equal(&count, &length) {
            return whole;
        }
        let of = format!("prefix({},{}", weight.key(), walk::fingerprint(list));
        let (total, new) = self.unknown(format!("{of},{count:?})"));
        if new {
            let is_natural = self.is_natural(weight, list);
            let it = Prefix { of, bound: bound.clone(), count, total: total.clone() };
            let end =
                |bound: Expr, count: Linear, total: Linear| Prefix { of: it.of.clone(), bound, count, total };
            let none = end(literal(0, list.span), Linear::default(), Linear::default());
            // `all` is only compared as the longer prefix, whose `bound` is not read.
            let all = end(literal(0, list.span), length, whole);
            let others: Vec<Prefix> =
                self.prefixes.iter().filter(|other| other.of == it.of).cloned().collect();
            for other in others.iter().chain([&none]) {
                self.ascending(weight, list, other, &it, is_natural);
            }
            for other in others.iter().chain([&all]) {
                self.ascending(weight, list, &it, other, is_natural);
            }
            self.prefixes.push(it);
        }
        total
    }

    /// Compares the totals of two prefixes of a list: the longer prefix has at least the weight of
    /// its first further element more, if weights are natural, and exactly that much if it has just
    /// one element more.
    fn ascending(&mut self, weight: &Weight, list: &Expr, fewer: &Prefix, more: &Prefix, is_natural: bool) {
        let (gap, rise) = (more.count.sub(&fewer.count), more.total.sub(&fewer.total));
        if self.proves(&gap.shifted(-1)) {
            let next = element_of(list, &fewer.bound);
            let next = self.linear(&weight.of(&next));
            if is_natural {
                self.facts.push(rise.sub(&next));
            }
            if self.proves(&gap.times(&(-1i64).into()).shifted(1)) {
                self.facts.push(rise.sub(&next));
                self.facts.push(next.sub(&rise));
            }
        } else if is_natural && self.proves(&gap) {
            self.facts.push(rise);
        }
    }

    /// Whether `values` is a name for a choice from `[D(i) for i in places]` with every element of
    /// every D(i) provably below `base[i]`, where `places` is a set.
    fn choices_below(&mut self, base: &Expr, places: &Expr, values: &Expr) -> bool {
        let ExprKind::Local(slot) = values.kind else { return false };
        let Some(Source::ChoiceFrom(lists)) = self.sources.get(&slot).cloned() else { return false };
        let ExprKind::ListFor(clauses, domain) = &lists.kind else { return false };
        let [Clause::For(Pattern::Slot(index), over)] = clauses.as_slice() else { return false };
        if walk::fingerprint(over) != walk::fingerprint(places) {
            return false;
        }
        let mut inner = self.clone();
        if !matches!(places.ty, Type::Set(_)) || !inner.enter(clauses) {
            return false;
        }
        let chosen = Linear::unknown(inner.atom(format!("chosen{}", inner.atoms.len())));
        inner.element_facts(&chosen, domain);
        let at = int(ExprKind::Local(*index), base.span);
        let before = inner.linear(&element_of(base, &at));
        inner.proves(&before.sub(&chosen).shifted(-1))
    }
}
