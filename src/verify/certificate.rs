//! What a certificate says: the JSON of `docs/certificates.md`, field by field. Unknown, missing and repeated keys are refused,
//! as are sizes past the limits. Nothing that a certificate claims is checked here.
#![allow(missing_docs, reason = "the page docs/certificates.md describes each key")]

use crate::errors::Refusal;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const MOST_BYTES: usize = 64 << 20;
const MOST_MOVES: usize = 200;
const MOST_TRACKS: usize = 8;
const MOST_BLOCKING: usize = 8;
/// The greatest coefficient, constant and divisor.
const MOST_NUMBER: u64 = 1 << 30;
const MOST_ARROWS: usize = 1 << 24;
/// The most comparisons of letters with patterns.
const MOST_COMPARED: usize = 1 << 28;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    #[serde(rename = "gspec certificate")]
    pub version: u32,
    pub game: String,
    pub convention: Convention,
    pub fields: Vec<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub blocking: usize,
    pub moves: Vec<Move>,
    pub won: Formula,
    pub lost: Formula,
    pub measure: Vec<Linear>,
    pub system: System,
    pub set: Automaton,
    pub answers: Vec<Automaton>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    Normal,
    Misere,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    pub name: String,
    pub binders: Vec<String>,
    pub guard: Formula,
    pub to: Vec<Linear>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Formula {
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    Ge(Linear),
    Eq(Linear),
    Divides(i64, Linear),
}

/// Names with coefficients; the constant has the name `""`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Linear(pub BTreeMap<String, i64>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct System {
    pub recurrence: Vec<i64>,
    pub start: Vec<i64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automaton {
    pub tracks: Vec<String>,
    pub start: u32,
    pub accepting: Vec<u32>,
    pub next: Vec<Row>,
}

/// The arrows of one state: a target for each letter, or patterns with targets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Row {
    Dense(Vec<u32>),
    Sparse(Vec<(Vec<Option<u32>>, u32)>),
}

impl<'de> Deserialize<'de> for Linear {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Linear, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = Linear;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a linear form: an object from names to integers")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Linear, A::Error> {
                let mut form = BTreeMap::new();
                while let Some((name, factor)) = map.next_entry::<String, i64>()? {
                    if factor.unsigned_abs() > MOST_NUMBER || form.insert(name, factor).is_some() {
                        return Err(A::Error::custom(
                            "a linear form with a number above 2^30 or a name twice",
                        ));
                    }
                }
                Ok(Linear(form))
            }
        }
        deserializer.deserialize_map(Names)
    }
}

impl Certificate {
    pub fn read(text: &str) -> Result<Certificate, Refusal> {
        if text.len() > MOST_BYTES {
            return Err(Refusal::Large("the text"));
        }
        let read: Certificate = serde_json::from_str(text).map_err(|error| Refusal::text(&error))?;
        read.check()?;
        Ok(read)
    }

    fn check(&self) -> Result<(), Refusal> {
        let demand = |fine: bool, why: &'static str| if fine { Ok(()) } else { Err(Refusal::Form(why)) };
        let bad = |name: &String| name.is_empty() || name.len() > 200 || name.chars().any(char::is_control);
        demand(self.version == 1, "the format has another version than 1")?;
        demand(!bad(&self.game), "the name of the game is empty, too long or not printable")?;
        demand((1..=3).contains(&self.fields.len()), "there must be one to three fields")?;
        demand(self.moves.len().max(self.measure.len()) <= MOST_MOVES, "too many moves or measures")?;
        demand(self.set.tracks == self.fields, "the tracks of the set must be the fields")?;
        demand(self.blocking <= MOST_BLOCKING, "too many options may be forbidden")?;
        let lists = self.answers.len() == (self.blocking + 1) * self.moves.len();
        demand(
            lists,
            "there must be one automaton of answers for each move, and as many for each forbidden option",
        )?;
        let natural = |form: &Linear| form.0.values().all(|factor| *factor >= 0);
        demand(self.measure.iter().all(natural), "a measure has a negative coefficient")?;
        let known = self.measure.iter().all(|form| form.knows(&self.fields));
        demand(known && self.won.knows(&self.fields) && self.lost.knows(&self.fields), UNKNOWN)?;
        for (rule, answer) in self.moves.iter().cycle().zip(&self.answers) {
            let names: Vec<String> = self.fields.iter().chain(&rule.binders).cloned().collect();
            let twice = (1..names.len()).any(|at| names[..at].contains(&names[at]));
            demand(
                !twice && !names.iter().any(bad) && !bad(&rule.name),
                "a name is repeated or not printable",
            )?;
            demand(names.len() <= MOST_TRACKS, "a move has too many binders")?;
            demand(answer.tracks == names, "the tracks of answers must be the fields and the binders")?;
            demand(rule.to.len() == self.fields.len(), "a move must have one target for each field")?;
            demand(rule.guard.knows(&names) && rule.to.iter().all(|form| form.knows(&names)), UNKNOWN)?;
        }
        Ok(())
    }
}

