//! Compiles the rules of a game to a function that computes the results of a row of cells, each
//! from the results of cells that come before it.

mod options;

use super::call::{self, Native};
use super::context;
use super::emit::Emit;
use super::{Made, Plan, Sought};
use crate::code::known::Known;
use crate::code::{CompiledRules, Constants, LoopDomain, Register, Step};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, MemFlags, Value};
use cranelift_frontend::Variable;

/// Values of options below this are collected as bits of a word, larger values as marks in memory.
const BITS: i64 = 64;

/// Lines of at most this many cells are not counted as steps.
const FEW: i64 = 4;

/// What is needed to emit the code for one cell of a row.
struct Row<'r, 'a> {
    rules: &'r CompiledRules<'a>,
    plan: &'r Plan,
    /// Whether every cell certainly has fewer options than a word has bits.
    few: bool,
    /// The address of the current cell.
    here: Value,
    /// What a mark contains if it was set for the current cell: different for each cell of the
    /// table.
    stamp: Value,
    /// The address of the marks.
    marks: Value,
    /// The values below 64 of the options so far, as bits; for outcomes, more than 1 if some option
    /// is unknown.
    seen: Variable,
    /// Whether the current cell has an option; set only if the misère outcome is computed.
    moved: Variable,
    /// The block that stores the result of a cell as soon as a lost option is found.
    won: Block,
}

/// Compiles the function that computes the results of a row of cells; `None` if some code is not
/// supported.
pub fn compile(rules: &CompiledRules<'_>, constants: &Constants, plan: &Plan) -> Option<Native> {
    call::make(constants, (rules.fields.clone(), Some(plan.clone())), |emit| row(emit, rules, plan))
}

/// Emits the function: loops over the cells, and for each the code that computes and stores its
/// result.
fn row(emit: &mut Emit<'_, '_>, rules: &CompiledRules<'_>, plan: &Plan) -> Made<()> {
    read_fields(emit, plan);
    let few = most_options(rules, &emit.known, constants_of(emit)) < BITS;
    let (table, marks) = (emit.load_context(context::TABLE), emit.load_context(context::MARKS));
    let (done, won) = (emit.builder.create_block(), emit.builder.create_block());
    let (unknown, wide) = (emit.builder.create_block(), emit.builder.create_block());
    let result = emit.builder.append_block_param(done, I64);
    let loops = Loops::begin(emit, plan);
    let line = loops.enter_line(emit, plan);
    let at = loops.enter_cell(emit, plan, &line);
    let place = emit.builder.ins().iadd(line.first, at);
    let offset = emit.builder.ins().imul_imm(place, plan.width as i64);
    let here = emit.builder.ins().iadd(table, offset);
    let stamp = emit.builder.ins().iadd_imm(place, 1);
    let stamp = emit.builder.ins().ireduce(I32, stamp);
    let (seen, moved) = (emit.builder.declare_var(I64), emit.builder.declare_var(I64));
    let none = emit.constant(0);
    emit.builder.def_var(seen, none);
    emit.builder.def_var(moved, none);
    let leave = std::mem::replace(&mut emit.bail, unknown);
    let mut row = Row { rules, plan, few, here, stamp, marks, seen, moved, won };
    row.cell(emit, (done, wide))?;
    emit.bail = leave;
    emit.go_on(won);
    let one = emit.constant(1);
    emit.builder.ins().jump(done, &[one.into()]);
    emit.go_on(unknown);
    if plan.careful {
        let nothing = emit.constant(plan.unknown());
        emit.builder.ins().jump(done, &[nothing.into()]);
    } else {
        line.stop_at(emit, at);
        emit.builder.ins().jump(leave, &[]);
    }
    emit.go_on(done);
    if plan.width == 1 {
        emit.builder.ins().istore8(MemFlags::trusted(), result, here, 0);
    } else {
        emit.builder.ins().istore16(MemFlags::trusted(), result, here, 0);
    }
    loops.turn(emit, at);
    emit.go_on(wide);
    line.stop_at(emit, at);
    let ended = emit.constant(call::WIDE);
    emit.builder.ins().return_(&[ended]);
    emit.go_on(loops.exit);
    let fuel = emit.builder.use_var(emit.fuel);
    emit.store_context(fuel, context::FUEL);
    Ok(())
}

