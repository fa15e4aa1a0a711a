//! Finite graphs: their vertices and edges, and the search for paths, reachable vertices and
//! connected components.

mod families;

use crate::number::Int;
use std::collections::VecDeque;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// A vertex, identified by its name. In the order of vertices, numbers come before names, and names
/// before tuples.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vertex {
    /// A natural number.
    Number(Int),
    /// A name, such as `a`.
    Name(Arc<str>),
    /// A tuple of numbers, names and tuples, such as the cell `(3, 4)`.
    Tuple(Arc<[Vertex]>),
}

impl Vertex {
    /// The vertex of a text in a spec: a number if the text is digits without a leading zero.
    pub fn of_text(text: &str) -> Vertex {
        if text.len() > 1 && text.starts_with('0') { Vertex::Name(text.into()) } else { Vertex::called(text) }
    }

    /// Calls `visit` with every name in the vertex, from left to right.
    pub fn names(&self, visit: &mut dyn FnMut(&Arc<str>)) {
        match self {
            Vertex::Number(_) => {}
            Vertex::Name(name) => visit(name),
            Vertex::Tuple(parts) => parts.iter().for_each(|part| part.names(visit)),
        }
    }

    /// The vertex of a token in a data file: a number if the token is digits; `007` is 7.
    pub fn called(text: &str) -> Vertex {
        let number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match Int::parse(text).filter(|_| number) {
            Some(number) => Vertex::Number(number),
            None => Vertex::Name(text.into()),
        }
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Vertex::Number(number) => number.fmt(f),
            Vertex::Name(name) if is_plain(name) => f.write_str(name),
            Vertex::Name(name) => write!(f, "{name:?}"),
            Vertex::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if at == 0 { "(" } else { ", " })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Whether a name can be written without quotes.
fn is_plain(name: &str) -> bool {
    let starts_well = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    starts_well && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A finite graph.
///
/// Vertices are numbered from 0 in ascending order, and most methods identify a vertex by this
/// number. Adjacency lists ascend without repetitions. In an undirected graph, each edge is stored
/// in both directions.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    names: Names,
    out: Lists,
    /// The sources of the edges into each vertex, computed when first needed. An undirected graph
    /// uses `out`.
    into: OnceLock<Lists>,
    undirected: bool,
    /// Whether the graph is directed, every vertex has at most one parent and there is no cycle;
    /// computed when first needed.
    forest: OnceLock<bool>,
    /// The call that makes a named graph, as it is written: `grid(3, 4)`.
    title: Option<Arc<str>>,
}

/// The names of the vertices, ascending.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Names {
    /// Consecutive naturals: the first, and how many they are.
    Run(u32, u32),
    /// Any other naturals that fit into a `u32`.
    Numbers(Vec<u32>),
    /// Vertices of which at least one is not a natural that fits into a `u32`, or the cells of a
    /// board.
    Any(Vec<Vertex>),
}

impl Default for Names {
    fn default() -> Names {
        Names::Run(0, 0)
    }
}

/// For each vertex, a list of vertices; all lists are stored one after another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Lists {
    /// For each vertex, the index in `all` where its list ends.
    ends: Vec<u32>,
    /// The lists, by ascending vertex.
    all: Vec<u32>,
}

