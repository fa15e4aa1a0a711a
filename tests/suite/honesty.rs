//! Specs that are meant to make gspec present something false as certain. Each misled an earlier
//! version, or is similar to one that did.

use super::case::gspec_in;
use super::support::{Folder, check, codes, rendered};
use gspec::claim::Evidence;
use gspec::model::Model;
use gspec::pipeline::Checked;
use gspec::position::Budget;
use gspec::solve::{Choice, Solver};

fn told(checked: &Checked) -> String {
    rendered(&checked.diagnostics, &checked.opened.sources)
}

/// The rules of the spec are wrong, and one of these codes says so.
#[track_caller]
fn wrong_rules(spec: &str, wanted: &[&str]) {
    let checked = check(spec);
    let found = codes(&checked);
    assert!(found.iter().any(|code| wanted.contains(code)), "{spec}\nwanted {wanted:?}, found {found:?}");
}

/// No claim of the spec is called proved.
#[track_caller]
fn nothing_proved(spec: &str) {
    let checked = check(spec);
    assert!(!checked.verdicts.is_empty(), "{spec}\n{}", told(&checked));
    for verdict in &checked.verdicts {
        let proved = matches!(verdict.evidence, Evidence::Proved { .. });
        assert!(!proved, "{spec}\n{:?}\n{}", verdict.evidence, told(&checked));
    }
}

/// The first claim of the spec is proved.
#[track_caller]
fn proved(spec: &str) {
    let checked = check(spec);
    let first = &checked.verdicts.first().unwrap_or_else(|| panic!("{spec}\n{}", told(&checked))).evidence;
    assert!(matches!(first, Evidence::Proved { .. }), "{spec}\n{first:?}\n{}", told(&checked));
}

#[test]
fn positions_that_reach_a_target_through_a_name_are_seen() {
    wrong_rules("game a(n: nat) { move m(p in {a(n)}) -> p }\nstart a(0)", &["G402"]);
    wrong_rules("game a(n: nat) { move m -> let p = a(n) in p }\nstart a(0)", &["G402"]);
    let h = "game h(n: nat) { move m when n > 0 -> h(n - 1) }\n";
    for target in ["[h(n - 1), h(n)][0]", "let p = h(n - 1) in p"] {
        wrong_rules(&format!("{h}game a(n: nat) {{ move m -> {target} }}\nstart a(0)"), &["G401"]);
    }
    wrong_rules("loopy game l(n: nat) { move m -> [l(n - 1), l(n)][0] }\nstart l(0)", &["G401"]);
}

#[test]
fn facts_of_one_case_do_not_leak_into_another() {
    let empty = "game g(S: {0..=3}, T: {0..=3}) {
        move m(x in {y for y in S} | {5}) when x >= 0 -> g({z for z in S if z > 7}, T)
    }\nstart g({}, {})";
    wrong_rules(empty, &["G402"]);
    let lists = "game a(xs: [5..=9]) { move m(k in {j for j in indices(xs)} | {100}) when k >= 0
            -> b([1 for _i in indices(xs)]) }
        game b(ys: [0..=3]) { move back when len(ys) < 9 -> a([]) }
        start a([])";
    wrong_rules(lists, &["G402"]);
    // Facts of a branch that is not taken must not be used outside it.
    let branch = "game g(n: int) { move m -> g(if n >= 0 then isqrt(n) - isqrt(n) + n else n) }\nstart g(0)";
    wrong_rules(branch, &["G402"]);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn rules_without_a_value_are_found_though_play_is_proved_to_end() {
    wrong_rules(
        "game g(n: nat) { move a(k in 1..=n) when 10 div (n - k) >= 0 -> g(n - k) }\nstart g(3)",
        &["G411"],
    );
    wrong_rules(
        "game g(xs: [nat]) { move m(i in indices(xs)) when xs[i + 1] < 50 and xs[i] > 0
            -> g(xs with [i] = xs[i] - 1) }\nstart g([1, 2])",
        &["G411"],
    );
    wrong_rules(
        "game g(n: nat) { end when n <= 2: lose  end when n == 1: win  move m when n > 0 -> g(n - 1) }\nstart g(1)",
        &["G410"],
    );
    wrong_rules(
        "game g(n: nat) { end when 10 div n == 99: lose  move m when n > 0 -> g(n - 1) }\nstart g(3)",
        &["G411"],
    );
    wrong_rules(
        "fn f(x: nat): nat = x - 5\ngame g(n: nat) { move m when n > 0 and f(n) < 100 -> g(n - 1) }\nstart g(3)",
        &["G411"],
    );
}

