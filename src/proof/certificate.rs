//! The certificate of a proof: everything needed to check it without trusting this program.
//!
//! A certificate holds the rules, the measure, the numeration system, the automaton of the lost
//! positions, and for each move an automaton that accepts a position together with a winning choice
//! of the binders. docs/certificates.md describes the format.

use crate::Proof;
use crate::canonical::{Form, Formula, LinearRules, Move, Name};
use crate::counts::ranked;
use crate::ir::Convention;
use crate::relations::{Relations, formula, linear_zero, track};
use crate::theory::automaton::{Automaton, Room, TooLarge, Track};
use crate::theory::numeration::System;
use std::fmt::Write;

/// The most letters with which the row of a state lists the target of every letter. For larger
/// alphabets, a row has a default target and the exceptions.
const LARGEST_ALPHABET: usize = 4096;
/// The name of field `i` after a move is number `AFTER + i`: larger than those of all binders.
const AFTER: u32 = 1 << 22;

/// Writes the certificate as JSON text. The error names the automaton that became too large. `room`
/// makes a new limit for each automaton.
pub fn certificate<'r>(
    game: &str,
    convention: Convention,
    proof: &Proof,
    measure: &[Form],
    room: &dyn Fn() -> Room<'r>,
) -> Result<String, String> {
    let rules = &proof.rules;
    let names = Names::new(rules);
    let fields: Vec<Track> = (0..rules.fields.len() as u32).map(Track).collect();
    let mut out = String::from("{\n \"gspec certificate\": 1,\n");
    line(&mut out, "game", &quoted(game));
    line(&mut out, "convention", &quoted(convention.name()));
    line(&mut out, "fields", &list(rules.fields.iter().map(|field| quoted(field))));
    if rules.blocked > 0 {
        line(&mut out, "blocking", &rules.blocked.to_string());
    }
    let moves = rules.moves.iter().map(|it| names.rule(it));
    line(&mut out, "moves", &format!("[\n  {}\n ]", moves.collect::<Vec<_>>().join(",\n  ")));
    line(&mut out, "won", &names.formula(&rules.won));
    line(&mut out, "lost", &names.formula(&rules.lost));
    line(&mut out, "measure", &list(measure.iter().map(|form| names.form(form))));
    line(&mut out, "system", &stated_system(&proof.system));
    let set = names.automaton(&proof.set, &fields, &room());
    line(&mut out, "set", &set.map_err(|TooLarge| "the automaton of lost positions".to_string())?);
    let mut written = Vec::new();
    for (at, answer) in answers(proof, room)?.iter().enumerate() {
        let rule = &rules.moves[at % rules.moves.len()];
        let binders = rule.binders.iter().map(|it| track(it.0));
        let tracks: Vec<Track> = fields.iter().copied().chain(binders).collect();
        written.push(names.automaton(answer, &tracks, &room()).map_err(|TooLarge| winning(rule))?);
    }
    let _ = writeln!(out, " \"answers\": [\n  {}\n ]\n}}", written.join(",\n  "));
    Ok(out)
}

/// A numeration system as JSON, with the automaton of its valid words; the last state is for
/// invalid words.
fn stated_system(system: &System) -> String {
    let (states, digits) = (system.word_states(), system.digit_count());
    let row = |state: usize| {
        list((0..digits as u32).map(|digit| system.follow(state, digit).unwrap_or(states).to_string()))
    };
    let dead = list((0..digits).map(|_| states.to_string()));
    let rows = list((0..states).map(row).chain([dead]));
    let accepting = list((0..states).filter(|state| system.may_end(*state)).map(|state| state.to_string()));
    format!(
        "{{\"recurrence\": {}, \"start\": {}, \"digits\": {digits}, \"words\": {{\"tracks\": [\"n\"], \"start\": 0, \
         \"accepting\": {accepting}, \"next\": {rows}}}}}",
        list(system.coefficients().iter().map(ToString::to_string)),
        list(system.start().iter().map(ToString::to_string)),
    )
}

