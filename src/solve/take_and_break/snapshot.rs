//! Writes the known values as bytes, and reads them back, so that a later run can continue.
//!
//! A snapshot is a head with the rules, and segments with values. Segments are appended during the
//! search, so a file that was cut off loses only its last segment. The head and each segment have a
//! checksum. A proof is not written: a later run finds it again from the values.
//!
//! ```text
//! head     "gspec take-break" version:u32 rules:u32 { open:u8 take:u64 parts:u8 least_heap:u64 } checksum:u64
//! segment  from:u64 values:u64 width:u8 { value:u8|u16 } reaches:u64 { reach:u32 } checksum:u64
//! ```
//!
//! All numbers are little-endian.

use super::checksum::checksum;
use super::values::Values;
use super::{Method, Split};
use crate::theory::take_and_break::{Parts, Rule, Rules, Take};
use std::fmt;

/// The first bytes of a snapshot.
const MAGIC: &[u8; 16] = b"gspec take-break";

/// The version of the format; snapshots of other versions are refused.
const VERSION: u32 = 2;

/// How many heaps one *reach* of a segment covers: the greatest distance of a move that was needed
/// to find their values.
const STRETCH: usize = 1 << 12;

/// The most rules; a file that states more is damaged.
const MOST_RULES: u32 = 1 << 16;

/// Why bytes are not a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corrupt {
    /// The bytes do not begin like a snapshot.
    NotASnapshot,
    /// The snapshot is written in this other version of the format.
    Version(u32),
    /// The bytes end too early.
    CutOff,
    /// A checksum is wrong.
    Checksum,
    /// The content is invalid: a number has no meaning, a segment does not continue the values
    /// before it, or the rules do not fit together. The first two are found before a checksum is
    /// compared.
    Content,
}

impl fmt::Display for Corrupt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Corrupt::NotASnapshot => write!(out, "not a saved search"),
            Corrupt::Version(version) => write!(out, "saved in format {version}, which is not known here"),
            Corrupt::CutOff => write!(out, "the end is missing"),
            Corrupt::Checksum => write!(out, "damaged: the checksum is wrong"),
            Corrupt::Content => write!(out, "damaged: the content makes no sense"),
        }
    }
}

/// The kinds of parts; the format writes a kind as its index here.
const PARTS: [Parts; 6] =
    [Parts::Nothing, Parts::One, Parts::Two, Parts::TwoUnequal, Parts::Three, Parts::Four];

impl Split {
    /// The rules and all known values, as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = self.head();
        bytes.extend(self.segment(0));
        bytes
    }

    /// The rules without values, to which segments are appended.
    pub fn head(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.rules.rules().len() as u32).to_le_bytes());
        for rule in self.rules.rules() {
            bytes.push(u8::from(matches!(rule.take, Take::AtLeast(_))));
            bytes.extend((rule.take.least() as u64).to_le_bytes());
            bytes.push(PARTS.iter().position(|&parts| parts == rule.parts).unwrap_or(0) as u8);
            bytes.extend((rule.least_heap as u64).to_le_bytes());
        }
        sealed(bytes)
    }

    /// The values from heap `from` on. Appended to a snapshot of the values before `from`, they
    /// make a snapshot of all values.
    pub fn segment(&self, from: usize) -> Vec<u8> {
        let from = from.min(self.len());
        let width = self.values.width();
        let mut bytes = Vec::with_capacity((self.len() - from) * width + 64);
        bytes.extend((from as u64).to_le_bytes());
        bytes.extend(((self.len() - from) as u64).to_le_bytes());
        bytes.push(width as u8);
        for value in self.values.from(from) {
            bytes.extend(&value.to_le_bytes()[..width]);
        }
        let reaches: Vec<u32> = match &self.method {
            Method::Rare(_, rare) => {
                stretches(from, self.len()).map(|(from, to)| rare.reach_over(from, to)).collect()
            }
            Method::Plain(..) | Method::PairSets(_) => Vec::new(),
        };
        bytes.extend((reaches.len() as u64).to_le_bytes());
        bytes.extend(reaches.iter().flat_map(|reach| reach.to_le_bytes()));
        sealed(bytes)
    }

    /// Reads a snapshot; fails if a checksum is wrong, the content is invalid, or the last segment
    /// is cut off.
    pub fn restore(bytes: &[u8]) -> Result<Split, Corrupt> {
        let (split, used, trouble) = Split::restore_whole_segments(bytes)?;
        match trouble {
            None if used == bytes.len() => Ok(split),
            trouble => Err(trouble.unwrap_or(Corrupt::CutOff)),
        }
    }

    /// Reads a snapshot up to the first segment that is damaged or cut off. Returns the game, the
    /// number of sound bytes, to which segments may be appended, and the error in the bytes after
    /// these, if there is one. Fails only if the head cannot be read.
    pub fn restore_whole_segments(bytes: &[u8]) -> Result<(Split, usize, Option<Corrupt>), Corrupt> {
        let mut reader = Reader { bytes, at: 0 };
        let mut split = Split::new(reader.head()?);
        let mut used = reader.at;
        while used < bytes.len() {
            if let Err(trouble) = reader.segment(&mut split) {
                return Ok((split, used, Some(trouble)));
            }
            used = reader.at;
        }
        Ok((split, used, None))
    }
}

