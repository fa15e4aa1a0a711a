//! Emits code that computes the key of an option from the key of the component by replacing only
//! the bits of the words that change.

use super::emit::Emit;
use super::keys::{mask, pack_code};
use super::{Field, Layout, List, Made, Unsupported};
use crate::code::{Argument, Low, Register, Seq, Shape, WordExpr};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};

/// The most words that one update may change.
const MOST_PLACES: usize = 8;

/// Where a field of the current component is stored in its key.
pub(super) struct Place {
    /// The first register of the field.
    pub register: Register,
    /// How many bits of the key lie below the words of the field.
    pub behind: Value,
    /// The end of the field's words in memory, if the field is a list.
    end: Option<Value>,
    /// Whether the field is a list of lists.
    rows: bool,
}

/// The places of all fields in the key; the last field lies lowest.
pub(super) fn places(emit: &mut Emit<'_, '_>, layout: &Layout) -> Made<Vec<Place>> {
    let width = |field: &Field| if let Field::List(_) = field { 2 } else { 1 };
    let mut register: Register = layout.fields.iter().map(width).sum();
    let mut behind = emit.constant(0);
    let mut places = Vec::with_capacity(layout.fields.len());
    for field in layout.fields.iter().rev() {
        register -= width(field);
        let (end, bits) = match field {
            Field::Fixed(_) => return Err(Unsupported),
            Field::Word(word) => (None, emit.constant(i64::from(word.bits))),
            Field::List(list) => {
                let (place, length) = (emit.read(register)?, emit.read(register + 1)?);
                let (end, count) = if list.rows.is_some() {
                    (place, words_of_rows(emit, place, length))
                } else {
                    (emit.builder.ins().iadd(place, length), length)
                };
                (Some(end), emit.builder.ins().imul_imm(count, i64::from(list.word.bits)))
            }
        };
        let rows = matches!(field, Field::List(list) if list.rows.is_some());
        places.push(Place { register, behind, end, rows });
        behind = emit.builder.ins().iadd(behind, bits);
    }
    places.reverse();
    Ok(places)
}

/// How many words the rows of a list have: they lie together right before their list.
fn words_of_rows(emit: &mut Emit<'_, '_>, place: Value, length: Value) -> Value {
    let (some, join) = (emit.builder.create_block(), emit.builder.create_block());
    let count = emit.builder.append_block_param(join, I64);
    let none = emit.constant(0);
    emit.builder.ins().brif(length, some, &[], join, &[none.into()]);
    emit.go_on(some);
    let first = emit.word(place, none, 2, 0);
    let words = emit.builder.ins().isub(place, first);
    emit.builder.ins().jump(join, &[words.into()]);
    emit.go_on(join);
    count
}

/// Replaces the `count` bits at a shift of a key.
pub(super) fn put_bits(
    emit: &mut Emit<'_, '_>,
    key: Value,
    (shift, count): (Value, u32),
    bits: Value,
) -> Value {
    let all = emit.constant(mask(count) as i64);
    let all = emit.builder.ins().ishl(all, shift);
    let bits = emit.builder.ins().ishl(bits, shift);
    let rest = emit.builder.ins().band_not(key, all);
    emit.builder.ins().bor(rest, bits)
}

impl Place {
    /// Whether a field's new value is its old value with words changed in place.
    pub(super) fn is_patch(&self, argument: &Argument<'_>) -> bool {
        match argument {
            Argument::Same => true,
            Argument::New(Low::Int(_)) => self.end.is_none(),
            Argument::New(Low::Seq(list)) => self.end.is_some() && changes(list, self.register, self.rows),
            Argument::New(_) => false,
        }
    }
}

/// Whether a list is the list in the registers from `root` on, with words changed.
fn changes(list: &Seq<'_>, root: Register, rows: bool) -> bool {
    match list {
        Seq::Reg(register) => *register == root,
        Seq::With(parts, 1) if !rows => changes(&parts.0, root, rows) && matches!(parts.2, Low::Int(_)),
        Seq::WithMany(parts, 1) if !rows => changes(&parts.0, root, rows),
        Seq::Inside(row, parts) if rows => changes(&parts.0, root, rows) && changes(&parts.2, *row, false),
        _ => false,
    }
}

/// A list of a key that is being changed.
pub(super) struct Patching<'p> {
    pub list: &'p List,
    pub place: &'p Place,
    /// The first of the two registers with the place and length of the list to be changed.
    pub root: Register,
}

/// An element that replaces another one in a list.
pub(super) enum Element<'e, 'a> {
    /// A constant word.
    Constant(i64),
    /// A word that is computed.
    Code(&'e WordExpr<'a>),
}

