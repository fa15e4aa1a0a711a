//! Recognises games that are Nim with heaps whose sizes are linear in the fields, such as the
//! numbers of lines on either side of a square.

use super::Shapes;
use super::presburger::{Defined, Definer, Linear, MoveRelation, Parts, Sign};
use crate::ir::value::Component;
use crate::ir::{GameId, Value};
use crate::number::Int;
use crate::position::{Budget, Evaluator, Flow, Range};
use crate::theory::automaton::{Automaton, Track};

/// A heap: a sum of multiples of the fields, plus a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heap {
    /// The factor of each field.
    pub factors: Vec<i64>,
    /// The constant summand.
    pub constant: i64,
}

/// The most fields of a game; games with more are not examined.
const MOST_FIELDS: usize = 4;
/// The number of values of each field from which the sizes of the heaps are determined.
const SIDE: usize = 5;

/// Returns as many heaps as there are fields, if play with them is Nim in all states without a
/// negative heap: every move lowers one heap and keeps the others, and each heap can be lowered to
/// every smaller size. Play from these states never reaches a negative heap. `None` if there is no
/// proof.
pub fn heaps(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Vec<Heap>> {
    let fields = shapes.instance.fields[game.index()].len();
    if !(1..=MOST_FIELDS).contains(&fields) {
        return None;
    }
    let directions = directions(shapes.move_relation(game, budget)?, game)?;
    let mut heaps = duals(&directions)?;
    let sizes = sizes(shapes, game, &heaps, budget)?;
    for (heap, (falls, constant)) in heaps.iter_mut().zip(sizes) {
        if !falls {
            heap.factors.iter_mut().for_each(|factor| *factor = -*factor);
        }
        heap.constant = constant;
    }
    let proved = |definer: &Definer<'_>, moves: &MoveRelation| are_nim(definer, moves, game, &heaps);
    (shapes.examine(game, budget, proved) == Some(true)).then_some(heaps)
}

/// Returns the directions of the moves, one of each pair of opposite directions; `None` unless
/// there are as many as fields.
fn directions(moves: &MoveRelation, game: GameId) -> Option<Vec<Vec<i64>>> {
    let mut directions: Vec<Vec<i64>> = Vec::new();
    for parts in &moves.moves {
        let direction = direction(moves, parts, game)?;
        let opposite: Vec<i64> = direction.iter().map(|step| -step).collect();
        if !directions.contains(&direction) && !directions.contains(&opposite) {
            directions.push(direction);
        }
    }
    (directions.len() == moves.fields.len()).then_some(directions)
}

/// Returns the direction of a move: for each field a factor of the change, which is 0, 1 or -1.
/// `None` if the fields change by different amounts or none changes, or if the target is not one
/// component of the game.
fn direction(moves: &MoveRelation, parts: &Parts, game: GameId) -> Option<Vec<i64>> {
    let [(into, fields)] = &parts.parts[..] else { return None };
    if *into != game {
        return None;
    }
    let change = |(track, field): (&Track, &Linear)| field.sub(&Linear::unknown(*track));
    let changes: Vec<Linear> = moves.fields.iter().zip(fields).map(change).collect();
    let still = Linear::default();
    let one = changes.iter().find(|change| **change != still)?;
    let step = |change: &Linear| match change {
        change if *change == still => Some(0),
        change if change == one => Some(1),
        change if *change == still.sub(one) => Some(-1),
        _ => None,
    };
    changes.iter().map(step).collect()
}

/// Returns for each direction a sum of fields, with factors -1, 0 and 1, that a step in this
/// direction increases by 1 and that steps in the other directions do not change. `None` if some
/// direction has no such sum.
fn duals(directions: &[Vec<i64>]) -> Option<Vec<Heap>> {
    let count = directions.len();
    let mut found = Vec::new();
    for at in 0..count {
        // With few fields, all factors -1, 0 and 1 can be tried.
        let factors = (0..3u32.pow(count as u32)).map(|code| {
            (0..count).map(|field| i64::from(code / 3u32.pow(field as u32) % 3) - 1).collect::<Vec<i64>>()
        });
        let along = |factors: &[i64], direction: &[i64]| -> i64 {
            factors.iter().zip(direction).map(|(factor, step)| factor * step).sum()
        };
        let fits = |factors: &Vec<i64>| {
            let mut others = directions.iter().enumerate();
            others.all(|(other, direction)| along(factors, direction) == i64::from(other == at))
        };
        found.push(Heap { factors: factors.into_iter().find(fits)?, constant: 0 });
    }
    Some(found)
}

impl Heap {
    fn linear(&self, fields: &[Linear]) -> Linear {
        let constant = Linear::constant(Int::from(self.constant));
        let terms = fields.iter().zip(&self.factors);
        terms.fold(constant, |sum, (field, factor)| sum.plus(&Int::from(*factor), field))
    }

    /// Returns the size of the heap in a state; it may be negative.
    pub fn size(&self, fields: &[Int]) -> Int {
        let constant = Int::from(self.constant);
        fields
            .iter()
            .zip(&self.factors)
            .fold(constant, |sum, (field, factor)| &sum + &(field * &Int::from(*factor)))
    }
}

/// Returns for each sum whether moves decrease it, and a constant. The sum (its negation, if moves
/// increase the sum) plus the constant is the number of moves that change the sum. Both results are
/// read off a small component, and are only guesses.
fn sizes(shapes: &Shapes<'_>, game: GameId, sums: &[Heap], budget: &Budget<'_>) -> Option<Vec<(bool, i64)>> {
    let mut found: Vec<Option<(bool, i64)>> = vec![None; sums.len()];
    for fields in grid(&shapes.instance.fields[game.index()])? {
        let state = fields.iter().cloned().map(Value::Int).collect();
        let component = Component { game, state };
        let mut evaluator = Evaluator::new(shapes.instance, budget);
        let mut targets: Vec<Vec<Int>> = Vec::new();
        let listed = evaluator.each_target(&component, &mut |_, _, parts| {
            targets.extend(parts.first().and_then(|(part, _)| integers(&part.state)));
            Ok(Flow::More)
        });
        listed.ok()?;
        targets.sort_unstable();
        targets.dedup();
        for (sum, found) in sums.iter().zip(&mut found).filter(|it| it.1.is_none()) {
            let size = sum.size(&fields);
            let changed: Vec<Int> =
                targets.iter().map(|target| sum.size(target)).filter(|other| *other != size).collect();
            if let Some(first) = changed.first() {
                let (falls, moves) = (*first < size, Int::from(changed.len()));
                let sum = if falls { size } else { -&size };
                *found = Some((falls, (&moves - &sum).to_i64()?));
            }
        }
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    found.into_iter().collect()
}

/// Returns all states in which each field has one of the [`SIDE`] least values of its type; `None`
/// if a field is neither a natural nor a bounded integer.
fn grid(ranges: &[Range]) -> Option<Vec<Vec<Int>>> {
    let mut states = vec![Vec::new()];
    for range in ranges {
        let values: Vec<Int> = match range {
            Range::Nat => (0..SIDE).map(Int::from).collect(),
            Range::Between(low, high) => {
                (0..SIDE).map(|at| low + &Int::from(at)).take_while(|value| value <= high).collect()
            }
            _ => return None,
        };
        let longer = |state: Vec<Int>| {
            values.iter().map(move |value| [&state[..], std::slice::from_ref(value)].concat())
        };
        states = states.into_iter().flat_map(longer).collect();
    }
    Some(states)
}

/// Returns the values of a state as integers; `None` if some value is not one.
pub fn integers(state: &[Value]) -> Option<Vec<Int>> {
    let integer = |value: &Value| if let Value::Int(int) = value { Some(int.clone()) } else { None };
    state.iter().map(integer).collect()
}

/// Whether play in states without a negative heap is Nim with these heaps.
fn are_nim(
    definer: &Definer<'_>,
    move_relation: &MoveRelation,
    game: GameId,
    heaps: &[Heap],
) -> Defined<bool> {
    let room = definer.room;
    if !move_relation.won.is_nothing() || !move_relation.lost.is_nothing() {
        return Ok(false);
    }
    let of = |fields: &[Linear]| heaps.iter().map(|heap| heap.linear(fields)).collect::<Vec<Linear>>();
    let fields: Vec<Linear> = move_relation.fields.iter().copied().map(Linear::unknown).collect();
    let before = of(&fields);
    let mut inside = move_relation.states.clone();
    for heap in &before {
        inside = inside.and(&heap.is_natural(room)?, room)?;
    }
    // For each heap, `sizes` has a track for the size to which a move lowers the heap, and
    // `reached` the relation that there is such a move.
    let sizes: Vec<Track> = heaps.iter().map(|_| definer.fresh()).collect();
    let mut reached = vec![Automaton::constant(false); heaps.len()];
    for parts in &move_relation.moves {
        let [(into, fields)] = &parts.parts[..] else { return Ok(false) };
        let when = parts.when.and(&inside, room)?;
        if when.is_nothing() {
            continue;
        }
        if *into != game {
            return Ok(false);
        }
        let after = of(fields);
        let mut lowered = Automaton::constant(false);
        for (at, reached) in reached.iter_mut().enumerate() {
            let falls = after[at].sub(&before[at]).is_negative(room)?;
            let mut here = after[at].is_natural(room)?.and(&falls, room)?;
            for other in (0..heaps.len()).filter(|other| *other != at) {
                here = here.and(&after[other].sub(&before[other]).is_zero(room)?, room)?;
            }
            let here = when.and(&here, room)?;
            lowered = lowered.or(&here, room)?;
            let size = Linear::unknown(sizes[at]).sub(&after[at]).is_zero(room)?;
            *reached = reached.or(&definer.hide(here.and(&size, room)?, &parts.fresh)?, room)?;
        }
        if !when.and(&lowered.not(), room)?.is_nothing() {
            return Ok(false);
        }
    }
    for ((before, size), reached) in before.iter().zip(&sizes).zip(&reached) {
        let smaller = Linear::unknown(*size).sub(before).is_negative(room)?;
        if !inside.and(&smaller, room)?.and(&reached.not(), room)?.is_nothing() {
            return Ok(false);
        }
    }
    Ok(true)
}
