//! Finds the period of a sequence of values, and proves it if possible.

use super::repetition::Numbers;
use super::seen::Seen;
use super::{Evidence, Judge, arithmetic, guess};
use crate::ir::{Body, Expr, ExprKind, GameId, Repeats, SlotId, Term, Type, Value};
use crate::number::Int;
use crate::position::{Evaluated, Evaluator, Limit};
use crate::solve::take_and_break::{Halted, Search};
use crate::solve::{Heap, Heaps};
use crate::theory::period::{Candidates, Period, least};
use std::rc::Rc;

/// The period of a sequence of values, and other properties of the examined values.
#[derive(Debug, Clone)]
pub struct Periodicity {
    /// The least period with the least preperiod, proved or only observed; `None` if none was seen.
    pub period: Option<Period>,
    /// How certain the period is.
    pub evidence: Evidence,
    /// Other properties of the examined values.
    pub seen: Seen,
    /// The limit that ended the search, if one did.
    pub limit: Option<Limit>,
}

/// How many values are examined if no bound is given and the game is not one heap.
const VALUES: u64 = 1_001;

/// The result of a search for a period.
struct Found<'a> {
    period: Option<Period>,
    evidence: Evidence,
    values: Known<'a>,
    limit: Option<Limit>,
}

/// The examined values, from index 0 on.
enum Known<'a> {
    Listed(Vec<u32>),
    /// The values of a one-heap game, read where the engine keeps them: they may be too many to
    /// copy.
    Heap(Rc<Heaps<'a>>, GameId),
}

impl Known<'_> {
    fn len(&self) -> usize {
        match self {
            Known::Listed(values) => values.len(),
            Known::Heap(heaps, game) => heaps.found(*game).map_or(0, Heap::len),
        }
    }

    fn listed(&self) -> Vec<u32> {
        match self {
            Known::Listed(values) => values.clone(),
            Known::Heap(heaps, game) => {
                heaps.found(*game).map_or_else(Vec::new, |it| it.known().iter().collect())
            }
        }
    }

    fn seen(&self, period: Option<Period>) -> Seen {
        match self {
            Known::Listed(values) => Seen::new(values.len(), |n| values.get(n).copied(), period),
            Known::Heap(heaps, game) => heaps.found(*game).map_or_else(Seen::default, |heap| {
                let values = heap.known();
                Seen::new(values.len(), |n| values.get(n), period)
            }),
        }
    }
}

impl<'a> Judge<'_, 'a, '_> {
    /// Looks for the period of the values of a position with one variable.
    pub fn period(&mut self, pattern: &Body, variable: SlotId) -> Evaluated<Periodicity> {
        Ok(told(&self.find_period(pattern, variable)?))
    }

    /// Looks for the period as [`Judge::period`] does, and also returns the examined values, from
    /// index 0 on.
    pub fn period_and_values(
        &mut self,
        pattern: &Body,
        variable: SlotId,
    ) -> Evaluated<(Periodicity, Vec<u32>)> {
        let found = self.find_period(pattern, variable)?;
        Ok((told(&found), found.values.listed()))
    }

