//! Checks operators, indexing, slices and updates.

use super::expression::{broken, is_broken, literal};
use super::types::{convert, join};
use super::{Checker, errors};
use crate::ir::{Binary, Builtin, Convention, Expr, ExprKind, Pattern, Type, Value};
use crate::source::Span;
use crate::syntax::ast;

/// Whether an expression consists only of literals and is not deep, so that inferring it twice is
/// harmless and cheap.
pub(super) fn is_plain_literal(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ast::ExprKind::Number(_) | ast::ExprKind::Text(_) => true,
        ast::ExprKind::Parens(inner) => is_plain_literal(inner),
        ast::ExprKind::List(ast::Elements::Each(each)) | ast::ExprKind::Set(ast::Elements::Each(each)) => {
            expr.depth < 8 && each.iter().all(is_plain_literal)
        }
        _ => false,
    }
}

impl Checker<'_> {
    /// Checks two operands. Literals take the type of the other operand, if they can.
    fn pair(&mut self, left: &ast::Expr, right: &ast::Expr, hint: Option<&Type>) -> (Expr, Expr) {
        let mut a = self.infer(left, hint);
        let right_hint = hint.cloned().or_else(|| (a.ty != Type::Never).then(|| a.ty.clone()));
        let b = self.infer(right, right_hint.as_ref());
        if is_plain_literal(left) && join(&a.ty, &b.ty).is_none() {
            a = self.infer(left, Some(&b.ty));
        }
        (a, b)
    }

    pub(super) fn binary(
        &mut self,
        op: ast::Binary,
        op_span: Span,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        use ast::Binary as Op;
        match op {
            Op::Minus if self.is_hyphenated(left, op_span, right, span) => broken(span),
            Op::Iff => self.logic((Binary::Iff, op_span), left, right, span),
            Op::Implies => self.logic((Binary::Implies, op_span), left, right, span),
            Op::Or => self.logic((Binary::Or, op_span), left, right, span),
            Op::And => self.logic((Binary::And, op_span), left, right, span),
            Op::Range | Op::RangeInclusive => {
                let low = self.check(left, &Type::Int);
                let outer = self.range_start.replace(left.span);
                let high = self.infer(right, Some(&Type::Int));
                self.range_start = outer;
                let high = self.fit(high, &Type::Int);
                let kind =
                    ExprKind::Range { bounds: Box::new([low, high]), inclusive: op == Op::RangeInclusive };
                Expr { kind, ty: Type::Range, span }
            }
            Op::Div => self.integers(Binary::Div, left, right, span),
            Op::Mod => self.integers(Binary::Mod, left, right, span),
            Op::Xor => self.nim_sum(left, right, op_span, span),
            Op::Divide => {
                let (a, b) = (self.infer(left, None), self.infer(right, None));
                let (a, b) = (self.fit(a, &Type::Real), self.fit(b, &Type::Real));
                Self::node(Binary::Quotient, a, b, Type::Real, span)
            }
            Op::Power => self.power(left, right, op_span, span),
            Op::Times => self.times(left, right, hint, op_span, span),
            Op::Plus | Op::Minus | Op::Concat | Op::Union | Op::Intersection => {
                let operand_hint = hint.filter(|hint| !matches!(hint, Type::Real | Type::Vertex | Type::Int));
                let (a, b) = self.pair(left, right, operand_hint);
                self.overloaded(op, op_span, a, b, span)
            }
        }
    }

    /// Checks `and`, `or`, `=>` or `<=>`.
    fn logic(
        &mut self,
        (op, op_span): (Binary, Span),
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        if op == Binary::Or && self.is_one_of_numbers(left, right, op_span) {
            return broken(span);
        }
        let (a, b) = (self.infer(left, Some(&Type::Bool)), self.infer(right, Some(&Type::Bool)));
        if a.ty == Type::Position && b.ty == Type::Position {
            let texts = [left.span, right.span].map(|it| self.sources.text(it));
            self.report(errors::positions_joined(op_span, span, texts, self.place == super::Place::Start));
            return broken(span);
        }
        if self.number_for_truth((op, op_span), (left, &a), (right, &b)) {
            return broken(span);
        }
        let (a, b) = (self.fit(a, &Type::Bool), self.fit(b, &Type::Bool));
        Self::node(op, a, b, Type::Bool, span)
    }

    /// Checks an operator on two integers.
    fn integers(&mut self, op: Binary, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let (a, b) = (self.check(left, &Type::Int), self.check(right, &Type::Int));
        if is_broken(&a) || is_broken(&b) {
            return broken(span);
        }
        Self::node(op, a, b, Type::Int, span)
    }

    /// Checks `a * b`: of numbers, or copies of a position.
    fn times(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<&Type>,
        op_span: Span,
        span: Span,
    ) -> Expr {
        let position = hint.filter(|hint| **hint == Type::Position);
        let (a, b) = (self.infer(left, None), self.infer(right, position));
        match (&a.ty, &b.ty) {
            (Type::Never, _) | (_, Type::Never) => broken(span),
            (Type::Int, Type::Position) => Self::node(Binary::Copies, a, b, Type::Position, span),
            (Type::Position, Type::Int) => {
                let [number, position] = [right.span, left.span].map(|it| self.sources.text(it).trim());
                let number = match &right.kind {
                    ast::ExprKind::Binary { .. } => format!("({number})"),
                    _ => number.to_string(),
                };
                self.report(errors::copies_reversed(op_span, span, format!("{number}*{position}")));
                broken(span)
            }
            (Type::Int, Type::Int) => Self::node(Binary::Multiply, a, b, Type::Int, span),
            (Type::Real | Type::Int, Type::Real | Type::Int) => {
                let (a, b) = (self.fit(a, &Type::Real), self.fit(b, &Type::Real));
                Self::node(Binary::MultiplyReal, a, b, Type::Real, span)
            }
            _ => self.no_operator(ast::Binary::Times, op_span, &a, &b, span),
        }
    }

    /// Reports that an operator does not fit its operands, unless an operand has an error already.
    /// Returns a broken expression.
    pub(super) fn no_operator(
        &mut self,
        op: ast::Binary,
        op_span: Span,
        a: &Expr,
        b: &Expr,
        span: Span,
    ) -> Expr {
        let to_set = a.ty == Type::Int && matches!(b.ty, Type::Set(_) | Type::Range);
        match self.range_start.filter(|_| to_set) {
            // `1..=n - S` is read as the range up to `n - S`; the author meant `(1..=n) - S`.
            Some(start) => {
                let range = self.sources.text(start.to(a.span)).to_string();
                let set = self.sources.text(b.span).to_string();
                self.report(errors::range_to_set(op, op_span, start.to(b.span), &range, &set));
            }
            None if ![a, b].into_iter().any(|it| holds_broken(it) || self.is_echo(it)) => {
                let texts = [a, b].map(|it| self.sources.text(it.span).trim());
                let error = self.as_declared(errors::no_operator(op, op_span, a, b, texts), &[a, b]);
                self.report(error);
            }
            None => {}
        }
        broken(span)
    }

    /// Selects the operator by the common type of two checked operands.
    fn overloaded(&mut self, op: ast::Binary, op_span: Span, a: Expr, b: Expr, span: Span) -> Expr {
        use ast::Binary as Op;
        let Some(ty) = join(&a.ty, &b.ty) else {
            return self.no_operator(op, op_span, &a, &b, span);
        };
        let (binary, ty) = match (op, &ty) {
            (_, Type::Never) => return broken(span),
            (Op::Plus, Type::Int) => (Binary::Add, ty),
            (Op::Minus, Type::Int) => (Binary::Subtract, ty),
            (Op::Plus, Type::Real) => (Binary::AddReal, ty),
            (Op::Minus, Type::Real) => (Binary::SubtractReal, ty),
            (Op::Plus, Type::Position) => (Binary::AddPositions, ty),
            (Op::Concat, Type::Text) => (Binary::ConcatTexts, ty),
            (Op::Concat, Type::List(_)) => (Binary::ConcatLists, ty),
            (Op::Concat, Type::Range) => (Binary::ConcatLists, Type::list(Type::Int)),
            (Op::Union, Type::Set(_)) => (Binary::Union, ty),
            (Op::Intersection, Type::Set(_)) => (Binary::Intersection, ty),
            (Op::Minus, Type::Set(_)) => (Binary::Difference, ty),
            (Op::Union, Type::Range) => (Binary::Union, Type::set(Type::Int)),
            (Op::Intersection, Type::Range) => (Binary::Intersection, Type::set(Type::Int)),
            (Op::Minus, Type::Range) => (Binary::Difference, Type::set(Type::Int)),
            _ => return self.no_operator(op, op_span, &a, &b, span),
        };
        let a = convert(a, &ty).unwrap_or_else(|it| it);
        let b = convert(b, &ty).unwrap_or_else(|it| it);
        Self::node(binary, a, b, ty, span)
    }

    pub(super) fn index(&mut self, base: &ast::Expr, index: &ast::Expr, span: Span) -> Expr {
        let base = self.infer(base, None);
        let index = self.infer(index, Some(&Type::Int));
        match (&base.ty, &index.ty) {
            (Type::Never, _) | (_, Type::Never) => broken(span),
            (Type::List(_) | Type::Text | Type::Range, Type::Range) => sliced(base, index, span),
            (Type::List(_) | Type::Text | Type::Range, Type::Int) => {
                let ty = base.ty.element().unwrap_or(Type::Never);
                Expr { kind: ExprKind::Index(Box::new([base, index])), ty, span }
            }
            (Type::Tuple(parts), Type::Int) => {
                let part = match &index.kind {
                    ExprKind::Literal(Value::Int(at)) => at.to_usize().filter(|at| *at < parts.len()),
                    _ => None,
                };
                match part {
                    Some(at) => {
                        let ty = parts[at].clone();
                        Expr { kind: ExprKind::Part(Box::new(base), at), ty, span }
                    }
                    None => {
                        let is_number = matches!(index.kind, ExprKind::Literal(_));
                        self.report(errors::tuple_index(index.span, parts.len(), is_number));
                        broken(span)
                    }
                }
            }
            (Type::List(_) | Type::Text | Type::Range, _) => {
                self.fit(index, &Type::Int);
                broken(span)
            }
            _ => {
                self.report(errors::no_index(&base));
                broken(span)
            }
        }
    }

    /// Checks a slice that omits an end, such as `xs[1..]`. Without an upper end, the length of the
    /// list or text is needed. Then the list or text is bound to a name, unless it is a name or a
    /// literal already, so that it is evaluated once.
    pub(super) fn open_slice(
        &mut self,
        base: &ast::Expr,
        ends: [Option<&ast::Expr>; 2],
        inclusive: bool,
        span: Span,
    ) -> Expr {
        let whole = self.infer(base, None);
        let int = |value| literal(value, Type::Int, span);
        let low = ends[0].map_or_else(|| int(Value::int(0)), |end| self.check(end, &Type::Int));
        let high = ends[1].map(|end| self.check(end, &Type::Int));
        match whole.ty {
            Type::Never => return broken(span),
            Type::List(_) | Type::Text | Type::Range => {}
            _ => {
                self.report(errors::no_slice(&whole));
                return broken(span);
            }
        }
        let range = |bounds, inclusive| {
            let kind = ExprKind::Range { bounds: Box::new(bounds), inclusive };
            Expr { kind, ty: Type::Range, span }
        };
        let length = |of: &Expr| {
            let kind = ExprKind::Builtin(Builtin::Len, vec![of.clone()]);
            Expr { kind, ty: Type::Int, span }
        };
        let named = matches!(whole.kind, ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Literal(_));
        match high {
            Some(high) => sliced(whole, range([low, high], inclusive), span),
            None if named => {
                let high = length(&whole);
                sliced(whole, range([low, high], false), span)
            }
            None => {
                let mark = self.scope.mark();
                let ty = whole.ty.clone();
                let slot = self.scope.bind("whole", span, ty.clone());
                self.scope.forget(mark);
                let local = Expr { kind: ExprKind::Local(slot), ty, span };
                let high = length(&local);
                let slice = sliced(local, range([low, high], false), span);
                let ty = slice.ty.clone();
                Expr { kind: ExprKind::Let(Pattern::Slot(slot), Box::new([whole, slice])), ty, span }
            }
        }
    }

    pub(super) fn with(
        &mut self,
        base: &ast::Expr,
        path: &[ast::Expr],
        value: &ast::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let mut base = self.infer(base, hint);
        if base.ty == Type::Range {
            base = convert(base, &Type::list(Type::Int)).unwrap_or_else(|it| it);
        }
        let mut inner = base.ty.clone();
        let mut many = false;
        let mut indices = Vec::new();
        for (at, index) in path.iter().enumerate() {
            let index = self.infer(index, Some(&Type::Int));
            let last = at + 1 == path.len();
            if !matches!(inner, Type::List(_) | Type::Text | Type::Never) {
                self.report(errors::no_update(base.span, &inner));
                return broken(span);
            }
            if last && matches!(index.ty, Type::Set(_) | Type::Range | Type::List(_)) {
                many = true;
                indices.push(self.fit_indices(index));
            } else {
                inner = inner.element().unwrap_or(Type::Never);
                indices.push(self.fit(index, &Type::Int));
            }
        }
        let value = if many && inner == Type::Text {
            // The new letters are one text, or a list of texts of one letter.
            let value = self.infer(value, Some(&Type::list(Type::Text)));
            if value.ty == Type::Text { value } else { self.fit(value, &Type::list(Type::Text)) }
        } else {
            let value = self.infer(value, Some(&inner));
            let is_changed_twice = matches!(base.kind, ExprKind::With { .. });
            if is_changed_twice && value.ty != inner && base.ty.element().as_ref() == Some(&value.ty) {
                self.report(errors::with_of_with(value.span, &value.ty, &inner));
                return broken(span);
            }
            self.fit(value, &inner)
        };
        let mut written = value.ty.clone();
        if !many {
            written = indices.iter().fold(written, |element, _| Type::list(element));
        }
        // The base may have empty lists, whose element type only the new value determines.
        let ty =
            join(&base.ty, &written).filter(|_| base.ty != Type::Text).unwrap_or_else(|| base.ty.clone());
        let kind = ExprKind::With { base: Box::new(base), path: indices, many, value: Box::new(value) };
        Expr { kind, ty, span }
    }

    /// The indices of an update of several elements, as a list or set of integers.
    fn fit_indices(&mut self, index: Expr) -> Expr {
        match index.ty {
            // A list of indices keeps its order, in which the new values are assigned.
            Type::List(_) => self.fit(index, &Type::list(Type::Int)),
            _ => self.fit(index, &Type::set(Type::Int)),
        }
    }

    pub(super) fn convention(&mut self, convention: Convention, operand: &ast::Expr, span: Span) -> Expr {
        let known = self.diagnostics.len();
        let value = self.infer(operand, Some(&Type::Position));
        if value.ty == Type::Bool && self.diagnostics.len() == known {
            return self.convention_of_truth(convention, operand, span);
        }
        let operand = self.fit(value, &Type::Position);
        self.note_impure(true, span, convention.name());
        Expr { kind: ExprKind::Convention(convention, Box::new(operand)), ty: Type::Position, span }
    }

    /// The literal `true` or `false`.
    pub(super) fn truth(truth: bool, span: Span) -> Expr {
        literal(Value::Bool(truth), Type::Bool, span)
    }
}

/// The slice of a list, text or range by a range.
fn sliced(base: Expr, range: Expr, span: Span) -> Expr {
    let ty = if base.ty == Type::Range { Type::list(Type::Int) } else { base.ty.clone() };
    let base = convert(base, &ty).unwrap_or_else(|it| it);
    Expr { kind: ExprKind::Slice(Box::new([base, range])), ty, span }
}

/// Whether an expression is broken, or a list of broken elements.
fn holds_broken(expr: &Expr) -> bool {
    is_broken(expr) || matches!(&expr.kind, ExprKind::List(parts) if parts.iter().any(is_broken))
}