/// Divides the heaps from `from` to before `to` into ranges that end at multiples of [`STRETCH`]; the last
/// range ends at `to`.
fn stretches(from: usize, to: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut next = from;
    std::iter::from_fn(move || {
        let start = next;
        next = (start / STRETCH + 1).saturating_mul(STRETCH).min(to);
        (start < to).then_some((start, next))
    })
}

/// The bytes with their checksum appended.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads bytes from the front; rules and values are used only after their checksum is verified.
struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], Corrupt> {
        let end = self.at.checked_add(count).ok_or(Corrupt::CutOff)?;
        let taken = self.bytes.get(self.at..end).ok_or(Corrupt::CutOff)?;
        self.at = end;
        Ok(taken)
    }

    fn number<const BYTES: usize>(&mut self) -> Result<u64, Corrupt> {
        let mut number = [0; 8];
        number[..BYTES].copy_from_slice(self.take(BYTES)?);
        Ok(u64::from_le_bytes(number))
    }

    fn size(&mut self) -> Result<usize, Corrupt> {
        usize::try_from(self.number::<8>()?).map_err(|_| Corrupt::Content)
    }

    /// Compares the checksum of the bytes read since `from` with the number that follows.
    fn check(&mut self, from: usize) -> Result<(), Corrupt> {
        let sum = checksum(&self.bytes[from..self.at]);
        if self.number::<8>()? == sum { Ok(()) } else { Err(Corrupt::Checksum) }
    }

    fn head(&mut self) -> Result<Rules, Corrupt> {
        if self.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(Corrupt::NotASnapshot);
        }
        let version = self.number::<4>()? as u32;
        if version != VERSION {
            return Err(Corrupt::Version(version));
        }
        let count = self.number::<4>()? as u32;
        if count > MOST_RULES {
            return Err(Corrupt::Content);
        }
        let rules = (0..count).map(|_| self.rule()).collect::<Result<Vec<Rule>, Corrupt>>();
        // An invalid rule is reported before the checksum is compared.
        let rules = rules?;
        self.check(0)?;
        Rules::new(rules).map_err(|_| Corrupt::Content)
    }

    fn rule(&mut self) -> Result<Rule, Corrupt> {
        let open = self.number::<1>()?;
        let take = self.size()?;
        let parts = PARTS.get(self.number::<1>()? as usize).copied().ok_or(Corrupt::Content)?;
        let least_heap = self.size()?;
        let take = match open {
            0 => Take::Exactly(take),
            1 => Take::AtLeast(take),
            _ => return Err(Corrupt::Content),
        };
        Ok(Rule { take, parts, least_heap })
    }

    /// Reads a segment that continues the existing values.
    fn segment(&mut self, split: &mut Split) -> Result<(), Corrupt> {
        let start = self.at;
        let (from, count, width) = (self.size()?, self.size()?, self.number::<1>()? as usize);
        if from != split.len() || !(1..=2).contains(&width) {
            return Err(Corrupt::Content);
        }
        let values = self.take(count.checked_mul(width).ok_or(Corrupt::CutOff)?)?;
        let reaches = self.size()?;
        let reaches = self.take(reaches.checked_mul(4).ok_or(Corrupt::CutOff)?)?;
        self.check(start)?;
        append(&mut split.values, values, width);
        let (reaches, _) = reaches.as_chunks::<4>();
        if let Method::Rare(_, rare) = &mut split.method {
            for ((from, to), reach) in stretches(from, from + count).zip(reaches) {
                rare.note_reach(from, to, u32::from_le_bytes(*reach));
            }
        }
        Ok(())
    }
}

/// Appends values of `width` bytes each; the width is 1 or 2.
fn append(values: &mut Values, bytes: &[u8], width: usize) {
    if width == 2 {
        values.widen();
    }
    values.reserve(bytes.len() / width);
    for value in bytes.chunks_exact(width) {
        let value = value.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
        // Values of two bytes at most are never refused.
        let _ = values.push(value);
    }
}
