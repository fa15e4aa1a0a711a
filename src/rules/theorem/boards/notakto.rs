//! Notakto on boards of three by three (T91): both players write crosses, and no cross is written
//! on a board that has three crosses in a line.
//!
//! In the misère quotient, which has 18 elements and the generators a, b, c, d, each board has a
//! class. The player to move loses a misère sum of boards exactly if the product of their classes
//! is a, b², bc or c². The theorem says nothing about normal play.

use crate::ir::value::Component;
use crate::ir::{Convention, GameId, Type, Value};
use crate::position::{Budget, Evaluator, Flow};
use crate::shape::Shapes;
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Theorem, clues, state};
use crate::theory::notakto;

/// The catalogue entry for Notakto on boards of three by three.
pub const THEOREM: Theorem = Theorem {
    id: "notakto",
    entry: "T91",
    title: "Notakto: both write crosses on a board of three by three, a line kills it; misère",
    cite: "Plambeck, Whitehead 2013",
    gives: "Plambeck, Whitehead 2013 (theorem:notakto), misère outcomes by a quotient of 18 elements",
    page: include_str!("../pages/notakto.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form: |_| Some(Box::new(Board { kept: Kept::Rows })) },
        Hypotheses::Whole(any_way),
        Hypotheses::Boards {
            least: clues::FEW_POSITIONS,
            guess,
            form: |_| Some(Box::new(Board { kept: Kept::Rows })),
        },
    ]),
};

fn written(kinds: &[Kind]) -> Vec<String> {
    const RULES: &str =
        "fn dead(grid: [[0..=1]]): bool = any(all(grid[y][x] == 1 for (x, y) in line) for line in [
            [(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)],
            [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)],
            [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]
        ])
        game notakto(grid: [[0..=1]]) {
            move cross(x in 0..3, y in 0..3) when not dead(grid) and grid[y][x] == 0
                -> notakto(grid with [y][x] = 1)
        }";
    if kinds != [Kind::Other] {
        return Vec::new();
    }
    // The replacements of text that turn rules for squares of 0 and 1 into rules for truth values.
    let truths = [
        ("0..=1", "bool"),
        ("grid[y][x] == 1", "grid[y][x]"),
        ("grid[y][x] == 0", "not grid[y][x]"),
        ("= 1)", "= true)"),
    ];
    vec![
        RULES.to_string(),
        truths.iter().fold(RULES.to_string(), |text, (number, truth)| text.replace(number, truth)),
    ]
}

/// The boards with as many free cells as the start has options, on which no line is complete.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    // In the theorem's rules a dead board, which has a line, is a position without moves. Rules
    // that state an `end` for dead boards are not compared.
    if clues.states_ends {
        return Vec::new();
    }
    let fits =
        |board: &u16| CELLS - board.count_ones() as usize == clues.options() && !notakto::is_dead(*board);
    let rules = &written(&[Kind::Other])[0];
    let boards = (0..1 << CELLS).filter(fits);
    boards.map(|board| Guess::of(rules, 0, vec![Kept::Rows.state(board, false)])).collect()
}

/// The closed form, if the game has one field that can hold all boards of three by three in one of the
/// encodings of [`Kept`], and if each of these boards has no end and exactly the theorem's moves.
fn any_way(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Box<dyn ClosedForm>> {
    let ours = shapes.rules(game);
    let [field] = &*ours.instance.program.game(ours.game).fields else { return None };
    let ty = field.domain.ty();
    let kept = Kept::of(&ty)?;
    let range = &ours.instance.fields[ours.game.index()][0];
    let mut evaluator = Evaluator::new(ours.instance, budget);
    for board in 0..1 << CELLS {
        let state = kept.state(board, has_truths(&ty));
        if !range.contains(&state) {
            return None;
        }
        let component = Component { game: ours.game, state: vec![state].into() };
        let mut left: Vec<u16> = Vec::new();
        let mut all_are_boards = evaluator.ending(&component).ok()?.is_none();
        let visited = evaluator.each_target(&component, &mut |_, _, target| {
            match target {
                [(part, 1)] if part.game == ours.game => match kept.bits(&part.state) {
                    Some(bits) => left.push(bits),
                    None => all_are_boards = false,
                },
                _ => all_are_boards = false,
            }
            Ok(if all_are_boards { Flow::More } else { Flow::Stop })
        });
        visited.ok()?;
        left.sort_unstable();
        left.dedup();
        let free =
            (0..CELLS).map(|cell| 1 << cell).filter(|cell| board & cell == 0 && !notakto::is_dead(board));
        if !all_are_boards || !left.into_iter().eq(free.map(|cell| board | cell)) {
            return None;
        }
    }
    Some(Box::new(Board { kept }))
}

/// Whether a type of lists, or of lists of lists, has truth values as elements.
fn has_truths(ty: &Type) -> bool {
    match ty {
        Type::List(inner) => has_truths(inner),
        ty => *ty == Type::Bool,
    }
}

/// The number of cells of a board.
const CELLS: usize = 9;

/// How a state encodes a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// A list of rows of cells.
    Rows,
    /// A list of cells, row by row.
    Cells,
    /// The set of the places of crosses, as pairs of row and column.
    Pairs,
    /// The set of the places of crosses, as numbers from 0 to 8 that count row by row.
    Places,
}

