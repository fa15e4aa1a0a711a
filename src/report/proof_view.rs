//! The results of `prove`, as data and as text.

use super::values_view::{ValuesView, values_text};
use super::view::json_int;
use crate::diagnostic::Code;
use crate::ir::Convention;
use crate::number::Int;
use crate::position::{Instance, Limit, errors};
use crate::proof::reason::reason;
use crate::proof::search::{Found, MOST_POSITIONS, Tried, WhyNot};
use crate::proof::{Proof, Target};
use num_bigint::{BigInt, BigUint};
use serde::Serialize;

/// The result of `prove` for one game.
#[derive(Debug, Serialize)]
pub struct ProofView {
    /// The name of the game.
    pub game: String,
    /// `normal` or `misere`.
    pub convention: &'static str,
    /// `proved` or `undecided`.
    pub status: &'static str,
    /// The numeration system whose digits the automaton reads; `None` if nothing was proved.
    pub system: Option<String>,
    /// How many states the automaton has; `None` if nothing was proved.
    pub states: Option<usize>,
    /// How many seconds the search took.
    pub seconds: f64,
    /// A proved description of the lost positions, if one was found.
    pub words: Option<String>,
    /// The first lost positions, ordered by their greatest fields.
    pub lost: Vec<Vec<serde_json::Value>>,
    /// The moves of which any one can be dropped without changing which positions are lost.
    pub can_drop: Vec<String>,
    /// Vectors of amounts, one amount for each field. A move that takes these amounts can be added
    /// without changing which positions are lost.
    pub can_add: Vec<Vec<u64>>,
    /// The names of the lists that may be incomplete, because a limit was reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub incomplete: Vec<&'static str>,
    /// A proved description of the digits of lost positions, if one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digits: Option<String>,
    /// How many options the opponent may forbid each turn.
    #[serde(skip_serializing_if = "is_zero")]
    pub blocking: u64,
    /// If nothing was proved, the numeration systems that were tried, each with its guess if it had
    /// one.
    pub tried: Vec<TriedView>,
    /// The best guess, if nothing was proved and there was a guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<BestView>,
    /// The file into which the certificate was written, if one was.
    pub certificate: Option<String>,
    /// The values, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<ValuesView>,
    /// The names of the fields.
    #[serde(skip)]
    pub fields: Vec<String>,
    /// If nothing was proved, the number `n` such that all positions with fields below `n` were
    /// examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched_below: Option<usize>,
    /// Why the search ended without a proof, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// Why play terminates, in words.
    #[serde(skip)]
    pub ends: String,
    /// The proved property of the set that makes it the set of lost positions, in words.
    #[serde(skip)]
    pub right: String,
}

/// The best guess: the one with the farthest counterexample, measured by its greatest field.
#[derive(Debug, Serialize)]
pub struct BestView {
    /// The numeration system whose digits the guess reads.
    pub system: String,
    /// How many states the guess had.
    pub states: Option<usize>,
    /// The first position where the guess is wrong about the position or about one of its options.
    /// `None` if no such position is known, as when the guess was too large to decide.
    pub fails_at: Option<Vec<serde_json::Value>>,
    /// Why the guess was rejected, in words.
    #[serde(skip)]
    why_not: String,
}

/// A numeration system in which no guess was proved.
#[derive(Debug, Serialize)]
pub struct TriedView {
    /// The numeration system in which guesses were sought.
    pub system: String,
    /// How many states the guess had. `None` if there was no guess.
    pub states: Option<usize>,
    /// Why the guess was rejected, or why there was none, in words.
    pub why_not: String,
}

