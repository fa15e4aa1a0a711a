//! Finds an order in which cells can be evaluated: the fields, most significant first, each
//! ascending or descending, so that every move leads to an earlier cell. Also finds a box in which
//! play from a component stays. The order and the box follow from bounds and linear facts about the
//! compiled rules; if these do not suffice, the engine does not support the game.

use crate::code::known::{Bounds, Known, RegisterSum};
use crate::code::{Argument, CompiledRules, Constants, Low, Register, Step, Target, WordExpr};
use crate::ir::GameId;
use crate::position::Range;

/// How often a box is enlarged step by step. After that, a field that still grows gets the full
/// range of its type.
const ROUNDS: usize = 4;

/// If the words of a field may differ by this much, the box counts as infinite. [`widest`] keeps
/// words within this distance of 0.
const WIDE: i64 = 1 << 40;

/// A field in the order of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digit {
    /// The index of the field.
    pub field: usize,
    /// Whether the words of the field are swept from the least to the greatest.
    pub upwards: bool,
}

/// What is certain about the change of one field by a move; all false if nothing is.
#[derive(Debug, Clone, Copy, Default)]
struct Change {
    /// The field always becomes smaller.
    falls: bool,
    never_rises: bool,
    /// The field always becomes greater.
    rises: bool,
    never_falls: bool,
}

/// Receives each component that a move may lead to, with the facts that hold there.
type Look<'l> = dyn FnMut(&mut Known, &[Argument<'_>]) + 'l;

/// The facts that hold if the fields lie in a box.
fn inside(box_of: &[Bounds]) -> Known {
    let mut known = Known::default();
    for (register, bounds) in box_of.iter().enumerate() {
        known.set(register as Register, *bounds);
    }
    known
}

/// Visits all components of the targets of all moves from cells in a box.
fn each_target(rules: &CompiledRules<'_>, constants: &Constants, box_of: &[Bounds], look: &mut Look<'_>) {
    for (steps, target) in &rules.moves {
        let mut known = inside(box_of);
        bind(&mut known, steps, constants);
        walk(&mut known, target, constants, look);
    }
}

