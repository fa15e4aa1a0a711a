//! Convenient forms that the language accepts, and the help for habits from elsewhere.

use super::share::share;
use super::support::{Folder, check, codes, proved};

const CODED: &str = "param code: text = \"0.77\"\ngame g(n: nat) = octal code\n";

#[test]
fn a_code_is_the_text_that_a_parameter_has() {
    let folder = Folder::with(CODED);
    let value = |settings: &[&str], heap: &str, value: &str| {
        let command = [&["solve", "game.game", heap, "--format", "json"], settings].concat();
        folder.run(&command).status(0).out(&format!("\"sg\":{value}"));
    };
    // Kayles, Dawson's Kayles (0.07) and 0.137 (Dawson's Chess): Winning Ways, chapter 4.
    value(&[], "g(7)", "2");
    value(&[], "g(9)", "4");
    value(&["--set", "code=\"0.07\""], "g(9)", "0");
    value(&["--set", "code=\"0.137\""], "g(8)", "0");
    value(&["--set", "code=\"0.\" ++ \"137\""], "g(9)", "3");
    folder.run(&["check", "game.game", "--set", "code=\"0.137\""]).status(0).out("= octal \"0.137\"");
    folder.run(&["period", "game.game", "g(n)", "--set", "code=\"0.137\""]).status(0).out("34");
}

#[test]
fn a_bad_code_from_outside_is_told_there() {
    let folder = Folder::with(CODED);
    let told = |setting: &str, code: &str| {
        folder.run(&["check", "game.game", "--set", setting]).status(2).err(code).err("--set code");
    };
    told("code=\"0.78\"", "G107");
    told("code=7", "G301");
    told("code=if 1 < 2 then \"0.7\" else \"0.3\"", "G107");
}

