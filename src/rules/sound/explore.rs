//! Explores components, nearest first, and finds violations of the rules and cycles among them.

use crate::ir::GameId;
use crate::ir::value::Component;
use crate::position::{Budget, Evaluated, Evaluator, Flow, Instance, Limit, Problem, ProblemKind, Step};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The index of the component from which a component was first reached, and the move that led to
/// it; `None` for roots.
type Origin = Option<(usize, Arc<Step>)>;

/// The result of an exploration of components.
pub struct Exploration {
    /// The components in the order in which they were reached, with the move that first led to
    /// each.
    pub components: IndexMap<Component, Origin, FxBuildHasher>,
    /// For each component whose moves were listed, in order, the indices of the components that
    /// these moves lead to; ascending.
    pub edges: Vec<Vec<u32>>,
    /// Violations of the rules, each with the index of its component; at most [`MOST_BREACHES`].
    pub breaches: Vec<(usize, Problem)>,
    /// For each game and move, whether the move was legal at some examined component.
    pub legal: Vec<Vec<bool>>,
    /// Whether every component that was reached was examined. The moves of a component after a
    /// violation are not followed.
    pub complete: bool,
    /// Whether a component was left out because its move could not be recorded.
    skipped: bool,
    /// The limit of the caller's budget that stopped the exploration, if one did.
    pub limit: Option<Limit>,
    /// The index of the first explored component from which play can be infinite; `None` if none is
    /// known.
    pub endless: Option<usize>,
}

/// Once searches for cycles have found one and followed more than this many edges together, no
/// further search for a shorter cycle begins.
const MOST_WORK: usize = 20_000_000;

/// The most edges, and the most elements in the fields of components, that are stored. The
/// exploration stops there.
const MOST_EDGES: usize = 50_000_000;
const MOST_ELEMENTS: usize = 20_000_000;

/// The most violations that are stored. The exploration stops there.
const MOST_BREACHES: usize = 1000;

/// How many components are searched for a cycle, from the first one on from which play can be
/// infinite.
const FURTHER: usize = 1_000;

/// How far an exploration goes.
pub struct Extent {
    /// The most components that are examined.
    pub most: usize,
    /// The most steps.
    pub steps: u64,
    /// An exploration of the same rules. It is continued if it has the same roots, found nothing
    /// wrong, and no limit of its caller stopped it.
    pub earlier: Option<Exploration>,
}

/// Explores what play can reach from some components, breadth first, from the smallest root on; if
/// an earlier exploration is continued, the components that it did not examine come first. Stops
/// after `most` components, after `steps` steps, or after [`MOST_BREACHES`] violations. `is_endless`
/// returns why play can be infinite from a component, if that is known; then at most [`FURTHER`]
/// components are explored from this one on.
pub fn explore(
    instance: &Instance,
    budget: &Budget<'_>,
    roots: &[Component],
    Extent { mut most, steps, earlier }: Extent,
    is_endless: &dyn Fn(&Component) -> Option<String>,
) -> Exploration {
    let mut exploration = Exploration::from_roots(instance, roots, earlier);
    let mut edges_held = exploration.edges.iter().map(Vec::len).sum::<usize>();
    let (spent, held) = (AtomicU64::new(0), AtomicUsize::new(exploration.elements()));
    let outer = budget.stopper();
    let is_spent = || spent.load(Ordering::Relaxed) > steps || held.load(Ordering::Relaxed) > MOST_ELEMENTS;
    let stop = || outer().or(is_spent().then_some(Limit::Time));
    let own = budget.within(&stop).counted(&spent);
    while exploration.edges.len() < exploration.components.len() {
        if exploration.edges.len() >= most || edges_held > MOST_EDGES {
            break;
        }
        let at = exploration.edges.len();
        let component = exploration.components.get_index(at).map(|(component, _)| component);
        if exploration.endless.is_none() && component.is_some_and(|it| is_endless(it).is_some()) {
            exploration.endless = Some(at);
            // A cycle is preferred in the report, so the search goes on for a while.
            most = most.min(at + FURTHER);
        }
        match open(instance, &own, &mut exploration, at, &held) {
            Ok(edges) => {
                edges_held += edges.len();
                exploration.edges.push(edges);
            }
            Err(Problem { kind: ProblemKind::Limit(_), .. }) => {
                exploration.limit = outer();
                break;
            }
            Err(problem) => {
                exploration.breaches.push((at, problem));
                exploration.edges.push(Vec::new());
                if exploration.breaches.len() >= MOST_BREACHES {
                    break;
                }
            }
        }
    }
    exploration.complete = !exploration.skipped
        && exploration.edges.len() == exploration.components.len()
        && exploration.breaches.len() < MOST_BREACHES;
    exploration
}

