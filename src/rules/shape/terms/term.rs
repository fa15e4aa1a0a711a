//! The store of terms in normal form. Each term is stored once, so equal terms have equal numbers.

use crate::ir::{Aggregate, Builtin, Type, Value};
use crate::laws::aggregates::{ValueOf, aggregate as law_of_aggregate};
use crate::laws::law;
use crate::number::Int;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::rc::Rc;

/// A term, by its number in the [`Store`]: equal terms have equal numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u32);

/// The error of an expression that has no normal form here, or has one that is too large, or takes
/// more steps than the store allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenUp;

/// The result of making a term, or of another computation with terms.
pub type Made<T> = Result<T, GivenUp>;

/// A sum of products of integer terms with coefficients. The products ascend, each is sorted, and
/// no coefficient is zero. The empty product is 1.
pub type Polynomial = Vec<(Vec<TermId>, Int)>;

/// A term, with its parts as numbers in the store.
///
/// A choice is part of no other term, except of another choice and of a term with a bound variable
/// (`SetOf`, `ListOf`, `Lambda`). The atoms of nested choices ascend from the outside in. So two
/// terms that are equal for all values of their atoms are identical.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// A field or a name, as a variable: its number, and what is known about its values.
    Var(u32, Sort),
    /// The variable of a binder, by the height of the binder, which is greater than the height of
    /// any binder inside.
    Bound(u32, Sort),
    /// A constant other than an integer or a truth value.
    Value(Value),
    /// An integer: a constant, or a polynomial other than a single term with coefficient 1.
    Sum(Polynomial),
    /// A truth value.
    Truth(bool),
    /// The second term where the first, an atom, holds; otherwise the third.
    Choice(TermId, TermId, TermId),
    /// Atom: an integer is at least a number. The integer has no constant part, its coefficients have no
    /// common divisor, and the first is positive.
    AtLeast(TermId, Int),
    /// Atom: two terms that are not integers are equal. The first has the smaller number.
    Same(TermId, TermId),
    /// Atom: the first term belongs to the second, a collection.
    In(TermId, TermId),
    /// Atom: a term of type `bool`, such as a field or a builtin, is true.
    Holds(TermId),
    /// An operation on terms that has no variant of its own here.
    Apply(Op, Vec<TermId>),
    /// The set of all values of a variable, the first term, for which a formula holds.
    SetOf(TermId, TermId),
    /// A list: its length, the variable for the index, and the element at that index.
    ListOf(TermId, TermId, TermId),
    /// A function: its variable, and its result. Comprehensions that are neither `SetOf` nor
    /// `ListOf` have such a function as an operand, and so does `all`.
    Lambda(TermId, TermId),
    /// A tuple.
    Tuple(Vec<TermId>),
}

/// What is known about the values of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A natural.
    Natural,
    /// An integer.
    Integer,
    /// A list of naturals.
    Naturals,
    /// A set of naturals.
    NaturalSet,
    /// A set of tuples of naturals.
    NaturalTuples,
    /// Another set.
    Set,
    /// Anything else.
    Other,
}

/// What [`Node::Apply`] applies to its operands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Op {
    Builtin(Builtin),
    /// A builtin whose value is an integer.
    Integer(Builtin),
    Aggregate(Aggregate),
    /// The index operation, with the sort of the elements.
    Index(Sort),
    /// A part of a tuple: its index from 0, and its sort.
    Part(usize, Sort),
    Slice,
    /// The integers from the first operand to the second, which is excluded.
    Range,
    Div,
    Power,
    Xor,
    Concat,
    ConcatTexts,
    WithMany,
    WithText,
    /// `[e for x in D]`. The operands of this and the next two operations, `{e for x in D}` and
    /// aggregates, are the domain and a function of its elements.
    ListFor,
    SetFor,
    AggregateFor(Aggregate),
    /// A list as a multiset: for domains whose elements count with multiplicity.
    Listed,
    /// Whether an operation that is not defined everywhere has a value.
    HasValue,
}

