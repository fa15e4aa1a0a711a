//! Proves that two games on a fixed graph or board are equal, for all states at once.
//!
//! If a state is a vertex, a set of vertices, or a board of two kinds of squares, there are finitely many
//! questions about it: which vertices belong to the set, which squares are taken. The rules are
//! evaluated once for all answers (in `symbolic.rs`), for each choice of names separately, and
//! compared: the games need equal ends, and equal moves under equal conditions, however they are
//! written.

mod board;
mod cells;
mod symbolic;

pub use board::{board, boards};
pub use cells::{CellMap, Cells};

use super::GameRules;
use super::terms::term::{GivenUp, Made, Sort, Store, TermId};
use crate::ir::graph::Graph;
use crate::ir::{Aggregate, Binary, Expr, ExprKind, GameId, Type, Value};
use crate::position::{Budget, Evaluator};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use symbolic::{Symbol, Symbolic};

/// The most vertices of a graph that is examined; games on larger graphs get no proof.
const MOST_VERTICES: usize = 48;

/// The most squares of a board that is examined; games on larger boards get no proof.
const MOST_SQUARES: usize = 64;

/// The number of steps that the budget is charged where the actual number does not fit a `usize`.
const LOOK: usize = 4096;

/// The states for which rules were proved equal.
#[derive(Debug, Clone)]
pub struct StateSpace {
    fields: Vec<Field>,
}

/// What a field may hold.
#[derive(Debug, Clone)]
enum Field {
    /// A vertex of the graph.
    Vertex(Arc<Graph>),
    /// A set of vertices of the graph, or a board of two kinds of squares.
    Cells(Cells),
}

impl StateSpace {
    /// Returns this space with the fields in another order: `order[i]` is the former place of field
    /// `i`.
    pub fn placed(&self, order: &[usize]) -> StateSpace {
        StateSpace { fields: order.iter().map(|place| self.fields[*place].clone()).collect() }
    }

    /// Whether a state belongs to this space.
    pub fn contains(&self, state: &[Value]) -> bool {
        let fits = |(field, value): (&Field, &Value)| match (field, value) {
            (Field::Vertex(graph), Value::Vertex(vertex)) => graph.find(vertex).is_some(),
            (Field::Cells(cells), value) => cells.read(value).is_some(),
            _ => false,
        };
        self.fields.len() == state.len() && self.fields.iter().zip(state).all(fits)
    }

    /// Returns the states of a game that are examined: vertices and sets of vertices of the graph,
    /// and boards of the shape of the first start. `None` if some field is of another type, if the
    /// graph or the start is missing, or if the start is not a board of two kinds of squares, at
    /// most [`MOST_SQUARES`] of them.
    fn of(rules: GameRules<'_>, graph: Option<&Arc<Graph>>) -> Option<StateSpace> {
        let fields = rules.types().into_iter().enumerate().map(|(place, (ty, range))| match ty {
            Type::Vertex => Some(Field::Vertex(graph?.clone())),
            Type::Set(element) if *element == Type::Vertex => Some(Field::Cells(vertices(graph?))),
            Type::List(_) => {
                let squares = [Value::Bool(false), Value::Bool(true)];
                let numbers = [Value::int(0), Value::int(1)];
                let board = first_start(rules, place)?;
                // The type may admit numbers other than 0 and 1 as elements: such states are not in
                // the space.
                let is_board = |squares: &[Value; 2]| {
                    let cells = Cells::Places(board.clone(), squares.clone());
                    let all = cells.write(&vec![true; cells.count()]);
                    cells.count() <= MOST_SQUARES && cells.read(&board).is_some() && range.contains(&all)
                };
                let squares = [squares, numbers].into_iter().find(is_board)?;
                Some(Field::Cells(Cells::Places(board, squares)))
            }
            _ => None,
        });
        fields.collect::<Option<Vec<Field>>>().map(|fields| StateSpace { fields })
    }
}

/// Returns the value of the field at `place` in the first start that is one component of the game.
fn first_start(rules: GameRules<'_>, place: usize) -> Option<Value> {
    let starts = rules.instance.program.starts.iter();
    let mut parts = starts.filter_map(|start| match &start.position.expr.kind {
        ExprKind::Component(game, fields) if *game == rules.game => Some((start, &fields[place])),
        _ => None,
    });
    let (start, field) = parts.next()?;
    let never = || None;
    let budget = Budget::new(&never, 0);
    let mut frame = vec![Value::Bool(false); start.position.slots.len()];
    Evaluator::new(rules.instance, &budget).value(field, &mut frame).ok()
}

