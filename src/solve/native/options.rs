//! Compiles the moves of a game to a function that lists the options of a component as keys.

use super::call::{self, Native};
use super::context;
use super::emit::Emit;
use super::keys::{Packer, bounds, mask, pack, unpack};
use super::patches::{Patching, Place, places, put_bits};
use super::{Field, Layout, Made, Unsupported};
use crate::code::{Argument, CompiledRules, Constants, Low, Register, Seq, Shape, Target, WordExpr};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};

/// What is needed to emit the function of one game.
struct Options<'r, 'a> {
    rules: &'r CompiledRules<'a>,
    /// The game whose moves are compiled.
    game: crate::ir::GameId,
    /// The layout of the states of each game, by its index; `None` if its states have no keys.
    layouts: &'r [Option<Layout>],
    /// The layout of `game`.
    own: &'r Layout,
    /// The key of the component whose options the function lists.
    key: Value,
    /// Where the fields are stored in `key`; empty if all words are at fixed places.
    places: Vec<Place>,
}

/// Compiles the function that lists all options of a component; `None` if the game has `end` rules,
/// or if some code or the layout of the game's keys is not supported.
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
        let mut options = Options { rules, game, layouts, own, key, places: Vec::new() };
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
        if !self.own.fields.iter().all(|field| matches!(field, Field::Fixed(_))) {
            self.places = places(emit, self.own)?;
        }
        Ok(())
    }

    /// Emits the code that writes one option. When the space for options is full, the caller
    /// receives them.
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

    /// Emits a target of at most one component.
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
                emit.either(&parts.0, [&parts.1, &parts.2], |emit, arm| self.single(emit, arm))
            }
            Target::Let(register, parts) => {
                emit.put(&parts.0, *register)?;
                self.single(emit, &parts.1)
            }
            Target::Both(_) | Target::Copies(_) | Target::For(_) => Err(Unsupported),
        }
    }

    /// Emits a target of any number of components; `copies` is the number of copies of each, 1 if
    /// `None`.
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
                emit.either(&parts.0, [&parts.1, &parts.2], |emit, arm| self.parts(emit, arm, copies))
            }
            Target::Let(register, parts) => {
                emit.put(&parts.0, *register)?;
                self.parts(emit, &parts.1, copies)
            }
        }
    }

    /// The key of a component of a target.
    fn component<'f, 'c>(
        &mut self,
        emit: &mut Emit<'f, 'c>,
        game: crate::ir::GameId,
        arguments: &[Argument<'a>],
    ) -> Made<Value> {
        let layout = self.layouts[game.index()].as_ref().ok_or(Unsupported)?;
        if layout.fields.iter().all(|field| matches!(field, Field::Fixed(_))) {
            self.fixed(emit, layout, game == self.game, arguments)
        } else if game == self.game && self.places.iter().zip(arguments).all(|(at, it)| at.is_patch(it)) {
            self.patched(emit, arguments)
        } else {
            self.listed(emit, layout, arguments)
        }
    }

    /// The key of an option that differs from the component only in some words.
    fn patched<'f, 'c>(&mut self, emit: &mut Emit<'f, 'c>, arguments: &[Argument<'a>]) -> Made<Value> {
        let mut key = self.key;
        for ((field, place), argument) in self.own.fields.iter().zip(&self.places).zip(arguments) {
            key = match (field, argument) {
                (_, Argument::Same) => key,
                (Field::Word(word), Argument::New(Low::Int(code))) => {
                    let bits = pack(emit, word, code)?;
                    put_bits(emit, key, (place.behind, word.bits), bits)
                }
                (Field::List(list), Argument::New(Low::Seq(new))) => {
                    let it = Patching { list, place, root: place.register };
                    it.patch(emit, key, new)?
                }
                _ => return Err(Unsupported),
            };
        }
        Ok(key)
    }

    /// A key whose words have fixed places. `own` says whether the option is a component of the
    /// game itself: then unchanged words keep the bits of the component's key.
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
                (Field::List(it), Argument::New(Low::Seq(list))) => packer.list(emit, it, list)?,
                (Field::List(it), Argument::Same) => packer.list(emit, it, &Seq::Reg(register))?,
                _ => return Err(Unsupported),
            }
            // Unchanged fields stay in the registers of the game's own fields.
            register += self.rules.fields.get(at).map_or(0, Shape::width) as Register;
        }
        Ok(packer.key(emit, layout))
    }
}

/// The code of a value that is one word.
fn only_int<'t, 'a>(value: &'t Low<'a>) -> Made<&'t WordExpr<'a>> {
    if let Low::Int(code) = value { Ok(code) } else { Err(Unsupported) }
}

/// Writes a word of the next option.
fn push(emit: &mut Emit<'_, '_>, word: Value) {
    let out = emit.builder.use_var(emit.out);
    emit.store(word, out, 0);
    let next = emit.builder.ins().iadd_imm(out, 8);
    emit.builder.def_var(emit.out, next);
}

/// Bails out if there is no space for another component of an option. `call::MARGIN` is the space
/// after the end at which the caller is called back.
fn room_for_parts(emit: &mut Emit<'_, '_>) {
    let (out, end) = (emit.builder.use_var(emit.out), emit.load_context(context::OUT_END));
    let last = emit.builder.ins().iadd_imm(end, (call::MARGIN as i64 - 4) * 8);
    let full = emit.compare(IntCC::UnsignedGreaterThan, out, last);
    emit.bail_if(full);
}
