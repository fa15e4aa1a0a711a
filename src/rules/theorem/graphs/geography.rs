//! Geography on the vertices of an undirected graph (T82): a move takes the token along an edge to
//! a vertex that it has not visited.
//!
//! Consider the vertices that are not visited, together with the token's own. The player to move
//! wins exactly if every maximum matching of these covers the token's vertex. The theorem gives no
//! values, and says nothing about misère play.

use crate::ir::graph::Graph;
use crate::ir::{Convention, Value};
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, state};
use crate::theory::geography::Geography;
use crate::theory::matching;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The catalogue entry for Geography on undirected graphs.
pub const THEOREM: Theorem = Theorem {
    id: "geography",
    entry: "T82",
    title: "Geography: walk along the edges of an undirected graph, no vertex twice",
    cite: "Fraenkel, Scheinerman, Ullman 1993",
    gives: "Fraenkel, Scheinerman, Ullman 1993 (theorem:geography), lost when some maximum matching misses the token's vertex",
    page: include_str!("../pages/geography.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

/// How a state records to which vertices the token may still go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// The vertices that were not visited, so never the token's own.
    Fresh,
    /// The vertices that were not visited. Whether the token's own vertex is among them does not
    /// matter.
    FreshButHere,
    /// The vertices that were not visited, and the token's own.
    FreshAndHere,
    /// The visited vertices, the token's own included.
    Seen,
    /// The vertices that the token has left.
    Left,
    /// The visited vertices. Whether the token's own vertex is among them does not matter, because
    /// a step adds both of its ends.
    Both,
}

/// The moves for each [`Memory`], with `AROUND` for the vertices to which an edge leads, and `live`
/// for the recorded set.
const RULES: [(Memory, &str); 6] = [
    (Memory::Fresh, "step(w in AROUND & live) -> walk(w, live - {w})"),
    (Memory::FreshButHere, "step(w in AROUND & (live - {v})) -> walk(w, live - {v})"),
    (Memory::FreshAndHere, "step(w in AROUND & live) -> walk(w, live - {v})"),
    (Memory::Seen, "step(w in AROUND - live) -> walk(w, live | {w})"),
    (Memory::Left, "step(w in AROUND - live) -> walk(w, live | {v})"),
    (Memory::Both, "step(w in AROUND - live) -> walk(w, live | {v, w})"),
];

/// The vertices to which an edge leads from the token's vertex. With `out`, the theorem covers
/// undirected graphs only.
const AROUND: [&str; 2] = ["neighbours(G, v)", "out(G, v)"];

fn written(kinds: &[Kind]) -> Vec<String> {
    if kinds != [Kind::Vertex, Kind::Vertices] {
        return Vec::new();
    }
    let text = |rules: &str, around: &str| {
        let step = rules.replace("AROUND", around);
        format!("param G: graph = graph {{}}\ngame walk(v: vertex, live: {{vertex}}) {{ move {step} }}")
    };
    AROUND.iter().flat_map(|around| RULES.iter().map(|(_, rules)| text(rules, around))).collect()
}

/// The graphs of the edges that the program lists, of the steps that a token makes in play, and of
/// rectangular boards of 2 to 6 squares a side; each with the token on each vertex that has as many
/// neighbours as the start has options.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let edges = clues.edges();
    let edges = edges.iter().chain([&clues.walked]).filter(|edges| !edges.is_empty());
    let mut graphs: Vec<Arc<Graph>> =
        edges.map(|edges| Arc::new(Graph::new(Vec::new(), edges, true))).collect();
    let sides: Vec<u32> = clues.numbers().into_iter().filter(|side| (2..=6).contains(side)).collect();
    let boards = sides.iter().flat_map(|width| sides.iter().map(|height| (*width, *height)));
    graphs.extend(
        boards.filter(|(width, height)| width <= height).map(|(w, h)| Arc::new(Graph::board(w, h, false))),
    );
    let rules = &written(&[Kind::Vertex, Kind::Vertices])[0];
    let on = |graph: &Arc<Graph>| {
        let tokens = 0..graph.len();
        let fits = tokens.filter(|token| graph.neighbours(*token).len() == clues.options());
        let board = |token: usize| {
            let free = (0..graph.len()).filter(|vertex| *vertex != token);
            let state = vec![Value::Vertex(graph.vertex(token)), state::vertices(graph, free)];
            Guess::on_graph(rules, 0, "G", (**graph).clone(), state)
        };
        fits.map(board).collect::<Vec<_>>()
    };
    graphs.iter().flat_map(on).collect()
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let graph = state::moderate(parameters.graph("G")?)?;
    let memory = RULES.get(parameters.which % RULES.len())?.0;
    let directed = parameters.which >= RULES.len() && !graph.is_undirected();
    // With an edge from a vertex to itself, a vertex that is still remembered as free could be visited again.
    let remembers_too_much = matches!(memory, Memory::FreshAndHere | Memory::Left | Memory::Both);
    if directed || (remembers_too_much && state::has_loops(&graph)) {
        return None;
    }
    Some(Box::new(Walk { graph, memory }))
}

