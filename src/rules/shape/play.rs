//! Follows all play from a position, and lists the positions that play can reach.
//!
//! A position is identified with the set of its options. Two positions whose options are equal are
//! the same game, however their states are written; [`Games`] gives them one number.

mod games;

pub use games::Games;

use crate::ir::value::{Component, Sum};
use crate::position::{Budget, Evaluator, Flow, Instance};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The most positions examined; play with more is [`Unfinished`].
const MOST_POSITIONS: usize = 20_000;
/// The most options examined, over all positions; play with more is [`Unfinished`].
const MOST_OPTIONS: usize = 200_000;
/// The most options that one position may have; play with a position that has more is
/// [`Unfinished`].
const MOST_OF_ONE: usize = 64;

/// For a component, whether an `end` of the rules wins (`true`) or loses, if one applies, and the
/// targets of its moves.
type Local = (Option<bool>, Vec<Sum>);

/// What numbering has found out about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    New,
    /// The options of the position are being examined.
    Open,
    /// The number of the position; `None` if it is none of the games that have numbers.
    Known(Option<u32>),
}

/// Play was not followed to its end, because it is too long, a rule has no value, or a position
/// repeats.
#[derive(Debug)]
pub struct Unfinished;

/// The positions that were reached so far, with their options.
pub struct Play<'a, 'b> {
    evaluator: Evaluator<'a, 'b>,
    /// The index of each position in `positions`, `options`, `ends` and `seen`.
    places: FxHashMap<Sum, usize>,
    positions: Vec<Sum>,
    /// The options of each position; `None` until they are examined.
    options: Vec<Option<Vec<usize>>>,
    /// For each position that is a single component, whether an `end` of the rules wins (`true`) or
    /// loses; `None` if none applies.
    ends: Vec<Option<bool>>,
    seen: Vec<Seen>,
    /// The options of components, with the ends that rules state.
    local: FxHashMap<Component, Rc<Local>>,
    /// How many more options may be examined.
    room: usize,
    /// Whether some `end` applies to a component that is part of a sum.
    ends_in_sums: bool,
    /// Whether such an `end` wins.
    wins_in_sums: bool,
}

impl<'a, 'b> Play<'a, 'b> {
    /// A play without positions yet.
    pub fn new(instance: &'a Instance, budget: &'a Budget<'b>) -> Play<'a, 'b> {
        Play {
            evaluator: Evaluator::new(instance, budget),
            places: FxHashMap::default(),
            positions: Vec::new(),
            options: Vec::new(),
            ends: Vec::new(),
            seen: Vec::new(),
            local: FxHashMap::default(),
            room: MOST_OPTIONS,
            ends_in_sums: false,
            wins_in_sums: false,
        }
    }

    /// Finds all positions that play can reach from a position.
    pub fn follow(&mut self, from: &Sum) -> Result<(), Unfinished> {
        let from = self.place(from.clone());
        let mut pending = vec![from];
        while let Some(at) = pending.pop() {
            if self.options[at].is_none() {
                self.open(at)?;
                pending.extend(self.options(at));
            }
        }
        Ok(())
    }

    /// Forgets the ends of the rules: each position that an `end` decides becomes a position
    /// without moves, which the convention decides.
    pub fn forget_ends(&mut self) {
        self.ends.fill(None);
    }

    /// Returns the places of a position's options; empty if the position was not followed.
    pub fn options(&self, place: usize) -> &[usize] {
        self.options[place].as_deref().unwrap_or_default()
    }

    /// Each position that was followed, with its options.
    pub fn followed(&self) -> impl Iterator<Item = (&Sum, impl Iterator<Item = &Sum>)> {
        let options = self.options.iter().map(|options| options.as_deref().unwrap_or_default());
        let options = options.map(|options| options.iter().map(|option| &self.positions[*option]));
        self.positions.iter().zip(options)
    }

    /// Returns the place of a position; `None` if it was not reached.
    pub fn find_place(&self, position: &Sum) -> Option<usize> {
        self.places.get(position).copied()
    }

