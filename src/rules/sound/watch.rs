//! Checks what could not be proved about the rules: explores components, and reports violations,
//! cycles and measures that do not decrease.

use super::explore::{Exploration, Extent, explore};
use super::{GameSoundness, Soundness, Termination, errors, unproved};
use crate::diagnostic::Diagnostic;
use crate::ir::value::{Component, Form, Position};
use crate::ir::{Expr, ExprKind, Game, GameId, Value, walk};
use crate::number::Int;
use crate::position::{Budget, Evaluator, Instance, Limit, Problem, ProblemKind, enumerate};

/// The limit of steps if termination is not proved, so that answers are valid only after the
/// exploration.
const MOST_STEPS: u64 = 500_000_000;

/// The limit of steps if termination is proved, and only values and types have to be checked.
const STEPS_FOR_RULES: u64 = 50_000_000;

/// The limit of steps if neither a start nor a claim names components, so that a sample of small
/// components is explored.
const STEPS_FOR_A_SAMPLE: u64 = 10_000_000;

/// The most components, with and without variables, that are looked up in the texts of claims.
/// Those without variables are explored before the claims are evaluated.
const MOST_NAMED: usize = 1_000;

/// The components from which the rules have to be checked.
#[derive(Debug, Clone, Default)]
pub struct Owed {
    /// Components of starts, and components whose values claims needed.
    pub components: Vec<Component>,
    /// Whether claims will still be evaluated. Then no sample is taken of games that claims
    /// mention.
    pub claims_pending: bool,
    /// Games that are mentioned only in parts of the spec that could not be read.
    pub left_alone: Vec<GameId>,
    /// Whether `components` are all that matter: false if a claim is about all naturals or was cut
    /// short, and for a sample of small components.
    pub all: bool,
}

impl Owed {
    /// The components of the starts, and errors for starts without a value.
    pub fn starts(instance: &Instance, budget: &Budget<'_>) -> (Owed, Vec<Diagnostic>) {
        let mut owed = Owed { all: true, ..Owed::default() };
        let mut diagnostics = Vec::new();
        for start in instance.program.starts.iter().filter(|start| start.in_root) {
            match instance.evaluate(&start.position, budget) {
                Ok(Value::Position(position)) => owed.add(&position),
                Ok(_) => {}
                Err(problem) => diagnostics.push(errors::start(instance, start, &problem)),
            }
        }
        (owed, diagnostics)
    }

    /// Adds the components that claims name without variables, for which no claim has to be
    /// evaluated.
    pub fn add_named(&mut self, instance: &Instance, budget: &Budget<'_>) {
        let mut named: Vec<(usize, &Expr)> = Vec::new();
        for claim in &instance.program.claims {
            walk::everything(claim.expr(), &mut |inner| {
                if matches!(inner.kind, ExprKind::Component(..)) && named.len() < MOST_NAMED {
                    named.push((claim.slots.len(), inner));
                }
            });
        }
        for (slots, expr) in named {
            let mut closed = true;
            walk::everything(expr, &mut |inner| closed &= !matches!(inner.kind, ExprKind::Local(_)));
            let mut evaluator = Evaluator::new(instance, budget);
            // A position without a value is reported when the claim is evaluated.
            if closed
                && let Ok(Value::Position(position)) =
                    evaluator.value(expr, &mut vec![Value::Bool(false); slots])
            {
                self.add(&position);
            }
        }
    }

    /// Adds the components of a position.
    fn add(&mut self, position: &Position) {
        let sums: &[_] = match &position.form {
            Form::Sum(sum) => std::slice::from_ref(sum),
            Form::Compound(_, sums) | Form::Operands(sums) => sums,
        };
        self.components.extend(sums.iter().flat_map(|sum| sum.parts.iter().map(|(part, _)| part.clone())));
    }

    /// Adds small components of those of `games` that play reaches neither from the components so
    /// far, nor from a game that a pending claim mentions, nor from a game in `left_alone`; for
    /// each such game also a component from which play can be infinite, if one is known.
    fn add_unmentioned(&mut self, instance: &Instance, games: &[GameId], forever: &Forever<'_>) {
        let mut mentioned =
            reached(instance, &self.components.iter().map(|component| component.game).collect::<Vec<_>>());
        if self.claims_pending {
            let by_claims = claimed(instance);
            mentioned.iter_mut().zip(by_claims).for_each(|(one, other)| *one |= other);
        }
        let left_alone = reached(instance, &self.left_alone);
        mentioned.iter_mut().zip(left_alone).for_each(|(one, other)| *one |= other);
        for game in games.iter().filter(|game| !mentioned[game.index()]) {
            let (components, all) = enumerate::more_components(instance, *game);
            self.components.extend(components);
            self.components.extend((forever.smallest)(*game));
            self.all &= all;
        }
    }
}

