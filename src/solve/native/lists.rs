//! Emits code for lists. A list is read where it lies in memory, or its words are computed one by
//! one for the code that uses them; only lists that have a name or are read out of order are
//! written to memory (`scratch`).

use super::context;
use super::emit::Emit;
use super::scratch::lies;
use super::{Made, Unsupported};
use crate::code::{Low, Seq, WordExpr};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::Variable;

impl<'f, 'c> Emit<'f, 'c> {
    /// The place of a list, which is the index of its first word in memory, and the length of the
    /// list in elements of `width` words. A list that is not in memory yet is written to scratch
    /// memory.
    pub fn place(&mut self, list: &Seq<'_>, width: usize) -> Made<(Value, Value)> {
        match list {
            Seq::Reg(register) => {
                let (place, length) = (self.read(*register)?, self.read(register + 1)?);
                if *register >= self.fields {
                    self.check_place(place, length, width);
                }
                Ok((place, length))
            }
            Seq::Const(place, length) => {
                let end = length.checked_mul(width).and_then(|words| words.checked_add(*place));
                end.filter(|end| *end <= self.constants.words.len()).ok_or(Unsupported)?;
                Ok((self.constant(*place as i64), self.constant(*length as i64)))
            }
            Seq::At(parts, width_of_lists, word) => {
                let place = self.element(&parts.0, &parts.1, *width_of_lists, *word)?;
                let length = self.element(&parts.0, &parts.1, *width_of_lists, word + 1)?;
                self.check_place(place, length, width);
                Ok((place, length))
            }
            Seq::Slice(parts, of) if *of == width => {
                let (place, length) = self.place(&parts.0, width)?;
                let (low, high) = (self.int(&parts.1)?, self.int(&parts.2)?);
                for bound in [low, high] {
                    let outside = self.compare(IntCC::UnsignedGreaterThan, bound, length);
                    self.bail_if(outside);
                }
                let skipped = self.builder.ins().imul_imm(low, width as i64);
                let (count, none) = (self.builder.ins().isub(high, low), self.constant(0));
                let count = self.builder.ins().smax(count, none);
                Ok((self.builder.ins().iadd(place, skipped), count))
            }
            Seq::Let(register, parts) => {
                self.put(&parts.0, *register)?;
                self.place(&parts.1, width)
            }
            Seq::Inside(..) => self.made_of_rows(list),
            // A list of another width is not a list of words.
            Seq::Slice(..) => Err(Unsupported),
            _ if width == 1 => self.made(list),
            _ => Err(Unsupported),
        }
    }

    /// Bails out if a list is not entirely in memory.
    pub fn check_place(&mut self, place: Value, length: Value, width: usize) {
        // Place and length must be below 2^40, so that the computation of the end cannot overflow.
        let either = self.builder.ins().bor(place, length);
        let large = self.builder.ins().ushr_imm(either, 40);
        let words = self.builder.ins().imul_imm(length, width as i64);
        let end = self.builder.ins().iadd(place, words);
        let memory = self.load_context(context::MEMORY_LENGTH);
        let outside = self.compare(IntCC::UnsignedGreaterThan, end, memory);
        let outside = self.widened(outside);
        let wrong = self.builder.ins().bor(outside, large);
        self.bail_if(wrong);
    }

    /// A word of the element at an index of a list in memory; the index must be inside.
    pub fn word(&mut self, place: Value, at: Value, width: usize, word: usize) -> Value {
        let memory = self.load_context(context::MEMORY);
        let skipped = self.builder.ins().imul_imm(at, width as i64);
        let index = self.builder.ins().iadd(place, skipped);
        let bytes = self.builder.ins().ishl_imm(index, 3);
        let address = self.builder.ins().iadd(memory, bytes);
        self.load(I64, address, word as i32 * 8)
    }

    /// A word of the element at an index of a list; bails out if the index is outside.
    pub fn element(&mut self, list: &Seq<'_>, at: &WordExpr<'_>, width: usize, word: usize) -> Made<Value> {
        let (place, length) = self.place(list, width)?;
        let index = self.int(at)?;
        let inside = matches!(list, Seq::Reg(register) if self.is_inside(at, *register));
        if !inside {
            let outside = self.compare(IntCC::UnsignedGreaterThanOrEqual, index, length);
            self.bail_if(outside);
        }
        Ok(self.word(place, index, width, word))
    }

