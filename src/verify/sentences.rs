//! The sentences that make up the proof. Each is checked for all naturals.
//!
//! 1. *The rules make sense*: a move whose guard holds leads to naturals.
//! 2. *Play ends*: a move whose guard holds lowers the measure lexicographically.
//! 3. *Ends*: `lost` lies in the set, `won` outside it.
//! 4. *Stable*: from a position of the set where `lost` does not hold, no move leads to the set. Under misère play it has a
//!    move.
//! 5. *Answers are winning moves*: each is a move whose guard holds, into the set.
//! 6. *Absorbing*: a position outside the set where `won` does not hold has an answer; or, under misère play, no move at all.
//!
//! Induction along the measure then shows that the set is exactly the set of lost positions: let all positions with a
//! smaller measure be judged rightly by the set. Where `lost` or `won` holds, (3) is the claim. Any other position of the set has
//! moves to won positions only, by (4), and is lost: by definition under normal play even without a move, and under misère play because
//! it has one. Any other position outside has a move to a lost position, by (5) and (6), or has none under misère play; it is won.

use crate::certificate::{Certificate, Convention, Formula, Linear, Move, Table};
use crate::errors::Refusal;
use crate::form::Form;
use crate::numeration::Numeration;
use crate::search::{Condition, Product, Reader, exists};
use crate::work::Work;
use Part::{Answer, Fails, HasMove, Holds, InSet, NoAnswer, NoMove, NotInSet, ToNotInSet, ToSet};
use std::rc::Rc;

/// What is asked about a position, and about a move with its binders where there is one.
#[derive(Clone, Copy)]
enum Part<'a> {
    /// A formula holds, or it fails.
    Holds(&'a Formula),
    Fails(&'a Formula),
    /// The position lies in the set, or not.
    InSet,
    NotInSet,
    /// The move leads into the set, or to a position outside.
    ToSet,
    ToNotInSet,
    /// The move is an answer.
    Answer,
    /// The position has no answer; some move, or none.
    NoAnswer,
    HasMove,
    NoMove,
}

/// Checks all sentences; says how many states were explored.
pub fn check(certificate: &Certificate) -> Result<usize, Refusal> {
    let mut work = Work::default();
    let system = Numeration::new(&certificate.system, &mut work)?;
    let table = |automaton| Table::new(automaton, system.places.digits).map(Rc::new);
    let set = table(&certificate.set)?;
    let answers = certificate.answers.iter().map(table).collect::<Result<_, _>>()?;
    let mut checker = Checker { certificate, system: &system, set, answers, work };
    let (won, lost) = (&certificate.won, &certificate.lost);
    for (at, rule) in certificate.moves.iter().enumerate() {
        let natural = Formula::And(rule.to.iter().cloned().map(Formula::Ge).collect());
        let (guard, falls) = (&rule.guard, falls(certificate, rule));
        let mut none = |sentence: &str, parts: &[Part]| checker.none(sentence, Some(at), parts);
        none("a move leads below zero", &[Holds(guard), Fails(&natural)])?;
        none("a move does not lower the measure", &[Holds(guard), Fails(&falls)])?;
        none("a move leads from the set into the set", &[InSet, Fails(lost), Holds(guard), ToSet])?;
        none("an answer is not a move", &[Answer, Fails(guard)])?;
        none("an answer leads outside the set", &[Answer, ToNotInSet])?;
    }
    let mut none = |sentence: &str, parts: &[Part]| checker.none(sentence, None, parts);
    none("a position of the set is stated to be won", &[Holds(won), InSet])?;
    none("a position outside the set is stated to be lost", &[Holds(lost), NotInSet])?;
    match certificate.convention {
        Convention::Normal => {
            none("a position outside the set has no answer", &[NotInSet, Fails(won), NoAnswer])?
        }
        Convention::Misere => {
            none("a position outside the set has no answer", &[NotInSet, Fails(won), NoAnswer, HasMove])?;
            none("a position of the set has no move, which wins", &[InSet, Fails(lost), NoMove])?;
        }
    }
    Ok(checker.work.states)
}

/// That a move lowers the measure: one of its forms falls, those before it stay.
pub fn falls(certificate: &Certificate, rule: &Move) -> Formula {
    let (mut cases, mut equal) = (Vec::new(), Vec::new());
    for measure in &certificate.measure {
        // The form before the move, less the form after it. Numbers are at most 2^30, so that nothing overflows.
        let mut loss = measure.clone();
        loss.0.remove("");
        for (field, target) in certificate.fields.iter().zip(&rule.to) {
            for (name, factor) in &target.0 {
                *loss.0.entry(name.clone()).or_default() -= measure.of(field) * factor;
            }
        }
        let stays = Formula::Eq(loss.clone());
        *loss.0.entry(String::new()).or_default() -= 1;
        cases.push(Formula::And(equal.iter().cloned().chain([Formula::Ge(loss)]).collect()));
        equal.push(stays);
    }
    Formula::Or(cases)
}

struct Checker<'a> {
    certificate: &'a Certificate,
    system: &'a Numeration,
    set: Rc<Table>,
    answers: Vec<Rc<Table>>,
    work: Work,
}

