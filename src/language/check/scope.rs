//! The local names of one body: their slots, which of them are visible, and which were used.

use crate::ir::{Slot, SlotId, Type};
use crate::source::Span;

/// The local names of one body: a slot for each, and those that are visible now.
#[derive(Debug, Default, Clone)]
pub struct Scope {
    /// All names that were bound so far, visible or not.
    slots: Vec<Slot>,
    /// For each slot, whether it was used.
    used: Vec<bool>,
    /// The slots that are visible now, the innermost last.
    visible: Vec<SlotId>,
}

impl Scope {
    /// Makes a new name visible.
    pub fn bind(&mut self, name: &str, span: Span, ty: Type) -> SlotId {
        let slot = SlotId(self.slots.len() as u32);
        self.slots.push(Slot { name: name.to_string(), span, ty });
        self.used.push(false);
        self.visible.push(slot);
        slot
    }

    /// The innermost visible slot with a name, and its type; `None` if there is none. Marks the
    /// slot as used.
    pub fn find(&mut self, name: &str) -> Option<(SlotId, Type)> {
        let slot = self.peek(name)?;
        self.used[slot.index()] = true;
        Some((slot, self.slots[slot.index()].ty.clone()))
    }

    /// The innermost visible slot with a name; `None` if there is none. Does not mark the slot as
    /// used.
    pub fn peek(&self, name: &str) -> Option<SlotId> {
        self.visible.iter().rev().copied().find(|slot| self.slots[slot.index()].name == name)
    }

    /// The slot with an id.
    pub fn slot(&self, slot: SlotId) -> &Slot {
        &self.slots[slot.index()]
    }

    /// Hides all slots from `count` on, until `show_again`. Returns the slots that were visible.
    pub fn only_first(&mut self, count: usize) -> Vec<SlotId> {
        let first = self.visible.iter().copied().take_while(|slot| slot.index() < count).collect();
        std::mem::replace(&mut self.visible, first)
    }

    /// Makes the slots visible that `only_first` returned.
    pub fn show_again(&mut self, visible: Vec<SlotId>) {
        self.visible = visible;
    }

    /// A mark for `hide` and `forget`: the number of visible slots.
    pub fn mark(&self) -> usize {
        self.visible.len()
    }

    /// Hides the names bound since a mark, and returns the unused ones.
    pub fn hide(&mut self, mark: usize) -> Vec<Slot> {
        let hidden = self.visible.split_off(mark.min(self.visible.len()));
        let unused = hidden.into_iter().filter(|slot| !self.used[slot.index()]);
        unused.map(|slot| self.slots[slot.index()].clone()).collect()
    }

    /// Hides the names bound since a mark, without checking whether they were used. For names that
    /// the checker adds and the source does not contain.
    pub fn forget(&mut self, mark: usize) {
        self.visible.truncate(mark);
    }

    /// Whether a slot was used.
    pub fn is_used(&self, slot: SlotId) -> bool {
        self.used[slot.index()]
    }

    /// The names of all visible slots, the innermost last.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.visible.iter().map(|slot| self.slots[slot.index()].name.as_str())
    }

    /// All slots that were bound, in the order of their ids.
    pub fn finish(self) -> Vec<Slot> {
        self.slots
    }
}
