//! Answers for positions with components that are too large to be searched: by theorems, periods
//! and proved sets of lost positions, or from the values of all options. Small components of a sum
//! are still searched by the engine.

use super::{Choice, How, Solver};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Convention, GameId, Value, walk};
use crate::number::Int;
use crate::position::{Evaluated, Evaluator, Flow, Problem, ProblemKind};
use crate::theorem::Covered;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A component whose fields are all numbers is not searched if more than this many components are
/// below it and another method answers for it.
pub(super) const CELLS: u64 = 300_000;

/// A component with a field that is not a number is not searched if more than this many components
/// are below it and another method answers for it. The limit is lower than [`CELLS`], because such
/// components take longer to search.
const CELLS_OF_OTHERS: u64 = 5_000;

/// A position whose outcome is known without a search is searched for further answers only if the
/// fields that are not numbers, of all its components together, have at most this many combinations
/// of values.
const CELLS_WORTH_A_SEARCH: u64 = 1 << 21;

/// A theorem is matched with a component only if apparently more than this many components are
/// below the component.
const FEW: u64 = 2_000;

/// A component with more options than this, including the options of those options, is not examined
/// option by option.
const MOST_OPTIONS: usize = 1_000;

/// The limit of remembered components whose values were found from their options.
const MOST_REMEMBERED: usize = 10_000;

/// A component that is a single number above this is not searched if another method answers for it.
const LARGE_HEAP: i64 = 20_000;

/// The answer for a position that is too large to be searched.
pub(super) struct Beyond {
    /// Whether the player to move loses.
    pub losing: bool,
    /// The value, if it is known.
    pub value: Option<Int>,
    /// How the answer was found.
    pub how: How,
}

/// Components whose options are examined because the components themselves are too large to be searched.
#[derive(Default)]
pub(super) struct ByOptions {
    /// The games of the current chain of components, each an option of the one before.
    looked_at: Vec<GameId>,
    /// How many options may still be examined.
    left: usize,
    /// Earlier results: the value of a component, or `None` if its options do not give it.
    remembered: FxHashMap<Component, Option<Int>>,
}

impl Solver<'_, '_> {
    /// The answer by theorems, periods, proved sets and options; `None` if the position is not a
    /// sum or is small enough to be searched, if none of these decides it, or if an engine other
    /// than `proof` is requested.
    pub(super) fn beyond(&mut self, position: &Position) -> Evaluated<Option<Beyond>> {
        let Form::Sum(sum) = &position.form else { return Ok(None) };
        if self.choice == Some(Choice::Proof) {
            return Ok(self.by_proof_only(sum, position.convention));
        }
        if self.instance.is_twisted_position(position) {
            return Ok(sum.single().and_then(|part| self.by_lost_set(part, position.convention)));
        }
        if self.free && position.convention == Convention::Misere {
            return Ok(match self.misere_beyond(sum)? {
                None => sum.single().and_then(|part| self.by_lost_set(part, Convention::Misere)),
                found => found,
            });
        }
        if !self.free || !sum.parts.iter().any(|(part, _)| self.is_worth_a_theorem(part)) {
            return Ok(None);
        }
        if let Some(part) = sum.single()
            && let Some(found) = self.component_beyond(part, position.convention)
        {
            return Ok(Some(found));
        }
        match (sum.single(), position.convention) {
            (Some(part), Convention::Normal) if self.is_large(part) => {
                Ok(self.by_options(part)?.or_else(|| self.by_lost_set(part, Convention::Normal)))
            }
            (None, Convention::Normal) => self.sum_beyond(sum),
            _ => Ok(None),
        }
    }

    /// The value of a sum under normal play. Components that are not large are searched if no
    /// theorem gives their value; `None` if the value of a large component is unknown.
    fn sum_beyond(&mut self, sum: &Sum) -> Evaluated<Option<Beyond>> {
        let mut all = Beyond { losing: true, value: None, how: How::Search };
        let mut value = Int::ZERO;
        for (part, count) in sum.parts.iter() {
            let worth = match self.worth_beyond(part)? {
                Some(Beyond { value: Some(worth), how, .. }) => {
                    all.how = how;
                    worth
                }
                // A theorem may give only the outcome.
                _ if self.is_large(part) => return Ok(None),
                _ => match self.engine.sg(&Position::normal(Sum::one(part.clone()))) {
                    // A loopy component may have no value; then the outcome of the sum is searched.
                    Err(Problem { kind: ProblemKind::Refused(_), .. }) => return Ok(None),
                    found => found?,
                },
            };
            if count % 2 == 1 {
                value = value.xor(&worth);
            }
        }
        all.losing = value.is_zero();
        all.value = Some(value);
        Ok(Some(all))
    }

