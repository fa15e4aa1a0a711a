//! Proves that play ends: a measure decreases with every move to a game from which play can return.

use super::facts::Facts;
use super::occurrences::{Occurrence, facts_of_fields, own_fields};
use super::totality::{Room, has_value};
use super::{Termination, candidates, errors};
use crate::diagnostic::Diagnostic;
use crate::ir::{Expr, GameId, print, walk};
use crate::position::Instance;

/// A component in the target of a move of the game `from`. Its game and `from` belong to one group
/// of games: play can lead from each to the other.
struct Edge<'o, 'p> {
    from: GameId,
    occurrence: &'o Occurrence<'p>,
}

/// How a measure provably changes along an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// The measure decreases.
    Falls,
    /// The measure does not increase. The facts of the edge then assume that it stays equal.
    Stays,
    /// Nothing is proved.
    Unknown,
}

/// Proves termination of the games for which a measure is found. The result is indexed by `GameId`;
/// errors in stated measures are added to the diagnostics.
pub fn prove(
    instance: &Instance,
    occurrences: &[Vec<Occurrence<'_>>],
    group_of: &[usize],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Termination> {
    let mut found = vec![Termination::Unknown; group_of.len()];
    let count = group_of.iter().map(|group| group + 1).max().unwrap_or(0);
    let mut members: Vec<Vec<GameId>> = vec![Vec::new(); count];
    for game in instance.program.game_ids() {
        members[group_of[game.index()]].push(game);
    }
    for group in members {
        let edges: Vec<Edge<'_, '_>> = group
            .iter()
            .flat_map(|game| {
                occurrences[game.index()].iter().map(|occurrence| Edge { from: *game, occurrence })
            })
            .filter(|edge| group.contains(&edge.occurrence.game))
            .collect();
        let why = if edges.is_empty() {
            Some("no move leads back to the game".to_string())
        } else {
            let measure = group_termination(instance, &group, &edges, diagnostics);
            let how = |measure: &str| if measure.contains(", then ") { " lexicographically" } else { "" };
            measure.map(|measure| format!("{measure} decreases{} with every move", how(&measure)))
        };
        for game in group {
            let loopy = instance.program.game(game).loopy;
            found[game.index()] = match &why {
                _ if loopy => Termination::Loopy,
                Some(why) => Termination::Proved { why: unless_loopy(instance, game, why) },
                None => Termination::Unknown,
            };
        }
    }
    found
}

/// Why play stays in the game for finitely many moves; says also if play can go on in a loopy game.
fn unless_loopy(instance: &Instance, game: GameId, why: &str) -> String {
    let program = &instance.program;
    let is_loopy = |game: &GameId| program.game(*game).loopy;
    let any = program.game_ids().any(|game| is_loopy(&game));
    let reached = any.then(|| walk::reachable_games(program, game).into_iter().find(is_loopy)).flatten();
    match reached {
        Some(loopy) => format!("{why}; play may go on in the loopy game `{}`", program.game(loopy).name),
        None => why.to_string(),
    }
}

/// For each game, the number of its group. Two games are in one group if play can lead from each to
/// the other.
pub fn groups(occurrences: &[Vec<Occurrence<'_>>]) -> Vec<usize> {
    let mut graph = petgraph::graph::DiGraph::<(), ()>::new();
    let nodes: Vec<_> = occurrences.iter().map(|_| graph.add_node(())).collect();
    for (from, all) in occurrences.iter().enumerate() {
        for occurrence in all {
            graph.update_edge(nodes[from], nodes[occurrence.game.index()], ());
        }
    }
    let mut group_of = vec![0; occurrences.len()];
    for (number, group) in petgraph::algo::kosaraju_scc(&graph).into_iter().enumerate() {
        for node in group {
            group_of[node.index()] = number;
        }
    }
    group_of
}

/// The measures that prove termination of a group, in words; `None` if there is no proof.
fn group_termination(
    instance: &Instance,
    group: &[GameId],
    edges: &[Edge<'_, '_>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<String> {
    let stated: Vec<GameId> =
        group.iter().copied().filter(|game| instance.program.game(*game).measure.is_some()).collect();
    if !stated.is_empty() {
        return stated_measure(instance, group, &stated, edges, diagnostics);
    }
    lexicographic(instance, group, edges)
}

/// Checks the stated measures of a group: along every edge they must decrease in lexicographic
/// order. If that is proved, returns the measure of the first game in words.
fn stated_measure(
    instance: &Instance,
    group: &[GameId],
    stated: &[GameId],
    edges: &[Edge<'_, '_>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<String> {
    let program = &instance.program;
    let measure_of = |game: GameId| program.game(game).measure.as_ref();
    let first = measure_of(stated[0])?;
    for game in group {
        let fits = measure_of(*game).is_some_and(|measure| measure.parts.len() == first.parts.len());
        if !fits && !program.game(*game).loopy {
            diagnostics.push(errors::measures_differ(program.game(*game), first));
            return None;
        }
    }
    for game in group {
        let mut facts = facts_of_fields(instance, *game);
        if !measure_of(*game)?.parts.iter().all(|part| has_value(&mut facts, part, Room::Spared)) {
            return None;
        }
    }
    let falls = edges.iter().all(|edge| {
        let (Some(from), Some(to)) = (measure_of(edge.from), measure_of(edge.occurrence.game)) else {
            return false;
        };
        let mut facts = edge.occurrence.facts.clone();
        for (before, after) in from.parts.iter().zip(&to.parts) {
            match change(instance, edge, &mut facts, before, after) {
                Change::Falls => return true,
                Change::Stays => {}
                Change::Unknown => return false,
            }
        }
        false
    });
    falls.then(|| {
        let words = |game: GameId| {
            let measure = measure_of(game);
            let parts = measure
                .iter()
                .flat_map(|it| it.parts.iter().map(|part| print::expr(program, &it.slots, part)));
            let parts: Vec<String> = parts.collect();
            match &*parts {
                [only] => format!("`{only}`"),
                _ => format!("`({})` in lexicographic order", parts.join(", ")),
            }
        };
        words(group[0])
    })
}

/// How a measure changes along an edge; `Unknown` also unless the measure is provably a natural at
/// the start of the edge. If the measure provably does not increase, `facts` then assumes that it
/// stays equal, because a decrease needs no further proof.
fn change(
    instance: &Instance,
    edge: &Edge<'_, '_>,
    facts: &mut Facts<'_>,
    before: &Expr,
    after: &Expr,
) -> Change {
    let Some(arguments) = &edge.occurrence.arguments else { return Change::Unknown };
    // The names that a measure binds must not be confused with those of the move.
    let own: Vec<Expr> = own_fields(instance, edge.from);
    let before = walk::instantiate(before, &own, 1 << 28);
    let after = walk::instantiate(after, arguments, 1 << 29);
    let (old, new) = (facts.linear(&before), facts.linear(&after));
    if !facts.proves(&old) {
        return Change::Unknown;
    }
    let drop = old.sub(&new);
    if facts.proves(&drop.shifted(-1)) {
        Change::Falls
    } else if facts.proves(&drop) {
        facts.assume_at_most_zero(&drop);
        Change::Stays
    } else {
        Change::Unknown
    }
}

/// An edge along which no measure decreases yet, with the facts that hold if all measures chosen so
/// far stay equal.
type Left<'e, 'o, 'p> = (&'e Edge<'o, 'p>, Facts<'p>);

/// Searches for measures one after the other. Each must decrease along some remaining edge and
/// increase along none; the edges along which it decreases are then removed. Edges that remain at
/// the end may only lead from game to game in one direction. Returns the measures in words.
fn lexicographic(instance: &Instance, group: &[GameId], edges: &[Edge<'_, '_>]) -> Option<String> {
    let program = &instance.program;
    let (simple, families): (Vec<usize>, Vec<Vec<Expr>>) = group
        .iter()
        .map(|game| candidates::measures(program.game(*game), &instance.fields[game.index()]))
        .unzip();
    // The remaining candidates are tried only if no simple one helps.
    let simple = simple.into_iter().max().unwrap_or(0);
    let most = families.iter().map(Vec::len).max().unwrap_or(0);
    let mut left: Vec<Left<'_, '_, '_>> =
        edges.iter().map(|edge| (edge, edge.occurrence.facts.clone())).collect();
    let mut found: Vec<String> = Vec::new();
    let place = |game: GameId| group.iter().position(|member| *member == game).unwrap_or(0);
    // All candidates are tried again in each round: a candidate that may increase along some edge
    // can be used once that edge is removed.
    loop {
        if left.is_empty() {
            return Some(found.join(", then "));
        }
        let next = best(instance, &left, &families, &place, 0..simple)
            .or_else(|| best(instance, &left, &families, &place, simple..most));
        match next {
            Some((at, after)) => {
                found.push(words(instance, left[0].0.from, &families[place(left[0].0.from)], at));
                let left_over = left.iter().zip(after).filter_map(|((edge, _), it)| Some((*edge, it?)));
                left = left_over.collect();
            }
            None => {
                let left: Vec<&Edge<'_, '_>> = left.iter().map(|(edge, _)| *edge).collect();
                return order_of_games(instance, group, &left, found);
            }
        }
    }
}

/// The index of the best candidate: the first that decreases along all edges, otherwise the first
/// that decreases along some edge and increases along none. Also returns the result of
/// [`stays_along`].
fn best<'p>(
    instance: &Instance,
    left: &[Left<'_, '_, 'p>],
    families: &[Vec<Expr>],
    place: &dyn Fn(GameId) -> usize,
    candidates: std::ops::Range<usize>,
) -> Option<(usize, Vec<Option<Facts<'p>>>)> {
    let mut first = None;
    for at in candidates {
        let Some(after) = stays_along(instance, left, families, place, at) else { continue };
        // A single measure for everything that remains is better than several in order.
        if after.iter().all(Option::is_none) {
            return Some((at, after));
        }
        if first.is_none() && after.iter().any(Option::is_none) {
            first = Some((at, after));
        }
    }
    first
}

/// For each edge: `None` if the candidate with index `at` decreases along it, otherwise the facts
/// that hold if the candidate stays equal. The whole is `None` if the candidate may increase along
/// some edge.
fn stays_along<'p>(
    instance: &Instance,
    left: &[Left<'_, '_, 'p>],
    families: &[Vec<Expr>],
    place: &dyn Fn(GameId) -> usize,
    at: usize,
) -> Option<Vec<Option<Facts<'p>>>> {
    let along = |(edge, facts): &Left<'_, '_, 'p>| {
        let before = families[place(edge.from)].get(at)?;
        let after = families[place(edge.occurrence.game)].get(at)?;
        let mut facts = facts.clone();
        match change(instance, edge, &mut facts, before, after) {
            Change::Falls => Some(None),
            Change::Stays => Some(Some(facts)),
            Change::Unknown => None,
        }
    };
    left.iter().map(along).collect()
}

/// The candidate of a game with index `at` as text.
fn words(instance: &Instance, game: GameId, family: &[Expr], at: usize) -> String {
    let program = &instance.program;
    let game = program.game(game);
    let mut slots: Vec<crate::ir::Slot> = game
        .fields
        .iter()
        .map(|field| crate::ir::Slot { name: field.name.clone(), span: field.span, ty: field.domain.ty() })
        .collect();
    // The slot after the fields is the name that candidates with a comprehension bind.
    let name = ["x", "y", "z"].into_iter().find(|name| slots.iter().all(|slot| slot.name != *name));
    slots.push(crate::ir::Slot {
        name: name.unwrap_or("it").to_string(),
        span: game.span,
        ty: crate::ir::Type::Int,
    });
    format!("`{}`", print::expr(program, &slots, &family[at]))
}

/// Completes the proof if the remaining edges lead from game to game in one direction only; `None`
/// otherwise, and if no measure was found before.
fn order_of_games(
    instance: &Instance,
    group: &[GameId],
    left: &[&Edge<'_, '_>],
    mut found: Vec<String>,
) -> Option<String> {
    if found.is_empty() {
        return None;
    }
    let mut graph = petgraph::graph::DiGraph::<GameId, ()>::new();
    let nodes: Vec<_> = group.iter().map(|game| graph.add_node(*game)).collect();
    let place = |game: GameId| group.iter().position(|member| *member == game);
    for edge in left {
        let (from, to) = (place(edge.from)?, place(edge.occurrence.game)?);
        if from == to {
            return None;
        }
        graph.update_edge(nodes[from], nodes[to], ());
    }
    let order = petgraph::algo::toposort(&graph, None).ok()?;
    let names: Vec<String> =
        order.into_iter().map(|node| format!("`{}`", instance.program.game(graph[node]).name)).collect();
    found.push(format!("the order {}", names.join(", ")));
    Some(found.join(", then "))
}
