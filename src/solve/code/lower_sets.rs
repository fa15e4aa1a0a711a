//! Compiles expressions whose values are lists, texts, sets, ranges or tuples, and the domains of
//! binders.

use super::lower::{Lower, Lowered, Unsupported};
use super::{Check, LoopDomain, Low, Op, Seq, SetOp, Shape, Slow, Unary, WordExpr};
use crate::ir::{Binary, Builtin, Conversion, Expr, ExprKind, Type};

impl<'a> From<Slow<'a>> for WordExpr<'a> {
    fn from(slow: Slow<'a>) -> WordExpr<'a> {
        WordExpr::Slow(Box::new(slow))
    }
}

impl<'a> From<Slow<'a>> for Seq<'a> {
    fn from(slow: Slow<'a>) -> Seq<'a> {
        Seq::Slow(Box::new(slow))
    }
}

impl<'a> From<Slow<'a>> for Low<'a> {
    fn from(slow: Slow<'a>) -> Low<'a> {
        Low::Slow(Box::new(slow))
    }
}

/// A change of a list or text by `with`.
struct Update<'a> {
    /// The indices that lead to what is replaced, from the outermost list inwards.
    path: &'a [Expr],
    /// Whether the last index is a collection of indices, and `value` has an element for each.
    many: bool,
    /// The new element or elements.
    value: &'a Expr,
}