/// The rules in the format of certificates: a JSON object with the keys `fields`, `blocking`,
/// `moves`, `won` and `lost`.
pub fn stated(rules: &LinearRules) -> String {
    let names = Names::new(rules);
    let fields = list(rules.fields.iter().map(|field| quoted(field)));
    let moves = list(rules.moves.iter().map(|it| names.rule(it)));
    let (won, lost) = (names.formula(&rules.won), names.formula(&rules.lost));
    let blocked = rules.blocked;
    format!(
        "{{\"fields\": {fields}, \"blocking\": {blocked}, \"moves\": {moves}, \"won\": {won}, \"lost\": {lost}}}"
    )
}

/// The automata of winning choices. Without forbidden options: for each move, the choices of
/// binders that lead into the set. If `b` options may be forbidden: for each index up to `b`, and
/// for each move, the choices that lead to the option with this index among those in the set.
fn answers<'r>(proof: &Proof, room: &dyn Fn() -> Room<'r>) -> Result<Vec<Automaton>, String> {
    let one = |rule| answer(proof, rule, &room()).map_err(|TooLarge| winning(rule));
    match proof.rules.blocked {
        0 => proof.rules.moves.iter().map(one).collect(),
        _ => ranked_answers(proof, &room()).map_err(|TooLarge| "an automaton of winning moves".to_string()),
    }
}

/// The name, in errors, of the automaton of a move's winning choices.
fn winning(rule: &Move) -> String {
    format!("the automaton of the winning moves `{}`", rule.name)
}

/// The automata of winning choices if options may be forbidden, by index and then by move.
fn ranked_answers(proof: &Proof, room: &Room<'_>) -> Result<Vec<Automaton>, TooLarge> {
    let rules = &proof.rules;
    let mut answers = Vec::new();
    for options in ranked(&Relations::new(rules, room)?, &proof.set, rules.blocked + 1, room)? {
        for rule in &rules.moves {
            let kinds = options.iter().map(|(kind, options)| kind.choices(rule, options, room));
            answers
                .push(kinds.into_iter().try_fold(Automaton::constant(false), |all, it| all.or(&it?, room))?);
        }
    }
    Ok(answers)
}

/// The condition on fields and binders that the move exists and leads into the set.
pub fn answer(proof: &Proof, rule: &Move, room: &Room<'_>) -> Result<Automaton, TooLarge> {
    // For each field, the track of its value after the move. If the new value is just a name, its
    // track is used; otherwise, or if another field uses that track, the field gets a new track.
    let mut after: Vec<Track> = Vec::new();
    let mut new = Vec::new();
    for (at, form) in rule.to.iter().enumerate() {
        let place = match form.as_unknown().map(track).filter(|place| !after.contains(place)) {
            Some(place) => place,
            None => {
                let name = Name(AFTER + at as u32);
                new.push((name, form));
                track(name)
            }
        };
        after.push(place);
    }
    // Each new track is projected away before the next one is added, because automata over fewer
    // tracks are smaller.
    let mut all = proof.set.renamed(|field| after[field.0 as usize]);
    for (name, form) in new {
        let is_new = linear_zero(&form.sub(&Form::unknown(name)), room)?;
        all = all.and(&is_new, room)?.exists(track(name), room)?;
    }
    all.and(&formula(&rule.guard, room)?, room)
}

/// Writes a line with a key and its JSON value, and a comma.
fn line(out: &mut String, key: &str, value: &str) {
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, " {}: {value},", quoted(key));
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// The labels of fields and binders in the certificate. They are unique within a move.
struct Names(Vec<(Name, String)>);

impl Names {
    fn new(rules: &LinearRules) -> Names {
        let fields = rules.fields.iter().enumerate().map(|(at, field)| (Name(at as u32), field.clone()));
        let mut names: Vec<(Name, String)> = fields.collect();
        for rule in &rules.moves {
            let mut own = names[..rules.fields.len()].to_vec();
            for (name, label) in &rule.binders {
                let is_taken = |label: &str| label.is_empty() || own.iter().any(|it| it.1 == label);
                let mut label = label.clone();
                if is_taken(&label) {
                    label = format!("{label}_{}", name.0);
                }
                while is_taken(&label) {
                    label.push('_');
                }
                own.push((*name, label));
            }
            names.extend(own.drain(rules.fields.len()..));
        }
        Names(names)
    }

    fn of(&self, name: Name) -> &str {
        self.0.iter().find(|it| it.0 == name).map_or("", |it| &it.1)
    }

