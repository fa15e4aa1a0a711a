//! Numbers positions and lists their options, for each kind of play: on one component, or on
//! several components or operands together.

use super::components::{Components, Number, Numbers};
use super::expand::Expander;
use super::options::{Failure, Part, Visitor};
use super::table::{NOTHING, Table};
use crate::code::{Run, Stop};
use crate::ir::{Compound, Convention};
use crate::position::{Limit, Refusal};
use crate::refuse;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Whether play is over at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// Play is over; the player to move has won, or has lost.
    Over {
        /// Whether that player has won.
        won: bool,
    },
    /// There are moves.
    Open,
}

/// The numbered positions of one kind of play.
pub trait Play {
    /// How many positions were found.
    fn len(&self) -> usize;
    /// Whether play is over at a position. Appends the options of the position to `options`,
    /// ascending.
    fn view(&mut self, position: u32, options: &mut Vec<u32>) -> Result<View, Failure>;
    /// The key of a component of a position; `None` if it has no components.
    fn some_component(&self, position: u32) -> Option<u64>;
    /// The keys of all components of a position.
    fn components(&self, position: u32) -> Vec<u64>;
}

/// Positions that consist of at most one component, where no move leads to more.
pub struct Alone<'p, 'a, 'b> {
    /// Expands components.
    pub expander: &'p mut Expander<'a, 'b>,
    /// The positions; number 0 is the empty position.
    pub numbers: &'p mut Lone,
    /// Who wins if there is no move.
    pub convention: Convention,
    /// The limit of positions.
    pub most: u64,
}

/// The position without components.
pub const NOBODY: u32 = 0;

/// Components that are positions of their own, by number; number 0 is the empty position.
pub enum Lone {
    /// Numbered in the order of their discovery.
    Met(Numbers),
    /// Numbered by their only field, a vertex: the key of the first component, and how many
    /// vertices there are.
    Vertices(u64, u32),
}

impl Default for Lone {
    fn default() -> Lone {
        let mut numbers = Numbers::default();
        // The empty position gets number 0. Its key is 1, which is not the key of a component.
        let _ = numbers.number(1, u64::MAX);
        Lone::Met(numbers)
    }
}

impl Lone {
    #[inline]
    fn number(&mut self, key: u64, most: u64) -> Run<u32> {
        match self {
            Lone::Met(numbers) => numbers.number(key, most),
            Lone::Vertices(first, _) => Ok((key - *first) as u32 + 1),
        }
    }

    fn key(&self, number: u32) -> u64 {
        match self {
            Lone::Met(numbers) => numbers.keys[number as usize],
            Lone::Vertices(first, _) => first + u64::from(number) - 1,
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        match self {
            Lone::Met(numbers) => numbers.keys.len(),
            Lone::Vertices(_, count) => *count as usize + 1,
        }
    }
}

/// Collects the options of a component as position numbers.
struct Targets<'t> {
    numbers: &'t mut Lone,
    options: &'t mut Vec<u32>,
    most: u64,
}

impl Visitor for Targets<'_> {
    fn option(&mut self, parts: &[Part]) -> Run<()> {
        let option = match parts {
            [] => NOBODY,
            [(key, _)] => self.numbers.number(*key, self.most)?,
            _ => return Err(Stop::Bail),
        };
        self.options.push(option);
        Ok(())
    }

    fn restart(&mut self) {
        self.options.clear();
    }
}

impl Alone<'_, '_, '_> {
    /// The number of the position that consists of one component.
    pub fn position(&mut self, key: u64) -> Run<u32> {
        self.numbers.number(key, self.most)
    }
}

impl Play for Alone<'_, '_, '_> {
    fn len(&self) -> usize {
        self.numbers.len()
    }

    fn view(&mut self, position: u32, options: &mut Vec<u32>) -> Result<View, Failure> {
        let over = View::Over { won: self.convention != Convention::Normal };
        if position == NOBODY {
            return Ok(over);
        }
        let key = self.numbers.key(position);
        let mut targets = Targets { numbers: self.numbers, options, most: self.most };
        // A stated end is absolute: it holds under every convention.
        if let Some(ending) = self.expander.expand(key, &mut targets)? {
            return Ok(View::Over { won: ending.win });
        }
        options.sort_unstable();
        options.dedup();
        Ok(if options.is_empty() { over } else { View::Open })
    }

    fn some_component(&self, position: u32) -> Option<u64> {
        (position != NOBODY).then(|| self.numbers.key(position))
    }

    fn components(&self, position: u32) -> Vec<u64> {
        self.some_component(position).into_iter().collect()
    }
}

