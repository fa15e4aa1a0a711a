//! Examines the cases of a claim on several threads if there are many.
//!
//! The threads can only find that no case decides. If a case decides or fails, all cases are
//! examined again in order, so that the report does not depend on the number of threads.

use super::Judge;
use super::one_case::{Found, evaluator, judged};
use super::outer::Outer;
use crate::ir::{Clause, Pattern, SlotId, Value};
use crate::position::{Budget, Evaluated, Evaluator, Flow, Instance, Limit, Problem, ProblemKind, Reach};
use crate::solve::Solver;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// With fewer cases, several threads are not faster, because the solvers of the other threads start
/// without the results of the first.
pub const WORTH: u64 = 20_000;

/// If a solver has examined more components and positions than this, only one thread is used: the
/// solver of each other thread might need as much memory.
const MOST_EXAMINED: usize = 2_000_000;

/// The most values of the first variable; with more, only one thread is used.
const MOST_VALUES: usize = 4_000_000;

/// How many pieces of the first variable's values each thread gets on average.
const PIECES: usize = 64;

/// The bound of the threads, without cases beyond it. If a truth value is open within the bound,
/// all cases are examined again in order.
fn near(bound: u64) -> Reach {
    Reach { bound, patience: 0 }
}

/// Whether the cases of a claim may be shared among threads.
pub fn may_be_shared(judge: &Judge<'_, '_, '_>, outer: &Outer<'_>) -> bool {
    let by_values = matches!(outer.clauses.first(), Some(Clause::For(Pattern::Slot(_), _)));
    outer.forall && !outer.unbounded && by_values && judge.solver.budget().threads > 1
}

/// The first variable of a claim, its values, and the remaining clauses.
struct Shared<'o, 'e> {
    outer: &'o Outer<'e>,
    slot: SlotId,
    values: Vec<Value>,
    rest: Vec<Clause>,
    /// How many values a thread takes at once.
    piece: usize,
    /// The index of the first value that no thread has taken.
    next: AtomicUsize,
    /// Whether the threads should stop, because the cases have to be examined in order.
    ended: AtomicBool,
}

/// Examines all cases of a claim on several threads, and shows that no case decides; `None` if one
/// might, or if the cases cannot be shared, so that they have to be examined in order.
pub fn none_decides(
    judge: &mut Judge<'_, '_, '_>,
    outer: &Outer<'_>,
    bound: u64,
    frame: &[Value],
) -> Evaluated<Option<Found>> {
    let (instance, budget) = (judge.instance, judge.solver.budget());
    if judge.solver.examined() > MOST_EXAMINED {
        return Ok(None);
    }
    let Some(shared) = Shared::new(
        &mut evaluator(instance, budget, judge.solver, near(bound)),
        outer,
        frame,
        budget.threads,
    )?
    else {
        return Ok(None);
    };
    let Some(choice) = judge.solver.choice() else { return Ok(None) };
    let model = judge.solver.model();
    let help = |budget: Budget<'_>| {
        let mut solver = Solver::new(model, &budget, choice);
        let part = shared.look(instance, &mut solver, bound, frame);
        (part, std::mem::take(&mut solver.asked), solver.examined())
    };
    let budgets: Vec<Budget<'_>> = (1..budget.threads).map(|_| budget.fork().with_threads(1)).collect();
    let (own, helped) = std::thread::scope(|scope| {
        let spawn = |budget| scope.spawn(|| help(budget));
        let helpers: Vec<_> = budgets.into_iter().map(spawn).collect();
        let own = shared.look(instance, judge.solver, bound, frame);
        (own, helpers.into_iter().map(|helper| helper.join()).collect::<Vec<_>>())
    });
    let mut parts = vec![own];
    for helper in helped {
        // Passes on a thread's panic.
        let (part, asked, examined) = helper.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        judge.solver.take_over(asked, examined);
        parts.push(part);
    }
    merged(parts)
}

/// The combined results of all threads; `None` if the cases have to be examined in order.
fn merged(parts: Vec<Evaluated<Option<Found>>>) -> Evaluated<Option<Found>> {
    let mut all = Some(Found::default());
    for part in parts {
        match part {
            Ok(Some(part)) => {
                if let Some(all) = &mut all {
                    all.cases += part.cases;
                    all.met |= part.met;
                }
            }
            Ok(None) => all = None,
            Err(problem) if has_no_time(&problem) => return Err(problem),
            Err(_) => all = None,
        }
    }
    Ok(all)
}

/// Whether a problem is the time limit or an interrupt, so that the cases cannot be examined again.
fn has_no_time(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::Limit(Limit::Time | Limit::Interrupt))
}

impl<'o, 'e> Shared<'o, 'e> {
    /// Prepares an examination by several threads; `None` if the first variable has more than
    /// [`MOST_VALUES`] values, or the first clause binds a pattern of several variables.
    fn new(
        evaluator: &mut Evaluator<'_, '_>,
        outer: &'o Outer<'e>,
        frame: &[Value],
        threads: usize,
    ) -> Evaluated<Option<Shared<'o, 'e>>> {
        let clauses: Vec<Clause> = outer.clauses.iter().map(|clause| (*clause).clone()).collect();
        let Some((Clause::For(Pattern::Slot(slot), _), rest)) = clauses.split_first() else {
            return Ok(None);
        };
        let (mut values, mut frame) = (Vec::new(), frame.to_vec());
        evaluator.clauses(&clauses[..1], &mut frame, &mut |_, frame| {
            values.push(frame[slot.index()].clone());
            Ok(if values.len() > MOST_VALUES { Flow::Stop } else { Flow::More })
        })?;
        let few = values.len() <= MOST_VALUES;
        let (slot, rest) = (*slot, rest.to_vec());
        let piece = (values.len() / (PIECES * threads)).max(1);
        let (next, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
        let shared = Shared { outer, slot, values, rest, piece, next, ended };
        Ok(few.then_some(shared))
    }

    /// Takes and examines pieces until none is left; `None` if a case decides, or if another thread
    /// has ended the examination.
    fn look(
        &self,
        instance: &Instance,
        solver: &mut Solver<'_, '_>,
        bound: u64,
        frame: &[Value],
    ) -> Evaluated<Option<Found>> {
        let (budget, mut frame, mut found) = (solver.budget(), frame.to_vec(), Found::default());
        let mut evaluator = evaluator(instance, budget, solver, near(bound));
        loop {
            let from = self.next.fetch_add(self.piece, Ordering::Relaxed);
            let Some(values) = self.values.get(from..) else { break };
            for value in values.iter().take(self.piece) {
                frame[self.slot.index()] = value.clone();
                let looked = self.look_at(&mut evaluator, &mut frame, &mut found);
                if !matches!(looked, Ok(Flow::More)) {
                    self.ended.store(true, Ordering::Relaxed);
                    return looked.map(|_| None);
                }
            }
        }
        Ok(Some(found))
    }

    /// Examines all cases with one value of the first variable, until a case decides or another
    /// thread ends the examination.
    fn look_at(
        &self,
        evaluator: &mut Evaluator<'_, '_>,
        frame: &mut [Value],
        found: &mut Found,
    ) -> Evaluated<Flow> {
        evaluator.clauses(&self.rest, frame, &mut |this, frame| {
            found.cases += 1;
            let goes_on =
                !self.ended.load(Ordering::Relaxed) && judged(this, self.outer, frame, &mut found.met)?;
            Ok(if goes_on { Flow::More } else { Flow::Stop })
        })
    }
}
