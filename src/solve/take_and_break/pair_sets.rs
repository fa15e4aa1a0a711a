//! Computes values under moves that leave three or four heaps, or that take "some amount or more".
//!
//! For every total `m` the set of values of two heaps with that sum is kept as bits. A value `v` is
//! then reachable by leaving three heaps of sum `m` if for some `c` the value `v ^ G(c)` is in the
//! set of `m - c`: for nearly all reachable values a few `c` are enough, and all `c` are tried only
//! for the value of the heap itself, which no move reaches. For four heaps, `v ^ G(c)` is looked up
//! in the sets of three heaps. "Some amount or more" uses the union over all totals so far.

use crate::theory::take_and_break::{Parts, Rule, Rules, Take};

/// A set of values: bit `v % 64` of word `v / 64` is set if `v` is a member.
#[derive(Clone, Debug, Default)]
struct ValueSet(Vec<u64>);

impl ValueSet {
    fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    fn contains(&self, value: u32) -> bool {
        self.0.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    fn insert_all(&mut self, other: &ValueSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, &more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn values(&self) -> impl Iterator<Item = u32> {
        let bits = |(place, &word): (usize, &u64)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| place as u32 * 64 + bit)
        };
        self.0.iter().enumerate().flat_map(bits)
    }
}

/// For every total, the values of all positions of `parts` heaps with that sum.
#[derive(Clone, Debug)]
struct Family {
    parts: Parts,
    sets: Vec<ValueSet>,
    /// At each total, the union of the sets up to it; `None` unless a rule takes "some amount or
    /// more".
    unions: Option<Vec<ValueSet>>,
}

impl Family {
    fn push(&mut self, set: ValueSet) {
        if let Some(unions) = &mut self.unions {
            let mut union = unions.last().cloned().unwrap_or_default();
            union.insert_all(&set);
            unions.push(union);
        }
        self.sets.push(set);
    }
}

/// The sets of values that are kept from heap to heap.
#[derive(Clone, Debug)]
pub struct PairSets {
    /// The families that the rules need, those of fewer parts first.
    families: Vec<Family>,
    bytes: u64,
    last_bytes: u64,
}

impl PairSets {
    /// Empty families, one for each kind of parts that these rules need.
    pub fn new(rules: &Rules) -> Self {
        let mut sets = PairSets { families: Vec::new(), bytes: 0, last_bytes: 0 };
        for rule in rules.rules() {
            match (rule.take, rule.parts) {
                (_, Parts::Nothing) => {}
                (Take::AtLeast(_), parts) => sets.need(parts, true),
                (Take::Exactly(_), Parts::Four) => sets.need(Parts::Three, false),
                (Take::Exactly(_), Parts::Three) => sets.need(Parts::Two, false),
                (Take::Exactly(_), parts) => sets.need(parts, false),
            }
        }
        sets.families.sort_by_key(|family| family.parts);
        sets
    }

