//! Numbers components, and stores their options as sums of these numbers.

use super::expand::Expander;
use super::options::{Failure, Part, Visitor};
use super::table::{NOTHING, Table};
use crate::code::{Run, Stop};
use crate::position::{Ending, Limit};

/// The number of a component.
pub type Number = u32;

/// Keys, numbered in the order of their discovery.
#[derive(Default)]
pub struct Numbers {
    table: Table,
    /// The keys.
    pub keys: Vec<u64>,
}

impl Numbers {
    /// The number of a key. A new key gets the next number; an error if there are `most` keys
    /// already.
    pub fn number(&mut self, key: u64, most: u64) -> Run<Number> {
        let known = self.table.get(key);
        if known != NOTHING {
            return Ok(known);
        }
        let number = self.keys.len() as u64;
        if number >= most.min(u64::from(NOTHING - 1)) {
            return Err(Stop::Limit(Limit::Positions));
        }
        self.table.put(key, number as Number);
        self.keys.push(key);
        while self.table.is_full() {
            self.table.grow();
        }
        Ok(number as Number)
    }
}

/// Components with their options as sums of numbers.
#[derive(Default)]
pub struct Components {
    /// The keys of the components.
    pub numbers: Numbers,
    /// For each component, by number, whether and where its options are stored.
    nodes: Vec<Node>,
    /// All options, one after the other: how many components an option has, then their numbers,
    /// ascending.
    words: Vec<u32>,
}

/// Whether the options of a component are stored, and where.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    expanded: bool,
    /// The stated end that holds at the component, if one does.
    ending: Option<Ending>,
    /// Where the options begin and end in [`Components::words`].
    start: usize,
    end: usize,
}

/// Collects the options of a component.
#[derive(Default)]
struct Gathered {
    options: Vec<Vec<Part>>,
}

impl Visitor for Gathered {
    fn option(&mut self, parts: &[Part]) -> Run<()> {
        self.options.push(parts.to_vec());
        Ok(())
    }

    fn restart(&mut self) {
        self.options.clear();
    }
}

/// The most components of one option; with more, the reference semantics decides.
const MOST_PARTS: usize = 1 << 16;

impl Components {
    /// The number of a component's key. A new key gets the next number; an error if there are
    /// `most` components already.
    pub fn number(&mut self, key: u64, most: u64) -> Run<Number> {
        let number = self.numbers.number(key, most)?;
        if self.nodes.len() < self.numbers.keys.len() {
            self.nodes.push(Node::default());
        }
        Ok(number)
    }

    /// How many components there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Makes sure that the options of a component are stored. Returns the stated end that holds at
    /// the component, if one does.
    pub fn expand(
        &mut self,
        number: Number,
        expander: &mut Expander<'_, '_>,
        most: u64,
    ) -> Result<Option<Ending>, Failure> {
        if self.nodes[number as usize].expanded {
            return Ok(self.nodes[number as usize].ending);
        }
        let mut gathered = Gathered::default();
        let ending = expander.expand(self.numbers.keys[number as usize], &mut gathered)?;
        let mut options: Vec<Vec<u32>> = Vec::with_capacity(gathered.options.len());
        for parts in &gathered.options {
            let mut option = Vec::with_capacity(parts.len());
            for (key, count) in parts {
                let part = self.number(*key, most)?;
                if option.len() + *count as usize > MOST_PARTS {
                    return Err(Stop::Bail.into());
                }
                option.extend(std::iter::repeat_n(part, *count as usize));
            }
            option.sort_unstable();
            options.push(option);
        }
        // Two moves to one position are one option.
        options.sort_unstable();
        options.dedup();
        let start = self.words.len();
        for option in options {
            self.words.push(option.len() as u32);
            self.words.extend(option);
        }
        let end = self.words.len();
        self.nodes[number as usize] = Node { expanded: true, ending, start, end };
        Ok(ending)
    }

    /// The options of a component that was expanded.
    pub fn options(&self, number: Number) -> Options<'_> {
        let node = self.nodes[number as usize];
        Options { words: &self.words[node.start..node.end] }
    }

    /// The stated end that holds at a component that was expanded, if one does.
    pub fn ending(&self, number: Number) -> Option<Ending> {
        self.nodes[number as usize].ending
    }
}

/// The options of a component, each an ascending list of numbers.
#[derive(Clone)]
pub struct Options<'c> {
    words: &'c [u32],
}

impl<'c> Iterator for Options<'c> {
    type Item = &'c [Number];

    fn next(&mut self) -> Option<&'c [Number]> {
        let (count, rest) = self.words.split_first()?;
        let (option, rest) = rest.split_at(*count as usize);
        self.words = rest;
        Some(option)
    }
}
