//! The dense engine against the reference, by machine code, by the interpreter, and free to choose the graph engine instead of
//! a table: random games of small fields, and games whose loops, bounds or errors are hard for tables.

use super::machine_code::Choices;
use super::support::Folder;
use gspec::ir::value::{Component, Form, Position, Sum};
use gspec::ir::{Convention, GameId, Value};
use gspec::number::Int;
use gspec::pipeline;
use gspec::position::{Budget, Instance};
use gspec::solve::{Dense, Engine, Reference, dense_refusal};
use gspec::source::{NoFiles, Sources};

fn instance(spec: &str) -> Instance {
    let never = || None;
    let mut sources = Sources::default();
    let root = sources.add("dense.game", spec);
    let opened = pipeline::open(sources, root, &[], &NoFiles, &Budget::new(&never, 100_000));
    opened.instance.unwrap_or_else(|| panic!("{spec}\n{:?}", opened.diagnostics))
}

fn component(fields: &[i64]) -> Component {
    Component { game: GameId(0), state: fields.iter().map(|field| Value::Int(Int::from(*field))).collect() }
}

/// All vectors whose components are at most the bounds.
fn vectors(bounds: &[i64]) -> Vec<Vec<i64>> {
    bounds.iter().fold(vec![Vec::new()], |shorter, bound| {
        let longer = |vector: &Vec<i64>| {
            (0..=*bound).map(|last| [vector.as_slice(), &[last]].concat()).collect::<Vec<_>>()
        };
        shorter.iter().flat_map(longer).collect()
    })
}

/// Compares the answers about all components up to the bounds with the reference; returns how many outcomes the
/// reference knows, and whether both forced engines filled a table.
fn agree(spec: &str, bounds: &[i64]) -> (usize, bool) {
    let instance = instance(spec);
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let mut reference = Reference::new(&instance, &budget);
    let mut compiled = Dense::new(&instance, &budget, true);
    let mut interpreted = Dense::new(&instance, &budget, true).interpreted();
    let mut free = Dense::new(&instance, &budget, false);
    // Sums of components under misère play are for the graph engine, and take long.
    let single = !spec.contains(" + g(");
    let (mut answers, mut before) = (0, component(&vec![0; bounds.len()]));
    // The component with the greatest fields comes first, so that one table holds them all.
    for fields in vectors(bounds).into_iter().rev() {
        let part = component(&fields);
        let alone = Sum::one(part.clone());
        let both = Sum::new(vec![(part.clone(), 1), (before.clone(), 1)]).unwrap();
        before = part;
        for (sum, convention) in
            [(&alone, Convention::Normal), (&both, Convention::Normal), (&alone, Convention::Misere)]
        {
            if convention == Convention::Misere && !single {
                continue;
            }
            let position = Position { convention, form: Form::Sum(sum.clone()) };
            let expected = (reference.outcome(&position).ok(), reference.sg(&position).ok());
            answers += usize::from(expected.0.is_some());
            for engine in [&mut compiled, &mut interpreted, &mut free] {
                let found = (engine.outcome(&position).ok(), engine.sg(&position).ok());
                // An outcome may be known though the rules break elsewhere.
                let early = expected.0.is_none() && found.1 == expected.1;
                assert!(
                    found == expected || early,
                    "{fields:?} under {convention:?}: {found:?}, not {expected:?}\n{spec}"
                );
            }
        }
    }
    (answers, compiled.plan().contains("table") && interpreted.plan().contains("table"))
}

const NAMES: [&str; 3] = ["a", "b", "c"];

fn term(choices: &mut Choices) -> String {
    match choices.below(8) {
        0 => "0".to_string(),
        1 => "1".to_string(),
        2 => "2".to_string(),
        3 => "k".to_string(),
        4 => format!("({} + {})", choices.one(&NAMES), choices.one(&NAMES)),
        5 => format!("({} * k)", choices.one(&NAMES)),
        6 => format!("({} div 2)", choices.one(&NAMES)),
        _ => choices.one(&NAMES).to_string(),
    }
}

