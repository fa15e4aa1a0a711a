//! Greedy Nim (T43): a move takes any positive number from a heap that no other heap exceeds.
//!
//! The player to move loses exactly if the largest size occurs an even number of times, or if all
//! heaps are empty. The theorem gives no values and says nothing about misère play.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::written::{game, naturals_only, target};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Theorem, naturals, says, times};
use crate::theory::greedy;

/// The catalogue entry for Greedy Nim.
pub const THEOREM: Theorem = Theorem {
    id: "greedy-nim",
    entry: "T43",
    title: "Greedy Nim: take any number from a largest heap",
    cite: "Albert, Nowakowski 2004",
    gives: "Albert, Nowakowski 2004 (theorem:greedy-nim), who loses by how often the largest heap occurs",
    page: include_str!("../pages/greedy.md"),
    hypotheses: Hypotheses::Rules { written, form: |_| Some(Box::new(Heaps)) },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    let Some(fields) = naturals_only(kinds).filter(|fields| *fields > 1) else { return Vec::new() };
    let lower = |at: usize| {
        let largest = (0..fields).filter(|other| *other != at).map(|other| format!("a{at} >= a{other}"));
        let guard = largest.collect::<Vec<_>>().join(" and ");
        format!("move m{at}(x in 0..a{at}) when {guard} -> {}", target(fields, &[(at, "x".to_string())]))
    };
    vec![game(fields, &(0..fields).map(lower).collect::<Vec<_>>())]
}

/// The closed form for states whose fields are the heaps.
#[derive(Debug)]
struct Heaps;

impl ClosedForm for Heaps {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let heaps = naturals(state)?;
        (convention == Convention::Normal).then(|| greedy::losing(&heaps))
    }

    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        let greatest = fields.iter().max()?;
        let count = fields.iter().filter(|heap| *heap == greatest).count();
        (convention == Convention::Normal).then_some(*greatest == 0 || count % 2 == 0)
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        text(&says::names(fields), question)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let heaps = naturals(state)?;
        let greatest = heaps.iter().max()?;
        let count = heaps.iter().filter(|heap| *heap == greatest).count();
        let verdict = if greedy::losing(&heaps) { "loses" } else { "wins" };
        (convention == Convention::Normal).then(|| {
            format!(
                "The largest heap is {greatest} and occurs {}. The player to move loses when that is an \
                 even number, or all heaps are empty: here the player to move {verdict}.",
                times(count as u64)
            )
        })
    }
}

/// The statement, in the language, about heaps with these names; `None` for questions that it does
/// not answer.
pub fn text(names: &[String], question: Question) -> Option<String> {
    let largest = |name: &String| format!("(if {name} == m then 1 else 0)");
    let count = names.iter().map(largest).collect::<Vec<_>>().join(" + ");
    let lost = question == Question::Lost(Convention::Normal);
    lost.then(|| format!("let m = max([{}]) in m == 0 or even({count})", names.join(", ")))
}
