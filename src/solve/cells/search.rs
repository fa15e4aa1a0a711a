//! Values of parts by depth first search.
//!
//! Mostly only one question is asked of a part: whether it has a certain value. It has not as soon as one option has it;
//! it has where no option has it and for each smaller value some option does. Of an option that falls into several parts
//! all but the largest are evaluated, and of that it is asked whether it makes up for the others (as Lemoine and Viennot
//! do, Nimbers are inevitable, 2012).

use super::field::{Field, Live};
use super::key::Keys;
use super::table::Table;
use super::words::Words;
use crate::locality::Net;
use crate::position::{Budget, Limit};
use rustc_hash::FxHashMap;

/// Why a search has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// A limit was reached.
    Limit(Limit),
    /// Play returns to where it was.
    Circle,
}

/// So many places of parts are remembered at most.
const MOST_PLACES: usize = 1 << 23;

/// A part where it stands: its number in the table, and the literals that are true.
pub type Placed<const N: usize> = (u32, Words<N>);

/// Searches the boards of one net.
#[derive(Debug)]
pub struct Search<const N: usize> {
    field: Field<N>,
    all: Vec<u32>,
    /// Whether play is known to end, so that equal parts cancel unsearched.
    cancels: bool,
    /// The numbers of the parts that were met, by the literals that are true.
    places: FxHashMap<Words<N>, u32>,
    keys: Keys,
    live: Live<N>,
    of_part: Live<N>,
}

/// The options of a part.
struct Options<const N: usize> {
    /// Their parts, option after option.
    parts: Vec<Placed<N>>,
    /// For each option where its parts end, and its value once that is known.
    options: Vec<(u32, Option<u16>)>,
}

impl<const N: usize> Search<N> {
    /// Nothing is known yet.
    pub fn new(net: &Net) -> Search<N> {
        let field = Field::new(net);
        let all = field.all();
        Search {
            field,
            cancels: net.ends(),
            all,
            places: FxHashMap::default(),
            keys: Keys::default(),
            live: Live::default(),
            of_part: Live::default(),
        }
    }

    /// The parts of a board; equal ones cancel.
    pub fn parts(&mut self, table: &mut Table, state: Words<N>) -> Result<Vec<Placed<N>>, Trouble> {
        let mut parts = Vec::new();
        let all = std::mem::take(&mut self.all);
        let split = self.split(table, state, &all, &mut parts);
        self.all = all;
        split.map(|()| parts)
    }

    /// Adds the parts of a board among some steps.
    fn split(
        &mut self,
        table: &mut Table,
        state: Words<N>,
        among: &[u32],
        found: &mut Vec<Placed<N>>,
    ) -> Result<(), Trouble> {
        let first = found.len();
        let mut live = std::mem::take(&mut self.live);
        self.field.live(state, among, &mut live);
        let mut parts = Vec::new();
        self.field.parts(state, &mut live, &mut parts);
        for part in parts {
            let number = match self.places.get(&part) {
                Some(number) => *number,
                None => self.number(table, part, &live.steps),
            };
            match found[first..].iter().position(|(other, _)| *other == number) {
                // Where play may come back, no part goes unsearched.
                Some(at) if self.cancels => {
                    found.swap_remove(first + at);
                }
                _ => found.push((number, part)),
            }
        }
        let endless = live.endless;
        self.live = live;
        if endless { Err(Trouble::Circle) } else { Ok(()) }
    }

    /// The number of a part that was not met at this place.
    fn number(&mut self, table: &mut Table, part: Words<N>, among: &[u32]) -> u32 {
        let mut live = std::mem::take(&mut self.of_part);
        self.field.live(part, among, &mut live);
        self.keys.make(&self.field, part, &live);
        let number = table.part(&self.keys.key, live.active.len());
        self.of_part = live;
        if self.places.len() >= MOST_PLACES {
            self.places.clear();
        }
        self.places.insert(part, number);
        number
    }

    fn options(
        &mut self,
        table: &mut Table,
        part: Words<N>,
        budget: &Budget<'_>,
    ) -> Result<Options<N>, Trouble> {
        let mut live = Live::default();
        self.field.live(part, &self.all, &mut live);
        budget.examine();
        budget.tick(8 * live.steps.len()).map_err(Trouble::Limit)?;
        if table.len() as u64 > budget.positions {
            return Err(Trouble::Limit(Limit::Positions));
        }
        let mut options = Options { parts: Vec::new(), options: Vec::new() };
        for step in &live.steps {
            let step = self.field.steps[*step as usize];
            if step.needs.lies_in(part) {
                let after = part.without(step.clears).or(step.sets);
                self.split(table, after, &live.steps, &mut options.parts)?;
                options.options.push((options.parts.len() as u32, None));
            }
        }
        Ok(options)
    }

