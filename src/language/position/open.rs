//! Open truth values, and operators on them.

use super::{Evaluated, Limit, Open, Problem, ProblemKind};
use crate::ir::{Binary, Value};

impl Problem {
    /// Why the truth value is open, if this problem says so.
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

    /// Whether a limit was reached.
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

/// The tentative truth value. A closed one is its own.
pub(super) fn leaning_of(truth: &Evaluated<bool>) -> Option<bool> {
    match truth {
        Ok(truth) => Some(*truth),
        Err(problem) => problem.open().and_then(|open| open.leaning),
    }
}

/// The negation.
pub(super) fn negated(truth: Evaluated<bool>) -> Evaluated<bool> {
    match truth {
        Ok(truth) => Ok(!truth),
        Err(problem) => {
            let leaning = problem.open().and_then(|open| open.leaning);
            Err(problem.leaning(leaning.map(|it| !it)))
        }
    }
}

/// A connective of two closed truth values.
fn connected(op: Binary, left: bool, right: bool) -> bool {
    match op {
        Binary::And => left && right,
        Binary::Or => left || right,
        Binary::Implies => !left || right,
        _ => left == right,
    }
}

/// The truth value of a connective, if one side alone decides it.
pub(super) fn decided_by_left(op: Binary, left: bool) -> Option<bool> {
    match (op, left) {
        (Binary::And, false) => Some(false),
        (Binary::Or, true) | (Binary::Implies, false) => Some(true),
        _ => None,
    }
}

fn decided_by_right(op: Binary, right: bool) -> Option<bool> {
    match (op, right) {
        (Binary::And, false) => Some(false),
        (Binary::Or | Binary::Implies, true) => Some(true),
        _ => None,
    }
}

impl Problem {
    /// Whether a limit ends the computation.
    pub(super) fn must_stop(&self) -> bool {
        matches!(self.kind, ProblemKind::Limit(Limit::Time | Limit::Memory | Limit::Interrupt))
    }
}

/// A connective whose left side is open.
pub(super) fn open_on_the_left(op: Binary, left: Problem, right: Evaluated<bool>) -> Evaluated<bool> {
    let before = left.open().and_then(|open| open.leaning);
    let both = |right| before.map(|before| connected(op, before, right));
    match right {
        Ok(right) => match decided_by_right(op, right) {
            Some(decided) => Ok(decided),
            None => Err(left.leaning(both(right))),
        },
        Err(problem) if problem.is_limit() => Err(problem),
        right => {
            let alone = before.and_then(|before| decided_by_left(op, before));
            let leaning = alone.or_else(|| leaning_of(&right).and_then(both));
            Err(left.leaning(leaning))
        }
    }
}

/// The common result for both truth values of an open condition, if they agree.
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
    match (if_true, if_false) {
        (Ok(first), Ok(second)) if first == second => Ok(first),
        (Err(problem), _) | (_, Err(problem)) if problem.is_limit() => Err(problem),
        _ => Err(open.leaning(leaning)),
    }
}