fn guard(choices: &mut Choices) -> String {
    let (a, b) = (term(choices), term(choices));
    match choices.below(6) {
        0 => format!("{a} <= {b}"),
        1 => format!("{a} mod 3 != {b} mod 2"),
        2 => format!("even({a} + {b})"),
        3 => format!("({a} < {b} or {b} == 1)"),
        4 => format!("not {a} == {b}"),
        _ => "true".to_string(),
    }
}

/// A game of three fields in which each move lowers the first field that it changes.
fn spec(choices: &mut Choices) -> String {
    let mut spec = "game g(a: 0..=4, b: 0..=4, c: 0..=3) {\n".to_string();
    if choices.below(6) == 0 {
        spec += &format!("  end when a == {} and b == c: lose\n", choices.below(4));
    }
    for at in 0..1 + choices.below(4) {
        let first = choices.below(3);
        let fields = |choices: &mut Choices| {
            let field = |(it, name): (usize, &&str)| match it.cmp(&first) {
                std::cmp::Ordering::Less => name.to_string(),
                std::cmp::Ordering::Equal => format!("{name} - k"),
                std::cmp::Ordering::Greater => match choices.below(6) {
                    0 => format!("min({name} + 1, 3)"),
                    1 => "k - 1".to_string(),
                    2 => format!("max({name} - 1, 0)"),
                    // This may leave the type: then the rules break.
                    3 if choices.below(4) == 0 => format!("{name} + 1"),
                    _ => name.to_string(),
                },
            };
            NAMES.iter().enumerate().map(field).collect::<Vec<_>>().join(", ")
        };
        let to = format!("g({})", fields(choices));
        let to = match choices.below(8) {
            0 => format!("{to} + g({})", fields(choices)),
            1 => format!("2*{to} + g({})", fields(choices)),
            2 => format!("if {} then {to} else g({})", guard(choices), fields(choices)),
            3 => format!("if {} then {to} else 0", guard(choices)),
            _ => to,
        };
        spec += &format!("  move m{at}(k in 1..={}) when {} -> {to}\n", NAMES[first], guard(choices));
    }
    spec + "}\n"
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn random_games_of_small_fields() {
    let mut choices = Choices(0x2545_F491_4F6C_DD1D);
    let found: Vec<(usize, bool)> = (0..120).map(|_| agree(&spec(&mut choices), &[4, 4, 3])).collect();
    let answers: usize = found.iter().map(|it| it.0).sum();
    let tables = found.iter().filter(|it| it.1).count();
    assert!(answers > 20_000 && tables > 80, "{answers} answers, {tables} tables");
}

/// Names of different parts of the rules share registers: what is known of one name must not be used for another.
#[test]
fn names_of_ends_and_of_moves_are_kept_apart() {
    // The second pair is never taken.
    let (answers, tables) = agree(
        "game g(n: 0..=200) {
           end when (let p = n + 7 in let q = n mod 2 + 1 in p < q): lose
           move m((a, b) in [(1, 1), (2, 5)]) when a >= 1 and b <= 2 and a <= n -> g(n - a)
         }",
        &[60],
    );
    assert!(answers > 60 && tables, "{answers}");
    let mut choices = Choices(0x9E37_79B9_7F4A_7C15);
    let mut compiled = 0;
    for _ in 0..60 {
        let mut named = |word: &str| {
            let (add, divide) = (choices.below(4), 1 + choices.below(3));
            format!("let p = n + {add} in let q = c mod {divide} + {} in q {word} p", choices.below(3))
        };
        let ends = [format!("({} - 3)", named("==")), format!("({} - 5)", named(">"))];
        let guard = format!("({})", named("<="));
        let mut pair = |least: usize| format!("({}, {})", 1 + choices.below(3), least + choices.below(4));
        let pairs = [pair(0), pair(1), pair(0), pair(2)];
        let bound = choices.below(4);
        let spec = format!(
            "game g(n: 0..=12, c: 0..=6) {{
               end when {}: lose
               end when {} and n > 20: win
               move m((a, b) in [{}, {}], k in 1..=n) when b <= {bound} and a <= k -> g(n - k, c)
               move o(k in 1..=c, (a, b) in [{}, {}]) when {guard} and b >= {bound} and a <= k -> g(n, c - k)
             }}",
            ends[0], ends[1], pairs[0], pairs[1], pairs[2], pairs[3]
        );
        let (answers, tables) = agree(&spec, &[12, 6]);
        assert!(answers > 0, "{spec}");
        compiled += usize::from(tables);
    }
    assert!(compiled > 50, "{compiled}");
}

