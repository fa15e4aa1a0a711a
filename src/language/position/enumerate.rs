//! Lists small components of a game, whose fields have small values of their types, and reports
//! whether the list contains all components.

use super::{Instance, Range};
use crate::ir::graph::{Graph, Vertex};
use crate::ir::value::Component;
use crate::ir::{Builtin, Clause, Domain, Expr, ExprKind, GameId, Move, Value, walk};
use std::sync::Arc;

/// How many values of a range type such as `0..=n` are used, beginning with the least.
const MOST_VALUES: usize = 256;
/// The most components that are listed, and the most vertices that are used for a field.
const MOST_COMPONENTS: usize = 4000;
/// How many naturals, from 0 on, are used for a field of type `nat`.
const NATURALS: i64 = 16;

/// Some values of a type, and whether they are all values of the type.
type Values = (Vec<Value>, bool);

/// Small components of a game, and whether they are all its components. A component does not count
/// if its moves cannot be evaluated because a vertex is not in the graph about which a move asks.
pub fn components(instance: &Instance, game: GameId) -> (Vec<Component>, bool) {
    with_naturals(instance, game, NATURALS)
}

/// Small components of a game, and whether they are all its components, as in [`components`]. For a
/// game with one or two fields, all of type `nat`, there are more; for one with a single field also
/// those around the constants of the rules.
pub fn more_components(instance: &Instance, game: GameId) -> (Vec<Component>, bool) {
    let ranges = &instance.fields[game.index()];
    let naturals = match (ranges.len(), ranges.iter().all(|range| *range == Range::Nat)) {
        (1, true) => 256,
        (2, true) => 62,
        _ => NATURALS,
    };
    let (mut components, complete) = with_naturals(instance, game, naturals);
    if let [Range::Nat] = ranges.as_slice() {
        let component = |number| Component { game, state: [Value::int(number)].into() };
        components.extend(around_constants(instance, game, naturals).into_iter().map(component));
    }
    (components, complete)
}

/// Small components of a game, with the first `naturals` naturals for a field of type `nat`.
fn with_naturals(instance: &Instance, game: GameId, naturals: i64) -> (Vec<Component>, bool) {
    let fields = &instance.program.game(game).fields;
    let ranges = &instance.fields[game.index()];
    let mut complete = true;
    let mut states: Vec<Vec<Value>> = vec![Vec::new()];
    for (at, (field, range)) in fields.iter().zip(ranges).enumerate() {
        let (values, all) = match range {
            Range::Nat => ((0..naturals).map(Value::int).collect(), false),
            _ => values(instance, game, &field.domain, range),
        };
        complete &= all
            || matches!(field.domain, Domain::Vertex)
                && values.len() < MOST_COMPONENTS
                && is_in_a_graph(instance, game, at);
        let room = MOST_COMPONENTS / states.len().max(1);
        complete &= values.len() <= room.max(1);
        states = states
            .into_iter()
            .flat_map(|state| {
                values.iter().take(room.max(1)).map(move |value| {
                    let mut longer = state.clone();
                    longer.push(value.clone());
                    longer
                })
            })
            .collect();
    }
    (states.into_iter().map(|state| Component { game, state: state.into() }).collect(), complete)
}

/// Small values of a type, for a field of a game, and whether they are all; none for `graph` and
/// `position`.
fn values(instance: &Instance, game: GameId, domain: &Domain, range: &Range) -> Values {
    match (domain, range) {
        (_, Range::Nat) => ((0..NATURALS).map(Value::int).collect(), false),
        (_, Range::Between(low, high)) => {
            let mut values = Vec::new();
            let mut next = low.clone();
            while next <= *high && values.len() < MOST_VALUES {
                values.push(Value::Int(next.clone()));
                next = next.succ();
            }
            let all = next > *high;
            (values, all)
        }
        (Domain::Int, _) => ((-6..=6).map(Value::int).collect(), false),
        (Domain::Bool, _) => (vec![Value::Bool(false), Value::Bool(true)], true),
        (Domain::Text, _) => (texts(instance, game), false),
        (Domain::Vertex, _) => vertices(instance, game),
        (Domain::List(element), Range::List(inner)) => lists(instance, game, element, inner),
        (Domain::List(element), _) => lists(instance, game, element, &Range::Any),
        (Domain::Set(element), Range::Set(inner)) => sets(instance, game, element, inner),
        (Domain::Set(element), _) => sets(instance, game, element, &Range::Any),
        (Domain::Tuple(parts), Range::Tuple(ranges)) => tuples(instance, game, parts, ranges),
        _ => (Vec::new(), false),
    }
}

