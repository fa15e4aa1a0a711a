//! Emits code that packs words, letters, lists and their lengths into the bits of keys, and that
//! reads words at fixed places of a key.

use super::emit::Emit;
use super::{Field, Layout, List, Made, Unsupported, Word};
use crate::code::{Seq, WordExpr};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::Variable;

/// A word with the lowest `bits` bits set.
pub(super) fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The bounds of the word with index `at` of a field.
pub(super) fn bounds(field: &Field, at: usize) -> (i64, i64) {
    let word = match (field, at) {
        (Field::Fixed(words), at) => &words[at],
        (Field::Word(word), _) => word,
        (Field::List(_), 0) => return (i64::MIN, i64::MAX),
        (Field::List(_), _) => return (0, i64::MAX),
    };
    match word.counted {
        Some((least, most)) => {
            let last = least.saturating_add(i64::try_from(mask(word.bits)).unwrap_or(i64::MAX));
            (least, last.min(most))
        }
        None => (i64::MIN, i64::MAX),
    }
}

/// Reads a word from its fixed place in a key.
pub(super) fn unpack(emit: &mut Emit<'_, '_>, key: Value, word: &Word) -> Value {
    let shifted = emit.builder.ins().ushr_imm(key, i64::from(word.shift));
    let bits = emit.builder.ins().band_imm(shifted, mask(word.bits) as i64);
    emit.builder.ins().iadd_imm(bits, word.counted.map_or(0, |(least, _)| least))
}

/// The bits that store a word in a key; bails out if the word does not fit, so that the interpreter
/// finds the reason.
pub(super) fn pack(emit: &mut Emit<'_, '_>, word: &Word, code: &WordExpr<'_>) -> Made<Value> {
    let value = emit.int(code)?;
    let Some((least, _)) = word.counted else { return Ok(pack_value(emit, word, value)) };
    let limit = limit(word);
    let fits =
        least.checked_add_unsigned(limit).is_some_and(|most| emit.known.lies_between(code, least, most));
    if fits {
        return Ok(emit.builder.ins().iadd_imm(value, least.wrapping_neg()));
    }
    Ok(pack_value(emit, word, value))
}

/// The greatest number that the bits of a word in a key may hold.
fn limit(word: &Word) -> u64 {
    let span = word.counted.map_or(u64::MAX, |(least, most)| most.wrapping_sub(least) as u64);
    span.min(mask(word.bits))
}

/// The bits that store a word whose value is computed already; bails out if the word does not fit.
fn pack_value(emit: &mut Emit<'_, '_>, word: &Word, value: Value) -> Value {
    let least = word.counted.map_or(0, |(least, _)| least);
    let left = emit.builder.ins().iadd_imm(value, least.wrapping_neg());
    let limit = limit(word);
    if limit < u64::MAX {
        let limit = emit.constant(limit as i64);
        let outside = emit.compare(IntCC::UnsignedGreaterThan, left, limit);
        emit.bail_if(outside);
    }
    left
}

/// The bits that store an element of a list whose value is computed already; bails out if the
/// element does not fit.
pub(super) fn pack_element(emit: &mut Emit<'_, '_>, list: &List, value: Value) -> Value {
    if list.letters.is_empty() {
        return pack_value(emit, &list.word, value);
    }
    let mut code = emit.constant(-1);
    for (number, letter) in list.letters.iter().enumerate() {
        let same = emit.builder.ins().icmp_imm(IntCC::Equal, value, *letter);
        let number = emit.constant(number as i64);
        code = emit.builder.ins().select(same, number, code);
    }
    let unknown = emit.builder.ins().icmp_imm(IntCC::SignedLessThan, code, 0);
    emit.bail_if(unknown);
    code
}

/// The bits that store an element of a list, given the code that computes the element; bails out if
/// the element does not fit.
pub(super) fn pack_code(emit: &mut Emit<'_, '_>, list: &List, code: &WordExpr<'_>) -> Made<Value> {
    if list.letters.is_empty() {
        return pack(emit, &list.word, code);
    }
    if let WordExpr::Const(letter) = code
        && let Some(number) = list.letters.iter().position(|it| it == letter)
    {
        return Ok(emit.constant(number as i64));
    }
    let value = emit.int(code)?;
    Ok(pack_element(emit, list, value))
}

/// A key that is being packed.
pub(super) struct Packer {
    /// How many bits of the key hold the fields.
    room: u32,
    /// The lengths so far, and how many bits they take.
    top: Variable,
    top_bits: Variable,
    /// The words so far, and how many bits they take.
    low: Variable,
    low_bits: Variable,
}