/// How the operands of a position are played together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Together {
    /// There is one operand; a move is made in one of its components.
    Sum,
    /// A move is made in one operand; play ends as soon as all operands have value 0.
    Anti,
    /// A turn makes a move in every operand that has one, or in any operands but at least one, as
    /// the compound says.
    Several(Compound),
}

/// Numbered positions: lists of operands, each a multiset of components.
#[derive(Default)]
pub struct Crowd {
    /// All positions, one after the other: for each operand how many components it has, then their
    /// numbers, ascending.
    words: Vec<u32>,
    /// The end of each position in `words`.
    ends: Vec<usize>,
    numbers: HashTable<u32>,
}

impl Crowd {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    fn words(&self, position: u32) -> &[u32] {
        let position = position as usize;
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        &self.words[start..self.ends[position]]
    }

    fn operands(&self, position: u32) -> Vec<Vec<Number>> {
        let mut words = self.words(position);
        let mut operands = Vec::new();
        while let Some((count, rest)) = words.split_first() {
            let (operand, rest) = rest.split_at(*count as usize);
            operands.push(operand.to_vec());
            words = rest;
        }
        operands
    }

    /// The number of a position, whose operands may be in any order. A new position gets the next
    /// number; an error if there are `most` positions already.
    pub fn number(&mut self, operands: &mut [Vec<Number>], most: u64) -> Run<u32> {
        operands.sort_unstable();
        let start = self.words.len();
        for operand in operands.iter() {
            self.words.push(operand.len() as u32);
            self.words.extend_from_slice(operand);
        }
        let (before, fresh) = self.words.split_at(start);
        let ends = &self.ends;
        let of = |number: u32| {
            let from = if number == 0 { 0 } else { ends[number as usize - 1] };
            &before[from..ends[number as usize]]
        };
        let hash = hash_words(fresh);
        if let Some(known) = self.numbers.find(hash, |number| of(*number) == fresh) {
            let known = *known;
            self.words.truncate(start);
            return Ok(known);
        }
        let number = self.ends.len();
        if number as u64 >= most.min(u64::from(NOTHING - 1)) {
            self.words.truncate(start);
            return Err(Stop::Limit(Limit::Positions));
        }
        self.numbers.insert_unique(hash, number as u32, |other| hash_words(of(*other)));
        self.ends.push(self.words.len());
        Ok(number as u32)
    }
}

fn hash_words(words: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    words.iter().for_each(|word| hasher.write_u32(*word));
    hasher.finish()
}

/// Play on positions of several components.
pub struct Crowded<'p, 'a, 'b> {
    /// Expands components.
    pub expander: &'p mut Expander<'a, 'b>,
    /// The components.
    pub components: &'p mut Components,
    /// The positions.
    pub crowd: &'p mut Crowd,
    /// How operands are played together.
    pub together: Together,
    /// Who wins if there is no move.
    pub convention: Convention,
    /// The values of components. Read only if play ends as soon as all operands have value 0.
    pub values: &'p Table,
    /// The limit of positions.
    pub most: u64,
}