/// The vertices of the graphs that the moves of a game mention, directly or through functions, or
/// of all graphs of the program if the moves mention none. These are never all values of the type,
/// because a vertex may be in no graph.
fn vertices(instance: &Instance, game: GameId) -> Values {
    let mut graphs: Vec<Arc<Graph>> = Vec::new();
    constants(instance, game, &mut |value| {
        if let Value::Graph(graph) = value {
            graphs.push(graph.clone());
        }
    });
    let graphs = if graphs.is_empty() { instance.program.graphs.clone() } else { graphs };
    let mut all: Vec<Vertex> =
        graphs.iter().flat_map(|graph| graph.vertices().take(MOST_COMPONENTS)).collect();
    all.sort();
    all.dedup();
    (all.into_iter().take(MOST_COMPONENTS).map(Value::Vertex).collect(), false)
}

/// Visits the constant values that the moves and ends of a game mention, directly or through
/// functions.
fn constants(instance: &Instance, game: GameId, visit: &mut dyn FnMut(&Value)) {
    let program = &instance.program;
    let rules = program.game(game);
    let mut pending: Vec<&Expr> = rules.ends.iter().map(|end| &end.condition.expr).collect();
    for it in &rules.moves {
        pending.extend(it.clauses.iter().map(walk::clause_expr).chain([&it.target]));
    }
    let mut functions = vec![false; program.functions.len()];
    while let Some(expr) = pending.pop() {
        walk::everything(expr, &mut |inner| match &inner.kind {
            ExprKind::Literal(value) => visit(value),
            ExprKind::Global(id) => visit(&instance.globals[id.index()]),
            ExprKind::Call(id, _) if !functions[id.index()] => {
                functions[id.index()] = true;
                pending.push(&program.functions[id.index()].body.expr);
            }
            _ => {}
        });
    }
}

/// How many letters texts are made of.
const MOST_LETTERS: usize = 4;

/// The texts of at most three letters, which are those that the rules mention and one other.
fn texts(instance: &Instance, game: GameId) -> Vec<Value> {
    let mut letters: Vec<char> = Vec::new();
    constants(instance, game, &mut |value| {
        if let Value::Text(text) = value {
            letters.extend(text.iter());
        }
    });
    letters.sort_unstable();
    letters.dedup();
    if letters.is_empty() {
        return ["", "a", "ab", "."].map(Value::text).to_vec();
    }
    letters.truncate(MOST_LETTERS);
    if letters.len() < MOST_LETTERS {
        letters.extend(['a', 'b'].into_iter().find(|letter| !letters.contains(letter)));
    }
    let mut texts = vec![String::new()];
    let mut longest = texts.clone();
    for _ in 0..3 {
        let longer =
            |text: &String| letters.iter().map(|letter| format!("{text}{letter}")).collect::<Vec<_>>();
        longest = longest.iter().flat_map(longer).collect();
        texts.extend(longest.iter().cloned());
    }
    texts.iter().map(|text| Value::text(text)).collect()
}

/// Naturals around the constants of the rules that are too large to be listed from 0 on, ascending.
fn around_constants(instance: &Instance, game: GameId, naturals: i64) -> Vec<i64> {
    let mut numbers: Vec<i64> = Vec::new();
    constants(instance, game, &mut |value| {
        if let Value::Int(number) = value {
            numbers.extend(number.to_i64().filter(|it| (naturals..=MOST_CONSTANT).contains(it)));
        }
    });
    numbers.sort_unstable();
    numbers.dedup();
    numbers.truncate(MOST_CONSTANTS);
    let mut around: Vec<i64> = numbers.into_iter().flat_map(|it| [it - 1, it, it + 1]).collect();
    around.sort_unstable();
    around.dedup();
    around.retain(|it| *it >= naturals);
    around
}

