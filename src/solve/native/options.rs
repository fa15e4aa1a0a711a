//! The options of a component, as keys.

use super::call::{self, Native};
use super::context;
use super::emit::Emit;
use super::{Field, Layout, Made, Unsupported, Word};
use crate::code::{Argument, CompiledRules, Constants, Low, Register, Seq, Shape, Target, WordExpr};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::Variable;

/// What a whole function is made from.
struct Options<'r, 'a> {
    rules: &'r CompiledRules<'a>,
    /// The game whose moves these are.
    game: crate::ir::GameId,
    /// How states lie, by game.
    layouts: &'r [Option<Layout>],
    own: &'r Layout,
    /// The key whose options are sought.
    key: Value,
}

/// Machine code that gives all options of a component of a game without ends.
pub fn compile(
    rules: &CompiledRules<'_>,
    game: crate::ir::GameId,
    layouts: &[Option<Layout>],
    constants: &Constants,
) -> Option<Native> {
    let own = layouts[game.index()].as_ref()?;
    if !rules.ends.is_empty() {
        return None;
    }
    let shapes = rules.fields.clone();
    call::make(constants, (shapes, None), |emit| {
        let key = emit.load_context(context::KEY);
        let mut options = Options { rules, game, layouts, own, key };
        options.fields(emit)?;
        let before = emit.known.clone();
        for (steps, target) in &rules.moves {
            emit.known = before.clone();
            emit.steps(steps, &mut |emit| options.option(emit, target))?;
        }
        let (out, fuel) = (emit.builder.use_var(emit.out), emit.builder.use_var(emit.fuel));
        emit.store_context(out, context::OUT);
        emit.store_context(fuel, context::FUEL);
        Ok(())
    })
}

