//! Compares the engine with the reference evaluator on random boards, under rules that are local and
//! rules that only look local; and with published values of Cram, Kayles and Dawson's Chess on larger boards.

use super::Cells;
use crate::ir::value::{Component, Position, Sum};
use crate::ir::{GameId, Value};
use crate::position::{Budget, Evaluated, Instance, Problem, ProblemKind};
use crate::source::{NoFiles, Sources};
use crate::{Engine, Graph, Reference};
use gspec_language::{check, syntax};
use std::sync::Arc;

fn instance(spec: &str) -> Instance {
    let never = || None;
    let mut sources = Sources::default();
    let root = sources.add("cells.game", spec);
    let (modules, found) = syntax::modules::load(&mut sources, root, &NoFiles);
    let modules = modules.unwrap_or_else(|| panic!("{spec}\n{found:?}"));
    let (program, found) = check::check(&modules, &sources, &NoFiles, &[]);
    let program = program.unwrap_or_else(|| panic!("{spec}\n{found:?}"));
    let (instance, found) = Instance::new(program, &Budget::new(&never, 100_000));
    instance.unwrap_or_else(|| panic!("{spec}\n{found:?}"))
}

/// A xorshift generator; its state must not be 0.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

fn pair(x: usize, y: usize) -> Value {
    Value::Tuple(Arc::new([Value::int(x as i64), Value::int(y as i64)]))
}

/// A random set of squares of a board.
fn squares(random: &mut Random) -> Vec<Value> {
    let (width, height) = (1 + random.below(4), 1 + random.below(3));
    let all = (0..width).flat_map(|x| (0..height).map(move |y| pair(x, y)));
    vec![Value::set(all.filter(|_| random.below(8) > 0).collect())]
}

/// A random set of small naturals.
fn numbers(random: &mut Random) -> Vec<Value> {
    let most = 2 + random.below(8);
    vec![Value::set((0..most).filter(|_| random.below(5) > 0).map(|it| Value::int(it as i64)).collect())]
}

/// A random set of vertices of a graph with the vertices 1 to 8.
fn vertices(random: &mut Random) -> Vec<Value> {
    use crate::ir::graph::Vertex;
    use crate::number::Int;
    let vertex = |it: i64| Value::Vertex(Vertex::Number(Int::from(it)));
    vec![Value::set((1..=8).filter(|_| random.below(6) > 0).map(vertex).collect())]
}

fn text_of(letters: &str, length: usize, random: &mut Random) -> Value {
    let letters: Vec<char> = letters.chars().collect();
    Value::Text((0..length).map(|_| letters[random.below(letters.len())]).collect())
}

fn line(random: &mut Random) -> Vec<Value> {
    let length = 1 + random.below(8);
    vec![text_of("xo.xo", length, random)]
}

fn grid(random: &mut Random) -> Vec<Value> {
    let (width, height) = (1 + random.below(4), 1 + random.below(3));
    let rows = (0..height).map(|_| text_of("....#", width, random)).collect::<Vec<_>>();
    vec![Value::List(rows.into())]
}

fn coloured_grid(random: &mut Random) -> Vec<Value> {
    let (width, height) = (1 + random.below(3), 1 + random.below(3));
    let rows = (0..height).map(|_| text_of("....LR", width, random)).collect::<Vec<_>>();
    vec![Value::List(rows.into())]
}

fn small_list(random: &mut Random) -> Vec<Value> {
    let length = 1 + random.below(6);
    vec![Value::List((0..length).map(|_| Value::int(random.below(3) as i64)).collect())]
}

fn two_lists(random: &mut Random) -> Vec<Value> {
    let length = 1 + random.below(4);
    let mut list = || Value::List((0..length).map(|_| Value::int(random.below(2) as i64)).collect());
    vec![list(), list()]
}

fn with_two_empty_sets(random: &mut Random) -> Vec<Value> {
    vec![vertices(random).remove(0), Value::set(Vec::new()), Value::set(Vec::new())]
}

fn with_a_number(random: &mut Random) -> Vec<Value> {
    vec![numbers(random).remove(0), Value::int(random.below(2) as i64)]
}

