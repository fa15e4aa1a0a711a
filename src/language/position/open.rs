//! Negation, connectives and `if` on truth values that may be open (see [`Open`]). A result is
//! closed only if the closed operands decide it.

use super::{Evaluated, Limit, Open, Problem, ProblemKind};
use crate::ir::{Binary, Value};

impl Problem {
    /// Why a truth value is open; `None` for any other problem.
    pub fn open(&self) -> Option<&Open> {
        match &self.kind {
            ProblemKind::Open(open) => Some(open),
            _ => None,
        }
    }

    /// This problem, with the tentative truth value removed.
    pub fn told_nothing(self) -> Problem {
        self.leaning(None)
    }

    /// Whether the truth value is open and may not exist at all.
    pub(super) fn may_fail(&self) -> bool {
        self.open().is_some_and(|open| open.may_fail)
    }

    /// This problem. If it is an open truth value and `may_fail` holds, it now states that the
    /// expression may have no value, and has no tentative truth value.
    pub fn failing(mut self, may_fail: bool) -> Problem {
        if let ProblemKind::Open(open) = &mut self.kind
            && may_fail
        {
            open.may_fail = true;
            open.leaning = None;
        }
        self
    }

    /// The problem of an expression that has an open truth value as an operand but is no connective,
    /// such as `[P, Q][0]` or `P == Q`. Its other operands were not evaluated.
    pub(super) fn of_operand(self) -> Problem {
        self.failing(true)
    }

    /// Whether the problem is that a limit was reached.
    pub fn is_limit(&self) -> bool {
        matches!(self.kind, ProblemKind::Limit(_))
    }

    /// This problem, with another tentative truth value.
    pub(super) fn leaning(mut self, leaning: Option<bool>) -> Problem {
        if let ProblemKind::Open(open) = &mut self.kind {
            open.leaning = leaning;
        }
        self
    }
}

/// The tentative truth value of an open truth value, or the truth value itself if it is closed;
/// `None` for any other problem.
pub(super) fn leaning_of(truth: &Evaluated<bool>) -> Option<bool> {
    match truth {
        Ok(truth) => Some(*truth),
        Err(problem) => problem.open().and_then(|open| open.leaning),
    }
}

/// The negation of a truth value. For an open truth value, the tentative truth value is negated.
pub(super) fn negated(truth: Evaluated<bool>) -> Evaluated<bool> {
    match truth {
        Ok(truth) => Ok(!truth),
        Err(problem) => {
            let leaning = problem.open().and_then(|open| open.leaning);
            Err(problem.leaning(leaning.map(|it| !it)))
        }
    }
}

/// The value of `and`, `or`, `=>` or `<=>` for two closed truth values.
fn connected(op: Binary, left: bool, right: bool) -> bool {
    match op {
        Binary::And => left && right,
        Binary::Or => left || right,
        Binary::Implies => !left || right,
        _ => left == right,
    }
}

/// The truth value of a connective, if its left side alone decides it.
pub(super) fn decided_by_left(op: Binary, left: bool) -> Option<bool> {
    match (op, left) {
        (Binary::And, false) => Some(false),
        (Binary::Or, true) | (Binary::Implies, false) => Some(true),
        _ => None,
    }
}

/// The truth value of a connective, if its right side alone decides it.
fn decided_by_right(op: Binary, right: bool) -> Option<bool> {
    match (op, right) {
        (Binary::And, false) => Some(false),
        (Binary::Or | Binary::Implies, true) => Some(true),
        _ => None,
    }
}

impl Problem {
    /// Whether the problem is a limit that ends the whole computation. The limit on positions ends
    /// only one question.
    pub(super) fn must_stop(&self) -> bool {
        matches!(self.kind, ProblemKind::Limit(Limit::Time | Limit::Memory | Limit::Interrupt))
    }
}

/// The truth value of a connective whose left side is open with the problem `left`. It is closed if
/// the right side alone decides it and the left side certainly has a value. A limit on the right
/// side is returned; otherwise the result is open with the problem `left`.
pub(super) fn open_on_the_left(op: Binary, left: Problem, right: Evaluated<bool>) -> Evaluated<bool> {
    let before = left.open().and_then(|open| open.leaning);
    let both = |right| before.map(|before| connected(op, before, right));
    match right {
        Ok(_) if left.may_fail() => Err(left),
        Ok(right) => match decided_by_right(op, right) {
            Some(decided) => Ok(decided),
            None => Err(left.leaning(both(right))),
        },
        Err(problem) if problem.is_limit() => Err(problem),
        Err(problem) if problem.open().is_none() || problem.may_fail() => Err(left.failing(true)),
        right => {
            let alone = before.and_then(|before| decided_by_left(op, before));
            let leaning = alone.or_else(|| leaning_of(&right).and_then(both));
            Err(left.leaning(leaning))
        }
    }
}

/// The value of an expression with an open condition, from its values if the condition is true and
/// if it is false. If these are equal, and the condition certainly has a value, returns this value.
/// Returns a limit that one of them reached. Otherwise returns the problem of the condition, whose
/// tentative truth value selects the tentative result.
pub(super) fn agreed(
    open: Problem,
    if_true: Evaluated<Value>,
    if_false: Evaluated<Value>,
) -> Evaluated<Value> {
    let chosen = match open.open().and_then(|open| open.leaning) {
        Some(true) => Some(&if_true),
        Some(false) => Some(&if_false),
        None => None,
    };
    let leaning = chosen.and_then(|chosen| match chosen {
        Ok(Value::Bool(truth)) => Some(*truth),
        Ok(_) => None,
        Err(problem) => problem.open().and_then(|open| open.leaning),
    });
    let fails = |branch: &Evaluated<Value>| matches!(branch, Err(problem) if problem.open().is_none_or(|it| it.may_fail));
    let may_fail = open.may_fail() || fails(&if_true) || fails(&if_false);
    match (if_true, if_false) {
        (Ok(first), Ok(second)) if first == second && !may_fail => Ok(first),
        (Err(problem), _) | (_, Err(problem)) if problem.is_limit() => Err(problem),
        _ => Err(open.leaning(leaning).failing(may_fail)),
    }
}
