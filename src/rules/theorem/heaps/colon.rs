//! The ordinal sum of two heaps (T07): a heap stands on top of another one, and a move in the lower
//! heap destroys the upper one.
//!
//! Let g be the value of the upper heap by itself, and list in ascending order the naturals that
//! are not the value of an option of the lower heap. The value of both is entry g of this list,
//! counted from 0; it is n + g if the lower heap is n and any number may be taken from it. The
//! theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::shape::vectors::{Layer, Vectors};
use crate::theorem::heap::finite_subtraction::{Repeating, repeating};
use crate::theorem::{ClosedForm, Hypotheses, Theorem, int_of, naturals, says};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// The catalogue entry for a heap on top of another one.
pub const THEOREM: Theorem = Theorem {
    id: "ordinal-sum",
    entry: "T07",
    title: "A heap on another one: a move below destroys what is above",
    cite: "Conway 1976, Berlekamp, Conway, Guy 1982",
    gives: "Conway 1976 (theorem:ordinal-sum), values by the colon principle",
    page: include_str!("../pages/colon.md"),
    hypotheses: Hypotheses::Vectors(form),
};

fn form(vectors: &Vectors) -> Option<Box<dyn ClosedForm>> {
    let colon = vectors.colon()?;
    let (base, top) = (heap(colon.base)?, heap(colon.top)?);
    Some(Box::new(Colon { below: colon.below, base, top }))
}

fn heap(layer: Layer) -> Option<Heap> {
    let Layer::Only(amounts) = layer else { return Some(Heap::Nim) };
    let taken = amounts.iter().map(|it| usize::try_from(*it).ok()).collect::<Option<Vec<usize>>>()?;
    Some(Heap::Amounts(amounts, repeating(&taken)?))
}

/// The moves of one of the two heaps by itself.
#[derive(Debug)]
enum Heap {
    /// Any number may be taken.
    Nim,
    /// One of these amounts may be taken; with the values of the heaps.
    Amounts(Vec<u64>, Repeating),
}

impl Heap {
    fn value(&self, n: &BigUint) -> Option<BigUint> {
        match self {
            Heap::Nim => Some(n.clone()),
            Heap::Amounts(_, values) => values.of(n).map(BigUint::from),
        }
    }

    /// The `at`-th natural, counted from 0, that is not the value of an option of the heap `n`.
    fn missing(&self, n: &BigUint, at: &BigUint) -> Option<BigUint> {
        let Heap::Amounts(amounts, values) = self else { return Some(n + at) };
        let smaller = amounts.iter().filter_map(|amount| {
            let amount = BigUint::from(*amount);
            (amount <= *n).then(|| n - amount)
        });
        let options = smaller.map(|rest| values.of(&rest)).collect::<Option<BTreeSet<u32>>>()?;
        // Each value of an option that is at most the current natural raises this natural by one.
        Some(options.into_iter().fold(at.clone(), |natural, option| {
            if BigUint::from(option) <= natural { natural + 1u32 } else { natural }
        }))
    }
}

impl Heap {
    /// The value of the heap named `n` as an expression of the language; `None` if the expression
    /// would be too long.
    fn text(&self, n: &str) -> Option<String> {
        match self {
            Heap::Nim => Some(n.to_string()),
            Heap::Amounts(_, values) => values.text(n),
        }
    }

    /// [`Self::missing`] for the heap named `n` and the expression `at`, as an expression of the
    /// language; `None` if it would distinguish more than `MOST_CASES` heaps.
    fn missing_text(&self, n: &str, at: &str) -> Option<String> {
        let Heap::Amounts(amounts, values) = self else { return Some(format!("{n} + ({at})")) };
        // From the heap `begin` on, all amounts can be taken and the values are periodic, so the
        // values of the options repeat with the period of the heaps.
        let (begin, period) = (values.start() as u64 + amounts.iter().max()?, values.period() as u64);
        if begin + period > MOST_CASES {
            return None;
        }
        let case = |heap: u64| {
            let options = amounts.iter().filter_map(|amount| heap.checked_sub(*amount));
            let options: BTreeSet<u32> =
                options.map(|rest| values.of(&rest.into())).collect::<Option<_>>()?;
            let natural = options.iter().rev().fold("t".to_string(), |rest, option| {
                format!("let t = (if {option} <= t then t + 1 else t) in {rest}")
            });
            let here = if heap < begin {
                format!("{n} == {heap}")
            } else {
                format!("{n} mod {period} == {}", heap % period)
            };
            Some(format!("if {here} then ({natural}) else "))
        };
        let cases: String = (0..begin + period).map(case).collect::<Option<_>>()?;
        Some(format!("let t = ({at}) in {cases}0"))
    }
}

/// The most heaps that one expression distinguishes.
const MOST_CASES: u64 = 24;

#[derive(Debug)]
struct Colon {
    /// The index of the field that is the lower heap.
    below: usize,
    base: Heap,
    top: Heap,
}

/// The sizes of both heaps of a component, and the value of the component.
struct Parts {
    below: BigUint,
    above: BigUint,
    /// The value of the upper heap.
    top: BigUint,
    value: BigUint,
}

impl Colon {
    fn parts(&self, state: &[Value]) -> Option<Parts> {
        let fields = naturals(state)?;
        let (below, above) = (fields.get(self.below)?.clone(), fields.get(1 - self.below)?.clone());
        let top = self.top.value(&above)?;
        let value = self.base.missing(&below, &top)?;
        Some(Parts { below, above, top, value })
    }
}

impl ClosedForm for Colon {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(int_of(self.parts(state)?.value))
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let names = says::names(fields);
        let (below, above) = (&names[self.below], &names[1 - self.below]);
        let top = self.top.text(above)?;
        (question == Question::Value).then(|| self.base.missing_text(below, &top)).flatten()
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let Parts { below, above, top, value } = self.parts(state)?;
        let principle = match self.base {
            Heap::Nim => format!("On a heap of Nim that is added: {below} + {top} = {value}."),
            Heap::Amounts(..) => format!(
                "The value is number {top}, counted from 0, of those that no move below reaches: {value}."
            ),
        };
        (convention == Convention::Normal).then(|| {
            format!(
                "A heap of {above} stands on one of {below}, and has the value {top} by itself. {principle}"
            )
        })
    }
}
