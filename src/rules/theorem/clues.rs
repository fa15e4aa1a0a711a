//! Collects clues in a program to the board on which a game is played, such as lists of small
//! naturals, graphs and texts, for theorems that guess that board.
//!
//! A guess may be wrong: before it is used, play on the guessed board is compared with the game's
//! own play.

use super::canon::{self, Kind};
use super::state::members;
use crate::ir::graph::{Graph, Vertex};
use crate::ir::value::Sum;
use crate::ir::{GameId, Value};
use crate::number::Int;
use crate::position::Instance;
use crate::shape::GameRules;
use crate::shape::play::Play;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A board that a theorem guesses: a position of the theorem's rules from which play may be that
/// from a start of a game.
#[derive(Debug, Clone)]
pub struct Guess {
    /// The rules of the theorem, as text.
    pub rules: String,
    /// The index of `rules` among the theorem's formulations.
    pub which: usize,
    /// The values of the parameters of `rules`, by name.
    pub values: Vec<(&'static str, Value)>,
    /// The graph that is a parameter of `rules`; `None` if they have none.
    pub graph: Option<Arc<Graph>>,
    /// The states of the components whose sum is the guessed position.
    pub start: Vec<Vec<Value>>,
}

impl Guess {
    /// A guess of one component. [`Self::with`] adds values for parameters of the rules.
    pub fn of(rules: &str, which: usize, state: Vec<Value>) -> Guess {
        Guess { rules: rules.to_string(), which, values: Vec::new(), graph: None, start: vec![state] }
    }

    /// This guess with a parameter that is a number.
    pub fn with(mut self, name: &'static str, number: i64) -> Guess {
        self.values.push((name, Value::int(number)));
        self
    }

    /// A guess of one component, by rules with a parameter of this name that is a graph.
    pub fn on_graph(rules: &str, which: usize, name: &'static str, graph: Graph, state: Vec<Value>) -> Guess {
        let graph = Arc::new(graph);
        let values = vec![(name, Value::Graph(graph.clone()))];
        Guess { values, graph: Some(graph), ..Guess::of(rules, which, state) }
    }
}

/// The least number of different positions in a play that is compared with a theorem about boards and graphs.
pub const FEW_POSITIONS: usize = 5;
/// The least number of different positions in a play that is compared with a theorem about heaps.
/// It is larger because many games coincide with a few heaps by chance.
pub const MANY_POSITIONS: usize = 10;

/// The most members of a list or a set, letters of a text, vertices of a graph, or options of a
/// start that is a clue.
const MOST_MEMBERS: usize = 40;
/// Larger numbers are not used as clues.
const MOST_NUMBER: u64 = 60;
/// If a token makes more different steps, none of them is used as a clue.
const MOST_STEPS: usize = 400;

/// What a start and the program around it show about the board.
pub struct Clues<'a> {
    /// The fields of the start.
    pub state: &'a [Value],
    /// Whether the rules of the game have an `end`.
    pub states_ends: bool,
    /// The graphs of the program.
    pub graphs: Vec<Arc<Graph>>,
    /// The fields of the start, the named constants of the program, and the values that
    /// `canon::mentioned` finds in the game, among them 0 to 5.
    values: Vec<Value>,
    /// For each option of the start, the options of that option, as places in the play.
    after: Vec<Vec<usize>>,
    /// The options of the start, as places in the play.
    options: Vec<usize>,
    /// The steps that a token makes in the play, each in one direction only, if the fields that are
    /// not collections are the place of one token. Empty otherwise, and if there are more than
    /// `MOST_STEPS`.
    pub walked: Vec<(Vertex, Vertex)>,
}

