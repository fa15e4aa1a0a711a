//! Recognises games on vectors whose moves subtract fixed vectors, or multiples of them, as long as
//! every field stays in its type.
//!
//! The vectors are guessed from the form of the moves; then automata decide whether they make exactly these
//! moves. A wrong guess is rejected.

use super::presburger::{Defined, Definer, Linear, MoveRelation, Parts, Sign, Stuck};
use super::vectors::joined;
use crate::ir::GameId;
use crate::number::Int;
use crate::position::{Instance, Range};
use crate::theory::automaton::{Automaton, Room, Track};
use num_bigint::BigInt;
use num_integer::Integer;

/// The moves along one vector: `by` is subtracted any number of times from 1 to `most`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ray {
    /// The amounts that are subtracted; negative amounts are added.
    pub by: Vec<i64>,
    /// The greatest multiple; unlimited if `None`.
    pub most: Option<u64>,
}

/// The moves of a game that subtract multiples of vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rays {
    /// The moves; no two have the same vector.
    pub moves: Vec<Ray>,
    /// The rays are moves only from states in which each field is at least its number here; all
    /// numbers are 0 if there is no such restriction.
    pub walls: Vec<u64>,
    /// For each field, the greatest number that its type admits; `None` if there is none.
    pub greatest: Vec<Option<u64>>,
}

/// The most multiples that are listed as rays of their own. More are recognised only if they are
/// all numbers from 1 up to some number, or all naturals with at most this many exceptions.
const MOST_LISTED: usize = 64;

/// Returns the moves of a game whose fields have the greatest numbers `greatest`; fails if the
/// moves do not subtract multiples of fixed vectors, or if some `end` wins.
pub(super) fn recognise(
    definer: &Definer<'_>,
    move_relation: &MoveRelation,
    game: GameId,
    greatest: Vec<Option<u64>>,
) -> Defined<Rays> {
    Recogniser { definer, room: definer.room, game, move_relation }.recognise(greatest)
}

/// Returns for each field of a game the greatest number of its type, or `None` if there is none.
/// The whole is `None` if the game has no fields, or if some field is not an integer from 0 on.
pub(super) fn greatest(instance: &Instance, game: GameId) -> Option<Vec<Option<u64>>> {
    let fields = &instance.fields[game.index()];
    fields.iter().map(greatest_of).collect::<Option<Vec<_>>>().filter(|fields| !fields.is_empty())
}

/// Returns the greatest number of a type, `Some(None)` if there is none; `None` unless the values
/// of the type are integers from 0 on.
fn greatest_of(range: &Range) -> Option<Option<u64>> {
    match range {
        Range::Nat => Some(None),
        Range::Between(low, high) if low.is_zero() => Some(Some(u64::try_from(high.to_i64()?).ok()?)),
        _ => None,
    }
}

struct Recogniser<'a, 'd> {
    definer: &'a Definer<'d>,
    room: &'a Room<'d>,
    game: GameId,
    move_relation: &'a MoveRelation,
}

impl Recogniser<'_, '_> {
    fn recognise(&self, greatest: Vec<Option<u64>>) -> Defined<Rays> {
        if !self.move_relation.won.is_nothing() {
            return Err(Stuck::Undefinable);
        }
        let to: Vec<Track> = self.move_relation.fields.iter().map(|_| self.definer.fresh()).collect();
        let relation = joined(self.definer, self.move_relation, self.game, &to)?;
        let mut moves: Vec<Ray> = Vec::new();
        for parts in &self.move_relation.moves {
            for ray in self.guess(parts)? {
                match moves.iter_mut().find(|it| it.by == ray.by) {
                    Some(same) => same.most = same.most.zip(ray.most).map(|(a, b)| a.max(b)),
                    None => moves.push(ray),
                }
            }
        }
        let made = self.made(&moves, &to)?;
        let open = vec![0; to.len()];
        if relation.same(&made, self.room)? {
            return Ok(Rays { moves, walls: open, greatest });
        }
        let walls = self.walls(&relation, &to)?;
        let mut behind = made;
        for (field, wall) in self.move_relation.fields.iter().zip(&walls) {
            let beyond = Linear::unknown(*field).sub(&Linear::constant(Int::from(*wall)));
            behind = behind.and(&beyond.is_natural(self.room)?, self.room)?;
        }
        match relation.same(&behind, self.room)? {
            true => Ok(Rays { moves, walls, greatest }),
            false => Err(Stuck::Undefinable),
        }
    }