impl Crowded<'_, '_, '_> {
    /// The number of a position whose operands are given by keys.
    pub fn position(&mut self, operands: &[Vec<u64>]) -> Run<u32> {
        let mut numbered = Vec::with_capacity(operands.len());
        for operand in operands {
            let numbers = operand.iter().map(|key| self.components.number(*key, self.most));
            let mut numbers = numbers.collect::<Run<Vec<_>>>()?;
            numbers.sort_unstable();
            numbered.push(numbers);
        }
        self.crowd.number(&mut numbered, self.most)
    }

    /// Makes sure that the options of all components of an operand are stored.
    fn expand(&mut self, operand: &[Number]) -> Result<(), Failure> {
        for part in operand {
            self.components.expand(*part, self.expander, self.most)?;
        }
        Ok(())
    }

    /// Refuses an operand in which a component has ended by a stated `end`, unless this end is lost
    /// and the convention is normal play: then the component counts as one without moves.
    fn refuse_ends(&self, operand: &[Number]) -> Result<(), Failure> {
        for part in operand {
            let ending = self.components.ending(*part);
            if ending.is_some_and(|ending| ending.win || self.convention == Convention::Misere) {
                return Err(Failure::Problem(refuse(Refusal::SumWithEnds)));
            }
        }
        Ok(())
    }

    /// The operands that one move in one component of an operand leads to, ascending, each once.
    fn moved(&self, operand: &[Number]) -> Result<Vec<Vec<Number>>, Failure> {
        let mut moved = Vec::new();
        for (at, part) in operand.iter().enumerate() {
            if at > 0 && operand[at - 1] == *part {
                continue;
            }
            for option in self.components.options(*part) {
                // Copying long sums takes time that must be counted.
                self.expander.machine.budget.tick(1 + operand.len() / 16).map_err(Stop::Limit)?;
                let mut sum = Vec::with_capacity(operand.len() + option.len());
                sum.extend_from_slice(&operand[..at]);
                sum.extend_from_slice(&operand[at + 1..]);
                sum.extend_from_slice(option);
                sum.sort_unstable();
                moved.push(sum);
            }
        }
        moved.sort_unstable();
        moved.dedup();
        Ok(moved)
    }

    /// Whether all operands have value 0; [`Stop::Bail`] if the value of a component is not known.
    fn all_zero(&self, operands: &[Vec<Number>]) -> Run<bool> {
        for operand in operands {
            let mut total = 0;
            for part in operand {
                total ^= match self.values.get(self.components.numbers.keys[*part as usize]) {
                    NOTHING => return Err(Stop::Bail),
                    value => value,
                };
            }
            if total != 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Appends the positions after a move in one operand.
    fn one_operand(&mut self, operands: &[Vec<Number>], options: &mut Vec<u32>) -> Result<(), Failure> {
        for at in 0..operands.len() {
            // Equal operands are adjacent, and moves in them are equivalent.
            if at > 0 && operands[at] == operands[at - 1] {
                continue;
            }
            for sum in self.moved(&operands[at])? {
                self.expander.machine.budget.tick(1 + operands.len()).map_err(Stop::Limit)?;
                let mut changed = operands.to_vec();
                changed[at] = sum;
                options.push(self.crowd.number(&mut changed, self.most)?);
            }
        }
        Ok(())
    }

    /// Appends the positions after a turn that may make moves in several operands; none if all
    /// operands have to be moved in and one has no move.
    fn several(
        &mut self,
        compound: Compound,
        operands: &[Vec<Number>],
        options: &mut Vec<u32>,
    ) -> Result<(), Failure> {
        // The operands so far after the turn, and whether the turn made a move in one of them.
        let mut choices: Vec<(Vec<Vec<Number>>, bool)> = vec![(Vec::new(), false)];
        for operand in operands {
            let moved = self.moved(operand)?;
            if moved.is_empty() && compound == Compound::ShortAll {
                return Ok(());
            }
            let stays = moved.is_empty() || compound == Compound::Some;
            let mut longer = Vec::new();
            for (chosen, any) in &choices {
                let kept = stays.then_some((operand, *any)).into_iter();
                for (next, any) in kept.chain(moved.iter().map(|sum| (sum, true))) {
                    let mut chosen = chosen.clone();
                    chosen.push(next.clone());
                    longer.push((chosen, any));
                }
                self.expander.machine.budget.tick(longer.len()).map_err(Stop::Limit)?;
            }
            choices = longer;
        }
        for (mut chosen, _) in choices.into_iter().filter(|(_, any)| *any) {
            options.push(self.crowd.number(&mut chosen, self.most)?);
        }
        Ok(())
    }
}

impl Play for Crowded<'_, '_, '_> {
    fn len(&self) -> usize {
        self.crowd.len()
    }

    fn view(&mut self, position: u32, options: &mut Vec<u32>) -> Result<View, Failure> {
        let operands = self.crowd.operands(position);
        self.expander.machine.budget.examine();
        for operand in &operands {
            self.expand(operand)?;
        }
        match self.together {
            Together::Sum => {
                let Some(sum) = operands.first() else { return Ok(View::Over { won: false }) };
                if let [only] = sum.as_slice()
                    && let Some(ending) = self.components.ending(*only)
                {
                    return Ok(View::Over { won: ending.win });
                }
                self.refuse_ends(sum)?;
                self.one_operand(&operands, options)?;
            }
            Together::Anti if self.all_zero(&operands)? => return Ok(View::Over { won: true }),
            Together::Anti => self.one_operand(&operands, options)?,
            Together::Several(compound) => {
                for operand in &operands {
                    self.refuse_ends(operand)?;
                }
                self.several(compound, &operands, options)?;
            }
        }
        options.sort_unstable();
        options.dedup();
        let won = self.convention != Convention::Normal;
        Ok(if options.is_empty() { View::Over { won } } else { View::Open })
    }

    fn some_component(&self, position: u32) -> Option<u64> {
        self.components(position).first().copied()
    }

    fn components(&self, position: u32) -> Vec<u64> {
        let operands = self.crowd.operands(position);
        operands.iter().flatten().map(|part| self.components.numbers.keys[*part as usize]).collect()
    }
}
