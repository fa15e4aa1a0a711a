//! The reference engine: options, mex and backward induction, straight from the definitions.
//!
//! It is the oracle for all faster engines, so it shares nothing with them but the program. Two
//! theorems are assumed: the value of a sum is the nim-sum of the values of its components (T02),
//! and a loop-free sum under normal play is lost exactly if its value is 0.

mod loony;
mod search;
mod smith;
mod successors;

use super::{Engine, How, Outcome, Smith, refuse};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::walk;
use crate::ir::{Convention, GameId};
use crate::number::Int;
use crate::position::{
    Budget, Ending, Evaluated, Evaluator, Flow, Instance, Limit, Problem, ProblemKind, Refusal,
};
use crate::source::Span;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::Arc;
use successors::View;

/// The number of a component in the order of discovery.
type Number = u32;

/// The end that holds for a component, or its options, by the rules. The options are sums of
/// numbered components.
pub struct Expansion {
    /// The stated end that holds for the component, which then has no options; `None` if none
    /// holds.
    pub ending: Option<Ending>,
    /// The components of all options, one option after the other, with their counts.
    parts: Box<[(Number, u32)]>,
    /// For each option, the index in `parts` behind its last component. Each option occurs once.
    ends: Box<[u32]>,
}

impl Expansion {
    /// How many options there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The components of one option.
    fn option(&self, at: usize) -> &[(Number, u32)] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.parts[start..self.ends[at] as usize]
    }
}

/// The state of a component whose value was requested.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grade {
    /// The component is on the current path; reaching it again is a cycle.
    Open,
    /// The value is known.
    Known(u64),
}

/// The results for one component; `None` where a result was not requested.
#[derive(Default)]
struct Node {
    expansion: Option<Arc<Expansion>>,
    grade: Option<Grade>,
}

/// The reference engine for one program.
pub struct Reference<'a, 'b> {
    /// The program.
    pub instance: &'a Instance,
    budget: &'a Budget<'b>,
    /// All components met so far, by number.
    components: IndexSet<Component, FxBuildHasher>,
    /// The results for each component, by number.
    nodes: Vec<Node>,
    /// Outcome and remoteness, `None` for draws, of positions whose whole play was searched.
    pub(super) searched: FxHashMap<Position, (Outcome, Option<u64>)>,
    /// Smith's values of components, as far as they are known.
    pub(super) smith: FxHashMap<Component, Smith>,
    /// For each game, whether play that begins in it can reach a `loopy` game.
    loopy: Vec<bool>,
}

impl<'a, 'b> Reference<'a, 'b> {
    /// Makes an engine without results.
    pub fn new(instance: &'a Instance, budget: &'a Budget<'b>) -> Reference<'a, 'b> {
        Reference {
            instance,
            budget,
            components: IndexSet::default(),
            nodes: Vec::new(),
            searched: FxHashMap::default(),
            smith: FxHashMap::default(),
            loopy: loopy_games(instance),
        }
    }

    /// Counts steps of work; an error if a limit is reached.
    pub fn tick(&self, steps: usize) -> Evaluated<()> {
        self.budget.tick(steps).map_err(limit)
    }

    /// Whether play that begins in a game can reach a `loopy` game.
    pub fn loopy(&self, game: GameId) -> bool {
        self.loopy[game.index()]
    }

    /// Whether play from a sum may be infinite, so that Grundy values do not decide the sum.
    fn is_loopy(&self, sum: &Sum) -> bool {
        sum.parts.iter().any(|(part, _)| self.loopy(part.game))
    }

    /// The number of a component, new if necessary; an error if there are too many.
    fn number(&mut self, component: Component) -> Evaluated<Number> {
        let (number, new) = self.components.insert_full(component);
        if new {
            if number as u64 >= self.budget.positions.min(u64::from(u32::MAX)) {
                self.components.pop();
                return Err(limit(Limit::Positions));
            }
            self.nodes.push(Node::default());
        }
        Ok(number as Number)
    }