const GRAPH: &str = "param G: graph = graph undirected { 1 - 2 - 3 - 4 - 1; 3 - 5 - 6 - 7 - 3; 7 - 8 }\n";

type Boards = fn(&mut Random) -> Vec<Value>;

/// Rules that are local, each with a function that makes boards for them.
const LOCAL: &[(&str, Boards)] = &[
    (
        "game g(free: {(nat, nat)}) {
           move a((x, y) in free) when (x + 1, y) in free -> g(free - {(x, y), (x + 1, y)})
           move b((x, y) in free) when (x, y + 1) in free -> g(free - {(x, y), (x, y + 1)}) }",
        squares,
    ),
    // Kings that keep their distance, by a comprehension.
    (
        "game g(free: {(nat, nat)}) {
           move a((x, y) in free) -> g({(u, v) for (u, v) in free if abs(u - x) > 1 or abs(v - y) > 1}) }",
        squares,
    ),
    // A square disappears if a neighbour is missing: moves become possible.
    (
        "game g(free: {(nat, nat)}) {
           move a((x, y) in free) when (x + 1, y) not in free or (x, y + 1) not in free -> g(free - {(x, y)})
           move b((x, y) in free) when (x + 1, y) in free and (x + 2, y) in free -> g(free - {(x + 1, y)}) }",
        squares,
    ),
    (
        "game g(b: [text]) {
           move a(y in indices(b), x in indices(b[y])) when x + 1 < len(b[y]) and b[y][x] == \".\" and b[y][x + 1] == \".\"
             -> g(b with [y][x] = \"#\" with [y][x + 1] = \"#\")
           move b(y in indices(b), x in indices(b[y])) when y + 1 < len(b) and b[y][x] == \".\" and b[y + 1][x] == \".\"
             -> g(b with [y][x] = \"#\" with [y + 1][x] = \"#\") }",
        grid,
    ),
    (
        "game g(b: text) {
           measure count(b[i] != \".\" for i in indices(b))
           move right(i in 1..len(b)) when b[i] != \".\" and b[i - 1] != \".\" and b[i - 1] != b[i]
             -> g(b with [i] = b[i - 1] with [i - 1] = \".\")
           move left(i in 1..len(b)) when b[i] != \".\" and b[i - 1] != \".\" and b[i - 1] != b[i]
             -> g(b with [i - 1] = b[i] with [i] = \".\") }",
        line,
    ),
    // The game above, with slices of the text.
    (
        "game g(b: text) {
           measure count(b[i] != \".\" for i in indices(b))
           move m(i in 0..len(b) - 1, t in {\".x\", \"x.\", \"o.\", \".o\"})
             when (b[i..i + 2] == \"xo\" and t in {\".x\", \"o.\"}) or (b[i..i + 2] == \"ox\" and t in {\".o\", \"x.\"})
             -> g(b[0..i] ++ t ++ b[i + 2..len(b)]) }",
        line,
    ),
    // `x` walks to the left over free places; `o` disappears if the place on its left is not free.
    (
        "game g(b: text) {
           measure sum(if b[i] == \".\" then 0 else i + 1 for i in indices(b))
           move walk(i in 1..len(b)) when b[i] == \"x\" and b[i - 1] == \".\"
             -> g(b with [i - 1] = \"x\" with [i] = \".\")
           move die(i in 1..len(b)) when b[i] == \"o\" and b[i - 1] != \".\" -> g(b with [i] = \".\") }",
        line,
    ),
    // `x` spreads to the right, `o` to the left.
    (
        "game g(b: text) {
           move e(i in 1..len(b)) when b[i - 1] == \"x\" and b[i] == \".\" -> g(b with [i] = \"x\" with [i - 1] = \".\")
           move r(i in 1..len(b)) when b[i] == \"o\" and b[i - 1] == \".\" -> g(b with [i - 1] = \"o\" with [i] = \".\") }",
        line,
    ),
    (
        "game g(xs: [0..=2]) {
           measure sum(x for x in xs)
           move m(i in indices(xs)) when xs[i] > 0 and (i == 0 or xs[i - 1] != 1) -> g(xs with [i] = xs[i] - 1) }",
        small_list,
    ),
    // The value that is written comes from another cell.
    (
        "game g(xs: [0..=2]) {
           measure sum(x for x in xs)
           move m(i in 1..len(xs)) when xs[i] > xs[i - 1] -> g(xs with [i] = xs[i - 1])
           move n(i in indices(xs)) when xs[i] == 2 -> g([if j == i then 0 else xs[j] for j in indices(xs)]) }",
        small_list,
    ),
    // Rules that depend on the place: at even numbers, in even rows, and at the border 0.
    (
        "game g(s: {nat}) {
           move t(x in s) when even(x) and x + 1 in s -> g(s - {x, x + 1})
           move u(x in s) when x + 2 in s -> g(s - {x, x + 2}) }",
        numbers,
    ),
    (
        "game g(free: {(nat, nat)}) {
           move a((x, y) in free) when even(y) and (x + 1, y) in free -> g(free - {(x, y), (x + 1, y)})
           move b((x, y) in free) when (x, y + 1) in free -> g(free - {(x, y), (x, y + 1)}) }",
        squares,
    ),
    ("game g(s: {nat}) { move t(x in s) when x == 0 or x - 1 in s -> g(s - {x, x - 1}) }", numbers),
    // Three in a row, two in a column: turned boards differ.
    (
        "game g(free: {(nat, nat)}) {
           move a((x, y) in free) when (x + 1, y) in free and (x + 2, y) in free
             -> g(free - {(x, y), (x + 1, y), (x + 2, y)})
           move b((x, y) in free) when (x, y + 1) in free -> g(free - {(x, y), (x, y + 1)}) }",
        squares,
    ),
    // A corner of three: mirror images differ, half turns do not.
    (
        "game g(free: {(nat, nat)}) {
           move a((x, y) in free) when (x + 1, y) in free and (x, y + 1) in free
             -> g(free - {(x, y), (x + 1, y), (x, y + 1)})
           move b((x, y) in free) when (x - 1, y) in free and (x, y - 1) in free
             -> g(free - {(x, y), (x - 1, y), (x, y - 1)}) }",
        squares,
    ),
    // In this game colours may be exchanged, in the next they may not.
    (
        "game g(b: text) {
           measure count(c != \".\" for c in b)
           move pair(i in 1..len(b)) when {b[i - 1], b[i]} == {\"x\", \"o\"} -> g(b with [i] = \".\" with [i - 1] = \".\")
           move one(i in 1..len(b)) when b[i] == b[i - 1] and b[i] != \".\" -> g(b with [i] = \".\") }",
        line,
    ),
    (
        "game g(b: text) {
           measure count(c != \".\" for c in b)
           move pair(i in 1..len(b)) when {b[i - 1], b[i]} == {\"x\", \"o\"} -> g(b with [i] = \".\" with [i - 1] = \".\")
           move one(i in 1..len(b)) when b[i] == \"x\" and b[i - 1] == \"x\" -> g(b with [i] = \".\") }",
        line,
    ),
    // A board of two lists.
    (
        "game g(a: [0..=1], b: [0..=1]) {
           move m(i in indices(a)) when a[i] == 1 and b[i] == 0 -> g(a with [i] = 0, b)
           move n(i in indices(b)) when b[i] == 1 and i > 0 and a[i - 1] == 1 -> g(a, b with [i] = 0) }",
        two_lists,
    ),
    (
        "game g(b: [text]) {
           fn_free
           move l(y in indices(b), x in indices(b[y])) when b[y][x] == \".\" and not near(b, x, y, \"R\")
             -> g(b with [y][x] = \"L\")
           move r(y in indices(b), x in indices(b[y])) when b[y][x] == \".\" and not near(b, x, y, \"L\")
             -> g(b with [y][x] = \"R\") }
         fn near(b: [text], x: nat, y: nat, c: text): bool =
           any(b[v][u] == c for (u, v) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
             if 0 <= v < len(b) and 0 <= u < len(b[0]))",
        coloured_grid,
    ),
];

/// Rules on the graph that are local.
const ON_GRAPHS: &[(&str, Boards)] = &[
    ("game g(live: {vertex}) { move t(v in live) -> g(live - {v} - neighbours(G, v)) }", vertices),
    (
        "game g(live: {vertex}) { move t((u, v) in edges(G)) when u in live and v in live -> g(live - {u, v}) }",
        vertices,
    ),
    // A vertex may be removed only while a neighbour of it is left.
    (
        "game g(live: {vertex}) {
           move t(v in live) when any(w in live for w in neighbours(G, v)) -> g(live - {v}) }",
        vertices,
    ),
    // Snort, either colour open to both.
    (
        "game g(free: {vertex}, l: {vertex}, r: {vertex}) {
           move left(v in free) when all(w not in r for w in neighbours(G, v)) -> g(free - {v}, l | {v}, r)
           move right(v in free) when all(w not in l for w in neighbours(G, v)) -> g(free - {v}, l, r | {v}) }",
        with_two_empty_sets,
    ),
    // Col.
    (
        "game g(free: {vertex}, l: {vertex}, r: {vertex}) {
           move left(v in free) when all(w not in l for w in neighbours(G, v)) -> g(free - {v}, l | {v}, r)
           move right(v in free) when len(r & neighbours(G, v)) == 0 -> g(free - {v}, l, r | {v}) }",
        with_two_empty_sets,
    ),
];

/// Rules that look local but are not, and rules whose locality is not obvious.
const NEARLY: &[(&str, Boards)] = &[
    ("game g(s: {nat}) { move t(x in s) when len(s) != 3 -> g(s - {x}) }", numbers),
    ("game g(s: {nat}) { move t(x in s) when even(count(y > x for y in s)) -> g(s - {x}) }", numbers),
    ("game g(s: {nat}) { move t(x in s) when x != min(y for y in s) -> g(s - {x}) }", numbers),
    ("game g(s: {nat}) { move t(x in s) when x + 2 in s or x + 1 not in s -> g(s - {x}) }", numbers),
    ("game g(s: {nat}) { move t(x in s) when x + 1 in s -> g(s - {x, x + 1} | {x + 3 - 2}) }", numbers),
    // Numbers return after they were removed.
    (
        "game g(s: {nat}) { measure sum(2 ^ x for x in s)
           move t(x in s) when x > 0 and x - 1 not in s -> g(s - {x} | {x - 1})
           move u(x in s) when x > 1 -> g(s - {x} | {x - 2, x - 1}) }",
        numbers,
    ),
    ("game g(s: {nat}) { end when len(s) == 2: lose move t(x in s) -> g(s - {x}) }", numbers),
    (
        "game g(s: {nat}) { end when 3 in s and 5 in s: lose move t(x in s) when x != 2 -> g(s - {x}) }",
        numbers,
    ),
    ("game g(s: {nat}) { move t(x in s) when 1 in s or x == 1 -> g(s - {x}) }", numbers),
    ("game g(s: {nat}) { move t(x in s) -> g({y for y in s if y < x}) }", numbers),
    ("game g(s: {nat}) { move t(x in s, y in s) when x < y -> g(s - {x, y}) }", numbers),
    (
        "game g(s: {nat}) { move t(x in s) -> g({y for y in s if y < x}) + g({y for y in s if y > x}) }",
        numbers,
    ),
    ("game g(s: {nat}) { move t(x in s) -> if len(s) > 2 then g(s - {x}) else 0 }", numbers),
    (
        "game g(s: {nat}, n: nat) { measure len(s) move t(x in s) when even(x + n) -> g(s - {x}, 1 - n) }",
        with_a_number,
    ),
    ("game g(s: {nat}, n: nat) { move t(x in s) when even(x + n) -> g(s - {x}, n) }", with_a_number),
    (
        "game g(b: text) { move t(i in indices(b)) when b[i] == \"x\" and not contains(b, \"oo\") -> g(b with [i] = \"o\") }",
        line,
    ),
    (
        "game g(b: text) { move t(i in indices(b)) when b[i] == \"x\" -> g(b[0..i] ++ b[i + 1..len(b)]) }",
        line,
    ),
    (
        "game g(b: text) { move t(i in 1..len(b)) when b[i] == \"x\" and b[0] == \"o\" -> g(b with [i] = \".\") }",
        line,
    ),
    (
        "game g(b: text) { move t(i in indices(b)) when b[i] == \"x\" -> g(reverse_of(b) with [i] = \".\") }
      fn reverse_of(b: text): text = b",
        line,
    ),
    (
        "game g(xs: [0..=2]) { measure sum(x for x in xs)
        move m(i in indices(xs)) when xs[i] > 0 -> g(sorted(xs with [i] = xs[i] - 1)) }",
        small_list,
    ),
    (
        "game g(xs: [0..=2]) { measure sum(x for x in xs)
        move m(i in indices(xs)) when xs[i] > 0 -> g([x - 1 for x in xs if x > 0]) }",
        small_list,
    ),
    (
        "game g(a: [0..=1], b: [0..=1]) { measure sum(x for x in a) + sum(x for x in b)
        move m(i in indices(a)) when a[i] == 1 and a != b -> g(b, a with [i] = 0) }",
        two_lists,
    ),
    (
        "game g(a: [0..=1], b: [0..=1]) {
        move m(i in indices(a)) when a[i] == 1 and sum(x for x in b) < 2 -> g(a with [i] = 0, b)
        move n(i in indices(b)) when b[i] == 1 -> g(a, b with [i] = 0) }",
        two_lists,
    ),
];

