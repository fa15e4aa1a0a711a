//! Searches for a proof that linear inequalities have no common integer solution.
//!
//! The method is Fourier–Motzkin elimination with rounding. It may miss a contradiction, but never
//! reports a false one.

use crate::number::Int;

/// An unknown, as a number that the caller assigns.
pub type Atom = u32;

/// A linear form of such unknowns.
pub type Linear = super::linear::Linear<Atom>;

/// Elimination gives up when it has made a system of more constraints than this.
const MAX_CONSTRAINTS: usize = 400;

/// Whether the constraints, each meaning `c >= 0`, and `goal >= 0` are proved to have no common
/// integer solution. `false` may also mean that no proof was found.
///
/// A constraint before index `assumed` is used only if it has no unknowns, or if a chain of common
/// unknowns connects it to the goal or to a constraint from `assumed` on. If neither the goal nor
/// those later constraints have unknowns, all constraints are used.
pub fn contradictory(constraints: &[Linear], assumed: usize, goal: &Linear) -> bool {
    let mut system = relevant(constraints, assumed, goal);
    system.push(tightened(goal));
    solve_equations(&mut system);
    loop {
        if system.iter().any(|it| it.as_constant().is_some_and(Int::is_negative)) {
            return true;
        }
        system.retain(|it| it.as_constant().is_none());
        let Some(atom) = cheapest(&system) else { return false };
        system = eliminate(system, atom);
        if system.len() > MAX_CONSTRAINTS {
            return false;
        }
    }
}

/// Substitutes unknowns that two opposite constraints, `c >= 0` and `-c >= 0`, determine. The
/// coefficient of the unknown is 1 or -1, so the integer solutions are preserved; eliminating both
/// constraints would preserve only the rational ones.
fn solve_equations(system: &mut Vec<Linear>) {
    let minus = Int::from(-1i64);
    loop {
        system.sort_unstable();
        system.dedup();
        let found = system.iter().find_map(|it| {
            let unit = it.terms().iter().find(|term| term.1 == Int::ONE)?;
            system.binary_search(&it.times(&minus)).is_ok().then(|| (unit.0, it.clone()))
        });
        let Some((atom, equation)) = found else { return };
        for constraint in system.iter_mut() {
            if let Some(factor) = constraint.coefficient(atom) {
                let factor = -factor;
                *constraint = tightened(&constraint.plus(&factor, &equation));
            }
        }
        // The equation itself has become `0 >= 0`, which adds no information.
        system.retain(|it| it.as_constant().is_none_or(Int::is_negative));
    }
}

/// The constraints without unknowns, and those that common unknowns connect to the goal or to an
/// assumption (a constraint from index `assumed` on): tightened, sorted, without repetitions.
fn relevant(constraints: &[Linear], assumed: usize, goal: &Linear) -> Vec<Linear> {
    let assumptions = constraints[assumed..].iter().flat_map(Linear::unknowns);
    let mut known: Vec<Atom> = goal.unknowns().chain(assumptions).collect();
    // If neither the goal nor the assumptions have unknowns, all constraints are used.
    let all = known.is_empty();
    let mut taken = vec![false; constraints.len()];
    let mut system = Vec::new();
    loop {
        let before = system.len();
        for (at, constraint) in constraints.iter().enumerate() {
            let joined = all
                || constraint.as_constant().is_some()
                || constraint.unknowns().any(|atom| known.contains(&atom));
            if !taken[at] && joined {
                taken[at] = true;
                for atom in constraint.unknowns() {
                    if !known.contains(&atom) {
                        known.push(atom);
                    }
                }
                system.push(tightened(constraint));
            }
        }
        if system.len() == before {
            system.sort();
            system.dedup();
            return system;
        }
    }
}

/// The unknown whose elimination creates the fewest new constraints; `None` if no unknown is left.
fn cheapest(system: &[Linear]) -> Option<Atom> {
    let mut counts: std::collections::BTreeMap<Atom, (usize, usize)> = std::collections::BTreeMap::new();
    for constraint in system {
        for (atom, coefficient) in constraint.terms() {
            let count = counts.entry(*atom).or_default();
            if coefficient.is_negative() { count.1 += 1 } else { count.0 += 1 }
        }
    }
    counts.into_iter().min_by_key(|(_, (up, down))| up * down).map(|(atom, _)| atom)
}

/// Replaces the constraints on an unknown by the sums of one lower and one upper bound each, with
/// factors for which the unknown cancels.
fn eliminate(system: Vec<Linear>, atom: Atom) -> Vec<Linear> {
    let (mut lower, mut upper, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for constraint in system {
        match constraint.coefficient(atom).map(Int::signum) {
            None => rest.push(constraint),
            Some(sign) if sign > 0 => lower.push(constraint),
            Some(_) => upper.push(constraint),
        }
    }
    for low in &lower {
        for high in &upper {
            let (Some(a), Some(b)) = (low.coefficient(atom), high.coefficient(atom)) else { continue };
            rest.push(tightened(&low.times(&-b).plus(a, high)));
        }
    }
    rest.sort();
    rest.dedup();
    rest
}

/// Divides by the common divisor of the coefficients. The constant is rounded down, which
/// preserves the integer solutions of `form >= 0`.
fn tightened(form: &Linear) -> Linear {
    let common = form.terms().iter().fold(Int::ZERO, |gcd, term| gcd.gcd(&term.1));
    if common > Int::ONE { form.each(|it| it.div_floor(&common).unwrap_or_default()) } else { form.clone() }
}
