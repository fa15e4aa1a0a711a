//! Emits the code that reads the results of the options of a cell from the table.

use super::{FEW, Row};
use crate::code::known::{Known, RegisterSum};
use crate::code::{Argument, LoopDomain, Low, Register, Step, Target};
use crate::native::emit::Emit;
use crate::native::{Made, Sought, Unsupported};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlags, Value};
use cranelift_frontend::Variable;

impl<'a> Row<'_, 'a> {
    /// Emits the code that computes the result of one option and notes it.
    pub(super) fn option<'f, 'c>(&mut self, emit: &mut Emit<'f, 'c>, target: &Target<'a>) -> Made<()> {
        let before = emit.known.clone();
        let none = emit.constant(i64::from(self.plan.sought == Sought::Misere));
        let value = match target {
            Target::Component(_, arguments) => self.component(emit, arguments)?,
            Target::Nothing => none,
            _ if self.plan.sought != Sought::Values => {
                self.branches(emit, target)?;
                emit.known = before;
                return Ok(());
            }
            _ => {
                let total = emit.builder.declare_var(I64);
                emit.builder.def_var(total, none);
                self.sum(emit, target, total, None)?;
                emit.builder.use_var(total)
            }
        };
        emit.known = before;
        self.see(emit, value);
        Ok(())
    }

    /// Emits the options of a move whose innermost binder runs along a line of cells; the code
    /// examines several cells at a time for a lost one. Returns false, without code, unless the
    /// options are such a line and only outcomes under normal play are sought, all known and of one
    /// byte each.
    pub(super) fn run<'f, 'c>(
        &mut self,
        emit: &mut Emit<'f, 'c>,
        steps: &[Step<'a>],
        target: &Target<'a>,
    ) -> Made<bool> {
        let plain = self.plan.sought == Sought::Normal && !self.plan.careful && self.plan.width == 1;
        let (
            Some((Step::For(register, domain @ LoopDomain::Range(low, high)), others)),
            Target::Component(_, to),
        ) = (steps.split_last(), target)
        else {
            return Ok(false);
        };
        // Whether all options are on a line can be determined only when the other binders are
        // known.
        let mut known = emit.known.clone();
        for step in others {
            match step {
                Step::If(condition) => known.assume(condition, true),
                Step::For(register, domain) => known.bind(*register, domain, emit.constants),
            }
        }
        known.bind(*register, domain, emit.constants);
        let Some(way) = self.safe_way(&known, to).filter(|_| plain) else { return Ok(false) };
        let step = way.terms.iter().find(|term| term.0 == *register).map_or(0, |term| term.1);
        let Ok(step @ -0xFFFF_FFFF..=0xFFFF_FFFF) = i64::try_from(step) else { return Ok(false) };
        let mut rest = way;
        rest.terms.retain(|term| term.0 != *register);
        emit.steps(others, &mut |emit| {
            let (from, to) = (emit.int(low)?, emit.int(high)?);
            let base = self.address(emit, &rest)?;
            let skipped = emit.builder.ins().imul_imm(from, step);
            let first = emit.builder.ins().iadd(base, skipped);
            let count = emit.builder.ins().isub(to, from);
            self.line(emit, first, count, step);
            Ok(())
        })?;
        Ok(true)
    }

    /// Emits a search for a lost cell among `count` cells, at distances of `step` bytes.
    fn line(&self, emit: &mut Emit<'_, '_>, first: Value, count: Value, step: i64) {
        let together = if step.abs() == 1 { 8 } else { 4 };
        let (address, left) = (emit.builder.declare_var(I64), emit.builder.declare_var(I64));
        emit.builder.def_var(address, first);
        emit.builder.def_var(left, count);
        let many = emit.builder.ins().icmp_imm(IntCC::SignedGreaterThan, count, FEW);
        let (charged, begin) = (emit.builder.create_block(), emit.builder.create_block());
        emit.builder.ins().brif(many, charged, &[], begin, &[]);
        emit.go_on(charged);
        emit.charge(count);
        emit.builder.ins().jump(begin, &[]);
        emit.go_on(begin);
        let (groups, group) = (emit.builder.create_block(), emit.builder.create_block());
        let (ones, one, next) =
            (emit.builder.create_block(), emit.builder.create_block(), emit.builder.create_block());
        emit.builder.ins().jump(groups, &[]);
        emit.builder.switch_to_block(groups);
        let here_left = emit.builder.use_var(left);
        let enough = emit.builder.ins().icmp_imm(IntCC::SignedGreaterThanOrEqual, here_left, together);
        emit.builder.ins().brif(enough, group, &[], ones, &[]);
        emit.go_on(group);
        let here = emit.builder.use_var(address);
        let all_won = if together == 8 {
            // Eight cells that are all 1, in either direction.
            let begin = if step > 0 { 0 } else { -7 };
            let cells = emit.load(I64, here, begin);
            emit.builder.ins().icmp_imm(IntCC::Equal, cells, 0x0101_0101_0101_0101)
        } else {
            let mut all = emit.load(I8, here, 0);
            let mut at = here;
            for _ in 1..together {
                at = emit.builder.ins().iadd_imm(at, step);
                let cell = emit.load(I8, at, 0);
                all = emit.builder.ins().band(all, cell);
            }
            all
        };
        let further = emit.builder.ins().iadd_imm(here, step * together);
        let fewer = emit.builder.ins().iadd_imm(here_left, -together);
        emit.builder.def_var(address, further);
        emit.builder.def_var(left, fewer);
        emit.builder.ins().brif(all_won, groups, &[], self.won, &[]);
        emit.builder.seal_block(groups);
        emit.builder.switch_to_block(ones);
        let here_left = emit.builder.use_var(left);
        let any = emit.builder.ins().icmp_imm(IntCC::SignedGreaterThan, here_left, 0);
        emit.builder.ins().brif(any, one, &[], next, &[]);
        emit.go_on(one);
        let here = emit.builder.use_var(address);
        let cell = emit.load(I8, here, 0);
        let further = emit.builder.ins().iadd_imm(here, step);
        let fewer = emit.builder.ins().iadd_imm(here_left, -1);
        emit.builder.def_var(address, further);
        emit.builder.def_var(left, fewer);
        emit.builder.ins().brif(cell, ones, &[], self.won, &[]);
        emit.builder.seal_block(ones);
        emit.go_on(next);
    }

    /// The distance of a target's component from the current cell, in bytes, if it is a sum of
    /// registers, the component is certainly in the box, and it precedes the cell.
    fn safe_way(&self, known: &Known, arguments: &[Argument<'a>]) -> Option<RegisterSum> {
        let mut way = RegisterSum::constant(0);
        for (at, argument) in arguments.iter().enumerate() {
            let Argument::New(value) = argument else { continue };
            let Low::Int(code) = value else { return None };
            let (low, high) = self.plan.bounds[at];
            known.range(code)?;
            if !known.lies_between(code, low, high) {
                return None;
            }
            let moved = known.linear(code)?.plus(&RegisterSum::register(at as Register), -1)?;
            way = way.plus(&moved, i128::from(self.plan.strides[at]) * self.plan.width as i128)?;
        }
        let earlier = RegisterSum::constant(-1).plus(&way, -1)?;
        known.proves(&earlier).then_some(way)
    }

    /// The address at a distance from the current cell.
    fn address(&self, emit: &mut Emit<'_, '_>, way: &RegisterSum) -> Made<Value> {
        let mut address = self.here;
        if way.constant != 0 {
            let constant = i64::try_from(way.constant).map_err(|_| Unsupported)?;
            address = emit.builder.ins().iadd_imm(address, constant);
        }
        // Registers of inner binders have greater numbers: terms that do not change inside come first.
        for (register, count) in &way.terms {
            let word = emit.read(*register)?;
            let count = i64::try_from(*count).map_err(|_| Unsupported)?;
            let bytes = if count.abs() == 1 { word } else { emit.builder.ins().imul_imm(word, count.abs()) };
            let ins = emit.builder.ins();
            address = if count > 0 { ins.iadd(address, bytes) } else { ins.isub(address, bytes) };
        }
        Ok(address)
    }

    /// Emits a target of one component that conditions choose.
    fn branches<'f, 'c>(&mut self, emit: &mut Emit<'f, 'c>, target: &Target<'a>) -> Made<()> {
        match target {
            Target::If(parts) => {
                emit.either(&parts.0, [&parts.1, &parts.2], |emit, arm| self.option(emit, arm))
            }
            Target::Let(register, parts) => {
                emit.put(&parts.0, *register)?;
                self.option(emit, &parts.1)
            }
            _ => Err(Unsupported),
        }
    }

    /// Adds the values of all components of a target to the nim-sum `total`; `copies` is the number
    /// of copies of each component, 1 if `None`.
    fn sum<'f, 'c>(
        &mut self,
        emit: &mut Emit<'f, 'c>,
        target: &Target<'a>,
        total: Variable,
        copies: Option<Value>,
    ) -> Made<()> {
        match target {
            Target::Nothing => Ok(()),
            Target::Component(_, arguments) => {
                let mut value = self.component(emit, arguments)?;
                if let Some(count) = copies {
                    let odd = emit.builder.ins().band_imm(count, 1);
                    value = emit.builder.ins().imul(value, odd);
                }
                let before = emit.builder.use_var(total);
                let after = emit.builder.ins().bxor(before, value);
                emit.builder.def_var(total, after);
                Ok(())
            }
            Target::Both(both) => {
                self.sum(emit, &both.0, total, copies)?;
                self.sum(emit, &both.1, total, copies)
            }
            Target::Copies(both) if copies.is_none() => {
                let count = emit.int(&both.0)?;
                let outside = emit.builder.ins().icmp_imm(IntCC::UnsignedGreaterThan, count, 1 << 31);
                emit.bail_if(outside);
                let (some, next) = (emit.builder.create_block(), emit.builder.create_block());
                emit.builder.ins().brif(count, some, &[], next, &[]);
                emit.go_on(some);
                self.sum(emit, &both.1, total, Some(count))?;
                emit.builder.ins().jump(next, &[]);
                emit.go_on(next);
                Ok(())
            }
            Target::Copies(_) => Err(Unsupported),
            Target::For(both) => emit.steps(&both.0, &mut |emit| self.sum(emit, &both.1, total, copies)),
            Target::If(parts) => {
                emit.either(&parts.0, [&parts.1, &parts.2], |emit, arm| self.sum(emit, arm, total, copies))
            }
            Target::Let(register, parts) => {
                emit.put(&parts.0, *register)?;
                self.sum(emit, &parts.1, total, copies)
            }
        }
    }

    /// The result of a component of a target, read from its cell. The code bails out if the cell is
    /// outside of the box or does not come before the current cell.
    fn component<'f, 'c>(&mut self, emit: &mut Emit<'f, 'c>, arguments: &[Argument<'a>]) -> Made<Value> {
        let width = self.plan.width as i128;
        let mut way = RegisterSum::constant(0);
        // The distances by fields whose words are not linear, in bytes.
        let mut rest: Vec<Value> = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let Argument::New(value) = argument else { continue };
            let Low::Int(code) = value else { return Err(Unsupported) };
            let (low, high) = self.plan.bounds[at];
            let stride = i128::from(self.plan.strides[at]) * width;
            let before = RegisterSum::register(at as Register);
            if !emit.known.lies_between(code, low, high) {
                let word = emit.int(code)?;
                let left = emit.builder.ins().iadd_imm(word, low.wrapping_neg());
                let outside = emit.builder.ins().icmp_imm(IntCC::UnsignedGreaterThan, left, high - low);
                emit.bail_if(outside);
            }
            let moved = emit.known.linear(code).filter(|_| emit.known.range(code).is_some());
            match moved.and_then(|it| it.plus(&before, -1)).and_then(|it| way.plus(&it, stride)) {
                Some(further) => way = further,
                None => {
                    let (word, own) = (emit.int(code)?, emit.read(at as Register)?);
                    let change = emit.builder.ins().isub(word, own);
                    rest.push(emit.builder.ins().imul_imm(change, stride as i64));
                }
            }
        }
        let earlier = RegisterSum::constant(-1).plus(&way, -1);
        let before = rest.is_empty() && earlier.is_some_and(|earlier| emit.known.proves(&earlier));
        let mut address = self.address(emit, &way)?;
        for bytes in rest {
            address = emit.builder.ins().iadd(address, bytes);
        }
        if !before {
            let late = emit.compare(IntCC::UnsignedGreaterThanOrEqual, address, self.here);
            emit.bail_if(late);
        }
        let ins = emit.builder.ins();
        let value = if self.plan.width == 1 {
            ins.uload8(I64, MemFlags::trusted(), address, 0)
        } else {
            ins.uload16(I64, MemFlags::trusted(), address, 0)
        };
        if self.plan.careful && self.plan.sought == Sought::Values {
            let unknown = emit.builder.ins().icmp_imm(IntCC::Equal, value, self.plan.unknown());
            emit.bail_if(unknown);
        }
        Ok(value)
    }
}
