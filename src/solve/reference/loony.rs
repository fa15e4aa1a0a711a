//! Computes values of positions where a player may move again, by the definition: a position has
//! the value n if the player to move loses the sum of it and a heap of Nim with n counters, and is
//! loony if no n has this property.

use super::successors::View;
use super::{Reference, refuse};
use crate::ir::value::{Form, Position, Sum};
use crate::position::{Evaluated, Refusal};
use rustc_hash::{FxHashMap, FxHashSet};

/// A position beside a heap of Nim.
type WithHeap = (Position, u64);

/// A position whose options are being examined.
struct Frame {
    here: WithHeap,
    options: Vec<WithHeap>,
    next: usize,
}

impl Reference<'_, '_> {
    /// The value of a sum; `None` if it is loony.
    pub(super) fn value_by_definition(&mut self, sum: &Sum) -> Evaluated<Option<u64>> {
        let position = Position::normal(sum.clone());
        self.instance.refuse_twisted_value(&position)?;
        let mut lost = FxHashMap::default();
        for heap in 0..=self.greatest_value(sum)? {
            if self.is_lost_with(&position, heap, &mut lost)? {
                return Ok(Some(heap));
            }
        }
        Ok(None)
    }

    /// An upper bound for the value of a sum. The value of a component is at most the number of its
    /// options, or is the value of an option from which the mover moves again; and a nim-sum has no
    /// more binary digits than the longest of its terms.
    fn greatest_value(&mut self, sum: &Sum) -> Evaluated<u64> {
        let mut open: Vec<_> = sum.parts.iter().map(|(part, _)| part.clone()).collect();
        let mut met: FxHashSet<_> = open.iter().cloned().collect();
        let mut most = 0;
        while let Some(part) = open.pop() {
            let options = self.targets(&part)?;
            most = most.max(options.len());
            for (part, _) in options.iter().flat_map(|option| option.parts.iter()) {
                if met.insert(part.clone()) {
                    open.push(part.clone());
                }
            }
        }
        Ok((most as u64 + 1).next_power_of_two() - 1)
    }

    /// Whether the player to move loses a position beside a heap.
    fn is_lost_with(
        &mut self,
        position: &Position,
        heap: u64,
        lost: &mut FxHashMap<WithHeap, bool>,
    ) -> Evaluated<bool> {
        let root = (position.clone(), heap);
        let mut path: Vec<Frame> = Vec::new();
        let mut next = Some(root.clone());
        loop {
            if let Some(here) = next.take().filter(|it| !lost.contains_key(it)) {
                self.tick(1)?;
                let options = self.options_with(&here)?;
                path.push(Frame { here, options, next: 0 });
            }
            let Some(frame) = path.last_mut() else { return Ok(lost[&root]) };
            if let Some(option) = frame.options.get(frame.next) {
                match lost.get(option) {
                    None => next = Some(option.clone()),
                    // A move to a lost option wins. `next` then differs from the number of options, which
                    // marks a lost position.
                    Some(true) => frame.next = frame.options.len() + 1,
                    Some(false) => frame.next += 1,
                }
                continue;
            }
            if let Some(frame) = path.pop() {
                lost.insert(frame.here, frame.next == frame.options.len());
            }
        }
    }

    /// The options of a position beside a heap. A player whose opponent moves again can only permit
    /// this, and cannot move in the heap.
    fn options_with(&mut self, (position, heap): &WithHeap) -> Evaluated<Vec<WithHeap>> {
        let mut options: Vec<WithHeap> = match self.view(position)? {
            View::Over { won: true } => return Err(refuse(Refusal::ValueOfWinEnds)),
            View::Over { won: false } => Vec::new(),
            View::Open(options) => options.into_iter().map(|option| (option, *heap)).collect(),
        };
        let waits = matches!(&position.form, Form::Sum(sum) if self.instance.waiting(sum).is_some());
        if !waits {
            options.extend((0..*heap).map(|smaller| (position.clone(), smaller)));
        }
        Ok(options)
    }
}
