//! Descriptions of moves: equal for all formulations of the rules.

use super::support::{Folder, finish, program};
use serde_json::Value;

/// The shape of each game of a text, by what `check` prints as JSON.
fn shapes(text: &str) -> Vec<String> {
    let folder = Folder::with(text);
    let run = finish(program(&folder.path(""), &["check", "game.game", "--format", "json"]), b"");
    let line: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}\n{}", run.out, run.err));
    let games = line["games"].as_array().unwrap().iter();
    games.map(|game| game["shape"].as_str().unwrap_or("none").to_string()).collect()
}

/// Descriptions of moves, each with games that have it. The descriptions were written by hand from
/// the rules.
const GROUPS: [(&str, &[&str]); 13] = [
    (
        "one heap, take 1, 2, 4",
        &[
            "game g(n: nat) { move t(k in {1, 2, 4}) when k <= n -> g(n - k) }",
            "game g(m: nat) { move t(k in {j for j in {4, 2, 1} if j <= m}) -> g(m - k) }",
            "game g(n: nat) { move a when n > 3 -> g(n - 4) move b(left in 0..n) when n <= left + 2 -> g(left) }",
        ],
    ),
    (
        "one heap: take any number, or split into two heaps",
        &[
            "game g(n: nat) { move t(k in 1..=n) -> g(n - k) move s(k in 1..n) -> g(k) + g(n - k) }",
            "game g(n: nat) { move t(k in 0..n) -> g(n - 1 - k)
             move s(k in 1..=n div 2) when 2 * k <= n -> g(n - k) + g(k) }",
        ],
    ),
    (
        "vectors (nat, nat): subtract a positive multiple of (1, 1), (1, 0) or (0, 1)",
        &[
            "game g(a: nat, b: nat) { move left(k in 1..=a) -> g(a - k, b) move right(k in 1..=b) -> g(a, b - k)
             move both(k in 1..=min(a, b)) -> g(a - k, b - k) }",
            "game g(q: nat, p: nat) { move go(i in 0..3, k in 0..max(p, q))
             when (i == 0 and k < p) or (i == 1 and k < q) or (i == 2 and k < min(p, q))
             -> g(if i == 0 then q else q - 1 - k, if i == 1 then p else p - 1 - k) }",
        ],
    ),
    (
        "vectors (nat, nat): add (-1, 1); add (-1, -2) up to 3 times",
        &[
            "game g(x: nat, y: nat) { measure x + 3 * y move near when y > 0 -> g(x + 1, y - 1)
             move far(k in 1..=3) when 2 * k <= x and k <= y -> g(x - 2 * k, y - k) }",
            "game g(y: nat, x: nat) { measure 3 * y + x
             move go(k in 0..4) when (k == 0 and y >= 1) or (k >= 1 and x >= k + k and y >= k)
             -> g(if k == 0 then y - 1 else y - k, if k == 0 then x + 1 else x - 2 * k) }",
        ],
    ),
    (
        "vectors (0..=9, 0..=9): subtract a positive multiple of (1, 1); subtract (1, 0) or (0, 1)",
        &[
            "game g(x: 0..=9, y: 0..=9) { move a when x > 0 -> g(x - 1, y) move b when y > 0 -> g(x, y - 1)
             move c(k in 1..=min(x, y)) -> g(x - k, y - k) }",
            "game g(x: 0..=9, y: 0..=9) { move c(x2 in 0..x) when x2 + y >= x -> g(x2, y + x2 - x)
             move b when 0 != y -> g(x, y - 1) move a when not x == 0 -> g(x - 1, y) }",
        ],
    ),
    (
        "(x: nat, y: nat): x becomes x - k where 1 <= k <= x; x becomes x - k, y becomes y - l where \
         1 <= k <= x and max(1, k - 1) <= l <= min(k + 1, y); y becomes y - k where 1 <= k <= y",
        &[
            "game g(a: nat, b: nat) { move left(k in 1..=a) -> g(a - k, b) move right(k in 1..=b) -> g(a, b - k)
             move both(k in 1..=a, l in 1..=b) when abs(k - l) <= 1 -> g(a - k, b - l) }",
            "game g(a: nat, b: nat) { move right(k in 1..=b) -> g(a, b - k) move left(k in 0..a) -> g(k, b)
             move both(l in 1..=b, k in 1..=a) when k <= l + 1 and l <= k + 1 -> g(a - k, b - l) }",
        ],
    ),
    (
        "(b: bool, x: nat): b becomes true, x becomes x - 3 where x >= 3 and not b; \
         x becomes x - k where 1 <= k <= min(2, x)",
        &[
            "game g(n: nat, used: bool) { move one when n > 2 and not used -> g(n - 3, true)
             move two(k in {1, 2}) when k <= n -> g(n - k, used) }",
            "game g(done: bool, m: nat) { move two(j in 0..=1) when m - 1 >= j -> g(done, m - 1 - j)
             move one when not done and 3 <= m -> g(not done, m - 3) }",
        ],
    ),
    (
        "(h: [nat]): h[k] becomes l where 0 <= k < len(h) and 0 <= l < h[k]",
        &[
            "game g(h: [nat]) { move take(i in indices(h), k in 1..=h[i]) -> g(h with [i] = h[i] - k) }",
            "game g(h: [nat]) { move take(i in 0..len(h), left in {j for j in 0..h[len(h) - 1 - i]})
             -> g(h with [len(h) - 1 - i] = left) }",
        ],
    ),
    (
        "(s: {nat}): s loses k, s gains l where 0 <= l < k and k in s and l not in s",
        &[
            "game g(s: {nat}) { move slide(c in s, to in 0..c) when to not in s -> g((s - {c}) | {to}) }",
            "game g(coins: {nat}) { measure sum(coins) move slide(c in coins, k in 1..=c) when not (c - k in coins)
             -> g({x for x in coins if x != c} | {c - k}) }",
        ],
    ),
    (
        "(v: vertex): v becomes u where u in out(D, v)",
        &[
            "let D = graph { a -> b; a -> c; b -> c }
             game g(v: vertex) { move step(w in out(D, v)) -> g(w) }",
            "let D = graph { a -> b; a -> c; b -> c }
             game g(here: vertex) { move step(w in vertices(D)) when w in out(D, here) -> g(w) }",
        ],
    ),
    (
        "(t: text): t becomes t[0..k] ++ t[(k + 2)..len(t)] where 0 <= k <= len(t) - 2 and t[k] == t[k + 1]",
        &[
            "game g(t: text) { move erase(i in 0..len(t) - 1) when t[i] == t[i + 1]
             -> g(t[0..i] ++ t[i + 2..len(t)]) }",
            "game g(word: text) { move erase(i in 0..len(word)) when i + 1 < len(word) and word[i + 1] == word[i]
             -> g(word[0..i] ++ word[i + 2..len(word)]) }",
        ],
    ),
    (
        "(x: nat): leaves (l) for all l with x + 1 - k <= l < x where 1 <= k <= x",
        &[
            "game g(n: nat) { move flip(k in 1..=n) -> sum(g(m) for m in n + 1 - k..n) }",
            "game g(n: nat) { move flip(k in 0..n) -> sum(g(m) for m in n - k..n) }",
        ],
    ),
    (
        "(x: nat, y: nat): x becomes x - y * k where y >= 1 and 1 <= k <= x div y; \
         y becomes y - x * k where x >= 1 and 1 <= k <= y div x",
        &[
            "game g(a: nat, b: nat) { move left(k in 1..=a div b) when b > 0 -> g(a - k * b, b)
             move right(k in 1..=b div a) when a > 0 -> g(a, b - k * a) }",
            "game g(a: nat, b: nat) { move right(k in 1..=b) when a > 0 and k * a <= b -> g(a, b - k * a)
             move left(k in 1..=a) when b > 0 and k * b <= a -> g(a - k * b, b) }",
        ],
    ),
];

