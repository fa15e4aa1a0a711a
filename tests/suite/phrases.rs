//! Phrases of papers and of other languages raise one error each, whose fix or advice says what was meant; claims that fail
//! show why. Expected texts are written by hand.

use super::support::{Folder, check, codes, gspec, proved, rendered};
use gspec::diagnostic::render::{Style, text};

/// A spec with the first fix applied; the spec has one error.
fn fixed(spec: &str) -> String {
    let told = check(spec).diagnostics;
    let errors: Vec<_> = told.iter().filter(|it| it.is_error()).collect();
    assert_eq!(errors.len(), 1, "{spec}\n{told:?}");
    let fix = errors[0].fix.clone().expect(spec);
    format!("{}{}{}", &spec[..fix.span.start as usize], fix.replacement, &spec[fix.span.end as usize..])
}

const NIM: &str = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n";

#[test]
fn fixes_say_what_was_meant() {
    for (written, meant) in [
        ("let n = 3\nclaim n++ == 4", "let n = 3\nclaim n + 1 == 4"),
        ("claim (+) 1 2 == 3", "claim 1 + 2 == 3"),
        ("claim (-) 3 2 == 1", "claim 3 - 2 == 1"),
        ("let f = x => x + 1\nclaim f(2) == 3", "fn f(x: nat): nat = x + 1\nclaim f(2) == 3"),
        (
            "let f = (x, y) => x + y\nclaim f(2, 3) == 5",
            "fn f(x: nat, y: nat): nat = x + y\nclaim f(2, 3) == 5",
        ),
        ("let f = \\x -> x + 1\nclaim f(2) == 3", "fn f(x: nat): nat = x + 1\nclaim f(2) == 3"),
        ("let f = |x| x + 1\nclaim f(2) == 3", "fn f(x: nat): nat = x + 1\nclaim f(2) == 3"),
        ("let f = lambda x: x + 1\nclaim f(2) == 3", "fn f(x: nat): nat = x + 1\nclaim f(2) == 3"),
        ("fn f(n: nat): nat => n + 1\nclaim f(2) == 3", "fn f(n: nat): nat = n + 1\nclaim f(2) == 3"),
        (
            "graph G { 1 -> 2 }\nclaim len(vertices(G)) == 2",
            "param G: graph = graph { 1 -> 2 }\nclaim len(vertices(G)) == 2",
        ),
        ("claim forall n in 0..5: even(n) xor odd(n)", "claim forall n in 0..5: (even(n) != odd(n))"),
        ("let xs = [1, 2]\nclaim xs[::-1] == [2, 1]", "let xs = [1, 2]\nclaim reverse(xs) == [2, 1]"),
        ("claim forall n in 0..3: n isn't 3", "claim forall n in 0..3: n != 3"),
        (
            "claim forall n in 0..9 if n between 1 and 3: n > 0",
            "claim forall n in 0..9 if 1 <= n <= 3: n > 0",
        ),
        ("claim forall n between 1 and 3: n > 0", "claim forall n in 1..=3: n > 0"),
        ("claim given n in 0..5: n >= 0", "claim forall n in 0..5: n >= 0"),
        ("claim forall n in 0..9 if n ≡ 1 (mod 3): n > 0", "claim forall n in 0..9 if n mod 3 == 1: n > 0"),
        ("let n = 7\nclaim n == 1 (mod 3)", "let n = 7\nclaim n mod 3 == 1"),
        ("let n = 7\nclaim n = 1 (mod 3)", "let n = 7\nclaim n mod 3 == 1"),
        ("claim forall n in 0..3: |n - 2| <= 2", "claim forall n in 0..3: abs(n - 2) <= 2"),
        ("let xs = [1]\nclaim #xs == 1", "let xs = [1]\nclaim len(xs) == 1"),
        ("let n = 7\nclaim ⌊n/2⌋ == 3", "let n = 7\nclaim floor(n/2) == 3"),
        ("let n = 7\nclaim ⌈n/2⌉ == 4", "let n = 7\nclaim ceil(n/2) == 4"),
        ("claim exists n in 0..5, even(n)", "claim exists n in 0..5: even(n)"),
        ("claim exists n in 0..5, n > 3", "claim exists n in 0..5: n > 3"),
        ("claim exists n in 0..5 where n > 3", "claim exists n in 0..5 such that n > 3"),
        ("claim forall n in 0, 1, 2: n < 3", "claim forall n in {0, 1, 2}: n < 3"),
        ("claim {1}\\{2} == {1}", "claim {1}-{2} == {1}"),
        (
            "claim forall n in 0..9 if n ≡ 4 (mod 3): n mod 3 == 1",
            "claim forall n in 0..9 if n mod 3 == 1: n mod 3 == 1",
        ),
        ("claim forall n in 1..5: 7 mod 2n < 2 * n", "claim forall n in 1..5: 7 mod (2 * n) < 2 * n"),
        ("claim forall n, n > 0 => n >= 1", "claim forall n: n > 0 => n >= 1"),
        ("claim forall n in 0..9, even(n): n mod 2 == 0", "claim forall n in 0..9 if even(n): n mod 2 == 0"),
        ("claim forall a < b in 0..9: a != b", "claim forall a in 0..9, b in 0..9 if a < b: a != b"),
        (
            "claim forall k in 1..=9 and odd(k): k mod 2 == 1",
            "claim forall k in 1..=9 if odd(k): k mod 2 == 1",
        ),
        (
            "claim forall k in 1..=9 and odd(k) and k > 3: k > 4",
            "claim forall k in 1..=9 if odd(k) and k > 3: k > 4",
        ),
        ("claim forall n in 0..5: n**2 == n * n", "claim forall n in 0..5: n^2 == n * n"),
        ("claim forall n in 1..<5: n < 5", "claim forall n in 1..5: n < 5"),
        ("claim forall n in 0..5: n is at most 4", "claim forall n in 0..5: n <= 4"),
        ("claim forall n in 3..5: n greater than 2", "claim forall n in 3..5: n > 2"),
        ("claim forall n in 0..5: n == 2 only if n > 1", "claim forall n in 0..5: n == 2 => n > 1"),
        ("claim forall n in 0..5: either even(n) or odd(n)", "claim forall n in 0..5: even(n) or odd(n)"),
        ("claim exists n in 0..5 with n > 3", "claim exists n in 0..5 such that n > 3"),
        ("claim exists an n in 0..5: n > 3", "claim exists n in 0..5: n > 3"),
        ("claim Σ(n for n in 0..5) == 10", "claim sum(n for n in 0..5) == 10"),
        ("claim “ten”: 10 == 10", "claim \"ten\": 10 == 10"),
        ("param most = 3\nclaim most == 3", "param most: nat = 3\nclaim most == 3"),
        ("claim forall n in {8, 12}: n mod 8 == 0 or 4", "claim forall n in {8, 12}: n mod 8 in {0, 4}"),
        ("fn f(n: nat) nat = n + 1\nclaim f(1) == 2", "fn f(n: nat): nat = n + 1\nclaim f(1) == 2"),
        ("claim forall n in 0..5, not even(n): odd(n)", "claim forall n in 0..5 if not even(n): odd(n)"),
        (
            "claim forall n in 0..5, exists m in 0..9: m > n",
            "claim forall n in 0..5: exists m in 0..9: m > n",
        ),
        ("claim forall n with n > 3: n > 2", "claim forall n if n > 3: n > 2"),
        ("claim forall a in 0..5,, b in 0..5: a + b >= 0", "claim forall a in 0..5, b in 0..5: a + b >= 0"),
        ("claim forall v = 4 * 3: v == 12", "claim forall v in {4 * 3}: v == 12"),
        ("claim \"x\" := 1 == 1", "claim \"x\": 1 == 1"),
        ("claim \"x\":: 1 == 1", "claim \"x\": 1 == 1"),
        ("claim foral n in 0..5: n >= 0", "claim forall n in 0..5: n >= 0"),
        ("claim exsits n in 0..5: n > 3", "claim exists n in 0..5: n > 3"),
        ("claim forall n in 0..5: n >= 0 adn n < 7", "claim forall n in 0..5: n >= 0 and n < 7"),
        ("claim forall n in 0..5: n Mod 2 < 2", "claim forall n in 0..5: n mod 2 < 2"),
        (
            "param G: graph = graph {1 - 2, 2 - 3}\nclaim len(edges(G)) == 2",
            "param G: graph = graph undirected {1 - 2, 2 - 3}\nclaim len(edges(G)) == 2",
        ),
    ] {
        let fixed = fixed(written);
        assert_eq!(fixed.replace(" : ", ": "), meant, "{written}");
        proved(&fixed);
    }
    assert_eq!(fixed(&NIM.replace("n - k", "n--")), NIM.replace("n - k", "n - 1"));
    for (written, meant) in [
        (NIM.replace("(n: nat)", "(n: nat):"), NIM.to_string()),
        (NIM.replace("(n: nat)", "(n: nat) ="), NIM.to_string()),
        (NIM.replace("(k in", "(all k in"), NIM.to_string()),
        (NIM.replace("n: nat", "n; nat"), NIM.to_string()),
        (NIM.replace("n: nat", "n nat"), NIM.to_string()),
        (NIM.replace("move", "mvoe"), NIM.to_string()),
        (NIM.replace("->", "whn k < 3 ->"), NIM.replace("->", "when k < 3 ->")),
        (NIM.replace(" }", ", }"), NIM.to_string()),
        (NIM.replace("1..=n)", "1..=n, k != 2)"), NIM.replace("1..=n)", "1..=n) when k != 2")),
        (NIM.replace("1..=n)", "1, 2) when k <= n"), NIM.replace("1..=n)", "{1, 2}) when k <= n")),
        (format!("{NIM}claim misere winning(nim(2))"), format!("{NIM}claim winning(misere nim(2))")),
    ] {
        let fixed = fixed(&written);
        assert_eq!(fixed.replace("  ", " "), meant, "{written}");
        assert!(check(&fixed).ok(), "{fixed}");
    }
}