/// Returns the cells of a set of vertices: one for each vertex of the graph.
fn vertices(graph: &Graph) -> Cells {
    let mut all: Vec<Value> = (0..graph.len()).map(|at| Value::Vertex(graph.vertex(at))).collect();
    all.sort();
    Cells::Members(all)
}

/// Returns the states for which both games are proved equal; `None` if there is no proof.
/// `order[i]` is the field of the first game that corresponds to field `i` of the second.
pub fn same(
    ours: GameRules<'_>,
    theirs: GameRules<'_>,
    order: &[usize],
    budget: &Budget<'_>,
) -> Option<StateSpace> {
    let mut graphs = theirs.instance.globals.iter().filter_map(|value| match value {
        Value::Graph(graph) => Some(graph),
        _ => None,
    });
    let graph = graphs.next();
    if graphs.next().is_some() || graph.is_some_and(|graph| graph.len() > MOST_VERTICES) {
        return None;
    }
    let domain = StateSpace::of(ours, graph)?;
    let mut choices = vec![Vec::new()];
    for field in &domain.fields {
        // A field that is a vertex is examined for each vertex separately.
        let values: Vec<Option<Value>> = match field {
            Field::Vertex(graph) => {
                (0..graph.len()).map(|at| Some(Value::Vertex(graph.vertex(at)))).collect()
            }
            _ => vec![None],
        };
        choices = choices
            .into_iter()
            .flat_map(|choice: Vec<Option<Value>>| {
                values.iter().map(move |value| choice.iter().cloned().chain([value.clone()]).collect())
            })
            .collect();
        if choices.len() > MOST_VERTICES * MOST_VERTICES {
            return None;
        }
    }
    let all_same = choices.iter().all(|choice| {
        let mut store = Store::new();
        let same = same_from(ours, theirs, order, &domain, choice, &mut store, budget);
        let taken = usize::try_from(store.taken()).unwrap_or(LOOK);
        budget.tick(taken).is_ok() && same == Ok(true)
    });
    all_same.then_some(domain)
}

/// Whether both games have equal moves and ends in all states with these vertices. `vertices` has
/// `None` for the fields that are not vertices.
fn same_from(
    ours: GameRules<'_>,
    theirs: GameRules<'_>,
    order: &[usize],
    domain: &StateSpace,
    vertices: &[Option<Value>],
    store: &mut Store,
    budget: &Budget<'_>,
) -> Made<bool> {
    let mut state = Vec::new();
    for (field, vertex) in domain.fields.iter().zip(vertices) {
        state.push(match (field, vertex) {
            (_, Some(vertex)) => Symbol::Cases(store.constant(vertex)),
            (Field::Cells(cells), None) => {
                let answers: Vec<TermId> = (0..cells.count()).map(|_| open(store)).collect();
                cells.open(&answers, store)?
            }
            (Field::Vertex(_), None) => return Err(GivenUp),
        });
    }
    let placed = |state: &[Symbol]| order.iter().map(|place| state[*place].clone()).collect::<Vec<_>>();
    let our_play = Play::of(ours, &state, store, budget)?.placed(&placed);
    let their_play = Play::of(theirs, &placed(&state), store, budget)?;
    Ok(our_play.ends == their_play.ends && our_play.moves(store)? == their_play.moves(store)?)
}

/// Returns a new variable truth value: the answer to a question about the state.
fn open(store: &mut Store) -> TermId {
    let question = store.variable(Sort::Other);
    store.atom(question)
}

/// Whether two games, which have one field each, provably have equal moves and ends when `map`
/// converts the cells of our states to theirs. The proof holds for all states that have our cells,
/// and also shows that no move leaves these states.
pub fn same_cells(ours: GameRules<'_>, theirs: GameRules<'_>, map: &CellMap, budget: &Budget<'_>) -> bool {
    let mut store = Store::new();
    let same = same_by(ours, theirs, map, &mut store, budget);
    let taken = usize::try_from(store.taken()).unwrap_or(LOOK);
    budget.tick(taken).is_ok() && same == Ok(true)
}