#[test]
#[ignore = "long: runs with --include-ignored"]
fn however_rules_are_written_their_shape_is_told_in_the_same_words() {
    for (shape, written) in GROUPS {
        for text in written {
            assert_eq!(shapes(text), [shape], "{text}");
        }
    }
}

#[test]
fn other_rules_have_other_shapes() {
    for (text, shape) in [
        (
            "game g(a: nat, b: nat) { move left(k in 1..=a) -> g(a - k, b) move right(k in 1..=b) -> g(a, b - k)
             move both(k in 1..=min(a, b)) when k != 2 -> g(a - k, b - k) }",
            "(x: nat, y: nat): x becomes x - k where 1 <= k <= x; x becomes x - k, y becomes y - k where \
             1 <= k <= min(x, y) and k != 2; y becomes y - k where 1 <= k <= y",
        ),
        (
            "game g(n: nat) { end when n == 4: lose move t(k in {1, 2}) when k <= n and n mod 3 != 0 -> g(n - k) }",
            "(x: nat): x becomes x - k where 1 <= k <= min(2, x) and x != 4 and x mod 3 != 0; lost where x == 4",
        ),
        (
            "game g(n: nat) { move t when n > 2 -> 0 move u when n > 5 -> 2 * g(n - 5) + h(n) }
             game h(n: nat) { move t when n == 1 -> h(0) }",
            "(x: nat): leaves 2 times (x - 5) + h(x) where x >= 6; nothing is left where x >= 3",
        ),
    ] {
        assert_eq!(shapes(text)[0], shape, "{text}");
    }
}

