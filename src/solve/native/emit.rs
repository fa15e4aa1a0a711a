//! Emits machine code for expressions whose value is a word.
//!
//! Code that meets a case at which the interpreter would stop jumps to `bail`, and the interpreter
//! decides: so the code has to agree with the interpreter only where an expression certainly has a
//! value, and may make its checks in any order.

mod operators;

use super::{Made, Unsupported};
use crate::code::known::{Known, width};
use crate::code::{Check, Constants, Low, Op, Register, Unary, WordExpr};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::immediates::Offset32;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{Block, InstBuilder, MemFlags, SigRef, Type, Value};
use cranelift_frontend::{FunctionBuilder, Variable};

/// The most nodes of expressions that one function may have; larger rules are left to the
/// interpreter, because compilation would take too long.
const MOST_NODES: usize = 30_000;
/// Natural words below this are divided by constants below this with a multiplication.
const SMALL: i64 = 1 << 31;

/// Emits one function.
pub(super) struct Emit<'f, 'c> {
    pub builder: FunctionBuilder<'f>,
    /// The facts about registers that hold where the builder stands.
    pub known: Known,
    /// The variable of each register; `None` if it has not been written.
    variables: Vec<Option<Variable>>,
    /// The only argument: the address of the caller's context.
    pub context: Value,
    /// How many steps are left before the caller is called back to check the budget.
    pub fuel: Variable,
    /// The address of the next option.
    pub out: Variable,
    /// The block that ends the function without a result.
    pub bail: Block,
    /// The block that ends the function because the caller has stopped it.
    pub stopped: Block,
    /// The signature of the caller's functions that can be called back.
    pub call_back: SigRef,
    /// The constant lists.
    pub constants: &'c Constants,
    /// How many registers hold fields; they are the first. The caller has checked that lists in
    /// these registers lie in memory.
    pub fields: Register,
    /// How many nodes have been compiled.
    nodes: usize,
    /// How many words of scratch memory the function needs for its lists.
    pub scratch: usize,
}

impl<'f, 'c> Emit<'f, 'c> {
    /// Begins the body of a function in the builder's current block, whose parameter is `context`.
    pub fn new(
        mut builder: FunctionBuilder<'f>,
        context: Value,
        call_back: SigRef,
        constants: &'c Constants,
    ) -> Self {
        let (bail, stopped) = (builder.create_block(), builder.create_block());
        builder.set_cold_block(bail);
        builder.set_cold_block(stopped);
        let (fuel, out) = (builder.declare_var(I64), builder.declare_var(I64));
        Emit {
            builder,
            known: Known::default(),
            variables: Vec::new(),
            context,
            fuel,
            out,
            bail,
            stopped,
            call_back,
            constants,
            fields: 0,
            nodes: 0,
            scratch: 0,
        }
    }

    /// A constant word.
    pub fn constant(&mut self, word: i64) -> Value {
        self.builder.ins().iconst(I64, word)
    }

    /// Loads the word of the context at the offset `at`, in bytes.
    pub fn load_context(&mut self, at: usize) -> Value {
        let context = self.context;
        self.load(I64, context, at as i32)
    }

    /// Loads a value from memory that the caller has passed.
    pub fn load(&mut self, ty: Type, address: Value, offset: i32) -> Value {
        self.builder.ins().load(ty, MemFlags::trusted(), address, Offset32::new(offset))
    }

    /// Stores a value in memory that the caller has passed.
    pub fn store(&mut self, value: Value, address: Value, offset: i32) {
        self.builder.ins().store(MemFlags::trusted(), value, address, Offset32::new(offset));
    }

    /// Continues in a block to which all jumps have been emitted.
    pub fn go_on(&mut self, block: Block) {
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
    }

    /// Bails out if a condition holds.
    pub fn bail_if(&mut self, condition: Value) {
        let (next, bail) = (self.builder.create_block(), self.bail);
        self.builder.ins().brif(condition, bail, &[], next, &[]);
        self.go_on(next);
    }

    /// Compares two words; the result is a truth value of one byte.
    pub fn compare(&mut self, how: IntCC, a: Value, b: Value) -> Value {
        self.builder.ins().icmp(how, a, b)
    }

    /// The word in a register.
    pub fn read(&mut self, register: Register) -> Made<Value> {
        let variable = self.variables.get(register as usize).copied().flatten().ok_or(Unsupported)?;
        Ok(self.builder.use_var(variable))
    }

