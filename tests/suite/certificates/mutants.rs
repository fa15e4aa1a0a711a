//! Changed certificates: each is refused, unless its statement is still true.

use super::super::share::{cases, is_all};
use super::brute::{Rules, accepts, positions};
use super::corpus;
use gspec::verify::certificate::{Automaton, Convention, Formula, Linear, Row};
use gspec::verify::{Certificate, verify};
use std::collections::HashMap;

/// Random numbers that repeat in every run (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn no_mutant_is_accepted_that_states_something_false() {
    let corpus = corpus();
    let each = cases(10_000u32.div_ceil(corpus.len() as u32), 16);
    let (mut accepted, mut refused) = (0, 0);
    for (at, (path, text)) in corpus.iter().enumerate() {
        let mut searched: HashMap<String, Rules> = HashMap::new();
        let mut chance = Chance(0x9e37_79b9 + at as u64);
        for number in 0..each {
            let mutant = mutant(text, &mut chance);
            let Ok(proved) = verify(&mutant) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            if let Err(position) = is_true(&proved.certificate, &mut searched) {
                panic!("mutant {number} of {path} is wrong at {position:?}:\n{mutant}");
            }
        }
    }
    // Some mutants are accepted, because arrows that no greedy word takes may lead anywhere.
    assert!(refused > accepted && accepted > 0, "{accepted} accepted, {refused} refused");
    println!("{accepted} accepted, {refused} refused");
}

/// Compares the set of an accepted mutant with a search over its rules; the error is the first
/// position that differs.
fn is_true(certificate: &Certificate, searched: &mut HashMap<String, Rules>) -> Result<(), Vec<i64>> {
    let bound = match (certificate.fields.len(), is_all()) {
        (1, _) => 200,
        (2, true) => 200,
        (2, false) => 30,
        (_, true) => 24,
        (_, false) => 8,
    };
    let rules = searched.entry(Rules::key(certificate)).or_insert_with(|| Rules::new(certificate));
    for position in positions(certificate.fields.len(), bound) {
        if accepts(&certificate.set, &certificate.system, &position) != rules.lost(&position) {
            return Err(position);
        }
    }
    Ok(())
}

/// The text of a certificate with one change.
fn mutant(text: &str, chance: &mut Chance) -> String {
    let mut it = Certificate::read(text).unwrap();
    let (rule, answer) = (chance.below(it.moves.len()), chance.below(it.answers.len()));
    match chance.below(19) {
        0 | 1 => flip(&mut it.set, chance),
        2 | 3 => redirect(&mut it.set, chance),
        4 => flip(&mut it.answers[answer], chance),
        5 | 6 => redirect(&mut it.answers[answer], chance),
        7 => {
            let target = chance.below(it.fields.len());
            change(&mut it.moves[rule].to[target], chance);
        }
        8 | 9 => change_formula(&mut it.moves[rule].guard, chance),
        10 => {
            let count = it.moves.len();
            it.moves.remove(rule);
            let mut at = 0;
            it.answers.retain(|_| {
                at += 1;
                (at - 1) % count != rule
            });
        }
        11 => match chance.below(3) {
            0 => it.measure.clear(),
            1 => it.measure.reverse(),
            _ => change(&mut it.measure[0], chance),
        },
        12 => {
            let numbers = if chance.below(2) == 0 { &mut it.system.recurrence } else { &mut it.system.start };
            let at = chance.below(numbers.len());
            numbers[at] += chance.below(3) as i64 - 1;
        }
        13 => {
            let other =
                if it.convention == Convention::Normal { Convention::Misere } else { Convention::Normal };
            match chance.below(3) {
                0 => it.convention = other,
                1 => end(&mut it.won, &it.fields, chance),
                _ => end(&mut it.lost, &it.fields, chance),
            }
        }
        14 => {
            let (count, lists) = (it.moves.len(), it.blocking + 1);
            match chance.below(3) {
                0 => it.answers.rotate_left(count),
                1 => {
                    it.answers.truncate(count * (lists - 1).max(1));
                    it.blocking = it.blocking.saturating_sub(1);
                }
                _ => {
                    it.answers.extend_from_within(..count);
                    it.blocking += 1;
                }
            }
        }
        15 => flip(&mut it.system.words, chance),
        16 => redirect(&mut it.system.words, chance),
        17 => return text.chars().take(chance.below(text.len())).collect(),
        _ => return typing_error(text, chance),
    }
    serde_json::to_string(&it).unwrap()
}

fn flip(automaton: &mut Automaton, chance: &mut Chance) {
    let state = chance.below(automaton.next.len()) as u32;
    match automaton.accepting.iter().position(|known| *known == state) {
        Some(at) => drop(automaton.accepting.remove(at)),
        None => automaton.accepting.push(state),
    }
}

fn redirect(automaton: &mut Automaton, chance: &mut Chance) {
    let states = automaton.next.len();
    if let Row::Dense(row) = &mut automaton.next[chance.below(states)] {
        let arrow = chance.below(row.len());
        row[arrow] = chance.below(states) as u32;
    }
}

fn change(form: &mut Linear, chance: &mut Chance) {
    let names: Vec<String> = form.0.keys().cloned().chain([String::new()]).collect();
    let name = names[chance.below(names.len())].clone();
    *form.0.entry(name).or_insert(0) += [-2, -1, 1, 2][chance.below(4)];
}

fn change_formula(formula: &mut Formula, chance: &mut Chance) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) if !parts.is_empty() => {
            let at = chance.below(parts.len());
            match chance.below(6) {
                0 => drop(parts.remove(at)),
                1 => parts[at] = Formula::Not(Box::new(parts[at].clone())),
                2 => {
                    let parts = parts.clone();
                    *formula = if matches!(formula, Formula::And(_)) {
                        Formula::Or(parts)
                    } else {
                        Formula::And(parts)
                    };
                }
                _ => change_formula(&mut parts[at], chance),
            }
        }
        Formula::Not(part) => change_formula(part, chance),
        Formula::Ge(form) if chance.below(4) == 0 => *formula = Formula::Eq(form.clone()),
        Formula::Ge(form) | Formula::Eq(form) => change(form, chance),
        Formula::Divides(modulus, form) => match chance.below(2) {
            0 => *modulus += 1,
            _ => change(form, chance),
        },
        _ => *formula = Formula::Or(Vec::new()),
    }
}

/// Adds an end, or changes it.
fn end(formula: &mut Formula, fields: &[String], chance: &mut Chance) {
    if *formula != Formula::Or(Vec::new()) {
        return change_formula(formula, chance);
    }
    let field = fields[chance.below(fields.len())].clone();
    *formula = Formula::Eq(Linear([(field, 1), (String::new(), -(chance.below(4) as i64))].into()));
}

fn typing_error(text: &str, chance: &mut Chance) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = chance.below(bytes.len());
    match chance.below(3) {
        0 => drop(bytes.remove(at)),
        1 => bytes[at] = b"0123456789-,[]{}\"ab"[chance.below(19)],
        _ => bytes.insert(at, b"0123456789-,[]{}\"ab"[chance.below(19)]),
    }
    String::from_utf8_lossy(&bytes).to_string()
}