impl<'a> Checker<'a> {
    /// Checks that there are no naturals with which all parts hold.
    fn none(&mut self, sentence: &str, rule: Option<usize>, parts: &[Part]) -> Result<(), Refusal> {
        let mut asked = self.asked(rule, parts)?;
        let Some(word) = asked.product.witness(&mut self.work)? else { return Ok(()) };
        let of_move =
            rule.map(|at| format!("move {:?}: ", self.certificate.moves[at].name)).unwrap_or_default();
        Err(Refusal::False(format!("{of_move}{sentence}"), asked.example(&word)))
    }

    fn asked(&mut self, rule: Option<usize>, parts: &[Part]) -> Result<Asked<'a>, Refusal> {
        let binders = rule.iter().flat_map(|at| &self.certificate.moves[*at].binders);
        let names: Vec<&str> = self.certificate.fields.iter().chain(binders).map(String::as_str).collect();
        let mut asked = Asked { system: self.system, product: Product::new(self.system, names.len()), names };
        for part in parts {
            let (condition, holds) = self.part(&mut asked, rule, *part)?;
            asked.product.require(condition, holds);
        }
        Ok(asked)
    }

    /// A part as a condition, and whether it is to hold.
    fn part(
        &mut self,
        asked: &mut Asked<'a>,
        rule: Option<usize>,
        part: Part,
    ) -> Result<(Condition, bool), Refusal> {
        let fields = (0..self.certificate.fields.len()).collect();
        Ok(match part {
            Holds(formula) => (asked.formula(formula), true),
            Fails(formula) => (asked.formula(formula), false),
            InSet => (asked.accepts(&self.set, fields), true),
            NotInSet => (asked.accepts(&self.set, fields), false),
            ToSet | ToNotInSet => {
                let targets = &self.certificate.moves[rule.unwrap_or_default()].to;
                let tracks = targets.iter().map(|target| asked.track(target)).collect();
                (asked.accepts(&self.set, tracks), matches!(part, ToSet))
            }
            Answer => {
                let tracks = (0..asked.names.len()).collect();
                (asked.accepts(&self.answers[rule.unwrap_or_default()], tracks), true)
            }
            NoAnswer => (self.exists(asked, |_| Answer)?, false),
            HasMove => (self.exists(asked, |rule| Holds(&rule.guard))?, true),
            NoMove => (self.exists(asked, |rule| Holds(&rule.guard))?, false),
        })
    }

    /// That some move has binders with which a part holds.
    fn exists(
        &mut self,
        asked: &mut Asked<'a>,
        part: impl Fn(&'a Move) -> Part<'a>,
    ) -> Result<Condition, Refusal> {
        let (mut some, fields) = (Vec::new(), self.certificate.fields.len());
        for (at, rule) in self.certificate.moves.iter().enumerate() {
            let inner = self.asked(Some(at), &[part(rule)])?.product;
            let table = Rc::new(exists(inner, fields, &mut self.work)?);
            some.push(asked.accepts(&table, (0..fields).collect()));
        }
        Ok(Condition::any(some.into_iter()))
    }
}

/// A question about naturals: a product whose first tracks have names.
struct Asked<'a> {
    system: &'a Numeration,
    names: Vec<&'a str>,
    product: Product<'a>,
}

impl<'a> Asked<'a> {
    fn formula(&mut self, formula: &Formula) -> Condition {
        match formula {
            Formula::And(parts) => Condition::And(parts.iter().map(|part| self.formula(part)).collect()),
            Formula::Or(parts) => Condition::any(parts.iter().map(|part| self.formula(part))),
            Formula::Not(part) => self.formula(part).negated(),
            Formula::Ge(form) => Condition::Ge(self.form(form, None, None)),
            Formula::Eq(form) => Condition::Eq(self.form(form, None, None)),
            Formula::Divides(modulus, form) => {
                Condition::Eq(self.form(form, None, Some(i128::from(*modulus))))
            }
        }
    }

    /// A reader of a form, less the number on a track.
    fn form(&mut self, form: &Linear, less: Option<usize>, modulus: Option<i128>) -> usize {
        let named = self.names.iter().enumerate().map(|(track, name)| (track, i128::from(form.of(name))));
        let terms = named.filter(|(_, factor)| *factor != 0).chain(less.map(|track| (track, -1))).collect();
        self.product.add(Reader::Form(Form::new(terms, form.of("").into(), modulus, &self.system.places)))
    }

    /// That an automaton accepts some tracks.
    fn accepts(&mut self, table: &Rc<Table>, tracks: Vec<usize>) -> Condition {
        Condition::Accepts(self.product.add(Reader::Automaton(table.clone(), tracks)))
    }

    /// The track of a target: that of a name, or a new one with a number that is required to be equal.
    fn track(&mut self, target: &Linear) -> usize {
        let is_name = |name: &&str| *target == Linear([(name.to_string(), 1)].into());
        self.names.iter().position(is_name).unwrap_or_else(|| {
            let track = self.product.tracks;
            self.product.tracks += 1;
            let equal = Condition::Eq(self.form(target, Some(track), None));
            self.product.require(equal, true);
            track
        })
    }

    /// The named numbers of a word.
    fn example(&self, word: &[Vec<u32>]) -> String {
        let told = |(track, name): (usize, &&str)| {
            let digits: Vec<u32> = word.iter().map(|column| column[track]).collect();
            let value = self.system.places.value(&digits).map(|value| value.to_string());
            let value = value.unwrap_or("a very large number".to_string());
            format!("{name} = {value}")
        };
        self.names.iter().enumerate().map(told).collect::<Vec<_>>().join(", ")
    }
}
