//! Computes the values of games in which a player may move again (*complimenting moves*, Winning
//! Ways, chapters 12 and 16).
//!
//! A component has a number as its value, or it is *loony*: the player to move wins every sum with
//! a loony component. Let O be the set of values of the options after ordinary moves, and C the set
//! of values of the options after which the mover moves again. If C is empty, the value is the mex
//! of O; if C = {v} and v is not in O, the value is v; otherwise the component is loony. The
//! nim-sum of the values decides a sum.
//!
//! Proof by induction. Let the values of the components be numbers with the nim-sum 0: an ordinary
//! move changes the nim-sum or makes a component loony, and a move in C keeps the nim-sum 0 with
//! the same player to move, who therefore loses. Let the nim-sum be x, not 0: some component of
//! value v has v xor x below v. If its C is empty, it has an option with the value v xor x, and the
//! move to this option wins; otherwise the move in C keeps the nim-sum x, and the mover, who moves
//! again, wins by induction. Let a component be loony: by a move in C the mover keeps a loony
//! component, or reaches a nim-sum other than 0, unless C = {v} and the nim-sum would be 0; then v
//! is in O, and the ordinary move to the option of value v wins.

use super::reference::mex;
use super::{Outcome, refuse};
use crate::ir::Convention;
use crate::ir::value::{Component, Form, Position, Sum};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Flow, Instance, Limit, Problem, ProblemKind, Refusal};
use crate::source::Span;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::Arc;

/// The value of a component or a sum; `None` if it is loony.
type Worth = Option<u64>;

/// The values of components, each computed once.
pub(super) struct Worths<'a, 'b> {
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    /// The value of each component examined so far; the outer `None` stands for a component whose
    /// options are being examined.
    known: FxHashMap<Component, Option<Worth>>,
}

/// An option: its components, and whether the mover moves again.
struct Choice {
    parts: Arc<[(Component, u64)]>,
    again: bool,
}

/// A component whose options are being examined.
struct Frame {
    component: Component,
    choices: Vec<Choice>,
    /// The index of the next option, and of the next component in this option.
    next: (usize, usize),
}

impl<'a, 'b> Worths<'a, 'b> {
    pub fn new(instance: &'a Instance, budget: &'a Budget<'b>) -> Worths<'a, 'b> {
        Worths { instance, budget, known: FxHashMap::with_hasher(FxBuildHasher) }
    }

    /// How many components were examined.
    pub fn examined(&self) -> usize {
        self.known.len()
    }

    /// The value of a sum under normal play; an error if no theory gives the sum a value.
    pub fn sum(&mut self, sum: &Sum) -> Evaluated<Worth> {
        self.instance.refuse_twisted_value(&Position::normal(sum.clone()))?;
        for (part, _) in sum.parts.iter() {
            let found = self.component(part);
            if found.is_err() {
                // A component whose examination was interrupted would later look like a cycle, so
                // it is forgotten.
                self.known.retain(|_, worth| worth.is_some());
            }
            found?;
        }
        Ok(self.total(&sum.parts))
    }

    /// The nim-sum of the values of these components, which have been found before; `None` if one
    /// of the components is loony.
    fn total(&self, parts: &[(Component, u64)]) -> Worth {
        parts.iter().try_fold(0, |total, (part, count)| {
            let worth = self.known.get(part).copied().flatten().flatten()?;
            Some(if count % 2 == 1 { total ^ worth } else { total })
        })
    }

    /// Finds the values of a component and of all components that play can reach from it.
    fn component(&mut self, root: &Component) -> Evaluated<()> {
        let mut path: Vec<Frame> = Vec::new();
        let mut next = Some(root.clone());
        loop {
            if let Some(component) = next.take() {
                match self.known.get(&component) {
                    Some(Some(_)) => {}
                    Some(None) => {
                        return Err(Problem {
                            span: Span::default(),
                            kind: ProblemKind::Cycle { component },
                        });
                    }
                    None => {
                        if self.known.len() as u64 >= self.budget.positions {
                            return Err(super::limit(Limit::Positions));
                        }
                        let choices = self.choices(&component)?;
                        self.known.insert(component.clone(), None);
                        path.push(Frame { component, choices, next: (0, 0) });
                    }
                }
            }
            let Some(frame) = path.last_mut() else { return Ok(()) };
            if let Some(choice) = frame.choices.get(frame.next.0) {
                frame.next = match choice.parts.get(frame.next.1) {
                    Some((part, _)) => {
                        next = Some(part.clone());
                        (frame.next.0, frame.next.1 + 1)
                    }
                    None => (frame.next.0 + 1, 0),
                };
                continue;
            }
            if let Some(frame) = path.pop() {
                let worth = self.of_choices(&frame.choices);
                self.known.insert(frame.component, Some(worth));
            }
        }
    }

