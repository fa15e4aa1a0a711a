//! Components as keys of one word, and back.
//!
//! If the fields of all games in use fit, a key is packed: 1, the game, the lengths of lists, then all
//! integers, the last field lowest. The number of bits of each integer adapts to the states so far;
//! when an integer does not fit, all keys are laid out anew. Letters of texts are numbered in the
//! order of their first occurrence, separately for each place. If a word is too small, states are
//! interned as bytes, and a key is the number of the state.

mod flat;
mod letters;
mod reading;
mod streams;

pub use flat::Flat;

use crate::code::{Shape, Stop};
use crate::ir::GameId;
use crate::native;
use crate::position::{Instance, Range, Universe};
use letters::Alphabet;
use std::sync::{Mutex, PoisonError};
use streams::{Interner, Pack, Sink, Stream};

/// The top bit is set in every key, so that none is 0.
const TOP: u64 = 1 << 63;

/// The bounds of one word of a state, both included, and how the word is written. All elements of a
/// list share a class.
#[derive(Debug, Clone)]
struct Class {
    least: i64,
    most: i64,
    kind: Kind,
    /// The number of bits that the word takes in a key.
    bits: u32,
}

/// How the integers of a class are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// As the difference to the least integer.
    Counted,
    /// As 0, 1, 2, 3, 4, … for 0, −1, 1, −2, 2, ….
    Signed,
    /// Unchanged.
    Bits,
    /// As the code of a letter in the alphabet with this index.
    Letters(usize),
}

/// What did not fit a key.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    /// An integer of a class, and the number of bits that it needs.
    Bits(usize, u32),
    /// A letter that the alphabet of a class lacks: the class and the letter.
    Letter(usize, i64),
}

/// How a field is written as integers; numbers are indices of classes.
#[derive(Debug, Clone)]
enum Form {
    /// One word.
    One(usize),
    /// A list: its length, then its elements.
    Many { length: usize, element: Box<Form> },
    /// A tuple.
    Parts(Vec<Form>),
}

/// How the states of one game are laid out.
#[derive(Debug, Clone)]
struct Layout {
    fields: Vec<Form>,
    shapes: Vec<Shape>,
    /// The place of each word, if no field holds a list.
    flat: Option<Vec<Place>>,
    /// How many bits all fields take, if no field holds a list.
    flat_bits: u32,
}

/// The place of a word in a key.
#[derive(Debug, Clone, Copy)]
struct Place {
    class: usize,
    shift: u32,
    /// As many of the lowest bits as the word takes.
    mask: u64,
    /// The number that is subtracted from the word before it is written.
    least: i64,
    /// The greatest difference that can be written; 0 if the word is not written as a difference,
    /// but as its class says, or if no difference but 0 can be written.
    limit: u64,
}

/// Converts between components and keys.
pub struct Codec {
    classes: Vec<Class>,
    alphabets: Vec<Alphabet>,
    layouts: Vec<Option<Layout>>,
    /// The number of bits that the game takes in a key.
    tag_bits: u32,
    /// States by number, if keys are not packed.
    interned: Option<Mutex<Interner>>,
    /// What did not fit the last key; `None` if each integer fitted, but not all together.
    wanted: Mutex<Option<Wanted>>,
}

impl Codec {
    /// A codec for the games of a program.
    pub fn new(instance: &Instance) -> Codec {
        let games = instance.program.games.len();
        let tag_bits = usize::BITS - games.saturating_sub(1).leading_zeros();
        let mut codec = Codec {
            classes: Vec::new(),
            alphabets: Vec::new(),
            layouts: Vec::with_capacity(games),
            tag_bits,
            interned: None,
            wanted: Mutex::new(None),
        };
        for (game, ranges) in instance.program.games.iter().zip(&instance.fields) {
            let layout = codec.layout(game, ranges, instance.universe());
            codec.layouts.push(layout);
        }
        codec.settle();
        codec
    }

    fn layout(&mut self, game: &crate::ir::Game, ranges: &[Range], universe: &Universe) -> Option<Layout> {
        let mut layout = Layout { fields: Vec::new(), shapes: Vec::new(), flat: None, flat_bits: 0 };
        for (field, range) in game.fields.iter().zip(ranges) {
            let shape = Shape::of(&field.domain.ty(), universe.masks())?;
            layout.fields.push(self.form(&shape, range, universe));
            layout.shapes.push(shape);
        }
        Some(layout)
    }