/// A fix is withdrawn if it leaves an error without a fix; so is advice that shows it.
#[test]
fn fixes_that_lead_nowhere_are_withdrawn() {
    for (spec, help) in [
        ("claim forall n, n > 0 => foo bar => n > 0", None),
        ("claim forall n in 0..5: n % 2 == 0 foo", Some("write `mod`")),
        ("claim 3 % 2", Some("write `mod`")),
        (
            "game g(n: nat) { moves { take(k in 1..=n) -> g(n - k) } }",
            Some("each move is a clause of its own"),
        ),
    ] {
        let told = check(spec).diagnostics;
        assert!(told.iter().all(|it| it.fix.is_none()), "{spec}\n{told:?}");
        let shown = told.iter().find_map(|it| it.help.as_deref());
        if let Some(help) = help {
            assert!(shown.is_some_and(|it| it.contains(help)), "{spec}\n{told:?}");
        }
    }
    // Errors in other places do not matter.
    for spec in
        ["claim 3 % 2 == 1\nclaim x", "claim x\nclaim 3 % 2 == 1\nclaim foo bar", "claim 3 % 2 == 1 and x"]
    {
        let told = check(spec).diagnostics;
        assert!(told.iter().any(|it| it.fix.is_some()), "{spec}\n{told:?}");
    }
}