    /// The value of a component with these options; the values of their components have been found
    /// before.
    fn of_choices(&self, choices: &[Choice]) -> Worth {
        let worths = |again: bool| {
            let of = choices.iter().filter(move |choice| choice.again == again);
            of.map(|choice| self.total(&choice.parts))
        };
        // An ordinary move to a loony option loses, so it does not count.
        let ordinary: Vec<u64> = worths(false).flatten().collect();
        let mut again = worths(true);
        let Some(first) = again.next() else { return Some(mex(ordinary)) };
        first.filter(|worth| again.all(|other| other == first) && !ordinary.contains(worth))
    }

    fn choices(&self, component: &Component) -> Evaluated<Vec<Choice>> {
        self.budget.tick(8).map_err(super::limit)?;
        self.budget.examine();
        let mut evaluator = Evaluator::new(self.instance, self.budget);
        match evaluator.ending(component)? {
            Some(ending) if ending.win => return Err(refuse(Refusal::ValueOfWinEnds)),
            Some(_) => return Ok(Vec::new()),
            None => {}
        }
        let mut choices = Vec::new();
        evaluator.each_target(component, &mut |_, _, parts| {
            let moved = |(part, count): &(Component, u64)| {
                let game = self.instance.moves_in(part.game);
                (Component { game, state: part.state.clone() }, *count)
            };
            let again = parts.iter().any(|(part, _)| self.instance.moves_in(part.game) != part.game);
            choices.push(Choice { parts: parts.iter().map(moved).collect(), again });
            Ok(Flow::More)
        })?;
        Ok(choices)
    }
}

/// The sum of a position; `None` if it is a compound or not under normal play.
fn plain(position: &Position) -> Option<&Sum> {
    match &position.form {
        Form::Sum(sum) if position.convention == Convention::Normal => Some(sum),
        _ => None,
    }
}

impl Worths<'_, '_> {
    /// The value of a position with components in which a player may move again.
    pub fn value(&mut self, position: &Position) -> Evaluated<Int> {
        let Some(sum) = plain(position) else { return Err(refuse(Refusal::ValueOfConvention)) };
        self.sum(sum)?.map(Int::from).ok_or_else(|| refuse(Refusal::LoonyValue))
    }

    /// The outcome, under normal play, of a sum with components in which a player may move again: a
    /// sum of value 0 is lost. If the only move is to let the opponent move again (see
    /// `Instance::waiting`), the player to move loses exactly if the opponent then wins.
    pub fn outcome(&mut self, position: &Position) -> Evaluated<Outcome> {
        self.instance.refuse_twisted_sums(position)?;
        let Some(sum) = plain(position) else { return Err(refuse(Refusal::SumWithTwist)) };
        let lost = match self.instance.waiting(sum) {
            None => self.sum(sum)? == Some(0),
            Some(at) => {
                let part = &sum.parts[at].0;
                let game = self.instance.moves_in(part.game);
                let moved = Sum::one(Component { game, state: part.state.clone() });
                let sum = sum.replaced(at, &moved).ok_or_else(|| refuse(Refusal::SumWithTwist))?;
                self.sum(&sum)? != Some(0)
            }
        };
        Ok(if lost { Outcome::Previous } else { Outcome::Next })
    }

    /// Whether two positions, at least one of which has components with twists, are equal: whether
    /// they are identical or have equal values.
    pub fn equal(&mut self, a: &Position, b: &Position) -> Evaluated<bool> {
        match (plain(a), plain(b)) {
            _ if a == b => Ok(true),
            (Some(a), Some(b)) => Ok(self.sum(a)? == self.sum(b)?),
            _ => Err(refuse(Refusal::EqualityUndecided)),
        }
    }
}