fn is_unfit<T>(answer: &Evaluated<T>) -> bool {
    matches!(answer, Err(Problem { kind: ProblemKind::Unfit { .. }, .. }))
}

/// How many positions have the value that the reference gives, and how many were refused. Both
/// leave out a position that neither evaluates.
fn compared(spec: &str, boards: Boards, rounds: usize) -> (usize, usize) {
    let spec = spec.replace("fn_free\n", "\n");
    let instance = instance(&spec);
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let mut reference = Reference::new(&instance, &budget);
    let mut cells = Cells::new(&instance, &budget, Box::new(Graph::new(&instance, &budget)), true);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut agreed, mut refused) = (0, 0);
    let mut before: Option<Component> = None;
    for _ in 0..rounds {
        let part = Component { game: GameId(0), state: boards(&mut random).into() };
        let mut sums = vec![Sum::one(part.clone())];
        sums.extend(before.and_then(|before| Sum::new(vec![(before, 1), (part.clone(), 2)])));
        before = Some(part);
        for sum in sums {
            let position = Position::normal(sum);
            let (outcome, value) = (cells.outcome(&position), cells.sg(&position));
            if is_unfit(&outcome) && is_unfit(&value) {
                refused += 1;
                continue;
            }
            let expected = (reference.outcome(&position).ok(), reference.sg(&position).ok());
            assert_eq!((outcome.ok(), value.ok()), expected, "{spec}\n{position:?}");
            agreed += usize::from(expected.1.is_some());
        }
    }
    (agreed, refused)
}

