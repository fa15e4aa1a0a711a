//! The sentences that make up the proof. Each is checked for all naturals.
//!
//! 1. *The rules make sense*: a move whose guard holds leads to naturals.
//! 2. *Play ends*: a move whose guard holds lowers the measure lexicographically.
//! 3. *Ends*: `lost` lies in the set, `won` outside it.
//! 4. *Stable*: from a position of the set where `lost` does not hold, no move leads to the set. Under misère play some move
//!    is no answer.
//! 5. *Answers are winning moves*: each is a move whose guard holds, into the set.
//! 6. *Absorbing*: a position outside the set where `won` does not hold has an answer; or, under misère play, all its moves are answers.
//!
//! Where the opponent may forbid `b` options, there are `b + 1` lists of answers. (4) then says that each move into the set is an answer
//! of one of the first `b` lists, (6) that there is an answer of each list, and one sentence more is checked:
//!
//! 7. *Counted*: from one position, answers of different lists lead to different places, those of each of the first `b` lists to one.
//!
//! So at most `b` options of a position as in (4) lie in the set, and more than `b` of one as in (6). Under misère play the opponent has to
//! leave an option: a position all of whose moves lead into the set is won whatever is forbidden.
//!
//! Induction along the measure then shows that the set is exactly the set of lost positions: let all positions with a
//! smaller measure be judged rightly by the set. Where `lost` or `won` holds, (3) is the claim. Any other position of the set has
//! moves to won positions only, by (4), and is lost: by definition under normal play even without a move, and under misère play because
//! it has one. Any other position outside has a move to a lost position, by (5) and (6), or has none under misère play; it is won.
//! With `b > 0` the same holds for the moves that are left when the lost options are forbidden, as far as that is possible.

use crate::certificate::{Certificate, Convention, Formula, Linear, Move, Table};
use crate::errors::Refusal;
use crate::form::Form;
use crate::numeration::Numeration;
use crate::search::{Condition, Product, Reader, exists};
use crate::work::Work;
use Part::{Answer, Fails, Holds, InSet, Leaves, NoAnswer, NotAnswer, NotInSet, Stays, ToNotInSet, ToSet};
use std::collections::BTreeMap;
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
    /// The move is an answer of a list, or not.
    Answer(usize),
    NotAnswer(usize),
    /// The position has no answer of a list; some move is no answer, or none.
    NoAnswer(usize),
    Leaves,
    Stays,
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
        let forbidden = (0..certificate.blocking).map(NotAnswer);
        let stable: Vec<Part> =
            [InSet, Fails(lost), Holds(guard), ToSet].into_iter().chain(forbidden).collect();
        none("a move leads from the set into the set", &stable)?;
        for list in 0..=certificate.blocking {
            none("an answer is not a move", &[Answer(list), Fails(guard)])?;
            none("an answer leads outside the set", &[Answer(list), ToNotInSet])?;
        }
    }
    checker.counted()?;
    let mut none = |sentence: &str, parts: &[Part]| checker.none(sentence, None, parts);
    none("a position of the set is stated to be won", &[Holds(won), InSet])?;
    none("a position outside the set is stated to be lost", &[Holds(lost), NotInSet])?;
    let leaves: &[Part] = if certificate.convention == Convention::Normal { &[] } else { &[Leaves] };
    for list in 0..=certificate.blocking {
        let open = [&[NotInSet, Fails(won), NoAnswer(list)], leaves].concat();
        none("a position outside the set has no answer", &open)?;
    }
    if certificate.convention == Convention::Misere {
        none(
            "a position of the set has no other move, or no move, which wins",
            &[InSet, Fails(lost), Stays],
        )?;
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
            Answer(list) | NotAnswer(list) => {
                let at = list * self.certificate.moves.len() + rule.unwrap_or_default();
                let tracks = (0..asked.names.len()).collect();
                (asked.accepts(&self.answers[at], tracks), matches!(part, Answer(_)))
            }
            NoAnswer(list) => (self.exists(asked, |_| vec![Answer(list)])?, false),
            Leaves | Stays => {
                let lists = self.certificate.blocking;
                let outside = |rule: &'a Move| {
                    [Holds(&rule.guard)].into_iter().chain((0..=lists).map(NotAnswer)).collect()
                };
                let some = self.exists(asked, outside)?;
                (some, matches!(part, Leaves))
            }
        })
    }

    /// Checks that answers of different lists lead to different places, and those of each list but the last to one.
    fn counted(&mut self) -> Result<(), Refusal> {
        let (moves, lists) = (&self.certificate.moves, self.certificate.blocking + 1);
        for (first, second) in (0..self.answers.len()).flat_map(|at| (0..=at).map(move |other| (other, at))) {
            let (same, list) = (first / moves.len() == second / moves.len(), first / moves.len());
            if same && list + 1 == lists {
                continue;
            }
            let (one, other) = (&moves[first % moves.len()], &moves[second % moves.len()]);
            let mut asked = self.asked(Some(first % moves.len()), &[])?;
            let own: Vec<usize> = (0..asked.names.len()).collect();
            asked.names.extend(other.binders.iter().map(String::as_str));
            asked.product.tracks = asked.names.len();
            let fields = 0..self.certificate.fields.len();
            let others: Vec<usize> = fields.chain(own.len()..asked.names.len()).collect();
            for (table, tracks) in [(first, &own), (second, &others)] {
                let answer = asked.accepts(&self.answers[table], tracks.clone());
                asked.product.require(answer, true);
            }
            let equal = one.to.iter().zip(&other.to).map(|(to, too)| asked.equal((to, &own), (too, &others)));
            let equal = Condition::And(equal.collect());
            asked.product.require(equal, !same);
            if let Some(word) = asked.product.witness(&mut self.work)? {
                let what = if same { "one list lead to two places" } else { "two lists lead to one place" };
                return Err(Refusal::False(format!("answers of {what}"), asked.example(&word)));
            }
        }
        Ok(())
    }

    /// That some move has binders with which parts hold.
    fn exists(
        &mut self,
        asked: &mut Asked<'a>,
        parts: impl Fn(&'a Move) -> Vec<Part<'a>>,
    ) -> Result<Condition, Refusal> {
        let (mut some, fields) = (Vec::new(), self.certificate.fields.len());
        for (at, rule) in self.certificate.moves.iter().enumerate() {
            let inner = self.asked(Some(at), &parts(rule))?.product;
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

    /// That two forms are equal, each with the tracks of its names.
    fn equal(&mut self, one: (&Linear, &[usize]), other: (&Linear, &[usize])) -> Condition {
        let mut terms = BTreeMap::new();
        for ((form, tracks), sign) in [(one, 1), (other, -1)] {
            for track in tracks {
                *terms.entry(*track).or_insert(0) += sign * i128::from(form.of(self.names[*track]));
            }
        }
        let terms = terms.into_iter().filter(|(_, factor)| *factor != 0).collect();
        let constant = i128::from(one.0.of("")) - i128::from(other.0.of(""));
        Condition::Eq(self.product.add(Reader::Form(Form::new(terms, constant, None, &self.system.places))))
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
