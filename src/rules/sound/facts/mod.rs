//! Collects the facts that hold at one point of a move (linear inequalities, alternatives and
//! memberships), and decides what follows from them. What is proved is true; a true statement may
//! stay unproved.

mod binding;
mod conditions;
mod evaluated;
mod images;
mod lengths;
mod members;
mod normal;
mod numbers;
mod products;
mod ranges;
mod sets;
mod texts;
mod totals;
mod updates;
mod weights;

pub use normal::Fork;
pub use weights::element_of;

use crate::ir::{Body, Expr, Function, FunctionId, SlotId, Type, Value, walk};
use crate::number::Int;
use crate::number::contradiction::{Atom, Linear, contradictory};
use crate::position::{Instance, Range};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// One alternative: constraints `c >= 0` that hold together.
pub type Case = Vec<Linear>;

/// The collection from which the value of a name is taken.
#[derive(Debug, Clone)]
enum Source {
    /// An element of this collection.
    ElementOf(Rc<Expr>),
    /// A list or set all of whose elements are in this collection.
    PartOf(Rc<Expr>),
    /// A list that takes one element from each of the collections of this list.
    ChoiceFrom(Rc<Expr>),
}

/// The facts at one point of a move. They are cloned for each alternative.
#[derive(Clone)]
pub struct Facts<'p> {
    instance: &'p Instance,
    /// The unknown for each key; a key is the fingerprint of an expression, or a text made of an
    /// operation and its operands.
    atoms: FxHashMap<String, Atom>,
    /// The unknowns of which `facts` has the bounds already, in the order of their first
    /// occurrence.
    described: Vec<Atom>,
    /// Constraints `c >= 0`.
    facts: Vec<Linear>,
    /// Groups of cases: at least one case of each group holds.
    alternatives: Vec<Vec<Case>>,
    /// The range of the value of each name.
    ranges: FxHashMap<SlotId, Range>,
    /// The collection from which the value of each name is taken, if a binder states one.
    sources: FxHashMap<SlotId, Source>,
    /// Pairs of a value and a collection that contains it, from conditions and from binders of
    /// tuples.
    members: Vec<(Rc<Expr>, Rc<Expr>)>,
    /// Pairs of the fingerprint of a value and a collection that does not contain it, from
    /// conditions.
    strangers: Vec<(String, Rc<Expr>)>,
    /// Fingerprints of conditions, each with its truth value.
    truths: Vec<(String, bool)>,
    /// Keys of texts, each with constant texts of which it is one.
    texts: Vec<(String, Vec<Value>)>,
    /// The factors of each unknown that is a product.
    factors: FxHashMap<Atom, Vec<Atom>>,
    /// The base and the exponent of each unknown that is a power.
    powers: FxHashMap<Atom, (Int, Linear)>,
    /// The products and powers so far, with which later ones are compared.
    compared: Vec<products::Compared>,
    /// Totals of the first elements of lists.
    prefixes: Vec<totals::Prefix>,
    /// The names that replace the names of a `let`, by its first name and the fingerprint of its value.
    lets: FxHashMap<(SlotId, String), Vec<SlotId>>,
    /// The first slot that no substituted body uses.
    next_shift: u32,
    /// How many function calls were replaced by the bodies of their functions.
    inlined: u32,
    /// The number of fields of the game.
    fields: usize,
    /// Whether the expression that is being read is known to be evaluated.
    certain: bool,
}

/// How many systems of inequalities one proof may try; after that it fails.
const MAX_TRIES: usize = 150;
/// How many function calls are replaced by bodies for one set of facts; others stay unknowns.
const MAX_INLINED: u32 = 64;

