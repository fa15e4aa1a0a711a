//! The story of docs/proofs.md: heaps from which at least `m` times the other one has to be taken.

use crate::suite::case::gspec_in;
use crate::suite::support::Folder;

const FAR: &str = "param m: nat = 1
game far(a: nat, b: nat) {
  move left(k in 1..=a) when k >= m * b -> far(a - k, b)
  move right(k in 1..=b) when k >= m * a -> far(a, b - k)
}
claim \"a cone\": forall a, b: losing(far(a, b)) <=> max(a, b) <= floor((m + sqrt(m * m + 4)) / 2 * min(a, b))
claim \"too wide\": forall a, b: losing(far(a, b)) <=> max(a, b) <= (m + 1) * min(a, b)";

/// Whether the larger is at most (m + √(m² + 4))/2 times the smaller, by exact integers: the root solves x² = m·x + 1.
fn is_in_the_cone(m: u64, a: u64, b: u64) -> bool {
    let (larger, smaller) = (a.max(b), a.min(b));
    larger * larger <= m * larger * smaller + smaller * smaller
}

/// The rules as they are, position by position: at least `m` times the other heap from the first, `n` times from the second.
fn brute_force(m: u64, n: u64, side: u64) -> Vec<Vec<bool>> {
    let mut lost = vec![vec![false; side as usize]; side as usize];
    for a in 0..side {
        for b in 0..side {
            let left = (1..=a).filter(|k| *k >= m * b).any(|k| lost[(a - k) as usize][b as usize]);
            let right = (1..=b).filter(|k| *k >= n * a).any(|k| lost[a as usize][(b - k) as usize]);
            lost[a as usize][b as usize] = !left && !right;
        }
    }
    lost
}

/// The answer of `prove` about the game, with many lost positions.
fn proved(folder: &std::path::Path, more: &[&str]) -> serde_json::Value {
    let run = gspec_in(folder, &[&["prove", "far.game", "--format", "json", "--lost", "400"], more].concat());
    run.status(0).json()[0].clone()
}

fn compare(answer: &serde_json::Value, is_lost: impl Fn(u64, u64) -> bool) {
    let found: Vec<(u64, u64)> = serde_json::from_value(answer["lost"].clone()).unwrap();
    let side = found.iter().map(|(a, b)| *a.max(b)).max().unwrap();
    let pairs = (0..side * side).map(|at| (at / side, at % side));
    let mut expected: Vec<(u64, u64)> = pairs.filter(|(a, b)| is_lost(*a, *b)).collect();
    expected.sort_by_key(|(a, b)| (*a.max(b), *a, *b));
    assert!(expected.len() > 250, "{}", expected.len());
    assert_eq!(found[..expected.len()], expected);
}

/// With different factors the slopes are μ = n + 1/ν and ν = m + 1/μ, whose continued fractions have a period of two: the
/// systems are those of the units 2 + √3 and (5 + √21)/2, whose recurrences have a negative coefficient.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn cones_of_two_slopes_are_read_by_recurrences_with_a_negative_coefficient() {
    let systems = [(2, "U(n+2) = 4·U(n+1) - U(n) from 1, 4"), (3, "U(n+2) = 5·U(n+1) - U(n) from 1, 5")];
    for (n, system) in systems {
        // b is at most μ·a and a at most ν·b, by exact integers: μ² = n·μ + n, ν² = ν + 1/n for m = 1.
        let is_lost = |a: u64, b: u64| b * b <= n * a * b + n * a * a && n * a * a <= n * a * b + b * b;
        let lost = brute_force(1, n, 60);
        for (a, b) in (0..60).flat_map(|a| (0..60).map(move |b| (a, b))) {
            assert_eq!(lost[a as usize][b as usize], is_lost(a, b), "n = {n} at ({a}, {b})");
        }
        let rules = FAR
            .lines()
            .take(5)
            .collect::<Vec<_>>()
            .join("\n")
            .replace("k >= m * a", &format!("k >= {n} * a"));
        let folder = Folder::new().and("far.game", &rules);
        let folder = folder.path("");
        let answer = proved(&folder, &["--certificate", "far.json"]);
        assert_eq!(answer["system"], system);
        compare(&answer, is_lost);
        gspec_in(&folder, &["verify", "far.json", "far.game"]).status(0).out("accepted");
    }
}

#[test]
fn the_lost_positions_fill_a_cone() {
    let folder = Folder::new().and("far.game", FAR);
    let folder = folder.path("");
    let systems = ["Zeckendorf", "Pell (1, 3, 7, …)"];
    for (m, system) in (1..).zip(systems) {
        let lost = brute_force(m, m, 60);
        for at in 0..3600 {
            let (a, b) = (at / 60, at % 60);
            assert_eq!(lost[a as usize][b as usize], is_in_the_cone(m, a, b), "m = {m} at ({a}, {b})");
        }
        let set = format!("m={m}");
        let answer = proved(&folder, &["--set", &set]);
        assert_eq!(answer["system"], system);
        compare(&answer, |a, b| is_in_the_cone(m, a, b));
        let run = gspec_in(&folder, &["check", "far.game", "--set", &set, "--format", "json"]);
        let claims = run.status(1).json()[0]["claims"].clone();
        assert_eq!(
            (&claims[0]["status"], &claims[1]["status"]),
            (&"proved".into(), &"refuted".into()),
            "{claims}"
        );
    }
}
