//! Searches for the set of lost positions: guesses sets from larger and larger tables, and decides
//! whether a guess is right, until one is proved or a limit is reached.

use crate::canonical::{self, LinearRules};
use crate::certificate::certificate;
use crate::counts;
use crate::decide::{Verdict, decide};
use crate::ir::Convention;
use crate::measure;
use crate::number::Int;
use crate::picture::{self, Picture};
use crate::position::{Budget, Evaluated, Instance, Limit, Problem, ProblemKind};
use crate::pushes;
use crate::redundant::{self, Redundant};
use crate::relations::{Relations, formula};
use crate::source::Span;
use crate::table::outcomes;
use crate::theory::automaton::{Automaton, Room, TooLarge, Track};
use crate::theory::learn::{Machine, Near, Numerals, Table, learn_until};
use crate::theory::numeration::System;
use crate::words;
use crate::{Proof, Target};
use num_bigint::BigUint;

/// A guess that was not proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried {
    /// The numeration system whose digits the guess reads.
    pub system: System,
    /// How many states the guess had; 0 if there was no guess.
    pub states: usize,
    /// Why the guess was rejected.
    pub why_not: WhyNot,
}

/// Why a guess was rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    /// The guess is wrong about the position with these fields, or about one of its options.
    Wrong(Vec<BigUint>),
    /// Deciding whether the guess is right needs too large automata, or a limit was reached.
    TooLarge,
    /// The best automaton found is already wrong about this position of the table.
    Differs(Vec<usize>),
    /// The table yields no automaton that is small compared with the table, the system is not
    /// supported, or the time ran out.
    NoMachine,
}

/// How a search ended.
#[derive(Debug)]
pub enum Found {
    /// The set of lost positions was found and proved.
    Proved(Box<Proof>),
    /// No guess was proved.
    Undecided {
        /// The last guess in each numeration system.
        tried: Vec<Tried>,
        /// All positions with fields below this were in the last table.
        side: usize,
        /// The limit that ended the search; `None` if the largest table was used.
        limit: Option<Limit>,
        /// The last table, with the outcomes of these positions; `None` if no table was finished.
        table: Option<Table>,
    },
}

/// Why a search has no result: the first two cases are found before it, the last also during it.
#[derive(Debug)]
pub enum Trouble {
    /// A move of this name may leave a field below 0.
    Negative(String),
    /// Deciding whether this move may leave a field below 0 needs too large automata.
    Large(String),
    /// A position could not be evaluated.
    Problem(Problem),
}

/// For one, two and three fields: the sides of the first tables, and the factor from each later
/// side to the next. A table with side `s` has all positions with fields below `s`.
const SIDES: [(&[usize], usize); 3] =
    [(&[64, 512, 4096, 32_768], 8), (&[40, 128, 320, 800, 1600], 2), (&[12, 24, 48, 96], 2)];
/// The greatest number of positions in a table.
pub const MOST_POSITIONS: usize = 1 << 24;
/// The greatest number of positions for which a table is computed by [`pushes`] although no options
/// may be forbidden.
const MOST_PUSHED: usize = 1 << 22;
/// The limit of automaton steps for each guess from the first table; if options may be forbidden,
/// the first and the second trial of a guess get a 64th and a quarter of it.
pub(crate) const ROOM: u64 = Room::STEPS;
/// The factor by which the limit of automaton steps for a guess, at first [`ROOM`], grows with each
/// table.
const MORE_ROOM: u64 = 8;
/// The limit of automaton steps for each automaton of a certificate.
pub const ROOM_FOR_WRITING: u64 = 64 * ROOM;
/// A table extends beyond the greatest field of a counterexample by one part in `MARGIN` of that
/// field.
const MARGIN: usize = 4;
/// The most states that a guess may have; a table for which more are needed yields no guess.
const MOST_STATES: usize = 600;

