//! Runs the code of expressions whose value is one word, and of clauses.

use super::machine::{Machine, Stop};
use super::{Check, LoopDomain, Low, Op, Register, Seq, Shape, Slow, Step, Unary, WordExpr};
use crate::ir::Aggregate;
use crate::position::GraphId;
use num_integer::Integer;

/// A function that is called for each binding of the clauses that satisfies all conditions.
type Visit<'v, 'a, 'b> = dyn FnMut(&mut Machine<'a, 'b>) + 'v;

impl<'a, 'b> Machine<'a, 'b> {
    /// The word that an expression evaluates to. After a stop, which is recorded, the word has no
    /// meaning.
    #[inline(always)]
    pub fn int(&mut self, code: &WordExpr<'_>) -> i64 {
        match code {
            WordExpr::Const(word) => *word,
            WordExpr::Reg(register) => self.register(*register),
            other => self.larger(other),
        }
    }

    /// Evaluates expressions other than constants and registers.
    fn larger(&mut self, code: &WordExpr<'_>) -> i64 {
        match code {
            WordExpr::Two(op, both) => self.two(*op, &both.0, &both.1),
            WordExpr::One(op, inner) => {
                let word = self.int(inner);
                self.one(*op, word)
            }
            WordExpr::If(parts) => {
                if self.int(&parts.0) != 0 {
                    self.int(&parts.1)
                } else {
                    self.int(&parts.2)
                }
            }
            WordExpr::Let(register, parts) => {
                self.put(&parts.0, *register);
                self.int(&parts.1)
            }
            WordExpr::At(parts, width, word) => {
                let list = self.seq(&parts.0);
                let at = self.int(&parts.1) as usize;
                // A negative index is a very large number as `usize`.
                if at >= list.1 {
                    return self.bail();
                }
                self.memory_at(list.0 + at * width + word)
            }
            other => self.rarer(other),
        }
    }

    /// Evaluates the expressions that occur less often.
    fn rarer(&mut self, code: &WordExpr<'_>) -> i64 {
        match code {
            WordExpr::Const(_) | WordExpr::Reg(_) => self.int(code),
            WordExpr::Two(..)
            | WordExpr::One(..)
            | WordExpr::If(_)
            | WordExpr::Let(..)
            | WordExpr::At(..) => self.larger(code),
            WordExpr::Checked(parts) => self.checked(&parts.0, &parts.1),
            WordExpr::Len(list) => self.seq(list).1 as i64,
            WordExpr::Has(parts, sorted) => {
                let list = self.seq(&parts.0);
                let word = self.int(&parts.1);
                let has = self.words(list, 1).map(|words| match sorted {
                    true => words.binary_search(&word).is_ok(),
                    false => words.contains(&word),
                });
                self.settle(has.map(i64::from))
            }
            WordExpr::Fold(aggregate, parts) => self.fold(*aggregate, &parts.0, &parts.1),
            WordExpr::Same(both, shape) => self.same(&both.0, &both.1, shape),
            WordExpr::Around(graph, around, vertex) => {
                let vertex = self.int(vertex);
                let mask = self.universe.numbered(*graph).mask(vertex, *around);
                self.settle(mask.map(|mask| mask as i64).ok_or(Stop::Bail))
            }
            WordExpr::MaskFor(parts) => {
                let mut mask = 0i64;
                self.steps(&parts.0, &mut |machine| {
                    let vertex = machine.int(&parts.1);
                    mask |= machine.one(Unary::Bit, vertex);
                });
                mask
            }
            WordExpr::Vertex(name) => {
                let name = self.int(name);
                let number = self.universe.find_number(name);
                self.settle(number.map(|number| number as i64).ok_or(Stop::Bail))
            }
            WordExpr::Slow(slow) => {
                let mut words = Vec::with_capacity(1);
                self.slow(slow, &mut words);
                words.first().copied().unwrap_or_else(|| self.bail())
            }
        }
    }