impl<'a> Clues<'a> {
    /// The clues for a start, which has this place in a play that was followed to its end.
    pub fn new(
        instance: &Instance,
        game: GameId,
        state: &'a [Value],
        (play, place): (&Play<'_, '_>, usize),
    ) -> Clues<'a> {
        let mut values = state.to_vec();
        values.extend(instance.globals.iter().cloned());
        values.extend(canon::mentioned(GameRules { instance, game }));
        values.dedup();
        let options = play.options(place).to_vec();
        let after = options.iter().map(|option| play.options(*option).to_vec()).collect();
        let states_ends = !instance.program.game(game).ends.is_empty();
        let graphs = instance.program.graphs.clone();
        Clues { state, states_ends, graphs, values, after, options, walked: walked(play).unwrap_or_default() }
    }

    /// How many options the start has.
    pub fn options(&self) -> usize {
        self.options.len()
    }

    /// Whether the start has from 2 to `MOST_MEMBERS` options, so that they can be compared with each
    /// other.
    fn are_few(&self) -> bool {
        (2..=MOST_MEMBERS).contains(&self.options())
    }

    /// For each option `one` of the start, which options it removes: `taken[one][other]` holds if
    /// `one` is `other`, or if `one` is also an option of `other`. `None` if there are too few or
    /// too many options.
    pub fn taken(&self) -> Option<Vec<Vec<bool>>> {
        let takes = |one: usize| {
            (0..self.options())
                .map(|other| one == other || self.after[other].contains(&self.options[one]))
                .collect()
        };
        self.are_few().then(|| (0..self.options()).map(takes).collect())
    }

    /// For each option `one` of the start, the options with which it is in conflict:
    /// `conflicts[one][other]` holds if `one` is `other`, or if both have no option in common.
    /// `None` if there are too few or too many options.
    pub fn conflicts(&self) -> Option<Vec<Vec<bool>>> {
        let apart = |one: usize, other: usize| {
            one == other || !self.after[one].iter().any(|it| self.after[other].contains(it))
        };
        let all = 0..self.options();
        self.are_few()
            .then(|| all.clone().map(|one| all.clone().map(|other| apart(one, other)).collect()).collect())
    }

    /// Lists of 1 to `MOST_MEMBERS` small naturals: lists and sets of the program, the list of all
    /// fields, and the lengths of the rows of a picture. Each of these lists also occurs reversed,
    /// ascending, and descending.
    pub fn lists(&self) -> Vec<Vec<u64>> {
        let mut found: Vec<Vec<u64>> = self.values.iter().filter_map(numbers).collect();
        found.extend(self.state.iter().map(small).collect::<Option<Vec<u64>>>());
        let found: Vec<Vec<u64>> =
            found.into_iter().filter(|it| (1..=MOST_MEMBERS).contains(&it.len())).collect();
        let turned = found.iter().flat_map(|list| {
            let (mut ascends, backwards) = (list.clone(), list.iter().rev().copied().collect());
            ascends.sort_unstable();
            let descends = ascends.iter().rev().copied().collect();
            [list.clone(), backwards, ascends, descends]
        });
        without_repetitions(turned)
    }

    /// The first six small naturals in the start: first the fields that are numbers, then the
    /// members of lists and sets.
    pub fn own(&self) -> Vec<u64> {
        let mut own: Vec<u64> = self.state.iter().filter_map(small).collect();
        for value in self.state {
            own.extend(numbers(value).unwrap_or_default());
        }
        own.truncate(6);
        own
    }

    /// All small naturals in the start in their order, including those in nested lists and tuples;
    /// empty if there are more than `MOST_MEMBERS`.
    pub fn in_order(&self) -> Vec<u64> {
        let mut found = Vec::new();
        let mut pending: Vec<&Value> = self.state.iter().rev().collect();
        while let Some(value) = pending.pop() {
            match value {
                Value::Tuple(parts) => pending.extend(parts.iter().rev()),
                Value::List(parts) => pending.extend(parts.iter().rev()),
                value => found.extend(small(value)),
            }
            if found.len() > MOST_MEMBERS {
                return Vec::new();
            }
        }
        found
    }

    /// For each set of pairs of naturals in the start, two numbers: how many different first
    /// coordinates and how many different second coordinates occur. They are width and height if
    /// the set fills a rectangle.
    pub fn sides(&self) -> Vec<u64> {
        let sides = self.state.iter().filter_map(|value| {
            let Value::Set(squares) = value else { return None };
            let pair = |square: &Value| match square {
                Value::Tuple(parts) => {
                    <[u64; 2]>::try_from(parts.iter().map(small).collect::<Option<Vec<_>>>()?).ok()
                }
                _ => None,
            };
            let pairs = squares.iter().map(pair).collect::<Option<Vec<[u64; 2]>>>()?;
            Some(
                [0, 1]
                    .map(|axis| pairs.iter().map(|pair| pair[axis]).collect::<BTreeSet<u64>>().len() as u64),
            )
        });
        sides.flatten().collect()
    }

    /// Pairs of two entries of [`Self::own`] at different places, once as they are, and once
    /// reduced by 1, for coordinates that begin at 1.
    fn pairs(&self) -> Vec<Vec<Value>> {
        let own = self.own();
        let counted = |at: usize, by: u64| own[at].checked_sub(by).map(|it| Value::int(it as i64));
        let places = (0..own.len()).flat_map(|one| (0..own.len()).map(move |other| (one, other)));
        let places = places.filter(|(one, other)| one != other);
        let pairs = places
            .flat_map(|(one, other)| [0, 1].map(|by| Some(vec![counted(one, by)?, counted(other, by)?])));
        without_repetitions(pairs.flatten())
    }

    /// Guesses with the first of a theorem's rules for two naturals. Each ordered pair of entries
    /// of [`Self::own`] gives a guess, and another with both entries reduced by 1 if neither is 0.
    pub fn on_pairs(&self, written: fn(&[Kind]) -> Vec<String>) -> Vec<Guess> {
        let rules = &written(&[Kind::Nat, Kind::Nat])[0];
        self.pairs().into_iter().map(|pair| Guess::of(rules, 0, pair)).collect()
    }

    /// Guesses with these rules, one for each of [`Self::lists`] for which `fits` holds.
    pub fn on_lists(&self, rules: &str, which: usize, fits: impl Fn(&[u64]) -> bool) -> Vec<Guess> {
        let lists = self.lists().into_iter().filter(|list| fits(list));
        let state = |list: Vec<u64>| super::state::list(list.into_iter().map(BigUint::from).collect());
        lists.map(|list| Guess::of(rules, which, state(list))).collect()
    }

    /// Guesses like those of [`Self::on_lists`], with each value of the parameter `K` from 2 to 4
    /// that is less than the length of the list.
    pub fn on_lists_with_k(&self, rules: &str, which: usize, fits: impl Fn(&[u64]) -> bool) -> Vec<Guess> {
        let values = |k: i64| {
            let boards = self.on_lists(rules, which, |list| fits(list) && list.len() > k as usize);
            boards.into_iter().map(move |board| board.with("K", k))
        };
        (2..=4).flat_map(values).collect()
    }

    /// Sets of small naturals: the members of each of [`Self::lists`] in which they are distinct.
    pub fn coins(&self) -> Vec<Value> {
        let differ = self.lists().into_iter().filter(|list| list.is_sorted_by(|a, b| a < b));
        differ.map(|list| Value::set(list.into_iter().map(|it| Value::int(it as i64)).collect())).collect()
    }

    /// The lengths of the lists and texts of the start.
    pub fn lengths(&self) -> Vec<u32> {
        let length = |value: &Value| match value {
            Value::List(list) => Some(list.len()),
            Value::Text(letters) => Some(letters.len()),
            _ => None,
        };
        self.state.iter().filter_map(length).filter_map(|length| u32::try_from(length).ok()).collect()
    }

    /// The heights of the columns of the region in which a token walks, as two lists: the first
    /// counts only places from which the token moves, the second all places of its steps. A column
    /// is all places with one first coordinate; both lists are empty if places have no coordinates.
    pub fn columns(&self) -> [Vec<u64>; 2] {
        let from = self.walked.iter().map(|(from, _)| from);
        let inside: BTreeSet<&Vertex> = from.clone().collect();
        let reached: BTreeSet<&Vertex> = from.chain(self.walked.iter().map(|(_, to)| to)).collect();
        [inside, reached].map(|places| {
            let mut columns: BTreeMap<&Vertex, u64> = BTreeMap::new();
            for place in places {
                if let Vertex::Tuple(parts) = place {
                    *columns.entry(&parts[0]).or_default() += 1;
                }
            }
            columns.into_values().collect()
        })
    }

    /// Candidate sets of coin indices: lists with distinct members, the indices that a list or set
    /// of the start marks, and the indices of each letter in the texts of the start.
    pub fn heads(&self) -> Vec<Value> {
        let place = |vertex: &Vertex| match vertex {
            Vertex::Number(at) => Some(Value::Int(at.clone())).filter(|at| small(at).is_some()),
            _ => None,
        };
        let marked = self.marked();
        let marked = marked.iter().filter_map(|places| places.iter().map(place).collect::<Option<Vec<_>>>());
        let texts = self.state.iter().filter_map(|value| match value {
            Value::Text(letters) if letters.len() <= MOST_MEMBERS => Some(letters),
            _ => None,
        });
        let letters = texts.flat_map(|letters| {
            let different: BTreeSet<&char> = letters.iter().collect();
            different.into_iter().map(|it| {
                let places = letters.iter().enumerate().filter(move |(_, letter)| *letter == it);
                places.map(|(at, _)| Value::int(at as i64)).collect::<Vec<_>>()
            })
        });
        without_repetitions(self.coins().into_iter().chain(marked.chain(letters).map(Value::set)))
    }

    /// The texts among the clues that have from 1 to `MOST_MEMBERS` letters.
    pub fn texts(&self) -> Vec<Value> {
        let texts = self.values.iter().filter(
            |value| matches!(value, Value::Text(letters) if (1..=MOST_MEMBERS).contains(&letters.len())),
        );
        without_repetitions(texts.cloned())
    }

    /// The sets of vertices among the clues.
    pub fn vertex_sets(&self) -> Vec<Value> {
        let all_vertices = |value: &&Value| matches!(value, Value::Set(members) if members.iter().all(|it| matches!(it, Value::Vertex(_))));
        without_repetitions(self.values.iter().filter(all_vertices).cloned())
    }

    /// The vertices that the start marks, as one set for each mark: the members of a set, if all
    /// name vertices, as naturals and texts do; the indices at which a list has true, false, 1 or
    /// 0; and the fields that name vertices.
    pub fn marked(&self) -> Vec<Vec<Vertex>> {
        let places = |list: &[Value], mark: &Value| {
            let all = list.iter().enumerate().filter(|(_, it)| *it == mark);
            all.map(|(at, _)| numbered(at)).collect::<Vec<Vertex>>()
        };
        let mut found = Vec::new();
        for value in self.state {
            match value {
                Value::List(list) if list.len() <= MOST_MEMBERS => {
                    let marks = [Value::Bool(true), Value::Bool(false), Value::int(1), Value::int(0)];
                    found.extend(marks.iter().map(|mark| places(list, mark)));
                }
                Value::Set(set) if set.len() <= MOST_MEMBERS => {
                    found.extend(set.iter().map(Value::as_vertex).collect::<Option<Vec<Vertex>>>());
                }
                _ => {}
            }
        }
        found.push(self.state.iter().filter_map(Value::as_vertex).collect());
        found.retain(|vertices| !vertices.is_empty());
        without_repetitions(found)
    }

    /// The small naturals among the clues and in their tuples; ascending.
    pub fn numbers(&self) -> Vec<u32> {
        let parts = |value: &Value| match value {
            Value::Tuple(parts) => parts.iter().filter_map(small).collect(),
            value => small(value).into_iter().collect::<Vec<u64>>(),
        };
        let mut found: Vec<u32> = self.values.iter().flat_map(parts).map(|it| it as u32).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The lists of edges among the clues, an edge as its two ends: from collections of pairs, from
    /// graphs, and from lists of neighbours.
    pub fn edges(&self) -> Vec<Vec<(Vertex, Vertex)>> {
        let ends = |value: &Value| match value {
            Value::Tuple(both) => match &both[..] {
                [one, other] => Some((one.as_vertex()?, other.as_vertex()?)),
                _ => None,
            },
            _ => None,
        };
        let listed = self.values.iter().filter_map(|value| {
            let all = members(value).filter(|all| (1..=MOST_MEMBERS).contains(&all.len()))?;
            all.iter().map(ends).collect::<Option<Vec<_>>>()
        });
        let of_graphs = self.graphs.iter().filter(|graph| graph.len() <= MOST_MEMBERS).map(|graph| {
            let named = |(u, v): &(u32, u32)| (graph.vertex(*u as usize), graph.vertex(*v as usize));
            graph.edges().iter().filter(|(u, v)| !graph.is_undirected() || u <= v).map(named).collect()
        });
        let of_lists = self.values.iter().filter_map(adjacent);
        without_repetitions(listed.chain(of_graphs).chain(of_lists).collect::<Vec<_>>())
    }
}

