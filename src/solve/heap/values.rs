//! A growing table of values that takes as few bytes a value as its largest value needs.

/// Values from heap 0 on. When a value does not fit, the whole table is copied to wider numbers.
#[derive(Debug, Clone)]
pub enum Values {
    /// All values fit one byte.
    Bytes(Vec<u8>),
    /// All values fit two bytes.
    Halves(Vec<u16>),
    /// Any values.
    Words(Vec<u32>),
}

impl Default for Values {
    fn default() -> Values {
        Values::Bytes(Vec::new())
    }
}

impl Values {
    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            Values::Bytes(values) => values.len(),
            Values::Halves(values) => values.len(),
            Values::Words(values) => values.len(),
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at `index`, if it is known.
    pub fn get(&self, index: usize) -> Option<u32> {
        match self {
            Values::Bytes(values) => values.get(index).copied().map(u32::from),
            Values::Halves(values) => values.get(index).copied().map(u32::from),
            Values::Words(values) => values.get(index).copied(),
        }
    }

    /// Appends values, all of them at most `largest`.
    #[inline(always)]
    pub(super) fn append(&mut self, more: impl Iterator<Item = u32>, largest: u32) {
        self.widen(largest);
        match self {
            Values::Bytes(values) => values.extend(more.map(|value| value as u8)),
            Values::Halves(values) => values.extend(more.map(|value| value as u16)),
            Values::Words(values) => values.extend(more),
        }
    }

    fn widen(&mut self, largest: u32) {
        match self {
            Values::Bytes(values) if largest > 0xffff => {
                *self = Values::Words(values.iter().map(|&value| u32::from(value)).collect());
            }
            Values::Bytes(values) if largest > 0xff => {
                *self = Values::Halves(values.iter().map(|&value| u16::from(value)).collect());
            }
            Values::Halves(values) if largest > 0xffff => {
                *self = Values::Words(values.iter().map(|&value| u32::from(value)).collect());
            }
            _ => {}
        }
    }
}
