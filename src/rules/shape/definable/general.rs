//! Functions that are no arithmetic, as numbers that may be anything.
//!
//! What holds whatever the number of twos in `n` is, holds for the number that it is. So a claim may be proved with a
//! track in the place of `valuation(n, 2)`, the same one wherever the function is applied to the same number. That is
//! right only where the argument depends on nothing but the claim's own variables: a number that is chosen for some
//! value of an inner name would not depend on that value. Nothing is refuted in this way.

use super::number::joined;
use super::{Defined, Definer, Linear, Number, Piece, Scope, Stuck, Truth};
use crate::ir::{Builtin, Comparison, Conversion, Expr, ExprKind, Value, walk};
use crate::number::{Int, Real};
use crate::theory::automaton::{Automaton, Track};

/// The numbers that may be anything.
#[derive(Debug, Default)]
pub(super) struct Free {
    /// The claim's variables.
    rigid: Vec<Track>,
    /// The functions with their arguments, and the track of each.
    applied: Vec<(String, Linear, Track)>,
}

/// More are given up.
const MOST_APPLIED: usize = 12;

impl Definer<'_> {
    /// From now on takes functions of these tracks that are no arithmetic for any numbers.
    pub fn generalise(&self, rigid: &[Track]) {
        self.free.replace(Some(Free { rigid: rigid.to_vec(), applied: Vec::new() }));
    }

    /// Whether some function was taken for any number.
    pub fn has_generalised(&self) -> bool {
        self.free.borrow().as_ref().is_some_and(|free| !free.applied.is_empty())
    }

    /// A function of one number and of constants.
    pub(super) fn applied(&self, builtin: Builtin, arguments: &[Expr], scope: &Scope) -> Defined<Number> {
        let mut key = builtin.spelling().to_string();
        let mut varying = None;
        for argument in arguments {
            match self.closed(argument, scope)? {
                Some(Some(value)) => key.push_str(&format!(" {value:?}")),
                Some(None) => return Err(Stuck::Undefinable),
                None if varying.is_none() => {
                    key.push_str(" _");
                    varying = Some(argument);
                }
                None => return Err(Stuck::Undefinable),
            }
        }
        let number = self.number(varying.ok_or(Stuck::Undefinable)?, scope)?;
        let base = arguments.get(1).map(|base| self.closed(base, scope)).transpose()?.flatten().flatten();
        let zero = Number::constant(Int::ZERO);
        let inside = match (builtin, base) {
            (Builtin::Valuation, Some(Value::Int(base))) if base > Int::ONE => {
                self.compared(&number, Comparison::Ne, &zero)?
            }
            (Builtin::Popcount | Builtin::Isqrt, None) => self.compared(&number, Comparison::Ge, &zero)?,
            (Builtin::IsFib | Builtin::IsSquare, None) => self.compared(&number, Comparison::Eq, &number)?,
            _ => return Err(Stuck::Undefinable),
        };
        self.any_number_for(&key, number, &inside)
    }

    /// A function that is true or false: true where the number in its place is not 0.
    pub(super) fn applied_truth(
        &self,
        builtin: Builtin,
        arguments: &[Expr],
        scope: &Scope,
    ) -> Defined<Truth> {
        let number = self.applied(builtin, arguments, scope)?;
        self.compared(&number, Comparison::Ne, &Number::constant(Int::ZERO))
    }

    /// `floor` and `ceil` of a positive constant times a number, where that is natural.
    pub(super) fn rounded_multiple(&self, builtin: Builtin, expr: &Expr, scope: &Scope) -> Defined<Number> {
        let ExprKind::Binary(crate::ir::Binary::MultiplyReal, left, right) = &expr.kind else {
            return Err(Stuck::Undefinable);
        };
        for (factor, other) in [(left, right), (right, left)] {
            let (Some(Some(Value::Real(real))), ExprKind::Convert(Conversion::IntToReal, inner)) =
                (self.closed(factor, scope)?, &other.kind)
            else {
                continue;
            };
            if real.0.compare(&Real::from(Int::ZERO)).is_gt() {
                let key = format!("{} {:?}", builtin.spelling(), real.0);
                let number = self.number(inner, scope)?;
                let natural = self.compared(&number, Comparison::Ge, &Number::constant(Int::ZERO))?;
                return self.any_number_for(&key, number, &natural);
            }
        }
        Err(Stuck::Undefinable)
    }

    /// One number for each piece of the argument, where it lies inside; undefined elsewhere.
    fn any_number_for(&self, key: &str, argument: Number, inside: &Truth) -> Defined<Number> {
        let mut pieces = Vec::new();
        for piece in argument.pieces {
            let track = self.free_track(key, &piece.value)?;
            let when = piece.when.and(&inside.holds, self.room)?;
            pieces.push(Piece { when, fresh: joined(&piece.fresh, &[]), value: Linear::track(track) });
        }
        let undefined: Automaton = inside.holds.not();
        Ok(Number { pieces, undefined })
    }

    /// The track in the place of a function of a linear form.
    fn free_track(&self, key: &str, argument: &Linear) -> Defined<Track> {
        let mut free = self.free.borrow_mut();
        let free = free.as_mut().ok_or(Stuck::Undefinable)?;
        if argument.terms().0.iter().any(|(track, _)| !free.rigid.contains(track)) {
            return Err(Stuck::Undefinable);
        }
        if let Some((.., track)) = free.applied.iter().find(|it| it.0 == key && it.1 == *argument) {
            return Ok(*track);
        }
        if free.applied.len() == MOST_APPLIED {
            return Err(Stuck::TooLarge);
        }
        let track = self.fresh();
        free.applied.push((key.to_string(), argument.clone(), track));
        Ok(track)
    }
}

/// Whether an expression mentions nothing of a program but its own names.
pub fn stands_alone(expr: &Expr) -> bool {
    let mut alone = true;
    walk::everything(expr, &mut |inner| {
        let beside = matches!(
            inner.kind,
            ExprKind::Global(_) | ExprKind::Call(..) | ExprKind::Term(..) | ExprKind::Component(..)
        );
        alone &= !beside;
    });
    alone
}
