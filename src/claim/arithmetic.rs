//! Decides arithmetic claims over all naturals by automata, and finds the smallest counterexample.

use super::known::{Knowledge, Proven};
use super::outer::{Outer, size_order};
use crate::ir::{Claim, Clause, Comparison, Expr, Repeats, Value, walk};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Flow, Instance};
use crate::shape::presburger::{
    Bound, Defined, Definer, Linear, Number, Scope, Sign, Stuck, Truth, system_for,
};
use crate::solve::Solver;
use crate::theory::automaton::{Automaton, Room, Track};
use crate::theory::numeration::System;

/// The result of a decision by arithmetic.
pub struct Decision {
    /// The smallest case that decides: a counterexample of `forall`, or a witness of `exists`;
    /// empty if the claim is false and has no variables, or is an `exists` over finite domains.
    /// `None` if no case decides, or if it was not found which case of finite domains does.
    pub decisive: Option<Vec<Value>>,
    /// Whether the claim holds.
    pub holds: bool,
    /// The argument, with the facts that it uses.
    pub by: String,
}

/// The most cases that arithmetic may leave open for evaluation one by one; with more, arithmetic
/// does not decide the claim.
const MOST_OPEN: usize = 1_000;

/// Decides a claim by automata; `None` if the claim is not arithmetic, or too large. `outer` holds
/// the quantifiers that `expr` begins with.
pub fn decide(
    instance: &Instance,
    claim: &Claim,
    expr: &Expr,
    outer: Option<&Outer<'_>>,
    proven: &Proven,
    solver: &mut Solver<'_, '_>,
) -> Option<Decision> {
    let games = walk::games_in(&instance.program, expr);
    let question = Question { instance, claim, expr, outer, proven };
    // Tries several numeration systems in turn: the system of the proved lost sets, base 2 (in
    // which other facts may be stated), the system of irrational multiples in the claim, and the
    // systems of proved values and of statements of theorems.
    let budget = solver.budget().fork();
    let mut systems = vec![proven.system(&games), System::default(), system_for(expr, instance, &budget)];
    let said = proven.said.iter().filter(|it| games.contains(&it.0));
    systems.extend(proven.systems_of_values(&games));
    systems.extend(said.map(|it| system_for(&it.2.expr, instance, &budget)));
    let each_once = |at: &usize| !systems[..*at].contains(&systems[*at]);
    (0..systems.len()).filter(each_once).find_map(|at| question.decided(&systems[at], solver))
}

/// A claim to be decided.
struct Question<'q> {
    instance: &'q Instance,
    claim: &'q Claim,
    expr: &'q Expr,
    outer: Option<&'q Outer<'q>>,
    proven: &'q Proven,
}

impl Question<'_> {
    /// Decides the claim by automata in one numeration system; `None` if they cannot.
    fn decided(&self, system: &System, solver: &mut Solver<'_, '_>) -> Option<Decision> {
        let Question { instance, claim, expr, outer, proven } = *self;
        let budget = solver.budget().fork();
        let stop = || (budget.stopper())().is_some();
        let room = Room::in_system(system, Room::STEPS, &stop);
        let knowledge =
            Knowledge { system: system.clone(), ..Knowledge::new(instance, &budget, solver.heaps(), proven) };
        let (outer, finite) = (outer.filter(|it| it.unbounded), outer.filter(|it| !it.unbounded));
        let found = {
            let definer = Definer::new(instance, &budget, &room).knowing(&knowledge, solver);
            let settled = match (settled(&definer, expr, outer, &room), outer) {
                (Err(Stuck::Undefinable), Some(outer)) => settled_whatever(&definer, outer, &room),
                (settled, _) => settled,
            };
            let settled = settled.ok()?;
            match finite {
                // Over finite domains, `settled` only shows that a case decides; `among` finds it.
                Some(finite) if settled.decisive.is_none() != finite.forall => {
                    return Some(Decision {
                        decisive: among(instance, &budget, &definer, claim, finite),
                        holds: !finite.forall,
                        by: knowledge.words(),
                    });
                }
                _ => settled,
            }
        };
        let by = knowledge.words();
        let mut decisive = found.decisive;
        let forall = outer.is_none_or(|outer| outer.forall);
        // Evaluates the open cases, in ascending order, that are not larger than the decisive case.
        for case in found.open {
            if decisive.as_ref().is_some_and(|best| size_order(best, &case).is_lt()) {
                break;
            }
            let outer = outer?;
            let mut evaluator = Evaluator::new(instance, &budget);
            evaluator.terms = Some(solver);
            if meets(&mut evaluator, claim, outer, &case).ok()? != forall {
                decisive = Some(case);
                break;
            }
        }
        let holds = decisive.is_none() == forall;
        Some(Decision { decisive, holds, by })
    }
}

