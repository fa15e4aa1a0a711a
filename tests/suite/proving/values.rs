//! `prove --values`: for each value the set of positions that have it, against a search of its own and known sequences.

use super::prove;
use crate::suite::case::gspec_in;
use crate::suite::support::{Folder, Run};
use serde_json::Value;

fn run(spec: &str, more: &[&str]) -> Run {
    let folder = Folder::new().and("main.game", spec);
    gspec_in(&folder.path(""), &[&["prove", "main.game", "--values"], more].concat())
}

/// The values, by mex, of all positions of two heaps from which some vectors are taken.
fn mex_table(vectors: &[(usize, usize)], side: usize) -> Vec<Vec<usize>> {
    let mut values = vec![vec![0; side]; side];
    for a in 0..side {
        for b in 0..side {
            let fits = |(x, y): &&(usize, usize)| *x <= a && *y <= b;
            let options: Vec<usize> =
                vectors.iter().filter(fits).map(|(x, y)| values[a - x][b - y]).collect();
            values[a][b] = (0..).find(|value| !options.contains(value)).unwrap();
        }
    }
    values
}

/// {1, 3, 4}: the values 0, 1, 0, 1, 2, 3, 2 repeat (Berlekamp, Conway and Guy 1982).
#[test]
fn values_of_a_subtraction_game_are_told_in_words() {
    let spec = "game take(n: nat) { move take(k in {1, 3, 4}) when k <= n -> take(n - k) }";
    let answer = prove(spec, &["--values"]);
    assert_eq!(answer["values"]["status"], "proved");
    let words: Vec<&str> = answer["values"]["sets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|set| set["words"].as_str().unwrap())
        .collect();
    assert_eq!(words, ["n mod 7 in {0, 2}", "n mod 7 in {1, 3}", "n mod 7 in {4, 6}", "n mod 7 == 5"]);
    run(spec, &[]).status(0).out("2        if and only if n mod 7 in {4, 6}");
}

/// The king and knights: each position of a box is in the set of its value, if it is among the first of that set.
#[test]
fn values_of_fixed_vectors_are_those_of_a_search() {
    let games: [(&[(usize, usize)], usize); 2] = [(&[(0, 1), (1, 0), (1, 1)], 4), (&[(1, 2), (2, 1)], 3)];
    for (vectors, count) in games {
        let set: Vec<String> = vectors.iter().map(|(x, y)| format!("({x}, {y})")).collect();
        let spec = format!(
            "game g(a: nat, b: nat) {{ move step((x, y) in {{{}}}) when x <= a and y <= b -> g(a - x, b - y) }}",
            set.join(", ")
        );
        let answer = prove(&spec, &["--values"]);
        let sets = answer["values"]["sets"].as_array().unwrap();
        assert_eq!(sets.len(), count, "{answer}");
        let table = mex_table(vectors, 40);
        for (value, set) in sets.iter().enumerate() {
            let found: Vec<(usize, usize)> = serde_json::from_value(set["first"].clone()).unwrap();
            let mut expected: Vec<(usize, usize)> =
                (0..1600).map(|at| (at / 40, at % 40)).filter(|(a, b)| table[*a][*b] == value).collect();
            expected.sort_by_key(|(a, b)| (*a.max(b), *a, *b));
            assert_eq!(found, expected[..found.len()], "value {value}");
        }
    }
}

#[test]
fn values_that_are_not_proved_say_why() {
    // The value of 2n is n, and that of 2n + 1 is that of n (Nowakowski and others): digits are shifted.
    let half = "game half(n: nat) { move take(k in 1..=n div 2) -> half(n - k) }";
    run(half, &["--limit-time", "20s"]).status(3).out("values     not proved: the value ");
    let nim = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }";
    run(nim, &["misere nim(n)"]).status(3).out("under normal play");
    let ends = "game g(n: nat) { end when n == 3: lose move take(k in 1..=2) when k <= n -> g(n - k) }";
    run(ends, &[]).status(3).out("rules without `end`");
    let answer: Value = prove(nim, &[]);
    assert_eq!(answer.get("values"), None);
}

/// The values of Nim are nim-sums (Bouton 1901).
#[test]
fn values_may_be_a_relation() {
    let two = "game nim(a: nat, b: nat) { move l(k in 1..=a) -> nim(a - k, b) move r(k in 1..=b) -> nim(a, b - k) }";
    run(two, &[]).status(0).out("values     proved: a xor b (");
    let answer = prove("game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }", &["--values"]);
    assert_eq!(answer["values"]["relation"]["words"], "n");
}

/// Any amounts from both heaps: the values are sums, as a search of its own confirms.
#[test]
fn values_of_one_heap_per_move_add_up() {
    let spec = "game g(a: nat, b: nat) { move t(k in 0..=a, l in 0..=b) when k + l > 0 -> g(a - k, b - l) }";
    let answer = prove(spec, &["--values"]);
    assert_eq!(answer["values"]["relation"]["words"], "a + b");
    let side = 12;
    let mut values = vec![vec![0; side]; side];
    for (a, b) in (0..side * side).map(|at| (at / side, at % side)) {
        let options: Vec<usize> = (0..=a)
            .flat_map(|x| (0..=b).map(move |y| (x, y)))
            .filter(|place| *place != (a, b))
            .map(|(x, y)| values[x][y])
            .collect();
        values[a][b] = (0..).find(|value| !options.contains(value)).unwrap();
        assert_eq!(values[a][b], a + b);
    }
}
