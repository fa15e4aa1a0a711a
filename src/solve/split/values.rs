//! Values as they are kept: a byte each while they fit, two bytes from the first one that does not.

use super::Halted;

/// The values of heaps 0, 1, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// All below 2^8.
    Bytes(Vec<u8>),
    /// All below 2^16.
    Words(Vec<u16>),
}

impl Values {
    /// None yet.
    pub fn new() -> Self {
        Values::Bytes(Vec::new())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Values::Bytes(values) => values.len(),
            Values::Words(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, if it is known.
    pub fn get(&self, heap: usize) -> Option<u32> {
        match self {
            Values::Bytes(values) => values.get(heap).map(|&value| value.into()),
            Values::Words(values) => values.get(heap).map(|&value| value.into()),
        }
    }

    /// One more; refused where it does not fit two bytes.
    pub fn push(&mut self, value: u32) -> Result<(), Halted> {
        if value > 0xff {
            self.widen();
        }
        match self {
            Values::Bytes(values) => values.push(value as u8),
            Values::Words(values) => values.push(u16::try_from(value).map_err(|_| Halted::ValueTooWide)?),
        }
        Ok(())
    }

    /// From here on two bytes a value.
    pub fn widen(&mut self) {
        if let Values::Bytes(values) = self {
            *self = Values::Words(values.iter().map(|&value| value.into()).collect());
        }
    }

    /// Bytes that one value takes now.
    pub fn width(&self) -> usize {
        match self {
            Values::Bytes(_) => 1,
            Values::Words(_) => 2,
        }
    }
}

impl Default for Values {
    fn default() -> Self {
        Values::new()
    }
}
