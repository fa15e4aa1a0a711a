//! Compiles the rules of a game, and sums with variables, into code. Expressions that have no code
//! are left to the reference semantics one by one.

mod letters;
mod words;

use super::constants::{Constants, MOST_WORDS_OF_A_VALUE};
use super::{Argument, CompiledRules, Low, Op, Pattern, Register, Seq, Shape, Slow, Step, Target, WordExpr};
use crate::ir;
use crate::ir::graph::Graph;
use crate::ir::value::shared::weight;
use crate::ir::{
    Aggregate, Binary, Clause, Comparison, Expr, ExprKind, Game, GameId, Slot, SlotId, Type, Value, walk,
};
use crate::position::{Budget, Evaluator, GraphId, Instance, Limit, Universe};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The error that an expression, or the game that contains it, cannot be compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported;

pub(super) type Lowered<T> = Result<T, Unsupported>;

/// Expressions nested more deeply are left to the reference semantics, which has a growing stack.
const MOST_DEPTH: usize = 200;
/// The most expressions that are compiled for one move, end or pattern, including those of inlined
/// functions. Further expressions are left to the reference semantics.
const MOST_NODES: usize = 20_000;

/// The most limit checks, one every few thousand steps, while the constants of one game or pattern
/// are evaluated in advance. After that, the code computes further constants when it needs them.
const MOST_ROUNDS: u32 = 1_000;

/// Compiles one move, end or pattern.
pub(super) struct Lower<'a, 'c> {
    pub(super) instance: &'a Instance,
    pub(super) universe: &'a Universe,
    pub(super) constants: &'c mut Constants,
    budget: &'c Budget<'c>,
    /// The first register and the shape of each slot of the current body; `None` before it is
    /// bound.
    pub(super) slots: Vec<Option<(Register, Shape)>>,
    /// The next free register.
    next: Register,
    /// The most registers that were in use.
    most: Register,
    /// How many expressions enclose the current one.
    depth: usize,
    /// How many expressions were compiled.
    nodes: usize,
    /// The game whose moves are compiled; `None` for ends and patterns.
    game: Option<GameId>,
}

/// Counts a limit check, and returns a limit after [`MOST_ROUNDS`] checks, so that evaluating
/// constants in advance stops.
fn impatient(rounds: &AtomicU32) -> Option<Limit> {
    (rounds.fetch_add(1, Ordering::Relaxed) >= MOST_ROUNDS).then_some(Limit::Time)
}

/// Compiles the rules of one game; an error if a field, an end or a move cannot be compiled.
pub fn game<'a>(instance: &'a Instance, constants: &mut Constants, id: GameId) -> Lowered<CompiledRules<'a>> {
    let rounds = AtomicU32::new(0);
    let patience = || impatient(&rounds);
    let budget = Budget::new(&patience, u64::MAX);
    let game: &'a Game = instance.program.game(id);
    let masks = instance.universe().masks();
    let fields = game.fields.iter().map(|field| Shape::of(&field.domain.ty(), masks).ok_or(Unsupported));
    let fields = fields.collect::<Lowered<Vec<Shape>>>()?;
    let registers = fields.iter().map(|shape| shape.width() as Register).sum();
    let mut rules = CompiledRules { fields, ends: Vec::new(), moves: Vec::new(), registers, single: true };
    for end in &game.ends {
        let mut lower = Lower::new(instance, constants, &budget, &rules.fields, end.condition.slots.len());
        rules.ends.push((lower.int(&end.condition.expr)?, end.win));
        rules.registers = rules.registers.max(lower.most);
    }
    for it in &game.moves {
        let mut lower = Lower::new(instance, constants, &budget, &rules.fields, it.slots.len());
        lower.game = Some(id);
        let steps = lower.steps(&it.clauses)?;
        let target = lower.target(&it.target)?;
        rules.single &= target.is_single();
        rules.moves.push((steps, target));
        rules.registers = rules.registers.max(lower.most);
    }
    Ok(rules)
}

/// Compiles a sum; the code reads the numbers for `variables` from registers. An error if the sum
/// or a variable has no code.
pub fn pattern<'a>(
    instance: &'a Instance,
    constants: &mut Constants,
    (slots, sum): (&[Slot], &'a Expr),
    variables: &[SlotId],
) -> Lowered<Pattern<'a>> {
    let rounds = AtomicU32::new(0);
    let patience = || impatient(&rounds);
    let budget = Budget::new(&patience, u64::MAX);
    let mut lower = Lower::new(instance, constants, &budget, &[], slots.len());
    let mut registers = Vec::with_capacity(variables.len());
    for slot in variables {
        let shape = lower.shape(&slots[slot.index()].ty)?;
        registers.push(lower.place(*slot, shape));
    }
    let target = lower.target(sum)?;
    Ok(Pattern { registers: lower.most, variables: registers, target })
}

