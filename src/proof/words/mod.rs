//! Describes sets of lost positions in words that are proved equal to the automaton.

mod comparisons;
mod fields;

mod residues;
mod slope;

use crate::Proof;
use crate::canonical::{Form, Formula, Name};
use crate::number::Int;
use crate::relations::{formula, linear_zero};
use crate::theory::automaton::{Automaton, Room, TooLarge, Track};
use crate::theory::numeration::System;
use fields::field;
use num_bigint::BigUint;

/// The most positions that are listed as exceptions in each direction: lost ones and others.
const MOST_EXCEPTIONS: usize = 8;

/// A guess of the lost positions, as an automaton and in words; `None` if this kind of description
/// does not apply.
type Candidate = Option<(Automaton, String)>;

/// A function that guesses one kind of description.
type Way = fn(&Proof, &Room<'_>) -> Result<Candidate, TooLarge>;

/// A description that is proved equal to the set, perhaps with exceptions; `None` if none is found.
/// If one kind of description exceeds a limit, other kinds are still tried.
pub fn words<'r>(proof: &Proof, room: &dyn Fn() -> Room<'r>) -> Option<String> {
    let is_it = |set: &Automaton| set.same(&proof.set, &room()) == Ok(true);
    let ways: [Way; 4] = [only, equal, nim_sum, multiples];
    let mut candidates = Vec::new();
    for way in ways {
        let Ok(Some((set, words))) = way(proof, &room()) else { continue };
        if is_it(&set) {
            return Some(words);
        }
        candidates.push((set, words));
    }
    if let Ok(Some(words)) = residues::words(proof, &room()) {
        return Some(words);
    }
    // Exceptions usually are small positions, so later guesses ignore more of these.
    for ignored in [0, 4, 8] {
        let guesses = comparisons::guesses(proof, ignored).into_iter();
        let sets = guesses.filter_map(|it| Some((formula(&it.formula, &room()).ok()?, it.words)));
        let sets = if ignored == 0 {
            sets.chain(slope::guesses(proof, room)).collect()
        } else {
            sets.collect::<Vec<_>>()
        };
        for (set, words) in sets {
            if is_it(&set) {
                return Some(words);
            }
            candidates.push((set, words));
        }
    }
    candidates.into_iter().find_map(|(set, words)| {
        let exceptions = exceptions(proof, &set, &room()).ok()??;
        Some(format!("{words}, except that {exceptions}"))
    })
}

/// The positions about which a guess is wrong, in words; `None` if there are none, or too many.
fn exceptions(proof: &Proof, set: &Automaton, room: &Room<'_>) -> Result<Option<String>, TooLarge> {
    let fields: Vec<Track> = (0..proof.rules.fields.len() as u32).map(Track).collect();
    let mut parts = Vec::new();
    for (one, other, what) in [(&proof.set, set, "lost"), (set, &proof.set, "not")] {
        let only = one.and(&other.not(), room)?;
        if only.is_nothing() {
            continue;
        }
        let listed =
            only.first_members(&fields, if only.is_finite() { MOST_EXCEPTIONS + 1 } else { 0 }, room)?;
        if !(1..=MOST_EXCEPTIONS).contains(&listed.len()) {
            return Ok(None);
        }
        let tuple = |place: &Vec<BigUint>| {
            let numbers: Vec<String> = place.iter().map(ToString::to_string).collect();
            if let [number] = &*numbers { number.clone() } else { format!("({})", numbers.join(", ")) }
        };
        let places: Vec<String> = listed.iter().map(tuple).collect();
        parts.push(format!("{} {} {what}", places.join(", "), if places.len() > 1 { "are" } else { "is" }));
    }
    Ok((!parts.is_empty()).then(|| parts.join(" and ")))
}

/// A proved description of the digits of the lost positions, if one of these is right: one number
/// ends with an even, or odd, number of zeros; for two fields, the other has the same digits
/// followed by one more zero.
pub fn digits(proof: &Proof, room: &Room<'_>) -> Result<Option<String>, TooLarge> {
    let (fields, system) = (&proof.rules.fields, &proof.system);
    // Appending a zero to the digits of a number has to give valid digits.
    let goes_on = |state: usize| system.follow(state, 0).is_some_and(|after| system.may_end(after));
    if (0..system.word_states()).any(|state| system.may_end(state) && !goes_on(state)) {
        return Ok(None);
    }
    for (odd, parity) in [(false, "an even"), (true, "an odd")] {
        for zero in [false, true] {
            let ends = |at: u32| ends_with_zeros(Track(at), odd, zero, room);
            let (set, words) = match &**fields {
                [n] => (ends(0)?, format!("{n} ends with {parity} number of zeros in {system}")),
                [a, b] => {
                    let one = ends(0)?.and(&Automaton::shifted(Track(0), Track(1), room)?, room)?;
                    let other = ends(1)?.and(&Automaton::shifted(Track(1), Track(0), room)?, room)?;
                    let words = format!(
                        "the {system} digits of min({a}, {b}) end with {parity} number of zeros; those of max({a}, {b}) are the same digits followed by one more zero"
                    );
                    (one.or(&other, room)?, words)
                }
                _ => return Ok(None),
            };
            if set.same(&proof.set, room)? {
                let also = match (fields.len(), zero) {
                    (1, true) => "; 0 is lost",
                    (1, false) => "; 0 is not",
                    (_, true) => "; (0, 0) is lost",
                    (_, false) => "; (0, 0) is not",
                };
                return Ok(Some(format!("{words}{also}")));
            }
        }
    }
    Ok(None)
}

