//! Variants of two heaps, each with its moves as vectors for the brute force.

use super::prove;

/// A game of two heaps from which vectors are taken.
pub struct Variant {
    pub name: &'static str,
    spec: &'static str,
    /// Whether these amounts may be taken from the first and the second heap in one move.
    may_take: fn(usize, usize) -> bool,
    /// Whether play is over at this position, with a loss for the player to move.
    is_end: fn(usize, usize) -> bool,
    pub misere: bool,
}

impl Variant {
    /// The spec with the one game `g`.
    pub fn spec(&self) -> String {
        let rook = if VARIANTS.iter().any(|it| it.name == self.name) { ROOK } else { "" };
        format!("game g(a: nat, b: nat) {{ {rook} {} }}", self.spec)
    }
}

/// Returns the variant called `name`; panics if there is none.
pub fn named(name: &str) -> &'static Variant {
    VARIANTS.iter().chain(OTHERS).find(|it| it.name == name).unwrap_or_else(|| panic!("no variant {name}"))
}

const NO_END: fn(usize, usize) -> bool = |_, _| false;

const ROOK: &str = "move left(k in 1..=a) -> g(a - k, b) move right(k in 1..=b) -> g(a, b - k)";

const VARIANTS: &[Variant] = &[
    Variant { name: "Nim", spec: "", may_take: |x, y| x == 0 || y == 0, is_end: NO_END, misere: false },
    Variant {
        name: "misère Nim", spec: "", may_take: |x, y| x == 0 || y == 0, is_end: NO_END, misere: true
    },
    Variant {
        name: "Nim that ends at a + b <= 2",
        spec: "end when a + b <= 2: lose",
        may_take: |x, y| x == 0 || y == 0,
        is_end: |a, b| a + b <= 2,
        misere: false,
    },
    Variant {
        name: "rook with diagonals up to 3",
        spec: "move both(k in 1..=3) when k <= min(a, b) -> g(a - k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || (x == y && x <= 3),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "Wythoff",
        spec: "move both(k in 1..=min(a, b)) -> g(a - k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || x == y,
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "misère Wythoff",
        spec: "move both(k in 1..=min(a, b)) -> g(a - k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || x == y,
        is_end: NO_END,
        misere: true,
    },
    Variant {
        name: "Wythoff that ends at a + b <= 1",
        spec: "end when a + b <= 1: lose move both(k in 1..=min(a, b)) -> g(a - k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || x == y,
        is_end: |a, b| a + b <= 1,
        misere: false,
    },
    Variant {
        name: "Wythoff that ends at a + b <= 2",
        spec: "end when a + b <= 2: lose move both(k in 1..=min(a, b)) -> g(a - k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || x == y,
        is_end: |a, b| a + b <= 2,
        misere: false,
    },
    Variant {
        name: "|k - l| < 2",
        spec: "move both(k in 1..=a, l in 1..=b) when abs(k - l) < 2 -> g(a - k, b - l)",
        may_take: |x, y| x == 0 || y == 0 || x.abs_diff(y) < 2,
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "rook with odd diagonals",
        spec: "move both(k in 1..=min(a, b)) when odd(k) -> g(a - k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || (x == y && x % 2 == 1),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "misère rook with diagonals up to 2",
        spec: "move both(k in 1..=2) when k <= min(a, b) -> g(a - k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || (x == y && x <= 2),
        is_end: NO_END,
        misere: true,
    },
    Variant {
        name: "Nim with the vector (1, 1)",
        spec: "move one when min(a, b) >= 1 -> g(a - 1, b - 1)",
        may_take: |x, y| x == 0 || y == 0 || (x, y) == (1, 1),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "rook and knight",
        spec: "move jump((x, y) in {(1, 2), (2, 1)}) when x <= a and y <= b -> g(a - x, b - y)",
        may_take: |x, y| x == 0 || y == 0 || (x, y) == (1, 2) || (x, y) == (2, 1),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "queen with jumps by (1, 3) and (3, 1)",
        spec: "move both(k in 1..=min(a, b)) -> g(a - k, b - k) move jump((x, y) in {(1, 3), (3, 1)}) when x <= a and y <= b -> g(a - x, b - y)",
        may_take: |x, y| x == 0 || y == 0 || x == y || (x, y) == (1, 3) || (x, y) == (3, 1),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "Wythoff that ends at max(a, b) <= 1",
        spec: "end when max(a, b) <= 1: lose move both(k in 1..=min(a, b)) -> g(a - k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || x == y,
        is_end: |a, b| a <= 1 && b <= 1,
        misere: false,
    },
    Variant {
        name: "Nim that ends at max(a, b) <= 3",
        spec: "end when max(a, b) <= 3: lose",
        may_take: |x, y| x == 0 || y == 0,
        is_end: |a, b| a <= 3 && b <= 3,
        misere: false,
    },
    Variant {
        name: "rook with lines along (1, 2) and (2, 1)",
        spec: "move s(k in 1..=min(a, b div 2)) -> g(a - k, b - 2 * k) move t(k in 1..=min(a div 2, b)) -> g(a - 2 * k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || y == 2 * x || x == 2 * y,
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "misère rook with diagonals up to 3",
        spec: "move both(k in 1..=3) when k <= min(a, b) -> g(a - k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || (x == y && x <= 3),
        is_end: NO_END,
        misere: true,
    },
    Variant {
        name: "rook with diagonals from 2 to 4",
        spec: "move both(k in 2..=4) when k <= min(a, b) -> g(a - k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || (x == y && (2..=4).contains(&x)),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "rook with diagonals of one residue",
        spec: "move both(k in 1..=min(a, b)) when k mod 3 == 1 -> g(a - k, b - k)",
        may_take: |x, y| x == 0 || y == 0 || (x == y && x % 3 == 1),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "queen with jumps by (1, 4) and (4, 1)",
        spec: "move both(k in 1..=min(a, b)) -> g(a - k, b - k) move jump((x, y) in {(1, 4), (4, 1)}) when x <= a and y <= b -> g(a - x, b - y)",
        may_take: |x, y| x == 0 || y == 0 || x == y || (x, y) == (1, 4) || (x, y) == (4, 1),
        is_end: NO_END,
        misere: false,
    },
];

