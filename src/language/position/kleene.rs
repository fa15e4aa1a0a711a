//! Truth values where a quantifier over all naturals may stay open: Kleene's three-valued logic.
//!
//! A truth value is closed (`Ok(true)` or `Ok(false)`) or open. The evaluation of an open one ends
//! with the problem [`ProblemKind::Open`]. So an expression that counts, sums, collects or compares
//! over an open truth value is open too, and an open truth value is never mistaken for a closed
//! one. The connectives, `if`, `let` and the quantifiers catch the problem and continue, because
//! their other parts may decide.

use super::comprehension::bind;
use super::evaluator::{Evaluator, Flow, Frame, problem};
use super::open::{agreed, decided_by_left, leaning_of, negated, open_on_the_left};
use super::{Evaluated, Open, Problem, ProblemKind};
use crate::ir::{Binary, Clause, Expr, ExprKind, SlotId, Value};
use crate::number::Int;
use crate::source::Span;

/// A quantifier continues beyond its bound only while the number of all its cases, those within the
/// bound included, is at most this.
const MOST_FURTHER: u64 = 5_000;

/// Beyond the bound, examination stops after the first number whose cases need more components and
/// positions than this.
const MOST_EXAMINED: usize = 300_000;

impl<'a, 'b> Evaluator<'a, 'b> {
    /// `and`, `or`, `=>` or `<=>` between two truth values.
    pub(super) fn connective(
        &mut self,
        op: Binary,
        left: &Expr,
        right: &Expr,
        frame: &mut Frame,
    ) -> Evaluated<bool> {
        match self.truth(left, frame) {
            Ok(left) => match decided_by_left(op, left) {
                Some(decided) => Ok(decided),
                None if op == Binary::Iff && !left => negated(self.truth(right, frame)),
                None => self.truth(right, frame),
            },
            Err(problem) if problem.open().is_some() => {
                let right = self.truth(right, frame);
                open_on_the_left(op, problem, right)
            }
            Err(problem) => Err(problem),
        }
    }

    /// The value of `if` with an open condition: both branches are evaluated, and must agree.
    pub(super) fn if_open(
        &mut self,
        condition: Problem,
        parts: [&Expr; 2],
        frame: &mut Frame,
    ) -> Evaluated<Value> {
        let (first, second) = (self.value(parts[0], frame), self.value(parts[1], frame));
        agreed(condition, first, second)
    }

    /// The value of `let` with an open truth value: the body is evaluated with both truth values,
    /// and the results must agree.
    pub(super) fn let_open(
        &mut self,
        value: Problem,
        pattern: &crate::ir::Pattern,
        body: &Expr,
        frame: &mut Frame,
    ) -> Evaluated<Value> {
        bind(pattern, Value::Bool(true), frame);
        let first = self.value(body, frame);
        bind(pattern, Value::Bool(false), frame);
        let second = self.value(body, frame);
        agreed(value, first, second)
    }

    /// The truth value of a quantifier, or of `all` or `any` over a comprehension.
    pub(super) fn quantifier(
        &mut self,
        forall: bool,
        clauses: &[Clause],
        body: &Expr,
        frame: &mut Frame,
        span: Span,
    ) -> Evaluated<bool> {
        if clauses.iter().any(is_unbounded) {
            return self.over_naturals(forall, clauses, body, frame, span);
        }
        let mut weighed = Weighed::new(forall);
        let visited = self.clauses(clauses, frame, &mut |this, frame| {
            let truth = this.truth(body, frame);
            weighed.add(None, truth)
        });
        match visited {
            // A condition or a domain is open; open cases do not end the visit, because `add` keeps
            // them. The quantifier begins again, prepared for open conditions.
            Err(problem) if problem.open().is_some() => {
                weighed = Weighed::new(forall);
                self.conditional(clauses, None, body, frame, &mut weighed)?;
            }
            visited => {
                visited?;
            }
        }
        weighed.finish()
    }

    /// Adds all cases of a quantifier with open conditions or domains to `weighed`. `condition` is
    /// the problem of the open conditions before `clauses`; `None` if all of these hold.
    fn conditional(
        &mut self,
        clauses: &[Clause],
        condition: Option<&Problem>,
        body: &Expr,
        frame: &mut Frame,
        weighed: &mut Weighed,
    ) -> Evaluated<Flow> {
        let Some((first, rest)) = clauses.split_first() else {
            let truth = self.truth(body, frame);
            return weighed.add(condition, truth);
        };
        match first {
            Clause::If(filter) => {
                let filter = self.truth(filter, frame);
                let both = match (condition.cloned(), filter) {
                    (None, Ok(false)) => return Ok(Flow::More),
                    (condition, Ok(true)) => condition,
                    (None, Err(problem)) if problem.open().is_some() => Some(problem),
                    (Some(condition), right) => match open_on_the_left(Binary::And, condition, right) {
                        Ok(_) => return Ok(Flow::More),
                        Err(problem) if problem.open().is_some() => Some(problem),
                        Err(problem) => return Err(problem),
                    },
                    (None, Err(problem)) => return Err(problem),
                };
                self.conditional(rest, both.as_ref(), body, frame, weighed)
            }
            Clause::For(pattern, domain) => {
                let visited = self.each(domain, frame, &mut |this, frame, value| {
                    bind(pattern, value, frame);
                    this.conditional(rest, condition, body, frame, weighed)
                });
                match visited {
                    Err(problem) if problem.open().is_some() => {
                        // The set of cases is unknown, so nothing is known about them.
                        weighed.note(problem.failing(true), None);
                        Ok(Flow::More)
                    }
                    visited => visited,
                }
            }
        }
    }

