//! Evaluates builtins. Those on numbers and collections are computed here; those on graphs are
//! passed on to `graphs`.

use super::arithmetic::real_value;
use super::arithmetic::{length_of, natural};
use super::collections::length;
use super::evaluator::{Evaluator, problem};
use super::{Evaluated, ProblemKind};
use crate::ir::{Builtin, Value};
use crate::number::{self, Int, Real};
use crate::source::Span;

pub(super) fn int(value: &Value) -> Int {
    match value {
        Value::Int(int) => int.clone(),
        _ => Int::ZERO,
    }
}

fn real(value: &Value) -> Real {
    match value {
        Value::Real(real) => real.0.clone(),
        other => Real::from(int(other)),
    }
}

impl Evaluator<'_, '_> {
    /// The value of a builtin; `arguments` must have the types that the checker requires.
    // Long: an arm for each builtin.
    pub(super) fn builtin(&mut self, builtin: Builtin, arguments: &[Value], span: Span) -> Evaluated<Value> {
        use Builtin as B;
        // Only a graph, `petersen()`, is written without arguments.
        let Some(first) = arguments.first() else { return self.family(builtin, arguments, span) };
        Ok(match builtin {
            B::Abs => Value::Int(int(first).abs()),
            B::Gcd => Value::Int(arguments.iter().map(int).fold(Int::ZERO, |a, b| a.gcd(&b))),
            B::Lcm => Value::Int(arguments.iter().map(int).fold(Int::ONE, |a, b| a.lcm(&b))),
            B::Isqrt => {
                Value::Int(int(first).isqrt().ok_or_else(|| problem(span, ProblemKind::NegativeRoot))?)
            }
            B::Sqrt => {
                let root = real(first).sqrt_of();
                let negative = real(first).signum() < 0;
                let kind = if negative { ProblemKind::NegativeRoot } else { ProblemKind::IrrationalRoot };
                real_value(root.ok_or_else(|| problem(span, kind))?)
            }
            B::Floor => Value::Int(real(first).floor()),
            B::Ceil => Value::Int(real(first).ceil()),
            B::Even => Value::Bool(int(first).is_even()),
            B::Odd => Value::Bool(!int(first).is_even()),
            B::IsPrime => {
                let prime = number::is_prime(&int(first));
                Value::Bool(prime.ok_or_else(|| problem(span, ProblemKind::PrimeUnknown))?)
            }
            B::Divisors => ints(self.divisors(&int(first), span)?),
            B::PrimeFactors => ints(self.prime_factors(&int(first), span)?),
            B::Omega => {
                let mut factors = self.prime_factors(&int(first), span)?;
                factors.dedup();
                Value::Int(Int::from(factors.len()))
            }
            B::Bigomega => Value::Int(Int::from(self.prime_factors(&int(first), span)?.len())),
            B::IsFib => Value::Bool(is_fib(&int(first))),
            B::IsSquare => Value::Bool(int(first).is_square()),
            B::Popcount => {
                natural(&int(first), "the argument of `popcount`", span)?;
                Value::Int(Int::from(int(first).popcount()))
            }
            B::Digits => ints(self.digits(&int(first), arguments.get(1).map(int), span)?),
            B::Zeckendorf => ints(self.zeckendorf(&int(first), span)?),
            B::Valuation => Value::Int(self.valuation(&int(first), &int(&arguments[1]), span)?),
            B::Len => Value::Int(length_of(first)),
            B::Indices => Value::range(Int::ZERO, length_of(first)),
            B::Sorted => {
                let values = self.elements(first, span)?;
                Value::List(self.sorted(values, span)?.into())
            }
            B::Reverse => match first {
                Value::Text(text) => Value::Text(text.iter().rev().copied().collect()),
                other => {
                    let mut values = self.elements(other, span)?;
                    values.reverse();
                    Value::List(values.into())
                }
            },
            B::Subsets => self.subsets(first, arguments.get(1), span)?,
            B::Product => self.product(first, span)?,
            B::Grid
            | B::KingGrid
            | B::PathGraph
            | B::Cycle
            | B::Complete
            | B::CompleteBipartite
            | B::Hypercube
            | B::Petersen => self.family(builtin, arguments, span)?,
            B::GraphOf | B::UndirectedGraphOf => {
                self.graph_of(first, builtin == B::UndirectedGraphOf, span)?
            }
            B::Contains => Value::Bool(self.contains(first, &arguments[1], span)?),
            _ => match first {
                Value::Graph(graph) => self.graph(builtin, graph, &arguments[1..], span)?,
                _ => first.clone(),
            },
        })
    }