impl Kept {
    /// The encoding of boards by a field of this type, if there is one.
    fn of(ty: &Type) -> Option<Kept> {
        let is_cell = |ty: &Type| matches!(ty, Type::Int | Type::Bool);
        match ty {
            Type::List(row) => match &**row {
                Type::List(cell) if is_cell(cell) => Some(Kept::Rows),
                cell if is_cell(cell) => Some(Kept::Cells),
                _ => None,
            },
            Type::Set(place) => match &**place {
                Type::Int => Some(Kept::Places),
                Type::Tuple(parts) if **parts == [Type::Int, Type::Int] => Some(Kept::Pairs),
                _ => None,
            },
            _ => None,
        }
    }

    /// The state that encodes a board; `truths` says whether cells are truth values.
    fn state(self, board: u16, truths: bool) -> Value {
        let has = |cell: usize| board >> cell & 1 == 1;
        let cell = |at: usize| if truths { Value::Bool(has(at)) } else { Value::int(i64::from(has(at))) };
        let row = |y: usize| Value::List((0..3).map(|x| cell(3 * y + x)).collect());
        let crosses = (0..CELLS).filter(|at| has(*at));
        let place = |at: usize| Value::int(at as i64);
        match self {
            Kept::Rows => Value::List((0..3).map(row).collect()),
            Kept::Cells => Value::List((0..CELLS).map(cell).collect()),
            Kept::Pairs => {
                Value::Set(crosses.map(|at| Value::Tuple([place(at / 3), place(at % 3)].into())).collect())
            }
            Kept::Places => Value::Set(crosses.map(place).collect()),
        }
    }

    /// The board as a set of bits, one for each cross, counted row by row; `None` if the state
    /// encodes no board of three by three.
    fn bits(self, state: &[Value]) -> Option<u16> {
        let [state] = state else { return None };
        let small = |value: &Value, below: usize| match value {
            Value::Int(int) => int.to_usize().filter(|it| *it < below),
            Value::Bool(holds) => Some(usize::from(*holds)),
            _ => None,
        };
        let mut bits = 0;
        let mut put = |at: usize| bits |= 1 << at;
        let members = state::members(state)?;
        match self {
            Kept::Rows | Kept::Cells => {
                let mut cells = Vec::new();
                for member in members {
                    match self {
                        Kept::Rows => cells.extend(state::members(member).filter(|row| row.len() == 3)?),
                        _ => cells.push(member),
                    }
                }
                let rows = if self == Kept::Rows { 3 } else { CELLS };
                if members.len() != rows {
                    return None;
                }
                for (at, cell) in cells.iter().enumerate() {
                    if small(cell, 2)? == 1 {
                        put(at);
                    }
                }
            }
            Kept::Pairs => {
                for member in members {
                    let Value::Tuple(pair) = member else { return None };
                    put(3 * small(&pair[0], 3)? + small(&pair[1], 3)?);
                }
            }
            Kept::Places => {
                for member in members {
                    put(small(member, CELLS)?);
                }
            }
        }
        Some(bits)
    }
}

#[derive(Debug)]
struct Board {
    kept: Kept,
}

impl ClosedForm for Board {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let board = (convention == Convention::Misere).then(|| self.kept.bits(state)).flatten()?;
        notakto::losing(&[board])
    }

    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        let mut boards = Vec::new();
        for (state, count) in parts {
            // In the quotient the second and fourth power of every class are equal, and so are the third and
            // fifth.
            let often = if *count <= 3 { *count } else { 2 + count % 2 };
            let board = self.kept.bits(state)?;
            boards.extend((0..often).map(|_| board));
        }
        notakto::losing(&boards)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let losing = self.losing(state, convention)?;
        let [a, b, c, d] = notakto::Class::of_board(self.kept.bits(state)?)?.exponents();
        let loses = if losing { "loses" } else { "wins" };
        Some(format!(
            "In the misère quotient the board is a^{a} b^{b} c^{c} d^{d}. The lost elements are a, b^2, bc \
             and c^2: the player to move {loses}."
        ))
    }
}
