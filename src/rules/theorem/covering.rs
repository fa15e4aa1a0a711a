//! Finds the theorem that covers a game: first with the declared fields, then with the game
//! rewritten in other encodings.
//!
//! The encodings are, in the order in which they are tried: the declared fields; each heap as its
//! own game; the state of zeros in place of the empty position; elements of lists as fields; parts
//! of tuples as fields; all fields but constant ones; each group of fields as its own game; other
//! coordinates; pairs in either order; other cells; negated flags; and at last all positions that
//! the starts reach.

use super::ClosedForm;
use super::as_declared::covering_its_fields;
use super::covered::Covered;
use super::mapped::Mapped;
use super::of_cells::OfCells;
use super::of_constants::{OfConstants, samples};
use super::of_coordinates;
use super::of_flags::OfFlags;
use super::of_groups::OfGroups;
use super::of_heaps::OfHeaps;
use super::of_lists::{OfList, lengths};
use super::of_nothing::{OfNothing, with_empty_state};
use super::of_pairs;
use super::of_play;
use super::of_tuples::OfTuples;
use super::sums::SPRAGUE_GRUNDY;
use crate::ir::{Convention, GameId, Value};
use crate::number::Int;
use crate::position::{Budget, Instance};
use crate::shape::constant_fields::{constant_fields, with_constants};
use crate::shape::flags::{flags, with_opposite};
use crate::shape::flat_tuples::flat_tuples;
use crate::shape::separate_groups::{SeparateGroups, separate_groups};
use crate::shape::separate_heaps::{SeparateHeaps, separate_heaps};
use crate::shape::{GameRules, Shapes, mentioned, written_out};

/// The first theorem that covers a game and gives a result for some state that the program
/// mentions; if there is none, or if the program mentions no states, the first that covers the
/// game. `None` if no theorem covers it, or if the budget is used up.
pub fn covering(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let instance = shapes.instance;
    if (budget.stopper())().is_some() {
        return None;
    }
    // A theorem that gives no result for any mentioned state is the last resort.
    let mut silent = None;
    for encoding in ENCODINGS {
        match encoding(shapes, game, budget) {
            Some(covered) if is_silent(&covered, instance, game, budget) => silent = silent.or(Some(covered)),
            Some(covered) => return Some(covered),
            None => {}
        }
    }
    silent
}

/// Finds the theorem that covers a game in one encoding of its states.
type Encoding = fn(&Shapes<'_>, GameId, &Budget<'_>) -> Option<Covered>;

/// All encodings, in the order in which they are tried.
const ENCODINGS: [Encoding; 12] = [
    covering_its_fields,
    |shapes, game, budget| covering_of_heaps(shapes.instance, game, budget),
    |shapes, game, budget| covering_of_nothing(shapes.instance, game, budget),
    |shapes, game, budget| covering_of_lists(shapes.instance, game, budget),
    |shapes, game, budget| covering_of_tuples(shapes.instance, game, budget),
    |shapes, game, budget| covering_of_constants(shapes.instance, game, budget),
    |shapes, game, budget| covering_of_groups(shapes.instance, game, budget),
    |shapes, game, budget| of_coordinates::find(shapes.instance, game, &fields_or_heaps, budget),
    |shapes, game, budget| of_pairs::find(shapes.instance, game, budget),
    |shapes, game, budget| covering_of_cells(shapes.instance, game, budget),
    |shapes, game, budget| covering_of_flags(shapes.instance, game, budget),
    |shapes, game, budget| covering_of_play(shapes.instance, game, budget),
];

/// Whether the program mentions states of the game, and the theorem gives no result for any of
/// them.
fn is_silent(covered: &Covered, instance: &Instance, game: GameId, budget: &Budget<'_>) -> bool {
    let states = mentioned::states(GameRules { instance, game }, budget);
    let conventions = [Convention::Normal, Convention::Misere];
    let says = |state: &Vec<Value>| {
        covered.value(state).is_some() || conventions.iter().any(|it| covered.losing(state, *it).is_some())
    };
    !states.is_empty() && !states.iter().any(says)
}

/// The theorem that covers all positions that the starts of a program reach.
fn covering_of_play(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let (theorem, form) = of_play::find(instance, game, budget)?;
    let fields = instance.fields[game.index()].len();
    Some(Covered { theorem, form, order: (0..fields).collect(), rules: None })
}

/// The theorem that covers a game with its declared fields, or with each heap played independently.
fn fields_or_heaps(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    covering_its_fields(&Shapes::of(instance), game, budget)
        .or_else(|| covering_of_heaps(instance, game, budget))
}

/// The theorem that covers a game with one of its flags negated.
fn covering_of_flags(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    flags(instance, game).into_iter().find_map(|flag| {
        let opposite = with_opposite(instance, game, flag, budget)?;
        let covered = covering_its_fields(&Shapes::of(&opposite), game, budget)?;
        Some(Mapped::of(covered, OfFlags(flag), instance.fields[game.index()].len()))
    })
}

