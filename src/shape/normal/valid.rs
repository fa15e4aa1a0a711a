//! Whether a formula holds for all values of its variables.

use super::term::{Made, Node, Op, Store, Term};
use crate::ir::Aggregate;
use crate::number::Int;
use crate::number::linear::{Linear, contradictory};
use rustc_hash::FxHashMap;

/// The numbers of integer terms, products included, in linear inequalities.
type Unknowns = FxHashMap<Vec<Term>, u32>;

impl Store {
    /// Whether a formula surely holds for all values of its variables: every way to make it false
    /// contradicts itself as a system of linear inequalities.
    pub fn is_valid(&mut self, formula: Term) -> Made<bool> {
        let mut unknowns = Unknowns::default();
        self.holds_under(formula, &mut Vec::new(), &mut unknowns)
    }

    fn holds_under(&mut self, formula: Term, path: &mut Vec<Linear>, unknowns: &mut Unknowns) -> Made<bool> {
        self.step()?;
        match self.node(formula).clone() {
            Node::Truth(true) => Ok(true),
            Node::Truth(false) => Ok(self.is_impossible(path, unknowns)),
            Node::Choice(atom, yes, no) => {
                for (branch, holds) in [(yes, true), (no, false)] {
                    let before = path.len();
                    if let Node::AtLeast(integer, least) = self.node(atom).clone() {
                        let integer = self.linear(integer, unknowns);
                        let above = integer.plus(&Int::from(-1i64), &Linear::constant(least));
                        // Not at least c: at most c - 1.
                        path.push(if holds { above } else { above.times(&Int::from(-1i64)).shifted(-1) });
                    }
                    let valid = self.holds_under(branch, path, unknowns)?;
                    path.truncate(before);
                    if !valid {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn linear(&self, integer: Term, unknowns: &mut Unknowns) -> Linear {
        let mut linear = Linear::default();
        for (product, factor) in self.polynomial(integer) {
            let part = if product.is_empty() {
                Linear::constant(Int::ONE)
            } else {
                let next = unknowns.len() as u32;
                Linear::atom(*unknowns.entry(product).or_insert(next))
            };
            linear = linear.plus(&factor, &part);
        }
        linear
    }

    /// Whether inequalities contradict each other, with what is known of the terms in them.
    fn is_impossible(&mut self, path: &[Linear], unknowns: &mut Unknowns) -> bool {
        let mut system = path.to_vec();
        let mut done = 0;
        // What is known of a quotient speaks of further terms.
        while done < unknowns.len() {
            let mut products: Vec<(Vec<Term>, u32)> =
                unknowns.iter().map(|(product, number)| (product.clone(), *number)).collect();
            products.sort_by_key(|product| product.1);
            for (product, number) in products.into_iter().skip(done) {
                done += 1;
                if product.iter().all(|term| self.surely_natural(*term)) {
                    system.push(Linear::atom(number));
                }
                if let [term] = product[..]
                    && let Node::Apply(Op::Div, parts) = self.node(term).clone()
                    && let Some(divisor) = self.as_int(parts[1]).filter(|it| *it > Int::ZERO)
                    && !matches!(self.node(parts[0]), Node::Choice(..))
                {
                    // 0 <= n - d * (n div d) <= d - 1
                    let whole = self.linear(parts[0], unknowns);
                    let rest = whole.plus(&-&divisor, &Linear::atom(number));
                    system.push(rest.clone());
                    system.push(Linear::constant(divisor).shifted(-1).sub(&rest));
                }
            }
        }
        system.extend(self.greatest(unknowns));
        let goal = Linear::constant(Int::ZERO);
        contradictory(&system, 0, &goal)
    }

    /// No element of a list is above its greatest, or below its least.
    fn greatest(&self, unknowns: &Unknowns) -> Vec<Linear> {
        let single = |(product, number): (&Vec<Term>, &u32)| match product[..] {
            [term] => Some((term, *number)),
            _ => None,
        };
        let singles: Vec<(Term, u32)> = unknowns.iter().filter_map(single).collect();
        let mut known = Vec::new();
        for (extreme, number) in &singles {
            let Node::Apply(Op::Aggregate(aggregate), parts) = self.node(*extreme) else { continue };
            let greatest = match aggregate {
                Aggregate::Max => true,
                Aggregate::Min => false,
                _ => continue,
            };
            for (element, at) in &singles {
                if let Node::Apply(Op::Index(_), of) = self.node(*element)
                    && self.is_within(of[0], parts[0])
                {
                    let gap = Linear::atom(*number).sub(&Linear::atom(*at));
                    known.push(if greatest { gap } else { gap.times(&Int::from(-1i64)) });
                }
            }
        }
        known
    }

    /// Whether a list is another or one of the lists that it is made of.
    fn is_within(&self, list: Term, whole: Term) -> bool {
        list == whole || matches!(self.node(whole), Node::Apply(Op::Concat, parts) if parts.contains(&list))
    }
}