/// Adds the components to which the moves of component `at` lead, and returns their indices.
fn open(
    instance: &Instance,
    budget: &Budget<'_>,
    exploration: &mut Exploration,
    at: usize,
    held: &AtomicUsize,
) -> Evaluated<Vec<u32>> {
    let (component, _) = exploration.components.get_index(at).unwrap_or_else(|| unreachable_entry());
    let component = component.clone();
    let mut evaluator = Evaluator::new(instance, budget);
    let mut edges = Vec::new();
    if evaluator.ending(&component)?.is_some() {
        return Ok(edges);
    }
    let game = component.game;
    // The move with the values of its binders is stored only if it leads to a new component.
    evaluator.each_target(&component, &mut |rule, frame, target| {
        exploration.legal[game.index()][rule] = true;
        let mut known: Option<Arc<Step>> = None;
        for (part, _) in target {
            let number = match exploration.components.get_index_of(part) {
                Some(number) => number,
                None => {
                    let Some(step) = known.take().or_else(|| step(instance, game, rule, frame, target))
                    else {
                        exploration.skipped = true;
                        continue;
                    };
                    known = Some(step.clone());
                    held.fetch_add(part.state.iter().map(elements).sum(), Ordering::Relaxed);
                    exploration.components.insert_full(part.clone(), Some((at, step))).0
                }
            };
            edges.push(number as u32);
        }
        Ok(Flow::More)
    })?;
    edges.sort_unstable();
    edges.dedup();
    Ok(edges)
}

#[cold]
fn unreachable_entry() -> ! {
    unreachable!("only numbers below the count of components are opened")
}

fn step(
    instance: &Instance,
    game: GameId,
    rule: usize,
    frame: &[crate::ir::Value],
    target: &[(Component, u64)],
) -> Option<Arc<Step>> {
    let it = &instance.program.game(game).moves[rule];
    let slots = it.clauses.iter().flat_map(|clause| match clause {
        crate::ir::Clause::For(pattern, _) => pattern.slots(),
        crate::ir::Clause::If(_) => Vec::new(),
    });
    let bound = slots.map(|slot| (it.slots[slot.index()].name.clone(), frame[slot.index()].clone()));
    let target = crate::ir::value::Sum::new(target.to_vec())?;
    Some(Arc::new(Step { rule, bound: bound.collect(), target }))
}

/// The number of simple values in the value of a field: of its elements, their elements, and so on.
fn elements(value: &crate::ir::Value) -> usize {
    use crate::ir::Value;
    match value {
        Value::List(values) | Value::Set(values) | Value::Tuple(values) => values.iter().map(elements).sum(),
        _ => 1,
    }
}

/// A key that sorts components by size, to find the smallest one: the total [`weight`] of the
/// fields, then the component itself.
pub fn size(component: &Component) -> (crate::number::Int, Component) {
    let total = component.state.iter().map(weight).fold(crate::number::Int::ZERO, |a, b| a + b);
    (total, component.clone())
}

/// The size of a value: the sum of the absolute values of its numbers, of the lengths of its
/// collections and texts, and of 1 for each `true`. Other values, such as vertices, have size 0.
fn weight(value: &crate::ir::Value) -> crate::number::Int {
    use crate::ir::Value;
    use crate::number::Int;
    match value {
        Value::Int(int) => int.abs(),
        Value::List(values) | Value::Set(values) | Value::Tuple(values) => {
            values.iter().map(weight).fold(Int::from(values.len()), |a, b| a + b)
        }
        Value::Text(text) => Int::from(text.len()),
        Value::Bool(truth) => Int::from(usize::from(*truth)),
        _ => Int::ZERO,
    }
}

impl Exploration {
    /// An exploration that begins with some roots. It continues `earlier` if that found nothing
    /// wrong, no limit of its caller stopped it, and its roots are these.
    fn from_roots(instance: &Instance, roots: &[Component], earlier: Option<Exploration>) -> Exploration {
        let among: rustc_hash::FxHashSet<&Component> = roots.iter().collect();
        let is_clean =
            |it: &Exploration| it.breaches.is_empty() && it.endless.is_none() && it.limit.is_none();
        let begins_here = |it: &Exploration| {
            let own = it.components.iter().filter(|(_, origin)| origin.is_none());
            own.clone().count() == among.len() && own.into_iter().all(|(root, _)| among.contains(root))
        };
        let new = || Exploration {
            components: IndexMap::default(),
            edges: Vec::new(),
            breaches: Vec::new(),
            legal: instance.program.games.iter().map(|game| vec![false; game.moves.len()]).collect(),
            complete: false,
            skipped: false,
            limit: None,
            endless: None,
        };
        let mut exploration = earlier.filter(|it| is_clean(it) && begins_here(it)).unwrap_or_else(new);
        let mut sorted: Vec<&Component> = roots.iter().collect();
        sorted.sort_by_cached_key(|component| size(component));
        for root in sorted {
            exploration.components.entry(root.clone()).or_insert(None);
        }
        exploration
    }

