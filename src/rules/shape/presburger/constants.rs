//! Functions of a constant and a number, defined case by case: the constant divided by the number,
//! and their greatest common divisor.

use super::{Defined, Definer, Number, Piece, Scope, Stuck};
use crate::ir::{Binary, Comparison, Expr};
use crate::number::Int;
use crate::theory::automaton::Automaton;

/// The largest constant for which cases are made; with a larger one, the function is undefinable.
const MOST_CONSTANT: i64 = 100;

impl Definer<'_> {
    /// A natural constant divided by a number, or the remainder. Undefined where the number is not
    /// positive, although a quotient by a negative number has a value.
    pub(super) fn constant_divided(&self, op: Binary, constant: &Int, by: &Number) -> Defined<Number> {
        let most =
            constant.to_i64().filter(|it| (0..=MOST_CONSTANT).contains(it)).ok_or(Stuck::Undefinable)?;
        let case = |op, at: i64| -> Defined<Automaton> {
            Ok(self.compared(by, op, &Number::constant(Int::from(at)))?.holds)
        };
        let result = |quotient: i64, rest: i64| if op == Binary::Div { quotient } else { rest };
        let mut pieces = vec![self.piece(case(Comparison::Gt, most)?, result(0, most))];
        for divisor in 1..=most {
            pieces.push(self.piece(case(Comparison::Eq, divisor)?, result(most / divisor, most % divisor)));
        }
        let undefined = by.undefined.or(&case(Comparison::Le, 0)?, self.room)?;
        self.merged(Number { pieces, undefined })
    }

    /// The greatest common divisor of a number and a positive constant.
    pub(super) fn common_divisor(&self, arguments: &[Expr], scope: &Scope) -> Defined<Number> {
        let [left, right] = arguments else { return Err(Stuck::Undefinable) };
        let (a, b) = (self.number(left, scope)?, self.number(right, scope)?);
        let (number, constant) = match (a.as_constant(), b.as_constant()) {
            (_, Some(constant)) => (&a, constant),
            (Some(constant), _) => (&b, constant),
            _ => return Err(Stuck::Undefinable),
        };
        let most =
            constant.to_i64().filter(|it| (1..=MOST_CONSTANT).contains(it)).ok_or(Stuck::Undefinable)?;
        let (_, rest) = self.divided(number, constant)?;
        let mut pieces = Vec::new();
        for at in 0..most {
            let here = self.compared(&rest, Comparison::Eq, &Number::constant(Int::from(at)))?.holds;
            let divisor = Int::from(at).gcd(constant);
            pieces.push(Piece { value: super::Linear::constant(divisor), ..self.piece(here, 0) });
        }
        self.merged(Number { pieces, undefined: number.undefined.clone() })
    }

    fn piece(&self, when: Automaton, value: i64) -> Piece {
        Piece { when, fresh: Vec::new(), value: super::Linear::constant(Int::from(value)) }
    }
}