/// Reads the fields of the row, and notes their bounds.
fn read_fields(emit: &mut Emit<'_, '_>, plan: &Plan) {
    let registers = emit.load_context(context::REGISTERS);
    let fuel = emit.load_context(context::FUEL);
    emit.builder.def_var(emit.fuel, fuel);
    for (at, bounds) in plan.bounds.iter().enumerate() {
        let word = emit.load(I64, registers, at as i32 * 8);
        emit.write(at as Register, word);
        emit.known.set(at as Register, *bounds);
    }
    emit.fields = plan.bounds.len() as Register;
}

/// The loops over the cells of a row: lines along the last field, one for each word of the field before it.
struct Loops {
    /// The place of the row's first cell in the table, and the cell of the row before which to
    /// stop.
    first: Value,
    to: Value,
    /// How many cells a line has.
    span: Value,
    /// The index of the current line.
    outer: Variable,
    /// The index of the current cell in its line.
    at: Variable,
    /// The next line, if there is one.
    next_line: Block,
    /// The next cell of the line, if there is one.
    next_cell: Block,
    /// The block after the last cell.
    exit: Block,
}

/// The current line.
struct Line {
    /// The index of the line in the row.
    number: Value,
    /// How many cells of the row come before it.
    before: Value,
    /// The place of the line's first cell in the table.
    first: Value,
    /// How many cells of the line come before the cell at which to stop.
    end: Value,
}

impl Loops {
    /// Begins the loops: emits a jump to the first cell of the row that has to be computed.
    fn begin(emit: &mut Emit<'_, '_>, plan: &Plan) -> Loops {
        let (first, from) = (emit.load_context(context::ROW), emit.load_context(context::FROM));
        let to = emit.load_context(context::TO);
        let (next_line, next_cell) = (emit.builder.create_block(), emit.builder.create_block());
        let exit = emit.builder.create_block();
        let span = emit.constant(plan.span(plan.last.0) as i64);
        let (outer, at) = (emit.builder.declare_var(I64), emit.builder.declare_var(I64));
        let begun = emit.builder.ins().udiv(from, span);
        emit.builder.def_var(outer, begun);
        let skipped = emit.builder.ins().imul(begun, span);
        let inside = emit.builder.ins().isub(from, skipped);
        emit.builder.def_var(at, inside);
        emit.builder.ins().jump(next_line, &[]);
        Loops { first, to, span, outer, at, next_line, next_cell, exit }
    }

    /// Begins the next line, or leaves the loops.
    fn enter_line(&self, emit: &mut Emit<'_, '_>, plan: &Plan) -> Line {
        let line = emit.builder.create_block();
        emit.builder.switch_to_block(self.next_line);
        let number = emit.builder.use_var(self.outer);
        let before = emit.builder.ins().imul(number, self.span);
        let left = emit.builder.ins().isub(self.to, before);
        let any = emit.builder.ins().icmp_imm(IntCC::SignedGreaterThan, left, 0);
        emit.builder.ins().brif(any, line, &[], self.exit, &[]);
        emit.go_on(line);
        if let Some(next) = plan.last.1 {
            let word = word_at(emit, plan, next, number);
            emit.write(next as Register, word);
        }
        let end = emit.builder.ins().smin(left, self.span);
        let first = emit.builder.ins().iadd(self.first, before);
        emit.builder.ins().jump(self.next_cell, &[]);
        Line { number, before, first, end }
    }

    /// Continues with the next cell, given its index in the line, or with the next line.
    fn enter_cell(&self, emit: &mut Emit<'_, '_>, plan: &Plan, line: &Line) -> Value {
        let (cell, over) = (emit.builder.create_block(), emit.builder.create_block());
        emit.builder.switch_to_block(self.next_cell);
        let at = emit.builder.use_var(self.at);
        let more = emit.compare(IntCC::SignedLessThan, at, line.end);
        emit.builder.ins().brif(more, cell, &[], over, &[]);
        emit.go_on(over);
        let next = emit.builder.ins().iadd_imm(line.number, 1);
        emit.builder.def_var(self.outer, next);
        let none = emit.constant(0);
        emit.builder.def_var(self.at, none);
        emit.builder.ins().jump(self.next_line, &[]);
        emit.go_on(cell);
        let word = word_at(emit, plan, plan.last.0, at);
        emit.write(plan.last.0 as Register, word);
        at
    }

