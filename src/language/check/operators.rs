//! Checks operators, comparisons, indexing, slices and updates.

use super::expression::{broken, is_broken, literal};
use super::types::{convert, join};
use super::{Checker, errors};
use crate::diagnostic::Code;
use crate::ir::{Binary, Builtin, Comparison, Convention, Expr, ExprKind, Pattern, Type, Value};
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
                self.report(errors::copies_reversed(op_span));
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

    /// Reports that an operator does not fit its operands, and returns a broken expression.
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
            None if ![a, b].into_iter().any(|it| is_broken(it) || self.is_echo(it)) => {
                let error = self.as_declared(errors::no_operator(op, op_span, a, b), &[a, b]);
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

    pub(super) fn compare(
        &mut self,
        first: &ast::Expr,
        rest: &[(ast::Comparison, Span, ast::Expr)],
        span: Span,
    ) -> Expr {
        let mut operands = vec![first];
        operands.extend(rest.iter().map(|(_, _, operand)| operand));
        if let (Some((ast::Comparison::In, ..)), Some((at, name))) = (rest.first(), last_name(first))
            && self.is_unknown(name)
        {
            self.report(errors::unknown_member(at, name));
        }
        // Literals take the type of the operand to their left; below, also of that to their right.
        let mut checked: Vec<Expr> = Vec::with_capacity(operands.len());
        for (at, operand) in operands.iter().enumerate() {
            let membership = at > 0 && matches!(rest[at - 1].0, ast::Comparison::In | ast::Comparison::NotIn);
            let before = checked.last().map(|before| before.ty.clone());
            let hint = match before.filter(|ty| *ty != Type::Never) {
                // Vertices may be named by numbers: `v in {1, 2}`.
                Some(Type::Vertex) if membership => match operand.kind {
                    ast::ExprKind::Set(_) => Some(Type::set(Type::Vertex)),
                    ast::ExprKind::List(_) => Some(Type::list(Type::Vertex)),
                    _ => None,
                },
                before => before.filter(|_| !membership),
            };
            checked.push(self.infer(operand, hint.as_ref()));
        }
        self.explain_letters(&operands, &checked);
        self.lint_remainder(&operands, rest);
        let known = self.diagnostics.len();
        for (at, (op, op_span, _)) in rest.iter().enumerate() {
            self.settle_left(&mut checked, &operands, at, *op);
            self.comparable(&mut checked, at, *op, *op_span);
        }
        // A later comparison may convert an operand that an earlier one shares: in `5 < n < 7 / 2` it makes `n`
        // a real number, so `5` must become one too. Each pass carries a conversion further to the left.
        for _ in 1..rest.len() {
            if self.diagnostics.len() > known {
                break;
            }
            for (at, (op, op_span, _)) in rest.iter().enumerate().rev() {
                self.comparable(&mut checked, at, *op, *op_span);
            }
        }
        let mut checked = checked.into_iter();
        let Some(first) = checked.next() else { return broken(span) };
        let rest = rest.iter().zip(checked).map(|((op, ..), operand)| (comparison(*op), operand));
        Expr { kind: ExprKind::Compare(Box::new(first), rest.collect()), ty: Type::Bool, span }
    }

    /// Infers the literal at index `at` again, if it does not fit the operand to its right, with
    /// the type that this operand requires.
    fn settle_left(&mut self, checked: &mut [Expr], operands: &[&ast::Expr], at: usize, op: ast::Comparison) {
        if !is_plain_literal(operands[at]) {
            return;
        }
        let membership = matches!(op, ast::Comparison::In | ast::Comparison::NotIn);
        let wanted = if membership { checked[at + 1].ty.element() } else { Some(checked[at + 1].ty.clone()) };
        if let Some(wanted) = wanted.filter(|wanted| join(&checked[at].ty, wanted).is_none()) {
            checked[at] = self.infer(operands[at], Some(&wanted));
        }
    }

    /// Converts the operands at indices `at` and `at + 1` to types that can be compared, or reports
    /// an error.
    fn comparable(&mut self, checked: &mut [Expr], at: usize, op: ast::Comparison, op_span: Span) {
        use ast::Comparison as C;
        let (a, b) = (checked[at].clone(), checked[at + 1].clone());
        if is_broken(&a) || is_broken(&b) {
            return;
        }
        let fits = match op {
            C::In | C::NotIn => match b.ty.element() {
                Some(Type::Never) => Some((a.ty.clone(), b.ty.clone())),
                Some(element) => join(&a.ty, &element).and_then(|ty| {
                    // An integer may be a member of a set of vertices, but not a vertex of one of
                    // integers.
                    (ty == element).then(|| (ty, b.ty.clone()))
                }),
                None => None,
            },
            C::Eq | C::Ne => join(&a.ty, &b.ty).map(|ty| (ty.clone(), ty)),
            C::Lt | C::Le | C::Gt | C::Ge => join(&a.ty, &b.ty)
                .filter(|ty| matches!(ty, Type::Int | Type::Real | Type::Vertex))
                .map(|ty| (ty.clone(), ty)),
        };
        match fits {
            Some((left, right)) => {
                checked[at] = convert(a, &left).unwrap_or_else(|it| it);
                checked[at + 1] = convert(b, &right).unwrap_or_else(|it| it);
            }
            None if self.is_echo(&a) || self.is_echo(&b) => {}
            None => {
                let error = self.as_declared(errors::not_comparable(op, op_span, &a, &b), &[&a, &b]);
                let error = match op {
                    C::In | C::NotIn => self.with_lone_range(error, &b),
                    _ => error,
                };
                self.report(error);
            }
        }
    }

    /// Explains the error about an unknown name that is compared with a text: it is probably a text
    /// without its quotes.
    fn explain_letters(&mut self, operands: &[&ast::Expr], checked: &[Expr]) {
        if !checked.iter().any(|operand| operand.ty == Type::Text) {
            return;
        }
        for operand in operands {
            let ast::ExprKind::Name(name) = &operand.kind else { continue };
            let is_unknown = |it: &&mut crate::diagnostic::Diagnostic| {
                it.code == Code::G201 && it.place() == Some(operand.span)
            };
            if let Some(error) =
                self.diagnostics.iter_mut().rev().find(is_unknown).filter(|it| it.fix.is_none())
            {
                errors::letter_without_quotes(error, operand.span, name);
            }
        }
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
                        self.report(errors::tuple_index(index.span, parts.len()));
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

    /// Checks a slice that omits an end. If its length is needed, the list or text gets a name, so
    /// that it is evaluated once.
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
            // The letters of a text, or a list of them.
            let value = self.infer(value, Some(&Type::list(Type::Text)));
            if value.ty == Type::Text { value } else { self.fit(value, &Type::list(Type::Text)) }
        } else {
            self.check(value, &inner)
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

    /// A literal truth value.
    pub(super) fn truth(truth: bool, span: Span) -> Expr {
        literal(Value::Bool(truth), Type::Bool, span)
    }
}

/// The name that an expression is, or that follows its last `|`: `i` in `[i | i in D]`. The place
/// of the name comes first.
fn last_name(expr: &ast::Expr) -> Option<(Span, &str)> {
    match &expr.kind {
        ast::ExprKind::Name(name) => Some((expr.span, name)),
        ast::ExprKind::Binary { op: ast::Binary::Union, right, .. } => last_name(right),
        _ => None,
    }
}

/// The slice of a list, text or range by a range.
fn sliced(base: Expr, range: Expr, span: Span) -> Expr {
    let ty = if base.ty == Type::Range { Type::list(Type::Int) } else { base.ty.clone() };
    let base = convert(base, &ty).unwrap_or_else(|it| it);
    Expr { kind: ExprKind::Slice(Box::new([base, range])), ty, span }
}

fn comparison(op: ast::Comparison) -> Comparison {
    match op {
        ast::Comparison::Eq => Comparison::Eq,
        ast::Comparison::Ne => Comparison::Ne,
        ast::Comparison::Lt => Comparison::Lt,
        ast::Comparison::Le => Comparison::Le,
        ast::Comparison::Gt => Comparison::Gt,
        ast::Comparison::Ge => Comparison::Ge,
        ast::Comparison::In => Comparison::In,
        ast::Comparison::NotIn => Comparison::NotIn,
    }
}
