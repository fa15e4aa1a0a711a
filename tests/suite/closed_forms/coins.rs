//! The closed forms of games with coins on strips, coins that are turned, and boards, compared with the reference.

use super::{Case, agrees, told};
use crate::suite::share::share;
use gspec::theorem::{Hypotheses, Kind};

#[test]
fn coins_that_slide() {
    for first in ["0", "1"] {
        let set = [("FIRST", first)];
        for which in 0..3 {
            let starts = &["@([2, 5, 6])", "@([1, 3, 4, 8])", "@([7])"];
            agrees(&Case { id: "silver-dollar", kinds: &[Kind::Nats], which, set: &set, starts, least: 10 });
        }
        let starts = &["@({2, 5, 6})", "@({1, 3, 4, 8})", "@({7})"];
        agrees(&Case { id: "silver-dollar", kinds: &[Kind::NatSet], which: 0, set: &set, starts, least: 10 });
    }
}

#[test]
fn coins_that_jump() {
    let starts = &["@({2, 5, 9})", "@({1, 3, 4, 8})", "@({7})"];
    agrees(&Case { id: "welter", kinds: &[Kind::NatSet], which: 0, set: &[], starts, least: 40 });
    agrees(&Case { id: "welter", kinds: &[Kind::NatSet], which: 1, set: &[], starts, least: 40 });
    let starts = &["@([2, 5, 6])", "@([8, 3, 4])", "@([7])"];
    agrees(&Case { id: "welter", kinds: &[Kind::Nats], which: 0, set: &[], starts, least: 100 });
}

#[test]
fn coins_on_squares() {
    let starts = &["@([0, 1, 0, 1, 1])", "@([1, 0, 2, 0, 1])", "@([0, 0, 0, 3])"];
    agrees(&Case { id: "nimble", kinds: &[Kind::Nats], which: 0, set: &[], starts, least: 100 });
}

#[test]
fn coins_that_are_turned() {
    for which in 0..7 {
        let mosts: &[&str] = if matches!(which, 4 | 6) { &["1", "2", "3", "5"] } else { &[""] };
        for most in mosts {
            let with = [("L", *most)];
            let set = if most.is_empty() { &with[..0] } else { &with };
            if which < 5 {
                let (id, kinds, starts) = ("coin-turning", &[Kind::Nat], &["@(30)"]);
                agrees(&Case { id, kinds, which, set, starts, least: 8 });
            }
            let starts = &["@([true, false, true, false, true])"];
            agrees(&Case { id: "coin-turning", kinds: &[Kind::Other], which, set, starts, least: 8 });
            let (starts, which) = (&["@([1, 0, 1, 0, 1])"], which + 7);
            agrees(&Case { id: "coin-turning", kinds: &[Kind::Other], which, set, starts, least: 8 });
        }
    }
    for which in 0..8 {
        let mosts: &[&str] = if matches!(which, 5 | 7) { &["1", "2", "3", "5"] } else { &[""] };
        for (most, first) in mosts.iter().flat_map(|most| ["0", "1", "2"].map(|first| (most, first))) {
            let with = [("FIRST", first), ("L", *most)];
            let set = if most.is_empty() { &with[..1] } else { &with };
            let starts = &["@({2, 5})"];
            agrees(&Case { id: "coin-turning", kinds: &[Kind::NatSet], which, set, starts, least: 8 });
        }
    }
}

#[test]
fn corners_that_are_turned() {
    let (id, starts) = ("turning-corners", &["@(6, 5)", "@(3, 9)"]);
    agrees(&Case { id, kinds: &[Kind::Nat, Kind::Nat], which: 0, set: &[], starts, least: 100 });
    let starts = &["@({(2, 1), (1, 1)})"];
    agrees(&Case { id, kinds: &[Kind::Other], which: 0, set: &[], starts, least: 4 });
    let (id, kinds) = ("turning-corners", &[Kind::Nat, Kind::Nat]);
    let starts = &["@(2^64, 2^64)"];
    // A Fermat power times itself is three halves of it.
    let square = told(&Case { id, kinds, which: 0, set: &[], starts, least: 1 }).0;
    assert_eq!(square, Some((3u128 << 63).to_string()));
}

#[test]
fn products_of_coin_games() {
    // Twins, Turtles, Mock Turtles, Triplets, Ruler, near Twins, short Ruler: every two of them but Twins by
    // Twins. At the end, games that turn rectangles, written in parts, for single heads only.
    for which in share((0..30).collect(), 5) {
        for (mx, my) in [("1", "2"), ("3", "2")] {
            let id = "coin-products";
            let kinds = &[Kind::Nat, Kind::Nat];
            let Hypotheses::Rules { written, .. } = gspec::theorem::find(id).unwrap().hypotheses else {
                panic!()
            };
            let text = &written(kinds)[which];
            let all = [("MX", mx), ("MY", my)];
            let set: Vec<_> =
                all.into_iter().filter(|it| text.contains(&format!("param {}", it.0))).collect();
            agrees(&Case { id, kinds, which, set: &set, starts: &["@(7, 6)", "@(4, 9)"], least: 60 });
            for first in ["0", "1"].into_iter().take(if which < 27 { 2 } else { 0 }) {
                let set: Vec<_> = set.iter().copied().chain([("FX", first), ("FY", "1")]).collect();
                let starts = &["@({(2, 2), (1, 2)})"];
                agrees(&Case { id, kinds: &[Kind::Other], which, set: &set, starts, least: 2 });
            }
            if set.is_empty() {
                break;
            }
        }
    }
}

#[test]
fn dominoes_on_boards() {
    let board =
        |width: usize, height: usize| format!("@({{(x, y) for x in 3..{} for y in 0..{height}}})", width + 3);
    for (width, height) in [(2, 2), (4, 2), (3, 2), (1, 4), (2, 5), (0, 3)] {
        let start = board(width, height);
        let (kinds, starts) = (&[Kind::Other], &[start.as_str()]);
        agrees(&Case { id: "cram", kinds, which: 0, set: &[], starts, least: 3 });
    }
    let start = board(100, 101);
    let case = Case { id: "cram", kinds: &[Kind::Other], which: 0, set: &[], starts: &[&start], least: 1 };
    assert_eq!(told(&case).1, Some(false));
}

#[test]
fn crosses_on_one_board() {
    let starts = &["@([[0, 0, 0], [0, 0, 0], [0, 0, 0]])"];
    agrees(&Case { id: "notakto", kinds: &[Kind::Other], which: 0, set: &[], starts, least: 300 });
}
