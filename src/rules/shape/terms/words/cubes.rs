//! Formulas as alternatives, each of which is a conjunction with one statement about each term.

use crate::ir::Value;
use crate::number::Int;
use crate::shape::terms::term::{Node, Polynomial, Store, TermId, added};
use std::collections::BTreeSet;

/// The integers from one bound to another, both included; `None` for no bound.
pub type Interval = (Option<Int>, Option<Int>);

/// The statement of an alternative about one term or atom.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Literal {
    /// An integer lies in one of these intervals: ascending, with gaps between them.
    Integer(TermId, Vec<Interval>),
    /// Another term is one of these constants if `true`, and none of them if `false`.
    Constant(TermId, BTreeSet<Value>, bool),
    /// An atom holds, or does not.
    Atom(TermId, bool),
}

/// An alternative: the conjunction of these literals, which are sorted.
pub type Cube = Vec<Literal>;

/// Formulas and terms with more alternatives, before any are joined, have no description.
const MOST_CUBES: usize = 64;

/// Returns the alternatives in which a formula is true; `None` if they are too many.
pub fn cubes(store: &Store, formula: TermId) -> Option<Vec<Cube>> {
    paths_to(store, formula, true)
}

/// Returns the alternatives in which a formula is false; `None` if they are too many.
pub fn complement(store: &Store, formula: TermId) -> Option<Vec<Cube>> {
    paths_to(store, formula, false)
}

fn paths_to(store: &Store, formula: TermId, holds: bool) -> Option<Vec<Cube>> {
    let mut found = Vec::new();
    collect(store, formula, &mut Vec::new(), &mut |leaf, path| {
        if *store.node(leaf) == Node::Truth(holds) {
            found.extend(cube(store, path));
        }
        found.len() <= MOST_CUBES
    })?;
    Some(merged(store, found))
}

/// Returns the different values of a term that is a choice, each with the alternatives in which the
/// term has it; `None` if they are too many. The value with the most alternatives is last; among
/// several such values, the one with the most general alternative.
pub fn cases(store: &Store, term: TermId) -> Option<Vec<(TermId, Vec<Cube>)>> {
    let mut found: Vec<(TermId, Vec<Cube>)> = Vec::new();
    let mut count = 0;
    collect(store, term, &mut Vec::new(), &mut |leaf, path| {
        let Some(cube) = cube(store, path) else { return true };
        match found.iter_mut().find(|it| it.0 == leaf) {
            Some((_, cubes)) => cubes.push(cube),
            None => found.push((leaf, vec![cube])),
        }
        count += 1;
        count <= MOST_CUBES
    })?;
    let mut found: Vec<(TermId, Vec<Cube>)> =
        found.into_iter().map(|(leaf, cubes)| (leaf, merged(store, cubes))).collect();
    found.sort_by_key(|(_, cubes)| (cubes.len(), cubes.iter().map(breadth).max()));
    Some(found)
}

/// Returns how general an alternative is: the number of bounds that its intervals lack, and of
/// negated literals.
fn breadth(cube: &Cube) -> usize {
    let literal = |it: &Literal| match it {
        Literal::Integer(_, intervals) => {
            intervals.iter().map(|it| usize::from(it.0.is_none()) + usize::from(it.1.is_none())).sum()
        }
        Literal::Constant(_, _, holds) | Literal::Atom(_, holds) => usize::from(!holds),
    };
    cube.iter().map(literal).sum()
}

/// Receives a leaf and the path to it; returns false to stop.
type Leaves<'a> = dyn FnMut(TermId, &[(TermId, bool)]) -> bool + 'a;

/// Calls `found` with each leaf of a term, in each path to it; `None` once `found` returns false.
fn collect(
    store: &Store,
    term: TermId,
    path: &mut Vec<(TermId, bool)>,
    found: &mut Leaves<'_>,
) -> Option<()> {
    let Node::Choice(atom, yes, no) = *store.node(term) else { return found(term, path).then_some(()) };
    for (branch, holds) in [(yes, true), (no, false)] {
        path.push((atom, holds));
        collect(store, branch, path, found)?;
        path.pop();
    }
    Some(())
}