/// `N` and `P`, which papers use for outcomes, are ordinary unknown names.
#[test]
fn names_of_outcomes_are_unknown_names() {
    for claim in
        ["true or P", "forall n: (losing(nim(n)) <=> n == 0) or N == n", "nim(3) in N", "P and 1 == 1"]
    {
        let checked = check(&format!("{NIM}claim {claim}"));
        assert_eq!(codes(&checked)[0], "G201", "{claim}");
        assert!(!checked.ok(), "{claim}");
    }
}

#[test]
fn signs_that_look_like_others_are_named() {
    for (written, meant) in [
        ("claim\u{a0}1 == 1", "claim 1 == 1"),
        ("claim 1\u{2009}== 1", "claim 1 == 1"),
        ("claim 1 =\u{200b}= 1", "claim 1 == 1"),
        ("claim \"a\"： 1 == 1", "claim \"a\": 1 == 1"),
        ("claim max(1， 2) == 2", "claim max(1, 2) == 2"),
    ] {
        let fixed = fixed(written);
        assert_eq!(fixed, meant, "{written}");
        proved(&fixed);
    }
    // In texts and comments the signs are ordinary characters.
    proved("claim \"ten\u{a0}： \": 1 == 1 // a\u{a0}comment：");
}

/// No fix changes what a claim says.
#[test]
fn fixes_of_congruences_and_bounds_keep_the_meaning() {
    for (written, meant) in [
        (
            "claim forall n, m: n ≡ m (mod 4) => (n - m) mod 4 == 0",
            "claim forall n, m: n mod 4 == m mod 4 => (n - m) mod 4 == 0",
        ),
        (
            "game g(a: nat) { win when a == 0 move t when a > 0 -> g(a - 1) }",
            "game g(a: nat) { end when a == 0: win move t when a > 0 -> g(a - 1) }",
        ),
        ("claim forall n, m > n: m >= 1", "claim forall n, m if m > n: m >= 1"),
        ("claim forall n, m < n: n >= 1", "claim forall n, m if m < n: n >= 1"),
        ("claim forall n, m != n: n >= 1 or m >= 1", "claim forall n, m if m != n: n >= 1 or m >= 1"),
    ] {
        let fixed = fixed(written);
        assert_eq!(fixed, meant, "{written}");
        assert!(check(&fixed).ok(), "{fixed}");
    }
    for (spec, advice) in [
        ("claim forall n in 0..9: n ≡ 0 (mod 2^2) or n > 0", "a congruence is a comparison of remainders"),
        ("claim forall n in 0..9: n^2 ≡ 0 (mod 16) or n >= 0", "a congruence is a comparison of remainders"),
        ("param G: graph = graph {1 2; 2 3}\nclaim len(edges(G)) == 2", "write an edge: `1 -> 2`"),
        ("claim ~3 == -4", "numbers have no complement"),
    ] {
        let told = check(spec).diagnostics;
        let is_advice = |it: &gspec::diagnostic::Diagnostic| {
            it.fix.is_none() && it.help.as_deref().is_some_and(|it| it.contains(advice))
        };
        assert!(told.iter().any(is_advice), "{spec}\n{told:?}");
    }
}