    fn rule(&self, rule: &Move) -> String {
        let binders = list(rule.binders.iter().map(|it| quoted(self.of(it.0))));
        let to = list(rule.to.iter().map(|form| self.form(form)));
        let guard = self.formula(&rule.guard);
        format!(
            "{{\"name\": {}, \"binders\": {binders}, \"guard\": {guard}, \"to\": {to}}}",
            quoted(&rule.name)
        )
    }

    fn form(&self, form: &Form) -> String {
        let terms = form.terms().iter().map(|(name, factor)| format!("{}: {factor}", quoted(self.of(*name))));
        let mut parts: Vec<String> = terms.collect();
        if !form.added().is_zero() {
            parts.push(format!("\"\": {}", form.added()));
        }
        format!("{{{}}}", parts.join(", "))
    }

    fn formula(&self, condition: &Formula) -> String {
        let each = |parts: &[Formula]| list(parts.iter().map(|part| self.formula(part)));
        match condition {
            Formula::All(parts) => format!("{{\"and\": {}}}", each(parts)),
            Formula::Any(parts) => format!("{{\"or\": {}}}", each(parts)),
            Formula::Not(inner) => format!("{{\"not\": {}}}", self.formula(inner)),
            Formula::AtLeastZero(form) => format!("{{\"ge\": {}}}", self.form(form)),
            Formula::Zero(form) => format!("{{\"eq\": {}}}", self.form(form)),
            Formula::Divides(modulus, form) => format!("{{\"divides\": [{modulus}, {}]}}", self.form(form)),
        }
    }

    /// Writes an automaton as JSON; the written automaton reads exactly the given tracks, in this
    /// order.
    fn automaton(&self, relation: &Automaton, tracks: &[Track], room: &Room<'_>) -> Result<String, TooLarge> {
        // `relation` omits tracks on which it does not depend; they are restored here.
        let relation = relation.positive(room)?;
        let own: Vec<usize> = relation
            .tracks()
            .iter()
            .map(|track| tracks.iter().position(|it| it == track).unwrap_or_default())
            .collect();
        let digits = room.system().digit_count();
        let letters = digits.checked_pow(tracks.len() as u32).ok_or(TooLarge)?;
        room.take(letters * relation.states())?;
        let own_letter = |letter: usize| {
            let digit = |place: &usize| letter / digits.pow(*place as u32) % digits;
            own.iter().rev().fold(0, |found, place| found * digits + digit(place))
        };
        let mut next = Vec::new();
        for state in 0..relation.states() {
            let arrows: Vec<usize> = relation.arrows(state).collect();
            let row: Vec<usize> = (0..letters).map(|letter| arrows[own_letter(letter)]).collect();
            next.push(if letters <= LARGEST_ALPHABET {
                dense(&row)
            } else {
                sparse(&row, digits, tracks.len())
            });
        }
        let accepting = (0..relation.states()).filter(|state| relation.is_accepting(*state));
        Ok(format!(
            "{{\"tracks\": {}, \"start\": 0, \"accepting\": {}, \"next\": [{}]}}",
            list(tracks.iter().map(|track| quoted(self.of(Name(track.0))))),
            list(accepting.map(|state| state.to_string())),
            next.join(", ")
        ))
    }
}

/// A state's row that lists the target of every letter.
fn dense(row: &[usize]) -> String {
    list(row.iter().map(ToString::to_string))
}

/// A state's row as pairs of letter and target: the letters that do not lead to the most common
/// target, then that target for all other letters.
fn sparse(row: &[usize], digits: usize, tracks: usize) -> String {
    let mut counts = vec![0usize; row.iter().max().map_or(0, |most| most + 1)];
    row.iter().for_each(|to| counts[*to] += 1);
    let usual = (0..counts.len()).max_by_key(|to| counts[*to]).unwrap_or(0);
    let others = row.iter().enumerate().filter(|it| *it.1 != usual).map(|(letter, to)| {
        let digits = (0..tracks).map(|place| (letter / digits.pow(place as u32) % digits).to_string());
        format!("[{}, {to}]", list(digits))
    });
    let rest = format!("[{}, {usual}]", list((0..tracks).map(|_| "null".to_string())));
    list(others.chain([rest]))
}
