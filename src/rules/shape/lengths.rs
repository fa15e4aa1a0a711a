//! Recognises games in which all plays from a position have odd length, or all have even length,
//! and finds which from the kinds of the fields.

use super::Shapes;
use super::descent::{Step, falls};
use super::presburger::{Defined, Definer, Linear, MoveRelation, Parts, Sign, Stuck};
use crate::ir::GameId;
use crate::number::Int;
use crate::position::Budget;
use crate::theory::automaton::{Automaton, Room, Track};
use num_bigint::BigUint;

/// For each combination of kinds of the fields, the parity of all plays from the states of these
/// kinds: all plays have odd length, or all have even length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lengths {
    /// How the values of each field are divided into kinds.
    pub kinds: Kinds,
    /// For each tuple of kinds, in lexicographic order, whether the length is odd.
    pub odd: Vec<bool>,
}

/// Kinds of naturals: each small natural is its own kind, the others are classified by their remainders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds {
    /// How many of the smallest numbers are kinds by themselves.
    pub apart: u64,
    /// The number of kinds of the other numbers: the kind of `n` is `apart` plus the remainder of
    /// `n - apart` modulo this number.
    pub modulus: u64,
}

/// The pairs (`apart`, `modulus`) of [`Kinds`] that are tried, in this order.
const KINDS: [(u64, u64); 10] =
    [(0, 2), (1, 2), (0, 4), (2, 2), (1, 4), (0, 3), (0, 6), (1, 3), (1, 6), (0, 8)];
/// The most combinations of kinds, before and after one move, that are examined; [`Kinds`] that
/// need more are refused.
const MOST_COMBINED: usize = 1000;
/// The most tuples of kinds: an equation is a `u128` with a bit for each tuple, and one bit for the
/// sum. [`Kinds`] with more tuples are refused.
const MOST_CLASSES: u64 = 127;
/// The most fields of a game; games with more are not examined.
const MOST_FIELDS: usize = 6;
/// The most components of a target; games with a larger target are refused.
const MOST_PARTS: usize = 4;

impl Kinds {
    /// Returns the number of kinds.
    fn count(self) -> u64 {
        self.apart + self.modulus
    }

    /// Returns the kind of a natural: below `apart` the number itself.
    pub fn of(self, natural: &BigUint) -> u64 {
        let Self { apart, modulus } = self;
        match u64::try_from(natural) {
            Ok(small) if small < apart => small,
            _ => apart + u64::try_from((natural - apart) % modulus).unwrap_or_default(),
        }
    }
}

impl Lengths {
    /// Whether the remaining play has odd length from a state whose fields have these kinds; `None`
    /// if there is no such tuple of kinds.
    pub fn is_odd(&self, kinds: impl Iterator<Item = u64>) -> Option<bool> {
        let class = kinds.fold(0, |class, kind| class * self.kinds.count() + kind);
        self.odd.get(usize::try_from(class).ok()?).copied()
    }
}