/// The numbers whose digits end with an odd (`odd`) or an even number of zeros. `zero` says whether
/// 0 is included.
fn ends_with_zeros(x: Track, odd: bool, zero: bool, room: &Room<'_>) -> Result<Automaton, TooLarge> {
    // State 0: only zeros were read. State 1: the number of trailing zeros is even. State 2: the
    // number of trailing zeros is odd.
    let row =
        |after: u32| (0..room.system().digit_count()).map(move |digit| if digit == 0 { after } else { 1 });
    let next: Vec<Vec<u32>> = [0, 2, 1].map(|after| row(after).collect()).into();
    let read = Automaton::from_table(&[x], &next, &[zero, !odd, odd], room)?;
    // The table is well-formed: its states are 0, 1 and 2.
    Ok(read.unwrap_or_else(|| Automaton::constant(false)))
}

/// Guesses that the set is a single position. Needs at least two fields.
fn only(proof: &Proof, room: &Room<'_>) -> Result<Candidate, TooLarge> {
    let names = &proof.rules.fields;
    let tracks: Vec<Track> = (0..names.len() as u32).map(Track).collect();
    if names.len() < 2 || !proof.set.is_finite() {
        return Ok(None);
    }
    let listed = proof.set.first_members(&tracks, 2, room)?;
    let [place] = &*listed else { return Ok(None) };
    let each = names.iter().zip(place).map(|(name, number)| format!("{name} == {number}"));
    Ok(Some((proof.set.clone(), each.collect::<Vec<_>>().join(" and "))))
}

/// Guesses that all fields are equal. Needs at least two fields.
fn equal(proof: &Proof, room: &Room<'_>) -> Result<Candidate, TooLarge> {
    let fields = &proof.rules.fields;
    if fields.len() < 2 {
        return Ok(None);
    }
    let pairs = (1..fields.len()).map(|at| Formula::zero(field(at - 1).sub(&field(at))));
    Ok(Some((formula(&Formula::all(pairs), room)?, fields.join(" == "))))
}

/// Guesses that the nim-sum of all fields is 0. Needs at least three fields, and base 2.
fn nim_sum(proof: &Proof, room: &Room<'_>) -> Result<Candidate, TooLarge> {
    let fields = &proof.rules.fields;
    if proof.system != System::base(2) || fields.len() < 3 {
        return Ok(None);
    }
    let tracks = (0..fields.len() as u32).map(Track).collect();
    Ok(Some((Automaton::even_columns(tracks, room)?, format!("{} == 0", fields.join(" xor ")))))
}

/// Guesses Wythoff's pairs and their generalisations: for some n, the difference of the two fields
/// is m·n, and the smaller field is floor(α·n), where α = θ - m + 1 and θ = (m + √(m² + 4))/2. For
/// m = 1, α is the golden ratio.
fn multiples(proof: &Proof, room: &Room<'_>) -> Result<Candidate, TooLarge> {
    let Some(m) = proof.system.mean() else { return Ok(None) };
    if proof.system != System::metallic(m) || proof.rules.fields.len() != 2 {
        return Ok(None);
    }
    // floor(α·n) = floor(θ·n) - (m - 1)·n, where θ = (m + √(m² + 4))/2.
    let (n, rounded) = (Name(1 << 16), Name((1 << 16) + 1));
    let Some(floor) = Automaton::floor_of_multiple(Track(n.0), Track(rounded.0), room)? else {
        return Ok(None);
    };
    let smaller = Form::unknown(rounded).plus(&Int::from(1 - i64::from(m)), &Form::unknown(n));
    let mut either = Automaton::constant(false);
    for (low, high) in [(0, 1), (1, 0)] {
        let difference = field(high).sub(&field(low)).plus(&Int::from(-i64::from(m)), &Form::unknown(n));
        let pair = floor
            .and(&linear_zero(&field(low).sub(&smaller), room)?, room)?
            .exists(Track(rounded.0), room)?
            .and(&linear_zero(&difference, room)?, room)?
            .exists(Track(n.0), room)?;
        either = either.or(&pair, room)?;
    }
    let (a, b) = (&proof.rules.fields[0], &proof.rules.fields[1]);
    let words = match m {
        1 => format!("min({a}, {b}) == floor(phi * abs({a} - {b}))"),
        _ => {
            let root = m * m + 4;
            let added = match i64::from(m) - 2 {
                0 => format!("sqrt({root})"),
                less => format!("(sqrt({root}) - {less})"),
            };
            format!("abs({a} - {b}) == {m} * n and min({a}, {b}) == floor({added} / 2 * n) for a natural n")
        }
    };
    Ok(Some((either, words)))
}