/// Variants without the moves of the rook.
const OTHERS: &[Variant] = &[
    Variant {
        name: "king",
        spec: "move step((x, y) in {(0, 1), (1, 0), (1, 1)}) when x <= a and y <= b -> g(a - x, b - y)",
        may_take: |x, y| x <= 1 && y <= 1,
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "knights",
        spec: "move jump((x, y) in {(1, 2), (2, 1)}) when x <= a and y <= b -> g(a - x, b - y)",
        may_take: |x, y| (x, y) == (1, 2) || (x, y) == (2, 1),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "vectors (1, 0), (0, 2), (2, 1)",
        spec: "move take((x, y) in {(1, 0), (0, 2), (2, 1)}) when x <= a and y <= b -> g(a - x, b - y)",
        may_take: |x, y| [(1, 0), (0, 2), (2, 1)].contains(&(x, y)),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "misère king",
        spec: "move step((x, y) in {(0, 1), (1, 0), (1, 1)}) when x <= a and y <= b -> g(a - x, b - y)",
        may_take: |x, y| x <= 1 && y <= 1,
        is_end: NO_END,
        misere: true,
    },
    Variant {
        name: "misère knights",
        spec: "move jump((x, y) in {(1, 2), (2, 1)}) when x <= a and y <= b -> g(a - x, b - y)",
        may_take: |x, y| (x, y) == (1, 2) || (x, y) == (2, 1),
        is_end: NO_END,
        misere: true,
    },
    Variant {
        name: "bishop",
        spec: "move both(k in 1..=min(a, b)) -> g(a - k, b - k)",
        may_take: |x, y| x == y,
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "rook up to 2 with free diagonals",
        spec: "move left(k in 1..=2) when k <= a -> g(a - k, b) move right(k in 1..=2) when k <= b -> g(a, b - k) move both(k in 1..=min(a, b)) -> g(a - k, b - k)",
        may_take: |x, y| x == y || (y == 0 && x <= 2) || (x == 0 && y <= 2),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "all amounts odd",
        spec: "move left(k in 1..=a) when odd(k) -> g(a - k, b) move right(k in 1..=b) when odd(k) -> g(a, b - k) move both(k in 1..=min(a, b)) when odd(k) -> g(a - k, b - k)",
        may_take: |x, y| (x % 2 == 1 && y == 0) || (y % 2 == 1 && x == 0) || (x == y && x % 2 == 1),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "subtraction set {1, 2, 3}",
        spec: "move left(k in 1..=3) when k <= a -> g(a - k, b) move right(k in 1..=3) when k <= b -> g(a, b - k)",
        may_take: |x, y| (y == 0 && x <= 3) || (x == 0 && y <= 3),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "odd lines and all diagonals",
        spec: "move left(k in 1..=a) when k mod 2 == 1 -> g(a - k, b) move right(k in 1..=b) when k mod 2 == 1 -> g(a, b - k) move both(k in 1..=min(a, b)) -> g(a - k, b - k)",
        may_take: |x, y| x == y || (y == 0 && x % 2 == 1) || (x == 0 && y % 2 == 1),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "even lines and all diagonals",
        spec: "move left(k in 1..=a) when even(k) -> g(a - k, b) move right(k in 1..=b) when even(k) -> g(a, b - k) move both(k in 1..=min(a, b)) -> g(a - k, b - k)",
        may_take: |x, y| x == y || (y == 0 && x % 2 == 0) || (x == 0 && y % 2 == 0),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "one heap free, the other up to 2, and all diagonals",
        spec: "move left(k in 1..=a) -> g(a - k, b) move right(k in 1..=2) when k <= b -> g(a, b - k) move both(k in 1..=min(a, b)) -> g(a - k, b - k)",
        may_take: |x, y| x == y || y == 0 || (x == 0 && y <= 2),
        is_end: NO_END,
        misere: false,
    },
    Variant {
        name: "camels and double steps",
        spec: "move take((x, y) in {(1, 3), (3, 1), (2, 0), (0, 2)}) when x <= a and y <= b -> g(a - x, b - y)",
        may_take: |x, y| [(1, 3), (3, 1), (2, 0), (0, 2)].contains(&(x, y)),
        is_end: NO_END,
        misere: false,
    },
];