/// Claims about a game whose play never ends are not waited for.
#[test]
fn infinite_play_is_reported_before_claims_search_it() {
    let spec =
        "game nim(a: nat) { move take(k in 1..=a) -> nim(a + k) }\nclaim forall n in 0..=5: sg(nim(n)) == n";
    assert_eq!(codes(&check(spec)), ["G402"]);
}

/// All consequences of one slip are one error.
#[test]
fn one_slip_is_one_message() {
    let in_nim = |claim: &str| format!("{NIM}{claim}");
    for spec in [
        NIM.replace("n - k", "n - j"),
        NIM.replace("n - k)", "n - k))"),
        NIM.replace("1..=n", "1..=n and odd(k)"),
        NIM.replace(" }", " )"),
        NIM.replace("nim(n - k)", "nim(n - k])"),
        "param G: graph = graph {1 - 2, 2 - 3, 3 - 4}\nclaim len(edges(G)) == 3".to_string(),
        NIM.replace("n: nat", "n: set"),
        in_nim("claim outcome(nim(3)) == N"),
        in_nim("claim sg(nim(3)) => 3"),
        in_nim("claim forall n in 0..9 and n != 3: sg(nim(n)) == n"),
        in_nim("claim forall in 0..9: losing(nim(0))"),
    ] {
        let told = check(&spec).diagnostics;
        assert_eq!(told.len(), 1, "{spec}\n{told:?}");
        assert!(told[0].is_error() && told[0].help.is_some(), "{spec}\n{told:?}");
    }
}

/// In papers, n = 1 mod 3 is a congruence.
#[test]
fn a_remainder_of_a_number_is_warned_of() {
    for (claim, meant) in [
        ("n == 1 mod 3 => n == 1", "n mod 3 == 1"),
        ("n + 1 != 0 mod 2 or n >= 0", "(n + 1) mod 2 != 0"),
        ("sg(nim(n)) == 1 mod 3 => n == 1", "sg(nim(n)) mod 3 == 1"),
    ] {
        let told = check(&format!("{NIM}claim forall n in 0..9: {claim}")).diagnostics;
        let codes: Vec<&str> = told.iter().map(|it| it.code.name()).collect();
        assert_eq!(codes, ["G112"], "{claim}");
        assert_eq!(told[0].fix.as_ref().unwrap().replacement, meant);
    }
    for claim in ["n mod 3 == 1 mod 3 => n != 2", "n == 7 mod 3 => n == 1", "n < 1 mod 3 => n == 0"] {
        let told = check(&format!("claim forall n in 0..9: {claim}")).diagnostics;
        assert!(told.iter().all(|it| it.code.name() != "G112"), "{claim}");
    }
}

/// The advice adds a missing guard to the whole condition of a move, in parentheses if the condition needs them.
#[test]
fn a_guard_is_added_behind_the_whole_condition() {
    for (condition, advice) in [
        ("k == 1 or k == 2", "put the condition of the move in parentheses, and add `and k <= n` after them"),
        ("k > 3 => n > 3", "put the condition of the move in parentheses, and add `and k <= n` after them"),
        ("k > 0 and k < 4", "add `and k <= n` to the move"),
    ] {
        let rules = |condition: &str| {
            format!("game g(n: nat) {{ measure n move t(k in 1..=5) when {condition} -> g(n - k) }}")
        };
        let told = check(&rules(condition)).diagnostics;
        let helps: Vec<&String> = told.iter().filter_map(|it| it.help.as_ref()).collect();
        assert!(helps.iter().any(|help| **help == advice), "{condition}: {helps:?}");
        assert!(check(&rules(&format!("({condition}) and k <= n"))).ok(), "{condition}");
    }
}

