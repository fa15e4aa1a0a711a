//! Replaces functions outside of arithmetic, such as `valuation`, by arbitrary numbers, to prove
//! claims that mention them.
//!
//! A claim that holds whatever number stands for `valuation(n, 2)` holds for the actual value. So a
//! claim may be proved with a track in place of `valuation(n, 2)`, one track for all applications
//! of the function to one number. This is sound only if the argument depends on nothing but the
//! claim's own variables: if it depended on an inner name, one track would stand for the values at
//! all values of that name. Nothing is refuted by such a replacement.

use super::{Defined, Definer, Linear, Number, Piece, Scope, Sign, Stuck, Truth};
use crate::ir::{Builtin, Comparison, Conversion, Expr, ExprKind, Value, walk};
use crate::number::{Int, Real};
use crate::theory::automaton::{Automaton, Track};

/// The functions that arbitrary numbers replace.
#[derive(Debug)]
pub(super) struct Free {
    /// The claim's variables.
    rigid: Vec<Track>,
    /// The track of the argument in [`Argument::Related`].
    place: Track,
    /// The functions with their arguments, and the track of each.
    applied: Vec<(Function, Argument, Track)>,
}

/// A function of one number: a builtin, and its other arguments, which are constants.
type Function = (Builtin, Vec<Value>);

/// How the argument of a replaced function depends on the claim's variables. Applications of one
/// function with equal descriptions share a track.
#[derive(Debug)]
enum Argument {
    /// One linear form of the claim's variables, in all cases.
    Linear(Linear),
    /// The only number on the track `place` that is in this relation to the claim's variables.
    Related(Automaton),
}

/// The most applications of such functions; a claim with more is [`Stuck::TooLarge`].
const MOST_APPLIED: usize = 12;