/// The theorem that covers a game on a board of cells, in another encoding of the cells; `None` for
/// loopy games and games with twists.
fn covering_of_cells(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    if instance.is_twisted(game) || instance.program.game(game).loopy {
        return None;
    }
    let heap =
        |heap: &Instance, budget: &Budget<'_>| covering_its_fields(&Shapes::of(heap), GameId(0), budget);
    let (theorem, form) = OfCells::find(instance, game, heap, budget)?;
    Some(Covered { theorem, form: Box::new(form), order: vec![0], rules: None })
}

/// The theorem that covers a game without the fields that no move changes.
fn covering_of_constants(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let places = constant_fields(instance, game)?;
    let (values, covered) = samples(instance, game, &places, budget).into_iter().find_map(|values| {
        let covered = covering_of_values(instance, game, &places, &values, budget)?;
        Some((values, covered))
    })?;
    let theorem = covered.theorem;
    let fields = instance.fields[game.index()].len();
    let form = OfConstants::new(instance.clone(), game, places, covering_of_values, (values, covered));
    Some(Covered { theorem, form: Box::new(form), order: (0..fields).collect(), rules: None })
}

/// The theorem about the other fields that covers a game whose constant fields, at `places`, have
/// these values.
fn covering_of_values(
    instance: &Instance,
    game: GameId,
    places: &[usize],
    values: &[Value],
    budget: &Budget<'_>,
) -> Option<Covered> {
    let fixed = with_constants(instance, game, places, values, budget)?;
    fields_or_heaps(&fixed, game, budget)
}

/// The theorem that covers each of several heaps that are played independently. If different
/// theorems cover the heaps, [`Covered::theorem`] is the theorem about sums.
fn covering_of_heaps(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let SeparateHeaps { games: heaps, list } = separate_heaps(instance, game, budget)?;
    let covered = heaps.iter().map(|heap| covering_its_fields(&Shapes::of(heap), game, budget));
    let covered = covered.collect::<Option<Vec<Covered>>>()?;
    let first = covered[0].theorem;
    let alike = covered.iter().all(|it| it.theorem.id == first.id);
    let theorem = if alike { first } else { &SPRAGUE_GRUNDY };
    let order = (0..covered.len()).collect();
    let heaps = covered.into_iter().map(|it| it.form).collect();
    Some(Covered { theorem, form: Box::new(OfHeaps { heaps, list }), order, rules: None })
}

/// The theorem that covers each of several groups of fields that are played independently. If
/// different theorems cover the groups, [`Covered::theorem`] is the theorem about sums.
fn covering_of_groups(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let SeparateGroups { games, groups } = separate_groups(instance, game, budget)?;
    let mentioned = mentioned::states(GameRules { instance, game }, budget);
    let covered = games.iter().zip(&groups).map(|(alone, group)| {
        let of_group = |state: &Vec<Value>| group.iter().map(|at| state[*at].clone()).collect();
        let states = || mentioned.iter().map(of_group).collect();
        fields_or_heaps(alone, game, budget)
            .or_else(|| of_coordinates::find_for(alone, game, &states, &fields_or_heaps, budget))
    });
    let covered = covered.collect::<Option<Vec<Covered>>>()?;
    let first = covered[0].theorem;
    let alike = covered.iter().all(|it| it.theorem.id == first.id);
    let theorem = if alike { first } else { &SPRAGUE_GRUNDY };
    let fields = instance.fields[game.index()].len();
    let form = Box::new(OfGroups { groups, covered });
    // Outcomes of the groups do not decide the sum, so some state must have a value.
    let zeros = vec![Value::Int(Int::ZERO); fields];
    let mut states = mentioned.iter().chain([&zeros]);
    let values = states.any(|state| form.value(state).is_some());
    values.then(|| Covered { theorem, form, order: (0..fields).collect(), rules: None })
}

/// The theorem that covers a game after its moves to the empty position are replaced by moves to
/// the state of zeros.
fn covering_of_nothing(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let filled = with_empty_state(instance, game, budget)?;
    let covered = fields_or_heaps(&filled, game, budget)?;
    Some(Mapped::of(covered, OfNothing, instance.fields[game.index()].len()))
}

/// The theorem that covers a game with the parts of its tuples as fields, or with other coordinates
/// of these fields.
fn covering_of_tuples(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let flat = flat_tuples(instance, game, budget)?;
    let covered = fields_or_heaps(&flat.instance, game, budget)
        .or_else(|| of_coordinates::find(&flat.instance, game, &fields_or_heaps, budget))?;
    let fields = flat.parts.len();
    Some(Mapped::of(covered, OfTuples(flat.parts), fields))
}

/// The theorem that covers a game on a list, for lists of one length: the first length of those
/// that occur in the program for which a theorem covers the game.
fn covering_of_lists(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    lengths(instance, game).into_iter().find_map(|length| {
        let written_out = written_out::of_length(instance, game, length, budget)?;
        let covered = covering_its_fields(&Shapes::of(&written_out), game, budget)?;
        Some(Mapped::of(covered, OfList(length), 1))
    })
}
