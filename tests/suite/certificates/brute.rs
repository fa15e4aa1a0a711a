//! A brute force for certificates: their statements are examined position by position.

use gspec::verify::Certificate;
use gspec::verify::certificate::{Automaton, Convention, Formula, Linear, Row, System};
use std::collections::HashMap;

/// Names with the values that they have.
type Scope<'a> = Vec<(&'a str, i64)>;

fn value(form: &Linear, scope: &Scope) -> i64 {
    let of = |name: &String| match scope.iter().find(|(known, _)| known == name) {
        Some((_, value)) => *value,
        None => 1,
    };
    form.0.iter().map(|(name, factor)| factor * of(name)).sum()
}

fn holds(formula: &Formula, scope: &Scope) -> bool {
    match formula {
        Formula::And(parts) => parts.iter().all(|part| holds(part, scope)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, scope)),
        Formula::Not(part) => !holds(part, scope),
        Formula::Ge(form) => value(form, scope) >= 0,
        Formula::Eq(form) => value(form, scope) == 0,
        Formula::Divides(modulus, form) => value(form, scope) % modulus == 0,
    }
}

/// The greedy digits of numbers, highest first, padded to a common length.
pub fn digits(recurrence: &[i64], start: &[i64], numbers: &[i64]) -> Vec<Vec<usize>> {
    let mut units = start.to_vec();
    while units.last().unwrap() <= numbers.iter().max().unwrap() || units.len() < 3 {
        units.push(recurrence.iter().zip(units.iter().rev()).map(|(c, unit)| c * unit).sum());
    }
    let word = |number: &i64| {
        let mut rest = *number;
        let mut digit = |unit: &i64| {
            let digit = rest / unit;
            rest %= unit;
            digit as usize
        };
        units.iter().rev().map(&mut digit).collect()
    };
    numbers.iter().map(word).collect()
}

/// The greedy digits of numbers, padded to a common length. Demands that the system accepts each as
/// a word.
fn words(system: &System, numbers: &[i64]) -> Vec<Vec<usize>> {
    let words = digits(&system.recurrence, &system.start, numbers);
    for word in &words {
        let are_digits = word.iter().all(|digit| *digit < system.digits);
        let word = std::slice::from_ref(word);
        assert!(are_digits && reads(&system.words, system.digits, word), "other words: {word:?}");
    }
    words
}

/// Whether an automaton accepts numbers.
pub fn accepts(automaton: &Automaton, system: &System, numbers: &[i64]) -> bool {
    reads(automaton, system.digits, &words(system, numbers))
}

/// Whether an automaton accepts words of one length.
pub fn reads(automaton: &Automaton, top: usize, words: &[Vec<usize>]) -> bool {
    let mut state = automaton.start as usize;
    for at in 0..words[0].len() {
        let letter: Vec<usize> = words.iter().map(|word| word[at]).collect();
        state = match &automaton.next[state] {
            Row::Dense(row) => row[letter.iter().rev().fold(0, |sum, digit| sum * top + digit)] as usize,
            Row::Sparse(row) => {
                let fits = |pattern: &Vec<Option<u32>>| {
                    pattern
                        .iter()
                        .zip(&letter)
                        .all(|(asked, digit)| asked.is_none_or(|asked| asked as usize == *digit))
                };
                row.iter().find(|(pattern, _)| fits(pattern)).unwrap().1 as usize
            }
        };
    }
    automaton.accepting.contains(&(state as u32))
}

fn with<'a>(scope: &Scope<'a>, name: &'a str, value: i64) -> Scope<'a> {
    scope.iter().copied().chain([(name, value)]).collect()
}

/// The lost positions of the rules of a certificate, by recursion.
pub struct Rules {
    certificate: Certificate,
    known: HashMap<Vec<i64>, bool>,
}

impl Rules {
    pub fn new(certificate: &Certificate) -> Rules {
        Rules { certificate: certificate.clone(), known: HashMap::new() }
    }

    /// A key that is equal for certificates with equal rules.
    pub fn key(certificate: &Certificate) -> String {
        let turns = (certificate.convention, certificate.blocking);
        format!("{:?}", (&certificate.moves, turns, &certificate.won, &certificate.lost))
    }

    fn targets(&self, position: &[i64]) -> Vec<Vec<i64>> {
        let mut targets = Vec::new();
        let fields = self.certificate.fields.iter().map(String::as_str);
        let scope: Scope = fields.zip(position.iter().copied()).collect();
        for rule in &self.certificate.moves {
            let mut scopes = vec![scope.clone()];
            for binder in &rule.binders {
                let values = 0..=position.iter().max().unwrap() + 3;
                let longer = |value| scopes.iter().map(move |scope| with(scope, binder, value));
                scopes = values.flat_map(longer).collect();
            }
            let allowed = scopes.iter().filter(|scope| holds(&rule.guard, scope));
            targets.extend(allowed.map(|scope| rule.to.iter().map(|form| value(form, scope)).collect()));
        }
        targets
    }

    /// Whether the player to move loses.
    pub fn lost(&mut self, position: &[i64]) -> bool {
        assert!(position.iter().all(|field| *field >= 0), "{position:?} in {:?}", self.certificate.game);
        if let Some(known) = self.known.get(position) {
            return *known;
        }
        let fields = self.certificate.fields.iter().map(String::as_str);
        let scope: Scope = fields.zip(position.iter().copied()).collect();
        let lost = if holds(&self.certificate.won, &scope) {
            false
        } else if holds(&self.certificate.lost, &scope) {
            true
        } else {
            let mut targets = self.targets(position);
            targets.sort();
            targets.dedup();
            let (count, misere) = (targets.len(), self.certificate.convention == Convention::Misere);
            // Under misère play one option has to be left.
            let most = self.certificate.blocking;
            let spare = if misere { most.min(count.saturating_sub(1)) } else { most };
            let lost = targets.iter().filter(|target| self.lost(target)).count();
            !(misere && count == 0) && lost <= spare
        };
        self.known.insert(position.to_vec(), lost);
        lost
    }
}

/// All positions of `fields` fields up to a bound, those of a small sum first.
pub fn positions(fields: usize, bound: i64) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..fields {
        let longer = |position: &Vec<i64>, value| position.iter().copied().chain([value]).collect();
        all = all.iter().flat_map(|it| (0..=bound).map(move |value| longer(it, value))).collect();
    }
    all.sort_by_key(|position: &Vec<i64>| position.iter().sum::<i64>());
    all
}