#[test]
fn no_copies_need_no_position() {
    proved("game g(n: nat) { move m -> n * g(n - 1) }\nclaim forall n in 0..=3: (n == 0 => winning(g(n)))");
}

#[test]
fn a_search_of_nothing_proves_nothing() {
    let spec = "game g(n: int) { move m -> g(if even(n) then n + 1 else n - 1) }";
    wrong_rules(&format!("{spec}\nclaim \"skipped\": 1 == 1 or losing(g(1))"), &["G402"]);
    wrong_rules(&format!("{spec}\nclaim \"nothing\": forall n in 0..0: losing(g(n))"), &["G402"]);
}

#[test]
fn quantifiers_over_all_naturals_prove_nothing_by_samples() {
    for claim in [
        "(exists n: forall m: m <= n) and 1 == 1",
        "not (forall n: exists m: m > n)",
        "1 == 1 and (exists n in 0..1: forall m: m < n + 1000)",
        "not (forall n in 0..1: exists m: m > n + 1000)",
        "exists n if (forall m: m <= n + 500): n >= 0",
        "forall x in 0..5 if (exists m: m > x + 1000): x < 0",
        "forall x in (if (exists m: m > 1000) then {1} else {2}): x == 2",
        "exists x in {y for y in 0..3 if (forall m: m <= y + 500)}: x == 2",
        "exists n if (forall m: is_square(m) => m <= n + 500): n >= 0",
        "(exists n: forall m: is_square(m) => m <= n) and 1 == 1",
        "forall n: n < 5000",
        "forall n: n * n - 79 * n + 1601 < 10^6",
        "forall a, b: a + b < 3000",
        "forall n: is_square(n) => n < 500^2",
    ] {
        nothing_proved(&format!("claim \"c\": {claim}"));
    }
    proved("claim \"c\": exists n: n * n == 144");
    let bounded = check("claim \"c\": (if (exists m: is_square(m) and m > n) then 1 else 0) repeats every 1");
    assert!(!matches!(bounded.verdicts[0].evidence, Evidence::Refuted { .. } | Evidence::Proved { .. }));
}

/// A witness at the bound of the search leaves the inner quantifier no cases, so it is no evidence. If it counted,
/// false claims of this form would be called *checked*, wherever the search for a witness stops.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn a_witness_that_was_looked_at_too_little_is_no_evidence() {
    // From 7 on, g is lost exactly at 11, 17, 23, …, so that no period but a multiple of 6 holds from anywhere on.
    let game = "fn blind(n: nat): bool = len(digits(n)) >= 1
        game g(n: nat) {
          end when blind(n) and not (n > 6 and n mod 6 == 5): win
          end when not (blind(n) and not (n > 6 and n mod 6 == 5)): lose
        }\n";
    for claim in [
        "exists m: forall k: k >= m => (losing(g(k)) <=> losing(g(k + 4)))",
        "forall n: exists m: forall k: k >= m + n => (losing(g(k)) <=> losing(g(k + 4)))",
        "forall n in 0..9: exists m: forall k: k >= m + n => (losing(g(k)) <=> losing(g(k + 4)))",
        "forall n: not (forall m: exists k: k >= m + n and (losing(g(k)) <=> winning(g(k + 4))))",
        "all(exists m: forall k: k >= m + n => winning(g(k)) for n in 0..9)",
        "let stops = (exists m: forall k: k >= m => winning(g(k))) in stops and 1 == 1",
    ] {
        let checked = check(&format!("{game}claim \"c\": {claim}"));
        let evidence = &checked.verdicts[0].evidence;
        let sure = matches!(evidence, Evidence::Undecided { .. } | Evidence::Refuted { .. });
        assert!(sure, "{claim}\n{evidence:?}\n{}", told(&checked));
    }
}