impl Definer<'_> {
    /// From now on, replaces functions outside of arithmetic by arbitrary numbers, if they are
    /// applied to numbers that depend only on the tracks `rigid`.
    pub fn generalise(&self, rigid: &[Track]) {
        let place = self.fresh();
        self.free.replace(Some(Free { rigid: rigid.to_vec(), place, applied: Vec::new() }));
    }

    /// Returns an arbitrary number for a function of one number and of constants, where the
    /// function has a value.
    pub(super) fn applied(&self, builtin: Builtin, arguments: &[Expr], scope: &Scope) -> Defined<Number> {
        let (varying, constants) = arguments.split_first().ok_or(Stuck::Undefinable)?;
        let constant = |expr| self.closed(expr, scope)?.flatten().ok_or(Stuck::Undefinable);
        let constants = constants.iter().map(constant).collect::<Defined<Vec<Value>>>()?;
        let number = self.number(varying, scope)?;
        let zero = Number::constant(Int::ZERO);
        let inside = match (builtin, &*constants) {
            (Builtin::Valuation, [Value::Int(base)]) if *base > Int::ONE => {
                self.compared(&number, Comparison::Ne, &zero)?
            }
            (Builtin::Popcount | Builtin::Isqrt, []) => self.compared(&number, Comparison::Ge, &zero)?,
            (Builtin::IsFib | Builtin::IsSquare, []) => self.compared(&number, Comparison::Eq, &number)?,
            // The least part of the representation: 0 has none.
            (Builtin::Zeckendorf, []) => self.compared(&number, Comparison::Gt, &zero)?,
            _ => return Err(Stuck::Undefinable),
        };
        self.any_number_for(&(builtin, constants), number, &inside)
    }

    /// Returns an arbitrary truth value for a predicate: whether an arbitrary number is not 0.
    pub(super) fn applied_truth(
        &self,
        builtin: Builtin,
        arguments: &[Expr],
        scope: &Scope,
    ) -> Defined<Truth> {
        let number = self.applied(builtin, arguments, scope)?;
        self.compared(&number, Comparison::Ne, &Number::constant(Int::ZERO))
    }

    /// Returns an arbitrary number for `floor` or `ceil` of a positive constant times a number,
    /// where the number is natural.
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
                let function = (builtin, vec![Value::Real(real)]);
                let number = self.number(inner, scope)?;
                let natural = self.compared(&number, Comparison::Ge, &Number::constant(Int::ZERO))?;
                return self.any_number_for(&function, number, &natural);
            }
        }
        Err(Stuck::Undefinable)
    }

    /// Returns an arbitrary number for each piece of the argument; undefined where not `inside`.
    fn any_number_for(&self, function: &Function, argument: Number, inside: &Truth) -> Defined<Number> {
        let mut pieces = Vec::new();
        for piece in argument.pieces {
            let track = self.free_track(function, &piece)?;
            let when = piece.when.and(&inside.holds, self.room)?;
            pieces.push(Piece { when, fresh: piece.fresh, value: Linear::unknown(track) });
        }
        let undefined: Automaton = inside.holds.not();
        Ok(Number { pieces, undefined })
    }

    /// Returns the track that stands for a function of one piece of a number.
    fn free_track(&self, function: &Function, piece: &Piece) -> Defined<Track> {
        let argument = self.argument(piece)?;
        let mut free = self.free.borrow_mut();
        let free = free.as_mut().ok_or(Stuck::Undefinable)?;
        for (other, known, track) in &free.applied {
            let same = match (known, &argument) {
                (Argument::Linear(known), Argument::Linear(argument)) => known == argument,
                (Argument::Related(known), Argument::Related(argument)) => known.same(argument, self.room)?,
                _ => false,
            };
            if same && other == function {
                return Ok(*track);
            }
        }
        if free.applied.len() == MOST_APPLIED {
            return Err(Stuck::TooLarge);
        }
        let track = self.fresh();
        free.applied.push((function.clone(), argument, track));
        Ok(track)
    }

    /// The condition that functions give equal values for equal arguments.
    pub fn congruence(&self) -> Defined<Automaton> {
        let mut all = Automaton::constant(true);
        let free = self.free.borrow();
        let Some(Free { place, applied, .. }) = &*free else { return Ok(all) };
        let related = |argument: &Argument| -> Defined<Automaton> {
            match argument {
                Argument::Linear(value) => Ok(Linear::unknown(*place).sub(value).is_zero(self.room)?),
                Argument::Related(relation) => Ok(relation.clone()),
            }
        };
        for (at, (function, argument, track)) in applied.iter().enumerate() {
            let others = applied[..at].iter().filter(|other| other.0 == *function);
            for (_, other, value) in others {
                let both = related(argument)?.and(&related(other)?, self.room)?.exists(*place, self.room)?;
                let differ = Linear::unknown(*track).sub(&Linear::unknown(*value)).is_zero(self.room)?.not();
                all = all.and(&both.and(&differ, self.room)?.not(), self.room)?;
            }
        }
        Ok(all)
    }

    /// Describes a piece of a number as an argument; fails unless the claim's variables determine
    /// the value of the piece.
    fn argument(&self, piece: &Piece) -> Defined<Argument> {
        let free = self.free.borrow();
        let Free { rigid, place, .. } = free.as_ref().ok_or(Stuck::Undefinable)?;
        let terms = piece.value.terms();
        if terms.iter().all(|(track, _)| rigid.contains(track)) {
            return Ok(Argument::Linear(piece.value.clone()));
        }
        // The piece also depends on its fresh tracks. Its value must be natural, because numbers on
        // tracks, such as `place`, are naturals.
        let mut tracks = piece.when.tracks().iter().chain(terms.iter().map(|(track, _)| track));
        let decided = tracks.all(|track| rigid.contains(track) || piece.fresh.contains(track));
        let negative = piece.value.is_negative(self.room)?;
        if !decided || !piece.when.and(&negative, self.room)?.is_nothing() {
            return Err(Stuck::Undefinable);
        }
        let here = Linear::unknown(*place).sub(&piece.value).is_zero(self.room)?;
        let relation = self.hide(piece.when.and(&here, self.room)?, &piece.fresh)?;
        // If the argument could be several numbers, one track would state that the function has
        // equal values at them.
        let other = self.fresh();
        let again = relation.renamed(|track| if track == *place { other } else { track });
        let differ = Linear::unknown(*place).sub(&Linear::unknown(other)).is_zero(self.room)?.not();
        match relation.and(&again, self.room)?.and(&differ, self.room)?.is_nothing() {
            true => Ok(Argument::Related(relation)),
            false => Err(Stuck::Undefinable),
        }
    }
}

/// Whether an expression uses nothing of a program except its own names.
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
