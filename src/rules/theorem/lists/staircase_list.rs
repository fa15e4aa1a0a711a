//! Staircase Nim on a list, and Nim on a list with heaps in non-decreasing order (T44).
//!
//! A move of Staircase Nim takes any positive number from one step to the next lower one. The value
//! is the nim-sum of the numbers on steps 1, 3, 5, … In the other game, the value of a₁ ≤ … ≤ aₙ is
//! the nim-sum of aₙ − aₙ₋₁, aₙ₋₂ − aₙ₋₃, …, with a₀ = 0; it has no results for heaps out of order.
//! The theorem says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::presburger::Question;
use crate::theorem::{
    ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, heaps, int_of, says, state,
};
use crate::theory::staircase::{self, Shift};
use num_bigint::BigUint;

/// The catalogue entry for Staircase Nim on a list, and for heaps that stay in order.
pub const THEOREM: Theorem = Theorem {
    id: "staircase-list",
    entry: "T44",
    title: "Staircase Nim on a list, and Nim with heaps that stay in ascending order",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "Berlekamp, Conway, Guy 1982 (theorem:staircase-list), the value is the nim-sum of every other step",
    page: include_str!("../pages/staircase_list.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::MANY_POSITIONS, guess, form },
    ]),
};

/// What the elements of the list are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// The steps from the lowest up; what moves down from the lowest step leaves the game.
    Steps,
    /// The ground, and then the steps.
    GroundAndSteps,
    /// Heaps, none smaller than the one before.
    Ascending,
}

const RULES: [(Meaning, &str); 6] = [
    (
        Meaning::Steps,
        "move down(i in indices(steps), k in 1..=steps[i])
            -> stairs(if i == 0 then steps with [0] = steps[0] - k
                      else steps with [i] = steps[i] - k with [i - 1] = steps[i - 1] + k)",
    ),
    (
        Meaning::GroundAndSteps,
        "move down(i in 1..len(steps), k in 1..=steps[i])
            -> stairs(steps with [i] = steps[i] - k with [i - 1] = steps[i - 1] + k)",
    ),
    (
        Meaning::Ascending,
        "move take(i in indices(steps), left in (if i == 0 then 0 else steps[i - 1])..steps[i])
            -> stairs(steps with [i] = left)",
    ),
    (
        Meaning::Ascending,
        "move take(i in indices(steps), left in 0..steps[i]) when i == 0 or steps[i - 1] <= left
            -> stairs(steps with [i] = left)",
    ),
    (
        Meaning::Steps,
        "move leave(k in 1..=steps[0]) -> stairs(steps with [0] = steps[0] - k)
         move down(i in 1..len(steps), k in 1..=steps[i])
            -> stairs(steps with [i] = steps[i] - k with [i - 1] = steps[i - 1] + k)",
    ),
    (
        Meaning::Steps,
        "move leave(k in 1..=steps[0]) when len(steps) > 0 -> stairs(steps with [0] = steps[0] - k)
         move down(i in 1..len(steps), k in 1..=steps[i])
            -> stairs(steps with [i] = steps[i] - k with [i - 1] = steps[i - 1] + k)",
    ),
];

fn written(kinds: &[Kind]) -> Vec<String> {
    let measure = "measure sum((i + 1) * steps[i] for i in indices(steps))";
    let text = |(_, rules): &(Meaning, &str)| format!("game stairs(steps: [nat]) {{ {measure} {rules} }}");
    if kinds == [Kind::Nats] { RULES.iter().map(text).collect() } else { Vec::new() }
}

/// The lists of the program with at least two elements, read in each of the three meanings.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let rules = written(&[Kind::Nats]);
    let ways = rules.iter().enumerate().take(3);
    ways.flat_map(|(which, rules)| clues.on_lists(rules, which, |list| list.len() > 1)).collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    Some(Box::new(Stairs(RULES.get(parameters.which)?.0)))
}

#[derive(Debug)]
struct Stairs(Meaning);

impl Stairs {
    /// The numbers on the steps, from step 1 up; `None` if the elements are heaps, and one is
    /// smaller than the heap before it.
    fn steps(&self, heaps: &[BigUint]) -> Option<Vec<BigUint>> {
        match self.0 {
            Meaning::Steps => Some(heaps.to_vec()),
            Meaning::GroundAndSteps => Some(heaps.get(1..).unwrap_or(&[]).to_vec()),
            Meaning::Ascending => staircase::steps_of_sorted(heaps),
        }
    }

    /// The list after a move.
    fn moved(&self, mut heaps: Vec<BigUint>, shift: &Shift) -> Option<Vec<BigUint>> {
        let place = shift.place + usize::from(self.0 == Meaning::GroundAndSteps);
        let heap = heaps.get_mut(place)?;
        *heap = &*heap - &shift.amount;
        if self.0 != Meaning::Ascending && place > 0 {
            heaps[place - 1] += &shift.amount;
        }
        Some(heaps)
    }
}

impl ClosedForm for Stairs {
    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(int_of(staircase::value(&self.steps(&state::heaps(state)?)?)))
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let heaps = (convention == Convention::Normal).then(|| state::heaps(state)).flatten()?;
        let shifts = match self.0 {
            Meaning::Ascending => staircase::winning_moves_of_sorted(&heaps)?,
            _ => staircase::winning_moves(&self.steps(&heaps)?),
        };
        if shifts.len().saturating_mul(heaps.len()) > 1_000_000 {
            return None;
        }
        shifts.iter().map(|shift| self.moved(heaps.clone(), shift).map(state::list)).collect()
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        let heaps = state::heaps(state)?;
        let most = match self.0 {
            Meaning::Ascending => heaps.iter().max().cloned().unwrap_or_default(),
            _ => heaps.iter().sum(),
        };
        Some(state::choices(heaps.len(), &most))
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let names = says::names(fields);
        let steps = if self.0 == Meaning::GroundAndSteps { &names[1..] } else { &names[..] };
        (question == Question::Value).then(|| match self.0 {
            Meaning::Ascending => heaps::sorted_heaps::text(steps),
            _ if steps.is_empty() => "0".to_string(),
            _ => steps.iter().step_by(2).map(String::as_str).collect::<Vec<_>>().join(" xor "),
        })
    }

    fn says_where(&self, fields: usize) -> Option<String> {
        (self.0 == Meaning::Ascending).then(|| heaps::sorted_heaps::in_order(&says::names(fields)))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let steps = self.steps(&state::heaps(state)?)?;
        let shown: Vec<String> = steps.iter().step_by(2).take(12).map(BigUint::to_string).collect();
        let shown = if shown.is_empty() { "nothing".to_string() } else { shown.join(", ") };
        let more = if steps.len() > 24 { ", …" } else { "" };
        Some(match self.0 {
            Meaning::Ascending => format!(
                "How much each heap exceeds the one before are steps of a staircase. The xor of every other \
                 one, from the last heap on, counts: {shown}{more} give {value}."
            ),
            _ => format!("Only the odd steps count: {shown}{more} have the xor {value}."),
        })
    }
}
