//! Makes the picture of the automaton of lost positions: as data, and in the language of Graphviz.

use crate::Proof;
use crate::theory::automaton::{Automaton, Room, TooLarge};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The most letters in the label of an arrow. If there are more, the label shows the first of them
/// and how many there are in all. All transitions between two states are drawn as one arrow.
const MOST_LETTERS: usize = 6;

/// The drawn part of an automaton: the start, the states from which an accepting state is reached,
/// and the arrows between them.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The game, for the title.
    pub game: String,
    /// The names of the fields that the automaton reads, in the order of its tracks.
    pub fields: Vec<String>,
    /// The numeration system.
    pub system: String,
    /// The states, by ascending number; the first is the start.
    pub states: Vec<State>,
    /// The arrows.
    pub arrows: Vec<Arrow>,
}

/// A state of the picture.
#[derive(Debug, Clone, Copy)]
pub struct State {
    /// The number of the state in the automaton.
    pub number: usize,
    /// Whether the state accepts.
    pub accepts: bool,
}

/// All arrows from one state to another.
#[derive(Debug, Clone)]
pub struct Arrow {
    /// The state where the arrow begins, as an index into [`Picture::states`].
    pub from: usize,
    /// The state where the arrow ends, as an index into [`Picture::states`].
    pub to: usize,
    /// The first few letters of the arrow, each a column of digits such as `0/1`.
    pub label: String,
}

impl Picture {
    /// The title of the picture.
    pub fn title(&self) -> String {
        format!("lost positions of {}", self.game)
    }

    /// Describes what the automaton reads: the fields and the numeration system.
    pub fn reads(&self) -> String {
        format!("digits of ({}) in {}", self.fields.join(", "), self.system)
    }

    /// The picture in the language of Graphviz. Accepting states have double circles.
    pub fn dot(&self) -> String {
        let mut out = format!(
            "digraph lost {{\n  rankdir=LR;\n  label=\"{}: {}\";\n  begin [shape=point];\n  begin -> 0;\n",
            self.title().replace('\\', "\\\\").replace('"', "\\\""),
            self.reads()
        );
        for state in &self.states {
            let shape = if state.accepts { "doublecircle" } else { "circle" };
            // Writing to a `String` cannot fail.
            let _ = writeln!(out, "  {} [shape={shape}];", state.number);
        }
        for arrow in &self.arrows {
            let (from, to) = (self.states[arrow.from].number, self.states[arrow.to].number);
            let _ = writeln!(out, "  {from} -> {to} [label=\"{}\"];", arrow.label);
        }
        out.push_str("}\n");
        out
    }
}

/// The picture of a proved set of lost positions. `game` is the name for the title.
pub fn picture(proof: &Proof, game: &str, room: &Room<'_>) -> Result<Picture, TooLarge> {
    let set = proof.set.positive(room)?;
    let name = |track: u32| proof.rules.fields[track as usize].clone();
    let fields = set.tracks().iter().map(|track| name(track.0)).collect();
    let useless = useless(&set);
    let kept: Vec<usize> = (0..set.states()).filter(|state| *state == 0 || !useless[*state]).collect();
    let states =
        kept.iter().map(|state| State { number: *state, accepts: set.is_accepting(*state) }).collect();
    let mut arrows = Vec::new();
    for (from, state) in kept.iter().enumerate() {
        let mut letters: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (letter, target) in set.arrows(*state).enumerate().filter(|arrow| !useless[arrow.1]) {
            letters.entry(target).or_default().push(letter);
        }
        let arrow = |(target, letters): (&usize, &Vec<usize>)| {
            Some(Arrow { from, to: kept.binary_search(target).ok()?, label: label(&set, letters) })
        };
        arrows.extend(letters.iter().filter_map(arrow));
    }
    Ok(Picture { game: game.to_string(), fields, system: proof.system.to_string(), states, arrows })
}

/// The label of an arrow: its first letters, and how many there are if some are omitted.
fn label(set: &Automaton, letters: &[usize]) -> String {
    let column =
        |letter: &usize| set.letter(*letter).iter().map(ToString::to_string).collect::<Vec<_>>().join("/");
    let shown: Vec<String> = letters.iter().take(MOST_LETTERS).map(column).collect();
    let more = if letters.len() > MOST_LETTERS { format!(" … ({})", letters.len()) } else { String::new() };
    format!("{}{more}", shown.join(" "))
}

/// For each state, whether no accepting state can be reached from there.
fn useless(set: &Automaton) -> Vec<bool> {
    let mut useless: Vec<bool> = (0..set.states()).map(|state| !set.is_accepting(state)).collect();
    loop {
        let next: Vec<bool> = (0..set.states())
            .map(|state| useless[state] && set.arrows(state).all(|to| useless[to]))
            .collect();
        if next == useless {
            return useless;
        }
        useless = next;
    }
}