/// Specs with a mistake or a habit of other languages, each with words of the expected help.
// Long: a table with a line for each habit.
const HABITS: &[(&str, &str)] = &[
    ("claim sqrt(16) in 0..sqrt(17)", "write `isqrt(n)`"),
    ("claim [3, 4, 5][:2] == [3, 4]", "`[3, 4, 5][..2]`"),
    ("let xs = [3, 4, 5] claim xs[:2] == [3, 4]", "`xs[..2]`"),
    ("game g(n: nat) { for k in 1..=3: move m(k) -> g(n - k) }", "binders list the choices"),
    ("game g(n: nat) { move m when n > 0 -> g(n - 1) end when n = 0: lose }", "write `==` to compare"),
    ("game g(n: nat) { move m -> g(n) or nim(n) }", "write a move for each"),
    ("game g(n: nat) { move m -> g(n) and nim(n) }", "write `g(n) + nim(n)`"),
    ("game g(n: nat) { \"\"\"Take one.\"\"\" move m when n > 0 -> g(n - 1) }", "that begin with `///`"),
    ("game g(n: nat)\n  move m when n > 0 -> g(n - 1)", "need braces"),
    ("game g(n ∈ ℕ) { }", "write `:` before the type"),
    ("game g(n in nat) { }", "write `:` before the type"),
    ("fn f(n: nat): nat = case n of 0 -> 1", "if c then x else if d then y else z"),
    ("game g(n: nat) { if n == 0 then lose move m when n > 0 -> g(n - 1) }", "`end when CONDITION: lose`"),
    (
        "game g(n: nat) { move m(k in 1..=n) when k != 2, k > 1 -> g(n - k) }",
        "write `and` between conditions",
    ),
    ("claim 2 in {1, …, 3}", "write the range `1..=3`"),
    ("let next = lambda k: k + 1", "`fn next(k: nat): nat = k + 1`"),
    ("let next = \\k -> k + 1", "`fn next(k: nat): nat = k + 1`"),
    ("game g(p: (vertex, nothing)) { }", "a list of at most one element"),
    ("game g(p: [maybe]) { }", "a list of at most one element"),
    ("claim 1 == 1 /* a comment */", "comments begin with `//`"),
    ("claim forall n in 0 to 5: n >= 0", "write the range `0..=5`"),
    ("claim forall n in 0...5: n >= 0", "`0..=5` with it"),
    ("claim forall n from 0 to 5: n >= 0", "`n in 0..=5`"),
    ("claim forall n >= 1. winning(nim(n))", "`n if n >= 1`"),
    ("claim forall n, n >= 0: n >= 0", "`n if n >= 0`"),
    ("claim forall n: 0..5: n >= 0", "`n in 0..5`"),
    ("claim grundy nim(3) == 3", "write `sg(nim(3))`"),
    ("claim winning(nim(3)):", "remove the `:`"),
    ("let f(x) = x + 1", "`fn f(x: nat): nat = x + 1`"),
    ("claim sg(nim(n)) == n for n in 0..5", "the quantifier comes first"),
    ("claim losing(nim(0)) for all n", "the quantifier comes first"),
    ("claim every n in 0..5: n >= 0", "write `forall n in D: …`"),
    ("claim is_odd(5)", "write `odd(…)`"),
    ("claim iff(true, true)", "`true <=> true`"),
    ("claim losing(nim(n)) <=> n == 0", "write `forall n: …`"),
    ("claim misere losing(nim(1))", "`losing(misere nim(1))`"),
    ("start nim(3), nim(4)", "write `P + Q` for a sum"),
    ("claim grundy(nim(3)) == 3", "write `sg(…)`"),
    ("claim nimber(nim(3)) == 3", "write `sg(…)`"),
    ("claim value(nim(3)) == 3", "write `sg(…)`"),
    ("claim outcome(nim(3)) == 1", "write `losing(nim(3))` or `winning(nim(3))`"),
    ("claim lost(nim(0))", "write `losing(…)`"),
    ("claim wins(nim(1))", "write `winning(…)`"),
    ("claim P(nim(0))", "write `losing(…)`"),
    ("claim N(nim(1))", "write `winning(…)`"),
    ("claim nim(0) is lost", "write `claim losing(nim(0))`"),
    ("claim nim(3) wins", "write `winning(nim(3))`"),
    ("claim size([1]) == 1", "write `len(…)`"),
    ("claim length([1]) == 1", "write `len(…)`"),
    ("claim [1].length == 1", "`len([1])`"),
    ("claim forall n in range(5): n >= 0", "`0..5`"),
    ("claim 7 // 2 == 3", "`7 div 2`"),
    ("claim 7 % 2 == 1", "write `mod`"),
    ("claim true && true", "write `and`"),
    ("claim true || false", "write `or`"),
    ("claim !false", "write `not`"),
    ("claim 1 = 1", "write `==`"),
    ("claim 1 <> 2", "write `!=`"),
    ("let x == 3", "write `=`"),
    ("claim ∀ n: n >= 0", "write `forall`"),
    ("claim ∃ n: n == 3", "write `exists`"),
    ("claim ¬false", "write `not`"),
    ("claim true ∧ true", "write `and`"),
    ("claim true ∨ false", "write `or`"),
    ("claim true → true", "write `=>`"),
    ("claim true ⇒ true", "write `=>`"),
    ("claim true ⇔ true", "write `<=>`"),
    ("claim true implies true", "write `=>`"),
    ("claim 1 == 1;", "remove the `;`"),
    ("# a comment", "write `//`"),
    ("/* a comment */", "comments begin with `//`"),
    ("claim for all n: n >= 0", "write `forall n: …`"),
    ("claim there exists n: n == 3", "write `exists n: …`"),
    ("claim forall n such that n == 3", "the body follows `:`"),
    ("claim forall n < 5: n < 6", "`n in 0..5`"),
    ("claim forall n <= 5: n < 6", "`n in 0..=5`"),
    ("claim forall n >= 2: n > 1", "`n if n >= 2`"),
    ("claim forall n: nat: n >= 0", "variables have no types"),
    ("claim forall n in N: n >= 0", "`forall n: …`"),
    ("claim forall n | n > 2: n > 1", "`n if n > 2`"),
    ("claim union({1}, {2}) == {1, 2}", "write `{1} | {2}`"),
    ("claim {1} union {2} == {1, 2}", "write `|`"),
    ("claim {1} ∪ {2} == {1, 2}", "write `|`"),
    ("claim {1} subset {1, 2}", "`all(x in {1, 2} for x in {1})`"),
    ("claim {1} <= {1, 2}", "`{1} - {1, 2} == {}`"),
    ("claim 1 in (1, 2)", "`{1, 2}`"),
    ("claim [i | i in 0..3] == [0]", "write `[i for i in 0..3]`"),
    ("claim {n^2 | n in 0..3} == {0, 1, 4}", "write `{n^2 for n in 0..3}`"),
    ("claim len({n in 0..5 | n > 2}) == 2", "write `{n for n in 0..5 if n > 2}`"),
    ("claim {n in 0..=9 | odd(n) and n > 2} == {3}", "`{n for n in 0..=9 if odd(n) and n > 2}`"),
    ("claim {n in {1} | {2, 3} | n > 2, odd(n)} == {3}", "`{n for n in {1} | {2, 3} if n > 2 if odd(n)}`"),
    (
        "claim {(x, y) | x in 0..3, y in 0..3, x < y} == {}",
        "write `{(x, y) for x in 0..3 for y in 0..3 if x < y}`",
    ),
    (
        "claim forall n in [0..5]: n >= 0",
        "write `n in 0..=5` with the last number, or `n in 0..5` without it",
    ),
    ("claim [n + 1 for n in [0..5]] == [1]", "write `n in 0..=5` with the last number"),
    ("game e(n: nat) { move m(k in [1..=n]) -> e(n - k) }", "write `k in 1..=n`, without brackets"),
    ("claim nim(1) + nim(2) == nim(3)", "write `sg(nim(1) + nim(2)) == sg(nim(3))`"),
    ("claim nim(1) != nim(1)", "write `sg(nim(1)) != sg(nim(1))`"),
    ("claim (misere nim(1)) == (misere nim(2))", "write `losing(misere nim(1)) <=> losing(misere nim(2))`"),
    ("start nim(3) nim(4)", "write `+` between the components"),
    ("start 2 nim(3)", "write `2*nim(…)`"),
    ("claim sg(nim(3 4)) == 1", "write `,` between arguments"),
    ("claim forall n, losing(nim(n))", "write `:` before the body"),
    ("claim forall n => losing(nim(n))", "write `:` before the body"),
    ("claim forall a and b: a + b == b + a", "`forall a, b: …`"),
    ("claim for n in 0..5: n >= 0", "write `claim forall n in D: …`"),
    ("claim sg(nim(n)) has period 2", "write `sg(nim(n)) repeats every 2`"),
    ("claim nim(3) losing", "write `losing(nim(3))`"),
    ("claim NOT false", "write `not`"),
    ("claim 7 rem 2 == 1", "write `mod`"),
    ("claim 7 – 2 == 5", "write `-`"),
    ("claim if true then true elif true then true else false", "write `else if`"),
    ("game e(n: nat) { move m when n > 0 -> if n > 2 then e(1) }", "`if c then x else y`"),
    ("game e(xs: nat[]) { }", "write `[nat]` for a list"),
    ("claim multiples of three: sg(nim(3)) == 3", "`claim \"multiples of three\": …`"),
    ("claim let x = 3: x == 3", "`let x = 3 in …`"),
    ("claim winner(nim(3)) == 1", "`losing(nim(3))`"),
    ("claim forall n: sg(nim(n)) repeats every 2", "remove `forall n:`"),
    (
        "game e(s: text) { move m(i in indices(s)) when s[i] == a -> e(s[..i]) }",
        "write the text in quotes: `\"a\"`",
    ),
    ("game e(n: nat) { move m(k in 1..=n) when k < 3 => e(n - k) }", "write `->` before the position"),
    ("claim forall v in (1, 2): v > 0", "the set `{u, w}`"),
    ("claim sg(nim(3)) ^ 1 == 9", "the nim-sum is `xor`"),
    ("claim sg(nim(7)) == 7 / 2", "write `7 div 2`"),
    ("claim forall n: losing(nim(n - 1)) => n == 1", "`if n >= 1`"),
    ("claim losing(misère nim(1))", "`misere` without the accent"),
    ("game e(n: nat) { move m(k in {1, 2}) where k <= n -> e(n - k) }", "write `when`"),
    ("game e(n: nat) { move m(k <= n) -> e(n - k) }", "`k in 1..=n`"),
    ("game e(n: nat) { move m(k in 1 to n) -> e(n - k) }", "write `..=`"),
    ("game e(n: nat) { rule m(k in 1..=n) -> e(n - k) }", "write `move`"),
    ("game e(n: nat) { misere move m(k in 1..=n) -> e(n - k) }", "`claim: losing(misere P)`"),
    ("game e(n) { move m(k in 1..=n) -> e(n - k) }", "`n: nat`"),
    ("game e(n: natural) { move m(k in 1..=n) -> e(n - k) }", "write `nat`"),
    ("game e(n: nat) { end n == 0: lose move m(k in 1..=n) -> e(n - k) }", "write `end when n == 0: lose`"),
    ("claim nim(3) ^ nim(4) == 0", "`^` is power"),
    ("claim nim(3) xor nim(4) == 0", "`nim(3) + nim(4)`"),
    ("claim forall a in 0..4, b in 0..4: sg(nim(a) + nim(b)) == a ^ b", "the nim-sum is `xor`"),
    ("let s = 3 ^ 5\nclaim sg(nim(3) + nim(5)) == s", "`^` is power, also in `s`: the nim-sum is `xor`"),
    ("claim nim(3) - nim(1) == 0", "write `P + Q`"),
    ("claim nim(3) == 3", "`sg(nim(3)) == 3`"),
    ("claim sg(nim(3)) ⊕ 3 == 0", "write `xor`"),
    ("claim winning nim(3)", "`winning(nim(3))`"),
    ("claim 2n == 2", "`2 * n`"),
    ("claim mod(7, 2) == 1", "`7 mod 2`"),
    ("claim sg(nim(n)) repeats 7", "`repeats every 7`"),
    ("claim \"a\" == \"a\"", "`claim: \"a\" == …`"),
    ("def f(x: nat): nat = x", "write `fn`"),
    ("const x = 3", "write `let x = 3`"),
    ("import \"a.game\"", "write `use`"),
    ("theorem 1 == 1", "write `claim`"),
    (
        "game e(s: text) { move m(i in 0..len(s)) when s[i..i + 2] == \"ab\" -> e(s[..i]) }",
        "put `i + 2 <= len(s) and` before `s[i..i + 2] == \"ab\"`",
    ),
    (
        "game e(s: text) { move m(i in indices(s)) when s[i + 1] == \"a\" -> e(s[..i]) }",
        "put `i + 1 < len(s) and` before `s[i + 1] == \"a\"`",
    ),
    (
        "game e(s: text) { move m(i in indices(s)) -> e(s[i + 2..]) }",
        "add the condition `when i + 2 <= len(s)`",
    ),
    ("claim forall i in 0..3: \"abc\"[i - 1] != \"d\"", "add the condition `if 0 <= i - 1`"),
    ("claim: \"abc\"[-1] == \"c\"", "write `\"abc\"[len(\"abc\") - 1]`"),
    // Signs of other languages that have no test elsewhere.
    ("claim 1 /= 2", "write `!=`"),
    ("claim 3 === 3", "write `==`"),
    ("claim true <-> true", "write `<=>`"),
    ("claim true if and only if true", "write `<=>`"),
    ("claim 1 == 1 # sure", "comments end with the line"),
    ("claim 0.5 < 1", "write `5 / 10`"),
    ("claim 1_000 == 1000", "the digits of the number: `1000`"),
    ("claim 1e3 == 1000", "the digits of the number: `1000`"),
    ("claim 0x10 == 16", "the digits of the number: `16`"),
    ("claim mex{0, 1} == 2", "`mex({0, 1})`"),
    ("claim len \"a\" == 1", "`len(\"a\")`"),
    ("claim losing misere nim(1)", "`losing(misere nim(1))`"),
    ("claim losing(nim(1), misere)", "`losing(misere P)`"),
    ("claim losing(nim 0)", "`nim(0)`"),
    // Quantifiers and comprehensions.
    ("claim forall n in 0..9 -> n >= 0", "write `:` before the body"),
    ("claim forall n in 0..9, n >= 0", "write `:` before the body"),
    ("claim exists n in 0..9 where n > 2", "the body follows `:`"),
    ("claim forall (n in 0..9): n >= 0", "without parentheses"),
    ("claim forall a b in 0..9: a >= 0", "write `,` between variables"),
    ("claim forall a, b in 0..9: a >= 0", "`a in 0..9, b in 0..9`"),
    ("claim all n in 0..9: n >= 0", "write `forall n in D: …`"),
    ("claim ∃! n in 0..9: n == 3", "count them"),
    ("claim len({n in 0..9 if n > 2}) == 7", "name the element first: `n for n in 0..9 if …`"),
    ("claim [i for i in 0..3 when i > 0] == [1, 2]", "follows `if`"),
    ("claim forall n in 0..10 step 2: even(n)", "`n in 0..10 if n mod 2 == 0`"),
    ("claim fives: 5 == 5", "a claim's name is a text: `claim \"fives\": …`"),
    ("start three: nim(3)", "write `=`"),
    // Games.
    ("game e(n: nat) { move m(k) -> e(n - k) }", "`k in 1..=n`"),
    ("game e(n: nat) { move m(a: k in 1..=n) -> e(n - k) }", "remove `a:`"),
    ("game e(n: nat) { move m(k in 1..=n when odd(k)) -> e(n - k) }", "put `when` after the parentheses"),
    ("game e(n: nat) { move m(k in 1..=n; k < 3) -> e(n - k) }", "a condition follows `if`"),
    ("game e(n: nat) { move m(k in 1..=n): k < 3 -> e(n - k) }", "write `when`"),
    ("game e(n: nat) { move m(k in 1..=n) = e(n - k) }", "write `->`"),
    ("game e(n: nat) { move m(k in 1..=n) when k = 3 -> e(n - k) }", "write `==`"),
    ("game e(n: nat) { move -> e(n) }", "give the move a name"),
    ("game e(n: nat) { m(k in 1..=n) -> e(n - k) }", "a move begins with `move`"),
    ("game e(n: nat) { move m(k in 1..=n) -> e(k), e(n - k) }", "write `e(k) + e(n - k)`"),
    ("game e(n: nat) { move m when n > 0 -> n = n - 1 }", "a move leads to a position"),
    ("game e(h: [nat]) { move m when len(h) > 0 -> e(h[0] = 1) }", "write `h with [0] = 1`"),
    ("game e(n: nat) { m = n div 2 move m when n > 0 -> e(m) }", "write `let m = …`"),
    ("game e(n: nat) { end when n == 0 -> lose }", "write `:` before"),
    ("game e(n: nat) { end if n == 0: lose }", "write `end when n == 0: lose`"),
    ("game e(n: nat) { lose when n == 0 }", "`end when n == 0: lose`"),
    ("game e(n: nat) { measure = n move m when n > 0 -> e(n - 1) }", "without `=`"),
    ("game e(int n) { }", "the name comes first: `n: int`"),
    ("game e(n, m: nat) { }", "give it a type: `n: nat`"),
    ("game e(n: nat; m: nat) { }", "write `,`"),
    ("game e { }", "list the fields"),
    ("game e = octal \"0.77\"", "list the fields"),
    ("game e(n: nat) misere { }", "a position states the convention"),
    ("game e(n: nat) pass { }", "`pass 1 shared` or `pass 2 each`"),
    ("game e(n: nat) blocking { }", "`blocking 1`"),
    ("game e(n: nat) = octal 0.77", "`octal \"0.77\"`"),
    ("game e(n: nat) = 0.77", "`octal \"0.77\"`"),
    ("game e(n: nat) = octal(0.77)", "`octal \"0.77\"`"),
    ("game e(n: nat) = take 1, 3, 4", "in braces: `{1, 3, 4}`"),
    ("loopy g(n: nat) { }", "write `loopy game g(…)`"),
    // Conditions of moves.
    (
        "game e(n: nat) { move m(k in 1..=n) when k == 1 ⇒ n == 1 -> e(n - k) }",
        "write `=>` between conditions",
    ),
    (
        "game e(n: nat) { move m(k in 1..=n) when k == 1 → n == 1 -> e(n - k) }",
        "write `=>` between conditions",
    ),
    ("game e(n: nat) { move m(k in 1..=n) -> e(n - k) where k < 2 }", "put the condition before `->`"),
    ("game e(n: nat) { move m(k in 1..=n) -> e(n - k) when k < 2 }", "put the condition before `->`"),
    ("game e(n: nat) { move m(k in 1..=n) when k such that k > 1 -> e(n - k) }", "remove `k such that`"),
    ("game e(n: nat) { move m(k in 1..=n) when k > 2 where k > 1 -> e(n - k) }", "write `and`"),
    ("game e(n: nat) {\n move m(k in 1..=n) when k // 2 == 0 -> e(n - k)\n}", "write `div`"),
    ("game e(n: nat) {\n end when n // 2 == 0: lose\n move m(k in 1..=n) -> e(n - k)\n}", "write `div`"),
    ("game e(n: nat) { move m(k in 1..=n) -> e(n - k) if k < 2 else e(0) }", "`if c then x else y`"),
    ("game e(n: nat) {\n move m(k in 1..=n // 2) -> e(n - k)\n}", "write `div`"),
    ("game e(n: nat) {\n move m(k in 1..=n) -> e(n // k)\n}", "write `div`"),
    ("game e(n: nat) { move m(k in 1..=n) -> let c = n - k; e(c) }", "write `in`"),
    ("game e(n: nat) { move m(k in 1..=n) -> e(k) ⊕ e(n - k) }", "write `+`"),
    ("claim sg(nim(3) ⊕ nim(2)) == 1", "write `+`"),
    ("claim nim(3) ∪ nim(2) == nim(3)", "write `+`"),
    ("game e(n: nat) { move m(k in 1..=n) when grundy(e(k)) == 0 -> e(n - k) }", "state it in a claim"),
    ("game e(n: nat) { move m(k in 1..=n) when value > 0 -> e(n - k) }", "state it in a claim"),
    ("game e(n: nat) { move m(k in 1..=h) -> e(n - k) let h = n div 2 }", "move the `let` above"),
    (
        "game e(h: [nat]) { move m(i in indices(h)) when h[i] > 0 -> e(h[i] - 1) }",
        "write `h with [i] = h[i] - 1`",
    ),
    (
        "game e(h: [nat]) { move m(i in h) when h[i] > 0 -> e(h with [i] = h[i] - 1) } claim losing(e([2]))",
        "write `i in indices(h)`",
    ),
    (
        "game e(h: [nat]) { move m(i in 1..=len(h)) when h[i] > 0 -> e(h with [i] = h[i] - 1) } claim losing(e([2]))",
        "write `i in indices(h)`",
    ),
    ("claim forall i in 1..=len(\"ab\"): \"ab\"[i] != \"c\"", "write `i in indices(\"ab\")`"),
    // Counting, and other words.
    ("claim #{n for n in 0..4 if odd(n)} == 2", "write `len({n for n in 0..4 if odd(n)})`"),
    ("claim length of [1, 2] == 2", "write `len(…)`"),
    ("claim player 1 wins nim(3)", "`winning(P)`"),
    ("claim size == 3", "write `len(xs)`"),
    ("claim length == 3", "write `len(xs)`"),
    ("claim range == 3", "write `0..n`"),
    ("claim forall n sg(nim(n)) == n", "write `:` before the body"),
    ("claim forall n | sg(nim(n)) == n", "write `:` before the body"),
    ("claim forall natural n: sg(nim(n)) == n", "variables have no types"),
    ("claim 3 | 6", "`b mod a == 0`"),
    ("claim {1} + 2 == {1, 2}", "`{1} | {2}`"),
    // Python, C++, Haskell and Lean.
    ("claim 1e99 == 0", "write `10^99`"),
    ("claim 1,000 == 1000", "without a separator"),
    ("claim 10'000 == 10000", "without a separator"),
    ("let c = 1 if 2 > 1 else 2", "`if 2 > 1 then 1 else 2`"),
    ("fn f(n: nat): nat = return n", "there is no `return`: write only the value"),
    ("fn f(n: nat): nat = { return n }", "a function is its value"),
    ("fn f(n: nat): nat = if n == 0: 1 else: 2", "`if c then x else y`"),
    ("fn f(n: nat) = n + 1", "give the result a type"),
    ("fn f n = n + 1", "parameters stand in parentheses"),
    ("claim 5 `mod` 3 == 2", "write `mod`"),
    ("let xs = [1, 2] claim xs !! 0 == 1", "write `xs[0]`"),
    ("claim head([1, 2]) == 1", "`[1, 2][0]`"),
    ("claim head [1, 2] == 1", "write `xs[0]`"),
    ("claim tail([1, 2]) == [2]", "write `[1, 2][1..]`"),
    ("claim zip([1], [2]) == [(1, 2)]", "for i in indices(xs)"),
    ("claim enumerate([1]) == [(0, 1)]", "[(i, [1][i]) for i in indices([1])]"),
    ("claim reduce([1]) == 1", "there is no fold"),
    ("claim int(3) == 3", "no conversion"),
    ("claim round(5 / 2) == 3", "`floor((5 / 2) + 1 / 2)`"),
    ("let a = map(lambda x: x + 1, [1, 2])", "`[x + 1 for x in [1, 2]]`"),
    ("claim gcd 4 6 == 2", "`gcd(4, 6)`"),
    ("game e(n: nat) { move m(k in 1..=n) -> e n - k }", "the arguments in parentheses"),
    ("claim 5 >> 1 == 2", "write `n div 2^k`"),
    ("claim 1 << 3 == 8", "write `n * 2^k`"),
    ("claim 1 == 1 ==> true", "write `=>`"),
    ("claim 4 < = 6", "`<=` without a blank"),
    ("claim [1, 2,] == [1, 2]", "remove the `,`"),
    ("let xs = [i, for i in 0..3]", "before `for`"),
    ("let xs = [0] * 5", "`[0 for _i in 0..5]`"),
    ("let xs = {i: i for i in 0..3}", "there are no dictionaries"),
    ("let xs = 1, 2", "put the elements in brackets"),
    ("let a, b = 1, 2", "`let` for each name"),
    ("h := 3", "write `let h = …`"),
    ("int x = 3", "write `let x = 3`"),
    ("use nim.game", "`use \"nim.game\"`"),
    ("claim std::min(1, 2) == 1", "remove `std::`"),
    ("let ys = [x | x <- [1, 2, 3], x > 1]", "`[x for x in [1, 2, 3] if x > 1]`"),
    ("game e(s: nat list) { }", "write `[nat]`"),
    ("game e(s: list of nat) { }", "write `[nat]`"),
    ("game e(s: set of ints) { }", "write `{int}`"),
    ("game e(s: vector<int>) { }", "write `[int]`"),
    ("game e(s: list[int]) { }", "write `[int]`"),
    ("game e(s: [int; 3]) { }", "a list has any length"),
    ("game e(n: nat = 3) { }", "a field has no default"),
    ("game e(n: nat): nat { }", "a game has no type"),
    ("game e(n: nat) { move m(int k in 1..=n) -> e(n - k) }", "remove `int`"),
    ("game e(n: nat) { move m(k in 1:n) -> e(n - k) }", "the range `1..=n`"),
    ("game e(n: nat) { move m(k in 1..=n) unless k == 2 -> e(n - k) }", "`when not (…)`"),
    ("game e(n: nat) { move m(k in 1..=n) -> n := n - k }", "a move leads to a position: write `e(n - k)`"),
    ("game e(n: nat) { move m when n > 1 -> e(-1) }", "`-1` is never `nat`"),
    ("claim 1 :: [2] == [1, 2]", "write `[x] ++ xs`"),
    ("f(x: nat): nat = x", "a function begins with `fn`"),
    ("class G(n: nat) { }", "a file is made of items"),
    ("let xs = [1; 2]", "write `,` between elements"),
    ("let s = \"a\" \"b\"", "write `++` to join texts"),
    ("let m = [[1], [2]] claim m[0, 0] == 1", "each index has its own brackets: `m[0][0]`"),
    ("claim [1] ++ 2 == [1, 2]", "`[1] ++ [2]`"),
    ("claim 3 & 1 == 1", "only the nim-sum `xor` is taken bit by bit"),
    ("game e(x: Tuple[nat, nat]) { }", "`(nat, nat)`"),
    ("game e(x: pair<int, int>) { }", "`(nat, nat)`"),
    ("game e(n: nat where n > 0) { }", "a type has no condition"),
    ("game e(a: nat, b: nat) { move m -> e(a, b) | e(b, a) }", "a move for each target"),
    ("game e(a: nat, b: nat) { move m -> e(a, b); e(b, a) }", "a move for each position"),
    // Papers and TeX.
    ("claim Forall n: n >= 0", "write `forall n: …`"),
    ("claim forall(n, n >= 0)", "without parentheses"),
    ("claim 4 choose 2 == 6", "there are no binomials"),
    ("claim 3 \\le 4", "write `<=`"),
    ("claim forall n \\in 0..5: n >= 0", "write `in`"),
    ("claim \\lfloor 7 / 2 \\rfloor == 3", "write `floor(7 / 2)`"),
    ("claim a_{1} == 2", "`a[i]`"),
    ("claim sum_{i=0}^{3} i == 6", "`sum(f(i) for i in 0..=n)`"),
    ("claim 2^{3} == 8", "write the number alone, or in parentheses"),
    ("claim forall n in {1, …, 5}: n > 0", "write the range `1..=5`"),
    ("claim forall n in {1, 2, ..., 5}: n > 0", "write the range `1..=5`"),
    ("claim forall n in {2, 4, ..., 8}: n > 0", "a range with a condition"),
    ("claim forall n in {0, 1, ...}: n >= 0", "all naturals have no domain"),
    ("claim every n: n >= 0", "write `forall n: …`"),
    ("claim no n: n < 0", "write `not exists n: …`"),
    ("claim exists n > 3: n < 5", "`n if n > 3`"),
    ("claim exists n < 5: n > 3", "`n in 0..5`"),
    ("claim exists unique n: n == 3", "count them"),
    ("claim forall even n: n mod 2 == 0", "`n if even(n)`"),
    ("claim forall n odd: n mod 2 == 1", "`n if odd(n)`"),
    ("claim forall n in 0..5, n > 2: n > 2", "`n in 0..5 if n > 2`"),
    ("claim losing(nim(0)).", "remove the full stop"),
    ("claim that losing(nim(0))", "remove `that`"),
    ("claim nim(3) is an N-position", "`winning(nim(3))`"),
    ("claim 1 == 1 where x = 3", "define names first"),
    ("claim sg(nim(n)) repeats every 3 starting at 5", "`repeats every 7 from 3`"),
    ("claim *3 + *4 == *7", "a heap of Nim"),
    ("claim 7 / 2 == 3", "write `7 div 2`"),
    ("fn f(a: nat, b: nat): nat = a ^ b claim f(1, 1) == 0", "power, also in `f`"),
    (
        "game e(a: nat, b: nat) { move m(k in 1..=a) when a ^ b == 0 -> e(a - k, b) } claim winning(e(1, 1))",
        "power, also in `e`",
    ),
    // Other items.
    ("param a: nat = 1, b: nat = 2", "write `param` before each"),
    ("param S: {nat} = 1, 2", "`{1, 2}`"),
    ("param G: graph = { 1 -> 2 }", "`graph { 1 -> 2 }`"),
    ("param G: graph = graph { 1: 2 }", "write an edge: `1 -> 2`"),
    ("gmae e(n: nat) { }", "did you mean `game`?"),
    ("x = 3", "write `let x = …`"),
];

