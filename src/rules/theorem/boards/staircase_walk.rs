//! A token on the cell `(x, y)` of a region with stairs, a Young diagram, goes to `(x + 1, y)` or
//! `(x, y + 1)` until it leaves the region, or until a wall stops it (T90, T89).
//!
//! A cell has the outcome of its diagonal neighbour `(x + 1, y + 1)` if both options of that
//! neighbour are inside the region. So a cell has the outcome of the cell where its diagonal meets
//! the rim of the region, and [`Staircase`] computes the outcomes on the rim. The theorem gives no
//! values.

use crate::ir::{Convention, Value};
use crate::theorem::{
    ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, naturals, state,
};
use crate::theory::diagonal::Staircase;

/// The catalogue entry for a token that walks in a Young diagram.
pub const THEOREM: Theorem = Theorem {
    id: "staircase-walk",
    entry: "T90",
    title: "A token goes right or up in a Young diagram until it leaves it",
    cite: "AtCoder AGC 002 E 2016",
    gives: "AtCoder AGC 002 E 2016 (theorem:staircase-walk), outcomes are constant on diagonals down to the rim",
    page: include_str!("../pages/staircase_walk.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

/// What happens at the border of the region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Border {
    /// A player who faces a token outside has won.
    Win,
    /// A player who faces a token outside has lost.
    Lose,
    /// The token stays inside; whoever cannot move loses.
    Wall,
}

/// The rule at the border in each formulation of the rules.
const BORDERS: [Border; 4] = [Border::Win, Border::Lose, Border::Wall, Border::Wall];

/// The index of the formulation in which the region is a set of cells.
const CELLS: usize = 3;

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: [&str; BORDERS.len()] = [
        "param a: [nat] = []
        game walk(x: nat, y: nat) {
            end when x >= len(a) or y >= a[x]: win
            measure len(a) - x + max([0] ++ a) - y
            move right -> walk(x + 1, y)
            move up -> walk(x, y + 1)
        }",
        "param a: [nat] = []
        game walk(x: nat, y: nat) {
            end when x >= len(a) or y >= a[x]: lose
            measure len(a) - x + max([0] ++ a) - y
            move right -> walk(x + 1, y)
            move up -> walk(x, y + 1)
        }",
        "param a: [nat] = []
        game walk(x: nat, y: nat) {
            measure len(a) + max([0] ++ a) - x - y
            move right when x + 1 < len(a) and y < a[x + 1] -> walk(x + 1, y)
            move up when x < len(a) and y + 1 < a[x] -> walk(x, y + 1)
        }",
        "param cells: {(nat, nat)} = {}
        game walk(x: nat, y: nat) {
            measure sum(1 for (i, j) in cells if i + j > x + y)
            move right when (x + 1, y) in cells -> walk(x + 1, y)
            move up when (x, y + 1) in cells -> walk(x, y + 1)
        }",
    ];
    if kinds == [Kind::Nat, Kind::Nat] { RULES.map(str::to_string).to_vec() } else { Vec::new() }
}

/// Candidate regions: the region in which a token of the program walks, lists of the program that
/// never ascend, and stairs with a number of steps from 3 to 12 that the program mentions. The
/// token is at the corner or at its place in the start.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let stairs = clues.numbers().into_iter().filter(|steps| (3..=12).contains(steps));
    let stairs = stairs.map(|steps| (1..=u64::from(steps)).rev().collect());
    // Walks along the letters of a text are left to the theorem about strings.
    let walked = clues.columns().into_iter().filter(|_| clues.texts().is_empty());
    let heights = walked.chain(clues.lists()).chain(stairs);
    let heights = heights.filter(|it| !it.is_empty() && it.is_sorted_by(|a, b| a >= b));
    let rules = written(&[Kind::Nat, Kind::Nat]);
    let corner = vec![Value::int(0), Value::int(0)];
    let own = clues.state.to_vec();
    let own = Some(own).filter(|own| own.len() == 2 && *own != corner && naturals(own).is_some());
    let starts: Vec<Vec<Value>> = std::iter::once(corner).chain(own).collect();
    let board = |heights: Vec<u64>| {
        let heights = Value::List(heights.into_iter().map(|it| Value::int(it as i64)).collect());
        let ways = rules[..CELLS].iter().enumerate();
        let board = |((which, rules), start): ((usize, &String), &Vec<Value>)| Guess {
            values: vec![("a", heights.clone())],
            ..Guess::of(rules, which, start.clone())
        };
        ways.flat_map(|way| starts.iter().map(move |start| (way, start))).map(board).collect::<Vec<_>>()
    };
    heights.flat_map(board).collect()
}

