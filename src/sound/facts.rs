//! What is known at a place in a move: linear facts, alternatives, memberships.

use super::linear::{Atom, Linear, contradictory};
use crate::ir::{
    Aggregate, Binary, Builtin, Clause, Comparison, Expr, ExprKind, Pattern, SlotId, Type, Unary, Value, walk,
};
use crate::number::Int;
use crate::position::{Instance, Range};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// One way things can be: facts that hold together.
pub type Case = Vec<Linear>;

/// Where the values of a name come from.
#[derive(Debug, Clone)]
enum Source {
    /// An element of this collection.
    ElementOf(Rc<Expr>),
    /// A list or set whose elements all lie in this collection.
    PartOf(Rc<Expr>),
    /// A list that takes one element from each of the collections of this list.
    ChoiceFrom(Rc<Expr>),
}

/// All that is known at a place. Cloned where ways part.
#[derive(Clone)]
pub struct Facts<'p> {
    instance: &'p Instance,
    atoms: FxHashMap<String, Atom>,
    /// Constraints `c >= 0`.
    facts: Vec<Linear>,
    /// In each group at least one case holds.
    alternatives: Vec<Vec<Case>>,
    ranges: FxHashMap<SlotId, Range>,
    sources: FxHashMap<SlotId, Source>,
    /// Elements that conditions found in collections.
    members: Vec<(String, Rc<Expr>)>,
    next_shift: u32,
    inlined: u32,
    fields: usize,
}

/// How many systems of inequalities one proof may look at.
const MAX_TRIES: usize = 150;
/// How many function calls are opened in one place.
const MAX_INLINED: u32 = 64;

