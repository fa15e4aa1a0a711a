//! An automaton as a picture.

use crate::Proof;
use crate::theory::automaton::{Room, TooLarge};
use std::fmt::Write;

/// Arrows between the same states are one; so many letters are listed on it.
const MOST_LETTERS: usize = 6;

/// The automaton in the language of Graphviz: accepting states have two circles, letters are columns of digits.
pub fn dot(proof: &Proof, room: &Room<'_>) -> Result<String, TooLarge> {
    let set = proof.set.positive(room)?;
    let names: Vec<&str> =
        set.tracks().iter().map(|track| proof.rules.fields[track.0 as usize].as_str()).collect();
    let mut out = format!(
        "digraph lost {{\n  rankdir=LR;\n  label=\"lost positions: digits of ({}) in {}\";\n  begin [shape=point];\n  begin -> 0;\n",
        names.join(", "),
        proof.system
    );
    let useless = useless(&set);
    for state in (0..set.states()).filter(|state| !useless[*state]) {
        let shape = if set.is_accepting(state) { "doublecircle" } else { "circle" };
        // Writing to a text cannot fail.
        let _ = writeln!(out, "  {state} [shape={shape}];");
        let arrows: Vec<usize> = set.arrows(state).collect();
        let mut targets = arrows.clone();
        targets.sort_unstable();
        targets.dedup();
        for to in targets.into_iter().filter(|to| !useless[*to]) {
            let letters: Vec<usize> = (0..arrows.len()).filter(|letter| arrows[*letter] == to).collect();
            let shown = letters.iter().take(MOST_LETTERS).map(|letter| {
                set.letter(*letter).iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
            });
            let mut label = shown.collect::<Vec<_>>().join(" ");
            if letters.len() > MOST_LETTERS {
                let _ = write!(label, " … ({})", letters.len());
            }
            let _ = writeln!(out, "  {state} -> {to} [label=\"{label}\"];");
        }
    }
    out.push_str("}\n");
    Ok(out)
}

/// States from which no accepting state is reached.
fn useless(set: &crate::theory::automaton::Automaton) -> Vec<bool> {
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
