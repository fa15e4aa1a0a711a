//! Nim with further moves that may add to heaps or change other numbers, such as a supply of chips
//! (T46).
//!
//! If all moves of Nim are present, every other move changes the nim-sum of the heaps, and play
//! terminates, the value is this nim-sum; numbers that are not heaps do not affect it. The theorem
//! says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::shape::vectors::Vectors;
use crate::theorem::{ClosedForm, Hypotheses, Theorem, int_of, naturals, says};
use crate::theory::nim;
use num_bigint::BigUint;

/// The catalogue entry for Nim with heaps that may also grow, but not for ever.
pub const THEOREM: Theorem = Theorem {
    id: "poker-nim",
    entry: "T46",
    title: "Nim with numbers beside the heaps, or heaps that also grow, but not for ever",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "Berlekamp, Conway, Guy 1982 (theorem:poker-nim), values by the nim-sum of the heaps",
    page: include_str!("../pages/poker_nim.md"),
    hypotheses: Hypotheses::Vectors(form),
};

fn form(vectors: &Vectors) -> Option<Box<dyn ClosedForm>> {
    let disguise = vectors.disguise()?;
    Some(Box::new(Heaps { places: disguise.heaps }))
}

/// The closed form for states some of whose fields are heaps.
#[derive(Debug)]
struct Heaps {
    /// The indices of the fields that are heaps.
    places: Vec<usize>,
}

impl Heaps {
    fn heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        let fields = naturals(state)?;
        self.places.iter().map(|place| fields.get(*place).cloned()).collect()
    }
}

impl ClosedForm for Heaps {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(int_of(nim::value_big(&self.heaps(state)?)))
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let sum = self.places.iter().try_fold(0, |sum, place| Some(sum ^ fields.get(*place)?))?;
        (convention == Convention::Normal).then_some(sum == 0)
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let names = says::names(fields);
        let heaps: Vec<&str> = self.places.iter().map(|place| &*names[*place]).collect();
        (question == Question::Value && !heaps.is_empty()).then(|| heaps.join(" xor "))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let heaps = self.heaps(state)?;
        let sum = nim::value_big(&heaps);
        let listed: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        let which = match &*listed {
            [heap] => format!("The heap has {heap}, which is the value"),
            heaps => format!("The heaps are {}, with the nim-sum {sum}", heaps.join(", ")),
        };
        (convention == Convention::Normal).then(|| {
            format!(
                "{which}. Who wins by it need not fear that something is added: a move of Nim answers that, and \
                 additions end."
            )
        })
    }
}