fn numbered(at: usize) -> Vertex {
    Vertex::Number(Int::from(at as u64))
}

/// For each index of a list, the edges to the indices that its element lists; a set is read as the
/// list of its members. `None` for other values, if an element lists something else, if there are
/// more than `MOST_MEMBERS` elements, or if there are no edges.
fn adjacent(value: &Value) -> Option<Vec<(Vertex, Vertex)>> {
    let lists = members(value).filter(|lists| (1..=MOST_MEMBERS).contains(&lists.len()))?;
    let mut edges = Vec::new();
    for (from, list) in lists.iter().enumerate() {
        for to in members(list)? {
            let to = small(to).filter(|to| *to < lists.len() as u64)?;
            edges.push((numbered(from), numbered(to as usize)));
        }
    }
    (!edges.is_empty()).then_some(edges)
}

/// The pairs of places between which a token moves in a play, each once and in one direction;
/// `None` if there are more than `MOST_STEPS`, or if some position is not the place of one token.
fn walked(play: &Play<'_, '_>) -> Option<Vec<(Vertex, Vertex)>> {
    let token = |position: &Sum| {
        let fields = position.single()?.state.iter();
        let plain = fields.filter(|field| !matches!(field, Value::List(_) | Value::Set(_) | Value::Text(_)));
        let places: Vec<Vertex> = plain.map(Value::as_vertex).collect::<Option<_>>()?;
        match &places[..] {
            [] => None,
            [place] => Some(place.clone()),
            places => Some(Vertex::Tuple(places.into())),
        }
    };
    let mut found = BTreeSet::new();
    for (position, options) in play.followed() {
        let from = token(position)?;
        for option in options {
            let to = token(option)?;
            if !found.contains(&(to.clone(), from.clone())) {
                found.insert((from.clone(), to));
            }
        }
        if found.len() > MOST_STEPS {
            return None;
        }
    }
    Some(found.into_iter().collect())
}