/// Notes the facts that clauses state.
fn bind(known: &mut Known, steps: &[Step<'_>], constants: &Constants) {
    for step in steps {
        match step {
            Step::If(condition) => known.assume(condition, true),
            Step::For(register, domain) => known.bind(*register, domain, constants),
        }
    }
}

/// Visits all components of a target, with the facts that hold where each is made.
fn walk(known: &mut Known, target: &Target<'_>, constants: &Constants, look: &mut Look<'_>) {
    match target {
        Target::Nothing => {}
        Target::Component(_, arguments) => look(known, arguments),
        Target::Both(both) => {
            walk(known, &both.0, constants, look);
            walk(known, &both.1, constants, look);
        }
        Target::Copies(both) => walk(known, &both.1, constants, look),
        Target::For(both) => {
            let mut inner = known.clone();
            bind(&mut inner, &both.0, constants);
            walk(&mut inner, &both.1, constants, look);
        }
        Target::If(parts) => {
            for (holds, target) in [(true, &parts.1), (false, &parts.2)] {
                let mut inner = known.clone();
                inner.assume(&parts.0, holds);
                walk(&mut inner, target, constants, look);
            }
        }
        Target::Let(register, parts) => {
            known.define_value(*register, &parts.0);
            walk(known, &parts.1, constants, look);
        }
    }
}

/// Whether all targets are components of one game.
pub fn stays_in(rules: &CompiledRules<'_>, game: GameId) -> bool {
    fn of(target: &Target<'_>, game: GameId) -> bool {
        match target {
            Target::Nothing => true,
            Target::Component(to, _) => *to == game,
            Target::Both(both) => of(&both.0, game) && of(&both.1, game),
            Target::Copies(both) => of(&both.1, game),
            Target::For(both) => of(&both.1, game),
            Target::If(parts) => of(&parts.1, game) && of(&parts.2, game),
            Target::Let(_, parts) => of(&parts.1, game),
        }
    }
    rules.moves.iter().all(|(_, target)| of(target, game))
}

/// The least and the greatest word that a type allows.
fn allowed(range: &Range) -> Bounds {
    match range {
        Range::Nat => (0, i64::MAX),
        Range::Between(low, high) => (low.to_i64().unwrap_or(i64::MIN), high.to_i64().unwrap_or(i64::MAX)),
        _ => (i64::MIN, i64::MAX),
    }
}

/// The intersection of a box with the words that the types of the fields allow.
pub fn within(types: &[Range], box_of: &[Bounds]) -> Vec<Bounds> {
    let part = |(range, bounds): (&Range, &Bounds)| {
        let (low, high) = allowed(range);
        (bounds.0.max(low), bounds.1.min(high))
    };
    types.iter().zip(box_of).map(part).collect()
}

/// The box of all words that the types of the fields allow, within [`WIDE`] of 0.
pub fn widest(types: &[Range]) -> Vec<Bounds> {
    let narrow = |(low, high): Bounds| (low.max(-WIDE), high.min(WIDE));
    types.iter().map(|range| narrow(allowed(range))).collect()
}

/// A box that play from a box does not leave, except to positions where the rules break; `None` if
/// no finite box is found.
pub fn closure(
    rules: &CompiledRules<'_>,
    constants: &Constants,
    types: &[Range],
    from: &[Bounds],
) -> Option<Vec<Bounds>> {
    let mut box_of = from.to_vec();
    for round in 0..=ROUNDS + from.len() {
        let mut next = box_of.clone();
        each_target(rules, constants, &box_of, &mut |known, arguments| {
            for (at, argument) in arguments.iter().enumerate() {
                let Argument::New(Low::Int(code)) = argument else { continue };
                let (least, most) = allowed(&types[at]);
                let (low, high) = known.range(code).unwrap_or((least, most));
                // A move to a value outside of the type breaks the rules, so such a value needs no
                // cell.
                next[at].0 = next[at].0.min(low.max(least));
                next[at].1 = next[at].1.max(high.min(most));
            }
        });
        if next == box_of {
            return Some(box_of);
        }
        for (at, bounds) in next.iter_mut().enumerate() {
            if round >= ROUNDS && *bounds != box_of[at] {
                *bounds = allowed(&types[at]);
            }
        }
        if next.iter().any(|(low, high)| high.checked_sub(*low).is_none_or(|span| span >= WIDE)) {
            return None;
        }
        box_of = next;
    }
    None
}

/// An order in which every move leads to an earlier cell; `None` if none is found.
pub fn order(rules: &CompiledRules<'_>, constants: &Constants, box_of: &[Bounds]) -> Option<Vec<Digit>> {
    // The changes of all fields by each move that the digits chosen so far do not prove to lead
    // back.
    let mut left: Vec<Vec<Change>> = Vec::new();
    each_target(rules, constants, box_of, &mut |known, arguments| {
        left.push(arguments.iter().enumerate().map(|(at, it)| change(known, at, it)).collect());
    });
    let mut order: Vec<Digit> = Vec::new();
    while !left.is_empty() {
        let digits =
            (0..box_of.len()).flat_map(|field| [true, false].map(|upwards| Digit { field, upwards }));
        let fits = |digit: &Digit| {
            let free = order.iter().all(|it| it.field != digit.field);
            free && left.iter().all(|edge| at_most(edge[digit.field], digit.upwards))
        };
        let lowered =
            |digit: &Digit| left.iter().filter(|edge| below(edge[digit.field], digit.upwards)).count();
        let best = digits.filter(fits).max_by_key(lowered).filter(|best| lowered(best) > 0)?;
        left.retain(|edge| !below(edge[best.field], best.upwards));
        order.push(best);
    }
    // The other fields come last, the widest of them at the end, so that rows are long.
    let mut others: Vec<usize> =
        (0..box_of.len()).filter(|at| order.iter().all(|it| it.field != *at)).collect();
    others.sort_by_key(|at| box_of[*at].1 - box_of[*at].0);
    order.extend(others.into_iter().map(|field| Digit { field, upwards: true }));
    Some(order)
}

/// Whether a change of a field certainly does not lead to a later word in this direction.
fn at_most(change: Change, upwards: bool) -> bool {
    if upwards { change.never_rises } else { change.never_falls }
}

/// Whether a change of a field certainly leads to an earlier word in this direction.
fn below(change: Change, upwards: bool) -> bool {
    if upwards { change.falls } else { change.rises }
}

/// What the facts prove about the change of a field to the value of `argument`.
fn change(known: &Known, field: usize, argument: &Argument<'_>) -> Change {
    let code = match argument {
        Argument::Same => return Change { never_rises: true, never_falls: true, ..Change::default() },
        Argument::New(Low::Int(code)) => code,
        Argument::New(_) => return Change::default(),
    };
    let before =
        known.linear(&WordExpr::Reg(field as Register)).unwrap_or(RegisterSum::register(field as Register));
    let proves = |more: &RegisterSum, less: &RegisterSum, by: i128| {
        let left = more.plus(less, -1).and_then(|left| left.plus(&RegisterSum::constant(by), -1));
        left.is_some_and(|left| known.proves(&left))
    };
    let falls_by = |by| known.above(code).iter().any(|bound| proves(&before, bound, by));
    let rises_by = |by| known.below(code).iter().any(|bound| proves(bound, &before, by));
    let (falls, rises) = (falls_by(1), rises_by(1));
    Change { falls, rises, never_rises: falls || falls_by(0), never_falls: rises || rises_by(0) }
}
