//! Running code: words.

use super::machine::{Machine, Run, Stop};
use super::{Check, Domain, Int, Low, Op, Register, Step, Unary};
use crate::ir::Aggregate;
use num_integer::Integer;

/// What visits the elements that clauses bind.
type Visit<'v, 'a, 'b> = dyn FnMut(&mut Machine<'a, 'b>) -> Run<()> + 'v;

impl<'a, 'b> Machine<'a, 'b> {
    /// The word that an expression is worth.
    #[inline]
    pub fn int(&mut self, code: &Int<'_>) -> Run<i64> {
        match code {
            Int::Const(word) => Ok(*word),
            Int::Reg(register) => Ok(self.register(*register)),
            Int::Two(op, both) => self.two(*op, &both.0, &both.1),
            other => self.rarer(other),
        }
    }

    fn rarer(&mut self, code: &Int<'_>) -> Run<i64> {
        match code {
            Int::Const(word) => Ok(*word),
            Int::Reg(register) => Ok(self.register(*register)),
            Int::Two(op, both) => self.two(*op, &both.0, &both.1),
            Int::One(op, inner) => {
                let word = self.int(inner)?;
                one(*op, word)
            }
            Int::If(parts) => {
                if self.int(&parts.0)? != 0 {
                    self.int(&parts.1)
                } else {
                    self.int(&parts.2)
                }
            }
            Int::Let(register, parts) => {
                self.put(&parts.0, *register)?;
                self.int(&parts.1)
            }
            Int::Checked(parts) => {
                for check in &parts.0 {
                    let Check::Between(code, low, high) = check;
                    let word = self.int(code)?;
                    if word < *low || word > *high {
                        return Err(Stop::Bail);
                    }
                }
                self.int(&parts.1)
            }
            Int::Len(list) => Ok(self.seq(list)?.1 as i64),
            Int::At(parts, width, word) => {
                let list = self.seq(&parts.0)?;
                let at = self.int(&parts.1)?;
                let at = usize::try_from(at).ok().filter(|at| *at < list.1).ok_or(Stop::Bail)?;
                self.memory.get(list.0 + at * width + word).copied().ok_or(Stop::Bail)
            }
            Int::Has(parts, sorted) => {
                let list = self.seq(&parts.0)?;
                let word = self.int(&parts.1)?;
                let words = self.words(list, 1)?;
                let has = if *sorted { words.binary_search(&word).is_ok() } else { words.contains(&word) };
                Ok(i64::from(has))
            }
            Int::Fold(aggregate, parts) => self.fold(*aggregate, &parts.0, &parts.1),
            Int::Same(both, shape) => {
                let width = shape.width();
                let mut words = [Vec::with_capacity(width), Vec::with_capacity(width)];
                self.append(&both.0, &mut words[0])?;
                self.append(&both.1, &mut words[1])?;
                Ok(i64::from(self.compare(shape, &words[0], &words[1])?.is_eq()))
            }
            Int::Around(graph, around, vertex) => {
                let vertex = self.int(vertex)?;
                let mask = self.universe.numbered(*graph).mask(vertex, *around).ok_or(Stop::Bail)?;
                Ok(mask as i64)
            }
            Int::MaskFor(parts) => {
                let mut mask = 0i64;
                self.steps(&parts.0, &mut |machine| {
                    mask |= one(Unary::Bit, machine.int(&parts.1)?)?;
                    Ok(())
                })?;
                Ok(mask)
            }
            Int::Vertex(name) => {
                let name = self.int(name)?;
                Ok(self.universe.find_number(name).ok_or(Stop::Bail)? as i64)
            }
            Int::Slow(slow) => {
                let mut words = Vec::with_capacity(1);
                self.slow(slow, &mut words)?;
                words.first().copied().ok_or(Stop::Bail)
            }
        }
    }