    /// The truth value of a quantifier over all naturals; open if no examined case decides.
    /// Examines all cases up to the bound, and doubles the bound while that is cheap.
    fn over_naturals(
        &mut self,
        forall: bool,
        clauses: &[Clause],
        body: &Expr,
        frame: &mut Frame,
        span: Span,
    ) -> Evaluated<bool> {
        let slots = crate::ir::slots_of(clauses);
        let mut weighed = Weighed::new(forall);
        let naturals = Naturals { slots: &slots, clauses, body, span };
        let mut bound = self.reach.bound;
        for greatest in 0..=bound {
            if self.shell(&naturals, greatest, frame, &mut weighed)? == Flow::Stop {
                return weighed.finish();
            }
        }
        if self.further(&naturals, &mut bound, frame, &mut weighed)? == Flow::Stop {
            return weighed.finish();
        }
        let open = Open { leaning: Some(forall), may_fail: false, forall, slots, bound };
        let own = problem(span, ProblemKind::Open(Box::new(open)));
        weighed.note(own, Some(false));
        weighed.doubt();
        weighed.finish()
    }

    /// Continues beyond `bound`, and raises it to the last number whose cases were all examined.
    fn further(
        &mut self,
        naturals: &Naturals<'_>,
        bound: &mut u64,
        frame: &mut Frame,
        weighed: &mut Weighed,
    ) -> Evaluated<Flow> {
        let mut next = bound.saturating_add(1).checked_next_power_of_two();
        while let Some(to) = next.filter(|to| self.can_look_up_to(naturals, *bound, *to)) {
            for greatest in *bound + 1..=to {
                let before = self.examined();
                match self.shell(naturals, greatest, frame, weighed) {
                    Ok(Flow::Stop) => return Ok(Flow::Stop),
                    Ok(Flow::More) => {}
                    Err(problem) if problem.must_stop() => return Err(problem),
                    // The user did not ask for values this large, so errors at them are ignored.
                    Err(_) => return Ok(Flow::More),
                }
                *bound = greatest;
                if self.examined().saturating_sub(before) > MOST_EXAMINED {
                    return Ok(Flow::More);
                }
            }
            next = to.checked_mul(2);
        }
        Ok(Flow::More)
    }

    /// Whether the cases whose greatest number is from `bound + 1` to `to` may be examined. If so,
    /// subtracts how many they are from `reach.patience`.
    fn can_look_up_to(&mut self, naturals: &Naturals<'_>, bound: u64, to: u64) -> bool {
        let dimensions = naturals.slots.len() as u32;
        let cases = |bound: u64| bound.saturating_add(1).saturating_pow(dimensions);
        let further = cases(to).saturating_sub(cases(bound));
        let can = cases(to) <= MOST_FURTHER && further <= self.reach.patience;
        if can {
            self.reach.patience -= further;
        }
        can
    }

    /// How many components and positions were examined for answers about play.
    fn examined(&self) -> usize {
        self.terms.as_ref().map_or(0, |terms| terms.examined())
    }

    /// Examines the cases whose greatest number is `greatest`, until one decides the quantifier.
    fn shell(
        &mut self,
        naturals: &Naturals<'_>,
        greatest: u64,
        frame: &mut Frame,
        weighed: &mut Weighed,
    ) -> Evaluated<Flow> {
        let Some(last) = naturals.slots.len().checked_sub(1) else { return Ok(Flow::More) };
        let mut case = vec![0u64; last + 1];
        loop {
            // Skips cases in which all numbers are smaller.
            if !case[..last].contains(&greatest) {
                case[last] = greatest;
            }
            self.tick(1, naturals.span)?;
            for (slot, number) in naturals.slots.iter().zip(&case) {
                frame[slot.index()] = Value::Int(Int::from(*number));
            }
            let before = self.examined();
            let flow = self.case_of_naturals(naturals, frame, weighed)?;
            if self.examined() > before {
                // One answer about play may take as long as thousands of steps.
                self.look_at_the_clock(naturals.span)?;
            }
            if flow == Flow::Stop {
                return Ok(Flow::Stop);
            }
            let Some(place) = (0..=last).rev().find(|place| case[*place] < greatest) else {
                return Ok(Flow::More);
            };
            case[place] += 1;
            case[place + 1..].fill(0);
        }
    }