#[test]
fn habits_are_told_what_to_write() {
    let mut failures = Vec::new();
    for (habit, wanted) in share(HABITS.iter().collect(), 8) {
        let spec = format!("game nim(n: nat) {{ move take(k in 1..=n) -> nim(n - k) }}\n{habit}\n");
        let told = check(&spec).diagnostics;
        if !told.iter().any(|it| it.help.as_ref().is_some_and(|help| help.contains(wanted))) {
            let helps: Vec<_> = told.iter().map(|it| (it.code.name(), &it.message, &it.help)).collect();
            failures.push(format!("{habit}\n  wanted {wanted}\n  told   {helps:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_fix_of_a_habit_gives_what_the_language_has() {
    for (from, to) in [
        ("claim 7 % 2 == 1", "claim 7 mod 2 == 1"),
        ("claim true ∧ true", "claim true and true"),
        ("claim forall n < 5: n < 6", "claim forall n in 0..5: n < 6"),
        ("claim forall n >= 2: n > 1", "claim forall n if n >= 2: n > 1"),
        ("claim for all n: n >= 0", "claim forall n: n >= 0"),
        ("claim forall n: nat: n >= 0", "claim forall n: n >= 0"),
        ("claim {1} union {2} == {1, 2}", "claim {1} | {2} == {1, 2}"),
        ("claim 1 /= 2", "claim 1 != 2"),
        ("claim forall n in 0..9 n >= 0", "claim forall n in 0..9: n >= 0"),
        ("claim forall n n >= 0", "claim forall n: n >= 0"),
        ("claim forall natural n: n >= 0", "claim forall n: n >= 0"),
        (
            "game e(n: nat) {\nend when n // 2 == 0: lose\nmove m(k in 1..=n) -> e(n - k)\n}\nclaim losing(e(0))",
            "game e(n: nat) {\nend when n div 2 == 0: lose\nmove m(k in 1..=n) -> e(n - k)\n}\nclaim losing(e(0))",
        ),
        (
            "game e(n: nat) { move m(k in 1..=n) when k == 1 → n == 1 -> e(n - k) }\nclaim losing(e(0))",
            "game e(n: nat) { move m(k in 1..=n) when k == 1 => n == 1 -> e(n - k) }\nclaim losing(e(0))",
        ),
        (
            "game e(n: nat) { move m(k in 1..=n) when k such that k > 1 -> e(n - k) }\nclaim losing(e(0))",
            "game e(n: nat) { move m(k in 1..=n) when k > 1 -> e(n - k) }\nclaim losing(e(0))",
        ),
        (
            "game e(h: [nat]) { move m(i in indices(h)) when h[i] > 0 -> e(h[i] - 1) }\nclaim losing(e([0]))",
            "game e(h: [nat]) { move m(i in indices(h)) when h[i] > 0 -> e(h with [i] = h[i] - 1) }\nclaim losing(e([0]))",
        ),
        ("claim 3 === 3", "claim 3 == 3"),
        ("claim true <-> true", "claim true <=> true"),
        ("claim true if and only if true", "claim true <=> true"),
        ("claim forall n in 0..9 -> n >= 0", "claim forall n in 0..9 : n >= 0"),
        ("claim all n in 0..9: n >= 0", "claim forall n in 0..9: n >= 0"),
        ("claim 0.5 < 1", "claim (5 / 10) < 1"),
        ("claim: 'a' == \"a\"", "claim: \"a\" == \"a\""),
        ("claim fives: 5 == 5", "claim \"fives\": 5 == 5"),
        ("claim {n in 0..5 | n > 2} == {3, 4}", "claim {n for n in 0..5 if n > 2} == {3, 4}"),
        ("claim {n^2 | n in 0..3} == {0, 1, 4}", "claim {n^2 for n in 0..3} == {0, 1, 4}"),
        ("claim forall n in [0..=5]: n >= 0", "claim forall n in 0..=5: n >= 0"),
        ("fn f(n: nat): nat { n + 1 }\nclaim f(1) == 2", "fn f(n: nat): nat = n + 1\nclaim f(1) == 2"),
        ("game e(n: nat) = 0.77\nclaim losing(e(0))", "game e(n: nat) = octal \"0.77\"\nclaim losing(e(0))"),
        (
            "game e(n: nat) { move m(k = 1..=n) -> e(n - k) }\nclaim losing(e(0))",
            "game e(n: nat) { move m(k in 1..=n) -> e(n - k) }\nclaim losing(e(0))",
        ),
        (
            "game e(n: nat) { move m(a: k in 1..=n) -> e(n - k) }\nclaim losing(e(0))",
            "game e(n: nat) { move m(k in 1..=n) -> e(n - k) }\nclaim losing(e(0))",
        ),
        (
            "game e(n: nat) { move m(k in 1..=n): k < 3 -> e(n - k) }\nclaim losing(e(0))",
            "game e(n: nat) { move m(k in 1..=n) when k < 3 -> e(n - k) }\nclaim losing(e(0))",
        ),
        (
            "game e(n: nat) { end if n == 0: lose move m when n > 0 -> e(n - 1) }\nclaim losing(e(0))",
            "game e(n: nat) { end when n == 0: lose move m when n > 0 -> e(n - 1) }\nclaim losing(e(0))",
        ),
        ("f(x: nat): nat = x\nclaim f(1) == 1", "fn f(x: nat): nat = x\nclaim f(1) == 1"),
        ("claim len([1; 2]) == 2", "claim len([1, 2]) == 2"),
        // A fix replaces the whole mistake, not a part of it.
        ("claim 0x10 == 16", "claim 16 == 16"),
        ("claim 1_000 == 1000", "claim 1000 == 1000"),
        ("claim gcd 4 6 == 2", "claim gcd(4, 6) == 2"),
        ("claim 5 `mod` 3 == 2", "claim 5 mod 3 == 2"),
        ("claim [4, 5] !! 0 == 4", "claim [4, 5][0] == 4"),
        ("claim 1 == 1 ==> true", "claim 1 == 1 => true"),
        ("claim forall n in {1, …, 5}: n > 0", "claim forall n in 1..=5: n > 0"),
        ("claim 3 in {1, …, 5}", "claim 3 in 1..=5"),
        ("claim len({1, 2, ..., 5}) == 5", "claim len((1..=5)) == 5"),
        ("claim exists n > 3: n < 5", "claim exists n if n > 3: n < 5"),
        ("claim exists n < 5: n > 3", "claim exists n in 0..5: n > 3"),
        ("claim every n: n >= 0", "claim forall n: n >= 0"),
        ("claim 3 \\le 4", "claim 3 <= 4"),
        ("claim 7\\mod 4 == 3", "claim 7 mod 4 == 3"),
        ("claim [1, 2,] == [1, 2]", "claim [1, 2] == [1, 2]"),
        ("claim [x | x <- [1, 2], x > 1] == [2]", "claim [x for x in [1, 2] if x > 1] == [2]"),
        (
            "game e(s: nat list) { end when len(s) == 0: lose }\nclaim losing(e([]))",
            "game e(s: [nat]) { end when len(s) == 0: lose }\nclaim losing(e([]))",
        ),
        (
            "game e(n: nat) { move m(k in 1..=n) unless k == 2 -> e(n - k) }\nclaim losing(e(0))",
            "game e(n: nat) { move m(k in 1..=n) when not (k == 2) -> e(n - k) }\nclaim losing(e(0))",
        ),
    ] {
        assert_eq!(fixed(from), to);
        proved(to);
    }
}

/// A fix leaves blanks between its words and the words beside it.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn a_fix_keeps_words_apart() {
    for (from, to) in [
        ("claim 7%2 == 1", "claim 7 mod 2 == 1"),
        ("claim 7÷2 == 3", "claim 7 div 2 == 3"),
        ("claim sg(nim(3))⊕5 == 6", "claim sg(nim(3)) xor 5 == 6"),
        ("claim 3⊕5 == 6", "claim 3 xor 5 == 6"),
        ("let n = 3\nclaim n>0&&n<5", "let n = 3\nclaim n>0 and n<5"),
        ("let n = 3\nclaim n>0||losing(nim(0))", "let n = 3\nclaim n>0 or losing(nim(0))"),
        ("claim 2 < 1∨3 > 2", "claim 2 < 1 or 3 > 2"),
        ("claim 0 < 1∧3 > 2", "claim 0 < 1 and 3 > 2"),
        ("claim ¬false", "claim not false"),
        ("claim (7)%(2) == 1", "claim (7) mod (2) == 1"),
        ("claim forall n<5: n < 6", "claim forall n in 0..5: n < 6"),
        ("claim forall n<=5: n < 6", "claim forall n in 0..=5: n < 6"),
        ("claim forall n≤5: n < 6", "claim forall n in 0..=5: n < 6"),
        ("claim exists n<5: n > 3", "claim exists n in 0..5: n > 3"),
        ("claim exists n>3: n < 5", "claim exists n if n>3: n < 5"),
        ("claim forall n|n>2: n > 1", "claim forall n if n>2: n > 1"),
        ("claim forall n,n>2: n > 1", "claim forall n if n>2: n > 1"),
        ("claim 3\\le4", "claim 3<=4"),
        ("claim 7\\bmod 4 == 3", "claim 7 mod 4 == 3"),
        ("claim forall n in[0..=5]: n < 6", "claim forall n in 0..=5: n < 6"),
        ("claim losing(misere:nim(1))", "claim losing(misere nim(1))"),
        ("claim 1,000 == 1000", "claim 1000 == 1000"),
    ] {
        let rules = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n";
        assert_eq!(fixed(&format!("{rules}{from}")), format!("{rules}{to}"));
        proved(&format!("{rules}{to}"));
    }
}

/// Applies the first fix of a check up to three times.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn fixes_one_after_the_other_end_in_what_was_meant() {
    let rules = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n";
    for (from, to) in [
        // Sets in domains.
        ("let A = {1}\nlet B = {2}\nclaim forall n in A union B: n > 0", ""),
        ("claim forall n in {1} union {2}: n > 0", "claim forall n in {1} | {2}: n > 0"),
        ("claim forall n in {1} ∪ {2}: n > 0", "claim forall n in {1} | {2}: n > 0"),
        ("claim forall n in {1} intersect {1}: n > 0", "claim forall n in {1} & {1}: n > 0"),
        ("claim forall n in {1} \\ {2}: n > 0", "claim forall n in {1} - {2}: n > 0"),
        ("claim forall n in {1}\\{2}: n > 0", "claim forall n in {1}-{2}: n > 0"),
        ("claim forall n in {1} minus {2}: n > 0", "claim forall n in {1} - {2}: n > 0"),
        ("claim exists n in {1} union {2} such that n > 1", "claim exists n in {1} | {2} such that n > 1"),
        ("claim {1}\\{2} == {1}", "claim {1}-{2} == {1}"),
        ("claim forall n in 0..9 if n%2 == 1: n > 0", "claim forall n in 0..9 if n mod 2 == 1: n > 0"),
        (
            "claim forall n in 0..9 if n > 2 && n < 4: n == 3",
            "claim forall n in 0..9 if n > 2 and n < 4: n == 3",
        ),
        ("claim forall n in 0..9 if n = 3: n == 3", "claim forall n in 0..9 if n == 3: n == 3"),
        // Comparisons before `such that`.
        ("claim exists n < 5 such that n > 3", "claim exists n in 0..5 such that n > 3"),
        ("claim exists n >= 1 such that n < 2", "claim exists n if n >= 1 such that n < 2"),
        ("claim exists n s.t. n == 3", "claim exists n such that n == 3"),
        ("claim exists n in 0..5 s.t. n == 3", "claim exists n in 0..5 such that n == 3"),
        ("claim exists n < 5 s.t. n == 3", "claim exists n in 0..5 such that n == 3"),
        // Several variables, and both bounds.
        ("claim forall n in 0..9, m < 3: n + m < 11", "claim forall n in 0..9, m in 0..3: n + m < 11"),
        ("claim forall n <= 5, m < 3: n + m < 8", "claim forall n in 0..=5, m in 0..3: n + m < 8"),
        ("claim forall n, m < 5: n + m < 9", "claim forall n in 0..5, m in 0..5: n + m < 9"),
        ("claim exists n, m < 5: n + m == 8", "claim exists n in 0..5, m in 0..5: n + m == 8"),
        ("claim exists n < 5, m < 5: n + m == 8", "claim exists n in 0..5, m in 0..5: n + m == 8"),
        ("claim forall n, m > 4: n + m > 9", "claim forall n if n > 4, m if m > 4: n + m > 9"),
        ("claim forall n < 5, m: n < m + 5", "claim forall n if n < 5, m: n < m + 5"),
        ("claim forall 0 < n < 5: n in 1..5", "claim forall n in 1..5: n in 1..5"),
        ("claim forall 0 <= n <= 5: n < 6", "claim forall n in 0..=5: n < 6"),
        ("claim forall 2 < n: n > 2", "claim forall n if 2 < n: n > 2"),
        ("claim forall n in 0..9, 0 < m <= 5: m > 0", "claim forall n in 0..9, m in 1..=5: m > 0"),
        // A condition behind `|`.
        ("claim forall n in 0..9 | n > 2: n > 1", "claim forall n in 0..9 if n > 2: n > 1"),
        ("claim forall n in 0..9|n > 2: n > 1", "claim forall n in 0..9 if n > 2: n > 1"),
        ("claim forall n in 0..9 | odd(n): n > 0", "claim forall n in 0..9 if odd(n): n > 0"),
        ("claim {n for n in 1..5 | n > 2} == {3, 4}", "claim {n for n in 1..5 if n > 2} == {3, 4}"),
        (
            "claim forall n in 4..5: {n for n in 1..5 | n > 2} == {3, n}",
            "claim forall n in 4..5: {n for n in 1..5 if n > 2} == {3, n}",
        ),
        (
            "game e(n: nat) { move take(k in 1..=n | k != 2) -> e(n - k) } claim losing(e(0))",
            "game e(n: nat) { move take(k in 1..=n if k != 2) -> e(n - k) } claim losing(e(0))",
        ),
        // Signs and words without blanks.
        ("param k := 3\nclaim k == 3", "param k :nat = 3\nclaim k == 3"),
        ("claim 3 =< 4", "claim 3 <= 4"),
        ("claim 3 =/= 4", "claim 3 != 4"),
        ("claim forall n in 1to9: n > 0", "claim forall n in 1..=9: n > 0"),
        ("let n = 3\nclaim n > 0or n < 3", "let n = 3\nclaim n > 0 or n < 3"),
        ("claim 7mod4 == 3", "claim 7 mod 4 == 3"),
    ] {
        let to = if to.is_empty() { from.replace("union", "|") } else { to.to_string() };
        let mut spec = format!("{rules}{from}");
        for _ in 0..3 {
            if check(&spec).diagnostics.iter().any(|it| it.fix.is_some()) {
                spec = fixed(&spec);
            }
        }
        assert_eq!(spec, format!("{rules}{to}"));
        proved(&spec);
    }
}

/// There is no fix where gspec would have to guess what is meant.
#[test]
fn what_is_meant_is_left_to_the_author() {
    for (spec, wanted) in [
        ("claim forall n in 0..9, m > 3: n < m + 9", "give `m` a domain"),
        ("claim forall k < n < 5: k < 5", "`k, n if k < n < 5: …`"),
        ("claim misere: forall n in 0..3: n >= 0", "`claim \"misere\": …`"),
        ("fn f(n: nat): n + 1", "`fn f(n: nat): nat = n + 1`"),
        ("fn f(n: nat): n + 1\nclaim 1 == 1", "`fn f(n: nat): nat = n + 1`"),
    ] {
        let told = check(spec).diagnostics;
        assert!(told.iter().any(|it| it.help.iter().any(|help| help.contains(wanted))), "{spec}\n{told:?}");
        assert!(told.iter().all(|it| it.fix.is_none()), "{spec}\n{told:?}");
    }
    // A condition behind `|` is one error.
    let told = check("claim forall n in 0..9 | n > 2: n > 1").diagnostics;
    assert_eq!(told.len(), 1, "{told:?}");
    // A union with a name that is bound outside is not taken for a condition.
    proved("claim forall n in 1..3: forall m in {1} | {n}: m > 0");
}

/// A spec with the first fix applied.
fn fixed(spec: &str) -> String {
    let told = check(spec).diagnostics;
    let fix = told.iter().find_map(|it| it.fix.clone()).expect(spec);
    format!("{}{}{}", &spec[..fix.span.start as usize], fix.replacement, &spec[fix.span.end as usize..])
}

/// 4 is the only number below 5 above 3, and 2 * 2 = 4.
#[test]
fn such_that_without_a_colon_is_the_body_of_an_exists() {
    proved(
        "claim exists n in 0..5 such that n > 3
         claim not exists n in 0..5 such that n > 4
         claim exists n such that n * n == 49
         claim [n for n in 0..9 if exists m in 0..n such that m * m == n] == [4]
         claim exists n in 0..5 such that n > 3: n == 4
         claim not exists n in 0..5 such that n > 3: n == 3
         claim exists a in 0..4, b in 0..4 such that a * b == 9 and a == b
         game g(n: nat) { move m(k in 1..=n) when exists x in 2..=k such that x * x == k -> g(n - k) }
         claim moves(g(10)) == 2",
    );
    assert!(codes(&check("claim exists n in 0..5 where n > 3")).contains(&"G101"));
    assert!(codes(&check("claim exists n in 0..5 such that n > 3, m in 0..2")).contains(&"G101"));
}

#[test]
fn both_readings_of_an_implication_beside_an_equivalence_are_shown() {
    let help =
        |claim: &str| check(claim).diagnostics.iter().filter_map(|it| it.help.clone()).collect::<String>();
    assert_eq!(
        help("claim forall n in 0..9: n >= 2 => n > 3 <=> n == 0"),
        "write `(n >= 2 => n > 3) <=> n == 0` or `n >= 2 => (n > 3 <=> n == 0)`"
    );
    assert_eq!(
        help("claim forall n in 0..9: n == 1 <=> n > 0 => n == 0"),
        "write `(n == 1 <=> n > 0) => n == 0` or `n == 1 <=> (n > 0 => n == 0)`"
    );
    // Chains are read as a whole, so that each reading is clear.
    assert_eq!(
        help("claim forall n in 0..9: n == 1 => n > 0 <=> n < 2 => n < 4"),
        "write `(n == 1 => n > 0) <=> (n < 2 => n < 4)` or `n == 1 => (n > 0 <=> n < 2) => n < 4`"
    );
    proved("claim forall n in 0..9: n == 1 => (n > 0 <=> n < 2) => n < 4");
    assert_eq!(
        help("claim true <=> false => false <=> true"),
        "write `(true <=> false) => (false <=> true)` or `true <=> (false => false) <=> true`"
    );
    // Brackets, quantifiers and chains of one sign are clear.
    proved(
        "claim forall n in 0..9: n == 3 => (n > 2 <=> n < 4)\nclaim true => true => true\nclaim true <=> true <=> true",
    );
    proved("claim forall n in 0..9: (forall m in 0..2: m < n => m < 9) <=> true");
}

#[test]
fn both_readings_of_and_beside_or_across_lines_are_shown() {
    let unclear = |spec: &str| codes(&check(spec)).contains(&"G111");
    assert!(unclear("claim forall n in 0..4:\n  n < 2 or n > 2\n  and n >= 0"));
    assert!(unclear("claim forall n in 0..4:\n  n < 4 and\n  n < 2 or n >= 0"));
    assert!(unclear("claim forall n in 0..4:\n  n < 2 or\n  n < 3 and\n  n >= 0"));
    assert!(unclear("claim forall n in 0..4:\n  n < 2 and\n  n < 3\n  or n >= 0"));
    assert!(unclear("claim forall n in 0..4:\n  n < 2 and n < 3 and\n  n < 4 or n >= 0"));
    assert!(unclear("claim forall n in 0..4: n < 2 and\n  n < 3 and n < 4 or n >= 0"));
    // Breaks at `or` alone are no exception, whatever side it stands on.
    assert!(unclear("claim forall n in 0..4:\n  n < 2 and n < 3\n  or n >= 0"));
    assert!(unclear("claim forall n in 0..4:\n  n < 2 and n < 3 or\n  n >= 0"));
    assert!(unclear("claim forall n in 0..4:\n  n < 2 or\n  n < 3 and n >= 0"));
    assert!(unclear("claim forall n in 0..4: n < 2\n  or n == 7 or n < 3 and n >= 0"));
    // A comment may stand in the break.
    assert!(unclear("claim forall n in 0..4: n < 2 or // and\n  n < 3 and n >= 0"));
    // Breaks within operands do not count, nor do breaks beside what has parentheses.
    assert!(!unclear("claim forall n in 0..4:\n  n < 2\n  or n > 2\n  or n >= 0"));
    assert!(!unclear("claim forall n in 0..4:\n  (n < 2 and n < 3)\n  or n >= 0"));
    assert!(!unclear("claim forall n in 0..4:\n  n < 2 and n in {1,\n 2} or n >= 0"));
    assert!(!unclear("claim forall n in 0..4:\n  n < 2 or (n > 2\n  and n >= 0)"));
    assert!(!unclear("claim forall n in 0..4:\n  n < 2\n  and n < 3\n  and n >= 0"));
    assert!(!unclear("claim forall n in 0..4:\n  (n < 2 or n > 2)\n  and n >= 0"));
    assert!(!unclear("claim forall n in 0..4: n < 2 or n > 2 and n >= 0 or true"));
    let checked = check("claim forall n in 0..4:\n  n < 2 or n > 2\n  and n >= 0");
    let shown = checked.diagnostics.iter().find(|it| it.code.name() == "G111").unwrap();
    assert!(shown.is_error());
    assert_eq!(
        shown.help.as_deref(),
        Some(
            "write `n < 2 or (n > 2 and n >= 0)`, which is how gspec groups on one line, or `(n < 2 or n > 2) and n >= 0`"
        )
    );
    // Which reading is meant is for the author to say.
    assert!(shown.fix.is_none());
    let choices: Vec<&str> = shown.choices.iter().map(|it| it.replacement.as_str()).collect();
    assert_eq!(choices, ["n < 2 or (n > 2\n  and n >= 0)", "(n < 2 or n > 2)\n  and n >= 0"]);
    // A long chain is one error, and each choice removes this error.
    let chain = "claim forall n in 0..4:\n  n < 2 and n < 3\n  or n < 4 and n < 5\n  or n == n and true";
    let told = check(chain).diagnostics;
    assert_eq!(told.len(), 1, "{told:?}");
    for choice in &told[0].choices {
        let (from, to) = (choice.span.start as usize, choice.span.end as usize);
        let chosen = format!("{}{}{}", &chain[..from], choice.replacement, &chain[to..]);
        assert!(!codes(&check(&chosen)).iter().any(|it| it.starts_with("G1")), "{chosen}");
    }
}

/// In books `[1..n]` contains n, but in gspec `1..n` does not: no fix chooses between the two readings.
#[test]
fn ranges_in_brackets_show_both_ends() {
    let told = check("game nim(n: nat) { move take(k in [1..n]) -> nim(n - k) }\nstart nim(3)").diagnostics;
    let help = "write `k in 1..=n` with the last number, or `k in 1..n` without it";
    assert!(told.iter().any(|it| it.help.as_deref() == Some(help) && it.fix.is_none()), "{told:?}");
    let told = check("game nim(n: nat) { move take(k in [1..=n]) -> nim(n - k) }\nstart nim(3)").diagnostics;
    assert!(told.iter().any(|it| it.fix.is_some()), "{told:?}");
}

#[test]
fn two_slashes_between_operands_are_warned_of() {
    let warned = |spec: &str| codes(&check(spec)).contains(&"G110");
    // A quotient of other languages, and comments that are none.
    assert!(warned("let n = 8\nclaim n // 2"));
    assert!(warned("let n = 8\nlet m = n // (n - 1)\nclaim m == 8"));
    assert!(!warned(
        "let n = 8 // eight\nclaim n == 8 // 2 is a half of the half\nclaim n > 3  // n, and more"
    ));
    assert!(!warned("let n = 8\n// n\nclaim n == 8"));
    for claim in [
        "claim forall n in 0..9: n // 2 == n div 2",
        "claim forall n in 0..9: (n + 1) // 2 >= n div 2",
        "claim forall n in 0..9: n//2 == n div 2",
        "claim forall n in 0..9: n mod 2 // 1 == 0 // rest",
        "let h = 9 // 2 div 1",
        "let h = 9 // len(\"ab\")",
        "let h = 9 // 2 > 3 and true",
    ] {
        assert!(warned(claim), "{claim}");
    }
    for claim in
        ["let n = 8 // n or more", "let n = 8 // see div", "let n = 8 /// n div 2", "let n = 8 // \"n\""]
    {
        assert!(!warned(claim), "{claim}");
    }
    let hides = |comment: &str| {
        let spec = format!("game e(n: nat) {{\nmove m(k in 1..=n) -> e(n - k) {comment}\nmoev x -> e(n)\n}}");
        check(&spec).diagnostics.iter().any(|it| it.message.starts_with("`//` begins"))
    };
    assert!(hides("// (n - 1)") && !hides("// all (of them)") && !hides("// n, and more"));
}

#[test]
fn a_comment_that_cuts_an_expression_is_told_before_the_error_it_causes() {
    for spec in [
        "claim 7 // 2 == 3",
        "claim: forall n in 0..9: n mod 7 // 2 == 3",
        "game e(n: nat) {\n  move m(k in 1..=n) when n // 2 > k -> e(n - k)\n  move h when n > 0 -> e(n // 2)\n}",
        "claim forall n in 0..9:\n  (n // 2) == 0",
        "claim forall n in 0..9: n // 2 == 0 and",
    ] {
        let told = check(spec).diagnostics;
        let codes: Vec<_> = told.iter().map(|it| it.code.name()).collect();
        let says = |it: &gspec::diagnostic::Diagnostic| {
            it.help.iter().any(|help| help.contains("` for a quotient rounded down"))
        };
        assert!(says(&told[0]), "{spec}: {codes:?}");
        assert!(told.iter().any(gspec::diagnostic::Diagnostic::is_error), "{spec}: {codes:?}");
    }
    // Beside an error that has nothing to do with it, prose stays prose.
    let prose = "claim 1 == 1 1 // sure, it is)\nclaim 2 == 2 // (see above)";
    assert!(!codes(&check(prose)).contains(&"G110"));
}

#[test]
fn types_are_shown_as_they_are_declared() {
    let shown = |spec: &str| {
        let text = |it: &gspec::diagnostic::Diagnostic| {
            let labels: Vec<&str> = it.labels.iter().map(|label| label.text.as_str()).collect();
            format!("{} / {}", it.message, labels.join(", "))
        };
        check(spec).diagnostics.iter().map(text).collect::<Vec<_>>().join("\n")
    };
    let game =
        "param S: {nat} = {1, 3}\ngame take(n: nat, of: [0..=9]) { move m(k in S) when k <= n -> take(";
    for (spec, wanted) in [
        ("param S: {nat} = 3", "expected `{nat}`, found `int`"),
        (&format!("{game}S, of) }}"), "expected `nat`, found `{nat}` / this is `{nat}`"),
        (&format!("{game}n - k, n) }}"), "expected `[0..=9]`, found `nat`"),
        (&format!("{game}n - S, of) }}"), "`-` does not fit `nat` and `{nat}`"),
        (&format!("{game}n, of) }}\nclaim S < 3"), "`<` does not fit `{nat}` and `int`"),
        ("fn f(xs: [nat]): nat = len(xs)\nclaim f(3) == 1", "expected `[nat]`, found `int`"),
    ] {
        assert!(shown(spec).contains(wanted), "{spec}\n  wanted {wanted}\n  shown  {}", shown(spec));
    }
}

#[test]
fn a_name_in_the_body_of_a_game_is_its_value() {
    let rules = "move take(k in 1..=most if odd(k)) -> g(n - k) move rest when n == small + 1 -> g(small)";
    let named = format!("game g(n: nat) {{ let (most, small) = (n div 2, 0) {rules} }}");
    // By hand: 0 ends, 1 -> 0, 2 -> 1, 3 -> 2, 4 -> 3, 5 -> 4, 6 -> 5 and 3, …
    proved(&format!(
        "{named}\nclaim [sg(g(n)) for n in 0..8] == [0, 1, 0, 1, 0, 1, 0, 1]\nclaim moves(g(6)) == 2"
    ));
    // A binder hides the name, and the fields of the value stay what they are.
    proved(
        "game g(n: nat) { let h = n - 1 move m(n in [h]) when h >= 0 and n == h -> g(n) }\nclaim sg(g(3)) == 1",
    );
    // The guard protects what a name stands for.
    proved(
        "game g(n: nat) { let h = 6 div n move m when n > 0 and h > 1 -> g(n - 1) }\nclaim moves(g(0)) == 0 and moves(g(3)) == 1",
    );
    assert!(codes(&check("game g(n: nat) { let h = n move m when n > 0 -> g(n - 1) }")).contains(&"G406"));
    assert!(codes(&check("game g(n: nat) { move m when h > 0 -> g(h) let h = n - 1 }")).contains(&"G201"));
    let doubled: String = (1..40).map(|at| format!("let x{at} = x{} + x{}\n", at - 1, at - 1)).collect();
    let grown = format!("game g(n: nat) {{ let x0 = n\n{doubled} move m when x39 > 0 -> g(n - 1) }}");
    assert!(codes(&check(&grown)).contains(&"G105"));
}

#[test]
fn a_refuted_claim_shows_which_of_its_parts_hold() {
    let rules = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }";
    let told = check(&format!("{rules}\nclaim forall n in 0..9: losing(nim(n)) <=> n == 0 or n mod 7 == 1"));
    let notes: Vec<_> = told.diagnostics.iter().flat_map(|it| it.notes.clone()).collect();
    for wanted in ["losing(nim(n)) is false", "n == 0 is false", "n mod 7 == 1 is true", "n mod 7 is 1"] {
        assert!(notes.iter().any(|note| note == wanted), "{wanted}: {notes:?}");
    }
}

/// The eighth part and those behind it are shown too if they make a claim false.
#[test]
fn a_refuted_claim_with_many_parts_shows_those_that_make_it_false() {
    let rules = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }";
    for (claim, wanted) in [
        (
            "forall a in 1..5: sg(nim(a)) == a and sg(nim(a + 1)) == a + 1 and sg(nim(a + 2)) == a + 2 and a + 3 < 6",
            "a + 3 < 6 is false",
        ),
        (
            "forall n in 0..20: losing(nim(n)) or (odd(n) and sg(nim(n)) == n) \
             or (even(n) and sg(nim(n) + nim(1)) == n + 1 and n < 8)",
            "n < 8 is false",
        ),
    ] {
        let told = check(&format!("{rules}\nclaim {claim}"));
        let notes: Vec<_> = told.diagnostics.iter().flat_map(|it| it.notes.clone()).collect();
        for wanted in [wanted, "further parts are not shown"] {
            assert!(notes.iter().any(|note| note == wanted), "{wanted}: {notes:?}");
        }
    }
}

