//! Emits code for clauses (binders and conditions) and for aggregates over them: loops that stay
//! inside the function.

use super::context;
use super::emit::Emit;
use super::{Made, Unsupported};
use crate::code::{LoopDomain, Register, Step, WordExpr};
use crate::ir::Aggregate;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;

/// Emits the code that runs once all clauses are bound.
pub(super) type Then<'t, 'f, 'c> = dyn FnMut(&mut Emit<'f, 'c>) -> Made<()> + 't;

/// Emits the code of a round of a loop; receives the block after the loop.
type Round<'t, 'f, 'c> = dyn FnMut(&mut Emit<'f, 'c>, Block) -> Made<()> + 't;

/// Loops of more rounds are left to the interpreter, which checks the budget during the loop.
const MOST_ROUNDS: i64 = 1 << 20;
/// Loops that certainly have at most this many rounds are not counted as steps, and may be
/// unrolled.
const FEW_ROUNDS: i64 = 6;

impl<'f, 'c> Emit<'f, 'c> {
    /// Iterates over clauses; `then` emits the code that runs once all of them are bound.
    pub fn steps(&mut self, steps: &[Step<'_>], then: &mut Then<'_, 'f, 'c>) -> Made<()> {
        match steps.split_first() {
            None => then(self),
            Some((Step::If(condition), rest)) => {
                self.where_true(condition, None, &mut |emit| emit.steps(rest, then))
            }
            Some((Step::For(register, domain), rest)) => {
                let before = self.known.clone();
                let innermost = !rest.iter().any(|step| matches!(step, Step::For(..)));
                let (last, most) = self.lasting(*register, domain, rest);
                let mut inside = |emit: &mut Self, exit| emit.until(&last, rest, exit, then);
                let rounds = match domain {
                    LoopDomain::Range(low, high) => self.rounds(low, high).min(most),
                    _ => i64::MAX,
                };
                if innermost && rounds <= FEW_ROUNDS {
                    self.each_apart(*register, domain, rounds, &mut inside)?;
                } else {
                    self.each(*register, domain, &mut inside)?;
                }
                self.known = before;
                Ok(())
            }
        }
    }

    /// Emits code that runs if a condition holds. Otherwise control jumps to `leave`, if given, or
    /// continues after this code.
    fn where_true(
        &mut self,
        condition: &WordExpr<'_>,
        leave: Option<Block>,
        then: &mut Then<'_, 'f, 'c>,
    ) -> Made<()> {
        if self.known.decides(condition) == Some(true) {
            return then(self);
        }
        let (yes, next) = (self.builder.create_block(), self.builder.create_block());
        self.branch(condition, yes, leave.unwrap_or(next))?;
        self.go_on(yes);
        let before = self.known.clone();
        self.known.assume(condition, true);
        then(self)?;
        self.known = before;
        self.builder.ins().jump(next, &[]);
        self.go_on(next);
        Ok(())
    }

    /// For each condition at the start of a loop over a range, whether the loop ends once the
    /// condition is false, because it then stays false; and after how many rounds at most a
    /// condition certainly ends the loop, `i64::MAX` if this is unknown. The list ends before the
    /// first condition that may have no value, because every round has to evaluate such a
    /// condition.
    fn lasting(&self, register: Register, domain: &LoopDomain<'_>, steps: &[Step<'_>]) -> (Vec<bool>, i64) {
        let LoopDomain::Range(low, _) = domain else { return (Vec::new(), i64::MAX) };
        let mut known = self.known.clone();
        known.bind(register, domain, self.constants);
        let conditions = steps.iter().map_while(|step| match step {
            Step::If(condition) => known.range(condition).map(|_| condition),
            Step::For(..) => None,
        });
        let conditions: Vec<_> =
            conditions.map(|condition| (condition, known.ends_with(condition, register))).collect();
        let over = |round: i64| {
            let WordExpr::Const(first) = low else { return false };
            let mut known = known.clone();
            known.pin(register, first.wrapping_add(round));
            conditions.iter().any(|(condition, ends)| *ends && known.decides(condition) == Some(false))
        };
        let most = (0..=FEW_ROUNDS).find(|round| over(*round)).unwrap_or(i64::MAX);
        (conditions.iter().map(|condition| condition.1).collect(), most)
    }