    /// The prime factors of a positive integer, ascending, with multiplicity; an error for other
    /// integers.
    fn prime_factors(&self, n: &Int, span: Span) -> Evaluated<Vec<Int>> {
        positive(n, "the argument of a factorisation", span)?;
        if let Some(word) = n.to_i64() {
            return self.prime_factors_of_word(word.unsigned_abs(), span);
        }
        let mut rest = n.clone();
        let mut factors = Vec::new();
        let mut divisor = Int::from(2i64);
        let mut checked = 0u32;
        while &divisor * &divisor <= rest {
            self.tick(1 + (rest.bits() / 64) as usize, span)?;
            checked += 1;
            // A large prime cofactor ends trial division.
            if checked.is_multiple_of(1024) && number::is_prime(&rest) == Some(true) {
                break;
            }
            while rest.mod_floor(&divisor).is_some_and(|it| it.is_zero()) {
                self.tick(1 + (rest.bits() / 64) as usize, span)?;
                rest = rest.div_floor(&divisor).unwrap_or_default();
                factors.push(divisor.clone());
            }
            divisor = &divisor + &Int::from(if divisor.is_even() { 1i64 } else { 2 });
        }
        if rest > Int::ONE {
            factors.push(rest);
        }
        Ok(factors)
    }

    /// The prime factors of a number below 2^63, ascending, with multiplicity. The number is so
    /// small that squares of divisors fit into a word.
    fn prime_factors_of_word(&self, n: u64, span: Span) -> Evaluated<Vec<Int>> {
        let (mut rest, mut divisor, mut checked) = (n, 2u64, 0u32);
        let mut factors = Vec::new();
        while divisor * divisor <= rest {
            self.tick(1, span)?;
            checked += 1;
            // A large prime cofactor ends trial division.
            if checked.is_multiple_of(1024) && number::is_prime(&Int::from(rest)) == Some(true) {
                break;
            }
            while rest.is_multiple_of(divisor) {
                rest /= divisor;
                factors.push(Int::from(divisor));
            }
            divisor += if divisor == 2 { 1 } else { 2 };
        }
        if rest > 1 {
            factors.push(Int::from(rest));
        }
        Ok(factors)
    }

    /// The positive divisors of a positive integer, ascending; an error for other integers.
    fn divisors(&self, n: &Int, span: Span) -> Evaluated<Vec<Int>> {
        let factors = self.prime_factors(n, span)?;
        let mut divisors = vec![Int::ONE];
        let mut at = 0;
        while at < factors.len() {
            let times = factors[at..].iter().take_while(|it| **it == factors[at]).count();
            let base = divisors.clone();
            let mut power = Int::ONE;
            for _ in 0..times {
                power = &power * &factors[at];
                self.tick(base.len(), span)?;
                divisors.extend(base.iter().map(|it| it * &power));
            }
            at += times;
        }
        divisors.sort();
        Ok(divisors)
    }

    /// The digits of a natural in a base (10 if omitted), most significant first; `[0]` for 0. An
    /// error for a negative number or a base below 2.
    fn digits(&self, n: &Int, base: Option<Int>, span: Span) -> Evaluated<Vec<Int>> {
        let base = base.unwrap_or(Int::from(10i64));
        natural(n, "the argument of `digits`", span)?;
        if base < Int::from(2i64) {
            return Err(problem(span, ProblemKind::BadBase));
        }
        let mut digits = Vec::new();
        let mut rest = n.clone();
        while !rest.is_zero() || digits.is_empty() {
            self.tick(1 + (rest.bits() / 64) as usize, span)?;
            digits.push(rest.mod_floor(&base).unwrap_or_default());
            rest = rest.div_floor(&base).unwrap_or_default();
        }
        digits.reverse();
        Ok(digits)
    }

    /// The distinct, non-consecutive Fibonacci numbers with the sum `n`, descending; an error below
    /// 0.
    fn zeckendorf(&self, n: &Int, span: Span) -> Evaluated<Vec<Int>> {
        natural(n, "the argument of `zeckendorf`", span)?;
        let (mut low, mut high) = (Int::ONE, Int::from(2i64));
        while &high <= n {
            self.tick(1 + (n.bits() / 64) as usize, span)?;
            (low, high) = (high.clone(), &low + &high);
        }
        let mut parts = Vec::new();
        let mut rest = n.clone();
        while !rest.is_zero() {
            self.tick(1 + (n.bits() / 64) as usize, span)?;
            if low <= rest {
                rest = &rest - &low;
                parts.push(low.clone());
            }
            (low, high) = (&high - &low, low);
        }
        Ok(parts)
    }