/// Searches for the set of lost positions, with a proof. The caller must have proved that play
/// terminates. `measure` is a linear measure, empty if none is known.
pub fn prove(
    instance: &Instance,
    target: Target,
    rules: LinearRules,
    measure: &[canonical::Form],
    budget: &Budget<'_>,
) -> Result<Found, Trouble> {
    let mut search = Search { rules, target, budget, tried: Vec::new() };
    search.keeps_naturals()?;
    let (tracks, mut next) = (search.rules.fields.len(), 0);
    let (mut room, mut seen, mut limit) = (ROOM, None, None);
    while let Some(side) = sides(tracks).find(|side| *side > seen_below(&seen)) {
        let side = search.with_counterexample(side, next, tracks);
        match search.table(instance, measure, side) {
            Ok(table) => seen = Some(table),
            Err(Problem { kind: ProblemKind::Limit(reached), .. }) => limit = Some(reached),
            Err(problem) => return Err(Trouble::Problem(problem)),
        }
        let Some(table) = seen.as_ref().filter(|_| limit.is_none()) else { break };
        if let Some((system, set)) = search.round(table, room) {
            return Ok(Found::Proved(Box::new(Proof { rules: search.rules, system, set })));
        }
        limit = (budget.stopper())();
        if limit.is_some() {
            break;
        }
        next = side;
        room = room.saturating_mul(MORE_ROOM);
    }
    let side = seen_below(&seen);
    Ok(Found::Undecided { tried: search.tried, side, limit, table: seen })
}

/// The side of the last table, 0 without one.
fn seen_below(table: &Option<Table>) -> usize {
    table.as_ref().map_or(0, |table| table.side)
}

/// The greatest side of a table with at most `MOST_POSITIONS` positions.
fn largest(tracks: usize) -> usize {
    let root = (1..).take_while(|side: &usize| side.pow(tracks as u32) <= MOST_POSITIONS);
    if tracks == 1 { MOST_POSITIONS } else { root.last().unwrap_or(1) }
}

/// The sides of the tables, ascending, up to that of the largest.
fn sides(tracks: usize) -> impl Iterator<Item = usize> {
    let (first, times) = SIDES[tracks - 1];
    let largest = largest(tracks);
    let last = first.last().copied().unwrap_or(largest);
    let later =
        std::iter::successors(Some(last), move |side| (*side < largest).then(|| (side * times).min(largest)));
    first.iter().copied().chain(later.skip(1))
}

/// Finds linear forms such that every move decreases the first form that it changes, which proves
/// that play terminates; `None` if none are found.
pub fn ends(rules: &LinearRules, budget: &Budget<'_>) -> Option<Vec<canonical::Form>> {
    let stop = || (budget.stopper())().is_some();
    measure::measure(rules, &Room::new(ROOM, &stop)).ok()?
}

/// The numeration systems in which guesses are made, in the order of trial.
pub(crate) fn systems(tracks: usize) -> Vec<System> {
    let mut systems: Vec<System> = [2, 3].map(System::base).into();
    systems.push(System::zeckendorf());
    systems.extend([2, 3, 4, 5].map(System::metallic));
    systems.extend([5, 6, 7, 10].map(System::base));
    if tracks == 3 {
        systems.push(System::tribonacci());
    } else {
        let more: [&[i64]; 5] = [&[2, 2], &[3, 2], &[3, 3], &[4, 2], &[4, 4]];
        systems.extend(more.iter().filter_map(|coefficients| System::recurrence(coefficients)));
        // The units of √3 and √21, and the square of the plastic number.
        let negative: [(&[i64], &[u64]); 3] =
            [(&[4, -1], &[1, 4]), (&[5, -1], &[1, 5]), (&[2, -1, 1], &[1, 2, 4])];
        systems.extend(
            negative.iter().filter_map(|(coefficients, start)| System::with_start(coefficients, start)),
        );
    }
    systems
}

struct Search<'a, 'b> {
    rules: LinearRules,
    target: Target,
    budget: &'a Budget<'b>,
    tried: Vec<Tried>,
}

impl Search<'_, '_> {
    /// The side of the next table: `side`, or more if a side up to `2 * side` is enough to contain
    /// the nearest counterexample outside the last table and some positions beyond it ([`MARGIN`]).
    fn with_counterexample(&self, side: usize, last: usize, tracks: usize) -> usize {
        let outside = self.tried.iter().filter_map(|tried| match &tried.why_not {
            WhyNot::Wrong(place) => {
                let greatest = usize::try_from(place.iter().max()?).ok()?;
                (greatest >= last).then_some(greatest)
            }
            _ => None,
        });
        let wanted = outside.min().map_or(side, |at| at + at / MARGIN + 1);
        if wanted <= 2 * side { side.max(wanted).min(largest(tracks)) } else { side }
    }