/// The greatest constant of the rules around which naturals are listed, and how many constants.
const MOST_CONSTANT: i64 = 100_000;
const MOST_CONSTANTS: usize = 6;

/// Whether the moves can be evaluated only where the field `at` is a vertex of a constant graph:
/// the first part of some move asks for the neighbours of the field in that graph.
fn is_in_a_graph(instance: &Instance, game: GameId, at: usize) -> bool {
    let asks = |it: &Move| {
        let Some(Clause::For(_, domain)) = it.clauses.first() else { return false };
        let ExprKind::Builtin(Builtin::Out | Builtin::Neighbours, arguments) = &domain.kind else {
            return false;
        };
        matches!(arguments[0].kind, ExprKind::Literal(_) | ExprKind::Global(_))
            && matches!(arguments[1].kind, ExprKind::Local(slot) if slot.index() == at)
    };
    instance.program.game(game).moves.iter().any(asks)
}

/// The lists of at most three elements, each of which is one of the first four values of the
/// element type.
fn lists(instance: &Instance, game: GameId, element: &Domain, range: &Range) -> Values {
    let (elements, _) = values(instance, game, element, range);
    let elements: Vec<Value> = elements.into_iter().take(4).collect();
    let mut lists: Vec<Vec<Value>> = vec![Vec::new()];
    let mut longest: Vec<Vec<Value>> = lists.clone();
    for _ in 0..3 {
        longest = longest
            .iter()
            .flat_map(|list| {
                elements.iter().map(move |element| {
                    let mut longer = list.clone();
                    longer.push(element.clone());
                    longer
                })
            })
            .collect();
        lists.extend(longest.iter().cloned());
    }
    (lists.into_iter().map(|list| Value::List(list.into())).collect(), false)
}

/// The subsets of the set of the first ten values of the element type.
fn sets(instance: &Instance, game: GameId, element: &Domain, range: &Range) -> Values {
    let (elements, all) = values(instance, game, element, range);
    let few = elements.len().min(10);
    let sets = (0u32..1 << few).map(|chosen| {
        Value::set((0..few).filter(|at| chosen >> at & 1 == 1).map(|at| elements[at].clone()).collect())
    });
    (sets.collect(), all && few == elements.len())
}

/// The most tuples that are listed.
const MOST_TUPLES: usize = 100_000;

/// The tuples of the first eight values of each part; of fewer if there would be more than
/// `MOST_TUPLES`.
fn tuples(instance: &Instance, game: GameId, parts: &[Domain], ranges: &[Range]) -> Values {
    let mut complete = true;
    let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
    for (part, range) in parts.iter().zip(ranges) {
        let (values, all) = values(instance, game, part, range);
        let most = (MOST_TUPLES / tuples.len().max(1)).clamp(1, 8);
        let few: Vec<Value> = values.iter().take(most).cloned().collect();
        complete &= all && few.len() == values.len();
        tuples = tuples
            .into_iter()
            .flat_map(|tuple| {
                few.iter().map(move |value| {
                    let mut longer = tuple.clone();
                    longer.push(value.clone());
                    longer
                })
            })
            .collect();
    }
    (tuples.into_iter().map(|tuple| Value::Tuple(tuple.into())).collect(), complete)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Int;

    #[test]
    fn a_range_is_enumerated_completely() {
        let instance = Instance::bare(crate::ir::Program::default());
        let range = Range::Between(Int::from(2i64), Int::from(4i64));
        let (values, all) = values(&instance, GameId(0), &Domain::Int, &range);
        assert_eq!(values, [2, 3, 4].map(Value::int));
        assert!(all);
    }
}
