//! The sentences that make up the proof. Each is checked for all naturals.
//!
//! 0. *Numbers*: each natural has exactly one word, up to leading zeros: 0 has a word, if a number
//!    has a word then so has the next number, and different words denote different numbers. "For
//!    all naturals" may then be read as "for all words".
//! 1. *The rules make sense*: a move whose guard holds leads to naturals.
//! 2. *Play ends*: the measure decreases lexicographically with every move whose guard holds: a
//!    form that is at least 0 decreases, and those before it stay equal. (So no play is endless:
//!    each form can decrease only finitely often.)
//! 3. *Ends*: `lost` lies in the set, `won` outside it.
//! 4. *Stable*: from a position of the set where `lost` does not hold, no move leads to the set.
//!    Under misère play each such position has a move that is not an answer.
//! 5. *Answers are winning moves*: each is a move whose guard holds, into the set.
//! 6. *Absorbing*: a position outside the set where `won` does not hold has an answer; or, under misère play, all its moves are answers.
//!
//! If the opponent may forbid `b` options, there are `b + 1` lists of answers. Then (4) demands
//! that each move into the set is an answer of one of the first `b` lists, (6) demands an answer of
//! each list, and one more sentence is checked:
//!
//! 7. *Counted*: from one position, answers of different lists lead to different places; the answers of each
//!    of the first `b` lists lead to one place.
//!
//! So at most `b` options of a position as in (4) lie in the set, and more than `b` of one as in (6). Under
//! misère play the opponent has to leave an option: a position all of whose moves lead into the set is won,
//! whichever options are forbidden.
//!
//! Induction along the measure then shows that the set is exactly the set of lost positions: let the set be
//! right about all positions with a smaller measure. If `lost` or `won` holds, (3) is the claim. Any other
//! position of the set has moves to won positions only, by (4), and is lost: by definition under normal play
//! even without a move, and under misère play because it has one. Any other position outside has a move to a
//! lost position, by (5) and (6), or has none under misère play; it is won. With `b > 0` this holds for the
//! moves that remain when as many lost options as possible are forbidden.

use crate::certificate::{Certificate, Convention, Formula, Linear, Move};
use crate::errors::{Checked, demand, refuse};
use crate::form::Form;
use crate::reader::{Exists, Reader};
use crate::system::{MOST_STEPS, System};
use crate::table::Table;
use std::rc::Rc;

/// Checks all sentences.
pub fn check(certificate: &Certificate) -> Checked<()> {
    let system = System::new(&certificate.system)?;
    let table = |automaton| Table::stated(automaton, &system).map(Rc::new);
    let (set, words) = (table(&certificate.set)?, table(&certificate.system.words)?);
    one_word_each(&words, &system)?;
    system.left.set(MOST_STEPS[1]);
    let answers: Vec<Rc<Table>> = certificate.answers.iter().map(table).collect::<Checked<_>>()?;
    let position = Scope { system: &system, set: &set, words: &words, names: certificate.fields.clone() };
    let (won, lost) = (&certificate.won, &certificate.lost);
    let (fields, count) = (certificate.fields.len(), certificate.moves.len());
    let (mut no_answer, mut other_moves) = (vec![Vec::new(); certificate.blocking + 1], Vec::new());
    for (at, rule) in certificate.moves.iter().enumerate() {
        let chosen = position.with(rule.binders.clone());
        let lists: Vec<Reader> = answers.iter().skip(at).step_by(count).map(|it| chosen.reads(it)).collect();
        let no_answers = |lists: &[Reader]| lists.iter().cloned().map(Reader::negated).collect::<Vec<_>>();
        let guard = || chosen.holds(&rule.guard);
        let natural = Formula::And(rule.to.iter().cloned().map(Formula::Ge).collect());
        let falls = falls(certificate, rule);
        let none = |sentence: &str, parts| chosen.none(&format!("move {:?}: {sentence}", rule.name), parts);
        none("a move leads below zero", vec![guard(), chosen.fails(&natural)])?;
        none("a move does not lower the measure", vec![guard(), chosen.fails(&falls)])?;
        let forbidden = chosen.all(no_answers(&lists[..certificate.blocking]));
        let within =
            vec![position.reads(&set), chosen.fails(lost), guard(), forbidden, chosen.leads(&rule.to, true)];
        none("a move leads from the set into the set", within)?;
        for (answer, no_answer) in lists.iter().zip(&mut no_answer) {
            none("an answer is not a move", vec![answer.clone(), chosen.fails(&rule.guard)])?;
            none("an answer leads outside the set", vec![answer.clone(), chosen.leads(&rule.to, false)])?;
            no_answer.push(chosen.exists(fields, vec![answer.clone()]).negated());
        }
        other_moves.push(chosen.exists(fields, [vec![guard()], no_answers(&lists)].concat()));
    }
    counted(certificate, &answers, &position)?;
    let (inside, outside) = (|| position.reads(&set), || position.reads(&set).negated());
    let none = |sentence: &str, parts| position.none(sentence, parts);
    none("a position of the set is stated to be won", vec![position.holds(won), inside()])?;
    none("a position outside the set is stated to be lost", vec![position.holds(lost), outside()])?;
    let mut leaves = Vec::new();
    if certificate.convention == Convention::Misere {
        leaves.push(position.any(other_moves));
        let ends = vec![inside(), position.fails(lost), leaves[0].clone().negated()];
        none("a position of the set has no other move, or no move, which wins", ends)?;
    }
    for list in no_answer {
        let stuck = [vec![outside(), position.fails(won), position.all(list)], leaves.clone()].concat();
        none("a position outside the set has no answer", stuck)?;
    }
    Ok(())
}

