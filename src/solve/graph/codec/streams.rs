//! Writes the integers of a state one by one: into a packed key, or as bytes, which get a number.
//! Also reads the integers back from the bytes.

use super::{Codec, Kind, mask};
use crate::code::Stop;
use crate::ir::GameId;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// States as bytes, one after the other, with a number for each.
#[derive(Default)]
pub(super) struct Interner {
    pub(super) bytes: Vec<u8>,
    /// For each state, by number, the end of its bytes.
    pub(super) ends: Vec<u64>,
    /// The numbers of the states, by a hash of their bytes.
    pub(super) numbers: HashTable<u32>,
}

/// Receives the integers of a state, each with its class: the lengths of lists by `length`, and all
/// other words by `word` and `words`.
pub(super) trait Sink {
    fn length(&mut self, class: usize, length: u64) -> Result<(), Stop>;
    fn word(&mut self, class: usize, word: u64) -> Result<(), Stop>;
    fn words(&mut self, codec: &Codec, class: usize, words: &[i64]) -> Result<(), Stop> {
        words.iter().try_for_each(|word| self.word(class, codec.unsigned(class, *word)?))
    }
}

/// A key that is being packed.
pub(super) struct Pack<'c> {
    pub(super) codec: &'c Codec,
    /// How many bits all fields may take.
    pub(super) room: u32,
    /// The lengths so far, which go to the top, and how many bits they take.
    pub(super) top: u64,
    pub(super) top_bits: u32,
    /// The words so far, which go to the lowest bits, and how many bits they take.
    pub(super) low: u64,
    pub(super) low_bits: u32,
}

impl Pack<'_> {
    /// The number of bits of an integer; an error that asks for wider keys if the integer does not
    /// fit.
    pub(super) fn fit(&self, class: usize, word: u64) -> Result<u32, Stop> {
        let bits = self.codec.classes[class].bits;
        if word > mask(bits) {
            return Err(self.codec.want(class, word));
        }
        if self.top_bits + self.low_bits + bits > self.room {
            return Err(self.codec.too_large());
        }
        Ok(bits)
    }
}

impl Sink for Pack<'_> {
    fn length(&mut self, class: usize, length: u64) -> Result<(), Stop> {
        let bits = self.fit(class, length)?;
        self.top = self.top << bits | length;
        self.top_bits += bits;
        Ok(())
    }

    fn word(&mut self, class: usize, word: u64) -> Result<(), Stop> {
        let bits = self.fit(class, word)?;
        self.low = self.low << bits | word;
        self.low_bits += bits;
        Ok(())
    }

    fn words(&mut self, codec: &Codec, class: usize, words: &[i64]) -> Result<(), Stop> {
        let it = &codec.classes[class];
        let (bits, most) = (it.bits, mask(it.bits));
        let fits = words.len() as u32 <= self.room / bits
            && self.top_bits + self.low_bits + bits * words.len() as u32 <= self.room;
        if let Kind::Letters(alphabet) = it.kind
            && fits
        {
            for letter in words {
                let code = match codec.alphabets[alphabet].code(*letter) {
                    Some(code) => code,
                    None => codec.unsigned(class, *letter)?,
                };
                self.low = self.low << bits | code;
            }
            self.low_bits += bits * words.len() as u32;
            return Ok(());
        }
        if !fits || it.kind != Kind::Counted {
            return words.iter().try_for_each(|word| self.word(class, codec.unsigned(class, *word)?));
        }
        for word in words {
            let left = word.wrapping_sub(it.least) as u64;
            if *word < it.least || *word > it.most || left > most {
                // `unsigned` refuses a word outside its bounds; `word` asks for more bits.
                self.word(class, codec.unsigned(class, *word)?)?;
                continue;
            }
            self.low = self.low << bits | left;
            self.low_bits += bits;
        }
        Ok(())
    }
}

impl Sink for Stream {
    fn length(&mut self, class: usize, length: u64) -> Result<(), Stop> {
        self.lengths.push((class, length));
        Ok(())
    }

    fn word(&mut self, class: usize, word: u64) -> Result<(), Stop> {
        self.words.push((class, word));
        Ok(())
    }
}

/// The integers of a state, each with its class.
#[derive(Default)]
pub(super) struct Stream {
    pub(super) lengths: Vec<(usize, u64)>,
    pub(super) words: Vec<(usize, u64)>,
}

/// The integers of a state, which are read in the order in which they were written.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) lengths: Vec<u64>,
    pub(super) words: Vec<u64>,
    pub(super) next_length: usize,
    pub(super) next_word: usize,
}

impl Reader {
    pub(super) fn length(&mut self) -> u64 {
        self.next_length += 1;
        self.lengths[self.next_length - 1]
    }

    pub(super) fn word(&mut self) -> u64 {
        self.next_word += 1;
        self.words[self.next_word - 1]
    }
}

impl Interner {
    /// The number of a state, new if necessary. Its bytes are the game, the lengths and the words,
    /// each integer in groups of seven bits. An error if the numbers are used up.
    pub(super) fn number(&mut self, game: GameId, stream: &Stream) -> Result<u32, Stop> {
        let start = self.bytes.len();
        write_groups(&mut self.bytes, u64::from(game.0));
        write_groups(&mut self.bytes, stream.lengths.len() as u64);
        for (_, length) in &stream.lengths {
            write_groups(&mut self.bytes, *length);
        }
        for (_, word) in &stream.words {
            write_groups(&mut self.bytes, *word);
        }
        let (before, state) = self.bytes.split_at(start);
        let hash = hash_bytes(state);
        let ends = &self.ends;
        let of = |number: u32| {
            let from = if number == 0 { 0 } else { ends[number as usize - 1] as usize };
            &before[from..ends[number as usize] as usize]
        };
        if let Some(known) = self.numbers.find(hash, |number| of(*number) == state) {
            let known = *known;
            self.bytes.truncate(start);
            return Ok(known);
        }
        let number = u32::try_from(self.ends.len()).map_err(|_| Stop::Bail)?;
        self.numbers.insert_unique(hash, number, |other| hash_bytes(of(*other)));
        self.ends.push(self.bytes.len() as u64);
        Ok(number)
    }

    /// The integers of a state by its number.
    pub(super) fn state(&self, number: u32) -> Reader {
        let from = if number == 0 { 0 } else { self.ends[number as usize - 1] as usize };
        let mut bytes = &self.bytes[from..self.ends[number as usize] as usize];
        let mut reader = Reader::default();
        read_groups(&mut bytes);
        for _ in 0..read_groups(&mut bytes) {
            reader.lengths.push(read_groups(&mut bytes));
        }
        while !bytes.is_empty() {
            reader.words.push(read_groups(&mut bytes));
        }
        reader
    }
}

/// Writes an integer in groups of seven bits, the lowest first. The top bit of a byte is set if
/// another group follows.
pub(super) fn write_groups(bytes: &mut Vec<u8>, mut word: u64) {
    while word >= 0x80 {
        bytes.push(word as u8 | 0x80);
        word >>= 7;
    }
    bytes.push(word as u8);
}

pub(super) fn read_groups(bytes: &mut &[u8]) -> u64 {
    let (mut word, mut shift) = (0, 0);
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        word |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            break;
        }
        shift += 7;
    }
    word
}

pub(super) fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