/// The lost positions, ordered by the greater field and then lexicographically. Each lost position
/// marks the positions that lead to it as won.
pub fn brute_force(variant: &Variant, side: usize) -> Vec<(usize, usize)> {
    let mut wins = vec![false; side * side];
    let mut vectors: Vec<(usize, usize)> = (0..side * side)
        .map(|at| (at / side, at % side))
        .filter(|(x, y)| (x, y) != (&0, &0) && (variant.may_take)(*x, *y))
        .collect();
    vectors.sort_by_key(|(x, y)| x + y);
    let mut lost = Vec::new();
    for a in 0..side {
        for b in 0..side {
            let stuck = || !vectors.iter().any(|(x, y)| *x <= a && *y <= b);
            let is_won = wins[a * side + b] || (variant.misere && stuck());
            if !(variant.is_end)(a, b) && is_won {
                continue;
            }
            lost.push((a, b));
            for (x, y) in vectors.iter().filter(|(x, y)| a + x < side && b + y < side) {
                wins[(a + x) * side + b + y] = true;
            }
        }
    }
    lost.sort_by_key(|(a, b)| (*a.max(b), *a, *b));
    lost
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn proved_sets_are_those_of_a_brute_force() {
    for variant in VARIANTS.iter().chain(OTHERS) {
        let target = if variant.misere { "misere g(a, b)" } else { "g" };
        let answer = prove(&variant.spec(), &[target, "--lost", "200"]);
        assert_eq!(answer["status"], "proved", "{}: {answer}", variant.name);
        let lost: Vec<(usize, usize)> = serde_json::from_value(answer["lost"].clone()).unwrap();
        let expected = brute_force(variant, 100);
        let count = lost.len().min(expected.len());
        assert!(count >= 55, "{}: {count}", variant.name);
        assert_eq!(lost[..count], expected[..count], "{}", variant.name);
    }
}
