//! Converts keys back to the words of states.

use super::streams::Reader;
use super::{Codec, Form, Kind, Layout, mask};
use crate::code::Shape;
use std::sync::PoisonError;

/// Whether a field is a word, a list of words or a list of such lists.
fn is_simple(form: &Form) -> bool {
    let is_row =
        |form: &Form| matches!(form, Form::Many { element, .. } if matches!(**element, Form::One(_)));
    match form {
        Form::One(_) => true,
        Form::Many { element, .. } => matches!(**element, Form::One(_)) || is_row(element),
        Form::Parts(_) => false,
    }
}

/// The integers of a packed key: lengths from the top down, words towards the lowest bit.
struct Unpacking {
    key: u64,
    /// The bit below which the next length begins.
    top: u32,
    /// The bit below which the next word begins.
    low: u32,
}

impl Unpacking {
    fn length(&mut self, bits: u32) -> usize {
        self.top = self.top.saturating_sub(bits);
        (self.key >> self.top & mask(bits)) as usize
    }
}

impl Codec {
    /// Appends the words of a key's fields to `words`, and the elements of lists to `memory`.
    pub fn words(&self, key: u64, words: &mut Vec<i64>, memory: &mut Vec<i64>) {
        let game = self.game(key);
        let Some(layout) = &self.layouts[game.index()] else { return };
        if let Some(flat) = self.flat(game) {
            for place in flat.words {
                let word = key >> place.shift & place.mask;
                words.push(match place.limit {
                    0 => self.signed(place.class, word),
                    _ => (word as i64).wrapping_add(place.least),
                });
            }
            return;
        }
        if self.interned.is_none() && layout.fields.iter().all(is_simple) {
            return self.unpack(layout, key, words, memory);
        }
        let mut reader = match &self.interned {
            None => self.unpacked(layout, key),
            Some(interner) => {
                let interner = interner.lock().unwrap_or_else(PoisonError::into_inner);
                interner.state(key as u32)
            }
        };
        for (form, shape) in layout.fields.iter().zip(&layout.shapes) {
            self.read(form, shape, &mut reader, words, memory);
        }
    }

    /// The integers of a packed key, lengths and words in the order in which they were written.
    fn unpacked(&self, layout: &Layout, key: u64) -> Reader {
        let mut reader = Reader::default();
        let room = 63 - self.tag_bits;
        let mut at = room;
        let mut classes = Vec::new();
        for form in &layout.fields {
            self.lengths(form, key, &mut at, &mut reader, &mut classes);
        }
        let mut shift: u32 = classes.iter().map(|class| self.classes[*class].bits).sum();
        for class in classes {
            let bits = self.classes[class].bits;
            shift -= bits;
            reader.words.push(key >> shift & mask(bits));
        }
        reader
    }

    /// Reads the lengths of the lists in a field, and appends the classes of the field's words to
    /// `classes`, in order.
    fn lengths(&self, form: &Form, key: u64, at: &mut u32, reader: &mut Reader, classes: &mut Vec<usize>) {
        match form {
            Form::One(class) => classes.push(*class),
            Form::Parts(parts) => {
                parts.iter().for_each(|part| self.lengths(part, key, at, reader, classes));
            }
            Form::Many { length, element } => {
                let bits = self.classes[*length].bits;
                *at -= bits;
                let count = key >> *at & mask(bits);
                reader.lengths.push(count);
                for _ in 0..count {
                    self.lengths(element, key, at, reader, classes);
                }
            }
        }
    }

    fn read(
        &self,
        form: &Form,
        shape: &Shape,
        reader: &mut Reader,
        words: &mut Vec<i64>,
        memory: &mut Vec<i64>,
    ) {
        match (form, shape) {
            (Form::One(class), _) => words.push(self.signed(*class, reader.word())),
            (Form::Parts(forms), Shape::Tuple(shapes)) => {
                for (form, shape) in forms.iter().zip(shapes) {
                    self.read(form, shape, reader, words, memory);
                }
            }
            (Form::Many { element, .. }, shape) => {
                let inner = shape.element().unwrap_or(Shape::Int);
                let count = reader.length() as usize;
                let mut elements = Vec::with_capacity(count * inner.width());
                for _ in 0..count {
                    self.read(element, &inner, reader, &mut elements, memory);
                }
                words.extend([memory.len() as i64, count as i64]);
                memory.extend(elements);
            }
            _ => {}
        }
    }

    /// Appends the words of a packed key whose fields are all simple. In the memory, the elements
    /// of all rows of a list of lists come first, then the place and length of each row.
    fn unpack(&self, layout: &Layout, key: u64, words: &mut Vec<i64>, memory: &mut Vec<i64>) {
        let room = 63 - self.tag_bits;
        let mut it = Unpacking { key, top: room, low: 0 };
        it.low = layout.fields.iter().map(|form| self.word_bits(form, &mut it)).sum();
        it.top = room;
        for form in &layout.fields {
            let Form::Many { length, element } = form else {
                if let Form::One(class) = form {
                    it.low -= self.classes[*class].bits;
                    words.push(self.signed(*class, it.key >> it.low & mask(self.classes[*class].bits)));
                }
                continue;
            };
            let count = it.length(self.classes[*length].bits);
            match &**element {
                Form::One(class) => {
                    words.extend([memory.len() as i64, count as i64]);
                    self.unpack_row(*class, count, &mut it, memory);
                }
                Form::Many { length, element } => {
                    let Form::One(class) = &**element else { continue };
                    // The length of each row takes at least one bit of the key, so there are fewer
                    // than 64 rows.
                    let mut rows = [(0, 0); 64];
                    for row in rows.iter_mut().take(count) {
                        *row = (memory.len() as i64, it.length(self.classes[*length].bits) as i64);
                        self.unpack_row(*class, row.1 as usize, &mut it, memory);
                    }
                    words.extend([memory.len() as i64, count as i64]);
                    memory.extend(rows.iter().take(count).flat_map(|(place, length)| [*place, *length]));
                }
                Form::Parts(_) => {}
            }
        }
    }

    /// The number of bits that the words of a field take. Reads the lengths in the field, so that
    /// the lengths of the next field follow.
    fn word_bits(&self, form: &Form, it: &mut Unpacking) -> u32 {
        match form {
            Form::One(class) => self.classes[*class].bits,
            Form::Parts(_) => 0,
            Form::Many { length, element } => {
                let count = it.length(self.classes[*length].bits);
                match &**element {
                    Form::One(class) => count as u32 * self.classes[*class].bits,
                    element => (0..count).map(|_| self.word_bits(element, it)).sum(),
                }
            }
        }
    }

    #[inline]
    fn unpack_row(&self, class: usize, count: usize, it: &mut Unpacking, memory: &mut Vec<i64>) {
        let class_of = &self.classes[class];
        let (bits, mask) = (class_of.bits, mask(class_of.bits));
        let (key, from) = (it.key, it.low);
        it.low -= bits * count as u32;
        let words = (1..=count as u32).map(|at| key >> (from - bits * at) & mask);
        match class_of.kind {
            Kind::Letters(alphabet) => {
                let letters = self.alphabets[alphabet].letters();
                memory.extend(words.map(|code| letters.get(code as usize).copied().unwrap_or_default()));
            }
            Kind::Counted => memory.extend(words.map(|word| (word as i64).wrapping_add(class_of.least))),
            _ => memory.extend(words.map(|word| self.signed(class, word))),
        }
    }
}
