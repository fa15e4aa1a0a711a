//! Emits code that decides whether two lists of words, or two texts, are equal.

use super::emit::Emit;
use super::{Made, Unsupported};
use crate::code::{Low, Seq};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Value};

/// Lists that are given word by word are compared without memory if they have at most this many
/// words.
const MOST_WORDS: usize = 16;

/// One side of a comparison.
enum Side {
    /// Words that are named one by one.
    Words(Vec<Value>),
    /// Place and length of a list in memory.
    Placed(Value, Value),
}

impl Emit<'_, '_> {
    /// Whether two lists of words, or two texts, are equal.
    pub fn same(&mut self, a: &Seq<'_>, b: &Seq<'_>) -> Made<Value> {
        let (a, b) = (self.side(a)?, self.side(b)?);
        let done = self.builder.create_block();
        let result = self.builder.append_block_param(done, I64);
        match (a, b) {
            (Side::Words(a), Side::Words(b)) => {
                let lengths = (self.constant(a.len() as i64), self.constant(b.len() as i64));
                self.leave_unless_same(done, lengths.0, lengths.1);
                a.into_iter().zip(b).for_each(|(a, b)| self.leave_unless_same(done, a, b));
            }
            (Side::Words(words), Side::Placed(place, length))
            | (Side::Placed(place, length), Side::Words(words)) => {
                let wanted = self.constant(words.len() as i64);
                self.leave_unless_same(done, length, wanted);
                let none = self.constant(0);
                for (at, word) in words.into_iter().enumerate() {
                    let other = self.word(place, none, 1, at);
                    self.leave_unless_same(done, word, other);
                }
            }
            (Side::Placed(a, length), Side::Placed(b, other)) => {
                self.leave_unless_same(done, length, other);
                let none = self.constant(0);
                self.count_up((none, length), i64::MAX, &mut |emit, at, _| {
                    let (a, b) = (emit.word(a, at, 1, 0), emit.word(b, at, 1, 0));
                    emit.leave_unless_same(done, a, b);
                    Ok(())
                })?;
            }
        }
        let yes = self.constant(1);
        self.builder.ins().jump(done, &[yes.into()]);
        self.go_on(done);
        Ok(result)
    }

    /// The words of one side of a comparison, or its place and length in memory.
    fn side(&mut self, list: &Seq<'_>) -> Made<Side> {
        match list {
            Seq::Const(place, length) if *length <= MOST_WORDS => {
                let end = place.checked_add(*length).ok_or(Unsupported)?;
                let words = self.constants.words.get(*place..end).ok_or(Unsupported)?;
                Ok(Side::Words(words.iter().map(|word| self.builder.ins().iconst(I64, *word)).collect()))
            }
            Seq::List(parts) if parts.len() <= MOST_WORDS => {
                let word = |part: &Low<'_>| match part {
                    Low::Int(code) => self.int(code),
                    _ => Err(Unsupported),
                };
                parts.iter().map(word).collect::<Made<_>>().map(Side::Words)
            }
            list => self.place(list, 1).map(|(place, length)| Side::Placed(place, length)),
        }
    }

    /// Emits a jump to `done`, with the answer false, if two words differ.
    fn leave_unless_same(&mut self, done: Block, a: Value, b: Value) {
        let next = self.builder.create_block();
        let (same, no) = (self.compare(IntCC::Equal, a, b), self.constant(0));
        self.builder.ins().brif(same, next, &[], done, &[no.into()]);
        self.go_on(next);
    }
}