/// Squaring gives the order of the roots: 1.5 ^ 2 > 2 and 1.7 ^ 2 < 3; and 8 / 5 < phi < 5 / 3.
#[test]
fn the_least_and_the_greatest_of_collections_of_real_numbers() {
    proved(
        "let xs = [3 / 2, phi, sqrt(2), 8 / 5]
         fn near(n: nat): nat = floor(max(phi * k - floor(phi * k) for k in 1..=n) * 100)
         claim min(xs) == sqrt(2) and max(xs) == phi
         claim min({sqrt(3), 7 / 4, 17 / 10}) == 17 / 10
         claim max(sqrt(n) for n in 0..=20 if n mod 7 == 3) == sqrt(17)
         claim min([sqrt(2) * 2, sqrt(8)]) == sqrt(8) and min([1 / 2]) == 1 / 2
         claim max(min(n / 3, phi) for n in [4, 5, 6]) == phi
         claim near(4) == 85",
    );
    for nothing in ["max(sqrt(n) for n in 1..1)", "min([n / 2 for n in 1..1])"] {
        let told = check(&format!("claim {nothing} == 1 / 2"));
        assert!(codes(&told).contains(&"G602"), "{nothing}: {:?}", codes(&told));
        assert!(told.diagnostics.iter().any(|it| it.message.contains("empty")), "{nothing}");
    }
    assert!(codes(&check("claim sum([1 / 2, 1 / 3]) == 5 / 6")).contains(&"G301"));
}