/// Whether the claim's body is true at a case. If a condition excludes the case, returns `true` for
/// `forall` and `false` for `exists`, so that the case does not decide.
fn meets(
    evaluator: &mut Evaluator<'_, '_>,
    claim: &Claim,
    outer: &Outer<'_>,
    case: &[Value],
) -> Evaluated<bool> {
    let mut frame = vec![Value::Bool(false); claim.slots.len()];
    outer.bind(case, &mut frame);
    if !outer.filters_hold(evaluator, &mut frame)? {
        return Ok(outer.forall);
    }
    evaluator.truth(outer.body, &mut frame)
}

/// The most cases over finite domains among which [`among`] searches.
const MOST_FINITE: usize = 500;

/// The smallest case over finite domains that decides. `None` if there are more than
/// [`MOST_FINITE`] cases, if the domains or conditions cannot be evaluated, or if arithmetic leaves
/// a case open, or cannot express it, before a decisive case is found.
fn among(
    instance: &Instance,
    budget: &Budget<'_>,
    definer: &Definer<'_>,
    claim: &Claim,
    outer: &Outer<'_>,
) -> Option<Vec<Value>> {
    let clauses: Vec<Clause> = outer.clauses.iter().map(|clause| (*clause).clone()).collect();
    let mut cases: Vec<Vec<Value>> = Vec::new();
    let mut frame = vec![Value::Bool(false); claim.slots.len()];
    let mut evaluator = Evaluator::new(instance, budget);
    let visited = evaluator.clauses(&clauses, &mut frame, &mut |_, frame| {
        cases.push(outer.slots.iter().map(|slot| frame[slot.index()].clone()).collect());
        Ok(if cases.len() > MOST_FINITE { Flow::Stop } else { Flow::More })
    });
    if visited.is_err() || cases.len() > MOST_FINITE {
        return None;
    }
    cases.sort_by(|a, b| size_order(a, b));
    for case in cases {
        let values = case.iter().map(|value| Bound::Value(value.clone()));
        let scope: Scope = outer.slots.iter().copied().zip(values).collect();
        let truth = definer.truth(outer.body, &scope).ok()?;
        if !truth.unknown.is_nothing() {
            return None;
        }
        if truth.holds.is_everything() != outer.forall {
            return Some(case);
        }
    }
    None
}

/// The smallest case that decides according to arithmetic, and the cases that it leaves open, in
/// ascending order.
struct Settled {
    decisive: Option<Vec<Value>>,
    open: Vec<Vec<Value>>,
}

/// Decides a claim by automata. Without `outer`, the claim is a single case without variables.
fn settled(
    definer: &Definer<'_>,
    expr: &Expr,
    outer: Option<&Outer<'_>>,
    room: &Room<'_>,
) -> Defined<Settled> {
    let Some(outer) = outer else {
        let truth = definer.truth(expr, &Scope::default())?;
        return match (truth.holds.is_everything(), truth.unknown.is_nothing()) {
            (_, false) => Err(Stuck::Undefinable),
            (true, _) => Ok(Settled { decisive: None, open: Vec::new() }),
            (false, _) => Ok(Settled { decisive: Some(Vec::new()), open: Vec::new() }),
        };
    };
    let (scope, tracks) = variables(definer, outer);
    let (decisive, open) = decisive_and_open(definer, outer, &scope, room)?;
    let open = members(open, &tracks, room)?;
    let decisive = decisive.smallest(&tracks, room)?.map(|member| member.into_iter().map(value).collect());
    Ok(Settled { decisive, open })
}

/// Settles a claim in which no case decides, whatever values the functions that arithmetic cannot
/// express have. If some case might decide, the error is `Undefinable`.
fn settled_whatever(definer: &Definer<'_>, outer: &Outer<'_>, room: &Room<'_>) -> Defined<Settled> {
    let (scope, tracks) = variables(definer, outer);
    definer.generalise(&tracks);
    let (decisive, open) = decisive_and_open(definer, outer, &scope, room)?;
    let possible = definer.congruence()?;
    if decisive.and(&possible, room)?.is_nothing() && open.and(&possible, room)?.is_nothing() {
        return Ok(Settled { decisive: None, open: Vec::new() });
    }
    Err(Stuck::Undefinable)
}

/// The cases that decide a claim, and the cases that arithmetic leaves open.
fn decisive_and_open(
    definer: &Definer<'_>,
    outer: &Outer<'_>,
    scope: &Scope,
    room: &Room<'_>,
) -> Defined<(Automaton, Automaton)> {
    let filters = filters(definer, outer, scope)?;
    let body = definer.truth(outer.body, scope)?;
    let wanted = if outer.forall { definer.fails(&body)? } else { body.holds.clone() };
    let decisive = filters.holds.and(&wanted, room)?;
    let open = filters.holds.and(&body.unknown, room)?.or(&filters.unknown, room)?;
    Ok((decisive, open))
}