    /// The word of `code`, computed only after the checks have passed; stops if one fails.
    fn checked(&mut self, checks: &[Check<'_>], code: &WordExpr<'_>) -> i64 {
        for Check::Between(code, low, high) in checks {
            let word = self.int(code);
            if word < *low || word > *high {
                return self.bail();
            }
        }
        self.int(code)
    }

    /// Whether two values of one shape are equal.
    fn same(&mut self, left: &Low<'_>, right: &Low<'_>, shape: &Shape) -> i64 {
        if let (Low::Seq(a), Low::Seq(b), Some(1)) =
            (left, right, shape.element().map(|element| element.width()))
        {
            // If elements take one word, two lists are equal exactly if their words are equal.
            let (a, b) = (self.seq(a), self.seq(b));
            let (a, b) = (self.words(a, 1), self.words(b, 1));
            let same = a.and_then(|a| b.map(|b| a == b));
            return self.settle(same.map(i64::from));
        }
        let width = shape.width();
        let mut words = [Vec::with_capacity(width), Vec::with_capacity(width)];
        self.append(left, &mut words[0]);
        self.append(right, &mut words[1]);
        if self.stop.is_some() {
            return 0;
        }
        let order = self.compare(shape, &words[0], &words[1]);
        self.settle(order.map(|order| i64::from(order.is_eq())))
    }

    #[inline]
    fn two(&mut self, op: Op, left: &WordExpr<'_>, right: &WordExpr<'_>) -> i64 {
        let a = self.int(left);
        // The right side of a connective is evaluated only if the left side does not decide it.
        match op {
            Op::And if a == 0 => return 0,
            Op::Or if a != 0 => return 1,
            Op::Implies if a == 0 => return 1,
            _ => {}
        }
        let b = self.int(right);
        let word = match op {
            Op::Add => a.checked_add(b),
            Op::Subtract => a.checked_sub(b),
            Op::Multiply => a.checked_mul(b),
            Op::Eq => Some(i64::from(a == b)),
            Op::Ne => Some(i64::from(a != b)),
            Op::Lt => Some(i64::from(a < b)),
            Op::Le => Some(i64::from(a <= b)),
            Op::Gt => Some(i64::from(a > b)),
            Op::Ge => Some(i64::from(a >= b)),
            Op::And | Op::Or | Op::Implies => Some(b),
            Op::Min => Some(a.min(b)),
            Op::Max => Some(a.max(b)),
            Op::BitAnd => Some(a & b),
            Op::BitOr => Some(a | b),
            Op::BitAndNot => Some(a & !b),
            Op::InMask => Some(i64::from((0..64).contains(&a) && b >> a & 1 == 1)),
            Op::Div if b != 0 && b != -1 => Some(Integer::div_floor(&a, &b)),
            Op::Mod if b != 0 && b != -1 => Some(Integer::mod_floor(&a, &b)),
            Op::Mod if b == -1 => Some(0),
            Op::Xor if a >= 0 && b >= 0 => Some(a ^ b),
            Op::Gcd if a != i64::MIN && b != i64::MIN => Some(a.gcd(&b)),
            Op::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
            Op::Div | Op::Mod | Op::Xor | Op::Gcd => None,
        };
        match word {
            Some(word) => word,
            None => self.bail(),
        }
    }

    fn one(&mut self, op: Unary, word: i64) -> i64 {
        let found = match op {
            Unary::Negate => word.checked_neg(),
            Unary::Not => Some(i64::from(word == 0)),
            Unary::Abs => word.checked_abs(),
            Unary::Even => Some(i64::from(word & 1 == 0)),
            Unary::Odd => Some(word & 1),
            Unary::Popcount | Unary::Isqrt if word < 0 => None,
            Unary::Popcount | Unary::Count => Some(i64::from(word.count_ones())),
            Unary::Isqrt => Some(word.isqrt()),
            Unary::Bit => (0..64).contains(&word).then(|| 1 << word),
        };
        found.unwrap_or_else(|| self.bail())
    }

    /// The aggregate of the words of `element` for all bindings of the clauses.
    fn fold(&mut self, aggregate: Aggregate, steps: &[Step<'_>], element: &WordExpr<'_>) -> i64 {
        let mark = self.memory.len();
        let (mut so_far, mut seen, mut decided): (Option<i64>, Vec<i64>, bool) = (None, Vec::new(), false);
        self.steps(steps, &mut |machine| {
            let word = machine.int(element);
            so_far = Some(match (aggregate, so_far) {
                (Aggregate::All | Aggregate::Any, _) => {
                    if (word != 0) == (aggregate == Aggregate::Any) {
                        decided = true;
                        machine.fail(Stop::Enough);
                    }
                    word
                }
                (Aggregate::Xor | Aggregate::Mex, _) if word < 0 => machine.bail(),
                (Aggregate::Mex, _) => {
                    seen.push(word);
                    0
                }
                (_, None) => word,
                (Aggregate::Min, Some(before)) => before.min(word),
                (Aggregate::Max, Some(before)) => before.max(word),
                (Aggregate::Xor, Some(before)) => before ^ word,
                (_, Some(before)) => machine.settle(word.checked_add(before).ok_or(Stop::Bail)),
            });
        });
        if decided && self.stop == Some(Stop::Enough) {
            self.stop = None;
        }
        self.memory.truncate(mark);
        match (aggregate, so_far) {
            (Aggregate::Mex, _) => {
                seen.sort_unstable();
                seen.dedup();
                let gap = seen.iter().zip(0..).find(|(value, at)| **value != *at);
                gap.map_or(seen.len() as i64, |(_, at)| at)
            }
            (_, Some(word)) => word,
            (Aggregate::All, None) => 1,
            (Aggregate::Min | Aggregate::Max, None) => self.bail(),
            (_, None) => 0,
        }
    }

    /// Iterates over the clauses, and calls `visit` for each binding that satisfies all conditions,
    /// until the machine is stopped.
    pub fn steps(&mut self, steps: &[Step<'_>], visit: &mut Visit<'_, 'a, 'b>) {
        match steps.split_first() {
            None => visit(self),
            Some((Step::If(condition), rest)) => {
                if self.int(condition) != 0 && self.stop.is_none() {
                    self.steps(rest, visit);
                }
            }
            Some((Step::For(register, domain), rest)) => self.each(*register, domain, rest, visit),
        }
    }

    /// Runs the code after a binder for one element, and discards the lists that this code made,
    /// unless `keep` is greater than 0. Returns false if the machine is stopped.
    #[inline(always)]
    fn rest(&mut self, rest: &[Step<'_>], visit: &mut Visit<'_, 'a, 'b>) -> bool {
        self.tick(1);
        let mark = self.memory.len();
        if rest.is_empty() {
            visit(self);
        } else {
            self.steps(rest, visit);
        }
        if self.keep == 0 {
            self.memory.truncate(mark);
        }
        self.stop.is_none()
    }

    /// Iterates over a domain, and runs the remaining clauses for each element.
    fn each(
        &mut self,
        register: Register,
        domain: &LoopDomain<'_>,
        rest: &[Step<'_>],
        visit: &mut Visit<'_, 'a, 'b>,
    ) {
        match domain {
            LoopDomain::Range(low, high) => {
                let (low, high) = (self.int(low), self.int(high));
                let mut next = low;
                while next < high && self.stop.is_none() {
                    self.set(register, next);
                    if !self.rest(rest, visit) {
                        return;
                    }
                    next += 1;
                }
            }
            LoopDomain::Mask(mask) => {
                let mut left = self.int(mask) as u64;
                while left != 0 && self.stop.is_none() {
                    self.set(register, i64::from(left.trailing_zeros()));
                    left &= left - 1;
                    self.rest(rest, visit);
                }
            }
            LoopDomain::Seq(list, width) => self.each_of_list(register, (list, *width), rest, visit),
            LoopDomain::Out(graph, vertex) => self.each_out(register, (*graph, vertex), rest, visit),
            LoopDomain::Parts(graph, set) => self.each_part(register, (*graph, set), rest, visit),
            LoopDomain::Choices(lists) => {
                let ranges = self.seq(lists);
                self.choices(register, ranges, rest, visit);
            }
            LoopDomain::Slow(slow) => self.each_slow(register, slow, rest, visit),
        }
    }

    /// Iterates over the elements of a list or a sorted set, each of `width` words.
    fn each_of_list(
        &mut self,
        register: Register,
        (list, width): (&Seq<'_>, usize),
        rest: &[Step<'_>],
        visit: &mut Visit<'_, 'a, 'b>,
    ) {
        let (place, length) = self.seq(list);
        for at in 0..length {
            for word in 0..width {
                let from = self.memory_at(place + at * width + word);
                self.set(register + word as Register, from);
            }
            if self.stop.is_some() || !self.rest(rest, visit) {
                return;
            }
        }
    }

    /// Iterates over the vertices to which edges lead from a vertex.
    fn each_out(
        &mut self,
        register: Register,
        (graph, vertex): (GraphId, &WordExpr<'_>),
        rest: &[Step<'_>],
        visit: &mut Visit<'_, 'a, 'b>,
    ) {
        let vertex = self.int(vertex);
        let numbered = self.universe.numbered(graph);
        let Some(local) = numbered.local(vertex) else { return self.fail(Stop::Bail) };
        for to in numbered.graph.out(local as usize) {
            self.set(register, i64::from(numbered.universe(*to)));
            if !self.rest(rest, visit) {
                return;
            }
        }
    }

    /// Iterates over the connected parts of a set of vertices kept as bits.
    fn each_part(
        &mut self,
        register: Register,
        (graph, set): (GraphId, &WordExpr<'_>),
        rest: &[Step<'_>],
        visit: &mut Visit<'_, 'a, 'b>,
    ) {
        let mut left = self.int(set) as u64;
        let numbered = self.universe.numbered(graph);
        while left != 0 && self.stop.is_none() {
            let Some(part) = numbered.first_part(left) else { return self.fail(Stop::Bail) };
            left &= !part;
            self.set(register, part as i64);
            self.rest(rest, visit);
        }
    }

    /// Iterates over the elements of a collection that the reference semantics makes.
    fn each_slow(
        &mut self,
        register: Register,
        slow: &Slow<'_>,
        rest: &[Step<'_>],
        visit: &mut Visit<'_, 'a, 'b>,
    ) {
        let (first, width) = (register as usize, slow.shape.width());
        for words in self.slow_elements(slow).chunks(width) {
            self.registers[first..first + width].copy_from_slice(words);
            if !self.rest(rest, visit) {
                return;
            }
        }
    }

    /// Iterates over the lists that take one element from each of the ranges in the list `ranges`;
    /// the last element changes fastest.
    fn choices(
        &mut self,
        register: Register,
        ranges: (usize, usize),
        rest: &[Step<'_>],
        visit: &mut Visit<'_, 'a, 'b>,
    ) {
        let bounds = match self.words(ranges, 2) {
            Ok(bounds) => bounds.to_vec(),
            Err(stop) => return self.fail(stop),
        };
        if bounds.chunks(2).any(|range| range[0] >= range[1]) || self.stop.is_some() {
            return;
        }
        let count = ranges.1;
        let mut chosen = self.memory.len();
        self.memory.extend(bounds.chunks(2).map(|range| range[0]));
        loop {
            self.tick(count);
            self.set(register, chosen as i64);
            self.set(register + 1, count as i64);
            if !self.rest(rest, visit) {
                return;
            }
            let free = (0..count).rev().find(|at| self.memory[chosen + at] + 1 < bounds[2 * at + 1]);
            let Some(place) = free else { return };
            if self.keep > 0 {
                // The current choice may become part of the list under construction, so the next
                // choice gets its own place.
                chosen = self.copy(chosen, count);
                if self.stop.is_some() {
                    return;
                }
            }
            self.memory[chosen + place] += 1;
            for later in place + 1..count {
                self.memory[chosen + later] = bounds[2 * later];
            }
        }
    }

    /// Puts the words of a value into registers, from `register` on.
    pub fn put(&mut self, code: &Low<'_>, register: Register) {
        match code {
            Low::Int(int) => {
                let word = self.int(int);
                self.set(register, word);
            }
            Low::Seq(seq) => {
                let (place, length) = self.seq(seq);
                self.set(register, place as i64);
                self.set(register + 1, length as i64);
            }
            Low::Range(low, high) => {
                let (low, high) = (self.int(low), self.int(high));
                self.set(register, low);
                self.set(register + 1, high);
            }
            _ => {
                let mut words = Vec::new();
                self.append(code, &mut words);
                let first = register as usize;
                self.registers[first..first + words.len()].copy_from_slice(&words);
            }
        }
    }

    /// Appends the words of a value to `words`; fewer if the machine is stopped.
    pub fn append(&mut self, code: &Low<'_>, words: &mut Vec<i64>) {
        match code {
            Low::Int(int) => words.push(self.int(int)),
            Low::Seq(seq) => {
                let (place, length) = self.seq(seq);
                words.extend([place as i64, length as i64]);
            }
            Low::Range(low, high) => {
                let (low, high) = (self.int(low), self.int(high));
                words.extend([low, high]);
            }
            Low::Tuple(parts) => parts.iter().for_each(|part| self.append(part, words)),
            Low::Regs(register, count) => {
                let first = *register as usize;
                words.extend_from_slice(&self.registers[first..first + count]);
            }
            Low::Slow(slow) => self.slow(slow, words),
        }
    }
}
