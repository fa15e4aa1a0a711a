//! Ordinal sums: a heap on another one, which is lost with every move below it.

use super::super::mutations::Random;
use super::cover::{covers, refuses, says};
use gspec::ir::Convention::Normal;

/// A heap with some moves, or with all of Nim, on another such heap.
fn tower(base: &str, top: &str) -> String {
    format!(
        "game tower(b: nat, t: nat) {{
           move x(k in {base}) when k <= b -> tower(b - k, 0)
           move y(k in {top}) when k <= t -> tower(b, t - k)
         }}"
    )
}

#[test]
fn random_towers_have_the_values_of_the_colon_principle() {
    let mut random = Random(0x5DEE_CE66);
    let mut heap = || match random.below(4) {
        0 => "1..=max(b, t)".to_string(),
        _ => {
            let amounts: Vec<String> =
                (0..=random.below(4)).map(|_| (1 + random.below(9)).to_string()).collect();
            format!("{{{}}}", amounts.join(", "))
        }
    };
    let specs: Vec<String> = (0..60).map(|_| tower(&heap(), &heap())).collect();
    // `covers` compares whatever the theorem says with the reference.
    covers("ordinal-sum", &specs.iter().map(|spec| &**spec).collect::<Vec<_>>());
}

#[test]
fn towers_of_any_height() {
    let large = "100000000000000000000";
    // Above, 7 has the value 7 mod 3.
    let flower = tower("1..=b", "{1, 2}");
    says(&flower, Normal, &[(&format!("{large} 7"), false, "100000000000000000001"), ("0 9", true, "0")]);
    // Below, 10^20 is 1 modulo 3, and its options have the values 0 and 2: 1, 3, 4, … are left. Above, 1, 3 or 4 have
    // the values 0, 1, 0, 1, 2, 3, 2 in turns; 10^18 is 1 modulo 7, 10^18 + 3 is 4.
    let amounts = tower("{1, 2}", "{1, 3, 4}");
    let rows = [
        (format!("{large} 1000000000000000000"), false, "3"),
        (format!("{large} 1000000000000000003"), false, "4"),
        (format!("{large} 1000000000000000006"), false, "1"),
    ];
    says(&amounts, Normal, &rows.each_ref().map(|row| (&*row.0, row.1, row.2)));
}

#[test]
fn what_is_above_has_to_fall_and_not_to_matter_below() {
    let rules = |moves: &str| format!("game tower(b: nat, t: nat) {{ {moves} }}");
    let mut specs = Vec::new();
    for x in [
        "(k in 1..=b) -> tower(b - k, t)",
        "(k in 1..=b) -> tower(b - k, 1)",
        "(k in 1..=b) when t < 90 -> tower(b - k, 0)",
    ] {
        specs.push(rules(&format!("move x{x} move y(k in 1..=min(2, t)) -> tower(b, t - k)")));
    }
    for y in [
        "(k in 1..=min(b, t)) -> tower(b, t - k)",
        "(k in 1..=t) -> tower(b + 1, t - k)",
        "(k in 1..=t) when b != 70 -> tower(b, t - k)",
    ] {
        specs.push(rules(&format!("move x(k in 1..=min(2, b)) -> tower(b - k, 0) move y{y}")));
    }
    refuses("ordinal-sum", &specs.iter().map(|spec| &**spec).collect::<Vec<_>>());
}
