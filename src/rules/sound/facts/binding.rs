//! Adds the facts that a binder such as `k in 1..=n` states about its names.

use super::weights::exchanged;
use super::{Case, Facts, Source};
use crate::ir::{Binary, Builtin, Clause, Expr, ExprKind, Pattern, SlotId, Type, Value, walk};
use crate::laws::elements::{Elements, Most, elements};
use crate::number::Int;
use crate::number::contradiction::Linear;
use crate::position::Range;
use std::rc::Rc;

/// The most tuples of a collection, or cases of an element, that become alternatives. With more, no
/// alternatives are added.
const MOST_TUPLES: usize = 8;

impl Facts<'_> {
    /// Adds the facts that hold after a clause that is evaluated.
    pub fn learn_clause(&mut self, clause: &Clause) {
        self.certainly(|facts| facts.clause(clause));
    }

    /// Adds the facts that hold after a clause of a comprehension or a move.
    fn clause(&mut self, clause: &Clause) {
        match clause {
            Clause::If(condition) => self.assume(condition, true),
            Clause::For(pattern, domain) => {
                self.evaluated(domain);
                self.bind(pattern, domain);
            }
        }
    }

    /// Adds the facts of the clauses of a comprehension for one of its elements, which the names
    /// then denote. Returns false, and adds nothing, if the names already denote another element.
    pub(super) fn enter(&mut self, clauses: &[Clause]) -> bool {
        let slots = clauses.iter().flat_map(|clause| match clause {
            Clause::For(pattern, _) => pattern.slots(),
            Clause::If(_) => Vec::new(),
        });
        if slots.into_iter().any(|slot| self.ranges.contains_key(&slot)) {
            return false;
        }
        clauses.iter().for_each(|clause| self.clause(clause));
        true
    }

    /// Adds facts about the names in a pattern that matches an element of a collection.
    pub(super) fn bind(&mut self, pattern: &Pattern, domain: &Expr) {
        if let Some(opened) = self.opened_domain(domain) {
            return self.bind(pattern, &opened);
        }
        let range = self.element_range(domain);
        self.bind_range(pattern, &range);
        match pattern {
            Pattern::Slot(slot) => {
                if domain.ty.element() == Some(Type::Int) {
                    let linear = self.slot(*slot);
                    self.element_facts(&linear, domain);
                } else {
                    self.collection_facts(*slot, domain);
                }
                self.sources.entry(*slot).or_insert(Source::ElementOf(Rc::new(domain.clone())));
            }
            Pattern::Tuple(_) => {
                if let Some(element) = as_tuple(pattern, domain.ty.element(), domain) {
                    self.tuple_elements(&element, domain);
                    self.members.push((Rc::new(element), Rc::new(domain.clone())));
                }
            }
        }
    }

    /// The collection to which a call or a `let` evaluates; `None` for other expressions.
    fn opened_domain(&mut self, domain: &Expr) -> Option<Expr> {
        match &domain.kind {
            ExprKind::Call(id, arguments) => self.opened(id.index(), arguments),
            ExprKind::Let(pattern, parts) => Some(self.enter_let(pattern, &parts[0], &parts[1])),
            _ => None,
        }
    }

    /// Adds facts about the numbers in a tuple that is an element of a collection.
    fn tuple_elements(&mut self, element: &Expr, domain: &Expr) {
        let ExprKind::Tuple(names) = &element.kind else { return };
        if !self.tuple_of_comprehension(names, domain) {
            let cases = self.origins(domain, &|facts, domain| facts.tuple_cases(names, domain));
            self.one_of(cases);
        }
    }

    /// If a collection is a comprehension of tuples, equates the numbers `names` with the parts of
    /// its tuple. Returns whether the collection is such a comprehension.
    fn tuple_of_comprehension(&mut self, names: &[Expr], domain: &Expr) -> bool {
        let (ExprKind::SetFor(clauses, tuple) | ExprKind::ListFor(clauses, tuple)) = &domain.kind else {
            return false;
        };
        let ExprKind::Tuple(parts) = &tuple.kind else { return false };
        if self.enter(clauses) {
            for (name, part) in names.iter().zip(parts).filter(|(name, _)| name.ty == Type::Int) {
                let (name, part) = (self.linear(name), self.linear(part));
                self.facts.extend([name.sub(&part), part.sub(&name)]);
            }
        }
        true
    }

    /// The cases of a tuple of numbers, `names`, from a collection: one for each tuple of the
    /// collection that it may be; a single empty case if these are not known.
    fn tuple_cases(&mut self, names: &[Expr], domain: &Expr) -> Vec<Case> {
        let mut is_one = false;
        let case = self.aside(|facts| is_one = facts.tuple_of_comprehension(names, domain));
        if is_one {
            return vec![case];
        }
        let Some(tuples) = self.few_tuples(domain) else { return vec![Case::new()] };
        let cases = tuples.iter().map(|parts| {
            let pairs = names.iter().zip(parts);
            let equal = pairs.filter_map(|(name, part)| {
                let (name, part) = (self.linear(name), part.as_ref()?);
                Some([name.sub(part), part.sub(&name)])
            });
            equal.flatten().collect()
        });
        cases.collect()
    }

    /// Adds the fact that at least one of some cases holds.
    fn one_of(&mut self, mut cases: Vec<Case>) {
        let says_something = cases.iter().all(|case| !case.is_empty());
        match cases.len() {
            1 => self.facts.append(&mut cases[0]),
            // More cases are rarely of use.
            2..=MOST_TUPLES if says_something => self.alternatives.push(cases),
            _ => {}
        }
    }

    /// The cases of an element of a collection: one side of a union, a branch of `if`, the body of
    /// a `let` or a function, or an element that is written out. `learn` returns the cases of a
    /// written element and of other collections; a call that cannot be opened gives one empty case.
    fn origins(&mut self, domain: &Expr, learn: &dyn Fn(&mut Self, &Expr) -> Vec<Case>) -> Vec<Case> {
        match &domain.kind {
            ExprKind::Binary(Binary::Union, left, right) => {
                let mut cases = self.origins(left, learn);
                cases.extend(self.origins(right, learn));
                cases
            }
            ExprKind::Set(elements) | ExprKind::List(elements)
                if elements.len() != 1 && !is_constant(domain) =>
            {
                let alone = |it: &Expr| Expr { kind: ExprKind::Set(vec![it.clone()]), ..domain.clone() };
                let cases = elements.iter().map(|it| learn(self, &alone(it)));
                cases.collect::<Vec<_>>().concat()
            }
            ExprKind::If(parts) => {
                let mut cases = Vec::new();
                for (branch, truth) in [(&parts[1], true), (&parts[2], false)] {
                    let assumed = self.aside(|facts| facts.assume(&parts[0], truth));
                    let of_branch = self.origins(branch, learn).into_iter();
                    cases.extend(of_branch.map(|case| [assumed.clone(), case].concat()));
                }
                cases
            }
            ExprKind::Let(pattern, parts) => {
                let mut body = None;
                let named = self.aside(|facts| body = Some(facts.enter_let(pattern, &parts[0], &parts[1])));
                let cases = self.origins(body.as_ref().unwrap_or(&parts[1]), learn).into_iter();
                cases.map(|case| [named.clone(), case].concat()).collect()
            }
            ExprKind::Call(id, arguments) => match self.opened(id.index(), arguments) {
                Some(opened) => self.origins(&opened, learn),
                None => vec![Case::new()],
            },
            _ => learn(self, domain),
        }
    }

    /// The tuples of a collection that lists at most `MOST_TUPLES` of them, as their parts; a part
    /// is `None` if it is not a number.
    fn few_tuples(&mut self, domain: &Expr) -> Option<Vec<Vec<Option<Linear>>>> {
        let of_value = |value: &Value| {
            let Value::Tuple(parts) = value else { return None };
            let part = |part: &Value| match part {
                Value::Int(int) => Some(Linear::constant(int.clone())),
                _ => None,
            };
            Some(parts.iter().map(part).collect())
        };
        let values = match &domain.kind {
            ExprKind::Set(tuples) | ExprKind::List(tuples) if tuples.len() <= MOST_TUPLES => {
                return tuples
                    .iter()
                    .map(|tuple| {
                        let ExprKind::Tuple(parts) = &tuple.kind else { return None };
                        let part = |it: &Expr| (it.ty == Type::Int).then(|| self.linear(it));
                        Some(parts.iter().map(part).collect())
                    })
                    .collect();
            }
            ExprKind::Literal(value) => value,
            ExprKind::Global(id) => &self.instance.globals[id.index()],
            _ => return None,
        };
        match values {
            Value::Set(values) | Value::List(values) if values.len() <= MOST_TUPLES => {
                values.iter().map(of_value).collect()
            }
            _ => None,
        }
    }

    /// Records the range of the value that a pattern matches, for each name in it.
    pub(super) fn bind_range(&mut self, pattern: &Pattern, range: &Range) {
        match (pattern, range) {
            (Pattern::Slot(slot), range) => {
                self.ranges.insert(*slot, range.clone());
                if matches!(range, Range::Nat | Range::Between(..)) {
                    let linear = self.slot(*slot);
                    self.within(&linear, range);
                }
            }
            (Pattern::Tuple(parts), Range::Tuple(ranges)) => {
                parts.iter().zip(ranges).for_each(|(part, range)| self.bind_range(part, range));
            }
            (Pattern::Tuple(parts), _) => parts.iter().for_each(|part| self.bind_range(part, &Range::Any)),
        }
    }

    /// Adds the facts about `element` that hold for each integer in a collection.
    pub(super) fn element_facts(&mut self, element: &Linear, domain: &Expr) {
        match &domain.kind {
            ExprKind::Range { bounds, inclusive } => {
                let (low, high) = (self.linear(&bounds[0]), self.linear(&bounds[1]));
                self.facts.push(element.sub(&low));
                self.facts.push(high.sub(element).shifted(if *inclusive { 0 } else { -1 }));
            }
            ExprKind::Binary(Binary::Union, ..)
            | ExprKind::If(_)
            | ExprKind::Let(..)
            | ExprKind::Call(..) => {
                let cases = self.origins(domain, &|facts, domain| {
                    vec![facts.aside(|facts| facts.element_facts(element, domain))]
                });
                self.one_of(cases);
            }
            ExprKind::Binary(Binary::Intersection, left, right) => {
                self.element_facts(element, left);
                self.element_facts(element, right);
            }
            ExprKind::Binary(Binary::Difference, left, _) => self.element_facts(element, left),
            ExprKind::Convert(_, inner) => self.element_facts(element, inner),
            ExprKind::SetFor(clauses, inner) | ExprKind::ListFor(clauses, inner) => {
                if !self.enter(clauses) {
                    return;
                }
                let inner = self.linear(inner);
                self.facts.push(element.sub(&inner));
                self.facts.push(inner.sub(element));
            }
            ExprKind::Set(elements) | ExprKind::List(elements) if elements.len() == 1 => {
                let it = self.linear(&elements[0]);
                self.facts.extend([element.sub(&it), it.sub(element)]);
            }
            ExprKind::Set(elements) | ExprKind::List(elements)
                if elements.len() <= 4 && !is_constant(domain) =>
            {
                let cases: Vec<Case> = elements
                    .iter()
                    .map(|it| {
                        let it = self.linear(it);
                        vec![element.sub(&it), it.sub(element)]
                    })
                    .collect();
                self.alternatives.push(cases);
            }
            ExprKind::Builtin(builtin, arguments) => self.builtin_elements(element, *builtin, arguments),
            ExprKind::Local(slot) => {
                if let Some(Source::PartOf(whole)) = self.sources.get(slot).cloned() {
                    self.element_facts(element, &whole);
                }
            }
            _ => self.constant_elements(element, domain),
        }
    }

    /// Adds facts about an element of a list or set that a builtin returns.
    pub(super) fn builtin_elements(&mut self, element: &Linear, builtin: Builtin, arguments: &[Expr]) {
        match elements(builtin) {
            Some(Elements::OfArgument) => self.element_facts(element, &arguments[0]),
            Some(Elements::From { least, most, .. }) => {
                let greatest = match most {
                    Most::Argument => Some(self.linear(&arguments[0])),
                    Most::BelowLength => Some(self.length(&arguments[0]).shifted(-1)),
                    Most::Unbounded => None,
                };
                self.facts.push(element.shifted(-i64::from(least)));
                self.facts.extend(greatest.map(|greatest| greatest.sub(element)));
            }
            None => {}
        }
    }

    /// If a collection consists of constants, bounds an element of it by the least and the
    /// greatest.
    pub(super) fn constant_elements(&mut self, element: &Linear, domain: &Expr) {
        let Some(elements) = self.constant_ints(domain) else { return };
        match (elements.iter().min(), elements.iter().max()) {
            (Some(low), Some(high)) => {
                self.facts.push(element.sub(&Linear::constant(low.clone())));
                self.facts.push(Linear::constant(high.clone()).sub(element));
            }
            // An empty collection has no elements.
            _ => self.facts.push(Linear::constant(Int::from(-1i64))),
        }
    }

    /// The numbers of a collection, of a range only the first and the last; `None` unless all are
    /// constants.
    pub(super) fn constant_ints(&self, domain: &Expr) -> Option<Vec<Int>> {
        let int = |value: &Value| if let Value::Int(int) = value { Some(int.clone()) } else { None };
        match &domain.kind {
            ExprKind::Set(elements) | ExprKind::List(elements) => elements
                .iter()
                .map(|element| match &element.kind {
                    ExprKind::Literal(value) => int(value),
                    ExprKind::Global(id) => int(&self.instance.globals[id.index()]),
                    _ => None,
                })
                .collect(),
            ExprKind::Literal(value) => constant_collection(value),
            ExprKind::Global(id) => constant_collection(&self.instance.globals[id.index()]),
            _ => None,
        }
    }

    /// Adds facts about a name that denotes an element, itself a list or a set, of `domain`.
    pub(super) fn collection_facts(&mut self, slot: SlotId, domain: &Expr) {
        let ExprKind::Builtin(builtin, arguments) = &domain.kind else { return };
        match builtin {
            Builtin::Components => {
                let whole = Rc::new(arguments[1].clone());
                let (part, all) = (self.length_atom(slot), self.length(&arguments[1]));
                self.facts.push(all.sub(&part));
                self.facts.push(part.shifted(-1));
                self.sources.insert(slot, Source::PartOf(whole));
            }
            Builtin::Subsets => {
                let whole = Rc::new(arguments[0].clone());
                let (part, all) = (self.length_atom(slot), self.length(&arguments[0]));
                self.facts.push(all.sub(&part));
                self.facts.push(part.clone());
                if let Some(sizes) = arguments.get(1) {
                    self.element_facts(&part, sizes);
                }
                self.sources.insert(slot, Source::PartOf(whole));
            }
            Builtin::Product => {
                let (part, all) = (self.length_atom(slot), self.length(&arguments[0]));
                self.facts.push(all.sub(&part));
                self.facts.push(part.sub(&all));
                self.sources.insert(slot, Source::ChoiceFrom(Rc::new(arguments[0].clone())));
            }
            _ => {}
        }
    }

    /// The length of the collection that a name denotes, with the fact that it is not negative.
    pub(super) fn length_atom(&mut self, slot: SlotId) -> Linear {
        let atom = self.atom(format!("len(%{}(),)", slot.0));
        let linear = Linear::unknown(atom);
        self.facts.push(linear.clone());
        linear
    }

    /// Adds the facts of a `let`, and returns its body. Copies of one `let` may have different values,
    /// for example at each element of a list. The names stand for the value of the first copy; in the
    /// body of a copy with another value, new names replace them.
    pub fn enter_let(&mut self, pattern: &Pattern, value: &Expr, body: &Expr) -> Expr {
        let names = pattern.slots();
        let Some(first) = names.first() else { return body.clone() };
        let key = (*first, walk::fingerprint(value));
        let own = match self.lets.get(&key) {
            Some(known) => known.clone(),
            None => {
                let taken = self.lets.values().flatten().any(|slot| names.contains(slot))
                    || names.iter().any(|slot| self.ranges.contains_key(slot));
                let own: Vec<SlotId> = match taken {
                    false => names.clone(),
                    true => {
                        let begin = self.next_shift;
                        self.next_shift += names.len() as u32;
                        (begin..self.next_shift).map(SlotId).collect()
                    }
                };
                self.lets.insert(key, own.clone());
                own
            }
        };
        let renamed = |slot: SlotId| names.iter().position(|name| *name == slot).map(|at| own[at]);
        self.bind_value(&renamed_pattern(pattern, &renamed), value);
        match own == names {
            true => body.clone(),
            false => exchanged(body, &|part| match part.kind {
                ExprKind::Local(slot) => {
                    renamed(slot).map(|slot| Expr { kind: ExprKind::Local(slot), ..part.clone() })
                }
                _ => None,
            }),
        }
    }

    /// Adds the facts that the names of a pattern have the value `value`, or its parts.
    fn bind_value(&mut self, pattern: &Pattern, value: &Expr) {
        match (pattern, &value.kind) {
            (Pattern::Slot(slot), _) => {
                let range = self.range(value);
                self.ranges.insert(*slot, range);
                if value.ty == Type::Int {
                    let (name, value) = (self.slot(*slot), self.linear(value));
                    self.facts.push(name.sub(&value));
                    self.facts.push(value.sub(&name));
                }
            }
            (Pattern::Tuple(parts), ExprKind::Tuple(values)) => {
                parts.iter().zip(values).for_each(|(part, value)| self.bind_value(part, value));
            }
            _ => {}
        }
    }
}