    #[inline]
    fn two(&mut self, op: Op, left: &Int<'_>, right: &Int<'_>) -> Run<i64> {
        let a = self.int(left)?;
        // Truth values are decided from left to right.
        match op {
            Op::And if a == 0 => return Ok(0),
            Op::Or if a != 0 => return Ok(1),
            Op::Implies if a == 0 => return Ok(1),
            _ => {}
        }
        let b = self.int(right)?;
        let truth = |it: bool| Ok(i64::from(it));
        match op {
            Op::Add => a.checked_add(b).ok_or(Stop::Bail),
            Op::Subtract => a.checked_sub(b).ok_or(Stop::Bail),
            Op::Multiply => a.checked_mul(b).ok_or(Stop::Bail),
            Op::Eq => truth(a == b),
            Op::Ne => truth(a != b),
            Op::Lt => truth(a < b),
            Op::Le => truth(a <= b),
            Op::Gt => truth(a > b),
            Op::Ge => truth(a >= b),
            Op::And | Op::Or | Op::Implies => Ok(b),
            Op::Min => Ok(a.min(b)),
            Op::Max => Ok(a.max(b)),
            Op::BitAnd => Ok(a & b),
            Op::BitOr => Ok(a | b),
            Op::BitAndNot => Ok(a & !b),
            Op::InMask => truth((0..64).contains(&a) && b >> a & 1 == 1),
            Op::Div if b != 0 && b != -1 => Ok(Integer::div_floor(&a, &b)),
            Op::Mod if b != 0 && b != -1 => Ok(Integer::mod_floor(&a, &b)),
            Op::Mod if b == -1 => Ok(0),
            Op::Xor if a >= 0 && b >= 0 => Ok(a ^ b),
            Op::Gcd if a != i64::MIN && b != i64::MIN => Ok(a.gcd(&b)),
            Op::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)).ok_or(Stop::Bail),
            Op::Div | Op::Mod | Op::Xor | Op::Gcd => Err(Stop::Bail),
        }
    }

    fn fold(&mut self, aggregate: Aggregate, steps: &[Step<'_>], element: &Int<'_>) -> Run<i64> {
        let mark = self.memory.len();
        let mut so_far: Option<i64> = None;
        let mut seen: Vec<i64> = Vec::new();
        let ran = self.steps(steps, &mut |machine| {
            let word = machine.int(element)?;
            so_far = Some(match (aggregate, so_far) {
                (Aggregate::All, _) if word == 0 => {
                    so_far = Some(0);
                    return Err(Stop::Enough);
                }
                (Aggregate::Any, _) if word != 0 => {
                    so_far = Some(1);
                    return Err(Stop::Enough);
                }
                (Aggregate::All | Aggregate::Any, _) => word,
                (Aggregate::Xor | Aggregate::Mex, _) if word < 0 => return Err(Stop::Bail),
                (Aggregate::Mex, _) => {
                    seen.push(word);
                    0
                }
                (_, None) => word,
                (Aggregate::Min, Some(before)) => before.min(word),
                (Aggregate::Max, Some(before)) => before.max(word),
                (Aggregate::Xor, Some(before)) => before ^ word,
                (_, Some(before)) => before.checked_add(word).ok_or(Stop::Bail)?,
            });
            Ok(())
        });
        match ran {
            Ok(()) | Err(Stop::Enough) => {}
            Err(stop) => return Err(stop),
        }
        self.memory.truncate(mark);
        match (aggregate, so_far) {
            (Aggregate::Mex, _) => {
                seen.sort_unstable();
                seen.dedup();
                let gap = seen.iter().zip(0..).find(|(value, at)| **value != *at);
                Ok(gap.map_or(seen.len() as i64, |(_, at)| at))
            }
            (_, Some(word)) => Ok(word),
            (Aggregate::All, None) => Ok(1),
            (Aggregate::Min | Aggregate::Max, None) => Err(Stop::Bail),
            (_, None) => Ok(0),
        }
    }

    /// Runs through clauses, and visits wherever all conditions hold.
    pub fn steps(&mut self, steps: &[Step<'_>], visit: &mut Visit<'_, 'a, 'b>) -> Run<()> {
        match steps.split_first() {
            None => visit(self),
            Some((Step::If(condition), rest)) => {
                if self.int(condition)? != 0 {
                    self.steps(rest, visit)
                } else {
                    Ok(())
                }
            }
            Some((Step::For(register, domain), rest)) => self.each(*register, domain, rest, visit),
        }
    }

    /// What stands behind a binder, for one element; lists made on the way are forgotten.
    #[inline]
    fn rest(&mut self, rest: &[Step<'_>], visit: &mut Visit<'_, 'a, 'b>) -> Run<()> {
        self.tick(1)?;
        let mark = self.memory.len();
        self.steps(rest, visit)?;
        if self.keep == 0 {
            self.memory.truncate(mark);
        }
        Ok(())
    }

    fn each(
        &mut self,
        register: Register,
        domain: &Domain<'_>,
        rest: &[Step<'_>],
        visit: &mut Visit<'_, 'a, 'b>,
    ) -> Run<()> {
        match domain {
            Domain::Range(low, high) => {
                let (low, high) = (self.int(low)?, self.int(high)?);
                let mut next = low;
                while next < high {
                    self.set(register, next);
                    self.rest(rest, visit)?;
                    next += 1;
                }
                Ok(())
            }
            Domain::Mask(mask) => {
                let mut left = self.int(mask)? as u64;
                while left != 0 {
                    self.set(register, i64::from(left.trailing_zeros()));
                    left &= left - 1;
                    self.rest(rest, visit)?;
                }
                Ok(())
            }
            Domain::Seq(list, width) => {
                let (place, length) = self.seq(list)?;
                for at in 0..length {
                    for word in 0..*width {
                        let from = self.memory.get(place + at * width + word).copied().ok_or(Stop::Bail)?;
                        self.set(register + word as Register, from);
                    }
                    self.rest(rest, visit)?;
                }
                Ok(())
            }
            Domain::Out(graph, vertex) => {
                let vertex = self.int(vertex)?;
                let numbered = self.universe.numbered(*graph);
                let local = numbered.local(vertex).ok_or(Stop::Bail)?;
                for to in numbered.graph.out(local as usize) {
                    self.set(register, i64::from(numbered.universe(*to)));
                    self.rest(rest, visit)?;
                }
                Ok(())
            }
            Domain::Parts(graph, set) => {
                let mut left = self.int(set)? as u64;
                let numbered = self.universe.numbered(*graph);
                while left != 0 {
                    let part = numbered.first_part(left).ok_or(Stop::Bail)?;
                    left &= !part;
                    self.set(register, part as i64);
                    self.rest(rest, visit)?;
                }
                Ok(())
            }
            Domain::Choices(lists) => {
                let ranges = self.seq(lists)?;
                self.choices(register, ranges, rest, visit)
            }
            Domain::Slow(slow) => {
                let width = slow.shape.width();
                for words in self.slow_elements(slow)?.chunks(width) {
                    let first = register as usize;
                    self.registers[first..first + width].copy_from_slice(words);
                    self.rest(rest, visit)?;
                }
                Ok(())
            }
        }
    }

    /// The lists that take one element from each range; the last place runs fastest.
    fn choices(
        &mut self,
        register: Register,
        ranges: (usize, usize),
        rest: &[Step<'_>],
        visit: &mut Visit<'_, 'a, 'b>,
    ) -> Run<()> {
        let bounds = self.words(ranges, 2)?.to_vec();
        if bounds.chunks(2).any(|range| range[0] >= range[1]) {
            return Ok(());
        }
        let count = ranges.1;
        let chosen = self.memory.len();
        for range in bounds.chunks(2) {
            self.push(range[0])?;
        }
        loop {
            self.set(register, chosen as i64);
            self.set(register + 1, count as i64);
            self.rest(rest, visit)?;
            let free = (0..count).rev().find(|at| self.memory[chosen + at] + 1 < bounds[2 * at + 1]);
            let Some(place) = free else { return Ok(()) };
            self.memory[chosen + place] += 1;
            for later in place + 1..count {
                self.memory[chosen + later] = bounds[2 * later];
            }
        }
    }

    /// Puts a value into registers from one on.
    pub fn put(&mut self, code: &Low<'_>, register: Register) -> Run<()> {
        match code {
            Low::Int(int) => {
                let word = self.int(int)?;
                self.set(register, word);
            }
            Low::Seq(seq) => {
                let (place, length) = self.seq(seq)?;
                self.set(register, place as i64);
                self.set(register + 1, length as i64);
            }
            Low::Range(low, high) => {
                let (low, high) = (self.int(low)?, self.int(high)?);
                self.set(register, low);
                self.set(register + 1, high);
            }
            _ => {
                let mut words = Vec::new();
                self.append(code, &mut words)?;
                let first = register as usize;
                self.registers[first..first + words.len()].copy_from_slice(&words);
            }
        }
        Ok(())
    }

    /// Adds the words of a value to a list.
    pub fn append(&mut self, code: &Low<'_>, words: &mut Vec<i64>) -> Run<()> {
        match code {
            Low::Int(int) => words.push(self.int(int)?),
            Low::Seq(seq) => {
                let (place, length) = self.seq(seq)?;
                words.extend([place as i64, length as i64]);
            }
            Low::Range(low, high) => {
                let (low, high) = (self.int(low)?, self.int(high)?);
                words.extend([low, high]);
            }
            Low::Tuple(parts) => {
                for part in parts {
                    self.append(part, words)?;
                }
            }
            Low::Regs(register, count) => {
                let first = *register as usize;
                words.extend_from_slice(&self.registers[first..first + count]);
            }
            Low::Slow(slow) => self.slow(slow, words)?,
        }
        Ok(())
    }
}

fn one(op: Unary, word: i64) -> Run<i64> {
    Ok(match op {
        Unary::Negate => word.checked_neg().ok_or(Stop::Bail)?,
        Unary::Not => i64::from(word == 0),
        Unary::Abs => word.checked_abs().ok_or(Stop::Bail)?,
        Unary::Even => i64::from(word & 1 == 0),
        Unary::Odd => word & 1,
        Unary::Popcount | Unary::Isqrt if word < 0 => return Err(Stop::Bail),
        Unary::Popcount | Unary::Count => i64::from(word.count_ones()),
        Unary::Isqrt => word.isqrt(),
        Unary::Bit => {
            if !(0..64).contains(&word) {
                return Err(Stop::Bail);
            }
            1 << word
        }
    })
}
