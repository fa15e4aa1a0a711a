//! Translates the sentences of a certificate to the syntax of Walnut, a theorem prover for
//! automata, so that others can repeat the proof.
//!
//! docs/certificates.md describes the files. Names that begin with `A`, `E` or `I` mean something else to Walnut: fields are called
//! `x0, x1, …`, binders `k0, …`, fields after a move `y0, …`, and quotients `q`.

use crate::verify::certificate::{Certificate, Convention, Formula, Linear, Move};
use crate::verify::form::Form;
use crate::verify::reader::Reader;
use crate::verify::sentences::falls;
use crate::verify::states::NO;
use crate::verify::system::System;
use crate::verify::table::Table;
use crate::verify::{Accepted, Refusal};
use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;

/// The files for Walnut: their paths below its folder, and their texts.
pub fn walnut(accepted: &Accepted) -> Result<Vec<(String, String)>, Refusal> {
    let certificate = &accepted.certificate;
    let system = System::new(&certificate.system)?;
    let natural = Rc::new(Table::stated(&certificate.system.words, &system)?);
    // The text of a file: the alphabet of each track, then an automaton that accepts valid numbers
    // for which the readers accept.
    let file = |alphabet: &str, tracks: usize, more: Vec<Reader>| {
        let words = (0..tracks).map(|track| Reader::Table(natural.clone(), vec![track]));
        let text = written(&system, tracks, words.chain(more).collect())?;
        Ok(format!("{}\n{text}", vec![alphabet; tracks].join(" ")))
    };
    let (name, base) = (name_of(&certificate.game), base_of(certificate));
    let fields = certificate.fields.len();
    let set = Reader::Table(Rc::new(Table::stated(&certificate.set, &system)?), (0..fields).collect());
    let mut files = vec![
        (format!("Automata Library/{name}_lost.txt"), file(&base.name, fields, vec![set])?),
        (format!("Command Files/{name}.txt"), commands(certificate, &name, &base.name)),
    ];
    if !base.is_known {
        let digits: Vec<String> = (0..system.digits).map(|digit| digit.to_string()).collect();
        let alphabet = format!("{{{}}}", digits.join(", "));
        let sum = vec![Reader::Form(Form::new(vec![(0, 1), (1, 1), (2, -1)], 0, Some(0), &system))];
        files.push((format!("Custom Bases/{}.txt", base.name), file(&alphabet, 1, Vec::new())?));
        files.push((format!("Custom Bases/{}_addition.txt", base.name), file(&alphabet, 3, sum)?));
    }
    Ok(files)
}

/// The name of a game for Walnut, which consists of letters, digits and underscores.
fn name_of(game: &str) -> String {
    let plain = game.chars().map(|it| if it.is_ascii_alphanumeric() { it.to_ascii_lowercase() } else { '_' });
    format!("game_{}", plain.collect::<String>())
}

/// The name of a numeration system in Walnut.
struct Base {
    name: String,
    /// Whether the system is built into Walnut, so that no files for it are needed.
    is_known: bool,
}

fn base_of(certificate: &Certificate) -> Base {
    let system = &certificate.system;
    let known = |name: String| Base { name, is_known: true };
    match (&system.recurrence[..], &system.start[..]) {
        ([base], _) => known(format!("msd_{base}")),
        ([1, 1], [1, 2]) => known("msd_fib".to_string()),
        ([1, 1, 1], [1, 2, 4]) => known("msd_trib".to_string()),
        (recurrence, start) => {
            let text = |number: &i64| number.to_string().replace('-', "minus");
            let parts: Vec<String> = recurrence.iter().chain(start).map(text).collect();
            Base { name: format!("msd_recurrence_{}", parts.join("_")), is_known: false }
        }
    }
}