#[test]
fn the_base_of_a_power_stands_in_brackets() {
    for (guard, written) in [
        ("(-1)^k == 1", "(-1)^k == 1"),
        ("(-2)^k * k <= 9", "k * (-2)^k <= 9"),
        ("(-2)^k div 3 == 1", "(-2)^k div 3 == 1"),
        ("(2^k)^n < 1000", "(2^k)^x <= 999"),
        ("2^k < 1000", "2^k <= 999"),
    ] {
        let text = format!("game g(n: nat) {{ move t(k in 1..=n) when {guard} -> g(n - k) }}");
        assert_eq!(shapes(&text), [format!("(x: nat): x becomes x - k where 1 <= k <= x and {written}")]);
    }
}

#[test]
fn what_is_equal_to_something_keeps_its_other_bounds() {
    // Each of these once had a description that was wrong.
    for (text, shape) in [
        (
            "game g(n: nat, m: nat) { move t(k in 1..=m) when k == n -> g(n, m - k) }",
            "(x: nat, y: nat): x becomes x - k where k == y and 1 <= k <= x",
        ),
        (
            "game g(n: nat) { move t(k in 1..=n) when k == isqrt(n) -> g(n - k) }",
            "(x: nat): x becomes x - k where k == isqrt(x) and 1 <= k <= x",
        ),
        (
            "game g(n: nat, m: nat) { move t(k in 1..=n, l in 1..=m) when l == 2 * k -> g(n - k, m - l) }",
            "(x: nat, y: nat): x becomes x - k, y becomes y - l where 1 <= k <= x and l == 2 * k and 1 <= l <= y",
        ),
        (
            "game g(x: nat, y: nat) { move t when y == x and x > 2 -> g(x, y - 2) }",
            "(x: nat, y: nat): x becomes x - 2 where y == x and y >= 3",
        ),
        (
            "game g(h: [nat]) { move t(i in indices(h), k in 1..=h[i]) when k == i -> g(h with [i] = h[i] - k) }",
            "(h: [nat]): h[k] becomes h[k] - l where 0 <= k < len(h) and l == k and 1 <= l <= h[k]",
        ),
        (
            "game g(h: [nat]) { move t(i in indices(h)) when h[i] > 0
             -> g([h[j] - (if j == i then 1 else 0) for j in indices(h)]) }",
            "(h: [nat]): h[k] becomes h[k] - 1 where 0 <= k < len(h) and h[k] >= 1",
        ),
        (
            "game g(s: {nat}) { move t(x in s) when x > 0 -> g({y for y in s if y mod x != 0}) }",
            "(s: {nat}): s loses all e with e mod k == 0 where k >= 1 and k in s",
        ),
        ("game g(n: nat) { move t(k in 1..n) when n mod 2 == 3 -> g(n - k) }", "one heap, no move"),
        (
            "game g(n: nat) { move t(k in 1..n) when n > 5 -> g(k) + (if odd(k) then g(n - k) else 0) }",
            "(x: nat): leaves (k) + [(x - k) if k mod 2 != 0] where x >= 6 and 1 <= k < x",
        ),
    ] {
        assert_eq!(shapes(text)[0], shape, "{text}");
    }
}