    /// Jumps back to the next cell.
    fn turn(&self, emit: &mut Emit<'_, '_>, at: Value) {
        let next = emit.builder.ins().iadd_imm(at, 1);
        emit.builder.def_var(self.at, next);
        emit.builder.ins().jump(self.next_cell, &[]);
        emit.builder.seal_block(self.next_cell);
        emit.builder.seal_block(self.next_line);
    }
}

impl Line {
    /// Stores the cell at which the function ends before the row is complete.
    fn stop_at(&self, emit: &mut Emit<'_, '_>, at: Value) {
        let cell = emit.builder.ins().iadd(self.before, at);
        emit.store_context(cell, context::FROM);
    }
}

/// The word of a field that comes `at` steps after the field's first word in the order of the
/// sweep, which is the greatest word if the stride is negative.
fn word_at(emit: &mut Emit<'_, '_>, plan: &Plan, field: usize, at: Value) -> Value {
    let (low, high) = plan.bounds[field];
    if plan.strides[field] > 0 {
        return emit.builder.ins().iadd_imm(at, low);
    }
    let end = emit.constant(high);
    emit.builder.ins().isub(end, at)
}

fn constants_of<'c>(emit: &Emit<'_, 'c>) -> &'c Constants {
    emit.constants
}

/// An upper bound for the number of options of a cell; at least [`BITS`] if no smaller bound is
/// found.
fn most_options(rules: &CompiledRules<'_>, known: &Known, constants: &Constants) -> i64 {
    let mut most: i64 = 0;
    for (steps, _) in &rules.moves {
        let mut known = known.clone();
        let mut count: i64 = 1;
        for step in steps {
            match step {
                Step::If(condition) => known.assume(condition, true),
                Step::For(register, domain) => {
                    let rounds = match domain {
                        LoopDomain::Range(low, high) => {
                            let found = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 63];
                            found
                                .into_iter()
                                .find(|most| known.spans_at_most(low, high, *most))
                                .unwrap_or(BITS)
                        }
                        LoopDomain::Seq(crate::code::Seq::Const(_, length), _) => *length as i64,
                        LoopDomain::Mask(_) => BITS,
                        _ => i64::MAX,
                    };
                    count = count.saturating_mul(rounds);
                    known.bind(*register, domain, constants);
                }
            }
        }
        most = most.saturating_add(count);
    }
    most
}