/// Machine code reads the lists that it was made with, also after lists of other code. Values by `--engine graph`
/// and a search by hand.
#[test]
fn lists_of_other_code_are_not_read() {
    let spec = |list: &str| {
        format!(
            "let S = {{1, 3, 4}}
             game first(n: nat, m: nat) {{
               end when {list} > 1000: lose
               move left(k in 1..=n) when (n * m) mod 5 != k -> first(n - k, m)
               move right(k in 1..=m) when (n * m) mod 7 != k -> first(n, m - k)
             }}
             game pile(n: nat, m: nat) {{
               move left(k in S) when k <= n and (n * m) mod 5 != k -> pile(n - k, m)
               move all(k in 1..=n) when k mod 5 == (n * m) mod 7 -> pile(n - k, m)
               move right(k in 1..=m) when (n * m) mod 7 != k -> pile(n, m - k)
             }}
             claim \"one\": sg(first(120, 120)) == 13
             claim \"two\": sg(pile(120, 120)) == 109"
        )
    };
    let folder = Folder::with(&spec("[2, 2, 2, 2, 2, 2, 2, n][7]"));
    folder.run(&["check", "game.game"]).status(0).out("2 proved");
    let far = "-1000000000000000";
    let far = Folder::with(&spec(&format!("[{far}, {far}, {far}, {far}, {far}, {far}, n][6]")));
    far.run(&["check", "game.game"]).status(0).out("2 proved");
    for pattern in ["pile([2, 2, 2, n][3], n)", "first(n, n) + pile(n, n)"] {
        let [dense, graph] = ["dense", "graph"].map(|engine| {
            folder.run(&["table", "game.game", pattern, "n=2..=40", "--engine", engine]).status(0).out
        });
        assert_eq!(dense, graph, "{pattern}");
    }
}

#[test]
fn values_of_every_width() {
    // The values of one heap of nim are the heaps.
    let instance = instance("game nim(n: nat) { move m(j in 0..n) -> nim(j) }");
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    for mut engine in
        [Dense::new(&instance, &budget, true), Dense::new(&instance, &budget, true).interpreted()]
    {
        for n in [3, 70, 254, 255, 256, 900] {
            let position = Position::normal(Sum::one(component(&[n])));
            assert_eq!(engine.sg(&position).unwrap(), Int::from(n), "{n}");
        }
        assert!(engine.plan().contains("a table of 901 components"), "{}", engine.plan());
    }
}

