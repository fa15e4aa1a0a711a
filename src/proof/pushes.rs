//! Computes tables of outcomes from the moves as relations, for games in which options may be
//! forbidden or positions have many options. Positions are decided in an order in which options
//! come first; each lost position is then counted at all positions that have it as an option. This
//! is fast if few positions are lost.

use crate::Target;
use crate::canonical::{Form, Formula, LinearRules, Name};
use crate::ir::Convention;
use crate::number::Int;
use crate::redundant::binary;
use crate::relations::{Relations, Step, formula};
use crate::theory::automaton::{Automaton, Room, TooLarge, Track};
use crate::theory::learn::Table;

/// Which positions with fields below `side` are lost. `None` if a move may increase a field, no
/// measure is known, or the convention is not supported; then an engine has to compute the table.
pub fn outcomes(
    rules: &LinearRules,
    measure: &[Form],
    target: Target,
    side: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Table>, TooLarge> {
    let room = binary(Room::STEPS, stop);
    if measure.is_empty() || target.convention == Convention::Anti || raises(rules, &room)? {
        return Ok(None);
    }
    let relations = Relations::new(rules, &room)?;
    let walks = relations.steps.iter().map(|step| (step, Walk::new(&step.relation, side))).collect();
    let cells = Cells { tracks: rules.fields.len(), side };
    let mut order: Vec<usize> = (0..cells.count()).collect();
    let heights: Vec<Vec<Int>> = order.iter().map(|cell| height(measure, &cells.fields(*cell))).collect();
    order.sort_by(|a, b| heights[*a].cmp(&heights[*b]));
    let count = order.len();
    let misere = target.convention == Convention::Misere;
    let mut sweep = Sweep {
        relations: &relations,
        walks,
        cells,
        misere,
        holds: vec![false; count],
        lost: vec![0; count],
        seen: vec![u32::MAX; count],
    };
    for (turn, cell) in order.into_iter().enumerate() {
        if turn % 1024 == 0 && stop() {
            return Err(TooLarge);
        }
        sweep.decide(cell);
    }
    Ok(Some(Table { tracks: rules.fields.len(), side, holds: sweep.holds }))
}

/// Whether some move may increase a field.
fn raises(rules: &LinearRules, room: &Room<'_>) -> Result<bool, TooLarge> {
    for rule in &rules.moves {
        for (at, form) in rule.to.iter().enumerate() {
            let rise = form.sub(&Form::unknown(Name(at as u32))).shifted(-1);
            if !formula(&rule.guard.and(&Formula::at_least_zero(rise)), room)?.is_nothing() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// A table that is filled position by position, ascending by the measure, so that options are
/// decided before the positions that lead to them.
struct Sweep<'r> {
    relations: &'r Relations,
    walks: Vec<(&'r Step, Walk)>,
    cells: Cells,
    misere: bool,
    /// For each position, whether it is lost; `false` until the position is decided.
    holds: Vec<bool>,
    /// For each position, how many of its lost options were found.
    lost: Vec<u32>,
    /// For each position, the last lost option that was counted, or `u32::MAX`.
    seen: Vec<u32>,
}

impl Sweep<'_> {
    /// Decides a position. If the position is lost, adds 1 to the number of lost options of each
    /// position that has it as an option.
    fn decide(&mut self, cell: usize) {
        let fields = self.cells.fields(cell);
        if !self.is_lost(cell, &fields) {
            return;
        }
        self.holds[cell] = true;
        let (lost, seen) = (&mut self.lost, &mut self.seen);
        for (step, walk) in &self.walks {
            walk.each(step, &self.cells, (None, Some(&fields)), &mut |from, _| {
                // Two moves to one position are one option.
                if seen[from] != cell as u32 {
                    seen[from] = cell as u32;
                    lost[from] += 1;
                }
                true
            });
        }
    }

    /// Whether a position is lost, after all its options are decided.
    fn is_lost(&self, cell: usize, fields: &[u64]) -> bool {
        let is_in = |end: &Automaton| {
            end.holds(&end.tracks().iter().map(|it| fields[it.0 as usize]).collect::<Vec<_>>())
        };
        if is_in(&self.relations.won) || is_in(&self.relations.lost) {
            return !is_in(&self.relations.won);
        }
        let is_open = |to: usize| !self.holds[to];
        // Under misère play, a position without an option that is not lost is won: the opponent has
        // to leave an option, and a player without options wins.
        let mut walks = self.walks.iter();
        u64::from(self.lost[cell]) <= self.relations.blocked
            && (!self.misere
                || walks.any(|(step, walk)| walk.some_option(step, &self.cells, fields, &is_open)))
    }
}

/// Numbers the positions with fields below `side`; the last field varies fastest.
struct Cells {
    tracks: usize,
    side: usize,
}

impl Cells {
    fn count(&self) -> usize {
        self.side.pow(self.tracks as u32)
    }

    fn fields(&self, mut cell: usize) -> Vec<u64> {
        let mut fields = vec![0; self.tracks];
        for field in fields.iter_mut().rev() {
            *field = (cell % self.side) as u64;
            cell /= self.side;
        }
        fields
    }

    /// The number of a position; `None` if a field is not below `side`.
    fn cell(&self, fields: &[u64]) -> Option<usize> {
        let inside = fields.iter().all(|field| *field < self.side as u64);
        inside.then(|| fields.iter().fold(0, |cell, field| cell * self.side + *field as usize))
    }
}

/// Returns the values of the forms of a measure at a position.
fn height(measure: &[Form], fields: &[u64]) -> Vec<Int> {
    measure.iter().map(|part| part.at(|name| Int::from(fields[name.0 as usize]))).collect()
}

/// One of the numbers of a step: its index in the list `numbers`, and the index of its track among
/// the tracks of the relation.
type Place = (usize, usize);

/// The relation of a step in base 2, whose members can be listed.
struct Walk {
    tracks: Vec<Track>,
    /// For each state, the next state for each letter.
    next: Vec<Vec<usize>>,
    accepting: Vec<bool>,
    /// For each state, whether an accepting state can be reached.
    alive: Vec<bool>,
    /// How many binary digits are read: enough for all numbers below the side of the table.
    digits: u32,
}

impl Walk {
    fn new(relation: &Automaton, side: usize) -> Walk {
        let states = relation.states();
        let next: Vec<Vec<usize>> = (0..states).map(|state| relation.arrows(state).collect()).collect();
        let accepting: Vec<bool> = (0..states).map(|state| relation.is_accepting(state)).collect();
        let mut alive = accepting.clone();
        let mut dead = usize::MAX;
        while dead != alive.iter().filter(|it| !**it).count() {
            dead = alive.iter().filter(|it| !**it).count();
            for state in 0..states {
                alive[state] |= next[state].iter().any(|to| alive[*to]);
            }
        }
        Walk { tracks: relation.tracks().to_vec(), next, accepting, alive, digits: side.ilog2() + 1 }
    }

    /// Whether a position has an option, below `side` in all fields, for which `is_so` holds.
    fn some_option(&self, step: &Step, cells: &Cells, from: &[u64], is_so: &dyn Fn(usize) -> bool) -> bool {
        let mut any = false;
        self.each(step, cells, (Some(from), None), &mut |_, to| {
            any |= is_so(to);
            !any
        });
        any
    }

    /// Visits the pairs of position and option of a step whose fields are below `side`, from one
    /// position or to one, until the visitor returns false.
    fn each(
        &self,
        step: &Step,
        cells: &Cells,
        (from, to): (Option<&[u64]>, Option<&[u64]>),
        visit: &mut dyn FnMut(usize, usize) -> bool,
    ) {
        // The tracks of the step, each with its number if it is given: the fields before and after
        // the move. An unchanged field has only one track.
        let mut tracks: Vec<(Track, Option<u64>)> = Vec::new();
        for at in 0..cells.tracks {
            let (before, after) = (Track(at as u32), step.to[at]);
            let known = |numbers: Option<&[u64]>| numbers.map(|numbers| numbers[at]);
            if before == after {
                tracks.push((before, known(from).or(known(to))));
            } else {
                tracks.push((before, known(from)));
                tracks.push((after, known(to)));
            }
        }
        let mut numbers: Vec<u64> = tracks.iter().map(|it| it.1.unwrap_or(0)).collect();
        let read: Vec<Option<usize>> =
            tracks.iter().map(|it| self.tracks.iter().position(|track| *track == it.0)).collect();
        // The relation does not depend on tracks that it does not read, so all numbers are tried on
        // these tracks.
        let free: Vec<usize> = (0..tracks.len()).filter(|at| tracks[*at].1.is_none()).collect();
        let unread: Vec<usize> = free.iter().copied().filter(|at| read[*at].is_none()).collect();
        let sought: Vec<(usize, usize)> =
            free.iter().filter_map(|at| read[*at].map(|place| (*at, place))).collect();
        let given: Vec<(usize, usize)> = (0..tracks.len())
            .filter(|at| tracks[*at].1.is_some())
            .filter_map(|at| read[at].map(|place| (at, place)))
            .collect();
        let of = |track: Track, numbers: &[u64]| {
            let at = tracks.iter().position(|it| it.0 == track).unwrap_or_default();
            numbers[at]
        };
        let mut ready = |numbers: &mut Vec<u64>| {
            let before: Vec<u64> = (0..cells.tracks as u32).map(|at| of(Track(at), numbers)).collect();
            let after: Vec<u64> = step.to.iter().map(|track| of(*track, numbers)).collect();
            match (cells.cell(&before), cells.cell(&after)) {
                (Some(before), Some(after)) => visit(before, after),
                _ => true,
            }
        };
        let mut done = |numbers: &mut Vec<u64>| every(&unread, cells.side as u64, numbers, &mut ready);
        self.down(0, self.digits, (&given, &sought), &mut numbers, &mut done);
    }

    /// Reads the remaining `left` digits, the highest first, trying both digits for sought numbers.
    /// Calls `done` for each member that is found, and stops when `done` returns false. Returns
    /// whether `done` never returned false.
    fn down(
        &self,
        state: usize,
        left: u32,
        (given, sought): (&[Place], &[Place]),
        numbers: &mut Vec<u64>,
        done: &mut dyn FnMut(&mut Vec<u64>) -> bool,
    ) -> bool {
        if !self.alive[state] {
            return true;
        }
        let Some(digit) = left.checked_sub(1) else {
            return !self.accepting[state] || done(numbers);
        };
        let known: usize =
            given.iter().map(|(at, place)| ((numbers[*at] >> digit & 1) as usize) << place).sum();
        for choice in 0..1usize << sought.len() {
            let mut letter = known;
            for (bit, (at, place)) in sought.iter().enumerate() {
                let one = choice >> bit & 1;
                letter |= one << place;
                numbers[*at] = numbers[*at] & !(1 << digit) | (one as u64) << digit;
            }
            if !self.down(self.next[state][letter], digit, (given, sought), numbers, done) {
                return false;
            }
        }
        true
    }
}

/// Calls `done` with all combinations of numbers below `side` at the given indices, until `done`
/// returns false. Returns whether `done` never returned false.
fn every(
    places: &[usize],
    side: u64,
    numbers: &mut Vec<u64>,
    done: &mut dyn FnMut(&mut Vec<u64>) -> bool,
) -> bool {
    let Some((first, rest)) = places.split_first() else { return done(numbers) };
    (0..side).all(|number| {
        numbers[*first] = number;
        every(rest, side, numbers, done)
    })
}