/// The theorem does not cover regions with more cells on their rim.
const MOST_CELLS: usize = 20_000_000;

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let border = *BORDERS.get(parameters.which)?;
    // A wall has the outcomes of a border at which the token may leave the region, and whoever
    // moves it outside loses.
    let heights = match parameters.value("cells") {
        Some(cells) => columns(cells)?,
        None => {
            let rows = naturals(state::members(parameters.value("a")?)?)?;
            rows.iter().map(|row| usize::try_from(row).ok()).collect::<Option<Vec<usize>>>()?
        }
    };
    let staircase = Staircase::new(heights.clone(), &|_, _| border != Border::Lose, MOST_CELLS)?;
    Some(Box::new(Walk { heights, staircase, border }))
}

/// The number of cells in each column of a set of cells; `None` unless the columns are 0, 1, 2, …
/// without a gap, and the cells of each column are its lowest ones.
fn columns(cells: &Value) -> Option<Vec<usize>> {
    let mut heights: Vec<usize> = Vec::new();
    // The members of a set are sorted: column by column, each from the bottom.
    for cell in state::members(cells)? {
        let Value::Tuple(both) = cell else { return None };
        let [x, y] = <[usize; 2]>::try_from(
            naturals(both)?.iter().map(|it| usize::try_from(it).ok()).collect::<Option<Vec<usize>>>()?,
        )
        .ok()?;
        if x == heights.len() && y == 0 {
            heights.push(1);
        } else if x + 1 == heights.len() && y == heights[x] {
            heights[x] += 1;
        } else {
            return None;
        }
    }
    Some(heights)
}

#[derive(Debug)]
struct Walk {
    /// How many cells each column has.
    heights: Vec<usize>,
    staircase: Staircase,
    border: Border,
}

/// The coordinates of the token. A coordinate that does not fit into a machine word is replaced by
/// a number outside every region.
fn cell(state: &[Value]) -> Option<(usize, usize)> {
    let [x, y] = &naturals(state)?[..] else { return None };
    let far = |number| usize::try_from(number).unwrap_or(usize::MAX / 2);
    Some((far(x), far(y)))
}

impl Walk {
    /// Whether the theorem covers this convention. If the rules state an end for a token outside,
    /// every play stops at that end, so normal and misère play have equal outcomes. With a wall,
    /// only normal play is covered.
    fn speaks_of(&self, convention: Convention) -> bool {
        convention == Convention::Normal || (convention == Convention::Misere && self.border != Border::Wall)
    }
}

impl ClosedForm for Walk {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let (x, y) = cell(state).filter(|_| self.speaks_of(convention))?;
        Some(self.staircase.wins(x, y).map_or(self.border != Border::Win, |wins| !wins))
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        let (x, y) = cell(state)?;
        let cells = self.heights.get(x..)?.iter().map(|height| height.saturating_sub(y) as u64 + 1);
        Some(cells.fold(0, u64::saturating_add))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let losing = self.losing(state, convention)?;
        let (x, y) = cell(state)?;
        let Some((i, j)) = self.staircase.rim_cell(x, y) else {
            return Some("The token is outside the region.".to_string());
        };
        let loses = if losing { "loses" } else { "wins" };
        Some(format!(
            "Outcomes are the same along a diagonal until its rim: ({x}, {y}) is like ({i}, {j}), {} steps \
             on, and there the player to move {loses}.",
            i - x
        ))
    }
}