impl ProofView {
    /// The view of a search and the `seconds` it took. `ends` says why play terminates.
    pub fn new(instance: &Instance, target: Target, found: &Found, seconds: f64, ends: &str) -> ProofView {
        let game = instance.program.game(target.game);
        let view = ProofView {
            game: game.name.clone(),
            convention: target.convention.name(),
            status: "undecided",
            system: None,
            states: None,
            seconds,
            lost: Vec::new(),
            tried: Vec::new(),
            best: None,
            fields: game.fields.iter().map(|field| field.name.clone()).collect(),
            searched_below: None,
            stopped: None,
            incomplete: Vec::new(),
            digits: None,
            ends: ends.to_string(),
            right: String::new(),
            words: None,
            can_drop: Vec::new(),
            can_add: Vec::new(),
            blocking: instance.blocked(target.game),
            certificate: None,
            values: None,
        };
        match found {
            Found::Proved(proof) => ProofView {
                status: "proved",
                system: Some(proof.system.to_string()),
                states: Some(proof.set.states()),
                right: reason(&proof.rules, target.convention),
                words: all_or_none(proof).map(str::to_string),
                ..view
            },
            Found::Undecided { tried, side, limit, .. } => ProofView {
                tried: tried.iter().map(TriedView::new).collect(),
                best: BestView::of(tried),
                searched_below: Some(*side),
                stopped: Some(limit.map_or_else(no_larger_table, |limit| {
                    let (what, help) = errors::limit(limit);
                    let more = format!("raise it with `--limit-time {}s`", longer(seconds));
                    let help = if limit == Limit::Time { &more } else { help };
                    format!("{}: {what}; {help}", Code::G501)
                })),
                ..view
            },
        }
    }
}

/// The description of the set that contains all positions.
const EVERY: &str = "every position is lost";
/// The description of the empty set.
const NONE: &str = "no position is lost";

/// The description of the set if it contains all positions or none.
fn all_or_none(proof: &Proof) -> Option<&'static str> {
    let is_all = proof.set.not().is_nothing();
    is_all.then_some(EVERY).or(proof.set.is_nothing().then_some(NONE))
}

/// Explains that a search ended because the largest table was used.
fn no_larger_table() -> String {
    format!("tables have at most {MOST_POSITIONS} positions")
}

/// About twice as many seconds, as a round number of at least 1.
fn longer(seconds: f64) -> u64 {
    let twice = (2.0 * seconds) as u64;
    if twice < 20 { twice.max(1) } else { twice / 10 * 10 }
}

impl ProofView {
    /// Sets the first lost positions.
    pub fn lost(&mut self, lost: &[Vec<BigUint>]) {
        self.lost = lost.iter().map(|fields| fields.iter().map(number).collect()).collect();
    }
}

impl BestView {
    /// The guess with the farthest counterexample, measured by its greatest field; if there is no
    /// counterexample, a guess that could not be decided. `None` if there was no guess.
    fn of(tried: &[Tried]) -> Option<BestView> {
        let fails = |tried: &Tried| match &tried.why_not {
            WhyNot::Wrong(place) => Some(place.clone()).filter(|place| !place.is_empty()),
            WhyNot::Differs(place) => Some(place.iter().map(|field| BigUint::from(*field)).collect()),
            WhyNot::TooLarge | WhyNot::NoMachine => None,
        };
        let guesses = tried.iter().filter(|tried| tried.states > 0);
        let best = guesses.max_by_key(|tried| fails(tried).and_then(|place| place.into_iter().max()))?;
        let view = TriedView::new(best);
        Some(BestView {
            fails_at: fails(best).map(|place| place.iter().map(number).collect()),
            system: view.system,
            states: view.states,
            why_not: view.why_not,
        })
    }
}

fn number(field: &BigUint) -> serde_json::Value {
    json_int(&Int::from(BigInt::from(field.clone())))
}

impl TriedView {
    fn new(tried: &Tried) -> TriedView {
        let why_not = match &tried.why_not {
            WhyNot::Wrong(place) => {
                format!("wrong at {} or at an option of it", told(place))
            }
            WhyNot::Differs(place) => {
                format!("wrong at {}", told(place))
            }
            WhyNot::TooLarge => "too large to decide".to_string(),
            WhyNot::NoMachine => "no small automaton fits the table".to_string(),
        };
        let states = (tried.states > 0).then_some(tried.states);
        TriedView { system: tried.system.to_string(), states, why_not }
    }
}

/// The result as text.
pub fn proof_text(view: &ProofView) -> String {
    let position = match &*view.fields {
        [field] => field.clone(),
        fields => format!("({})", fields.join(", ")),
    };
    let misere = if view.convention == Convention::Misere.name() { "misere " } else { "" };
    let mut out = format!("{misere}{}({}): {}\n", view.game, view.fields.join(", "), view.status);
    match (&view.system, view.states) {
        (Some(system), Some(states)) => proved(view, &position, system, states, &mut out),
        _ => undecided(view, &mut out),
    }
    out
}

