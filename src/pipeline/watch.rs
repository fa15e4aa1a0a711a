//! Examines all play from positions of games whose termination is not proved, so that a position
//! gets no answer if play from this position can repeat or reaches a component that cannot be
//! evaluated. The search for an outcome does not detect this, because it stops at one winning move.

use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{GameId, walk};
use crate::position::{Budget, Evaluated, Evaluator, Flow, Instance, Limit, Problem, ProblemKind};
use crate::solve::Solver;
use crate::sound::{self, Termination};
use crate::source::Span;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// How the play from a component of a game is examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Nothing to examine: play is proved to end, except in loopy games.
    None,
    /// By computing the value of the component, which needs all of play. Every component that play
    /// reaches has a value.
    Values,
    /// By a walk through all components that play reaches.
    Components,
    /// By a search for cycles in the graph of all components that play reaches. Cycles through
    /// components of loopy games alone are allowed.
    Cycles,
}

/// Examines all play from positions, and remembers the components examined.
pub struct Watch {
    /// How to examine the play from components of each game; indexed by game.
    looks: Vec<Look>,
    /// The components met so far: true if all of play from the component was examined, false while
    /// it is on the current path.
    met: FxHashMap<Component, bool>,
}

impl Watch {
    /// A watch for positions with components of these games. With `for_values`, the questions are
    /// about values; computing them examines all of play unless play reaches a loopy game.
    pub fn new(instance: &Instance, games: &[GameId], for_values: bool) -> Watch {
        let program = &instance.program;
        let mut looks = vec![Look::None; program.games.len()];
        let is_loopy = |game: &GameId| program.game(*game).loopy;
        let may_repeat = |game: &GameId| walk::reachable_games(program, *game).iter().any(is_loopy);
        if games.is_empty() || for_values && !games.iter().any(may_repeat) {
            return Watch { looks, met: FxHashMap::default() };
        }
        let soundness = sound::prove_of(instance, games);
        for game in games {
            let reachable = walk::reachable_games(program, *game);
            let is_proved = |game: &GameId| {
                matches!(soundness.games[game.index()].termination, Termination::Proved { .. })
            };
            let wins = |game: &GameId| program.game(*game).ends.iter().any(|end| end.win);
            looks[game.index()] = match reachable.iter().any(is_loopy) {
                _ if reachable.iter().all(|game| is_loopy(game) || is_proved(game)) => Look::None,
                true => Look::Cycles,
                false if for_values => Look::None,
                // Twisted games, and games where play may end with a win, have no values to
                // compute.
                false if instance.is_twisted(*game) || reachable.iter().any(wins) => Look::Components,
                false => Look::Values,
            };
        }
        Watch { looks, met: FxHashMap::default() }
    }

    /// Whether there is nothing to examine for any game.
    pub fn is_idle(&self) -> bool {
        self.looks.iter().all(|look| *look == Look::None)
    }

    /// Whether computing values examines all of play, for every game.
    pub fn is_by_values(&self) -> bool {
        self.looks.iter().all(|look| matches!(look, Look::None | Look::Values))
    }

    /// Examines all play from the components of a position. An error is returned if play returns to
    /// a component, or a component cannot be evaluated.
    pub fn look(
        &mut self,
        solver: &mut Solver<'_, '_>,
        instance: &Instance,
        position: &Position,
    ) -> Evaluated<()> {
        let sums = match &position.form {
            Form::Sum(sum) => std::slice::from_ref(sum),
            Form::Compound(_, operands) | Form::Operands(operands) => operands,
        };
        for (part, _) in sums.iter().flat_map(|sum| sum.parts.iter()) {
            match self.looks[part.game.index()] {
                Look::None => {}
                // A theorem covers all of play from here. If it covers only a part of the game, it
                // has an answer exactly where it covers all of play.
                _ if solver.theorem(part.game).is_some_and(|covered| {
                    covered.only().is_none() || covered.losing(&part.state, position.convention).is_some()
                }) => {}
                // The proof of the lost positions of this game includes a proof that play ends.
                _ if solver.is_told_by_lost_set(part, position.convention) => {}
                Look::Values => solver.sg(&Position::normal(Sum::one(part.clone()))).map(|_| ())?,
                Look::Components => self.walk(instance, solver.budget(), part)?,
                Look::Cycles => self.search(instance, solver.budget(), part)?,
            }
        }
        Ok(())
    }

