//! Compiles expressions whose value is one word: integers, truth values, vertices, and sets of
//! vertices kept as bits.

use super::{Lower, Lowered, Unsupported, order};
use crate::code::{Check, Low, Op, Register, Shape, Step, Unary, WordExpr};
use crate::ir::{
    Aggregate, Binary, Builtin, Clause, Comparison, Conversion, Expr, ExprKind, Function, SlotId, Type,
};
use crate::position::{Budget, Evaluator, Range};

impl<'a> Lower<'a, '_> {
    /// The code of an expression whose value is one word; `None` if there is no code for this
    /// expression.
    pub(super) fn int_of(&mut self, expr: &'a Expr) -> Lowered<Option<WordExpr<'a>>> {
        Ok(Some(match &expr.kind {
            ExprKind::Local(slot) => {
                let (register, shape) = self.local(*slot)?;
                if !shape.is_word() {
                    return Err(Unsupported);
                }
                WordExpr::Reg(register)
            }
            ExprKind::Unary(crate::ir::Unary::Not, inner) => self.one(Unary::Not, inner)?,
            ExprKind::Unary(crate::ir::Unary::Negate, inner) => self.one(Unary::Negate, inner)?,
            ExprKind::Binary(op, left, right) => return self.binary(*op, left, right),
            ExprKind::Compare(first, rest) => return self.compare(first, rest),
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                WordExpr::If(Box::new((self.int(condition)?, self.int(yes)?, self.int(no)?)))
            }
            ExprKind::Let(pattern, parts) => {
                let (register, value, body) = self.let_in(pattern, parts, |lower, body| lower.int(body))?;
                WordExpr::Let(register, Box::new((value, body)))
            }
            ExprKind::Builtin(builtin, arguments) => return self.builtin(*builtin, arguments),
            ExprKind::AggregateFor(aggregate, clauses, element) => {
                return self.fold(*aggregate, clauses, element);
            }
            ExprKind::Aggregate(aggregate, collection) => return self.aggregate(*aggregate, collection),
            ExprKind::Index(parts) => return self.index(&parts[0], &parts[1]),
            ExprKind::Convert(Conversion::IntToVertex, inner) => WordExpr::Vertex(Box::new(self.int(inner)?)),
            ExprKind::Part(base, at) => return self.part(base, *at),
            ExprKind::Call(function, arguments) => {
                let function = &self.instance.program.functions[function.index()];
                return self.call(function, arguments, &mut |lower, body| lower.int(body).map(Some));
            }
            ExprKind::Set(_) | ExprKind::SetFor(..) => return self.mask(expr),
            ExprKind::Quantifier { forall, clauses, body } => {
                let aggregate = if *forall { Aggregate::All } else { Aggregate::Any };
                return self.fold(aggregate, clauses, body);
            }
            _ => return Ok(None),
        }))
    }

    fn one(&mut self, op: Unary, inner: &'a Expr) -> Lowered<WordExpr<'a>> {
        Ok(WordExpr::One(op, Box::new(self.int(inner)?)))
    }

    fn two(&mut self, op: Op, left: &'a Expr, right: &'a Expr) -> Lowered<WordExpr<'a>> {
        Ok(WordExpr::Two(op, Box::new((self.int(left)?, self.int(right)?))))
    }

    fn binary(&mut self, op: Binary, left: &'a Expr, right: &'a Expr) -> Lowered<Option<WordExpr<'a>>> {
        let op = match op {
            Binary::And => Op::And,
            Binary::Or => Op::Or,
            Binary::Implies => Op::Implies,
            Binary::Iff => Op::Eq,
            Binary::Add => Op::Add,
            Binary::Subtract => Op::Subtract,
            Binary::Multiply => Op::Multiply,
            Binary::Div => Op::Div,
            Binary::Mod => Op::Mod,
            Binary::Power => Op::Power,
            Binary::Xor => Op::Xor,
            Binary::Union => Op::BitOr,
            Binary::Intersection => Op::BitAnd,
            Binary::Difference => Op::BitAndNot,
            _ => return Ok(None),
        };
        self.two(op, left, right).map(Some)
    }

    /// Compiles a chain of comparisons: a conjunction in which each middle operand is evaluated
    /// once. `None` if there is no code for one of the comparisons.
    fn compare(&mut self, first: &'a Expr, rest: &'a [(Comparison, Expr)]) -> Lowered<Option<WordExpr<'a>>> {
        if let [(op, right)] = rest {
            return self.one_comparison(first, *op, right);
        }
        if rest.iter().any(|(op, _)| order(*op).is_none()) {
            return Ok(None);
        }
        // `a < b < c` becomes `let m = b in a < m and (let n = c in m < n)`.
        let mut parts: Vec<(WordExpr<'a>, Op, Register, WordExpr<'a>)> = Vec::new();
        let Some(mut left) = self.word(first)? else { return Ok(None) };
        for (op, side) in rest {
            let op = order(*op).ok_or(Unsupported)?;
            let Some(right) = self.word(side)? else { return Ok(None) };
            let register = self.fresh(&Shape::Int);
            parts.push((left, op, register, right));
            left = WordExpr::Reg(register);
        }
        let mut chain: Option<WordExpr<'a>> = None;
        for (left, op, register, right) in parts.into_iter().rev() {
            let here = WordExpr::Two(op, Box::new((left, WordExpr::Reg(register))));
            let both = match chain {
                Some(chain) => WordExpr::Two(Op::And, Box::new((here, chain))),
                None => here,
            };
            chain = Some(WordExpr::Let(register, Box::new((Low::Int(right), both))));
        }
        Ok(chain)
    }

    fn one_comparison(
        &mut self,
        left: &'a Expr,
        op: Comparison,
        right: &'a Expr,
    ) -> Lowered<Option<WordExpr<'a>>> {
        let negated = matches!(op, Comparison::NotIn | Comparison::Ne);
        let positive = match op {
            Comparison::In | Comparison::NotIn => self.member(left, right)?,
            _ if self.shape(&left.ty)?.is_word() && self.shape(&right.ty)?.is_word() => {
                let masks = self.shape(&left.ty)? == Shape::Mask;
                return match order(op) {
                    Some(op) if !masks || matches!(op, Op::Eq | Op::Ne) => {
                        self.two(op, left, right).map(Some)
                    }
                    _ => Ok(None),
                };
            }
            _ if left.ty == Type::Text
                && let Some(both) = self.letters_compared(left, op, right)? =>
            {
                return Ok(Some(both));
            }
            Comparison::Eq | Comparison::Ne if left.ty == right.ty => {
                let same = match self.small_sets(left, right)? {
                    Some(same) => Some(same),
                    None => self.small_tuples(left, right)?,
                };
                if let Some(same) = same {
                    return Ok(Some(if negated { WordExpr::One(Unary::Not, Box::new(same)) } else { same }));
                }
                let shape = self.shape(&left.ty)?;
                if !shape.is_plain() {
                    return Ok(None);
                }
                Some(WordExpr::Same(Box::new((self.low(left)?, self.low(right)?)), shape))
            }
            _ => None,
        };
        Ok(positive.map(|it| if negated { WordExpr::One(Unary::Not, Box::new(it)) } else { it }))
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &'a [Expr]) -> Lowered<Option<WordExpr<'a>>> {
        let op = match builtin {
            Builtin::Abs => Unary::Abs,
            Builtin::Even => Unary::Even,
            Builtin::Odd => Unary::Odd,
            Builtin::Popcount => Unary::Popcount,
            Builtin::Isqrt => Unary::Isqrt,
            Builtin::Gcd if arguments.len() == 2 => {
                return self.two(Op::Gcd, &arguments[0], &arguments[1]).map(Some);
            }
            Builtin::Len => return self.len(&arguments[0]).map(Some),
            Builtin::Out | Builtin::Neighbours | Builtin::Children if self.universe.masks() => {
                // `children` is defined only for forests; the reference reports other graphs.
                let Some(graph) = self.graph(&arguments[0]) else { return Ok(None) };
                if builtin == Builtin::Children && !self.universe.numbered(graph).graph.is_forest() {
                    return Ok(None);
                }
                let around = builtin == Builtin::Neighbours;
                return Ok(Some(WordExpr::Around(graph, around, Box::new(self.int(&arguments[1])?))));
            }
            _ => return Ok(None),
        };
        self.one(op, &arguments[0]).map(Some)
    }

    fn len(&mut self, collection: &'a Expr) -> Lowered<WordExpr<'a>> {
        match self.shape(&collection.ty)? {
            Shape::Mask => Ok(WordExpr::One(Unary::Count, Box::new(self.int(collection)?))),
            Shape::Range => match self.range(collection)? {
                Some((low, high)) => Ok(WordExpr::Two(
                    Op::Max,
                    Box::new((WordExpr::Two(Op::Subtract, Box::new((high, low))), WordExpr::Const(0))),
                )),
                None => Err(Unsupported),
            },
            _ => Ok(WordExpr::Len(Box::new(self.seq(collection)?))),
        }
    }

    /// Compiles an aggregate of a comprehension, or a quantifier; `None` if an element is not one
    /// word.
    fn fold(
        &mut self,
        aggregate: Aggregate,
        clauses: &'a [Clause],
        element: &'a Expr,
    ) -> Lowered<Option<WordExpr<'a>>> {
        if aggregate == Aggregate::SumPositions || !self.shape(&element.ty)?.is_word() {
            return Ok(None);
        }
        let steps = self.steps(clauses)?;
        let word = self.int(element)?;
        // `count` counts the truth values that are true, or all elements of another type.
        let truths = element.ty == Type::Bool;
        let word = if aggregate == Aggregate::Count && !truths {
            WordExpr::Let(self.fresh(&Shape::Int), Box::new((Low::Int(word), WordExpr::Const(1))))
        } else {
            word
        };
        Ok(Some(WordExpr::Fold(aggregate, Box::new((steps, word)))))
    }

    /// Compiles an aggregate of a collection, such as `sum(xs)`. `min(a, b)` is an aggregate of a
    /// list of two elements. `None` if an element is not one word.
    fn aggregate(&mut self, aggregate: Aggregate, collection: &'a Expr) -> Lowered<Option<WordExpr<'a>>> {
        let op = match aggregate {
            Aggregate::Min => Some(Op::Min),
            Aggregate::Max => Some(Op::Max),
            Aggregate::Sum => Some(Op::Add),
            Aggregate::Xor => Some(Op::Xor),
            _ => None,
        };
        if let (ExprKind::List(parts), Some(op)) = (&collection.kind, op)
            && let Some((first, rest)) = parts.split_first()
            && (op != Op::Xor || !rest.is_empty())
        {
            let mut word = self.int(first)?;
            for part in rest {
                word = WordExpr::Two(op, Box::new((word, self.int(part)?)));
            }
            return Ok(Some(word));
        }
        if aggregate == Aggregate::SumPositions {
            return Ok(None);
        }
        let (domain, shape) = self.domain(collection)?;
        if !shape.is_word() {
            return Ok(None);
        }
        let counts = aggregate == Aggregate::Count && shape != Shape::Bool;
        let register = self.fresh(&shape);
        let word = if counts { WordExpr::Const(1) } else { WordExpr::Reg(register) };
        Ok(Some(WordExpr::Fold(aggregate, Box::new((vec![Step::For(register, domain)], word)))))
    }

    /// Inlines the call of a function; `body` compiles its body. `None` if there is no code for the
    /// body, or for a check of a parameter or the result.
    pub(super) fn call(
        &mut self,
        function: &'a Function,
        arguments: &'a [Expr],
        body: &mut Body<'_, 'a, Self>,
    ) -> Lowered<Option<WordExpr<'a>>> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(match self.letter(argument)? {
                Some(letter) => (Low::Int(letter), true),
                None => (self.low(argument)?, false),
            });
        }
        let never = || None;
        let budget = Budget::new(&never, u64::MAX);
        let mut evaluator = Evaluator::new(self.instance, &budget);
        let mut ranges = Vec::new();
        for parameter in &function.parameters {
            ranges.push(Range::of(&parameter.domain, &mut evaluator).map_err(|_| Unsupported)?);
        }
        let result = Range::of(&function.result, &mut evaluator).map_err(|_| Unsupported)?;
        let outside = std::mem::replace(&mut self.slots, vec![None; function.body.slots.len()]);
        let letters: Vec<bool> = values.iter().map(|value| value.1).collect();
        let body = self.written_out(function, (&ranges, &letters), &result, body);
        self.slots = outside;
        let Some((registers, checks, body)) = body? else { return Ok(None) };
        let mut code = if checks.is_empty() { body } else { WordExpr::Checked(Box::new((checks, body))) };
        for (register, (value, _)) in registers.into_iter().zip(values).rev() {
            code = WordExpr::Let(register, Box::new((value, code)));
        }
        Ok(Some(code))
    }

    /// The registers of a function's parameters, the checks on them, and the code of its body with
    /// the check of its result; `None` if there is no code for a check or for the body.
    #[expect(clippy::type_complexity, reason = "three things that are used once, together")]
    fn written_out(
        &mut self,
        function: &'a Function,
        (ranges, letters): (&[Range], &[bool]),
        result: &Range,
        body: &mut Body<'_, 'a, Self>,
    ) -> Lowered<Option<(Vec<Register>, Vec<Check<'a>>, WordExpr<'a>)>> {
        let (mut registers, mut checks) = (Vec::new(), Vec::new());
        for (at, ((parameter, range), letter)) in
            function.parameters.iter().zip(ranges).zip(letters).enumerate()
        {
            let shape = if *letter { Shape::Letter } else { self.shape(&parameter.domain.ty())? };
            let register = self.place(SlotId(at as u32), shape);
            registers.push(register);
            match bounds(range) {
                Some(Some((low, high))) => checks.push(Check::Between(WordExpr::Reg(register), low, high)),
                Some(None) => {}
                None => return Ok(None),
            }
        }
        let Some(mut body) = body(self, &function.body.expr)? else { return Ok(None) };
        match bounds(result) {
            Some(Some((low, high))) => {
                let register = self.fresh(&Shape::Int);
                let checked = vec![Check::Between(WordExpr::Reg(register), low, high)];
                let inside = WordExpr::Checked(Box::new((checked, WordExpr::Reg(register))));
                body = WordExpr::Let(register, Box::new((Low::Int(body), inside)));
            }
            Some(None) => {}
            None => return Ok(None),
        }
        Ok(Some((registers, checks, body)))
    }
}

/// Compiles the body of a function as a word; `None` if there is no code for it.
pub(super) type Body<'b, 'a, L> = dyn FnMut(&mut L, &'a Expr) -> Lowered<Option<WordExpr<'a>>> + 'b;

/// Whether a declared type allows every number wherever its values hold numbers.
fn is_free(range: &Range) -> bool {
    match range {
        Range::Any => true,
        Range::List(element) | Range::Set(element) => is_free(element),
        Range::Tuple(parts) => parts.iter().all(is_free),
        Range::Nat | Range::Between(..) => false,
    }
}

/// The bounds that a declared type sets for its one word: `Some(None)` if it sets none, `None` if
/// code cannot check the type.
#[expect(clippy::option_option, reason = "no bounds and no answer are different")]
fn bounds(range: &Range) -> Option<Option<(i64, i64)>> {
    match range {
        Range::Any => Some(None),
        Range::Nat => Some(Some((0, i64::MAX))),
        Range::List(element) | Range::Set(element) if is_free(element) => Some(None),
        Range::Between(low, high) => Some(Some((low.to_i64()?, high.to_i64()?))),
        _ => None,
    }
}
