//! Proves that a formula holds for all values of its variables. The search may miss a proof; if it
//! says yes, the formula holds.

use super::term::{Made, Node, Op, Polynomial, Store, TermId};
use crate::ir::Aggregate;
use crate::number::Int;
use crate::number::contradiction::{Linear, contradictory};
use rustc_hash::FxHashMap;

/// The number of pairs of inequalities that an elimination combines in about the time of one step.
const PAIRS_A_STEP: u64 = 8;

/// The unknowns of linear inequalities: a number, from 0 on, for each product of integer terms.
pub type Unknowns = FxHashMap<Vec<TermId>, u32>;

/// The conditions on a path through a formula.
#[derive(Default)]
pub struct Path {
    /// Integers that are not negative on the path.
    pub naturals: Vec<Polynomial>,
    /// Atoms that are not inequalities, each with its truth value on the path.
    pub atoms: Vec<(TermId, bool)>,
}

impl Store {
    /// Whether a formula provably holds for all values of its variables: the conditions of each
    /// path on which it is false contradict each other, as inequalities or because equal terms have
    /// equal values.
    pub fn is_valid(&mut self, formula: TermId) -> Made<bool> {
        let mut unknowns = Unknowns::default();
        self.holds_under(formula, &mut Path::default(), &mut unknowns)
    }

