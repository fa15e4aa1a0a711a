//! Antonim (T50): Nim with two or three heaps in which no two non-empty heaps may become equal.
//!
//! Two non-empty heaps are lost exactly if they are 2k − 1 and 2k, and three exactly if (a + 1) xor
//! (b + 1) xor (c + 1) = 0; one non-empty heap is won. The theorem gives no values, no outcome
//! where non-empty heaps are already equal, and nothing about misère play.

use crate::ir::{Convention, Value};
use crate::shape::presburger::Question;
use crate::theorem::written::{game, naturals_only, target};
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Theorem, clues, naturals, says, value_of};
use crate::theory::antonim;

/// The catalogue entry for Antonim.
pub const THEOREM: Theorem = Theorem {
    id: "antonim",
    entry: "T50",
    title: "Antonim: Nim without equal heaps",
    cite: "Berlekamp, Conway, Guy 1982",
    gives: "Winning Ways (theorem:antonim), who loses with two or three heaps",
    page: include_str!("../pages/antonim.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(Heaps)) },
        Hypotheses::Boards { least: clues::MANY_POSITIONS, guess, form: |_| Some(Box::new(Heaps)) },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    let Some(fields) = naturals_only(kinds).filter(|fields| (2..=3).contains(fields)) else {
        return Vec::new();
    };
    let differs = |at: usize| {
        let others = (0..fields).filter(move |other| *other != at);
        let each = others.map(|other| format!("x != a{other}")).collect::<Vec<_>>().join(" and ");
        format!("(x == 0 or {each})")
    };
    // If the two other heaps are equal before a move, a game may admit the move or forbid it: both
    // formulations are written out.
    let rest = |at: usize| match (0..fields).filter(|other| *other != at).collect::<Vec<_>>()[..] {
        [b, c] => format!(" and (a{b} != a{c} or a{b} == 0)"),
        _ => String::new(),
    };
    let lower = |at: usize, guard: String| {
        format!("move m{at}(x in 0..a{at}) when {guard} -> {}", target(fields, &[(at, "x".to_string())]))
    };
    let plain: Vec<String> = (0..fields).map(|at| lower(at, differs(at))).collect();
    let strict: Vec<String> = (0..fields).map(|at| lower(at, differs(at) + &rest(at))).collect();
    let mut all = vec![game(fields, &plain), game(fields, &strict)];
    all.dedup();
    all
}

/// The ascending lists of two or three distinct numbers in the program.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let lists = clues.lists().into_iter().filter(|heaps| heaps.is_sorted_by(|a, b| a < b));
    let board = |heaps: Vec<u64>| {
        let rules = written(&vec![Kind::Nat; heaps.len()]).into_iter().next()?;
        Some(Guess::of(&rules, 0, heaps.into_iter().map(|heap| value_of(heap.into())).collect()))
    };
    lists.filter_map(board).collect()
}

/// The closed form for states whose fields are the heaps.
#[derive(Debug)]
struct Heaps;

impl ClosedForm for Heaps {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let heaps = naturals(state)?;
        (convention == Convention::Normal).then(|| antonim::losing(&heaps)).flatten()
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        if convention != Convention::Normal {
            return None;
        }
        let moves = antonim::winning_moves(&naturals(state)?)?;
        let target = |(place, left)| {
            let mut target = state.to_vec();
            target[place] = value_of(left);
            target
        };
        Some(moves.into_iter().map(target).collect())
    }

    fn says(&self, question: Question, fields: usize) -> Option<String> {
        let names = says::names(fields);
        let one_more: Vec<String> = names.iter().map(|name| format!("({name} + 1)")).collect();
        // With two fields, the third heap is missing: as an empty heap it would contribute 0 + 1 =
        // 1 to the nim-sum.
        let balance = if fields == 2 { 1 } else { 0 };
        (question == Question::Lost(Convention::Normal))
            .then(|| format!("{} == 0 or {} == {balance}", names.join(" + "), one_more.join(" xor ")))
    }

    fn says_where(&self, fields: usize) -> Option<String> {
        Some(match fields {
            2 => "a == 0 or a != b".to_string(),
            _ => "(a == 0 or a != b and a != c) and (b == 0 or b != c)".to_string(),
        })
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let losing = self.losing(state, convention)?;
        let filled: Vec<_> = naturals(state)?.into_iter().filter(|heap| heap.bits() > 0).collect();
        let verdict = if losing { "loses" } else { "wins" };
        Some(match &filled[..] {
            [] => "All heaps are empty: the player to move loses.".to_string(),
            [heap] => format!("The single heap of {heap} is taken as a whole: the player to move wins."),
            [a, b] => format!(
                "Two heaps lose when they are 2k − 1 and 2k. They are {a} and {b}: the player to move {verdict}."
            ),
            _ => {
                let more: Vec<_> = filled.iter().map(|heap| heap + 1u32).collect();
                let sum = crate::theory::nim::value_big(&more);
                format!(
                    "With one stone more in each heap it is Nim. The nim-sum is then {sum}: the player to move {verdict}."
                )
            }
        })
    }
}