/// Checks that each natural has exactly one word.
pub fn one_word_each(words: &Rc<Table>, system: &System) -> Checked<()> {
    let one = Scope { system, set: words, words, names: vec!["n".to_string()] };
    let two = one.with(["other".to_string()]);
    let ahead = |by: i64| two.holds(&Formula::Eq(name("other").plus(-1, &name("n")).plus(-by, &name(""))));
    demand(one.reads(words).accepts(words.start, system), "the number 0 has no word")?;
    one.none("the next number has no word", vec![two.exists(1, vec![ahead(1)]).negated()])?;
    // State 0 is for words that have been equal so far, state 1 for all others.
    let letters = system.digits * system.digits;
    let alike = (0..letters).map(|letter| u32::from(letter / system.digits != letter % system.digits));
    let next = alike.chain((0..letters).map(|_| 1)).collect();
    let differ = two.reads(&Rc::new(Table::new(letters, 0, vec![false, true], next)));
    two.none("a number has two words", vec![ahead(0), differ])
}

/// Checks that answers of different lists lead to different positions, and that those of each list
/// but the last lead to one position.
fn counted(certificate: &Certificate, answers: &[Rc<Table>], position: &Scope<'_>) -> Checked<()> {
    let (moves, all) = (&certificate.moves, answers.len());
    for (first, second) in (0..all).flat_map(|second| (0..=second).map(move |first| (first, second))) {
        let (list, same) = (first / moves.len(), first / moves.len() == second / moves.len());
        if same && list == certificate.blocking {
            continue;
        }
        let (one, other) = (&moves[first % moves.len()], &moves[second % moves.len()]);
        let own = position.with(one.binders.clone());
        // The binders of the second move get names that no other name can have.
        let again = |name: &String| if other.binders.contains(name) { marked(name) } else { name.clone() };
        let both = own.with(other.binders.iter().map(again));
        let renamed = |form: &Linear| Linear(form.0.iter().map(|(name, a)| (again(name), *a)).collect());
        let equal = one.to.iter().zip(&other.to).map(|(to, too)| Formula::Eq(to.plus(-1, &renamed(too))));
        let equal = Formula::And(equal.collect());
        let others = (0..position.names.len()).chain(own.names.len()..both.names.len()).collect();
        let (answer, too) = (own.reads(&answers[first]), Reader::Table(answers[second].clone(), others));
        let (equal, what) = match same {
            true => (both.fails(&equal), "answers of one list lead to two places"),
            false => (both.holds(&equal), "answers of two lists lead to one place"),
        };
        both.none(what, vec![answer, too, equal])?;
    }
    Ok(())
}

/// The form that consists of one name with coefficient 1. The name `""` denotes the constant 1.
fn name(name: &str) -> Linear {
    Linear([(name.to_string(), 1)].into())
}

/// A name that differs from every name in a certificate, because those have no control characters.
fn marked(name: &str) -> String {
    format!("{name}\t")
}

/// The formula that the measure decreases with a move: its first form is at least 0 and decreases,
/// or stays equal while the measure of the later forms decreases.
pub fn falls(certificate: &Certificate, rule: &Move) -> Formula {
    certificate.measure.iter().rev().fold(Formula::Or(Vec::new()), |later, measure| {
        // The form before the move minus the form after it. The constant of the form cancels.
        let mut loss = measure.clone();
        loss.0.remove("");
        for (field, target) in certificate.fields.iter().zip(&rule.to) {
            loss = loss.plus(-measure.of(field), target);
        }
        let stays = Formula::And(vec![Formula::Eq(loss.clone()), later]);
        let falls = Formula::And(vec![Formula::Ge(measure.clone()), Formula::Ge(loss.plus(-1, &name("")))]);
        Formula::Or(vec![falls, stays])
    })
}