/// Creates a track for each variable, and the scope that binds the variables to the tracks.
fn variables(definer: &Definer<'_>, outer: &Outer<'_>) -> (Scope, Vec<Track>) {
    let mut scope = Scope::default();
    let mut tracks = Vec::new();
    for slot in &outer.slots {
        let track = definer.fresh();
        scope.insert(*slot, Bound::Number(Number::linear(Linear::unknown(track))));
        tracks.push(track);
    }
    (scope, tracks)
}

/// The conjunction of the conditions that the quantifiers put on their variables.
fn filters(definer: &Definer<'_>, outer: &Outer<'_>, scope: &Scope) -> Defined<Truth> {
    let mut filters = Truth::constant(true);
    for clause in &outer.clauses {
        if let Clause::If(condition) = clause {
            filters = definer.and(&filters, &definer.truth(condition, scope)?)?;
        }
    }
    Ok(filters)
}

/// Whether some case satisfies, or may satisfy, the conditions and the premise of a claim over all
/// naturals. `None` if arithmetic cannot express these, or if its automata become too large.
pub fn is_met(
    instance: &Instance,
    outer: &Outer<'_>,
    proven: &Proven,
    solver: &mut Solver<'_, '_>,
) -> Option<bool> {
    let budget = solver.budget().fork();
    let stop = || (budget.stopper())().is_some();
    let room = Room::new(Room::STEPS, &stop);
    let knowledge = Knowledge::new(instance, &budget, solver.heaps(), proven);
    let definer = Definer::new(instance, &budget, &room).knowing(&knowledge, solver);
    let (scope, _) = variables(&definer, outer);
    let mut met = filters(&definer, outer, &scope).ok()?;
    if let Some(premise) = outer.premise() {
        met = definer.and(&met, &definer.truth(premise, &scope).ok()?).ok()?;
    }
    // A case where arithmetic leaves the conditions open may satisfy them.
    Some(!met.holds.is_nothing() || !met.unknown.is_nothing())
}

/// Decides whether values repeat as claimed. Returns the first index at which they do not (`None`
/// if they always do), and the argument in words. The outer `None` means undecided.
pub fn repeats(
    instance: &Instance,
    repeats: &Repeats,
    numbers: &super::repetition::Numbers,
    proven: &Proven,
    solver: &mut Solver<'_, '_>,
) -> Option<(Option<Int>, String)> {
    let budget = solver.budget().fork();
    let stop = || (budget.stopper())().is_some();
    let room = Room::new(Room::STEPS, &stop);
    let knowledge = Knowledge::new(instance, &budget, solver.heaps(), proven);
    let failing = {
        let definer = Definer::new(instance, &budget, &room).knowing(&knowledge, solver);
        let track = definer.fresh();
        let value = |place: Linear| {
            let scope = Scope::from_iter([(repeats.variable, Bound::Number(Number::linear(place)))]);
            definer.number(&repeats.value, &scope).ok()
        };
        let place = Linear::unknown(track);
        let early = definer.shifted(&value(place.clone())?, &numbers.adding);
        let late = value(place.add(&Linear::constant(Int::from(numbers.period))))?;
        let same = definer.compared(&early, Comparison::Eq, &late).ok()?;
        let claimed = place.sub(&Linear::constant(Int::from(numbers.from))).is_natural(&room).ok()?;
        if !same.unknown.and(&claimed, &room).ok()?.is_nothing() {
            return None;
        }
        same.holds.not().and(&claimed, &room).ok()?.smallest(&[track], &room).ok()?
    };
    let failing = failing.map(|member| Int::from(num_bigint::BigInt::from(member[0].clone())));
    Some((failing, knowledge.words()))
}

/// All members of a relation, the smallest first; an error if they are infinitely many, or more
/// than [`MOST_OPEN`].
fn members(mut relation: Automaton, tracks: &[Track], room: &Room<'_>) -> Defined<Vec<Vec<Value>>> {
    let unused: Vec<&Track> = tracks.iter().filter(|track| !relation.tracks().contains(track)).collect();
    let many = !unused.is_empty() && !relation.is_nothing();
    if many || !relation.is_finite() {
        return Err(Stuck::Undefinable);
    }
    let mut members = Vec::new();
    while let Some(member) = relation.smallest(tracks, room)? {
        if members.len() >= MOST_OPEN {
            return Err(Stuck::TooLarge);
        }
        let mut only = Automaton::constant(true);
        for (track, number) in tracks.iter().zip(&member) {
            only = only.and(&Automaton::exactly(*track, number, room)?, room)?;
        }
        relation = relation.and(&only.not(), room)?;
        members.push(member.into_iter().map(value).collect());
    }
    Ok(members)
}

fn value(number: num_bigint::BigUint) -> Value {
    Value::Int(Int::from(num_bigint::BigInt::from(number)))
}