impl<'p> Facts<'p> {
    /// The facts about the fields of a game that follow from their ranges.
    pub fn of_fields(
        instance: &'p Instance,
        ranges: &[Range],
        types: impl Iterator<Item = Type>,
    ) -> Facts<'p> {
        let mut facts = Facts {
            instance,
            atoms: FxHashMap::default(),
            described: Vec::new(),
            facts: Vec::new(),
            alternatives: Vec::new(),
            ranges: FxHashMap::default(),
            sources: FxHashMap::default(),
            members: Vec::new(),
            strangers: Vec::new(),
            truths: Vec::new(),
            texts: Vec::new(),
            factors: FxHashMap::default(),
            powers: FxHashMap::default(),
            compared: Vec::new(),
            prefixes: Vec::new(),
            lets: FxHashMap::default(),
            next_shift: 1 << 20,
            inlined: 0,
            fields: ranges.len(),
            certain: false,
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

    /// The unknown for the value of a name.
    fn slot(&mut self, slot: SlotId) -> Linear {
        Linear::unknown(self.atom(format!("%{}()", slot.0)))
    }

    /// The unknown with a key; makes it if it is new.
    fn atom(&mut self, key: String) -> Atom {
        let next = self.atoms.len() as Atom;
        *self.atoms.entry(key).or_insert(next)
    }

    /// The unknown with a key, and whether it is not described yet, so that the caller has to add
    /// facts about it.
    fn unknown(&mut self, key: String) -> (Linear, bool) {
        let atom = self.atom(key);
        let new = !self.described.contains(&atom);
        if new {
            self.described.push(atom);
        }
        (Linear::unknown(atom), new)
    }

    /// Adds the facts that a number lies in a range.
    fn within(&mut self, linear: &Linear, range: &Range) {
        match range {
            Range::Nat => self.facts.push(linear.clone()),
            // No value is in an empty range, so that this number is never evaluated.
            Range::Between(low, high) if low > high => {}
            Range::Between(low, high) => {
                self.facts.push(linear.sub(&Linear::constant(low.clone())));
                self.facts.push(Linear::constant(high.clone()).sub(linear));
            }
            _ => {}
        }
    }

    /// Whether `goal >= 0` provably follows from the facts.
    pub fn proves(&self, goal: &Linear) -> bool {
        // For integers the opposite of g >= 0 is -g - 1 >= 0.
        self.refutes(&Linear::constant(Int::from(-1i64)).sub(goal))
    }

    /// Whether the facts provably contradict `extra >= 0`.
    fn refutes(&self, extra: &Linear) -> bool {
        let mut tries = MAX_TRIES;
        self.refutes_cases(&mut self.facts.clone(), extra, 0, &mut tries)
    }

    /// Whether the facts provably contradict `a >= 0` and `b >= 0` together.
    fn refutes_both(&self, a: &Linear, b: &Linear) -> bool {
        let mut facts = self.facts.clone();
        facts.push(a.clone());
        let mut tries = MAX_TRIES;
        self.refutes_cases(&mut facts, b, 0, &mut tries)
    }

    /// Whether `facts` provably contradict `extra >= 0`, with each group of alternatives from
    /// `group` on split into its cases. `false` once no `tries` are left.
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
        if contradictory(facts, self.facts.len(), extra) {
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

    /// Whether the facts provably contradict each other, so that this point of the move is never
    /// reached.
    pub fn impossible(&self) -> bool {
        self.refutes(&Linear::constant(Int::ZERO))
    }

    /// Whether `a <= b` provably follows from the facts.
    pub fn at_most(&mut self, a: &Expr, b: &Expr) -> bool {
        let (a, b) = (self.linear(a), self.linear(b));
        self.proves(&b.sub(&a))
    }

    /// Whether `a < b` provably follows from the facts.
    pub fn below(&mut self, a: &Expr, b: &Expr) -> bool {
        let (a, b) = (self.linear(a), self.linear(b));
        self.proves(&b.sub(&a).shifted(-1))
    }

    /// A function of the program.
    pub fn function(&self, id: FunctionId) -> &'p Function {
        &self.instance.program.functions[id.index()]
    }

    /// The body of a function with the arguments substituted for its parameters; `None` once
    /// `MAX_INLINED` calls were opened.
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

    /// Adds the fact that a number is at least 1.
    pub fn assume_positive(&mut self, number: &Linear) {
        self.facts.push(number.shifted(-1));
    }

    /// The expression of a body with names of its own, such as the condition of an end: `fields`
    /// replace its first names, and its other names become fresh ones.
    pub fn apart(&mut self, body: &Body, fields: &[Expr]) -> Expr {
        let shift = self.next_shift;
        self.next_shift += body.slots.len() as u32;
        walk::instantiate(&body.expr, fields, shift)
    }

    /// Adds the fact that a number is not positive.
    pub fn assume_at_most_zero(&mut self, number: &Linear) {
        self.facts.push(number.times(&Int::from(-1i64)));
    }

    /// The number of fields of the game that these facts are about.
    pub fn field_count(&self) -> usize {
        self.fields
    }
}
