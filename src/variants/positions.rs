//! Collects the components of the first game of a pair that are examined one by one: small ones,
//! and those that play reaches from components that a spec names. Components from which play
//! violates the rules are omitted.

use super::asked::only_about;
use super::smallest::{by_size, smallest};
use super::{Incomparable, errors};
use crate::claim::Evidence;
use crate::diagnostic::Diagnostic;
use crate::ir::GameId;
use crate::ir::value::Component;
use crate::pipeline::{self, CheckOptions, Opened};
use crate::position::{Budget, Evaluated, Evaluator, Instance, Limit, Problem};
use crate::source::Sources;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most components whose moves are examined. Components from which play reaches one that is not
/// examined are omitted.
const MOST_COMPONENTS: usize = 30_000;
/// The time limit for checking a spec by itself, in microseconds.
const CHECK_TIME: u64 = 5_000_000;

/// Components that are compared one by one.
#[derive(Debug, Clone, Default)]
pub struct Positions {
    /// The components, smallest first.
    pub components: Vec<Component>,
    /// Those of `components` that play reaches from components that the spec names.
    reached: FxHashSet<Component>,
    /// Whether these are all components of the game.
    pub complete: bool,
    /// Whether play from the components that the spec names was not followed to its end.
    cut: bool,
}

impl Positions {
    /// The small components of a game. Whether the rules hold there is not checked.
    pub fn small(instance: &Instance, game: GameId) -> Positions {
        let (components, complete) = smallest(instance, game);
        Positions { components, complete, ..Positions::default() }
    }

    /// The components of a game from which play violates no rules: small ones, and those that play
    /// reaches from `named` ones.
    pub fn sound(instance: &Instance, game: GameId, named: &[Component], budget: &Budget<'_>) -> Positions {
        let (small, complete) = smallest(instance, game);
        let mut play = Play::default();
        play.follow(instance, named, budget);
        let (from_named, cut) = (play.nodes.len(), play.cut);
        play.follow(instance, &small, budget);
        let breaks = play.breaks();
        let mut components = Vec::new();
        let mut reached = FxHashSet::default();
        let of_game = play.nodes.iter().enumerate().filter(|(_, it)| it.game == game);
        for (at, component) in of_game.filter(|(at, _)| !breaks[*at]) {
            if at < from_named {
                reached.insert(component.clone());
                components.push(component.clone());
            }
        }
        let good = |it: &&Component| play.numbers.get(*it).is_some_and(|at| !breaks[*at]);
        let small: Vec<Component> =
            small.iter().filter(|it| !reached.contains(*it)).filter(good).cloned().collect();
        components.extend(small);
        components.sort_by(|a, b| by_size(&a.state, &b.state));
        let complete = complete && !breaks.contains(&true);
        Positions { components, reached, complete, cut }
    }

    /// Keeps only the components with a property.
    pub fn retain(&mut self, mut keep: impl FnMut(&Component) -> bool) {
        let before = self.components.len();
        self.components.retain(|it| keep(it));
        self.complete &= self.components.len() == before;
    }

    /// The evidence if the games agree at the first `seen` of these components.
    pub fn alike(&self, seen: usize) -> Evidence {
        if self.complete && seen == self.components.len() {
            return Evidence::proved(errors::all_compared(seen));
        }
        let reached = self.components[..seen].iter().filter(|it| self.reached.contains(*it)).count();
        let all = reached == self.reached.len() && !self.cut;
        let bound = errors::compared(seen - reached, reached, all);
        Evidence::Checked { bound }
    }
}

/// The components that play reaches from some components, as a graph.
#[derive(Default)]
struct Play {
    /// The components, in the order of discovery; their indices are their numbers.
    nodes: Vec<Component>,
    numbers: FxHashMap<Component, usize>,
    /// For each component, the numbers of the components with a move to it.
    before: Vec<Vec<u32>>,
    /// The numbers of the components at which the rules have no value, or that were not examined.
    broken: Vec<usize>,
    /// The problem at the first component at which the rules have no value, if there is one.
    problem: Option<Problem>,
    /// Whether some components were not examined.
    cut: bool,
}

