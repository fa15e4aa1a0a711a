//! Multiplies linear forms out, and adds bounds of the products and powers that arise, also by
//! comparing them with each other.

use super::Facts;
use crate::number::Int;
use crate::number::contradiction::{Atom, Linear};

/// The most unknowns in a product of unknowns; longer products are not multiplied out.
const MOST_FACTORS: usize = 4;
/// The most terms of the product of two sums; longer products are not multiplied out.
const MOST_TERMS: usize = 36;
/// The most products and powers, together, that are kept for comparison with later ones.
const MOST_COMPARED: usize = 12;
/// The largest constant exponent with which a power of a number is computed.
const MOST_EXPONENT: i64 = 64;

/// A product or a power that is compared with later products or powers.
#[derive(Clone)]
pub(super) enum Compared {
    /// A product of unknowns.
    Product { factors: Vec<Atom>, value: Linear },
    /// A power of a number.
    Power { base: Int, exponent: Linear, value: Linear },
}

impl Facts<'_> {
    /// The product of two linear forms, multiplied out term by term; `None` if it has too many
    /// terms or factors.
    pub(super) fn product(&mut self, a: &Linear, b: &Linear) -> Option<Linear> {
        let (a, b) = (self.pinned(a), self.pinned(b));
        if let Some(power) = self.product_of_powers(&a, &b) {
            return Some(power);
        }
        if (a.terms().len() + 1) * (b.terms().len() + 1) > MOST_TERMS {
            return None;
        }
        let mut product = b.times(a.added()).add(&a.times(b.added())).shifted(0);
        product = product.sub(&Linear::constant(a.added() * b.added()));
        for (x, c) in a.terms() {
            for (y, d) in b.terms() {
                let mut factors = self.factors_of(*x);
                factors.extend(self.factors_of(*y));
                factors.sort_unstable();
                let monomial = self.monomial(factors)?;
                product = product.plus(&(c * d), &monomial);
            }
        }
        let (_, new) = self.unknown(format!("factors({a:?},{b:?})"));
        if new {
            self.factor_facts(&product, &a, &b);
        }
        Some(product)
    }

    /// Adds facts about a product of naturals `a` and `b`: `(a - c)·(b - d) >= 0` if `a >= c` and
    /// `b >= d`, and the product is at most `b` if `a <= 1`, or at most `a` if `b <= 1`.
    fn factor_facts(&mut self, product: &Linear, a: &Linear, b: &Linear) {
        let (Some(c), Some(d)) = (self.least(a), self.least(b)) else { return };
        let low = product.sub(&a.times(&d)).sub(&b.times(&c)).add(&Linear::constant(&c * &d));
        self.facts.push(low);
        for (one, other) in [(a, b), (b, a)] {
            if self.proves(&one.times(&Int::from(-1i64)).shifted(1)) {
                self.facts.push(other.sub(product));
            }
        }
    }

    /// The greatest of 2, 1 and 0 that provably is at most a number; `None` if none is.
    fn least(&self, number: &Linear) -> Option<Int> {
        [2i64, 1, 0].into_iter().find(|least| self.proves(&number.shifted(-least))).map(Int::from)
    }

    /// The factors of an unknown that is a product; of another unknown only the unknown itself.
    fn factors_of(&self, atom: Atom) -> Vec<Atom> {
        self.factors.get(&atom).cloned().unwrap_or_else(|| vec![atom])
    }

    /// The product of several unknowns, with facts about it; `None` if there are too many.
    fn monomial(&mut self, factors: Vec<Atom>) -> Option<Linear> {
        if let [one] = factors[..] {
            return Some(Linear::unknown(one));
        }
        if factors.len() > MOST_FACTORS {
            return None;
        }
        let (value, new) = self.unknown(format!("times{factors:?}"));
        if let [(atom, _)] = value.terms() {
            self.factors.insert(*atom, factors.clone());
        }
        if !new {
            return Some(value);
        }
        if factors.iter().all(|factor| self.proves(&Linear::unknown(*factor))) {
            self.facts.push(value.clone());
        }
        if factors.windows(2).all(|pair| pair[0] == pair[1]) && factors.len() == 2 {
            // `x * x >= x` and `x * x >= -x` for integers.
            self.facts.push(value.sub(&Linear::unknown(factors[0])));
            self.facts.push(value.add(&Linear::unknown(factors[0])));
        }
        for other in self.compared.clone() {
            if let Compared::Product { factors: others, value: theirs } = other {
                self.compare_products((&factors, &value), (&others, &theirs));
            }
        }
        self.remember(Compared::Product { factors, value: value.clone() });
        Some(value)
    }

    /// Keeps a product or a power for comparison with later ones.
    fn remember(&mut self, it: Compared) {
        if self.compared.len() < MOST_COMPARED {
            self.compared.push(it);
        }
    }

    /// Adds a fact about two products `x·z` and `y·z` with `z` natural: their difference is at
    /// least `z` if `x > y`, and not negative if `x >= y`.
    fn compare_products(&mut self, (a, ab): (&[Atom], &Linear), (b, bb): (&[Atom], &Linear)) {
        let (Some((x, rest)), Some((y, same))) = (own_factor(a, b), own_factor(b, a)) else { return };
        if rest != same || !rest.iter().all(|factor| self.proves(&Linear::unknown(*factor))) {
            return;
        }
        let Some(rest) = self.monomial(rest) else { return };
        let difference = Linear::unknown(x).sub(&Linear::unknown(y));
        for (gap, rise) in
            [(difference.clone(), ab.sub(bb)), (difference.times(&Int::from(-1i64)), bb.sub(ab))]
        {
            if self.proves(&gap.shifted(-1)) {
                self.facts.push(rise.sub(&rest));
            } else if self.proves(&gap) {
                self.facts.push(rise);
            }
        }
    }

    /// A power of a number of at least 2; `None` unless the exponent is provably natural, and at
    /// most `MOST_EXPONENT` if it is constant.
    pub(super) fn power(&mut self, base: &Int, exponent: &Linear) -> Option<Linear> {
        if let Some(known) = exponent.as_constant() {
            let known = known.to_i64().filter(|it| (0..=MOST_EXPONENT).contains(it))?;
            return Some(Linear::constant(base.pow(known as u32)));
        }
        if !self.proves(exponent) {
            return None;
        }
        let (value, new) = self.unknown(format!("power({base:?},{exponent:?})"));
        if let [(atom, _)] = value.terms() {
            self.powers.insert(*atom, (base.clone(), exponent.clone()));
        }
        if new {
            // (1 + r)^e is at least 1 + r·e.
            self.facts.push(value.sub(&exponent.times(&base.pred())).shifted(-1));
            for other in self.compared.clone() {
                if let Compared::Power { base: theirs, exponent: their, value: worth } = other
                    && theirs == *base
                {
                    self.compare_powers(base, (exponent, &value), (&their, &worth));
                }
            }
            let exponent = exponent.clone();
            self.remember(Compared::Power { base: base.clone(), exponent, value: value.clone() });
        }
        Some(value)
    }

    /// Adds facts about two powers of one base `b`: `b ^ p = b ^ (p - q) * b ^ q` if `p - q` is
    /// constant, and `b ^ p >= b ^ s * b ^ q` if `p - q >= s` is proved for s = 2, 1 or 0.
    fn compare_powers(&mut self, base: &Int, (p, worth): (&Linear, &Linear), (q, other): (&Linear, &Linear)) {
        for (gap, more, less) in [(p.sub(q), worth, other), (q.sub(p), other, worth)] {
            let known = gap.as_constant().and_then(Int::to_i64).filter(|it| (0..=MOST_EXPONENT).contains(it));
            if let Some(known) = known {
                let multiple = less.times(&base.pow(known as u32));
                self.facts.push(more.sub(&multiple));
                self.facts.push(multiple.sub(more));
            } else if let Some(steps) =
                [2u32, 1, 0].into_iter().find(|steps| self.proves(&gap.shifted(-i64::from(*steps))))
            {
                self.facts.push(more.sub(&less.times(&base.pow(steps))));
            }
        }
    }

    /// The product of two powers of one number; `None` for other factors.
    fn product_of_powers(&mut self, a: &Linear, b: &Linear) -> Option<Linear> {
        let alone = |it: &Linear| match it.terms() {
            [(atom, factor)] if *factor == Int::ONE && it.added().is_zero() => self.powers.get(atom).cloned(),
            _ => None,
        };
        let ((base, p), (other, q)) = (alone(a)?, alone(b)?);
        if base != other { None } else { self.power(&base, &p.add(&q)) }
    }

    /// Replaces each unknown whose lower and upper bound among the facts are equal by this bound.
    pub(super) fn pinned(&self, number: &Linear) -> Linear {
        let mut result = number.clone();
        for (atom, factor) in number.terms() {
            let (mut low, mut high) = (None, None);
            for fact in &self.facts {
                let [(about, sign)] = fact.terms() else { continue };
                if about != atom {
                    continue;
                }
                if *sign == Int::ONE {
                    low = low.max(Some(-fact.added()));
                } else if *sign == Int::from(-1i64) {
                    let bound = fact.added().clone();
                    high = Some(high.map_or(bound.clone(), |it: Int| it.min(bound)));
                }
            }
            if let (Some(low), Some(high)) = (low, high)
                && low == high
            {
                let value = Linear::constant(low).sub(&Linear::unknown(*atom));
                result = result.plus(factor, &value);
            }
        }
        result
    }
}

/// The factor of one product that another lacks, if there is exactly one, and the factors that both
/// have.
fn own_factor(one: &[Atom], other: &[Atom]) -> Option<(Atom, Vec<Atom>)> {
    let mut left = other.to_vec();
    let (mut own, mut common) = (Vec::new(), Vec::new());
    for factor in one {
        match left.iter().position(|it| it == factor) {
            Some(at) => common.push(left.remove(at)),
            None => own.push(*factor),
        }
    }
    if let [own] = own[..] { Some((own, common)) } else { None }
}
