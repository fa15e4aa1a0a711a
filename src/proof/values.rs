//! Proves values for all sizes: for each value, the set of positions that have it. This is possible
//! if there are finitely many values and automata can read the sets.
//!
//! The sets are guessed from a table, like the lost positions. They are right if and only if three
//! conditions hold: every position is in exactly one set; no move leads from a set into itself;
//! from every position of a set, a move leads into each set of a smaller value. This follows by
//! induction over play, which terminates.

use crate::canonical::LinearRules;
use crate::decide::{is_stable, without_answer};
use crate::ir::Convention;
use crate::position::{Budget, Instance, Limit, Problem, ProblemKind};
use crate::relations::Relations;
use crate::search::{ROOM, systems};
use crate::solve::Asked;
use crate::table::{answers, as_table};
use crate::theory::automaton::{Automaton, Room, TooLarge};
use crate::theory::learn::{Machine, Numerals, learn_until};
use crate::theory::numeration::System;
use crate::value_relation::{ValueRelation, relation};
use crate::{Proof, Target};

/// Sets are tried only if all values in the table are below this number; otherwise a relation is
/// tried.
const MOST_VALUES: u64 = 12;
/// The most states that the automaton of one value may have; a table for which more are needed
/// yields no guess.
const MOST_STATES: usize = 200;
/// The sides of the tables, for one, two and three fields: a table of side `s` has all positions
/// with fields below `s`.
const SIDES: [&[usize]; 3] = [&[64, 512, 4096], &[40, 128, 320], &[12, 24]];
/// The limit of automaton steps for one guess of all sets, as a multiple of [`ROOM`].
const MORE_ROOM: u64 = 16;

/// How a search for values ended.
#[derive(Debug)]
pub enum Values {
    /// For each value from 0 on, the positions that have it.
    Proved(Vec<Proof>),
    /// A relation between the fields and the value, as one automaton.
    Related(ValueRelation),
    /// The convention is not normal play, or the rules contain `end`, so that moves alone do not
    /// determine values.
    Ends,
    /// Options may be forbidden, so positions have no values.
    Blocked,
    /// The greatest value in the table, too large for a list of sets; no relation was proved
    /// either.
    Large(u64),
    /// No guess was proved, although all positions with fields below this number were examined.
    Undecided(usize),
}

/// Searches for the values of a game under normal play, with a proof. The caller must have proved
/// that play terminates.
pub fn values(
    instance: &Instance,
    target: Target,
    rules: &LinearRules,
    budget: &Budget<'_>,
) -> Result<Values, Problem> {
    if rules.blocked > 0 {
        return Ok(Values::Blocked);
    }
    let never = |condition: &crate::canonical::Formula| condition.as_constant() == Some(false);
    if target.convention != Convention::Normal || !never(&rules.won) || !never(&rules.lost) {
        return Ok(Values::Ends);
    }
    let (tracks, mut seen) = (rules.fields.len(), 0);
    let stop = || (budget.stopper())().is_some();
    for side in SIDES[tracks - 1] {
        let table = match answers(instance, target, *side, Asked::Value, budget) {
            Ok(table) => table,
            Err(Problem {
                kind: ProblemKind::Limit(Limit::Time | Limit::Positions | Limit::Memory), ..
            }) => break,
            Err(problem) => return Err(problem),
        };
        seen = *side;
        let greatest = table.iter().copied().max().unwrap_or(0);
        if greatest >= MOST_VALUES {
            return Ok(match relation(instance, target, rules, budget) {
                Ok(Some(relation)) => Values::Related(relation),
                Ok(None) | Err(Problem { kind: ProblemKind::Limit(_), .. }) => Values::Large(greatest),
                Err(problem) => return Err(problem),
            });
        }
        for system in systems(tracks) {
            let tell = |states: usize| budget.begins(&format!("values: {states} states, {system}"));
            tell(1);
            if (budget.stopper())().is_some() {
                return Ok(Values::Undecided(seen));
            }
            let Some(numerals) = Numerals::new(&system, *side) else { continue };
            let machine = |value: u64| {
                let table = as_table(tracks, *side, &table, |found| found == value);
                learn_until(&table, &numerals, MOST_STATES, &stop, &tell).ok()
            };
            let Some(machines) = (0..=greatest).map(machine).collect::<Option<Vec<Machine>>>() else {
                continue;
            };
            if let Ok(Some(sets)) = decided(rules, &system, &machines, budget) {
                let proof = |set| Proof { rules: rules.clone(), system: system.clone(), set };
                return Ok(Values::Proved(sets.into_iter().map(proof).collect()));
            }
        }
    }
    Ok(Values::Undecided(seen))
}

/// The sets that machines 0, 1, 2 and so on accept, if they are the sets of these values; otherwise
/// `None`.
fn decided(
    rules: &LinearRules,
    system: &System,
    machines: &[Machine],
    budget: &Budget<'_>,
) -> Result<Option<Vec<Automaton>>, TooLarge> {
    let stop = || (budget.stopper())().is_some();
    let room = Room::in_system(system, MORE_ROOM * ROOM, &stop);
    let relations = Relations::new(rules, &room)?;
    let mut sets: Vec<Automaton> = Vec::new();
    let mut all = Automaton::constant(false);
    for machine in machines {
        let Some(set) = machine.automaton(&relations.fields, &room)? else { return Ok(None) };
        // No position has two values, and no move preserves the value. The loop below checks that
        // moves lead to each smaller value.
        if !all.and(&set, &room)?.is_nothing() || !is_stable(&relations, &set, &room)? {
            return Ok(None);
        }
        for smaller in &sets {
            if !without_answer(&relations, smaller, set.clone(), &room)?.is_nothing() {
                return Ok(None);
            }
        }
        all = all.or(&set, &room)?;
        sets.push(set);
    }
    Ok(all.not().is_nothing().then_some(sets))
}