/// A sample, or ten times as many where the tests are built with `GSPEC_TESTS=all`.
fn rounds(sample: usize) -> usize {
    let all = option_env!("GSPEC_TESTS") == Some("all");
    if all { 10 * sample } else { sample }
}

#[test]
fn random_graphs_have_the_values_of_the_reference() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for _ in 0..rounds(12) {
        // Each vertex has an edge, and some have more.
        let more = random.below(7);
        let ends = (1..=8).chain((0..more).map(|_| 1 + random.below(8))).collect::<Vec<_>>();
        let edge = |a: &usize| format!("{a} - {}", 1 + (a + random.below(7)) % 8);
        let edges: Vec<String> = ends.iter().map(edge).collect();
        let graph = format!("param G: graph = graph undirected {{ {} }}\n", edges.join("; "));
        for (spec, boards) in ON_GRAPHS {
            let (agreed, refused) = compared(&format!("{graph}{spec}"), *boards, 8);
            assert!(refused == 0 && agreed > 7, "{agreed} agreed, {refused} refused: {graph}{spec}");
        }
    }
}

#[test]
fn local_rules_are_taken_and_give_the_values_of_the_reference() {
    for (spec, boards) in LOCAL {
        let (agreed, refused) = compared(spec, *boards, rounds(60));
        assert!(refused == 0 && agreed > 60, "{agreed} agreed, {refused} refused: {spec}");
    }
    for (spec, boards) in ON_GRAPHS {
        let (agreed, refused) = compared(&format!("{GRAPH}{spec}"), *boards, rounds(60));
        assert!(refused == 0 && agreed > 60, "{agreed} agreed, {refused} refused: {spec}");
    }
}

