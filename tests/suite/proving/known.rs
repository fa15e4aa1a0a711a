//! Games whose outcomes are in the literature: the set that is found agrees.

use super::prove;

fn lost(answer: &serde_json::Value) -> Vec<Vec<u64>> {
    assert_eq!(answer["status"], "proved", "{answer}");
    serde_json::from_value(answer["lost"].clone()).unwrap()
}

/// The smallest part of Zeckendorf's representation, by the greedy algorithm.
fn smallest_part(mut n: u64) -> u64 {
    let mut fibonacci = vec![1, 2];
    while fibonacci[fibonacci.len() - 1] <= n {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    let mut part = 0;
    for place in fibonacci.into_iter().rev() {
        if place <= n {
            (n, part) = (n - place, place);
        }
    }
    part
}

/// Whinihan 1963: the player to move loses where the cap is below the smallest part of the heap.
#[test]
fn fibonacci_nim_is_proved_from_its_rules() {
    let spec = "game fib(n: nat, cap: nat) { move take(k in 1..=min(n, cap)) -> fib(n - k, 2 * k) }";
    let answer = prove(spec, &["--lost", "500"]);
    let found = lost(&answer);
    assert_eq!(answer["system"], "Zeckendorf");
    let expected = |n: u64, cap: u64| n == 0 || cap < smallest_part(n);
    let side = found.iter().flatten().max().copied().unwrap();
    let mut pairs: Vec<Vec<u64>> = (0..side)
        .flat_map(|n| (0..side).map(move |cap| vec![n, cap]))
        .filter(|pair| expected(pair[0], pair[1]))
        .collect();
    pairs.sort_by_key(|pair| (*pair.iter().max().unwrap(), pair.clone()));
    let near: Vec<Vec<u64>> = found.into_iter().filter(|pair| pair.iter().all(|it| *it < side)).collect();
    assert!(near.len() > 300);
    assert_eq!(near, pairs);
}

/// Bouton 1901, and one more move that changes nothing: heaps of nim-sum 0 have an even total, and taking 1 from each of three
/// heaps makes the total odd, so that the move joins no two lost positions.
#[test]
fn three_heaps_are_told_by_their_nim_sum() {
    let lines = "move first(k in 1..=a) -> g(a - k, b, c) move second(k in 1..=b) -> g(a, b - k, c) \
        move third(k in 1..=c) -> g(a, b, c - k)";
    for more in ["", "move each when min(a, b, c) >= 1 -> g(a - 1, b - 1, c - 1)"] {
        let answer =
            prove(&format!("game g(a: nat, b: nat, c: nat) {{ {lines} {more} }}"), &["--lost", "200"]);
        assert!(lost(&answer).iter().all(|heaps| heaps[0] ^ heaps[1] ^ heaps[2] == 0));
        assert_eq!(answer["words"], "a xor b xor c == 0");
    }
}

/// Wythoff 1907: the lost pairs, by multiples of the golden ratio and by Zeckendorf digits.
#[test]
fn wythoffs_pairs_are_told_in_words() {
    let spec =
        "game w(a: nat, b: nat) { move left(k in 1..=a) -> w(a - k, b) move right(k in 1..=b) -> w(a, b - k)
        move both(k in 1..=min(a, b)) -> w(a - k, b - k) }";
    let answer = prove(spec, &[]);
    assert_eq!(answer["words"], "min(a, b) == floor(phi * abs(a - b))");
    // Silber 1976: the smaller of a pair ends with an even number of zeros, and the greater is its left shift.
    assert_eq!(
        answer["digits"],
        "the Zeckendorf digits of min(a, b) end with an even number of zeros; those of max(a, b) are the same digits followed by one more zero; (0, 0) is lost"
    );
    // No move of Wythoff's game can be left out (Duchêne, Fraenkel, Nowakowski, Rigo 2010: as a whole rule).
    assert_eq!(answer["can_drop"], serde_json::json!([]));
}

/// One heap: the lost heaps of {1, 3, 4} are those with remainder 0 or 2 modulo 7.
#[test]
fn residues_are_told_in_words() {
    let spec = "game take(n: nat) { move take(k in {1, 3, 4}) when k <= n -> take(n - k) }";
    assert_eq!(prove(spec, &[])["words"], "n mod 7 in {0, 2}");
}