    /// Evaluates the case whose numbers are in the frame, and adds its result.
    fn case_of_naturals(
        &mut self,
        naturals: &Naturals<'_>,
        frame: &mut Frame,
        weighed: &mut Weighed,
    ) -> Evaluated<Flow> {
        match self.filters(naturals.clauses.iter(), frame) {
            Ok(true) => {
                let truth = self.truth(naturals.body, frame);
                weighed.add(None, truth)
            }
            Ok(false) => Ok(Flow::More),
            Err(problem) if problem.open().is_some() => {
                let truth = self.truth(naturals.body, frame);
                weighed.add(Some(&problem), truth)
            }
            Err(problem) => Err(problem),
        }
    }

    /// Whether all conditions in some clauses hold. The values of the variables are in the frame.
    pub fn filters<'e>(
        &mut self,
        clauses: impl Iterator<Item = &'e Clause>,
        frame: &mut Frame,
    ) -> Evaluated<bool> {
        let mut open: Option<Problem> = None;
        for clause in clauses {
            let Clause::If(condition) = clause else { continue };
            let truth = self.truth(condition, frame);
            let both = match open.take() {
                None => truth,
                Some(before) => open_on_the_left(Binary::And, before, truth),
            };
            match both {
                Ok(true) => {}
                Err(problem) if problem.open().is_some() => open = Some(problem),
                decided => return decided,
            }
        }
        open.map_or(Ok(true), Err)
    }
}

/// A quantifier over all naturals.
struct Naturals<'e> {
    slots: &'e [SlotId],
    clauses: &'e [Clause],
    body: &'e Expr,
    span: Span,
}

/// Whether a clause binds a name to all naturals.
pub fn is_unbounded(clause: &Clause) -> bool {
    matches!(clause, Clause::For(_, domain) if matches!(domain.kind, ExprKind::Naturals))
}

/// The results for the examined cases of a quantifier.
struct Weighed {
    forall: bool,
    /// Whether a closed case decides the quantifier: false in a `forall`, true in an `exists`.
    found: bool,
    /// The problem of the first open case that may decide, or otherwise of the first open case.
    open: Option<Problem>,
    /// Whether an open case decides the quantifier if the tentative truth values are right; `None`
    /// if this cannot be determined.
    leaning: Option<bool>,
    /// Whether an open case, or a case after an open one, may have no value: then no later case
    /// decides.
    may_fail: bool,
}

impl Weighed {
    fn new(forall: bool) -> Weighed {
        Weighed { forall, found: false, open: None, leaning: Some(false), may_fail: false }
    }

    /// Adds the truth value of the body in one case. `condition` is the problem of the condition of
    /// the case if that is open; `None` if the condition holds. Returns `Stop` if the case decides
    /// the quantifier.
    fn add(&mut self, condition: Option<&Problem>, truth: Evaluated<bool>) -> Evaluated<Flow> {
        let forall = self.forall;
        match (condition, truth) {
            (None, Ok(truth)) if truth == forall => return Ok(Flow::More),
            (Some(condition), Ok(truth)) if truth == forall && !condition.may_fail() => {
                return Ok(Flow::More);
            }
            (None, Ok(_)) => {
                self.found = true;
                return Ok(Flow::Stop);
            }
            (_, Err(problem)) if problem.is_limit() => return Err(problem),
            (Some(condition), Err(problem)) if problem.open().is_none_or(|it| it.may_fail) => {
                self.note(condition.clone().failing(true), None);
            }
            (Some(condition), truth) => {
                let under = condition.open().and_then(|open| open.leaning);
                let decides = match leaning_of(&truth).map(|truth| truth != forall) {
                    Some(false) => Some(false),
                    _ if under == Some(false) => Some(false),
                    decides => under.and(decides),
                };
                self.note(condition.clone(), decides);
            }
            (None, Err(problem)) if problem.open().is_some() => {
                let decides = problem.open().and_then(|open| open.leaning).map(|it| it != forall);
                self.note(problem, decides);
            }
            // An earlier open case may decide, and then this case would not be reached: its problem
            // is ignored.
            (None, Err(_)) if self.open.is_some() => self.may_fail = true,
            (None, Err(problem)) => return Err(problem),
        }
        Ok(Flow::More)
    }

    /// Records the problem of an open case, and whether the case decides the quantifier if the
    /// tentative truth values are right.
    fn note(&mut self, problem: Problem, decides: Option<bool>) {
        self.may_fail |= problem.may_fail();
        let before = self.leaning;
        self.leaning = match (before, decides) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        };
        if self.open.is_none() || (before == Some(false) && decides != Some(false)) {
            self.open = Some(problem);
        }
    }

    /// Discards the tentative result that an open case decides the quantifier. If the body also
    /// quantifies over all naturals, such cases near the bound prove nothing: in
    /// `exists m: forall k: k > m => …`, no `k` is left to examine when `m` is the bound.
    fn doubt(&mut self) {
        self.leaning = self.leaning.filter(|decides| !decides);
    }

    /// The truth value of the quantifier; the problem of an open case if no case decides.
    fn finish(self) -> Evaluated<bool> {
        match self.open {
            _ if self.found && !self.may_fail => Ok(!self.forall),
            None => Ok(self.forall),
            Some(problem) => {
                let leaning = self.leaning.map(|decides| decides != self.forall);
                Err(problem.leaning(leaning).failing(self.may_fail))
            }
        }
    }
}