impl Target<'_> {
    /// Whether the form of the sum shows that it has at most one component.
    fn is_single(&self) -> bool {
        match self {
            Target::Nothing | Target::Component(..) => true,
            Target::If(parts) => parts.1.is_single() && parts.2.is_single(),
            Target::Let(_, parts) => parts.1.is_single(),
            Target::Both(_) | Target::Copies(_) | Target::For(_) => false,
        }
    }
}

impl<'a, 'c> Lower<'a, 'c> {
    fn new(
        instance: &'a Instance,
        constants: &'c mut Constants,
        budget: &'c Budget<'c>,
        first: &[Shape],
        slots: usize,
    ) -> Lower<'a, 'c> {
        let mut lower = Lower {
            instance,
            universe: instance.universe(),
            constants,
            budget,
            slots: vec![None; slots],
            next: 0,
            most: 0,
            depth: 0,
            nodes: 0,
            game: None,
        };
        for (slot, shape) in first.iter().enumerate() {
            lower.place(SlotId(slot as u32), shape.clone());
        }
        lower
    }

    /// Reserves registers for the value of a name, and returns the first.
    fn place(&mut self, slot: SlotId, shape: Shape) -> Register {
        let register = self.fresh(&shape);
        self.slots[slot.index()] = Some((register, shape));
        register
    }

    /// Reserves registers for a value, and returns the first.
    pub(super) fn fresh(&mut self, shape: &Shape) -> Register {
        let register = self.next;
        self.next += shape.width() as Register;
        self.most = self.most.max(self.next);
        register
    }

    pub(super) fn shape(&self, ty: &Type) -> Lowered<Shape> {
        Shape::of(ty, self.universe.masks()).ok_or(Unsupported)
    }

    /// Reserves registers for all names of a pattern, in the order of the words of the value that
    /// they take apart. Returns the first.
    pub(super) fn bind(&mut self, pattern: &ir::Pattern, shape: &Shape) -> Lowered<Register> {
        let first = self.next;
        match (pattern, shape) {
            (ir::Pattern::Slot(slot), shape) => {
                self.place(*slot, shape.clone());
            }
            (ir::Pattern::Tuple(parts), Shape::Tuple(shapes)) => {
                for (part, shape) in parts.iter().zip(shapes) {
                    self.bind(part, shape)?;
                }
            }
            _ => return Err(Unsupported),
        }
        Ok(first)
    }