/// Misère play differs from normal play only where heaps are small: Bouton 1901 for Nim; in Wythoff's game the pairs (0, 0) and (1, 2)
/// give way to (0, 1) and (2, 2) (Fraenkel 1984).
#[test]
fn few_exceptions_are_told_in_words() {
    let nim = "game nim(a: nat, b: nat) { move left(k in 1..=a) -> nim(a - k, b) move right(k in 1..=b) -> nim(a, b - k) }";
    assert_eq!(
        prove(nim, &["misere nim(a, b)"])["words"],
        "a == b, except that (0, 1), (1, 0) are lost and (0, 0), (1, 1) are not"
    );
    let wythoff =
        "game w(a: nat, b: nat) { move left(k in 1..=a) -> w(a - k, b) move right(k in 1..=b) -> w(a, b - k)
        move both(k in 1..=min(a, b)) -> w(a - k, b - k) }";
    assert_eq!(
        prove(wythoff, &["misere w(a, b)"])["words"],
        "min(a, b) == floor(phi * abs(a - b)), except that (0, 1), (1, 0), (2, 2) are lost and (0, 0), (1, 2), (2, 1) are not"
    );
}

/// Mark (Fraenkel 2011): take one, or leave half, rounded down. A heap is lost where it ends with an odd number of binary zeros.
#[test]
fn ends_of_digits_are_told_in_words() {
    let mark =
        "game mark(n: nat) { move one when n >= 1 -> mark(n - 1) move half when n >= 1 -> mark(n div 2) }";
    let answer = prove(mark, &["--lost", "1000"]);
    let ends = |n: u64| n == 0 || n.trailing_zeros() % 2 == 1;
    let found = lost(&answer);
    let expected: Vec<Vec<u64>> = (0..).filter(|n| ends(*n)).take(1000).map(|n| vec![n]).collect();
    assert_eq!(found, expected);
    assert_eq!(answer["digits"], "n ends with an odd number of zeros in base 2; 0 is lost");
}

/// Nim: a step (x, y) with x != y may be added, since it never leads from one pair of equal heaps to another; a diagonal step may not.
#[test]
fn what_can_be_added_to_nim_keeps_its_lost_positions() {
    let spec = "game nim(a: nat, b: nat) { move left(k in 1..=a) -> nim(a - k, b) move right(k in 1..=b) -> nim(a, b - k) }";
    let answer = prove(spec, &[]);
    assert_eq!(answer["words"], "a == b");
    let can_add: Vec<(u64, u64)> = serde_json::from_value(answer["can_add"].clone()).unwrap();
    let expected: Vec<(u64, u64)> =
        (1..=10).flat_map(|x| (1..=10).map(move |y| (x, y))).filter(|(x, y)| x != y).collect();
    assert_eq!(can_add, expected);
}

/// Programs may rely on these keys of the JSON answer, whether the set is proved or not. Answers about other games may have
/// more keys, such as `digits` and `blocking`.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn the_answer_as_data_has_these_keys() {
    let queen =
        "game g(a: nat, b: nat) { move left(k in 1..=a) -> g(a - k, b) move right(k in 1..=b) -> g(a, b - k)
        move both(k in 1..=min(a, b)) when k != 2 -> g(a - k, b - k) }";
    let take = "game take(n: nat) { move take(k in 1..=3) when k <= n -> take(n - k) }";
    for (spec, more, status) in [(take, "60s", "proved"), (queen, "2s", "undecided")] {
        let answer = prove(spec, &["--limit-time", more]);
        let mut keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        let proved =
            "can_add can_drop certificate convention game lost seconds states status system tried words";
        let undecided = "best can_add can_drop certificate convention game lost searched_below seconds states status stopped system tried words";
        assert_eq!(keys.join(" "), if status == "proved" { proved } else { undecided });
        assert_eq!(answer["status"], status);
        // The first lost positions are there in any case: those seen where nothing is proved.
        assert_eq!(answer["lost"].as_array().unwrap().len(), 16);
        assert!(answer["lost"].is_array() && answer["can_drop"].is_array() && answer["can_add"].is_array());
        assert!(answer["seconds"].is_f64() && answer["certificate"].is_null());
        let is_proved = status == "proved";
        assert_eq!((answer["states"].is_u64(), answer["system"].is_string()), (is_proved, is_proved));
        assert_eq!(answer["tried"].as_array().unwrap().is_empty(), is_proved);
    }
}