    /// The answer for a component of a sum by a theorem, a period, or its options; `None` if the
    /// component is small, or if none of these answers.
    fn worth_beyond(&mut self, part: &Component) -> Evaluated<Option<Beyond>> {
        if !self.is_worth_a_theorem(part) {
            return Ok(None);
        }
        match self.component_beyond(part, Convention::Normal) {
            None | Some(Beyond { value: None, .. }) if self.is_large(part) => self.by_options(part),
            found => Ok(found),
        }
    }

    /// The answer for a single component by a theorem, or by a period if the component is large;
    /// `None` if neither answers.
    pub(super) fn component_beyond(&self, part: &Component, convention: Convention) -> Option<Beyond> {
        let by_period = || self.is_large(part).then(|| self.by_period(part, convention)).flatten();
        self.by_theorem(part, convention).or_else(by_period)
    }

    /// The mex of the values of a component's options; `None` if its game is loopy or is being
    /// examined already, if the component has ended, if the value of an option is unknown, or if
    /// there are too many options.
    fn by_options(&mut self, part: &Component) -> Evaluated<Option<Beyond>> {
        let looked_at = &self.by_options.looked_at;
        if looked_at.contains(&part.game) || self.instance.program.game(part.game).loopy {
            return Ok(None);
        }
        let outermost = looked_at.is_empty();
        let remembered = self.by_options.remembered.get(part).filter(|_| outermost).cloned();
        let value = match remembered {
            Some(value) => value,
            None => self.least_of_no_option(part, outermost)?,
        };
        Ok(value.map(|value| Beyond { losing: value.is_zero(), value: Some(value), how: How::Options }))
    }

    /// Does the work of [`Self::by_options`] for a component whose value is not remembered. The
    /// result is remembered for the outermost component of a chain.
    fn least_of_no_option(&mut self, part: &Component, outermost: bool) -> Evaluated<Option<Int>> {
        if outermost {
            self.by_options.left = MOST_OPTIONS;
        }
        self.by_options.looked_at.push(part.game);
        let found = self.least_of_no_known_option(part);
        self.by_options.looked_at.pop();
        let value = match found {
            Ok(value) => value,
            Err(problem) if matches!(problem.kind, ProblemKind::Limit(_)) => return Err(problem),
            // Other problems are not reported here, because the search that follows meets them too.
            Err(_) => None,
        };
        if outermost {
            let remembered = &mut self.by_options.remembered;
            if remembered.len() == MOST_REMEMBERED {
                remembered.clear();
            }
            remembered.insert(part.clone(), value.clone());
        }
        Ok(value)
    }

    /// Computes the mex of the values of a component's options; `None` if the component has ended
    /// or the value of some option is unknown.
    fn least_of_no_known_option(&mut self, part: &Component) -> Evaluated<Option<Int>> {
        let mut evaluator = Evaluator::new(self.instance, self.budget);
        if evaluator.ending(part)?.is_some() {
            return Ok(None);
        }
        let (mut values, mut all) = (BTreeSet::new(), true);
        evaluator.each_target(part, &mut |_, _, parts| {
            let option = Sum::new(parts.to_vec()).filter(|_| self.by_options.left > 0);
            self.by_options.left = self.by_options.left.saturating_sub(1);
            let known = option.map(|option| self.sum_beyond(&option)).transpose()?.flatten();
            match known.and_then(|known| known.value) {
                Some(value) => {
                    values.insert(value);
                }
                None => all = false,
            }
            Ok(if all { Flow::More } else { Flow::Stop })
        })?;
        let least = values.iter().zip(0u64..).take_while(|(value, at)| **value == Int::from(*at)).count();
        Ok(all.then(|| Int::from(least)))
    }

    fn by_theorem(&self, part: &Component, convention: Convention) -> Option<Beyond> {
        let covered = self.theorem(part.game)?;
        let value = (convention == Convention::Normal).then(|| covered.value(&part.state)).flatten();
        let by_value = value.as_ref().map(Int::is_zero);
        let losing = by_value.or_else(|| covered.losing(&part.state, convention))?;
        // Under normal play a lost position has value 0, whatever else the theorem gives.
        let is_zero = losing && convention == Convention::Normal && self.has_values(part.game);
        let value = value.or(is_zero.then_some(Int::ZERO));
        Some(Beyond { losing, value, how: How::Theorem(covered.citation()) })
    }

    fn by_period(&self, part: &Component, convention: Convention) -> Option<Beyond> {
        let [Value::Int(size)] = &*part.state else { return None };
        let heap = self.heaps.heap(part.game, self.budget)?;
        let eternal = heap.forever(heap.affordable(), self.budget)?;
        let value = Int::from(eternal.value(size)?);
        let known = convention == Convention::Normal;
        known.then(|| Beyond { losing: value.is_zero(), value: Some(value), how: How::Period })
    }