fn same_by(
    ours: GameRules<'_>,
    theirs: GameRules<'_>,
    map: &CellMap,
    store: &mut Store,
    budget: &Budget<'_>,
) -> Made<bool> {
    let always = store.truth(true);
    let answers: Vec<TermId> = (0..map.ours.count()).map(|_| open(store)).collect();
    let their_answers = map.conditions(&answers, always, store)?;
    let our_play = Play::of(ours, &[map.ours.open(&answers, store)?], store, budget)?;
    let their_play = Play::of(theirs, &[map.theirs.open(&their_answers, store)?], store, budget)?;
    let listed = |answers: Vec<TermId>| vec![Symbol::List(answers.into_iter().map(Symbol::Cases).collect())];
    let our_moves = our_play.moves_read(store, &|fields, when, store| {
        let [field] = fields else { return Err(GivenUp) };
        let answers = map.ours.answers(field, when, store)?;
        Ok(listed(map.conditions(&answers, when, store)?))
    })?;
    let their_moves = their_play.moves_read(store, &|fields, when, store| {
        let [field] = fields else { return Err(GivenUp) };
        Ok(listed(map.theirs.answers(field, when, store)?))
    })?;
    Ok(our_play.ends == their_play.ends && our_moves == their_moves)
}

/// A component that is part of a target if a condition holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    when: TermId,
    fields: Vec<Symbol>,
}

/// The moves of a game: for each, the condition under which it is legal, and its target.
type Moves = BTreeSet<(TermId, Vec<Part>)>;

/// Rewrites the fields of a component for a condition: results are equal if the fields have equal
/// values wherever the condition holds.
type Read<'a> = dyn Fn(&[Symbol], TermId, &mut Store) -> Made<Vec<Symbol>> + 'a;

/// The moves and ends of play from all states.
struct Play {
    /// The conditions under which play ends with a win, and with a loss.
    ends: [TermId; 2],
    /// For each move and each choice of its names, the condition under which it can be played, and
    /// its target.
    steps: Vec<(TermId, Vec<Part>)>,
}

impl Play {
    fn of(rules: GameRules<'_>, state: &[Symbol], store: &mut Store, budget: &Budget<'_>) -> Made<Play> {
        let game = rules.instance.program.game(rules.game);
        let mut symbolic = Symbolic::new(rules.instance, budget, store);
        let nothing = symbolic.constant(Value::Bool(false));
        let frame = |slots: usize| {
            let mut frame = state.to_vec();
            frame.resize(slots.max(state.len()), nothing.clone());
            frame
        };
        let mut ends = [symbolic.store.truth(false); 2];
        for end in &game.ends {
            let when = symbolic.truth(&end.condition.expr, &mut frame(end.condition.slots.len()))?;
            let place = usize::from(!end.win);
            ends[place] = symbolic.or(ends[place], when)?;
        }
        // If both can hold, the ends contradict each other.
        if symbolic.and(ends[0], ends[1])? != symbolic.store.truth(false) {
            return Err(GivenUp);
        }
        let ended = symbolic.or(ends[0], ends[1])?;
        let goes_on = symbolic.not(ended)?;
        symbolic.path = goes_on;
        let mut steps = Vec::new();
        for it in &game.moves {
            symbolic.each(&it.clauses, &mut frame(it.slots.len()), &mut |symbolic, frame, when| {
                let when = symbolic.and(goes_on, when)?;
                let mut parts = Vec::new();
                let always = symbolic.store.truth(true);
                components(&it.target, rules.game, symbolic, frame, always, &mut parts)?;
                steps.push((when, parts));
                Ok(())
            })?;
        }
        Ok(Play { ends, steps })
    }

    /// This play with the fields of its components in another order.
    fn placed(mut self, order: &dyn Fn(&[Symbol]) -> Vec<Symbol>) -> Play {
        for part in self.steps.iter_mut().flat_map(|step| &mut step.1) {
            part.fields = order(&part.fields);
        }
        self
    }

    /// Returns the moves; moves with equal targets are merged into one. Targets are compared only
    /// where the move is legal.
    fn moves(&self, store: &mut Store) -> Made<Moves> {
        self.moves_read(store, &|fields, when, store| {
            fields.iter().map(|field| within(field, when, store)).collect()
        })
    }

