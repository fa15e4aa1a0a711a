//! Lasker's Nim (T60): a move takes any positive number from a heap, or splits a heap into two
//! non-empty heaps.
//!
//! The value of a heap of n is n + 1 for n mod 4 = 3, n − 1 for n > 0 and n mod 4 = 0, and n
//! otherwise. Under misère play one heap is lost exactly if n = 1.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::one_heap::{Amounts, OneHeap};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Theorem, int_of, known, naturals};
use crate::theory::lasker;

/// The catalogue entry for Lasker's Nim.
pub const THEOREM: Theorem = Theorem {
    id: "lasker-nim",
    entry: "T60",
    title: "Lasker's Nim: take any number from a heap, or divide a heap into two",
    cite: "Lasker 1931",
    gives: "Lasker 1931 (theorem:lasker-nim), values by the remainder modulo 4",
    page: include_str!("../pages/lasker.md"),
    hypotheses: Hypotheses::OneHeap(form),
};

fn form(heap: &OneHeap) -> Option<Box<dyn ClosedForm>> {
    let only_zero = Amounts::Only(vec![0]);
    let any = |amounts: &Amounts| match amounts {
        Amounts::AllBut(exceptions) => exceptions.iter().all(|it| *it == 0),
        Amounts::Only(_) => false,
    };
    let divided = heap.two_equal == only_zero && heap.two_unequal == only_zero;
    let fits = any(&heap.all) && any(&heap.one) && divided && heap.more.iter().all(Amounts::is_empty);
    let form: Box<dyn ClosedForm> = Box::new(Heap);
    fits.then_some(form)
}

#[derive(Debug)]
struct Heap;

impl ClosedForm for Heap {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        Some(int_of(lasker::value(n)))
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        Some(lasker::losing(&naturals(state)?, known(convention)?))
    }

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        match question {
            Question::Value => Some(
                "if n mod 4 == 3 then n + 1 else if n > 0 and n mod 4 == 0 then n - 1 else n".to_string(),
            ),
            Question::Lost(Convention::Misere) => Some("n == 1".to_string()),
            Question::Lost(_) => None,
        }
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let value = lasker::value(n);
        (convention == Convention::Normal).then(|| {
            format!(
                "Dividing exchanges the values of 4k + 3 and 4k + 4 and no others. {n} = {} modulo 4: the value is {value}.",
                n % 4u32
            )
        })
    }
}