/// Returns the lengths; `None` unless play provably ends and the kinds of the fields determine
/// whether the lengths are odd.
pub fn recognise(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Lengths> {
    if shapes.instance.fields[game.index()].len() > MOST_FIELDS {
        return None;
    }
    shapes.examine(game, budget, |definer, move_relation| {
        let game = Game::new(definer, move_relation, game)?;
        let mut kinds = KINDS.iter().map(|(apart, modulus)| Kinds { apart: *apart, modulus: *modulus });
        let found = kinds.find_map(|kinds| game.lengths(kinds, definer.room).ok().flatten());
        found.ok_or(Stuck::Undefinable)
    })
}

/// The moves of a game all of whose targets consist of its own components.
struct Game {
    fields: Vec<Track>,
    moves: Vec<Parts>,
    /// The positions without a move.
    over: Automaton,
}

impl Game {
    /// Prepares the moves; fails unless there are some, each leads to at most [`MOST_PARTS`]
    /// components of the game itself, no rule ends play, and play provably ends.
    fn new(definer: &Definer<'_>, move_relation: &MoveRelation, game: GameId) -> Defined<Game> {
        let own =
            |parts: &Parts| parts.parts.len() <= MOST_PARTS && parts.parts.iter().all(|part| part.0 == game);
        if !move_relation.won.is_nothing()
            || !move_relation.lost.is_nothing()
            || !move_relation.moves.iter().all(own)
        {
            return Err(Stuck::Undefinable);
        }
        let from: Vec<Linear> = move_relation.fields.iter().map(|track| Linear::unknown(*track)).collect();
        let steps: Vec<Step> = move_relation
            .moves
            .iter()
            .flat_map(|parts| parts.parts.iter().map(|(_, to)| (to, &parts.when)))
            .map(|(to, when)| Step { from: from.clone(), to: to.clone(), when: when.clone() })
            .collect();
        if move_relation.moves.is_empty() || !falls(&steps, definer.room)? {
            return Err(Stuck::Undefinable);
        }
        let mut over = move_relation.states.clone();
        for parts in &move_relation.moves {
            let from = definer.hide(parts.when.clone(), &parts.fresh)?;
            over = over.and(&from.not(), definer.room)?;
        }
        Ok(Game { fields: move_relation.fields.clone(), moves: move_relation.moves.clone(), over })
    }

    /// Returns the lengths; `None` if these kinds do not determine whether lengths are odd.
    fn lengths(&self, kinds: Kinds, room: &Room<'_>) -> Defined<Option<Lengths>> {
        let fields = self.fields.len() as u32;
        let classes = kinds.count().checked_pow(fields).filter(|classes| *classes <= MOST_CLASSES);
        let Some(classes) = classes else { return Ok(None) };
        let mut equations = Equations { solved: vec![0; classes as usize], total: 1 << classes };
        // In positions without a move, the number of remaining moves is 0.
        let own: Vec<Linear> = self.fields.iter().map(|track| Linear::unknown(*track)).collect();
        for (class, _) in classed(&own, kinds, &self.over, room)? {
            if !equations.add(1 << class) {
                return Ok(None);
            }
        }
        for parts in &self.moves {
            let mut found: Vec<(u128, Automaton)> = vec![(equations.total, parts.when.clone())];
            for numbers in std::iter::once(&own).chain(parts.parts.iter().map(|part| &part.1)) {
                let mut next = Vec::new();
                for (equation, here) in found {
                    for (class, here) in classed(numbers, kinds, &here, room)? {
                        // An unknown that occurs twice cancels, because equations are modulo 2.
                        next.push((equation ^ 1 << class, here));
                    }
                }
                if next.len() > MOST_COMBINED {
                    return Ok(None);
                }
                found = next;
            }
            if found.into_iter().any(|(equation, _)| !equations.add(equation)) {
                return Ok(None);
            }
        }
        Ok(Some(Lengths { kinds, odd: equations.solution() }))
    }
}

/// Returns the tuples of kinds that some numbers have within a relation, by their places in
/// lexicographic order, and where each occurs.
fn classed(
    numbers: &[Linear],
    kinds: Kinds,
    within: &Automaton,
    room: &Room<'_>,
) -> Defined<Vec<(u64, Automaton)>> {
    let mut found = vec![(0, within.clone())];
    for number in numbers {
        let mut next = Vec::new();
        for kind in 0..kinds.count() {
            let has = is_of_kind(number, kind, kinds, room)?;
            for (class, here) in &found {
                let here = here.and(&has, room)?;
                if !here.is_nothing() {
                    next.push((class * kinds.count() + kind, here));
                }
            }
        }
        found = next;
    }
    Ok(found)
}

/// The condition that a natural is of a kind.
fn is_of_kind(number: &Linear, kind: u64, kinds: Kinds, room: &Room<'_>) -> Defined<Automaton> {
    /// A track for the quotient, which nothing else uses.
    const QUOTIENT: Track = Track(u32::MAX - 4);
    let rest = number.sub(&Linear::constant(Int::from(kind)));
    if kind < kinds.apart {
        return Ok(rest.is_zero(room)?);
    }
    let rest = rest.sub(&Linear::unknown(QUOTIENT).times(&Int::from(kinds.modulus)));
    Ok(rest.is_zero(room)?.exists(QUOTIENT, room)?)
}

/// Linear equations modulo 2. An equation has a bit for each unknown that occurs in it, and the bit
/// `total` if the sum of these unknowns is 1.
struct Equations {
    /// For each unknown, the equation that is solved for this unknown, or 0. The equation contains
    /// no other unknown for which an equation is solved.
    solved: Vec<u128>,
    /// The bit that stands for the sum of the unknowns; it is above the bits of all unknowns.
    total: u128,
}

impl Equations {
    /// Adds an equation; returns whether there still is a solution.
    fn add(&mut self, mut equation: u128) -> bool {
        for (unknown, solved) in self.solved.iter().enumerate() {
            if equation >> unknown & 1 == 1 && *solved != 0 {
                equation ^= solved;
            }
        }
        let first = (equation & (self.total - 1)).trailing_zeros() as usize;
        if equation & (self.total - 1) == 0 {
            return equation == 0;
        }
        for solved in &mut self.solved {
            if *solved >> first & 1 == 1 {
                *solved ^= equation;
            }
        }
        self.solved[first] = equation;
        true
    }

    /// Returns the solution in which every free unknown is 0.
    fn solution(&self) -> Vec<bool> {
        self.solved.iter().map(|solved| solved & self.total != 0).collect()
    }
}