    /// Whether a formula provably holds wherever the conditions of a path do. Leaves the path as it
    /// was.
    fn holds_under(&mut self, formula: TermId, path: &mut Path, unknowns: &mut Unknowns) -> Made<bool> {
        self.step()?;
        match self.node(formula).clone() {
            Node::Truth(true) => Ok(true),
            Node::Truth(false) => self.is_impossible(path, unknowns),
            Node::Choice(atom, yes, no) => {
                for (branch, holds) in [(yes, true), (no, false)] {
                    let before = (path.naturals.len(), path.atoms.len());
                    match self.node(atom).clone() {
                        Node::AtLeast(integer, least) => {
                            path.naturals.push(self.gap(integer, &least, holds));
                        }
                        _ => path.atoms.push((atom, holds)),
                    }
                    let valid = self.holds_under(branch, path, unknowns)?;
                    path.naturals.truncate(before.0);
                    path.atoms.truncate(before.1);
                    if !valid {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Returns an integer that is not negative exactly if `integer >= least` is true, or, unless
    /// `holds`, exactly if it is false.
    fn gap(&self, integer: TermId, least: &Int, holds: bool) -> Polynomial {
        let mut sum = self.polynomial(integer);
        sum.insert(0, (Vec::new(), -least));
        if !holds {
            // Not at least c: at most c - 1.
            sum.iter_mut().for_each(|part| part.1 = -&part.1);
            sum[0].1 = &sum[0].1 - &Int::ONE;
        }
        sum
    }

    fn linear(&self, integer: TermId, unknowns: &mut Unknowns) -> Linear {
        linear(&self.polynomial(integer), unknowns)
    }

    /// Whether the conditions of a path, together with laws about the operations in them, provably
    /// contradict each other.
    fn is_impossible(&mut self, path: &Path, unknowns: &mut Unknowns) -> Made<bool> {
        let mut system: Vec<Linear> = path.naturals.iter().map(|sum| linear(sum, unknowns)).collect();
        let mut done = 0;
        self.known_of_terms(&mut system, &mut done, unknowns);
        let greatest = self.greatest(&system, unknowns)?;
        system.extend(greatest);
        if self.contradicts_itself(&system)? {
            return Ok(true);
        }
        let before = system.len();
        self.quotients(path, &mut system, unknowns)?;
        self.known_of_terms(&mut system, &mut done, unknowns);
        self.products(path, &mut system, unknowns)?;
        if system.len() > before && self.contradicts_itself(&system)? {
            return Ok(true);
        }
        self.is_incongruent(path, system, unknowns)
    }

    /// Whether a system provably contradicts itself. An elimination combines pairs of its
    /// inequalities, so it counts as one step for every [`PAIRS_A_STEP`] pairs.
    fn contradicts_itself(&mut self, system: &[Linear]) -> Made<bool> {
        let length = system.len() as u64;
        self.steps(length * length / PAIRS_A_STEP)?;
        Ok(impossible(system))
    }

    /// Adds facts about each unknown from number `done` on: naturals are not negative, and
    /// quotients by constants have bounds. Sets `done` to the number of unknowns.
    fn known_of_terms(&mut self, system: &mut Vec<Linear>, done: &mut usize, unknowns: &mut Unknowns) {
        // The facts about a quotient may introduce further unknowns.
        while *done < unknowns.len() {
            for (product, number) in numbered(unknowns).into_iter().skip(*done) {
                *done += 1;
                if product.iter().all(|term| self.surely_natural(*term)) {
                    system.push(Linear::unknown(number));
                }
                if let [term] = product[..]
                    && let Node::Apply(Op::Div, parts) = self.node(term).clone()
                    && let Some(divisor) = self.as_int(parts[1]).filter(|it| *it > Int::ZERO)
                    && !matches!(self.node(parts[0]), Node::Choice(..))
                {
                    // 0 <= n - d * (n div d) <= d - 1
                    let whole = self.linear(parts[0], unknowns);
                    let rest = whole.plus(&-&divisor, &Linear::unknown(number));
                    system.push(rest.clone());
                    system.push(Linear::constant(divisor).shifted(-1).sub(&rest));
                }
            }
        }
    }

    /// Returns the facts that no element of a list is above its maximum or below its minimum. For
    /// elements of a part of a concatenation, only if the element provably exists: the maximum of
    /// `xs ++ [0]` has a value also if `xs` is empty.
    fn greatest(&mut self, system: &[Linear], unknowns: &mut Unknowns) -> Made<Vec<Linear>> {
        let single = |(product, number): (Vec<TermId>, u32)| match product[..] {
            [term] => Some((term, number)),
            _ => None,
        };
        let singles: Vec<(TermId, u32)> = numbered(unknowns).into_iter().filter_map(single).collect();
        let mut known = Vec::new();
        for (extreme, number) in &singles {
            let Node::Apply(Op::Aggregate(aggregate), parts) = self.node(*extreme).clone() else { continue };
            let greatest = match aggregate {
                Aggregate::Max => true,
                Aggregate::Min => false,
                _ => continue,
            };
            for (element, at) in &singles {
                let Node::Apply(Op::Index(_), of) = self.node(*element).clone() else { continue };
                let is_part =
                    matches!(self.node(parts[0]), Node::Apply(Op::Concat, both) if both.contains(&of[0]));
                if of[0] == parts[0] || is_part && self.exists((of[0], of[1]), system, unknowns)? {
                    let gap = Linear::unknown(*number).sub(&Linear::unknown(*at));
                    known.push(if greatest { gap } else { gap.times(&Int::from(-1i64)) });
                }
            }
        }
        Ok(known)
    }

    /// Whether a list provably has an element at an index, under a system of inequalities.
    fn exists(
        &mut self,
        (list, index): (TermId, TermId),
        system: &[Linear],
        unknowns: &mut Unknowns,
    ) -> Made<bool> {
        let length = self.length(list)?;
        let (at, length) = (self.linear(index, unknowns), self.linear(length, unknowns));
        for outside in [at.times(&Int::from(-1i64)).shifted(-1), at.sub(&length)] {
            let mut more = system.to_vec();
            // The length and the index may have introduced unknowns: adds facts about all unknowns.
            self.known_of_terms(&mut more, &mut 0, unknowns);
            more.push(outside);
            if !self.contradicts_itself(&more)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the unknowns, sorted by their numbers.
pub fn numbered(unknowns: &Unknowns) -> Vec<(Vec<TermId>, u32)> {
    let mut products: Vec<(Vec<TermId>, u32)> =
        unknowns.iter().map(|(product, number)| (product.clone(), *number)).collect();
    products.sort_by_key(|product| product.1);
    products
}

/// Converts a polynomial to a linear form of its products, which become unknowns.
pub fn linear(sum: &Polynomial, unknowns: &mut Unknowns) -> Linear {
    let mut all = Linear::default();
    for (product, factor) in sum {
        let part = if product.is_empty() {
            Linear::constant(Int::ONE)
        } else {
            let next = unknowns.len() as u32;
            Linear::unknown(*unknowns.entry(product.clone()).or_insert(next))
        };
        all = all.plus(factor, &part);
    }
    all
}

/// Whether the inequalities `form >= 0` of a system provably contradict each other.
pub fn impossible(system: &[Linear]) -> bool {
    contradictory(system, 0, &Linear::constant(Int::ZERO))
}
