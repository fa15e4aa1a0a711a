//! Answers by sets of lost positions that are proved for every size: on request, and for components
//! that are too large to search and covered by no theorem.

use super::without_search::Beyond;
use super::{Choice, Engine, How, NamedMove, Outcome, Reference, Solver, refuse};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Convention, Value, print};
use crate::model::lost::LostSet;
use crate::number::Int;
use crate::position::{Budget, Evaluated, Instance, Problem, ProblemKind, Refusal};
use crate::source::Span;

/// Unless the engine `proof` is requested, a set of lost positions is proved only for a component
/// with a number above this.
const LARGE_NUMBER: i64 = 100_000;

impl<'a> Solver<'a, '_> {
    /// The proved set that answers questions about a component: always with `--engine proof`,
    /// without a requested engine for large numbers. `None` otherwise, or if no set is proved.
    pub(super) fn lost_set(&self, part: &Component, convention: Convention) -> Option<&'a dyn LostSet> {
        let is_asked = self.choice == Some(Choice::Proof) || (self.free && has_large_number(part));
        if is_asked { self.model.lost_set(part.game, convention, self.budget) } else { None }
    }

    /// Whether a proved set answers for a component, so that play from it is known to terminate.
    pub fn is_told_by_lost_set(&self, part: &Component, convention: Convention) -> bool {
        self.lost_set(part, convention).is_some()
    }

    /// The answer for a component by the proved set of lost positions, if there is one. The answer
    /// contains a value only if the component is lost under normal play: then the value is 0.
    pub(super) fn by_lost_set(&self, part: &Component, convention: Convention) -> Option<Beyond> {
        let losing = self.lost_set(part, convention)?.is_lost(&part.state)?;
        let is_zero = losing && convention == Convention::Normal && self.has_values(part.game);
        Some(Beyond { losing, value: is_zero.then_some(Int::ZERO), how: How::LostSet })
    }

    /// The answer for a sum if only proved sets of lost positions and proved values may be used;
    /// `None` if they do not give it.
    pub(super) fn by_proof_only(&self, sum: &Sum, convention: Convention) -> Option<Beyond> {
        if let Some(part) = sum.single() {
            return self.by_lost_set(part, convention);
        }
        if sum.is_empty() {
            let losing = convention == Convention::Normal;
            return Some(Beyond { losing, value: losing.then_some(Int::ZERO), how: How::Search });
        }
        let value = self.value_by_proof(&Position { convention, form: Form::Sum(sum.clone()) })?;
        Some(Beyond { losing: value.is_zero(), value: Some(value), how: How::LostSet })
    }

    /// The value of a sum under normal play, by proved sets and proved values of its components;
    /// `None` if the value of some component is not proved.
    pub(super) fn value_by_proof(&self, position: &Position) -> Option<Int> {
        let Form::Sum(sum) = &position.form else { return None };
        if position.convention != Convention::Normal {
            return None;
        }
        // Two equal components cancel only if they have values.
        if !sum.parts.iter().all(|(part, _)| self.has_values(part.game)) {
            return None;
        }
        let mut all = Int::ZERO;
        for (part, _) in sum.parts.iter().filter(|(_, count)| *count % 2 == 1) {
            all = all.xor(&self.component_by_proof(part)?);
        }
        Some(all)
    }

    fn component_by_proof(&self, part: &Component) -> Option<Int> {
        match self.by_lost_set(part, Convention::Normal)? {
            Beyond { value: Some(value), .. } => Some(value),
            _ if !self.has_values(part.game) => None,
            _ => self.model.proved_value(part.game, &part.state, self.budget).map(Int::from),
        }
    }

    /// The winning moves from a position of one component by the set of lost positions: at most one
    /// for each move of the rules, whose numbers have as few digits as possible. `None` for other
    /// positions, or if no set is proved.
    pub(super) fn wins_by_lost_set(&self, position: &Position) -> Option<Vec<NamedMove>> {
        let Form::Sum(sum) = &position.form else { return None };
        let (part, convention) = (sum.single()?, position.convention);
        let wins = self.lost_set(part, convention)?.winning(&part.state, self.budget);
        let named = wins.into_iter().map(|win| {
            let name = self.name_of_move(part, &win.to).unwrap_or(win.rule);
            let form = Form::Sum(Sum::one(Component { game: part.game, state: win.to.into() }));
            NamedMove { name, to: Position { convention, form }, outcome: Outcome::Previous }
        });
        Some(named.collect())
    }

    /// Describes how the automaton that accepts the lost positions reads a position, and the first
    /// winning move; `None` if the position is not a single component, or no set is proved.
    pub(super) fn why_by_lost_set(&self, position: &Position) -> Option<String> {
        let Form::Sum(sum) = &position.form else { return None };
        let part = sum.single()?;
        let mut why = self.lost_set(part, position.convention)?.why(&part.state)?;
        if let Some(win) = self.wins_by_lost_set(position)?.first() {
            let to = print::position(&self.instance.program, &win.to);
            let kind = match self.instance.blocked(part.game) {
                0 => "winning move",
                _ => "move to a lost position",
            };
            why.push_str(&format!("The first {kind} is {}: {to} is accepted.\n", win.name));
        }
        Some(why)
    }
}