#[test]
fn what_only_looks_local_is_refused_or_right() {
    let mut all = (0, 0);
    for (spec, boards) in NEARLY {
        let (agreed, refused) = compared(spec, *boards, rounds(60));
        assert!(agreed + refused > 60, "{agreed} agreed, {refused} refused: {spec}");
        all = (all.0 + agreed, all.1 + refused);
    }
    // Both outcomes occur.
    assert!(all.0 > 500 && all.1 > 500, "{all:?}");
}

/// The value of a component whose field is a set of squares or numbers.
fn value(spec: &str, cells: Vec<Value>) -> String {
    let instance = instance(spec);
    let never = || None;
    // If the search takes long, both threads take part.
    let budget = Budget::new(&never, 10_000_000).with_threads(2);
    let part = Component { game: GameId(0), state: vec![Value::set(cells)].into() };
    let position = Position::normal(Sum::one(part));
    let rest = Box::new(Reference::new(&instance, &budget));
    format!("{}", Cells::new(&instance, &budget, rest, true).sg(&position).unwrap())
}

#[test]
fn cram_has_its_published_values() {
    // Schneider, Das Spiel Juvavum, 2009; Lemoine and Viennot, Nimbers are inevitable, 2012; Uiterwijk 2019.
    let published = [
        (3, 3, "0"),
        (3, 6, "4"),
        (3, 8, "3"),
        (3, 10, "2"),
        (4, 5, "2"),
        (4, 7, "3"),
        (5, 5, "0"),
        (6, 6, "0"),
    ];
    for (width, height, expected) in published {
        let cells = (0..width).flat_map(|x| (0..height).map(move |y| pair(x, y))).collect();
        assert_eq!(value(LOCAL[0].0, cells), expected, "{width} by {height}");
    }
}

