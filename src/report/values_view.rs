//! The results of `prove --values`, as data and as text.

use super::view::json_int;
use crate::number::Int;
use crate::position::Budget;
use crate::proof::Proof;
use crate::proof::values::Values;
use num_bigint::{BigInt, BigUint};
use serde::Serialize;

/// The most positions of each value that are listed.
const MOST_LISTED: usize = 8;

/// The result of the search for the values of a game.
#[derive(Debug, Serialize)]
pub struct ValuesView {
    /// `proved` or `undecided`.
    pub status: &'static str,
    /// The numeration system whose digits the automata read; `None` if there is no proof.
    pub system: Option<String>,
    /// For each value from 0 on, the positions that have the value. Empty if there is no proof, or a
    /// relation was proved instead.
    pub sets: Vec<SetView>,
    /// The relation between fields and value, if too many values occur for sets and the
    /// relation was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<RelationView>,
    /// Why there is no proof; `None` if there is one.
    pub why_not: Option<String>,
}

/// The automaton that reads the fields and the value.
#[derive(Debug, Serialize)]
pub struct RelationView {
    /// How many states the automaton has.
    pub states: usize,
    /// An expression that is proved to be the value, if one was found.
    pub words: Option<String>,
}

/// The positions of one value.
#[derive(Debug, Serialize)]
pub struct SetView {
    /// The value.
    pub value: usize,
    /// How many states the automaton of these positions has.
    pub states: usize,
    /// A proved description of the positions, if one was found.
    pub words: Option<String>,
    /// The first positions, ordered by their greatest fields.
    pub first: Vec<Vec<serde_json::Value>>,
}

impl ValuesView {
    /// The view of a search. The budget is for descriptions and first positions.
    pub fn new(found: &Values, budget: &Budget<'_>) -> ValuesView {
        let undecided = |why: String| ValuesView {
            status: "undecided",
            system: None,
            sets: Vec::new(),
            relation: None,
            why_not: Some(why),
        };
        match found {
            Values::Proved(sets) => ValuesView {
                status: "proved",
                system: sets.first().map(|set| set.system.to_string()),
                sets: sets.iter().enumerate().map(|(value, set)| SetView::new(value, set, budget)).collect(),
                relation: None,
                why_not: None,
            },
            Values::Related(found) => ValuesView {
                status: "proved",
                system: Some(found.system.to_string()),
                sets: Vec::new(),
                relation: Some(RelationView { states: found.set.states(), words: found.words.clone() }),
                why_not: None,
            },
            Values::Ends => {
                undecided("values are proved under normal play of rules without `end`".to_string())
            }
            Values::Blocked => undecided("where options may be forbidden there are no values".to_string()),
            Values::Large(value) => undecided(format!(
                "the value {value} occurs: too many sets to try, and no automaton that reads values was found"
            )),
            Values::Undecided(side) => {
                undecided(format!("no guess was proved; positions with fields below {side} were examined"))
            }
        }
    }
}

impl SetView {
    fn new(value: usize, set: &Proof, budget: &Budget<'_>) -> SetView {
        let number = |it: &BigUint| json_int(&Int::from(BigInt::from(it.clone())));
        let (first, _) = set.first_lost(MOST_LISTED, budget);
        SetView {
            value,
            states: set.set.states(),
            words: set.words(budget),
            first: first.iter().map(|fields| fields.iter().map(number).collect()).collect(),
        }
    }
}

/// The values as text. `tuple` formats the fields of a position.
pub fn values_text(view: &ValuesView, tuple: &dyn Fn(&[serde_json::Value]) -> String) -> String {
    if let Some(why) = &view.why_not {
        return format!("  values     not proved: {why}\n");
    }
    let system = view.system.as_deref().unwrap_or("");
    if let Some(RelationView { states, words }) = &view.relation {
        let told = words.clone().unwrap_or_else(|| "an automaton reads the fields and the value".to_string());
        return format!("  values     proved: {told} ({states} states, {system})\n");
    }
    let mut out = format!("  values     proved, by automata that read digits in {system}\n");
    for set in &view.sets {
        let first: Vec<String> = set.first.iter().map(|it| tuple(it)).collect();
        let which = match &set.words {
            Some(words) => format!("if and only if {words}"),
            None => format!("{} states: {} …", set.states, first.join(" ")),
        };
        out.push_str(&format!("    {:<8} {which}\n", set.value));
    }
    out
}