/// Returns the literals of a path, sorted; `None` if they contradict each other.
fn cube(store: &Store, path: &[(TermId, bool)]) -> Option<Cube> {
    let mut cube: Cube = Vec::new();
    for (atom, holds) in path {
        let own = match store.node(*atom) {
            Node::AtLeast(integer, least) => {
                let own = if *holds { (Some(least.clone()), None) } else { (None, Some(least.pred())) };
                Literal::Integer(*integer, vec![own])
            }
            Node::Same(a, b) => match (store.node(*a), store.node(*b)) {
                (_, Node::Value(value)) => Literal::Constant(*a, BTreeSet::from([value.clone()]), *holds),
                (Node::Value(value), _) => Literal::Constant(*b, BTreeSet::from([value.clone()]), *holds),
                _ => Literal::Atom(*atom, *holds),
            },
            _ => Literal::Atom(*atom, *holds),
        };
        match cube.iter_mut().find_map(|it| both(it, &own).map(|both| (it, both))) {
            Some((it, both)) => *it = both,
            None => cube.push(own),
        }
    }
    cube.sort();
    let is_never = |it: &Literal| matches!(it, Literal::Constant(_, values, true) if values.is_empty());
    (!cube.iter().any(is_never)).then_some(cube)
}

/// Returns the conjunction of two literals about one term on one path; `None` for other literals.
fn both(a: &Literal, b: &Literal) -> Option<Literal> {
    match (a, b) {
        // Inequalities of one integer ascend along a path. So the last that holds is the lower
        // bound, and the first that does not hold is the upper bound.
        (Literal::Integer(x, first), Literal::Integer(y, second)) if x == y => {
            let ((low, high), (more, less)) = (&first[0], &second[0]);
            Some(Literal::Integer(*x, vec![(more.clone().or(low.clone()), high.clone().or(less.clone()))]))
        }
        (Literal::Constant(x, first, one), Literal::Constant(y, second, other)) if x == y => {
            let set = match (one, other) {
                (true, true) => first & second,
                (true, false) => first - second,
                (false, true) => second - first,
                (false, false) => first | second,
            };
            Some(Literal::Constant(*x, set, *one || *other))
        }
        _ => None,
    }
}

/// Joins alternatives as long as two of them can be written as one.
fn merged(store: &Store, mut cubes: Vec<Cube>) -> Vec<Cube> {
    'again: loop {
        for first in 0..cubes.len() {
            for second in first + 1..cubes.len() {
                let (a, b) = (&cubes[first], &cubes[second]);
                if let Some(both) = joined(a, b).or_else(|| bounded_twice(store, a, b)) {
                    cubes[first] = both;
                    cubes.remove(second);
                    continue 'again;
                }
            }
        }
        return cubes;
    }
}

/// Joins two alternatives that differ in at most one literal; `None` for others.
fn joined(a: &Cube, b: &Cube) -> Option<Cube> {
    if a.len() != b.len() {
        return None;
    }
    let mut differing = (0..a.len()).filter(|at| a[*at] != b[*at]);
    let Some(at) = differing.next() else { return Some(a.clone()) };
    if differing.next().is_some() {
        return None;
    }
    let either = match (&a[at], &b[at]) {
        (Literal::Integer(x, first), Literal::Integer(y, second)) if x == y => {
            let intervals = union(first.iter().chain(second).cloned().collect());
            intervals.map(|intervals| Literal::Integer(*x, intervals))
        }
        (Literal::Constant(x, first, one), Literal::Constant(y, second, other)) if x == y => {
            let set = match (one, other) {
                (true, true) => first | second,
                (true, false) => second - first,
                (false, true) => first - second,
                (false, false) => first & second,
            };
            let always = set.is_empty() && !(*one && *other);
            (!always).then(|| Literal::Constant(*x, set, *one && *other))
        }
        (Literal::Atom(x, _), Literal::Atom(y, _)) if x == y => None,
        _ => return None,
    };
    let mut both = a.clone();
    match either {
        Some(either) => both[at] = either,
        None => {
            both.remove(at);
        }
    }
    both.sort();
    Some(both)
}

