//! Runs the code of expressions whose values are lists, texts or sets.

use super::machine::{MOST_WORDS, Machine, Run, Stop};
use super::{LoopDomain, Low, Register, Seq, SetOp, Shape, Step, WordExpr};
use crate::position::GraphId;
use std::cmp::Ordering;

/// The most integers of a range that is written to memory as a list; a longer range stops the code.
const LONGEST_RANGE: usize = 1 << 26;

/// Place and length of a list in memory.
type List = (usize, usize);

impl Machine<'_, '_> {
    /// The place and length of the list to which an expression evaluates; an empty list after a
    /// stop.
    #[inline(always)]
    pub fn seq(&mut self, code: &Seq<'_>) -> List {
        match code {
            Seq::Reg(register) => (self.register(*register) as usize, self.register(*register + 1) as usize),
            Seq::Const(place, length) => (*place, *length),
            other => {
                let list = self.made(other);
                if self.stop.is_some() { (0, 0) } else { list }
            }
        }
    }

    /// Evaluates lists other than constants and those in registers.
    fn made(&mut self, code: &Seq<'_>) -> List {
        match code {
            Seq::Reg(_) | Seq::Const(..) => self.seq(code),
            Seq::List(parts) => {
                let mut words = Vec::with_capacity(parts.len());
                parts.iter().for_each(|part| self.append(part, &mut words));
                (self.write(&words), parts.len())
            }
            Seq::Range(bounds) => self.integers(&bounds.0, &bounds.1),
            Seq::For(parts) => self.listed(&parts.0, &parts.1),
            Seq::Concat(both, width) => {
                let (a, b) = (self.seq(&both.0), self.seq(&both.1));
                let place = self.copy(a.0, a.1 * width);
                self.copy(b.0, b.1 * width);
                (place, a.1 + b.1)
            }
            Seq::With(parts, width) => self.with(parts, *width),
            Seq::Inside(register, parts) => self.inside(*register, parts),
            Seq::At(parts, width, word) => self.inner(parts, *width, *word),
            Seq::Sorted(..) | Seq::Reverse(..) | Seq::Slice(..) | Seq::WithMany(..) | Seq::Sets(..) => {
                let made = self.rearranged(code);
                self.found(made)
            }
            Seq::Out(graph, vertex) => {
                let vertex = self.int(vertex);
                self.out(*graph, vertex)
            }
            Seq::If(parts) => {
                if self.int(&parts.0) != 0 {
                    self.seq(&parts.1)
                } else {
                    self.seq(&parts.2)
                }
            }
            Seq::Let(register, parts) => {
                self.put(&parts.0, *register);
                self.seq(&parts.1)
            }
            Seq::Slow(slow) => {
                let mut words = Vec::with_capacity(2);
                self.slow(slow, &mut words);
                match words.as_slice() {
                    [place, length] => (*place as usize, *length as usize),
                    _ => (0, 0),
                }
            }
        }
    }

    /// Evaluates expressions that sort, reverse, cut, change or combine lists.
    fn rearranged(&mut self, code: &Seq<'_>) -> Run<List> {
        match code {
            Seq::Sorted(list, shape, distinct) => {
                let list = self.seq(list);
                self.sorted(list, shape, *distinct)
            }
            Seq::Reverse(list, width) => {
                let list = self.seq(list);
                self.reversed(list, *width)
            }
            Seq::Slice(parts, width) => {
                let list = self.seq(&parts.0);
                self.slice(list, (&parts.1, &parts.2), *width)
            }
            Seq::WithMany(parts, width) => {
                let list = self.seq(&parts.0);
                let (places, values) = (self.seq(&parts.1), self.seq(&parts.2));
                self.with_many(list, places, values, *width)
            }
            Seq::Sets(op, both, shape) => {
                let (a, b) = (self.seq(&both.0), self.seq(&both.1));
                self.sets(*op, a, b, shape)
            }
            _ => Err(Stop::Bail),
        }
    }

    /// The integers from `low` up to, but excluding, `high`.
    fn integers(&mut self, low: &WordExpr<'_>, high: &WordExpr<'_>) -> List {
        let (low, high) = (self.int(low), self.int(high));
        let length = high.saturating_sub(low).max(0) as usize;
        if length > LONGEST_RANGE {
            return self.found(Err(Stop::Bail));
        }
        self.tick(length);
        let place = self.memory.len();
        self.memory.extend(low..low + length as i64);
        (place, length)
    }

    /// The reversed list.
    fn reversed(&mut self, list: List, width: usize) -> Run<List> {
        let words: Vec<i64> = self.words(list, width)?.rchunks(width).flatten().copied().collect();
        Ok((self.write(&words), list.1))
    }

