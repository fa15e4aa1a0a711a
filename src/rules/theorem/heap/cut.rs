//! Dividing a heap (T65): a move divides a heap into c + 1 non-empty heaps, for some c in a set C
//! of numbers up to 3, and takes nothing.
//!
//! The value of a heap of n ≥ 1 is `(n - 1) div c` with the smallest c in C, if 1 is not in C. It
//! is `(n - 1) mod 2`, if 1 is in C and all members of C are odd, and `n - 1`, if C = {1, 2, 3}.
//! Other sets are not covered, nor is misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::one_heap::OneHeap;
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, int_of, naturals};
use crate::theory::cut::Cut;
use num_bigint::BigUint;

/// The catalogue entry for dividing a heap.
pub const THEOREM: Theorem = Theorem {
    id: "cut",
    entry: "T65",
    title: "Divide a heap into c + 1 heaps",
    cite: "Dailly, Duchêne, Larsson, Paris 2020",
    gives: "Dailly, Duchêne, Larsson, Paris 2020 (theorem:cut), values by division or parity",
    page: include_str!("../pages/cut.md"),
    hypotheses: Hypotheses::Any(&[Hypotheses::OneHeap(of_heap), Hypotheses::Rules { written, form }]),
};

/// The moves that divide a heap into two, three and four heaps. The sizes are chosen one by one, or
/// as the places of the cuts. Both formulations are written out, because relations between up to
/// four heaps are too large to be compared.
const INTO: [[&str; 3]; 2] = [
    [
        "move two(i in 1..n) -> heap(i) + heap(n - i)",
        "move three(i in 1..n, j in 1..n - i) -> heap(i) + heap(j) + heap(n - i - j)",
        "move four(i in 1..n, j in 1..n - i, k in 1..n - i - j) -> heap(i) + heap(j) + heap(k) + heap(n - i - j - k)",
    ],
    [
        "move two(x in 1..n) -> heap(x) + heap(n - x)",
        "move three(x in 1..n, y in x + 1..n) -> heap(x) + heap(y - x) + heap(n - y)",
        "move four(x in 1..n, y in x + 1..n, z in y + 1..n) -> heap(x) + heap(y - x) + heap(z - y) + heap(n - z)",
    ],
];

/// The sets of moves that are written out as games, each as indices into a formulation of [`INTO`].
const PLAYED: [&[usize]; 4] = [&[2], &[0, 2], &[1, 2], &[0, 1, 2]];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds != [Kind::Nat] {
        return Vec::new();
    }
    let text = |ways: &[&str; 3], played: &[usize]| {
        let moves: Vec<&str> = played.iter().map(|way| ways[*way]).collect();
        format!("game heap(n: nat) {{ {} }}", moves.join(" "))
    };
    INTO.iter().flat_map(|ways| PLAYED.map(|played| text(ways, played))).collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let cuts: Vec<BigUint> =
        PLAYED[parameters.which % PLAYED.len()].iter().map(|way| BigUint::from(way + 1)).collect();
    Some(Box::new(Heap { form: Cut::recognise(&cuts)?, cuts }))
}

/// The closed form for games of one heap in which every move takes nothing, and divides the heap
/// into two to four heaps.
fn of_heap(heap: &OneHeap) -> Option<Box<dyn ClosedForm>> {
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

/// The numbers of cuts that a move may make, ascending, and the closed form for them.
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

    fn says(&self, question: Question, _fields: usize) -> Option<String> {
        let text = match &self.form {
            Cut::WithoutOne(least) => format!("max(n - 1, 0) div {least}"),
            Cut::Odd => "max(n - 1, 0) mod 2".to_string(),
            Cut::OneTwoThree => "max(n - 1, 0)".to_string(),
        };
        (question == Question::Value).then_some(text)
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