    /// Whether the components of a game have values: the game has no twists, and play cannot reach
    /// a game with an `end` that wins.
    pub(super) fn has_values(&self, game: GameId) -> bool {
        let program = &self.instance.program;
        let wins = |game: &GameId| program.game(*game).ends.iter().any(|end| end.win);
        !self.instance.is_twisted(game) && !walk::reachable_games(program, game).iter().any(wins)
    }

    /// Whether a search that is not needed for the outcome is likely to be short: no component
    /// whose fields are all numbers is large, and the fields that are not numbers, of all
    /// components together, have at most [`CELLS_WORTH_A_SEARCH`] combinations of values.
    pub(super) fn is_worth_a_search(&self, position: &Position) -> bool {
        let Form::Sum(sum) = &position.form else { return false };
        let mut cells = 1u64;
        sum.parts.iter().all(|(part, _)| {
            let fields = part.state.iter().filter(|field| !matches!(field, Value::Int(_)));
            let count = fields.clone().count();
            let size = fields.map(|field| self.size(field)).try_fold(1u64, |all, it| all.checked_mul(it?));
            cells = cells.saturating_mul(size.unwrap_or(u64::MAX));
            (count > 0 || !self.is_large(part)) && cells <= CELLS_WORTH_A_SEARCH
        })
    }

    /// The theorem that covers a component that is too large to be searched; `None` for smaller
    /// components, or if the user chose an engine.
    pub(super) fn theorem_beyond(&self, part: &Component) -> Option<&Covered> {
        if self.free && self.is_large(part) { self.theorem(part.game) } else { None }
    }

    /// Whether a component has enough components below it to match theorems before a search.
    fn is_worth_a_theorem(&self, part: &Component) -> bool {
        self.cells(part).is_none_or(|cells| cells > FEW) || self.is_large(part)
    }

    /// Whether a component is too large to search if there is another method.
    pub(super) fn is_large(&self, part: &Component) -> bool {
        if let [Value::Int(heap)] = &*part.state
            && *heap > Int::from(LARGE_HEAP)
        {
            return true;
        }
        let numbers = part.state.iter().all(|field| matches!(field, Value::Int(_)));
        let most = if numbers { CELLS } else { CELLS_OF_OTHERS };
        let cells = self.cells(part);
        if self.has_few(part, cells) {
            return false;
        }
        let reach = self.theorem(part.game).and_then(|covered| covered.reach(&part.state)).or(cells);
        reach.is_none_or(|reach| reach > most)
    }

    /// Whether a component whose fields are all numbers seems to have more components below it than
    /// the limit allows. Components with other fields are not counted, because play cannot reach
    /// most values of their fields.
    pub fn exceeds_limits(&self, position: &Position) -> bool {
        let Form::Sum(sum) = &position.form else { return false };
        let numbers = |part: &Component| part.state.iter().all(|field| matches!(field, Value::Int(_)));
        sum.parts.iter().filter(|(part, _)| numbers(part)).any(|(part, _)| {
            let (cells, most) = (self.cells(part), self.budget.positions);
            // No theorem is needed to tell that a small component is within the limit.
            if self.has_few(part, cells) && cells.is_some_and(|cells| cells <= most) {
                return false;
            }
            let reach = self.theorem(part.game).and_then(|covered| covered.reach(&part.state));
            reach.or(cells).is_none_or(|reach| reach > most)
        })
    }

    /// Whether at most [`FEW`] components are below a component, as `cells` of it tells.
    fn has_few(&self, part: &Component, cells: Option<u64>) -> bool {
        // In games where positions may repeat, fields may also grow, so that `cells` is no upper
        // bound.
        let grows = self.instance.program.game(part.game).loopy;
        !grows && cells.is_some_and(|cells| cells <= FEW)
    }

    /// How many components are below a component if its fields only decrease, with the component
    /// itself; `None` if they are too many for 64 bits.
    fn cells(&self, part: &Component) -> Option<u64> {
        part.state.iter().try_fold(1u64, |cells, field| cells.checked_mul(self.size(field)?))
    }

    /// How many values a field can take, including this one, if it only decreases; `None` if they
    /// are too many for 64 bits.
    pub(super) fn size(&self, value: &Value) -> Option<u64> {
        match value {
            Value::Int(int) => u64::try_from(int.abs().to_i64()?).ok()?.checked_add(1),
            Value::Vertex(_) => Some(self.instance.universe().len() as u64),
            Value::List(parts) | Value::Tuple(parts) => {
                parts.iter().try_fold(1u64, |cells, part| cells.checked_mul(self.size(part)?))
            }
            Value::Set(members) => 1u64.checked_shl(u32::try_from(members.len()).ok()?),
            Value::Text(letters) => 1u64.checked_shl(u32::try_from(letters.len()).ok()?),
            _ => Some(2),
        }
    }
}