#[derive(Debug)]
struct Walk {
    graph: Arc<Graph>,
    memory: Memory,
}

/// The graph on which the remaining play takes place.
struct Rest {
    /// The vertices that can still be visited, and the token's own; ascending.
    vertices: Vec<usize>,
    /// The index of the token's vertex in `vertices`.
    here: usize,
    geography: Geography,
}

impl Walk {
    fn rest(&self, state: &[Value]) -> Option<Rest> {
        let [at, remembered] = state else { return None };
        let start = state::place(&self.graph, at)?;
        let free = self.free(start, remembered)?;
        let vertices: Vec<usize> = (0..self.graph.len()).filter(|vertex| free[*vertex]).collect();
        let mut place = vec![usize::MAX; self.graph.len()];
        vertices.iter().enumerate().for_each(|(at, vertex)| place[*vertex] = at);
        let edges: Vec<(usize, usize)> = vertices
            .iter()
            .flat_map(|from| self.graph.out(*from).iter().map(|to| (place[*from], place[*to as usize])))
            .filter(|(from, to)| *to != usize::MAX && from != to)
            .collect();
        let graph = matching::Graph::new(vertices.len(), &edges)?;
        let geography = Geography::new(graph, &|_| ControlFlow::Continue(())).ok()?;
        Some(Rest { here: place[start], vertices, geography })
    }

    /// Which vertices can still be visited, the token's own counted among them; `None` for states
    /// in which the token's own vertex could be visited again.
    fn free(&self, start: usize, remembered: &Value) -> Option<Vec<bool>> {
        let remembered = state::members(remembered)?;
        let seen = matches!(self.memory, Memory::Seen | Memory::Left | Memory::Both);
        let mut free = vec![seen; self.graph.len()];
        // Vertices outside the graph do not matter, because no edge leads to them.
        for vertex in remembered.iter().filter_map(|vertex| state::place(&self.graph, vertex)) {
            free[vertex] = !seen;
        }
        let again = match self.memory {
            Memory::Fresh => free[start],
            Memory::Seen => free[start],
            Memory::FreshButHere | Memory::FreshAndHere | Memory::Left | Memory::Both => false,
        };
        free[start] = true;
        (!again).then_some(free)
    }
}

impl ClosedForm for Walk {
    fn is_total(&self, vertices: Option<usize>) -> bool {
        Some(self.graph.len()) == vertices
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let rest = (convention == Convention::Normal).then(|| self.rest(state)).flatten()?;
        rest.geography.losing(rest.here)
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let rest = (convention == Convention::Normal).then(|| self.rest(state)).flatten()?;
        let [at, remembered] = state else { return None };
        let steps = rest.geography.winning_moves(rest.here, &|_| ControlFlow::Continue(())).ok()?;
        let target = |step: usize| {
            let to = Value::Vertex(self.graph.vertex(rest.vertices[step]));
            let mut members = state::members(remembered)?.to_vec();
            match self.memory {
                Memory::Fresh => members.retain(|member| *member != to),
                Memory::FreshButHere | Memory::FreshAndHere => members.retain(|member| member != at),
                Memory::Seen => members.push(to.clone()),
                Memory::Left => members.push(at.clone()),
                Memory::Both => members.extend([at.clone(), to.clone()]),
            }
            Some(vec![to, Value::set(members)])
        };
        // With too many winning moves, their targets would be too many long sets.
        if steps.len().saturating_mul(self.graph.len()) > 20_000_000 {
            return None;
        }
        steps.into_iter().map(target).collect()
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        let [at, remembered] = state else { return None };
        let free = self.free(state::place(&self.graph, at)?, remembered)?;
        let count = free.iter().filter(|free| **free).count();
        Some(state::subsets(count).saturating_mul(count as u64))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let rest = (convention == Convention::Normal).then(|| self.rest(state)).flatten()?;
        let (size, count) = (rest.geography.matching().size(), rest.vertices.len());
        let name = |place: usize| self.graph.vertex(rest.vertices[place]);
        let here = name(rest.here);
        Some(match rest.geography.winning_move(rest.here) {
            Some(mate) => format!(
                "The largest matchings of the {count} vertices that are left have {size} edges, and all of \
                 them cover {here}; in one, {here} is matched to {}. Who follows it wins.",
                name(mate)
            ),
            None => format!(
                "The largest matchings of the {count} vertices that are left have {size} edges, and one of \
                 them does not cover {here}: the player to move loses."
            ),
        })
    }
}
