//! Lists the moves of a component by the rules of its game, and evaluates the `end` rules that end
//! play there.

use super::evaluator::{Evaluator, Flow, problem};
use super::{Evaluated, Problem, ProblemKind};
use crate::ir::value::{Component, Sum};
use crate::ir::{Clause, Move, Value};
use std::sync::Arc;

/// What an `end` rule says about a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Whether the player to move has won.
    pub win: bool,
}

/// One way to play a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The index of the move in the game.
    pub rule: usize,
    /// The names and values of the move's binders, in order.
    pub bound: Arc<[(String, Value)]>,
    /// The position that the move leads to.
    pub target: Sum,
}

/// Visits the ways to move. The arguments are the index of the move in the game, the values of all
/// its local names by slot, and the components of the target with their counts.
pub type VisitTarget<'v> = dyn FnMut(usize, &[Value], &[(Component, u64)]) -> Evaluated<Flow> + 'v;

impl Evaluator<'_, '_> {
    /// The end of play at a component, if one of its game's `end` rules applies; an error if two
    /// rules that apply disagree.
    pub fn ending(&mut self, component: &Component) -> Evaluated<Option<Ending>> {
        let game = self.instance.program.game(component.game);
        let mut found: Option<(Ending, crate::source::Span)> = None;
        for end in &game.ends {
            let mut frame = component.state.to_vec();
            frame.resize(end.condition.slots.len(), Value::Bool(false));
            if !self.truth(&end.condition.expr, &mut frame)? {
                continue;
            }
            match found {
                Some((before, first)) if before.win != end.win => {
                    return Err(problem(end.span, ProblemKind::EndsDisagree { first }));
                }
                Some(_) => {}
                None => found = Some((Ending { win: end.win }, end.span)),
            }
        }
        Ok(found.map(|(ending, _)| ending))
    }

    /// Visits every way to play a move of a component's game, in the order of the game's moves,
    /// until the visitor stops. The `end` rules are not evaluated: see [`Self::ending`]. The
    /// components of a target are unordered, with possible repetitions.
    pub fn each_target(&mut self, component: &Component, visit: &mut VisitTarget<'_>) -> Evaluated<()> {
        for rule in 0..self.instance.program.game(component.game).moves.len() {
            if self.each_target_of(component, rule, visit)? == Flow::Stop {
                break;
            }
        }
        Ok(())
    }

    /// Visits every way to play the game's move with index `rule`, in the order of its binders,
    /// until the visitor stops.
    pub fn each_target_of(
        &mut self,
        component: &Component,
        rule: usize,
        visit: &mut VisitTarget<'_>,
    ) -> Evaluated<Flow> {
        let it = &self.instance.program.game(component.game).moves[rule];
        let mut parts: Vec<(Component, u64)> = Vec::new();
        let mut frame = component.state.to_vec();
        frame.resize(it.slots.len(), Value::Bool(false));
        let flow = self.clauses(&it.clauses, &mut frame, &mut |this, frame| {
            parts.clear();
            this.components(&it.target, frame, &mut parts)?;
            visit(rule, frame, &parts)
        });
        flow.map_err(|problem| in_move(component, rule, problem))
    }

    /// Every way to move from a component, with the values of the binders.
    pub fn steps(&mut self, component: &Component) -> Evaluated<Vec<Step>> {
        let game = self.instance.program.game(component.game);
        let mut steps = Vec::new();
        self.each_target(component, &mut |rule, frame, target| {
            steps.push(step(&game.moves[rule], rule, frame, target)?);
            Ok(Flow::More)
        })?;
        Ok(steps)
    }

    /// Appends the first ways to play the game's move with index `rule`, in the order of its
    /// binders, until `steps` has at least `most` entries; the first way is appended in any case.
    /// Ways found before a problem are included.
    pub fn first_steps(
        &mut self,
        component: &Component,
        rule: usize,
        most: usize,
        steps: &mut Vec<Step>,
    ) -> Evaluated<()> {
        let game = self.instance.program.game(component.game);
        self.each_target_of(component, rule, &mut |rule, frame, target| {
            steps.push(step(&game.moves[rule], rule, frame, target)?);
            Ok(if steps.len() < most { Flow::More } else { Flow::Stop })
        })?;
        Ok(())
    }
}

/// One way to play a move; `frame` holds the values of its local names.
fn step(it: &Move, rule: usize, frame: &[Value], target: &[(Component, u64)]) -> Evaluated<Step> {
    let slots = it.clauses.iter().flat_map(|clause| match clause {
        Clause::For(pattern, _) => pattern.slots(),
        Clause::If(_) => Vec::new(),
    });
    let bound = slots.map(|slot| (it.slots[slot.index()].name.clone(), frame[slot.index()].clone()));
    let target = Sum::new(target.to_vec())
        .ok_or_else(|| problem(it.clause_span, ProblemKind::TooLarge("a count of components")))?;
    Ok(Step { rule, bound: bound.collect(), target })
}

/// Adds to a problem the component and the move in which it occurred. Limits, and problems that
/// already name a component and a move, are unchanged.
fn in_move(component: &Component, rule: usize, inner: Problem) -> Problem {
    if matches!(inner.kind, ProblemKind::Limit(_) | ProblemKind::InMove { .. }) {
        return inner;
    }
    let span = inner.span;
    let (component, game) = (component.clone(), component.game);
    problem(span, ProblemKind::InMove { component, game, rule, problem: Box::new(inner) })
}