impl<'a> Row<'_, 'a> {
    /// Emits the code that computes the result of a cell, and passes it to the block `done`.
    fn cell<'f, 'c>(&mut self, emit: &mut Emit<'f, 'c>, (done, wide): (Block, Block)) -> Made<()> {
        self.ends(emit, done)?;
        let before = emit.known.clone();
        for (steps, target) in &self.rules.moves {
            emit.known = before.clone();
            if !self.run(emit, steps, target)? {
                emit.steps(steps, &mut |emit| self.option(emit, target))?;
            }
        }
        let value = match self.plan.sought {
            Sought::Values => self.mex(emit, wide),
            _ => {
                if self.plan.careful {
                    let bad = emit.builder.use_var(self.seen);
                    let bad = emit.builder.ins().icmp_imm(IntCC::UnsignedGreaterThan, bad, 1);
                    emit.bail_if(bad);
                }
                match self.plan.sought {
                    Sought::Misere => {
                        let moved = emit.builder.use_var(self.moved);
                        emit.builder.ins().bxor_imm(moved, 1)
                    }
                    _ => emit.constant(0),
                }
            }
        };
        emit.builder.ins().jump(done, &[value.into()]);
        Ok(())
    }

    /// Emits the `end` rules: where one holds, the cell is decided without moves. All conditions
    /// are evaluated, because each must have a value.
    fn ends<'f, 'c>(&mut self, emit: &mut Emit<'f, 'c>, done: Block) -> Made<()> {
        if self.rules.ends.is_empty() {
            return Ok(());
        }
        let none = emit.constant(0);
        let mut over = [none, none];
        // Each end, and each move, numbers the registers of its names anew, so facts about these
        // names hold for one condition alone.
        let before = emit.known.clone();
        for (condition, win) in &self.rules.ends {
            let holds = emit.int(condition)?;
            emit.known = before.clone();
            let before = over[usize::from(*win)];
            over[usize::from(*win)] = emit.builder.ins().bor(before, holds);
        }
        // If two `end` rules disagree, the interpreter has to report this.
        let both = emit.builder.ins().band(over[0], over[1]);
        emit.bail_if(both);
        let either = emit.builder.ins().bor(over[0], over[1]);
        let next = emit.builder.create_block();
        emit.builder.ins().brif(either, done, &[over[1].into()], next, &[]);
        emit.go_on(next);
        Ok(())
    }

    /// Emits code that notes the result of an option: a value as a bit or a mark; for outcomes, a
    /// lost option leads to the block `won`.
    fn see(&mut self, emit: &mut Emit<'_, '_>, value: Value) {
        if self.plan.sought != Sought::Values {
            if self.plan.sought == Sought::Misere {
                let one = emit.constant(1);
                emit.builder.def_var(self.moved, one);
            }
            if self.plan.careful {
                let before = emit.builder.use_var(self.seen);
                let after = emit.builder.ins().bor(before, value);
                emit.builder.def_var(self.seen, after);
            }
            let next = emit.builder.create_block();
            emit.builder.ins().brif(value, next, &[], self.won, &[]);
            emit.go_on(next);
            return;
        }
        let note = |emit: &mut Emit<'_, '_>| {
            let before = emit.builder.use_var(self.seen);
            let one = emit.constant(1);
            let bit = emit.builder.ins().ishl(one, value);
            let after = emit.builder.ins().bor(before, bit);
            emit.builder.def_var(self.seen, after);
        };
        if self.few {
            return note(emit);
        }
        let (small, large, next) =
            (emit.builder.create_block(), emit.builder.create_block(), emit.builder.create_block());
        let is_small = emit.builder.ins().icmp_imm(IntCC::UnsignedLessThan, value, BITS);
        emit.builder.ins().brif(is_small, small, &[], large, &[]);
        emit.go_on(small);
        note(emit);
        emit.builder.ins().jump(next, &[]);
        emit.go_on(large);
        let address = self.mark(emit, value);
        emit.builder.ins().store(MemFlags::trusted(), self.stamp, address, 0);
        emit.builder.ins().jump(next, &[]);
        emit.go_on(next);
    }

    /// The address of the mark of a value.
    fn mark(&self, emit: &mut Emit<'_, '_>, value: Value) -> Value {
        let offset = emit.builder.ins().ishl_imm(value, 2);
        emit.builder.ins().iadd(self.marks, offset)
    }

    /// The least value that no option has.
    fn mex(&mut self, emit: &mut Emit<'_, '_>, wide: Block) -> Value {
        let seen = emit.builder.use_var(self.seen);
        let free = emit.builder.ins().bnot(seen);
        let least = emit.builder.ins().ctz(free);
        if self.few {
            return least;
        }
        let (join, large, turn) =
            (emit.builder.create_block(), emit.builder.create_block(), emit.builder.create_block());
        let result = emit.builder.append_block_param(join, I64);
        let tried = emit.builder.append_block_param(large, I64);
        let first = emit.constant(BITS);
        emit.builder.ins().brif(free, join, &[least.into()], large, &[first.into()]);
        emit.builder.switch_to_block(large);
        let address = self.mark(emit, tried);
        let mark = emit.load(I32, address, 0);
        let marked = emit.compare(IntCC::Equal, mark, self.stamp);
        emit.builder.ins().brif(marked, turn, &[], join, &[tried.into()]);
        emit.go_on(turn);
        let next = emit.builder.ins().iadd_imm(tried, 1);
        emit.builder.ins().jump(large, &[next.into()]);
        emit.builder.seal_block(large);
        emit.go_on(join);
        let over =
            emit.builder.ins().icmp_imm(IntCC::UnsignedGreaterThanOrEqual, result, self.plan.unknown());
        let next = emit.builder.create_block();
        emit.builder.ins().brif(over, wide, &[], next, &[]);
        emit.go_on(next);
        result
    }
}