/// Removes repetitions and keeps the order of the first occurrences.
fn without_repetitions<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for it in all {
        if !found.contains(&it) {
            found.push(it);
        }
    }
    found
}

/// A natural of at most `MOST_NUMBER`; `None` for other values.
fn small(value: &Value) -> Option<u64> {
    match value {
        Value::Int(int) => u64::try_from(int.to_i64()?).ok().filter(|it| *it <= MOST_NUMBER),
        _ => None,
    }
}

/// The members of a collection of small naturals or of texts, where a text counts as its length;
/// `None` for other values.
fn numbers(value: &Value) -> Option<Vec<u64>> {
    let number = |member: &Value| match member {
        Value::Text(letters) => Some(letters.len() as u64),
        member => small(member),
    };
    members(value)?.iter().map(number).collect()
}

/// The trees that a relation describes, as a graph on 0, 1, … with edges away from the roots;
/// `holds[one][other]` says that `other` is `one` or is below `one` in a tree. `None` if the
/// relation describes no trees, or if no node has two children: then the trees are heaps of Nim.
pub fn trees(holds: &[Vec<bool>]) -> Option<Graph> {
    let parents = parents(holds)?;
    let mut branches: Vec<usize> = parents.iter().flatten().copied().collect();
    let all = branches.len();
    branches.sort_unstable();
    branches.dedup();
    (branches.len() < all).then(|| forest(&parents))
}

