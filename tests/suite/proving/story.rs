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

/// The rules as they are, position by position.
fn brute_force(m: u64, side: u64) -> Vec<Vec<bool>> {
    let mut lost = vec![vec![false; side as usize]; side as usize];
    for a in 0..side {
        for b in 0..side {
            let left = (1..=a).filter(|k| *k >= m * b).any(|k| lost[(a - k) as usize][b as usize]);
            let right = (1..=b).filter(|k| *k >= m * a).any(|k| lost[a as usize][(b - k) as usize]);
            lost[a as usize][b as usize] = !left && !right;
        }
    }
    lost
}

#[test]
fn the_lost_positions_fill_a_cone() {
    let folder = Folder::new().and("far.game", FAR);
    let folder = folder.path("");
    let systems = ["Zeckendorf", "Pell (1, 3, 7, …)"];
    for (m, system) in (1..).zip(systems) {
        let lost = brute_force(m, 60);
        for at in 0..3600 {
            let (a, b) = (at / 60, at % 60);
            assert_eq!(lost[a as usize][b as usize], is_in_the_cone(m, a, b), "m = {m} at ({a}, {b})");
        }
        let set = format!("m={m}");
        let run =
            gspec_in(&folder, &["prove", "far.game", "--set", &set, "--format", "json", "--lost", "400"]);
        let answer = &run.status(0).json()[0];
        assert_eq!(answer["system"], system);
        let found: Vec<(u64, u64)> = serde_json::from_value(answer["lost"].clone()).unwrap();
        let side = found.iter().map(|(a, b)| *a.max(b)).max().unwrap();
        let mut expected: Vec<(u64, u64)> = (0..side * side)
            .map(|at| (at / side, at % side))
            .filter(|(a, b)| is_in_the_cone(m, *a, *b))
            .collect();
        expected.sort_by_key(|(a, b)| (*a.max(b), *a, *b));
        assert!(expected.len() > 300);
        assert_eq!(found[..expected.len()], expected, "m = {m}");
        let run = gspec_in(&folder, &["check", "far.game", "--set", &set, "--format", "json"]);
        let claims = run.status(1).json()[0]["claims"].clone();
        assert_eq!(
            (&claims[0]["status"], &claims[1]["status"]),
            (&"proved".into(), &"refuted".into()),
            "{claims}"
        );
    }
}