    /// Returns the moves, with the fields of each component of a target rewritten by `read` for the
    /// condition under which the component exists.
    fn moves_read(&self, store: &mut Store, read: &Read<'_>) -> Made<Moves> {
        let never = store.truth(false);
        let mut by_target: BTreeMap<&[Part], TermId> = BTreeMap::new();
        for (when, parts) in &self.steps {
            let before = by_target.get(&parts[..]).copied().unwrap_or(never);
            let yes = store.truth(true);
            let when = store.choose(before, yes, *when)?;
            by_target.insert(parts, when);
        }
        let mut moves: BTreeMap<Vec<Part>, TermId> = BTreeMap::new();
        for (parts, when) in by_target {
            if when == never {
                continue;
            }
            let mut seen = Vec::new();
            for part in parts {
                let here = store.choose(when, part.when, never)?;
                if here != never {
                    let fields = read(&part.fields, here, store)?;
                    seen.push(Part { when: here, fields });
                }
            }
            seen.sort();
            let before = moves.get(&seen).copied().unwrap_or(never);
            let yes = store.truth(true);
            let when = store.choose(before, yes, when)?;
            moves.insert(seen, when);
        }
        Ok(moves.into_iter().map(|(parts, when)| (when, parts)).collect())
    }
}

/// Makes a symbol constant where a condition does not hold.
fn within(symbol: &Symbol, when: TermId, store: &mut Store) -> Made<Symbol> {
    let never = store.truth(false);
    Ok(match symbol {
        Symbol::Cases(term) => Symbol::Cases(store.choose(when, *term, never)?),
        Symbol::Set(members) => {
            let mut seen = BTreeMap::new();
            for (value, there) in members {
                let there = store.choose(when, *there, never)?;
                if there != never {
                    seen.insert(value.clone(), there);
                }
            }
            Symbol::Set(seen)
        }
        Symbol::List(elements) => {
            Symbol::List(elements.iter().map(|it| within(it, when, store)).collect::<Made<_>>()?)
        }
        Symbol::Text(letters) => {
            Symbol::Text(letters.iter().map(|it| within(it, when, store)).collect::<Made<_>>()?)
        }
        // No field holds a set of sets.
        Symbol::Parts(_) => return Err(GivenUp),
    })
}

/// Appends the components of a target to `parts`; fails if one belongs to another game, or if the
/// target is not built from components by sums and `if`.
fn components(
    target: &Expr,
    game: GameId,
    symbolic: &mut Symbolic<'_, '_, '_>,
    frame: &mut Vec<Symbol>,
    when: TermId,
    parts: &mut Vec<Part>,
) -> Made<()> {
    match &target.kind {
        ExprKind::Nothing => Ok(()),
        ExprKind::Component(of, fields) if *of == game => {
            let fields = fields.iter().map(|field| symbolic.value(field, frame)).collect::<Made<_>>()?;
            parts.push(Part { when, fields });
            Ok(())
        }
        ExprKind::Binary(Binary::AddPositions, a, b) => {
            components(a, game, symbolic, frame, when, parts)?;
            components(b, game, symbolic, frame, when, parts)
        }
        ExprKind::If(branches) => {
            let [condition, yes, no] = &**branches;
            let holds = symbolic.truth(condition, frame)?;
            let fails = symbolic.not(holds)?;
            let mut chosen = [Vec::new(), Vec::new()];
            for ((branch, there), parts) in [(yes, holds), (no, fails)].into_iter().zip(&mut chosen) {
                if symbolic.is_off_path(there)? {
                    continue;
                }
                let here = symbolic.and(when, there)?;
                symbolic.on_path(there, |symbolic| components(branch, game, symbolic, frame, here, parts))?;
            }
            let [yes, no] = chosen;
            parts.extend(one_of(symbolic, when, holds, yes, no)?);
            Ok(())
        }
        ExprKind::AggregateFor(Aggregate::SumPositions, clauses, body) => {
            symbolic.each(clauses, frame, &mut |symbolic, frame, there| {
                let when = symbolic.and(when, there)?;
                components(body, game, symbolic, frame, when, parts)
            })
        }
        _ => Err(GivenUp),
    }
}

/// Returns the components of the branches of a condition. If each branch has exactly one, and one of
/// the two exists wherever `when` holds, they become one component with conditional fields.
fn one_of(
    symbolic: &mut Symbolic<'_, '_, '_>,
    when: TermId,
    holds: TermId,
    yes: Vec<Part>,
    no: Vec<Part>,
) -> Made<Vec<Part>> {
    let ([a], [b]) = (&yes[..], &no[..]) else { return Ok(yes.into_iter().chain(no).collect()) };
    if symbolic.or(a.when, b.when)? != when {
        return Ok(vec![a.clone(), b.clone()]);
    }
    let pairs = a.fields.iter().zip(&b.fields);
    let fields = pairs.map(|(a, b)| symbolic.choose(holds, a.clone(), b.clone()));
    Ok(vec![Part { when, fields: fields.collect::<Made<_>>()? }])
}
