//! Undirected vertex geography and maximum matchings, against all matchings, the definition, and the crate petgraph.

use super::definition::*;
use super::golden::letter;
use gspec::theory::geography::Geography;
use gspec::theory::matching::{Graph, Matching};

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    if game != "undirected-vertex-geography" {
        return None;
    }
    let edges = edges(quantity.split_once("):")?.1);
    let vertices = edges.iter().map(|(a, b)| a.max(b) + 1).max()?;
    let game = Geography::new(Graph::new(vertices, &edges)?, &unhurried).ok()?;
    Some((0..vertices).map(|start| letter(game.losing(start).unwrap())).collect())
}

/// Edges written `0-1;1-2`.
pub fn edges(text: &str) -> Vec<(usize, usize)> {
    let pair = |edge: &str| edge.split_once('-').map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap()));
    text.split(';').map(|edge| pair(edge).unwrap()).collect()
}

fn random_edges(random: &mut Random, vertices: u64, count: u64) -> Vec<(usize, usize)> {
    (0..count).map(|_| (random.below(vertices) as usize, random.below(vertices) as usize)).collect()
}

/// By bit set of vertices, the size of a maximum matching among these vertices.
fn sizes(vertices: usize, edges: &[(usize, usize)]) -> Vec<u32> {
    let mut sizes = vec![0; 1 << vertices];
    for set in 1usize..1 << vertices {
        let least = set.trailing_zeros() as usize;
        let rest = set & !(1 << least);
        let partners =
            edges.iter().filter(|(a, b)| a != b && (*a == least || *b == least)).map(|(a, b)| a + b - least);
        let matched =
            partners.filter(|other| rest >> other & 1 == 1).map(|other| 1 + sizes[rest & !(1 << other)]);
        sizes[set] = matched.max().unwrap_or(0).max(sizes[rest]);
    }
    sizes
}

#[test]
fn matchings_agree_with_all_matchings() {
    let mut random = Random::new(82);
    for round in 0..3000 {
        let vertices = 1 + random.below(11) as usize;
        let count = random.below(2 * vertices as u64 + 3);
        let edges = random_edges(&mut random, vertices as u64, count);
        let graph = Graph::new(vertices, &edges).unwrap();
        let matching = Matching::maximum(&graph, &unhurried).unwrap();
        let sizes = sizes(vertices, &edges);
        let all = (1 << vertices) - 1;
        assert_eq!(matching.size(), sizes[all] as usize, "{round} {edges:?}");
        for vertex in 0..vertices {
            assert_eq!(
                matching.can_be_left_out(vertex),
                sizes[all & !(1 << vertex)] == sizes[all],
                "{edges:?}"
            );
            if let Some(mate) = matching.mate(vertex) {
                assert_eq!(matching.mate(mate), Some(vertex));
                assert!(edges.contains(&(vertex, mate)) || edges.contains(&(mate, vertex)));
            }
        }
    }
}

#[test]
fn agrees_with_the_definition() {
    let mut random = Random::new(83);
    for _ in 0..400 {
        let vertices = 1 + random.below(9) as usize;
        let count = random.below(16);
        let edges = random_edges(&mut random, vertices as u64, count);
        let mut definition = Definition::new(|&(at, visited): &(usize, u32)| {
            let ends = edges.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
            let free = ends.filter(|(from, to)| *from == at && visited >> to & 1 == 0);
            free.map(|(_, to)| (to, visited | 1 << to)).collect::<Vec<_>>()
        });
        let game = Geography::new(Graph::new(vertices, &edges).unwrap(), &unhurried).unwrap();
        for start in 0..vertices {
            let position = (start, 1 << start);
            assert_eq!(game.losing(start), Some(definition.losing(&position)), "{edges:?} {start}");
            let mut expected: Vec<usize> = definition
                .options(&position)
                .into_iter()
                .filter(|to| definition.losing(to))
                .map(|(to, _)| to)
                .collect();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(game.winning_moves(start, &unhurried).unwrap(), expected, "{edges:?} {start}");
            assert!(game.winning_move(start).is_none_or(|to| expected.contains(&to)));
            assert_eq!(game.winning_move(start).is_none(), expected.is_empty());
        }
        assert_eq!(game.losing(vertices), None);
    }
}

#[test]
fn grids_from_a_corner() {
    for (rows, columns) in (1..8).flat_map(|rows| (1..8).map(move |columns| (rows, columns))) {
        let right = (0..rows * columns).filter(|cell| (cell + 1) % columns != 0).map(|cell| (cell, cell + 1));
        let down = (0..(rows - 1) * columns).map(|cell| (cell, cell + columns));
        let edges: Vec<(usize, usize)> = right.chain(down).collect();
        let game = Geography::new(Graph::new(rows * columns, &edges).unwrap(), &unhurried).unwrap();
        assert_eq!(game.losing(0), Some(rows * columns % 2 == 1), "{rows} {columns}");
    }
}

#[test]
fn long_paths_and_nested_blossoms() {
    for vertices in [100_000usize, 100_001] {
        let edges: Vec<(usize, usize)> = (1..vertices).map(|vertex| (vertex - 1, vertex)).collect();
        let matching = Matching::maximum(&Graph::new(vertices, &edges).unwrap(), &unhurried).unwrap();
        assert_eq!(matching.size(), vertices / 2);
        assert!(
            (0..vertices)
                .all(|vertex| matching.can_be_left_out(vertex) == (vertices % 2 == 1 && vertex % 2 == 0))
        );
    }
    // Triangles in a row, each joined to the next at a corner: all vertices but one are matched.
    let triangles = 20_001;
    let edges: Vec<(usize, usize)> = (0..triangles)
        .flat_map(|i| [(2 * i, 2 * i + 1), (2 * i + 1, 2 * i + 2), (2 * i, 2 * i + 2)])
        .collect();
    let matching = Matching::maximum(&Graph::new(2 * triangles + 1, &edges).unwrap(), &unhurried).unwrap();
    assert_eq!(matching.size(), triangles);
    assert!((0..=2 * triangles).all(|vertex| matching.can_be_left_out(vertex)));
}

#[test]
fn stops_and_refuses() {
    let edges: Vec<(usize, usize)> = (1..20_000).map(|vertex| (0, vertex)).collect();
    let graph = Graph::new(20_000, &edges).unwrap();
    assert!(Matching::maximum(&graph, &|_| std::ops::ControlFlow::Break(())).is_err());
    assert!(Graph::new(2, &[(0, 2)]).is_none());
}

#[test]
fn matchings_agree_with_another_program() {
    use petgraph::algo::maximum_matching;
    use petgraph::graph::UnGraph;
    let mut random = Random::new(84);
    for _ in 0..150 {
        let vertices = 2 + random.below(60) as usize;
        let count = random.below(2 * vertices as u64);
        let edges = random_edges(&mut random, vertices as u64, count);
        let matching = Matching::maximum(&Graph::new(vertices, &edges).unwrap(), &unhurried).unwrap();
        let size_without = |gone: usize| {
            let kept = edges.iter().filter(|(a, b)| *a != gone && *b != gone && a != b);
            let kept: Vec<(u32, u32)> = kept.map(|(a, b)| (*a as u32, *b as u32)).collect();
            maximum_matching(&UnGraph::<(), ()>::from_edges(&kept)).len()
        };
        assert_eq!(matching.size(), size_without(vertices), "{edges:?}");
        for vertex in 0..vertices {
            let left_out = size_without(vertex) == matching.size();
            assert_eq!(matching.can_be_left_out(vertex), left_out, "{vertex} {edges:?}");
        }
    }
}
