//! Blackening paths in a rooted tree (T87): a move chooses a white vertex and blackens all vertices
//! on the path from the root to it.
//!
//! A move leaves the sum of the subtrees that hang off the path. So the value of the subtree of a
//! vertex v is the mex of one number for each white vertex w in it: the nim-sum of the values of
//! the subtrees that hang off the path from v to w. The theorem says nothing about misère play.

use crate::ir::graph::Graph;
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::theorem::clues::{self, trees};
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, state};
use crate::theory::tree_path::{self, TreePath};
use std::sync::Arc;

/// The catalogue entry for blackening paths in rooted trees.
pub const THEOREM: Theorem = Theorem {
    id: "tree-path",
    entry: "T87",
    title: "Blacken every vertex on the path from the root of a tree to a white vertex",
    cite: "Sprague 1935, Grundy 1939",
    gives: "Sprague 1935, Grundy 1939 (theorem:tree-path), values of all subtrees by merging tries",
    page: include_str!("../pages/tree_path.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

/// The index of the formulation in which all vertices are white.
const ALL_WHITE: usize = 2;

fn written(kinds: &[Kind]) -> Vec<String> {
    // The rules state which vertices are white, which are black, or that all are white.
    const CHOICES: [(&str, &str); 3] = [
        ("param white: {vertex} = {}", "subtree(T, v) & white"),
        ("param black: {vertex} = {}", "subtree(T, v) - black"),
        ("", "subtree(T, v)"),
    ];
    let parts = |(colours, among): &(&str, &str)| {
        format!(
            "param T: graph = graph {{}}
            {colours}
            game tree(v: vertex) {{
                move blacken(w in {among})
                    -> sum(tree(c) for u in path(T, v, w) for c in children(T, u) if c not in path(T, v, w))
            }}"
        )
    };
    const COLOURS: [&str; 2] = [
        "param T: graph = graph { 0 }
        param root: vertex = 0
        game tree(white: {vertex}) {
            move blacken(w in white) -> tree(white - {u for u in path(T, root, w)})
        }",
        "param T: graph = graph {}
        game tree(white: {vertex}) {
            move blacken(w in white) -> tree({u for u in white if w not in subtree(T, u)})
        }",
    ];
    match kinds {
        [Kind::Vertex] => CHOICES.iter().map(parts).collect(),
        [Kind::Vertices] => COLOURS.map(str::to_string).to_vec(),
        _ => Vec::new(),
    }
}

/// The trees with one white vertex for each option of a start. An option blackens the vertices on
/// its path, so that these are no options any more; all other vertices stay options.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let below = clues.taken().map(|taken| {
        let all = 0..taken.len();
        all.clone()
            .map(|one| all.clone().map(|other| taken[other][one]).collect())
            .collect::<Vec<Vec<bool>>>()
    });
    let Some(trees) = below.and_then(|below| trees(&below)) else { return Vec::new() };
    let roots = (0..trees.len()).filter(|vertex| trees.incoming(*vertex).is_empty());
    let start = roots.map(|root| vec![Value::Vertex(trees.vertex(root))]).collect();
    let rules = &written(&[Kind::Vertex])[ALL_WHITE];
    vec![Guess { start, ..Guess::on_graph(rules, ALL_WHITE, "T", trees, Vec::new()) }]
}

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let graph = state::moderate(parameters.graph("T")?).filter(|graph| graph.is_forest())?;
    let white = match (parameters.value("white"), parameters.value("black")) {
        (Some(white), _) => Some(within(&graph, state::members(white)?)),
        (_, Some(black)) => {
            Some(within(&graph, state::members(black)?).into_iter().map(|black| !black).collect())
        }
        _ => (parameters.which == ALL_WHITE).then(|| vec![true; graph.len()]),
    };
    if let Some(white) = white {
        let solved = solve(&graph, &white)?;
        return Some(Box::new(Parts { graph, solved }));
    }
    let root = match parameters.value("root") {
        Some(root) => Some(state::place(&graph, root)?),
        None => None,
    };
    Some(Box::new(Colours { graph, root }))
}

/// Solves the game on all trees of a graph, in which exactly these vertices are white.
fn solve(graph: &Graph, white: &[bool]) -> Option<TreePath> {
    let parent = |vertex: usize| graph.incoming(vertex).first().map(|parent| *parent as usize);
    let parents: Vec<Option<usize>> = (0..graph.len()).map(parent).collect();
    tree_path::solve(&parents, white)
}