#[test]
fn lines_of_outcomes() {
    // Lines of every length and direction, along the row and across it.
    for (spec, bounds) in [
        (
            "game g(a: 0..=9, b: 0..=30) { move m(k in 1..=a, j in 0..=min(k, b)) -> g(a - k, b - j) move o(k in 1..=b) -> g(a, b - k) }",
            [9, 30],
        ),
        (
            "game g(a: 0..=9, b: 0..=30) { move m(k in 1..=a, j in b..=30) -> g(a - k, j) move o when b > 2 -> g(a, b - 3) }",
            [9, 30],
        ),
        (
            "game g(a: 0..=9, b: 0..=30) { move m(k in 0..a, j in 0..=30) when a > 3 -> g(k, j) move o(k in b + 1..=30) -> g(a, k) }",
            [9, 30],
        ),
        (
            "game g(a: 0..=30, b: 0..=9) { move m(j in 0..=9, k in 0..a) when even(a + j) -> g(k, j) }",
            [30, 9],
        ),
        (
            "game g(a: 0..=30, b: 0..=9) { move m(k in 7..=a) -> g(a - k, b) move o(k in 2..=b) -> g(a, b - k) }",
            [30, 9],
        ),
    ] {
        let (answers, tables) = agree(spec, &bounds);
        assert!(answers > 500 && tables, "{spec}: {answers}");
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn guards_that_end_a_loop_and_guards_that_do_not() {
    let mut found = Vec::new();
    for guard in [
        "k * k <= c + 1",
        "c + 1 <= k * k",
        "k * k + b >= c",
        "not k * k > c + 2",
        "5 - k > c",
        "5 - k < c",
        "c >= k and even(k)",
        "c >= k or even(k + b)",
        "min(k, 3) <= c and k - b < 4",
        "(k + b) div 2 <= c",
        "c >= max(k, 2) - b",
        "-k >= -c - 1",
        // Most of these may hold again when k grows; in two, the sign of a factor or a division hides that they do not.
        "(k - 3) * (k - 3) <= c",
        "k * (b - 2) <= c",
        "k mod 3 <= c",
        "5 xor k < c + 4",
        "abs(k - 4) <= c",
        "k <= c or k >= 5",
        "k != c",
        "9 div k >= c - 1",
        // A value is too large for a machine word, or a later k of the loop divides by 0.
        "k * 2^60 <= c",
        "k <= c or k * 2^62 <= c",
        "k < 3 and 10 div (5 - k) > 0",
        "10 div (5 - k) > 0 and k < 3",
        "k <= c and 10 div (b - k + 9) > 0",
    ] {
        for range in ["1..=min(a, b)", "0..min(a, b + c)", "b..=a", "1..=min(a, 3)", "2..=min(a, 6)"] {
            let spec = format!(
                "game g(a: 0..=8, b: 0..=8, c: 0..=4) {{
                    move m(k in {range}) when ({guard}) and k >= 1 -> g(a - k, max(b - k, 0), c)
                    move o(j in 1..=2, k in {range}) when k < 9 and ({guard}) and c >= j -> g(a, b, c - j)
                }}"
            );
            found.push(agree(&spec, &[8, 8, 4]));
        }
    }
    let answers: usize = found.iter().map(|it| it.0).sum();
    let tables = found.iter().filter(|it| it.1).count();
    assert!(answers > 100_000 && tables > 110, "{answers} answers, {tables} tables");
}

#[test]
fn a_table_that_grows_makes_no_room_beyond_the_types() {
    // The rules break where `a` would be 6.
    let spec = "game g(a: 0..=5, b: 0..=9, c: 0..=9) { move m(k in 1..=c) -> g(a + b, b, c - k) }";
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let instance = instance(spec);
    let mut reference = Reference::new(&instance, &budget);
    let mut compiled = Dense::new(&instance, &budget, true);
    let mut interpreted = Dense::new(&instance, &budget, true).interpreted();
    let breaks = [[0, 0, 1], [4, 0, 1], [5, 0, 1], [5, 1, 1], [4, 1, 1], [4, 2, 1]].map(|fields| {
        let position = Position::normal(Sum::one(component(&fields)));
        let expected = (reference.outcome(&position).ok(), reference.sg(&position).ok());
        for engine in [&mut compiled, &mut interpreted] {
            assert_eq!((engine.outcome(&position).ok(), engine.sg(&position).ok()), expected, "{fields:?}");
        }
        expected.1.is_none()
    });
    assert_eq!(breaks, [false, false, false, true, false, true]);
}

#[test]
fn what_does_not_fit_is_refused_with_the_reason() {
    for (spec, reason) in [
        ("game g(a: [nat]) { move m when len(a) > 0 -> g(a[1..len(a)]) }", "fields"),
        (
            "game g(a: nat) { move m when a > 0 -> h(a - 1) } game h(a: nat) { move m when a > 0 -> g(a - 1) }",
            "other games",
        ),
        ("loopy game g(a: 0..=3) { move m -> g((a + 1) mod 4) }", "loopy"),
        ("game g(a: 0..=9) { move m when a != 3 -> g(a * 7 mod 10) }", "no order"),
    ] {
        let instance = instance(spec);
        let why = dense_refusal(&instance, GameId(0)).unwrap_or("taken");
        assert!(why.contains(reason), "{spec}: {why}");
    }
}