    /// The number of a component, which is copied only if it is new.
    fn number_of(&mut self, component: &Component) -> Evaluated<Number> {
        match self.components.get_index_of(component) {
            Some(number) => Ok(number as Number),
            None => self.number(component.clone()),
        }
    }

    /// The ends and options of a component by the rules.
    pub fn component(&mut self, component: &Component) -> Evaluated<Arc<Expansion>> {
        let number = self.number_of(component)?;
        self.expansion(number)
    }

    fn expansion(&mut self, number: Number) -> Evaluated<Arc<Expansion>> {
        if let Some(known) = &self.nodes[number as usize].expansion {
            return Ok(known.clone());
        }
        self.tick(8)?;
        self.budget.examine();
        let component = self.components[number as usize].clone();
        let mut evaluator = Evaluator::new(self.instance, self.budget);
        let ending = evaluator.ending(&component)?;
        let mut all: Vec<(Number, u32)> = Vec::new();
        let mut options: Vec<std::ops::Range<usize>> = Vec::new();
        if ending.is_none() {
            evaluator.each_target(&component, &mut |_, _, target| {
                let start = all.len();
                self.add_numbered(target, &mut all)?;
                options.push(start..all.len());
                Ok(Flow::More)
            })?;
        }
        // Two moves to one position are one option.
        options.sort_unstable_by(|a, b| all[a.clone()].cmp(&all[b.clone()]));
        options.dedup_by(|a, b| all[a.clone()] == all[b.clone()]);
        let mut parts = Vec::with_capacity(all.len());
        let mut ends = Vec::with_capacity(options.len());
        for option in options {
            parts.extend_from_slice(&all[option]);
            ends.push(parts.len() as u32);
        }
        let expansion = Arc::new(Expansion { ending, parts: parts.into(), ends: ends.into() });
        self.nodes[number as usize].expansion = Some(expansion.clone());
        Ok(expansion)
    }

    /// Appends the components of a sum to `all`, by number, ascending, each once with its count.
    fn add_numbered(&mut self, sum: &[(Component, u64)], all: &mut Vec<(Number, u32)>) -> Evaluated<()> {
        let start = all.len();
        for (part, count) in sum.iter().filter(|part| part.1 > 0) {
            let count = u32::try_from(*count).map_err(|_| too_many())?;
            all.push((self.number_of(part)?, count));
        }
        all[start..].sort_unstable();
        let mut last = start;
        for at in start + 1..all.len() {
            if all[at].0 == all[last].0 {
                all[last].1 = all[last].1.checked_add(all[at].1).ok_or_else(too_many)?;
            } else {
                last += 1;
                all[last] = all[at];
            }
        }
        all.truncate((last + 1).min(all.len()));
        Ok(())
    }

    /// The options of a component as sums.
    pub fn targets(&mut self, component: &Component) -> Evaluated<Vec<Sum>> {
        let expansion = self.component(component)?;
        let named =
            |(number, count): &(Number, u32)| (self.components[*number as usize].clone(), u64::from(*count));
        let sums = (0..expansion.len()).map(|at| Sum::new(expansion.option(at).iter().map(named).collect()));
        sums.collect::<Option<Vec<Sum>>>().ok_or_else(too_many)
    }