    fn form(&mut self, shape: &Shape, range: &Range, universe: &Universe) -> Form {
        let counted = |least, most, bits| Class { least, most, kind: Kind::Counted, bits };
        let class = match (shape, range) {
            (Shape::Tuple(shapes), range) => {
                let ranges = |at: usize| match range {
                    Range::Tuple(ranges) => ranges[at].clone(),
                    _ => Range::Any,
                };
                let parts = shapes.iter().enumerate();
                return Form::Parts(parts.map(|(at, it)| self.form(it, &ranges(at), universe)).collect());
            }
            (Shape::Text | Shape::List(_) | Shape::Set(_), range) => {
                let inner = match range {
                    Range::List(inner) | Range::Set(inner) => (**inner).clone(),
                    _ => Range::Any,
                };
                let length = self.class(counted(0, i64::MAX, 3));
                let element = match shape {
                    Shape::Text => Form::One(self.letters()),
                    _ => self.form(&shape.element().unwrap_or(Shape::Int), &inner, universe),
                };
                return Form::Many { length, element: Box::new(element) };
            }
            (Shape::Bool, _) => counted(0, 1, 1),
            (Shape::Vertex, _) => {
                let last = universe.len().saturating_sub(1) as i64;
                counted(0, last, bits_of(last as u64))
            }
            (Shape::Mask, _) => Class { least: 0, most: 0, kind: Kind::Bits, bits: universe.len() as u32 },
            (_, Range::Nat) => counted(0, i64::MAX, 4),
            (_, Range::Between(low, high)) => match (low.to_i64(), high.to_i64()) {
                (Some(low), Some(high)) => {
                    let span = high.checked_sub(low).map_or(u64::MAX, |span| span.max(0) as u64);
                    counted(low, high, bits_of(span).min(16))
                }
                // A bound that is not a word lies beyond all words on its side.
                (least, most) => Class {
                    least: least.unwrap_or(if low.is_negative() { i64::MIN } else { i64::MAX }),
                    most: most.unwrap_or(if high.is_negative() { i64::MIN } else { i64::MAX }),
                    kind: Kind::Signed,
                    bits: 5,
                },
            },
            _ => Class { least: i64::MIN, most: i64::MAX, kind: Kind::Signed, bits: 5 },
        };
        Form::One(self.class(class))
    }

    /// A class of letters, still empty.
    fn letters(&mut self) -> usize {
        self.alphabets.push(Alphabet::default());
        let kind = Kind::Letters(self.alphabets.len() - 1);
        self.class(Class { least: 0, most: i64::from(u32::MAX), kind, bits: 1 })
    }

    fn class(&mut self, class: Class) -> usize {
        self.classes.push(class);
        self.classes.len() - 1
    }

    /// Computes the places of words in the keys of games without lists. If the words of some game
    /// do not fit into a key, the states of all games are interned.
    fn settle(&mut self) {
        let room = 63 - self.tag_bits;
        let mut layouts = std::mem::take(&mut self.layouts);
        for layout in layouts.iter_mut().flatten() {
            let mut words = Vec::new();
            layout.flat = None;
            if layout.fields.iter().all(|field| self.is_flat(field, &mut words)) {
                let mut shift = 0;
                let mut flat = Vec::with_capacity(words.len());
                for class in words.iter().rev() {
                    let it = &self.classes[*class];
                    let span = it.most.wrapping_sub(it.least) as u64;
                    let counted = it.kind == Kind::Counted && it.most >= it.least;
                    let (mask, least) = (mask(it.bits), if counted { it.least } else { i64::MIN });
                    let limit = if counted { span.min(mask) } else { 0 };
                    flat.push(Place { class: *class, shift, mask, least, limit });
                    shift += it.bits;
                }
                flat.reverse();
                layout.flat_bits = shift;
                if shift <= room {
                    layout.flat = Some(flat);
                } else {
                    self.intern();
                }
            }
        }
        self.layouts = layouts;
    }

    fn is_flat(&self, form: &Form, words: &mut Vec<usize>) -> bool {
        match form {
            Form::One(class) => {
                words.push(*class);
                true
            }
            Form::Many { .. } => false,
            Form::Parts(parts) => parts.iter().all(|part| self.is_flat(part, words)),
        }
    }

    fn intern(&mut self) {
        self.interned.get_or_insert_with(Mutex::default);
    }

    /// Whether keys are packed, so that threads can make them without waiting for each other.
    pub fn is_packed(&self) -> bool {
        self.interned.is_none()
    }

    /// A codec like this one, with more space for what did not fit the last key.
    pub fn widened(&self) -> Codec {
        let wanted = *self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        let mut wider = Codec {
            classes: self.classes.clone(),
            alphabets: self.alphabets.clone(),
            layouts: self.layouts.clone(),
            tag_bits: self.tag_bits,
            interned: None,
            wanted: Mutex::new(None),
        };
        match wanted {
            Some(Wanted::Bits(class, bits)) => wider.classes[class].bits = bits,
            Some(Wanted::Letter(class, letter)) => wider.meet(class, letter),
            // Each integer fits, but not all together.
            None => wider.intern(),
        }
        wider.settle();
        wider
    }

