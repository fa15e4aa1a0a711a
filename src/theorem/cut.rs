//! Dividing a heap (T65).

use super::{ClosedForm, Hypotheses, Theorem, int_of, naturals};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::one_heap::OneHeap;
use crate::theory::cut::Cut;
use num_bigint::BigUint;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "cut",
    entry: "T65",
    title: "Divide a heap into so many heaps",
    cite: "Dailly, Duchêne, Larsson, Paris 2020",
    gives: "Dailly, Duchêne, Larsson, Paris 2020 (theorem:cut), values by division or parity",
    page: include_str!("pages/cut.md"),
    hypotheses: Hypotheses::OneHeap(form),
};

fn form(heap: &OneHeap) -> Option<Box<dyn ClosedForm>> {
    if !heap.all.is_empty() || !heap.one.is_empty() || heap.two_equal != heap.two_unequal {
        return None;
    }
    let mut cuts = Vec::new();
    for (cut, amounts) in [&heap.two_equal, &heap.more[0], &heap.more[1]].into_iter().enumerate() {
        match amounts.finite()? {
            [] => {}
            [0] => cuts.push(BigUint::from(cut + 1)),
            _ => return None,
        }
    }
    Some(Box::new(Heap { form: Cut::recognise(&cuts)?, cuts }))
}

/// How often a heap is cut, and what follows.
#[derive(Debug)]
struct Heap {
    cuts: Vec<BigUint>,
    form: Cut,
}

impl ClosedForm for Heap {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        Some(int_of(self.form.value(n)))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let value = self.form.value(n);
        let heaps: Vec<String> = self.cuts.iter().map(|cuts| (cuts + 1u32).to_string()).collect();
        let reason = match &self.form {
            Cut::WithoutOne(least) => format!("the value is n − 1 divided by {least}, rounded down"),
            Cut::Odd => {
                "every move adds an odd number of heaps, so that the parity of n − 1 decides".to_string()
            }
            Cut::OneTwoThree => "the value is n − 1".to_string(),
        };
        (convention == Convention::Normal)
            .then(|| format!("A heap becomes {} heaps, and {reason}: {value}.", heaps.join(" or ")))
    }
}