/// For each game, whether a claim mentions it, or play can reach it from a game that a claim
/// mentions.
fn claimed(instance: &Instance) -> Vec<bool> {
    let claims = instance.program.claims.iter();
    let games: Vec<GameId> =
        claims.flat_map(|claim| walk::games_in(&instance.program, claim.expr())).collect();
    reached(instance, &games)
}

/// For each game, whether its rules have to be checked: the games of the root file, those that its
/// starts and claims mention, and those that play can reach from these. Other games of imported
/// files are not checked.
pub fn needed(instance: &Instance) -> Vec<bool> {
    let program = &instance.program;
    let mut games: Vec<GameId> = program.game_ids().filter(|game| program.game(*game).in_root).collect();
    for start in program.starts.iter().filter(|start| start.in_root) {
        games.extend(walk::games_in(program, &start.position.expr));
    }
    for claim in &program.claims {
        games.extend(walk::games_in(program, claim.expr()));
    }
    reached(instance, &games)
}

/// For each game, whether play can reach it from one of `games`.
fn reached(instance: &Instance, games: &[GameId]) -> Vec<bool> {
    let mut reached = vec![false; instance.program.games.len()];
    for game in walk::reachable_from(&instance.program, games) {
        reached[game.index()] = true;
    }
    reached
}

/// What the rules say about components from which play can be infinite.
pub struct Forever<'f> {
    /// For a component from which play can be infinite, a set of such components, in words.
    pub words: &'f dyn Fn(&Component) -> Option<String>,
    /// For each game, a component from which play can be infinite, if one is known.
    pub smallest: &'f dyn Fn(GameId) -> Option<Component>,
}

/// What [`watch`] found.
#[derive(Default)]
pub struct Watched {
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The limit that stopped the exploration, if one did.
    pub limit: Option<Limit>,
    /// The exploration; `None` if all rules are proved.
    pub exploration: Option<Exploration>,
}

/// Explores the components of the games that are not proved sound, at most `most` components, and
/// records the findings in `soundness`. If possible, continues the exploration `earlier` of the same
/// rules.
pub fn watch(
    instance: &Instance,
    budget: &Budget<'_>,
    soundness: &mut Soundness,
    mut owed: Owed,
    (most, earlier): (usize, Option<Exploration>),
    forever: &Forever<'_>,
) -> Watched {
    let needed = needed(instance);
    let is_open = |game: &GameId| needed[game.index()] && soundness.needs_exploration(*game);
    let open: Vec<GameId> = instance.program.game_ids().filter(is_open).collect();
    if open.is_empty() {
        return Watched::default();
    }
    // The user did not ask for a sample of small components, so fewer steps suffice for it.
    let nothing_asked = owed.components.is_empty();
    owed.add_unmentioned(instance, &open, forever);
    let is_sample = nothing_asked && !owed.all;
    let interesting = walk::reaches(&instance.program, |game| open.contains(&game));
    owed.components.retain(|component| interesting[component.game.index()]);
    let ending_is_open =
        open.iter().any(|game| soundness.games[game.index()].termination == Termination::Unknown);
    let steps = match (is_sample, ending_is_open) {
        (true, _) => STEPS_FOR_A_SAMPLE,
        (false, true) => MOST_STEPS,
        (false, false) => STEPS_FOR_RULES,
    };
    budget.begins(if ending_is_open { "whether play ends" } else { "watching the rules" });
    let exploration =
        explore(instance, budget, &owed.components, Extent { most, steps, earlier }, forever.words);
    let mut diagnostics = Vec::new();
    breach(instance, &exploration, &mut diagnostics);
    if diagnostics.is_empty() {
        cycle(instance, soundness, &exploration, budget, &mut diagnostics);
    }
    if let Some(at) = exploration.endless.filter(|_| diagnostics.is_empty()) {
        endless(instance, soundness, &exploration, at, forever, &mut diagnostics);
    }
    if diagnostics.is_empty() {
        measures(instance, budget, soundness, &exploration, &mut diagnostics);
    }
    if diagnostics.is_empty() {
        let whole = exploration.complete && owed.all;
        for game in &open {
            let rules = instance.program.game(*game);
            diagnostics.extend(seen(&mut soundness.games[game.index()], rules, &exploration, whole));
        }
    }
    Watched { diagnostics, limit: exploration.limit, exploration: Some(exploration) }
}

/// Records that an exploration found nothing wrong with a game. `whole` says that the exploration
/// covered all relevant components. Returns a diagnostic if termination was still unknown and is
/// now only checked; none if a limit was reached, because the limit has its own diagnostic.
fn seen(
    state: &mut GameSoundness,
    rules: &Game,
    exploration: &Exploration,
    whole: bool,
) -> Option<Diagnostic> {
    let components = exploration.edges.len();
    state.watched = Some((components, whole));
    if state.termination != Termination::Unknown {
        return None;
    }
    let (termination, told) = if whole {
        (Termination::Searched { components }, None)
    } else if rules.assumed_to_end.is_some() {
        (Termination::Assumed { components }, None)
    } else {
        let told = || unproved::not_proved(rules, components, state.ends_otherwise.as_deref());
        (Termination::Checked { components }, exploration.limit.is_none().then(told))
    };
    state.termination = termination;
    told
}