    /// Guesses the rays of a move from the linear forms of its target.
    fn guess(&self, parts: &Parts) -> Defined<Vec<Ray>> {
        let [(game, targets)] = &*parts.parts else { return Err(Stuck::Undefinable) };
        if *game != self.game {
            return Err(Stuck::Undefinable);
        }
        self.of_one_form(parts, targets).or_else(|_| self.anything_less(targets))
    }

    /// Returns the rays if the amount taken from each field is a multiple of one linear form plus a
    /// constant.
    fn of_one_form(&self, parts: &Parts, targets: &[Linear]) -> Defined<Vec<Ray>> {
        // The form may have several tracks: an integer that a move chooses is a difference of two
        // naturals.
        let mut chosen: Option<Linear> = None;
        let (mut factors, mut constants) = (Vec::new(), Vec::new());
        for (field, target) in self.move_relation.fields.iter().zip(targets) {
            let taken = Linear::unknown(*field).sub(target);
            constants.push(small(taken.added())?);
            factors.push(match taken.terms() {
                [] => 0,
                terms => {
                    let form = chosen.get_or_insert_with(|| primitive(&taken));
                    multiple_of(form, terms)?
                }
            });
        }
        let Some(chosen) = chosen else { return Ok(vec![Ray { by: constants, most: Some(1) }]) };
        for sign in [1i64, -1] {
            let number = chosen.times(&Int::from(sign));
            if parts.when.and(&number.is_negative(self.room)?, self.room)?.is_nothing() {
                let factors: Vec<i64> = factors.iter().map(|factor| sign * factor).collect();
                return multiples(&factors, &constants, &self.numbers(&parts.when, &number)?);
            }
        }
        Err(Stuck::Undefinable)
    }

    /// Guesses "any smaller number" for a move that binds the new value of one field.
    fn anything_less(&self, targets: &[Linear]) -> Defined<Vec<Ray>> {
        let changes = self
            .move_relation
            .fields
            .iter()
            .zip(targets)
            .map(|(field, target)| target.as_unknown() != Some(*field));
        let by: Vec<i64> = changes.map(i64::from).collect();
        match by.iter().sum() {
            1 => Ok(vec![Ray { by, most: None }]),
            _ => Err(Stuck::Undefinable),
        }
    }

    /// Returns the set of the naturals that are values of a form.
    fn numbers(&self, when: &Automaton, form: &Linear) -> Defined<Automaton> {
        let number = self.definer.fresh();
        let mut numbers = when.and(&Linear::unknown(number).sub(form).is_zero(self.room)?, self.room)?;
        let others: Vec<Track> = numbers.tracks().iter().copied().filter(|it| *it != number).collect();
        for track in others {
            numbers = numbers.exists(track, self.room)?;
        }
        Ok(numbers)
    }

    /// Returns the moves that these rays describe, as a relation.
    fn made(&self, moves: &[Ray], to: &[Track]) -> Defined<Automaton> {
        let often = self.definer.fresh();
        let mut made = Automaton::constant(false);
        for ray in moves {
            let mut one = Linear::unknown(often).shifted(-1).is_natural(self.room)?;
            if let Some(most) = ray.most {
                let left = Linear::constant(Int::from(most)).sub(&Linear::unknown(often));
                one = one.and(&left.is_natural(self.room)?, self.room)?;
            }
            for ((from, to), step) in self.move_relation.fields.iter().zip(to).zip(&ray.by) {
                let taken = Linear::unknown(often).times(&Int::from(*step));
                let left = Linear::unknown(*from).sub(&taken).sub(&Linear::unknown(*to));
                one = one.and(&left.is_zero(self.room)?, self.room)?;
            }
            made = made.or(&one.exists(often, self.room)?, self.room)?;
        }
        // Both ends of a move are in the types of the fields.
        let states = &self.move_relation.states;
        let names = |track: Track| {
            let place = self.move_relation.fields.iter().position(|field| *field == track);
            place.map_or(track, |place| to[place])
        };
        Ok(made.and(states, self.room)?.and(&states.renamed(names), self.room)?)
    }