/// Which vertices of a graph are in a set.
fn within(graph: &Graph, members: &[Value]) -> Vec<bool> {
    let mut within = vec![false; graph.len()];
    members.iter().filter_map(|member| state::place(graph, member)).for_each(|place| within[place] = true);
    within
}

/// The closed form for states that are a vertex: the tree below it, with the colours that the
/// program states.
#[derive(Debug)]
struct Parts {
    graph: Arc<Graph>,
    solved: TreePath,
}

impl ClosedForm for Parts {
    fn is_total(&self, vertices: Option<usize>) -> bool {
        Some(self.graph.len()) == vertices
    }

    fn ends(&self) -> Option<&'static str> {
        Some("every move leads to smaller trees")
    }

    fn value(&self, state: &[Value]) -> Option<Int> {
        let [vertex] = state else { return None };
        let place = state::place(&self.graph, vertex)?;
        self.solved.subtree_values.get(place).map(|value| Int::from(*value))
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        let [vertex] = state else { return None };
        // Each of the `size` vertices below has up to `size` moves, so this bounds the moves that a
        // search would examine.
        let size = self.graph.reach(state::place(&self.graph, vertex)?).len() as u64;
        Some(size.saturating_mul(size))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        let [vertex] = state else { return None };
        let place = state::place(&self.graph, vertex)?;
        let (size, below) = (self.graph.reach(place).len(), self.graph.out(place));
        let xor = below.iter().fold(0, |all, child| all ^ self.solved.subtree_values[*child as usize]);
        let name = self.graph.vertex(place);
        Some(format!(
            "The tree below {name} has {size} vertices. Its value {value} is the mex of what its white vertices \
             leave; the trees on {name}, {} of them, have the xor {xor} together.",
            below.len()
        ))
    }
}

/// The closed form for states that are the set of white vertices.
#[derive(Debug)]
struct Colours {
    graph: Arc<Graph>,
    /// The vertex at which all paths begin; `None` for the roots of the trees.
    root: Option<usize>,
}

impl Colours {
    fn solved(&self, state: &[Value]) -> Option<(Vec<usize>, TreePath)> {
        let [white] = state else { return None };
        let white = state::places(&self.graph, white)?;
        let mut is_white = vec![false; self.graph.len()];
        white.iter().for_each(|vertex| is_white[*vertex] = true);
        if let Some(root) = self.root {
            // Paths begin at `root`, so every white vertex has to be `root` or below it.
            let below = self.graph.reach(root).into_iter().filter(|it| is_white[*it as usize]).count();
            if below != white.len() {
                return None;
            }
        }
        let solved = solve(&self.graph, &is_white)?;
        Some((white, solved))
    }
}

impl ClosedForm for Colours {
    fn is_total(&self, vertices: Option<usize>) -> bool {
        let from_root = |root| Some(self.graph.reach(root).len()) == vertices;
        Some(self.graph.len()) == vertices && self.root.is_none_or(from_root)
    }

    fn ends(&self) -> Option<&'static str> {
        Some("every move blackens a white vertex")
    }

    fn value(&self, state: &[Value]) -> Option<Int> {
        Some(Int::from(self.solved(state)?.1.value))
    }

    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let (white, solved) = (convention == Convention::Normal).then(|| self.solved(state)).flatten()?;
        if solved.winning.len().saturating_mul(white.len()) > 5_000_000 {
            return None;
        }
        let target = |chosen: &usize| {
            let mut black = vec![false; self.graph.len()];
            let mut next = Some(*chosen);
            while let Some(vertex) = next {
                black[vertex] = true;
                next = self.graph.incoming(vertex).first().map(|parent| *parent as usize);
            }
            vec![state::vertices(&self.graph, white.iter().copied().filter(|vertex| !black[*vertex]))]
        };
        Some(solved.winning.iter().map(target).collect())
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (white, solved) = (convention == Convention::Normal).then(|| self.solved(state)).flatten()?;
        let choices = match solved.winning.first() {
            Some(first) => format!("{} win, among them {}", solved.winning.len(), self.graph.vertex(*first)),
            None => "none wins".to_string(),
        };
        let (count, value) = (white.len(), solved.value);
        Some(format!(
            "What hangs off a blackened path falls apart; the values of all subtrees are found from the \
             leaves up. The whole is worth {value}, and of the {count} white vertices {choices}."
        ))
    }
}