/// Makes questions about numbers with names.
struct Scope<'a> {
    system: &'a System,
    set: &'a Rc<Table>,
    /// The words that represent naturals.
    words: &'a Rc<Table>,
    /// The fields, then further names. The number with a name is on the track with its index.
    names: Vec<String>,
}

impl Scope<'_> {
    /// This scope with further names.
    fn with(&self, names: impl IntoIterator<Item = String>) -> Self {
        Scope { names: self.names.iter().cloned().chain(names).collect(), ..*self }
    }

    /// Checks that no naturals satisfy all parts. The refusal has the sentence and the naturals
    /// found.
    fn none(&self, sentence: &str, parts: Vec<Reader>) -> Checked<()> {
        let Some(word) = self.naturals(0, parts).witness(self.system)? else { return Ok(()) };
        let told = |(track, name): (usize, &String)| {
            let digits: Vec<u32> = word.iter().map(|column| column[track]).collect();
            let value = self.system.value(&digits).map(|value| value.to_string());
            format!("{} = {}", name.trim_end(), value.unwrap_or("a very large number".to_string()))
        };
        let example: Vec<String> = self.names.iter().enumerate().map(told).collect();
        refuse(format!("{sentence}: {}", example.join(", ")))
    }

    /// Asks whether there are naturals for the names after the first `given` ones that satisfy all
    /// parts.
    fn exists(&self, given: usize, parts: Vec<Reader>) -> Reader {
        Reader::Exists(self.naturals(given, parts))
    }

    /// The question of `exists`, not yet as a reader.
    fn naturals(&self, given: usize, parts: Vec<Reader>) -> Exists {
        let natural = |track| Reader::Table(self.words.clone(), vec![track]);
        Exists::new(given, self.names.len(), (given..self.names.len()).map(natural).chain(parts))
    }

    /// Asks whether all parts hold.
    fn all(&self, parts: Vec<Reader>) -> Reader {
        self.exists(self.names.len(), parts)
    }

    /// Asks whether some part holds.
    fn any(&self, parts: Vec<Reader>) -> Reader {
        self.all(parts.into_iter().map(Reader::negated).collect()).negated()
    }

    /// Asks whether a formula holds.
    fn holds(&self, formula: &Formula) -> Reader {
        let each = |parts: &[Formula]| parts.iter().map(|part| self.holds(part)).collect();
        match formula {
            Formula::And(parts) => self.all(each(parts)),
            Formula::Or(parts) => self.any(each(parts)),
            Formula::Not(part) => self.fails(part),
            Formula::Ge(form) => self.form(form, None),
            Formula::Eq(form) => self.form(form, Some(0)),
            Formula::Divides(divisor, form) => self.form(form, Some((*divisor).into())),
        }
    }

    /// Asks whether a formula does not hold.
    fn fails(&self, formula: &Formula) -> Reader {
        self.holds(formula).negated()
    }

    /// Asks whether a form is at least 0 or, with a divisor, whether the divisor divides the form.
    fn form(&self, form: &Linear, divisor: Option<i128>) -> Reader {
        let named = self.names.iter().enumerate().map(|(track, name)| (track, i128::from(form.of(name))));
        let terms = named.filter(|(_, factor)| *factor != 0).collect();
        Reader::Form(Form::new(terms, form.of("").into(), divisor, self.system))
    }

    /// Asks whether an automaton accepts the numbers of all names.
    fn reads(&self, table: &Rc<Table>) -> Reader {
        Reader::Table(table.clone(), (0..self.names.len()).collect())
    }

    /// Asks whether targets, which are naturals, lie in the set (`into`) or outside.
    fn leads(&self, targets: &[Linear], into: bool) -> Reader {
        let after: Vec<String> = (0..targets.len()).map(|at| marked(&at.to_string())).collect();
        let equal = |(target, after): (&Linear, &String)| target.plus(-1, &name(after));
        let equal = targets.iter().zip(&after).map(equal).map(Formula::Eq).collect();
        let (given, scope) = (self.names.len(), self.with(after));
        let set = Reader::Table(self.set.clone(), (given..scope.names.len()).collect());
        scope.exists(given, vec![scope.holds(&Formula::And(equal)), if into { set } else { set.negated() }])
    }
}
