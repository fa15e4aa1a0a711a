//! Emits code that writes lists to scratch memory, which follows the memory that a function
//! receives. Each list has its own place with room for few words; the code bails out if a list is
//! longer.

use super::context;
use super::emit::Emit;
use super::patches::{Element, elements, places_of};
use super::{Made, Unsupported};
use crate::code::{Low, Register, Seq};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::Variable;

/// How many words a list may have, or all rows of a list of lists together.
const MOST_WORDS: usize = 64;
/// How many rows a list of lists may have.
const MOST_ROWS: usize = 16;
/// How many words all lists of a function may take; a function with more is not compiled.
const MOST_WORDS_IN_ALL: usize = 4096;

/// Whether a list is already in memory.
pub(super) fn lies(list: &Seq<'_>) -> bool {
    match list {
        Seq::Reg(_) | Seq::Const(..) => true,
        Seq::At(parts, ..) => lies(&parts.0),
        Seq::Slice(parts, _) => lies(&parts.0),
        Seq::Let(_, parts) => lies(&parts.1),
        _ => false,
    }
}

impl Emit<'_, '_> {
    /// Place and length of a list of words that is written to scratch memory.
    pub fn made(&mut self, list: &Seq<'_>) -> Made<(Value, Value)> {
        match list {
            Seq::With(parts, 1) => {
                let (place, length) = self.made(&parts.0)?;
                let Low::Int(code) = &parts.2 else { return Err(Unsupported) };
                let (at, word) = (self.int(&parts.1)?, self.int(code)?);
                self.change((place, length), at, word);
                Ok((place, length))
            }
            Seq::WithMany(parts, 1) => {
                let (place, length) = self.made(&parts.0)?;
                let elements = elements(self, &parts.2)?;
                for (at, element) in places_of(self, &parts.1, elements.len())?.into_iter().zip(elements) {
                    let word = match element {
                        Element::Constant(word) => self.constant(word),
                        Element::Code(code) => self.int(code)?,
                    };
                    self.change((place, length), at, word);
                }
                Ok((place, length))
            }
            Seq::Let(register, parts) => {
                self.put(&parts.0, *register)?;
                self.made(&parts.1)
            }
            list => {
                let (place, count) = (self.room(MOST_WORDS)?, self.zero());
                self.stream(list, &mut |emit, word| {
                    emit.append(place, count, MOST_WORDS, word);
                    Ok(())
                })?;
                Ok((place, self.builder.use_var(count)))
            }
        }
    }

    /// Place and length of a list of lists of words that is written to scratch memory.
    pub fn made_of_rows(&mut self, list: &Seq<'_>) -> Made<(Value, Value)> {
        match list {
            Seq::Inside(row, parts) => {
                let (place, length) = self.made_of_rows(&parts.0)?;
                let at = self.int(&parts.1)?;
                let outside = self.compare(IntCC::UnsignedGreaterThanOrEqual, at, length);
                self.bail_if(outside);
                let here = (self.word(place, at, 2, 0), self.word(place, at, 2, 1));
                self.write(*row, here.0);
                self.write(row + 1, here.1);
                self.known.set(*row, (i64::MIN, i64::MAX));
                self.known.set(row + 1, (0, i64::MAX));
                self.change_row(*row, &parts.2)?;
                Ok((place, length))
            }
            list if lies(list) => self.copied_rows(list),
            _ => Err(Unsupported),
        }
    }

    /// Emits the changes that `list` makes, in scratch memory, to the row in the registers from
    /// `row` on.
    fn change_row(&mut self, row: Register, list: &Seq<'_>) -> Made<()> {
        let here = (self.read(row)?, self.read(row + 1)?);
        match list {
            Seq::Reg(register) if *register == row => Ok(()),
            Seq::With(parts, 1) => {
                self.change_row(row, &parts.0)?;
                let Low::Int(code) = &parts.2 else { return Err(Unsupported) };
                let (at, word) = (self.int(&parts.1)?, self.int(code)?);
                self.change(here, at, word);
                Ok(())
            }
            _ => Err(Unsupported),
        }
    }

    /// Copies a list of lists, with its rows, to scratch memory.
    fn copied_rows(&mut self, list: &Seq<'_>) -> Made<(Value, Value)> {
        let (from, rows) = self.place(list, 2)?;
        let words = self.room(MOST_WORDS)?;
        let place = self.room(2 * MOST_ROWS)?;
        let (count, pairs) = (self.zero(), self.zero());
        let none = self.constant(0);
        self.count_up((none, rows), i64::MAX, &mut |emit, at, _| {
            let row = (emit.word(from, at, 2, 0), emit.word(from, at, 2, 1));
            emit.check_place(row.0, row.1, 1);
            let before = emit.builder.use_var(count);
            let start = emit.builder.ins().iadd(words, before);
            emit.append(place, pairs, 2 * MOST_ROWS, start);
            emit.append(place, pairs, 2 * MOST_ROWS, row.1);
            let none = emit.constant(0);
            emit.count_up((none, row.1), i64::MAX, &mut |emit, at, _| {
                let word = emit.word(row.0, at, 1, 0);
                emit.append(words, count, MOST_WORDS, word);
                Ok(())
            })
        })?;
        Ok((place, rows))
    }

    /// A variable that starts with 0.
    fn zero(&mut self) -> Variable {
        let variable = self.builder.declare_var(I64);
        let none = self.constant(0);
        self.builder.def_var(variable, none);
        variable
    }

    /// Reserves `words` words after the memory, and returns their place.
    fn room(&mut self, words: usize) -> Made<Value> {
        let offset = self.scratch;
        self.scratch += words;
        if self.scratch > MOST_WORDS_IN_ALL {
            return Err(Unsupported);
        }
        let first = self.load_context(context::SCRATCH);
        Ok(self.builder.ins().iadd_imm(first, offset as i64))
    }

    /// Appends a word after the `count` words of a list; bails out if these are `most` already.
    fn append(&mut self, place: Value, count: Variable, most: usize, word: Value) {
        let at = self.builder.use_var(count);
        let full = self.builder.ins().icmp_imm(IntCC::UnsignedGreaterThanOrEqual, at, most as i64);
        self.bail_if(full);
        self.store_word(place, at, word);
        let next = self.builder.ins().iadd_imm(at, 1);
        self.builder.def_var(count, next);
    }

    /// Replaces a word of a list in scratch memory.
    fn change(&mut self, (place, length): (Value, Value), at: Value, word: Value) {
        let outside = self.compare(IntCC::UnsignedGreaterThanOrEqual, at, length);
        self.bail_if(outside);
        self.store_word(place, at, word);
    }

    fn store_word(&mut self, place: Value, at: Value, word: Value) {
        let memory = self.load_context(context::MEMORY);
        let index = self.builder.ins().iadd(place, at);
        let bytes = self.builder.ins().ishl_imm(index, 3);
        let address = self.builder.ins().iadd(memory, bytes);
        self.store(word, address, 0);
    }
}