    /// The value of a component: the least natural that none of its options has.
    fn value(&mut self, root: &Component) -> Evaluated<u64> {
        let root = self.number_of(root)?;
        // Each entry: a component, its options, and how many components of these options were
        // visited.
        let mut path: Vec<(Number, Arc<Expansion>, usize)> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(number) = next.take() {
                match self.nodes[number as usize].grade {
                    Some(Grade::Known(_)) => {}
                    Some(Grade::Open) => {
                        let component = self.components[number as usize].clone();
                        return Err(Problem {
                            span: Span::default(),
                            kind: ProblemKind::Cycle { component },
                        });
                    }
                    None => {
                        let expansion = self.expansion(number)?;
                        if expansion.ending.is_some_and(|ending| ending.win) {
                            return Err(refuse(Refusal::ValueOfWinEnds));
                        }
                        if self.instance.is_twisted(self.components[number as usize].game) {
                            return Err(refuse(Refusal::ValueOfTwist));
                        }
                        self.nodes[number as usize].grade = Some(Grade::Open);
                        path.push((number, expansion, 0));
                    }
                }
            }
            let Some((number, expansion, part)) = path.last_mut() else { return Ok(self.known(root)) };
            if let Some((inner, _)) = expansion.parts.get(*part) {
                *part += 1;
                next = Some(*inner);
                continue;
            }
            let (number, expansion) = (*number, expansion.clone());
            let options = (0..expansion.len()).map(|at| self.known_sum(expansion.option(at)));
            let value = mex(options.collect());
            self.nodes[number as usize].grade = Some(Grade::Known(value));
            path.pop();
            self.tick(1 + expansion.len())?;
        }
    }

    fn known(&self, number: Number) -> u64 {
        match self.nodes[number as usize].grade {
            Some(Grade::Known(value)) => value,
            _ => 0,
        }
    }

    fn known_sum(&self, option: &[(Number, u32)]) -> u64 {
        let odd = option.iter().filter(|(_, count)| count % 2 == 1);
        odd.fold(0, |total, (number, _)| total ^ self.known(*number))
    }

    /// The value of a sum of loop-free components under normal play.
    pub fn value_of_sum(&mut self, sum: &Sum) -> Evaluated<u64> {
        let mut total = 0;
        for (part, count) in sum.parts.iter() {
            // An even number of copies cancels, but the component must still have a value.
            let value = self.component_value(part)?;
            if count % 2 == 1 {
                total ^= value;
            }
        }
        Ok(total)
    }

    fn component_value(&mut self, part: &Component) -> Evaluated<u64> {
        let value = self.value(part);
        if value.is_err() {
            // A component whose examination was interrupted would later look like a cycle, so its
            // grade is removed.
            self.nodes
                .iter_mut()
                .filter(|node| node.grade == Some(Grade::Open))
                .for_each(|node| node.grade = None);
        }
        value
    }

    /// The budget that limits the searches of this engine.
    pub fn budget(&self) -> &'a Budget<'b> {
        self.budget
    }

    /// Whether play from a sum can reach a component where a stated `end` holds. Such sums are
    /// refused in positions where play ends as soon as all values are 0.
    pub fn refuses_anti(&mut self, sum: &Sum) -> Evaluated<bool> {
        let mut seen: Vec<Component> = sum.parts.iter().map(|(part, _)| part.clone()).collect();
        let has_ends = |reference: &Self, component: &Component| {
            !reference.instance.program.game(component.game).ends.is_empty()
        };
        // Play has to be searched only if some game that it can reach states ends.
        if !seen.iter().any(|part| {
            self.calls(part.game).iter().any(|game| !self.instance.program.game(*game).ends.is_empty())
        }) {
            return Ok(false);
        }
        let mut known: rustc_hash::FxHashSet<Component> = seen.iter().cloned().collect();
        while let Some(component) = seen.pop() {
            let expansion = self.component(&component)?;
            if has_ends(self, &component) && expansion.ending.is_some() {
                return Ok(true);
            }
            for (number, _) in &expansion.parts {
                let part = &self.components[*number as usize];
                if known.insert(part.clone()) {
                    seen.push(part.clone());
                }
            }
        }
        Ok(false)
    }

    /// The games that play from a game can reach.
    fn calls(&self, game: GameId) -> Vec<GameId> {
        walk::reachable_games(&self.instance.program, game)
    }

    /// The most positions that one search may hold.
    pub(super) fn position_limit(&self) -> u64 {
        self.budget.positions
    }
}

