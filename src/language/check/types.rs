//! Decides which types convert to which, finds the common type of two types, converts expressions
//! and loaded values, and checks declared types.

use super::{Checker, errors};
use crate::ir::{Binary, Conversion, Domain, Expr, ExprKind, Type, Value};
use crate::syntax::ast::{self, TypeKind};

/// The conversion of a value of one type to another: `None` if there is none, `Some(None)` if the value needs
/// no change.
pub fn conversion(from: &Type, to: &Type) -> Option<Option<Conversion>> {
    match (from, to) {
        (Type::Never, _) | (_, Type::Never) => Some(None),
        _ if from == to => Some(None),
        (Type::Int, Type::Real) => Some(Some(Conversion::IntToReal)),
        (Type::Int, Type::Vertex) => Some(Some(Conversion::IntToVertex)),
        (Type::Text | Type::Tuple(_), Type::Vertex) if from.names_vertex() => {
            Some(Some(Conversion::ToVertex))
        }
        (Type::Range, Type::List(element)) => {
            then(Conversion::RangeToList, conversion(&Type::Int, element)?, Conversion::Elements)
        }
        (Type::Range, Type::Set(element)) => {
            then(Conversion::RangeToSet, conversion(&Type::Int, element)?, Conversion::Members)
        }
        (Type::List(from), Type::List(to)) => {
            Some(conversion(from, to)?.map(|inner| Conversion::Elements(Box::new(inner))))
        }
        (Type::Set(from), Type::Set(to)) => {
            Some(conversion(from, to)?.map(|inner| Conversion::Members(Box::new(inner))))
        }
        (Type::Tuple(from), Type::Tuple(to)) if from.len() == to.len() => {
            let parts: Option<Vec<_>> =
                from.iter().zip(&**to).map(|(from, to)| conversion(from, to)).collect();
            let parts = parts?;
            let changes = parts.iter().any(Option::is_some);
            Some(changes.then_some(Conversion::Parts(parts)))
        }
        _ => None,
    }
}

/// The conversion `first` of a range to a collection, followed by the conversion `inner` of each
/// element, if there is one. `lift` makes the conversion of a collection from that of an element.
fn then(
    first: Conversion,
    inner: Option<Conversion>,
    lift: fn(Box<Conversion>) -> Conversion,
) -> Option<Option<Conversion>> {
    Some(Some(match inner {
        None => first,
        Some(inner) => Conversion::Then(Box::new((first, lift(Box::new(inner))))),
    }))
}

/// The least type to which both types can be converted; `None` if there is none, and for types such as
/// `int` and `text`, which convert only to a third type, `vertex`.
pub fn join(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Never, other) | (other, Type::Never) => Some(other.clone()),
        (Type::List(a), Type::List(b)) => Some(Type::list(join(a, b)?)),
        (Type::Set(a), Type::Set(b)) => Some(Type::set(join(a, b)?)),
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
            let parts: Option<Vec<Type>> = a.iter().zip(&**b).map(|(a, b)| join(a, b)).collect();
            Some(Type::Tuple(parts?.into()))
        }
        (Type::Range, Type::List(element)) | (Type::List(element), Type::Range) => {
            Some(Type::list(join(&Type::Int, element)?))
        }
        (Type::Range, Type::Set(element)) | (Type::Set(element), Type::Range) => {
            Some(Type::set(join(&Type::Int, element)?))
        }
        _ if conversion(a, b).is_some() => Some(b.clone()),
        _ if conversion(b, a).is_some() => Some(a.clone()),
        _ => None,
    }
}

/// The expression converted to another type; the error is the unchanged expression, if the types
/// do not allow the conversion.
pub fn convert(expr: Expr, to: &Type) -> Result<Expr, Expr> {
    match conversion(&expr.ty, to) {
        None => Err(expr),
        Some(None) => Ok(expr),
        Some(Some(conversion)) => {
            let span = expr.span;
            // If `to` is the type of an empty literal, it lacks the type of the elements, which
            // `join` takes from the expression.
            let ty = join(&expr.ty, to).unwrap_or_else(|| to.clone());
            let kind = ExprKind::Convert(conversion, Box::new(expr));
            Ok(Expr { kind, ty, span })
        }
    }
}

impl Checker<'_> {
    /// Checks a declared type. An unknown name is reported.
    pub fn domain(&mut self, ty: &ast::Type) -> Domain {
        match &ty.kind {
            TypeKind::List(element) => Domain::List(Box::new(self.domain(element))),
            TypeKind::Set(element) => Domain::Set(Box::new(self.domain(element))),
            TypeKind::Tuple(parts) => Domain::Tuple(parts.iter().map(|it| self.domain(it)).collect()),
            TypeKind::Range(range) => self.range_type(range),
            TypeKind::Name(name) => match name.as_str() {
                "nat" => Domain::Nat,
                "int" => Domain::Int,
                "bool" => Domain::Bool,
                "text" => Domain::Text,
                "vertex" => Domain::Vertex,
                "graph" => Domain::Graph,
                "position" => Domain::Position,
                _ => {
                    self.report(errors::unknown_type(ty.span, name));
                    Domain::Unknown
                }
            },
        }
    }

    /// Checks a range that is used as a type; its bounds must be constant.
    fn range_type(&mut self, range: &ast::Expr) -> Domain {
        let mut range = range;
        while let ast::ExprKind::Parens(inner) = &range.kind {
            range = inner;
        }
        let ast::ExprKind::Binary { op, left, right, .. } = &range.kind else {
            return Domain::Int;
        };
        // The bounds are constant, so they cannot use local names.
        let scope = std::mem::take(&mut self.scope);
        let place = std::mem::replace(&mut self.place, super::Place::Constant);
        let low = self.check(left, &Type::Int);
        let mut high = self.check(right, &Type::Int);
        self.scope = scope;
        self.place = place;
        if *op == ast::Binary::Range {
            let span = high.span;
            let one = Expr { kind: ExprKind::Literal(Value::int(1)), ty: Type::Int, span };
            let kind = ExprKind::Binary(Binary::Subtract, Box::new(high), Box::new(one));
            high = Expr { kind, ty: Type::Int, span };
        }
        Domain::Between(Box::new(low), Box::new(high))
    }
}