    /// Computes which positions with fields below `side` are lost.
    fn table(&self, instance: &Instance, measure: &[canonical::Form], side: usize) -> Evaluated<Table> {
        self.budget.begins(&format!("table of {side} rows"));
        let stop = || (self.budget.stopper())().is_some();
        // Engines examine all options of each position, which are many if a player chooses several
        // numbers.
        let has_many_options = self.rules.moves.iter().any(|rule| rule.binders.len() > 1)
            && side.checked_pow(self.rules.fields.len() as u32).is_some_and(|count| count <= MOST_PUSHED);
        if (self.rules.blocked > 0 || has_many_options)
            && let Ok(Some(table)) = pushes::outcomes(&self.rules, measure, self.target, side, &stop)
        {
            return Ok(table);
        }
        outcomes(instance, self.target, side, self.budget)
    }

    /// Checks that no move leaves a field below 0.
    fn keeps_naturals(&self) -> Result<(), Trouble> {
        let stop = || (self.budget.stopper())().is_some();
        let room = Room::new(ROOM, &stop);
        let below = |form: &canonical::Form| form.times(&Int::from(-1i64)).shifted(-1);
        for rule in self.rules.moves.iter().chain(&self.rules.negative) {
            for form in &rule.to {
                let breach = rule.guard.and(&canonical::Formula::at_least_zero(below(form)));
                match formula(&breach, &room) {
                    Ok(breach) if breach.is_nothing() => {}
                    Ok(_) => return Err(Trouble::Negative(rule.name.clone())),
                    Err(TooLarge) => {
                        return Err(match (self.budget.stopper())() {
                            Some(limit) => Trouble::Problem(Problem {
                                span: Span::default(),
                                kind: ProblemKind::Limit(limit),
                            }),
                            None => Trouble::Large(rule.name.clone()),
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Guesses from a table in each numeration system, and decides the guesses, smallest first.
    /// Returns the first one that is right, with its system; `None` if none is proved to be right.
    fn round(&mut self, table: &Table, room: u64) -> Option<(System, Automaton)> {
        let mut guesses = Vec::new();
        for system in systems(table.tracks) {
            let tell = |states: usize| self.budget.begins(&format!("guess: {states} states, {system}"));
            tell(1);
            if (self.budget.stopper())().is_some() {
                break;
            }
            let numerals = Numerals::new(&system, table.side);
            let stop = || (self.budget.stopper())().is_some();
            match numerals.map(|numerals| learn_until(table, &numerals, MOST_STATES, &stop, &tell)) {
                Some(Ok(machine)) => guesses.push((system, machine)),
                Some(Err(Some(Near { states, cell }))) => {
                    self.note(Tried { system, states, why_not: WhyNot::Differs(cell) });
                }
                _ => self.note(Tried { system, states: 0, why_not: WhyNot::NoMachine }),
            }
        }
        guesses.sort_by_key(|(_, machine)| machine.accepting.len());
        // If options are counted, right guesses are decided quickly, and wrong ones may take long.
        // So each guess first gets a small limit, and guesses that exceed this limit are tried
        // again with a greater one.
        let rooms = if self.rules.blocked > 0 { vec![room / 64, room / 4] } else { vec![room] };
        for room in rooms {
            let mut left = Vec::new();
            for (system, machine) in guesses {
                let states = machine.accepting.len();
                self.budget.begins(&format!("decide: {states} states, {system}"));
                let why_not = match self.decided(&system, &machine, room) {
                    Ok((Verdict::Right, set)) => return Some((system, set)),
                    Ok((Verdict::Wrong(place), _)) => WhyNot::Wrong(place),
                    Err(TooLarge) => {
                        left.push((system.clone(), machine));
                        WhyNot::TooLarge
                    }
                };
                self.note(Tried { system, states, why_not });
            }
            guesses = left;
        }
        None
    }

    /// Returns whether a guess is right, and its set. For a machine that is not well-formed, the
    /// verdict is [`Verdict::Wrong`] without a position.
    fn decided(
        &self,
        system: &System,
        machine: &Machine,
        steps: u64,
    ) -> Result<(Verdict, Automaton), TooLarge> {
        let stop = || (self.budget.stopper())().is_some();
        let room = Room::in_system(system, steps, &stop);
        let relations = Relations::new(&self.rules, &room)?;
        let set = machine.automaton(&relations.fields, &room)?;
        let Some(set) = set else { return Ok((Verdict::Wrong(Vec::new()), Automaton::constant(false))) };
        Ok((decide(&relations, &set, self.target.convention, &room)?, set))
    }

    /// Records the last guess in a numeration system. That there is no automaton does not replace
    /// an earlier guess.
    fn note(&mut self, tried: Tried) {
        let is_news = tried.why_not != WhyNot::NoMachine;
        match self.tried.iter_mut().find(|it| it.system == tried.system) {
            Some(place) if is_news => *place = tried,
            Some(_) => {}
            None => self.tried.push(tried),
        }
    }
}

impl Proof {
    /// The tracks of the fields: field `i` is on track `i`.
    pub fn fields(&self) -> Vec<Track> {
        (0..self.rules.fields.len() as u32).map(Track).collect()
    }

    /// For each n from 1 to `most`, the positions with moves to at least n different lost
    /// positions. `None` if automata become too large or options may be forbidden.
    pub fn winning_moves(&self, most: u64, room: &Room<'_>) -> Option<Vec<Automaton>> {
        if self.rules.blocked > 0 {
            return None;
        }
        let count = || {
            let relations = Relations::new(&self.rules, room)?;
            let live = relations.won.or(&relations.lost, room)?.not();
            counts::at_least(&relations, &self.set, &live, most, room)
        };
        count().ok()
    }

    /// A description of the lost positions in words, proved equal to the set; `None` if none is
    /// found.
    pub fn words(&self, budget: &Budget<'_>) -> Option<String> {
        let stop = || (budget.stopper())().is_some();
        words::words(self, &|| Room::in_system(&self.system, ROOM, &stop))
    }

    /// Returns the moves that can be dropped or added without changing the lost positions, as far
    /// as automata decide this within a limit.
    pub fn redundant(
        &self,
        convention: Convention,
        measure: &[canonical::Form],
        budget: &Budget<'_>,
    ) -> Redundant {
        let stop = || (budget.stopper())().is_some();
        let room = || Room::in_system(&self.system, MORE_ROOM * ROOM, &stop);
        let (can_drop, all_dropped) = redundant::can_drop(self, convention, &room());
        let arithmetic = redundant::binary(MORE_ROOM * ROOM, &stop);
        let (can_add, all_added) = redundant::can_add(self, convention, measure, &room(), &arithmetic);
        Redundant { can_drop, all_dropped, can_add, all_added }
    }

    /// A proved description of the digits of lost positions; `None` if none is found.
    pub fn digits(&self, budget: &Budget<'_>) -> Option<String> {
        let stop = || (budget.stopper())().is_some();
        words::digits(self, &Room::in_system(&self.system, ROOM, &stop)).ok()?
    }

    /// The certificate as JSON text. The error names the automaton that became too large.
    pub fn certificate(
        &self,
        game: &str,
        convention: Convention,
        measure: &[canonical::Form],
        budget: &Budget<'_>,
    ) -> Result<String, String> {
        let stop = || (budget.stopper())().is_some();
        let room = || Room::in_system(&self.system, ROOM_FOR_WRITING, &stop);
        certificate(game, convention, self, measure, &room)
    }

    /// The picture of the automaton. `game` is the name for the title; `None` if the automaton
    /// becomes too large.
    pub fn picture(&self, game: &str, budget: &Budget<'_>) -> Option<Picture> {
        let stop = || (budget.stopper())().is_some();
        picture::picture(self, game, &Room::in_system(&self.system, ROOM, &stop)).ok()
    }

    /// The first `most` lost positions, ordered by their greatest fields and then
    /// lexicographically. The second value is false if a limit was reached before `most` lost
    /// positions, or all of them, were found.
    pub fn first_lost(&self, most: usize, budget: &Budget<'_>) -> (Vec<Vec<BigUint>>, bool) {
        let stop = || (budget.stopper())().is_some();
        let room = Room::in_system(&self.system, ROOM, &stop);
        let fields: Vec<Track> = (0..self.rules.fields.len() as u32).map(Track).collect();
        self.set.members_so_far(&fields, most, &room)
    }
}
