//! Circular Nim on a list (T41): the n heaps of a list stand in a circle; a move takes from up to k
//! adjacent heaps, at least one object in total.
//!
//! For k = 1, k = n − 1 and k = n, and for the n and k that `heaps::circular` covers, the player to
//! move loses exactly if the heaps satisfy certain equations, such as x₁ = x₃ and x₂ = x₄ for n = 4
//! and k = 2. The theorem gives no values and says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, heaps, says, state};
use crate::theory::circular;

/// The catalogue entry for Circular Nim on a list.
pub const THEOREM: Theorem = Theorem {
    id: "circular-list",
    entry: "T41",
    title: "Circular Nim on a list: take from k neighbouring heaps of a circle",
    cite: "Dufour, Heubach 2013",
    gives: "Dufour, Heubach 2013 (theorem:circular-list), lost circles of up to six heaps",
    page: include_str!("../pages/circular_list.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    // Formulations without the parameter `K` are for two neighbours.
    let most = parameters.small_or("K", 2);
    let most = usize::try_from(most?).ok().filter(|most| *most >= 1)?;
    Some(Box::new(Circle { most }))
}

/// The rules in the language. A move chooses the list that is left, the amounts, or the places.
/// Whole lists and neighbours on a circle have no normal form, so each formulation of which heaps
/// change is written out.
const RULES: [&str; 10] = [
    "param K: nat = 2
    game circle(heaps: [nat]) {
        move take(i in indices(heaps), left in product([0..=heaps[(i + j) mod len(heaps)] for j in 0..K]))
            when any(left[j] < heaps[(i + j) mod len(heaps)] for j in 0..K)
            -> circle([if (m - i) mod len(heaps) < K then left[(m - i) mod len(heaps)] else heaps[m]
                       for m in indices(heaps)])
    }",
    "game circle(heaps: [nat]) {
        move one(i in indices(heaps), a in 0..heaps[i]) -> circle(heaps with [i] = a)
        move two(i in indices(heaps), a in 0..heaps[i], b in 0..heaps[(i + 1) mod len(heaps)]) when len(heaps) > 1
            -> circle(heaps with [i] = a with [(i + 1) mod len(heaps)] = b)
    }",
    "game circle(heaps: [nat]) {
        move take(i in indices(heaps), a in 0..=heaps[i], b in 0..=heaps[(i + 1) mod len(heaps)])
            when a < heaps[i] or b < heaps[(i + 1) mod len(heaps)]
            -> circle(heaps with [i] = a with [(i + 1) mod len(heaps)] = b)
    }",
    "param K: nat = 2
    game circle(heaps: [nat]) {
        move take(i in indices(heaps), taken in product([0..=heaps[(i + j) mod len(heaps)] for j in 0..K]))
            when any(taken[j] > 0 for j in 0..K)
            -> circle([if (m - i) mod len(heaps) < K then heaps[m] - taken[(m - i) mod len(heaps)] else heaps[m]
                       for m in indices(heaps)])
    }",
    "param K: nat = 2
    game circle(heaps: [nat]) {
        move take(i in indices(heaps), left in product([0..=heaps[(i + j) mod len(heaps)] for j in 0..K]))
            when len(heaps) >= K and any(left[j] < heaps[(i + j) mod len(heaps)] for j in 0..K)
            -> circle([if (m - i) mod len(heaps) < K then left[(m - i) mod len(heaps)] else heaps[m]
                       for m in indices(heaps)])
    }",
    "param K: nat = 2
    game circle(heaps: [nat]) {
        move take(left in product([0..=h for h in heaps]))
            when left != heaps and any(all(left[m] == heaps[m] or (m - i) mod len(heaps) < K
                                           for m in indices(heaps)) for i in indices(heaps))
            -> circle(left)
    }",
    "param K: nat = 2
    game circle(heaps: [nat]) {
        move take(i in indices(heaps), left in product([0..=heaps[(i + j) mod len(heaps)] for j in 0..K]))
            when any(left[j] < heaps[(i + j) mod len(heaps)] for j in 0..K)
            -> circle(heaps with [[(i + j) mod len(heaps) for j in 0..K]] = left)
    }",
    "game circle(heaps: [nat]) {
        move take(left in product([0..=h for h in heaps]), i in indices(heaps))
            when left != heaps and all(left[m] == heaps[m] or m == i or m == (i + 1) mod len(heaps)
                                       for m in indices(heaps))
            -> circle(left)
    }",
    "fn next(i: nat, n: nat): nat = if i + 1 == n then 0 else i + 1
    game circle(heaps: [nat]) {
        move take(i in indices(heaps), a in 0..=heaps[i], b in 0..=heaps[next(i, len(heaps))])
            when len(heaps) >= 2 and (a < heaps[i] or b < heaps[next(i, len(heaps))])
            -> circle(heaps with [i] = a with [next(i, len(heaps))] = b)
    }",
    "fn next(i: nat, n: nat): nat = if i + 1 == n then 0 else i + 1
    game circle(heaps: [nat]) {
        move take(i in indices(heaps), a in 0..=heaps[i], b in 0..=heaps[next(i, len(heaps))])
            when len(heaps) >= 2 and a + b > 0
            -> circle(heaps with [i] = heaps[i] - a with [next(i, len(heaps))] = heaps[next(i, len(heaps))] - b)
    }",
];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds == [Kind::Nats] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

#[derive(Debug)]
struct Circle {
    /// The greatest number of adjacent heaps from which a move may take; at least 1.
    most: usize,
}

impl ClosedForm for Circle {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let heaps = (convention == Convention::Normal).then(|| state::heaps(state)).flatten()?;
        // In a circle of fewer than `most` heaps, these rules would visit some heaps twice.
        if heaps.len() < self.most { None } else { circular::losing(self.most, &heaps) }
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let told = question == Question::Lost(Convention::Normal) && fields >= self.most;
        told.then(|| heaps::circular::text(self.most, &says::names(fields))).flatten()
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let losing = self.losing(state, convention)?;
        let (count, most) = (state::heaps(state)?.len(), self.most);
        let (is, loses) = if losing { ("is", "loses") } else { ("is not", "wins") };
        Some(format!(
            "With {most} adjacent heaps of {count} in a circle this {is} one of the lost circles: the \
             player to move {loses}."
        ))
    }
}