/// Reports the violation at the smallest component.
fn breach(instance: &Instance, exploration: &Exploration, diagnostics: &mut Vec<Diagnostic>) {
    if let Some((component, problem)) = exploration.smallest_breach() {
        let path = exploration.path_to(component);
        diagnostics.push(errors::breach(instance, component, problem, &path));
    }
}

/// Reports the shortest cycle through a game that is neither marked `loopy` nor proved to
/// terminate.
fn cycle(
    instance: &Instance,
    soundness: &Soundness,
    exploration: &Exploration,
    budget: &Budget<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let counts = |game: GameId| {
        !instance.program.game(game).loopy
            && !matches!(soundness.games[game.index()].termination, Termination::Proved { .. })
    };
    if !soundness.games.iter().any(|game| game.termination == Termination::Unknown) {
        return;
    }
    if let Some(cycle) = exploration.shortest_cycle(&counts) {
        // The report begins with the smallest component.
        let places = (0..cycle.len()).filter(|at| counts(cycle[*at].game));
        let bad = places.min_by_key(|at| super::explore::size(&cycle[*at])).unwrap_or(0);
        let mut cycle = cycle;
        cycle.rotate_left(bad);
        let path = exploration.path_to(&cycle[0]);
        let next = cycle.get(1).unwrap_or(&cycle[0]);
        let steps = Evaluator::new(instance, budget).steps(&cycle[0]).unwrap_or_default();
        let by = steps.into_iter().find(|step| step.target.parts.iter().any(|(part, _)| part == next));
        diagnostics.push(errors::cycle(instance, &cycle, by.as_ref(), &path));
    }
}

/// Reports that play can be infinite from the component with index `at`.
fn endless(
    instance: &Instance,
    soundness: &mut Soundness,
    exploration: &Exploration,
    at: usize,
    forever: &Forever<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some((component, _)) = exploration.components.get_index(at) else { return };
    let Some(words) = (forever.words)(component) else { return };
    let path = exploration.path_to(component);
    diagnostics.push(errors::endless(instance, component, &words, &path));
    let why = format!("{words} has a move to another one");
    soundness.games[component.game.index()].termination = Termination::Endless { why };
}

/// Checks that stated measures decrease along every explored edge within a group of games, and
/// reports the first failure of each game.
fn measures(
    instance: &Instance,
    budget: &Budget<'_>,
    soundness: &Soundness,
    exploration: &Exploration,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut told: Vec<GameId> = Vec::new();
    for (at, edges) in exploration.edges.iter().enumerate() {
        let Some((component, _)) = exploration.components.get_index(at) else { continue };
        let game = component.game;
        let stated = instance.program.game(game).measure.as_ref();
        let Some(measure) = stated.filter(|_| {
            soundness.games[game.index()].termination == Termination::Unknown && !told.contains(&game)
        }) else {
            continue;
        };
        let inside: Vec<&Component> = edges
            .iter()
            .filter_map(|to| exploration.components.get_index(*to as usize).map(|(component, _)| component))
            .filter(|to| soundness.group_of[to.game.index()] == soundness.group_of[game.index()])
            .collect();
        if inside.is_empty() {
            continue;
        }
        let failure = measure_of(instance, budget, component).and_then(|before| {
            for to in inside {
                let after = measure_of(instance, budget, to)?;
                if after >= before || before.iter().any(Int::is_negative) {
                    return Ok(Some((to.clone(), before, after)));
                }
            }
            Ok(None)
        });
        match failure {
            Ok(None) => {}
            Ok(Some((to, before, after))) => {
                told.push(game);
                diagnostics.push(errors::measure_rises(
                    instance,
                    measure.span,
                    component,
                    &to,
                    &before,
                    &after,
                ));
            }
            Err(Problem { kind: ProblemKind::Limit(_), .. }) => return,
            Err(problem) => {
                told.push(game);
                diagnostics.push(errors::measure_fails(instance, measure.span, component, &problem));
            }
        }
    }
}

/// The value of the stated measure of a component, part by part; empty if its game states none.
fn measure_of(instance: &Instance, budget: &Budget<'_>, component: &Component) -> Result<Vec<Int>, Problem> {
    let Some(measure) = &instance.program.game(component.game).measure else { return Ok(Vec::new()) };
    let mut frame = component.state.to_vec();
    frame.resize(measure.slots.len(), Value::Bool(false));
    let mut evaluator = Evaluator::new(instance, budget);
    measure.parts.iter().map(|part| evaluator.int(part, &mut frame)).collect()
}