/// Writes the product of some readers, an automaton that reads `tracks` tracks and accepts if all
/// readers accept. Omits letters after which a reader accepts nothing.
fn written(system: &System, tracks: usize, mut parts: Vec<Reader>) -> Result<String, Refusal> {
    let start: Result<Vec<u32>, Refusal> = parts.iter_mut().map(|part| part.start(system)).collect();
    let (mut met, mut text) = (vec![start?], String::new());
    let (mut numbers, mut at) = (HashMap::from([(met[0].clone(), 0)]), 0);
    while let Some(states) = met.get(at).cloned() {
        let accepts = parts.iter().zip(&states).all(|(part, state)| part.accepts(*state, system));
        let _ = writeln!(text, "\n{at} {}", u8::from(accepts));
        for number in 0..system.digits.pow(tracks as u32) {
            let digit = |track: usize| (number / system.digits.pow(track as u32) % system.digits) as u32;
            let letter: Vec<u32> = (0..tracks).map(digit).collect();
            let after = parts.iter_mut().zip(&states).map(|(part, state)| part.step(*state, &letter, system));
            let after = after.collect::<Result<Vec<u32>, Refusal>>()?;
            if after.contains(&NO) {
                continue;
            }
            let target = *numbers.entry(after.clone()).or_insert_with(|| {
                met.push(after);
                met.len() - 1
            });
            let letter: Vec<String> = letter.iter().map(u32::to_string).collect();
            let _ = writeln!(text, "{} -> {target}", letter.join(" "));
        }
        at += 1;
    }
    Ok(text)
}

/// The sentences of the proof as commands for Walnut. The proof is right if Walnut answers TRUE to
/// each of them.
fn commands(certificate: &Certificate, name: &str, base: &str) -> String {
    let mut text = String::new();
    let mut say = |label: &str, sentence: &str| {
        let _ = writeln!(text, "eval {name}_{label} \"?{base} {sentence}\":");
    };
    let fields = names('x', certificate.fields.len());
    let (whole, all) = (Words::new(certificate, None), fields.join(","));
    let set = format!("${name}_lost({all})");
    let (won, lost) = (whole.formula(&certificate.won), whole.formula(&certificate.lost));
    let (mut wins, mut moves) = (Vec::new(), Vec::new());
    for (at, rule) in certificate.moves.iter().enumerate() {
        let words = Words::new(certificate, Some(rule));
        let (guard, binders, to) =
            (words.formula(&rule.guard), names('k', rule.binders.len()), names('y', rule.to.len()));
        let with_binders = [&fields[..], &binders].concat();
        let natural = Formula::And(rule.to.iter().cloned().map(Formula::Ge).collect());
        let natural = format!("({guard} => {})", words.formula(&natural));
        say(&format!("natural_{at}"), &quantified('A', &with_binders, &natural));
        let falls = format!("({guard} => {})", words.formula(&falls(certificate, rule)));
        say(&format!("falls_{at}"), &quantified('A', &with_binders, &falls));
        let leads = format!("({guard} & {} & ${name}_lost({}))", words.targets(rule), to.join(","));
        let leads = format!("({})", quantified('E', &[&binders[..], &to].concat(), &leads));
        say(&format!("stable_{at}"), &format!("A{all} (({set} & ~{lost}) => ~{leads})"));
        wins.push(leads);
        moves.push(format!("({})", quantified('E', &binders, &guard)));
    }
    say("won", &format!("A{all} ({won} => ~{set})"));
    say("lost", &format!("A{all} ({lost} => {set})"));
    let some = |parts: &[String]| {
        if parts.is_empty() { FALSE.to_string() } else { format!("({})", parts.join(" | ")) }
    };
    let (wins, moves) = (some(&wins), some(&moves));
    if certificate.convention == Convention::Misere {
        say("absorbing", &format!("A{all} ({set} | {won} | {wins} | ~{moves})"));
        say("moves", &format!("A{all} (({set} & ~{lost}) => {moves})"));
    } else {
        say("absorbing", &format!("A{all} ({set} | {won} | {wins})"));
    }
    text
}