    /// Returns for each field the least number from which there is a move.
    fn walls(&self, relation: &Automaton, to: &[Track]) -> Defined<Vec<u64>> {
        let fields = &self.move_relation.fields;
        let least = |field: &Track| {
            let mut numbers = relation.clone();
            for other in fields.iter().chain(to).filter(|other| *other != field) {
                numbers = numbers.exists(*other, self.room)?;
            }
            let least = numbers.smallest(&[*field], self.room)?;
            let least = least.and_then(|least| u64::try_from(least.first()?).ok());
            least.ok_or(Stuck::Undefinable)
        };
        fields.iter().map(least).collect()
    }
}

fn small(number: &Int) -> Defined<i64> {
    number.to_i64().filter(|it| it.unsigned_abs() < 1 << 31).ok_or(Stuck::Undefinable)
}

/// The form without its constant, divided by the greatest common divisor of its factors.
fn primitive(taken: &Linear) -> Linear {
    let divisor =
        taken.terms().iter().fold(BigInt::ZERO, |divisor, (_, factor)| divisor.gcd(&factor.to_big()));
    let multiples = taken.sub(&Linear::constant(taken.added().clone()));
    multiples.each(|factor| Int::from(factor.to_big() / &divisor))
}

/// Returns the factor by which a form has to be multiplied to give these terms.
fn multiple_of(form: &Linear, terms: &[(Track, Int)]) -> Defined<i64> {
    let (Some((_, first)), Some((_, factor))) = (form.terms().first(), terms.first()) else {
        return Err(Stuck::Undefinable);
    };
    let times = Int::from(factor.to_big() / first.to_big());
    match form.times(&times).terms() == terms {
        true => small(&times),
        false => Err(Stuck::Undefinable),
    }
}

/// Returns the rays that subtract `factors * k + constants`, where `k` is one of `numbers`. If all
/// naturals but a few are numbers, the result is a guess: that the missing ones are the least.
/// Fails if the amounts do not have such a form.
fn multiples(factors: &[i64], constants: &[i64], numbers: &Automaton) -> Defined<Vec<Ray>> {
    let at = |k: i64| {
        let parts = factors.iter().zip(constants);
        parts
            .map(|(factor, constant)| factor.checked_mul(k)?.checked_add(*constant))
            .collect::<Option<Vec<i64>>>()
    };
    if let Some(all) = numbers.listed(MOST_LISTED) {
        let few = all.iter().map(|k| Some(Ray { by: at(i64::try_from(*k).ok()?)?, most: Some(1) }));
        let few: Vec<Ray> = few.collect::<Option<_>>().ok_or(Stuck::Undefinable)?;
        let from_one = all.iter().zip(1..).all(|(k, place)| *k == place) && !all.is_empty();
        return Ok(match from_one && constants.iter().all(|it| *it == 0) {
            true => vec![Ray { by: factors.to_vec(), most: Some(all.len() as u64) }],
            false => few,
        });
    }
    // Either a long run of numbers from 1 on, or, as a guess, all numbers from some number on.
    let (first, most) = match numbers.not().listed(MOST_LISTED) {
        Some(missing) => (missing.len() as i64, None),
        None => return long_run(factors, constants, numbers),
    };
    match at(first - 1) {
        Some(before) if before.iter().all(|it| *it == 0) => Ok(vec![Ray { by: factors.to_vec(), most }]),
        _ => Err(Stuck::Undefinable),
    }
}

/// Returns the ray for all multiples from 1 up to a large number; fails if the numbers are not all
/// from 1 on.
fn long_run(factors: &[i64], constants: &[i64], numbers: &Automaton) -> Defined<Vec<Ray>> {
    // The most multiples in a run; longer runs are not recognised.
    const MOST_CHOICES: usize = 1 << 16;
    let all = numbers.listed(MOST_CHOICES).ok_or(Stuck::Undefinable)?;
    let from_one = all.iter().zip(1..).all(|(k, place)| *k == place);
    match from_one && constants.iter().all(|it| *it == 0) {
        true => Ok(vec![Ray { by: factors.to_vec(), most: Some(all.len() as u64) }]),
        false => Err(Stuck::Undefinable),
    }
}
