//! Comparisons of builtins, and statements about all divisors, expressed by simpler conditions: by
//! comparisons, remainders, or other builtins.
//!
//! Each definition is a theorem about integers, written in the language itself, so that tests can
//! compare it with the evaluator.

use crate::position::{Budget, Instance};
use crate::quoted;
use std::fmt::Write;
use std::rc::Rc;

/// An identity: two expressions that are equal for all integer values of the names that meet a
/// condition.
#[derive(Debug)]
pub struct Definition {
    /// The names, separated by commas.
    pub names: &'static str,
    /// The condition on the names; `true` if there is none.
    pub given: &'static str,
    /// The defined expression: a comparison `X >= Y` with a builtin applied to all names, an
    /// `any(…)` over a range or a list, or a length.
    pub asked: &'static str,
    /// The equal expression in the core of the language.
    pub core: &'static str,
}

const fn law(
    names: &'static str,
    given: &'static str,
    asked: &'static str,
    core: &'static str,
) -> Definition {
    Definition { names, given, asked, core }
}

/// All definitions. The core expression of a definition does not use its builtin again.
pub const DEFINITIONS: &[Definition] = &[
    // A common divisor is at least 1. The greatest one is one of the numbers if that divides the
    // other.
    law("a, b", "true", "gcd(a, b) >= 1", "a != 0 or b != 0"),
    law("a, b", "b >= 1", "gcd(a, b) >= b", "a mod b == 0"),
    law("a, b", "b >= 1", "b >= gcd(a, b)", "true"),
    // The least common multiple is smallest if one number divides the other, and largest if they
    // are coprime.
    law("a, b", "a >= 1 and b >= 1", "lcm(a, b) >= b", "true"),
    law("a, b", "a >= 1 and b >= 1", "b >= lcm(a, b)", "b mod a == 0"),
    law("a, b", "a >= 1 and b >= 1", "lcm(a, b) >= a * b", "gcd(a, b) < 2"),
    law("a, b", "a >= 1 and b >= 1", "a * b >= lcm(a, b)", "true"),
    // Numbers of divisors and of prime factors.
    law("k", "k >= 1", "len(divisors(k)) >= 1", "true"),
    law("k", "k >= 1", "len(divisors(k)) >= 2", "k >= 2"),
    law("k", "k >= 1", "len(divisors(k)) >= 3", "k >= 2 and not is_prime(k)"),
    law("k", "k >= 1", "len(prime_factors(k))", "bigomega(k)"),
    law("k", "k >= 1", "len({p for p in prime_factors(k)})", "omega(k)"),
    law("k", "k >= 1", "omega(k) >= 1", "k >= 2"),
    law("k", "k >= 1", "bigomega(k) >= 1", "k >= 2"),
    law("k", "k >= 1", "bigomega(k) >= 2", "k >= 2 and not is_prime(k)"),
    law("k", "k >= 1", "bigomega(k) >= omega(k)", "true"),
    // How often a number divides another number, and the powers of the divisor.
    law("k, p", "k >= 1 and p >= 2", "valuation(k, p) >= 1", "k mod p == 0"),
    law("k, p", "k >= 1 and p >= 2", "valuation(k, p) >= 2", "k mod (p * p) == 0"),
    law("k, p", "k >= 1 and p >= 2", "k >= p ^ valuation(k, p)", "true"),
    law("k", "k >= 1", "2 ^ valuation(k, 2) >= k", "popcount(k) < 2"),
    law("k", "k >= 0", "popcount(k) >= 1", "k >= 1"),
    // Statements about all divisors.
    law("k", "k >= 1", "any(k mod p == 0 for p in 2..k)", "k >= 2 and not is_prime(k)"),
    law("k", "k >= 1", "any(k mod p == 0 for p in 2..=isqrt(k))", "k >= 2 and not is_prime(k)"),
    law("k", "k >= 1", "any(k mod (p * p) == 0 for p in 2..=k)", "omega(k) < bigomega(k)"),
    law("k", "k >= 1", "any(k mod (p * p) == 0 for p in 2..k)", "omega(k) < bigomega(k)"),
    law("k", "k >= 1", "any(k mod (p * p) == 0 for p in 2..=isqrt(k))", "omega(k) < bigomega(k)"),
    law("k", "k >= 1", "any(k mod (p * p) == 0 for p in prime_factors(k))", "omega(k) < bigomega(k)"),
    law("k", "k >= 1", "any(is_square(d) and d > 1 for d in divisors(k))", "omega(k) < bigomega(k)"),
    law("k", "k >= 1", "any(odd(d) and d > 1 for d in divisors(k))", "popcount(k) >= 2"),
    law("k", "k >= 1", "any(p != 2 for p in prime_factors(k))", "popcount(k) >= 2"),
    law("a, b", "a >= 1", "any(a mod p == 0 and b mod p == 0 for p in 2..=a)", "gcd(a, b) >= 2"),
    law("a, b", "b >= 1", "any(a mod p == 0 for p in prime_factors(b))", "gcd(a, b) >= 2"),
];

thread_local! {
    /// The program that [`program`] returns, for one thread.
    static PROGRAM: Option<Rc<Instance>> = {
        let never = || None;
        let program = quoted::read(&text());
        program.and_then(|it| Instance::new((*it).clone(), &Budget::new(&never, 0)).0).map(Rc::new)
    };
}

/// Returns a program with three functions for each definition, numbered in the order of
/// [`DEFINITIONS`]: the condition (`given0`), the defined expression (`asked0`), and the equal core
/// expression (`core0`). `None` if a text has errors.
pub fn program() -> Option<Rc<Instance>> {
    PROGRAM.with(Clone::clone)
}

fn text() -> String {
    let mut text = String::new();
    for (at, it) in DEFINITIONS.iter().enumerate() {
        let names = it.names.replace(',', ": int,");
        let ty = if it.asked.starts_with("len") && !it.asked.contains(">=") { "int" } else { "bool" };
        let _ = write!(
            text,
            "fn given{at}({names}: int): bool = {}\nfn asked{at}({names}: int): {ty} = {}\nfn core{at}({names}: int): \
             {ty} = {}\n",
            it.given, it.asked, it.core
        );
    }
    text
}