#[test]
fn boards_of_more_than_a_word_have_the_values_of_heaps() {
    check_boards_of_numbers(&[60, 64, 65, 100, 128, 129]);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn boards_of_several_words_have_the_values_of_heaps() {
    check_boards_of_numbers(&[200, 256, 257, 300]);
}

fn check_boards_of_numbers(sizes: &[usize]) {
    // Dawson's Chess: a taken number takes its neighbours along.
    let mut heaps: Vec<usize> = vec![0];
    for n in 1..=300_usize {
        let left = |at: usize| heaps[at.saturating_sub(1)] ^ heaps[n.saturating_sub(at + 2)];
        let options: Vec<usize> = (0..n).map(left).collect();
        heaps.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    for &n in sizes {
        let numbers = (0..n).map(|it| Value::int(it as i64)).collect();
        let found = value("game g(s: {nat}) { move t(x in s) -> g(s - {x - 1, x, x + 1}) }", numbers);
        assert_eq!(found, heaps[n].to_string(), "{n}");
    }
}

#[test]
fn numbers_however_far_apart_are_cells() {
    // In Kayles a row of six has value 3, and a single pin has value 1.
    for far in [9, i64::MAX] {
        let numbers = (0..6).chain([far]).map(Value::int).collect();
        assert_eq!(
            value(
                "game g(s: {nat}) { move t(x in s) -> g(s - {x, x + 1}) move u(x in s) -> g(s - {x}) }",
                numbers
            ),
            "2"
        );
    }
}