/// A pattern with other slots; a slot for which `renamed` returns `None` stays.
fn renamed_pattern(pattern: &Pattern, renamed: &dyn Fn(SlotId) -> Option<SlotId>) -> Pattern {
    match pattern {
        Pattern::Slot(slot) => Pattern::Slot(renamed(*slot).unwrap_or(*slot)),
        Pattern::Tuple(parts) => {
            Pattern::Tuple(parts.iter().map(|part| renamed_pattern(part, renamed)).collect())
        }
    }
}

/// A pattern as an expression: a name, or a tuple of patterns. `None` if it does not match the
/// type.
fn as_tuple(pattern: &Pattern, ty: Option<Type>, domain: &Expr) -> Option<Expr> {
    let (ty, span) = (ty?, domain.span);
    let kind = match (pattern, &ty) {
        (Pattern::Slot(slot), _) => ExprKind::Local(*slot),
        (Pattern::Tuple(parts), Type::Tuple(types)) => {
            let parts = parts.iter().zip(types.iter());
            let parts = parts.map(|(part, ty)| as_tuple(part, Some(ty.clone()), domain));
            ExprKind::Tuple(parts.collect::<Option<_>>()?)
        }
        (Pattern::Tuple(_), _) => return None,
    };
    Some(Expr { kind, ty, span })
}

/// Whether an expression contains no names, so that its value is fixed.
pub(super) fn is_constant(expr: &Expr) -> bool {
    let mut constant = true;
    walk::everything(expr, &mut |inner| {
        constant &= !matches!(inner.kind, ExprKind::Local(_));
    });
    constant
}

/// The numbers of a constant collection; of a range only the first and the last. `None` unless the
/// value is a collection of numbers.
pub(super) fn constant_collection(value: &Value) -> Option<Vec<Int>> {
    match value {
        Value::Set(values) | Value::List(values) => values
            .iter()
            .map(|value| if let Value::Int(int) = value { Some(int.clone()) } else { None })
            .collect(),
        Value::Range(bounds) if bounds.0 < bounds.1 => Some(vec![bounds.0.clone(), bounds.1.pred()]),
        Value::Range(_) => Some(Vec::new()),
        _ => None,
    }
}