impl Packer {
    pub(super) fn new(emit: &mut Emit<'_, '_>, room: u32) -> Packer {
        let mut fresh = || {
            let variable = emit.builder.declare_var(I64);
            let none = emit.constant(0);
            emit.builder.def_var(variable, none);
            variable
        };
        Packer { room, top: fresh(), top_bits: fresh(), low: fresh(), low_bits: fresh() }
    }

    /// Bails out if the lengths and words so far take more bits than the key has.
    fn room(&self, emit: &mut Emit<'_, '_>) {
        let (top, low) = (emit.builder.use_var(self.top_bits), emit.builder.use_var(self.low_bits));
        let all = emit.builder.ins().iadd(top, low);
        let over = emit.builder.ins().icmp_imm(IntCC::UnsignedGreaterThan, all, i64::from(self.room));
        emit.bail_if(over);
    }

    fn push(&self, emit: &mut Emit<'_, '_>, (at, bits_at): (Variable, Variable), bits: u32, word: Value) {
        let count = emit.builder.use_var(bits_at);
        let count = emit.builder.ins().iadd_imm(count, i64::from(bits));
        emit.builder.def_var(bits_at, count);
        self.room(emit);
        let before = emit.builder.use_var(at);
        let moved = emit.builder.ins().ishl_imm(before, i64::from(bits));
        let after = emit.builder.ins().bor(moved, word);
        emit.builder.def_var(at, after);
    }

    pub(super) fn word(&self, emit: &mut Emit<'_, '_>, word: &Word, code: &WordExpr<'_>) -> Made<()> {
        let bits = pack(emit, word, code)?;
        self.push(emit, (self.low, self.low_bits), word.bits, bits);
        Ok(())
    }

    /// Packs a list of words, or a list of lists of words whose place and length are in registers.
    pub(super) fn list(&self, emit: &mut Emit<'_, '_>, it: &List, list: &Seq<'_>) -> Made<()> {
        let Some(length_of_row) = &it.rows else {
            return self.row(emit, (&it.length, it), list);
        };
        let Seq::Reg(_) = list else { return Err(Unsupported) };
        let (place, count) = emit.place(list, 2)?;
        let length = pack_value(emit, &it.length, count);
        self.push(emit, (self.top, self.top_bits), it.length.bits, length);
        let none = emit.constant(0);
        emit.count_up((none, count), i64::MAX, &mut |emit, at, _| {
            let row = (emit.word(place, at, 2, 0), emit.word(place, at, 2, 1));
            emit.check_place(row.0, row.1, 1);
            let length = pack_value(emit, length_of_row, row.1);
            self.push(emit, (self.top, self.top_bits), length_of_row.bits, length);
            let none = emit.constant(0);
            emit.count_up((none, row.1), i64::MAX, &mut |emit, at, _| {
                let word = emit.word(row.0, at, 1, 0);
                let bits = pack_element(emit, it, word);
                self.push(emit, (self.low, self.low_bits), it.word.bits, bits);
                Ok(())
            })
        })
    }

    fn row(&self, emit: &mut Emit<'_, '_>, (length, it): (&Word, &List), list: &Seq<'_>) -> Made<()> {
        let count = emit.builder.declare_var(I64);
        let none = emit.constant(0);
        emit.builder.def_var(count, none);
        emit.stream(list, &mut |emit, value| {
            let bits = pack_element(emit, it, value);
            self.push(emit, (self.low, self.low_bits), it.word.bits, bits);
            let before = emit.builder.use_var(count);
            let after = emit.builder.ins().iadd_imm(before, 1);
            emit.builder.def_var(count, after);
            Ok(())
        })?;
        let count = emit.builder.use_var(count);
        let count = pack_value(emit, length, count);
        self.push(emit, (self.top, self.top_bits), length.bits, count);
        Ok(())
    }

    pub(super) fn key(&self, emit: &mut Emit<'_, '_>, layout: &Layout) -> Value {
        let (top, top_bits) = (emit.builder.use_var(self.top), emit.builder.use_var(self.top_bits));
        // Without lists the top is empty, and any shift leaves 0.
        let room = emit.constant(i64::from(self.room));
        let shift = emit.builder.ins().isub(room, top_bits);
        let top = emit.builder.ins().ishl(top, shift);
        let low = emit.builder.use_var(self.low);
        let fields = emit.builder.ins().bor(top, low);
        let tag = emit.constant(layout.tag as i64);
        emit.builder.ins().bor(fields, tag)
    }
}