    /// Compiles clauses in order.
    pub(super) fn steps(&mut self, clauses: &'a [Clause]) -> Lowered<Vec<Step<'a>>> {
        let mut steps = Vec::with_capacity(clauses.len());
        for clause in clauses {
            steps.push(match clause {
                Clause::If(condition) => Step::If(self.int(condition)?),
                Clause::For(pattern, domain) => {
                    let (domain_code, shape) = self.domain(domain)?;
                    Step::For(self.bind(pattern, &shape)?, domain_code)
                }
            });
        }
        Ok(steps)
    }

    /// The code of an expression whose value is one word.
    pub(super) fn int(&mut self, expr: &'a Expr) -> Lowered<WordExpr<'a>> {
        self.enter(expr, |lower| {
            if let Some(Low::Int(int)) = lower.folded(expr) {
                return Ok(int);
            }
            match lower.int_of(expr) {
                Ok(Some(int)) => Ok(int),
                Ok(None) | Err(Unsupported) => Ok(WordExpr::Slow(Box::new(lower.slow(expr)?))),
            }
        })
    }

    /// The code of any expression.
    pub(super) fn low(&mut self, expr: &'a Expr) -> Lowered<Low<'a>> {
        let shape = self.shape(&expr.ty)?;
        if shape.is_word() {
            return self.int(expr).map(Low::Int);
        }
        match &shape {
            Shape::Range => match self.range(expr)? {
                Some((low, high)) => Ok(Low::Range(low, high)),
                None => Ok(Low::Slow(Box::new(self.slow(expr)?))),
            },
            Shape::Tuple(_) => self.enter(expr, |lower| lower.tuple(expr)),
            _ => self.seq(expr).map(Low::Seq),
        }
    }

    /// Compiles an expression one level deeper by `go`. If that is too deep, or if too many
    /// expressions were counted already, leaves the expression to the reference semantics.
    pub(super) fn enter<T: From<Slow<'a>>>(
        &mut self,
        expr: &'a Expr,
        go: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        if self.is_deep() {
            return self.slow(expr).map(T::from);
        }
        self.depth += 1;
        let result = go(self);
        self.depth -= 1;
        result
    }

    /// Counts an expression. Returns whether a limit leaves it to the reference semantics.
    fn is_deep(&mut self) -> bool {
        self.nodes += 1;
        self.depth >= MOST_DEPTH || self.nodes >= MOST_NODES
    }

    /// The code of a constant expression, which is its value. `None` if the expression mentions a local
    /// name or all naturals, if evaluating it fails or takes too long, or if its value does not fit
    /// into words.
    pub(super) fn folded(&mut self, expr: &'a Expr) -> Option<Low<'a>> {
        let mut open = false;
        walk::everything(expr, &mut |inner| {
            open |= matches!(inner.kind, ExprKind::Local(_) | ExprKind::Naturals);
        });
        if open {
            return None;
        }
        let shape = self.shape(&expr.ty).ok()?;
        let mut frame = vec![Value::Bool(false); walk::frame_size(expr)];
        let value = match &expr.kind {
            ExprKind::Literal(value) => value.clone(),
            ExprKind::Global(id) => self.instance.globals[id.index()].clone(),
            _ => Evaluator::new(self.instance, self.budget).value(expr, &mut frame).ok()?,
        };
        self.constant(&value, &shape)
    }

    /// The code of a constant; `None` if the value does not fit into words.
    fn constant(&mut self, value: &Value, shape: &Shape) -> Option<Low<'a>> {
        // Words contain a shared value once for each of its occurrences.
        if weight(value) > MOST_WORDS_OF_A_VALUE {
            return None;
        }
        let mut words = Vec::with_capacity(shape.width());
        super::to_words(value, shape, self.universe, &mut self.constants.words, &mut words)?;
        Some(match shape {
            Shape::Range => Low::Range(WordExpr::Const(words[0]), WordExpr::Const(words[1])),
            Shape::Tuple(shapes) => {
                let mut at = 0;
                let parts = shapes.iter().map(|shape| {
                    let part = constant_part(shape, &words[at..at + shape.width()]);
                    at += shape.width();
                    part
                });
                Low::Tuple(parts.collect())
            }
            _ => constant_part(shape, &words),
        })
    }

    /// Leaves an expression to the reference semantics.
    pub(super) fn slow(&mut self, expr: &'a Expr) -> Lowered<Slow<'a>> {
        let shape = self.shape(&expr.ty)?;
        self.slow_as(expr, shape)
    }

    /// Leaves an expression to the reference semantics. `shape` is the shape of its value, or, if
    /// it is a domain, of each element.
    pub(super) fn slow_as(&mut self, expr: &'a Expr, shape: Shape) -> Lowered<Slow<'a>> {
        let mut mentioned: Vec<SlotId> = Vec::new();
        let mut bound: Vec<SlotId> = Vec::new();
        walk::everything(expr, &mut |inner| {
            if let ExprKind::Local(slot) = &inner.kind
                && !mentioned.contains(slot)
            {
                mentioned.push(*slot);
            }
            bound.extend(walk::bound_by(inner));
        });
        let mut locals = Vec::new();
        for slot in mentioned {
            // A name that the expression binds itself needs no value from outside.
            if bound.contains(&slot) {
                continue;
            }
            let (register, shape) = self.local(slot)?;
            locals.push((slot, register, shape));
        }
        let slots = self.slots.len().max(walk::frame_size(expr));
        Ok(Slow { expr, locals, slots, shape })
    }

    /// The first register and the shape of a local name.
    pub(super) fn local(&self, slot: SlotId) -> Lowered<(Register, Shape)> {
        self.slots.get(slot.index()).cloned().flatten().ok_or(Unsupported)
    }

    /// The graph that an expression denotes, if it is constant.
    pub(super) fn graph(&self, expr: &Expr) -> Option<GraphId> {
        let graph: &Arc<Graph> = match &expr.kind {
            ExprKind::Literal(Value::Graph(graph)) => graph,
            ExprKind::Global(id) => match &self.instance.globals[id.index()] {
                Value::Graph(graph) => graph,
                _ => return None,
            },
            _ => return None,
        };
        self.universe.graph(graph)
    }

    /// Compiles a `let`. Returns the first register of the names, the code of the value, and the
    /// result of `go` for the body.
    pub(super) fn let_in<T>(
        &mut self,
        pattern: &ir::Pattern,
        parts: &'a [Expr; 2],
        go: impl FnOnce(&mut Self, &'a Expr) -> Lowered<T>,
    ) -> Lowered<(Register, Low<'a>, T)> {
        let (value, register) = match (pattern, self.letter(&parts[0])?) {
            (ir::Pattern::Slot(slot), Some(letter)) => (Low::Int(letter), self.place(*slot, Shape::Letter)),
            _ => {
                let value = self.low(&parts[0])?;
                let shape = self.shape(&parts[0].ty)?;
                (value, self.bind(pattern, &shape)?)
            }
        };
        let body = go(self, &parts[1])?;
        Ok((register, value, body))
    }

    /// Compiles the target of a move, or a sum; an error if there is no code for its form, or if it is
    /// nested too deeply.
    pub(super) fn target(&mut self, expr: &'a Expr) -> Lowered<Target<'a>> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(Unsupported);
        }
        let target = self.target_of(expr);
        self.depth -= 1;
        target
    }

    fn target_of(&mut self, expr: &'a Expr) -> Lowered<Target<'a>> {
        Ok(match &expr.kind {
            ExprKind::Nothing => Target::Nothing,
            ExprKind::Component(game, arguments) => {
                let own = self.game == Some(*game);
                let mut fields = Vec::with_capacity(arguments.len());
                for (at, argument) in arguments.iter().enumerate() {
                    let same = matches!(argument.kind, ExprKind::Local(slot) if own && slot.index() == at);
                    fields.push(if same { Argument::Same } else { Argument::New(self.low(argument)?) });
                }
                Target::Component(*game, fields)
            }
            ExprKind::Binary(Binary::AddPositions, left, right) => {
                Target::Both(Box::new((self.target(left)?, self.target(right)?)))
            }
            ExprKind::Binary(Binary::Copies, count, of) => {
                Target::Copies(Box::new((self.int(count)?, self.target(of)?)))
            }
            ExprKind::AggregateFor(Aggregate::SumPositions, clauses, element) => {
                let steps = self.steps(clauses)?;
                Target::For(Box::new((steps, self.target(element)?)))
            }
            ExprKind::Aggregate(Aggregate::SumPositions, list) => {
                let ExprKind::List(parts) = &list.kind else { return Err(Unsupported) };
                let mut sum = Target::Nothing;
                for part in parts {
                    sum = Target::Both(Box::new((sum, self.target(part)?)));
                }
                sum
            }
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                Target::If(Box::new((self.int(condition)?, self.target(yes)?, self.target(no)?)))
            }
            ExprKind::Let(pattern, parts) => {
                let (register, value, body) =
                    self.let_in(pattern, parts, |lower, body| lower.target(body))?;
                Target::Let(register, Box::new((value, body)))
            }
            _ => return Err(Unsupported),
        })
    }
}

/// The code of a constant value with these words.
fn constant_part<'a>(shape: &Shape, words: &[i64]) -> Low<'a> {
    match shape {
        Shape::Range => Low::Range(WordExpr::Const(words[0]), WordExpr::Const(words[1])),
        Shape::Tuple(shapes) => {
            let mut at = 0;
            let mut parts = Vec::new();
            for shape in shapes {
                parts.push(constant_part(shape, &words[at..at + shape.width()]));
                at += shape.width();
            }
            Low::Tuple(parts)
        }
        _ if shape.is_word() => Low::Int(WordExpr::Const(words[0])),
        _ => Low::Seq(Seq::Const(words[0] as usize, words[1] as usize)),
    }
}

/// The operator for a comparison of two words; `None` for membership.
pub(super) fn order(op: Comparison) -> Option<Op> {
    Some(match op {
        Comparison::Eq => Op::Eq,
        Comparison::Ne => Op::Ne,
        Comparison::Lt => Op::Lt,
        Comparison::Le => Op::Le,
        Comparison::Gt => Op::Gt,
        Comparison::Ge => Op::Ge,
        Comparison::In | Comparison::NotIn => return None,
    })
}