/// Writes the lines about a proved result.
fn proved(view: &ProofView, position: &str, system: &str, states: usize, out: &mut String) {
    let automaton = format!("an automaton ({states} states, {system}) accepts it");
    let (which, also) = match &view.words {
        Some(words) => (words, format!("  automaton  {states} states, {system}\n")),
        None => (&automaton, String::new()),
    };
    out.push_str(&match which.as_str() {
        EVERY | NONE => format!("  for all naturals, {which}\n{also}"),
        _ => format!("  for all naturals, {position} is lost if and only if {which}\n{also}"),
    });
    if let Some(digits) = &view.digits {
        out.push_str(&format!("  digits     {digits}\n"));
    }
    first_lost(view, out);
    if !view.can_drop.is_empty() {
        let one = if view.can_drop.len() > 1 { " (any one)" } else { "" };
        out.push_str(&format!("  can drop   {}{one}\n", view.can_drop.join(", ")));
    }
    if !view.can_add.is_empty() {
        let vectors = view
            .can_add
            .iter()
            .take(MOST_VECTORS)
            .map(|taken| tuple(&taken.iter().map(|it| (*it).into()).collect::<Vec<serde_json::Value>>()));
        let vectors: Vec<String> = vectors.collect();
        let more = match view.can_add.len() - vectors.len() {
            0 => String::new(),
            more => format!(" … and {more} more"),
        };
        let one = if view.blocking > 0 { " (any one)" } else { "" };
        out.push_str(&format!("  can add    {}{more}{one}\n", vectors.join(" ")));
    }
    for list in &view.incomplete {
        let what =
            if *list == "first lost" { "not as many as asked for" } else { "not all could be decided" };
        out.push_str(&format!("  {list:<10} {what}: too large, or the time limit was reached\n"));
    }
    out.push_str(&format!(
        "  proof      {}: decided by automata (Büchi 1960)\n  terminates {}\n",
        view.right, view.ends
    ));
    if let Some(values) = &view.values {
        out.push_str(&values_text(values, &tuple));
    }
    if let Some(path) = &view.certificate {
        out.push_str(&format!("  written    {path}\n"));
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The most vectors of amounts that are shown.
const MOST_VECTORS: usize = 12;

/// Writes the line with the first lost positions, if there are any.
fn first_lost(view: &ProofView, out: &mut String) {
    if view.lost.is_empty() {
        return;
    }
    let lost: Vec<String> = view.lost.iter().map(|it| tuple(it)).collect();
    out.push_str(&format!("  first lost {}\n", lost.join(" ")));
}

/// The most numeration systems without a guess that are named.
const MOST_SYSTEMS: usize = 4;

/// Writes the lines about a search without a proof.
fn undecided(view: &ProofView, out: &mut String) {
    out.push_str(&match view.searched_below {
        None | Some(0) => "  searched no positions\n".to_string(),
        Some(below) => format!("  searched all positions with fields below {below}\n"),
    });
    first_lost(view, out);
    if let Some(stopped) = &view.stopped {
        out.push_str(&format!("  stopped    {stopped}\n"));
    }
    let line = |system: &str, states: Option<usize>, why_not: &str| {
        let states = states.map_or_else(String::new, |states| format!("{states} states, "));
        format!("{system}: {states}{why_not}\n")
    };
    if let Some(best) = &view.best {
        out.push_str(&format!("  best guess {}", line(&best.system, best.states, &best.why_not)));
    }
    let (guesses, none): (Vec<_>, Vec<_>) = view.tried.iter().partition(|tried| tried.states.is_some());
    let is_best = |tried: &TriedView| view.best.as_ref().is_some_and(|best| best.system == tried.system);
    for tried in guesses.iter().filter(|tried| !is_best(tried)) {
        out.push_str(&format!("  {}", line(&tried.system, tried.states, &tried.why_not)));
    }
    if let Some(first) = none.first() {
        // Names are joined by semicolons, because names of systems contain commas.
        let mut systems: Vec<&str> = none.iter().map(|tried| &*tried.system).take(MOST_SYSTEMS).collect();
        let more = format!("{} more systems", none.len().saturating_sub(MOST_SYSTEMS));
        systems.extend((none.len() > MOST_SYSTEMS).then_some(&*more));
        out.push_str(&format!("  {}: {}\n", systems.join("; "), first.why_not));
    }
}

fn tuple(numbers: &[serde_json::Value]) -> String {
    told(numbers)
}

/// A number alone, or several numbers as a tuple.
fn told<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match &*numbers {
        [number] => number.clone(),
        numbers => format!("({})", numbers.join(", ")),
    }
}