    /// Adds the family of `parts` and the families it is computed from, unless they exist. With
    /// `union`, the family keeps unions too.
    fn need(&mut self, parts: Parts, union: bool) {
        if let Some(family) = self.families.iter_mut().find(|family| family.parts == parts) {
            family.unions = family.unions.take().or(union.then(Vec::new));
            return;
        }
        self.families.push(Family { parts, sets: Vec::new(), unions: union.then(Vec::new) });
        match parts {
            Parts::Four => self.need(Parts::Three, false),
            Parts::Three => self.need(Parts::Two, false),
            _ => {}
        }
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Bytes that the sets of the last heap take.
    pub fn bytes_a_heap(&self) -> u64 {
        self.last_bytes
    }

    /// The value of heap `values.len()`.
    pub fn next<V: Copy + Into<u32>>(&mut self, rules: &Rules, values: &[V]) -> u32 {
        let heap = values.len();
        self.learn(values);
        let usable = || rules.rules().iter().filter(|rule| heap >= rule.least_heap.max(rule.take.least()));
        let mut reached = ValueSet::default();
        for rule in usable() {
            self.reach(*rule, heap, &mut reached);
        }
        let mut value = 0;
        while reached.contains(value) || usable().any(|rule| self.reaches(*rule, values, value)) {
            value += 1;
        }
        value
    }

    /// Adds the missing sets of all totals up to `values.len()`.
    fn learn<V: Copy + Into<u32>>(&mut self, values: &[V]) {
        self.last_bytes = 0;
        for at in 0..self.families.len() {
            let (fewer, rest) = self.families.split_at_mut(at);
            let family = &mut rest[0];
            // A single heap of size `values.len()` has no value yet; no move leaves it.
            let totals = values.len() + usize::from(family.parts != Parts::One);
            for total in family.sets.len()..totals {
                family.push(set_of_total(family.parts, fewer, values, total));
                let words = family.sets[total].0.len() * (1 + usize::from(family.unions.is_some()));
                self.last_bytes += (words * 8 + 2 * size_of::<ValueSet>()) as u64;
            }
        }
        self.bytes += self.last_bytes;
    }

    fn family(&self, parts: Parts) -> Option<&Family> {
        self.families.iter().find(|family| family.parts == parts)
    }

    /// Adds all values that a rule reaches, if they are kept as a set; see [`Self::reaches`] for
    /// other rules.
    fn reach(&self, rule: Rule, heap: usize, reached: &mut ValueSet) {
        let rest = heap - rule.take.least();
        let family = self.family(rule.parts);
        match rule.take {
            Take::Exactly(_) if rule.parts == Parts::Nothing && rest == 0 => reached.insert(0),
            Take::AtLeast(_) if rule.parts == Parts::Nothing => reached.insert(0),
            Take::Exactly(_) if rule.parts.heaps() <= 2 => {
                let set = family.and_then(|family| family.sets.get(rest));
                set.into_iter().for_each(|set| reached.insert_all(set));
            }
            Take::Exactly(_) => {}
            Take::AtLeast(_) => {
                let union = family.and_then(|family| family.unions.as_ref()?.get(rest));
                union.into_iter().for_each(|set| reached.insert_all(set));
            }
        }
    }

    /// Whether a rule that takes a fixed amount and leaves three or four heaps reaches the value;
    /// false for other rules.
    fn reaches<V: Copy + Into<u32>>(&self, rule: Rule, values: &[V], value: u32) -> bool {
        let fewer = match (rule.take, rule.parts) {
            (Take::Exactly(_), Parts::Three) => Parts::Two,
            (Take::Exactly(_), Parts::Four) => Parts::Three,
            _ => return false,
        };
        let rest = values.len() - rule.take.least();
        let Some(family) = self.family(fewer) else { return false };
        (1..rest).any(|one| family.sets[rest - one].contains(value ^ values[one].into()))
    }
}

/// The values of `parts` heaps with the sum `total`, given the families of fewer parts.
fn set_of_total<V: Copy + Into<u32>>(parts: Parts, fewer: &[Family], values: &[V], total: usize) -> ValueSet {
    let mut set = ValueSet::default();
    let mut add_pairs = |smaller: std::ops::RangeInclusive<usize>| {
        smaller.for_each(|one| set.insert(values[one].into() ^ values[total - one].into()));
    };
    match parts {
        Parts::Nothing => {}
        Parts::One if total > 0 => set.insert(values[total].into()),
        Parts::One => {}
        Parts::Two => add_pairs(1..=total / 2),
        Parts::TwoUnequal => add_pairs(1..=total.saturating_sub(1) / 2),
        Parts::Three | Parts::Four => {
            let below = if parts == Parts::Four { Parts::Three } else { Parts::Two };
            let below = fewer.iter().find(|family| family.parts == below);
            for (one, others) in (1..total).filter_map(|one| Some((one, below?.sets.get(total - one)?))) {
                others.values().for_each(|other| set.insert(other ^ values[one].into()));
            }
        }
    }
    set
}