/// Where a phrase has two meanings, or nothing in the language corresponds to it, there is advice without a fix.
#[test]
fn unclear_phrases_have_advice_without_a_fix() {
    for (spec, advice) in [
        ("let s = {1}\nclaim |s| == 1", "write `len(s)` for how many, `abs(s)` for the absolute value"),
        ("claim forall n in 0..5: 2 * n ≡ 0 (mod 2)", "a congruence is a comparison of remainders"),
        ("claim forall n in 0..5: n + 1 between 1 and 6", "write a chain of comparisons: `1 <= n <= 3`"),
        ("claim forall n in 0..5: 2 * n between 0 and 8", "write a chain of comparisons: `1 <= n <= 3`"),
        ("game 3nim(n: nat) { move t(k in 1..=n) -> 3nim(n - k) }", "names begin with a letter"),
        ("let xs = [1, 2, 3]\nclaim xs[::2] == [1, 3]", "`[xs[i] for i in indices(xs) if i mod 2 == 0]`"),
        ("claim forall n in 0..5: assume n > 0, n >= 0", "a condition stands before `=>`"),
        ("claim do x <- 3", "there is no `do`"),
        ("claim misere: 1 == 1", "for misère play write `misere` before each position"),
    ] {
        let told = check(spec).diagnostics;
        assert!(
            told.iter()
                .any(|it| it.fix.is_none() && it.help.as_deref().is_some_and(|it| it.contains(advice))),
            "{spec}\n{told:?}"
        );
    }
    // A word of the spec keeps its meaning.
    proved("let p = true\nlet q = true\nlet f = p => q\nclaim f");
    proved("let between = 3\nclaim between == 3");
}

/// One unknown type is one error, whatever uses its values.
#[test]
fn an_unknown_type_is_one_error() {
    for spec in [
        "game g(w: string) { move m when len(w) > 0 -> g(w[1..]) }\nclaim losing(g(\"\"))",
        "game g(p: (nat, foo)) { move m when p[0] > 0 -> g((p[0] - 1, p[1])) }\nclaim losing(g((0, 1)))",
        "game g(p: [(nat, foo)]) { move m(i in indices(p)) -> g(p[i..]) }\nclaim losing(g([(1, 2)]))",
        "fn f(w: string): nat = len(w)\nclaim f(\"a\") == 1",
        "param w: string = \"abc\"\nclaim contains(w[1..], \"b\") and len(w) == 3",
        "fn f(n: nat): foo = n\nclaim f(1) == 1 and len(f(2)) == 2",
    ] {
        let checked = check(spec);
        let errors = checked.diagnostics.iter().filter(|it| it.is_error()).count();
        assert_eq!((errors, codes(&checked)[0]), (1, "G201"), "{spec}\n{:?}", checked.diagnostics);
    }
    // Errors that do not come from the unknown type remain.
    assert_eq!(codes(&check("param a: foo = 3\nclaim a + 1")).len(), 2);
    assert_eq!(codes(&check("claim (1, x) == 3")), ["G201"]);
    assert_eq!(codes(&check("claim (1, 2) == 3")), ["G303"]);
}

/// The notes of the first refuted claim (G601) in a spec behind the rules [`NIM`].
fn notes(spec: &str) -> Vec<String> {
    let told = check(&format!("{NIM}{spec}")).diagnostics;
    told.iter().find(|it| it.code.name() == "G601").expect(spec).notes.clone()
}