impl<'a> Engine<'a> for Reference<'a, '_> {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn outcome(&mut self, position: &Position) -> Evaluated<Outcome> {
        if let (Convention::Normal, Form::Sum(sum)) = (position.convention, &position.form)
            && !self.is_loopy(sum)
        {
            match self.value_of_sum(sum) {
                Ok(0) => return Ok(Outcome::Previous),
                Ok(_) => return Ok(Outcome::Next),
                Err(Problem {
                    kind: ProblemKind::Refused(Refusal::ValueOfWinEnds | Refusal::ValueOfTwist),
                    ..
                }) => {}
                Err(problem) => return Err(problem),
            }
        }
        Ok(self.search(position)?.0)
    }

    fn sg(&mut self, position: &Position) -> Evaluated<Int> {
        let Form::Sum(sum) = &position.form else { return Err(refuse(Refusal::ValueOfConvention)) };
        if position.convention != Convention::Normal {
            return Err(refuse(Refusal::ValueOfConvention));
        }
        if self.instance.is_twisted_position(position) {
            let value = self.value_by_definition(sum)?;
            return value.map(Int::from).ok_or_else(|| refuse(Refusal::LoonyValue));
        }
        if !self.is_loopy(sum) {
            return Ok(Int::from(self.value_of_sum(sum)?));
        }
        match self.smith_of_sum(sum)? {
            Smith::Finite(value) => Ok(Int::from(value)),
            Smith::Infinite(_) => Err(refuse(Refusal::InfiniteValue)),
        }
    }

    fn remoteness(&mut self, position: &Position, most: u64) -> Evaluated<Option<u64>> {
        Ok(self.search_up_to(position, most.min(self.budget.positions))?.1)
    }

    fn options(&mut self, position: &Position) -> Evaluated<Vec<Position>> {
        Ok(match self.view(position)? {
            View::Over { .. } => Vec::new(),
            View::Open(options) => options,
        })
    }

    fn equal(&mut self, a: &Position, b: &Position) -> Evaluated<bool> {
        if a == b {
            return Ok(true);
        }
        match (a, b) {
            (
                Position { convention: Convention::Normal, form: Form::Sum(a) },
                Position { convention: Convention::Normal, form: Form::Sum(b) },
            ) => {
                let is_twisted =
                    |it: &Sum| it.parts.iter().any(|(part, _)| self.instance.is_twisted(part.game));
                if is_twisted(a) || is_twisted(b) {
                    return Ok(self.value_by_definition(a)? == self.value_by_definition(b)?);
                }
                if !self.is_loopy(a) && !self.is_loopy(b) {
                    return Ok(self.value_of_sum(a)? == self.value_of_sum(b)?);
                }
                Ok(self.smith_of_sum(a)? == self.smith_of_sum(b)?)
            }
            _ => Err(refuse(Refusal::EqualityUndecided)),
        }
    }

    fn how(&self) -> How {
        How::Search
    }

    fn plan(&self) -> String {
        "straight from the definitions, as it was asked for".to_string()
    }

    fn examined(&self) -> usize {
        self.components.len() + self.searched.len()
    }
}

/// The problem of more copies of one component than can be counted.
fn too_many() -> Problem {
    Problem { span: Span::default(), kind: ProblemKind::TooLarge("a count of components") }
}

/// Makes the problem that says which limit was reached, with the default span.
pub fn limit(limit: Limit) -> Problem {
    Problem { span: Span::default(), kind: ProblemKind::Limit(limit) }
}

/// The least natural that is not in a list.
pub fn mex(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values.dedup();
    let gap = values.iter().zip(0..).find(|(value, at)| **value != *at);
    gap.map_or(values.len() as u64, |(_, at)| at)
}

/// For each game, whether play that begins in it can reach a `loopy` game.
fn loopy_games(instance: &Instance) -> Vec<bool> {
    let program = &instance.program;
    if program.games.iter().all(|game| !game.loopy) {
        return vec![false; program.games.len()];
    }
    let reaches = |game| walk::reachable_games(program, game).iter().any(|other| program.game(*other).loopy);
    program.game_ids().map(reaches).collect()
}
