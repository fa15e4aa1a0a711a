//! What `prove` found, as data and as text.

use super::values_view::{ValuesView, values_text};
use super::view::json_int;
use crate::ir::Convention;
use crate::number::Int;
use crate::position::Instance;
use crate::proof::Target;
use crate::proof::search::{Found, Tried, WhyNot};
use num_bigint::{BigInt, BigUint};
use serde::Serialize;

/// One game with what is proved of it.
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
    /// Which positions are lost in words that are proved, where there are some.
    pub words: Option<String>,
    /// The first lost positions, by their greatest fields.
    pub lost: Vec<Vec<serde_json::Value>>,
    /// Moves that can be dropped without changing who wins, any one of them.
    pub can_drop: Vec<String>,
    /// Amounts that can be taken besides without changing who wins.
    pub can_add: Vec<Vec<u64>>,
    /// How many options the opponent may forbid each turn.
    #[serde(skip_serializing_if = "is_zero")]
    pub blocking: u64,
    /// Guesses that were not proved.
    pub tried: Vec<TriedView>,
    /// The file that holds the certificate.
    pub certificate: Option<String>,
    /// The values, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<ValuesView>,
    /// The names of the fields.
    #[serde(skip)]
    pub fields: Vec<String>,
    /// How far the table reached, where nothing is proved.
    #[serde(skip)]
    pub side: usize,
    /// Why play ends.
    #[serde(skip)]
    pub ends: String,
}

/// A guess that was not proved.
#[derive(Debug, Serialize)]
pub struct TriedView {
    /// The numeration system.
    pub system: String,
    /// How many states it had.
    pub states: usize,
    /// Why it was given up.
    pub why_not: String,
}

impl ProofView {
    /// The view of what was found about a game in some time.
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
            fields: game.fields.iter().map(|field| field.name.clone()).collect(),
            side: 0,
            ends: ends.to_string(),
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
                ..view
            },
            Found::Undecided { tried, side, .. } => {
                ProofView { tried: tried.iter().map(TriedView::new).collect(), side: *side, ..view }
            }
        }
    }
}

impl ProofView {
    /// Takes the first lost positions.
    pub fn lost(&mut self, lost: &[Vec<BigUint>]) {
        let number = |it: &BigUint| json_int(&Int::from(BigInt::from(it.clone())));
        self.lost = lost.iter().map(|fields| fields.iter().map(number).collect()).collect();
    }
}

impl TriedView {
    fn new(tried: &Tried) -> TriedView {
        let why_not = match &tried.why_not {
            WhyNot::Wrong(place) => {
                let place: Vec<String> = place.iter().map(ToString::to_string).collect();
                format!("wrong at ({}) or at an option of it", place.join(", "))
            }
            WhyNot::TooLarge => "too large to decide".to_string(),
            WhyNot::NoMachine => "no small automaton fits the table".to_string(),
        };
        TriedView { system: tried.system.to_string(), states: tried.states, why_not }
    }
}

/// What was found, in a few lines.
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
    let automaton = format!("an automaton with {states} states accepts its digits in {system}");
    let (which, also) = match &view.words {
        Some(words) => (words, format!("  automaton  {states} states, {system}\n")),
        None => (&automaton, String::new()),
    };
    out.push_str(&format!(
        "  for all naturals, {position} is lost for the player to move if and only if {which}\n{also}"
    ));
    let lost: Vec<String> = view.lost.iter().map(|it| tuple(it)).collect();
    out.push_str(&format!("  first lost {}\n", lost.join(" ")));
    if !view.can_drop.is_empty() {
        out.push_str(&format!("  can drop   {} (any one)\n", view.can_drop.join(", ")));
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
        out.push_str(&format!("  can add    taking {}{more}{one}\n", vectors.join(" ")));
    }
    out.push_str(&format!(
        "  proof      {}: decided by automata (Büchi 1960); play ends: {}\n",
        right(view),
        view.ends
    ));
    if let Some(values) = &view.values {
        out.push_str(&values_text(values, &tuple));
    }
    if let Some(path) = &view.certificate {
        out.push_str(&format!("  written    {path}\n"));
    }
}

/// What was decided of the set.
fn right(view: &ProofView) -> String {
    let stuck = if view.convention == Convention::Misere.name() {
        ", or no option that is not lost; the opponent has to leave one"
    } else {
        ""
    };
    match view.blocking {
        0 => {
            "no move leads from a lost position to a lost one, every other position has a move to a lost one"
                .to_string()
        }
        most => format!(
            "of the options of a lost position at most {most} are lost, which the opponent forbids; every other position has more{stuck}"
        ),
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// So many vectors are shown.
const MOST_VECTORS: usize = 12;

fn undecided(view: &ProofView, out: &mut String) {
    out.push_str(&format!("  searched all positions with fields below {}\n", view.side));
    for tried in &view.tried {
        let states = if tried.states > 0 { format!("{} states, ", tried.states) } else { String::new() };
        out.push_str(&format!("  {}: {states}{}\n", tried.system, tried.why_not));
    }
}

fn tuple(numbers: &[serde_json::Value]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match &*numbers {
        [number] => number.clone(),
        numbers => format!("({})", numbers.join(", ")),
    }
}
