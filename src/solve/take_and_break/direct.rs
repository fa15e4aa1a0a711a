//! Computes values one by one by the definition: marks the values that moves reach, then takes the
//! least unmarked value.

use crate::theory::take_and_break::{Parts, Rule, Rules};

/// The marks: a value is reached from the current heap if its mark is the current stamp.
#[derive(Clone, Debug)]
pub struct Direct {
    /// The mark of each value, by value. The length is a power of two above all values, so that the
    /// xor of two values has a mark as well.
    marks: Vec<u32>,
    stamp: u32,
}

impl Direct {
    /// Marks for values below 8; more are added when needed.
    pub fn new() -> Self {
        Direct { marks: vec![0; 8], stamp: 0 }
    }

    /// The value of heap `values.len()` under rules that take fixed amounts and leave at most two heaps.
    pub fn next<V: Copy + Into<u32>>(&mut self, rules: &Rules, values: &[V]) -> u32 {
        self.advance_stamp();
        for rule in rules.rules() {
            if values.len() >= rule.least_heap {
                self.mark(*rule, values);
            }
        }
        let value = self.marks.iter().position(|&mark| mark != self.stamp).unwrap_or(self.marks.len());
        if value >= self.marks.len() {
            self.marks.resize(2 * self.marks.len(), 0);
        }
        value as u32
    }

    /// Changes the stamp to one that no mark has, which unmarks all values.
    fn advance_stamp(&mut self) {
        if self.stamp == u32::MAX {
            self.marks.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    fn mark<V: Copy + Into<u32>>(&mut self, rule: Rule, values: &[V]) {
        let Some(rest) = values.len().checked_sub(rule.take.least()) else { return };
        match rule.parts {
            Parts::Nothing if rest == 0 => self.marks[0] = self.stamp,
            Parts::One if rest > 0 => self.marks[values[rest].into() as usize] = self.stamp,
            Parts::Two => self.mark_pairs(rest / 2, rest, values),
            Parts::TwoUnequal => self.mark_pairs(rest.saturating_sub(1) / 2, rest, values),
            _ => {}
        }
    }

    /// Marks the values of all pairs of heaps with the sum `rest`, the smaller heap from 1 to
    /// `most`.
    fn mark_pairs<V: Copy + Into<u32>>(&mut self, most: usize, rest: usize, values: &[V]) {
        if most == 0 {
            return;
        }
        let smaller = &values[1..=most];
        let larger = values[rest - most..rest].iter().rev();
        for (&one, &other) in smaller.iter().zip(larger) {
            self.marks[(one.into() ^ other.into()) as usize] = self.stamp;
        }
    }
}
