//! Truth values outside of arithmetic, if one name takes few values: they are evaluated value by value.

use super::{Bound, Defined, Definer, Linear, Number, Scope, Stuck, Truth};
use crate::ir::{Binary, Comparison, Expr, ExprKind, SlotId, Type, Unary, Value, walk};
use crate::laws::{Defined as Law, law};
use crate::number::Int;
use crate::theory::automaton::Automaton;

/// The most values of a name that is replaced by each of its values; with more, the truth stays
/// unknown.
const MOST_VALUES: usize = 1_000;

impl Definer<'_> {
    /// Defines the truth of an expression within a region. Outside of the region the result is
    /// arbitrary.
    pub fn truth_within(&self, expr: &Expr, scope: &Scope, region: &Automaton) -> Defined<Truth> {
        let truth = self.truth(expr, scope)?;
        let open = truth.unknown.and(region, self.room)?;
        if open.is_nothing() {
            return Ok(truth);
        }
        let refined =
            stacker::maybe_grow(64 << 10, 4 << 20, || self.refined(expr, scope, region, (&truth, &open)));
        match refined {
            Err(Stuck::Undefinable) => Ok(truth),
            refined => refined,
        }
    }

    fn refined(
        &self,
        expr: &Expr,
        scope: &Scope,
        region: &Automaton,
        (truth, open): (&Truth, &Automaton),
    ) -> Defined<Truth> {
        match &expr.kind {
            ExprKind::Unary(Unary::Not, inner) => self.not(&self.truth_within(inner, scope, region)?),
            ExprKind::Binary(Binary::And, left, right) => self.both_within((left, right), scope, region),
            // `a or b` is: not both are false.
            ExprKind::Binary(Binary::Or, left, right) => {
                let opposite = |expr: &Expr| Expr {
                    ty: expr.ty.clone(),
                    span: expr.span,
                    kind: ExprKind::Unary(Unary::Not, Box::new(expr.clone())),
                };
                self.not(&self.both_within((&opposite(left), &opposite(right)), scope, region)?)
            }
            ExprKind::Call(id, arguments) => {
                let (inner, missing) = self.called(*id, arguments, scope)?;
                let body = &self.instance.program.functions[id.index()].body.expr;
                self.truth_except(self.truth_within(body, &inner, region)?, &missing)
            }
            _ => self.value_by_value(expr, scope, (truth, open)),
        }
    }

    /// Defines the truth of `left and right` within a region.
    fn both_within(
        &self,
        (left, right): (&Expr, &Expr),
        scope: &Scope,
        region: &Automaton,
    ) -> Defined<Truth> {
        let first = self.truth_within(left, scope, region)?;
        let second = self.truth_within(right, scope, &region.and(&first.holds, self.room)?)?;
        let both = self.and(&first, &second)?;
        let open = both.unknown.and(region, self.room)?;
        if open.is_nothing() || !self.has_a_value(left, scope, region)? {
            return Ok(both);
        }
        // The left part always has a value, so the order does not matter.
        let second = self.truth_within(right, scope, region)?;
        let first = self.truth_within(left, scope, &region.and(&second.holds, self.room)?)?;
        self.and(&second, &first)
    }

    /// Evaluates an expression for each value that its only name has in the region `open`.
    fn value_by_value(
        &self,
        expr: &Expr,
        scope: &Scope,
        (truth, open): (&Truth, &Automaton),
    ) -> Defined<Truth> {
        let names = names(expr, scope);
        let [slot] = names[..] else { return Err(Stuck::Undefinable) };
        let Some(Bound::Number(number)) = scope.get(&slot) else { return Err(Stuck::Undefinable) };
        let value = self.fresh();
        let is_value = self.compared(number, Comparison::Eq, &Number::linear(Linear::unknown(value)))?.holds;
        let mut values = open.and(&is_value, self.room)?;
        if !open.and(&values.exists(value, self.room)?.not(), self.room)?.is_nothing() {
            return Err(Stuck::Undefinable);
        }
        for track in values.tracks().to_vec().into_iter().filter(|track| *track != value) {
            values = values.exists(track, self.room)?;
        }
        let values = values.listed(MOST_VALUES).ok_or(Stuck::Undefinable)?;
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for value in values {
            let mut inner = scope.clone();
            inner.insert(slot, Bound::Value(Value::Int(Int::from(value))));
            match self.closed(expr, &inner)? {
                Some(Some(Value::Bool(true))) => yes.push(value),
                Some(Some(Value::Bool(false))) => no.push(value),
                _ => {}
            }
        }
        let among = |values: &[u64]| -> Defined<Automaton> {
            let members = Automaton::one_of(value, values, self.room)?;
            Ok(members.and(&is_value, self.room)?.exists(value, self.room)?)
        };
        let holds = truth.holds.or(&among(&yes)?, self.room)?;
        let fails = self.fails(truth)?.or(&among(&no)?, self.room)?;
        self.from_both(holds, &fails)
    }

    /// Whether the form of an expression shows that it has a value for all values of its names in a
    /// region.
    fn has_a_value(&self, expr: &Expr, scope: &Scope, region: &Automaton) -> Defined<bool> {
        let (mut all, mut arguments_of) = (true, Vec::new());
        walk::everything(expr, &mut |part| {
            all &= match &part.kind {
                ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Compare(..) => {
                    true
                }
                ExprKind::Unary(Unary::Not | Unary::Negate, _) => true,
                ExprKind::Binary(op, ..) => matches!(
                    op,
                    Binary::And
                        | Binary::Or
                        | Binary::Implies
                        | Binary::Iff
                        | Binary::Add
                        | Binary::Subtract
                        | Binary::Multiply
                ),
                ExprKind::Builtin(builtin, arguments) if matches!(part.ty, Type::Int | Type::Bool) => {
                    match law(*builtin).defined {
                        Law::Everywhere | Law::WithRoom => true,
                        Law::From(least) if arguments.len() == 1 => match arguments[0].kind {
                            ExprKind::Local(slot) => {
                                arguments_of.push((slot, Int::from(i64::from(least))));
                                true
                            }
                            _ => false,
                        },
                        _ => false,
                    }
                }
                _ => false,
            };
        });
        if !all {
            return Ok(false);
        }
        for (slot, least) in arguments_of {
            let below = match scope.get(&slot) {
                Some(Bound::Number(number)) => {
                    self.compared(number, Comparison::Ge, &Number::constant(least))?.holds.not()
                }
                Some(Bound::Value(Value::Int(value))) if *value >= least => continue,
                _ => return Ok(false),
            };
            if !region.and(&below, self.room)?.is_nothing() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the names in an expression whose values in the scope are not constant, each once.
fn names(expr: &Expr, scope: &Scope) -> Vec<SlotId> {
    let mut names = Vec::new();
    walk::everything(expr, &mut |part| {
        if let ExprKind::Local(slot) = &part.kind
            && scope.get(slot).is_some_and(|bound| !matches!(bound, Bound::Value(_)))
            && !names.contains(slot)
        {
            names.push(*slot);
        }
    });
    names
}