/// Joins two alternatives that differ in a comparison, true in one and false in the other, and in
/// one bound each, if in each alternative its own bound implies the bound of the other. So `k <= x`
/// where `x <= y`, else `k <= y`, becomes `k <= x and k <= y`.
fn bounded_twice(store: &Store, a: &Cube, b: &Cube) -> Option<Cube> {
    let own = |these: &Cube, those: &Cube| {
        let own: Vec<Literal> = these.iter().filter(|it| !those.contains(it)).cloned().collect();
        <[Literal; 2]>::try_from(own).ok()
    };
    let ([a0, a1], [b0, b1]) = (own(a, b)?, own(b, a)?);
    for ((side, bound), (other, second)) in [
        ((&a0, &a1), (&b0, &b1)),
        ((&a1, &a0), (&b0, &b1)),
        ((&a0, &a1), (&b1, &b0)),
        ((&a1, &a0), (&b1, &b0)),
    ] {
        let (Literal::Integer(x, here), Literal::Integer(y, there)) = (side, other) else { continue };
        let Some((side, other)) = at_least(store, side).zip(at_least(store, other)) else { continue };
        let (Some(first), Some(last)) = (at_least(store, bound), at_least(store, second)) else { continue };
        let complementary = x == y && union(here.iter().chain(there).cloned().collect()).is_none();
        if complementary && implies(&[&first, &side], &last) && implies(&[&last, &other], &first) {
            let mut both: Cube = a.iter().filter(|it| b.contains(it)).cloned().collect();
            both.extend([bound.clone(), second.clone()]);
            both.sort();
            return Some(both);
        }
    }
    None
}

/// Returns a sum and its least value; `None` unless the literal is one bound of an integer.
fn at_least(store: &Store, literal: &Literal) -> Option<(Polynomial, Int)> {
    let Literal::Integer(integer, intervals) = literal else { return None };
    let sum = store.polynomial(*integer);
    match &intervals[..] {
        [(Some(low), None)] => Some((sum, low.clone())),
        [(None, Some(high))] => Some((times(sum, &-Int::ONE), -high)),
        _ => None,
    }
}

/// Whether the sum of two bounds implies another bound. A bound is a sum and its least value.
fn implies(bounds: &[&(Polynomial, Int); 2], wanted: &(Polynomial, Int)) -> bool {
    let sum = [bounds[0].0.clone(), bounds[1].0.clone(), times(wanted.0.clone(), &-Int::ONE)].concat();
    added(sum).is_empty() && &bounds[0].1 + &bounds[1].1 >= wanted.1
}

/// Returns the product of a sum and a number.
pub fn times(mut sum: Polynomial, factor: &Int) -> Polynomial {
    for part in &mut sum {
        part.1 = &part.1 * factor;
    }
    sum
}

/// Joins intervals, so that they ascend with gaps between them; `None` if they cover all integers.
fn union(mut intervals: Vec<Interval>) -> Option<Vec<Interval>> {
    intervals.sort();
    let mut all: Vec<Interval> = Vec::new();
    for (low, high) in intervals {
        match all.last_mut() {
            Some((_, last))
                if last.as_ref().is_none_or(|last| low.as_ref().is_none_or(|low| *low <= last.succ())) =>
            {
                if last.is_some() {
                    *last = match (last.take(), high) {
                        (Some(a), Some(b)) => Some(a.max(b)),
                        _ => None,
                    };
                }
            }
            _ => all.push((low, high)),
        }
    }
    (all != [(None, None)]).then_some(all)
}
