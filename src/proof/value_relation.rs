//! Proves the values of a game as one relation: an automaton reads the fields of a position
//! together with a number, and accepts if the number is the value.
//!
//! The relation is guessed from a table. The relation is right if and only if three conditions
//! hold: each position is related to exactly one number; no move leads to a position related to the
//! same number; for each smaller number, some move leads to a position related to the smaller
//! number.

use crate::Target;
use crate::canonical::{Form, Formula, LinearRules, Name};
use crate::decide::{is_stable, without_answer};
use crate::position::{Budget, Evaluated, Instance};
use crate::relations::{Relations, formula};
use crate::search::ROOM;
use crate::solve::Asked;
use crate::table::answers;
use crate::theory::automaton::{Automaton, Room, TooLarge, Track};
use crate::theory::learn::{Numerals, Table, learn_until};
use crate::theory::numeration::System;

/// The values of a game as a relation.
#[derive(Debug)]
pub struct ValueRelation {
    /// The numeration system whose digits the automaton reads.
    pub system: System,
    /// The automaton. It reads the fields, field `i` on track `i`, and the value on track `value`.
    pub set: Automaton,
    /// The track of the value.
    pub value: Track,
    /// The value as an expression over the fields, if one is proved equal.
    pub words: Option<String>,
}

/// The sides of the tables from which relations are guessed, for one and two fields: a table of
/// side `s` has all positions with fields below `s`. Games with more fields are not tried.
const SIDES: [&[usize]; 2] = [&[64, 256], &[16, 32, 64]];
/// The most states that a guessed relation may have; a table for which more are needed yields no
/// guess.
const MOST_STATES: usize = 100;
/// The limit of automaton steps for one relation, as a multiple of [`ROOM`].
const MORE_ROOM: u64 = 16;
/// The track of the value.
const VALUE: u32 = 1 << 23;
/// The track of a smaller number, in the test of a relation.
const SMALLER: u32 = VALUE + 1;

/// Searches for the relation of the values of a game under normal play, with a proof; `None` if
/// none is found. The caller must have proved that play terminates; the rules must contain no `end`
/// and no `blocking`.
pub fn relation(
    instance: &Instance,
    target: Target,
    rules: &LinearRules,
    budget: &Budget<'_>,
) -> Evaluated<Option<ValueRelation>> {
    let fields = rules.fields.len();
    for side in SIDES.get(fields - 1).copied().unwrap_or_default() {
        let found = answers(instance, target, *side, Asked::Value, budget)?;
        let is_value = |cell: usize| found[cell / side] == (cell % side) as u64;
        let holds = (0..found.len() * side).map(is_value).collect();
        let table = Table { tracks: fields + 1, side: *side, holds };
        for system in [System::base(2), System::base(3), System::zeckendorf()] {
            let stop = || (budget.stopper())().is_some();
            if stop() {
                return Ok(None);
            }
            let tell = |states: usize| budget.begins(&format!("values: {states} states, {system}"));
            tell(1);
            let Some(numerals) = Numerals::new(&system, *side) else { continue };
            let Ok(machine) = learn_until(&table, &numerals, MOST_STATES, &stop, &tell) else { continue };
            let room = Room::in_system(&system, MORE_ROOM * ROOM, &stop);
            let tracks: Vec<Track> = (0..fields as u32).chain([VALUE]).map(Track).collect();
            let Ok(Some(set)) = machine.automaton(&tracks, &room) else { continue };
            if is_right(rules, &set, &room) == Ok(true) {
                let words = words(rules, &set, &room).unwrap_or_default();
                return Ok(Some(ValueRelation { value: Track(VALUE), set, system, words }));
            }
        }
    }
    Ok(None)
}

/// Whether a relation relates each position to its value and to no other number, if the rules
/// contain no `end` and no `blocking`.
fn is_right(rules: &LinearRules, set: &Automaton, room: &Room<'_>) -> Result<bool, TooLarge> {
    let relations = Relations::new(rules, room)?;
    let form = |track: u32| Form::unknown(Name(track));
    let less = formula(&Formula::at_least_zero(form(VALUE).sub(&form(SMALLER)).shifted(-1)), room)?;
    let smaller = set.renamed(|track| if track.0 == VALUE { Track(SMALLER) } else { track });
    let is_total = set.exists(Track(VALUE), room)?.not().is_nothing();
    let below = set.and(&less, room)?;
    let is_unique = below.and(&smaller, room)?.is_nothing();
    Ok(is_total
        && is_unique
        && is_stable(&relations, set, room)?
        && without_answer(&relations, &smaller, below, room)?.is_nothing())
}

/// Returns an expression that is proved equal to the value: the nim-sum or the sum of the fields;
/// `None` if the value is neither.
fn words(rules: &LinearRules, set: &Automaton, room: &Room<'_>) -> Result<Option<String>, TooLarge> {
    let names = &rules.fields;
    let fields: Vec<u32> = (0..names.len() as u32).collect();
    if set.system().is_base(2) {
        let columns = fields.iter().copied().chain([VALUE]).map(Track).collect();
        if Automaton::even_columns(columns, room)?.same(set, room)? {
            return Ok(Some(names.join(" xor ")));
        }
    }
    let sum = fields.iter().fold(Form::default(), |sum, field| sum.add(&Form::unknown(Name(*field))));
    let is_sum = formula(&Formula::zero(sum.sub(&Form::unknown(Name(VALUE)))), room)?.same(set, room)?;
    Ok(is_sum.then(|| names.join(" + ")))
}