/// The parent of each node, `None` for a root; `holds[one][other]` says that `other` is `one` or is
/// below `one`. `None` for the whole if the relation describes no trees.
fn parents(holds: &[Vec<bool>]) -> Option<Vec<Option<usize>>> {
    let count = |one: usize| holds[one].iter().filter(|held| **held).count();
    let parent = |one: usize| {
        let above: Vec<usize> =
            (0..holds.len()).filter(|other| *other != one && holds[*other][one]).collect();
        let nearest = above.iter().copied().min_by_key(|other| count(*other));
        // The nodes above `one` must be on one path.
        let chain = above.iter().all(|far| nearest.is_some_and(|near| holds[*far][near]));
        (chain && above.iter().all(|far| !holds[one][*far])).then_some(nearest)
    };
    (0..holds.len()).map(parent).collect()
}

/// The trees of these parents, as a graph on 0, 1, … with edges away from the roots.
fn forest(parents: &[Option<usize>]) -> Graph {
    let all: Vec<u32> = (0..parents.len() as u32).collect();
    let edges = parents.iter().zip(&all).filter_map(|(parent, child)| Some(((*parent)? as u32, *child)));
    Graph::of_numbers(&all, edges.collect(), false)
}

/// The set of all vertices of a graph.
pub fn all_vertices(graph: &Graph) -> Value {
    super::state::vertices(graph, 0..graph.len())
}