    fn find_period(&mut self, pattern: &Body, variable: SlotId) -> Evaluated<Found<'a>> {
        let proved = |found: &Found<'_>| matches!(found.evidence, Evidence::Proved { .. });
        // A short search, then an argument, and only then a long search.
        for patient in [false, true] {
            match self.period_of_heap(&pattern.expr, variable, patient) {
                Some(found) if proved(&found) => return Ok(found),
                Some(found) => {
                    let found = self.settle_period(pattern, variable, found);
                    if proved(&found) || patient {
                        return Ok(found);
                    }
                }
                None => break,
            }
        }
        let found = self.period_of_values(pattern, variable)?;
        Ok(self.settle_period(pattern, variable, found))
    }

    /// Finds the period by the theorems about games of one heap. `None` if the pattern is not
    /// `G(n)` for such a game `G`. Unless `patient`, only few values are computed.
    fn period_of_heap(&mut self, expr: &Expr, variable: SlotId, patient: bool) -> Option<Found<'a>> {
        let game = component_of(expr, variable)?;
        let heaps = self.solver.heaps();
        let budget = self.solver.budget();
        let heap = heaps.heap(game, budget)?;
        let positions = usize::try_from(budget.positions).unwrap_or(usize::MAX);
        let most = self.options.bound.and_then(|bound| usize::try_from(bound).ok()).unwrap_or(positions);
        let most = if patient { most } else { most.min(heap.affordable()) };
        let found = heap.search(most, budget);
        let known = heap.len();
        let (period, evidence, limit) = match found {
            Search::Proved { period, certificate } => {
                let agrees = Some(format!("n <= {}", known.saturating_sub(1)));
                let evidence = Evidence::Proved { by: certificate.cite().to_string(), agrees };
                (Some(period), evidence, None)
            }
            Search::Seen { candidate, halted, .. } => {
                let limit = halted.map(|halted| match halted {
                    Halted::Stopped => (budget.stopper())().unwrap_or(Limit::Time),
                    Halted::OutOfMemory | Halted::ValueTooWide => Limit::Memory,
                });
                (candidate, seen(candidate, known, limit), limit)
            }
        };
        let values = Known::Heap(Rc::clone(&heaps), game);
        Some(Found { period, evidence, values, limit })
    }

    /// Finds the period by computing the values of the positions for n = 0, 1, 2, …. The period is
    /// only observed, not proved.
    fn period_of_values(&mut self, pattern: &Body, variable: SlotId) -> Evaluated<Found<'a>> {
        let mut frame = vec![Value::Bool(false); pattern.slots.len()];
        let mut values = Vec::new();
        let mut limit = None;
        for n in 0..self.options.bound.unwrap_or(VALUES) {
            frame[variable.index()] = Value::Int(Int::from(n));
            let budget = self.solver.budget();
            let position = Evaluator::new(self.instance, budget).value(&pattern.expr, &mut frame)?;
            let Value::Position(position) = position else { break };
            match self.solver.sg(&position) {
                Ok(value) => match value.to_i64().and_then(|value| u32::try_from(value).ok()) {
                    Some(value) => values.push(value),
                    None => break,
                },
                Err(problem) => match problem.kind {
                    crate::position::ProblemKind::Limit(reached) if !values.is_empty() => {
                        limit = Some(reached);
                        break;
                    }
                    _ => return Err(problem),
                },
            }
        }
        // The values after the preperiod contain the period at least twice.
        let half = values.len() / 2;
        let twice = |it: &Period| it.preperiod <= half && it.period <= half / 2;
        let candidate = Candidates::new(&values).find(twice).map(|it| least(&values, it));
        let evidence = seen(candidate, values.len(), limit);
        Ok(Found { period: candidate, evidence, values: Known::Listed(values), limit })
    }

    /// Proves an observed period by arithmetic over values that are proved for all positions. If
    /// that fails, returns `found` unchanged.
    fn settle_period(&mut self, pattern: &Body, variable: SlotId, mut found: Found<'a>) -> Found<'a> {
        let Some(period) = found.period else { return found };
        let value = Expr {
            kind: ExprKind::Term(Term::Sg, vec![pattern.expr.clone()]),
            ty: Type::Int,
            span: pattern.expr.span,
        };
        guess::learn(self, &value);
        let constant = |number: usize| Expr {
            kind: ExprKind::Literal(Value::Int(Int::from(number))),
            ty: Type::Int,
            span: pattern.expr.span,
        };
        let repeats = Repeats { variable, value, period: constant(period.period), adding: None, from: None };
        let numbers = Numbers {
            period: period.period as u64,
            adding: Int::from(u64::from(period.saltus)),
            from: period.preperiod as u64,
        };
        let proved = arithmetic::repeats(self.instance, &repeats, &numbers, &self.proven, self.solver);
        if let Some((None, by)) = proved {
            let agrees = Some(format!("n <= {}", found.values.len().saturating_sub(1)));
            found.evidence = Evidence::Proved { by, agrees };
            found.period = Some(least(&found.values.listed(), period));
            found.limit = None;
        }
        found
    }
}

/// The result for callers: without the values themselves.
fn told(found: &Found<'_>) -> Periodicity {
    let seen = found.values.seen(found.period);
    Periodicity { period: found.period, evidence: found.evidence.clone(), seen, limit: found.limit }
}

/// The evidence after a search without proof among the first `values` values: checked if a period
/// was observed, otherwise undecided.
fn seen(candidate: Option<Period>, values: usize, limit: Option<Limit>) -> Evidence {
    let bound = format!("n <= {}", values.saturating_sub(1));
    match candidate {
        Some(_) => Evidence::Checked { bound },
        None => Evidence::Undecided { limit, why: format!("no period among the values for {bound}") },
    }
}

/// Returns the game `G` if the pattern is `G(n)`, where `n` is the variable.
pub fn game_of_pattern(pattern: &Body, variable: SlotId) -> Option<GameId> {
    component_of(&pattern.expr, variable)
}

/// Returns the game `G` of `G(n)`, where `n` is the variable; `None` for other expressions.
fn component_of(expr: &Expr, variable: SlotId) -> Option<GameId> {
    let ExprKind::Component(game, arguments) = &expr.kind else { return None };
    let [argument] = &**arguments else { return None };
    matches!(argument.kind, ExprKind::Local(slot) if slot == variable).then_some(*game)
}

/// Returns the game `G` of `sg(G(n)) repeats …`, where `n` is the variable; `None` for other
/// claims.
pub fn game_of(repeats: &Repeats) -> Option<GameId> {
    let ExprKind::Term(Term::Sg, positions) = &repeats.value.kind else { return None };
    component_of(positions.first()?, repeats.variable)
}