/// The definitions of the table of laws, as terms of a store.
#[derive(Debug, Default)]
pub enum Definitions {
    /// No condition has needed the definitions yet.
    #[default]
    Unread,
    /// The definitions are being read; meanwhile none of them rewrites a term.
    BeingRead,
    Read(Rc<[Definition]>),
}

/// A definition of the table of laws, as terms: where `given` holds, `core` answers `asked`.
#[derive(Debug)]
pub struct Definition {
    /// The variables of the definition.
    pub names: Vec<TermId>,
    /// The condition on the variables under which the definition is true.
    pub given: TermId,
    /// The question that the definition answers.
    pub asked: Asked,
    /// The answer, in simpler terms.
    pub core: TermId,
}

/// A question that a definition answers with its `core`: a condition, or a length.
#[derive(Debug)]
pub enum Asked {
    /// Whether an integer is not negative. `operation` is one of its summands, and mentions all
    /// variables of the definition.
    NotNegative { integer: TermId, operation: TermId },
    /// Whether a formula holds for some value of a variable.
    Some { variable: TermId, formula: TermId },
    /// How many elements a collection has.
    Length(TermId),
}

/// All terms of a comparison or of a description, with a limit of steps.
pub struct Store {
    nodes: IndexSet<Node, FxBuildHasher>,
    /// What each term contains, by its number.
    inside: Vec<Inside>,
    /// The results of `choose` so far, by the condition and both branches.
    pub(super) chosen: FxHashMap<(TermId, TermId, TermId), TermId>,
    /// The results of arithmetic so far, by the function and its operands.
    pub(super) computed: FxHashMap<(Arithmetic, TermId, TermId), TermId>,
    pub(super) definitions: Definitions,
    /// How many variables were made.
    variables: u32,
    /// How many steps may be taken in all.
    allowed: u64,
    /// How many steps are left.
    work: u64,
}

/// A function of two integers, as part of the key of a result that the store remembers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// Whether the first is at least the second.
    AtLeast,
}

/// What a term contains, recorded so that a search for a variable skips most terms without it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Inside {
    /// One of 64 bits for each variable: a variable whose bit is clear does not occur.
    pub variables: u64,
    /// The greatest height of a bound variable; 0 if there is none.
    pub bound: u32,
    /// The greatest height of a binder; 0 if there is none.
    pub binder: u32,
    /// Whether the term contains [`Op::HasValue`].
    pub asks_for_a_value: bool,
}

/// The usual limit of steps of a store; operations that need more fail.
pub const WORK: u64 = 2_500_000;

impl Store {
    /// Makes a store without terms, with the usual limit of steps.
    pub fn new() -> Store {
        Store::with_work(WORK)
    }

    /// Makes a store without terms, with a limit of `work` steps.
    pub fn with_work(work: u64) -> Store {
        Store {
            nodes: IndexSet::default(),
            inside: Vec::new(),
            chosen: FxHashMap::default(),
            computed: FxHashMap::default(),
            definitions: Definitions::default(),
            variables: 0,
            allowed: work,
            work,
        }
    }

