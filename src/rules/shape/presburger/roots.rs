//! Integer square roots if only values up to a constant matter: then each root is a case.

use super::{Defined, Definer, Linear, Number, Piece, Scope, Stuck, Truth};
use crate::ir::{Builtin, Comparison, Expr, ExprKind, Value};
use crate::number::Int;
use crate::theory::automaton::Automaton;

/// The greatest number up to which roots are distinguished; if more would have to be, a comparison
/// or minimum of roots is undefinable.
const MOST_FACTOR: i64 = 100;

impl Definer<'_> {
    /// Whether a comparison of a root with a constant holds.
    pub(super) fn root_compared(
        &self,
        left: &Expr,
        op: Comparison,
        right: &Expr,
        scope: &Scope,
    ) -> Defined<Truth> {
        let (root, op, constant) = match (argument(left), argument(right)) {
            (Some(root), None) => (root, op, right),
            (None, Some(root)) => (root, super::same::mirrored(op), left),
            _ => return Err(Stuck::Undefinable),
        };
        let Some(Some(Value::Int(constant))) = self.closed(constant, scope)? else {
            return Err(Stuck::Undefinable);
        };
        // A root above the constant can be replaced by the constant plus one.
        let cap = (&constant + &Int::ONE).max(Int::ZERO);
        self.compared(&self.capped_root(root, &cap, scope)?, op, &Number::constant(constant))
    }

    /// Returns the elements of a minimum, where each root is replaced by the lesser of the root and
    /// the least constant among the elements. `None` if there is no root or no constant.
    pub(super) fn capped(&self, elements: &[Expr], scope: &Scope) -> Defined<Option<Vec<Number>>> {
        if !elements.iter().any(|element| argument(element).is_some()) {
            return Ok(None);
        }
        let mut cap: Option<Int> = None;
        for element in elements {
            if let Some(Some(Value::Int(constant))) = self.closed(element, scope)? {
                cap = Some(cap.map_or(constant.clone(), |cap| cap.min(constant)));
            }
        }
        let Some(cap) = cap else { return Ok(None) };
        let number = |element: &Expr| match argument(element) {
            Some(root) => self.capped_root(root, &cap, scope),
            None => self.number(element, scope),
        };
        elements.iter().map(number).collect::<Defined<Vec<Number>>>().map(Some)
    }

    /// The lesser of a root and a constant. A negative number has no root.
    fn capped_root(&self, number: &Expr, cap: &Int, scope: &Scope) -> Defined<Number> {
        let cap = cap.to_i64().filter(|cap| (0..=MOST_FACTOR).contains(cap)).ok_or(Stuck::Undefinable)?;
        let number = self.number(number, scope)?;
        let below = |root: i64| -> Defined<Automaton> {
            let square = Number::constant(Int::from(root * root));
            Ok(self.compared(&number, Comparison::Lt, &square)?.holds)
        };
        let negative = below(0)?;
        let mut lower = number.undefined.or(&negative, self.room)?;
        let mut pieces = Vec::new();
        for root in 0..=cap {
            let higher = if root == cap { Automaton::constant(true) } else { below(root + 1)? };
            let when = higher.and(&lower.not(), self.room)?;
            pieces.push(Piece { when, fresh: Vec::new(), value: Linear::constant(Int::from(root)) });
            lower = lower.or(&higher, self.room)?;
        }
        Ok(Number { pieces, undefined: number.undefined.or(&negative, self.room)? })
    }
}

/// Returns the radicand, if an expression is an integer square root.
fn argument(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Builtin(Builtin::Isqrt, arguments) => arguments.first(),
        _ => None,
    }
}