impl<'a> Lower<'a, '_> {
    /// The code of both ends of a range, the second excluded; `None` if there is no code for the
    /// expression.
    pub(super) fn range(&mut self, expr: &'a Expr) -> Lowered<Option<(WordExpr<'a>, WordExpr<'a>)>> {
        Ok(match &expr.kind {
            ExprKind::Range { bounds, inclusive } => {
                let (low, high) = (self.int(&bounds[0])?, self.int(&bounds[1])?);
                let high = match (inclusive, high) {
                    (false, high) => high,
                    (true, WordExpr::Const(high)) if high < i64::MAX => WordExpr::Const(high + 1),
                    (true, high) => WordExpr::Two(Op::Add, Box::new((high, WordExpr::Const(1)))),
                };
                Some((low, high))
            }
            ExprKind::Builtin(Builtin::Indices, arguments) => {
                let collection = &arguments[0];
                Some((WordExpr::Const(0), self.length(collection)?))
            }
            ExprKind::Local(slot) => {
                let (register, _) = self.local(*slot)?;
                Some((WordExpr::Reg(register), WordExpr::Reg(register + 1)))
            }
            ExprKind::Literal(crate::ir::Value::Range(bounds)) => constant_range(bounds),
            ExprKind::Global(id) => match &self.instance.globals[id.index()] {
                crate::ir::Value::Range(bounds) => constant_range(bounds),
                _ => None,
            },
            _ => None,
        })
    }

    /// The code of the length of a list, text or set; an error for ranges.
    fn length(&mut self, collection: &'a Expr) -> Lowered<WordExpr<'a>> {
        if self.shape(&collection.ty)? == Shape::Range {
            return Err(Unsupported);
        }
        Ok(WordExpr::Len(Box::new(self.seq(collection)?)))
    }

    /// The code of a binder's domain, and the shape of its elements.
    pub(super) fn domain(&mut self, expr: &'a Expr) -> Lowered<(LoopDomain<'a>, Shape)> {
        match self.domain_of(expr) {
            Ok(domain) => Ok(domain),
            Err(Unsupported) => {
                let element = expr.ty.element().ok_or(Unsupported)?;
                let shape = self.shape(&element)?;
                let slow = self.slow_as(expr, shape.clone())?;
                Ok((LoopDomain::Slow(Box::new(slow)), shape))
            }
        }
    }

    fn domain_of(&mut self, expr: &'a Expr) -> Lowered<(LoopDomain<'a>, Shape)> {
        match &expr.kind {
            ExprKind::Builtin(Builtin::Product, arguments) => {
                if let Type::List(lists) = &arguments[0].ty
                    && **lists == Type::Range
                {
                    let lists = self.seq(&arguments[0])?;
                    return Ok((LoopDomain::Choices(lists), Shape::List(Box::new(Shape::Int))));
                }
            }
            ExprKind::Builtin(Builtin::Components, arguments) if self.universe.masks() => {
                let of_vertices = arguments[1].ty == Type::set(Type::Vertex);
                if let Some(graph) = self.graph(&arguments[0]).filter(|_| of_vertices) {
                    return Ok((LoopDomain::Parts(graph, self.int(&arguments[1])?), Shape::Mask));
                }
            }
            ExprKind::Builtin(Builtin::Out, arguments) => {
                if let Some(graph) = self.graph(&arguments[0]) {
                    return Ok((LoopDomain::Out(graph, self.int(&arguments[1])?), Shape::Vertex));
                }
            }
            // A list or set made from a range is iterated over as the range.
            ExprKind::Convert(Conversion::RangeToList | Conversion::RangeToSet, inner) => {
                return self.domain(inner);
            }
            _ => {}
        }
        if matches!(&expr.ty, Type::List(element) | Type::Set(element) if **element == Type::Text)
            && let Some(letters) = self.listed_letters(expr)?
        {
            return Ok((LoopDomain::Seq(letters, 1), Shape::Letter));
        }
        match self.shape(&expr.ty)? {
            Shape::Range => {
                if let Some((low, high)) = self.range(expr)? {
                    return Ok((LoopDomain::Range(low, high), Shape::Int));
                }
                Err(Unsupported)
            }
            Shape::Mask => Ok((LoopDomain::Mask(self.int(expr)?), Shape::Vertex)),
            // The elements of a text are texts of one letter.
            Shape::Text => Ok((LoopDomain::Seq(self.seq(expr)?, 1), Shape::Letter)),
            shape => {
                let element = shape.element().ok_or(Unsupported)?;
                Ok((LoopDomain::Seq(self.seq(expr)?, element.width()), element))
            }
        }
    }

    /// The code of an expression whose value is a list, a text or a sorted set.
    pub(super) fn seq(&mut self, expr: &'a Expr) -> Lowered<Seq<'a>> {
        self.enter(expr, |lower| {
            if let Some(Low::Seq(seq)) = lower.folded(expr) {
                return Ok(seq);
            }
            match lower.seq_of(expr) {
                Ok(Some(seq)) => Ok(seq),
                Ok(None) | Err(Unsupported) => Ok(Seq::Slow(Box::new(lower.slow(expr)?))),
            }
        })
    }

    fn seq_of(&mut self, expr: &'a Expr) -> Lowered<Option<Seq<'a>>> {
        let shape = self.shape(&expr.ty)?;
        let element = shape.element().ok_or(Unsupported)?;
        let width = element.width();
        Ok(Some(match &expr.kind {
            ExprKind::Local(slot) => match self.local(*slot)? {
                (register, Shape::Letter) => Seq::List(vec![Low::Int(WordExpr::Reg(register))]),
                (register, _) => Seq::Reg(register),
            },
            ExprKind::Call(..) => {
                let Some(letter) = self.letter(expr)? else { return Ok(None) };
                Seq::List(vec![Low::Int(letter)])
            }
            ExprKind::List(parts) => Seq::List(self.all(parts)?),
            ExprKind::Set(_) | ExprKind::SetFor(..) if !element.is_plain() => return Ok(None),
            ExprKind::Set(parts) => Seq::Sorted(Box::new(Seq::List(self.all(parts)?)), element, true),
            ExprKind::ListFor(clauses, part) => {
                let steps = self.steps(clauses)?;
                Seq::For(Box::new((steps, self.low(part)?)))
            }
            ExprKind::SetFor(clauses, part) => {
                let steps = self.steps(clauses)?;
                let list = Seq::For(Box::new((steps, self.low(part)?)));
                Seq::Sorted(Box::new(list), element, true)
            }
            ExprKind::Convert(Conversion::RangeToList | Conversion::RangeToSet, inner) => {
                let Some(bounds) = self.range(inner)? else { return Ok(None) };
                Seq::Range(Box::new(bounds))
            }
            ExprKind::Binary(op, left, right) => return self.seq_binary(*op, left, right, element),
            ExprKind::Builtin(builtin @ (Builtin::Sorted | Builtin::Reverse), arguments) => {
                return self.rearranged(*builtin, &arguments[0], element);
            }
            ExprKind::Builtin(Builtin::Out, arguments) => {
                let Some(graph) = self.graph(&arguments[0]) else { return Ok(None) };
                Seq::Out(graph, Box::new(self.int(&arguments[1])?))
            }
            ExprKind::Slice(parts) => return self.slice(&parts[0], &parts[1], width),
            ExprKind::With { base, path, many, value } => {
                let update = Update { path, many: *many, value };
                let base_of = self.seq(base)?;
                return self.with(base_of, &shape, &update);
            }
            ExprKind::Index(parts) => return self.part_at(parts),
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                Seq::If(Box::new((self.int(condition)?, self.seq(yes)?, self.seq(no)?)))
            }
            ExprKind::Let(pattern, parts) => {
                let (register, value, body) = self.let_in(pattern, parts, |lower, body| lower.seq(body))?;
                Seq::Let(register, Box::new((value, body)))
            }
            _ => return Ok(None),
        }))
    }

    /// An element of a list whose elements are lists, texts or sets, or a character of a text as a
    /// text; `None` for other collections.
    fn part_at(&mut self, parts: &'a [Expr; 2]) -> Lowered<Option<Seq<'a>>> {
        let [base, at] = parts;
        match self.shape(&base.ty)? {
            Shape::Text => {
                let (text, at) = (self.seq(base)?, self.int(at)?);
                let place = self.fresh(&Shape::Int);
                let behind = WordExpr::Two(Op::Add, Box::new((WordExpr::Reg(place), WordExpr::Const(1))));
                let letter = Seq::Slice(Box::new((text, WordExpr::Reg(place), behind)), 1);
                Ok(Some(Seq::Let(place, Box::new((Low::Int(at), letter)))))
            }
            Shape::List(_) => {
                let list = self.seq(base)?;
                Ok(Some(Seq::At(Box::new((list, self.int(at)?)), 2, 0)))
            }
            _ => Ok(None),
        }
    }

    /// A sorted list, or a list or text in reverse order; `None` for other collections, or if
    /// elements that contain ranges are to be sorted.
    fn rearranged(&mut self, builtin: Builtin, list: &'a Expr, element: Shape) -> Lowered<Option<Seq<'a>>> {
        let width = element.width();
        Ok(match self.shape(&list.ty)? {
            Shape::List(_) | Shape::Set(_) if builtin == Builtin::Sorted && element.is_plain() => {
                Some(Seq::Sorted(Box::new(self.seq(list)?), element, false))
            }
            Shape::List(_) | Shape::Set(_) | Shape::Text if builtin == Builtin::Reverse => {
                Some(Seq::Reverse(Box::new(self.seq(list)?), width))
            }
            _ => None,
        })
    }

    /// The code of each element.
    fn all(&mut self, parts: &'a [Expr]) -> Lowered<Vec<Low<'a>>> {
        parts.iter().map(|part| self.low(part)).collect()
    }

    fn seq_binary(
        &mut self,
        op: Binary,
        left: &'a Expr,
        right: &'a Expr,
        element: Shape,
    ) -> Lowered<Option<Seq<'a>>> {
        let op = match op {
            Binary::ConcatLists | Binary::ConcatTexts => None,
            Binary::Union => Some(SetOp::Union),
            Binary::Intersection => Some(SetOp::Intersection),
            Binary::Difference => Some(SetOp::Difference),
            _ => return Ok(None),
        };
        let both = Box::new((self.seq(left)?, self.seq(right)?));
        Ok(Some(match op {
            None => Seq::Concat(both, element.width()),
            Some(op) => Seq::Sets(op, both, element),
        }))
    }

    fn slice(&mut self, base: &'a Expr, range: &'a Expr, width: usize) -> Lowered<Option<Seq<'a>>> {
        // Only a range that is written as such keeps its ends when it is empty.
        let ExprKind::Range { .. } = &range.kind else { return Ok(None) };
        let base = self.seq(base)?;
        let Some((low, high)) = self.range(range)? else { return Ok(None) };
        Ok(Some(Seq::Slice(Box::new((base, low, high)), width)))
    }

    /// Compiles the change of a list or text `base`; `None` if there is no code for it.
    fn with(&mut self, base: Seq<'a>, shape: &Shape, update: &Update<'a>) -> Lowered<Option<Seq<'a>>> {
        let Update { path, many, value } = update;
        let Some((place, inner)) = path.split_first() else { return Ok(None) };
        let (Shape::List(_) | Shape::Text, Some(element)) = (shape, shape.element()) else { return Ok(None) };
        let width = element.width();
        if !inner.is_empty() {
            if !matches!(element, Shape::List(_) | Shape::Text) {
                return Ok(None);
            }
            let place = self.int(place)?;
            let row = self.fresh(&element);
            let update = Update { path: inner, many: *many, value };
            let changed = self.with(Seq::Reg(row), &element, &update)?;
            return Ok(changed.map(|changed| Seq::Inside(row, Box::new((base, place, changed)))));
        }
        if !many {
            let place = self.int(place)?;
            let value = match shape {
                Shape::Text => Low::Int(self.only_letter(value)?),
                _ => self.low(value)?,
            };
            return Ok(Some(Seq::With(Box::new((base, place, value)), width)));
        }
        if !matches!(self.shape(&place.ty)?, Shape::Set(_) | Shape::List(_)) {
            return Ok(None);
        }
        let places = self.seq(place)?;
        let values = if *shape == Shape::Text && value.ty != Type::Text {
            let Some(letters) = self.listed_letters(value)? else { return Ok(None) };
            letters
        } else {
            self.seq(value)?
        };
        Ok(Some(Seq::WithMany(Box::new((base, places, values)), width)))
    }

    /// The code of the letter of a text, with a check that the text is one letter long.
    fn only_letter(&mut self, expr: &'a Expr) -> Lowered<WordExpr<'a>> {
        if let Some(letter) = self.letter(expr)? {
            return Ok(letter);
        }
        let text = self.seq(expr)?;
        let at = self.fresh(&Shape::Text);
        let one = vec![Check::Between(WordExpr::Reg(at + 1), 1, 1)];
        let letter = WordExpr::At(Box::new((Seq::Reg(at), WordExpr::Const(0))), 1, 0);
        let checked = WordExpr::Checked(Box::new((one, letter)));
        Ok(WordExpr::Let(at, Box::new((Low::Seq(text), checked))))
    }

    /// Code for whether a value is in a collection; `None` if there is no code for it.
    pub(super) fn member(&mut self, left: &'a Expr, right: &'a Expr) -> Lowered<Option<WordExpr<'a>>> {
        if left.ty == Type::Text {
            return self.letter_among(left, right);
        }
        Ok(match self.shape(&right.ty)? {
            Shape::Mask => Some(WordExpr::Two(Op::InMask, Box::new((self.int(left)?, self.int(right)?)))),
            Shape::Range => {
                let value = self.int(left)?;
                let Some((low, high)) = self.range(right)? else { return Ok(None) };
                // Evaluates the value and both ends once, in the order in which they are written.
                let registers = (self.fresh(&Shape::Int), self.fresh(&Shape::Range));
                let (x, low_at, high_at) = (registers.0, registers.1, registers.1 + 1);
                let above = WordExpr::Two(Op::Le, Box::new((WordExpr::Reg(low_at), WordExpr::Reg(x))));
                let below = WordExpr::Two(Op::Lt, Box::new((WordExpr::Reg(x), WordExpr::Reg(high_at))));
                let both = WordExpr::Two(Op::And, Box::new((above, below)));
                let inner = WordExpr::Let(low_at, Box::new((Low::Range(low, high), both)));
                Some(WordExpr::Let(x, Box::new((Low::Int(value), inner))))
            }
            shape @ (Shape::Set(_) | Shape::List(_)) if shape.element().is_some_and(|it| it.is_word()) => {
                // Members that are sets kept as bits are not sorted by their words.
                let sorted = matches!(&shape, Shape::Set(element) if **element != Shape::Mask);
                let value = self.int(left)?;
                let x = self.fresh(&Shape::Int);
                let has = WordExpr::Has(Box::new((self.seq(right)?, WordExpr::Reg(x))), sorted);
                Some(WordExpr::Let(x, Box::new((Low::Int(value), has))))
            }
            _ => None,
        })
    }

    /// Compiles a set of vertices that is kept as bits and written element by element or as a
    /// comprehension; `None` for other sets.
    pub(super) fn mask(&mut self, expr: &'a Expr) -> Lowered<Option<WordExpr<'a>>> {
        Ok(Some(match &expr.kind {
            ExprKind::Set(parts) => {
                let mut mask = WordExpr::Const(0);
                for part in parts {
                    let bit = WordExpr::One(Unary::Bit, Box::new(self.int(part)?));
                    mask = WordExpr::Two(Op::BitOr, Box::new((mask, bit)));
                }
                mask
            }
            ExprKind::SetFor(clauses, part) => {
                let steps = self.steps(clauses)?;
                WordExpr::MaskFor(Box::new((steps, self.int(part)?)))
            }
            _ => return Ok(None),
        }))
    }

    /// Compiles an element of a list whose elements are one word; `None` for other lists.
    pub(super) fn index(&mut self, base: &'a Expr, place: &'a Expr) -> Lowered<Option<WordExpr<'a>>> {
        match self.shape(&base.ty)? {
            Shape::List(element) if element.is_word() => {
                let base = self.seq(base)?;
                Ok(Some(WordExpr::At(Box::new((base, self.int(place)?)), 1, 0)))
            }
            _ => Ok(None),
        }
    }

    /// Compiles a part of a tuple, if the part is one word; `None` otherwise.
    pub(super) fn part(&mut self, base: &'a Expr, at: usize) -> Lowered<Option<WordExpr<'a>>> {
        let Shape::Tuple(parts) = self.shape(&base.ty)? else { return Ok(None) };
        if !parts[at].is_word() {
            return Ok(None);
        }
        let word: usize = parts[..at].iter().map(Shape::width).sum();
        let register = self.fresh(&Shape::Tuple(parts));
        let value = self.low(base)?;
        Ok(Some(WordExpr::Let(register, Box::new((value, WordExpr::Reg(register + word as u32))))))
    }

    /// The code of a tuple.
    pub(super) fn tuple(&mut self, expr: &'a Expr) -> Lowered<Low<'a>> {
        if let Some(constant) = self.folded(expr) {
            return Ok(constant);
        }
        match &expr.kind {
            ExprKind::Tuple(parts) => Ok(Low::Tuple(self.all(parts)?)),
            ExprKind::Local(slot) => {
                let (register, shape) = self.local(*slot)?;
                Ok(Low::Regs(register, shape.width()))
            }
            _ => Ok(Low::Slow(Box::new(self.slow(expr)?))),
        }
    }
}

/// The ends of a constant range, if they fit words.
fn constant_range<'a>(
    bounds: &(crate::number::Int, crate::number::Int),
) -> Option<(WordExpr<'a>, WordExpr<'a>)> {
    Some((WordExpr::Const(bounds.0.to_i64()?), WordExpr::Const(bounds.1.to_i64()?)))
}