    /// The game of a key.
    pub fn game(&self, key: u64) -> GameId {
        GameId(((key & !TOP) >> (63 - self.tag_bits)) as u32)
    }

    /// Whether the states of a game have keys.
    pub fn covers(&self, game: GameId) -> bool {
        self.layouts[game.index()].is_some()
    }

    fn tag(&self, game: GameId) -> u64 {
        TOP | u64::from(game.0) << (63 - self.tag_bits)
    }

    /// The layout of a game whose keys have fixed places for all words; `None` for other games.
    #[inline]
    pub fn flat(&self, game: GameId) -> Option<Flat<'_>> {
        if self.interned.is_some() {
            return None;
        }
        let flat = self.layouts[game.index()].as_ref()?.flat.as_ref()?;
        Some(Flat { codec: self, words: flat, tag: self.tag(game) })
    }

    /// The layout of a game's states in keys, for machine code that makes such keys; `None` if
    /// machine code does not support the layout.
    pub fn layout_of(&self, game: GameId) -> Option<native::Layout> {
        let layout = self.layouts[game.index()].as_ref().filter(|_| self.interned.is_none())?;
        let mut fields = Vec::with_capacity(layout.fields.len());
        let mut places = layout.flat.iter().flatten();
        for (form, shape) in layout.fields.iter().zip(&layout.shapes) {
            fields.push(match (form, &layout.flat) {
                (_, Some(_)) => {
                    let words = places.by_ref().take(shape.width());
                    let words = words.map(|it| self.word_of(it.class, it.shift));
                    native::Field::Fixed(words.collect::<Option<_>>()?)
                }
                (Form::One(class), None) => native::Field::Word(self.word_of(*class, 0)?),
                (Form::Many { length, element }, None) => {
                    native::Field::List(self.list_of(*length, element, shape)?)
                }
                _ => return None,
            });
        }
        Some(native::Layout { tag: self.tag(game), room: 63 - self.tag_bits, fields })
    }

    fn word_of(&self, class: usize, shift: u32) -> Option<native::Word> {
        let it = &self.classes[class];
        let counted = match it.kind {
            Kind::Counted if it.least <= it.most => Some((it.least, it.most)),
            Kind::Letters(_) => Some((0, it.most)),
            Kind::Bits if it.bits < 64 => None,
            _ => return None,
        };
        Some(native::Word { shift, bits: it.bits, counted })
    }

    /// The layout of a list of words or of letters, or of a list of such lists, for machine code;
    /// `None` if machine code does not support it.
    fn list_of(&self, length: usize, element: &Form, shape: &Shape) -> Option<native::List> {
        let (rows, class) = match (element, shape) {
            (Form::One(class), Shape::List(_) | Shape::Text) => (None, *class),
            (Form::Many { length, element }, Shape::List(rows)) => match (&**element, &**rows) {
                (Form::One(class), Shape::List(_) | Shape::Text) => (Some(*length), *class),
                _ => return None,
            },
            _ => return None,
        };
        let letters = match self.classes[class].kind {
            Kind::Letters(alphabet) => self.alphabets[alphabet].letters().to_vec(),
            _ => Vec::new(),
        };
        let rows = match rows {
            Some(length) => Some(self.word_of(length, 0)?),
            None => None,
        };
        Some(native::List { length: self.word_of(length, 0)?, rows, word: self.word_of(class, 0)?, letters })
    }

    /// Records an integer that needs more bits.
    fn want(&self, class: usize, word: u64) -> Stop {
        *self.wanted.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Wanted::Bits(class, bits_of(word)));
        Stop::Widen
    }

    /// Records a letter without a code.
    fn want_letter(&self, class: usize, letter: i64) -> Stop {
        *self.wanted.lock().unwrap_or_else(PoisonError::into_inner) = Some(Wanted::Letter(class, letter));
        Stop::Widen
    }

    /// Adds a letter to the alphabet of a class. If the alphabet is full, the class writes letters
    /// as numbers from now on.
    fn meet(&mut self, class: usize, letter: i64) {
        let it = &mut self.classes[class];
        let Kind::Letters(alphabet) = it.kind else { return };
        if self.alphabets[alphabet].add(letter) {
            it.bits = bits_of(self.alphabets[alphabet].letters().len() as u64 - 1);
        } else {
            (it.kind, it.bits) = (Kind::Counted, bits_of(letter as u64).max(7));
        }
    }

    /// Records that a state as a whole does not fit.
    fn too_large(&self) -> Stop {
        *self.wanted.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Stop::Widen
    }

    /// The number that is written for a word. [`Stop::Bail`] if the word is not within the bounds
    /// of its class, [`Stop::Widen`] if the alphabet lacks the letter.
    #[inline]
    fn unsigned(&self, class: usize, word: i64) -> Result<u64, Stop> {
        let it = &self.classes[class];
        match it.kind {
            Kind::Counted | Kind::Signed if word < it.least || word > it.most => Err(Stop::Bail),
            Kind::Counted => Ok(word.wrapping_sub(it.least) as u64),
            Kind::Signed => Ok(((word << 1) ^ (word >> 63)) as u64),
            Kind::Bits => Ok(word as u64),
            // As bytes, any letter can be written as a number.
            Kind::Letters(_) if self.interned.is_some() => Ok(word as u64),
            Kind::Letters(alphabet) => {
                self.alphabets[alphabet].code(word).ok_or_else(|| self.want_letter(class, word))
            }
        }
    }

    /// The word for which [`Self::unsigned`] gives a number.
    fn signed(&self, class: usize, word: u64) -> i64 {
        let it = &self.classes[class];
        match it.kind {
            Kind::Counted => (word as i64).wrapping_add(it.least),
            Kind::Signed => (word >> 1) as i64 ^ -((word & 1) as i64),
            Kind::Bits => word as i64,
            Kind::Letters(_) if self.interned.is_some() => word as i64,
            Kind::Letters(alphabet) => self.alphabets[alphabet].letter(word),
        }
    }

    /// The key of a component whose fields are given by words, with the elements of lists in
    /// `memory`. [`Stop::Widen`] if a word does not fit its bits, [`Stop::Bail`] if the state has
    /// no key in any layout.
    pub fn key(&self, game: GameId, words: &[i64], memory: &[i64]) -> Result<u64, Stop> {
        let layout = self.layouts[game.index()].as_ref().ok_or(Stop::Bail)?;
        if let Some(flat) = self.flat(game) {
            let mut key = flat.tag;
            for (at, word) in words.iter().enumerate() {
                key |= flat.word(at, *word)?;
            }
            return Ok(key);
        }
        let mut at = 0;
        if self.interned.is_none() {
            let mut pack =
                Pack { codec: self, room: 63 - self.tag_bits, top: 0, top_bits: 0, low: 0, low_bits: 0 };
            for (form, shape) in layout.fields.iter().zip(&layout.shapes) {
                self.write(form, shape, &words[at..at + shape.width()], memory, &mut pack)?;
                at += shape.width();
            }
            let top = if pack.top_bits == 0 { 0 } else { pack.top << (pack.room - pack.top_bits) };
            return Ok(self.tag(game) | top | pack.low);
        }
        let mut stream = Stream::default();
        for (form, shape) in layout.fields.iter().zip(&layout.shapes) {
            self.write(form, shape, &words[at..at + shape.width()], memory, &mut stream)?;
            at += shape.width();
        }
        let Some(interner) = &self.interned else { return Err(Stop::Bail) };
        let mut interner = interner.lock().unwrap_or_else(PoisonError::into_inner);
        let number = interner.number(game, &stream)?;
        Ok(self.tag(game) | u64::from(number))
    }

    fn write(
        &self,
        form: &Form,
        shape: &Shape,
        words: &[i64],
        memory: &[i64],
        sink: &mut dyn Sink,
    ) -> Result<(), Stop> {
        match (form, shape) {
            (Form::One(class), _) => sink.word(*class, self.unsigned(*class, words[0])?)?,
            (Form::Parts(forms), Shape::Tuple(shapes)) => {
                let mut at = 0;
                for (form, shape) in forms.iter().zip(shapes) {
                    self.write(form, shape, &words[at..at + shape.width()], memory, sink)?;
                    at += shape.width();
                }
            }
            (Form::Many { length, element }, shape) => {
                let (place, count) = (words[0] as usize, words[1] as usize);
                sink.length(*length, count as u64)?;
                if let Form::One(class) = &**element {
                    // The most common list: its elements are words.
                    let words = memory.get(place..place.saturating_add(count)).ok_or(Stop::Bail)?;
                    return sink.words(self, *class, words);
                }
                let inner = shape.element().ok_or(Stop::Bail)?;
                let width = inner.width();
                let all = memory.get(place..place + count * width).ok_or(Stop::Bail)?;
                for part in all.chunks(width) {
                    self.write(element, &inner, part, memory, sink)?;
                }
            }
            _ => return Err(Stop::Bail),
        }
        Ok(())
    }
}

/// How many bits an integer needs, at least one.
fn bits_of(word: u64) -> u32 {
    (64 - word.leading_zeros()).max(1)
}

fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}