/// A quantified formula. Binds only the variables that occur in the body, because Walnut rejects
/// others.
fn quantified(quantifier: char, variables: &[String], body: &str) -> String {
    let in_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let occurs = |variable: &&String| body.split(|it| !in_name(it)).any(|word| word == *variable);
    let bound: Vec<&str> = variables.iter().filter(occurs).map(String::as_str).collect();
    if bound.is_empty() { body.to_string() } else { format!("{quantifier}{} {body}", bound.join(",")) }
}

/// Formulas that hold always (`TRUE`) and never (`FALSE`), because variables are naturals.
const TRUE: &str = "(x0>=0)";
const FALSE: &str = "(x0<0)";

/// The variables `x0`, `x1`, … for a letter.
fn names(letter: char, count: usize) -> Vec<String> {
    (0..count).map(|at| format!("{letter}{at}")).collect()
}

/// Translates formulas: maps the names of fields and binders to variables.
struct Words<'a> {
    names: Vec<(&'a str, String)>,
}

impl<'a> Words<'a> {
    fn new(certificate: &'a Certificate, rule: Option<&'a Move>) -> Words<'a> {
        let binders = rule.map_or(&[][..], |rule| &rule.binders);
        let named = |letter: char, all: &'a [String]| {
            all.iter().map(String::as_str).zip(names(letter, all.len())).collect::<Vec<_>>()
        };
        Words { names: [named('x', &certificate.fields), named('k', binders)].concat() }
    }

    /// A formula in parentheses.
    fn formula(&self, formula: &Formula) -> String {
        let joined = |parts: &[Formula], sign: &str| {
            let parts: Vec<String> = parts.iter().map(|part| self.formula(part)).collect();
            format!("({})", parts.join(sign))
        };
        match formula {
            Formula::And(parts) if parts.is_empty() => TRUE.to_string(),
            Formula::Or(parts) if parts.is_empty() => FALSE.to_string(),
            Formula::And(parts) => joined(parts, " & "),
            Formula::Or(parts) => joined(parts, " | "),
            Formula::Not(part) => format!("(~{})", self.formula(part)),
            Formula::Ge(form) => self.compared(form, ">="),
            Formula::Eq(form) => self.compared(form, "="),
            Formula::Divides(modulus, form) => {
                let (more, less) = (self.side(form, true), self.side(form, false));
                format!("(Eq ({more}={less}+{modulus}*q | {less}={more}+{modulus}*q))")
            }
        }
    }

    /// A comparison with 0, with the negative terms moved to the other side.
    fn compared(&self, form: &Linear, sign: &str) -> String {
        // Walnut does not compare two constants.
        if form.0.iter().all(|(name, factor)| name.is_empty() || *factor == 0) {
            let constant = form.of("");
            let holds = if sign == "=" { constant == 0 } else { constant >= 0 };
            return if holds { TRUE.to_string() } else { FALSE.to_string() };
        }
        format!("({}{sign}{})", self.side(form, true), self.side(form, false))
    }

    /// The positive terms of a form as a sum, or the negative ones without their signs.
    fn side(&self, form: &Linear, positive: bool) -> String {
        let terms = form.0.iter().filter(|(_, factor)| **factor != 0 && (**factor > 0) == positive);
        let term = |(name, factor): (&String, &i64)| {
            let variable = self.names.iter().find(|(known, _)| known == name).map(|it| it.1.as_str());
            match (factor.unsigned_abs(), variable) {
                (1, Some(variable)) => variable.to_string(),
                (amount, Some(variable)) => format!("{amount}*{variable}"),
                (amount, None) => amount.to_string(),
            }
        };
        let terms: Vec<String> = terms.map(term).collect();
        if terms.is_empty() { "0".to_string() } else { terms.join("+") }
    }

    /// The condition that `y0, …` are the fields after the move.
    fn targets(&self, rule: &Move) -> String {
        let equal = |(at, form): (usize, &Linear)| {
            let (more, less) = (self.side(form, true), self.side(form, false));
            if less == "0" { format!("y{at}={more}") } else { format!("y{at}+{less}={more}") }
        };
        rule.to.iter().enumerate().map(equal).collect::<Vec<_>>().join(" & ")
    }
}
