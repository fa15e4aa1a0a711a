//! The contents of a certificate: the JSON of `docs/certificates.md`, field by field. Unknown, missing and
//! repeated keys are refused, as are sizes past the limits. This module checks none of the certificate's
//! claims.
#![allow(missing_docs, reason = "the page docs/certificates.md describes each key")]

use crate::errors::{Checked, demand, refuse, well_formed};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The limits, beyond which a certificate is refused: the length of the text in bytes, the number
/// of moves (and of forms in the measure), the number of tracks of an automaton, and the number of
/// options that may be forbidden.
const MOST_BYTES: usize = 64 << 20;
const MOST_MOVES: usize = 200;
const MOST_TRACKS: usize = 8;
const MOST_BLOCKING: usize = 8;
/// The greatest absolute value of a coefficient, a constant and a divisor.
const MOST_NUMBER: u64 = 1 << 30;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    #[serde(rename = "gspec certificate")]
    pub version: u32,
    pub game: String,
    pub convention: Convention,
    pub fields: Vec<String>,
    #[serde(default)]
    pub blocking: usize,
    pub moves: Vec<Move>,
    pub won: Formula,
    pub lost: Formula,
    pub measure: Vec<Linear>,
    pub system: System,
    pub set: Automaton,
    pub answers: Vec<Automaton>,
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

/// A linear form: names with coefficients; the constant has the name `""`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Linear(pub BTreeMap<String, i64>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct System {
    pub recurrence: Vec<i64>,
    pub start: Vec<i64>,
    pub digits: usize,
    pub words: Automaton,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automaton {
    pub tracks: Vec<String>,
    pub start: u32,
    pub accepting: Vec<u32>,
    pub next: Vec<Row>,
}

/// The arrows of one state: a target for each letter, or patterns with targets, the first of which
/// that fits a letter counts. `None` in a pattern fits every digit.
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
                        return Err(A::Error::custom("a number above 2^30 or a name twice"));
                    }
                }
                Ok(Linear(form))
            }
        }
        deserializer.deserialize_map(Names)
    }
}

impl Certificate {
    pub fn read(text: &str) -> Checked<Certificate> {
        demand(text.len() <= MOST_BYTES, "the text exceeds the limits of the checker")?;
        let read: Certificate = parsed(text)?;
        // `serde` also reads an object from a list of its values in order, which is refused here:
        // the text must be equal to the certificate when that is written again.
        let mut stated: serde_json::Value = parsed(text)?;
        let _ = stated.as_object_mut().map(|keys| keys.entry("blocking").or_insert(0.into()));
        well_formed(serde_json::to_value(&read).is_ok_and(|own| own == stated), "a list is not an object")?;
        read.check().map(|()| read)
    }

    /// Checks names, numbers of items, and that forms mention only known names.
    fn check(&self) -> Checked<()> {
        let bad = |name: &String| name.is_empty() || name.len() > 200 || name.chars().any(char::is_control);
        well_formed(self.version == 1, "the format has another version than 1")?;
        well_formed(!bad(&self.game), "the name of the game is empty, too long or not printable")?;
        well_formed((1..=3).contains(&self.fields.len()), "there must be one to three fields")?;
        well_formed(self.moves.len().max(self.measure.len()) <= MOST_MOVES, "too many moves or measures")?;
        well_formed(self.set.tracks == self.fields, "the tracks of the set must be the fields")?;
        well_formed(self.system.words.tracks.len() == 1, "the words of a system must have one track")?;
        well_formed(self.blocking <= MOST_BLOCKING, "too many options may be forbidden")?;
        let each = self.answers.len() == (self.blocking + 1) * self.moves.len();
        well_formed(each, "there must be one automaton of answers for each move, in each list")?;
        let known = self.measure.iter().all(|form| form.knows(&self.fields));
        well_formed(known && self.won.knows(&self.fields) && self.lost.knows(&self.fields), UNKNOWN)?;
        for (rule, answer) in self.moves.iter().cycle().zip(&self.answers) {
            let names: Vec<String> = self.fields.iter().chain(&rule.binders).cloned().collect();
            let twice = (1..names.len()).any(|at| names[..at].contains(&names[at]));
            let fine = !twice && !names.iter().any(bad) && !bad(&rule.name);
            well_formed(fine, "a name is repeated or not printable")?;
            well_formed(names.len() <= MOST_TRACKS, "a move has too many binders")?;
            well_formed(answer.tracks == names, "the tracks of answers must be the fields and the binders")?;
            well_formed(rule.to.len() == self.fields.len(), "a move must have one target for each field")?;
            well_formed(rule.guard.knows(&names) && rule.to.iter().all(|form| form.knows(&names)), UNKNOWN)?;
        }
        Ok(())
    }
}

/// Reads a JSON object.
pub fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Checked<T> {
    let clean = |text: String| text.chars().filter(|it| !it.is_control()).take(300).collect::<String>();
    demand(text.trim_start().starts_with('{'), "not a certificate: it is not a JSON object")?;
    serde_json::from_str(text).or_else(|error| refuse(clean(format!("not a certificate: {error}"))))
}

const UNKNOWN: &str = "a form mentions an unknown name, or a divisor is below 2 or above 2^30";

impl Formula {
    /// Whether all names are among those given, and divisors are within their limits.
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
    /// Whether all names are among those given.
    fn knows(&self, names: &[String]) -> bool {
        self.0.keys().all(|name| name.is_empty() || names.contains(name))
    }

    /// Returns `self + factor·other`. The numbers of a certificate are at most 2^30, so that
    /// nothing overflows.
    pub fn plus(&self, factor: i64, other: &Linear) -> Linear {
        let mut sum = self.clone();
        other.0.iter().for_each(|(name, own)| *sum.0.entry(name.clone()).or_default() += factor * own);
        sum
    }

    /// Returns the coefficient of a name, 0 if the form does not mention it.
    pub fn of(&self, name: &str) -> i64 {
        self.0.get(name).copied().unwrap_or(0)
    }
}