impl<'p> Facts<'p> {
    /// What is known of the fields of a game before anything else.
    pub fn of_fields(
        instance: &'p Instance,
        ranges: &[Range],
        types: impl Iterator<Item = Type>,
    ) -> Facts<'p> {
        let mut facts = Facts {
            instance,
            atoms: FxHashMap::default(),
            facts: Vec::new(),
            alternatives: Vec::new(),
            ranges: FxHashMap::default(),
            sources: FxHashMap::default(),
            members: Vec::new(),
            next_shift: 1 << 20,
            inlined: 0,
            fields: ranges.len(),
        };
        for (at, (range, ty)) in ranges.iter().zip(types).enumerate() {
            let slot = SlotId(at as u32);
            facts.ranges.insert(slot, range.clone());
            if ty == Type::Int {
                let linear = facts.slot(slot);
                facts.within(&linear, range);
            }
        }
        facts
    }

    fn slot(&mut self, slot: SlotId) -> Linear {
        Linear::atom(self.atom(format!("%{}()", slot.0)))
    }

    fn atom(&mut self, key: String) -> Atom {
        let next = self.atoms.len() as Atom;
        *self.atoms.entry(key).or_insert(next)
    }

    fn is_known_atom(&self, key: &str) -> bool {
        self.atoms.contains_key(key)
    }

    fn within(&mut self, linear: &Linear, range: &Range) {
        match range {
            Range::Nat => self.facts.push(linear.clone()),
            Range::Between(low, high) => {
                self.facts.push(linear.sub(&Linear::constant(low.clone())));
                self.facts.push(Linear::constant(high.clone()).sub(linear));
            }
            _ => {}
        }
    }

    /// Whether `goal >= 0` follows.
    pub fn proves(&self, goal: &Linear) -> bool {
        // For integers the opposite of g >= 0 is -g - 1 >= 0.
        self.refutes(&Linear::constant(Int::from(-1i64)).sub(goal))
    }

    /// Whether nothing that meets the facts also meets `extra >= 0`.
    fn refutes(&self, extra: &Linear) -> bool {
        let mut tries = MAX_TRIES;
        self.refutes_cases(&mut self.facts.clone(), extra, 0, &mut tries)
    }

    /// The same, with each group of alternatives from `group` on looked at case by case.
    fn refutes_cases(
        &self,
        facts: &mut Vec<Linear>,
        extra: &Linear,
        group: usize,
        tries: &mut usize,
    ) -> bool {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        if contradictory(facts, extra) {
            return true;
        }
        let Some(alternatives) = self.alternatives.get(group) else { return false };
        let mark = facts.len();
        alternatives.iter().all(|case| {
            facts.extend(case.iter().cloned());
            let refuted = self.refutes_cases(facts, extra, group + 1, tries);
            facts.truncate(mark);
            refuted
        })
    }

    /// Whether nothing can meet the facts: this place is never reached.
    pub fn impossible(&self) -> bool {
        self.refutes(&Linear::constant(Int::ZERO))
    }

    /// Whether `a <= b` follows.
    pub fn at_most(&mut self, a: &Expr, b: &Expr) -> bool {
        let (a, b) = (self.linear(a), self.linear(b));
        self.proves(&b.sub(&a))
    }

    /// Whether `a < b` follows.
    pub fn below(&mut self, a: &Expr, b: &Expr) -> bool {
        let (a, b) = (self.linear(a), self.linear(b));
        self.proves(&b.sub(&a).shifted(-1))
    }

    /// Takes in that a condition holds, or that it does not.
    pub fn assume(&mut self, condition: &Expr, holds: bool) {
        match &condition.kind {
            ExprKind::Literal(Value::Bool(truth)) if *truth != holds => {
                self.facts.push(Linear::constant(Int::from(-1i64)));
            }
            ExprKind::Unary(Unary::Not, inner) => self.assume(inner, !holds),
            ExprKind::Binary(Binary::And, left, right) if holds => {
                self.assume(left, true);
                self.assume(right, true);
            }
            ExprKind::Binary(Binary::Or, left, right) if !holds => {
                self.assume(left, false);
                self.assume(right, false);
            }
            ExprKind::Binary(Binary::Implies, left, right) if !holds => {
                self.assume(left, true);
                self.assume(right, false);
            }
            ExprKind::Binary(Binary::And, left, right) => self.either(&[(left, false), (right, false)]),
            ExprKind::Binary(Binary::Or, left, right) => self.either(&[(left, true), (right, true)]),
            ExprKind::Binary(Binary::Implies, left, right) => self.either(&[(left, false), (right, true)]),
            ExprKind::Compare(first, rest) => self.assume_chain(first, rest, holds),
            ExprKind::Call(id, arguments) => {
                if let Some(body) = self.opened(id.index(), arguments) {
                    self.assume(&body, holds);
                }
            }
            _ => {}
        }
    }

    /// One of several conditions holds (or fails): each makes a case.
    fn either(&mut self, conditions: &[(&Expr, bool)]) {
        let mut cases = Vec::new();
        for (condition, holds) in conditions {
            let Some(case) = self.case_of(condition, *holds) else { return };
            cases.push(case);
        }
        self.alternatives.push(cases);
    }

    /// The facts of a condition by themselves; `None` when they are not all plain facts.
    fn case_of(&mut self, condition: &Expr, holds: bool) -> Option<Case> {
        let (facts, groups, members) = (self.facts.len(), self.alternatives.len(), self.members.len());
        self.assume(condition, holds);
        let case = self.facts.split_off(facts);
        let further = self.alternatives.split_off(groups);
        self.members.truncate(members);
        // Alternatives inside a case are dropped: knowing less is safe.
        drop(further);
        Some(case)
    }

    fn assume_chain(&mut self, first: &Expr, rest: &[(Comparison, Expr)], holds: bool) {
        if !holds && rest.len() > 1 {
            return;
        }
        let mut left = first;
        for (op, right) in rest {
            self.assume_link(left, if holds { *op } else { op.negated() }, right);
            left = right;
        }
    }

    fn assume_link(&mut self, left: &Expr, op: Comparison, right: &Expr) {
        match op {
            Comparison::In => {
                self.members.push((walk::fingerprint(left), Rc::new(right.clone())));
                if left.ty == Type::Int {
                    let linear = self.linear(left);
                    self.element_facts(&linear, right);
                }
            }
            Comparison::NotIn => {}
            _ if left.ty == Type::Int && right.ty == Type::Int => {
                let (a, b) = (self.linear(left), self.linear(right));
                let difference = b.sub(&a);
                match op {
                    Comparison::Le => self.facts.push(difference),
                    Comparison::Lt => self.facts.push(difference.shifted(-1)),
                    Comparison::Ge => self.facts.push(a.sub(&b)),
                    Comparison::Gt => self.facts.push(a.sub(&b).shifted(-1)),
                    Comparison::Eq => {
                        self.facts.push(a.sub(&b));
                        self.facts.push(difference);
                    }
                    _ => self
                        .alternatives
                        .push(vec![vec![difference.shifted(-1)], vec![a.sub(&b).shifted(-1)]]),
                }
            }
            _ => {}
        }
    }

    /// Takes in the clauses of a comprehension or a move.
    pub fn clause(&mut self, clause: &Clause) {
        match clause {
            Clause::If(condition) => self.assume(condition, true),
            Clause::For(pattern, domain) => self.bind(pattern, domain),
        }
    }

    /// Takes in the clauses of a comprehension for one of its elements. Refused where its names
    /// stand for parts of another element already.
    fn enter(&mut self, clauses: &[Clause]) -> bool {
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

    fn bind(&mut self, pattern: &Pattern, domain: &Expr) {
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
            Pattern::Tuple(parts) => {
                let slots: Option<Vec<String>> =
                    parts
                        .iter()
                        .map(|part| {
                            if let Pattern::Slot(slot) = part {
                                Some(format!("%{}(),", slot.0))
                            } else {
                                None
                            }
                        })
                        .collect();
                if let Some(slots) = slots {
                    self.members.push((format!("tuple({})", slots.concat()), Rc::new(domain.clone())));
                }
            }
        }
    }

    fn bind_range(&mut self, pattern: &Pattern, range: &Range) {
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

    /// What holds of every integer in a collection.
    fn element_facts(&mut self, element: &Linear, domain: &Expr) {
        match &domain.kind {
            ExprKind::Range { bounds, inclusive } => {
                let (low, high) = (self.linear(&bounds[0]), self.linear(&bounds[1]));
                self.facts.push(element.sub(&low));
                self.facts.push(high.sub(element).shifted(if *inclusive { 0 } else { -1 }));
            }
            ExprKind::Binary(Binary::Union, left, right) => {
                let cases = [left, right].map(|side| {
                    let (facts, groups) = (self.facts.len(), self.alternatives.len());
                    self.element_facts(element, side);
                    self.alternatives.truncate(groups);
                    self.facts.split_off(facts)
                });
                self.alternatives.push(cases.to_vec());
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
            _ => self.constant_elements(element, domain),
        }
    }

    fn builtin_elements(&mut self, element: &Linear, builtin: Builtin, arguments: &[Expr]) {
        let least = match builtin {
            Builtin::Indices => {
                let length = self.length(&arguments[0]);
                self.facts.push(length.sub(element).shifted(-1));
                self.facts.push(element.clone());
                return;
            }
            Builtin::Divisors | Builtin::Zeckendorf => 1,
            Builtin::PrimeFactors => 2,
            Builtin::Sorted | Builtin::Reverse => return self.element_facts(element, &arguments[0]),
            Builtin::Digits => {
                self.facts.push(element.clone());
                return;
            }
            _ => return,
        };
        let whole = self.linear(&arguments[0]);
        self.facts.push(element.shifted(-least));
        self.facts.push(whole.sub(element));
    }

    /// The least and the greatest element of a collection whose elements are known numbers.
    fn constant_elements(&mut self, element: &Linear, domain: &Expr) {
        let Some(elements) = self.constant_ints(domain) else { return };
        match (elements.iter().min(), elements.iter().max()) {
            (Some(low), Some(high)) => {
                self.facts.push(element.sub(&Linear::constant(low.clone())));
                self.facts.push(Linear::constant(high.clone()).sub(element));
            }
            // Nothing is in an empty collection.
            _ => self.facts.push(Linear::constant(Int::from(-1i64))),
        }
    }

    fn constant_ints(&self, domain: &Expr) -> Option<Vec<Int>> {
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

    /// What holds of every list or set in a collection of such.
    fn collection_facts(&mut self, slot: SlotId, domain: &Expr) {
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

    fn length_atom(&mut self, slot: SlotId) -> Linear {
        let atom = self.atom(format!("len(%{}(),)", slot.0));
        let linear = Linear::atom(atom);
        self.facts.push(linear.clone());
        linear
    }

    /// A range that holds all elements of a collection.
    pub fn element_range(&self, collection: &Expr) -> Range {
        match self.range(collection) {
            Range::List(element) | Range::Set(element) => *element,
            _ => Range::Any,
        }
    }

    /// A range that holds the value of an expression.
    pub fn range(&self, expr: &Expr) -> Range {
        match &expr.kind {
            ExprKind::Local(slot) => self.ranges.get(slot).cloned().unwrap_or(Range::Any),
            ExprKind::Literal(value) => range_of_value(value),
            ExprKind::Global(id) => range_of_value(&self.instance.globals[id.index()]),
            ExprKind::Index(parts) => self.element_range(&parts[0]),
            ExprKind::Slice(parts) => self.range(&parts[0]),
            ExprKind::Builtin(Builtin::Sorted, arguments) => {
                Range::List(Box::new(self.element_range(&arguments[0])))
            }
            ExprKind::Builtin(Builtin::Reverse, arguments) => self.range(&arguments[0]),
            ExprKind::Builtin(Builtin::Subsets, arguments) => {
                Range::List(Box::new(self.range(&arguments[0])))
            }
            ExprKind::Binary(Binary::Difference, left, _) => self.range(left),
            ExprKind::Part(base, at) => match self.range(base) {
                Range::Tuple(parts) => parts.get(*at).cloned().unwrap_or(Range::Any),
                _ => Range::Any,
            },
            _ => Range::Any,
        }
    }

    /// Whether the value of an expression surely lies in a range.
    pub fn stays(&mut self, expr: &Expr, range: &Range) -> bool {
        if *range == Range::Any || inside(&self.range(expr), range) {
            return true;
        }
        match (&expr.kind, range) {
            (ExprKind::If(parts), _) => {
                let mut then = self.clone();
                then.assume(&parts[0], true);
                let mut otherwise = self.clone();
                otherwise.assume(&parts[0], false);
                then.stays(&parts[1], range) && otherwise.stays(&parts[2], range)
            }
            (ExprKind::Let(pattern, parts), _) => {
                let mut inner = self.clone();
                inner.bind_value(pattern, &parts[0]);
                inner.stays(&parts[1], range)
            }
            (ExprKind::Call(id, arguments), _) => match self.opened(id.index(), arguments) {
                Some(body) => self.stays(&body, range),
                None => false,
            },
            (_, Range::Nat) => {
                let linear = self.linear(expr);
                self.proves(&linear)
            }
            (_, Range::Between(low, high)) => {
                let linear = self.linear(expr);
                self.proves(&linear.sub(&Linear::constant(low.clone())))
                    && self.proves(&Linear::constant(high.clone()).sub(&linear))
            }
            (_, Range::List(element) | Range::Set(element)) => self.elements_stay(expr, element),
            (ExprKind::Tuple(parts), Range::Tuple(ranges)) => {
                parts.iter().zip(ranges).all(|(part, range)| self.stays(part, range))
            }
            _ => false,
        }
    }

    /// Whether every element of a collection surely lies in a range.
    fn elements_stay(&mut self, collection: &Expr, range: &Range) -> bool {
        if *range == Range::Any || inside(&self.element_range(collection), range) {
            return true;
        }
        match &collection.kind {
            ExprKind::List(parts) | ExprKind::Set(parts) => parts.iter().all(|part| self.stays(part, range)),
            ExprKind::ListFor(clauses, element) | ExprKind::SetFor(clauses, element) => {
                let mut inner = self.clone();
                inner.enter(clauses) && inner.stays(element, range)
            }
            ExprKind::With { base, path, many: false, value } if path.len() == 1 => {
                self.elements_stay(base, range) && self.stays(value, range)
            }
            ExprKind::With { base, path, many: true, value } if path.len() == 1 => {
                self.elements_stay(base, range) && self.elements_stay(value, range)
            }
            ExprKind::With { base, path, value, .. } => {
                // A change deep inside: the changed element keeps its shape.
                let Range::List(inner) = range else { return false };
                let rest: Vec<&Expr> = path[1..].iter().collect();
                self.elements_stay(base, range) && rest.len() == 1 && self.stays(value, inner)
            }
            ExprKind::Binary(Binary::ConcatLists | Binary::Union, left, right) => {
                self.elements_stay(left, range) && self.elements_stay(right, range)
            }
            ExprKind::Binary(Binary::Intersection, left, right) => {
                self.elements_stay(left, range) || self.elements_stay(right, range)
            }
            ExprKind::Binary(Binary::Difference, left, _) => self.elements_stay(left, range),
            ExprKind::Builtin(Builtin::Sorted | Builtin::Reverse, arguments) => {
                self.elements_stay(&arguments[0], range)
            }
            ExprKind::Slice(parts) => self.elements_stay(&parts[0], range),
            ExprKind::Convert(_, inner) => self.elements_stay(inner, range),
            ExprKind::If(parts) => {
                self.elements_stay(&parts[1], range) && self.elements_stay(&parts[2], range)
            }
            ExprKind::Range { .. } => self.any_element_stays(collection, range),
            ExprKind::Local(slot) => match self.sources.get(slot).cloned() {
                Some(Source::PartOf(whole)) => self.elements_stay(&whole, range),
                Some(Source::ChoiceFrom(lists)) => self.choices_stay(&lists, range),
                Some(Source::ElementOf(whole)) => match &whole.kind {
                    // An element of a list of collections.
                    ExprKind::List(_) | ExprKind::ListFor(..) => self.choices_stay(&whole, range),
                    _ => false,
                },
                None => false,
            },
            _ => self.any_element_stays(collection, range),
        }
    }

    fn any_element_stays(&mut self, collection: &Expr, range: &Range) -> bool {
        if collection.ty.element() != Some(Type::Int) {
            return false;
        }
        let mut inner = self.clone();
        let atom = inner.atom(format!("element{}", inner.atoms.len()));
        let element = Linear::atom(atom);
        inner.element_facts(&element, collection);
        match range {
            Range::Nat => inner.proves(&element),
            Range::Between(low, high) => {
                inner.proves(&element.sub(&Linear::constant(low.clone())))
                    && inner.proves(&Linear::constant(high.clone()).sub(&element))
            }
            _ => false,
        }
    }

    /// Whether the elements of each collection in a list stay in a range.
    fn choices_stay(&mut self, lists: &Expr, range: &Range) -> bool {
        match &lists.kind {
            ExprKind::List(parts) => parts.iter().all(|part| self.elements_stay(part, range)),
            ExprKind::ListFor(clauses, element) => {
                let mut inner = self.clone();
                inner.enter(clauses) && inner.elements_stay(element, range)
            }
            _ => false,
        }
    }

    /// Takes in a `let`.
    pub fn bind_value(&mut self, pattern: &Pattern, value: &Expr) {
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

    /// The body of a function with its arguments put in; `None` once enough were opened.
    pub fn opened(&mut self, function: usize, arguments: &[Expr]) -> Option<Expr> {
        if self.inlined >= MAX_INLINED {
            return None;
        }
        self.inlined += 1;
        let body = &self.instance.program.functions[function].body;
        let shift = self.next_shift;
        self.next_shift += body.slots.len() as u32;
        Some(walk::instantiate(&body.expr, arguments, shift))
    }

    /// An integer expression as a linear form; what is not linear becomes an unknown, with what is
    /// known of it.
    pub fn linear(&mut self, expr: &Expr) -> Linear {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.linear_of(expr))
    }

    fn linear_of(&mut self, expr: &Expr) -> Linear {
        match &expr.kind {
            ExprKind::Literal(Value::Int(int)) => return Linear::constant(int.clone()),
            ExprKind::Global(id) => {
                if let Value::Int(int) = &self.instance.globals[id.index()] {
                    return Linear::constant(int.clone());
                }
            }
            ExprKind::Unary(Unary::Negate, inner) => return self.linear(inner).times(&Int::from(-1i64)),
            ExprKind::Binary(Binary::Add, left, right) => return self.linear(left).add(&self.linear(right)),
            ExprKind::Binary(Binary::Subtract, left, right) => {
                return self.linear(left).sub(&self.linear(right));
            }
            ExprKind::Binary(Binary::Multiply, left, right) => {
                let (a, b) = (self.linear(left), self.linear(right));
                if let Some(factor) = a.as_constant() {
                    return b.times(factor);
                }
                if let Some(factor) = b.as_constant() {
                    return a.times(factor);
                }
            }
            ExprKind::Builtin(Builtin::Len, arguments) => return self.length(&arguments[0]),
            ExprKind::Aggregate(Aggregate::Sum, list) => return self.total(list),
            ExprKind::Let(pattern, parts) => {
                self.bind_value(pattern, &parts[0]);
                return self.linear(&parts[1]);
            }
            ExprKind::Call(id, arguments) => {
                if let Some(body) = self.opened(id.index(), arguments) {
                    return self.linear(&body);
                }
            }
            _ => {}
        }
        let key = walk::fingerprint(expr);
        let known = self.is_known_atom(&key);
        let value = Linear::atom(self.atom(key));
        if !known {
            self.unknown_facts(&value, expr);
        }
        value
    }

    /// What is known of the value of an expression that is not linear.
    fn unknown_facts(&mut self, value: &Linear, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(Binary::Div, left, right) => self.quotient_facts(value, left, right),
            ExprKind::Binary(Binary::Mod, left, right) => self.remainder_facts(value, left, right),
            ExprKind::Binary(Binary::Multiply, left, right) => {
                let (a, b) = (self.linear(left), self.linear(right));
                if self.proves(&a) && self.proves(&b) {
                    self.facts.push(value.clone());
                    // A factor of at least 1 does not make the other smaller.
                    if self.proves(&a.shifted(-1)) {
                        self.facts.push(value.sub(&b));
                    }
                    if self.proves(&b.shifted(-1)) {
                        self.facts.push(value.sub(&a));
                    }
                }
            }
            ExprKind::Binary(Binary::Power, base, exponent) => {
                let (base, exponent) = (self.linear(base), self.linear(exponent));
                // A power of a number of at least 1 is not below it.
                if self.proves(&base.shifted(-1)) && self.proves(&exponent.shifted(-1)) {
                    self.facts.push(value.sub(&base));
                } else if self.proves(&base) {
                    self.facts.push(value.clone());
                }
            }
            ExprKind::Aggregate(op @ (Aggregate::Min | Aggregate::Max), list) => {
                self.extreme_facts(value, *op, list)
            }
            ExprKind::Builtin(Builtin::Abs, arguments) => {
                let inner = self.linear(&arguments[0]);
                let negative = inner.times(&Int::from(-1i64));
                self.alternatives.push(vec![
                    vec![inner.clone(), value.sub(&inner), inner.sub(value)],
                    vec![negative.clone(), value.sub(&negative), negative.sub(value)],
                ]);
                self.facts.push(value.clone());
            }
            ExprKind::Builtin(
                Builtin::Isqrt | Builtin::Popcount | Builtin::Omega | Builtin::Bigomega,
                arguments,
            ) => {
                let inner = self.linear(&arguments[0]);
                self.facts.push(value.clone());
                self.facts.push(inner.sub(value));
            }
            ExprKind::Builtin(Builtin::Gcd | Builtin::Lcm | Builtin::Valuation | Builtin::Degree, _) => {
                self.facts.push(value.clone());
            }
            ExprKind::Aggregate(Aggregate::Count | Aggregate::Mex | Aggregate::Xor, _)
            | ExprKind::AggregateFor(Aggregate::Count | Aggregate::Mex | Aggregate::Xor, ..) => {
                self.facts.push(value.clone());
            }
            ExprKind::If(parts) => {
                let then = self.branch(value, &parts[0], true, &parts[1]);
                let otherwise = self.branch(value, &parts[0], false, &parts[2]);
                self.alternatives.push(vec![then, otherwise]);
            }
            _ => {
                let range = self.range(expr);
                self.within(value, &range);
                if let ExprKind::Index(parts) = &expr.kind
                    && self.constant_ints(&parts[0]).is_some_and(|ints| !ints.is_empty())
                {
                    self.constant_elements(value, &parts[0]);
                }
            }
        }
    }

    fn branch(&mut self, value: &Linear, condition: &Expr, holds: bool, result: &Expr) -> Case {
        let mut case = self.case_of(condition, holds).unwrap_or_default();
        // What is known of the parts of a branch is known only where the branch is taken.
        let (facts, groups) = (self.facts.len(), self.alternatives.len());
        let result = self.linear(result);
        case.extend(self.facts.split_off(facts));
        self.alternatives.truncate(groups);
        case.push(value.sub(&result));
        case.push(result.sub(value));
        case
    }

    fn quotient_facts(&mut self, value: &Linear, left: &Expr, right: &Expr) {
        let (dividend, divisor) = (self.linear(left), self.linear(right));
        match divisor.as_constant().filter(|it| **it > Int::ZERO) {
            Some(divisor) => {
                // d·q <= x <= d·q + d - 1
                let multiple = value.times(divisor);
                self.facts.push(dividend.sub(&multiple));
                self.facts.push(multiple.add(&Linear::constant(divisor.pred())).sub(&dividend));
            }
            None if self.proves(&dividend) && self.proves(&divisor.shifted(-1)) => {
                self.facts.push(value.clone());
                self.facts.push(dividend.sub(value));
            }
            None => {}
        }
    }

    fn remainder_facts(&mut self, value: &Linear, left: &Expr, right: &Expr) {
        let (dividend, divisor) = (self.linear(left), self.linear(right));
        match divisor.as_constant().filter(|it| **it > Int::ZERO).cloned() {
            Some(divisor) => {
                let quotient = Linear::atom(self.atom(format!("quotient{}", self.atoms.len())));
                let rest = dividend.sub(&quotient.times(&divisor));
                self.facts.push(value.sub(&rest));
                self.facts.push(rest.sub(value));
                self.facts.push(value.clone());
                self.facts.push(Linear::constant(divisor.pred()).sub(value));
            }
            None if self.proves(&divisor.shifted(-1)) => {
                self.facts.push(value.clone());
                self.facts.push(divisor.sub(value).shifted(-1));
                if self.proves(&dividend) {
                    self.facts.push(dividend.sub(value));
                }
            }
            None => {}
        }
    }

    fn extreme_facts(&mut self, value: &Linear, op: Aggregate, list: &Expr) {
        let ExprKind::List(parts) = &list.kind else {
            // The least and the greatest element share the range of all.
            let range = self.element_range(list);
            self.within(value, &range);
            return;
        };
        let parts: Vec<Linear> = parts.iter().map(|part| self.linear(part)).collect();
        for part in &parts {
            self.facts.push(if op == Aggregate::Min { part.sub(value) } else { value.sub(part) });
        }
        // It is one of them.
        if parts.len() <= 4 {
            let cases = parts.iter().map(|part| vec![part.sub(value), value.sub(part)]);
            self.alternatives.push(cases.collect());
        }
    }

    /// The length of a collection or a text.
    pub fn length(&mut self, collection: &Expr) -> Linear {
        match &collection.kind {
            ExprKind::Literal(value) => return Linear::constant(constant_length(value)),
            ExprKind::Global(id) => {
                return Linear::constant(constant_length(&self.instance.globals[id.index()]));
            }
            ExprKind::List(parts) => return Linear::constant(Int::from(parts.len())),
            ExprKind::With { base, .. } => return self.length(base),
            ExprKind::Binary(Binary::ConcatLists | Binary::ConcatTexts, left, right) => {
                return self.length(left).add(&self.length(right));
            }
            ExprKind::Builtin(Builtin::Sorted | Builtin::Reverse | Builtin::Indices, arguments) => {
                return self.length(&arguments[0]);
            }
            ExprKind::ListFor(clauses, _) => {
                if let [Clause::For(_, domain)] = clauses.as_slice()
                    && !matches!(domain.ty, Type::Set(_))
                {
                    return self.length(domain);
                }
            }
            ExprKind::Convert(_, inner) => return self.length(inner),
            _ => {}
        }
        let key = format!("len({},)", walk::fingerprint(collection));
        let known = self.is_known_atom(&key);
        let length = Linear::atom(self.atom(key));
        if !known {
            self.facts.push(length.clone());
            self.length_facts(&length, collection);
        }
        length
    }

    fn length_facts(&mut self, length: &Linear, collection: &Expr) {
        match &collection.kind {
            ExprKind::Range { bounds, inclusive } => {
                let size =
                    self.linear(&bounds[1]).sub(&self.linear(&bounds[0])).shifted(i64::from(*inclusive));
                self.length_of_interval(length, &size);
            }
            ExprKind::Slice(parts) => {
                let whole = self.length(&parts[0]);
                self.facts.push(whole.sub(length));
                if let ExprKind::Range { bounds, inclusive } = &parts[1].kind {
                    let size =
                        self.linear(&bounds[1]).sub(&self.linear(&bounds[0])).shifted(i64::from(*inclusive));
                    self.length_of_interval(length, &size);
                }
            }
            ExprKind::Binary(Binary::Difference, left, right) => {
                let whole = self.length(left);
                let least = i64::from(self.shares_element(left, right));
                self.facts.push(whole.sub(length).shifted(-least));
            }
            ExprKind::Binary(Binary::Union, left, right) => {
                let (a, b) = (self.length(left), self.length(right));
                self.facts.push(a.add(&b).sub(length));
                self.facts.push(length.sub(&a));
                self.facts.push(length.sub(&b));
            }
            ExprKind::Binary(Binary::Intersection, left, right) => {
                let (a, b) = (self.length(left), self.length(right));
                self.facts.push(a.sub(length));
                self.facts.push(b.sub(length));
            }
            ExprKind::Set(parts) => {
                self.facts.push(Linear::constant(Int::from(parts.len())).sub(length));
                if !parts.is_empty() {
                    self.facts.push(length.shifted(-1));
                }
            }
            ExprKind::ListFor(clauses, _) | ExprKind::SetFor(clauses, _) => {
                self.filtered_length(length, clauses)
            }
            _ => {}
        }
    }

    fn length_of_interval(&mut self, length: &Linear, size: &Linear) {
        self.facts.push(length.sub(size));
        let empty = vec![size.times(&Int::from(-1i64)), length.times(&Int::from(-1i64))];
        self.alternatives.push(vec![vec![size.clone(), size.sub(length)], empty]);
    }

    /// A comprehension over one domain is no longer than it, and shorter when it surely leaves out
    /// an element that is known to be there.
    fn filtered_length(&mut self, length: &Linear, clauses: &[Clause]) {
        let [Clause::For(pattern, domain), conditions @ ..] = clauses else { return };
        if conditions.iter().any(|clause| matches!(clause, Clause::For(..))) {
            return;
        }
        let whole = self.length(domain);
        let shorter = self.leaves_out(pattern, domain, conditions);
        self.facts.push(whole.sub(length).shifted(-i64::from(shorter)));
    }

    /// Whether a known element of a domain surely fails one of the conditions.
    fn leaves_out(&mut self, pattern: &Pattern, domain: &Expr, conditions: &[Clause]) -> bool {
        let Pattern::Slot(slot) = pattern else { return false };
        let candidates: Vec<SlotId> = self.sources.keys().copied().collect();
        candidates.into_iter().any(|candidate| {
            if !self.is_member_slot(candidate, domain) {
                return false;
            }
            conditions.iter().any(|condition| {
                let Clause::If(condition) = condition else { return false };
                let mut inner = self.clone();
                if inner.element_type(candidate) != Some(Type::Int) {
                    return false;
                }
                let (a, b) = (inner.slot(*slot), inner.slot(candidate));
                inner.facts.push(a.sub(&b));
                inner.facts.push(b.sub(&a));
                inner.assume(condition, true);
                inner.impossible()
            })
        })
    }

    fn element_type(&self, slot: SlotId) -> Option<Type> {
        match self.sources.get(&slot) {
            Some(Source::ElementOf(domain)) => domain.ty.element(),
            _ => None,
        }
    }

    fn is_member_slot(&self, slot: SlotId, collection: &Expr) -> bool {
        match self.sources.get(&slot) {
            Some(Source::ElementOf(domain)) => self.is_part_of(domain, collection),
            _ => false,
        }
    }

    /// Whether every element of one collection is surely in another.
    fn is_part_of(&self, part: &Expr, whole: &Expr) -> bool {
        if walk::fingerprint(part) == walk::fingerprint(whole) {
            return true;
        }
        match &part.kind {
            ExprKind::Binary(Binary::Difference, left, _) => self.is_part_of(left, whole),
            ExprKind::Binary(Binary::Intersection, left, right) => {
                self.is_part_of(left, whole) || self.is_part_of(right, whole)
            }
            ExprKind::Local(slot) => match self.sources.get(slot) {
                Some(Source::PartOf(outer)) => self.is_part_of(outer, whole),
                _ => false,
            },
            _ => match &whole.kind {
                // What is a part of one side of a union is a part of it.
                ExprKind::Binary(Binary::Union, left, right) => {
                    self.is_part_of(part, left) || self.is_part_of(part, right)
                }
                _ => false,
            },
        }
    }

    /// Whether a value is surely in a collection.
    fn is_member(&self, element: &Expr, collection: &Expr) -> bool {
        if let ExprKind::Local(slot) = element.kind
            && self.is_member_slot(slot, collection)
        {
            return true;
        }
        let key = walk::fingerprint(element);
        self.members.iter().any(|(member, domain)| *member == key && self.is_part_of(domain, collection))
    }

    /// Whether two collections surely have a common element.
    fn shares_element(&self, left: &Expr, right: &Expr) -> bool {
        match &right.kind {
            ExprKind::Set(parts) => parts.iter().any(|part| self.is_member(part, left)),
            ExprKind::Binary(Binary::Union, a, b) => {
                self.shares_element(left, a) || self.shares_element(left, b)
            }
            _ => false,
        }
    }

    /// The sum of a list of integers.
    fn total(&mut self, list: &Expr) -> Linear {
        match &list.kind {
            ExprKind::List(parts) => {
                return parts.iter().fold(Linear::default(), |total, part| total.add(&self.linear(part)));
            }
            ExprKind::Binary(Binary::ConcatLists, left, right) => {
                return self.total(left).add(&self.total(right));
            }
            ExprKind::Builtin(Builtin::Sorted | Builtin::Reverse, arguments) => {
                return self.total(&arguments[0]);
            }
            ExprKind::Convert(_, inner) => return self.total(inner),
            ExprKind::With { base, path, many: false, value } if path.len() == 1 => {
                // One element is exchanged for another.
                let kind = ExprKind::Index(Box::new([(**base).clone(), path[0].clone()]));
                let before = Expr { kind, ty: Type::Int, span: list.span };
                let (total, before, after) = (self.total(base), self.linear(&before), self.linear(value));
                return total.sub(&before).add(&after);
            }
            _ => {}
        }
        let key = format!("total({})", walk::fingerprint(list));
        let known = self.is_known_atom(&key);
        let total = Linear::atom(self.atom(key));
        if !known {
            self.total_facts(&total, list);
        }
        total
    }

    fn total_facts(&mut self, total: &Linear, list: &Expr) {
        if inside(&self.element_range(list), &Range::Nat) {
            self.facts.push(total.clone());
        }
        match &list.kind {
            ExprKind::With { base, path, many: true, value } if path.len() == 1 => {
                // Several elements are exchanged for lesser ones.
                let falls = self.choices_below(base, &path[0], value);
                let (before, places) = (self.total(base), self.length(&path[0]));
                if falls {
                    self.facts.push(before.sub(total).sub(&places));
                }
            }
            ExprKind::ListFor(clauses, element) => self.mapped_total(total, clauses, element),
            ExprKind::Slice(parts) if inside(&self.element_range(&parts[0]), &Range::Nat) => {
                let whole = self.total(&parts[0]);
                self.facts.push(whole.sub(total));
            }
            _ => {}
        }
    }

    /// Whether `values` is a choice from `[D(i) for i in places]` with every D(i) below `base[i]`.
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
        let chosen = Linear::atom(inner.atom(format!("chosen{}", inner.atoms.len())));
        inner.element_facts(&chosen, domain);
        let at = Expr { kind: ExprKind::Local(*index), ty: Type::Int, span: base.span };
        let kind = ExprKind::Index(Box::new([base.clone(), at]));
        let before = inner.linear(&Expr { kind, ty: Type::Int, span: base.span });
        inner.proves(&before.sub(&chosen).shifted(-1))
    }

    /// `[e(i) for i in indices(xs) if …]` has at most the total of `xs` when no e(i) exceeds `xs[i]`
    /// (and nothing left out is negative), and less when some known e(i) is below.
    fn mapped_total(&mut self, total: &Linear, clauses: &[Clause], element: &Expr) {
        let [Clause::For(Pattern::Slot(index), domain), conditions @ ..] = clauses else { return };
        let ExprKind::Builtin(Builtin::Indices, arguments) = &domain.kind else { return };
        let base = &arguments[0];
        if conditions.iter().any(|clause| matches!(clause, Clause::For(..)))
            || (!conditions.is_empty() && !inside(&self.element_range(base), &Range::Nat))
        {
            return;
        }
        let at = |slot: SlotId| {
            let place = Expr { kind: ExprKind::Local(slot), ty: Type::Int, span: base.span };
            Expr { kind: ExprKind::Index(Box::new([base.clone(), place])), ty: Type::Int, span: base.span }
        };
        let mut inner = self.clone();
        if !inner.enter(clauses) || !inner.at_most(element, &at(*index)) {
            return;
        }
        let whole = self.total(base);
        let strict = conditions.is_empty() && self.some_element_below(*index, domain, element, base);
        self.facts.push(whole.sub(total).shifted(-i64::from(strict)));
    }

    fn some_element_below(&mut self, index: SlotId, domain: &Expr, element: &Expr, base: &Expr) -> bool {
        let candidates: Vec<SlotId> = self.sources.keys().copied().collect();
        candidates.into_iter().any(|candidate| {
            if !self.is_member_slot(candidate, domain) {
                return false;
            }
            let place = Expr { kind: ExprKind::Local(candidate), ty: Type::Int, span: base.span };
            let element = replace_slot(element, index, &place);
            let kind = ExprKind::Index(Box::new([base.clone(), place]));
            let before = Expr { kind, ty: Type::Int, span: base.span };
            self.clone().below(&element, &before)
        })
    }
}

/// An expression with one slot replaced.
fn replace_slot(expr: &Expr, slot: SlotId, by: &Expr) -> Expr {
    let mut result = expr.clone();
    fn change(expr: &mut Expr, slot: SlotId, by: &Expr) {
        if matches!(expr.kind, ExprKind::Local(local) if local == slot) {
            *expr = by.clone();
            return;
        }
        walk::children_mut(expr, &mut |child| change(child, slot, by));
    }
    change(&mut result, slot, by);
    result
}

fn is_constant(expr: &Expr) -> bool {
    let mut constant = true;
    walk::everything(expr, &mut |inner| {
        constant &= !matches!(inner.kind, ExprKind::Local(_));
    });
    constant
}

fn constant_collection(value: &Value) -> Option<Vec<Int>> {
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

fn constant_length(value: &Value) -> Int {
    match value {
        Value::Set(values) | Value::List(values) => Int::from(values.len()),
        Value::Text(text) => Int::from(text.len()),
        Value::Range(bounds) => &bounds.1 - &bounds.0,
        _ => Int::ZERO,
    }
}

/// The least range of the usual forms that holds a value.
fn range_of_value(value: &Value) -> Range {
    match value {
        Value::Int(int) => Range::Between(int.clone(), int.clone()),
        Value::List(values) => Range::List(Box::new(range_of_all(values))),
        Value::Set(values) => Range::Set(Box::new(range_of_all(values))),
        Value::Range(bounds) if bounds.0 < bounds.1 => {
            Range::Set(Box::new(Range::Between(bounds.0.clone(), bounds.1.pred())))
        }
        Value::Tuple(values) => Range::Tuple(values.iter().map(range_of_value).collect()),
        _ => Range::Any,
    }
}

fn range_of_all(values: &[Value]) -> Range {
    if values.len() > 4096 {
        return Range::Any;
    }
    values.iter().map(range_of_value).reduce(joined).unwrap_or(Range::Any)
}

/// A range that holds both.
fn joined(a: Range, b: Range) -> Range {
    match (a, b) {
        (Range::Between(a, b), Range::Between(c, d)) => Range::Between(a.min(c), b.max(d)),
        (Range::List(a), Range::List(b)) => Range::List(Box::new(joined(*a, *b))),
        (Range::Set(a), Range::Set(b)) => Range::Set(Box::new(joined(*a, *b))),
        (Range::Tuple(a), Range::Tuple(b)) if a.len() == b.len() => {
            Range::Tuple(a.into_iter().zip(b).map(|(a, b)| joined(a, b)).collect())
        }
        (a, b) if a == b => a,
        _ => Range::Any,
    }
}

/// Whether one range lies in another.
fn inside(part: &Range, whole: &Range) -> bool {
    match (part, whole) {
        (_, Range::Any) | (Range::Nat, Range::Nat) => true,
        (Range::Between(low, _), Range::Nat) => !low.is_negative(),
        (Range::Between(a, b), Range::Between(c, d)) => c <= a && b <= d,
        (Range::List(a), Range::List(b)) | (Range::Set(a), Range::Set(b)) => inside(a, b),
        (Range::Tuple(a), Range::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| inside(a, b))
        }
        _ => false,
    }
}

impl Facts<'_> {
    /// Takes in that a number is at least 1.
    pub fn assume_positive(&mut self, number: &Linear) {
        self.facts.push(number.shifted(-1));
    }
}

impl Facts<'_> {
    /// How many fields the game has that this is about.
    pub fn field_count(&self) -> usize {
        self.fields
    }

    /// Whether a value is surely in a collection: a known member, or a constant in a constant set.
    pub fn is_surely_member(&mut self, value: &Expr, collection: &Expr) -> bool {
        if self.is_member(value, collection) {
            return true;
        }
        if value.ty != Type::Int {
            return false;
        }
        let Some(elements) = self.constant_ints(collection) else { return false };
        // Only literal collections list all their elements.
        let listed = match &collection.kind {
            ExprKind::Global(id) => !matches!(self.instance.globals[id.index()], Value::Range(_)),
            ExprKind::Literal(value) => !matches!(value, Value::Range(_)),
            _ => true,
        };
        let value = self.linear(value);
        listed
            && elements.iter().any(|element| {
                let difference = value.sub(&Linear::constant(element.clone()));
                self.proves(&difference) && self.proves(&difference.times(&Int::from(-1i64)))
            })
    }
}
