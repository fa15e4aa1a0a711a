//! Describes the lost positions, with a proof, if they depend only on the residues of the fields.
//! Each field has its own modulus.

use super::fields::field;
use crate::Proof;
use crate::canonical::{Form, Formula};
use crate::number::Int;
use crate::relations::formula;
use crate::theory::automaton::{Room, TooLarge};

/// The largest modulus that is tried.
const LARGEST_MODULUS: u64 = 24;
/// The most residue classes that a description lists; if there are more, there is no description.
const MOST_CLASSES: usize = 16;
/// The most residue classes, and the most small positions, that are examined; sets with more
/// classes get no description.
const MOST_EXAMINED: u64 = 20_000;

/// Returns a proved description of the set by residues; `None` if no description is found, in
/// particular if the set does not depend only on residues modulo small numbers.
pub fn words(proof: &Proof, room: &Room<'_>) -> Result<Option<String>, TooLarge> {
    let Some(moduli) = moduli(proof) else { return Ok(None) };
    let lost: Vec<Vec<u64>> =
        classes(&moduli).filter(|class| proof.is_lost(class)).take(MOST_CLASSES + 1).collect();
    if lost.len() > MOST_CLASSES {
        return Ok(None);
    }
    let conditions = lost.iter().map(|class| in_class(class, &moduli));
    let is_it = formula(&Formula::any(conditions), room)?.same(&proof.set, room)?;
    Ok(is_it.then(|| in_words(&proof.rules.fields, &lost, &moduli)))
}

/// For each field, the least period that all small positions confirm. `None` if the system is not a
/// base, a field has no such period, all periods are 1, or there are too many classes.
fn moduli(proof: &Proof) -> Option<Vec<u64>> {
    if !proof.system.is_base_system() {
        return None;
    }
    let fields = proof.rules.fields.len();
    let side = (1..=2 * LARGEST_MODULUS).rev().find(|side| side.pow(fields as u32) <= MOST_EXAMINED)?;
    let all = vec![side; fields];
    let repeats = |at: usize, by: u64| {
        classes(&all).all(|place| {
            let mut later = place.clone();
            later[at] += by;
            proof.is_lost(&place) == proof.is_lost(&later)
        })
    };
    let least = |at: usize| (1..=LARGEST_MODULUS).find(|by| repeats(at, *by));
    let moduli: Vec<u64> = (0..fields).map(least).collect::<Option<_>>()?;
    (moduli.iter().any(|modulus| *modulus > 1) && moduli.iter().product::<u64>() <= MOST_EXAMINED)
        .then_some(moduli)
}

/// All tuples of residues for these moduli, in lexicographic order.
fn classes(moduli: &[u64]) -> impl Iterator<Item = Vec<u64>> + use<'_> {
    (0..moduli.iter().product::<u64>()).map(move |mut index| {
        let mut class = vec![0; moduli.len()];
        for (place, modulus) in class.iter_mut().zip(moduli).rev() {
            *place = index % modulus;
            index /= modulus;
        }
        class
    })
}

/// The condition that the fields have these residues.
fn in_class(class: &[u64], moduli: &[u64]) -> Formula {
    let counts = class.iter().zip(moduli).enumerate().filter(|(_, (_, modulus))| **modulus > 1);
    Formula::all(counts.map(|(at, (rest, modulus))| {
        let rest = Form::constant(Int::from(*rest));
        Formula::divides(&Int::from(*modulus), field(at).sub(&rest))
    }))
}

/// The condition that the residues form one of the classes, in words. Fields with modulus 1 are
/// omitted.
fn in_words(fields: &[String], classes: &[Vec<u64>], moduli: &[u64]) -> String {
    let counts: Vec<usize> = (0..fields.len()).filter(|at| moduli[*at] > 1).collect();
    let name = |at: usize| format!("{} mod {}", fields[at], moduli[at]);
    if let [class] = classes {
        let each = counts.iter().map(|at| format!("{} == {}", name(*at), class[*at]));
        return each.collect::<Vec<_>>().join(" and ");
    }
    let tuple = |parts: Vec<String>| match &*parts {
        [one] => one.clone(),
        parts => format!("({})", parts.join(", ")),
    };
    let rests = classes.iter().map(|class| tuple(counts.iter().map(|at| class[*at].to_string()).collect()));
    let rests: Vec<String> = rests.collect();
    format!("{} in {{{}}}", tuple(counts.iter().map(|at| name(*at)).collect()), rests.join(", "))
}