    /// Searches the play from one component for cycles. A component that is on a cycle, and does
    /// not belong to a loopy game, is an error.
    fn search(&mut self, instance: &Instance, budget: &Budget<'_>, from: &Component) -> Evaluated<()> {
        if self.met.contains_key(from) {
            return Ok(());
        }
        let (mut graph, mut nodes) = (DiGraph::<Component, ()>::new(), FxHashMap::default());
        let mut pending = vec![from.clone()];
        nodes.insert(from.clone(), graph.add_node(from.clone()));
        while let Some(component) = pending.pop() {
            for option in below(instance, budget, &component)? {
                // All play from a component that is met has been examined.
                if self.met.contains_key(&option) {
                    continue;
                }
                if (nodes.len() + self.met.len()) as u64 >= budget.positions {
                    self.met.clear();
                    return Err(trouble(ProblemKind::Limit(Limit::Positions)));
                }
                let node = *nodes.entry(option.clone()).or_insert_with(|| {
                    pending.push(option.clone());
                    graph.add_node(option)
                });
                graph.update_edge(nodes[&component], node, ());
            }
        }
        for circle in petgraph::algo::kosaraju_scc(&graph) {
            let comes_back = circle.len() > 1 || graph.contains_edge(circle[0], circle[0]);
            let is_strict = |node: &&NodeIndex| !instance.program.game(graph[**node].game).loopy;
            if let Some(node) = circle.iter().find(is_strict).filter(|_| comes_back) {
                return Err(trouble(ProblemKind::Cycle { component: graph[*node].clone() }));
            }
        }
        self.met.extend(nodes.into_keys().map(|component| (component, true)));
        Ok(())
    }

    /// Visits all components that play from one component reaches, depth first. A component that is
    /// reached from itself is an error.
    fn walk(&mut self, instance: &Instance, budget: &Budget<'_>, from: &Component) -> Evaluated<()> {
        let mut path: Vec<(Component, Vec<Component>)> = Vec::new();
        let mut next = Some(from.clone());
        loop {
            if let Some(component) = next.take() {
                match self.met.get(&component) {
                    Some(true) => {}
                    Some(false) => {
                        self.met.retain(|_, done| *done);
                        return Err(trouble(ProblemKind::Cycle { component }));
                    }
                    None => {
                        if self.met.len() as u64 >= budget.positions {
                            self.met.clear();
                            return Err(trouble(ProblemKind::Limit(Limit::Positions)));
                        }
                        let below = below(instance, budget, &component)
                            .inspect_err(|_| self.met.retain(|_, done| *done))?;
                        self.met.insert(component.clone(), false);
                        path.push((component, below));
                    }
                }
            }
            let Some((component, below)) = path.last_mut() else { return Ok(()) };
            next = below.pop();
            if next.is_none() {
                self.met.insert(component.clone(), true);
                path.pop();
            }
        }
    }
}

/// The components of the targets of a component's moves, ascending, without repetitions.
fn below(instance: &Instance, budget: &Budget<'_>, component: &Component) -> Evaluated<Vec<Component>> {
    let mut evaluator = Evaluator::new(instance, budget);
    let mut below = Vec::new();
    if evaluator.ending(component)?.is_none() {
        evaluator.each_target(component, &mut |_, _, parts| {
            below.extend(parts.iter().filter(|part| part.1 > 0).map(|part| part.0.clone()));
            Ok(Flow::More)
        })?;
    }
    below.sort();
    below.dedup();
    Ok(below)
}

fn trouble(kind: ProblemKind) -> Problem {
    Problem { span: Span::default(), kind }
}