    /// The value of a part.
    pub fn value(&mut self, table: &mut Table, part: Placed<N>, budget: &Budget<'_>) -> Result<u16, Trouble> {
        match table.entries[part.0 as usize].value() {
            Some(value) => Ok(value),
            None => {
                self.opened(table, part, None, budget)?;
                // The search above left no other way.
                Ok(table.entries[part.0 as usize].value().unwrap_or(0))
            }
        }
    }

    /// Whether a part has a value.
    pub fn has(
        &mut self,
        table: &mut Table,
        part: Placed<N>,
        value: u16,
        budget: &Budget<'_>,
    ) -> Result<bool, Trouble> {
        match table.entries[part.0 as usize].has(value) {
            Some(has) => Ok(has),
            None => self.opened(table, part, Some(value), budget),
        }
    }

    /// Searches a part until its value is known, or it is known not to be one that is asked for.
    fn opened(
        &mut self,
        table: &mut Table,
        part: Placed<N>,
        asked: Option<u16>,
        budget: &Budget<'_>,
    ) -> Result<bool, Trouble> {
        let entry = &mut table.entries[part.0 as usize];
        if entry.open {
            return Err(Trouble::Circle);
        }
        entry.open = true;
        let found = stacker::maybe_grow(128 << 10, 4 << 20, || self.searched(table, part, asked, budget));
        table.entries[part.0 as usize].open = false;
        found
    }

    fn searched(
        &mut self,
        table: &mut Table,
        part: Placed<N>,
        asked: Option<u16>,
        budget: &Budget<'_>,
    ) -> Result<bool, Trouble> {
        let mut options = self.options(table, part.1, budget)?;
        if let Some(value) = asked
            && self.reaches(table, &mut options, value, budget)?
        {
            table.entries[part.0 as usize].exclude(value);
            return Ok(false);
        }
        let mut least = 0;
        // No option has the value that was asked for. Values are excluded because an option has them.
        while asked != Some(least) {
            let excluded = table.entries[part.0 as usize].has(least) == Some(false);
            if !excluded && !self.reaches(table, &mut options, least, budget)? {
                break;
            }
            table.entries[part.0 as usize].exclude(least);
            least += 1;
        }
        table.entries[part.0 as usize].know(least);
        Ok(asked == Some(least))
    }

    /// Whether some option has a value.
    fn reaches(
        &mut self,
        table: &mut Table,
        options: &mut Options<N>,
        value: u16,
        budget: &Budget<'_>,
    ) -> Result<bool, Trouble> {
        let mut open: Vec<(u32, u32, usize)> = Vec::new();
        let mut from = 0;
        for (at, (end, known)) in options.options.iter_mut().enumerate() {
            let parts = &options.parts[from..*end as usize];
            from = *end as usize;
            if known.is_none() {
                let (mut total, mut largest, mut all) = (Some(0), 0, 0);
                for (number, _) in parts {
                    let entry = &table.entries[*number as usize];
                    total = total.zip(entry.value()).map(|(total, value)| total ^ value);
                    if entry.value().is_none() {
                        largest = largest.max(u32::from(entry.size));
                        all += u32::from(entry.size);
                    }
                }
                *known = total;
                if total.is_none() {
                    open.push((largest, all, at));
                }
            }
            if *known == Some(value) {
                return Ok(true);
            }
        }
        open.sort_unstable();
        for (_, _, at) in open {
            let from = if at == 0 { 0 } else { options.options[at - 1].0 as usize };
            let parts = &options.parts[from..options.options[at].0 as usize];
            if self.makes(table, parts, value, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a sum of parts has a value.
    pub fn makes(
        &mut self,
        table: &mut Table,
        parts: &[Placed<N>],
        value: u16,
        budget: &Budget<'_>,
    ) -> Result<bool, Trouble> {
        let size = |part: &Placed<N>| {
            let entry = &table.entries[part.0 as usize];
            (entry.value().is_none(), entry.size)
        };
        let largest = (0..parts.len()).max_by_key(|at| size(&parts[*at]));
        let Some(largest) = largest else { return Ok(value == 0) };
        let mut left = value;
        let mut others: Vec<&Placed<N>> =
            parts.iter().enumerate().filter(|(at, _)| *at != largest).map(|(_, part)| part).collect();
        others.sort_unstable_by_key(|part| size(part));
        for part in others {
            left ^= self.value(table, *part, budget)?;
        }
        self.has(table, parts[largest], left, budget)
    }
}