    /// Returns the number of the position at a place; `None` if it has none.
    pub fn number_at(&self, place: usize) -> Option<u32> {
        match self.seen[place] {
            Seen::Known(number) => number,
            _ => None,
        }
    }

    /// Whether options of some position are different games.
    pub fn has_choice(&self) -> bool {
        (0..self.positions.len()).any(|at| {
            let mut numbers = self.options(at).iter().map(|option| self.number_at(*option));
            let first = numbers.next();
            numbers.any(|number| Some(number) != first)
        })
    }

    /// How many components were reached.
    pub fn components(&self) -> usize {
        self.local.len()
    }

    /// Each position that was reached, with its number.
    pub fn numbered(&self) -> impl Iterator<Item = (&Sum, u32)> {
        self.positions.iter().zip(&self.seen).filter_map(|(position, seen)| match seen {
            Seen::Known(Some(number)) => Some((position, *number)),
            _ => None,
        })
    }

    /// Returns the outcomes of positions without moves by the rules, `true` for a win; `None` for
    /// those that the convention decides. The outcomes are sorted, each once.
    pub fn last_positions(&self) -> Vec<Option<bool>> {
        let last = (0..self.positions.len()).filter(|at| self.options(*at).is_empty());
        let mut all: Vec<Option<bool>> = last.map(|at| self.ends[at]).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether some `end` of the rules applies to a component that is part of a sum.
    pub fn has_ends_in_sums(&self) -> bool {
        self.ends_in_sums
    }

    /// Whether an `end` that wins applies to a component that is part of a sum. Such a sum has no
    /// outcome.
    pub fn has_wins_in_sums(&self) -> bool {
        self.wins_in_sums
    }

    fn place(&mut self, position: Sum) -> usize {
        let next = self.positions.len();
        match self.places.entry(position) {
            std::collections::hash_map::Entry::Occupied(known) => *known.get(),
            std::collections::hash_map::Entry::Vacant(free) => {
                self.positions.push(free.key().clone());
                free.insert(next);
                self.options.push(None);
                self.ends.push(None);
                self.seen.push(Seen::New);
                next
            }
        }
    }

    /// Finds the options of a position.
    fn open(&mut self, at: usize) -> Result<(), Unfinished> {
        self.seen[at] = Seen::Open;
        if self.options[at].is_some() {
            return Ok(());
        }
        let position = self.positions[at].clone();
        let mut options = Vec::new();
        for (index, (component, _)) in position.parts.iter().enumerate() {
            let local = self.local(component)?;
            if let Some(wins) = local.0 {
                match position.single() {
                    Some(_) => self.ends[at] = local.0,
                    None => {
                        self.ends_in_sums = true;
                        self.wins_in_sums |= wins;
                    }
                }
            }
            for target in &local.1 {
                options.push(self.place(position.replaced(index, target).ok_or(Unfinished)?));
            }
        }
        options.sort_unstable();
        options.dedup();
        if options.len() > MOST_OF_ONE {
            return Err(Unfinished);
        }
        self.room = self.room.checked_sub(options.len()).ok_or(Unfinished)?;
        self.options[at] = Some(options);
        if self.positions.len() > MOST_POSITIONS { Err(Unfinished) } else { Ok(()) }
    }

    /// The `end` that applies to a component, or the targets of its moves.
    fn local(&mut self, component: &Component) -> Result<Rc<Local>, Unfinished> {
        if let Some(known) = self.local.get(component) {
            return Ok(known.clone());
        }
        let ending = self.evaluator.ending(component).map_err(|_| Unfinished)?;
        let end = ending.map(|ending| ending.win);
        let mut targets = Vec::new();
        let mut all = true;
        if end.is_none() {
            let visited = self.evaluator.each_target(component, &mut |_, _, parts| {
                let target = Sum::new(parts.to_vec()).filter(|_| targets.len() < MOST_OPTIONS);
                all = target.is_some();
                targets.extend(target);
                Ok(if all { Flow::More } else { Flow::Stop })
            });
            if visited.is_err() || !all {
                return Err(Unfinished);
            }
        }
        let found = Rc::new((end, targets));
        self.local.insert(component.clone(), found.clone());
        Ok(found)
    }
}