impl Lists {
    /// For each of `count` vertices, the second ends of the pairs that begin with it, ascending
    /// without repetitions.
    fn new(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Lists {
        let mut ends = vec![0u32; count + 1];
        for (from, _) in pairs.clone() {
            ends[from as usize + 1] += 1;
        }
        for at in 0..count {
            ends[at + 1] += ends[at];
        }
        let mut all = vec![0u32; ends[count] as usize];
        // Each entry advances while its list is filled, and stops where the next list begins.
        for (from, to) in pairs {
            all[ends[from as usize] as usize] = to;
            ends[from as usize] += 1;
        }
        ends.pop();
        let mut lists = Lists { ends, all };
        lists.sort();
        lists
    }

    /// Sorts each list and removes its repetitions.
    fn sort(&mut self) {
        let (mut start, mut kept) = (0, 0);
        for end in &mut self.ends {
            let (from, to) = (start, *end as usize);
            start = to;
            self.all[from..to].sort_unstable();
            let first = kept;
            for at in from..to {
                if kept == first || self.all[kept - 1] != self.all[at] {
                    self.all[kept] = self.all[at];
                    kept += 1;
                }
            }
            *end = kept as u32;
        }
        self.all.truncate(kept);
        self.all.shrink_to_fit();
    }

    /// The list of a vertex.
    fn of(&self, vertex: usize) -> &[u32] {
        let start = if vertex == 0 { 0 } else { self.ends[vertex - 1] as usize };
        &self.all[start..self.ends[vertex] as usize]
    }
}

impl Graph {
    /// The graph with some edges, whose vertices are the listed ones and the ends of the edges.
    pub fn new(mut vertices: Vec<Vertex>, edges: &[(Vertex, Vertex)], undirected: bool) -> Graph {
        vertices.extend(edges.iter().flat_map(|(u, v)| [u.clone(), v.clone()]));
        vertices.sort();
        vertices.dedup();
        let number = |vertex: &Vertex| vertices.binary_search(vertex).unwrap_or_default() as u32;
        let pairs: Vec<(u32, u32)> = edges.iter().map(|(u, v)| (number(u), number(v))).collect();
        Graph::made(Names::of(vertices), &pairs, undirected)
    }

    /// The graph whose vertices are naturals, those in `lone` and the ends of the edges. The memory
    /// grows with the greatest of them.
    pub fn of_numbers(lone: &[u32], mut edges: Vec<(u32, u32)>, undirected: bool) -> Graph {
        let most = edges.iter().map(|(u, v)| *u.max(v)).chain(lone.iter().copied()).max();
        let Some(most) = most else { return Graph::default() };
        let mut present = vec![false; most as usize + 1];
        lone.iter().for_each(|name| present[*name as usize] = true);
        for (u, v) in &edges {
            present[*u as usize] = true;
            present[*v as usize] = true;
        }
        let count = present.iter().filter(|it| **it).count();
        let least = present.iter().position(|it| *it).unwrap_or(0);
        let names = if count == most as usize + 1 - least {
            edges.iter_mut().for_each(|(u, v)| (*u, *v) = (*u - least as u32, *v - least as u32));
            Names::Run(least as u32, count as u32)
        } else {
            let mut number = vec![0u32; present.len()];
            let named = (0..=most).filter(|name| present[*name as usize]);
            let mut names = Vec::with_capacity(count);
            for name in named {
                number[name as usize] = names.len() as u32;
                names.push(name);
            }
            edges.iter_mut().for_each(|(u, v)| (*u, *v) = (number[*u as usize], number[*v as usize]));
            Names::Numbers(names)
        };
        Graph::made(names, &edges, undirected)
    }

    /// The graph whose vertices have these names, with an edge for each pair of numbers of
    /// vertices.
    fn made(names: Names, edges: &[(u32, u32)], undirected: bool) -> Graph {
        let count = names.len();
        let there = edges.iter().copied();
        let back = edges.iter().map(|(u, v)| (*v, *u));
        let out = if undirected { Lists::new(count, there.chain(back)) } else { Lists::new(count, there) };
        Graph { names, out, into: OnceLock::new(), undirected, forest: OnceLock::new(), title: None }
    }