/// One error with a fix that moves the claims, whether or not they are indented.
#[test]
fn claims_in_the_body_of_a_game_move_below_it() {
    for (from, to) in [
        (
            "game nim(n: nat) {\n  move take(k in 1..=n) -> nim(n - k)\n\nclaim losing(nim(0))\n}\nclaim 1 == 1",
            "game nim(n: nat) {\n  move take(k in 1..=n) -> nim(n - k)\n}\n\nclaim losing(nim(0))\nclaim 1 == 1",
        ),
        (
            "game nim(n: nat) {\n  claim \"}\": losing(nim(0)) // }\n  claim 1 in {1}\n  move take(k in 1..=n) -> nim(n - k)\n}\n",
            "game nim(n: nat) {\n  move take(k in 1..=n) -> nim(n - k)\n}\n\nclaim \"}\": losing(nim(0)) // }\nclaim 1 in {1}\n",
        ),
    ] {
        let told = check(from).diagnostics;
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0].message, "`claim` cannot stand inside a game");
        assert_eq!(told[0].help.as_deref(), Some("move the claim below the `}` that closes the game"));
        assert_eq!(fixed(from), to);
        proved(to);
    }
    // What follows a claim stays in the game; a `let` may be the game's or the claim's, so that there is no fix.
    let game = |items: &str| {
        format!(
            "game nim(n: nat) {{\n  claim losing(nim(0))\n  {items}move take(k in 1..=n) -> nim(n - k)\n}}\n"
        )
    };
    proved(&fixed(&game("assume ends\n  ")));
    let told = check(&game("let m = n\n  ")).diagnostics;
    assert!(told.iter().all(|it| it.fix.is_none()), "{told:?}");
    // If a bracket is missing, the message says that, and does not ask to move the claim.
    let told = check(
        "game nim(n: nat) {\n  move take(k in 1..=n) -> nim(n - k)\nclaim 1 == 1\ngame g(n: nat) { }\n",
    );
    assert_eq!(told.diagnostics[0].message, "`{` is never closed");
    let told = check("let s = {1,\nclaim 1 == 1 }").diagnostics;
    assert_eq!(told.iter().map(|it| it.code.name()).collect::<Vec<_>>(), ["G102", "G102"]);
}

/// `div` takes integers only.
#[test]
fn a_quotient_of_real_numbers_is_not_told_to_be_a_div() {
    for spec in ["claim (1 + sqrt(5)) / 2 == 2", "claim floor(7 / 2) == 4"] {
        let told = check(spec).diagnostics;
        assert!(told.iter().all(|it| !it.help.as_deref().unwrap_or("").contains("div")), "{spec}");
    }
}

/// A type that is not known says nothing about the value beside it.
#[test]
fn an_unknown_type_is_one_error() {
    for spec in ["param p: (nat, foo) = (1, \"a\")", "param p: foo = \"a\"", "param p: [foo] = [\"a\"]"] {
        let checked = check(spec);
        let told: Vec<_> =
            checked.diagnostics.iter().filter(|it| it.is_error()).map(|it| it.code.name()).collect();
        assert_eq!(told, ["G201"], "{spec}");
    }
}
