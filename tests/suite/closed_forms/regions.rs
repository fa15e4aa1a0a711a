//! The closed forms of candy piles, staircases and strings that shrink, compared with the reference.

use super::{Case, agrees, told};
use gspec::theorem::Kind;

#[test]
fn candy_piles() {
    for which in 0..4 {
        let starts: &[&str] =
            &["@([3, 1, 2])", "@([5, 5, 4, 2, 2, 1])", "@([1, 7, 3, 3])", "@([2, 2, 2, 2])", "@([6])"];
        agrees(&Case { id: "candies", kinds: &[Kind::Nats], which, set: &[], starts, least: 50 });
    }
}

#[test]
fn tokens_on_staircases() {
    for which in 0..3 {
        for a in [
            "[3, 2, 1]",
            "[5, 5, 4, 2, 2, 1]",
            "[7, 3, 3, 1]",
            "[2, 2, 2, 2]",
            "[9]",
            "[]",
            "[1, 0, 0]",
            "[6, 6, 6, 6, 6, 5]",
        ] {
            let kinds = &[Kind::Nat, Kind::Nat];
            agrees(&Case { id: "staircase-walk", kinds, which, set: &[("a", a)], starts: &[], least: 256 });
        }
    }
    // Diagrams as sets of cells.
    for a in ["[3, 2, 1]", "[5, 5, 4, 2, 2, 1]", "[2, 2, 2, 2]", "[9]"] {
        let cells = format!("{{(x, y) for x in indices({a}) for y in 0..({a})[x]}}");
        let (kinds, set) = (&[Kind::Nat, Kind::Nat], [("cells", cells.as_str())]);
        agrees(&Case { id: "staircase-walk", kinds, which: 3, set: &set, starts: &[], least: 256 });
    }
}

#[test]
fn strings_that_shrink() {
    for which in 0..60 {
        for (s, t) in [
            ("abac", "ba"),
            ("abababba", "bab"),
            ("aaaaaaa", "aaa"),
            ("abcabcabcabc", "cabca"),
            ("", "abc"),
            ("abcd", ""),
            ("abbaabba", "abbaabba"),
            ("xyzzyxyzzy", "zyx"),
        ] {
            let (s, t) = (format!("\"{s}\""), format!("\"{t}\""));
            let set = [("s", s.as_str()), ("t", t.as_str())];
            let kinds = &[Kind::Nat, Kind::Nat];
            agrees(&Case { id: "string-intervals", kinds, which, set: &set, starts: &[], least: 1 });
        }
    }
}

#[test]
fn a_heap_of_candies_that_cannot_be_searched() {
    let case = |starts| Case { id: "candies", kinds: &[Kind::Nats], which: 0, set: &[], starts, least: 1 };
    // One pile of n: the diagonal ends at once, and n - 1 cells are above.
    assert_eq!(told(&case(&["@([1000001])"])).1, Some(true));
    assert_eq!(told(&case(&["@([1000000])"])).1, Some(false));
}