#[test]
fn claims_that_hold_for_a_long_time_and_then_fail_are_not_proved() {
    for spec in [
        "game g(n: nat) = octal \"0.6\"\nclaim sg(g(n)) repeats every 3 from 61",
        "game g(n: nat) = take {4, 6, 8, 9, 10, 15}\nclaim \"\": sg(g(n)) repeats every 19 from 37",
        "game g(n: nat) = octal \"0.16\"\nclaim \"\": sg(g(n)) repeats every 3 from 30",
        "game g(n: nat) = take all but {3, 7, 8, 9, 10}\nclaim \"\": sg(g(n)) repeats every 1 adding 1 from 90",
        "game a(n: nat) = octal \"0.161\"\ngame b(n: nat) = octal \"0.36\"\nclaim \"\": forall n: sg(a(n)) == sg(b(n))",
    ] {
        let spec = spec.replace("claim sg", "claim \"\": sg");
        nothing_proved(&spec);
    }
}

#[test]
fn loopy_sums_have_smiths_values() {
    let roam = "param H: graph = graph { a -> a, c; c }
        loopy game roam(v: vertex) { move step(w in out(H, v)) -> roam(w) }\n";
    proved(&format!(
        "{roam}claim \"\": winning(roam(a)) and drawn(3*roam(a)) and not equal(3*roam(a), roam(a))"
    ));
    proved(&format!("{roam}claim \"\": equal(4*roam(a), 2*roam(a)) and equal(3*roam(a), 2*roam(a))"));
}

#[test]
fn cycles_of_games_that_are_not_loopy_are_no_draws() {
    let spec = "game g(n: 0..=3) { move m -> g((n + 1) mod 4)  move x when n == 2 -> 0 }\n";
    for claim in ["drawn(misere g(0))", "drawn(all(g(0), g(1)))", "drawn(g(0))"] {
        wrong_rules(&format!("{spec}claim \"\": {claim}"), &["G402"]);
        nothing_proved(&format!("{spec}claim \"\": {claim}"));
    }
}

#[test]
fn ends_under_misere_play_have_no_sums_and_no_compounds() {
    let spec = "game g(n: nat) { end when n == 0: lose  move m when n > 0 -> g(n - 1) }\n";
    for position in ["misere all(g(0), g(0))", "misere all(g(1), g(0))", "misere g(1) + g(2)", "anti g(1)"] {
        let checked = check(&format!("{spec}claim \"\": losing({position}) or winning({position})"));
        assert_eq!(codes(&checked), ["G413"], "{position}\n{}", told(&checked));
    }
    proved(&format!("{spec}claim \"\": losing(misere g(0)) and winning(misere g(1))"));
}

