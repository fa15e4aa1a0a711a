//! Games of vectors are recognised by their moves, and near misses are refused. The expected vectors are written by hand.

use gspec::ir::GameId;
use gspec::pipeline;
use gspec::position::Budget;
use gspec::shape::Shapes;
use gspec::shape::rays::{Ray, Rays};
use gspec::source::{NoFiles, Sources};

/// The moves of the first game of a spec as multiples of vectors; `None` if they are not exactly these.
fn rays(spec: &str) -> Option<Rays> {
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let mut sources = Sources::default();
    let root = sources.add("main.game", spec);
    let opened = pipeline::open(sources, root, &[], &NoFiles, &budget);
    let instance = opened.instance.expect("the spec is right");
    Shapes::of(&instance).rays(GameId(0), &budget).cloned()
}

/// The moves in words: `1,0 1,1*3` where the first is taken any number of times, the second at most three times.
fn words(spec: &str) -> String {
    let Some(rays) = rays(spec) else { return "none".to_string() };
    let word = |ray: &Ray| {
        let by: Vec<String> = ray.by.iter().map(i64::to_string).collect();
        let most = ray.most.map_or(String::new(), |most| format!("*{most}"));
        format!("{}{most}", by.join(","))
    };
    let mut moves: Vec<String> = rays.moves.iter().map(word).collect();
    moves.sort();
    let walls = rays.walls.iter().any(|wall| *wall > 0);
    let walls = if walls { format!(" from {:?}", rays.walls) } else { String::new() };
    format!("{}{walls}", moves.join(" "))
}

#[test]
fn moves_are_found_however_they_are_written() {
    let wythoff = "game w(a: nat, b: nat) { move x(k in 1..=a) -> w(a - k, b) \
        move y(k in 0..b) -> w(a, k) move z(i in 0..=a) when i >= 1 and i < b + 1 -> w(a - i, b - i) }";
    // The binder may be the new size, or one less than the amount taken: the moves are equal.
    assert_eq!(words(wythoff), "0,1 1,0 1,1");
    let wythoff = wythoff.replace("k in 0..b) -> w(a, k)", "k in 0..b) -> w(a, b - k - 1)");
    assert_eq!(words(&wythoff), "0,1 1,0 1,1");
    let knight = "game k(a: nat, b: nat) { move m((x, y) in [(2, 1), (1, 2), (-1, 2), (2, -1)]) \
        when x <= a and y <= b -> k(a - x, b - y) }";
    assert_eq!(words(knight), "-1,2*1 1,2*1 2,-1*1 2,1*1");
    let capped = "game c(a: nat, b: nat) { move x(k in 1..=min(a, 3)) -> c(a - k, b) \
        move y(k in 1..=b) when 2 * k <= b -> c(a, b - 2 * k) move y2(k in {2, 5}) when k <= b -> c(a, b - k) }";
    assert_eq!(words(capped), "0,2 0,5*1 1,0*3");
    let walls = "game e(a: nat, b: nat) { end when a < 2: lose move x(k in 1..=a) -> e(a - k, b) \
        move y(k in 1..=b) -> e(a, b - k) }";
    assert_eq!(words(walls), "0,1 1,0 from [2, 0]");
    let bounded = "game r(a: 0..=7, b: 0..=7) { move x(k in 1..=a) -> r(a - k, b) \
        move y when a < 7 and b > 0 -> r(a + 1, b - 1) }";
    assert_eq!(words(bounded), "-1,1*1 1,0*7");
}

#[test]
fn near_misses_are_refused() {
    for near in [
        // Two numbers are chosen.
        "game g(a: nat, b: nat) { move x(k in 1..=a, l in 0..=k) when l <= b -> g(a - k, b - l) }",
        // The guard asks about the heap.
        "game g(n: nat) { move x(k in 1..=n) when n != 7 -> g(n - k) }",
        // All moves from one position are missing.
        "game g(a: nat, b: nat) { move x(k in 1..=a) when (a, b) != (3, 3) -> g(a - k, b) }",
        // No move leads to zero.
        "game g(n: nat) { move x(k in 1..n) -> g(n - k) }",
        "game g(n: nat) { move x(k in 1..=n) when k != 70 and k mod 3 != 1 -> g(n - k) }",
        "game g(n: nat) { end when n == 5: win move x(k in 1..=n) -> g(n - k) }",
    ] {
        assert_eq!(words(near), "none", "{near}");
    }
}