impl<'a> Options<'_, 'a> {
    /// Puts the fields into their registers.
    fn fields<'f, 'c>(&mut self, emit: &mut Emit<'f, 'c>) -> Made<()> {
        let out = emit.load_context(context::OUT);
        emit.builder.def_var(emit.out, out);
        let fuel = emit.load_context(context::FUEL);
        emit.builder.def_var(emit.fuel, fuel);
        let registers = emit.load_context(context::REGISTERS);
        let mut register: Register = 0;
        for (field, shape) in self.own.fields.iter().zip(&self.rules.fields) {
            for at in 0..shape.width() {
                let word = match field {
                    Field::Fixed(words) => unpack(emit, self.key, &words[at]),
                    _ => emit.load(I64, registers, register as i32 * 8),
                };
                emit.write(register, word);
                emit.known.set(register, bounds(field, at));
                register += 1;
            }
        }
        emit.fields = register;
        Ok(())
    }

    /// One option: goes to the caller when there are many.
    fn option<'f, 'c>(&mut self, emit: &mut Emit<'f, 'c>, target: &Target<'a>) -> Made<()> {
        let before = emit.known.clone();
        if self.rules.single {
            self.single(emit, target)?;
        } else {
            self.parts(emit, target, None)?;
            let end = emit.constant(0);
            push(emit, end);
        }
        emit.known = before;
        let (out, end) = (emit.builder.use_var(emit.out), emit.load_context(context::OUT_END));
        let full = emit.compare(IntCC::UnsignedGreaterThanOrEqual, out, end);
        let (flush, next) = (emit.builder.create_block(), emit.builder.create_block());
        emit.builder.ins().brif(full, flush, &[], next, &[]);
        emit.go_on(flush);
        emit.store_context(out, context::OUT);
        emit.call_back(context::FLUSH);
        let fresh = emit.load_context(context::OUT);
        emit.builder.def_var(emit.out, fresh);
        emit.builder.ins().jump(next, &[]);
        emit.go_on(next);
        Ok(())
    }

    /// A target of at most one component.
    fn single<'f, 'c>(&mut self, emit: &mut Emit<'f, 'c>, target: &Target<'a>) -> Made<()> {
        match target {
            Target::Nothing => {
                let none = emit.constant(0);
                push(emit, none);
                Ok(())
            }
            Target::Component(game, arguments) => {
                let key = self.component(emit, *game, arguments)?;
                push(emit, key);
                Ok(())
            }
            Target::If(parts) => {
                let arms = [(true, &parts.1), (false, &parts.2)];
                self.choose(emit, &parts.0, arms, &mut |it, emit, target| it.single(emit, target))
            }
            Target::Let(register, parts) => {
                emit.put(&parts.0, *register)?;
                self.single(emit, &parts.1)
            }
            Target::Both(_) | Target::Copies(_) | Target::For(_) => Err(Unsupported),
        }
    }

    /// A target of any number of components, so many times.
    fn parts<'f, 'c>(
        &mut self,
        emit: &mut Emit<'f, 'c>,
        target: &Target<'a>,
        copies: Option<Value>,
    ) -> Made<()> {
        match target {
            Target::Nothing => Ok(()),
            Target::Component(game, arguments) => {
                let key = self.component(emit, *game, arguments)?;
                room_for_parts(emit);
                push(emit, key);
                let count = copies.unwrap_or_else(|| emit.constant(1));
                push(emit, count);
                Ok(())
            }
            Target::Both(both) => {
                self.parts(emit, &both.0, copies)?;
                self.parts(emit, &both.1, copies)
            }
            Target::Copies(both) if copies.is_none() => {
                let count = emit.int(&both.0)?;
                let outside = emit.builder.ins().icmp_imm(IntCC::UnsignedGreaterThan, count, 1 << 31);
                emit.bail_if(outside);
                let (some, next) = (emit.builder.create_block(), emit.builder.create_block());
                emit.builder.ins().brif(count, some, &[], next, &[]);
                emit.go_on(some);
                self.parts(emit, &both.1, Some(count))?;
                emit.builder.ins().jump(next, &[]);
                emit.go_on(next);
                Ok(())
            }
            Target::Copies(_) => Err(Unsupported),
            Target::For(both) => emit.steps(&both.0, &mut |emit| self.parts(emit, &both.1, copies)),
            Target::If(parts) => {
                let arms = [(true, &parts.1), (false, &parts.2)];
                self.choose(emit, &parts.0, arms, &mut |it, emit, target| it.parts(emit, target, copies))
            }
            Target::Let(register, parts) => {
                emit.put(&parts.0, *register)?;
                self.parts(emit, &parts.1, copies)
            }
        }
    }

    fn choose<'f, 'c>(
        &mut self,
        emit: &mut Emit<'f, 'c>,
        condition: &WordExpr<'_>,
        arms: [(bool, &Target<'a>); 2],
        then: &mut dyn FnMut(&mut Self, &mut Emit<'f, 'c>, &Target<'a>) -> Made<()>,
    ) -> Made<()> {
        let (yes, no, join) =
            (emit.builder.create_block(), emit.builder.create_block(), emit.builder.create_block());
        emit.branch(condition, yes, no)?;
        for (block, (holds, target)) in [yes, no].into_iter().zip(arms) {
            emit.go_on(block);
            let before = emit.known.clone();
            emit.known.assume(condition, holds);
            then(self, emit, target)?;
            emit.known = before;
            emit.builder.ins().jump(join, &[]);
        }
        emit.go_on(join);
        Ok(())
    }

    /// The key of a component that is being made.
    fn component<'f, 'c>(
        &mut self,
        emit: &mut Emit<'f, 'c>,
        game: crate::ir::GameId,
        arguments: &[Argument<'a>],
    ) -> Made<Value> {
        let layout = self.layouts[game.index()].as_ref().ok_or(Unsupported)?;
        if layout.fields.iter().all(|field| matches!(field, Field::Fixed(_))) {
            self.fixed(emit, layout, game == self.game, arguments)
        } else {
            self.listed(emit, layout, arguments)
        }
    }

    /// A key whose words have fixed places: what stays as it is keeps its bits.
    fn fixed<'f, 'c>(
        &mut self,
        emit: &mut Emit<'f, 'c>,
        layout: &Layout,
        own: bool,
        arguments: &[Argument<'a>],
    ) -> Made<Value> {
        let mut kept = if own { u64::MAX } else { 0 };
        let mut new: Vec<Value> = Vec::new();
        for (field, argument) in layout.fields.iter().zip(arguments) {
            let (Field::Fixed(words), Argument::New(value)) = (field, argument) else { continue };
            let values: Vec<&WordExpr<'_>> = match value {
                Low::Int(code) => vec![code],
                Low::Tuple(parts) => parts.iter().map(only_int).collect::<Made<_>>()?,
                _ => return Err(Unsupported),
            };
            if values.len() != words.len() {
                return Err(Unsupported);
            }
            for (place, code) in words.iter().zip(values) {
                kept &= !(mask(place.bits) << place.shift);
                let bits = pack(emit, place, code)?;
                new.push(emit.builder.ins().ishl_imm(bits, i64::from(place.shift)));
            }
        }
        let mut key = if own {
            emit.builder.ins().band_imm(self.key, kept as i64)
        } else {
            emit.constant(layout.tag as i64)
        };
        for bits in new {
            key = emit.builder.ins().bor(key, bits);
        }
        Ok(key)
    }

    /// A key of fields one behind the other: lengths from the top down, words from the bottom up.
    fn listed<'f, 'c>(
        &mut self,
        emit: &mut Emit<'f, 'c>,
        layout: &Layout,
        arguments: &[Argument<'a>],
    ) -> Made<Value> {
        let packer = Packer::new(emit, layout.room);
        let mut register: Register = 0;
        for ((field, argument), at) in layout.fields.iter().zip(arguments).zip(0..) {
            match (field, argument) {
                (Field::Word(word), Argument::New(Low::Int(code))) => packer.word(emit, word, code)?,
                (Field::Word(word), Argument::Same) => packer.word(emit, word, &WordExpr::Reg(register))?,
                (Field::List(length, word), Argument::New(Low::Seq(list))) => {
                    packer.list(emit, (length, word), list)?;
                }
                (Field::List(length, word), Argument::Same) => {
                    packer.list(emit, (length, word), &Seq::Reg(register))?;
                }
                _ => return Err(Unsupported),
            }
            // What stays as it is, stays in the registers of the game's own fields.
            register += self.rules.fields.get(at).map_or(0, Shape::width) as Register;
        }
        Ok(packer.key(emit, layout))
    }
}

fn only_int<'t, 'a>(value: &'t Low<'a>) -> Made<&'t WordExpr<'a>> {
    if let Low::Int(code) = value { Ok(code) } else { Err(Unsupported) }
}

/// Writes a word to where the next option goes.
fn push(emit: &mut Emit<'_, '_>, word: Value) {
    let out = emit.builder.use_var(emit.out);
    emit.store(word, out, 0);
    let next = emit.builder.ins().iadd_imm(out, 8);
    emit.builder.def_var(emit.out, next);
}

/// Bails out where there is no room for another component of an option. Between the end at which the
/// caller is called and the end of the room lies `call::MARGIN`.
fn room_for_parts(emit: &mut Emit<'_, '_>) {
    let (out, end) = (emit.builder.use_var(emit.out), emit.load_context(context::OUT_END));
    let last = emit.builder.ins().iadd_imm(end, (call::MARGIN as i64 - 4) * 8);
    let full = emit.compare(IntCC::UnsignedGreaterThan, out, last);
    emit.bail_if(full);
}

fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

fn bounds(field: &Field, at: usize) -> (i64, i64) {
    let word = match (field, at) {
        (Field::Fixed(words), at) => &words[at],
        (Field::Word(word), _) => word,
        (Field::List(..), 0) => return (i64::MIN, i64::MAX),
        (Field::List(..), _) => return (0, i64::MAX),
    };
    match word.counted {
        Some((least, most)) => {
            let last = least.saturating_add(i64::try_from(mask(word.bits)).unwrap_or(i64::MAX));
            (least, last.min(most))
        }
        None => (i64::MIN, i64::MAX),
    }
}

/// A word at its place in a key.
fn unpack(emit: &mut Emit<'_, '_>, key: Value, word: &Word) -> Value {
    let shifted = emit.builder.ins().ushr_imm(key, i64::from(word.shift));
    let bits = emit.builder.ins().band_imm(shifted, mask(word.bits) as i64);
    emit.builder.ins().iadd_imm(bits, word.counted.map_or(0, |(least, _)| least))
}

/// The bits of a word; where they do not fit, the interpreter has to tell why.
fn pack(emit: &mut Emit<'_, '_>, word: &Word, code: &WordExpr<'_>) -> Made<Value> {
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

/// The greatest number that may be written for a word.
fn limit(word: &Word) -> u64 {
    let span = word.counted.map_or(u64::MAX, |(least, most)| most.wrapping_sub(least) as u64);
    span.min(mask(word.bits))
}

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

/// A key that is being packed.
struct Packer {
    room: u32,
    top: Variable,
    top_bits: Variable,
    low: Variable,
    low_bits: Variable,
}

impl Packer {
    fn new(emit: &mut Emit<'_, '_>, room: u32) -> Packer {
        let mut fresh = || {
            let variable = emit.builder.declare_var(I64);
            let none = emit.constant(0);
            emit.builder.def_var(variable, none);
            variable
        };
        Packer { room, top: fresh(), top_bits: fresh(), low: fresh(), low_bits: fresh() }
    }

    /// Makes room for so many bits, all in all.
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

    fn word(&self, emit: &mut Emit<'_, '_>, word: &Word, code: &WordExpr<'_>) -> Made<()> {
        let bits = pack(emit, word, code)?;
        self.push(emit, (self.low, self.low_bits), word.bits, bits);
        Ok(())
    }

    fn list(&self, emit: &mut Emit<'_, '_>, (length, word): (&Word, &Word), list: &Seq<'_>) -> Made<()> {
        let count = emit.builder.declare_var(I64);
        let none = emit.constant(0);
        emit.builder.def_var(count, none);
        emit.stream(list, &mut |emit, value| {
            let bits = pack_value(emit, word, value);
            self.push(emit, (self.low, self.low_bits), word.bits, bits);
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

    fn key(&self, emit: &mut Emit<'_, '_>, layout: &Layout) -> Value {
        let (top, top_bits) = (emit.builder.use_var(self.top), emit.builder.use_var(self.top_bits));
        // Without lists there is nothing at the top, and any shift leaves 0.
        let room = emit.constant(i64::from(self.room));
        let shift = emit.builder.ins().isub(room, top_bits);
        let top = emit.builder.ins().ishl(top, shift);
        let low = emit.builder.use_var(self.low);
        let fields = emit.builder.ins().bor(top, low);
        let tag = emit.constant(layout.tag as i64);
        emit.builder.ins().bor(fields, tag)
    }
}