/// Only an empty heap of Nim is lost, and a heap of n has value n.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn claims_with_exists_all_and_any_show_the_cases_that_make_them_false() {
    for (claim, note) in [
        (
            "exists n in 1..5: losing(nim(n))",
            "no n in 1..5 satisfies the body: at n = 1, losing(nim(n)) is false; at n = 2, losing(nim(n)) is false; and 2 more",
        ),
        (
            "exists n in 1..3, m in 1..3: sg(nim(n)) == sg(nim(m)) + 7",
            "no n, m fit: at n = 1, m = 1, sg(nim(n)) is 1, sg(nim(m)) + 7 is 8; \
             at n = 1, m = 2, sg(nim(n)) is 1, sg(nim(m)) + 7 is 9; and 2 more",
        ),
        (
            "exists n in {2, 3} if n > 5: losing(nim(n))",
            "no n satisfies the body: no case meets the conditions",
        ),
        (
            "exists n: sg(nim(n)) == n + 1",
            "no n satisfies the body: at n = 0, sg(nim(n)) is 0, n + 1 is 1; at n = 1, sg(nim(n)) is 1, n + 1 is 2; and so on",
        ),
        (
            "exists n if n > 6: losing(nim(n))",
            "no n satisfies the body: at n = 7, losing(nim(n)) is false; at n = 8, losing(nim(n)) is false; and so on",
        ),
        ("exists n in 3..3: losing(nim(n))", "no n in 3..3 satisfies the body: there is no case"),
        (
            "all(losing(nim(n)) for n in [0, 0, 3, 2])",
            "all(losing(nim(n)) for n in [0, 0, 3, 2]) is false: at n = 2, losing(nim(n)) is false",
        ),
        (
            "any(sg(nim(n)) > 4 for n in 1..3)",
            "any(sg(nim(n)) > 4 for n in 1..3) is false: at n = 1, sg(nim(n)) is 1; at n = 2, sg(nim(n)) is 2",
        ),
        (
            "not exists n in 0..5: losing(nim(n))",
            "exists n in 0..5: losing(nim(n)) is true: at n = 0, losing(nim(n)) is true",
        ),
        ("not any(n < 3 for n in [4, 2])", "any(n < 3 for n in [4, 2]) is true: at n = 2"),
        (
            "(forall n in 0..5: losing(nim(n)) or n > 2) <=> true",
            "forall n in 0..5: losing(nim(n)) or n > 2 is false: at n = 1, losing(nim(n)) is false, n > 2 is false",
        ),
        (
            "1 == 1 => (exists n in 2..5: sg(nim(n)) == 7)",
            "exists n in 2..5: sg(nim(n)) == 7 is false: at n = 2, sg(nim(n)) is 2; at n = 3, sg(nim(n)) is 3; and 1 more",
        ),
        (
            "forall m in 0..3: exists n in 2..5: sg(nim(n)) == m",
            "exists n in 2..5: sg(nim(n)) == m is false: at n = 2, sg(nim(n)) is 2; at n = 3, sg(nim(n)) is 3; and 1 more",
        ),
        (
            "exists a, b: sg(nim(a)) == a + b + 1",
            "no a, b fit: at a = 0, b = 0, sg(nim(a)) is 0, a + b + 1 is 1; \
             at a = 0, b = 1, sg(nim(a)) is 0, a + b + 1 is 2; and so on",
        ),
        (
            "not (forall n in 0..5: sg(nim(n)) < 5)",
            "forall n in 0..5: sg(nim(n)) < 5 is true: at n = 0, sg(nim(n)) is 0; at n = 1, sg(nim(n)) is 1; and 3 more",
        ),
        (
            "not forall n: sg(nim(n)) == n",
            "forall n: sg(nim(n)) == n is true: at n = 0, sg(nim(n)) is 0; at n = 1, sg(nim(n)) is 1; and so on",
        ),
        ("forall n in 0..5: not n == 3", "n == 3 is true"),
        ("all([sg(nim(1)) == 1, sg(nim(2)) == 3])", "sg(nim(2)) is 2"),
        (
            "all([sg(nim(1)) == 1, sg(nim(2)) == 3])",
            "all([sg(nim(1)) == 1, sg(nim(2)) == 3]) is false: element 2, sg(nim(2)) == 3, is false",
        ),
        ("all([true, false])", "all([true, false]) is false: element 2 is false"),
        ("forall a in 0..5, b in 0..5: sg(nim(min(a, b))) == min(a, b) + 1", "sg(nim(min(a, b))) is 0"),
        ("min([1, 2]) == 2", "min([1, 2]) is 1"),
    ] {
        let notes = notes(&format!("claim {claim}"));
        assert!(notes.iter().any(|it| it == note), "{claim}\n{notes:#?}");
    }
    for (claim, note) in [
        ("f(3)", "f(3) is false: at x = 3, sg(nim(3)) is 3, x + 1 is 4"),
        ("not f(2)", "f(2) is true: at x = 2, sg(nim(3)) is 3, x + 1 is 3"),
        ("forall n in 0..4: f(n)", "f(n) is false: at x = 0, sg(nim(3)) is 3, x + 1 is 1"),
    ] {
        let notes = notes(&format!("fn f(x: int): bool = sg(nim(3)) == x + 1\nclaim {claim}"));
        assert!(notes.iter().any(|it| it == note), "{claim}\n{notes:#?}");
    }
}

#[test]
fn claims_beside_an_error_in_the_rules_are_judged_or_said_not_to_be() {
    let bad = "game good(n: nat) { move m(k in 1..=n) -> good(n - k) }\n\
               game bad(n: nat) { move m(k in 1..=n + 1) -> bad(n - k) }\n\
               game calls(n: nat) { move m when n > 0 -> bad(n - 1) }\n\
               claim \"a\": losing(good(0))\nclaim \"b\": winning(bad(1))\nclaim \"c\": winning(calls(1))\n\
               claim \"d\": losing(good(1))\nclaim \"e\": forall n: losing(good(n)) <=> n == 0\nstart bad(3)\n";
    let folder = Folder::with(bad);
    let run = folder.run(&["check", "game.game", "--format", "json"]).status(1);
    let claims = &run.json()[0]["claims"];
    let status: Vec<_> = (0..5).map(|at| claims[at]["status"].as_str().unwrap().to_string()).collect();
    assert_eq!(status, ["proved", "undecided", "undecided", "refuted", "proved"]);
    assert_eq!(claims[1]["by"], "not judged, because the rules of `bad` are wrong or not proved");
    assert_eq!(claims[2]["by"], "not judged, because the rules of `bad` are wrong or not proved");
    folder.run(&["check", "game.game"]).status(1).err("G401").out("? b").out("not judged");
    // For a file with an unknown name, the summary says how many claims it has.
    let folder = Folder::with("game g(n: nat) { move m -> g(x) }\nclaim losing(g(0))\nclaim \"b\": 1 == 1\n");
    folder.run(&["check", "game.game"]).status(1).out("not ok: 2 claims not judged; 1 error");
    let run = folder.run(&["check", "game.game", "--format", "json"]).status(1);
    assert_eq!(run.json()[0]["claims_not_judged"], 2);
    let folder = Folder::with("claim 1 == 1\n");
    let run = folder.run(&["check", "game.game", "--format", "json"]).status(0);
    assert!(run.json()[0].get("claims_not_judged").is_none());
}