#[test]
fn graphs_are_not_mixed_up() {
    let spec = "param G: graph = graph { a -> b; b }
        param H: graph = graph { c -> d; d }
        game g(v: vertex) { move m(w in out(G, v)) -> g(w) }
        game h(v: vertex) { move m(w in out(H, v)) -> h(w) }";
    let checked = check(spec);
    assert!(checked.ok(), "{}", told(&checked));
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn messages_stay_short() {
    let spec = "game g(n: nat) { measure n * n  move m when n > 0 -> g(n * n - n + 1) }\nstart g(3)";
    let told = told(&check(spec));
    assert!(told.len() < 20_000, "{} bytes", told.len());
}

#[test]
fn the_golden_ratio_is_exact() {
    // Doubles get each of these wrong.
    proved(
        "claim \"\": 165580140 == floor(phi * (267914295 - 165580140))
            and 165580141 != floor(phi * (267914296 - 165580141))
            and floor(phi * 4807526976) == 7778742048",
    );
}

#[test]
fn the_smallest_counterexample_is_least_by_the_greatest_variable() {
    for (claim, wanted) in [
        ("forall x in -5..=5: x != -5 and x != 4", "x = -5"),
        ("forall a in 0..=9, b in 0..=9: a + b != 7", "a = 3, b = 4"),
        ("forall a, b: a * b != 12", "a = 3, b = 4"),
        ("forall S in subsets({1, 2}): len(S) == 0", "S = {1}"),
        ("forall p in [(3, 1), (1, 3)]: p != (1, 3)", "p = (1, 3)"),
    ] {
        let checked = check(&format!("claim \"c\": {claim}"));
        assert!(told(&checked).contains(&format!("is false at {wanted}")), "{claim}\n{}", told(&checked));
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn a_false_claim_shows_the_move_or_the_options_that_tell() {
    let nim = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n";
    for (claim, wanted) in [
        ("forall n in 0..=9: losing(nim(n))", "nim(1) is won: `take(k = 1)` leads to nim(0), which is lost"),
        ("forall n in 0..=9: winning(nim(n))", "nim(0) is lost: there is no move"),
        ("losing(misere nim(0))", "there is no move, which wins under misère play"),
        ("winning(misere nim(1))", "misere nim(1) is lost: its only move leads to a position that is won"),
        ("sg(nim(3)) == 2", "nim(3) has value 3: its options have values 0, 1, 2"),
        ("sg(nim(1)) == 2", "nim(1) has value 1: all its options have value 0"),
        ("sg(nim(5) + 2 * nim(3)) == 2", "has value 5, the nim-sum of 3 (nim(3), 2 times) and 5 (nim(5))"),
        ("losing(nim(10 ^ 30))", "take(k = 1000000000000000000000000000000)` leads to nim(0)"),
        ("forall n in 0..=5: forall k: sg(nim(k)) != n + 3", "it fails at k = 3"),
        ("forall n in 0..=5: let m = n + 1 in winning(nim(m)) and m < 4", "m is 4"),
        ("forall n in 0..=5: losing(nim(n)) <=> bad(n)", "bad(n) is true"),
        ("let s = 3 ^ 5 in sg(nim(s)) == 6", "s is 243"),
        ("forall n in 2..=5: exists k: k > 3 and k * n == 9", "is false at n = 2"),
        ("forall n in 3..=9: exists k: 2 * k == n or 3 * k == n", "is false at n = 5"),
    ] {
        let checked = check(&format!("fn bad(n: nat): bool = n == 0 or n == 2\n{nim}claim \"c\": {claim}"));
        let told = told(&checked);
        let words = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(wanted), "{claim}\n{told}");
    }
}

#[test]
fn of_a_lost_position_too_large_to_list_its_moves_it_is_not_said_that_there_are_none() {
    let nim = "game nim(a: nat, b: nat) { move x(k in 1..=a) -> nim(a - k, b) move y(k in 1..=b) -> nim(a, b - k) }\n";
    let checked = check(&format!("{nim}claim \"c\": winning(nim(10 ^ 20, 10 ^ 20))"));
    assert!(told(&checked).contains("is false"), "{}", told(&checked));
    assert!(!told(&checked).contains("no move"), "{}", told(&checked));
}

#[test]
fn where_nothing_holds_no_case_is_made_up() {
    let checked = check("claim \"c\": exists n in 3..=4: forall k: k != n * n");
    assert!(told(&checked).contains("the claim \"c\" is false\n"), "{}", told(&checked));
    assert!(!told(&checked).contains("it fails at"), "{}", told(&checked));
}

#[test]
fn the_aggregate_of_a_single_number_is_not_always_that_number() {
    // The least natural that is not k is 0: from 1000 on there is no move.
    let rules = "game g(n: nat) { move take(k in 1..=n) when n < 1000 or mex([k]) == k -> g(n - k) }\n";
    nothing_proved(&format!("{rules}claim \"c\": forall n: sg(g(n)) == n"));
    nothing_proved("claim \"c\": forall n: mex([n]) == n");
    nothing_proved("claim \"c\": forall n: n > 0 => mex([k for k in [n]]) == n");
    nothing_proved("claim \"c\": forall n: n > 1 => count([k > 0 for k in [n]]) == n");
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn how_many_threads_look_at_a_claim_changes_nothing_that_is_told() {
    let folder = Folder::with(
        "game nim(n: nat) { move take(k in 1..=3) when k <= n -> nim(n - k) }
claim \"holds\": forall a in 0..=200, b in 0..=200: losing(nim(a) + nim(b)) <=> a mod 4 == b mod 4
claim \"fails late\": forall a in 0..=200, b in 0..=200: sg(nim(a)) + sg(nim(b)) < 6 or a + b < 390
claim \"breaks late\": forall a in 0..=200, b in 0..=200: 1000 mod (398 - a - b) >= 0
claim \"fails and breaks\": forall a in 0..=200, b in 0..=200: a + b < 390 or 10 div (395 - a - b) < 5
claim \"vacuous\": forall a in 0..=200, b in 0..=200: a > 1000 => losing(nim(b))
claim \"with a condition\": forall a in 0..=300, b in {n for n in 0..=300 if n > a}: sg(nim(a)) <= b
claim \"open\": forall a in 0..=200, b in 0..=200: exists k: k * k > a * b
",
    );
    let told = |threads: &str| {
        let run =
            gspec_in(&folder.path(""), &["check", "game.game", "--format", "json", "--threads", threads]);
        let mut json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let claims = json["claims"].as_array_mut().unwrap();
        // Times and counts of examined positions may differ.
        for claim in claims.iter_mut() {
            for changing in ["seconds", "examined"] {
                claim.as_object_mut().unwrap().remove(changing);
            }
        }
        serde_json::to_string_pretty(claims).unwrap()
    };
    let alone = told("1");
    assert!(alone.contains("40401"), "all cases of the first claim: {alone}");
    assert_eq!(alone, told("2"));
    assert_eq!(alone, told("3"));
}

#[test]
fn a_theorem_that_is_not_trusted_is_not_asked() {
    let checked = check("game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n");
    let instance = checked.opened.instance.as_ref().unwrap();
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let game = instance.program.game_ids().next().unwrap();
    let model = Model::of(instance);
    let solver = Solver::new(&model, &budget, Choice::Auto);
    assert!(solver.theorem(game).is_some());
    model.distrust(game);
    assert!(solver.theorem(game).is_none() && model.theorem(game, &budget).is_none());
    let later = Solver::new(&model, &budget, Choice::Auto);
    assert!(later.theorem(game).is_none());
}

/// Cases before the first false one may be open: then a proof finds the smallest counterexample, or the message says that a
/// smaller one may exist.
#[test]
fn a_counterexample_is_the_smallest_or_said_not_to_be_known_as_such() {
    let smallest = |claim: &str| {
        let checked = check(&format!("game t(n: nat) = take {{1, 2, 3}}\nclaim: {claim}"));
        let Evidence::Refuted { counterexample } = &checked.verdicts[0].evidence else {
            panic!("{claim}: {:?}", checked.verdicts[0].evidence)
        };
        let words: Vec<String> = counterexample.iter().map(|(_, value)| format!("{value:?}")).collect();
        (words.join(", "), told(&checked))
    };
    // With the smallest counterexample of each, by hand: no multiple of 2 is odd, no lost heap has remainder 1 modulo 4.
    for (claim, least) in [
        ("forall y: (exists z: odd(2 * z)) and y != 5", "0"),
        ("forall y, z: (exists u: 3 * y != y) and y == z", "0, 0"),
        ("forall y, z: not (z in {6} or (forall u: z >= z))", "0, 0"),
        ("forall y in 0..=9: (exists z: odd(2 * z)) and y != 5", "0"),
        ("forall n: (exists m if m > n: losing(t(m)) and m mod 4 == 1) and n != 6", "0"),
    ] {
        let (found, told) = smallest(claim);
        let found = found.replace("Int(", "").replace(')', "");
        assert!(found == least || told.contains("a smaller one may be"), "{claim}: {found}\n{told}");
    }
}

/// The type of the elements of an empty list comes from the lists beside it, wherever the empty list stands.
#[test]
fn empty_lists_take_the_type_of_their_neighbours() {
    let claims = "claim ([] ++ [7])[0] == 7
        let c = [[]] with [0] = [5]
        claim c[0][0] == 5
        let d = [[], 0..3]
        claim d[1][2] + 1 == 3
        let e = [{}, {4}]
        claim max(e[1]) + 1 == 5
        let t = [(1, []), (2, [3])]
        claim t[1][1][0] + 1 == 4
        claim all(x > 5 for x in [])
        claim [x + 1 for x in []] == []
        claim len([x + 1 for x in []] ++ [2]) == 1
        claim ([x + 1 for x in []] ++ [2])[0] + 1 == 3
        fn f(n: nat): [nat] = if n == 0 then [] else [n]
        claim f(2)[0] + 1 == 3
        claim (if 1 == 2 then [] else [9])[0] + 1 == 10
        claim [y for p in [[], [3]] for y in p] == [3]
        claim sum([y + 1 for p in [[], [3]] for y in p]) == 4
        claim [[]] == [[]]
        claim ([[]] ++ [[1]])[1][0] + 1 == 2
        claim reverse([[], [1]])[0][0] + 1 == 2
        let g = [[[]], [[2]]]
        claim g[1][0][0] * 2 == 4
        claim min([[], [3]][1]) + 1 == 4";
    let verdicts = check(claims).verdicts;
    assert_eq!(verdicts.len(), claims.matches("claim ").count());
    for verdict in verdicts {
        assert!(matches!(verdict.evidence, Evidence::Proved { .. }), "{:?}", verdict.evidence);
    }
    let spec = "let b = [[], [0]]
        game h(a: [nat]) { measure a[1] move go(j in b[1]) when a[1] == 1 -> h([3 - a[j], 0]) }
        start h([1, 1])";
    let run = Folder::with(spec).run(&["solve", "game.game", "h([1, 1])", "--engine", "reference"]);
    run.status(0).out("go(j = 0)  -> h([2, 0])");
    // An empty list has no element, so that the claim has no value.
    assert_eq!(codes(&check("claim [][0] == 1")), ["G602"]);
}

/// A value that depends on an open statement leaves it open whether the body of a `let` has a value.
#[test]
fn a_let_of_an_open_value_decides_nothing() {
    let nim = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }";
    let open = "forall n: sg(nim(n)) + n * n * n == n + n^3";
    for claim in [
        format!("(let x = (if {open} then [1] else [2]) in x[5] == 1) or true"),
        format!("(let x = (if {open} then [1] else [2]) in x[5] == 1) and false"),
        format!("(let x = (if {open} then 1 else 2) in 1 div 0 == x) or true"),
    ] {
        let checked = check(&format!("{nim}\nclaim {claim}"));
        let [verdict] = &checked.verdicts[..] else { panic!("{}", told(&checked)) };
        assert!(matches!(verdict.evidence, Evidence::Undecided { .. }), "{claim}: {:?}", verdict.evidence);
    }
}

/// Where a field leaves its type, positions have no value, and equal components do not cancel.
#[test]
fn values_are_not_proved_where_fields_leave_their_types() {
    let far = "game g(n: nat) { move x when n == 50000 -> g(n - 60000) move y when n > 0 -> g(n - 1) }";
    nothing_proved(&format!("{far}\nclaim forall n: equal(g(n), g(n))"));
    nothing_proved(&format!("{far}\nclaim forall n: equal(g(n) + g(n), 0)"));
    nothing_proved(&format!("{far}\nclaim forall n: losing(g(n) + g(n))"));
    nothing_proved(
        "game g(n: 0..=5, m: nat) { move a when m > 0 -> g(n + m div 1000, m - 1) }
         claim forall m: losing(2*g(0, m))",
    );
    let other = far.replace("move y when n > 0 -> g(n - 1)", "move y(k in 1..=1) when n >= k -> g(n - k)");
    let folder = Folder::new().and("a.game", far).and("b.game", &other);
    let run = folder.run(&["diff", "a.game", "b.game"]);
    assert!(!run.out.contains("(proved"), "{}", run.out);
}

/// The measures of a group are told in the names of a game that still needs them.
#[test]
fn measures_of_two_games_are_told() {
    let checked = check(
        "game a(n: nat) { move x when n > 0 -> b(n - 1, n) }
         game b(n: nat, m: nat) {
           move y when n > 0 -> a(n - 1)
           move z when m > 0 -> b(n, m - 1)
         }",
    );
    let soundness = checked.soundness.unwrap();
    assert_eq!(
        soundness.games[0].termination.by(),
        "`n`, then `m` decreases lexicographically with every move"
    );
}