    /// The exponent of the greatest power of `p` that divides `n`; an error if `n` is 0 or `p` is
    /// below 2.
    fn valuation(&self, n: &Int, p: &Int, span: Span) -> Evaluated<Int> {
        if n.is_zero() {
            return Err(problem(span, ProblemKind::ValuationOfZero));
        }
        if *p < Int::from(2i64) {
            return Err(problem(span, ProblemKind::BadBase));
        }
        let mut rest = n.clone();
        let mut times = Int::ZERO;
        while rest.mod_floor(p).is_some_and(|it| it.is_zero()) {
            self.tick(1 + (rest.bits() / 64) as usize, span)?;
            rest = rest.div_floor(p).unwrap_or_default();
            times = times.succ();
        }
        Ok(times)
    }

    /// The list of all sub-collections of the given sizes (of all sizes if omitted): in the order
    /// of `sizes`, then by the indices of the chosen elements. Sizes that no sub-collection has are
    /// skipped. An error for more than `MAX_ELEMENTS` sub-collections.
    fn subsets(&mut self, whole: &Value, sizes: Option<&Value>, span: Span) -> Evaluated<Value> {
        let elements = self.elements(whole, span)?;
        let as_list = matches!(whole, Value::List(_));
        let all = Value::range(Int::ZERO, Int::from(elements.len() + 1));
        let sizes = match sizes.unwrap_or(&all) {
            // A range may extend far beyond the number of elements.
            Value::Range(bounds) => {
                let high = bounds.1.clone().min(Int::from(elements.len() + 1));
                self.elements(&Value::range(bounds.0.clone().max(Int::ZERO), high), span)?
            }
            other => self.elements(other, span)?,
        };
        let mut found = Vec::new();
        for size in
            sizes.iter().filter_map(|size| int(size).to_usize()).filter(|size| *size <= elements.len())
        {
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                self.tick(1 + size, span)?;
                let members: Vec<Value> = chosen.iter().map(|at| elements[*at].clone()).collect();
                if found.len() >= super::evaluator::MAX_ELEMENTS {
                    return Err(problem(span, ProblemKind::TooLarge("a list of subsets")));
                }
                let members = if as_list { Value::List(members.into()) } else { Value::Set(members.into()) };
                self.push(&mut found, members, span)?;
                let Some(place) =
                    (0..size).rev().find(|place| chosen[*place] < elements.len() - size + place)
                else {
                    break;
                };
                chosen[place] += 1;
                for later in place + 1..size {
                    chosen[later] = chosen[later - 1] + 1;
                }
            }
        }
        Ok(Value::List(found.into()))
    }

    /// The list of all lists that take one element from each collection; the last varies fastest.
    /// An error for more than `MAX_ELEMENTS` lists.
    fn product(&mut self, lists: &Value, span: Span) -> Evaluated<Value> {
        let lists = self.elements(lists, span)?;
        let sizes = lists.iter().map(length);
        if sizes.clone().any(|size| size == 0) {
            return Ok(Value::List(Vec::new().into()));
        }
        if sizes.fold(1, usize::saturating_mul) > super::evaluator::MAX_ELEMENTS {
            return Err(problem(span, ProblemKind::TooLarge("a product")));
        }
        let mut choices: Vec<Vec<Value>> = vec![Vec::new()];
        for list in &lists {
            let list = self.elements(list, span)?;
            let mut longer = Vec::with_capacity(choices.len().saturating_mul(list.len()).min(1 << 20));
            for choice in &choices {
                for element in &list {
                    self.tick(1 + choice.len(), span)?;
                    if longer.len() >= super::evaluator::MAX_ELEMENTS {
                        return Err(problem(span, ProblemKind::TooLarge("a product")));
                    }
                    let mut choice = choice.clone();
                    choice.push(element.clone());
                    longer.push(choice);
                }
            }
            choices = longer;
        }
        Ok(Value::List(choices.into_iter().map(|choice| Value::List(choice.into())).collect()))
    }
}

fn ints(ints: Vec<Int>) -> Value {
    Value::List(ints.into_iter().map(Value::Int).collect())
}

fn positive(n: &Int, what: &'static str, span: Span) -> Evaluated<()> {
    if *n < Int::ONE {
        return Err(problem(span, ProblemKind::NotPositive { what, value: n.to_string() }));
    }
    Ok(())
}

/// Whether a number is a Fibonacci number: exactly if 5n² + 4 or 5n² - 4 is a square.
fn is_fib(n: &Int) -> bool {
    let five = &Int::from(5i64) * &(n * n);
    let four = Int::from(4i64);
    !n.is_negative() && ((&five + &four).is_square() || (&five - &four).is_square())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fibonacci_numbers_are_recognised() {
        let found: Vec<i64> = (0..100).filter(|n| is_fib(&Int::from(*n))).collect();
        assert_eq!(found, [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
    }
}