/// A description, read back as rules: descriptions of moves of numbers are nearly in the language.
fn read_back(shape: &str) -> String {
    let (fields, told) = shape.split_once("): ").unwrap_or_else(|| panic!("{shape}"));
    let fields = fields.trim_start_matches('(');
    let names: Vec<&str> = fields.split(", ").map(|field| field.split(':').next().unwrap()).collect();
    let condition = |words: &str| match words.split_once(", and ") {
        Some((all, either)) => format!("({all}) and ({either})"),
        None => words.to_string(),
    };
    let mut rules = String::new();
    for (at, told) in told.split("; ").enumerate() {
        if let Some(when) = told.strip_prefix("lost where ") {
            rules.push_str(&format!("end when {}: lose\n", condition(when)));
            continue;
        }
        let (effect, when) = told.split_once(" where ").unwrap_or((told, "1 == 1"));
        let target = if effect == "nothing is left" {
            "0".to_string()
        } else if let Some(parts) = effect.strip_prefix("leaves ") {
            parts
                .replace(" times (", " * (")
                .replace("+ (", "+ h(")
                .replace("* (", "* h(")
                .replace('[', "(")
                .replacen('(', "h(", usize::from(parts.starts_with('(')))
        } else {
            let becomes = |name: &&str| {
                let own = effect.split(", ").find_map(|one| one.strip_prefix(&format!("{name} becomes ")));
                own.unwrap_or(name).to_string()
            };
            format!("h({})", names.iter().map(becomes).collect::<Vec<_>>().join(", "))
        };
        let words: Vec<&str> = told.split(|letter: char| !letter.is_alphanumeric()).collect();
        let binders = ["k", "l"].into_iter().filter(|name| words.contains(name));
        let binders: Vec<String> = binders.map(|name| format!("{name} in -9..=9")).collect();
        let binders = if binders.is_empty() { String::new() } else { format!("({})", binders.join(", ")) };
        rules.push_str(&format!("move m{at}{binders} when {} -> {target}\n", condition(when)));
    }
    format!("game h({fields}) {{ {rules} }}")
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn what_is_told_of_numbers_is_the_same_game_when_it_is_read_back() {
    for game in [
        "game g(n: nat) { move t(k in 1..=n) when n mod 3 != k -> g(n - k) }",
        "game g(n: nat) { move t(k in 1..=n) when k == isqrt(n) -> g(n - k) }",
        "game g(n: nat) { end when n == 4: lose move t(k in {1, 2}) when k <= n and n mod 3 != 0 -> g(n - k) }",
        "game g(n: nat) { move t(k in 1..n) when k != 2 -> g(k) + g(n - 1 - k) move u when n > 5 -> 0 }",
        "game g(n: nat) { move t(k in 0..n) when (n + k) mod 4 in {1, 2} -> g(k) }",
        "game g(n: nat) { move t(k in 1..=n div 2) when n > 3 -> 2 * g(n - 2 * k) + g(k) }",
        "game g(n: nat, m: nat) { move t(k in 1..=m) when k == n -> g(n, m - k) }",
        "game g(n: nat, m: nat) { move t(k in 1..=n, l in 1..=m) when l == 2 * k -> g(n - k, m - l) }",
        "game g(n: nat, m: nat) { move t(k in 1..=n, l in 1..=m) when k + l == 5 or k == l -> g(n - k, m - l) }",
        "game g(n: nat, m: nat) { move t when m == n and n > 2 -> g(n, m - 2) move u when n > m -> g(n - 1, m) }",
        "game g(n: nat, m: nat) { move t(k in 1..=min(n, m)) when k != 2 -> g(n - k, m - k) }",
        "game g(n: nat, m: nat) { move t(k in 1..=n div max(1, m)) when m > 0 -> g(n - k * m, m) }",
        "game g(n: nat, m: nat) { move t(k in 1..=n, l in 1..=m) when abs(k - l) <= 1 -> g(n - k, m - l) }",
        "game g(n: nat, m: nat) { move t(k in 0..n) when k <= m -> g(k, k) move u(k in 0..m) when k > n -> g(n, k) }",
        "game g(n: nat, m: 0..=6) { move t when n > 0 and m < 6 -> g(n - 1, m + 1) move u(k in 1..=m) when k * k <= m -> g(n, m - k) }",
    ] {
        let told = shapes(game).remove(0);
        let other = read_back(&told);
        // Fields of one type may be described in the other order.
        let agrees = [("x, y", "x, y"), ("x, y", "y, x")].into_iter().any(|(here, there)| {
            let (here, there, all) = match told.contains("y: ") {
                true => (here, there, "forall x in 0..=6, y in 0..=6"),
                false => ("x", "x", "forall x in 0..=9"),
            };
            let same = format!("claim \"the same\": {all}: sg(g({here})) == sg(h({there})) and moves(g({here})) == moves(h({there}))");
            let folder = Folder::with(&format!("{game}\n{other}\n{same}\n"));
            finish(program(&folder.path(""), &["check", "game.game"]), b"").out.contains("1 proved")
        });
        assert!(agrees, "{game}\n{told}\n{other}");
    }
}

#[test]
fn moves_without_a_short_normal_form_have_no_description() {
    // A comparison with a real number such as `sqrt(2)` has no normal form.
    let shape = shapes("game g(t: text, r: 0..=3) { move go when sqrt(2) > r and r > 0 -> g(t, r - 1) }");
    assert_eq!(shape, ["none"]);
}

/// Boards whose moves read letters of several rows have no normal form yet, or a long one.
const NOT_YET: [&str; 6] = ["amazons", "clobber", "col", "nogo", "notakto", "snort"];

#[test]
#[ignore = "long: runs with --include-ignored"]
fn every_game_of_the_corpus_has_a_shape() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = finish(program(root, &["check", "specs", "--format", "json"]), b"").status(0);
    let mut games = 0;
    for line in run.out.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        for game in line["games"].as_array().unwrap() {
            games += 1;
            let shape = game["shape"].as_str().unwrap_or_default();
            let name = game["name"].as_str().unwrap();
            assert!(!shape.is_empty() || NOT_YET.contains(&name), "{game}");
        }
    }
    assert!(games > 100, "{games}");
}

#[test]
fn why_names_the_shape_of_small_and_of_large_positions() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for position in ["wythoff(3, 5)", "wythoff(10^30, 10^30)"] {
        let run = finish(program(root, &["solve", "specs/wythoff.game", position, "--why"]), b"").status(0);
        let moves = "the moves of wythoff: vectors (nat, nat): subtract a positive multiple of (1, 1), (1, 0) or (0, 1)";
        assert!(run.out.contains(moves), "{}", run.out);
    }
}
