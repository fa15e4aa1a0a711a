//! Reads the digits of a code such as `0.77`. The place of a digit is an amount that a move takes;
//! its bits say how many heaps the move may leave. The result lists the places for each bit.

use super::build::Build;
use super::errors;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{self, Binary, Expr};

/// The places of a code whose digits have a given bit, which stands for a number of heaps: the
/// amounts that may be taken if the move leaves that many heaps.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// The places below the tail, ascending.
    pub each: Vec<usize>,
    /// The first place of the tail: the digits of this place and of all later ones have the bit.
    /// `None` if finitely many places have the bit.
    pub tail: Option<usize>,
}

impl Places {
    /// Whether no digit has the bit, so that no move leaves its number of heaps.
    pub fn is_empty(&self) -> bool {
        self.each.is_empty() && self.tail.is_none()
    }

    /// Returns the place of the digit that has the bit, if only one digit has it.
    pub fn only(&self) -> Option<usize> {
        match (self.each.as_slice(), self.tail) {
            ([only], None) => Some(*only),
            _ => None,
        }
    }

    /// Returns the places below the tail as an expression: a range if they are two or more
    /// consecutive numbers, otherwise a set; `None` if there are none.
    pub fn listed(&self, build: &Build) -> Option<Expr> {
        let (first, last) = (*self.each.first()?, *self.each.last()?);
        let numbers = |places: &[usize]| places.iter().map(|place| build.number(*place)).collect();
        if last > first && last - first + 1 == self.each.len() {
            return Some(build.binary(build.number(first), Binary::RangeInclusive, build.number(last)));
        }
        Some(build.set(numbers(&self.each)))
    }
}

/// Reads a code with digits in the given base. Element `h` of the result has the amounts that may
/// be taken to leave exactly `h` heaps. An error if the text is no such code.
pub fn read(text: &ast::Text, base: u32) -> Result<[Places; 5], Box<Diagnostic>> {
    let written = text.value.as_str();
    let (finite, repeats) = match written.strip_suffix("...") {
        Some(finite) => (finite, true),
        None => (written, false),
    };
    let (first, later) = finite.split_once('.').ok_or_else(|| Box::new(errors::no_point(text)))?;
    if later.is_empty() {
        return Err(Box::new(errors::nothing_after_point(text, repeats)));
    }
    let digits = [first_digit(text, first, base)?]
        .into_iter()
        .map(Ok)
        .chain(later.chars().enumerate().map(|(at, digit)| value(text, digit, at + 1, base)));
    let digits = digits.collect::<Result<Vec<u32>, _>>()?;
    Ok(std::array::from_fn(|heaps| places(&digits, 1 << heaps, repeats)))
}

/// Reads the digit before the point, for moves that take nothing; 0 if there is none. Such a move
/// must leave at least two heaps, otherwise it would not change the heap.
fn first_digit(text: &ast::Text, written: &str, base: u32) -> Result<u32, Box<Diagnostic>> {
    let mut digits = written.chars();
    let Some(digit) = digits.next() else { return Ok(0) };
    if digits.next().is_some() {
        return Err(Box::new(errors::several_before_point(text, written)));
    }
    let found = value(text, digit, 0, base)?;
    if found & 3 == 0 { Ok(found) } else { Err(Box::new(errors::endless(text, digit, base))) }
}

fn value(text: &ast::Text, digit: char, place: usize, base: u32) -> Result<u32, Box<Diagnostic>> {
    let found = digit.to_digit(36).filter(|value| *value < base);
    found.ok_or_else(|| Box::new(errors::bad_digit(text, digit, place, base)))
}

fn places(digits: &[u32], bit: u32, repeats: bool) -> Places {
    let mut each: Vec<usize> = (0..digits.len()).filter(|place| digits[*place] & bit != 0).collect();
    if !repeats || each.last() != Some(&(digits.len() - 1)) {
        return Places { each, tail: None };
    }
    let mut from = digits.len() - 1;
    while from > 0 && digits[from - 1] & bit != 0 {
        from -= 1;
    }
    each.retain(|place| *place < from);
    Places { each, tail: Some(from) }
}