impl Patching<'_> {
    /// The key after the changes that `list` makes to the list in the registers.
    pub(super) fn patch(&self, emit: &mut Emit<'_, '_>, key: Value, list: &Seq<'_>) -> Made<Value> {
        match list {
            Seq::Reg(_) => Ok(key),
            Seq::With(parts, 1) => {
                let key = self.patch(emit, key, &parts.0)?;
                let at = emit.int(&parts.1)?;
                let inside = emit.is_inside(&parts.1, self.root);
                let Low::Int(code) = &parts.2 else { return Err(Unsupported) };
                let bits = pack_code(emit, self.list, code)?;
                self.put(emit, key, (at, inside), bits)
            }
            Seq::WithMany(parts, 1) => {
                let mut key = self.patch(emit, key, &parts.0)?;
                let elements = elements(emit, &parts.2)?;
                let places = places_of(emit, &parts.1, elements.len())?;
                for (at, element) in places.into_iter().zip(elements) {
                    let bits = match element {
                        Element::Constant(word) => pack_code(emit, self.list, &WordExpr::Const(word))?,
                        Element::Code(code) => pack_code(emit, self.list, code)?,
                    };
                    key = self.put(emit, key, (at, false), bits)?;
                }
                Ok(key)
            }
            Seq::Inside(row, parts) => {
                let key = self.patch(emit, key, &parts.0)?;
                let (rows, at) = (Seq::Reg(self.root), &parts.1);
                let (place, length) = (emit.element(&rows, at, 2, 0)?, emit.element(&rows, at, 2, 1)?);
                emit.write(*row, place);
                emit.write(row + 1, length);
                emit.known.set(*row, (i64::MIN, i64::MAX));
                emit.known.set(row + 1, (0, i64::MAX));
                Patching { list: self.list, place: self.place, root: *row }.patch(emit, key, &parts.2)
            }
            _ => Err(Unsupported),
        }
    }

    /// Writes an element at an index of the list in the registers; `inside` says whether the index
    /// is proved to be inside.
    fn put(
        &self,
        emit: &mut Emit<'_, '_>,
        key: Value,
        (at, inside): (Value, bool),
        bits: Value,
    ) -> Made<Value> {
        let (place, length) = (emit.read(self.root)?, emit.read(self.root + 1)?);
        if !inside {
            let outside = emit.compare(IntCC::UnsignedGreaterThanOrEqual, at, length);
            emit.bail_if(outside);
        }
        let end = self.place.end.ok_or(Unsupported)?;
        let at = emit.builder.ins().iadd(place, at);
        let left = emit.builder.ins().isub(end, at);
        let left = emit.builder.ins().iadd_imm(left, -1);
        let count = self.list.word.bits;
        let shift = emit.builder.ins().imul_imm(left, i64::from(count));
        let shift = emit.builder.ins().iadd(shift, self.place.behind);
        Ok(put_bits(emit, key, (shift, count), bits))
    }
}

/// The elements of a list that names them, if they are few.
pub(super) fn elements<'e, 'a>(emit: &Emit<'_, '_>, list: &'e Seq<'a>) -> Made<Vec<Element<'e, 'a>>> {
    let elements: Vec<Element<'e, 'a>> = match list {
        Seq::Const(place, length) => {
            let words = emit.constants.words.get(*place..place.saturating_add(*length)).ok_or(Unsupported)?;
            words.iter().map(|word| Element::Constant(*word)).collect()
        }
        Seq::List(parts) => {
            let code = |part: &'e Low<'a>| match part {
                Low::Int(code) => Ok(Element::Code(code)),
                _ => Err(Unsupported),
            };
            parts.iter().map(code).collect::<Made<_>>()?
        }
        Seq::Concat(both, 1) => {
            let mut all = elements(emit, &both.0)?;
            all.extend(elements(emit, &both.1)?);
            all
        }
        _ => return Err(Unsupported),
    };
    if elements.len() > MOST_PLACES { Err(Unsupported) } else { Ok(elements) }
}

/// The `count` indices that a list contains. A list that may have another length is not supported,
/// or the code bails out if the length differs.
pub(super) fn places_of(emit: &mut Emit<'_, '_>, list: &Seq<'_>, count: usize) -> Made<Vec<Value>> {
    match list {
        Seq::Const(..) | Seq::List(_) | Seq::Concat(_, 1) => {
            let elements = elements(emit, list)?;
            if elements.len() != count {
                return Err(Unsupported);
            }
            let place = |element| match element {
                Element::Constant(word) => Ok(emit.constant(word)),
                Element::Code(code) => emit.int(code),
            };
            elements.into_iter().map(place).collect()
        }
        Seq::Sorted(list, Shape::Int, true) => {
            let mut places = places_of(emit, list, count)?;
            for last in (1..count).rev() {
                for at in 0..last {
                    let (a, b) = (places[at], places[at + 1]);
                    places[at] = emit.builder.ins().smin(a, b);
                    places[at + 1] = emit.builder.ins().smax(a, b);
                }
            }
            for pair in places.windows(2) {
                let same = emit.compare(IntCC::Equal, pair[0], pair[1]);
                emit.bail_if(same);
            }
            Ok(places)
        }
        Seq::Range(bounds) => {
            let (low, high) = (emit.int(&bounds.0)?, emit.int(&bounds.1)?);
            let span = emit.builder.ins().isub(high, low);
            let other = emit.builder.ins().icmp_imm(IntCC::NotEqual, span, count as i64);
            emit.bail_if(other);
            Ok((0..count as i64).map(|at| emit.builder.ins().iadd_imm(low, at)).collect())
        }
        _ => Err(Unsupported),
    }
}
