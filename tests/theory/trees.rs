//! Green Hackenbush, and blackening paths in trees: the theorems against the definition, on random forests and pictures.

use super::definition::*;
use super::geography::edges;
use super::golden::joined;
use gspec::theory::hackenbush::{Picture, Trees};
use gspec::theory::tree_path;
use std::collections::BTreeSet;

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    match game {
        "green-hackenbush(ground=0)" => {
            let edges = edges(quantity.strip_prefix("sg:")?);
            let vertices = edges.iter().map(|(a, b)| a.max(b) + 1).max()?;
            Some(Picture::new(vertices, edges, 0)?.value().to_string())
        }
        "SPOJ-COT3" => {
            let (parents, white) =
                quantity.strip_prefix("sg|winning-first:parents=")?.split_once(";white=")?;
            let parents: Vec<Option<usize>> = parents.split(',').map(|parent| parent.parse().ok()).collect();
            let white: Vec<bool> = white.chars().map(|letter| letter == '1').collect();
            let solution = tree_path::solve(&parents, &white)?;
            Some(format!("{}|{}", solution.value, joined(solution.winning, ",")))
        }
        _ => None,
    }
}

/// Parents of a random forest, in random order.
fn random_parents(random: &mut Random, count: usize) -> Vec<Option<usize>> {
    let mut names: Vec<usize> = (0..count).collect();
    for place in (1..count).rev() {
        names.swap(place, random.below(place as u64 + 1) as usize);
    }
    let mut parents = vec![None; count];
    for place in 1..count {
        let below = random.below(place as u64 + 1) as usize;
        parents[names[place]] = (below < place).then(|| names[below]);
    }
    parents
}

#[test]
fn trees_agree_with_the_definition() {
    let mut random = Random::new(80);
    for _ in 0..200 {
        let count = random.below(9) as usize;
        let parents = random_parents(&mut random, count);
        let below = |vertex: usize| std::iter::successors(Some(vertex), |vertex| parents[*vertex]);
        let mut definition = Definition::new(|left: &BTreeSet<usize>| {
            let without = |cut: &usize| {
                left.iter().copied().filter(|vertex| !below(*vertex).any(|v| v == *cut)).collect()
            };
            left.iter().map(without).collect()
        });
        let all: BTreeSet<usize> = (0..count).collect();
        let trees = Trees::new(parents.clone()).unwrap();
        assert_eq!(trees.value(), definition.value(&all), "{parents:?}");
        let options = definition.options(&all);
        let expected: Vec<usize> = (0..count).filter(|vertex| definition.losing(&options[*vertex])).collect();
        assert_eq!(trees.winning_cuts(), expected, "{parents:?}");
    }
}

#[test]
fn trees_refuse_what_is_none() {
    assert!(Trees::new(vec![Some(1), Some(0)]).is_none());
    assert!(Trees::new(vec![Some(5)]).is_none());
    assert!(tree_path::solve(&[Some(0)], &[true]).is_none());
    assert!(tree_path::solve(&[Some(3)], &[true]).is_none());
    assert!(tree_path::solve(&[None], &[]).is_none());
}

fn connected(vertices: usize, edges: &BTreeSet<(usize, usize, usize)>) -> BTreeSet<(usize, usize, usize)> {
    let mut reached = vec![false; vertices];
    reached[0] = true;
    for _ in 0..vertices {
        for (_, a, b) in edges {
            let either = reached[*a] || reached[*b];
            (reached[*a], reached[*b]) = (either, either);
        }
    }
    edges.iter().copied().filter(|(_, a, _)| reached[*a]).collect()
}

#[test]
fn pictures_agree_with_the_definition() {
    let mut random = Random::new(81);
    for _ in 0..400 {
        let vertices = 1 + random.below(6) as usize;
        let edges: Vec<(usize, usize)> = (0..random.below(9))
            .map(|_| (random.below(vertices as u64) as usize, random.below(vertices as u64) as usize))
            .collect();
        let all = edges.iter().enumerate().map(|(edge, (a, b))| (edge, *a, *b)).collect();
        let all = connected(vertices, &all);
        let mut definition = Definition::new(|left: &BTreeSet<(usize, usize, usize)>| {
            let without = |cut: &(usize, usize, usize)| {
                let mut rest = left.clone();
                rest.remove(cut);
                connected(vertices, &rest)
            };
            left.iter().map(without).collect()
        });
        let picture = Picture::new(vertices, edges.clone(), 0).unwrap();
        assert_eq!(picture.value(), definition.value(&all), "{edges:?}");
        let options = definition.options(&all);
        let winning = all.iter().zip(&options).filter(|(_, option)| definition.losing(option));
        let expected: Vec<usize> = winning.map(|((edge, _, _), _)| *edge).collect();
        assert_eq!(picture.winning_cuts(&unhurried).unwrap(), expected, "{edges:?}");
    }
    assert!(Picture::new(2, vec![(0, 2)], 0).is_none() && Picture::new(2, vec![], 2).is_none());
}