    fn is_rooted_forest(&self) -> bool {
        let too_many = self.out.all.len() >= self.len();
        if self.undirected || too_many || (0..self.len()).any(|vertex| self.incoming(vertex).len() > 1) {
            return false;
        }
        let roots = (0..self.len()).filter(|v| self.incoming(*v).is_empty());
        // As each vertex has at most one parent, the vertices that no root reaches are those on a
        // cycle or reachable from one.
        let mut seen = 0;
        let mut stack: Vec<u32> = roots.map(|root| root as u32).collect();
        while let Some(vertex) = stack.pop() {
            seen += 1;
            stack.extend_from_slice(self.out(vertex as usize));
        }
        seen == self.len()
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether some vertex may be a name, a tuple or a number above `u32::MAX`. If not, all
    /// vertices are small numbers.
    pub fn has_names(&self) -> bool {
        matches!(self.names, Names::Any(_))
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a vertex; `None` if the graph does not have it.
    pub fn find(&self, vertex: &Vertex) -> Option<usize> {
        match (&self.names, vertex) {
            (Names::Run(first, count), Vertex::Number(number)) => {
                let number = number.to_usize()?.checked_sub(*first as usize)?;
                (number < *count as usize).then_some(number)
            }
            (Names::Numbers(names), Vertex::Number(number)) => {
                names.binary_search(&u32::try_from(number.to_i64()?).ok()?).ok()
            }
            (Names::Run(..) | Names::Numbers(_), Vertex::Name(_) | Vertex::Tuple(_)) => None,
            (Names::Any(names), vertex) => names.binary_search(vertex).ok(),
        }
    }

    /// All vertices, ascending.
    pub fn vertices(&self) -> impl Iterator<Item = Vertex> + '_ {
        (0..self.len()).map(|number| self.vertex(number))
    }

    /// The vertex with a number.
    pub fn vertex(&self, number: usize) -> Vertex {
        match &self.names {
            Names::Run(first, _) => Vertex::Number(Int::from(i64::from(*first) + number as i64)),
            Names::Numbers(names) => Vertex::Number(Int::from(i64::from(names[number]))),
            Names::Any(names) => names[number].clone(),
        }
    }

    /// Whether the edges have no direction.
    pub fn is_undirected(&self) -> bool {
        self.undirected
    }

    /// Whether the graph is directed and made of rooted trees with edges away from the roots.
    pub fn is_forest(&self) -> bool {
        *self.forest.get_or_init(|| self.is_rooted_forest())
    }

    /// The targets of the edges from a vertex, ascending.
    pub fn out(&self, vertex: usize) -> &[u32] {
        self.out.of(vertex)
    }

    /// The sources of the edges into a vertex, ascending.
    pub fn incoming(&self, vertex: usize) -> &[u32] {
        if self.undirected {
            return self.out(vertex);
        }
        let turned = || {
            let edges = (0..self.len()).flat_map(|u| self.out(u).iter().map(move |v| (*v, u as u32)));
            Lists::new(self.len(), edges)
        };
        self.into.get_or_init(turned).of(vertex)
    }

    /// All vertices that an edge in either direction joins to a vertex, ascending.
    pub fn neighbours(&self, vertex: usize) -> Vec<u32> {
        let mut all: Vec<u32> = self.out(vertex).iter().chain(self.incoming(vertex)).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// All edges, ascending. In an undirected graph each edge occurs once, with its lesser end
    /// first.
    pub fn edges(&self) -> Vec<(u32, u32)> {
        let all = (0..self.len()).flat_map(|u| self.out(u).iter().map(move |v| (u as u32, *v)));
        all.filter(|(u, v)| !self.undirected || u <= v).collect()
    }

    /// The vertices reachable from a vertex, including itself, in breadth-first order.
    pub fn reach(&self, from: usize) -> Vec<u32> {
        if self.is_forest() {
            return self.below(from);
        }
        let mut seen = vec![false; self.len()];
        let mut order = vec![from as u32];
        seen[from] = true;
        let mut next = 0;
        while let Some(vertex) = order.get(next).copied() {
            next += 1;
            for to in self.out(vertex as usize) {
                if !std::mem::replace(&mut seen[*to as usize], true) {
                    order.push(*to);
                }
            }
        }
        order
    }

    /// The vertices reachable from a vertex of a forest, in breadth-first order. No vertex is
    /// reached twice, so the reached ones need not be marked.
    fn below(&self, from: usize) -> Vec<u32> {
        let mut order = vec![from as u32];
        let mut next = 0;
        while let Some(vertex) = order.get(next).copied() {
            next += 1;
            order.extend(self.out(vertex as usize));
        }
        order
    }

    /// The connected components of a set of vertices, ignoring directions. Each component is
    /// ascending, and the components are ordered by their least vertices.
    pub fn components(&self, within: &[u32]) -> Vec<Vec<u32>> {
        let mut left = vec![false; self.len()];
        within.iter().for_each(|vertex| left[*vertex as usize] = true);
        let mut components = Vec::new();
        for start in within {
            if !std::mem::replace(&mut left[*start as usize], false) {
                continue;
            }
            let mut component = vec![*start];
            let mut next = 0;
            while let Some(vertex) = component.get(next).copied() {
                next += 1;
                let around = self.out(vertex as usize).iter().chain(self.incoming(vertex as usize));
                for to in around {
                    if std::mem::replace(&mut left[*to as usize], false) {
                        component.push(*to);
                    }
                }
            }
            component.sort_unstable();
            components.push(component);
        }
        components.sort();
        components
    }

    /// The lexicographically least of the shortest paths, including both ends; `None` if there is
    /// no path.
    pub fn path(&self, from: usize, to: usize) -> Option<Vec<u32>> {
        if self.is_forest() {
            return self.climb(from, to);
        }
        // Computes distances to the end, then always takes the least vertex that is one step
        // nearer.
        let mut distance = vec![u32::MAX; self.len()];
        let mut queue = VecDeque::from([to as u32]);
        distance[to] = 0;
        while let Some(vertex) = queue.pop_front() {
            for before in self.incoming(vertex as usize) {
                if distance[*before as usize] == u32::MAX {
                    distance[*before as usize] = distance[vertex as usize] + 1;
                    queue.push_back(*before);
                }
            }
        }
        if distance[from] == u32::MAX {
            return None;
        }
        let mut path = vec![from as u32];
        let mut here = from;
        while here != to {
            let nearer = distance[here] - 1;
            let next = self.out(here).iter().find(|next| distance[**next as usize] == nearer)?;
            path.push(*next);
            here = *next as usize;
        }
        Some(path)
    }

    /// The path between two vertices of a forest; `None` if there is none. Follows edges backwards
    /// from `to`, because at most one edge leads to each vertex.
    fn climb(&self, from: usize, to: usize) -> Option<Vec<u32>> {
        let mut path = vec![to as u32];
        let mut here = to;
        while here != from {
            here = *self.incoming(here).first()? as usize;
            path.push(here as u32);
        }
        path.reverse();
        Some(path)
    }
}

impl Names {
    /// The most compact form of names, which must be in ascending order. Equal lists of names give
    /// equal forms.
    fn of(names: Vec<Vertex>) -> Names {
        let number = |vertex: &Vertex| match vertex {
            Vertex::Number(number) => number.to_i64().and_then(|it| u32::try_from(it).ok()),
            Vertex::Name(_) | Vertex::Tuple(_) => None,
        };
        let Some(numbers) = names.iter().map(number).collect::<Option<Vec<u32>>>() else {
            return Names::Any(names);
        };
        match (numbers.first(), numbers.last()) {
            (Some(first), Some(last)) if (last - first) as usize + 1 == names.len() => {
                Names::Run(*first, names.len() as u32)
            }
            _ => Names::Numbers(numbers),
        }
    }

    fn len(&self) -> usize {
        match self {
            Names::Run(_, count) => *count as usize,
            Names::Numbers(names) => names.len(),
            Names::Any(names) => names.len(),
        }
    }
}

impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Graph {}

impl PartialOrd for Graph {
    fn partial_cmp(&self, other: &Graph) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Graph {
    fn cmp(&self, other: &Graph) -> std::cmp::Ordering {
        let same_names = if self.names == other.names {
            std::cmp::Ordering::Equal
        } else {
            self.vertices().cmp(other.vertices())
        };
        let key = |graph: &Graph| graph.undirected;
        key(self).cmp(&key(other)).then(same_names).then_with(|| self.out.cmp(&other.out))
    }
}

impl Hash for Graph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.undirected, self.len(), &self.out).hash(state);
    }
}