const UNKNOWN: &str = "a form mentions an unknown name, or a divisor is below 2 or above 2^30";

impl Formula {
    fn knows(&self, names: &[String]) -> bool {
        match self {
            Formula::And(parts) | Formula::Or(parts) => parts.iter().all(|part| part.knows(names)),
            Formula::Not(part) => part.knows(names),
            Formula::Ge(form) | Formula::Eq(form) => form.knows(names),
            Formula::Divides(modulus, form) => (2..=1 << 30).contains(modulus) && form.knows(names),
        }
    }
}

impl Linear {
    fn knows(&self, names: &[String]) -> bool {
        self.0.keys().all(|name| name.is_empty() || names.contains(name))
    }

    pub fn of(&self, name: &str) -> i64 {
        self.0.get(name).copied().unwrap_or(0)
    }
}

/// An automaton as a table: the target of `state` for a letter stands at `state * letters + letter`.
#[derive(Debug)]
pub struct Table {
    pub letters: usize,
    pub start: u32,
    pub accepting: Vec<bool>,
    pub next: Vec<u32>,
    /// Which states neither accept nor lead elsewhere.
    pub hopeless: Vec<bool>,
}

impl Table {
    /// Checks that the automaton is complete and that leading zeros change nothing.
    pub fn new(automaton: &Automaton, digits: usize) -> Result<Table, Refusal> {
        let (states, tracks) = (automaton.next.len(), automaton.tracks.len());
        let letters = digits.checked_pow(tracks as u32);
        let letters = letters.filter(|letters| states.saturating_mul(*letters) <= MOST_ARROWS);
        let letters = letters.ok_or(Refusal::Large("an automaton"))?;
        let (mut next, mut compared) = (Vec::with_capacity(states * letters), 0);
        for row in &automaton.next {
            match row {
                Row::Dense(row) if row.len() == letters => next.extend(row),
                Row::Sparse(row) if row.iter().all(|(pattern, _)| pattern.len() == tracks) => {
                    for letter in 0..letters {
                        let found = row.iter().position(|(pattern, _)| fits(pattern, letter, digits));
                        let found = found.ok_or(Refusal::Form("a state has no arrow for some letter"))?;
                        next.push(row[found].1);
                        compared += found;
                        if compared > MOST_COMPARED {
                            return Err(Refusal::Large("an automaton"));
                        }
                    }
                }
                _ => return Err(Refusal::Form("a state has too few or too many arrows, or a wrong pattern")),
            }
        }
        let outside = |state: &u32| *state as usize >= states;
        if next.iter().chain(&automaton.accepting).chain([&automaton.start]).any(outside) {
            return Err(Refusal::Form("an automaton mentions a state that does not exist"));
        }
        if next[automaton.start as usize * letters] != automaton.start {
            return Err(Refusal::Form("the start of an automaton must have an arrow to itself on zeros"));
        }
        let mut accepting = vec![false; states];
        automaton.accepting.iter().for_each(|state| accepting[*state as usize] = true);
        Ok(Table::of(letters, automaton.start, accepting, next))
    }

    /// A complete table.
    pub fn of(letters: usize, start: u32, accepting: Vec<bool>, next: Vec<u32>) -> Table {
        let stays =
            |state: usize| next[state * letters..][..letters].iter().all(|next| *next as usize == state);
        let hopeless = (0..accepting.len()).map(|state| !accepting[state] && stays(state)).collect();
        Table { letters, start, accepting, next, hopeless }
    }
}

/// Whether a letter has the digits of a pattern; the digit of the first track is the lowest of the letter's number.
fn fits(pattern: &[Option<u32>], letter: usize, digits: usize) -> bool {
    let mut rest = letter;
    pattern.iter().all(|asked| {
        let digit = rest % digits;
        rest /= digits;
        asked.is_none_or(|asked| asked as usize == digit)
    })
}