fn has_large_number(part: &Component) -> bool {
    let is_large = |value: &Value| matches!(value, Value::Int(number) if *number > Int::from(LARGE_NUMBER));
    part.state.iter().any(is_large)
}

/// The engine `proof`, which does not search. [`Solver`] answers from the proved sets before it
/// asks this engine, so that the engine only lists options and refuses all other questions.
pub(super) struct ByProof<'a, 'b> {
    /// Lists the options.
    rules: Reference<'a, 'b>,
}

impl<'a, 'b> ByProof<'a, 'b> {
    pub(super) fn new(instance: &'a Instance, budget: &'a Budget<'b>) -> ByProof<'a, 'b> {
        ByProof { rules: Reference::new(instance, budget) }
    }
}

impl<'a> Engine<'a> for ByProof<'a, '_> {
    fn name(&self) -> &'static str {
        Choice::Proof.name()
    }

    fn outcome(&mut self, position: &Position) -> Evaluated<Outcome> {
        let sums = match &position.form {
            Form::Sum(sum) => std::slice::from_ref(sum),
            Form::Compound(_, operands) | Form::Operands(operands) => operands,
        };
        let is_single = matches!(&position.form, Form::Sum(sum) if sum.single().is_some());
        let why = match is_single {
            true => "no set of its lost positions is proved",
            false => {
                "sets of lost positions tell of single components, and of sums where the values are proved too"
            }
        };
        match sums.iter().flat_map(|sum| sum.parts.iter()).next() {
            Some((part, _)) => {
                let kind = ProblemKind::Unfit { engine: Choice::Proof.name(), game: part.game, why };
                Err(Problem { span: Span::default(), kind })
            }
            None => Err(refuse(Refusal::OnlyOutcomes)),
        }
    }

    fn sg(&mut self, _position: &Position) -> Evaluated<Int> {
        Err(refuse(Refusal::OnlyOutcomes))
    }

    fn remoteness(&mut self, _position: &Position, _most: u64) -> Evaluated<Option<u64>> {
        Err(refuse(Refusal::OnlyOutcomes))
    }

    fn options(&mut self, position: &Position) -> Evaluated<Vec<Position>> {
        self.rules.options(position)
    }

    fn equal(&mut self, _a: &Position, _b: &Position) -> Evaluated<bool> {
        Err(refuse(Refusal::OnlyOutcomes))
    }

    fn how(&self) -> How {
        How::LostSet
    }

    fn plan(&self) -> String {
        "sets of lost positions that are proved for every size; nothing is searched".to_string()
    }

    fn examined(&self) -> usize {
        self.rules.examined()
    }
}