/// In Nim a heap of 3 has value 3 and a heap of 4 has value 4. A move of `bad` may take one more than there is.
#[test]
fn an_error_in_one_claim_leaves_the_others_and_the_rules_to_be_checked() {
    let bad = "game bad(n: nat) { move m(k in 1..=n + 1) -> bad(n - k) }\n";
    let claims = "start here = nimm(3)\nstart bad(2)\nclaim \"a\": sg(nim(3)) == 3\n\
                  claim \"b\": sg(nim(totla)) == 3 and (forall n in 0..\"x\": true)\n\
                  claim \"c\": sg(nim(4)) == 3\nclaim \"d\": losing(here) and losing(here)\n";
    let folder = Folder::with(&format!("{NIM}{bad}{claims}"));
    let run = folder.run(&["check", "game.game"]).status(1).err("G203").err("G201").err("G401").err("G601");
    for line in [
        "✓ a  proved",
        "? b  not judged, because of an error in it",
        "✗ c  refuted",
        "? d  not judged, because of an error in it or in a start that it names",
    ] {
        assert!(run.out.contains(line), "{line}\n{}", run.out);
    }
    // Other commands do not answer about such a file.
    folder.run(&["solve", "game.game", "nim(3)"]).status(1).err("G203");
    // Which positions matter is not known if the only claim about a game cannot be read: `odd(1)` breaks the rules, and `odd(2)`
    // reaches no such position.
    let odd = "game odd(n: nat) { move m when n != 0 -> odd(n - 2) }\n";
    let told = check(&format!("{odd}claim: losing(odd(totla))\n"));
    assert!(!codes(&told).contains(&"G401"), "{:?}", codes(&told));
    // With an unknown name in the rules of a game, no claim is judged, not even one about another game.
    let told = check(&format!("{NIM}game worse(n: nat) {{ move m -> wors(n) }}\nclaim: sg(nim(4)) == 3\n"));
    assert!(told.verdicts.is_empty());
}

/// A long line is shown around the place, with `…` where letters are left out, and the mark is below the place.
#[test]
fn long_lines_are_shown_around_the_place() {
    let digits = "7".repeat(400);
    for (spec, mark) in [
        (format!("claim: \"{digits}\" == \"\" and x + {digits} > 0\n"), "x"),
        (format!("claim x + {digits} > 0\n"), "x"),
        (format!("claim {digits} > x\n"), "x"),
        (format!("claim: \"{}\" == \"\" and x and \"{}\" == \"\"\n", "ä".repeat(300), "∈ö".repeat(200)), "x"),
    ] {
        let checked = check(&spec);
        let text = rendered(&checked.diagnostics, &checked.opened.sources);
        let lines: Vec<Vec<char>> = text.lines().map(|it| it.chars().collect()).collect();
        let at = lines.iter().position(|it| it.contains(&'┬')).unwrap();
        let column = lines[at].iter().position(|it| *it == '┬').unwrap();
        assert_eq!(lines[at - 1][column].to_string(), mark, "{text}");
        assert!(lines.iter().all(|it| it.len() <= 100), "{text}");
        assert!(lines[at - 1].contains(&'…'), "{text}");
        let place = spec.chars().position(|it| it == 'x').unwrap() + 1;
        assert!(text.contains(&format!(":1:{place}]")), "{text}");
    }
    // A short line beside a long one is whole.
    let spec = format!(
        "claim 1 == 1 // {digits}\nclaim x == 3 and 17 == 17 and 18 == 18 and 19 == 19 and 20 == 20\n"
    );
    let checked = check(&spec);
    let text = rendered(&checked.diagnostics, &checked.opened.sources);
    assert!(text.contains("claim x == 3 and 17 == 17 and 18 == 18 and 19 == 19 and 20 == 20\n"), "{text}");
}

