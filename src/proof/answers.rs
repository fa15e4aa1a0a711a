//! Answers questions about single positions of any size from a proved set of lost positions.

use crate::Proof;
use crate::canonical::{Move, Name};
use crate::certificate::answer;
use crate::ir::{Convention, Value};
use crate::model::lost::{LostSet, Win};
use crate::number::Int;
use crate::position::Budget;
use crate::reason::reason;
use crate::relations::track;
use crate::search::ROOM;
use crate::theory::automaton::{Automaton, Room, Track};
use num_bigint::{BigInt, BigUint};
use std::sync::OnceLock;

/// The limit of automaton steps for the automaton of one move's winning choices, and for reading
/// the digits of a position with it.
const ROOM_FOR_A_MOVE: u64 = 64 * ROOM;

/// The most columns that are shown in full: one for the first state, and one for each digit. Of
/// more columns, only the first and the last [`SHOWN`] are shown.
const MOST_COLUMNS: usize = 24;
/// How many columns are shown at each end if some are omitted.
const SHOWN: usize = 8;

/// Answers questions about positions from a proved set of lost positions.
#[derive(Debug)]
pub struct Answers {
    /// The set of lost positions, and the rules for which it was proved.
    pub proof: Proof,
    convention: Convention,
    /// For each move of the rules, an automaton that reads the fields and the binders, and accepts
    /// them if the move exists and wins; `None` if the automaton is too large. Computed on demand.
    wins: Vec<OnceLock<Option<Automaton>>>,
}

impl Answers {
    /// Answers questions about play under the convention of a proof.
    pub fn new(proof: Proof, convention: Convention) -> Answers {
        let wins = proof.rules.moves.iter().map(|_| OnceLock::new()).collect();
        Answers { proof, convention, wins }
    }

    /// Returns the fields of a state as naturals, in their order; `None` if one is not a natural,
    /// or the state has another number of fields than the rules.
    fn numbers(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        let number = |value: &Value| match value {
            Value::Int(int) => BigUint::try_from(int.to_big()).ok(),
            _ => None,
        };
        let numbers = state.iter().map(number).collect::<Option<Vec<BigUint>>>()?;
        (numbers.len() == self.proof.rules.fields.len()).then_some(numbers)
    }

    /// Whether the position with these fields is lost.
    fn holds(&self, numbers: &[BigUint]) -> bool {
        let set = &self.proof.set;
        let read = set.tracks().iter().map(|track| &numbers[track.0 as usize]);
        let words: Option<Vec<u64>> = read.clone().map(|number| u64::try_from(number).ok()).collect();
        match words {
            Some(words) => set.holds(&words),
            None => set.holds_for(&read.cloned().collect::<Vec<_>>()),
        }
    }

    /// Whether an `end` rule applies to the position, so that play is over.
    fn is_over(&self, numbers: &[BigUint]) -> bool {
        let value = |name: Name| int(&numbers[name.0 as usize]);
        let rules = &self.proof.rules;
        rules.won.holds(&value) || rules.lost.holds(&value)
    }

    /// Returns the values of the binders for which move `at` wins, in as few digits as possible,
    /// and the fields of the target. `None` if no choice wins or a limit is reached.
    fn win(
        &self,
        at: usize,
        numbers: &[BigUint],
        budget: &Budget<'_>,
    ) -> Option<(Vec<BigUint>, Vec<BigUint>)> {
        let rule = &self.proof.rules.moves[at];
        let stop = || (budget.stopper())().is_some();
        let room = || Room::in_system(&self.proof.system, ROOM_FOR_A_MOVE, &stop);
        let wins = match self.wins[at].get() {
            Some(wins) => wins.as_ref(),
            None => {
                let found = answer(&self.proof, rule, &room()).ok();
                if found.is_none() && stop() {
                    return None;
                }
                self.wins[at].get_or_init(|| found).as_ref()
            }
        }?;
        let given: Vec<(Track, BigUint)> =
            numbers.iter().enumerate().map(|(at, number)| (Track(at as u32), number.clone())).collect();
        let binders: Vec<Track> = rule.binders.iter().map(|it| track(it.0)).collect();
        let chosen = wins.witness(&given, &binders, &room()).ok()??;
        let to = target(rule, numbers, &chosen)?;
        // A move whose target is not in the set does not win, and is not returned.
        self.holds(&to).then_some((chosen, to))
    }
}

