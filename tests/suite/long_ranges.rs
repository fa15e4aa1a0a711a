//! Ranges that are too long to iterate over are cut to what guards admit; the moves do not change.

use super::support::{Folder, finish, program, proved};
use crate::suite::share::{cases, repeatable, share};
use proptest::prelude::*;

/// Guards that bound `k`, and some that do not; each has a value everywhere.
const GUARDS: [&str; 12] = [
    "k <= n",
    "k < n + 1",
    "n >= k",
    "2 <= k <= n - 1",
    "n > k - 1 != 3",
    "k mod 3 != 1",
    "k != 2",
    "0 < k != 4 < n",
    "(k > 1 or n mod 2 == 0)",
    "not k == 5",
    "k * k <= 3 * n",
    "n + 2 >= k > n div 2",
];

proptest! {
    #![proptest_config(repeatable(cases(60, 12)))]

    #[test]
    #[ignore = "long: runs with --include-ignored"]
    fn long_ranges_have_the_moves_of_short_ones(
        guards in prop::sample::subsequence(&GUARDS[..], 0..5).prop_shuffle(),
        low in -3i64..4,
        bound in 0usize..3,
    ) {
        // A range is only cut where a guard bounds it; some guard has to keep the moves going down.
        let mut guards = guards;
        guards.insert(bound.min(guards.len()), "0 < k <= n");
        let guard = guards.join(" and ");
        let game = |name: &str, high: &str| {
            format!("game {name}(n: nat) {{ move t(k in {low}..={high}) when {guard} -> {name}(n - k) }}\n")
        };
        let claim = "claim: forall n in 0..=30: sg(long(n)) == sg(short(n)) and moves(long(n)) == moves(short(n))";
        proved(&format!("{}{}{claim}", game("long", "10 ^ 12"), game("short", "60")));
    }
}

#[test]
fn a_position_is_solved_though_the_range_is_too_long() {
    // Take 10^30 to 2·10^30: nothing can be taken from less, from 10^30 only all of it.
    let text = "game t(n: nat) { move m(k in 10^30..=2*10^30) when k <= n -> t(n - k) }";
    let folder = Folder::with(text);
    for (position, outcome) in [("t(10^30 - 1)", "\"P\""), ("t(10^30)", "\"N\""), ("t(3*10^30)", "\"P\"")] {
        let run =
            finish(program(&folder.path(""), &["solve", "game.game", position, "--format", "json"]), b"");
        assert!(run.out.contains(&format!("\"outcome\":{outcome}")), "{position}: {}\n{}", run.out, run.err);
    }
    let run = finish(program(&folder.path(""), &["solve", "game.game", "t(10^30)"]), b"");
    assert!(run.out.contains("m(k = 1000000000000000000000000000000)  -> t(0)"), "{}", run.out);
}

#[test]
fn what_stands_before_a_guard_is_still_evaluated() {
    // At k = 0 the guard has no value, and that comes before the bound: the rules stay mistaken.
    let before =
        "game t(n: nat) { move m(k in 0..=10^12) when 12 mod k == 0 and k <= n -> t(n - k) }\nstart t(3)";
    let after =
        "game t(n: nat) { move m(k in 0..=10^12) when 0 < k <= n and 12 mod k == 0 -> t(n - k) }\nstart t(3)";
    for (text, status) in [(before, 1), (after, 0)] {
        let folder = Folder::with(text);
        let run = finish(program(&folder.path(""), &["check", "game.game"]), b"");
        assert_eq!(run.status, status, "{text}\n{}{}", run.out, run.err);
    }
}

/// A long range is also cut to what the guard admits if some members are removed from it, or if an empty list
/// is joined to it.
#[test]
fn long_ranges_without_members_have_the_moves_of_short_ones() {
    let claim =
        "claim: forall n in 0..=30: sg(long(n)) == sg(short(n)) and moves(long(n)) == moves(short(n))";
    let domains = vec![
        ("(1..=HIGH) - {2, 7, 10^29}", "k <= n"),
        ("(1..=HIGH) - S", "k <= n and k != 3"),
        ("(1..=HIGH) - {}", "n >= k"),
        ("(1..=HIGH) ++ []", "k < n + 1"),
        ("[] ++ (1..=HIGH)", "k <= n and n mod k != 1"),
        ("(1..=HIGH) - {3}", "k <= n and n mod k != 1"),
    ];
    for (domain, guard) in share(domains, 3) {
        let game = |name: &str, high: &str| {
            let domain = domain.replace("HIGH", high);
            format!("game {name}(n: nat) {{ move t(k in {domain}) when {guard} -> {name}(n - k) }}\n")
        };
        let set = "let S = {i * i for i in 0..4}\n";
        proved(&format!("{set}{}{}{claim}", game("long", "10^30"), game("short", "40")));
    }
}

/// Comparing such rules with those of all theorems took many seconds.
#[test]
fn a_long_range_joined_to_nothing_is_checked_soon() {
    let text =
        "game g(n: nat) { move m(k in (2^60..=2^61) ++ []) when k <= n -> g(n - k) }\nclaim: losing(g(3))\n";
    let run = Folder::with(text).run(&["check", "game.game"]);
    assert!(run.took < std::time::Duration::from_secs(5), "{:?}", run.took);
    run.status(0).out("proved");
}