    /// The number of simple values in the fields of the components that moves led to.
    fn elements(&self) -> usize {
        let led_to = self.components.iter().filter(|(_, origin)| origin.is_some());
        led_to.flat_map(|(component, _)| component.state.iter().map(elements)).sum()
    }

    /// The violation at the smallest component, if there is any.
    pub fn smallest_breach(&self) -> Option<(&Component, &Problem)> {
        let named = self.breaches.iter().filter_map(|(at, problem)| {
            self.components.get_index(*at).map(|(component, _)| (component, problem))
        });
        named.min_by_key(|(component, _)| size(component))
    }

    /// The moves that first led from a root to a component, each with the component at which it was
    /// made.
    pub fn path_to(&self, component: &Component) -> Vec<(Component, Step)> {
        let mut path = Vec::new();
        let mut at = self.components.get_index_of(component);
        while let Some((_, Some((from, step)))) = at.and_then(|at| self.components.get_index(at)) {
            if let Some((before, _)) = self.components.get_index(*from) {
                path.push((before.clone(), (**step).clone()));
            }
            at = Some(*from);
        }
        path.reverse();
        path
    }

    /// A cycle of explored components that passes through a game for which `counts` holds: a
    /// shortest one, unless [`MOST_WORK`] ends the search before. A move leads from each component
    /// to the next, and from the last to the first. `None` if there is no such cycle.
    pub fn shortest_cycle(&self, counts: &dyn Fn(GameId) -> bool) -> Option<Vec<Component>> {
        let mut graph = petgraph::graph::DiGraph::<u32, ()>::new();
        let nodes: Vec<_> = (0..self.components.len() as u32).map(|at| graph.add_node(at)).collect();
        for (from, edges) in self.edges.iter().enumerate() {
            for to in edges {
                graph.add_edge(nodes[from], nodes[*to as usize], ());
            }
        }
        let game = |at: u32| self.components.get_index(at as usize).map(|(component, _)| component.game);
        let groups = petgraph::algo::kosaraju_scc(&graph);
        let mut group_of = vec![0u32; self.components.len()];
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|node| group_of[node.index()] = number as u32);
        }
        // Starts with the smallest component, so that the first cycle of each length is the
        // smallest one.
        let repeats = |at: u32| self.edges.get(at as usize).is_some_and(|edges| edges.contains(&at));
        let of_cycles = groups.iter().filter(|group| group.len() > 1 || repeats(graph[group[0]]));
        let mut starts: Vec<u32> = of_cycles.flatten().map(|node| graph[*node]).collect();
        starts.retain(|at| game(*at).is_some_and(counts));
        starts.sort_by_cached_key(|at| self.components.get_index(*at as usize).map(|(it, _)| size(it)));
        let mut best: Option<Vec<u32>> = None;
        let mut work = 0;
        for start in starts {
            let shorter_than = best.as_ref().map_or(usize::MAX, Vec::len);
            // A shorter cycle is searched for until the work exceeds its limit.
            if shorter_than == 1 || (best.is_some() && work > MOST_WORK) {
                break;
            }
            if let Some(cycle) = self.cycle_through(start, shorter_than, &group_of, &mut work) {
                best = Some(cycle);
            }
        }
        let best = best?;
        Some(
            best.into_iter()
                .filter_map(|at| Some(self.components.get_index(at as usize)?.0.clone()))
                .collect(),
        )
    }

    /// The shortest cycle through a component, as indices; `None` unless it is shorter than
    /// `shorter_than`. Adds the number of followed edges to `work`.
    fn cycle_through(
        &self,
        start: u32,
        shorter_than: usize,
        group_of: &[u32],
        work: &mut usize,
    ) -> Option<Vec<u32>> {
        let mut before: rustc_hash::FxHashMap<u32, (u32, usize)> = rustc_hash::FxHashMap::default();
        let mut queue = VecDeque::from([(start, 1)]);
        while let Some((at, length)) = queue.pop_front() {
            if length >= shorter_than {
                return None;
            }
            for to in self.edges.get(at as usize)? {
                if *to == start {
                    let mut cycle = vec![at];
                    let mut back = at;
                    while back != start {
                        back = before.get(&back)?.0;
                        cycle.push(back);
                    }
                    cycle.reverse();
                    return Some(cycle);
                }
                *work += 1;
                if group_of[*to as usize] == group_of[start as usize] && !before.contains_key(to) {
                    before.insert(*to, (at, length));
                    queue.push_back((*to, length + 1));
                }
            }
        }
        None
    }
}
