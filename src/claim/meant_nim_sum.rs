//! Finds the power in a false claim that its author probably meant as a nim-sum, because `^` is
//! the xor of other languages.

use crate::ir::{Binary, Expr, ExprKind, Program, Slot, Term, Value, print, walk};

/// The nim-sum that a power in a claim was probably meant to be, as the author would write it, with
/// all powers and nim-sums that it is joined to; `None` if every power is probably a power.
pub fn meant_nim_sum(program: &Program, slots: &[Slot], claim: &Expr) -> Option<String> {
    let text = |expr: &Expr| print::expr(program, slots, expr);
    let heaps: Vec<String> = heaps(claim).into_iter().map(text).collect();
    let is_meant = |base: &Expr, exponent: &Expr| {
        let of_values = [base, exponent].into_iter().any(holds_value);
        let of_unknowns = !is_written(base) && !is_written(exponent);
        of_values || of_unknowns || [base, exponent].into_iter().all(|it| heaps.contains(&text(it)))
    };
    let sizes = sizes_in_sums(claim);
    let mut found = None;
    walk::everything(claim, &mut |part| {
        let (mut operands, mut powers) = (Vec::new(), Vec::new());
        collect(part, &mut operands, &mut powers);
        let is_size = sizes.iter().any(|size| std::ptr::eq(*size, part));
        if found.is_none()
            && powers
                .iter()
                .any(|(base, exponent)| is_meant(base, exponent) || is_size && are_small(base, exponent))
        {
            found = Some(joined(operands));
        }
    });
    found.map(|nim_sum| text(&nim_sum))
}

/// Collects the operands of powers and nim-sums that are joined to each other, from left to right,
/// and the base and exponent of each power.
fn collect<'e>(expr: &'e Expr, operands: &mut Vec<&'e Expr>, powers: &mut Vec<(&'e Expr, &'e Expr)>) {
    match &expr.kind {
        ExprKind::Binary(operator @ (Binary::Power | Binary::Xor), left, right) => {
            if *operator == Binary::Power {
                powers.push((left, right));
            }
            collect(left, operands, powers);
            collect(right, operands, powers);
        }
        _ => operands.push(expr),
    }
}

/// The nim-sum of operands, of which there is at least one.
fn joined(operands: Vec<&Expr>) -> Expr {
    let sum = operands.into_iter().cloned().reduce(|left, right| Expr {
        ty: left.ty.clone(),
        span: left.span,
        kind: ExprKind::Binary(Binary::Xor, Box::new(left), Box::new(right)),
    });
    sum.expect("a power has operands")
}

/// The arguments of the components that an expression mentions, and the elements of those that are
/// written lists.
fn heaps(expr: &Expr) -> Vec<&Expr> {
    let mut heaps = Vec::new();
    walk::everything(expr, &mut |part| {
        let ExprKind::Component(_, arguments) = &part.kind else { return };
        for argument in arguments {
            match &argument.kind {
                ExprKind::List(elements) => heaps.extend(elements),
                _ => heaps.push(argument),
            }
        }
    });
    heaps
}

/// The arguments of components that are summands of a sum.
fn sizes_in_sums(expr: &Expr) -> Vec<&Expr> {
    let mut sizes = Vec::new();
    walk::everything(expr, &mut |part| {
        if let ExprKind::Binary(Binary::AddPositions, left, right) = &part.kind {
            for side in [left, right] {
                if let ExprKind::Component(_, arguments) = &side.kind {
                    sizes.extend(arguments);
                }
            }
        }
    });
    sizes
}

/// Whether base and exponent are numbers such as those of `5 ^ 3`, whose power is not a usual way
/// to write a number, as `2 ^ 10` and `10 ^ 18` are.
fn are_small(base: &Expr, exponent: &Expr) -> bool {
    let number = |expr: &Expr| match &expr.kind {
        ExprKind::Literal(Value::Int(int)) => int.to_i64(),
        _ => None,
    };
    number(base)
        .zip(number(exponent))
        .is_some_and(|(base, exponent)| base != 2 && base != 10 && exponent < 10)
}

/// Whether a part of an expression is the value of a position.
pub fn holds_value(expr: &Expr) -> bool {
    let mut found = false;
    walk::everything(expr, &mut |part| found |= matches!(part.kind, ExprKind::Term(Term::Sg, _)));
    found
}

/// Whether an expression is a literal.
pub fn is_written(side: &Expr) -> bool {
    matches!(side.kind, ExprKind::Literal(_))
}