/// The drawing of an error fits the terminal, whatever the length of the line, with the marks below their words.
#[test]
fn lines_are_cut_by_the_width_of_the_terminal() {
    for length in [50, 74, 75, 76, 82, 100, 160, 240, 2000] {
        let filler = format!("\"{}\" == \"\"", "a".repeat(length));
        for spec in [
            format!("claim: {filler} and totla == 3\n"),
            format!("claim: totla == 3 and {filler}\n"),
            format!("claim: {filler} and totla == 3 and {filler}\n"),
            // Two labels in one line.
            format!("let total = 3 claim: {filler} and totla == 3\n"),
            format!("let total = 3 claim: totla == 3 and {filler}\n"),
        ] {
            let checked = check(&spec);
            for width in [60, 80, 120] {
                let style = Style { colour: false, width };
                let shown: String =
                    checked.diagnostics.iter().map(|it| text(it, &checked.opened.sources, style)).collect();
                // Words beside a place at the end of a line that fits go beyond it.
                let is_long = |it: &&str| it.chars().count() > width && !it.contains('╰');
                assert_eq!(shown.lines().find(is_long), None, "{width}: {shown}");
                let lines: Vec<Vec<char>> = shown.lines().map(|it| it.chars().collect()).collect();
                let at = lines.iter().position(|it| it.contains(&'┬')).unwrap();
                let below: Vec<usize> = (0..lines[at].len()).filter(|it| lines[at][*it] == '┬').collect();
                // `┬` stands in the middle of each word.
                for column in &below {
                    assert!(
                        "totla total"
                            .contains(&lines[at - 1][column - 2..=column + 2].iter().collect::<String>()),
                        "{shown}"
                    );
                }
                assert_eq!(below.len(), 1 + usize::from(spec.starts_with("let")), "{shown}");
                let place = spec.find("totla").unwrap() + 1;
                assert!(shown.contains(&format!(":1:{place}]")), "{shown}");
            }
        }
    }
}

/// The primary place of an error is drawn before the places that explain it.
#[test]
fn the_primary_place_is_drawn_first() {
    let far = check("let total = 3\n\n\n\n\nclaim totla == 3\n");
    let shown = rendered(&far.diagnostics, &far.opened.sources);
    let at = |words: &str| shown.find(words).unwrap_or_else(|| panic!("{words}: {shown}"));
    assert!(at(":6:7]") < at("not in scope") && at("not in scope") < at(":1:5]"), "{shown}");
    // Neighbours are one drawing, in the order of the file.
    let near = check("let total = 3\n\nclaim totla == 3\n");
    let shown = rendered(&near.diagnostics, &near.opened.sources);
    assert_eq!(shown.matches('╭').count(), 1, "{shown}");
    assert!(shown.contains(":3:7]"), "{shown}");
}

#[test]
fn positions_with_hundreds_of_digits_are_abbreviated() {
    let digits = "7".repeat(400);
    let position = format!("{digits}, {digits}");
    // The positions do not fit into any memory: the engine does not answer, and a picture shows the first 20 of them.
    let graph = ["--engine", "graph", "--limit-time", "50ms"];
    let run = gspec(&[&["solve", "specs/tutorial/pair.game", &position], &graph[..]].concat()).status(3);
    let shown = gspec(&["graph", "specs/tutorial/pair.game", &position, "--most", "20"]).status(0);
    let shown = shown.err("“…” marks them: the graph stops at 20 positions");
    for run in [&run, &shown] {
        assert!(
            !run.err.contains(&"7".repeat(100)) && !run.out.contains(&"7".repeat(100)),
            "{}{}",
            run.err,
            run.out
        );
    }
    assert!(run.err.lines().all(|line| line.chars().count() <= 100), "{}", run.err);
}

#[test]
fn ranges_that_are_nearly_right_say_what_to_type() {
    let table = |ranges: &[&str]| {
        gspec(&[&["table", "specs/wythoff.game", "wythoff(a, b)", "b=0..3"], ranges].concat())
    };
    table(&["a=0:5"]).status(2).err("write `a=0..=5` with 5, or `a=0..5` without it");
    table(&["a=0-5"]).status(2).err("write `a=0..=5` with 5, or `a=0..5` without it");
    table(&["a=0.."]).status(2).err("write both ends, as in `a=0..=20`");
    let wanted = table(&["a=0..5"]).status(0).out;
    assert_eq!(table(&["a 0..5"]).status(0).out, wanted);
    let wanted = gspec(&["table", "specs/heaps/nim.game", "n=0..5"]).status(0).out;
    assert_eq!(gspec(&["table", "specs/heaps/nim.game", "n", "0..5"]).status(0).out, wanted);
}
