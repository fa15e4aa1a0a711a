//! Makes automata from canonical rules: for each move, the relation between a position and its
//! options.

use crate::canonical::{Form, Formula, LinearRules, Move, Name};
use crate::number::Int;
use crate::theory::automaton::{Automaton, Relation, Room, TooLarge, Track};
use num_bigint::BigInt;

/// The rules of a game as relations between positions.
pub struct Relations {
    /// The track of each field: field `i` is on track `i`.
    pub fields: Vec<Track>,
    /// The moves of the rules, in order.
    pub steps: Vec<Step>,
    /// The positions in which play is over and the player to move has won.
    pub won: Automaton,
    /// The positions in which play is over and the player to move has lost.
    pub lost: Automaton,
    /// How many options the opponent may forbid each turn.
    pub blocked: u64,
}

/// A move as a relation between a position and the targets.
pub struct Step {
    /// The track of each field after the move. A field that the move leaves unchanged keeps its
    /// track.
    pub to: Vec<Track>,
    /// The relation between position and target. It does not exclude positions where play is over.
    pub relation: Automaton,
}

/// The track of a name, which has the number of the name.
pub fn track(name: Name) -> Track {
    Track(name.0)
}

/// Field `i` after a move is on track `AFTER + i`, unless the move leaves it unchanged.
const AFTER: u32 = 1 << 20;
/// The track of the quotient in a divisibility condition; it is projected away.
const MULTIPLE: Track = Track(1 << 21);

impl Relations {
    /// Builds one automaton for each move of the rules, and one each for the positions where play is
    /// over and won, and over and lost.
    pub fn new(rules: &LinearRules, room: &Room<'_>) -> Result<Relations, TooLarge> {
        let fields = (0..rules.fields.len() as u32).map(Track).collect();
        let steps = rules.moves.iter().map(|it| step(it, room)).collect::<Result<_, _>>()?;
        let (won, lost) = (formula(&rules.won, room)?, formula(&rules.lost, room)?);
        Ok(Relations { fields, steps, won, lost, blocked: rules.blocked })
    }
}

/// Translates a move. The binders are projected away.
fn step(rule: &Move, room: &Room<'_>) -> Result<Step, TooLarge> {
    let mut guard = vec![rule.guard.clone()];
    let mut binders: Vec<Name> = rule.binders.iter().map(|it| it.0).collect();
    let mut forms = rule.to.clone();
    let mut to = Vec::new();
    for at in 0..forms.len() {
        let form = forms[at].clone();
        if form == Form::unknown(Name(at as u32)) {
            to.push(Track(at as u32));
            continue;
        }
        let after = Name(AFTER + at as u32);
        to.push(track(after));
        // A binder that the target determines needs no track.
        match told(&form, &binders, after) {
            Some((binder, value)) => {
                binders.retain(|it| *it != binder);
                guard = guard.iter().map(|part| part.replaced(binder, &value)).collect();
                forms = forms.iter().map(|form| form.replaced(binder, &value)).collect();
                guard.push(Formula::at_least_zero(value));
            }
            None => guard.push(Formula::zero(form.sub(&Form::unknown(after)))),
        }
    }
    let mut relation = formula(&Formula::all(guard), room)?;
    for binder in binders {
        relation = relation.exists(track(binder), room)?;
    }
    Ok(Step { to, relation })
}

/// Solves `form = after` for a binder whose coefficient is 1 or -1: returns the binder and its
/// value, or `None` if there is no such binder.
fn told(form: &Form, binders: &[Name], after: Name) -> Option<(Name, Form)> {
    let unit = |factor: &Int| *factor == Int::ONE || *factor == Int::from(-1i64);
    let (binder, factor) =
        form.terms().iter().find(|(name, factor)| binders.contains(name) && unit(factor))?;
    let rest = form.sub(&Form::unknown(*binder).times(factor));
    Some((*binder, Form::unknown(after).sub(&rest).times(factor)))
}

/// The automaton that accepts the numbers for which a condition holds, each name on its own track.
pub fn formula(condition: &Formula, room: &Room<'_>) -> Result<Automaton, TooLarge> {
    match condition {
        Formula::All(parts) => together(parts.iter().map(|part| formula(part, room)), room),
        Formula::Any(parts) => {
            let none = parts.iter().map(|part| Ok(formula(part, room)?.not()));
            Ok(together(none, room)?.not())
        }
        Formula::Not(inner) => Ok(formula(inner, room)?.not()),
        Formula::AtLeastZero(form) => {
            let opposite = form.times(&Int::from(-1i64));
            linear(&opposite, &[], Relation::AtMostZero, room)
        }
        Formula::Zero(form) => linear(form, &[], Relation::Zero, room),
        Formula::Divides(modulus, form) => {
            let multiple = |sign: i64| {
                let term = (MULTIPLE, (modulus * &Int::from(sign)).to_big());
                linear(form, &[term], Relation::Zero, room)?.exists(MULTIPLE, room)
            };
            multiple(-1)?.or(&multiple(1)?, room)
        }
    }
}

/// Returns the conjunction of some relations; the smallest automata are combined first.
pub fn together(
    parts: impl Iterator<Item = Result<Automaton, TooLarge>>,
    room: &Room<'_>,
) -> Result<Automaton, TooLarge> {
    let mut parts = parts.collect::<Result<Vec<Automaton>, TooLarge>>()?;
    parts.sort_by_key(Automaton::states);
    parts.iter().try_fold(Automaton::constant(true), |all, part| all.and(part, room))
}

/// The condition that a form with additional terms has a relation to 0.
fn linear(
    form: &Form,
    more: &[(Track, BigInt)],
    relation: Relation,
    room: &Room<'_>,
) -> Result<Automaton, TooLarge> {
    let mut terms: Vec<(Track, BigInt)> =
        form.terms().iter().map(|(name, factor)| (track(*name), factor.to_big())).collect();
    terms.extend_from_slice(more);
    Automaton::linear(&terms, &form.added().to_big(), relation, room)
}

/// The condition that a form is 0.
pub fn linear_zero(form: &Form, room: &Room<'_>) -> Result<Automaton, TooLarge> {
    formula(&Formula::zero(form.clone()), room)
}