    /// Whether a word is certainly an index of the list in a register.
    pub fn is_inside(&self, at: &WordExpr<'_>, register: u32) -> bool {
        let natural = self.known.lies_between(at, 0, i64::MAX);
        let length = WordExpr::Reg(register + 1);
        let left = self.known.linear(&length).zip(self.known.linear(at));
        let left = left.and_then(|(length, at)| length.plus(&at, -1));
        natural
            && left.is_some_and(|mut left| {
                left.constant -= 1;
                self.known.proves(&left)
            })
    }

    /// How many elements a list has.
    pub fn length(&mut self, list: &Seq<'_>) -> Made<Value> {
        if lies(list) {
            return Ok(self.place(list, 1)?.1);
        }
        let count: Variable = self.builder.declare_var(I64);
        let none = self.constant(0);
        self.builder.def_var(count, none);
        self.stream(list, &mut |emit, _| {
            let before = emit.builder.use_var(count);
            let after = emit.builder.ins().iadd_imm(before, 1);
            emit.builder.def_var(count, after);
            Ok(())
        })?;
        Ok(self.builder.use_var(count))
    }

    /// Whether a list of words contains a word.
    pub fn has(&mut self, list: &Seq<'_>, word: &WordExpr<'_>) -> Made<Value> {
        let wanted = self.int(word)?;
        let done = self.builder.create_block();
        let result = self.builder.append_block_param(done, I64);
        self.stream(list, &mut |emit, it| {
            let same = emit.compare(IntCC::Equal, it, wanted);
            let (next, one) = (emit.builder.create_block(), emit.constant(1));
            emit.builder.ins().brif(same, done, &[one.into()], next, &[]);
            emit.go_on(next);
            Ok(())
        })?;
        let none = self.constant(0);
        self.builder.ins().jump(done, &[none.into()]);
        self.go_on(done);
        Ok(result)
    }

    /// Emits `each` for the words of a list of words, in order.
    pub fn stream(&mut self, list: &Seq<'_>, each: &mut dyn FnMut(&mut Self, Value) -> Made<()>) -> Made<()> {
        match list {
            Seq::Reg(_) | Seq::Const(..) | Seq::At(..) | Seq::Slice(..) | Seq::WithMany(_, 1) => {
                let (place, length) = self.place(list, 1)?;
                let none = self.constant(0);
                self.count_up((none, length), i64::MAX, &mut |emit, at, _| {
                    let word = emit.word(place, at, 1, 0);
                    each(emit, word)
                })
            }
            Seq::List(parts) => parts.iter().try_for_each(|part| {
                let Low::Int(code) = part else { return Err(Unsupported) };
                let word = self.int(code)?;
                each(self, word)
            }),
            Seq::Range(bounds) => {
                let (low, high) = (self.int(&bounds.0)?, self.int(&bounds.1)?);
                self.count_up((low, high), i64::MAX, &mut |emit, at, _| each(emit, at))
            }
            Seq::For(parts) => {
                let Low::Int(element) = &parts.1 else { return Err(Unsupported) };
                self.steps(&parts.0, &mut |emit| {
                    let word = emit.int(element)?;
                    each(emit, word)
                })
            }
            Seq::Concat(both, 1) => {
                self.stream(&both.0, each)?;
                self.stream(&both.1, each)
            }
            Seq::With(parts, 1) => self.stream_with(parts, each),
            Seq::If(parts) => {
                self.either(&parts.0, [&parts.1, &parts.2], |emit, list| emit.stream(list, each))
            }
            Seq::Let(register, parts) => {
                self.put(&parts.0, *register)?;
                self.stream(&parts.1, each)
            }
            _ => Err(Unsupported),
        }
    }

    /// Streams a list of words in which one word is replaced.
    fn stream_with(
        &mut self,
        parts: &(Seq<'_>, WordExpr<'_>, Low<'_>),
        each: &mut dyn FnMut(&mut Self, Value) -> Made<()>,
    ) -> Made<()> {
        let Low::Int(changed) = &parts.2 else { return Err(Unsupported) };
        // If the list is not in memory yet, `place` writes it there.
        let (place, length) = self.place(&parts.0, 1)?;
        let (index, changed) = (self.int(&parts.1)?, self.int(changed)?);
        let outside = self.compare(IntCC::UnsignedGreaterThanOrEqual, index, length);
        self.bail_if(outside);
        let none = self.constant(0);
        self.count_up((none, length), i64::MAX, &mut |emit, at, _| {
            let (word, here) = (emit.word(place, at, 1, 0), emit.compare(IntCC::Equal, at, index));
            let word = emit.builder.ins().select(here, changed, word);
            each(emit, word)
        })
    }
}