#[test]
fn long_stalks_and_cycles() {
    let count = 200_000;
    let stalk: Vec<Option<usize>> = (0..count).map(|vertex: usize| vertex.checked_sub(1)).collect();
    assert_eq!(Trees::new(stalk).unwrap().value(), count as u64);
    let edges: Vec<(usize, usize)> = (1..count).map(|vertex| (vertex - 1, vertex)).collect();
    assert_eq!(Picture::new(count, edges.clone(), 0).unwrap().value(), count as u64 - 1);
    let ring: Vec<(usize, usize)> = edges.into_iter().chain([(count - 1, 0)]).collect();
    assert_eq!(Picture::new(count, ring, 0).unwrap().value(), 0);
}

#[test]
fn blackening_agrees_with_the_definition() {
    let mut random = Random::new(87);
    for _ in 0..400 {
        let count = random.below(10) as usize;
        let parents = random_parents(&mut random, count);
        let white: Vec<bool> = (0..count).map(|_| random.below(3) > 0).collect();
        let path = |vertex: usize| std::iter::successors(Some(vertex), |vertex| parents[*vertex]);
        let mut definition = Definition::new(|left: &u32| {
            let chosen = (0..count).filter(|vertex| left >> vertex & 1 == 1);
            chosen
                .map(|vertex| path(vertex).fold(*left, |left, black| left & !(1 << black)))
                .collect::<Vec<u32>>()
        });
        let all = (0..count).filter(|vertex| white[*vertex]).fold(0, |all, vertex| all | 1 << vertex);
        let solution = tree_path::solve(&parents, &white).unwrap();
        assert_eq!(solution.value, definition.value(&all), "{parents:?} {white:?}");
        let options = definition.options(&all);
        let vertices = (0..count).filter(|vertex| white[*vertex]).zip(&options);
        let expected: Vec<usize> =
            vertices.filter(|(_, option)| definition.losing(option)).map(|(v, _)| v).collect();
        assert_eq!(solution.winning, expected, "{parents:?} {white:?}");
    }
}

#[test]
fn blackening_great_trees_agrees_with_the_recursion() {
    // The expected values come from the recursion itself, with plain lists instead of merged sets.
    let mut random = Random::new(88);
    for shape in 0..3 {
        let count = 600;
        let parents: Vec<Option<usize>> = (0..count)
            .map(|vertex: usize| match shape {
                _ if vertex == 0 => None,
                0 => Some(vertex - 1),
                1 => Some(random.below(vertex as u64) as usize),
                _ => Some(vertex - 1 - random.below(vertex.min(4) as u64) as usize),
            })
            .collect();
        let white: Vec<bool> = (0..count).map(|_| random.below(4) > 0).collect();
        let mut left: Vec<Vec<(usize, u64)>> = vec![Vec::new(); count];
        let (mut values, mut children) = (vec![0; count], vec![0; count]);
        for vertex in (0..count).rev() {
            let sum = children[vertex];
            left[vertex].iter_mut().for_each(|(_, value)| *value ^= sum);
            if white[vertex] {
                left[vertex].push((vertex, sum));
            }
            values[vertex] = mex(left[vertex].iter().map(|(_, value)| *value).collect::<Vec<_>>());
            if let Some(parent) = parents[vertex] {
                let moved: Vec<(usize, u64)> =
                    left[vertex].iter().map(|(v, value)| (*v, value ^ values[vertex])).collect();
                left[parent].extend(moved);
                children[parent] ^= values[vertex];
            }
        }
        let solution = tree_path::solve(&parents, &white).unwrap();
        assert_eq!(solution.subtree_values, values);
        let mut winning: Vec<usize> =
            left[0].iter().filter(|(_, value)| *value == 0).map(|(vertex, _)| *vertex).collect();
        winning.sort_unstable();
        assert_eq!(solution.winning, winning);
    }
}
