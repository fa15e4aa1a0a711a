//! Searches for a proof that linear inequalities have no common integer solution.
//!
//! The method is Fourier–Motzkin elimination with rounding. It may miss a contradiction, but never
//! reports a false one.

use crate::number::Int;

/// An unknown, as a number that the caller assigns.
pub type Atom = u32;

/// The linear expression `Σ c·x + k`. Terms are sorted by ascending unknown, each unknown occurs
/// once, and no coefficient is zero.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Linear {
    terms: Vec<(Atom, Int)>,
    constant: Int,
}

impl Linear {
    /// An expression without unknowns.
    pub fn constant(constant: Int) -> Linear {
        Linear { terms: Vec::new(), constant }
    }

    /// The expression that is a single unknown.
    pub fn atom(atom: Atom) -> Linear {
        Linear { terms: vec![(atom, Int::ONE)], constant: Int::ZERO }
    }

    /// The value of the expression; `None` if an unknown occurs.
    pub fn as_constant(&self) -> Option<&Int> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The unknowns with their coefficients, in ascending order of the unknowns.
    pub fn terms(&self) -> &[(Atom, Int)] {
        &self.terms
    }

    /// The constant term `k`.
    pub fn added(&self) -> &Int {
        &self.constant
    }

    /// The unknowns, ascending.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        self.terms.iter().map(|term| term.0)
    }

    /// The coefficient of an unknown; `None` if the unknown does not occur.
    fn coefficient(&self, atom: Atom) -> Option<&Int> {
        self.terms.binary_search_by_key(&atom, |term| term.0).ok().map(|at| &self.terms[at].1)
    }

    /// `self + factor * other`
    pub fn plus(&self, factor: &Int, other: &Linear) -> Linear {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.0 == y.0 => {
                    terms.push((x.0, &x.1 + &(factor * &y.1)));
                    a.next();
                    b.next();
                }
                (Some(x), Some(y)) if x.0 < y.0 => {
                    terms.push((**x).clone());
                    a.next();
                }
                (Some(x), None) => {
                    terms.push((**x).clone());
                    a.next();
                }
                (_, Some(y)) => {
                    terms.push((y.0, factor * &y.1));
                    b.next();
                }
                (None, None) => break,
            }
        }
        terms.retain(|term| !term.1.is_zero());
        Linear { terms, constant: &self.constant + &(factor * &other.constant) }
    }

    /// `self + other`
    pub fn add(&self, other: &Linear) -> Linear {
        self.plus(&Int::ONE, other)
    }

    /// `self - other`
    pub fn sub(&self, other: &Linear) -> Linear {
        self.plus(&Int::from(-1i64), other)
    }

    /// `factor * self`
    pub fn times(&self, factor: &Int) -> Linear {
        Linear::default().plus(factor, self)
    }

    /// `self + by`
    pub fn shifted(&self, by: i64) -> Linear {
        Linear { terms: self.terms.clone(), constant: &self.constant + &Int::from(by) }
    }

    /// Divides by the common divisor of the coefficients. The constant is rounded down, which
    /// preserves the integer solutions of `self >= 0`.
    fn tightened(mut self) -> Linear {
        let common = self.terms.iter().fold(Int::ZERO, |gcd, term| gcd.gcd(&term.1));
        if common > Int::ONE {
            for term in &mut self.terms {
                term.1 = term.1.div_floor(&common).unwrap_or_default();
            }
            self.constant = self.constant.div_floor(&common).unwrap_or_default();
        }
        self
    }
}

/// Elimination gives up when a system has more constraints than this.
const MAX_CONSTRAINTS: usize = 400;

/// Whether the constraints, each meaning `c >= 0`, and `goal >= 0` are proved to have no common
/// integer solution. `false` may also mean that no proof was found.
///
/// A constraint before index `assumed` is used only if it has no unknowns, or if a chain of common
/// unknowns connects it to the goal or to a constraint from `assumed` on. If neither the goal nor
/// those later constraints have unknowns, all constraints are used.
pub fn contradictory(constraints: &[Linear], assumed: usize, goal: &Linear) -> bool {
    let mut system = relevant(constraints, assumed, goal);
    system.push(goal.clone().tightened());
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
            let unit = it.terms.iter().find(|term| term.1 == Int::ONE)?;
            system.binary_search(&it.times(&minus)).is_ok().then(|| (unit.0, it.clone()))
        });
        let Some((atom, equation)) = found else { return };
        for constraint in system.iter_mut() {
            if let Some(factor) = constraint.coefficient(atom) {
                let factor = -factor;
                *constraint = constraint.plus(&factor, &equation).tightened();
            }
        }
        // The equation itself has become `0 >= 0`, which adds no information.
        system.retain(|it| it.as_constant().is_none_or(Int::is_negative));
    }
}

/// The constraints without unknowns, and those that common unknowns connect to the goal or to an
/// assumption (a constraint from index `assumed` on): tightened, sorted, without repetitions.
fn relevant(constraints: &[Linear], assumed: usize, goal: &Linear) -> Vec<Linear> {
    let assumptions = constraints[assumed..].iter().flat_map(Linear::atoms);
    let mut known: Vec<Atom> = goal.atoms().chain(assumptions).collect();
    // If neither the goal nor the assumptions have unknowns, all constraints are used.
    let all = known.is_empty();
    let mut taken = vec![false; constraints.len()];
    let mut system = Vec::new();
    loop {
        let before = system.len();
        for (at, constraint) in constraints.iter().enumerate() {
            let joined =
                all || constraint.terms.is_empty() || constraint.atoms().any(|atom| known.contains(&atom));
            if !taken[at] && joined {
                taken[at] = true;
                for atom in constraint.atoms() {
                    if !known.contains(&atom) {
                        known.push(atom);
                    }
                }
                system.push(constraint.clone().tightened());
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
        for (atom, coefficient) in &constraint.terms {
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
            rest.push(low.times(&-b).plus(a, high).tightened());
        }
    }
    rest.sort();
    rest.dedup();
    rest
}