/// The target of a move for some values of its binders; `None` if the guard does not hold or a
/// field becomes negative.
fn target(rule: &Move, numbers: &[BigUint], chosen: &[BigUint]) -> Option<Vec<BigUint>> {
    let value = |name: Name| match numbers.get(name.0 as usize) {
        Some(number) => int(number),
        None => {
            let place = rule.binders.iter().position(|binder| binder.0 == name);
            place.map_or(Int::ZERO, |place| int(&chosen[place]))
        }
    };
    let natural = |number: Int| BigUint::try_from(number.to_big()).ok();
    if !rule.guard.holds(&value) {
        return None;
    }
    rule.to.iter().map(|form| natural(form.at(value))).collect()
}

fn int(number: &BigUint) -> Int {
    Int::from(BigInt::from(number.clone()))
}

impl LostSet for Answers {
    fn is_lost(&self, state: &[Value]) -> Option<bool> {
        self.numbers(state).map(|numbers| self.holds(&numbers))
    }

    fn winning(&self, state: &[Value], budget: &Budget<'_>) -> Vec<Win> {
        let Some(numbers) = self.numbers(state).filter(|numbers| !self.is_over(numbers)) else {
            return Vec::new();
        };
        let mut wins: Vec<(Vec<BigUint>, Win)> = Vec::new();
        for (at, rule) in self.proof.rules.moves.iter().enumerate() {
            if let Some((chosen, to)) = self.win(at, &numbers, budget) {
                let to: Vec<Value> = to.iter().map(|number| Value::Int(int(number))).collect();
                if wins.iter().all(|(_, win)| win.to != to) {
                    wins.push((chosen, Win { rule: rule.name.clone(), to }));
                }
            }
        }
        wins.sort_by_cached_key(|(chosen, _)| chosen.iter().max().cloned());
        wins.into_iter().map(|(_, win)| win).collect()
    }

    fn why(&self, state: &[Value]) -> Option<String> {
        let numbers = self.numbers(state)?;
        let (set, system) = (&self.proof.set, &self.proof.system);
        let fields = &self.proof.rules.fields;
        let right = match self.proof.rules.blocked {
            0 => reason(&self.proof.rules, self.convention),
            most => format!(
                "it is right about every position\n\
                 about whose options it is right, of which the opponent may forbid {most}"
            ),
        };
        let mut out = format!(
            "An automaton with {} states accepts exactly the lost positions:\n{right},\nwhich automata decide (Büchi 1960).\n\
             It reads digits in {system}, the highest first.\n",
            set.states()
        );
        let read: Vec<usize> = set.tracks().iter().map(|track| track.0 as usize).collect();
        let in_order: Vec<BigUint> = read.iter().map(|field| numbers[*field].clone()).collect();
        let mut states: Vec<usize> = set.run(&in_order);
        if states.len() == 1 {
            // The number 0 has no digits. A digit 0 is shown for it, which does not change the
            // state.
            states.extend(set.arrows(states[0]).next().filter(|_| !read.is_empty()));
        }
        let states: Vec<String> = states.iter().map(ToString::to_string).collect();
        let mut rows: Vec<(&str, Vec<String>)> = Vec::new();
        for (field, number) in read.iter().zip(&in_order) {
            let word = system.digits(number);
            let zeros = std::iter::repeat_n(0, states.len() - 1 - word.len());
            let digits = zeros.chain(word).map(|digit| digit.to_string());
            rows.push((&fields[*field], std::iter::once(String::new()).chain(digits).collect()));
        }
        let last = states[states.len() - 1].clone();
        rows.push(("states", states));
        out.push_str(&columns(&rows));
        let verdict = match self.holds(&numbers) {
            true => "which accepts: the player to move loses",
            false => "which does not accept: the player to move wins",
        };
        out.push_str(&format!("It ends in state {last}, {verdict}.\n"));
        Some(out)
    }
}

/// Writes a table as text: each row is a name and aligned cells. The middle of long rows is
/// omitted.
fn columns(rows: &[(&str, Vec<String>)]) -> String {
    let length = rows.iter().map(|row| row.1.len()).max().unwrap_or(0);
    let is_left_out = |at: usize| length > MOST_COLUMNS && (SHOWN..length - SHOWN).contains(&at);
    let widest =
        |texts: &mut dyn Iterator<Item = &str>| texts.map(|it| it.chars().count()).max().unwrap_or(0);
    let names = widest(&mut rows.iter().map(|row| row.0));
    let mut out = String::new();
    for (name, cells) in rows {
        let mut line = format!("{name:<names$} ");
        for (at, cell) in cells.iter().enumerate() {
            if !is_left_out(at) {
                let width = widest(&mut rows.iter().map(|row| row.1[at].as_str()));
                line.push_str(&format!(" {cell:>width$}"));
            } else if at == SHOWN {
                line.push_str(" …");
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    if length > MOST_COLUMNS {
        out.push_str(&format!("({} digits are left out)\n", length - 2 * SHOWN));
    }
    out
}
