//! The octal game 0.123 (T70): a move takes 1 if that is the whole heap, 2 if something is left of
//! the heap, or 3 in any case.
//!
//! The heaps 0 to 4 have the values 0, 1, 0, 2, 2; from 5 on the values 1, 0, 0, 2, 1 repeat for
//! the remainders 0 to 4 of n modulo 5. Under misère play `misere_0123` decides sums of heaps by a
//! quotient of 20 elements; one heap is lost if it is 1, or at least 5 and 0 or 1 modulo 5.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::one_heap::OneHeap;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Theorem, naturals};
use crate::theory::misere_0123;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// The catalogue entry for the code 0.123.
pub const THEOREM: Theorem = Theorem {
    id: "code-0.123",
    entry: "T70",
    title: "0.123: take 1 if nothing is left, 2 if something is, 3 in any case",
    cite: "Guy, Smith 1956; misère: Plambeck 2005",
    gives: "Guy, Smith 1956, Plambeck 2005 (theorem:code-0.123), values of period 5",
    page: include_str!("../pages/code_0123.md"),
    hypotheses: Hypotheses::OneHeap(form),
};

fn form(heap: &OneHeap) -> Option<Box<dyn ClosedForm>> {
    let form: Box<dyn ClosedForm> = Box::new(Heap);
    (heap.digits()? == [0, 1, 2, 3]).then_some(form)
}

#[derive(Debug)]
struct Heap;

impl Heap {
    /// The value of a heap: the first five values are listed, later ones are given by n mod 5.
    fn of(n: &BigUint) -> u64 {
        const FIRST: [u64; 5] = [0, 1, 0, 2, 2];
        const REPEATED: [u64; 5] = [1, 0, 0, 2, 1];
        let known = n.to_usize().and_then(|n| FIRST.get(n));
        known.copied().unwrap_or_else(|| REPEATED[(n % 5u32).to_usize().unwrap_or(0)])
    }
}

impl ClosedForm for Heap {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        Some(Int::from(Heap::of(n)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let heaps = naturals(state)?;
        match convention {
            Convention::Normal => Some(Heap::of(heaps.first()?) == 0),
            Convention::Misere => Some(misere_0123::losing(&heaps)),
            Convention::Anti => None,
        }
    }

    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        let heap = |(state, count): &(Vec<Value>, u64)| Some((naturals(state)?.first()?.clone(), *count));
        Some(misere_0123::losing_sum(&parts.iter().map(heap).collect::<Option<Vec<_>>>()?))
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let misere = question == Question::Lost(Convention::Misere);
        misere.then(|| "n == 1 or n >= 5 and n mod 5 <= 1".to_string())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let rest = n % 5u32;
        match convention {
            Convention::Normal => Some(format!(
                "From 5 on the values repeat every 5: {n} = {rest} modulo 5 has the value {}.",
                Heap::of(n)
            )),
            Convention::Misere => {
                let verdict = if misere_0123::losing(std::slice::from_ref(n)) { "loses" } else { "wins" };
                Some(format!(
                    "From 6 on the classes of the misère quotient repeat every 5: with {n} = {rest} modulo 5 the player \
                     to move {verdict}."
                ))
            }
            Convention::Anti => None,
        }
    }
}
