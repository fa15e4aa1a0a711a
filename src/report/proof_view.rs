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

/// One game with its proved result.
#[derive(Debug, Serialize)]
pub struct ProofView {
    /// The game.
    pub game: String,
    /// `normal` or `misere`.
    pub convention: &'static str,
    /// `proved` or `undecided`.
    pub status: &'static str,
    /// The numeration system whose digits the automaton reads.
    pub system: Option<String>,
    /// How many states the automaton has.
    pub states: Option<usize>,
    /// How long it took.
    pub seconds: f64,
    /// Which positions are lost, in words that are proved, if there are any.
    pub words: Option<String>,
    /// The first lost positions, ordered by their greatest fields.
    pub lost: Vec<Vec<serde_json::Value>>,
    /// Moves of which any one can be dropped without changing who wins.
    pub can_drop: Vec<String>,
    /// Amounts that an added move can take without changing who wins.
    pub can_add: Vec<Vec<u64>>,
    /// Which of these two lists may be incomplete, because some cases could not be decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub incomplete: Vec<&'static str>,
    /// The form of the digits, if there are words for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digits: Option<String>,
    /// How many options the opponent may forbid each turn.
    #[serde(skip_serializing_if = "is_zero")]
    pub blocking: u64,
    /// Guesses that were not proved.
    pub tried: Vec<TriedView>,
    /// The best guess, if nothing is proved and there was a guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<BestView>,
    /// The file that holds the certificate.
    pub certificate: Option<String>,
    /// The values, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<ValuesView>,
    /// The names of the fields.
    #[serde(skip)]
    pub fields: Vec<String>,
    /// If nothing is proved, the positions with fields below this were examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched_below: Option<usize>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// Why play ends.
    #[serde(skip)]
    pub ends: String,
    /// The property of the set that was proved.
    #[serde(skip)]
    pub right: String,
}

/// The best guess: the one that was right the furthest.
#[derive(Debug, Serialize)]
pub struct BestView {
    /// The numeration system.
    pub system: String,
    /// How many states it had.
    pub states: Option<usize>,
    /// The first position at which it, or its option, is wrong. `None` if the guess was too large
    /// to decide.
    pub fails_at: Option<Vec<serde_json::Value>>,
    /// Why it was rejected.
    #[serde(skip)]
    why_not: String,
}

/// A guess that was not proved.
#[derive(Debug, Serialize)]
pub struct TriedView {
    /// The numeration system.
    pub system: String,
    /// How many states it had. `None` if there was no automaton.
    pub states: Option<usize>,
    /// Why it was rejected.
    pub why_not: String,
}

impl ProofView {
    /// The view of the result for a game, with the time it took.
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

/// The words for a set that holds all positions, and for one that holds none.
const EVERY: &str = "every position is lost";
const NONE: &str = "no position is lost";

fn all_or_none(proof: &Proof) -> Option<&'static str> {
    let is_all = proof.set.not().is_nothing();
    is_all.then_some(EVERY).or(proof.set.is_nothing().then_some(NONE))
}

/// Explains why a search without a proof can end before its time.
fn no_larger_table() -> String {
    format!("tables have at most {MOST_POSITIONS} positions")
}

/// About twice as many seconds.
fn longer(seconds: f64) -> u64 {
    let twice = (2.0 * seconds) as u64;
    if twice < 20 { twice.max(1) } else { twice / 10 * 10 }
}

impl ProofView {
    /// Takes the first lost positions.
    pub fn lost(&mut self, lost: &[Vec<BigUint>]) {
        self.lost = lost.iter().map(|fields| fields.iter().map(number).collect()).collect();
    }
}

impl BestView {
    /// The guess that was right the furthest. If there is none, a guess that could not be decided.
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

/// The result, in a few lines.
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

/// How many vectors are shown.
const MOST_VECTORS: usize = 12;

fn first_lost(view: &ProofView, out: &mut String) {
    if view.lost.is_empty() {
        return;
    }
    let lost: Vec<String> = view.lost.iter().map(|it| tuple(it)).collect();
    out.push_str(&format!("  first lost {}\n", lost.join(" ")));
}

/// How many systems without a guess are named.
const MOST_SYSTEMS: usize = 4;

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
        // Names of systems contain commas.
        let mut systems: Vec<&str> = none.iter().map(|tried| &*tried.system).take(MOST_SYSTEMS).collect();
        let more = format!("{} more systems", none.len().saturating_sub(MOST_SYSTEMS));
        systems.extend((none.len() > MOST_SYSTEMS).then_some(&*more));
        out.push_str(&format!("  {}: {}\n", systems.join("; "), first.why_not));
    }
}

fn tuple(numbers: &[serde_json::Value]) -> String {
    told(numbers)
}

fn told<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match &*numbers {
        [number] => number.clone(),
        numbers => format!("({})", numbers.join(", ")),
    }
}