impl Play {
    /// The number of a component, which may be new.
    fn number(&mut self, component: &Component) -> usize {
        if let Some(number) = self.numbers.get(component) {
            return *number;
        }
        self.nodes.push(component.clone());
        self.before.push(Vec::new());
        self.numbers.insert(component.clone(), self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// Adds some components and all that play reaches from them, breadth first.
    fn follow(&mut self, instance: &Instance, from: &[Component], budget: &Budget<'_>) {
        let stop = budget.stopper();
        let mut next = self.nodes.len();
        for component in from {
            self.number(component);
        }
        while next < self.nodes.len() {
            let component = self.nodes[next].clone();
            let is_over = next >= MOST_COMPONENTS || stop().is_some();
            self.cut |= is_over;
            match if is_over { None } else { Some(options(instance, &component, budget)) } {
                Some(Ok(options)) => {
                    for option in options {
                        let to = self.number(&option);
                        self.before[to].push(next as u32);
                    }
                }
                Some(Err(problem)) => {
                    self.broken.push(next);
                    self.problem = self.problem.take().or(Some(problem));
                }
                None => self.broken.push(next),
            }
            next += 1;
        }
    }

    /// For each component, whether play from it can reach a component in `broken`.
    fn breaks(&self) -> Vec<bool> {
        let mut breaks = vec![false; self.nodes.len()];
        let mut pending = self.broken.clone();
        while let Some(at) = pending.pop() {
            if !std::mem::replace(&mut breaks[at], true) {
                pending.extend(self.before[at].iter().map(|it| *it as usize));
            }
        }
        breaks
    }
}

/// The components of the targets of a component's moves; none if play is over.
fn options(instance: &Instance, component: &Component, budget: &Budget<'_>) -> Evaluated<Vec<Component>> {
    let mut evaluator = Evaluator::new(instance, budget);
    if evaluator.ending(component)?.is_some() {
        return Ok(Vec::new());
    }
    let steps = evaluator.steps(component)?;
    let parts = steps.iter().flat_map(|step| step.target.parts.iter().map(|(part, _)| part.clone()));
    Ok(parts.collect())
}

/// The components among those given from which play violates no rules.
pub fn hold(instance: &Instance, components: &[Component], budget: &Budget<'_>) -> FxHashSet<Component> {
    let mut play = Play::default();
    play.follow(instance, components, budget);
    let breaks = play.breaks();
    components.iter().filter(|it| play.numbers.get(*it).is_some_and(|at| !breaks[*at])).cloned().collect()
}

/// The problem at the first component at which the rules have no value, in play from some
/// components. `None` also if a limit was reached first.
pub fn breach(instance: &Instance, from: &[Component], budget: &Budget<'_>) -> Option<Problem> {
    let mut play = Play::default();
    play.follow(instance, from, budget);
    play.problem.filter(|problem| !problem.kind.is_of_size())
}

/// The components that the starts and claims of a spec about some games name. It is an error if the
/// rules of these games are wrong.
pub fn named(
    (instance, games): (&Instance, &[GameId]),
    sources: &Sources,
    budget: &Budget<'_>,
) -> Result<Vec<Component>, Incomparable> {
    let (clock, outer, begun) = (budget.observer(), budget.stopper(), budget.now().unwrap_or(0));
    let stop = || {
        let is_over = clock.is_some_and(|clock| clock.now().saturating_sub(begun) > CHECK_TIME);
        outer().or(is_over.then_some(Limit::Time))
    };
    let (sources, mut instance) = (sources.clone(), instance.clone());
    only_about(&mut instance.program, games);
    let instance = Some(instance);
    let opened = Opened { sources, modules: None, instance, partial: None, diagnostics: Vec::new() };
    let checked = pipeline::check(opened, &budget.within(&stop), CheckOptions::default());
    let wrong: Vec<Diagnostic> = checked.diagnostics.iter().filter(|it| is_wrong(it)).cloned().collect();
    if wrong.is_empty() { Ok(checked.asked) } else { Err(Incomparable(wrong)) }
}

/// Whether a diagnostic of a check is about wrong rules, and not about claims or limits.
pub fn is_wrong(it: &Diagnostic) -> bool {
    it.is_error() && !it.code.to_string().starts_with("G6") && it.code != crate::diagnostic::Code::G501
}
