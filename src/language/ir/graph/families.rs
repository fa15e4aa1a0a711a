//! Named families of graphs, such as `grid` and `cycle`; also subgraphs and distances.

use super::{Graph, Names, Vertex};
use crate::number::Int;
use std::sync::Arc;

impl Graph {
    /// The cells `(x, y)` of a board. Cells that share a side are joined; with `corners`, also
    /// those that share only a corner.
    pub fn board(width: u32, height: u32, corners: bool) -> Graph {
        let cell = |x: u32, y: u32| x * height + y;
        let mut edges = Vec::new();
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let (right, up) = (x + 1 < width, y + 1 < height);
            edges.extend(right.then(|| (cell(x, y), cell(x + 1, y))));
            edges.extend(up.then(|| (cell(x, y), cell(x, y + 1))));
            edges.extend((corners && right && up).then(|| (cell(x, y), cell(x + 1, y + 1))));
            edges.extend((corners && right && y > 0).then(|| (cell(x, y), cell(x + 1, y - 1))));
        }
        let number = |it: u32| Vertex::Number(Int::from(i64::from(it)));
        let names = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let names = names.map(|(x, y)| Vertex::Tuple(Arc::new([number(x), number(y)])));
        let word = if corners { "king_grid" } else { "grid" };
        Graph::made(Names::Any(names.collect()), &edges, true).titled(format!("{word}({width}, {height})"))
    }

    /// A path of the numbers below `count`.
    pub fn row(count: u32) -> Graph {
        let edges: Vec<(u32, u32)> = (1..count).map(|it| (it - 1, it)).collect();
        Graph::numbered(count, &edges, format!("path({count})"))
    }

    /// A cycle of the numbers below `count`, which must be at least 3.
    pub fn cycle(count: u32) -> Graph {
        let edges: Vec<(u32, u32)> = (0..count).map(|it| (it, (it + 1) % count)).collect();
        Graph::numbered(count, &edges, format!("cycle({count})"))
    }

    /// The numbers below `count`, each joined to every other.
    pub fn complete(count: u32) -> Graph {
        let edges: Vec<(u32, u32)> = (0..count).flat_map(|u| (u + 1..count).map(move |v| (u, v))).collect();
        Graph::numbered(count, &edges, format!("complete({count})"))
    }

    /// The numbers below `left`, each joined to each of the next `right` numbers.
    pub fn complete_bipartite(left: u32, right: u32) -> Graph {
        let edges: Vec<(u32, u32)> =
            (0..left).flat_map(|u| (left..left + right).map(move |v| (u, v))).collect();
        Graph::numbered(left + right, &edges, format!("complete_bipartite({left}, {right})"))
    }

    /// The numbers of `dimension` binary digits; those that differ in one digit are joined.
    pub fn hypercube(dimension: u32) -> Graph {
        let all = 0..1u32 << dimension;
        let edges: Vec<(u32, u32)> = all
            .flat_map(|u| (0..dimension).map(move |bit| (u, u | 1 << bit)))
            .filter(|(u, v)| u < v)
            .collect();
        Graph::numbered(1 << dimension, &edges, format!("hypercube({dimension})"))
    }

    /// The Petersen graph: 0 to 4 in a cycle, 5 to 9 in a star, each joined to its counterpart.
    pub fn petersen() -> Graph {
        let edges: Vec<(u32, u32)> =
            (0..5).flat_map(|it| [(it, (it + 1) % 5), (it, it + 5), (it + 5, (it + 2) % 5 + 5)]).collect();
        Graph::numbered(10, &edges, "petersen()".to_string())
    }

    fn numbered(count: u32, edges: &[(u32, u32)], title: String) -> Graph {
        Graph::made(Names::Run(0, count), edges, true).titled(title)
    }

    fn titled(self, title: String) -> Graph {
        Graph { title: Some(title.into()), ..self }
    }

    /// The call that makes a named graph, as it is written: `grid(3, 4)`. `None` for other graphs.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The graph of some of the vertices and the edges between them. `within` must be ascending.
    pub fn subgraph(&self, within: &[u32]) -> Graph {
        let names = within.iter().map(|vertex| self.vertex(*vertex as usize)).collect();
        let number = |vertex: &u32| within.binary_search(vertex).ok().map(|at| at as u32);
        let mut edges = Vec::new();
        for (at, vertex) in within.iter().enumerate() {
            let to = self.out(*vertex as usize).iter().filter_map(number);
            edges.extend(to.map(|to| (at as u32, to)));
        }
        Graph::made(Names::of(names), &edges, self.undirected)
    }

    /// The number of edges of a shortest path that follows the directions of edges; `None` if there
    /// is no path.
    pub fn distance(&self, from: usize, to: usize) -> Option<usize> {
        let mut distance = vec![usize::MAX; self.len()];
        distance[from] = 0;
        let mut order = vec![from];
        let mut next = 0;
        while let Some(vertex) = order.get(next).copied() {
            if vertex == to {
                return Some(distance[to]);
            }
            next += 1;
            for further in self.out(vertex) {
                let further = *further as usize;
                if distance[further] == usize::MAX {
                    distance[further] = distance[vertex] + 1;
                    order.push(further);
                }
            }
        }
        None
    }
}