    /// Emits the clauses of one round. `ends` says which of the first conditions end the loop when
    /// they are false.
    fn until(
        &mut self,
        ends: &[bool],
        steps: &[Step<'_>],
        exit: Block,
        then: &mut Then<'_, 'f, 'c>,
    ) -> Made<()> {
        let (Some((ends, others)), Some((Step::If(condition), rest))) =
            (ends.split_first(), steps.split_first())
        else {
            return self.steps(steps, then);
        };
        self.where_true(condition, ends.then_some(exit), &mut |emit| emit.until(others, rest, exit, then))
    }

    fn each(
        &mut self,
        register: Register,
        domain: &LoopDomain<'_>,
        then: &mut Round<'_, 'f, 'c>,
    ) -> Made<()> {
        match domain {
            LoopDomain::Range(low, high) => {
                let rounds = self.rounds(low, high);
                let (from, to) = (self.int(low)?, self.int(high)?);
                self.known.bind(register, domain, self.constants);
                self.count_up((from, to), rounds, &mut |emit, at, exit| {
                    emit.write(register, at);
                    then(emit, exit)
                })
            }
            LoopDomain::Seq(list, width) => {
                let (place, length) = self.place(list, *width)?;
                self.known.bind(register, domain, self.constants);
                let (none, width) = (self.constant(0), *width);
                self.count_up((none, length), MOST_ROUNDS + 1, &mut |emit, at, exit| {
                    for word in 0..width {
                        let it = emit.word(place, at, width, word);
                        emit.write(register + word as Register, it);
                    }
                    then(emit, exit)
                })
            }
            LoopDomain::Mask(mask) => {
                let mask = self.int(mask)?;
                self.known.bind(register, domain, self.constants);
                self.bits(mask, &mut |emit, at, exit| {
                    emit.write(register, at);
                    then(emit, exit)
                })
            }
            LoopDomain::Out(..) | LoopDomain::Parts(..) | LoopDomain::Choices(_) | LoopDomain::Slow(_) => {
                Err(Unsupported)
            }
        }
    }

    /// Emits a loop over a range with its few rounds unrolled: if the first number is constant, so
    /// is each later one.
    fn each_apart(
        &mut self,
        register: Register,
        domain: &LoopDomain<'_>,
        rounds: i64,
        then: &mut Round<'_, 'f, 'c>,
    ) -> Made<()> {
        let LoopDomain::Range(low, high) = domain else { return Err(Unsupported) };
        let (from, to) = (self.int(low)?, self.int(high)?);
        self.known.bind(register, domain, self.constants);
        let exit = self.builder.create_block();
        let known = self.known.clone();
        for round in 0..rounds {
            self.known = known.clone();
            let at = match low {
                WordExpr::Const(first) => {
                    let word = first.wrapping_add(round);
                    self.known.pin(register, word);
                    self.constant(word)
                }
                _ => self.builder.ins().iadd_imm(from, round),
            };
            let body = self.builder.create_block();
            let more = self.compare(IntCC::SignedLessThan, at, to);
            self.builder.ins().brif(more, body, &[], exit, &[]);
            self.go_on(body);
            self.write(register, at);
            then(self, exit)?;
        }
        self.builder.ins().jump(exit, &[]);
        self.go_on(exit);
        Ok(())
    }

    /// An upper bound for the number of rounds: one of few bounds that make a difference, or
    /// `i64::MAX`.
    fn rounds(&self, low: &WordExpr<'_>, high: &WordExpr<'_>) -> i64 {
        let bounds = [1, 2, 3, 4, 5, FEW_ROUNDS, MOST_ROUNDS];
        bounds.into_iter().find(|most| self.known.spans_at_most(low, high, *most)).unwrap_or(i64::MAX)
    }

    /// Emits a loop from one word up to, but excluding, another, with at most `most` rounds;
    /// `i64::MAX` if no bound is known. The body may jump to the block after the loop.
    pub fn count_up(
        &mut self,
        (from, to): (Value, Value),
        most: i64,
        then: &mut dyn FnMut(&mut Self, Value, Block) -> Made<()>,
    ) -> Made<()> {
        let (head, body, exit) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        let any = self.compare(IntCC::SignedLessThan, from, to);
        self.builder.ins().brif(any, head, &[], exit, &[]);
        self.go_on(head);
        if most > FEW_ROUNDS {
            let rounds = self.builder.ins().isub(to, from);
            if most > MOST_ROUNDS {
                let many = self.builder.ins().icmp_imm(IntCC::UnsignedGreaterThan, rounds, MOST_ROUNDS);
                self.bail_if(many);
            }
            self.charge(rounds);
        }
        let at: Variable = self.builder.declare_var(I64);
        self.builder.def_var(at, from);
        self.builder.ins().jump(body, &[]);
        self.builder.switch_to_block(body);
        let here = self.builder.use_var(at);
        then(self, here, exit)?;
        let next = self.builder.ins().iadd_imm(here, 1);
        self.builder.def_var(at, next);
        let more = self.compare(IntCC::SignedLessThan, next, to);
        self.builder.ins().brif(more, body, &[], exit, &[]);
        self.builder.seal_block(body);
        self.go_on(exit);
        Ok(())
    }

    /// Emits a loop over the set bits of a word, in ascending order.
    fn bits(&mut self, mask: Value, then: &mut dyn FnMut(&mut Self, Value, Block) -> Made<()>) -> Made<()> {
        let (body, exit) = (self.builder.create_block(), self.builder.create_block());
        let left: Variable = self.builder.declare_var(I64);
        self.builder.def_var(left, mask);
        let rounds = self.constant(16);
        self.charge(rounds);
        self.builder.ins().brif(mask, body, &[], exit, &[]);
        self.builder.switch_to_block(body);
        let here = self.builder.use_var(left);
        let bit = self.builder.ins().ctz(here);
        then(self, bit, exit)?;
        let below = self.builder.ins().iadd_imm(here, -1);
        let rest = self.builder.ins().band(here, below);
        self.builder.def_var(left, rest);
        self.builder.ins().brif(rest, body, &[], exit, &[]);
        self.builder.seal_block(body);
        self.go_on(exit);
        Ok(())
    }

    /// Emits the counting of steps. When the fuel is used up, the code calls the caller back, which
    /// checks the budget and renews the fuel.
    pub fn charge(&mut self, steps: Value) {
        let before = self.builder.use_var(self.fuel);
        let left = self.builder.ins().isub(before, steps);
        self.builder.def_var(self.fuel, left);
        let (look, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(look);
        let used_up = self.builder.ins().icmp_imm(IntCC::SignedLessThan, left, 0);
        self.builder.ins().brif(used_up, look, &[], next, &[]);
        self.go_on(look);
        self.store_context(left, context::FUEL);
        self.call_back(context::TICK);
        let fresh = self.load_context(context::FUEL);
        self.builder.def_var(self.fuel, fresh);
        self.builder.ins().jump(next, &[]);
        self.go_on(next);
    }

    /// Emits a call of a function of the caller. If this call requests a stop, the compiled
    /// function ends.
    pub fn call_back(&mut self, which: usize) {
        let function = self.load_context(which);
        let call = self.builder.ins().call_indirect(self.call_back, function, &[self.context]);
        let stop = self.builder.inst_results(call)[0];
        let (next, stopped) = (self.builder.create_block(), self.stopped);
        self.builder.ins().brif(stop, stopped, &[], next, &[]);
        self.go_on(next);
    }

    /// Stores a word in the context at the offset `at`, in bytes.
    pub fn store_context(&mut self, word: Value, at: usize) {
        let context = self.context;
        self.store(word, context, at as i32);
    }

    /// An aggregate of a comprehension.
    pub fn fold(&mut self, aggregate: Aggregate, steps: &[Step<'_>], element: &WordExpr<'_>) -> Made<Value> {
        match aggregate {
            Aggregate::All | Aggregate::Any => self.decide(aggregate == Aggregate::Any, steps, element),
            Aggregate::Min | Aggregate::Max => self.extreme(aggregate == Aggregate::Max, steps, element),
            Aggregate::Sum | Aggregate::Count => {
                self.accumulate(steps, element, &mut |emit, before, word| {
                    let sum = emit.builder.ins().iadd(before, word);
                    let one = emit.builder.ins().bxor(before, sum);
                    let other = emit.builder.ins().bxor(word, sum);
                    let both = emit.builder.ins().band(one, other);
                    let over = emit.builder.ins().icmp_imm(IntCC::SignedLessThan, both, 0);
                    emit.bail_if(over);
                    sum
                })
            }
            Aggregate::Xor => self.accumulate(steps, element, &mut |emit, before, word| {
                let negative = emit.builder.ins().icmp_imm(IntCC::SignedLessThan, word, 0);
                emit.bail_if(negative);
                emit.builder.ins().bxor(before, word)
            }),
            _ => Err(Unsupported),
        }
    }

    /// The set of the vertices of a comprehension, as bits.
    pub fn mask_for(&mut self, steps: &[Step<'_>], element: &WordExpr<'_>) -> Made<Value> {
        self.accumulate(steps, element, &mut |emit, before, word| {
            let outside = emit.builder.ins().icmp_imm(IntCC::UnsignedGreaterThan, word, 63);
            emit.bail_if(outside);
            let one = emit.constant(1);
            let bit = emit.builder.ins().ishl(one, word);
            emit.builder.ins().bor(before, bit)
        })
    }

    /// Combines the elements of a comprehension, beginning with 0; `with` receives the total so far
    /// and an element.
    fn accumulate(
        &mut self,
        steps: &[Step<'_>],
        element: &WordExpr<'_>,
        with: &mut dyn FnMut(&mut Self, Value, Value) -> Value,
    ) -> Made<Value> {
        let total: Variable = self.builder.declare_var(I64);
        let none = self.constant(0);
        self.builder.def_var(total, none);
        self.steps(steps, &mut |emit| {
            let word = emit.int(element)?;
            let before = emit.builder.use_var(total);
            let after = with(emit, before, word);
            emit.builder.def_var(total, after);
            Ok(())
        })?;
        Ok(self.builder.use_var(total))
    }

    /// The greatest or least element of a comprehension; bails out if there is none.
    fn extreme(&mut self, greatest: bool, steps: &[Step<'_>], element: &WordExpr<'_>) -> Made<Value> {
        let (best, any): (Variable, Variable) =
            (self.builder.declare_var(I64), self.builder.declare_var(I64));
        let worst = self.constant(if greatest { i64::MIN } else { i64::MAX });
        let none = self.constant(0);
        self.builder.def_var(best, worst);
        self.builder.def_var(any, none);
        self.steps(steps, &mut |emit| {
            let word = emit.int(element)?;
            let before = emit.builder.use_var(best);
            let ins = emit.builder.ins();
            let after = if greatest { ins.smax(before, word) } else { ins.smin(before, word) };
            emit.builder.def_var(best, after);
            let one = emit.constant(1);
            emit.builder.def_var(any, one);
            Ok(())
        })?;
        let any = self.builder.use_var(any);
        let none = self.builder.ins().icmp_imm(IntCC::Equal, any, 0);
        self.bail_if(none);
        Ok(self.builder.use_var(best))
    }

    /// Whether some element is true if `any`, otherwise whether all elements are true.
    fn decide(&mut self, any: bool, steps: &[Step<'_>], element: &WordExpr<'_>) -> Made<Value> {
        let done = self.builder.create_block();
        let result = self.builder.append_block_param(done, I64);
        self.steps(steps, &mut |emit| emit.leave_where(element, any, done))?;
        let otherwise = self.constant(i64::from(!any));
        self.builder.ins().jump(done, &[otherwise.into()]);
        self.go_on(done);
        Ok(result)
    }

    /// Jumps to a block with a truth value if an element has that truth value.
    fn leave_where(&mut self, element: &WordExpr<'_>, truth: bool, done: Block) -> Made<()> {
        let (found, next) = (self.builder.create_block(), self.builder.create_block());
        let (yes, no) = if truth { (found, next) } else { (next, found) };
        self.branch(element, yes, no)?;
        self.go_on(found);
        let word = self.constant(i64::from(truth));
        self.builder.ins().jump(done, &[word.into()]);
        self.go_on(next);
        Ok(())
    }
}