    /// A slice of a list. It shares the memory of the whole list.
    fn slice(&mut self, list: List, (low, high): (&WordExpr<'_>, &WordExpr<'_>), width: usize) -> Run<List> {
        let (low, high) = (self.int(low), self.int(high));
        let inside =
            |bound: i64| usize::try_from(bound).ok().filter(|bound| *bound <= list.1).ok_or(Stop::Bail);
        let (low, high) = (inside(low)?, inside(high)?);
        Ok((list.0 + low * width, high.saturating_sub(low)))
    }

    /// A copy of a list in which the element at an index is replaced.
    fn with(&mut self, parts: &(Seq<'_>, WordExpr<'_>, Low<'_>), width: usize) -> List {
        let list = self.seq(&parts.0);
        let at = self.int(&parts.1);
        let mut words = Vec::with_capacity(width);
        self.append(&parts.2, &mut words);
        if at < 0 || at as usize >= list.1 || self.stop.is_some() {
            return self.found(Err(Stop::Bail));
        }
        let place = self.copy(list.0, list.1 * width);
        if self.stop.is_none() {
            let to = place + at as usize * width;
            self.memory[to..to + width].copy_from_slice(&words);
        }
        (place, list.1)
    }

    /// The list at an index of a list of lists.
    fn inner(&mut self, parts: &(Seq<'_>, WordExpr<'_>), width: usize, word: usize) -> List {
        let list = self.seq(&parts.0);
        let at = self.int(&parts.1);
        if at < 0 || at as usize >= list.1 {
            return self.found(Err(Stop::Bail));
        }
        let first = list.0 + at as usize * width + word;
        (self.memory_at(first) as usize, self.memory_at(first + 1) as usize)
    }

    /// The list of the vertices to which edges lead from a vertex.
    fn out(&mut self, graph: GraphId, vertex: i64) -> List {
        let numbered = self.universe.numbered(graph);
        let Some(local) = numbered.local(vertex) else { return self.found(Err(Stop::Bail)) };
        let out = numbered.graph.out(local as usize);
        let place = self.memory.len();
        self.tick(out.len());
        self.memory.extend(out.iter().map(|to| i64::from(numbered.universe(*to))));
        (place, out.len())
    }

    /// A copy of a list of lists in which the list at an index is replaced.
    fn inside(&mut self, register: Register, parts: &(Seq<'_>, WordExpr<'_>, Seq<'_>)) -> List {
        let list = self.seq(&parts.0);
        let at = self.int(&parts.1);
        if at < 0 || at as usize >= list.1 || self.stop.is_some() {
            self.fail(Stop::Bail);
            return (0, 0);
        }
        let first = list.0 + at as usize * 2;
        let row = (self.memory_at(first), self.memory_at(first + 1));
        self.set(register, row.0);
        self.set(register + 1, row.1);
        let row = self.seq(&parts.2);
        let place = self.copy(list.0, list.1 * 2);
        if self.stop.is_none() {
            let to = place + at as usize * 2;
            self.memory[to..to + 2].copy_from_slice(&[row.0 as i64, row.1 as i64]);
        }
        (place, list.1)
    }

    /// Returns the list; on an error, records the stop and returns an empty list.
    fn found(&mut self, list: Run<List>) -> List {
        list.unwrap_or_else(|stop| {
            self.fail(stop);
            (0, 0)
        })
    }

    /// The list that a comprehension makes.
    fn listed(&mut self, steps: &[Step<'_>], element: &Low<'_>) -> List {
        let mut words = self.spare_list();
        let mut length = 0;
        if let ([Step::For(register, LoopDomain::Range(low, high))], Low::Int(element)) = (steps, element) {
            // The most common comprehension: a word for each integer of a range.
            let (low, high) = (self.int(low), self.int(high));
            let mut next = low;
            while next < high && self.stop.is_none() && words.len() <= MOST_WORDS {
                if words.len() % 64 == 63 {
                    self.tick(64);
                }
                self.set(*register, next);
                words.push(self.int(element));
                next += 1;
            }
            length = words.len();
        } else {
            self.keep += 1;
            self.steps(steps, &mut |machine| {
                length += 1;
                machine.append(element, &mut words);
                if words.len() > MOST_WORDS {
                    machine.fail(Stop::Bail);
                }
            });
            self.keep -= 1;
        }
        let place = self.write(&words);
        self.spare.push(words);
        (place, length)
    }

    /// A copy of a list in which the elements at `places` are replaced by `values`.
    fn with_many(&mut self, list: List, places: List, values: List, width: usize) -> Run<List> {
        if places.1 != values.1 {
            return Err(Stop::Bail);
        }
        let place = self.copy(list.0, list.1 * width);
        self.take_failed()?;
        for at in 0..places.1 {
            let to = self.words(places, 1)?[at];
            let to = usize::try_from(to).ok().filter(|to| *to < list.1).ok_or(Stop::Bail)?;
            let from = values.0 + at * width;
            self.words(values, width)?;
            self.memory.copy_within(from..from + width, place + to * width);
        }
        Ok((place, list.1))
    }

    /// Returns the stop, if there is one, as an error.
    fn take_failed(&self) -> Run<()> {
        self.stop.map_or(Ok(()), Err)
    }

    /// A sorted copy of a list whose elements have this shape; if `distinct`, without repetitions.
    fn sorted(&mut self, list: List, shape: &Shape, distinct: bool) -> Run<List> {
        let width = shape.width();
        if width == 1 && *shape != Shape::Mask {
            let place = self.copy(list.0, list.1);
            self.take_failed()?;
            self.memory[place..].sort_unstable();
            let mut length = list.1;
            if distinct {
                let mut kept = 0;
                for at in place..place + length {
                    if kept == 0 || self.memory[place + kept - 1] != self.memory[at] {
                        self.memory[place + kept] = self.memory[at];
                        kept += 1;
                    }
                }
                length = kept;
                self.memory.truncate(place + kept);
            }
            return Ok((place, length));
        }
        let words = self.words(list, width)?.to_vec();
        let mut elements: Vec<&[i64]> = words.chunks(width.max(1)).collect();
        let mut failed = None;
        elements.sort_by(|a, b| {
            self.compare(shape, a, b).unwrap_or_else(|stop| {
                failed = Some(stop);
                Ordering::Equal
            })
        });
        if let Some(stop) = failed {
            return Err(stop);
        }
        if distinct {
            elements.dedup_by(|a, b| self.compare(shape, a, b).is_ok_and(Ordering::is_eq));
        }
        let length = elements.len();
        let sorted: Vec<i64> = elements.concat();
        Ok((self.write(&sorted), length))
    }

    /// The order of two values of one shape, as the language defines it; an error for ranges, which
    /// code does not compare.
    pub fn compare(&self, shape: &Shape, a: &[i64], b: &[i64]) -> Run<Ordering> {
        match shape {
            Shape::Int | Shape::Bool | Shape::Vertex | Shape::Letter => Ok(a[0].cmp(&b[0])),
            Shape::Mask => Ok(compare_masks(a[0] as u64, b[0] as u64)),
            Shape::Range => Err(Stop::Bail),
            Shape::Tuple(parts) => {
                let mut at = 0;
                for part in parts {
                    let to = at + part.width();
                    let order = self.compare(part, &a[at..to], &b[at..to])?;
                    if order.is_ne() {
                        return Ok(order);
                    }
                    at = to;
                }
                Ok(Ordering::Equal)
            }
            Shape::Text | Shape::List(_) | Shape::Set(_) => {
                let element = shape.element().ok_or(Stop::Bail)?;
                let width = element.width();
                let a = self.words((a[0] as usize, a[1] as usize), width)?;
                let b = self.words((b[0] as usize, b[1] as usize), width)?;
                for (a, b) in a.chunks(width).zip(b.chunks(width)) {
                    let order = self.compare(&element, a, b)?;
                    if order.is_ne() {
                        return Ok(order);
                    }
                }
                Ok(a.len().cmp(&b.len()))
            }
        }
    }

    /// Combines two sorted sets by merging them.
    fn sets(&mut self, op: SetOp, a: List, b: List, shape: &Shape) -> Run<List> {
        let width = shape.width();
        let (left, right) = (self.words(a, width)?, self.words(b, width)?);
        let mut out: Vec<i64> = Vec::with_capacity(left.len() + right.len());
        let (mut i, mut j) = (0, 0);
        while i < left.len() || j < right.len() {
            let order = if i >= left.len() {
                Ordering::Greater
            } else if j >= right.len() {
                Ordering::Less
            } else {
                self.compare(shape, &left[i..i + width], &right[j..j + width])?
            };
            let keep = match op {
                SetOp::Union => true,
                SetOp::Intersection => order.is_eq(),
                SetOp::Difference => order.is_lt(),
            };
            if keep {
                let from = if order.is_le() { &left[i..i + width] } else { &right[j..j + width] };
                out.extend_from_slice(from);
            }
            i += if order.is_le() { width } else { 0 };
            j += if order.is_ge() { width } else { 0 };
        }
        self.tick(a.1 + b.1);
        let length = out.len() / width;
        Ok((self.write(&out), length))
    }
}

/// The order of two sets kept as bits: as lists of their members in ascending order.
fn compare_masks(a: u64, b: u64) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    let differ = (a ^ b).trailing_zeros();
    let (has, other, order) =
        if a >> differ & 1 == 1 { (a, b, Ordering::Less) } else { (b, a, Ordering::Greater) };
    debug_assert!(has >> differ & 1 == 1);
    // If one set ends before the first difference, it is a prefix of the other and comes first.
    if other >> differ == 0 { order.reverse() } else { order }
}