    /// Puts a word into a register; the caller notes facts about it.
    pub fn write(&mut self, register: Register, word: Value) {
        let at = register as usize;
        if self.variables.len() <= at {
            self.variables.resize(at + 1, None);
        }
        let variable = match self.variables[at] {
            Some(variable) => variable,
            None => self.builder.declare_var(I64),
        };
        self.variables[at] = Some(variable);
        self.builder.def_var(variable, word);
    }

    /// The word that an expression evaluates to.
    pub fn int(&mut self, code: &WordExpr<'_>) -> Made<Value> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(Unsupported);
        }
        match code {
            WordExpr::Const(word) => Ok(self.constant(*word)),
            WordExpr::Reg(register) => self.read(*register),
            WordExpr::Two(op, both) => self.two(*op, code, &both.0, &both.1),
            WordExpr::One(op, inner) => self.one(*op, inner),
            WordExpr::If(parts) => self.choice(parts),
            WordExpr::Let(register, parts) => {
                self.put(&parts.0, *register)?;
                self.int(&parts.1)
            }
            WordExpr::Checked(parts) => {
                for Check::Between(code, low, high) in &parts.0 {
                    self.check(code, *low, *high)?;
                }
                self.int(&parts.1)
            }
            WordExpr::Len(list) => self.length(list),
            WordExpr::At(parts, width, word) => self.element(&parts.0, &parts.1, *width, *word),
            WordExpr::Has(parts, _) => self.has(&parts.0, &parts.1),
            WordExpr::Fold(aggregate, parts) => self.fold(*aggregate, &parts.0, &parts.1),
            WordExpr::MaskFor(parts) => self.mask_for(&parts.0, &parts.1),
            WordExpr::Same(both, shape) => match (&both.0, &both.1) {
                (Low::Seq(a), Low::Seq(b)) if shape.element().is_some_and(|it| it.is_word()) => {
                    self.same(a, b)
                }
                _ => Err(Unsupported),
            },
            WordExpr::Around(..) | WordExpr::Vertex(_) | WordExpr::Slow(_) => Err(Unsupported),
        }
    }

    /// Bails out if a word is not between two bounds, unless that is proved.
    fn check(&mut self, code: &WordExpr<'_>, low: i64, high: i64) -> Made<()> {
        let word = self.int(code)?;
        if !self.known.lies_between(code, low, high) {
            let (low, high) = (self.constant(low), self.constant(high));
            let below = self.compare(IntCC::SignedLessThan, word, low);
            let above = self.compare(IntCC::SignedGreaterThan, word, high);
            let outside = self.builder.ins().bor(below, above);
            self.bail_if(outside);
        }
        Ok(())
    }

    /// Puts the words of a value into registers, from `register` on, and notes facts about them.
    pub fn put(&mut self, value: &Low<'_>, register: Register) -> Made<()> {
        match value {
            Low::Int(code) => {
                let word = self.int(code)?;
                self.write(register, word);
            }
            Low::Range(low, high) => {
                let (low, high) = (self.int(low)?, self.int(high)?);
                self.write(register, low);
                self.write(register + 1, high);
            }
            Low::Seq(list) => {
                let (place, length) = self.place(list, 1)?;
                self.write(register, place);
                self.write(register + 1, length);
            }
            Low::Regs(from, count) => {
                for at in 0..*count as Register {
                    let word = self.read(from + at)?;
                    self.write(register + at, word);
                }
            }
            Low::Tuple(parts) => {
                let mut at = register;
                for part in parts {
                    self.put(part, at)?;
                    at += width(part).ok_or(Unsupported)? as Register;
                }
            }
            Low::Slow(_) => return Err(Unsupported),
        }
        self.known.define_value(register, value);
        Ok(())
    }

    /// Emits two branches, chosen by a condition, after which control joins.
    pub fn either<T>(
        &mut self,
        condition: &WordExpr<'_>,
        arms: [T; 2],
        mut then: impl FnMut(&mut Self, T) -> Made<()>,
    ) -> Made<()> {
        let (yes, no) = (self.builder.create_block(), self.builder.create_block());
        let join = self.builder.create_block();
        self.branch(condition, yes, no)?;
        for ((block, holds), arm) in [(yes, true), (no, false)].into_iter().zip(arms) {
            self.go_on(block);
            let before = self.known.clone();
            self.known.assume(condition, holds);
            then(self, arm)?;
            self.known = before;
            self.builder.ins().jump(join, &[]);
        }
        self.go_on(join);
        Ok(())
    }

    /// Jumps to `yes` if a condition holds, otherwise to `no`.
    pub fn branch(&mut self, code: &WordExpr<'_>, yes: Block, no: Block) -> Made<()> {
        match code {
            WordExpr::One(Unary::Not, inner) => return self.branch(inner, no, yes),
            WordExpr::Let(register, parts) => {
                self.put(&parts.0, *register)?;
                return self.branch(&parts.1, yes, no);
            }
            WordExpr::Two(op @ (Op::And | Op::Or), both) if !self.is_plain(&both.1) => {
                let middle = self.builder.create_block();
                let holds = *op == Op::And;
                let (first, second) = if holds { (middle, no) } else { (yes, middle) };
                self.branch(&both.0, first, second)?;
                self.go_on(middle);
                let before = self.known.clone();
                self.known.assume(&both.0, holds);
                self.branch(&both.1, yes, no)?;
                self.known = before;
                return Ok(());
            }
            _ => {}
        }
        let truth = self.truth(code)?;
        self.builder.ins().brif(truth, yes, &[], no, &[]);
        Ok(())
    }

    /// Whether computing a word is cheap and cannot fail.
    fn is_plain(&self, code: &WordExpr<'_>) -> bool {
        fn size(code: &WordExpr<'_>) -> usize {
            match code {
                WordExpr::Const(_) | WordExpr::Reg(_) => 1,
                WordExpr::Two(Op::Div | Op::Mod, _) => 100,
                WordExpr::Two(_, both) => 1 + size(&both.0) + size(&both.1),
                WordExpr::One(_, inner) => 1 + size(inner),
                _ => 100,
            }
        }
        size(code) < 8 && self.known.range(code).is_some()
    }

    /// The truth value of an expression, as one byte or as a word.
    fn truth(&mut self, code: &WordExpr<'_>) -> Made<Value> {
        match code {
            WordExpr::Two(op, both) => {
                if let Some(how) = order(*op) {
                    let (a, b) = (self.int(&both.0)?, self.int(&both.1)?);
                    return Ok(self.compare(how, a, b));
                }
                if matches!(op, Op::And | Op::Or) && self.is_plain(&both.1) {
                    let (a, b) = (self.truth(&both.0)?, self.truth(&both.1)?);
                    let (a, b) = (self.narrow(a), self.narrow(b));
                    let ins = self.builder.ins();
                    return Ok(if *op == Op::And { ins.band(a, b) } else { ins.bor(a, b) });
                }
            }
            WordExpr::One(Unary::Not, inner) => {
                let truth = self.truth(inner)?;
                return Ok(self.builder.ins().icmp_imm(IntCC::Equal, truth, 0));
            }
            _ => {}
        }
        self.int(code)
    }

    /// A truth value as one byte, the type that comparisons give.
    fn narrow(&mut self, truth: Value) -> Value {
        match self.builder.func.dfg.value_type(truth) {
            I8 => truth,
            _ => self.builder.ins().icmp_imm(IntCC::NotEqual, truth, 0),
        }
    }

    /// A truth value as a word.
    pub fn widened(&mut self, truth: Value) -> Value {
        match self.builder.func.dfg.value_type(truth) {
            I64 => truth,
            _ => self.builder.ins().uextend(I64, truth),
        }
    }

    /// The word of an `if`.
    fn choice(&mut self, parts: &(WordExpr<'_>, WordExpr<'_>, WordExpr<'_>)) -> Made<Value> {
        if self.is_plain(&parts.1) && self.is_plain(&parts.2) {
            let truth = self.truth(&parts.0)?;
            let (yes, no) = (self.int(&parts.1)?, self.int(&parts.2)?);
            return Ok(self.builder.ins().select(truth, yes, no));
        }
        let (yes, no, join) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        let result = self.builder.append_block_param(join, I64);
        self.branch(&parts.0, yes, no)?;
        for (block, holds, code) in [(yes, true, &parts.1), (no, false, &parts.2)] {
            self.go_on(block);
            let before = self.known.clone();
            self.known.assume(&parts.0, holds);
            let word = self.int(code)?;
            self.known = before;
            self.builder.ins().jump(join, &[word.into()]);
        }
        self.go_on(join);
        Ok(result)
    }
}

/// The condition code of a comparison; `None` for other operators.
fn order(op: Op) -> Option<IntCC> {
    Some(match op {
        Op::Eq => IntCC::Equal,
        Op::Ne => IntCC::NotEqual,
        Op::Lt => IntCC::SignedLessThan,
        Op::Le => IntCC::SignedLessThanOrEqual,
        Op::Gt => IntCC::SignedGreaterThan,
        Op::Ge => IntCC::SignedGreaterThanOrEqual,
        _ => return None,
    })
}
