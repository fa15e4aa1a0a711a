//! Compares the reference and the graph engine with facts that other programs found (`tests/golden/`).

use super::case::repository;
use gspec::ir::Value;
use gspec::ir::value::{Component, Position, Sum};
use gspec::pipeline::{self, Opened};
use gspec::position::{Budget, Instance};
use gspec::solve::{Engine, Graph, Outcome, Reference, Smith};
use gspec::source::{NoFiles, Sources};
use std::fmt::Debug;

/// The most components that one question may examine.
const POSITIONS: u64 = 2_000_000;

fn open(spec: &str) -> Opened {
    let never = || None;
    let budget = Budget::new(&never, POSITIONS);
    let mut sources = Sources::default();
    let root = sources.add("golden.game", spec);
    let opened = pipeline::open(sources, root, &[], &NoFiles, &budget);
    assert!(opened.instance.is_some(), "{spec}\n{:?}", opened.diagnostics);
    opened
}

/// A function that parses a position.
type Positions<'p> = dyn FnMut(&str) -> Position + 'p;

/// Asks the reference and the graph engine about positions of a spec; both have to give the same answer.
fn ask<T: PartialEq + Debug>(spec: &str, question: impl Fn(&mut Positions<'_>, &mut dyn Engine) -> T) -> T {
    within(spec, |position, instance, budget| {
        let answer = question(position, &mut Reference::new(instance, budget));
        assert_eq!(question(position, &mut Graph::new(instance, budget)), answer, "{spec}");
        answer
    })
}

/// Asks the reference alone.
fn ask_reference<T>(spec: &str, question: impl FnOnce(&mut Positions<'_>, &mut Reference<'_, '_>) -> T) -> T {
    within(spec, |position, instance, budget| question(position, &mut Reference::new(instance, budget)))
}

fn within<T>(spec: &str, question: impl FnOnce(&mut Positions<'_>, &Instance, &Budget<'_>) -> T) -> T {
    let mut opened = open(spec);
    let instance = opened.instance.clone().unwrap();
    let never = || None;
    let budget = Budget::new(&never, POSITIONS);
    let mut position = |text: &str| {
        let body = opened.position(text, &NoFiles).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        match instance.evaluate(&body, &Budget::new(&never, POSITIONS)).unwrap() {
            Value::Position(position) => (*position).clone(),
            other => panic!("{text} is {other:?}"),
        }
    };
    question(&mut position, &instance, &budget)
}

fn rows(file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(repository().join("tests/golden").join(file)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).skip(1);
    lines.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

fn values(spec: &str, upto: usize) -> Vec<String> {
    ask(spec, |position, engine| {
        (0..=upto).map(|n| engine.sg(&position(&format!("g({n})"))).unwrap().to_string()).collect()
    })
}

/// A one-heap spec by its name in the golden data.
fn one_heap(name: &str) -> Option<String> {
    let inside = |prefix: &str, close: &str| name.strip_prefix(prefix)?.strip_suffix(close);
    if let Some(amounts) = inside("subtraction{", "}") {
        return Some(format!("game g(n: nat) = take {{{amounts}}}"));
    }
    if let Some((low, high)) = inside("subtraction-range[", "]").and_then(|range| range.split_once("..")) {
        return Some(format!("game g(n: nat) {{ move take(k in {low}..=min({high}, n)) -> g(n - k) }}"));
    }
    if let Some(amounts) = inside("allbut{", "}") {
        return Some(format!("game g(n: nat) = take all but {{{amounts}}}"));
    }
    if let Some(code) = inside("octal[", "]") {
        // Some tables write only the digit before the point, or digits above 7.
        let code = if code.contains('.') { code.to_string() } else { format!("{code}.0") };
        return Some(format!("game g(n: nat) = code \"{code}\""));
    }
    if let Some(code) = inside("hex[", "]") {
        return Some(format!("game g(n: nat) = hex \"{code}\""));
    }
    Some(match name {
        "nim" => "game g(n: nat) { move take(k in 1..=n) -> g(n - k) }".to_string(),
        "grundy-game" | "grundy" => {
            "game g(n: nat) { move split(a in 1..=(n - 1) div 2) -> g(a) + g(n - a) }".to_string()
        }
        "subtraction-primes" => {
            "game g(n: nat) { move take(k in 2..=n) when is_prime(k) -> g(n - k) }".to_string()
        }
        "subtraction-squares" => {
            "game g(n: nat) { move take(k in 1..=n) when is_square(k) -> g(n - k) }".to_string()
        }
        "subtraction-primes+semiprimes(CF1091H,no forbidden)" => {
            "game g(n: nat) { move take(k in 2..=n) when bigomega(k) <= 2 -> g(n - k) }".to_string()
        }
        _ => return None,
    })
}

#[test]
fn the_first_sixty_values_of_every_listed_code() {
    let mut checked = 0;
    for row in rows("sequences.tsv") {
        let (name, expected) = (&row[0], &row[2]);
        let spec = one_heap(name).unwrap_or_else(|| one_heap(&format!("octal[{name}]")).unwrap());
        let expected: Vec<&str> = expected.split(',').collect();
        assert_eq!(values(&spec, expected.len() - 1), expected, "{name}");
        checked += 1;
    }
    assert!(checked >= 70, "{checked} codes");
}

#[test]
fn short_periods_of_octal_codes() {
    let mut checked = 0;
    for row in rows("octal-periods.tsv") {
        let number = |at: usize| row[at].parse::<usize>().unwrap();
        let (period, preperiod) = (number(1), number(2));
        if preperiod + 2 * period > 60 || row[0].len() > 5 {
            continue;
        }
        let spec = one_heap(&format!("octal[{}]", row[0])).unwrap();
        let values = values(&spec, preperiod + 2 * period + 5);
        for n in preperiod..values.len() - period {
            assert_eq!(values[n], values[n + period], "{} at {n}", row[0]);
        }
        if preperiod > 0 {
            assert_ne!(values[preperiod - 1], values[preperiod - 1 + period], "{}: least preperiod", row[0]);
        }
        checked += 1;
    }
    assert!(checked >= 50, "{checked} codes");
}

/// A heap list `3,4,5` as a sum of heaps.
fn heaps(list: &str) -> String {
    let parts: Vec<String> =
        list.split(',').filter(|it| !it.is_empty()).map(|it| format!("g({it})")).collect();
    if parts.is_empty() { "0".to_string() } else { parts.join(" + ") }
}

fn is_small(list: &str) -> bool {
    list.split(',').all(|it| it.is_empty() || it.parse::<u64>().is_ok_and(|n| n <= 60))
}

#[test]
fn facts_about_heaps_under_normal_and_misere_play() {
    let mut checked = 0;
    for row in rows("theorems.tsv") {
        let (name, quantity, expected) = (&row[0], &row[1], &row[2]);
        let (base, misere) = match name.strip_suffix("-misere") {
            Some(base) => (base, "misere "),
            None => (name.as_str(), ""),
        };
        let Some(spec) = one_heap(base) else { continue };
        let (kind, what) = quantity.split_once(':').unwrap_or((quantity, ""));
        checked += ask(&spec, |position, engine| {
            let letter = |position: &mut Positions<'_>, engine: &mut dyn Engine, at: &str| {
                engine.outcome(&position(&format!("{misere}({})", heaps(at)))).unwrap().letter()
            };
            match kind {
                "sg" if is_small(what) => {
                    assert_eq!(
                        engine.sg(&position(&heaps(what))).unwrap().to_string(),
                        *expected,
                        "{name} {what}"
                    );
                    1
                }
                "outcome" if is_small(what) => {
                    assert_eq!(letter(position, engine, what), expected, "{name} {what}");
                    1
                }
                "outcomes" => {
                    for (n, expected) in expected.chars().enumerate().take(16) {
                        assert_eq!(
                            letter(position, engine, &n.to_string()),
                            expected.to_string(),
                            "{name} {n}"
                        );
                    }
                    1
                }
                "Plist" if what.starts_with("0..") => {
                    let limit: usize = what[3..].parse().unwrap();
                    let lost: Vec<String> = (0..=limit.min(40))
                        .map(|n| n.to_string())
                        .filter(|n| letter(position, engine, n) == "P")
                        .collect();
                    let all: Vec<&str> =
                        expected.split(',').filter(|it| it.parse::<usize>().is_ok_and(|n| n <= 40)).collect();
                    assert_eq!(lost, all, "{name}");
                    1
                }
                "seq" => {
                    for (n, expected) in expected.split(',').enumerate().take(61) {
                        let value = engine.sg(&position(&format!("g({n})"))).unwrap().to_string();
                        assert_eq!(value, expected, "{name} {n}");
                    }
                    1
                }
                _ => 0,
            }
        });
    }
    assert!(checked >= 90, "{checked} facts");
}

#[test]
fn rows_of_wythoff_values_and_both_euclids() {
    let wythoff = std::fs::read_to_string(repository().join("specs/wythoff.game")).unwrap();
    let euclid = "game e(a: nat, b: nat) {
        move left(k in 1..=a div b) when b > 0 -> e(a - k * b, b)
        move right(k in 1..=b div a) when a > 0 -> e(a, b - k * a)
    }";
    let mut checked = 0;
    for row in rows("theorems.tsv") {
        let (kind, what) = row[1].split_once(':').unwrap_or((&row[1], ""));
        match (row[0].as_str(), kind) {
            ("wythoff[a=1]", "sgrow") => {
                let (a, _) = what.split_once(',').unwrap();
                if a.parse::<u64>().unwrap() > 40 {
                    continue;
                }
                ask(&wythoff, |position, engine| {
                    for (b, expected) in row[2].split(',').enumerate() {
                        let value = engine.sg(&position(&format!("wythoff({a}, {b})"))).unwrap();
                        assert_eq!(value.to_string(), expected, "wythoff({a}, {b})");
                    }
                });
            }
            ("euclid(to zero)", "sg") if is_small(what) => {
                let value =
                    ask(euclid, |position, engine| engine.sg(&position(&format!("e({what})"))).unwrap());
                assert_eq!(value.to_string(), row[2], "euclid {what}");
            }
            _ => continue,
        }
        checked += 1;
    }
    assert!(checked >= 12, "{checked} facts");
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn five_hundred_loopy_windups_have_smiths_values() {
    let mut checked = 0;
    for row in rows("loopy-windup.tsv") {
        let n: u64 = row[0].parse().unwrap();
        let spec = format!(
            "loopy game wind(v: nat) {{ move step(s in {{{}}}) when v > 0 -> wind((v - s) mod {n}) }}",
            row[1]
        );
        ask_reference(&spec, |position, reference| {
            for (v, expected) in split_values(&row[2]).into_iter().enumerate() {
                let asked = position(&format!("wind({v})"));
                let sum = match &asked.form {
                    gspec::ir::value::Form::Sum(sum) => sum.clone(),
                    other => panic!("{other:?}"),
                };
                let found = match reference.smith_of_sum(&sum).unwrap() {
                    Smith::Finite(value) => value.to_string(),
                    Smith::Infinite(set) => {
                        format!("inf({})", set.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
                    }
                };
                assert_eq!(found, expected, "n = {n}, moves {}, v = {v}", row[1]);
            }
        });
        ask(&spec, |position, engine| {
            let expected = split_values(&row[2]);
            for (v, value) in expected.iter().enumerate() {
                let asked = position(&format!("wind({v})"));
                // A position is lost exactly at value 0, and drawn at an infinite one without a 0.
                let outcome = match value.as_str() {
                    "0" => Outcome::Previous,
                    finite if !finite.starts_with("inf") => Outcome::Next,
                    infinite
                        if infinite["inf(".len()..].trim_end_matches(')').split(',').any(|it| it == "0") =>
                    {
                        Outcome::Next
                    }
                    _ => Outcome::Draw,
                };
                assert_eq!(engine.outcome(&asked).unwrap(), outcome, "n = {n}, moves {}, v = {v}", row[1]);
                assert_eq!(
                    engine.sg(&asked).ok().map(|it| it.to_string()),
                    value.parse::<u64>().ok().map(|it| it.to_string()),
                    "n = {n}, moves {}, v = {v}",
                    row[1]
                );
                // Sums distinguish infinite values by the sets behind infinity.
                let before = position(&format!("wind({})", (v + 1) % expected.len()));
                let equal = expected[(v + 1) % expected.len()] == *value;
                assert_eq!(
                    engine.equal(&asked, &before).unwrap(),
                    equal,
                    "n = {n}, moves {}, v = {v}",
                    row[1]
                );
            }
        });
        checked += 1;
    }
    assert!(checked >= 500, "{checked} graphs");
}

/// Splits at the commas outside parentheses.
fn split_values(list: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in list.chars() {
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            c => {
                depth += i32::from(c == '(') - i32::from(c == ')');
                parts.last_mut().unwrap().push(c);
            }
        }
    }
    parts
}

#[test]
fn a_sum_is_searched_like_its_nim_sum_says() {
    // A search of the sum's positions, backwards from those without moves, against values by mex and xor.
    let spec = "game g(n: nat) = octal \"0.77\"";
    ask_reference(spec, |position, reference| {
        for (a, b, c) in [(1, 2, 3), (4, 1, 0), (5, 5, 0), (3, 5, 6), (2, 7, 1), (6, 1, 2)] {
            let asked = position(&format!("g({a}) + g({b}) + g({c})"));
            let (searched, _) = reference.search(&asked).unwrap();
            assert_eq!(searched, reference.outcome(&asked).unwrap(), "{a} {b} {c}");
        }
    });
}

#[test]
fn sums_keep_their_components_in_order() {
    let opened = open("game g(n: nat) = take {1}");
    let game = opened.instance.unwrap().program.find_game("g").unwrap();
    let component = |n: i64| Component { game, state: [Value::int(n)].into() };
    let sum =
        Sum::new(vec![(component(3), 1), (component(1), 2), (component(3), 2), (component(2), 0)]).unwrap();
    assert_eq!(&*sum.parts, &[(component(1), 2), (component(3), 3)]);
}