    /// Returns the node of a term.
    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.0 as usize]
    }

    /// Returns the term of a node, which must be in normal form; stores the node if it is new.
    pub fn term(&mut self, node: Node) -> TermId {
        let term = TermId(self.nodes.insert_full(node).0 as u32);
        if self.inside.len() < self.nodes.len() {
            let inside = self.look_inside(term);
            self.inside.push(inside);
        }
        term
    }

    /// Returns what a term contains.
    pub fn inside(&self, term: TermId) -> Inside {
        self.inside[term.0 as usize]
    }

    /// Finds what a term contains from what its parts contain.
    fn look_inside(&self, term: TermId) -> Inside {
        let mut all = Inside::default();
        self.each_part(term, |part| {
            let inside = self.inside(part);
            all.variables |= inside.variables;
            all.bound = all.bound.max(inside.bound);
            all.binder = all.binder.max(inside.binder);
            all.asks_for_a_value |= inside.asks_for_a_value;
        });
        match self.node(term) {
            Node::Var(..) => all.variables |= Inside::bit(term),
            Node::Bound(height, _) => {
                all.variables |= Inside::bit(term);
                all.bound = all.bound.max(*height);
            }
            Node::SetOf(own, _) | Node::ListOf(_, own, _) | Node::Lambda(own, _) => {
                all.binder = all.binder.max(self.inside(*own).bound);
            }
            Node::Apply(Op::HasValue, _) => all.asks_for_a_value = true,
            _ => {}
        }
        all
    }

    /// Returns a variable that occurs in no other term.
    pub fn variable(&mut self, sort: Sort) -> TermId {
        self.variables += 1;
        let number = self.variables;
        self.term(Node::Var(number, sort))
    }

    /// Counts one step of work; fails if none is left.
    pub fn step(&mut self) -> Made<()> {
        self.steps(1)
    }

    /// Counts `count` steps of work; fails if fewer are left.
    pub fn steps(&mut self, count: u64) -> Made<()> {
        self.work = self.work.checked_sub(count).ok_or(GivenUp)?;
        Ok(())
    }

    /// How many steps were taken.
    pub fn taken(&self) -> u64 {
        self.allowed - self.work
    }

    /// Whether an integer other than a sum is provably not negative.
    pub fn surely_natural(&self, term: TermId) -> bool {
        match self.node(term) {
            Node::Var(_, sort) | Node::Bound(_, sort) | Node::Apply(Op::Index(sort), _) => {
                *sort == Sort::Natural
            }
            Node::Apply(Op::Builtin(builtin) | Op::Integer(builtin), _) => law(*builtin).natural,
            Node::Apply(Op::Aggregate(aggregate) | Op::AggregateFor(aggregate), _) => {
                law_of_aggregate(*aggregate).value == ValueOf::Natural
            }
            _ => false,
        }
    }

    /// Whether a term without choices is provably an integer.
    pub fn is_integer(&self, term: TermId) -> bool {
        match self.node(term) {
            Node::Sum(_) => true,
            Node::Var(_, sort) | Node::Bound(_, sort) | Node::Apply(Op::Index(sort), _) => {
                matches!(sort, Sort::Natural | Sort::Integer)
            }
            Node::Apply(Op::Part(_, sort), _) => *sort == Sort::Integer,
            Node::Apply(op, _) => match op {
                Op::Div | Op::Power | Op::Xor | Op::Integer(_) => true,
                Op::Aggregate(aggregate) | Op::AggregateFor(aggregate) => {
                    matches!(law_of_aggregate(*aggregate).value, ValueOf::Natural | ValueOf::Integer)
                }
                Op::Builtin(Builtin::Len) => true,
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns the sort of the elements of a collection: naturals if the collection shows that,
    /// otherwise the sort of `ty`, the type of the elements.
    pub fn element_sort(&self, collection: TermId, ty: &Type) -> Sort {
        match self.node(collection) {
            Node::Var(_, Sort::Naturals | Sort::NaturalSet)
            | Node::Bound(_, Sort::Naturals | Sort::NaturalSet) => {
                return Sort::Natural;
            }
            Node::Apply(Op::Slice | Op::Builtin(Builtin::Sorted | Builtin::Reverse), parts) => {
                return self.element_sort(parts[0], ty);
            }
            _ => {}
        }
        Sort::of(ty)
    }

    /// Returns the term of an integer.
    pub fn int(&mut self, int: Int) -> TermId {
        if int.is_zero() {
            return self.term(Node::Sum(Vec::new()));
        }
        self.term(Node::Sum(vec![(Vec::new(), int)]))
    }

    /// Returns the term of a truth value.
    pub fn truth(&mut self, holds: bool) -> TermId {
        self.term(Node::Truth(holds))
    }

    /// Returns the term of a value.
    pub fn constant(&mut self, value: &Value) -> TermId {
        match value {
            Value::Int(int) => self.int(int.clone()),
            Value::Bool(holds) => self.truth(*holds),
            Value::Range(bounds) => {
                let (low, high) = (self.int(bounds.0.clone()), self.int(bounds.1.clone()));
                self.term(Node::Apply(Op::Range, vec![low, high]))
            }
            value => self.term(Node::Value(value.clone())),
        }
    }

    /// The value of a term, if it is a constant.
    pub fn as_value(&self, term: TermId) -> Option<Value> {
        match self.node(term) {
            Node::Value(value) => Some(value.clone()),
            Node::Truth(holds) => Some(Value::Bool(*holds)),
            Node::Sum(_) => self.as_int(term).map(Value::Int),
            _ => None,
        }
    }

    /// The integer that a term is, if it is a constant.
    pub fn as_int(&self, term: TermId) -> Option<Int> {
        match self.node(term) {
            Node::Sum(sum) => match &sum[..] {
                [] => Some(Int::ZERO),
                [(product, int)] if product.is_empty() => Some(int.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns an integer term without choices as a polynomial.
    pub fn polynomial(&self, term: TermId) -> Polynomial {
        match self.node(term) {
            Node::Sum(sum) => sum.clone(),
            _ => vec![(vec![term], Int::ONE)],
        }
    }

    /// Returns the term that is equal to a polynomial, which need not be sorted.
    pub fn sum(&mut self, sum: Polynomial) -> TermId {
        let merged = added(sum);
        match &merged[..] {
            [(product, factor)] if product.len() == 1 && *factor == Int::ONE => product[0],
            _ => self.term(Node::Sum(merged)),
        }
    }

    /// `a + factor * b` of terms without choices.
    pub fn plus(&mut self, a: TermId, factor: &Int, b: TermId) -> TermId {
        let mut sum = self.polynomial(a);
        sum.extend(self.polynomial(b).into_iter().map(|(product, part)| (product, &part * factor)));
        self.sum(sum)
    }

    /// Returns the product of two terms without choices; fails if it has too many summands.
    pub fn times(&mut self, a: TermId, b: TermId) -> Made<TermId> {
        // Summands of the product, before equal ones are joined.
        const MOST_MONOMIALS: usize = 64;
        let (a, b) = (self.polynomial(a), self.polynomial(b));
        if a.len() * b.len() > MOST_MONOMIALS {
            return Err(GivenUp);
        }
        let mut sum = Vec::new();
        for (left, factor) in &a {
            for (right, other) in &b {
                let mut product: Vec<TermId> = left.iter().chain(right).copied().collect();
                product.sort_unstable();
                sum.push((product, factor * other));
            }
        }
        Ok(self.sum(sum))
    }
}

impl Inside {
    /// The bit of a variable in [`Inside::variables`].
    pub fn bit(variable: TermId) -> u64 {
        1 << (variable.0 % 64)
    }
}

impl Sort {
    /// Returns what is known about the values of a type.
    pub fn of(ty: &Type) -> Sort {
        match ty {
            Type::Int => Sort::Integer,
            Type::Set(_) => Sort::Set,
            _ => Sort::Other,
        }
    }
}

/// Sorts a sum, joins equal products, and removes those with coefficient zero.
pub fn added(mut sum: Polynomial) -> Polynomial {
    sum.sort();
    let mut all = Polynomial::with_capacity(sum.len());
    for (product, factor) in sum {
        match all.last_mut().filter(|last| last.0 == product) {
            Some(last) => last.1 = &last.1 + &factor,
            None => all.push((product, factor)),
        }
    }
    all.retain(|it| !it.1.is_zero());
    all
}
